//! The calling convention of functions of which only the type is known: the parameters of closures that take functions, and the
//! functions that two branches give.
//!
//! Each part of an argument and of the result is a wire, and a function among the parts is called in the same way. Each
//! function keeps the order of effects, if there is one. Its captures are left open: they are known when the function meets the code
//! that calls it ([`hypernet::simplify::specialise`]).

use std::rc::Rc;

use hypernet::{Type, Value};
use proc_macro2::Span;

use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD, has_tangent};
use crate::diagnostic::refusal;
use crate::program::Shape;
use crate::syntax::{FnTy, Ty, VarId};

impl Lowering<'_, '_> {
    /// What functions of which only the type is known change: the order of effects, if there is one.
    fn unknown_threads(&self) -> Vec<VarId> {
        if self.env.contains_key(&WORLD) { vec![WORLD] } else { Vec::new() }
    }

    /// The type of a wire with a function of this type.
    fn convention(&self, function: &FnTy) -> Type {
        let (mut params, mut results) = (Vec::new(), Vec::new());
        for param in &function.params {
            self.leaves(param, &mut params);
        }
        self.leaves(&function.result, &mut results);
        let world = self.unknown_threads().len();
        params.extend(std::iter::repeat_n(Type::World, world));
        results.extend(std::iter::repeat_n(Type::World, world));
        Type::open_function(params, results)
    }

    /// The types of the wires of a value of this type.
    fn leaves(&self, ty: &Ty, found: &mut Vec<Type>) {
        match ty {
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.leaves(part, found)),
            Ty::Fn(function) => found.push(self.convention(function)),
            ty @ (Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_)) => {
                found.extend(self.active_shape(ty).leaves());
            }
        }
    }

    /// The wires that stand for a parameter of this type.
    pub(super) fn parameter(&mut self, ty: &Ty, name: Option<&str>) -> Val {
        match ty {
            Ty::Tuple(parts) => Val::Tuple(parts.iter().map(|part| self.parameter(part, name)).collect()),
            Ty::Fn(function) => {
                let ty = self.convention(function);
                let wire = self.builder.input(ty, name);
                self.unknown_function(wire, function)
            }
            ty @ (Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_)) => {
                let shape = self.active_shape(ty);
                self.input(&shape, name, true)
            }
        }
    }

    /// The function on a wire, of which only the type is known.
    fn unknown_function(&self, wire: Value, function: &FnTy) -> Val {
        Val::Function(Rc::new(Func::Wire {
            function: wire,
            params: function.params.clone().into(),
            result: self.unknown(wire, &function.result),
            threads: self.unknown_threads(),
            lent: Rc::new([]),
            active: true,
        }))
    }

    /// A value of this type, as a template: the wire in it stands for others.
    fn unknown(&self, wire: Value, ty: &Ty) -> Val {
        match ty {
            Ty::Tuple(parts) => Val::Tuple(parts.iter().map(|part| self.unknown(wire, part)).collect()),
            Ty::Fn(function) => self.unknown_function(wire, function),
            ty @ (Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_)) => {
                match self.active_shape(ty) {
                    Shape::Leaf(ty) => Val::Wire(wire, has_tangent(&ty)),
                    Shape::Tuple(_) => Val::unit(),
                }
            }
        }
    }

    /// The same value, where the functions in it are called as those are of which only the type is known.
    pub(super) fn conform(&mut self, value: Val, ty: &Ty, span: Span) -> Lowered<Val> {
        match (value, ty) {
            (Val::Tuple(parts), Ty::Tuple(types)) if parts.len() == types.len() => {
                let parts = parts.into_iter().zip(types).map(|(part, ty)| self.conform(part, ty, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            (Val::Function(function), Ty::Fn(ty)) => {
                if let Func::Wire { threads, .. } = &*function
                    && threads.iter().any(|&thread| thread != WORLD)
                {
                    return Err(self.shared(threads).on(span));
                }
                if self.takes_arrays(&function) {
                    return Err(refusal::FUNCTION_OF_ARRAYS.on(span));
                }
                if self.conforms(&function, ty) {
                    Ok(Val::Function(function))
                } else {
                    self.wrapped(&function, ty, span)
                }
            }
            (value, _) => Ok(value),
        }
    }

    /// The value of a variable, conforming to its type, as far as functions in it have no state of their own.
    pub(super) fn conforming(&mut self, var: VarId, value: Val, span: Span) -> Lowered<Val> {
        if !value.has_function() || self.is_hidden(var) || value.threads().iter().any(|&thread| thread != WORLD) {
            return Ok(value);
        }
        let ty = self.types.var(var);
        self.conform(value, &ty, span)
    }

    fn conforms(&self, function: &Func, ty: &FnTy) -> bool {
        let Func::Wire { function, result, threads, .. } = function else { return false };
        let found = self.builder.ty(*function).forget_captures();
        *threads == self.unknown_threads() && found == self.convention(ty) && self.result_conforms(result, &ty.result)
    }

    fn result_conforms(&self, value: &Val, ty: &Ty) -> bool {
        match (value, ty) {
            (Val::Tuple(parts), Ty::Tuple(types)) => {
                parts.len() == types.len() && parts.iter().zip(types).all(|(part, ty)| self.result_conforms(part, ty))
            }
            (Val::Function(function), Ty::Fn(ty)) => {
                // The wire of a template need not be one of the function's: the types of the whole have been compared.
                let Func::Wire { result, threads, .. } = &**function else { return false };
                *threads == self.unknown_threads() && self.result_conforms(result, &ty.result)
            }
            (Val::Wire(..), Ty::Tuple(_) | Ty::Fn(_)) | (Val::Tuple(_) | Val::Function(_), _) => false,
            (Val::Wire(..), _) => true,
        }
    }

    /// A closure that calls this function.
    fn wrapped(&mut self, function: &Rc<Func>, ty: &FnTy, span: Span) -> Lowered<Val> {
        let active = Val::Function(function.clone()).active();
        let outside = self.env.get(&WORLD).cloned();
        self.builder.open();
        let args: Vec<Val> = ty.params.iter().map(|param| self.parameter(param, None)).collect();
        if outside.is_some() {
            let world = self.builder.input(Type::World, None);
            self.env.insert(WORLD, Val::Wire(world, false));
        }
        let value = self.call_with(&ty.result, function, &args, span)?;
        let value = self.conform(value, &ty.result, span)?;
        let mut outputs = Self::flatten(&value)?;
        if let Some(outside) = outside {
            outputs.push(self.world(span)?);
            self.env.insert(WORLD, outside);
        }
        let wire = self.builder.close(&outputs).map_err(|error| Self::build_error(&error, span))?;
        if let Func::Wire { function, .. } | Func::Host { function, .. } = &**function
            && let Some(name) = self.builder.name_of(*function).cloned()
        {
            self.builder.name(wire, &name);
        }
        let params = ty.params.clone().into();
        let threads = self.unknown_threads();
        let result = self.unknown(wire, &ty.result);
        let lent = Rc::new([]);
        Ok(Val::Function(Rc::new(Func::Wire { function: wire, params, result, threads, lent, active })))
    }
}

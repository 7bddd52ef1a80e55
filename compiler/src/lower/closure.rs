//! Closures and their calls.
//!
//! A closure is an abstraction, a call of it an `eval`. What it changes of the outside goes in after its parameters and
//! comes out after its result; a `move` closure that changes its own copy has a hidden variable for it outside.

use std::rc::Rc;

use hypernet::{Form, Operation, Primitive, Type};
use proc_macro2::Span;

use super::boundary::is_associated;
use super::control::same_structure;
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::{Callee, Shape};
use crate::syntax::{ClosureId, ExprId, Kind, Ty, VarId};

/// How often closures that take functions may be called.
const MAX_TEMPLATES: usize = 2000;

impl Lowering<'_, '_> {
    /// A closure expression.
    pub(super) fn closure(&mut self, id: ClosureId, span: Span) -> Lowered<Val> {
        let closure = self.function.closure(id);
        let copies = |var| self.env.get(var).is_some_and(|value| self.has_own_state(value));
        if closure.moves && closure.captured.iter().any(copies) {
            return Err(refusal::COPIED_STATE.on(span));
        }
        let higher_order = closure.params.iter().any(|(_, ty)| contains_function(&self.types.resolve(ty)));
        if higher_order {
            let captured = closure.captured.iter().filter_map(|var| Some((*var, self.env.get(var)?.clone()))).collect();
            let changed = self.closure_effects(id).into_iter().filter(|var| self.env.contains_key(var));
            let (mut threads, mut own): (Vec<VarId>, _) = (changed.collect(), Vec::new());
            if closure.moves {
                for var in &mut threads {
                    if !self.is_hidden(*var) {
                        let hidden = self.own_copy(*var);
                        own.push((*var, hidden));
                        *var = hidden;
                    }
                }
            }
            return Ok(Val::Function(Rc::new(Func::Template { closure: id, captured, own, threads })));
        }
        let shapes: Vec<Shape> = closure.params.iter().map(|(_, ty)| self.active_shape(ty)).collect();
        let referred = self.referred(id, span)?;
        self.builder.open();
        let mut references = Vec::with_capacity(referred.len());
        for (var, before, copied, active) in referred {
            let ty = self.builder.ty(copied).clone();
            let reference = self.op1(Operation::View(Form::Reference, ty), &[copied], span)?;
            self.references.insert(reference);
            self.env.insert(var, Val::Wire(reference, active));
            references.push((var, before));
        }
        let mut args = Vec::with_capacity(shapes.len());
        for (shape, (pattern, ty)) in shapes.iter().zip(&closure.params) {
            let name = self.pattern_name(pattern);
            let arg = self.input(shape, name.as_deref(), true);
            args.push(self.said(arg, &self.types.resolve(ty), span)?);
        }
        let (function, result, inner) = self.abstraction(id, args, span)?;
        self.env.extend(references);
        let active = closure.captured.iter().any(|var| self.env.get(var).is_some_and(Val::active));
        let mut threads = Vec::with_capacity(inner.len());
        for var in inner {
            if closure.moves && !self.is_hidden(var) {
                threads.push(self.own_copy(var));
            } else {
                threads.push(var);
            }
        }
        Ok(Val::Function(Rc::new(Func::Wire { function, params: shapes.into(), result, threads, active })))
    }

    /// A parameter, of which what has a type of the user's is said to be of it, for rustc.
    fn said(&mut self, value: Val, ty: &Ty, span: Span) -> Lowered<Val> {
        match (value, ty) {
            (Val::Wire(wire, active), Ty::Opaque(Some(written))) => {
                let id = u32::try_from(self.written.len()).expect("fewer than 2^32 types");
                self.written.push(written.parse().unwrap_or_default());
                let view = Operation::View(Form::Said(id), self.builder.ty(wire).clone());
                let said = self.op1(view, &[wire], span)?;
                if written.starts_with('&') {
                    self.open_references.insert(said);
                }
                Ok(Val::Wire(said, active))
            }
            (Val::Tuple(parts), Ty::Tuple(types)) => {
                let parts = parts.into_iter().zip(types).map(|(part, ty)| self.said(part, ty, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            (value, _) => Ok(value),
        }
    }

    /// What the references that a closure captures refer to, copied: what is passed on may be kept for longer than a reference
    /// lasts. Gives the variables, what they stand for, the copies and whether those are active.
    fn referred(&mut self, id: ClosureId, span: Span) -> Lowered<Vec<(VarId, Val, hypernet::Value, bool)>> {
        let mut all = Vec::new();
        for var in &self.function.closure(id).captured {
            if let Some(value @ Val::Wire(wire, active)) = self.env.get(var)
                && self.references.contains(wire)
            {
                all.push((*var, value.clone(), *wire, *active));
            }
        }
        for (_, _, wire, _) in &mut all {
            let ty = self.builder.ty(*wire).clone();
            *wire = self.op1(Operation::View(Form::Copied, ty), &[*wire], span)?;
            self.copies = true;
        }
        Ok(all)
    }

    /// Whether this is no variable of the source: the order of effects, or what a `move` closure has for itself.
    fn is_hidden(&self, var: VarId) -> bool {
        self.function.vars.get(var.index()).is_none()
    }

    /// A hidden variable for the copy of this variable that a `move` closure has for itself.
    fn own_copy(&mut self, var: VarId) -> VarId {
        let hidden = self.fresh_hidden();
        if let Some(value) = self.env.get(&var).cloned() {
            self.env.insert(hidden, value);
        }
        hidden
    }

    /// Whether the value has functions with a state of their own: a copy of such a function has another state, and whether
    /// it is copied or given away the macro cannot tell.
    pub(super) fn has_own_state(&self, value: &Val) -> bool {
        value.threads().into_iter().any(|var| var != WORLD && self.is_hidden(var))
    }

    /// The body of a closure in the abstraction that is open and has the parameters already; gives the function, the value
    /// of the result as a template, and the variables that are threaded.
    fn abstraction(
        &mut self,
        id: ClosureId,
        args: Vec<Val>,
        span: Span,
    ) -> Lowered<(hypernet::Value, Val, Vec<VarId>)> {
        let closure = self.function.closure(id);
        for ((pattern, _), arg) in closure.params.iter().zip(args) {
            self.bind(pattern, arg)?;
        }
        // What the functions among the parameters change counts too: they have been bound. What is declared inside is left
        // out.
        let effects = self.closure_effects(id);
        let threads: Vec<VarId> = effects.into_iter().filter(|var| self.env.contains_key(var)).collect();
        let mut before = Vec::with_capacity(threads.len());
        for &var in &threads {
            let outside = self.threaded(var)?;
            let mut wires = Vec::new();
            for wire in Self::flatten(&outside, span)? {
                let ty = self.builder.ty(wire).clone();
                wires.push(self.builder.input(ty, None));
            }
            let inside = Self::rebuild(&outside, &mut wires.into_iter());
            let inside = self.activated(&inside);
            self.env.insert(var, inside);
            before.push((var, outside));
        }
        let result = self.expr(closure.body)?;
        let mut outputs = Self::flatten(&result, span)?;
        for &var in &threads {
            let value = self.threaded(var)?;
            // Outside, it is what it was, of other wires: a function that changes something else would be lost.
            if !before.iter().any(|(other, outside)| *other == var && same_structure(outside, &value)) {
                return Err(refusal::BRANCH_FUNCTIONS.on(span));
            }
            outputs.extend(Self::flatten(&value, span)?);
        }
        let function = self.builder.close(&outputs).map_err(|error| Self::build_error(&error, span))?;
        for (var, outside) in before {
            self.env.insert(var, outside);
        }
        Ok((function, result, threads))
    }

    /// What a variable that a closure changes is now; it is there unless what gave it its value has been refused.
    fn threaded(&self, var: VarId) -> Lowered<Val> {
        self.env.get(&var).cloned().ok_or_else(Diagnostic::follows)
    }

    /// A call of a value.
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, args: &[ExprId], span: Span) -> Lowered<Val> {
        let function = self.place(callee)?;
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.argument(arg)?);
        }
        let Val::Function(function) = function else {
            return Err(Diagnostic::new(
                span,
                "this is called, and is not a function that the macro knows",
                "call a closure or a function by its name",
            ));
        };
        self.call_with(id, &function, &values, span)
    }

    /// An argument of a call of a closure; `&mut` of a closure that changes something is refused.
    fn argument(&mut self, arg: ExprId) -> Lowered<Val> {
        let expr = self.function.expr(arg);
        let value = match &expr.kind {
            Kind::MutRef(inside, _) => self.place(*inside)?,
            _ => self.expr(arg)?,
        };
        if let Val::Function(function) = &value
            && let Func::Wire { threads, .. } = &**function
            && threads.iter().any(|&thread| thread != WORLD)
        {
            return Err(refusal::SHARED_STATE.on(expr.span));
        }
        if let (Kind::MutRef(_, reference), Val::Wire(..) | Val::Tuple(_)) = (&expr.kind, &value) {
            return Err(refusal::MUT_REF.at(reference));
        }
        Ok(value)
    }

    fn call_with(&mut self, id: ExprId, function: &Func, values: &[Val], span: Span) -> Lowered<Val> {
        match function {
            Func::Wire { function, result, threads, active, .. } => {
                let mut operands = Vec::new();
                for value in values {
                    operands.extend(Self::flatten(value, span)?);
                }
                let changes = threads.iter().any(|&thread| thread != WORLD);
                let depends = *active || changes || values.iter().any(Val::active);
                let result = if depends { result.clone() } else { quiet(result) };
                self.eval(*function, operands, &result, threads, span)
            }
            Func::Host { function, active } => {
                let mut operands = Vec::with_capacity(values.len());
                for value in values {
                    operands.push(self.boundary(value, span)?);
                }
                let active = *active || values.iter().any(Val::active);
                let result = self.call_host(*function, operands, span)?;
                self.received(result, active, span)
            }
            Func::Path(path) => {
                let result = self.types.expr(id);
                self.call_function(callee(path), values, &result, span)
            }
            Func::Template { closure, captured, own, .. } => {
                // Its own copies stand for the variables while it is lowered, and are what those are afterwards.
                let mut outside = Vec::with_capacity(own.len());
                for (var, hidden) in own {
                    outside.push((*var, self.env.get(var).cloned()));
                    let value = self.threaded(*hidden)?;
                    self.env.insert(*var, value);
                }
                let mut saved = Vec::with_capacity(captured.len());
                for (var, value) in captured {
                    // What it changes of the outside is what that is now.
                    saved.push((*var, self.env.get(var).cloned()));
                    if !self.env.contains_key(var) || value.threads().is_empty() && !self.assigned(*closure, *var) {
                        self.env.insert(*var, value.clone());
                    }
                }
                self.builder.open();
                let mut args = Vec::with_capacity(values.len());
                let mut operands = Vec::new();
                for value in values {
                    let Ok(wires) = Self::flatten(value, span) else {
                        // A function that takes functions itself: known, not passed.
                        args.push(value.clone());
                        continue;
                    };
                    let mut inside = Vec::with_capacity(wires.len());
                    for &wire in &wires {
                        let ty = self.builder.ty(wire).clone();
                        inside.push(self.builder.input(ty, None));
                    }
                    operands.extend(wires);
                    args.push(Self::rebuild(value, &mut inside.into_iter()));
                }
                // Each call is a body of its own: calls in calls may be exponentially many.
                self.templates += 1;
                if self.templates > MAX_TEMPLATES {
                    return Err(refusal::CALLS.on(span));
                }
                // It takes as much of the stack as some expressions.
                self.depth += 6;
                let (function, result, threads) = self.abstraction(*closure, args, span)?;
                self.depth -= 6;
                let value = self.eval(function, operands, &result, &threads, span)?;
                for (var, before) in saved {
                    if threads.contains(&var) {
                        continue;
                    }
                    match before {
                        Some(value) => self.env.insert(var, value),
                        None => self.env.remove(&var),
                    };
                }
                for ((var, before), (_, hidden)) in outside.into_iter().zip(own) {
                    let after = self.threaded(var)?;
                    self.env.insert(*hidden, after);
                    match before {
                        Some(value) => self.env.insert(var, value),
                        None => self.env.remove(&var),
                    };
                }
                Ok(value)
            }
        }
    }

    fn assigned(&self, closure: ClosureId, var: VarId) -> bool {
        self.effects(&[self.function.closure(closure).body]).contains(&var)
    }

    /// `eval`, with the variables that the function changes.
    fn eval(
        &mut self,
        function: hypernet::Value,
        mut operands: Vec<hypernet::Value>,
        result: &Val,
        threads: &[VarId],
        span: Span,
    ) -> Lowered<Val> {
        for var in threads {
            let Some(value) = self.env.get(var).cloned() else {
                return Err(self.no_value(*var, refusal::SHARED_STATE.on(span)));
            };
            operands.extend(Self::flatten(&value, span)?);
        }
        let wires = self.builder.eval(function, &operands).map_err(|error| Self::build_error(&error, span))?;
        let mut wires = wires.into_iter();
        let value = Self::rebuild(result, &mut wires);
        for &var in threads {
            let before = self.threaded(var)?;
            let after = Self::rebuild(&before, &mut wires);
            let after = self.activated(&after);
            self.env.insert(var, after);
        }
        Ok(value)
    }

    /// A function of the host language as a value: a constant, if the types of its parameters and of its result are known.
    pub(super) fn path_value(&mut self, path: &syn::ExprPath, ty: &Ty) -> Val {
        let Ty::Fn(function) = ty else { return Val::Function(Rc::new(Func::Path(path.clone()))) };
        // A flat interface: what is passed on is called with the wires of its arguments.
        let leaf = |ty: &Ty| match self.shape(ty) {
            Shape::Leaf(leaf) if !matches!(ty, Ty::Var(_) | Ty::Fn(..)) => Some(leaf),
            _ => None,
        };
        let params: Option<Vec<Type>> = function.params.iter().map(leaf).collect();
        let (Some(params), Some(result)) = (params, leaf(&function.result)) else {
            return Val::Function(Rc::new(Func::Path(path.clone())));
        };
        let active = super::has_tangent(&result);
        let shapes = params.iter().cloned().map(Shape::Leaf).collect();
        let function = self.function_constant(callee(path), params, result);
        let result = Val::Wire(function, active);
        Val::Function(Rc::new(Func::Wire { function, params: shapes, result, threads: vec![WORLD], active: false }))
    }

    /// A primitive as a value: an abstraction of it.
    pub(super) fn primitive_value(&mut self, primitive: Primitive, ty: &Ty, span: Span) -> Lowered<Val> {
        let Ty::Real(scalar) = self.types.resolve(ty) else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
        let (inputs, outputs) = primitive.signature(&scalar);
        self.builder.open();
        let shapes = inputs.iter().cloned().map(Shape::Leaf).collect();
        let params: Vec<_> = inputs.into_iter().map(|ty| self.builder.input(ty, None)).collect();
        let results = self.op(Operation::Primitive(primitive, scalar), &params, span)?;
        let function = self.builder.close(&results).map_err(|error| Self::build_error(&error, span))?;
        let mut values: Vec<Val> =
            results.into_iter().zip(&outputs).map(|(value, ty)| Val::Wire(value, super::has_tangent(ty))).collect();
        let result = if values.len() == 1 { values.remove(0) } else { Val::Tuple(values) };
        Ok(Val::Function(Rc::new(Func::Wire { function, params: shapes, result, threads: Vec::new(), active: false })))
    }
}

/// The same value, where nothing depends on a differentiated parameter.
fn quiet(value: &Val) -> Val {
    match value {
        Val::Wire(value, _) => Val::Wire(*value, false),
        Val::Tuple(parts) => Val::Tuple(parts.iter().map(quiet).collect()),
        Val::Function(_) => value.clone(),
    }
}

pub(super) fn contains_function(ty: &Ty) -> bool {
    match ty {
        Ty::Fn(..) => true,
        Ty::Tuple(parts) => parts.iter().any(contains_function),
        _ => false,
    }
}

/// The function of this path, as a callee.
fn callee(path: &syn::ExprPath) -> Callee {
    if is_associated(path) { Callee::Associated(path.clone()) } else { Callee::Path(path.clone()) }
}

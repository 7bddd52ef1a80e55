//! Closures and their calls.
//!
//! A closure is an abstraction, a call of it an `eval`. What it changes of the outside goes in after its parameters and
//! comes out after its result; a `move` closure that changes its own copy has a hidden variable for it outside.

use std::rc::Rc;

use hypernet::ids::IdSet;
use hypernet::{Form, Operation, Primitive, Type};
use proc_macro2::Span;
use quote::quote;

use super::boundary::is_associated;
use super::supplied::{Arrays, Handed};
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::program::{Callee, Shape};
use crate::syntax::{ClosureId, ExprId, Kind, Pattern, Statement, Ty, VarId, is_scalar};

impl Lowering<'_, '_> {
    /// A closure expression.
    pub(super) fn closure(&mut self, id: ClosureId, span: Span) -> Lowered<Val> {
        let closure = self.function.closure(id);
        if closure.writes {
            return Err(refusal::CLOSURE_WRITES.on(span));
        }
        let copies = |var| self.env.get(var).is_some_and(|value| self.has_own_state(value));
        if closure.moves && closure.captured.iter().any(copies) {
            return Err(refusal::COPIED_STATE.on(span));
        }
        let is_place = |var: &&VarId| self.variables.places.contains(var);
        if closure.moves && closure.captured.iter().filter(is_place).any(|&var| self.differs_from_copy(id, var)) {
            return Err(refusal::OWN_COPY.on(span));
        }
        // What it takes ends with it.
        for var in closure.captured.iter().filter(|_| closure.moves) {
            if let Some(value) = self.env.get(var).cloned() {
                self.dropped_anywhere(&value, span)?;
            }
        }
        let params: Rc<[Ty]> = closure.params.iter().map(|(_, ty)| self.types.resolve(ty)).collect();
        // Another function may be assigned to a variable: it is called as any function of its type.
        for var in self.closure_effects(id) {
            if let Some(value) = self.env.get(&var).cloned() {
                let value = self.conforming(var, value, span)?;
                self.env.insert(var, value);
            }
        }
        let referred = self.referred(id, span)?;
        self.builder.open();
        let mut references = Vec::with_capacity(referred.len());
        for (var, before, copied, active) in referred {
            let ty = self.builder.ty(copied).clone();
            let reference = self.op1(Operation::View(Form::Reference, ty), &[copied], span)?;
            self.values.references.insert(reference);
            self.env.insert(var, Val::Wire(reference, active));
            references.push((var, before));
        }
        let mut args = Vec::with_capacity(params.len());
        for (ty, (pattern, _)) in params.iter().zip(&closure.params) {
            let name = self.pattern_name(pattern);
            let arg = self.parameter(ty, name.as_deref());
            args.push(self.said(arg, ty, span)?);
        }
        let (function, result, inner) = self.abstraction(id, args, span)?;
        let lent = closure.lent.clone().into();
        self.env.extend(references);
        let active = closure.captured.iter().any(|var| self.env.get(var).is_some_and(Val::active));
        let mut threads = Vec::with_capacity(inner.len());
        for var in inner {
            let is_array = self.env.get(&var).is_some_and(|value| self.is_array(value));
            if closure.moves && is_array && self.differs_from_copy(id, var) {
                return Err(refusal::OWN_COPY.on(span));
            }
            if closure.moves && !self.is_hidden(var) && !is_array {
                threads.push(self.own_copy(var));
            } else {
                threads.push(var);
            }
        }
        Ok(Val::Function(Rc::new(Func::Wire { function, params, result, threads, lent, active })))
    }

    /// A parameter, of which what has a type of the user's is said to be of it, for rustc.
    fn said(&mut self, value: Val, ty: &Ty, span: Span) -> Lowered<Val> {
        match (value, ty) {
            (Val::Wire(wire, active), Ty::Opaque(Some(written))) => {
                let id = self.code.ty(written.parse().unwrap_or_default());
                let view = Operation::View(Form::Said(id), self.builder.ty(wire).clone());
                let said = self.op1(view, &[wire], span)?;
                if written.starts_with('&') {
                    self.values.open_references.insert(said);
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

    /// Whether nothing is done with a closure but to call it by its name: so it is kept no longer than what it captures lasts.
    fn is_called_alone(&self, id: ClosureId) -> bool {
        let function = self.function;
        let is_it = |value: ExprId| matches!(function.expr(value).kind, Kind::Closure(closure) if closure == id);
        let named = function.exprs.iter().find_map(|expr| {
            let Kind::Block(statements, _) = &expr.kind else { return None };
            statements.iter().find_map(|statement| {
                let Statement::Let(Pattern::Bind(var, None), Some(value), _) = statement else { return None };
                is_it(*value).then_some(*var)
            })
        });
        let Some(var) = named else { return false };
        let callees: IdSet<ExprId> = function
            .exprs
            .iter()
            .filter_map(|expr| if let Kind::Call(callee, _) = expr.kind { Some(callee) } else { None })
            .collect();
        let is_called = |at: usize| callees.contains(&ExprId(u32::try_from(at).unwrap_or(u32::MAX)));
        let mut named =
            function.exprs.iter().enumerate().filter(|(_, expr)| matches!(expr.kind, Kind::Var(of) if of == var));
        named.all(|(at, _)| is_called(at))
    }

    /// What the references that a closure captures refer to, copied: what is passed on may be kept for longer than a reference
    /// lasts, unless the closure is only called. A slice is not copied: a closure that captures one cannot be kept, which rustc says. Gives the variables, what they stand for, the copies and whether those are active.
    fn referred(&mut self, id: ClosureId, span: Span) -> Lowered<Vec<(VarId, Val, hypernet::Value, bool)>> {
        let mut all = Vec::new();
        for var in &self.function.closure(id).captured {
            if let Some(value @ Val::Wire(wire, active)) = self.env.get(var)
                && self.values.references.contains(wire)
                && !self.function.is_slice_param(*var)
            {
                all.push((*var, value.clone(), *wire, *active));
            }
        }
        // To ask that of each closure would cost the square of their number.
        if all.is_empty() || self.is_called_alone(id) {
            return Ok(Vec::new());
        }
        for (_, _, wire, _) in &mut all {
            // Behind all references.
            while let Some(inner) = self.values.inner_references.get(wire) {
                *wire = *inner;
            }
            let ty = self.builder.ty(*wire).clone();
            *wire = self.op1(Operation::View(Form::Copied, ty), &[*wire], span)?;
        }
        Ok(all)
    }

    /// Whether this is no variable of the source: the order of effects, or what a `move` closure has for itself.
    pub(super) fn is_hidden(&self, var: VarId) -> bool {
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
        for (((pattern, _), lent), arg) in closure.params.iter().zip(&closure.lent).zip(args) {
            if lent.is_some() {
                self.borrow(pattern, span)?;
            }
            self.bind(pattern, arg)?;
        }
        // What the functions among the parameters change counts too: they have been bound. What is declared inside is left
        // out.
        let effects = self.closure_effects(id);
        // What has no value yet was refused outside: nor has it one afterwards.
        let (threads, without): (Vec<VarId>, Vec<VarId>) =
            effects.into_iter().partition(|var| self.env.contains_key(var));
        let mut before = Vec::with_capacity(threads.len());
        for &var in &threads {
            let outside = self.threaded(var, span)?;
            let mut wires = Vec::new();
            for wire in Self::flatten(&outside)? {
                // A function may be another one at the next call.
                let ty = self.builder.ty(wire).forget_captures();
                wires.push(self.builder.input(ty, None));
            }
            let inside = Self::rebuild(&outside, &mut wires.into_iter());
            let inside = self.activated(&inside);
            self.env.insert(var, inside);
            before.push((var, outside));
        }
        let result = self.terminated(closure.body)?;
        let mut outputs = Self::flatten(&result)?;
        for ((pattern, _), lent) in closure.params.iter().zip(&closure.lent) {
            match lent {
                Some(_) => outputs.push(self.given_back(pattern, span)?),
                None => self.end_bound(pattern, span)?,
            }
        }
        for &var in &threads {
            let value = self.threaded(var, span)?;
            let value = self.conforming(var, value, span)?;
            // Outside, it is what it was, of other wires: a function that changes something else would be lost.
            if !before.iter().any(|(other, outside)| *other == var && outside.merged(&value).is_some()) {
                return Err(refusal::BRANCH_FUNCTIONS.on(span));
            }
            outputs.extend(Self::flatten(&value)?);
        }
        let function = self.builder.close(&outputs).map_err(|error| Self::build_error(&error, span))?;
        for (var, outside) in before {
            self.env.insert(var, outside);
        }
        for var in without {
            self.env.remove(&var);
        }
        Ok((function, result, threads))
    }

    /// What a variable that a closure changes is now; it is there unless it has been moved away, or what gave it its value has been
    /// refused.
    fn threaded(&self, var: VarId, span: Span) -> Lowered<Val> {
        let is_array = !self.is_hidden(var) && matches!(self.types.var(var), Ty::Array(_));
        let none = || if is_array { refusal::WHOLE_ARRAY.on(span) } else { Diagnostic::follows() };
        self.env.get(&var).cloned().ok_or_else(none)
    }

    /// A call of a value.
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, args: &[ExprId], span: Span) -> Lowered<Val> {
        let function = self.place(callee)?;
        if let Val::Function(function) = &function
            && self.takes_arrays(function)
        {
            return self.call_lending(callee, function, args, span);
        }
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            let value = self.argument(arg)?;
            self.given_to_closure |= self.has_array(&value);
            values.push(value);
        }
        let Val::Function(function) = function else {
            return Err(Diagnostic::new(
                span,
                "this is called, and is not a function that the macro knows",
                "call a closure or a function by its name",
            ));
        };
        self.call_with(&self.types.expr(id), &function, &values, span)
    }

    /// An argument of a call of a closure; `&mut` of a closure that changes something is refused.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other arguments are expressions as everywhere")]
    pub(super) fn argument(&mut self, arg: ExprId) -> Lowered<Val> {
        let expr = self.function.expr(arg);
        let value = match &expr.kind {
            Kind::MutRef(inside, _) => self.place(*inside)?,
            // Inside of closures, a number has but one form.
            Kind::View(Form::Reference, inside) if self.is_number(*inside) => self.expr(*inside)?,
            _ => self.expr(arg)?,
        };
        let value = self.referent(value, expr.span)?;
        if let Val::Function(function) = &value
            && let Func::Wire { threads, .. } = &**function
            && threads.iter().any(|&thread| thread != WORLD)
        {
            return Err(self.shared(threads).on(expr.span));
        }
        if let (Kind::MutRef(place, reference), Val::Wire(..) | Val::Tuple(_)) = (&expr.kind, &value) {
            let refused = refusal::MUT_REF.at(reference);
            // Of a variable without `mut`, rustc says so.
            let of_rustc =
                matches!(self.function.expr(*place).kind, Kind::Var(var) if !self.function.vars[var.index()].mutable);
            return Err(if of_rustc { refused.left_to_rustc() } else { refused });
        }
        Ok(value)
    }

    /// The number to which a parameter refers that may be given another reference: the variable stands for the number.
    pub(super) fn number_of_mutable(&mut self, pattern: &Pattern, value: Val, span: Span) -> Lowered<Val> {
        match (pattern, &value) {
            (Pattern::Bind(var, None), Val::Wire(wire, _))
                if self.function.var(*var).mutable
                    && self.values.references.contains(wire)
                    && matches!(self.builder.ty(*wire), Type::Real(_)) =>
            {
                self.variables.referring.insert(*var);
                self.referent(value, span)
            }
            _ => Ok(value),
        }
    }

    /// What a reference to a number refers to; any other value is itself.
    pub(super) fn referent(&mut self, value: Val, span: Span) -> Lowered<Val> {
        match value {
            Val::Wire(wire, active) if self.values.references.contains(&wire) && is_number(self.builder.ty(wire)) => {
                let ty = self.builder.ty(wire).clone();
                Ok(Val::Wire(self.op1(Operation::View(Form::Referent, ty), &[wire], span)?, active))
            }
            Val::Wire(wire, active) if self.values.from_patterns.contains_key(&wire) => {
                if let Some(&Some(number)) = self.values.from_patterns.get(&wire)
                    && self.builder.is_in_scope(number)
                {
                    return Ok(Val::Wire(number, active));
                }
                let (shape, hole, backprop) = (Shape::Leaf(self.builder.ty(wire).clone()), hole(0), crate_path());
                let code = quote!(#backprop::__private::number(#hole));
                let number = self.foreign("number", code, &[Val::Wire(wire, active)], &shape, false, span)?;
                if let (Val::Wire(number, _), Some(name)) = (&number, self.builder.name_of(wire).cloned()) {
                    self.builder.name(*number, &name);
                    self.values.from_patterns.insert(wire, Some(*number));
                }
                Ok(number)
            }
            value @ (Val::Wire(..) | Val::Tuple(_) | Val::Function(_)) => Ok(value),
        }
    }

    /// A call of a function on these values. `ty` is the type of what it gives.
    pub(super) fn call_with(&mut self, ty: &Ty, function: &Func, values: &[Val], span: Span) -> Lowered<Val> {
        match function {
            function if self.takes_arrays(function) => Err(refusal::FUNCTION_OF_ARRAYS.on(span)),
            Func::Wire { function, params, result, threads, active, .. } => {
                let mut operands = Vec::new();
                for (value, param) in values.iter().zip(params.iter()) {
                    let value = self.conform(value.clone(), param, span)?;
                    operands.extend(Self::flatten(&value)?);
                }
                let changes = threads.iter().any(|&thread| thread != WORLD);
                let depends = *active || changes || values.iter().any(Val::active);
                let result = if depends { result.clone() } else { quiet(result) };
                self.eval(*function, operands, (&result, &Handed::default()), threads, span)
            }
            Func::Host { function, active } => {
                let mut operands = Vec::with_capacity(values.len());
                for value in values {
                    operands.push(self.boundary(value, span)?);
                }
                let active = *active || values.iter().any(Val::active);
                let result = self.call_host(*function, operands, &Handed::default(), span)?;
                self.received(result, active, span)
            }
            Func::Path(path) => self.call_function(callee(path), values, ty, span),
        }
    }

    /// `eval`, with the arrays that the function takes and gives back, and the variables that it changes.
    pub(super) fn eval(
        &mut self,
        function: hypernet::Value,
        mut operands: Vec<hypernet::Value>,
        (result, handed): (&Val, &Handed),
        threads: &[VarId],
        span: Span,
    ) -> Lowered<Val> {
        for var in threads {
            let Some(value) = self.env.get(var).cloned() else {
                return Err(self.no_value(*var, refusal::SHARED_STATE.on(span)));
            };
            let value = self.conforming(*var, value, span)?;
            self.env.insert(*var, value.clone());
            let given = Self::flatten(&value)?;
            // The copy of its own that a closure has of a parameter of another one went with the call of that.
            if given.iter().any(|&wire| self.builder.type_left(wire).is_none()) {
                return Err(refusal::SHARED_STATE.on(span));
            }
            operands.extend(given);
        }
        let wires = self.eval_on(function, &operands, span)?;
        let mut wires = wires.into_iter();
        let value = Self::rebuild(result, &mut wires);
        let arrays: Vec<hypernet::Value> = wires.by_ref().take(handed.arrays.len()).collect();
        self.hand_back(handed, &arrays, span)?;
        for &var in threads {
            let before = self.threaded(var, span)?;
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
            Shape::Leaf(_) | Shape::Tuple(_) => None,
        };
        let params: Option<Vec<Type>> = function.params.iter().map(leaf).collect();
        let (Some(params), Some(result)) = (params, leaf(&function.result)) else {
            return Val::Function(Rc::new(Func::Path(path.clone())));
        };
        let active = super::has_tangent(&result);
        let types = function.params.clone().into();
        let function = self.function_constant(callee(path), params, result, Arrays::default());
        let result = Val::Wire(function, active);
        let (threads, lent) = (vec![WORLD], Rc::new([]));
        Val::Function(Rc::new(Func::Wire { function, params: types, result, threads, lent, active: false }))
    }

    /// A primitive as a value: an abstraction of it.
    pub(super) fn primitive_value(&mut self, primitive: Primitive, ty: &Ty, span: Span) -> Lowered<Val> {
        let Ty::Real(scalar) = self.types.resolve(ty) else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
        let (inputs, outputs) = primitive.signature(&scalar);
        self.builder.open();
        let known = |ty: &Type| match ty {
            Type::Real(name) => Some(Ty::Real(name.clone())),
            Type::Discrete(name) => Some(Ty::Discrete(name.clone())),
            Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => None,
        };
        let Some(types) = inputs.iter().map(known).collect() else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
        let params: Vec<_> = inputs.into_iter().map(|ty| self.builder.input(ty, None)).collect();
        let outside = self.env.get(&WORLD).cloned().filter(|_| primitive.may_panic());
        let results = if outside.is_some() {
            let world = self.builder.input(Type::World, None);
            self.env.insert(WORLD, Val::Wire(world, false));
            let values: Vec<Val> = params.iter().map(|&value| Val::Wire(value, true)).collect();
            let clamped = self.ordered_clamp(primitive, &values, &[], span)?;
            let mut results = clamped.iter().map(Self::flatten).collect::<Lowered<Vec<_>>>()?.concat();
            results.push(self.world(span)?);
            results
        } else {
            self.op(Operation::Primitive(primitive, scalar), &params, span)?
        };
        let threads = outside.map(|world| self.env.insert(WORLD, world)).into_iter().map(|_| WORLD).collect();
        let function = self.builder.close(&results).map_err(|error| Self::build_error(&error, span))?;
        let mut values: Vec<Val> =
            results.into_iter().zip(&outputs).map(|(value, ty)| Val::Wire(value, super::has_tangent(ty))).collect();
        let result = if values.len() == 1 { values.remove(0) } else { Val::Tuple(values) };
        let lent = Rc::new([]);
        Ok(Val::Function(Rc::new(Func::Wire { function, params: types, result, threads, lent, active: false })))
    }
}

/// The same value, where nothing depends on a differentiated parameter.
pub(super) fn quiet(value: &Val) -> Val {
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
        Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) => false,
    }
}

/// The function of this path, as a callee.
fn callee(path: &syn::ExprPath) -> Callee {
    if is_associated(path) { Callee::Associated(path.clone()) } else { Callee::Path(path.clone()) }
}

/// Whether values of this type are plain numbers.
fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Real(_) => true,
        Type::Discrete(name) => is_scalar(name),
        Type::Tuple(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

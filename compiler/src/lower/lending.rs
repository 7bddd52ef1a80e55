//! Arrays as arguments of closures, and of functions that are parameters.
//!
//! A closure that takes a reference to an array takes the array itself, and gives it back after its result: so what is read of it has
//! its place among all that happens to the array. A function that came over the boundary takes a look, as any function of the host.

use hypernet::{ArrayOp, Cloned, Form, Operation, Type, Whole};
use proc_macro2::Span;

use super::arrays::bound;
use super::closure::quiet;
use super::supplied::{ArrayArgument, Handed, Lent};
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::syntax::{ExprId, Kind, Pattern, Ty};

impl Lowering<'_, '_> {
    /// Which parameters of a function refer to arrays.
    fn lent_params(&self, function: &Func) -> Vec<bool> {
        match function {
            Func::Wire { lent, .. } => lent.iter().map(Option::is_some).collect(),
            Func::Host { function, .. } => match self.builder.ty(*function).as_function() {
                Some(ty) => ty.params.iter().map(Type::is_look).collect(),
                None => Vec::new(),
            },
            Func::Path(_) => Vec::new(),
        }
    }

    /// What a parameter of a function refers to, if that is an array: as it is written.
    fn referred_by(&self, callee: ExprId, function: &Func, at: usize) -> Option<String> {
        match function {
            Func::Wire { lent, .. } => lent.get(at)?.as_ref().map(ToString::to_string),
            Func::Host { .. } => match self.types.expr(callee) {
                Ty::Fn(ty) => ty.lent.get(at)?.as_deref().map(str::to_owned),
                Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) => None,
            },
            Func::Path(_) => None,
        }
    }

    /// Whether a parameter of a function refers to an array.
    pub(super) fn takes_arrays(&self, function: &Func) -> bool {
        self.lent_params(function).contains(&true)
    }

    /// Lets the name of a parameter stand for an array of the caller's.
    pub(super) fn borrow(&mut self, pattern: &Pattern, span: Span) -> Lowered<()> {
        let Some(var) = bound(pattern) else { return Ok(()) };
        if self.function.var(var).mutable {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        self.borrowed.insert(var);
        Ok(())
    }

    /// The array that a parameter refers to, at the end of the closure.
    pub(super) fn given_back(&mut self, pattern: &Pattern, span: Span) -> Lowered<hypernet::Value> {
        let var = bound(pattern).ok_or_else(|| refusal::PATTERN.on(span))?;
        let array = self.array_of(var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
        self.env.remove(&var);
        Ok(array)
    }

    /// The array that an argument refers to, which may be a new one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to a new array")]
    fn referred_array(&mut self, arg: ExprId) -> Lowered<Val> {
        match self.function.expr(arg).kind {
            Kind::View(Form::Reference, inside) if self.array(arg).is_none() => self.value_of_argument(inside),
            _ => self.value_of_argument(arg),
        }
    }

    /// A copy of the part of an array that an argument refers to, if the array is overwritten after the call: what a function that is a
    /// parameter looked at is not put back.
    fn copied_part(&mut self, arg: ExprId) -> Lowered<Option<Val>> {
        if !self.lends_copies || self.array(arg).is_some() {
            return Ok(None);
        }
        let Some((var, true, _)) = self.array_at(arg) else { return Ok(None) };
        if !self.changed.contains(&var) && !self.is_overwritten_after(&Lent { var, at: arg }) {
            return Ok(None);
        }
        let span = self.function.expr(arg).span;
        let Some(place) = self.array_place(arg, span)? else { return Ok(None) };
        Ok(Some(Val::Wire(self.second_of(&place, Cloned::Growing, span)?, true)))
    }

    /// A copy of the part of an array in a struct of the caller's that an argument refers to: what a backpropagator keeps of it must not
    /// borrow the struct.
    pub(super) fn copied_part_of_struct(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        if self.array(id).is_some() {
            return Ok(None);
        }
        let Some((var, true, _)) = self.array_at(id) else { return Ok(None) };
        if !self.is_lent_as_copy(self.function.views.storage(var)) {
            return Ok(None);
        }
        let span = self.function.expr(id).span;
        let Some(place) = self.array_place(id, span)? else { return Ok(None) };
        Ok(Some(Val::Wire(self.second_of(&place, Cloned::Growing, span)?, true)))
    }

    /// A copy of the array of data that an argument refers to: the function gives back what it takes, with an accumulator.
    fn copy_of_data(
        &mut self,
        argument: &ArrayArgument,
        value: &Val,
        cloned: Cloned,
        span: Span,
    ) -> Lowered<Option<Val>> {
        let look = match argument {
            ArrayArgument::Given(ty) => self.given(Self::wire(value, span)?, ty.clone(), span)?,
            ArrayArgument::Part(part) if part.of.is_none() => Self::wire(value, span)?,
            ArrayArgument::None
            | ArrayArgument::Variable(..)
            | ArrayArgument::Part(_)
            | ArrayArgument::Host(_)
            | ArrayArgument::Structs
            | ArrayArgument::Temporary
            | ArrayArgument::Changed(_)
            | ArrayArgument::Asked(_)
            | ArrayArgument::AskedValue
            | ArrayArgument::ChangedValue
            | ArrayArgument::Moved => return Ok(None),
        };
        let Type::Look(element) = self.builder.ty(look).clone() else { return Ok(None) };
        let clone = Operation::Array(ArrayOp::Whole(Whole::CloneLook(cloned)), Type::Array(element));
        Ok(Some(Val::Wire(self.op1(clone, &[look], span)?, false)))
    }

    /// A call of a function of which some parameters refer to arrays.
    pub(super) fn call_lending(&mut self, callee: ExprId, called: &Func, args: &[ExprId], span: Span) -> Lowered<Val> {
        let lent = self.lent_params(called);
        let is_lent = |at: usize| lent.get(at) == Some(&true);
        let is_host = matches!(called, Func::Host { .. });
        let mut values = Vec::with_capacity(args.len());
        let mut copies = Vec::new();
        for (at, &arg) in args.iter().enumerate() {
            if is_lent(at)
                && is_host
                && let Some(copy) = self.copied_part(arg)?
            {
                copies.push(at);
                values.push(copy);
                continue;
            }
            values.push(if is_lent(at) {
                self.referred_array(arg)?
            } else {
                let value = self.argument(arg)?;
                self.given_to_closure |= self.has_array(&value);
                value
            });
        }
        let mut arrays = self.array_arguments(args, &values);
        for (at, argument) in arrays.iter_mut().enumerate() {
            if copies.contains(&at) {
                *argument = ArrayArgument::Temporary;
                continue;
            }
            // What is a value looks at what it takes.
            if let (ArrayArgument::Changed(var), Kind::Var(_)) = (&*argument, &self.function.expr(args[at]).kind) {
                *argument = ArrayArgument::Variable(*var, args[at]);
            }
        }
        for (at, &arg) in args.iter().enumerate().filter(|&(at, _)| is_lent(at)) {
            let cloned = cloned_for(self.referred_by(callee, called, at).as_deref());
            if let Some(copy) = self.copy_of_data(&arrays[at], &values[at], cloned, self.function.expr(arg).span)? {
                (values[at], arrays[at]) = (copy, ArrayArgument::Temporary);
            }
        }
        let mut handed = Handed::default();
        match called {
            Func::Wire { function, params, result, threads, active, .. } => {
                handed.stay.clone_from(threads);
                let mut operands = Vec::new();
                for (at, (value, param)) in values.iter().zip(params.iter()).enumerate() {
                    if is_lent(at) {
                        // The array itself comes in its place.
                        self.hand_argument(&arrays[at], value, &mut handed, self.function.expr(args[at]).span)?;
                        operands.push(None);
                        continue;
                    }
                    let value = self.conform(value.clone(), param, span)?;
                    operands.extend(Self::flatten(&value)?.into_iter().map(Some));
                }
                self.split(&mut handed, span)?;
                let mut arrays = handed.arrays.iter().map(|handed| handed.array);
                let operands: Option<Vec<_>> =
                    operands.into_iter().map(|operand| operand.or_else(|| arrays.next())).collect();
                let operands = operands.ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
                let changes = threads.iter().any(|&thread| thread != WORLD);
                let depends = *active || changes || values.iter().any(Val::active);
                let result = if depends { result.clone() } else { quiet(result) };
                self.eval(*function, operands, (&result, &handed), threads, span)
            }
            Func::Host { function, active } => {
                let mut operands = Vec::with_capacity(values.len());
                for (at, value) in values.iter().enumerate() {
                    let span = self.function.expr(args[at]).span;
                    operands.push(if is_lent(at) {
                        let copied = cloned_for(self.referred_by(callee, called, at).as_deref());
                        self.look_at_argument((at, copied), &arrays[at], value, &mut handed, span)?
                    } else {
                        self.boundary(value, span)?
                    });
                }
                self.split(&mut handed, span)?;
                let active = *active || values.iter().any(Val::active);
                let result = self.call_host(*function, operands, &handed, span)?;
                self.received(result, active, span)
            }
            Func::Path(_) => Err(refusal::FUNCTION_OF_ARRAYS.on(span)),
        }
    }
}

/// How an array is copied for a function that takes a reference to this, as it is written.
pub(super) fn cloned_for(written: Option<&str>) -> Cloned {
    match written.map(syn::parse_str::<syn::Type>) {
        Some(Ok(syn::Type::Array(_))) => Cloned::Same,
        _ => Cloned::Growing,
    }
}

//! Arrays as a whole: methods of them, second arrays, and arrays that change places.

use hypernet::{ArrayOp, Checks, Cloned, Comparison, Constant, Form, Operation, Position, Type, Value, Whole};
use proc_macro2::Span;

use super::arrays::bound;
use super::supplied::ArrayArgument;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::syntax::{Arithmetic, ArrayMethod, ExprId, Kind, MaybeElement, MethodCall, Pattern, Target, Ty, VarId};

impl Lowering<'_, '_> {
    /// What may panic: in the order of effects, if there are any.
    fn checks(&self) -> Checks {
        if self.env.contains_key(&WORLD) { Checks::CHECKED.in_order() } else { Checks::CHECKED }
    }

    /// A method of an array of the net's; none if it is a method of something else.
    pub(super) fn array_method(&mut self, call: &MethodCall<'_>) -> Lowered<Option<Val>> {
        let span = call.name.span();
        if let Some(length) = self.length(call)? {
            return Ok(Some(length));
        }
        if let Some(maybe) = self.function.maybe_element(call) {
            return if self.array(maybe.array).is_some() {
                self.maybe_element(maybe, span).map(Some)
            } else {
                Ok(None)
            };
        }
        let Some((var, _)) = self.array(call.args[0]) else { return Ok(None) };
        let Some(method) = ArrayMethod::of(call) else {
            return Err(refusal::ARRAY_METHOD.on(span));
        };
        let done = match method {
            ArrayMethod::Len => Val::Wire(self.count_of(call.args[0], span)?, false),
            ArrayMethod::IsEmpty => {
                let length = self.count_of(call.args[0], span)?;
                let zero = self.count(0, span)?;
                Val::Wire(self.compare(Comparison::Eq, length, zero, span)?, false)
            }
            ArrayMethod::Swap => {
                let (first, second) = (self.scalar(call.args[1], span)?, self.scalar(call.args[2], span)?);
                let array = self.still(var, span)?;
                let swap = ArrayOp::Whole(Whole::Swap(self.checks()));
                self.on_array(var, swap, &[array, first, second], span)?;
                Val::unit()
            }
            ArrayMethod::Fill => {
                let value = self.scalar(call.args[1], span)?;
                let array = self.still(var, span)?;
                if self.is_real_at(array, 1).is_none() {
                    return Err(refusal::WHOLE_ARRAY.on(span));
                }
                self.on_array(var, ArrayOp::Whole(Whole::SetAll), &[array, value], span)?;
                Val::unit()
            }
            ArrayMethod::CopyFromSlice => self.copy_from(var, call.args[1], span)?,
            ArrayMethod::ToVec => return Err(refusal::ARRAY.on(span)),
            ArrayMethod::Push => {
                let value = self.scalar(call.args[1], span)?;
                let array = self.still(var, span)?;
                if self.is_real_at(array, 1).is_none() {
                    return Err(refusal::WHOLE_ARRAY.on(span));
                }
                self.on_array(var, ArrayOp::Whole(Whole::Push), &[array, value], span)?;
                Val::unit()
            }
            ArrayMethod::First | ArrayMethod::Last | ArrayMethod::Get | ArrayMethod::Pop => {
                return Err(refusal::ARRAY_OPTION.on(span));
            }
        };
        Ok(Some(done))
    }

    /// The array of a variable, after its arguments have been evaluated.
    fn still(&self, var: VarId, span: Span) -> Lowered<Value> {
        self.array_of(var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))
    }

    fn scalar(&mut self, id: ExprId, span: Span) -> Lowered<Value> {
        let value = self.expr(id)?;
        Self::wire(&value, span)
    }

    fn count(&mut self, value: i128, span: Span) -> Lowered<Value> {
        let constant = Operation::Constant(Constant::Integer(value), Type::discrete("usize"));
        self.op1(constant, &[], span)
    }

    /// `a.copy_from_slice(&b)`.
    fn copy_from(&mut self, to: VarId, from: ExprId, span: Span) -> Lowered<Val> {
        let into = self.still(to, span)?;
        match self.whole_argument(from) {
            ArrayArgument::Variable(from, _) => {
                let of = self.still(from, span)?;
                let copy = ArrayOp::Whole(Whole::Copy(self.checks()));
                let after = self.on_array(to, copy, &[into, of], span)?;
                self.env.insert(from, Val::Wire(after[0], true));
            }
            ArrayArgument::Given(ty) => {
                let look = self.given_array(from, &ty, span)?;
                let copy = ArrayOp::Whole(Whole::CopyLook(self.checks()));
                self.on_array(to, copy, &[into, look], span)?;
            }
            ArrayArgument::Host(at) => return Err(refusal::DATA.on(self.function.expr(at).span)),
            ArrayArgument::None
            | ArrayArgument::Part(_)
            | ArrayArgument::Temporary
            | ArrayArgument::Moved
            | ArrayArgument::Changed(_) => {
                return Err(refusal::WHOLE_ARRAY.on(self.function.expr(from).span));
            }
        }
        Ok(Val::unit())
    }

    /// A look at an array of the host's.
    fn given_array(&mut self, id: ExprId, ty: &Type, span: Span) -> Lowered<Value> {
        let given = self.scalar(self.inside_of_reference(id), span)?;
        self.given(given, ty.clone(), span)
    }

    /// How many elements an array has.
    fn count_of(&mut self, array: ExprId, span: Span) -> Lowered<Value> {
        let (var, array) = self.array(array).ok_or_else(|| refusal::INDEX.on(span))?;
        Ok(self.on_array(var, ArrayOp::Len(Position::WHOLE), &[array], span)?[0])
    }

    /// What this is a reference to.
    fn inside_of_reference(&self, mut id: ExprId) -> ExprId {
        while let Kind::View(Form::Reference | Form::Referent, inside) = &self.function.expr(id).kind {
            id = *inside;
        }
        id
    }

    /// An element that may not be there.
    fn maybe_element(&mut self, maybe: MaybeElement, span: Span) -> Lowered<Val> {
        if maybe.method == ArrayMethod::Pop {
            let (var, array) = self.array(maybe.array).ok_or_else(|| refusal::INDEX.on(span))?;
            if self.is_real_at(array, 1).is_none() {
                return Err(refusal::WHOLE_ARRAY.on(span));
            }
            let pop = ArrayOp::Whole(Whole::Pop(self.checks()));
            return Ok(Val::Wire(self.on_array(var, pop, &[array], span)?[0], true));
        }
        let at = match maybe.index {
            Some(index) => self.scalar(index, span)?,
            None => self.count(0, span)?,
        };
        let Some(otherwise) = maybe.otherwise else { return self.element_of(maybe, at, span) };
        let otherwise = self.inside_of_reference(otherwise);
        let ty = self.types.expr(otherwise);
        let value = self.expr(otherwise)?;
        let length = self.count_of(maybe.array, span)?;
        let there = self.compare(Comparison::Lt, at, length, span)?;
        let var = self.array(maybe.array).map(|(var, _)| var);
        let effects = var.into_iter().chain([WORLD]).filter(|var| self.env.contains_key(var)).collect();
        self.branches(
            there,
            effects,
            &ty,
            &mut |lowering| lowering.element_of(maybe, at, span),
            &mut |_| Ok(value.clone()),
            span,
        )
    }

    /// An element that is there: the last one, or that with this index.
    fn element_of(&mut self, maybe: MaybeElement, at: Value, span: Span) -> Lowered<Val> {
        if maybe.method != ArrayMethod::Last {
            return self.element_at(maybe.array, at, span);
        }
        let (length, one) = (self.count_of(maybe.array, span)?, self.count(1, span)?);
        let [length, one] = [length, one].map(|count| Val::Wire(count, false));
        let last = self.arithmetic(Arithmetic::Sub, false, &length, &one, &Ty::Discrete("usize".into()), span)?;
        let last = Self::wire(&last, span)?;
        self.element_at(maybe.array, last, span)
    }

    /// The array that this makes a second one of: `a.clone()`, `a.to_vec()`.
    fn second_array(&self, init: ExprId) -> Option<(ExprId, Cloned)> {
        let kind = &self.function.expr(init).kind;
        let (of, cloned) = if let Kind::View(Form::Clone, inside) = kind {
            (*inside, Cloned::Same)
        } else {
            let Kind::MethodCall(call) = kind else { return None };
            (ArrayMethod::of(call)? == ArrayMethod::ToVec).then_some((call.args[0], Cloned::Growing))?
        };
        let is_array = !matches!(self.whole_argument(of), ArrayArgument::None);
        is_array.then_some((of, cloned))
    }

    /// Whether a variable is a parameter that is a slice.
    fn is_slice(&self, var: VarId) -> bool {
        let slice = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if matches!(*to.elem, syn::Type::Slice(_)));
        self.function.params.iter().any(|param| bound(&param.pattern) == Some(var) && slice(&param.written))
    }

    /// A second array of the net's, where an expression is a copy of one.
    pub(super) fn second(&mut self, id: ExprId) -> Lowered<Option<Value>> {
        let Some((of, cloned)) = self.second_array(id) else { return Ok(None) };
        let ArrayArgument::Variable(first, _) = self.whole_argument(of) else { return Ok(None) };
        let span = self.function.expr(id).span;
        if cloned == Cloned::Same && self.is_slice(first) {
            return Err(refusal::SLICE_CLONE.on(span));
        }
        let array = self.still(first, span)?;
        let second = self.on_array(first, ArrayOp::Whole(Whole::Clone(cloned)), &[array], span)?[0];
        Ok(Some(second))
    }

    /// A `let` of a second array; whether it is one. It may be a copy of data.
    pub(super) fn second_array_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let Some((of, cloned)) = self.second_array(init) else { return Ok(false) };
        let span = self.function.expr(init).span;
        let Some(var) = bound(pattern) else { return Err(refusal::ARRAY.on(span)) };
        let second = match self.whole_argument(of) {
            ArrayArgument::Given(ty) => {
                let look = self.given_array(of, &ty, span)?;
                self.op1(Operation::Array(ArrayOp::Whole(Whole::CloneLook(cloned)), ty), &[look], span)?
            }
            ArrayArgument::Host(at) => return Err(refusal::DATA.on(self.function.expr(at).span)),
            ArrayArgument::Variable(..)
            | ArrayArgument::None
            | ArrayArgument::Part(_)
            | ArrayArgument::Temporary
            | ArrayArgument::Changed(_)
            | ArrayArgument::Moved => match self.second(init)? {
                Some(second) => second,
                None => return Ok(false),
            },
        };
        self.builder.name(second, &self.function.var(var).name.to_string());
        self.env.insert(var, Val::Wire(second, true));
        Ok(true)
    }

    /// `(a, b) = (b, a)` of arrays: each goes by another name from then on. Whether it is that.
    pub(super) fn exchange_arrays(&mut self, target: &Target, value: ExprId) -> bool {
        let (Target::Tuple(targets), Kind::Tuple(values)) = (target, &self.function.expr(value).kind) else {
            return false;
        };
        let to: Option<Vec<VarId>> = targets
            .iter()
            .map(|target| match target {
                Target::Var(var, fields, false) if fields.is_empty() => Some(*var),
                Target::Var(..) | Target::Wild | Target::Element(..) | Target::Tuple(_) => None,
            })
            .collect();
        let from: Option<Vec<(VarId, Value)>> = values
            .iter()
            .map(|&value| if let Kind::Var(_) = self.function.expr(value).kind { self.array(value) } else { None })
            .collect();
        let (Some(to), Some(from)) = (to, from) else { return false };
        let is_permutation = to.len() == from.len()
            && (0..to.len()).all(|at| !to[..at].contains(&to[at]) && from.iter().any(|(var, _)| *var == to[at]));
        if is_permutation {
            for (var, (_, array)) in to.into_iter().zip(from) {
                self.env.insert(var, Val::Wire(array, true));
            }
        }
        is_permutation
    }
}

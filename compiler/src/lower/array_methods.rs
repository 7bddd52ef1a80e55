//! Arrays as a whole: methods of them, second arrays, and arrays that change places.

use hypernet::{ArrayOp, Checks, Cloned, Comparison, Constant, End, Form, Operation, Type, Value, Whole};
use proc_macro2::Span;
use quote::quote;

use super::arrays::bound;
use super::parts::ArrayPlace;
use super::supplied::ArrayArgument;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::program::Shape;
use crate::source::methods::ArrayMethod;
use crate::syntax::{Arithmetic, ExprId, Kind, MaybeElement, MethodCall, Pattern, Target, Ty, VarId};

/// Those of the methods below that need an order of all elements, which real numbers have not.
const ORDERING: [&str; 4] = ["binary_search", "select_nth_unstable", "sort", "sort_unstable"];

/// Methods of arrays, slices and vectors that rustc knows, and the macro does not. Of others, rustc says that they are not there.
const METHODS_OF_ARRAYS: [&str; 61] = [
    "append",
    "as_mut_slice",
    "as_slice",
    "binary_search",
    "binary_search_by",
    "chunk_by",
    "chunks",
    "chunks_exact",
    "chunks_exact_mut",
    "chunks_mut",
    "concat",
    "contains",
    "copy_within",
    "dedup",
    "dedup_by",
    "dedup_by_key",
    "drain",
    "each_mut",
    "each_ref",
    "ends_with",
    "extend",
    "extend_from_within",
    "fill_with",
    "first",
    "first_chunk",
    "first_mut",
    "get",
    "get_disjoint_mut",
    "get_mut",
    "into_boxed_slice",
    "into_iter",
    "is_sorted",
    "iter",
    "iter_mut",
    "join",
    "last",
    "last_mut",
    "leak",
    "map",
    "partition_point",
    "rchunks",
    "repeat",
    "resize_with",
    "retain",
    "retain_mut",
    "select_nth_unstable_by",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "splice",
    "split",
    "split_first",
    "split_last",
    "split_off",
    "splitn",
    "starts_with",
    "swap_with_slice",
    "to_owned",
    "windows",
];

impl Lowering<'_, '_> {
    /// What may panic: in the order of effects, if there are any.
    fn checks(&self) -> Checks {
        if self.env.contains_key(&WORLD) { Checks::CHECKED.in_order() } else { Checks::CHECKED }
    }

    /// Whether a method is called on an array whose elements are real numbers.
    fn has_numbers(&mut self, call: &MethodCall<'_>) -> bool {
        let Ok(Some(place)) = self.array_place(call.args[0], call.name.span()) else { return false };
        let ty = self.type_at(&place, call.name.span()).map(|(_, ty)| ty);
        matches!(ty, Ok(Type::Array(element)) if matches!(*element, Type::Real(_)))
    }

    /// A method of an array of the net's; none if it is a method of something else.
    #[expect(clippy::too_many_lines, reason = "one arm for each method")]
    pub(super) fn array_method(&mut self, id: ExprId, call: &MethodCall<'_>) -> Lowered<Option<Val>> {
        let span = call.name.span();
        if let Some(length) = self.length(id, call)? {
            return Ok(Some(length));
        }
        if let Some(maybe) = self.function.maybe_element(call) {
            return match self.array_place(maybe.array, span)? {
                Some(place) if place.is_of_net => {
                    let element = self.maybe_element(maybe, &place, &self.types.expr(id), span)?;
                    if let (Val::Wire(wire, _), true) = (&element, self.function.lent_element(id).is_some()) {
                        self.values.elements.insert(*wire);
                    }
                    Ok(Some(element))
                }
                Some(_) | None => Ok(None),
            };
        }
        if !matches!(self.array_at(call.args[0]), Some((_, true, _))) {
            return Ok(None);
        }
        let Some(method) = ArrayMethod::of(call) else {
            let refused = refusal::ARRAY_METHOD.on(span);
            let name = call.name.to_string();
            let is_of_rustc =
                !METHODS_OF_ARRAYS.contains(&&*name) || ORDERING.contains(&&*name) && self.has_numbers(call);
            return Err(if is_of_rustc { refused.left_to_rustc() } else { refused });
        };
        let Some(place) = self.array_place(call.args[0], span)? else { return Ok(None) };
        let place = &place;
        if method.is_of_vectors() && (place.is_part() || place.is_whole() && self.is_no_vector(place.var)) {
            return Err(refusal::ARRAY_METHOD.on(span).left_to_rustc());
        }
        let whole = ArrayOp::Whole;
        let of_values = |lowering: &Self| {
            let (_, ty) = lowering.type_at(place, span)?;
            let holds_values =
                matches!(&ty, Type::Array(element) if matches!(**element, Type::Real(_) | Type::Opaque(_)));
            if holds_values { Ok(()) } else { Err(refusal::WHOLE_ARRAY.on(span)) }
        };
        let done = match method {
            ArrayMethod::Len => Val::Wire(self.length_at(place, span)?, false),
            ArrayMethod::IsEmpty => {
                let length = self.length_at(place, span)?;
                let zero = self.count(0, span)?;
                Val::Wire(self.compare(Comparison::Eq, length, zero, span)?, false)
            }
            ArrayMethod::Swap => {
                let (first, second) = (self.scalar(call.args[1], span)?, self.scalar(call.args[2], span)?);
                let swap = whole(Whole::Swap(self.checks()));
                self.on_place(place, swap, &[first, second], span)?;
                Val::unit()
            }
            ArrayMethod::Fill => {
                let value = self.scalar(call.args[1], span)?;
                of_values(self)?;
                self.on_place(place, whole(Whole::SetAll), &[value], span)?;
                Val::unit()
            }
            ArrayMethod::CopyFromSlice => self.copy_from(place, call.args[1], span)?,
            ArrayMethod::ToVec => return Err(refusal::ARRAY.on(span)),
            ArrayMethod::Push => {
                let value = self.added(place, call.args[1], span)?;
                self.on_place(place, whole(Whole::Push), &[value], span)?;
                Val::unit()
            }
            ArrayMethod::Insert => {
                let at = self.scalar(call.args[1], span)?;
                let value = self.added(place, call.args[2], span)?;
                let insert = whole(Whole::Insert(self.checks()));
                self.on_place(place, insert, &[at, value], span)?;
                Val::unit()
            }
            ArrayMethod::Remove => {
                let at = self.scalar(call.args[1], span)?;
                let remove = whole(Whole::Remove(self.checks()));
                let removed = self.on_place(place, remove, &[at], span)?[0];
                self.element_parts(removed, &self.types.expr(id), span)?
            }
            ArrayMethod::SwapRemove => {
                let (at, length) = (self.scalar(call.args[1], span)?, self.length_at(place, span)?);
                // It panics with words of its own.
                let (backprop, index, count) = (crate_path(), hole(0), hole(1));
                let code = quote!(#backprop::__private::swap_removed(#index, #count));
                let (operands, result) =
                    ([Val::Wire(at, false), Val::Wire(length, false)], Shape::Leaf(Type::discrete("usize")));
                let at = self.foreign("removed", code, &operands, &result, true, span)?;
                let at = Self::wire(&at, span)?;
                let last = self.last_of(place, span)?;
                let swap = whole(Whole::Swap(self.checks()));
                self.on_place(place, swap, &[at, last], span)?;
                let pop = whole(Whole::Pop(Checks::REACHED));
                let popped = self.on_place(place, pop, &[], span)?[0];
                self.element_parts(popped, &self.types.expr(id), span)?
            }
            ArrayMethod::Reverse => {
                self.on_place(place, whole(Whole::Reverse), &[], span)?;
                Val::unit()
            }
            ArrayMethod::RotateLeft | ArrayMethod::RotateRight => {
                let by = self.scalar(call.args[1], span)?;
                let end = if method == ArrayMethod::RotateLeft { End::Left } else { End::Right };
                let rotate = whole(Whole::Rotate(end, self.checks()));
                self.on_place(place, rotate, &[by], span)?;
                Val::unit()
            }
            ArrayMethod::Clear | ArrayMethod::Truncate => {
                let length =
                    if let [_, length] = call.args[..] { self.scalar(length, span)? } else { self.count(0, span)? };
                self.on_place(place, whole(Whole::Truncate), &[length], span)?;
                Val::unit()
            }
            ArrayMethod::Resize => {
                of_values(self)?;
                let (length, value) = (self.scalar(call.args[1], span)?, self.scalar(call.args[2], span)?);
                let before = self.length_at(place, span)?;
                self.on_place(place, whole(Whole::Resize), &[before, length, value], span)?;
                Val::unit()
            }
            ArrayMethod::ExtendFromSlice => {
                of_values(self)?;
                let from = if call.name == "extend" { self.iterated(call.args[1]) } else { call.args[1] };
                self.extend_from(place, from, span)?
            }
            ArrayMethod::First | ArrayMethod::Last | ArrayMethod::Get | ArrayMethod::Pop => {
                return Err(refusal::ARRAY_OPTION.on(span));
            }
        };
        Ok(Some(done))
    }

    /// What is added to an array: a number, or an array that is moved into it.
    fn added(&mut self, to: &ArrayPlace, value: ExprId, span: Span) -> Lowered<Value> {
        let value = self.scalar(value, span)?;
        let (_, ty) = self.type_at(to, span)?;
        let fits = matches!(&ty, Type::Array(element) if **element == *self.builder.ty(value));
        if fits { Ok(value) } else { Err(refusal::WHOLE_ARRAY.on(span)) }
    }

    /// The number of the last element: there is one, or this panics.
    fn last_of(&mut self, place: &ArrayPlace, span: Span) -> Lowered<Value> {
        let (length, one) = (self.length_at(place, span)?, self.count(1, span)?);
        let [length, one] = [length, one].map(|count| Val::Wire(count, false));
        let last = self.arithmetic(Arithmetic::Sub, false, &length, &one, &Ty::Discrete("usize".into()), span)?;
        Self::wire(&last, span)
    }

    /// The array of a variable, after its arguments have been evaluated.
    fn still(&self, var: VarId, span: Span) -> Lowered<Value> {
        self.array_of(var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))
    }

    fn scalar(&mut self, id: ExprId, span: Span) -> Lowered<Value> {
        let value = self.expr(id)?;
        self.element_wire(&value, span)
    }

    fn count(&mut self, value: i128, span: Span) -> Lowered<Value> {
        let constant = Operation::Constant(Constant::Integer(value), Type::discrete("usize"));
        self.op1(constant, &[], span)
    }

    /// `a.copy_from_slice(&b)`.
    fn copy_from(&mut self, to: &ArrayPlace, from: ExprId, span: Span) -> Lowered<Val> {
        let (copy, look) = (Whole::Copy(self.checks()), Whole::CopyLook(self.checks()));
        self.with_other(to, from, [copy, look], span)
    }

    /// The array whose elements an iterator gives, `b.iter().copied()`; what is none, as it is.
    fn iterated(&self, mut of: ExprId) -> ExprId {
        while let Kind::MethodCall(call) = &self.function.expr(of).kind
            && ["iter", "into_iter", "copied", "cloned"].iter().any(|name| call.name == name)
            && let [array] = call.args[..]
        {
            of = array;
        }
        of
    }

    /// `a.extend_from_slice(&b)`.
    fn extend_from(&mut self, to: &ArrayPlace, from: ExprId, span: Span) -> Lowered<Val> {
        if let Some((_, false, ty)) = self.array_at(from) {
            // Of data, a second array is made, which has a sensitivity that nobody wants.
            let Some(from) = self.array_place(from, span)? else { return Err(refusal::WHOLE_ARRAY.on(span)) };
            let (look, _) = self.look_at_place(&from, span)?;
            let clone = Operation::Array(ArrayOp::Whole(Whole::CloneLook(Cloned::Growing)), ty);
            let second = self.op1(clone, &[look], span)?;
            let second = self.on_place(to, ArrayOp::Whole(Whole::Extend), &[second], span)?[0];
            self.drop_arrays(&Val::Wire(second, true), span)?;
            return Ok(Val::unit());
        }
        self.with_other(to, from, [Whole::Extend, Whole::ExtendLook], span)
    }

    /// An operation that reads another array: one of the net's, or a look at data.
    fn with_other(&mut self, to: &ArrayPlace, from: ExprId, ops: [Whole; 2], span: Span) -> Lowered<Val> {
        let [of_array, of_look] = ops.map(ArrayOp::Whole);
        let at = self.function.expr(from).span;
        let Some(from_place) = self.array_place(from, span)? else {
            // A new array, which ends here.
            let inside = self.inside_of_reference(from);
            let is_new = matches!(self.function.expr(inside).kind, Kind::Elements(..) | Kind::Repeat(..));
            let value = if is_new { self.new_array(inside)? } else { self.expr(inside)? };
            if !self.is_array(&value) {
                let is_host = matches!(self.whole_argument(from), ArrayArgument::Host(_));
                return Err(if is_host { refusal::DATA.on(at) } else { refusal::WHOLE_ARRAY.on(at) });
            }
            let array = Self::wire(&value, span)?;
            let array = self.on_place(to, of_array, &[array], span)?[0];
            self.drop_arrays(&Val::Wire(array, true), span)?;
            return Ok(Val::unit());
        };
        if !from_place.is_of_net {
            let (look, _) = self.look_at_place(&from_place, span)?;
            self.on_place(to, of_look, &[look], span)?;
            return Ok(Val::unit());
        }
        if from_place.var == to.var {
            // A copy of the other part comes in between.
            let mut to = to.clone();
            self.surely(&mut to, span)?;
            let second = self.second_of(&from_place, Cloned::Growing, span)?;
            let second = self.on_place(&to, of_array, &[second], span)?[0];
            self.drop_arrays(&Val::Wire(second, true), span)?;
            return Ok(Val::unit());
        }
        if from_place.is_whole() {
            let of = self.still(from_place.var, span)?;
            let after = self.on_place(to, of_array, &[of], span)?[0];
            self.env.insert(from_place.var, Val::Wire(after, true));
        } else {
            let (taken, back) = self.take_place(&from_place, span)?;
            let after = self.on_place(to, of_array, &[taken], span)?[0];
            self.put_place(&back, after, span)?;
        }
        Ok(Val::unit())
    }

    /// What this is a reference to.
    fn inside_of_reference(&self, mut id: ExprId) -> ExprId {
        while let Kind::View(Form::Reference | Form::Referent, inside) = &self.function.expr(id).kind {
            id = *inside;
        }
        id
    }

    /// An element that may not be there.
    fn maybe_element(&mut self, maybe: MaybeElement, place: &ArrayPlace, ty: &Ty, span: Span) -> Lowered<Val> {
        if maybe.method == ArrayMethod::Pop {
            if maybe.text.is_some() {
                let first = self.count(0, span)?;
                self.panic_without(maybe, place, first, span)?;
            }
            let pop = ArrayOp::Whole(Whole::Pop(self.checks()));
            let popped = self.on_place(place, pop, &[], span)?[0];
            return self.element_parts(popped, ty, span);
        }
        let at = match maybe.index {
            Some(index) => self.scalar(index, span)?,
            None => self.count(0, span)?,
        };
        let Some(otherwise) = maybe.otherwise else {
            self.panic_without(maybe, place, at, span)?;
            return self.element_of(maybe, place, at, ty, span);
        };
        let otherwise = self.inside_of_reference(otherwise);
        let ty = self.types.expr(otherwise);
        let value = self.expr(otherwise)?;
        let length = self.length_at(place, span)?;
        let there = self.compare(Comparison::Lt, at, length, span)?;
        let effects = [place.var, WORLD].into_iter().filter(|var| self.env.contains_key(var)).collect();
        self.branches(
            there,
            effects,
            &ty,
            &mut |lowering| lowering.element_of(maybe, place, at, &ty, span),
            &mut |_| Ok(value.clone()),
            span,
        )
    }

    /// Panics as the option does, in the order of effects, if there is no element with this index.
    fn panic_without(&mut self, maybe: MaybeElement, place: &ArrayPlace, at: Value, span: Span) -> Lowered<()> {
        let length = self.length_at(place, span)?;
        let there = self.compare(Comparison::Lt, at, length, span)?;
        let is_there = hole(0);
        let text = maybe.text.map(|text| &self.function.expr(text).kind);
        let panic = if let Some(Kind::Constant(text, _)) = text { quote!(expect(#text)) } else { quote!(unwrap()) };
        let code = quote!(if !#is_there { ::core::option::Option::<()>::None.#panic; });
        self.foreign("none", code, &[Val::Wire(there, false)], &Shape::Tuple(Vec::new()), true, span)?;
        Ok(())
    }

    /// An element that is there: the last one, or that with this index.
    fn element_of(&mut self, maybe: MaybeElement, place: &ArrayPlace, at: Value, ty: &Ty, span: Span) -> Lowered<Val> {
        let at = if maybe.method == ArrayMethod::Last { self.last_of(place, span)? } else { at };
        let element = self.element_at(place, at, span)?;
        let element = Self::wire(&element, span)?;
        self.element_parts(element, ty, span)
    }

    /// The array that this makes a second one of: `a.clone()`, `a.to_vec()`.
    fn second_array(&self, init: ExprId) -> Option<(ExprId, Cloned)> {
        let kind = &self.function.expr(init).kind;
        // What a reference to an array refers to is `Copy`, if it is taken by value.
        let (of, cloned) = if let Kind::View(Form::Clone | Form::Referent, inside) = kind {
            (*inside, Cloned::Same)
        } else {
            let Kind::MethodCall(call) = kind else { return None };
            (ArrayMethod::of(call)? == ArrayMethod::ToVec).then_some((call.args[0], Cloned::Growing))?
        };
        let is_array = self.array_at(of).is_some() || !matches!(self.whole_argument(of), ArrayArgument::None);
        is_array.then_some((of, cloned))
    }

    /// Whether a place is a slice: a parameter that is one, or a part.
    fn is_slice(&self, place: &ArrayPlace) -> bool {
        if place.is_whole() { self.function.is_slice_param(place.var) } else { place.is_part() }
    }

    /// A second array of the net's, where an expression is a copy of one.
    pub(super) fn second(&mut self, id: ExprId) -> Lowered<Option<Value>> {
        let Some((of, cloned)) = self.second_array(id) else { return Ok(None) };
        let span = self.function.expr(id).span;
        if !matches!(self.array_at(of), Some((_, true, _))) {
            return Ok(None);
        }
        let Some(place) = self.array_place(of, span)? else { return Ok(None) };
        if cloned == Cloned::Same && self.is_slice(&place) {
            // Of the slice itself, `*x`, rustc says that it has no size.
            let is_itself = matches!(self.function.expr(id).kind, Kind::View(Form::Referent, _));
            let refused = refusal::SLICE_CLONE.on(span);
            return Err(if is_itself { refused.left_to_rustc() } else { refused });
        }
        self.second_of(&place, cloned, span).map(Some)
    }

    /// A second array of what is at a place.
    pub(super) fn second_of(&mut self, place: &ArrayPlace, cloned: Cloned, span: Span) -> Lowered<Value> {
        Ok(self.on_place(place, ArrayOp::Whole(Whole::Clone(cloned)), &[], span)?[0])
    }

    /// A `let` of a second array; whether it is one. It may be a copy of data.
    pub(super) fn second_array_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let Some((of, cloned)) = self.second_array(init) else { return Ok(false) };
        let span = self.function.expr(init).span;
        let Some(var) = bound(pattern) else { return Err(refusal::ARRAY.on(span)) };
        let second = match self.array_at(of) {
            Some((_, false, ty)) => {
                let Some(place) = self.array_place(of, span)? else { return Ok(false) };
                let (look, _) = self.look_at_place(&place, span)?;
                self.op1(Operation::Array(ArrayOp::Whole(Whole::CloneLook(cloned)), ty), &[look], span)?
            }
            Some((_, true, _)) => match self.second(init)? {
                Some(second) => second,
                None => return Ok(false),
            },
            None if self.is_field(of) => return Ok(false),
            None => match self.whole_argument(of) {
                ArrayArgument::Host(at) => return Err(refusal::DATA.on(self.function.expr(at).span)),
                ArrayArgument::Given(_)
                | ArrayArgument::Variable(..)
                | ArrayArgument::None
                | ArrayArgument::Structs
                | ArrayArgument::Part(_)
                | ArrayArgument::Temporary
                | ArrayArgument::Changed(_)
                | ArrayArgument::Asked(_)
                | ArrayArgument::AskedValue
                | ArrayArgument::ChangedValue
                | ArrayArgument::Moved => return Ok(false),
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
        // References of parameters change places, and what they refer to does not.
        let refers =
            |var: &VarId| self.function.params.iter().any(|param| param.changed && bound(&param.pattern) == Some(*var));
        if to.iter().any(refers) {
            return false;
        }
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

//! Parts of arrays as arguments of calls: `f(&a[i..j])`.
//!
//! The call looks at the part, and hands on the part alone for its accumulator: it is taken out of the array before the call and
//! put back after it.

use hypernet::{ArrayOp, Cloned, Constant, Form, Operation, Position, Type, Value, Whole};
use proc_macro2::Span;
use quote::quote;

use super::arrays::bound;
use super::supplied::Handed;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::program::{Shape, hole};
use crate::syntax::{ExprId, Kind, Pattern, VarId};

/// A part of an array that is looked at.
#[derive(Clone)]
pub(super) struct Part {
    /// The variable that is the array, named here; none for an array of the host's.
    pub(super) of: Option<(VarId, ExprId)>,
    place: Position,
    bounds: Vec<Value>,
}

/// The ranges that lead to a part: whether each ends with its second bound, and the bounds; outermost first.
#[derive(Default)]
struct Ranges {
    through: Vec<bool>,
    bounds: Vec<Value>,
}

impl Ranges {
    /// A place within them.
    fn around(&self, place: Position) -> Position {
        self.through.iter().rev().fold(place, |place, &through| place.within(through))
    }
}

impl Lowering<'_, '_> {
    /// The variable that this expression is a part of, if it is a part of an array of the net's or of data; and whether it is
    /// one of the net's.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a part")]
    fn array_of_part(&self, mut id: ExprId) -> Option<(VarId, bool)> {
        loop {
            match self.function.expr(id).kind {
                Kind::Part(array, _) => id = array,
                Kind::Var(var) if self.array_of(var).is_some() => return Some((var, true)),
                Kind::Var(var) => return self.data(var).map(|_| (var, false)),
                _ => return None,
            }
        }
    }

    /// Where a part is: the bounds, outermost first. What is written is computed, in its order.
    fn place_of_part(&mut self, id: ExprId, of: (VarId, bool), span: Span) -> Lowered<Ranges> {
        let Kind::Part(array, bounds) = self.function.expr(id).kind else { return Ok(Ranges::default()) };
        let mut ranges = self.place_of_part(array, of, span)?;
        let start = match bounds.start {
            Some(start) => {
                let start = self.expr(start)?;
                Self::wire(&start, span)?
            }
            None => self.op1(Operation::Constant(Constant::Integer(0), Type::discrete("usize")), &[], span)?,
        };
        let end = match bounds.end {
            Some(end) => {
                let end = self.expr(end)?;
                Self::wire(&end, span)?
            }
            None => self.length_within(&ranges, of, span)?,
        };
        ranges.through.push(bounds.through);
        ranges.bounds.extend([start, end]);
        Ok(ranges)
    }

    /// How long a part is that has been reached before.
    fn length_within(&mut self, ranges: &Ranges, (var, is_of_net): (VarId, bool), span: Span) -> Lowered<Value> {
        let place =
            if ranges.through.is_empty() { Position::WHOLE } else { ranges.around(Position::checked(0)).reached() };
        if is_of_net {
            let array = self.array_of(var).ok_or_else(|| refusal::PART.on(span))?;
            let operands = [&[array], ranges.bounds.as_slice()].concat();
            return Ok(self.on_array(var, ArrayOp::Len(place), &operands, span)?[0]);
        }
        let (ty, look) = self.look_at_data(var, span)?;
        let operands = [&[look], ranges.bounds.as_slice()].concat();
        self.op1(Operation::Array(ArrayOp::LookLen(place), ty), &operands, span)
    }

    fn look_at_data(&mut self, var: VarId, span: Span) -> Lowered<(Type, Value)> {
        let ty = self.data(var).ok_or_else(|| refusal::PART.on(span))?;
        let value = self.variable(var, span)?;
        let given = Self::wire(&value, span)?;
        Ok((ty.clone(), self.given(given, ty, span)?))
    }

    /// A look at a part of an array, if this refers to one.
    pub(super) fn part(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        let function = self.function;
        if let Kind::View(Form::Reference | Form::Referent, inside) = function.expr(id).kind {
            return self.part(inside);
        }
        let (Kind::Part(..), Some(of)) = (&function.expr(id).kind, self.array_of_part(id)) else { return Ok(None) };
        let span = function.expr(id).span;
        let ranges = self.place_of_part(id, of, span)?;
        // A name has been given to what is there.
        let is_there = function.views.named(id).is_some();
        let place = ranges.around(if is_there { Position::checked(0).reached() } else { self.checked(0) });
        let (var, is_of_net) = of;
        if is_of_net && function.opened.contains_key(&var) {
            return self.copy_of_part(var, place, ranges, span).map(Some);
        }
        let (ty, look) = if is_of_net {
            // The bounds may have read the array too.
            let Some(whole) = self.array_of(var) else { return Err(refusal::PART.on(span)) };
            let ty = self.builder.ty(whole).clone();
            let looked = self.op(Operation::Array(ArrayOp::Look, ty.clone()), &[whole], span)?;
            self.name_if_new(looked[0], &function.var(var).name.to_string());
            self.env.insert(var, Val::Wire(looked[0], true));
            (ty, looked[1])
        } else {
            self.look_at_data(var, span)?
        };
        let operands = [&[look], ranges.bounds.as_slice()].concat();
        let part = self.in_order(Operation::Array(ArrayOp::Part(place), ty), operands, span)?[0];
        let of = is_of_net.then_some((var, id));
        self.values.parts.insert(part, Part { of, place: place.reached(), bounds: ranges.bounds });
        Ok(Some(Val::Wire(part, is_of_net)))
    }

    /// A copy of a part of an array in a struct: what a backpropagator keeps of it must not borrow the struct.
    fn copy_of_part(&mut self, var: VarId, place: Position, ranges: Ranges, span: Span) -> Lowered<Val> {
        let Some(whole) = self.array_of(var) else { return Err(refusal::PART.on(span)) };
        let ty = self.builder.ty(whole).clone();
        let operands = [&[whole], ranges.bounds.as_slice()].concat();
        let taken = self.in_order(Operation::Array(ArrayOp::Split(place), ty), operands, span)?;
        let ty = self.builder.ty(taken[0]).clone();
        let clone = ArrayOp::Whole(Whole::Clone(Cloned::Growing));
        let both = self.op(Operation::Array(clone, ty), &taken[..1], span)?;
        let part = Part { of: None, place: place.reached(), bounds: ranges.bounds };
        let whole = self.put_back(&part, [both[0], taken[1]], span)?;
        self.name_if_new(whole, &self.function.var(var).name.to_string());
        self.env.insert(var, Val::Wire(whole, true));
        Ok(Val::Wire(both[1], true))
    }

    /// Takes a part out of an array of the net's, which this expression is.
    pub(super) fn taken_part(&mut self, id: ExprId, var: VarId, span: Span) -> Lowered<(Part, [Value; 2])> {
        let ranges = self.place_of_part(id, (var, true), span)?;
        let is_there = self.function.views.named(id).is_some();
        let place = ranges.around(if is_there { Position::checked(0).reached() } else { self.checked(0) });
        // The bounds may have read the array too.
        let Some(whole) = self.array_of(var) else { return Err(refusal::PART.on(span)) };
        let ty = self.builder.ty(whole).clone();
        let operands = [&[whole], ranges.bounds.as_slice()].concat();
        let taken = self.in_order(Operation::Array(ArrayOp::Split(place), ty), operands, span)?;
        Ok((Part { of: None, place: place.reached(), bounds: ranges.bounds }, [taken[0], taken[1]]))
    }

    /// Checks the bounds of a part of an array of the net's: they panic where the part is made.
    fn check(&mut self, ranges: &Ranges, var: VarId, span: Span) -> Lowered<()> {
        let Some(whole) = self.array_of(var) else { return Err(refusal::PART.on(span)) };
        let ty = self.builder.ty(whole).clone();
        let place = ranges.around(self.checked(0));
        let operands = [&[whole], ranges.bounds.as_slice()].concat();
        let taken = self.in_order(Operation::Array(ArrayOp::Split(place), ty), operands, span)?;
        let part = Part { of: None, place: place.reached(), bounds: ranges.bounds.clone() };
        let whole = self.put_back(&part, [taken[0], taken[1]], span)?;
        self.name_if_new(whole, &self.function.var(var).name.to_string());
        self.env.insert(var, Val::Wire(whole, true));
        Ok(())
    }

    /// A `let` that gives a name to a part of an array; whether it is one.
    pub(super) fn view_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let function = self.function;
        let Some((var, view)) = bound(pattern).and_then(|var| Some((var, function.views.get(var)?))) else {
            return Ok(false);
        };
        let (Kind::View(_, part) | Kind::MutRef(part, _)) = function.expr(init).kind else { return Ok(false) };
        let Some(of) = self.array_of_part(part) else { return Ok(false) };
        let span = function.expr(part).span;
        let ranges = self.place_of_part(part, of, span)?;
        let [.., start, end] = ranges.bounds[..] else { return Ok(false) };
        let name = function.var(var).name.to_string();
        for ((bound, value), what) in view.bounds.into_iter().zip([start, end]).zip(["start", "end"]) {
            self.name_if_new(value, &format!("{name}_{what}"));
            self.env.insert(bound, Val::Wire(value, false));
        }
        if of.1 {
            self.check(&ranges, of.0, span)?;
            return Ok(true);
        }
        // Code of the host's may read it by its name, which checks the bounds too.
        let values = [self.variable(view.array, span)?, Val::Wire(start, false), Val::Wire(end, false)];
        let holes = [hole(0), hole(1), hole(2)];
        let [array, start, end] = holes;
        let range = if view.through { quote!(#start..=#end) } else { quote!(#start..#end) };
        let shape = Shape::Leaf(Type::unnamed_discrete());
        let named = self.foreign("part", quote!(&#array[#range]), &values, &shape, true, span)?;
        if let Val::Wire(wire, _) = named {
            self.builder.name(wire, &name);
            self.values.references.insert(wire);
        }
        self.env.insert(var, named);
        Ok(true)
    }

    /// An element of a part of an array.
    pub(super) fn element_of_part(&mut self, id: ExprId, indices: &[ExprId], span: Span) -> Lowered<Val> {
        let refused = || refusal::INDEX.on(span);
        let Some(of @ (var, true)) = self.array_of_part(id) else { return Err(refused()) };
        let ranges = self.place_of_part(id, of, span)?;
        if self.function.views.named(id).is_none() {
            self.check(&ranges, var, span)?;
        }
        let mut given = Vec::with_capacity(indices.len());
        for &index in indices {
            let at = self.expr(index)?;
            given.push(Self::wire(&at, span)?);
        }
        let Some(array) = self.array_of(var) else { return Err(refused()) };
        if self.is_real_at(array, indices.len()).is_none() {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        let place = ranges.around(self.checked(indices.len()));
        let operands = [&[array], ranges.bounds.as_slice(), &given].concat();
        Ok(Val::Wire(self.on_array(var, ArrayOp::Get(place), &operands, span)?[0], true))
    }

    /// How long a part of an array of the net's is that has a name; none if this is none.
    pub(super) fn length_of_part(&mut self, id: ExprId, span: Span) -> Lowered<Option<Val>> {
        if self.function.views.named(id).is_none() {
            return Ok(None);
        }
        let Some(of @ (_, true)) = self.array_of_part(id) else { return Ok(None) };
        let ranges = self.place_of_part(id, of, span)?;
        Ok(Some(Val::Wire(self.length_within(&ranges, of, span)?, false)))
    }

    /// Whether a value is a look at a part of an array.
    pub(super) fn is_part(&self, value: &Val) -> bool {
        matches!(value, Val::Wire(wire, _) if self.values.parts.contains_key(wire))
    }

    pub(super) fn take_out(&mut self, part: &Part, whole: Value, span: Span) -> Lowered<[Value; 2]> {
        let ty = self.builder.ty(whole).clone();
        let operands = [&[whole], part.bounds.as_slice()].concat();
        let parts = self.op(Operation::Array(ArrayOp::Split(part.place), ty), &operands, span)?;
        Ok([parts[0], parts[1]])
    }

    pub(super) fn put_back(&mut self, part: &Part, parts: [Value; 2], span: Span) -> Lowered<Value> {
        let ty = self.builder.ty(parts[1]).clone();
        let operands = [parts.as_slice(), part.bounds.as_slice()].concat();
        self.op1(Operation::Array(ArrayOp::Join(part.place), ty), &operands, span)
    }

    /// Takes the parts that a call takes out of their arrays.
    pub(super) fn split(&mut self, handed: &mut Handed, span: Span) -> Lowered<()> {
        for handed in &mut handed.arrays {
            if let Some((part, rest)) = &mut handed.part {
                let [taken, left] = self.take_out(part, handed.array, span)?;
                (handed.array, *rest) = (taken, Some(left));
            }
        }
        Ok(())
    }
}

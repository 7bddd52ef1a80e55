//! Places in arrays: parts, and arrays in arrays. As arguments of calls, `f(&a[i..j])`, `f(&a[i])`; under names; and what is done
//! to them.
//!
//! A call looks at the part, and hands on the part alone for its accumulator: it is taken out of the array before the call and
//! put back after it. So is what an operation on arrays changes.

use std::sync::Arc;

use hypernet::{ArrayOp, Cloned, Constant, Form, Operation, PlaceStep, Position, Record, Type, Value};
use proc_macro2::Span;
use quote::quote;

use super::arrays::bound;
use super::columns::{ElementPlace, column_of_all};
use super::owned::has_array;
use super::supplied::Handed;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::program::Shape;
use crate::syntax::{ExprId, Kind, Pattern, Ty, VarId};

/// A part of an array that is looked at.
#[derive(Clone)]
pub(super) struct Part {
    /// The variable that is the array, named here; none for an array of the host's.
    pub(super) of: Option<(VarId, ExprId)>,
    /// The field of the elements of the array that this is about, if it is about one, and the field of the elements of that.
    columns: Vec<Arc<Record>>,
    place: Position,
    bounds: Vec<Value>,
}

impl Part {
    /// Whether it is one element of an array, which is an array: the last step to it is an index.
    pub(super) fn is_element(&self) -> bool {
        self.place.steps().last() == Some(PlaceStep::Index)
    }

    /// How many indices lead to it, if nothing else does.
    pub(super) fn depth(&self) -> Option<usize> {
        depth(&self.columns, self.place.steps())
    }
}

/// How many indices lead to a place, if nothing else does.
fn depth(columns: &[Arc<Record>], steps: impl IntoIterator<Item = PlaceStep>) -> Option<usize> {
    let steps: Vec<PlaceStep> = steps.into_iter().collect();
    (columns.is_empty() && steps.iter().all(|step| *step == PlaceStep::Index)).then_some(steps.len())
}

/// An array, by the variable that it is in and the steps that lead to it, outermost first.
#[derive(Clone)]
pub(super) struct ArrayPlace {
    pub(super) var: VarId,
    /// Whether the variable is an array of the net's.
    pub(super) is_of_net: bool,
    /// The field of the elements of the variable that the steps are about, if they are about one: first they lead to an element. And
    /// the field of the elements of that.
    columns: Vec<Arc<Record>>,
    steps: Vec<PlaceStep>,
    /// The indices and bounds.
    operands: Vec<Value>,
    /// Whether it has been reached before.
    is_there: bool,
}

impl ArrayPlace {
    /// How many indices lead to it, if nothing else does.
    pub(super) fn depth(&self) -> Option<usize> {
        depth(&self.columns, self.steps.iter().copied())
    }

    /// A place within it.
    fn around(&self, place: Position) -> Position {
        self.steps.iter().rev().fold(place, |place, &step| place.within(step))
    }

    /// Whether it is the variable itself.
    pub(super) fn is_whole(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether it is a part of an array.
    pub(super) fn is_part(&self) -> bool {
        matches!(self.steps.last(), Some(PlaceStep::Range(_)))
    }

    /// The place itself, which has been reached before.
    fn reached(&self) -> Position {
        if self.steps.is_empty() { Position::WHOLE } else { self.around(Position::checked(0)).reached() }
    }
}

/// An array that has been taken out of another one.
pub(super) struct Taken {
    var: VarId,
    pub(super) part: Part,
    pub(super) rest: Rest,
}

/// What is left of an array without a part: without the field that the part is of, and what is left of that field.
#[derive(Clone)]
pub(super) struct Rest {
    structs: Vec<Value>,
    of_part: Value,
}

/// What a step on the way to a place is made of.
enum Written {
    Index(ExprId),
    Range(crate::syntax::Bounds),
}

impl Lowering<'_, '_> {
    /// The variable that this place is in, if it is one of an array in an array of the net's or of data, or the variable itself;
    /// whether it is one of the net's; and the type of the array.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn array_at(&self, id: ExprId) -> Option<(VarId, bool, Type)> {
        match self.function.expr(id).kind {
            Kind::Part(array, _) => self.array_at(array),
            Kind::Index(array, _) => match self.array_at(array)? {
                (var, of_net, Type::Array(element)) if element.is_array() => Some((var, of_net, (*element).clone())),
                _ => None,
            },
            Kind::View(Form::Reference | Form::Referent, inside) => self.array_at(inside),
            Kind::Member(..) | Kind::Field(..) => {
                let (element, fields) = self.struct_and_fields(id);
                let held = self.is_array_of_reals(&self.types.expr(id))?;
                let is_in_element = !fields.is_empty() && self.is_struct_of_net(element);
                is_in_element.then(|| self.root_of_element(element)).flatten().map(|var| (var, true, held))
            }
            Kind::Var(var) => match self.array_of(var) {
                Some(array) => Some((var, true, self.builder.ty(array).clone())),
                None => self.data(var).map(|ty| (var, false, ty)),
            },
            _ => None,
        }
    }

    /// The place that this expression is. What is written is computed, in its order.
    pub(super) fn array_place(&mut self, id: ExprId, span: Span) -> Lowered<Option<ArrayPlace>> {
        let Some((var, is_of_net, _)) = self.array_at(id) else { return Ok(None) };
        let (steps, operands) = (Vec::new(), Vec::new());
        let mut place = ArrayPlace { var, is_of_net, columns: Vec::new(), steps, operands, is_there: true };
        self.walk_to(id, &mut place, span)?;
        place.is_there = place.steps.is_empty() || self.is_named(id);
        Ok(Some(place))
    }

    /// Whether a name has been given to a place: then it has been reached.
    fn is_named(&self, id: ExprId) -> bool {
        if let Kind::View(Form::Reference | Form::Referent, inside) = self.function.expr(id).kind {
            return self.is_named(inside);
        }
        self.function.views.named(id).is_some()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a step")]
    fn walk_to(&mut self, id: ExprId, place: &mut ArrayPlace, span: Span) -> Lowered<()> {
        let (array, written) = match self.function.expr(id).kind {
            Kind::View(Form::Reference | Form::Referent, inside) => return self.walk_to(inside, place, span),
            Kind::Part(array, bounds) => (array, Written::Range(bounds)),
            Kind::Index(array, index) => (array, Written::Index(index)),
            Kind::Member(..) | Kind::Field(..) => {
                let (element, fields) = self.struct_and_fields(id);
                let Some(held) = self.is_array_of_reals(&self.types.expr(id)) else { return Ok(()) };
                let at = self.place_of_element(element, span)?;
                place.steps.extend(at.place.steps());
                place.operands.extend(at.operands);
                let field = fields.iter().map(String::as_str).collect();
                place.columns = at.columns;
                place.columns.push(self.column(&field, held, span));
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.walk_to(array, place, span)?;
        // As in Rust, each index is checked before the next one is computed: that is seen where computing it has effects.
        let next: Vec<ExprId> = match written {
            Written::Index(index) => vec![index],
            Written::Range(bounds) => [bounds.start, bounds.end].into_iter().flatten().collect(),
        };
        if !place.steps.is_empty() && !self.is_named(array) && self.effects(&next).contains(&WORLD) {
            self.length_of(place, self.checked(0), span)?;
        }
        match written {
            Written::Index(index) => {
                let at = self.expr(index)?;
                place.operands.push(Self::wire(&at, span)?);
                place.steps.push(PlaceStep::Index);
            }
            Written::Range(bounds) => {
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
                    // The bounds say whether that is there.
                    None => self.length_of(place, Position::checked(0).reached(), span)?,
                };
                place.operands.extend([start, end]);
                place.steps.push(PlaceStep::Range(bounds.through));
            }
        }
        Ok(())
    }

    /// How long the array at a place is.
    pub(super) fn length_at(&mut self, place: &ArrayPlace, span: Span) -> Lowered<Value> {
        // A look at a part of data may not come before it is known to be there: nothing but the order says so.
        let is_free = place.is_of_net || place.steps.is_empty();
        let at = if place.is_there && is_free { Position::checked(0).reached() } else { self.checked(0) };
        self.length_of(place, at, span)
    }

    fn length_of(&mut self, place: &ArrayPlace, at: Position, span: Span) -> Lowered<Value> {
        let at = if place.steps.is_empty() { Position::WHOLE } else { place.around(at) };
        if place.is_of_net {
            return Ok(self.at_place(place, |_| ArrayOp::Len(at), &[], span)?[0]);
        }
        let (ty, look) = self.look_at_data(place.var, span)?;
        let operands = [&[look], place.operands.as_slice()].concat();
        Ok(self.in_order(Operation::Array(ArrayOp::LookLen(at), ty), operands, span)?[0])
    }

    /// An operation on a place of an array of the net's, with these operands beside.
    fn at_place(
        &mut self,
        place: &ArrayPlace,
        op: impl FnOnce(&Self) -> ArrayOp,
        operands: &[Value],
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let operands = [place.operands.as_slice(), operands].concat();
        let op = op(self);
        self.on_element(place.var, &place.columns, op, &operands, span)
    }

    /// The element of the array at a place with this index.
    pub(super) fn element_at(&mut self, place: &ArrayPlace, at: Value, span: Span) -> Lowered<Val> {
        let (_, ty) = self.type_at(place, span)?;
        if !matches!(&ty, Type::Array(element) if matches!(**element, Type::Real(_) | Type::Opaque(_))) {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        let element = self.at_place(place, |lowering| ArrayOp::Get(place.around(lowering.checked(1))), &[at], span)?;
        Ok(Val::Wire(element[0], true))
    }

    /// The type of the array of a place, and of the array at it.
    pub(super) fn type_at(&self, place: &ArrayPlace, span: Span) -> Lowered<(Type, Type)> {
        let array = self.array_of(place.var).ok_or_else(|| refusal::PART.on(span))?;
        let whole = self.builder.ty(array).clone();
        let mut ty = column_of_all(&whole, &place.columns);
        for step in &place.steps {
            if let (PlaceStep::Index, Type::Array(element)) = (step, &ty) {
                ty = (**element).clone();
            }
        }
        Ok((whole, ty))
    }

    /// An operation on the array at a place of an array of the net's, which is the first operand and the first result: that is
    /// taken out before and put back after it. Gives the other results.
    pub(super) fn on_place(
        &mut self,
        place: &ArrayPlace,
        op: ArrayOp,
        operands: &[Value],
        span: Span,
    ) -> Lowered<Vec<Value>> {
        if place.steps.is_empty() {
            return self.at_place(place, |_| op, operands, span);
        }
        let (taken, back) = self.take_place(place, span)?;
        let ty = self.builder.ty(taken).clone();
        let mut results = self.in_order(Operation::Array(op, ty), [&[taken], operands].concat(), span)?;
        let part = results.remove(0);
        self.put_place(&back, part, span)?;
        Ok(results)
    }

    /// Takes the array at a place out of its array.
    pub(super) fn take_place(&mut self, place: &ArrayPlace, span: Span) -> Lowered<(Value, Taken)> {
        let Some(whole) = self.array_of(place.var) else { return Err(refusal::PART.on(span)) };
        let at = if place.is_there { place.reached() } else { place.around(self.checked(0)) };
        let part = Part { of: None, columns: place.columns.clone(), place: at, bounds: place.operands.clone() };
        let (taken, rest) = self.take_out(&part, whole, span)?;
        let part = Part { place: at.reached(), ..part };
        Ok((taken, Taken { var: place.var, part, rest }))
    }

    /// Puts it back.
    pub(super) fn put_place(&mut self, taken: &Taken, array: Value, span: Span) -> Lowered<()> {
        let whole = self.put_back(&taken.part, array, &taken.rest, span)?;
        self.name_if_new(whole, &self.function.var(taken.var).name.to_string());
        self.env.insert(taken.var, Val::Wire(whole, true));
        Ok(())
    }

    /// Lets another array be at this place of an array, `a[i] = row`: what has been there ends.
    pub(super) fn replace_row(
        &mut self,
        var: VarId,
        place: Position,
        indices: &[Value],
        row: Value,
        span: Span,
    ) -> Lowered<Val> {
        let array = self.array_of(var).ok_or_else(|| refusal::ASSIGN_PLACE.on(span))?;
        let whole = self.builder.ty(array).clone();
        let at = (0..place.depth)
            .try_fold(&whole, |ty, _| if let Type::Array(element) = ty { Some(&**element) } else { None });
        let is_row = place.steps().last() == Some(PlaceStep::Index) && at == Some(self.builder.ty(row));
        if !is_row {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        let operands = [&[array], indices, &[row]].concat();
        let before = self.on_array(var, ArrayOp::Replace(place), &operands, span)?[0];
        self.drop_arrays(&Val::Wire(before, true), span)?;
        Ok(Val::unit())
    }

    fn look_at_data(&mut self, var: VarId, span: Span) -> Lowered<(Type, Value)> {
        let ty = self.data(var).ok_or_else(|| refusal::PART.on(span))?;
        let value = self.variable(var, span)?;
        let given = Self::wire(&value, span)?;
        Ok((ty.clone(), self.given(given, ty, span)?))
    }

    /// A look at a part of an array, or at an array in an array, if this refers to one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to a place in an array")]
    pub(super) fn part(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        let function = self.function;
        match function.expr(id).kind {
            Kind::View(Form::Reference | Form::Referent, inside) => return self.part(inside),
            Kind::Part(..) | Kind::Index(..) => {}
            Kind::Member(..) | Kind::Field(..) if self.array_at(id).is_some() => {}
            _ => return Ok(None),
        }
        let span = function.expr(id).span;
        let Some(at) = self.array_place(id, span)? else { return Ok(None) };
        // What a backpropagator keeps of an array in a struct must not borrow the struct: a copy is lent.
        // So is one of an array in a struct in an array that may change: nothing puts back what was in it.
        let may_change = self.changed.contains(&at.var) || function.var(at.var).mutable;
        if at.is_of_net && (self.is_lent_as_copy(at.var) || !at.columns.is_empty() && may_change) {
            let cloned = if at.is_part() { Cloned::Growing } else { Cloned::Same };
            return Ok(Some(Val::Wire(self.second_of(&at, cloned, span)?, true)));
        }
        let (part, is_of_net) = self.look_at_place(&at, span)?;
        let of = is_of_net.then_some((at.var, id));
        let place = at.reached();
        self.values.parts.insert(part, Part { of, columns: at.columns, place, bounds: at.operands });
        Ok(Some(Val::Wire(part, is_of_net)))
    }

    /// A look at what is at a place; whether that is the net's.
    pub(super) fn look_at_place(&mut self, at: &ArrayPlace, span: Span) -> Lowered<(Value, bool)> {
        let place = if at.is_there { at.reached() } else { at.around(self.checked(0)) };
        let (ty, look) = if at.is_of_net {
            // The indices and bounds may have read the array too.
            let Some(whole) = self.array_of(at.var) else { return Err(refusal::PART.on(span)) };
            let ty = self.builder.ty(whole).clone();
            let looked = self.op(Operation::Array(ArrayOp::Look, ty.clone()), &[whole], span)?;
            self.name_if_new(looked[0], &self.function.var(at.var).name.to_string());
            self.env.insert(at.var, Val::Wire(looked[0], true));
            (ty, looked[1])
        } else {
            self.look_at_data(at.var, span)?
        };
        let (mut ty, mut look) = (ty, look);
        for column in &at.columns {
            let field = ArrayOp::PartField(column.clone());
            look = self.op1(Operation::Array(field, ty.clone()), &[look], span)?;
            ty = hypernet::column_of(&ty, column);
        }
        let operands = [&[look], at.operands.as_slice()].concat();
        Ok((self.in_order(Operation::Array(ArrayOp::Part(place), ty), operands, span)?[0], at.is_of_net))
    }

    /// Takes a place out of an array of the net's, which this expression is.
    pub(super) fn taken_part(&mut self, id: ExprId, span: Span) -> Lowered<(Value, Part, Rest)> {
        let place = self.array_place(id, span)?.filter(|place| place.is_of_net);
        let place = place.ok_or_else(|| refusal::PART.on(span))?;
        let (taken, Taken { part, rest, .. }) = self.take_place(&place, span)?;
        Ok((taken, part, rest))
    }

    /// Checks that a place of an array of the net's is there, if that has not been done: from then on it is.
    pub(super) fn surely(&mut self, place: &mut ArrayPlace, span: Span) -> Lowered<()> {
        if place.is_of_net && !place.is_there {
            self.check(place, span)?;
            place.is_there = true;
        }
        Ok(())
    }

    /// Checks that a place of an array of the net's is there: it panics where a name is given to it.
    fn check(&mut self, place: &ArrayPlace, span: Span) -> Lowered<()> {
        let (taken, back) = self.take_place(place, span)?;
        self.put_place(&back, taken, span)
    }

    /// A `let` that gives a name to a place in an array; whether it is one.
    pub(super) fn view_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let function = self.function;
        let Some((var, view)) = bound(pattern).and_then(|var| Some((var, function.views.get(var)?))) else {
            return Ok(false);
        };
        let (Kind::View(_, place) | Kind::MutRef(place, _)) = function.expr(init).kind else { return Ok(false) };
        let span = function.expr(place).span;
        if view.is_shared {
            // The name has a value of its own too.
            if let (Kind::Index(_, index), Some(named)) =
                (&function.expr(place).kind, view.steps.first().and_then(|step| step.operands().first().copied()))
            {
                let at = self.expr(*index)?;
                self.env.insert(named, at);
            }
            // … but of a tuple with an array in it, which is no value.
            let ty = self.types.expr(place);
            let is_no_value = has_array(&ty) || self.is_place_alone(var, &ty);
            if !matches!(ty, Ty::Tuple(_)) || !is_no_value || !self.is_struct_of_net(place) {
                return Ok(false);
            }
            let at = self.place_of_element(place, span)?;
            self.on_element(at.var, &at.columns, ArrayOp::Get(at.place), &at.operands, span)?;
            return Ok(true);
        }
        // Nothing but a field of an element that has a name.
        if view.is_element && view.steps.iter().all(|step| matches!(step, crate::syntax::ViewStep::Field(_))) {
            return Ok(true);
        }
        if view.is_element {
            return self.element_let(view, place, span);
        }
        if self.host_field_let(var, view, place)? {
            return Ok(true);
        }
        let Some(mut at) = self.array_place(place, span)? else { return Ok(false) };
        let name = function.var(var).name.to_string();
        let named = view.steps.iter().flat_map(crate::syntax::ViewStep::operands);
        let first = at.operands.len() - named.clone().count();
        let mut operands = Vec::new();
        for (&operand, &value) in named.zip(&at.operands[first..]) {
            self.name_if_new(value, &format!("{name}_{}", function.var(operand).name));
            self.env.insert(operand, Val::Wire(value, false));
            operands.push(Val::Wire(value, false));
        }
        if at.is_of_net {
            at.is_there |= view.is_there;
            if !at.is_there {
                self.check(&at, span)?;
            }
            return Ok(true);
        }
        // Code of the host's may read it by its name, which checks the place too.
        let values: Vec<Val> = std::iter::once(self.variable(view.array, span)?).chain(operands).collect();
        let mut holes = (0..values.len()).map(hole);
        let mut next = || holes.next().expect("one for each value");
        let mut tokens = quote::ToTokens::into_token_stream(next());
        for step in &view.steps {
            let Some(step) = step.step() else { return Err(refusal::PART.on(span)) };
            let first = next();
            let index = match step {
                PlaceStep::Index => quote!(#first),
                PlaceStep::Range(through) => {
                    let end = next();
                    if through { quote!(#first..=#end) } else { quote!(#first..#end) }
                }
            };
            tokens = quote!(#tokens[#index]);
        }
        let shape = Shape::Leaf(Type::unnamed_discrete());
        let named = self.foreign("part", quote!(&#tokens), &values, &shape, true, span)?;
        if let Val::Wire(wire, _) = named {
            self.builder.name(wire, &name);
            self.values.references.insert(wire);
        }
        self.env.insert(var, named);
        Ok(true)
    }

    /// A `let` that gives a name to an element that may be changed.
    fn element_let(&mut self, view: &crate::syntax::View, place: ExprId, span: Span) -> Lowered<bool> {
        let Kind::Index(array, index) = self.function.expr(place).kind else { return Ok(false) };
        let [.., crate::syntax::ViewStep::Index(named)] = view.steps[..] else { return Ok(false) };
        let of_net = match self.array_place(array, span)? {
            Some(at) if at.is_of_net => Some(at),
            Some(_) | None => None,
        };
        // Of an array of the host's, the host checks it, where it is used.
        if of_net.is_none() && !view.is_there {
            return Err(refusal::ASSIGN_PLACE.on(span));
        }
        if let Some(at) = &of_net {
            let named = view.steps.iter().flat_map(crate::syntax::ViewStep::operands);
            let first = at.operands.len() + 1 - named.clone().count();
            for (&operand, &value) in named.zip(&at.operands[first..]) {
                self.env.insert(operand, Val::Wire(value, false));
            }
        }
        let at = self.expr(index)?;
        let at = Self::wire(&at, span)?;
        self.env.insert(named, Val::Wire(at, false));
        if let (Some(array), false) = (of_net, view.is_there) {
            self.element_at(&array, at, span)?;
        }
        Ok(true)
    }

    /// Where an element of a place in an array of the net's is.
    pub(super) fn place_in_part(&mut self, id: ExprId, indices: &[ExprId], span: Span) -> Lowered<ElementPlace> {
        let Some(part) = self.array_place(id, span)?.filter(|part| part.is_of_net) else {
            return Err(refusal::INDEX.on(span));
        };
        if !part.is_there && part.is_part() {
            self.check(&part, span)?;
        }
        let place = part.around(self.checked(0));
        let place = if part.is_there || part.is_part() { place.reached() } else { place };
        let mut at = ElementPlace { var: part.var, columns: part.columns, place, operands: part.operands };
        self.indices_inside(&mut at, indices, span)?;
        Ok(at)
    }

    /// An element of an array of data. What is read of it can be read again.
    pub(super) fn element_of_data(&mut self, id: ExprId, span: Span) -> Lowered<Val> {
        let refused = || refusal::INDEX.on(span);
        let Kind::Index(array, index) = self.function.expr(id).kind else { return Err(refused()) };
        let Some(place) = self.array_place(array, span)? else { return Err(refused()) };
        let Some((_, _, Type::Array(element))) = self.array_at(array) else { return Err(refused()) };
        let Type::Real(_) = *element else { return Err(refusal::WHOLE_ARRAY.on(span)) };
        // As in Rust, the place is checked before the index is computed.
        if !place.is_there && self.effects(&[index]).contains(&WORLD) {
            self.length_of(&place, self.checked(0), span)?;
        }
        let at = self.expr(index)?;
        let at = Self::wire(&at, span)?;
        let ty = self.data(place.var).ok_or_else(refused)?;
        let given = self.variable(place.var, span)?;
        let given = Self::wire(&given, span)?;
        let Type::Discrete(host) = self.builder.ty(given).clone() else { return Err(refusal::DATA.on(span)) };
        let operands = [&[given], place.operands.as_slice(), &[at]].concat();
        let read = ArrayOp::Datum(host, place.around(self.checked(1)));
        Ok(Val::Wire(self.in_order(Operation::Array(read, ty), operands, span)?[0], false))
    }

    /// Whether a value is a look at a part of an array.
    pub(super) fn is_part(&self, value: &Val) -> bool {
        matches!(value, Val::Wire(wire, _) if self.values.parts.contains_key(wire))
    }

    /// Takes a part out of an array.
    pub(super) fn take_out(&mut self, part: &Part, whole: Value, span: Span) -> Lowered<(Value, Rest)> {
        let (of, structs) = self.take_fields(&part.columns, whole, span)?;
        let ty = self.builder.ty(of).clone();
        let operands = [&[of], part.bounds.as_slice()].concat();
        let parts = self.in_order(Operation::Array(ArrayOp::Split(part.place), ty), operands, span)?;
        Ok((parts[0], Rest { structs, of_part: parts[1] }))
    }

    /// Puts it back.
    pub(super) fn put_back(&mut self, part: &Part, array: Value, rest: &Rest, span: Span) -> Lowered<Value> {
        let ty = self.builder.ty(rest.of_part).clone();
        let operands = [&[array, rest.of_part], part.bounds.as_slice()].concat();
        let whole = self.op1(Operation::Array(ArrayOp::Join(part.place.reached()), ty), &operands, span)?;
        self.put_fields(&part.columns, whole, &rest.structs, span)
    }

    /// Takes the parts that a call takes out of their arrays.
    pub(super) fn split(&mut self, handed: &mut Handed, span: Span) -> Lowered<()> {
        for handed in &mut handed.arrays {
            if let Some((part, rest)) = &mut handed.part {
                let (taken, left) = self.take_out(part, handed.array, span)?;
                (handed.array, *rest) = (taken, Some(left));
            }
        }
        Ok(())
    }
}

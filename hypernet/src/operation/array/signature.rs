//! The types of the operations on arrays, what they do, and their symbols.

use super::super::prelude::*;
#[cfg(feature = "draw")]
use super::Layout;
use super::{ArrayOp, PlaceStep, Position, column_of, element, index, innermost, shape, shape_of_struct};

pub(super) fn look(array: &Type) -> Type {
    let (Type::Array(element) | Type::Undone(element)) = array else { return array.clone() };
    Type::Look(element.clone())
}

/// The type of an array of its own, of that of one that may be undone.
pub(super) fn plain(array: &Type) -> Type {
    if let Type::Undone(element) = array { Type::Array(element.clone()) } else { array.clone() }
}

/// The type of a part of an array, so deep: it is undone if the array is.
pub(super) fn part_of(array: &Type, depth: usize) -> Type {
    match (array, element(array, depth).expect("an array fits its operation")) {
        (Type::Undone(_), Type::Array(element)) => Type::Undone(element.clone()),
        (_, part) => part.clone(),
    }
}

pub(in crate::operation) fn signature(op: &ArrayOp, array: &Type) -> (Vec<Type>, Vec<Type>) {
    let (mut inputs, mut outputs) = unordered(op, array);
    if op.is_ordered() {
        inputs.push(Type::World);
        outputs.push(Type::World);
    }
    (inputs, outputs)
}

/// What it takes and gives beside the order of effects.
pub(super) fn unordered(op: &ArrayOp, array: &Type) -> (Vec<Type>, Vec<Type>) {
    let at = |depth: usize| element(array, depth).expect("an array fits its operation").clone();
    let with = |first: Type, place: &Position, last: Option<Type>| -> Vec<Type> {
        std::iter::once(first).chain(std::iter::repeat_n(index(), place.operands())).chain(last).collect()
    };
    let array = || array.clone();
    match op {
        ArrayOp::Get(place) | ArrayOp::Take(place) => (with(array(), place, None), vec![array(), at(place.depth)]),
        ArrayOp::Set(place) | ArrayOp::AddAt(place) => (with(array(), place, Some(at(place.depth))), vec![array()]),
        ArrayOp::Len(place) => (with(array(), place, None), vec![array(), index()]),
        ArrayOp::Replace(place) => (with(array(), place, Some(at(place.depth))), vec![array(), at(place.depth)]),
        ArrayOp::Part(place) => (with(look(&array()), place, None), vec![look(&at(place.depth))]),
        ArrayOp::Split(place) => (with(array(), place, None), vec![part_of(&array(), place.depth), array()]),
        ArrayOp::Join(place) => {
            let mut inputs = with(array(), place, None);
            inputs.insert(0, part_of(&array(), place.depth));
            (inputs, vec![array()])
        }
        ArrayOp::New(layout) => {
            let operand = |path: Option<Vec<super::Along>>| path.map_or_else(index, |path| at(path.len()));
            (layout.operands().into_iter().map(operand).collect(), vec![array()])
        }
        ArrayOp::Drop => (vec![array()], Vec::new()),
        ArrayOp::End => (vec![array()], vec![shape(&array())]),
        ArrayOp::Shape => (vec![array()], vec![array(), shape(&array())]),
        ArrayOp::ShapeAt(place) => (with(array(), place, None), vec![array(), shape_of_struct()]),
        ArrayOp::ShapeOf => (vec![innermost(&array()).0.clone()], vec![shape_of_struct()]),
        ArrayOp::FitAt(place) => (with(array(), place, Some(shape_of_struct())), vec![array()]),
        ArrayOp::Undo => (vec![plain(&array())], vec![array()]),
        ArrayOp::Settle(_) => (vec![array()], vec![plain(&array())]),
        ArrayOp::Zeros => (vec![shape(&array())], vec![array()]),
        ArrayOp::Fit => (vec![array(), shape(&array())], vec![array()]),
        ArrayOp::GiveBack => (vec![array()], vec![array()]),
        ArrayOp::SplitField(record) => (vec![array()], vec![column_of(&array(), record), array()]),
        ArrayOp::PartField(record) => (vec![look(&array())], vec![look(&column_of(&array(), record))]),
        ArrayOp::JoinField(record) => (vec![column_of(&array(), record), array()], vec![array()]),
        ArrayOp::Lane => (vec![array()], vec![array(), plain(&array())]),
        ArrayOp::Given(host) => (vec![Type::Discrete(host.clone())], vec![look(&array())]),
        ArrayOp::Own(host) => (vec![Type::Discrete(host.clone())], vec![array()]),
        ArrayOp::AddAll => (vec![array(); 2], vec![array(); 2]),
        ArrayOp::After => {
            // What it waits for is the accumulator.
            let both = [vec![array()], bundle(&plain(&array()))].concat();
            (both.clone(), both)
        }
        ArrayOp::Total(_) => (vec![array()], vec![array(), innermost(&array()).0.clone()]),
        ArrayOp::Look => (vec![array()], vec![array(), look(&array())]),
        ArrayOp::Read(place) => (with(look(&array()), place, None), vec![at(place.depth)]),
        ArrayOp::Datum(host, place) => (with(Type::Discrete(host.clone()), place, None), vec![at(place.depth)]),
        ArrayOp::LookLen(place) => (with(look(&array()), place, None), vec![index()]),
        ArrayOp::Whole(op) => op.signature(&array()),
    }
}

pub(in crate::operation) fn fits(op: &ArrayOp, array: &Type, _: Agree) -> Result<(), &'static str> {
    let (scalar, dimensions) = innermost(array);
    if dimensions == 0 {
        return Err("it is not on an array");
    }
    if !matches!(scalar, Type::Real(_) | Type::Opaque(_) | Type::Cotangent(_)) {
        return Err("the elements of its array are neither real nor structs");
    }
    let whole = match op {
        ArrayOp::Get(Position { depth, .. })
        | ArrayOp::Set(Position { depth, .. })
        | ArrayOp::AddAt(Position { depth, .. })
        | ArrayOp::Take(Position { depth, .. })
        | ArrayOp::ShapeAt(Position { depth, .. })
        | ArrayOp::FitAt(Position { depth, .. })
        | ArrayOp::Read(Position { depth, .. })
        | ArrayOp::Datum(_, Position { depth, .. }) => *depth == dimensions,
        // What is reached is an array.
        ArrayOp::Len(Position { depth, .. })
        | ArrayOp::LookLen(Position { depth, .. })
        | ArrayOp::Part(Position { depth, .. })
        | ArrayOp::Split(Position { depth, .. })
        | ArrayOp::Join(Position { depth, .. }) => *depth < dimensions,
        ArrayOp::Replace(place) => place.depth < dimensions && place.steps().last() == Some(PlaceStep::Index),
        ArrayOp::New(layout) => layout.has_dimensions(dimensions),
        ArrayOp::Total(path) => path.len() == dimensions,
        ArrayOp::Whole(op) => dimensions == 1 || !op.is_of_scalars(),
        ArrayOp::Drop
        | ArrayOp::End
        | ArrayOp::Shape
        | ArrayOp::ShapeOf
        | ArrayOp::Undo
        | ArrayOp::Settle(_)
        | ArrayOp::After
        | ArrayOp::Zeros
        | ArrayOp::Fit
        | ArrayOp::AddAll
        | ArrayOp::Lane
        | ArrayOp::Given(_)
        | ArrayOp::Own(_)
        | ArrayOp::Look
        | ArrayOp::GiveBack => true,
        ArrayOp::SplitField(record) | ArrayOp::JoinField(record) | ArrayOp::PartField(record) => {
            if !matches!(record.fields.as_slice(), [_]) || record.ty != *scalar {
                return Err("it is not about one field of its elements");
            }
            true
        }
    };
    if whole { Ok(()) } else { Err("it does not go as deep as its array") }
}

pub(in crate::operation) fn types_mut(op: &mut ArrayOp, array: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(array);
    if let ArrayOp::SplitField(record) | ArrayOp::JoinField(record) | ArrayOp::PartField(record) = op {
        record.types_mut(change);
    }
}

pub(in crate::operation) fn nature(op: &ArrayOp, _: &Type) -> Nature {
    let may_panic = op.checks().is_some_and(|checks| !checks.known);
    let effect = if may_panic { Effect::MayPanic } else { Effect::None };
    // What is given is there, and a look at it is nothing.
    let copying = if let ArrayOp::Given(_) = op { Copying::Parts } else { Copying::Result };
    Nature { effect, copying, runs: 0..0, linear: Linear::InNone }
}

#[cfg(feature = "draw")]
pub(in crate::operation) fn symbol(op: &ArrayOp, _: &Type) -> Symbol {
    let text = match op {
        ArrayOp::Get(_) => "[i]",
        ArrayOp::Read(_) | ArrayOp::Datum(..) => "&[i]",
        ArrayOp::Set(_) => "[i] =",
        ArrayOp::AddAt(_) => "[i] +=",
        ArrayOp::Take(_) => "take [i]",
        ArrayOp::Len(_) | ArrayOp::LookLen(_) => "len",
        ArrayOp::New(Layout::Repeat(..)) => "fill",
        ArrayOp::New(_) => "[…]",
        ArrayOp::Drop => "drop",
        ArrayOp::End => "end",
        ArrayOp::Shape => "shape",
        ArrayOp::ShapeAt(_) => "shape [i]",
        ArrayOp::ShapeOf => "shape of",
        ArrayOp::FitAt(_) => "fit [i]",
        ArrayOp::Undo => "undo",
        ArrayOp::Settle(_) => "settle",
        ArrayOp::After => "after",
        ArrayOp::Zeros => "zeros",
        ArrayOp::Fit => "fit",
        ArrayOp::AddAll => "+=",
        ArrayOp::Total(_) => "Σ",
        ArrayOp::Lane => "lane",
        ArrayOp::Given(_) => "given",
        ArrayOp::Own(_) => "own",
        ArrayOp::Look => "look",
        ArrayOp::Whole(op) => op.symbol(),
        ArrayOp::Part(_) => "&a[..]",
        ArrayOp::Split(_) => "split",
        ArrayOp::Join(_) => "join",
        ArrayOp::GiveBack => "give back",
        ArrayOp::Replace(_) => "exchange",
        ArrayOp::SplitField(_) => "split .x",
        ArrayOp::JoinField(_) => "join .x",
        ArrayOp::PartField(_) => "&a .x",
    };
    Symbol::Box(text.to_owned())
}

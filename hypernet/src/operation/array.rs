//! Arrays, of `Array(T)`: what is read and written hands the array on, so an array has one wire at a time.
//!
//! So there are no copies of arrays to be added, and no zero without a shape: the sensitivity of an array is an accumulator,
//! which goes the other way through the same edges. A read adds to it in place, a write takes from it. That is the adjoint of
//! the paper as it stands.
//!
//! Elements are found by one index for each dimension that is entered: `a[i][j]` has depth 2. An element is a real.

mod whole;

use std::sync::Arc;

pub use whole::{Checks, Cloned, Whole};

use super::Constant;
use super::prelude::*;
use crate::adjoint::{Runs, surgery};

/// What happens to an array.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArrayOp {
    /// Reads an element: `A ++ I -> A ++ T`.
    Get(Position),
    /// Writes an element: `A ++ I ++ T -> A`.
    Set(Position),
    /// Adds to an element: `A ++ I ++ T -> A`.
    AddAt(Position),
    /// Reads an element and leaves zero: `A ++ I -> A ++ T`.
    Take(Position),
    /// How many elements it has: `A -> A ++ usize`.
    Len,
    /// An array of so many elements, in each dimension, that are all this value: `I ++ T -> A`.
    Fill(Storage, usize),
    /// An array of these values: `T… -> A`.
    Literal(Storage, usize),
    /// The end of an array: `A -> []`.
    Drop,
    /// The end of an array, of which the shape is left: `A -> S`.
    End,
    /// An array of this shape, of zeros: `S -> A`.
    Zeros,
    /// Adds the elements of the second array to those of the first: `A ++ A -> A ++ A`.
    AddAll,
    /// The sum of all elements: `A -> A ++ T`.
    Total,
    /// A second wire for an array, of a call that takes it twice: `A -> A ++ A`. Nothing writes to the array on either until
    /// the second one ends, so there is still one array; its sensitivities have two accumulators.
    Lane,
    /// A look at an array of the host language, of this type there, of which nobody wants the sensitivity: `H -> L`.
    Given(TypeName),
    /// A look at an array that nothing writes to as long as somebody looks: `A -> A ++ L`.
    Look,
    /// Reads an element of what is looked at: `L ++ I -> T`.
    Read(Position),
    /// How many elements there are: `L -> usize`.
    LookLen,
    /// What is done to all of it.
    Whole(Whole),
}

/// Where an element is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// How many indices lead to it.
    pub depth: usize,
    /// Whether the indices are known to be within the bounds, since the element has been reached before.
    pub known: bool,
    /// Whether it keeps its place in the order of effects, which it takes and gives last: an index out of bounds panics
    /// after what the host did before it.
    pub ordered: bool,
}

/// What an array is that an operation gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gives {
    /// The array of this operand, which has only been read.
    Same(usize),
    /// The array of this operand, which has been written to.
    Changed(usize),
    /// A new array.
    New,
    /// It is no array.
    Other,
}

/// Where the elements of a new array are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// Memory that the array owns and may grow.
    Growing,
    /// The array itself. In the host language, its lengths are a part of its type; they are written like this.
    Fixed(Arc<[Name]>),
}

impl ArrayOp {
    /// The element that it is about, if it is about one. That may be out of bounds, and in the order of effects.
    #[must_use]
    pub fn place(&self) -> Option<Position> {
        self.clone().place_mut().copied()
    }

    /// What the result at this place is. No operation says more about arrays than this: what is read, written and made.
    #[must_use]
    pub fn gives(&self, result: usize) -> Gives {
        match (self, result) {
            (Self::Whole(op), result) => op.gives(result),
            (Self::Get(_) | Self::Len | Self::Total | Self::Look, 0) | (Self::Lane, 0 | 1) => Gives::Same(0),
            (Self::AddAll, 1) => Gives::Same(1),
            (Self::Set(_) | Self::AddAt(_) | Self::Take(_) | Self::AddAll, 0) => Gives::Changed(0),
            (Self::Fill(..) | Self::Literal(..) | Self::Zeros, 0) => Gives::New,
            (
                Self::Get(_)
                | Self::Set(_)
                | Self::AddAt(_)
                | Self::Take(_)
                | Self::Len
                | Self::Fill(..)
                | Self::Literal(..)
                | Self::Drop
                | Self::End
                | Self::Zeros
                | Self::AddAll
                | Self::Total
                | Self::Lane
                | Self::Given(_)
                | Self::Look
                | Self::Read(_)
                | Self::LookLen,
                _,
            ) => Gives::Other,
        }
    }

    /// The results that are the array of this operand.
    pub fn same(&self, operand: usize) -> impl Iterator<Item = usize> {
        // No operation gives more arrays than two.
        (0..2).filter(move |&result| self.gives(result) == Gives::Same(operand))
    }

    /// Whether the array of this operand is written to.
    #[must_use]
    pub fn writes(&self, operand: usize) -> bool {
        (0..2).any(|result| self.gives(result) == Gives::Changed(operand))
    }

    /// The same with a look at the array of this operand, which then is no result; none if there is no such operation.
    pub(crate) fn of_look(&self, operand: usize) -> Option<Self> {
        match (self, operand) {
            (Self::Get(place), 0) => Some(Self::Read(*place)),
            (Self::Len, 0) => Some(Self::LookLen),
            (Self::Whole(op), operand) => op.of_look(operand).map(Self::Whole),
            (
                Self::Get(_)
                | Self::Set(_)
                | Self::AddAt(_)
                | Self::Take(_)
                | Self::Len
                | Self::Fill(..)
                | Self::Literal(..)
                | Self::Drop
                | Self::End
                | Self::Zeros
                | Self::AddAll
                | Self::Total
                | Self::Lane
                | Self::Given(_)
                | Self::Look
                | Self::Read(_)
                | Self::LookLen,
                _,
            ) => None,
        }
    }

    fn place_mut(&mut self) -> Option<&mut Position> {
        match self {
            Self::Get(place) | Self::Set(place) | Self::AddAt(place) | Self::Take(place) | Self::Read(place) => {
                Some(place)
            }
            Self::Len
            | Self::Fill(..)
            | Self::Literal(..)
            | Self::Drop
            | Self::End
            | Self::Zeros
            | Self::AddAll
            | Self::Total
            | Self::Lane
            | Self::Given(_)
            | Self::Look
            | Self::LookLen
            | Self::Whole(_) => None,
        }
    }

    /// What is known of it, if it may panic.
    #[must_use]
    pub fn checks(&self) -> Option<Checks> {
        if let Self::Whole(op) = self {
            return op.checks();
        }
        self.place().map(|Position { known, ordered, .. }| Checks { known, ordered })
    }

    /// Whether it keeps its place in the order of effects.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.checks().is_some_and(|checks| checks.ordered)
    }

    /// The same where the place has been reached before.
    pub(crate) fn again(&self) -> Self {
        let mut again = self.clone();
        if let Some(place) = again.place_mut() {
            *place = place.reached();
        }
        if let Self::Whole(op) = &mut again
            && let Some(checks) = op.checks_mut()
        {
            *checks = Checks::REACHED;
        }
        again
    }
}

impl Position {
    /// A place so many indices deep, whose bounds are checked.
    #[must_use]
    pub const fn checked(depth: usize) -> Self {
        Self { depth, known: false, ordered: false }
    }

    /// The same place, which has been reached before.
    #[must_use]
    pub const fn reached(self) -> Self {
        Self { known: true, ordered: false, ..self }
    }

    /// The same place, in the order of effects.
    #[must_use]
    pub const fn in_order(self) -> Self {
        Self { ordered: true, ..self }
    }
}

fn index() -> Type {
    Type::discrete("usize")
}

/// The shape of an array is of a type that only the host language knows.
fn shape() -> Type {
    Type::unnamed_discrete()
}

/// The element that so many indices lead to.
fn element(array: &Type, depth: usize) -> Option<&Type> {
    (0..depth).try_fold(array, |ty, _| match ty {
        Type::Array(element) => Some(&**element),
        Type::Real(_)
        | Type::Discrete(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Look(_)
        | Type::World => None,
    })
}

/// The element of an array that holds no arrays, and the number of its dimensions.
fn innermost(array: &Type) -> (&Type, usize) {
    let mut depth = 0;
    let mut ty = array;
    while let Some(inner) = element(ty, 1) {
        (ty, depth) = (inner, depth + 1);
    }
    (ty, depth)
}

fn look(array: &Type) -> Type {
    let Type::Array(element) = array else { return array.clone() };
    Type::Look(element.clone())
}

pub(super) fn signature(op: &ArrayOp, array: &Type) -> (Vec<Type>, Vec<Type>) {
    let (mut inputs, mut outputs) = unordered(op, array);
    if op.is_ordered() {
        inputs.push(Type::World);
        outputs.push(Type::World);
    }
    (inputs, outputs)
}

/// What it takes and gives beside the order of effects.
fn unordered(op: &ArrayOp, array: &Type) -> (Vec<Type>, Vec<Type>) {
    let at = |depth: usize| element(array, depth).expect("an array fits its operation").clone();
    let with = |first: Type, depth: usize, last: Option<Type>| -> Vec<Type> {
        std::iter::once(first).chain(std::iter::repeat_n(index(), depth)).chain(last).collect()
    };
    let array = || array.clone();
    match op {
        ArrayOp::Get(Position { depth, .. }) | ArrayOp::Take(Position { depth, .. }) => {
            (with(array(), *depth, None), vec![array(), at(*depth)])
        }
        ArrayOp::Set(Position { depth, .. }) | ArrayOp::AddAt(Position { depth, .. }) => {
            (with(array(), *depth, Some(at(*depth))), vec![array()])
        }
        ArrayOp::Len => (vec![array()], vec![array(), index()]),
        ArrayOp::Fill(_, depth) => {
            let mut inputs = vec![index(); *depth];
            inputs.push(at(*depth));
            (inputs, vec![array()])
        }
        ArrayOp::Literal(_, count) => (vec![at(1); *count], vec![array()]),
        ArrayOp::Drop => (vec![array()], Vec::new()),
        ArrayOp::End => (vec![array()], vec![shape()]),
        ArrayOp::Zeros => (vec![shape()], vec![array()]),
        ArrayOp::Lane => (vec![array()], vec![array(); 2]),
        ArrayOp::Given(host) => (vec![Type::Discrete(host.clone())], vec![look(&array())]),
        ArrayOp::AddAll => (vec![array(); 2], vec![array(); 2]),
        ArrayOp::Total => (vec![array()], vec![array(), innermost(&array()).0.clone()]),
        ArrayOp::Look => (vec![array()], vec![array(), look(&array())]),
        ArrayOp::Read(Position { depth, .. }) => (with(look(&array()), *depth, None), vec![at(*depth)]),
        ArrayOp::LookLen => (vec![look(&array())], vec![index()]),
        ArrayOp::Whole(op) => op.signature(&array()),
    }
}

pub(super) fn fits(op: &ArrayOp, array: &Type, _: Agree) -> Result<(), &'static str> {
    let (scalar, dimensions) = innermost(array);
    if dimensions == 0 {
        return Err("it is not on an array");
    }
    if !matches!(scalar, Type::Real(_)) {
        return Err("the elements of its array are not real");
    }
    let whole = match op {
        ArrayOp::Get(Position { depth, .. })
        | ArrayOp::Set(Position { depth, .. })
        | ArrayOp::AddAt(Position { depth, .. })
        | ArrayOp::Take(Position { depth, .. })
        | ArrayOp::Read(Position { depth, .. })
        | ArrayOp::Fill(_, depth) => *depth == dimensions,
        ArrayOp::Literal(..) => dimensions == 1,
        ArrayOp::Whole(op) => dimensions == 1 || !op.is_of_scalars(),
        ArrayOp::Len
        | ArrayOp::Drop
        | ArrayOp::End
        | ArrayOp::Zeros
        | ArrayOp::AddAll
        | ArrayOp::Total
        | ArrayOp::Lane
        | ArrayOp::Given(_)
        | ArrayOp::Look
        | ArrayOp::LookLen => true,
    };
    if whole { Ok(()) } else { Err("its indices do not lead to a real") }
}

pub(super) fn types_mut(_: &mut ArrayOp, array: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(array);
}

pub(super) fn nature(op: &ArrayOp, _: &Type) -> Nature {
    let may_panic = op.checks().is_some_and(|checks| !checks.known);
    let effect = if may_panic { Effect::MayPanic } else { Effect::None };
    Nature { effect, copying: Copying::Result, runs: 0..0, linear: Linear::InNone }
}

pub(super) fn derivative<'a>(op: &'a ArrayOp, array: &'a Type) -> Derivative<'a> {
    let moving = |op: ArrayOp| Operation::Array(op, bundle(array).remove(0));
    match op {
        // A read adds to the accumulator.
        ArrayOp::Get(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.depth).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::AddAt(place.reached())), &operands)
        })),
        // What was there before gets nothing, what is written gets what has been added since.
        ArrayOp::Set(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.depth).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Take(place.reached())), &operands)
        })),
        ArrayOp::AddAt(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.depth).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Get(place.reached())), &operands)
        })),
        ArrayOp::Take(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.depth).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::Set(place.reached())), &operands)
        })),
        ArrayOp::Len | ArrayOp::Look => Derivative::Pullback(Pullback::moving(|around| Ok(around.sensitivity(0)))),
        ArrayOp::Fill(..) => Derivative::Pullback(Pullback::moving(move |around| {
            let accumulator = around.sensitivity(0);
            let total = around.builder.op(moving(ArrayOp::Total), &accumulator)?;
            around.builder.op(moving(ArrayOp::Drop), &total[..1])?;
            Ok(total[1..].to_vec())
        })),
        ArrayOp::Literal(_, count) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut accumulator = around.sensitivity(0);
            let mut taken = Vec::with_capacity(*count);
            for at in 0..*count {
                let at = Constant::Integer(i128::try_from(at).unwrap_or(i128::MAX));
                accumulator.push(around.builder.op1(Operation::Constant(at, index()), &[])?);
                let place = Position::checked(1).reached();
                accumulator = around.builder.op(moving(ArrayOp::Get(place)), &accumulator)?;
                taken.extend(accumulator.pop());
            }
            around.builder.op(moving(ArrayOp::Drop), &accumulator)?;
            Ok(taken)
        })),
        // The reverse pass begins with zeros where the forward pass ends the array.
        ArrayOp::Drop => Derivative::Runs(Runs {
            kept: 0..0,
            kept_result: None,
            forward: Box::new(|_, operands| (Operation::Array(ArrayOp::End, array.clone()), operands)),
            reverse: Box::new(move |around, wires| {
                surgery::operation(around.net, around.level, moving(ArrayOp::Zeros), wires)
            }),
        }),
        ArrayOp::Given(_) => Derivative::Zero,
        ArrayOp::Zeros => Derivative::Pullback(Pullback::moving(move |around| {
            let accumulator = around.sensitivity(0);
            around.builder.op(moving(ArrayOp::Drop), &accumulator)
        })),
        ArrayOp::Lane => Derivative::Pullback(Pullback::moving(move |around| {
            let both = [around.sensitivity(0), around.sensitivity(1)].concat();
            whole::joined(&mut around.builder, moving(ArrayOp::AddAll), moving(ArrayOp::Drop), &both)
        })),
        // What is added has the sensitivity of the sum, beside its own.
        ArrayOp::AddAll => Derivative::Pullback(Pullback::moving(move |around| {
            let both = [around.sensitivity(1), around.sensitivity(0)].concat();
            let both = around.builder.op(moving(ArrayOp::AddAll), &both)?;
            Ok(vec![both[1], both[0]])
        })),
        ArrayOp::Whole(op) => op.derivative(array),
        // These are parts of adjoints.
        ArrayOp::End | ArrayOp::Total | ArrayOp::Read(_) | ArrayOp::LookLen => Derivative::Missing,
    }
}

#[cfg(feature = "evaluate")]
mod meaning {
    use super::{ArrayOp, Position, Type};
    use crate::evaluate::{Datum, EvaluateError, machine};

    type Result<T> = std::result::Result<T, EvaluateError>;

    pub(super) const OUT_OF_BOUNDS: EvaluateError = EvaluateError::Panic("index out of bounds");

    pub(super) fn elements(array: &mut Datum) -> Result<&mut Vec<Datum>> {
        if let Datum::Array(elements) = array {
            return Ok(elements);
        }
        Err(machine::mismatch(&Type::Array(Type::f64().into()), array))
    }

    /// The element that these indices lead to.
    fn at<'a>(array: &'a mut Datum, indices: &[Datum]) -> Result<&'a mut Datum> {
        indices.iter().try_fold(array, |array, index| {
            let index = usize::try_from(machine::integer(index)?).map_err(|_| OUT_OF_BOUNDS)?;
            elements(array)?.get_mut(index).ok_or(OUT_OF_BOUNDS)
        })
    }

    fn real(datum: &Datum) -> Result<f64> {
        datum.as_real().ok_or_else(|| machine::mismatch(&Type::f64(), datum))
    }

    /// Changes each real of an array.
    pub(super) fn each(array: &mut Datum, change: &mut dyn FnMut(&mut Datum) -> Result<()>) -> Result<()> {
        if let Datum::Array(elements) = array {
            return elements.iter_mut().try_for_each(|element| each(element, change));
        }
        change(array)
    }

    fn add_all(scalar: &Type, to: &mut Datum, from: &Datum) -> Result<()> {
        match (to, from) {
            (Datum::Array(to), Datum::Array(from)) if to.len() == from.len() => {
                to.iter_mut().zip(from).try_for_each(|(to, from)| add_all(scalar, to, from))
            }
            (to, from) => {
                *to = machine::plus(scalar, to, from)?;
                Ok(())
            }
        }
    }

    fn count(array: &mut Datum) -> Result<Datum> {
        Ok(Datum::Integer(i128::try_from(elements(array)?.len()).unwrap_or(i128::MAX)))
    }

    pub(super) fn of(op: &ArrayOp, scalar: &Type, mut given: Vec<Datum>) -> Result<Vec<Datum>> {
        let zero = || machine::zero(scalar);
        match op {
            ArrayOp::Fill(_, depth) => {
                let value = given.pop().ok_or(EvaluateError::Invalid)?;
                let dimensions = given.iter().map(machine::integer).collect::<Result<Vec<_>>>()?;
                debug_assert_eq!(dimensions.len(), *depth);
                dimensions
                    .into_iter()
                    .rev()
                    .try_fold(value, |value, count| {
                        let count = usize::try_from(count).map_err(|_| OUT_OF_BOUNDS)?;
                        Ok(Datum::Array(vec![value; count]))
                    })
                    .map(|array| vec![array])
            }
            ArrayOp::Literal(..) => Ok(vec![Datum::Array(given)]),
            ArrayOp::AddAll => {
                let from = given.pop().ok_or(EvaluateError::Invalid)?;
                add_all(scalar, &mut given[0], &from)?;
                given.push(from);
                Ok(given)
            }
            ArrayOp::Set(Position { depth, .. }) => {
                let value = given.pop().ok_or(EvaluateError::Invalid)?;
                let indices = given.split_off(1);
                debug_assert_eq!(indices.len(), *depth);
                *at(&mut given[0], &indices)? = value;
                Ok(given)
            }
            ArrayOp::AddAt(_) => {
                let value = given.pop().ok_or(EvaluateError::Invalid)?;
                let indices = given.split_off(1);
                let element = at(&mut given[0], &indices)?;
                *element = machine::plus(scalar, element, &value)?;
                Ok(given)
            }
            ArrayOp::Get(_) | ArrayOp::Read(_) => {
                let indices = given.split_off(1);
                let value = at(&mut given[0], &indices)?.clone();
                if matches!(op, ArrayOp::Read(_)) {
                    return Ok(vec![value]);
                }
                given.push(value);
                Ok(given)
            }
            ArrayOp::Take(_) => {
                let indices = given.split_off(1);
                let value = std::mem::replace(at(&mut given[0], &indices)?, zero()?);
                given.push(value);
                Ok(given)
            }
            ArrayOp::Len => {
                let count = count(&mut given[0])?;
                given.push(count);
                Ok(given)
            }
            ArrayOp::LookLen => Ok(vec![count(&mut given[0])?]),
            ArrayOp::Drop => Ok(Vec::new()),
            // A shape is an array of zeros.
            ArrayOp::End | ArrayOp::Zeros => {
                each(&mut given[0], &mut |real| {
                    *real = zero()?;
                    Ok(())
                })?;
                Ok(given)
            }
            ArrayOp::Given(_) => Ok(given),
            ArrayOp::Whole(op) => op.meaning(scalar, given),
            ArrayOp::Lane | ArrayOp::Look => {
                given.push(given[0].clone());
                Ok(given)
            }
            ArrayOp::Total => {
                let mut total = 0.0;
                each(&mut given[0], &mut |element| {
                    total += real(element)?;
                    Ok(())
                })?;
                given.push(Datum::Real(total));
                Ok(given)
            }
        }
    }
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(
    op: &ArrayOp,
    array: &Type,
    mut given: Vec<Datum>,
    _: &Environment,
) -> Result<Outcome, EvaluateError> {
    let expected = signature(op, array).0.len();
    if given.len() != expected {
        return Err(count(expected, given.len()));
    }
    let world = if op.is_ordered() { given.pop() } else { None };
    let mut results = meaning::of(op, innermost(array).0, given)?;
    results.extend(world);
    Ok(Outcome::Results(results))
}

/// The words of the operations on places that exist before the operation, and of those on whole arrays.
#[cfg(feature = "text")]
const WORDS: [&str; 20] = [
    "get",
    "get_again",
    "set",
    "set_again",
    "add_at",
    "add_again",
    "take",
    "take_again",
    "len",
    "drop",
    "end",
    "zeros",
    "add_all",
    "total",
    "lane",
    "given",
    "look",
    "read",
    "look_len",
    "fill",
];

#[cfg(feature = "text")]
fn word(op: &ArrayOp) -> &'static str {
    let of = |place: &Position, checked, known| if place.known { known } else { checked };
    match op {
        ArrayOp::Get(place) => of(place, "get", "get_again"),
        ArrayOp::Set(place) => of(place, "set", "set_again"),
        ArrayOp::AddAt(place) => of(place, "add_at", "add_again"),
        ArrayOp::Take(place) => of(place, "take", "take_again"),
        ArrayOp::Len => "len",
        ArrayOp::Fill(..) => "fill",
        ArrayOp::Literal(..) => "elements",
        ArrayOp::Drop => "drop",
        ArrayOp::End => "end",
        ArrayOp::Zeros => "zeros",
        ArrayOp::AddAll => "add_all",
        ArrayOp::Total => "total",
        ArrayOp::Lane => "lane",
        ArrayOp::Given(_) => "given",
        ArrayOp::Look => "look",
        ArrayOp::Read(place) => of(place, "read", "read_again"),
        ArrayOp::LookLen => "look_len",
        ArrayOp::Whole(op) => op.word(),
    }
}

/// The types are that of the array and, where there are lengths in it, those as discrete types by name.
#[cfg(feature = "text")]
pub(super) fn syntax(found: &str) -> Option<Syntax> {
    let known = WORDS.contains(&found) || found == "elements" || Whole::by_word(found, false).is_some();
    let of_array = |operands: &[Type]| {
        let first = operands.first()?;
        let (Type::Array(element) | Type::Look(element)) = first else { return None };
        let array = Type::Array(element.clone());
        let world = operands.last().filter(|last| **last == Type::World);
        Some(std::iter::once(array).chain(world.cloned()).collect())
    };
    known.then_some(Syntax::word(of_array))
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let (array, lengths) = written.types.split_first()?;
    let (_, depth) = innermost(array);
    let (ordered, lengths) = match lengths {
        [lengths @ .., Type::World] => (true, lengths),
        lengths => (false, lengths),
    };
    let place = |known| Position { depth, known, ordered };
    let storage = |lengths: &[Type]| {
        let name = |ty: &Type| if let Type::Real(name) = ty { Some(name.clone()) } else { None };
        let names: Option<Vec<Name>> = lengths.iter().map(name).collect();
        let names = names?;
        Some(if names.is_empty() { Storage::Growing } else { Storage::Fixed(names.into()) })
    };
    let op = match written.word.as_str() {
        "get" => ArrayOp::Get(place(false)),
        "get_again" => ArrayOp::Get(place(true)),
        "set" => ArrayOp::Set(place(false)),
        "set_again" => ArrayOp::Set(place(true)),
        "add_at" => ArrayOp::AddAt(place(false)),
        "add_again" => ArrayOp::AddAt(place(true)),
        "take" => ArrayOp::Take(place(false)),
        "take_again" => ArrayOp::Take(place(true)),
        "len" => ArrayOp::Len,
        "fill" => ArrayOp::Fill(storage(lengths)?, depth),
        "elements" => {
            let (count, lengths) = lengths.split_first()?;
            let Type::Tuple(elements) = count else { return None };
            ArrayOp::Literal(storage(lengths)?, elements.len())
        }
        "drop" => ArrayOp::Drop,
        "end" => ArrayOp::End,
        "zeros" => ArrayOp::Zeros,
        "add_all" => ArrayOp::AddAll,
        "total" => ArrayOp::Total,
        "lane" => ArrayOp::Lane,
        "given" => match lengths {
            [Type::Discrete(host)] => ArrayOp::Given(host.clone()),
            _ => return None,
        },
        "look" => ArrayOp::Look,
        "read" => ArrayOp::Read(place(false)),
        "read_again" => ArrayOp::Read(place(true)),
        "look_len" => ArrayOp::LookLen,
        word => ArrayOp::Whole(Whole::by_word(word, ordered)?),
    };
    Some(Operation::Array(op, array.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(op: &ArrayOp, array: &Type) -> Written {
    let mut types = vec![array.clone()];
    if let ArrayOp::Literal(_, count) = op {
        types.push(Type::tuple(vec![innermost(array).0.clone(); *count]));
    }
    if let ArrayOp::Literal(storage, _) | ArrayOp::Fill(storage, _) = op {
        types.extend(storage.lengths());
    }
    if let ArrayOp::Given(host) = op {
        types.push(Type::Discrete(host.clone()));
    }
    if op.is_ordered() {
        types.push(Type::World);
    }
    Written::new(word(op), types)
}

#[cfg(feature = "text")]
impl Storage {
    /// The lengths, as types by name.
    fn lengths(&self) -> Vec<Type> {
        match self {
            Self::Growing => Vec::new(),
            Self::Fixed(lengths) => lengths.iter().cloned().map(Type::Real).collect(),
        }
    }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(op: &ArrayOp, _: &Type) -> Symbol {
    let text = match op {
        ArrayOp::Get(_) => "a[i]",
        ArrayOp::Read(_) => "&a[i]",
        ArrayOp::Set(_) => "a[i] =",
        ArrayOp::AddAt(_) => "a[i] +=",
        ArrayOp::Take(_) => "take a[i]",
        ArrayOp::Len | ArrayOp::LookLen => "len",
        ArrayOp::Fill(..) => "fill",
        ArrayOp::Literal(..) => "[…]",
        ArrayOp::Drop => "drop",
        ArrayOp::End => "end",
        ArrayOp::Zeros => "zeros",
        ArrayOp::AddAll => "+=",
        ArrayOp::Total => "Σ",
        ArrayOp::Lane => "lane",
        ArrayOp::Given(_) => "given",
        ArrayOp::Look => "look",
        ArrayOp::Whole(op) => op.symbol(),
    };
    Symbol::Box(text.to_owned())
}

//! Arrays, of `Array(T)`: what is read and written hands the array on, so an array has one wire at a time.
//!
//! So there are no copies of arrays to be added, and no zero without a shape: the sensitivity of an array is an accumulator,
//! which goes the other way through the same edges. A read adds to it in place, a write takes from it. That is the adjoint of
//! the paper as it stands.
//!
//! Elements are found by one index for each dimension that is entered: `a[i][j]` has depth 2. An element is a real. On the way
//! there may be ranges: `a[b..c][i]`.
//!
//! A part of an array is split off for a while: what is left is an array with a hole, which is joined again. Each is the
//! pullback of the other, so where the forward pass splits an array, the reverse pass joins its accumulators.

mod place;
mod whole;

use std::sync::Arc;

pub use place::{PlaceStep, Position, Ranges};
pub use whole::{Checks, Cloned, Whole};

use super::Constant;
use super::prelude::*;
use crate::adjoint::{Runs, surgery};
#[cfg(feature = "text")]
use place::{without_steps, word_with_steps};

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
    /// How many elements it has, or the array in it at a place: `A ++ I -> A ++ usize`.
    Len(Position),
    /// A new array of these values and lengths, in the order of the layout: `(T | usize)… -> A`.
    New(Layout),
    /// The end of an array: `A -> []`.
    Drop,
    /// The end of an array, of which the shape is left: `A -> S`.
    End,
    /// An array of this shape, of zeros: `S -> A`.
    Zeros,
    /// Adds the elements of the second array to those of the first: `A ++ A -> A ++ A`.
    AddAll,
    /// The sum of all elements, or of some; there is one step for each dimension: `A -> A ++ T`.
    Total(Arc<[Along]>),
    /// A second wire for an array, of a call that takes it twice: `A -> A ++ A`. Nothing writes to the array on either until
    /// the second one ends, so there is still one array; its sensitivities have two accumulators.
    Lane,
    /// A look at an array of the host language, of this type there, of which nobody wants the sensitivity: `H -> L`.
    Given(TypeName),
    /// An array of the host language, of this type there, that is moved into the net: `H -> A`. Nobody wants its sensitivity.
    Own(TypeName),
    /// A look at an array that nothing writes to as long as somebody looks: `A -> A ++ L`.
    Look,
    /// Reads an element of what is looked at: `L ++ I -> T`.
    Read(Position),
    /// How many elements there are, or in the array at a place: `L ++ I -> usize`.
    LookLen(Position),
    /// What is done to all of it.
    Whole(Whole),
    /// Looks at a part of what is looked at: `L ++ I -> L`.
    Part(Position),
    /// Takes a part out of an array: `A ++ I -> A ++ A`, the part and what is left.
    Split(Position),
    /// Puts a part of an array back where it has been taken from: `A ++ A ++ I -> A`.
    Join(Position),
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

/// How a new array is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// It is a value that is given, no array.
    Value,
    /// These, one after the other; whether it owns its memory and may grow.
    Elements(bool, Arc<[Layout]>),
    /// This, as often as a length says, which is given after what this takes. If the length is a part of the type in the host
    /// language, it is written like this; else the array owns its memory and may grow.
    Repeat(Option<Name>, Arc<Layout>),
}

/// Which elements of a dimension are added up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Along {
    /// All of them.
    All,
    /// This one alone.
    At(usize),
}

impl Layout {
    /// A vector of one value, so many times.
    #[must_use]
    pub fn vector() -> Self {
        Self::Repeat(None, Self::Value.into())
    }

    /// How many arrays are inside of one another, down to the values, if that is the same everywhere.
    fn dimensions(&self) -> Option<usize> {
        match self {
            Self::Value => Some(0),
            Self::Elements(_, parts) => {
                // Nothing says what there would be in it.
                let Some((first, rest)) = parts.split_first() else { return Some(1) };
                let inside = first.dimensions()?;
                rest.iter().all(|part| part.dimensions() == Some(inside)).then_some(inside + 1)
            }
            Self::Repeat(_, inside) => Some(inside.dimensions()? + 1),
        }
    }

    /// What it takes: values, with where each is in the array, and lengths.
    fn operands(&self) -> Vec<Option<Vec<Along>>> {
        fn walk(layout: &Layout, path: &mut Vec<Along>, found: &mut Vec<Option<Vec<Along>>>) {
            match layout {
                Layout::Value => found.push(Some(path.clone())),
                Layout::Elements(_, parts) => {
                    for (at, part) in parts.iter().enumerate() {
                        path.push(Along::At(at));
                        walk(part, path, found);
                        path.pop();
                    }
                }
                Layout::Repeat(_, inside) => {
                    path.push(Along::All);
                    walk(inside, path, found);
                    path.pop();
                    found.push(None);
                }
            }
        }
        let mut found = Vec::new();
        walk(self, &mut Vec::new(), &mut found);
        found
    }
}

impl ArrayOp {
    /// The element that it is about, or the array in an array, if it is about one. That may be out of bounds, and in the order of effects.
    #[must_use]
    pub fn place(&self) -> Option<Position> {
        self.clone().place_mut().copied()
    }

    /// What the result at this place is. No operation says more about arrays than this: what is read, written and made.
    #[must_use]
    pub fn gives(&self, result: usize) -> Gives {
        match (self, result) {
            (Self::Whole(op), result) => op.gives(result),
            (Self::Get(_) | Self::Len(_) | Self::Total(_) | Self::Look | Self::Join(_), 0)
            | (Self::Lane | Self::Split(_), 0 | 1) => Gives::Same(0),
            (Self::AddAll, 1) => Gives::Same(1),
            (Self::Set(_) | Self::AddAt(_) | Self::Take(_) | Self::AddAll, 0) => Gives::Changed(0),
            (Self::New(_) | Self::Zeros | Self::Own(_), 0) => Gives::New,
            (
                Self::Get(_)
                | Self::Set(_)
                | Self::AddAt(_)
                | Self::Take(_)
                | Self::Len(_)
                | Self::New(_)
                | Self::Drop
                | Self::End
                | Self::Zeros
                | Self::AddAll
                | Self::Total(_)
                | Self::Lane
                | Self::Given(_)
                | Self::Own(_)
                | Self::Look
                | Self::Read(_)
                | Self::LookLen(_)
                | Self::Part(_)
                | Self::Split(_)
                | Self::Join(_),
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
            (Self::Len(place), 0) => Some(Self::LookLen(*place)),
            (Self::Whole(op), operand) => op.of_look(operand).map(Self::Whole),
            (
                Self::Get(_)
                | Self::Set(_)
                | Self::AddAt(_)
                | Self::Take(_)
                | Self::Len(_)
                | Self::New(_)
                | Self::Drop
                | Self::End
                | Self::Zeros
                | Self::AddAll
                | Self::Total(_)
                | Self::Lane
                | Self::Given(_)
                | Self::Own(_)
                | Self::Look
                | Self::Read(_)
                | Self::LookLen(_)
                | Self::Part(_)
                | Self::Split(_)
                | Self::Join(_),
                _,
            ) => None,
        }
    }

    fn place_mut(&mut self) -> Option<&mut Position> {
        match self {
            Self::Get(place)
            | Self::Set(place)
            | Self::AddAt(place)
            | Self::Take(place)
            | Self::Read(place)
            | Self::Len(place)
            | Self::LookLen(place)
            | Self::Part(place)
            | Self::Split(place)
            | Self::Join(place) => Some(place),
            Self::New(_)
            | Self::Drop
            | Self::End
            | Self::Zeros
            | Self::AddAll
            | Self::Total(_)
            | Self::Lane
            | Self::Given(_)
            | Self::Own(_)
            | Self::Look
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

fn index() -> Type {
    Type::discrete("usize")
}

/// The shape of an array is of a type that only the host language knows. That of an array of arrays has a name here, because
/// it may own memory: what is in it may be of different lengths.
fn shape(array: &Type) -> Type {
    if element(array, 1).is_some_and(Type::is_array) { Type::discrete(SHAPE) } else { Type::unnamed_discrete() }
}

/// The name of the type of the shapes of arrays of arrays, which no type of the host language has.
const SHAPE: &str = "shape_of_arrays";

impl Type {
    /// Whether this is the type of the shapes of arrays of arrays.
    #[must_use]
    pub fn is_shape_of_arrays(&self) -> bool {
        matches!(self, Self::Discrete(TypeName::Named(name)) if &**name == SHAPE)
    }
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
    let with = |first: Type, place: &Position, last: Option<Type>| -> Vec<Type> {
        std::iter::once(first).chain(std::iter::repeat_n(index(), place.operands())).chain(last).collect()
    };
    let array = || array.clone();
    match op {
        ArrayOp::Get(place) | ArrayOp::Take(place) => (with(array(), place, None), vec![array(), at(place.depth)]),
        ArrayOp::Set(place) | ArrayOp::AddAt(place) => (with(array(), place, Some(at(place.depth))), vec![array()]),
        ArrayOp::Len(place) => (with(array(), place, None), vec![array(), index()]),
        ArrayOp::Part(place) => (with(look(&array()), place, None), vec![look(&at(place.depth))]),
        ArrayOp::Split(place) => (with(array(), place, None), vec![at(place.depth), array()]),
        ArrayOp::Join(place) => {
            let mut inputs = with(array(), place, None);
            inputs.insert(0, at(place.depth));
            (inputs, vec![array()])
        }
        ArrayOp::New(layout) => {
            let scalar = innermost(&array()).0.clone();
            let operand = |path: Option<_>| if path.is_some() { scalar.clone() } else { index() };
            (layout.operands().into_iter().map(operand).collect(), vec![array()])
        }
        ArrayOp::Drop => (vec![array()], Vec::new()),
        ArrayOp::End => (vec![array()], vec![shape(&array())]),
        ArrayOp::Zeros => (vec![shape(&array())], vec![array()]),
        ArrayOp::Lane => (vec![array()], vec![array(); 2]),
        ArrayOp::Given(host) => (vec![Type::Discrete(host.clone())], vec![look(&array())]),
        ArrayOp::Own(host) => (vec![Type::Discrete(host.clone())], vec![array()]),
        ArrayOp::AddAll => (vec![array(); 2], vec![array(); 2]),
        ArrayOp::Total(_) => (vec![array()], vec![array(), innermost(&array()).0.clone()]),
        ArrayOp::Look => (vec![array()], vec![array(), look(&array())]),
        ArrayOp::Read(place) => (with(look(&array()), place, None), vec![at(place.depth)]),
        ArrayOp::LookLen(place) => (with(look(&array()), place, None), vec![index()]),
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
        | ArrayOp::Read(Position { depth, .. }) => *depth == dimensions,
        // What is reached is an array.
        ArrayOp::Len(Position { depth, .. })
        | ArrayOp::LookLen(Position { depth, .. })
        | ArrayOp::Part(Position { depth, .. })
        | ArrayOp::Split(Position { depth, .. })
        | ArrayOp::Join(Position { depth, .. }) => *depth < dimensions,
        ArrayOp::New(layout) => layout.dimensions() == Some(dimensions),
        ArrayOp::Total(path) => path.len() == dimensions,
        ArrayOp::Whole(op) => dimensions == 1 || !op.is_of_scalars(),
        ArrayOp::Drop
        | ArrayOp::End
        | ArrayOp::Zeros
        | ArrayOp::AddAll
        | ArrayOp::Lane
        | ArrayOp::Given(_)
        | ArrayOp::Own(_)
        | ArrayOp::Look => true,
    };
    if whole { Ok(()) } else { Err("it does not go as deep as its array") }
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
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::AddAt(place.reached())), &operands)
        })),
        // What was there before gets nothing, what is written gets what has been added since.
        ArrayOp::Set(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Take(place.reached())), &operands)
        })),
        ArrayOp::AddAt(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Get(place.reached())), &operands)
        })),
        ArrayOp::Take(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::Set(place.reached())), &operands)
        })),
        ArrayOp::Len(_) | ArrayOp::Look => Derivative::Pullback(Pullback::moving(|around| Ok(around.sensitivity(0)))),
        // Each value gets what has been added where it is.
        ArrayOp::New(layout) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut accumulator = around.sensitivity(0);
            let mut taken = Vec::new();
            for path in layout.operands().into_iter().flatten() {
                let at = |along: &Along| if let Along::At(at) = along { Some(*at) } else { None };
                let indices: Option<Vec<usize>> = path.iter().map(at).collect();
                let op = if let Some(indices) = indices {
                    for at in indices {
                        let at = Constant::Integer(i128::try_from(at).unwrap_or(i128::MAX));
                        accumulator.push(around.builder.op1(Operation::Constant(at, index()), &[])?);
                    }
                    ArrayOp::Get(Position::checked(path.len()).reached())
                } else {
                    ArrayOp::Total(path.into())
                };
                accumulator = around.builder.op(moving(op), &accumulator)?;
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
        ArrayOp::Given(_) | ArrayOp::Part(_) | ArrayOp::LookLen(_) => Derivative::Zero,
        ArrayOp::Split(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = [around.sensitivity(0), around.sensitivity(1)].concat();
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Join(place.reached())), &operands)
        })),
        ArrayOp::Join(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((2..2 + place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Split(place.reached())), &operands)
        })),
        ArrayOp::Zeros | ArrayOp::Own(_) => Derivative::Pullback(Pullback::moving(move |around| {
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
        ArrayOp::End | ArrayOp::Total(_) | ArrayOp::Read(_) => Derivative::Missing,
    }
}

#[cfg(feature = "evaluate")]
mod meaning {
    use super::place::meaning::{at, join, length, part, split};
    use super::{Along, ArrayOp, Layout, Type};
    use crate::evaluate::{Datum, EvaluateError, machine};

    type Result<T> = std::result::Result<T, EvaluateError>;

    pub(super) const OUT_OF_BOUNDS: EvaluateError = EvaluateError::Panic("index out of bounds");

    pub(super) fn elements(array: &mut Datum) -> Result<&mut Vec<Datum>> {
        if let Datum::Array(elements) = array {
            return Ok(elements);
        }
        Err(machine::mismatch(&Type::Array(Type::f64().into()), array))
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

    /// A new array, of the operands that are left.
    fn made(layout: &Layout, given: &mut std::vec::IntoIter<Datum>) -> Result<Datum> {
        match layout {
            Layout::Value => given.next().ok_or(EvaluateError::Invalid),
            Layout::Elements(_, parts) => {
                parts.iter().map(|part| made(part, given)).collect::<Result<_>>().map(Datum::Array)
            }
            Layout::Repeat(_, inside) => {
                let value = made(inside, given)?;
                let count = machine::integer(&given.next().ok_or(EvaluateError::Invalid)?)?;
                let count = usize::try_from(count).map_err(|_| OUT_OF_BOUNDS)?;
                Ok(Datum::Array(vec![value; count]))
            }
        }
    }

    fn total(array: &mut Datum, path: &[Along]) -> Result<f64> {
        let Some((along, rest)) = path.split_first() else { return real(array) };
        let elements = elements(array)?;
        match along {
            Along::All => elements.iter_mut().try_fold(0.0, |sum, element| Ok(sum + total(element, rest)?)),
            Along::At(at) => total(elements.get_mut(*at).ok_or(OUT_OF_BOUNDS)?, rest),
        }
    }

    pub(super) fn of(op: &ArrayOp, scalar: &Type, mut given: Vec<Datum>) -> Result<Vec<Datum>> {
        let zero = || machine::zero(scalar);
        match op {
            ArrayOp::New(layout) => Ok(vec![made(layout, &mut given.into_iter())?]),
            ArrayOp::AddAll => {
                let from = given.pop().ok_or(EvaluateError::Invalid)?;
                add_all(scalar, &mut given[0], &from)?;
                given.push(from);
                Ok(given)
            }
            ArrayOp::Part(place) => {
                let bounds = given.split_off(1);
                Ok(vec![part(&mut given[0], *place, &bounds)?])
            }
            ArrayOp::Split(place) => {
                let bounds = given.split_off(1);
                let part = split(&mut given[0], *place, &bounds)?;
                given.insert(0, part);
                Ok(given)
            }
            ArrayOp::Join(place) => {
                let bounds = given.split_off(2);
                let mut rest = given.pop().ok_or(EvaluateError::Invalid)?;
                join(given.remove(0), &mut rest, *place, &bounds)?;
                Ok(vec![rest])
            }
            ArrayOp::Set(place) => {
                let value = given.pop().ok_or(EvaluateError::Invalid)?;
                let indices = given.split_off(1);
                debug_assert_eq!(indices.len(), place.operands());
                *at(&mut given[0], *place, &indices)? = value;
                Ok(given)
            }
            ArrayOp::AddAt(place) => {
                let value = given.pop().ok_or(EvaluateError::Invalid)?;
                let indices = given.split_off(1);
                let element = at(&mut given[0], *place, &indices)?;
                *element = machine::plus(scalar, element, &value)?;
                Ok(given)
            }
            ArrayOp::Get(place) | ArrayOp::Read(place) => {
                let indices = given.split_off(1);
                let value = at(&mut given[0], *place, &indices)?.clone();
                if matches!(op, ArrayOp::Read(_)) {
                    return Ok(vec![value]);
                }
                given.push(value);
                Ok(given)
            }
            ArrayOp::Take(place) => {
                let indices = given.split_off(1);
                let value = std::mem::replace(at(&mut given[0], *place, &indices)?, zero()?);
                given.push(value);
                Ok(given)
            }
            ArrayOp::Len(place) | ArrayOp::LookLen(place) => {
                let indices = given.split_off(1);
                let count = length(&mut given[0], *place, &indices)?;
                if matches!(op, ArrayOp::LookLen(_)) {
                    return Ok(vec![count]);
                }
                given.push(count);
                Ok(given)
            }
            ArrayOp::Drop => Ok(Vec::new()),
            // A shape is an array of zeros.
            ArrayOp::End | ArrayOp::Zeros => {
                each(&mut given[0], &mut |real| {
                    *real = zero()?;
                    Ok(())
                })?;
                Ok(given)
            }
            ArrayOp::Given(_) | ArrayOp::Own(_) => Ok(given),
            ArrayOp::Whole(op) => op.meaning(scalar, given),
            ArrayOp::Lane | ArrayOp::Look => {
                given.push(given[0].clone());
                Ok(given)
            }
            ArrayOp::Total(path) => {
                let total = total(&mut given[0], path)?;
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

/// The words of the operations: on places, first where the bounds are checked, then where they are known; and on arrays.
#[cfg(feature = "text")]
const WORDS: [&str; 29] = [
    "get",
    "get_again",
    "set",
    "set_again",
    "add_at",
    "add_again",
    "take",
    "take_again",
    "read",
    "read_again",
    "len",
    "len_again",
    "look_len",
    "look_len_again",
    "new",
    "drop",
    "end",
    "zeros",
    "add_all",
    "lane",
    "given",
    "own",
    "look",
    "part",
    "part_again",
    "split",
    "split_again",
    "join",
    "join_again",
];

#[cfg(feature = "text")]
fn word(op: &ArrayOp) -> &'static str {
    let of = |place: &Position, checked, known| if place.known && place.operands() > 0 { known } else { checked };
    match op {
        ArrayOp::Get(place) => of(place, "get", "get_again"),
        ArrayOp::Set(place) => of(place, "set", "set_again"),
        ArrayOp::AddAt(place) => of(place, "add_at", "add_again"),
        ArrayOp::Take(place) => of(place, "take", "take_again"),
        ArrayOp::Read(place) => of(place, "read", "read_again"),
        ArrayOp::Len(place) => of(place, "len", "len_again"),
        ArrayOp::LookLen(place) => of(place, "look_len", "look_len_again"),
        ArrayOp::New(_) => "new",
        ArrayOp::Drop => "drop",
        ArrayOp::End => "end",
        ArrayOp::Zeros => "zeros",
        ArrayOp::AddAll => "add_all",
        ArrayOp::Total(_) => "total",
        ArrayOp::Lane => "lane",
        ArrayOp::Given(_) => "given",
        ArrayOp::Own(_) => "own",
        ArrayOp::Look => "look",
        ArrayOp::Whole(op) => op.word(),
        ArrayOp::Part(place) => of(place, "part", "part_again"),
        ArrayOp::Split(place) => of(place, "split", "split_again"),
        ArrayOp::Join(place) => of(place, "join", "join_again"),
    }
}

/// The types are that of the array, what else the operation says of itself, written as a type, and the order of effects.
#[cfg(feature = "text")]
pub(super) fn syntax(found: &str) -> Option<Syntax> {
    let (found, _) = without_steps(found)?;
    let known = WORDS.contains(&found) || found == "total" || Whole::by_word(found, false).is_some();
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
    let (array, further) = written.types.split_first()?;
    let (_, dimensions) = innermost(array);
    let (ordered, further) = match further {
        [further @ .., Type::World] => (true, further),
        further => (false, further),
    };
    let (word, steps) = without_steps(&written.word)?;
    let element = |known| Position { known, ordered, ..steps.unwrap_or(Position::checked(dimensions)) };
    let part = |known| steps.map(|steps| Position { known, ordered, ..steps });
    let length = |known: bool| match (part(known), further) {
        (Some(part), _) => Some(part),
        (None, []) => Some(Position::WHOLE),
        (None, [Type::Tuple(indices)]) => Some(Position { known, ordered, ..Position::checked(indices.len()) }),
        _ => None,
    };
    let op = match word {
        "get" => ArrayOp::Get(element(false)),
        "get_again" => ArrayOp::Get(element(true)),
        "set" => ArrayOp::Set(element(false)),
        "set_again" => ArrayOp::Set(element(true)),
        "add_at" => ArrayOp::AddAt(element(false)),
        "add_again" => ArrayOp::AddAt(element(true)),
        "take" => ArrayOp::Take(element(false)),
        "take_again" => ArrayOp::Take(element(true)),
        "read" => ArrayOp::Read(element(false)),
        "read_again" => ArrayOp::Read(element(true)),
        "len" => ArrayOp::Len(length(false)?),
        "len_again" => ArrayOp::Len(length(true)?),
        "look_len" => ArrayOp::LookLen(length(false)?),
        "look_len_again" => ArrayOp::LookLen(length(true)?),
        "new" => match further {
            [layout] => ArrayOp::New(Layout::of_type(layout)?),
            _ => return None,
        },
        "drop" => ArrayOp::Drop,
        "end" => ArrayOp::End,
        "zeros" => ArrayOp::Zeros,
        "add_all" => ArrayOp::AddAll,
        "total" => match further {
            [] => ArrayOp::Total(vec![Along::All; dimensions].into()),
            [Type::Tuple(path)] => ArrayOp::Total(path.iter().map(Along::of_type).collect::<Option<_>>()?),
            _ => return None,
        },
        "lane" => ArrayOp::Lane,
        "given" => match further {
            [Type::Discrete(host)] => ArrayOp::Given(host.clone()),
            _ => return None,
        },
        "own" => match further {
            [Type::Discrete(host)] => ArrayOp::Own(host.clone()),
            _ => return None,
        },
        "look" => ArrayOp::Look,
        "part" => ArrayOp::Part(part(false)?),
        "part_again" => ArrayOp::Part(part(true)?),
        "split" => ArrayOp::Split(part(false)?),
        "split_again" => ArrayOp::Split(part(true)?),
        "join" => ArrayOp::Join(part(false)?),
        "join_again" => ArrayOp::Join(part(true)?),
        word => ArrayOp::Whole(Whole::by_word(word, ordered)?),
    };
    Some(Operation::Array(op, array.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(op: &ArrayOp, array: &Type) -> Written {
    let mut types = vec![array.clone()];
    match op {
        ArrayOp::New(layout) => types.push(layout.as_type(innermost(array).0)),
        ArrayOp::Total(path) if path.iter().all(|along| *along == Along::All) => {}
        ArrayOp::Total(path) => types.push(Type::tuple(path.iter().map(|along| along.as_type()))),
        ArrayOp::Given(host) | ArrayOp::Own(host) => types.push(Type::Discrete(host.clone())),
        ArrayOp::Len(place) | ArrayOp::LookLen(place) if place.depth > 0 && place.ranges.count() == 0 => {
            types.push(Type::tuple(vec![index(); place.depth]));
        }
        ArrayOp::Get(_)
        | ArrayOp::Set(_)
        | ArrayOp::AddAt(_)
        | ArrayOp::Take(_)
        | ArrayOp::Read(_)
        | ArrayOp::Len(_)
        | ArrayOp::LookLen(_)
        | ArrayOp::Drop
        | ArrayOp::End
        | ArrayOp::Zeros
        | ArrayOp::AddAll
        | ArrayOp::Lane
        | ArrayOp::Look
        | ArrayOp::Whole(_)
        | ArrayOp::Part(_)
        | ArrayOp::Split(_)
        | ArrayOp::Join(_) => {}
    }
    if op.is_ordered() {
        types.push(Type::World);
    }
    Written::new(&word_with_steps(op), types)
}

/// As a type: a value is its own type. `Array` is memory that may grow, of a tuple or of one thing repeated; `Look` is a tuple of
/// a fixed length, and `Option` of a length and what is repeated is that.
#[cfg(feature = "text")]
impl Layout {
    fn as_type(&self, scalar: &Type) -> Type {
        match self {
            Self::Value => scalar.clone(),
            Self::Elements(growing, parts) => {
                let parts = Arc::new(Type::Tuple(parts.iter().map(|part| part.as_type(scalar)).collect()));
                if *growing { Type::Array(parts) } else { Type::Look(parts) }
            }
            Self::Repeat(None, inside) => Type::Array(inside.as_type(scalar).into()),
            Self::Repeat(Some(length), inside) => {
                let both = vec![Type::Real(length.clone()), inside.as_type(scalar)];
                Type::Option(Type::Tuple(both.into()).into())
            }
        }
    }

    fn of_type(ty: &Type) -> Option<Self> {
        match ty {
            Type::Real(_) => Some(Self::Value),
            Type::Array(inside) | Type::Look(inside) => {
                let growing = ty.is_array();
                if let Type::Tuple(parts) = &**inside {
                    let parts = parts.iter().map(Self::of_type).collect::<Option<_>>()?;
                    return Some(Self::Elements(growing, parts));
                }
                growing.then(|| Self::of_type(inside))?.map(|inside| Self::Repeat(None, inside.into()))
            }
            Type::Option(both) => {
                let Type::Tuple(both) = &**both else { return None };
                let [Type::Real(length), inside] = &both[..] else { return None };
                Some(Self::Repeat(Some(length.clone()), Self::of_type(inside)?.into()))
            }
            Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Tape(_)
            | Type::World => None,
        }
    }
}

/// As a type: `usize` for all, a name for one.
#[cfg(feature = "text")]
impl Along {
    fn as_type(self) -> Type {
        match self {
            Self::All => index(),
            Self::At(at) => Type::Real(at.to_string().into()),
        }
    }

    fn of_type(ty: &Type) -> Option<Self> {
        if let Type::Real(at) = ty { at.parse().ok().map(Self::At) } else { (*ty == index()).then_some(Self::All) }
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
        ArrayOp::Len(_) | ArrayOp::LookLen(_) => "len",
        ArrayOp::New(Layout::Repeat(..)) => "fill",
        ArrayOp::New(_) => "[…]",
        ArrayOp::Drop => "drop",
        ArrayOp::End => "end",
        ArrayOp::Zeros => "zeros",
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
    };
    Symbol::Box(text.to_owned())
}

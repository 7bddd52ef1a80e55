//! Arrays, of `Array(T)`: what is read and written hands the array on, so an array has one wire at a time.
//!
//! So there are no copies of arrays to be added, and no zero without a shape. The sensitivity of an array is an accumulator,
//! which goes the other way through the same edges. A read adds to it in place, a write takes from it. That is the adjoint of
//! the paper as it stands.
//!
//! Elements are found by one index for each dimension that is entered: `a[i][j]` has depth 2. An element is a real or a struct. On the
//! way there may be ranges: `a[b..c][i]`.
//!
//! A part of an array is split off for a while: what is left is an array with a hole, which is joined again. Each is the
//! pullback of the other, so where the forward pass splits an array, the reverse pass joins its accumulators. A field of all structs in
//! an array is such a part too: `a[i].x` is an element of it.

mod layout;
#[cfg(feature = "evaluate")]
mod meaning;
mod place;
mod pullback;
mod shaped;
mod signature;
#[cfg(feature = "text")]
mod text;
pub(super) mod undo;
mod whole;

use std::sync::Arc;

pub use layout::{Along, Layout};
pub use place::{PlaceStep, Position, Ranges};
pub use whole::{Checks, Cloned, End, Whole};

#[cfg(feature = "evaluate")]
pub(super) use meaning::meaning;
pub(super) use pullback::derivative;
#[cfg(feature = "draw")]
pub(super) use signature::symbol;
pub(super) use signature::{fits, nature, signature, types_mut};
#[cfg(feature = "text")]
pub(super) use text::{read, syntax, write};

use super::prelude::*;
use super::record::Record;

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
    /// The shape of an array: `A -> A ++ S`.
    Shape,
    /// The shape of a struct in an array: `A ++ I -> A ++ S`.
    ShapeAt(Position),
    /// The shape of a struct that has been in an array: `T -> S`.
    ShapeOf,
    /// Gives a sensitivity in an accumulator, to which nothing has been added, this shape: `A ++ I ++ S -> A`.
    FitAt(Position),
    /// An array of this shape, of zeros: `S -> A`.
    Zeros,
    /// Lets an accumulator that other code has given have this shape, if nothing was added to it: `A ++ S -> A`.
    Fit,
    /// From here on, what is written to an array is undone in the reverse pass: `A -> U`.
    Undo,
    /// From here on, it is not undone any more: the reverse pass begins with a copy of what is there, made like this: `U -> A`.
    Settle(Cloned),
    /// What happens to an array comes after what has happened to its accumulator: `A ++ Ā -> A ++ Ā`.
    After,
    /// Adds the elements of the second array to those of the first: `A ++ A -> A ++ A`.
    AddAll,
    /// The sum of all elements, or of some; there is one step for each dimension: `A -> A ++ T`.
    Total(Arc<[Along]>),
    /// A second wire for an array, of a call that takes it twice: `A -> A ++ A`. Nothing writes to the array on either until
    /// the second one ends, so there is still one array; its sensitivities have two accumulators.
    Lane,
    /// A look at an array of the host language, of this type there, of which nobody wants the sensitivity: `H -> L`.
    Given(TypeName),
    /// Reads an element of an array of the host language, of this type there, of which nobody wants the sensitivity:
    /// `H ++ I -> T`.
    Datum(TypeName, Position),
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
    /// Gives an array back to who lent it to be changed, and may write to it from now on: `A -> A`.
    GiveBack,
    /// Exchanges an array in an array for another one: `A ++ I ++ A -> A ++ A`, the array and what has been there.
    Replace(Position),
    /// Takes a field of all structs in an array out, the only one named: `A -> F ++ A`, an array of what is in the field, and what is
    /// left.
    SplitField(Arc<Record>),
    /// Puts a field back where it has been taken from: `F ++ A -> A`.
    JoinField(Arc<Record>),
    /// Looks at a field of all structs in what is looked at, the only one named: `L -> L`.
    PartField(Arc<Record>),
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
            (
                Self::Get(_)
                | Self::Len(_)
                | Self::Total(_)
                | Self::Look
                | Self::Join(_)
                | Self::JoinField(_)
                | Self::Shape
                | Self::ShapeAt(_)
                | Self::Undo
                | Self::Settle(_)
                | Self::After,
                0,
            )
            | (Self::Lane | Self::Split(_) | Self::SplitField(_), 0 | 1) => Gives::Same(0),
            (Self::AddAll | Self::After, 1) => Gives::Same(1),
            (
                Self::Set(_)
                | Self::AddAt(_)
                | Self::Take(_)
                | Self::Fit
                | Self::FitAt(_)
                | Self::AddAll
                | Self::GiveBack
                | Self::Replace(_),
                0,
            ) => Gives::Changed(0),
            (Self::New(_) | Self::Zeros | Self::Own(_), 0) | (Self::Replace(_), 1) => Gives::New,
            (
                Self::Get(_)
                | Self::Set(_)
                | Self::AddAt(_)
                | Self::Take(_)
                | Self::Len(_)
                | Self::New(_)
                | Self::Drop
                | Self::End
                | Self::Shape
                | Self::ShapeAt(_)
                | Self::ShapeOf
                | Self::FitAt(_)
                | Self::Undo
                | Self::Settle(_)
                | Self::After
                | Self::Zeros
                | Self::Fit
                | Self::AddAll
                | Self::Total(_)
                | Self::Lane
                | Self::Given(_)
                | Self::Datum(..)
                | Self::Own(_)
                | Self::Look
                | Self::Read(_)
                | Self::LookLen(_)
                | Self::Part(_)
                | Self::Split(_)
                | Self::Join(_)
                | Self::GiveBack
                | Self::Replace(_)
                | Self::SplitField(_)
                | Self::JoinField(_)
                | Self::PartField(_),
                _,
            ) => Gives::Other,
        }
    }

    /// The results that are the array of this operand.
    pub fn same(&self, operand: usize) -> impl Iterator<Item = usize> {
        // No operation gives more arrays than two.
        (0..2).filter(move |&result| self.gives(result) == Gives::Same(operand))
    }

    /// Whether the array of this operand becomes a part of another one.
    #[must_use]
    pub fn moves(&self, operand: usize) -> bool {
        match self {
            Self::Replace(place) => operand == 1 + place.operands(),
            Self::Whole(op) => op.moves(operand),
            Self::New(layout) => layout.takes_values().get(operand) == Some(&true),
            Self::Get(_)
            | Self::Set(_)
            | Self::AddAt(_)
            | Self::Take(_)
            | Self::Len(_)
            | Self::Drop
            | Self::End
            | Self::Shape
            | Self::ShapeAt(_)
            | Self::ShapeOf
            | Self::FitAt(_)
            | Self::Undo
            | Self::Settle(_)
            | Self::After
            | Self::Zeros
            | Self::Fit
            | Self::AddAll
            | Self::Total(_)
            | Self::Lane
            | Self::Given(_)
            | Self::Datum(..)
            | Self::Own(_)
            | Self::Look
            | Self::Read(_)
            | Self::LookLen(_)
            | Self::Part(_)
            | Self::Split(_)
            | Self::Join(_)
            | Self::SplitField(_)
            | Self::JoinField(_)
            | Self::PartField(_)
            | Self::GiveBack => false,
        }
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
                | Self::Shape
                | Self::ShapeAt(_)
                | Self::ShapeOf
                | Self::FitAt(_)
                | Self::Undo
                | Self::Settle(_)
                | Self::After
                | Self::Zeros
                | Self::Fit
                | Self::AddAll
                | Self::Total(_)
                | Self::Lane
                | Self::Given(_)
                | Self::Datum(..)
                | Self::Own(_)
                | Self::Look
                | Self::Read(_)
                | Self::LookLen(_)
                | Self::Part(_)
                | Self::Split(_)
                | Self::Join(_)
                | Self::GiveBack
                | Self::Replace(_)
                | Self::SplitField(_)
                | Self::JoinField(_)
                | Self::PartField(_),
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
            | Self::ShapeAt(place)
            | Self::FitAt(place)
            | Self::Read(place)
            | Self::Datum(_, place)
            | Self::Len(place)
            | Self::LookLen(place)
            | Self::Part(place)
            | Self::Split(place)
            | Self::Join(place)
            | Self::Replace(place) => Some(place),
            Self::New(_)
            | Self::Drop
            | Self::End
            | Self::Shape
            | Self::ShapeOf
            | Self::Undo
            | Self::Settle(_)
            | Self::After
            | Self::Zeros
            | Self::Fit
            | Self::AddAll
            | Self::Total(_)
            | Self::Lane
            | Self::Given(_)
            | Self::Own(_)
            | Self::Look
            | Self::GiveBack
            | Self::SplitField(_)
            | Self::JoinField(_)
            | Self::PartField(_)
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

    /// The same where the place may be missing.
    pub(crate) fn checked(&self) -> Self {
        let mut checked = self.clone();
        if let Some(place) = checked.place_mut() {
            place.known = false;
        }
        checked
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

/// The shape of an array is of a type that only the host language knows. That of an array of arrays or structs has a name here,
/// because it may own memory: what is in it may be of different lengths.
pub(crate) fn shape(array: &Type) -> Type {
    let is_number = matches!(element(array, 1), Some(Type::Real(_)));
    if is_number { Type::unnamed_discrete() } else { Type::discrete(SHAPE) }
}

/// The type of the shape of a struct, which may own memory as well.
fn shape_of_struct() -> Type {
    Type::discrete(SHAPE)
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
        Type::Array(element) | Type::Undone(element) => Some(&**element),
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
pub(crate) fn innermost(array: &Type) -> (&Type, usize) {
    let mut depth = 0;
    let mut ty = array;
    while let Some(inner) = element(ty, 1) {
        (ty, depth) = (inner, depth + 1);
    }
    (ty, depth)
}

/// The type of what is in a field of all structs in an array.
#[must_use]
pub fn column_of(array: &Type, record: &Record) -> Type {
    match (array, record.fields.as_slice()) {
        (Type::Array(element), _) => Type::Array(column_of(element, record).into()),
        (Type::Undone(element), _) => Type::Undone(column_of(element, record).into()),
        (_, [(_, field)]) => field.clone(),
        (other, _) => other.clone(),
    }
}

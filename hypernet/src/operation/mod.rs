//! Operations: what an edge does beside the structure of a cartesian closed category.
//!
//! The table below has one line for each operation: its name, what it is made of, and the module that says all about it.
//! A module has a function for each question that the rest of the crate asks, and there is no default for any of them: an
//! operation that leaves one open does not compile. The questions are
//!
//! | function | question |
//! |---|---|
//! | `signature` | What does it take, and what does it give? |
//! | `fits` | Do the types that it is made of fit together? |
//! | `types_mut` | Which types is it made of? |
//! | `nature` | May it panic? How do rewriting rules copy it? Which of its operands does it run? In which is it linear? |
//! | `derivative` | What are its forward pass and its pullback? |
//! | `meaning` | What does it give on numbers? |
//! | `syntax`, `read`, `write` | How does it stand in the textual form? |
//! | `symbol` | How is it drawn? |
//!
//! So a new operation is one file here and one line of the table; its emission is the host's.

#![expect(
    clippy::unnecessary_wraps,
    clippy::trivially_copy_pass_by_ref,
    reason = "each question is asked of all operations in one way"
)]
#![cfg_attr(
    feature = "evaluate",
    expect(clippy::needless_pass_by_value, reason = "each question is asked of all operations in one way")
)]

mod array;
mod cast;
mod cond;
mod constant;
mod discrete;
mod fold;
mod foreign;
mod form;
mod function;
#[cfg(feature = "evaluate")]
mod meaning;
mod option;
mod real;
mod record;
mod same;
mod select;
mod sensitivity;
mod tuple;
#[cfg(feature = "text")]
mod written;

use std::ops::Range;
use std::sync::Arc;

pub(crate) use array::undo::{is_undoable, keep_before_call, put_back_after_call};
pub use array::{Along, ArrayOp, Checks, Cloned, End, Gives, Layout, PlaceStep, Position, Ranges, Whole, column_of};
pub(crate) use array::{innermost, shape};
pub use constant::Constant;
pub use discrete::{Comparison, DiscreteOp};
pub(crate) use fold::count_type;
pub use fold::{Fold, Limit, Sequence};
pub use foreign::Foreign;
pub use form::Form;
pub use function::FunctionConstant;
pub use record::{Field, Record};
#[cfg(feature = "text")]
pub(crate) use written::{Head, HeadKind, Syntax, Tail, TailKind, Written};

use crate::adjoint::{Runs, Undoes};
#[cfg(feature = "evaluate")]
use crate::evaluate::{Datum, Environment, EvaluateError, Outcome};
use crate::primitive::Primitive;
use crate::pullback::Pullback;
use crate::types::{Agree, FunctionType, Name, Type, TypeName};

/// Makes the enum of operations and the dispatch of each question to the module of each operation.
macro_rules! operations {
    ($($(#[$doc:meta])* $variant:ident ($($part:ident: $ty:ty),*) in $($module:ident)::+;)*) => {
        /// A labelled operation.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Operation {
            $($(#[$doc])* $variant($($ty),*),)*
        }

        impl Operation {
            /// The types of its inputs and of its outputs.
            #[must_use]
            pub fn signature(&self) -> (Vec<Type>, Vec<Type>) {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::signature($($part),*),)*
                }
            }

            /// Whether the types that it is made of fit together, where types have to agree like this.
            ///
            /// # Errors
            /// If they do not; the text says why.
            pub fn fits(&self, agree: Agree) -> Result<(), &'static str> {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::fits($($part,)* agree),)*
                }
            }

            /// Changes each type that it is made of.
            pub(crate) fn types_mut(&mut self, change: &mut dyn FnMut(&mut Type)) {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::types_mut($($part,)* change),)*
                }
            }

            /// How rewriting rules have to treat it.
            #[must_use]
            pub fn nature(&self) -> Nature {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::nature($($part),*),)*
                }
            }

            /// Its forward pass and its pullback.
            pub(crate) fn derivative(&self) -> Derivative<'_> {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::derivative($($part),*),)*
                }
            }

            /// What it gives for these values, or which function it runs on which values.
            #[cfg(feature = "evaluate")]
            pub(crate) fn meaning(
                &self,
                operands: Vec<Datum>,
                environment: &Environment,
            ) -> Result<Outcome, EvaluateError> {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::meaning($($part,)* operands, environment),)*
                }
            }

            /// How it stands in the textual form.
            #[cfg(feature = "text")]
            pub(crate) fn write(&self) -> Written {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::write($($part),*),)*
                }
            }

            /// How it is drawn.
            #[cfg(feature = "draw")]
            pub(crate) fn symbol(&self) -> Symbol {
                match self {
                    $(Self::$variant($($part),*) => $($module)::+::symbol($($part),*),)*
                }
            }
        }

        /// What may stand beside this word in the textual form, if it is the word of an operation. Operations with one word
        /// in common have the same syntax.
        #[cfg(feature = "text")]
        pub(crate) fn syntax(word: &str) -> Option<Syntax> {
            None$(.or_else(|| $($module)::+::syntax(word)))*
        }

        /// The operation that is written like this; it has a syntax.
        #[cfg(feature = "text")]
        pub(crate) fn read(written: &Written) -> Option<Operation> {
            None$(.or_else(|| {
                $($module)::+::syntax(&written.word)?;
                $($module)::+::read(written)
            }))*
        }
    };
}

operations! {
    /// `[] -> T`.
    Constant(constant: Constant, ty: Type) in constant;
    /// A primitive of the real vocabulary at the scalar type named.
    Primitive(primitive: Primitive, scalar: Name) in real;
    /// `⊕`, the addition of sensitivities: `T ++ T -> T`.
    Plus(ty: Type) in sensitivity::plus;
    /// `0̄`, the zero sensitivity: `[] -> T`.
    Zero(ty: Type) in sensitivity::zero;
    /// A comparison: `T ++ T -> bool`.
    Compare(comparison: Comparison, ty: Type) in discrete::compare;
    /// An operation on discrete values of this type: `T -> T` or `T ++ T -> T`.
    Discrete(op: DiscreteOp, name: TypeName) in discrete::discrete;
    /// The same in the order of effects, because it may panic: `T ++ T ++ W -> T ++ W`.
    Ordered(op: DiscreteOp, name: TypeName) in discrete::ordered;
    /// A conversion between scalars (of `as`): `from -> to`.
    Cast(from: Type, to: Type) in cast;
    /// A value under another type, of which only the host knows that it is the same: `from -> to`.
    Same(from: Type, to: Type) in same;
    /// `bool ++ T ++ T -> T`: the first if the condition holds, else the second; both are evaluated.
    Select(ty: Type) in select;
    /// Groups stems in one.
    Pack(parts: Arc<[Type]>) in tuple::pack;
    /// Undoes [`Operation::Pack`].
    Unpack(parts: Arc<[Type]>) in tuple::unpack;
    /// A struct of all of its fields, or a cotangent of some, which is zero elsewhere: `fields -> ty`.
    Record(record: Arc<Record>) in record::record;
    /// A field, the only one named: `ty -> field`.
    Project(record: Arc<Record>) in record::project;
    /// A struct or a cotangent with another value in a field, the only one named: `ty ++ field -> ty`.
    Update(record: Arc<Record>) in record::update;
    /// Takes a field, the only one named, out of a cotangent, which is zero there then: `ty -> ty ++ field`.
    Detach(record: Arc<Record>) in record::detach;
    /// The same value in another form of the host language: `T -> T`.
    View(form: Form, ty: Type) in form;
    /// A value that a branch left: `T -> Option<T>`.
    Present(ty: Type) in option::present;
    /// That another branch was taken: `[] -> Option<T>`.
    Absent(ty: Type) in option::absent;
    /// The value, where the branch that left it is known to have been taken: `Option<T> -> T`.
    Expect(ty: Type) in option::expect;
    /// The higher-order primitive `bool ++ (A -o[C] B) ++ (A -o[D] B) ++ A -> B`, by the types of its two
    /// functions: runs the first if the condition holds, else the second.
    Cond(first: Arc<FunctionType>, second: Arc<FunctionType>) in cond;
    /// A loop over a range: runs a function once for each number, and hands a state on.
    Fold(fold: Arc<Fold>) in fold;
    /// What happens to an array of this type.
    Array(op: ArrayOp, array: Type) in array;
    /// An operation of the host language without a derivative.
    Foreign(foreign: Arc<Foreign>) in foreign;
    /// A differentiable function of the host language: `[] -> A -o[] B`, or its adjoint.
    Function(function: Arc<FunctionConstant>) in function;
}

impl Operation {
    /// The same operation where it has been done before on the same operands: it does not panic.
    #[must_use]
    pub(crate) fn again(&self) -> Self {
        match self {
            Self::Array(op, array) => Self::Array(op.again(), array.clone()),
            Self::Ordered(op, name) => Self::Discrete(*op, name.clone()),
            // These have no place, of an array or in the order of effects.
            Self::Constant(..)
            | Self::Primitive(..)
            | Self::Plus(_)
            | Self::Zero(_)
            | Self::Compare(..)
            | Self::Discrete(..)
            | Self::Cast(..)
            | Self::Same(..)
            | Self::Select(_)
            | Self::Pack(_)
            | Self::Unpack(_)
            | Self::Record(_)
            | Self::Project(_)
            | Self::Update(_)
            | Self::Detach(_)
            | Self::View(..)
            | Self::Present(_)
            | Self::Absent(_)
            | Self::Expect(_)
            | Self::Cond(..)
            | Self::Fold(_)
            | Self::Foreign(_)
            | Self::Function(_) => self.clone(),
        }
    }

    /// Whether it may panic, so that it stays even where its result is not used.
    #[must_use]
    pub fn may_panic(&self) -> bool {
        self.nature().effect == Effect::MayPanic
    }
}

/// How rewriting rules have to treat an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nature {
    /// What it does beside giving its results.
    pub effect: Effect,
    /// How it is copied.
    pub copying: Copying,
    /// The operands that are functions which it runs: the rest of its operands is what they are run on, and other data.
    pub runs: Range<usize>,
    /// With which of its operands its results are zero.
    pub linear: Linear,
}

/// With which of its operands the results of an operation are zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Linear {
    /// With none; or nothing is known of that, as of what runs functions.
    InNone,
    /// Where all of these are.
    InAll(Range<usize>),
    /// Where one of its two operands is: a product.
    InEach,
}

/// What an operation does beside giving its results. The order of effects is not here: it is a wire, of [`Type::World`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Nothing: it may be dropped, repeated and moved.
    None,
    /// It may panic: it is neither dropped nor moved to where it would not run, or would run where it did not.
    MayPanic,
}

/// How an operation whose result is copied is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Copying {
    /// It takes nothing and costs nothing: each use has one of its own, at its own level.
    Anew,
    /// It only puts together what it takes: copies of what it takes are put together again.
    Parts,
    /// Its result is copied.
    Result,
}

/// The forward pass and the pullback of an operation.
pub(crate) enum Derivative<'a> {
    /// It has none: it stays in the forward pass, leaves nothing, and the sensitivities of what it takes are zero.
    Zero,
    /// It stays in the forward pass and leaves copies of what it takes, on which the reverse pass runs this pullback.
    Pullback(Pullback<'a>),
    /// It runs functions: the forward pass runs their adjoints and leaves what that gives last, on which the reverse pass runs.
    Runs(Runs<'a>),
    /// It is on an array whose writes are undone: the reverse pass has its storage too.
    Undoes(Undoes<'a>),
    /// It takes nothing and becomes this operation in the forward pass, which leaves nothing.
    Becomes(Operation),
    /// It cannot be differentiated.
    Missing,
}

/// How an operation is drawn.
#[cfg(feature = "draw")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    /// A box with this text.
    Box(String),
    /// A triangle with this text: a constant.
    Triangle(String),
    /// The triangle of the adjoint of a function.
    AdjointTriangle(String),
    /// A bar, with this name where there is no drawing.
    Bar(&'static str),
}

/// What the modules of operations speak of.
mod prelude {
    #[cfg(feature = "draw")]
    pub(super) use super::Symbol;
    #[cfg(feature = "evaluate")]
    pub(super) use super::meaning::{count, one, operands};
    #[cfg(feature = "text")]
    pub(super) use super::written::{Head, HeadKind, Syntax, Tail, TailKind, Written, all, first, nothing};
    pub(super) use super::{Copying, Derivative, Effect, Linear, Nature, Operation};
    #[cfg(feature = "evaluate")]
    pub(super) use crate::evaluate::{Datum, Environment, EvaluateError, Outcome, machine, scalar};
    pub(super) use crate::pullback::{Pullback, bundle, grouped};
    pub(super) use crate::types::{Agree, FunctionType, Name, Type, TypeName, agree};
}

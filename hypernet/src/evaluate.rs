//! The meaning of a diagram: a net is run on numbers, closures included.
//!
//! This is the oracle of the tests, so it is written for plainness. A net is first flattened to a `Plan` (the levels
//! with their edges in order and their wires as slots), so that a closure can outlive the net that made it; the plan is
//! then run by a machine with a stack of its own, so that neither long nets nor deep calls use the host's stack.
//!
//! Invariants:
//!
//! - a real at a type named `f32` is always exactly an `f32`, and every operation on it is the `f32` operation; a real
//!   of any other name is an `f64`;
//! - wires are linear: a slot is written once and read once, only a copy edge clones;
//! - where the host language would panic (overflow, division by zero, `clamp` with crossed bounds), the result is
//!   [`EvaluateError::Panic`], never a wrong number.
//!
//! ```
//! use hypernet::{Builder, Datum, Primitive, Type, evaluate};
//!
//! let mut b = Builder::new();
//! let x = b.input(Type::f64(), Some("x"));
//! let square = b.primitive(Primitive::Mul, &[x, x])?;
//! let net = b.finish(&[square])?;
//! assert_eq!(evaluate(&net, &[Datum::Real(3.0)])?, [Datum::Real(9.0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod machine;
pub(crate) mod scalar;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use machine::Plan;

use crate::net::Hypernet;
use crate::operation::Field;
use crate::types::{Name, Type};

/// A value on a wire.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// Of a real scalar type; exactly representable as an `f32` where the type is named so.
    Real(f64),
    /// Of a discrete type other than `bool`; a `char` is its code point.
    Integer(i128),
    /// Of the discrete type `bool`.
    Bool(bool),
    /// Several in one stem. A value of an opaque type is given as the tuple of its parts.
    Tuple(Vec<Datum>),
    /// A struct or its cotangent, by the names of the fields; those that a cotangent does not have are zero.
    Record(Vec<(Field, Datum)>),
    /// A function.
    Function(Closure),
    /// What a branch left, if it was taken.
    Option(Option<Box<Datum>>),
    /// What the turns of a loop left, in the order of its sequence.
    Tape(Vec<Datum>),
    /// An array, or what one looks at. The shape of an array is an array of zeros.
    Array(Vec<Datum>),
    /// The order of effects.
    World,
}

/// A function as a value: an abstraction with the values that it captured, or a function of the host language.
#[derive(Clone)]
pub struct Closure(Arc<Code>);

enum Code {
    /// The inside at this index of the plan, with its first inputs.
    Net {
        plan: Arc<Plan>,
        level: usize,
        captured: Vec<Datum>,
    },
    Host(Box<HostFunction>),
}

type HostFunction = dyn Fn(&[Datum]) -> Result<Vec<Datum>, EvaluateError> + Send + Sync;

/// What the names of the host language mean, by the host's numbers for them.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    constants: HashMap<u32, Datum>,
    foreigns: HashMap<u32, Closure>,
    functions: HashMap<(u32, bool), Closure>,
}

/// What an operation comes to.
pub(crate) enum Outcome {
    /// Its results.
    Results(Vec<Datum>),
    /// What this function gives for these arguments.
    Call(Closure, Vec<Datum>),
    /// What these turns come to.
    Turns(Box<dyn Turns>),
}

/// An operation that runs functions one after another.
pub(crate) trait Turns {
    /// The next function to run and its arguments, given what the one before it gave; the results after the last one.
    fn next(&mut self, given: Option<Vec<Datum>>) -> Result<Turn, EvaluateError>;
}

/// A step of an operation that runs functions one after another.
pub(crate) enum Turn {
    /// The operation runs this function on these arguments.
    Call(Closure, Vec<Datum>),
    /// The operation gives these results.
    Done(Vec<Datum>),
}

/// Why a net has no value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum EvaluateError {
    /// Another number of values than the interface has wires.
    Count {
        /// How many wires there are.
        expected: usize,
        /// How many values there were.
        found: usize,
    },
    /// A value that is not of the wire's type.
    Type {
        /// The type of the wire.
        expected: Type,
        /// The value, as text.
        found: String,
    },
    /// The host language panics here.
    Panic(&'static str),
    /// The environment does not say what this name of the host language means.
    Unknown(Name),
    /// A box of the adjoint transformation: the derivation is unfinished.
    Frame,
    /// The operation has no meaning on numbers at this type.
    Unsupported(String),
    /// The net is not valid: a level has a cycle or an open wire.
    Invalid,
}

impl fmt::Display for EvaluateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { expected, found } => write!(f, "{found} values for {expected} wires"),
            Self::Type { expected, found } => write!(f, "the value {found} on a wire of type {expected}"),
            Self::Panic(why) => write!(f, "a panic: {why}"),
            Self::Unknown(name) => write!(f, "`{name}` of the host language is not in the environment"),
            Self::Frame => f.write_str("a box of the adjoint transformation has no value"),
            Self::Unsupported(what) => write!(f, "{what} cannot be evaluated"),
            Self::Invalid => f.write_str("the net has a cycle or an open wire"),
        }
    }
}

impl std::error::Error for EvaluateError {}

/// The outputs of a net for these inputs.
///
/// # Errors
/// If the inputs do not fit the interface, the host language would panic, or the net uses names of the host language
/// (see [`evaluate_with`]).
pub fn evaluate(net: &Hypernet, inputs: &[Datum]) -> Result<Vec<Datum>, EvaluateError> {
    evaluate_with(net, inputs, &Environment::default())
}

/// As [`evaluate`], with a meaning for names of the host language.
///
/// # Errors
/// As [`evaluate`]; if the net uses a name that the environment does not have.
pub fn evaluate_with(net: &Hypernet, inputs: &[Datum], environment: &Environment) -> Result<Vec<Datum>, EvaluateError> {
    Closure::of_net(net)?.call_with(inputs, environment)
}

impl Closure {
    /// A net as a function that captured nothing.
    ///
    /// # Errors
    /// If the net is in the middle of a change or has a cycle.
    pub fn of_net(net: &Hypernet) -> Result<Self, EvaluateError> {
        Ok(Self(Arc::new(Code::Net { plan: Arc::new(Plan::new(net)?), level: 0, captured: Vec::new() })))
    }

    /// A function of the host language.
    #[must_use]
    pub fn of_host(function: impl Fn(&[Datum]) -> Result<Vec<Datum>, EvaluateError> + Send + Sync + 'static) -> Self {
        Self(Arc::new(Code::Host(Box::new(function))))
    }

    /// Its results for these arguments.
    ///
    /// # Errors
    /// As [`evaluate`].
    pub fn call(&self, arguments: &[Datum]) -> Result<Vec<Datum>, EvaluateError> {
        self.call_with(arguments, &Environment::default())
    }

    /// As [`Closure::call`], with a meaning for names of the host language.
    ///
    /// # Errors
    /// As [`evaluate_with`].
    pub fn call_with(&self, arguments: &[Datum], environment: &Environment) -> Result<Vec<Datum>, EvaluateError> {
        machine::run(self, arguments.to_vec(), environment)
    }
}

impl Environment {
    /// The value of a named constant.
    pub(crate) fn constant(&self, name: &Name, id: u32) -> Result<Datum, EvaluateError> {
        self.constants.get(&id).cloned().ok_or_else(|| EvaluateError::Unknown(name.clone()))
    }

    /// What a foreign operation does.
    pub(crate) fn foreign(&self, name: &Name, id: u32) -> Result<Closure, EvaluateError> {
        self.foreigns.get(&id).cloned().ok_or_else(|| EvaluateError::Unknown(name.clone()))
    }

    /// What a differentiable function does, or its adjoint.
    pub(crate) fn function(&self, name: &Name, id: u32, adjoint: bool) -> Result<Closure, EvaluateError> {
        self.functions.get(&(id, adjoint)).cloned().ok_or_else(|| EvaluateError::Unknown(name.clone()))
    }

    /// Says what the named constant of this number is.
    #[must_use]
    pub fn with_constant(mut self, id: u32, value: Datum) -> Self {
        self.constants.insert(id, value);
        self
    }

    /// Says what the foreign operation of this number does.
    #[must_use]
    pub fn with_foreign(mut self, id: u32, function: Closure) -> Self {
        self.foreigns.insert(id, function);
        self
    }

    /// Says what the differentiable function of this number is, or its adjoint.
    #[must_use]
    pub fn with_function(mut self, id: u32, adjoint: bool, function: Closure) -> Self {
        self.functions.insert((id, adjoint), function);
        self
    }
}

impl Datum {
    /// The number, if it is a real.
    #[must_use]
    pub fn as_real(&self) -> Option<f64> {
        match self {
            Self::Real(value) => Some(*value),
            Self::Integer(_)
            | Self::Bool(_)
            | Self::Tuple(_)
            | Self::Record(_)
            | Self::Function(_)
            | Self::Option(_)
            | Self::World
            | Self::Tape(_)
            | Self::Array(_) => None,
        }
    }

    /// The function, if it is one.
    #[must_use]
    pub fn as_function(&self) -> Option<&Closure> {
        match self {
            Self::Function(closure) => Some(closure),
            Self::Real(_)
            | Self::Integer(_)
            | Self::Bool(_)
            | Self::Tuple(_)
            | Self::Record(_)
            | Self::Option(_)
            | Self::World
            | Self::Tape(_)
            | Self::Array(_) => None,
        }
    }
}

/// Functions are equal only if they are the same value.
impl PartialEq for Closure {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Code::Net { captured, .. } => f.debug_tuple("Closure").field(captured).finish(),
            Code::Host(_) => f.write_str("Closure(host)"),
        }
    }
}

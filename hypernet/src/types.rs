//! Types: the labels of wires.
//!
//! The calculus is generated from the real scalars (paper, section 3). Host languages have more than one of
//! them (`f64`, `f32`, a generic `T`), so a real type carries its name; values without a tangent (integers,
//! booleans, …) are *discrete*. Function types know what the function captured: `A -o[C] B`, because the
//! sensitivity of a function is the bundle of the sensitivities of its captures.

use std::fmt;
use std::sync::Arc;

use crate::label::{Label, Operation};
use crate::net::Hypernet;
use crate::text::Quoted;

/// A short immutable name, cheap to copy.
pub type Name = Arc<str>;

/// The type of a wire.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A real scalar, by its name in the host language: `f64`, `f32`, `T`.
    Real(Name),
    /// A value without a tangent: `usize`, `bool`, … Its sensitivity is the empty bundle.
    Discrete(Name),
    /// Several stems grouped in one (the paper's de-strictification); made by `Pack`, undone by `Unpack`.
    Tuple(Arc<[Type]>),
    /// A function `A -o[C] B`.
    Function(Arc<FunctionType>),
    /// A type that only the host language knows, which has a cotangent of its own.
    Opaque(Name),
    /// The cotangent of an opaque type.
    Cotangent(Name),
    /// A value of this type, or none: what a branch that was not taken would have left.
    Option(Arc<Type>),
    /// The order of effects, as a value: threaded through operations of the host language that must neither be
    /// reordered, repeated nor dropped. It is linear: neither copied nor discarded.
    World,
}

/// The type `A -o[C] B` of a function from the bundle `A` to the bundle `B` that captured the bundle `C`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What the function captured; `None` where that is not known yet (a function wire inside an unfinished
    /// derivation, a backpropagator of a function elsewhere).
    pub captured: Option<Vec<Type>>,
    /// The bundle of parameters.
    pub params: Vec<Type>,
    /// The bundle of results.
    pub results: Vec<Type>,
}

impl Type {
    /// The real scalar type of this name.
    #[must_use]
    pub fn real(name: &str) -> Self {
        Self::Real(name.into())
    }

    /// `f64`, the real scalars of tests and examples.
    #[must_use]
    pub fn f64() -> Self {
        Self::real("f64")
    }

    /// The discrete type of this name.
    #[must_use]
    pub fn discrete(name: &str) -> Self {
        Self::Discrete(name.into())
    }

    /// `bool`.
    #[must_use]
    pub fn bool() -> Self {
        Self::discrete("bool")
    }

    /// A tuple of these types in one stem.
    #[must_use]
    pub fn tuple(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(parts.into_iter().collect())
    }

    /// The type of functions with known captures: `params -o[captured] results`.
    #[must_use]
    pub fn function(captured: Vec<Self>, params: Vec<Self>, results: Vec<Self>) -> Self {
        Self::Function(Arc::new(FunctionType { captured: Some(captured), params, results }))
    }

    /// The type of functions of which it is not known what they captured: `params -o results`.
    #[must_use]
    pub fn function_of_unknown(params: Vec<Self>, results: Vec<Self>) -> Self {
        Self::Function(Arc::new(FunctionType { captured: None, params, results }))
    }

    /// The function type, if this is one.
    #[must_use]
    pub fn as_function(&self) -> Option<&FunctionType> {
        match self {
            Self::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether a value of this type may be used several times or not at all.
    #[must_use]
    pub fn is_copyable(&self) -> bool {
        *self != Self::World
    }

    /// Whether neither this type nor a part of it is a function.
    #[must_use]
    pub fn is_first_order(&self) -> bool {
        match self {
            Self::Function(_) => false,
            Self::Tuple(parts) => parts.iter().all(Self::is_first_order),
            Self::Option(ty) => ty.is_first_order(),
            _ => true,
        }
    }

    /// The bundle of types of the sensitivity of a wire of this type.
    ///
    /// A real is its own; a discrete value and the order of effects have none; a tuple has one wire, the tuple of
    /// [its parts' sensitivities](Self::grouped_sensitivity); a function has the bundle of the sensitivities of
    /// what it captured. `None` if a function's captures are not known, and for an option: those are made after
    /// differentiation.
    #[must_use]
    pub fn sensitivity(&self) -> Option<Vec<Self>> {
        match self {
            Self::Real(_) | Self::Cotangent(_) => Some(vec![self.clone()]),
            Self::Discrete(_) | Self::World => Some(Vec::new()),
            Self::Opaque(name) => Some(vec![Self::Cotangent(name.clone())]),
            Self::Option(_) => None,
            Self::Tuple(parts) => {
                let parts: Option<Arc<[Self]>> = parts.iter().map(Self::grouped_sensitivity).collect();
                Some(vec![Self::Tuple(parts?)])
            }
            Self::Function(function) => {
                let mut all = Vec::new();
                for captured in function.captured.as_ref()? {
                    all.extend(captured.sensitivity()?);
                }
                Some(all)
            }
        }
    }

    /// The sensitivity of a value of this type in one stem: a bundle of one wire is that wire, any other bundle is
    /// the tuple of its wires (the empty tuple for what has no tangent).
    #[must_use]
    pub fn grouped_sensitivity(&self) -> Option<Self> {
        let mut bundle = self.sensitivity()?;
        Some(if bundle.len() == 1 { bundle.remove(0) } else { Self::Tuple(bundle.into()) })
    }

    /// The same type, in which it is left open what functions captured.
    #[must_use]
    pub fn forget_captures(&self) -> Self {
        let all = |types: &[Self]| -> Vec<Self> { types.iter().map(Self::forget_captures).collect() };
        match self {
            Self::Function(function) => Self::Function(Arc::new(function.forget_captures())),
            Self::Tuple(parts) => Self::Tuple(all(parts).into()),
            Self::Option(ty) => Self::Option(Arc::new(ty.forget_captures())),
            _ => self.clone(),
        }
    }

    /// Whether two wires of these types may be joined: equal, where unknown captures agree with any.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        let all = |a: &[Self], b: &[Self]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.agrees_with(b));
        match (self, other) {
            (Self::Function(a), Self::Function(b)) => {
                Arc::ptr_eq(a, b)
                    || (all(&a.params, &b.params)
                        && all(&a.results, &b.results)
                        && match (&a.captured, &b.captured) {
                            (Some(a), Some(b)) => all(a, b),
                            _ => true,
                        })
            }
            (Self::Option(a), Self::Option(b)) => a.agrees_with(b),
            (Self::Tuple(a), Self::Tuple(b)) => Arc::ptr_eq(a, b) || all(a, b),
            (a, b) => a == b,
        }
    }
}

impl FunctionType {
    /// The same type, in which it is left open what this and other functions captured.
    #[must_use]
    pub fn forget_captures(&self) -> Self {
        let all = |types: &[Type]| -> Vec<Type> { types.iter().map(Type::forget_captures).collect() };
        Self { captured: None, params: all(&self.params), results: all(&self.results) }
    }
}

impl Hypernet {
    /// Leaves open, in every type of this net, what functions captured: these are the types of the paper, in which a
    /// function's type does not change when work moves into the function. The adjoint needs to know what functions
    /// captured, so this is for nets that are not to be transformed any more.
    pub fn forget_captures(&mut self) {
        for id in self.wire_ids().collect::<Vec<_>>() {
            let ty = self.wire(id).ty.forget_captures();
            self.wire_mut(id).ty = ty;
        }
        let function = |function: &FunctionType| Arc::new(function.forget_captures());
        for id in self.edge_ids().collect::<Vec<_>>() {
            if let Label::Operation(operation) = &mut self.edge_mut(id).label {
                match operation {
                    Operation::Pack(parts) | Operation::Unpack(parts) => {
                        *parts = parts.iter().map(Type::forget_captures).collect();
                    }
                    Operation::Select(ty) | Operation::Present(ty) | Operation::Absent(ty) | Operation::Expect(ty) => {
                        *ty = ty.forget_captures();
                    }
                    Operation::Cond(first, second) => (*first, *second) = (function(first), function(second)),
                    _ => {}
                }
            }
        }
    }
}

/// The textual form: `f64`, `#usize` (discrete), `(f64, #bool)`, `[f64] -o[f64] [f64]`, `?Name` (opaque),
/// `?Name'` (its cotangent), `Option<f64>`, `!` (the world).
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(name) => Quoted(name).fmt(f),
            Self::Discrete(name) => write!(f, "#{}", Quoted(name)),
            Self::Tuple(parts) => write!(f, "({})", Listed(parts)),
            Self::Opaque(name) => write!(f, "?{}", Quoted(name)),
            Self::Cotangent(name) => write!(f, "?{}'", Quoted(name)),
            Self::World => f.write_str("!"),
            Self::Option(ty) => write!(f, "Option<{ty}>"),
            Self::Function(function) => {
                write!(f, "[{}] -o", Listed(&function.params))?;
                if let Some(captured) = &function.captured {
                    write!(f, "[{}]", Listed(captured))?;
                }
                write!(f, " [{}]", Listed(&function.results))
            }
        }
    }
}

/// A bundle of types, separated by commas.
pub(crate) struct Listed<'a>(pub(crate) &'a [Type]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ty) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            ty.fmt(f)?;
        }
        Ok(())
    }
}

//! Types: the labels of wires.
//!
//! The calculus is generated from the real scalars (paper, section 3). Host languages have more than one of
//! them (`f64`, `f32`, a generic `T`), so a real type carries its name; values without a tangent (integers,
//! booleans, …) are *discrete*. Function types know what the function captured: `A -o[C] B`, because the
//! sensitivity of a function is the bundle of the sensitivities of its captures.

use std::fmt;
use std::sync::Arc;

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

/// The types at the two sides of an edge or of a net: `[A] -> [B]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The types of the inputs or sources.
    pub inputs: Vec<Type>,
    /// The types of the outputs or targets.
    pub outputs: Vec<Type>,
}

/// What a type is called of which only the compiler of the host language knows the name.
const UNNAMED: &str = "_";

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

    /// A type without a tangent that only the compiler of the host language knows.
    #[must_use]
    pub fn unnamed_discrete() -> Self {
        Self::discrete(UNNAMED)
    }

    /// A type that only the compiler of the host language knows, which may have a tangent.
    #[must_use]
    pub fn unnamed() -> Self {
        Self::Opaque(UNNAMED.into())
    }

    /// Whether this is a type that only the compiler of the host language knows, or the cotangent of one.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        match self {
            Self::Discrete(name) | Self::Opaque(name) | Self::Cotangent(name) => &**name == UNNAMED,
            Self::Real(_) | Self::Tuple(_) | Self::Function(_) | Self::Option(_) | Self::World => false,
        }
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
            Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::World => true,
        }
    }

    /// The bundle of types of the sensitivity of a wire of this type.
    ///
    /// A real is its own; a discrete value and the order of effects have none; a tuple has one wire, the tuple of
    /// [its parts' sensitivities](Self::grouped_sensitivity); a function has the bundle of the sensitivities of
    /// what it captured; an option has that of the value, which nobody reads where there is none. `None` if a
    /// function's captures are not known.
    #[must_use]
    pub fn sensitivity(&self) -> Option<Vec<Self>> {
        match self {
            Self::Real(_) | Self::Cotangent(_) => Some(vec![self.clone()]),
            Self::Discrete(_) | Self::World => Some(Vec::new()),
            Self::Opaque(name) => Some(vec![Self::Cotangent(name.clone())]),
            Self::Option(ty) => ty.sensitivity(),
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
            Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::World => self.clone(),
        }
    }

    /// Whether two wires of these types may be joined: equal, where unknown captures agree with any.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.agrees(other, &|_, _| false)
    }

    /// As [`agrees_with`](Self::agrees_with), where [a type that only the compiler of the host language
    /// knows](Self::is_unnamed) may be any that it can turn out to be. So it is in a net that has been simplified: a field of a struct, say, is
    /// of such a type until it meets what was put there.
    pub(crate) fn may_be(&self, other: &Self) -> bool {
        self.agrees(other, &|a, b| a.stands_for(b) || b.stands_for(a))
    }

    /// Whether this is a type that only the compiler of the host language knows, and may be the other.
    fn stands_for(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Opaque(name),
                Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::Tuple(_),
            )
            | (Self::Cotangent(name), Self::Real(_) | Self::Cotangent(_) | Self::Tuple(_))
            | (Self::Discrete(name), Self::Discrete(_)) => &**name == UNNAMED && other.is_first_order(),
            (Self::Opaque(_), Self::Function(_) | Self::Option(_) | Self::World)
            | (
                Self::Cotangent(_),
                Self::Discrete(_) | Self::Opaque(_) | Self::Function(_) | Self::Option(_) | Self::World,
            )
            | (
                Self::Discrete(_),
                Self::Real(_)
                | Self::Opaque(_)
                | Self::Cotangent(_)
                | Self::Tuple(_)
                | Self::Function(_)
                | Self::Option(_)
                | Self::World,
            )
            | (Self::Real(_) | Self::Tuple(_) | Self::Function(_) | Self::Option(_) | Self::World, _) => false,
        }
    }

    /// As [`agrees_with`](Self::agrees_with), with more types that agree.
    fn agrees(&self, other: &Self, more: &dyn Fn(&Self, &Self) -> bool) -> bool {
        let all = |a: &[Self], b: &[Self]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.agrees(b, more));
        if more(self, other) {
            return true;
        }
        match (self, other) {
            (Self::Function(a), Self::Function(b)) => {
                Arc::ptr_eq(a, b)
                    || (all(&a.params, &b.params)
                        && all(&a.results, &b.results)
                        && match (&a.captured, &b.captured) {
                            (Some(a), Some(b)) => all(a, b),
                            (None, _) | (_, None) => true,
                        })
            }
            (Self::Option(a), Self::Option(b)) => a.agrees(b, more),
            (Self::Tuple(a), Self::Tuple(b)) => Arc::ptr_eq(a, b) || all(a, b),
            (Self::Real(a), Self::Real(b))
            | (Self::Discrete(a), Self::Discrete(b))
            | (Self::Opaque(a), Self::Opaque(b))
            | (Self::Cotangent(a), Self::Cotangent(b)) => a == b,
            (Self::World, Self::World) => true,
            (
                Self::Function(_)
                | Self::Option(_)
                | Self::Tuple(_)
                | Self::Real(_)
                | Self::Discrete(_)
                | Self::Opaque(_)
                | Self::Cotangent(_)
                | Self::World,
                _,
            ) => false,
        }
    }

    /// A type as the paper writes it: `A ⊸ B`, bundles with commas.
    #[cfg(feature = "draw")]
    pub(crate) fn short(&self) -> String {
        let all = |types: &[Self]| types.iter().map(Self::short).collect::<Vec<_>>().join(", ");
        let bundle = |types: &[Self]| match types {
            [] => "()".to_owned(),
            [single @ (Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_))] => single.short(),
            several => format!("({})", all(several)),
        };
        match self {
            Self::Real(name) | Self::Discrete(name) | Self::Opaque(name) => name.to_string(),
            Self::Cotangent(name) => format!("{name}′"),
            Self::Tuple(parts) => format!("({})", all(parts)),
            Self::World => "!".to_owned(),
            Self::Option(ty) => format!("Option<{}>", ty.short()),
            Self::Function(function) => format!("{} ⊸ {}", bundle(&function.params), bundle(&function.results)),
        }
    }
}

/// Whether two bundles [may be](Type::may_be) the same, type by type.
pub(crate) fn agree(a: &[Type], b: &[Type]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.may_be(b))
}

impl FunctionType {
    /// Whether functions of this type take functions, or give, at whatever remove, functions that do.
    #[must_use]
    pub fn is_higher_order(&self) -> bool {
        !self.params.iter().all(Type::is_first_order)
            || self.results.iter().filter_map(Type::as_function).any(Self::is_higher_order)
    }

    /// The same type, in which it is left open what this and other functions captured.
    #[must_use]
    pub fn forget_captures(&self) -> Self {
        let all = |types: &[Type]| -> Vec<Type> { types.iter().map(Type::forget_captures).collect() };
        Self { captured: None, params: all(&self.params), results: all(&self.results) }
    }

    /// The type of the backpropagator that the adjoint of a function of this type leaves: `B̄ -o C̄ ++ Ā`, where
    /// `C̄` is empty if the captures are not known.
    #[must_use]
    pub fn backpropagator(&self) -> Type {
        let all = |types: &[Type]| -> Vec<Type> {
            types.iter().flat_map(|ty| ty.sensitivity().unwrap_or_default()).collect()
        };
        let mut results = self.captured.as_deref().map(all).unwrap_or_default();
        results.extend(all(&self.params));
        Type::function_of_unknown(all(&self.results), results)
    }

    /// The type of the adjoint of a function of this type: `F(A) -o F(B) ++ [B̄ -o C̄ ++ Ā]`, where `F` does the same
    /// to every function type inside. Its captures are those of the function, transformed.
    #[must_use]
    pub fn adjoint(&self) -> Type {
        let all = |types: &[Type]| -> Vec<Type> { types.iter().map(Type::forward).collect() };
        let mut results = all(&self.results);
        results.push(self.backpropagator());
        Type::Function(Arc::new(FunctionType {
            captured: self.captured.as_deref().map(all),
            params: all(&self.params),
            results,
        }))
    }
}

impl Type {
    /// The type that a wire of this type has in the forward pass: a function becomes its adjoint, all else stays.
    #[must_use]
    pub fn forward(&self) -> Self {
        match self {
            Self::Function(function) => function.adjoint(),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(Self::forward).collect()),
            Self::Option(ty) => Self::Option(Arc::new(ty.forward())),
            Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::World => self.clone(),
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

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] -> [{}]", Listed(&self.inputs), Listed(&self.outputs))
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

/// A name as it stands in the textual form: in backticks, unless it is a word.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        if self.0.split("::").all(part) && self.0 != "return" {
            return f.write_str(self.0);
        }
        f.write_str("`")?;
        for c in self.0.chars() {
            match c {
                '\n' => f.write_str("\\n")?,
                '`' | '\\' => write!(f, "\\{c}")?,
                _ => write!(f, "{c}")?,
            }
        }
        f.write_str("`")
    }
}

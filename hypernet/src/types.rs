//! Types: the labels of wires.
//!
//! The calculus is generated from the real scalars (paper, section 3). Host languages have more than one of
//! them (`f64`, `f32`, a generic `T`), so a real type carries its name; values without a tangent (integers,
//! booleans, …) are *discrete*. Function types know what the function captured: `A -o[C] B`, because the
//! sensitivity of a function is the bundle of the sensitivities of its captures.

mod agree;
mod name;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use agree::Agree;
pub(crate) use agree::agree;
pub(crate) use name::Quoted;
pub use name::{Name, TypeName};

/// The type of a wire.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A real scalar, by its name in the host language: `f64`, `f32`, `T`.
    Real(Name),
    /// A value without a tangent: `usize`, `bool`, … Its sensitivity is the empty bundle.
    Discrete(TypeName),
    /// Several stems grouped in one (the paper's de-strictification); made by `Pack`, undone by `Unpack`.
    Tuple(Arc<[Type]>),
    /// A function `A -o[C] B`.
    Function(Arc<FunctionType>),
    /// A type that only the host language knows, which has a cotangent of its own.
    Opaque(TypeName),
    /// The cotangent of an opaque type.
    Cotangent(TypeName),
    /// A value of this type, or none: what a branch that was not taken would have left.
    Option(Arc<Type>),
    /// What the turns of a loop left, one value of this type for each.
    Tape(Arc<Type>),
    /// An array of elements of this type. It is linear: whatever reads it hands it on, so that each write has its place in the
    /// order of all that happens to the array.
    Array(Arc<Type>),
    /// A look at an array of elements of this type, which nothing writes to any more. A function that takes a look takes it
    /// again in its reverse pass, so what it leaves borrows nothing.
    Look(Arc<Type>),
    /// An array of elements of this type whose writes are undone in the reverse pass: there its storage goes the other way, beside
    /// its accumulator, so each look at it finds what was there. In the forward pass, and in all that comes after the adjoint,
    /// it is an array.
    Undone(Arc<Type>),
    /// The order of effects, as a value: threaded through operations of the host language that must neither be
    /// reordered, repeated nor dropped. It is linear: neither copied nor discarded.
    World,
}

/// The type `A -o[C] B` of a function from the bundle `A` to the bundle `B` that captured the bundle `C`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What the function captured.
    pub captures: Captures,
    /// The bundle of parameters.
    pub params: Vec<Type>,
    /// The bundle of results.
    pub results: Vec<Type>,
    /// Of a function of the host: for which of the structs that it takes its backpropagator takes a *seed*, a cotangent to which it
    /// adds. Of a backpropagator: which of the cotangents of structs that it gives are a seed with something added.
    pub seeds: Vec<usize>,
    /// Of a function of the host: whether its backpropagator keeps what it needs of the arrays that the function looks at, and takes none of
    /// them again.
    pub keeps: bool,
}

/// What a function captured, as far as its type says so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Captures {
    /// The function captured this bundle.
    Known(Vec<Type>),
    /// The type leaves open what the function captured. Different functions come along the wire, or a rewriting rule may
    /// change what the function captures while its wire stays.
    Open,
    /// The function is a backpropagator. It captured the residual of a forward pass, which no type says.
    Residual,
}

impl Captures {
    /// The bundle that the function captured, if the type says so.
    #[must_use]
    pub fn known(&self) -> Option<&[Type]> {
        match self {
            Self::Known(types) => Some(types),
            Self::Open | Self::Residual => None,
        }
    }
}

/// The types at the two sides of an edge or of a net: `[A] -> [B]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The types of the inputs or sources.
    pub inputs: Vec<Type>,
    /// The types of the outputs or targets.
    pub outputs: Vec<Type>,
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

    /// A type without a tangent that only the compiler of the host language knows.
    #[must_use]
    pub fn unnamed_discrete() -> Self {
        Self::Discrete(TypeName::Unnamed)
    }

    /// A type that only the compiler of the host language knows, which may have a tangent.
    #[must_use]
    pub fn unnamed() -> Self {
        Self::Opaque(TypeName::Unnamed)
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
        Self::Function(Arc::new(FunctionType {
            captures: Captures::Known(captured),
            params,
            results,
            seeds: Vec::new(),
            keeps: false,
        }))
    }

    /// The type of functions of which it is left open what they captured: `params -o results`.
    #[must_use]
    pub fn open_function(params: Vec<Self>, results: Vec<Self>) -> Self {
        Self::Function(Arc::new(FunctionType {
            captures: Captures::Open,
            params,
            results,
            seeds: Vec::new(),
            keeps: false,
        }))
    }

    /// The type of backpropagators: `params -o~ results`.
    #[must_use]
    pub fn backpropagator(params: Vec<Self>, results: Vec<Self>) -> Self {
        Self::Function(Arc::new(FunctionType {
            captures: Captures::Residual,
            params,
            results,
            seeds: Vec::new(),
            keeps: false,
        }))
    }

    /// The function type, if this is one.
    #[must_use]
    pub fn as_function(&self) -> Option<&Arc<FunctionType>> {
        match self {
            Self::Function(function) => Some(function),
            Self::Real(_)
            | Self::Discrete(_)
            | Self::Tuple(_)
            | Self::Opaque(_)
            | Self::Cotangent(_)
            | Self::Option(_)
            | Self::Tape(_)
            | Self::Array(_)
            | Self::Look(_)
            | Self::Undone(_)
            | Self::World => None,
        }
    }

    /// Whether a value of this type may be used several times or not at all.
    #[must_use]
    pub fn is_copyable(&self) -> bool {
        match self {
            Self::World | Self::Array(_) | Self::Undone(_) => false,
            Self::Tuple(parts) => parts.iter().all(Self::is_copyable),
            Self::Option(ty) | Self::Tape(ty) => ty.is_copyable(),
            Self::Real(_)
            | Self::Discrete(_)
            | Self::Function(_)
            | Self::Opaque(_)
            | Self::Cotangent(_)
            | Self::Look(_) => true,
        }
    }

    /// Whether this is a look at an array.
    #[must_use]
    pub fn is_look(&self) -> bool {
        matches!(self, Self::Look(_))
    }

    /// The type of the elements of what this looks at, if it looks at an array.
    #[must_use]
    pub fn looked_at(&self) -> Option<&Self> {
        if let Self::Look(element) = self { Some(element) } else { None }
    }

    /// Whether this is an array.
    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Undone(_))
    }

    /// Whether neither this type nor a part of it is a function.
    #[must_use]
    pub fn is_first_order(&self) -> bool {
        match self {
            Self::Function(_) => false,
            Self::Tuple(parts) => parts.iter().all(Self::is_first_order),
            Self::Option(ty) | Self::Tape(ty) | Self::Array(ty) | Self::Look(ty) | Self::Undone(ty) => {
                ty.is_first_order()
            }
            Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::World => true,
        }
    }

    /// The bundle of types of the sensitivity of a wire of this type.
    ///
    /// A real is its own; a discrete value and the order of effects have none; a tuple has one wire, the tuple of
    /// [its parts' sensitivities](Self::grouped_sensitivity); a function has the bundle of the sensitivities of
    /// what it captured; an option has that of the value, which nobody reads where there is none; a look has none, since the
    /// array that it looks at has an accumulator. An array that is undone has an accumulator and its storage. `None` if a function's captures are not known, and for a tape, which is
    /// a part of an adjoint.
    #[must_use]
    pub fn sensitivity(&self) -> Option<Vec<Self>> {
        match self {
            Self::Real(_) | Self::Cotangent(_) => Some(vec![self.clone()]),
            Self::Discrete(_) | Self::Look(_) | Self::World => Some(Vec::new()),
            Self::Opaque(name) => Some(vec![Self::Cotangent(name.clone())]),
            Self::Option(ty) => ty.sensitivity(),
            Self::Array(element) => Some(vec![Self::Array(Arc::new(element.grouped_sensitivity()?))]),
            Self::Undone(element) => {
                Some(vec![Self::Array(Arc::new(element.grouped_sensitivity()?)), Self::Array(element.clone())])
            }
            Self::Tape(_) => None,
            Self::Tuple(parts) => {
                let parts: Option<Arc<[Self]>> = parts.iter().map(Self::grouped_sensitivity).collect();
                Some(vec![Self::Tuple(parts?)])
            }
            Self::Function(function) => {
                let mut all = Vec::new();
                for captured in function.captures.known()? {
                    all.extend(captured.sensitivity()?);
                }
                Some(all)
            }
        }
    }

    /// Whether this is a value without a tangent, or holds one, of a type that only the host knows: a field of a struct that takes it may
    /// have one.
    pub(crate) fn may_have_a_tangent(&self) -> bool {
        match self {
            Self::Discrete(name) => !name.is_of_integers() && !name.is("bool") && !name.is("char"),
            Self::Tuple(parts) => parts.iter().any(Self::may_have_a_tangent),
            Self::Real(_)
            | Self::Function(_)
            | Self::Opaque(_)
            | Self::Cotangent(_)
            | Self::Option(_)
            | Self::Tape(_)
            | Self::Array(_)
            | Self::Look(_)
            | Self::Undone(_)
            | Self::World => false,
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
        self.with_captures(&|_| Captures::Open)
    }

    /// As [`forget_captures`](Self::forget_captures), except that a backpropagator stays one.
    #[must_use]
    pub(crate) fn open_captures(&self) -> Self {
        self.with_captures(&|captures| match captures {
            Captures::Known(_) | Captures::Open => Captures::Open,
            Captures::Residual => Captures::Residual,
        })
    }

    fn with_captures(&self, change: &dyn Fn(&Captures) -> Captures) -> Self {
        let all = |types: &[Self]| -> Vec<Self> { types.iter().map(|ty| ty.with_captures(change)).collect() };
        match self {
            Self::Function(function) => {
                let FunctionType { captures, params, results, seeds, keeps } = &**function;
                let (captures, params, results) = (change(captures), all(params), all(results));
                Self::Function(Arc::new(FunctionType {
                    captures,
                    params,
                    results,
                    seeds: seeds.clone(),
                    keeps: *keeps,
                }))
            }
            Self::Tuple(parts) => Self::Tuple(all(parts).into()),
            Self::Option(ty) => Self::Option(Arc::new(ty.with_captures(change))),
            Self::Tape(ty) => Self::Tape(Arc::new(ty.with_captures(change))),
            Self::Array(ty) => Self::Array(Arc::new(ty.with_captures(change))),
            Self::Look(ty) => Self::Look(Arc::new(ty.with_captures(change))),
            Self::Undone(ty) => Self::Undone(Arc::new(ty.with_captures(change))),
            Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::World => self.clone(),
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
            Self::Real(name) => name.to_string(),
            Self::Discrete(name) | Self::Opaque(name) => name.short(),
            Self::Cotangent(name) => format!("{}′", name.short()),
            Self::Tuple(parts) => format!("({})", all(parts)),
            Self::World => "!".to_owned(),
            Self::Option(ty) => format!("Option<{}>", ty.short()),
            Self::Tape(ty) => format!("Tape<{}>", ty.short()),
            Self::Array(ty) => format!("[{}]", ty.short()),
            Self::Look(ty) => format!("&[{}]", ty.short()),
            Self::Undone(ty) => format!("[{}]↺", ty.short()),
            Self::Function(function) => format!("{} ⊸ {}", bundle(&function.params), bundle(&function.results)),
        }
    }
}

impl FunctionType {
    /// Whether functions of this type take functions, or give, at whatever remove, functions that do.
    #[must_use]
    pub fn is_higher_order(&self) -> bool {
        !self.params.iter().all(Type::is_first_order)
            || self.results.iter().filter_map(Type::as_function).any(|function| function.is_higher_order())
    }

    /// How many arrays a function of the host hands on, the last ones that it takes: those of its callers that it looks at, and, of
    /// a backpropagator, the accumulators of all that the function looks at or [changes](Self::changes), and the storages of what it
    /// puts back. All other arrays are moved into it and out of it.
    ///
    /// They come after the order of effects; a backpropagator takes looks, the sensitivity of the result, and these.
    #[must_use]
    pub fn handed_on(&self) -> usize {
        let others = match self.params.iter().position(|ty| *ty == Type::World) {
            Some(world) => world + 1,
            None if self.captures != Captures::Residual => return 0,
            None => self.params.iter().take_while(|ty| ty.is_look()).count() + 1,
        };
        self.params.iter().skip(others).filter(|ty| ty.is_array()).count()
    }

    /// How many arrays of its callers a function of the host changes where they are: the last that it takes before the order of
    /// effects. It gives them after its result.
    #[must_use]
    pub fn changes(&self) -> usize {
        let Some(world) = self.results.iter().position(|ty| *ty == Type::World) else { return 0 };
        self.results[..world].iter().skip(1).filter(|ty| ty.is_array()).count()
    }

    /// Which parameters of a backpropagator are seeds: those before the accumulators.
    #[must_use]
    pub fn seeded(&self) -> Range<usize> {
        let end = self.params.len() - self.handed_on();
        end - self.seeds.len()..end
    }

    /// The result of a backpropagator that is this seed with something added.
    #[must_use]
    pub fn grown(&self, seed: usize) -> Option<usize> {
        let mut cotangents = (0..self.results.len()).filter(|&at| matches!(self.results[at], Type::Cotangent(_)));
        cotangents.nth(*self.seeds.get(seed)?)
    }

    /// Of these parameters, those for which the backpropagator of a function of the host takes seeds.
    pub fn seeded_among(&self, params: &[Type]) -> impl Iterator<Item = usize> {
        let structs = (0..params.len()).filter(|&at| matches!(params[at], Type::Opaque(_)));
        structs.enumerate().filter(|(number, _)| self.seeds.contains(number)).map(|(_, at)| at)
    }

    /// The type of the backpropagator that the adjoint of a function of this type leaves: `B̄ -o C̄ ++ Ā`, where
    /// `C̄` is empty if the captures are not known. It takes the looks among the parameters again, first, and the
    /// [seeds](Self::seeds) before the accumulators.
    #[must_use]
    pub fn backpropagator(&self) -> Type {
        let all = |types: &[Type]| -> Vec<Type> {
            types.iter().flat_map(|ty| ty.sensitivity().unwrap_or_default()).collect()
        };
        let mut results = self.captures.known().map(all).unwrap_or_default();
        results.extend(all(&self.params));
        self.with_seeds(self.looks_again().chain(all(&self.results)).collect(), results)
    }

    /// The looks among the parameters that the backpropagator takes again: all of them, unless it keeps what it needs.
    pub(crate) fn looks_again(&self) -> impl Iterator<Item = Type> {
        self.params.iter().filter(|ty| ty.is_look() && !self.keeps).cloned()
    }

    /// The type of the backpropagator that takes these and gives those, and seeds.
    pub(crate) fn with_seeds(&self, mut taken: Vec<Type>, results: Vec<Type>) -> Type {
        if !self.seeds.is_empty() {
            let storages = self.results.iter().filter(|ty| matches!(ty, Type::Undone(_))).count();
            let accumulators = self.handed_on() + self.changes();
            let arrays = taken.iter().rev().take_while(|ty| ty.is_array()).count().min(accumulators + storages);
            let seeds: Vec<Type> =
                self.seeded_among(&self.params).filter_map(|at| self.params[at].grouped_sensitivity()).collect();
            let end = taken.len() - arrays;
            taken.splice(end..end, seeds);
        }
        let seeds = self.seeds.clone();
        Type::Function(Arc::new(FunctionType {
            captures: Captures::Residual,
            params: taken,
            results,
            seeds,
            keeps: false,
        }))
    }

    /// The type of the adjoint of a function of this type: `F(A) -o F(B) ++ [B̄ -o C̄ ++ Ā]`, where `F` does the same
    /// to every function type inside. Its captures are those of the function, transformed.
    #[must_use]
    pub fn adjoint(&self) -> Type {
        let all = |types: &[Type]| -> Vec<Type> { types.iter().map(Type::forward).collect() };
        let mut results = all(&self.results);
        results.push(self.backpropagator());
        Type::Function(Arc::new(FunctionType {
            captures: match &self.captures {
                Captures::Known(types) => Captures::Known(all(types)),
                other @ (Captures::Open | Captures::Residual) => other.clone(),
            },
            params: all(&self.params),
            results,
            seeds: Vec::new(),
            keeps: false,
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
            Self::Tape(ty) => Self::Tape(Arc::new(ty.forward())),
            Self::Array(ty) | Self::Undone(ty) => Self::Array(Arc::new(ty.forward())),
            Self::Look(ty) => Self::Look(Arc::new(ty.forward())),
            Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::World => self.clone(),
        }
    }
}

/// The textual form: `f64`, `#usize` (discrete), `(f64, #bool)`, `[f64] -o[f64] [f64]` (a function with these captures),
/// `[f64] -o [f64]` (one with any), `[f64] -o~ [f64]` (a backpropagator), `[f64, ?Name'] -o~@0 [?Name']` (one that takes a seed),
/// `[Look<f64>] -o[]^ [f64]` (a function whose backpropagator takes no look again), `?Name` (opaque), `?Name'` (its cotangent),
/// `Option<f64>`, `Array<f64>`, `Undone<f64>`, `Look<f64>`, `!` (the world).
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(name) => Quoted(name).fmt(f),
            Self::Discrete(name) => write!(f, "#{name}"),
            Self::Tuple(parts) => write!(f, "({})", Listed(parts)),
            Self::Opaque(name) => write!(f, "?{name}"),
            Self::Cotangent(name) => write!(f, "?{name}'"),
            Self::World => f.write_str("!"),
            Self::Option(ty) => write!(f, "Option<{ty}>"),
            Self::Tape(ty) => write!(f, "Tape<{ty}>"),
            Self::Array(ty) => write!(f, "Array<{ty}>"),
            Self::Look(ty) => write!(f, "Look<{ty}>"),
            Self::Undone(ty) => write!(f, "Undone<{ty}>"),
            Self::Function(function) => {
                write!(f, "[{}] -o", Listed(&function.params))?;
                match &function.captures {
                    Captures::Known(captured) => write!(f, "[{}]", Listed(captured))?,
                    Captures::Open => {}
                    Captures::Residual => f.write_str("~")?,
                }
                for seed in &function.seeds {
                    write!(f, "@{seed}")?;
                }
                if function.keeps {
                    f.write_str("^")?;
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

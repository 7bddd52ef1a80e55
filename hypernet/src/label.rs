//! Labels: what an edge does.
//!
//! The structural edges of a cartesian closed category (copy, discard, eval, abstraction) are labels of their own;
//! everything else is an operation with a signature. The boxes of the adjoint transformation are labels too, but
//! only of nets in the middle of a derivation.

use std::fmt;
use std::sync::Arc;

use crate::primitive::Primitive;
use crate::types::{FunctionType, Name, Type};

/// The label of an edge.
#[derive(Clone, PartialEq, Debug)]
pub enum Label {
    /// Contraction: `A -> A ++ A`.
    Copy,
    /// Weakening: `A -> []`.
    Discard,
    /// The counit of the adjunction: `(A -o B) ++ A -> B`.
    Eval,
    /// A bubble: captures `C`, holds a net `C ++ A -> B`, gives `A -o[C] B`.
    Abstraction,
    /// A named operation.
    Operation(Operation),
    /// A box of the adjoint transformation around the net that it still has to transform.
    Frame(Frame),
}

/// The three boxes of the paper (section 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Blue: the adjoint of what is inside.
    Adjoint,
    /// Orange: the forward pass of what is inside.
    Forward,
    /// Green: the reverse pass of what is inside.
    Reverse,
}

/// A constant of the calculus.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// A real number.
    Real {
        /// Its value, rounded to `f64`.
        value: f64,
        /// The literal as the user wrote it, without a suffix, so that no digit is lost.
        text: Name,
    },
    /// An integer.
    Integer(i128),
    /// A truth value.
    Bool(bool),
    /// A constant of the host language, by name (`PI`, `GAIN`, `T::epsilon()`); `id` is the host's own number.
    Named {
        /// What to call it in text and drawings.
        name: Name,
        /// The host's number for it.
        id: u32,
    },
}

impl Constant {
    /// The real number with the shortest decimal form that gives `value` back.
    #[must_use]
    pub fn real(value: f64) -> Self {
        Self::Real { value, text: format!("{value:?}").into() }
    }
}

/// How two values compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the six comparisons of IEEE 754 and of the integers, by their usual names")]
pub enum Comparison {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// An operation on discrete values; `And`, `Or`, `Xor` and `Not` serve booleans as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the operators of the integers, by their usual names")]
pub enum DiscreteOp {
    Neg,
    Not,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

impl DiscreteOp {
    /// How many operands it takes.
    #[must_use]
    pub fn arity(self) -> usize {
        if matches!(self, Self::Neg | Self::Not) { 1 } else { 2 }
    }
}

/// An operation of the host language that the calculus knows by its signature alone, and that has no derivative:
/// its reverse pass gives zero to its inputs. What must stay in order threads [`Type::World`].
#[derive(Clone, PartialEq, Debug)]
pub struct Foreign {
    /// What to call it in text and drawings.
    pub name: Name,
    /// The host's number for it.
    pub id: u32,
    /// The bundle it takes.
    pub inputs: Vec<Type>,
    /// The bundle it gives.
    pub outputs: Vec<Type>,
}

/// A differentiable function of the host language as a constant of function type without captures.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionConstant {
    /// What to call it in text and drawings.
    pub name: Name,
    /// The host's number for it.
    pub id: u32,
    /// The type of the function itself, `A -o[] B`.
    pub ty: FunctionType,
    /// Whether this is the function, or what its forward pass is: its adjoint `A -o[] B ++ [B̄ -o Ā]`.
    pub adjoint: bool,
}

/// A struct of the host language, or a cotangent of one, and some of its fields.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The type of the struct or of the cotangent.
    pub ty: Type,
    /// The host's number for it.
    pub id: u32,
    /// The fields by name, with their types.
    pub fields: Vec<(Name, Type)>,
}

impl Record {
    /// The types of the fields.
    pub(crate) fn types(&self) -> Vec<Type> {
        self.fields.iter().map(|(_, ty)| ty.clone()).collect()
    }

    /// Whether it is a cotangent: fields that are not named are zero.
    #[must_use]
    pub fn is_cotangent(&self) -> bool {
        matches!(self.ty, Type::Cotangent(_))
    }
}

/// A labelled operation.
#[derive(Clone, PartialEq, Debug)]
pub enum Operation {
    /// `[] -> T`.
    Constant(Constant, Type),
    /// A primitive of the real vocabulary at the scalar type named.
    Primitive(Primitive, Name),
    /// `⊕`, the addition of sensitivities: `T ++ T -> T`.
    Plus(Type),
    /// `0̄`, the zero sensitivity: `[] -> T`.
    Zero(Type),
    /// A comparison: `T ++ T -> bool`.
    Compare(Comparison, Type),
    /// An operation on discrete values of this type: `T -> T` or `T ++ T -> T`.
    Discrete(DiscreteOp, Name),
    /// A conversion between scalars (of `as`): `from -> to`.
    Cast(Type, Type),
    /// `bool ++ T ++ T -> T`: the first if the condition holds, else the second; both are evaluated.
    Select(Type),
    /// Groups stems in one.
    Pack(Arc<[Type]>),
    /// Undoes [`Operation::Pack`].
    Unpack(Arc<[Type]>),
    /// A struct of all of its fields, or a cotangent of some, which is zero elsewhere: `fields -> ty`.
    Record(Arc<Record>),
    /// A field, the only one named: `ty -> field`.
    Project(Arc<Record>),
    /// A struct or a cotangent with another value in a field, the only one named: `ty ++ field -> ty`.
    Update(Arc<Record>),
    /// The same value in another form of the host language (a reference, say), by its name: `T -> T`.
    View(Name, Type),
    /// A value that a branch left: `T -> Option<T>`.
    Present(Type),
    /// That another branch was taken: `[] -> Option<T>`.
    Absent(Type),
    /// The value, where the branch that left it is known to have been taken: `Option<T> -> T`.
    Expect(Type),
    /// The higher-order primitive `bool ++ (A -o[C] B) ++ (A -o[D] B) ++ A -> B`, by the types of its two
    /// functions: runs the first if the condition holds, else the second.
    Cond(Arc<FunctionType>, Arc<FunctionType>),
    /// An operation of the host language without a derivative.
    Foreign(Arc<Foreign>),
    /// A differentiable function of the host language: `[] -> A -o[] B`, or its adjoint.
    Function(Arc<FunctionConstant>),
}

impl Operation {
    /// The types of its inputs and of its outputs.
    #[must_use]
    pub fn signature(&self) -> (Vec<Type>, Vec<Type>) {
        match self {
            Self::Constant(_, ty) | Self::Zero(ty) => (Vec::new(), vec![ty.clone()]),
            Self::Primitive(primitive, scalar) => primitive.signature(scalar),
            Self::Plus(ty) => (vec![ty.clone(); 2], vec![ty.clone()]),
            Self::Present(ty) => (vec![ty.clone()], vec![Type::Option(Arc::new(ty.clone()))]),
            Self::Absent(ty) => (Vec::new(), vec![Type::Option(Arc::new(ty.clone()))]),
            Self::Expect(ty) => (vec![Type::Option(Arc::new(ty.clone()))], vec![ty.clone()]),
            Self::Compare(_, ty) => (vec![ty.clone(); 2], vec![Type::bool()]),
            Self::Discrete(op, name) => {
                (vec![Type::Discrete(name.clone()); op.arity()], vec![Type::Discrete(name.clone())])
            }
            Self::Cast(from, to) => (vec![from.clone()], vec![to.clone()]),
            Self::Select(ty) => (vec![Type::bool(), ty.clone(), ty.clone()], vec![ty.clone()]),
            Self::Pack(parts) => (parts.to_vec(), vec![Type::Tuple(parts.clone())]),
            Self::Unpack(parts) => (vec![Type::Tuple(parts.clone())], parts.to_vec()),
            Self::Cond(first, second) => {
                let mut inputs = vec![Type::bool(), Type::Function(first.clone()), Type::Function(second.clone())];
                inputs.extend(first.params.iter().cloned());
                (inputs, first.results.clone())
            }
            Self::Record(record) => (record.types(), vec![record.ty.clone()]),
            Self::Project(record) => (vec![record.ty.clone()], record.types()),
            Self::Update(record) => {
                let mut inputs = vec![record.ty.clone()];
                inputs.extend(record.types());
                (inputs, vec![record.ty.clone()])
            }
            Self::View(_, ty) => (vec![ty.clone()], vec![ty.clone()]),
            Self::Foreign(foreign) => (foreign.inputs.clone(), foreign.outputs.clone()),
            Self::Function(function) => (Vec::new(), vec![function.wire_type()]),
        }
    }

    /// Whether it may panic, so that it stays even where its result is not used.
    #[must_use]
    pub fn may_panic(&self) -> bool {
        use DiscreteOp::{Add, Div, Mul, Neg, Rem, Shl, Shr, Sub};
        matches!(self, Self::Discrete(Add | Sub | Mul | Div | Rem | Neg | Shl | Shr, _))
    }
}

impl FunctionConstant {
    /// The type of the wire that this constant gives.
    #[must_use]
    pub fn wire_type(&self) -> Type {
        if self.adjoint { self.ty.adjoint() } else { Type::Function(Arc::new(self.ty.clone())) }
    }
}

impl FunctionType {
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
            _ => self.clone(),
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Adjoint => "adjoint",
            Self::Forward => "forward",
            Self::Reverse => "reverse",
        })
    }
}

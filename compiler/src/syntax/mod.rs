//! Checked syntax: a function as a tree in which every name is resolved and every construct is one that lowering
//! knows.
//!
//! Invariants: a variable has one declaration ([`VarId`]), so shadowing is gone; parentheses, groups and references are
//! gone; an expression's children are made before it. What is not in the language has become [`Kind::Error`] and a
//! diagnostic. Types that the user wrote are in it as [`Ty`], with fresh variables where they say nothing.

mod apart;
mod arena;
mod arithmetic;
mod arrays;
mod block;
mod call;
mod changing;
mod claims;
mod dimensions;
mod each;
mod expr;
mod function;
mod host_patterns;
mod item;
mod left;
mod lent_params;
mod lets;
mod looked_at;
mod loops;
mod macros;
mod made;
mod methods;
mod names;
mod operators;
mod options;
mod pattern;
mod places;
mod scopes;
mod signature;
mod tree;
mod turns;
mod types;
mod views;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{Name, TypeName};
use proc_macro2::Ident;

use crate::diagnostic::Diagnostic;
use crate::texts::TextSet;
use scopes::{Moment, Scopes};

pub(crate) use arena::Arena;
pub(crate) use arithmetic::Arithmetic;
pub(crate) use arrays::{array_in_vec, element_of_vec};
pub(crate) use claims::{Claim, ClaimKind, Claims, Named, operator};
pub(crate) use item::{check, check_signature};
pub(crate) use left::{Left, Node, inline_names, leave, leave_let, makes_temporaries};
pub(crate) use looked_at::changes_looked_at;
pub(crate) use macros::referenced;
pub(crate) use methods::MaybeElement;
pub(crate) use pattern::{Apart, HostPattern, LeftBehind, Pattern};
pub(crate) use tree::{
    Arm, Bounds, CallPath, Closure, Expr, Head, Jump, Kind, Leaving, Local, Loop, MacroCall, Matched, MethodCall, Role,
    Statement, Struct, Target,
};
pub(crate) use types::{is_discrete, is_integer, is_scalar};
pub(crate) use views::{View, ViewStep, Views};

/// A variable: one declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct VarId(pub(crate) u32);

/// An expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ExprId(pub(crate) u32);

/// A closure expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClosureId(pub(crate) u32);

macro_rules! index {
    ($($id:ident)*) => { $(impl $id {
        pub(crate) fn index(self) -> usize {
            self.0 as usize
        }
    }

    impl From<$id> for usize {
        fn from(id: $id) -> Self {
            id.index()
        }
    })* };
}
index!(VarId ExprId ClosureId);

/// A type during inference.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ty {
    /// Not known yet.
    Var(u32),
    Real(Name),
    Discrete(TypeName),
    /// A type that only the host language knows, with the name that the user wrote, if there is one; it has a cotangent of
    /// its own.
    Opaque(Option<Name>),
    Tuple(Vec<Ty>),
    /// An array, a slice or a vector of these.
    Array(std::rc::Rc<Ty>),
    Fn(std::rc::Rc<FnTy>),
}

/// The type of a function during inference.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FnTy {
    pub(crate) params: Vec<Ty>,
    pub(crate) result: Ty,
    /// The type parameter that it is, if it is one: that says what it captured.
    pub(crate) name: Option<Name>,
    /// Of a function that comes over the boundary, what the parameters refer to that refer to arrays, as it is written.
    pub(crate) lent: Vec<Option<Name>>,
}

impl Ty {
    pub(crate) fn unit() -> Self {
        Self::Tuple(Vec::new())
    }

    pub(crate) fn function(params: Vec<Ty>, result: Ty) -> Self {
        Self::Fn(std::rc::Rc::new(FnTy { params, result, name: None, lent: Vec::new() }))
    }

    pub(crate) fn bool() -> Self {
        Self::Discrete("bool".into())
    }
}

/// What is known of a type variable at its birth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unknown {
    /// The type of a variable: that of what it stands for.
    Variable,
    /// The type of a parameter of a closure, or of a field of a struct.
    Param,
    /// Anything.
    Any,
    /// What a function gives: a number, if nothing shows that it is a struct.
    Called,
    /// The type of the elements of an array in a struct, or of what is computed of them: numbers, if nothing shows that they are structs.
    Element,
    /// The type of a new array, of which nothing says yet what it holds.
    New,
    /// What a function of a type or a method gives: not taken for a number because it meets one.
    Given,
    /// What an operator gives of which an operand is of a type that only rustc knows.
    Computed,
    /// The type of something that is left to the host language.
    Foreign,
    /// One of Rust's own types without a tangent, or one that holds such alone.
    Plain,
    /// The type of a float literal.
    Float,
    /// The type of an integer literal.
    Int,
}

impl Unknown {
    /// Whether it is the host's.
    pub(crate) fn is_host(self) -> bool {
        matches!(self, Self::Foreign | Self::Plain)
    }

    /// Whether nothing is known, not even where it is from.
    pub(crate) fn is_param(self) -> bool {
        matches!(self, Self::Variable | Self::Param)
    }
}

/// A function, checked.
pub(crate) struct Function<'a> {
    pub(crate) params: Vec<Param>,
    /// The variables that may hold what depends on a differentiated parameter.
    pub(crate) depending: IdSet<VarId>,
    /// Those that depend on nothing, and that methods or calls may change where they are.
    pub(crate) changed_in_place: IdSet<VarId>,
    /// The names of parts of arrays.
    pub(crate) views: Views,
    /// The names of arrays in structs: their numbers, and the ways to them.
    pub(crate) opened: std::collections::BTreeMap<VarId, (usize, Vec<String>)>,
    /// Those among them that are taken for arrays of integers, since their elements become numbers of other types.
    pub(crate) integers: IdSet<VarId>,
    /// What places hold that are given other values at once, `std::mem::swap(&mut a.b, &mut a.c)`.
    pub(crate) exchanged: IdSet<ExprId>,
    /// The fields that hold structs, as their uses show: as they are written.
    pub(crate) struct_fields: TextSet,
    /// The fields that are arrays, as definitions of the file say.
    pub(crate) array_fields: IdSet<ExprId>,
    /// The variables over whose elements loops run, without changing them; whether the elements are arrays.
    pub(crate) looped: IdMap<VarId, bool>,
    /// The type of the result as written.
    pub(crate) result: Ty,
    pub(crate) body: ExprId,
    pub(crate) vars: Vec<Variable>,
    pub(crate) exprs: Vec<Expr<'a>>,
    pub(crate) closures: Vec<Closure>,
    /// The items declared inside, with the blocks that they are in.
    pub(crate) items: Vec<(ExprId, &'a syn::Item)>,
    /// What names are taken for, as statements that do not compile if they mean something else.
    pub(crate) claims: Claims<'a>,
    /// Where expressions stand in the syntax, if they do.
    sources: Vec<Option<Source<'a>>>,
    /// What names stand for.
    pub(crate) scopes: Scopes,
    /// What is refused, unless it is part of code that is left as it is: at an expression.
    pub(crate) refused: Vec<(ExprId, Diagnostic)>,
    /// The type variables made so far.
    pub(crate) unknowns: Vec<Unknown>,
    /// The real scalars named in the function, the generic ones included.
    pub(crate) scalars: Vec<Name>,
    /// Whether it names any.
    pub(crate) names_scalars: bool,
    /// The type parameters that are real scalars, if no bound gives them other operators than those of `Real`.
    pub(crate) plain_scalars: Vec<Name>,
}

pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) pattern: Pattern,
    pub(crate) ty: Ty,
    pub(crate) written: syn::Type,
    /// The type that it is read as: another one than it is written as, if that is an array by another name.
    pub(crate) read: syn::Type,
    /// The type parameter that stands for its type, if it is a function.
    pub(crate) function: Option<Name>,
    pub(crate) differentiated: bool,
    /// Its place in the gradient, among those that are differentiated.
    pub(crate) rank: usize,
    /// Its type, if it is an array of reals that is not differentiated.
    pub(crate) data: Option<Ty>,
    /// Whether it refers to what the function changes, and what that holds has a tangent.
    pub(crate) changed: bool,
    /// Whether the gradient has an entry for it.
    pub(crate) wanted: bool,
    /// The type parameter that stands for the types of its arrays, if it is what a function captured.
    pub(crate) captured: Option<Name>,
}

impl Param {
    /// Whether it refers to what the function changes, and that is no array: then it goes into the net by value, and comes out beside
    /// the result.
    pub(crate) fn in_out(&self) -> bool {
        self.changed && !matches!(self.ty, Ty::Array(_))
    }

    /// Whether it refers to an array by another name, of which the length stays.
    pub(crate) fn keeps_length(&self) -> bool {
        let is_slice =
            |ty: &syn::Type| matches!(ty, syn::Type::Reference(ty) if matches!(*ty.elem, syn::Type::Slice(_)));
        is_slice(&self.read) && !is_slice(&self.written)
    }
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: Ident,
    /// Which closure body it is declared in, directly.
    pub(crate) owner: Option<ClosureId>,
    pub(crate) ty: Ty,
    /// Whether it is declared with `mut`.
    pub(crate) mutable: bool,
}

/// Where an expression stands in the syntax.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) start: Start,
}

/// The start of an expression: the first of its parts, the first variable that may be declared in it, and what names stand
/// for. Its parts are all expressions from there to itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) expr: usize,
    pub(crate) var: usize,
    pub(crate) moment: Moment,
}

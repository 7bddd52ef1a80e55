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
mod methods;
mod names;
mod operators;
mod options;
mod pattern;
mod places;
mod scopes;
mod signature;
mod types;
mod views;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{Name, Primitive, TypeName};
use proc_macro2::{Ident, Span, TokenStream};

use crate::diagnostic::{Diagnostic, Refusal};
use crate::texts::TextSet;
use scopes::{Moment, Scopes};

pub(crate) use arena::Arena;
pub(crate) use arithmetic::Arithmetic;
pub(crate) use arrays::array_in_vec;
pub(crate) use claims::{Claim, ClaimKind, Claims, Named, operator};
pub(crate) use item::{check, check_signature};
pub(crate) use left::{Left, Node, inline_names, leave, leave_let, makes_temporaries};
pub(crate) use looked_at::changes_looked_at;
pub(crate) use macros::referenced;
pub(crate) use methods::MaybeElement;
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
    /// The type of a float literal.
    Float,
    /// The type of an integer literal.
    Int,
}

impl Unknown {
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
    /// The fields that hold structs, as their uses show: as they are written.
    pub(crate) struct_fields: TextSet,
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

pub(crate) struct Expr<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) role: Role,
    pub(crate) span: Span,
    pub(crate) end: Span,
}

/// What the expression around one does with its value, where that decides how it is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It is the argument of a call of a function by its path.
    Argument,
    /// It is the argument of a call of a method.
    ArgumentOfMethod,
    /// It becomes a number of another type.
    Converted,
    /// Anything else.
    Other,
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

/// A `let` as it is written.
pub(crate) struct Local<'a> {
    pub(crate) written: &'a syn::Local,
    pub(crate) start: Start,
    /// The expression after its last one.
    pub(crate) last: usize,
    /// The variables that it declares, by their names.
    pub(crate) vars: Vec<(String, VarId)>,
    /// Whether the pattern does more than to give names to values and to the parts of tuples.
    pub(crate) verbatim: bool,
}

#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) params: Vec<(Pattern, Ty)>,
    /// What each of these refers to, if it refers to an array.
    pub(crate) lent: Vec<Option<TokenStream>>,
    /// Whether it takes an array that it may change.
    pub(crate) writes: bool,
    pub(crate) result: Option<Ty>,
    pub(crate) body: ExprId,
    pub(crate) moves: bool,
    /// The variables of the outside that it names.
    pub(crate) captured: Vec<VarId>,
}

#[derive(Debug)]
pub(crate) enum Pattern {
    Wild,
    /// A name, and what it stands for has to match.
    Bind(VarId, Option<Box<Pattern>>),
    Tuple(Vec<Pattern>),
    /// `..` in the middle of a tuple.
    Rest,
    Literal(ExprId),
    Range {
        from: Option<ExprId>,
        to: Option<ExprId>,
        inclusive: bool,
    },
    Or(Vec<Pattern>),
    /// A constant or a variant without fields.
    Path(TokenStream),
    /// With its type, and that as it is written.
    Typed(Box<Pattern>, Ty, Option<TokenStream>),
    /// A struct, taken apart.
    Struct(Box<Apart>),
    /// What has no tangent, taken apart by rustc.
    Host(Box<HostPattern>),
}

impl Pattern {
    /// The variable that it binds the whole value to.
    pub(crate) fn bound(&self) -> Option<VarId> {
        match self {
            Self::Bind(var, None) => Some(*var),
            Self::Typed(inside, ..) => inside.bound(),
            Self::Bind(..)
            | Self::Wild
            | Self::Rest
            | Self::Tuple(_)
            | Self::Literal(_)
            | Self::Range { .. }
            | Self::Or(_)
            | Self::Path(_)
            | Self::Struct(_)
            | Self::Host(_) => None,
        }
    }

    /// Whether rustc takes a part of it apart.
    pub(crate) fn has_host(&self) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Bind(_, Some(inside)) | Self::Typed(inside, ..) => inside.has_host(),
            Self::Tuple(parts) | Self::Or(parts) => parts.iter().any(Self::has_host),
            Self::Struct(apart) => apart.fields.iter().any(|(_, inside)| inside.has_host()),
            Self::Wild | Self::Bind(_, None) | Self::Rest | Self::Literal(_) | Self::Range { .. } | Self::Path(_) => {
                false
            }
        }
    }

    /// Says that what rustc leaves of what it matches is dropped at once. What it refers to lives on.
    pub(crate) fn end(&mut self) {
        match self {
            Self::Host(host) => {
                if host.left == LeftBehind::Lasts {
                    host.left = LeftBehind::Ends;
                }
            }
            Self::Bind(_, Some(inside)) | Self::Typed(inside, ..) => inside.end(),
            Self::Tuple(parts) | Self::Or(parts) => parts.iter_mut().for_each(Self::end),
            // The fields of a struct are places.
            Self::Struct(_)
            | Self::Wild
            | Self::Bind(_, None)
            | Self::Rest
            | Self::Literal(_)
            | Self::Range { .. }
            | Self::Path(_) => {}
        }
    }

    /// The values that it compares with.
    pub(crate) fn compared(&self) -> Vec<ExprId> {
        match self {
            Self::Literal(value) => vec![*value],
            Self::Range { from, to, .. } => [from, to].into_iter().copied().flatten().collect(),
            Self::Bind(_, Some(inside)) | Self::Typed(inside, ..) => inside.compared(),
            Self::Tuple(parts) | Self::Or(parts) => parts.iter().flat_map(Self::compared).collect(),
            Self::Struct(apart) => apart.fields.iter().flat_map(|(_, inside)| inside.compared()).collect(),
            Self::Wild | Self::Bind(_, None) | Self::Rest | Self::Path(_) | Self::Host(_) => Vec::new(),
        }
    }
}

/// A pattern of what has no tangent.
#[derive(Debug)]
pub(crate) struct HostPattern {
    /// As it is written.
    pub(crate) written: TokenStream,
    pub(crate) span: Span,
    /// The same without the names that it gives; none, if it matches whatever there is.
    pub(crate) tested: Option<TokenStream>,
    /// The same with an identifier from [`name_hole`](crate::holes::name_hole) for each of them.
    pub(crate) binding: TokenStream,
    /// The names that it gives.
    pub(crate) vars: Vec<VarId>,
    /// Whether it gets a reference to what it matches.
    pub(crate) referred: bool,
    /// Whether it is one of the elements of a slice, or has such a part.
    pub(crate) of_slice: bool,
    /// How long what it does not take of what it matches is there.
    pub(crate) left: LeftBehind,
}

/// How long what a pattern does not take of a value is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeftBehind {
    /// As long as the value.
    Lasts,
    /// The same: a name refers to it, by `ref`.
    Referred,
    /// It is dropped at once.
    Ends,
}

/// A pattern of a struct: it gives the struct a name, and matches what its fields are, one by one.
#[derive(Debug)]
pub(crate) struct Apart {
    pub(crate) path: Span,
    /// The variable that stands for the struct; none if it is itself a field of one that is taken apart.
    pub(crate) whole: Option<VarId>,
    /// Whether the struct is behind `&` in the pattern: of a reference, the fields are then bound by value.
    pub(crate) by_value: bool,
    /// The fields, as projections, and what those match.
    pub(crate) fields: Vec<(ExprId, Pattern)>,
}

/// The bounds of a range, as far as they are written; whether it ends with the second one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) start: Option<ExprId>,
    pub(crate) end: Option<ExprId>,
    pub(crate) through: bool,
}

/// A loop.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) head: Head,
    pub(crate) body: ExprId,
    pub(crate) left: Leaving,
}

/// Which turns a loop makes.
#[derive(Debug)]
pub(crate) enum Head {
    /// One for each number of a range.
    For { pattern: Pattern, bounds: Vec<ExprId>, sequence: hypernet::Sequence },
    /// As long as this holds.
    While(ExprId),
    /// Until it is left; whether a `break` does that.
    Endless(bool),
    /// One: a block that may be left, whose value is that of the body if it is not.
    Once,
}

/// The variables that say how the turn of a loop is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaving {
    /// Whether by `break`.
    pub(crate) broken: VarId,
    /// Whether by `continue`.
    pub(crate) continued: VarId,
    /// With which value, if with one.
    pub(crate) value: Option<VarId>,
}

/// What leaves the turn of a loop.
#[derive(Debug)]
pub(crate) struct Jump {
    /// The variable that says that it has been left.
    pub(crate) flag: VarId,
    /// The variable of the value of the loop, and its value.
    pub(crate) value: Option<(VarId, ExprId)>,
}

/// Where an assignment goes.
#[derive(Debug)]
pub(crate) enum Target {
    Wild,
    /// A variable, or a field of a field … of it; whether it is what a reference refers to.
    Var(VarId, Vec<String>, bool),
    /// An element of a variable, by its indices, or a field of a field … of it, or an element of an array there, by the last indices.
    Element(VarId, Vec<ExprId>, Vec<String>, Vec<ExprId>),
    Tuple(Vec<Target>),
}

pub(crate) enum Kind<'a> {
    /// A real literal: its value and its text.
    Real(f64, Name, Ty),
    Int(i128, Ty),
    Bool(bool),
    /// A constant of the host language.
    Constant(TokenStream, Ty),
    Var(VarId),
    Neg(ExprId),
    Not(ExprId),
    Binary(Arithmetic, ExprId, ExprId),
    Compare(hypernet::Comparison, ExprId, ExprId),
    /// `&&` if true, else `||`.
    Logic(bool, ExprId, ExprId),
    /// A primitive by its path; the scalar type as far as the path says it.
    Primitive(Primitive, Ty, Vec<ExprId>),
    /// A method with a name of the vocabulary.
    Method(&'a Ident, Primitive, ExprId, Vec<ExprId>),
    /// A call of a value.
    Call(ExprId, Vec<ExprId>),
    /// A call of a function by its path: differentiable if an argument is active, else left as it is.
    CallPath(Box<CallPath<'a>>),
    /// A function as a value.
    Path(&'a syn::ExprPath),
    /// A primitive as a value.
    PrimitivePath(Primitive, Ty),
    Closure(ClosureId),
    Block(Vec<Statement<'a>>, Option<ExprId>),
    If(ExprId, ExprId, Option<ExprId>),
    Match(ExprId, Vec<Arm>),
    Loop(Box<Loop>),
    /// `break` or `continue`.
    Jump(Jump),
    Tuple(Vec<ExprId>),
    /// A field by its number, and how it was written, unless in a pattern.
    Field(ExprId, usize, Option<&'a syn::ExprField>),
    /// A field of a struct, by name; how it was written, to be left as it is.
    Member(ExprId, &'a Ident),
    /// An element of an array by its index.
    Index(ExprId, ExprId),
    /// A part of an array.
    Part(ExprId, Bounds),
    /// An array of these elements; whether it is a `Vec`.
    Elements(Vec<ExprId>, bool),
    /// An array of this value, so often: a `Vec`, or one whose length is written like this.
    Repeat(ExprId, ExprId, Option<TokenStream>),
    /// A reference to a value (`&`), what it refers to (`*`), or a copy of it (`clone`).
    View(hypernet::Form, ExprId),
    /// A call of a method that is not of the vocabulary.
    MethodCall(Box<MethodCall<'a>>),
    /// A struct put together.
    Struct(Box<Struct<'a>>),
    Cast(ExprId, Ty),
    /// A real of what it can be made of without loss: `f64::from(value)`.
    From(ExprId, Ty),
    Assign(Target, ExprId),
    /// A compound assignment; the target is also read, as this expression.
    AssignOp(Arithmetic, Target, ExprId, ExprId),
    /// A call of a macro of which the macro knows what it does with its arguments.
    Macro(Box<MacroCall>),
    /// A value whose dependence is cut, and the first of its parts.
    StopGradient(ExprId, usize),
    /// `&mut` of a variable: for closures only.
    MutRef(ExprId, &'a syn::ExprReference),
    /// Refused, unless it is left as it is: what it reads stands before it. The variables that it assigns, or borrows as `&mut`.
    Unseen(Vec<VarId>),
    /// Refused in any case.
    Error,
}

pub(crate) struct CallPath<'a> {
    pub(crate) path: &'a syn::ExprPath,
    pub(crate) args: Vec<ExprId>,
    /// The type of the result, where the path says it.
    pub(crate) result: Ty,
    /// Whether it is a function of a type or of a trait.
    pub(crate) associated: bool,
    /// Whether it is a call of the function that it stands in.
    pub(crate) recursive: bool,
    /// Why an active argument is refused, where it is.
    pub(crate) refusal: Option<Refusal>,
    /// Whether nobody wants what it gives: then it is called for what it changes.
    pub(crate) discarded: bool,
}

/// A call of a method: differentiable if it reads something active, else left as it is.
pub(crate) struct MethodCall<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) generics: Option<&'a syn::AngleBracketedGenericArguments>,
    /// The receiver, then the arguments.
    pub(crate) args: Vec<ExprId>,
    pub(crate) result: Ty,
    /// Whether it is taken for one that changes what it is called on.
    pub(crate) changes: bool,
    /// Whether only the type of the method says whether that is so.
    pub(crate) asks: bool,
    /// Whether nobody wants what it gives.
    pub(crate) discarded: bool,
}

/// A struct put together: of a known type if a field is active, else left as it is.
pub(crate) struct Struct<'a> {
    pub(crate) path: &'a syn::Path,
    /// Whether it is written as a call.
    pub(crate) tuple: bool,
    pub(crate) fields: Vec<(String, ExprId)>,
    /// Where the names of the fields stand, if they are written.
    pub(crate) places: Vec<Span>,
    /// Where the other fields come from.
    pub(crate) base: Option<ExprId>,
    pub(crate) result: Ty,
}

/// A call of a macro: its arguments are evaluated before, and may depend on a differentiated parameter.
#[derive(Debug)]
pub(crate) struct MacroCall {
    /// Of the macro, without its path.
    pub(crate) name: String,
    /// With `hole(i)` for each of the arguments.
    pub(crate) tokens: TokenStream,
    pub(crate) holes: Vec<ExprId>,
    /// How many of the arguments are evaluated in any case: not the message of an assertion, nothing of a debug assertion.
    pub(crate) strict: usize,
    pub(crate) result: Ty,
    /// Whether it never gives a value.
    pub(crate) diverges: bool,
}

pub(crate) enum Statement<'a> {
    /// A `let`, with its value, and as it is written.
    Let(Pattern, Option<ExprId>, Box<Local<'a>>),
    Expr(ExprId),
}

#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<ExprId>,
    pub(crate) body: ExprId,
    pub(crate) matched: Matched,
}

/// How long what a pattern matches is there, where it is a value without a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Matched {
    /// Until the end of the statement, as with `match`.
    Lasts,
    /// Until the body of this arm: `let … else`.
    Ends,
    /// The same from edition 2024 on, where it lasts until then: what comes after `else` of `if let`, with the place of that.
    EndsByEdition(Span),
}

//! The tree of a function: its expressions and statements, its loops and closures.
//!
//! An expression names its parts by [`ExprId`]; these stand before it. Its patterns are in the module beside this one.

use hypernet::{Name, Primitive};
use proc_macro2::{Ident, Span, TokenStream};

use super::{Arithmetic, ClosureId, ExprId, Pattern, Start, Ty, VarId};
use crate::diagnostic::Refusal;

/// An expression, with what the expression around it does with it, and where it begins and ends in the source.
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
    /// It is cast to an integer, which has no derivative whatever was cast.
    Cut,
    /// Anything else.
    Other,
}

impl Role {
    /// Whether it becomes a number of another type.
    pub(crate) fn is_converted(self) -> bool {
        matches!(self, Self::Converted | Self::Cut)
    }
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

/// A closure.
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

/// What an expression is.
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
    /// A real of what it can be made of: `f64::from(value)`, `T::from(value).unwrap()`, or by a function of this name.
    From(ExprId, Ty, Option<&'a Ident>),
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
    /// The types of those that are numbers of Rust's own, as the definition in the file says.
    pub(crate) held: Vec<Option<Ty>>,
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

/// A statement of a block.
pub(crate) enum Statement<'a> {
    /// A `let`, with its value, and as it is written.
    Let(Pattern, Option<ExprId>, Box<Local<'a>>),
    Expr(ExprId),
}

/// An arm of a `match`.
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

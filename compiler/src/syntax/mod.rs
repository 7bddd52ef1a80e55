//! Checked syntax: a function as a tree in which every name is resolved and every construct is one that lowering
//! knows.
//!
//! Invariants: a variable has one declaration ([`VarId`]), so shadowing is gone; parentheses, groups and references are
//! gone; an expression's children are made before it. What is not in the language has become [`Kind::Error`] and a
//! diagnostic. Types that the user wrote are in it as [`Ty`], with fresh variables where they say nothing.

mod apart;
mod arena;
mod arrays;
mod block;
mod call;
mod changing;
mod claims;
mod depths;
mod dimensions;
mod each;
mod expr;
mod host_patterns;
mod item;
mod left;
mod lets;
mod looked_at;
mod loops;
mod macros;
mod methods;
mod names;
mod options;
mod pattern;
mod places;
mod scopes;
mod signature;
mod types;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{DiscreteOp, Name, Primitive, TypeName};
use proc_macro2::{Ident, Span, TokenStream};

use crate::diagnostic::{Diagnostic, Refusal};
use scopes::{Moment, Scopes};

pub(crate) use arena::Arena;
pub(crate) use arrays::array_in_vec;
pub(crate) use claims::{Claims, one_variable_each, scalar as scalar_type};
pub(crate) use each::NUMBER;
pub(crate) use expr::is_upper;
pub(crate) use item::{check, check_signature, plain};
pub(crate) use left::{Left, Node, bound_names, inline_names, leave, leave_let, makes_temporaries};
pub(crate) use macros::referenced;
pub(crate) use methods::{ArrayMethod, MaybeElement};
pub(crate) use types::{is_container, is_discrete, is_discrete_name, is_integer, is_scalar, is_scalar_name, scalars};

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
    /// The type of a parameter of a closure.
    Param,
    /// Anything.
    Any,
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

/// A function, checked.
pub(crate) struct Function<'a> {
    pub(crate) params: Vec<Param>,
    /// The variables that may hold what depends on a differentiated parameter.
    pub(crate) depending: IdSet<VarId>,
    /// The names of parts of arrays.
    pub(crate) views: Views,
    /// The names of arrays in structs: their numbers, and the ways to them.
    pub(crate) opened: std::collections::BTreeMap<VarId, (usize, Vec<String>)>,
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
}

/// A pattern of what has no tangent.
#[derive(Debug)]
pub(crate) struct HostPattern {
    /// As it is written.
    pub(crate) written: TokenStream,
    pub(crate) span: Span,
    /// The same without the names that it gives; none, if it matches whatever there is.
    pub(crate) tested: Option<TokenStream>,
    /// The same with an identifier from [`name_hole`](crate::program::name_hole) for each of them.
    pub(crate) binding: TokenStream,
    /// The names that it gives.
    pub(crate) vars: Vec<VarId>,
    /// Whether it gets a reference to what it matches.
    pub(crate) referred: bool,
    /// Whether it is one of the elements of a slice, or has such a part.
    pub(crate) of_slice: bool,
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

/// A name for a place in an array, `let row = &a[i]` or `let part = &a[i..j]`: it stands for the place itself.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The array, or another name for a place in one.
    pub(crate) array: VarId,
    /// The steps that lead there.
    pub(crate) steps: Vec<ViewStep>,
    /// Whether it is surely there.
    pub(crate) is_there: bool,
    /// Whether it is an element, no array: of `let x = &mut a[i]`.
    pub(crate) is_element: bool,
    /// Whether nobody changes it: then the name alone is a value.
    pub(crate) is_shared: bool,
}

/// A step on the way to a place that has a name. The index and the bounds have names that nobody sees.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ViewStep {
    Index(VarId),
    /// A range, and whether it ends with its second bound.
    Range([VarId; 2], bool),
    /// A field of a struct, as this expression names it.
    Field(ExprId),
}

impl ViewStep {
    /// The index or the bounds.
    pub(crate) fn operands(&self) -> &[VarId] {
        match self {
            Self::Index(at) => std::slice::from_ref(at),
            Self::Range(bounds, _) => bounds,
            Self::Field(_) => &[],
        }
    }

    /// The same in an array; none of a field.
    pub(crate) fn step(&self) -> Option<hypernet::PlaceStep> {
        match self {
            Self::Index(_) => Some(hypernet::PlaceStep::Index),
            Self::Range(_, through) => Some(hypernet::PlaceStep::Range(*through)),
            Self::Field(_) => None,
        }
    }
}

/// The names of places in arrays.
#[derive(Default)]
pub(crate) struct Views {
    all: IdMap<VarId, View>,
    /// The expressions that are such a name.
    named: IdMap<ExprId, VarId>,
    /// The references that such names are declared with.
    inits: IdSet<ExprId>,
    /// The elements that are referred to by names, which nobody changes: if a field is read of one, the name stands for the place.
    referred: IdMap<VarId, ExprId>,
}

impl Views {
    pub(crate) fn get(&self, var: VarId) -> Option<&View> {
        self.all.get(&var)
    }

    /// The name that an expression is, if it names a place.
    pub(crate) fn named(&self, id: ExprId) -> Option<VarId> {
        self.named.get(&id).copied()
    }

    /// Whether this is the reference that a name for a place is declared with.
    pub(crate) fn is_init(&self, id: ExprId) -> bool {
        self.inits.contains(&id)
    }

    /// The array that a name for a place stands for a place in; any other variable is itself.
    pub(crate) fn storage(&self, mut var: VarId) -> VarId {
        while let Some(view) = self.all.get(&var) {
            var = view.array;
        }
        var
    }
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
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

impl Arithmetic {
    /// The operation on reals.
    pub(crate) fn primitive(self) -> Option<Primitive> {
        Some(match self {
            Self::Add => Primitive::Add,
            Self::Sub => Primitive::Sub,
            Self::Mul => Primitive::Mul,
            Self::Div => Primitive::Div,
            Self::Rem => Primitive::Rem,
            Self::And | Self::Or | Self::Xor | Self::Shl | Self::Shr => return None,
        })
    }

    /// The operation on integers and booleans.
    pub(crate) fn discrete(self) -> DiscreteOp {
        match self {
            Self::Add => DiscreteOp::Add,
            Self::Sub => DiscreteOp::Sub,
            Self::Mul => DiscreteOp::Mul,
            Self::Div => DiscreteOp::Div,
            Self::Rem => DiscreteOp::Rem,
            Self::And => DiscreteOp::And,
            Self::Or => DiscreteOp::Or,
            Self::Xor => DiscreteOp::Xor,
            Self::Shl => DiscreteOp::Shl,
            Self::Shr => DiscreteOp::Shr,
        }
    }

    /// As it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
        }
    }

    /// The same, as tokens that stand there.
    pub(crate) fn tokens(self, span: Span) -> TokenStream {
        let tokens: TokenStream = self.symbol().parse().expect("an operator is a token");
        tokens
            .into_iter()
            .map(|mut token| {
                token.set_span(span);
                token
            })
            .collect()
    }
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
    /// Refused, unless it is left as it is: what it reads stands before it.
    Unseen,
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
    /// Whether it is called on a place that may be changed, for nothing that it gives.
    pub(crate) changes: bool,
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
}

impl<'a> Function<'a> {
    pub(crate) fn expr(&self, id: ExprId) -> &Expr<'a> {
        &self.exprs[id.index()]
    }

    /// Where an expression stands in the syntax.
    pub(crate) fn source(&self, id: ExprId) -> Option<&Source<'a>> {
        self.sources.get(id.index())?.as_ref()
    }

    /// Whether a variable is a parameter that is an array of reals and is not differentiated.
    pub(crate) fn is_data(&self, var: VarId) -> bool {
        let is_bound = |pattern: &Pattern| matches!(pattern, Pattern::Bind(bound, None) if *bound == var);
        self.params.iter().any(|param| param.data.is_some() && is_bound(&param.pattern))
    }

    /// Whether this is such a parameter, or a place in one.
    pub(crate) fn is_of_data(&self, id: ExprId) -> bool {
        matches!(self.expr(self.root(id)).kind, Kind::Var(var) if self.is_data(var))
    }

    /// Of what reads an array that is a parameter without a sensitivity, and that nothing changes: the array, if the net
    /// reads it. That is an element of reals, a place on the way to one, or a length.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else is the host's, or none of data")]
    pub(crate) fn read_by_net(&self, id: ExprId) -> Option<ExprId> {
        let (array, is_length) = match &self.expr(id).kind {
            Kind::Index(array, _) | Kind::Part(array, _) => (*array, false),
            Kind::MethodCall(call) if call.name == "len" && call.args.len() == 1 => (call.args[0], true),
            _ => return None,
        };
        let root = self.root(array);
        let Kind::Var(var) = self.expr(root).kind else { return None };
        // The method `len` of a slice comes before that of any trait.
        let is_read = self.is_data(var) || is_length && root == array && self.is_slice_param(var);
        (is_read && !self.var(var).mutable).then_some(root)
    }

    /// Whether a variable is a parameter that is written as a slice.
    pub(crate) fn is_slice_param(&self, var: VarId) -> bool {
        let is_bound = |pattern: &Pattern| matches!(pattern, Pattern::Bind(bound, None) if *bound == var);
        let slice = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if matches!(*to.elem, syn::Type::Slice(_)));
        self.params.iter().any(|param| is_bound(&param.pattern) && slice(&param.written))
    }

    /// The name of the field that this is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    pub(crate) fn field_name(&self, id: ExprId) -> String {
        match &self.expr(id).kind {
            Kind::Member(_, name) => name.to_string(),
            Kind::Field(_, index, _) => index.to_string(),
            _ => String::new(),
        }
    }

    /// What a place in an array is in.
    fn root(&self, mut id: ExprId) -> ExprId {
        while let Kind::Part(inside, _) | Kind::Index(inside, _) = self.expr(id).kind {
            id = inside;
        }
        id
    }

    pub(crate) fn closure(&self, id: ClosureId) -> &Closure {
        &self.closures[id.index()]
    }

    pub(crate) fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.index()]
    }
}

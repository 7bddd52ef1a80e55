//! The Rust that is emitted, as a tree of its own.
//!
//! Expressions nest only as deep as their width allows ([`WIDTH`] of `walk`), so that writing them needs no deep stack,
//! neither here nor in the Rust compiler. Parentheses are written where precedence needs them and nowhere else.

mod write;

use hypernet::{Name, TypeName};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::source::names::is_float_name;
use crate::texts::TextSet;

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    /// A local variable.
    Variable(Ident),
    /// `tuple.0`
    Field(Box<Self>, u32),
    /// A real number by its decimal text (without a sign), of the scalar type named.
    Real {
        /// The digits.
        text: Name,
        /// The scalar type.
        scalar: Name,
        /// Where the type has to be written.
        suffix: Suffix,
    },
    /// An integer of the type named.
    Integer {
        /// Its value, not negative.
        value: u128,
        /// The integer type.
        ty: TypeName,
        /// Where the type has to be written.
        suffix: Suffix,
    },
    /// A truth value.
    Bool(bool),
    /// Tokens of the host; `true` if they bind as a path or a call does.
    Tokens(TokenStream, bool),
    /// `-a`, `!a`
    Unary(char, Box<Self>),
    /// `a + b`
    Binary(Binary, Box<[Self; 2]>),
    /// `a.sin()`
    Method(Box<Self>, &'static str, Vec<Self>),
    /// `a.method::<T>(b)`, with a method of the user's and its turbofish.
    UserMethod(Box<Self>, TokenStream, Vec<Self>),
    /// `a.field`
    Member(Box<Self>, TokenStream),
    /// `a[i]`
    Index(Box<[Self; 2]>),
    /// What is in a field of all structs in an array, so many indices deep: `a[i].field` is an element of it.
    Column(Box<Self>, usize, TokenStream),
    /// `&a`
    Borrow(Box<Self>),
    /// `&mut a`
    BorrowMut(Box<Self>),
    /// `Path { field: a }`
    Struct(TokenStream, Vec<(TokenStream, Self)>),
    /// `{ let mut name: T = a; name.field = b; name }`
    With(Ident, Option<TokenStream>, Box<Self>, Vec<(TokenStream, Self)>),
    /// `path(a, b)`, `closure(a, b)`
    Call(Box<Self>, Vec<Self>),
    /// `a as T`
    Cast(Box<Self>, TokenStream),
    /// `(a, b)`
    Tuple(Vec<Self>),
    /// `if c { a } else { b }`
    If(Box<Self>, Box<[Block; 2]>),
    /// `a..b`, and whether it is `a..=b`.
    Range(Box<[Self; 2]>, bool),
    /// `for pattern in range { … }`
    For(Box<(Pattern, Self, Block)>),
    /// `while condition { … }`
    While(Box<(Self, Block)>),
    /// `loop { … }`
    Loop(Box<Block>),
    /// `{ … }`
    Block(Box<Block>),
    /// `move |a: T| { … }`
    Closure(Vec<(Pattern, Option<TokenStream>)>, Box<Block>),
    /// A closure as a differentiable function: the path of what makes it one, the closure, and whether it leaves the type of
    /// a parameter open.
    Function(TokenStream, Box<Self>, Option<TokenStream>),
    /// `match either { First(f) => f(a), Second(f) => f(a) }`, with the path of the type `Either`.
    Either(TokenStream, Box<Self>, Vec<Self>),
}

/// A binary operator: how it is written and how strongly it binds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Binary(pub(super) &'static str, pub(super) u8);

impl Binary {
    pub(super) const ADD: Self = Self("+", ADDITIVE);
    pub(super) const SUB: Self = Self("-", ADDITIVE);
    pub(super) const MUL: Self = Self("*", 10);
    pub(super) const DIV: Self = Self("/", 10);
    pub(super) const REM: Self = Self("%", 10);
    pub(super) const SHL: Self = Self("<<", SHIFT);
    pub(super) const SHR: Self = Self(">>", SHIFT);
    pub(super) const AND: Self = Self("&", 7);
    pub(super) const XOR: Self = Self("^", 6);
    pub(super) const OR: Self = Self("|", 5);

    pub(super) const fn compare(text: &'static str) -> Self {
        Self(text, COMPARE)
    }
}

const COMPARE: u8 = 4;
const SHIFT: u8 = 8;
const ADDITIVE: u8 = 9;
const CAST: u8 = 11;
const UNARY: u8 = 12;
const POSTFIX: u8 = 13;

/// A pattern.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    /// `_`
    Wild,
    /// A new variable.
    Variable(Ident),
    /// A new variable of this type.
    Typed(Ident, TokenStream),
    /// A new variable that is assigned later.
    Mutable(Ident),
    /// `ref a`
    Reference(Ident),
    /// `(a, b)`
    Tuple(Vec<Self>),
    /// `Some(a)`, of a struct that has no other form.
    Of(TokenStream, Box<Self>),
    /// The user's own.
    Tokens(TokenStream),
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// `let pattern = expression;`
    Let(Pattern, Expr),
    /// `match expression { pattern => { … } }` around all that comes after in the block, so that the temporaries of the
    /// expression last until the end of that.
    During(Pattern, Expr),
    /// `variable = expression;`
    Assign(Ident, Expr),
    /// `place = expression;`, `place += expression;` or `place -= expression;`
    Store(Expr, Option<char>, Expr),
    /// `(variable, variable) = (expression, expression);`
    AssignAll(Vec<Ident>, Vec<Expr>),
    /// `expression;`
    Do(Expr),
}

/// Statements and the expression that they end in.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) statements: Vec<Statement>,
    /// What it gives; none for `()`.
    pub(super) result: Option<Expr>,
    /// Where the user wrote it: the edition there says how long the temporaries of its last expression last.
    pub(super) place: Option<Span>,
}

impl Expr {
    /// Whether it is the same wherever it is written, and costs nothing: a place, a literal or a function.
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else is computed")]
    pub(super) fn is_there(&self) -> bool {
        match self {
            Self::Variable(_)
            | Self::Real { .. }
            | Self::Integer { .. }
            | Self::Bool(_)
            | Self::Closure(..)
            | Self::Function(..) => true,
            Self::Field(inside, _) | Self::Member(inside, _) | Self::Borrow(inside) | Self::BorrowMut(inside) => {
                inside.is_there()
            }
            _ => false,
        }
    }

    /// The variable that this is, or is a field of.
    pub(super) fn root(&self) -> Option<&Ident> {
        if let Self::Field(base, _) = self {
            return base.root();
        }
        if let Self::Variable(ident) = self { Some(ident) } else { None }
    }

    /// `a[i]`, or `a[i..j]` if the index is a range.
    pub(super) fn at(self, index: Self) -> Self {
        let Self::Column(array, depth, field) = self else { return Self::Index(Box::new([self, index])) };
        let is_range = matches!(index, Self::Range(..));
        let inside = array.at(index);
        match depth {
            _ if is_range => Self::Column(Box::new(inside), depth, field),
            0 | 1 => Self::Member(Box::new(inside), field),
            depth => Self::Column(Box::new(inside), depth - 1, field),
        }
    }

    /// How many characters it takes, about.
    pub(super) fn width(&self) -> usize {
        let sum = |of: &[Self]| of.iter().map(|expr| expr.width() + 2).sum::<usize>();
        match self {
            Self::Variable(ident) => ident.to_string().len(),
            Self::Field(tuple, _) => tuple.width() + 2,
            Self::Real { text, scalar, .. } if is_float_name(scalar) => text.len(),
            Self::Real { text, .. } => text.len() + 20,
            Self::Integer { .. } | Self::Bool(_) => 4,
            Self::Tokens(tokens, _) => tokens.to_string().len(),
            Self::Unary(_, operand) => operand.width() + 1,
            Self::Binary(_, operands) => sum(operands.as_slice()),
            Self::Method(receiver, name, operands) => receiver.width() + name.len() + 3 + sum(operands),
            Self::Call(callee, operands) => callee.width() + 2 + sum(operands),
            Self::UserMethod(receiver, name, operands) => receiver.width() + name.to_string().len() + 3 + sum(operands),
            Self::Member(base, name) | Self::Column(base, _, name) => base.width() + name.to_string().len() + 1,
            Self::Index(parts) => sum(parts.as_slice()),
            Self::Borrow(inner) => inner.width() + 1,
            Self::BorrowMut(inner) => inner.width() + 5,
            Self::Struct(path, fields) => {
                let fields = fields.iter().map(|(name, expr)| name.to_string().len() + expr.width() + 4);
                path.to_string().len() + fields.sum::<usize>()
            }
            Self::Cast(operand, _) => operand.width() + 7,
            Self::Tuple(parts) => 2 + sum(parts),
            Self::Range(bounds, _) => sum(bounds.as_slice()),
            Self::If(..)
            | Self::For(_)
            | Self::While(_)
            | Self::Loop(_)
            | Self::Block(_)
            | Self::Closure(..)
            | Self::Function(..)
            | Self::Either(..)
            | Self::With(..) => 1000,
        }
    }

    /// Takes the functions that leave the type of a parameter open out of it, each for a variable.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a tuple holds functions that are open")]
    pub(super) fn take_open(&mut self, fresh: &mut dyn FnMut() -> Ident, taken: &mut Vec<(Ident, TokenStream, Self)>) {
        match self {
            Self::Tuple(parts) => parts.iter_mut().for_each(|part| part.take_open(fresh, taken)),
            Self::Function(_, closure, Some(calling)) => {
                let ident = fresh();
                taken.push((ident.clone(), calling.clone(), std::mem::replace(closure, Self::Bool(false))));
                *self = Self::Variable(ident);
            }
            _ => {}
        }
    }

    /// Whether it costs nothing to write it twice.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is bound to a variable rather than written twice"
    )]
    pub(super) fn is_atom(&self) -> bool {
        match self {
            Self::Variable(_) | Self::Real { .. } | Self::Integer { .. } | Self::Bool(_) => true,
            Self::Field(tuple, _) => tuple.is_atom(),
            Self::Unary('-', operand) => matches!(**operand, Self::Real { .. } | Self::Integer { .. }),
            Self::Tuple(parts) => parts.is_empty(),
            _ => false,
        }
    }

    /// Whether it is a variable, or a field of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is a value")]
    pub(super) fn is_place(&self) -> bool {
        match self {
            Self::Variable(_) => true,
            Self::Field(base, _) | Self::Member(base, _) => base.is_place(),
            _ => false,
        }
    }

    /// Whether Rust would have to infer the type of the number that it gives from where it goes.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is taken to have a type: where it has none, rustc says so"
    )]
    pub(super) fn is_untyped(&self) -> bool {
        match self {
            Self::Real { scalar, suffix, .. } => *suffix != Suffix::Written && is_float_name(scalar),
            Self::Integer { suffix, .. } => *suffix != Suffix::Written,
            Self::Unary(_, operand) => operand.is_untyped(),
            Self::Binary(Binary(_, COMPARE), _) => false,
            Self::Binary(Binary(_, SHIFT), operands) => operands[0].is_untyped(),
            Self::Binary(_, operands) => {
                let [left, right] = &**operands;
                left.is_untyped() && (left.is_first() || right.is_untyped())
            }
            Self::If(_, blocks) => match [&blocks[0].result, &blocks[1].result] {
                [Some(Self::Tuple(then)), Some(Self::Tuple(other))] => {
                    then.iter().zip(other).any(|(then, other)| then.is_untyped() && other.is_untyped())
                }
                [Some(then), Some(other)] => then.is_untyped() && other.is_untyped(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether it begins with a number that needs its type wherever nothing comes before it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else begins with a number")]
    fn is_first(&self) -> bool {
        match self {
            Self::Real { suffix, .. } | Self::Integer { suffix, .. } => *suffix == Suffix::First,
            Self::Unary(_, operand) => operand.is_first(),
            Self::Binary(_, operands) => operands[0].is_first(),
            _ => false,
        }
    }

    /// The same with the type of the number written, where Rust would have to infer it.
    pub(super) fn typed(mut self) -> Self {
        if self.is_untyped() {
            self.write_type();
        }
        self
    }

    /// The same of each part of a tuple.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has parts")]
    pub(super) fn typed_parts(self) -> Self {
        match self {
            Self::Tuple(parts) => Self::Tuple(parts.into_iter().map(Self::typed_parts).collect()),
            other => other.typed(),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only what `is_untyped` names has no type")]
    fn write_type(&mut self) {
        match self {
            Self::Real { suffix, .. } | Self::Integer { suffix, .. } => *suffix = Suffix::Written,
            Self::Unary(_, operand) => operand.write_type(),
            Self::Binary(_, operands) => operands[0].write_type(),
            Self::If(_, blocks) => {
                let [then, other] = &mut **blocks;
                match (&mut then.result, &other.result) {
                    (Some(Self::Tuple(then)), Some(Self::Tuple(other))) => {
                        for (then, other) in then.iter_mut().zip(other) {
                            if then.is_untyped() && other.is_untyped() {
                                then.write_type();
                            }
                        }
                    }
                    (Some(then), _) => then.write_type(),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The names that it mentions.
    pub(super) fn names(&self) -> TextSet {
        let (mut to, mut names) = (Vec::new(), TextSet::default());
        self.write(&mut to);
        names_in(to.into_iter().collect(), &mut names);
        names
    }
}

/// Where a literal has its type written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suffix {
    /// Here.
    Written,
    /// Where it stands beside nothing that has one.
    Alone,
    /// Also on the left of operators: if what stands on the right is a mistake, rustc has no type for the literal.
    First,
}

impl Statement {
    /// `place += value;`, or `place -= x;` of `-x`.
    pub(super) fn add(place: Expr, value: Expr) -> Self {
        if let Expr::Unary('-', value) = value {
            return Self::Store(place, Some('-'), *value);
        }
        Self::Store(place, Some('+'), value)
    }
}

impl Pattern {
    /// Whether it binds nothing.
    pub(super) fn is_wild(&self) -> bool {
        match self {
            Self::Wild => true,
            Self::Variable(_) | Self::Typed(..) | Self::Mutable(_) | Self::Reference(_) | Self::Tokens(_) => false,
            Self::Tuple(parts) => parts.iter().all(Self::is_wild),
            Self::Of(_, inside) => inside.is_wild(),
        }
    }

    /// Binds none of these variables.
    pub(super) fn forget(&mut self, unused: &dyn Fn(&Ident) -> bool) {
        match self {
            Self::Variable(ident) if unused(ident) => *self = Self::Wild,
            Self::Tuple(parts) => parts.iter_mut().for_each(|part| part.forget(unused)),
            Self::Of(_, inside) => inside.forget(unused),
            Self::Wild
            | Self::Variable(_)
            | Self::Typed(..)
            | Self::Mutable(_)
            | Self::Reference(_)
            | Self::Tokens(_) => {}
        }
    }

    /// Notes the variables that it binds and nothing assigns.
    pub(super) fn variables(&self, to: &mut Vec<Ident>) {
        match self {
            Self::Variable(ident) => to.push(ident.clone()),
            Self::Wild | Self::Typed(..) | Self::Mutable(_) | Self::Reference(_) | Self::Tokens(_) => {}
            Self::Tuple(parts) => parts.iter().for_each(|part| part.variables(to)),
            Self::Of(_, inside) => inside.variables(to),
        }
    }

    /// Notes the names that it may bind.
    pub(super) fn names(&self, to: &mut TextSet) {
        match self {
            Self::Wild => {}
            Self::Variable(ident) | Self::Typed(ident, _) | Self::Mutable(ident) | Self::Reference(ident) => {
                to.insert(ident.to_string());
            }
            Self::Tokens(tokens) => names_in(tokens.clone(), to),
            Self::Tuple(parts) => parts.iter().for_each(|part| part.names(to)),
            Self::Of(_, inside) => inside.names(to),
        }
    }
}

/// Notes the names in tokens.
fn names_in(tokens: TokenStream, to: &mut TextSet) {
    let mut pending = vec![tokens];
    while let Some(tokens) = pending.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if !matches!(name.as_str(), "_" | "mut" | "ref") {
                        to.insert(name);
                    }
                }
                TokenTree::Group(group) => pending.push(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

//! The Rust that is emitted, as a tree of its own, and how it is written as tokens.
//!
//! Expressions nest only as deep as their width allows ([`WIDTH`] of `walk`), so that writing them needs no deep stack,
//! neither here nor in the Rust compiler. Parentheses are written where precedence needs them and nowhere else.

use std::collections::HashSet;

use hypernet::{Name, TypeName};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

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
        /// Whether the type has to be written.
        suffix: bool,
    },
    /// An integer of the type named.
    Integer {
        /// Its value, not negative.
        value: u128,
        /// The integer type.
        ty: TypeName,
        /// Whether the type has to be written.
        suffix: bool,
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
    Function(TokenStream, Box<Self>, bool),
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
    /// `(a, b)`
    Tuple(Vec<Self>),
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
    /// `place = expression;`, or `place += expression;`
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
    /// How many characters it takes, about.
    pub(super) fn width(&self) -> usize {
        let sum = |of: &[Self]| of.iter().map(|expr| expr.width() + 2).sum::<usize>();
        match self {
            Self::Variable(ident) => ident.to_string().chars().count(),
            Self::Field(tuple, _) => tuple.width() + 2,
            Self::Real { text, scalar, .. } if is_primitive(scalar) => text.len(),
            Self::Real { text, .. } => text.len() + 20,
            Self::Integer { .. } | Self::Bool(_) => 4,
            Self::Tokens(tokens, _) => tokens.to_string().len(),
            Self::Unary(_, operand) => operand.width() + 1,
            Self::Binary(_, operands) => sum(operands.as_slice()),
            Self::Method(receiver, name, operands) => receiver.width() + name.len() + 3 + sum(operands),
            Self::Call(callee, operands) => callee.width() + 2 + sum(operands),
            Self::UserMethod(receiver, name, operands) => receiver.width() + name.to_string().len() + 3 + sum(operands),
            Self::Member(base, name) => base.width() + name.to_string().len() + 1,
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
    pub(super) fn take_open(&mut self, fresh: &mut dyn FnMut() -> Ident, taken: &mut Vec<(Ident, Self)>) {
        match self {
            Self::Tuple(parts) => parts.iter_mut().for_each(|part| part.take_open(fresh, taken)),
            Self::Function(_, closure, true) => {
                let ident = fresh();
                taken.push((ident.clone(), std::mem::replace(closure, Self::Bool(false))));
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

    /// Whether Rust would have to infer the type of the number that it gives from where it goes.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is taken to have a type: where it has none, rustc says so"
    )]
    pub(super) fn is_untyped(&self) -> bool {
        match self {
            Self::Real { scalar, suffix, .. } => !suffix && is_primitive(scalar),
            Self::Integer { suffix, .. } => !suffix,
            Self::Unary(_, operand) => operand.is_untyped(),
            Self::Binary(Binary(_, COMPARE), _) => false,
            Self::Binary(Binary(_, SHIFT), operands) => operands[0].is_untyped(),
            Self::Binary(_, operands) => operands.iter().all(Self::is_untyped),
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

    /// The same with the type of the number written, where Rust would have to infer it.
    pub(super) fn typed(mut self) -> Self {
        if self.is_untyped() {
            self.write_type();
        }
        self
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only what `is_untyped` names has no type")]
    fn write_type(&mut self) {
        match self {
            Self::Real { suffix, .. } | Self::Integer { suffix, .. } => *suffix = true,
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

    fn precedence(&self) -> u8 {
        match self {
            Self::Tokens(_, simple) => u8::from(*simple) * POSTFIX,
            Self::Unary(..) | Self::Borrow(_) | Self::BorrowMut(_) => UNARY,
            Self::Binary(Binary(_, precedence), _) => *precedence,
            Self::Cast(..) => CAST,
            Self::If(..)
            | Self::For(_)
            | Self::While(_)
            | Self::Loop(_)
            | Self::Range(..)
            | Self::Block(_)
            | Self::Closure(..)
            | Self::Either(..)
            | Self::Struct(..)
            | Self::With(..) => 0,
            Self::Variable(_)
            | Self::Field(..)
            | Self::Index(_)
            | Self::Real { .. }
            | Self::Integer { .. }
            | Self::Bool(_)
            | Self::Method(..)
            | Self::UserMethod(..)
            | Self::Member(..)
            | Self::Call(..)
            | Self::Tuple(_)
            | Self::Function(..) => POSTFIX,
        }
    }

    /// Whether the last thing that is written of it is the type of a cast.
    fn ends_in_cast(&self) -> bool {
        match self {
            Self::Cast(..) => true,
            Self::Binary(Binary(_, precedence), operands) => {
                operands[1].precedence() > *precedence && operands[1].ends_in_cast()
            }
            Self::Variable(_)
            | Self::Field(..)
            | Self::Real { .. }
            | Self::Integer { .. }
            | Self::Bool(_)
            | Self::Tokens(..)
            | Self::Unary(..)
            | Self::Method(..)
            | Self::UserMethod(..)
            | Self::Member(..)
            | Self::Index(_)
            | Self::Borrow(_)
            | Self::BorrowMut(_)
            | Self::Struct(..)
            | Self::With(..)
            | Self::Call(..)
            | Self::Tuple(_)
            | Self::If(..)
            | Self::Range(..)
            | Self::For(_)
            | Self::While(_)
            | Self::Loop(_)
            | Self::Block(_)
            | Self::Closure(..)
            | Self::Function(..)
            | Self::Either(..) => false,
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn write(&self, to: &mut Vec<TokenTree>) {
        match self {
            Self::Variable(ident) => to.push(ident.clone().into()),
            Self::Field(tuple, index) => {
                tuple.write_above(POSTFIX, to);
                punct(".", to);
                to.push(Literal::u32_unsuffixed(*index).into());
            }
            Self::Real { text, scalar, suffix } => to.push(real(text, suffix.then_some(scalar)).into()),
            Self::Integer { value, ty, suffix } => {
                let text = match ty {
                    TypeName::Named(ty) if *suffix => format!("{value}_{ty}"),
                    TypeName::Named(_) | TypeName::Numbered(_) | TypeName::Unnamed => value.to_string(),
                };
                to.push(text.parse().unwrap_or_else(|_| Literal::u128_unsuffixed(*value)).into());
            }
            Self::Bool(value) => word(if *value { "true" } else { "false" }, to),
            Self::Tokens(tokens, _) => to.extend(tokens.clone()),
            Self::Unary(operator, operand) => {
                to.push(Punct::new(*operator, Spacing::Alone).into());
                operand.write_above(UNARY, to);
            }
            Self::Binary(Binary(text, precedence), operands) => {
                let [left, right] = &**operands;
                // `a as T < b` would begin generic arguments, and comparisons do not chain.
                let above = match *precedence {
                    COMPARE | SHIFT if left.ends_in_cast() => POSTFIX,
                    COMPARE => COMPARE + 1,
                    precedence => precedence,
                };
                left.write_above(above, to);
                punct(text, to);
                right.write_above(precedence + 1, to);
            }
            Self::Method(receiver, name, operands) => {
                receiver.write_above(POSTFIX, to);
                punct(".", to);
                word(name, to);
                to.push(listed(operands, false));
            }
            Self::Call(callee, operands) => {
                callee.write_above(POSTFIX, to);
                to.push(listed(operands, false));
            }
            Self::UserMethod(receiver, name, operands) => {
                receiver.write_above(POSTFIX, to);
                punct(".", to);
                to.extend(name.clone());
                to.push(listed(operands, false));
            }
            Self::Member(base, name) => {
                base.write_above(POSTFIX, to);
                punct(".", to);
                to.extend(name.clone());
            }
            Self::Index(parts) => {
                parts[0].write_above(POSTFIX, to);
                let mut index = Vec::new();
                parts[1].write(&mut index);
                to.push(group(Delimiter::Bracket, index));
            }
            Self::Borrow(inner) => {
                punct("&", to);
                inner.write_above(UNARY, to);
            }
            Self::BorrowMut(inner) => {
                punct("&", to);
                word("mut", to);
                inner.write_above(UNARY, to);
            }
            Self::Struct(path, fields) => {
                to.extend(path.clone());
                let mut inside = Vec::new();
                for (name, expr) in fields {
                    inside.extend(name.clone());
                    punct(":", &mut inside);
                    expr.write(&mut inside);
                    punct(",", &mut inside);
                }
                to.push(group(Delimiter::Brace, inside));
            }
            Self::With(ident, ty, base, fields) => {
                let mut inside = Vec::new();
                word("let", &mut inside);
                word("mut", &mut inside);
                inside.push(ident.clone().into());
                if let Some(ty) = ty {
                    punct(":", &mut inside);
                    inside.extend(ty.clone());
                }
                punct("=", &mut inside);
                base.write(&mut inside);
                punct(";", &mut inside);
                for (name, expr) in fields {
                    inside.push(ident.clone().into());
                    punct(".", &mut inside);
                    inside.extend(name.clone());
                    punct("=", &mut inside);
                    expr.write(&mut inside);
                    punct(";", &mut inside);
                }
                inside.push(ident.clone().into());
                to.push(group(Delimiter::Brace, inside));
            }
            Self::Cast(operand, ty) => {
                operand.write_above(CAST, to);
                word("as", to);
                to.extend(ty.clone());
            }
            Self::Tuple(parts) => to.push(listed(parts, true)),
            Self::If(..) => self.write_if(to),
            Self::Range(bounds, inclusive) => {
                bounds[0].write_above(COMPARE + 1, to);
                punct(if *inclusive { "..=" } else { ".." }, to);
                bounds[1].write_above(COMPARE + 1, to);
            }
            Self::For(parts) => {
                let (pattern, range, body) = &**parts;
                word("for", to);
                pattern.write(to);
                word("in", to);
                range.write(to);
                to.push(body.group());
            }
            Self::Block(block) => to.push(block.group()),
            Self::While(parts) => {
                let (condition, body) = &**parts;
                word("while", to);
                condition.write(to);
                to.push(body.group());
            }
            Self::Loop(body) => {
                word("loop", to);
                to.push(body.group());
            }
            Self::Closure(params, body) => {
                word("move", to);
                punct("|", to);
                for (i, (pattern, ty)) in params.iter().enumerate() {
                    if i > 0 {
                        punct(",", to);
                    }
                    pattern.write(to);
                    if let Some(ty) = ty {
                        punct(":", to);
                        to.extend(ty.clone());
                    }
                }
                punct("|", to);
                match &body.result {
                    Some(result) if body.statements.is_empty() => result.write(to),
                    _ => to.push(body.group()),
                }
            }
            Self::Function(path, closure, _) => {
                to.extend(path.clone());
                to.push(listed(std::slice::from_ref(closure), false));
            }
            Self::Either(path, either, operands) => {
                word("match", to);
                either.write_above(POSTFIX, to);
                let function = Ident::new("function", Span::mixed_site());
                let mut arms = Vec::new();
                for side in ["First", "Second"] {
                    arms.extend(path.clone());
                    punct("::", &mut arms);
                    word(side, &mut arms);
                    arms.push(listed(&[Self::Variable(function.clone())], false));
                    punct("=>", &mut arms);
                    Self::Variable(function.clone()).write(&mut arms);
                    arms.push(listed(operands, false));
                    punct(",", &mut arms);
                }
                to.push(group(Delimiter::Brace, arms));
            }
        }
    }

    /// `if a { … } else if b { … } else { … }`, without recursion along the chain.
    fn write_if(&self, to: &mut Vec<TokenTree>) {
        let mut next = self;
        loop {
            let Self::If(condition, blocks) = next else { return };
            word("if", to);
            condition.write(to);
            let [then, other] = &**blocks;
            to.push(then.group());
            match other.result.as_ref() {
                None if other.statements.is_empty() => return,
                Some(chained @ Self::If(..)) if other.statements.is_empty() => {
                    word("else", to);
                    next = chained;
                }
                _ => {
                    word("else", to);
                    to.push(other.group());
                    return;
                }
            }
        }
    }

    /// Writes it, in parentheses unless it binds at least so strongly.
    fn write_above(&self, precedence: u8, to: &mut Vec<TokenTree>) {
        if self.precedence() >= precedence {
            self.write(to);
        } else {
            let mut inside = Vec::new();
            self.write(&mut inside);
            to.push(group(Delimiter::Parenthesis, inside));
        }
    }

    /// The names that it mentions.
    pub(super) fn names(&self) -> HashSet<String> {
        let (mut to, mut names) = (Vec::new(), HashSet::new());
        self.write(&mut to);
        names_in(to.into_iter().collect(), &mut names);
        names
    }

    /// Its tokens, to stand where a path may.
    pub(super) fn primary_tokens(&self) -> TokenStream {
        let mut to = Vec::new();
        self.clone().typed().write_above(POSTFIX, &mut to);
        to.into_iter().collect()
    }
}

impl Pattern {
    /// Whether it binds nothing.
    pub(super) fn is_wild(&self) -> bool {
        match self {
            Self::Wild => true,
            Self::Variable(_) | Self::Typed(..) | Self::Mutable(_) | Self::Tokens(_) => false,
            Self::Tuple(parts) => parts.iter().all(Self::is_wild),
        }
    }

    /// Notes the names that it may bind.
    pub(super) fn names(&self, to: &mut HashSet<String>) {
        match self {
            Self::Wild => {}
            Self::Variable(ident) | Self::Typed(ident, _) | Self::Mutable(ident) => {
                to.insert(ident.to_string());
            }
            Self::Tokens(tokens) => names_in(tokens.clone(), to),
            Self::Tuple(parts) => parts.iter().for_each(|part| part.names(to)),
        }
    }

    fn write(&self, to: &mut Vec<TokenTree>) {
        match self {
            Self::Wild => word("_", to),
            Self::Typed(ident, ty) => {
                to.push(ident.clone().into());
                punct(":", to);
                to.extend(ty.clone());
            }
            Self::Mutable(ident) => {
                word("mut", to);
                to.push(ident.clone().into());
            }
            Self::Variable(ident) => to.push(ident.clone().into()),
            Self::Tokens(tokens) => to.extend(tokens.clone()),
            Self::Tuple(parts) => {
                let mut inside = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        punct(",", &mut inside);
                    }
                    part.write(&mut inside);
                }
                if parts.len() == 1 {
                    punct(",", &mut inside);
                }
                to.push(group(Delimiter::Parenthesis, inside));
            }
        }
    }
}

impl Block {
    fn write(&self, to: &mut Vec<TokenTree>) {
        // Each with what stands before it.
        let mut around: Vec<Vec<TokenTree>> = Vec::new();
        for statement in &self.statements {
            match statement {
                Statement::During(pattern, expr) => {
                    around.push(std::mem::take(to));
                    let mut arm = Vec::new();
                    pattern.write(&mut arm);
                    punct("=>", &mut arm);
                    let mut opened = Vec::new();
                    word("match", &mut opened);
                    expr.write_above(POSTFIX, &mut opened);
                    around.push(opened);
                    around.push(arm);
                }
                Statement::Let(pattern, expr) => {
                    word("let", to);
                    pattern.write(to);
                    punct("=", to);
                    expr.write(to);
                    punct(";", to);
                }
                Statement::Assign(variable, expr) => {
                    to.push(variable.clone().into());
                    punct("=", to);
                    expr.write(to);
                    punct(";", to);
                }
                Statement::Store(place, operator, expr) => {
                    place.write(to);
                    if let Some(operator) = operator {
                        to.push(Punct::new(*operator, Spacing::Joint).into());
                    }
                    punct("=", to);
                    expr.write(to);
                    punct(";", to);
                }
                Statement::AssignAll(variables, exprs) => {
                    let variables: Vec<Expr> = variables.iter().cloned().map(Expr::Variable).collect();
                    to.push(listed(&variables, true));
                    punct("=", to);
                    to.push(listed(exprs, true));
                    punct(";", to);
                }
                Statement::Do(
                    expr @ (Expr::If(..)
                    | Expr::Either(..)
                    | Expr::For(_)
                    | Expr::While(_)
                    | Expr::Loop(_)
                    | Expr::Block(_)),
                ) => expr.write(to),
                Statement::Do(expr) => {
                    expr.write(to);
                    punct(";", to);
                }
            }
        }
        if let Some(result) = &self.result {
            result.write(to);
        }
        while let (Some(mut arm), Some(opened), Some(before)) = (around.pop(), around.pop(), around.pop()) {
            arm.push(group(Delimiter::Brace, std::mem::replace(to, before)));
            to.extend(opened);
            to.push(group(Delimiter::Brace, arm));
        }
    }

    fn group(&self) -> TokenTree {
        let mut inside = Vec::new();
        self.write(&mut inside);
        let mut group = Group::new(Delimiter::Brace, inside.into_iter().collect());
        group.set_span(self.place.unwrap_or_else(Span::mixed_site));
        group.into()
    }

    /// Its statements and its result, without braces.
    pub(super) fn tokens(&self) -> TokenStream {
        let mut to = Vec::new();
        self.write(&mut to);
        to.into_iter().collect()
    }
}

/// Notes the names in tokens.
fn names_in(tokens: TokenStream, to: &mut HashSet<String>) {
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

/// Whether this scalar type is one of Rust's own, of which there are literals.
pub(super) fn is_primitive(scalar: &str) -> bool {
    matches!(scalar, "f64" | "f32")
}

/// The literal of a real number: its digits as they are, with what makes them a floating-point literal.
fn real(text: &str, suffix: Option<&Name>) -> Literal {
    let mut digits = text.to_owned();
    if !digits.contains(['.', 'e', 'E']) {
        digits.push_str(".0");
    } else if digits.ends_with('.') {
        digits.push('0');
    }
    if let Some(suffix) = suffix {
        digits.push('_');
        digits.push_str(suffix);
    }
    digits.parse().unwrap_or_else(|_| Literal::f64_unsuffixed(text.replace('_', "").parse().unwrap_or(0.0)))
}

fn word(text: &str, to: &mut Vec<TokenTree>) {
    to.push(Ident::new(text, Span::mixed_site()).into());
}

fn punct(text: &str, to: &mut Vec<TokenTree>) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let spacing = if chars.peek().is_some() { Spacing::Joint } else { Spacing::Alone };
        let mut punct = Punct::new(c, spacing);
        punct.set_span(Span::mixed_site());
        to.push(punct.into());
    }
}

fn group(delimiter: Delimiter, inside: Vec<TokenTree>) -> TokenTree {
    let mut group = Group::new(delimiter, inside.into_iter().collect());
    group.set_span(Span::mixed_site());
    group.into()
}

fn listed(parts: &[Expr], tuple: bool) -> TokenTree {
    let mut inside = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            punct(",", &mut inside);
        }
        part.write(&mut inside);
    }
    if tuple && parts.len() == 1 {
        punct(",", &mut inside);
    }
    group(Delimiter::Parenthesis, inside)
}

//! How the tree is written as tokens.

use hypernet::{Name, TypeName};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;

use super::{Binary, Block, CAST, COMPARE, Expr, POSTFIX, Pattern, SHIFT, Statement, Suffix, UNARY};

impl Expr {
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
            | Self::Column(..)
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
            | Self::Column(..)
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
    pub(super) fn write(&self, to: &mut Vec<TokenTree>) {
        match self {
            Self::Variable(ident) => to.push(ident.clone().into()),
            Self::Field(tuple, index) => {
                tuple.write_above(POSTFIX, to);
                punct(".", to);
                to.push(Literal::u32_unsuffixed(*index).into());
            }
            Self::Real { text, scalar, suffix } => {
                to.push(real(text, (*suffix == Suffix::Written).then_some(scalar)).into());
            }
            Self::Integer { value, ty, suffix } => {
                let text = match ty {
                    // Where a number stands for a `bool`, rustc says so of the user's code.
                    TypeName::Named(ty) if *suffix == Suffix::Written && &**ty != "bool" => format!("{value}_{ty}"),
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
            // It is no value: an element of it is. Where it were written by itself, rustc would say so.
            Self::Column(array, _, field) => {
                array.write_above(POSTFIX, to);
                punct(".", to);
                word("__each_needs_an_index", to);
                punct(".", to);
                to.extend(field.clone());
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
                // As the user wrote it: what rustc says of it, it says once.
                let mut fields = group(Delimiter::Brace, inside);
                fields.set_span(path.span());
                to.push(fields);
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
                condition.write_before_block(to);
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
                punct("&", to);
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
            condition.write_before_block(to);
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

    /// Writes it where a block follows: code of the user's may begin with a struct, whose braces would be taken for the block.
    fn write_before_block(&self, to: &mut Vec<TokenTree>) {
        let mut inside = Vec::new();
        self.write(&mut inside);
        let is_brace =
            |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if inside.iter().any(is_brace) {
            to.push(group(Delimiter::Parenthesis, inside));
        } else {
            to.extend(inside);
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

    /// Its tokens, to stand where a path may.
    pub(in crate::emit) fn primary_tokens(&self) -> TokenStream {
        let mut to = Vec::new();
        self.clone().typed().write_above(POSTFIX, &mut to);
        to.into_iter().collect()
    }
}

impl Pattern {
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
            Self::Reference(ident) => {
                word("ref", to);
                to.push(ident.clone().into());
            }
            Self::Variable(ident) => to.push(ident.clone().into()),
            Self::Tokens(tokens) => to.extend(tokens.clone()),
            Self::Of(path, pattern) => {
                to.extend(path.clone());
                let mut inside = Vec::new();
                pattern.write(&mut inside);
                to.push(group(Delimiter::Parenthesis, inside));
            }
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
            // What gives nothing ends here, with its temporaries, not at the end of the blocks around.
            if self.result.is_none() {
                punct(";", to);
            }
        }
    }

    fn group(&self) -> TokenTree {
        let mut inside = Vec::new();
        self.write(&mut inside);
        // A block of the user's is the block: braces around it are what rustc warns of.
        if let [TokenTree::Group(group)] = inside.as_slice()
            && group.delimiter() == Delimiter::Brace
        {
            return group.clone().into();
        }
        let mut group = Group::new(Delimiter::Brace, inside.into_iter().collect());
        group.set_span(self.place.unwrap_or_else(Span::mixed_site));
        group.into()
    }

    /// Its statements and its result, without braces.
    pub(in crate::emit) fn tokens(&self) -> TokenStream {
        let mut to = Vec::new();
        self.write(&mut to);
        to.into_iter().collect()
    }
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

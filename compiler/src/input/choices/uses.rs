//! The statements behind a choice: each that uses its names is written once for each place.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Block, Expr, Local, Pat, Stmt};

use super::exchanges::{assigned, exchanged, name};
use super::leaves::{Saved, looked_at};
use super::{Choice, Choices, MOST, is_named, is_plain};
use crate::input::opened::write_for;
use crate::input::replaced::claim;
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::macros::in_arguments;

impl Choices {
    /// The statements behind a choice; none if something else is done with its names than to use what they refer to.
    pub(super) fn written(&mut self, choice: &mut Choice, statements: Vec<Stmt>) -> Option<Vec<Stmt>> {
        let mut written = Vec::with_capacity(statements.len());
        // Names for parts of what the names referred to before they exchanged it.
        let mut parts: Vec<String> = Vec::new();
        let mut rest = statements.into_iter();
        while let Some(mut statement) = rest.next() {
            if choice.is_of_two && (choice.is_exchanged(&statement) || choice.exchanges(&statement)) {
                parts.extend(choice.names.drain(2..));
                choice.ways.iter_mut().for_each(|way| way.truncate(2));
            }
            if is_named(statement.to_token_stream(), &|name| parts.iter().any(|part| part == name)) {
                return None;
            }
            if !choice.is_named(statement.to_token_stream()) {
                written.push(statement);
            } else if choice.is_exchanged(&statement) {
                if let Some(claim) = claim(&statement) {
                    self.claims.entry(claim.to_string()).or_insert(claim);
                }
                let chosen = &choice.chosen;
                written.push(syn::parse_quote!(#chosen = 1 - #chosen;));
            } else if choice.exchanges(&statement) {
                let Stmt::Expr(expr, _) = &mut statement else { return None };
                self.write_inside(choice, expr)?;
                written.push(statement);
            } else if choice.gives_other(&statement) {
                return None;
            } else if let Some(found) = self.chosen(&statement, Some(choice)) {
                written.extend(found.declared);
                *choice = found.choice;
            } else {
                self.write_use(choice, statement, &mut written)?;
            }
            // What has been declared for each place by now may mean something else behind another declaration.
            if choice.is_hidden(rest.as_slice()) {
                return None;
            }
        }
        Some(written)
    }

    /// Writes a statement that uses the names.
    fn write_use(&mut self, choice: &mut Choice, statement: Stmt, written: &mut Vec<Stmt>) -> Option<()> {
        match statement {
            Stmt::Local(local) => {
                if choice.refers(&local) {
                    return self.write_part(choice, &local, written);
                }
                let mut local = local;
                let init = local.init.as_mut()?;
                if init.diverge.as_ref().is_some_and(|(_, other)| choice.is_named(other.to_token_stream())) {
                    return None;
                }
                *init.expr = self.each(choice, &init.expr)?;
                written.push(Stmt::Local(local));
            }
            Stmt::Item(_) => return None,
            statement @ (Stmt::Expr(..) | Stmt::Macro(_)) => {
                let each = self.each(choice, &statement)?;
                written.push(Stmt::Expr(each, None));
            }
        }
        Some(())
    }

    /// What is written for each place, and the choice among them.
    pub(super) fn each(&mut self, choice: &Choice, of: &dyn ToTokens) -> Option<Expr> {
        self.each_of(choice, of, false)
    }

    /// The same of a number.
    pub(super) fn each_number(&mut self, choice: &Choice, of: &dyn ToTokens) -> Option<Expr> {
        self.each_of(choice, of, true)
    }

    fn each_of(&mut self, choice: &Choice, of: &dyn ToTokens, is_number: bool) -> Option<Expr> {
        let tokens = of.to_token_stream();
        if !choice.is_named(tokens.clone()) {
            return syn::parse2(tokens).ok();
        }
        // Where the names that it uses are for the same places, it is the same.
        let mut all: Vec<Copied<'_>> = Vec::new();
        for (number, way) in choice.ways.iter().enumerate() {
            let declared = needed(choice, way, &tokens);
            let text = declared.iter().map(|(_, it)| it.to_token_stream().to_string()).collect::<String>();
            match all.iter_mut().find(|other| other.text == text) {
                Some(other) => other.numbers.push(number),
                None => all.push(Copied { text, declared, numbers: vec![number] }),
            }
        }
        let (chosen, last) = (&choice.chosen, all.pop()?);
        let last = self.copy(&last.declared, &tokens, is_number)?;
        let mut written = quote!(#last);
        for (at, Copied { declared, numbers, .. }) in all.into_iter().enumerate().rev() {
            let copy = self.copy(&declared, &tokens, is_number)?;
            let choosing = quote!(if #(#chosen == #numbers)||* #copy else #written);
            written = if at == 0 { choosing } else { quote!({ #choosing }) };
        }
        syn::parse2(written).ok()
    }

    /// What is written for one place: the names that it uses are its own.
    fn copy(&mut self, declared: &[(&str, &Stmt)], of: &TokenStream, is_number: bool) -> Option<Block> {
        let (mut declared, mut copy) = (declared.to_vec(), syn::parse2::<Block>(quote!({ #of })).ok()?);
        // The host computes a number: an array has no second name there, so its place is written.
        if is_number {
            for (name, statement) in declared.drain(..).rev() {
                let name = Ident::new(name, Span::call_site());
                let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
                let element =
                    if let Expr::Reference(reference) = bare(&init.expr) { &reference.expr } else { &init.expr };
                if matches!(bare(element), Expr::Closure(_)) {
                    return None;
                }
                write_for(PartMut::Block(&mut copy), &name, element, &init.expr);
                if is_named(copy.to_token_stream(), &|one| name == one) {
                    return None;
                }
            }
        }
        let statements = declared.iter().map(|(_, statement)| *statement).cloned();
        copy.stmts.splice(0..0, statements.collect::<Vec<_>>());
        for (name, _) in &declared {
            let own = self.name(name);
            let name = Ident::new(name, Span::call_site());
            rename(PartMut::Block(&mut copy), &name, &own);
            for statement in &mut copy.stmts[..declared.len()] {
                if let Stmt::Local(Local { pat: Pat::Ident(declared), .. }) = statement
                    && declared.ident == name
                {
                    declared.ident = own.clone();
                }
            }
            // What the macro does not look into may name it, too.
            if is_named(copy.to_token_stream(), &|one| name == one) {
                return None;
            }
        }
        self.tokens += count(copy.to_token_stream());
        (self.tokens <= MOST).then_some(copy)
    }

    /// Writes the blocks in which the names exchange what they refer to.
    #[expect(clippy::wildcard_enum_match_arm, reason = "an exchange stands in a block of one of these")]
    fn write_inside(&mut self, choice: &mut Choice, expr: &mut Expr) -> Option<()> {
        match expr {
            Expr::ForLoop(it) if !choice.is_named(it.expr.to_token_stream()) => {
                self.write_block_inside(choice, &mut it.body)
            }
            Expr::Loop(it) => self.write_block_inside(choice, &mut it.body),
            Expr::Block(it) => self.write_block_inside(choice, &mut it.block),
            Expr::While(it) => {
                self.write_condition(choice, &mut it.cond)?;
                self.write_block_inside(choice, &mut it.body)
            }
            Expr::If(it) => {
                self.write_condition(choice, &mut it.cond)?;
                self.write_block_inside(choice, &mut it.then_branch)?;
                match &mut it.else_branch {
                    Some((_, other)) => self.write_inside(choice, other),
                    None => Some(()),
                }
            }
            _ => None,
        }
    }

    /// Writes the statements of a block: the names that it declares mean nothing behind it.
    fn write_block_inside(&mut self, choice: &Choice, block: &mut Block) -> Option<()> {
        let mut inside = choice.clone();
        block.stmts = self.written(&mut inside, std::mem::take(&mut block.stmts))?;
        Some(())
    }

    fn write_condition(&mut self, choice: &Choice, condition: &mut Expr) -> Option<()> {
        if choice.is_given(condition) {
            return None;
        }
        if is_any(&Part::Expr(condition), &|part| matches!(part, Part::Expr(Expr::Let(_)))) {
            return (!choice.is_named(condition.to_token_stream())).then_some(());
        }
        let each = self.each(choice, condition)?;
        *condition = syn::parse_quote!((#each));
        Some(())
    }

    /// Lets the choice give a name to a part of what its names refer to, or to a closure.
    fn write_part(&mut self, choice: &mut Choice, local: &Local, written: &mut Vec<Stmt>) -> Option<()> {
        let Pat::Ident(name) = &local.pat else { return None };
        if name.mutability.is_some() || name.by_ref.is_some() || !self.is_declared_once(&name.ident) {
            return None;
        }
        let init = &local.init.as_ref()?.expr;
        let mut part = (**init).clone();
        if let Expr::Reference(reference) = bare(init)
            && !is_plain(&reference.expr)
        {
            let Expr::Index(element) = bare(&reference.expr) else { return None };
            let mut saved = Vec::new();
            let place = self.fixed(element, &mut saved)?;
            for Saved { name, index } in saved {
                let index = self.each_number(choice, &index)?;
                written.push(syn::parse_quote!(let #name: usize = #index;));
            }
            let looked_at = self.each(choice, &looked_at(&place))?;
            written.push(Stmt::Expr(looked_at, None));
            let (and, mutability) = (reference.and_token, reference.mutability);
            part = syn::parse_quote!(#and #mutability #place);
        }
        let name = &name.ident;
        let declared: Stmt = syn::parse_quote!(let #name = #part;);
        let declared: Vec<Stmt> = choice.ways.iter().map(|way| choice.resolved(way, &declared)).collect();
        choice.ways.iter_mut().zip(declared).for_each(|(way, declared)| way.push(declared));
        choice.names.push(name.to_string());
        Some(())
    }
}

impl Choice {
    /// Whether a statement exchanges two of the names.
    fn is_exchanged(&self, statement: &Stmt) -> bool {
        self.is_of_two
            && exchanged(statement).is_some_and(|both| self.names[..2].iter().all(|name| both.contains(name)))
    }

    /// Whether the names exchange what they refer to in a statement.
    fn exchanges(&self, statement: &Stmt) -> bool {
        let exchanges = |part: &Part<'_>| match part {
            Part::Block(block) => block.stmts.iter().any(|statement| self.is_exchanged(statement)),
            Part::Expr(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
        };
        matches!(statement, Stmt::Expr(expr, _) if is_any(&Part::Expr(expr), &exchanges))
    }

    /// Whether a statement may let a name refer to something else.
    fn gives_other(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Local(local) => local.init.as_ref().is_some_and(|init| self.is_given(&init.expr)),
            Stmt::Expr(expr, _) => self.is_given(expr),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        }
    }

    /// The same of an expression.
    fn is_given(&self, expr: &Expr) -> bool {
        is_any(&Part::Expr(expr), &|part| match part {
            Part::Expr(Expr::Assign(it)) => assigned(&it.left).iter().any(|name| self.names(name)),
            Part::Expr(Expr::Reference(it)) if it.mutability.is_some() => {
                name(&it.expr).is_some_and(|name| self.names(&name))
            }
            Part::Expr(_) | Part::Block(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
        })
    }

    /// Whether a variable is another name for what one of these refers to or for a part of it, or a closure that uses it: to form it does nothing.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else is computed where it stands")]
    fn refers(&self, local: &Local) -> bool {
        let Some(init) = &local.init else { return false };
        match bare(&init.expr) {
            Expr::Reference(reference) => {
                let place = match bare(&reference.expr) {
                    Expr::Index(element) => &element.expr,
                    place => place,
                };
                is_plain(place) && self.is_named(place.to_token_stream())
            }
            Expr::Closure(closure) => closure.capture.is_none(),
            value => name(value).is_some_and(|name| self.names(&name)),
        }
    }
}

/// What is written for places of these numbers.
struct Copied<'c> {
    text: String,
    declared: Vec<(&'c str, &'c Stmt)>,
    numbers: Vec<usize>,
}

/// What declares the names that tokens use.
fn needed<'c>(choice: &'c Choice, way: &'c [Stmt], of: &TokenStream) -> Vec<(&'c str, &'c Stmt)> {
    let mut used = of.clone();
    let mut declared = Vec::new();
    for (name, statement) in choice.names.iter().zip(way).rev() {
        if is_named(used.clone(), &|one| one == name) {
            used.extend(statement.to_token_stream());
            declared.push((name.as_str(), statement));
        }
    }
    declared.reverse();
    declared
}

/// Gives a variable that is declared once another name, where it is used.
fn rename(part: PartMut<'_>, name: &Ident, own: &Ident) {
    match part {
        PartMut::Expr(Expr::Path(path)) if path.path.is_ident(name) => path.path = own.clone().into(),
        PartMut::Expr(expr) => {
            if let Expr::Struct(made) = expr {
                made.fields.iter_mut().for_each(|field| {
                    field.colon_token.get_or_insert_default();
                });
            }
            in_expr_mut(expr, &mut |part| rename(part, name, own));
        }
        PartMut::Block(block) => in_block_mut(block, &mut |part| rename(part, name, own)),
        PartMut::Macro(call) => in_arguments(call, &mut |argument| rename(PartMut::Expr(argument), name, own)),
        PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

fn count(tokens: TokenStream) -> usize {
    let of = |token: TokenTree| match token {
        TokenTree::Group(group) => 1 + count(group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
    };
    tokens.into_iter().map(of).sum()
}

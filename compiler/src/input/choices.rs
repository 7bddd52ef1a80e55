//! Names for one of several places: `let z = if c { &mut x } else { &mut y };`, and names that exchange what they refer to,
//! `mem::swap(&mut now, &mut next);`.
//!
//! Which place it is becomes a number, and each statement with the name is written once for each place. So `*z += 1.0;` is
//! `if chosen == 0 { let z = &mut x; *z += 1.0; } else { let z = &mut y; *z += 1.0; }`. This is for functions that are refused as they stand.

mod exchanges;
mod leaves;
mod uses;

use std::cell::RefCell;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, FnArg, ItemFn, Local, Pat, Stmt, Type};

use self::exchanges::{assigned, exchanged};
use self::leaves::Leaves;
use super::fields::element_of;
use crate::source::declarations::{count_bound, declarations};
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::types::is_float;
use crate::texts::{TextMap, TextSet};

/// How many tokens may be written for the statements of a function with such names, at most.
const MOST: usize = 20_000;

/// The function in which such names are written so, with the claims that the functions of `mem` are these; none if there are no such names.
pub(crate) fn with_choices(function: &ItemFn) -> Option<(ItemFn, Vec<TokenStream>)> {
    let chooses = |part: &Part<'_>| match part {
        Part::Block(block) => block.stmts.iter().any(may_choose),
        Part::Expr(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
    };
    if !is_any(&Part::Block(&function.block), &chooses) {
        return None;
    }
    let params = function.sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else { return None };
        let (Pat::Ident(name), Type::Reference(to)) = (&*input.pat, &*input.ty) else { return None };
        name.mutability.is_none().then(|| (name.ident.to_string(), to.mutability.is_some()))
    });
    let mut choices = Choices {
        references: params.collect(),
        counts: declarations(function),
        assigned: all_assigned(function),
        names: 0,
        tokens: 0,
        claims: TextMap::default(),
    };
    let mut function = function.clone();
    choices.write(PartMut::Block(&mut function.block));
    (choices.names > 0).then(|| (function, choices.claims.into_values().collect()))
}

/// The variables of a function that assignments give other values.
fn all_assigned(function: &ItemFn) -> TextSet {
    let found = RefCell::new(TextSet::default());
    is_any(&Part::Block(&function.block), &|part| {
        if let Part::Expr(Expr::Assign(it)) = part {
            found.borrow_mut().extend(assigned(&it.left));
        }
        false
    });
    found.into_inner()
}

/// Whether a statement may declare such a name, or exchange what such names refer to.
fn may_choose(statement: &Stmt) -> bool {
    match statement {
        Stmt::Local(local) => local.init.as_ref().is_some_and(|init| chooses(&init.expr)),
        Stmt::Expr(..) => exchanged(statement).is_some(),
        Stmt::Item(_) | Stmt::Macro(_) => false,
    }
}

/// Whether an expression gives what one of its branches gives.
fn chooses(expr: &Expr) -> bool {
    matches!(bare(expr), Expr::If(_) | Expr::Match(_))
}

struct Choices {
    /// The variables that are references, and whether to what may be changed.
    references: TextMap<bool>,
    /// How often each name is declared.
    counts: TextMap<usize>,
    /// The variables that are given other values: a reference may refer to something else then.
    assigned: TextSet,
    /// How many names have been made.
    names: usize,
    /// How many tokens have been written.
    tokens: usize,
    claims: TextMap<TokenStream>,
}

/// Names for one of several places.
#[derive(Clone)]
struct Choice {
    /// The names, in the order in which they are declared.
    names: Vec<String>,
    /// The number of the place.
    chosen: Ident,
    /// For each number, what declares the names.
    ways: Vec<Vec<Stmt>>,
    /// Whether it is one of two names for two places, which may exchange them.
    is_of_two: bool,
}

/// A choice, what declares its number, and for how many statements that stands.
struct Found {
    choice: Choice,
    declared: Vec<Stmt>,
    used: usize,
}

impl Choices {
    fn write(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => {
                self.write_block(block);
                in_block_mut(block, &mut |part| self.write(part));
            }
            PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| self.write(part)),
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Writes the choices that a block declares.
    fn write_block(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            let found = self.chosen(&block.stmts[at], None).or_else(|| self.exchanging(&block.stmts[at..]));
            if let Some(Found { mut choice, declared, used }) = found {
                let rest = block.stmts.split_off(at + used);
                let written = if choice.is_hidden(&rest) { None } else { self.written(&mut choice, rest.clone()) };
                if let Some(written) = written {
                    block.stmts.truncate(at);
                    block.stmts.extend(declared);
                    at = block.stmts.len();
                    block.stmts.extend(written);
                    continue;
                }
                block.stmts.extend(rest);
            }
            self.note_reference(&block.stmts[at]);
            at += 1;
        }
    }

    /// Notes a variable that is a reference.
    fn note_reference(&mut self, statement: &Stmt) {
        if let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = statement
            && let Expr::Reference(reference) = bare(&init.expr)
            && name.mutability.is_none()
            && name.by_ref.is_none()
            && self.is_declared_once(&name.ident)
        {
            self.references.insert(name.ident.to_string(), reference.mutability.is_some());
        }
    }

    fn is_declared_once(&self, name: &Ident) -> bool {
        self.counts.get(&name.to_string()) == Some(&1)
    }

    /// A name that nobody else has.
    fn name(&mut self, of: &str) -> Ident {
        self.names += 1;
        Ident::new(&format!("__backprop_{of}_{}", self.names), Span::call_site())
    }

    /// The choice that a statement declares, which may be one among the places of another choice.
    fn chosen(&mut self, statement: &Stmt, around: Option<&Choice>) -> Option<Found> {
        let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return None };
        if init.diverge.is_some() || !chooses(&init.expr) {
            return None;
        }
        let names = names_of(pat)?;
        if names.iter().any(|(name, is_mut)| *is_mut || !self.is_declared_once(name)) {
            return None;
        }
        let names: Vec<Ident> = names.into_iter().map(|(name, _)| name).collect();
        let mut number = (*init.expr).clone();
        let mut bound = TextMap::default();
        count_bound(&Part::Expr(&init.expr), &mut bound);
        let bound = bound.into_keys().collect();
        let mut leaves = Leaves { choices: self, around, names: &names, bound, declared: Vec::new(), ways: Vec::new() };
        leaves.number(&mut number)?;
        let Leaves { mut declared, ways, .. } = leaves;
        let chosen = self.name("chosen");
        let own = names.iter().map(ToString::to_string);
        let Some(around) = around else {
            declared.push(syn::parse_quote!(let #chosen: usize = #number;));
            return Some(Found {
                choice: Choice { names: own.collect(), chosen, ways, is_of_two: false },
                declared,
                used: 1,
            });
        };
        // The number of the one and of the other, in one.
        let (count, before) = (ways.len(), &around.chosen);
        let number = self.each_number(around, &number)?;
        declared.push(syn::parse_quote!(let #chosen: usize = #before * #count + #number;));
        let both = |way: &Vec<Stmt>, own: &[Stmt]| {
            let own = own.iter().map(|declared| around.resolved(way, declared));
            way.iter().cloned().chain(own).collect::<Vec<Stmt>>()
        };
        let both = |way: &Vec<Stmt>| ways.iter().map(|own| both(way, own)).collect::<Vec<_>>();
        let ways = around.ways.iter().flat_map(both).collect();
        let names = around.names.iter().cloned().chain(own).collect();
        Some(Found { choice: Choice { names, chosen, ways, is_of_two: false }, declared, used: 1 })
    }

    /// The two names that statements declare for two places which they exchange later.
    fn exchanging(&mut self, statements: &[Stmt]) -> Option<Found> {
        let mut places = self.declared(statements.first()?)?;
        let mut used = 1;
        if places.len() == 1 {
            places.extend(self.declared(statements.get(1)?)?);
            used = 2;
        }
        let [(one, first), (other, second)] = places.as_slice() else { return None };
        let names = [one.to_string(), other.to_string()];
        let exchanges = |part: &Part<'_>| match part {
            Part::Block(block) => {
                block.stmts.iter().filter_map(exchanged).any(|both| both.iter().all(|name| names.contains(name)))
            }
            Part::Expr(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
        };
        let rest = Block { brace_token: syn::token::Brace::default(), stmts: statements[used..].to_vec() };
        if !is_any(&Part::Block(&rest), &exchanges) {
            return None;
        }
        let ways = [[first, second], [second, first]].map(|[first, second]| -> Vec<Stmt> {
            vec![syn::parse_quote!(let #one = #first;), syn::parse_quote!(let #other = #second;)]
        });
        let chosen = self.name("chosen");
        let declared = vec![syn::parse_quote!(let mut #chosen: usize = 0;)];
        Some(Found {
            choice: Choice { names: names.to_vec(), chosen, ways: ways.to_vec(), is_of_two: true },
            declared,
            used,
        })
    }

    /// The variables that a statement declares for references which they may exchange, and these.
    fn declared(&self, statement: &Stmt) -> Option<Vec<(Ident, Expr)>> {
        let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return None };
        let names = names_of(pat)?;
        let values: Vec<&Expr> = match (bare(&init.expr), pat) {
            (Expr::Tuple(values), Pat::Tuple(_)) => values.elems.iter().collect(),
            (value, _) => vec![value],
        };
        let are_mutable = names.iter().all(|(name, is_mut)| *is_mut && self.is_declared_once(name));
        if init.diverge.is_some() || !are_mutable || names.len() != values.len() {
            return None;
        }
        names.into_iter().zip(values).map(|((name, _), value)| Some((name, self.place(value)?))).collect()
    }

    /// Whether this is a variable or a field of one, which is given no other value.
    fn is_fixed(&self, place: &Expr) -> bool {
        is_plain(place) && !is_named(place.to_token_stream(), &|name| self.assigned.contains(name))
    }

    /// The reference to a place that this is, if to form it does nothing: of a variable, or of a field.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a reference that is there")]
    fn place(&self, value: &Expr) -> Option<Expr> {
        match bare(value) {
            Expr::Reference(reference) => self.is_fixed(&reference.expr).then(|| value.clone()),
            Expr::Path(path) => {
                let name = path.path.get_ident().filter(|name| self.is_declared_once(name))?;
                let is_mutable = self.references.get(&name.to_string())?;
                Some(if *is_mutable { syn::parse_quote!(&mut *#path) } else { value.clone() })
            }
            _ => None,
        }
    }
}

impl Choice {
    /// Whether something is declared behind the choice by a name that its places have.
    fn is_hidden(&self, statements: &[Stmt]) -> bool {
        let block = Block { brace_token: syn::token::Brace::default(), stmts: statements.to_vec() };
        let mut bound = TextMap::default();
        count_bound(&Part::Block(&block), &mut bound);
        let bound: TextSet = bound.into_keys().collect();
        self.ways.iter().flatten().any(|declared| is_named(declared.to_token_stream(), &|name| bound.contains(name)))
    }

    /// What declares another name for what one of the names refers to: the same place.
    fn resolved(&self, way: &[Stmt], declared: &Stmt) -> Stmt {
        let mut resolved = declared.clone();
        if let Stmt::Local(Local { init: Some(init), .. }) = &mut resolved
            && let Some(name) = exchanges::name(&init.expr)
            && let Some(at) = self.names.iter().position(|known| *known == name)
            && let Some(Stmt::Local(Local { init: Some(place), .. })) = way.get(at)
        {
            init.expr.clone_from(&place.expr);
        }
        resolved
    }

    fn names(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Whether tokens name what the choice names.
    fn is_named(&self, tokens: TokenStream) -> bool {
        is_named(tokens, &|name| self.names(name))
    }
}

/// Whether this is a variable, or a field of one.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is such a place")]
fn is_plain(place: &Expr) -> bool {
    match bare(place) {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Field(field) => is_plain(&field.base),
        Expr::Unary(of) => matches!(of.op, syn::UnOp::Deref(_)) && is_plain(&of.expr),
        _ => false,
    }
}

/// The names that a pattern gives, with whether they may change.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern gives names to references as they are")]
fn names_of(pattern: &Pat) -> Option<Vec<(Ident, bool)>> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Some(vec![(name.ident.clone(), name.mutability.is_some())])
        }
        Pat::Tuple(tuple) => {
            let names: Option<Vec<_>> = tuple.elems.iter().map(names_of).collect();
            let names: Vec<_> = names?.into_iter().flatten().collect();
            (names.len() == tuple.elems.len()).then_some(names)
        }
        // A type that is written may be that of something else, which what is given derefs to or becomes.
        Pat::Type(typed) if is_of_elements(&typed.ty) => names_of(&typed.pat).filter(|names| names.len() == 1),
        _ => None,
    }
}

/// Whether a type is a reference to an array, a slice, a vector or a number, as it is written.
fn is_of_elements(ty: &Type) -> bool {
    let Type::Reference(to) = ty else { return false };
    element_of(&to.elem).is_some() || is_float(&to.elem)
}

/// Whether such a name is among the tokens, where it is no field or method, or in a text that may show it.
fn is_named(tokens: TokenStream, is_one: &dyn Fn(&str) -> bool) -> bool {
    // Of a range, the dots are two.
    let (mut dots, mut is_member) = (0, false);
    tokens.into_iter().any(|token| {
        dots = if matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.') { dots + 1 } else { 0 };
        let was_member = std::mem::replace(&mut is_member, dots == 1);
        match token {
            TokenTree::Ident(name) => !was_member && is_one(&name.to_string()),
            TokenTree::Group(group) => is_named(group.stream(), is_one),
            TokenTree::Literal(text) => {
                let text = text.to_string();
                let mut words = text.split(|char: char| !char.is_alphanumeric() && char != '_');
                text.contains('{') && words.any(is_one)
            }
            TokenTree::Punct(_) => false,
        }
    })
}

//! Structs that are taken out of arrays get a name by a `let`, as other local structs have: so their arrays are found.
//!
//! `while let Some(q) = v.pop() { … }` is `while let Some(taken) = v.pop() { let q = taken; … }`, `for q in v { … }` is
//! `for taken in v { let q = taken; … }`, `for w in q.w { … }` is `{ let taken = q.w; for w in taken { … } }`, and
//! `let q = &v[pick(i)];` is `let taken = pick(i); let q = &v[taken];`. A struct by value that is taken apart gives its fields one after the
//! other: `let World { mut bodies, k } = world;` is `let mut bodies = world.bodies; let k = world.k;`.
//!
//! What is taken may be a number. So this is for functions that are refused as they stand.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, ItemFn, Local, Pat, Stmt, Type};

use super::apart::arrays_of_tuple;
use crate::source::declarations::declarations;
use crate::source::exprs::{bare, is_place, is_range};
use crate::source::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut, is_any};
use crate::source::patterns::bound_names;
use crate::source::temporaries::makes;
use crate::texts::TextSet;

/// The function with these names, if there are some.
pub(crate) fn with_names_for_taken(function: &ItemFn) -> Option<ItemFn> {
    let owned = owned(function);
    // To copy a function takes a deep stack.
    if !is_any(&Part::Block(&function.block), &|part| takes_one(part, &owned)) {
        return None;
    }
    let mut function = function.clone();
    Names { count: 0, owned }.write(PartMut::Block(&mut function.block));
    Some(function)
}

/// The variables that are surely no references: parameters by value, and what calls, clones and constructors give.
fn owned(function: &ItemFn) -> TextSet {
    fn of_lets(part: &Part<'_>, found: &mut TextSet) {
        match part {
            Part::Expr(expr) => in_expr(expr, &mut |part| of_lets(&part, found)),
            Part::Block(block) => {
                found.extend(block.stmts.iter().filter_map(|statement| match statement {
                    Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) => {
                        let value = bare(&init.expr);
                        let is_clone = matches!(value, Expr::MethodCall(call) if call.method == "clone");
                        let is_owned = is_clone || matches!(value, Expr::Call(_) | Expr::Struct(_));
                        is_owned.then(|| name.ident.to_string())
                    }
                    Stmt::Local(_) | Stmt::Item(_) | Stmt::Expr(..) | Stmt::Macro(_) => None,
                }));
                in_block(block, &mut |part| of_lets(&part, found));
            }
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }
    let mut found = TextSet::default();
    found.extend(function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match (&*input.pat, &*input.ty) {
            (Pat::Ident(name), Type::Path(_)) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }));
    of_lets(&Part::Block(&function.block), &mut found);
    let counts = declarations(function);
    found.retain(|name| counts.get(name) == Some(&1));
    found
}

/// Whether something in this gets a name.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes something out of an array")]
fn takes_one(part: &Part<'_>, owned: &TextSet) -> bool {
    match part {
        Part::Block(block) => block.stmts.iter().any(|statement| {
            let Stmt::Local(local) = statement else { return false };
            is_popped_or(local)
                || index(local).is_some()
                || one_by_one(statement).is_some()
                || fields(local, owned).is_some()
        }),
        Part::Expr(Expr::ForLoop(it)) => takes_element(it) || takes_field(it),
        Part::Expr(Expr::While(it)) => is_popped(&it.cond),
        Part::Expr(Expr::If(it)) => is_popped(&it.cond),
        _ => false,
    }
}

/// Whether this asks for what a `pop` gives: `let Some(q) = v.pop()`.
fn is_popped(condition: &Expr) -> bool {
    matches!(bare(condition), Expr::Let(asked) if is_some(&asked.pat) && is_pop(&asked.expr))
}

/// The same of a statement, `let Some(q) = v.pop() else { … };`.
fn is_popped_or(local: &Local) -> bool {
    local.init.as_ref().is_some_and(|init| init.diverge.is_some() && is_some(&local.pat) && is_pop(&init.expr))
}

fn is_pop(expr: &Expr) -> bool {
    matches!(bare(expr), Expr::MethodCall(call) if call.method == "pop" && call.args.is_empty())
}

/// Whether a pattern is `Some(name)`.
fn is_some(pattern: &Pat) -> bool {
    matches!(pattern, Pat::TupleStruct(some) if some.path.is_ident("Some") && some.elems.len() == 1 && is_name(&some.elems[0]))
}

fn is_name(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none())
}

/// Whether a loop takes the elements of a variable.
fn takes_element(it: &syn::ExprForLoop) -> bool {
    is_name(&it.pat) && matches!(bare(&it.expr), Expr::Path(path) if path.path.get_ident().is_some())
}

/// Whether a loop takes the elements of a field.
fn takes_field(it: &syn::ExprForLoop) -> bool {
    matches!(bare(&it.expr), Expr::Field(_)) && is_place(&it.expr)
}

/// A `let` of a tuple of references, of which one is to such an element, as one `let` after the other.
fn one_by_one(statement: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(local) = statement else { return None };
    let parts = arrays_of_tuple(local)?.into_iter();
    let lets: Vec<Stmt> = parts.map(|(name, value)| syn::parse_quote!(let #name = #value;)).collect();
    lets.iter().any(|part| matches!(part, Stmt::Local(part) if index(part).is_some())).then_some(lets)
}

/// The `let`s of the fields of a variable that a `let` takes apart, one for each name. Of a reference, they would be references.
fn fields(local: &Local, owned: &TextSet) -> Option<Vec<Stmt>> {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none() && matches!(local.pat, Pat::Struct(_)))?;
    let Expr::Path(path) = bare(&init.expr) else { return None };
    let (of, mut lets) = (path.path.get_ident().filter(|of| owned.contains(&of.to_string()))?, Vec::new());
    fields_of(&local.pat, &init.expr, &mut lets)?;
    (!bound_names(&local.pat).contains(of)).then_some(lets)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern asks for more")]
fn fields_of(pattern: &Pat, place: &Expr, lets: &mut Vec<Stmt>) -> Option<()> {
    match pattern {
        Pat::Wild(_) => Some(()),
        Pat::Struct(apart) => apart.fields.iter().try_for_each(|field| {
            let member = &field.member;
            fields_of(&field.pat, &syn::parse_quote!(#place.#member), lets)
        }),
        name if is_name(name) => {
            lets.push(syn::parse_quote!(let #name = #place;));
            Some(())
        }
        _ => None,
    }
}

/// The index of an element that a name refers to, if that is computed and makes nothing that lasts as long as the statement.
fn index(local: &Local) -> Option<&syn::ExprIndex> {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none() && is_name(&local.pat))?;
    let Expr::Reference(reference) = bare(&init.expr) else { return None };
    let Expr::Index(index) = bare(&reference.expr) else { return None };
    let at = bare(&index.index);
    let is_plain = matches!(at, Expr::Path(_) | Expr::Lit(_) | Expr::Tuple(_)) || is_range(at);
    (reference.mutability.is_none() && !is_plain && !makes(at) && is_field_of_variable(&index.expr)).then_some(index)
}

/// Whether nothing is computed to come to a place.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may compute something")]
fn is_field_of_variable(place: &Expr) -> bool {
    match bare(place) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_field_of_variable(&field.base),
        _ => false,
    }
}

struct Names {
    /// How many names there are.
    count: usize,
    owned: TextSet,
}

impl Names {
    fn fresh(&mut self, span: Span) -> Ident {
        self.count += 1;
        Ident::new(&format!("__backprop_taken_{}", self.count), Span::mixed_site().located_at(span))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes something out of an array")]
    fn write(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => {
                in_block_mut(block, &mut |part| self.write(part));
                self.in_statements(&mut block.stmts);
            }
            PartMut::Expr(expr) => {
                in_expr_mut(expr, &mut |part| self.write(part));
                match expr {
                    Expr::While(it) if is_popped(&it.cond) => self.pop(&mut it.cond, &mut it.body),
                    Expr::If(it) if is_popped(&it.cond) => self.pop(&mut it.cond, &mut it.then_branch),
                    Expr::ForLoop(it) if takes_element(it) => {
                        let declared = self.named(&mut it.pat);
                        it.body.stmts.insert(0, declared);
                    }
                    Expr::ForLoop(it) if takes_field(it) => {
                        let name = self.fresh(it.expr.span());
                        let field = std::mem::replace(&mut *it.expr, syn::parse_quote!(#name));
                        *expr = syn::parse_quote!({ let #name = #field; #it });
                    }
                    _ => {}
                }
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Puts a name in the place of that which the pattern gives; the statement that gives the latter.
    fn named(&mut self, pattern: &mut Pat) -> Stmt {
        let taken = self.fresh(pattern.span());
        let name = std::mem::replace(pattern, syn::parse_quote!(#taken));
        syn::parse_quote!(let #name = #taken;)
    }

    fn pop(&mut self, condition: &mut Expr, body: &mut Block) {
        let mut condition = condition;
        while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Group(syn::ExprGroup { expr, .. }) = condition {
            condition = expr;
        }
        if let Expr::Let(asked) = condition
            && let Pat::TupleStruct(some) = &mut *asked.pat
            && let Some(name) = some.elems.first_mut()
        {
            let declared = self.named(name);
            body.stmts.insert(0, declared);
        }
    }

    fn in_statements(&mut self, statements: &mut Vec<Stmt>) {
        let parts = |statement| {
            let fields = if let Stmt::Local(local) = &statement { fields(local, &self.owned) } else { None };
            fields.or_else(|| one_by_one(&statement)).unwrap_or_else(|| vec![statement])
        };
        let parts: Vec<Stmt> = std::mem::take(statements).into_iter().flat_map(parts).collect();
        for mut statement in parts {
            let mut after = None;
            if let Stmt::Local(local) = &mut statement {
                if is_popped_or(local)
                    && let Pat::TupleStruct(some) = &mut local.pat
                    && let Some(name) = some.elems.first_mut()
                {
                    after = Some(self.named(name));
                } else if let Some(index) = index(local).map(|index| (*index.index).clone()) {
                    let name = self.fresh(index.span());
                    statements.push(syn::parse_quote!(let #name = #index;));
                    set_index(local, &name);
                }
            }
            statements.push(statement);
            statements.extend(after);
        }
    }
}

/// Lets a name be the index of the element that a `let` gives a name to.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else leads to the element")]
fn set_index(local: &mut Local, name: &Ident) {
    let Some(init) = &mut local.init else { return };
    let mut place = &mut *init.expr;
    loop {
        place = match place {
            Expr::Paren(inside) => &mut inside.expr,
            Expr::Group(inside) => &mut inside.expr,
            Expr::Reference(reference) => &mut reference.expr,
            Expr::Index(index) => {
                *index.index = syn::parse_quote!(#name);
                return;
            }
            _ => return,
        };
    }
}

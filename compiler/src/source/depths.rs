//! How many dimensions arrays have, as loops and indices show: `for row in &rows { for x in row { … } }` shows that `rows` holds arrays.
//!
//! That matters where no type says so: for the results of calls, and for parameters without types.

use proc_macro2::Ident;
use syn::{Expr, ItemFn, Pat, Stmt, UnOp};

use crate::source::declarations::declarations;
use crate::source::exprs::{bare, is_range};
use crate::source::inside::{Part, in_block, in_expr};
use crate::source::loops::arrays_looped_over;
use crate::source::macros::look_at_arguments;
use crate::texts::TextMap;

/// For each name that is declared once, how many dimensions the loops of a function show.
pub(crate) struct Depths {
    depths: TextMap<usize>,
}

impl Depths {
    pub(crate) fn of(item: &ItemFn) -> Self {
        let mut depths = TextMap::default();
        look(&Part::Block(&item.block), false, &mut depths);
        let counts = declarations(item);
        depths.retain(|name, _| counts.get(name) == Some(&1));
        Self { depths }
    }

    pub(crate) fn get(&self, name: &str) -> usize {
        self.depths.get(name).copied().unwrap_or(0)
    }
}

/// How many dimensions the names in a part have, as its loops and indices show.
pub(crate) fn depths_in(part: &Part<'_>) -> TextMap<usize> {
    let mut depths = TextMap::default();
    look(part, true, &mut depths);
    depths
}

/// Notes what the loops in a part show of the names that stand there; and the indices, if these count.
fn look(part: &Part<'_>, by_index: bool, depths: &mut TextMap<usize>) {
    match part {
        Part::Expr(Expr::ForLoop(it)) => {
            look(&Part::Expr(&it.expr), by_index, depths);
            let mut inside = TextMap::default();
            look(&Part::Block(&it.body), by_index, &mut inside);
            // Of an element, the indices count: it is an array if it has one.
            let of_elements = (!by_index).then(|| depths_in(&Part::Block(&it.body)));
            for (array, element) in arrays_looped_over(&it.expr, &it.pat) {
                let name = element.map(ToString::to_string);
                let looped = name.as_ref().and_then(|name| inside.remove(name));
                let of_element = match &of_elements {
                    Some(depths) => name.as_ref().and_then(|name| depths.get(name).copied()),
                    None => looped,
                };
                note(array, of_element.unwrap_or(0) + 1, depths);
            }
            join(inside, depths);
        }
        Part::Expr(expr) => {
            if let Expr::Index(index) = expr
                && by_index
            {
                note(&index.expr, 1, depths);
            }
            if let Expr::MethodCall(call) = expr
                && by_index
                && TAKING_ARRAYS.contains(&&*call.method.to_string())
            {
                call.args.iter().for_each(|array| note(without_reference(array), 1, depths));
            }
            in_expr(expr, &mut |part| look(&part, by_index, depths));
        }
        Part::Block(block) => {
            let mut inside = TextMap::default();
            in_block(block, &mut |part| look(&part, by_index, &mut inside));
            if by_index {
                block.stmts.iter().filter_map(taken_apart).for_each(|array| note(array, 1, &mut inside));
            }
            let elements: Vec<_> = block.stmts.iter().filter_map(name_of_element).collect();
            // Of an element, the indices count: it is an array if it has one.
            let mut of_elements = TextMap::default();
            if !by_index && !elements.is_empty() {
                in_block(block, &mut |part| look(&part, true, &mut of_elements));
            }
            for (name, element) in elements {
                let name = name.to_string();
                let looped = inside.remove(&name);
                if let Some(depth) = if by_index { looped } else { of_elements.remove(&name) } {
                    note(element, depth, &mut inside);
                }
            }
            join(inside, depths);
        }
        Part::Macro(call) => {
            look_at_arguments(call, &mut |argument| look(&Part::Expr(argument), by_index, depths));
        }
        Part::Item(_) | Part::Unknown(_) => {}
    }
}

/// The element that `let row = &rows[i];` gives a name.
fn name_of_element(statement: &Stmt) -> Option<(&Ident, &Expr)> {
    let Stmt::Local(local) = statement else { return None };
    let Pat::Ident(name) = &local.pat else { return None };
    let Expr::Reference(reference) = bare(&local.init.as_ref()?.expr) else { return None };
    matches!(bare(&reference.expr), Expr::Index(_)).then_some((&name.ident, &*reference.expr))
}

/// Methods of arrays that take another array by reference.
const TAKING_ARRAYS: [&str; 4] = ["extend", "extend_from_slice", "copy_from_slice", "clone_from_slice"];

/// What this refers to, if it is a reference that is written; else itself.
fn without_reference(expr: &Expr) -> &Expr {
    if let Expr::Reference(reference) = bare(expr) { &reference.expr } else { expr }
}

/// The array that `let [a, b] = row;` takes apart.
fn taken_apart(statement: &Stmt) -> Option<&Expr> {
    let Stmt::Local(local) = statement else { return None };
    let init = bare(&local.init.as_ref()?.expr);
    let (pattern, array) = match (&local.pat, init) {
        (Pat::Reference(pattern), array) => (&*pattern.pat, array),
        (pattern, Expr::Reference(reference)) => (pattern, bare(&reference.expr)),
        (pattern, Expr::Unary(unary)) if matches!(unary.op, UnOp::Deref(_)) => (pattern, bare(&unary.expr)),
        (pattern, array) => (pattern, array),
    };
    matches!(pattern, Pat::Slice(_)).then_some(array)
}

/// Notes that a place in a variable has so many dimensions.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in a variable")]
fn note(place: &Expr, depth: usize, depths: &mut TextMap<usize>) {
    match bare(place) {
        Expr::Path(path) => {
            if let Some(name) = path.path.get_ident() {
                let known = depths.entry(name.to_string()).or_insert(0);
                *known = depth.max(*known);
            }
        }
        Expr::Index(index) => note(&index.expr, if is_range(&index.index) { depth } else { depth + 1 }, depths),
        _ => {}
    }
}

fn join(inside: TextMap<usize>, depths: &mut TextMap<usize>) {
    for (name, depth) in inside {
        let known = depths.entry(name).or_insert(0);
        *known = depth.max(*known);
    }
}

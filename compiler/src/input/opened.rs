//! Arrays in the fields of structs: each that a function reads elements of gets a name where the function begins.
//!
//! `m.layer.w[i]` is `w[i]` after `let w = &m.layer.w;`. So an array in a struct is an array with a name, like any other one. Whether it
//! holds numbers that are differentiated, only types say; the name stands for what it holds, whatever that is.

mod aliases;
mod elements;
mod known;
mod naming;
mod noting;
mod own;
mod places;
mod renaming;
mod seen;
mod uses;
mod vectors;

use std::collections::HashMap;

use proc_macro2::{Ident, Span};
use syn::{Expr, ItemFn, Member, Stmt};

pub(super) use self::elements::write_for;
use self::known::array_of_structs;
pub(crate) use self::known::{GivenArrays, Known, Opened, Openings, is_opened, name_of, number, written};
use self::naming::Naming;
use self::noting::Uses;
pub(crate) use self::own::with_locals;
pub(crate) use self::places::EACH;
pub(super) use self::places::EACH_WRITTEN;
use self::places::Way;
pub(super) use self::seen::{OF_STD, is_struct};
use self::vectors::of_array;
use crate::source::declarations::declarations;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::methods::OF_ARRAYS;
use crate::texts::{TextMap, TextSet};

/// The function with a name for each array in a struct among its parameters and local variables, and those; none if there is none.
/// The local structs that are plain have no such names.
pub(crate) fn open(function: &ItemFn, wrt: Option<&[Ident]>, known: &Known) -> Option<(ItemFn, Openings)> {
    let counts = declarations(function);
    let may_have_arrays = {
        let mut uses = Uses::default();
        uses.note_params(function, (wrt, known), &|_| true);
        uses.note_locals(&Part::Block(&function.block), &|_| true);
        let is_given = !known.given.is_empty();
        !uses.roots.is_empty() && (is_given || is_any(&Part::Block(&function.block), &names_part))
    };
    if !may_have_arrays {
        return None;
    }
    let mut renamed = function.clone();
    if !renaming::rename(&mut renamed, &counts) {
        return with_names(renamed, wrt, known);
    }
    let (mut opened, openings) = with_names(renamed, wrt, known)?;
    if renaming::restore(&mut opened) { Some((opened, openings)) } else { with_names(function.clone(), wrt, known) }
}

/// Whether this names an element of something, or calls a method that arrays have.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a field is")]
fn names_part(part: &Part<'_>) -> bool {
    match part {
        Part::Expr(expr) => match expr {
            Expr::Index(_) | Expr::ForLoop(_) => true,
            Expr::MethodCall(call) => OF_ARRAYS.contains(&call.method.to_string().as_str()) || of_array(call).is_some(),
            _ => false,
        },
        // What is in it is not known yet.
        Part::Macro(_) => true,
        Part::Block(_) | Part::Item(_) | Part::Unknown(_) => false,
    }
}

/// The same, of a function in which names that are declared more than once are of no interest.
fn with_names(mut function: ItemFn, wrt: Option<&[Ident]>, known: &Known) -> Option<(ItemFn, Openings)> {
    let mut uses = Uses::default();
    let counts = declarations(&function);
    let names_once = |name: &String| counts.get(name) == Some(&1);
    uses.note_params(&function, (wrt, known), &names_once);
    uses.note_locals(&Part::Block(&function.block), &|name| names_once(name) && !known.plain.contains(name));
    if uses.roots.is_empty() {
        return None;
    }
    uses.aliases(PartMut::Block(&mut function.block), &names_once);
    uses.depths = crate::source::depths::depths_in(&Part::Block(&function.block));
    uses.look(&Part::Block(&function.block));
    uses.look_at_vectors(&function.block, &known.structs);
    uses.note_given(&known.given);
    let structs = std::mem::take(&mut uses.surely_structs);
    uses.arrays.retain(|(root, way), _| !way.is_empty() || !structs.contains(root));
    uses.leave_arrays_of_structs();
    uses.open_arrays_of_structs(known);
    // A field of structs in rows is no array of its own.
    let nested: Vec<String> = uses.arrays.keys().filter_map(rows_of_structs).collect();
    let others = std::mem::take(&mut uses.others);
    let is_read = |way: &Way| !others.contains(way) && way.1.iter().filter(|step| *step == EACH).count() <= 1;
    uses.arrays.retain(|way, _| is_read(way));
    let may_be_structs = |(of, way): &Way| !way.iter().any(|step| step == EACH) && !uses.of_structs.contains(of);
    let maybe_structs = uses.elements.keys().filter(|way| may_be_structs(way));
    let mut maybe_structs: TextSet = maybe_structs.map(|(of, way)| array_of_structs(of, way)).collect();
    maybe_structs.extend(nested);
    if uses.arrays.is_empty() && maybe_structs.is_empty() {
        return None;
    }
    let maybe_tuples = std::mem::take(&mut uses.maybe_tuples);
    let mut openings = Openings { known: known.clone(), maybe_structs, maybe_tuples, ..Openings::default() };
    let lent = uses.elements.iter().filter(|(_, elements)| elements.is_lent());
    openings.lent_structs = lent.map(|((of, way), _)| array_of_structs(of, way)).collect();
    let mut lets: Vec<Stmt> = Vec::new();
    let mut of_locals: TextMap<Vec<Stmt>> = TextMap::default();
    let mut names = HashMap::new();
    for (index, (way, (depth, span))) in uses.arrays.iter().enumerate() {
        let at = |name: &str| Ident::new(name, *span);
        let name = Ident::new(&name_of(index), Span::mixed_site().located_at(*span));
        let mut place: Expr = {
            let root = at(&way.0);
            syn::parse_quote!(#root)
        };
        for field in &way.1 {
            let member = match field.parse::<u32>() {
                Ok(index) => Member::Unnamed(syn::Index { index, span: *span }),
                // It is never computed: only the way is read.
                Err(_) if field == EACH => Member::Named(at(EACH_WRITTEN)),
                Err(_) => Member::Named(at(field)),
            };
            place = syn::parse_quote!(#place.#member);
        }
        let mutable = uses.changed.contains(&way.0).then(|| syn::Token![mut](*span));
        let declared = syn::parse_quote!(let #mutable #name = &#place;);
        if uses.locals.contains(&way.0) {
            of_locals.entry(way.0.clone()).or_default().push(declared);
        } else {
            lets.push(declared);
        }
        let shown = std::iter::once(&way.0).chain(&way.1).filter(|part| *part != EACH);
        let shown = shown.map(|part| renaming::written(part).trim_start_matches("r#")).collect::<Vec<_>>().join("_");
        if known.integers.contains(&array_of_structs(&way.0, &way.1)) {
            openings.hosts.insert(index);
            openings.integers.insert(index);
        }
        let may_change = uses.may_change(&way.0);
        openings.arrays.push(Opened { shown, depth: *depth, way: way.1.clone(), may_change, of: way.0.clone() });
        if uses.of_structs.contains(&way.0) {
            openings.of_structs.insert(way.0.clone());
        }
        names.insert(way.clone(), name);
    }
    let naming = Naming { uses: &uses, names };
    in_block_mut(&mut function.block, &mut |part| naming.write(part));
    put_after(PartMut::Block(&mut function.block), &of_locals);
    function.block.stmts.splice(0..0, lets);
    Some((function, openings))
}

/// What [`Known`] calls the rows of structs in which a way leads to fields, `net.layers` of `net.layers[i][j].out`.
fn rows_of_structs((of, way): &Way) -> Option<String> {
    let each = way.iter().position(|step| step == EACH).filter(|&each| each > 0)?;
    way.get(each + 1).is_some_and(|step| step == EACH).then(|| array_of_structs(of, &way[..each]))
}

/// Puts statements behind those that declare these variables.
pub(super) fn put_after(part: PartMut<'_>, statements: &TextMap<Vec<Stmt>>) {
    match part {
        PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| put_after(part, statements)),
        PartMut::Block(block) => {
            in_block_mut(block, &mut |part| put_after(part, statements));
            for at in (0..block.stmts.len()).rev() {
                let Stmt::Local(local) = &block.stmts[at] else { continue };
                let names = crate::source::patterns::bound_names(&local.pat).into_iter();
                let more = names.filter_map(|name| statements.get(&name.to_string())).flatten();
                let more: Vec<Stmt> = more.cloned().collect();
                let rest = block.stmts.split_off(at + 1);
                block.stmts.extend(more.into_iter().chain(rest));
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

//! Arrays in the fields of structs: each that a function reads elements of gets a name where the function begins.
//!
//! `m.layer.w[i]` is `w[i]` after `let w = &m.layer.w;`. So an array in a struct is an array with a name, like any other one. Whether it
//! holds numbers that are differentiated, only types say; the name stands for what it holds, whatever that is.

mod elements;
mod naming;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hypernet::Primitive;
use naming::Naming;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Member, Pat, Stmt, Type};

use super::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut};
use crate::texts::{TextMap, TextSet};

/// How the name of such an array begins.
const NAME: &str = "__backprop_opened_";

/// An array in a struct.
#[derive(Clone)]
pub(crate) struct Opened {
    /// What it is shown as: the way to it.
    pub(crate) shown: String,
    /// How many indices lead to its elements.
    pub(crate) depth: usize,
    /// The way to it, from the parameter.
    pub(crate) way: Vec<String>,
}

/// The arrays in structs of a function that have names.
#[derive(Clone, Default)]
pub(crate) struct Openings {
    pub(crate) arrays: Vec<Opened>,
    /// Those that hold what has no tangent, by their numbers: as far as that is known by now.
    pub(crate) hosts: BTreeSet<usize>,
    /// The parameters that are arrays of structs or of tuples, of which fields are read.
    pub(crate) of_structs: TextSet,
}

/// The number of the array in a struct that this name stands for.
pub(crate) fn number(name: &Ident) -> Option<usize> {
    name.to_string().strip_prefix(NAME)?.parse().ok()
}

/// A way from a parameter through fields and elements: [`EACH`] stands for an index after which there are fields.
type Way = (String, Vec<String>);

/// What stands in a way for an index.
pub(crate) const EACH: &str = "*";

/// A step of a place.
#[derive(Clone)]
enum Step {
    Field(String),
    Index(Box<Expr>),
}

/// A place in a parameter.
#[derive(Clone)]
struct Place {
    root: String,
    steps: Vec<Step>,
}

impl Place {
    /// The way to the array that it is an element of, or that it is; and the indices that lead from there to it.
    fn split(&self) -> (Way, Vec<&Expr>) {
        let fields = self.steps.iter().rposition(|step| matches!(step, Step::Field(_))).map_or(0, |last| last + 1);
        let way = self.steps[..fields].iter().map(|step| match step {
            Step::Field(name) => name.clone(),
            Step::Index(_) => EACH.to_owned(),
        });
        let indices = self.steps.iter().filter_map(|step| match step {
            Step::Field(_) => None,
            Step::Index(index) => Some(&**index),
        });
        ((self.root.clone(), way.collect()), indices.collect())
    }
}

/// What is known of the ways through fields of a function.
#[derive(Default)]
struct Uses {
    /// The variables that are structs, arrays of structs, or references to parts of these.
    roots: TextMap<Place>,
    /// The parameters that are arrays of structs or of tuples.
    of_structs: TextSet,
    /// The parameters that are structs behind `&mut`.
    changed: TextSet,
    /// The arrays, with how many indices lead to their elements, and where one is named.
    arrays: BTreeMap<Way, (usize, Span)>,
    /// What is no array of numbers.
    others: Vec<Way>,
}

/// Methods that arrays, slices and vectors have, and hardly anything else: what they are called on is one.
const OF_ARRAYS: [&str; 8] =
    ["iter", "windows", "chunks", "chunks_exact", "to_vec", "iter_mut", "chunks_mut", "chunks_exact_mut"];

/// Methods that may be called on an array in an array.
const OF_ROWS: [&str; 9] = ["iter", "windows", "chunks", "chunks_exact", "to_vec", "len", "is_empty", "first", "last"];

/// The function with a name for each array in a struct among its parameters, and those; none if there is none.
pub(crate) fn open(function: &ItemFn, wrt: Option<&[Ident]>) -> Option<(ItemFn, Openings)> {
    let mut uses = Uses::default();
    let mut counts: TextMap<usize> = TextMap::default();
    for input in &function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        count_names(&input.pat, &mut counts);
        let Pat::Ident(name) = &*input.pat else { continue };
        let is_chosen = wrt.is_none_or(|wrt| wrt.contains(&name.ident));
        if is_chosen && name.by_ref.is_none() && name.mutability.is_none() {
            let of_structs = is_of_structs(&input.ty);
            let changed = is_changed_struct(&input.ty);
            if is_struct(&input.ty) || of_structs || changed {
                let root = name.ident.to_string();
                if changed {
                    uses.changed.insert(root.clone());
                }
                if of_structs {
                    uses.of_structs.insert(root.clone());
                }
                uses.roots.insert(root.clone(), Place { root, steps: Vec::new() });
            }
        }
    }
    if uses.roots.is_empty() {
        return None;
    }
    count_bound(&Part::Block(&function.block), &mut counts);
    let names_once = |name: &String| counts.get(name) == Some(&1);
    uses.roots.retain(|name, _| names_once(name));
    let mut function = function.clone();
    uses.aliases(PartMut::Block(&mut function.block), &names_once);
    uses.look(&Part::Block(&function.block));
    let others = std::mem::take(&mut uses.others);
    let is_read = |way: &Way| !others.contains(way) && way.1.iter().filter(|step| *step == EACH).count() <= 1;
    uses.arrays.retain(|way, _| is_read(way));
    if uses.arrays.is_empty() {
        return None;
    }
    let mut openings = Openings::default();
    let mut lets: Vec<Stmt> = Vec::new();
    let mut names = HashMap::new();
    for (index, (way, (depth, span))) in uses.arrays.iter().enumerate() {
        let at = |name: &str| Ident::new(name, *span);
        let name = Ident::new(&format!("{NAME}{index}"), Span::mixed_site().located_at(*span));
        let mut place: Expr = {
            let root = at(&way.0);
            syn::parse_quote!(#root)
        };
        for field in &way.1 {
            let member = match field.parse::<u32>() {
                Ok(index) => Member::Unnamed(syn::Index { index, span: *span }),
                // It is never computed: only the way is read.
                Err(_) if field == EACH => Member::Named(at("each")),
                Err(_) => Member::Named(at(field)),
            };
            place = syn::parse_quote!(#place.#member);
        }
        let mutable = uses.changed.contains(&way.0).then(|| syn::Token![mut](*span));
        lets.push(syn::parse_quote!(let #mutable #name = &#place;));
        let shown = std::iter::once(&way.0).chain(&way.1).filter(|part| *part != EACH);
        let shown = shown.map(|part| part.trim_start_matches("r#")).collect::<Vec<_>>().join("_");
        let way_of = way.1.clone();
        openings.arrays.push(Opened { shown, depth: *depth, way: way_of });
        if uses.of_structs.contains(&way.0) {
            openings.of_structs.insert(way.0.clone());
        }
        names.insert(way.clone(), name);
    }
    let naming = Naming { uses: &uses, names };
    in_block_mut(&mut function.block, &mut |part| naming.write(part));
    function.block.stmts.splice(0..0, lets);
    Some((function, openings))
}

/// Whether a type is an array of structs or of tuples.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
fn is_of_structs(ty: &Type) -> bool {
    let is_element = |ty: &Type| match ty {
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        ty => matches!(ty, Type::Path(_)) && is_struct(ty),
    };
    match ty {
        Type::Paren(ty) => is_of_structs(&ty.elem),
        Type::Group(ty) => is_of_structs(&ty.elem),
        Type::Reference(reference) => reference.mutability.is_none() && is_of_structs(&reference.elem),
        Type::Slice(slice) => is_element(&slice.elem),
        Type::Array(array) => is_element(&array.elem),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last().filter(|last| last.ident == "Vec") else { return false };
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
            matches!(arguments.args.first(), Some(syn::GenericArgument::Type(ty)) if is_element(ty))
        }
        _ => false,
    }
}

/// Whether a type may be a struct behind `&mut`.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is a reference")]
fn is_changed_struct(ty: &Type) -> bool {
    match ty {
        Type::Paren(ty) => is_changed_struct(&ty.elem),
        Type::Group(ty) => is_changed_struct(&ty.elem),
        Type::Reference(reference) => {
            reference.mutability.is_some() && matches!(*reference.elem, Type::Path(_)) && is_struct(&reference.elem)
        }
        _ => false,
    }
}

/// Whether a type may be a struct, or a reference to one.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a name")]
fn is_struct(ty: &Type) -> bool {
    match ty {
        Type::Paren(ty) => is_struct(&ty.elem),
        Type::Group(ty) => is_struct(&ty.elem),
        Type::Reference(reference) => reference.mutability.is_none() && is_struct(&reference.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            name.starts_with(char::is_uppercase) && !matches!(name.as_str(), "Vec" | "Box" | "Option" | "String")
        }),
        _ => false,
    }
}

/// Counts the names that a pattern binds.
fn count_names(pattern: &Pat, counts: &mut TextMap<usize>) {
    for name in crate::syntax::bound_names(pattern) {
        *counts.entry(name.to_string()).or_default() += 1;
    }
}

/// Counts the names that the patterns in a part bind.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression binds names")]
fn count_bound(part: &Part<'_>, counts: &mut TextMap<usize>) {
    let inside = |block: &syn::Block, counts: &mut TextMap<usize>| {
        for statement in &block.stmts {
            if let Stmt::Local(local) = statement {
                count_names(&local.pat, counts);
            }
        }
        in_block(block, &mut |part| count_bound(&part, counts));
    };
    match part {
        Part::Expr(expr) => {
            match expr {
                Expr::Closure(closure) => closure.inputs.iter().for_each(|input| count_names(input, counts)),
                Expr::ForLoop(it) => count_names(&it.pat, counts),
                Expr::Let(it) => count_names(&it.pat, counts),
                Expr::Match(it) => it.arms.iter().for_each(|arm| count_names(&arm.pat, counts)),
                _ => {}
            }
            in_expr(expr, &mut |part| match part {
                Part::Block(block) => inside(block, counts),
                part => count_bound(&part, counts),
            });
        }
        Part::Block(block) => inside(block, counts),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only parentheses are taken off")]
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inside) => bare(&inside.expr),
        Expr::Group(inside) => bare(&inside.expr),
        expr => expr,
    }
}

/// Whether nothing in this is differentiated, so that it shows nothing of what is.
fn is_stopped(expr: &Expr) -> bool {
    let Expr::Call(call) = bare(expr) else { return false };
    let Expr::Path(path) = bare(&call.func) else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "stop_gradient")
}

/// Whether this is a part of an array, and what of.
fn ranged(expr: &Expr) -> Option<&Expr> {
    let Expr::Index(index) = bare(expr) else { return None };
    matches!(bare(&index.index), Expr::Range(_)).then_some(&*index.expr)
}

impl Uses {
    /// The place in a parameter that this is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    fn place(&self, expr: &Expr) -> Option<Place> {
        let (base, step) = match bare(expr) {
            Expr::Path(path) => return self.roots.get(&path.path.get_ident()?.to_string()).cloned(),
            Expr::Field(field) => {
                let name = match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                (&field.base, Step::Field(name))
            }
            Expr::Index(index) if ranged(expr).is_none() => (&index.expr, Step::Index(index.index.clone())),
            _ => return None,
        };
        let mut place = self.place(base)?;
        place.steps.push(step);
        Some(place)
    }

    /// The array that this is, or is an element of, and how many indices lead to it: behind a field, or of a type that may be
    /// another name for an array.
    fn array(&self, expr: &Expr) -> Option<(Way, usize)> {
        let place = self.place(expr)?;
        let (way, indices) = place.split();
        // What an array of structs holds are no numbers.
        let least = if self.of_structs.contains(&way.0) { 2 } else { 1 };
        (!way.1.is_empty() || indices.len() >= least).then_some((way, indices.len()))
    }

    /// Notes the names of references to parts of structs, `let layer = &m.layer;` and `for p in points`. The loop becomes one over
    /// indices.
    fn aliases(&mut self, part: PartMut<'_>, names_once: &dyn Fn(&String) -> bool) {
        match part {
            PartMut::Expr(expr) => {
                if let Expr::ForLoop(it) = expr {
                    self.over_structs(it);
                }
                in_expr_mut(expr, &mut |part| self.aliases(part, names_once));
            }
            PartMut::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(local) = statement
                        && let Pat::Ident(name) = &local.pat
                        && let Some(init) = &local.init
                        && let Expr::Reference(reference) = bare(&init.expr)
                        && reference.mutability.is_none()
                        && name.mutability.is_none()
                        && names_once(&name.ident.to_string())
                        && let Some(place) = self.place(&reference.expr)
                        && place.steps.iter().all(|step| matches!(step, Step::Field(_)))
                        && !place.steps.is_empty()
                    {
                        self.roots.insert(name.ident.to_string(), place);
                    }
                }
                in_block_mut(block, &mut |part| self.aliases(part, names_once));
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    fn note(&mut self, way: Way, depth: usize, span: Span) {
        let known = self.arrays.entry(way).or_insert((depth, span));
        known.0 = known.0.max(depth);
    }

    /// Notes which ways lead to arrays.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a field is")]
    fn look(&mut self, part: &Part<'_>) {
        let expr = match part {
            Part::Expr(expr) => *expr,
            Part::Block(block) => return in_block(block, &mut |part| self.look(&part)),
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => return,
        };
        if is_stopped(expr) {
            return;
        }
        match expr {
            Expr::Index(index) => {
                let array = ranged(expr).unwrap_or(expr);
                if let Some((way, depth)) = self.array(array) {
                    self.note(way, if ranged(expr).is_some() { depth + 1 } else { depth }, index.span());
                }
            }
            Expr::Field(field) => {
                // A field of an element that is read of all of them.
                if let Some((way, depth)) = self.array(expr)
                    && depth > 0
                {
                    self.note(way, depth, field.member.span());
                }
                // What has fields is no array of numbers.
                if let Some((way, _)) = self.array(&field.base) {
                    self.others.push(way);
                }
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let is_range = ranged(&call.receiver).is_some();
                if let Some((way, depth)) = self.array(ranged(&call.receiver).unwrap_or(&call.receiver)) {
                    let of = if depth > 0 { OF_ROWS.as_slice() } else { OF_ARRAYS.as_slice() };
                    if is_range || of.contains(&name.as_str()) {
                        self.note(way, depth + 1, call.method.span());
                    } else if depth > 0 && Primitive::by_name(&name).is_none() && name != "clone" {
                        self.others.push(way);
                    }
                }
            }
            Expr::ForLoop(it) => {
                if let Expr::Reference(reference) = bare(&it.expr)
                    && let Some((way, depth)) = self.array(&reference.expr)
                {
                    self.note(way, depth + 1, it.expr.span());
                }
            }
            Expr::Assign(assign) => {
                // An element may be given a number; an array, another array only where it is a variable.
                if let Some((way, depth)) = self.array(&assign.left)
                    && (depth == 0 || !self.changed.contains(&way.0))
                {
                    self.others.push(way);
                }
            }
            _ => {}
        }
        in_expr(expr, &mut |part| self.look(&part));
    }
}

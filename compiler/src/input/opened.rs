//! Arrays in the fields of structs: each that a function reads elements of gets a name where the function begins.
//!
//! `m.layer.w[i]` is `w[i]` after `let w = &m.layer.w;`. So an array in a struct is an array with a name, like any other one. Whether it
//! holds numbers that are differentiated, only types say; the name stands for what it holds, whatever that is.

use std::collections::{BTreeMap, HashMap};

use hypernet::Primitive;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Member, Pat, Stmt, Token, Type};

use super::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut};

/// How the name of such an array begins.
const NAME: &str = "__backprop_opened_";

/// An array in a struct.
#[derive(Clone)]
pub(crate) struct Opened {
    /// What it is shown as: the way to it.
    pub(crate) shown: String,
    /// How many indices lead to its elements.
    pub(crate) depth: usize,
}

/// The arrays in structs of a function that have names.
#[derive(Clone, Default)]
pub(crate) struct Openings {
    pub(crate) arrays: Vec<Opened>,
    /// Those that hold what has no tangent, by their numbers: as far as that is known by now.
    pub(crate) hosts: std::collections::BTreeSet<usize>,
}

/// The number of the array in a struct that this name stands for.
pub(crate) fn number(name: &Ident) -> Option<usize> {
    name.to_string().strip_prefix(NAME)?.parse().ok()
}

/// A way from a variable through fields.
type Way = (String, Vec<String>);

/// What is known of the ways through fields of a function.
#[derive(Default)]
struct Uses {
    /// The variables that are structs, or references to structs in these.
    roots: HashMap<String, Way>,
    /// The arrays, with how many indices lead to their elements, and where one is named.
    arrays: BTreeMap<Way, (usize, Span)>,
    /// What is no array of numbers.
    others: Vec<Way>,
}

/// Methods that arrays, slices and vectors have, and hardly anything else: what they are called on is one.
const OF_ARRAYS: [&str; 5] = ["iter", "windows", "chunks", "chunks_exact", "to_vec"];

/// Methods that may be called on an array in an array.
const OF_ROWS: [&str; 9] = ["iter", "windows", "chunks", "chunks_exact", "to_vec", "len", "is_empty", "first", "last"];

/// The function with a name for each array in a struct among its parameters, and those; none if there is none.
pub(crate) fn open(function: &ItemFn, wrt: Option<&[Ident]>) -> Option<(ItemFn, Vec<Opened>)> {
    let mut uses = Uses::default();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for input in &function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        count_names(&input.pat, &mut counts);
        let Pat::Ident(name) = &*input.pat else { continue };
        let is_chosen = wrt.is_none_or(|wrt| wrt.contains(&name.ident));
        if is_chosen && is_struct(&input.ty) && name.by_ref.is_none() && name.mutability.is_none() {
            uses.roots.insert(name.ident.to_string(), (name.ident.to_string(), Vec::new()));
        }
    }
    if uses.roots.is_empty() {
        return None;
    }
    count_bound(&Part::Block(&function.block), &mut counts);
    let names_once = |name: &String| counts.get(name) == Some(&1);
    uses.roots.retain(|name, _| names_once(name));
    uses.aliases(&Part::Block(&function.block), &names_once);
    uses.look(&Part::Block(&function.block));
    let others = std::mem::take(&mut uses.others);
    uses.arrays.retain(|way, _| !others.contains(way));
    if uses.arrays.is_empty() {
        return None;
    }
    let mut opened = Vec::new();
    let mut function = function.clone();
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
                Err(_) => Member::Named(at(field)),
            };
            place = syn::parse_quote!(#place.#member);
        }
        lets.push(syn::parse_quote!(let #name = &#place;));
        let shown = std::iter::once(&way.0).chain(&way.1).map(|part| part.trim_start_matches("r#"));
        let shown = shown.collect::<Vec<_>>().join("_");
        opened.push(Opened { shown, depth: *depth });
        names.insert(way.clone(), name);
    }
    let mut naming = Naming { uses: &uses, names };
    in_block_mut(&mut function.block, &mut |part| naming.write(part));
    function.block.stmts.splice(0..0, lets);
    Some((function, opened))
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
fn count_names(pattern: &Pat, counts: &mut HashMap<String, usize>) {
    for name in crate::syntax::bound_names(pattern) {
        *counts.entry(name.to_string()).or_default() += 1;
    }
}

/// Counts the names that the patterns in a part bind.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression binds names")]
fn count_bound(part: &Part<'_>, counts: &mut HashMap<String, usize>) {
    let inside = |block: &syn::Block, counts: &mut HashMap<String, usize>| {
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

/// What is indexed, through all indices, and how many there are; a range is one of them, and leads no deeper.
fn indexed(expr: &Expr) -> (&Expr, usize) {
    let Expr::Index(index) = bare(expr) else { return (bare(expr), 0) };
    let (base, depth) = indexed(&index.expr);
    if matches!(bare(&index.index), Expr::Range(_)) { (base, depth) } else { (base, depth + 1) }
}

impl Uses {
    /// The way that this is, from a parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field of a variable")]
    fn way(&self, expr: &Expr) -> Option<Way> {
        match bare(expr) {
            Expr::Path(path) => self.roots.get(&path.path.get_ident()?.to_string()).cloned(),
            Expr::Field(field) => {
                let (root, mut way) = self.way(&field.base)?;
                way.push(match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                });
                Some((root, way))
            }
            _ => None,
        }
    }

    /// A way of one field at least.
    fn field(&self, expr: &Expr) -> Option<Way> {
        self.way(expr).filter(|(_, way)| !way.is_empty())
    }

    /// Notes the names of references to structs in structs, `let layer = &m.layer;`.
    fn aliases(&mut self, part: &Part<'_>, names_once: &dyn Fn(&String) -> bool) {
        let block = |uses: &mut Self, block: &syn::Block| {
            for statement in &block.stmts {
                if let Stmt::Local(local) = statement
                    && let Pat::Ident(name) = &local.pat
                    && let Some(init) = &local.init
                    && let Expr::Reference(reference) = bare(&init.expr)
                    && reference.mutability.is_none()
                    && name.mutability.is_none()
                    && names_once(&name.ident.to_string())
                    && let Some(way) = uses.field(&reference.expr)
                {
                    uses.roots.insert(name.ident.to_string(), way);
                }
            }
            in_block(block, &mut |part| uses.aliases(&part, names_once));
        };
        match part {
            Part::Expr(expr) => in_expr(expr, &mut |part| match part {
                Part::Block(inside) => block(self, inside),
                part @ (Part::Expr(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_)) => {
                    self.aliases(&part, names_once);
                }
            }),
            Part::Block(inside) => block(self, inside),
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
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
        match expr {
            Expr::Index(index) => {
                let (base, depth) = indexed(expr);
                if let Some(way) = self.field(base) {
                    self.note(way, depth.max(1), index.span());
                }
            }
            // An element that has fields is a struct or a tuple.
            Expr::Field(field) => {
                if let (base, 1..) = indexed(&field.base)
                    && let Some(way) = self.field(base)
                {
                    self.others.push(way);
                }
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let (base, depth) = indexed(&call.receiver);
                if let Some(way) = self.field(base) {
                    let is_range = matches!(bare(&call.receiver), Expr::Index(index) if matches!(bare(&index.index), Expr::Range(_)));
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
                    && let Some(way) = self.field(&reference.expr)
                {
                    self.note(way, 1, it.expr.span());
                }
            }
            Expr::Assign(assign) => {
                if let Some(way) = self.field(indexed(&assign.left).0) {
                    self.others.push(way);
                }
            }
            _ => {}
        }
        in_expr(expr, &mut |part| self.look(&part));
    }
}

/// Writes the names of arrays for the ways to them.
struct Naming<'u> {
    uses: &'u Uses,
    names: HashMap<Way, Ident>,
}

impl Naming<'_> {
    fn name(&self, expr: &mut Expr) {
        if let Some(way) = self.uses.field(expr)
            && let Some(name) = self.names.get(&way)
        {
            let name = Ident::new(&name.to_string(), name.span().located_at(expr.span()));
            *expr = syn::parse_quote!(#name);
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "elsewhere it is the field of the struct")]
    fn write(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(expr) => {
                match expr {
                    Expr::Index(index) => self.name(&mut index.expr),
                    Expr::MethodCall(call) => self.name(&mut call.receiver),
                    Expr::Reference(reference) if reference.mutability.is_none() => self.name(&mut reference.expr),
                    // By value, it is copied.
                    Expr::Field(_) => {
                        let before = expr.span();
                        self.name(expr);
                        if let Expr::Path(_) = expr {
                            let name = &*expr;
                            *expr = syn::parse_quote_spanned!(before=> #name.clone());
                            return;
                        }
                    }
                    _ => {}
                }
                in_expr_mut(expr, &mut |part| self.write(part));
            }
            PartMut::Block(block) => in_block_mut(block, &mut |part| self.write(part)),
            PartMut::Macro(call) => self.in_macro(call),
            PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Of a macro, the arguments that are expressions.
    fn in_macro(&mut self, call: &mut syn::Macro) {
        type Arguments = Punctuated<Expr, Token![,]>;
        if call.path.is_ident("vec")
            && let Ok(mut repeated) = call.parse_body_with(|input: ParseStream<'_>| {
                Ok((input.parse::<Expr>()?, input.parse::<Token![;]>()?, input.parse::<Expr>()?))
            })
        {
            self.write(PartMut::Expr(&mut repeated.0));
            self.write(PartMut::Expr(&mut repeated.2));
            let (value, semicolon, length) = repeated;
            call.tokens = quote!(#value #semicolon #length);
            return;
        }
        if let Ok(mut arguments) = call.parse_body_with(Arguments::parse_terminated) {
            arguments.iter_mut().for_each(|argument| self.write(PartMut::Expr(argument)));
            call.tokens = arguments.to_token_stream();
        }
    }
}

//! How many dimensions arrays, slices and vectors have, as far as the types and the values that are written say so.

use hypernet::ids::{IdMap, IdSet};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, ItemFn, Local, Pat, Stmt, Type, UnOp};

use super::arrays::element_of_vec;
use super::item::Checker;
use super::places::{referred, written_type};
use super::{Pattern, VarId};
use crate::source::declarations::declarations;
use crate::source::depths::Depths;
use crate::source::exprs::{bare, is_new_vector, is_range};
use crate::source::names::is_upper;
use crate::source::patterns::bound_names;
use crate::source::types::inner;
use crate::texts::TextSet;

/// What a loop over a variable as it stands gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Items {
    Values,
    References,
    /// References that may be written through.
    Mutable,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) items: Items,
    /// How many dimensions it has at least: all of them, if its type is written in full.
    pub(super) dimensions: usize,
    /// Whether it is a reference to a slice, of which `clone` gives another one.
    is_slice: bool,
    /// Which parts of its elements are arrays, if these are tuples: a bit for each.
    pub(super) arrays: u32,
}

/// What is known of arrays, slices and vectors.
#[derive(Default)]
pub(super) struct Sequences {
    known: IdMap<VarId, Known>,
    /// The numbers of elements that are there.
    within: IdSet<VarId>,
    /// What calls have given, of which nothing is written, and references into data: what a loop runs over is taken for an
    /// array. With what a loop over it gives, and how many dimensions loops show.
    given: IdMap<VarId, (Items, usize)>,
    /// The parameters without a tangent, and references into them: a field of one that a loop runs over is taken for an array.
    data: IdSet<VarId>,
}

impl Sequences {
    pub(super) fn get(&self, var: VarId) -> Option<Known> {
        self.known.get(&var).copied()
    }

    /// Notes that a variable refers to an array of so many dimensions.
    pub(super) fn note_reference(&mut self, var: VarId, dimensions: usize) {
        let known = Known { items: Items::References, dimensions: dimensions.max(1), is_slice: false, arrays: 0 };
        self.known.insert(var, known);
    }

    /// The same of a variable that a loop runs over.
    pub(super) fn looped(&self, var: VarId) -> Option<Known> {
        let given =
            |(items, depth): (Items, usize)| Known { items, dimensions: depth.max(1), is_slice: false, arrays: 0 };
        self.get(var).or_else(|| self.given.get(&var).copied().map(given))
    }

    /// Whether a variable is taken for an array where a loop runs over it, although nothing is written of its type.
    pub(super) fn is_given(&self, var: VarId) -> bool {
        self.get(var).is_none() && self.given.contains_key(&var)
    }

    /// Notes that a parameter has no tangent.
    pub(super) fn note_data(&mut self, var: VarId) {
        self.data.insert(var);
    }

    /// Whether a variable is a parameter without a tangent, or a reference into one.
    pub(super) fn is_data(&self, var: VarId) -> bool {
        self.data.contains(&var)
    }

    /// Whether a variable is the number of an element that is there, where it is an index.
    pub(super) fn is_within(&self, var: VarId) -> bool {
        self.within.contains(&var)
    }

    pub(super) fn note_within(&mut self, var: VarId) {
        self.within.insert(var);
    }
}

impl<'a> Checker<'a> {
    /// Notes what is written of the type of a parameter.
    pub(super) fn note_param(&mut self, pattern: &Pattern, ty: &Type) {
        if let (Pattern::Bind(var, None), Some(known)) = (pattern, known(ty)) {
            self.sequences.known.insert(*var, known);
        }
    }

    /// What is known of what a `let` declares; asked before it is declared.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, nothing is known")]
    pub(super) fn known_local(&mut self, local: &Local) -> Option<Known> {
        if let Some(mut known) = written_type(local).and_then(known) {
            // Of what is not written, loops may show that it is an array.
            if written_type(local).is_some_and(has_unknown_elements) {
                let shown = bound_names(&local.pat).first().map_or(0, |name| self.depth_shown(name));
                known.dimensions = known.dimensions.max(shown);
            }
            return Some(known);
        }
        let init = bare(&local.init.as_ref()?.expr);
        if let Expr::If(_) | Expr::Match(_) = init {
            return self.known_chosen(init);
        }
        let items = match init {
            Expr::Array(_)
            | Expr::Repeat(_)
            | Expr::Macro(_)
            | Expr::Call(_)
            | Expr::Index(_)
            | Expr::Unary(_)
            | Expr::Block(_) => Items::Values,
            Expr::Path(_) => self.known_variable(init)?.items,
            Expr::Reference(reference)
                if matches!(bare(&reference.expr), Expr::Index(_) | Expr::Field(_) | Expr::Unary(_)) =>
            {
                if reference.mutability.is_some() { Items::Mutable } else { Items::References }
            }
            Expr::MethodCall(call) => match self.known_variable(&call.receiver) {
                Some(known) if call.method == "clone" && known.is_slice => return None,
                _ => Items::Values,
            },
            _ => return None,
        };
        let is_slice = match init {
            Expr::Path(_) => self.known_variable(init)?.is_slice,
            Expr::Reference(reference) => {
                matches!(bare(&reference.expr), Expr::Index(index) if is_range(&index.index))
            }
            _ => false,
        };
        let dimensions = self.dimensions(init).max(self.dimensions_of_field(local));
        let dimensions = if dimensions > 0 {
            dimensions.max(bound_names(&local.pat).first().map_or(0, |name| self.depth_shown(name)))
        } else {
            0
        };
        let arrays = self.copied(init).map_or(0, |known| known.arrays);
        (dimensions > 0).then_some(Known { items, dimensions, is_slice, arrays })
    }

    /// What is known of one of several arrays, or of references to these: `if c { &a } else { &b }`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, nothing is known")]
    fn known_chosen(&self, expr: &Expr) -> Option<Known> {
        let last = |block: &syn::Block| match block.stmts.last() {
            Some(Stmt::Expr(last, None)) => self.known_chosen(last),
            _ => None,
        };
        let both = |one: Option<Known>, other: Option<Known>| {
            let (one, other) = (one?, other?);
            (one.items == other.items && one.arrays == other.arrays).then(|| Known {
                dimensions: one.dimensions.max(other.dimensions),
                is_slice: one.is_slice || other.is_slice,
                ..one
            })
        };
        match bare(expr) {
            Expr::If(branch) => both(last(&branch.then_branch), self.known_chosen(&branch.else_branch.as_ref()?.1)),
            Expr::Match(matched) => {
                let mut arms = matched.arms.iter().map(|arm| self.known_chosen(&arm.body));
                let first = arms.next()?;
                arms.fold(first, both)
            }
            Expr::Block(block) => last(&block.block),
            Expr::Reference(reference) => {
                let items = if reference.mutability.is_some() { Items::Mutable } else { Items::References };
                let of = bare(&reference.expr);
                let is_slice = matches!(of, Expr::Index(index) if is_range(&index.index));
                let (dimensions, arrays) = (self.dimensions(of), self.copied(of).map_or(0, |known| known.arrays));
                (dimensions > 0).then_some(Known { items, dimensions, is_slice, arrays })
            }
            path @ Expr::Path(_) => self.known_variable(path),
            new => {
                let dimensions = self.dimensions(new);
                (dimensions > 0).then_some(Known { items: Items::Values, dimensions, is_slice: false, arrays: 0 })
            }
        }
    }

    /// What is known of the array that this is, or is a copy of.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, nothing is known")]
    fn copied(&self, init: &Expr) -> Option<Known> {
        match init {
            Expr::Path(_) => self.known_variable(init),
            Expr::MethodCall(call) if call.method == "clone" || call.method == "to_vec" => {
                self.known_variable(&call.receiver)
            }
            _ => None,
        }
    }

    /// Notes the variables that a `let` declares for what a call gives, and for references into what has no tangent.
    pub(super) fn note_given(&mut self, local: &Local) {
        let Some(init) = &local.init else { return };
        let is_data =
            matches!(bare(&init.expr), Expr::Reference(of) if of.mutability.is_none() && self.is_in_data(&of.expr));
        let is_constant = matches!(bare(&init.expr), Expr::Index(_) | Expr::Field(_)) && self.is_constant(&init.expr);
        let is_given = written_type(local).is_none() && (is_data || is_constant || self.is_given(&init.expr));
        for name in bound_names(&local.pat) {
            let depth = self.depth_shown(&name);
            let Some(var) = self.look_up(&name) else { continue };
            if is_data {
                self.sequences.data.insert(var);
            }
            if is_given {
                let items = if is_data { Items::References } else { Items::Values };
                self.sequences.given.insert(var, (items, depth));
            }
        }
        if let Pat::Type(typed) = &local.pat {
            self.note_parts(&typed.pat, &typed.ty);
        }
    }

    /// Notes what is written of the types of the parts of a tuple.
    fn note_parts(&mut self, pattern: &Pat, ty: &Type) {
        let (Pat::Tuple(tuple), Type::Tuple(types)) = (pattern, inner(ty)) else { return };
        if tuple.elems.len() != types.elems.len() {
            return;
        }
        for (part, ty) in tuple.elems.iter().zip(&types.elems) {
            self.note_parts(part, ty);
            if let (Pat::Ident(name), Some(known)) = (part, known(ty))
                && let Some(var) = self.look_up(&name.ident)
            {
                self.sequences.known.insert(var, known);
            }
        }
    }

    /// Notes a variable that a pattern gives a part of what has no tangent, mostly by reference: what a loop runs over is taken for an array.
    pub(super) fn note_from_pattern(&mut self, var: VarId) {
        let name = self.vars[var.index()].name.clone();
        let depth = self.depth_shown(&name);
        self.sequences.given.insert(var, (Items::References, depth));
    }

    /// How many dimensions loops show of a name.
    fn depth_shown(&mut self, name: &Ident) -> usize {
        let item = self.item;
        self.depths.get_or_insert_with(|| Depths::of(item)).get(&name.to_string())
    }

    /// Whether a call gives this, of a function or of a method that is no iterator's.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
    fn is_given(&self, expr: &Expr) -> bool {
        let ends_in = |block: &syn::Block| match block.stmts.last() {
            Some(syn::Stmt::Expr(last, None)) => self.is_given(last),
            _ => false,
        };
        match bare(expr) {
            Expr::Call(call) => match bare(&call.func) {
                Expr::Path(path) => path.path.segments.last().is_some_and(|last| !is_upper(&last.ident.to_string())),
                _ => false,
            },
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                self.dimensions(&call.receiver) == 0 && !ITERATORS.contains(&&*name)
            }
            Expr::Block(block) => ends_in(&block.block),
            Expr::If(branch) => ends_in(&branch.then_branch),
            _ => false,
        }
    }

    /// The pattern of a `let`, without a type that only has a name, where elements are named of what it declares: the name may stand
    /// for an array. What is written for it says that it is one, to rustc; so does the function itself, with the type.
    pub(super) fn untyped(&mut self, local: &'a Local) -> &'a Pat {
        let Pat::Type(typed) = &local.pat else { return &local.pat };
        let (Pat::Ident(name), Type::Path(path)) = (&*typed.pat, inner(&typed.ty)) else { return &local.pat };
        let has_name = path.path.get_ident().is_some() && self.may_be_struct(path);
        let init = local.init.as_ref().map(|init| bare(&init.expr));
        let is_given = matches!(init, Some(Expr::Call(_) | Expr::MethodCall(_)));
        if !has_name || !is_given {
            return &local.pat;
        }
        if self.has_elements(&name.ident) { &typed.pat } else { &local.pat }
    }

    /// Notes what is known of a variable.
    pub(super) fn note_local(&mut self, pattern: &Pattern, known: Option<Known>) {
        let pattern = if let Pattern::Typed(inside, ..) = pattern { inside } else { pattern };
        let Pattern::Bind(var, None) = pattern else { return };
        self.note_number(*var);
        if let Some(known) = known {
            self.sequences.known.insert(*var, known);
        }
    }

    /// How many dimensions what a `let` refers to has, as far as is known; asked before it is declared.
    pub(super) fn dimensions_referred(&mut self, local: &Local) -> usize {
        let written = written_type(local).and_then(known).map_or(0, |known| known.dimensions);
        let Some(place) = referred(local) else { return written };
        self.dimensions(place).max(written).max(self.dimensions_of_field(local))
    }

    /// How many dimensions a field of an element has at least to which a `let` refers: it is an array if its name is used as one.
    fn dimensions_of_field(&mut self, local: &Local) -> usize {
        let is_in_element = referred(local).is_some_and(|place| self.is_in_element(place));
        usize::from(is_in_element && bound_names(&local.pat).iter().any(|name| self.has_elements(name)))
    }

    /// Whether elements are named of what has this name.
    fn has_elements(&mut self, name: &Ident) -> bool {
        let item = self.item;
        self.with_elements.get_or_insert_with(|| with_elements(item)).contains(&name.to_string())
    }

    fn known_variable(&self, expr: &Expr) -> Option<Known> {
        let Expr::Path(path) = bare(expr) else { return None };
        self.sequences.get(self.look_up(path.path.get_ident()?)?)
    }

    /// Notes what is added to a vector.
    pub(super) fn note_added(&mut self, vector: &Expr, element: &Expr) {
        let Expr::Path(path) = bare(vector) else { return };
        let dimensions = self.dimensions(element) + 1;
        if let Some(var) = path.path.get_ident().and_then(|name| self.look_up(name))
            && let Some(known) = self.sequences.known.get_mut(&var)
        {
            known.dimensions = known.dimensions.max(dimensions);
        }
    }

    /// How many dimensions a value or a place has, as far as is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, nothing is known")]
    pub(super) fn dimensions(&self, expr: &Expr) -> usize {
        match bare(expr) {
            Expr::Array(array) => 1 + array.elems.first().map_or(0, |first| self.dimensions(first)),
            Expr::Repeat(array) => 1 + self.dimensions(&array.expr),
            Expr::Macro(call) if call.mac.path.is_ident("vec") => {
                let tokens = &call.mac.tokens;
                syn::parse2::<Expr>(quote!([#tokens])).map_or(0, |array| self.dimensions(&array))
            }
            Expr::Path(path) => {
                let var = path.path.get_ident().and_then(|name| self.look_up(name));
                // One dimension is what any loop shows of what it runs over; of two, the first one holds arrays.
                let given = || {
                    let given = var.and_then(|var| self.sequences.given.get(&var));
                    given.map(|(_, depth)| *depth).filter(|&depth| depth > 1)
                };
                let known = self.known_variable(expr).map(|known| known.dimensions);
                known.or_else(given).unwrap_or(0)
            }
            Expr::Reference(reference) => self.dimensions(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.dimensions(&unary.expr),
            Expr::Index(index) => {
                let dimensions = self.dimensions(&index.expr);
                if is_range(&index.index) { dimensions } else { dimensions.saturating_sub(1) }
            }
            Expr::MethodCall(call)
                if call.args.is_empty() && ["clone", "to_vec"].iter().any(|name| call.method == name) =>
            {
                self.dimensions(&call.receiver)
            }
            // Of what the elements become, nothing is known.
            Expr::MethodCall(call) if call.method == "map" => self.dimensions(&call.receiver).min(1),
            Expr::Call(call) if is_new_vector(&call.func) => 1 + of_written_vector(&call.func),
            Expr::Block(block) => self.dimensions_of_block(&block.block),
            _ => 0,
        }
    }

    /// The same of what a block gives.
    fn dimensions_of_block(&self, block: &syn::Block) -> usize {
        let [before @ .., Stmt::Expr(last, None)] = &*block.stmts else { return 0 };
        let Expr::Path(path) = bare(last) else { return 0 };
        let Some(name) = path.path.get_ident() else { return 0 };
        let declared = before.iter().rev().find_map(|statement| match statement {
            Stmt::Local(local) if bound_names(&local.pat).contains(name) => Some(local),
            Stmt::Local(_) | Stmt::Expr(..) | Stmt::Item(_) | Stmt::Macro(_) => None,
        });
        match declared {
            Some(Local { pat: Pat::Ident(_), init: Some(init), .. }) => self.dimensions(&init.expr),
            _ => 0,
        }
    }
}

/// The names, each declared once, of which elements are named: `x[i]`, `in x`, `x.iter()`.
fn with_elements(item: &ItemFn) -> TextSet {
    fn look(tokens: TokenStream, found: &mut TextSet) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match (token, &tokens[at + 1..]) {
                (TokenTree::Group(group), _) => look(group.stream(), found),
                (TokenTree::Ident(name), [TokenTree::Group(group), ..])
                    if group.delimiter() == proc_macro2::Delimiter::Bracket =>
                {
                    found.insert(name.to_string());
                }
                (TokenTree::Ident(name), [TokenTree::Punct(dot), TokenTree::Ident(method), ..])
                    if dot.as_char() == '.' && (method == "iter" || method == "iter_mut") =>
                {
                    found.insert(name.to_string());
                }
                (TokenTree::Ident(word), rest) if word == "in" => {
                    let is_part = |token: &&TokenTree| match token {
                        TokenTree::Punct(and) => and.as_char() == '&',
                        TokenTree::Ident(word) => word == "mut",
                        TokenTree::Group(_) | TokenTree::Literal(_) => false,
                    };
                    if let Some(TokenTree::Ident(name)) = rest.iter().find(|token| !is_part(token)) {
                        found.insert(name.to_string());
                    }
                }
                (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_), _) => {}
            }
        }
    }
    let mut found = TextSet::default();
    look(item.block.to_token_stream(), &mut found);
    let counts = declarations(item);
    found.retain(|name| counts.get(name) == Some(&1));
    found
}

/// Methods that give iterators, or that iterators have.
const ITERATORS: [&str; 30] = [
    "iter",
    "iter_mut",
    "into_iter",
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "zip",
    "enumerate",
    "rev",
    "skip",
    "take",
    "step_by",
    "chain",
    "cycle",
    "copied",
    "cloned",
    "inspect",
    "peekable",
    "scan",
    "skip_while",
    "take_while",
    "windows",
    "chunks",
    "chunks_exact",
    "drain",
    "keys",
    "values",
    "split",
];

/// What is known of a variable of this type, if it is one of elements.
#[expect(clippy::wildcard_enum_match_arm, reason = "of other types, nothing is known")]
fn known(ty: &Type) -> Option<Known> {
    let (items, ty) = match inner(ty) {
        Type::Reference(reference) if reference.mutability.is_some() => (Items::Mutable, inner(&reference.elem)),
        Type::Reference(reference) => (Items::References, inner(&reference.elem)),
        Type::Slice(_) => return None,
        ty => (Items::Values, ty),
    };
    let dimensions = dimensions_of(ty);
    let is_slice = matches!(ty, Type::Slice(_));
    (dimensions > 0).then_some(Known { items, dimensions, is_slice, arrays: arrays_in(ty) })
}

/// Whether this is `&[_]`.
fn has_unknown_elements(ty: &Type) -> bool {
    let Type::Reference(reference) = inner(ty) else { return false };
    matches!(inner(&reference.elem), Type::Slice(slice) if matches!(inner(&slice.elem), Type::Infer(_)))
}

/// Which parts of the elements of an array of tuples are arrays.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array of tuples")]
fn arrays_in(ty: &Type) -> u32 {
    let element = match inner(ty) {
        Type::Array(array) => inner(&array.elem),
        Type::Slice(slice) => inner(&slice.elem),
        Type::Path(path) => match element_of_vec(path) {
            Some(element) => inner(element),
            None => return 0,
        },
        _ => return 0,
    };
    let Type::Tuple(tuple) = element else { return 0 };
    let parts = (0..u32::BITS).zip(&tuple.elems).filter(|(_, part)| dimensions_of(part) > 0);
    parts.map(|(at, _)| 1 << at).sum()
}

/// How many dimensions the elements of a new vector have, `Vec::<[f64; 2]>::new`, as far as they are written.
fn of_written_vector(function: &Expr) -> usize {
    let Expr::Path(path) = bare(function) else { return 0 };
    match path.path.segments.first().map(|vec| &vec.arguments) {
        Some(syn::PathArguments::AngleBracketed(written)) => match written.args.first() {
            Some(syn::GenericArgument::Type(element)) => dimensions_of(element),
            _ => 0,
        },
        _ => 0,
    }
}

/// How many dimensions an array of this type has, as far as it is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
pub(super) fn dimensions_of(ty: &Type) -> usize {
    match inner(ty) {
        Type::Array(array) => 1 + dimensions_of(&array.elem),
        Type::Slice(slice) => 1 + dimensions_of(&slice.elem),
        Type::Path(path) => element_of_vec(path).map_or(0, |element| 1 + dimensions_of(element)),
        Type::Reference(reference) => dimensions_of(&reference.elem),
        _ => 0,
    }
}

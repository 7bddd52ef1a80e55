//! What the branches of a choice give: the number of a place for the place.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Block, Expr, ExprIndex, Stmt};

use super::{Choice, Choices, is_named};
use crate::source::exprs::bare;
use crate::texts::TextSet;

/// What the branches of a choice give.
pub(super) struct Leaves<'c> {
    pub(super) choices: &'c mut Choices,
    /// The choice around this one: its names are references, too.
    pub(super) around: Option<&'c Choice>,
    /// The names of what the choice gives.
    pub(super) names: &'c [Ident],
    /// The names that are declared in it, which mean nothing behind it.
    pub(super) bound: TextSet,
    /// The variables for the indices that stand in the places.
    pub(super) declared: Vec<Stmt>,
    /// For each branch, what declares the names.
    pub(super) ways: Vec<Vec<Stmt>>,
}

impl Leaves<'_> {
    /// Writes the number of each branch for what it gives.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else chooses")]
    pub(super) fn number(&mut self, chosen: &mut Expr) -> Option<()> {
        match chosen {
            Expr::Paren(inside) => self.number(&mut inside.expr),
            Expr::Group(inside) => self.number(&mut inside.expr),
            Expr::If(it) => {
                self.number_block(&mut it.then_branch)?;
                self.number(&mut it.else_branch.as_mut()?.1)
            }
            Expr::Match(it) => it.arms.iter_mut().try_for_each(|arm| {
                arm.comma.get_or_insert_default();
                self.number(&mut arm.body)
            }),
            Expr::Block(it) if it.label.is_none() && it.attrs.is_empty() => self.number_block(&mut it.block),
            leaf => {
                let values: Vec<Expr> = match &*leaf {
                    Expr::Tuple(tuple) if self.names.len() > 1 => tuple.elems.iter().cloned().collect(),
                    leaf => vec![leaf.clone()],
                };
                if values.len() != self.names.len() {
                    return None;
                }
                let (mut way, mut before) = (Vec::new(), Vec::new());
                for (name, value) in self.names.iter().zip(&values) {
                    let place = self.place(value, &mut before)?;
                    way.push(syn::parse_quote!(let #name = #place;));
                }
                let number = self.ways.len();
                self.ways.push(way);
                *leaf = syn::parse_quote!({ #(#before)* #number });
                Some(())
            }
        }
    }

    fn number_block(&mut self, block: &mut Block) -> Option<()> {
        let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() else { return None };
        self.number(value)
    }

    /// The place, with names for the indices in it. What computes them, and panics where one is out of bounds, stands in the branch.
    fn place(&mut self, value: &Expr, before: &mut Vec<Stmt>) -> Option<Expr> {
        let is_around = |expr: &Expr| matches!(bare(expr), Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.around.is_some_and(|around| around.names(&name.to_string()))));
        let place = if is_around(value) { Some(value.clone()) } else { self.choices.place(value) };
        let place = match (place, bare(value)) {
            (Some(place), _) => place,
            (None, Expr::Reference(reference)) => {
                let Expr::Index(element) = bare(&reference.expr) else { return None };
                let mut saved = Vec::new();
                let place = self.choices.fixed(element, &mut saved)?;
                for Saved { name, index } in saved {
                    self.declared.push(syn::parse_quote!(let mut #name: usize = 0;));
                    before.push(syn::parse_quote!(#name = #index;));
                }
                before.push(looked_at(&place));
                let (and, mutability) = (reference.and_token, reference.mutability);
                syn::parse_quote!(#and #mutability #place)
            }
            (None, _) => return None,
        };
        let is_left_behind = is_named(place.to_token_stream(), &|name| self.bound.contains(name));
        (!is_left_behind).then_some(place)
    }
}

/// An index with a name.
pub(super) struct Saved {
    pub(super) name: Ident,
    pub(super) index: Expr,
}

impl Choices {
    /// A place in an array with names for its indices.
    pub(super) fn fixed(&mut self, element: &ExprIndex, saved: &mut Vec<Saved>) -> Option<Expr> {
        if !self.is_fixed(&element.expr) {
            return None;
        }
        let mut save = |index: &Expr| -> Expr {
            if matches!(bare(index), Expr::Lit(_)) {
                return index.clone();
            }
            let name = self.name("at");
            saved.push(Saved { name: name.clone(), index: index.clone() });
            syn::parse_quote!(#name)
        };
        let array = &element.expr;
        if let Expr::Range(range) = bare(&element.index) {
            let mut range = range.clone();
            for bound in [&mut range.start, &mut range.end].into_iter().flatten() {
                **bound = save(bound);
            }
            return Some(syn::parse_quote!(#array[#range]));
        }
        let index = save(&element.index);
        Some(syn::parse_quote!(#array[#index]))
    }
}

/// What panics as Rust does if an index of a place is out of bounds.
pub(super) fn looked_at(place: &Expr) -> Stmt {
    if let Expr::Index(element) = place
        && !matches!(bare(&element.index), Expr::Range(_))
    {
        let (array, index) = (&element.expr, &element.index);
        return syn::parse_quote! {
            if #index >= #array.len() {
                ::core::panic!("index out of bounds: the len is {} but the index is {}", #array.len(), #index);
            }
        };
    }
    syn::parse_quote!(let _ = #place.len();)
}

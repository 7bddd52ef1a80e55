//! The names that a pattern binds.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Pat, Token};

/// The names that a pattern binds.
pub(crate) struct Bound {
    pub(crate) names: Vec<Ident>,
    /// A part that cannot be seen through: it may bind any name.
    pub(crate) unknown: Option<TokenStream>,
}

impl Bound {
    /// The names that this pattern binds.
    pub(crate) fn of(pattern: &Pat) -> Self {
        let mut bound = Self { names: Vec::new(), unknown: None };
        bound.look(pattern);
        bound
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not known is noted, and refused")]
    fn look(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(pattern) => {
                self.names.push(pattern.ident.clone());
                if let Some((_, inner)) = &pattern.subpat {
                    self.look(inner);
                }
            }
            Pat::Or(pattern) => pattern.cases.iter().for_each(|case| self.look(case)),
            Pat::Paren(pattern) => self.look(&pattern.pat),
            Pat::Reference(pattern) => self.look(&pattern.pat),
            Pat::Slice(pattern) => pattern.elems.iter().for_each(|element| self.look(element)),
            Pat::Struct(pattern) => pattern.fields.iter().for_each(|field| self.look(&field.pat)),
            Pat::Tuple(pattern) => pattern.elems.iter().for_each(|element| self.look(element)),
            Pat::TupleStruct(pattern) => pattern.elems.iter().for_each(|element| self.look(element)),
            Pat::Type(pattern) => self.look(&pattern.pat),
            Pat::Const(_) | Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Rest(_) | Pat::Wild(_) => {}
            // A macro; a condition inside of a pattern; and what `syn` does not know, or this does not.
            pattern => self.unknown = Some(pattern.to_token_stream()),
        }
    }
}

/// The names that a pattern binds, as far as it can be seen through.
pub(crate) fn bound_names(pattern: &Pat) -> Vec<Ident> {
    Bound::of(pattern).names
}

/// The name of a parameter: its own, or that of its place, if a pattern takes it apart.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern is a name")]
pub(crate) fn name_of_param(pattern: &Pat, index: usize) -> Ident {
    match pattern {
        Pat::Ident(pattern) if pattern.subpat.is_none() => pattern.ident.clone(),
        _ => quote::format_ident!("__backprop_param_{}", index),
    }
}

/// The pattern of an arm without its guard.
pub(crate) fn unguarded(pattern: &Pat) -> &Pat {
    if let Pat::Guard(guarded) = pattern { &guarded.pat } else { pattern }
}

/// Gives the names that a pattern binds to `each`, with the `mut` before them, to be changed.
#[expect(clippy::wildcard_enum_match_arm, reason = "what else may bind was refused when the pattern was looked at")]
pub(crate) fn rename(pattern: &mut Pat, each: &mut dyn FnMut(&mut Ident, &mut Option<Token![mut]>)) {
    match pattern {
        Pat::Ident(pattern) => {
            each(&mut pattern.ident, &mut pattern.mutability);
            if let Some((_, inner)) = &mut pattern.subpat {
                rename(inner, each);
            }
        }
        Pat::Or(pattern) => pattern.cases.iter_mut().for_each(|case| rename(case, each)),
        Pat::Paren(pattern) => rename(&mut pattern.pat, each),
        Pat::Reference(pattern) => rename(&mut pattern.pat, each),
        Pat::Slice(pattern) => pattern.elems.iter_mut().for_each(|element| rename(element, each)),
        Pat::Struct(pattern) => {
            for field in &mut pattern.fields {
                if field.colon_token.is_none() {
                    // `x` alone is `x: x`.
                    field.colon_token = Some(Token![:](field.pat.span()));
                }
                rename(&mut field.pat, each);
            }
        }
        Pat::Tuple(pattern) => pattern.elems.iter_mut().for_each(|element| rename(element, each)),
        Pat::TupleStruct(pattern) => pattern.elems.iter_mut().for_each(|element| rename(element, each)),
        Pat::Type(pattern) => rename(&mut pattern.pat, each),
        _ => {}
    }
}

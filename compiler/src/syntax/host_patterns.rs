//! Patterns of the host's: what they match has no tangent, and the user's own pattern takes it apart.
//!
//! The macro does not know the type of such a value, so it asks rustc whether the pattern matches, `matches!(op, Op::Add(..))`, and
//! lets rustc bind the names, `let Op::Add(i, j) = op else { … };`. Their values have no tangent either.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprMatch, Pat, Token, UnOp};

use super::arena::Arguments;
use super::item::Checker;
use super::{HostPattern, LeftBehind, Pattern, Unknown, VarId};
use crate::diagnostic::refusal;
use crate::holes::name_hole;
use crate::source::exprs::{bare, is_range};
use crate::source::names::{is_upper, plain};
use crate::source::patterns::{rename, unguarded};

impl<'a> Checker<'a> {
    /// A pattern of the host's; declares its names. Whether what it gets is a reference to what it matches.
    pub(super) fn host_pattern(&mut self, pattern: &'a Pat, referred: bool) -> Pattern {
        if let Some(unknown) = unknown(pattern) {
            self.refuse_part(refusal::PATTERN, unknown);
            return Pattern::Wild;
        }
        let mut names: Vec<(String, VarId)> = Vec::new();
        for ident in idents(pattern) {
            let text = plain(&ident.ident);
            if !binds(ident) || names.iter().any(|(name, _)| *name == text) {
                continue;
            }
            if let (Some(token), Some(_)) = (&ident.by_ref, &ident.mutability) {
                self.refuse_part(refusal::REF_MUT, token);
            }
            if ident.mutability.is_none() && ident.subpat.is_none() && ident.by_ref.is_none() {
                self.claim_variable(&ident.ident);
            }
            let var = self.declare(&ident.ident);
            self.vars[var.index()].mutable = ident.mutability.is_some();
            // What it computes with says nothing of it.
            self.vars[var.index()].ty = self.fresh(Unknown::Any);
            names.push((text, var));
        }
        let mut binding = pattern.clone();
        rename(&mut binding, &mut |ident, _| {
            if let Some(at) = names.iter().position(|(name, _)| *name == plain(ident)) {
                let span = ident.span();
                *ident = name_hole(at);
                ident.set_span(span);
            }
        });
        let binding = if let Pat::Or(_) = binding { quote!((#binding)) } else { binding.into_token_stream() };
        let refers = idents(pattern).into_iter().any(|ident| ident.by_ref.is_some());
        let vars: Vec<VarId> = names.into_iter().map(|(_, var)| var).collect();
        if !is_of_slice(pattern) {
            for &var in &vars {
                self.note_from_pattern(var);
            }
        }
        Pattern::Host(Box::new(HostPattern {
            written: pattern.to_token_stream(),
            span: pattern.span(),
            tested: tested(pattern).map(ToTokens::into_token_stream),
            binding,
            vars,
            referred,
            of_slice: is_of_slice(pattern),
            left: if refers { LeftBehind::Referred } else { LeftBehind::Lasts },
        }))
    }

    /// The scrutinee of a `match` that rustc takes apart where it stands, as a reference to it: nothing is moved out of it that the
    /// arms do not move.
    pub(super) fn matched_in_place(&self, it: &'a ExprMatch) -> Option<&'a Expr> {
        let is_place = self.is_host_place(&it.expr) && it.arms.iter().any(|arm| is_variant(unguarded(&arm.pat)));
        if !is_place || !it.arms.iter().all(|arm| is_whole(unguarded(&arm.pat))) {
            return None;
        }
        let place = &it.expr;
        let kept = Arguments::parse_terminated.parse2(quote_spanned!(place.span()=> &#place)).ok()?;
        self.arena.keep(kept).first()
    }

    /// Whether this is a variable, or a place in one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression gives a value")]
    fn is_host_place(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.look_up(name).is_some()),
            Expr::Field(field) => self.is_host_place(&field.base),
            Expr::Index(index) => !is_range(&index.index) && self.is_host_place(&index.expr),
            Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => self.is_host_place(expr),
            _ => false,
        }
    }
}

/// Whether rustc has to take apart what a pattern matches, since the macro does not know the type.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are known, or refused")]
pub(super) fn is_host(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Slice(_) => true,
        Pat::Paren(inside) => is_host(&inside.pat),
        Pat::Type(inside) => is_host(&inside.pat),
        Pat::Reference(inside) => has_host(&inside.pat),
        Pat::Ident(ident) => {
            ident.by_ref.is_some() || ident.subpat.as_ref().is_some_and(|(_, inside)| has_host(inside))
        }
        Pat::Or(or) => has_host(pattern) || or.cases.iter().any(|case| idents(case).into_iter().any(binds)),
        _ => false,
    }
}

/// The same of a part of it.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are not taken apart here")]
fn has_host(pattern: &Pat) -> bool {
    match pattern {
        Pat::Tuple(tuple) => tuple.elems.iter().any(has_host),
        Pat::Or(or) => or.cases.iter().any(has_host),
        pattern => is_host(pattern),
    }
}

/// Whether a pattern names a variant.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern is a variant")]
fn is_variant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Path(path) => path.path.segments.len() > 1,
        Pat::Ident(ident) => ident.ident == "None" || is_host(pattern),
        Pat::Or(or) => or.cases.iter().any(is_variant),
        Pat::Paren(inside) => is_variant(&inside.pat),
        pattern => is_host(pattern),
    }
}

/// Whether a pattern is one of the whole value: of a tuple, the parts are matched one by one.
#[expect(clippy::wildcard_enum_match_arm, reason = "literals and ranges are of numbers")]
fn is_whole(pattern: &Pat) -> bool {
    match pattern {
        Pat::Path(_) | Pat::Ident(_) | Pat::Wild(_) => true,
        Pat::Or(or) => or.cases.iter().all(is_whole),
        Pat::Paren(inside) => is_whole(&inside.pat),
        pattern => is_host(pattern),
    }
}

/// The names in a pattern, of constants too.
fn idents(pattern: &Pat) -> Vec<&syn::PatIdent> {
    let (mut found, mut pending) = (Vec::new(), vec![pattern]);
    while let Some(pattern) = pending.pop() {
        if let Pat::Ident(ident) = pattern {
            found.push(ident);
        }
        let before = pending.len();
        pending.extend(parts(pattern).unwrap_or_default());
        pending[before..].reverse();
    }
    found
}

/// The patterns in a pattern; none, if it is not known which there are.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not known is refused")]
fn parts(pattern: &Pat) -> Option<Vec<&Pat>> {
    Some(match pattern {
        Pat::Ident(ident) => ident.subpat.iter().map(|(_, inside)| &**inside).collect(),
        Pat::Or(or) => or.cases.iter().collect(),
        Pat::Paren(inside) => vec![&inside.pat],
        Pat::Reference(inside) => vec![&inside.pat],
        Pat::Slice(slice) => slice.elems.iter().collect(),
        Pat::Struct(structure) => structure.fields.iter().map(|field| &*field.pat).collect(),
        Pat::Tuple(tuple) => tuple.elems.iter().collect(),
        Pat::TupleStruct(structure) => structure.elems.iter().collect(),
        Pat::Type(inside) => vec![&inside.pat],
        Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Rest(_) | Pat::Wild(_) => Vec::new(),
        _ => return None,
    })
}

/// Alternatives that give names, of which more than one may match: the condition of the arm is asked for each of them.
pub(super) fn open_alternatives(pattern: &Pat) -> Option<&Pat> {
    if let Pat::Or(or) = pattern
        && idents(pattern).into_iter().any(binds)
    {
        let heads: Option<Vec<_>> = or.cases.iter().map(head).collect();
        let part = |(at, (of, name)): (usize, &(String, String)), heads: &[(String, String)]| {
            heads[..at].iter().all(|(other, before)| other == of && before != name)
        };
        if !heads.is_some_and(|heads| heads.iter().enumerate().all(|head| part(head, &heads))) {
            return Some(pattern);
        }
    }
    parts(pattern)?.into_iter().find_map(open_alternatives)
}

/// The type and the name of the variant that a pattern matches, if it is surely one.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others may match what another pattern matches")]
fn head(pattern: &Pat) -> Option<(String, String)> {
    let path = match pattern {
        Pat::TupleStruct(structure) if structure.qself.is_none() => &structure.path,
        Pat::Struct(structure) if structure.qself.is_none() => &structure.path,
        Pat::Paren(inside) => return head(&inside.pat),
        _ => return None,
    };
    let mut names: Vec<String> = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    let name = names.pop()?;
    let is_known = match names.last() {
        Some(of) => is_upper(of),
        None => name == "Ok" || name == "Err",
    };
    is_known.then(|| (names.join("::"), name))
}

/// Whether a pattern asks for the elements of a slice somewhere.
fn is_of_slice(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Slice(_)) || parts(pattern).unwrap_or_default().into_iter().any(is_of_slice)
}

/// A part of a pattern of which it is not known what names it gives.
fn unknown(pattern: &Pat) -> Option<&Pat> {
    match parts(pattern) {
        Some(parts) => parts.into_iter().find_map(unknown),
        None => Some(pattern),
    }
}

/// A pattern without the names that it gives; none, if it matches whatever there is.
fn tested(pattern: &Pat) -> Option<Pat> {
    let tested = without_names(pattern, &|_| false);
    (!matches!(tested, Pat::Wild(_))).then_some(tested)
}

/// A pattern without the names that it gives, but for those that are wanted.
pub(super) fn without_names(pattern: &Pat, is_wanted: &dyn Fn(&Ident) -> bool) -> Pat {
    let mut without = pattern.clone();
    forget_names(&mut without, is_wanted);
    without
}

/// Takes away the names that a pattern gives.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others have no names in them, or are refused")]
fn forget_names(pattern: &mut Pat, is_wanted: &dyn Fn(&Ident) -> bool) {
    let is_wild = |pattern: &Pat| matches!(pattern, Pat::Wild(_) | Pat::Rest(_));
    let wild = |span: Span| Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: Token![_](span) });
    let rest = |span: Span| syn::PatRest { attrs: Vec::new(), dot2_token: Token![..](span) };
    match pattern {
        Pat::Ident(ident) if binds(ident) && !is_wanted(&ident.ident) => {
            let span = ident.ident.span();
            *pattern = match ident.subpat.take() {
                Some((_, inside)) => *inside,
                None => return *pattern = wild(span),
            };
            forget_names(pattern, is_wanted);
        }
        Pat::Or(or) => {
            or.cases.iter_mut().for_each(|part| forget_names(part, is_wanted));
            if let Some(all) = or.cases.iter().find(|case| matches!(case, Pat::Wild(_))) {
                *pattern = wild(all.span());
            }
        }
        Pat::Paren(inside) => {
            forget_names(&mut inside.pat, is_wanted);
            *pattern = (*inside.pat).clone();
        }
        Pat::Reference(inside) => {
            forget_names(&mut inside.pat, is_wanted);
            if is_wild(&inside.pat) {
                *pattern = (*inside.pat).clone();
            }
        }
        Pat::Slice(slice) => slice.elems.iter_mut().for_each(|part| forget_names(part, is_wanted)),
        Pat::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| forget_names(part, is_wanted)),
        Pat::TupleStruct(structure) => {
            structure.elems.iter_mut().for_each(|part| forget_names(part, is_wanted));
            if !structure.elems.is_empty() && structure.elems.iter().all(is_wild) {
                let span = structure.elems.span();
                structure.elems = std::iter::once(Pat::Rest(rest(span))).collect();
            }
        }
        Pat::Struct(structure) => {
            for field in &mut structure.fields {
                if field.colon_token.is_none() {
                    // `x` alone is `x: x`.
                    field.colon_token = Some(Token![:](field.pat.span()));
                }
                forget_names(&mut field.pat, is_wanted);
            }
            let fields = std::mem::take(&mut structure.fields);
            let count = fields.len();
            structure.fields = fields.into_iter().filter(|field| !is_wild(&field.pat)).collect();
            if structure.fields.len() < count {
                structure.rest.get_or_insert_with(|| rest(structure.brace_token.span.join()));
            }
            if !structure.fields.empty_or_trailing() && structure.rest.is_some() {
                structure.fields.push_punct(Token![,](structure.brace_token.span.join()));
            }
        }
        Pat::Type(inside) => {
            forget_names(&mut inside.pat, is_wanted);
            *pattern = (*inside.pat).clone();
        }
        Pat::Ident(ident) => {
            if let Some((_, inside)) = &mut ident.subpat {
                forget_names(inside, is_wanted);
            }
        }
        _ => {}
    }
}

/// Whether a name is given, and is not that of a constant.
fn binds(ident: &syn::PatIdent) -> bool {
    ident.by_ref.is_some() || ident.mutability.is_some() || ident.subpat.is_some() || !is_upper(&plain(&ident.ident))
}

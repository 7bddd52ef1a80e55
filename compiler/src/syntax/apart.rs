//! Elements of arrays that are taken apart, or assigned to by parts.
//!
//! `for (x, y) in v.iter_mut()` has `let whole = &mut v[i]; let x = &mut whole.0; let y = &mut whole.1;` in each turn, and
//! `(v[i], v[j]) = (b, a)` is `{ let (new_0, new_1) = (b, a); v[i] = new_0; v[j] = new_1; }`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprAssign, Local, Pat, Stmt};

use super::ExprId;
use super::arena::Arguments;
use super::dimensions::Items;
use super::item::Checker;
use super::lets::has_call;
use super::turns::Written;
use crate::input::apart::one_by_one;
use crate::source::exprs::{bare, is_range};
use crate::source::loops::NUMBER;

impl<'a> Checker<'a> {
    /// An assignment to several places, of which one is in an array.
    pub(super) fn assigned_apart(&mut self, assign: &'a ExprAssign, whole: &'a Expr) -> Option<ExprId> {
        if !matches!(bare(&assign.left), Expr::Tuple(_)) || !self.is_in_array(&assign.left) {
            return None;
        }
        let (mut assignments, mut count) = (Vec::new(), 0);
        let pattern = parts(&assign.left, &mut count, &mut assignments);
        let (value, span) = (&assign.right, assign.eq_token.span);
        let block = quote_spanned!(span=> { let #pattern = #value; #(#assignments)* });
        let kept = Arguments::parse_terminated.parse2(block).ok()?;
        let block = self.arena.keep(kept).first()?;
        Some(self.read_as(block, &[], whole, false))
    }

    /// An assignment to a field of a struct in an array in a struct in an array, `systems[i].bodies[j].x += v`, which is
    /// `{ let new = v; let part = &mut systems[i].bodies[j]; part.x += new; }`. As of numbers, the value is computed before the place is looked
    /// for: of structs it is the other way round, which shows only if the value calls something and there is no such place.
    pub(super) fn assigned_inside(
        &mut self,
        (place, operator, value): (&Expr, &dyn ToTokens, &'a Expr),
        whole: &'a Expr,
    ) -> Option<ExprId> {
        let mut written = place.clone();
        let element = self.element_inside(&mut written)?;
        let is_plain = operator.to_token_stream().to_string() == "=";
        if !is_plain && has_call(value.to_token_stream()) && !is_there(element) {
            return None;
        }
        let span = place.span();
        let [new, part] = ["new", "part"].map(|name| Ident::new(&format!("__backprop_{name}"), Span::call_site()));
        let of = std::mem::replace(element, syn::parse_quote!(#part));
        let block = quote_spanned!(span=> { let #new = #value; let #part = &mut #of; #written #operator #new; });
        self.read_block_as(block, whole)
    }

    /// The element of an array in a struct in an array of which a field is in this place.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an element")]
    fn element_inside<'p>(&self, place: &'p mut Expr) -> Option<&'p mut Expr> {
        let mut at = place;
        let mut is_field = false;
        loop {
            if let Expr::Index(index) = &*at
                && is_field
                && !is_range(&index.index)
                && self.is_in_element(&index.expr)
            {
                return Some(at);
            }
            (at, is_field) = match at {
                Expr::Paren(inside) => (&mut *inside.expr, is_field),
                Expr::Group(inside) => (&mut *inside.expr, is_field),
                Expr::Field(field) => (&mut *field.base, true),
                Expr::Index(index) => (&mut *index.expr, false),
                _ => return None,
            };
        }
    }

    /// `let b = &a;` of an array in a variable is `let b = &a[..];`: a name for a part.
    fn whole_referred(&self, local: &Local) -> Option<TokenStream> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (Pat::Ident(name), Expr::Reference(reference)) = (&local.pat, bare(&init.expr)) else { return None };
        let Expr::Path(array) = bare(&reference.expr) else { return None };
        let var = self.look_up(array.path.get_ident()?)?;
        let known = self.sequences.get(var)?;
        let is_named = name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none();
        if known.items != Items::Values || known.dimensions == 0 || !is_named {
            return None;
        }
        let (span, mutability) = (local.let_token.span, reference.mutability);
        Some(quote_spanned!(span=> let #name = &#mutability #array[..];))
    }

    /// `let (list, x) = &v[i];` of a tuple with arrays in it is `let whole = &v[i]; let list: &[_] = &whole.0; let x = &whole.1;`.
    fn tuple_referred(&self, local: &Local) -> Option<TokenStream> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (Pat::Tuple(_), Expr::Reference(reference)) = (&local.pat, bare(&init.expr)) else { return None };
        let Expr::Index(element) = bare(&reference.expr) else { return None };
        let Expr::Path(array) = bare(&element.expr) else { return None };
        let known = self.sequences.get(self.look_up(array.path.get_ident()?)?)?;
        if known.arrays == 0 || known.dimensions > 1 || reference.mutability.is_some() || is_range(&element.index) {
            return None;
        }
        // One for each place where one stands.
        let whole = whole(self.exprs.len());
        let mut parts = Vec::new();
        in_place(&local.pat, &whole.to_token_stream(), (Binds::References, known.arrays), &mut parts)?;
        let parts = parts.iter().map(|(pattern, value)| match pattern {
            Written::Pattern(pattern) => quote!(let #pattern = #value;),
            Written::Array(pattern, ty) => quote!(let #pattern: #ty = #value;),
            Written::Hidden(name) => quote!(let #name = #value;),
        });
        Some(quote_spanned!(local.let_token.span=> let #whole = &#element; #(#parts)*))
    }

    /// `let [x, y, ..] = a;` of an array in a variable is `let x = a[0]; let y = a[1];`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a reference is taken off")]
    pub(super) fn array_apart(&mut self, local: &'a Local) -> Option<Vec<&'a Local>> {
        if let Some(whole) = self.whole_referred(local) {
            return self.kept_lets(&whole);
        }
        if let Some(parts) = self.tuple_referred(local) {
            return self.kept_lets(&parts);
        }
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (array, is_value) = match bare(&init.expr) {
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => (bare(&unary.expr), true),
            array => (array, false),
        };
        let Expr::Path(array) = array else { return None };
        let var = self.look_up(array.path.get_ident()?)?;
        // Of what stands behind `&mut`, the names are other names for the elements.
        let known = self.sequences.looped(var).filter(|known| is_value || known.items != Items::Mutable)?;
        let is_reference = !is_value && known.items == Items::References;
        let lets = one_by_one(local, &array.to_token_stream(), is_reference)?;
        self.kept_lets(&quote!(#(#lets)*))
    }

    fn kept_lets(&self, lets: &TokenStream) -> Option<Vec<&'a Local>> {
        let kept = Arguments::parse_terminated.parse2(quote!({ #lets })).ok()?;
        let Expr::Block(block) = self.arena.keep(kept).first()? else { return None };
        let local = |statement: &'a Stmt| if let Stmt::Local(local) = statement { Some(local) } else { None };
        block.block.stmts.iter().map(local).collect()
    }

    /// Whether one of the places that are assigned is in an array.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    fn is_in_array(&self, place: &Expr) -> bool {
        match bare(place) {
            Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.is_in_array(part)),
            Expr::Field(field) => self.is_in_array(&field.base),
            Expr::Unary(unary) => self.is_in_array(&unary.expr),
            Expr::Index(_) => true,
            place => self.view_named(place).is_some(),
        }
    }
}

/// Whether the indices of an element are the numbers of loops over the arrays.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place with such indices")]
fn is_there(element: &Expr) -> bool {
    match bare(element) {
        Expr::Index(index) => {
            let is_number = |name: &Ident| name.to_string().starts_with(NUMBER);
            matches!(bare(&index.index), Expr::Path(path) if path.path.get_ident().is_some_and(is_number))
                && is_there(&index.expr)
        }
        Expr::Field(field) => is_there(&field.base),
        place => matches!(place, Expr::Path(_)),
    }
}

/// The pattern that gives each place of a target a name for its value; what is assigned then.
#[expect(clippy::wildcard_enum_match_arm, reason = "everything else is one place")]
fn parts(place: &Expr, count: &mut usize, assignments: &mut Vec<TokenStream>) -> TokenStream {
    match bare(place) {
        Expr::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|part| parts(part, count, assignments));
            quote!((#(#parts,)*))
        }
        Expr::Infer(_) | Expr::Range(_) => place.to_token_stream(),
        place => {
            let name = Ident::new(&format!("__backprop_new_{count}"), Span::call_site());
            *count += 1;
            assignments.push(quote!(#place = #name;));
            name.to_token_stream()
        }
    }
}

/// The name, which nobody sees, of an element that a pattern takes apart.
const WHOLE: &str = "__backprop_whole";

/// The element with this number that a pattern takes apart.
pub(super) fn whole(number: usize) -> Ident {
    Ident::new(&format!("{WHOLE}_{number}"), Span::call_site())
}

/// Whether this is the name of such an element.
pub(super) fn is_whole(name: &Ident) -> bool {
    name.to_string().starts_with(WHOLE)
}

/// How names come to what they stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binds {
    Values,
    References,
    Mutable,
}

/// The names of a pattern, each with the part of a place that it stands for; none if the pattern does anything else. Of a tuple with
/// arrays, it is known which parts these are.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern asks for more")]
pub(super) fn in_place<'p>(
    pattern: &'p Pat,
    place: &TokenStream,
    (binds, arrays): (Binds, u32),
    found: &mut Vec<(Written<'p>, TokenStream)>,
) -> Option<()> {
    let mut fields = |parts: Vec<(TokenStream, &'p Pat)>| {
        (0..).zip(parts).try_for_each(|(at, (member, part))| {
            let is_array = arrays.checked_shr(at).is_some_and(|arrays| arrays & 1 == 1);
            let place = quote!(#place.#member);
            match (is_array, part) {
                (true, Pat::Wild(_)) => Some(()),
                (true, part) => {
                    let (ty, value) = match binds {
                        Binds::Values => return named(part, place, binds, found),
                        Binds::References => (quote!(&[_]), quote!(&#place)),
                        Binds::Mutable => (quote!(&mut [_]), quote!(&mut #place)),
                    };
                    let is_name = matches!(part, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none());
                    found.push((Written::Array(part, ty), value));
                    is_name.then_some(())
                }
                (false, part) => in_place(part, &place, (binds, 0), found),
            }
        })
    };
    let mut numbered = |parts: &'p syn::punctuated::Punctuated<Pat, syn::Token![,]>| {
        let rest = parts.iter().position(|part| matches!(part, Pat::Rest(_)));
        if rest.is_some_and(|rest| rest + 1 < parts.len()) {
            return None;
        }
        let named = parts.iter().take(rest.unwrap_or(parts.len())).enumerate();
        fields(named.map(|(at, part)| (syn::Index::from(at).to_token_stream(), part)).collect())
    };
    match pattern {
        Pat::Paren(inside) => in_place(&inside.pat, place, (binds, arrays), found),
        Pat::Wild(_) => Some(()),
        Pat::Tuple(tuple) => numbered(&tuple.elems),
        Pat::TupleStruct(structure) => numbered(&structure.elems),
        Pat::Struct(structure) => {
            fields(structure.fields.iter().map(|field| (field.member.to_token_stream(), &*field.pat)).collect())
        }
        pattern => named(pattern, place.clone(), binds, found),
    }
}

/// A name for a part, if the pattern is one.
fn named<'p>(
    pattern: &'p Pat,
    place: TokenStream,
    binds: Binds,
    found: &mut Vec<(Written<'p>, TokenStream)>,
) -> Option<()> {
    let Pat::Ident(name) = pattern else { return None };
    let is_plain = name.mutability.is_none() || binds == Binds::Values;
    let value = match binds {
        Binds::Values => place,
        Binds::References => quote!(&#place),
        Binds::Mutable => quote!(&mut #place),
    };
    found.push((Written::Pattern(pattern), value));
    (is_plain && name.by_ref.is_none() && name.subpat.is_none()).then_some(())
}

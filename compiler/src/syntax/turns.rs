//! What the turns of a loop over elements bind: each name of the pattern gets its value from a place in an array.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Pat;
use syn::spanned::Spanned;

use super::apart::{self, Binds};
use super::each::{Element, How, Over, PartKind, Parts};
use crate::source::loops::NUMBER;
use crate::source::patterns::bound_names;
use crate::texts::TextMap;

/// How the names begin of numbers that are computed from that of the turn.
pub(super) const AT: &str = "__backprop_at";

/// What a turn binds.
#[derive(Default)]
pub(super) struct Bound<'a> {
    /// The name that the number has, if it has one.
    pub(super) number: Option<&'a Ident>,
    pub(super) lets: Vec<Let<'a>>,
    /// The arrays that the loop has for itself.
    pub(super) moved: Vec<Ident>,
    /// How many dimensions the names in it have, as the body shows.
    pub(super) depths: TextMap<usize>,
}

/// A pattern that is bound to a value, with the array that this is read from.
pub(super) struct Let<'a> {
    pub(super) pattern: Written<'a>,
    pub(super) value: TokenStream,
    pub(super) array: Option<Ident>,
}

/// A pattern, or a name that nobody sees.
pub(super) enum Written<'a> {
    Pattern(&'a Pat),
    /// The name of an array, with its type.
    Array(&'a Pat, TokenStream),
    Hidden(Ident),
}

impl Bound<'_> {
    /// Whether a name that is bound first hides an array that is read after that.
    pub(super) fn is_hidden(&self) -> bool {
        let mut names: Vec<Ident> = Vec::new();
        self.lets.iter().any(|one| {
            let hidden = one.array.as_ref().is_some_and(|array| names.contains(array));
            if let Written::Pattern(pattern) | Written::Array(pattern, _) = one.pattern {
                names.extend(bound_names(pattern));
            }
            hidden
        })
    }
}

/// The place of what the user wrote, for tokens of ours.
fn located_at(written: &impl Spanned) -> Span {
    Span::call_site().located_at(written.span())
}

/// What a turn binds of an element that the pattern takes apart: each name is bound to its part, where that is.
fn bind_apart<'a>(
    (array, how, arrays): (&Ident, How, u32),
    pattern: &'a Pat,
    number: &TokenStream,
    whole: Ident,
    bound: &mut Bound<'a>,
) -> Option<()> {
    let (pattern, binds) = match (how, pattern) {
        (How::Reference, Pat::Reference(reference)) if reference.mutability.is_none() => {
            (&*reference.pat, Binds::Values)
        }
        (How::Moved | How::Value, pattern) => (pattern, Binds::Values),
        (How::Reference, pattern) => (pattern, Binds::References),
        (How::Mutable, pattern) => (pattern, Binds::Mutable),
    };
    let mut parts = Vec::new();
    apart::in_place(pattern, &whole.to_token_stream(), (binds, arrays), &mut parts)?;
    let mutability = (binds == Binds::Mutable).then(|| quote!(mut));
    // What is refused of it is refused where the user wrote the parts.
    let value = quote_spanned!(located_at(pattern)=> &#mutability #array[#number]);
    bound.lets.push(Let { pattern: Written::Hidden(whole), value, array: Some(array.clone()) });
    bound.lets.extend(parts.into_iter().map(|(part, value)| Let { pattern: part, value, array: None }));
    Some(())
}

/// Whether a pattern is a name, and nothing more.
fn is_name(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none())
}

/// Which parts of a tuple are arrays, as the body shows.
fn arrays_shown(pattern: &Pat, bound: &Bound<'_>) -> u32 {
    let Pat::Tuple(tuple) = pattern else { return 0 };
    let is_array = |part: &Pat| matches!(part, Pat::Ident(name) if is_name(part) && bound.depths.get(&name.ident.to_string()).is_some_and(|&depth| depth > 0));
    (0..u32::BITS).zip(&tuple.elems).filter(|(_, part)| is_array(part)).map(|(at, _)| 1 << at).sum()
}

/// What a turn binds of an element of an array.
fn bind_element<'a>(
    (array, how, element): (&Ident, How, Element),
    pattern: &'a Pat,
    number: &TokenStream,
    names: &mut usize,
    bound: &mut Bound<'a>,
) -> Option<()> {
    let (rows, arrays) = match element {
        Element::Value => (false, 0),
        Element::Array => (true, 0),
        Element::WithArrays(arrays) => (false, arrays),
        Element::Any => match (how, pattern) {
            (How::Reference | How::Mutable, Pat::Ident(name))
                if is_name(pattern) && bound.depths.contains_key(&name.ident.to_string()) =>
            {
                let mutability = (how == How::Mutable).then(|| quote!(mut));
                let (ty, value) = (quote!(&#mutability [_]), quote!(&#mutability #array[#number]));
                let pattern = Written::Array(pattern, ty);
                bound.lets.push(Let { pattern, value, array: Some(array.clone()) });
                return Some(());
            }
            _ => (false, 0),
        },
    };
    let arrays = if arrays == 0 && matches!(element, Element::Value | Element::Any) {
        arrays_shown(pattern, bound)
    } else {
        arrays
    };
    if !rows && (how == How::Mutable || arrays > 0) && !is_name(pattern) {
        if how == How::Moved {
            bound.moved.push(array.clone());
        }
        *names += 1;
        let whole = apart::whole(*names);
        return bind_apart((array, how, arrays), pattern, number, whole, bound);
    }
    let (pattern, value) = match (how, pattern) {
        (How::Moved | How::Value, pattern) if !rows => (pattern, quote!(#array[#number])),
        (How::Reference, Pat::Reference(reference)) => {
            reference.mutability.is_none().then_some(())?;
            let clone = rows.then(|| quote!(.clone()));
            (&*reference.pat, quote!(#array[#number]#clone))
        }
        (How::Moved | How::Value, pattern) => (pattern, quote!(#array[#number].clone())),
        (How::Reference, pattern) if !rows || is_name(pattern) => (pattern, quote!(&#array[#number])),
        (How::Mutable, pattern) if is_name(pattern) => (pattern, quote!(&mut #array[#number])),
        (How::Reference | How::Mutable, Pat::Wild(_)) => return Some(()),
        (How::Reference | How::Mutable, _) => return None,
    };
    if how == How::Moved {
        bound.moved.push(array.clone());
    }
    bound.lets.push(Let { pattern: Written::Pattern(pattern), value, array: Some(array.clone()) });
    Some(())
}

/// What the turn with this number binds; none if the pattern does not name the parts.
pub(super) fn bind<'a>(
    over: &Over,
    pattern: &'a Pat,
    number: &TokenStream,
    names: &mut usize,
    bound: &mut Bound<'a>,
) -> Option<()> {
    if let Pat::Paren(pattern) = pattern {
        return bind(over, &pattern.pat, number, names, bound);
    }
    let pair = |pattern: &'a Pat| {
        let Pat::Tuple(tuple) = pattern else { return None };
        let [first, second] = [tuple.elems.first()?, tuple.elems.get(1)?];
        let whole = tuple.elems.len() == 2 && !matches!((first, second), (Pat::Rest(_), _) | (_, Pat::Rest(_)));
        whole.then_some([first, second])
    };
    // The number of an element of what is inside.
    let mut inner = |at: TokenStream, bound: &mut Bound<'a>| {
        *names += 1;
        let name = Ident::new(&format!("{AT}_{names}"), Span::call_site());
        bound.lets.push(Let { pattern: Written::Hidden(name.clone()), value: at, array: None });
        name.to_token_stream()
    };
    match over {
        Over::Elements(array, how, element) => {
            return bind_element((array, *how, *element), pattern, number, names, bound);
        }
        Over::Parts(Parts { array, size, kind, is_mutable, .. }) => {
            if let Pat::Wild(_) = pattern {
                return Some(());
            }
            is_name(pattern).then_some(())?;
            let range = match kind {
                PartKind::Chunks => {
                    let end = quote!((#number + 1) * #size);
                    quote!(#number * #size..if #end < #array.len() { #end } else { #array.len() })
                }
                PartKind::ChunksExact => quote!(#number * #size..(#number + 1) * #size),
                PartKind::Windows => quote!(#number..#number + #size),
            };
            let mutability = is_mutable.then(|| quote!(mut));
            let value = quote!(&#mutability #array[#range]);
            bound.lets.push(Let { pattern: Written::Pattern(pattern), value, array: Some(array.clone()) });
        }
        Over::Enumerated(inside) => {
            let [first, second] = pair(pattern)?;
            if let Pat::Ident(name) = first
                && *number.to_string() == *NUMBER
            {
                bound.number.get_or_insert(&name.ident);
            }
            bound.lets.push(Let { pattern: Written::Pattern(first), value: number.clone(), array: None });
            bind(inside, second, number, names, bound)?;
        }
        Over::Zipped(both) => {
            let patterns = pair(pattern)?;
            for (over, pattern) in both.iter().zip(patterns) {
                bind(over, pattern, number, names, bound)?;
            }
        }
        Over::Skip(inside, by, _) => {
            let at = inner(quote!(#number + #by), bound);
            bind(inside, pattern, &at, names, bound)?;
        }
        Over::Take(inside, _) => bind(inside, pattern, number, names, bound)?,
        Over::StepBy(inside, by, _) => {
            let at = inner(quote!(#number * #by), bound);
            bind(inside, pattern, &at, names, bound)?;
        }
        Over::Reversed(inside, count) => {
            let at = inner(quote!(#count - 1 - #number), bound);
            bind(inside, pattern, &at, names, bound)?;
        }
    }
    Some(())
}

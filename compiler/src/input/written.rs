//! The user's code, marked as if the macro had written it at the same place.
//!
//! The copies of the user's code that the macro emits are marked in this way. Lints then look at the code once, where the user
//! wrote it. A local variable of generated code cannot be confused with one of the user's.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use crate::source::names::is_like_a_number;

/// The same name, as one that the macro wrote.
pub(crate) fn hygienic(name: &Ident) -> Ident {
    let span = name.span().resolved_at(Span::mixed_site());
    if name == "gen" {
        // A keyword in the edition of the macro, not in each.
        return Ident::new_raw("gen", span);
    }
    let mut name = name.clone();
    name.set_span(span);
    name
}

/// The visibility, as one that the macro wrote: lints look at what the user wrote.
pub(crate) fn visibility(visible: &syn::Visibility) -> syn::Visibility {
    let mut visibility = visible.clone();
    match &mut visibility {
        syn::Visibility::Public(public) => public.span = written(public.span),
        syn::Visibility::Restricted(restricted) => restricted.pub_token.span = written(restricted.pub_token.span),
        syn::Visibility::Inherited => {}
    }
    visibility
}

/// An item declared inside of the function, as one that the macro wrote: what lints say of it, they say of the original. Not
/// every pass uses each of them.
pub(crate) fn item(item: &syn::Item) -> TokenStream {
    let whole = item.to_token_stream();
    if !matches!(item, syn::Item::Fn(_)) {
        return tokens(whole);
    }
    // The names of its parameters and in its body have their own scopes.
    let whole: Vec<TokenTree> = whole.into_iter().collect();
    let (body, signature) = whole.split_last().expect("a function has a body");
    let signature = signature.iter().cloned().flat_map(|token| match token {
        TokenTree::Group(mut group) => {
            group.set_span(written(group.span()));
            TokenStream::from(TokenTree::Group(group))
        }
        token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => tokens(token.into()),
    });
    signature.chain([body.clone()]).collect()
}

/// A place in the source, for what the macro wrote.
fn written(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// Code, as if the macro had written it.
pub(crate) fn tokens(code: TokenStream) -> TokenStream {
    let token = |mut token: TokenTree| {
        match &mut token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), tokens(group.stream()));
                inside.set_span(written(group.span()));
                *group = inside;
            }
            // What `$crate` is, its place says.
            TokenTree::Ident(ident) if *ident == "$crate" => {}
            TokenTree::Ident(ident) => *ident = hygienic(ident),
            other @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => other.set_span(written(other.span())),
        }
        token
    };
    code.into_iter().map(token).collect()
}

/// The tokens, at another place in the source; what they mean stays.
pub(crate) fn located(tokens: TokenStream, at: Span) -> TokenStream {
    moved_to(tokens, at, &|_| true)
}

/// The same, but the names of types stay where they are: of one that is not there, rustc says the same as of the function.
pub(crate) fn located_around_types(tokens: TokenStream, at: Span) -> TokenStream {
    moved_to(tokens, at, &|token| !is_type(token))
}

fn moved_to(tokens: TokenStream, at: Span, moves: &dyn Fn(&TokenTree) -> bool) -> TokenStream {
    let moved = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let mut inside = Group::new(group.delimiter(), moved_to(group.stream(), at, moves));
            inside.set_span(group.span());
            token = TokenTree::Group(inside);
        }
        if moves(&token) {
            token.set_span(token.span().located_at(at));
        }
        token
    };
    tokens.into_iter().map(moved).collect()
}

/// The tokens as they would be if the macro had written them all, at another place in the source.
pub(crate) fn written_at(tokens: TokenStream, at: Span) -> TokenStream {
    placed_at(tokens, at, &|_| true)
}

/// The same, but the names of types stay where they are: of one that is not there, rustc says the same as of the function.
pub(crate) fn written_around_types(tokens: TokenStream, at: Span) -> TokenStream {
    placed_at(tokens, at, &|token| !is_type(token))
}

fn placed_at(tokens: TokenStream, at: Span, moves: &dyn Fn(&TokenTree) -> bool) -> TokenStream {
    let at = Span::mixed_site().located_at(at);
    let placed = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), placed_at(group.stream(), at, moves)));
        }
        if moves(&token) {
            token.set_span(at);
        }
        token
    };
    tokens.into_iter().map(placed).collect()
}

/// Whether this names a type, and not one of those that the macro itself names beside the user's.
fn is_type(token: &TokenTree) -> bool {
    let TokenTree::Ident(ident) = token else { return false };
    let name = ident.to_string();
    let is_own = matches!(
        name.as_str(),
        "Self" | "Differentiable" | "Cotangent" | "KNOWN" | "GROWS" | "TAKEN" | "MEASURE" | "FIT"
    );
    crate::source::names::is_upper(&name) && !is_own || is_like_a_number(&name)
}

/// The cotangent of a type, where the user wrote the type: there rustc says that it has none. Of errors at one place with one
/// text, it shows one.
pub(crate) fn of_cotangent(ty: &TokenStream, backprop: &TokenStream, at: Span) -> TokenStream {
    let at = Span::mixed_site().located_at(at);
    let path = located(quote!(#backprop::CotangentOf), at);
    quote_spanned!(at=> #path<#ty>)
}

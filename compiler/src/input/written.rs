//! The user's code, marked as if the macro had written it at the same place.
//!
//! The copies of the user's code that the macro emits are marked in this way. Lints then look at the code once, where the user
//! wrote it. A local variable of generated code cannot be confused with one of the user's.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

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

/// What a reference refers to; another type is itself.
#[expect(clippy::wildcard_enum_match_arm, reason = "of all types, these three alone are about another one")]
pub(crate) fn referent(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(reference) => referent(&reference.elem),
        syn::Type::Paren(inside) => referent(&inside.elem),
        syn::Type::Group(inside) => referent(&inside.elem),
        ty => ty,
    }
}

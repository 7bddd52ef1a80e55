//! Lifetimes that are left out: in the head of an `impl` block, `impl View<'_>`, and after the name of a struct, `v: &View`. The types of the
//! cotangents name them.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{GenericArgument, Lifetime, PathArguments, Type};

use crate::source::inside::{TypePart, in_type};

/// Writes these lifetimes after the names of the structs that have so many of them, where the source does not.
pub(crate) fn write_lifetimes(part: TypePart<'_>, structs: &[(String, usize)], lifetime: &str) {
    let TypePart::Type(ty) = part else { return };
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last_mut()
        && let Some((_, count)) = structs.iter().find(|(name, _)| last.ident == *name)
    {
        let at = Span::mixed_site().located_at(last.ident.span());
        let written = std::iter::repeat_n(GenericArgument::Lifetime(Lifetime::new(lifetime, at)), *count);
        match &mut last.arguments {
            PathArguments::None => last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<#(#written),*>)),
            PathArguments::AngleBracketed(given) if !given.args.iter().any(is_lifetime) => {
                given.args = written.chain(given.args.iter().cloned()).collect();
            }
            PathArguments::AngleBracketed(_) | PathArguments::Parenthesized(_) => {}
        }
    }
    in_type(ty, &mut |part| write_lifetimes(part, structs, lifetime));
}

fn is_lifetime(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Lifetime(_))
}

/// The item with a name for each lifetime that its head leaves out, if it is an `impl` block.
pub(crate) fn with_named_lifetimes_in_head(item: TokenStream) -> TokenStream {
    let mut head: Vec<TokenTree> = item.clone().into_iter().collect();
    let keyword = |word: &str| head.iter().position(|token| matches!(token, TokenTree::Ident(name) if name == word));
    // The result of a function may begin with the same word.
    let Some(at) = keyword("impl").filter(|_| keyword("fn").is_none()) else { return item };
    let Some(body) = head.pop_if(|last| matches!(last, TokenTree::Group(last) if last.delimiter() == Delimiter::Brace))
    else {
        return item;
    };
    let mut names = Vec::new();
    let after: TokenStream = head.drain(at + 1..).collect();
    let after = named(after, &mut names);
    if names.is_empty() {
        return item;
    }
    let declared = names.iter().map(lifetime);
    let mut after = after.into_iter().peekable();
    let begin = after.next_if(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '<'));
    let declared = if let Some(begin) = begin { quote!(#begin #(#declared,)*) } else { quote!(<#(#declared),*>) };
    let after: TokenStream = after.collect();
    quote!(#(#head)* #declared #after #body)
}

/// The tokens with a new name for each `'_`.
fn named(tokens: TokenStream, names: &mut Vec<Ident>) -> TokenStream {
    let mut after_quote = false;
    let tokens = tokens.into_iter().map(|token| {
        let is_left_out = after_quote && matches!(&token, TokenTree::Ident(name) if name == "_");
        after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Ident(name) if is_left_out => {
                let span = Span::mixed_site().located_at(name.span());
                // It shows in the docs of the user's crate.
                let number = if names.is_empty() { String::new() } else { format!("_{}", names.len() + 1) };
                names.push(Ident::new(&format!("outer{number}"), span));
                names[names.len() - 1].clone().into()
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), named(group.stream(), names));
                inside.set_span(group.span());
                inside.into()
            }
            token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token,
        }
    });
    tokens.collect()
}

fn lifetime(name: &Ident) -> TokenStream {
    let mut quote = Punct::new('\'', Spacing::Joint);
    quote.set_span(name.span());
    quote!(#quote #name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifetimes_in_heads_have_names() {
        for (written, named) in [
            (
                quote!(impl View<'_> { fn f(&self, v: View<'_>) {} }),
                "impl < 'outer > View < 'outer > { fn f (& self , v : View < '_ >) { } }",
            ),
            (
                quote!(
                    impl<T: Real> A<'_> for [View<'_, T>; 2] {}
                ),
                "impl < 'outer , 'outer_2 , T : Real > A < 'outer > for [View < 'outer_2 , T > ; 2] { }",
            ),
            (
                quote!(
                    impl<'a> View<'a> {}
                ),
                "impl < 'a > View < 'a > { }",
            ),
            (
                quote!(
                    fn f(v: View<'_>) -> impl Of<'_> {}
                ),
                "fn f (v : View < '_ >) -> impl Of < '_ > { }",
            ),
        ] {
            assert_eq!(with_named_lifetimes_in_head(written).to_string(), named);
        }
    }
}

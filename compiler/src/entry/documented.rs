//! What rustdoc shows of what is written: without the claims that stand in `where` clauses for rustc alone.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

/// The attribute of an `impl` with a claim, which stands last in its `where` clause. Only rustdoc expands it.
pub(crate) fn documented(backprop: &TokenStream) -> TokenStream {
    quote!(#[cfg_attr(doc, #backprop::__private::without_claims)])
}

/// The items with that attribute on each `impl` among them.
pub(crate) fn all_documented(items: TokenStream, backprop: &TokenStream) -> TokenStream {
    let written = items.into_iter().flat_map(|token| {
        let attribute = matches!(&token, TokenTree::Ident(word) if word == "impl").then(|| documented(backprop));
        attribute.into_iter().flatten().chain([token])
    });
    written.collect()
}

/// What `#[without_claims] impl …` stands for: the `impl` without its claim.
#[must_use]
pub fn without_claims(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let is_unit = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty());
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    let claim = tokens.windows(2).rposition(|pair| is_unit(&pair[0]) && is_colon(&pair[1]));
    if let (Some(claim), Some(body)) = (claim, tokens.len().checked_sub(1)) {
        tokens.drain(claim..body);
    }
    tokens.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impl_has_its_other_bounds() {
        let given = quote!(
            impl<T> A<T>
            where
                T: Real,
                (): ::backprop::Claim<
                        {
                            let () = known;
                            0
                        },
                    >,
            {
                fn f()
                where
                    (): B,
                {
                }
            }
        );
        assert_eq!(
            without_claims(given).to_string(),
            quote!(
                impl<T> A<T>
                where
                    T: Real,
                {
                    fn f()
                    where
                        (): B,
                    {
                    }
                }
            )
            .to_string()
        );
        let given = quote!(impl A { fn f() {} });
        assert_eq!(without_claims(given.clone()).to_string(), given.to_string());
    }
}

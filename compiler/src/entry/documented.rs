//! What rustdoc shows of what is written: without the claims that stand in `where` clauses for rustc alone.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// What `#[without_claims] impl …` stands for: the `impl` without its claim, and with `CotangentOf<T>` for what depends on the claim.
#[must_use]
pub fn without_claims(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let is_unit = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty());
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    let claim = tokens.windows(2).rposition(|pair| is_unit(&pair[0]) && is_colon(&pair[1]));
    if let (Some(claim), Some(body)) = (claim, tokens.len().checked_sub(1)) {
        // What stands behind the claim says when fields have the trait. Of `Copy`, rustc asks that for the docs too.
        let is_copy = tokens[..claim].iter().any(|token| matches!(token, TokenTree::Ident(name) if name == "Copy"));
        let end = if is_copy { end_of_bound(&tokens, claim) } else { None };
        tokens.drain(claim..end.unwrap_or(body));
    }
    with_cotangents(tokens.into_iter().collect())
}

/// Where the bound ends that begins here, with its comma; none if it is the last one.
fn end_of_bound(tokens: &[TokenTree], begin: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        let TokenTree::Punct(punct) = token else { continue };
        match punct.as_char() {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The tokens with `CotangentOf<T>` for each `__private::claims::CotangentIf<T, { … }>`.
fn with_cotangents(tokens: TokenStream) -> TokenStream {
    let (mut written, mut open, mut depth): (Vec<TokenTree>, Vec<usize>, usize) = (Vec::new(), Vec::new(), 0);
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == "CotangentIf" => {
                // The two names before it, each with `::`.
                written.truncate(written.len().saturating_sub(6));
                written.push(TokenTree::Ident(Ident::new("CotangentOf", name.span())));
                open.push(depth);
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), with_cotangents(group.stream()));
                inside.set_span(group.span());
                written.push(TokenTree::Group(inside));
            }
            TokenTree::Punct(punct) => {
                let is_arrow = matches!(written.last(), Some(TokenTree::Punct(before)) if before.as_char() == '-');
                match punct.as_char() {
                    '<' => depth += 1,
                    '>' if !is_arrow => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if punct.as_char() == '>' && !is_arrow && open.last() == Some(&depth) {
                    open.pop();
                    // The condition, with the comma before it.
                    written.truncate(written.len().saturating_sub(2));
                }
                written.push(TokenTree::Punct(punct));
            }
            token @ (TokenTree::Ident(_) | TokenTree::Literal(_)) => written.push(token),
        }
    }
    written.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[track_caller]
    fn shows(given: TokenStream, shown: &TokenStream) {
        let text = |tokens: &TokenStream| tokens.to_string().split_whitespace().collect::<String>();
        assert_eq!(text(&without_claims(given)), text(shown));
    }

    #[test]
    fn an_impl_has_its_other_bounds() {
        shows(
            quote!(
                impl<T> A<T>
                where
                    T: Real,
                    (): ::b::Claim<
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
            ),
            &quote!(
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
            ),
        );
        shows(
            quote!(impl Copy for A where (): ::b::Claim<{ 0 }>, for<'field> B: Copy {}),
            &quote!(impl Copy for A where for<'field> B: Copy {}),
        );
        let plain = quote!(impl A { fn f() -> B<{ C }> { x::<{ C }>(y > z) } });
        shows(plain.clone(), &plain);
    }

    #[test]
    fn cotangents_depend_on_nothing() {
        shows(
            quote!(impl A where (): B<{ C }> {
                fn f(x: &mut ::b::__private::claims::CotangentIf<P<T>, { C }>)
                    -> (f64, Vec<::b::__private::claims::CotangentIf<Q, { C }> >) { x > y; W::<{ C }>.as_is(x) }
            }),
            &quote!(impl A where {
                fn f(x: &mut ::b::CotangentOf<P<T> >) -> (f64, Vec<::b::CotangentOf<Q> >) { x > y; W::<{ C }>.as_is(x) }
            }),
        );
    }
}

//! The user's code with claims about what calls give.
//!
//! What a call gives, the macro may take for a number, because a method of numbers is called on it, or for an array, because another call
//! changes it. Its type has no name, so the claim stands in the code itself, around the receiver or around `&mut a`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::input::writing::place;
use crate::input::written::located;
use crate::program::TakenFor;

/// The methods and variables by where they are, each with what its receiver, or it itself, is taken for.
pub(super) type Given = [(Span, TakenFor)];

/// The code in which each of these is claimed to be what it is taken for, if what it depends on is right.
pub(super) fn claimed(code: TokenStream, given: &Given, depends: &TokenStream, backprop: &TokenStream) -> TokenStream {
    let taken = |name: &Ident| {
        let at = place(name.span());
        given.iter().find(|(claimed, _)| place(*claimed) == at).map(|(_, taken)| taken.clone())
    };
    with_claims(code, &taken, depends, backprop)
}

/// The same, where a name says what is taken for something.
fn with_claims(
    code: TokenStream,
    taken: &dyn Fn(&Ident) -> Option<TakenFor>,
    depends: &TokenStream,
    backprop: &TokenStream,
) -> TokenStream {
    let mut found: Vec<TokenTree> = Vec::new();
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), with_claims(group.stream(), taken, depends, backprop));
                inside.set_span(group.span());
                found.push(TokenTree::Group(inside));
            }
            TokenTree::Ident(name) => {
                let (at, depends) = (name.span(), located(depends.clone(), name.span()));
                match taken(&name) {
                    Some(TakenFor::Number(number)) => {
                        if let Some(begin) = begin_of_receiver(&found) {
                            let dot = found.pop();
                            let receiver: TokenStream = found.drain(begin..).collect();
                            let is = located(quote!(#backprop::__private::claims::number::<#number, _>), at);
                            let given = TokenStream::from_iter([reference(at)]);
                            let mut argument = Group::new(Delimiter::Parenthesis, quote!(#given #receiver));
                            argument.set_span(at);
                            found.extend(quote!((*#is(#depends.as_is #argument))));
                            found.extend(dot);
                        }
                        found.push(TokenTree::Ident(name));
                    }
                    Some(TakenFor::Array) if ends_with_mut(&found) => {
                        let and_mut = found.split_off(found.len() - 2);
                        let is = located(quote!(#backprop::__private::claims::changed), at);
                        let mut argument = Group::new(Delimiter::Parenthesis, quote!(#(#and_mut)* #name));
                        argument.set_span(at);
                        found.extend(quote!(#is(#depends.as_is #argument)));
                    }
                    Some(TakenFor::Array) | None => found.push(TokenTree::Ident(name)),
                }
            }
            token @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => found.push(token),
        }
    }
    found.into_iter().collect()
}

/// Whether tokens end with `&mut`.
fn ends_with_mut(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., TokenTree::Punct(and), TokenTree::Ident(word)] if and.as_char() == '&' && word == "mut")
}

fn reference(at: Span) -> TokenTree {
    let mut reference = proc_macro2::Punct::new('&', proc_macro2::Spacing::Alone);
    reference.set_span(at);
    TokenTree::Punct(reference)
}

/// Where the receiver of a method begins, of which the tokens end with the dot before its name: if it is made of names, fields, indices and
/// calls alone.
fn begin_of_receiver(tokens: &[TokenTree]) -> Option<usize> {
    let is = |at: usize, character| matches!(&tokens[at], TokenTree::Punct(punct) if punct.as_char() == character);
    let mut at = tokens.len().checked_sub(1).filter(|&dot| is(dot, '.'))?;
    loop {
        // An operand: a name, or parentheses and brackets with what stands before them.
        at = at.checked_sub(1)?;
        while let TokenTree::Group(group) = &tokens[at] {
            let follows = at.checked_sub(1).filter(|&before| match &tokens[before] {
                TokenTree::Ident(name) => !is_keyword(name),
                TokenTree::Group(_) => true,
                TokenTree::Punct(_) | TokenTree::Literal(_) => false,
            });
            match (group.delimiter(), follows) {
                (Delimiter::Parenthesis | Delimiter::Bracket, Some(before)) => at = before,
                // After `f::<f64>` and `m!` they are arguments.
                (Delimiter::Parenthesis, None) if at == 0 || !(is(at - 1, '>') || is(at - 1, '!')) => return Some(at),
                (Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::Brace | Delimiter::None, _) => {
                    return None;
                }
            }
        }
        let TokenTree::Ident(_) = &tokens[at] else { return None };
        // A path, or a field or method of an operand before it.
        while at >= 3 && is(at - 1, ':') && is(at - 2, ':') {
            let TokenTree::Ident(_) = &tokens[at - 3] else { return None };
            at -= 3;
        }
        if at > 0 && is(at - 1, ':') && at > 1 && is(at - 2, ':') {
            return None;
        }
        if at == 0 || !is(at - 1, '.') || (at > 1 && is(at - 2, '.')) {
            return Some(at);
        }
        at -= 1;
    }
}

/// Whether parentheses after this word are no arguments.
fn is_keyword(name: &Ident) -> bool {
    ["if", "while", "match", "in", "return", "break", "else", "let", "move", "as", "mut", "ref"]
        .iter()
        .any(|word| name == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(code: &str) -> String {
        code.split_whitespace().collect()
    }

    /// The code with a claim about the receiver of the method `abs`.
    fn with_claim(code: &str) -> String {
        let code: TokenStream = code.parse().expect("these are tokens");
        let taken = |name: &Ident| match name.to_string().as_str() {
            "abs" => Some(TakenFor::Number(quote!(f64))),
            "a" => Some(TakenFor::Array),
            _ => None,
        };
        text(&with_claims(code, &taken, &quote!(W), &quote!(b)).to_string())
    }

    #[test]
    fn the_receiver_is_what_stands_before_the_dot() {
        let claim = |before: &str, receiver: &str, after: &str| {
            text(&format!("{before}(*b::__private::claims::number::<f64,_>(W.as_is(&{receiver}))).abs(){after}"))
        };
        for (before, receiver, after) in [
            ("", "d", ""),
            ("return 2.0 *", "d", "+ 1.0"),
            ("-", "c.turned(1.0, x)", ""),
            ("x +", "v[i].at(2)", "* y"),
            ("if", "a::turned(c)", "{ }"),
            ("match", "(c + d)", "{ }"),
            ("0..", "self.of", ""),
        ] {
            assert_eq!(with_claim(&format!("{before} {receiver}.abs() {after}")), claim(before, receiver, after));
        }
        // Of what is written otherwise nothing is claimed.
        for code in
            ["f::<f64>(x).abs()", "[x, y].abs()", "{ x }.abs()", "2.0.abs()", "<f64>::of(x).abs()", "m!(x).abs()"]
        {
            assert_eq!(with_claim(code), text(code));
        }
    }

    #[test]
    fn what_a_call_changes_is_behind_a_reference() {
        let claimed = text("f(a, b::__private::claims::changed(W.as_is(&mut a)), &a)");
        assert_eq!(with_claim("f(a, &mut a, &a)"), claimed);
    }
}

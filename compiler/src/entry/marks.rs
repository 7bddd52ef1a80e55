//! `#[constant]` where it does not mean what it says.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::{Attribute, Data, DeriveInput, Field, Meta, Variant};

use crate::diagnostic::Diagnostic;

/// The marks that do not mean what they say: those with arguments, `#[constant = false]`, and those of what is no field.
pub(super) fn marks_refused(input: &DeriveInput) -> Vec<Diagnostic> {
    let (fields, variants): (Vec<&Field>, Vec<&Variant>) = match &input.data {
        Data::Struct(data) => (data.fields.iter().collect(), Vec::new()),
        Data::Enum(data) => {
            (data.variants.iter().flat_map(|variant| &variant.fields).collect(), data.variants.iter().collect())
        }
        Data::Union(_) => Default::default(),
    };
    let is_mark = |mark: &&Attribute| mark.path().is_ident("constant");
    let of_fields = fields.into_iter().flat_map(|field| &field.attrs).filter(is_mark);
    let refused = of_fields.filter(|mark| !matches!(mark.meta, Meta::Path(_))).map(|mark| {
        let help = "write `#[constant]` for a field that the cotangent leaves out, and nothing for one that it has";
        Diagnostic::at(&mark.meta, "`#[constant]` takes no arguments", help)
    });
    let of_others = variants.into_iter().flat_map(|variant| &variant.attrs).chain(&input.attrs).filter(is_mark);
    let misplaced = of_others.map(|mark| {
        let help = "write it on each field that the cotangent leaves out";
        Diagnostic::at(mark, "`#[constant]` is for a field of a struct, and does nothing here", help)
    });
    refused.chain(misplaced).collect()
}

/// An item without the marks of parameters, and what is wrong with these; none if there are none.
pub(super) fn of_parameters(item: &TokenStream) -> Option<(TokenStream, Vec<Diagnostic>)> {
    let mut marks = Vec::new();
    // The functions of a block stand in its braces.
    let is_block = item
        .clone()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Ident(name) if name == "impl" || name == "trait"));
    let without = without_marks(item.clone(), is_block, &mut marks);
    let refused = marks.into_iter().map(|mark| {
        let help =
            "name the parameters that the gradient is with respect to, and not this one: `#[differentiable(wrt(…))]`";
        Diagnostic::new(mark, "`#[constant]` is for a field of a struct, and not for a parameter", help)
    });
    let refused: Vec<Diagnostic> = refused.collect();
    (!refused.is_empty()).then_some((without, refused))
}

/// The tokens of an item, or of a block, without the marks in parentheses.
fn without_marks(item: TokenStream, is_block: bool, marks: &mut Vec<Span>) -> TokenStream {
    let tokens = item.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            regrouped(&group, without_mark(group.stream(), marks))
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && is_block => {
            regrouped(&group, without_marks(group.stream(), false, marks))
        }
        token @ (TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token,
    });
    tokens.collect()
}

fn regrouped(group: &Group, stream: TokenStream) -> TokenTree {
    let mut inside = Group::new(group.delimiter(), stream);
    inside.set_span(group.span());
    inside.into()
}

/// The parameters without `#[constant]`.
fn without_mark(params: TokenStream, marks: &mut Vec<Span>) -> TokenStream {
    let mut found: Vec<TokenTree> = Vec::new();
    for token in params {
        let mark = if let TokenTree::Group(group) = &token { name_of_mark(group) } else { None };
        if let (Some(mark), Some(TokenTree::Punct(punct))) = (mark, found.last())
            && punct.as_char() == '#'
        {
            found.pop();
            marks.push(mark);
        } else {
            found.push(token);
        }
    }
    found.into_iter().collect()
}

/// The name in `[constant]`.
fn name_of_mark(group: &Group) -> Option<Span> {
    let first = group.stream().into_iter().next().filter(|_| group.delimiter() == Delimiter::Bracket)?;
    matches!(&first, TokenTree::Ident(name) if name == "constant").then(|| first.span())
}

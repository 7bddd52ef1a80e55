//! Macros in code that is left as it is: their arguments, if those are expressions, and the names in format strings.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Macro, Pat, Token, parse_quote};

use super::walk::Walk;
use crate::diagnostic::refusal;
use crate::input::crate_path::crate_path;

impl Walk<'_> {
    /// The arguments of a macro, if they are expressions; else it must not name a variable of the outside.
    pub(super) fn arguments(&mut self, call: &mut Macro) {
        if call.path.segments.last().is_some_and(|last| last.ident == "stringify") {
            // What names are in a text is not read.
            if call.tokens.clone().into_iter().count() > 1 {
                self.error.get_or_insert_with(|| refusal::TEXT.at(&call.path));
            }
            return;
        }
        if !self.mentions(call.tokens.clone()) {
            return;
        }
        if call.path.segments.last().is_some_and(|last| last.ident == "matches") {
            let Ok((mut value, comma, mut pattern, after)) = matched.parse2(call.tokens.clone()) else {
                return self.unclear(&call.path);
            };
            self.expr(&mut value);
            self.scoped(|left| left.case(&mut pattern));
            call.tokens = quote!(#value #comma #pattern #after);
            return;
        }
        let before = self.in_macro;
        self.in_macro |= !is_of_values(&call.path);
        self.separated(call);
        self.in_macro = before;
    }

    /// The arguments of a macro that are expressions.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other argument is an expression as everywhere")]
    fn separated(&mut self, call: &mut Macro) {
        let Ok(parts) = separated.parse2(call.tokens.clone()) else { return self.unclear(&call.path) };
        let format = format_place(&call.path);
        let by_edition = is_format_by_edition(&call.path, parts.len());
        let (mut tokens, mut inline, mut named) = (TokenStream::new(), Vec::new(), Vec::new());
        let mut closed = true;
        for (index, (mut part, separator)) in parts.into_iter().enumerate() {
            match &mut part {
                // The name of an argument. What another macro makes of one is not known.
                Expr::Assign(assign) if matches!(&*assign.left, Expr::Path(_)) => {
                    if format.is_none() {
                        return self.unclear(&call.path);
                    }
                    named.push(assign.left.to_token_stream().to_string());
                    self.expr(&mut assign.right);
                }
                Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if format.is_none_or(|at| at == index) => {
                    inline.extend(inline_names(&text.value()).into_iter().map(|name| (name, text.span())));
                }
                part => self.expr(part),
            }
            part.to_tokens(&mut tokens);
            closed = !separator.is_empty();
            separator.to_tokens(&mut tokens);
        }
        let mut bound = Vec::new();
        for (mut name, span) in inline {
            name.set_span(span);
            if named.contains(&name.to_string()) || !self.is_outside(&name) {
                continue;
            }
            if format.is_none() {
                self.error.get_or_insert_with(|| refusal::FORMAT.on(span));
                return;
            }
            let Some(value) = self.hole(&name) else { continue };
            if by_edition {
                bound.push(quote!(#name = #value));
                continue;
            }
            let comma = (!closed).then(|| quote!(,));
            tokens.extend(quote!(#comma #name = #value,));
            named.push(name.to_string());
            closed = true;
        }
        call.tokens = tokens;
        if !bound.is_empty() {
            *call = where_names_are_bound(call, &bound);
        }
    }

    /// Whether tokens name a variable of the outside, be it inside of a text.
    pub(super) fn mentions(&self, tokens: TokenStream) -> bool {
        let (mut pending, mut found) = (vec![tokens], false);
        while let Some(tokens) = pending.pop() {
            for token in tokens {
                match token {
                    TokenTree::Ident(name) => found |= self.is_outside(&name),
                    TokenTree::Group(group) => pending.push(group.stream()),
                    TokenTree::Literal(literal) => {
                        let text = literal.to_string();
                        let names = if text.ends_with(['"', '#']) { inline_names(&text) } else { Vec::new() };
                        found |= names.iter().any(|name| self.is_outside(name));
                    }
                    TokenTree::Punct(_) => {}
                }
            }
        }
        found
    }

    /// Reads all variables of the outside that tokens name.
    pub(super) fn mentioned(&mut self, tokens: TokenStream) {
        if self.error.is_none() {
            return;
        }
        let mut pending = vec![tokens];
        while let Some(tokens) = pending.pop() {
            for token in tokens {
                match token {
                    TokenTree::Ident(name) => {
                        self.hole(&name);
                    }
                    TokenTree::Group(group) => pending.push(group.stream()),
                    TokenTree::Literal(literal) => {
                        let text = literal.to_string();
                        let names = if text.ends_with(['"', '#']) { inline_names(&text) } else { Vec::new() };
                        for name in names {
                            self.hole(&name);
                        }
                    }
                    TokenTree::Punct(_) => {}
                }
            }
        }
    }
}

/// Whether this is a macro of Rust's own that looks at the values of its arguments alone: one of the user's that has the name is refused.
fn is_of_values(path: &syn::Path) -> bool {
    format_place(path).is_some() || path.segments.last().is_some_and(|last| last.ident == "vec")
}

/// Where the format string stands among the arguments of this macro, if it takes one.
pub(in crate::syntax) fn format_place(path: &syn::Path) -> Option<usize> {
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "format" | "format_args" | "panic" | "print" | "println" | "eprint" | "eprintln" | "todo" | "unimplemented"
        | "unreachable" => Some(0),
        "assert" | "debug_assert" | "write" | "writeln" => Some(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
        _ => None,
    }
}

/// Whether the edition says if the text that this macro takes as the last of so many arguments is a format: up to 2018 it is none
/// where no arguments follow. Then it must get none.
pub(in crate::syntax) fn is_format_by_edition(path: &syn::Path, arguments: usize) -> bool {
    let by_edition = ["panic", "unreachable", "assert", "debug_assert"];
    path.segments.last().is_some_and(|last| by_edition.iter().any(|name| last.ident == name))
        && format_place(path).is_some_and(|place| place + 1 == arguments)
}

/// A call of a macro where variables have these names, each a `name = value`. rustc reads what the user wrote, in the user's edition.
pub(in crate::syntax) fn where_names_are_bound(call: &Macro, names: &[TokenStream]) -> Macro {
    let backprop = crate_path();
    Macro { path: parse_quote!(#backprop::__private::with_names), tokens: quote!((#(#names),*) #call), ..call.clone() }
}

/// The names in a format string: `{x}`, `{x:?}`, `{:width$.precision$}`.
pub(crate) fn inline_names(format: &str) -> Vec<Ident> {
    let text = format.replace("{{", "");
    let mut found: Vec<Ident> = Vec::new();
    for inside in text.split('{').skip(1) {
        let inside = inside.split('}').next().unwrap_or_default();
        let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
        let sizes = form.split_inclusive('$').filter_map(|part| {
            let part = part.strip_suffix('$')?;
            part.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()
        });
        for name in sizes.chain([name.trim()]) {
            if let Ok(name) = syn::parse_str::<Ident>(name)
                && !found.contains(&name)
            {
                found.push(name);
            }
        }
    }
    found
}

/// What `matches!` takes.
fn matched(input: ParseStream<'_>) -> syn::Result<(Expr, Token![,], Pat, TokenStream)> {
    let (value, comma) = (input.parse()?, input.parse()?);
    let mut pattern = Pat::parse_multi_with_leading_vert(input)?;
    if input.peek(Token![if]) {
        let if_token = input.parse()?;
        let guard = Box::new(input.parse()?);
        pattern = Pat::Guard(syn::PatGuard { attrs: Vec::new(), pat: Box::new(pattern), if_token, guard });
    }
    let after: Option<Token![,]> = input.parse()?;
    Ok((value, comma, pattern, after.into_token_stream()))
}

/// Expressions between `,` and `;`.
fn separated(input: ParseStream<'_>) -> syn::Result<Vec<(Expr, TokenStream)>> {
    let mut parts = Vec::new();
    while !input.is_empty() {
        let part = input.parse()?;
        let separator = match input.parse::<Option<Token![,]>>()? {
            Some(comma) => comma.into_token_stream(),
            None if input.is_empty() => TokenStream::new(),
            None => input.parse::<Token![;]>()?.into_token_stream(),
        };
        parts.push((part, separator));
    }
    Ok(parts)
}

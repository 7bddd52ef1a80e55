//! Calls of macros.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, Lit};

use super::arena::Arguments;
use super::item::Checker;
use super::left::{Node, format_place, inline_names, is_format_by_edition, where_names_are_bound};
use super::{ExprId, Kind, MacroCall, Ty, Unknown};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::source::exprs::bare;
use crate::texts::TextSet;

/// The macros whose arguments are read, but for those that leave.
const KNOWN: [&str; 11] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "print",
    "println",
    "eprint",
    "eprintln",
    "format",
];

impl<'a> Checker<'a> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other argument is an operand")]
    pub(super) fn macro_call(&mut self, call: &'a syn::Macro, node: Node<'a>) -> ExprId {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let span = call.path.segments.last().map_or_else(|| call.span(), |last| last.ident.span());
        let diverges = matches!(name.as_str(), "panic" | "unreachable" | "todo" | "unimplemented");
        let known = diverges || KNOWN.contains(&&*name);
        if name == "vec" && call.path.get_ident().is_some() {
            self.claim_macro(&call.path);
            return self.vec_macro(call, node, span);
        }
        // By a longer path it is known to be that of the standard library only where that is named.
        let of_std = |path: &syn::Path| {
            let crates = ["std", "core", "alloc"];
            path.segments.len() == 2 && crates.iter().any(|name| path.segments[0].ident == name)
        };
        if !known || (call.path.get_ident().is_none() && !of_std(&call.path)) {
            let is_undefined = |undefined: &TextSet| undefined.contains(&format!("{name}!"));
            let is_undefined = call.path.get_ident().is_some() && self.undefined.is_some_and(is_undefined);
            let refused = refusal::MACRO.on(span);
            return self.unseen(if is_undefined { refused.left_to_rustc() } else { refused }, node);
        }
        let arguments = Arguments::parse_terminated.parse2(call.tokens.clone());
        let Ok(arguments) = arguments else { return self.unseen(refusal::MACRO.at(&call.path), node) };
        self.claim_macro(&call.path);
        let arguments = self.arena.keep(arguments);
        let mut holes = Vec::new();
        let mut given: Vec<TokenStream> = Vec::new();
        // What has a name: that comes last.
        let mut inline = Vec::new();
        let mut named: Vec<Ident> = Vec::new();
        // How many arguments are evaluated in any case, and the holes among them.
        let always = match name.as_str() {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            name if name.starts_with("debug_") => 0,
            _ => usize::MAX,
        };
        let mut strict = 0;
        for (index, argument) in arguments.iter().enumerate() {
            match bare(argument) {
                Expr::Lit(literal) => {
                    if let Lit::Str(text) = &literal.lit
                        && format_place(&call.path) == Some(index)
                    {
                        let names = inline_names(&text.value()).into_iter();
                        inline.extend(names.map(|mut name| {
                            name.set_span(text.span());
                            name
                        }));
                    }
                    given.push(literal.to_token_stream());
                }
                Expr::Assign(assign) => {
                    let Expr::Path(name) = &*assign.left else {
                        return self.unseen(refusal::FORMAT.at(argument), node);
                    };
                    let Some(name) = name.path.get_ident() else {
                        return self.unseen(refusal::FORMAT.at(argument), node);
                    };
                    let value = referenced(&assign.right, hole(holes.len()));
                    given.push(quote!(#name = #value));
                    holes.push(self.expr(&assign.right, false));
                    named.push(name.clone());
                }
                _ => {
                    given.push(referenced(argument, hole(holes.len())));
                    holes.push(self.expr(argument, false));
                    if index < always {
                        strict = holes.len();
                    }
                }
            }
        }
        let mut bound = Vec::new();
        for name in inline.into_iter().filter(|name| !named.contains(name)) {
            if let Some(var) = self.look_up(&name) {
                self.use_var(var);
                let value = hole(holes.len());
                bound.push(quote!(#name = #value));
                holes.push(self.push_at(Kind::Var(var), name.span()));
            }
        }
        if matches!(name.as_str(), "assert" | "debug_assert") && arguments.len() == 1 {
            // As rustc prints it.
            let condition = shown(&arguments[0].to_token_stream());
            let text = format!("assertion failed: {condition}");
            // What a caller catches is a `&str`, as rustc's own, where no edition reads the text as a format.
            if text.contains(['{', '}']) {
                given.push(quote!("{}"));
            }
            given.push(quote!(#text));
        }
        // A text that says the same in each edition says it in that of the macro too.
        let tokens = if is_format_by_edition(&call.path, arguments.len()) && !arguments.last().is_some_and(is_plain) {
            where_names_are_bound(&syn::Macro { tokens: quote!(#(#given),*), ..call.clone() }, &bound)
                .into_token_stream()
        } else {
            given.append(&mut bound);
            let path = &call.path;
            quote!(#path!(#(#given),*))
        };
        let result = match name.as_str() {
            _ if diverges => self.fresh(Unknown::Any),
            "format" => Ty::Discrete("String".into()),
            _ => Ty::unit(),
        };
        let call = MacroCall { name, tokens, holes, strict, result, diverges };
        self.push_at(Kind::Macro(Box::new(call)), span)
    }
}

/// Whether this is a text that is its own format.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a text")]
fn is_plain(argument: &Expr) -> bool {
    match bare(argument) {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => !text.value().contains(['{', '}']),
        _ => false,
    }
}

/// An expression as rustc prints it: no space before an index, and after an operator with one operand.
fn shown(tokens: &TokenStream) -> String {
    let mut text = String::new();
    let mut is_quoted = false;
    let written = tokens.to_string();
    let mut chars = written.chars().peekable();
    while let Some(char) = chars.next() {
        if is_quoted && char == '\\' {
            text.extend([Some(char), chars.next()].into_iter().flatten());
            continue;
        }
        is_quoted ^= char == '"';
        let mut back = text.chars().rev();
        let before = back.next().unwrap_or('(');
        let is_unary = match before {
            '!' => true,
            '-' => back.find(|char| *char != ' ').is_none_or(|char| "([{,=<>&|+-*/%^!".contains(char)),
            _ => false,
        };
        let is_index = chars.peek() == Some(&'[') && (before.is_alphanumeric() || "_)]?".contains(before));
        let is_tight = is_unary || is_index;
        if !(char == ' ' && !is_quoted && is_tight) {
            text.push(char);
        }
    }
    text
}

/// A hole with the references that the user wrote around the argument. A number without a type stays one: only rustc knows
/// what is asked for there.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other argument is an operand")]
pub(crate) fn referenced(argument: &Expr, hole: Ident) -> TokenStream {
    match bare(argument) {
        Expr::Reference(reference) => {
            let inside = referenced(&reference.expr, hole);
            let mutability = &reference.mutability;
            quote!(&#mutability #inside)
        }
        literal if is_untyped_number(literal) => literal.to_token_stream(),
        _ => quote!(#hole),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other expression has a type")]
fn is_untyped_number(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => is_untyped_number(bare(expr)),
        _ => false,
    }
}

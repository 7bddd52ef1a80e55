//! Arrays that a function of the index makes, where their type is written: `std::array::from_fn::<f64, N, _>(|i| v)`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall};

use super::ExprId;
use super::item::Checker;
use super::left::Node;
use crate::input::made::runs_as_block;
use crate::source::exprs::{bare, is_array_of_index, is_place};

/// Arrays of so many rows are written out, at most.
const WRITTEN_OUT: usize = 16;

impl<'a> Checker<'a> {
    /// `std::array::from_fn::<f64, N, _>(|i| v)`, which is `{ let mut made = [0.0; N]; for i in 0..N { made[i] = v; } made }`.
    pub(super) fn made_by_index(&mut self, call: &'a ExprCall, whole: &'a Expr) -> Option<ExprId> {
        let ArrayOfIndex { path, element, length, closure } = ArrayOfIndex::of(call)?;
        let zero = self.zero_of(&element)?;
        self.claim_function(
            quote::quote!(#path::<(), 0, fn(usize)>),
            quote::quote!(::core::array::from_fn::<(), 0, fn(usize)>),
        );
        let made = quote::format_ident!("__backprop_made");
        let turn = quote::format_ident!("__backprop_turn");
        let (index, value, span) = (&closure.inputs[0], &closure.body, path.span());
        let block = quote::quote_spanned!(span=> {
            let mut #made: [#element; #length] = [#zero; #length];
            for #turn in 0..#length {
                let #index = #turn;
                #made[#turn] = #value;
            }
            #made
        });
        self.read_block_as(block, whole)
    }

    /// `vec![row; n]` and `[row; 3]` of a row that is not written out: the vector is
    /// `{ let mut made = Vec::new(); for _ in 0..n { made.push(row.clone()); } made }`, and the array is `[row, row, row]`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other row is made once, before")]
    pub(super) fn repeated_row(&mut self, repeat: &syn::ExprRepeat, node: Node<'a>, growing: bool) -> Option<ExprId> {
        let (row, length, span) = (bare(&repeat.expr), &repeat.len, repeat.semi_token.span);
        let is_written_out = matches!(row, Expr::Array(_) | Expr::Repeat(_) | Expr::Macro(_));
        if is_written_out || self.dimensions(row) == 0 {
            return None;
        }
        let [new, made, count] = ["new", "made", "index"].map(|name| quote::format_ident!("__backprop_{name}"));
        let (before, row) = match row {
            Expr::MethodCall(call) if call.args.is_empty() && is_place(&call.receiver) => (None, row.to_token_stream()),
            Expr::Unary(syn::ExprUnary { expr: row, .. }) if is_place(row) => {
                (None, quote::quote_spanned!(span=> #row.clone()))
            }
            row if is_place(row) => (None, quote::quote_spanned!(span=> #row.clone())),
            row => (Some(quote::quote_spanned!(span=> let #new = #row;)), quote::quote_spanned!(span=> #new.clone())),
        };
        if growing {
            let block = quote::quote_spanned!(span=> {
                #before
                let #count: usize = #length;
                let mut #made = Vec::new();
                for _ in 0..#count {
                    #made.push(#row);
                }
                #made
            });
            return self.read_block_as(block, node);
        }
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) = bare(length) else { return None };
        let length = length.base10_parse().ok().filter(|&length: &usize| (1..=WRITTEN_OUT).contains(&length))?;
        let rows = std::iter::repeat_n(row, length);
        self.read_block_as(quote::quote_spanned!(span=> { #before [#(#rows),*] }), node)
    }

    /// What an array of reals, or of arrays of them, begins with.
    fn zero_of(&self, element: &syn::Type) -> Option<TokenStream> {
        if let syn::Type::Array(array) = element {
            let (zero, length) = (self.zero_of(&array.elem)?, &array.len);
            return Some(quote::quote!([#zero; #length]));
        }
        let syn::Type::Path(path) = element else { return None };
        let name = path.path.get_ident()?;
        match name.to_string().as_str() {
            "f64" | "f32" => Some(quote::quote!(0.0)),
            text => self.is_scalar(text).then(|| quote::quote!(#name::zero())),
        }
    }
}

/// A call of `std::array::from_fn` of which the type of the array is written.
struct ArrayOfIndex<'a> {
    /// The path without generic arguments.
    path: syn::ExprPath,
    element: syn::Type,
    length: TokenStream,
    closure: &'a syn::ExprClosure,
}

impl<'a> ArrayOfIndex<'a> {
    fn of(call: &'a ExprCall) -> Option<Self> {
        let Expr::Path(path) = bare(&call.func) else { return None };
        if !is_array_of_index(path) || call.args.len() != 1 {
            return None;
        }
        let Expr::Closure(closure) = bare(&call.args[0]) else { return None };
        let mut path = path.clone();
        let last = path.path.segments.last_mut()?;
        let syn::PathArguments::AngleBracketed(arguments) =
            std::mem::replace(&mut last.arguments, syn::PathArguments::None)
        else {
            return None;
        };
        let mut arguments = arguments.args.into_iter();
        let (Some(syn::GenericArgument::Type(element)), Some(length), Some(_), None) =
            (arguments.next(), arguments.next(), arguments.next(), arguments.next())
        else {
            return None;
        };
        let length = if let syn::GenericArgument::Const(Expr::Block(block)) = &length {
            let [syn::Stmt::Expr(length, None)] = block.block.stmts.as_slice() else { return None };
            length.to_token_stream()
        } else {
            length.to_token_stream()
        };
        let is_plain = closure.inputs.len() == 1 && closure.asyncness.is_none() && runs_as_block(closure);
        is_plain.then_some(Self { path, element, length, closure })
    }
}

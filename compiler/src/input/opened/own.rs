//! Structs and data that a function takes by value and changes: `fn scaled(mut self, k: f64)` and `fn moved(mut p: Body)` begin with
//! `let mut own = self;` and `let mut p = p;`, so that these are local variables like others.

use proc_macro2::{Ident, Span};
use syn::{FnArg, ItemFn, Pat, Stmt, Type};

use super::elements::write_for;
use super::names_part;
use super::seen::is_struct;
use crate::source::inside::{Part, PartMut, is_any};
use crate::source::types::holds_no_reals;

/// The function with a local variable for each parameter with `mut` that may be a struct with arrays, or that is data of the host's; none if there is
/// none.
pub(crate) fn with_locals(function: &ItemFn) -> Option<ItemFn> {
    let may_be_struct = |ty: &Type| {
        let is_parameter = |name: &Ident| function.sig.generics.type_params().any(|param| param.ident == *name);
        let name = if let Type::Path(path) = ty { path.path.get_ident() } else { None };
        is_struct(ty) && !matches!(ty, Type::Reference(_)) && !name.is_some_and(is_parameter)
    };
    let names_parts = is_any(&Part::Block(&function.block), &names_part);
    let changed = function.sig.inputs.iter().enumerate().filter_map(|(at, input)| {
        let FnArg::Typed(input) = input else { return None };
        let Pat::Ident(name) = &*input.pat else { return None };
        let is_own = name.mutability.is_some() && name.by_ref.is_none() && name.subpat.is_none();
        let is_local = names_parts && may_be_struct(&input.ty) || is_owned_data(&input.ty);
        (is_own && is_local).then(|| (at, name.ident.clone()))
    });
    let changed: Vec<(usize, Ident)> = changed.collect();
    if changed.is_empty() {
        return None;
    }
    let mut function = function.clone();
    let mut lets: Vec<Stmt> = Vec::new();
    for (at, name) in changed {
        if let Some(FnArg::Typed(input)) = function.sig.inputs.iter_mut().nth(at)
            && let Pat::Ident(pattern) = &mut *input.pat
        {
            pattern.mutability = None;
        }
        // What is called `self` is no variable.
        let own = if name == "self" {
            let own = Ident::new("__backprop_own", Span::mixed_site().located_at(name.span()));
            let written: syn::Expr = syn::parse_quote!(#own);
            write_for(PartMut::Block(&mut function.block), &name, &written, &written);
            own
        } else {
            name.clone()
        };
        lets.push(syn::parse_quote!(let mut #own = #name;));
    }
    function.block.stmts.splice(0..0, lets);
    Some(function)
}

/// Whether a type is one of data that methods change where they are: `String`, `Vec<u8>`.
fn is_owned_data(ty: &Type) -> bool {
    let is_number = |path: &syn::TypePath| path.path.get_ident().is_some_and(|name| name != "String");
    matches!(ty, Type::Path(path) if !is_number(path)) && holds_no_reals(ty)
}

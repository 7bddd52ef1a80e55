//! Parameters that refer to arrays by other names: `v: &Params`, where `type Params = Vec<f64>`, and `points: &[Vec3]`, where `type Vec3 =
//! [f64; 3]`.
//!
//! What a function does with one says what it is. It is read as an array then: so the adjoint takes and gives what callers of functions
//! of arrays expect. If the type turns out to be another one, rustc says so.

use hypernet::Name;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ItemFn, Type};

use super::arrays::bound;
use super::{Lowering, fields};
use crate::infer::Types;
use crate::source::methods::is_method_of_arrays;
use crate::source::types::{element_of, inner};
use crate::syntax::{ExprId, Function, Kind, Ty};
use crate::texts::TextMap;

/// Methods of vectors alone.
const OF_VECTORS: [&str; 9] =
    ["push", "pop", "truncate", "resize", "extend", "extend_from_slice", "insert", "remove", "clear"];

impl Lowering<'_, '_> {
    /// Whether a value of a type that only rustc knows may be an array by another name: it has a name, and the function uses none of that
    /// type as a struct.
    pub(super) fn may_be_array(&self, ty: &Ty) -> bool {
        let Ty::Opaque(Some(name)) = ty else { return false };
        let Ok(Type::Path(written)) = syn::parse_str::<Type>(name) else { return false };
        let is_parameter = |name: &Ident| self.generics.type_params().any(|param| param.ident == *name);
        let is_alias = match written.path.get_ident() {
            Some(name) => name != "Self" && !is_parameter(name),
            None => written.qself.is_none(),
        };
        is_alias && !self.is_struct(name)
    }

    /// Whether the function uses a value of this type as a struct.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows that it is one")]
    fn is_struct(&self, name: &Name) -> bool {
        let is_it =
            |id: ExprId| matches!(self.types.resolve(&self.types.expr(id)), Ty::Opaque(Some(of)) if of == *name);
        self.function.exprs.iter().any(|expr| match &expr.kind {
            Kind::Member(of, _) | Kind::Field(of, ..) => is_it(*of),
            // Arrays have some methods, too.
            Kind::MethodCall(call) => is_it(call.args[0]) && !is_method_of_arrays(call.name),
            Kind::Struct(structure) => matches!(&structure.result, Ty::Opaque(Some(of)) if of == name),
            _ => false,
        })
    }
}

/// The parameters that turn out to be such arrays, with the types that they are read as.
pub(super) fn found(function: &Function<'_>, types: &Types, item: &ItemFn) -> TextMap<Type> {
    let mut found = TextMap::default();
    for (of, array) in fields::opened(function) {
        let Some((number, way)) = function.opened.get(&array) else { continue };
        if !way.is_empty() {
            continue;
        }
        let Some(param) = function.params.iter().find(|param| bound(&param.pattern) == Some(of)) else { continue };
        let Type::Reference(reference) = &param.written else { continue };
        let name = param.name.to_string();
        let is_it = |ident: &Ident| *ident == name || crate::input::opened::number(ident) == Some(*number);
        let grows = reference.mutability.is_none() || has_method(&is_it, &item.block.to_token_stream());
        let Some(elem) = read_as(&reference.elem, &types.var(array), (types, grows)) else { continue };
        let mut read = reference.clone();
        *read.elem = elem;
        found.insert(crate::input::opened::written(&name).to_owned(), Type::Reference(read));
    }
    found
}

/// The parameters behind `&mut` of whose elements the function names elements, where another name stands for an element: as they are read if
/// it stands for an array of the numbers that are the most likely.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are vectors")]
pub(super) fn of_rows(item: &ItemFn) -> TextMap<Type> {
    let mut found = TextMap::default();
    if item.sig.generics.type_params().next().is_some() {
        return found;
    }
    for input in &item.sig.inputs {
        let syn::FnArg::Typed(input) = input else { continue };
        let (syn::Pat::Ident(name), Type::Reference(reference)) = (&*input.pat, &*input.ty) else { continue };
        let Some(Type::Path(element)) = element_of(&reference.elem) else { continue };
        let is_name = element.path.get_ident().is_some_and(|name| crate::source::names::is_upper(&name.to_string()));
        if !is_name || reference.mutability.is_none() || !has_rows(&name.ident, &item.block.to_token_stream()) {
            continue;
        }
        let row: Type = syn::parse_quote!(Vec<f64>);
        let mut read = reference.clone();
        *read.elem = match &*reference.elem {
            Type::Slice(_) => syn::parse_quote!([#row]),
            Type::Array(array) => {
                let len = &array.len;
                syn::parse_quote!([#row; #len])
            }
            _ => syn::parse_quote!(Vec<#row>),
        };
        found.insert(name.ident.to_string(), Type::Reference(read));
    }
    found
}

/// Whether an element of an element of this variable is named.
fn has_rows(name: &Ident, tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_index = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Bracket);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(ident) if ident == name => {
            tokens.get(at + 1..at + 3).is_some_and(|after| after.iter().all(is_index))
        }
        TokenTree::Group(group) => has_rows(name, &group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The type of an array of numbers, as which a type with other names in it is read.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is one by another name")]
fn read_as(written: &Type, array: &Ty, (types, grows): (&Types, bool)) -> Option<Type> {
    let Ty::Array(element) = types.resolve(array) else { return None };
    let written = inner(written);
    match written {
        Type::Slice(slice) => {
            let elem = read_as(&slice.elem, &element, (types, true))?;
            Some(syn::parse_quote!([#elem]))
        }
        Type::Array(written) => {
            let (elem, len) = (read_as(&written.elem, &element, (types, true))?, &written.len);
            Some(syn::parse_quote!([#elem; #len]))
        }
        Type::Path(path) => {
            let elem = match element_of(written) {
                Some(inside) => read_as(inside, &element, (types, true))?.into_token_stream(),
                None if path.qself.is_none() => numbers(&element, types)?,
                None => return None,
            };
            syn::parse2(if grows { quote!(Vec<#elem>) } else { quote!([#elem]) }).ok()
        }
        _ => None,
    }
}

/// Numbers, or vectors of them.
fn numbers(ty: &Ty, types: &Types) -> Option<TokenStream> {
    match types.resolve(ty) {
        Ty::Real(scalar) => scalar.parse().ok(),
        Ty::Array(element) => {
            let element = numbers(&element, types)?;
            Some(quote!(Vec<#element>))
        }
        Ty::Var(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => None,
    }
}

/// Whether a method of vectors is called on this variable.
fn has_method(is_it: &dyn Fn(&Ident) -> bool, tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(ident) if is_it(ident) => matches!(
            tokens.get(at + 1..at + 3),
            Some([TokenTree::Punct(dot), TokenTree::Ident(method)])
                if dot.as_char() == '.' && OF_VECTORS.contains(&&*method.to_string())
        ),
        TokenTree::Group(group) => has_method(is_it, &group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

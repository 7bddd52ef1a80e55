//! Claims as statements: what the macro takes names for, where only rustc knows what they mean.
//!
//! Such a statement does not compile if the name means something else. Each one stands once in the emitted code, and never runs.

use hypernet::{Hypernet, Type, TypeName};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Item, ItemFn};

use super::hidden::{Hideable, Method};
use crate::infer::Types;
use crate::input::crate_path::crate_path;
use crate::input::written::{self, located};
use crate::program::written_name;
use crate::source::names::{is_builtin, plain};
use crate::source::types::scalar_type;
use crate::syntax::{Claim, ClaimKind, Claims, ExprId, Named, Ty, operator};
use crate::texts::TextSet;

/// The claims as statements, without those of code that is left as it is.
pub(super) fn statements(claims: Claims<'_>, types: &Types, is_left: &dyn Fn(ExprId) -> bool) -> Vec<TokenStream> {
    let mut known = TextSet::default();
    let statements = claims.all.into_iter().filter_map(|Claim { at, kind, imports }| {
        if is_left(at) {
            return None;
        }
        let around = if let ClaimKind::Visible(name, named) = &kind { declared(*named, name) } else { quote!() };
        let statement = statement(kind, types)?;
        let imports: TokenStream = imports.iter().map(|import| written::tokens(import.to_token_stream())).collect();
        Some(if imports.is_empty() { statement } else { quote!({ #around { #imports #statement } }) })
    });
    statements.filter(|statement| known.insert(statement.to_string())).collect()
}

/// The scalars in a net.
fn scalars(net: &Hypernet) -> Vec<TokenStream> {
    let mut known = TextSet::default();
    let mut found = Vec::new();
    for wire in net.wire_ids() {
        let mut ty = net.wire(wire).ty();
        while let Type::Array(element) | Type::Look(element) = ty {
            ty = element;
        }
        if let Type::Real(name) = ty
            && known.insert(name.to_string())
        {
            found.extend(scalar_type(name));
        }
    }
    found
}

/// That no trait hides methods: a trait of ours has them at the last place where rustc looks before it finds those of slices and of numbers.
/// Where another one has them before that place, the types are not those; where it has them there, rustc says that there are two.
pub(super) fn not_hidden(item: &ItemFn, net: &Hypernet) -> Option<TokenStream> {
    let methods = Hideable::of(item);
    let backprop = crate_path();
    let claims = quote!(#backprop::__private::claims::hidden);
    let mut all = TokenStream::new();
    let mut claim = |Method { name, arguments }: &Method, given: TokenStream| {
        let receiver = Ident::new("receiver", Span::mixed_site().located_at(name.span()));
        let not_hidden = located(quote!(#claims::not_hidden), name.span());
        let arguments = std::iter::repeat_n(quote!(#claims::argument(),), *arguments).collect();
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(name.span());
        let mut given_method = Group::new(Delimiter::Parenthesis, quote!(#receiver.#name #arguments));
        given_method.set_span(name.span());
        all.extend(quote! {
            let mut #receiver = #claims::#given();
            #not_hidden #given_method;
        });
    };
    for method in &methods.of_slices {
        claim(method, quote!(vector));
        claim(method, quote!(array));
    }
    for method in &methods.of_arrays {
        claim(method, quote!(lent_array));
    }
    let scalars = if methods.of_numbers.is_empty() { Vec::new() } else { scalars(net) };
    for method in &methods.of_numbers {
        for scalar in &scalars {
            claim(method, quote!(lent::<&#scalar>));
            claim(method, quote!(lent::<&mut #scalar>));
        }
    }
    let mut known = TextSet::default();
    let names =
        methods.of_slices.iter().chain(&methods.of_arrays).chain(&methods.of_numbers).map(|method| &method.name);
    let names: Vec<&Ident> = names.filter(|name| known.insert(name.to_string())).collect();
    if names.is_empty() {
        return None;
    }
    let imports: TokenStream = methods.imports.iter().map(|import| written::tokens(import.to_token_stream())).collect();
    Some(quote! {
        let _ = || {
            #imports
            use #claims::methods::{#(#names as _),*};
            #all
        };
    })
}

/// The statement of a claim; none if the types say that there is nothing to claim.
fn statement(claim: ClaimKind<'_>, types: &Types) -> Option<TokenStream> {
    let backprop = crate_path();
    let claims = quote!(#backprop::__private::claims);
    Some(match claim {
        ClaimKind::Visible(name, named) => {
            let visible = located(quote!(#claims::visible), name.span());
            let call = matches!(named, Named::Function).then(|| {
                let mut none = Group::new(Delimiter::Parenthesis, TokenStream::new());
                none.set_span(name.span());
                none
            });
            quote!(#visible(#name #call);)
        }
        ClaimKind::Type(name) => {
            let of = located(quote!(#claims::is), name.span());
            quote!(let _ = #of::<::core::primitive::#name, #name>;)
        }
        ClaimKind::Variable(name) => quote!(match () { #name @ _ => #name };),
        ClaimKind::Function(path, function) => same(&claims, &path, function),
        ClaimKind::Real(name) => {
            let real = located(quote!(#claims::real), place(&name));
            quote!(#real::<#name>();)
        }
        ClaimKind::Constant(path, ty) => {
            let ty = match types.resolve(&ty) {
                Ty::Real(name) | Ty::Discrete(TypeName::Named(name)) => scalar_type(&name)?,
                Ty::Var(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => {
                    return None;
                }
            };
            let is = located(quote!(#claims::is::<#ty, _>), place(&path));
            let written = written_name();
            quote!(#is(#written.as_is(&#path));)
        }
        // A name that both the import and something around declare is refused by rustc, unless it means the same.
        ClaimKind::Macro(name) => {
            let arguments = match name.to_string().as_str() {
                "assert" | "debug_assert" => quote!(true),
                "assert_eq" | "debug_assert_eq" => quote!(0, 0),
                "assert_ne" | "debug_assert_ne" => quote!(0, 1),
                "vec" => quote!(0),
                "format" => quote!(""),
                _ => quote!(),
            };
            quote!(let _ = || {
                use #claims::macros::*;
                let _ = #name!(#arguments);
            };)
        }
        ClaimKind::Operator(name, primitive, receiver) => {
            let Ty::Real(scalar) = types.expr(receiver) else { return None };
            if !is_builtin(&scalar) {
                return None;
            }
            let (ty, operator) = (scalar_type(&scalar)?, operator(primitive)?);
            same(&claims, &quote!(<#ty>::#name), quote!(<#ty as #operator>::#name))
        }
        ClaimKind::Into(name, receiver, given) => {
            let (Ty::Real(from), Ty::Real(to)) = (types.expr(receiver), types.expr(given)) else { return None };
            let (from, to) = (scalar_type(&from)?, scalar_type(&to)?);
            same(&claims, &quote!(<#from>::#name), quote!(<#from as ::core::convert::Into<#to>>::#name))
        }
    })
}

/// Something of this name that only the claim knows.
fn declared(named: Named, name: &Ident) -> TokenStream {
    let backprop = crate_path();
    let visible = quote!(#backprop::__private::claims::Visible);
    match named {
        Named::Variable => quote!(let #name = #visible;),
        Named::Function => quote!(fn #name() -> #visible { #visible }),
    }
}

/// Claims that two identifiers with one text name one variable. These are pairs of which that is doubtful. Only names of variables count.
pub(super) fn one_variable_each(doubtful: &[(Ident, Ident)], variables: &TextSet) -> Vec<TokenStream> {
    let backprop = crate_path();
    let claims = quote!(#backprop::__private::claims);
    let pairs = doubtful.iter().filter(|(name, _)| variables.contains(&plain(name)) && *name != "self");
    let claim = |(one, other): &(Ident, Ident)| {
        let claim = located(quote!(#claims::one), other.span());
        quote!({
            let #other = #claims::Other;
            let _ = #other;
            let #one = #claims::One;
            #claim(#other);
            let _ = #one;
        })
    };
    pairs.map(claim).collect()
}

/// A path and a function are the same.
fn same(claims: &TokenStream, path: &TokenStream, function: TokenStream) -> TokenStream {
    let at = place(path);
    let (same, function) = (located(quote!(#claims::same), at), located(function, at));
    quote!(#same(#path, #function);)
}

/// The last name in tokens, where rustc reports what is wrong.
fn place(tokens: &TokenStream) -> Span {
    let names = tokens.clone().into_iter().filter(|token| matches!(token, TokenTree::Ident(_)));
    names.last().map_or_else(Span::call_site, |name| name.span())
}

/// That what is called by a name with a capital is a struct, and no function: of a struct, the fields have numbers.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other item brings a name of a struct")]
pub(super) fn tuple_structs(items: &[&Item], made: impl Iterator<Item = (syn::Path, TokenStream)>) -> Vec<TokenStream> {
    let mut known = TextSet::default();
    let claim = |(path, made): (syn::Path, TokenStream)| {
        let first = path.segments.first()?.ident.clone();
        let is_own = |item: &&Item| matches!(item, Item::Struct(own) if own.ident == first);
        if items.iter().any(is_own) || !known.insert(made.to_string()) {
            return None;
        }
        let imports = items.iter().filter_map(|item| match item {
            Item::Use(import) => Some(written::tokens(import.to_token_stream())),
            _ => None,
        });
        Some(quote!(let _ = || { #(#imports)* #made };))
    };
    made.filter_map(claim).collect()
}

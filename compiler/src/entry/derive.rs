//! `#[derive(Differentiable)]`: the cotangent of a struct is a struct of the cotangents of its fields.

use std::slice;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Field, Fields, GenericParam, Generics, Lifetime, Member, Type, Visibility,
    WherePredicate,
};

use super::Seen;
use super::constant_fields::claimed_constants;
use super::enumeration::enumeration;
use super::marks::marks_refused;
use super::plain::beside_plain;
use crate::companion::{add_bound, all_documented, claim_of_fields};
use crate::diagnostic::{Diagnostic, compile_errors, refusal};
use crate::input::crate_path::crate_path;
use crate::input::left_out::write_lifetimes;
use crate::input::written::{hygienic, located, visibility, written_around_types, written_at};
use crate::source::inside::{TypePart, in_type};
use crate::source::names::is_discrete_name;
use crate::source::types::{arguments, inner, is_float};
use crate::texts::TextMap;

/// What `#[derive(Differentiable)]` on this item adds: `NameCotangent`, and the implementations of `Differentiable` for
/// `Name` and of `Cotangent` for that. An `enum` has `()` for its cotangent, and holds nothing with a tangent.
///
/// ```
/// let tokens = backprop_compiler::derive(quote::quote!(struct Point { x: f64, y: f64, label: &'static str }));
/// assert!(tokens.to_string().contains("struct PointCotangent"));
/// ```
#[must_use]
pub fn derive(item: TokenStream) -> TokenStream {
    derive_beside(&Seen::default(), item)
}

/// The same of an item, where this is known of what stands around it.
#[must_use]
pub fn derive_beside(seen: &Seen, item: TokenStream) -> TokenStream {
    let mut input = match syn::parse2::<DeriveInput>(item.clone()) {
        Ok(input) => input,
        Err(error) => return stub(item, &error),
    };
    let declared: Vec<Lifetime> = input.generics.lifetimes().map(|param| param.lifetime.clone()).collect();
    if let Data::Struct(data) = &mut input.data {
        let mut known = TextMap::default();
        for field in &mut data.fields {
            declare(TypePart::Type(&mut field.ty), &declared);
            write_lifetimes(TypePart::Type(&mut field.ty), &seen.borrowing, "'static");
            // Of a type that several fields have, rustc says at the first of them that it has no cotangent.
            if field.ident.is_some() {
                let text = field.ty.to_token_stream().to_string();
                field.ty = known.entry(text).or_insert_with(|| field.ty.clone()).clone();
            }
        }
    }
    let errors = compile_errors(&marks_refused(&input));
    let derived = match &input.data {
        Data::Struct(data) => {
            if input.generics.params.is_empty() {
                let (backprop, ident) = (crate_path(), &input.ident);
                seen.ask(&asked_for(&data.fields), &quote!(<#ident as #backprop::Differentiable>::KNOWN));
            }
            structure(&input, &data.fields)
        }
        Data::Enum(data) => enumeration(&input, data),
        Data::Union(data) => {
            let message = "a `union` has no cotangent: what it holds cannot be seen";
            refuse(&input, &Diagnostic::at(data.union_token, message, "derive it for a struct"))
        }
    };
    let plain = beside_plain((&seen.blocks, &seen.aliases), &input.ident, &crate_path());
    quote!(#derived #errors #plain)
}

/// The types of which the struct asks whether they have cotangents.
fn asked_for(fields: &Fields) -> Vec<Type> {
    let kept = fields.iter().filter(|field| !is_constant(field));
    kept.map(|field| field.ty.clone()).filter(|ty| !without_tangent(ty) && !is_float(ty)).collect()
}

/// What the derive adds where it stands on a type that has it: an error there.
#[must_use]
pub fn derived_twice(again: Span) -> TokenStream {
    let message = "`Differentiable` is derived twice for this type";
    compile_errors(&[Diagnostic::new(again, message, "remove one of the two")])
}

/// Gives a lifetime to each reference that has none, or one that nothing declares: rustc says so of the struct, and nothing of what is
/// derived.
fn declare(part: TypePart<'_>, declared: &[Lifetime]) {
    let is_static = |lifetime: &Lifetime| lifetime.ident == "static" || declared.contains(lifetime);
    match part {
        TypePart::Lifetime(lifetime) if is_static(lifetime) => {}
        TypePart::Lifetime(lifetime) => *lifetime = Lifetime::new("'static", lifetime.span()),
        // A function takes any lifetime.
        TypePart::Function(_) | TypePart::Type(Type::FnPtr(_) | Type::TraitObject(_)) => {}
        TypePart::Type(ty) => {
            if let Type::Reference(reference) = ty
                && reference.lifetime.is_none()
            {
                reference.lifetime = Some(Lifetime::new("'static", Span::mixed_site()));
            }
            in_type(ty, &mut |part| declare(part, declared));
        }
    }
}

/// What stands for the cotangent of a struct that cannot be read: the error is its type, so that rustc says nothing of what
/// is done with it.
fn stub(item: TokenStream, error: &syn::Error) -> TokenStream {
    let mut tokens = item.into_iter().skip_while(|token| token.to_string() != "struct").skip(1);
    let (name, next, error) = (tokens.next(), tokens.next(), error.to_compile_error());
    let is_generic = matches!(&next, Some(TokenTree::Punct(punct)) if punct.as_char() == '<');
    match name {
        Some(TokenTree::Ident(name)) if !is_generic => {
            let (backprop, name) = (crate_path(), hygienic(&name));
            let error = as_type(&quote!(#error;), &backprop);
            quote! {
                impl #backprop::Differentiable for #name {
                    type Cotangent = #error;
                    fn zero_cotangent(&self) -> Self::Cotangent { #backprop::__private::refused() }
                }
            }
        }
        _ => error,
    }
}

/// What stands for the cotangent of a type for which the derive is refused: the error is its type, so that rustc says nothing of what is done
/// with it.
pub(super) fn refuse(input: &DeriveInput, error: &Diagnostic) -> TokenStream {
    let (backprop, ident) = (crate_path(), hygienic(&input.ident));
    // Once is said what is said twice at one place. What asks whether there is a cotangent has an error, too, and rustc says nothing of that.
    let known = compile_errors(slice::from_ref(error));
    let error = as_type(&known, &backprop);
    let (impl_generics, type_generics, bounds) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #backprop::Differentiable for #ident #type_generics #bounds {
            type Cotangent = #error;
            const KNOWN: () = { #known };
            fn zero_cotangent(&self) -> Self::Cotangent { #backprop::__private::refused() }
        }
    }
}

/// A type with these errors in it.
fn as_type(errors: &TokenStream, backprop: &TokenStream) -> TokenStream {
    quote!(<() as #backprop::__private::claims::IfWritten<{ #errors 0 }>>::Type)
}

/// A field that the cotangent has.
pub(super) struct Kept<'a> {
    /// Where it is in the struct.
    pub(super) member: Member,
    /// Where it is in the cotangent.
    pub(super) place: Member,
    pub(super) field: &'a Field,
    /// Its type in the cotangent: `()`, if it has no tangent.
    cotangent: TokenStream,
    pub(super) has_tangent: bool,
}

impl Kept<'_> {
    /// Whether its cotangent depends on the generic parameter.
    fn mentions(&self, name: &Ident) -> bool {
        self.has_tangent && mentions(&self.field.ty, name)
    }
}

fn structure(input: &DeriveInput, fields: &Fields) -> TokenStream {
    let backprop = crate_path();
    let kept = kept(fields, &backprop);
    if let Some(error) = moved_field(fields, &kept).or_else(|| hidden_field(&kept)) {
        let (refused, constants) = (refuse(input, &error), claimed_constants(input, fields));
        return quote!(#refused #constants);
    }
    let generics = with_bounds(&input.generics, &kept, &quote!(#backprop::Differentiable));
    let of_cotangent = used_generics(&generics, &kept);
    let name = hygienic(&format_ident!("{}Cotangent", input.ident));
    let known = known_fields(&input.generics, &kept, &backprop);
    let has_claim = !known.is_empty();
    let derived = Derived { input, fields, kept, backprop, name, generics, of_cotangent, known };
    let (definition, differentiable) = (derived.definition(), derived.differentiable());
    let (cotangent, common, vector) = (derived.cotangent(), derived.common(), derived.vector());
    let (dropped, constants) = (derived.dropped(), claimed_constants(input, fields));
    let written = quote!(#definition #differentiable #dropped #constants #cotangent #common #vector);
    if has_claim { all_documented(written, &derived.backprop) } else { written }
}

/// The fields that the cotangent has.
fn kept<'a>(fields: &'a Fields, backprop: &TokenStream) -> Vec<Kept<'a>> {
    let mut kept: Vec<Kept<'a>> = Vec::new();
    for (index, field) in fields.iter().enumerate().filter(|(_, field)| !is_constant(field)) {
        let ty = &field.ty;
        // At the field's type: that is where rustc says that it has no cotangent.
        let at = Span::mixed_site().located_at(ty.span());
        let has_tangent = !without_tangent(ty);
        let cotangent = if !has_tangent {
            quote!(())
        } else if is_float(ty) {
            quote!(#ty)
        } else {
            let path = located(quote!(#backprop::CotangentOf), at);
            quote_spanned!(at=> #path<#ty>)
        };
        let (member, place) = match &field.ident {
            Some(ident) => (Member::from(hygienic(ident)), Member::from(hygienic(ident))),
            None => (Member::from(index), Member::from(kept.len())),
        };
        kept.push(Kept { member, place, field, cotangent, has_tangent });
    }
    kept
}

/// A struct and its cotangent.
pub(super) struct Derived<'a> {
    input: &'a DeriveInput,
    pub(super) fields: &'a Fields,
    pub(super) kept: Vec<Kept<'a>>,
    pub(super) backprop: TokenStream,
    /// The name of the cotangent.
    pub(super) name: Ident,
    /// The generics of the struct, with bounds.
    generics: Generics,
    /// Those of the cotangent.
    of_cotangent: Generics,
    /// That the types of the fields have cotangents. The definition of the cotangent does not say so: there rustc reports,
    /// once, one that has none.
    known: Vec<WherePredicate>,
}

impl Derived<'_> {
    fn definition(&self) -> TokenStream {
        let Self { input: DeriveInput { ident, vis, attrs, .. }, name, of_cotangent, backprop, .. } = self;
        let attributes = attrs.iter().filter(|attribute| is_allowing(attribute));
        let vis = visibility(vis);
        let bounds = &of_cotangent.where_clause;
        let written = self.kept.iter().map(|Kept { field, cotangent, place, has_tangent, .. }| {
            let (vis, place) = (visibility(&field.vis), place.to_token_stream());
            let doc = if *has_tangent {
                format!(" The sensitivity to `{place}`.")
            } else {
                format!(" Nothing: `{place}` has no tangent.")
            };
            let name = field.ident.as_ref().map(hygienic).map(|name| quote!(#name:));
            let attributes = field.attrs.iter().filter(|attribute| is_allowing(attribute));
            let hidden = !has_tangent && matches!(vis, Visibility::Inherited);
            let cotangent = if hidden { &quote!(#backprop::__private::Nothing) } else { cotangent };
            quote!(#[doc = #doc] #(#attributes)* #vis #name #cotangent)
        });
        let body = match self.fields {
            Fields::Named(_) => quote!(#bounds { #(#written,)* }),
            Fields::Unnamed(_) => quote!((#(#written,)*) #bounds;),
            Fields::Unit => quote!(#bounds;),
        };
        let doc = format!(" The cotangent of [`{ident}`]: the sensitivities to its fields.");
        quote!(#[doc = #doc] #(#attributes)* #vis struct #name #of_cotangent #body)
    }

    /// That the struct has no `Drop`.
    fn dropped(&self) -> TokenStream {
        let Self { input, backprop, .. } = self;
        let ident = hygienic(&input.ident);
        let (impl_generics, type_generics, bounds) = input.generics.split_for_impl();
        let no_drop = quote!(#backprop::__private::StructsWithADerivativeHaveNoDrop);
        let no_drop = quote!(#[doc(hidden)] impl #impl_generics #no_drop for #ident #type_generics #bounds {});
        written_at(no_drop, input.ident.span())
    }

    fn differentiable(&self) -> TokenStream {
        let Self { input, backprop, name, .. } = self;
        let (ident, (_, cotangent_type, _)) = (hygienic(&input.ident), self.of_cotangent.split_for_impl());
        let generics = self.where_known(&self.generics);
        let ((impl_generics, _, bounds), (_, type_generics, _)) =
            (generics.split_for_impl(), input.generics.split_for_impl());
        let zeros = self.build(|Kept { member, field, has_tangent, .. }| {
            if !has_tangent {
                return quote!(());
            }
            let path = located(quote!(#backprop::Differentiable::zero_cotangent), field.ty.span());
            quote!(#path(&self.#member))
        });
        let checks = self.with_tangent().filter(|kept| !is_float(&kept.field.ty)).map(
            |Kept { field: Field { ty, .. }, .. }| {
                let known = written_around_types(quote!(<#ty as #backprop::Differentiable>::KNOWN), ty.span());
                quote!(let () = #known;)
            },
        );
        let grows = self.with_tangent().filter(|kept| !is_float(&kept.field.ty)).map(
            |Kept { field: Field { ty, .. }, .. }| {
                written_around_types(quote!(<#ty as #backprop::Differentiable>::GROWS), ty.span())
            },
        );
        let (taken, measure) = (self.taken(), self.measure());
        let states = states(self.fields.iter(), &input.generics, backprop);
        quote! {
            #[automatically_derived]
            impl #impl_generics #backprop::Differentiable for #ident #type_generics #bounds {
                type Cotangent = #name #cotangent_type;

                const KNOWN: () = { #(#checks)* #states };

                const GROWS: bool = false #(|| #grows)*;

                #measure

                #taken

                #[inline]
                fn zero_cotangent(&self) -> Self::Cotangent { #zeros }
            }
        }
    }

    fn cotangent(&self) -> TokenStream {
        let Self { backprop, name, .. } = self;
        let generics = self.where_known(&self.of_cotangent);
        let (generics, cotangent_type, bounds) = generics.split_for_impl();
        let neutrals = self.build(|Kept { field, has_tangent, .. }| {
            if !has_tangent {
                return quote!(());
            }
            let path = located(quote!(#backprop::Cotangent::neutral), field.ty.span());
            quote!(#path())
        });
        let additions = self.with_tangent().map(|Kept { place, field, .. }| {
            let path = located(quote!(#backprop::Cotangent::accumulate), field.ty.span());
            quote!(#path(&mut self.#place, &other.#place);)
        });
        let cleared = self.with_tangent().map(|Kept { place, field, .. }| {
            let path = located(quote!(#backprop::Cotangent::clear), field.ty.span());
            quote!(#path(&mut self.#place);)
        });
        let fit = self.fit();
        let forgotten = self.with_tangent().map(|Kept { place, field, .. }| {
            let path = located(quote!(#backprop::Cotangent::forget), field.ty.span());
            let name = place.to_token_stream().to_string();
            let name = name.trim_start_matches("r#");
            quote!([#name, way @ ..] => #path(&mut self.#place, way),)
        });
        quote! {
            #[automatically_derived]
            impl #generics #backprop::Cotangent for #name #cotangent_type #bounds {
                #fit

                #[inline]
                fn neutral() -> Self { #neutrals }

                #[inline]
                fn accumulate(&mut self, other: &Self) { #(#additions)* }

                #[inline]
                fn clear(&mut self) { #(#cleared)* }

                #[inline]
                fn forget(&mut self, way: &[&str]) {
                    match way {
                        [] => *self = #backprop::Cotangent::neutral(),
                        #(#forgotten)*
                        _ => {}
                    }
                }
            }
        }
    }

    /// The common traits of the standard library.
    fn common(&self) -> TokenStream {
        let clones = self.build(|Kept { place, field, has_tangent, .. }| {
            if !has_tangent {
                return quote!(());
            }
            let path = located(quote!(::core::clone::Clone::clone), field.ty.span());
            quote!(#path(&self.#place))
        });
        let defaults =
            self.build(|kept| if kept.has_tangent { quote!(::core::default::Default::default()) } else { quote!(()) });
        let compared = self.with_tangent().map(|kept| &kept.place);
        let places: Vec<&Member> = self.kept.iter().map(|kept| &kept.place).collect();
        let text = self.name.to_string();
        let debug = if let Fields::Unnamed(_) = self.fields {
            quote!(f.debug_tuple(#text) #(.field(&self.#places))* .finish())
        } else {
            let names = places.iter().map(|place| place.to_token_stream().to_string());
            quote!(f.debug_struct(#text) #(.field(#names, &self.#places))* .finish())
        };
        let has_vectors = self.with_tangent().any(|kept| is_vector(&kept.field.ty));
        let copy = (!has_vectors).then(|| self.implementing(&quote!(::core::marker::Copy), &TokenStream::new()));
        let clone =
            self.implementing(&quote!(::core::clone::Clone), &quote!(#[inline] fn clone(&self) -> Self { #clones }));
        let default =
            self.implementing(&quote!(::core::default::Default), &quote!(#[inline] fn default() -> Self { #defaults }));
        let equal = self.implementing(
            &quote!(::core::cmp::PartialEq),
            &quote!(#[inline] fn eq(&self, other: &Self) -> bool { #(self.#compared == other.#compared &&)* true }),
        );
        let debug = self.implementing(
            &quote!(::core::fmt::Debug),
            &quote!(fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { #debug }),
        );
        quote!(#copy #clone #default #equal #debug)
    }

    pub(super) fn with_tangent(&self) -> impl Iterator<Item = &Kept<'_>> {
        self.kept.iter().filter(|kept| kept.has_tangent)
    }

    /// A type parameter like this one that the struct has not: people read its name in errors.
    pub(super) fn free_parameter(&self, like: &str) -> Ident {
        let mut name = Ident::new(like, Span::mixed_site());
        while self.of_cotangent.params.iter().any(|param| mentions(param, &name)) {
            name = format_ident!("{name}tems");
        }
        name
    }

    /// Whether the cotangent has parameters.
    pub(super) fn is_generic(&self) -> bool {
        !self.of_cotangent.params.is_empty()
    }

    /// A cotangent of these values for its fields.
    pub(super) fn build(&self, value: impl Fn(&Kept<'_>) -> TokenStream) -> TokenStream {
        let (name, places) = (&self.name, self.kept.iter().map(|kept| &kept.place));
        let values = self.kept.iter().map(value);
        match self.fields {
            Fields::Named(_) => quote!(#name { #(#places: #values,)* }),
            Fields::Unnamed(_) => quote!(#name(#(#values,)*)),
            Fields::Unit => quote!(#name),
        }
    }

    /// The generics, where the fields have cotangents.
    fn where_known(&self, generics: &Generics) -> Generics {
        let mut generics = generics.clone();
        generics.make_where_clause().predicates.extend(self.known.iter().cloned());
        generics
    }

    /// An implementation of a trait for the cotangent, where its fields have it.
    pub(super) fn implementing(&self, bound: &TokenStream, body: &TokenStream) -> TokenStream {
        self.implementing_with(bound, |_| bound.clone(), body)
    }

    /// As [`Self::implementing`]; `asked` gives what is asked of the cotangent of a field.
    pub(super) fn implementing_with(
        &self,
        implemented: &TokenStream,
        asked: impl Fn(&TokenStream) -> TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let name = &self.name;
        let (_, cotangent_type, _) = self.of_cotangent.split_for_impl();
        let mut generics = self.where_known(&self.of_cotangent);
        let clause = generics.make_where_clause();
        let open = self.with_tangent().filter(|kept| !is_float(&kept.field.ty));
        // With a lifetime, so that a bound that does not hold is no error but no implementation.
        clause.predicates.extend(open.map(|Kept { cotangent, .. }| -> WherePredicate {
            let asked = asked(cotangent);
            syn::parse_quote!(for<'field> #cotangent: #asked)
        }));
        let (impl_generics, _, bounds) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #implemented for #name #cotangent_type #bounds { #body }
        }
    }
}

/// Whether an attribute lets pass what a lint would say of names, which are those of the struct.
fn is_allowing(attribute: &Attribute) -> bool {
    attribute.path().is_ident("allow")
}

/// Whether a field is marked to have no entry in the cotangent.
pub(super) fn is_constant(field: &Field) -> bool {
    field.attrs.iter().any(|attribute| attribute.path().is_ident("constant"))
}

/// That no copy of these fields has a state of its own, of those without a tangent, and that it does not matter where they are dropped. What
/// type parameters stand for is not known.
pub(super) fn states<'a>(
    fields: impl Iterator<Item = &'a Field>,
    generics: &Generics,
    backprop: &TokenStream,
) -> TokenStream {
    let is_open = |ty: &Type| generics.type_params().any(|param| mentions(ty, &param.ident));
    let fields = fields.filter(|field| is_constant(field) && !is_open(&field.ty) && !without_tangent(&field.ty));
    let asked = fields.map(|Field { ty, .. }| {
        let (state, dropped) = (quote!(#backprop::__private::state), quote!(#backprop::__private::dropped));
        let asked = quote!(let _ = |field: &#ty| { use #state::*; (&&&&&#state::Field(field)).__has_no_state(); };);
        let mut asked = written_around_types(asked, ty.span());
        let mut held = vec![ty];
        while let Some(ty) = held.pop() {
            let question =
                quote!(let _ = |field: &#ty| { use #dropped::*; (&&&&#dropped::Dropped(field)).__anywhere(); };);
            asked.extend(written_around_types(question, ty.span()));
            held.extend(held_types(ty).into_iter().filter(|ty| !without_tangent(ty)));
        }
        asked
    });
    asked.collect()
}

/// The types that a type says that it holds.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type holds what it names")]
fn held_types(ty: &Type) -> Vec<&Type> {
    match inner(ty) {
        Type::Array(array) => vec![&*array.elem],
        Type::Slice(slice) => vec![&*slice.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        Type::Path(path) => arguments(path).into_iter().flatten().collect(),
        _ => Vec::new(),
    }
}

/// Whether a type says that it has no tangent.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other type has to be `Differentiable`, which rustc checks")]
pub(super) fn without_tangent(ty: &Type) -> bool {
    match inner(ty) {
        Type::Reference(reference) => without_tangent(&reference.elem),
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            is_discrete_name(&name) || name == "PhantomData"
        }),
        _ => false,
    }
}

/// A field of a tuple struct that would have another number in the cotangent.
fn moved_field(fields: &Fields, kept: &[Kept<'_>]) -> Option<Diagnostic> {
    let Fields::Unnamed(_) = fields else { return None };
    let moved = kept.iter().find(|kept| kept.member != kept.place)?;
    Some(Diagnostic::new(
        moved.field.ty.span(),
        "this field comes after one that is `#[constant]`, so it would have another number in the cotangent",
        "put the fields that are constant last, or give the fields names",
    ))
}

/// A field with a tangent of which the type does not say what it holds, or that holds it elsewhere.
fn hidden_field(kept: &[Kept<'_>]) -> Option<Diagnostic> {
    let mut found = None;
    for kept in kept.iter().filter(|kept| kept.has_tangent) {
        hidden(TypePart::Type(&mut kept.field.ty.clone()), &mut found);
    }
    found
}

fn hidden(part: TypePart<'_>, found: &mut Option<Diagnostic>) {
    let TypePart::Type(ty) = part else { return };
    if let Type::TraitObject(object) = ty {
        *found = found.take().or_else(|| Some(refusal::OBJECT_FIELD.at(object)));
    }
    in_type(ty, &mut |part| hidden(part, found));
    let is_box = |name: &Ident| ["Box", "Rc", "Arc"].iter().any(|known| name == known);
    if let Type::Path(path) = ty
        && path.path.segments.last().is_some_and(|last| is_box(&last.ident) && !last.arguments.is_none())
    {
        *found = found.take().or_else(|| Some(refusal::BOXED_FIELD.at(ty)));
    }
}

/// The generics, where each type parameter that the type of a field with a tangent names has the bound.
fn with_bounds(generics: &Generics, kept: &[Kept<'_>], bound: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    let names: Vec<Ident> = generics.type_params().map(|param| param.ident.clone()).collect();
    for name in names.into_iter().filter(|name| kept.iter().any(|kept| kept.mentions(name))) {
        add_bound(&mut generics, &name, &syn::parse_quote!(#bound));
    }
    generics
}

/// That the types of the fields have cotangents, as far as that is not clear. Of types that depend on a parameter with a
/// lifetime, so that a bound that does not hold is no error but no implementation. Of the others it is a [`claim_of_fields`].
fn known_fields(generics: &Generics, kept: &[Kept<'_>], backprop: &TokenStream) -> Vec<WherePredicate> {
    let is_param = |ty: &Type| matches!(ty, Type::Path(path) if generics.type_params().any(|param| path.path.is_ident(&param.ident)));
    let open = kept
        .iter()
        .filter(|Kept { has_tangent, field, .. }| *has_tangent && !is_float(&field.ty) && !is_param(&field.ty));
    let (open, closed): (Vec<Type>, Vec<Type>) = open
        .map(|kept| kept.field.ty.clone())
        .partition(|ty| generics.params.iter().any(|param| mentions(ty, name(param))));
    let claimed = (!closed.is_empty()).then(|| claim_of_fields(&closed, backprop));
    let open = open.into_iter().map(|ty| quote!(for<'field> #ty: #backprop::Differentiable));
    open.chain(claimed).map(|predicate| syn::parse_quote!(#predicate)).collect()
}

/// The generics without the parameters that no field with a tangent names, and what is said of those.
fn used_generics(generics: &Generics, kept: &[Kept<'_>]) -> Generics {
    let mut used = generics.clone();
    let is_used = |name: &Ident| kept.iter().any(|kept| kept.mentions(name));
    let gone: Vec<Ident> = used.params.iter().map(name).filter(|name| !is_used(name)).cloned().collect();
    used.params = used.params.into_iter().filter(|param| is_used(name(param))).collect();
    if let Some(clause) = &mut used.where_clause {
        let kept = std::mem::take(&mut clause.predicates);
        clause.predicates =
            kept.into_iter().filter(|predicate| !gone.iter().any(|name| mentions(predicate, name))).collect();
    }
    used
}

/// The name of a parameter.
const fn name(param: &GenericParam) -> &Ident {
    match param {
        GenericParam::Type(param) => &param.ident,
        GenericParam::Const(param) => &param.ident,
        GenericParam::Lifetime(param) => &param.lifetime.ident,
    }
}

/// Whether this is a `Vec`, which no field of what is `Copy` is.
fn is_vector(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// Whether an identifier is among the tokens.
fn mentions(tokens: impl ToTokens, name: &Ident) -> bool {
    crate::source::names::mentions(tokens.to_token_stream(), &name.to_string())
}

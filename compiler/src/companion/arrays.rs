//! Functions of arrays: their gradients are added in place, to an accumulator for each array.
//!
//! The code of the net is one function, which takes the accumulators and is hidden. The public ones make them, or take the
//! caller's.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Lifetime;

use super::interface::{Interface, Parameter};
use super::{Bodies, Writer, listed};
use crate::input::subject::Subject;
use crate::program::Shape;

/// The lifetime of arrays whose references name none.
const LIFETIME: &str = "'backprop";
/// The same, of those that `wrt` leaves out.
const OF_DATA: &str = "'backprop_data";

impl Parameter {
    /// Whether it refers to an array, a slice or a vector of the caller's.
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Leaf(hypernet::Type::Array(_))) && matches!(self.ty, syn::Type::Reference(_))
    }

    /// Whether it is an array or a vector by value.
    pub(crate) fn is_owned_array(&self) -> bool {
        matches!(self.shape, Shape::Leaf(hypernet::Type::Array(_))) && !self.is_array()
    }

    /// Whether it is supplied again in the reverse pass.
    fn is_supplied(&self) -> bool {
        self.is_array() || self.data
    }

    /// The type of its elements, if it is an array.
    fn element(&self) -> Option<&syn::Type> {
        if self.is_supplied() || self.is_owned_array() { element(&self.ty) } else { None }
    }

    /// The lifetime of the array that it refers to.
    pub(super) fn lifetime(&self) -> Option<&Lifetime> {
        let syn::Type::Reference(reference) = &self.ty else { return None };
        if self.is_supplied() { reference.lifetime.as_ref() } else { None }
    }

    /// Gives the reference to an array a lifetime with a name, if it has none; that name. An array that `wrt` leaves out has one
    /// of its own, since a backpropagator may borrow it alone.
    pub(super) fn name_lifetime(&mut self) -> Option<Lifetime> {
        if !self.is_supplied() {
            return None;
        }
        let name = Lifetime::new(if self.data { OF_DATA } else { LIFETIME }, proc_macro2::Span::mixed_site());
        let syn::Type::Reference(reference) = &mut self.ty else { return None };
        if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident != "_") {
            return None;
        }
        reference.lifetime = Some(name.clone());
        Some(name)
    }

    /// The type of a buffer for its cotangent.
    pub(super) fn buffer(&self, backprop: &TokenStream) -> TokenStream {
        match self.element() {
            Some(element) if !is_fixed(&self.ty) => quote!([#element]),
            _ => self.cotangent(backprop),
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
pub(super) fn element(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Paren(inner) => element(&inner.elem),
        syn::Type::Group(inner) => element(&inner.elem),
        syn::Type::Reference(reference) => element(&reference.elem),
        syn::Type::Slice(slice) => Some(&slice.elem),
        syn::Type::Array(array) => Some(&array.elem),
        syn::Type::Path(path) => {
            let arguments = &path.path.segments.last().filter(|last| last.ident == "Vec")?.arguments;
            let syn::PathArguments::AngleBracketed(arguments) = arguments else { return None };
            if let syn::GenericArgument::Type(ty) = arguments.args.first()? { Some(ty) } else { None }
        }
        _ => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a length")]
fn is_fixed(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Paren(inner) => is_fixed(&inner.elem),
        syn::Type::Group(inner) => is_fixed(&inner.elem),
        syn::Type::Reference(reference) => is_fixed(&reference.elem),
        ty => matches!(ty, syn::Type::Array(_)),
    }
}

/// The type of the cotangent of an array: what the array is, owned.
pub(super) fn cotangent(ty: &syn::Type, backprop: &TokenStream) -> TokenStream {
    if let (false, Some(element)) = (is_fixed(ty), element(ty)) {
        return quote!(#backprop::__private::Vec<#element>);
    }
    if let syn::Type::Reference(reference) = ty {
        return cotangent(&reference.elem, backprop);
    }
    ty.to_token_stream()
}

/// The way through tuples to each array in a value, of which the type does not say how long it is, or what is in it; whether it
/// holds arrays.
fn growing(ty: &syn::Type, shape: &Shape, way: &TokenStream, found: &mut Vec<(TokenStream, bool)>) {
    match (ty, shape) {
        (syn::Type::Paren(inner), _) => growing(&inner.elem, shape, way, found),
        (syn::Type::Group(inner), _) => growing(&inner.elem, shape, way, found),
        (syn::Type::Tuple(tuple), Shape::Tuple(parts)) => {
            for (index, (ty, part)) in tuple.elems.iter().zip(parts).enumerate() {
                let index = syn::Index::from(index);
                growing(ty, part, &quote!(#way.#index), found);
            }
        }
        (ty, Shape::Leaf(hypernet::Type::Array(inside))) => {
            let nested = inside.is_array();
            if nested || !is_fixed(ty) {
                found.push((way.clone(), nested));
            }
        }
        (_, Shape::Leaf(_) | Shape::Tuple(_)) => {}
    }
}

impl Interface {
    /// Whether a parameter is an array.
    pub(crate) fn has_arrays(&self) -> bool {
        self.arrays().next().is_some()
    }

    /// Whether a parameter is an array by value.
    pub(crate) fn has_owned_arrays(&self) -> bool {
        self.params.iter().any(Parameter::is_owned_array)
    }

    /// The parameters that are arrays.
    pub(crate) fn arrays(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.is_array())
    }

    /// What the accumulator of each array is called.
    pub(crate) fn accumulators(&self) -> Vec<Ident> {
        self.arrays().map(|param| self.free(&param.derivative())).collect()
    }

    /// The arrays, also those that `wrt` leaves out: what their references refer to is supplied again in the reverse pass.
    fn supplied(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.is_supplied())
    }

    /// Their names, each with that of its accumulator, if it has one.
    pub(crate) fn again(&self) -> Vec<(Ident, Option<Ident>)> {
        let accumulator = |param: &Parameter| param.is_array().then(|| self.free(&param.derivative()));
        self.supplied().map(|param| (param.name.clone(), accumulator(param))).collect()
    }

    /// The types of the accumulators.
    fn accumulator_types(&self) -> Vec<TokenStream> {
        let elements = self.arrays().filter_map(Parameter::element);
        elements.map(|element| quote!(&mut [#element])).collect()
    }

    /// Whether a parameter is an array, also one that `wrt` leaves out.
    pub(crate) fn has_supplied(&self) -> bool {
        self.supplied().next().is_some()
    }

    /// The arrays that `wrt` leaves out.
    pub(crate) fn data(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.data)
    }

    /// What the backpropagator between functions takes: the sensitivity of the result and, if there are arrays, each again, as
    /// it was when the function gave its value, and an accumulator for each. So it borrows nothing.
    pub(crate) fn taken(&self, backprop: &TokenStream) -> TokenStream {
        self.taken_for(&self.supplied().collect::<Vec<_>>(), backprop)
    }

    /// The same for callers that do not know which arguments are arrays that `wrt` leaves out: without these.
    pub(crate) fn taken_without_data(&self, backprop: &TokenStream) -> TokenStream {
        self.taken_for(&self.arrays().collect::<Vec<_>>(), backprop)
    }

    fn taken_for(&self, supplied: &[&Parameter], backprop: &TokenStream) -> TokenStream {
        let sensitivity = self.sensitivity(backprop);
        if supplied.is_empty() {
            return sensitivity;
        }
        let elements = || supplied.iter().filter_map(|param| Some((param, param.element()?)));
        let again = elements().map(|(_, element)| quote!(&[#element]));
        let accumulators = elements().map(|(param, element)| {
            if param.is_array() { quote!(&mut [#element]) } else { quote!(#backprop::__private::Unwanted) }
        });
        quote!((#sensitivity, (#(#again,)*), (#(#accumulators,)*)))
    }

    /// The adjoint for callers that do not know which arguments are arrays that `wrt` leaves out, by the one for those that do:
    /// its backpropagator borrows these arrays.
    pub(super) fn borrowing_data(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let (value, back, d) = (self.free("value"), self.free("back"), self.free("d"));
        let arguments = self.params.iter().map(|param| &param.name);
        let (again, ty) = (self.sibling(subject, "again"), self.taken_without_data(backprop));
        let all = self.again();
        let wanted: Vec<_> = all.iter().filter_map(|(name, accumulator)| Some((name, accumulator.as_ref()?))).collect();
        let pattern = if wanted.is_empty() {
            quote!(#d)
        } else {
            let (names, accumulators): (Vec<_>, Vec<_>) = wanted.into_iter().unzip();
            quote!((#d, (#(#names,)*), (#(#accumulators,)*)))
        };
        let names = all.iter().map(|(name, _)| name);
        let unwanted = quote!(#backprop::__private::Unwanted);
        let accumulators = all
            .iter()
            .map(|(_, accumulator)| accumulator.as_ref().map_or_else(|| unwanted.clone(), ToTokens::to_token_stream));
        quote! {
            let (#value, #back) = #again(#(#arguments),*);
            (#value, move |#pattern: #ty| #back((#d, (#(#names,)*), (#(#accumulators,)*))))
        }
    }

    /// Statements that make an accumulator for each array, of zeros.
    fn made(&self, backprop: &TokenStream) -> TokenStream {
        let made = self.arrays().zip(self.accumulators()).map(|(param, accumulator)| {
            let name = &param.name;
            quote!(let mut #accumulator = #backprop::__private::Shaped::zeros(#name);)
        });
        made.collect()
    }

    /// The gradient with respect to all differentiated parameters, where `gradient` has that with respect to the others.
    fn whole(&self, gradient: &Ident) -> TokenStream {
        let entries: Vec<TokenStream> = (0..)
            .zip(self.differentiated())
            .map(|(index, param)| {
                if param.is_array() {
                    return self.free(&param.derivative()).into_token_stream();
                }
                let index = syn::Index::from(index);
                self.shaped(param, quote!(#gradient.#index), false)
            })
            .collect();
        if let [one] = entries.as_slice() { one.clone() } else { quote!((#(#entries),*)) }
    }

    /// The bodies of `grad` and of `value_and_grad`.
    pub(crate) fn with_accumulators(&self, subject: &Subject, backprop: &TokenStream) -> (TokenStream, TokenStream) {
        let (value, gradient) = (self.free("value"), self.free("gradient"));
        let (made, shapes, whole) = (self.made(backprop), self.shapes(backprop), self.whole(&gradient));
        let arguments = self.params.iter().map(|param| &param.name);
        let (core, accumulators) = (self.sibling(subject, "accumulate"), self.accumulators());
        let call = quote!(#core(#(#arguments,)* #(&mut #accumulators),*));
        let used = self.differentiated().any(|param| !param.is_array());
        let gradient = if used { quote!(#gradient) } else { quote!(_) };
        (
            quote!(#made #shapes let (_, #gradient) = #call; #whole),
            quote!(#made #shapes let (#value, #gradient) = #call; (#value, #whole)),
        )
    }

    /// Whether there is an array in the result.
    pub(crate) fn gives_arrays(&self) -> bool {
        self.result_shape.leaves().iter().any(hypernet::Type::is_array)
    }

    /// The body of `vjp`, by the adjoint.
    pub(crate) fn vjp_of_arrays(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let (value, back, d) = (self.free("value"), self.free("back"), self.free("d"));
        let (mut lengths, mut checks) = (TokenStream::new(), TokenStream::new());
        let mut parts = Vec::new();
        growing(self.result_type(), &self.result_shape, &TokenStream::new(), &mut parts);
        for (index, part) in parts.into_iter().enumerate() {
            let (part, nested) = part;
            if nested {
                let shape = self.free(&format!("shape_{index}"));
                lengths.extend(quote!(let #shape = #backprop::__private::shape(&#value #part);));
                checks.extend(quote!(#backprop::__private::same_length("result", &#shape.zeros(), &#d #part);));
                continue;
            }
            let length = self.free(&format!("length_{index}"));
            lengths.extend(quote!(let #length = #value #part.len();));
            checks.extend(quote!(#backprop::__private::same_length_of_result(#length, #d #part.len());));
        }
        let (made, gradient) = (self.made(backprop), self.free("gradient"));
        let arguments = self.params.iter().map(|param| &param.name);
        let adjoint = if self.has_supplied() { "again" } else { "adjoint" };
        let (adjoint, sensitivity) = (self.sibling(subject, adjoint), self.sensitivity(backprop));
        let (again, lent): (Vec<Ident>, Vec<TokenStream>) = self
            .again()
            .into_iter()
            .map(|(name, accumulator)| match accumulator {
                Some(accumulator) => (name, quote!(&mut #accumulator)),
                None => (name, quote!(#backprop::__private::Unwanted)),
            })
            .unzip();
        // The entries of the adjoint are those of all parameters, in their order.
        let mut entries: Vec<(usize, TokenStream)> = (0..)
            .zip(&self.params)
            .filter(|(_, param)| param.differentiated)
            .map(|(index, param)| {
                if param.is_array() {
                    return (param.rank, self.free(&param.derivative()).into_token_stream());
                }
                let index = syn::Index::from(index);
                (param.rank, self.shaped(param, quote!(#gradient.#index), true))
            })
            .collect();
        entries.sort_by_key(|(rank, _)| *rank);
        let entries: Vec<TokenStream> = entries.into_iter().map(|(_, entry)| entry).collect();
        let whole = if let [one] = entries.as_slice() { one.clone() } else { quote!((#(#entries),*)) };
        let used = self.differentiated().any(|param| !param.is_array());
        let pattern = if used { quote!(#gradient) } else { quote!(_) };
        let called = if self.has_supplied() {
            quote!(#back((#d, (#(#again,)*), (#(#lent,)*))))
        } else {
            let entries = self.entries(backprop);
            self.call_back((&back, &d), &quote!((#(#entries,)*)), backprop)
        };
        let shapes = self.shapes(backprop);
        let call = self.at_place(quote!(#adjoint(#(#arguments),*)));
        quote! {
            #shapes
            let (#value, #back) = #call;
            #lengths
            (#value, move |#d: #sensitivity| {
                #checks
                #made
                let #pattern = #called;
                #whole
            })
        }
    }
}

impl Writer<'_> {
    /// The hidden function that has the code: it adds to the accumulators, and gives the value and the other cotangents.
    pub(super) fn accumulate(&self, bodies: Option<&Bodies>) -> Option<TokenStream> {
        let core = bodies?.accumulate.as_ref()?;
        let (interface, backprop) = (self.interface, self.backprop);
        let further: Vec<TokenStream> = interface
            .accumulators()
            .iter()
            .zip(interface.accumulator_types())
            .map(|(name, ty)| quote!(#name: #ty))
            .collect();
        let entries = interface
            .differentiated()
            .map(|param| if param.is_array() { quote!(()) } else { param.cotangent(backprop) });
        let value = &interface.result;
        let result = quote!((#value, (#(#entries,)*)));
        let inline = &self.inline;
        let body = self.naming(core.clone(), false);
        Some(self.function(
            (&quote!(#[doc(hidden)] #inline), " Adds to the accumulators."),
            "accumulate",
            &further,
            &result,
            body,
        ))
    }

    /// `value_and_grad_into`, or `accumulate_grad` if `add`, of a function of arrays.
    pub(super) fn with_array_buffers(&self, stub: bool, add: bool) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        let differentiated: Vec<&Parameter> = interface.differentiated().collect();
        let buffers: Vec<Ident> = differentiated.iter().map(|param| interface.free(&param.derivative())).collect();
        let types = differentiated.iter().map(|param| param.buffer(backprop));
        let further: Vec<TokenStream> = buffers.iter().zip(types).map(|(name, ty)| quote!(#name: &mut #ty)).collect();
        let (name, what) =
            if add { ("accumulate_grad", "adds its gradient") } else { ("value_and_grad_into", "writes its gradient") };
        let doc = format!(
            " Gives the value of {}, and {what}{} to {}.\n\n # Panics\n If a buffer is not as long as its array, before any work.",
            self.link(),
            self.with_respect(),
            listed(buffers.iter())
        );
        let (value, gradient) = (interface.free("value"), interface.free("gradient"));
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let mut cleared = TokenStream::new();
        for ((index, buffer), param) in (0..).zip(&buffers).zip(&differentiated) {
            let (index, name) = (syn::Index::from(index), &param.name);
            let bare = !interface.has_arrays() && buffers.len() == 1;
            let part = if bare { gradient.to_token_stream() } else { quote!(#gradient.#index) };
            if param.is_owned_array() {
                let text = name.to_string();
                before.extend(quote!(#backprop::__private::same_length(#text, &#name, #buffer);));
                after.extend(if add {
                    quote!(#backprop::__private::add_all(#buffer, &#part);)
                } else {
                    quote!(#buffer.clone_from_slice(&#part);)
                });
                continue;
            }
            if param.is_array() {
                let text = name.to_string();
                before.extend(quote!(#backprop::__private::same_length(#text, #name, #buffer);));
                if !add {
                    cleared.extend(quote!(#backprop::__private::clear(#buffer);));
                }
                continue;
            }
            let part = if interface.has_arrays() && !add { interface.shaped(param, part, false) } else { part };
            after.extend(self.to_buffer(buffer, &part, param, add));
        }
        let core = if interface.has_arrays() { "accumulate" } else { "value_and_grad" };
        let shapes = if interface.has_arrays() && !add { interface.shapes(backprop) } else { TokenStream::new() };
        let (arguments, core) = (self.arguments(), interface.sibling(self.subject, core));
        let accumulators = interface.accumulators();
        let pattern = if after.is_empty() { quote!(_) } else { quote!(#gradient) };
        let body = quote! {
            #before
            #cleared
            #shapes
            let (#value, #pattern) = #core(#(#arguments,)* #(#accumulators),*);
            #after
            #value
        };
        let body = if stub { self.body(None) } else { body };
        self.function((&quote!(#[inline]), &doc), name, &further, &interface.result, body)
    }
}

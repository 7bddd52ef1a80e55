//! Functions of arrays: their gradients are added in place, to an accumulator for each array.
//!
//! The code of the net is one function, which takes the accumulators and is hidden. The public ones make them, or take the
//! caller's.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Lifetime;

use super::buffers::LENGTHS;
use super::interface::Interface;
use super::parameter::Parameter;
use super::types::accumulators;
use super::{Bodies, Writer};
use crate::input::subject::{Standing, Subject};
use crate::program::{Again, Shape};
use crate::source::types::{element_of, inner, is_float};

/// The lifetime of arrays whose references name none. It shows in the docs of the user's crate.
const LIFETIME: &str = "'arrays";
/// The same, of those that `wrt` leaves out.
const OF_DATA: &str = "'constants";

/// Whether a lifetime is one that references to arrays are given here.
pub(super) fn is_of_arrays(lifetime: &Lifetime) -> bool {
    let text = lifetime.to_string();
    text == LIFETIME || text == OF_DATA
}

impl Parameter {
    /// Its type where nothing is given that may borrow what it refers to.
    pub(super) fn type_without_lifetime(&self) -> syn::Type {
        let mut ty = self.ty.clone();
        if let syn::Type::Reference(reference) = &mut ty
            && reference.lifetime.as_ref().is_some_and(is_of_arrays)
        {
            reference.lifetime = None;
        }
        ty
    }

    /// Whether it refers to an array, a slice or a vector of the caller's.
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Leaf(hypernet::Type::Array(_)))
            && (matches!(self.ty, syn::Type::Reference(_)) || self.captured.is_some())
    }

    /// Whether it is an array or a vector by value.
    pub(crate) fn is_owned_array(&self) -> bool {
        matches!(self.shape, Shape::Leaf(hypernet::Type::Array(_))) && !self.is_array()
    }

    /// Whether it is supplied again in the reverse pass.
    pub(super) fn is_supplied(&self) -> bool {
        self.is_array() && !self.changed || self.data
    }

    /// The type of its elements, if it is an array.
    pub(super) fn element(&self, backprop: &TokenStream) -> Option<syn::Type> {
        if self.is_array() {
            return element_of_reference(&self.ty, &self.shape, backprop);
        }
        if self.data || self.is_owned_array() { element_of(&self.ty).cloned() } else { None }
    }

    /// The lifetime of the array that it refers to.
    pub(super) fn lifetime(&self) -> Option<&Lifetime> {
        let syn::Type::Reference(reference) = &self.ty else { return None };
        if self.is_supplied() { reference.lifetime.as_ref() } else { None }
    }

    /// Whether it is a slice of what has no tangent, which a closure looks at.
    pub(super) fn is_plain_slice(&self) -> bool {
        let syn::Type::Reference(reference) = &self.ty else { return false };
        self.in_closure
            && matches!(*reference.elem, syn::Type::Slice(_))
            && !self.is_array()
            && !self.data
            && reference.mutability.is_none()
    }

    /// The lifetime of such a slice.
    pub(super) fn slice_lifetime(&self) -> Option<&Lifetime> {
        let syn::Type::Reference(reference) = &self.ty else { return None };
        if self.is_plain_slice() { reference.lifetime.as_ref() } else { None }
    }

    /// Gives such a slice a lifetime of its own, with this number, if it has none; that lifetime.
    pub(super) fn name_slice(&mut self, number: usize) -> Option<Lifetime> {
        let syn::Type::Reference(reference) = &mut self.ty else { return None };
        if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident != "_") {
            return None;
        }
        let name = Lifetime::new(&format!("'slice_{number}"), proc_macro2::Span::mixed_site());
        reference.lifetime = Some(name.clone());
        Some(name)
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

    /// Whether it is an array of structs, or of arrays of these.
    fn is_of_structs(&self) -> bool {
        is_of_structs(&self.shape)
    }

    /// What the runtime does to arrays of numbers, or to such of structs.
    pub(crate) fn of_elements(
        &self,
        numbers: TokenStream,
        structs: TokenStream,
        backprop: &TokenStream,
    ) -> TokenStream {
        let path = if self.is_of_structs() { structs } else { numbers };
        quote!(#backprop::__private::#path)
    }

    /// An accumulator of zeros, in the shape of this array.
    pub(super) fn zeros_of(&self, array: &TokenStream, backprop: &TokenStream) -> TokenStream {
        if self.is_of_structs() {
            quote!(#backprop::Differentiable::zero_cotangent(#array))
        } else {
            quote!(#backprop::__private::Shaped::__zeros(#array))
        }
    }

    /// The type of the sensitivity of an element, if it is an array.
    fn element_of_cotangent(&self, backprop: &TokenStream) -> Option<TokenStream> {
        self.element(backprop).map(|element| element_of_cotangent(&element, &self.shape, backprop))
    }

    /// The type of its accumulator, if it is an array: of one that may grow, it has to be one that may shrink.
    pub(crate) fn accumulator(&self, backprop: &TokenStream) -> Option<TokenStream> {
        if let Some(arrays) = &self.captured {
            return Some(accumulators(arrays, backprop));
        }
        let element = self.element_of_cotangent(backprop)?;
        let vector = cotangent(&self.ty, &self.shape, backprop);
        Some(if self.may_grow() { quote!(&mut #vector) } else { quote!(&mut [#element]) })
    }

    /// The type of what the backpropagator puts back, if it puts back what the function has changed in this array.
    fn storage(&self, backprop: &TokenStream) -> Option<TokenStream> {
        let element = self.element(backprop).filter(|_| self.restored)?;
        Some(if self.may_grow() { quote!(&mut #backprop::__private::Vec<#element>) } else { quote!(&mut [#element]) })
    }

    /// Whether it is an array of the caller's that may be longer or shorter after the call.
    pub(super) fn may_grow(&self) -> bool {
        let syn::Type::Reference(reference) = &self.ty else { return false };
        self.is_array() && self.changed && !self.keeps_length && matches!(&*reference.elem, syn::Type::Path(_))
    }

    /// The type of a buffer for its cotangent.
    pub(super) fn buffer(&self, backprop: &TokenStream) -> TokenStream {
        match self.element_of_cotangent(backprop) {
            Some(_) if self.may_grow() => cotangent(&self.ty, &self.shape, backprop),
            Some(element) if !is_fixed(&self.ty) => quote!([#element]),
            _ => self.cotangent(backprop),
        }
    }
}

/// The type of the elements of an array, of a reference to it. Of an array by another name, the elements are numbers, or else only that
/// type says what they are.
pub(super) fn element_of_reference(ty: &syn::Type, shape: &Shape, backprop: &TokenStream) -> Option<syn::Type> {
    if let Some(written) = element_of(ty) {
        return Some(written.clone());
    }
    let (Shape::Leaf(hypernet::Type::Array(inside)), syn::Type::Reference(reference)) = (shape, ty) else {
        return None;
    };
    if let hypernet::Type::Real(scalar) = &**inside {
        return crate::source::types::scalar_type(scalar).and_then(|scalar| syn::parse2(scalar.to_token_stream()).ok());
    }
    let array = &reference.elem;
    Some(syn::parse_quote!(<#array as #backprop::__private::parts::Elements>::Element))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a length")]
pub(super) fn is_fixed(ty: &syn::Type) -> bool {
    match inner(ty) {
        syn::Type::Reference(reference) => is_fixed(&reference.elem),
        ty => matches!(ty, syn::Type::Array(_)),
    }
}

/// The type of the cotangent of an array: what the array is, owned.
pub(super) fn cotangent(ty: &syn::Type, shape: &Shape, backprop: &TokenStream) -> TokenStream {
    if let (false, Some(element)) = (is_fixed(ty), element_of(ty)) {
        let element = element_of_cotangent(element, shape, backprop);
        return quote!(#backprop::__private::Vec<#element>);
    }
    if let syn::Type::Reference(reference) = ty {
        return cotangent(&reference.elem, shape, backprop);
    }
    element_of_cotangent(ty, shape, backprop)
}

/// The type of the sensitivity of an element of an array of this shape, or of an array in it: of numbers it is their own.
pub(super) fn element_of_cotangent(element: &syn::Type, array: &Shape, backprop: &TokenStream) -> TokenStream {
    if is_of_structs(array) { cotangent_of_element(element, backprop) } else { quote!(#element) }
}

/// The type of the cotangent of a struct, or of a tuple in which there may be structs: as far as it can be seen, as it is.
#[expect(clippy::wildcard_enum_match_arm, reason = "of all other types, the trait says it")]
fn cotangent_of_element(element: &syn::Type, backprop: &TokenStream) -> TokenStream {
    match inner(element) {
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|part| cotangent_of_element(part, backprop));
            quote!((#(#parts,)*))
        }
        element if is_float(element) => quote!(#element),
        syn::Type::Path(path)
            if path.path.get_ident().is_some_and(|name| crate::source::names::is_scalar_name(&name.to_string())) =>
        {
            quote!(())
        }
        // Such an element is refused. A reference here would want a lifetime, which would be a second error.
        syn::Type::Reference(reference) => cotangent_of_element(&reference.elem, backprop),
        element => quote!(#backprop::CotangentOf<#element>),
    }
}

/// Whether this is the shape of an array of structs, or of arrays of these.
fn is_of_structs(shape: &Shape) -> bool {
    let Shape::Leaf(ty @ hypernet::Type::Array(_)) = shape else { return false };
    let mut element = ty;
    while let hypernet::Type::Array(inside) = element {
        element = inside;
    }
    matches!(element, hypernet::Type::Opaque(_))
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
            let nested = inside.is_array() && !is_of_structs(shape);
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

    /// Those of which the reverse pass wants something: to look at them again, or an accumulator, or both.
    pub(crate) fn again(&self) -> Vec<Again> {
        let wanted = self.params.iter().filter(|param| param.is_array() || param.data);
        let again = |param: &Parameter| Again {
            // A name that nothing else has: what reads it again would not compile.
            name: if param.unread { self.free("unread") } else { param.name.clone() },
            supplied: param.is_supplied(),
            accumulator: param.is_array().then(|| self.free(&param.derivative())),
            storage: param.restored.then(|| self.free(&format!("{}_after", param.plain_name()))),
        };
        wanted.map(again).collect()
    }

    /// The types of the accumulators.
    pub(super) fn accumulator_types(&self, backprop: &TokenStream) -> Vec<TokenStream> {
        self.arrays().filter_map(|param| param.accumulator(backprop)).collect()
    }

    /// Whether a parameter is an array, also one that `wrt` leaves out.
    pub(crate) fn has_supplied(&self) -> bool {
        self.supplied().next().is_some()
    }

    /// Whether callers may have an array to supply, whether or not a parameter is known as one.
    pub(super) fn may_be_supplied(&self) -> bool {
        self.has_supplied() || self.params.iter().any(Parameter::may_be_array)
    }

    /// The adjoint whose backpropagator takes all arrays again. A trait declares one alone.
    pub(super) fn all_supplied(&self, subject: &Subject) -> &'static str {
        if self.has_supplied() && subject.standing != Standing::Trait { "again" } else { "adjoint" }
    }

    /// The lifetimes of slices that a backpropagator may borrow.
    pub(super) fn lent_slices(&self) -> impl Iterator<Item = &Lifetime> {
        self.params.iter().filter(|_| self.lends_slices).filter_map(Parameter::slice_lifetime)
    }

    /// The arrays that `wrt` leaves out.
    pub(crate) fn data(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.data)
    }

    /// What the backpropagator between functions takes: the sensitivity of the result and, if there are arrays, each again, as
    /// it was when the function gave its value, and an accumulator for each. So it borrows nothing.
    pub(crate) fn taken(&self, backprop: &TokenStream) -> TokenStream {
        self.taken_for(&|param| param.is_array() || param.data, backprop)
    }

    /// The same for callers that do not know which arguments are arrays that `wrt` leaves out: without these.
    pub(crate) fn taken_without_data(&self, backprop: &TokenStream) -> TokenStream {
        self.taken_for(&Parameter::is_array, backprop)
    }

    fn taken_for(&self, wanted: &dyn Fn(&Parameter) -> bool, backprop: &TokenStream) -> TokenStream {
        let sensitivity = self.sensitivity(backprop);
        let params: Vec<&Parameter> = self.params.iter().filter(|param| wanted(param)).collect();
        if params.is_empty() {
            return sensitivity;
        }
        let again = params.iter().filter(|param| param.is_supplied()).filter_map(|param| match &param.captured {
            Some(_) => Some(param.ty.to_token_stream()),
            None => param.element(backprop).map(|element| quote!(&[#element])),
        });
        let accumulators = params.iter().flat_map(|param| {
            let accumulator = param.accumulator(backprop).filter(|_| param.is_array());
            let accumulator = accumulator.unwrap_or_else(|| quote!(#backprop::__private::Unwanted));
            std::iter::once(accumulator).chain(param.storage(backprop))
        });
        quote!((#sensitivity, (#(#again,)*), (#(#accumulators,)*)))
    }

    /// What the backpropagator of the adjoint is called with: this sensitivity, the arrays again, and these accumulators.
    pub(super) fn supply(
        &self,
        d: &TokenStream,
        lent: &dyn Fn(&Again, &Ident) -> TokenStream,
        backprop: &TokenStream,
    ) -> TokenStream {
        let again = self.again();
        if again.is_empty() {
            return d.clone();
        }
        let names = again.iter().filter(|again| again.supplied).map(|again| &again.name);
        let unwanted = || quote!(#backprop::__private::Unwanted);
        let accumulators =
            again.iter().map(|again| again.accumulator.as_ref().map_or_else(unwanted, |named| lent(again, named)));
        quote!((#d, (#(#names,)*), (#(#accumulators,)*)))
    }

    /// The adjoint for callers that do not know which arguments are arrays that `wrt` leaves out, by the one for those that do:
    /// its backpropagator borrows these arrays.
    pub(super) fn borrowing_data(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let (value, back, d) = (self.free("value"), self.free("back"), self.free("d"));
        let arguments = self.params.iter().map(Parameter::for_adjoint);
        let (again, ty) = (self.sibling(subject, "again"), self.taken_without_data(backprop));
        let mut wanted = self.again();
        wanted.retain(|again| again.accumulator.is_some());
        let pattern = if wanted.is_empty() {
            quote!(#d)
        } else {
            let names = wanted.iter().filter(|again| again.supplied).map(|again| &again.name);
            let accumulators = wanted.iter().map(|again| &again.accumulator);
            quote!((#d, (#(#names,)*), (#(#accumulators,)*)))
        };
        let supplied = self.supply(&d.to_token_stream(), &|_, accumulator| accumulator.to_token_stream(), backprop);
        let call = self.known(quote!(#again(#(#arguments),*)), subject, backprop);
        quote! {
            let (#value, #back) = #call;
            (#value, move |#pattern: #ty| #back(#supplied))
        }
    }

    /// Statements that make an accumulator for each array, of zeros.
    pub(super) fn made(&self, backprop: &TokenStream) -> TokenStream {
        let made = self.arrays().zip(self.accumulators()).map(|(param, accumulator)| {
            let name = &param.name;
            let zeros = param.zeros_of(&quote!(#name), backprop);
            quote!(let mut #accumulator = #zeros;)
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
        let arguments = self.params.iter().map(|param| &param.name);
        let (core, accumulators) = (self.sibling(subject, "accumulate"), self.accumulators());
        let call = quote!(#core(#(#arguments,)* #(&mut #accumulators),*));
        self.with_made(&call, subject, backprop)
    }

    /// These bodies, where `call` gives the value and the gradient with respect to what is no array, and adds to the accumulators.
    pub(super) fn with_made(
        &self,
        call: &TokenStream,
        subject: &Subject,
        backprop: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let (value, gradient) = (self.free("value"), self.free("gradient"));
        let (made, shapes, whole) = (self.made(backprop), self.shapes(subject, backprop), self.whole(&gradient));
        let used = self.differentiated().any(|param| !param.is_array());
        let gradient = if used { quote!(#gradient) } else { quote!(_) };
        (
            quote!(#made #shapes let (_, #gradient) = #call; #whole),
            quote!(#made #shapes let (#value, #gradient) = #call; (#value, #whole)),
        )
    }

    /// The body of the function that adds to accumulators, by the adjoint that a trait declares, and with this sensitivity.
    pub(crate) fn accumulated_by_adjoint(
        &self,
        subject: &Subject,
        one: &TokenStream,
        backprop: &TokenStream,
    ) -> TokenStream {
        let (value, back) = (self.free("value"), self.free("back"));
        let adjoint = self.call_sibling(subject, "adjoint");
        let entries: Vec<Ident> = self.params.iter().map(|param| self.free(&format!("of_{}", param.name))).collect();
        let chosen = self.params.iter().zip(&entries).filter(|(param, _)| param.differentiated).map(|(_, entry)| entry);
        let supplied = self.supply(one, &|_, accumulator| accumulator.to_token_stream(), backprop);
        let call = self.at_place(self.called(&back, &supplied, backprop));
        quote! {
            let (#value, #back) = #adjoint;
            let (#(#entries,)*) = #call;
            (#value, (#(#chosen,)*))
        }
    }

    /// Whether there is an array in the result.
    pub(crate) fn gives_arrays(&self) -> bool {
        self.result_shape.leaves().iter().any(hypernet::Type::is_array)
    }

    /// Takes the lengths of the arrays in the value; and checks that those in its sensitivity have them.
    pub(super) fn lengths_of_result(
        &self,
        value: &Ident,
        sensitivity: &Ident,
        backprop: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let (mut lengths, mut checks) = (TokenStream::new(), TokenStream::new());
        let mut parts = Vec::new();
        growing(self.result_type(), &self.result_shape, &TokenStream::new(), &mut parts);
        for (index, (part, nested)) in parts.into_iter().enumerate() {
            if nested {
                let shape = self.free(&format!("shape_{index}"));
                lengths.extend(quote!(let #shape = #backprop::__private::shape(&#value #part);));
                checks
                    .extend(quote!(#backprop::__private::same_length("result", &#shape.zeros(), &#sensitivity #part);));
                continue;
            }
            let length = self.free(&format!("length_{index}"));
            lengths.extend(quote!(let #length = #value #part.len();));
            checks.extend(quote!(#backprop::__private::same_length_of_result(#length, #sensitivity #part.len());));
        }
        (lengths, checks)
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
            .zip(interface.accumulator_types(backprop))
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
        let buffer = |param: &&Parameter| {
            let ty = param.buffer(backprop);
            (interface.free(&param.derivative()), quote!(&mut #ty))
        };
        let buffers: Vec<(Ident, TokenStream)> = differentiated.iter().map(buffer).collect();
        let (value, gradient) = (interface.free("value"), interface.free("gradient"));
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let mut cleared = TokenStream::new();
        for ((index, (buffer, _)), param) in (0..).zip(&buffers).zip(&differentiated) {
            let (index, name) = (syn::Index::from(index), &param.name);
            let bare = !interface.has_arrays() && buffers.len() == 1;
            let part = if bare { gradient.to_token_stream() } else { quote!(#gradient.#index) };
            if param.is_array() {
                let text = name.to_string();
                let same = param.of_elements(quote!(same_length), quote!(same_length_of_structs), backprop);
                before.extend(quote!(#same(#text, #name, #buffer);));
                if !add {
                    let clear = param.of_elements(quote!(clear), quote!(clear_structs), backprop);
                    cleared.extend(quote!(#clear(#buffer);));
                }
                continue;
            }
            before.extend(self.check_owned(buffer, param));
            let shaped = interface.has_arrays() && !add && !param.is_owned_array();
            let part = if shaped { interface.shaped(param, part, false) } else { part };
            after.extend(super::to_buffer(buffer, &part, param, add, backprop));
        }
        let core = if interface.has_arrays() { "accumulate" } else { "value_and_grad" };
        let shapes =
            if interface.has_arrays() && !add { interface.shapes(self.subject, backprop) } else { TokenStream::new() };
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
        self.taking_buffers(add, &buffers, LENGTHS, stub, body)
    }
}

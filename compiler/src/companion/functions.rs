//! Functions of arrays as values: the bound of a function that is a parameter, and a differentiable function by its name.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::arrays::{element_of_cotangent, element_of_reference};
use super::interface::Interface;
use super::types::{accumulators, cotangent, looks};
use crate::program::Shape;

/// A function of arrays, by the types of its parameters and of its result.
pub(super) struct OfArrays<'a> {
    /// For each parameter, the type of the elements if it refers to an array; what it refers to, or else its type; and its accumulator,
    /// or else its cotangent.
    params: Vec<(Option<syn::Type>, &'a syn::Type, TokenStream)>,
    output: TokenStream,
    /// The cotangent of the result.
    sensitivity: TokenStream,
    /// The type parameter that stands for the types of the arrays that it captured, if it takes these too.
    captured: Option<&'a Ident>,
}

impl<'a> OfArrays<'a> {
    /// That of these types, each with its shape, if there is an array in one.
    pub(super) fn of(
        params: impl IntoIterator<Item = (&'a syn::Type, Shape)>,
        (output, result): (TokenStream, (TokenStream, Shape)),
        captured: Option<&'a Ident>,
        backprop: &TokenStream,
    ) -> Option<Self> {
        let has_array = |shape: &Shape| shape.leaves().iter().any(hypernet::Type::is_array);
        let (sensitivity, shape) = result;
        let mut found = captured.is_some() || has_array(&shape);
        let params = params.into_iter().map(|(ty, shape)| {
            found |= has_array(&shape);
            match (ty, &shape) {
                (syn::Type::Reference(reference), Shape::Leaf(hypernet::Type::Array(_))) => {
                    let element = element_of_reference(ty, &shape, backprop)?;
                    let accumulated = element_of_cotangent(&element, &shape, backprop);
                    Some((Some(element), &*reference.elem, quote!(&mut [#accumulated])))
                }
                (syn::Type::Reference(reference), _) => Some((None, &*reference.elem, cotangent(ty, &shape, backprop))),
                _ => Some((None, ty, cotangent(ty, &shape, backprop))),
            }
        });
        let params = params.collect::<Option<_>>()?;
        found.then_some(Self { params, output, sensitivity, captured })
    }

    /// The types of its arguments.
    pub(super) fn kinds(&self, backprop: &TokenStream) -> TokenStream {
        let kinds = self.params.iter().map(|(lent, ty, _)| {
            let kind = if lent.is_some() { quote!(ByReference) } else { quote!(ByValue) };
            quote!(#backprop::__private::#kind<#ty>)
        });
        let captured = self.captured.map(|arrays| quote!(#backprop::__private::CapturedArrays<#arrays>));
        let kinds = kinds.chain(captured);
        quote!((#(#kinds,)*))
    }

    /// What its backpropagator takes.
    pub(super) fn taken(&self, backprop: &TokenStream) -> TokenStream {
        let lent = || self.params.iter().filter_map(|(lent, ..)| lent.as_ref());
        let sensitivity = &self.sensitivity;
        if self.captured.is_none() && lent().next().is_none() {
            return sensitivity.clone();
        }
        let looks = self.captured.map(|arrays| looks(arrays, backprop).into_token_stream());
        let again = lent().map(|ty| quote!(&[#ty])).chain(looks);
        let added = self.params.iter().filter(|(lent, ..)| lent.is_some()).map(|(.., accumulator)| accumulator.clone());
        let added = added.chain(self.captured.map(|arrays| accumulators(arrays, backprop)));
        quote!((#sensitivity, (#(#again,)*), (#(#added,)*)))
    }

    /// The bound of such functions, of which this is the cotangent.
    pub(super) fn bound(
        &self,
        environment: &TokenStream,
        further: &TokenStream,
        backprop: &TokenStream,
    ) -> TokenStream {
        let (kinds, taken, output) = (self.kinds(backprop), self.taken(backprop), &self.output);
        let entries =
            self.params.iter().map(|(lent, _, entry)| if lent.is_some() { quote!(()) } else { entry.clone() });
        let entries = entries.chain(self.captured.map(|_| quote!(())));
        quote! {
            #backprop::__private::FunctionOfArrays<
                #kinds,
                Output = #output,
                Backpropagator: ::core::ops::Fn(#taken) -> (#environment, (#(#entries,)*)),
                #further
            >
        }
    }
}

/// The adjoint of functions of this type, as a bound of this type parameter, if there are arrays among their parameters or in their
/// result, or if they captured some.
pub(super) fn function_bound(
    name: &Ident,
    function: &syn::ParenthesizedGenericArguments,
    captured: Option<&Ident>,
    generics: &syn::Generics,
    backprop: &TokenStream,
) -> Option<TokenStream> {
    let shape = |ty: &syn::Type| super::guess::guess_result(ty, generics);
    let params = function.inputs.iter().map(|input| (&input.ty, shape(&input.ty)));
    let result = match &function.output {
        syn::ReturnType::Default => (quote!(()), (quote!(()), Shape::Tuple(Vec::new()))),
        syn::ReturnType::Type(_, ty) => {
            let shape = shape(ty);
            (ty.to_token_stream(), (cotangent(ty, &shape, backprop), shape))
        }
    };
    let name = crate::input::written::hygienic(name);
    let environment = quote!(#backprop::CotangentOf<#name>);
    Some(OfArrays::of(params, result, captured, backprop)?.bound(&environment, &TokenStream::new(), backprop))
}

impl Interface {
    /// The type of the function as a value, and the value, of this call of its adjoint: if it is one of arrays, and none has a lifetime
    /// of its own.
    pub(super) fn function_of_arrays(
        &self,
        own: &[&syn::Type],
        call: &TokenStream,
        backprop: &TokenStream,
    ) -> Option<(TokenStream, TokenStream)> {
        let params = own.iter().copied().zip(self.params.iter().map(|param| param.shape.clone()));
        let sensitivity = self.sensitivity(backprop);
        let result = (self.result.clone(), (sensitivity, self.result_shape.clone()));
        let of = OfArrays::of(params, result, None, backprop)?;
        let (kinds, taken, bound) =
            (of.kinds(backprop), of.taken(backprop), of.bound(&quote!(()), &quote!(Cotangent = ()), backprop));
        let types =
            of.params.iter().map(|(lent, ty, _)| if lent.is_some() { quote!(&#ty) } else { ty.to_token_stream() });
        let names = self.params.iter().map(|param| &param.name);
        let (value, back, d) = (self.free("value"), self.free("back"), self.free("d"));
        let made = quote! {
            #backprop::__private::ClosureOfArrays::<#kinds, _, ()>::new(move |(#(#names,)*): (#(#types,)*)| {
                let (#value, #back) = #call;
                (#value, move |#d: #taken| ((), #back(#d)))
            })
        };
        Some((quote!(impl #bound), made))
    }
}

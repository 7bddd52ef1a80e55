//! Functions that change what a parameter refers to: it is an input and an output.
//!
//! All public functions are written by the adjoint, whose backpropagator takes an accumulator behind `&mut` for each array: on entry
//! the sensitivity of what the array holds after the call, on return that of what it held before.

use hypernet::Type;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::buffers::LENGTHS;
use super::interface::Interface;
use super::parameter::Parameter;
use super::{Bodies, Writer};
use crate::input::subject::Subject;
use crate::input::written::located;
use crate::program::Shape;

impl Interface {
    /// Whether it changes what a parameter refers to.
    pub(crate) fn changes(&self) -> bool {
        self.params.iter().any(|param| param.changed)
    }

    /// The call of the adjoint.
    fn forward(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let adjoint = self.sibling(subject, self.all_supplied(subject));
        let arguments = self.params.iter().map(|param| {
            let name = &param.name;
            let clone = quote!(::core::clone::Clone::clone(&*#name));
            if param.in_out() { located(clone, name.span()) } else { param.for_adjoint() }
        });
        self.known(quote!(#adjoint(#(#arguments),*)), subject, backprop)
    }

    /// What takes the value of the adjoint, and the statements that give back what came in by value.
    fn given_back(&self, value: TokenStream) -> (TokenStream, TokenStream) {
        if self.by_value().is_none() {
            return (value, TokenStream::new());
        }
        let changed: Vec<&Ident> = self.in_outs().map(|param| &param.name).collect();
        let after: Vec<Ident> = changed.iter().map(|name| self.free(&format!("{name}_after"))).collect();
        (quote!((#value, #(#after),*)), quote!(#(*#changed = #after;)*))
    }

    /// The parameters that refer to what is changed and is no array.
    fn in_outs(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.in_out())
    }

    /// The sensitivity of what the adjoint gives, where these are those of the result and of what has been changed.
    fn with_changed(&self, d: TokenStream, of: &dyn Fn(&Parameter) -> TokenStream) -> TokenStream {
        if self.by_value().is_none() {
            return d;
        }
        let changed = self.in_outs().map(of);
        quote!((#d, #(#changed),*))
    }

    /// Statements that make an accumulator of zeros for each of these arrays, after the call.
    fn zeros(&self, wanted: &dyn Fn(&Parameter) -> bool, backprop: &TokenStream) -> TokenStream {
        let made = self.arrays().filter(|param| wanted(param)).map(|param| {
            let (name, accumulator) = (&param.name, self.free(&param.derivative()));
            let zeros = param.zeros_of(&quote!(&*#name), backprop);
            quote!(let mut #accumulator = #zeros;)
        });
        made.collect()
    }

    /// The entries of these parameters, in the order of the gradient, where `gradient` has those that are no accumulators.
    fn entries_of(&self, wanted: &dyn Fn(&Parameter) -> bool, gradient: &Ident, again: bool) -> Vec<TokenStream> {
        let mut entries: Vec<(usize, TokenStream)> = (0..)
            .zip(&self.params)
            .filter(|(_, param)| param.wanted && wanted(param))
            .map(|(index, param)| {
                if param.is_array() {
                    return (param.rank, self.free(&param.derivative()).into_token_stream());
                }
                let index = syn::Index::from(index);
                (param.rank, self.shaped(param, quote!(#gradient.#index), again))
            })
            .collect();
        entries.sort_by_key(|(rank, _)| *rank);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    /// A pattern for what a backpropagator gives beside accumulators.
    fn given(&self, wanted: &dyn Fn(&Parameter) -> bool, gradient: &Ident) -> TokenStream {
        let used = self.params.iter().any(|param| param.wanted && wanted(param) && !param.is_array());
        if used { gradient.to_token_stream() } else { quote!(_) }
    }

    /// The body of `value_and_grad`: what is changed has no sensitivity after the call.
    pub(crate) fn gradient_of_changes(
        &self,
        subject: &Subject,
        backprop: &TokenStream,
    ) -> Option<(TokenStream, TokenStream)> {
        let (value, back, gradient) = (self.free("value"), self.free("back"), self.free("gradient"));
        let one = self.one_of(&value, backprop)?;
        let unwanted = if self.has_gradient() { quote!(_) } else { value.to_token_stream() };
        let (forward, zeros) = (self.forward(subject, backprop), self.zeros(&|_| true, backprop));
        let one = self.with_changed(one, &|param| nothing(param, backprop));
        let taken = self.supply(&one, &|_, accumulator| quote!(&mut #accumulator), backprop);
        let called = self.called(&back, &taken, backprop);
        let pattern = self.given(&|_| true, &gradient);
        let whole = tuple(&self.entries_of(&|_| true, &gradient, false));
        let shapes = self.shapes(subject, backprop);
        let body = |given: TokenStream, pattern_of_value: TokenStream| {
            let (pattern_of_value, given_back) = self.given_back(pattern_of_value);
            quote! {
                #shapes
                let (#pattern_of_value, #back) = #forward;
                #given_back
                #zeros
                let #pattern = #called;
                #given
            }
        };
        Some((body(whole.clone(), unwanted), body(quote!((#value, #whole)), value.into_token_stream())))
    }

    /// The body of `vjp`, by the adjoint: the accumulators of what is changed are the caller's.
    pub(crate) fn vjp_of_changes(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let (value, back, d, gradient) = (self.free("value"), self.free("back"), self.free("d"), self.free("gradient"));
        let (mut lengths, mut checks) = self.lengths_of_result(&value, &d, backprop);
        let mut buffers = Vec::new();
        let mut written = TokenStream::new();
        for (index, param) in (0..).zip(&self.params).filter(|(_, param)| param.changed) {
            if param.in_out() {
                let (index, buffer) = (syn::Index::from(index), self.free(&param.derivative()));
                let ty = param.cotangent(backprop);
                let entry = self.shaped(param, quote!(#gradient.#index), true);
                written.extend(quote!(*#buffer = #entry;));
                buffers.push(quote!(#buffer: &mut #ty));
                continue;
            }
            let (name, buffer, ty) = (&param.name, self.free(&param.derivative()), param.buffer(backprop));
            let (shape, text) = (self.free(&format!("shape_of_{name}")), name.to_string());
            let of = param.of_elements(quote!(shape), quote!(shape_of_structs), backprop);
            let same = param.of_elements(quote!(same_length), quote!(same_length_of_structs), backprop);
            lengths.extend(quote!(let #shape = #of(&*#name);));
            checks.extend(quote!(#same(#text, &#shape.zeros(), #buffer);));
            buffers.push(quote!(#buffer: &mut #ty));
        }
        let (forward, zeros) = (self.forward(subject, backprop), self.zeros(&|param| !param.changed, backprop));
        let lent = |again: &crate::program::Again, accumulator: &Ident| {
            if again.supplied { quote!(&mut #accumulator) } else { accumulator.to_token_stream() }
        };
        let unit = self.gives_nothing();
        let of_result = if unit { quote!(()) } else { d.to_token_stream() };
        let of_result = self.with_changed(of_result, &|param| {
            let buffer = self.free(&param.derivative());
            quote!(::core::clone::Clone::clone(&*#buffer))
        });
        let taken = self.supply(&of_result, &lent, backprop);
        let called = self.called(&back, &taken, backprop);
        let sensitivity = self.sensitivity(backprop);
        let first = (!unit).then(|| quote!(#d: #sensitivity,));
        let pattern = match self.by_value() {
            Some(_) => gradient.to_token_stream(),
            None => self.given(&|param| !param.changed, &gradient),
        };
        let (pattern_of_value, given_back) = self.given_back(value.to_token_stream());
        let whole = tuple(&self.entries_of(&|param| !param.changed, &gradient, true));
        let shapes = self.shapes(subject, backprop);
        quote! {
            #shapes
            let (#pattern_of_value, #back) = #forward;
            #given_back
            #lengths
            (#value, move |#first #(#buffers),*| {
                #checks
                #zeros
                let #pattern = #called;
                #written
                #whole
            })
        }
    }

    /// The sensitivity 1 of this result, if it is one real scalar, or if only rustc knows whether it is one.
    fn one_of(&self, value: &Ident, backprop: &TokenStream) -> Option<TokenStream> {
        let unknown = || quote!(#backprop::__private::OneRealOfType::__one(&#value));
        one(&self.result_shape, backprop).or_else(|| self.may_have_gradient().then(unknown))
    }

    /// Whether the result is the unit.
    pub(crate) fn gives_nothing(&self) -> bool {
        matches!(&self.result_shape, Shape::Tuple(parts) if parts.is_empty())
    }

    /// What the backpropagator of `vjp` takes, as the parameters of a function, and what it gives.
    pub(super) fn signature_of_changes(&self, backprop: &TokenStream) -> (TokenStream, TokenStream) {
        let sensitivity = self.sensitivity(backprop);
        let first = (!self.gives_nothing()).then(|| quote!(#sensitivity,));
        let buffers = self.params.iter().filter(|param| param.changed).map(|param| param.buffer(backprop));
        let taken = quote!(#first #(&mut #buffers),*);
        let params = self.differentiated().filter(|param| !param.changed);
        let given: Vec<TokenStream> = params.map(|param| param.cotangent(backprop)).collect();
        (taken, tuple(&given))
    }
}

impl Writer<'_> {
    /// `value_and_grad_into`, or `accumulate_grad` if `add`, of a function that changes what a parameter refers to.
    pub(super) fn with_buffers_of_changes(&self, bodies: Option<&Bodies>, add: bool) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        let wanted: Vec<&Parameter> = interface.differentiated().collect();
        let buffer = |param: &Parameter| interface.free(&param.derivative());
        let with_type = |param: &&Parameter| {
            let ty = param.buffer(backprop);
            (buffer(param), quote!(&mut #ty))
        };
        let buffers: Vec<(Ident, TokenStream)> = wanted.iter().map(with_type).collect();
        let (value, back, gradient) = (interface.free("value"), interface.free("back"), interface.free("gradient"));
        let (mut before, mut cleared, mut after) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        // The accumulators that are not the caller's buffers.
        let own = |param: &Parameter| !param.wanted || param.changed && (add || param.may_grow());
        let made = |param: &Parameter| interface.free(&format!("{}_made", param.derivative()));
        for (index, param) in (0..).zip(&interface.params).filter(|(_, param)| param.wanted) {
            let (index, name, buffer) = (syn::Index::from(index), &param.name, buffer(param));
            let (text, made) = (name.to_string(), made(param));
            if param.is_array() {
                // What may grow has its length on return.
                if add || !param.may_grow() {
                    let same = param.of_elements(quote!(same_length), quote!(same_length_of_structs), backprop);
                    before.extend(quote!(#same(#text, &*#name, #buffer);));
                }
                if own(param) {
                    after.extend(if add {
                        let add_all = param.of_elements(quote!(add_all), quote!(add_structs), backprop);
                        quote!(#add_all(#buffer, &#made);)
                    } else {
                        quote!(*#buffer = #made;)
                    });
                } else if !add {
                    let clear = param.of_elements(quote!(clear), quote!(clear_structs), backprop);
                    cleared.extend(quote!(#clear(#buffer);));
                }
                continue;
            }
            let part = interface.shaped(param, quote!(#gradient.#index), false);
            before.extend(self.check_owned(&buffer, param));
            after.extend(super::to_buffer(&buffer, &part, param, add, self.backprop));
        }
        let zeros = interface.arrays().filter(|param| own(param)).map(|param| {
            let (name, made) = (&param.name, made(param));
            let zeros = param.zeros_of(&quote!(&*#name), backprop);
            quote!(let mut #made = #zeros;)
        });
        let one = interface.one_of(&value, backprop).unwrap_or_default();
        let lent = |again: &crate::program::Again, accumulator: &Ident| {
            let found = interface.arrays().find(|param| param.name == again.name && own(param));
            found.map(made).map_or_else(|| quote!(#accumulator), |made| quote!(&mut #made))
        };
        let one = interface.with_changed(one, &|param| nothing(param, backprop));
        let taken = interface.supply(&one, &lent, backprop);
        let called = interface.called(&back, &taken, backprop);
        let (pattern_of_value, given_back) = interface.given_back(value.to_token_stream());
        let (forward, pattern) =
            (interface.forward(self.subject, self.backprop), interface.given(&|_| true, &gradient));
        let shapes = interface.shapes(self.subject, backprop);
        let body = quote! {
            #before
            #shapes
            let (#pattern_of_value, #back) = #forward;
            #given_back
            #cleared
            #(#zeros)*
            let #pattern = #called;
            #after
            #value
        };
        self.taking_buffers(add, &buffers, LENGTHS, bodies.is_none(), body)
    }
}

/// The sensitivity zero of what a parameter refers to after the call.
fn nothing(param: &Parameter, backprop: &TokenStream) -> TokenStream {
    let name = &param.name;
    quote!(#backprop::Differentiable::zero_cotangent(&*#name))
}

/// One alone is bare.
fn tuple(entries: &[TokenStream]) -> TokenStream {
    if let [one] = entries { one.clone() } else { quote!((#(#entries),*)) }
}

/// The sensitivity 1 of a result of this shape, if it is one real scalar.
pub(crate) fn one(result: &Shape, backprop: &TokenStream) -> Option<TokenStream> {
    let Shape::Leaf(Type::Real(scalar)) = result else { return None };
    Some(match &**scalar {
        "f64" | "f32" => quote!(1.0),
        scalar => {
            let scalar: TokenStream = scalar.parse().unwrap_or_else(|_| quote!(_));
            quote!(<#scalar as #backprop::num_traits::One>::one())
        }
    })
}

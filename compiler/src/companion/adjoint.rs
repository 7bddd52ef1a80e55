//! The adjoint: the hidden protocol between generated functions.

use hypernet::Type;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::{Bodies, Parameter, Writer};
use crate::emit::seeds_type;
use crate::input::subject::{OVER_ARRAYS, Standing};
use crate::input::written::located_around_types;
use crate::program::Shape;

impl Writer<'_> {
    /// The hidden protocol between generated functions: as `vjp`, with one entry for each parameter.
    pub(super) fn adjoint(&self, bodies: Option<&Bodies>) -> TokenStream {
        if let Some((subject, interface)) = self.interface.by_value() {
            let (function, generics, inline) = (&subject.function, interface.generics.clone(), self.inline.clone());
            let Self { backprop, hidden, .. } = *self;
            return Writer { subject, function, interface, backprop, generics, hidden, inline }.adjoint(bodies);
        }
        let result = self.adjoint_result(bodies.is_none());
        let body = match bodies {
            None => self.body(None),
            Some(Bodies { adjoint: Some(adjoint), .. }) => self.naming(adjoint.clone(), false),
            Some(_) => self.interface.adding(self.adjoint_by_vjp(), self.backprop),
        };
        let body = if bodies.is_some() { self.in_shape(body) } else { body };
        let body = match (&self.subject.of_trait, self.subject.standing, bodies) {
            (Some(of_trait), Standing::TraitImpl, Some(_)) => {
                let mut visible = self.visible(of_trait);
                visible.extend(body);
                visible
            }
            _ => body,
        };
        let body = if self.interface.recursive && bodies.is_some() {
            let (value, back, backprop) = (self.interface.free("value"), self.interface.free("back"), self.backprop);
            let (adding, boxed) = (quote!(#backprop::__private::seeds::Adding), quote!(#backprop::__private::Box::new));
            let boxed =
                if self.interface.seeds.is_empty() { quote!(#boxed(#back)) } else { quote!(#adding(#boxed(#back.0))) };
            quote! {
                let (#value, #back) = { #body };
                (#value, #boxed)
            }
        } else {
            body
        };
        let hidden = quote!(#[doc(hidden)] #[inline]);
        let (interface, backprop) = (self.interface, self.backprop);
        if interface.over_arrays() {
            return self.named_over_arrays(&result, body);
        }
        // A trait declares the adjoint alone.
        let of_trait = matches!(self.subject.standing, Standing::Trait | Standing::TraitImpl);
        let is_called = matches!(self.subject.standing, Standing::Module | Standing::Inherent);
        if !interface.has_supplied() || of_trait {
            let adjoint = self.function((&hidden, " The adjoint."), "adjoint", &[], &result, body);
            let again = (is_called && interface.may_be_supplied()).then(|| self.again_by_adjoint(bodies.is_none()));
            return quote!(#adjoint #again);
        }
        // Callers that supply arrays of their host's again ask for this one.
        let again = self.function(
            (&hidden, " The adjoint, for callers that supply all arrays again."),
            "again",
            &[],
            &result,
            body,
        );
        let arrays: Vec<_> = interface.data().filter_map(Parameter::lifetime).cloned().collect();
        let (result, body) = if arrays.is_empty() {
            let arguments = interface.params.iter().map(Parameter::for_adjoint);
            let sibling = interface.sibling(self.subject, "again");
            (result, quote!(#sibling(#(#arguments),*)))
        } else {
            let entries = interface.entries(backprop);
            let taken = interface.taken_without_data(backprop);
            let result = self.with_backpropagator(&taken, &quote!((#(#entries,)*)), &arrays, bodies.is_none());
            (result, interface.borrowing_data(self.subject, backprop))
        };
        let body = if bodies.is_none() { self.body(None) } else { body };
        let adjoint = self.function((&hidden, " The adjoint."), "adjoint", &[], &result, body);
        quote!(#again #adjoint)
    }

    /// The adjoint for callers that supply all arrays again, where the adjoint is that.
    pub(super) fn again_by_adjoint(&self, stub: bool) -> TokenStream {
        let hidden = quote!(#[doc(hidden)] #[inline]);
        let doc = " The adjoint, for callers that supply all arrays again.";
        let adjoint = self.interface.call_sibling(self.subject, "adjoint");
        self.function((&hidden, doc), "again", &[], &self.adjoint_result(stub), adjoint)
    }

    /// What the adjoint gives.
    pub(super) fn adjoint_result(&self, stub: bool) -> TokenStream {
        let entries = self.interface.entries(self.backprop);
        if self.interface.gives_function {
            let (value, backprop) = (&self.interface.result, self.backprop);
            // A function that is given back may be said to live as long as a parameter.
            let lifetimes: Vec<_> = self.interface.generics.lifetimes().map(|param| &param.lifetime).collect();
            let captured = self.interface.captured.as_ref();
            let captured = captured.map(|captured| quote!(+ use<#(#lifetimes,)* #(#captured),*>));
            quote!(impl #backprop::__private::Evaluation<Value = #value, Gradient = (#(#entries,)*)> #captured)
        } else {
            let entries = quote!((#(#entries,)*));
            let seeds = self.seeds();
            if self.interface.recursive && !stub {
                let (value, backprop) = (&self.interface.result, self.backprop);
                let taken = self.interface.taken(backprop);
                let back = |taken| quote!(#backprop::__private::Box<dyn ::core::ops::Fn(#taken) -> #entries>);
                let back = match seeds {
                    None => back(taken),
                    Some(seeds) => {
                        let back = back(quote!(#taken, #seeds));
                        quote!(#backprop::__private::seeds::Adding<#back>)
                    }
                };
                return quote!((#value, #back));
            }
            let lent = self.interface.data().filter(|_| self.interface.lends_data);
            let lent = lent.filter_map(Parameter::lifetime).chain(self.interface.lent_slices());
            let lent: Vec<_> = lent.cloned().collect();
            if let Some(seeds) = seeds {
                let (value, sensitivity, backprop) =
                    (&self.interface.result, self.interface.taken(self.backprop), self.backprop);
                let captured = self.captured(&quote!(#sensitivity #entries), &lent);
                let back = if stub {
                    quote!(fn(#sensitivity, #seeds) -> #entries)
                } else {
                    quote!(impl ::core::ops::Fn(#sensitivity, #seeds) -> #entries #captured)
                };
                let back = quote!(#backprop::__private::seeds::Adding<#back>);
                let back = located_around_types(back, self.interface.place());
                return quote!((#value, #back));
            }
            self.with_backpropagator(&self.interface.taken(self.backprop), &entries, &lent, stub)
        }
    }

    /// The type of the seeds that the backpropagator takes, if it takes some.
    pub(super) fn seeds(&self) -> Option<TokenStream> {
        let seeds = self.interface.seed_types(self.backprop);
        (!seeds.is_empty()).then(|| seeds_type(&seeds, self.backprop))
    }

    /// The same, where the sensitivities of structs and arrays in the result are given their shapes, if something looks into them: of what
    /// the caller does not use, the vectors are empty.
    pub(super) fn in_shape(&self, body: TokenStream) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        if interface.gives_function || !may_grow(&interface.result_shape) {
            return body;
        }
        let mut growing = Vec::new();
        let result = syn::parse2(interface.result.clone()).ok();
        growing_in(&interface.result_shape, result.as_ref(), &TokenStream::new(), &mut growing);
        if growing.is_empty() {
            return body;
        }
        let [value, back, shapes, d] = ["value", "back", "shapes", "d"].map(|name| interface.free(name));
        let [again, accumulators] = ["again", "accumulators"].map(|name| interface.free(name));
        let both = quote!((#value, #back));
        let known = interface.known(both.clone(), self.subject, backprop);
        let known = (known.to_string() != both.to_string()).then(|| quote!(let #both = #known;));
        growing.retain(|(_, is_array)| *is_array || interface.reads_arrays);
        if growing.is_empty() {
            return if known.is_some() { interface.known(quote!({ #body }), self.subject, backprop) } else { body };
        }
        let taken = interface.taken(backprop);
        let (pattern, given) = if interface.params.iter().any(|param| param.is_array() || param.data) {
            (quote!((mut #d, #again, #accumulators)), quote!((#d, #again, #accumulators)))
        } else {
            (quote!(mut #d), quote!(#d))
        };
        let shape = |(path, is_array): &(TokenStream, bool)| {
            let shape = if *is_array { quote!(parts::shape_of_part) } else { quote!(shape_of) };
            quote!(#backprop::__private::#shape(&#value #path))
        };
        let noted = growing.iter().map(shape);
        let fitted = growing.iter().enumerate().map(|(index, (path, _))| {
            let index = Literal::usize_unsuffixed(index);
            quote!(#shapes.#index.fit(&mut #d #path);)
        });
        let fitting = match self.seeds() {
            None => quote!(move |#pattern: #taken| { #(#fitted)* #back(#given) }),
            Some(ty) => {
                let (adding, seeds) = (quote!(#backprop::__private::seeds::Adding), interface.free("seeds"));
                quote!(#adding(move |#pattern: #taken, #seeds: #ty| { #(#fitted)* (#back.0)(#given, #seeds) }))
            }
        };
        quote! {
            let #both = { #body };
            #known
            let #shapes = (#(#noted,)*);
            (#value, #fitting)
        }
    }

    /// The adjoint for callers that give it functions which captured arrays; if that is refused, its body is an error of rustc where it
    /// is asked for.
    pub(super) fn adjoint_over_arrays(&self, bodies: Result<&Bodies, &String>) -> TokenStream {
        let why = match bodies {
            Ok(bodies) => return self.adjoint(Some(bodies)),
            Err(why) => why,
        };
        let (backprop, why) = (self.backprop, self.no_arrays(why));
        self.named_over_arrays(&self.adjoint_result(true), quote!(#why #backprop::__private::never()))
    }

    /// That of a function of a trait: an `impl` that has none refuses such functions.
    pub(super) fn declared_over_arrays(&self) -> TokenStream {
        let (backprop, why) = (self.backprop, self.no_arrays("the `impl` has no derivative for them"));
        let body = quote!(#why (#backprop::__private::never(), |_| #backprop::__private::never()));
        self.named_over_arrays(&self.adjoint_result(false), body)
    }

    fn no_arrays(&self, why: &str) -> TokenStream {
        let name = &self.function.sig.ident;
        let why = format!("`{name}` is not differentiable for closures that use arrays from outside of them: {why}");
        quote!(const { ::core::panic!(#why) };)
    }

    fn named_over_arrays(&self, result: &TokenStream, body: TokenStream) -> TokenStream {
        let doc = " The adjoint, for callers that give it functions which captured arrays.";
        self.function((&quote!(#[doc(hidden)] #[inline]), doc), OVER_ARRAYS, &[], result, body)
    }

    fn adjoint_by_vjp(&self) -> TokenStream {
        let interface = self.interface;
        let vjp = interface.call_sibling(self.subject, "vjp");
        if interface.is_plain() && interface.params.len() > 1 {
            return vjp;
        }
        let (value, back, d) = (interface.free("value"), interface.free("back"), interface.free("d"));
        let name = |param: &Parameter| interface.free(&param.derivative());
        let names: Vec<Ident> = interface.differentiated().map(name).collect();
        let entry = |param: &Parameter| if param.differentiated { name(param).to_token_stream() } else { quote!(()) };
        let entries = interface.params.iter().map(entry);
        let sensitivity = interface.sensitivity(self.backprop);
        let pattern = if let [name] = names.as_slice() { quote!(#name) } else { quote!((#(#names),*)) };
        let backprop = self.backprop;
        let gradient = interface.gradient(backprop);
        let call = interface.call_back((&back, &d), &gradient, backprop);
        quote! {
            let (#value, #back) = #vjp;
            (#value, move |#d: #sensitivity| {
                let #pattern = #call;
                (#(#entries,)*)
            })
        }
    }
}

/// What may grow in a value of this shape and type, by what stands after the value to name it; whether that is an array.
fn growing_in(shape: &Shape, ty: Option<&syn::Type>, path: &TokenStream, found: &mut Vec<(TokenStream, bool)>) {
    match shape {
        Shape::Leaf(Type::Opaque(_)) => found.push((path.clone(), false)),
        Shape::Leaf(array @ Type::Array(_)) if !ty.is_some_and(|ty| is_of_numbers(array, ty)) => {
            found.push((path.clone(), true));
        }
        Shape::Leaf(_) => {}
        Shape::Tuple(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let ty = if let Some(syn::Type::Tuple(tuple)) = ty { tuple.elems.get(index) } else { None };
                let index = Literal::usize_unsuffixed(index);
                growing_in(part, ty, &quote!(#path.#index), found);
            }
        }
    }
}

/// Whether a value of this shape may hold a struct or an array.
pub(super) fn may_grow(shape: &Shape) -> bool {
    match shape {
        Shape::Leaf(ty) => matches!(ty, Type::Opaque(_) | Type::Array(_)),
        Shape::Tuple(parts) => parts.iter().any(may_grow),
    }
}

/// Whether this is an array of a fixed length, of numbers or of such arrays.
fn is_of_numbers(array: &Type, ty: &syn::Type) -> bool {
    match (array, ty) {
        (Type::Array(element), syn::Type::Array(array)) => {
            matches!(**element, Type::Real(_)) || is_of_numbers(element, &array.elem)
        }
        _ => false,
    }
}

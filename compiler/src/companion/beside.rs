//! The adjoints beside the adjoint, for callers that have something else of the arrays that they lend.
//!
//! One puts back what the function has changed in arrays, for callers that look at these again. The other takes no contents of arrays
//! again: it keeps what it needs, for callers that do not have them in the reverse pass.

use std::borrow::Cow;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Beside, BesideBody, Interface, Keeping, Writer};
use crate::input::subject::Subject;

/// What stands in an adjoint beside the adjoint.
#[derive(Clone, Copy)]
enum Code<'a> {
    Own(&'a BesideBody),
    ByAdjoint,
    /// The function is refused.
    Stub,
}

impl Writer<'_> {
    /// Those that there are; stubs without bodies.
    pub(super) fn beside(&self, bodies: Option<&Beside>) -> TokenStream {
        let (subject, interface) = self.interface.by_value().unwrap_or((self.subject, self.interface));
        let restoring = self.interface.may_restore(self.subject).then(|| {
            self.one_beside(
                (subject, Cow::Owned(interface.restoring())),
                ("restoring", " The adjoint, for callers that want back what was in the arrays that are changed."),
                bodies.map_or(Code::Stub, |bodies| bodies.restoring.as_ref().map_or(Code::ByAdjoint, Code::Own)),
                |writer| {
                    if writer.interface.restores() { writer.restoring_copies(interface) } else { writer.as_it_is() }
                },
            )
        });
        let keeping = self.interface.may_keep(self.subject).then(|| {
            let kept = bodies.map_or(Code::Stub, |bodies| match &bodies.keeping {
                Keeping::Keeps(body) => Code::Own(body),
                Keeping::ReadsNothing | Keeping::Copies => Code::ByAdjoint,
            });
            // Of one that is supplied with nothing again, it is the adjoint.
            let keeping =
                if interface.has_supplied() { Cow::Owned(interface.keeping()) } else { Cow::Borrowed(interface) };
            let copies = bodies.is_some_and(|bodies| matches!(bodies.keeping, Keeping::Copies));
            self.one_beside(
                (subject, keeping),
                ("keeping", " The adjoint, for callers that have no contents of arrays again."),
                kept,
                |writer| {
                    if copies && interface.has_supplied() {
                        writer.keeping_copies(interface)
                    } else {
                        writer.as_it_is()
                    }
                },
            )
        });
        quote!(#restoring #keeping)
    }

    /// One of them.
    fn one_beside(
        &self,
        (subject, mut interface): (&Subject, Cow<'_, Interface>),
        (name, doc): (&'static str, &str),
        code: Code<'_>,
        by_adjoint: impl FnOnce(&Writer<'_>) -> TokenStream,
    ) -> TokenStream {
        if let Code::Own(BesideBody { seeds, .. }) = code {
            interface.to_mut().seeds.clone_from(seeds);
        }
        let (function, generics, inline) = (&subject.function, interface.generics.clone(), self.inline.clone());
        let Self { backprop, hidden, .. } = *self;
        let writer = Writer { subject, function, interface: &interface, backprop, generics, hidden, inline };
        let result = writer.adjoint_result(matches!(code, Code::Stub));
        let body = match code {
            Code::Stub => writer.body(None),
            Code::Own(BesideBody { body, .. }) => writer.in_shape(writer.naming(body.clone(), false)),
            Code::ByAdjoint => by_adjoint(&writer),
        };
        writer.function((&quote!(#[doc(hidden)] #[inline]), doc), name, &[], &result, body)
    }

    /// A body that calls the adjoint which takes all arrays again.
    fn as_it_is(&self) -> TokenStream {
        self.interface.call_sibling(self.subject, self.interface.all_supplied(self.subject))
    }

    /// The body of the one that puts back, where the arrays are copied: it calls the adjoint, which has this interface.
    fn restoring_copies(&self, adjoint: &Interface) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        let [value, back, d, looks, seeds, entries] =
            ["value", "back", "d", "looks", "seeds", "entries"].map(|name| interface.free(name));
        let call = adjoint.call_sibling(self.subject, adjoint.all_supplied(self.subject));
        let call = adjoint.known(call, self.subject, backprop);
        let (mut kept, mut put_back) = (TokenStream::new(), TokenStream::new());
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        for (number, array) in interface.again().into_iter().enumerate() {
            let accumulator = array.accumulator.unwrap_or_else(|| interface.free(&format!("unwanted_{number}")));
            taken.push(accumulator.clone());
            if let Some(storage) = array.storage {
                let (before, name) = (interface.free(&format!("{}_before", array.name)), &array.name);
                kept.extend(quote!(let #before = #backprop::__private::kept(&*#name);));
                put_back.extend(quote!(#backprop::__private::Restore::__restore(#storage, &#before);));
                taken.push(storage);
            }
            given.push(accumulator);
        }
        let ty = interface.taken(backprop);
        let (pattern, given) = (quote!((#d, #looks, (#(#taken,)*)): #ty), quote!((#d, #looks, (#(#given,)*))));
        let restoring = match self.seeds() {
            None => quote!(move |#pattern| { let #entries = #back(#given); #put_back #entries }),
            Some(of) => {
                let adding = quote!(#backprop::__private::seeds::Adding);
                let called = quote!((#back.0)(#given, #seeds));
                quote!(#adding(move |#pattern, #seeds: #of| { let #entries = #called; #put_back #entries }))
            }
        };
        quote! {
            #kept
            let (#value, #back) = #call;
            (#value, #restoring)
        }
    }

    /// The body of the one that keeps, where the arrays are copied: it calls the adjoint.
    fn keeping_copies(&self, adjoint: &Interface) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        let [value, back, d, seeds] = ["value", "back", "d", "seeds"].map(|name| interface.free(name));
        let call = interface.known(self.as_it_is(), self.subject, backprop);
        let (mut kept, mut looks, mut accumulators) = (TokenStream::new(), Vec::new(), Vec::new());
        for (number, array) in adjoint.again().into_iter().enumerate() {
            if array.supplied {
                let (copy, name) = (interface.free(&format!("kept_{number}")), &array.name);
                kept.extend(quote!(let #copy = #backprop::__private::kept(&*#name);));
                looks.push(quote!(&#copy[..]));
            }
            accumulators.push(array.accumulator.unwrap_or_else(|| interface.free(&format!("unwanted_{number}"))));
        }
        let ty = interface.taken(backprop);
        let (pattern, given) =
            (quote!((#d, _, (#(#accumulators,)*)): #ty), quote!((#d, (#(#looks,)*), (#(#accumulators,)*))));
        let keeping = match self.seeds() {
            None => quote!(move |#pattern| #back(#given)),
            Some(of) => {
                let adding = quote!(#backprop::__private::seeds::Adding);
                quote!(#adding(move |#pattern, #seeds: #of| (#back.0)(#given, #seeds)))
            }
        };
        quote! {
            #kept
            let (#value, #back) = #call;
            (#value, #keeping)
        }
    }
}

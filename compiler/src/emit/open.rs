//! Calls of which only rustc knows whether an argument is an array, or whether the function may change it.
//!
//! The emitted code asks rustc by traits of the runtime. What the backpropagator of such a call takes follows from the answers.

use hypernet::Type;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::Host;
use super::callee::Adjoint;
use super::convention::{Convention, Given, enclosed};
use super::syntax::Expr;
use crate::lower::suffixed;

/// The variable for what a call may change or look at.
fn asked(at: usize) -> Ident {
    Ident::new(&format!("asked_{at}"), Span::mixed_site())
}

impl Convention {
    /// Whether only rustc knows what its backpropagator takes.
    pub(super) fn is_opened(&self) -> bool {
        !self.open.is_empty() || !self.asked.is_empty()
    }

    /// Whether its call asks rustc what its backpropagator takes. Without its backpropagator, a call takes arrays as the type says.
    pub(super) fn opens(&self, is_used: bool) -> bool {
        self.is_opened() && (is_used || self.asks_values())
    }

    /// The values, no arrays, that it may change or look at.
    fn asked_values(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.asked.iter().copied().filter(|at| !self.changed.contains(at))
    }

    /// Whether there are such values.
    pub(super) fn asks_values(&self) -> bool {
        self.asked_values().next().is_some()
    }

    /// What a backpropagator is given for the arguments. Only rustc knows which of them it takes again.
    pub(super) fn lent_arguments(host: &Host<'_>, given: Vec<Given>) -> Expr {
        let module = host.private(&quote!(open));
        let function = |name: TokenStream, arguments: Vec<Expr>| {
            Expr::Call(Box::new(Expr::Tokens(quote!(#module::#name), true)), arguments)
        };
        let arguments = given.into_iter().map(|given| match given {
            Given::Nothing => Expr::Tuple(Vec::new()),
            Given::Lent(look, accumulator) => function(quote!(lent), vec![look, accumulator]),
            Given::Independent(look, accumulator) => function(quote!(independent), vec![look, accumulator]),
            Given::Data(look, accumulator) => function(quote!(data), vec![look, accumulator]),
            Given::Captured(looks, accumulators) => function(quote!(Lent), vec![looks, accumulators]),
            Given::Changed(accumulator, storage) => {
                let name = if storage.is_some() { quote!(restored) } else { quote!(changed) };
                function(name, std::iter::once(accumulator).chain(storage).collect())
            }
        });
        Expr::Tuple(arguments.collect())
    }

    /// The call of a backpropagator of the host, where only rustc knows which of the arguments are arrays.
    pub(super) fn call_open(
        &self,
        host: &Host<'_>,
        left: &Ident,
        d: Expr,
        (given, seeds): (Vec<Given>, Option<Expr>),
    ) -> Expr {
        let module = host.private(&quote!(open));
        let arguments = Self::lent_arguments(host, given).primary_tokens();
        let [made, entries] = ["made", "entries"].map(|name| Ident::new(name, Span::mixed_site()));
        let d = d.typed().primary_tokens();
        let values: Vec<usize> = self.asked_values().collect();
        let call = |call: TokenStream| enclosed(&Expr::Tokens(call, true), left.span()).primary_tokens();
        let begun = Ident::new("seeds", Span::mixed_site());
        if let Some(given) = seeds {
            let given = given.primary_tokens();
            let call = call(quote!(#left.add(#d, #arguments, #begun, &mut #made)));
            return Expr::Tokens(
                quote!({
                    let (mut #made, #begun) = #left.begin(#given);
                    let #entries = #call;
                    #module::entries(#made, #entries)
                }),
                false,
            );
        }
        if values.is_empty() {
            let call = call(quote!(#left.call(#d, #arguments, &mut #made)));
            return Expr::Tokens(
                quote!({
                    let mut #made = #left.make();
                    let #entries = #call;
                    #module::entries(#made, #entries)
                }),
                false,
            );
        }
        // What the function only looks at is the same after the call: its backpropagator adds to its sensitivity.
        let name = |name: &str, at: usize| Ident::new(&format!("{name}_{at}"), Span::mixed_site());
        let numbered = |of: &str| (1..=values.len()).map(|at| name(of, at)).collect::<Vec<Ident>>();
        let (result, rest) = (name("d", 0), name("rest", 0));
        let (changed, through, begins) = (numbered("d"), numbered("through"), numbered("begins"));
        let modes: Vec<syn::Index> = values.iter().map(|&at| syn::Index::from(at)).collect();
        let lists = (0..values.len()).rev().map(|at| {
            let (mode, d, through, begins) = (&modes[at], &changed[at], &through[at], &begins[at]);
            quote!(let (#rest, #through, #begins) = #module::Mode::__sensitivities(&#left.kept().#mode, #d, #rest);)
        });
        let after = quote!(#module::Whole::__whole(#rest, #result));
        let call = call(quote!(#left.add(#after, #arguments, #begun, &mut #made)));
        let without = host.private(&quote!(seeds::Without));
        let (mut seeds_given, mut given) = (TokenStream::new(), TokenStream::new());
        for at in 0..self.entries().len() {
            let index = syn::Index::from(at);
            if let Some(value) = values.iter().position(|&value| value == at) {
                let (mode, through, begins) = (&modes[value], &through[value], &begins[value]);
                given.extend(quote!(#module::Mode::__with(&#left.kept().#mode, #entries.#index, #through),));
                seeds_given.extend(quote!(#begins,));
            } else {
                given.extend(quote!(#entries.#index,));
                seeds_given.extend(quote!(#without,));
            }
        }
        Expr::Tokens(
            quote!({
                let (#result, #(#changed,)*) = #d;
                let #rest = #module::End;
                #(#lists)*
                let (mut #made, #begun) = #left.begin((#seeds_given));
                let #entries = #call;
                let #entries = #module::entries(#made, #entries);
                (#given)
            }),
            false,
        )
    }

    /// Declares variables for the arguments that the call may change or look at, and lends the arguments out of these.
    pub(super) fn lent_asking(&self, host: &Host<'_>, arguments: &mut [Expr]) -> Vec<TokenStream> {
        let module = host.private(&quote!(open));
        let declared = self.asked.iter().map(|&at| {
            let (name, argument) = (asked(at), arguments[at].primary_tokens());
            let (declared, lent) = if self.changed.contains(&at) {
                let asks = match self.adjoint {
                    Adjoint::Restoring | Adjoint::Keeping => quote!(asked_again),
                    Adjoint::Plain | Adjoint::Again | Adjoint::OverArrays => quote!(asked),
                };
                (quote!(let #name = #module::#asks();), quote!(#name.lend(#argument)))
            } else if let (Some(method), 0) = (&self.method, at) {
                let (it, receiver) = (Ident::new("it", Span::mixed_site()), suffixed(method, "receiver"));
                (quote!(let mut #name = #module::receiver(#argument, |#it| #it.#receiver());), quote!(#name.receiver()))
            } else {
                (quote!(let mut #name = #module::slot(#argument);), quote!(#name.lend()))
            };
            arguments[at] = Expr::Tokens(lent, true);
            declared
        });
        declared.collect()
    }

    /// What a call gives, and what its backpropagator needs of the arguments of which only rustc knows whether they are arrays, or
    /// whether they are changed. The call may move an argument: then its type is asked for before.
    pub(super) fn opened(
        &self,
        host: &Host<'_>,
        call: &Expr,
        arguments: &[Expr],
        (declared, moves): (&[TokenStream], bool),
    ) -> Expr {
        let module = host.private(&quote!(open));
        let (kind, kinds) = match self.adjoint {
            Adjoint::Keeping => (quote!(__unread), quote!(UnreadKind)),
            Adjoint::Plain | Adjoint::Again | Adjoint::Restoring | Adjoint::OverArrays => {
                (quote!(__kind), quote!(Kind))
            }
        };
        let methods =
            quote!(use #module::{#kinds as _, OfArrays as _, OfEvaluations as _, OfKnown as _, OfOthers as _};);
        let kind = |at: usize| {
            if self.asked.contains(&at) {
                let (name, what) = (asked(at), if self.changed.contains(&at) { quote!(kept) } else { quote!(mode) });
                return quote!(#name.#what());
            }
            if !self.open.contains(&at) {
                let is_captured = at >= self.params.len() - self.captured_arrays();
                let is_lent =
                    is_captured || self.params.get(at).is_some_and(Type::is_look) && !self.changed.contains(&at);
                return if is_lent { quote!(#module::Known) } else { quote!(#module::Own) };
            }
            let argument = arguments[at].primary_tokens();
            let kept = quote!(#module::kept(&#argument).#kind());
            if self.constant.contains(&at) { quote!(#module::constant(#kept)) } else { kept }
        };
        let mut kinds: Vec<TokenStream> = (0..arguments.len()).map(kind).collect();
        let call = call.primary_tokens();
        let mut statements = quote!(#methods #(#declared)*);
        let name = Ident::new("kept", Span::mixed_site());
        // The call alone may say of what types its arguments are.
        let types = quote!(if false { let _ = #call; loop {} });
        let kinds = if !moves {
            quote!((#(#kinds,)*))
        } else if self.asked.is_empty() {
            statements.extend(quote!(#types let #name = (#(#kinds,)*);));
            quote!(#name)
        } else {
            statements.extend(types);
            for &at in &self.open {
                let name = Ident::new(&format!("kept_{at}"), Span::mixed_site());
                let kind = std::mem::replace(&mut kinds[at], quote!(#name));
                statements.extend(quote!(let #name = #kind;));
            }
            quote!((#(#kinds,)*))
        };
        let opened = quote!((&&&&#module::opened(#call, #kinds)).__open());
        let values: Vec<Ident> = self.asked_values().map(asked).collect();
        if values.is_empty() {
            return Expr::Tokens(quote!({ #statements #opened }), false);
        }
        let [given, back, rest] = ["given", "back", "rest"].map(|name| Ident::new(name, Span::mixed_site()));
        let places = values.iter().rev().fold(quote!(#module::End), |rest, value| quote!(#value.place(#rest)));
        Expr::Tokens(
            quote!({
                #statements
                let (#given, #back) = #opened;
                let (#given, #rest) = #module::parted(#given, #places);
                #(let (#values, #rest) = #values.after(#rest);)*
                ((#given, #(#values,)*), #back)
            }),
            false,
        )
    }
}

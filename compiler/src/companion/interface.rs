//! The interface of a function: what it takes and gives, and what its gradient and its backpropagator take and give.

use std::collections::BTreeSet;

use hypernet::Type;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, GenericParam, Generics, Pat, ReturnType};

use super::claimed::claim_of_trait;
use super::generics::{add_bound, adjoint_generics, bound_opaque, captured, clone_parameters, result_tokens};
use super::guess::guess_result;
use super::parameter::Parameter;
use super::types::{cotangent, has_tangent, is_opaque, looks, parameter_type, sensitivity_of_shape};
use crate::input::functions;
use crate::input::subject::{OVER_ARRAYS, Standing, Subject};
use crate::input::written::hygienic;
use crate::program::{Param, Shape};
use crate::source::types::{inner, type_names};

/// What a function takes and gives.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "four questions that have nothing to do with one another")]
pub(crate) struct Interface {
    pub(crate) params: Vec<Parameter>,
    /// The type of the result.
    pub(crate) result: TokenStream,
    pub(super) result_type: syn::Type,
    pub(crate) result_shape: Shape,
    /// The generics of the function, where the bounds of functions are those of their adjoints.
    pub(crate) generics: Generics,
    /// A bound of the adjoint of a function of a trait: that types have cotangents. The others say so where they name a type, and are for
    /// people to read.
    pub(super) claim_of_trait: Option<TokenStream>,
    /// The generics with those of the block around it.
    pub(super) all: Generics,
    /// What a backpropagator may capture: the type and constant parameters that are in scope, if all are known.
    pub(crate) captured: Option<Vec<Ident>>,
    /// Whether a parameter or the result is a function: then there is an adjoint alone.
    pub(crate) higher_order: bool,
    /// Whether the result is a function, or has one in it.
    pub(crate) gives_function: bool,
    /// Whether the type of the result may have been left open.
    in_place: bool,
    /// Whether the function calls itself: then the backpropagator of its adjoint is in a box.
    pub(crate) recursive: bool,
    /// Whether what is left to the user by `vjp` looks again at arrays that `wrt` leaves out.
    pub(crate) looks_at_data: bool,
    /// Whether a function that is given to another one may look at them: then what that gives borrows them.
    pub(crate) lends_data: bool,
    /// Whether a function that is given to another one may look at slices of what has no tangent: then what that gives borrows them.
    pub(crate) lends_slices: bool,
    /// The parameters for which the backpropagator of its adjoint takes seeds: those of which the signature says it, or those that the
    /// net shows.
    pub(crate) seeds: Vec<usize>,
    /// Whether the backpropagator may read arrays out of cotangents: then those of the result have to be as long as those in it.
    pub(crate) reads_arrays: bool,
    /// What is said where the function is refused: in a [constant](super::written::refused), on which its own derivatives and those of
    /// its callers depend.
    pub(crate) refused: Option<TokenStream>,
    /// The name of the function.
    pub(super) name: Span,
    /// The same function, where what stands behind `&mut` and is no array is taken by value and given back beside the result; what
    /// that takes and gives. Its adjoint is that of this one.
    by_value: Option<Box<(Subject, Self)>>,
}

/// The type of a result. A reference is refused: its stub borrows nothing.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a reference, or holds one beside something else")]
fn owning(ty: &syn::Type) -> syn::Type {
    let mut ty = ty.clone();
    match &mut ty {
        syn::Type::Reference(reference) if reference.lifetime.is_none() => {
            reference.lifetime = Some(syn::Lifetime::new("'static", Span::mixed_site()));
        }
        syn::Type::Tuple(parts) => parts.elems.iter_mut().for_each(|part| *part = owning(part)),
        _ => {}
    }
    ty
}

impl Interface {
    /// The interface of these parameters and a result of this shape.
    pub(crate) fn of(subject: &Subject, params: &[Param], result: &Shape, backprop: &TokenStream) -> Self {
        let params = params
            .iter()
            .map(|param| Parameter {
                name: hygienic(&param.name),
                ty: match &param.captured {
                    Some(arrays) => looks(&Ident::new(arrays, Span::mixed_site()), backprop),
                    None => parameter_type(&param.ty, param.function.as_deref()),
                },
                in_closure: param.in_closure,
                captured: param.captured.as_ref().map(|arrays| Ident::new(arrays, Span::mixed_site())),
                shape: param.shape.clone(),
                differentiated: param.differentiated,
                rank: param.rank,
                data: param.data,
                changed: param.changed,
                keeps_length: param.keeps_length,
                wanted: param.wanted,
                restored: false,
                unread: false,
            })
            .collect();
        Self::new(subject, params, result.clone(), backprop)
    }

    /// Whether there is an adjoint whose backpropagator puts back what the function has changed in arrays: of one that gives no functions. Who
    /// calls it may not know whether it changes what is behind a reference, whether that is an array, or whether an argument is a function.
    pub(crate) fn may_restore(&self, subject: &Subject) -> bool {
        !self.gives_function && self.may_have_beside(subject, Parameter::may_be_array)
    }

    /// Whether there is one that takes no contents of arrays again. Who calls it may not know whether it gives a function, and may give a
    /// reference where none is taken: rustc says what is wrong with that.
    pub(crate) fn may_keep(&self, subject: &Subject) -> bool {
        self.may_have_beside(subject, |_| true)
    }

    /// Whether a function with such a parameter may have adjoints beside its adjoint.
    fn may_have_beside(&self, subject: &Subject, is_lent: impl Fn(&Parameter) -> bool) -> bool {
        matches!(subject.standing, Standing::Module | Standing::Inherent | Standing::Trait)
            && !subject.adjoint_alone
            && self.arrays().all(|param| param.captured.is_none())
            && self.params.iter().any(is_lent)
    }

    /// Whether this is of that adjoint, of a function that changes arrays.
    pub(crate) fn restores(&self) -> bool {
        self.params.iter().any(|param| param.restored)
    }

    /// The same for that adjoint.
    pub(crate) fn restoring(&self) -> Self {
        let mut restoring = self.clone();
        restoring.recursive = false;
        for param in &mut restoring.params {
            param.restored = param.is_array() && param.changed;
        }
        restoring.by_value =
            self.by_value().map(|(subject, interface)| Box::new((subject.clone(), interface.restoring())));
        restoring
    }

    /// The same for the adjoint that takes no contents of arrays again.
    pub(crate) fn keeping(&self) -> Self {
        let mut keeping = self.clone();
        keeping.recursive = false;
        for param in &mut keeping.params {
            param.unread = true;
        }
        keeping.by_value = self.by_value().map(|(subject, interface)| Box::new((subject.clone(), interface.keeping())));
        keeping
    }

    /// The same function with values for what stands behind `&mut`, if there are some, and its interface.
    pub(crate) fn by_value(&self) -> Option<(&Subject, &Self)> {
        self.by_value.as_deref().map(|(subject, interface)| (subject, interface))
    }

    /// The same for a function that looks at arrays that `wrt` leaves out, and may give others functions that do.
    pub(crate) fn looking_at_data(mut self, lends: bool) -> Self {
        (self.looks_at_data, self.lends_data) = (true, lends);
        let by_value = self.by_value.take();
        self.by_value = by_value.map(|both| Box::new((both.0, both.1.looking_at_data(lends))));
        self
    }

    /// The same for a function that may give others functions which look at slices of what has no tangent.
    pub(crate) fn lending_slices(mut self) -> Self {
        self.lends_slices = true;
        for (number, param) in self.params.iter_mut().enumerate().filter(|(_, param)| param.is_plain_slice()) {
            if let Some(name) = param.name_slice(number) {
                self.generics.params.insert(0, syn::parse_quote!(#name));
            }
        }
        let by_value = self.by_value.take();
        self.by_value = by_value.map(|both| Box::new((both.0, both.1.lending_slices())));
        self
    }

    /// The same for a function whose closures capture what references refer to.
    pub(crate) fn copying(mut self, subject: &Subject) -> Self {
        let original = &subject.function.sig.generics;
        for param in original.type_params() {
            if functions::of_parameter(original, &param.ident).is_none() {
                add_bound(&mut self.generics, &param.ident, &syn::parse_quote!(::core::marker::Copy));
            }
        }
        if subject.standing == Standing::Trait {
            let clause = self.generics.make_where_clause();
            clause.predicates.push(syn::parse_quote!(Self: ::core::marker::Copy));
        }
        let by_value = self.by_value.take();
        self.by_value = by_value.map(|both| Box::new((both.0.clone(), both.1.copying(&both.0))));
        self
    }

    /// The same for a function that calls itself: what it leaves goes into a box, and borrows nothing.
    pub(crate) fn calling_itself(mut self) -> Self {
        self.recursive = true;
        let names: Vec<Ident> = self.generics.type_params().map(|param| param.ident.clone()).collect();
        for name in names {
            add_bound(&mut self.generics, &name, &syn::parse_quote!('static));
        }
        let by_value = self.by_value.take();
        self.by_value = by_value.map(|both| Box::new((both.0, both.1.calling_itself())));
        self
    }

    /// The same for a function whose backpropagator reads no arrays out of cotangents.
    pub(crate) fn reading_no_arrays(mut self) -> Self {
        self.reads_arrays = false;
        let by_value = self.by_value.take();
        self.by_value = by_value.map(|both| Box::new((both.0, both.1.reading_no_arrays())));
        self
    }

    /// What can be guessed of it from the syntax of the function.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern gets a name of its own")]
    pub(crate) fn guess(subject: &Subject, wrt: Option<&[Ident]>, backprop: &TokenStream) -> Self {
        let function = &subject.function;
        let generics = &function.sig.generics;
        let names = functions::type_parameters(&function.sig);
        let params = function
            .sig
            .inputs
            .iter()
            .zip(names)
            .enumerate()
            .filter_map(|(index, (input, parameter))| match input {
                FnArg::Typed(input) => {
                    let name = match &*input.pat {
                        // Of a name that two have, rustc says so of the function.
                        Pat::Ident(pattern) if !earlier(&function.sig, index).any(|other| *other == pattern.ident) => {
                            hygienic(&pattern.ident)
                        }
                        _ => format_ident!("p{index}", span = Span::mixed_site()),
                    };
                    let named = |wanted: &Ident| matches!(&*input.pat, Pat::Ident(pattern) if pattern.ident == *wanted);
                    let rank = wrt.map_or(Some(index), |names| names.iter().position(named));
                    let whole = guess_result(&input.ty, generics);
                    let is_lent = matches!(*input.ty, syn::Type::Reference(_));
                    let data = rank.is_none() && is_lent && matches!(whole, Shape::Leaf(Type::Array(_)));
                    let changed = matches!(&*input.ty, syn::Type::Reference(reference) if reference.mutability.is_some())
                        && has_tangent(&whole);
                    let shape = if rank.is_some() || changed { whole } else { Shape::Leaf(Type::unnamed_discrete()) };
                    let differentiated = has_tangent(&shape);
                    let ty = parameter_type(&input.ty, parameter.map(|name| name.to_string()).as_deref());
                    let (wanted, rank) = (differentiated && rank.is_some(), rank.unwrap_or(index));
                    Some(Parameter { name, ty, shape, differentiated, rank, data, changed, keeps_length: false, wanted, in_closure: false, restored: false, unread: false, captured: None })
                }
                FnArg::Receiver(_) => None,
            })
            .collect();
        let shape = match &function.sig.output {
            ReturnType::Default => Shape::Tuple(Vec::new()),
            ReturnType::Type(_, ty) => guess_result(ty, generics),
        };
        Self::new(subject, params, shape, backprop)
    }

    fn new(subject: &Subject, mut params: Vec<Parameter>, result_shape: Shape, backprop: &TokenStream) -> Self {
        let function = &subject.function;
        let result_type = match &function.sig.output {
            ReturnType::Default => syn::Type::Tuple(syn::TypeTuple {
                attrs: Vec::new(),
                paren_token: syn::token::Paren::default(),
                elems: syn::punctuated::Punctuated::new(),
            }),
            ReturnType::Type(_, ty) => owning(ty),
        };
        let (signature, original) = (&function.sig, &function.sig.generics);
        let gives_function = functions::has_function(original, &result_type);
        let higher_order = functions::is_higher_order(signature);
        let over_arrays = params.iter().any(|param| param.captured.is_some());
        let mut all = if higher_order { adjoint_generics(signature, over_arrays, backprop) } else { original.clone() };
        for param in &mut all.params {
            match param {
                GenericParam::Type(param) => param.ident = hygienic(&param.ident),
                GenericParam::Const(param) => param.ident = hygienic(&param.ident),
                GenericParam::Lifetime(_) => {}
            }
        }
        let result = result_tokens(&result_type, original, backprop);
        let types = params.iter().map(|param| (&param.ty, &param.shape)).chain([(&result_type, &result_shape)]);
        let opaque: Vec<&syn::Type> = types.filter(|(_, shape)| is_opaque(shape)).map(|(ty, _)| ty).collect();
        let mut generics = subject.own_generics(&all);
        bound_opaque(&mut generics, original, &opaque, backprop);
        if subject.standing == Standing::Trait {
            let bound = syn::parse_quote!(Self: #backprop::Differentiable + ::core::marker::Sized);
            generics.make_where_clause().predicates.push(bound);
        }
        let claim_of_trait = claim_of_trait(subject, &params, (&result_type, &result_shape), backprop);
        let captured = captured(&all, subject);
        let by_value = with_values(subject, &params);
        // What a closure takes has no lifetime with a name.
        let is_function = subject.standing != Standing::InPlace;
        let lifetimes: BTreeSet<_> =
            params.iter_mut().filter(|_| is_function).filter_map(Parameter::name_lifetime).collect();
        for lifetime in lifetimes.iter().rev() {
            generics.params.insert(0, syn::parse_quote!(#lifetime));
        }
        let in_place = subject.standing == Standing::InPlace;
        let by_value = by_value.map(|(by_value, of_values)| {
            let given = params.iter().filter(|param| param.in_out()).map(|param| param.shape.clone());
            let shape = Shape::Tuple(std::iter::once(result_shape.clone()).chain(given).collect());
            let mut interface = Self::new(&by_value, of_values, shape, backprop);
            for param in params.iter().filter(|param| param.in_out()) {
                clone_parameters(&mut interface.generics, original, &param.ty);
            }
            Box::new((by_value, interface))
        });
        for param in params.iter().filter(|param| param.in_out()) {
            clone_parameters(&mut generics, original, &param.ty);
        }
        if by_value.is_some() && subject.standing == Standing::Trait {
            generics.make_where_clause().predicates.push(syn::parse_quote!(Self: ::core::clone::Clone));
        }
        let mut interface = Self {
            params,
            result,
            result_type,
            result_shape,
            generics,
            claim_of_trait,
            all,
            captured,
            higher_order,
            gives_function,
            in_place,
            recursive: false,
            looks_at_data: false,
            lends_data: false,
            lends_slices: false,
            seeds: Vec::new(),
            reads_arrays: true,
            refused: None,
            name: signature.ident.span(),
            by_value,
        };
        interface.seeds = interface.promised_seeds(subject);
        interface
    }

    /// Whether it is that of a function of a trait.
    pub(super) fn is_of_trait(&self) -> bool {
        self.claim_of_trait.is_some()
    }

    /// The generics of the function beside it that is called so.
    pub(super) fn generics_of(&self, generics: &Generics, name: &str) -> Generics {
        let mut generics = generics.clone();
        // Of what is called with the sensitivity to a struct, rustc says more without it.
        let asks = matches!(name, "adjoint" | OVER_ARRAYS) || is_opaque(&self.result_shape);
        if let Some(claim) = self.claim_of_trait.as_ref().filter(|_| asks) {
            generics.make_where_clause().predicates.push(syn::parse_quote!(#claim));
        }
        generics
    }

    /// The call of a backpropagator that gives this. Where rustc does not know the sensitivity, it is to say so elsewhere.
    pub(crate) fn call_back(
        &self,
        (back, d): (&Ident, &Ident),
        gradient: &TokenStream,
        backprop: &TokenStream,
    ) -> TokenStream {
        self.at_place(if is_opaque(&self.result_shape) {
            quote!(#backprop::__private::call::<_, _, #gradient>(&#back, #d))
        } else {
            quote!(#back(#d))
        })
    }

    /// The type of the result as it is written.
    pub(crate) fn result_type(&self) -> &syn::Type {
        &self.result_type
    }

    /// Whether the functions that it takes have captured arrays.
    pub(crate) fn over_arrays(&self) -> bool {
        self.params.iter().any(|param| param.captured.is_some())
    }

    /// Whether there is nothing to differentiate with respect to.
    pub(crate) fn is_constant(&self) -> bool {
        !self.higher_order && !self.params.iter().any(|param| param.differentiated || param.changed)
    }

    /// Whether the result is one real scalar.
    pub(crate) fn has_gradient(&self) -> bool {
        !self.higher_order && matches!(self.result_shape, Shape::Leaf(Type::Real(_)))
    }

    /// Whether the result is one value that may be a real scalar under another name.
    pub(crate) fn may_have_gradient(&self) -> bool {
        !self.higher_order
            && !self.has_arrays()
            && matches!(&self.result_shape, Shape::Leaf(ty) if *ty == Type::unnamed())
    }

    /// The parameters that the gradient has an entry for, in the order of the entries.
    pub(crate) fn differentiated(&self) -> impl Iterator<Item = &Parameter> {
        let mut params: Vec<&Parameter> = self.params.iter().filter(|param| param.wanted).collect();
        params.sort_by_key(|param| param.rank);
        params.into_iter()
    }

    /// Whether the gradient has an entry for each parameter, in the order of the parameters.
    pub(crate) fn is_plain(&self) -> bool {
        self.params.iter().all(|param| param.differentiated) && self.params.is_sorted_by_key(|param| param.rank)
    }

    /// The type of the gradient: bare for one parameter, a tuple for several.
    pub(crate) fn gradient(&self, backprop: &TokenStream) -> TokenStream {
        let entries: Vec<TokenStream> = self.differentiated().map(|param| param.cotangent(backprop)).collect();
        if let [one] = entries.as_slice() { one.clone() } else { quote!((#(#entries),*)) }
    }

    /// The type of the sensitivity of the result; as much of it as can be named, if there is a function in it.
    pub(crate) fn sensitivity(&self, backprop: &TokenStream) -> TokenStream {
        if self.gives_function || self.in_place && !self.gives_arrays() {
            return sensitivity_of_shape(&self.result_shape, backprop);
        }
        let (ty, shape) = (&self.result_type, &self.result_shape);
        // A number under another name. Should that be the name of a struct, rustc says so of the value alone.
        if let Shape::Leaf(Type::Real(name)) = shape
            && inner(ty).to_token_stream().to_string() != **name
        {
            return quote!(#backprop::CotangentOf<#ty>);
        }
        cotangent(ty, shape, backprop)
    }

    /// The path of another function beside this one, with its type parameters: the arguments need not name them all.
    pub(crate) fn sibling(&self, subject: &Subject, of: &str) -> TokenStream {
        let (name, types) = (subject.name(of), type_names(&self.generics));
        if types.is_empty() { quote!(Self::#name) } else { quote!(Self::#name::<#(#types),*>) }
    }

    /// A call of another function beside this one, with its own arguments. It is where the types of the gradient are: rustc
    /// says once, there, that one has no cotangent.
    pub(crate) fn call_sibling(&self, subject: &Subject, of: &str) -> TokenStream {
        let argument =
            |param: &Parameter| if is_adjoint(of) { param.for_adjoint() } else { param.name.to_token_stream() };
        let (sibling, arguments) = (self.sibling(subject, of), self.params.iter().map(argument));
        self.at_place(quote!(#sibling(#(#arguments),*)))
    }

    /// Statements by which the body of an adjoint has references to numbers again, where the function has them.
    pub(super) fn references(&self) -> TokenStream {
        let numbers = self.params.iter().filter(|param| param.number_behind().is_some());
        let names = numbers.map(|param| &param.name);
        quote!(#(let #names = &#names;)*)
    }

    /// The types of the entries for all parameters.
    pub(crate) fn entries(&self, backprop: &TokenStream) -> Vec<TokenStream> {
        let entry = |param: &Parameter| if param.is_array() { quote!(()) } else { param.cotangent(backprop) };
        self.params.iter().map(entry).collect()
    }
}

/// Whether a function of a companion gives nothing that may borrow an array.
pub(super) fn gives_numbers(name: &str) -> bool {
    matches!(name, "grad" | "value_and_grad" | "value_and_grad_into" | "accumulate_grad")
}

/// Whether a function beside another one is an adjoint of it.
pub(super) fn is_adjoint(name: &str) -> bool {
    matches!(name, "adjoint" | "again" | "restoring" | "keeping" | OVER_ARRAYS)
}

/// The names of the parameters before this one.
fn earlier(signature: &syn::Signature, index: usize) -> impl Iterator<Item = &Ident> {
    signature.inputs.iter().take(index).filter_map(|input| {
        let FnArg::Typed(input) = input else { return None };
        if let Pat::Ident(pattern) = &*input.pat { Some(&pattern.ident) } else { None }
    })
}

/// The function with values for what stands behind `&mut` and is no array, which it gives back beside its result, and its
/// parameters; none if there is no such.
fn with_values(subject: &Subject, params: &[Parameter]) -> Option<(Subject, Vec<Parameter>)> {
    if params.iter().all(|param| !param.in_out()) {
        return None;
    }
    let value_of = |ty: &syn::Type| {
        if let syn::Type::Reference(of) = inner(ty) { (*of.elem).clone() } else { ty.clone() }
    };
    let mut by_value = subject.clone();
    let signature = &mut by_value.function.sig;
    let mut given: Vec<syn::Type> = vec![match &signature.output {
        ReturnType::Default => syn::parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    }];
    for (input, param) in signature.inputs.iter_mut().zip(params) {
        if let (FnArg::Typed(input), true) = (input, param.in_out()) {
            *input.ty = value_of(&input.ty);
            given.push((*input.ty).clone());
        }
    }
    signature.output = syn::parse_quote!(-> (#(#given),*));
    let of_values = params.iter().map(|param| Parameter {
        ty: if param.in_out() { value_of(&param.ty) } else { param.ty.clone() },
        changed: param.changed && !param.in_out(),
        ..param.clone()
    });
    Some((by_value, of_values.collect()))
}

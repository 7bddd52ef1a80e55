//! Functions of structs.
//!
//! The cotangent of a struct has the shape of the struct. A vector in it is as long as the vector in the struct, even if nothing was
//! added to it.

use hypernet::{ArrayOp, Edge, Hypernet, Label, Operation, Type, WireId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::interface::Interface;
use super::parameter::Parameter;
use super::types::is_opaque;
use crate::emit::seeds_type;
use crate::input::subject::{Standing, Subject};
use crate::program::{MOST_SEEDS, Shape};

impl Parameter {
    /// Whether it is a reference to what the function only looks at.
    fn is_look(&self) -> bool {
        matches!(&self.ty, syn::Type::Reference(reference) if reference.mutability.is_none())
    }

    /// Whether it is a struct that is differentiated.
    pub(crate) fn is_struct(&self) -> bool {
        self.differentiated && matches!(self.shape, Shape::Leaf(Type::Opaque(_)))
    }
}

impl Interface {
    /// Whether a parameter is a struct.
    pub(crate) fn has_structs(&self) -> bool {
        self.params.iter().any(Parameter::is_struct)
    }

    /// Whether callers know no more of the function than its adjoint, and whether that may take seeds.
    fn may_be_seeded(&self) -> bool {
        !self.higher_order
            && self.by_value().is_none()
            && self.data().next().is_none()
            && self.params.len() <= MOST_SEEDS
    }

    /// The parameters for which the backpropagator takes seeds, as the signature alone says: references to structs, and to what may be
    /// one, in a function of a trait with `&self`. What a trait declares and what its `impl`s give has to be the same.
    pub(super) fn promised_seeds(&self, subject: &Subject) -> Vec<usize> {
        let of_trait = matches!(subject.standing, Standing::Trait | Standing::TraitImpl);
        let takes = |param: &Parameter| param.is_look() && param.is_struct();
        let has_receiver = self.params.first().is_some_and(|param| param.name == "self" && takes(param));
        if !of_trait || !self.may_be_seeded() || !has_receiver {
            return Vec::new();
        }
        (0..).zip(&self.params).filter(|(_, param)| takes(param)).map(|(at, _)| at).collect()
    }

    /// The results of the backpropagator, and the parameters, for which that may take seeds: references to structs; those that have been
    /// promised.
    pub(crate) fn may_take_seeds(&self, subject: &Subject) -> Vec<(usize, usize)> {
        let is_free = matches!(subject.standing, Standing::Module | Standing::Inherent) && self.may_be_seeded();
        let (mut found, mut result) = (Vec::new(), 0);
        for (at, param) in self.params.iter().enumerate() {
            if self.seeds.contains(&at) || is_free && param.is_look() && param.is_struct() {
                found.push((result, at));
            }
            let width = |ty: &Type| ty.sensitivity().map_or(0, |bundle| bundle.len());
            result += param.shape.leaves().iter().map(width).sum::<usize>() + usize::from(param.restored);
        }
        found
    }

    /// The types of the seeds, if the backpropagator takes some: of each parameter for which it does.
    pub(crate) fn seed_types(&self, backprop: &TokenStream) -> Vec<Option<TokenStream>> {
        if self.seeds.is_empty() {
            return Vec::new();
        }
        let ty = |(at, param): (usize, &Parameter)| self.seeds.contains(&at).then(|| param.cotangent(backprop));
        self.params.iter().enumerate().map(ty).collect()
    }

    /// What the backpropagator of the adjoint gives for what it takes. If it takes seeds, these are zero.
    pub(crate) fn called(&self, back: &Ident, taken: &TokenStream, backprop: &TokenStream) -> TokenStream {
        if self.seeds.is_empty() {
            return quote!(#back(#taken));
        }
        let seeds = quote!(#backprop::__private::seeds);
        if self.is_of_trait() {
            // What a trait declares is known: rustc says once what is wrong with its types.
            if is_opaque(&self.result_shape) {
                let entries = self.entries(backprop);
                return quote!(#seeds::call::<_, _, _, (#(#entries,)*)>(&#back, #taken));
            }
            return quote!((#back.0)(#taken, #seeds::Neutral::__neutral()));
        }
        quote!(#seeds::Backpropagates::__back(&#back, #taken, #seeds::Nothing))
    }

    /// What an adjoint gives, of which the backpropagator takes no seeds: with one that adds to them, if some have been promised.
    pub(crate) fn adding(&self, both: TokenStream, backprop: &TokenStream) -> TokenStream {
        let seeds = self.seed_types(backprop);
        if seeds.is_empty() {
            return both;
        }
        let seeds = seeds_type(&seeds, backprop);
        quote!(#backprop::__private::seeds::adding::<#seeds, _, _, _, _>({ #both }))
    }

    /// What the shape of the cotangent of a parameter is called.
    pub(crate) fn shape_name(&self, param: &Parameter) -> Ident {
        self.free(&format!("shape_of_{}", param.name.to_string().trim_start_matches("r#").trim_start_matches('_')))
    }

    /// Statements that note the shapes of the cotangents of structs.
    pub(crate) fn shapes(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let noted = self.params.iter().filter(|param| param.is_struct()).map(|param| {
            let (shape, name) = (self.shape_name(param), &param.name);
            let reference = match (matches!(param.ty, syn::Type::Reference(_)), param.in_out()) {
                (true, true) => Some(quote!(&*)),
                (true, false) => None,
                (false, _) => Some(quote!(&)),
            };
            let shape_of = if self.is_of_trait() {
                // It names the cotangent: what is wrong with that is said there, once.
                let cotangent = param.cotangent(backprop);
                quote!(#backprop::__private::ShapeOf::<#cotangent>::of_value)
            } else {
                quote!(#backprop::__private::shape_of)
            };
            let noted = self.value_if_known(quote!(#shape_of(#reference #name)), subject, backprop);
            self.at_place(quote!(let #shape = #noted;))
        });
        noted.collect()
    }

    /// A cotangent of a parameter in the shape of that, if it is a struct.
    pub(crate) fn shaped(&self, param: &Parameter, cotangent: TokenStream, again: bool) -> TokenStream {
        if !param.is_struct() {
            return cotangent;
        }
        let (shape, method) = (self.shape_name(param), if again { quote!(of_each) } else { quote!(of) });
        quote!(#shape.#method(#cotangent))
    }
}

/// Whether a field of a cotangent is a number or a cotangent.
fn has_no_arrays(field: &Type) -> bool {
    matches!(field, Type::Real(_) | Type::Cotangent(_))
}

/// Whether something in a net may read an array out of a cotangent. What only hands cotangents on, or adds to them, does not. What puts
/// one into an array does not, if nothing looks into arrays in arrays.
pub(crate) fn reads_arrays(net: &Hypernet) -> bool {
    let is_nested = |operation: &ArrayOp| operation.place().is_some_and(|place| place.depth > 1);
    let has_nested =
        net.any_edge(|edge| matches!(edge.operation(), Some(Operation::Array(operation, _)) if is_nested(operation)));
    #[expect(clippy::wildcard_enum_match_arm, reason = "anything else may look into what it takes")]
    let hands_on = |edge: &Edge| match edge.label() {
        Label::Copy | Label::Discard | Label::Eval | Label::Abstraction => true,
        Label::Operation(operation) => match operation {
            Operation::Project(_) => edge.targets().iter().all(|&field| has_no_arrays(net.wire(field).ty())),
            Operation::Plus(_)
            | Operation::Record(_)
            | Operation::Update(_)
            | Operation::Detach(_)
            | Operation::Pack(_)
            | Operation::Present(_)
            | Operation::Select(_)
            | Operation::Cond(..)
            | Operation::Fold(_) => true,
            Operation::Array(ArrayOp::Set(_) | ArrayOp::AddAt(_) | ArrayOp::New(_), _) => !has_nested,
            _ => false,
        },
        Label::Frame(_) => false,
    };
    let is_cotangent = |&wire: &WireId| matches!(net.wire(wire).ty(), Type::Cotangent(_));
    net.any_edge(|edge| edge.sources().iter().any(is_cotangent) && !hands_on(edge))
}

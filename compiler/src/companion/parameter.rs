//! A parameter of a function: its type in the function and in the adjoint, and the type of its cotangent.

use hypernet::Type;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::types::cotangent;
use crate::program::Shape;
use crate::source::types::number_behind;

/// A parameter.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "four questions that have nothing to do with one another")]
pub(crate) struct Parameter {
    /// Its name, with the hygiene of generated code.
    pub(crate) name: Ident,
    pub(crate) ty: syn::Type,
    pub(crate) shape: Shape,
    /// Whether the gradient has an entry for it.
    pub(crate) differentiated: bool,
    /// The place of that entry among the others.
    pub(crate) rank: usize,
    /// Whether it is an array of reals that `wrt` leaves out.
    pub(crate) data: bool,
    /// Whether it refers to what the function changes, and what that holds has a tangent.
    pub(crate) changed: bool,
    /// Whether it refers to an array by another name, of which the length stays.
    pub(crate) keeps_length: bool,
    /// Whether the gradient has an entry for it, though it is differentiated.
    pub(crate) wanted: bool,
    /// Whether a closure captures it.
    pub(crate) in_closure: bool,
    /// The type parameter that stands for the types of its arrays, if it is what a function captured.
    pub(crate) captured: Option<Ident>,
    /// Whether the backpropagator puts back what the function has changed in it: then it takes the array beside the accumulator.
    pub(crate) restored: bool,
    /// Whether nothing is read of it in the reverse pass, though the backpropagator takes it again.
    pub(crate) unread: bool,
}

impl Parameter {
    /// Whether it refers to what the function changes, and that is no array.
    pub(crate) fn in_out(&self) -> bool {
        self.changed && !matches!(self.shape, Shape::Leaf(Type::Array(_)))
    }

    /// Whether it refers to what may be an array, perhaps under another name.
    pub(super) fn may_be_array(&self) -> bool {
        let is_reference = matches!(self.ty, syn::Type::Reference(_)) && self.number_behind().is_none();
        is_reference && !self.in_out() && self.name != "self"
    }

    /// The type of its cotangent.
    pub(crate) fn cotangent(&self, backprop: &TokenStream) -> TokenStream {
        cotangent(&self.ty, &self.shape, backprop)
    }

    /// What it refers to, if that is a number which the function does not change. Callers give the adjoint the number.
    pub(super) fn number_behind(&self) -> Option<&syn::Type> {
        number_behind(&self.ty, |_| self.real().is_some())
    }

    /// Its type in the adjoint.
    pub(super) fn type_for_callers(&self) -> &syn::Type {
        self.number_behind().unwrap_or(&self.ty)
    }

    /// Its type where a reference to a number is one of any lifetime.
    pub(super) fn type_for_any_lifetime(&self) -> TokenStream {
        match self.number_behind() {
            Some(number) => quote!(&#number),
            None => self.ty.to_token_stream(),
        }
    }

    /// It as an argument of the adjoint.
    pub(super) fn for_adjoint(&self) -> TokenStream {
        let name = &self.name;
        if self.number_behind().is_some() { quote!(*#name) } else { name.to_token_stream() }
    }

    /// What the derivative with respect to it is called.
    pub(crate) fn derivative(&self) -> String {
        format!("d_{}", self.plain_name())
    }

    /// Its name, to make others of.
    pub(super) fn plain_name(&self) -> String {
        let name = self.name.to_string();
        name.strip_prefix("r#").unwrap_or(&name).trim_start_matches('_').to_owned()
    }

    /// The name of the real scalar type that it has, if it is a real scalar.
    pub(crate) fn real(&self) -> Option<&str> {
        match &self.shape {
            Shape::Leaf(Type::Real(name)) => Some(name),
            Shape::Leaf(_) | Shape::Tuple(_) => None,
        }
    }
}

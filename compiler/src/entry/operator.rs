//! Operators: `impl Add for P`, of values and of references.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{ItemImpl, Type};

use crate::diagnostic::{Diagnostic, refusal};

/// The operators of the standard library whose adjoints are traits of the runtime.
const OPERATORS: [&str; 9] = ["Add", "Sub", "Mul", "Div", "Neg", "AddAssign", "SubAssign", "MulAssign", "DivAssign"];

/// An operator: its name, and the types of its operands. Of a reference, what it refers to, and `true`.
pub(super) struct Operator {
    pub(super) name: String,
    pub(super) left: (Type, bool),
    /// None if it is `Self`, or if there is but one operand.
    pub(super) right: Option<(Type, bool)>,
}

impl Operator {
    #[expect(clippy::wildcard_enum_match_arm, reason = "only references are looked for")]
    pub(super) fn of(name: String, block: &ItemImpl) -> Result<Self, Diagnostic> {
        let is_self = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("Self"));
        let (left, right) = (&*block.self_ty, right_operand(block).filter(|right| !is_self(right)));
        // What is assigned to is no reference, and nothing else is changed.
        let changed = [Some(left), right].into_iter().flatten().find(|ty| match ty {
            Type::Reference(reference) => {
                reference.mutability.is_some() || matches!(*reference.elem, Type::Reference(_))
            }
            _ => false,
        });
        let assigned = Some(left).filter(|left| name.ends_with("Assign") && matches!(left, Type::Reference(_)));
        if let Some(reference) = changed.or(assigned) {
            return Err(refusal::REF_OPERATOR.at(reference));
        }
        Ok(Self { name, left: referred(left), right: right.map(referred) })
    }

    pub(super) fn assigns(&self) -> bool {
        self.name.ends_with("Assign")
    }

    /// Whether the right operand is a reference.
    pub(super) fn refers_right(&self) -> bool {
        self.name != "Neg" && self.right.as_ref().unwrap_or(&self.left).1
    }

    pub(super) fn has_reference(&self) -> bool {
        self.left.1 || self.refers_right()
    }

    /// The name of the constant that asks for the cotangents of the operands.
    pub(super) fn constant(&self) -> Ident {
        let (left, right) =
            (self.left.0.to_token_stream(), self.right.as_ref().map(|(right, _)| right.to_token_stream()));
        let written = format!("__{}_{left}_{}_known", self.adjoint(), right.unwrap_or_default());
        let name: String = written.chars().filter(|char| char.is_alphanumeric() || *char == '_').collect();
        Ident::new(&name, Span::mixed_site())
    }

    /// The name of the trait that has the adjoint.
    pub(super) fn adjoint(&self) -> syn::Ident {
        let name = &self.name;
        match (self.left.1, self.refers_right()) {
            (false, false) => quote::format_ident!("{name}"),
            (false, true) => quote::format_ident!("{name}Ref"),
            (true, false) => quote::format_ident!("Ref{name}"),
            (true, true) => quote::format_ident!("{name}Refs"),
        }
    }

    /// Lets the function take references to the types of the operands, where those are references.
    pub(super) fn refer(&self, signature: &mut syn::Signature) {
        let mut inputs = signature.inputs.iter_mut();
        if let (true, Some(syn::FnArg::Receiver(receiver))) = (self.left.1, inputs.next()) {
            let and = syn::Token![&](receiver.self_token.span);
            receiver.mutability = None;
            receiver.kind = syn::ReceiverKind::Reference(and, None, None);
        }
        if let (true, Some(syn::FnArg::Typed(input))) = (self.refers_right(), signature.inputs.iter_mut().nth(1)) {
            let right = &self.right.as_ref().unwrap_or(&self.left).0;
            *input.ty = syn::parse_quote_spanned!(input.ty.span()=> &#right);
        }
    }

    /// Drops the lifetimes of references from the generics: the adjoint is of what is referred to.
    pub(super) fn drop_lifetimes(&self, generics: &mut syn::Generics) {
        let mut named = Vec::new();
        for (ty, _) in [Some(&self.left), self.right.as_ref()].into_iter().flatten() {
            lifetimes(ty.to_token_stream(), &mut named);
        }
        let dropped: Vec<syn::Lifetime> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
        let dropped: Vec<syn::Lifetime> =
            dropped.into_iter().filter(|lifetime| !named.contains(&lifetime.ident)).collect();
        if !self.has_reference() || dropped.is_empty() {
            return;
        }
        let is_dropped = |bound: &syn::TypeParamBound| matches!(bound, syn::TypeParamBound::Lifetime(bound) if dropped.contains(bound));
        let params = std::mem::take(&mut generics.params).into_iter().filter_map(|mut param| {
            match &mut param {
                syn::GenericParam::Lifetime(param) if dropped.contains(&param.lifetime) => return None,
                syn::GenericParam::Type(param) => {
                    let bounds = std::mem::take(&mut param.bounds);
                    param.bounds = bounds.into_iter().filter(|bound| !is_dropped(bound)).collect();
                }
                syn::GenericParam::Lifetime(_) | syn::GenericParam::Const(_) => {}
            }
            Some(param)
        });
        generics.params = params.collect();
        if let Some(clause) = &mut generics.where_clause {
            let predicates = std::mem::take(&mut clause.predicates);
            let kept = predicates.into_iter().filter_map(|mut predicate| {
                if let syn::WherePredicate::Type(predicate) = &mut predicate {
                    let bounds = std::mem::take(&mut predicate.bounds);
                    predicate.bounds = bounds.into_iter().filter(|bound| !is_dropped(bound)).collect();
                }
                let mut named = Vec::new();
                lifetimes(predicate.to_token_stream(), &mut named);
                (!dropped.iter().any(|lifetime| named.contains(&lifetime.ident))).then_some(predicate)
            });
            clause.predicates = kept.collect();
        }
    }

    /// What the operator gives, as the adjoint of one on references says it.
    pub(super) fn output(&self, written: Option<syn::ImplItemType>) -> Option<TokenStream> {
        if !self.has_reference() {
            return None;
        }
        if self.assigns() {
            Some(quote!(
                type Output = Self;
            ))
        } else {
            written.map(|output| quote!(#output))
        }
    }
}

/// The names of the lifetimes in tokens.
pub(super) fn lifetimes(tokens: TokenStream, names: &mut Vec<Ident>) {
    let mut behind_quote = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => {
                behind_quote = punct.as_char() == '\'';
                continue;
            }
            TokenTree::Ident(name) if behind_quote => names.push(name),
            TokenTree::Group(group) => lifetimes(group.stream(), names),
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        behind_quote = false;
    }
}

/// What a reference refers to, and whether it is one.
#[expect(clippy::wildcard_enum_match_arm, reason = "only references refer")]
pub(super) fn referred(ty: &Type) -> (Type, bool) {
    match ty {
        Type::Reference(reference) => ((*reference.elem).clone(), true),
        ty => (ty.clone(), false),
    }
}

/// The name of the operator that the block implements.
pub(super) fn operator_of(block: &ItemImpl) -> Option<String> {
    let last = of_trait(block)?.to_string();
    OPERATORS.contains(&last.as_str()).then_some(last)
}

/// The type of the right operand of an operator, if it is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "the right operand is a type")]
pub(super) fn right_operand(block: &ItemImpl) -> Option<&Type> {
    let arguments = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()).map(|last| &last.arguments);
    match arguments {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            arguments.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
        }
        _ => None,
    }
}

/// The name of the trait that the block implements.
pub(super) fn of_trait(block: &ItemImpl) -> Option<Ident> {
    Some(block.trait_.as_ref()?.0.segments.last()?.ident.clone())
}

//! The trait of an `impl` block, where the file defines it: which functions it has, and whether it has derivatives. Of a function that does
//! not fit the trait rustc says so; a derivative of that would say it again.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{
    FnArg, GenericParam, ImplItem, ItemImpl, ItemTrait, Meta, ReturnType, Signature, TraitItem, TraitItemFn, Type,
};

use super::blocks::{has_nothing, is_mark, meant, method_of, parse_mark, take_mark};
use super::{Seen, rule, stub_of};
use crate::companion::{Interface, again_by_default, beside_by_default, declaration};
use crate::diagnostic::{compile_errors, refusal};
use crate::input::attribute::Attribute;
use crate::input::subject::Standing;
use crate::program::Param;
use crate::source::names::{is_builtin, mentions};
use crate::syntax::check_signature;

/// The definition of a trait without parameters, which means the same elsewhere.
pub(super) struct OfTrait(ItemTrait);

impl OfTrait {
    pub(super) fn of(block: &ItemImpl, seen: &Seen) -> Option<Self> {
        let name = &block.trait_.as_ref()?.0.segments.last()?.ident;
        let (_, text) = seen.traits.iter().find(|(known, _)| name == known)?;
        let item: ItemTrait = syn::parse_str(text).ok()?;
        item.generics.params.is_empty().then_some(Self(item))
    }

    fn functions(&self) -> impl Iterator<Item = &TraitItemFn> {
        self.0.items.iter().filter_map(|item| if let TraitItem::Fn(function) = item { Some(function) } else { None })
    }

    /// The functions with a derivative that the trait gives by default, and that have a name without types.
    pub(super) fn defaults(&self) -> Vec<String> {
        if !self.0.attrs.iter().any(is_mark) {
            return Vec::new();
        }
        let is_marked = |function: &&TraitItemFn| function.attrs.iter().any(is_mark);
        let all = !self.functions().any(|function| is_marked(&function));
        let is_named = |function: &&TraitItemFn| {
            let sig = &function.sig;
            let takes_types = sig.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
                || mentions(sig.inputs.to_token_stream(), "impl");
            function.default.is_some() && !takes_types
        };
        let found = self.functions().filter(|function| all || is_marked(function)).filter(is_named);
        found.map(|function| function.sig.ident.to_string()).collect()
    }

    /// What stands beside a function with this signature, if rustc rejects that: as the trait declares it.
    pub(super) fn beside_rejected(&self, sig: &Signature, backprop: &TokenStream) -> Option<TokenStream> {
        match self.functions().find(|function| function.sig.ident == sig.ident) {
            Some(function) if differ(&function.sig, sig) => {
                let declared = self.declared(function, Standing::TraitImpl, backprop);
                Some(declared.map(|(adjoint, _)| adjoint).unwrap_or_default())
            }
            Some(_) => None,
            None => Some(TokenStream::new()),
        }
    }

    /// What the trait declares beside a function: the adjoint, with a body, and the others; as it stands in a trait or in an `impl`.
    fn declared(
        &self,
        function: &TraitItemFn,
        standing: Standing,
        backprop: &TokenStream,
    ) -> Option<(TokenStream, TokenStream)> {
        let all = self.functions().all(|function| !function.attrs.iter().any(is_mark));
        let mut function = function.clone();
        let mark: Option<Meta> = take_mark(&mut function.attrs);
        if !all && mark.is_none() {
            return None;
        }
        let (mut subject, _) = method_of(function, &self.0.generics);
        subject.standing = standing;
        let around = Attribute { inside: true, of_trait: Some(self.0.ident.clone()), ..Attribute::default() };
        let attribute = parse_mark(mark.as_ref(), &around).ok()?;
        if mark.is_none() && has_nothing(&subject) {
            return None;
        }
        let (params, result) = check_signature(&subject.function, &attribute).ok()?;
        let params: Vec<Param> = params.into_iter().map(rule::param).collect();
        let interface = Interface::of(&subject, &params, &rule::shape(&result), backprop);
        let again = again_by_default(&subject, &interface, backprop);
        let besides = beside_by_default(&subject, &interface, backprop);
        let others = stub_of(&subject, meant(mark.as_ref(), &subject).as_deref(), backprop);
        Some((declaration(&subject, &interface, backprop, true), quote!(#again #besides #others)))
    }

    /// What stands beside an `impl` block of a trait that is not marked: that it is not, and what the trait would have, so that rustc says
    /// nothing of calls.
    pub(super) fn unmarked(&self, block: &ItemImpl, backprop: &TokenStream) -> Option<TokenStream> {
        if self.0.attrs.iter().any(is_mark) {
            return None;
        }
        let path = &block.trait_.as_ref()?.0;
        let (errors, declared) = (compile_errors(&[refusal::TRAIT_UNMARKED.at(path)]), self.all_declared(backprop));
        let hidden = format_ident!("__{}NeedsDifferentiable", self.0.ident, span = Span::call_site());
        Some(quote! {
            #errors
            #[doc(hidden)]
            trait #hidden: #path { #declared }
            impl<T: #path + ?::core::marker::Sized> #hidden for T {}
        })
    }

    /// What a trait would declare in the place of this one.
    fn all_declared(&self, backprop: &TokenStream) -> TokenStream {
        let declared = self.functions().filter_map(|function| self.declared(function, Standing::Trait, backprop));
        declared.map(|(adjoint, others)| quote!(#adjoint #others)).collect()
    }
}

/// The traits of the standard library that have a name everywhere, whose functions take or give values.
const OF_PRELUDE: [&str; 12] = [
    "Clone",
    "Default",
    "Extend",
    "From",
    "FromIterator",
    "Into",
    "IntoIterator",
    "Iterator",
    "PartialEq",
    "PartialOrd",
    "TryFrom",
    "TryInto",
];

/// The same beside an `impl` of a trait of the standard library. Its functions are those that the block has.
pub(super) fn of_standard_library(block: &ItemImpl, seen: &Seen, backprop: &TokenStream) -> Option<TokenStream> {
    let path = &block.trait_.as_ref()?.0;
    let (first, last) = (path.segments.first()?, path.segments.last()?);
    let is_one = path.segments.len() == 1 && OF_PRELUDE.iter().any(|name| last.ident == name);
    let is_of_crate = path.segments.len() > 1 && ["alloc", "core", "std"].iter().any(|name| first.ident == name);
    if !is_one && !is_of_crate || seen.traits.iter().any(|(known, _)| last.ident == known) {
        return None;
    }
    let functions = block
        .items
        .iter()
        .filter_map(|item| if let ImplItem::Fn(function) = item { Some(&function.sig) } else { None });
    let name = &last.ident;
    let like: OfTrait = OfTrait(syn::parse_quote!(trait #name { #(#functions;)* }));
    let has_derivative = |function: &TraitItemFn| !has_nothing(&method_of(function.clone(), &block.generics).0);
    if !like.functions().any(has_derivative) {
        return None;
    }
    let errors = compile_errors(&[refusal::TRAIT_OF_STD.at(path)]);
    if !block.generics.params.is_empty() {
        return Some(errors);
    }
    let (ty, declared) = (&block.self_ty, like.all_declared(backprop));
    // There may be several in a module.
    let text: String = quote!(#path For #ty).to_string().chars().filter(|char| char.is_alphanumeric()).collect();
    let hidden = format_ident!("__{text}NeedsDifferentiable", span = Span::call_site());
    Some(quote! {
        #errors
        #[doc(hidden)]
        trait #hidden: ::core::marker::Sized { #declared }
        impl #hidden for #ty {}
    })
}

/// Whether one of these surely does not fit the other.
fn differ(declared: &Signature, given: &Signature) -> bool {
    let receivers = (declared.receiver().map(text), given.receiver().map(text));
    let types = |sig: &Signature| -> Vec<Option<String>> {
        let typed =
            sig.inputs.iter().filter_map(|input| if let FnArg::Typed(input) = input { Some(&*input.ty) } else { None });
        let given = if let ReturnType::Type(_, ty) = &sig.output { known(ty) } else { Some("()".into()) };
        typed.map(known).chain([given]).collect()
    };
    let (declared_types, given_types) = (types(declared), types(given));
    let counts = |sig: &Signature| (sig.inputs.len(), sig.generics.type_params().count());
    let mut pairs = declared_types.into_iter().zip(given_types);
    counts(declared) != counts(given)
        || receivers.0 != receivers.1
            && [&receivers.0, &receivers.1].into_iter().flatten().all(|receiver| is_short(receiver))
        || pairs.any(|(declared, given)| declared.zip(given).is_some_and(|(declared, given)| declared != given))
}

fn text(of: &impl ToTokens) -> String {
    of.to_token_stream().to_string().replace("mut self", "self")
}

/// Whether a receiver has no type of its own and no lifetime.
fn is_short(receiver: &str) -> bool {
    !receiver.contains([':', '\''])
}

/// The text of a type that names nothing but types of Rust's own and vectors of these.
fn known(ty: &Type) -> Option<String> {
    fn is_known(tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Ident(name) => name == "mut" || name == "Vec" || is_builtin(&name.to_string()),
            TokenTree::Group(group) => is_known(group.stream()),
            TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | ',' | ';' | '<' | '>'),
            TokenTree::Literal(_) => true,
        })
    }
    let tokens = quote!(#ty);
    is_known(tokens.clone()).then(|| tokens.to_string())
}

//! The structs with cotangents in the file of an item, and the functions beside it: what the types of their fields are, and of their results.

use std::cell::RefCell;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parse;
use syn::{FnArg, GenericParam, ItemFn, ItemStruct, ReceiverKind, ReturnType, Signature, Type};

use super::aliases::Aliases;
use super::fields::referred;
use super::functions;
use super::raw::with_plain_names;
use super::siblings::{scalar, with_own};
use crate::source::names::mentions;
use crate::texts::{TextMap, TextSet};

/// The attributes of functions that write nothing beside them.
const OF_RUST: [&str; 8] = ["allow", "cold", "deny", "deprecated", "doc", "expect", "inline", "must_use"];

/// Structs and functions, by their names. A definition is read where it is asked for.
#[derive(Default)]
pub(crate) struct Definitions {
    written: TextMap<String>,
    read: RefCell<TextMap<Option<Rc<Definition>>>>,
    functions: TextMap<String>,
    signatures: RefCell<TextMap<Option<Rc<Signature>>>>,
    unmarked: TextSet,
    without_cotangent: TextSet,
    aliases: Aliases,
}

/// The definition of a struct.
pub(crate) struct Definition {
    /// The fields by their names or numbers, with their types.
    pub(crate) fields: Vec<(String, Type)>,
    /// Those of them that the cotangent does not have.
    pub(crate) constant: Vec<String>,
    /// The names of its parameters that are types.
    pub(crate) parameters: Vec<String>,
    /// Which of its parameters are types of fields that are not constant.
    pub(crate) of_fields: Vec<bool>,
    /// Whether it derives `Copy`.
    pub(crate) is_copied: bool,
    /// What stands for its parameters where rustc is to find them; none if it cannot find one, which is a number.
    pub(crate) inferred: Option<Vec<TokenStream>>,
}

impl Definitions {
    pub(crate) fn of(
        structs: &[(String, String)],
        functions: &[(String, String)],
        [unmarked, without_cotangent]: [&[String]; 2],
        aliases: Aliases,
    ) -> Self {
        let (written, functions) = (structs.iter().cloned().collect(), functions.iter().cloned().collect());
        let [unmarked, without_cotangent] = [unmarked, without_cotangent].map(|names| names.iter().cloned().collect());
        Self { written, functions, unmarked, without_cotangent, aliases, ..Self::default() }
    }

    /// Whether this is the name of a struct of the file that has no derive, and no parameters.
    pub(crate) fn is_without_cotangent(&self, name: &str) -> bool {
        self.without_cotangent.contains(name)
    }

    /// Whether a function of this name most likely has no derivative: functions of blocks of the file have the name, and no function of the file
    /// that has a derivative.
    pub(crate) fn is_unmarked(&self, function: &str) -> bool {
        self.unmarked.contains(function)
    }

    /// Whether a struct of the file may have fields that are constant.
    pub(super) fn has_constants(&self) -> bool {
        self.written.values().any(|written| written.contains("constant"))
    }

    pub(crate) fn has_no_functions(&self) -> bool {
        self.functions.is_empty()
    }

    /// What the function of this name gives, `f` or `Name::f`, if its signature alone says that.
    pub(crate) fn result(&self, function: &str) -> Option<Type> {
        let signature = self.signature(function)?;
        let ReturnType::Type(_, ty) = &signature.output else { return None };
        let ty = (**ty).clone();
        let is_named = |param: &GenericParam| match param {
            GenericParam::Type(param) => mentions(ty.to_token_stream(), &param.ident.to_string()),
            GenericParam::Const(param) => mentions(ty.to_token_stream(), &param.ident.to_string()),
            GenericParam::Lifetime(_) => true,
        };
        if signature.generics.params.iter().any(is_named) {
            return None;
        }
        Some(match function.split_once("::") {
            Some((own, _)) => with_own(ty, own),
            None => ty,
        })
    }

    /// Whether some type of the file has a method of this name of its own, of no trait.
    pub(crate) fn has_own(&self, method: &str) -> bool {
        let is_own = |function: &String| function.split_once("::").is_some_and(|(_, name)| name == method);
        self.functions.keys().any(is_own)
    }

    /// Whether a method of this name that a type of the file has of its own changes what it is called on.
    pub(crate) fn may_change(&self, method: &str) -> bool {
        self.functions.keys().any(|function| {
            let own = function.split_once("::").filter(|(_, name)| *name == method);
            own.is_some_and(|(own, _)| self.changes(own, method) != Some(false))
        })
    }

    /// Whether a method of this type changes what it is called on, if its signature is known.
    pub(crate) fn changes(&self, own: &str, method: &str) -> Option<bool> {
        let signature = self.signature(&format!("{own}::{method}"))?;
        Some(matches!(signature.receiver()?.kind, ReceiverKind::Reference(_, _, Some(_))))
    }

    /// What a function takes that is an argument of the function of this name, if its bounds alone say that. What a method is called on does not
    /// count.
    pub(super) fn closure_takes(&self, function: &str, argument: usize) -> Vec<Type> {
        let Some(signature) = self.signature(function) else { return Vec::new() };
        let mut inputs = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(referred(&input.ty)),
            FnArg::Receiver(_) => None,
        });
        let taken = inputs.nth(argument).and_then(|ty| functions::of_type(&signature.generics, ty));
        let names: Vec<String> = signature.generics.type_params().map(|param| param.ident.to_string()).collect();
        let is_known = |ty: &Type| !names.iter().any(|name| mentions(ty.to_token_stream(), name));
        let own = function.split_once("::").map(|(own, _)| own);
        let written = |ty: &Type| match own {
            // Where it is not known, those after it have their places all the same.
            _ if !is_known(ty) => syn::parse_quote!(_),
            Some(own) => with_own(ty.clone(), own),
            None => ty.clone(),
        };
        let inputs = taken.into_iter().flat_map(|(function, _)| &function.inputs);
        inputs.map(|input| written(&input.ty)).collect()
    }

    /// Whether this argument of the function of this name is a function that changes nothing, as its bounds alone say it: `impl Fn`.
    pub(crate) fn takes_function(&self, function: &str, argument: usize) -> bool {
        let Some(signature) = self.signature(function) else { return false };
        let Some(FnArg::Typed(input)) = signature.inputs.iter().nth(argument) else { return false };
        functions::of_type(&signature.generics, referred(&input.ty)).is_some()
            && !mentions(signature.to_token_stream(), "FnMut")
            && !mentions(signature.to_token_stream(), "FnOnce")
    }

    /// Whether each parameter of the function of this name is a value, as its signature shows.
    pub(crate) fn takes_no_references(&self, function: &str) -> bool {
        let is_value = |input: &FnArg| match input {
            FnArg::Typed(input) => scalar(&input.ty).is_some(),
            FnArg::Receiver(_) => false,
        };
        self.signature(function).is_some_and(|signature| signature.inputs.iter().all(is_value))
    }

    /// Whether the function of this name surely has no derivative: nothing but what Rust itself knows is said of it.
    pub(crate) fn is_plain_function(&self, function: &str) -> bool {
        let item = self.functions.get(function).and_then(|written| self.parse::<ItemFn>(&format!("{written} {{}}")));
        let is_of_rust = |attribute: &syn::Attribute| OF_RUST.iter().any(|known| attribute.path().is_ident(known));
        item.is_some_and(|item| item.attrs.iter().all(is_of_rust))
    }

    fn signature(&self, function: &str) -> Option<Rc<Signature>> {
        let written = self.functions.get(function)?;
        let mut signatures = self.signatures.borrow_mut();
        if let Some(known) = signatures.get(function) {
            return known.clone();
        }
        let signature = self.parse::<ItemFn>(&format!("{written} {{}}")).map(|item| item.sig);
        let signature = signature.filter(|sig| sig.asyncness.is_none()).map(Rc::new);
        signatures.insert(function.to_owned(), signature.clone());
        signature
    }

    fn parse<T: Parse>(&self, written: &str) -> Option<T> {
        let tokens = written.parse::<TokenStream>().ok()?;
        syn::parse2(with_plain_names(self.aliases.expanded(tokens))).ok()
    }

    /// The struct of this name.
    pub(crate) fn get(&self, name: &str) -> Option<Rc<Definition>> {
        let written = self.written.get(name)?;
        let mut read = self.read.borrow_mut();
        if let Some(known) = read.get(name) {
            return known.clone();
        }
        let definition = self.parse::<ItemStruct>(written).map(|item| Rc::new(Definition::of(item)));
        read.insert(name.to_owned(), definition.clone());
        definition
    }
}

impl Definition {
    fn of(item: ItemStruct) -> Self {
        let derives = |name: &str| {
            let mut attributes = item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive"));
            attributes.any(|attribute| mentions(attribute.meta.to_token_stream(), name))
        };
        let is_copied = derives("Copy");
        let name = |at: usize, name: Option<Ident>| name.map_or_else(|| at.to_string(), |name| name.to_string());
        let inferred = item.generics.params.iter().map(|param| match param {
            GenericParam::Lifetime(_) => Some(quote!('_)),
            GenericParam::Type(_) => Some(quote!(_)),
            GenericParam::Const(_) => None,
        });
        let is_constant =
            |field: &syn::Field| field.attrs.iter().any(|attribute| attribute.path().is_ident("constant"));
        let has_tangent =
            |field: &&syn::Field| !is_constant(field) && !mentions(field.ty.to_token_stream(), "PhantomData");
        let of_fields = item.generics.params.iter().map(|param| match param {
            GenericParam::Type(param) => {
                let name = param.ident.to_string();
                item.fields.iter().filter(has_tangent).any(|field| mentions(field.ty.to_token_stream(), &name))
            }
            GenericParam::Lifetime(_) | GenericParam::Const(_) => false,
        });
        let of_fields = of_fields.collect();
        let parameters = item.generics.type_params().map(|param| param.ident.to_string()).collect();
        let fields = || item.fields.iter().enumerate();
        let constant =
            fields().filter(|(_, field)| is_constant(field)).map(|(at, field)| name(at, field.ident.clone()));
        let constant = constant.collect();
        let fields = item.fields.into_iter().enumerate().map(|(at, field)| (name(at, field.ident), field.ty));
        Self { fields: fields.collect(), constant, parameters, of_fields, is_copied, inferred: inferred.collect() }
    }
}

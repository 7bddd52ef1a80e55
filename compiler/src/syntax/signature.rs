//! The signature of a function: what its parameters and its result are.

use std::collections::HashSet;
use std::fmt::Write;

use hypernet::{Name, Primitive};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, FnArg, ItemFn, ReturnType, Safety, Type};

use super::item::Checker;
use super::{FnTy, Param, Ty, Unknown};
use crate::diagnostic::{Diagnostic, Refusal, refusal};
use crate::input::attribute::Attribute;
use crate::input::functions;
use crate::source::exprs::bare;
use crate::source::names::{is_discrete_name, is_like_a_number};
use crate::source::patterns::name_of_param;
use crate::source::types::{
    arguments, holds_no_reals, inner, is_container, is_option, number_behind, referent, shown, text,
};

/// Whether the elements of an array are numbers, or arrays of such.
fn is_of_numbers(array: &Ty) -> bool {
    match array {
        Ty::Array(element) => is_of_numbers(element),
        Ty::Real(_) => true,
        Ty::Var(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
    }
}

impl<'a> Checker<'a> {
    /// What looks like a type parameter of the code around is taken for a real scalar: of a closure, and of a method of
    /// which the `impl` is not seen.
    pub(super) fn scalars_around(&mut self, item: &ItemFn, attribute: &Attribute) {
        if attribute.inside || (!self.in_place && !has_receiver(item)) {
            return;
        }
        let mut names = Vec::new();
        crate::input::subject::single_capitals(&item.sig, &mut names);
        let declared = |name: &String| item.sig.generics.type_params().any(|param| param.ident == *name);
        let structs = crate::input::subject::taken_apart(item);
        let scalar = |name: &String| !declared(name) && !structs.contains(name);
        self.generic_scalars.extend(names.into_iter().filter(scalar).map(Name::from));
    }

    pub(super) fn qualifiers(&mut self, item: &ItemFn) {
        let signature = &item.sig;
        if let Some(attribute) = item.attrs.iter().find(|attribute| attribute.path().is_ident("track_caller")) {
            self.errors.push(refusal::TRACK_CALLER.at(attribute));
        }
        if let Some(token) = &signature.asyncness {
            self.errors.push(refusal::ASYNC_FN.at(token));
        }
        if let Safety::Unsafe(token) = &signature.safety {
            self.errors.push(refusal::UNSAFE_FN.at(token));
        }
        if let Some(abi) = &signature.abi {
            self.errors.push(refusal::EXTERN_FN.at(abi));
        }
        if let Some(variadic) = &signature.variadic {
            self.errors.push(refusal::VARIADIC.at(variadic));
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other type is looked at whole")]
    pub(super) fn params(&mut self, item: &'a ItemFn, attribute: &Attribute) -> Vec<Param> {
        let mut params = Vec::new();
        let mut named: HashSet<&Ident> = attribute.wrt.iter().flatten().collect();
        let functions = functions::type_parameters(&item.sig);
        for ((index, input), function) in item.sig.inputs.iter().enumerate().zip(functions) {
            let input = match input {
                FnArg::Receiver(receiver) => {
                    self.errors.push(refusal::RECEIVER.at(receiver));
                    continue;
                }
                FnArg::Typed(input) => input,
            };
            let name = name_of_param(&input.pat, index);
            if params.iter().any(|other: &Param| other.name == name) {
                self.errors.push(refusal::NAMED_TWICE.at(&name).left_to_rustc());
            }
            let chosen = attribute.wrt.as_ref().is_none_or(|_| named.remove(&name));
            let rank = attribute.wrt.iter().flatten().position(|named| *named == name).unwrap_or(index);
            let read = self.openings.and_then(|openings| openings.known.read_as(&name)).unwrap_or(&input.ty);
            let ty = match inner(read) {
                // Without a number in it that is differentiated, a tuple is a value of the host as a whole.
                Type::Tuple(tuple) if !tuple.elems.is_empty() && holds_no_reals(read) => {
                    Some(Ty::Discrete(text(read).into()))
                }
                // Of its structs, fields are read: it is an array to rustc alone.
                _ if self.openings.is_some_and(|openings| openings.of_structs.contains(&name.to_string())) => {
                    Some(Ty::Opaque(Some(text(referent(read)).into())))
                }
                ty => match self.owned_array(ty).filter(|_| chosen).or_else(|| self.changed_array(ty)) {
                    Some(array) => Some(array),
                    None => self.param_type(ty, !chosen),
                },
            };
            let changed = matches!(inner(read), Type::Reference(reference) if reference.mutability.is_some())
                && ty.as_ref().is_some_and(has_tangent);
            let in_out = changed && !matches!(ty, Some(Ty::Array(_)));
            if in_out && !matches!(&*input.pat, syn::Pat::Ident(_)) {
                self.errors.push(refusal::MUT_REF_PATTERN.at(&input.pat));
            }
            let tangent = ty.as_ref().is_some_and(has_tangent);
            if attribute.wrt.is_some() && chosen && ty.is_some() && !tangent {
                let at = attribute.wrt.iter().flatten().find(|ident| **ident == name);
                let span = at.map_or_else(|| name.span(), Ident::span);
                self.errors.push(Diagnostic::new(
                    span,
                    format!("`{name}` has no derivative: its type `{}` has no real number in it", shown(&input.ty)),
                    "name parameters that are real numbers, or tuples with some",
                ));
            }
            let pattern = self.pattern(&input.pat, true);
            self.note_param(&pattern, read);
            if let (super::Pattern::Bind(var, None), true) = (&pattern, changed) {
                self.vars[var.index()].mutable = true;
            }
            if let (super::Pattern::Bind(var, None), false) = (&pattern, tangent) {
                self.sequences.note_data(*var);
            }
            let data = if chosen { None } else { self.array_param(read).filter(is_of_numbers) };
            params.push(Param {
                name,
                pattern,
                ty: ty.unwrap_or_else(Ty::unit),
                written: (*input.ty).clone(),
                read: read.clone(),
                function: function.map(|name| name.to_string().into()),
                // What it holds after the call depends on the other parameters, also where `wrt` leaves it out.
                differentiated: (chosen || changed) && tangent,
                rank,
                data,
                changed,
                wanted: chosen && tangent,
                captured: None,
            });
        }
        let gives_function =
            matches!(&item.sig.output, ReturnType::Type(_, ty) if functions::has_function(self.generics, ty));
        let none = !gives_function && params.iter().all(|param| !param.differentiated);
        self.changes = params.iter().any(|param| param.changed);
        if self.errors.is_empty() && attribute.wrt.is_none() && none && !attribute.constant {
            self.errors.push(refusal::NO_REAL_PARAM.at(&item.sig.ident));
        }
        let unknown: Vec<&Ident> = attribute.wrt.iter().flatten().filter(|name| named.contains(name)).collect();
        if !unknown.is_empty() {
            let known: Vec<String> = item.sig.inputs.iter().filter_map(plain_name).collect();
            let help = match known.as_slice() {
                [] => "name parameters that are written as plain names".to_owned(),
                [known] => format!("name {known}"),
                known => format!("name some of {}", known.join(", ")),
            };
            self.errors.extend(unknown.into_iter().map(|name| {
                Diagnostic::new(
                    name.span(),
                    format!("`{name}` is not a parameter of `{}`", item.sig.ident),
                    help.as_str(),
                )
            }));
        }
        params
    }

    /// The type of a parameter. What has a tangent that the macro does not know yet is only fine where no gradient is
    /// asked for.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type is decided below, and refused there if it is not known"
    )]
    pub(super) fn param_type(&mut self, ty: &Type, left_out: bool) -> Option<Ty> {
        if let Some((function, name)) = functions::of_type(self.generics, ty) {
            return self.function_type(function, name);
        }
        let ty = inner(ty);
        match ty {
            Type::Tuple(tuple) => {
                let parts: Vec<_> = tuple.elems.iter().map(|ty| self.param_type(ty, left_out)).collect();
                return parts.into_iter().collect::<Option<_>>().map(Ty::Tuple);
            }
            Type::Path(path) if path.qself.is_none() => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                if self.is_scalar(&name) {
                    return Some(self.real(&name));
                }
                if is_discrete_name(&name) {
                    return Some(Ty::Discrete(name.into()));
                }
                if let Some(object) = boxed(path) {
                    return self.object(object, ty, left_out);
                }
            }
            Type::FnPtr(_) => return self.refused(&refusal::FN_POINTER_PARAM, ty),
            Type::TraitObject(object) => return self.object(object, ty, left_out),
            Type::ImplTrait(_) => return self.refused(&refusal::IMPL_PARAM, ty),
            Type::Reference(reference) => {
                if reference.mutability.is_some() {
                    return self.behind_mut(&reference.elem, ty, left_out);
                }
                if let Type::Path(path) = inner(&reference.elem)
                    && let Some(object) = boxed(path)
                {
                    return self.object(object, ty, left_out);
                }
                match inner(&reference.elem) {
                    Type::TraitObject(object) => return self.object(object, ty, left_out),
                    Type::ImplTrait(_) => return self.refused(&refusal::IMPL_PARAM, ty),

                    Type::Path(path) if path.path.get_ident().is_some_and(|name| self.is_scalar(&name.to_string())) => {
                        return self.param_type(&reference.elem, left_out);
                    }
                    Type::Path(path) if path.path.is_ident("str") => return Some(Ty::Discrete("&str".into())),
                    elem if holds_no_reals(elem) => return Some(Ty::Discrete(text(ty).into())),
                    _ => {}
                }
            }
            _ => {}
        }
        if left_out || matches!(ty, Type::Path(_) | Type::Array(_)) && holds_no_reals(ty) {
            return Some(Ty::Discrete(text(ty).into()));
        }
        if let Some(array) = self.array_param(ty) {
            return Some(array);
        }
        let vector =
            matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"));
        let slice =
            matches!(ty, Type::Reference(reference) if matches!(*reference.elem, Type::Slice(_) | Type::Array(_)));
        if vector || slice || matches!(ty, Type::Array(_) | Type::Slice(_)) {
            if !self.in_place && self.owned_array(ty).is_some() {
                return self.refused(&refusal::ARRAY_IN_TUPLE, ty);
            }
            self.array_of_another_type(ty);
            return None;
        }
        if let Type::Path(path) = referent(ty)
            && !is_container(path)
            && !(path.path.get_ident().is_some_and(|name| self.is_unbounded(name)))
        {
            return Some(Ty::Opaque(Some(text(referent(ty)).into())));
        }
        if let Type::Path(path) = referent(ty)
            && let Some(param) = path.path.get_ident().filter(|name| self.is_unbounded(name))
        {
            self.unbounded(ty, param);
            return None;
        }
        self.errors.push(Diagnostic::at(
            ty,
            format!("the type `{}` is not one that the macro can differentiate yet", shown(ty)),
            "use real numbers and tuples of them, or leave this parameter out: name the others with `#[differentiable(wrt(…))]`",
        ));
        None
    }

    /// A parameter that may be changed, and is no array of reals. What holds nothing with a tangent is the host's, and the reverse
    /// pass does not look at it.
    fn behind_mut(&mut self, elem: &Type, ty: &Type, left_out: bool) -> Option<Ty> {
        if functions::of_type(self.generics, elem).is_some() {
            return self.refused(&refusal::FN_MUT_PARAM, ty);
        }
        let elem = inner(elem);
        if (left_out && !self.is_number(elem)) || holds_no_reals(elem) {
            return Some(Ty::Discrete(text(ty).into()));
        }
        let known = self.errors.len();
        let value = if may_be_in_out(elem) && !self.in_place { self.param_type(elem, false) } else { None };
        if value.is_none() && self.errors.len() == known {
            return self.refused(&refusal::MUT_REF_PARAM, ty);
        }
        value
    }

    /// A trait object of this type: if it is no function, it can be left out.
    pub(super) fn object(&mut self, object: &syn::TypeTraitObject, ty: &Type, left_out: bool) -> Option<Ty> {
        match functions::of_bounds(&object.bounds) {
            Some(_) => self.refused(&refusal::DYN_PARAM, ty),
            None if left_out => Some(Ty::Discrete(text(ty).into())),
            None => self.refused(&refusal::OBJECT_PARAM, ty),
        }
    }

    /// Refuses an array of what is no number.
    fn array_of_another_type(&mut self, ty: &Type) {
        let element = named_element(ty);
        if let Some(element @ Type::Path(path)) = element
            && let Some(name) = path.path.get_ident().filter(|name| self.is_unbounded(name))
        {
            return self.unbounded(element, name);
        }
        let mut refused = refusal::ARRAY_TYPE.at(ty);
        if let Some(name) = element.filter(|name| !self.is_number(name)) {
            let name = shown(name);
            let _ = write!(refused.help, "; if `{name}` is another name for a number or an array, write that");
        }
        // A slice by value has no size.
        let is_rejected = is_misspelt(ty.to_token_stream()) || matches!(inner(ty), Type::Slice(_));
        self.errors.push(if is_rejected { refused.left_to_rustc() } else { refused });
    }

    /// Refuses a parameter of a type of which nothing is known.
    fn unbounded(&mut self, ty: &Type, param: &Ident) {
        let name = shown(referent(ty));
        let error = Diagnostic::at(
            ty,
            format!("nothing says what kind of value the type parameter `{name}` stands for"),
            format!("give it the bound `{name}: Real` for a number, or a trait with `#[differentiable]`"),
        );
        // There is nothing to compute with what has no operators: rustc says so.
        let is_rejected = self.all_bounds(param, crate::source::types::is_without_operators);
        let error = if is_rejected { error.left_to_rustc() } else { error };
        // Once for each parameter.
        if self.errors.iter().all(|other| other.message != error.message) {
            self.errors.push(error);
        }
    }

    /// Whether this is a type parameter of which nothing is known.
    pub(super) fn is_unbounded(&self, name: &Ident) -> bool {
        self.all_bounds(name, crate::source::types::is_common)
    }

    /// Whether this is a type parameter of which all bounds are such.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only predicates of types bound a type")]
    fn all_bounds(&self, name: &Ident, are: fn(&syn::TypeParamBound) -> bool) -> bool {
        let clause = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let of_clause = clause.filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(ty) if functions::bounded(predicate) == Some(name) => Some(&ty.bounds),
            _ => None,
        });
        let Some(param) = self.generics.type_params().find(|param| param.ident == *name) else { return false };
        of_clause.chain([&param.bounds]).flatten().all(are)
    }

    /// The type of a parameter that is a function.
    pub(super) fn function_type(
        &mut self,
        function: &syn::ParenthesizedGenericArguments,
        name: Option<&Ident>,
    ) -> Option<Ty> {
        if self.depth > MAX_NESTED {
            return self.refused(&refusal::LARGE_TYPE, &function.inputs.first()?.ty);
        }
        // Of an array it takes, its adjoint takes a look.
        let lent: Vec<Option<hypernet::Name>> =
            function.inputs.iter().map(|input| self.lent_array(&input.ty)).collect();
        for (input, lent) in function.inputs.iter().zip(&lent) {
            let refers_to_number = number_behind(&input.ty, |ty| self.is_number(ty)).is_some();
            if matches!(inner(&input.ty), Type::Reference(_)) && lent.is_none() && !refers_to_number {
                return self.refused(&refusal::FUNCTION_OF_REFERENCE, &input.ty);
            }
        }
        self.depth += 1;
        let params: Vec<_> = function
            .inputs
            .iter()
            .map(|input| match self.owned_array(&input.ty) {
                Some(array) => Some(array),
                None => self.param_type(&input.ty, false),
            })
            .collect();
        let result = match &function.output {
            ReturnType::Default => Some(Ty::unit()),
            ReturnType::Type(_, ty) => self.result_of(ty),
        };
        self.depth -= 1;
        let params: Option<Vec<Ty>> = params.into_iter().collect();
        let name = name.map(|name| name.to_string().into());
        Some(Ty::Fn(std::rc::Rc::new(FnTy { params: params?, result: result?, name, lent })))
    }

    /// Whether this is the name of a real scalar.
    fn is_number(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| self.is_scalar(&name.to_string())))
    }

    /// What a reference to an array refers to, as it is written.
    fn lent_array(&mut self, ty: &Type) -> Option<hypernet::Name> {
        self.array_param(ty)?;
        let Type::Reference(reference) = inner(ty) else { return None };
        Some(reference.elem.to_token_stream().to_string().into())
    }

    pub(super) fn refused(&mut self, refusal: &Refusal, ty: &Type) -> Option<Ty> {
        let refused = refusal.at(ty);
        self.errors.push(if is_misspelt(ty.to_token_stream()) { refused.left_to_rustc() } else { refused });
        None
    }

    /// The type of a result, in which arrays may be.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other types are as those of parameters")]
    fn result_of(&mut self, ty: &Type) -> Option<Ty> {
        match inner(ty) {
            Type::Tuple(tuple) => {
                let parts: Vec<_> = tuple.elems.iter().map(|ty| self.result_of(ty)).collect();
                parts.into_iter().collect::<Option<_>>().map(Ty::Tuple)
            }
            Type::Reference(_) => self.param_type(ty, false),
            // Its name may stand for an array.
            Type::Infer(_) => Some(self.fresh(Unknown::Any)),
            owned => match self.array_type(owned) {
                Some(array) => Some(array),
                None => self.param_type(ty, false),
            },
        }
    }

    pub(super) fn result(&mut self, item: &ItemFn) -> Ty {
        match &item.sig.output {
            ReturnType::Default if self.in_place => self.fresh(Unknown::Any),
            // What it gives is in what it changes.
            ReturnType::Default if self.changes => Ty::unit(),
            ReturnType::Default => {
                let mut refused = refusal::NO_REAL_RESULT.at(&item.sig.ident);
                refused.help.push_str("; or take what the function changes by `&mut`: `y: &mut [f64]`");
                // Of a value at the end, rustc says that nothing is returned.
                let gives = match item.block.stmts.last() {
                    Some(syn::Stmt::Expr(syn::Expr::Return(returned), _)) => returned.expr.is_some(),
                    Some(syn::Stmt::Expr(end, None)) => is_value(end),
                    _ => false,
                };
                self.errors.push(if gives { refused.left_to_rustc() } else { refused });
                Ty::unit()
            }
            ReturnType::Type(_, ty) if matches!(inner(ty), Type::Reference(reference) if reference.mutability.is_some()) =>
            {
                self.errors.push(reference_result(item, ty));
                Ty::unit()
            }
            ReturnType::Type(_, ty) => {
                let before = self.errors.len();
                let result = self.result_of(ty);
                if result.as_ref().is_some_and(gives_function_of_arrays) {
                    self.errors.push(refusal::GIVES_FUNCTION_OF_ARRAYS.at(ty));
                }
                if result.as_ref().is_some_and(has_tangent) && matches!(inner(ty), Type::Reference(_)) {
                    self.errors.push(reference_result(item, ty));
                }
                if let Some(result) = &result
                    && !has_tangent(result)
                    && !is_left_out(result)
                    && !self.changes
                {
                    self.errors.push(refusal::NO_REAL_RESULT.at(ty));
                }
                if self.errors.len() > before
                    && let Some(error) = self.errors.last_mut()
                    && error.help.contains("wrt")
                {
                    let may_be_none = matches!(inner(ty), Type::Path(path) if is_option(path));
                    error.help = if may_be_none { IN_PLACE_OF_OPTION } else { IN_PLACE_OF_RESULT }.into();
                }
                result.unwrap_or_else(Ty::unit)
            }
        }
    }
}

/// What is said of a result that is a reference. Where it needs a lifetime, rustc says so.
fn reference_result(item: &ItemFn, ty: &Type) -> Diagnostic {
    let is_reference =
        |input: &&FnArg| matches!(input, FnArg::Typed(input) if matches!(&*input.ty, Type::Reference(_)));
    let is_one = item.sig.inputs.iter().filter(is_reference).count() == 1;
    let refused = refusal::REFERENCE_RESULT.at(ty);
    if is_one || has_receiver(item) { refused } else { refused.left_to_rustc() }
}

/// The name of a parameter, if it has one.
fn plain_name(input: &FnArg) -> Option<String> {
    let FnArg::Typed(input) = input else { return None };
    let syn::Pat::Ident(name) = &*input.pat else { return None };
    Some(format!("`{}`", name.ident))
}

/// Whether the first parameter is `self`.
pub(super) fn has_receiver(item: &ItemFn) -> bool {
    item.sig.inputs.first().is_some_and(|input| {
        matches!(input, FnArg::Typed(input) if matches!(&*input.pat, syn::Pat::Ident(name) if name.ident == "self"))
    })
}

/// How deeply the types of functions of functions may be nested: bounds may refer to one another.
const MAX_NESTED: usize = 16;

/// What a function may give that has a derivative.
const IN_PLACE_OF_RESULT: &str = "return a real number, or a tuple or a struct of real numbers";

/// What it may give in place of an option.
const IN_PLACE_OF_OPTION: &str = "return the number, and whether there is one: `-> (f64, bool)`; or panic where there is none, or find out before, in a function without `#[differentiable]`";

/// The trait object in a `Box` or the like.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a box of a trait object is looked for")]
fn boxed(path: &syn::TypePath) -> Option<&syn::TypeTraitObject> {
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    if !["Box", "Rc", "Arc"].iter().any(|name| last.ident == name) {
        return None;
    }
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => match inner(ty) {
            Type::TraitObject(object) => Some(object),
            _ => None,
        },
        _ => None,
    })
}

/// Whether rustc surely finds no such type: it is called like a number of Rust's and is none, or takes parameters like the traits of
/// functions and is none of these.
fn is_misspelt(ty: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = ty.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let takes = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
            let is_no_function = crate::source::names::is_upper(&name) && !name.contains("Fn");
            is_like_a_number(&name) || is_no_function && tokens.get(at + 1).is_some_and(takes)
        }
        TokenTree::Group(group) => is_misspelt(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// What the innermost array in a type holds, if that is a name.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array or a name")]
fn named_element(ty: &Type) -> Option<&Type> {
    match inner(ty) {
        Type::Reference(reference) => named_element(&reference.elem),
        Type::Slice(slice) => named_element(&slice.elem),
        Type::Array(array) => named_element(&array.elem),
        Type::Path(path) if is_container(path) => named_element(arguments(path)?.next()?),
        ty @ Type::Path(_) => Some(ty),
        _ => None,
    }
}

/// Whether a function may take what a reference refers to by value, and give it back: it holds no arrays that can be seen.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is a number, a struct or a tuple of these")]
fn may_be_in_out(ty: &Type) -> bool {
    match inner(ty) {
        Type::Path(path) => !is_container(path),
        Type::Tuple(tuple) => tuple.elems.iter().all(may_be_in_out),
        _ => false,
    }
}

/// Whether there is a function in a value of this type that takes or gives arrays.
fn gives_function_of_arrays(ty: &Ty) -> bool {
    fn has_array(ty: &Ty) -> bool {
        match ty {
            Ty::Array(_) => true,
            Ty::Tuple(parts) => parts.iter().any(has_array),
            Ty::Fn(function) => function.params.iter().chain([&function.result]).any(has_array),
            Ty::Real(_) | Ty::Opaque(_) | Ty::Discrete(_) | Ty::Var(_) => false,
        }
    }
    match ty {
        function @ Ty::Fn(_) => has_array(function),
        Ty::Tuple(parts) => parts.iter().any(gives_function_of_arrays),
        Ty::Real(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Discrete(_) | Ty::Var(_) => false,
    }
}

pub(super) fn has_tangent(ty: &Ty) -> bool {
    match ty {
        Ty::Real(_) | Ty::Opaque(_) | Ty::Fn(_) | Ty::Array(_) => true,
        Ty::Tuple(parts) => parts.iter().any(has_tangent),
        Ty::Discrete(_) | Ty::Var(_) => false,
    }
}

/// Whether what the function gives says the type, or a part of it.
fn is_left_out(ty: &Ty) -> bool {
    match ty {
        Ty::Var(_) => true,
        Ty::Tuple(parts) => parts.iter().any(is_left_out),
        Ty::Real(_) | Ty::Opaque(_) | Ty::Fn(_) | Ty::Array(_) | Ty::Discrete(_) => false,
    }
}

/// Whether this is surely a value, and not one of no type.
fn is_value(expr: &Expr) -> bool {
    if let Expr::MethodCall(call) = bare(expr) {
        return Primitive::by_name(&call.method.to_string()).is_some();
    }
    matches!(
        bare(expr),
        Expr::Binary(syn::ExprBinary { op: BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_), .. })
            | Expr::Unary(_)
            | Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Tuple(_)
            | Expr::Struct(_)
    )
}

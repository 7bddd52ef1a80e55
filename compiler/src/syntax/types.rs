//! Types that the user wrote.

use hypernet::TypeName;
use syn::{ReturnType, Type, TypeParamBound};

use super::item::Checker;
use super::{Ty, Unknown};
use crate::input::functions;
use crate::source::names::{is_builtin, is_discrete_name, is_float_name, is_scalar_name};
use crate::source::types::{inner, is_container, text};

impl Checker<'_> {
    pub(super) fn fresh(&mut self, unknown: Unknown) -> Ty {
        self.unknowns.push(unknown);
        Ty::Var(u32::try_from(self.unknowns.len() - 1).expect("fewer than 2^32 types"))
    }

    /// Whether this names a real scalar.
    pub(super) fn is_scalar(&self, name: &str) -> bool {
        is_float_name(name) || self.generic_scalars.iter().any(|scalar| **scalar == *name)
    }

    pub(super) fn real(&mut self, name: &str) -> Ty {
        let name: hypernet::Name = name.into();
        if !self.scalars.contains(&name) {
            self.scalars.push(name.clone());
        }
        Ty::Real(name)
    }

    /// A type inside of the body: what the macro does not know is left to inference.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other type is unknown, or rustc's to know")]
    pub(super) fn local_type(&mut self, ty: &Type) -> Ty {
        let ty = inner(ty);
        match ty {
            Type::Reference(reference) => match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => Ty::Discrete("&str".into()),
                elem @ Type::Slice(_) if reference.mutability.is_none() => {
                    self.array_type(elem).unwrap_or_else(|| self.fresh(Unknown::Any))
                }
                Type::Slice(_) => self.fresh(Unknown::Any),
                elem => match self.local_type(elem) {
                    Ty::Opaque(Some(name)) => Ty::Opaque(Some(format!("&{name}").into())),
                    ty @ (Ty::Var(_)
                    | Ty::Real(_)
                    | Ty::Discrete(_)
                    | Ty::Opaque(_)
                    | Ty::Tuple(_)
                    | Ty::Array(_)
                    | Ty::Fn(_)) => ty,
                },
            },
            Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|ty| self.local_type(ty)).collect()),
            Type::FnPtr(function) => {
                let params = function.inputs.iter().map(|input| self.local_type(&input.ty)).collect();
                let result = self.result_type(&function.output);
                Ty::function(params, result)
            }
            Type::TraitObject(object) => self.bounds(object.bounds.iter()).unwrap_or_else(|| self.unknown_type(ty)),
            Type::ImplTrait(object) => self.bounds(object.bounds.iter()).unwrap_or_else(|| self.unknown_type(ty)),
            Type::Infer(_) => self.fresh(Unknown::Any),
            Type::Array(_) => self.array_type(ty).unwrap_or_else(|| self.unknown_type(ty)),
            Type::Path(path) if path.qself.is_none() => {
                if let Some(array) = self.array_type(ty) {
                    return array;
                }
                if let Some(name) = path.path.get_ident()
                    && let Some(function) = functions::of_parameter(self.generics, name)
                {
                    return self.local_function(function);
                }
                if let Some(ident) = path.path.get_ident() {
                    let name = ident.to_string();
                    if is_builtin(&name) {
                        self.claim_type(ident);
                    }
                    if self.is_scalar(&name) {
                        return self.real(&name);
                    }
                    if is_discrete_name(&name) {
                        return Ty::Discrete(name.into());
                    }
                }
                self.unknown_type(ty)
            }
            _ => self.unknown_type(ty),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other type is unknown, or rustc's to know")]
    fn unknown_type(&mut self, ty: &Type) -> Ty {
        match ty {
            Type::Path(path) if !is_container(path) => Ty::Opaque(Some(text(ty).into())),
            // What it holds has no tangent, whatever is done with it.
            ty if is_plain(ty) => self.fresh(Unknown::Plain),
            _ => self.fresh(Unknown::Any),
        }
    }

    /// The function type among these bounds.
    fn bounds<'b>(&mut self, bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Option<Ty> {
        bounds.into_iter().find_map(functions::of_bound).map(|function| self.local_function(function))
    }

    fn local_function(&mut self, function: &syn::ParenthesizedGenericArguments) -> Ty {
        let params = function.inputs.iter().map(|input| self.local_type(&input.ty)).collect();
        let result = self.result_type(&function.output);
        Ty::function(params, result)
    }

    pub(super) fn result_type(&mut self, output: &ReturnType) -> Ty {
        match output {
            ReturnType::Default => Ty::unit(),
            ReturnType::Type(_, ty) => self.local_type(ty),
        }
    }
}

/// Whether a type is one of Rust's own without a tangent, or holds such alone.
#[expect(clippy::wildcard_enum_match_arm, reason = "of every other type, only rustc knows")]
fn is_plain(ty: &Type) -> bool {
    match inner(ty) {
        Type::Array(array) => is_plain(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Type::Path(path) if path.qself.is_none() => match path.path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(held)) if is_container(path) => {
                held.args.iter().all(|held| match held {
                    syn::GenericArgument::Type(ty) => is_plain(ty),
                    _ => false,
                })
            }
            Some(syn::PathArguments::None) => {
                path.path.get_ident().is_some_and(|name| is_discrete_name(&name.to_string()))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether this is a type without a tangent by its name, or the integer type that rustc finds for a literal.
pub(crate) fn is_discrete(name: &TypeName) -> bool {
    match name {
        TypeName::Named(name) => is_discrete_name(name),
        TypeName::Numbered(_) => true,
        TypeName::Unnamed => false,
    }
}

/// Whether this is an integer type by its name, or the one that rustc finds for a literal.
pub(crate) fn is_integer(name: &TypeName) -> bool {
    match name {
        TypeName::Named(name) => {
            is_discrete_name(name)
                && name.starts_with(['i', 'u'])
                && name.ends_with(|end: char| end.is_ascii_digit() || end == 'e')
        }
        TypeName::Numbered(_) => true,
        TypeName::Unnamed => false,
    }
}

/// Whether this is a type of plain values: integers, `bool`, `char`.
pub(crate) fn is_scalar(name: &TypeName) -> bool {
    match name {
        TypeName::Named(name) => is_scalar_name(name),
        TypeName::Numbered(_) => true,
        TypeName::Unnamed => false,
    }
}

//! What the macro takes names for, where only rustc knows what they mean: statements that do not compile if it is something
//! else. Each stands once in the written code, and is never run.

use std::collections::HashSet;

use hypernet::{Primitive, TypeName};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Block, Item, ItemUse, Stmt};

use super::item::{Checker, plain};
use super::types::is_builtin;
use super::{ExprId, Ty};
use crate::emit::located;
use crate::infer::Types;
use crate::input::crate_path::crate_path;
use crate::input::written;

/// What has been claimed, in the order of the source.
#[derive(Default)]
pub(crate) struct Claims<'a> {
    claims: Vec<Claim<'a>>,
    /// The imports of the blocks around: they may change what a name means.
    imports: Vec<&'a ItemUse>,
}

struct Claim<'a> {
    kind: ClaimKind<'a>,
    imports: Vec<&'a ItemUse>,
}

enum ClaimKind<'a> {
    /// A name in a pattern that may fail to match is a new variable, not a constant.
    Variable(&'a Ident),
    /// A path is that of this function.
    Function(TokenStream, TokenStream),
    /// A type parameter stands for a real scalar.
    Real(TokenStream),
    /// A constant is of this type, if that is a number.
    Constant(TokenStream, Ty),
    /// A method with the name of an operator is that operator, if its receiver is a number.
    Operator(&'a Ident, Primitive, ExprId),
}

impl Claims<'_> {
    /// The statements, now that the types are known.
    pub(crate) fn statements(self, types: &Types) -> Vec<TokenStream> {
        let mut known = HashSet::new();
        let statements = self.claims.into_iter().filter_map(|Claim { kind, imports }| {
            let statement = kind.statement(types)?;
            let imports: TokenStream = imports.iter().map(|import| written::tokens(import.to_token_stream())).collect();
            Some(if imports.is_empty() { statement } else { quote!({ #imports #statement }) })
        });
        statements.filter(|statement| known.insert(statement.to_string())).collect()
    }
}

impl ClaimKind<'_> {
    fn statement(self, types: &Types) -> Option<TokenStream> {
        let backprop = crate_path();
        let claims = quote!(#backprop::__private::claims);
        Some(match self {
            Self::Variable(name) => quote!(match () { #name @ _ => #name };),
            Self::Function(path, function) => same(&claims, &path, function),
            Self::Real(name) => {
                let real = located(quote!(#claims::real), place(&name));
                quote!(#real::<#name>();)
            }
            Self::Constant(path, ty) => {
                let ty = match types.resolve(&ty) {
                    Ty::Real(name) | Ty::Discrete(TypeName::Named(name)) => scalar(&name)?,
                    _ => return None,
                };
                let is = located(quote!(#claims::is::<#ty, _>), place(&path));
                quote!(#is(&#path);)
            }
            Self::Operator(name, primitive, receiver) => {
                let Ty::Real(scalar) = types.expr(receiver) else { return None };
                if !is_builtin(&scalar) {
                    return None;
                }
                let (ty, operator) = (self::scalar(&scalar)?, operator(primitive)?);
                same(&claims, &quote!(<#ty>::#name), quote!(<#ty as #operator>::#name))
            }
        })
    }
}

/// Identifiers of one text, of those that may be two, are one variable, if any of this text is.
pub(crate) fn one_variable_each(doubtful: &[(Ident, Ident)], variables: &HashSet<String>) -> Vec<TokenStream> {
    let backprop = crate_path();
    let claims = quote!(#backprop::__private::claims);
    let pairs = doubtful.iter().filter(|(name, _)| variables.contains(&plain(name)) && *name != "self");
    let claim = |(one, other): &(Ident, Ident)| {
        let claim = located(quote!(#claims::one), other.span());
        quote!({
            let #other = #claims::Other;
            let _ = #other;
            let #one = #claims::One;
            #claim(#other);
            let _ = #one;
        })
    };
    pairs.map(claim).collect()
}

fn same(claims: &TokenStream, path: &TokenStream, function: TokenStream) -> TokenStream {
    let at = place(path);
    let (same, function) = (located(quote!(#claims::same), at), located(function, at));
    quote!(#same(#path, #function);)
}

fn place(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}

/// A scalar type, such that nothing hides it; none if it has no name.
fn scalar(name: &str) -> Option<TokenStream> {
    let tokens: TokenStream = name.parse().ok()?;
    if is_builtin(name) {
        return Some(quote!(::core::primitive::#tokens));
    }
    syn::parse2::<Ident>(tokens.clone()).is_ok().then_some(tokens)
}

/// The trait of an operator.
fn operator(primitive: Primitive) -> Option<TokenStream> {
    let name = match primitive {
        Primitive::Neg => "Neg",
        Primitive::Add => "Add",
        Primitive::Sub => "Sub",
        Primitive::Mul => "Mul",
        Primitive::Div => "Div",
        Primitive::Rem => "Rem",
        _ => return None,
    };
    let name = format_ident!("{name}");
    Some(quote!(::core::ops::#name))
}

impl<'a> Checker<'a> {
    /// Runs this where the imports of a block hold.
    pub(super) fn among<R>(&mut self, block: &'a Block, run: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.claims.imports.len();
        self.claims.imports.extend(block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(Item::Use(import)) => Some(import),
            _ => None,
        }));
        let result = run(self);
        self.claims.imports.truncate(before);
        result
    }

    fn claim(&mut self, kind: ClaimKind<'a>) {
        let imports = self.claims.imports.clone();
        self.claims.claims.push(Claim { kind, imports });
    }

    /// A name in a pattern that may fail to match is a new variable, not a constant.
    pub(super) fn claim_variable(&mut self, name: &'a Ident) {
        self.claim(ClaimKind::Variable(name));
    }

    /// A path is that of this function.
    pub(super) fn claim_function(&mut self, path: impl ToTokens, function: TokenStream) {
        self.claim(ClaimKind::Function(path.into_token_stream(), function));
    }

    /// A constant is of the type that inference finds for it.
    pub(super) fn claim_constant(&mut self, path: impl ToTokens, ty: &Ty) {
        self.claim(ClaimKind::Constant(path.into_token_stream(), ty.clone()));
    }

    /// A method with the name of an operator is that operator.
    pub(super) fn claim_operator(&mut self, name: &'a Ident, primitive: Primitive, receiver: ExprId) {
        if operator(primitive).is_some() {
            self.claim(ClaimKind::Operator(name, primitive, receiver));
        }
    }

    /// The type parameters that look like real scalars are some.
    pub(super) fn claim_scalars(&mut self) {
        for name in self.generic_scalars.clone() {
            if let Some(name) = scalar(&name) {
                self.claim(ClaimKind::Real(name));
            }
        }
    }

    /// A path is that of this primitive of a real scalar.
    pub(super) fn claim_primitive(&mut self, path: &syn::ExprPath, primitive: Primitive, of: Of<'_>) {
        let (name, backprop) = (format_ident!("{}", primitive.name()), crate_path());
        let function = match (of, operator(primitive)) {
            // Of a type parameter it is a function of what that is bound by, which is claimed.
            (Of::Scalar(ty), _) if !is_builtin(ty) => None,
            (Of::Scalar(ty), Some(operator)) => scalar(ty).map(|ty| quote!(<#ty as #operator>::#name)),
            (Of::Scalar(ty), None) => scalar(ty).map(|ty| quote!(<#ty>::#name)),
            (Of::Trait(of_trait, ty), _) => {
                let of_trait = match of_trait {
                    NumberTrait::Float => quote!(Float),
                    NumberTrait::FloatCore => quote!(float::FloatCore),
                    NumberTrait::Real => quote!(real::Real),
                };
                scalar(ty).map(|ty| quote!(<#ty as #backprop::num_traits::#of_trait>::#name))
            }
        };
        if let Some(function) = function {
            self.claim_function(path, function);
        }
    }
}

/// Of what a primitive is named as a function.
#[derive(Clone, Copy)]
pub(super) enum Of<'n> {
    /// Of a scalar type, by its name.
    Scalar(&'n str),
    /// Of a trait, for a scalar type.
    Trait(NumberTrait, &'n str),
}

/// The traits of `num_traits` that have the primitives.
#[derive(Clone, Copy)]
pub(super) enum NumberTrait {
    Float,
    FloatCore,
    Real,
}

impl NumberTrait {
    /// The trait that is called so.
    pub(super) fn by_name(name: &Ident) -> Option<Self> {
        Some(match name.to_string().as_str() {
            "Float" => Self::Float,
            "FloatCore" => Self::FloatCore,
            "Real" => Self::Real,
            _ => return None,
        })
    }
}

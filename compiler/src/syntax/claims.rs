//! Claims: what the macro takes names for, where only rustc knows what they mean.
//!
//! The check notes them while it looks at the source. Lowering writes them as statements, when the types are known.

use hypernet::Primitive;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Block, Item, ItemFn, ItemUse, Stmt, UseTree};

use super::item::Checker;
use super::{ExprId, Ty};
use crate::diagnostic::refusal;
use crate::input::crate_path::crate_path;
use crate::source::names::{is_builtin, plain};
use crate::source::types::scalar_type;
use crate::texts::TextSet;

/// What has been claimed, in the order of the source.
#[derive(Default)]
pub(crate) struct Claims<'a> {
    pub(crate) all: Vec<Claim<'a>>,
    /// The items of the blocks around, the innermost block last: they may change what a name means.
    items: Vec<Vec<&'a Item>>,
    /// The imports among them.
    imports: Vec<&'a ItemUse>,
    /// The names of types in the signature.
    types: TextSet,
}

/// What one name is taken for.
pub(crate) struct Claim<'a> {
    /// The expression that comes next in the source.
    pub(crate) at: ExprId,
    pub(crate) kind: ClaimKind<'a>,
    /// The imports of the blocks around: they may give the name another meaning.
    pub(crate) imports: Vec<&'a ItemUse>,
}

/// What a name may be taken for.
pub(crate) enum ClaimKind<'a> {
    /// A name is that of a variable, or of the function itself, which no import hides.
    Visible(Ident, Named),
    /// The name of one of Rust's own types is that of this type.
    Type(Ident),
    /// A name in a pattern that may fail to match is a new variable, not a constant.
    Variable(&'a Ident),
    /// A path is that of this function.
    Function(TokenStream, TokenStream),
    /// A type parameter stands for a real scalar.
    Real(TokenStream),
    /// A constant is of this type, if that is a number.
    Constant(TokenStream, Ty),
    /// A macro is that of the standard library.
    Macro(&'a Ident),
    /// A method with the name of an operator is that operator, if its receiver is a number.
    Operator(&'a Ident, Primitive, ExprId),
    /// A method called `into` of a number that gives a number is the standard library's.
    Into(&'a Ident, ExprId, ExprId),
}

/// What a name names.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Variable,
    Function,
}

fn has_glob(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => has_glob(&path.tree),
        UseTree::Group(group) => group.items.iter().any(has_glob),
        UseTree::Glob(_) => true,
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}

/// The path that an import gives this name.
fn imported(tree: &UseTree, name: &Ident, before: &mut syn::Path) -> Option<syn::Path> {
    let whole = |last: &Ident| {
        let mut path = before.clone();
        path.segments.push(last.clone().into());
        path
    };
    match tree {
        UseTree::Path(path) => {
            before.segments.push(path.ident.clone().into());
            let found = imported(&path.tree, name, before);
            before.segments.pop();
            before.segments.pop_punct();
            found
        }
        UseTree::Name(import) => (import.ident == *name).then(|| whole(&import.ident)),
        UseTree::Rename(import) => (import.rename == *name).then(|| whole(&import.ident)),
        UseTree::Group(group) => group.items.iter().find_map(|tree| imported(tree, name, before)),
        UseTree::Glob(_) => None,
    }
}

/// The trait of an operator.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other primitive has an operator")]
pub(crate) fn operator(primitive: Primitive) -> Option<TokenStream> {
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
    /// Runs this inside of a block, whose items hold there.
    pub(super) fn among<R>(&mut self, block: &'a Block, run: impl FnOnce(&mut Self) -> R) -> R {
        let imports = self.claims.imports.len();
        let mut items = Vec::new();
        for statement in &block.stmts {
            let Stmt::Item(item) = statement else { continue };
            if let Some(name) = self.hidden_by(item) {
                self.errors.push(refusal::HIDDEN.at(name));
            }
            if let Item::Use(import) = item {
                self.claims.imports.push(import);
            }
            items.push(item);
        }
        self.claims.items.push(items);
        let result = run(self);
        self.claims.items.pop();
        self.claims.imports.truncate(imports);
        result
    }

    /// The name of an item, if it is that of something which the macro takes for its own.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other item declares such a name")]
    fn hidden_by(&self, item: &'a Item) -> Option<&'a Ident> {
        let name = match item {
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Mod(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::TraitAlias(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            _ => return None,
        };
        let text = plain(name);
        let known = is_builtin(&text) || self.is_scalar(&text) || text == "stop_gradient";
        (known || NumberTrait::by_name(name).is_some()).then_some(name)
    }

    /// What the name of a function means in the blocks around, if one of those declares it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other item declares such a name")]
    pub(super) fn local(&self, name: &Ident) -> Option<Local> {
        self.claims.items.iter().rev().find_map(|items| {
            items.iter().find_map(|item| match item {
                Item::Fn(item) if item.sig.ident == *name => {
                    let mark = |attribute: &syn::Attribute| {
                        attribute.path().segments.last().is_some_and(|last| last.ident == "differentiable")
                    };
                    Some(Local::Function(item.attrs.iter().any(mark)))
                }
                Item::Use(item) => {
                    let leading = item.leading_colon;
                    imported(&item.tree, name, &mut syn::Path { leading_colon: leading, segments: Punctuated::new() })
                        .map(Local::Import)
                }
                _ => None,
            })
        })
    }

    fn claim(&mut self, kind: ClaimKind<'a>) {
        let imports = self.claims.imports.clone();
        let at = ExprId(u32::try_from(self.exprs.len()).expect("fewer than 2^32 expressions"));
        self.claims.all.push(Claim { at, kind, imports });
    }

    fn claim_visible(&mut self, name: &Ident, named: Named) {
        if self.claims.imports.iter().any(|import| has_glob(&import.tree)) {
            self.claim(ClaimKind::Visible(name.clone(), named));
        }
    }

    /// No import of the blocks around hides a variable.
    pub(super) fn claim_visible_variable(&mut self, name: &Ident) {
        self.claim_visible(name, Named::Variable);
    }

    /// No import of the blocks around hides the function itself.
    pub(super) fn claim_visible_function(&mut self, name: &Ident) {
        self.claim_visible(name, Named::Function);
    }

    /// The names of Rust's own types in the signature mean those. Where the companion says it of the whole function, nothing
    /// has to be claimed.
    pub(super) fn claim_signature(&mut self, item: &ItemFn, claim: bool) {
        let mut pending = vec![item.sig.inputs.to_token_stream(), item.sig.output.to_token_stream()];
        while let Some(tokens) = pending.pop() {
            for token in tokens {
                match token {
                    TokenTree::Ident(name) if is_builtin(&name.to_string()) => {
                        if claim {
                            self.claim_type(&name);
                        }
                        self.claims.types.insert(name.to_string());
                    }
                    TokenTree::Group(group) => pending.push(group.stream()),
                    TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                }
            }
        }
    }

    /// The name of one of Rust's own types means that.
    pub(super) fn claim_type(&mut self, name: &Ident) {
        if !self.claims.imports.is_empty() || !self.claims.types.contains(&name.to_string()) {
            self.claim(ClaimKind::Type(name.clone()));
        }
    }

    /// A name in a pattern that may fail to match is a new variable, not a constant.
    pub(super) fn claim_variable(&mut self, name: &'a Ident) {
        self.claim(ClaimKind::Variable(name));
    }

    /// A path is that of this function.
    pub(super) fn claim_function(&mut self, path: impl ToTokens, function: TokenStream) {
        self.claim(ClaimKind::Function(path.into_token_stream(), function));
    }

    /// A macro is that of the standard library; what a longer path names is known.
    pub(super) fn claim_macro(&mut self, path: &'a syn::Path) {
        if let Some(name) = path.get_ident() {
            self.claim(ClaimKind::Macro(name));
        }
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

    /// A method called `into` is that of the standard library, if it makes a number of a number.
    pub(super) fn claim_into(&mut self, name: &'a Ident, receiver: ExprId, given: ExprId) {
        self.claim(ClaimKind::Into(name, receiver, given));
    }

    /// The type parameters that look like real scalars are some.
    pub(super) fn claim_scalars(&mut self) {
        for name in self.generic_scalars.clone() {
            if let Some(name) = scalar_type(&name) {
                self.claim(ClaimKind::Real(name));
            }
        }
    }

    /// A path is that of the function which cuts dependence.
    pub(super) fn claim_stop_gradient(&mut self, path: &syn::ExprPath) {
        let (mut path, backprop) = (path.clone(), crate_path());
        if let Some(last) = path.path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        self.claim_function(quote!(#path::<()>), quote!(#backprop::stop_gradient::<()>));
    }

    /// A path is that of this primitive of a real scalar.
    pub(super) fn claim_primitive(&mut self, path: &syn::ExprPath, primitive: Primitive, of: Of<'_>) {
        let (name, backprop) = (format_ident!("{}", primitive.name()), crate_path());
        let function = match (of, operator(primitive)) {
            // Of a type parameter it is a function of what that is bound by, which is claimed.
            (Of::Scalar(ty), _) if !is_builtin(ty) => None,
            (Of::Scalar(ty), Some(operator)) => scalar_type(ty).map(|ty| quote!(<#ty as #operator>::#name)),
            (Of::Scalar(ty), None) => scalar_type(ty).map(|ty| quote!(<#ty>::#name)),
            (Of::Trait(of_trait, ty), _) => {
                let of_trait = match of_trait {
                    NumberTrait::Float => quote!(Float),
                    NumberTrait::FloatCore => quote!(float::FloatCore),
                    NumberTrait::Real => quote!(real::Real),
                };
                scalar_type(ty).map(|ty| quote!(<#ty as #backprop::num_traits::#of_trait>::#name))
            }
        };
        if let Some(function) = function {
            self.claim_function(path, function);
        }
    }
}

/// What a name means that a block declares.
pub(super) enum Local {
    /// A function; whether it is differentiable.
    Function(bool),
    /// What this path names.
    Import(syn::Path),
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

//! The parts of expressions, blocks and types: one step into the syntax. Every walk over the syntax is made of such steps.
//!
//! The parts of an expression are expressions, blocks and macros. Types, paths, labels and attributes are not among them, since
//! they name no variables. Of a pattern, only the condition of an arm is a part.

use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, Block, BoundLifetimes, Expr, FnArg, GenericArgument, GenericParam, Generics, Item,
    Lifetime, Macro, NamedArg, ParenthesizedGenericArguments, Pat, Path, PathArguments, ReturnType, Signature, Stmt,
    Token, Type, TypeParamBound, WherePredicate,
};

use super::macros::look_at_arguments;

/// Defines the steps into expressions and blocks, shared and mutable.
macro_rules! steps {
    ($(#[$lint:meta])* $Part:ident, $in_expr:ident, $in_block:ident $(, $mutable:tt)?) => {
        /// A part of an expression or of a block.
        $(#[$lint])*
        pub(crate) enum $Part<'a> {
            Expr(&'a $($mutable)? Expr),
            Block(&'a $($mutable)? Block),
            Macro(&'a $($mutable)? Macro),
            Item(&'a Item),
            /// An expression of which nothing is known but its tokens.
            Unknown(&'a Expr),
        }

        /// The parts of an expression, in the order in which they are written. Those of operators that stand behind one
        /// another, of which there may be many, are their operands.
        pub(crate) fn $in_expr(expr: &$($mutable)? Expr, each: &mut dyn FnMut($Part<'_>)) {
            match expr {
                Expr::Await(syn::ExprAwait { base: part, .. })
                | Expr::Cast(syn::ExprCast { expr: part, .. })
                | Expr::Closure(syn::ExprClosure { body: part, .. })
                | Expr::Field(syn::ExprField { base: part, .. })
                | Expr::Group(syn::ExprGroup { expr: part, .. })
                | Expr::Let(syn::ExprLet { expr: part, .. })
                | Expr::Paren(syn::ExprParen { expr: part, .. })
                | Expr::RawAddr(syn::ExprRawAddr { expr: part, .. })
                | Expr::Reference(syn::ExprReference { expr: part, .. })
                | Expr::Try(syn::ExprTry { expr: part, .. })
                | Expr::Unary(syn::ExprUnary { expr: part, .. }) => each($Part::Expr(part)),
                Expr::Break(syn::ExprBreak { expr: part, .. })
                | Expr::Return(syn::ExprReturn { expr: part, .. })
                | Expr::Yield(syn::ExprYield { expr: part, .. }) => {
                    if let Some(part) = part {
                        each($Part::Expr(part));
                    }
                }
                Expr::Assign(syn::ExprAssign { left: first, right: second, .. })
                | Expr::Index(syn::ExprIndex { expr: first, index: second, .. })
                | Expr::Repeat(syn::ExprRepeat { expr: first, len: second, .. }) => {
                    each($Part::Expr(first));
                    each($Part::Expr(second));
                }
                Expr::Range(syn::ExprRange { start, end, .. }) => {
                    for part in [start, end].into_iter().flatten() {
                        each($Part::Expr(part));
                    }
                }
                Expr::Array(syn::ExprArray { elems: parts, .. }) | Expr::Tuple(syn::ExprTuple { elems: parts, .. }) => {
                    for part in parts {
                        each($Part::Expr(part));
                    }
                }
                Expr::Call(syn::ExprCall { func: first, args: parts, .. })
                | Expr::MethodCall(syn::ExprMethodCall { receiver: first, args: parts, .. }) => {
                    each($Part::Expr(first));
                    for part in parts {
                        each($Part::Expr(part));
                    }
                }
                Expr::Struct(syn::ExprStruct { fields, rest, .. }) => {
                    for field in fields {
                        each($Part::Expr(&$($mutable)? field.expr));
                    }
                    if let Some(rest) = rest {
                        each($Part::Expr(rest));
                    }
                }
                Expr::Binary(_) => {
                    let (mut at, mut rights) = (expr, Vec::new());
                    while let Expr::Binary(syn::ExprBinary { left, right, .. }) = at {
                        rights.push(right);
                        at = left;
                    }
                    each($Part::Expr(at));
                    for right in rights.into_iter().rev() {
                        each($Part::Expr(right));
                    }
                }
                Expr::Async(syn::ExprAsync { block, .. })
                | Expr::Block(syn::ExprBlock { block, .. })
                | Expr::Const(syn::ExprConst { block, .. })
                | Expr::Loop(syn::ExprLoop { body: block, .. })
                | Expr::TryBlock(syn::ExprTryBlock { block, .. })
                | Expr::Unsafe(syn::ExprUnsafe { block, .. }) => each($Part::Block(block)),
                Expr::ForLoop(syn::ExprForLoop { expr: first, body: block, .. })
                | Expr::While(syn::ExprWhile { cond: first, body: block, .. }) => {
                    each($Part::Expr(first));
                    each($Part::Block(block));
                }
                Expr::If(syn::ExprIf { cond, then_branch, else_branch, .. }) => {
                    each($Part::Expr(cond));
                    each($Part::Block(then_branch));
                    if let Some((_, other)) = else_branch {
                        each($Part::Expr(other));
                    }
                }
                Expr::Match(syn::ExprMatch { expr: first, arms, .. }) => {
                    each($Part::Expr(first));
                    for arm in arms {
                        if let Pat::Guard(guarded) = &$($mutable)? arm.pat {
                            each($Part::Expr(&$($mutable)? guarded.guard));
                        }
                        each($Part::Expr(&$($mutable)? arm.body));
                    }
                }
                Expr::Macro(call) => each($Part::Macro(&$($mutable)? call.mac)),
                Expr::Continue(_) | Expr::Infer(_) | Expr::Lit(_) | Expr::Path(_) => {}
                // An expression that `syn` does not know, or that this does not.
                expr => each($Part::Unknown(expr)),
            }
        }

        /// The parts of a block, in the order in which they are written.
        pub(crate) fn $in_block(block: &$($mutable)? Block, each: &mut dyn FnMut($Part<'_>)) {
            for statement in &$($mutable)? block.stmts {
                match statement {
                    Stmt::Local(local) => {
                        let Some(init) = &$($mutable)? local.init else { continue };
                        each($Part::Expr(&$($mutable)? init.expr));
                        if let Some((_, diverge)) = &$($mutable)? init.diverge {
                            each($Part::Expr(diverge));
                        }
                    }
                    Stmt::Item(item) => each($Part::Item(item)),
                    Stmt::Expr(expr, _) => each($Part::Expr(expr)),
                    Stmt::Macro(call) => each($Part::Macro(&$($mutable)? call.mac)),
                }
            }
        }
    };
}

steps!(
    #[expect(dead_code, reason = "no walk reads all of the parts")]
    Part,
    in_expr,
    in_block
);
steps!(PartMut, in_expr_mut, in_block_mut, mut);

/// Whether this is true of a part, or of a part in it, however deep. Macros, items and expressions that are not known have no parts.
pub(crate) fn is_any(part: &Part<'_>, is: &dyn Fn(&Part<'_>) -> bool) -> bool {
    is_any_outside(part, &|_| false, is)
}

/// The same, but of nothing that is inside of such a part.
pub(crate) fn is_any_outside(
    part: &Part<'_>,
    is_outside_of: &dyn Fn(&Part<'_>) -> bool,
    is: &dyn Fn(&Part<'_>) -> bool,
) -> bool {
    let mut found = is(part);
    if found || is_outside_of(part) {
        return found;
    }
    let mut look = |part: Part<'_>| found = found || is_any_outside(&part, is_outside_of, is);
    match part {
        Part::Expr(expr) => in_expr(expr, &mut look),
        Part::Block(block) => in_block(block, &mut look),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
    }
    found
}

/// The same as [`is_any`], but the arguments of macros count as parts, where they are expressions.
pub(crate) fn is_any_with_arguments(part: &Part<'_>, is: &dyn Fn(&Part<'_>) -> bool) -> bool {
    is_any(part, &|part| {
        let mut found = is(part);
        if let Part::Macro(call) = part {
            look_at_arguments(call, &mut |argument| found = found || is_any_with_arguments(&Part::Expr(argument), is));
        }
        found
    })
}

/// A part of a type.
pub(crate) enum TypePart<'a> {
    Type(&'a mut Type),
    Lifetime(&'a mut Lifetime),
    /// What stands behind `Fn`, `FnMut` and `FnOnce`.
    Function(&'a mut ParenthesizedGenericArguments),
}

/// The parts of a type, in the order in which they are written. Those of its bounds and of the arguments of its path are
/// among them.
#[expect(clippy::wildcard_enum_match_arm, reason = "what `syn` does not know has no parts that can be named")]
pub(crate) fn in_type(ty: &mut Type, each: &mut dyn FnMut(TypePart<'_>)) {
    match ty {
        Type::Array(ty) => each(TypePart::Type(&mut ty.elem)),
        Type::FnPtr(ty) => {
            in_binder(ty.lifetimes.as_mut(), each);
            in_function(&mut ty.inputs, &mut ty.output, each);
        }
        Type::Group(ty) => each(TypePart::Type(&mut ty.elem)),
        Type::ImplTrait(ty) => in_bounds(&mut ty.bounds, each),
        Type::Paren(ty) => each(TypePart::Type(&mut ty.elem)),
        Type::Path(ty) => {
            if let Some(of) = &mut ty.qself {
                each(TypePart::Type(&mut of.ty));
            }
            in_path(&mut ty.path, each);
        }
        Type::Ptr(ty) => each(TypePart::Type(&mut ty.elem)),
        Type::Reference(ty) => {
            if let Some(lifetime) = &mut ty.lifetime {
                each(TypePart::Lifetime(lifetime));
            }
            each(TypePart::Type(&mut ty.elem));
        }
        Type::Slice(ty) => each(TypePart::Type(&mut ty.elem)),
        Type::TraitObject(ty) => in_bounds(&mut ty.bounds, each),
        Type::Tuple(ty) => {
            for element in &mut ty.elems {
                each(TypePart::Type(element));
            }
        }
        // `_`, `!`, a macro, and what `syn` does not know.
        _ => {}
    }
}

/// The parts of the types of a function.
pub(crate) fn in_function(
    inputs: &mut Punctuated<NamedArg, Token![,]>,
    output: &mut ReturnType,
    each: &mut dyn FnMut(TypePart<'_>),
) {
    for input in inputs {
        each(TypePart::Type(&mut input.ty));
    }
    if let ReturnType::Type(_, ty) = output {
        each(TypePart::Type(ty));
    }
}

/// The types of a signature: of its parameters, of its result, and of the bounds on its generics.
pub(crate) fn in_signature(signature: &mut Signature, each: &mut dyn FnMut(TypePart<'_>)) {
    in_generics(&mut signature.generics, each);
    for input in &mut signature.inputs {
        if let FnArg::Typed(input) = input {
            each(TypePart::Type(&mut input.ty));
        }
    }
    if let ReturnType::Type(_, ty) = &mut signature.output {
        each(TypePart::Type(ty));
    }
}

fn in_generics(generics: &mut Generics, each: &mut dyn FnMut(TypePart<'_>)) {
    in_params(&mut generics.params, each);
    for predicate in generics.where_clause.iter_mut().flat_map(|clause| &mut clause.predicates) {
        match predicate {
            WherePredicate::Lifetime(predicate) => {
                each(TypePart::Lifetime(&mut predicate.lifetime));
                for bound in &mut predicate.bounds {
                    each(TypePart::Lifetime(bound));
                }
            }
            WherePredicate::Type(predicate) => {
                in_binder(predicate.lifetimes.as_mut(), each);
                each(TypePart::Type(&mut predicate.bounded_ty));
                in_bounds(&mut predicate.bounds, each);
            }
            _ => {}
        }
    }
}

fn in_params(params: &mut Punctuated<GenericParam, Token![,]>, each: &mut dyn FnMut(TypePart<'_>)) {
    for param in params {
        match param {
            GenericParam::Lifetime(param) => {
                each(TypePart::Lifetime(&mut param.lifetime));
                for bound in &mut param.bounds {
                    each(TypePart::Lifetime(bound));
                }
            }
            GenericParam::Type(param) => {
                in_bounds(&mut param.bounds, each);
                if let Some((_, ty)) = &mut param.default {
                    each(TypePart::Type(ty));
                }
            }
            GenericParam::Const(param) => each(TypePart::Type(&mut param.ty)),
        }
    }
}

/// `for<'a>`.
fn in_binder(binder: Option<&mut BoundLifetimes>, each: &mut dyn FnMut(TypePart<'_>)) {
    if let Some(binder) = binder {
        in_params(&mut binder.lifetimes, each);
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what `syn` does not know has no parts that can be named")]
fn in_bounds(bounds: &mut Punctuated<TypeParamBound, Token![+]>, each: &mut dyn FnMut(TypePart<'_>)) {
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(bound) => {
                in_binder(bound.lifetimes.as_mut(), each);
                in_path(&mut bound.path, each);
            }
            TypeParamBound::Lifetime(lifetime) => each(TypePart::Lifetime(lifetime)),
            // `use<…>`, whose lifetimes are declared elsewhere, and what `syn` does not know.
            _ => {}
        }
    }
}

fn in_path(path: &mut Path, each: &mut dyn FnMut(TypePart<'_>)) {
    for segment in &mut path.segments {
        match &mut segment.arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(arguments) => in_arguments(arguments, each),
            PathArguments::Parenthesized(function) => each(TypePart::Function(function)),
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what `syn` does not know has no parts that can be named")]
fn in_arguments(arguments: &mut AngleBracketedGenericArguments, each: &mut dyn FnMut(TypePart<'_>)) {
    for argument in &mut arguments.args {
        let generics = match argument {
            GenericArgument::AssocType(argument) => argument.generics.as_mut(),
            GenericArgument::AssocConst(argument) => argument.generics.as_mut(),
            GenericArgument::Constraint(argument) => argument.generics.as_mut(),
            _ => None,
        };
        if let Some(generics) = generics {
            in_arguments(generics, each);
        }
        match argument {
            GenericArgument::Lifetime(lifetime) => each(TypePart::Lifetime(lifetime)),
            GenericArgument::Type(ty) => each(TypePart::Type(ty)),
            GenericArgument::AssocType(argument) => each(TypePart::Type(&mut argument.ty)),
            GenericArgument::Constraint(argument) => in_bounds(&mut argument.bounds, each),
            // A constant, and what `syn` does not know.
            _ => {}
        }
    }
}

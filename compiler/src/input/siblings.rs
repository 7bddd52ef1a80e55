//! What one function knows of those beside it in the file, and in its `impl` block: the types of their parameters and of their results.

use std::borrow::Cow;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use syn::spanned::Spanned;
use syn::{
    Expr, ExprClosure, FnArg, ImplItem, ImplItemFn, ItemFn, ItemImpl, Local, Pat, PatType, ReceiverKind, ReturnType,
    Stmt, Token, Type,
};

use super::definitions::Definitions;
use super::places::Places;
use super::subject::name_self;
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, TypePart, in_block, in_block_mut, in_expr, in_expr_mut};
use crate::source::names::{is_float_name, is_scalar_name};
use crate::source::types::is_float;
use crate::texts::{TextMap, TextSet};

/// The types of the numbers, arrays and structs of the file that the functions of a block give, also in tuples, and of the arrays that they
/// take; and of the structs that the functions beside it give.
pub(crate) struct Siblings {
    given: TextMap<Type>,
    /// One for each argument that is written in a call: of a method, that after `self` is the first.
    taken: TextMap<Vec<Option<Type>>>,
    /// What the type of the block is called.
    own: Option<String>,
    structs: Rc<Definitions>,
}

impl Siblings {
    /// Those of an `impl` block. What a method of a trait is called by may be one of the type, of another type.
    pub(crate) fn of(block: &ItemImpl, structs: &Rc<Definitions>) -> Self {
        let is_written = |ty: &Type| is_array(ty) || is_float(ty) || is_struct(ty, structs);
        let is_tuple = |ty: &Type| matches!(ty, Type::Tuple(tuple) if !tuple.elems.is_empty() && tuple.elems.iter().all(is_written));
        let is_known = |ty: &Type| is_written(ty) || is_tuple(ty);
        let given = |item: &ImplItem| {
            let ImplItem::Fn(function) = item else { return None };
            let ReturnType::Type(_, ty) = &function.sig.output else { return None };
            let is_plain = function.sig.generics.params.is_empty() && function.sig.asyncness.is_none();
            (is_plain && is_known(ty)).then(|| (function.sig.ident.to_string(), (**ty).clone()))
        };
        let functions = || block.items.iter().filter(|_| block.trait_.is_none());
        let own = if let Type::Path(path) = &*block.self_ty { path.path.get_ident() } else { None };
        let own = own.map(Ident::to_string).filter(|_| block.generics.params.is_empty());
        Self {
            given: functions().filter_map(given).collect(),
            taken: functions().filter_map(taken).collect(),
            own,
            structs: Rc::clone(structs),
        }
    }

    /// Those of a function outside of blocks.
    pub(crate) fn beside(structs: &Rc<Definitions>) -> Self {
        let (given, taken) = (TextMap::default(), TextMap::default());
        Self { given, taken, own: None, structs: Rc::clone(structs) }
    }

    /// Writes the types of variables that are what such a function gives, `let f = self.forces();`, and of parameters of closures that
    /// such a function takes, `|t, y| self.rhs(t, y)`.
    pub(crate) fn write_types(&self, function: &mut ItemFn) {
        if self.given.is_empty() && self.taken.is_empty() && self.structs.has_no_functions() {
            return;
        }
        let mut places = Places::of_params(function, self.own.clone(), &self.structs);
        self.write(PartMut::Block(&mut function.block), &mut places);
    }

    fn write(&self, part: PartMut<'_>, places: &mut Places) {
        match part {
            PartMut::Expr(Expr::Closure(closure)) => {
                self.write_params(closure);
                self.write(PartMut::Expr(&mut closure.body), places);
            }
            PartMut::Expr(expr) => {
                self.write_given_closures(expr, places);
                in_expr_mut(expr, &mut |part| self.write(part, places));
            }
            PartMut::Block(block) => {
                for statement in &mut block.stmts {
                    let Stmt::Local(local) = statement else { continue };
                    if let Some(ty) = self.given(local, places) {
                        write_type(&mut local.pat, ty.into_owned());
                    }
                    places.note_local(local);
                }
                in_block_mut(block, &mut |part| self.write(part, places));
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Writes the types of the parameters of closures that are arrays, where a call gives the closures to a function of the file: its bounds say
    /// them.
    fn write_given_closures(&self, call: &mut Expr, places: &Places) {
        if !arguments(call).any(|argument| closure_given(argument).is_some()) {
            return;
        }
        let Some(called) = called(call).and_then(|called| self.path(&called, places)) else { return };
        for (at, argument) in arguments_mut(call).enumerate() {
            let Some(closure) = closure_given_mut(argument) else { continue };
            let types = self.structs.closure_takes(&called, at);
            for (param, ty) in closure.inputs.iter_mut().zip(types) {
                if matches!(param, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none())
                    && (refers_to_array(&ty) || is_array(&ty))
                {
                    write_type(param, ty);
                }
            }
        }
    }

    /// The name under which a function that is called stands in the file, `f` or `Name::f`.
    fn path(&self, called: &Called<'_>, places: &Places) -> Option<String> {
        match called {
            Called::Own(name) => Some(format!("{}::{name}", self.own.as_ref()?)),
            Called::Of(of, name) => Some(format!("{of}::{name}")),
            Called::On(receiver, name) => Some(format!("{}::{name}", places.struct_at(receiver)?)),
            // A variable may have the name.
            Called::Free(name) if places.declares(&name.to_string()) => None,
            Called::Free(name) => Some(name.to_string()),
        }
    }

    /// Writes the types of the parameters of a closure that are arrays, as what takes them says.
    fn write_params(&self, closure: &mut ExprClosure) {
        for param in &mut closure.inputs {
            if let Pat::Ident(name) = param
                && name.by_ref.is_none()
                && name.subpat.is_none()
                && let Some(ty) = self.taken_in(&Part::Expr(&closure.body), &name.ident)
            {
                write_type(param, ty.clone());
            }
        }
    }

    /// The type of the array that a function of the block takes, and that this name is given for.
    fn taken_in(&self, part: &Part<'_>, name: &Ident) -> Option<&Type> {
        let mut found = None;
        match part {
            Part::Expr(expr) => {
                if let Some(Called::Own(called)) = called(expr)
                    && let Some(types) = self.taken.get(&called.to_string())
                {
                    let arguments = arguments(expr).zip(types);
                    found = arguments.filter(|(argument, _)| is_named(argument, name)).find_map(|(_, ty)| ty.as_ref());
                }
                in_expr(expr, &mut |part| found = found.or_else(|| self.taken_in(&part, name)));
            }
            Part::Block(block) => in_block(block, &mut |part| found = found.or_else(|| self.taken_in(&part, name))),
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
        found
    }

    /// The type of what a variable without a type is declared as.
    fn given(&self, local: &Local, places: &Places) -> Option<Cow<'_, Type>> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        // Of an array of numbers, rustc finds all that there is to know.
        let is_struct = |ty: &Type| {
            is_struct(ty, &self.structs) || is_array(ty) && innermost(ty).is_some_and(|ty| is_struct(ty, &self.structs))
        };
        let is_part = |ty: &Type| is_float(ty) || is_struct(ty);
        let is_known = |ty: &Type| is_struct(ty) || matches!(ty, Type::Tuple(tuple) if tuple.elems.iter().all(is_part));
        let beside = |name: &str| self.structs.result(name).filter(|ty| is_known(ty)).map(Cow::Owned);
        let called = called(&init.expr)?;
        let given = if let Called::Own(name) = called { self.given.get(&name.to_string()) } else { None };
        let ty = given.map(Cow::Borrowed).or_else(|| beside(&self.path(&called, places)?))?;
        is_for(&local.pat, &ty).then_some(ty)
    }
}

/// Whether a pattern without types takes what is of this type, in whole or as a tuple.
fn is_for(pattern: &Pat, ty: &Type) -> bool {
    match (pattern, ty) {
        (Pat::Ident(name), _) => name.by_ref.is_none() && name.subpat.is_none(),
        (Pat::Tuple(names), Type::Tuple(types)) => {
            names.elems.len() == types.elems.len()
                && names
                    .elems
                    .iter()
                    .all(|name| matches!(name, Pat::Wild(_)) || is_for(name, ty) && matches!(name, Pat::Ident(_)))
        }
        _ => false,
    }
}

/// The type with the name of another for `Self`.
pub(super) fn with_own(mut ty: Type, own: &str) -> Type {
    if let Ok(own) = syn::parse_str(own) {
        name_self(TypePart::Type(&mut ty), &own);
    }
    ty
}

/// Whether this is the name of a struct of the file.
fn is_struct(ty: &Type, structs: &Definitions) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| structs.get(&name.to_string()).is_some()))
}

/// Writes a type for the variable that is declared.
pub(super) fn write_type(pattern: &mut Pat, ty: Type) {
    let name = std::mem::replace(pattern, Pat::Verbatim(TokenStream::new()));
    *pattern = Pat::Type(PatType {
        attrs: Vec::new(),
        colon_token: Token![:](name.span()),
        pat: Box::new(name),
        ty: Box::new(ty),
    });
}

/// The name of a function, and the types of its parameters that refer to arrays.
fn taken(item: &ImplItem) -> Option<(String, Vec<Option<Type>>)> {
    let ImplItem::Fn(ImplItemFn { sig, .. }) = item else { return None };
    if !sig.generics.params.is_empty() || sig.asyncness.is_some() {
        return None;
    }
    let of = |input: &FnArg| match input {
        FnArg::Receiver(_) => None,
        FnArg::Typed(param) => Some(Some((*param.ty).clone()).filter(refers_to_array)),
    };
    let types: Vec<Option<Type>> = sig.inputs.iter().filter_map(of).collect();
    types.iter().any(Option::is_some).then(|| (sig.ident.to_string(), types))
}

/// Whether a type is a reference to an array, a slice or a vector that is not changed.
fn refers_to_array(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    reference.mutability.is_none()
        && reference.lifetime.is_none()
        && if let Type::Slice(slice) = &*reference.elem { is_element(&slice.elem) } else { is_array(&reference.elem) }
}

/// The closure that an argument is, or refers to.
fn closure_given(argument: &Expr) -> Option<&ExprClosure> {
    let inside = if let Expr::Reference(reference) = bare(argument) { &*reference.expr } else { argument };
    if let Expr::Closure(closure) = bare(inside) { Some(closure) } else { None }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a closure")]
fn closure_given_mut(argument: &mut Expr) -> Option<&mut ExprClosure> {
    match argument {
        Expr::Closure(closure) => Some(closure),
        Expr::Paren(inside) => closure_given_mut(&mut inside.expr),
        Expr::Group(inside) => closure_given_mut(&mut inside.expr),
        Expr::Reference(reference) => closure_given_mut(&mut reference.expr),
        _ => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
fn arguments_mut(expr: &mut Expr) -> impl Iterator<Item = &mut Expr> {
    let receivers = match expr {
        Expr::Call(call) => usize::from(call.args.first().is_some_and(is_self)),
        _ => 0,
    };
    let arguments = match expr {
        Expr::MethodCall(call) => Some(&mut call.args),
        Expr::Call(call) => Some(&mut call.args),
        _ => None,
    };
    arguments.into_iter().flatten().skip(receivers)
}

/// Whether an argument is what a method is called on.
fn is_self(argument: &Expr) -> bool {
    matches!(bare(argument), Expr::Path(path) if path.path.is_ident("self"))
}

/// The arguments of a call, without what a method is called on.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
fn arguments(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let (arguments, receivers) = match bare(expr) {
        Expr::MethodCall(call) => (Some(&call.args), 0),
        Expr::Call(call) => (Some(&call.args), usize::from(call.args.first().is_some_and(is_self))),
        _ => (None, 0),
    };
    arguments.into_iter().flatten().skip(receivers)
}

/// Whether an expression is this variable.
fn is_named(expr: &Expr, name: &Ident) -> bool {
    matches!(bare(expr), Expr::Path(path) if path.path.is_ident(name))
}

/// The names of the methods of a block.
#[derive(Clone, Default)]
pub(crate) struct Methods {
    /// Those that take `&mut self`.
    pub(crate) changing: TextSet,
    pub(crate) others: TextSet,
    /// The numbers, `bool`s and `char`s that some give, by the names of these types.
    pub(crate) scalars: TextMap<String>,
}

impl Methods {
    /// Those of an `impl` block. What a method of a trait is called by may be one of the type.
    pub(crate) fn of(block: &ItemImpl) -> Self {
        let mut methods = Self::default();
        if block.trait_.is_some() {
            return methods;
        }
        for item in &block.items {
            let ImplItem::Fn(function) = item else { continue };
            let Some(receiver) = function.sig.receiver() else { continue };
            if let Some(scalar) = scalar_given(&function.sig.output) {
                methods.scalars.insert(function.sig.ident.to_string(), scalar);
            }
            let changes = matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_)));
            let of = if changes { &mut methods.changing } else { &mut methods.others };
            of.insert(function.sig.ident.to_string());
        }
        methods
    }
}

/// The name of the type of what is given, if that is one of Rust's own numbers, `bool` or `char`.
fn scalar_given(output: &ReturnType) -> Option<String> {
    if let ReturnType::Type(_, ty) = output { scalar(ty) } else { None }
}

/// The name of a type, if it is one of Rust's own numbers, `bool` or `char`.
pub(crate) fn scalar(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    path.path.get_ident().map(Ident::to_string).filter(|name| is_scalar_name(name) || is_float_name(name))
}

/// A function that is called, by its name.
enum Called<'e> {
    /// One of the block: `self.f()`, `Self::f()`.
    Own(&'e Ident),
    /// One of a type: `Name::f()`.
    Of(&'e Ident, &'e Ident),
    /// A method of what a place holds.
    On(&'e Expr, &'e Ident),
    Free(&'e Ident),
}

/// The function that this calls.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else calls a function by its name")]
fn called(expr: &Expr) -> Option<Called<'_>> {
    match bare(expr) {
        Expr::MethodCall(call) => {
            if call.turbofish.is_some() {
                return None;
            }
            let is_self = matches!(&*call.receiver, Expr::Path(receiver) if receiver.path.is_ident("self"));
            Some(if is_self { Called::Own(&call.method) } else { Called::On(&call.receiver, &call.method) })
        }
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else { return None };
            if path.qself.is_some() || path.path.segments.iter().any(|part| !part.arguments.is_none()) {
                return None;
            }
            let mut segments = path.path.segments.iter().map(|part| &part.ident);
            match (segments.next()?, segments.next(), segments.next()) {
                (name, None, _) => Some(Called::Free(name)),
                (of, Some(name), None) => Some(if of == "Self" { Called::Own(name) } else { Called::Of(of, name) }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a type is an array or a vector, without references in it.
fn is_array(ty: &Type) -> bool {
    element_of(ty).is_some_and(is_element)
}

/// The type of the elements of an array or a vector.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
pub(super) fn element_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&array.elem),
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|last| last.ident == "Vec" && path.path.segments.len() == 1)?;
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            match arguments.args.first()? {
                syn::GenericArgument::Type(ty) if arguments.args.len() == 1 => Some(ty),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type of the elements of an array, of arrays in it or of arrays in those.
fn innermost(ty: &Type) -> Option<&Type> {
    let inside = element_of(ty)?;
    innermost(inside).or(Some(inside))
}

/// Whether a type may be that of an element of an array.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
fn is_element(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.qself.is_none() && path.path.segments.iter().all(|part| part.arguments.is_none()) || is_array(ty)
        }
        ty => is_array(ty),
    }
}

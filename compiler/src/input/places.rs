//! Which structs of the file the places of a function hold, as the types of its variables and of fields say.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, ExprField, FnArg, ItemFn, Local, Member, Pat, Stmt, Type, UnOp};

use super::definitions::{Definition, Definitions};
use super::fields::referred;
use super::siblings::element_of;
use crate::source::declarations::declarations;
use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr};
use crate::texts::TextMap;

/// What a place holds, or refers to.
#[derive(Clone, PartialEq)]
pub(crate) enum Held {
    /// A struct of the file, by its name.
    Struct(String),
    /// A struct of the file that has parameters.
    Generic(String),
    /// An array.
    Array(Rc<Held>),
    /// Something else, in an array.
    Other,
}

/// How rustc finds what a place holds: from a value of a type, by fields and elements.
#[derive(Clone)]
pub(crate) struct Route {
    pub(crate) from: Rc<Type>,
    pub(crate) steps: TokenStream,
}

/// What the variables of a name hold.
struct Variable {
    held: Held,
    route: Option<Route>,
    /// How many of them are known to hold it.
    known: usize,
}

/// The variables of a function that hold structs of the file, or arrays.
pub(crate) struct Places {
    /// How often each name is declared.
    counts: TextMap<usize>,
    /// What they hold.
    variables: TextMap<Variable>,
    /// What the type of the block is called.
    own: Option<String>,
    structs: Rc<Definitions>,
}

impl Places {
    /// Those of a function, given what the type of the block is called.
    pub(crate) fn of(function: &ItemFn, own: Option<String>, structs: &Rc<Definitions>) -> Self {
        let mut places = Self::of_params(function, own, structs);
        places.find(&Part::Block(&function.block));
        places
    }

    /// Those of its parameters.
    pub(super) fn of_params(function: &ItemFn, own: Option<String>, structs: &Rc<Definitions>) -> Self {
        let (counts, variables) = (declarations(function), TextMap::default());
        let mut places = Self { counts, variables, own, structs: Rc::clone(structs) };
        for input in &function.sig.inputs {
            match input {
                FnArg::Typed(input) => places.note(&input.pat, &input.ty),
                FnArg::Receiver(_) => {
                    let held = places.own.as_ref().and_then(|own| places.named(own));
                    let route = Route { from: Rc::new(syn::parse_quote!(&Self)), steps: TokenStream::new() };
                    places.counts.insert("self".to_owned(), 1);
                    places.insert("self".to_owned(), held, Some(route));
                }
            }
        }
        places
    }

    /// Whether a name is one of a variable.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.counts.contains_key(name)
    }

    /// What a variable holds.
    pub(crate) fn variable(&self, name: &str) -> Option<Held> {
        self.known(name).map(|known| known.held.clone())
    }

    /// What is known of a name, if all variables that have it hold the same.
    fn known(&self, name: &str) -> Option<&Variable> {
        self.variables.get(name).filter(|variable| self.counts.get(name) == Some(&variable.known))
    }

    /// How rustc finds what a place holds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what it holds")]
    pub(super) fn route(&self, expr: &Expr) -> Option<Route> {
        match bare(expr) {
            Expr::Path(path) if path.qself.is_none() => self.known(&path.path.get_ident()?.to_string())?.route.clone(),
            Expr::Reference(reference) => self.route(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.route(&unary.expr),
            Expr::Field(field) => {
                let member = &field.member;
                Some(self.route(&field.base)?.then(&quote!(.#member)))
            }
            Expr::Index(index) if matches!(bare(&index.index), Expr::Range(_)) => self.route(&index.expr),
            Expr::Index(index) => Some(self.route(&index.expr)?.then(&quote!([0]))),
            Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => self.route(&call.receiver),
            Expr::Struct(made) if matches!(self.at(expr)?, Held::Struct(_)) => {
                let path = &made.path;
                Some(Route { from: Rc::new(syn::parse_quote!(#path)), steps: TokenStream::new() })
            }
            _ => None,
        }
    }

    /// The struct whose field a place is, with the name or the number of the field.
    pub(super) fn definition_around(&self, field: &ExprField) -> Option<(Rc<Definition>, String)> {
        let (Held::Struct(name) | Held::Generic(name)) = self.at(&field.base)? else { return None };
        Some((self.structs.get(&name)?, member_name(&field.member)))
    }

    /// What a field of it holds, by the name or the number of the field.
    pub(crate) fn field(&self, of: &Held, field: &str) -> Option<Held> {
        let (Held::Struct(name) | Held::Generic(name)) = of else { return None };
        let definition = self.structs.get(name)?;
        let (_, ty) = definition.fields.iter().find(|(name, _)| name == field)?;
        self.held(ty, Some(name))
    }

    /// The type of a field, if this is the type of a struct of the file without parameters.
    pub(super) fn type_of_field(&self, of: &Type, field: &Member) -> Option<Type> {
        let Some(Held::Struct(name)) = self.held(of, None) else { return None };
        let (definition, field) = (self.structs.get(&name)?, member_name(field));
        definition.fields.iter().find(|(name, _)| *name == field).map(|(_, ty)| ty.clone())
    }

    /// The struct that a place holds, as it is written.
    pub(crate) fn struct_at(&self, expr: &Expr) -> Option<String> {
        match self.at(expr)? {
            Held::Struct(name) => Some(name),
            Held::Generic(_) | Held::Array(_) | Held::Other => None,
        }
    }

    /// Whether a place is an array, as it is written.
    pub(crate) fn is_array_at(&self, expr: &Expr) -> bool {
        matches!(self.at(expr), Some(Held::Array(_)))
    }

    /// What a place holds, or a copy of it, or a struct that is made.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what it holds")]
    fn at(&self, expr: &Expr) -> Option<Held> {
        match bare(expr) {
            Expr::Path(path) if path.qself.is_none() => self.variable(&path.path.get_ident()?.to_string()),
            Expr::Reference(reference) => self.at(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.at(&unary.expr),
            Expr::Field(field) => self.field(&self.at(&field.base)?, &member_name(&field.member)),
            Expr::Index(index) => {
                let array = self.at(&index.expr)?;
                if matches!(bare(&index.index), Expr::Range(_)) { Some(array) } else { array.element() }
            }
            Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => self.at(&call.receiver),
            Expr::Struct(made) if made.qself.is_none() => {
                let path = syn::TypePath { attrs: Vec::new(), qself: None, path: made.path.clone() };
                self.held(&Type::Path(path), self.own.as_ref())
            }
            _ => None,
        }
    }

    /// What is held by what has this type, where `own` is what `Self` stands for.
    fn held(&self, ty: &Type, own: Option<&String>) -> Option<Held> {
        let ty = referred(ty);
        let element = if let Type::Slice(slice) = ty { Some(&*slice.elem) } else { element_of(ty) };
        if let Some(element) = element {
            return Some(Held::Array(Rc::new(self.held(element, own).unwrap_or(Held::Other))));
        }
        let Type::Path(path) = ty else { return None };
        let [name] = path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        if name.ident == "Self" { self.named(own?) } else { self.named(&name.ident.to_string()) }
    }

    /// What is held by what has the type of this name.
    fn named(&self, name: &str) -> Option<Held> {
        let has_parameters = !self.structs.get(name)?.inferred.as_ref().is_some_and(Vec::is_empty);
        Some(if has_parameters { Held::Generic(name.to_owned()) } else { Held::Struct(name.to_owned()) })
    }

    /// Notes what the variables of a part hold.
    fn find(&mut self, part: &Part<'_>) {
        match part {
            Part::Expr(expr) => {
                if let Expr::ForLoop(it) = expr {
                    self.note_elements(&it.pat, &it.expr);
                }
                if let Expr::Closure(closure) = expr {
                    for param in &closure.inputs {
                        if let Pat::Type(typed) = param {
                            self.note(&typed.pat, &typed.ty);
                        }
                    }
                }
                in_expr(expr, &mut |part| self.find(&part));
            }
            Part::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(local) = statement {
                        self.note_local(local);
                    }
                }
                in_block(block, &mut |part| self.find(&part));
            }
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }

    /// Notes what the variables of a `let` hold, as their types say, or what they are given.
    pub(super) fn note_local(&mut self, local: &Local) {
        if let Pat::Type(typed) = &local.pat {
            self.note(&typed.pat, &typed.ty);
        } else if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
            let (held, route) = (self.at(&init.expr), self.route(&init.expr));
            self.insert(name.ident.to_string(), held, route);
        }
    }

    /// Notes what the variables of a loop hold.
    fn note_elements(&mut self, pattern: &Pat, head: &Expr) {
        match (pattern, bare(head)) {
            (_, Expr::Reference(reference)) => self.note_elements(pattern, &reference.expr),
            (Pat::Tuple(names), Expr::MethodCall(call)) if names.elems.len() == 2 => {
                match (call.method.to_string().as_str(), call.args.first()) {
                    ("enumerate", None) => self.note_elements(&names.elems[1], &call.receiver),
                    ("zip", Some(other)) => {
                        self.note_elements(&names.elems[0], &call.receiver);
                        self.note_elements(&names.elems[1], other);
                    }
                    _ => {}
                }
            }
            (_, Expr::MethodCall(call)) if is_over_elements(&call.method) => {
                self.note_elements(pattern, &call.receiver);
            }
            (Pat::Reference(inside), _) => self.note_elements(&inside.pat, head),
            (Pat::Ident(name), _) => {
                let held = self.at(head).and_then(|held| held.element());
                let route = self.route(head).map(|route| route.then(&quote!([0])));
                self.insert(name.ident.to_string(), held, route);
            }
            _ => {}
        }
    }

    /// Notes what variables hold, as their types say.
    fn note(&mut self, pattern: &Pat, ty: &Type) {
        match (pattern, ty) {
            (Pat::Tuple(names), Type::Tuple(types)) if names.elems.len() == types.elems.len() => {
                names.elems.iter().zip(&types.elems).for_each(|(name, ty)| self.note(name, ty));
            }
            (Pat::Ident(name), ty) => {
                let held = self.held(ty, self.own.as_ref());
                let route = Route { from: Rc::new(ty.clone()), steps: TokenStream::new() };
                self.insert(name.ident.to_string(), held, Some(route));
            }
            _ => {}
        }
    }

    fn insert(&mut self, name: String, held: Option<Held>, route: Option<Route>) {
        let Some(held) = held else { return };
        match self.variables.get_mut(&name) {
            Some(variable) => variable.known += usize::from(variable.held == held),
            None => drop(self.variables.insert(name, Variable { held, route, known: 1 })),
        }
    }
}

impl Route {
    fn then(mut self, step: &TokenStream) -> Self {
        self.steps.extend(step.clone());
        self
    }
}

impl Held {
    /// What an element of it holds.
    pub(crate) fn element(&self) -> Option<Self> {
        match self {
            Self::Array(element) => Some((**element).clone()),
            Self::Struct(_) | Self::Generic(_) | Self::Other => None,
        }
    }
}

/// The name or the number of a field.
fn member_name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Whether a method of an array, or of what runs over it, gives its elements.
fn is_over_elements(method: &Ident) -> bool {
    ["iter", "iter_mut", "into_iter", "rev", "skip", "take", "step_by"].iter().any(|known| method == known)
}

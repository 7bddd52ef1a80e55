//! Which structs of the file the places of a function hold, as the types of its variables and of fields say.

use std::rc::Rc;

use syn::{Expr, FnArg, ItemFn, Local, Member, Pat, Stmt, Type, UnOp};

use super::definitions::Definitions;
use super::fields::referred;
use super::siblings::element_of;
use crate::source::declarations::declarations;
use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr};
use crate::texts::TextMap;

/// What a place holds, or refers to.
#[derive(Clone)]
pub(crate) enum Held {
    /// A struct of the file, by its name.
    Struct(String),
    /// An array.
    Array(Rc<Held>),
    /// Something else, in an array.
    Other,
}

/// The variables of a function that hold structs of the file, or arrays.
pub(crate) struct Places {
    /// How often each name is declared.
    counts: TextMap<usize>,
    /// What those hold that are declared once.
    variables: TextMap<Held>,
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
                    let own = places.own.clone().filter(|own| structs.get(own).is_some());
                    places.variables.extend(own.map(|own| ("self".to_owned(), Held::Struct(own))));
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
        self.variables.get(name).cloned()
    }

    /// What a field of it holds, by the name or the number of the field.
    pub(crate) fn field(&self, of: &Held, field: &str) -> Option<Held> {
        let Held::Struct(name) = of else { return None };
        let definition = self.structs.get(name)?;
        let (_, ty) = definition.fields.iter().find(|(name, _)| name == field)?;
        self.held(ty, Some(name))
    }

    /// The struct that a place holds, as it is written.
    pub(crate) fn struct_at(&self, expr: &Expr) -> Option<String> {
        match self.at(expr)? {
            Held::Struct(name) => Some(name),
            Held::Array(_) | Held::Other => None,
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
            Expr::Field(field) => {
                let name = match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                self.field(&self.at(&field.base)?, &name)
            }
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
        let name = path.path.get_ident()?;
        let name = if name == "Self" { own.cloned()? } else { name.to_string() };
        self.structs.get(&name).map(|_| Held::Struct(name))
    }

    /// Notes what the variables of a part hold.
    fn find(&mut self, part: &Part<'_>) {
        match part {
            Part::Expr(expr) => in_expr(expr, &mut |part| self.find(&part)),
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
            let held = self.at(&init.expr);
            self.insert(name.ident.to_string(), held);
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
                self.insert(name.ident.to_string(), held);
            }
            _ => {}
        }
    }

    fn insert(&mut self, name: String, held: Option<Held>) {
        if let Some(held) = held.filter(|_| self.counts.get(&name) == Some(&1)) {
            self.variables.insert(name, held);
        }
    }
}

impl Held {
    /// What an element of it holds.
    pub(crate) fn element(&self) -> Option<Self> {
        match self {
            Self::Array(element) => Some((**element).clone()),
            Self::Struct(_) | Self::Other => None,
        }
    }
}

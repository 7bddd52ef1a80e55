//! Methods of slices and of numbers that a trait may hide.
//!
//! Rust looks for a method first where nothing has to be dereferenced. A method of a trait for `Vec<f64>` or for `[f64; N]` comes before one of
//! slices; a method with `&self` of a trait for `f64`, called on a reference, comes before one of numbers. No macro knows which traits are in scope:
//! the names are claimed.

use hypernet::Primitive;
use proc_macro2::Ident;
use syn::{Block, Expr, FnArg, Item, ItemFn, ItemUse, Pat, ReceiverKind, Stmt, Type, UnOp};

use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr};
use crate::source::macros::look_at_arguments;
use crate::source::names::plain;
use crate::source::patterns::bound_names;
use crate::source::types::inner;
use crate::syntax::operator;
use crate::texts::TextSet;

/// Methods of slices that arrays and vectors have because they are dereferenced, with how many arguments they have.
const OF_SLICES: [(&str, usize); 25] = [
    ("chunks", 1),
    ("chunks_exact", 1),
    ("chunks_exact_mut", 1),
    ("chunks_mut", 1),
    ("clone_from_slice", 1),
    ("copy_from_slice", 1),
    ("fill", 1),
    ("first", 0),
    ("first_mut", 0),
    ("get", 1),
    ("get_mut", 1),
    ("iter", 0),
    ("iter_mut", 0),
    ("last", 0),
    ("last_mut", 0),
    ("reverse", 0),
    ("rotate_left", 1),
    ("rotate_right", 1),
    ("split_at", 1),
    ("split_at_mut", 1),
    ("split_first", 0),
    ("split_last", 0),
    ("swap", 2),
    ("to_vec", 0),
    ("windows", 1),
];

/// A method, with how many arguments it has.
#[derive(Clone)]
pub(crate) struct Method {
    pub(crate) name: Ident,
    pub(crate) arguments: usize,
}

/// The methods that a function calls and that may be hidden, each name once.
#[derive(Default)]
pub(crate) struct Hideable {
    /// Methods of slices.
    pub(crate) of_slices: Vec<Method>,
    /// The method of arrays that takes them by value.
    pub(crate) of_arrays: Vec<Method>,
    /// Methods of numbers that are called on what may be a reference.
    pub(crate) of_numbers: Vec<Method>,
    /// The imports of its blocks.
    pub(crate) imports: Vec<ItemUse>,
    /// The variables that may hold references.
    references: TextSet,
}

/// Whether numbers have a method of this name. Those of operators are claimed as such.
fn is_of_numbers(name: &str, operands: usize) -> bool {
    Primitive::by_name(name).is_some_and(|of| of.signature(&"f64".into()).0.len() == operands && operator(of).is_none())
}

impl Hideable {
    pub(crate) fn of(item: &ItemFn) -> Self {
        let mut found = Self::default();
        for param in &item.sig.inputs {
            match param {
                FnArg::Typed(param) => found.bind(&param.pat, Some(&param.ty), None),
                FnArg::Receiver(receiver) if matches!(receiver.kind, ReceiverKind::Value) => {}
                FnArg::Receiver(_) => {
                    found.references.insert("self".to_owned());
                }
            }
        }
        found.block(&item.block);
        for names in [&mut found.of_slices, &mut found.of_arrays, &mut found.of_numbers] {
            let mut known = TextSet::default();
            names.retain(|method| known.insert(method.name.to_string()));
        }
        found
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.stmts {
            match statement {
                // What is given a value later has that of an expression, which is none that refers to another one.
                Stmt::Local(local) => self.bind(&local.pat, None, local.init.as_ref().map(|init| &*init.expr)),
                Stmt::Item(Item::Use(import)) => self.imports.push(import.clone()),
                Stmt::Item(_) | Stmt::Expr(..) | Stmt::Macro(_) => {}
            }
        }
        in_block(block, &mut |part| self.part(&part));
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression binds names or calls a method")]
    fn part(&mut self, part: &Part<'_>) {
        match part {
            Part::Expr(expr) => {
                match expr {
                    Expr::Closure(closure) => closure.inputs.iter().for_each(|input| self.given(input)),
                    Expr::ForLoop(it) => self.given(&it.pat),
                    Expr::Let(it) => self.given(&it.pat),
                    Expr::Match(it) => it.arms.iter().for_each(|arm| self.given(&arm.pat)),
                    Expr::MethodCall(call) => self.call(call),
                    _ => {}
                }
                in_expr(expr, &mut |part| self.part(&part));
            }
            Part::Block(block) => self.block(block),
            Part::Macro(call) => look_at_arguments(call, &mut |argument| self.part(&Part::Expr(argument))),
            Part::Item(_) | Part::Unknown(_) => {}
        }
    }

    fn call(&mut self, call: &syn::ExprMethodCall) {
        let (name, arguments) = (call.method.to_string(), call.args.len());
        let list = match (name.as_str(), arguments) {
            ("map", 1) => &mut self.of_arrays,
            called if OF_SLICES.binary_search(&called).is_ok() => &mut self.of_slices,
            _ if !self.is_value(&call.receiver) && is_of_numbers(&name, arguments + 1) => &mut self.of_numbers,
            _ => return,
        };
        list.push(Method { name: call.method.clone(), arguments });
    }

    /// Whether this is surely no reference to a number.
    #[expect(clippy::wildcard_enum_match_arm, reason = "anything else may be one")]
    fn is_value(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Binary(_) | Expr::Cast(_) | Expr::Field(_) | Expr::Index(_) | Expr::Lit(_) => true,
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_) | UnOp::Deref(_)),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                matches!(name.as_str(), "clone" | "copied" | "len" | "sum") || Primitive::by_name(&name).is_some()
            }
            Expr::Path(_) if self.references.is_empty() => true,
            Expr::Path(path) => path.path.get_ident().is_none_or(|name| !self.references.contains(&plain(name))),
            _ => false,
        }
    }

    /// Notes what the names in a pattern hold that takes what something else gives: references, where no type says otherwise.
    fn given(&mut self, pattern: &Pat) {
        if let Pat::Type(_) = pattern {
            return self.bind(pattern, None, None);
        }
        self.references.extend(bound_names(pattern).iter().map(plain));
    }

    /// Notes what the names in a pattern hold.
    fn bind(&mut self, pattern: &Pat, ty: Option<&Type>, value: Option<&Expr>) {
        match (pattern, ty.map(inner)) {
            (Pat::Type(typed), None) => self.bind(&typed.pat, Some(&typed.ty), value),
            (Pat::Ident(name), Some(Type::Path(_))) if name.by_ref.is_none() => {}
            (Pat::Ident(name), None) if name.by_ref.is_none() && value.is_none_or(|value| self.is_value(value)) => {}
            (pattern, _) => self.references.extend(bound_names(pattern).iter().map(plain)),
        }
    }
}

//! What a call may store of a number where the macro does not see it.
//!
//! A call that gives an integer is left as it is, whatever it is given. With a number that depends on a differentiated parameter, it may be given
//! a `Cell`, too: a number that is read from there may depend on that parameter. So rustc is asked, where a number is read, whether what it is
//! read from can change behind a shared reference. Where the call may change it by `&mut`, the number is refused.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::Ident;
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprMethodCall, ItemFn, Pat, Stmt};

use super::hosts::is_host_type;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::infer::Types;
use crate::input::crate_path::crate_path;
use crate::input::definitions::Definitions;
use crate::input::written::located;
use crate::program::Shape;
use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr, is_any};
use crate::source::names::mentions;
use crate::source::patterns::bound_names;
use crate::source::types::type_names;
use crate::syntax::{ExprId, Function, Kind, Left, Node, Ty, VarId, is_discrete};

/// The variables of the host's that stand in a call beside what may depend on a differentiated parameter, where the call gives what has no
/// derivative.
#[derive(Default)]
pub(super) struct Stored {
    beside: BTreeSet<VarId>,
    /// Those that the call may change, and other names for what these refer to.
    changed: BTreeSet<VarId>,
    /// The expressions of these calls.
    calls: Vec<Range<usize>>,
}

impl Stored {
    pub(super) fn of(function: &Function<'_>, types: &Types, item: &ItemFn, structs: &Definitions) -> Self {
        let mut found = Self::default();
        let mut is_cut = vec![false; function.exprs.len()];
        for (at, expr) in function.exprs.iter().enumerate() {
            if let Kind::StopGradient(_, first) = expr.kind {
                is_cut[first..at].fill(true);
            }
        }
        let named = |at: usize| if let Kind::Var(var) = function.exprs[at].kind { Some(var) } else { None };
        let depends = |var: &VarId| function.depending.contains(var);
        let is_plain = |at: usize| matches!(types.expr(expr_id(at)), Ty::Discrete(name) if is_discrete(&name));
        let gives_plain =
            |at: &usize| matches!(function.exprs[*at].kind, Kind::CallPath(_) | Kind::MethodCall(_)) && is_plain(*at);
        let calls: Vec<usize> = (0..function.exprs.len()).filter(gives_plain).collect();
        let references = if calls.is_empty() { Vec::new() } else { references(function, item) };
        // What a call has changed, another one may be given.
        loop {
            let before = found.changed.len();
            found.calls.clear();
            for &at in &calls {
                let Some(source) = function.source(expr_id(at)) else { continue };
                let parts = source.start.expr..at;
                // A length, or anything else that is no real, depends on nothing.
                let mut is_cut = is_cut.clone();
                for inside in parts.clone().filter(|&part| is_plain(part)) {
                    if let Some(source) = function.source(expr_id(inside)) {
                        is_cut[source.start.expr..inside].fill(true);
                    }
                }
                // What is the host's has no derivative, but for what a call has stored in it.
                let may_depend = |var: &VarId| {
                    depends(var) && !matches!(types.var(*var), Ty::Discrete(_)) || found.changed.contains(var)
                };
                let given = parts.clone().filter(|&part| !is_cut[part]).filter_map(named).filter(may_depend);
                let given: Vec<VarId> = given.collect();
                if given.is_empty() {
                    continue;
                }
                found.calls.push(parts.clone());
                let hosts = parts.filter_map(named).filter(|var| is_host_type(&types.var(*var)));
                let lent =
                    if let Node::Expr(call) = source.node { lent(call, function, structs) } else { Lent::default() };
                for var in hosts {
                    // A call that is given nothing else changes nothing in it that depends on something else.
                    if lent.may_change(function, var) && given.iter().any(|other| *other != var) {
                        found.changed.insert(var);
                    } else if !depends(&var) {
                        found.beside.insert(var);
                    }
                }
            }
            for &(name, of) in &references {
                if found.changed.contains(&name) || found.changed.contains(&of) || found.beside.contains(&name) {
                    found.changed.extend([name, of]);
                }
            }
            if found.changed.len() == before {
                return found;
            }
        }
    }
}

fn expr_id(at: usize) -> ExprId {
    ExprId(u32::try_from(at).unwrap_or(u32::MAX))
}

/// The variables that patterns and declarations give names for what is lent of others by `&mut`, with these.
fn references(function: &Function<'_>, item: &ItemFn) -> Vec<(VarId, VarId)> {
    let found = RefCell::new(Vec::new());
    let note = |pattern: &Pat, of: &Expr| {
        if let Some(of) = lent_place(of).and_then(root) {
            let names = bound_names(pattern).into_iter().map(|name| (name.to_string(), of.to_string()));
            found.borrow_mut().extend(names);
        }
    };
    is_any(&Part::Block(&item.block), &|part| {
        match part {
            Part::Block(block) => block.stmts.iter().for_each(|statement| {
                if let Stmt::Local(local) = statement
                    && let Some(init) = &local.init
                {
                    note(&local.pat, &init.expr);
                }
            }),
            Part::Expr(Expr::ForLoop(it)) => note(&it.pat, &it.expr),
            Part::Expr(Expr::Let(it)) => note(&it.pat, &it.expr),
            Part::Expr(Expr::Match(it)) => it.arms.iter().for_each(|arm| note(&arm.pat, &it.expr)),
            Part::Expr(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
        false
    });
    let vars = |name: &String| {
        let is_it = |var: &VarId| function.var(*var).name == *name;
        (0..function.vars.len()).filter_map(|at| u32::try_from(at).ok().map(VarId)).filter(is_it).collect::<Vec<_>>()
    };
    let both = |(name, of): &(String, String)| {
        let all = vars(of);
        vars(name)
            .into_iter()
            .flat_map(|name| all.iter().map(move |&of| (name, of)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    found.borrow().iter().flat_map(both).collect()
}

/// What this lends to be changed: `&mut all`, `all.iter_mut().enumerate()`.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else lends")]
fn lent_place(expr: &Expr) -> Option<&Expr> {
    match bare(expr) {
        Expr::Reference(reference) => reference.mutability.map(|_| &*reference.expr),
        Expr::MethodCall(call) if call.method.to_string().ends_with("_mut") => Some(&call.receiver),
        Expr::MethodCall(call) => lent_place(&call.receiver),
        _ => None,
    }
}

/// The names that a call is lent.
#[derive(Default)]
struct Lent {
    /// Those that it may change if they are references to what may be changed.
    named: Vec<String>,
    /// Those that it may change if they may be changed at all.
    changed: Vec<String>,
}

impl Lent {
    fn may_change(&self, function: &Function<'_>, var: VarId) -> bool {
        let name = &function.var(var).name;
        let is_among = |names: &[String]| names.iter().any(|known| name == known);
        is_among(&self.changed) || is_among(&self.named) && function.may_be_changed(var)
    }

    /// Notes what an argument lends: as it is, or in something else.
    #[expect(clippy::wildcard_enum_match_arm, reason = "in all else, only `&mut` lends something")]
    fn note(&mut self, argument: &Expr, is_given: bool, looks: &dyn Fn(&ExprMethodCall) -> bool) {
        let name = |place: &Expr| root(place).map(ToString::to_string);
        let gives_parts = match bare(argument) {
            Expr::Path(path) => {
                self.named.extend(path.path.get_ident().filter(|_| is_given).map(ToString::to_string));
                false
            }
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.changed.extend(name(&reference.expr));
                false
            }
            Expr::MethodCall(call) => {
                if !looks(call) {
                    self.named.extend(name(&call.receiver));
                }
                self.note(&call.receiver, false, looks);
                return call.args.iter().for_each(|argument| self.note(argument, true, looks));
            }
            Expr::Tuple(_)
            | Expr::Array(_)
            | Expr::Struct(_)
            | Expr::Call(_)
            | Expr::Block(_)
            | Expr::If(_)
            | Expr::Match(_) => true,
            _ => false,
        };
        in_expr(argument, &mut |part| self.note_part(&part, gives_parts, looks));
    }

    fn note_part(&mut self, part: &Part<'_>, is_given: bool, looks: &dyn Fn(&ExprMethodCall) -> bool) {
        match part {
            Part::Expr(expr) => self.note(expr, is_given, looks),
            Part::Block(block) => in_block(block, &mut |part| self.note_part(&part, is_given, looks)),
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }
}

/// What a call is lent, and not by a shared reference.
fn lent(call: &Expr, function: &Function<'_>, structs: &Definitions) -> Lent {
    // A method of the file that changes something may be meant by its name.
    let looks = |call: &ExprMethodCall| {
        let method = call.method.to_string();
        let own = root(&call.receiver).and_then(|name| function.param_type(name));
        let looks = own.and_then(|own| structs.changes(&own, &method)).map(|changes| !changes);
        looks.unwrap_or_else(|| LOOKING.contains(&&*method) && !structs.may_change(&method))
    };
    let mut lent = Lent::default();
    lent.note(call, false, &looks);
    lent
}

/// Methods that only look at what they are called on, whatever has them.
const LOOKING: [&str; 22] = [
    "as_ref",
    "as_slice",
    "binary_search_by",
    "capacity",
    "clone",
    "contains",
    "contains_key",
    "ends_with",
    "eq",
    "first",
    "get",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "last",
    "len",
    "partition_point",
    "starts_with",
    "to_vec",
];

/// The variable in which a place is, or what a method gives of one.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else leads to a variable")]
fn root(place: &Expr) -> Option<&Ident> {
    match bare(place) {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::MethodCall(call) => root(&call.receiver),
        Expr::Unary(unary) => root(&unary.expr),
        Expr::Reference(reference) => root(&reference.expr),
        _ => None,
    }
}

impl Lowering<'_, '_> {
    /// Asks whether what this code reads, and gives, can be a number that a call has stored.
    pub(super) fn reads_no_stored(&mut self, left: &Left, id: ExprId) -> Lowered<()> {
        let (result, span) = (&self.types.expr(id), self.function.expr(id).span);
        let gives_none = matches!(result, Ty::Discrete(name) if is_discrete(name)) || *result == Ty::unit();
        if gives_none || self.stored.calls.iter().any(|call| call.contains(&id.index())) {
            return Ok(());
        }
        for var in left.holes.iter().map(|hole| hole.var) {
            if self.stored.changed.contains(&var) {
                return Err(refusal::STORED.on(span));
            }
            if !self.stored.beside.contains(&var) || self.is_of_open_type(var) {
                continue;
            }
            let Some(value) = self.env.get(&var).cloned() else { continue };
            let (path, hole) = (located(crate_path(), span), hole(0));
            // What stands behind `&mut`, and has only been looked at.
            let hole =
                if self.function.is_lent_param(var) { quote_spanned!(span=> *#hole) } else { hole.into_token_stream() };
            let code = quote_spanned! {span=>
                { use #path::__private::stored::*; (&&&&Stored(&#hole)).__is_fixed() }
            };
            self.foreign("stored", code, &[value], &Shape::Tuple(Vec::new()), true, span)?;
        }
        Ok(())
    }

    /// Whether the type of a variable is one of which rustc does not know what it is made of.
    fn is_of_open_type(&self, var: VarId) -> bool {
        let Some(param) = self.function.params.iter().find(|param| param.pattern.bound() == Some(var)) else {
            return false;
        };
        let mut open: Vec<String> = type_names(self.generics).into_iter().map(ToString::to_string).collect();
        // It may be made of these.
        open.extend((!open.is_empty()).then(|| "Self".to_owned()));
        open.extend(["dyn", "impl"].map(str::to_owned));
        open.iter().any(|open| mentions(param.written.to_token_stream(), open))
    }
}

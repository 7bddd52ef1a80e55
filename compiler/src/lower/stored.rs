//! What a call may store of a number where the macro does not see it.
//!
//! A call that gives an integer is left as it is, whatever it is given. With a number that depends on a differentiated parameter, it may be given
//! a `Cell`, too: a number that is read from there may depend on that parameter. So rustc is asked, where a number is read, whether what it is
//! read from can change behind a shared reference. Where the call may change it by `&mut`, the number is refused.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::Ident;
use quote::{ToTokens, quote_spanned};
use syn::Expr;

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
use crate::source::names::mentions;
use crate::source::types::type_names;
use crate::syntax::{ExprId, Function, Kind, Left, Node, Statement, Ty, VarId, is_discrete};

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
    pub(super) fn of(function: &Function<'_>, types: &Types, structs: &Definitions) -> Self {
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
        let references = if calls.is_empty() { Vec::new() } else { references(function) };
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
                let lent = if let Node::Expr(call) = source.node { lent(call, structs) } else { Lent::default() };
                for var in hosts {
                    // What it changes counts for one that depends on the number, which is another one.
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

/// The variables that are declared as `&mut` of places, with the variables of these places.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else declares a reference")]
fn references(function: &Function<'_>) -> Vec<(VarId, VarId)> {
    let mut found = Vec::new();
    let blocks = function.exprs.iter().filter_map(|expr| match &expr.kind {
        Kind::Block(statements, _) => Some(statements),
        _ => None,
    });
    for statement in blocks.flatten() {
        if let Statement::Let(pattern, _, local) = statement
            && let Some(name) = pattern.bound()
            && let Some(init) = &local.written.init
            && let Expr::Reference(reference) = bare(&init.expr)
            && let Some(of) = root(&reference.expr).filter(|_| reference.mutability.is_some())
        {
            let is_it = |var: &VarId| function.var(*var).name == *of;
            let all = (0..function.vars.len()).filter_map(|at| u32::try_from(at).ok().map(VarId));
            found.extend(all.filter(is_it).map(|of| (name, of)));
        }
    }
    found
}

/// The names that a call is lent.
#[derive(Default)]
struct Lent<'c> {
    /// Those that it may change if they are references to what may be changed.
    named: Vec<&'c Ident>,
    /// Those that it may change if they may be changed at all.
    changed: Vec<&'c Ident>,
}

impl Lent<'_> {
    fn may_change(&self, function: &Function<'_>, var: VarId) -> bool {
        let name = &function.var(var).name;
        let is_among = |names: &[&Ident]| names.contains(&name);
        is_among(&self.changed) || is_among(&self.named) && function.may_be_changed(var)
    }
}

/// What a call is lent, and not by a shared reference.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
fn lent<'c>(call: &'c Expr, structs: &Definitions) -> Lent<'c> {
    let mut lent = Lent::default();
    let arguments = match bare(call) {
        Expr::Call(call) => &call.args,
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            if !LOOKING.contains(&&*method) && !structs.looks(&method) {
                lent.named.extend(root(&call.receiver));
            }
            &call.args
        }
        _ => return lent,
    };
    for argument in arguments {
        match bare(argument) {
            Expr::Reference(reference) if reference.mutability.is_some() => lent.changed.extend(root(&reference.expr)),
            Expr::Path(path) => lent.named.extend(path.path.get_ident()),
            _ => {}
        }
    }
    lent
}

/// Methods that only look at what they are called on, whatever has them.
const LOOKING: [&str; 14] = [
    "binary_search_by",
    "capacity",
    "contains",
    "contains_key",
    "ends_with",
    "eq",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "len",
    "partition_point",
    "starts_with",
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

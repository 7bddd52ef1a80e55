//! Methods whose results are used, and that change what they are called on: `cost += cart.step(force, dt);`.
//!
//! Only the type of a method says whether it changes its receiver. As a statement, a method is called for that. Where its result is used,
//! the function may show it: it is called in a loop, or on a clone, and nothing else changes that. If that is wrong, rustc says
//! that the types differ. Where methods alone change the receiver, the type is asked. Where something else changes it,
//! a method is taken for one that looks.

use hypernet::Form;
use hypernet::ids::IdSet;

use super::item::Checker;
use super::{ArrayMethod, ExprId, Head, Kind, Param, Pattern, Role, Statement, Target, VarId};
use crate::input::siblings::Methods;
use crate::texts::TextSet;

/// A call of a method on a variable that may be changed, of which the result is used.
struct Candidate {
    at: usize,
    receiver: VarId,
    name: String,
}

/// The variables that something else may change.
struct Changed {
    /// Those on which methods are called, for nothing that they give.
    by_methods: IdSet<VarId>,
    otherwise: IdSet<VarId>,
}

impl Checker<'_> {
    /// Notes the methods that change what they are called on, and give something as well. Of `self`, the functions of the block are known.
    pub(super) fn note_changing_methods(&mut self, params: &[Param], of_self: &Methods) {
        let (candidates, Changed { by_methods, otherwise }, known) = self.candidates();
        if candidates.is_empty() {
            return;
        }
        let depending = self.depending(params);
        let clones = self.clones();
        let changing = candidates.iter().filter_map(|Candidate { at, receiver, name }| {
            if !self.depends(*at, *receiver, &depending) {
                return None;
            }
            let is_self = self.vars[receiver.index()].name == "self";
            if is_self && (of_self.changing.contains(name) || of_self.others.contains(name)) {
                return of_self.changing.contains(name).then_some((*at, false));
            }
            if self.is_seen_beside(*at, *receiver) {
                return None;
            }
            let is_only = || candidates.iter().all(|other| other.receiver != *receiver || other.name == *name);
            let shown = || !by_methods.contains(receiver) && (clones.contains(receiver) || self.is_in_loop(*at));
            match (known.contains(name), otherwise.contains(receiver)) {
                (true, _) => Some((*at, false)),
                // It is there to be changed for that.
                (false, true) => None,
                (false, false) if shown() && is_only() => Some((*at, false)),
                (false, false) => (self.exprs[*at].role != Role::Converted).then_some((*at, true)),
            }
        });
        let changing: Vec<(usize, bool)> = changing.collect();
        for (at, asks) in changing {
            if let Kind::MethodCall(call) = &mut self.exprs[at].kind {
                (call.changes, call.asks) = (true, asks);
            }
        }
    }

    /// The variables that are clones of something: one with `mut` is there to be changed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has statements")]
    fn clones(&self) -> IdSet<VarId> {
        let statements = self.exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Block(statements, _) => Some(statements),
            _ => None,
        });
        let clones = statements.flatten().filter_map(|statement| match statement {
            Statement::Let(Pattern::Bind(var, None), Some(value), _) => {
                matches!(self.exprs[value.index()].kind, Kind::View(Form::Clone, _)).then_some(*var)
            }
            _ => None,
        });
        clones.collect()
    }

    /// The variables that depend on nothing, and that methods or calls may change where they are.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else changes a variable where it is")]
    pub(super) fn changed_in_place(&self, depending: &IdSet<VarId>) -> IdSet<VarId> {
        let mut changed = IdSet::new();
        for (at, expr) in self.exprs.iter().enumerate() {
            let var = match &expr.kind {
                Kind::MethodCall(call) if !PLAIN.contains(&&*call.name.to_string()) => self.changeable(call.args[0]),
                Kind::Method(_, _, receiver, _) => self.changeable(*receiver),
                Kind::MutRef(..) => self.behind_reference(ExprId(u32::try_from(at).unwrap_or(u32::MAX))),
                // An element of a type of the user's, of which a method gives the place.
                Kind::Assign(Target::Element(var, ..), _) | Kind::AssignOp(_, Target::Element(var, ..), ..) => {
                    Some(self.views.storage(*var)).filter(|var| self.vars[var.index()].mutable)
                }
                _ => None,
            };
            changed.extend(var.filter(|var| !depending.contains(var)));
        }
        changed
    }

    /// Whether an argument of a call is what it is called on, or a reference to it: then it changes nothing.
    fn is_seen_beside(&self, at: usize, receiver: VarId) -> bool {
        let Kind::MethodCall(call) = &self.exprs[at].kind else { return false };
        call.args[1..].iter().any(|&arg| {
            let arg = if let Kind::View(_, inside) = self.exprs[arg.index()].kind { inside } else { arg };
            matches!(self.exprs[arg.index()].kind, Kind::Var(var) if self.views.storage(var) == receiver)
        })
    }

    /// Whether a loop runs this expression.
    fn is_in_loop(&self, at: usize) -> bool {
        (0u32..).zip(&self.exprs).skip(at).any(|(id, expr)| {
            let Kind::Loop(repeated) = &expr.kind else { return false };
            let source = |at: usize| self.sources.get(at).and_then(|source| source.as_ref());
            // The condition is in the loop too.
            let body = source(repeated.body.index()).filter(|_| !matches!(repeated.head, Head::While(_)));
            let start = body.or_else(|| source(id as usize));
            start.is_some_and(|source| source.start.expr <= at)
        })
    }

    /// Whether a call may change what depends on a differentiated parameter.
    fn depends(&self, at: usize, receiver: VarId, depending: &IdSet<VarId>) -> bool {
        let Kind::MethodCall(call) = &self.exprs[at].kind else { return false };
        depending.contains(&receiver) || call.args[1..].iter().any(|&arg| self.mentions(arg, arg, depending))
    }

    /// Such calls; the variables that something else may change; the methods that are called for what they change.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else changes a variable")]
    fn candidates(&self) -> (Vec<Candidate>, Changed, TextSet) {
        let (mut candidates, mut known) = (Vec::new(), TextSet::default());
        let (mut by_methods, mut changed) = (IdSet::new(), IdSet::new());
        for (at, expr) in self.exprs.iter().enumerate() {
            match &expr.kind {
                Kind::MethodCall(call) => {
                    let Some(var) = self.changeable(call.args[0]) else { continue };
                    let is_whole = matches!(self.exprs[call.args[0].index()].kind, Kind::Var(_));
                    let name = call.name.to_string();
                    let is_own =
                        ArrayMethod::of(call).is_none_or(ArrayMethod::gives_nothing) && !PLAIN.contains(&&*name);
                    if call.changes {
                        let changed = if is_whole { &mut by_methods } else { &mut changed };
                        changed.insert(var);
                        known.insert(name);
                    } else if is_own && is_whole && !call.discarded {
                        candidates.push(Candidate { at, receiver: var, name });
                    } else if !PLAIN.contains(&&*name) {
                        changed.insert(var);
                    }
                }
                Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) => self.assigned(target, &mut changed),
                Kind::MutRef(..) => {
                    let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
                    changed.extend(self.behind_reference(id));
                }
                _ => {}
            }
        }
        // What changes an array in a struct changes the struct.
        let statements = self.exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Block(statements, _) => Some(statements),
            _ => None,
        });
        let lets = statements.flatten().filter_map(|statement| match statement {
            Statement::Let(Pattern::Bind(var, None), Some(value), _) => Some((*var, *value)),
            _ => None,
        });
        for (var, value) in lets {
            if self.opened.contains_key(&var) && changed.contains(&var) {
                changed.extend(self.struct_at(value));
            }
        }
        (candidates, Changed { by_methods, otherwise: changed }, known)
    }

    fn assigned(&self, target: &Target, changed: &mut IdSet<VarId>) {
        match target {
            Target::Wild => {}
            Target::Var(var, ..) | Target::Element(var, ..) => {
                changed.insert(self.views.storage(*var));
            }
            Target::Tuple(parts) => parts.iter().for_each(|part| self.assigned(part, changed)),
        }
    }
}

/// Methods that change nothing, of all types that have them.
const PLAIN: [&str; 12] = [
    "clone", "into", "to_owned", "to_vec", "unwrap", "expect", "len", "is_empty", "iter", "as_ref", "as_slice",
    "copied",
];

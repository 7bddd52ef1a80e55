//! Methods whose results are used, and that change what they are called on: `cost += cart.step(force, dt);`.
//!
//! Only the type of a method says whether it changes its receiver. As a statement, a method is called for that. Where its result is used,
//! there are three cases. A method that is the only one on a variable, in a loop or on a clone, changes it: rustc says that
//! the types differ if that is wrong. Where nothing but methods and assignments changes a place, the type is asked. Where it is lent to be
//! changed, a method is taken for one that looks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hypernet::Form;
use hypernet::ids::IdSet;

use super::item::Checker;
use super::{ExprId, Head, Kind, Param, Pattern, Statement, Target, VarId};
use crate::source::methods::ArrayMethod;
use crate::texts::TextSet;

/// A call of a method on a place that may be changed, of which the result is used.
struct Candidate {
    at: usize,
    place: Place,
    /// Whether it is called on the name of a variable.
    is_whole: bool,
    /// Whether it is called on that, or on a field of a field … of one.
    is_field: bool,
    name: String,
}

/// A variable, or a field of a field … of it, or something in an array there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    root: VarId,
    fields: Vec<String>,
}

impl Place {
    /// Whether one of two places is in the other.
    fn meets(&self, other: &Self) -> bool {
        self.root == other.root && self.fields.iter().zip(&other.fields).all(|(field, other)| field == other)
    }
}

/// What something else may change.
#[derive(Default)]
struct Changed {
    /// The places on which methods are called, for nothing that they give.
    by_methods: BTreeSet<Place>,
    otherwise: BTreeSet<Place>,
    /// The latter, with the expressions that may change them.
    at: Vec<(Place, usize)>,
    /// Those of them that are not given values by assignments alone.
    lent: BTreeSet<Place>,
}

impl Changed {
    /// Notes what an expression may change.
    fn note(&mut self, places: impl IntoIterator<Item = Place>, at: usize) {
        for place in places {
            self.at.push((place.clone(), at));
            self.otherwise.insert(place);
        }
    }
}

/// Whether something at one of these places may change this one.
fn meets(places: &BTreeSet<Place>, place: &Place) -> bool {
    let first = Place { root: place.root, fields: Vec::new() };
    places.range(first..).take_while(|other| other.root == place.root).any(|other| other.meets(place))
}

impl Checker<'_> {
    /// Notes the methods that change what they are called on, and give something as well.
    pub(super) fn note_changing_methods(&mut self, params: &[Param]) {
        let (candidates, changed, known) = self.candidates();
        if candidates.is_empty() {
            return;
        }
        let depending = self.depending(params);
        let clones = self.clones();
        let mut names: BTreeMap<VarId, BTreeSet<&str>> = BTreeMap::new();
        for Candidate { place, name, .. } in &candidates {
            names.entry(place.root).or_default().insert(name);
        }
        let changing = candidates.iter().filter_map(|candidate| {
            let Candidate { at, place, is_whole, is_field, name } = candidate;
            if !self.depends(*at, place.root, &depending) {
                return None;
            }
            if let Kind::MethodCall(call) = &self.exprs[*at].kind
                && let Some(changes) = self.changes_receiver(call)
            {
                return changes.then_some((*at, false));
            }
            if self.is_seen_beside(*at, place.root) {
                return None;
            }
            if known.contains(name) {
                return Some((*at, false));
            }
            if *is_whole && self.is_in_argument_of(*at, place.root) || self.is_lent_before(*at, place.root, params) {
                return None;
            }
            // The place is there to be lent; if that is all done before the loop, a method may change it in there.
            if meets(&changed.otherwise, place) {
                let is_done = || {
                    let in_loop = self.innermost_loop(*at)?;
                    Some(!changed.at.iter().any(|(other, at)| in_loop.contains(at) && other.meets(place)))
                };
                let may_change = *is_field && !meets(&changed.lent, place) || *is_whole && is_done().unwrap_or(false);
                let asks = may_change && !self.exprs[*at].role.is_converted();
                return asks.then_some((*at, true));
            }
            let is_only = || names.get(&place.root).is_some_and(|names| names.len() == 1);
            let is_shown = *is_whole
                && !meets(&changed.by_methods, place)
                && is_only()
                && (clones.contains(&place.root) || self.is_in_loop(*at));
            if is_shown {
                return Some((*at, false));
            }
            (!self.exprs[*at].role.is_converted()).then_some((*at, true))
        });
        let changing: Vec<(usize, bool)> = changing.collect();
        for (at, asks) in changing {
            if let Kind::MethodCall(call) = &mut self.exprs[at].kind {
                (call.changes, call.asks) = (true, asks);
            }
        }
    }

    /// The place that an expression is, if it may be changed.
    fn place(&self, id: ExprId) -> Option<Place> {
        let root = self.changeable(id)?;
        Some(Place { root, fields: self.way(id) })
    }

    /// Whether this is a variable, or a field of a field … of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    fn is_field_of_variable(&self, mut place: ExprId) -> bool {
        loop {
            place = match self.exprs[place.index()].kind {
                Kind::Member(inside, _) | Kind::Field(inside, ..) => inside,
                Kind::Var(var) => return self.views.storage(var) == var,
                _ => return false,
            };
        }
    }

    /// The fields that lead to a place, up to the first array.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a part of a place")]
    fn way(&self, mut place: ExprId) -> Vec<String> {
        let mut fields = Vec::new();
        loop {
            place = match &self.exprs[place.index()].kind {
                Kind::Member(inside, name) => {
                    fields.push(name.to_string());
                    *inside
                }
                Kind::Field(inside, index, _) => {
                    fields.push(index.to_string());
                    *inside
                }
                Kind::View(_, inside) => *inside,
                Kind::Index(inside, _) | Kind::Part(inside, _) => {
                    fields.clear();
                    *inside
                }
                Kind::Var(var) => {
                    if self.views.storage(*var) != *var {
                        fields.clear();
                    }
                    fields.reverse();
                    return fields;
                }
                _ => return Vec::new(),
            };
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

    /// Whether this stands in an argument of a method of the same variable, `b.energy(b.energy(x))`: the borrow checker lets it look, unless
    /// the other method takes a copy.
    fn is_in_argument_of(&self, at: usize, receiver: VarId) -> bool {
        self.exprs.iter().enumerate().skip(at + 1).any(|(id, expr)| {
            let Kind::MethodCall(call) = &expr.kind else { return false };
            let is_it =
                matches!(self.exprs[call.args[0].index()].kind, Kind::Var(var) if self.views.storage(var) == receiver);
            let source = self.sources.get(id).and_then(|source| source.as_ref());
            is_it && call.args[0].index() < at && source.is_some_and(|source| source.start.expr <= at)
        })
    }

    /// Whether this stands in an argument of a call of which an earlier argument is a reference to the same variable, `weight(&p,
    /// p.energy(x))`: the borrow checker lets it look.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has arguments")]
    fn is_lent_before(&self, at: usize, receiver: VarId, params: &[Param]) -> bool {
        let is_reference = params.iter().any(|param| param.changed && param.pattern.bound() == Some(receiver));
        let lends = |&&arg: &&ExprId| {
            let is_written = matches!(self.exprs[arg.index()].kind, Kind::View(Form::Reference, _));
            arg.index() < at && (is_written || is_reference) && self.referred(arg) == Some(receiver)
        };
        self.exprs.iter().enumerate().skip(at + 1).any(|(id, expr)| {
            let args: &[ExprId] = match &expr.kind {
                Kind::CallPath(call) => &call.args,
                Kind::MethodCall(call) => &call.args[1..],
                _ => return false,
            };
            let source = self.sources.get(id).and_then(|source| source.as_ref());
            source.is_some_and(|source| source.start.expr <= at) && args.iter().find(lends).is_some()
        })
    }

    /// The variable that this is, or refers to.
    fn referred(&self, id: ExprId) -> Option<VarId> {
        let mut id = id;
        while let Kind::View(Form::Reference | Form::Referent, inside) = self.exprs[id.index()].kind {
            id = inside;
        }
        if let Kind::Var(var) = self.exprs[id.index()].kind { Some(self.views.storage(var)) } else { None }
    }

    /// Whether a loop runs this expression.
    fn is_in_loop(&self, at: usize) -> bool {
        self.innermost_loop(at).is_some()
    }

    /// The expressions that the innermost loop runs which runs this one.
    fn innermost_loop(&self, at: usize) -> Option<Range<usize>> {
        (0u32..).zip(&self.exprs).skip(at).find_map(|(id, expr)| {
            let Kind::Loop(repeated) = &expr.kind else { return None };
            // A block that may be left runs once.
            if matches!(repeated.head, Head::Once) {
                return None;
            }
            let source = |at: usize| self.sources.get(at).and_then(|source| source.as_ref());
            // The condition is in the loop too.
            let body = source(repeated.body.index()).filter(|_| !matches!(repeated.head, Head::While(_)));
            let start = body.or_else(|| source(id as usize))?.start.expr;
            (start <= at).then_some(start..id as usize)
        })
    }

    /// Whether a call may change what depends on a differentiated parameter.
    fn depends(&self, at: usize, receiver: VarId, depending: &IdSet<VarId>) -> bool {
        let Kind::MethodCall(call) = &self.exprs[at].kind else { return false };
        depending.contains(&receiver) || call.args[1..].iter().any(|&arg| self.mentions(arg, arg, depending))
    }

    /// Such calls; the places that something else may change; the methods that are called for what they change.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else changes a variable")]
    fn candidates(&self) -> (Vec<Candidate>, Changed, TextSet) {
        let (mut candidates, mut changed, mut known) = (Vec::new(), Changed::default(), TextSet::default());
        for (at, expr) in self.exprs.iter().enumerate() {
            match &expr.kind {
                Kind::MethodCall(call) => {
                    let Some(place) = self.place(call.args[0]) else { continue };
                    let is_whole = matches!(self.exprs[call.args[0].index()].kind, Kind::Var(_));
                    let name = call.name.to_string();
                    let is_own =
                        ArrayMethod::of(call).is_none_or(ArrayMethod::gives_nothing) && !PLAIN.contains(&&*name);
                    if call.changes {
                        changed.by_methods.insert(place);
                        known.insert(name);
                    } else if is_own && !call.discarded {
                        let is_field = self.is_field_of_variable(call.args[0]);
                        candidates.push(Candidate { at, place, is_whole, is_field, name });
                    } else if !PLAIN.contains(&&*name) {
                        changed.lent.insert(place.clone());
                        changed.note([place], at);
                    }
                }
                Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) => {
                    let mut assigned = BTreeSet::new();
                    self.assigned(target, &mut assigned);
                    changed.note(assigned, at);
                }
                Kind::MutRef(inside, _) => {
                    let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
                    let lent = self.behind_reference(id).filter(|_| !self.views.is_init(id));
                    let lent = lent.map(|root| Place { root, fields: self.way(*inside) });
                    changed.lent.extend(lent.clone());
                    changed.note(lent, at);
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
            if self.opened.contains_key(&var)
                && let Some(root) = self.struct_at(value)
            {
                let (whole, of) = (Place { root: var, fields: Vec::new() }, Place { root, fields: self.way(value) });
                for places in [&mut changed.by_methods, &mut changed.otherwise, &mut changed.lent] {
                    if meets(places, &whole) {
                        places.insert(of.clone());
                    }
                }
                let of_array = changed.at.iter().filter(|(place, _)| place.meets(&whole)).map(|(_, at)| *at);
                let of_array: Vec<usize> = of_array.collect();
                changed.at.extend(of_array.into_iter().map(|at| (of.clone(), at)));
            }
        }
        (candidates, changed, known)
    }

    fn assigned(&self, target: &Target, changed: &mut BTreeSet<Place>) {
        match target {
            Target::Wild => {}
            Target::Var(var, fields, _) => {
                changed.insert(Place { root: self.views.storage(*var), fields: fields.clone() });
            }
            Target::Element(var, ..) => {
                changed.insert(Place { root: self.views.storage(*var), fields: Vec::new() });
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

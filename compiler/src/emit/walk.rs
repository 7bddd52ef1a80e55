//! From a level to statements.
//!
//! A value that is used once waits as an expression until it is used. Some values have a place in the order: those whose
//! computation may panic, has an effect or calls something. They wait in a queue. An expression may take values from the end of
//! the queue, in order. Anything else that has a place in the order first turns all values in the queue into statements. So
//! the order of effects stays that of the source.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{Consumer, EdgeId, Field, Hypernet, Label, Level, Operation, Type, WireId};
use proc_macro2::Ident;

use super::convention::Form;
use super::flat::Flat;
use super::live::{self, Live};
use super::names::Names;
use super::reach::Reach;
use super::scope::{Opened, Scope};
use super::storage::is_storing;
use super::syntax::{Block, Expr, Pattern, Statement};
use super::value::{Storage, Value};
use super::{Host, Input, Request};
use crate::texts::TextSet;

/// How wide an expression may become before its parts get names.
pub(super) const WIDTH: usize = 64;

#[derive(Debug)]
pub(super) struct Slot {
    pub(super) expr: Expr,
    pub(super) state: State,
    /// What to call it, should it need a name.
    name: Arc<str>,
    /// The wire that it was made for.
    pub(super) wire: WireId,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum State {
    /// Waits; `true` if its place in the order matters.
    Waiting(bool),
    /// May be written any number of times.
    Atom,
    /// Has been written at its only use.
    Spent,
}

pub(super) struct Walk<'a> {
    pub(super) host: &'a Host<'a>,
    /// See [`Request::asks`].
    pub(super) asks: bool,
    pub(super) net: &'a Hypernet,
    pub(super) live: Live,
    pub(super) names: Names,
    pub(super) values: Vec<Option<Value>>,
    pub(super) slots: Vec<Slot>,
    pub(super) scopes: Vec<Scope>,
    /// What to call wires that have no name of their own, by [`WireId::index`].
    pub(super) hints: Vec<Option<Arc<str>>>,
    /// The variables that results of branches are to be held by.
    pub(super) destinations: IdMap<WireId, Rc<Storage>>,
    /// The variables that hold tapes and arrays, and are declared as mutable.
    pub(super) mutable: HashSet<Ident>,
    /// The variables that are references to arrays.
    pub(super) references: HashSet<Ident>,
    /// Those of them that refer to slices, by what the signature says.
    pub(super) slices: HashSet<Ident>,
    /// The variables that backpropagators keep, or that refer to a part of that.
    pub(super) kept: TextSet,
    /// The wires whose values are written as references to what is kept.
    pub(super) behind: IdSet<WireId>,
    /// The cotangents of which all else that wants them has read numbers by now: they are moved.
    pub(super) read_whole: IdSet<WireId>,
    /// The structs in what has been taken apart where it is lent: they are to be cloned.
    pub(super) cloned: Vec<Ident>,
    /// The types of the cotangents of structs, by the fields that calls take out of them: asked before the first one is moved out.
    /// With how many blocks were open there.
    pub(super) kinds: HashMap<(WireId, Field), (usize, Ident)>,
    /// Whether a closure that went to a function of the host gave zeros of cotangents whose types nothing says.
    pub(super) has_open_zeros: bool,
    /// The structs of which loops begin with zeros of cotangents whose types have no name, once that has been asked.
    pub(super) open_states: Option<HashSet<u32>>,
    /// The variables that have the types of states of loops, by the structs that these are taken for, and how deep these are declared.
    pub(super) types_of_states: HashMap<u32, (usize, Ident)>,
    /// The edges that reach elements through parts of arrays.
    pub(super) reached: IdMap<EdgeId, Reach>,
    /// The edges whose integers only say where such elements are.
    pub(super) needless: IdSet<EdgeId>,
    /// The edges that have been emitted, by [`EdgeId::index`].
    done: Vec<bool>,
    /// The tapes that stand for those of inner loops; none until there is a loop.
    flat: Option<Flat>,
    /// How many blocks of the user's are open.
    blocks: usize,
    /// The wires that were given values, or whose values became variables, since the first of those began.
    given: Vec<WireId>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(host: &'a Host<'a>, request: &Request<'a>, live: Live) -> Self {
        let mut names = Names::default();
        for input in request.inputs.iter().flatten() {
            names.reserve_name(&input.name.to_string());
        }
        for tokens in
            host.program.code.constants.iter().chain(host.program.code.foreigns.iter().map(|foreign| &foreign.tokens))
        {
            names.reserve(tokens);
        }
        for function in &host.program.code.functions {
            names.reserve(&function.tokens());
        }
        let variables = host.program.code.foreigns.iter().flat_map(|foreign| &foreign.variables);
        variables.filter_map(|(_, name)| name.as_ref()).for_each(|name| names.see(name.to_string()));
        for record in &host.program.code.records {
            names.reserve(&record.path);
        }
        let net = request.net;
        let wires = net.id_bounds().1;
        let mut hints = vec![None; wires];
        for (index, name) in &request.names {
            if let Some(&wire) = net.outputs().get(*index) {
                hints[net.root(wire).index()] = Some(Arc::from(name.as_str()));
            }
        }
        let values = vec![None; wires];
        let destinations = IdMap::new();
        Self {
            host,
            asks: request.asks,
            net,
            live,
            names,
            values,
            slots: Vec::new(),
            scopes: vec![Scope::default()],
            hints,
            destinations,
            mutable: HashSet::new(),
            references: HashSet::new(),
            slices: HashSet::new(),
            kept: TextSet::default(),
            behind: IdSet::new(),
            read_whole: IdSet::new(),
            cloned: Vec::new(),
            kinds: HashMap::new(),
            has_open_zeros: false,
            open_states: None,
            types_of_states: HashMap::new(),
            reached: IdMap::new(),
            needless: IdSet::new(),
            done: vec![false; net.id_bounds().0],
            flat: None,
            blocks: 0,
            given: Vec::new(),
        }
    }

    /// The tapes that stand for others.
    pub(super) fn flat(&mut self) -> &mut Flat {
        self.flat.get_or_insert_with(|| Flat::of(self.net, &self.live))
    }

    pub(super) fn run(mut self, request: &Request<'_>) -> Block {
        for (&wire, input) in self.net.inputs().iter().zip(&request.inputs) {
            if let Some(Input { name: ident, path, ty, lent }) = input {
                let variable = Expr::Variable(ident.clone());
                if ty.is_array() && *lent {
                    self.references.insert(ident.clone());
                    if path.is_empty()
                        && self.host.program.params.iter().any(|param| param.name == *ident && param.is_slice())
                    {
                        self.slices.insert(ident.clone());
                    }
                } else if ty.is_array() && self.live.uses(wire) > 0 {
                    self.mutable.insert(ident.clone());
                    self.push(Statement::Let(Pattern::Mutable(ident.clone()), variable.clone()));
                }
                let expr = path.iter().fold(variable, |expr, &index| Expr::Field(Box::new(expr), index));
                self.set_received(wire, expr, ty);
            }
        }
        let inputs = self.net.inputs();
        let order = self.accumulators_last(&inputs[inputs.len() - request.accumulators..]);
        for id in self.in_blocks(self.fields_before_moves(order)) {
            self.edge(id);
        }
        let wires: Vec<WireId> = request.output.wires().iter().map(|&index| self.net.outputs()[index]).collect();
        let width = if wires.len() == 1 { usize::MAX } else { WIDTH };
        self.before_moves(&wires);
        let (exprs, _) = self.operands_within(&wires, width, Form::Result(request));
        self.flush();
        let result = request.output.assemble(&mut exprs.into_iter());
        self.close_scope(Some(result).filter(|result| !matches!(result, Expr::Tuple(parts) if parts.is_empty())))
    }

    /// Emits the needed edges of a level, whose inputs have their values.
    pub(super) fn level(&mut self, level: Level) {
        for id in self.in_blocks(self.fields_before_moves(self.live.order(level))) {
            self.edge(id);
        }
    }

    pub(super) fn edge(&mut self, id: EdgeId) {
        let edge = self.net.edge(id);
        self.done[id.index()] = true;
        if self.needless.contains(&id) {
            return;
        }
        match edge.label() {
            // It has been read before the struct was moved.
            Label::Operation(Operation::Project(_)) if self.value(edge.targets()[0]).is_some() => {}
            Label::Copy | Label::Discard | Label::Frame(_) => {}
            Label::Abstraction => {
                let wire = edge.targets()[0];
                self.set(wire, &Value::Closure(id));
                if self.live.uses(wire) > 1 {
                    self.fix(wire);
                }
            }
            Label::Eval => self.eval(id),
            Label::Operation(Operation::Cond(..)) => self.cond(id),
            Label::Operation(Operation::Fold(fold)) => self.fold(fold, id),
            Label::Operation(operation) => self.operation(operation, id),
        }
    }

    /// Whether an edge has been emitted.
    pub(super) fn is_done(&self, id: EdgeId) -> bool {
        self.done[id.index()]
    }

    pub(super) fn fresh(&mut self, like: &str) -> Ident {
        self.names.fresh(like)
    }

    // Values.

    /// Gives a wire its value, and all that copies of it go to.
    pub(super) fn set(&mut self, wire: WireId, value: &Value) {
        if self.blocks > 0 {
            self.given.push(wire);
        }
        let mut pending = vec![wire];
        while let Some(wire) = pending.pop() {
            self.values[wire.index()] = Some(value.clone());
            if let Some((edge, _)) = self.net.consumer_edge(wire)
                && matches!(self.net.edge(edge).label(), Label::Copy)
            {
                pending.extend(self.net.edge(edge).targets());
            }
        }
    }

    pub(super) fn value(&self, wire: WireId) -> Option<Value> {
        self.values[wire.index()].clone()
    }

    pub(super) fn set_atom(&mut self, wire: WireId, expr: Expr) {
        let slot = self.slot(wire, expr, State::Atom, "");
        self.set(wire, &Value::Slot(slot));
    }

    fn slot(&mut self, wire: WireId, expr: Expr, state: State, name: &str) -> usize {
        let name = self.name_of(wire).unwrap_or_else(|| name.into());
        self.slots.push(Slot { expr, state, name, wire });
        self.slots.len() - 1
    }

    /// What the user called this wire, or the copies of it.
    pub(super) fn name_of(&self, wire: WireId) -> Option<Arc<str>> {
        let mut wire = wire;
        loop {
            if let Some(name) = self.net.wire(wire).name().or(self.hints[wire.index()].as_ref()) {
                return Some(name.clone());
            }
            let (edge, _) = self.net.consumer_edge(wire)?;
            if !matches!(self.net.edge(edge).label(), Label::Copy) {
                return None;
            }
            wire = self.net.edge(edge).targets()[0];
        }
    }

    /// What the value on a wire would be called.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression has the name that its slot was given")]
    pub(super) fn slot_name(&self, wire: WireId) -> Option<String> {
        match self.value(wire)? {
            Value::Slot(slot) => Some(match &self.slots[slot].expr {
                Expr::Variable(ident) => ident.to_string(),
                _ => self.slots[slot].name.to_string(),
            }),
            Value::Function(_)
            | Value::Closure(_)
            | Value::Host(..)
            | Value::Left(..)
            | Value::Either(_)
            | Value::Stored(_) => None,
        }
        .filter(|name| !name.is_empty())
    }

    /// What to call a result of branches, by what the branches call it.
    pub(super) fn branch_name(&self, id: EdgeId, target: WireId) -> String {
        let edge = self.net.edge(id);
        let port = edge.targets().iter().position(|&wire| wire == target).unwrap_or(0);
        edge.sources()[1..3]
            .iter()
            .filter_map(|&function| {
                let inner = live::branch(self.net, function)?;
                self.slot_name(*self.net.region(Level::Inside(inner)).outputs().get(port)?)
            })
            .find(|name| name != "zero" && name != "constant" && name != "value")
            .unwrap_or_else(|| "value".to_owned())
    }

    /// Gives a wire the value of this expression. `ordered` says whether its place in the order matters, `name` what to
    /// call it if the user did not.
    pub(super) fn define(&mut self, wire: WireId, expr: Expr, ordered: bool, name: &str) {
        if expr.is_atom() {
            return self.set_atom(wire, expr);
        }
        self.define_now(wire, expr, ordered, name);
    }

    /// The same, of an expression that may give something else later: a variable that is assigned to too.
    pub(super) fn define_now(&mut self, wire: WireId, expr: Expr, ordered: bool, name: &str) {
        let uses = self.live.uses(wire);
        if uses == 0 {
            if ordered {
                self.flush();
                self.push(Statement::Let(Pattern::Wild, expr));
            }
            return;
        }
        if self.net.wire(wire).ty().is_array() {
            return self.given_array(wire, expr, name);
        }
        let named = self.net.wire(wire).name().is_some();
        let to_output = matches!(self.net.wire(wire).consumer(), Consumer::Output(_));
        let slot = self.slot(wire, expr, State::Waiting(ordered), name);
        self.set(wire, &Value::Slot(slot));
        if ordered {
            let scope = self.scope();
            scope.queue.push(slot);
            scope.taken = false;
        }
        if uses > 1 || (named && !to_output) {
            self.bind(slot);
        }
    }

    /// Gives several wires the values of the parts of a tuple; one wire that of the whole.
    pub(super) fn define_all(&mut self, wires: &[WireId], expr: Expr, ordered: bool, name: &str) {
        match wires {
            [] => {
                self.flush();
                self.push(Statement::Do(expr));
            }
            [wire] => self.define(*wire, expr, ordered, name),
            _ => {
                let pattern = Pattern::Tuple(wires.iter().map(|&wire| self.pattern(wire, name)).collect());
                self.let_pattern(pattern, expr, ordered);
            }
        }
    }

    /// A pattern that binds this wire, if it is used.
    pub(super) fn pattern(&mut self, wire: WireId, name: &str) -> Pattern {
        if self.live.uses(wire) == 0 || *self.net.wire(wire).ty() == Type::World {
            return Pattern::Wild;
        }
        let name = self.name_of(wire).unwrap_or_else(|| name.into());
        let ident = self.names.fresh(&name);
        self.holds(wire);
        self.set_atom(wire, Expr::Variable(ident.clone()));
        if self.net.wire(wire).ty().is_array() {
            self.mutable.insert(ident.clone());
            return Pattern::Mutable(ident);
        }
        Pattern::Variable(ident)
    }

    pub(super) fn let_pattern(&mut self, pattern: Pattern, expr: Expr, ordered: bool) {
        if ordered {
            self.flush();
        } else if pattern.is_wild() {
            return;
        }
        let pattern = if pattern.is_wild() { Pattern::Wild } else { pattern };
        self.push(Statement::Let(pattern, expr.typed()));
    }

    /// Lets a waiting slot become a variable.
    pub(super) fn bind(&mut self, slot: usize) {
        match self.slots[slot].state {
            State::Waiting(true) => {
                let queue = &mut self.scope().queue;
                let Some(position) = queue.iter().position(|&waiting| waiting == slot) else { return };
                let first: Vec<usize> = queue.drain(..=position).collect();
                for slot in first {
                    self.write_let(slot);
                }
            }
            State::Waiting(false) => self.write_let(slot),
            State::Atom | State::Spent => {}
        }
    }

    fn write_let(&mut self, slot: usize) {
        let name = self.slots[slot].name.clone();
        let ident = self.names.fresh(&name);
        let wire = self.slots[slot].wire;
        self.holds(wire);
        if self.is_behind(wire) {
            self.note_kept(&ident, self.net.wire(wire).ty());
        }
        let slot = &mut self.slots[slot];
        if self.blocks > 0 {
            self.given.push(slot.wire);
        }
        slot.state = State::Atom;
        let expr = std::mem::replace(&mut slot.expr, Expr::Variable(ident.clone()));
        self.push(Statement::Let(Pattern::Variable(ident), expr.typed()));
    }

    /// Lets all that waits in order become variables.
    pub(super) fn flush(&mut self) {
        for slot in std::mem::take(&mut self.scope().queue) {
            self.write_let(slot);
        }
    }

    /// Ends the block at hand with what nothing comes after.
    pub(super) fn diverge(&mut self, expr: Expr) {
        self.flush();
        self.push_last(Statement::Do(expr));
    }

    pub(super) fn close_scope(&mut self, result: Option<Expr>) -> Block {
        if self.scopes.last().is_some_and(|scope| scope.opened.is_none()) {
            self.end_names(&BTreeSet::new());
        }
        let scope = self.scopes.pop().unwrap_or_default();
        self.kinds.retain(|_, (depth, _)| *depth <= self.scopes.len());
        self.types_of_states.retain(|_, (depth, _)| *depth <= self.scopes.len());
        Block { statements: scope.statements, result: result.filter(|_| !scope.diverged), place: None }
    }

    /// Whether the value of a wire stands in another expression.
    pub(super) fn is_spent(&self, wire: WireId) -> bool {
        matches!(self.value(wire), Some(Value::Slot(slot)) if self.slots[slot].state == State::Spent)
    }

    /// Makes the value of a wire one that can be written any number of times.
    pub(super) fn fix(&mut self, wire: WireId) {
        match self.value(wire) {
            Some(Value::Slot(slot)) => self.bind(slot),
            Some(Value::Closure(edge)) => {
                let closure = self.closure(edge);
                let name = self.name_of(wire).unwrap_or_else(|| "function".into());
                let ident = self.names.fresh(&name);
                self.push(Statement::Let(Pattern::Variable(ident.clone()), closure));
                self.set_atom(wire, Expr::Variable(ident));
            }
            _ => {}
        }
    }

    // What `block` needs to know.

    /// Begins the statements of a block of the user's.
    pub(super) fn open_scope(&mut self) {
        let opened = Opened { slots: self.slots.len(), given: self.given.len() };
        self.blocks += 1;
        self.scopes.push(Scope { opened: Some(opened), ..Scope::default() });
    }

    /// Ends them; whether nothing comes after them.
    pub(super) fn close_opened(&mut self, result: Option<Expr>) -> (Block, bool) {
        self.blocks = self.blocks.saturating_sub(1);
        let diverged = self.scope().diverged;
        if self.blocks == 0 {
            self.given.clear();
        }
        (self.close_scope(result), diverged)
    }

    /// Lets what waits become variables of the block of the user's at hand, if it mentions some of that.
    pub(super) fn settle(&mut self, declared: &mut TextSet) {
        let Some(Opened { slots, .. }) = self.scope().opened else { return };
        for slot in slots..self.slots.len() {
            if self.slots[slot].state == State::Waiting(false)
                && self.is_pending(self.slots[slot].wire)
                && !self.slots[slot].expr.names().is_disjoint(declared)
            {
                self.write_let(slot);
                declared.extend(self.slots[slot].expr.names());
            }
        }
    }

    /// The wires of this level that got their values in the block of the user's at hand.
    pub(super) fn given(&mut self, level: Level) -> Vec<WireId> {
        let Some(Opened { given, .. }) = self.scope().opened else { return Vec::new() };
        self.given[given..].iter().copied().filter(|&wire| self.net.wire(wire).level() == level).collect()
    }

    /// Whether something that has not been emitted yet needs the value on a wire.
    pub(super) fn is_pending(&self, wire: WireId) -> bool {
        let mut pending = vec![wire];
        while let Some(wire) = pending.pop() {
            if self.live.uses(wire) == 0 {
                continue;
            }
            match self.net.wire(wire).consumer() {
                Consumer::Output(_) => return true,
                Consumer::Open => {}
                Consumer::Source(id, _) => {
                    let edge = self.net.edge(id);
                    match edge.label() {
                        Label::Copy => pending.extend(edge.targets()),
                        // What it captures is read where it is written.
                        Label::Abstraction if self.done[id.index()] => {
                            if matches!(self.value(edge.targets()[0]), Some(Value::Closure(_))) {
                                pending.extend(edge.targets());
                            }
                        }
                        Label::Discard => {}
                        // What a branch keeps is read where the branch ends, if no variables hold it yet.
                        Label::Operation(operation)
                            if self.done[id.index()] && is_storing(self.net, operation, edge.targets()[0]) =>
                        {
                            if !matches!(self.value(edge.targets()[0]), Some(Value::Stored(_))) {
                                pending.extend(edge.targets());
                            }
                        }
                        Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => {
                            if !self.done[id.index()] {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    /// The names of the variables that a value is written with.
    pub(super) fn variables(&self, value: &Value) -> TextSet {
        match value {
            Value::Slot(slot) => self.slots[*slot].expr.names(),
            Value::Host(expr, _) => expr.names(),
            Value::Left(ident, _) | Value::Either(ident) => TextSet::from_iter([ident.to_string()]),
            Value::Stored(storage) => self.stored_value(storage).names(),
            // What it captures is on other wires.
            Value::Function(_) | Value::Closure(_) => TextSet::default(),
        }
    }

    // Operands.

    // Functions.
}

//! Functions, and what runs them: closures and backpropagators, calls, branches.

use std::rc::Rc;

use hypernet::{Captures, EdgeId, FunctionConstant, FunctionType, Label, Level, Operation, Producer, Type, WireId};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::convention::{Convention, Form};
use super::scope::Scope;
use super::syntax::{Block, Expr, Pattern, Statement};
use super::value::{Storage, Value};
use super::walk::{WIDTH, Walk};
use super::{Backpropagator, live};
use crate::program::{Again, Callee, Shape};

impl Walk<'_> {
    /// A function as a Rust value.
    pub(super) fn function(&mut self, wire: WireId, form: Form<'_>) -> Expr {
        match self.value(wire) {
            Some(Value::Slot(slot)) => self.take(slot),
            Some(Value::Closure(edge)) => match form.backpropagator(self.net, wire) {
                Some(back) => self.backpropagator(edge, back),
                None => self.closure(edge),
            },
            Some(value @ (Value::Function(_) | Value::Host(..) | Value::Left(..) | Value::Either(_))) => {
                self.wrapped(wire, &value)
            }
            Some(Value::Stored(storage)) => self.stored_value(&storage),
            None => Expr::Tuple(Vec::new()),
        }
    }

    /// The closure of an abstraction.
    pub(super) fn closure(&mut self, edge: EdgeId) -> Expr {
        self.enter_closure(edge);
        let region = self.net.region(Level::Inside(edge));
        let captured = self.net.edge(edge).sources().len();
        let mut params = Vec::new();
        for &wire in &region.inputs()[captured..] {
            let ty = self.net.wire(wire).ty();
            if *ty != Type::World {
                let pattern = self.pattern(wire, "a");
                params.push((pattern, self.host.ty(ty)));
            }
        }
        let body = self.body(edge, &[], false, true);
        Expr::Closure(params, Box::new(body))
    }

    /// The closure of a backpropagator that is given to the caller.
    pub(super) fn backpropagator(&mut self, edge: EdgeId, back: &Backpropagator) -> Expr {
        let region = self.net.region(Level::Inside(edge));
        for (index, name) in &back.names {
            if let Some(&wire) = region.outputs().get(*index) {
                self.hints[self.net.root(wire).index()] = Some(name.as_str().into());
            }
        }
        self.enter_closure(edge);
        let captured = self.net.edge(edge).sources().len();
        let ty = self.taken_type(&region.inputs()[captured..], back);
        let mut params = region.inputs()[captured..].iter().copied();
        let mut pattern = self.sensitivity_pattern(&back.sensitivity, &mut params, &mut Vec::new());
        let accumulators: Vec<Pattern> = back
            .again
            .iter()
            .map(|again| match again.accumulator.as_ref().and_then(|name| Some((name, params.next()?))) {
                Some((name, wire)) => self.accumulator(wire, name),
                None => Pattern::Wild,
            })
            .collect();
        // They come last in the net.
        let seeds: Vec<Pattern> =
            back.seeds.iter().flatten().filter_map(|_| Some(self.pattern(params.next()?, "seed"))).collect();
        if matches!(&back.sensitivity, Shape::Leaf(ty) if ty.as_function().is_some()) {
            self.say_cotangents(&region.inputs()[captured..]);
        }
        self.level(Level::Inside(edge));
        let wires: Vec<WireId> = back.results.wires().iter().map(|&index| region.outputs()[index]).collect();
        let width = if wires.len() == 1 { usize::MAX } else { WIDTH };
        self.before_moves(&wires);
        let (exprs, _) = self.operands_within(&wires, width, Form::Internal);
        self.flush();
        let result = back.results.assemble(&mut exprs.into_iter());
        let mut body = self.close_scope(Some(result));
        // What is not a number may have fields, methods and operators that are not there.
        let mut open = Vec::new();
        if !back.sensitivity.leaves().iter().all(|ty| matches!(ty, Type::Real(_)))
            || accumulators.is_empty() && !is_of_numbers(&back.ty)
        {
            pattern.variables(&mut open);
        }
        if !accumulators.is_empty() {
            // What is supplied again goes by the name that it had.
            let code = Expr::Block(Box::new(body));
            let names = code.names();
            let again = back.again.iter().filter(|again| again.supplied).map(|Again { name, .. }| {
                if names.contains(&name.to_string()) { Pattern::Variable(name.clone()) } else { Pattern::Wild }
            });
            let (again, accumulators) = (Pattern::Tuple(again.collect()), Pattern::Tuple(accumulators));
            again.variables(&mut open);
            accumulators.variables(&mut open);
            pattern = Pattern::Tuple(vec![pattern, again, accumulators]);
            let Expr::Block(inside) = code else { unreachable!("it is a block") };
            body = *inside;
        }
        let mut params = vec![(pattern, Some(ty))];
        if !back.seeds.is_empty() {
            for pattern in &seeds {
                pattern.variables(&mut open);
            }
            let mut seeds = seeds.into_iter();
            let pattern = back.seeds.iter().map(|ty| match ty {
                Some(_) => {
                    let seed = self.host.private(&quote!(seeds::Seed));
                    seeds.next().map_or(Pattern::Wild, |pattern| Pattern::Of(seed, Box::new(pattern)))
                }
                None => Pattern::Wild,
            });
            params.push((Pattern::Tuple(pattern.collect()), Some(super::seeds_type(&back.seeds, &self.host.backprop))));
        }
        self.host.depend_in(&mut body, open);
        let closure = Expr::Closure(params, Box::new(body));
        if back.seeds.is_empty() {
            return closure;
        }
        let adding = Expr::Tokens(self.host.private(&quote!(seeds::Adding)), true);
        Expr::Call(Box::new(adding), vec![closure])
    }

    /// The type of what a backpropagator takes. That of what a function captured has no name, but parts of it may have.
    fn taken_type(&self, params: &[WireId], back: &Backpropagator) -> TokenStream {
        match &back.sensitivity {
            Shape::Leaf(ty) if ty.as_function().is_some() && back.again.is_empty() => {
                self.sensitivity_ty(Some(ty), params)
            }
            Shape::Leaf(_) | Shape::Tuple(_) => back.ty.clone(),
        }
    }

    pub(super) fn sensitivity_pattern(
        &mut self,
        shape: &Shape,
        params: &mut dyn Iterator<Item = WireId>,
        path: &mut Vec<usize>,
    ) -> Pattern {
        match shape {
            Shape::Leaf(ty) if ty.as_function().is_some() => {
                let count = ty.sensitivity().map_or(0, |bundle| bundle.len());
                let wires: Vec<WireId> = params.take(count).collect();
                self.grouped_pattern(&wires, "d")
            }
            Shape::Leaf(ty) if ty.sensitivity().is_some_and(|bundle| bundle.is_empty()) => Pattern::Wild,
            Shape::Leaf(_) => {
                let name = path.iter().fold("d".to_owned(), |name, index| format!("{name}_{index}"));
                params.next().map_or(Pattern::Wild, |wire| self.pattern(wire, &name))
            }
            Shape::Tuple(parts) => Pattern::Tuple(
                (0..)
                    .zip(parts)
                    .map(|(index, part)| {
                        path.push(index);
                        let pattern = self.sensitivity_pattern(part, params, path);
                        path.pop();
                        pattern
                    })
                    .collect(),
            ),
        }
    }

    /// Begins a block for the inside of an abstraction; what it captured keeps its value.
    pub(super) fn enter(&mut self, edge: EdgeId) {
        self.capture(edge);
        self.scopes.push(Scope::default());
    }

    pub(super) fn capture(&mut self, edge: EdgeId) {
        let inputs = self.net.region(Level::Inside(edge)).inputs();
        for (&outer, &inner) in self.net.edge(edge).sources().iter().zip(inputs) {
            self.fix(outer);
            if let Some(value) = self.value(outer) {
                self.set(inner, &value);
            }
        }
    }

    /// The block of the inside of an abstraction whose inputs have their values. The outputs that are held by variables
    /// are assigned to those, and not given.
    pub(super) fn body(&mut self, edge: EdgeId, held: &[Option<Rc<Storage>>], either: bool, typed: bool) -> Block {
        let mut wires = self.live.outputs(self.net, edge);
        let mut stored = Vec::new();
        if held.iter().any(Option::is_some) {
            let mut given = Vec::with_capacity(wires.len());
            for (wire, held) in wires.into_iter().zip(held) {
                match held {
                    Some(storage) => stored.push((wire, storage)),
                    None => given.push(wire),
                }
            }
            wires = given;
        }
        for &(wire, storage) in &stored {
            self.destine(wire, storage);
        }
        self.level(Level::Inside(edge));
        for (wire, storage) in stored {
            self.store(wire, storage);
        }
        let width = if wires.len() == 1 { usize::MAX } else { WIDTH };
        self.before_moves(&wires);
        // What the last expression makes may outlast the variables of the block.
        if self.scope().owns {
            self.flush();
        }
        let (mut exprs, _) = self.operands_within(&wires, width, Form::Internal);
        self.flush();
        self.computed_before(&wires, &mut exprs);
        if either {
            for (expr, &wire) in exprs.iter_mut().zip(&wires) {
                if self.net.wire(wire).ty().as_function().is_some() {
                    let inside = std::mem::replace(expr, Expr::Bool(false));
                    *expr = Expr::Call(Box::new(Expr::Tokens(quote!(), false)), vec![inside]);
                }
            }
        }
        if typed {
            exprs = exprs.into_iter().map(Expr::typed).collect();
        }
        let result = if exprs.len() > 1 { Some(Expr::Tuple(exprs)) } else { exprs.pop() };
        self.close_scope(result)
    }

    // Calls.

    pub(super) fn eval(&mut self, id: EdgeId) {
        let edge = self.net.edge(id);
        let plain = |wires: &[WireId]| -> Vec<WireId> {
            wires.iter().copied().filter(|&wire| *self.net.wire(wire).ty() != Type::World).collect()
        };
        let (function, arguments) = (edge.sources()[0], plain(&edge.sources()[1..]));
        let mut targets = plain(edge.targets());
        let ty = self.net.wire(function).ty().as_function();
        let handed = ty.map_or(0, |ty| ty.handed_on());
        let is_array = |wire: &WireId| self.net.wire(*wire).ty().is_array();
        let adjoint = match self.value(function) {
            Some(Value::Function(constant)) => constant.adjoint,
            // All functions that come over the boundary are adjoints.
            Some(Value::Host(..)) => true,
            Some(Value::Slot(_) | Value::Closure(_) | Value::Left(..) | Value::Either(_) | Value::Stored(_)) | None => {
                false
            }
        };
        let given = targets.len() - usize::from(adjoint);
        if handed > 0 {
            let arrays = &arguments[arguments.len() - handed..];
            let after = &targets[given.saturating_sub(handed)..given];
            if after.len() != handed || !arrays.iter().chain(after).all(is_array) {
                return self.lost("a call with an array");
            }
            // It is the same array after the call.
            for (&before, &after) in arrays.iter().zip(after) {
                self.same(before, after);
            }
            targets.drain(given - handed..given);
        }
        // These too, and it has changed them.
        let changed = self.net.changed(id);
        for &(taken, after) in &changed {
            self.same(edge.sources()[taken], edge.targets()[after]);
        }
        if !changed.is_empty() {
            targets.drain(1..=changed.len());
        }
        let is_of_nothing = ty.is_some_and(|ty| self.is_of_nothing(ty, &arguments, &targets));
        self.before_moves(&arguments[..arguments.len() - handed]);
        self.read_before_moved(function, &arguments);
        // A closure has a name before it is called.
        if let Some(Value::Closure(_)) = self.value(function) {
            self.fix(function);
        }
        match self.value(function) {
            Some(Value::Function(constant)) if constant.adjoint => {
                // The function wants arrays to look at. The accumulators are wanted by its backpropagator.
                let arguments = &arguments[..arguments.len() - handed];
                let (exprs, _) = self.operands_within(arguments, WIDTH, Form::Boundary(&constant.ty.params));
                let exprs = self.elements_again(arguments, exprs);
                let mut arguments = self.lent(arguments, exprs, changed.len());
                let lent = arguments.split_off(arguments.len() - changed.len());
                let places = self.host.program.code.passing(constant.id).map_or(&[][..], |passing| &passing.changed);
                for (&at, array) in places.iter().zip(lent) {
                    arguments.insert(at, array);
                }
                let callee = self.host.program.code.functions.get(constant.id as usize);
                let convention = Convention::of_constant(&constant, callee, &self.host.program.code);
                let is_used = targets.last().is_some_and(|&back| self.live.uses(back) > 0);
                let call = self.call_opened(arguments, &constant, &convention, is_used);
                self.left(&targets, call, convention, &result_name(&constant.name));
            }
            Some(Value::Function(constant)) => {
                let (arguments, _) = self.operands(&arguments);
                let call = Expr::Call(Box::new(self.path(&constant)), arguments);
                self.define_all(&targets, call, true, &result_name(&constant.name));
            }
            Some(Value::Host(host, convention)) => {
                let arguments = &arguments[..arguments.len() - handed];
                let (exprs, _) = self.operands_within(arguments, WIDTH, Form::Boundary(&convention.params));
                let arguments = self.lent(arguments, exprs, 0);
                let name = value_name(&host);
                let call = self.calling(arguments, |walk, arguments| walk.call_host(&host, &convention, arguments));
                self.left(&targets, call, convention, &name);
            }
            Some(Value::Left(left, convention)) => {
                let call = self.call_back(&left, &convention, arguments, handed);
                let call = if is_of_nothing { self.absent(&call) } else { call };
                self.gradient(&convention, &targets, call);
            }
            Some(Value::Either(either)) => {
                let (exprs, _) = self.operands(&arguments);
                let arguments = self.lent(&arguments, exprs, handed);
                let call = self.call_either(&either, arguments);
                let call = if is_of_nothing { self.absent(&call) } else { call };
                self.define_all(&targets, call, true, "value");
            }
            _ => {
                let mut operands = vec![function];
                operands.extend(arguments);
                let (exprs, _) = self.operands(&operands);
                let mut exprs = self.lent(&operands, exprs, handed);
                let name = value_name(&exprs[0]);
                let call = Expr::Call(Box::new(exprs.remove(0)), exprs);
                let call = if is_of_nothing { self.absent(&call) } else { call };
                self.define_all(&targets, call, true, &name);
            }
        }
        if handed > 0 {
            self.run_here(&targets);
        }
    }

    /// Whether this is a backpropagator, which is given structural zeros only. With accumulators it may be given more: what the function
    /// changed has its sensitivity there.
    fn is_of_nothing(&self, function: &FunctionType, taken: &[WireId], targets: &[WireId]) -> bool {
        let of = |wire: WireId| self.net.wire(wire).ty();
        let sensitivities = taken.iter().skip_while(|&&wire| of(wire).is_look());
        function.captures == Captures::Residual
            && sensitivities.clone().next().is_some()
            && sensitivities.copied().all(|wire| !of(wire).is_array() && self.is_zero(wire))
            && !targets.iter().any(|&wire| of(wire).is_array())
    }

    /// What a call would give for nothing: it is not made, since zero times an infinite derivative is no zero. The host learns types from
    /// it.
    fn absent(&self, call: &Expr) -> Expr {
        let (absent, call) = (self.host.private(&quote!(seeds::absent)), call.primary_tokens());
        Expr::Tokens(quote!(#absent(|| #call)), true)
    }

    /// The call of a backpropagator of the host. What it would add to zero, it gives.
    fn call_back(&mut self, left: &Ident, convention: &Convention, mut taken: Vec<WireId>, handed: usize) -> Expr {
        let seeds = convention.split_seeds(&mut taken);
        let begun: Vec<bool> = seeds.iter().map(|&seed| !self.is_zero(seed)).collect();
        let given: Vec<WireId> =
            seeds.into_iter().zip(&begun).filter(|(_, begun)| **begun).map(|(seed, _)| seed).collect();
        // Before the accumulators, which are lent.
        let at = taken.len() - handed;
        let end = at + given.len();
        taken.splice(at..at, given);
        let (exprs, _) = self.operands(&taken);
        let mut exprs = self.lent(&taken, exprs, handed);
        let mut given = exprs.drain(at..end).collect::<Vec<_>>().into_iter();
        let seeds = begun.into_iter().map(|begun| if begun { given.next() } else { None }).collect();
        convention.call_left(self.host, left, exprs, seeds)
    }

    /// Whether a wire carries the zero.
    pub(super) fn is_zero(&self, seed: WireId) -> bool {
        let Producer::Target(edge, _) = self.net.wire(self.net.root(seed)).producer() else { return false };
        matches!(self.net.edge(edge).operation(), Some(Operation::Zero(_)))
    }

    /// The call of an adjoint, with what its backpropagator needs of arguments of which rustc alone knows whether they are arrays.
    pub(super) fn call_opened(
        &mut self,
        arguments: Vec<Expr>,
        constant: &FunctionConstant,
        convention: &Convention,
        is_used: bool,
    ) -> Expr {
        let mut arguments = convention.in_groups(self.host, &quote!(Looks), arguments);
        // Without its backpropagator, a call takes arrays as the type says.
        if !convention.is_opened() || !is_used && !convention.asks_values() {
            return self.calling(arguments, |walk, arguments| walk.call_adjoint(constant, arguments));
        }
        // Beside functions, only references are asked: the call moves none.
        let is_plain = !constant.ty.params.iter().any(|ty| ty.as_function().is_some());
        let moves = is_plain && convention.open.iter().any(|&at| !self.is_shared(&arguments[at]));
        // What is asked for its type is computed once, after what comes before it.
        let computed = convention.open.iter().filter(|&&at| !arguments[at].is_there()).max();
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for argument in arguments.iter_mut().take(computed.map_or(0, |last| last + 1)) {
            if !argument.is_there() {
                let name = self.names.fresh("argument");
                values.push(std::mem::replace(argument, Expr::Variable(name.clone())).primary_tokens());
                names.push(name);
            }
        }
        let given = arguments.clone();
        let declared = convention.lent_asking(self.host, &mut arguments);
        let call = self.calling(arguments, |walk, arguments| walk.call_adjoint(constant, arguments));
        let opened = convention.opened(self.host, &call, &given, (&declared, moves));
        if names.is_empty() {
            return opened;
        }
        let opened = opened.primary_tokens();
        Expr::Tokens(quote!(match (#(#values,)*) { (#(#names,)*) => #opened }), false)
    }

    /// Whether this is a reference to what does not change: a call does not move it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is surely one")]
    fn is_shared(&self, argument: &Expr) -> bool {
        let is_reference =
            |ty: &syn::Type| matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_none());
        match argument {
            Expr::Borrow(_) => true,
            Expr::Variable(ident) => {
                self.host.program.params.iter().any(|param| param.name == *ident && is_reference(&param.ty))
            }
            _ => false,
        }
    }

    /// What has written to arrays runs here, also where only one side of a choice looks at what it gives.
    fn run_here(&mut self, targets: &[WireId]) {
        for &wire in targets {
            if self.live.uses(wire) > 0 && self.is_pending(wire) {
                self.fix(wire);
            }
        }
    }

    // Branches.

    pub(super) fn cond(&mut self, id: EdgeId) {
        let edge = self.net.edge(id);
        let (condition, _) = self.operands(&edge.sources()[..1]);
        self.flush();
        for &argument in &edge.sources()[3..] {
            if self.live.uses(argument) > 0 {
                self.fix(argument);
            }
        }
        let is_given = |port: usize| !live::result_stays(self.net, id, port);
        let mut targets: Vec<WireId> = (0..)
            .zip(edge.targets())
            .filter(|&(port, &wire)| self.live.uses(wire) > 0 && is_given(port))
            .map(|(_, &wire)| wire)
            .collect();
        let either = targets.iter().any(|&wire| self.net.wire(wire).ty().as_function().is_some());
        let held: Vec<Option<Rc<Storage>>> = targets.iter().map(|&wire| self.storage(wire)).collect();
        let mut held_by = held.iter();
        targets.retain(|_| held_by.next().is_some_and(Option::is_none));
        let mut blocks = [0, 1].map(|side| self.branch(edge.sources()[1 + side], id, side, &held, either));
        self.after_branches(id, &mut blocks);
        let condition = condition.into_iter().next().unwrap_or(Expr::Bool(true));
        let branches = Expr::If(Box::new(condition), Box::new(blocks));
        match targets.as_slice() {
            [] => self.push(Statement::Do(branches)),
            [wire] if !either => {
                self.define(*wire, branches, true, "value");
                // What comes after may move an array to which it writes.
                if edge.targets().iter().any(|&target| self.net.wire(target).ty().is_array()) {
                    self.run_here(&targets);
                }
            }
            _ => {
                let names: Vec<String> = targets.iter().map(|&wire| self.branch_name(id, wire)).collect();
                let mut parts: Vec<Pattern> =
                    targets.iter().zip(&names).map(|(&wire, name)| self.pattern(wire, name)).collect();
                for (part, &wire) in parts.iter().zip(&targets) {
                    if let (Pattern::Variable(ident), Some(_)) = (part, self.net.wire(wire).ty().as_function()) {
                        self.set(wire, &Value::Either(ident.clone()));
                    }
                }
                let pattern = if parts.len() == 1 { parts.remove(0) } else { Pattern::Tuple(parts) };
                self.let_pattern(pattern, branches, true);
            }
        }
    }

    /// The block of one branch.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is one result")]
    pub(super) fn branch(
        &mut self,
        function: WireId,
        id: EdgeId,
        side: usize,
        held: &[Option<Rc<Storage>>],
        either: bool,
    ) -> Block {
        let edge = self.net.edge(id);
        let arguments = &edge.sources()[3..];
        let mut block =
            if let (Some(inner), Some(Value::Closure(_))) = (live::branch(self.net, function), self.value(function)) {
                self.enter(inner);
                let inputs = self.net.region(Level::Inside(inner)).inputs();
                let captured = self.net.edge(inner).sources().len();
                for (&param, &argument) in inputs[captured..].iter().zip(arguments) {
                    if let Some(value) = self.value(argument) {
                        self.set(param, &value);
                    }
                }
                self.body(inner, held, either, false)
            } else {
                self.call_branch(function, id)
            };
        // What is left open by `body`: which of the two it is.
        let name = if side == 0 { quote!(Either::First) } else { quote!(Either::Second) };
        let path = self.host.private(&name);
        if either && let Some(result) = &mut block.result {
            let parts = match result {
                Expr::Tuple(parts) => parts.as_mut_slice(),
                single => std::slice::from_mut(single),
            };
            for part in parts {
                if let Expr::Call(callee, _) = part
                    && matches!(&**callee, Expr::Tokens(tokens, false) if tokens.is_empty())
                {
                    **callee = Expr::Tokens(path.clone(), true);
                }
            }
        }
        block
    }

    /// The block of a branch that is a function known by name alone.
    pub(super) fn call_branch(&mut self, function: WireId, id: EdgeId) -> Block {
        let edge = self.net.edge(id);
        self.scopes.push(Scope::default());
        let plain = |wires: &[WireId]| -> Vec<WireId> {
            wires.iter().copied().filter(|&wire| *self.net.wire(wire).ty() != Type::World).collect()
        };
        let mut operands = vec![function];
        operands.extend(plain(&edge.sources()[3..]));
        let (mut exprs, _) = self.operands(&operands);
        let call = Expr::Call(Box::new(exprs.remove(0)), exprs);
        let results = plain(edge.targets());
        let used: Vec<bool> = results.iter().map(|&wire| self.live.uses(wire) > 0).collect();
        let function = |wire: &WireId| self.net.wire(*wire).ty().as_function().is_some();
        if used.iter().all(|&used| used) && !results.iter().any(function) {
            return self.close_scope(Some(call));
        }
        let mut parts = Vec::new();
        let mut given = Vec::new();
        for (wire, used) in results.iter().zip(used) {
            if used {
                let ident = self.names.fresh("value");
                parts.push(Pattern::Variable(ident.clone()));
                let variable = Expr::Variable(ident);
                given.push(if self.net.wire(*wire).ty().as_function().is_some() {
                    Expr::Call(Box::new(Expr::Tokens(quote!(), false)), vec![variable])
                } else {
                    variable
                });
            } else {
                parts.push(Pattern::Wild);
            }
        }
        let pattern = if parts.len() == 1 { parts.remove(0) } else { Pattern::Tuple(parts) };
        self.push(Statement::Let(pattern, call));
        let result = if given.len() == 1 { given.pop() } else { Some(Expr::Tuple(given)) };
        self.close_scope(result)
    }

    pub(super) fn call_either(&self, either: &Ident, arguments: Vec<Expr>) -> Expr {
        Expr::Either(self.host.private(&quote!(Either)), Box::new(Expr::Variable(either.clone())), arguments)
    }
}

/// Whether this type names numbers of Rust's own alone.
fn is_of_numbers(ty: &TokenStream) -> bool {
    ty.clone().into_iter().all(|token| match token {
        TokenTree::Ident(ident) => ["f32", "f64"].iter().any(|name| ident == name),
        TokenTree::Group(group) => is_of_numbers(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}

/// What to call the result of a function of this name.
fn result_name(function: &str) -> String {
    let name = function.split("::<").next().unwrap_or(function);
    name.rsplit("::").next().unwrap_or(name).trim().to_owned()
}

/// What to call the result of this function.
fn value_name(function: &Expr) -> String {
    if let Expr::Variable(ident) = function { format!("{ident}_value") } else { "value".to_owned() }
}

impl Walk<'_> {
    /// Reads what is read of a struct before this function of the runtime moves it.
    pub(super) fn read_before_moved(&mut self, function: WireId, arguments: &[WireId]) {
        if let Some(Value::Function(constant)) = self.value(function)
            && let Some(Callee::Part(..) | Callee::Second(..)) =
                self.host.program.code.functions.get(constant.id as usize)
        {
            self.read_before(&arguments[..1]);
            self.flush();
        }
    }

    /// Whether a function of the runtime moves a struct.
    pub(super) fn is_moved_by_runtime(&self, wire: WireId) -> bool {
        let moves = |&(id, port): &(EdgeId, u32)| {
            let edge = self.net.edge(id);
            let function = self.net.root(edge.sources()[0]);
            let Producer::Target(function, _) = self.net.wire(function).producer() else { return false };
            let Some(Operation::Function(constant)) = self.net.edge(function).operation() else { return false };
            let callee = self.host.program.code.functions.get(constant.id as usize);
            *edge.label() == Label::Eval && port == 1 && matches!(callee, Some(Callee::Part(..) | Callee::Second(..)))
        };
        self.takers(self.net.root(wire)).iter().any(moves)
    }
}

//! Calls: of functions of the host, of closures of the net, and of backpropagators.
//!
//! An array that a call takes and gives stays where it is: it is the same variable before and after the call.

use hypernet::{Captures, EdgeId, FunctionConstant, FunctionType, Label, Level, Operation, Producer, Type, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::convention::{Convention, Form};
use super::live;
use super::syntax::Expr;
use super::value::Value;
use super::walk::{WIDTH, Walk};
use crate::program::Callee;

impl<'a> Walk<'a> {
    /// A call. The first source is what is called.
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
                let callee = self.host.program.code.functions.get(constant.id as usize);
                let exprs = self.elements_again(arguments, exprs, callee);
                let mut arguments = self.lent(arguments, exprs, changed.len());
                let lent = arguments.split_off(arguments.len() - changed.len());
                let places = self.host.program.code.passing(constant.id).map_or(&[][..], |passing| &passing.changed);
                for (&at, array) in places.iter().zip(lent) {
                    arguments.insert(at, array);
                }
                let convention = Convention::of_constant(&constant, callee, &self.host.program.code);
                if self.lends_field((callee, edge.sources()[1]), &mut arguments, &targets, &convention) {
                    return;
                }
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

    /// Whether this is a backpropagator that is given nothing but structural zeros. One that takes accumulators may be given more: they hold
    /// the sensitivity of what the function changed.
    fn is_of_nothing(&self, function: &FunctionType, taken: &[WireId], targets: &[WireId]) -> bool {
        let of = |wire: WireId| self.net.wire(wire).ty();
        let sensitivities = taken.iter().skip_while(|&&wire| of(wire).is_look());
        function.captures == Captures::Residual
            && sensitivities.clone().next().is_some()
            && sensitivities.copied().all(|wire| !of(wire).is_array() && self.is_zero(wire))
            && !targets.iter().any(|&wire| of(wire).is_array())
    }

    /// What a call gives for zeros alone. The call is not made, since zero times an infinite derivative is no zero. rustc still learns types
    /// from it.
    fn absent(&self, call: &Expr) -> Expr {
        let (absent, call) = (self.host.private(&quote!(seeds::absent)), call.primary_tokens());
        Expr::Tokens(quote!(#absent(|| #call)), true)
    }

    /// The call of a backpropagator of the host. A seed that is zero is left out.
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

    /// The call of an adjoint. Of some arguments, only rustc knows whether they are arrays: the call also gives what its backpropagator needs
    /// of these.
    pub(super) fn call_opened(
        &mut self,
        arguments: Vec<Expr>,
        constant: &FunctionConstant,
        convention: &Convention,
        is_used: bool,
    ) -> Expr {
        let mut arguments = convention.in_groups(self.host, &quote!(Looks), arguments);
        if !convention.opens(is_used) {
            return self.calling(arguments, |walk, arguments| walk.call_adjoint(constant, arguments));
        }
        // Beside functions, only references are asked: the call moves none.
        let is_plain = !constant.ty.params.iter().any(|ty| ty.as_function().is_some());
        let moves = is_plain && convention.open.iter().any(|&at| !self.is_shared(&arguments[at]));
        // What is asked for its type is computed once, after what comes before it.
        let computed = convention.open.iter().filter(|&&at| !arguments[at].is_there()).max();
        let is_method = matches!(self.host.program.code.functions.get(constant.id as usize), Some(Callee::Method(..)));
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (at, argument) in arguments.iter_mut().take(computed.map_or(0, |last| last + 1)).enumerate() {
            if !argument.is_there() {
                let name = self.names.fresh("argument");
                // What a method is called on is looked at where it is.
                let is_lent = is_method && at == 0 && matches!(argument, Expr::Index(_));
                let value = std::mem::replace(argument, Expr::Variable(name.clone())).primary_tokens();
                values.push(if is_lent { quote!(&#value) } else { value });
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

    /// Runs here what has written to arrays, also where only one side of a choice looks at what that gives.
    pub(super) fn run_here(&mut self, targets: &[WireId]) {
        for &wire in targets {
            if self.live.uses(wire) > 0 && self.is_pending(wire) {
                self.fix(wire);
            }
        }
    }

    /// Reads what is read of a struct, before this function moves the struct: some functions of the runtime do.
    pub(super) fn read_before_moved(&mut self, function: WireId, arguments: &[WireId]) {
        if let Some(Value::Function(constant)) = self.value(function)
            && let Some(Callee::Part(..) | Callee::Second(..)) =
                self.host.program.code.functions.get(constant.id as usize)
        {
            self.read_before(&arguments[..1]);
            self.flush();
        }
    }

    /// The function of the host that an edge calls, or whose adjoint it calls.
    pub(super) fn callee_of(&self, id: EdgeId) -> Option<&'a Callee> {
        if *self.net.edge(id).label() != Label::Eval {
            return None;
        }
        let function = self.net.root(*self.net.edge(id).sources().first()?);
        let (maker, _) = self.net.producer_edge(function)?;
        let Label::Operation(Operation::Function(constant)) = self.net.edge(maker).label() else { return None };
        self.host.program.code.functions.get(constant.id as usize)
    }

    /// Whether a function of the runtime moves a struct, also in a branch.
    pub(super) fn is_moved_by_runtime(&self, wire: WireId) -> bool {
        let moves = |&(id, port): &(EdgeId, u32)| match self.net.edge(id).operation() {
            Some(Operation::Cond(..)) => {
                self.params_of_branches(id, port).into_iter().any(|wire| self.is_moved_by_runtime(wire))
            }
            _ => port == 1 && matches!(self.callee_of(id), Some(Callee::Part(..) | Callee::Second(..))),
        };
        self.takers(self.net.root(wire)).iter().any(moves)
    }

    /// What an argument of branches is in these.
    fn params_of_branches(&self, id: EdgeId, port: u32) -> Vec<WireId> {
        let (sources, Some(at)) = (self.net.edge(id).sources(), (port as usize).checked_sub(3)) else {
            return Vec::new();
        };
        let branches = [sources[1], sources[2]].into_iter().filter_map(|function| live::branch(self.net, function));
        let params = branches.filter_map(|inner| {
            let captured = self.net.edge(inner).sources().len();
            self.net.region(Level::Inside(inner)).inputs().get(captured + at).copied()
        });
        params.collect()
    }
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

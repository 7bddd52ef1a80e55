//! Branches: `if` with a block for each of two functions. One of the two runs.

use std::rc::Rc;

use hypernet::{EdgeId, Level, Type, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::live;
use super::scope::Scope;
use super::syntax::{Block, Expr, Pattern, Statement};
use super::value::{Storage, Value};
use super::walk::Walk;

impl Walk<'_> {
    /// A choice between two functions.
    pub(super) fn cond(&mut self, id: EdgeId) {
        let edge = self.net.edge(id);
        let (condition, _) = self.operands(&edge.sources()[..1]);
        self.flush();
        for &argument in &edge.sources()[3..] {
            if self.live.uses(argument) > 0 {
                self.fix(argument);
                if matches!(self.net.wire(argument).ty(), Type::Opaque(_)) && self.is_moved_by_runtime(argument) {
                    self.read_fields(argument);
                }
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
        // `body` has left open which of the two each function is.
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

    /// A call of what is one of two functions.
    pub(super) fn call_either(&self, either: &Ident, arguments: Vec<Expr>) -> Expr {
        Expr::Either(self.host.private(&quote!(Either)), Box::new(Expr::Variable(either.clone())), arguments)
    }
}

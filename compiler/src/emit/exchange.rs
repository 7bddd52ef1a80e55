//! Arrays that change places.
//!
//! In the net, arrays that change places are on other wires from then on, and the code that follows names each where it is. Where a
//! loop or branches end, each array has to be in the variable in which the code around expects it.

use hypernet::{EdgeId, Level, Type, WireId};
use quote::quote;

use super::live;
use super::syntax::{Block, Expr, Pattern, Statement};
use super::walk::Walk;

impl Walk<'_> {
    /// At the end of a turn: brings each array of the state to where the next turn looks for it.
    pub(super) fn exchange_state(&mut self, id: EdgeId, taken: &[WireId], given: &[WireId]) {
        let stays = |(at, wire): &(usize, &WireId)| {
            self.net.wire(**wire).ty().is_array() && live::result_stays(self.net, id, *at)
        };
        let [to, from] = [taken, given]
            .map(|wires| wires.iter().enumerate().filter(stays).map(|(_, &wire)| wire).collect::<Vec<_>>());
        let [Some(to), Some(from)] = [to, from].map(|wires| self.places(&wires)) else {
            return self.lost("an array that a loop changes");
        };
        match exchanges(from, &to) {
            Some(statements) => statements.into_iter().for_each(|statement| self.push(statement)),
            None => self.lost("an array that a loop changes"),
        }
    }

    /// After branches: lets the arrays that they give be where both leave them.
    pub(super) fn after_branches(&mut self, id: EdgeId, blocks: &mut [Block; 2]) {
        let edge = self.net.edge(id);
        let is_array = |wire: WireId| matches!(self.net.wire(wire).ty(), Type::Array(_));
        let stays = |&port: &usize| is_array(edge.targets()[port]) && live::result_stays(self.net, id, port);
        let ports: Vec<usize> = (0..edge.targets().len()).filter(stays).collect();
        if ports.is_empty() {
            return;
        }
        let given = [1, 2].map(|side| {
            let inner = live::branch(self.net, edge.sources()[side])?;
            let outputs = self.net.region(Level::Inside(inner)).outputs();
            self.places(&ports.iter().map(|&port| outputs[port]).collect::<Vec<_>>())
        });
        let [Some(first), Some(second)] = given else { return self.lost("an array that a branch gives") };
        // Each is where one of the branches leaves it: that which leaves more of them where their names say.
        let named = |places: &[Expr]| {
            let is_named = |(&port, place): (&usize, &Expr)| {
                let is = |name: &str| matches!(place, Expr::Variable(ident) if *ident == *name);
                self.name_of(edge.targets()[port]).is_some_and(|name| is(&name))
            };
            ports.iter().zip(places).filter(|&pair| is_named(pair)).count()
        };
        let places = if named(&first) > named(&second) { first.clone() } else { second.clone() };
        for (block, given) in blocks.iter_mut().zip([first, second]) {
            let Some(statements) = exchanges(given, &places) else { return self.lost("an array that a branch gives") };
            if statements.is_empty() {
                continue;
            }
            // The result may read the arrays.
            if let Some(result) = block.result.take() {
                let ident = self.fresh("value");
                block.statements.push(Statement::Let(Pattern::Variable(ident.clone()), result));
                block.result = Some(Expr::Variable(ident));
            }
            block.statements.extend(statements);
        }
        for (port, place) in ports.into_iter().zip(places) {
            self.set_atom(edge.targets()[port], place);
        }
    }

    /// Where these arrays are: variables, and parts of arrays.
    fn places(&self, wires: &[WireId]) -> Option<Vec<Expr>> {
        let place = |&wire: &WireId| self.atom(&self.value(wire)?).cloned();
        wires.iter().map(place).collect()
    }
}

/// Whether two places are one.
fn is_same(a: &Expr, b: &Expr) -> bool {
    match (a, b) {
        (Expr::Variable(a), Expr::Variable(b)) => a == b,
        (a, b) => a.clone().primary_tokens().to_string() == b.clone().primary_tokens().to_string(),
    }
}

/// What brings each array from where it is to where it has to be; none if these are not the same variables.
fn exchanges(mut at: Vec<Expr>, to: &[Expr]) -> Option<Vec<Statement>> {
    if at.len() != to.len() {
        return None;
    }
    let mut statements = Vec::new();
    for next in 0..at.len() {
        if is_same(&at[next], &to[next]) {
            continue;
        }
        let other = (next + 1..at.len()).find(|&other| is_same(&at[other], &to[next]))?;
        // Parts stay where they are.
        let (Expr::Variable(_), Expr::Variable(_)) = (&to[next], &at[next]) else { return None };
        let swap = Expr::Tokens(quote!(::core::mem::swap), true);
        let both = [&to[next], &at[next]].map(|place| Expr::BorrowMut(Box::new(place.clone())));
        statements.push(Statement::Do(Expr::Call(Box::new(swap), both.to_vec())));
        at.swap(next, other);
    }
    Some(statements)
}

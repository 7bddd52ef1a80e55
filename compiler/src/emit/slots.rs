//! The entries of tapes as slices. Where each turn of a loop leaves or takes a number, the loop takes a slice of the tape for all its
//! turns.
//!
//! On a tape the entries stand in the order of the turns. So a loop upwards leaves that of its turn `n` at `n` in the entries that
//! it adds, and the loop downwards over the same numbers finds it there.

use hypernet::{ArrayOp, Constant, DiscreteOp, EdgeId, Level, Limit, Operation, Producer, Sequence, Type, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::flat::is_builtin_number;
use super::fold::TapeOf;
use super::reach::Parts;
use super::syntax::{Expr, Pattern, Statement};
use super::walk::Walk;

/// For so many turns there is room.
const SMALL: i128 = 1 << 16;

/// The slices of the tapes that a loop leaves or takes; none for a tape that it handles entry by entry.
#[derive(Default, Debug)]
pub(super) struct Slots {
    slices: Vec<Option<Ident>>,
    /// Where the turn at hand finds its entries.
    pub(super) at: Option<Expr>,
}

impl Slots {
    /// The entry of the turn at hand on this tape.
    pub(super) fn entry(&self, tape: usize) -> Option<Expr> {
        let slice = self.slices.get(tape)?.clone()?;
        Some(Expr::Index(Box::new([Expr::Variable(slice), self.at.clone()?])))
    }
}

impl Walk<'_> {
    /// Of which of these tapes a loop with this number takes slices.
    pub(super) fn has_slots(
        &mut self,
        sequence: Sequence,
        (body, end): (EdgeId, WireId),
        tapes: &[TapeOf],
        number: WireId,
        parts: Option<&Parts>,
    ) -> Vec<bool> {
        let Sequence { limit: Limit::Before, stepped: false, stops: false, .. } = sequence else {
            return Vec::new();
        };
        let is_used = *self.net.wire(number).ty() == Type::discrete("usize") && self.live.uses(number) > 0;
        let holds_numbers =
            |entries: &[WireId]| matches!(entries, [entry] if is_builtin_number(self.net.wire(*entry).ty()));
        // A turn may panic long before the last one: then there is room for all of them only where there is room for an array.
        let ends = || parts.is_some_and(Parts::end_early) || self.completes(Level::Inside(body));
        if !is_used || !sequence.downwards && !self.is_length(end) && !ends() {
            return Vec::new();
        }
        tapes.iter().map(|tape| holds_numbers(&tape.entries)).collect()
    }

    /// The slices of these tapes, before a loop of so many turns.
    pub(super) fn slots(&mut self, tapes: &[TapeOf], has_slots: &[bool], turns: &Expr, downwards: bool) -> Slots {
        let slice = |walk: &mut Self, tape: &Ident| {
            let slots = Expr::UserMethod(Box::new(Expr::Variable(tape.clone())), quote!(slots), vec![turns.clone()]);
            let lent = |slots| Expr::Borrow(Box::new(Expr::Unary('*', Box::new(slots))));
            let slots = if downwards { lent(slots) } else { slots };
            let ident = walk.fresh("slots");
            walk.push(Statement::Let(Pattern::Variable(ident.clone()), slots));
            ident
        };
        let slices = tapes.iter().zip(has_slots).map(|(tape, has_slots)| has_slots.then(|| slice(self, &tape.ident)));
        Slots { slices: slices.collect(), at: None }
    }

    /// Whether an integer is at most the length of an array, or small.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else hands a value in")]
    fn is_length(&self, wire: WireId) -> bool {
        let net = self.net;
        let wire = net.root(wire);
        let outer = |id: EdgeId, port: usize| {
            let captured = net.edge(id).sources();
            let Some(param) = port.checked_sub(captured.len()) else { return Some(captured[port]) };
            let (runs, _) = net.consumer_edge(net.edge(id).targets()[0])?;
            let sources = net.edge(runs).sources();
            match net.edge(runs).operation()? {
                Operation::Fold(fold) if fold.sequence.indices() == 1 && param == fold.taken => sources.get(1).copied(),
                Operation::Fold(fold) => {
                    let at = param.checked_sub(fold.params_before_state() + fold.state)?;
                    sources.get(fold.before_state() + fold.state + at).copied()
                }
                Operation::Cond(..) => sources.get(3 + param).copied(),
                _ => None,
            }
        };
        match net.wire(wire).producer() {
            Producer::Input(port) => match net.wire(wire).level() {
                Level::Inside(id) => outer(id, port as usize).is_some_and(|wire| self.is_length(wire)),
                Level::Outermost => false,
            },
            Producer::Target(id, _) => match net.edge(id).operation() {
                Some(Operation::Array(ArrayOp::Len(_) | ArrayOp::LookLen(_), _)) => true,
                Some(Operation::Discrete(DiscreteOp::Div, _) | Operation::Ordered(DiscreteOp::Div, _)) => {
                    self.is_length(net.edge(id).sources()[0])
                }
                Some(Operation::Constant(Constant::Integer(number), _)) => (0..SMALL).contains(number),
                _ => false,
            },
            Producer::Open => false,
        }
    }
}

//! A state to which each turn adds the same number. Its value in a turn follows from its first value and the number of the turn, so
//! no turn has to leave it on a tape.

use super::fold::Interface;
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{IdMap, Level, WireId};
use crate::operation::{Constant, DiscreteOp, Fold, Sequence};
use crate::types::{Type, TypeName};

/// A state `p` with `p + c` or `p - c` in each turn.
pub(super) struct Induction {
    /// The wire of the state in a turn.
    pub(super) root: WireId,
    /// Its place in the state.
    pub(super) at: usize,
    step: Constant,
    op: DiscreteOp,
    ty: TypeName,
}

/// All of them, of a loop whose interface has been taken off. Its turns are numbered upwards, one by one, in the type of the state.
pub(super) fn inductions(work: &Work<'_>, fold: &Fold, interface: &Interface) -> Vec<Induction> {
    let upwards = Sequence { limit: fold.sequence.limit, stops: fold.sequence.stops, ..Sequence::UPWARDS };
    let Some(index) = interface.index.filter(|_| fold.sequence == upwards) else { return Vec::new() };
    let index = &work.net.wire(index).ty;
    let mut roots = IdMap::default();
    let mut found = Vec::new();
    for (at, state) in interface.state.iter().enumerate() {
        let Type::Discrete(ty) = &work.net.wire(state.taken).ty else { continue };
        let given = work.root(state.given, &mut roots);
        let Some((edge, Operation::Discrete(op, _) | Operation::Ordered(op, _))) = work.producing(given) else {
            continue;
        };
        let (DiscreteOp::Add | DiscreteOp::Sub) = op else { continue };
        let [first, second] = [0, 1].map(|source| work.root(work.net.edge(edge).sources[source], &mut roots));
        let step = match (first == state.taken, second == state.taken) {
            (true, false) => second,
            (false, true) if *op == DiscreteOp::Add => first,
            _ => continue,
        };
        let Some((_, Label::Operation(Operation::Constant(step @ Constant::Integer(_), _)))) = work.producer(step)
        else {
            continue;
        };
        // A number without a sign is not before where the loop begins, so what is made of it is no more than what it was.
        if work.net.wire(state.taken).ty == *index && is_unsigned(ty) {
            found.push(Induction { root: state.taken, at, step: step.clone(), op: *op, ty: ty.clone() });
        }
    }
    found
}

fn is_unsigned(ty: &TypeName) -> bool {
    matches!(ty.name().map(|name| &**name), Some("usize" | "u8" | "u16" | "u32" | "u64" | "u128"))
}

impl Induction {
    /// What it is in the turn of this number, of a loop that begins at `start`, where it was `before`.
    pub(super) fn value(
        &self,
        work: &mut Work<'_>,
        within: Level,
        before: WireId,
        [index, start]: [WireId; 2],
    ) -> WireId {
        let discrete = |op| Operation::Discrete(op, self.ty.clone());
        let turns = work.operation(within, discrete(DiscreteOp::Sub), vec![index, start])[0];
        let change = if self.step == Constant::Integer(1) {
            turns
        } else {
            let step = Operation::Constant(self.step.clone(), Type::Discrete(self.ty.clone()));
            let step = work.operation(within, step, Vec::new())[0];
            work.operation(within, discrete(DiscreteOp::Mul), vec![turns, step])[0]
        };
        work.operation(within, discrete(self.op), vec![before, change])[0]
    }
}

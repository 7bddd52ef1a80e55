//! Which elements a loop reaches through parts of arrays: those that nothing in a turn forbids.

use hypernet::ids::{IdMap, IdSet};
use hypernet::{EdgeId, Gives, Level, Operation, Type, WireId};

use super::offset::Term;
use super::{Access, There, Turn, Use};
use crate::emit::flat::is_builtin_number;
use crate::emit::syntax::Expr;
use crate::emit::walk::Walk;

impl Walk<'_> {
    /// Leaves out arrays of which the turns want more than parts.
    pub(super) fn keep_whole_arrays(&self, uses: &[Use], accesses: &mut Vec<Access>, completes: bool) {
        let is_whole = |array: usize, all: &[Access]| {
            let of = &uses[array];
            if of.base.is_none() || of.written && of.otherwise {
                return false;
            }
            let of_it: Vec<&Access> = all.iter().filter(|access| access.array == array).collect();
            let Some(first) = of_it.first() else { return false };
            let is_one = of_it.iter().all(|access| access.is_like(first));
            let in_one_part =
                || of_it.iter().all(|access| access.is_within(first) && access.offset.distance().is_some());
            // Other parts of an array that is changed are made of cells, which hold numbers.
            let in_cells = || of_it.iter().all(|access| !access.offset.is_fixed() && self.is_number(access));
            // After a panic, a caller would see an element that has not been put back.
            let is_seen = || first.offset.is_fixed() && !completes && self.is_seen(of.base.as_ref());
            !of.written || of_it.len() == of.reached && (is_one && !is_seen() || in_one_part() || in_cells())
        };
        let kept: Vec<bool> = (0..uses.len()).map(|array| is_whole(array, accesses)).collect();
        accesses.retain(|access| kept[access.array]);
    }

    /// Whether an access reaches one of Rust's own numbers.
    pub(super) fn is_number(&self, access: &Access) -> bool {
        let Some(Operation::Array(_, Type::Array(element) | Type::Undone(element))) =
            self.net.edge(access.edge).operation()
        else {
            return false;
        };
        access.ends && is_builtin_number(element)
    }

    /// Leaves out elements that something else in a turn may panic before. What is known to be there may be reached only by turns
    /// that go that far.
    pub(super) fn keep_clean(&self, turn: &Turn, uses: &[Use], accesses: &mut Vec<Access>) {
        let mut is_clean = true;
        // What is checked before the loop, and what is there then too.
        let (mut checked, mut implied): (IdSet<EdgeId>, IdSet<EdgeId>) = (IdSet::new(), IdSet::new());
        let mut only_where = IdMap::new();
        let of = |edges: &IdSet<EdgeId>, accesses: &'_ [Access]| {
            accesses.iter().filter(|access| edges.contains(&access.edge)).cloned().collect::<Vec<_>>()
        };
        // Integers that may be out of range, and have not said where an element is; those behind which another one is reached.
        let (mut waiting, mut late): (Vec<EdgeId>, IdSet<EdgeId>) = (Vec::new(), IdSet::new());
        for id in self.live.order(Level::Inside(turn.body)) {
            let access = accesses.iter().find(|access| access.edge == id);
            // A caller that catches the panic sees what was written before it.
            let is_seen = access.is_some_and(|access| access.writes && self.is_seen(uses[access.array].base.as_ref()));
            match access {
                Some(access) if access.there == There::Known => is_clean &= !is_seen,
                Some(access) if access.is_implied(&of(&checked, accesses).iter().collect::<Vec<_>>()) => {
                    implied.insert(id);
                    let integers = self.integers_of(access);
                    waiting.retain(|id| !integers.contains(id));
                    is_clean &= access.ends && !is_seen;
                }
                Some(access) if is_clean && access.offset.term().is_none_or(Term::is_plain) => {
                    let integers = self.integers_of(access);
                    is_clean = !integers.iter().any(|id| late.contains(id));
                    if is_clean {
                        checked.insert(id);
                        waiting.retain(|id| !integers.contains(id));
                        late.extend(waiting.drain(..));
                        is_clean = access.ends && !is_seen;
                    }
                }
                Some(_) => is_clean = false,
                None if self.says_only_where(id, accesses, &mut only_where) => {
                    if self.may_panic(id) {
                        waiting.push(id);
                    }
                }
                None => is_clean &= !self.may_panic(id) && !self.changes_what_is_seen(id, uses),
            }
        }
        let of_checked = of(&checked, accesses);
        let of_checked: Vec<&Access> = of_checked.iter().collect();
        accesses.retain(|access| {
            checked.contains(&access.edge)
                || implied.contains(&access.edge)
                || access.there == There::Known && (is_clean || access.is_implied(&of_checked))
        });
        for access in accesses {
            access.there = match access.there {
                There::Known => There::Known,
                There::Implied | There::Perhaps if implied.contains(&access.edge) => There::Implied,
                There::Implied | There::Perhaps => There::Perhaps,
            };
        }
    }

    /// Whether an edge may panic, in the order of effects or not.
    fn may_panic(&self, id: EdgeId) -> bool {
        matches!(self.net.edge(id).operation(), Some(Operation::Ordered(..))) || self.net.may_panic(id)
    }

    /// The edges of the turn that compute where an access finds its element.
    fn integers_of(&self, access: &Access) -> Vec<EdgeId> {
        let mut found = Vec::new();
        let mut pending = self.net.edge(access.edge).sources()[1..access.operands].to_vec();
        while let Some(wire) = pending.pop() {
            if *self.net.wire(wire).ty() == Type::World {
                continue;
            }
            let Some((id, _)) = self.net.producer_edge(self.net.root(wire)) else { continue };
            let edge = self.net.edge(id);
            let is_integer = matches!(edge.operation(), Some(Operation::Discrete(..) | Operation::Ordered(..)));
            if is_integer && !found.contains(&id) {
                found.push(id);
                pending.extend(edge.sources());
            }
        }
        found
    }

    /// Whether an edge may change the array of a caller.
    fn changes_what_is_seen(&self, id: EdgeId, uses: &[Use]) -> bool {
        let edge = self.net.edge(id);
        let changes = |(at, &target): (usize, &WireId)| match edge.operation() {
            Some(Operation::Array(op, _)) => matches!(op.gives(at), Gives::Changed(_)),
            _ => self.net.wire(target).ty().is_array(),
        };
        edge.targets().iter().enumerate().any(changes)
            && uses.iter().any(|of| of.written && (of.base.is_none() || self.is_seen(of.base.as_ref())))
    }

    /// Whether an array may be that of a caller.
    fn is_seen(&self, base: Option<&Expr>) -> bool {
        match base {
            Some(Expr::Variable(ident)) => self.references.contains(ident),
            Some(_) => true,
            None => false,
        }
    }
}

//! The operands of an expression: some are written in place, others get a name before.

use hypernet::{Consumer, Label, Operation, Type, WireId};
use quote::quote;

use super::convention::Form;
use super::syntax::Expr;
use super::value::Value;
use super::walk::{State, WIDTH, Walk};

impl Walk<'_> {
    /// The expression of a value that can be written any number of times.
    pub(super) fn atom(&self, value: &Value) -> Option<&Expr> {
        match value {
            Value::Slot(slot) => Some(&self.slots[*slot].expr),
            Value::Function(_)
            | Value::Closure(_)
            | Value::Host(..)
            | Value::Left(..)
            | Value::Either(_)
            | Value::Stored(_) => None,
        }
    }

    /// The expressions of these wires, taken for one expression that evaluates them left to right, and whether the place
    /// of that in the order matters.
    pub(super) fn operands(&mut self, wires: &[WireId]) -> (Vec<Expr>, bool) {
        self.operands_within(wires, WIDTH, Form::Internal)
    }

    /// The expression of one wire, however wide.
    pub(super) fn operands_alone(&mut self, wire: WireId) -> Expr {
        self.operands_within(&[wire], usize::MAX, Form::Internal).0.pop().unwrap_or(Expr::Tuple(Vec::new()))
    }

    /// As [`Walk::operands`], for wires of type tuple that are taken apart, or that go into foreign code.
    pub(super) fn atoms(&mut self, wires: &[WireId]) -> Vec<Expr> {
        for &wire in wires {
            self.fix(wire);
        }
        self.operands_within(wires, 0, Form::Internal).0
    }

    pub(super) fn operands_within(&mut self, wires: &[WireId], width: usize, form: Form<'_>) -> (Vec<Expr>, bool) {
        // Written with loops: this is what emission spends its time on in a build without optimisation.
        let mut slots = Vec::with_capacity(wires.len());
        let mut waiting = Vec::new();
        let mut ordered = Vec::new();
        for &wire in wires {
            let slot = match self.values[wire.index()] {
                Some(Value::Slot(slot)) => Some(slot),
                _ => None,
            };
            slots.push(slot);
            if let Some(slot) = slot
                && let State::Waiting(in_order) = self.slots[slot].state
            {
                waiting.push(slot);
                if in_order {
                    ordered.push(slot);
                }
            }
        }
        if !waiting.is_empty() {
            if !self.scope().queue.ends_with(&ordered) {
                self.flush();
            }
            self.narrow(&waiting, width);
            ordered.retain(|&slot| self.slots[slot].state == State::Waiting(true));
            let scope = self.scope();
            scope.queue.truncate(scope.queue.len() - ordered.len());
            scope.taken |= !ordered.is_empty();
        }
        let exprs = wires
            .iter()
            .zip(slots)
            .enumerate()
            .map(|(at, (&wire, slot))| match (form.boundary(at), slot) {
                (Some(ty), _) if !ty.is_first_order() && matches!(ty, Type::Function(_)) => self.crossing(wire, &ty, 0),
                (_, Some(slot)) if self.is_moved_twice(wire) => {
                    Expr::UserMethod(Box::new(self.take(slot)), quote!(clone), Vec::new())
                }
                (_, Some(slot)) => self.take(slot),
                (_, None) => self.function(wire, form),
            })
            .collect();
        (exprs, !ordered.is_empty())
    }

    /// Lets the widest of these slots become variables, until the others are no wider than this together.
    pub(super) fn narrow(&mut self, waiting: &[usize], width: usize) {
        let mut widths = Vec::with_capacity(waiting.len());
        let mut total = 0;
        for &slot in waiting {
            let width = self.slots[slot].expr.width();
            // An array that is left moves after what is read of it.
            if !leaves_array(self.net.wire(self.slots[slot].wire).ty()) {
                widths.push((width, slot));
            }
            total += width + 3;
        }
        if total <= width {
            return;
        }
        widths.sort_by_key(|&(width, _)| width);
        while total > width
            && let Some((widest, slot)) = widths.pop()
        {
            self.bind(slot);
            total -= widest + 3;
        }
    }

    /// Whether a cotangent, which need not be `Copy`, is moved here, and used elsewhere too.
    pub(super) fn is_moved_twice(&self, wire: WireId) -> bool {
        if !matches!(self.net.wire(wire).ty(), Type::Cotangent(_)) {
            return false;
        }
        let read = match self.net.wire(wire).consumer() {
            Consumer::Source(edge, port) => match self.net.edge(edge).label() {
                Label::Operation(Operation::Project(_)) => true,
                Label::Operation(Operation::Plus(_)) => port == 1,
                Label::Copy
                | Label::Discard
                | Label::Eval
                | Label::Abstraction
                | Label::Operation(_)
                | Label::Frame(_) => false,
            },
            Consumer::Output(_) | Consumer::Open => false,
        };
        !read && self.is_shared_cotangent(wire) && !self.read_whole.contains(&wire)
    }

    /// Whether this is a cotangent of a struct that is used more than once.
    pub(super) fn is_shared_cotangent(&self, wire: WireId) -> bool {
        matches!(self.net.wire(wire).ty(), Type::Cotangent(_)) && self.live.uses(self.net.root(wire)) > 1
    }

    pub(super) fn take(&mut self, slot: usize) -> Expr {
        let slot = &mut self.slots[slot];
        if let State::Waiting(_) = slot.state {
            slot.state = State::Spent;
            return std::mem::replace(&mut slot.expr, Expr::Tuple(Vec::new()));
        }
        slot.expr.clone()
    }
}

/// Whether this holds an array that a branch leaves for the reverse pass.
fn leaves_array(ty: &Type) -> bool {
    matches!(ty, Type::Option(inside) if inside.is_array() || inside.is_look())
}

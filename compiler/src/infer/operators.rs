//! What operators give, and what they take their operands for.

use super::Inference;
use super::waiting::Waiting;
use crate::syntax::{Arithmetic, ExprId, Kind, Ty, Unknown};

/// How many operands that are taken for numbers are told apart by that they follow from one another.
pub(crate) const FOLLOWING: usize = 2;

impl Inference<'_, '_> {
    /// The type of the left side of a chain of operators, which may be long: its spine is walked, not descended into.
    pub(super) fn spine(&mut self, id: ExprId) -> Ty {
        let mut spine = Vec::new();
        let mut at = id;
        while let Kind::Binary(op, left, right) = &self.function.expr(at).kind {
            spine.push((at, *op, *right));
            at = *left;
        }
        let mut ty = self.expr(at);
        while let Some((then, op, right)) = spine.pop() {
            let other = self.expr(right);
            ty = self.arithmetic(op, (at, &ty), (right, &other), then);
            self.types.exprs[then.index()] = ty.clone();
            at = then;
        }
        ty
    }

    /// The type of what an operator gives.
    pub(super) fn arithmetic(
        &mut self,
        op: Arithmetic,
        (left, a): (ExprId, &Ty),
        (right, b): (ExprId, &Ty),
        at: ExprId,
    ) -> Ty {
        // An operator of the user's own may give anything.
        if self.is_own(a) || self.is_own(b) {
            return self.types.fresh(Unknown::Computed);
        }
        if self.is_given(a) || self.is_given(b) {
            let result = self.types.fresh(Unknown::Given);
            self.waiting.push(Waiting::Arithmetic(at, a.clone(), b.clone(), result.clone()));
            return result;
        }
        if !matches!(op, Arithmetic::Shl | Arithmetic::Shr) {
            self.take_for_number((left, a), (right, b), at);
            self.unify(a, b, at);
        }
        if let Ty::Var(_) = self.types.head(a) {
            self.waiting.push(Waiting::Operator(at, a.clone()));
        }
        a.clone()
    }

    /// Notes an operand of which nothing is known, and which is taken for a number where the other one is.
    fn take_for_number(&mut self, (left, a): (ExprId, &Ty), (right, b): (ExprId, &Ty), at: ExprId) {
        let is_unknown = |ty: &Ty| matches!(self.types.head(ty), Ty::Var(var) if self.types.unknowns[var as usize] == Unknown::Param);
        let taken = |mut id: ExprId| {
            while let Kind::Neg(inside) | Kind::View(_, inside) = self.function.expr(id).kind {
                id = inside;
            }
            self.taken.get(&id).copied().unwrap_or_default()
        };
        let (noted, follows) = match (is_unknown(a), is_unknown(b)) {
            (true, _) => (Some(left), taken(right)),
            (false, true) => (Some(right), taken(left)),
            (false, false) => (None, taken(left).max(taken(right))),
        };
        self.types.operands.extend(noted.map(|operand| (operand, follows)));
        let follows = FOLLOWING.min(follows + usize::from(noted.is_some()));
        if follows > 0 {
            self.taken.insert(at, follows);
        }
    }
}

//! Which variables a part of the function may change, so that they can be threaded through it.

use std::collections::BTreeSet;

use super::{Lowering, WORLD};
use crate::syntax::{ExprId, Kind, Statement, Target, VarId};

impl Lowering<'_, '_> {
    /// The variables that these expressions may assign, directly or by calling closures, with [`WORLD`] if they may have
    /// effects; declared inside or outside.
    pub(super) fn effects(&self, roots: &[ExprId]) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        let mut pending = roots.to_vec();
        while let Some(id) = pending.pop() {
            match &self.function.expr(id).kind {
                Kind::Real(..)
                | Kind::Int(..)
                | Kind::Bool(_)
                | Kind::Constant(..)
                | Kind::Path(_)
                | Kind::PrimitivePath(..)
                | Kind::Error => {}
                Kind::Var(var) => {
                    // A function may be called once it has been named.
                    if let Some(value) = self.env.get(var) {
                        found.extend(value.threads());
                    }
                }
                Kind::Neg(value)
                | Kind::Not(value)
                | Kind::StopGradient(value)
                | Kind::MutRef(value, _)
                | Kind::Cast(value, _)
                | Kind::Field(value, ..) => pending.push(*value),
                Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::Logic(_, a, b) => pending.extend([*a, *b]),
                Kind::Primitive(_, _, args) | Kind::Tuple(args) => pending.extend(args),
                Kind::Method(_, _, receiver, args) => {
                    // On a receiver that is not a real it is a call of the host language.
                    if !matches!(self.types.expr(*receiver), crate::syntax::Ty::Real(_)) {
                        found.insert(WORLD);
                    }
                    pending.push(*receiver);
                    pending.extend(args);
                }
                Kind::Call(function, args) => {
                    pending.push(*function);
                    pending.extend(args);
                }
                Kind::CallPath(call) => {
                    found.insert(WORLD);
                    pending.extend(&call.args);
                    pending.extend(&call.extra);
                }
                Kind::Foreign(foreign) => {
                    found.insert(WORLD);
                    pending.extend(&foreign.holes);
                }
                Kind::Closure(closure) => pending.push(self.function.closure(*closure).body),
                Kind::Block(statements, tail) => {
                    for statement in statements {
                        match statement {
                            Statement::Let(_, value) => pending.extend(value),
                            Statement::Expr(value) => pending.push(*value),
                        }
                    }
                    pending.extend(tail);
                }
                Kind::If(condition, then, other) => {
                    pending.extend([*condition, *then]);
                    pending.extend(other);
                }
                Kind::Match(scrutinee, arms) => {
                    pending.push(*scrutinee);
                    for arm in arms {
                        pending.extend(arm.guard);
                        pending.push(arm.body);
                    }
                }
                Kind::Assign(target, value) => {
                    targets(target, &mut found);
                    pending.push(*value);
                }
                Kind::AssignOp(_, target, place, value) => {
                    targets(target, &mut found);
                    pending.extend([*place, *value]);
                }
            }
        }
        found
    }
}

fn targets(target: &Target, found: &mut BTreeSet<VarId>) {
    match target {
        Target::Wild => {}
        Target::Var(var, _) => {
            found.insert(*var);
        }
        Target::Tuple(parts) => {
            for part in parts {
                targets(part, found);
            }
        }
    }
}

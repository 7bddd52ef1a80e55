//! Which variables a part of the function may change, so that they can be threaded through it.

use std::collections::BTreeSet;

use super::{Lowering, WORLD};
use crate::syntax::{ClosureId, ExprId, Kind, Pattern, Statement, Target, Ty, VarId, is_discrete_name};

impl Lowering<'_, '_> {
    /// The variables that these expressions may assign, directly or by calling closures, with [`WORLD`] if they may have
    /// effects. What is declared inside is left out: it is new whenever this is run.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    pub(super) fn effects(&self, roots: &[ExprId]) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        let mut declared = BTreeSet::new();
        // The variables that are called, and those that stand for a closure that is looked into here.
        let (mut called, mut closures) = (BTreeSet::new(), BTreeSet::new());
        let mut pending = roots.to_vec();
        while let Some(id) = pending.pop() {
            match &self.function.expr(id).kind {
                Kind::Real(..)
                | Kind::Int(..)
                | Kind::Bool(_)
                | Kind::Constant(..)
                | Kind::PrimitivePath(..)
                | Kind::Error => {}
                // What it gives may be called.
                Kind::Path(_) => {
                    found.insert(WORLD);
                }
                Kind::Var(var) => {
                    // A function may be called once it has been named.
                    if let Some(value) = self.env.get(var) {
                        found.extend(value.threads());
                    }
                }
                Kind::Neg(value) => {
                    if !self.is_number(*value) {
                        found.insert(WORLD);
                    }
                    pending.push(*value);
                }
                Kind::Not(value)
                | Kind::MutRef(value, _)
                | Kind::View(_, value)
                | Kind::Member(value, _)
                | Kind::Cast(value, _)
                | Kind::Field(value, ..) => pending.push(*value),
                Kind::StopGradient(value, foreign) => {
                    pending.push(*value);
                    if let Some(foreign) = foreign {
                        found.insert(WORLD);
                        pending.extend(&foreign.holes);
                    }
                }
                Kind::Binary(_, a, b) => {
                    if !self.is_number(*a) || !self.is_number(*b) {
                        found.insert(WORLD);
                    }
                    pending.extend([*a, *b]);
                }
                Kind::Compare(_, a, b) | Kind::Logic(_, a, b) => pending.extend([*a, *b]),
                Kind::Primitive(_, _, args) | Kind::Tuple(args) => pending.extend(args),
                Kind::Method(_, _, receiver, args) => {
                    // On a receiver that is not a real it is a call of the host language.
                    if !self.is_number(*receiver) {
                        found.insert(WORLD);
                    }
                    pending.push(*receiver);
                    pending.extend(args);
                }
                Kind::Call(function, args) => {
                    match self.function.expr(*function).kind {
                        // A field of a struct may be any function.
                        Kind::Member(..) | Kind::Field(..) => {
                            found.insert(WORLD);
                        }
                        Kind::Var(var) => {
                            called.insert(var);
                        }
                        Kind::Closure(_) | Kind::PrimitivePath(..) => {}
                        // What a call or a branch gives keeps the order of effects, if there is one.
                        _ => {
                            called.insert(WORLD);
                        }
                    }
                    pending.push(*function);
                    pending.extend(args);
                }
                Kind::CallPath(call) => {
                    found.insert(WORLD);
                    pending.extend(&call.args);
                    pending.extend(&call.extra);
                }
                Kind::MethodCall(call) => {
                    found.insert(WORLD);
                    pending.extend(&call.args);
                    pending.extend(&call.foreign.holes);
                }
                Kind::Struct(structure) => {
                    found.insert(WORLD);
                    pending.extend(structure.fields.iter().map(|(_, value)| value));
                    pending.extend(structure.base);
                    pending.extend(&structure.foreign.holes);
                }
                Kind::Foreign(foreign) => {
                    found.insert(WORLD);
                    pending.extend(&foreign.holes);
                }
                Kind::Closure(closure) => {
                    let closure = self.function.closure(*closure);
                    for (pattern, _) in &closure.params {
                        binds(pattern, &mut declared);
                    }
                    pending.push(closure.body);
                }
                Kind::Block(statements, tail) => {
                    for statement in statements {
                        match statement {
                            Statement::Let(pattern, value) => {
                                binds(pattern, &mut declared);
                                if let (Pattern::Bind(var, None), Some(value)) = (pattern, value)
                                    && matches!(self.function.expr(*value).kind, Kind::Closure(_))
                                {
                                    closures.insert(*var);
                                }
                                pending.extend(value);
                            }
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
                        binds(&arm.pattern, &mut declared);
                        pending.extend(arm.guard);
                        pending.push(arm.body);
                    }
                }
                Kind::Assign(target, value) => {
                    targets(target, &mut found);
                    pending.push(*value);
                }
                Kind::AssignOp(_, target, place, value) => {
                    if !self.is_number(*place) || !self.is_number(*value) {
                        found.insert(WORLD);
                    }
                    targets(target, &mut found);
                    pending.extend([*place, *value]);
                }
            }
        }
        // A function of which only the type is known keeps the order of effects, if there is one.
        let unknown = |var: &VarId| {
            *var == WORLD || found.contains(var) || !self.env.contains_key(var) && !closures.contains(var)
        };
        if self.env.contains_key(&WORLD) && called.iter().any(unknown) {
            found.insert(WORLD);
        }
        found.retain(|var| !declared.contains(var));
        found
    }

    /// Whether operators and methods on it are those of numbers, not functions of the host language.
    pub(super) fn is_number(&self, id: ExprId) -> bool {
        match self.types.expr(id) {
            Ty::Real(_) => true,
            Ty::Discrete(name) => is_discrete_name(&name),
            _ => false,
        }
    }

    /// The same for a call of a closure.
    pub(super) fn closure_effects(&self, id: ClosureId) -> BTreeSet<VarId> {
        let closure = self.function.closure(id);
        let mut params = BTreeSet::new();
        for (pattern, _) in &closure.params {
            binds(pattern, &mut params);
        }
        let mut found = self.effects(&[closure.body]);
        found.retain(|var| !params.contains(var));
        found
    }
}

pub(super) fn binds(pattern: &Pattern, declared: &mut BTreeSet<VarId>) {
    match pattern {
        Pattern::Wild | Pattern::Rest | Pattern::Literal(_) | Pattern::Range { .. } | Pattern::Path(_) => {}
        Pattern::Bind(var, inside) => {
            declared.insert(*var);
            if let Some(inside) = inside {
                binds(inside, declared);
            }
        }
        Pattern::Tuple(parts) | Pattern::Or(parts) => {
            for part in parts {
                binds(part, declared);
            }
        }
        Pattern::Typed(inside, ..) => binds(inside, declared),
        Pattern::Struct(apart) => {
            declared.extend(apart.whole);
            for (_, inside) in &apart.fields {
                binds(inside, declared);
            }
        }
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

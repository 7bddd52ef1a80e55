//! Whether code touches what the net holds: whether it reads, assigns or changes it.
//!
//! Code that does so cannot be [left](super::left) as it is.

use hypernet::Form;

use super::Lowering;
use super::hosts::is_host_type;
use super::value::Val;
use crate::syntax::{ExprId, Kind, Target, VarId};

impl Lowering<'_, '_> {
    /// Whether code reads something that depends on a differentiated parameter, or a function that the macro looks into,
    /// or assigns a variable of the outside. What it reads may depend on anything, unless `activity`.
    #[expect(clippy::too_many_lines, reason = "what code may do, one kind after the other")]
    pub(super) fn touches(&self, first: usize, last: usize, outside: usize, activity: bool) -> bool {
        let is_outside = |var: &VarId| var.index() < outside;
        // Down to where dependence is cut.
        let mut stopped = last;
        // The variables of which only parts are read that depend on nothing.
        let mut parts: Vec<usize> = Vec::new();
        // Where arrays are named at which the host only looks.
        let mut looked_at: Vec<usize> = Vec::new();
        // The closures that find or order something, which only look at arrays.
        let mut closures: Vec<std::ops::Range<usize>> = Vec::new();
        for at in (first..last).rev() {
            match &self.function.exprs[at].kind {
                Kind::Field(..) => parts.extend(self.root_of_inactive(at)),
                Kind::Var(_) if parts.contains(&at) => {}
                Kind::Var(var) if is_outside(var) => match self.env.get(var) {
                    // An array of the net's is read by the net, unless the host only looks at it.
                    Some(value) if self.is_array(value) => {
                        if !looked_at.contains(&at) && !closures.iter().any(|closure| closure.contains(&at)) {
                            return true;
                        }
                    }
                    Some(value) if value.has_function() || (activity && value.active() && at < stopped) => return true,
                    Some(_) => {}
                    // It has no value yet, or an unknown one; or this asks before it is declared.
                    None => {
                        if self.variables.deferred.contains(var) || self.variables.unknown.contains(var) {
                            return true;
                        }
                    }
                },
                // It has not been looked at what it reads.
                Kind::Error => return true,
                Kind::Unseen(assigned)
                    if assigned.iter().any(|var| is_outside(var) && !self.variables.places.contains(var)) =>
                {
                    return true;
                }
                Kind::StopGradient(inside, first) => {
                    stopped = stopped.min(*first);
                    looked_at.extend(self.array_behind(*inside));
                }
                Kind::View(Form::Referent, inside) if self.is_number_of_net(*inside, &is_outside) => {
                    return true;
                }
                Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) if self.assigns(target, outside) => {
                    return true;
                }
                Kind::Jump(jump) if is_outside(&jump.flag) => return true,
                Kind::MutRef(inside, _) if self.borrows(*inside, outside) => return true,
                Kind::MethodCall(call)
                    if !activity
                        && (self.finds(call) && call.args.last().is_some_and(|&closure| self.only_tells(closure))
                            || self.orders(call)) =>
                {
                    closures.extend(
                        call.args
                            .last()
                            .and_then(|&closure| self.function.source(closure))
                            .map(|source| source.start.expr..at),
                    );
                }
                // What gives nothing with a tangent only looks at what it is lent.
                kind @ Kind::CallPath(call)
                    if !activity
                        && {
                            let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
                            self.gives_plain(id) || self.gives_plain_array(id)
                        }
                        && self.changed_by(kind, activity).is_empty() =>
                {
                    looked_at.extend(call.args.iter().filter_map(|&arg| self.array_behind(arg)));
                }
                kind @ (Kind::CallPath(_) | Kind::MethodCall(_))
                    if self.changed_by(kind, activity).iter().any(|var| var.index() < outside) =>
                {
                    return true;
                }
                // Their parts stand before them, and are looked at in their turn.
                Kind::Real(..)
                | Kind::Int(..)
                | Kind::Bool(_)
                | Kind::Constant(..)
                | Kind::Var(_)
                | Kind::Neg(_)
                | Kind::Not(_)
                | Kind::Binary(..)
                | Kind::Compare(..)
                | Kind::Logic(..)
                | Kind::Primitive(..)
                | Kind::Method(..)
                | Kind::Call(..)
                | Kind::CallPath(_)
                | Kind::Path(_)
                | Kind::PrimitivePath(..)
                | Kind::Closure(_)
                | Kind::Block(..)
                | Kind::If(..)
                | Kind::Match(..)
                | Kind::Loop(_)
                | Kind::Jump(_)
                | Kind::Tuple(_)
                | Kind::Index(..)
                | Kind::Part(..)
                | Kind::Elements(..)
                | Kind::Repeat(..)
                | Kind::Member(..)
                | Kind::View(..)
                | Kind::MethodCall(_)
                | Kind::Struct(_)
                | Kind::Cast(..)
                | Kind::From(..)
                | Kind::Assign(..)
                | Kind::AssignOp(..)
                | Kind::Macro(_)
                | Kind::MutRef(..)
                | Kind::Unseen(_) => {}
            }
        }
        false
    }

    /// Whether this is a variable that stands for a number which the net computes, and nothing tells that it is a reference in the
    /// source: the host has no reference to that.
    fn is_number_of_net(&self, id: ExprId, is_outside: &dyn Fn(&VarId) -> bool) -> bool {
        let Kind::Var(var) = &self.function.expr(id).kind else { return false };
        let Some(Val::Wire(wire, true)) = self.env.get(var) else { return false };
        let is_reference = self.variables.referring.contains(var) || self.values.references.contains(wire);
        is_outside(var) && !is_reference && matches!(self.builder.ty(*wire), hypernet::Type::Real(_))
    }

    /// Of a part of a tuple that is a variable, if the part depends on nothing: the place of the variable.
    fn root_of_inactive(&self, mut at: usize) -> Option<usize> {
        let mut path = Vec::new();
        while let Kind::Field(base, index, _) = &self.function.exprs[at].kind {
            path.push(*index);
            at = base.index();
        }
        let Kind::Var(var) = &self.function.exprs[at].kind else { return None };
        let mut value = self.env.get(var)?;
        for &index in path.iter().rev() {
            let Val::Tuple(parts) = value else { return None };
            value = parts.get(index)?;
        }
        (!value.active() && !value.has_function()).then_some(at)
    }

    fn assigns(&self, target: &Target, outside: usize) -> bool {
        match target {
            Target::Wild => false,
            Target::Var(var, _, referred) => var.index() < outside && !self.is_host_place(*var, *referred),
            Target::Element(var, ..) => {
                let array = self.function.views.storage(*var);
                array.index() < outside && !self.is_host_array(array)
            }
            Target::Tuple(parts) => parts.iter().any(|part| self.assigns(part, outside)),
        }
    }

    /// Whether an assignment to a variable, or to what it refers to, is the host's.
    fn is_host_place(&self, var: VarId, referred: bool) -> bool {
        self.variables.places.contains(&var)
            || referred && is_host_type(&self.types.var(var)) && matches!(self.env.get(&var), Some(Val::Wire(_, false)))
    }

    /// Whether the elements of a variable are the host's.
    fn is_host_array(&self, var: VarId) -> bool {
        self.variables.places.contains(&var)
            || self.env.get(&var).is_some_and(|value| matches!(value, Val::Wire(_, false)) && !self.is_array(value))
    }

    /// Whether something of the host's is assigned, which the net cannot do.
    pub(super) fn assigns_host(&self, target: &Target) -> bool {
        match target {
            Target::Wild => false,
            Target::Var(var, _, referred) => self.is_host_place(*var, *referred),
            Target::Element(var, ..) => self.is_host_array(self.function.views.storage(*var)),
            Target::Tuple(parts) => parts.iter().any(|part| self.assigns_host(part)),
        }
    }

    /// Whether `&mut` is taken of a variable of the outside that may not be changed behind the macro's back.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a place")]
    fn borrows(&self, id: ExprId, outside: usize) -> bool {
        match &self.function.expr(id).kind {
            Kind::Var(var) => var.index() < outside && !self.variables.places.contains(var),
            Kind::Member(inside, _) | Kind::Field(inside, ..) | Kind::View(_, inside) => self.borrows(*inside, outside),
            _ => false,
        }
    }
}

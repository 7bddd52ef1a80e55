//! Structs whose arrays have been taken out, where the whole struct is used. The arrays are put back before, and taken out again after.

use hypernet::Type;
use proc_macro2::Span;

use super::in_out::{Taken, meets};
use super::supplied::ArrayArgument;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::{Callee, Shape};
use crate::source::methods::ArrayMethod;
use crate::syntax::{ExprId, Kind, MethodCall, Pattern, Target, Ty, VarId, is_discrete};

impl Lowering<'_, '_> {
    /// Whether this is a local struct of which arrays are taken out.
    pub(super) fn is_local_struct(&self, var: VarId) -> bool {
        !self.in_out.contains(&var) && self.to_take.iter().any(|(of, _)| *of == var)
    }

    /// A local struct, before arrays are taken out of it. One that depends on nothing is the net's from then on.
    pub(super) fn struct_of_net(&mut self, var: VarId, span: Span) -> Lowered<Val> {
        let Some(value) = self.env.get(&var).cloned() else { return Err(self.no_value(var, refusal::TAKEN.on(span))) };
        let Val::Wire(wire, active) = value else { return Ok(value) };
        let value = if let Type::Discrete(_) = self.builder.ty(wire) {
            self.owned_by_net(value, span)?
        } else if active {
            return Ok(value);
        } else {
            Val::Wire(wire, true)
        };
        self.env.insert(var, value.clone());
        Ok(value)
    }

    /// What has no sensitivity, as a struct of the net.
    pub(super) fn owned_by_net(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let (shape, hole) = (Shape::Leaf(Type::unnamed()), crate::holes::hole(0));
        let own = self.foreign("own", quote::quote!(#hole), &[value], &shape, false, span)?;
        Ok(Val::Wire(Self::wire(&own, span)?, true))
    }

    /// Whether a variable comes to depend on a parameter by methods that change it.
    pub(super) fn begins_as_data(&self, var: VarId) -> bool {
        let depends = self.function.depending.contains(&var) && self.function.var(var).mutable;
        let is_unknown = matches!(self.types.var(var), Ty::Var(_) | Ty::Opaque(_));
        let is_lent = || matches!(self.types.var(var), Ty::Opaque(_)) && self.function.is_lent_to_change(var);
        depends && (self.has_changing_methods(var) || is_unknown && self.is_given_structs(var) || is_lent())
    }

    /// Whether a variable is changed by methods of its own.
    pub(super) fn has_changing_methods(&self, var: VarId) -> bool {
        let is_var = |receiver: ExprId| matches!(self.function.expr(receiver).kind, Kind::Var(of) if of == var);
        let is_own =
            |call: &MethodCall<'_>| ArrayMethod::of(call).is_none() && self.function.maybe_element(call).is_none();
        let changes = |kind: &Kind<'_>| matches!(kind, Kind::MethodCall(call) if call.changes && is_own(call) && is_var(call.args[0]));
        self.function.exprs.iter().any(|expr| changes(&expr.kind))
    }

    /// Whether a variable as a whole is given what may be a struct: that its type says, or how it is computed. Texts are the host's.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives variables values, or computes structs")]
    fn is_given_structs(&self, var: VarId) -> bool {
        let is_struct = matches!(self.types.var(var), Ty::Opaque(_));
        let is_var = |target: &Target| matches!(target, Target::Var(of, fields, _) if *of == var && fields.is_empty());
        let given = self.function.exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Assign(target, value) | Kind::AssignOp(_, target, _, value) if is_var(target) => Some(*value),
            _ => None,
        });
        let given: Vec<ExprId> = given.collect();
        let may_be_struct = |&value: &ExprId| match &self.function.expr(value).kind {
            Kind::CallPath(_) | Kind::MethodCall(_) | Kind::Struct(_) | Kind::Binary(..) => true,
            _ => is_struct,
        };
        given.iter().any(may_be_struct) && !given.iter().any(|&value| self.has_text(value))
    }

    /// Whether this is a text that a macro makes, a reference to one, or something to which one is added.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else hands a text on")]
    fn has_text(&self, mut value: ExprId) -> bool {
        loop {
            value = match self.function.expr(value).kind {
                Kind::Macro(_) => return true,
                Kind::View(_, inside) => inside,
                Kind::Binary(_, _, right) => right,
                _ => return false,
            }
        }
    }

    /// The value of a variable that begins as a struct without a sensitivity, and comes to depend on what has one.
    pub(super) fn depending_struct(&mut self, pattern: &Pattern, value: Val, span: Span) -> Lowered<Val> {
        let inside = if let Pattern::Typed(inside, ..) = pattern { inside } else { pattern };
        let (Pattern::Bind(var, None), Val::Wire(wire, _)) = (inside, &value) else { return Ok(value) };
        let depends = self.function.depending.contains(var) && self.function.var(*var).mutable;
        let is_host = matches!(self.builder.ty(*wire), Type::Discrete(name) if !is_discrete(name));
        let is_struct = match self.types.var(*var) {
            Ty::Opaque(_) => true,
            Ty::Var(_) => self.has_changing_methods(*var) || self.is_given_structs(*var),
            Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        };
        if depends && is_host && is_struct { self.owned_by_net(value, span) } else { Ok(value) }
    }

    /// The value of a local struct, named here: its arrays go back into it. If it is used again, it is `Copy`, or this only looks at it,
    /// and they are taken out again.
    pub(super) fn struct_moved(&mut self, var: VarId, id: ExprId, span: Span) -> Lowered<Val> {
        self.close(var)?;
        let value = self.variable(var, span)?;
        self.reopen(var, id)?;
        Ok(value)
    }

    /// A clone or a copy of a struct of which arrays are taken out. It is made before they are taken out again.
    pub(super) fn second_struct(&mut self, of: VarId, copies: bool, id: ExprId, span: Span) -> Lowered<Val> {
        self.close(of)?;
        let whole = self.env.get(&of).cloned().ok_or_else(|| self.no_value(of, refusal::TAKEN.on(span)))?;
        let ty = self.types.var(of);
        let result = Ty::Tuple(vec![ty.clone(), ty]);
        let given = self.call_function(Callee::Second(Vec::new(), span, copies), &[whole], &result, span)?;
        let Val::Tuple(parts) = self.activated(&given) else {
            return Err(Diagnostic::internal(span, "a struct is lost"));
        };
        let [whole, second] = parts.as_slice() else { return Err(Diagnostic::internal(span, "a struct is lost")) };
        self.env.insert(of, whole.clone());
        self.reopen(of, id)?;
        Ok(second.clone())
    }

    /// Takes the arrays of a struct out again, if it is used after this expression. If not, it has no value from then on.
    pub(super) fn reopen(&mut self, of: VarId, id: ExprId) -> Lowered<()> {
        if self.in_out.contains(&of) || self.variables.awaited.contains(&of) || self.is_used_again(of, id) {
            return self.open(of);
        }
        self.env.remove(&of);
        Ok(())
    }

    /// Whether a struct, or an array that is taken out of it, is named after this expression.
    pub(super) fn is_used_again(&self, of: VarId, id: ExprId) -> bool {
        self.is_named_after(of, &self.with_arrays(of), id)
    }

    /// Takes an array out of a struct, which may have changed since arrays were put back into it.
    pub(super) fn open_one(&mut self, at: usize, changed: bool) -> Lowered<()> {
        let Taken { of, var, way, span, is_host } = &self.taken[at];
        let (of, var, way, span, is_host) = (*of, *var, way.clone(), *span, *is_host);
        if is_host {
            return self.open_for_host((of, var), &way, changed, span);
        }
        let Some(whole) = self.env.get(&of).cloned() else {
            return Err(Diagnostic::internal(span, "a struct is lost"));
        };
        let result = Ty::Tuple(vec![self.types.var(of), self.types.var(var)]);
        let given = self.call_with_arrays(Callee::Part(way, span, true), &[whole], &[], &result, span)?;
        let Val::Tuple(mut parts) = given else { return Err(Diagnostic::internal(span, "an array is lost")) };
        let (Some(array), Some(rest)) = (parts.pop(), parts.pop()) else {
            return Err(Diagnostic::internal(span, "an array is lost"));
        };
        let (array, rest) = (self.activated(&array), self.activated(&rest));
        if let Val::Wire(wire, _) = &array {
            let name = self.function.var(var).name.to_string();
            self.name_if_new(*wire, &name);
        }
        self.env.insert(of, rest);
        self.env.insert(var, array);
        Ok(())
    }

    /// Puts the arrays of a struct back.
    pub(super) fn close(&mut self, of: VarId) -> Lowered<()> {
        if !self.is_open(of) {
            return Ok(());
        }
        for at in (0..self.taken.len()).rev() {
            let Taken { of: whole, var, way, span, is_host } = &self.taken[at];
            let (whole, var, way, span, is_host) = (*whole, *var, way.clone(), *span, *is_host);
            if whole != of {
                continue;
            }
            if is_host {
                self.close_for_host((of, var), &way, span)?;
                continue;
            }
            let rest = self.env.get(&of).cloned().ok_or_else(|| self.no_value(of, refusal::TAKEN.on(span)))?;
            let array = self.env.remove(&var).ok_or_else(|| self.no_value(var, refusal::TAKEN.on(span)))?;
            let arguments = [ArrayArgument::None, ArrayArgument::Moved];
            let callee = Callee::Part(way, span, false);
            let whole = self.call_with_arrays(callee, &[rest, array], &arguments, &self.types.var(of), span)?;
            let whole = self.activated(&whole);
            self.env.insert(of, whole);
        }
        if let Some(&Val::Wire(whole, _)) = self.env.get(&of) {
            self.variables.closed.insert(of, whole);
        }
        Ok(())
    }

    /// Takes the arrays of a struct out again, if they are not.
    pub(super) fn open(&mut self, of: VarId) -> Lowered<()> {
        if self.is_open(of) {
            return Ok(());
        }
        let put_back = self.variables.closed.remove(&of);
        let is_same = matches!((self.env.get(&of), put_back), (Some(&Val::Wire(now, _)), Some(then)) if now == then);
        for at in 0..self.taken.len() {
            if self.taken[at].of == of {
                self.open_one(at, !is_same)?;
            }
        }
        Ok(())
    }

    /// Whether this is a struct of which arrays are taken out.
    pub(super) fn is_whole(&self, var: VarId) -> bool {
        self.to_take.iter().any(|(of, _)| *of == var)
    }

    /// The structs with arrays that have been taken out which an argument is, or of which it is a part with such arrays, or a reference
    /// to one of these.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a struct as a whole, or a part of one")]
    pub(super) fn whole(&self, mut arg: ExprId) -> Option<VarId> {
        let mut path: Vec<String> = Vec::new();
        loop {
            match &self.function.expr(arg).kind {
                Kind::Var(var) => {
                    path.reverse();
                    let ways = self.to_take.iter().filter(|(of, _)| of == var);
                    let mut ways = ways.filter_map(|(_, taken)| self.function.opened.get(taken));
                    return ways.any(|(_, way)| meets(way, &path)).then_some(*var);
                }
                Kind::Member(inside, name) => {
                    path.push(name.to_string());
                    arg = *inside;
                }
                Kind::Field(inside, index, _) => {
                    path.push(index.to_string());
                    arg = *inside;
                }
                Kind::View(_, inside) | Kind::MutRef(inside, _) => arg = *inside,
                _ => return None,
            }
        }
    }

    /// The structs that a call takes as a whole, of which arrays have been taken out.
    pub(super) fn wholes(&self, args: &[ExprId]) -> Vec<VarId> {
        let mut found: Vec<VarId> = Vec::new();
        for var in args.iter().filter_map(|&arg| self.whole(arg)) {
            if !found.contains(&var) {
                found.push(var);
            }
        }
        found
    }

    pub(super) fn close_all(&mut self, wholes: &[VarId]) -> Lowered<()> {
        wholes.iter().try_for_each(|&of| self.close(of))
    }

    /// Takes the arrays of structs out again that this expression has used as a whole.
    pub(super) fn open_all(&mut self, wholes: &[VarId], id: ExprId) -> Lowered<()> {
        wholes.iter().try_for_each(|&of| self.reopen(of, id))
    }
}

//! Values that calls change: `f(&mut p, k)`, `p.advance(dt);`.
//!
//! What stands behind `&mut` and is no array goes into the called function by value, and comes out of it beside the result: then
//! it goes back to its place, as by an assignment. So the net knows nothing of such references.

use hypernet::{Form, Operation, Type, Value};
use proc_macro2::Span;

use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, refusal};
use crate::program::Shape;
use crate::syntax::{ExprId, Kind, MethodCall, Target, Ty, VarId};

/// An argument that a call changes.
pub(super) struct InOut {
    /// The expression that gives its value.
    place: ExprId,
    /// Where it is: a variable, or a field of a field … of one.
    var: VarId,
    fields: Vec<String>,
}

impl Lowering<'_, '_> {
    /// The outputs of parameters that are taken by value and given back, after these; the shape of all of them.
    pub(super) fn with_changed_values(
        &mut self,
        result: Shape,
        span: Span,
        outputs: &mut Vec<Value>,
    ) -> Lowered<Shape> {
        let function = self.function;
        let mut shapes = vec![result];
        for param in function.params.iter().filter(|param| param.in_out()) {
            let var = super::arrays::bound(&param.pattern);
            let Some(value) = var.and_then(|var| self.env.get(&var).cloned()) else {
                return Err(Diagnostic::internal(span, "a parameter is lost"));
            };
            let (shape, expected) = (self.results(&value, span, outputs)?, self.shape(&param.ty));
            // A constant of the host's has no tangent.
            if shape != expected {
                return Err(refusal::IN_OUT_CONSTANT.at(&param.name));
            }
            shapes.push(shape);
        }
        Ok(if shapes.len() > 1 { Shape::Tuple(shapes) } else { shapes.swap_remove(0) })
    }

    /// The variable that a place is, or is a field of a field … of, and the fields.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is such a place")]
    fn way_to(&self, mut place: ExprId) -> Option<(VarId, Vec<String>)> {
        let mut fields = Vec::new();
        loop {
            place = match &self.function.expr(place).kind {
                Kind::Var(var) => {
                    fields.reverse();
                    return Some((*var, fields));
                }
                Kind::Member(inside, name) => {
                    fields.push(name.to_string());
                    *inside
                }
                Kind::Field(inside, index, _) => {
                    fields.push(index.to_string());
                    *inside
                }
                Kind::View(Form::Referent, inside) => *inside,
                _ => return None,
            };
        }
    }

    /// The variable, if a call may change it by taking its value: that is no array, no function, and none of the host's.
    fn may_change(&self, var: VarId) -> bool {
        fn is_value(ty: &Ty, lowering: &Lowering<'_, '_>) -> bool {
            match lowering.types.resolve(ty) {
                Ty::Real(_) | Ty::Opaque(_) => true,
                Ty::Tuple(parts) => parts.iter().all(|part| is_value(part, lowering)),
                Ty::Var(_) | Ty::Discrete(_) | Ty::Array(_) | Ty::Fn(_) => false,
            }
        }
        !self.variables.places.contains(&var) && is_value(&self.types.var(var), self)
    }

    /// The place that `&mut` or the name of such a parameter lends to a call.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else lends a place")]
    fn lent_place(&self, arg: ExprId) -> Option<InOut> {
        let place = match self.function.expr(arg).kind {
            Kind::MutRef(inside, _) => inside,
            Kind::Var(var) if self.in_out.contains(&var) => arg,
            _ => return None,
        };
        self.changed_place(place)
    }

    fn changed_place(&self, place: ExprId) -> Option<InOut> {
        let (var, fields) = self.way_to(place)?;
        self.may_change(var).then_some(InOut { place, var, fields })
    }

    /// The arguments that a call of a function changes.
    pub(super) fn in_outs(&self, args: &[ExprId]) -> Vec<(usize, InOut)> {
        (0..).zip(args).filter_map(|(at, &arg)| Some((at, self.lent_place(arg)?))).collect()
    }

    /// The same of a method.
    pub(super) fn in_outs_of_method(&self, call: &MethodCall<'_>) -> Vec<(usize, InOut)> {
        let mut found = self.in_outs(&call.args[1..]);
        for (at, _) in &mut found {
            *at += 1;
        }
        let receiver = call.args[0];
        // As a receiver, its name may be there for a look.
        let lent = if let Kind::MutRef(inside, _) = self.function.expr(receiver).kind {
            self.changed_place(inside)
        } else if call.changes && !matches!(self.types.expr(receiver), Ty::Real(_) | Ty::Discrete(_)) {
            // Of what changes a number, rustc says that there is no such method.
            self.changed_place(receiver)
        } else {
            None
        };
        found.splice(0..0, lent.map(|lent| (0, lent)));
        found
    }

    /// The variables that a call changes, as far as the syntax and the types say.
    pub(super) fn changed_by(&self, kind: &Kind<'_>) -> Vec<VarId> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is such a call")]
        let found = match kind {
            Kind::CallPath(call) => self.in_outs(&call.args),
            Kind::MethodCall(call) => self.in_outs_of_method(call),
            _ => Vec::new(),
        };
        found.into_iter().map(|(_, in_out)| in_out.var).collect()
    }

    /// Refuses calls that change something, among these expressions: of what they leave there, nothing is cut.
    pub(super) fn changes_nothing(&self, first: usize, last: ExprId) -> Lowered<()> {
        let changing = self.function.exprs[first..=last.index()].iter().find_map(|expr| {
            if let Kind::MutRef(place, reference) = expr.kind {
                return self.changed_place(place).map(|_| refusal::MUT_REF.at(reference));
            }
            (!self.changed_by(&expr.kind).is_empty()).then(|| refusal::MUT_REF.on(expr.span))
        });
        changing.map_or(Ok(()), Err)
    }

    /// The value of what a call changes, before the call.
    pub(super) fn value_before(&mut self, in_out: &InOut) -> Lowered<Val> {
        let value = self.place(in_out.place)?;
        if value.has_function() || self.has_array(&value) {
            return Err(refusal::MUT_REF.on(self.function.expr(in_out.place).span));
        }
        self.second_value(value, self.function.expr(in_out.place).span)
    }

    /// The same value, where structs are copied: what is left of them may be looked at again.
    fn second_value(&mut self, value: Val, span: Span) -> Lowered<Val> {
        match value {
            Val::Wire(wire, active) if matches!(self.builder.ty(wire), Type::Opaque(_)) => {
                let ty = self.builder.ty(wire).clone();
                Ok(Val::Wire(self.op1(Operation::View(Form::Clone, ty), &[wire], span)?, active))
            }
            Val::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.second_value(part, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            value @ (Val::Wire(..) | Val::Function(_)) => Ok(value),
        }
    }

    /// The type of what the adjoint of a function gives that changes these.
    pub(super) fn with_changed(&self, result: &Ty, changed: &[(usize, InOut)]) -> Ty {
        if changed.is_empty() {
            return result.clone();
        }
        let after = changed.iter().map(|(_, in_out)| self.types.resolve(&self.types.expr(in_out.place)));
        Ty::Tuple(std::iter::once(result.clone()).chain(after).collect())
    }

    /// Gives what a call has changed back to its places; the result of the call itself.
    pub(super) fn take_changed(&mut self, given: Val, changed: &[(usize, InOut)], span: Span) -> Lowered<Val> {
        if changed.is_empty() {
            return Ok(given);
        }
        let Val::Tuple(mut parts) = given else {
            return Err(Diagnostic::internal(span, "what a call changed is lost"));
        };
        let after = parts.split_off(1);
        for (value, (_, in_out)) in after.into_iter().zip(changed) {
            let value = self.activated(&value);
            self.assign(&Target::Var(in_out.var, in_out.fields.clone(), false), value, span)?;
        }
        let result = parts.swap_remove(0);
        Ok(self.activated(&result))
    }

    /// Whether this is the name of a parameter that refers to what the function changes: its value stands for that.
    pub(super) fn is_in_out(&self, id: ExprId) -> bool {
        matches!(self.function.expr(id).kind, Kind::Var(var) if self.in_out.contains(&var))
    }

    /// The value of an expression of which a part is taken, or that is looked at.
    pub(super) fn looked_at(&mut self, id: ExprId) -> Lowered<Val> {
        if self.is_in_out(id) { self.place(id) } else { self.expr(id) }
    }
}

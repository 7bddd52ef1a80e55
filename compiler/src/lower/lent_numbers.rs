//! Plain numbers that a call of the host changes: `next(&mut seed)`. The net holds such a number as a value, so the call is given a variable for it,
//! and what is in that after the call is another result.

use proc_macro2::{Ident, Span};
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::holes::{fill_holes, hole};
use crate::program::{ForeignCode, Shape};
use crate::syntax::{CallPath, ExprId, Kind, Target, Ty, VarId, is_scalar};

impl Lowering<'_, '_> {
    /// The variable of a plain number, a `bool` or the like that an argument lends to a call.
    pub(super) fn lent_number(&self, arg: ExprId) -> Option<VarId> {
        let Kind::MutRef(place, _) = self.function.expr(arg).kind else { return None };
        let Kind::Var(var) = self.function.expr(place).kind else { return None };
        (self.is_plain_number(&self.types.var(var))
            && !self.variables.places.contains(&var)
            && !self.in_out.contains(&var))
        .then_some(var)
    }

    /// Whether this is a type of numbers without a tangent.
    pub(super) fn is_plain_number(&self, ty: &Ty) -> bool {
        match self.types.resolve(ty) {
            Ty::Discrete(name) => is_scalar(&name),
            Ty::Tuple(parts) => !parts.is_empty() && parts.iter().all(|part| self.is_plain_number(part)),
            Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }

    /// Those that a call is lent, with the numbers of the arguments.
    pub(super) fn lent_numbers(&self, args: &[ExprId]) -> Vec<(usize, VarId)> {
        (0..args.len()).filter_map(|at| Some((at, self.lent_number(args[at])?))).collect()
    }

    /// A call of the host that is lent such numbers, with its code and its arguments.
    pub(super) fn call_with_numbers(
        &mut self,
        call: &CallPath<'_>,
        numbers: &[(usize, VarId)],
        (code, values): (ForeignCode, &[Val]),
        span: Span,
    ) -> Lowered<Val> {
        let variable = |at: &usize| Ident::new(&format!("__number{at}"), Span::mixed_site());
        let places: Vec<usize> = numbers.iter().map(|(at, _)| *at).collect();
        let (names, holes): (Vec<Ident>, Vec<Ident>) = places.iter().map(|at| (variable(at), hole(*at))).unzip();
        let filled: Vec<_> = names.iter().map(|name| quote!(#name)).collect();
        let called = fill_holes(code.tokens.clone(), &holes, &filled);
        let given = Ident::new("__given", Span::mixed_site());
        let tokens = quote!({
            #(let mut #names = #holes;)*
            let #given = #called;
            (#given, #(#names),*)
        });
        let after = numbers.iter().map(|(_, var)| self.shape(&self.types.var(*var)));
        let shape = Shape::Tuple(std::iter::once(code.result.clone()).chain(after).collect());
        let code = ForeignCode { tokens, result: shape, ..code };
        let name = call.path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string());
        let Val::Tuple(mut parts) = self.foreign_code(&name, code, values, true, span)? else {
            return Err(crate::diagnostic::Diagnostic::internal(span, "what a call changed is lost"));
        };
        for ((_, var), value) in numbers.iter().zip(parts.split_off(1)) {
            self.assign_to(&Target::Var(*var, Vec::new(), false), value, span)?;
        }
        Ok(parts.swap_remove(0))
    }

    /// Refuses a call that is lent such numbers, if it is not left to the host.
    pub(super) fn lends_no_number(&self, call: &CallPath<'_>) -> Lowered<()> {
        for (at, _) in self.lent_numbers(&call.args) {
            if let Kind::MutRef(_, reference) = self.function.expr(call.args[at]).kind {
                return Err(refusal::MUT_NUMBER.at(reference));
            }
        }
        Ok(())
    }
}

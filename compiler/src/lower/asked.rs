//! Arguments of which only the type of a function says whether it changes them: `norm(a)`, where `a` stands for something behind
//! `&mut`.
//!
//! The net takes such a call for one that changes them. The code of the call asks the type: what the function only looks at is the
//! same after it, and its sensitivity passes through.

use hypernet::Form;

use super::Lowering;
use super::in_out::InOut;
use super::supplied::ArrayArgument;
use crate::program::MOST_SEEDS;
use crate::syntax::{CallPath, ExprId, Kind, MethodCall, Ty, VarId};

/// Of how many values a call may be asked.
const VALUES: usize = 4;

/// Whether a call is given several things that it may change, so that nobody sees which it is called for.
fn may_change_others(arrays: &[ArrayArgument], changed: &[(usize, InOut)]) -> bool {
    let arrays = arrays.iter().filter(|argument| matches!(argument, ArrayArgument::Changed(_)));
    arrays.count() + changed.len() > 1
}

impl Lowering<'_, '_> {
    /// The arguments of a call by a path: those that it may change or look at are asked for.
    pub(super) fn asked_of(
        &self,
        call: &CallPath<'_>,
        mut arrays: Vec<ArrayArgument>,
        changed: &[(usize, InOut)],
    ) -> Vec<ArrayArgument> {
        self.looked_at_beside(&call.args, &mut arrays);
        // What the function itself takes is known. What gives nothing is called for what it changes.
        let gives = !call.discarded && self.types.resolve(&call.result) != Ty::unit();
        let names = gives || may_change_others(&arrays, changed);
        if !call.recursive {
            self.ask(&call.args, &mut arrays, changed, names);
        }
        changed_values(&mut arrays, changed);
        arrays
    }

    /// The same of a method, and of its receiver.
    pub(super) fn asked_of_method(
        &self,
        id: ExprId,
        call: &MethodCall<'_>,
        mut arrays: Vec<ArrayArgument>,
        changed: &[(usize, InOut)],
    ) -> Vec<ArrayArgument> {
        self.looked_at_beside(&call.args, &mut arrays);
        let changes = changed.iter().any(|(at, _)| *at == 0);
        if changes && call.asks {
            arrays[0] = ArrayArgument::AskedValue;
        }
        let gives = !call.discarded && self.types.resolve(&self.types.expr(id)) != Ty::unit();
        let names = gives || may_change_others(&arrays, changed);
        // Of the receiver it is known; of an array beside it, `m.absorb(u)`, it is not.
        if names {
            self.ask_arrays(&call.args, &mut arrays);
        }
        self.ask(&call.args, &mut arrays, changed, names && !changes);
        changed_values(&mut arrays, changed);
        arrays
    }

    /// Asks for the arrays that the names of parameters stand for.
    fn ask_arrays(&self, args: &[ExprId], arrays: &mut [ArrayArgument]) {
        for (argument, &arg) in arrays.iter_mut().zip(args) {
            if let (&mut ArrayArgument::Changed(var), true) = (&mut *argument, self.name(arg).is_some()) {
                *argument = ArrayArgument::Asked(var);
            }
        }
    }

    /// Asks for what the names of parameters stand for, if `names`, and for fields of which nothing shows whether they are arrays.
    fn ask(&self, args: &[ExprId], arrays: &mut [ArrayArgument], changed: &[(usize, InOut)], names: bool) {
        if names {
            self.ask_arrays(args, arrays);
        }
        let is_unknown = |in_out: &InOut| in_out.is_field() && matches!(in_out.ty(self), Ty::Var(_));
        let may_be_asked =
            |(_, in_out): &(usize, InOut)| matches!(in_out.ty(self), Ty::Opaque(_)) || is_unknown(in_out);
        let is_asked = |(at, in_out): &(usize, InOut)| names && self.name(args[*at]).is_some() || is_unknown(in_out);
        if changed.len() <= VALUES
            && args.len() <= MOST_SEEDS
            && changed.iter().all(may_be_asked)
            && changed.iter().any(is_asked)
        {
            for (at, _) in changed {
                arrays[*at] = ArrayArgument::AskedValue;
            }
        }
    }

    /// What other arguments of the same call look at too is not changed by it: the borrow checker says so.
    fn looked_at_beside(&self, args: &[ExprId], arrays: &mut [ArrayArgument]) {
        for (at, argument) in arrays.iter_mut().enumerate() {
            if let ArrayArgument::Changed(var) = *argument
                && self.is_seen_beside(args, at, var)
            {
                *argument = ArrayArgument::Variable(var, args[at]);
            }
        }
    }

    /// Whether an argument is the name of something behind `&mut` to which, or to a part of which, another argument refers.
    fn is_seen_beside(&self, args: &[ExprId], at: usize, var: VarId) -> bool {
        let refers = |other: usize| {
            let arg = args[other];
            let is_reference = matches!(self.function.expr(arg).kind, Kind::View(Form::Reference, _));
            other != at && (is_reference || self.name(arg).is_some()) && self.place_in(arg) == Some(var)
        };
        self.name(args[at]) == Some(var) && (0..args.len()).any(refers)
    }

    /// The variable that a place is, or is in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in a variable")]
    pub(super) fn place_in(&self, mut place: ExprId) -> Option<VarId> {
        loop {
            place = match self.function.expr(place).kind {
                Kind::Var(var) => return Some(self.function.views.storage(var)),
                Kind::View(Form::Reference | Form::Referent, inside)
                | Kind::Part(inside, _)
                | Kind::Index(inside, _)
                | Kind::Member(inside, _)
                | Kind::Field(inside, ..) => inside,
                _ => return None,
            }
        }
    }

    /// The same of a parameter that is no array.
    pub(super) fn is_seen_value(&self, args: &[ExprId], at: usize) -> bool {
        self.name(args[at]).is_some_and(|var| self.in_out.contains(&var) && self.is_seen_beside(args, at, var))
    }

    /// The variable that an expression is.
    fn name(&self, id: ExprId) -> Option<VarId> {
        if let Kind::Var(var) = self.function.expr(id).kind { Some(var) } else { None }
    }
}

/// Notes the values that a call surely changes.
fn changed_values(arrays: &mut [ArrayArgument], changed: &[(usize, InOut)]) {
    for (at, _) in changed {
        if matches!(arrays[*at], ArrayArgument::None) {
            arrays[*at] = ArrayArgument::ChangedValue;
        }
    }
}

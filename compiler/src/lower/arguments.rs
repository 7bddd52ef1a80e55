//! The values of the arguments of a call.

use proc_macro2::Span;

use super::in_out::InOut;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, VarId};

impl Lowering<'_, '_> {
    /// The values of the arguments of a call. `changed` are those that the call changes, and `wholes` are the arrays of structs among the
    /// arguments, which get their columns back before the first of them is used. `value` gives the value of any other argument, by its
    /// number.
    pub(super) fn values_of_arguments(
        &mut self,
        args: &[ExprId],
        changed: &mut [(usize, InOut)],
        wholes: &[VarId],
        span: Span,
        value: &mut dyn FnMut(&mut Self, usize) -> Lowered<Val>,
    ) -> Lowered<Vec<Val>> {
        self.lends_nothing_of(wholes, args)?;
        self.changes_no_copies(args)?;
        let order = self.order_of(args, changed);
        let mut values = vec![Val::unit(); order.len()];
        let last = order.iter().position(|&at| self.whole(args[at]).is_some());
        let (beside, mut later) = (self.beside(args), Vec::new());
        let awaited = self.variables.awaited.len();
        self.variables.awaited.extend(wholes);
        for (turn, at) in order.into_iter().enumerate() {
            if Some(turn) == last {
                self.variables.awaited.truncate(awaited);
                self.close_all(wholes)?;
            }
            values[at] = if let Some(beside) = beside[at] {
                self.argument_beside((at, args[at]), beside, &mut later)?
            } else if let Some((_, in_out)) = changed.iter_mut().find(|(changed, _)| *changed == at) {
                self.value_before(in_out)?
            } else {
                value(self, at)?
            };
        }
        self.variables.awaited.truncate(awaited);
        self.take_later(later, &mut values, span)?;
        Ok(values)
    }

    /// Refuses an argument that is an array, or a part of one, of a struct that another argument is.
    fn lends_nothing_of(&self, wholes: &[VarId], args: &[ExprId]) -> Lowered<()> {
        let taken: Vec<VarId> = wholes.iter().flat_map(|&of| self.with_arrays(of)).collect();
        let is_taken = |&&arg: &&ExprId| self.array_at(arg).is_some_and(|(var, ..)| taken.contains(&var));
        match args.iter().find(is_taken) {
            Some(&arg) => Err(refusal::LENT_BESIDE.on(self.function.expr(arg).span)),
            None => Ok(()),
        }
    }

    /// Refuses an argument that is a copy of a struct of which arrays have been taken out, where another one after it changes the struct: the
    /// copy is made when the others have been computed.
    pub(super) fn changes_no_copies(&self, args: &[ExprId]) -> Lowered<()> {
        for (at, &arg) in args.iter().enumerate() {
            let Some(var) = self.whole(arg) else { continue };
            let changed = self.places_of(var);
            let changes =
                |&later: &ExprId| self.part_of(later).any(|at| changed.iter().any(|&var| self.changes(at, var)));
            if args[at + 1..].iter().any(changes) {
                return Err(refusal::COPY_CHANGED.on(self.function.expr(arg).span));
            }
        }
        Ok(())
    }

    /// In which order the arguments of a call are computed. What the call changes is lent to it when the others have been computed,
    /// which may look at it, and may change what is beside it; the wholes come last.
    fn order_of(&self, args: &[ExprId], changed: &[(usize, InOut)]) -> Vec<usize> {
        let is_there = |at: usize| changed.iter().any(|(changed, in_out)| *changed == at && in_out.is_there(self));
        let mut order: Vec<usize> = (0..args.len()).collect();
        order.sort_by_key(|&at| (self.whole(args[at]).is_some(), is_there(at)));
        order
    }
}

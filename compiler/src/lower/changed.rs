//! Arrays that calls change: `f(&mut a)`, `f(&mut a[i..j])`.
//!
//! Such a call takes the array and hands it on, changed. It does not look at it, so nothing is supplied again: what its reverse pass
//! needs of the array, its forward pass has kept. The reverse pass gets the accumulator with the sensitivity of what the array
//! held after the call, and leaves in it that of what it held before.

use hypernet::{ArrayOp, Checks, Cloned, Form, Operation, Type, Value, Whole};
use proc_macro2::Span;

use super::parts::{ArrayPlace, Part, Rest};
use super::supplied::Handed;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, refusal};
use crate::syntax::{ExprId, Kind, VarId};

/// An array that a call changes.
pub(super) struct ChangedArray {
    /// Which argument it is.
    pub(super) at: usize,
    pub(super) array: Value,
    /// What it is of.
    var: VarId,
    /// If it is a part: where it is, and what is left without it.
    part: Option<LentPart>,
}

/// A part of an array that is lent to be changed.
#[derive(Clone)]
pub(super) enum LentPart {
    /// It is taken out of the array, and this is left.
    Taken(Part, Rest),
    /// A copy is lent, which comes back to this place.
    Copied(ArrayPlace),
}

/// What becomes of an argument that is a part of an array, of which the call changes a part and takes more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// The first one that is changed is taken out of the array, when the others have been computed.
    Taken,
    /// Of the others, copies are lent.
    Copied,
}

impl Lowering<'_, '_> {
    /// The variable that an argument lends to be changed, or of which it lends a part: what stands behind `&mut`, and what is
    /// itself such a reference.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else lends a variable")]
    pub(super) fn lent_variable(&self, arg: ExprId) -> Option<VarId> {
        match self.function.expr(arg).kind {
            Kind::Var(var) if self.changed.contains(&var) => Some(var),
            Kind::MutRef(mut id, _) => loop {
                match self.function.expr(id).kind {
                    Kind::Var(var) => return Some(var),
                    Kind::Part(inside, _)
                    | Kind::Index(inside, _)
                    | Kind::Member(inside, _)
                    | Kind::Field(inside, ..)
                    | Kind::View(Form::Referent, inside) => id = inside,
                    _ => return None,
                }
            },
            _ => None,
        }
    }

    /// The array that an argument lends to be changed, with what it is of; a part is taken out of its array.
    pub(super) fn changed_argument(&mut self, arg: ExprId) -> Lowered<Option<(VarId, Value)>> {
        let Some(var) = self.lent_variable(arg) else { return Ok(None) };
        let Some(array) = self.array_of(var) else { return Ok(None) };
        let inside =
            if let Kind::MutRef(inside, _) = self.function.expr(arg).kind { self.named_place(inside) } else { arg };
        let span = self.function.expr(inside).span;
        if self.is_place_inside(inside) && self.array_at(inside).is_some() {
            let (taken, part, rest) = self.taken_part(inside, span)?;
            self.values.lent.insert(taken, LentPart::Taken(part, rest));
            // Nothing of it can be named as long as the part is lent.
            self.env.remove(&var);
            return Ok(Some((var, taken)));
        }
        Ok(self.array(inside).map(|_| (var, array)))
    }

    /// What an argument is a reference to, if that is a part of an array of the net's: the array, and whether the call changes it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a reference")]
    fn part_lent(&self, arg: ExprId) -> Option<(ExprId, VarId, bool)> {
        let (inside, is_changed) = match self.function.expr(arg).kind {
            Kind::MutRef(inside, _) => (inside, true),
            Kind::View(Form::Reference, inside) => (inside, false),
            _ => return None,
        };
        let inside = self.named_place(inside);
        let (var, of_net, _) = self.array_at(inside).filter(|_| self.is_place_inside(inside))?;
        of_net.then_some((inside, var, is_changed))
    }

    /// The place that a name refers to, of `&mut *name`.
    fn named_place(&self, id: ExprId) -> ExprId {
        if let Kind::View(Form::Referent, inside) = self.function.expr(id).kind
            && self.is_place_inside(inside)
        {
            return inside;
        }
        id
    }

    /// Whether this is a place in something, and no name.
    fn is_place_inside(&self, id: ExprId) -> bool {
        matches!(self.function.expr(id).kind, Kind::Part(..) | Kind::Index(..) | Kind::Member(..) | Kind::Field(..))
    }

    /// Which arguments are parts of arrays of which the call changes a part, and other arguments name them too.
    pub(super) fn beside(&self, args: &[ExprId]) -> Vec<Option<Beside>> {
        let mut found = vec![None; args.len()];
        for (at, &arg) in args.iter().enumerate() {
            let Some((_, var, true)) = self.part_lent(arg) else { continue };
            let mut others = (0..args.len()).filter(|&other| other != at && self.names_within(args[other], var));
            if found[at].is_some() || others.next().is_none() {
                continue;
            }
            for (other, found) in found.iter_mut().enumerate() {
                if self.part_lent(args[other]).is_some_and(|(_, of, _)| of == var) {
                    *found = Some(if other == at { Beside::Taken } else { Beside::Copied });
                }
            }
        }
        found
    }

    /// Whether an expression names a variable, or a place in it.
    fn names_within(&self, id: ExprId, var: VarId) -> bool {
        let Some(source) = self.function.source(id) else { return true };
        let views = &self.function.views;
        let names = |kind: &Kind<'_>| matches!(*kind, Kind::Var(named) if views.storage(named) == var);
        self.function.exprs[source.start.expr..=id.index()].iter().any(|expr| names(&expr.kind))
    }

    /// Computes an argument that stands beside another part of its array. One that is taken is taken later: where it is goes to those.
    pub(super) fn argument_beside(
        &mut self,
        (at, arg): (usize, ExprId),
        beside: Beside,
        later: &mut Vec<(usize, ArrayPlace)>,
    ) -> Lowered<Val> {
        let refused = || refusal::PARTS_LENT.on(self.function.expr(arg).span);
        let Some((inside, _, is_changed)) = self.part_lent(arg) else { return Err(refused()) };
        let span = self.function.expr(inside).span;
        let Some(mut place) = self.array_place(inside, span)? else { return Err(refused()) };
        self.surely(&mut place, span)?;
        if beside == Beside::Taken {
            later.push((at, place));
            return Ok(Val::unit());
        }
        let cloned = if place.is_part() { Cloned::Growing } else { Cloned::Same };
        let copy = self.second_of(&place, cloned, span)?;
        if is_changed {
            self.values.lent.insert(copy, LentPart::Copied(place));
        }
        Ok(Val::Wire(copy, true))
    }

    /// Takes the parts that have been left for later.
    pub(super) fn take_later(
        &mut self,
        later: Vec<(usize, ArrayPlace)>,
        values: &mut [Val],
        span: Span,
    ) -> Lowered<()> {
        for (at, place) in later {
            let (taken, of) = self.take_place(&place, span)?;
            self.values.lent.insert(taken, LentPart::Taken(of.part, of.rest));
            self.env.remove(&place.var);
            values[at] = Val::Wire(taken, true);
        }
        Ok(())
    }

    /// Lets a call change the array of an argument.
    pub(super) fn lend(&mut self, at: usize, of: VarId, arg: &Val, handed: &mut Handed, span: Span) -> Lowered<()> {
        let mut array = Self::wire(arg, span)?;
        let again = handed.changed.iter().any(|changed| changed.var == of && changed.part.is_none());
        if again || handed.arrays.iter().any(|handed| handed.is_of(of)) {
            // rustc says so, but for parts that do not overlap.
            return Err(refusal::LENT_TWICE.on(span).left_to_rustc());
        }
        let part = self.values.lent.remove(&array);
        if part.is_none() {
            // Other arguments may have looked at it.
            array = self.array_of(of).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
        }
        handed.changed.push(ChangedArray { at, array, var: of, part });
        Ok(())
    }

    /// Whether an array that a call changes is a vector, as far as that can be seen.
    pub(super) fn is_vector(&self, changed: &ChangedArray) -> Option<bool> {
        let depth = match &changed.part {
            None => Some(0),
            Some(LentPart::Taken(part, _)) => part.depth(),
            Some(LentPart::Copied(place)) => place.depth(),
        };
        // What a range gives is a slice.
        depth.map_or(Some(false), |depth| self.is_vector_in(changed.var, depth))
    }

    /// What becomes of the arrays that a call has changed.
    pub(super) fn take_back(&mut self, handed: &Handed, arrays: &[Value], span: Span) -> Lowered<()> {
        if handed.changed.len() != arrays.len() {
            return Err(Diagnostic::internal(span, "an array is lost"));
        }
        let mut copies = Vec::new();
        for (changed, &array) in handed.changed.iter().zip(arrays) {
            let array = match &changed.part {
                Some(LentPart::Taken(part, rest)) => self.put_back(part, array, rest, span)?,
                Some(LentPart::Copied(place)) => {
                    copies.push((place, array));
                    continue;
                }
                None => array,
            };
            let name = self.function.var(changed.var).name.to_string();
            self.name_if_new(array, &name);
            self.env.insert(changed.var, Val::Wire(array, true));
        }
        for (place, copy) in copies {
            let ended = self.on_place(place, ArrayOp::Whole(Whole::Copy(Checks::REACHED)), &[copy], span)?[0];
            self.drop_arrays(&Val::Wire(ended, true), span)?;
        }
        Ok(())
    }

    /// Gives an array back to who lent it to be changed.
    pub(super) fn give_back(&mut self, array: Value, span: Span) -> Lowered<Value> {
        let ty: Type = self.builder.ty(array).clone();
        self.op1(Operation::Array(ArrayOp::GiveBack, ty), &[array], span)
    }
}

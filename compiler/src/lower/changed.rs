//! Arrays that calls change: `f(&mut a)`, `f(&mut a[i..j])`.
//!
//! Such a call takes the array and hands it on, changed. It does not look at it, so nothing is supplied again: what its reverse pass
//! needs of the array, its forward pass has kept. The reverse pass gets the accumulator with the sensitivity of what the array
//! held after the call, and leaves in it that of what it held before.

use hypernet::{ArrayOp, Operation, Type, Value};
use proc_macro2::Span;

use super::parts::Part;
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
pub(super) struct LentPart {
    part: Part,
    rest: Value,
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
                    Kind::Part(inside, _) | Kind::Index(inside, _) | Kind::View(hypernet::Form::Referent, inside) => {
                        id = inside;
                    }
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
        let inside = if let Kind::MutRef(inside, _) = self.function.expr(arg).kind { inside } else { arg };
        let span = self.function.expr(inside).span;
        let is_place = matches!(self.function.expr(inside).kind, Kind::Part(..) | Kind::Index(..));
        if is_place && self.array_at(inside).is_some() {
            let (part, [taken, rest]) = self.taken_part(inside, span)?;
            self.values.lent.insert(taken, LentPart { part, rest });
            // Nothing of it can be named as long as the part is lent.
            self.env.remove(&var);
            return Ok(Some((var, taken)));
        }
        Ok(self.array(inside).map(|_| (var, array)))
    }

    /// Lets a call change the array of an argument.
    pub(super) fn lend(&mut self, at: usize, of: VarId, arg: &Val, handed: &mut Handed, span: Span) -> Lowered<()> {
        let mut array = Self::wire(arg, span)?;
        let again = handed.changed.iter().any(|changed| changed.var == of && changed.part.is_none());
        if again || handed.arrays.iter().any(|handed| handed.is_of(of)) {
            return Err(refusal::LENT_TWICE.on(span));
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
    pub(super) fn is_vector(&self, changed: &ChangedArray) -> bool {
        changed.part.is_none() && self.is_vector_in(changed.var)
    }

    /// What becomes of the arrays that a call has changed.
    pub(super) fn take_back(&mut self, handed: &Handed, arrays: &[Value], span: Span) -> Lowered<()> {
        if handed.changed.len() != arrays.len() {
            return Err(Diagnostic::internal(span, "an array is lost"));
        }
        for (changed, &array) in handed.changed.iter().zip(arrays) {
            let array = match &changed.part {
                Some(LentPart { part, rest }) => self.put_back(part, [array, *rest], span)?,
                None => array,
            };
            let name = self.function.var(changed.var).name.to_string();
            self.name_if_new(array, &name);
            self.env.insert(changed.var, Val::Wire(array, true));
        }
        Ok(())
    }

    /// Gives an array back to who lent it to be changed.
    pub(super) fn give_back(&mut self, array: Value, span: Span) -> Lowered<Value> {
        let ty: Type = self.builder.ty(array).clone();
        self.op1(Operation::Array(ArrayOp::GiveBack, ty), &[array], span)
    }
}

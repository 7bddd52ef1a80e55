//! Whether the source may write to an array after a call has looked at it: such a call is refused, and this says where it is.
//!
//! What counts is the order in which the source is written, and what may run again: loops and closures.

use proc_macro2::Span;

use super::Lowering;
use super::supplied::Lent;
use crate::diagnostic::{Diagnostic, refusal};
use crate::source::methods::ArrayMethod;
use crate::syntax::{Closure, Expr, ExprId, Kind, Target, VarId};

impl Lowering<'_, '_> {
    /// Where arrays are named that calls look at: those that the source overwrites afterwards, if there are some; else all of them. What
    /// becomes of an array in a closure is not followed.
    pub(super) fn lent_arrays(&self) -> Result<Vec<Span>, Vec<Diagnostic>> {
        let span = |lent: &Lent| self.function.expr(lent.at).span;
        let found: Vec<Span> = self.lent.iter().filter(|lent| self.is_overwritten_after(lent)).map(span).collect();
        if self.given_to_closure {
            let (reason, spans) = if found.is_empty() {
                (&refusal::GIVEN_TO_CLOSURE, self.lent.iter().map(span).collect())
            } else {
                (&refusal::OVERWRITTEN, found)
            };
            let refused: Vec<Diagnostic> = spans.into_iter().map(|span| reason.on(span)).collect();
            return if refused.is_empty() { Ok(Vec::new()) } else { Err(refused) };
        }
        Ok(if found.is_empty() { self.lent.iter().map(span).collect() } else { found })
    }

    /// Whether an assignment changes this variable or a part of it.
    fn writes_to(&self, target: &Target, var: VarId) -> bool {
        match target {
            Target::Wild => false,
            // Another array is another one, also where it has the same name: the first is kept as it was.
            Target::Var(of, fields, through) => *of == var && (*through || !fields.is_empty()),
            Target::Element(of, ..) => self.function.views.storage(*of) == var,
            Target::Tuple(parts) => parts.iter().any(|part| self.writes_to(part, var)),
        }
    }

    /// The same, with assignments of another value.
    pub(super) fn assigns_to(&self, target: &Target, var: VarId) -> bool {
        match target {
            Target::Var(of, ..) => *of == var,
            Target::Tuple(parts) => parts.iter().any(|part| self.assigns_to(part, var)),
            Target::Wild | Target::Element(..) => self.writes_to(target, var),
        }
    }

    /// Whether an expression is this variable, or a part of it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else names an array")]
    pub(super) fn names(&self, id: ExprId, var: VarId) -> bool {
        match self.function.expr(id).kind {
            Kind::Var(named) => named == var,
            Kind::Part(array, _) | Kind::Index(array, _) | Kind::Member(array, _) | Kind::Field(array, ..) => {
                self.names(array, var)
            }
            _ => false,
        }
    }

    /// Whether a closure writes to this array.
    pub(super) fn is_written_in_closure(&self, var: VarId) -> bool {
        let writes = |expr: &Expr<'_>| match part(&expr.kind) {
            Part::Writes(target) => self.writes_to(target, var),
            Part::Lends(inside) => self.names(inside, var),
            Part::Repeats | Part::Nothing => false,
        };
        let within = |closure: &Closure| match self.function.source(closure.body) {
            Some(source) => source.start.expr..closure.body.index() + 1,
            None => 0..self.function.exprs.len(),
        };
        self.function.closures.iter().map(within).any(|exprs| self.function.exprs[exprs].iter().any(writes))
    }

    pub(super) fn is_overwritten_after(&self, lent: &Lent) -> bool {
        // The parts that may run more than once, with what is declared outside of them.
        let mut repeated: Vec<ExprId> = self.function.closures.iter().map(|closure| closure.body).collect();
        let mut writes = self.moves(lent.var);
        for (at, expr) in self.function.exprs.iter().enumerate() {
            match part(&expr.kind) {
                Part::Repeats => repeated.push(ExprId(u32::try_from(at).unwrap_or(u32::MAX))),
                Part::Writes(target) if self.writes_to(target, lent.var) => writes.push(at),
                Part::Lends(inside) if self.names(inside, lent.var) => writes.push(at),
                Part::Writes(_) | Part::Lends(_) | Part::Nothing => {}
            }
        }
        let together = |write: usize| {
            repeated.iter().any(|&body| match self.function.source(body) {
                Some(source) => {
                    let part = source.start.expr..body.index() + 1;
                    lent.var.index() < source.start.var && part.contains(&write) && part.contains(&lent.at.index())
                }
                None => true,
            })
        };
        writes.into_iter().any(|write| write > lent.at.index() || together(write))
    }
}

impl Lowering<'_, '_> {
    /// Where an array is named as a whole, and more is done than to look at it: it may go on under another name.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may hand the array on")]
    fn moves(&self, var: VarId) -> Vec<usize> {
        let exprs = &self.function.exprs;
        let named = |at: usize| matches!(exprs[at].kind, Kind::Var(of) if of == var);
        let looked = exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Index(base, _) | Kind::Part(base, _) | Kind::View(_, base) => Some(*base),
            Kind::MethodCall(call) if ArrayMethod::of(call).is_some() => Some(call.args[0]),
            _ => None,
        });
        let looked: Vec<usize> = looked.map(ExprId::index).filter(|&at| named(at)).collect();
        (0..exprs.len()).filter(|at| named(*at) && !looked.contains(at)).collect()
    }
}

/// What an expression does, for those who look at an array.
enum Part<'f> {
    /// It writes to this.
    Writes(&'f Target),
    /// It lends this to be written to.
    Lends(ExprId),
    /// It is run more than once, the condition of a loop too.
    Repeats,
    Nothing,
}

fn part<'f>(kind: &'f Kind<'_>) -> Part<'f> {
    match kind {
        Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) => Part::Writes(target),
        Kind::MutRef(inside, _) => Part::Lends(*inside),
        Kind::MethodCall(call) if ArrayMethod::of(call).is_some_and(ArrayMethod::writes) => Part::Lends(call.args[0]),
        Kind::Loop(_) => Part::Repeats,
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
        | Kind::Tuple(_)
        | Kind::Field(..)
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
        | Kind::Macro(_)
        | Kind::Jump(_)
        | Kind::StopGradient(..)
        | Kind::Error
        | Kind::Unseen(_) => Part::Nothing,
    }
}

//! Arrays as values: the net has those that a function gives, and those that a variable may be changed to hold.
//!
//! An array that depends on nothing is the host's, unless it comes to where the net wants one. What gives such an array is found
//! before lowering, from where it goes to back to where it comes from.

use std::collections::{HashMap, HashSet};

use hypernet::{ArrayOp, Operation, Type};
use proc_macro2::Span;

use super::arrays::bound;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::infer::Types;
use crate::syntax::{ExprId, Function, Kind, Pattern, Statement, Target, Ty, VarId};

/// The arrays that are the net's, whatever they depend on.
#[derive(Default)]
pub(super) struct Owned {
    /// The expressions that give one.
    exprs: HashSet<ExprId>,
    /// The variables that hold one.
    vars: HashSet<VarId>,
}

impl Owned {
    /// Those of a function.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else hands on what its parts give")]
    pub(super) fn new(function: &Function<'_>, types: &Types) -> Self {
        let mut sources: HashMap<VarId, Vec<ExprId>> = HashMap::new();
        for expr in &function.exprs {
            match &expr.kind {
                Kind::Block(statements, _) => {
                    for statement in statements {
                        if let Statement::Let(pattern, Some(init), _) = statement {
                            from_pattern(function, pattern, *init, &mut sources);
                        }
                    }
                }
                Kind::Assign(target, value) => from_target(function, target, *value, &mut sources),
                _ => {}
            }
        }
        let mut owned = Self::default();
        let (mut pending, mut vars) = (Vec::new(), Vec::new());
        if has_array(&types.resolve(&function.result)) {
            pending.push(function.body);
        }
        for (index, var) in function.vars.iter().enumerate() {
            let id = VarId(u32::try_from(index).unwrap_or(u32::MAX));
            if var.mutable && function.depending.contains(&id) && matches!(types.var(id), Ty::Array(_)) {
                vars.push(id);
            }
        }
        loop {
            if let Some(var) = vars.pop() {
                if owned.vars.insert(var) {
                    pending.extend(sources.get(&var).into_iter().flatten());
                }
                continue;
            }
            let Some(id) = pending.pop() else { return owned };
            if !has_array(&types.expr(id)) || !owned.exprs.insert(id) {
                continue;
            }
            match &function.expr(id).kind {
                Kind::Block(_, tail) => pending.extend(tail),
                Kind::If(_, then, other) => pending.extend([*then].into_iter().chain(*other)),
                Kind::Match(_, arms) => pending.extend(arms.iter().map(|arm| arm.body)),
                Kind::Tuple(parts) => pending.extend(parts),
                Kind::Var(var) => vars.push(*var),
                _ => {}
            }
        }
    }

    /// Whether this expression gives an array of the net's.
    pub(super) fn gives(&self, id: ExprId) -> bool {
        self.exprs.contains(&id)
    }

    /// Whether this variable holds one.
    pub(super) fn holds(&self, var: VarId) -> bool {
        self.vars.contains(&var)
    }
}

/// Whether a value of this type has an array in it.
pub(super) fn has_array(ty: &Ty) -> bool {
    match ty {
        Ty::Array(_) => true,
        Ty::Tuple(parts) => parts.iter().any(has_array),
        Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Var(_) | Ty::Fn(_) => false,
    }
}

/// Notes what the variables of a pattern get.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a tuple has parts")]
fn from_pattern(function: &Function<'_>, pattern: &Pattern, init: ExprId, sources: &mut HashMap<VarId, Vec<ExprId>>) {
    if let Some(var) = bound(pattern) {
        return sources.entry(var).or_default().push(init);
    }
    match pattern {
        Pattern::Typed(inside, ..) => from_pattern(function, inside, init, sources),
        Pattern::Tuple(parts) => {
            let values = match &function.expr(init).kind {
                Kind::Tuple(values) if values.len() == parts.len() => Some(values),
                _ => None,
            };
            for (at, part) in parts.iter().enumerate() {
                from_pattern(function, part, values.map_or(init, |values| values[at]), sources);
            }
        }
        Pattern::Bind(..)
        | Pattern::Wild
        | Pattern::Rest
        | Pattern::Literal(_)
        | Pattern::Range { .. }
        | Pattern::Or(_)
        | Pattern::Path(_)
        | Pattern::Struct(_) => {}
    }
}

/// Notes what the variables of a target get.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a tuple has parts")]
fn from_target(function: &Function<'_>, target: &Target, value: ExprId, sources: &mut HashMap<VarId, Vec<ExprId>>) {
    match target {
        Target::Var(var, fields, _) if fields.is_empty() => sources.entry(*var).or_default().push(value),
        Target::Tuple(parts) => {
            let values = match &function.expr(value).kind {
                Kind::Tuple(values) if values.len() == parts.len() => Some(values),
                _ => None,
            };
            for (at, part) in parts.iter().enumerate() {
                from_target(function, part, values.map_or(value, |values| values[at]), sources);
            }
        }
        Target::Var(..) | Target::Element(..) | Target::Wild => {}
    }
}

impl Lowering<'_, '_> {
    /// Whether an array is in a value.
    pub(super) fn has_array(&self, value: &Val) -> bool {
        match value {
            Val::Wire(..) => self.is_array(value),
            Val::Tuple(parts) => parts.iter().any(|part| self.has_array(part)),
            Val::Function(_) => false,
        }
    }

    /// Refuses a variable for a tuple with arrays in it: its parts are moved one by one.
    pub(super) fn no_tuple_of_arrays(&self, var: VarId, value: &Val) -> Lowered<()> {
        let name = self.function.vars.get(var.index()).map_or_else(Span::call_site, |var| var.name.span());
        if self.has_array(value) { Err(refusal::TUPLE_OF_ARRAYS.on(name)) } else { Ok(()) }
    }

    /// Refuses a value with an array in it.
    pub(super) fn no_array(&self, value: &Val, span: Span) -> Lowered<()> {
        if self.has_array(value) { Err(refusal::WHOLE_ARRAY.on(span)) } else { Ok(()) }
    }

    /// The value of a variable. An array is moved out of it, if it is its own.
    pub(super) fn moved(&mut self, var: VarId, span: Span) -> Lowered<Val> {
        if self.array_of(var).is_none() || self.borrowed.contains(&var) {
            return self.variable(var, span);
        }
        self.env.remove(&var).ok_or_else(|| refusal::WHOLE_ARRAY.on(span))
    }

    /// What an expression gave: an array of the host's becomes one of the net's where that wants one.
    pub(super) fn own(&mut self, id: ExprId, value: Val) -> Lowered<Val> {
        if !self.owned.gives(id) {
            return Ok(value);
        }
        let (ty, span) = (self.types.expr(id), self.function.expr(id).span);
        self.own_of(value, &ty, span)
    }

    fn own_of(&mut self, value: Val, ty: &Ty, span: Span) -> Lowered<Val> {
        match (value, ty) {
            (Val::Wire(wire, active), ty @ Ty::Array(_)) => {
                let Type::Discrete(host) = self.builder.ty(wire).clone() else { return Ok(Val::Wire(wire, active)) };
                let Some(array) = self.is_array_of_reals(ty) else { return Err(refusal::ARRAY.on(span)) };
                let owned = self.op1(Operation::Array(ArrayOp::Own(host), array), &[wire], span)?;
                Ok(Val::Wire(owned, true))
            }
            (Val::Tuple(parts), Ty::Tuple(types)) if parts.len() == types.len() => {
                let parts = parts.into_iter().zip(types).map(|(part, ty)| self.own_of(part, ty, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            (value, _) => Ok(value),
        }
    }

    /// The end of the arrays in a value.
    pub(super) fn drop_arrays(&mut self, value: &Val, span: Span) -> Lowered<()> {
        match value {
            Val::Wire(wire, _) if self.is_array(value) => {
                let ty = self.builder.ty(*wire).clone();
                self.op(Operation::Array(ArrayOp::Drop, ty), &[*wire], span).map(|_| ())
            }
            Val::Tuple(parts) => parts.iter().try_for_each(|part| self.drop_arrays(part, span)),
            Val::Wire(..) | Val::Function(_) => Ok(()),
        }
    }

    /// The end of the array of a variable, if it still holds one.
    pub(super) fn end_array(&mut self, var: VarId, span: Span) -> Lowered<()> {
        if self.array_of(var).is_none() {
            return Ok(());
        }
        match self.env.remove(&var) {
            Some(value) => self.drop_arrays(&value, span),
            None => Ok(()),
        }
    }
}

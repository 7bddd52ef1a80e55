//! Loops, as `fold`. What a turn assigns is the state, which one turn hands to the next; what else it uses of the outside is the
//! environment.
//!
//! `break` and `continue` set a variable, and what stands after them in the turn is a branch that is taken if none is set. The
//! state of a loop that may be left early begins with whether there is another turn. The condition of `while` is evaluated
//! before the loop and at the end of each turn, so it stands in the net twice.

use std::collections::BTreeSet;

use hypernet::{DiscreteOp, Operation, Sequence, Type, Value};
use proc_macro2::Span;
use quote::quote_spanned;

use super::value::Val;
use super::{Lowered, Lowering, has_tangent};
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, Head, Jump, Kind, Leaving, Loop, Pattern, Statement, Ty, VarId};

impl Lowering<'_, '_> {
    /// The length of what a loop runs over, if that is the host's: the written code says that it is an array. Another type may give its
    /// elements in another order than by its indices.
    pub(super) fn length_of_looped(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        let Some((value, var, rows)) = self.looped_host(id) else { return Ok(None) };
        let (backprop, hole) = (crate::input::crate_path::crate_path(), crate::holes::hole(0));
        let shape = self.leaf_shape(&self.types.expr(id));
        let span = self.function.var(var).name.span();
        let at = Span::mixed_site().located_at(span);
        let length = if rows { quote_spanned!(at=> length_of_rows) } else { quote_spanned!(at=> length) };
        // The call that gives it back has its place, which what stands in the hole has not.
        let looped = quote_spanned!(at=> ::core::convert::identity(&#hole));
        let tokens = quote_spanned!(at=> #backprop::__private::claims::#length(#looped));
        self.foreign("len", tokens, &[value], &shape, true, span).map(Some)
    }

    /// What a loop runs over, if this is its length and it is the host's; whether its elements are arrays. Of one whose type is written, that
    /// says what it is.
    fn looped_host(&self, id: ExprId) -> Option<(Val, VarId, bool)> {
        let Kind::MethodCall(call) = &self.function.expr(id).kind else { return None };
        let [array] = call.args.as_slice() else { return None };
        let named = self.function.views.named(*array);
        let var = if let Kind::Var(var) = self.function.expr(*array).kind { var } else { named? };
        let rows = self.function.looped.get(&var).filter(|_| *call.name == "len")?;
        let value @ Val::Wire(wire, _) = self.env.get(&var)? else { return None };
        let Type::Discrete(name) = self.builder.ty(*wire) else { return None };
        let is_written = name.name().is_some_and(|name| name.contains('[') || name.contains("Vec"));
        (!is_written).then(|| (value.clone(), var, *rows))
    }

    /// Whether code takes the length of what a loop runs over, and is not the loop.
    pub(super) fn takes_looped(&self, first: usize, last: usize) -> bool {
        if self.function.looped.is_empty() {
            return false;
        }
        let exprs = &self.function.exprs[first..last];
        let ids = (first..last).filter_map(|at| u32::try_from(at).ok()).map(ExprId);
        !exprs.iter().any(|expr| matches!(expr.kind, Kind::Loop(_)))
            && ids.into_iter().any(|id| self.looped_host(id).is_some())
    }

    pub(super) fn repeated(&mut self, id: ExprId, repeated: &Loop) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        let mut bounds = Vec::new();
        let (mut roots, mut number, mut condition) = (vec![repeated.body], None, None);
        let mut sequence = Sequence::ENDLESS;
        let Leaving { broken, continued, value: given } = repeated.left;
        match &repeated.head {
            Head::For { pattern, bounds: of_range, sequence: of_turns } => {
                for &bound in of_range {
                    let value = self.expr(bound)?;
                    bounds.push(Self::wire(&value, span)?);
                }
                if !matches!(self.builder.ty(bounds[0]), Type::Discrete(_)) {
                    // Of a range of numbers that are not whole, rustc says that it is no iterator.
                    return Err(refusal::FOR.on(span).left_to_rustc());
                }
                number = Some(pattern);
                sequence = *of_turns;
            }
            &Head::While(of_turns) => {
                let own = self.known_summary(of_turns);
                if own.assigned.contains(&broken) || own.assigned.contains(&continued) {
                    return Err(refusal::JUMP_VALUE.on(self.function.expr(of_turns).span));
                }
                roots.push(of_turns);
                condition = Some(of_turns);
            }
            Head::Endless(_) => {}
            Head::Once => return self.once(id, repeated),
        }
        let effects = self.effects(&roots);
        let own = |var: &VarId| *var == broken || *var == continued;
        let stopping: Vec<VarId> =
            effects.iter().copied().filter(|var| *var == broken || self.leaving.contains(var)).collect();
        sequence.stops = condition.is_some() || matches!(repeated.head, Head::Endless(_)) || !stopping.is_empty();

        // Whether there is a first turn.
        let go = match condition {
            Some(condition) => Some(self.condition(condition, span)?),
            None if sequence.stops => Some(self.bool(true, span)?),
            None => None,
        };
        if let Some(var) = given {
            let ty = self.types.var(var);
            let nothing = self.nothing(&ty, span)?;
            self.env.insert(var, nothing);
        }

        // The state: what a turn may assign, with the values before the loop.
        let index = if let Some(Pattern::Bind(var, _)) = number { Some(*var) } else { None };
        let mut state = self.state_before(effects.into_iter().filter(|var| Some(*var) != index && !own(var)), span)?;
        let mut before: Vec<Value> = go.into_iter().collect();
        for (_, value) in &state {
            before.extend(Self::flatten(value)?);
        }

        self.builder.open_branch();
        let mut count = None;
        if let Some(pattern) = number {
            let name = index.map(|var| self.function.var(var).name.to_string());
            let ty = self.builder.ty(bounds[0]).clone();
            count = Some((pattern, self.builder.input(ty, name.as_deref())));
        }
        if sequence.stops {
            self.builder.input(Type::bool(), Some("go_on"));
        }
        self.take_state(&mut state)?;
        if let Some((pattern, number)) = count {
            self.bind(pattern, Val::Wire(number, false))?;
        }
        // A turn begins where no loop has been left.
        self.go_on(stopping.iter().copied().chain([broken, continued]), span)?;
        let around = [broken, continued].map(|flag| self.leaving.insert(flag));
        debug_assert_eq!(around, [true; 2]);
        // What the body makes is dropped before the condition of the next turn.
        let turn = self.terminated(repeated.body);
        for flag in [broken, continued] {
            self.leaving.remove(&flag);
        }
        turn?;
        let mut outputs = Vec::new();
        if sequence.stops {
            outputs.push(self.another(condition, &stopping, span)?);
        }
        for (var, template) in &state {
            let Some(value) = self.env.get(var).cloned() else {
                return Err(self.no_value(*var, refusal::LOOP_MOVED.on(span).left_to_rustc()));
            };
            if template.merged(&value).is_none() {
                return Err(refusal::LOOP_FUNCTION.on(span));
            }
            outputs.extend(Self::flatten(&value)?);
        }
        let body = self.builder.close_branch(&outputs).map_err(|error| Self::build_error(&error, span))?;
        let after = self.builder.fold(sequence, &bounds, &before, body);
        let after = after.map_err(|error| Self::build_error(&error, span))?;
        let mut after = after.into_iter().skip(usize::from(sequence.stops));
        for (var, template) in state {
            let value = Self::rebuild(&template, &mut after);
            self.env.insert(var, value);
        }
        for flag in [broken, continued] {
            self.env.remove(&flag);
        }
        if let Head::Endless(false) = repeated.head {
            return self.left_with(id, &self.jumps(id), span);
        }
        Ok(given.and_then(|var| self.env.remove(&var)).unwrap_or_else(Val::unit))
    }

    /// These variables, with their values before the loop.
    fn state_before(&mut self, vars: impl Iterator<Item = VarId>, span: Span) -> Lowered<Vec<(VarId, Val)>> {
        let mut state = Vec::new();
        for var in vars {
            // What gets its first value in a turn is read after that alone: rustc says so.
            if self.variables.deferred.contains(&var) && !super::owned::has_array(&self.types.var(var)) {
                self.unread(&BTreeSet::from([var]), span);
            }
            match self.env.get(&var) {
                Some(value) if value.has_function() => {
                    return Err(value.is_undeclared().unwrap_or_else(|| refusal::LOOP_FUNCTION.on(span)));
                }
                Some(value) => state.push((var, value.clone())),
                None if self.variables.deferred.contains(&var) => return Err(refusal::LOOP_DEFERRED.on(span)),
                None => {}
            }
        }
        Ok(state)
    }

    /// A body that may be left: its value is the one that it is left with, if it is.
    fn once(&mut self, id: ExprId, repeated: &Loop) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        let ty = self.types.expr(id);
        let Leaving { broken, value: Some(given), .. } = repeated.left else { return self.expr(repeated.body) };
        let has_array = super::owned::has_array(&self.types.resolve(&ty));
        let nothing = self.nothing(&ty, span)?;
        self.env.insert(given, nothing);
        self.go_on([broken].into_iter(), span)?;
        self.leaving.insert(broken);
        let is_given = !has_array && self.ends_of(repeated.body, broken, given);
        let value = self.leaves_last(repeated.body).and_then(|()| self.expr(repeated.body));
        self.leaving.remove(&broken);
        let (left, early) = (self.env.remove(&broken), self.env.remove(&given));
        let (value, Some(left), Some(early)) = (value?, left, early) else {
            return Err(refusal::JUMP_VALUE.on(span));
        };
        if is_given {
            return Ok(value);
        }
        let left = Self::wire(&left, span)?;
        if has_array {
            // One of the two is what nobody looks at.
            self.env.insert(given, early);
            let chosen = self.branches(
                left,
                BTreeSet::from([given]),
                &ty,
                &mut |lowering| {
                    lowering.drop_arrays(&value, span)?;
                    lowering.env.remove(&given).ok_or_else(|| refusal::JUMP_VALUE.on(span))
                },
                &mut |lowering| {
                    if let Some(early) = lowering.env.remove(&given) {
                        lowering.drop_arrays(&early, span)?;
                    }
                    Ok(value.clone())
                },
                span,
            );
            self.env.remove(&given);
            return chosen;
        }
        self.branches(left, BTreeSet::new(), &ty, &mut |_| Ok(early.clone()), &mut |_| Ok(value.clone()), span)
    }

    /// Notes what ends a body that may be left, so that its value there is the one that it is left with. Gives whether that
    /// is so wherever it is left.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else ends in an expression")]
    fn ends_of(&mut self, body: ExprId, flag: VarId, given: VarId) -> bool {
        let function = self.function;
        let (mut pending, mut is_given) = (vec![body], true);
        while let Some(id) = pending.pop() {
            self.ends.insert(id, (flag, given));
            match &function.expr(id).kind {
                Kind::Block(statements, tail) => {
                    for statement in statements {
                        let (Statement::Let(_, Some(value), _) | Statement::Expr(value)) = statement else { continue };
                        let jumps = self.jumps(*value);
                        is_given &= !jumps.contains(&flag) || jumps.len() == 1;
                    }
                    pending.extend(tail);
                }
                Kind::If(_, then, other) => pending.extend([*then].into_iter().chain(*other)),
                Kind::Match(_, arms) => pending.extend(arms.iter().map(|arm| arm.body)),
                Kind::Jump(jump) => is_given &= jump.flag == flag || !self.jumps(id).contains(&flag),
                Kind::Loop(repeated) if matches!(repeated.head, Head::Endless(false)) => {
                    let jumps = self.jumps(id);
                    is_given &= !jumps.contains(&flag) || jumps.len() == 1;
                }
                _ => is_given &= !self.jumps(id).contains(&flag),
            }
        }
        is_given
    }

    /// The value of an expression where it has left these loops: the one that is given, if it ends what has been left.
    pub(super) fn left_with(&mut self, id: ExprId, jumps: &BTreeSet<VarId>, span: Span) -> Lowered<Val> {
        if self.unseen.contains(&id) {
            return Ok(Val::unit());
        }
        if let Some((flag, given)) = self.ends.get(&id)
            && jumps.iter().eq([flag])
            && let Some(given) = self.env.get(given)
        {
            return Ok(given.clone());
        }
        self.nothing(&self.types.expr(id), span)
    }

    /// The state as the function of a turn takes it.
    fn take_state(&mut self, state: &mut [(VarId, Val)]) -> Lowered<()> {
        for (var, value) in state {
            // A later turn may meet what depends on the inputs, even if the first one does not.
            *value = self.carried(value);
            let parts = Self::flatten(value)?;
            let known = self.function.vars.get(var.index()).filter(|_| parts.len() == 1);
            let name = known.map(|variable| variable.name.to_string());
            let mut wires = Vec::new();
            for wire in parts {
                let ty = self.builder.ty(wire).clone();
                wires.push(self.builder.input(ty, name.as_deref()));
            }
            let inside = Self::rebuild(value, &mut wires.into_iter());
            self.env.insert(*var, inside);
        }
        Ok(())
    }

    /// Whether there is another turn after the one at hand, of a loop with this condition.
    fn another(&mut self, condition: Option<ExprId>, stopping: &[VarId], span: Span) -> Lowered<Value> {
        let Some(left) = self.any(stopping.iter().copied(), span)? else {
            return match condition {
                Some(condition) => self.condition(condition, span),
                None => self.bool(true, span),
            };
        };
        let Some(condition) = condition else {
            return self.op1(Operation::Discrete(DiscreteOp::Not, "bool".into()), &[left], span);
        };
        let effects = self.effects(&[condition]);
        let go = self.branches(
            left,
            effects,
            &Ty::bool(),
            &mut |lowering| Ok(Val::Wire(lowering.bool(false, span)?, false)),
            &mut |lowering| Ok(Val::Wire(lowering.condition(condition, span)?, false)),
            span,
        )?;
        Self::wire(&go, span)
    }

    pub(super) fn condition(&mut self, condition: ExprId, span: Span) -> Lowered<Value> {
        let value = self.terminated(condition)?;
        Self::wire(&value, span)
    }

    /// Whether one of these says that a loop has been left; none if there are none.
    pub(super) fn any(&mut self, flags: impl Iterator<Item = VarId>, span: Span) -> Lowered<Option<Value>> {
        let mut any = None;
        for flag in flags {
            let Some(Val::Wire(flag, _)) = self.env.get(&flag) else { continue };
            let flag = *flag;
            any = Some(match any {
                Some(others) => self.op1(Operation::Discrete(DiscreteOp::Or, "bool".into()), &[others, flag], span)?,
                None => flag,
            });
        }
        Ok(any)
    }

    /// Lets these say that no loop has been left.
    pub(super) fn go_on(&mut self, flags: impl Iterator<Item = VarId>, span: Span) -> Lowered<()> {
        for flag in flags {
            let no = self.flag(false, span)?;
            self.env.insert(flag, Val::Wire(no, false));
        }
        Ok(())
    }

    /// `break` and `continue`.
    pub(super) fn jump(&mut self, id: ExprId, jump: &Jump) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        if let Some((var, value)) = jump.value {
            let arrays: Vec<VarId> =
                self.env.iter().map(|(var, _)| var).filter(|&var| self.is_array_of_net(var)).collect();
            let value = self.expr(value)?;
            // The turn ends here: of what has been moved away, nobody asks what it is.
            for moved in arrays {
                if !self.env.contains_key(&moved) {
                    let nothing = self.nothing(&self.types.var(moved), span)?;
                    self.env.insert(moved, nothing);
                }
            }
            if let Some(nothing) = self.env.insert(var, value) {
                self.drop_arrays(&nothing, span)?;
            }
        }
        let yes = self.flag(true, span)?;
        self.env.insert(jump.flag, Val::Wire(yes, false));
        self.left_with(id, &BTreeSet::from([jump.flag]), span)
    }

    /// Gives a value to those of these variables that are declared without one and have none yet: what would give them one
    /// is not run where a loop has been left, and neither is what reads them.
    pub(super) fn unread(&mut self, assigned: &BTreeSet<VarId>, span: Span) {
        for var in assigned {
            if self.variables.deferred.contains(var)
                && !self.env.contains_key(var)
                && let Ok(nothing) = self.nothing(&self.types.var(*var), span)
            {
                self.env.insert(*var, nothing);
            }
        }
    }

    /// A value of this type that nobody looks at.
    fn nothing(&mut self, ty: &Ty, span: Span) -> Lowered<Val> {
        match self.types.resolve(ty) {
            Ty::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.nothing(part, span)).collect::<Lowered<_>>()?;
                Ok(Val::Tuple(parts))
            }
            Ty::Real(scalar) => Ok(Val::Wire(self.builder.real(0.0, &Type::Real(scalar)), false)),
            Ty::Discrete(name) if name.is("bool") => Ok(Val::Wire(self.bool(false, span)?, false)),
            Ty::Discrete(name) if crate::syntax::is_integer(&name) => {
                let constant = Operation::Constant(hypernet::Constant::Integer(0), Type::Discrete(name));
                Ok(Val::Wire(self.op1(constant, &[], span)?, false))
            }
            // Nothing is said of what never has a value.
            Ty::Var(_) => Ok(Val::unit()),
            ty @ Ty::Array(_) => {
                let Some(ty) = self.is_array_of_reals(&ty) else { return Err(refusal::JUMP_VALUE.on(span)) };
                let empty = hypernet::ArrayOp::New(hypernet::Layout::Elements(false, Vec::new().into()));
                Ok(Val::Wire(self.op1(Operation::Array(empty, ty), &[], span)?, true))
            }
            Ty::Discrete(_) | Ty::Opaque(_) | Ty::Fn(_) => Err(refusal::JUMP_VALUE.on(span)),
        }
    }

    /// The same value, active where values of its types can be.
    fn carried(&self, value: &Val) -> Val {
        match value {
            Val::Wire(wire, active) => Val::Wire(*wire, *active || has_tangent(self.builder.ty(*wire))),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|part| self.carried(part)).collect()),
            Val::Function(function) => Val::Function(function.clone()),
        }
    }
}

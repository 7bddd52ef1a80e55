//! Branches: `if`, `match`, `&&` and `||` as `cond`.

use std::collections::BTreeSet;
use std::rc::Rc;

use hypernet::{ArrayOp, Branch, DiscreteOp, Operation, Type, Value};
use proc_macro2::Span;

use super::same::may_stand_for;
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::syntax::{ExprId, Kind, Ty, VarId};

/// What one branch is: run to get its value.
pub(super) type Body<'b, 'f, 'a> = &'b mut dyn FnMut(&mut Lowering<'f, 'a>) -> Lowered<Val>;

impl<'f, 'a> Lowering<'f, 'a> {
    /// `if`.
    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        then: ExprId,
        other: Option<ExprId>,
    ) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        let ty = self.types.expr(id);
        let value = self.terminated(condition)?;
        let condition = Self::wire(&value, span)?;
        let mut roots = vec![then];
        roots.extend(other);
        let effects = self.effects(&roots);
        let unit = other.is_none();
        self.branches(
            condition,
            effects,
            &ty,
            &mut |lowering| {
                let value = lowering.terminated(then)?;
                Ok(if unit { Val::unit() } else { value })
            },
            &mut |lowering| other.map_or_else(|| Ok(Val::unit()), |other| lowering.terminated(other)),
            span,
        )
    }

    /// Why the values of two branches are not one. What stands for the value of a branch that leaves has no type that only rustc knows.
    fn differ(first: &Val, second: &Val, span: Span) -> Diagnostic {
        let are_functions = first.has_function() || second.has_function();
        if let Some(undeclared) = first.is_undeclared().or_else(|| second.is_undeclared()) {
            return undeclared;
        }
        if are_functions { refusal::BRANCH_FUNCTIONS } else { refusal::JUMP_VALUE }.on(span)
    }

    /// A `cond` of two branches, which may change the variables in `effects` and give a value of type `ty`.
    pub(super) fn branches(
        &mut self,
        condition: Value,
        effects: BTreeSet<VarId>,
        ty: &Ty,
        then: Body<'_, 'f, 'a>,
        other: Body<'_, 'f, 'a>,
        span: Span,
    ) -> Lowered<Val> {
        let before: Vec<(VarId, Option<Val>)> =
            effects.into_iter().map(|var| (var, self.env.get(&var).cloned())).collect();

        self.builder.open_branch();
        let first = then(self)?;
        let first = self.common(first, ty, span)?;
        // What comes out beside the value: the variables of the outside that have a value now. What is declared inside of
        // a branch is nobody's business outside.
        let mut first_values: Vec<(VarId, Val)> = Vec::new();
        for (var, outside) in &before {
            let declared = outside.is_some() || self.variables.deferred.contains(var);
            if let Some(value) = self.env.get(var).filter(|_| declared).cloned() {
                first_values.push((*var, self.common_variable(*var, value, span)?));
            }
        }
        let first_outputs = Self::flatten(&first)?;
        // The results of the branch, by the variable that they are of.
        let mut owners = vec![None; first_outputs.len()];
        let mut outputs = first_outputs;
        for (var, value) in &first_values {
            outputs.extend(Self::flatten(value)?);
            owners.resize(outputs.len(), Some(*var));
        }
        let mut then_branch = self.builder.close_branch(&outputs).map_err(|error| Self::build_error(&error, span))?;

        self.restore(&before);
        self.builder.open_branch();
        let second = other(self)?;
        let second = self.common(second, ty, span)?;
        let Some(result) = first.merged(&second) else {
            return Err(Self::differ(&first, &second, span));
        };
        let mut outputs = Self::flatten(&second)?;
        // What has been moved away in the first branch ends in this one.
        for (var, outside) in &before {
            let moved = !first_values.iter().any(|(other, _)| other == var);
            if moved && outside.as_ref().is_some_and(|value| self.is_array(value)) {
                self.end_array(*var, span)?;
            }
        }
        let mut merged = Vec::with_capacity(first_values.len());
        let mut chosen = Vec::new();
        for (var, first_value) in first_values {
            // What gets a value in one of the branches only has none afterwards.
            let Some(value) = self.env.get(&var).cloned() else { continue };
            if let Some(flag) = self.flags_merged(&first_value, &value) {
                chosen.push((var, flag));
                continue;
            }
            let value = self.common_variable(var, value, span)?;
            let Some(template) = first_value.merged(&value) else {
                return Err(Self::differ(&first_value, &value, span));
            };
            outputs.extend(Self::flatten(&value)?);
            merged.push((var, template));
        }
        let mut other_branch = self.builder.close_branch(&outputs).map_err(|error| Self::build_error(&error, span))?;
        let kept: BTreeSet<VarId> = merged.iter().map(|(var, _)| *var).collect();
        self.builder.keep_results(&mut then_branch, |at| owners[at].is_none_or(|var| kept.contains(&var)));
        self.agreeing(&mut then_branch, &mut other_branch, span)?;
        let wires =
            self.builder.cond(condition, then_branch, other_branch).map_err(|error| Self::build_error(&error, span))?;
        let mut wires = wires.into_iter();
        let value = Self::rebuild(&result, &mut wires);
        self.restore(&before);
        for (var, outside) in &before {
            // It has been moved away in a branch, or it is what comes out.
            if self.is_whole(*var) || outside.as_ref().is_some_and(|value| self.is_array(value)) {
                self.env.remove(var);
            }
        }
        for (var, template) in merged {
            let value = Self::rebuild(&template, &mut wires);
            self.env.insert(var, value);
        }
        for (var, flag) in chosen {
            let flag = match flag {
                [true, false] => condition,
                [false, true] => self.op1(Operation::Discrete(DiscreteOp::Not, "bool".into()), &[condition], span)?,
                [both, _] => self.flag(both, span)?,
            };
            self.env.insert(var, Val::Wire(flag, false));
        }
        Ok(value)
    }

    /// Lets what one branch gives be of the type that it has in the other one: of a value that depends on nothing only rustc
    /// knows the type, and one that depends on something has the same.
    fn agreeing(&mut self, one: &mut Branch, other: &mut Branch, span: Span) -> Lowered<()> {
        for at in 0..one.results().len().min(other.results().len()) {
            let types = [&*one, &*other].map(|branch| branch.results()[at].clone());
            for (branch, ty, wanted) in [(&mut *one, &types[0], &types[1]), (&mut *other, &types[1], &types[0])] {
                if let (Type::Array(_), Type::Discrete(host)) = (wanted, ty) {
                    // An array of data, by value, becomes one of the net's.
                    let own = Operation::Array(ArrayOp::Own(host.clone()), wanted.clone());
                    self.builder.convert_result(branch, at, own).map_err(|error| Self::build_error(&error, span))?;
                    continue;
                }
                // Of a number and what only rustc knows, only rustc knows what comes out: it may be a struct that was meant.
                if matches!(ty, Type::Opaque(_)) || !may_stand_for(ty, wanted) {
                    continue;
                }
                let same = Operation::Same(ty.clone(), wanted.clone());
                self.builder.convert_result(branch, at, same).map_err(|error| Self::build_error(&error, span))?;
            }
        }
        Ok(())
    }

    /// Whether a loop has been left, if both branches know it.
    fn flags_merged(&self, first: &Val, second: &Val) -> Option<[bool; 2]> {
        let known = |value: &Val| match value {
            Val::Wire(wire, _) => self.values.flags.get(wire).copied(),
            Val::Tuple(_) | Val::Function(_) => None,
        };
        Some([known(first)?, known(second)?])
    }

    /// A constant that says whether a loop has been left.
    pub(super) fn flag(&mut self, is: bool, span: Span) -> Lowered<Value> {
        let wire = self.bool(is, span)?;
        self.values.flags.insert(wire, is);
        Ok(wire)
    }

    /// Lets variables have the values again that they had before a branch.
    fn restore(&mut self, before: &[(VarId, Option<Val>)]) {
        for (var, value) in before {
            match value {
                Some(value) => self.env.insert(*var, value.clone()),
                None => self.env.remove(var),
            };
        }
    }

    /// What a branch gives, such that the functions in it are called as those are that the other branch gives.
    fn common(&mut self, value: Val, ty: &Ty, span: Span) -> Lowered<Val> {
        let has_state = value.threads().iter().any(|&thread| thread != WORLD);
        let value = if has_state || !value.has_function() { value } else { self.conform(value, ty, span)? };
        self.ordered(value, span)
    }

    /// The same for what a branch leaves in a variable.
    fn common_variable(&mut self, var: VarId, value: Val, span: Span) -> Lowered<Val> {
        let value = self.conforming(var, value, span)?;
        self.ordered(value, span)
    }

    /// The same value, in which all functions keep the order of effects: so the functions of two branches have one type.
    fn ordered(&mut self, value: Val, span: Span) -> Lowered<Val> {
        if !self.env.contains_key(&WORLD) {
            return Ok(value);
        }
        let function = match value {
            Val::Wire(..) => return Ok(value),
            Val::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.ordered(part, span)).collect::<Lowered<_>>()?;
                return Ok(Val::Tuple(parts));
            }
            Val::Function(function) => function,
        };
        let Func::Wire { function: wire, params, result, threads, lent, active } = &*function else {
            return Ok(Val::Function(function));
        };
        if threads.contains(&WORLD) {
            return Ok(Val::Function(function));
        }
        let Some(ty) = self.builder.ty(*wire).as_function().cloned() else { return Ok(Val::Function(function)) };
        self.builder.open();
        let operands: Vec<Value> = ty.params.iter().map(|ty| self.builder.input(ty.clone(), None)).collect();
        let world = self.builder.input(Type::World, None);
        let mut outputs = self.eval_on(*wire, &operands, span)?;
        outputs.push(world);
        let wire = self.builder.close(&outputs).map_err(|error| Self::build_error(&error, span))?;
        let threads = threads.iter().copied().chain([WORLD]).collect();
        let (params, result, lent, active) = (params.clone(), result.clone(), lent.clone(), *active);
        Ok(Val::Function(Rc::new(Func::Wire { function: wire, params, result, threads, lent, active })))
    }

    /// `&&` and `||`: the right side is evaluated only if it has to be, unless nobody can tell.
    pub(super) fn logic(&mut self, id: ExprId) -> Lowered<Val> {
        let function = self.function;
        let mut spine = Vec::new();
        let mut at = id;
        while let Kind::Logic(and, left, right) = &function.expr(at).kind {
            spine.push((*and, *right, function.expr(at).span));
            at = *left;
        }
        let mut value = self.terminated(at)?;
        while let Some((and, right, span)) = spine.pop() {
            value = self.logic_of(and, &value, right, span)?;
        }
        Ok(value)
    }

    fn logic_of(&mut self, and: bool, left: &Val, right: ExprId, span: Span) -> Lowered<Val> {
        let condition = Self::wire(left, span)?;
        if self.is_plain(right) {
            let value = self.expr(right)?;
            let right = Self::wire(&value, span)?;
            let op = if and { DiscreteOp::And } else { DiscreteOp::Or };
            return Ok(Val::Wire(self.op1(Operation::Discrete(op, "bool".into()), &[condition, right], span)?, false));
        }
        let effects = self.effects(&[right]);
        let mut evaluated = |lowering: &mut Self| lowering.terminated(right);
        let mut known = |lowering: &mut Self| Ok(Val::Wire(lowering.bool(!and, span)?, false));
        if and {
            self.branches(condition, effects, &Ty::bool(), &mut evaluated, &mut known, span)
        } else {
            self.branches(condition, effects, &Ty::bool(), &mut known, &mut evaluated, span)
        }
    }

    /// Whether an expression can be evaluated without anybody noticing: no calls, nothing that may panic.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is not pure: it is not computed where the program does not"
    )]
    fn is_plain(&self, id: ExprId) -> bool {
        let real = |id: ExprId| matches!(self.types.expr(id), Ty::Real(_));
        // Down the left sides of chains.
        let mut id = id;
        while let Kind::Binary(_, a, b) | Kind::Logic(_, a, b) = &self.function.expr(id).kind {
            let fits = matches!(self.function.expr(id).kind, Kind::Logic(..)) || real(*a);
            if !fits || !self.is_plain(*b) {
                return false;
            }
            id = *a;
        }
        match &self.function.expr(id).kind {
            Kind::Real(..) | Kind::Int(..) | Kind::Bool(_) | Kind::Constant(..) | Kind::Var(_) => true,
            Kind::Not(inside) | Kind::Field(inside, ..) | Kind::Cast(inside, _) | Kind::From(inside, ..) => {
                self.is_plain(*inside)
            }
            Kind::Neg(inside) => real(*inside) && self.is_plain(*inside),
            Kind::Compare(_, a, b) => self.is_plain(*a) && self.is_plain(*b),
            _ => false,
        }
    }

    /// The same, if it may take long: primitives too.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is not pure: it is not computed where the program does not"
    )]
    pub(super) fn is_pure(&self, id: ExprId) -> bool {
        let real = |id: ExprId| matches!(self.types.expr(id), Ty::Real(_));
        match &self.function.expr(id).kind {
            Kind::Binary(_, a, b) => real(*a) && self.is_pure(*a) && self.is_pure(*b),
            Kind::Compare(_, a, b) | Kind::Logic(_, a, b) => self.is_pure(*a) && self.is_pure(*b),
            Kind::Neg(inside) => real(*inside) && self.is_pure(*inside),
            Kind::Not(inside) | Kind::Field(inside, ..) | Kind::Cast(inside, _) | Kind::From(inside, ..) => {
                self.is_pure(*inside)
            }
            Kind::Tuple(args) | Kind::Primitive(_, _, args) => args.iter().all(|&arg| self.is_pure(arg)),
            Kind::Method(_, _, receiver, args) => {
                real(*receiver) && self.is_pure(*receiver) && args.iter().all(|&arg| self.is_pure(arg))
            }
            _ => self.is_plain(id),
        }
    }
}

//! `match`: a chain of branches, with a question for each pattern.

use std::collections::BTreeSet;

use hypernet::{Comparison, DiscreteOp, Form, Operation, Type, Value};
use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::effects::binds;
use super::structs::tokens;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::input::written::located;
use crate::program::{ForeignCode, Shape};
use crate::syntax::{Arm, ExprId, HostPattern, Kind, LeftBehind, Matched, Pattern, Ty, VarId};

/// How the arms of a `match` end.
#[derive(Clone, Copy)]
pub(super) struct Ends<'e, 'f, 'a> {
    /// What an arm gives, of which the pattern is bound.
    pub(super) give: &'e dyn Fn(&mut Lowering<'f, 'a>, &Arm) -> Lowered<Val>,
    /// What this may change beside what the bodies of the arms do.
    pub(super) effects: &'e BTreeSet<VarId>,
}

impl<'f, 'a> Lowering<'f, 'a> {
    /// `match`: a chain of branches; the last arm needs no test, because the patterns are exhaustive.
    pub(super) fn matching(&mut self, id: ExprId, scrutinee: ExprId, arms: &[Arm]) -> Lowered<Val> {
        let value = self.scrutinee(scrutinee, arms)?;
        let ty = self.types.expr(id);
        let arms: Vec<&Arm> = arms.iter().collect();
        let ends = Ends { give: &|lowering, arm| lowering.terminated(arm.body), effects: &BTreeSet::new() };
        self.arms(&value, &arms, &ty, ends, self.function.expr(id).span)
    }

    /// The value that a `match` with these arms looks at.
    pub(super) fn scrutinee(&mut self, scrutinee: ExprId, arms: &[Arm]) -> Lowered<Val> {
        let in_place =
            if arms.iter().any(|arm| arm.pattern.has_host()) { self.field_in_place(scrutinee)? } else { None };
        self.ends_by_edition(scrutinee, arms)?;
        let ends = arms.iter().any(|arm| matches!(arm.matched, Matched::Ends));
        let mut value = match in_place {
            Some(value) => value,
            None if ends => self.terminated(scrutinee)?,
            None => self.expr(scrutinee)?,
        };
        // The first part of a tuple that a call gives is dropped first.
        if let (false, Val::Tuple(_), Kind::CallPath(_) | Kind::MethodCall(_)) =
            (ends, &value, &self.function.expr(scrutinee).kind)
        {
            let span = self.function.expr(scrutinee).span;
            value = self.in_variables(vec![value], &[true], span)?.swap_remove(0);
            for taken in self.taken_out_of_order(arms, &value) {
                self.dropped_anywhere(&Val::Wire(taken, false), span)?;
            }
        }
        if !ends {
            self.is_looked_into(&value);
        }
        self.no_array(&value, self.function.expr(scrutinee).span)?;
        self.claim_constants(arms, &value)?;
        Ok(value)
    }

    /// What a value gives that the first of these arms takes which matches it; the last one is known to.
    pub(super) fn arms(
        &mut self,
        value: &Val,
        arms: &[&Arm],
        ty: &Ty,
        ends: Ends<'_, 'f, 'a>,
        span: Span,
    ) -> Lowered<Val> {
        let Some((&arm, rest)) = arms.split_first() else {
            return Err(Diagnostic::new(span, "a `match` without arms is not differentiable", "give it an arm"));
        };
        let test = if rest.is_empty() { None } else { self.test(&arm.pattern, value, span)? };
        // What rustc takes out of a value is there only if the pattern matches.
        let binds_later = test.is_some() && arm.pattern.has_host();
        if !binds_later {
            self.bind(&arm.pattern, value.clone())?;
        }
        let bound = |lowering: &mut Self| if binds_later { lowering.bind(&arm.pattern, value.clone()) } else { Ok(()) };
        let guard = if rest.is_empty() { None } else { arm.guard };
        let condition = match (test, guard) {
            (None, None) => {
                self.end_matched(arm, value, span)?;
                return (ends.give)(self, arm);
            }
            (Some(test), None) => test,
            (None, Some(guard)) => {
                let guard = self.terminated(guard)?;
                Self::wire(&guard, span)?
            }
            (Some(test), Some(guard)) => {
                let mut effects = self.effects(&[guard]);
                if binds_later {
                    let mut declared = BTreeSet::new();
                    binds(&arm.pattern, &mut declared);
                    effects.retain(|var| !declared.contains(var));
                    effects.insert(WORLD);
                }
                let both = self.branches(
                    test,
                    effects,
                    &Ty::bool(),
                    &mut |lowering| {
                        bound(lowering)?;
                        lowering.terminated(guard)
                    },
                    &mut |lowering| Ok(Val::Wire(lowering.bool(false, span)?, false)),
                    span,
                )?;
                Self::wire(&both, span)?
            }
        };
        let mut roots = vec![arm.body];
        for arm in rest {
            roots.push(arm.body);
            roots.extend(arm.guard);
        }
        let mut effects = self.effects(&roots);
        effects.extend(ends.effects);
        // What the arms declare is nobody's business outside.
        let mut declared = BTreeSet::new();
        for arm in std::iter::once(arm).chain(rest.iter().copied()).filter(|arm| arm.pattern.has_host()) {
            binds(&arm.pattern, &mut declared);
        }
        effects.retain(|var| !declared.contains(var));
        let asks = rest
            .iter()
            .any(|arm| arm.pattern.has_host() || self.keeps_order() && self.compares_constants(&arm.pattern));
        let drops = self.runs_host
            && std::iter::once(arm).chain(rest.iter().copied()).any(|arm| !matches!(arm.matched, Matched::Lasts));
        effects.extend((binds_later || asks || drops).then_some(WORLD));
        self.branches(
            condition,
            effects,
            ty,
            &mut |lowering| {
                bound(lowering)?;
                lowering.end_matched(arm, value, span)?;
                (ends.give)(lowering, arm)
            },
            &mut |lowering| lowering.arms(value, rest, ty, ends, span),
            span,
        )
    }

    /// Whether a pattern compares with constants: only rustc knows their types, and the order of effects is kept.
    pub(super) fn compares_constants(&self, pattern: &Pattern) -> bool {
        let is_constant = |id: ExprId| matches!(self.function.expr(id).kind, Kind::Constant(..));
        pattern.compared().into_iter().any(is_constant)
    }

    /// Whether a pattern matches a value; `None` if it always does.
    fn test(&mut self, pattern: &Pattern, value: &Val, span: Span) -> Lowered<Option<Value>> {
        match pattern {
            Pattern::Wild | Pattern::Rest | Pattern::Bind(_, None) | Pattern::Struct(_) => Ok(None),
            Pattern::Bind(_, Some(inside)) | Pattern::Typed(inside, ..) => self.test(inside, value, span),
            Pattern::Literal(literal) => {
                let literal = self.expr(*literal)?;
                let (a, b) = (Self::wire(value, span)?, Self::wire(&literal, span)?);
                self.compare(Comparison::Eq, a, b, span).map(Some)
            }
            Pattern::Range { from, to, inclusive } => {
                let wire = Self::wire(value, span)?;
                let mut tests = Vec::new();
                if let Some(from) = from {
                    let end = self.expr(*from)?;
                    let end = Self::wire(&end, span)?;
                    tests.push(Some(self.compare(Comparison::Ge, wire, end, span)?));
                }
                if let Some(to) = to {
                    let end = self.expr(*to)?;
                    let end = Self::wire(&end, span)?;
                    let comparison = if *inclusive { Comparison::Le } else { Comparison::Lt };
                    tests.push(Some(self.compare(comparison, wire, end, span)?));
                }
                self.join(DiscreteOp::And, tests, span)
            }
            Pattern::Or(cases) => {
                let mut tests = Vec::with_capacity(cases.len());
                for case in cases {
                    match self.test(case, value, span)? {
                        Some(test) => tests.push(Some(test)),
                        None => return Ok(None),
                    }
                }
                self.join(DiscreteOp::Or, tests, span)
            }
            Pattern::Host(host) => {
                let Some(tested) = &host.tested else { return Ok(None) };
                let place = Self::matched(host);
                let tokens = quote!(::core::matches!(#place, #tested));
                let test = self.taken_apart(host, ForeignCode::new(tokens, Shape::Leaf(Type::bool())), value)?;
                Self::wire(&test, span).map(Some)
            }
            Pattern::Path(path) => {
                let wire = Self::wire(value, span)?;
                let hole = hole(0);
                let tokens = quote!(::core::matches!(#hole, #path));
                let shape = Shape::Leaf(Type::bool());
                let test = self.foreign("matches", tokens, &[Val::Wire(wire, false)], &shape, false, span)?;
                Self::wire(&test, span).map(Some)
            }
            Pattern::Tuple(parts) => {
                let Val::Tuple(values) = value else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
                let Some(parts) = matched_parts(parts, values) else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
                let mut tests = Vec::with_capacity(parts.len());
                for (part, value) in parts {
                    tests.push(self.test(part, value, span)?);
                }
                self.join(DiscreteOp::And, tests, span)
            }
        }
    }

    fn join(&mut self, op: DiscreteOp, tests: Vec<Option<Value>>, span: Span) -> Lowered<Option<Value>> {
        let mut joined: Option<Value> = None;
        for test in tests.into_iter().flatten() {
            joined = Some(match joined {
                Some(before) => self.op1(Operation::Discrete(op, "bool".into()), &[before, test], span)?,
                None => test,
            });
        }
        Ok(joined)
    }

    /// A reference to a field of a struct that depends on a differentiated parameter, for rustc to take apart: nothing is moved out of the
    /// struct. None of anything else.
    fn field_in_place(&mut self, reference: ExprId) -> Lowered<Option<Val>> {
        let function = self.function;
        let Kind::View(Form::Reference, inside) = function.expr(reference).kind else { return Ok(None) };
        let Some((of, way)) = self.way_to(inside) else { return Ok(None) };
        if way.is_empty() || self.is_local_struct(of) || self.meets_taken(of, &way) {
            return Ok(None);
        }
        let value = match self.env.get(&of) {
            Some(&Val::Wire(wire, true)) if matches!(self.builder.ty(wire), Type::Opaque(_)) => Val::Wire(wire, true),
            _ => return Ok(None),
        };
        let (place, hole) = (tokens(&way.join(".")), hole(0));
        let (shape, span) = (Shape::Leaf(Type::unnamed_discrete()), function.expr(inside).span);
        let reference = self.foreign(&way[0], quote!(&#hole.#place), &[value], &shape, true, span)?;
        // It may have a tangent.
        Ok(Some(Val::Wire(Self::wire(&reference, span)?, true)))
    }

    /// What a pattern of the host's matches.
    fn matched(host: &HostPattern) -> TokenStream {
        let hole = hole(0);
        if host.referred { quote!(*#hole) } else { quote!(#hole) }
    }

    /// Code that takes a value apart by a pattern of the host's.
    fn taken_apart(&mut self, host: &HostPattern, code: ForeignCode, value: &Val) -> Lowered<Val> {
        if value.has_function() || value.active() && (host.of_slice || !self.may_be_constant(value)) {
            return Err(refusal::ENUM_PATTERN.at(&host.written));
        }
        // What it refers to may be changed after.
        self.foreign_code("match", code, std::slice::from_ref(value), true, host.span)
    }

    /// Whether a value may be a constant that only rustc knows, though it is a part of what depends on a differentiated parameter.
    fn may_be_constant(&self, value: &Val) -> bool {
        matches!(value, Val::Wire(wire, _) if matches!(self.builder.ty(*wire), Type::Opaque(_) | Type::Discrete(_)))
    }

    /// Lets rustc say that what patterns take apart has no tangent, where the macro does not know it: once for each value.
    fn claim_constants(&mut self, arms: &[Arm], value: &Val) -> Lowered<()> {
        let mut taken = Vec::new();
        for arm in arms {
            taken_from(&arm.pattern, value, &mut taken);
        }
        for (value, host) in taken {
            if !value.active() || host.of_slice || !self.may_be_constant(value) {
                continue;
            }
            let (place, module) = (Self::matched(host), crate_path());
            let claim = quote!({
                use #module::__private::matched::*;
                has_no_tangent(&(&matched(&#place)).__cotangent())
            });
            let code = ForeignCode::new(located(claim, host.span), Shape::Tuple(Vec::new()));
            self.foreign_code("matched", code, std::slice::from_ref(value), true, host.span)?;
        }
        Ok(())
    }

    /// Gives the names of a pattern of the host's their values, where it is known to match.
    pub(super) fn bind_host(&mut self, host: &HostPattern, value: &Val) -> Lowered<()> {
        if host.vars.is_empty() {
            return Ok(());
        }
        let (place, pattern) = (Self::matched(host), &host.binding);
        let ends = host.left == LeftBehind::Ends;
        let init = match &host.tested {
            Some(_) if ends => quote!(({ #place }) else { ::core::unreachable!() }),
            Some(_) => quote!(#place else { ::core::unreachable!() }),
            None if ends => quote!({ #place }),
            None => place,
        };
        let shape = Shape::Tuple(host.vars.iter().map(|&var| self.leaf_shape(&self.types.var(var))).collect());
        let open = value.active() && !host.of_slice;
        let code = ForeignCode { pattern: Some(pattern.clone()), open, ..ForeignCode::new(init, shape) };
        let Val::Tuple(values) = self.taken_apart(host, code, value)? else { return Ok(()) };
        for (&var, value) in host.vars.iter().zip(values) {
            self.bind_given(var, value, true, host.span)?;
        }
        Ok(())
    }
}

/// The parts of a tuple, each with the pattern of it; none if there are too few.
fn matched_parts<'p, 'v>(parts: &'p [Pattern], values: &'v [Val]) -> Option<Vec<(&'p Pattern, &'v Val)>> {
    let rest = parts.iter().position(|part| matches!(part, Pattern::Rest));
    let after = rest.map_or(0, |rest| parts.len() - rest - 1);
    let mut matched = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let index = match rest {
            Some(rest) if at == rest => continue,
            Some(rest) if at > rest => values.len().checked_sub(after)? + (at - rest - 1),
            _ => at,
        };
        matched.push((part, values.get(index)?));
    }
    Some(matched)
}

/// The values that patterns of the host's take names out of, with the first such pattern of each.
fn taken_from<'p, 'v>(pattern: &'p Pattern, value: &'v Val, taken: &mut Vec<(&'v Val, &'p HostPattern)>) {
    match pattern {
        Pattern::Host(host) => {
            if !host.vars.is_empty() && !taken.iter().any(|(other, _)| std::ptr::eq(*other, value)) {
                taken.push((value, &**host));
            }
        }
        Pattern::Bind(_, Some(inside)) | Pattern::Typed(inside, ..) => taken_from(inside, value, taken),
        Pattern::Tuple(parts) => {
            let Val::Tuple(values) = value else { return };
            for (part, value) in matched_parts(parts, values).unwrap_or_default() {
                taken_from(part, value, taken);
            }
        }
        Pattern::Or(cases) => cases.iter().for_each(|case| taken_from(case, value, taken)),
        // What is taken apart field by field has none of the host's in it.
        Pattern::Struct(_)
        | Pattern::Wild
        | Pattern::Bind(_, None)
        | Pattern::Rest
        | Pattern::Literal(_)
        | Pattern::Range { .. }
        | Pattern::Path(_) => {}
    }
}

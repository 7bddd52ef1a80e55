//! Arrays as values: the net has those that a function gives, and those that a variable may be changed to hold.
//!
//! An array that depends on nothing is the host's, unless it comes to where the net wants one. What gives such an array is found
//! before lowering, from where it goes to back to where it comes from.

use hypernet::ids::{IdMap, IdSet};
use hypernet::{ArrayOp, Cloned, Form, Operation, Type, Whole};
use proc_macro2::Span;

use super::arrays::bound;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::infer::Types;
use crate::source::methods::ArrayMethod;
use crate::syntax::{ExprId, Function, Kind, Pattern, Start, Statement, Target, Ty, VarId};

/// The arrays that are the net's, whatever they depend on.
#[derive(Default)]
pub(super) struct Owned {
    /// The expressions that give one.
    exprs: IdSet<ExprId>,
    /// The variables that hold one.
    vars: IdSet<VarId>,
    /// What each variable gets.
    pub(super) sources: IdMap<VarId, Vec<ExprId>>,
    /// What each variable gets as a part of it.
    added: IdMap<VarId, Vec<ExprId>>,
    /// The variables that are given another value as a whole.
    assigned: IdSet<VarId>,
}

impl Owned {
    /// Those of a function.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else hands on what its parts give")]
    pub(super) fn new(function: &Function<'_>, types: &Types) -> Self {
        let mut sources: IdMap<VarId, Vec<ExprId>> = IdMap::new();
        let mut owned = Self::default();
        for expr in &function.exprs {
            match &expr.kind {
                Kind::Block(statements, _) => {
                    for statement in statements {
                        if let Statement::Let(pattern, Some(init), _) = statement {
                            from_pattern(function, pattern, *init, &mut sources);
                        }
                    }
                }
                Kind::Assign(target, value) => {
                    if let Target::Var(var, fields, _) = target
                        && fields.is_empty()
                    {
                        owned.assigned.insert(*var);
                    }
                    from_target(function, target, *value, &mut sources);
                    if let Target::Element(var, ..) = target {
                        owned.added.get_or_default(function.views.storage(*var)).push(*value);
                    }
                }
                Kind::Jump(jump) => {
                    if let Some((var, value)) = jump.value {
                        owned.assigned.insert(var);
                        sources.get_or_default(var).push(value);
                    }
                }
                Kind::MethodCall(call) if ArrayMethod::of(call).is_some_and(ArrayMethod::writes) => {
                    if let (Some(var), [_, .., last]) = (root(function, call.args[0]), call.args.as_slice()) {
                        owned.added.get_or_default(var).push(*last);
                    }
                }
                _ => {}
            }
        }
        owned.sources = sources;
        let mut pending = Vec::new();
        // The type of the result may be another name for one.
        if has_array(&types.resolve(&function.result)) || has_array(&types.expr(function.body)) {
            pending.push(function.body);
        }
        let mut vars: Vec<VarId> = all_vars(function)
            .filter(|&id| {
                (function.var(id).mutable || owned.assigned.contains(&id))
                    && function.depending.contains(&id)
                    && matches!(types.var(id), Ty::Array(_))
            })
            .collect();
        loop {
            owned.close(function, types, pending, vars);
            (pending, vars) = owned.beside(function, types);
            if pending.is_empty() && vars.is_empty() {
                return owned;
            }
        }
    }

    /// Adds what gives arrays to these expressions and variables.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else hands on what its parts give")]
    fn close(&mut self, function: &Function<'_>, types: &Types, mut pending: Vec<ExprId>, mut vars: Vec<VarId>) {
        loop {
            if let Some(var) = vars.pop() {
                if self.vars.insert(var) {
                    pending.extend(self.sources.get(&var).into_iter().flatten());
                    pending.extend(self.added.get(&var).into_iter().flatten());
                }
                continue;
            }
            let Some(id) = pending.pop() else { return };
            if !has_array(&types.expr(id)) || !self.exprs.insert(id) {
                continue;
            }
            match &function.expr(id).kind {
                Kind::Block(_, tail) => pending.extend(tail),
                Kind::If(_, then, other) => pending.extend([*then].into_iter().chain(*other)),
                Kind::Match(_, arms) => pending.extend(arms.iter().map(|arm| arm.body)),
                Kind::Tuple(parts) => pending.extend(parts),
                Kind::Loop(repeated) => {
                    vars.extend(repeated.left.value);
                    pending.push(repeated.body);
                }
                Kind::Var(var) => vars.push(*var),
                _ => {}
            }
        }
    }

    /// The new arrays, and the variables with arrays that may change or are made again, which a call looks at beside what may depend on a differentiated
    /// parameter: its reverse pass looks at them again.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else calls functions")]
    fn beside(&self, function: &Function<'_>, types: &Types) -> (Vec<ExprId>, Vec<VarId>) {
        let depends = |id: ExprId| {
            let Some(source) = function.source(id) else { return false };
            let parts = &function.exprs[source.start.expr..=id.index()];
            parts.iter().any(|part| {
                matches!(part.kind, Kind::Var(var) if function.depending.contains(&var) || self.vars.contains(&var))
            })
        };
        let loops = function.exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Loop(repeated) => Some((function.source(repeated.body)?.start, repeated.body)),
            _ => None,
        });
        let loops: Vec<_> = loops.collect();
        // Each turn of a loop has one of its own.
        let is_again = |var: VarId, at: ExprId| {
            let is_inside = |(start, body): &(Start, ExprId)| (start.expr..=body.index()).contains(&at.index());
            loops.iter().any(|inside| is_inside(inside) && var.index() >= inside.0.var)
        };
        let (mut exprs, mut vars) = (Vec::new(), Vec::new());
        for expr in &function.exprs {
            let args = match &expr.kind {
                Kind::CallPath(call) => &call.args,
                Kind::MethodCall(call) if ArrayMethod::of(call).is_none() => &call.args,
                _ => continue,
            };
            if !args.iter().any(|&arg| depends(arg)) {
                continue;
            }
            for &arg in args {
                let Kind::View(Form::Reference, inside) = function.expr(arg).kind else { continue };
                let is_new = matches!(function.expr(inside).kind, Kind::Elements(..) | Kind::Repeat(..));
                let is_new = is_new && !is_constant_array(function, inside);
                if is_new && has_array(&types.expr(inside)) && !self.exprs.contains(&inside) {
                    exprs.push(inside);
                }
                if let Some(var) = root(function, inside)
                    && (function.var(var).mutable || is_again(var, arg))
                    && matches!(types.var(var), Ty::Array(_))
                    && !self.vars.contains(&var)
                    && !function.params.iter().any(|param| bound(&param.pattern) == Some(var))
                {
                    vars.push(var);
                }
            }
        }
        (exprs, vars)
    }

    /// Whether this is an array that is made here, of its elements, or the name of one that can be copied: the reverse pass reads it again.
    pub(super) fn is_new_array(&self, function: &Function<'_>, id: ExprId) -> bool {
        let is_new = |id: ExprId| matches!(function.expr(id).kind, Kind::Elements(..) | Kind::Repeat(..));
        let is_name = |var: VarId| {
            let sources = self.sources.get(&var);
            let is_copy =
                |id: ExprId| matches!(function.expr(id).kind, Kind::Elements(_, false) | Kind::Repeat(.., Some(_)));
            sources.is_some_and(|sources| !sources.is_empty() && sources.iter().all(|&source| is_copy(source)))
        };
        is_new(id) || matches!(function.expr(id).kind, Kind::Var(var) if is_name(var))
    }

    /// Whether this is an element of an array, a copy of one, or a variable that holds one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an element")]
    pub(super) fn is_element(&self, function: &Function<'_>, id: ExprId) -> bool {
        let (mut pending, mut seen) = (vec![id], IdSet::new());
        while let Some(id) = pending.pop() {
            match function.expr(id).kind {
                Kind::Index(..) => return true,
                Kind::View(_, inside) => pending.push(inside),
                Kind::Var(var) if seen.insert(var) => pending.extend(self.sources.get(&var).into_iter().flatten()),
                _ => {}
            }
        }
        false
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

fn all_vars(function: &Function<'_>) -> impl Iterator<Item = VarId> {
    (0..function.vars.len()).map(|index| VarId(u32::try_from(index).unwrap_or(u32::MAX)))
}

/// Whether this is an array of numbers that are written here: it is data, wherever it stands.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are computed")]
pub(super) fn is_constant_array(function: &Function<'_>, id: ExprId) -> bool {
    fn is_constant(function: &Function<'_>, id: ExprId) -> bool {
        match &function.expr(id).kind {
            Kind::Real(..) => true,
            Kind::Neg(inside) => is_constant(function, *inside),
            _ => is_constant_array(function, id),
        }
    }
    match &function.expr(id).kind {
        Kind::Elements(parts, false) => !parts.is_empty() && parts.iter().all(|&part| is_constant(function, part)),
        Kind::Repeat(value, _, Some(_)) => is_constant(function, *value),
        _ => false,
    }
}

/// Whether an assignment to this gives a variable another value as a whole.
fn gives(target: &Target, var: VarId) -> bool {
    match target {
        Target::Var(to, fields, _) => *to == var && fields.is_empty(),
        Target::Tuple(parts) => parts.iter().any(|part| gives(part, var)),
        Target::Element(..) | Target::Wild => false,
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

/// The variable that a place is in.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
fn root(function: &Function<'_>, mut place: ExprId) -> Option<VarId> {
    loop {
        match function.expr(place).kind {
            Kind::Index(array, _) | Kind::Part(array, _) => place = array,
            Kind::View(Form::Reference | Form::Referent, inside) => place = inside,
            Kind::Var(var) => return Some(var),
            _ => return None,
        }
    }
}

/// Notes what the variables of a pattern get.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a tuple has parts")]
fn from_pattern(function: &Function<'_>, pattern: &Pattern, init: ExprId, sources: &mut IdMap<VarId, Vec<ExprId>>) {
    if let Some(var) = bound(pattern) {
        return sources.get_or_default(var).push(init);
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
        | Pattern::Struct(_)
        | Pattern::Host(_) => {}
    }
}

/// Notes what the variables of a target get.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a tuple has parts")]
fn from_target(function: &Function<'_>, target: &Target, value: ExprId, sources: &mut IdMap<VarId, Vec<ExprId>>) {
    match target {
        Target::Var(var, fields, _) if fields.is_empty() => sources.get_or_default(*var).push(value),
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

    /// The value of a variable, named here. An array is moved out of it, if it is its own; of an array that is `Copy` and used
    /// again, it is a second one.
    pub(super) fn moved(&mut self, var: VarId, id: ExprId, span: Span) -> Lowered<Val> {
        let Some(array) = self.array_of(var).filter(|_| !self.borrowed.contains(&var)) else {
            return self.variable(var, span);
        };
        if self.is_copied(var, id) {
            let clone = ArrayOp::Whole(Whole::Clone(Cloned::Same));
            let second = self.on_array(var, clone, &[array], span)?;
            return Ok(Val::Wire(second[0], true));
        }
        self.env.remove(&var).ok_or_else(|| refusal::WHOLE_ARRAY.on(span))
    }

    /// Whether an array that is named here is used again, or the struct that it is in, so that it is `Copy`: rustc would say so of another one.
    fn is_copied(&self, var: VarId, id: ExprId) -> bool {
        let around = self.taken.iter().filter(|taken| taken.var == var).map(|taken| taken.of);
        let all: Vec<VarId> = std::iter::once(var).chain(around).collect();
        self.is_fixed(var) != Some(false) && self.is_named_after(var, &all, id)
    }

    /// Whether one of these, the variable and what is taken out of it, may be named after this expression has named it, before it is
    /// given another value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else names a variable, repeats or chooses")]
    pub(super) fn is_named_after(&self, var: VarId, all: &[VarId], id: ExprId) -> bool {
        let function = self.function;
        let range = |of: ExprId| function.source(of).map(|source| (source.start, source.start.expr..of.index() + 1));
        let names = |at: usize| match &function.exprs[at].kind {
            Kind::Var(named) => all.contains(named),
            Kind::Assign(Target::Element(named, ..), _) | Kind::AssignOp(_, Target::Element(named, ..), ..) => {
                all.contains(&function.views.storage(*named))
            }
            // A field is given another value.
            Kind::Assign(Target::Var(named, fields, _), _) => all.contains(named) && !fields.is_empty(),
            _ => false,
        };
        if let Some(at) = self.given_again(var, id) {
            return (id.index() + 1..at).any(names);
        }
        for expr in &function.exprs {
            match &expr.kind {
                Kind::Loop(repeated) => {
                    let again = range(repeated.body);
                    if again.is_none_or(|(start, range)| range.contains(&id.index()) && var.index() < start.var) {
                        return true;
                    }
                }
                Kind::Closure(closure) => {
                    let again = range(function.closure(*closure).body);
                    if again.is_none_or(|(start, range)| range.contains(&id.index()) && var.index() < start.var) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        // Of several branches, one is taken.
        let mut excluded = Vec::new();
        for expr in &function.exprs {
            let arms: Vec<ExprId> = match &expr.kind {
                Kind::If(_, then, Some(other)) => vec![*then, *other],
                Kind::Match(_, arms) => arms.iter().map(|arm| arm.body).collect(),
                _ => continue,
            };
            let ranges: Vec<_> = arms.iter().filter_map(|&arm| range(arm)).map(|(_, range)| range).collect();
            if ranges.iter().any(|range| range.contains(&id.index())) {
                excluded.extend(ranges.into_iter().filter(|range| !range.contains(&id.index())));
            }
        }
        (id.index() + 1..function.exprs.len()).any(|at| names(at) && !excluded.iter().any(|range| range.contains(&at)))
    }

    /// Where a variable is surely given another value after this expression: the next such place that no branch, loop or closure leaves out
    /// which this expression is not in, if nothing between them leaves.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else leaves out what stands in it, or leaves")]
    fn given_again(&self, var: VarId, id: ExprId) -> Option<usize> {
        let function = self.function;
        let is_given = |at: &usize| matches!(&function.exprs[*at].kind, Kind::Assign(target, _) if gives(target, var));
        let at = (id.index() + 1..function.exprs.len()).find(is_given)?;
        let leaves = |expr: &crate::syntax::Expr<'_>| matches!(expr.kind, Kind::Jump(_));
        if function.exprs[id.index() + 1..at].iter().any(leaves) {
            return None;
        }
        let is_left_out = |part: ExprId| match function.source(part) {
            Some(source) => {
                let range = source.start.expr..part.index() + 1;
                range.contains(&at) && !range.contains(&id.index())
            }
            None => true,
        };
        let is_left_out = function.exprs.iter().any(|expr| match &expr.kind {
            Kind::If(_, then, other) => is_left_out(*then) || other.is_some_and(is_left_out),
            Kind::Match(_, arms) => arms.iter().any(|arm| is_left_out(arm.body)),
            Kind::Loop(repeated) => is_left_out(repeated.body),
            Kind::Closure(closure) => is_left_out(function.closure(*closure).body),
            _ => false,
        });
        (!is_left_out).then_some(at)
    }

    /// Whether a variable is surely no vector: a parameter that is a slice or an array, or an array that is put together.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else it is sure")]
    pub(super) fn is_no_vector(&self, var: VarId) -> bool {
        let function = self.function;
        if let Some(param) = function.params.iter().find(|param| bound(&param.pattern) == Some(var)) {
            let ty = crate::source::types::referent(&param.read);
            return matches!(ty, syn::Type::Slice(_) | syn::Type::Array(_));
        }
        self.owned.sources.get(&var).into_iter().flatten().any(|&source| match &function.expr(source).kind {
            Kind::Elements(_, growing) => !growing,
            Kind::Repeat(_, _, length) => length.is_some(),
            _ => false,
        })
    }

    /// Whether a variable holds an array of a length that its type says, as far as that can be seen.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else it can be seen")]
    fn is_fixed(&self, var: VarId) -> Option<bool> {
        let function = self.function;
        if let Some(param) = function.params.iter().find(|param| bound(&param.pattern) == Some(var)) {
            return Some(matches!(param.written, syn::Type::Array(_)));
        }
        let (mut pending, mut seen) = (vec![var], IdSet::new());
        while let Some(var) = pending.pop() {
            if !seen.insert(var) {
                continue;
            }
            for &source in self.owned.sources.get(&var).into_iter().flatten() {
                match &function.expr(source).kind {
                    Kind::Elements(_, growing) => return Some(!growing),
                    Kind::Repeat(_, _, length) => return Some(length.is_some()),
                    Kind::Var(other) => {
                        match function.params.iter().find(|param| bound(&param.pattern) == Some(*other)) {
                            Some(param) => return Some(matches!(param.written, syn::Type::Array(_))),
                            None => pending.push(*other),
                        }
                    }
                    _ => {}
                }
            }
        }
        None
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
        // What is taken out of a struct of the caller's goes back there.
        let goes_back = self.to_take.iter().any(|(of, taken)| *taken == var && self.in_out.contains(of));
        if goes_back { Ok(()) } else { self.drop_array_of(var, span) }
    }

    /// The end of the array of a variable, whatever that is.
    pub(super) fn drop_array_of(&mut self, var: VarId, span: Span) -> Lowered<()> {
        if self.array_of(var).is_none() {
            return Ok(());
        }
        match self.env.remove(&var) {
            Some(value) => self.drop_arrays(&value, span),
            None => Ok(()),
        }
    }
}

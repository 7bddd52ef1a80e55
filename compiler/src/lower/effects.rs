//! Which variables a part of the function may change, so that they can be threaded through it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::arrays::bound;
use super::closure::contains_function;
use super::{Lowering, WORLD};
use crate::syntax::{
    ClosureId, ExprId, Function, Head, Kind, Leaving, MaybeElement, Pattern, Statement, Target, Ty, VarId, ViewStep,
    is_discrete,
};
use hypernet::ids::IdMap;

/// What running a part of the function may do, whatever its variables stand for. Variables that are declared inside are
/// left out: they are new whenever this is run.
#[derive(Default)]
pub(super) struct Summary {
    /// Whether it may have effects, even if no function that it names has.
    world: bool,
    /// Whether it calls a function of which nothing is known, or may panic: that keeps the order of effects, if there is one.
    unknown: bool,
    /// The variables that it reads.
    named: BTreeSet<VarId>,
    /// Those that it calls.
    called: BTreeSet<VarId>,
    /// Those that it assigns.
    pub(super) assigned: BTreeSet<VarId>,
    /// The arrays of which it reads or writes elements.
    arrays: BTreeSet<VarId>,
    /// Those that `move` closures take: what is the host's of them ends with the closure, which is stated in the order of effects.
    taken: BTreeSet<VarId>,
}

impl Summary {
    /// Whether it may panic, or calls a function that may.
    pub(super) fn may_panic(&self) -> bool {
        self.unknown
    }

    /// Whether it does more than to read and to compute.
    pub(super) fn may_call(&self) -> bool {
        self.world || !self.called.is_empty()
    }
}

/// A part of the function that is being summed up.
#[derive(Default)]
struct Summing {
    summary: Summary,
    declared: BTreeSet<VarId>,
    /// The variables that are declared as closures.
    closures: BTreeSet<VarId>,
    pending: Vec<ExprId>,
}

impl Summing {
    /// Adds what a part of this part does.
    fn add(&mut self, part: &Summary) {
        self.summary.world |= part.world;
        self.summary.unknown |= part.unknown;
        self.summary.named.extend(&part.named);
        self.summary.called.extend(&part.called);
        self.summary.assigned.extend(&part.assigned);
        self.summary.arrays.extend(&part.arrays);
        self.summary.taken.extend(&part.taken);
    }

    fn statement(&mut self, lowering: &Lowering<'_, '_>, statement: &Statement<'_>) {
        let function = lowering.function;
        match statement {
            Statement::Let(pattern, value, local) => {
                self.summary.world |= local.verbatim;
                binds(pattern, &mut self.declared);
                let view = bound(pattern).and_then(|var| function.views.get(var));
                self.declared.extend(view.into_iter().flat_map(|view| &view.steps).flat_map(ViewStep::operands));
                if let (Pattern::Bind(var, None), Some(value)) = (pattern, value)
                    && matches!(function.expr(*value).kind, Kind::Closure(_))
                {
                    self.closures.insert(*var);
                }
                // What a name holds of the host's in a tuple gets a variable in the order of effects, if there is one.
                self.summary.unknown |= value.is_some_and(|value| lowering.may_hold(value));
                // A new array of the net's is no code of the host's.
                match value {
                    Some(value) if lowering.binds_array_of_net(pattern) => {
                        self.pending.extend(lowering.parts_of_array(*value));
                    }
                    value => self.pending.extend(value),
                }
            }
            Statement::Expr(value) => {
                self.summary.unknown |= lowering.may_drop_place(*value);
                self.pending.push(*value);
            }
        }
    }

    fn finish(self, lowering: &Lowering<'_, '_>) -> Summary {
        let Self { mut summary, declared, closures, .. } = self;
        // A function that is declared inside is known if it is a closure that stays what it is.
        let unknown =
            |var: &VarId| declared.contains(var) && (!closures.contains(var) || summary.assigned.contains(var));
        // It may be called once it has been named.
        let function = |var: &&VarId| contains_function(&lowering.types.var(**var));
        summary.unknown |= summary.called.iter().chain(summary.named.iter().filter(function)).any(unknown);
        let is_of_host = |var: &VarId| declared.contains(var) && lowering.may_be_of_host(&lowering.types.var(*var));
        summary.unknown |= summary.taken.iter().any(is_of_host);
        let Summary { named, called, assigned, arrays, taken, .. } = &mut summary;
        for variables in [named, called, assigned, arrays, taken] {
            variables.retain(|var| !declared.contains(var));
        }
        summary
    }
}

/// The summaries of the bodies of closures and branches, and of what else was asked for. Each is summed up once, though it
/// is part of all that is around it.
#[derive(Default)]
pub(super) struct Summaries(RefCell<IdMap<ExprId, Rc<Summary>>>);

impl Lowering<'_, '_> {
    /// The variables that these expressions may assign, directly or by calling closures, with [`WORLD`] if they may have
    /// effects. What is declared inside is left out.
    pub(super) fn effects(&self, roots: &[ExprId]) -> BTreeSet<VarId> {
        let mut summing = Summing::default();
        for &root in roots {
            summing.add(&self.known_summary(root));
        }
        self.evaluated(&summing.finish(self))
    }

    /// The same for a call of a closure; its parameters may be bound already.
    pub(super) fn closure_effects(&self, id: ClosureId) -> BTreeSet<VarId> {
        let closure = self.function.closure(id);
        let mut params = BTreeSet::new();
        for (pattern, _) in &closure.params {
            binds(pattern, &mut params);
        }
        let summary = self.known_summary(closure.body);
        let mut found = self.evaluated(&summary);
        found.retain(|var| !params.contains(var));
        found
    }

    /// The effects of a part, where variables stand for what they do now.
    fn evaluated(&self, summary: &Summary) -> BTreeSet<VarId> {
        let mut found = summary.assigned.clone();
        // What the host changes is not rebound.
        found.retain(|var| !self.variables.places.contains(var));
        found.extend(summary.arrays.iter().filter(|var| self.env.get(var).is_some_and(|value| self.is_array(value))));
        if summary.world {
            found.insert(WORLD);
        }
        for var in &summary.named {
            // A function may be called once it has been named.
            if let Some(value) = self.env.get(var) {
                found.extend(value.threads());
            }
        }
        // A function of which only the type is known keeps the order of effects, if there is one.
        let unknown = |var: &VarId| found.contains(var) || !self.env.contains_key(var);
        let is_of_host = |var: &VarId| self.env.get(var).is_some_and(|value| self.is_of_host(value));
        if self.env.contains_key(&WORLD)
            && (summary.unknown || summary.called.iter().any(unknown) || summary.taken.iter().any(is_of_host))
        {
            found.insert(WORLD);
        }
        found
    }

    /// The summary of an expression, made when it is asked for the first time.
    pub(super) fn known_summary(&self, id: ExprId) -> Rc<Summary> {
        let known = self.summaries.0.borrow().get(&id).cloned();
        known.unwrap_or_else(|| {
            let summary = Rc::new(self.summary(id));
            self.summaries.0.borrow_mut().insert(id, summary.clone());
            summary
        })
    }

    fn summary(&self, root: ExprId) -> Summary {
        self.summed_up(Summing { pending: vec![root], ..Summing::default() })
    }

    /// The variables that the end of a block may assign, and these expressions, as [`Lowering::effects`] gives them.
    pub(super) fn effects_of_rest(&self, roots: &[ExprId], statements: &[Statement<'_>]) -> BTreeSet<VarId> {
        let mut summing = Summing::default();
        for &root in roots {
            summing.add(&self.known_summary(root));
        }
        for statement in statements {
            summing.statement(self, statement);
        }
        self.evaluated(&self.summed_up(summing))
    }

    /// The variables that say that a loop around has been left, of those that these expressions may assign.
    pub(super) fn jumps(&self, root: ExprId) -> BTreeSet<VarId> {
        if self.leaving.is_empty() {
            return BTreeSet::new();
        }
        let summary = self.known_summary(root);
        summary.assigned.iter().copied().filter(|var| self.leaving.contains(var)).collect()
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn summed_up(&self, mut summing: Summing) -> Summary {
        let function = self.function;
        while let Some(id) = summing.pending.pop() {
            // It may be left as it is.
            let of_net = self.is_of_net(id);
            summing.summary.world |= self.hosts.is(id) && !of_net;
            // An index out of bounds panics in the order of effects, if there is one.
            summing.summary.unknown |= of_net;
            summing.summary.assigned.extend(self.changed_by(&function.expr(id).kind, true));
            match &function.expr(id).kind {
                Kind::Real(..) | Kind::Int(..) | Kind::Bool(_) | Kind::Constant(..) | Kind::Error | Kind::Unseen(_) => {
                }
                // What it gives may be called.
                Kind::Path(_) => summing.summary.world = true,
                Kind::Var(var) => {
                    summing.summary.named.insert(*var);
                    if self.is_whole(*var) {
                        summing.summary.assigned.extend(self.with_arrays(*var));
                        // Its arrays are put back by calls, which keep the order of effects.
                        summing.summary.unknown = true;
                    }
                    // What reads an array hands it on.
                    if let Ty::Array(_) = self.types.var(*var) {
                        summing.summary.arrays.insert(*var);
                    }
                }
                // A panic has its place in the order of effects, if there is one.
                Kind::PrimitivePath(primitive, _) => summing.summary.unknown |= primitive.may_panic(),
                Kind::Neg(value) => {
                    self.operates(&[*value], true, &mut summing.summary);
                    summing.pending.push(*value);
                }
                Kind::Member(value, _) | Kind::Field(value, ..) => {
                    let whole = self.whole(id);
                    summing.summary.unknown |= whole.is_some();
                    summing.summary.assigned.extend(whole.into_iter().flat_map(|of| self.with_arrays(of)));
                    let mut root = *value;
                    while let Kind::Member(inside, _) | Kind::Field(inside, ..) = function.expr(root).kind {
                        root = inside;
                    }
                    if let Kind::Var(var) = function.expr(root).kind
                        && self.is_whole(var)
                    {
                        // Of a struct, one field is read.
                        summing.summary.named.insert(var);
                    } else {
                        summing.pending.push(*value);
                    }
                }
                Kind::Not(value) | Kind::MutRef(value, _) | Kind::View(_, value) | Kind::StopGradient(value, _) => {
                    summing.pending.push(*value);
                }
                Kind::Cast(value, _) | Kind::From(value, ..) => {
                    self.operates(&[*value], false, &mut summing.summary);
                    summing.pending.push(*value);
                }
                Kind::Binary(op, a, b) => {
                    self.operates(&[*a, *b], op.discrete().may_panic(), &mut summing.summary);
                    summing.pending.extend([*a, *b]);
                }
                Kind::Compare(_, a, b) | Kind::Logic(_, a, b) | Kind::Index(a, b) => summing.pending.extend([*a, *b]),
                Kind::Part(array, bounds) => {
                    summing.pending.push(*array);
                    summing.pending.extend([bounds.start, bounds.end].into_iter().flatten());
                }
                Kind::Repeat(value, length, _) => summing.pending.extend([*value, *length]),
                Kind::Tuple(args) | Kind::Elements(args, _) => summing.pending.extend(args),
                Kind::Primitive(primitive, _, args) => {
                    summing.summary.unknown |= primitive.may_panic();
                    summing.pending.extend(args);
                }
                Kind::Method(_, primitive, receiver, args) => {
                    summing.summary.unknown |= primitive.may_panic();
                    // On a receiver that is not a real it is a call of the host language.
                    if !self.is_number(*receiver) {
                        summing.summary.world = true;
                    }
                    summing.pending.push(*receiver);
                    summing.pending.extend(args);
                }
                Kind::Call(callee, args) => {
                    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may have any effect")]
                    match function.expr(*callee).kind {
                        // A field of a struct may be any function.
                        Kind::Member(..) | Kind::Field(..) => summing.summary.world = true,
                        Kind::Var(var) => {
                            summing.summary.called.insert(var);
                        }
                        Kind::Closure(_) | Kind::PrimitivePath(..) => {}
                        // What a call or a branch gives keeps the order of effects, if there is one.
                        _ => summing.summary.unknown = true,
                    }
                    summing.pending.push(*callee);
                    summing.pending.extend(args);
                }
                Kind::CallPath(call) => {
                    summing.summary.world = true;
                    summing.pending.extend(&call.args);
                }
                Kind::MethodCall(call) => {
                    // Without an element, there is a panic of the host's.
                    let panics = || function.maybe_element(call).is_some_and(MaybeElement::panics_of_its_own);
                    summing.summary.world |= !self.is_of_net(id) || panics();
                    summing.pending.extend(&call.args);
                }
                Kind::Struct(structure) => {
                    summing.summary.world = true;
                    summing.pending.extend(structure.fields.iter().map(|(_, value)| value));
                    summing.pending.extend(structure.base);
                }
                Kind::Macro(call) => {
                    summing.summary.world = true;
                    summing.pending.extend(&call.holes);
                }
                Kind::Closure(closure) => {
                    let closure = function.closure(*closure);
                    for (pattern, _) in &closure.params {
                        binds(pattern, &mut summing.declared);
                    }
                    summing.summary.taken.extend(closure.captured.iter().filter(|_| closure.moves));
                    summing.add(&self.known_summary(closure.body));
                }
                Kind::Block(statements, tail) => {
                    for statement in statements {
                        summing.statement(self, statement);
                    }
                    summing.pending.extend(tail);
                }
                Kind::If(condition, then, other) => {
                    summing.pending.push(*condition);
                    for &branch in [then].into_iter().chain(other) {
                        summing.add(&self.known_summary(branch));
                    }
                }
                Kind::Match(scrutinee, arms) => {
                    summing.pending.push(*scrutinee);
                    for arm in arms {
                        binds(&arm.pattern, &mut summing.declared);
                        summing.summary.world |= arm.pattern.has_host();
                        summing.summary.unknown |= self.compares_constants(&arm.pattern);
                        summing.pending.extend(arm.guard);
                        summing.add(&self.known_summary(arm.body));
                    }
                }
                Kind::Loop(repeated) => {
                    match &repeated.head {
                        Head::For { pattern, bounds, .. } => {
                            summing.pending.extend(bounds);
                            binds(pattern, &mut summing.declared);
                        }
                        Head::While(condition) => summing.pending.push(*condition),
                        Head::Endless(_) | Head::Once => {}
                    }
                    let Leaving { broken, continued, value } = repeated.left;
                    summing.declared.extend([broken, continued].into_iter().chain(value));
                    summing.add(&self.known_summary(repeated.body));
                }
                Kind::Jump(jump) => {
                    summing.summary.assigned.insert(jump.flag);
                    if let Some((var, value)) = jump.value {
                        summing.summary.assigned.insert(var);
                        summing.pending.push(value);
                    }
                }
                Kind::Assign(target, value) => {
                    targets(target, function, &mut summing.summary);
                    self.put_back_for(target, &mut summing.summary);
                    summing.pending.extend(indices(target));
                    summing.pending.push(*value);
                }
                Kind::AssignOp(op, target, place, value) => {
                    self.operates(&[*place, *value], op.discrete().may_panic(), &mut summing.summary);
                    targets(target, function, &mut summing.summary);
                    self.put_back_for(target, &mut summing.summary);
                    summing.pending.extend([*place, *value]);
                }
            }
        }
        summing.finish(self)
    }

    /// The arrays that an assignment takes out of a struct again: the struct is another one, or a part of it.
    fn put_back_for(&self, target: &Target, summary: &mut Summary) {
        match target {
            Target::Wild | Target::Element(..) => {}
            Target::Var(var, fields, _) => {
                let meets = |taken: &VarId| {
                    let way = self.function.opened.get(taken).map(|(_, way)| way.as_slice()).unwrap_or_default();
                    super::in_out::meets(way, fields)
                };
                if self.is_whole(*var) {
                    summary.assigned.extend(self.with_arrays(*var).into_iter().skip(1).filter(meets));
                }
            }
            Target::Tuple(parts) => parts.iter().for_each(|part| self.put_back_for(part, summary)),
        }
    }

    /// Sums up an operator: of numbers it has no effects, but that of integers may panic, and a panic has its place in the
    /// order of effects, if there is one.
    fn operates(&self, operands: &[ExprId], may_panic: bool, summary: &mut Summary) {
        summary.world |= operands.iter().any(|&operand| !self.is_number(operand));
        summary.unknown |=
            may_panic && operands.iter().any(|&operand| matches!(self.types.expr(operand), Ty::Discrete(_)));
    }

    /// Whether operators and methods on it are those of numbers, not functions of the host language.
    pub(super) fn is_number(&self, id: ExprId) -> bool {
        match self.types.expr(id) {
            Ty::Real(_) => true,
            Ty::Discrete(name) => is_discrete(&name),
            Ty::Var(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }
}

pub(super) fn binds(pattern: &Pattern, declared: &mut BTreeSet<VarId>) {
    match pattern {
        Pattern::Wild | Pattern::Rest | Pattern::Literal(_) | Pattern::Range { .. } | Pattern::Path(_) => {}
        Pattern::Bind(var, inside) => {
            declared.insert(*var);
            if let Some(inside) = inside {
                binds(inside, declared);
            }
        }
        Pattern::Tuple(parts) | Pattern::Or(parts) => {
            for part in parts {
                binds(part, declared);
            }
        }
        Pattern::Typed(inside, ..) => binds(inside, declared),
        Pattern::Struct(apart) => {
            declared.extend(apart.whole);
            for (_, inside) in &apart.fields {
                binds(inside, declared);
            }
        }
        Pattern::Host(host) => declared.extend(&host.vars),
    }
}

/// The indices of the element that is assigned, all of them.
fn indices(target: &Target) -> Vec<ExprId> {
    match target {
        Target::Element(_, indices, _, inside) => indices.iter().chain(inside).copied().collect(),
        Target::Wild | Target::Var(..) | Target::Tuple(_) => Vec::new(),
    }
}

fn targets(target: &Target, function: &Function<'_>, found: &mut Summary) {
    match target {
        Target::Wild => {}
        Target::Var(var, ..) => {
            found.assigned.insert(*var);
        }
        Target::Element(var, ..) => {
            found.arrays.insert(function.views.storage(*var));
        }
        Target::Tuple(parts) => {
            for part in parts {
                targets(part, function, found);
            }
        }
    }
}

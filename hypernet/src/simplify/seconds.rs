//! Values that are given away by value. The one that takes it gets the value itself, not a clone, if nothing else wants the whole
//! value, or if all that looks at the whole of it has done so before.

use std::collections::HashMap;

use super::control::branches;
use super::elements::same_operands;
use super::fold::body;
use super::work::Work;
use crate::label::{Form, Label, Operation};
use crate::net::{Consumer, EdgeId, Level, Producer, WireId};
use crate::operation::{ArrayOp, Constant, Position};
use crate::types::{Type, TypeName};

/// The first source of branches that is one of their arguments.
const FIRST_ARGUMENT: usize = 3;

/// Lets values that nothing else wants whole go where a second one is asked for.
pub(super) fn everywhere(work: &mut Work<'_>) {
    let is_second = |edge: &crate::net::Edge| matches!(edge.operation(), Some(Operation::View(Form::Second, _)));
    let mut order = Order::default();
    for id in work.net.edges_that(is_second) {
        let edge = work.net.edge(id);
        let (root, taken) = (work.net.root(edge.sources[0]), work.net.consumer_edge(edge.targets[0]));
        let taken = taken.map(|(taker, _)| taker).filter(|&taker| is_effect_beside(work, taker, id));
        if order.may_go(work, root, &[id], taken) {
            let Label::Operation(Operation::View(form, _)) = &mut work.net.edge_mut(id).label else { continue };
            *form = Form::Moved;
        }
    }
    apart(work, &mut order);
    elements(work);
}

/// Takes structs out of arrays that are given another value there next: a second one of what is there is not needed.
fn elements(work: &mut Work<'_>) {
    let reads = |edge: &crate::net::Edge| matches!(edge.operation(), Some(Operation::Array(ArrayOp::Get(_), _)));
    for id in work.net.edges_that(reads) {
        let Some((edge, Operation::Array(ArrayOp::Get(place), _))) = work.at(id) else { continue };
        let (place, array, element) = (*place, edge.targets[0], edge.targets[1]);
        if !matches!(work.net.wire(element).ty, Type::Opaque(_)) || is_dropped(work, element) {
            continue;
        }
        let Some(next) = written_next(work, id, place) else { continue };
        for &id in &next {
            reached_before(work, id);
        }
        // Its shape is asked for while it is there.
        let (_, shapes) = next.split_last().expect("the last one writes");
        if let Some(&last) = shapes.last() {
            let last = work.net.edge(last).targets[0];
            let before = work.net.edge(id).sources[0];
            let [read, first, write] = [before, array, last].map(|wire| work.net.detach(wire));
            for (wire, consumer) in [(before, first), (last, read), (array, write)] {
                work.net.attach(wire, consumer);
            }
        }
        let Label::Operation(Operation::Array(op, _)) = &mut work.net.edge_mut(id).label else { continue };
        *op = ArrayOp::Take(place);
    }
}

fn is_dropped(work: &Work<'_>, wire: WireId) -> bool {
    let consumer = work.net.consumer_edge(wire);
    consumer.is_some_and(|(consumer, _)| work.net.edge(consumer).label == Label::Discard)
}

/// The edges up to the one that writes to the element that this edge reads, if all others ask for the shape of that.
fn written_next(work: &Work<'_>, read: EdgeId, place: Position) -> Option<Vec<EdgeId>> {
    let (sources, mut wire) = (&work.net.edge(read).sources, work.net.edge(read).targets[0]);
    let (count, mut found) = (place.operands(), Vec::new());
    loop {
        let Consumer::Source(id, 0) = work.net.wire(wire).consumer else { return None };
        let (edge, Operation::Array(op, _)) = work.at(id)? else { return None };
        let (ArrayOp::ShapeAt(other) | ArrayOp::Set(other)) = op else { return None };
        if !other.is_like(place) || !same_operands(work, &sources[1..=count], &edge.sources[1..=count]) {
            return None;
        }
        found.push(id);
        if let ArrayOp::Set(_) = op {
            return Some(found);
        }
        wire = edge.targets[0];
    }
}

/// Takes an edge out of the order of effects: its place has been reached before.
fn reached_before(work: &mut Work<'_>, id: EdgeId) {
    let Label::Operation(Operation::Array(op, _)) = &mut work.net.edge_mut(id).label else { return };
    let (ArrayOp::ShapeAt(place) | ArrayOp::Set(place)) = op else { return };
    let is_ordered = place.ordered;
    *place = place.reached();
    if !is_ordered {
        return;
    }
    let edge = work.net.edge_mut(id);
    let (before, after) = (edge.sources.pop(), edge.targets.pop());
    if let (Some(before), Some(after)) = (before, after) {
        work.net.detach(before);
        work.net.detach_above(after);
        work.fuse(before, after);
    }
}

/// Takes fields out of structs and cotangents that are given another value there, if nothing else wants the whole: a second one of what
/// is in the field is not needed.
fn apart(work: &mut Work<'_>, order: &mut Order) {
    let projects = |edge: &crate::net::Edge| matches!(edge.operation(), Some(Operation::Project(_)));
    for id in work.net.edges_that(projects) {
        let Some(Apart { whole, second }) = taken_apart(work, id, order) else { continue };
        let Label::Operation(Operation::Project(record)) = &work.net.edge(id).label else { continue };
        let (record, level) = (record.clone(), work.net.edge(id).level);
        let consumer = work.net.detach(whole);
        let given = work.operation(level, Operation::Detach(record), vec![whole]);
        work.net.attach(given[0], consumer);
        let project = work.remove(id);
        work.discard(project.sources[0]);
        let target = match second {
            Some(second) => {
                let second = work.remove(second);
                work.net.remove_wire(project.targets[0]);
                second.targets[0]
            }
            None => project.targets[0],
        };
        work.fuse(given[1], target);
    }
}

/// How a field is taken out.
struct Apart {
    /// What goes to the edge that gives the field another value.
    whole: WireId,
    /// The edge that asks for a second one of what is in the field.
    second: Option<EdgeId>,
}

/// How the field that this edge reads can be taken out.
fn taken_apart(work: &Work<'_>, id: EdgeId, order: &mut Order) -> Option<Apart> {
    let (edge, Operation::Project(record)) = work.at(id)? else { return None };
    let (root, field) = (work.net.root(edge.sources[0]), edge.targets[0]);
    let second = if record.is_cotangent() {
        None
    } else {
        let (second, _) = work.net.consumer_edge(field)?;
        matches!(work.at(second)?, (_, Operation::View(Form::Second, _))).then_some(Some(second))?
    };
    let is_taken =
        matches!((&work.net.wire(field).ty, second), (Type::Cotangent(_), None) | (Type::Opaque(_), Some(_)));
    if !is_taken || work.net.wire(root).level != edge.level || second.is_some() && !order.is_own(work, root) {
        return None;
    }
    let (mut whole, mut pending) = (None, vec![root]);
    while let Some(wire) = pending.pop() {
        let Consumer::Source(taker, port) = work.net.wire(wire).consumer else { return None };
        let taker_edge = work.net.edge(taker);
        match &taker_edge.label {
            Label::Copy => pending.extend(&taker_edge.targets),
            Label::Discard => {}
            Label::Operation(Operation::Project(_)) if taker == id => {}
            Label::Operation(Operation::Project(_)) if second.is_some() && is_number(work, taker_edge.targets[0]) => {}
            Label::Operation(Operation::Update(updated))
                if port == 0
                    && whole.is_none()
                    && updated.fields == record.fields
                    && taker_edge.level == edge.level =>
            {
                whole = Some(wire);
            }
            Label::Operation(_) | Label::Eval | Label::Abstraction | Label::Frame(_) => return None,
        }
    }
    Some(Apart { whole: whole?, second })
}

/// The order of effects, as far as it has been asked for: how many of them come before one.
#[derive(Default)]
struct Order {
    before: HashMap<EdgeId, usize>,
}

impl Order {
    /// Whether this value may go to one of these edges, of which one alone is reached: a variable of the host owns it, and all else that it
    /// goes to reads numbers in it, or looks at it before the effect `taken`, which takes it. Branches take what they are given.
    fn may_go(&mut self, work: &Work<'_>, root: WireId, to: &[EdgeId], taken: Option<EdgeId>) -> bool {
        let level = work.net.wire(root).level;
        if to.iter().any(|&id| work.net.edge(id).level != level) || !self.is_read_beside(work, root, to, taken) {
            return false;
        }
        self.is_own(work, root)
    }

    /// Whether a variable of the host owns this value, so that it can be moved: in a branch, one around it that nothing else wants.
    fn is_own(&mut self, work: &Work<'_>, root: WireId) -> bool {
        let Some(Given { source, user, to }) = given_to_branch(work, root) else { return is_own(work, root) };
        let root = work.net.root(source);
        let is_once = |&id: &EdgeId| {
            let roots = work.net.edge(id).sources.iter().map(|&source| work.net.root(source));
            roots.filter(|&other| other == root).count() <= 1
        };
        to.iter().all(is_once) && self.may_go(work, root, &to, Some(user).filter(|&user| is_effect(work, user)))
    }

    /// Whether all that this value goes to but these edges reads numbers in it, or looks at it before the effect that takes it.
    fn is_read_beside(&mut self, work: &Work<'_>, root: WireId, but: &[EdgeId], taken: Option<EdgeId>) -> bool {
        let mut pending = vec![root];
        while let Some(wire) = pending.pop() {
            let Consumer::Source(id, port) = work.net.wire(wire).consumer else { return false };
            if but.contains(&id) {
                continue;
            }
            match look(work, id, port as usize) {
                Look::Never => {}
                Look::Passes => pending.extend(&work.net.edge(id).targets),
                Look::With(effect) => {
                    let Some(taken) = taken.filter(|&taken| is_effect_beside(work, taken, effect)) else {
                        return false;
                    };
                    if self.of(work, effect) >= self.of(work, taken) {
                        return false;
                    }
                }
                Look::Takes => return false,
            }
        }
        true
    }

    /// How many effects of the same level come before one.
    fn of(&mut self, work: &Work<'_>, id: EdgeId) -> usize {
        let (mut chain, mut at) = (Vec::new(), id);
        let known = loop {
            if let Some(&known) = self.before.get(&at) {
                break known;
            }
            chain.push(at);
            match before(work, at) {
                Some(earlier) => at = earlier,
                None => break 0,
            }
        };
        let mut count = known;
        for edge in chain.into_iter().rev() {
            count += 1;
            self.before.insert(edge, count);
        }
        self.before[&id]
    }
}

/// What an edge does with the value that it takes as one of its sources.
enum Look {
    /// It reads a number in it, or nothing.
    Never,
    /// Its targets are the same value, or a part of it.
    Passes,
    /// It looks at it no later than with this effect. What a call gives borrows nothing of what it has looked at.
    With(EdgeId),
    /// It may take it, or look at it at any time.
    Takes,
}

fn look(work: &Work<'_>, id: EdgeId, port: usize) -> Look {
    let edge = work.net.edge(id);
    match &edge.label {
        Label::Discard => Look::Never,
        Label::Operation(Operation::Project(_)) if is_number(work, edge.targets[0]) => Look::Never,
        Label::Copy | Label::Operation(Operation::View(Form::Reference, _) | Operation::Project(_)) => Look::Passes,
        Label::Operation(Operation::Foreign(_)) if is_effect(work, id) && gives_numbers(work, id) => Look::With(id),
        Label::Eval if is_effect(work, id) => Look::With(id),
        Label::Abstraction => match work.net.consumer_edge(edge.targets[0]) {
            Some((user, _)) if is_taker(work, user) && looks_inside(work, id, port) => Look::With(user),
            _ => Look::Takes,
        },
        Label::Operation(_) if is_taker(work, id) => {
            let inputs = inputs_of(work, id, port);
            let looks = !inputs.is_empty() && inputs.into_iter().all(|(body, input)| looks_inside(work, body, input));
            if looks { Look::With(id) } else { Look::Takes }
        }
        Label::Operation(_) | Label::Eval | Label::Frame(_) => Look::Takes,
    }
}

/// Whether an edge is a loop or branches with effects.
fn is_taker(work: &Work<'_>, id: EdgeId) -> bool {
    is_effect(work, id) && matches!(work.at(id), Some((_, Operation::Fold(_) | Operation::Cond(..))))
}

/// Which inputs of the bodies of a loop or of branches this source is, if it is the same in all turns.
fn inputs_of(work: &Work<'_>, id: EdgeId, port: usize) -> Vec<(EdgeId, usize)> {
    match work.at(id) {
        Some((_, Operation::Cond(..))) => {
            let both = branches(work, id).into_iter().flatten();
            let input =
                |branch| Some((branch, work.net.edge(branch).sources.len() + port.checked_sub(FIRST_ARGUMENT)?));
            both.filter_map(input).collect()
        }
        Some((_, Operation::Fold(fold))) => {
            let input = port.checked_sub(fold.before_state()).filter(|&at| at >= fold.state);
            let input = body(work, id).zip(input.map(|at| fold.params_before_state() + at));
            input.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a body only looks at this input.
fn looks_inside(work: &Work<'_>, body: EdgeId, input: usize) -> bool {
    let mut pending = vec![work.net.region(Level::Inside(body)).inputs[input]];
    while let Some(wire) = pending.pop() {
        let Consumer::Source(id, port) = work.net.wire(wire).consumer else { return false };
        match look(work, id, port as usize) {
            Look::Never | Look::With(_) => {}
            Look::Passes => pending.extend(&work.net.edge(id).targets),
            Look::Takes => return false,
        }
    }
    true
}

/// What a branch is given from around it.
struct Given {
    source: WireId,
    /// The edge of the branches.
    user: EdgeId,
    /// The edges that take the source, of which one alone is reached.
    to: Vec<EdgeId>,
}

/// What an input of a branch is, captured or an argument.
fn given_to_branch(work: &Work<'_>, root: WireId) -> Option<Given> {
    let wire = work.net.wire(root);
    let (Level::Inside(branch), Producer::Input(port)) = (wire.level, wire.producer) else { return None };
    let (user, _) = work.net.consumer_edge(*work.net.edge(branch).targets.first()?)?;
    let both = branches(work, user).filter(|both| both.contains(&branch))?;
    let (captured, port) = (&work.net.edge(branch).sources, port as usize);
    Some(match port.checked_sub(captured.len()) {
        None => Given { source: captured[port], user, to: both.into() },
        Some(argument) => {
            let source = *work.net.edge(user).sources.get(FIRST_ARGUMENT + argument)?;
            Given { source, user, to: vec![user] }
        }
    })
}

/// Whether an edge has its place in the order of effects of the level of another one.
fn is_effect_beside(work: &Work<'_>, id: EdgeId, other: EdgeId) -> bool {
    is_effect(work, id) && work.net.edge(id).level == work.net.edge(other).level
}

/// Whether an edge has its place in the order of effects.
fn is_effect(work: &Work<'_>, id: EdgeId) -> bool {
    work.net.edge(id).sources.iter().any(|&source| work.net.wire(source).ty == Type::World)
}

/// The effect before one, at the same level.
fn before(work: &Work<'_>, id: EdgeId) -> Option<EdgeId> {
    let edge = work.net.edge(id);
    let world = edge.sources.iter().find(|&&source| work.net.wire(source).ty == Type::World)?;
    let Producer::Target(earlier, _) = work.net.wire(work.net.root(*world)).producer else { return None };
    (work.net.edge(earlier).level == edge.level).then_some(earlier)
}

/// Whether this is a number, which the host copies where it reads it: by its type, or by what is done with it.
fn is_number(work: &Work<'_>, wire: WireId) -> bool {
    match &work.net.wire(wire).ty {
        Type::Real(_) => true,
        Type::Discrete(name) => is_copied_by_name(name) || is_integer_by_use(work, wire),
        Type::Function(_)
        | Type::Tuple(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

fn is_copied_by_name(name: &TypeName) -> bool {
    name.is_of_integers() || name.is("bool") || name.is("char")
}

/// Whether all that is done with a value of which only the host knows the type is what is done with integers.
fn is_integer_by_use(work: &Work<'_>, wire: WireId) -> bool {
    let (mut pending, mut is_one) = (vec![wire], false);
    while let Some(wire) = pending.pop() {
        let Consumer::Source(id, port) = work.net.wire(wire).consumer else { return false };
        let (edge, port) = (work.net.edge(id), port as usize);
        let fits = match &edge.label {
            Label::Copy => {
                pending.extend(&edge.targets);
                continue;
            }
            Label::Discard => continue,
            Label::Operation(Operation::Discrete(..) | Operation::Ordered(..)) => true,
            // Of other types, too, one value may be another one.
            Label::Operation(Operation::Compare(comparison, _)) => {
                comparison.is_of_order() || is_integer_constant(work, edge.sources[1 - port])
            }
            // The bounds of a loop, and where an element is.
            Label::Operation(Operation::Fold(fold)) => port < fold.function(),
            Label::Operation(Operation::Array(op, _)) => {
                op.place().is_some_and(|place| (1..=place.operands()).contains(&port))
            }
            Label::Operation(_) | Label::Eval | Label::Abstraction | Label::Frame(_) => false,
        };
        if !fits {
            return false;
        }
        is_one = true;
    }
    is_one
}

fn is_integer_constant(work: &Work<'_>, wire: WireId) -> bool {
    let producing = work.producing(work.net.root(wire));
    matches!(producing, Some((_, Operation::Constant(Constant::Integer(_), _))))
}

/// Whether code of the host gives numbers alone: they borrow nothing of what it looks at.
fn gives_numbers(work: &Work<'_>, id: EdgeId) -> bool {
    work.net.edge(id).targets.iter().all(|&target| match &work.net.wire(target).ty {
        Type::Real(_) | Type::World => true,
        Type::Discrete(name) => is_copied_by_name(name),
        Type::Function(_)
        | Type::Tuple(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_) => false,
    })
}

/// Whether a variable of the host owns what is on this wire, so that it can be moved.
fn is_own(work: &Work<'_>, wire: WireId) -> bool {
    let wire = work.net.wire(wire);
    match wire.producer {
        Producer::Open => false,
        Producer::Input(port) => is_own_input(work, wire.level, port as usize),
        Producer::Target(id, _) => {
            let edge = work.net.edge(id);
            match &edge.label {
                // What has effects gives a value; what only looks at something may give a place.
                Label::Eval => edge.targets.iter().any(|&target| work.net.wire(target).ty == Type::World),
                Label::Operation(Operation::Unpack(_)) => is_own(work, edge.sources[0]),
                Label::Operation(operation) => matches!(
                    operation,
                    Operation::Fold(_)
                        | Operation::Cond(..)
                        | Operation::Record(_)
                        | Operation::Update(_)
                        | Operation::View(Form::Clone | Form::Second | Form::Moved, _)
                ),
                Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => false,
            }
        }
    }
}

/// The same of what a level takes: of parameters, of the state of a loop, and of arguments of branches.
fn is_own_input(work: &Work<'_>, level: Level, port: usize) -> bool {
    let Level::Inside(abstraction) = level else { return true };
    let edge = work.net.edge(abstraction);
    let Some(port) = port.checked_sub(edge.sources.len()) else { return false };
    let Some((user, _)) = edge.targets.first().and_then(|&function| work.net.consumer_edge(function)) else {
        return false;
    };
    match &work.net.edge(user).label {
        Label::Operation(Operation::Fold(fold)) => {
            (fold.params_before_state()..fold.params_before_state() + fold.state).contains(&port)
        }
        Label::Operation(Operation::Cond(..)) => {
            let is_branch = branches(work, user).is_some_and(|both| both.contains(&abstraction));
            is_branch
                && work
                    .net
                    .edge(user)
                    .sources
                    .get(FIRST_ARGUMENT + port)
                    .is_some_and(|&argument| is_own(work, argument))
        }
        Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {
            false
        }
    }
}

//! A `cond` that would give a function gives what the functions of its branches captured instead. So the residual of branches
//! consists of values.

use std::sync::Arc;

use super::again::Again;
use super::control::{branches, retype};
use super::fold::body;
use super::roots::outside;
use super::work::Work;
use crate::label::{Constant, Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, Level, Producer, WireId};
use crate::types::{FunctionType, Type};

/// These branches and loops with their depths, those deepest inside first.
pub(super) fn inside_out(net: &Hypernet, all: Vec<EdgeId>) -> Vec<(usize, EdgeId)> {
    let depth = |id: EdgeId| {
        let mut level = net.edge(id).level;
        let mut depth = 0usize;
        while let Level::Inside(owner) = level {
            level = net.edge(owner).level;
            depth += 1;
        }
        depth
    };
    let mut sorted: Vec<(std::cmp::Reverse<usize>, EdgeId)> = Vec::with_capacity(all.len());
    for id in all {
        sorted.push((std::cmp::Reverse(depth(id)), id));
    }
    sorted.sort_unstable();
    sorted.into_iter().map(|(std::cmp::Reverse(depth), id)| (depth, id)).collect()
}

/// A function that a `cond` gives becomes an abstraction after it, which runs a `cond` of its own: what the functions of
/// the branches captured comes out of the first `cond` instead, with fillers for what the branch not taken captured.
pub(super) fn function_output(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(both) = branches(work, id) else { return false };
    if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
        return false;
    }
    let targets = work.net.edge(id).targets.clone();
    let Some(at) = targets.iter().position(|&wire| work.net.wire(wire).ty.as_function().is_some()) else {
        return false;
    };
    // A function argument that another `cond` gives has to be an abstraction first, and one that takes functions has to
    // move into the branches.
    let pending = work.net.edge(id).sources[3..].iter().any(|&wire| {
        let Some(function) = work.net.wire(wire).ty.as_function() else { return false };
        match work.producer(work.root(wire, &mut IdMap::default())) {
            Some((_, Label::Operation(Operation::Cond(..)))) => true,
            Some((_, Label::Abstraction)) => function.is_higher_order(),
            _ => false,
        }
    });
    let insides = both.map(Level::Inside);
    if pending || insides.iter().any(|&inside| waits(work, inside, at)) {
        return false;
    }
    let level = work.net.edge(id).level;
    let functions = insides.map(|inside| output_abstraction(work, inside, at));
    if level != Level::Outermost {
        let repeated = in_loop(work, level);
        for (inside, function) in insides.into_iter().zip(functions) {
            if repeated {
                compute_again(work, inside, function);
            }
            bundle(work, inside, function);
        }
    }

    // The condition is used again.
    let condition = work.net.edge(id).sources[0];
    let port = work.net.detach(condition);
    let [stays, again] = work.copy(condition);
    work.net.attach(stays, port);

    let carriers = functions.map(|function| {
        let captured = work.net.edge(function).sources.clone();
        let mut roots = IdMap::default();
        captured.into_iter().map(|wire| carrier(work, wire, &mut roots)).collect::<Vec<_>>()
    });
    let target = targets[at];
    let bodies = leave(work, insides, functions, &carriers, at);
    let mut rest = targets;
    rest.remove(at);
    work.net.detach_above(target);
    work.net.edge_mut(id).targets.clear();
    for &wire in &rest {
        work.net.detach_above(wire);
        work.net.push_target(id, wire);
    }
    let mut captured = vec![again];
    for carrier in carriers.iter().flatten() {
        captured.push(if let Filler::Outside(port) = carrier.filler {
            let argument = work.net.edge(id).sources[port + 3];
            let consumer = work.net.detach(argument);
            let [stays, wire] = work.copy(argument);
            work.net.attach(stays, consumer);
            wire
        } else {
            let wire = work.net.add_wire(level, carrier.ty(), None);
            work.net.push_target(id, wire);
            wire
        });
    }
    let function = work.net.wire(target).ty.as_function().expect("chosen for it").clone();
    let outer = work.net.add_edge(level, Label::Abstraction, captured, vec![target]);
    choose(work, outer, &function, functions, &carriers);
    for body in bodies {
        work.net.remove_wire(body);
    }
    work.retype(outer);
    work.touch(outer);
    work.touch_wire(target);
    retype(work, id, both);
    true
}

/// How many values leave a branch inside of other branches one by one.
const FEW: usize = 4;

/// Lets a function capture in one tuple what has to leave the branch that makes it, if that is more than a few values:
/// every branch around hands it on, so that in deeply nested branches each value would be handed on many times.
fn bundle(work: &mut Work<'_>, inside: Level, function: EdgeId) {
    let captured = work.net.edge(function).sources.clone();
    let mut roots = IdMap::default();
    let leaves: Vec<bool> = captured
        .iter()
        .map(|&wire| match carrier(work, wire, &mut roots) {
            Carrier { filler: Filler::Argument(_), .. } | Carrier { filler: Filler::Outside(_), ty: Type::Look(_) } => {
                false
            }
            Carrier { filler: Filler::Outside(_) | Filler::Constant(_) | Filler::Nothing, .. } => true,
        })
        .collect();
    if leaves.iter().filter(|&&leaves| leaves).count() <= FEW {
        return;
    }
    let within = Level::Inside(function);
    let (inputs, params) = take_captures(work, function);
    let part = |wires: &[WireId], leave: bool| -> Vec<WireId> {
        wires.iter().zip(&leaves).filter(|(_, leaves)| **leaves == leave).map(|(&wire, _)| wire).collect()
    };
    let together = part(&captured, true);
    let types: Arc<[Type]> = work.net.types(&together).into();
    let tuple = work.operation(inside, Operation::Pack(types.clone()), together)[0];
    let stands = work.net.add_wire(within, Type::Tuple(types.clone()), None);
    for wire in part(&captured, false).into_iter().chain([tuple]) {
        work.net.push_source(function, wire);
    }
    let mut all = part(&inputs, false);
    all.push(stands);
    all.extend(params);
    work.net.set_inputs(within, all);
    let parts = work.operation(within, Operation::Unpack(types), vec![stands]);
    for (upper, lower) in parts.into_iter().zip(part(&inputs, true)) {
        work.fuse(upper, lower);
    }
    work.retype(function);
}

/// Takes all that a function captures away from it. Its inputs that stood for that are open above; after them, its parameters.
fn take_captures(work: &mut Work<'_>, function: EdgeId) -> (Vec<WireId>, Vec<WireId>) {
    let captured = std::mem::take(&mut work.net.edge_mut(function).sources);
    let mut inputs = work.net.region(Level::Inside(function)).inputs.clone();
    let params = inputs.split_off(captured.len());
    for (&outer, &inner) in captured.iter().zip(&inputs) {
        work.net.detach(outer);
        work.net.detach_above(inner);
    }
    (inputs, params)
}

/// Whether a level is that of a turn of a loop, or inside of one.
pub(super) fn in_loop(work: &Work<'_>, mut level: Level) -> bool {
    while let Level::Inside(owner) = level {
        let runs = work.net.edge(owner).targets.first().and_then(|&function| work.net.consumer_edge(function));
        if runs.is_some_and(|(edge, _)| matches!(work.at(edge), Some((_, Operation::Fold(_))))) {
            return true;
        }
        level = work.net.edge(owner).level;
    }
    false
}

/// Lets a function that a branch gives compute again what it captured, where that is cheap, of what is there after the branch:
/// the arrays that are looked at, and what it captured too. So no loop around has to leave it.
fn compute_again(work: &mut Work<'_>, inside: Level, function: EdgeId) {
    let captured = work.net.edge(function).sources.clone();
    let inputs = work.net.region(inside).inputs.clone();
    let looks: Vec<WireId> = inputs.into_iter().filter(|&wire| work.net.wire(wire).ty.is_look()).collect();
    let mut again = Again::new(None, looks.iter().copied());
    again.choose(work, &captured);
    let is_left = |again: &mut Again, wire: WireId| {
        let root = again.root(work, wire);
        again.left.contains(&root) || looks.contains(&root)
    };
    let stays: Vec<bool> = captured.iter().map(|&wire| is_left(&mut again, wire)).collect();
    if !stays.contains(&false) {
        return;
    }
    let within = Level::Inside(function);
    let (inputs, params) = take_captures(work, function);
    let mut all = Vec::new();
    for ((&outer, &inner), _) in captured.iter().zip(&inputs).zip(&stays).filter(|(_, stays)| **stays) {
        let given = work.again(inner);
        let root = again.root(work, outer);
        if let Some(twice) = again.made.insert(root, given) {
            work.discard(twice);
        }
        work.net.push_source(function, outer);
        all.push(inner);
    }
    for ((&outer, &inner), _) in captured.iter().zip(&inputs).zip(&stays).filter(|(_, stays)| !**stays) {
        let made = again.make(work, outer, within);
        work.fuse(made, inner);
        work.discard(outer);
    }
    for (at, inner) in std::mem::take(&mut again.environment) {
        let look = work.again(looks[at]);
        work.net.push_source(function, look);
        all.push(inner);
    }
    for &wire in again.made.values() {
        if work.net.wire(wire).consumer == Consumer::Open {
            work.discard(wire);
        }
    }
    all.extend(params);
    work.net.set_inputs(within, all);
    work.retype(function);
}

/// Lets what the functions at output `at` captured leave the branches, with fillers for what the other one captured; gives
/// the wires of the functions, which are open below.
fn leave(
    work: &mut Work<'_>,
    insides: [Level; 2],
    functions: [EdgeId; 2],
    carriers: &[Vec<Carrier>; 2],
    at: usize,
) -> [WireId; 2] {
    let mut side = 0;
    insides.map(|inside| {
        let mut captured = work.net.edge(functions[side]).sources.clone();
        let mut outputs = work.net.region(inside).outputs.clone();
        let body = outputs.remove(at);
        work.net.region_mut(inside).outputs.clear();
        for &wire in outputs.iter().chain([&body]).chain(&captured) {
            work.net.detach(wire);
        }
        for (of, carriers) in carriers.iter().enumerate() {
            for (i, carrier) in carriers.iter().enumerate() {
                if let Filler::Outside(_) = carrier.filler {
                    if of == side {
                        work.discard(captured[i]);
                    }
                    continue;
                }
                if of == side {
                    outputs.push(carrier.give(work, inside, captured[i]));
                    continue;
                }
                let (wire, moved) = carrier.fill(work, inside);
                // An input that is an output or captured as it is goes through a copy now.
                if let Some((input, stays)) = moved {
                    for wire in outputs.iter_mut().chain(&mut captured) {
                        if *wire == input {
                            *wire = stays;
                        }
                    }
                }
                outputs.push(wire);
            }
        }
        for wire in outputs {
            work.net.push_output(inside, wire);
        }
        side += 1;
        body
    })
}

/// Fills the abstraction that stands for the function that was chosen: it captures the condition and what the functions
/// captured, and runs a `cond` of the two.
fn choose(
    work: &mut Work<'_>,
    outer: EdgeId,
    function: &FunctionType,
    functions: [EdgeId; 2],
    carriers: &[Vec<Carrier>; 2],
) {
    let within = Level::Inside(outer);
    let mut types = work.net.types(&work.net.edge(outer).sources.clone());
    types.extend(function.params.iter().cloned());
    let mut operands: Vec<WireId> = types.into_iter().map(|ty| work.net.add_input(within, ty, None)).collect();
    let condition = operands.remove(0);
    let operand_types = work.net.types(&operands);
    let counts = [carriers[0].len(), carriers[1].len()];
    let mut sources = vec![condition];
    for (side, function) in functions.into_iter().enumerate() {
        let branch = work.net.add_edge(within, Label::Abstraction, Vec::new(), Vec::new());
        let inside = Level::Inside(branch);
        let (inputs, outputs) = work.net.move_contents(Level::Inside(function), inside);
        work.net.remove_edge(function);
        work.net.set_outputs(inside, outputs);
        let params: Vec<WireId> = operand_types.iter().map(|ty| work.net.add_input(inside, ty.clone(), None)).collect();
        let first_own = if side == 0 { 0 } else { counts[0] };
        let own = first_own..first_own + counts[side];
        let mut inputs = inputs.into_iter();
        for (i, &param) in params.iter().enumerate() {
            if own.contains(&i) {
                let wire = carriers[side][i - first_own].take(work, inside, param);
                work.fuse(wire, inputs.next().expect("an input for each capture"));
            } else if i >= counts[0] + counts[1] {
                work.fuse(param, inputs.next().expect("an input for each parameter"));
            } else {
                work.discard(param);
            }
        }
        sources.push(work.give(branch));
        work.touch(branch);
    }
    let ty = |wire: WireId| work.net.wire(wire).ty.as_function().expect("a branch is a function").clone();
    let operation = Operation::Cond(ty(sources[1]), ty(sources[2]));
    sources.extend(operands);
    let results = work.operation(within, operation, sources);
    work.net.set_outputs(within, results);
}

/// Whether an output of a branch or of a turn is a function that a `cond` gives, or one that captured such a function, what such a
/// function gave, or a tape of these: that has to be an abstraction first, so that values leave instead of functions.
pub(super) fn waits(work: &Work<'_>, inside: Level, at: usize) -> bool {
    let output = work.net.region(inside).outputs[at];
    let made_of = match work.producer(output) {
        Some((abstraction, Label::Abstraction)) => work.net.edge(abstraction).sources.as_slice(),
        _ => std::slice::from_ref(&output),
    };
    made_of.iter().any(|&wire| holds_functions(&work.net.wire(wire).ty) && is_chosen(work, wire))
}

/// Whether this is a function, a tape of functions, or a tape of such tapes.
pub(super) fn holds_functions(ty: &Type) -> bool {
    let mut ty = ty;
    while let Type::Tape(of) = ty {
        ty = of;
    }
    ty.as_function().is_some()
}

/// Whether a `cond` gives this function, in this level or around it, the function whose result it is, or what is on this tape.
fn is_chosen(work: &Work<'_>, wire: WireId) -> bool {
    let root = work.root(wire, &mut IdMap::default());
    let Some((producer, port)) = work.net.producer_edge(root) else {
        return outside(work.net, root).is_some_and(|outer| is_chosen(work, outer));
    };
    match (&work.net.edge(producer).label, body(work, producer)) {
        (Label::Operation(Operation::Cond(..)), _) => true,
        (Label::Operation(Operation::Fold(fold)), Some(body)) => {
            port.checked_sub(fold.before_left()).is_some_and(|left| waits(work, Level::Inside(body), fold.state + left))
        }
        (Label::Eval, _) => is_chosen(work, work.net.edge(producer).sources[0]),
        _ => false,
    }
}

/// The abstraction that makes an output of a branch; one that captures the function and evaluates it, where the output
/// comes from elsewhere.
fn output_abstraction(work: &mut Work<'_>, inside: Level, at: usize) -> EdgeId {
    let wire = work.net.region(inside).outputs[at];
    if let Some((abstraction, Label::Abstraction)) = work.producer(wire) {
        return abstraction;
    }
    let ty = work.net.wire(wire).ty.clone();
    let function = ty.as_function().expect("a function output").clone();
    let port = work.net.detach(wire);
    let eta = work.net.add_edge(inside, Label::Abstraction, vec![wire], Vec::new());
    let within = Level::Inside(eta);
    let mut operands = vec![work.net.add_input(within, ty.clone(), None)];
    operands.extend(function.params.iter().map(|ty| work.net.add_input(within, ty.clone(), None)));
    let (_, results) = work.net.add_edge_with_targets(within, Label::Eval, operands, function.results.clone());
    work.net.set_outputs(within, results);
    let target = work.net.add_wire(inside, ty, None);
    work.net.push_target(eta, target);
    work.net.attach(target, port);
    work.retype(eta);
    eta
}

/// How a value gets from a branch to where it is used if the branch was taken.
struct Carrier {
    ty: Type,
    filler: Filler,
}

/// What stands in for a value where the branch that gives it was not taken.
enum Filler {
    /// The value itself: it is this argument of the `cond`.
    Argument(usize),
    /// None is needed: the value is this argument of the `cond`, and does not come out of it.
    Outside(usize),
    /// A constant that nobody reads.
    Constant(Operation),
    /// Nothing: an option carries the value.
    Nothing,
}

fn carrier(work: &Work<'_>, wire: WireId, roots: &mut IdMap<WireId, WireId>) -> Carrier {
    let ty = work.net.wire(wire).ty.clone();
    let plain = matches!(ty, Type::Real(_) | Type::Discrete(_));
    let filler = match (work.net.wire(work.root(wire, roots)).producer, &ty) {
        (Producer::Input(port), _) if plain => Filler::Argument(port as usize),
        (Producer::Input(port), Type::Function(_) | Type::Look(_)) => Filler::Outside(port as usize),
        (_, Type::Real(_)) => Filler::Constant(Operation::Zero(ty.clone())),
        // What a branch inside of this one left, or did not.
        (_, Type::Option(inside)) => Filler::Constant(Operation::Absent((**inside).clone())),
        (_, Type::Discrete(name)) if name.is("bool") => {
            Filler::Constant(Operation::Constant(Constant::Bool(false), ty.clone()))
        }
        (_, Type::Discrete(name)) if name.is_of_integers() => {
            Filler::Constant(Operation::Constant(Constant::Integer(0), ty.clone()))
        }
        _ => Filler::Nothing,
    };
    Carrier { ty, filler }
}

impl Carrier {
    /// The type of the wire that carries it.
    fn ty(&self) -> Type {
        match self.filler {
            Filler::Nothing => Type::Option(Arc::new(self.ty.clone())),
            Filler::Argument(_) | Filler::Outside(_) | Filler::Constant(_) => self.ty.clone(),
        }
    }

    fn give(&self, work: &mut Work<'_>, level: Level, wire: WireId) -> WireId {
        match self.filler {
            Filler::Nothing => work.operation(level, Operation::Present(self.ty.clone()), vec![wire])[0],
            Filler::Argument(_) | Filler::Outside(_) | Filler::Constant(_) => wire,
        }
    }

    /// What stands in for it; where that is a copy of an input, also the input and the wire in its place.
    fn fill(&self, work: &mut Work<'_>, level: Level) -> (WireId, Option<(WireId, WireId)>) {
        match &self.filler {
            Filler::Argument(port) => {
                let input = work.net.region(level).inputs[*port];
                let [stays, wire] = work.twice(input);
                (wire, Some((input, stays)))
            }
            Filler::Outside(_) => unreachable!("it does not come out of the branches"),
            Filler::Constant(operation) => (work.operation(level, operation.clone(), Vec::new())[0], None),
            Filler::Nothing => (work.operation(level, Operation::Absent(self.ty.clone()), Vec::new())[0], None),
        }
    }

    fn take(&self, work: &mut Work<'_>, level: Level, wire: WireId) -> WireId {
        match self.filler {
            Filler::Nothing => work.operation(level, Operation::Expect(self.ty.clone()), vec![wire])[0],
            Filler::Argument(_) | Filler::Outside(_) | Filler::Constant(_) => wire,
        }
    }
}

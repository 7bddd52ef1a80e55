//! What functions captured, where that has been left open.
//!
//! The adjoint of a function gives the sensitivities of what the function captured, so it has to know the captures. In two
//! cases they are not known from the start: a function may be a parameter, and two branches may give functions that captured
//! different things. Both become known when a function meets the code that calls it. A function that takes functions is
//! written out where it is called, and branches give what their functions captured instead of the functions. Only rules that
//! keep values bit for bit and effects in order are used.
//!
//! Types are read off the net afterwards: the captures of an abstraction are the wires that go into it.

use std::sync::Arc;

use super::growth::Growth;
use super::work::Work;
use super::{ByAnchor, INTERFACE_RULES, Looks, RULES, Rules, Simplification, by_anchor, run};
use crate::adjoint::memo::Memo;
use crate::label::{Label, Operation};
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::types::Type;

/// The rules that move functions to where they are called.
const STRUCTURAL: &[&str] = &[
    "beta",
    "copy-unit",
    "discard-natural",
    "copy-constant",
    "copy-abstraction",
    "expect-present",
    "cond-close",
    "capture",
    "cond-interface",
    "loop-close",
    "loop-interface",
];

/// Rewrites a net until it is known of each function what it captured, as the [adjoint](crate::adjoint) needs it; whether
/// that has been possible. It is not if a function that takes functions is given or taken by the whole net, or if there
/// would be too many copies of such functions. Then the types of the net are still open in places.
///
/// A net in which all is known stays as it is.
///
/// ```
/// use hypernet::{Builder, Primitive, Type, adjoint::adjoint, simplify::specialise};
///
/// // |f, v| f(f(v)), of |v| v * x and x
/// let mut b = Builder::new();
/// let x = b.input(Type::f64(), Some("x"));
/// b.open();
/// let f = b.input(Type::open_function(vec![Type::f64()], vec![Type::f64()]), Some("f"));
/// let v = b.input(Type::f64(), Some("v"));
/// let once = b.eval(f, &[v])?;
/// let result = b.eval(f, &once)?;
/// let twice = b.close(&result)?;
/// b.open();
/// let v = b.input(Type::f64(), Some("v"));
/// let product = b.primitive(Primitive::Mul, &[v, x])?;
/// let scale = b.close(&[product])?;
/// let scaled = b.eval(twice, &[scale, x])?;
/// let mut net = b.finish(&scaled)?;
/// assert!(adjoint(&net).is_err());
/// assert!(specialise(&mut net));
/// assert!(adjoint(&net).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn specialise(net: &mut Hypernet) -> bool {
    let known = |net: &Hypernet| {
        let mut types = Memo::default();
        net.wire_ids().all(|wire| types.known(&net.wire(wire).ty))
    };
    if known(net) {
        return true;
    }
    let inputs = net.types(net.inputs());
    let rules = |all: &'static [Simplification]| -> ByAnchor {
        by_anchor(all.iter().filter(|rule| STRUCTURAL.contains(&rule.name)))
    };
    let (local, interface) = (rules(RULES), rules(INTERFACE_RULES));
    let mut work = Work::new(net);
    work.growth = Growth::of_necessity(work.net);
    run(&mut work, &Rules { local, interface, share: false, guard: false, look: Looks::None }, &mut |_, _| ());
    for (wire, ty) in net.inputs().to_vec().into_iter().zip(inputs) {
        net.wire_mut(wire).ty = ty;
    }
    learn(net);
    net.compact();
    known(net)
}

/// What is still to be done, last things first.
enum Step {
    /// Gives the targets of an edge their types; looks inside of an abstraction first.
    Edge(EdgeId),
    /// Gives an abstraction the type that its inside says.
    Close(EdgeId),
    /// Gives a `cond` and its results the types that the branches say.
    Join(EdgeId),
    /// Gives a loop and its results the types that its function says.
    Loop(EdgeId),
}

/// Brings the types of all wires up to date with what abstractions capture, from the inputs of the net on.
fn learn(net: &mut Hypernet) {
    let (mut pending, mut types) = (Vec::new(), Memo::default());
    enter(net, Level::Outermost, &mut pending);
    while let Some(step) = pending.pop() {
        match step {
            Step::Edge(id) => edge(net, id, &mut pending),
            Step::Close(id) => close(net, id),
            Step::Join(id) => join(net, id, &mut types),
            Step::Loop(id) => repeat(net, id),
        }
    }
}

fn enter(net: &Hypernet, level: Level, pending: &mut Vec<Step>) {
    pending.extend(net.sorted_edges(level).into_iter().rev().map(Step::Edge));
}

fn set(net: &mut Hypernet, wires: &[WireId], types: impl IntoIterator<Item = Type>) {
    for (&wire, ty) in wires.iter().zip(types) {
        net.wire_mut(wire).ty = ty;
    }
}

fn edge(net: &mut Hypernet, id: EdgeId, pending: &mut Vec<Step>) {
    let (sources, targets) = (net.edge(id).sources.clone(), net.edge(id).targets.clone());
    let types = net.types(&sources);
    match net.edge(id).label.clone() {
        Label::Copy => set(net, &targets, vec![types[0].clone(); 2]),
        Label::Discard | Label::Frame(_) => {}
        Label::Abstraction => {
            let inside = Level::Inside(id);
            let inputs = net.region(inside).inputs.clone();
            set(net, &inputs, types);
            // The branches of a `cond` and the function of a loop learn from these what they take.
            let is_run = targets.first().and_then(|&wire| net.consumer_edge(wire)).is_some_and(|(consumer, port)| {
                net.edge(consumer).operation().is_some_and(|operation| operation.nature().runs.contains(&port))
            });
            if !is_run {
                pending.push(Step::Close(id));
                enter(net, inside, pending);
            }
        }
        Label::Eval => {
            // A constant of the host language takes whatever it is given.
            if let Some((constant, _)) = net.producer_edge(sources[0])
                && let Label::Operation(Operation::Function(function)) = &mut net.edge_mut(constant).label
            {
                Arc::make_mut(function).ty.params = types[1..].to_vec();
                let ty = function.wire_type();
                net.wire_mut(sources[0]).ty = ty;
            }
            if let Some(function) = net.wire(sources[0]).ty.as_function() {
                let results = function.results.clone();
                set(net, &targets, results);
            }
        }
        Label::Operation(Operation::Cond(..)) => {
            pending.push(Step::Join(id));
            for &function in &sources[1..3] {
                let Some((branch, _)) = net.producer_edge(function) else { continue };
                if net.edge(branch).label != Label::Abstraction {
                    continue;
                }
                let (inside, captured) = (Level::Inside(branch), net.edge(branch).sources.len());
                let params = net.region(inside).inputs[captured..].to_vec();
                set(net, &params, types[3..].iter().cloned());
                pending.push(Step::Close(branch));
                enter(net, inside, pending);
            }
        }
        Label::Operation(Operation::Fold(fold)) => {
            pending.push(Step::Loop(id));
            if let Some((body, _)) = net.producer_edge(sources[fold.function()])
                && net.edge(body).label == Label::Abstraction
            {
                let (inside, captured) = (Level::Inside(body), net.edge(body).sources.len());
                let params = net.region(inside).inputs[captured + fold.params_before_state()..].to_vec();
                set(net, &params, types[fold.before_state()..].iter().cloned());
                pending.push(Step::Close(body));
                enter(net, inside, pending);
            }
        }
        Label::Operation(mut operation) => {
            let mut given = Parts::of(&types);
            operation.types_mut(&mut |ty| given.learn(ty));
            let (_, results) = operation.signature();
            net.edge_mut(id).label = Label::Operation(operation);
            set(net, &targets, results);
        }
    }
}

/// Types and their parts, each before its own parts, with how many it has. An operation is made of types of what it takes, in
/// that order.
struct Parts(std::collections::VecDeque<(Type, usize)>);

impl Parts {
    fn of(types: &[Type]) -> Self {
        fn list(ty: &Type, found: &mut std::collections::VecDeque<(Type, usize)>) {
            let at = found.len();
            found.push_back((ty.clone(), 0));
            match ty {
                Type::Tuple(parts) => parts.iter().for_each(|part| list(part, found)),
                Type::Option(ty) | Type::Tape(ty) | Type::Array(ty) | Type::Look(ty) | Type::Undone(ty) => {
                    list(ty, found);
                }
                Type::Function(_)
                | Type::Real(_)
                | Type::Discrete(_)
                | Type::Opaque(_)
                | Type::Cotangent(_)
                | Type::World => {}
            }
            found[at].1 = found.len() - at - 1;
        }
        let mut found = std::collections::VecDeque::new();
        types.iter().filter(|ty| !ty.is_first_order()).for_each(|ty| list(ty, &mut found));
        Self(found)
    }

    /// Lets a type be the next one that it is when captures are left open.
    fn learn(&mut self, ty: &mut Type) {
        if ty.is_first_order() {
            return;
        }
        let open = ty.forget_captures();
        if let Some(at) = self.0.iter().position(|(given, _)| given.forget_captures() == open) {
            let (given, parts) = self.0[at].clone();
            *ty = given;
            self.0.drain(..=at + parts);
        }
    }
}

fn close(net: &mut Hypernet, id: EdgeId) {
    let edge = net.edge(id);
    let (captured, target) = (net.types(&edge.sources), edge.targets[0]);
    let region = net.region(Level::Inside(id));
    let params = net.types(&region.inputs[captured.len()..]);
    let results = net.types(&region.outputs);
    net.wire_mut(target).ty = Type::function(captured, params, results);
}

/// The loop knows what its function knows.
fn repeat(net: &mut Hypernet, id: EdgeId) {
    let Label::Operation(Operation::Fold(fold)) = &net.edge(id).label else { return };
    let function = net.edge(id).sources[fold.function()];
    let Type::Function(body) = net.wire(function).ty.clone() else { return };
    let targets = net.edge(id).targets.clone();
    let Label::Operation(Operation::Fold(fold)) = &mut net.edge_mut(id).label else { return };
    Arc::make_mut(fold).body = body;
    let (_, results) = Operation::Fold(fold.clone()).signature();
    set(net, &targets, results);
}

/// Where only one branch knows what a function among its results captured, the other learns it: there is none.
fn join(net: &mut Hypernet, id: EdgeId, types: &mut Memo) {
    let (sources, targets) = (net.edge(id).sources.clone(), net.edge(id).targets.clone());
    let results =
        |net: &Hypernet, wire: WireId| net.wire(wire).ty.as_function().map(|function| function.results.clone());
    let (Some(first), Some(second)) = (results(net, sources[1]), results(net, sources[2])) else { return };
    let joined: Vec<Type> =
        first.into_iter().zip(second).map(|(first, second)| if types.known(&first) { first } else { second }).collect();
    for &function in &sources[1..3] {
        if let Some((branch, _)) = net.producer_edge(function)
            && net.edge(branch).label == Label::Abstraction
        {
            let outputs = net.region(Level::Inside(branch)).outputs.clone();
            for (&output, ty) in outputs.iter().zip(&joined) {
                give(net, output, ty, types);
            }
            close(net, branch);
        }
    }
    let function = |wire: WireId| {
        let mut function = net.wire(wire).ty.as_function().expect("a branch is a function").clone();
        Arc::make_mut(&mut function).results.clone_from(&joined);
        function
    };
    let operation = Operation::Cond(function(sources[1]), function(sources[2]));
    net.edge_mut(id).label = Label::Operation(operation);
    set(net, &targets, joined);
}

/// Gives a wire this type, and what gives it nothing of an unknown type too.
fn give(net: &mut Hypernet, wire: WireId, ty: &Type, types: &mut Memo) {
    if types.known(&net.wire(wire).ty) {
        return;
    }
    net.wire_mut(wire).ty = ty.clone();
    let Some((producer, port)) = net.producer_edge(wire) else { return };
    match (&mut net.edge_mut(producer).label, ty) {
        (Label::Operation(Operation::Absent(known)), Type::Option(ty)) => *known = (**ty).clone(),
        (Label::Operation(Operation::Cond(first, second)), ty) => {
            for function in [first, second] {
                Arc::make_mut(function).results[port] = ty.clone();
            }
            let branches = [net.edge(producer).sources[1], net.edge(producer).sources[2]];
            for function in branches {
                if let Some((branch, _)) = net.producer_edge(function)
                    && let Some(&output) = net.region(Level::Inside(branch)).outputs.get(port)
                {
                    give(net, output, ty, types);
                    close(net, branch);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_structural_rules_are_rules() {
        for name in STRUCTURAL {
            assert!(RULES.iter().chain(INTERFACE_RULES).any(|rule| rule.name == *name), "{name}");
        }
    }
}

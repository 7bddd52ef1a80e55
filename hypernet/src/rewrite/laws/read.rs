//! Reading off a net what a law is about at a place, and where the match begins.

use super::{Captured, Direction, Equation, Inapplicable, Law, Place, Rule};
use crate::label::{Label, Operation};
use crate::net::Item;
use crate::net::{EdgeId, Hypernet, Level, Producer, WireId};
use crate::types::{Captures, FunctionType, Type};

/// The instance of the law, and what its anchor goes to.
type Read = Result<(Equation, Item), Inapplicable>;

pub(super) fn read(rule: Rule, net: &Hypernet, place: Place) -> Read {
    match place {
        Place::Edge(edge) => {
            net.get_edge(edge).ok_or(Inapplicable::Place)?;
            match rule.direction {
                Direction::Forward => forward(rule.law, net, edge),
                Direction::Backward => backward(rule.law, net, edge),
            }
        }
        Place::Wire(wire) => {
            net.get_wire(wire).ok_or(Inapplicable::Place)?;
            match rule.direction {
                Direction::Forward => Err(Inapplicable::Place),
                Direction::Backward => at_wire(rule.law, net, wire),
            }
        }
    }
}

fn at_wire(law: Law, net: &Hypernet, wire: WireId) -> Read {
    let ty = net.wire(wire).ty.clone();
    let equation = match (law, &ty) {
        (Law::CopyUnitLeft, _) => Equation::CopyUnitLeft { ty },
        (Law::CopyUnitRight, _) => Equation::CopyUnitRight { ty },
        (Law::Eta, Type::Function(function)) => Equation::Eta { function: (**function).clone() },
        (Law::UnpackPack, Type::Tuple(parts)) => Equation::UnpackPack { parts: parts.to_vec() },
        (Law::PackUnpack, _) => return Err(Inapplicable::Undetermined),
        _ => return Err(Inapplicable::Place),
    };
    Ok((equation, Item::Wire(wire)))
}

fn forward(law: Law, net: &Hypernet, edge: EdgeId) -> Read {
    let equation = match law {
        Law::CopyAssociative => Equation::CopyAssociative { ty: copied(net, edge)? },
        Law::CopyCommutative => Equation::CopyCommutative { ty: copied(net, edge)? },
        Law::CopyUnitLeft => Equation::CopyUnitLeft { ty: copied(net, edge)? },
        Law::CopyUnitRight => Equation::CopyUnitRight { ty: copied(net, edge)? },
        Law::CopyNatural => Equation::CopyNatural { f: single(net, edge) },
        Law::DiscardNatural => Equation::DiscardNatural { f: single(net, edge) },
        Law::Beta => {
            let eval = labelled(net, edge, &Label::Eval)?;
            let function = net.edge(eval).sources[0];
            let abstraction = producer(net, function, &Label::Abstraction)?;
            Equation::Beta { function: function_type(net, function)?, body: inside(net, abstraction) }
        }
        Law::Eta => {
            let abstraction = labelled(net, edge, &Label::Abstraction)?;
            Equation::Eta { function: function_type(net, net.edge(abstraction).targets[0])? }
        }
        Law::CoevalNatural => absorbed(net, edge)?,
        Law::EvalNatural => {
            let eval = labelled(net, edge, &Label::Eval)?;
            let lifted = net.edge(eval).sources[0];
            let (function, g) = after_eval(net, producer(net, lifted, &Label::Abstraction)?)?;
            Equation::EvalNatural { function, g, lifted: function_type(net, lifted)? }
        }
        Law::AbstractionFunctorial => {
            let second = labelled(net, edge, &Label::Abstraction)?;
            let (function, g) = after_eval(net, second)?;
            let first = producer(net, net.edge(second).sources[0], &Label::Abstraction)?;
            let lifted = function_type(net, net.edge(second).targets[0])?;
            Equation::AbstractionFunctorial { function, body: inside(net, first), g, lifted }
        }
        Law::PackUnpack => match net.edge(edge).operation() {
            Some(Operation::Pack(parts)) => Equation::PackUnpack { parts: parts.to_vec() },
            _ => return Err(Inapplicable::Place),
        },
        Law::UnpackPack => match net.edge(edge).operation() {
            Some(Operation::Unpack(parts)) => Equation::UnpackPack { parts: parts.to_vec() },
            _ => return Err(Inapplicable::Place),
        },
    };
    Ok((equation, Item::Edge(edge)))
}

fn backward(law: Law, net: &Hypernet, edge: EdgeId) -> Read {
    let equation = match law {
        Law::CopyAssociative => Equation::CopyAssociative { ty: copied(net, edge)? },
        Law::CopyCommutative => Equation::CopyCommutative { ty: copied(net, edge)? },
        Law::CopyNatural => Equation::CopyNatural { f: single(net, edge) },
        Law::Beta => {
            let found = net.edge(edge);
            let (params, results) = (net.types(&found.sources), net.types(&found.targets));
            Equation::Beta {
                function: FunctionType {
                    captures: Captures::Known(Vec::new()),
                    params,
                    results,
                    seeds: Vec::new(),
                    keeps: false,
                },
                body: single(net, edge),
            }
        }
        Law::CoevalNatural => return released(net, edge),
        Law::EvalNatural => {
            let eval = net.edge(labelled(net, edge, &Label::Eval)?);
            let first = *eval.targets.first().ok_or(Inapplicable::Place)?;
            let (next, _) = net.consumer_edge(first).ok_or(Inapplicable::Place)?;
            if net.edge(next).sources != eval.targets {
                return Err(Inapplicable::Place);
            }
            let function = function_type(net, eval.sources[0])?;
            let results = net.types(&net.edge(next).targets);
            let lifted = FunctionType {
                captures: Captures::Open,
                params: function.params.clone(),
                results,
                seeds: Vec::new(),
                keeps: false,
            };
            Equation::EvalNatural { function, g: single(net, next), lifted }
        }
        Law::AbstractionFunctorial => {
            let Level::Inside(abstraction) = net.edge(edge).level else { return Err(Inapplicable::Place) };
            labelled(net, abstraction, &Label::Abstraction)?;
            let region = net.region(Level::Inside(abstraction));
            if net.edge(edge).targets != region.outputs {
                return Err(Inapplicable::Place);
            }
            let lifted = function_type(net, net.edge(abstraction).targets[0])?;
            let results = net.types(&net.edge(edge).sources);
            let function = FunctionType {
                captures: Captures::Open,
                params: lifted.params.clone(),
                results,
                seeds: Vec::new(),
                keeps: false,
            };
            let (mut body, copy) = inside_with(net, abstraction, edge);
            let outputs = std::mem::take(&mut body.edge_mut(copy).sources);
            let targets = std::mem::take(&mut body.edge_mut(copy).targets);
            body.set_outputs(Level::Outermost, Vec::new());
            for wire in targets {
                body.detach_above(wire);
                body.remove_wire(wire);
            }
            for &wire in &outputs {
                body.detach(wire);
            }
            body.remove_edge(copy);
            body.set_outputs(Level::Outermost, outputs);
            let equation = Equation::AbstractionFunctorial { function, body, g: single(net, edge), lifted };
            return Ok((equation, Item::Edge(abstraction)));
        }
        Law::DiscardNatural | Law::PackUnpack => return Err(Inapplicable::Undetermined),
        Law::CopyUnitLeft | Law::CopyUnitRight | Law::Eta | Law::UnpackPack => return Err(Inapplicable::Place),
    };
    Ok((equation, Item::Edge(edge)))
}

fn labelled(net: &Hypernet, edge: EdgeId, label: &Label) -> Result<EdgeId, Inapplicable> {
    if net.edge(edge).label == *label { Ok(edge) } else { Err(Inapplicable::Place) }
}

/// The edge with this label that makes the wire.
fn producer(net: &Hypernet, wire: WireId, label: &Label) -> Result<EdgeId, Inapplicable> {
    let (edge, _) = net.producer_edge(wire).ok_or(Inapplicable::Place)?;
    labelled(net, edge, label)
}

/// The type of what this edge copies.
fn copied(net: &Hypernet, edge: EdgeId) -> Result<Type, Inapplicable> {
    labelled(net, edge, &Label::Copy)?;
    Ok(net.wire(net.edge(edge).sources[0]).ty.clone())
}

fn function_type(net: &Hypernet, wire: WireId) -> Result<FunctionType, Inapplicable> {
    net.wire(wire).ty.as_function().map(|function| (**function).clone()).ok_or(Inapplicable::Place)
}

/// A net of this edge alone, with all that is inside.
fn single(net: &Hypernet, id: EdgeId) -> Hypernet {
    let edge = net.edge(id);
    let mut alone = Hypernet::new();
    let top = Level::Outermost;
    let sources =
        edge.sources.iter().map(|&wire| alone.add_input(top, net.wire(wire).ty.clone(), net.wire(wire).name.clone()));
    let sources: Vec<WireId> = sources.collect();
    let (copy, targets) = alone.add_edge_with_targets(top, edge.label.clone(), sources, net.types(&edge.targets));
    for (&from, &to) in edge.targets.iter().zip(&targets) {
        alone.wire_mut(to).name.clone_from(&net.wire(from).name);
    }
    alone.set_outputs(top, targets);
    if edge.inner.is_some() {
        let inside = Level::Inside(copy);
        let (inputs, outputs) = alone.copy_from(net, Level::Inside(id), inside, &mut |_, _| ());
        alone.set_inputs(inside, inputs);
        alone.set_outputs(inside, outputs);
    }
    alone
}

/// The inside of an abstraction, as a net.
fn inside(net: &Hypernet, abstraction: EdgeId) -> Hypernet {
    inside_with(net, abstraction, abstraction).0
}

/// The inside of an abstraction, as a net, and what one of its edges is called there.
fn inside_with(net: &Hypernet, abstraction: EdgeId, wanted: EdgeId) -> (Hypernet, EdgeId) {
    let (mut body, mut found) = (Hypernet::new(), wanted);
    let (inputs, outputs) = body.copy_from(net, Level::Inside(abstraction), Level::Outermost, &mut |from, to| {
        if from == wanted {
            found = to;
        }
    });
    body.set_inputs(Level::Outermost, inputs);
    body.set_outputs(Level::Outermost, outputs);
    (body, found)
}

/// An abstraction that begins with the `eval` of the one function that it captures, on its parameters: the type of the
/// function, and what comes after the `eval`.
fn after_eval(net: &Hypernet, abstraction: EdgeId) -> Result<(FunctionType, Hypernet), Inapplicable> {
    let [function] = net.edge(abstraction).sources[..] else { return Err(Inapplicable::Place) };
    let region = net.region(Level::Inside(abstraction));
    let (eval, _) = net.consumer_edge(region.inputs[0]).ok_or(Inapplicable::Place)?;
    labelled(net, eval, &Label::Eval)?;
    if net.edge(eval).sources != region.inputs {
        return Err(Inapplicable::Place);
    }
    let function = function_type(net, function)?;
    let (mut g, eval) = inside_with(net, abstraction, eval);
    let inputs = std::mem::take(&mut g.edge_mut(eval).targets);
    let params = std::mem::take(&mut g.edge_mut(eval).sources);
    g.set_inputs(Level::Outermost, Vec::new());
    for wire in params {
        g.detach(wire);
        g.remove_wire(wire);
    }
    for &wire in &inputs {
        g.detach_above(wire);
    }
    g.remove_edge(eval);
    g.set_inputs(Level::Outermost, inputs);
    Ok((function, g))
}

/// The edge `f` and the abstraction that captures all it gives.
fn absorbed(net: &Hypernet, f: EdgeId) -> Result<Equation, Inapplicable> {
    let first = *net.edge(f).targets.first().ok_or(Inapplicable::Place)?;
    let (abstraction, _) = net.consumer_edge(first).ok_or(Inapplicable::Place)?;
    labelled(net, abstraction, &Label::Abstraction)?;
    let (mut inputs, mut taken, mut captured) = (Vec::new(), Vec::new(), Vec::new());
    for &wire in &net.edge(abstraction).sources {
        match net.wire(wire).producer {
            Producer::Target(edge, port) if edge == f => {
                // What `f` takes comes where the first thing was that it gives.
                if taken.len() < net.edge(f).sources.len() {
                    let types = net.types(&net.edge(f).sources);
                    taken.extend(inputs.len()..inputs.len() + types.len());
                    inputs.extend(types);
                }
                captured.push(Captured::Output(port as usize));
            }
            Producer::Open | Producer::Input(_) | Producer::Target(..) => {
                captured.push(Captured::Input(inputs.len()));
                inputs.push(net.wire(wire).ty.clone());
            }
        }
    }
    let function = function_type(net, net.edge(abstraction).targets[0])?;
    Ok(Equation::CoevalNatural { function, f: single(net, f), body: inside(net, abstraction), inputs, taken, captured })
}

/// The edge `f` inside of an abstraction, which takes nothing but captured wires.
fn released(net: &Hypernet, f: EdgeId) -> Read {
    let Level::Inside(abstraction) = net.edge(f).level else { return Err(Inapplicable::Place) };
    labelled(net, abstraction, &Label::Abstraction)?;
    let outer = &net.edge(abstraction).sources;
    let taken: Option<Vec<usize>> = net
        .edge(f)
        .sources
        .iter()
        .map(|&wire| match net.wire(wire).producer {
            Producer::Input(at) if (at as usize) < outer.len() => Some(at as usize),
            Producer::Open | Producer::Input(_) | Producer::Target(..) => None,
        })
        .collect();
    let taken = taken.ok_or(Inapplicable::Place)?;
    let (mut body, copy) = inside_with(net, abstraction, f);
    let params = std::mem::take(&mut body.edge_mut(copy).sources);
    let given = std::mem::take(&mut body.edge_mut(copy).targets);
    for &wire in &given {
        body.detach_above(wire);
    }
    let mut rest = body.inputs().to_vec();
    body.set_inputs(Level::Outermost, Vec::new());
    rest.retain(|wire| !params.contains(wire));
    for wire in params {
        body.detach(wire);
        body.remove_wire(wire);
    }
    body.remove_edge(copy);
    let mut captured: Vec<Captured> = (0..outer.len()).filter(|at| !taken.contains(at)).map(Captured::Input).collect();
    let count = captured.len();
    captured.extend((0..given.len()).map(Captured::Output));
    rest.splice(count..count, given);
    body.set_inputs(Level::Outermost, rest);
    let function = function_type(net, net.edge(abstraction).targets[0])?;
    let inputs = net.types(outer);
    Ok((
        Equation::CoevalNatural { function, f: single(net, f), body, inputs, taken, captured },
        Item::Edge(abstraction),
    ))
}

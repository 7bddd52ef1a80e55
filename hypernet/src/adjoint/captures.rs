//! What functions captured, where the types of a net leave it open: it is read off the abstractions that make them.
//!
//! Simplification moves work into functions and out of them, and forgets in their types what they captured. A net that is to
//! be differentiated again has to know it.

use crate::label::Label;
use crate::net::{Hypernet, Level, WireId};
use crate::operation::Operation;
use crate::types::Type;

/// Completes the types of the functions at a level, and inside of it: from each abstraction along the wires to where the
/// function is called, run or captured. What comes in as a parameter stays as it is.
pub(super) fn complete(net: &mut Hypernet, level: Level) {
    for id in net.sorted_edges(level) {
        let edge = net.edge(id);
        let (sources, targets) = (edge.sources.clone(), edge.targets.clone());
        let types = match edge.label.clone() {
            Label::Copy => vec![net.wire(sources[0]).ty.clone(); targets.len()],
            Label::Discard | Label::Frame(_) => continue,
            Label::Abstraction => {
                let inside = Level::Inside(id);
                let (captured, params) = net.region(inside).inputs.split_at(sources.len());
                let (captured, params) = (captured.to_vec(), net.types(params));
                let outer = net.types(&sources);
                set(net, &captured, outer.clone());
                complete(net, inside);
                let results = net.types(&net.region(inside).outputs);
                vec![Type::function(outer, params, results)]
            }
            Label::Eval => match net.wire(sources[0]).ty.as_function() {
                Some(function) => function.results.clone(),
                None => continue,
            },
            Label::Operation(operation) => {
                let Some(completed) = completed(net, operation, &sources) else { continue };
                let (_, results) = completed.signature();
                net.edge_mut(id).label = Label::Operation(completed);
                results
            }
        };
        set(net, &targets, types);
    }
}

/// The operation by the types of the functions that it runs; none if it runs none, or if they do not fit together.
fn completed(net: &Hypernet, mut operation: Operation, sources: &[WireId]) -> Option<Operation> {
    let functions = net.types(sources.get(operation.nature().runs)?);
    if functions.is_empty() {
        return None;
    }
    let mut functions = functions.into_iter();
    operation.types_mut(&mut |ty| {
        if let Some(function) = functions.next() {
            *ty = function;
        }
    });
    operation.fits().is_ok().then_some(operation)
}

fn set(net: &mut Hypernet, wires: &[WireId], types: Vec<Type>) {
    for (&wire, ty) in wires.iter().zip(types) {
        net.wire_mut(wire).ty = ty;
    }
}

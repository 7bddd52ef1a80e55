//! Forward mode on nets, with dual numbers: what gradients are checked against. It shares with the crate the values of
//! operations (the evaluator), and nothing of their derivatives.

use std::collections::HashMap;

use hypernet::{Datum, EdgeId, Fold, Hypernet, Label, Level, Limit, Operation, Type, WireId, evaluate};

use super::partials::partials;

/// A value with its tangent.
#[derive(Clone)]
pub(crate) enum Dual {
    Real(f64, f64),
    /// A value without a tangent.
    Plain(Datum),
    Tuple(Vec<Dual>),
    Option(Option<Box<Dual>>),
    /// The inside of an abstraction and what it captured.
    Function(EdgeId, Vec<Dual>),
}

/// The outputs of a net for these inputs.
pub(crate) fn forward(net: &Hypernet, inputs: Vec<Dual>) -> Vec<Dual> {
    level(net, Level::Outermost, inputs)
}

fn level(net: &Hypernet, at: Level, inputs: Vec<Dual>) -> Vec<Dual> {
    let mut values: HashMap<WireId, Dual> = net.region(at).inputs().iter().copied().zip(inputs).collect();
    for id in net.sorted_edges(at) {
        let edge = net.edge(id);
        let mut operands: Vec<Dual> = edge.sources().iter().map(|wire| values[wire].clone()).collect();
        let results = match edge.label() {
            Label::Copy => vec![operands[0].clone(), operands[0].clone()],
            Label::Discard => Vec::new(),
            Label::Abstraction => vec![Dual::Function(id, operands)],
            Label::Eval => {
                let function = operands.remove(0);
                call(net, function, operands)
            }
            Label::Operation(Operation::Cond(..)) => {
                let arguments = operands.split_off(3);
                let chosen = if matches!(operands[0], Dual::Plain(Datum::Bool(true))) { 1 } else { 2 };
                call(net, operands.swap_remove(chosen), arguments)
            }
            Label::Operation(Operation::Fold(fold)) => turns(net, fold, operands),
            Label::Operation(operation) => apply(operation, operands),
            Label::Frame(_) => panic!("an unfinished derivation"),
        };
        values.extend(edge.targets().iter().copied().zip(results));
    }
    net.region(at).outputs().iter().map(|wire| values[wire].clone()).collect()
}

/// The turns of a loop, which neither takes nor leaves tapes.
fn turns(net: &Hypernet, fold: &Fold, mut operands: Vec<Dual>) -> Vec<Dual> {
    assert!(fold.taken == 0 && fold.left().is_empty(), "the adjoint of a loop has no duals");
    let environment = operands.split_off(fold.before_state() + fold.state);
    let mut state = operands.split_off(fold.before_state());
    let function = operands.remove(fold.function());
    let bound = |dual: &Dual| match dual {
        Dual::Plain(Datum::Integer(bound)) => *bound,
        _ => panic!("a bound that is no integer"),
    };
    let sequence = fold.sequence;
    let numbers: Box<dyn Iterator<Item = Option<i128>>> = if sequence.limit == Limit::None {
        Box::new(std::iter::repeat(None))
    } else {
        let (first, last) = (bound(&operands[0]), bound(&operands[1]) + i128::from(sequence.limit == Limit::To));
        let step = if sequence.stepped { usize::try_from(bound(&operands[2])).expect("a small step") } else { 1 };
        let mut numbers: Vec<i128> = (first..last).collect();
        if sequence.downwards {
            numbers.reverse();
        }
        Box::new(numbers.into_iter().step_by(step).map(Some))
    };
    let mut count = 0;
    for number in numbers {
        if sequence.stops && !matches!(state[0], Dual::Plain(Datum::Bool(true))) {
            break;
        }
        count += 1;
        let mut arguments: Vec<Dual> = number.map(|number| Dual::Plain(Datum::Integer(number))).into_iter().collect();
        arguments.extend(state);
        arguments.extend(environment.iter().cloned());
        state = call(net, function.clone(), arguments);
    }
    state.extend(sequence.counts().then_some(Dual::Plain(Datum::Integer(count))));
    state
}

fn call(net: &Hypernet, function: Dual, arguments: Vec<Dual>) -> Vec<Dual> {
    let Dual::Function(id, mut inputs) = function else { panic!("a call of what is not a function") };
    inputs.extend(arguments);
    level(net, Level::Inside(id), inputs)
}

fn apply(operation: &Operation, mut operands: Vec<Dual>) -> Vec<Dual> {
    match (operation, operands.as_slice()) {
        (Operation::Select(_), [condition, ..]) => {
            let chosen = if matches!(condition, Dual::Plain(Datum::Bool(true))) { 1 } else { 2 };
            return vec![operands.swap_remove(chosen)];
        }
        (Operation::Plus(_), [a, b]) => return vec![plus(a, b)],
        (Operation::Present(_), [value]) => return vec![Dual::Option(Some(Box::new(value.clone())))],
        (Operation::Expect(_), [Dual::Option(Some(value))]) => return vec![(**value).clone()],
        (Operation::Pack(_), _) => return vec![Dual::Tuple(operands)],
        (Operation::Unpack(_), [Dual::Tuple(parts)]) => return parts.clone(),
        _ => {}
    }
    let values: Vec<Datum> = operands.iter().map(value).collect();
    let results = evaluate(&Hypernet::operation(operation.clone()), &values).expect("no panic");
    let Operation::Primitive(primitive, _) = operation else {
        return results.into_iter().map(constant).collect();
    };
    let (mut points, mut tangents, mut n) = (Vec::new(), Vec::new(), 0);
    for operand in &operands {
        match operand {
            Dual::Real(value, tangent) => {
                points.push(*value);
                tangents.push(*tangent);
            }
            Dual::Plain(Datum::Integer(exponent)) => n = i32::try_from(*exponent).expect("an i32"),
            _ => panic!("an operand of another type"),
        }
    }
    let mut rows = partials(*primitive, &points, n).into_iter();
    let dual = |datum: Datum| match datum {
        Datum::Real(value) => {
            let row = rows.next().expect("a row for each real result");
            // A partial derivative that is not finite does not meet an operand that does not move.
            let moved = row.iter().zip(&tangents).filter(|(_, t)| **t != 0.0).map(|(p, t)| p * t).sum();
            Dual::Real(value, moved)
        }
        other => Dual::Plain(other),
    };
    results.into_iter().map(dual).collect()
}

fn plus(a: &Dual, b: &Dual) -> Dual {
    match (a, b) {
        (Dual::Real(a, s), Dual::Real(b, t)) => Dual::Real(a + b, s + t),
        (Dual::Tuple(a), Dual::Tuple(b)) => Dual::Tuple(a.iter().zip(b).map(|(a, b)| plus(a, b)).collect()),
        _ => panic!("a sum of what is not a sensitivity"),
    }
}

/// A value that does not move.
fn constant(datum: Datum) -> Dual {
    match datum {
        Datum::Real(value) => Dual::Real(value, 0.0),
        Datum::Tuple(parts) => Dual::Tuple(parts.into_iter().map(constant).collect()),
        Datum::Option(value) => Dual::Option(value.map(|value| Box::new(constant(*value)))),
        other => Dual::Plain(other),
    }
}

fn value(dual: &Dual) -> Datum {
    match dual {
        Dual::Real(value, _) => Datum::Real(*value),
        Dual::Plain(datum) => datum.clone(),
        Dual::Tuple(parts) => Datum::Tuple(parts.iter().map(value).collect()),
        Dual::Option(inner) => Datum::Option(inner.as_ref().map(|inner| Box::new(value(inner)))),
        Dual::Function(..) => panic!("a function among the operands of an operation"),
    }
}

/// The values of a net of reals at a point, and their derivatives by each of its inputs.
pub(crate) fn derivatives(net: &Hypernet, at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    assert!(net.types(net.inputs()).iter().all(|ty| matches!(ty, Type::Real(_))));
    let along = |i: Option<usize>| -> Vec<(f64, f64)> {
        let seed = |j: usize| if i == Some(j) { 1.0 } else { 0.0 };
        let inputs = at.iter().enumerate().map(|(j, &value)| Dual::Real(value, seed(j))).collect();
        let outputs = forward(net, inputs).into_iter();
        let pair =
            |dual| if let Dual::Real(value, tangent) = dual { (value, tangent) } else { panic!("a real output") };
        outputs.map(pair).collect()
    };
    let values = along(None).into_iter().map(|(value, _)| value).collect();
    let rows = (0..at.len()).map(|i| along(Some(i)).into_iter().map(|(_, tangent)| tangent).collect());
    (values, rows.collect())
}

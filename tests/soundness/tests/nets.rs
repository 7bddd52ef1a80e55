//! Random nets with closures and branches: the adjoint, as it comes and simplified, against forward mode on the primal net.
//!
//! The truth is an interpreter of its own that runs the primal net on dual numbers; it shares nothing with the library's
//! evaluator or with its adjoint.

use std::collections::HashMap;
use std::rc::Rc;

use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::simplify::simplify;
use hypernet::{
    Comparison, Constant, Datum, DiscreteOp, EdgeId, Hypernet, Label, Level, Operation, Primitive, Type, WireId,
    evaluate, testing,
};
use proptest::prelude::*;
use soundness::{Dual, c};

/// A value on a wire of the primal net.
#[derive(Clone)]
enum Value {
    Real(Dual),
    Integer(i128),
    Bool(bool),
    Tuple(Vec<Value>),
    /// An abstraction and what it captured.
    Function(EdgeId, Rc<Vec<Value>>),
}

impl Value {
    fn real(&self) -> Dual {
        match self {
            Self::Real(dual) => *dual,
            _ => panic!("not a real"),
        }
    }

    fn bool(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            _ => panic!("not a bool"),
        }
    }

    fn reals(&self, all: &mut Vec<Dual>) {
        match self {
            Self::Real(dual) => all.push(*dual),
            Self::Tuple(parts) => parts.iter().for_each(|part| part.reals(all)),
            _ => {}
        }
    }
}

/// The outputs of a level for its inputs.
fn run(net: &Hypernet, level: Level, inputs: Vec<Value>) -> Vec<Value> {
    let region = net.region(level);
    assert_eq!(region.inputs().len(), inputs.len());
    let mut wires: HashMap<WireId, Value> = region.inputs().iter().copied().zip(inputs).collect();
    for id in net.sorted_edges(level) {
        let edge = net.edge(id);
        let sources: Vec<Value> = edge.sources().iter().map(|wire| wires[wire].clone()).collect();
        let targets = match edge.label() {
            Label::Copy => vec![sources[0].clone(); 2],
            Label::Discard => Vec::new(),
            Label::Abstraction => vec![Value::Function(id, Rc::new(sources))],
            Label::Eval => call(net, &sources[0], &sources[1..]),
            Label::Operation(Operation::Cond(..)) => {
                call(net, &sources[if sources[0].bool() { 1 } else { 2 }], &sources[3..])
            }
            Label::Operation(operation) => operate(operation, &sources),
            Label::Frame(_) => panic!("a primal net has no boxes"),
        };
        wires.extend(edge.targets().iter().copied().zip(targets));
    }
    region.outputs().iter().map(|wire| wires[wire].clone()).collect()
}

fn call(net: &Hypernet, function: &Value, arguments: &[Value]) -> Vec<Value> {
    let Value::Function(edge, captured) = function else { panic!("not a function") };
    run(net, Level::Inside(*edge), captured.iter().chain(arguments).cloned().collect())
}

fn compare<T: PartialOrd>(comparison: Comparison, a: &T, b: &T) -> bool {
    match comparison {
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
    }
}

fn operate(operation: &Operation, sources: &[Value]) -> Vec<Value> {
    let value = match operation {
        Operation::Constant(Constant::Real { value, .. }, _) => Value::Real(c(*value)),
        Operation::Constant(Constant::Integer(value), _) => Value::Integer(*value),
        Operation::Constant(Constant::Bool(value), _) => Value::Bool(*value),
        Operation::Primitive(primitive, _) => return primitive_on(*primitive, sources),
        Operation::Compare(comparison, _) => Value::Bool(match (&sources[0], &sources[1]) {
            (Value::Real(a), Value::Real(b)) => compare(*comparison, a, b),
            (Value::Integer(a), Value::Integer(b)) => compare(*comparison, a, b),
            (Value::Bool(a), Value::Bool(b)) => compare(*comparison, a, b),
            _ => panic!("a comparison of unlike things"),
        }),
        Operation::Discrete(op, _) => Value::Bool(match op {
            DiscreteOp::Not => !sources[0].bool(),
            DiscreteOp::And => sources[0].bool() & sources[1].bool(),
            DiscreteOp::Or => sources[0].bool() | sources[1].bool(),
            DiscreteOp::Xor => sources[0].bool() ^ sources[1].bool(),
            _ => panic!("the random nets have no integer arithmetic"),
        }),
        Operation::Cast(Type::Discrete(_), Type::Real(_)) => match sources[0] {
            Value::Integer(value) => {
                Value::Real(c(f64::from(i32::try_from(value).expect("the random nets have small integers"))))
            }
            _ => panic!("a cast of something else"),
        },
        Operation::Select(_) => sources[if sources[0].bool() { 1 } else { 2 }].clone(),
        Operation::Pack(_) => Value::Tuple(sources.to_vec()),
        Operation::Unpack(_) => match &sources[0] {
            Value::Tuple(parts) => return parts.clone(),
            _ => panic!("not a tuple"),
        },
        other => panic!("the random nets have no {other:?}"),
    };
    vec![value]
}

fn primitive_on(primitive: Primitive, sources: &[Value]) -> Vec<Value> {
    let a = sources[0].real();
    let b = || sources[1].real();
    let dual = match primitive {
        Primitive::Neg => -a,
        Primitive::Add => a + b(),
        Primitive::Sub => a - b(),
        Primitive::Mul => a * b(),
        Primitive::Div => a / b(),
        Primitive::Sin => a.sin(),
        Primitive::Cos => a.cos(),
        Primitive::Tanh => a.tanh(),
        Primitive::Atan => a.atan(),
        Primitive::Abs => a.abs(),
        Primitive::Exp => a.exp(),
        Primitive::Sqrt => a.sqrt(),
        Primitive::Ln => a.ln(),
        Primitive::Max => a.max(b()),
        Primitive::Min => a.min(b()),
        Primitive::Powf => a.powf(b()),
        Primitive::MulAdd => a.mul_add(b(), sources[2].real()),
        Primitive::SinCos => return vec![Value::Real(a.sin()), Value::Real(a.cos())],
        Primitive::Powi => match sources[1] {
            Value::Integer(n) => a.powi(i32::try_from(n).expect("an i32")),
            _ => panic!("a power that is no integer"),
        },
        other => panic!("the random nets have no {other:?}"),
    };
    vec![Value::Real(dual)]
}

/// The datum as a value, with a derivative of 1 at the real of this number.
fn value(datum: &Datum, direction: usize, next: &mut usize) -> Value {
    match datum {
        Datum::Real(v) => {
            *next += 1;
            Value::Real(if *next - 1 == direction { soundness::variable(*v) } else { c(*v) })
        }
        Datum::Integer(v) => Value::Integer(*v),
        Datum::Bool(v) => Value::Bool(*v),
        Datum::Tuple(parts) => Value::Tuple(parts.iter().map(|part| value(part, direction, next)).collect()),
        other => panic!("{other:?} in a first-order interface"),
    }
}

fn reals(data: &[Datum]) -> Vec<f64> {
    let mut all = Vec::new();
    for datum in data {
        match datum {
            Datum::Real(v) => all.push(*v),
            Datum::Tuple(parts) => all.extend(reals(parts)),
            _ => {}
        }
    }
    all
}

/// A sensitivity of a value of this type, out of these numbers.
fn sensitivity(ty: &Type, numbers: &mut impl Iterator<Item = f64>) -> Vec<Datum> {
    match ty {
        Type::Real(_) => vec![Datum::Real(numbers.next().expect("numbers do not end"))],
        Type::Tuple(parts) => {
            let grouped = parts.iter().map(|part| {
                let mut bundle = sensitivity(part, numbers);
                if bundle.len() == 1 { bundle.remove(0) } else { Datum::Tuple(bundle) }
            });
            vec![Datum::Tuple(grouped.collect())]
        }
        _ => Vec::new(),
    }
}

/// The cotangents of all real inputs, by forward mode in every direction, each with its scale; and the values.
fn truth(net: &Hypernet, inputs: &[Datum], seeds: &[f64]) -> (Vec<f64>, Vec<(f64, f64)>) {
    let mut values = Vec::new();
    let cotangents = (0..reals(inputs).len().max(1)).map(|direction| {
        let mut next = 0;
        let inputs = inputs.iter().map(|datum| value(datum, direction, &mut next)).collect();
        let mut outputs = Vec::new();
        for output in run(net, Level::Outermost, inputs) {
            output.reals(&mut outputs);
        }
        values = outputs.iter().map(|dual| dual.v).collect();
        let pairs = outputs.iter().zip(seeds);
        pairs.fold((0.0, 0.0), |(d, s), (dual, seed)| (d + seed * dual.d, s + seed.abs() * dual.s))
    });
    let mut cotangents: Vec<(f64, f64)> = cotangents.collect();
    cotangents.truncate(reals(inputs).len());
    (values, cotangents)
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Rounding: the scale is the sum of the magnitudes of all that is added up, and the sums are short.
fn agree(found: &[f64], expected: &[(f64, f64)]) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.len(), expected.len());
    for (i, (&found, &(d, scale))) in found.iter().zip(expected).enumerate() {
        prop_assert!((found - d).abs() <= 1e-11 * scale + 1e-300, "cotangent {i}: {found}, should be {d}");
    }
    Ok(())
}

fn case(net: impl Strategy<Value = Hypernet>) -> impl Strategy<Value = (Hypernet, Vec<Datum>, Vec<f64>)> {
    net.prop_flat_map(|net| {
        let inputs = testing::data(&net.types(net.inputs()));
        (Just(net), inputs, prop::collection::vec(-2.0..2.0, 16))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The backpropagator against forward mode, for interfaces of any first-order types.
    #[test]
    fn the_adjoint_is_sound((net, inputs, seeds) in case(testing::net())) {
        let mut numbers = seeds.iter().copied().cycle();
        let sensitivities: Vec<Datum> =
            net.types(net.outputs()).iter().flat_map(|ty| sensitivity(ty, &mut numbers)).collect();
        let (values, cotangents) = truth(&net, &inputs, &reals(&sensitivities));
        let whole = adjoint(&net).expect("a first-order net has an adjoint");
        prop_assert_eq!(whole.validate(), Ok(()));
        let mut simplified = whole.clone();
        simplify(&mut simplified);
        prop_assert_eq!(simplified.validate(), Ok(()));
        for net in [whole, simplified] {
            let mut outputs = evaluate(&net, &inputs).expect("the random nets have a value everywhere");
            let backpropagator = outputs.pop().expect("an adjoint has a backpropagator");
            prop_assert_eq!(bits(&reals(&outputs)), bits(&values));
            let backpropagator = backpropagator.as_function().expect("a backpropagator is a function");
            let found = backpropagator.call(&sensitivities).expect("the backpropagator has a value");
            agree(&reals(&found), &cotangents)?;
        }
    }

    /// The beta-reduced gradient against forward mode.
    #[test]
    fn the_gradient_is_sound((net, inputs, _) in case(testing::real_net(3))) {
        let (values, cotangents) = truth(&net, &inputs, &[1.0]);
        let whole = value_and_gradient(&net).expect("a net with one real output has a gradient");
        prop_assert_eq!(whole.validate(), Ok(()));
        let mut simplified = whole.clone();
        simplify(&mut simplified);
        prop_assert_eq!(simplified.validate(), Ok(()));
        for net in [whole, simplified] {
            let found = reals(&evaluate(&net, &inputs).expect("the random nets have a value everywhere"));
            prop_assert_eq!(bits(&found[..1]), bits(&values));
            agree(&found[1..], &cotangents)?;
        }
    }
}

/// A check of the truth: the paper's example by hand.
#[test]
fn the_truth_of_a_product() {
    let mut b = hypernet::Builder::new();
    let (x, y) = (b.input(Type::f64(), None), b.input(Type::f64(), None));
    b.open();
    let z = b.input(Type::f64(), None);
    let inner = b.primitive(Primitive::Mul, &[x, z]).expect("two reals");
    let mul = b.close(&[inner]).expect("a function");
    let once = b.eval(mul, &[y]).expect("a call")[0];
    let twice = b.eval(mul, &[once]).expect("a call")[0];
    let net = b.finish(&[twice]).expect("x² y");
    let (values, cotangents) = truth(&net, &[Datum::Real(3.0), Datum::Real(5.0)], &[1.0]);
    assert_eq!((values, cotangents), (vec![45.0], vec![(30.0, 30.0), (9.0, 9.0)]));
}

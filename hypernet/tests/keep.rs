//! Calls that keep what they need of the arrays that they look at.

use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::keep::{keep, runs_often, takers};
use hypernet::simplify::{simplify, simplify_keeping};
use hypernet::{
    ArrayOp, Builder, Datum, EdgeId, Hypernet, Label, Operation, Position, Primitive, Type, Value, evaluate,
};

/// A function of the host looks at an array, in a branch, and gives a number; then it looks again.
const CALLS: &str = "
net (u: Array<f64>, c: #bool, w: !) -> [f64, f64, !, Array<f64>] {
  near: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>] = function near@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
  again: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>] = function near@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
  none: [!, Array<f64>] -o[] [f64, !, Array<f64>] = abstraction (w: !, u: Array<f64>) -> [f64, !, Array<f64>] {
    zero = const 0.0: f64
    return zero, w, u
  }
  once: [!, Array<f64>] -o[] [f64, !, Array<f64>] = abstraction (w: !, u: Array<f64>) -> [f64, !, Array<f64>] {
    near: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>] = function near@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
    v, look = look u
    x, w.1, v.1 = eval near, look, w, v
    return x, w.1, v.1
  }
  x, w.1, u.1 = cond c, once, none, w, u
  v, look = look u.1
  y, w.2, v.1 = eval near, look, w.1, v
  discard again
  return x, y, w.2, v.1
}";

fn net(text: &str) -> Hypernet {
    let net: Hypernet = text.parse().unwrap_or_else(|error| panic!("{error}"));
    net.validate().expect("the net is valid");
    net
}

fn calls(net: &Hypernet) -> Vec<EdgeId> {
    let mut found = takers(net, &net.inputs()[..1]).expect("calls alone look at it");
    found.sort_unstable();
    found
}

/// How many looks the reverse passes take again.
fn looks_again(net: &Hypernet) -> usize {
    let adjoint = adjoint(net).expect("the net has an adjoint");
    adjoint.validate().expect("the adjoint is valid");
    let evals = adjoint.edge_ids().map(|id| adjoint.edge(id)).filter(|edge| *edge.label() == Label::Eval);
    let calls = evals.filter(|edge| {
        let called = adjoint.wire(edge.sources()[0]).ty().as_function().expect("eval takes a function");
        called.captures == hypernet::Captures::Residual
    });
    calls.flat_map(hypernet::Edge::sources).filter(|&&wire| adjoint.wire(wire).ty().is_look()).count()
}

#[test]
fn a_call_that_keeps_takes_no_look_again() {
    let mut net = net(CALLS);
    assert_eq!(looks_again(&net), 2);
    let found = calls(&net);
    assert_eq!(found.len(), 2);
    keep(&mut net, found[0]);
    net.validate().expect("the net is valid");
    assert_eq!(looks_again(&net), 1);
    assert_eq!(calls(&net), found);
    keep(&mut net, found[1]);
    assert_eq!(looks_again(&net), 0);
}

#[test]
fn the_type_of_a_function_that_keeps_is_text() {
    let mut net = net(CALLS);
    for call in calls(&net) {
        keep(&mut net, call);
    }
    let text = net.to_string();
    assert!(text.contains("near@0: [Look<f64>, !, Array<f64>] -o[]^ [f64, !, Array<f64>]"), "{text}");
    assert_eq!(self::net(&text).to_string(), text);
}

#[test]
fn branches_run_once() {
    let net = net(CALLS);
    assert!(calls(&net).into_iter().all(|call| !runs_often(&net, call)));
    let text = CALLS.replace(
        "near: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>] = function near@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]\n    v, look",
        "other: [!, Array<f64>] -o[] [f64, !, Array<f64>] = abstraction (w: !, u: Array<f64>) -> [f64, !, Array<f64>] {
      near: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>] = function near@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
      v, look = look u
      x, w.1, v.1 = eval near, look, w, v
      return x, w.1, v.1
    }
    discard other
    near: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>] = function near@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]\n    v, look",
    );
    let net = self::net(&text);
    let inside = net.edge_ids().filter(|&id| net.function_of_host(id).is_some() && runs_often(&net, id));
    assert_eq!(inside.count(), 1, "{net}");
}

/// A closure that captured a look may look at any time.
#[test]
fn a_look_that_a_closure_captured_is_not_followed() {
    let net = net("
net (u: Array<f64>) -> [[] -o[Look<f64>] [#usize], Array<f64>] {
  v, look = look u
  length: [] -o[Look<f64>] [#usize] = abstraction [look = look] () -> #usize {
    n = look_len<Array<f64>> look
    return n
  }
  return length, v
}");
    assert!(takers(&net, &net.inputs()[..1]).is_none());
}

/// Products of neighbours of an array that comes in, and the array.
fn products() -> Hypernet {
    let mut b = Builder::new();
    let array = Type::Array(Type::f64().into());
    let mut u = b.input(array.clone(), Some("u"));
    let mut get = |b: &mut Builder, at: i128| -> Value {
        let constant = Operation::Constant(hypernet::Constant::Integer(at), Type::discrete("usize"));
        let at = b.op1(constant, &[]).expect("a constant");
        let results = b.op(Operation::Array(ArrayOp::Get(Position::checked(1)), array.clone()), &[u, at]);
        let [after, element] = results.expect("an array and an index")[..] else { panic!("a read gives two") };
        u = after;
        element
    };
    let elements = [0, 1, 0, 2].map(|at| get(&mut b, at));
    let first = b.primitive(Primitive::Mul, &elements[..2]).expect("reals");
    let sine = b.primitive(Primitive::Sin, &[first]).expect("a real");
    let second = b.primitive(Primitive::Mul, &elements[2..]).expect("reals");
    let sum = b.primitive(Primitive::Add, &[sine, second]).expect("reals");
    b.finish(&[sum, u]).expect("a net")
}

#[test]
fn what_is_kept_is_what_would_be_read_again() {
    let net = products();
    let looks = |net: &Hypernet| {
        net.edge_ids().any(|id| matches!(net.edge(id).operation(), Some(Operation::Array(ArrayOp::Look, _))))
    };
    let (mut reads, mut keeps) = (adjoint(&net).expect("an adjoint"), adjoint(&net).expect("an adjoint"));
    simplify(&mut reads);
    simplify_keeping(&mut keeps, 1);
    keeps.validate().expect("the net is valid");
    assert!(looks(&reads) && !looks(&keeps), "{reads}\n{keeps}");

    let gradient = value_and_gradient(&net);
    let mut gradient = gradient.expect("one real");
    simplify_keeping(&mut gradient, 1);
    let array = |values: &[f64]| Datum::Array(values.iter().map(|&value| Datum::Real(value)).collect());
    let u = [0.7, -1.3, 0.4];
    let found = evaluate(&gradient, &[array(&u), array(&[0.0; 3])]).expect("the net can be evaluated");
    let slope = (u[0] * u[1]).cos();
    let expected = [slope * u[1] + u[2], slope * u[0], u[0]];
    let Some(Datum::Array(d_u)) = found.last() else { panic!("the last is the accumulator: {found:?}") };
    for (found, expected) in d_u.iter().zip(expected) {
        let Datum::Real(found) = found else { panic!("it holds reals") };
        assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
    }
}

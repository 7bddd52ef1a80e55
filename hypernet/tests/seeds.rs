//! Seeds: the law of left-additivity on nets. What a net gives stays, and sums of cotangents go into their terms.

#![allow(clippy::float_cmp, reason = "all numbers here are exact")]
#![allow(clippy::many_single_char_names, reason = "builders and coordinates")]

use hypernet::adjoint::adjoint;
use hypernet::simplify::{accumulate, reduce, simplify_sums, take_seeds};
use hypernet::{
    Builder, Captures, Closure, Constant, Datum, Environment, Field, FunctionConstant, FunctionType, Hypernet,
    Operation, Primitive, Record, Type, Value, evaluate_with,
};

fn point() -> Type {
    Type::Opaque("Point".into())
}

fn of(x: f64) -> Datum {
    Datum::Record(vec![(Field::new("x"), Datum::Real(x))])
}

fn x_of(point: &Datum) -> f64 {
    match point {
        Datum::Record(fields) => fields.iter().find_map(|(_, value)| value.as_real()).unwrap_or(0.0),
        Datum::Tuple(parts) if parts.is_empty() => 0.0,
        other => panic!("a point, not {other:?}"),
    }
}

/// A function of the host, `(p, k) -> k p.x²`, of which the backpropagator takes a seed.
fn square(b: &mut Builder) -> Value {
    let params = vec![point(), Type::f64(), Type::World];
    let results = vec![Type::f64(), Type::World];
    let ty = FunctionType { captures: Captures::Known(Vec::new()), params, results, seeds: vec![0], keeps: false };
    b.function_constant(FunctionConstant { name: "square".into(), id: 1, ty, adjoint: false })
}

fn environment() -> Environment {
    let adjoint = |given: &[Datum]| {
        let (x, k) = (x_of(&given[0]), given[1].as_real().expect("a number"));
        let back = Closure::of_host(move |given: &[Datum]| {
            let (d, seed) = (given[0].as_real().expect("a number"), x_of(&given[1]));
            Ok(vec![of(seed + 2.0 * k * x * d), Datum::Real(x * x * d)])
        });
        Ok(vec![Datum::Real(k * x * x), Datum::World, Datum::Function(back)])
    };
    Environment::default().with_function(1, true, Closure::of_host(adjoint))
}

/// `(p, a) -> square(p, a) + square(p, square(p, a)) a`, in the order of effects.
fn calls() -> Hypernet {
    let mut b = Builder::new();
    let (p, a) = (b.input(point(), Some("p")), b.input(Type::f64(), Some("a")));
    let world = b.input(Type::World, None);
    let f = square(&mut b);
    let first = b.eval(f, &[p, a, world]).expect("well typed");
    let f = square(&mut b);
    let second = b.eval(f, &[p, first[0], first[1]]).expect("well typed");
    let product = b.primitive(Primitive::Mul, &[second[0], a]).expect("well typed");
    let sum = b.primitive(Primitive::Add, &[first[0], product]).expect("well typed");
    b.finish(&[sum, second[1]]).expect("well typed")
}

fn sums(net: &Hypernet) -> usize {
    let is_sum = |id: &hypernet::EdgeId| matches!(net.edge(*id).operation(), Some(Operation::Plus(Type::Cotangent(_))));
    net.edge_ids().filter(is_sum).count()
}

/// The sensitivities of `p` and `a`; with a seed, if the backpropagator takes one.
fn gradient(net: &Hypernet, seed: Option<f64>) -> [f64; 2] {
    let given = [of(3.0), Datum::Real(0.5), Datum::World];
    let mut results = evaluate_with(net, &given, &environment()).expect("it has a value");
    let Some(Datum::Function(back)) = results.pop() else { panic!("the last is the backpropagator") };
    let mut taken = vec![Datum::Real(2.0)];
    taken.extend(seed.map(of));
    let found = back.call_with(&taken, &environment()).expect("it gives the sensitivities");
    [x_of(&found[0]), found[1].as_real().expect("a number")]
}

#[test]
fn a_call_adds_to_what_another_one_gave() {
    let mut net = adjoint(&calls()).expect("it has an adjoint");
    net.validate().expect("valid");
    assert_eq!(net.to_string().parse::<Hypernet>().expect("the text is that of a net").to_string(), net.to_string());
    // f = a x² + a² x⁴: df/dx = 2 a x + 4 a² x³, df/da = x² + 2 a x⁴, twice.
    let truth = [60.0, 180.0];
    assert_eq!(gradient(&net, None), truth);
    reduce(&mut net);
    simplify_sums(&mut net, 2);
    assert_eq!((sums(&net), gradient(&net, None)), (1, truth));
    accumulate(&mut net, &|_| true);
    net.validate().expect("valid");
    assert_eq!((sums(&net), gradient(&net, None)), (0, truth));
}

#[test]
fn a_backpropagator_takes_a_seed() {
    let mut net = adjoint(&calls()).expect("it has an adjoint");
    reduce(&mut net);
    simplify_sums(&mut net, 2);
    assert_eq!(take_seeds(&mut net, &[0], false, &|_| true), [0]);
    net.validate().expect("valid");
    assert_eq!((sums(&net), gradient(&net, Some(7.0))), (0, [67.0, 180.0]));
}

/// `(p, v) -> square(p, v) + square(p with x = 5, v)`, with the calls in either order: what `p.x` was has the sensitivity of one call alone.
#[test]
fn a_replaced_field_keeps_what_others_gave() {
    for is_first in [true, false] {
        let mut b = Builder::new();
        let (p, v) = (b.input(point(), Some("p")), b.input(Type::f64(), Some("v")));
        let mut world = b.input(Type::World, None);
        let record = Record { ty: point(), id: 0, fields: vec![(Field::new("x"), Type::f64())] };
        let five = b.op1(Operation::Constant(Constant::real(5.0), Type::f64()), &[]).expect("well typed");
        let q = b.op1(Operation::Update(record.into()), &[p, five]).expect("well typed");
        let mut given = Vec::new();
        for of in if is_first { [p, q] } else { [q, p] } {
            let f = square(&mut b);
            let results = b.eval(f, &[of, v, world]).expect("well typed");
            given.push(results[0]);
            world = results[1];
        }
        let sum = b.primitive(Primitive::Add, &given).expect("well typed");
        let mut net = adjoint(&b.finish(&[sum, world]).expect("well typed")).expect("it has an adjoint");
        reduce(&mut net);
        simplify_sums(&mut net, 2);
        // f = v x² + 25 v: df/dx = 2 v x, df/dv = x² + 25, twice.
        let truth = [6.0, 68.0];
        assert_eq!(gradient(&net, None), truth);
        accumulate(&mut net, &|_| true);
        net.validate().expect("valid");
        assert_eq!(gradient(&net, None), truth);
        assert_eq!(take_seeds(&mut net, &[0], false, &|_| true), [0]);
        net.validate().expect("valid");
        assert_eq!(gradient(&net, Some(7.0)), [13.0, 68.0]);
    }
}

/// `(p, a) -> p.x a`: nothing is added to a cotangent, but a trait may have promised that the backpropagator takes a seed.
#[test]
fn a_seed_is_taken_if_it_is_asked_for() {
    let mut b = Builder::new();
    let (p, a) = (b.input(point(), Some("p")), b.input(Type::f64(), Some("a")));
    let world = b.input(Type::World, None);
    let record = Record { ty: point(), id: 0, fields: vec![(Field::new("x"), Type::f64())] };
    let x = b.op1(Operation::Project(record.into()), &[p]).expect("well typed");
    let product = b.primitive(Primitive::Mul, &[x, a]).expect("well typed");
    let mut net = adjoint(&b.finish(&[product, world]).expect("well typed")).expect("it has an adjoint");
    reduce(&mut net);
    simplify_sums(&mut net, 2);
    assert_eq!(take_seeds(&mut net, &[0], false, &|_| true), []);
    assert_eq!(gradient(&net, None), [1.0, 6.0]);
    assert_eq!(take_seeds(&mut net, &[0], true, &|_| true), [0]);
    net.validate().expect("valid");
    assert_eq!(gradient(&net, Some(7.0)), [8.0, 6.0]);
}

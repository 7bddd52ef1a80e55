//! Fields of structs that are given what other code gives: what was there before has no sensitivity from then on, whatever the field is.

use backprop::{Differentiable, Real, differentiable, stop_gradient};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Debug, PartialEq)]
struct Options {
    gain: f64,
    name: String,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    a: f64,
    pair: Pair,
    both: (f64, f64),
    weights: Vec<f64>,
    count: usize,
    #[constant]
    options: Options,
    #[constant]
    scale: f64,
}

fn two() -> f64 {
    2.0
}

fn three() -> usize {
    3
}

fn pair() -> Pair {
    Pair { a: 2.0, b: 3.0 }
}

fn weights() -> Vec<f64> {
    vec![4.0]
}

fn options() -> Options {
    Options { gain: 2.0, name: "two".to_owned() }
}

/// A model of which everything depends on `x`.
#[differentiable]
fn model(x: f64) -> Model {
    let options = options();
    Model { a: x, pair: Pair { a: x, b: x }, both: (x, x), weights: vec![x, x, x], count: three(), options, scale: 1.0 }
}

#[differentiable]
fn sum(m: &Model) -> f64 {
    let last = m.weights[m.weights.len() - 1];
    stop_gradient(m.options.gain) * (m.a + m.pair.a + m.pair.b + m.both.0 + m.both.1 + last) * stop_gradient(m.scale)
}

#[differentiable]
fn number(x: f64) -> f64 {
    let mut pair = Pair { a: x, b: x * x };
    pair.b = two();
    pair.a * pair.b
}

#[differentiable]
fn updated(x: f64) -> f64 {
    let pair = Pair { b: two(), ..Pair { a: x, b: x * x } };
    pair.a * pair.b
}

#[differentiable]
fn structure(x: f64) -> f64 {
    let mut m: Model = model(x);
    m.pair = pair();
    sum(&m)
}

#[differentiable]
fn part(x: f64) -> f64 {
    let mut m: Model = model(x);
    m.pair.b = two();
    sum(&m)
}

#[differentiable]
fn tuple(x: f64) -> f64 {
    let mut m: Model = model(x);
    m.both = (two(), x);
    sum(&m)
}

#[differentiable]
fn vector(x: f64) -> f64 {
    let mut m: Model = model(x);
    m.weights = weights();
    sum(&m)
}

#[differentiable]
fn constants(x: f64) -> f64 {
    let mut m: Model = model(x);
    m.options = options();
    m.options.gain = two();
    m.count = three();
    m.scale = two();
    sum(&m)
}

#[differentiable]
fn literal(m: &Model) -> f64 {
    let m = Model { scale: 2.0, ..m.clone() };
    sum(&m)
}

#[differentiable(wrt(x))]
fn left_out(x: f64, given: Pair) -> f64 {
    let mut m: Model = model(x);
    m.pair = given;
    sum(&m)
}

#[differentiable]
fn in_turns(x: f64) -> f64 {
    let mut pair = Pair { a: x, b: x };
    for _ in 0..3 {
        pair.b += pair.a;
        pair.b = two();
    }
    pair.a * pair.b
}

#[differentiable]
fn in_elements(x: f64) -> f64 {
    let mut pairs = [(x, x), (x, 2.0 * x)];
    pairs[0].0 = two();
    pairs[0].0 * pairs[0].1 + pairs[1].0
}

#[differentiable]
fn given(x: f64) -> Pair {
    Pair { b: two(), ..Pair { a: x, b: x } }
}

#[differentiable]
fn behind(pair: &mut Pair) {
    pair.b = two();
}

#[derive(Clone, Copy, Differentiable)]
struct Of<T> {
    a: T,
    b: T,
}

#[differentiable]
fn generic<T: Real>(x: T) -> T {
    let mut of = Of { a: x, b: x };
    of.b = one_and_one();
    of.a * of.b
}

fn one_and_one<T: Real>() -> T {
    T::one() + T::one()
}

#[test]
fn what_was_there_before_has_no_sensitivity() {
    let x = 0.5;
    assert_eq!(number::value_and_grad(x), (1.0, 2.0));
    assert_eq!(updated::value_and_grad(x), (1.0, 2.0));
    assert_eq!(in_turns::value_and_grad(x), (1.0, 2.0));
    assert_eq!(in_elements::value_and_grad(x), (1.5, 3.0));
    assert_eq!(generic::value_and_grad(x), (1.0, 2.0));
    let (value, back) = given::vjp(x);
    assert_eq!((value, back(PairCotangent { a: 3.0, b: 7.0 })), (Pair { a: 0.5, b: 2.0 }, 3.0));
    let (mut pair, mut d) = (Pair { a: x, b: x }, PairCotangent { a: 3.0, b: 7.0 });
    behind::vjp(&mut pair).1(&mut d);
    assert_eq!((pair, d), (Pair { a: 0.5, b: 2.0 }, PairCotangent { a: 3.0, b: 0.0 }));
}

#[test]
fn structs_and_vectors_tuples_and_constants_come_from_outside() {
    let x = 0.5;
    // Six terms that depend on it, each twice: all but those that are given something.
    assert_eq!(structure::value_and_grad(x), (structure(x), 8.0));
    assert_eq!(part::value_and_grad(x), (part(x), 10.0));
    assert_eq!(tuple::value_and_grad(x), (tuple(x), 10.0));
    assert_eq!(vector::value_and_grad(x), (vector(x), 10.0));
    assert_eq!(left_out::value_and_grad(x, pair()), (left_out(x, pair()), 8.0));
    assert_eq!(constants::value_and_grad(x), (constants(x), 24.0));
    let d = literal::grad(&model(x));
    assert_eq!((d.a, d.pair, d.both), (4.0, PairCotangent { a: 4.0, b: 4.0 }, (4.0, 4.0)));
    assert_eq!((d.weights, d.count), (vec![0.0, 0.0, 4.0], ()));
}

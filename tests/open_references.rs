//! References to what calls have given, where no type is written: rustc alone knows whether they refer to arrays. Values bit for bit,
//! gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::implicit_clone,
    clippy::type_complexity,
    reason = "each way to write a parameter is what is tested"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

const POINT: [f64; 5] = [0.3, -1.2, 0.7, 1.9, -0.4];

/// Holds the value and the gradient of a function of one slice against the function itself.
#[track_caller]
fn holds(f: &dyn Fn(&[f64]) -> f64, both: &dyn Fn(&[f64]) -> (f64, Vec<f64>)) {
    for factor in [1.0, -0.8, 0.35] {
        let x = POINT.map(|x| x * factor);
        let (value, gradient) = both(&x);
        assert_eq!(value.to_bits(), f(&x).to_bits());
        check(f, &x, &gradient);
    }
}

macro_rules! holds {
    ($($name:ident),* $(,)?) => { $(holds(&$name, &|x| $name::value_and_grad(x));)* };
}

#[differentiable]
fn layer(x: &[f64], k: f64) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = (x[i] + k * x[(i + 1) % x.len()]).sin();
    }
    y
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn network(x: &[f64]) -> f64 {
    let first = layer(x, x[0]);
    let second = layer(&first, x[1]);
    dot(&second, &first) * dot(&second, &second) + dot(x, &second)
}

#[differentiable]
fn temporary(x: &[f64]) -> f64 {
    dot(&layer(x, 0.5), x)
}

#[differentiable]
fn again_and_again(x: &[f64]) -> f64 {
    let mut y = layer(x, x[1]);
    let mut turns = 0;
    while turns < 4 && dot(&y, &y) > 0.1 {
        y = layer(&y, x[turns]);
        turns += 1;
    }
    let mut sum = 0.0;
    for i in 0..3 {
        let z = layer(&y, x[i]);
        sum += dot(&z, &y);
    }
    sum
}

#[differentiable]
fn in_branches(x: &[f64]) -> f64 {
    let y = if x[0] > 0.0 { layer(x, x[1]) } else { layer(x, 0.3) };
    let of = |k: f64| k * dot(&y, &y);
    if x[2] > 0.0 { of(x[3]) } else { dot(&y, x) + of(2.0) }
}

#[differentiable]
fn recursive(x: &[f64], depth: usize) -> f64 {
    if depth == 0 {
        return x[0];
    }
    let y = layer(x, x[1]);
    recursive(&y, depth - 1) * x[2]
}

#[differentiable]
fn deep(x: &[f64]) -> f64 {
    recursive(x, 3)
}

#[test]
fn of_vectors() {
    holds!(network, temporary, again_and_again, in_branches, deep);
}

#[differentiable]
fn cross_of(x: &[f64]) -> [f64; 3] {
    [x[0] * x[1], x[2], x[3].sin()]
}

#[differentiable]
fn triple(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[1] - a[1] * b[2] * a[2]
}

type Vector = [f64; 3];

/// The parameter has another name, so that its type is known to rustc alone.
#[differentiable]
fn by_another_name(a: &Vector) -> [f64; 3] {
    [a[1], a[0] * a[2], a[2]]
}

#[differentiable]
fn matrix(x: &[f64]) -> [[f64; 2]; 2] {
    [[x[0], x[1]], [x[2] * x[0], x[3]]]
}

#[differentiable]
fn determinant(m: &[[f64; 2]; 2]) -> f64 {
    m[0][0] * m[1][1] - m[0][1] * m[1][0]
}

#[differentiable]
fn rows(x: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = Vec::new();
    for i in 0..3 {
        rows.push(vec![x[i], x[i + 1] * x[0]]);
    }
    rows
}

#[differentiable]
fn squares(rows: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        for v in row {
            sum += v * v;
        }
    }
    sum
}

#[differentiable]
fn of_fixed_length(x: &[f64]) -> f64 {
    let a = cross_of(x);
    let b = by_another_name(&a);
    triple(&a, &b)
}

#[differentiable]
fn of_rows(x: &[f64]) -> f64 {
    let m = matrix(x);
    let all = rows(x);
    determinant(&m) * squares(&all)
}

#[test]
fn of_arrays_and_of_arrays_of_arrays() {
    holds!(of_fixed_length, of_rows);
}

#[derive(Clone, Differentiable)]
struct State {
    q: Vec<f64>,
    v: f64,
}

#[differentiable]
fn start(x: &[f64]) -> State {
    State { q: x.to_vec(), v: x[0] }
}

#[differentiable]
impl State {
    fn work(&self, force: &[f64], k: f64) -> f64 {
        self.q[1] * force[0] + self.v * force[1] * k
    }
}

/// Of a struct, an array, one that is changed and one by value.
#[differentiable]
fn mixed(s: &State, r: &[f64], y: &mut [f64], v: &mut Vec<f64>, q: &[f64], k: f64) -> f64 {
    y[0] += r[0] * q[1];
    v.push(s.q[2] * q[0]);
    k * r[1] * s.v
}

#[differentiable]
fn of_all(x: &[f64]) -> f64 {
    let s = start(x);
    let r = layer(x, x[1]);
    let mut y = x.to_vec();
    let mut v = vec![1.0];
    let value = mixed(&s, &r, &mut y, &mut v, x, x[2]);
    value * y[0] * v[1] + s.work(&r, x[3])
}

#[test]
fn of_structs_beside_arrays() {
    holds!(of_all);
}

#[differentiable]
fn scaled<T: Real>(x: &[T], k: T) -> Vec<T> {
    let mut y = x.to_vec();
    y[0] *= k;
    y
}

#[differentiable]
fn norm<T: Real>(x: &[T]) -> T {
    let mut sum = x[0] * x[0];
    for i in 1..x.len() {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
fn generic<T: Real>(x: &[T]) -> T {
    let y = scaled(x, x[1]);
    norm(&y)
}

/// Of a type parameter, what is taken by reference has a cotangent.
#[differentiable]
fn anything<T: Differentiable>(_: &T, k: f64) -> f64 {
    k * k
}

#[differentiable]
fn of_type_parameters(x: &[f64]) -> f64 {
    let y = layer(x, x[1]);
    anything(&y, x[0]) * generic(x) + norm(&y)
}

#[test]
fn of_generic_functions() {
    holds!(of_type_parameters);
    let (value, d) = generic::value_and_grad(&[2.0_f32, 3.0]);
    assert_eq!((value, d), (45.0, vec![36.0, 30.0]));
}

/// Numbers that depend on no parameter.
fn weights(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.5 + f64::from(u32::try_from(i).unwrap_or(0))).collect()
}

fn order() -> Vec<usize> {
    vec![3, 1, 0]
}

#[differentiable]
fn picked(x: &[f64], order: &[usize]) -> f64 {
    x[order[0]] * x[order[2]]
}

#[differentiable]
fn of_data(x: &[f64]) -> f64 {
    let w = weights(5);
    let at = order();
    dot(x, &w) * picked(x, &at)
}

#[test]
fn of_what_depends_on_nothing() {
    holds!(of_data);
}

// What is used as an array is one.

#[differentiable]
fn pair(x: &[f64]) -> (Vec<f64>, f64) {
    (layer(x, x[0]), x[1])
}

fn used() -> Vec<usize> {
    vec![2, 0, 3]
}

#[differentiable]
fn looped(x: &[f64]) -> f64 {
    let y = layer(x, x[0]);
    let mut sum = 0.0;
    for v in &y {
        sum += v * v;
    }
    for (v, w) in x.iter().zip(y.iter()) {
        sum += v * w;
    }
    let (z, k) = pair(x);
    for (i, v) in z.iter().enumerate() {
        sum += v * k * f64::from(u32::try_from(i).unwrap());
    }
    let w = weights(3);
    for w in w.iter().rev() {
        sum *= w;
    }
    let at = used();
    for i in &at {
        sum += x[*i];
    }
    for v in y {
        sum += v * 0.1;
    }
    sum
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let y = if x[0] > 0.0 { layer(x, x[0]) } else { layer(x, 0.2) };
    let mut largest = y[0];
    for &v in &y {
        largest = if v > largest { v } else { largest };
    }
    largest
}

#[differentiable]
fn in_parts(x: &[f64]) -> f64 {
    let y = layer(x, x[0]);
    let part = &y[1..4];
    let mut sum = part[0] * dot(part, &y[..3]);
    for two in y.chunks(2) {
        sum += two[0] * dot(two, two);
    }
    sum
}

#[differentiable]
fn by_methods(x: &[f64]) -> f64 {
    let mut y = layer(x, x[0]);
    let mean = dot(&y, &y) / y.len() as f64;
    y.push(mean);
    let z = layer(&y, x[1]);
    let copy = z.to_vec();
    if y.is_empty() { 0.0 } else { dot(&y, &copy) }
}

#[test]
fn what_is_used_as_an_array_is_one() {
    holds!(looped, chosen, in_parts, by_methods);
}

/// A struct with a method that arrays have too.
#[differentiable]
impl State {
    fn first(&self, k: f64) -> f64 {
        self.q[0] * k
    }
}

#[differentiable]
fn of_its_own(x: &[f64]) -> f64 {
    let s = start(x);
    s.first(x[1]) + s.work(x, x[2])
}

#[test]
fn a_method_of_its_own() {
    holds!(of_its_own);
}

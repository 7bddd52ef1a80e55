//! Arrays of which only rustc knows that they are some, and that depend on no parameter, where `wrt` of a function leaves them out.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "the functions are as people write them"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Curve {
    weights: Vec<f64>,
    #[constant]
    knots: Vec<f64>,
}

/// It has no derivative at all.
struct Table {
    knots: Vec<f64>,
}

impl Table {
    fn new(n: usize) -> Self {
        Self { knots: (0..n).map(|i| 0.5 + i as f64).collect() }
    }

    fn knots(&self) -> &[f64] {
        &self.knots
    }
}

#[differentiable(wrt(t))]
fn basis(knots: &[f64], t: f64) -> Vec<f64> {
    let mut n = vec![0.0; knots.len()];
    for i in 0..n.len() {
        n[i] = t * t * knots[i];
    }
    n
}

#[differentiable(wrt(t))]
fn moment(knots: &[f64], t: f64) -> f64 {
    let mut sum = 0.0;
    for knot in knots {
        sum += (t * knot).sin();
    }
    sum
}

#[differentiable]
fn both(x: &[f64], knots: &Vec<f64>, t: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..knots.len() {
        sum += t * t * knots[i] * x[i];
    }
    sum
}

#[differentiable(wrt(x))]
fn misfit(x: &[f64], knots: &[f64], k: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..knots.len() {
        sum += (x[i] * x[i] - knots[i]).powi(2);
    }
    sum * k as f64
}

#[differentiable]
impl Curve {
    fn point(&self, t: f64) -> f64 {
        let n = basis(&self.knots, t);
        let mut sum = 0.0;
        for (b, w) in n.iter().zip(&self.weights) {
            sum += b * w;
        }
        sum * moment(&self.knots[1..], t)
    }
}

#[differentiable]
fn beside_known_arrays(curve: &Curve, x: &[f64], t: f64) -> f64 {
    both(x, &curve.knots, t) + misfit(x, &curve.knots, 2) * moment(&curve.knots, t)
}

#[differentiable]
fn beside_arrays_in_fields(curve: &Curve, t: f64) -> f64 {
    both(&curve.weights, &curve.knots, t) + misfit(&curve.weights, &curve.knots, 3)
}

#[test]
fn constant_fields_are_left_out() {
    let of = |p: &[f64]| Curve { weights: p[1..].to_vec(), knots: vec![0.5, 1.0, 1.5] };
    let p = [0.7, 1.2, -0.4, 0.9];
    let (d_curve, d_t) = of(&p).point_grad(p[0]);
    check(&|p| of(p).point(p[0]), &p, &[&[d_t], d_curve.weights.as_slice()].concat());

    let (d_curve, d_t) = beside_arrays_in_fields::grad(&of(&p), p[0]);
    check(&|p| beside_arrays_in_fields(&of(p), p[0]), &p, &[&[d_t], d_curve.weights.as_slice()].concat());

    let curve = of(&p);
    let (_, d_x, d_t) = beside_known_arrays::grad(&curve, &p[1..], p[0]);
    check(&|p| beside_known_arrays(&curve, &p[1..], p[0]), &p, &[&[d_t], d_x.as_slice()].concat());
}

#[differentiable]
fn of_local(t: f64) -> f64 {
    let table = Table::new(3);
    let n = basis(&table.knots, t);
    n[0] * n[2] + moment(table.knots(), n[1])
}

#[differentiable(wrt(t))]
fn of_parameter(table: &Table, t: f64) -> f64 {
    let n = basis(table.knots(), t);
    n[0] * n[1] * moment(&table.knots, t)
}

/// An index that only rustc knows stands beside the array.
#[differentiable(wrt(x))]
fn beside_indices(x: &[f64], table: &Table, ks: &[usize]) -> f64 {
    let k = ks.iter().max().unwrap();
    misfit(x, table.knots(), *k)
}

#[test]
fn arrays_in_structs_without_a_derivative_are_left_out() {
    check(&|p| of_local(p[0]), &[0.8], &[of_local::grad(0.8)]);
    let table = Table::new(2);
    check(&|p| of_parameter(&table, p[0]), &[0.8], &[of_parameter::grad(&table, 0.8)]);
    let d_x = beside_indices::grad(&[0.3, -0.9], &table, &[1, 3, 2]);
    check(&|p| beside_indices(p, &table, &[1, 3, 2]), &[0.3, -0.9], &d_x);
}

/// What the function changes after the call, the backpropagator of the call does not see.
#[differentiable]
fn overwritten(t: f64) -> f64 {
    let mut table = vec![0.0; 2];
    let mut sum = 0.0;
    for k in 0..3 {
        for i in 0..2 {
            table[i] = (k + i) as f64;
        }
        sum += moment(&table, t) * basis(&table, t)[1];
    }
    sum
}

#[test]
fn arrays_are_overwritten_after_the_call() {
    check(&|p| overwritten(p[0]), &[0.8], &[overwritten::grad(0.8)]);
}

/// Functions that call themselves with such arrays and indices.
#[differentiable(wrt(x))]
fn over(w: &[f64], n: usize, x: f64) -> f64 {
    if n == 0 {
        return x;
    }
    w[n - 1] * x * over(w, n - 1, x)
}

#[differentiable(wrt(x))]
fn recursive(table: &Table, x: f64) -> f64 {
    let last = table.knots().len();
    over(table.knots(), last, x) * over(&table.knots, 1, x * x)
}

#[differentiable(vjp = product_rule)]
fn product(x: &[f64], k: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().zip(k) {
        sum += a * b;
    }
    sum
}

fn product_rule(x: &[f64], k: &[f64]) -> (f64, impl FnOnce(f64) -> (Vec<f64>, Vec<f64>) + use<>) {
    let (a, b) = (x.to_vec(), k.to_vec());
    (product(x, k), move |d| (b.iter().map(|v| v * d).collect(), a.iter().map(|v| v * d).collect()))
}

#[differentiable]
impl Curve {
    /// Constant fields go to rules of the user's own as well.
    fn by_rule(&self, x: &[f64]) -> f64 {
        product(x, &self.knots) * product(&self.weights, &self.knots)
    }
}

#[test]
fn they_go_to_recursive_functions_and_to_rules() {
    let table = Table::new(2);
    check(&|p| recursive(&table, p[0]), &[0.8], &[recursive::grad(&table, 0.8)]);
    let of = |p: &[f64]| Curve { weights: p[..2].to_vec(), knots: vec![0.5, 1.5] };
    let p = [1.2, -0.4, 0.9, 0.3];
    let (d, d_x) = of(&p).by_rule_grad(&p[2..]);
    check(&|p| of(p).by_rule(&p[2..]), &p, &[d.weights, d_x].concat());
}

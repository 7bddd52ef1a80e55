//! Loops over constants and statics: the nodes of a rule of integration, the coefficients of a method.

mod differences;

use backprop::differentiable;
use differences::check;

const WEIGHTS: [f64; 3] = [1.0, 2.0, 3.0];
static NODES: [f64; 3] = [0.1, 0.2, 0.3];
const PAIRS: [(f64, f64); 2] = [(1.0, 2.0), (0.5, 3.0)];
static POWERS: &[(i32, f64)] = &[(1, 0.5), (2, 0.25)];
const ROWS: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
const ORDER: [usize; 3] = [2, 0, 1];

struct Rule {
    scale: f64,
    weights: [f64; 3],
}

impl Rule {
    const STEPS: [f64; 2] = [1.5, 2.5];
}

static RULE: Rule = Rule { scale: 1.5, weights: [0.5; 3] };

#[differentiable]
fn by_value(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for weight in WEIGHTS {
        sum = sum * x[0] + weight;
    }
    for (t, weight) in PAIRS {
        sum += weight * (x[1] * t).sin();
    }
    for step in Rule::STEPS {
        sum *= x[0] + step;
    }
    sum
}

#[differentiable]
fn by_reference(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (weight, node) in WEIGHTS.iter().zip(&NODES) {
        sum += weight * (x[0] * node).sin();
    }
    for &(power, weight) in POWERS {
        sum += weight * x[1].powi(power);
    }
    for (weight, x) in RULE.weights.iter().zip(x) {
        sum *= weight + RULE.scale * x;
    }
    for weight in &WEIGHTS {
        sum = sum * x[0] + weight;
        if *weight > 1.5 {
            break;
        }
    }
    sum
}

#[differentiable]
fn rows_and_indices(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, row) in ROWS.iter().enumerate() {
        for (j, a) in row.iter().enumerate() {
            sum += a * x[i] * x[j];
        }
    }
    for i in ORDER.iter().rev() {
        sum = sum * 0.5 + x[*i];
    }
    for i in ORDER {
        sum += x[i] * x[0];
    }
    sum
}

#[test]
fn constants_are_looped_over() {
    let x = [0.7, -0.4, 0.3];
    for (f, grad) in [
        (by_value as fn(&[f64]) -> f64, by_value::grad as fn(&[f64]) -> Vec<f64>),
        (by_reference, by_reference::grad),
        (rows_and_indices, rows_and_indices::grad),
    ] {
        check(&f, &x, &grad(&x));
    }
    for (value, expected) in [
        (by_value::value_and_grad(&x).0, by_value(&x)),
        (by_reference::value_and_grad(&x).0, by_reference(&x)),
        (rows_and_indices::value_and_grad(&x).0, rows_and_indices(&x)),
    ] {
        assert_eq!(value.to_bits(), expected.to_bits());
    }
}

#[differentiable(wrt(w))]
fn fit(w: f64, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += w * v;
    }
    sum
}

/// A copy without the dependence goes where `wrt` leaves the array out.
#[differentiable]
fn cut(x: &[f64]) -> f64 {
    let data = backprop::stop_gradient(x).to_vec();
    fit(x[0], &data)
}

#[test]
fn copies_without_the_dependence_are_left_out() {
    assert_eq!(cut::grad(&[1.0, 2.0, 4.0]), [7.0, 0.0, 0.0]);
}

use backprop::differentiable;

#[differentiable]
fn changed(xs: &mut [f64], k: f64) {
    if let [a, .., b] = xs {
        *a += k * *b;
    }
}

#[differentiable]
fn copied(k: f64) -> f64 {
    let mut p = [k, 2.0 * k];
    match p {
        [x, y] => {
            p[0] = 5.0;
            x * y + p[0]
        }
    }
}

#[differentiable]
fn in_a_tuple(xs: &[f64], ys: &[f64]) -> f64 {
    match (xs, ys) {
        ([x, ..], [y, ..]) => x * y,
        _ => 0.0,
    }
}

#[differentiable]
fn while_some_are_left(xs: &[f64]) -> f64 {
    let (mut sum, mut left) = (0.0, xs);
    while let [x, rest @ ..] = left {
        sum += x * x;
        left = rest;
    }
    sum
}

/// The name of a constant is no name of an element.
#[expect(non_upper_case_globals, reason = "that it looks like a name of a variable is what is tried")]
const limit: f64 = 1.0;

#[differentiable]
fn against_a_constant(xs: &[f64]) -> f64 {
    match xs {
        [limit, ..] => 5.0 * xs[1],
        [a, b, ..] => a * b,
        _ => 0.0,
    }
}

/// A pattern copies what is no reference.
#[differentiable]
fn copied_through_a_reference(k: f64) -> f64 {
    let mut p = vec![[[k], [2.0]]];
    let q = &p;
    match q[0] {
        [a, _] => {
            p[0][0][0] = 5.0;
            a[0] * k
        }
    }
}

fn main() {}

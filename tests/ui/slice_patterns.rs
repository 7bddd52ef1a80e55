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

fn main() {}

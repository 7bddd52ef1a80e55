// What is lent twice is rustc's error alone, and so is a pattern that may not match.
use backprop::differentiable;

#[differentiable]
fn add(a: &mut [f64], b: &mut [f64]) {
    a[0] += b[0];
}

#[differentiable]
fn lent_twice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    add(&mut y, &mut y);
//              ^^^^^^ E0499
    y[0]
}

#[differentiable]
fn may_not_match(x: &[f64]) -> f64 {
    let Some(v) = x.get(0);
//      ^^^^^^^ E0005
    *v * 2.0
}

fn main() {}

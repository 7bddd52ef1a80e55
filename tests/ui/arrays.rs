//! What of arrays is not differentiable yet: each is one error.

use backprop::differentiable;

#[differentiable]
fn inner(v: &[f64]) -> f64 {
    v[0]
}

/// A new array that has no name of its own.
#[differentiable]
fn unnamed(x: f64) -> f64 {
    [x; 2][0]
}

/// A part of a row that a call has looked at, overwritten.
#[differentiable]
fn overwritten(rows: &[[f64; 2]]) -> f64 {
    let mut rows = rows.to_vec();
    let mut total = 0.0;
    for i in 0..rows.len() {
        total += inner(&rows[i][..1]);
        rows[i][0] *= 2.0;
    }
    total
}

/// A part of a slice as a value.
#[differentiable]
fn part(v: &[f64]) -> f64 {
    let (first, rest) = if v[0] > 0.0 { (v[0], &v[1..]) } else { (v[1], &v[..1]) };
    first * rest[0]
}

/// A method of slices.
#[differentiable]
fn sum(v: &[f64]) -> f64 {
    v.iter().sum()
}

/// A name for an array, and another one later.
#[differentiable]
fn renamed(v: &[f64], u: &[f64]) -> f64 {
    let mut w = v;
    if u[0] > 0.0 {
        w = u;
    }
    w[0]
}

/// Arrays of what is somewhere else.
#[differentiable]
fn matrix(v: &[&[f64]]) -> f64 {
    v[0][0]
}

/// A loop over what is made of the elements.
#[differentiable]
fn elements(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v.iter().map(|x| x * x) {
        sum += x;
    }
    sum
}

/// What is changed by the caller's reference.
#[differentiable]
fn changed(_v: &mut [Option<f64>], x: f64) -> f64 {
    x
}

#[differentiable]
fn copied(v: &[f64]) -> Vec<f64> {
    v.to_vec()
}

/// Iterators over data and over what a call gave.
#[differentiable(wrt(v))]
fn iterators(v: &[f64], data: &[f64]) -> f64 {
    let w = copied(v);
    let a: f64 = data.iter().zip(v).map(|(x, y)| x * y).sum();
    let b: f64 = w.iter().map(|x| x * x).sum();
    a + b
}

/// And over a range.
#[differentiable]
fn range(v: &[f64]) -> f64 {
    (0..v.len()).map(|i| v[i]).sum()
}

/// One error: what stands for the function wants no lifetime.
#[differentiable]
fn combined(y: &[f64], steps: &[(f64, &Vec<f64>)]) -> Vec<f64> {
    let mut sum = y.to_vec();
    for (c, k) in steps {
        for i in 0..sum.len() {
            sum[i] += c * k[i];
        }
    }
    sum
}

fn main() {}

//! Integer literals of which only rustc finds the type, by all that is done with them. Values bit for bit.

#![expect(clippy::cast_precision_loss, clippy::cast_lossless, reason = "the casts are what is tested")]

use backprop::{Differentiable, differentiable};

fn of_byte(k: u8) -> f64 {
    f64::from(k)
}

fn of_long(k: u64) -> f64 {
    k as f64
}

/// The complement of a byte, and no that of an `i32`.
#[differentiable]
fn complement(x: f64) -> f64 {
    let k = 0;
    let sum = of_byte(k);
    (!k) as f64 * x + sum
}

/// The product is no `i32`, which would overflow.
#[differentiable]
fn grown(x: f64, turns: usize) -> f64 {
    let k = 1;
    let first = of_long(k);
    let mut j = k;
    for _ in 0..turns {
        j *= 16;
    }
    j as f64 * x + first
}

#[differentiable]
fn changed(x: f64) -> f64 {
    let mut k = 5;
    let first = of_byte(k);
    k += 1;
    let (l, m) = (7, 8);
    let second = of_byte(l) * of_long(m);
    let of = |a| of_byte(a) + (!a) as f64 * x;
    (!k) as f64 * x + first + (!l) as f64 * x * second + of(5)
}

#[derive(Clone, Copy, Differentiable)]
struct Steps {
    #[constant]
    count: i64,
    #[constant]
    size: f32,
    x: f64,
}

/// The definition says what the fields are.
#[differentiable]
fn of_fields(x: f64) -> f64 {
    let steps = Steps { count: 3000, size: 0.1, x };
    let n = 2000;
    let more = Steps { count: n, size: 0.7, x: 2.0 * x };
    let product = steps.count * 1_000_000 * n;
    product as f64 * steps.x + more.x * f64::from(steps.size) + steps.size as f64 * more.size as f64
}

#[test]
fn literals_are_of_the_types_that_rustc_finds() {
    let x = 0.6;
    let bits = |value: f64| value.to_bits();
    assert_eq!(complement::value_and_grad(x).0.to_bits(), bits(complement(x)));
    assert_eq!(bits(complement::grad(x)), bits(255.0));
    let (value, gradient) = grown::value_and_grad(x, 8);
    assert_eq!((bits(value), bits(gradient)), (bits(grown(x, 8)), bits(16f64.powi(8))));
    let (value, gradient) = changed::value_and_grad(x);
    assert_eq!((bits(value), bits(gradient)), (bits(changed(x)), bits(249.0 + 248.0 * 56.0 + 250.0)));
    let (value, gradient) = of_fields::value_and_grad(x);
    let expected = 3000.0 * 1e6 * 2000.0 + 2.0 * f64::from(0.1_f32);
    assert_eq!((bits(value), bits(gradient)), (bits(of_fields(x)), bits(expected)));
}

//! Tuples of the host's values and of numbers, in branches: the host's values get variables there, in the order of effects. The expected
//! values and derivatives are closed forms.

#![expect(clippy::no_effect_underscore_binding, reason = "what nobody uses is tested, too")]

use approx::assert_relative_eq;
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    y: usize,
    a: f64,
}

/// A field of a struct that depends on nothing, and the whole struct.
#[differentiable]
fn fields(x: f64) -> f64 {
    let a: Point = Point { a: 3.0, y: 1 };
    if x < 1.0 {
        x
    } else {
        let (g, h) = (a, a.a);
        x * h * g.a
    }
}

/// What nobody uses is there as well.
#[differentiable]
fn unused(x: f64) -> f64 {
    let a = Point { a: 3.0, y: 2 };
    if x < 1.0 {
        let _g = (x, a.a);
        x * x
    } else {
        let _g = (a.y, 2);
        x + 2.0
    }
}

/// In a closure, in a `match` and in a loop.
#[differentiable]
fn elsewhere(x: f64, n: usize) -> f64 {
    let a = Point { a: 3.0, y: 2 };
    let scaled = |k: f64| {
        let (first, second) = (k, a.a);
        first * second
    };
    let y = match n {
        0 => x,
        1 => {
            let pair = (a, x);
            pair.1 * pair.1
        }
        _ => {
            let (mark, (_, factor)) = (a.y, (x, a.a));
            if mark == 2 { scaled(x) * factor } else { x }
        }
    };
    let mut sum = y;
    for i in 0..n {
        if i % 2 == 0 {
            let (held, at) = (a, i);
            sum += x * held.a;
            if at > 100 {
                break;
            }
        }
    }
    sum
}

/// Tuples of integers in a struct, named by patterns.
#[derive(Clone, Differentiable)]
struct Graph {
    x: Vec<f64>,
    pairs: Vec<(usize, usize)>,
}
#[differentiable]
impl Graph {
    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for &(i, j) in &self.pairs {
            sum += self.x[i] * self.x[j];
        }
        for (k, (i, j)) in self.pairs.iter().enumerate() {
            if k != *i {
                sum += self.x[*i] * self.x[k] * self.x[*j];
            }
        }
        for pair in &self.pairs {
            let (i, j) = *pair;
            sum -= self.x[i] / self.x[j];
        }
        sum
    }
}

#[test]
fn loops_over_pairs_in_structs() {
    let graph = |x: [f64; 3]| Graph { x: x.to_vec(), pairs: vec![(0, 1), (2, 0)] };
    let (value, d) = graph([0.5, 2.0, 4.0]).energy_value_and_grad();
    assert_relative_eq!(value, 0.5 * 2.0 + 4.0 * 0.5 + 4.0 * 2.0 * 0.5 - 0.5 / 2.0 - 4.0 / 0.5);
    let expected = [2.0 + 4.0 + 8.0 - 1.0 / 2.0 + 4.0 / 0.25, 0.5 + 2.0 + 0.5 / 4.0, 0.5 + 1.0 - 1.0 / 0.5];
    for (found, expected) in d.x.iter().zip(expected) {
        assert_relative_eq!(*found, expected);
    }
}

#[test]
fn branches_hold_values_of_the_host() {
    assert_eq!(fields::value_and_grad(0.5), (0.5, 1.0));
    assert_eq!(fields::value_and_grad(2.0), (18.0, 9.0));
    assert_eq!(unused::value_and_grad(0.5), (0.25, 1.0));
    assert_eq!(unused::value_and_grad(2.0), (4.0, 1.0));
}

#[test]
fn closures_matches_and_loops_hold_them() {
    assert_eq!(elsewhere::value_and_grad(2.0, 0), (2.0, 1.0));
    assert_eq!(elsewhere::value_and_grad(2.0, 1), (4.0 + 6.0, 4.0 + 3.0));
    assert_eq!(elsewhere::value_and_grad(2.0, 3), (18.0 + 12.0, 9.0 + 6.0));
}

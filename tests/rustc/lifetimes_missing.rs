//! Lifetimes that nothing declares: rustc says so of the function and of the struct, and nothing of what stands beside them.

use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct View {
    x: &[f64],
//     ^ E0106
}

#[derive(Differentiable)]
struct Named {
    x: &'a [f64],
//      ^^ E0261
    n: usize,
}

#[differentiable]
fn first(v: &View) -> f64 {
    v.x[0]
}

#[differentiable]
fn second(v: &Named) -> f64 {
    v.x[1]
}

#[differentiable]
fn sum(x: &'a [f64], k: f64) -> f64 {
//         ^^ E0261
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += k * x[i];
    }
    sum
}

#[differentiable]
fn twice(x: &[f64], k: f64) -> f64 {
    2.0 * sum(x, k)
}

#[derive(Clone, Differentiable)]
struct Body {
    mass: f64,
}

#[differentiable]
fn heavier(a: &Body, b: &Body) -> &Body {
//                                ^ E0106
    if a.mass > b.mass { a } else { b }
}

// Lifetimes that a signature may leave out after the name of a struct are no mistake; in a field and in a result without references they are.
#[derive(Clone, Copy, Differentiable)]
struct Borrowing<'a> {
    x: &'a [f64],
}

#[derive(Clone, Copy, Differentiable)]
struct Holding {
    held: Borrowing,
//        ^^^^^^^^^ E0106
}

#[differentiable]
fn of_nothing(k: f64) -> Borrowing {
//                       ^^^^^^^^^ E0106
    Borrowing { x: &[] }
}

#[differentiable]
fn of_a_reference(held: &Borrowing, k: f64) -> f64 {
    held.x[0] * k
}

fn main() {
    let x = vec![1.0];
    let _ = twice::grad(&x, 1.0);
    let _ = sum::grad(&x, 1.0);
}

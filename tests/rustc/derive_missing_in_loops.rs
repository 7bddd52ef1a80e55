//! A struct without its derive that a function makes and a loop assigns: one error for each function, where it makes it first.

use backprop::differentiable;

#[derive(Clone, Copy)]
struct State {
    x: f64,
    v: f64,
}

#[differentiable]
fn run(x: f64, n: usize) -> f64 {
    let mut s = State { x, v: 0.0 };
//              ^^^^^ E0277 `State` has no cotangent
    for _ in 0..n {
        s = State { x: s.x + 0.1 * s.v, v: s.v - 0.1 * s.x };
    }
    s.x
}

#[differentiable]
fn run_again(x: f64, v: f64, n: usize) -> f64 {
    let mut s = State { x, v };
//              ^^^^^ E0277 `State` has no cotangent
    for _ in 0..n {
        s.x += 0.1 * s.v;
        let v = s.v - 0.1 * s.x;
        s = State { x: s.x, v };
    }
    s.x * s.v
}

#[derive(Clone, Copy)]
struct Other {
    x: f64,
}

#[differentiable]
fn until(x: f64) -> f64 {
    let mut s = Other { x };
//              ^^^^^ E0277 `Other` has no cotangent
    while s.x < 10.0 {
        s.x *= x;
        if s.x > 5.0 {
            s = Other { x: s.x * 2.0 };
        }
    }
    s.x
}

fn main() {
    println!("{}", run::grad(1.0, 3) + run_again::grad(1.0, 2.0, 3).0 + until::grad(2.0));
}

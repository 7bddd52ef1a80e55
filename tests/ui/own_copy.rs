#![allow(unused, reason = "rustc says more of what is refused than the test is about")]
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    at: [f64; 2],
}

#[differentiable]
fn changed_after(x: f64) -> f64 {
    let mut a = [x, 1.0];
    let f = move |t: f64| a[0] * t;
    a[0] = 5.0;
    f(2.0) + a[0]
}

#[differentiable]
fn changed_inside(x: f64) -> f64 {
    let mut a = [x, 1.0];
    let mut f = move |t: f64| {
        a[0] += t;
        a[0]
    };
    f(2.0) + a[0]
}

#[differentiable]
fn changed_in_a_loop(x: f64) -> f64 {
    let mut a = [x, 1.0];
    let f = move |t: f64| a[0] * t;
    let mut sum = 0.0;
    for i in 0..3 {
        sum += f(x);
        a[0] += 1.0;
    }
    sum
}

#[differentiable]
fn another_vector(x: f64) -> f64 {
    let mut a = vec![x, 1.0];
    let f = move |t: f64| a[0] * t;
    a = vec![5.0];
    f(2.0) + a[0]
}

#[differentiable]
fn in_a_struct(x: f64) -> f64 {
    let mut p = Point { at: [x, 1.0] };
    let f = move |t: f64| p.at[0] * t;
    p.at[0] = 5.0;
    f(2.0) + p.at[0]
}

#[differentiable]
fn integers(x: &[f64]) -> f64 {
    let mut at = [0, 1];
    let f = move |t: f64| x[at[0]] * t;
    at[0] = 1;
    f(2.0) + x[at[0]]
}

#[derive(Clone, Copy)]
struct Generator(u32);

impl Generator {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}

#[differentiable]
fn generator(x: f64) -> f64 {
    let mut generator = Generator(1);
    let mut f = move |t: f64| t * generator.next() as f64;
    let n = generator.next();
    f(x) * n as f64
}

fn main() {}

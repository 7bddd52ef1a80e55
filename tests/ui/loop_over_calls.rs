//! Calls in the head of a loop that cannot get a name before it: what their arguments make lasts as long as the loop, or something before them
//! is called first.

use backprop::differentiable;

struct Guard(usize);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("{}", self.0);
    }
}

fn first() -> usize {
    println!("first");
    1
}

#[differentiable(wrt(x))]
fn all(x: f64, guard: &Guard) -> Vec<f64> {
    vec![x; guard.0]
}

#[differentiable]
fn each(x: f64) -> Vec<f64> {
    println!("each");
    vec![x, x * x]
}

#[differentiable]
fn by_value(x: f64) -> f64 {
    let mut sum = 0.0;
    for p in all(x, &Guard(2)) {
        sum += p * p;
    }
    sum
}

#[differentiable]
fn by_reference(x: f64) -> f64 {
    let mut sum = 0.0;
    for p in &all(x, &Guard(2)) {
        sum += p * p;
    }
    sum
}

#[differentiable]
fn called_before(x: f64, weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (w, p) in weights.iter().skip(first()).zip(each(x)) {
        sum += w * p;
    }
    sum
}

fn main() {}

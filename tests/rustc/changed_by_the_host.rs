use std::ops::{AddAssign, BitXorAssign};

use backprop::{differentiable, stop_gradient};

#[differentiable]
fn by_a_method(x: f64) -> f64 {
    let mut c = 1.0_f64;
    c.add_assign(2.0);
//  ^ E0596
    c * x
}

#[differentiable]
fn of_a_condition(x: f64) -> f64 {
    let mut b = true;
    b.bitxor_assign(true);
//  ^ E0596
    if b { x } else { x * x }
}

#[differentiable(wrt(x))]
fn in_a_closure(x: f64, d: &[f64]) -> f64 {
    let mut c = 1.0_f64;
    d.iter().for_each(|e| c.add_assign(*e));
//                        ^ E0596
    c * x
}

fn fill(v: &mut f64, d: &[f64]) {
    *v = d.iter().sum();
}

#[differentiable(wrt(x))]
fn inside_of_stop_gradient(x: f64, d: &[f64]) -> f64 {
    let mut mean = 0.0;
    stop_gradient(fill(&mut mean, d));
//                     ^^^^^^^^^ no code
    x * x - mean * x
}

fn main() {}

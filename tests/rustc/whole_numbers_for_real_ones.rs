use backprop::{Differentiable, differentiable};

const STEPS: usize = 3;

#[derive(Clone, Copy, Differentiable)]
struct Pose {
    x: f64,
    turn: f64,
}

#[differentiable]
fn in_a_field(x: f64) -> f64 {
    let pose = Pose { x, turn: 1 };
//                             ^ E0308 mismatched types
    pose.x * pose.turn
}

#[differentiable]
fn constant(x: f64) -> f64 {
    x * STEPS
//    ^ E0277 cannot multiply `f64` by `usize`
}

#[differentiable]
fn constant_in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..x.len() {
        sum += x[k] / STEPS;
//                  ^ E0277 cannot divide `f64` by `usize`
    }
    sum
}

fn main() {}

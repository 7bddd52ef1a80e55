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

const TABLE: [i32; 2] = [1, 2];

#[differentiable]
fn element_of_a_constant(x: f64) -> f64 {
    TABLE[0] * x
//           ^ E0277 cannot multiply `i32` by `f64`
}

#[differentiable]
fn element_of_a_constant_on_the_right(x: f64) -> f64 {
    x * TABLE[0]
//    ^ E0277 cannot multiply `f64` by `i32`
}

#[differentiable]
fn element_of_an_array(x: f64) -> f64 {
    let table = [1, 2];
    table[0] * x
//           ^ E0277 cannot multiply `{integer}` by `f64`
}

fn count(k: usize) -> usize {
    k
}

#[differentiable]
fn what_code_gives(x: f64) -> f64 {
    count(3) * x
//           ^ E0277 cannot multiply `usize` by `f64`
}

#[differentiable]
fn negative_index(x: &[f64]) -> f64 {
    x[-1] * 2.0
//    ^^ no code negative integers cannot be used to index
}

#[differentiable]
fn condition(x: f64) -> f64 {
    let mut n = 3;
    while n {
//        ^ E0308
        n -= 1;
    }
    x
}

fn main() {}

//! Methods that change a struct and give something, beside assignments to its fields: `cell.input = x; y += cell.step(dt);`. Only their types
//! say which they are. Values bit for bit, gradients against central differences.

#![expect(clippy::suboptimal_flops, reason = "the programs are as people write them")]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    input: f64,
    x: f64,
    weights: Vec<f64>,
}

#[differentiable]
impl Cell {
    fn step(&mut self, dt: f64) -> f64 {
        self.x += self.input * dt;
        self.weights[0] *= self.x;
        self.x * self.x
    }

    fn response(&self, t: f64) -> f64 {
        self.x * t + self.weights[0]
    }
}

#[differentiable]
fn cell(x: &[f64]) -> Cell {
    Cell { input: x[0], x: x[1], weights: vec![x[2], x[3]] }
}

#[differentiable]
fn after(x: &[f64]) -> f64 {
    let mut c = Cell { input: x[0], x: x[1], weights: vec![x[2]] };
    c.input = 2.0 * x[2];
    let first = c.step(0.1);
    let second = c.step(x[3]);
    c.weights[0] += second;
    first * second + c.response(x[4]) * c.x
}

#[differentiable]
fn in_turns(x: &[f64]) -> f64 {
    let mut c = Cell { input: x[0], x: x[1], weights: vec![x[2]] };
    let mut sum = 0.0;
    for v in x {
        c.input = *v;
        sum += c.step(0.1) * c.response(*v);
        if sum > 1.0 {
            c.x *= 0.5;
        }
    }
    sum * c.response(x[5])
}

/// It is no `Clone`.
#[derive(Debug, Differentiable)]
struct Plain {
    x: f64,
    weights: Vec<f64>,
}

#[differentiable]
impl Plain {
    fn response(&self, t: f64) -> f64 {
        self.x * t + self.weights[0]
    }
}

#[differentiable]
fn looks(x: &[f64]) -> f64 {
    let mut plain = Plain { x: x[1], weights: vec![x[2]] };
    plain.x *= x[0];
    let mut sum = plain.response(x[3]);
    for v in x {
        plain.x = *v;
        sum += plain.response(2.0);
        plain.weights[0] *= 0.1 * sum;
    }
    sum + plain.x
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    first: Cell,
    second: Cell,
    out: f64,
}

#[differentiable]
impl Network {
    fn run(&mut self, inputs: &[f64]) -> f64 {
        let mut sum = 0.0;
        for v in inputs {
            self.first.input = *v;
            let y = self.first.step(0.1);
            self.second.input = y;
            sum += self.second.step(0.2) * self.first.response(y);
            self.out += sum;
        }
        sum
    }
}

#[differentiable]
fn of_fields(x: &[f64]) -> f64 {
    let mut network = Network { first: cell(x), second: cell(&x[2..]), out: 0.0 };
    let sum = network.run(x);
    network.first.input = 2.0;
    let y = network.first.step(x[5]);
    network.second.weights[0] *= y;
    sum * network.out + network.second.response(0.3) * network.first.response(y)
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    at: [f64; 2],
    x: f64,
}

#[differentiable]
impl Body {
    fn energy(&self, k: f64) -> f64 {
        self.at[0] * k + self.x * self.at[1]
    }
}

/// A method in an argument of another one of the same struct, which is assigned to.
#[differentiable]
fn moved(b: &mut Body) {
    b.at[1] += b.energy(b.energy(b.at[1]).tanh()).tanh();
    b.x = b.energy(0.5);
}

#[differentiable]
fn in_arguments(x: &[f64]) -> f64 {
    let mut b = Body { at: [x[0], x[1]], x: x[2] };
    moved(&mut b);
    b.x *= b.energy(b.energy(x[3]) * x[4]);
    b.x * b.at[1] + x[5]
}

#[test]
fn methods_change_what_is_assigned_to() {
    agrees!(after, in_turns, looks, of_fields, in_arguments);
}

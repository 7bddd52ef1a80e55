//! Arrays of structs in the fields of a struct, where operators are all that shows what the elements are, and where another function of
//! the block shows it.

#![expect(clippy::needless_range_loop, clippy::assign_op_pattern, reason = "loops over indices are what is tested")]

mod differences;

use std::ops::{Add, AddAssign, Mul, Sub};

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vector {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Vector {
    type Output = Vector;

    fn add(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl Sub for Vector {
    type Output = Vector;

    fn sub(self, other: Vector) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }
}

#[differentiable]
impl Mul<f64> for Vector {
    type Output = Vector;

    fn mul(self, k: f64) -> Vector {
        Vector { x: self.x * k, y: self.y * k }
    }
}

#[differentiable]
impl AddAssign for Vector {
    fn add_assign(&mut self, other: Vector) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[differentiable]
impl Vector {
    fn squared(self) -> f64 {
        self.x * self.x + self.y * self.y
    }

    const fn zero() -> Vector {
        Vector { x: 0.0, y: 0.0 }
    }
}

/// Particles with a force between them. Nothing in `step` says what `at` and `speed` hold but the result of `forces`.
#[derive(Clone, Debug, Differentiable)]
struct Gas {
    at: Vec<Vector>,
    speed: Vec<Vector>,
    mass: Vec<f64>,
    size: f64,
}

#[differentiable]
impl Gas {
    fn forces(&self) -> Vec<Vector> {
        let n = self.at.len();
        let mut forces = vec![Vector::zero(); n];
        for i in 0..n {
            for j in i + 1..n {
                let d = self.at[i] - self.at[j];
                let squared = d.squared();
                if squared > 9.0 {
                    continue;
                }
                let strength = (self.size * self.size / squared).powi(3) / squared;
                forces[i] += d * strength;
                forces[j] += d * (-strength);
            }
        }
        forces
    }

    fn step(&mut self, dt: f64) {
        let forces = self.forces();
        for i in 0..self.at.len() {
            self.speed[i] += forces[i] * (dt / self.mass[i]);
            self.at[i] = self.at[i] + self.speed[i] * dt;
        }
    }

    fn energy(&self) -> f64 {
        let mut energy = 0.0;
        for (i, v) in self.speed.iter().enumerate() {
            energy += 0.5 * self.mass[i] * v.squared();
        }
        energy
    }
}

#[differentiable]
fn simulated(gas: &Gas, dt: f64, steps: usize) -> f64 {
    let mut gas = gas.clone();
    for _ in 0..steps {
        gas.step(dt);
    }
    gas.energy()
}

fn gas(x: &[f64]) -> Gas {
    let vector = |x: &[f64]| Vector { x: x[0], y: x[1] };
    Gas {
        at: (0..3).map(|i| vector(&x[2 * i..])).collect(),
        speed: vec![vector(&x[6..]); 3],
        mass: vec![x[8], x[9], x[10]],
        size: x[11],
    }
}

#[test]
fn a_function_of_the_block_says_what_it_gives() {
    let x = [0.0, 0.1, 1.2, 0.0, 0.5, 1.1, 0.3, -0.2, 1.0, 2.0, 0.7, 1.1, 0.05];
    let (d, d_dt) = simulated::grad(&gas(&x), x[12], 4);
    let mut gradient: Vec<f64> = d.at.iter().flat_map(|d| [d.x, d.y]).collect();
    gradient.extend([d.speed.iter().map(|d| d.x).sum::<f64>(), d.speed.iter().map(|d| d.y).sum()]);
    gradient.extend(d.mass);
    gradient.extend([d.size, d_dt]);
    check(&|x| simulated(&gas(x), x[12], 4), &x, &gradient);
}

/// In `drift`, nothing says what the arrays hold. `energy` calls methods of elements of one, and an operator joins the other to it.
#[derive(Clone, Debug, Differentiable)]
struct Drift {
    at: Vec<Vector>,
    speed: Vec<Vector>,
    weights: Vec<f64>,
}

#[differentiable]
impl Drift {
    fn drift(&mut self, dt: f64) {
        for i in 0..self.at.len() {
            self.at[i] += self.speed[i] * dt;
        }
    }

    fn damp(&mut self, k: f64) {
        for i in 0..self.speed.len() {
            self.speed[i] = self.speed[i] * k;
            self.weights[i] = self.weights[i] * k;
        }
    }

    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            let joined = self.at[i] + self.speed[i];
            sum += joined.squared() * self.weights[i];
        }
        sum
    }

    fn after(&self, k: f64, dt: f64) -> f64 {
        let mut copy = self.clone();
        copy.damp(k);
        copy.drift(dt);
        copy.energy()
    }
}

#[test]
fn another_function_of_the_block_shows_what_arrays_hold() {
    let drift = |x: &[f64]| Drift {
        at: vec![Vector { x: x[0], y: x[1] }],
        speed: vec![Vector { x: x[2], y: x[3] }],
        weights: vec![x[4]],
    };
    let x = [1.0, -0.5, 0.3, 0.8, 1.5, 0.9, 0.2];
    let (d, d_k, d_dt) = drift(&x).after_grad(x[5], x[6]);
    let gradient = [d.at[0].x, d.at[0].y, d.speed[0].x, d.speed[0].y, d.weights[0], d_k, d_dt];
    check(&|x| drift(x).after(x[5], x[6]), &x, &gradient);
}

/// Of numbers alone, the elements stay numbers, in any order of the factors.
#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: Vec<f64>,
}

#[differentiable]
impl Layer {
    fn scaled(&mut self, k: f64) {
        for i in 0..self.weights.len() {
            self.weights[i] *= k;
            self.bias[i] = k * self.bias[i] + 2.0 * self.weights[i] * self.bias[i];
        }
    }

    fn applied(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        for i in 0..x.len() {
            let z = self.weights[i] * x[i] + self.bias[i];
            y[i] = z.tanh() / (1.0 + self.weights[i] * self.weights[i]);
        }
        y
    }

    fn loss(&self, x: &[f64], k: f64) -> f64 {
        let mut layer = self.clone();
        layer.scaled(k);
        let y = self.applied(x);
        let mut sum = 0.0;
        for i in 0..y.len() {
            sum += y[i] * layer.weights[i] + layer.bias[i];
        }
        sum
    }
}

#[test]
fn numbers_stay_numbers() {
    let layer = |x: &[f64]| Layer { weights: x[..2].to_vec(), bias: x[2..4].to_vec() };
    let x = [0.5, -0.3, 0.2, 0.9, 1.5, -0.7, 1.2];
    let (d, d_x, d_k) = layer(&x).loss_grad(&x[4..6], x[6]);
    let gradient = [d.weights, d.bias, d_x, vec![d_k]].concat();
    check(&|x| layer(x).loss(&x[4..6], x[6]), &x, &gradient);
}

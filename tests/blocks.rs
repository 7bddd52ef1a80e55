//! What the functions of an `impl` block know of one another, and of the arrays in the fields of its type: what a function gives, and what
//! the elements are, where operators, loops or another function show it.

#![expect(
    clippy::needless_range_loop,
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    reason = "loops over indices, and each way to write a loop, are what is tested"
)]

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

/// Bars between points. Integers that come out of structs with reals are an array of indices, and the results of functions of the block
/// say that what is computed of them are numbers.
#[derive(Clone, Debug, Differentiable)]
struct Truss {
    points: Vec<[f64; 2]>,
    bars: Vec<Bar>,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Bar {
    from: usize,
    to: usize,
    area: f64,
}

#[differentiable]
impl Truss {
    fn length(&self, bar: &Bar) -> f64 {
        let dx = self.points[bar.to][0] - self.points[bar.from][0];
        let dy = self.points[bar.to][1] - self.points[bar.from][1];
        (dx * dx + dy * dy).sqrt()
    }

    fn stiffness(&self) -> Vec<Vec<f64>> {
        let n = 2 * self.points.len();
        let mut stiffness = vec![vec![0.0; n]; n];
        for bar in self.bars.iter() {
            let length = self.length(bar);
            let cos = (self.points[bar.to][0] - self.points[bar.from][0]) / length;
            let sin = (self.points[bar.to][1] - self.points[bar.from][1]) / length;
            let places = [2 * bar.from, 2 * bar.from + 1, 2 * bar.to, 2 * bar.to + 1];
            let directions = [-cos, -sin, cos, sin];
            for (i, &p) in places.iter().enumerate() {
                for (j, &q) in places.iter().enumerate() {
                    stiffness[p][q] += bar.area / length * directions[i] * directions[j];
                }
            }
        }
        stiffness
    }

    fn energy(&self, u: &[f64]) -> f64 {
        let stiffness = self.stiffness();
        let mut energy = 0.0;
        for (i, row) in stiffness.iter().enumerate() {
            for (j, k) in row.iter().enumerate() {
                energy += 0.5 * u[i] * k * u[j];
            }
        }
        energy
    }
}

#[test]
fn arrays_of_indices_out_of_structs() {
    let truss = |x: &[f64]| Truss {
        points: vec![[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]],
        bars: vec![Bar { from: 0, to: 1, area: x[6] }, Bar { from: 2, to: 1, area: x[7] }],
    };
    let x = [0.0, 0.1, 1.0, 0.2, 0.5, 1.0, 0.3, 0.7];
    let u = [0.1, 0.2, -0.1, 0.3, 0.2, 0.5];
    let (d, d_u) = truss(&x).energy_grad(&u);
    let mut gradient = d.points.concat();
    gradient.extend(d.bars.iter().map(|bar| bar.area));
    check(&|x| truss(x).energy(&u), &x, &gradient);
    check(&|u| truss(&x).energy(u), &u, &d_u);
}

/// Loops into the arrays of elements, as deep as they go.
#[derive(Clone, Debug, Differentiable)]
struct Dense {
    weights: Vec<Vec<f64>>,
    corners: [[f64; 2]; 2],
    scale: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    layers: Vec<Dense>,
}

#[differentiable]
impl Network {
    fn penalty(&self) -> f64 {
        let mut sum = 0.0;
        for layer in &self.layers {
            for row in &layer.weights {
                for w in row {
                    sum += w * w * layer.scale;
                }
            }
            for row in layer.corners.iter() {
                for (j, w) in row.iter().enumerate() {
                    sum += w.powi(3) * (j + 1) as f64;
                }
            }
        }
        sum
    }

    fn paired(&self) -> f64 {
        let mut sum = 0.0;
        for layer in &self.layers {
            for (row, corner) in layer.weights.iter().zip(&layer.corners) {
                for (w, c) in row.iter().zip(corner) {
                    sum += w * c * layer.scale;
                }
                sum += corner[0].sin();
            }
        }
        sum
    }

    fn shrunk(&self, k: f64) -> f64 {
        let mut network = self.clone();
        for layer in network.layers.iter_mut() {
            for row in layer.weights.iter_mut() {
                for w in row.iter_mut() {
                    *w *= k;
                }
            }
        }
        network.penalty() * network.paired()
    }
}

#[test]
fn loops_into_the_arrays_of_elements() {
    let network = |x: &[f64]| Network {
        layers: vec![Dense {
            weights: vec![x[..2].to_vec(), x[2..4].to_vec()],
            corners: [[x[4], x[5]], [x[6], x[7]]],
            scale: x[8],
        }],
    };
    let x = [0.5, 0.2, -0.7, 1.1, 0.3, 0.9, -0.4, 0.6, 1.3, 0.7];
    let flat = |d: &NetworkCotangent, d_k: f64| {
        let DenseCotangent { weights, corners, scale } = &d.layers[0];
        [weights.concat(), corners.concat(), vec![*scale, d_k]].concat()
    };
    check(&|x| network(x).penalty(), &x, &flat(&network(&x).penalty_grad(), 0.0));
    check(&|x| network(x).paired(), &x, &flat(&network(&x).paired_grad(), 0.0));
    let (d, d_k) = network(&x).shrunk_grad(x[9]);
    check(&|x| network(x).shrunk(x[9]), &x, &flat(&d, d_k));
}

/// Methods with the names of searches are the user's own.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Orbit {
    a: f64,
    e: f64,
}

#[differentiable]
impl Orbit {
    fn position(&self, t: f64, k: f64) -> (f64, f64) {
        (self.a * t, self.e * k)
    }

    fn binary_search(&self, t: f64) -> f64 {
        self.a * t
    }

    fn misfit(&self, seen: &[(f64, f64, f64)], k: f64) -> f64 {
        let mut sum = 0.0;
        for &(t, x, y) in seen {
            let (at_x, at_y) = self.position(t, k);
            sum += (at_x - x).powi(2) + (at_y - y).powi(2) * self.binary_search(t);
        }
        sum
    }
}

#[test]
fn names_of_searches() {
    let seen = [(1.0, 0.5, 0.2), (2.0, 1.5, 0.7)];
    let x = [0.8, 0.3, 1.4];
    let orbit = |x: &[f64]| Orbit { a: x[0], e: x[1] };
    let (d, _, d_k) = orbit(&x).misfit_grad(&seen, x[2]);
    check(&|x| orbit(x).misfit(&seen, x[2]), &x, &[d.a, d.e, d_k]);
}

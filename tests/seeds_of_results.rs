//! Calls that refer to structs with arrays and give arrays, vectors and structs: what such a call adds to the cotangent of a struct
//! is added where that is. Gradients against central differences, bytes counted.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Clone, Differentiable)]
struct Cell {
    density: f64,
    flow: Vec<f64>,
}

#[derive(Clone, Differentiable)]
struct Cloud {
    at: Vec<f64>,
    charge: Vec<f64>,
    stiffness: f64,
}

#[differentiable]
impl Cloud {
    fn force(&self, i: usize) -> [f64; 2] {
        [self.stiffness * self.at[i], -self.charge[i] * self.at[i]]
    }

    fn field(&self, i: usize) -> V3 {
        V3 { x: self.stiffness * self.at[i], y: self.charge[i], z: self.at[i].sin() }
    }

    /// A vector of which callers use one element.
    fn pair(&self, i: usize) -> Vec<f64> {
        vec![self.at[i], self.charge[i] * self.stiffness]
    }

    /// A struct of which callers use one field.
    fn cell(&self, i: usize) -> Cell {
        Cell { density: self.charge[i], flow: vec![self.at[i]; 2] }
    }

    /// With an array beside the struct, and of calls.
    fn turned(&self, weights: &[f64], i: usize) -> [f64; 2] {
        let force = self.force(i);
        [weights[0] * force[1], weights[1] * force[0] + self.at[0]]
    }

    fn forces(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            let f = self.force(i);
            sum += f[0] * f[1];
        }
        sum
    }

    fn fields(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            let v = self.field(i);
            sum += v.x * v.y + v.z;
        }
        sum
    }

    fn parts(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            let (pair, cell) = (self.pair(i), self.cell(i));
            sum += pair[1] * cell.density;
            if i % 2 == 0 {
                sum += cell.flow[1] * cell.flow[1];
            }
        }
        sum
    }

    /// Calls itself.
    fn below(&self, i: usize) -> f64 {
        let own = self.at[i] * self.charge[i];
        if i == 0 { own } else { own * own + self.below(i - 1) }
    }

    fn depths(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at.len() {
            sum += self.stiffness * self.below(i % 4);
        }
        sum
    }

    fn weighted(&self, weights: &[f64]) -> f64 {
        let mut total = [0.0; 2];
        for i in 0..self.at.len() {
            let f = self.turned(weights, i);
            total[0] += f[0];
            total[1] += f[0] * f[1];
        }
        total[0] * total[1]
    }
}

/// A struct in a struct.
#[derive(Clone, Differentiable)]
struct Sky {
    low: Cloud,
    high: Cloud,
    haze: f64,
}

#[differentiable]
impl Sky {
    fn look(&self, i: usize) -> f64 {
        let force = self.low.force(i);
        self.haze * force[0]
    }

    /// Several calls, own elements, and calls in branches.
    fn both(&self, i: usize) -> f64 {
        let (low, high) = (self.low.force(i), self.high.field(i));
        let more = if i < 2 { self.low.below(i % 3) } else { self.high.at[i] };
        low[1] * high.z + more * self.low.charge[0] + self.look(i)
    }

    fn total(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.low.at.len() {
            sum += self.look(i) * self.both(i);
        }
        sum
    }

    fn looks(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.low.at.len() {
            sum += self.look(i);
        }
        sum
    }
}

/// What one call gives whole.
#[differentiable]
fn last_cell(cloud: &Cloud, limit: f64) -> Cell {
    let mut cell = cloud.cell(0);
    for i in 1..cloud.at.len() {
        let force = cloud.force(i);
        if force[0] > limit {
            cell = cloud.cell(i);
        }
    }
    cell
}

fn cloud(numbers: &[f64]) -> Cloud {
    let (&stiffness, numbers) = numbers.split_last().expect("the stiffness stands last");
    let (at, charge) = numbers.split_at(numbers.len() / 2);
    Cloud { at: at.to_vec(), charge: charge.to_vec(), stiffness }
}

const NUMBERS: [f64; 9] = [0.3, 1.1, -0.7, 0.9, 0.45, -0.2, 0.8, 0.35, 1.3];

fn flat(d: &CloudCotangent) -> Vec<f64> {
    [&d.at[..], &d.charge[..], &[d.stiffness]].concat()
}

#[track_caller]
fn holds(f: impl Fn(&Cloud) -> f64, gradient: &CloudCotangent) {
    check(&|numbers| f(&cloud(numbers)), &NUMBERS, &flat(gradient));
}

#[test]
fn gradients() {
    let c = cloud(&NUMBERS);
    holds(Cloud::forces, &c.forces_grad());
    holds(Cloud::fields, &c.fields_grad());
    holds(Cloud::parts, &c.parts_grad());
    holds(Cloud::depths, &c.depths_grad());
    let weights = [0.7, -0.4];
    let (d_cloud, d_weights) = c.weighted_grad(&weights);
    holds(|c| c.weighted(&weights), &d_cloud);
    check(&|weights| c.weighted(weights), &weights, &d_weights);
}

#[test]
fn structs_in_structs() {
    let sky = |numbers: &[f64]| {
        let (low, high) = numbers[1..].split_at(9);
        Sky { low: cloud(low), high: cloud(high), haze: numbers[0] }
    };
    let numbers: Vec<f64> = std::iter::once(0.7).chain(NUMBERS).chain(NUMBERS.map(|x| 0.5 - x)).collect();
    let flat = |d: &SkyCotangent| [vec![d.haze], flat(&d.low), flat(&d.high)].concat();
    check(&|numbers| sky(numbers).looks(), &numbers, &flat(&sky(&numbers).looks_grad()));
    check(&|numbers| sky(numbers).total(), &numbers, &flat(&sky(&numbers).total_grad()));
}

#[test]
fn structs_that_are_given_whole() {
    let c = cloud(&NUMBERS);
    for limit in [0.0, 0.5, 9.0] {
        let (cell, backpropagator) = last_cell::vjp(&c, limit);
        assert_eq!(cell.flow, last_cell(&c, limit).flow);
        let (d_cloud, _) = backpropagator(CellCotangent { density: 0.5, flow: vec![0.0, 2.0] });
        let value = |cell: Cell| 0.5 * cell.density + 2.0 * cell.flow[1];
        holds(|c| value(last_cell(c, limit)), &d_cloud);
    }
}

/// Four times as many numbers take about four times the bytes: a cotangent for each call would take more than seven times as many.
#[test]
fn no_call_makes_a_cotangent() {
    let in_proportion = |run: &dyn Fn(&Cloud)| {
        let bytes = |n: usize| {
            let cloud = Cloud { at: vec![0.5; n], charge: vec![0.25; n], stiffness: 1.5 };
            allocation_counter::measure(|| run(&cloud)).bytes_total
        };
        let (one, four) = (bytes(200), bytes(800));
        assert!(four < one * 5, "{one} bytes, and {four} of four times as many numbers");
    };
    in_proportion(&|cloud| drop(cloud.forces_grad()));
    in_proportion(&|cloud| drop(cloud.fields_grad()));
    in_proportion(&|cloud| drop(cloud.parts_grad()));
    in_proportion(&|cloud| drop(cloud.depths_grad()));
    in_proportion(&|cloud| drop(cloud.weighted_grad(&[0.7, -0.4])));
    in_proportion(&|cloud| {
        let (_, backpropagator) = last_cell::vjp(cloud, 0.1);
        drop(backpropagator(CellCotangent { density: 0.5, flow: vec![0.0, 2.0] }));
    });
}

//! Tuples of indices and numbers in vectors that are fields: of structs, and of elements of arrays of structs.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    reason = "the programs are as people write them"
)]

mod differences;

use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Model {
    w: Vec<f64>,
    bonds: Vec<(usize, f64)>,
    angles: Vec<(usize, usize, usize, f64)>,
    lists: Vec<(Vec<usize>, f64)>,
}
#[derive(Clone, Differentiable)]
struct System {
    parts: Vec<Model>,
    k: f64,
}
#[differentiable]
fn energy(m: &Model, k: f64) -> f64 {
    let mut e = 0.0;
    for &(i, r) in &m.bonds {
        e += k * (m.w[i] - r).powi(2);
    }
    for (i, r) in &m.bonds {
        e += k * (m.w[*i] - r).powi(2);
    }
    for &(i, j, l, t) in m.angles.iter() {
        e += (m.w[i] - m.w[j]) * (m.w[l] - t);
    }
    for (n, &(i, r)) in m.bonds.iter().enumerate() {
        e += n as f64 * m.w[i] * r;
    }
    for (l, r) in &m.lists {
        for &i in l {
            e += m.w[i] * r;
        }
    }
    for b in &m.bonds {
        e += m.w[b.0] * b.1;
    }
    for i in 0..m.bonds.len() {
        let (a, r) = m.bonds[i];
        e += m.w[a] * r * m.bonds[i].1;
    }
    e
}
#[differentiable]
fn total(s: &System) -> f64 {
    let mut e = 0.0;
    for m in &s.parts {
        for &(i, r) in &m.bonds {
            e += s.k * (m.w[i] - r).powi(2);
        }
        e += energy(m, s.k);
    }
    e
}
#[differentiable]
fn by_references(s: &System) -> f64 {
    let mut e = 0.0;
    for m in s.parts.iter() {
        for (i, r) in &m.bonds {
            e += s.k * (m.w[*i] - r).powi(2);
        }
        for &(i, j, l, t) in m.angles.iter() {
            e += (m.w[i] - m.w[j]) * (m.w[l] - t);
        }
    }
    e
}
#[differentiable]
fn by_indices(s: &System) -> f64 {
    let mut e = 0.0;
    for p in 0..s.parts.len() {
        for b in 0..s.parts[p].bonds.len() {
            let (i, r) = s.parts[p].bonds[b];
            e += s.k * (s.parts[p].w[i] - r).powi(2);
        }
        let m = &s.parts[p];
        for &(i, r) in &m.bonds {
            e += s.k * m.w[i] * r * r;
        }
    }
    e
}
#[differentiable]
impl System {
    fn total(&self) -> f64 {
        let mut e = 0.0;
        for m in &self.parts {
            for &(i, r) in &m.bonds {
                e += self.k * (m.w[i] - r).powi(2);
            }
        }
        e
    }
}
#[differentiable]
impl Model {
    fn energy(&self, x: &[f64]) -> f64 {
        let mut e = 0.0;
        for &(i, r) in &self.bonds {
            e += (x[i] - r).powi(2) * self.w[i];
        }
        for (l, r) in &self.lists {
            for &i in l {
                e += self.w[i] * r * x[i];
            }
        }
        e
    }
}

fn system(x: &[f64]) -> System {
    let model = Model {
        w: x[..4].to_vec(),
        bonds: vec![(0, x[4]), (2, x[5])],
        angles: vec![(0, 1, 2, x[6])],
        lists: vec![(vec![0, 3], x[7])],
    };
    System { parts: vec![model.clone(), Model { bonds: vec![(3, x[0])], ..model }], k: x[8] }
}

/// The gradient with respect to the numbers that the system is made of.
fn flat(d: &SystemCotangent) -> Vec<f64> {
    let [a, b] = [&d.parts[0], &d.parts[1]];
    let mut all: Vec<f64> = (0..4).map(|i| a.w[i] + b.w[i]).collect();
    all[0] += b.bonds[0].1;
    all.extend([a.bonds[0].1, a.bonds[1].1]);
    all.extend([a.angles[0].3 + b.angles[0].3, a.lists[0].1 + b.lists[0].1, d.k]);
    all
}

const X: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

#[test]
fn gradients_agree_with_differences() {
    let check = |f: &dyn Fn(&System) -> f64, (value, d): (f64, SystemCotangent)| {
        assert_eq!(value.to_bits(), f(&system(&X)).to_bits());
        differences::check(&|x| f(&system(x)), &X, &flat(&d));
    };
    check(&total, total::value_and_grad(&system(&X)));
    check(&by_references, by_references::value_and_grad(&system(&X)));
    check(&by_indices, by_indices::value_and_grad(&system(&X)));
    check(&System::total, system(&X).total_value_and_grad());
    let model = system(&X).parts.swap_remove(0);
    let (value, (_, d_x)) = model.energy_value_and_grad(&X);
    assert_eq!(value.to_bits(), model.energy(&X).to_bits());
    differences::check(&|x| model.energy(x), &X, &d_x);
}

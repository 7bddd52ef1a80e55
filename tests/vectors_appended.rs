//! Vectors that are appended to others, that have names which are `mut`, and whose capacities are lengths of fields.

#![expect(clippy::cast_precision_loss, reason = "the functions are as people write them")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn appended_behind_references(all: &mut Vec<f64>, more: &mut Vec<f64>, x: f64) {
    more.push(x * x);
    all.append(more);
}

/// What is appended is left empty.
#[differentiable]
fn appended(x: &[f64]) -> f64 {
    let mut all = vec![x[0]];
    let mut rows = vec![vec![x[0]], vec![x[1] * x[1], x[2]]];
    let mut last = vec![vec![x[2] * x[0]]];
    for _ in 0..2 {
        let mut more = x.to_vec();
        all.append(&mut more);
        more.push(x[1]);
        all.append(&mut rows[1]);
        appended_behind_references(&mut all, &mut more, x[2]);
    }
    rows.append(&mut last);
    let mut sum = 0.0;
    for (i, v) in all.iter().enumerate() {
        sum += v * v * i as f64;
    }
    sum * rows[2][0] + (rows[1].len() + last.len()) as f64
}

/// `mut` of a name for what a reference is to says nothing.
#[differentiable]
#[allow(unused_mut, reason = "some people write it")]
fn through_references(x: &[f64]) -> f64 {
    let mut u = vec![0.0; x.len()];
    let mut sum = 0.0;
    {
        let mut p = &mut u;
        for i in 0..x.len() {
            p[i] = x[i] * x[i];
        }
        p.push(x[0]);
        let mut s = &mut sum;
        *s += x[0];
    }
    sum * u[1] * u[3]
}

#[test]
fn vectors_are_appended_and_named() {
    let x = [0.7, -0.4, 1.2];
    check(&appended, &x, &appended::grad(&x));
    assert_eq!(appended::value_and_grad(&x).0.to_bits(), appended(&x).to_bits());
    check(&through_references, &x, &through_references::grad(&x));
}

#[derive(Clone, Differentiable)]
struct Node {
    w: Vec<f64>,
    b: f64,
}

#[derive(Clone, Differentiable)]
struct Layer {
    nodes: Vec<Node>,
}

#[derive(Clone, Differentiable)]
struct Layers {
    layers: Vec<Layer>,
}

#[differentiable]
impl Layers {
    /// Capacities are lengths of fields.
    fn forward(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for layer in &self.layers {
            let mut next = Vec::with_capacity(layer.nodes.len());
            for node in &layer.nodes {
                let mut z = node.b;
                for (w, v) in node.w.iter().zip(&h) {
                    z += w * v;
                }
                next.push(z.tanh());
            }
            h = next;
        }
        let mut sum = 0.0;
        for v in &h {
            sum += v * v;
        }
        sum
    }
}

#[test]
fn capacities_are_lengths_of_fields() {
    let node = |p: &[f64]| Node { w: p[..2].to_vec(), b: p[2] };
    let of =
        |p: &[f64]| Layers { layers: p.chunks(6).map(|p| Layer { nodes: vec![node(p), node(&p[3..])] }).collect() };
    let p: Vec<f64> = (0..14).map(|k| 0.3 * f64::from(k % 5) - 0.5).collect();
    let (d, d_x) = of(&p[..12]).forward_grad(&p[12..]);
    let mut flat = Vec::new();
    for node in d.layers.into_iter().flat_map(|layer| layer.nodes) {
        flat.extend(node.w);
        flat.push(node.b);
    }
    flat.extend(d_x);
    check(&|p| of(&p[..12]).forward(&p[12..]), &p, &flat);
}

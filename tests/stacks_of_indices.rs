//! Vectors of integers that walks over arrays keep, made from lengths and from fields of structs: `stack.push(node.left)`.
//! Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(clippy::float_cmp, reason = "results are exact")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn from_length(x: &[f64]) -> f64 {
    let n = x.len();
    let mut stack = vec![n - 1];
    let mut other = Vec::new();
    let mut third: Vec<usize> = vec![0, x.len() / 2 + 1];
    other.push(n - 1);
    let mut sum = 0.0;
    while let Some(k) = stack.pop() {
        if k > 0 {
            stack.push(k - 1);
        }
        sum += x[k] * x[0];
    }
    while let Some(k) = other.pop() {
        if k > 1 {
            other.push(k - 2);
        }
        sum += x[k] * x[k] * x[1];
    }
    while let Some(k) = third.pop() {
        sum *= 1.0 + x[k];
    }
    sum
}
#[derive(Clone, Copy, Differentiable)]
struct Node {
    at: f64,
    left: usize,
    right: usize,
}
#[differentiable]
fn leaves(nodes: &[Node], k: f64) -> f64 {
    let mut sum = 0.0;
    let mut stack = vec![nodes.len() - 1];
    while let Some(i) = stack.pop() {
        let node = nodes[i];
        if node.left == usize::MAX {
            sum += k * node.at * node.at;
        } else {
            sum -= node.at;
            stack.push(node.left);
            stack.push(node.right);
        }
    }
    sum
}

#[test]
fn walks() {
    let x = [0.5, 0.7, 1.1, 0.2];
    let (value, d) = from_length::value_and_grad(&x);
    assert_eq!(value, from_length(&x));
    check(&from_length, &x, &d);
    let leaf = |at: f64| Node { at, left: usize::MAX, right: usize::MAX };
    let tree = |x: &[f64]| [leaf(x[0]), leaf(x[1]), Node { at: x[2], left: 0, right: 1 }];
    let (value, (d, dk)) = leaves::value_and_grad(&tree(&x), x[3]);
    assert_eq!(value, leaves(&tree(&x), x[3]));
    check(&|x| leaves(&tree(x), x[3]), &x, &[d[0].at, d[1].at, d[2].at, dk]);
}

/// Indices that a range of lengths gives.
#[differentiable]
fn ordered(x: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    let odd = (0..x.len()).filter(|i| i % 2 == 1).collect::<Vec<usize>>();
    let inner: Vec<usize> = (1..x.len() - 1).rev().collect();
    order.swap(0, 1);
    let mut sum = 0.0;
    let mut weight = 1.0;
    for &i in &order {
        sum += x[i] * x[i] * weight;
        weight += 1.0;
    }
    for &i in &odd {
        sum += x[i].sin();
    }
    for i in inner {
        sum += x[i].cos() * x[0];
    }
    sum
}

#[test]
fn ranges_of_lengths() {
    let x = [1.5, 2.0, 0.3, 0.7];
    let (value, gradient) = ordered::value_and_grad(&x);
    assert_eq!(value.to_bits(), ordered(&x).to_bits());
    check(&ordered, &x, &gradient);
}

struct Poly {
    degree: u32,
}

impl Poly {
    fn len(&self) -> u32 {
        self.degree
    }
}

/// A length that is no length of an array.
#[differentiable(wrt(x))]
fn of_another_length(x: f64, p: &Poly) -> f64 {
    let order: Vec<u32> = (0..p.len()).collect();
    x * f64::from(order[1])
}

#[test]
fn ranges_of_other_lengths() {
    assert_eq!(of_another_length::grad(2.0, &Poly { degree: 3 }).to_bits(), 1.0_f64.to_bits());
}

//! Operators of structs that hold vectors, and functions that take such structs by value and change them: values bit for bit, gradients
//! against central differences.

#![allow(
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use backprop::{Differentiable, differentiable};
use differences::check;

/// A vector with a scale.
#[derive(Clone, Debug, Differentiable)]
struct Scaled {
    k: f64,
    w: Vec<f64>,
}

#[differentiable]
impl AddAssign<f64> for Scaled {
    fn add_assign(&mut self, x: f64) {
        self.k += x;
        for i in 0..self.w.len() {
            self.w[i] *= x;
        }
    }
}

#[differentiable]
impl AddAssign<&Scaled> for Scaled {
    fn add_assign(&mut self, other: &Scaled) {
        for (a, b) in self.w.iter_mut().zip(&other.w) {
            *a += b * other.k;
        }
    }
}

#[differentiable]
impl SubAssign for Scaled {
    fn sub_assign(&mut self, other: Scaled) {
        for i in 0..self.w.len() {
            self.w[i] -= other.w[i] * other.w[i];
        }
    }
}

#[differentiable]
impl MulAssign<f64> for Scaled {
    fn mul_assign(&mut self, x: f64) {
        for w in &mut self.w {
            *w *= x * self.k;
        }
    }
}

#[differentiable]
impl Add for Scaled {
    type Output = Scaled;

    fn add(self, other: Scaled) -> Scaled {
        let mut w = self.w.clone();
        for i in 0..w.len() {
            w[i] += other.w[i];
        }
        Scaled { k: self.k * other.k, w }
    }
}

/// The operand is changed and given back.
#[differentiable]
impl Sub<f64> for Scaled {
    type Output = Scaled;

    fn sub(mut self, x: f64) -> Scaled {
        for w in &mut self.w {
            *w -= x;
        }
        self.k *= self.w[0];
        self
    }
}

/// The vector is moved out, changed and put into another one.
#[differentiable]
impl Mul<f64> for Scaled {
    type Output = Scaled;

    fn mul(self, x: f64) -> Scaled {
        let mut w = self.w;
        for v in w.iter_mut() {
            *v *= x;
        }
        Scaled { k: self.k, w }
    }
}

#[differentiable]
impl Mul<f64> for &Scaled {
    type Output = Scaled;

    fn mul(self, x: f64) -> Scaled {
        let mut w = self.w.clone();
        for v in &mut w {
            *v *= x + self.k;
        }
        Scaled { k: self.k, w }
    }
}

#[differentiable]
impl Mul<&Scaled> for &Scaled {
    type Output = Scaled;

    fn mul(self, other: &Scaled) -> Scaled {
        let mut w = Vec::with_capacity(self.w.len());
        for i in 0..self.w.len() {
            w.push(self.w[i] * other.w[i]);
        }
        Scaled { k: self.k + other.k, w }
    }
}

#[differentiable]
impl Neg for &Scaled {
    type Output = Scaled;

    fn neg(self) -> Scaled {
        let mut w = self.w.clone();
        for v in &mut w {
            *v = -*v;
        }
        Scaled { k: -self.k, w }
    }
}

#[differentiable]
impl Scaled {
    fn turned(mut self, by: f64) -> Self {
        let first = self.w[0];
        self.w[0] = by * self.w[1];
        self.w[1] = first * self.k;
        self
    }
}

#[differentiable]
fn halved(mut v: Scaled, by: f64) -> Scaled {
    for i in 0..v.w.len() {
        v.w[i] /= by * v.k;
    }
    v.k *= by;
    v
}

#[differentiable]
fn sum(v: &Scaled) -> f64 {
    let mut sum = 0.0;
    for w in &v.w {
        sum += w * w;
    }
    sum * v.k
}

fn new(x: &[f64]) -> Scaled {
    Scaled { k: x[0], w: x[1..].to_vec() }
}

#[differentiable]
fn assigned(x: &[f64]) -> f64 {
    let mut v = Scaled { k: x[0], w: x[1..].to_vec() };
    let y = x[1] * x[2];
    v += y;
    let before = v.w[0] * v.k;
    v += &Scaled { k: y, w: vec![x[1], 2.0] };
    v *= x[0];
    before * v.k * v.w[0] + v.w[1]
}

#[differentiable]
fn in_loops(x: &[f64]) -> f64 {
    let mut v = Scaled { k: x[0], w: x[1..].to_vec() };
    let u = Scaled { k: x[1], w: vec![x[0] * x[2], x[1]] };
    let mut sum = 0.0;
    for i in 0..3 {
        v += &u;
        v.w[0] += x[1];
        if i == 1 {
            v *= 0.5 * x[2];
        } else {
            v -= u.clone();
            sum += v.w[1];
        }
        sum += v.w[0] * v.k;
    }
    sum * v.w[1]
}

#[differentiable]
fn computed(x: &[f64]) -> f64 {
    let v = Scaled { k: x[0], w: x[1..].to_vec() };
    let u = Scaled { k: x[1], w: vec![x[0] * x[2], x[1]] };
    let mut t = v.clone() + u.clone() * x[2];
    t = &t * x[0];
    for _ in 0..2 {
        t = (&t * x[1]) - x[2];
        t += &u;
    }
    sum(&t) + t.w[1]
}

#[differentiable]
fn by_value(x: &[f64]) -> f64 {
    let v = Scaled { k: x[0], w: x[1..].to_vec() };
    let u = v.clone().turned(x[1]);
    let w = halved(u.turned(x[2]), x[0]);
    sum(&w) + v.w[0] * w.w[1]
}

/// Elements are read beside operators on references to the same structs.
#[differentiable]
fn referred(x: &[f64]) -> f64 {
    let mut v = Scaled { k: x[0], w: x[1..].to_vec() };
    let mut u = &v * v.w[0];
    let mut sum = u.w[1];
    for i in 0..2 {
        let t = &u * &v;
        let s = &t * &t;
        u = &(&v * t.w[i]) * &u;
        u += &v;
        v.w[i] *= u.w[0] + s.w[1];
        v += &(-&v);
        sum += v.w[i] * t.w[1] - u.k;
    }
    let square = &u * &u;
    sum * square.w[0] + u.w[0]
}

/// Asserts that a function of arrays has the value of the function, and the gradient by differences.
macro_rules! holds {
    ($function:ident, $x:expr) => {{
        let x: &[f64] = &$x;
        let (value, gradient) = $function::value_and_grad(x);
        assert_eq!(value, $function(x));
        check(&|x| $function(x), x, &gradient);
    }};
}

#[test]
fn compound_assignments() {
    holds!(assigned, [1.2, 0.4, 0.7]);
    holds!(in_loops, [1.2, 0.4, 0.7]);
}

#[test]
fn operands_and_results() {
    holds!(computed, [1.2, 0.4, 0.7]);
    holds!(referred, [1.2, 0.4, 0.7]);
    holds!(by_value, [1.2, 0.4, 0.7]);
}

/// Called on their own.
#[test]
fn methods_and_functions() {
    let x = [1.2, 0.4, 0.7];
    let (value, back) = halved::vjp(new(&x), 2.0);
    assert_eq!(value.w, halved(new(&x), 2.0).w);
    let (d, by) = back(ScaledCotangent { k: 0.0, w: vec![1.0, 0.0] });
    let factor = 1.0 / (2.0 * 1.2);
    assert!((d.w[0] - factor).abs() < 1e-15 && d.w[1] == 0.0);
    assert!((d.k + 0.4 * factor / 1.2).abs() < 1e-15 && (by + 0.4 * factor / 2.0).abs() < 1e-15);
}

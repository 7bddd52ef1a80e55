//! What of arrays in methods of traits, of rules and of parts is not there yet.

use backprop::{Differentiable, differentiable};

/// An array that `wrt` leaves out.
#[differentiable]
trait Energy {
    #[differentiable(wrt(self))]
    fn energy(&self, x: &[f64]) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

/// A rule in the `impl` of a trait.
#[differentiable]
trait Norm {
    fn norm(&self, x: &[f64]) -> f64;
}

fn norm_rule(line: &Line, x: &[f64]) -> (f64, impl Fn(f64) -> (LineCotangent, Vec<f64>) + use<>) {
    let (slope, first) = (line.slope, x[0]);
    (slope * first, move |d| (LineCotangent { slope: d * first }, vec![d * slope]))
}

#[differentiable]
impl Norm for Line {
    #[differentiable(vjp = norm_rule)]
    fn norm(&self, x: &[f64]) -> f64 {
        self.slope * x[0]
    }
}

#[differentiable]
fn add(to: &mut [f64], from: &[f64]) {
    for i in 0..to.len() {
        to[i] += from[i];
    }
}

/// The names of two parts that the call may change.
#[differentiable]
fn halves(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let (low, high) = y.split_at_mut(1);
    add(low, high);
    y[0] * y[0]
}

fn main() {}

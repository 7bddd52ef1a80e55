// A mistake beside numbers whose type rustc has to find: `1.0 + x` of a wrong `x` is of any type of floats, and what is written for
// the function calls methods of that.
use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct LeastSquares {
    a: Vec<f64>,
    columns: usize,
}

#[differentiable]
impl LeastSquares {
    fn row(&self, i: usize, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for j in 0..self.columns {
            sum += self.a[i * self.columns + j] * x[j];
        }
        sum
    }

    fn energy(&self, x: &[f64], b: &[f64]) -> f64 {
        let mut e = 0.0;
        for i in 0..b.len() {
            let r = self.rows(i, x) - b[i];
//                       ^^^^ E0599 no method named `rows`
            e += 0.5 * r * r + (1.0 + x[i] * x[i]).ln();
        }
        e
    }
}

#[differentiable]
fn half(x: f64) -> f64 {
    0.5 * x
}

#[differentiable]
fn named(x: f64, y: f64) -> f64 {
    let a = 1.0 - x;
    let b = -1.0 * y;
    let c = if x > 0.0 { 1.0 } else { 2.0 * y };
    let (p, q) = (1.0 + x, 3.0 * y);
    half(a, b) + a.sin() * a + b.exp() * b + c.sin() * c + p.sin() * p + q.sin()
//  ^^^^ E0061
}

#[differentiable]
fn integers(x: &[f64], y: f64) -> f64 {
    let n = 2 * x.len();
    let mut sum = y;
    while (0.5 * sum).abs() > 1.0 {
        sum *= half(y, 1.0) * n.pow(2) as f64;
//             ^^^^ E0061
    }
    sum
}

fn main() {}

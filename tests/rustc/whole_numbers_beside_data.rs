// A whole number beside what is read of data: the macro asks again what the number is, and comes to an end.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Model {
    w: Vec<f64>,
    b: f64,
}

#[differentiable(wrt(m))]
fn loss(m: &Model, ys: &[f64]) -> f64 {
    let mut sum = m.w[0];
    for y in ys {
        sum -= y * m.b.ln() + (1 - y) * (1.0 - m.b).ln();
//                               ^ E0277
    }
    sum
}

fn main() {}

use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Unit {
    weight: f64,
    kinds: Vec<usize>,
}

#[differentiable]
fn chosen(units: &[Unit]) -> f64 {
    if units[0].kinds[0] == 1 { 0.0 } else { units[0].weight }
}

fn main() {}

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    at: [f64; 2],
    k: f64,
}

#[differentiable]
fn scaled(p: Pair, k: f64) -> f64 {
    p.at[0] * k + p.k
}

#[differentiable]
impl Pair {
    fn scaled(self, k: f64) -> f64 {
        self.at[0] * k + self.k
    }
}

#[differentiable]
fn of_a_function(x: f64) -> f64 {
    let mut p = Pair { at: [x, 2.0], k: x };
    scaled(p, {
        p.at[0] = 5.0;
        p.k
    })
}

#[differentiable]
fn of_a_method(x: f64) -> f64 {
    let mut p = Pair { at: [x, 2.0], k: x };
    p.scaled({
        p.k = 5.0;
        p.at[0]
    })
}

/// The other one comes first.
#[differentiable]
fn changed_before(x: f64) -> f64 {
    let mut p = Pair { at: [x, 2.0], k: x };
    scaled({ p.at[1] = 1.0; p }, p.k) * p.at[1]
}

fn main() {}

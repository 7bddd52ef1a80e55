use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct State {
    x: f64,
    v: f64,
}

/// The closure would have a copy of the sum.
#[differentiable]
fn moved(x: f64) -> f64 {
    let mut sum = 1.0;
    let k = &mut sum;
    let mut add = move |d: f64| *k += d * x;
    add(1.0);
    add(2.0);
    sum
}

/// Each name hides the variable that the other one stands for.
#[differentiable]
fn exchanged(x: f64) -> f64 {
    let (mut p, mut q) = (State { x, v: x }, State { x, v: 2.0 });
    {
        let (p, q) = (&mut q, &mut p);
        p.v *= 2.0;
        q.v += x;
    }
    p.v + 10.0 * q.v
}

fn main() {}

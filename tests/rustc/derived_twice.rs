// A struct with the derive once more, in a list of its own: one error, at the second one that is left.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
#[derive(Debug, Differentiable)]
//              ^^^^^^^^^^^^^^ no code derived twice
struct Point {
    x: f64,
}

#[derive(Debug, Differentiable)]
#[derive(Clone)]
struct Once {
    x: f64,
}

#[differentiable]
fn f(p: Point, q: &Once) -> f64 {
    p.x * q.x
}

fn main() {
    let (d_p, d_q) = f::grad(Point { x: 1.0 }, &Once { x: 2.0 });
    println!("{}", d_p.x + d_q.x);
}

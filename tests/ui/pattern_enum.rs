use backprop::{Differentiable, differentiable};

enum Shape {
    Circle(f64),
}

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
fn area(r: f64) -> f64 {
    let Shape::Circle(radius) = Shape::Circle(r);
    radius * r
}

#[differentiable]
fn second(pair: Pair) -> f64 {
    let Pair(.., second) = pair;
    second
}

#[differentiable]
fn matched(pair: Pair) -> f64 {
    match pair {
        Pair(first, second) => first * second,
    }
}

fn main() {}

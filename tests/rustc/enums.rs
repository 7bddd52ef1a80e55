use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy)]
enum Act {
    Relu,
    Tanh,
}

#[differentiable]
fn activation(a: Act, x: f64) -> f64 {
//               ^^^ E0277 no cotangent
    match a {
        Act::Relu => if x > 0.0 { x } else { 0.0 },
        Act::Tanh => x.tanh(),
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
fn product(pair: Pair) -> f64 {
    match pair {
        Pair(first, second) => first * second,
//      ^^^^ E0277 takes apart a value that depends on a differentiated parameter
    }
}

#[derive(Clone, Copy, Differentiable)]
enum Shape {
    Circle(#[constant] f32),
    Of(Pair),
//     ^^^^ E0277 holds what has a tangent
}

#[derive(Clone)]
enum Scale {
    By(usize),
    Of { count: usize },
}

#[differentiable]
fn scaled(x: f64, scale: &Scale) -> f64 {
//                        ^^^^^ E0277 no cotangent
    match scale {
        Scale::By(k) => x * *k as f64,
        Scale::Of { count } => x / *count as f64,
    }
}

#[derive(Clone, Copy, Differentiable)]
enum Factor {
    Of(f64),
//     ^^^ no code holds reals
    One,
}

#[differentiable]
fn times(factor: Factor, x: f64) -> f64 {
    match factor {
        Factor::Of(k) => k * x,
        Factor::One => x,
    }
}

/// A field that the cotangent cannot have.
#[derive(Clone, Copy, Differentiable)]
struct Moved(#[constant] f64, f64);
//                            ^^^ no code comes after one that is `#[constant]`

#[differentiable]
fn of_moved(moved: Moved, x: f64) -> f64 {
    moved.1 * x
}

fn main() {
    let _ = of_moved::grad(Moved(1.0, 2.0), 1.0).0.0 + times::grad(Factor::One, 1.0).1;
    let pair = Pair(1.0, 2.0);
    let _ = activation(Act::Relu, 1.0) + activation(Act::Tanh, 1.0) + product(pair);
    let _ = [Shape::Circle(1.0), Shape::Of(pair)].map(|shape| matches!(shape, Shape::Circle(r) if r > 0.0));
}

use backprop::differentiable;

struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    let Point { x: a, y: b } = Point { x, y };
    a * b
}

fn main() {}

use backprop::differentiable;

struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    let point = Point { x, y };
    point.x * point.y
}

fn main() {}

use backprop::differentiable;

enum Shape {
    Circle(f64),
}

#[differentiable]
fn area(r: f64) -> f64 {
    let Shape::Circle(radius) = Shape::Circle(r);
    radius * r
}

fn main() {}

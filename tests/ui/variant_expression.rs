use backprop::differentiable;

enum Shape {
    Circle { radius: f64 },
}

#[differentiable]
fn area(radius: f64) -> f64 {
    let shape = Shape::Circle { radius };
    match shape {
        _ => radius * radius,
    }
}

fn main() {
    area(1.0);
}

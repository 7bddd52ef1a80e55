use backprop::Differentiable;

#[derive(Differentiable)]
enum Shape {
    Circle(f64),
    Square(f64),
}

fn main() {
    let _ = (Shape::Circle(1.0), Shape::Square(1.0));
}

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

impl Point {
    #[differentiable]
    fn new(x: f64) -> Point {
        Point { x }
    }

    #[differentiable]
    fn energy(self) -> f64 {
        self.x * self.x
    }
}

#[differentiable]
fn energy(x: f64) -> f64 {
    Point::new(x).energy()
}

fn main() {
    println!("{}", energy::grad(1.0));
}

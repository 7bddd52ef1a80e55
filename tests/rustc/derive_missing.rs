use backprop::differentiable;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

mod marked {
    use super::*;

    #[differentiable]
    pub fn norm(p: Point) -> f64 {
//                 ^^^^^ E0277
        (p.x * p.x + p.y * p.y).sqrt()
    }
}

fn main() {
    marked::norm(Point { x: 1.0, y: 2.0 });
}

// A misspelt derive is one error.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Diferentiable)]
//                    ^^^^^^^^^^^^^ no code cannot find derive macro `Diferentiable`
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn size(self) -> f64 {
        self.x.hypot(self.y)
    }
}

#[differentiable]
fn scaled(p: Point, k: f64) -> f64 {
    p.size() * k
}

fn main() {
    println!("{}", scaled::grad(Point { x: 1.0, y: 2.0 }, 3.0).0.x);
}

use backprop::{Differentiable, differentiable};

trait Shape {
    fn area(&self) -> f64;
}

#[differentiable]
trait Body {
    fn volume(&self) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Cube(f64);

mod marked {
    use super::*;

    #[differentiable]
    impl Shape for Cube {
        fn area(&self) -> f64 {
//         ^^^^ E0407 `__area_needs_differentiable`
            6.0 * self.0 * self.0
        }
    }

    impl Body for Cube {
//  ^^^^^^^^^^^^^^^^^^ E0046 `__volume_needs_differentiable`
        fn volume(&self) -> f64 {
            self.0 * self.0 * self.0
        }
    }
}

fn main() {
    let _ = Cube(1.0).area() + Cube(1.0).volume();
}

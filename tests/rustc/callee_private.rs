// A function that is not `pub` is one error at each call, of its module's path and of an import.
use backprop::differentiable;

mod helpers {
    use backprop::differentiable;

    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }
}

mod imported {
    use super::helpers::square;
//                      ^^^^^^ E0603
    use backprop::differentiable;

    #[differentiable]
    pub fn twice(x: f64) -> f64 {
        2.0 * square(x)
    }
}

#[differentiable]
fn by_path(x: f64) -> f64 {
    helpers::square(x) + imported::twice(x)
//           ^^^^^^ E0603
}

fn main() {
    let _ = by_path::grad(1.0);
}

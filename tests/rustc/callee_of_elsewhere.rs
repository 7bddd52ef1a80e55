use backprop::differentiable;

mod plain {
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }
}
use plain::cube;

#[differentiable]
fn imported(x: f64) -> f64 {
    2.0 * cube(x)
//        ^^^^ E0277 this function has no derivative
}

#[differentiable]
fn by_path(x: f64) -> f64 {
    2.0 * plain::cube(x)
//               ^^^^ E0277 this function has no derivative
}

#[differentiable]
fn of_another_crate(x: f64) -> f64 {
    2.0 * std::hint::black_box(x)
//                   ^^^^^^^^^ E0277 this function has no derivative
}

fn main() {
    fn local(x: f64) -> f64 {
        x
    }

    #[differentiable]
    fn inside(x: f64) -> f64 {
        2.0 * local(x)
//            ^^^^^ E0277 this function has no derivative
    }

    let _ = imported(1.0) + by_path(1.0) + of_another_crate(1.0) + inside(1.0);
}

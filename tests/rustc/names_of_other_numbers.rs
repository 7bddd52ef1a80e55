use backprop::differentiable;

mod types {
    pub type Small = f32;
    pub type Float = f64;
    pub trait Named {
        type Own;
    }
    impl Named for u8 {
        type Own = f32;
    }
}
use types::{Float, Named, Small};

#[differentiable]
fn of_a_variable(x: f64) -> f64 {
    let k: Small = 0.1;
//         ^^^^^ E0277 this is a `f32`, and not a `f64`
    k as f64 * x
}

#[differentiable]
fn of_a_part(x: f64) -> f64 {
    let (k, y): (types::Small, f64) = (0.1, x);
//              ^^^^^^^^^^^^^^^^^^^ E0277 this is a `f32`, and not a `f64`
    k as f64 * y
}

#[differentiable]
fn of_a_parameter(x: f64) -> f64 {
    let double = |k: <u8 as Named>::Own| 2.0 * k as f64;
    double(0.1) * x
//         ^^^ E0277 this is a `f32`, and not a `f64`
}

#[differentiable]
fn as_it_is_taken(x: f64) -> f64 {
    let k: Float = 0.1;
    let double = |t: Float| 2.0 * t * k;
    double(0.3) * x
}

fn main() {}

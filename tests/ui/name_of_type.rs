use backprop::differentiable;

// The other functions are not harmed.
#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

mod conversion {
    #[backprop::differentiable]
    pub fn f32(x: f64) -> f64 {
        2.0 * x
    }
}

fn main() {
    let _: f64 = square::grad(1.0);
    conversion::f32(1.0);
}

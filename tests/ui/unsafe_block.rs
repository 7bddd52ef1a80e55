use backprop::differentiable;

static mut SCALE: f64 = 2.0;

#[differentiable]
fn scale(x: f64) -> f64 {
    unsafe { SCALE * x }
}

fn main() {}

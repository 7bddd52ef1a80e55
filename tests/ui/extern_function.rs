use backprop::differentiable;

#[differentiable]
extern "C" fn square(x: f64) -> f64 {
    x * x
}

fn main() {}

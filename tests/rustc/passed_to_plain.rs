use backprop::differentiable;

// Not differentiable: it has no companion.
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn quartic(a: f64, x: f64) -> f64 {
    twice(|v| a * v * v, x)
//  ^^^^^ E0277 this function has no derivative
}

fn main() {
    quartic(1.0, 2.0);
}

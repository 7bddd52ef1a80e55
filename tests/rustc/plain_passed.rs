use backprop::differentiable;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

// Not differentiable: it has no companion.
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn quartic(x: f64) -> f64 {
    twice(square, x)
//        ^^^^^^ E0277 this function has no derivative
}

fn main() {
    quartic(2.0);
}

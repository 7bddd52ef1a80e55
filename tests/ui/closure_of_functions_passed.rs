use backprop::differentiable;

#[differentiable]
fn run<F: Fn(f64) -> f64, R: Fn(F) -> f64>(run: R, f: F) -> f64 {
    run(f)
}

#[differentiable]
fn at_one(x: f64) -> f64 {
    run(|f: fn(f64) -> f64| f(x), |v| v * v)
}

fn main() {
    at_one(2.0);
}

use backprop::differentiable;

#[differentiable(vjp = rule)]
//                     ^^^^ E0618
fn square(x: f64, y: f64) -> f64 {
    x * x + y
}

fn rule(x: f64, y: f64) -> (f64, f64) {
    (x * x + y, 2.0 * x)
}

#[differentiable(vjp = slope)]
//                     ^^^^^ E0599 `value_and_backpropagator`
fn cube(x: f64) -> f64 {
    x * x * x
}

fn slope(x: f64) -> f64 {
    3.0 * x * x
}

#[differentiable(vjp = of_one)]
//                     ^^^^^^ E0308
fn product(x: f64, y: f64) -> f64 {
    x * y
}

fn of_one(x: f64, y: f64) -> (f64, impl FnOnce(f64) -> f64) {
    (x * y, move |d| d * y)
}

fn main() {}

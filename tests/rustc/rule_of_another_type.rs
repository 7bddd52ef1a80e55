use backprop::differentiable;

#[differentiable(vjp = rule)]
//                     ^^^^ E0618
fn square(x: f64, y: f64) -> f64 {
    x * x + y
}

fn rule(x: f64, y: f64) -> (f64, f64) {
    (x * x + y, 2.0 * x)
}

fn main() {}

use backprop::differentiable;

fn pullback(x: f64) -> f64 {
    x
}

#[differentiable(vjp = pullback)]
//                     ^^^^^^^^ E0308
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}

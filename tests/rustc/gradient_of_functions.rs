use backprop::differentiable;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

fn main() {
    let _: (f64, f64) = twice::grad(|x: f64| x * x, 2.0);
//                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0277 takes or gives functions, and has no gradient of its own
}

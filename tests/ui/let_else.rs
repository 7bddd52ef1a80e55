use backprop::differentiable;

#[differentiable]
fn logarithm(x: f64, exact: Option<f64>) -> f64 {
    let Some(value) = exact else { return x };
    value * x
}

fn main() {}

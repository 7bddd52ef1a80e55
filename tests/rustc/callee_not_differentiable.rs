use backprop::differentiable;

fn helper(x: f64) -> f64 {
    x + 1.0
}

#[differentiable]
fn square(x: f64) -> f64 {
    2.0 * helper(x)
//        ^^^^^^ E0425 `function_without_differentiable`
}

fn main() {}

use backprop::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    2.0 * helper(x)
//        ^^^^^^ E0425 cannot find function
//        ^^^^^^ E0432
}

fn main() {}

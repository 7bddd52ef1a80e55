use backprop::differentiable;

#[differentiable(vjp = missing)]
//                     ^^^^^^^ E0425
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}

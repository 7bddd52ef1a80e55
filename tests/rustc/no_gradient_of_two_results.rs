use backprop::differentiable;

#[differentiable]
fn both(x: f64) -> (f64, f64) {
    (x, x * x)
}

fn use_it() {
    both::grad(1.0);
//  ^^^^^^^^^^^^^^^ E0277 has no gradient
}

fn main() {}

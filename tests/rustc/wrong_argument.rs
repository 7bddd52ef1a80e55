use backprop::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

fn use_it() {
    square::grad("one");
//               ^^^^^ E0308
}

fn main() {}

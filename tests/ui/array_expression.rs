use backprop::differentiable;

#[differentiable]
fn first(x: f64, y: f64) -> f64 {
    let both = [x, y];
    both[0] * y
}

fn main() {}

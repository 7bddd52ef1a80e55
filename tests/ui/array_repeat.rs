use backprop::differentiable;

#[differentiable]
fn first(x: f64) -> f64 {
    let both = [x; 2];
    both[0]
}

fn main() {}

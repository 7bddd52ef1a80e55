use backprop::differentiable;

#[differentiable]
fn halve(x: f64) -> f64 {
    let mut y = x;
    while y > 1.0 {
        y *= 0.5;
    }
    y
}

fn main() {}

use backprop::differentiable;

#[differentiable]
fn halve(x: f64) -> f64 {
    let mut y = x;
    loop {
        y *= 0.5;
        if y < 1.0 {
            break y;
        }
    }
}

fn main() {}

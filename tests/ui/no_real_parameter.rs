use backprop::differentiable;

#[differentiable]
fn count(n: usize) -> f64 {
    n as f64
}

fn main() {
    let _ = count::grad(3);
}

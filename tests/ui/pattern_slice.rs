use backprop::differentiable;

#[differentiable]
fn first(x: f64, y: f64) -> f64 {
    let [a, _] = [x, y];
    a
}

fn main() {}

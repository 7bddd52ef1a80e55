use backprop::differentiable;

#[differentiable]
fn first(x: f64, y: f64) -> f64 {
    let ([a, _], b) = ([x, y], x);
    a * b
}

/// The names stand for the elements.
#[differentiable]
fn behind_reference(p: &mut [f64; 2]) {
    let [a, _] = p;
    *a = 1.0;
}

fn main() {}

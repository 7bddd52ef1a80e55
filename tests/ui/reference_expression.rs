use backprop::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let y = &mut 0.0;
    *y = x;
    *y * x
}

fn main() {}

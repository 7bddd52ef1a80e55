use backprop::differentiable;

#[differentiable]
fn step(state: &mut [f64], rate: f64) {
    state[0] *= rate;
}

fn main() {}

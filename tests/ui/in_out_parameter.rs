use backprop::differentiable;

#[differentiable]
fn step(state: &mut (f64, f64), rate: f64) -> f64 {
    state.0 *= rate;
    rate
}

#[differentiable(vjp = rule)]
fn by_rule(state: &mut [f64]) -> f64 {
    state[0]
}

fn main() {}

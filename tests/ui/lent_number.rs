use backprop::differentiable;

#[differentiable(wrt(x))]
fn noisy(x: f64, seed: &mut u32) -> f64 {
    *seed += 1;
    x * f64::from(*seed)
}

#[differentiable]
fn f(x: f64) -> f64 {
    let mut seed = 7;
    noisy(x, &mut seed) * x
}

fn main() {}

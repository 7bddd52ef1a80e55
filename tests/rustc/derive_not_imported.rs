use backprop::differentiable;

#[derive(Clone, Copy, Differentiable)]
//                    ^^^^^^^^^^^^^^ no code
struct Rates {
    up: f64,
    down: f64,
}

#[differentiable]
fn level(rates: &Rates, time: f64) -> f64 {
//               ^^^^^ E0277 `Rates` has no cotangent
    (-rates.down * time).exp() + rates.up
}

fn main() {
    level(&Rates { up: 1.0, down: 0.5 }, 1.0);
}

use backprop::differentiable;

macro_rules! sum {
    (over $name:ident in $all:expr) => {{
        let mut sum = 0.0;
        for $name in $all {
            sum += $name;
        }
        sum
    }};
}

#[differentiable]
fn f(x: f64, k: usize) -> f64 {
    let n = k + 1;
    let total = sum!(over n in [1.0, 2.0]);
    x * total
}

#[differentiable]
fn g(x: f64, k: usize) -> f64 {
    // Names no variable, so there is nothing to mistake.
    let total = sum!(over m in [1.0, 2.0]);
    x * total * k as f64
}

fn main() {}

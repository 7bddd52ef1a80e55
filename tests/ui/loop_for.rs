use backprop::differentiable;

#[differentiable]
fn power(x: f64, powers: &[f64]) -> f64 {
    let mut product = 1.0;
    for power in powers {
        product *= x.powf(*power);
    }
    product
}

#[differentiable]
fn left_early(x: f64, n: usize) -> f64 {
    let mut product = 1.0;
    for i in 0..n {
        if i == 7 {
            return x;
        }
        product *= x;
    }
    product
}

#[differentiable]
fn changing_function(x: f64) -> f64 {
    let one = |v: f64| v * x;
    let mut f: &dyn Fn(f64) -> f64 = &one;
    for _ in 0..3 {
        f = &one;
    }
    f(x)
}

fn main() {}

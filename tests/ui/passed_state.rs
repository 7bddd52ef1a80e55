use backprop::differentiable;

#[differentiable]
fn twice(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    let y = f(x);
    f(y)
}

#[differentiable]
fn total(x: f64) -> f64 {
    let mut sum = 0.0;
    let last = twice(
        |v| {
            sum += v * x;
            v * v
        },
        x,
    );
    sum + last
}

fn main() {
    total(1.0);
}

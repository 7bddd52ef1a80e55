use backprop::differentiable;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn passed(a: &[f64], x: f64) -> f64 {
    twice(|v| a[0] * v, x)
}

#[differentiable]
fn local(x: f64) -> f64 {
    let a = vec![x, 2.0];
    twice(|v| a[0] * v + a[1], x)
}

#[differentiable]
fn given(a: &[f64]) -> impl Fn(f64) -> f64 {
    let first = a[0];
    move |v| first * v
}

// What the help says.
#[differentiable]
fn by_the_element(a: &[f64], x: f64) -> f64 {
    let first = a[0];
    twice(|v| first * v, x)
}

fn main() {}

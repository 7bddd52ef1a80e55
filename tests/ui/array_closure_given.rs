use backprop::differentiable;

#[differentiable]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(g(x))
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn beside_name(a: &[f64], x: f64) -> f64 {
    both(|v| a[0] * v + a[1], square, x)
}

#[differentiable]
fn compose<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, g: G) -> impl Fn(f64) -> f64 {
    move |x| f(g(x))
}

#[differentiable]
fn given(a: &[f64]) -> impl Fn(f64) -> f64 {
    let first = a[0];
    move |v| first * v
}

// What the helps say.
#[differentiable]
fn by_the_element(a: &[f64], x: f64) -> f64 {
    let first = a[0];
    compose(|v| first * v, |v| v * v)(x)
}

#[differentiable]
fn beside_closure(a: &[f64], x: f64) -> f64 {
    both(|v| a[0] * v + a[1], |v| square(v), x)
}

fn main() {}

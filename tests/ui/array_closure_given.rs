use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Scale {
    by: f64,
}

impl Scale {
    #[differentiable]
    fn apply(self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * self.by
    }
}

#[differentiable]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(g(x))
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn to_method(scale: Scale, a: &[f64], x: f64) -> f64 {
    scale.apply(|v| a[0] * v, x)
}

#[differentiable]
fn beside_name(a: &[f64], x: f64) -> f64 {
    both(|v| a[0] * v + a[1], square, x)
}

#[differentiable]
fn given(a: &[f64]) -> impl Fn(f64) -> f64 {
    let first = a[0];
    move |v| first * v
}

// What the helps say.
#[differentiable]
fn by_the_element(scale: Scale, a: &[f64], x: f64) -> f64 {
    let first = a[0];
    scale.apply(|v| first * v, x)
}

#[differentiable]
fn beside_closure(a: &[f64], x: f64) -> f64 {
    both(|v| a[0] * v + a[1], |v| square(v), x)
}

fn main() {}

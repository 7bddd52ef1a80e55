use backprop::differentiable;

#[differentiable]
fn nested(a: f64, n: u32) -> impl Fn(f64) -> f64 {
    let inner = if n == 0 { a } else { nested(a * a, n - 1)(a) };
    move |x| x * inner
}

fn main() {
    nested(1.0, 2)(3.0);
}

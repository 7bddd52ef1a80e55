use backprop::differentiable;

#[differentiable]
fn twice(f: &mut impl FnMut(f64) -> f64, x: f64) -> f64 {
    let y = f(x);
    f(y)
}

fn main() {
    twice(&mut |x| x, 1.0);
}

use backprop::differentiable;

#[differentiable]
fn twice(f: Box<dyn Fn(f64) -> f64>, x: f64) -> f64 {
    f(f(x))
}

fn main() {
    twice(Box::new(|x| x), 1.0);
}

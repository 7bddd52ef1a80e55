use backprop::differentiable;

trait Model {
    fn at(&self) -> f64;
}

#[differentiable]
fn object(x: f64, model: &dyn Model) -> f64 {
    x * model.at()
}

#[differentiable]
fn spelt(x: f64, limits: Option<&[usize]>) -> f64 {
    x * limits.map_or(1.0, |limits| limits.len() as f64)
}

#[differentiable(vjp = rule)]
fn with_a_rule(x: f64, weights: Vec<f64>) -> f64 {
    x * weights[0]
}

fn rule(x: f64, weights: Vec<f64>) -> (f64, impl FnOnce(f64) -> f64) {
    (x * weights[0], move |d| d * weights[0])
}

fn main() {
    let _ = with_a_rule(1.0, vec![2.0]);
    let _ = spelt(1.0, None);
}

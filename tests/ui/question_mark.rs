use backprop::differentiable;

fn parse(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[differentiable]
fn scale(x: f64) -> f64 {
    let scaled = || Some(parse("2")? * x);
    scaled().unwrap_or(x)
}

fn main() {}

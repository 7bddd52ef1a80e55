use backprop::differentiable;

#[differentiable]
fn shown(label: impl std::fmt::Display, x: f64) -> f64 {
    println!("{label}");
    x * x
}

fn main() {
    shown("x", 1.0);
}

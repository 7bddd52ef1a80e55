use backprop::differentiable;

#[differentiable]
fn show(x: f64) {
    println!("{x}");
}

fn main() {}

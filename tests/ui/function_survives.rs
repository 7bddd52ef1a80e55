use backprop::differentiable;

#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    let mut product = 1.0;
    for _ in vec![0; n] {
        product *= x;
    }
    product
}

/// Another differentiable function and the program use the one with the error in it: no further error follows.
#[differentiable]
fn scaled_power(x: f64) -> f64 {
    2.0 * power(x, 3)
}

fn main() {
    println!("{} {}", power(2.0, 3), scaled_power(2.0));
    println!("{:?} {:?}", power::grad(2.0, 3), power::value_and_grad(2.0, 3));
}

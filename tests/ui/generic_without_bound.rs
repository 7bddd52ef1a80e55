use backprop::differentiable;

#[differentiable]
fn square<T: Copy + std::ops::Mul<Output = T>>(x: T) -> T {
    x * x
}

fn main() {}

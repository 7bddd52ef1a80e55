use backprop::differentiable;

mod own {
    pub trait Float: Copy + std::ops::Mul<Output = Self> {
        fn sin(self) -> Self;
    }
    impl Float for f64 {
        fn sin(self) -> f64 {
            3.0 * self
        }
    }
}
use own::Float;

#[differentiable]
fn f<T: Float>(x: T) -> T {
//      ^^^^^ E0277 Float
    x.sin() * x
}

fn main() {}

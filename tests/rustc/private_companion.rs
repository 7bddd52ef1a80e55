use backprop::differentiable;

mod inner {
    use backprop::differentiable;

    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }
}

fn use_it() {
    inner::square::grad(1.0);
//         ^^^^^^ E0603
//                 ^^^^ E0624
}

fn main() {}

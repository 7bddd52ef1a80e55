//! The same, of what rustc finds before it looks at types, and after.

mod cast {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        x * n as f65
//               ^^^ E0425
    }
}

mod await_of_a_number {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64) -> f64 {
        x.await * 2.0
//        ^^^^^ E0728
    }
}

mod no_method {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64) -> f64 {
        self.x * x
//      ^^^^ E0424
    }
}

mod cast_of_a_truth {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64) -> f64 {
        (x > 0.0) as f64 * x
//      ^^^^^^^^^^^^^^^^ E0606
    }
}

mod no_result {
    use backprop::differentiable;

    #[differentiable]
    fn f(rate: f64, time: f64) {
        (-rate * time).exp()
//      ^^^^^^^^^^^^^^^^^^^^ E0308
    }
}

fn main() {}

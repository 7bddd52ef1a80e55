//! What is used after it has been moved, or before it has a value, each one error.

mod borrow_use_after_move_struct {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn g(p: P) -> f64 {
        p.x
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        g(p) + p.x
//             ^^^ E0382
    }
}

mod borrow_use_after_move_struct2 {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn g(p: P) -> f64 {
        p.x
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        g(p) + g(p)
//               ^ E0382
    }
}

mod borrow_use_after_move {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: Vec<f64>) -> f64 {
        let y = x;
        y[0] + x[0]
//             ^ E0382
    }
}

mod borrow_uninit {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: f64) -> f64 {
        let y: f64;
        y * x
//      ^ E0381
    }
}

mod borrow_use_after_move_in_loops {
    use backprop::differentiable;

    #[differentiable]
    fn first(p: Vec<f64>) -> f64 {
        p[0]
    }
    #[differentiable]
    fn f(p: Vec<f64>) -> f64 {
        let mut sum = 0.0;
        for _ in 0..2 {
            sum += first(p);
//                       ^ E0382
        }
        sum
    }
    #[differentiable]
    fn g(p: Vec<f64>) -> f64 {
        let mut sum = 0.0;
        for _ in 0..2 {
            let q = p;
//                  ^ E0382
            sum += q[0];
        }
        sum
    }
}

fn main() {}

//! Calls of methods without the attribute that take arrays, each one error.

mod of_a_type {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct Model {
        w: Vec<f64>,
    }

    impl Model {
        fn predict(&self, xs: &[f64]) -> f64 {
            self.w[0] * xs[0]
        }

        fn advance(&self, xs: &mut [f64]) {
            xs[0] *= self.w[0];
        }
    }

    #[differentiable]
    fn loss(model: &Model, xs: &[f64]) -> f64 {
        model.predict(&xs) * xs[0]
//            ^^^^^^^ E0277 this method has no derivative
    }

    #[differentiable]
    fn moved(model: &Model, xs: &mut [f64]) -> f64 {
        model.advance(xs);
//            ^^^^^^^ E0277 this method has no derivative
        xs[0]
    }
}

mod of_a_trait {
    use backprop::{Differentiable, differentiable};

    trait Predict {
        fn guess(&self, xs: &[f64]) -> f64;
    }

    #[differentiable]
    fn loss<M: Predict + Differentiable>(model: &M, xs: &[f64]) -> f64 {
        model.guess(&xs) * xs[0]
//            ^^^^^ E0599 `__guess_needs_differentiable`
    }
}

mod of_a_marked_block {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct Chain {
        w: Vec<f64>,
    }

    #[differentiable]
    impl Chain {
        #[differentiable]
        fn unrolled(&self, xs: &[f64]) -> f64 {
            let mut y = xs.to_vec();
            for _ in 0..3 {
                self.step(&mut y);
//                   ^^^^ E0277 this method has no derivative
            }
            y[0] * self.energy(xs)
//                      ^^^^^^ E0277 this method has no derivative
        }

        fn step(&self, xs: &mut [f64]) {
            xs[0] *= self.w[0];
        }

        fn energy(&self, xs: &[f64]) -> f64 {
            self.w[0] * xs[0]
        }
    }
}

fn main() {}

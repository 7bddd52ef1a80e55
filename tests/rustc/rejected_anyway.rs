//! What rustc rejects in the function itself is one error: the macro says nothing of it.

mod field_of_number {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: f64) -> f64 {
        x.re * 2.0
//        ^^ E0610
    }
}

mod tuple_field {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(p: (f64, f64)) -> f64 {
        p.0 * p.2
//              ^ E0609
    }
}

mod not_number {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: f64) -> f64 {
        !x
//      ^^ E0600
    }
}

mod array_method_misspelt {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut y = x.to_vec();
        y.puhs(1.0);
//        ^^^^ E0599
        y[0]
    }
}

mod array_method_misspelt_len {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.lenght() {
//                    ^^^^^^ E0599
            s += x[i];
        }
        s
    }
}

mod function_of_numbers {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: f64) -> f64 {
        f64::max(x)
//      ^^^^^^^^ E0061
    }
}

fn main() {}

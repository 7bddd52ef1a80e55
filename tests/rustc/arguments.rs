//! Arguments that do not fit, each one error: that of the function as it stands.

mod call_too_few {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64, y: f64) -> f64 {
        x * y
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(x)
//      ^ E0061 takes 2 arguments
    }
}

mod call_wrong_type_ref {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64) -> f64 {
        x
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(&x)
//        ^^ E0308
    }
}

mod call_wrong_type_int {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64, n: usize) -> f64 {
        x.powi(n as i32)
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(x, 2.0)
//           ^^^ E0308
    }
}

mod call_wrong_type_int2 {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64) -> f64 {
        x
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        x * g(2)
//            ^ E0308
    }
}

mod call_f32 {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f32) -> f32 {
        x
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(x) as f64
//        ^ E0308
    }
}

mod call_tuple {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: (f64, f64)) -> f64 {
        x.0
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(x, x)
//      ^ E0061
    }
}

mod call_slice_by_value {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        x[0]
    }
    #[differentiable]
    fn f(x: Vec<f64>) -> f64 {
        g(x)
//        ^ E0308
    }
}

mod call_slice_of_local {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        x[0]
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        let y = vec![x; 3];
        g(y)
//        ^ E0308
    }
}

mod call_slice_number {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        x[0]
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(x)
//        ^ E0308
    }
}

mod call_number_slice {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64) -> f64 {
        x
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        g(x)
//        ^ E0308
    }
}

mod call_mut_missing {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: &mut [f64]) {
        x[0] *= 2.0;
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut y = x.to_vec();
        g(&y);
//        ^^ E0308
        y[0]
    }
}

mod call_slice_too_few {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: &[f64], y: &[f64]) -> f64 {
        x[0] * y[0]
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        g(x)
//      ^ E0061
    }
}

mod call_struct_wrong {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Q {
        x: f64,
    }
    #[differentiable]
    fn g(p: P) -> f64 {
        p.x
    }
    #[differentiable]
    fn f(q: Q) -> f64 {
        g(q)
//        ^ E0308
    }
}

mod call_struct_ref_missing {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn g(p: &P) -> f64 {
        p.x
    }
    #[differentiable]
    fn f(q: P) -> f64 {
        g(q)
//        ^ E0308
    }
}

mod call_struct_value_for_ref {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn g(p: P) -> f64 {
        p.x
    }
    #[differentiable]
    fn f(q: &P) -> f64 {
        g(q)
//        ^ E0308
    }
}

mod method_too_few {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    impl P {
        fn at(&self, t: f64) -> f64 {
            self.x * t
        }
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        p.at()
//        ^^ E0061
    }
}

mod method_wrong_type {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    impl P {
        fn at(&self, t: f64) -> f64 {
            self.x * t
        }
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        p.at(2)
//           ^ E0308
    }
}

mod closure_passed_result {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn twice(g: impl Fn(f64) -> f64, x: f64) -> f64 {
        g(g(x))
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        twice(|a: f64| a > 0.0, x)
//                     ^^^^^^^ E0308
    }
}

mod closure_passed_number {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn twice(g: impl Fn(f64) -> f64, x: f64) -> f64 {
        g(g(x))
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        twice(2.0, x)
//            ^^^ E0277
    }
}

mod trait_not_implemented {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    trait Shape {
        fn area(&self) -> f64;
    }
    #[derive(Clone, Copy, Differentiable)]
    struct S {
        a: f64,
    }
    #[differentiable]
    fn total<P: Shape>(p: &P) -> f64 {
        p.area()
    }
    #[differentiable]
    fn f(s: S) -> f64 {
        total(&s)
//            ^^ E0277
    }
}

mod array_len_mismatch {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: [f64; 2]) -> f64 {
        x[0]
    }
    #[differentiable]
    fn f(x: [f64; 3]) -> f64 {
        g(x)
//        ^ E0308
    }
}

mod array_by_value_to_a_method {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct S {
        a: f64,
    }
    #[differentiable]
    impl S {
        fn f(&self, x: [f64; 3]) -> f64 {
            self.on(x) * x[0]
//               ^^ E0599
        }
    }
}

mod fields_of_structs {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct S {
        a: f64,
    }
    #[derive(Clone, Differentiable)]
    struct Two {
        one: S,
        other: S,
    }
    #[differentiable]
    impl S {
        fn f(&self, x: f64) -> f64 {
            self.a * x
        }
    }
    #[differentiable]
    impl Two {
        fn f(&self, x: f64) -> f64 {
            self.one.f(x) + self.second.f(x)
//                               ^^^^^^ E0609
        }
    }
}

fn main() {}

//! Names of fields and methods that there are not, each one error.

mod field_misspelt {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn f(p: &P) -> f64 {
        p.z * 2.0
//        ^ E0609
    }
}

mod field_misspelt_self {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    impl P {
        fn f(&self, k: f64) -> f64 {
            self.z * k
//               ^ E0609
        }
    }
}

mod field_misspelt_array {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct P {
        w: Vec<f64>,
    }
    #[differentiable]
    fn f(p: &P) -> f64 {
        p.v[0] * 2.0
//        ^ E0609
    }
}

mod field_misspelt_array_mut {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Differentiable)]
    struct P {
        w: Vec<f64>,
    }
    #[differentiable]
    fn f(p: &mut P) {
        p.v[0] *= 2.0;
//        ^ E0609
    }
}

mod field_misspelt_array_self_mut {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Differentiable)]
    struct P {
        w: Vec<f64>,
        n: usize,
    }
    #[differentiable]
    impl P {
        fn f(&mut self, x: f64) {
            for i in 0..self.n {
                self.v[i] *= x;
//                   ^ E0609
            }
        }
    }
}

mod field_misspelt_array_self {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct P {
        w: Vec<f64>,
        n: usize,
    }
    #[differentiable]
    impl P {
        fn f(&self, x: &[f64]) -> f64 {
            let mut s = 0.0;
            for i in 0..self.n {
                s += self.v[i] * x[i];
//                        ^ E0609
            }
            s
        }
    }
}

mod field_misspelt_len {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Differentiable)]
    struct P {
        w: Vec<f64>,
    }
    #[differentiable]
    impl P {
        fn f(&self, x: f64) -> f64 {
            let mut s = 0.0;
            for i in 0..self.v.len() {
//                           ^ E0609
                s += self.w[i] * x;
            }
            s
        }
    }
}

mod field_misspelt_vec_of_structs_mut {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Differentiable)]
    struct P {
        x: f64,
    }
    #[derive(Clone, Differentiable)]
    struct C {
        p: Vec<P>,
    }
    #[differentiable]
    fn f(c: &mut C, k: f64) {
        for i in 0..c.p.len() {
            c.p[i].z *= k;
//                 ^ E0609
        }
    }
}

mod field_misspelt_pattern {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
        y: f64,
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        let P { x, z } = p;
//                 ^ E0026
        x * z
    }
}

mod field_private {
    use backprop::{Differentiable, Real, differentiable};

    mod m {
        use backprop::Differentiable;
        #[derive(Clone, Copy, Differentiable)]
        pub struct P {
            x: f64,
        }
    }
    #[differentiable]
    fn f(p: m::P) -> f64 {
        p.x * 2.0
//        ^ E0616
    }
}

mod method_undefined {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        p.nrm() * 2.0
//        ^^^ E0599 `nrm`
    }
}

mod method_undefined_misspelt_of_marked {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    impl P {
        fn norm(&self) -> f64 {
            self.x.abs()
        }
    }
    #[differentiable]
    fn f(p: P) -> f64 {
        p.nrm() * 2.0
//        ^^^ E0599 `nrm`
    }
}

mod method_undefined_self {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    impl P {
        fn norm(&self) -> f64 {
            self.nrm() * self.x
//               ^^^ E0599 `nrm`
        }
    }
}

mod sine_misspelt_local_unknown {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64) -> f64 {
        x
    }
    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let z = g(x * y);
        z.sine() + z
//        ^^^^ E0599 `sine`
    }
}

mod method_on_loop_elem {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += v.sqr();
//                 ^^^ E0599
        }
        s
    }
}

mod method_on_call {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn g(x: f64) -> f64 {
        x
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        g(x).sqr()
//           ^^^ E0599
    }
}

mod operator_undefined {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn f(a: P, b: P) -> f64 {
        let c = a + b;
//                ^ E0369
        c.x
    }
}

mod operator_undefined_number {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct P {
        x: f64,
    }
    #[differentiable]
    fn f(a: P, b: f64) -> f64 {
        let c = a * b;
//                ^ E0369
        c.x
    }
}

mod method_misspelt_of_unknown_arguments {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct Asset {
        vol: f64,
    }
    #[differentiable]
    impl Asset {
        fn risk(&self, t: f64) -> f64 {
            self.vol * t
        }
    }
    #[differentiable(wrt(asset))]
    fn f(asset: &Asset, path: &[(f64, f64)]) -> f64 {
        let mut sum = 0.0;
        for (t, _shock) in path {
            sum += asset.rsk(*t);
//                       ^^^ E0599
        }
        sum
    }
}

mod refused_and_called {
    use backprop::differentiable;

    #[differentiable]
    fn g(y: &[f64]) -> f64 {
        y[0] * y[1]
    }
    #[differentiable]
    fn net(x: f64) -> Vec<f64> {
        let y = [x, x].map(|v| v * v);
//                     ^^^ no code
        vec![y[0], x]
    }
    #[differentiable]
    fn h(x: f64) -> f64 {
        g(&net(x))
    }
}

fn main() {}

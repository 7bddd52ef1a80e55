//! Names of types that there are not, each one error.

mod type_misspelt {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: F64) -> f64 {
//          ^^^ E0425 cannot find type `F64`
        x * 2.0
    }
}

mod type_misspelt_param {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: Piont) -> f64 {
//          ^^^^^ E0425
        x.y * 2.0
    }
}

mod type_misspelt_ref {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: &Piont) -> f64 {
//           ^^^^^ E0425
        x.y * 2.0
    }
}

mod type_misspelt_mut {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: &mut Piont) {
//               ^^^^^ E0425
        x.y *= 2.0;
    }
}

mod type_misspelt_impl {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    impl Foo {
//       ^^^ E0425
        fn f(&self) -> f64 {
            self.x
        }
    }
}

mod variable_undefined_struct {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Differentiable)]
    struct M {
        w: Vec<f64>,
    }
    #[differentiable]
    fn f(m: &M) -> f64 {
        m.w[0] * y
//               ^ E0425
    }
}

mod variable_undefined_receiver {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(x: f64) -> f64 {
        y.sin() + x
//      ^ E0425
    }
}

mod type_misspelt_elements {
    use backprop::{Differentiable, Real, differentiable};

    #[differentiable]
    fn f(bodies: &[Bdy]) -> f64 {
//                 ^^^ E0425
        bodies[0].x * 2.0
    }
}

mod number_misspelt {
    use backprop::differentiable;

    #[differentiable]
    fn beside_an_array(x: &[f64], k: f46) -> f64 {
//                                   ^^^ E0425 cannot find type `f46`
        k * x[0]
    }

    #[differentiable]
    fn given(x: f64) -> f46 {
//                      ^^^ E0425 cannot find type `f46`
        x * 2.0
    }

    #[differentiable]
    fn in_a_slice(x: &[f46], k: f64) -> f64 {
//                     ^^^ E0425 cannot find type `f46`
        k * x[0]
    }

    #[differentiable]
    fn in_a_slice_that_changes(x: &mut [f46], k: f64) {
//                                      ^^^ E0425 cannot find type `f46`
        x[0] *= k;
    }
}

mod trait_of_functions_misspelt {
    use backprop::differentiable;

    #[differentiable]
    fn f(g: impl Fm(f64) -> f64, k: f64) -> f64 {
//               ^^ E0405 cannot find trait `Fm`
        g(k)
    }
}

fn main() {}

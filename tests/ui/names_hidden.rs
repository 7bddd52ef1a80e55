use backprop::differentiable;

#[differentiable]
fn hidden_type(x: f64) -> f64 {
    #[allow(non_camel_case_types)]
    type f64 = f32;
    let y: f64 = 0.1;
    x * y as ::core::primitive::f64
}

#[differentiable]
fn hidden_module(x: f64) -> f64 {
    mod f64 {
        pub fn sin(x: ::core::primitive::f64) -> ::core::primitive::f64 {
            x
        }
    }
    f64::sin(x)
}

#[differentiable]
fn hidden_trait(x: f64) -> f64 {
    trait Float {
        fn exp(self) -> Self;
    }
    impl Float for f64 {
        fn exp(self) -> f64 {
            self
        }
    }
    Float::exp(x)
}

#[differentiable]
fn hidden_cut(x: f64) -> f64 {
    fn stop_gradient(x: f64) -> f64 {
        x
    }
    x * stop_gradient(x)
}

fn main() {
    let _ = (hidden_type(1.0), hidden_module(1.0), hidden_trait(1.0), hidden_cut(1.0));
}

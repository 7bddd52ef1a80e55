//! Numbers under another name: only rustc knows that `type Scalar = f64` is a number.

#![allow(clippy::float_cmp, reason = "it is the same computation, and small integers are exact")]

use approx::assert_relative_eq;
use backprop::{Differentiable, differentiable};

type Scalar = f64;
type Single = f32;

mod units {
    pub(super) type Metres = super::Scalar;
}

/// Each as it would be with `f64`.
macro_rules! same_as_numbers {
    ($(fn $name:ident($x:ident, $y:ident) $body:block)*) => {$(
        mod $name {
            use super::*;

            #[differentiable]
            pub(super) fn aliased($x: Scalar, $y: units::Metres) -> Scalar $body

            #[differentiable]
            pub(super) fn plain($x: f64, $y: f64) -> f64 $body
        }

        #[test]
        fn $name() {
            for (x, y) in [(0.3, 0.8), (0.9, 0.2), (0.5, 0.5)] {
                let (value, gradient) = $name::aliased::value_and_grad(x, y);
                assert_eq!(value, $name::plain(x, y));
                let (dx, dy) = $name::plain::grad(x, y);
                assert_relative_eq!(gradient.0, dx, max_relative = 1e-14);
                assert_relative_eq!(gradient.1, dy, max_relative = 1e-14);
                assert_eq!($name::aliased::grad(x, y), gradient);
                assert_eq!($name::aliased::vjp(x, y).1(1.0), gradient);
                let mut buffers = (1.0, 2.0);
                assert_eq!($name::aliased::accumulate_grad(x, y, &mut buffers.0, &mut buffers.1), value);
                assert_eq!(buffers, (1.0 + gradient.0, 2.0 + gradient.1));
                assert_eq!($name::aliased::value_and_grad_into(x, y, &mut buffers.0, &mut buffers.1), value);
                assert_eq!(buffers, gradient);
            }
        }
    )*};
}

#[differentiable]
fn wave(x: Scalar, k: Scalar) -> Scalar {
    (k * x).sin() * x.exp()
}

same_as_numbers! {
    fn operators(x, y) { (x + y * x) / (x - -y) + 2.0 * x }
    fn methods(x, y) { x.sin() * y.sqrt().exp() + x.powi(3) - y.powf(x).tanh() + x.atan2(y).ln_1p() }
    fn more_methods(x, y) { x.abs().hypot(y).mul_add(x, y) + x.max(y).clamp(0.1, 0.7) + x.acos().cbrt() * y.recip().log(3.0) }
    fn two_results(x, y) { let (s, c) = x.sin_cos(); s * c * y }
    fn calls(x, y) { wave(x, y) * wave(y, 0.5) }
    fn branches(x, y) { if x < y { wave(x, y).sqrt().abs() } else { let z = x * y; z.cos() * z } }
    fn closures(x, y) { let f = |v| wave(v, x) * x; f(f(y)) + x.cos() }
}

/// With numbers that are known, and in structs.
#[test]
fn beside_other_types() {
    #[derive(Clone, Copy, Differentiable)]
    struct Spring {
        stiffness: Scalar,
        length: units::Metres,
    }

    #[differentiable]
    fn energy(spring: Spring, at: f64) -> Scalar {
        let stretched = at - spring.length;
        0.5 * spring.stiffness * stretched.powi(2)
    }

    let (value, (d_spring, d_at)) = energy::value_and_grad(Spring { stiffness: 3.0, length: 1.0 }, 3.0);
    assert_eq!((value, d_spring.stiffness, d_spring.length, d_at), (6.0, 2.0, -6.0, 6.0));
}

#[test]
fn single_precision() {
    #[differentiable]
    fn squared(x: Single, y: Single) -> Single {
        x.powi(2) * y.sqrt()
    }
    assert_eq!(squared::value_and_grad(3.0, 4.0), (18.0, (12.0, 2.25)));
}

/// A type's own method comes first.
#[test]
fn a_type_with_methods_of_these_names() {
    #[derive(Clone, Copy, Differentiable)]
    struct Complex {
        re: f64,
        im: f64,
    }

    #[differentiable]
    impl Complex {
        fn abs(self) -> f64 {
            self.re.hypot(self.im)
        }
    }

    #[differentiable]
    fn twice(z: Complex) -> f64 {
        2.0 * z.abs()
    }

    let d = twice::grad(Complex { re: 3.0, im: 4.0 });
    assert_relative_eq!(d.re, 1.2, max_relative = 1e-15);
    assert_relative_eq!(d.im, 1.6, max_relative = 1e-15);
}

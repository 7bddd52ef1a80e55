//! The methods of numbers, and their backpropagators, for numbers under another name.
//!
//! The compiler wrote this file, from the pullbacks by which the net differentiates the same methods.
//! `BLESS=1 cargo test -p backprop-compiler --test operators` writes it anew.

use crate::Real;

/// What stands beside the methods of numbers, as beside those of a type that are marked.
pub trait Numbers: Real {
    /// `a.abs()` and its backpropagator.
    #[inline]
    fn __abs_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::abs(a);
            (value, move |d: Self| {
                let copysign = crate::__private::Float::copysign(crate::__private::real::<Self>(1.0), a);
                if value > crate::__private::real::<Self>(0.0) { copysign * d } else { a * d }
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.acos()` and its backpropagator.
    #[inline]
    fn __acos_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::acos(a), move |d: Self| {
                let sum = crate::__private::real::<Self>(1.0) + a;
                let sqrt = crate::__private::Float::sqrt((crate::__private::real::<Self>(1.0) - a) * sum);
                -(d / sqrt)
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.acosh()` and its backpropagator.
    #[inline]
    fn __acosh_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::acosh(a), move |d: Self| {
                let sqrt = crate::__private::Float::sqrt(a + crate::__private::real::<Self>(1.0));
                let sqrt_2 = crate::__private::Float::sqrt(a - crate::__private::real::<Self>(1.0));
                d / (sqrt_2 * sqrt)
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.asin()` and its backpropagator.
    #[inline]
    fn __asin_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::asin(a), move |d: Self| {
                let sum = crate::__private::real::<Self>(1.0) + a;
                let sqrt = crate::__private::Float::sqrt((crate::__private::real::<Self>(1.0) - a) * sum);
                d / sqrt
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.asinh()` and its backpropagator.
    #[inline]
    fn __asinh_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::asinh(a), move |d: Self| {
                let hypot = crate::__private::Float::hypot(a, crate::__private::real::<Self>(1.0));
                d / hypot
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.atan()` and its backpropagator.
    #[inline]
    fn __atan_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) =
            { (crate::__private::Float::atan(a), move |d: Self| d / (crate::__private::real::<Self>(1.0) + a * a)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.atan2(b)` and its backpropagator.
    #[inline]
    fn __atan2_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::atan2(a, b), move |d: Self| (d / (b + a * (a / b)), -(d / (a + b * (b / a)))))
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.atanh()` and its backpropagator.
    #[inline]
    fn __atanh_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::atanh(a), move |d: Self| {
                let sum = crate::__private::real::<Self>(1.0) + a;
                d / ((crate::__private::real::<Self>(1.0) - a) * sum)
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.cbrt()` and its backpropagator.
    #[inline]
    fn __cbrt_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::cbrt(a);
            (value, move |d: Self| d / (crate::__private::real::<Self>(3.0) * (value * value)))
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.ceil()` and its backpropagator.
    #[inline]
    fn __ceil_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::ceil(a), move |_: Self| crate::__private::real::<Self>(0.0)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.clamp(b, c)` and its backpropagator.
    #[inline]
    fn __clamp_needs_differentiable(self, b: Self, c: Self) -> (Self, impl Fn(Self) -> (Self, Self, Self)) {
        let a = self;
        let (value, back) = {
            {
                let _ = <Self as crate::__private::Float>::clamp(b, b, c);
            };
            let condition = a < b;
            let selected = if condition { b } else { a };
            let condition_2 = selected > c;
            let value = if condition_2 { c } else { selected };
            (value, move |d: Self| {
                let selected_2 = if condition_2 { crate::__private::real::<Self>(0.0) } else { d };
                let d_c = if condition_2 { d } else { crate::__private::real::<Self>(0.0) };
                let d_b = if condition { selected_2 } else { crate::__private::real::<Self>(0.0) };
                let d_a = if condition { crate::__private::real::<Self>(0.0) } else { selected_2 };
                (d_a, d_b, d_c)
            })
        };
        (value, move |d| {
            let (d_a, d_b, d_c) = back(d);
            (d_a, d_b, d_c)
        })
    }
    /// `a.copysign(b)` and its backpropagator.
    #[inline]
    fn __copysign_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::copysign(a, b), move |d: Self| {
                let copysign = crate::__private::Float::copysign(crate::__private::real::<Self>(1.0), b);
                let d_a = if a == crate::__private::real::<Self>(0.0) {
                    crate::__private::real::<Self>(0.0)
                } else {
                    crate::__private::Float::signum(a) * copysign * d
                };
                (d_a, crate::__private::real::<Self>(0.0))
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.cos()` and its backpropagator.
    #[inline]
    fn __cos_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) =
            { (crate::__private::Float::cos(a), move |d: Self| -(crate::__private::Float::sin(a) * d)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.cosh()` and its backpropagator.
    #[inline]
    fn __cosh_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::cosh(a), move |d: Self| crate::__private::Float::sinh(a) * d) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.div_euclid(b)` and its backpropagator.
    #[inline]
    fn __div_euclid_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let q = crate::__private::Float::trunc(a / b);
            let value =
                if a % b < Self::zero() { if b > Self::zero() { q - Self::one() } else { q + Self::one() } } else { q };
            (value, move |_: Self| {
                let d_b = crate::__private::real::<Self>(0.0);
                (crate::__private::real::<Self>(0.0), d_b)
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.exp()` and its backpropagator.
    #[inline]
    fn __exp_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::exp(a);
            (value, move |d: Self| value * d)
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.exp2()` and its backpropagator.
    #[inline]
    fn __exp2_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::exp2(a);
            (value, move |d: Self| {
                let product = crate::__private::real::<Self>(0.6931471805599453) * value;
                product * d
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.exp_m1()` and its backpropagator.
    #[inline]
    fn __exp_m1_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::exp_m1(a);
            (value, move |d: Self| (value + crate::__private::real::<Self>(1.0)) * d)
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.floor()` and its backpropagator.
    #[inline]
    fn __floor_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::floor(a), move |_: Self| crate::__private::real::<Self>(0.0)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.fract()` and its backpropagator.
    #[inline]
    fn __fract_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::fract(a), move |d_a: Self| d_a) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.hypot(b)` and its backpropagator.
    #[inline]
    fn __hypot_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::hypot(a, b);
            (value, move |d: Self| (a / value * d, b / value * d))
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.ln()` and its backpropagator.
    #[inline]
    fn __ln_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::ln(a), move |d: Self| d / a) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.ln_1p()` and its backpropagator.
    #[inline]
    fn __ln_1p_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) =
            { (crate::__private::Float::ln_1p(a), move |d: Self| d / (crate::__private::real::<Self>(1.0) + a)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.log(b)` and its backpropagator.
    #[inline]
    fn __log_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::log(a, b);
            (value, move |d: Self| {
                let ln_b = crate::__private::Float::ln(b);
                (d / (a * ln_b), -(value / ln_b / b * d))
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.log10()` and its backpropagator.
    #[inline]
    fn __log10_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::log10(a), move |d: Self| {
                d / (crate::__private::real::<Self>(2.302585092994046) * a)
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.log2()` and its backpropagator.
    #[inline]
    fn __log2_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::log2(a), move |d: Self| {
                let product = crate::__private::real::<Self>(0.6931471805599453) * a;
                d / product
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.max(b)` and its backpropagator.
    #[inline]
    fn __max_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::max(a, b);
            (value, move |d: Self| {
                let condition = value == a;
                let d_b = if condition { crate::__private::real::<Self>(0.0) } else { d };
                let d_a = if condition { d } else { crate::__private::real::<Self>(0.0) };
                (d_a, d_b)
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.min(b)` and its backpropagator.
    #[inline]
    fn __min_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::min(a, b);
            (value, move |d: Self| {
                let condition = value == a;
                let d_b = if condition { crate::__private::real::<Self>(0.0) } else { d };
                let d_a = if condition { d } else { crate::__private::real::<Self>(0.0) };
                (d_a, d_b)
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.mul_add(b, c)` and its backpropagator.
    #[inline]
    fn __mul_add_needs_differentiable(self, b: Self, c: Self) -> (Self, impl Fn(Self) -> (Self, Self, Self)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::mul_add(a, b, c), move |d_c: Self| (b * d_c, a * d_c, d_c)) };
        (value, move |d| {
            let (d_a, d_b, d_c) = back(d);
            (d_a, d_b, d_c)
        })
    }
    /// `a.powf(b)` and its backpropagator.
    #[inline]
    fn __powf_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::powf(a, b);
            (value, move |d: Self| {
                let product = value * crate::__private::Float::ln(a) * d;
                let product_2 = b * value;
                let is_normal_product_2 = crate::__private::Float::is_normal(product_2);
                let selected =
                    if b == crate::__private::real::<Self>(0.0) { crate::__private::real::<Self>(1.0) } else { a };
                let powf = crate::__private::Float::powf(selected, crate::__private::real::<Self>(1.0) - b);
                let selected_2 = if is_normal_product_2 { product_2 / a } else { b / powf };
                let selected_3 = if value == crate::__private::real::<Self>(0.0) {
                    crate::__private::real::<Self>(0.0)
                } else {
                    product
                };
                let d_b = if is_normal_product_2 { product } else { selected_3 };
                (selected_2 * d, d_b)
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.powi(n)` and its backpropagator.
    #[inline]
    fn __powi_needs_differentiable(self, n: i32) -> (Self, impl Fn(Self) -> (Self, ())) {
        let a = self;
        let (value, back) = {
            (crate::__private::Float::powi(a, n), move |d: Self| {
                let powi = crate::__private::Float::powi(a, (n as ::core::primitive::f64 - 1.0) as i32);
                if n == 0 {
                    crate::__private::real::<Self>(0.0)
                } else {
                    crate::__private::real::<Self>(n as ::core::primitive::f64) * powi * d
                }
            })
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a, ())
        })
    }
    /// `a.recip()` and its backpropagator.
    #[inline]
    fn __recip_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::recip(a);
            (value, move |d: Self| -(value * value * d))
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.rem_euclid(b)` and its backpropagator.
    #[inline]
    fn __rem_euclid_needs_differentiable(self, b: Self) -> (Self, impl Fn(Self) -> (Self, Self)) {
        let a = self;
        let (value, back) = {
            let r = a % b;
            let condition = r < Self::zero();
            let (value, abs_b_2) = if condition {
                let abs_b = crate::__private::Float::abs(b);
                (r + abs_b, abs_b)
            } else {
                (r, crate::__private::real::<Self>(0.0))
            };
            (value, move |d_a: Self| {
                let value_2 = if condition {
                    let copysign = crate::__private::Float::copysign(crate::__private::real::<Self>(1.0), b);
                    if abs_b_2 > crate::__private::real::<Self>(0.0) { copysign * d_a } else { b * d_a }
                } else {
                    crate::__private::real::<Self>(0.0)
                };
                let d_b = value_2 - crate::__private::Float::round((a - r) / b) * d_a;
                (d_a, d_b)
            })
        };
        (value, move |d| {
            let (d_a, d_b) = back(d);
            (d_a, d_b)
        })
    }
    /// `a.round()` and its backpropagator.
    #[inline]
    fn __round_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::round(a), move |_: Self| crate::__private::real::<Self>(0.0)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.signum()` and its backpropagator.
    #[inline]
    fn __signum_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) =
            { (crate::__private::Float::signum(a), move |_: Self| crate::__private::real::<Self>(0.0)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.sin()` and its backpropagator.
    #[inline]
    fn __sin_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::sin(a), move |d: Self| crate::__private::Float::cos(a) * d) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.sin_cos()` and its backpropagator.
    #[inline]
    fn __sin_cos_needs_differentiable(self) -> ((Self, Self), impl Fn((Self, Self)) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let (sin, cos) = crate::__private::Float::sin_cos(a);
            ((sin, cos), move |(d_0, d_1): (Self, Self)| cos * d_0 - sin * d_1)
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.sinh()` and its backpropagator.
    #[inline]
    fn __sinh_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::sinh(a), move |d: Self| crate::__private::Float::cosh(a) * d) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.sqrt()` and its backpropagator.
    #[inline]
    fn __sqrt_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::sqrt(a);
            (value, move |d: Self| crate::__private::real::<Self>(0.5) * d / value)
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.tan()` and its backpropagator.
    #[inline]
    fn __tan_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::tan(a);
            (value, move |d: Self| (crate::__private::real::<Self>(1.0) + value * value) * d)
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.tanh()` and its backpropagator.
    #[inline]
    fn __tanh_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = {
            let value = crate::__private::Float::tanh(a);
            (value, move |d: Self| (crate::__private::real::<Self>(1.0) - value * value) * d)
        };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.to_degrees()` and its backpropagator.
    #[inline]
    fn __to_degrees_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) =
            { (crate::__private::Float::to_degrees(a), move |d: Self| crate::__private::Float::to_degrees(d)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.to_radians()` and its backpropagator.
    #[inline]
    fn __to_radians_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) =
            { (crate::__private::Float::to_radians(a), move |d: Self| crate::__private::Float::to_radians(d)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.trunc()` and its backpropagator.
    #[inline]
    fn __trunc_needs_differentiable(self) -> (Self, impl Fn(Self) -> (Self,)) {
        let a = self;
        let (value, back) = { (crate::__private::Float::trunc(a), move |_: Self| crate::__private::real::<Self>(0.0)) };
        (value, move |d| {
            let d_a = back(d);
            (d_a,)
        })
    }
    /// `a.is_finite()` and its backpropagator.
    #[inline]
    fn __is_finite_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_finite(self), |()| (crate::__private::real::<Self>(0.0),))
    }
    /// `a.is_infinite()` and its backpropagator.
    #[inline]
    fn __is_infinite_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_infinite(self), |()| (crate::__private::real::<Self>(0.0),))
    }
    /// `a.is_nan()` and its backpropagator.
    #[inline]
    fn __is_nan_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_nan(self), |()| (crate::__private::real::<Self>(0.0),))
    }
    /// `a.is_normal()` and its backpropagator.
    #[inline]
    fn __is_normal_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_normal(self), |()| (crate::__private::real::<Self>(0.0),))
    }
    /// `a.is_sign_negative()` and its backpropagator.
    #[inline]
    fn __is_sign_negative_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_sign_negative(self), |()| (crate::__private::real::<Self>(0.0),))
    }
    /// `a.is_sign_positive()` and its backpropagator.
    #[inline]
    fn __is_sign_positive_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_sign_positive(self), |()| (crate::__private::real::<Self>(0.0),))
    }
    /// `a.is_subnormal()` and its backpropagator.
    #[inline]
    fn __is_subnormal_needs_differentiable(self) -> (bool, impl Fn(()) -> (Self,)) {
        (crate::__private::Float::is_subnormal(self), |()| (crate::__private::real::<Self>(0.0),))
    }
}
impl<T: Real> Numbers for T {}

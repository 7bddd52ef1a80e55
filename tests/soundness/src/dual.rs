//! Dual numbers: forward mode, the independent truth. Nothing here uses the library under test; every derivative is
//! written from the calculus, with the conventions at kinks that the library documents (`abs'(0) = 0`, a tie of `max`
//! or `min` goes to the first operand, steps are flat).

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

/// A value, its derivative in one direction, and the scale of the rounding of that derivative.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dual {
    /// The value: computed by the very operations of the `f64` program, so equal to its value bit for bit.
    pub v: f64,
    /// The derivative.
    pub d: f64,
    /// The sum of the magnitudes of what was added up to give `d`: how big a rounding error may be, relative to the
    /// unit of rounding.
    pub s: f64,
}

/// A constant.
#[must_use]
pub fn c(v: f64) -> Dual {
    Dual { v, d: 0.0, s: 0.0 }
}

/// A variable in whose direction the derivative is taken.
#[must_use]
pub fn variable(v: f64) -> Dual {
    Dual { v, d: 1.0, s: 1.0 }
}

impl Dual {
    fn chain(self, v: f64, da: f64) -> Self {
        Self { v, d: da * self.d, s: da.abs() * self.s }
    }

    fn chain2(self, b: Self, v: f64, da: f64, db: f64) -> Self {
        Self { v, d: da * self.d + db * b.d, s: da.abs() * self.s + db.abs() * b.s }
    }

    /// The value as an integer; it has no derivative.
    #[must_use]
    pub fn as_i32(self) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "it is what `as i32` does")]
        {
            self.v as i32
        }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident ($a:ident, $b:ident) $v:expr, $da:expr, $db:expr;)*) => {
        $(impl $trait for Dual {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.v, other.v);
                self.chain2(other, $v, $da, $db)
            }
        }

        impl $assign for Dual {
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        })*
    };
}

operators! {
    Add add AddAssign add_assign (a, b) a + b, 1.0, 1.0;
    Sub sub SubAssign sub_assign (a, b) a - b, 1.0, -1.0;
    Mul mul MulAssign mul_assign (a, b) a * b, b, a;
    Div div DivAssign div_assign (a, b) a / b, 1.0 / b, -a / (b * b);
    Rem rem RemAssign rem_assign (a, b) a % b, 1.0, -quotient(a, b);
}

/// How many times `b` goes into `a`, towards zero. The division may have been rounded up to a whole number.
fn quotient(a: f64, b: f64) -> f64 {
    let quotient = (a / b).trunc();
    let rest = (-quotient).mul_add(b, a);
    if rest * a < 0.0 { quotient - quotient.signum() } else { quotient }
}

impl Neg for Dual {
    type Output = Self;

    fn neg(self) -> Self {
        self.chain(-self.v, -1.0)
    }
}

impl PartialEq for Dual {
    fn eq(&self, other: &Self) -> bool {
        self.v == other.v
    }
}

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.v.partial_cmp(&other.v)
    }
}

macro_rules! unary {
    ($($name:ident ($a:ident) $da:expr;)*) => {
        #[expect(missing_docs, reason = "the methods of `f64`, by their names")]
        impl Dual {
            $(#[must_use]
            pub fn $name(self) -> Self {
                let $a = self.v;
                self.chain(f64::$name(self.v), $da)
            })*
        }
    };
}

unary! {
    sin(a) a.cos();
    cos(a) -a.sin();
    tan(a) 1.0 + a.tan() * a.tan();
    asin(a) 1.0 / (1.0 - a * a).sqrt();
    acos(a) -1.0 / (1.0 - a * a).sqrt();
    atan(a) 1.0 / (1.0 + a * a);
    sinh(a) a.cosh();
    cosh(a) a.sinh();
    asinh(a) 1.0 / (1.0 + a * a).sqrt();
    acosh(a) 1.0 / (a * a - 1.0).sqrt();
    atanh(a) 1.0 / (1.0 - a * a);
    exp(a) a.exp();
    exp2(a) a.exp2() * std::f64::consts::LN_2;
    exp_m1(a) a.exp();
    ln(a) 1.0 / a;
    ln_1p(a) 1.0 / (1.0 + a);
    log2(a) 1.0 / (a * std::f64::consts::LN_2);
    log10(a) 1.0 / (a * std::f64::consts::LN_10);
    sqrt(a) 0.5 / a.sqrt();
    cbrt(a) 1.0 / (3.0 * a.cbrt() * a.cbrt());
    recip(a) -1.0 / (a * a);
    abs(a) if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { 0.0 };
    to_degrees(_a) 180.0 / std::f64::consts::PI;
    to_radians(_a) std::f64::consts::PI / 180.0;
    fract(_a) 1.0;
    floor(_a) 0.0;
    ceil(_a) 0.0;
    round(_a) 0.0;
    trunc(_a) 0.0;
    signum(_a) 0.0;
}

#[expect(missing_docs, reason = "the methods of `f64`, by their names")]
impl Dual {
    #[must_use]
    pub fn tanh(self) -> Self {
        let cosh = self.v.cosh();
        // `1 - tanh²` is as good a formula, and rounds relative to 1.
        Self { s: self.s, ..self.chain(self.v.tanh(), 1.0 / (cosh * cosh)) }
    }

    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        let da = if n == 0 { 0.0 } else { f64::from(n) * self.v.powi(n - 1) };
        self.chain(self.v.powi(n), da)
    }

    #[must_use]
    pub fn powf(self, b: Self) -> Self {
        let v = self.v.powf(b.v);
        self.chain2(b, v, b.v * self.v.powf(b.v - 1.0), v * self.v.ln())
    }

    #[must_use]
    pub fn log(self, b: Self) -> Self {
        let v = self.v.log(b.v);
        self.chain2(b, v, 1.0 / (self.v * b.v.ln()), -self.v.ln() / (b.v * b.v.ln() * b.v.ln()))
    }

    #[must_use]
    pub fn hypot(self, b: Self) -> Self {
        let v = self.v.hypot(b.v);
        self.chain2(b, v, self.v / v, b.v / v)
    }

    #[must_use]
    pub fn atan2(self, b: Self) -> Self {
        let square = self.v * self.v + b.v * b.v;
        self.chain2(b, self.v.atan2(b.v), b.v / square, -self.v / square)
    }

    #[must_use]
    pub fn max(self, b: Self) -> Self {
        let chosen = if self.v >= b.v { self } else { b };
        Self { v: self.v.max(b.v), ..chosen }
    }

    #[must_use]
    pub fn min(self, b: Self) -> Self {
        let chosen = if self.v <= b.v { self } else { b };
        Self { v: self.v.min(b.v), ..chosen }
    }

    #[must_use]
    pub fn clamp(self, low: Self, high: Self) -> Self {
        let v = self.v.clamp(low.v, high.v);
        let from = if self.v < low.v {
            low
        } else if self.v > high.v {
            high
        } else {
            self
        };
        Self { v, ..from }
    }

    #[must_use]
    pub fn copysign(self, b: Self) -> Self {
        let da = if self.v == 0.0 { 0.0 } else { self.v.signum() * b.v.signum() };
        self.chain(self.v.copysign(b.v), da)
    }

    #[must_use]
    pub fn rem_euclid(self, b: Self) -> Self {
        self.chain2(b, self.v.rem_euclid(b.v), 1.0, -self.v.div_euclid(b.v))
    }

    #[must_use]
    pub fn div_euclid(self, b: Self) -> Self {
        c(self.v.div_euclid(b.v))
    }

    #[must_use]
    pub fn mul_add(self, b: Self, c: Self) -> Self {
        let product = self.chain2(b, 0.0, b.v, self.v);
        Self { v: self.v.mul_add(b.v, c.v), d: product.d + c.d, s: product.s + c.s }
    }

    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    #[must_use]
    pub fn is_finite(self) -> bool {
        self.v.is_finite()
    }

    #[must_use]
    pub fn is_sign_negative(self) -> bool {
        self.v.is_sign_negative()
    }

    #[must_use]
    pub fn is_sign_positive(self) -> bool {
        self.v.is_sign_positive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every derivative above against a central difference.
    #[test]
    fn derivatives_agree_with_differences() {
        type Function = (&'static str, fn(Dual, Dual) -> Dual);
        let functions: &[Function] = &[
            ("sin", |a, _| a.sin()),
            ("cos", |a, _| a.cos()),
            ("tan", |a, _| a.tan()),
            ("asin", |a, _| a.asin()),
            ("acos", |a, _| a.acos()),
            ("atan", |a, _| a.atan()),
            ("sinh", |a, _| a.sinh()),
            ("cosh", |a, _| a.cosh()),
            ("tanh", |a, _| a.tanh()),
            ("asinh", |a, _| a.asinh()),
            ("acosh", |_, b| b.acosh()),
            ("atanh", |a, _| a.atanh()),
            ("exp", |a, _| a.exp()),
            ("exp2", |a, _| a.exp2()),
            ("exp_m1", |a, _| a.exp_m1()),
            ("ln", |a, _| a.ln()),
            ("ln_1p", |a, _| a.ln_1p()),
            ("log2", |a, _| a.log2()),
            ("log10", |a, _| a.log10()),
            ("log", |a, b| a.log(b)),
            ("sqrt", |a, _| a.sqrt()),
            ("cbrt", |a, _| a.cbrt()),
            ("recip", |a, _| a.recip()),
            ("abs", |a, b| (a - b).abs()),
            ("to_degrees", |a, _| a.to_degrees()),
            ("to_radians", |a, _| a.to_radians()),
            ("fract", |a, _| a.fract()),
            ("floor", |a, _| a.floor()),
            ("powi", |a, b| a.powi(3) + b.powi(-2) + a.powi(0)),
            ("powf", |a, b| a.powf(b)),
            ("hypot", |a, b| a.hypot(b)),
            ("atan2", |a, b| a.atan2(b)),
            ("max", |a, b| a.max(b) * b.max(a * a)),
            ("min", |a, b| a.min(b) * b.min(a * a)),
            ("clamp", |a, b| a.clamp(c(0.1), b) * b.clamp(c(0.1), a) * c(0.0).clamp(a, b)),
            ("copysign", |a, b| a.copysign(-b) + (-a).copysign(b)),
            ("rem", |a, b| (c(5.0) * a) % b + b % a),
            ("rem_euclid", |a, b| (-a).rem_euclid(b) + (c(-7.0) * b).rem_euclid(a)),
            ("div_euclid", |a, b| b.div_euclid(a)),
            ("mul_add", |a, b| a.mul_add(b, a * a)),
            ("sin_cos", |a, _| a.sin_cos().0 * a.sin_cos().1),
            ("div", |a, b| a / b - b / a),
            ("neg", |a, b| -a * b),
        ];
        let (x, y, h) = (0.37, 1.61, 1e-5);
        for (name, f) in functions {
            for (dual, plus, minus) in [
                (f(variable(x), c(y)), f(c(x + h), c(y)).v, f(c(x - h), c(y)).v),
                (f(c(x), variable(y)), f(c(x), c(y + h)).v, f(c(x), c(y - h)).v),
            ] {
                let difference = (plus - minus) / (2.0 * h);
                let error = (dual.d - difference).abs();
                assert!(error < 1e-7 * (1.0 + difference.abs()), "{name}: {} against {difference}", dual.d);
                assert!(dual.s >= dual.d.abs() * 0.999, "{name}: scale {} below {}", dual.s, dual.d);
            }
        }
    }

    #[test]
    fn kinks_follow_the_conventions() {
        assert_eq!(variable(0.0).abs().d.to_bits(), 0.0f64.to_bits());
        assert_eq!((variable(1.0).max(c(1.0)).d, c(1.0).max(variable(1.0)).d), (1.0, 0.0));
        assert_eq!((variable(1.0).min(c(1.0)).d, c(1.0).min(variable(1.0)).d), (1.0, 0.0));
    }
}

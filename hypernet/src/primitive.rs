//! Primitives: the operations on real scalars, with the whole vocabulary of `num_traits::Float`.
//!
//! The table below says all about each of them, in one row:
//! `Name "name" (operands: sorts) -> (sorts of the results), effect, in what it is linear, [values] = results : sensitivities =>
//! [sensitivities of the operands];`. The values are those of the host language, at `f32` and at `f64`; `= results` stands only
//! where the pullback uses them. The name is that of the method of `num_traits::Float` where it is one. Those who ask for a column
//! hand the macro `primitives` a macro that takes the rows.
//!
//! The conventions of the pullbacks where a primitive is not smooth:
//!
//! - a jump or a corner has the derivative of the branch that the primal takes: `max` and `min` give everything to the
//!   operand that the result is (a tie is the first, and NaN against a number is the number), `clamp` and `abs_sub`
//!   likewise; what is constant between its jumps (`floor`, `signum`, `div_euclid`, …) has zero;
//! - the derivative of `abs` at zero is zero, and so is that of the magnitude in `copysign`; at NaN it is NaN;
//! - where the derivative is infinite (`sqrt` at 0) or does not exist (`hypot` and `atan2` at the origin), the quotient
//!   says so, with an infinity or NaN: nothing is patched, as in JAX (ChainRules.jl gives zero for `hypot`);
//! - `b * powf(a, b - 1)` is `b * powf(a, b) / a`, which costs a division, except where `b * powf(a, b)` is out of the range
//!   of normal numbers; there it is `b / powf(a, 1 - b)`, whose power has the range that the first one lacks;
//!   at `b = 0` that is zero over one, whatever `a` is. The derivative by the exponent asks the
//!   same, so that one branch serves both;
//! - `powf(a, 0)` and `powi(a, 0)` have exactly zero for the base, at `a = 0` and NaN as well; where `powf` is zero, so is
//!   the derivative by the exponent.

use crate::operation::{Effect, Linear};
use crate::types::{Name, Type};

/// What an input or an output of a primitive is.
#[derive(Clone, Copy)]
enum Sort {
    /// A real scalar.
    R,
    /// An `i32`.
    I,
    /// A `bool`.
    B,
}

impl Sort {
    /// Its type, at the scalar type named.
    fn at(self, scalar: &Name) -> Type {
        match self {
            Self::R => Type::Real(scalar.clone()),
            Self::I => Type::discrete("i32"),
            Self::B => Type::bool(),
        }
    }
}

/// Gives all rows to a macro, after what else it is given.
macro_rules! primitives {
    ($use:ident $($further:tt)*) => {
        $use! { [$($further)*]
            /// `-a`
            Neg "neg" (a: R) -> (R), None, InAll(0..1), [-a]: d => [-d];
            /// `a + b`
            Add "add" (a: R, b: R) -> (R), None, InAll(0..2), [a + b]: d => [d, d];
            /// `a - b`
            Sub "sub" (a: R, b: R) -> (R), None, InAll(0..2), [a - b]: d => [d, -d];
            /// `a * b`
            Mul "mul" (a: R, b: R) -> (R), None, InEach, [a * b]: d => [b * d, a * d];
            /// `a / b`
            Div "div" (a: R, b: R) -> (R), None, InAll(0..1), [a / b] = q: d => [d / b, -(d / b * q)];
            /// `a % b`, the remainder of the division rounded towards zero
            Rem "rem" (a: R, b: R) -> (R), None, InNone, [a % b] = y: d => [d, -(((a - y) / b).round() * d)];
            /// Largest integer not above
            Floor "floor" (a: R) -> (R), None, InNone, [a.floor()]: d => [a.zero()];
            /// Smallest integer not below
            Ceil "ceil" (a: R) -> (R), None, InNone, [a.ceil()]: d => [a.zero()];
            /// Nearest integer, half-way cases away from zero
            Round "round" (a: R) -> (R), None, InNone, [a.round()]: d => [a.zero()];
            /// Integer part
            Trunc "trunc" (a: R) -> (R), None, InNone, [a.trunc()]: d => [a.zero()];
            /// `a - trunc(a)`
            Fract "fract" (a: R) -> (R), None, InNone, [a.fract()]: d => [d];
            /// Absolute value
            Abs "abs" (a: R) -> (R), None, InNone, [a.abs()]
                = y: d => [y.is(Gt, 0.0).select(a.one().copysign(a) * d, a * d)];
            /// `1` with the sign of the operand
            Signum "signum" (a: R) -> (R), None, InNone, [a.signum()]: d => [a.zero()];
            /// `a * b + c`, rounded once
            MulAdd "mul_add" (a: R, b: R, c: R) -> (R), None, InNone, [a.mul_add(b, c)]: d => [b * d, a * d, d];
            /// `1 / a`
            Recip "recip" (a: R) -> (R), None, InNone, [a.recip()] = y: d => [-(y * y * d)];
            /// `a` to an integer power
            Powi "powi" (a: R, n: I) -> (R), None, InNone, [a.powi(n)]
                : d => [
                    n.integer_is_zero().drops(n.integer_as_real() * a.powi(n.integer_less_one()) * d)
                ];
            /// `a` to a real power
            Powf "powf" (a: R, b: R) -> (R), None, InNone, [a.powf(b)]
                = y: d => [
                    {
                        // The call comes before the condition, which need not be kept across it then.
                        let _ = y * a.ln();
                        (b * y).is_normal().select(b * y / a, b / b.is(Eq, 0.0).select(a.one(), a).powf(1.0 - b)) * d
                    },
                    (b * y).is_normal().select(y * a.ln() * d, y.is(Eq, 0.0).drops(y * a.ln() * d))
                ];
            /// Square root
            Sqrt "sqrt" (a: R) -> (R), None, InNone, [a.sqrt()] = y: d => [0.5 * d / y];
            /// Cube root
            Cbrt "cbrt" (a: R) -> (R), None, InNone, [a.cbrt()] = y: d => [d / (3.0 * (y * y))];
            /// `sqrt(a² + b²)`
            Hypot "hypot" (a: R, b: R) -> (R), None, InNone, [a.hypot(b)] = y: d => [a / y * d, b / y * d];
            /// e to the power
            Exp "exp" (a: R) -> (R), None, InNone, [a.exp()] = y: d => [y * d];
            /// 2 to the power
            Exp2 "exp2" (a: R) -> (R), None, InNone, [a.exp2()] = y: d => [LN_2 * y * d];
            /// `exp(a) - 1`
            ExpM1 "exp_m1" (a: R) -> (R), None, InNone, [a.exp_m1()] = y: d => [(y + 1.0) * d];
            /// Natural logarithm
            Ln "ln" (a: R) -> (R), None, InNone, [a.ln()]: d => [d / a];
            /// Logarithm of `a` to the base `b`
            Log "log" (a: R, b: R) -> (R), None, InNone, [a.log(b)]
                = y: d => [d / (a * b.ln()), -(y / b.ln() / b * d)];
            /// Logarithm to the base 2
            Log2 "log2" (a: R) -> (R), None, InNone, [a.log2()]: d => [d / (LN_2 * a)];
            /// Logarithm to the base 10
            Log10 "log10" (a: R) -> (R), None, InNone, [a.log10()]: d => [d / (LN_10 * a)];
            /// `ln(1 + a)`
            Ln1p "ln_1p" (a: R) -> (R), None, InNone, [a.ln_1p()]: d => [d / (1.0 + a)];
            /// Sine
            Sin "sin" (a: R) -> (R), None, InNone, [a.sin()]: d => [a.cos() * d];
            /// Cosine
            Cos "cos" (a: R) -> (R), None, InNone, [a.cos()]: d => [-(a.sin() * d)];
            /// Tangent
            Tan "tan" (a: R) -> (R), None, InNone, [a.tan()] = y: d => [(1.0 + y * y) * d];
            /// Arcus sine
            Asin "asin" (a: R) -> (R), None, InNone, [a.asin()]: d => [d / ((1.0 - a) * (1.0 + a)).sqrt()];
            /// Arcus cosine
            Acos "acos" (a: R) -> (R), None, InNone, [a.acos()]: d => [-(d / ((1.0 - a) * (1.0 + a)).sqrt())];
            /// Arcus tangent
            Atan "atan" (a: R) -> (R), None, InNone, [a.atan()]: d => [d / (1.0 + a * a)];
            /// The angle of the point `(b, a)`
            Atan2 "atan2" (a: R, b: R) -> (R), None, InNone, [a.atan2(b)]
                : d => [d / (b + a * (a / b)), -(d / (a + b * (b / a)))];
            /// Sine and cosine
            SinCos "sin_cos" (a: R) -> (R, R), None, InNone, [a.sin_cos().0, a.sin_cos().1]
                = s, c: d, e => [c * d - s * e];
            /// Hyperbolic sine
            Sinh "sinh" (a: R) -> (R), None, InNone, [a.sinh()]: d => [a.cosh() * d];
            /// Hyperbolic cosine
            Cosh "cosh" (a: R) -> (R), None, InNone, [a.cosh()]: d => [a.sinh() * d];
            /// Hyperbolic tangent
            Tanh "tanh" (a: R) -> (R), None, InNone, [a.tanh()] = y: d => [(1.0 - y * y) * d];
            /// Inverse hyperbolic sine
            Asinh "asinh" (a: R) -> (R), None, InNone, [a.asinh()]: d => [d / a.hypot(a.one())];
            /// Inverse hyperbolic cosine
            Acosh "acosh" (a: R) -> (R), None, InNone, [a.acosh()]
                : d => [d / ((a - 1.0).sqrt() * (a + 1.0).sqrt())];
            /// Inverse hyperbolic tangent
            Atanh "atanh" (a: R) -> (R), None, InNone, [a.atanh()]: d => [d / ((1.0 - a) * (1.0 + a))];
            /// The greater
            Max "max" (a: R, b: R) -> (R), None, InNone, [a.max(b)]
                = y: d => [y.compare(Eq, a).keeps(d), y.compare(Eq, a).drops(d)];
            /// The lesser
            Min "min" (a: R, b: R) -> (R), None, InNone, [a.min(b)]
                = y: d => [y.compare(Eq, a).keeps(d), y.compare(Eq, a).drops(d)];
            /// `a` kept between `b` and `c`
            Clamp "clamp" (a: R, b: R, c: R) -> (R), MayPanic, InNone, [a.clamp(b, c)]
                : d => [
                    a.compare(Lt, b).or(a.compare(Gt, c)).drops(d), a.compare(Lt, b).keeps(d), a.compare(Gt, c).keeps(d)
                ];
            /// `a - b` if that is positive, else `0`
            AbsSub "abs_sub" (a: R, b: R) -> (R), None, InNone, [if a <= b { 0.0 } else { a - b }]
                : d => [a.compare(Le, b).drops(d), a.compare(Le, b).drops(-d)];
            /// The magnitude of `a` with the sign of `b`
            Copysign "copysign" (a: R, b: R) -> (R), None, InNone, [a.copysign(b)]
                : d => [a.is(Eq, 0.0).drops(a.signum() * a.one().copysign(b) * d), a.zero()];
            /// Radians to degrees
            ToDegrees "to_degrees" (a: R) -> (R), None, InAll(0..1), [a.to_degrees()]: d => [d.to_degrees()];
            /// Degrees to radians
            ToRadians "to_radians" (a: R) -> (R), None, InAll(0..1), [a.to_radians()]: d => [d.to_radians()];
            /// Remainder of Euclidean division
            RemEuclid "rem_euclid" (a: R, b: R) -> (R), None, InNone, [a.rem_euclid(b)]
                = y: d => [d, -((a / b - y / b).round() * d)];
            /// Quotient of Euclidean division
            DivEuclid "div_euclid" (a: R, b: R) -> (R), None, InNone, [a.div_euclid(b)]
                : d => [a.zero(), a.zero()];
            /// Whether it is not a number
            IsNan "is_nan" (a: R) -> (B), None, InNone, [a.is_nan()]: => [a.zero()];
            /// Whether it is infinite
            IsInfinite "is_infinite" (a: R) -> (B), None, InNone, [a.is_infinite()]: => [a.zero()];
            /// Whether it is finite
            IsFinite "is_finite" (a: R) -> (B), None, InNone, [a.is_finite()]: => [a.zero()];
            /// Whether it is neither zero, infinite, subnormal nor NaN
            IsNormal "is_normal" (a: R) -> (B), None, InNone, [a.is_normal()]: => [a.zero()];
            /// Whether it is subnormal
            IsSubnormal "is_subnormal" (a: R) -> (B), None, InNone, [a.is_subnormal()]: => [a.zero()];
            /// Whether its sign bit is clear
            IsSignPositive "is_sign_positive" (a: R) -> (B), None, InNone, [a.is_sign_positive()]
                : => [a.zero()];
            /// Whether its sign bit is set
            IsSignNegative "is_sign_negative" (a: R) -> (B), None, InNone, [a.is_sign_negative()]
                : => [a.zero()];
        }
    };
}
pub(crate) use primitives;

/// The columns that every build uses.
macro_rules! vocabulary {
    ([] $(
        $(#[$doc:meta])* $variant:ident $name:literal ($($operand:ident: $input:ident),*) -> ($($output:ident),*),
        $effect:ident, $linear:expr, [$($value:expr),*] $(= $($result:ident),*)? : $($d:ident),* => [$($sensitivity:expr),*];
    )*) => {
        /// An operation on real scalars.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Primitive {
            $($(#[$doc])* $variant,)*
        }

        impl Primitive {
            /// All primitives.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name: that of the method of `num_traits::Float` where it is one.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The types of its inputs and of its outputs, at the scalar type named.
            #[must_use]
            pub fn signature(self, scalar: &Name) -> (Vec<Type>, Vec<Type>) {
                let (inputs, outputs): (&[Sort], &[Sort]) = match self {
                    $(Self::$variant => (&[$(Sort::$input,)*], &[$(Sort::$output,)*]),)*
                };
                let types = |sorts: &[Sort]| sorts.iter().map(|sort| sort.at(scalar)).collect();
                (types(inputs), types(outputs))
            }

            /// What it does beside giving its results: `clamp` panics on bounds in the wrong order, or that are not numbers.
            pub(crate) fn effect(self) -> Effect {
                match self {
                    $(Self::$variant => Effect::$effect,)*
                }
            }

            /// With which of its operands it is zero, if it is linear in them.
            pub(crate) fn linear(self) -> Linear {
                use Linear::{InAll, InEach, InNone};
                match self {
                    $(Self::$variant => $linear,)*
                }
            }
        }
    };
}
primitives!(vocabulary);

impl Primitive {
    /// Whether it panics on some operands.
    #[must_use]
    pub fn may_panic(self) -> bool {
        self.effect() == Effect::MayPanic
    }

    /// The primitive of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|primitive| primitive.name() == name)
    }
}

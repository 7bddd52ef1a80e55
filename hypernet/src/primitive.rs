//! Primitives: the operations on real scalars, with the whole vocabulary of `num_traits::Float`.

use crate::operation::Linear;
use crate::types::{Name, Type};

macro_rules! primitives {
    ($($(#[$doc:meta])* $variant:ident $name:literal ($($input:ident)*) -> ($($output:ident)*);)*) => {
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
        }
    };
}

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

primitives! {
    /// `-a`
    Neg "neg" (R) -> (R);
    /// `a + b`
    Add "add" (R R) -> (R);
    /// `a - b`
    Sub "sub" (R R) -> (R);
    /// `a * b`
    Mul "mul" (R R) -> (R);
    /// `a / b`
    Div "div" (R R) -> (R);
    /// `a % b`, the remainder of the division rounded towards zero
    Rem "rem" (R R) -> (R);
    /// Largest integer not above
    Floor "floor" (R) -> (R);
    /// Smallest integer not below
    Ceil "ceil" (R) -> (R);
    /// Nearest integer, half-way cases away from zero
    Round "round" (R) -> (R);
    /// Integer part
    Trunc "trunc" (R) -> (R);
    /// `a - trunc(a)`
    Fract "fract" (R) -> (R);
    /// Absolute value
    Abs "abs" (R) -> (R);
    /// `1` with the sign of the operand
    Signum "signum" (R) -> (R);
    /// `a * b + c`, rounded once
    MulAdd "mul_add" (R R R) -> (R);
    /// `1 / a`
    Recip "recip" (R) -> (R);
    /// `a` to an integer power
    Powi "powi" (R I) -> (R);
    /// `a` to a real power
    Powf "powf" (R R) -> (R);
    /// Square root
    Sqrt "sqrt" (R) -> (R);
    /// Cube root
    Cbrt "cbrt" (R) -> (R);
    /// `sqrt(a² + b²)`
    Hypot "hypot" (R R) -> (R);
    /// e to the power
    Exp "exp" (R) -> (R);
    /// 2 to the power
    Exp2 "exp2" (R) -> (R);
    /// `exp(a) - 1`
    ExpM1 "exp_m1" (R) -> (R);
    /// Natural logarithm
    Ln "ln" (R) -> (R);
    /// Logarithm of `a` to the base `b`
    Log "log" (R R) -> (R);
    /// Logarithm to the base 2
    Log2 "log2" (R) -> (R);
    /// Logarithm to the base 10
    Log10 "log10" (R) -> (R);
    /// `ln(1 + a)`
    Ln1p "ln_1p" (R) -> (R);
    /// Sine
    Sin "sin" (R) -> (R);
    /// Cosine
    Cos "cos" (R) -> (R);
    /// Tangent
    Tan "tan" (R) -> (R);
    /// Arcus sine
    Asin "asin" (R) -> (R);
    /// Arcus cosine
    Acos "acos" (R) -> (R);
    /// Arcus tangent
    Atan "atan" (R) -> (R);
    /// The angle of the point `(b, a)`
    Atan2 "atan2" (R R) -> (R);
    /// Sine and cosine
    SinCos "sin_cos" (R) -> (R R);
    /// Hyperbolic sine
    Sinh "sinh" (R) -> (R);
    /// Hyperbolic cosine
    Cosh "cosh" (R) -> (R);
    /// Hyperbolic tangent
    Tanh "tanh" (R) -> (R);
    /// Inverse hyperbolic sine
    Asinh "asinh" (R) -> (R);
    /// Inverse hyperbolic cosine
    Acosh "acosh" (R) -> (R);
    /// Inverse hyperbolic tangent
    Atanh "atanh" (R) -> (R);
    /// The greater
    Max "max" (R R) -> (R);
    /// The lesser
    Min "min" (R R) -> (R);
    /// `a` kept between `b` and `c`
    Clamp "clamp" (R R R) -> (R);
    /// `a - b` if that is positive, else `0`
    AbsSub "abs_sub" (R R) -> (R);
    /// The magnitude of `a` with the sign of `b`
    Copysign "copysign" (R R) -> (R);
    /// Radians to degrees
    ToDegrees "to_degrees" (R) -> (R);
    /// Degrees to radians
    ToRadians "to_radians" (R) -> (R);
    /// Remainder of Euclidean division
    RemEuclid "rem_euclid" (R R) -> (R);
    /// Quotient of Euclidean division
    DivEuclid "div_euclid" (R R) -> (R);
    /// Whether it is not a number
    IsNan "is_nan" (R) -> (B);
    /// Whether it is infinite
    IsInfinite "is_infinite" (R) -> (B);
    /// Whether it is finite
    IsFinite "is_finite" (R) -> (B);
    /// Whether it is neither zero, infinite, subnormal nor NaN
    IsNormal "is_normal" (R) -> (B);
    /// Whether it is subnormal
    IsSubnormal "is_subnormal" (R) -> (B);
    /// Whether its sign bit is clear
    IsSignPositive "is_sign_positive" (R) -> (B);
    /// Whether its sign bit is set
    IsSignNegative "is_sign_negative" (R) -> (B);
}

impl Primitive {
    /// Whether it panics on some operands: `clamp` on bounds in the wrong order, or that are not numbers.
    #[must_use]
    pub fn may_panic(self) -> bool {
        self == Self::Clamp
    }

    /// With which of its operands it is zero, if it is linear in them.
    pub(crate) fn linear(self) -> Linear {
        match self {
            Self::Neg | Self::ToDegrees | Self::ToRadians | Self::Div => Linear::InAll(0..1),
            Self::Add | Self::Sub => Linear::InAll(0..2),
            Self::Mul => Linear::InEach,
            Self::Rem
            | Self::Floor
            | Self::Ceil
            | Self::Round
            | Self::Trunc
            | Self::Fract
            | Self::Abs
            | Self::Signum
            | Self::MulAdd
            | Self::Recip
            | Self::Powi
            | Self::Powf
            | Self::Sqrt
            | Self::Cbrt
            | Self::Hypot
            | Self::Exp
            | Self::Exp2
            | Self::ExpM1
            | Self::Ln
            | Self::Log
            | Self::Log2
            | Self::Log10
            | Self::Ln1p
            | Self::Sin
            | Self::Cos
            | Self::Tan
            | Self::Asin
            | Self::Acos
            | Self::Atan
            | Self::Atan2
            | Self::SinCos
            | Self::Sinh
            | Self::Cosh
            | Self::Tanh
            | Self::Asinh
            | Self::Acosh
            | Self::Atanh
            | Self::Max
            | Self::Min
            | Self::Clamp
            | Self::AbsSub
            | Self::Copysign
            | Self::RemEuclid
            | Self::DivEuclid
            | Self::IsNan
            | Self::IsInfinite
            | Self::IsFinite
            | Self::IsNormal
            | Self::IsSubnormal
            | Self::IsSignPositive
            | Self::IsSignNegative => Linear::InNone,
        }
    }

    /// The primitive of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|primitive| primitive.name() == name)
    }
}

//! The pullbacks of the primitives.
//!
//! A line is `Name (operands) = results : sensitivities => [sensitivities of the operands];`, where `= results` stands
//! only where the rule uses them. The conventions where a primitive is not smooth:
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

use std::f64::consts::{LN_2, LN_10};

use super::term::Rule;
use crate::label::Comparison::{Eq, Gt, Le, Lt};
use crate::net::Hypernet;
use crate::primitive::Primitive;
use crate::types::Name;

/// Takes what a line of the table names out of a list; a line need not use all that it names.
macro_rules! take {
    ($from:ident: $($name:ident),*) => {
        let [$($name),*] = $from[..] else { unreachable!("the table has the primitive's signature") };
        let _ = ($($name,)*);
    };
}

macro_rules! rules {
    ($($primitive:ident ($($operand:ident),*) $(= $($result:ident),*)? : $($d:ident),* => [$($sensitivity:expr),*];)*) => {
        /// The pullback of a primitive at the scalar type of this name.
        pub(super) fn pullback(primitive: Primitive, scalar: &Name) -> Hypernet {
            let rule = Rule::new(scalar);
            let (inputs, outputs) = primitive.signature(scalar);
            let operands = rule.inputs(inputs);
            let tangent = outputs.iter().flat_map(|ty| ty.sensitivity().unwrap_or_default()).collect();
            let sensitivities = rule.inputs(tangent);
            match primitive {
                $(Primitive::$primitive => {
                    take!(operands: $($operand),*);
                    take!(sensitivities: $($d),*);
                    $(
                        let results = rule.primitive(primitive, &operands);
                        take!(results: $($result),*);
                    )?
                    rule.finish(&[$($sensitivity),*])
                })*
            }
        }
    };
}

rules! {
    Neg (a): d => [-d];
    Add (a, b): d => [d, d];
    Sub (a, b): d => [d, -d];
    Mul (a, b): d => [b * d, a * d];
    Div (a, b) = q: d => [d / b, -(d / b * q)];
    Rem (a, b) = y: d => [d, -(((a - y) / b).round() * d)];
    MulAdd (a, b, c): d => [b * d, a * d, d];
    Recip (a) = y: d => [-(y * y * d)];

    Floor (a): d => [a.zero()];
    Ceil (a): d => [a.zero()];
    Round (a): d => [a.zero()];
    Trunc (a): d => [a.zero()];
    Fract (a): d => [d];
    Signum (a): d => [a.zero()];

    Abs (a) = y: d => [y.is(Gt, 0.0).select(a.one().copysign(a) * d, a * d)];
    Copysign (a, b): d => [a.is(Eq, 0.0).drops(a.signum() * a.one().copysign(b) * d), a.zero()];
    Max (a, b) = y: d => [y.compare(Eq, a).keeps(d), y.compare(Eq, a).drops(d)];
    Min (a, b) = y: d => [y.compare(Eq, a).keeps(d), y.compare(Eq, a).drops(d)];
    Clamp (a, b, c): d => [
        a.compare(Lt, b).or(a.compare(Gt, c)).drops(d), a.compare(Lt, b).keeps(d), a.compare(Gt, c).keeps(d)
    ];
    AbsSub (a, b): d => [a.compare(Le, b).drops(d), a.compare(Le, b).drops(-d)];
    RemEuclid (a, b) = y: d => [d, -((a / b - y / b).round() * d)];
    DivEuclid (a, b): d => [a.zero(), a.zero()];

    Powi (a, n): d => [
        n.integer_is_zero().drops(n.integer_as_real() * a.powi(n.integer_less_one()) * d)
    ];
    Powf (a, b) = y: d => [
        {
            // The call comes before the condition, which need not be kept across it then.
            let _ = y * a.ln();
            (b * y).is_normal().select(b * y / a, b / b.is(Eq, 0.0).select(a.one(), a).powf(1.0 - b)) * d
        },
        (b * y).is_normal().select(y * a.ln() * d, y.is(Eq, 0.0).drops(y * a.ln() * d))
    ];
    Sqrt (a) = y: d => [0.5 * d / y];
    Cbrt (a) = y: d => [d / (3.0 * (y * y))];
    Hypot (a, b) = y: d => [a / y * d, b / y * d];

    Exp (a) = y: d => [y * d];
    Exp2 (a) = y: d => [LN_2 * y * d];
    ExpM1 (a) = y: d => [(y + 1.0) * d];
    Ln (a): d => [d / a];
    Log (a, b) = y: d => [d / (a * b.ln()), -(y / b.ln() / b * d)];
    Log2 (a): d => [d / (LN_2 * a)];
    Log10 (a): d => [d / (LN_10 * a)];
    Ln1p (a): d => [d / (1.0 + a)];

    Sin (a): d => [a.cos() * d];
    Cos (a): d => [-(a.sin() * d)];
    Tan (a) = y: d => [(1.0 + y * y) * d];
    SinCos (a) = s, c: d, e => [c * d - s * e];
    Asin (a): d => [d / ((1.0 - a) * (1.0 + a)).sqrt()];
    Acos (a): d => [-(d / ((1.0 - a) * (1.0 + a)).sqrt())];
    Atan (a): d => [d / (1.0 + a * a)];
    Atan2 (a, b): d => [d / (b + a * (a / b)), -(d / (a + b * (b / a)))];
    ToDegrees (a): d => [d.to_degrees()];
    ToRadians (a): d => [d.to_radians()];

    Sinh (a): d => [a.cosh() * d];
    Cosh (a): d => [a.sinh() * d];
    Tanh (a) = y: d => [(1.0 - y * y) * d];
    Asinh (a): d => [d / a.hypot(a.one())];
    Acosh (a): d => [d / ((a - 1.0).sqrt() * (a + 1.0).sqrt())];
    Atanh (a): d => [d / ((1.0 - a) * (1.0 + a))];

    IsNan (a): => [a.zero()];
    IsInfinite (a): => [a.zero()];
    IsFinite (a): => [a.zero()];
    IsNormal (a): => [a.zero()];
    IsSubnormal (a): => [a.zero()];
    IsSignPositive (a): => [a.zero()];
    IsSignNegative (a): => [a.zero()];
}

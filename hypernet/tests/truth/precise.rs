//! The partial derivatives of the primitives to two hundred bits: closed forms in the operands alone, without over- or
//! underflow, rounded once.

use dashu_float::{FBig, round::mode::HalfEven};
use hypernet::Primitive;

/// A number of [`BITS`] bits with an exponent of any size.
pub(crate) type Number = FBig<HalfEven, 2>;

const BITS: usize = 200;

/// A finite number.
pub(crate) fn number(x: f64) -> Number {
    Number::try_from(x + 0.0).expect("a finite number").with_precision(BITS).value()
}

fn one() -> Number {
    number(1.0)
}

/// `e` to this power. What is far out of the range of `f64` stays far out of it, and is not computed.
fn exp(x: &Number) -> Number {
    x.clone().max(number(-3000.0)).min(number(3000.0)).exp()
}

fn square(x: &Number) -> Number {
    x * x
}

/// `a` over `b`; none where `b` is zero.
fn over(a: Number, b: &Number) -> Option<Number> {
    (*b != Number::ZERO).then(|| a / b)
}

/// One over the square root; none at and beyond the branch point.
fn inverse_root(square: &Number) -> Option<Number> {
    (*square > Number::ZERO).then(|| one() / square.sqrt())
}

/// The natural logarithm; none where it is not a number.
fn ln(x: &Number) -> Option<Number> {
    (*x > Number::ZERO).then(|| x.ln())
}

/// The largest integer not above.
fn floor(x: &Number) -> Number {
    x.floor().with_precision(BITS).value()
}

/// The partial derivatives at a point: a list for each real result, with an entry for each real operand; `None` where
/// there is no derivative, or none that is finite. `n` is the exponent of `powi`.
///
/// The list is empty for primitives whose partial derivatives are operands and constants, so that nothing is computed.
pub(crate) fn precise(primitive: Primitive, operands: &[f64], n: i32) -> Vec<Vec<Option<Number>>> {
    use Primitive as P;
    let at = |i: usize| number(operands.get(i).copied().unwrap_or(0.0));
    let (a, b) = (&at(0), &at(1));
    let inside = |inside: bool, derivative: Option<Number>| vec![vec![derivative.filter(|_| inside)]];
    let one_of = |derivative: Option<Number>| vec![vec![derivative]];
    match primitive {
        P::Neg
        | P::Add
        | P::Sub
        | P::Mul
        | P::MulAdd
        | P::Floor
        | P::Ceil
        | P::Round
        | P::Trunc
        | P::Fract
        | P::Signum
        | P::Abs
        | P::Copysign
        | P::Max
        | P::Min
        | P::Clamp
        | P::AbsSub
        | P::DivEuclid
        | P::IsNan
        | P::IsInfinite
        | P::IsFinite
        | P::IsNormal
        | P::IsSubnormal
        | P::IsSignPositive
        | P::IsSignNegative => Vec::new(),

        P::Div => vec![vec![over(one(), b), over(-a.clone(), &square(b))]],
        P::Recip => one_of(over(-one(), &square(a))),
        P::Rem => vec![vec![Some(one()), over(a.clone(), b).map(|quotient| -quotient.trunc())]],
        P::RemEuclid => {
            let sign = if *b < Number::ZERO { -one() } else { one() };
            let floors = over(a.clone(), &(b * &sign)).map(|quotient| -floor(&quotient) * sign);
            vec![vec![Some(one()), floors]]
        }

        P::Powi if n == 0 => one_of(Some(Number::ZERO)),
        P::Powi => one_of(integer_power(a, i64::from(n) - 1).map(|power| number(n.into()) * power)),
        P::Powf => powf(operands[0], operands[1]),
        P::Sqrt => inside(*a >= Number::ZERO, inverse_root(&(number(4.0) * a))),
        P::Cbrt => {
            let square = square(a);
            let root = if square == Number::ZERO { square } else { square.nth_root(3) };
            one_of(over(one(), &(number(3.0) * root)))
        }
        P::Hypot => {
            let inverse = inverse_root(&(square(a) + square(b)));
            vec![vec![inverse.clone().map(|inverse| a * inverse), inverse.map(|inverse| b * inverse)]]
        }

        P::Exp | P::ExpM1 => one_of(Some(exp(a))),
        P::Exp2 => {
            let ln_2 = number(2.0).ln();
            one_of(Some(exp(&(a * &ln_2)) * ln_2))
        }
        P::Ln => inside(*a > Number::ZERO, over(one(), a)),
        P::Log => {
            let (ln_a, ln_b) = (ln(a), ln(b));
            let (Some(ln_a), Some(ln_b)) = (ln_a, ln_b) else { return vec![vec![None, None]] };
            vec![vec![over(one(), &(a * &ln_b)), over(-ln_a, &(b * square(&ln_b)))]]
        }
        P::Log2 => inside(*a > Number::ZERO, over(one(), &(a * number(2.0).ln()))),
        P::Log10 => inside(*a > Number::ZERO, over(one(), &(a * number(10.0).ln()))),
        P::Ln1p => inside(*a > -one(), over(one(), &(one() + a))),

        P::Sin => one_of(Some(a.cos())),
        P::Cos => one_of(Some(-a.sin())),
        P::SinCos => vec![vec![Some(a.cos())], vec![Some(-a.sin())]],
        P::Tan => one_of(over(one(), &square(&a.cos()))),
        P::Asin => one_of(inverse_root(&(one() - square(a)))),
        P::Acos => one_of(inverse_root(&(one() - square(a))).map(|derivative| -derivative)),
        P::Atan => one_of(over(one(), &(one() + square(a)))),
        P::Atan2 => {
            let square = square(a) + square(b);
            vec![vec![over(b.clone(), &square), over(-a.clone(), &square)]]
        }
        P::ToDegrees => one_of(Some(number(180.0) / Number::pi(BITS))),
        P::ToRadians => one_of(Some(Number::pi(BITS) / number(180.0))),

        P::Sinh | P::Cosh => {
            let kept = a.clone().max(number(-3000.0)).min(number(3000.0));
            one_of(Some(if primitive == P::Sinh { kept.cosh() } else { kept.sinh() }))
        }
        P::Tanh => {
            let twice = exp(&(number(2.0) * a));
            one_of(over(number(4.0) * &twice, &square(&(one() + twice))))
        }
        P::Asinh => one_of(inverse_root(&(square(a) + one()))),
        P::Acosh => inside(*a >= one(), inverse_root(&(square(a) - one()))),
        P::Atanh => inside(square(a) < one(), over(one(), &(one() - square(a)))),
    }
}

/// `a` to an integer power.
fn integer_power(a: &Number, n: i64) -> Option<Number> {
    if n == 0 {
        return Some(one());
    }
    if *a == Number::ZERO {
        return (n > 0).then_some(Number::ZERO);
    }
    let magnitude = exp(&(a.clone().max(-a.clone()).ln() * Number::from(n)));
    Some(if *a < Number::ZERO && n % 2 != 0 { -magnitude } else { magnitude })
}

/// `a` to a real power; the exponents at a base of zero or below are integers.
fn powf(a: f64, b: f64) -> Vec<Vec<Option<Number>>> {
    let (base, exponent) = (number(a), number(b));
    let Some(ln) = ln(&base) else {
        #[expect(clippy::cast_possible_truncation, reason = "exponents beyond are left out")]
        let n = (b.fract() == 0.0 && b.abs() < 1e15).then_some(b as i64);
        let by_base = n.and_then(|n| integer_power(&base, n - 1)).map(|power| exponent * power);
        return vec![vec![by_base, None]];
    };
    let power = |exponent: Number| exp(&(exponent * &ln));
    vec![vec![Some(&exponent * power(&exponent - one())), Some(power(exponent) * &ln)]]
}

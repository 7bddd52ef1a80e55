//! The partial derivatives of the primitives, from a table of derivatives and not from the crate: closed forms in the
//! operands alone, wherever possible other ones than those that the crate uses.

#![expect(clippy::many_single_char_names, reason = "operands and exponents by their usual letters")]

use hypernet::Primitive;

/// The matrix of partial derivatives at a point: a row for each real result, a column for each real operand. `n` is the
/// exponent of `powi`.
pub(crate) fn partials(primitive: Primitive, operands: &[f64], n: i32) -> Vec<Vec<f64>> {
    use Primitive as P;
    let at = |i: usize| operands.get(i).copied().unwrap_or(f64::NAN);
    let (a, b, c) = (at(0), at(1), at(2));
    let one = |x: f64| vec![vec![x]];
    let two = |x: f64, y: f64| vec![vec![x, y]];
    let sign = |x: f64| if x == 0.0 { 0.0 } else { x / x.abs() };
    let corner = |x: f64, y: f64, takes_x: bool| if takes_x { (x, 0.0) } else { (0.0, y) };
    match primitive {
        P::Neg => one(-1.0),
        P::Add => two(1.0, 1.0),
        P::Sub => two(1.0, -1.0),
        P::Mul => two(b, a),
        P::Div => two(b.powi(-1), -a * b.powi(-2)),
        P::Rem => two(1.0, -((a - a % b) / b).round()),
        P::RemEuclid => two(1.0, -((a - a.rem_euclid(b)) / b).round()),
        P::Floor | P::Ceil | P::Round | P::Trunc | P::Signum => one(0.0),
        P::DivEuclid => two(0.0, 0.0),
        P::Fract => one(1.0),
        P::Abs => one(sign(a)),
        P::MulAdd => vec![vec![b, a, 1.0]],
        P::Recip => one(-a.powi(-2)),
        P::Powi => one(if n == 0 { 0.0 } else { f64::from(n) * a.abs().powf(f64::from(n) - 1.0) * odd(a, n - 1) }),
        P::Powf => two(if b == 0.0 { 0.0 } else { b * a.powf(b) / a }, a.powf(b) * a.log2() / std::f64::consts::LOG2_E),
        P::Sqrt => one(0.5 * a.powf(-0.5)),
        P::Cbrt => one(a.abs().powf(-2.0 / 3.0) / 3.0),
        P::Hypot => two(a / (a * a + b * b).sqrt(), b / (a * a + b * b).sqrt()),
        P::Exp | P::ExpM1 => one(a.exp()),
        P::Exp2 => one((a * 2f64.ln()).exp() * 2f64.ln()),
        P::Ln => one(a.recip()),
        P::Log => two(1.0 / (a * b.ln()), -a.ln() / (b * b.ln() * b.ln())),
        P::Log2 => one(std::f64::consts::LOG2_E / a),
        P::Log10 => one(std::f64::consts::LOG10_E / a),
        P::Ln1p => one((1.0 + a).recip()),
        P::Sin => one(a.cos()),
        P::Cos => one(-a.sin()),
        P::Tan => one(a.cos().powi(-2)),
        P::SinCos => vec![vec![a.cos()], vec![-a.sin()]],
        P::Asin => one(1.0 / (1.0 - a * a).sqrt()),
        P::Acos => one(-1.0 / (1.0 - a * a).sqrt()),
        P::Atan => one(a.atan().cos().powi(2)),
        P::Atan2 => two(b / a.hypot(b).powi(2), -a / a.hypot(b).powi(2)),
        P::Sinh => one(f64::midpoint(a.exp(), (-a).exp())),
        P::Cosh => one((a.exp() - (-a).exp()) / 2.0),
        P::Tanh => one(a.cosh().powi(-2)),
        P::Asinh => one(1.0 / a.hypot(1.0)),
        P::Acosh => one(1.0 / a.acosh().sinh()),
        P::Atanh => one(a.atanh().cosh().powi(2)),
        P::Max => {
            let (x, y) = corner(1.0, 1.0, a >= b);
            two(x, y)
        }
        P::Min => {
            let (x, y) = corner(1.0, 1.0, a <= b);
            two(x, y)
        }
        P::Clamp => vec![match () {
            () if a < b => vec![0.0, 1.0, 0.0],
            () if a > c => vec![0.0, 0.0, 1.0],
            () => vec![1.0, 0.0, 0.0],
        }],
        P::AbsSub => {
            if a > b {
                two(1.0, -1.0)
            } else {
                two(0.0, 0.0)
            }
        }
        P::Copysign => two(sign(a) * sign(b), 0.0),
        P::ToDegrees => one(180.0 / std::f64::consts::PI),
        P::ToRadians => one(std::f64::consts::PI / 180.0),
        P::IsNan
        | P::IsInfinite
        | P::IsFinite
        | P::IsNormal
        | P::IsSubnormal
        | P::IsSignPositive
        | P::IsSignNegative => Vec::new(),
    }
}

/// The sign of `a` to the power `n`.
fn odd(a: f64, n: i32) -> f64 {
    if a < 0.0 && n % 2 != 0 { -1.0 } else { 1.0 }
}

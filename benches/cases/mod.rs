//! Scalar functions of different shape, each with its gradient written by hand: as someone writes it who knows the
//! derivatives, shares every common factor and recomputes nothing.

#![expect(
    clippy::many_single_char_names,
    clippy::too_many_lines,
    clippy::too_many_arguments,
    reason = "formulas as they are, of as many parameters as they have"
)]

use std::hint::black_box;

/// A function to measure.
pub(crate) struct Case {
    /// The module of its three measured functions.
    pub(crate) name: &'static str,
    pub(crate) shape: &'static str,
    /// Calls each of the measured functions once at every point.
    pub(crate) run: fn(),
    /// The largest relative difference, over all points, between the generated gradient and the one written by hand.
    pub(crate) largest_error: fn() -> f64,
}

/// The number of points at which each function is called.
const POINTS: u32 = 64;

/// Coordinate `coordinate` of point `point`, between `low` and `high`: a low-discrepancy sequence (Roberts's, with a
/// generator per coordinate).
fn sample(point: u32, coordinate: i32, low: f64, high: f64) -> f64 {
    const GENERATOR: f64 = 1.112_775_684_278_705_5;
    let fraction = (0.5 + f64::from(point) * GENERATOR.powi(-1 - coordinate)).fract();
    low + (high - low) * fraction
}

/// The numbers in a gradient, whatever its shape.
trait Entries {
    fn entries(self) -> Vec<f64>;
}

impl Entries for f64 {
    fn entries(self) -> Vec<f64> {
        vec![self]
    }
}

macro_rules! entries {
    ($($count:literal: ($($scalar:ident),+)),+ $(,)?) => {
        $(impl Entries for ($($scalar,)+) {
            fn entries(self) -> Vec<f64> {
                <[f64; $count]>::from(self).to_vec()
            }
        })+
    };
}
entries! {
    2: (f64, f64),
    3: (f64, f64, f64),
    4: (f64, f64, f64, f64),
    5: (f64, f64, f64, f64, f64),
    7: (f64, f64, f64, f64, f64, f64, f64),
}

/// Declares the measured functions of a case, which is named like its module: the differentiable function `f` of the
/// module, `f::value_and_grad`, and `by_hand`, each in a function that is never inlined, so that valgrind sees its calls.
macro_rules! measure {
    ($name:ident: $shape:literal, ($($parameter:ident: $low:literal .. $high:literal),+) -> $gradient:ty) => {
        use super::{Case, Entries, POINTS, black_box, sample};

        pub(crate) const CASE: Case = Case {
            name: stringify!($name),
            shape: $shape,
            run,
            largest_error,
        };

        #[inline(never)]
        fn measure_primal($($parameter: f64),+) -> f64 {
            f($($parameter),+)
        }

        #[inline(never)]
        fn measure_gradient($($parameter: f64),+) -> (f64, $gradient) {
            f::value_and_grad($($parameter),+)
        }

        #[inline(never)]
        fn measure_by_hand($($parameter: f64),+) -> (f64, $gradient) {
            by_hand($($parameter),+)
        }

        fn points() -> impl Iterator<Item = [f64; [$($low),+].len()]> {
            (0..POINTS).map(|point| {
                let mut coordinates = 0..;
                [$({
                    let coordinate = coordinates.next().expect("the coordinates are unbounded");
                    sample(point, coordinate, $low, $high)
                }),+]
            })
        }

        fn run() {
            for point in points() {
                let [$($parameter),+] = black_box(point);
                black_box(measure_primal($($parameter),+));
                black_box(measure_gradient($($parameter),+));
                black_box(measure_by_hand($($parameter),+));
            }
        }

        fn largest_error() -> f64 {
            let mut largest = 0.0_f64;
            for [$($parameter),+] in points() {
                let (value, gradient) = measure_gradient($($parameter),+);
                let (expected_value, expected_gradient) = measure_by_hand($($parameter),+);
                let found = std::iter::once(value).chain(gradient.entries());
                let expected = std::iter::once(expected_value).chain(expected_gradient.entries());
                for (found, expected) in found.zip(expected) {
                    let error = (found - expected).abs() / (1.0 + expected.abs());
                    // `max` would drop a NaN.
                    largest = if error.is_nan() || error > largest { error } else { largest };
                }
            }
            largest
        }
    };
}

pub(crate) const CASES: &[Case] = &[
    paper::CASE,
    chain::CASE,
    thurber::CASE,
    black_scholes::CASE,
    nest::CASE,
    rosenbrock::CASE,
    branches::CASE,
    transcendental::CASE,
    powers::CASE,
    calls::CASE,
    functionals::CASE,
    composed::CASE,
];

mod paper {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64) -> f64 {
        let mul = |y| x * y;
        mul(x) + x
    }

    fn by_hand(x: f64) -> (f64, f64) {
        (x * x + x, x + x + 1.0)
    }

    measure!(paper: "the paper's example", (x: -2.0..2.0) -> f64);
}

mod chain {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64) -> f64 {
        let f1 = |v: f64| v * v + 0.25;
        let f2 = |v: f64| {
            let w = f1(v);
            1.0 / (1.0 + w)
        };
        let f3 = |v: f64| {
            let w = f2(v);
            w * (1.5 - w)
        };
        let f4 = |v: f64| {
            let w = f3(v);
            0.8 * w + 0.1
        };
        let f5 = |v: f64| {
            let w = f4(v);
            (w + 0.5).sqrt()
        };
        let f6 = |v: f64| {
            let w = f5(v);
            w / (2.0 + w)
        };
        let f7 = |v: f64| {
            let w = f6(v);
            w * w + 0.25
        };
        let f8 = |v: f64| {
            let w = f7(v);
            1.0 / (1.0 + w)
        };
        let f9 = |v: f64| {
            let w = f8(v);
            w * (1.5 - w)
        };
        let f10 = |v: f64| {
            let w = f9(v);
            0.8 * w + 0.1
        };
        let f11 = |v: f64| {
            let w = f10(v);
            (w + 0.5).sqrt()
        };
        let f12 = |v: f64| {
            let w = f11(v);
            w / (2.0 + w)
        };
        let f13 = |v: f64| {
            let w = f12(v);
            w * w + 0.25
        };
        let f14 = |v: f64| {
            let w = f13(v);
            1.0 / (1.0 + w)
        };
        let f15 = |v: f64| {
            let w = f14(v);
            w * (1.5 - w)
        };
        let f16 = |v: f64| {
            let w = f15(v);
            0.8 * w + 0.1
        };
        let f17 = |v: f64| {
            let w = f16(v);
            (w + 0.5).sqrt()
        };
        let f18 = |v: f64| {
            let w = f17(v);
            w / (2.0 + w)
        };
        let f19 = |v: f64| {
            let w = f18(v);
            w * w + 0.25
        };
        let f20 = |v: f64| {
            let w = f19(v);
            1.0 / (1.0 + w)
        };
        let f21 = |v: f64| {
            let w = f20(v);
            w * (1.5 - w)
        };
        let f22 = |v: f64| {
            let w = f21(v);
            0.8 * w + 0.1
        };
        let f23 = |v: f64| {
            let w = f22(v);
            (w + 0.5).sqrt()
        };
        let f24 = |v: f64| {
            let w = f23(v);
            w / (2.0 + w)
        };
        let f25 = |v: f64| {
            let w = f24(v);
            w * w + 0.25
        };
        let f26 = |v: f64| {
            let w = f25(v);
            1.0 / (1.0 + w)
        };
        let f27 = |v: f64| {
            let w = f26(v);
            w * (1.5 - w)
        };
        let f28 = |v: f64| {
            let w = f27(v);
            0.8 * w + 0.1
        };
        let f29 = |v: f64| {
            let w = f28(v);
            (w + 0.5).sqrt()
        };
        let f30 = |v: f64| {
            let w = f29(v);
            w / (2.0 + w)
        };
        f30(x)
    }

    fn by_hand(x: f64) -> (f64, f64) {
        let v1 = x * x + 0.25;
        let d = x + x;
        let v2 = 1.0 / (1.0 + v1);
        let d = -d * v2 * v2;
        let t3 = 1.5 - v2;
        let v3 = v2 * t3;
        let d = d * (t3 - v2);
        let v4 = 0.8 * v3 + 0.1;
        let d = d * 0.8;
        let v5 = (v4 + 0.5).sqrt();
        let d = d * 0.5 / v5;
        let t6 = 2.0 + v5;
        let v6 = v5 / t6;
        let d = d * (1.0 - v6) / t6;
        let v7 = v6 * v6 + 0.25;
        let d = d * (v6 + v6);
        let v8 = 1.0 / (1.0 + v7);
        let d = -d * v8 * v8;
        let t9 = 1.5 - v8;
        let v9 = v8 * t9;
        let d = d * (t9 - v8);
        let v10 = 0.8 * v9 + 0.1;
        let d = d * 0.8;
        let v11 = (v10 + 0.5).sqrt();
        let d = d * 0.5 / v11;
        let t12 = 2.0 + v11;
        let v12 = v11 / t12;
        let d = d * (1.0 - v12) / t12;
        let v13 = v12 * v12 + 0.25;
        let d = d * (v12 + v12);
        let v14 = 1.0 / (1.0 + v13);
        let d = -d * v14 * v14;
        let t15 = 1.5 - v14;
        let v15 = v14 * t15;
        let d = d * (t15 - v14);
        let v16 = 0.8 * v15 + 0.1;
        let d = d * 0.8;
        let v17 = (v16 + 0.5).sqrt();
        let d = d * 0.5 / v17;
        let t18 = 2.0 + v17;
        let v18 = v17 / t18;
        let d = d * (1.0 - v18) / t18;
        let v19 = v18 * v18 + 0.25;
        let d = d * (v18 + v18);
        let v20 = 1.0 / (1.0 + v19);
        let d = -d * v20 * v20;
        let t21 = 1.5 - v20;
        let v21 = v20 * t21;
        let d = d * (t21 - v20);
        let v22 = 0.8 * v21 + 0.1;
        let d = d * 0.8;
        let v23 = (v22 + 0.5).sqrt();
        let d = d * 0.5 / v23;
        let t24 = 2.0 + v23;
        let v24 = v23 / t24;
        let d = d * (1.0 - v24) / t24;
        let v25 = v24 * v24 + 0.25;
        let d = d * (v24 + v24);
        let v26 = 1.0 / (1.0 + v25);
        let d = -d * v26 * v26;
        let t27 = 1.5 - v26;
        let v27 = v26 * t27;
        let d = d * (t27 - v26);
        let v28 = 0.8 * v27 + 0.1;
        let d = d * 0.8;
        let v29 = (v28 + 0.5).sqrt();
        let d = d * 0.5 / v29;
        let t30 = 2.0 + v29;
        let v30 = v29 / t30;
        let d = d * (1.0 - v30) / t30;
        (v30, d)
    }

    measure!(chain: "30 closures, each captures the one before", (x: 0.1..1.0) -> f64);
}

mod thurber {
    use backprop::differentiable;

    #[differentiable(wrt(b1, b2, b3, b4, b5, b6, b7))]
    fn f(x: f64, b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64) -> f64 {
        let cubic = |c0, c1, c2, c3| c0 + x * (c1 + x * (c2 + x * c3));
        cubic(b1, b2, b3, b4) / cubic(1.0, b5, b6, b7)
    }

    type Gradient = (f64, f64, f64, f64, f64, f64, f64);

    fn by_hand(x: f64, b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64) -> (f64, Gradient) {
        let numerator = b1 + x * (b2 + x * (b3 + x * b4));
        let denominator = 1.0 + x * (b5 + x * (b6 + x * b7));
        let value = numerator / denominator;
        let d1 = 1.0 / denominator;
        let d2 = d1 * x;
        let d3 = d2 * x;
        let d4 = d3 * x;
        (value, (d1, d2, d3, d4, -value * d2, -value * d3, -value * d4))
    }

    measure!(
        thurber: "rational, seven parameters, a closure used twice",
        (
            x: -3.0..2.2,
            b1: 1000.0..1300.0,
            b2: 1000.0..1500.0,
            b3: 400.0..600.0,
            b4: 40.0..80.0,
            b5: 0.7..1.0,
            b6: 0.3..0.4,
            b7: 0.03..0.05
        ) -> Gradient
    );
}

mod black_scholes {
    use backprop::differentiable;

    /// The price of a call option, with Bowling's logistic approximation of the normal distribution function.
    #[differentiable]
    fn f(spot: f64, strike: f64, time: f64, rate: f64, volatility: f64) -> f64 {
        let normal = |z: f64| 1.0 / (1.0 + (-z * (1.5976 + 0.070_565_992 * z * z)).exp());
        let discount = |amount: f64| amount * (-rate * time).exp();
        let deviation = volatility * time.sqrt();
        let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
        spot * normal(d1) - discount(strike) * normal(d1 - deviation)
    }

    type Gradient = (f64, f64, f64, f64, f64);

    fn by_hand(spot: f64, strike: f64, time: f64, rate: f64, volatility: f64) -> (f64, Gradient) {
        let root = time.sqrt();
        let deviation = volatility * root;
        let drift = rate + 0.5 * volatility * volatility;
        let d1 = ((spot / strike).ln() + drift * time) / deviation;
        let d2 = d1 - deviation;
        let scaled1 = 0.070_565_992 * d1 * d1;
        let scaled2 = 0.070_565_992 * d2 * d2;
        let exp1 = (-d1 * (1.5976 + scaled1)).exp();
        let exp2 = (-d2 * (1.5976 + scaled2)).exp();
        let normal1 = 1.0 / (1.0 + exp1);
        let normal2 = 1.0 / (1.0 + exp2);
        let factor = (-rate * time).exp();
        let discounted = strike * factor;
        let value = spot * normal1 - discounted * normal2;

        let d_d1 = spot * (normal1 * normal1 * exp1 * (1.5976 + 3.0 * scaled1));
        let d_d2 = -discounted * (normal2 * normal2 * exp2 * (1.5976 + 3.0 * scaled2));
        let d_log = (d_d1 + d_d2) / deviation;
        let d_deviation = -d_log * d1 - d_d2;
        let d_exponent = discounted * normal2;
        let gradient = (
            normal1 + d_log / spot,
            -factor * normal2 - d_log / strike,
            d_log * drift + d_exponent * rate + d_deviation * volatility * 0.5 / root,
            (d_log + d_exponent) * time,
            d_log * time * volatility + d_deviation * root,
        );
        (value, gradient)
    }

    measure!(
        black_scholes: "exp, ln, sqrt; two closures, one used twice",
        (spot: 80.0..120.0, strike: 80.0..120.0, time: 0.2..2.0, rate: 0.01..0.05, volatility: 0.1..0.4) -> Gradient
    );
}

mod nest {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let outer = |a: f64| {
            let inner = |b: f64| a * b + x;
            inner(a) * inner(y)
        };
        outer(x) + outer(y)
    }

    fn by_hand(x: f64, y: f64) -> (f64, (f64, f64)) {
        let p = x * x + x;
        let q = x * y + x;
        let r = y * y + x;
        let d_r = r + r;
        (p * q + r * r, ((x + x + 1.0) * q + p * (y + 1.0) + d_r, p * x + d_r * (y + y)))
    }

    measure!(nest: "a closure inside a closure, both called twice", (x: -1.0..1.0, y: -1.0..1.0) -> (f64, f64));
}

mod rosenbrock {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let square = |v: f64| v * v;
        square(1.0 - x) + 100.0 * square(y - square(x))
    }

    fn by_hand(x: f64, y: f64) -> (f64, (f64, f64)) {
        let a = 1.0 - x;
        let b = y - x * x;
        let d_b = 200.0 * b;
        (a * a + 100.0 * (b * b), (-2.0 * (a + d_b * x), d_b))
    }

    measure!(rosenbrock: "a closure called three times", (x: -2.0..2.0, y: -1.0..3.0) -> (f64, f64));
}

mod branches {
    use backprop::differentiable;

    /// Huber's loss of a linear model.
    #[differentiable]
    fn f(slope: f64, offset: f64, x: f64, y: f64, delta: f64) -> f64 {
        let residual = slope * x + offset - y;
        if residual > delta {
            delta * (residual - 0.5 * delta)
        } else if residual < -delta {
            delta * (-residual - 0.5 * delta)
        } else {
            0.5 * residual * residual
        }
    }

    type Gradient = (f64, f64, f64, f64, f64);

    fn by_hand(slope: f64, offset: f64, x: f64, y: f64, delta: f64) -> (f64, Gradient) {
        let residual = slope * x + offset - y;
        let (value, d_residual, d_delta) = if residual > delta {
            (delta * (residual - 0.5 * delta), delta, residual - delta)
        } else if residual < -delta {
            (delta * (-residual - 0.5 * delta), -delta, -residual - delta)
        } else {
            (0.5 * residual * residual, residual, 0.0)
        };
        (value, (d_residual * x, d_residual, d_residual * slope, -d_residual, d_delta))
    }

    measure!(
        branches: "if and else",
        (slope: -1.0..1.0, offset: -1.0..1.0, x: -2.0..2.0, y: -2.0..2.0, delta: 0.5..1.5) -> Gradient
    );
}

mod transcendental {
    use backprop::differentiable;

    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let wave = x.sin() * (-y).exp();
        wave.tanh() + (1.0 + x * x).ln() * y.atan2(x) + (x * y).cos().cbrt()
    }

    fn by_hand(x: f64, y: f64) -> (f64, (f64, f64)) {
        let (sin, cos) = x.sin_cos();
        let decay = (-y).exp();
        let wave = sin * decay;
        let tanh = wave.tanh();
        let square = x * x;
        let quadratic = 1.0 + square;
        let ln = quadratic.ln();
        let angle = y.atan2(x);
        let (sin_product, cos_product) = (x * y).sin_cos();
        let root = cos_product.cbrt();
        let d_wave = 1.0 - tanh * tanh;
        let d_product = -sin_product / (3.0 * root * root);
        let d_angle = ln / (square + y * y);
        let dx = d_wave * decay * cos + angle * (x + x) / quadratic - d_angle * y + d_product * y;
        let dy = d_angle * x + d_product * x - d_wave * wave;
        (tanh + ln * angle + root, (dx, dy))
    }

    measure!(transcendental: "sin, exp, tanh, ln, atan2, cos, cbrt", (x: 0.2..1.2, y: 0.2..1.2) -> (f64, f64));
}

mod powers {
    use backprop::differentiable;

    /// The Lennard-Jones potential with a soft wall of any exponent.
    #[differentiable]
    fn f(distance: f64, sigma: f64, epsilon: f64, exponent: f64) -> f64 {
        let ratio = sigma / distance;
        epsilon * (ratio.powi(12) - ratio.powi(6)) + distance.powf(exponent)
    }

    type Gradient = (f64, f64, f64, f64);

    fn by_hand(distance: f64, sigma: f64, epsilon: f64, exponent: f64) -> (f64, Gradient) {
        let ratio = sigma / distance;
        let square = ratio * ratio;
        let sixth = square * square * square;
        let twelfth = sixth * sixth;
        let power = distance.powf(exponent);
        let shape = twelfth - sixth;
        // The derivative by `ratio`, times `ratio`.
        let slope = epsilon * (12.0 * twelfth - 6.0 * sixth);
        let gradient = ((exponent * power - slope) / distance, slope / sigma, shape, power * distance.ln());
        (epsilon * shape + power, gradient)
    }

    measure!(
        powers: "powi and powf",
        (distance: 0.8..2.0, sigma: 0.8..1.2, epsilon: 0.5..1.5, exponent: 1.5..3.5) -> Gradient
    );
}

mod calls {
    use backprop::differentiable;

    #[differentiable]
    fn affine(weight: f64, bias: f64, x: f64) -> f64 {
        weight * x + bias
    }

    #[differentiable]
    fn softplus(z: f64) -> f64 {
        z.exp().ln_1p()
    }

    /// The negative logarithm of the likelihood of label `y` in a logistic regression.
    #[differentiable(wrt(weight, bias))]
    fn f(weight: f64, bias: f64, x: f64, y: f64) -> f64 {
        let z = affine(weight, bias, x);
        softplus(z) - y * z
    }

    fn by_hand(weight: f64, bias: f64, x: f64, y: f64) -> (f64, (f64, f64)) {
        let z = weight * x + bias;
        let exp = z.exp();
        let d_z = exp / (1.0 + exp) - y;
        (exp.ln_1p() - y * z, (d_z * x, d_z))
    }

    measure!(
        calls: "calls of two differentiable functions",
        (weight: -1.0..1.0, bias: -1.0..1.0, x: -2.0..2.0, y: 0.0..1.0) -> (f64, f64)
    );
}

mod functionals {
    use backprop::differentiable;
    use fixture_functionals::{integrate, twice};

    /// Through three levels of functions of functions of another crate, the integral with two of its own.
    #[differentiable]
    fn f(a: f64, k: f64, x: f64) -> f64 {
        twice(|v: f64| integrate(|t: f64| a * (k * t + v).sin(), 0.0, 1.0), x)
    }

    /// The nodes of the rule: `1/4 ± 1/4√3` and `3/4 ± 1/4√3`; each has the weight 1/4.
    const NODES: [f64; 4] =
        [0.105_662_432_702_593_56, 0.394_337_567_297_406_44, 0.605_662_432_702_593_6, 0.894_337_567_297_406_4];

    /// The integral at `v`, and its derivatives by `a`, `k` and `v`.
    #[inline]
    fn integral(a: f64, k: f64, v: f64) -> (f64, f64, f64, f64) {
        let [t0, t1, t2, t3] = NODES;
        let [u0, u1, u2, u3] = [k * t0 + v, k * t1 + v, k * t2 + v, k * t3 + v];
        let [c0, c1, c2, c3] = [u0.cos(), u1.cos(), u2.cos(), u3.cos()];
        let (weight, slope) = (0.25, 0.25 * a);
        let sines = weight * ((u0.sin() + u1.sin()) + (u2.sin() + u3.sin()));
        let by_k = slope * ((t0 * c0 + t1 * c1) + (t2 * c2 + t3 * c3));
        (a * sines, sines, by_k, slope * ((c0 + c1) + (c2 + c3)))
    }

    fn by_hand(a: f64, k: f64, x: f64) -> (f64, (f64, f64, f64)) {
        let (y, y_a, y_k, y_x) = integral(a, k, x);
        let (z, z_a, z_k, z_y) = integral(a, k, y);
        (z, (z_a + z_y * y_a, z_k + z_y * y_k, z_y * y_x))
    }

    measure!(
        functionals: "integrals in functions of functions",
        (a: 0.5..2.0, k: 0.5..2.0, x: -1.0..1.0) -> (f64, f64, f64)
    );
}

mod composed {
    use backprop::differentiable;
    use fixture_functionals::{adder, compose, twice};

    /// A composition that another crate makes, given to a function of that crate, with captures at every level.
    #[differentiable]
    fn f(a: f64, b: f64, x: f64) -> f64 {
        twice(compose(adder(a), |v: f64| v * b), x)
    }

    fn by_hand(a: f64, b: f64, x: f64) -> (f64, (f64, f64, f64)) {
        let y = x * b + a;
        (y * b + a, (b + 1.0, y + b * x, b * b))
    }

    measure!(
        composed: "functions given back and given on",
        (a: 0.5..2.0, b: 0.5..2.0, x: -1.0..1.0) -> (f64, f64, f64)
    );
}

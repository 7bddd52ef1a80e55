//! The pullback of every primitive at the ends of its domain, against closed forms in higher precision: at special points
//! and at logarithmically spaced ones, of both signs, in all pairs for two operands, at `f64` and at `f32`.
//!
//! A point counts if the value is finite there and all partial derivatives are numbers in the range of the scalar type,
//! also when multiplied by the sensitivity. Values and derivatives may underflow: they are right if they come out as small
//! as that. The error is a few units in the last place of the derivative; only `tanh` and `exp_m1`, whose rules use what
//! the forward pass has, may be off by a few units in the last place of 1, and `hypot` has as many digits as its value.

#[path = "truth/precise.rs"]
mod precise;

use hypernet::pullback::pullback;
use hypernet::{Builder, Closure, Datum, Operation, Primitive, Type};
use precise::precise;

use Primitive as P;

/// The operands: the reals, and the exponent of `powi`.
struct Point {
    x: Vec<f64>,
    n: i32,
}

impl Point {
    fn of(x: &[f64]) -> Self {
        Self { x: x.to_vec(), n: 0 }
    }

    fn operands(&self, primitive: Primitive) -> Vec<Datum> {
        let reals = self.x.iter().copied().map(Datum::Real);
        reals.chain((primitive == P::Powi).then_some(Datum::Integer(self.n.into()))).collect()
    }
}

/// What a scalar type can hold.
#[derive(Clone, Copy)]
struct Scalar {
    name: &'static str,
    epsilon: f64,
    smallest: f64,
    smallest_normal: f64,
    largest: f64,
}

const SCALARS: [Scalar; 2] = [
    Scalar {
        name: "f64",
        epsilon: f64::EPSILON,
        smallest: 5e-324,
        smallest_normal: f64::MIN_POSITIVE,
        largest: f64::MAX,
    },
    Scalar {
        name: "f32",
        epsilon: f32::EPSILON as f64,
        smallest: 1e-45,
        smallest_normal: f32::MIN_POSITIVE as f64,
        largest: f32::MAX as f64,
    },
];

/// How many units in the last place a derivative may be off by.
const UNITS: f64 = 8.0;

impl Scalar {
    fn round(self, x: f64) -> f64 {
        #[expect(clippy::cast_possible_truncation, reason = "the rounding is meant")]
        if self.name == "f32" { f64::from(x as f32) } else { x }
    }

    fn operation(self, primitive: Primitive) -> Operation {
        Operation::Primitive(primitive, self.name.into())
    }

    /// Magnitudes: special ones, and `steps` logarithmically spaced ones.
    fn magnitudes(self, steps: u32) -> Vec<f64> {
        let mut all = vec![0.0, self.smallest, self.smallest_normal, self.largest, 0.5, 2.0, 3.0, 10.0, 0.1, 0.7];
        all.extend([1.0 - self.epsilon, 1.0 - self.epsilon / 2.0, 1.0, 1.0 + self.epsilon, 0.99, 1.001]);
        for exponent in [1.0, 0.53, 0.66, 0.97, 0.998] {
            all.extend([self.largest.powf(exponent), self.smallest_normal.powf(exponent)]);
        }
        all.extend([1e-160, 1e160, 1e-200, 1e200, 1e-300, 1e300]);
        let (low, high) = (self.smallest.ln(), self.largest.ln());
        all.extend((0..steps).map(|step| (low + (high - low) * (f64::from(step) + 0.5) / f64::from(steps)).exp()));
        let mut all: Vec<f64> = all.into_iter().map(|x| self.round(x)).filter(|x| x.is_finite()).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    fn both_signs(self, steps: u32) -> Vec<f64> {
        self.magnitudes(steps).into_iter().flat_map(|x| [x, -x]).collect()
    }

    /// The points at which a primitive is looked at.
    fn points(self, primitive: Primitive) -> Vec<Point> {
        let reals = self.operation(primitive).signature().0.iter().filter(|ty| matches!(ty, Type::Real(_))).count();
        let pairs = |first: &[f64], second: &[f64]| -> Vec<Point> {
            let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b])).enumerate();
            // Of the four choices of signs, the first and another one in turn.
            let signed = pairs.flat_map(|(at, [a, b])| [[a, b], [[-a, b], [a, -b], [-a, -b]][at % 3]]);
            signed.map(|x| Point::of(&x)).collect()
        };
        match primitive {
            P::Powi => {
                let exponents = [0, 1, 2, 3, 7, 10, 31, 100, 1000];
                let exponents = || exponents.into_iter().flat_map(|n| [n, -n]);
                self.both_signs(30)
                    .into_iter()
                    .flat_map(|a| exponents().map(move |n| Point { x: vec![a], n }))
                    .collect()
            }
            P::Powf => {
                // The powers of most pairs of magnitudes are out of range: exponents that give ordinary ones as well.
                let ordinary = [1e-20, 1e-10, 0.02, 0.045, 0.4, 0.9, 0.97, 1.02, 1.05, 1.5, 2.7, 7.3, 30.0, 102.7, 1e5];
                let mut exponents: Vec<f64> = ordinary.into_iter().flat_map(|b| [b, -b]).collect();
                exponents.extend(self.magnitudes(2));
                for exponent in &mut exponents {
                    *exponent = self.round(*exponent);
                }
                pairs(&self.magnitudes(10), &exponents)
            }
            _ if reals == 2 => {
                let all = self.magnitudes(8);
                let mut points = pairs(&all, &all);
                // Quotients next to integers.
                points.extend((1..40).flat_map(|k| {
                    let tenth = self.round(0.1);
                    let near = [0.1 * f64::from(k), tenth * f64::from(k)].map(|a| self.round(a));
                    near.map(|a| [[a, tenth], [a, -tenth], [-a, tenth]]).into_iter().flatten().map(|x| Point::of(&x))
                }));
                points
            }
            _ => self.both_signs(120).into_iter().map(|a| Point::of(&[a])).collect(),
        }
    }

    /// How far off the derivative by an operand may be, at a sensitivity of 1.
    fn tolerance(self, primitive: Primitive, point: &Point, value: f64, derivative: f64) -> f64 {
        let size = match primitive {
            P::Tanh | P::ExpM1 => derivative.abs().max(1.0),
            _ => derivative.abs(),
        };
        let relative = match primitive {
            // It is computed by as many multiplications.
            P::Powi => self.epsilon * (UNITS + f64::from(point.n).abs()),
            P::Hypot => UNITS * self.epsilon.max(self.smallest / value),
            _ => UNITS * self.epsilon,
        };
        let absolute = match primitive {
            // The power underflows before it is multiplied by the exponent.
            P::Powf => UNITS * self.smallest_normal * point.x[1].abs().max(1.0),
            _ => UNITS * self.smallest_normal,
        };
        relative * size + absolute
    }
}

fn reals(data: &[Datum]) -> Vec<f64> {
    data.iter().filter_map(Datum::as_real).collect()
}

/// The primitive as a function, and its pullback.
fn functions(primitive: Primitive, scalar: Scalar) -> (Closure, Closure) {
    let operation = scalar.operation(primitive);
    let mut b = Builder::new();
    let operands: Vec<_> = operation.signature().0.into_iter().map(|ty| b.input(ty, None)).collect();
    let results = b.op(operation.clone(), &operands).expect("operands of its signature");
    let primal = b.finish(&results).expect("all in scope");
    let pullback = pullback(&operation).expect("a first-order operation");
    (Closure::of_net(&primal).expect("a valid net"), Closure::of_net(&pullback).expect("a valid net"))
}

/// What is wrong with the pullback of a primitive at a scalar type, and how many derivatives count.
fn check(primitive: Primitive, scalar: Scalar) -> (Vec<String>, usize) {
    let (primal, pullback) = functions(primitive, scalar);
    let mut wrong = Vec::new();
    let mut counted = 0;
    for point in scalar.points(primitive) {
        let operands = point.operands(primitive);
        let values = reals(&primal.call(&operands).expect("no panic"));
        if !values.iter().all(|value| value.is_finite()) {
            continue;
        }
        for (row, partials) in precise(primitive, &point.x, point.n).into_iter().enumerate() {
            let partials: Vec<Option<f64>> = partials.into_iter().map(|it| Some(it?.to_f64().value())).collect();
            for d in [1.0, -(2f64.powi(-40)), 2f64.powi(30)] {
                let size = d.abs().max(1.0);
                if partials.iter().flatten().any(|partial| partial.abs() * size > scalar.largest) {
                    continue;
                }
                let mut inputs = operands.clone();
                inputs.extend((0..values.len()).map(|result| Datum::Real(if result == row { d } else { 0.0 })));
                let found = reals(&pullback.call(&inputs).expect("no panic"));
                assert_eq!(found.len(), partials.len());
                for (at, (found, partial)) in found.into_iter().zip(&partials).enumerate() {
                    let Some(partial) = *partial else { continue };
                    counted += 1;
                    // The sensitivity is a power of two. Where it is small, the derivative may underflow with it.
                    let tolerance = scalar.tolerance(primitive, &point, values[row], partial) * d.abs()
                        + UNITS * scalar.smallest_normal;
                    let error = (found - partial * d).abs();
                    if error.is_nan() || error > tolerance {
                        let (name, Point { x, n }) = (scalar.name, &point);
                        let expected = partial * d;
                        wrong.push(format!(
                            "{primitive:?} at {name}, {x:?}, {n}, {d:e}, by operand {at}: {found:e} for {expected:e}"
                        ));
                    }
                }
            }
        }
    }
    (wrong, counted)
}

/// Checks the primitives at every second place of the list: the tests run in two threads.
fn check_every_second(from: usize) {
    let mut wrong = Vec::new();
    for &primitive in Primitive::ALL.iter().skip(from).step_by(2) {
        if precise(primitive, &[0.5, 0.5, 0.5], 1).is_empty() {
            continue;
        }
        for scalar in SCALARS {
            let (found, counted) = check(primitive, scalar);
            assert!(counted >= 100, "{primitive:?} at {}: only {counted} derivatives count", scalar.name);
            if !found.is_empty() {
                wrong.push(format!("{} of {counted}:\n  {}", found.len(), found[..found.len().min(12)].join("\n  ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn derivatives_that_are_representable_come_out() {
    check_every_second(0);
}

#[test]
fn derivatives_that_are_representable_come_out_of_the_other_half() {
    check_every_second(1);
}

/// At infinite operands, the limits; and NaN comes from NaN.
#[test]
fn infinite_operands_and_nan() {
    const INF: f64 = f64::INFINITY;
    for scalar in SCALARS {
        let pulled = |primitive, x: &[f64]| {
            let mut inputs = Point::of(x).operands(primitive);
            inputs.push(Datum::Real(1.0));
            reals(&functions(primitive, scalar).1.call(&inputs).expect("no panic"))
        };
        for (primitive, x, expected) in [
            (P::Recip, INF, 0.0),
            (P::Sqrt, INF, 0.0),
            (P::Cbrt, -INF, 0.0),
            (P::Exp, -INF, 0.0),
            (P::Exp, INF, INF),
            (P::Exp2, -INF, 0.0),
            (P::ExpM1, -INF, 0.0),
            (P::Ln, INF, 0.0),
            (P::Log2, INF, 0.0),
            (P::Log10, INF, 0.0),
            (P::Ln1p, INF, 0.0),
            (P::Atan, INF, 0.0),
            (P::Atan, -INF, 0.0),
            (P::Sinh, -INF, INF),
            (P::Cosh, -INF, -INF),
            (P::Tanh, -INF, 0.0),
            (P::Asinh, INF, 0.0),
            (P::Asinh, -INF, 0.0),
            (P::Acosh, INF, 0.0),
        ] {
            assert_eq!(pulled(primitive, &[x]), [expected], "{primitive:?} at {x}");
            assert!(pulled(primitive, &[f64::NAN])[0].is_nan(), "{primitive:?} at NaN");
        }
        for (primitive, x, expected) in [
            (P::Div, [1.0, INF], [0.0, 0.0]),
            (P::Rem, [1.0, INF], [1.0, 0.0]),
            (P::RemEuclid, [1.0, INF], [1.0, 0.0]),
            (P::Atan2, [1.0, INF], [0.0, 0.0]),
            (P::Atan2, [-INF, 1.0], [0.0, 0.0]),
            (P::Powf, [INF, 1.0], [1.0, INF]),
            (P::Powf, [INF, 2.0], [INF, INF]),
            (P::Powf, [INF, 0.5], [0.0, INF]),
            (P::Powf, [INF, -1.0], [0.0, 0.0]),
        ] {
            assert_eq!(pulled(primitive, &x), expected, "{primitive:?} at {x:?}");
        }
        // Outside of the domain there is no derivative.
        for x in [0.5, -2.0, -INF] {
            assert!(pulled(P::Acosh, &[x])[0].is_nan(), "acosh at {x}");
        }
    }
}

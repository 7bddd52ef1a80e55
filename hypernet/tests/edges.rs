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
use hypernet::{Closure, Datum, Operation, Primitive, Type, evaluate};
use precise::precise;

use Primitive as P;

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

    /// The points at which a primitive is looked at, with the exponent of `powi`.
    fn points(self, primitive: Primitive) -> Vec<(Vec<f64>, i32)> {
        let reals = self.operation(primitive).signature().0.iter().filter(|ty| matches!(ty, Type::Real(_))).count();
        let pairs = |first: &[f64], second: &[f64]| -> Vec<(Vec<f64>, i32)> {
            let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b])).enumerate();
            // Of the four choices of signs, the first and another one in turn.
            let signed = pairs.flat_map(|(at, [a, b])| [[a, b], [[-a, b], [a, -b], [-a, -b]][at % 3]]);
            signed.map(|x| (x.to_vec(), 0)).collect()
        };
        match primitive {
            P::Powi => {
                let exponents = [0, 1, 2, 3, 7, 10, 31, 100, 1000];
                let exponents = || exponents.into_iter().flat_map(|n| [n, -n]);
                self.both_signs(30).into_iter().flat_map(|a| exponents().map(move |n| (vec![a], n))).collect()
            }
            P::Powf => {
                // The powers of most pairs of magnitudes are out of range: exponents that give ordinary ones as well.
                let ordinary = [1e-20, 1e-10, 0.02, 0.045, 0.4, 0.9, 0.97, 1.02, 1.05, 1.5, 2.7, 7.3, 30.0, 102.7, 1e5];
                let mut exponents: Vec<f64> = ordinary.into_iter().flat_map(|b| [b, -b]).collect();
                exponents.extend(self.magnitudes(2));
                exponents.iter_mut().for_each(|b| *b = self.round(*b));
                pairs(&self.magnitudes(10), &exponents)
            }
            _ if reals == 2 => {
                let all = self.magnitudes(8);
                let mut points = pairs(&all, &all);
                // Quotients next to integers.
                points.extend((1..40).flat_map(|k| {
                    let x = self.round(0.1) * f64::from(k);
                    [[x, 0.1], [0.1 * f64::from(k), 0.1], [x, -0.1]].map(|x| (x.map(|x| self.round(x)).to_vec(), 0))
                }));
                points
            }
            _ => self.both_signs(120).into_iter().map(|a| (vec![a], 0)).collect(),
        }
    }

    /// Whether a derivative that was found is right.
    fn accepts(self, primitive: Primitive, n: i32, value: f64, found: f64, expected: f64, d: f64) -> bool {
        let units = match primitive {
            // Powers of integer exponents are computed by as many multiplications.
            P::Powi => UNITS + f64::from(n).abs(),
            _ => UNITS,
        };
        let size = match primitive {
            P::Tanh | P::ExpM1 => expected.abs().max(d.abs()),
            _ => expected.abs(),
        };
        let digit = match primitive {
            P::Hypot => self.epsilon.max(self.smallest / value),
            _ => self.epsilon,
        };
        (found - expected).abs() <= units * (digit * size + self.smallest_normal * d.abs().max(1.0))
    }
}

fn reals(data: &[Datum]) -> Vec<f64> {
    data.iter().filter_map(Datum::as_real).collect()
}

/// What is wrong with the pullback of a primitive at a scalar type, and how many points count.
fn check(primitive: Primitive, scalar: Scalar) -> (Vec<String>, usize) {
    let operation = scalar.operation(primitive);
    let mut b = hypernet::Builder::new();
    let operands: Vec<_> = operation.signature().0.into_iter().map(|ty| b.input(ty, None)).collect();
    let results = b.op(operation.clone(), &operands).expect("operands of its signature");
    let primal = b.finish(&results).expect("all in scope");
    let pullback = Closure::of_net(&pullback(&operation).expect("a first-order operation")).expect("a valid net");
    let mut wrong = Vec::new();
    let mut counted = 0;
    for (x, n) in scalar.points(primitive) {
        let mut inputs: Vec<Datum> = x.iter().copied().map(Datum::Real).collect();
        if primitive == P::Powi {
            inputs.push(Datum::Integer(n.into()));
        }
        let values = reals(&evaluate(&primal, &inputs).expect("no panic"));
        if !values.iter().all(|value| value.is_finite()) {
            continue;
        }
        for (row, partials) in precise(primitive, &x, n).into_iter().enumerate() {
            let partials: Vec<Option<f64>> =
                partials.into_iter().map(|partial| partial.map(|partial| partial.to_f64().value())).collect();
            for d in [1.0, -(2f64.powi(-40)), 2f64.powi(30)] {
                let fits = |partial: f64| (partial.abs() * d.abs().max(1.0)) <= scalar.largest;
                if !partials.iter().flatten().all(|&partial| fits(partial)) {
                    continue;
                }
                let mut inputs = inputs.clone();
                inputs.extend((0..values.len()).map(|result| Datum::Real(if result == row { d } else { 0.0 })));
                let found = reals(&pullback.call(&inputs).expect("no panic"));
                assert_eq!(found.len(), partials.len());
                for (at, (&found, partial)) in found.iter().zip(&partials).enumerate() {
                    let Some(partial) = partial else { continue };
                    counted += 1;
                    if !scalar.accepts(primitive, n, values[row], found, partial * d, d) {
                        let name = scalar.name;
                        wrong.push(format!(
                            "{primitive:?} at {name}, {x:?}, n = {n}, d = {d:e}, operand {at}: {found:e} for {:e}",
                            partial * d
                        ));
                    }
                }
            }
        }
    }
    (wrong, counted)
}

/// Checks all primitives of every `of`th place in the list from the `from`th, so that the test runs on several threads.
fn check_all(from: usize) {
    let mut wrong = Vec::new();
    for &primitive in Primitive::ALL.iter().skip(from).step_by(2) {
        for scalar in SCALARS {
            if precise(primitive, &[0.5, 0.5, 0.5], 1).is_empty() {
                continue;
            }
            let (found, counted) = check(primitive, scalar);
            assert!(counted >= 100, "{primitive:?} at {}: only {counted} points count", scalar.name);
            if !found.is_empty() {
                wrong.push(format!("{} of {counted}:\n  {}", found.len(), found[..found.len().min(12)].join("\n  ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn derivatives_that_are_representable_come_out_1() {
    check_all(0);
}

#[test]
fn derivatives_that_are_representable_come_out_2() {
    check_all(1);
}

//! Random programs: the emitted Rust, the evaluator on the nets, and dual numbers agree.

use soundness::generate::random::Random;
use soundness::{Arguments, Case, Dual, variable};

include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// Points at which a case is run: generic ones, and two that meet ties and zeros.
fn points(case: &Case) -> Vec<Arguments> {
    let mut random = Random::new(case.seed ^ 0x5eed);
    let mut points: Vec<Arguments> = (0..6)
        .map(|_| Arguments {
            reals: (0..case.reals).map(|_| random.uniform(-2.0, 2.0)).collect(),
            integers: (0..case.integers).map(|_| i32::try_from(random.below(6)).expect("small")).collect(),
            bools: (0..case.bools).map(|_| random.chance(50)).collect(),
        })
        .collect();
    points[4].reals.fill(1.0);
    points[5].reals.fill(0.0);
    points
}

/// All partial derivatives, by dual numbers.
fn truth(case: &Case, at: &Arguments) -> (f64, Vec<Dual>) {
    let mut value = 0.0;
    let partials = (0..case.reals)
        .map(|i| {
            let mut duals: Vec<Dual> = at.reals.iter().map(|&v| soundness::c(v)).collect();
            duals[i] = variable(at.reals[i]);
            let dual = (case.dual)(&duals, at);
            value = dual.v;
            dual
        })
        .collect();
    (value, partials)
}

/// The dual program is the program: the same value, bit for bit.
#[test]
fn dual_programs_compute_the_same_values() {
    for case in CASES {
        for at in points(case) {
            let (value, partials) = truth(case, &at);
            let primal = (case.primal)(&at);
            assert_eq!(
                value.to_bits(),
                primal.to_bits(),
                "{} at {at:?}, seed {}:\n{}",
                case.name,
                case.seed,
                case.text
            );
            assert!(value.is_finite(), "{} at {at:?}: {value}\n{}", case.name, case.text);
            for partial in partials {
                assert!(partial.d.is_finite(), "{} at {at:?}: {partial:?}\n{}", case.name, case.text);
            }
        }
    }
}

/// The truth itself against differences, where the program is smooth around the point.
#[test]
fn dual_programs_agree_with_differences() {
    let (mut smooth, mut all) = (0, 0);
    for case in CASES {
        for at in points(case).into_iter().take(4) {
            let (_, partials) = truth(case, &at);
            for (i, partial) in partials.into_iter().enumerate() {
                let shifted = |by: f64| {
                    let mut at = at.clone();
                    at.reals[i] += by;
                    (case.primal)(&at)
                };
                let difference = |h: f64| (shifted(h) - shifted(-h)) / (2.0 * h);
                let (wide, narrow) = (difference(2e-5), difference(1e-5));
                all += 1;
                // A kink nearby, or a value that floats too coarsely for differences.
                if (wide - narrow).abs() > 1e-7 * (1.0 + narrow.abs()) || (shifted(1e-5) - shifted(-1e-5)).abs() > 0.1 {
                    continue;
                }
                smooth += 1;
                let error = (partial.d - narrow).abs();
                assert!(
                    error <= 1e-5 * (1.0 + partial.s),
                    "{}: partial {i} at {at:?}: {partial:?} against {narrow}, seed {}:\n{}",
                    case.name,
                    case.seed,
                    case.text
                );
            }
        }
    }
    assert!(smooth * 10 > all * 8, "only {smooth} of {all} derivatives could be checked");
}

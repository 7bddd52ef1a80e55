//! Random programs: the emitted Rust, the evaluator on the nets, and dual numbers agree.

mod compiled;

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

/// What is wrong with a value and a gradient, if anything is.
fn fault(found: &(f64, Vec<f64>), value: f64, partials: &[Dual]) -> Option<String> {
    if found.0.to_bits() != value.to_bits() {
        return Some(format!("the value is {}, should be {value}", found.0));
    }
    if found.1.len() != partials.len() {
        return Some(format!("{} partials of {}", found.1.len(), partials.len()));
    }
    // The scale is the sum of the magnitudes of all that is added up; products are short.
    let wrong = |(found, truth): (&f64, &Dual)| (found - truth.d).abs() > 1e-10 * truth.s || found.is_nan();
    let index = found.1.iter().zip(partials).position(wrong)?;
    Some(format!("partial {index} is {}, should be {}", found.1[index], partials[index].d))
}

/// Panics with all faults, the smallest program first, if there are any.
fn report(faults: &[(&Case, String)]) {
    let Some((smallest, why)) = faults.iter().min_by_key(|(case, _)| case.text.len()) else { return };
    let names: Vec<&str> = faults.iter().map(|(case, _)| case.name).collect();
    panic!(
        "{} programs fail: {names:?}\nseed {}, {}: {why}\n{}",
        faults.len(),
        smallest.seed,
        smallest.name,
        smallest.text
    );
}

/// The emitted code: the value bit for bit that of the function, and every partial that of the dual numbers.
#[test]
fn emitted_code_is_sound() {
    if !EMITTED {
        return;
    }
    let mut faults = Vec::new();
    for case in CASES {
        for at in points(case) {
            let (value, partials) = truth(case, &at);
            if let Some(why) = fault(&(case.gradient)(&at), value, &partials) {
                faults.push((case, format!("at {at:?}: {why}")));
                break;
            }
        }
    }
    report(&faults);
}

/// The nets, by the evaluator: the adjoint with its backpropagator at 1, the same simplified, and the gradient.
#[test]
fn nets_are_sound() {
    let (compiled, skipped) = compiled::compile(TEXTS);
    for (name, why) in &skipped {
        let text = TEXTS.iter().find(|(other, _)| other == name).map_or("", |(_, text)| text);
        if let compiled::Skipped::Refused(why) = why {
            panic!("{name} is refused: {why}\n{text}");
        }
    }
    let (mut faults, mut run) = (Vec::new(), 0);
    for case in CASES {
        let Some(program) = compiled.get(case.name) else { continue };
        run += 1;
        for at in points(case) {
            let (value, partials) = truth(case, &at);
            let nets = program.value(&at).and_then(|value| Ok((value, program.gradients(&at)?)));
            let why = match nets {
                Err(error) => Some(error.to_string()),
                Ok((primal, _)) if primal.to_bits() != value.to_bits() => {
                    Some(format!("the primal net gives {primal}, should be {value}"))
                }
                Ok((_, gradients)) => ["as it comes", "simplified", "beta-reduced"]
                    .iter()
                    .zip(&gradients)
                    .find_map(|(which, found)| fault(found, value, &partials).map(|why| format!("{which}: {why}"))),
            };
            if let Some(why) = why {
                faults.push((case, format!("at {at:?}: {why}")));
                break;
            }
        }
    }
    report(&faults);
    let all = CASES.iter().filter(|case| TEXTS.iter().any(|(name, _)| *name == case.name)).count();
    assert!(2 * run > all, "only {run} of {all} programs run as nets");
}

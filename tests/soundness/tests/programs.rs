//! Random programs of fixed seeds: the emitted Rust, the evaluator on the nets, and dual numbers agree.

mod compiled;

use soundness::{Arguments, Case, Dual};

include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// Panics with all faults, the smallest program first, if there are any.
fn report(faults: &[(&Case, String)]) {
    let Some((smallest, why)) = faults.iter().min_by_key(|(case, _)| case.text.len()) else { return };
    let names: Vec<&str> = faults.iter().map(|(case, _)| case.name).collect();
    panic!("{} programs fail: {names:?}\n{}: {why}\n{}", faults.len(), smallest.name, smallest.text);
}

/// The dual program is the program: the same value, bit for bit.
#[test]
fn dual_programs_compute_the_same_values() {
    let mut faults = Vec::new();
    for case in CASES {
        let why = case.points().iter().find_map(|at| Some(format!("at {at:?}: {}", case.check_truth(at).err()?)));
        faults.extend(why.map(|why| (case, why)));
    }
    report(&faults);
}

/// The truth itself against differences, where the program is smooth around the point.
#[test]
fn dual_programs_agree_with_differences() {
    let (mut smooth, mut all) = (0, 0);
    for case in CASES {
        for at in case.points().into_iter().take(4) {
            soundness::host::taken();
            let (_, partials) = case.truth(&at);
            for (i, partial) in partials.into_iter().enumerate() {
                let shifted = |by: f64| {
                    let mut at = at.clone();
                    at.reals[i] += by;
                    // What the host counts begins anew.
                    soundness::host::taken();
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
                    "{}: partial {i} at {at:?}: {partial:?} against {narrow}:\n{}",
                    case.name,
                    case.text
                );
            }
        }
    }
    assert!(smooth * 10 > all * 8, "only {smooth} of {all} derivatives could be checked");
}

/// The emitted code: the value bit for bit that of the function, and every partial that of the dual numbers.
#[test]
fn emitted_code_is_sound() {
    let faults: Vec<_> = CASES.iter().filter_map(|case| Some((case, case.fault()?))).collect();
    report(&faults);
}

/// The nets, by the evaluator: the adjoint with its backpropagator at 1, the same simplified, and the gradient.
#[test]
fn nets_are_sound() {
    let (mut faults, mut run, mut all) = (Vec::new(), 0, 0);
    for case in CASES.iter().filter(|case| !case.functions.is_empty()) {
        all += 1;
        match compiled::compile(case.functions) {
            Ok(program) => {
                run += 1;
                let why = case.points().iter().find_map(|at| {
                    let (value, partials) = case.truth(at);
                    Some(format!("at {at:?}: {}", program.fault(at, value, &partials)?))
                });
                faults.extend(why.map(|why| (case, why)));
            }
            Err(compiled::Skipped::Refused(why)) => faults.push((case, format!("it is refused: {why}"))),
            Err(compiled::Skipped::Foreign) => {}
        }
    }
    report(&faults);
    assert!(2 * run > all, "only {run} of {all} programs run as nets");
}

/// A tuple goes from one function of the program to others, whole: its cotangent so far is a seed of the second call.
#[test]
fn tuples_go_from_function_to_function() {
    let program = [
        ("pair", "fn pair(x: f64, y: f64, z: f64) -> (f64, f64) { (z * y, x * 2.0) }"),
        ("product", "fn product(y: f64, (z, u): (f64, f64)) -> f64 { z * u * y }"),
        ("both", "fn both(x: f64, y: f64, z: f64) -> f64 { let p = pair(x, y, z); product(y, p) + product(z, p) }"),
    ];
    let at = Arguments { reals: vec![1.0, 2.0, 3.0], integers: Vec::new(), bools: Vec::new() };
    // 2xyz (y + z)
    let partials = [60.0, 42.0, 32.0].map(|d| Dual { v: 60.0, d, s: d });
    let nets = compiled::compile(&program).expect("it is compiled");
    assert_eq!(nets.fault(&at, 60.0, &partials), None);
}

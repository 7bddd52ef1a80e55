//! Numerical programs as they are written: values and gradients against independent values.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::too_many_lines,
    reason = "they are written as numerical programs are, not as `clippy` would have them"
)]

#[path = "../differences/mod.rs"]
mod differences;
mod programs;
mod smaller;

use std::fs;
use std::path::Path;

use backprop::differentiable;
use programs::Workload;
use programs::bundle::{Bundle, reprojection};
use programs::fourier::Fourier;
use programs::gaussian::Gaussian;
use programs::heat::Heat;
use programs::logistic::Logistic;
use programs::lorenz::Lorenz;
use programs::lstm::Lstm;
use programs::mixture::Mixture;
use programs::perceptron::Perceptron;
use programs::springs::Springs;

/// A file of `tests/workloads/adbench`.
fn adbench(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/workloads/adbench").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn truth(name: &str) -> Vec<f64> {
    adbench(name).lines().map(|line| line.parse().unwrap()).collect()
}

/// The first numbers of a file, and what follows them in parts of the lengths that these give.
fn parts<const SIZES: usize, const PARTS: usize>(
    text: &str,
    lengths: impl Fn([usize; SIZES]) -> [usize; PARTS],
) -> [Vec<f64>; PARTS] {
    let mut words = text.split_ascii_whitespace();
    let sizes = [(); SIZES].map(|()| words.next().unwrap().parse().unwrap());
    let mut numbers = words.map(|word| word.parse().unwrap());
    let parts = lengths(sizes).map(|length| numbers.by_ref().take(length).collect());
    assert_eq!(numbers.next(), None);
    parts
}

fn read_mixture(text: &str) -> Mixture {
    let lengths = |[d, k, n]: [usize; 3]| [k, k * d, k * d * (d + 1) / 2, n * d, 2];
    let [alphas, means, icf, x, prior] = parts(text, lengths);
    Mixture { alphas, means, icf, x, gamma: prior[0], m: prior[1] }
}

fn read_lstm(text: &str) -> Lstm {
    let [main, extra, state, sequence] = parts(text, |[l, c, b]: [usize; 3]| [8 * l * b, 3 * b, 2 * l * b, c * b]);
    Lstm { main, extra, state, sequence }
}

/// All cameras, points, weights and features are those that the file names.
fn read_bundle(text: &str) -> Bundle {
    let [camera, point, weights, feature] = parts(text, |[_, _, _]: [usize; 3]| [11, 3, 1, 2]);
    Bundle {
        cameras: vec![camera.try_into().unwrap()],
        points: vec![point.try_into().unwrap()],
        weights,
        features: vec![feature.try_into().unwrap()],
    }
}

#[differentiable]
fn weight_error(weight: f64) -> f64 {
    1.0 - weight * weight
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).abs();
        assert!(error <= 1e-10 * expected.abs(), "entry {i}: {found}, not {expected}");
    }
}

/// The value and the gradient, each of both ways; the value of the gradients is that of the function, and bit for bit
/// of the generated one.
#[track_caller]
fn evaluated<W: Workload>(workload: &W) -> [(f64, Vec<f64>); 2] {
    let value = workload.primal();
    let mut generated = vec![f64::NAN; workload.parameters()];
    assert_eq!(workload.generated(&mut generated).to_bits(), value.to_bits(), "{}: {}", W::NAME, workload.size());
    let mut by_hand = vec![f64::NAN; workload.parameters()];
    let value_by_hand = workload.by_hand(&mut by_hand);
    assert!(
        value.to_bits() == value_by_hand.to_bits() || (value - value_by_hand).abs() <= 1e-12 * value.abs().max(1.0),
        "{}",
        W::NAME
    );
    [(value, generated), (value_by_hand, by_hand)]
}

/// Both gradients and the value against a file of `ADBench`, which holds the value and then the gradient.
#[track_caller]
fn assert_truth<W: Workload>(workload: &W, file: &str) {
    let truth = truth(file);
    for (value, gradient) in evaluated(workload) {
        assert_close(&[value], &truth[..1]);
        assert_close(&gradient, &truth[1..]);
    }
}

/// Both gradients against central differences of the value by some of the parameters; `change` adds to one of them.
#[track_caller]
fn assert_differences<W: Workload>(workload: &W, change: impl Fn(usize, f64) -> W) {
    const STEP: f64 = 1e-6;
    for (value, gradient) in evaluated(workload) {
        assert!(value.is_finite());
        for i in (0..gradient.len()).step_by(gradient.len().div_ceil(40)) {
            let difference = (change(i, STEP).primal() - change(i, -STEP).primal()) / (2.0 * STEP);
            let error = (difference - gradient[i]).abs();
            assert!(
                error <= 1e-7 * difference.abs().max(1.0),
                "{}, entry {i}: {difference} by differences, {} given",
                W::NAME,
                gradient[i]
            );
        }
    }
}

#[test]
fn mixture_of_two_dimensions() {
    assert_truth(&read_mixture(&adbench("gmm_d2_K5.txt")), "gmm_d2_K5.truth.txt");
}

#[test]
fn mixture_of_ten_dimensions() {
    assert_truth(&read_mixture(&adbench("gmm_d10_K25.txt")), "gmm_d10_K25.truth.txt");
}

#[test]
fn lstm() {
    assert_truth(&read_lstm(&adbench("lstm_l2_c1024.txt")), "lstm_l2_c1024.truth.txt");
}

#[test]
fn mixtures_by_differences() {
    for (k, d) in [(1, 1), (1, 3), (3, 1), (2, 3)] {
        let new = || Mixture { m: 1.5, gamma: 0.7, ..Mixture::new(k, d, 4) };
        assert_differences(&new(), |entry, by| {
            let mut changed = new();
            add(&mut [&mut changed.alphas, &mut changed.means, &mut changed.icf], entry, by);
            changed
        });
    }
}

#[test]
fn lstm_by_differences() {
    for (layers, steps) in [(1, 1), (3, 5)] {
        let new = || Lstm::new(layers, steps, 2);
        assert_differences(&new(), |entry, by| {
            let mut changed = new();
            add(&mut [&mut changed.main, &mut changed.extra], entry, by);
            changed
        });
    }
}

#[test]
fn bundle_adjustment() {
    let truth = truth("ba1_n49_m7776_p31843.truth.txt");
    let bundle = read_bundle(&adbench("ba1_n49_m7776_p31843.txt"));
    let (e0, e1) = bundle.errors().next().unwrap();
    assert_close(&[e0, e1], &truth[..2]);
    for (_, jacobian) in evaluated(&bundle) {
        // The file has it column by column.
        let columns: Vec<f64> = (0..30).map(|entry| jacobian[entry % 2 * 15 + entry / 2]).collect();
        assert_close(&columns, &truth[2..32]);
    }
    let (error, d_weight) = weight_error::value_and_grad(bundle.weights[0]);
    assert_close(&[error, d_weight], &truth[32..]);
}

/// A rotation by nothing takes the branch of the first order.
#[test]
fn camera_that_is_not_turned() {
    let mut bundle = Bundle::new(3);
    bundle.cameras[1][..3].fill(0.0);
    let [(_, generated), (_, by_hand)] = evaluated(&bundle);
    assert_close(&generated, &by_hand);
    for j in 0..11 {
        let at = |step: f64| {
            let mut camera = bundle.cameras[1];
            camera[j] += step;
            reprojection(&camera, &bundle.points[1], bundle.weights[1], &bundle.features[1])
        };
        let (after, before) = (at(1e-6), at(-1e-6));
        for (row, difference) in [after.0 - before.0, after.1 - before.1].into_iter().enumerate() {
            let (found, difference) = (generated[30 + 15 * row + j], difference / 2e-6);
            assert!((found - difference).abs() <= 1e-5 * difference.abs().max(1.0), "{j}: {found}, not {difference}");
        }
    }
}

/// Adds to an entry of several slices, one after the other.
fn add(slices: &mut [&mut [f64]], mut entry: usize, by: f64) {
    for slice in slices {
        if let Some(found) = slice.get_mut(entry) {
            *found += by;
            return;
        }
        entry -= slice.len();
    }
    panic!("there is no such entry");
}

#[test]
fn lorenz() {
    let new = || Lorenz::new(200);
    assert_differences(&new(), |entry, by| {
        let mut changed = new();
        add(&mut [&mut changed.start, &mut changed.parameters], entry, by);
        changed
    });
}

#[test]
fn gaussian_process() {
    let new = || Gaussian::new(12);
    assert_differences(&new(), |entry, by| {
        let mut changed = new();
        add(&mut [&mut changed.hyper, &mut changed.y], entry, by);
        changed
    });
}

/// What is not positive definite leaves early, and depends on nothing.
#[test]
fn kernel_that_is_singular() {
    let mut singular = Gaussian::new(5);
    singular.hyper = [f64::NEG_INFINITY, 0.0, f64::NEG_INFINITY];
    for (value, gradient) in evaluated(&singular) {
        assert_eq!(value.to_bits(), f64::INFINITY.to_bits());
        assert_eq!(gradient, [0.0; 8]);
    }
}

#[test]
fn perceptron() {
    let new = || Perceptron::new(5, 4, 3, 6);
    assert_differences(&new(), |entry, by| {
        let mut changed = new();
        let [w1, b1, w2, b2] = &mut changed.parameters;
        add(&mut [w1, b1, w2, b2], entry, by);
        changed
    });
}

#[test]
fn logistic_regression() {
    let new = || Logistic::new(7, 20);
    assert_differences(&new(), |entry, by| {
        let mut changed = new();
        changed.w[entry] += by;
        changed
    });
}

#[test]
fn heat_equation() {
    for steps in [0, 1, 6] {
        let new = || Heat::new(9, steps);
        assert_differences(&new(), |entry, by| {
            let mut changed = new();
            add(&mut [&mut changed.start, std::slice::from_mut(&mut changed.rate)], entry, by);
            changed
        });
    }
}

#[test]
fn fourier_transform() {
    for n in [1, 2, 8, 32] {
        assert_differences(&Fourier::new(n), |entry, by| {
            let mut changed = Fourier::new(n);
            changed.signal[entry] += by;
            changed
        });
    }
}

#[test]
fn springs() {
    let new = || Springs::new(5, 30);
    assert_differences(&new(), |entry, by| {
        let mut changed = new();
        let springs = &mut changed.chain.springs;
        let count = springs.len();
        let spring = &mut springs[entry % count];
        *(if entry < count { &mut spring.stiffness } else { &mut spring.length }) += by;
        changed
    });
}

/// The tapes of inner loops are parts of one: more turns of the outer loop only let them grow.
#[test]
fn inner_loops_have_no_tapes_of_their_own() {
    let allocations = |steps: usize| {
        let model = Lstm::new(2, steps, 3);
        let mut gradient = vec![0.0; model.parameters()];
        let counted = allocation_counter::measure(|| {
            model.generated(&mut gradient);
        });
        counted.count_total
    };
    let (few, many) = (allocations(64), allocations(256));
    // Each is twice as long at least when it has grown.
    assert!(many <= 2 * few, "{few} allocations, then {many}");
}

//! Gradients of functions of arrays, held against central differences.

const STEP: f64 = 1e-6;

/// Holds a gradient of a function at a point against central differences.
#[track_caller]
pub(crate) fn check(f: &dyn Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) {
    assert_eq!(x.len(), gradient.len());
    for (i, found) in gradient.iter().enumerate() {
        let at = |step: f64| {
            let mut x = x.to_vec();
            x[i] += step;
            f(&x)
        };
        let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
        let error = (difference - found).abs();
        assert!(error <= 1e-7 * difference.abs().max(1.0), "element {i}: {difference} by differences, {found} given");
    }
}

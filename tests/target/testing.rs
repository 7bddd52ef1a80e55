//! Central differences, and a count of allocations.

/// What `run` gives, and how often it asked for memory.
pub(crate) fn allocations<R>(run: impl FnOnce() -> R) -> (R, u64) {
    let mut given = None;
    let counted = allocation_counter::measure(|| given = Some(run()));
    (given.expect("it ran"), counted.count_total)
}

/// Holds a gradient against central differences of `f` at `x`.
#[track_caller]
pub(crate) fn agrees(f: impl Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) {
    assert_eq!(x.len(), gradient.len());
    for i in 0..x.len() {
        let step = 1e-6 * x[i].abs().max(1.0);
        let (mut low, mut high) = (x.to_vec(), x.to_vec());
        low[i] -= step;
        high[i] += step;
        let difference = (f(&high) - f(&low)) / (high[i] - low[i]);
        let error = (difference - gradient[i]).abs();
        assert!(
            error <= 1e-7 * difference.abs().max(1.0),
            "entry {i}: {} by differences, {} given",
            difference,
            gradient[i]
        );
    }
}

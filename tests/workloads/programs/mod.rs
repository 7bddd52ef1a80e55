//! The workloads: numerical programs as one writes them, each with its gradient by `#[differentiable]` and one written by hand.
//!
//! The gradients written by hand are those of someone who knows the derivatives: they share what the forward pass computed, store
//! little, and have no bounds checks in the inner loops. The tests hold both against independent values, and the bench
//! `workloads` one against the other.

pub(crate) mod bundle;
pub(crate) mod fourier;
pub(crate) mod gaussian;
pub(crate) mod heat;
pub(crate) mod logistic;
pub(crate) mod lorenz;
pub(crate) mod lstm;
pub(crate) mod mixture;
pub(crate) mod perceptron;
pub(crate) mod springs;

/// A workload with its inputs: three functions to test, count and time.
pub(crate) trait Workload {
    const NAME: &'static str;

    /// What the inputs are, for the table.
    fn size(&self) -> String;

    /// How many numbers the gradient has.
    fn parameters(&self) -> usize;

    /// The function itself.
    fn primal(&self) -> f64;

    /// The value, and the gradient by `#[differentiable]` into `gradient`.
    fn generated(&self, gradient: &mut [f64]) -> f64;

    /// The same, written by hand.
    fn by_hand(&self, gradient: &mut [f64]) -> f64;
}

/// `count` numbers between `low` and `high`, spread by the golden ratio from `start` on.
pub(crate) fn spread(count: usize, start: u32, low: f64, high: f64) -> Vec<f64> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    (0..count)
        .scan(f64::from(start) * 0.377 + 0.1, |at, _| {
            *at = (*at + GOLDEN).fract();
            Some(low + (high - low) * *at)
        })
        .collect()
}

//! Soundness on random higher-order programs with first-order interfaces.
//!
//! `build.rs` writes random well-typed Rust functions ([`generate`]), each twice: once on `f64` under
//! `#[differentiable]`, once on [dual numbers](dual). The tests run both, and the nets that the compiler makes of the same
//! text, and compare all derivatives.
//!
//! Half as many programs again are spread over several functions: some take functions, by value or by reference, some give
//! them, also in tuples, and pass them on. Their entry is first order, so that the emitted code is compared to dual numbers,
//! all functions included. The evaluator does not run them: the net of a function knows nothing of other functions.
//!
//! A third as many have structs, with methods, operators and a trait of their own, and recursive functions.
//!
//! `SOUNDNESS_SEED`, `SOUNDNESS_PROGRAMS` and `SOUNDNESS_WITHOUT` (features to leave out, separated by commas: see
//! [`generate::Features`]) change the batch;
//! `SOUNDNESS_SKIPPED` names programs with structs to leave out, separated by commas;
//! `SOUNDNESS_EMITTED=0` leaves the attribute out, to look at the generator alone.

pub mod dual;
pub mod generate;

pub use dual::{Dual, c, variable};

/// The arguments of a generated program, flattened: its reals, its integers and its truth values, each in order.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The real numbers.
    pub reals: Vec<f64>,
    /// The integers, none negative.
    pub integers: Vec<i32>,
    /// The truth values.
    pub bools: Vec<bool>,
}

/// A generated program, in all its forms.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name, which is also that of the function.
    pub name: &'static str,
    /// The seed of the batch.
    pub seed: u64,
    /// The function on `f64`, as source text.
    pub text: &'static str,
    /// How many real numbers it takes.
    pub reals: usize,
    /// How many integers it takes.
    pub integers: usize,
    /// How many truth values it takes.
    pub bools: usize,
    /// The function itself.
    pub primal: fn(&Arguments) -> f64,
    /// Its value and its partial derivatives, by the emitted code.
    pub gradient: fn(&Arguments) -> (f64, Vec<f64>),
    /// The function on dual numbers, which stand for the reals of the arguments.
    pub dual: fn(&[Dual], &Arguments) -> Dual,
}

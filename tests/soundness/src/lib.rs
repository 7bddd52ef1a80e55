//! Soundness on random higher-order programs with first-order interfaces.
//!
//! A [program](generate::Program) is a few random well-typed Rust functions, of a kind and a seed. It is written twice:
//! on `f64` under `#[differentiable]`, and on [dual numbers](dual). What [agrees](compare) are the function itself, the
//! emitted code, and the dual numbers. Programs of the kind `functions` run a third time, as nets, by the evaluator.
//! The evaluator does not run the others: the net of a function knows nothing of other functions' insides.
//!
//! `build.rs` writes the programs of fixed seeds, and of those that once failed, for `cargo test` to run. New seeds are
//! looked at by
//!
//! ```text
//! cargo run --release -p soundness --example explore -- --seed 1000 --programs 20000
//! ```
//!
//! which gives every program a verdict of its own. A program that fails there becomes a small one in `tests/found.rs`, and
//! its seed stands in `FAILED` of `build.rs`.

pub mod compare;
pub mod dual;
pub mod generate;
pub mod host;

pub use compare::{Arguments, Case, Interface};
pub use dual::{Dual, c, variable};

//! Rust syntax to hypernets (lowering), hypernets to Rust tokens (emission), and the diagnostics of both: the compiler
//! behind `#[differentiable]`. Data flows one way: tokens, checked syntax, types, hypernet, adjoint, simplified, tokens.

pub mod attribute;
mod companion;
mod crate_path;
#[allow(dead_code, reason = "lowering does not refuse all of this yet")]
pub mod diagnostic;
pub mod emit;
pub mod expand;
pub mod lower;
pub mod program;

pub use expand::differentiable;

//! Rust syntax to hypernets (lowering), hypernets to Rust tokens (emission), and the diagnostics of both: the compiler
//! behind `#[differentiable]`. Data flows one way: tokens, checked syntax, types, hypernet, adjoint, simplified, tokens.

pub mod emit;
pub mod program;

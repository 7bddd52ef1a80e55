//! Rust syntax to hypernets (lowering), hypernets to Rust tokens (emission), and the diagnostics of both: the compiler
//! behind `#[differentiable]`. Data flows one way: tokens, checked syntax, types, hypernet, adjoint, simplified, tokens.

pub mod attribute;
mod blocks;
mod companion;
mod crate_path;
mod derive;
pub mod diagnostic;
pub mod emit;
pub mod expand;
mod functions;
mod in_place;
mod infer;
pub mod lower;
mod nesting;
pub mod program;
mod rule;
mod subject;
mod syntax;

pub use derive::derive;
pub use expand::differentiable;
pub use in_place::differentiate;

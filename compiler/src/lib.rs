//! Rust syntax to hypernets (lowering), hypernets to Rust tokens (emission), and the diagnostics of both: the compiler
//! behind `#[differentiable]`.
//!
//! Data flows one way, and the modules stand in that order:
//!
//! | module | from | to |
//! |---|---|---|
//! | `entry` | the tokens of a macro | what stands in their place |
//! | [`input`](attribute) | the tokens of an item | an attribute, and a function in its place |
//! | `syntax` | a function | checked syntax |
//! | `infer` | checked syntax | the types of its expressions |
//! | [`lower`] | checked syntax and types | a [`program`]: a hypernet, and the user's code that it refers to |
//! | [`expand`] | a program | its adjoint, simplified (by the crate `hypernet`) |
//! | [`emit`] | a hypernet | Rust |
//! | `companion` | the code of the passes | the functions that the user calls |
//!
//! Below them stand modules that all may ask: `source` (what the user's code says by itself), [`holes`] (places in it for what the net
//! computes), [`diagnostic`] and `texts`.

// What is new in the syntax, the types or the operations does not compile until each place says what it does about it.
#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod companion;
pub mod diagnostic;
pub mod emit;
mod entry;
pub mod expand;
pub mod holes;
mod infer;
mod input;
pub mod lower;
pub mod program;
mod source;
mod syntax;
mod texts;

pub use entry::{
    Seen, derive, derive_beside, derived_twice, differentiable, differentiable_beside, differentiate,
    differentiate_beside, names_deprecated, without_claims,
};
pub use input::attribute;
pub use input::crate_path::is_no_crate;

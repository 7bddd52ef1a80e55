//! Reverse-mode automatic differentiation for Rust, at compile time, on stable.
#![no_std]

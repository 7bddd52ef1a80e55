//! Hierarchical string diagrams as *hypernets*, after *Functorial String Diagrams for Reverse-Mode Automatic
//! Differentiation* (Alvarez-Picallo, Ghica, Sprunger, Zanasi).
//!
//! A [`Hypernet`] is a program of the simply typed lambda calculus with real numbers: wires carry values, edges are
//! operations, and an edge with a net inside is a closure. This crate builds nets, checks them, rewrites them with the
//! equations of cartesian closed categories, gives them their adjoint, and draws them. It knows no Rust syntax.

// What is new among the operations, types and labels does not compile until each place says what it does about it.
#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

pub mod adjoint;
pub mod build;
pub mod checked;
pub mod compose;
#[cfg(feature = "draw")]
pub mod draw;
#[cfg(feature = "evaluate")]
pub mod evaluate;
#[cfg(feature = "term")]
pub mod foliation;
pub mod ids;
#[cfg(feature = "rewrite")]
pub mod isomorphism;
pub mod keep;
pub mod label;
pub mod law;
#[cfg(feature = "rewrite")]
mod matcher;
pub mod net;
pub mod operation;
mod panics;
pub mod primitive;
pub mod pullback;
#[cfg(feature = "rewrite")]
pub mod rewrite;
pub mod simplify;
mod storages;
#[cfg(feature = "term")]
pub mod term;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "text")]
pub mod text;
pub mod types;
mod undo;
#[cfg(feature = "validate")]
pub mod validate;

pub use build::{Branch, BuildError, Builder, Value};
pub use compose::ComposeError;
#[cfg(feature = "evaluate")]
pub use evaluate::{Closure, Datum, Environment, EvaluateError, evaluate, evaluate_with};
#[cfg(feature = "term")]
pub use foliation::{Atom, Foliation, Leaf};
#[cfg(feature = "rewrite")]
pub use isomorphism::{Isomorphism, isomorphic, isomorphism};
pub use label::{Frame, Label};
pub use net::{Consumer, Edge, EdgeId, Hypernet, Item, Level, Producer, Region, Wire, WireId};
pub use operation::{
    Along, ArrayOp, Checks, Cloned, Comparison, Constant, Copying, DiscreteOp, Effect, End, Field, Fold, Foreign, Form,
    FunctionConstant, Gives, Layout, Limit, Linear, Nature, Operation, PlaceStep, Position, Ranges, Record, Sequence,
    Whole, column_of,
};
pub use primitive::Primitive;
#[cfg(feature = "term")]
pub use term::{Term, TermError};
pub use types::{Agree, Captures, FunctionType, Name, Signature, Type, TypeName};
pub use undo::{Restores, kept_in_loops, read_more_than_written, undo, undo_through};
#[cfg(feature = "validate")]
pub use validate::Invalid;

//! Hierarchical string diagrams as *hypernets*, after *Functorial String Diagrams for Reverse-Mode Automatic
//! Differentiation* (Alvarez-Picallo, Ghica, Sprunger, Zanasi).
//!
//! A [`Hypernet`] is a program of the simply typed lambda calculus with real numbers: wires carry values, edges are
//! operations, and an edge with a net inside is a closure. This crate builds nets, checks them, rewrites them with the
//! equations of cartesian closed categories, gives them their adjoint, and draws them. It knows no Rust syntax.

pub mod adjoint;
pub mod build;
pub mod compose;
pub mod draw;
pub mod evaluate;
pub mod foliation;
pub mod isomorphism;
pub mod label;
mod matcher;
pub mod net;
pub mod operation;
pub mod primitive;
pub mod pullback;
pub mod rewrite;
pub mod simplify;
pub mod term;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
pub mod types;
pub mod validate;

pub use build::{BuildError, Builder, Value};
pub use compose::ComposeError;
pub use evaluate::{Closure, Datum, Environment, EvaluateError, evaluate, evaluate_with};
pub use foliation::{Atom, Foliation, Leaf};
pub use isomorphism::{Isomorphism, isomorphic, isomorphism};
pub use label::{Frame, Label};
pub use net::{Consumer, Edge, EdgeId, Hypernet, Level, Producer, Region, Wire, WireId};
pub use operation::{
    Comparison, Constant, Copying, DiscreteOp, Effect, Field, Foreign, Form, FunctionConstant, Nature, Operation,
    Record,
};
pub use primitive::Primitive;
pub use term::{Term, TermError};
pub use types::{FunctionType, Name, Type};
pub use validate::{Invalid, Signature};

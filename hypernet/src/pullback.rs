//! Pullbacks: the reverse derivative of each operation, as a small net of operations.
//!
//! The pullback of `op : A -> B` is a net `A ++ B̄ -> Ā`: the operands and the sensitivities of the results in, the
//! sensitivities of the operands out. It is built from operations that have pullbacks themselves, so it can be drawn,
//! evaluated, simplified and differentiated again like any net. `rules` reads the table of the primitives; the rest is
//! here.
//!
//! Invariants:
//!
//! - a pullback is first-order and valid, and linear in the sensitivities;
//! - an operand that is linear, an array or the order of effects, is not an input of the pullback; the shape of an array is one,
//!   where the pullback asks for it;
//! - where a rule needs the result of the operation, it applies *the same operation to the same operands*, so that
//!   sharing finds the result that the forward pass has already;
//! - nothing in a pullback can panic, so what is not used of it goes away.
//!
//! ```
//! use hypernet::{Datum, Operation, Primitive, evaluate, pullback::pullback};
//!
//! let times = Operation::Primitive(Primitive::Mul, "f64".into());
//! let net = pullback(&times).ok_or("only higher-order operations have none")?;
//! // a = 2, b = 3, and the sensitivity of the product is 10.
//! let sensitivities = evaluate(&net, &[2.0, 3.0, 10.0].map(Datum::Real))?;
//! assert_eq!(sensitivities, [30.0, 20.0].map(Datum::Real));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod rules;
mod term;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::build::{BuildError, Builder, Value};
use crate::net::Hypernet;
use crate::operation::{ArrayOp, Derivative, Operation, shape};
use crate::primitive::Primitive;
use crate::types::{Name, Type};

thread_local! {
    /// The pullbacks of primitives that have been asked for: a long function has few different ones.
    static KNOWN: RefCell<HashMap<(Primitive, Name), Arc<Hypernet>>> = RefCell::default();
}

/// The pullback of an operation.
///
/// Its inputs are the operands (of those that are linear, at most the shapes) and then the sensitivities of the results, each
/// result's bundle in turn; its outputs are the sensitivities of the operands, each operand's bundle in turn. An operand
/// or a result without a tangent has the empty bundle.
///
/// `None` for operations that run functions, such as [`Operation::Cond`], whose reverse pass evaluates the backpropagator
/// that the forward pass left; for operations that cannot be differentiated; and for those on wires that have no known
/// sensitivity: functions whose captures are not known.
#[must_use]
pub fn pullback(operation: &Operation) -> Option<Arc<Hypernet>> {
    match operation.derivative() {
        Derivative::Pullback(pullback) => pullback.net(operation),
        Derivative::Zero | Derivative::Becomes(_) => Pullback::moving(Moving::zeros).net(operation),
        Derivative::Runs(_) | Derivative::Undoes(_) | Derivative::Missing => None,
    }
}

/// How the pullback of an operation is made.
pub(crate) enum Pullback<'a> {
    /// It is the rule of this primitive at the scalar type named.
    Rule(Primitive, &'a Name),
    /// It moves sensitivities about, without arithmetic of its own.
    Moving(Box<Moves<'a>>),
    /// The same, with the shapes of the arrays that the operation takes.
    Shaping(Box<Moves<'a>>),
}

/// Gives the sensitivities of the operands, each operand's bundle in turn.
type Moves<'a> = dyn FnOnce(&mut Moving) -> Result<Vec<Value>, BuildError> + 'a;

impl<'a> Pullback<'a> {
    /// One that moves sensitivities about.
    pub(crate) fn moving(moves: impl FnOnce(&mut Moving) -> Result<Vec<Value>, BuildError> + 'a) -> Self {
        Self::Moving(Box::new(moves))
    }

    /// One that moves sensitivities about, and lets those of arrays have their shapes.
    pub(crate) fn shaping(moves: impl FnOnce(&mut Moving) -> Result<Vec<Value>, BuildError> + 'a) -> Self {
        Self::Shaping(Box::new(moves))
    }

    /// Whether it takes the shapes of the arrays that the operation takes.
    pub(crate) const fn is_shaping(&self) -> bool {
        matches!(self, Self::Shaping(_))
    }

    /// The net; none if a wire has no known sensitivity.
    pub(crate) fn net(self, operation: &Operation) -> Option<Arc<Hypernet>> {
        let is_shaping = self.is_shaping();
        match self {
            Self::Rule(primitive, scalar) => Some(KNOWN.with_borrow_mut(|known| {
                let net = known.entry((primitive, scalar.clone()));
                net.or_insert_with(|| Arc::new(rules::pullback(primitive, scalar))).clone()
            })),
            Self::Moving(moves) | Self::Shaping(moves) => {
                let (inputs, outputs) = operation.signature();
                let mut moving = Moving::new(inputs, &outputs, is_shaping)?;
                let outputs = moves(&mut moving).expect(WELL_TYPED);
                Some(Arc::new(moving.builder.finish(&outputs).expect(WELL_TYPED)))
            }
        }
    }
}

const WELL_TYPED: &str = "every pullback is well typed, because its operation is";

/// A pullback under construction that moves sensitivities about.
pub(crate) struct Moving {
    pub(crate) builder: Builder,
    inputs: Vec<Type>,
    operands: Vec<Option<Value>>,
    /// The bundle of each result's sensitivity.
    sensitivities: Vec<Vec<Value>>,
}

impl Moving {
    fn new(inputs: Vec<Type>, outputs: &[Type], is_shaping: bool) -> Option<Self> {
        let mut builder = Builder::new();
        let mut operand = |ty: &Type| {
            let kept = if is_shaping && ty.is_array() { Some(shape(ty)) } else { ty.is_copyable().then(|| ty.clone()) };
            kept.map(|ty| builder.input(ty, None))
        };
        let operands = inputs.iter().map(&mut operand).collect();
        let mut sensitivities = Vec::with_capacity(outputs.len());
        for ty in outputs {
            sensitivities.push(ty.sensitivity()?.into_iter().map(|ty| builder.input(ty, None)).collect());
        }
        if inputs.iter().any(|ty| ty.sensitivity().is_none()) {
            return None;
        }
        Some(Self { builder, inputs, operands, sensitivities })
    }

    /// An operand, which is not linear; the shape of an array, if that is asked for.
    pub(crate) fn operand(&self, at: usize) -> Value {
        self.operands[at].expect("an operand of a pullback is not linear")
    }

    /// The bundle of the sensitivity of a result.
    pub(crate) fn sensitivity(&self, at: usize) -> Vec<Value> {
        self.sensitivities[at].clone()
    }

    /// The sensitivity of what has become a part of a value of the host's, in the shape of that operand, if it is an array: the part
    /// has none if nothing was added to it.
    pub(crate) fn fitted(&mut self, at: usize, sensitivity: Value) -> Result<Value, BuildError> {
        let ty = self.builder.ty(sensitivity).clone();
        if !ty.is_array() {
            return Ok(sensitivity);
        }
        self.builder.op1(Operation::Array(ArrayOp::Fit, ty), &[sensitivity, self.operand(at)])
    }

    /// A zero sensitivity.
    pub(crate) fn zero(&mut self, ty: Type) -> Result<Value, BuildError> {
        self.builder.op1(Operation::Zero(ty), &[])
    }

    fn zeros(&mut self) -> Result<Vec<Value>, BuildError> {
        let types: Vec<Type> = self.inputs.iter().flat_map(bundle).collect();
        types.into_iter().map(|ty| self.zero(ty)).collect()
    }
}

/// The bundle of a sensitivity that is known to have a type.
pub(crate) fn bundle(ty: &Type) -> Vec<Type> {
    ty.sensitivity().expect("a wire without a type of sensitivity has been refused")
}

pub(crate) fn grouped(parts: &[Type]) -> Arc<[Type]> {
    let grouped = |ty: &Type| ty.grouped_sensitivity().expect("a wire without a type of sensitivity has been refused");
    parts.iter().map(grouped).collect()
}

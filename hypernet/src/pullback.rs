//! Pullbacks: the reverse derivative of each operation, as a small net of operations.
//!
//! The pullback of `op : A -> B` is a net `A ++ B̄ -> Ā`: the operands and the sensitivities of the results in, the
//! sensitivities of the operands out. It is built from operations that have pullbacks themselves, so it can be drawn,
//! evaluated, simplified and differentiated again like any net. `rules` is the table of the primitives; the rest is
//! here.
//!
//! Invariants:
//!
//! - a pullback is first-order and valid, and linear in the sensitivities;
//! - the order of effects is linear, so an operand of type [`Type::World`] is not an input of the pullback;
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
use crate::label::{Operation, Record};
use crate::net::Hypernet;
use crate::primitive::Primitive;
use crate::types::{Name, Type};

thread_local! {
    /// The pullbacks of primitives that have been asked for: a long function has few different ones.
    static KNOWN: RefCell<HashMap<(Primitive, Name), Arc<Hypernet>>> = RefCell::default();
}

/// The pullback of an operation.
///
/// Its inputs are the operands (but those of type [`Type::World`]) and then the sensitivities of the results, each
/// result's bundle in turn; its outputs are the sensitivities of the operands, each operand's bundle in turn. An operand
/// or a result without a tangent has the empty bundle.
///
/// `None` for [`Operation::Cond`], which has a rule of its own in the adjoint transformation, and for operations on wires
/// that have no known sensitivity: options, and functions whose captures are not known.
#[must_use]
pub fn pullback(operation: &Operation) -> Option<Arc<Hypernet>> {
    match operation {
        Operation::Cond(..) => None,
        Operation::Primitive(primitive, scalar) => Some(KNOWN.with_borrow_mut(|known| {
            let net = known.entry((*primitive, scalar.clone()));
            net.or_insert_with(|| Arc::new(rules::pullback(*primitive, scalar))).clone()
        })),
        _ => {
            let (inputs, outputs) = operation.signature();
            let rule = Structural::new(inputs, &outputs)?;
            let net = rule.build(operation).expect("every pullback is well typed, because its operation is");
            Some(Arc::new(net))
        }
    }
}

/// A pullback under construction that moves sensitivities about, without arithmetic of its own.
struct Structural {
    builder: Builder,
    inputs: Vec<Type>,
    operands: Vec<Option<Value>>,
    /// The bundle of each result's sensitivity.
    sensitivities: Vec<Vec<Value>>,
}

impl Structural {
    fn new(inputs: Vec<Type>, outputs: &[Type]) -> Option<Self> {
        let mut builder = Builder::new();
        let operands = inputs.iter().map(|ty| (*ty != Type::World).then(|| builder.input(ty.clone(), None))).collect();
        let mut sensitivities = Vec::with_capacity(outputs.len());
        for ty in outputs {
            sensitivities.push(ty.sensitivity()?.into_iter().map(|ty| builder.input(ty, None)).collect());
        }
        if inputs.iter().any(|ty| ty.sensitivity().is_none()) {
            return None;
        }
        Some(Self { builder, inputs, operands, sensitivities })
    }

    fn build(mut self, operation: &Operation) -> Result<Hypernet, BuildError> {
        let d = std::mem::take(&mut self.sensitivities);
        let outputs = match operation {
            Operation::Plus(_) => d[0].iter().chain(&d[0]).copied().collect(),
            Operation::Cast(from @ Type::Real(_), to @ Type::Real(_)) => {
                vec![self.builder.op1(Operation::Cast(to.clone(), from.clone()), &d[0])?]
            }
            Operation::Select(ty) => self.select(ty, &d[0])?,
            Operation::Pack(parts) => self.unpack(parts, &d[0])?,
            Operation::Unpack(parts) => vec![self.pack(parts, &d)?],
            Operation::Record(record) => self.fields(record, d[0][0])?,
            Operation::Project(record) => vec![self.embed(record, &d[0])?],
            Operation::Update(record) => self.update(record, d[0][0])?,
            Operation::View(..) => d.concat(),
            // What has no derivative, and what has no real operands.
            _ => self.zeros()?,
        };
        self.builder.finish(&outputs)
    }

    fn zero(&mut self, ty: Type) -> Result<Value, BuildError> {
        self.builder.op1(Operation::Zero(ty), &[])
    }

    fn zeros(&mut self) -> Result<Vec<Value>, BuildError> {
        let types: Vec<Type> = self.inputs.iter().flat_map(bundle).collect();
        types.into_iter().map(|ty| self.zero(ty)).collect()
    }

    /// The chosen operand gets the sensitivity, the other gets zero.
    fn select(&mut self, ty: &Type, d: &[Value]) -> Result<Vec<Value>, BuildError> {
        let condition = self.operands[0].expect("a condition is not the order of effects");
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (ty, &d) in bundle(ty).into_iter().zip(d) {
            let zero = self.zero(ty.clone())?;
            let select = Operation::Select(ty);
            first.push(self.builder.op1(select.clone(), &[condition, d, zero])?);
            second.push(self.builder.op1(select, &[condition, zero, d])?);
        }
        first.extend(second);
        Ok(first)
    }

    /// From the tuple of the parts' grouped sensitivities to the bundle of each.
    fn unpack(&mut self, parts: &[Type], d: &[Value]) -> Result<Vec<Value>, BuildError> {
        let grouped = self.builder.op(Operation::Unpack(grouped(parts)), d)?;
        let mut outputs = Vec::with_capacity(parts.len());
        for (part, group) in parts.iter().zip(grouped) {
            let bundle = bundle(part);
            if bundle.len() == 1 {
                outputs.push(group);
            } else {
                outputs.extend(self.builder.op(Operation::Unpack(bundle.into()), &[group])?);
            }
        }
        Ok(outputs)
    }

    /// From the cotangent of a struct to the bundle of each field's sensitivity.
    fn fields(&mut self, record: &Record, d: Value) -> Result<Vec<Value>, BuildError> {
        let mut outputs = Vec::with_capacity(record.fields.len());
        for (name, ty) in &record.fields {
            for ty in bundle(ty) {
                let field = cotangent(record, vec![(name.clone(), ty)]);
                outputs.push(self.builder.op1(Operation::Project(field), &[d])?);
            }
        }
        Ok(outputs)
    }

    /// From the sensitivity of a field to the cotangent of the struct.
    fn embed(&mut self, record: &Record, d: &[Value]) -> Result<Value, BuildError> {
        let fields = record.fields.iter().flat_map(|(name, ty)| bundle(ty).into_iter().map(|ty| (name.clone(), ty)));
        let embedded = cotangent(record, fields.collect());
        if embedded.fields.is_empty() {
            return self.zero(embedded.ty.clone());
        }
        self.builder.op1(Operation::Record(embedded), d)
    }

    /// A new value in a field gets the sensitivity of the field, and the struct as it was gets that of all others.
    fn update(&mut self, record: &Record, d: Value) -> Result<Vec<Value>, BuildError> {
        let mut outputs = vec![d];
        for (name, ty) in &record.fields {
            for ty in bundle(ty) {
                let field = cotangent(record, vec![(name.clone(), ty.clone())]);
                let zero = self.zero(ty)?;
                outputs[0] = self.builder.op1(Operation::Update(field.clone()), &[outputs[0], zero])?;
                outputs.push(self.builder.op1(Operation::Project(field), &[d])?);
            }
        }
        Ok(outputs)
    }

    /// From the bundle of each part's sensitivity to the tuple of the grouped ones.
    fn pack(&mut self, parts: &[Type], d: &[Vec<Value>]) -> Result<Value, BuildError> {
        let mut groups = Vec::with_capacity(parts.len());
        for (part, d) in parts.iter().zip(d) {
            let bundle = bundle(part);
            groups.push(if let &[single] = d.as_slice() {
                single
            } else {
                self.builder.op1(Operation::Pack(bundle.into()), d)?
            });
        }
        self.builder.op1(Operation::Pack(grouped(parts)), &groups)
    }
}

/// The cotangent of a struct, with these fields.
fn cotangent(record: &Record, fields: Vec<(Name, Type)>) -> Arc<Record> {
    let ty = bundle(&record.ty).into_iter().next().expect("a struct has one sensitivity, its cotangent");
    Arc::new(Record { ty, id: record.id, fields })
}

/// The bundle of a sensitivity that is known to have a type.
fn bundle(ty: &Type) -> Vec<Type> {
    ty.sensitivity().expect("a wire without a type of sensitivity has been refused")
}

fn grouped(parts: &[Type]) -> Arc<[Type]> {
    let grouped = |ty: &Type| ty.grouped_sensitivity().expect("a wire without a type of sensitivity has been refused");
    parts.iter().map(grouped).collect()
}

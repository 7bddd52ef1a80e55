//! The machine that runs a plan.

use std::collections::HashMap;
use std::sync::Arc;

use super::scalar;
use super::{Closure, Code, Datum, Environment, EvaluateError, Outcome, Turn, Turns};
use crate::label::Label;
use crate::net::{Hypernet, Level, WireId};
use crate::types::Type;

/// A net in the order in which it runs: its levels, the outermost first.
pub(super) struct Plan {
    levels: Vec<Body>,
}

struct Body {
    inputs: Vec<(usize, Type)>,
    outputs: Vec<usize>,
    slots: usize,
    steps: Vec<Step>,
}

struct Step {
    label: Label,
    sources: Vec<usize>,
    targets: Vec<usize>,
    /// The inside of an abstraction, as an index of the plan's levels.
    inner: Option<usize>,
}

impl Plan {
    pub(super) fn new(net: &Hypernet) -> Result<Self, EvaluateError> {
        let mut levels = Vec::new();
        let mut pending = vec![Level::Outermost];
        // Levels get their index when they are found, which is before they are flattened.
        let mut found = 1;
        let mut at = 0;
        while let Some(&level) = pending.get(at) {
            at += 1;
            let region = net.region(level);
            let edges = net.sorted_edges(level);
            if edges.len() != region.edges().len() {
                return Err(EvaluateError::Invalid);
            }
            let slots: HashMap<WireId, usize> = region.wires().iter().copied().zip(0..).collect();
            let all = |wires: &[WireId]| -> Result<Vec<usize>, EvaluateError> {
                wires.iter().map(|wire| slots.get(wire).copied().ok_or(EvaluateError::Invalid)).collect()
            };
            let mut steps = Vec::with_capacity(edges.len());
            for id in edges {
                let edge = net.edge(id);
                let inner = match edge.label() {
                    Label::Abstraction => {
                        pending.push(Level::Inside(id));
                        found += 1;
                        Some(found - 1)
                    }
                    Label::Frame(_) => return Err(EvaluateError::Frame),
                    Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) => None,
                };
                let (sources, targets) = (all(edge.sources())?, all(edge.targets())?);
                steps.push(Step { label: edge.label().clone(), sources, targets, inner });
            }
            let inputs = all(region.inputs())?.into_iter().zip(net.types(region.inputs())).collect();
            levels.push(Body { inputs, outputs: all(region.outputs())?, slots: slots.len(), steps });
        }
        Ok(Self { levels })
    }
}

/// A level that is being run.
struct Activation {
    plan: Arc<Plan>,
    level: usize,
    next: usize,
    slots: Vec<Option<Datum>>,
}

impl Activation {
    fn new(plan: &Arc<Plan>, level: usize, captured: &[Datum], arguments: Vec<Datum>) -> Result<Self, EvaluateError> {
        let body = &plan.levels[level];
        let (expected, found) = (body.inputs.len(), captured.len() + arguments.len());
        if expected != found {
            return Err(EvaluateError::Count { expected, found });
        }
        let mut slots = vec![None; body.slots];
        for ((slot, ty), datum) in body.inputs.iter().zip(captured.iter().cloned().chain(arguments)) {
            slots[*slot] = Some(scalar::conform(ty, datum)?);
        }
        Ok(Self { plan: plan.clone(), level, next: 0, slots })
    }

    fn take(&mut self, slots: impl Iterator<Item = usize>) -> Result<Vec<Datum>, EvaluateError> {
        slots.map(|slot| self.slots[slot].take().ok_or(EvaluateError::Invalid)).collect()
    }
}

/// What waits for the results of a function.
enum Waiting {
    /// A level whose current step called it.
    Level(Activation),
    /// An operation that runs several.
    Turns(Box<dyn Turns>),
}

/// The results of a function for these arguments.
pub(super) fn run(
    function: &Closure,
    arguments: Vec<Datum>,
    environment: &Environment,
) -> Result<Vec<Datum>, EvaluateError> {
    let mut stack: Vec<Waiting> = Vec::new();
    let mut then = Outcome::Call(function.clone(), arguments);
    loop {
        then = match then {
            Outcome::Call(function, arguments) => match &*function.0 {
                Code::Host(function) => Outcome::Results(function(&arguments)?),
                Code::Net { plan, level, captured } => {
                    resume(Activation::new(plan, *level, captured, arguments)?, &mut stack, environment)?
                }
            },
            Outcome::Turns(turns) => turn(turns, None, &mut stack)?,
            Outcome::Results(results) => match stack.pop() {
                None => return Ok(results),
                Some(Waiting::Turns(turns)) => turn(turns, Some(results), &mut stack)?,
                Some(Waiting::Level(mut level)) => {
                    let plan = level.plan.clone();
                    let called = &plan.levels[level.level].steps[level.next - 1];
                    write(&mut level, &called.targets, results)?;
                    resume(level, &mut stack, environment)?
                }
            },
        };
    }
}

/// Lets an operation that runs several functions go on.
fn turn(
    mut turns: Box<dyn Turns>,
    given: Option<Vec<Datum>>,
    stack: &mut Vec<Waiting>,
) -> Result<Outcome, EvaluateError> {
    match turns.next(given)? {
        Turn::Done(results) => Ok(Outcome::Results(results)),
        Turn::Call(function, arguments) => {
            stack.push(Waiting::Turns(turns));
            Ok(Outcome::Call(function, arguments))
        }
    }
}

/// Runs a level to its end, or until a step calls: then the level waits on the stack.
fn resume(
    mut level: Activation,
    stack: &mut Vec<Waiting>,
    environment: &Environment,
) -> Result<Outcome, EvaluateError> {
    let plan = level.plan.clone();
    let body = &plan.levels[level.level];
    while let Some(step) = body.steps.get(level.next) {
        level.next += 1;
        let operands = level.take(step.sources.iter().copied())?;
        match perform(&plan, step, operands, environment)? {
            Outcome::Results(results) => write(&mut level, &step.targets, results)?,
            calls @ (Outcome::Call(..) | Outcome::Turns(_)) => {
                stack.push(Waiting::Level(level));
                return Ok(calls);
            }
        }
    }
    Ok(Outcome::Results(level.take(body.outputs.iter().copied())?))
}

fn write(top: &mut Activation, targets: &[usize], results: Vec<Datum>) -> Result<(), EvaluateError> {
    let (expected, found) = (targets.len(), results.len());
    if expected != found {
        return Err(EvaluateError::Count { expected, found });
    }
    for (&slot, datum) in targets.iter().zip(results) {
        top.slots[slot] = Some(datum);
    }
    Ok(())
}

fn perform(
    plan: &Arc<Plan>,
    step: &Step,
    mut operands: Vec<Datum>,
    environment: &Environment,
) -> Result<Outcome, EvaluateError> {
    let write = |datum| Ok(Outcome::Results(vec![datum]));
    match &step.label {
        Label::Copy => {
            let copy = operands.clone();
            operands.extend(copy);
            Ok(Outcome::Results(operands))
        }
        Label::Discard => Ok(Outcome::Results(Vec::new())),
        Label::Eval => {
            if operands.is_empty() {
                return Err(EvaluateError::Invalid);
            }
            Ok(Outcome::Call(closure(operands.remove(0))?, operands))
        }
        Label::Abstraction => {
            let level = step.inner.ok_or(EvaluateError::Invalid)?;
            let code = Code::Net { plan: plan.clone(), level, captured: operands };
            write(Datum::Function(Closure(Arc::new(code))))
        }
        Label::Frame(_) => Err(EvaluateError::Frame),
        Label::Operation(operation) => operation.meaning(operands, environment),
    }
}

/// The function that a value is.
pub(crate) fn closure(datum: Datum) -> Result<Closure, EvaluateError> {
    match datum {
        Datum::Function(closure) => Ok(closure),
        other @ (Datum::Real(_)
        | Datum::Integer(_)
        | Datum::Bool(_)
        | Datum::Tuple(_)
        | Datum::Record(_)
        | Datum::Option(_)
        | Datum::World
        | Datum::Tape(_)
        | Datum::Array(_)) => Err(mismatch(&Type::open_function(Vec::new(), Vec::new()), &other)),
    }
}

/// The integer that a value is.
pub(crate) fn integer(datum: &Datum) -> Result<i128, EvaluateError> {
    match datum {
        Datum::Integer(value) => Ok(*value),
        other @ (Datum::Real(_)
        | Datum::Bool(_)
        | Datum::Tuple(_)
        | Datum::Record(_)
        | Datum::Function(_)
        | Datum::Option(_)
        | Datum::Tape(_)
        | Datum::Array(_)
        | Datum::World) => Err(mismatch(&Type::discrete("usize"), other)),
    }
}

/// The entries of a tape.
pub(crate) fn tape(datum: Datum) -> Result<Vec<Datum>, EvaluateError> {
    match datum {
        Datum::Tape(entries) => Ok(entries),
        other @ (Datum::Real(_)
        | Datum::Integer(_)
        | Datum::Bool(_)
        | Datum::Tuple(_)
        | Datum::Record(_)
        | Datum::Function(_)
        | Datum::Option(_)
        | Datum::Array(_)
        | Datum::World) => {
            Err(EvaluateError::Type { expected: Type::Tape(Type::f64().into()), found: format!("{other:?}") })
        }
    }
}

pub(crate) fn truth(datum: &Datum) -> Result<bool, EvaluateError> {
    match datum {
        Datum::Bool(value) => Ok(*value),
        other @ (Datum::Real(_)
        | Datum::Integer(_)
        | Datum::Tuple(_)
        | Datum::Record(_)
        | Datum::Function(_)
        | Datum::Option(_)
        | Datum::World
        | Datum::Tape(_)
        | Datum::Array(_)) => Err(mismatch(&Type::bool(), other)),
    }
}

/// `a ⊕ b`. The parts of a cotangent of an opaque type are taken to be `f64`, and its zero, whose shape is not known,
/// is the empty tuple.
pub(crate) fn plus(ty: &Type, a: &Datum, b: &Datum) -> Result<Datum, EvaluateError> {
    match (ty, a, b) {
        (Type::Real(name), Datum::Real(a), Datum::Real(b)) => Ok(Datum::Real(scalar::round(name, a + b))),
        (Type::Cotangent(_), Datum::Tuple(parts), other) | (Type::Cotangent(_), other, Datum::Tuple(parts))
            if parts.is_empty() =>
        {
            Ok(other.clone())
        }
        (Type::Cotangent(_), Datum::Real(a), Datum::Real(b)) => Ok(Datum::Real(a + b)),
        (Type::Tuple(parts), Datum::Tuple(a), Datum::Tuple(b)) if a.len() == parts.len() && b.len() == parts.len() => {
            let sums = parts.iter().zip(a.iter().zip(b)).map(|(ty, (a, b))| plus(ty, a, b));
            Ok(Datum::Tuple(sums.collect::<Result<_, _>>()?))
        }
        (Type::Cotangent(_), Datum::Record(a), Datum::Record(b)) => {
            let mut sum = a.clone();
            for (name, value) in b {
                match sum.iter_mut().find(|(found, _)| found == name) {
                    Some((_, known)) => *known = plus(ty, known, value)?,
                    None => sum.push((name.clone(), value.clone())),
                }
            }
            Ok(Datum::Record(sum))
        }
        (Type::Cotangent(_), Datum::Tuple(a), Datum::Tuple(b)) if a.len() == b.len() => {
            let sums = a.iter().zip(b).map(|(a, b)| plus(ty, a, b));
            Ok(Datum::Tuple(sums.collect::<Result<_, _>>()?))
        }
        _ => Err(mismatch(ty, a)),
    }
}

pub(crate) fn zero(ty: &Type) -> Result<Datum, EvaluateError> {
    match ty {
        Type::Real(_) => Ok(Datum::Real(0.0)),
        Type::Tuple(parts) => Ok(Datum::Tuple(parts.iter().map(zero).collect::<Result<_, _>>()?)),
        Type::Cotangent(_) => Ok(Datum::Tuple(Vec::new())),
        // That of a field to which nothing was added. It has no shape.
        Type::Array(_) => Ok(Datum::Array(Vec::new())),
        Type::Discrete(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Option(_)
        | Type::World
        | Type::Tape(_)
        | Type::Look(_)
        | Type::Undone(_) => Err(EvaluateError::Unsupported(format!("the zero sensitivity of type {ty}"))),
    }
}

pub(crate) fn mismatch(expected: &Type, found: &Datum) -> EvaluateError {
    EvaluateError::Type { expected: expected.clone(), found: format!("{found:?}") }
}

//! Operations of the host language without a derivative.

use std::sync::Arc;

use super::prelude::*;

/// An operation of the host language that the calculus knows by its signature alone, and that has no derivative:
/// its reverse pass gives zero to its inputs. What must stay in order threads [`Type::World`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Foreign {
    /// What to call it in text and drawings.
    pub name: Name,
    /// The host's number for it.
    pub id: u32,
    /// The bundle it takes.
    pub inputs: Vec<Type>,
    /// The bundle it gives.
    pub outputs: Vec<Type>,
}

pub(super) fn signature(foreign: &Arc<Foreign>) -> (Vec<Type>, Vec<Type>) {
    (foreign.inputs.clone(), foreign.outputs.clone())
}

pub(super) fn fits(_: &Arc<Foreign>, _: Agree) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(foreign: &mut Arc<Foreign>, change: &mut dyn FnMut(&mut Type)) {
    let foreign = Arc::make_mut(foreign);
    foreign.inputs.iter_mut().chain(&mut foreign.outputs).for_each(change);
}

/// What it does beside giving its results keeps its order by the wire of [`Type::World`], which is linear: so it is never
/// dropped, repeated or moved. One without that wire does nothing beside.
pub(super) fn nature(_: &Arc<Foreign>) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InNone }
}

pub(super) fn derivative<'a>(_: &Arc<Foreign>) -> Derivative<'a> {
    Derivative::Zero
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(
    foreign: &Arc<Foreign>,
    operands: Vec<Datum>,
    environment: &Environment,
) -> Result<Outcome, EvaluateError> {
    Ok(Outcome::Call(environment.foreign(&foreign.name, foreign.id)?, operands))
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "foreign").then_some(Syntax::HOST)
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let (name, id, outputs) = written.host()?;
    let (name, inputs, outputs) = (name.clone(), written.types.clone(), outputs.to_vec());
    Some(Operation::Foreign(Arc::new(Foreign { name, id, inputs, outputs })))
}

#[cfg(feature = "text")]
pub(super) fn write(foreign: &Arc<Foreign>) -> Written {
    let head = Head::Host { name: foreign.name.clone(), id: foreign.id, list: false };
    Written { head, tail: Tail::Results(foreign.outputs.clone()), ..Written::new("foreign", foreign.inputs.clone()) }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(foreign: &Arc<Foreign>) -> Symbol {
    Symbol::Box(foreign.name.to_string())
}

//! Differentiable functions of the host language, as constants.

use std::sync::Arc;

use super::prelude::*;

/// A differentiable function of the host language as a constant of function type without captures.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionConstant {
    /// What to call it in text and drawings.
    pub name: Name,
    /// The host's number for it.
    pub id: u32,
    /// The type of the function itself, `A -o[] B`.
    pub ty: FunctionType,
    /// Whether this is the function, or what its forward pass is: its adjoint `A -o[] B ++ [B̄ -o Ā]`.
    pub adjoint: bool,
}

impl FunctionConstant {
    /// The type of the wire that this constant gives.
    #[must_use]
    pub fn wire_type(&self) -> Type {
        if self.adjoint { self.ty.adjoint() } else { Type::Function(Arc::new(self.ty.clone())) }
    }
}

pub(super) fn signature(function: &Arc<FunctionConstant>) -> (Vec<Type>, Vec<Type>) {
    (Vec::new(), vec![function.wire_type()])
}

pub(super) fn fits(function: &Arc<FunctionConstant>, _: Agree) -> Result<(), &'static str> {
    match function.ty.captures.known() {
        None | Some([]) => Ok(()),
        Some(_) => Err("a constant captures nothing"),
    }
}

/// Its type is that of the function, of which nothing changes: it captured nothing.
pub(super) fn types_mut(_: &mut Arc<FunctionConstant>, _: &mut dyn FnMut(&mut Type)) {}

pub(super) fn nature(_: &Arc<FunctionConstant>) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Anew, runs: 0..0, linear: Linear::InNone }
}

pub(super) fn derivative<'a>(function: &Arc<FunctionConstant>) -> Derivative<'a> {
    if function.adjoint {
        return Derivative::Missing;
    }
    let adjoint = FunctionConstant { adjoint: true, ..(**function).clone() };
    Derivative::Becomes(Operation::Function(Arc::new(adjoint)))
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(
    function: &Arc<FunctionConstant>,
    given: Vec<Datum>,
    environment: &Environment,
) -> Result<Outcome, EvaluateError> {
    let [] = operands(given)?;
    one(Datum::Function(environment.function(&function.name, function.id, function.adjoint)?))
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    let syntax = Syntax { head: HeadKind::Host, tail: TailKind::Type, inferred: nothing };
    matches!(word, "function" | "adjoint_function").then_some(syntax)
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let (Head::Host { name, id, .. }, Some(Type::Function(ty))) = (&written.head, written.tail_type()) else {
        return None;
    };
    let (name, id, ty, adjoint) = (name.clone(), *id, (**ty).clone(), written.word != "function");
    Some(Operation::Function(Arc::new(FunctionConstant { name, id, ty, adjoint })))
}

#[cfg(feature = "text")]
pub(super) fn write(function: &Arc<FunctionConstant>) -> Written {
    let word = if function.adjoint { "adjoint_function" } else { "function" };
    let head = Head::Host { name: function.name.clone(), id: function.id, list: false };
    let ty = Type::Function(Arc::new(function.ty.clone()));
    Written { head, tail: Tail::Type(ty), ..Written::new(word, Vec::new()) }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(function: &Arc<FunctionConstant>) -> Symbol {
    let name = function.name.to_string();
    if function.adjoint { Symbol::AdjointTriangle(name) } else { Symbol::Triangle(name) }
}

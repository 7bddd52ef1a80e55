//! What wires carry in the emitted code.

use std::rc::Rc;
use std::sync::Arc;

use hypernet::{EdgeId, FunctionConstant, Type, TypeName};
use proc_macro2::Ident;

use super::convention::Convention;
use super::syntax::Expr;

/// How many values of an option are emitted as one value.
const FEW: usize = 4;

/// What a wire carries.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// The expression of this slot.
    Slot(usize),
    /// A function of the host, or its adjoint.
    Function(Arc<FunctionConstant>),
    /// The abstraction of this edge, not yet written.
    Closure(EdgeId),
    /// A function in the convention of the boundary.
    Host(Expr, Rc<Convention>),
    /// A variable that holds the backpropagator that the adjoint of a function of the host left.
    Left(Ident, Rc<Convention>),
    /// A variable that holds one of two functions.
    Either(Ident),
    /// The variables that hold an option of a tuple, or the tuple that is in it.
    Stored(Rc<Storage>),
}

/// The variables that hold an option of a tuple.
#[derive(Debug)]
pub(super) enum Storage {
    /// One value: the variable, and whether it holds an option, because there is no value to begin with.
    Variable(Ident, bool),
    /// A tuple.
    Tuple(Vec<Rc<Storage>>),
}

/// The parts of the tuple, if a value of this type is an option of one that is held by variables.
pub(super) fn stored(ty: &Type) -> Option<&[Type]> {
    let Type::Option(inside) = ty else { return None };
    let Type::Tuple(parts) = &**inside else { return None };
    (parts.len() > FEW).then_some(parts)
}

/// Whether there is a value of this type to put where a branch that was not taken would have left one. Then an option
/// of it is emitted as the type itself.
pub(super) fn has_default(ty: &Type) -> bool {
    match ty {
        Type::Real(_) | Type::Discrete(TypeName::Numbered(_)) => true,
        Type::Discrete(TypeName::Named(name)) => crate::source::names::is_builtin(name),
        Type::Tuple(parts) => parts.iter().all(has_default),
        ty @ Type::Option(_) if stored(ty).is_some() => false,
        Type::Option(ty) => has_default(ty),
        Type::Discrete(TypeName::Unnamed)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

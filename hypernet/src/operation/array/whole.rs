//! What is done to whole arrays at once, and to two elements of one.
//!
//! An array that is only read comes as an array, which is handed on, or as a look at one: after the adjoint, where nothing writes
//! to the array.

use super::super::prelude::*;
use super::shaped::holds_structs;
use super::{
    Along, ArrayOp, Gives, element, index, shape_of_struct,
    signature::{look, plain},
};
use crate::adjoint::{Runs, surgery};
use crate::build::{BuildError, Value};

#[cfg(feature = "evaluate")]
mod meaning;

/// What happens to a whole array.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Whole {
    /// Exchanges two elements: `A ++ I ++ I -> A`.
    Swap(Checks),
    /// Lets all elements be this value: `A ++ T -> A`.
    SetAll,
    /// Lets all elements be zero: `A -> A`.
    Clear,
    /// Lets the elements of the first array be those of the second, which is as long: `A ++ A -> A ++ A`.
    Copy(Checks),
    /// The same of a look: `A ++ L -> A`.
    CopyLook(Checks),
    /// Lets the array be again what was kept of it, of whatever length: `A ++ L -> A`.
    Restore,
    /// A second array with the same elements: `A -> A ++ A`.
    Clone(Cloned),
    /// The same of a look: `L -> A`.
    CloneLook(Cloned),
    /// Adds an element at the end: `A ++ T -> A`.
    Push,
    /// Takes the last element away: `A -> A ++ T`.
    Pop(Checks),
    /// Adds an element where another one is, which comes after it: `A ++ I ++ T -> A`.
    Insert(Checks),
    /// Takes an element away, and lets the next one come in its place: `A ++ I -> A ++ T`.
    Remove(Checks),
    /// Lets the elements come in the other order: `A -> A`.
    Reverse,
    /// Lets so many elements from one end go to the other, from the left or from the right: `A ++ I -> A`.
    Rotate(End, Checks),
    /// Gives an array of the first length the second one. What is new is this value: `A ++ I ++ I ++ T -> A`.
    Resize,
    /// Gives an accumulator this length back. What is new is zero; the sum of what goes: `A ++ I -> A ++ T`.
    Resized,
    /// Adds the elements of the second array at the end of the first: `A ++ A -> A ++ A`.
    Extend,
    /// The same of a look: `A ++ L -> A`.
    ExtendLook,
    /// Takes the last elements of the first accumulator away, and adds them to the second: `A ++ A -> A ++ A`.
    Extended,
    /// Takes the elements away that come after so many: `A ++ I -> A`.
    Truncate,
    /// The same, with the shape of what goes: `A ++ I -> A ++ S`.
    Truncated,
    /// Adds zeros of this shape at the end of an accumulator: `A ++ S -> A`.
    Lengthened,
}

/// An end of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The first element.
    Left,
    /// The last element.
    Right,
}

impl End {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// What is known of an operation that may panic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checks {
    /// Whether it does not panic, since it has come so far before.
    pub known: bool,
    /// Whether it keeps its place in the order of effects, which it takes and gives last.
    pub ordered: bool,
}

/// Where the elements of a second array are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cloned {
    /// Where those of the first one are.
    Same,
    /// In memory that the array owns and may grow.
    Growing,
}

impl Checks {
    /// What may panic.
    pub const CHECKED: Self = Self { known: false, ordered: false };

    /// What has been reached before.
    pub const REACHED: Self = Self { known: true, ordered: false };

    /// The same, in the order of effects.
    #[must_use]
    pub const fn in_order(self) -> Self {
        Self { ordered: true, ..self }
    }
}

impl Whole {
    /// What is known of it, if it may panic.
    #[must_use]
    pub fn checks(&self) -> Option<Checks> {
        self.clone().checks_mut().copied()
    }

    pub(super) fn checks_mut(&mut self) -> Option<&mut Checks> {
        match self {
            Self::Swap(checks)
            | Self::Copy(checks)
            | Self::CopyLook(checks)
            | Self::Pop(checks)
            | Self::Insert(checks)
            | Self::Remove(checks)
            | Self::Rotate(_, checks) => Some(checks),
            Self::SetAll
            | Self::Clear
            | Self::Restore
            | Self::Clone(_)
            | Self::CloneLook(_)
            | Self::Push
            | Self::Reverse
            | Self::Resize
            | Self::Resized
            | Self::Extend
            | Self::ExtendLook
            | Self::Extended
            | Self::Truncate
            | Self::Truncated
            | Self::Lengthened => None,
        }
    }

    pub(super) fn gives(&self, result: usize) -> Gives {
        let changed = match self {
            Self::Swap(_)
            | Self::SetAll
            | Self::Clear
            | Self::Copy(_)
            | Self::CopyLook(_)
            | Self::Restore
            | Self::Push
            | Self::Pop(_)
            | Self::Insert(_)
            | Self::Remove(_)
            | Self::Reverse
            | Self::Rotate(..)
            | Self::Resize
            | Self::Resized
            | Self::Extend
            | Self::ExtendLook
            | Self::Extended
            | Self::Truncate
            | Self::Truncated
            | Self::Lengthened => true,
            Self::Clone(_) | Self::CloneLook(_) => false,
        };
        match (self, result) {
            (_, 0) if changed => Gives::Changed(0),
            (Self::Copy(_) | Self::Extend, 1) => Gives::Same(1),
            (Self::Extended, 1) => Gives::Changed(1),
            (Self::Clone(_), 0) => Gives::Same(0),
            (Self::Clone(_), 1) | (Self::CloneLook(_), 0) => Gives::New,
            (_, _) => Gives::Other,
        }
    }

    /// Whether the array of this operand becomes a part of another one.
    pub(super) fn moves(&self, operand: usize) -> bool {
        match self {
            Self::Push => operand == 1,
            Self::Insert(_) => operand == 2,
            Self::Swap(_)
            | Self::SetAll
            | Self::Clear
            | Self::Copy(_)
            | Self::CopyLook(_)
            | Self::Restore
            | Self::Clone(_)
            | Self::CloneLook(_)
            | Self::Pop(_)
            | Self::Remove(_)
            | Self::Reverse
            | Self::Rotate(..)
            | Self::Resize
            | Self::Resized
            | Self::Extend
            | Self::ExtendLook
            | Self::Extended
            | Self::Truncate
            | Self::Truncated
            | Self::Lengthened => false,
        }
    }

    pub(super) fn of_look(&self, operand: usize) -> Option<Self> {
        match (self, operand) {
            (Self::Copy(checks), 1) => Some(Self::CopyLook(*checks)),
            (Self::Clone(cloned), 0) => Some(Self::CloneLook(*cloned)),
            (Self::Extend, 1) => Some(Self::ExtendLook),
            (
                Self::Swap(_)
                | Self::SetAll
                | Self::Clear
                | Self::Copy(_)
                | Self::CopyLook(_)
                | Self::Restore
                | Self::Clone(_)
                | Self::CloneLook(_)
                | Self::Push
                | Self::Pop(_)
                | Self::Insert(_)
                | Self::Remove(_)
                | Self::Reverse
                | Self::Rotate(..)
                | Self::Resize
                | Self::Resized
                | Self::Extend
                | Self::ExtendLook
                | Self::Extended
                | Self::Truncate
                | Self::Truncated
                | Self::Lengthened,
                _,
            ) => None,
        }
    }

    /// What it takes and gives beside the order of effects.
    pub(super) fn signature(&self, array: &Type) -> (Vec<Type>, Vec<Type>) {
        let whole = || array.clone();
        let inside = || element(array, 1).expect("an array fits its operation").clone();
        match self {
            Self::Swap(_) => (vec![whole(), index(), index()], vec![whole()]),
            Self::SetAll | Self::Push => (vec![whole(), inside()], vec![whole()]),
            Self::Clear | Self::Reverse => (vec![whole()], vec![whole()]),
            Self::Copy(_) | Self::Extend | Self::Extended => (vec![whole(); 2], vec![whole(); 2]),
            Self::CopyLook(_) | Self::ExtendLook | Self::Restore => (vec![whole(), look(array)], vec![whole()]),
            Self::Insert(_) => (vec![whole(), index(), inside()], vec![whole()]),
            Self::Remove(_) | Self::Resized => (vec![whole(), index()], vec![whole(), inside()]),
            Self::Rotate(..) | Self::Truncate => (vec![whole(), index()], vec![whole()]),
            Self::Truncated => (vec![whole(), index()], vec![whole(), shape_of_struct()]),
            Self::Lengthened => (vec![whole(), shape_of_struct()], vec![whole()]),
            Self::Resize => (vec![whole(), index(), index(), inside()], vec![whole()]),
            Self::Clone(_) => (vec![whole()], vec![whole(), plain(array)]),
            Self::CloneLook(_) => (vec![look(array)], vec![whole()]),
            Self::Pop(_) => (vec![whole()], vec![whole(), inside()]),
        }
    }

    /// Whether it is only on arrays whose elements are no arrays.
    pub(super) fn is_of_scalars(&self) -> bool {
        match self {
            Self::SetAll | Self::Resize | Self::Resized | Self::Extend | Self::ExtendLook | Self::Extended => true,
            Self::Swap(_)
            | Self::Clear
            | Self::Copy(_)
            | Self::CopyLook(_)
            | Self::Restore
            | Self::Clone(_)
            | Self::CloneLook(_)
            | Self::Push
            | Self::Pop(_)
            | Self::Insert(_)
            | Self::Remove(_)
            | Self::Reverse
            | Self::Rotate(..)
            | Self::Truncate
            | Self::Truncated
            | Self::Lengthened => false,
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    pub(super) fn derivative(&self, array: &Type) -> Derivative<'static> {
        let ty = bundle(array).remove(0);
        let op = move |op: Self| Operation::Array(ArrayOp::Whole(op), ty.clone());
        let of_arrays = |op: ArrayOp, array: &Type| Operation::Array(op, bundle(array).remove(0));
        match self {
            // The accumulators of the two elements change places too.
            Self::Swap(_) => Derivative::Pullback(Pullback::moving(move |around| {
                let mut operands = around.sensitivity(0);
                operands.extend([around.operand(1), around.operand(2)]);
                around.builder.op(op(Self::Swap(Checks::REACHED)), &operands)
            })),
            // The value gets what all elements have got, and what was there before gets nothing.
            // A struct may have been of another shape.
            Self::SetAll if holds_structs(array) => {
                let total = of_arrays(ArrayOp::Total([Along::All].into()), array);
                let element = bundle(element(array, 1).expect("an array")).remove(0);
                Derivative::Pullback(Pullback::shaping(move |around| {
                    let accumulator = around.sensitivity(0);
                    let total = around.builder.op(total, &accumulator)?;
                    let zero = around.zero(element)?;
                    let cleared = around.builder.op1(op(Self::SetAll), &[total[0], zero])?;
                    Ok(vec![around.fitted(0, cleared)?, total[1]])
                }))
            }
            Self::SetAll => {
                let total = of_arrays(ArrayOp::Total([Along::All].into()), array);
                Derivative::Pullback(Pullback::moving(move |around| {
                    let accumulator = around.sensitivity(0);
                    let total = around.builder.op(total, &accumulator)?;
                    let mut results = around.builder.op(op(Self::Clear), &total[..1])?;
                    results.push(total[1]);
                    Ok(results)
                }))
            }
            Self::Clear => Derivative::Pullback(Pullback::moving(move |around| {
                let accumulator = around.sensitivity(0);
                around.builder.op(op(Self::Clear), &accumulator)
            })),
            Self::Copy(_) => {
                let add = of_arrays(ArrayOp::AddAll, array);
                Derivative::Pullback(Pullback::moving(move |around| {
                    let both = [around.sensitivity(1), around.sensitivity(0)].concat();
                    let both = around.builder.op(add, &both)?;
                    let cleared = around.builder.op(op(Self::Clear), &both[1..])?;
                    Ok(vec![cleared[0], both[0]])
                }))
            }
            // Before the adjoint, only what has no sensitivity is looked at.
            Self::CopyLook(_) => Derivative::Pullback(Pullback::moving(move |around| {
                let accumulator = around.sensitivity(0);
                around.builder.op(op(Self::Clear), &accumulator)
            })),
            Self::Clone(_) => {
                let (add, drop) = (of_arrays(ArrayOp::AddAll, array), of_arrays(ArrayOp::Drop, array));
                Derivative::Pullback(Pullback::moving(move |around| {
                    let both = [around.sensitivity(0), around.sensitivity(1)].concat();
                    joined(&mut around.builder, add, drop, &both)
                }))
            }
            // What was added last is taken away first, by the accumulators too.
            Self::Push => Derivative::Pullback(Pullback::moving(move |around| {
                let accumulator = around.sensitivity(0);
                around.builder.op(op(Self::Pop(Checks::REACHED)), &accumulator)
            })),
            Self::Pop(_) => Derivative::Pullback(Pullback::moving(move |around| {
                let operands = [around.sensitivity(0), around.sensitivity(1)].concat();
                around.builder.op(op(Self::Push), &operands)
            })),
            Self::Insert(_) => Derivative::Pullback(Pullback::moving(move |around| {
                let mut operands = around.sensitivity(0);
                operands.push(around.operand(1));
                around.builder.op(op(Self::Remove(Checks::REACHED)), &operands)
            })),
            Self::Remove(_) => Derivative::Pullback(Pullback::moving(move |around| {
                let mut operands = around.sensitivity(0);
                operands.push(around.operand(1));
                operands.extend(around.sensitivity(1));
                around.builder.op(op(Self::Insert(Checks::REACHED)), &operands)
            })),
            Self::Reverse => Derivative::Pullback(Pullback::moving(move |around| {
                let accumulator = around.sensitivity(0);
                around.builder.op(op(Self::Reverse), &accumulator)
            })),
            &Self::Rotate(end, _) => Derivative::Pullback(Pullback::moving(move |around| {
                let mut operands = around.sensitivity(0);
                operands.push(around.operand(1));
                around.builder.op(op(Self::Rotate(end.other(), Checks::REACHED)), &operands)
            })),
            Self::Resize => Derivative::Pullback(Pullback::moving(move |around| {
                let mut operands = around.sensitivity(0);
                operands.push(around.operand(1));
                around.builder.op(op(Self::Resized), &operands)
            })),
            Self::Extend => Derivative::Pullback(Pullback::moving(move |around| {
                let both = [around.sensitivity(0), around.sensitivity(1)].concat();
                around.builder.op(op(Self::Extended), &both)
            })),
            // What goes gets nothing from then on, in its shape.
            Self::Truncate => {
                let truncated = Operation::Array(ArrayOp::Whole(Self::Truncated), array.clone());
                Derivative::Runs(Runs {
                    kept: 0..0,
                    kept_result: None,
                    forward: Box::new(|_, operands| (truncated, operands)),
                    reverse: Box::new(move |around, mut wires| {
                        wires.reverse();
                        surgery::operation(around.net, around.level, op(Self::Lengthened), wires)
                    }),
                })
            }
            // These are parts of adjoints.
            Self::Resized | Self::Extended | Self::ExtendLook | Self::Restore | Self::Truncated | Self::Lengthened => {
                Derivative::Missing
            }
            Self::CloneLook(_) => {
                let drop = of_arrays(ArrayOp::Drop, array);
                Derivative::Pullback(Pullback::moving(move |around| {
                    let accumulator = around.sensitivity(0);
                    around.builder.op(drop, &accumulator)
                }))
            }
        }
    }

    #[cfg(feature = "text")]
    pub(super) fn word(&self) -> &'static str {
        let of = |checks: &Checks, checked, known| if checks.known { known } else { checked };
        match self {
            Self::Swap(checks) => of(checks, "swap", "swap_again"),
            Self::SetAll => "set_all",
            Self::Clear => "clear",
            Self::Copy(checks) => of(checks, "copy_from", "copy_from_again"),
            Self::CopyLook(checks) => of(checks, "copy_look", "copy_look_again"),
            Self::Restore => "restore",
            Self::Clone(Cloned::Same) => "clone",
            Self::Clone(Cloned::Growing) => "to_vec",
            Self::CloneLook(Cloned::Same) => "clone_look",
            Self::CloneLook(Cloned::Growing) => "to_vec_look",
            Self::Push => "push",
            Self::Pop(checks) => of(checks, "pop", "pop_again"),
            Self::Insert(checks) => of(checks, "insert", "insert_again"),
            Self::Remove(checks) => of(checks, "remove", "remove_again"),
            Self::Reverse => "reverse",
            Self::Rotate(End::Left, checks) => of(checks, "rotate_left", "rotate_left_again"),
            Self::Rotate(End::Right, checks) => of(checks, "rotate_right", "rotate_right_again"),
            Self::Resize => "resize",
            Self::Resized => "resized",
            Self::Extend => "extend",
            Self::ExtendLook => "extend_look",
            Self::Extended => "extended",
            Self::Truncate => "truncate",
            Self::Truncated => "truncated",
            Self::Lengthened => "lengthened",
        }
    }

    /// The operation with this word, in the order of effects or not.
    #[cfg(feature = "text")]
    pub(super) fn by_word(word: &str, ordered: bool) -> Option<Self> {
        let mut op = ALL.iter().find(|op| op.word() == word)?.clone();
        if let Some(checks) = op.checks_mut() {
            checks.ordered = ordered;
        }
        Some(op)
    }

    #[cfg(feature = "draw")]
    pub(super) fn symbol(&self) -> &'static str {
        match self {
            Self::Swap(_) => "swap",
            Self::SetAll => "a[..] =",
            Self::Clear => "a[..] = 0",
            Self::Copy(_) | Self::CopyLook(_) => "copy",
            Self::Restore => "restore",
            Self::Clone(_) | Self::CloneLook(_) => "clone",
            Self::Push => "push",
            Self::Pop(_) => "pop",
            Self::Insert(_) => "insert",
            Self::Remove(_) => "remove",
            Self::Reverse => "reverse",
            Self::Rotate(..) => "rotate",
            Self::Resize | Self::Resized => "resize",
            Self::Extend | Self::ExtendLook | Self::Extended => "extend",
            Self::Truncate | Self::Truncated => "truncate",
            Self::Lengthened => "lengthen",
        }
    }
}

/// All operations, out of the order of effects.
#[cfg(feature = "text")]
const ALL: &[Whole] = &[
    Whole::Swap(Checks::CHECKED),
    Whole::Swap(Checks::REACHED),
    Whole::SetAll,
    Whole::Clear,
    Whole::Copy(Checks::CHECKED),
    Whole::Copy(Checks::REACHED),
    Whole::CopyLook(Checks::CHECKED),
    Whole::CopyLook(Checks::REACHED),
    Whole::Restore,
    Whole::Clone(Cloned::Same),
    Whole::Clone(Cloned::Growing),
    Whole::CloneLook(Cloned::Same),
    Whole::CloneLook(Cloned::Growing),
    Whole::Push,
    Whole::Pop(Checks::CHECKED),
    Whole::Pop(Checks::REACHED),
    Whole::Insert(Checks::CHECKED),
    Whole::Insert(Checks::REACHED),
    Whole::Remove(Checks::CHECKED),
    Whole::Remove(Checks::REACHED),
    Whole::Reverse,
    Whole::Rotate(End::Left, Checks::CHECKED),
    Whole::Rotate(End::Left, Checks::REACHED),
    Whole::Rotate(End::Right, Checks::CHECKED),
    Whole::Rotate(End::Right, Checks::REACHED),
    Whole::Resize,
    Whole::Resized,
    Whole::Extend,
    Whole::ExtendLook,
    Whole::Extended,
    Whole::Truncate,
    Whole::Truncated,
    Whole::Lengthened,
];

/// The accumulator of an array of which there were two, from the accumulators of both.
pub(super) fn joined(
    builder: &mut crate::build::Builder,
    add: Operation,
    drop: Operation,
    both: &[Value],
) -> Result<Vec<Value>, BuildError> {
    let both = builder.op(add, both)?;
    builder.op(drop, &both[1..])?;
    Ok(both[..1].to_vec())
}

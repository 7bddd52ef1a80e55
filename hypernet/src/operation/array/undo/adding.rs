//! The operations that are added where a write is undone.

use super::super::super::prelude::*;
use super::super::{ArrayOp, Cloned, Position, Whole, element};
use crate::adjoint::{Surroundings, surgery};
use crate::label::{Form, Label};
use crate::net::WireId;

/// Adds operations on arrays at one level.
pub(super) struct Adding<'a, 'n> {
    pub(super) around: &'a mut Surroundings<'n>,
    /// The type of the array.
    pub(super) array: Type,
    /// The type of its accumulator.
    pub(super) accumulator: Type,
}

impl<'n> Adding<'_, 'n> {
    pub(super) fn on(&mut self, ty: Type, op: ArrayOp, wires: Vec<WireId>) -> Vec<WireId> {
        surgery::operation(self.around.net, self.around.level, Operation::Array(op, ty), wires)
    }

    /// An operation on the array, or on its storage in the reverse pass.
    pub(super) fn array(&mut self, op: ArrayOp, wires: Vec<WireId>) -> Vec<WireId> {
        self.on(self.array.clone(), op, wires)
    }

    /// An operation on the accumulator.
    pub(super) fn accumulator(&mut self, op: ArrayOp, wires: Vec<WireId>) -> Vec<WireId> {
        self.on(self.accumulator.clone(), op, wires)
    }

    /// Copies of wires that are open below; the other copies take their places.
    pub(super) fn copies(&mut self, wires: &mut [WireId]) -> Vec<WireId> {
        let mut copies = Vec::with_capacity(wires.len());
        for wire in wires {
            let [stays, copy] = surgery::copy(self.around.net, *wire);
            *wire = stays;
            copies.push(copy);
        }
        copies
    }

    /// The last edge of the forward pass, which gives these wires.
    pub(super) fn gives(&mut self, op: ArrayOp, wires: Vec<WireId>, below: Vec<WireId>) {
        let label = Label::Operation(Operation::Array(op, self.array.clone()));
        self.around.net.add_edge(self.around.level, label, wires, below);
    }

    /// The accumulator and the storage of an array that is about to be as it was before a write. Calls may have looked at it as it is,
    /// and have handed on the accumulator: that comes first.
    pub(super) fn waits(&mut self, accumulator: WireId, storage: WireId) -> [WireId; 2] {
        let both = self.array(ArrayOp::After, vec![storage, accumulator]);
        [both[1], both[0]]
    }

    /// The accumulator and the storage where a struct has been put back at this place: its sensitivity gets its shape. Without a place,
    /// what has been put back has a shape.
    pub(super) fn fitted(
        &mut self,
        place: Position,
        mut indices: Vec<WireId>,
        [accumulator, storage]: [WireId; 2],
    ) -> [WireId; 2] {
        if indices.is_empty() {
            return [accumulator, storage];
        }
        let again = self.copies(&mut indices);
        let shaped = self.array(ArrayOp::ShapeAt(place.reached()), [&[storage][..], &again].concat());
        let fit = [&[accumulator][..], &indices, &[shaped[1]]].concat();
        [self.accumulator(ArrayOp::FitAt(place.reached()), fit)[0], shaped[0]]
    }

    /// A value that is left for the reverse pass. A struct may be moved away: then a clone of it is left.
    pub(super) fn second(&mut self, value: WireId) -> WireId {
        let ty = self.around.net.wire(value).ty.clone();
        if !matches!(ty, Type::Opaque(_)) {
            return value;
        }
        surgery::operation(self.around.net, self.around.level, Operation::View(Form::Second, ty), vec![value])[0]
    }

    /// The same of the arrays that are so deep in the array.
    pub(super) fn row(&mut self, depth: usize) -> Adding<'_, 'n> {
        let of = |array: &Type| element(array, depth).expect("an array of arrays").clone();
        let (array, accumulator) = (of(&self.array), of(&self.accumulator));
        Adding { around: self.around, array, accumulator }
    }

    /// How many elements an array has.
    pub(super) fn length(&mut self, array: WireId) -> [WireId; 2] {
        let both = self.array(ArrayOp::Len(Position::WHOLE), vec![array]);
        [both[0], both[1]]
    }

    /// What is in an array, by a look that keeps it.
    pub(super) fn kept(&mut self, array: WireId) -> [WireId; 2] {
        self.kept_as(Cloned::Same, array)
    }

    pub(super) fn kept_as(&mut self, cloned: Cloned, array: WireId) -> [WireId; 2] {
        let both = self.array(ArrayOp::Whole(Whole::Clone(cloned)), vec![array]);
        let looked = self.array(ArrayOp::Look, vec![both[1]]);
        self.array(ArrayOp::Drop, vec![looked[0]]);
        [both[0], looked[1]]
    }
}

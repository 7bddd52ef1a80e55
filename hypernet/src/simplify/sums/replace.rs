//! A form in the place of another.

use super::Sums;
use super::form::{Binary, Form, FormId};
use super::take::{Taken, Tap};
use crate::label::{Constant, Operation};
use crate::net::{Level, WireId};
use crate::primitive::Primitive;
use crate::simplify::work::Work;
use crate::types::Type;

impl Sums {
    /// Puts a form in the place of the one that was taken.
    pub(super) fn replace(&mut self, work: &mut Work<'_>, mut taken: Taken, new: FormId) {
        let mut target = None;
        for &id in &taken.edges {
            let edge = work.remove(id);
            match target {
                None => target = Some(edge.targets[0]),
                Some(_) => work.net.remove_wire(edge.targets[0]),
            }
        }
        for &wire in &taken.constants {
            work.discard(wire);
        }
        let mut needed = vec![0usize; taken.atoms.len()];
        taken.forms.count(new, &mut needed);
        for (atom, needed) in taken.atoms.iter_mut().zip(needed) {
            let all = &mut atom.wires;
            if all.is_empty()
                && needed > 0
                && let Some(tap) = atom.tap
            {
                // The value is used here too now.
                if let Some(uses) = self.uses.get_mut(atom.origin.index()) {
                    *uses += needed;
                }
                let wire = match tap {
                    Tap::Source(edge, port) => work.net.edge(edge).sources[port],
                    Tap::Target(edge) => work.net.edge(edge).targets[0],
                };
                let more = work.again(wire);
                all.push(more);
            }
            while all.len() < needed {
                let Some(wire) = all.pop() else { break };
                all.extend(work.copy(wire));
            }
            for wire in all.split_off(needed.min(all.len())) {
                work.discard(wire);
            }
        }
        let wire = self.build(work, &mut taken, new);
        if let Some(target) = target {
            work.fuse(wire, target);
        }
    }

    fn build(&self, work: &mut Work<'_>, taken: &mut Taken, form: FormId) -> WireId {
        let scalar = taken.scalar.clone();
        let (operation, sources) = match taken.forms.form(form) {
            Form::Atom(atom) => return taken.atoms[atom].wires.pop().expect("as many wires as uses"),
            Form::Constant(value) => (Operation::Constant(Constant::real(value), Type::Real(scalar)), Vec::new()),
            Form::Negative(of) => (Operation::Primitive(Primitive::Neg, scalar), vec![self.build(work, taken, of)]),
            Form::Node(operation, a, b) => {
                let sources = vec![self.build(work, taken, a), self.build(work, taken, b)];
                let operation = match operation {
                    Binary::Plus => Operation::Plus(Type::Real(scalar)),
                    Binary::Minus => Operation::Primitive(Primitive::Sub, scalar),
                    Binary::Times => Operation::Primitive(Primitive::Mul, scalar),
                    Binary::Over => Operation::Primitive(Primitive::Div, scalar),
                };
                (operation, sources)
            }
        };
        let level = self.level.unwrap_or(Level::Outermost);
        work.operation(level, operation, sources)[0]
    }
}

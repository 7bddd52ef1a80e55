//! Forms as they are in a net.

use super::form::{Arithmetic, Form, FormId, Forms};
use super::{Sums, arithmetic, made, plain_constant};
use crate::net::{EdgeId, WireId};
use crate::simplify::work::Work;
use crate::types::Name;

/// How many edges a form is made of at most; what goes beyond is left whole.
const LARGEST: usize = 48;

/// How many operations a form has at most, when what it uses several times is written out each time.
const WRITTEN_OUT: usize = 4 * LARGEST;

/// A value that a form takes from outside.
pub(super) struct Atom {
    pub(super) origin: WireId,
    /// The wires that carry it to the form.
    pub(super) wires: Vec<WireId>,
    /// Where else it can be had.
    pub(super) tap: Option<Tap>,
    /// How many absorbed edges use it.
    pub(super) inside: usize,
    /// How often the form has it, when all is written out.
    times: usize,
    /// What it is, where the form is all that uses it.
    pub(super) absorbed: Option<FormId>,
}

/// A port whose wire carries a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tap {
    Source(EdgeId, usize),
    Target(EdgeId),
}

/// A form in the net.
pub(super) struct Taken {
    pub(super) scalar: Name,
    pub(super) forms: Forms,
    /// Its edges, the root first.
    pub(super) edges: Vec<EdgeId>,
    pub(super) atoms: Vec<Atom>,
    /// The edges that make the atoms that are absorbed. They stay in the net, where nothing uses them any more.
    pub(super) absorbed: Vec<EdgeId>,
    /// How many operations the form has, when all is written out.
    operations: usize,
    /// Whether the form goes on beyond its atoms.
    pub(super) cut: bool,
    /// Whether what absorbed edges alone use is absorbed too; and whether there was such a thing.
    deep: bool,
    pub(super) nested: bool,
    /// The wires that carry constants to the form.
    pub(super) constants: Vec<WireId>,
}

/// How a form has an edge.
#[derive(Clone, Copy)]
enum Way {
    /// As its own, which goes if the form is written anew.
    Own,
    /// Absorbed: it is written out so many times.
    Absorbed(usize),
    /// Beside it: the edge stays, and what it takes can be had there.
    Beside,
}

impl Taken {
    pub(super) fn new(scalar: &Name, deep: bool) -> Self {
        Self {
            scalar: scalar.clone(),
            forms: Forms::default(),
            edges: Vec::new(),
            atoms: Vec::new(),
            absorbed: Vec::new(),
            operations: 0,
            cut: false,
            deep,
            nested: false,
            constants: Vec::new(),
        }
    }

    /// The number of the atom with this origin.
    pub(super) fn atom(&mut self, origin: WireId) -> usize {
        let mut at = 0;
        while at < self.atoms.len() {
            if self.atoms.as_slice()[at].origin.index() == origin.index() {
                return at;
            }
            at += 1;
        }
        self.atoms.push(Atom { origin, wires: Vec::new(), tap: None, inside: 0, times: 0, absorbed: None });
        at
    }

    /// What a form is, if it is an atom that is absorbed.
    pub(super) fn written_out(&self, mut form: FormId) -> FormId {
        while let Form::Atom(atom) = self.forms.form(form)
            && let Some(absorbed) = self.atoms.as_slice()[atom].absorbed
        {
            form = absorbed;
        }
        form
    }

    /// Whether there is room for another edge.
    fn has_room(&self) -> bool {
        self.edges.len() + self.absorbed.len() < LARGEST
    }
}

impl Sums {
    /// The form whose root is this edge.
    pub(super) fn take(&self, work: &Work<'_>, id: EdgeId, taken: &mut Taken) -> FormId {
        taken.edges.push(id);
        taken.operations += 1;
        self.node(work, id, taken, Way::Own)
    }

    /// The edge that makes a value that is used once, if it belongs to the form too.
    fn inner(&self, work: &Work<'_>, wire: WireId, taken: &mut Taken) -> Option<EdgeId> {
        let (inner, _) = work.producing(wire)?;
        let (_, of) = arithmetic(work.net, inner)?;
        let fits = taken.has_room()
            && *of == taken.scalar
            && !self.is_seen(inner)
            && (taken.deep || taken.absorbed.is_empty());
        taken.cut |= !fits;
        fits.then_some(inner)
    }

    /// The operation of an edge, on the forms of its sources.
    fn node(&self, work: &Work<'_>, id: EdgeId, taken: &mut Taken, way: Way) -> FormId {
        let (arithmetic, _) = arithmetic(work.net, id).expect("forms are made of arithmetic");
        let first = self.operand(work, id, 0, taken, way);
        match arithmetic {
            Arithmetic::Negative => taken.forms.negative(first),
            Arithmetic::Binary(operation) => {
                let second = self.operand(work, id, 1, taken, way);
                taken.forms.node(operation, first, second)
            }
        }
    }

    /// A source of an edge: a constant, a form, or an atom.
    fn operand(&self, work: &Work<'_>, id: EdgeId, port: usize, taken: &mut Taken, way: Way) -> FormId {
        let wire = work.net.edge(id).sources.as_slice()[port];
        if let Some(value) = plain_constant(work, wire) {
            if let Way::Own = way {
                taken.constants.push(wire);
            }
            return taken.forms.constant(value);
        }
        let inner = if let Way::Beside = way { None } else { self.inner(work, wire, taken) };
        if let Some(inner) = inner {
            return match way {
                Way::Absorbed(times) => {
                    taken.nested = true;
                    self.absorbed(work, inner, taken, times)
                }
                Way::Own | Way::Beside => self.take(work, inner, taken),
            };
        }
        let number = taken.atom(self.root.of(wire));
        let atom = &mut taken.atoms.as_mut_slice()[number];
        match way {
            Way::Own => {
                atom.wires.push(wire);
                atom.times += 1;
            }
            Way::Absorbed(times) => {
                atom.tap.get_or_insert(Tap::Source(id, port));
                atom.inside += 1;
                atom.times += times;
            }
            Way::Beside => {
                atom.tap.get_or_insert(Tap::Source(id, port));
            }
        }
        taken.forms.atom(number)
    }

    /// Takes in the operations that nothing but the form uses, though it uses them several times.
    pub(super) fn absorb(&self, work: &Work<'_>, taken: &mut Taken) {
        let mut at = 0;
        while at < taken.atoms.len() {
            let Atom { origin, ref wires, inside, times, absorbed, .. } = taken.atoms.as_slice()[at];
            let uses = self.uses.get(origin.index()).copied().unwrap_or(0);
            if uses > 0
                && uses == wires.len() + inside
                && (inside == 0 || taken.deep)
                && absorbed.is_none()
                && let Some((id, _)) = made(work, origin)
                && arithmetic(work.net, id).is_some_and(|(_, of)| *of == taken.scalar)
            {
                if taken.has_room() && taken.operations + times <= WRITTEN_OUT {
                    taken.nested |= inside > 0;
                    let form = self.absorbed(work, id, taken, times);
                    taken.atoms[at].absorbed = Some(form);
                    // An earlier atom may have all its uses in the form now.
                    at = 0;
                    continue;
                }
                taken.cut = true;
            }
            at += 1;
        }
    }

    /// The operation of an edge that is absorbed, and those that make what it alone uses; each is written out so many times.
    fn absorbed(&self, work: &Work<'_>, id: EdgeId, taken: &mut Taken, times: usize) -> FormId {
        taken.absorbed.push(id);
        taken.operations += times;
        self.node(work, id, taken, Way::Absorbed(times))
    }

    /// The operation of an edge that stays, on atoms that can be had at its sources.
    pub(super) fn tapped(&self, work: &Work<'_>, id: EdgeId, taken: &mut Taken) -> FormId {
        self.node(work, id, taken, Way::Beside)
    }

    /// Whether a form uses a value that the old one did not use and that is inside of another form: it would be no longer.
    pub(super) fn parts_others(&self, work: &Work<'_>, form: FormId, taken: &Taken) -> bool {
        match taken.forms.form(form) {
            Form::Atom(atom) => {
                let Atom { origin, ref wires, inside, .. } = taken.atoms[atom];
                let alone = self.uses.get(origin.index()).is_none_or(|&uses| uses < 2);
                let arithmetic = || made(work, origin).is_some_and(|(id, _)| arithmetic(work.net, id).is_some());
                wires.is_empty() && inside == 0 && alone && arithmetic()
            }
            Form::Constant(_) => false,
            Form::Negative(of) => self.parts_others(work, of, taken),
            Form::Node(_, a, b) => self.parts_others(work, a, taken) || self.parts_others(work, b, taken),
        }
    }
}

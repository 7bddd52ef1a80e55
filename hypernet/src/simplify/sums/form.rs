//! Forms, and what they cost.

use super::RANGE;

/// An operation of which forms are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simplify) enum Arithmetic {
    Negative,
    Binary(Binary),
}

/// An operation of two forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simplify) enum Binary {
    Plus,
    Minus,
    Times,
    Over,
}

/// A form among [`Forms`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FormId(u32);

/// A form, or what it is to become.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A value from outside of the form, by its number.
    Atom(usize),
    Constant(f64),
    Negative(FormId),
    Node(Binary, FormId, FormId),
}

/// About what a form costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(in crate::simplify) struct Cost {
    /// Two for an operation, three for a division.
    pub(in crate::simplify) work: usize,
    /// One or two for bringing operands to where a machine of two addresses wants them.
    pub(super) moves: usize,
}

impl Cost {
    /// That of an operation alone.
    pub(in crate::simplify) fn of(operation: Arithmetic) -> Self {
        Self { work: if operation == Arithmetic::Binary(Binary::Over) { 3 } else { 2 }, moves: 0 }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { work: self.work + other.work, moves: self.moves + other.moves }
    }
}

/// Forms, each made of earlier ones.
#[derive(Default)]
pub(super) struct Forms(Vec<Made>);

struct Made {
    form: Form,
    cost: Cost,
    /// Whether all constants of the form are numbers of every scalar type.
    within_range: bool,
}

impl Forms {
    fn add(&mut self, form: Form, cost: Cost, within_range: bool) -> FormId {
        let id = FormId(u32::try_from(self.0.len()).expect("fewer than 2^32 forms"));
        self.0.push(Made { form, cost, within_range });
        id
    }

    pub(super) fn atom(&mut self, atom: usize) -> FormId {
        self.add(Form::Atom(atom), Cost::default(), true)
    }

    pub(super) fn constant(&mut self, value: f64) -> FormId {
        self.add(Form::Constant(value), Cost::default(), RANGE.contains(&value.abs()))
    }

    pub(super) fn negative(&mut self, of: FormId) -> FormId {
        let of_cost = self.cost(of);
        self.add(Form::Negative(of), Cost::of(Arithmetic::Negative).plus(of_cost), self.within_range(of))
    }

    pub(super) fn node(&mut self, operation: Binary, a: FormId, b: FormId) -> FormId {
        let moves = match (self.form(a), self.form(b)) {
            (Form::Atom(a), Form::Atom(b)) if a == b => 1,
            (Form::Atom(_) | Form::Constant(_), Form::Atom(_) | Form::Constant(_)) => 2,
            _ => 0,
        };
        let cost = Cost { moves, ..Cost::of(Arithmetic::Binary(operation)) }.plus(self.cost(a)).plus(self.cost(b));
        self.add(Form::Node(operation, a, b), cost, self.within_range(a) && self.within_range(b))
    }

    pub(super) fn form(&self, id: FormId) -> Form {
        self.0.as_slice()[id.0 as usize].form
    }

    pub(super) fn cost(&self, id: FormId) -> Cost {
        self.0.as_slice()[id.0 as usize].cost
    }

    /// Whether all constants of a form are numbers of every scalar type.
    pub(super) fn within_range(&self, id: FormId) -> bool {
        self.0.as_slice()[id.0 as usize].within_range
    }

    /// Whether a form has a sign outside only if the other one has.
    pub(super) fn same_sign(&self, old: FormId, new: FormId) -> bool {
        let negative = |form: FormId| matches!(self.form(form), Form::Negative(_));
        negative(old) || !negative(new)
    }

    /// How often each atom is used in a form.
    pub(super) fn count(&self, form: FormId, uses: &mut [usize]) {
        match self.form(form) {
            Form::Atom(atom) => uses[atom] += 1,
            Form::Constant(_) => {}
            Form::Negative(of) => self.count(of, uses),
            Form::Node(_, a, b) => {
                self.count(a, uses);
                self.count(b, uses);
            }
        }
    }
}

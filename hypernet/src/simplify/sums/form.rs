//! Forms, and what they cost.

use super::RANGE;

/// An operation of forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simplify) enum Arithmetic {
    Plus,
    Minus,
    Times,
    Over,
    Negative,
}

/// A form, or what it is to become.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// A value from outside of the form, by its number.
    Atom(usize),
    Constant(f64),
    Node(Arithmetic, Vec<Form>),
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
        Self { work: if operation == Arithmetic::Over { 3 } else { 2 }, moves: 0 }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { work: self.work + other.work, moves: self.moves + other.moves }
    }
}

pub(super) fn cost(form: &Form) -> Cost {
    let Form::Node(operation, parts) = form else { return Cost::default() };
    let leaf = |form: &Form| !matches!(form, Form::Node(..));
    let moves = match parts.as_slice() {
        [Form::Atom(a), Form::Atom(b)] if a == b => 1,
        [a, b] if leaf(a) && leaf(b) => 2,
        _ => 0,
    };
    parts.iter().map(cost).fold(Cost { moves, ..Cost::of(*operation) }, Cost::plus)
}

/// Whether a form has a sign outside only if the other one has.
pub(super) fn same_sign(old: &Form, new: &Form) -> bool {
    let negative = |form: &Form| matches!(form, Form::Node(Arithmetic::Negative, _));
    negative(old) || !negative(new)
}

/// Whether all constants of a form are numbers of every scalar type.
pub(super) fn within_range(form: &Form) -> bool {
    match form {
        Form::Atom(_) => true,
        Form::Constant(value) => RANGE.contains(&value.abs()),
        Form::Node(_, parts) => parts.iter().all(within_range),
    }
}

/// How often each atom is used in a form.
pub(super) fn count(form: &Form, uses: &mut [usize]) {
    match form {
        Form::Atom(atom) => uses[*atom] += 1,
        Form::Constant(_) => {}
        Form::Node(_, parts) => parts.iter().for_each(|part| count(part, uses)),
    }
}

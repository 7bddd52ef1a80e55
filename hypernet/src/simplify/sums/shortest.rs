//! Forms that are as short as they can be.
//!
//! Most forms of a reverse pass are sums of products of different values. To take these apart would be in vain: each value
//! has to be an operand once, so there is no form with fewer operations; and a form that is written from left to right
//! brings as few pairs of operands together as there are sums and products.

use super::Sums;
use super::form::{Binary, Form, FormId, Forms};
use super::rebuild::is;
use super::take::{Atom, Taken};
use crate::net::WireId;
use crate::simplify::work::Work;

impl Sums {
    /// Whether a form is surely as short as it can be: nothing in it occurs twice, is a product that is there anyway, or is
    /// in another place than where it would be put. The values that its values are multiples of count too, as do the
    /// numbers by which they are multiplied: one number has no other to go together with.
    pub(super) fn is_shortest(&self, work: &Work<'_>, form: FormId, taken: &Taken) -> bool {
        let mut numbers = taken.constants.len();
        for atom in taken.atoms.as_slice() {
            if atom.wires.len() != 1 || atom.inside > 0 || atom.absorbed.is_some() {
                return false;
            }
            if let Some(of) = self.multiple_of(work, atom.origin) {
                numbers += 1;
                let occurs = |other: &Atom| other.origin == of;
                if self.multiple_of(work, of).is_some() || taken.atoms.iter().any(occurs) {
                    return false;
                }
            }
        }
        numbers < 2 && is_sum(&taken.forms, form, true) && !self.has_known_product(work, form, taken, &mut Vec::new())
    }

    /// Whether two factors of a product are multiplied outside of the form too. Gives the factors that are atoms.
    fn has_known_product(&self, work: &Work<'_>, form: FormId, taken: &Taken, factors: &mut Vec<WireId>) -> bool {
        match taken.forms.form(form) {
            Form::Atom(atom) => {
                let origin = taken.atoms.as_slice()[atom].origin;
                for &other in factors.as_slice() {
                    if self.product_outside(work, taken, other, origin).is_some() {
                        return true;
                    }
                }
                factors.push(origin);
                false
            }
            Form::Constant(_) => false,
            Form::Negative(of) => self.has_known_product(work, of, taken, factors),
            Form::Node(Binary::Times, a, b) => {
                self.has_known_product(work, a, taken, factors) || self.has_known_product(work, b, taken, factors)
            }
            Form::Node(Binary::Plus | Binary::Minus | Binary::Over, a, b) => {
                self.has_known_product(work, a, taken, &mut Vec::new())
                    || self.has_known_product(work, b, taken, &mut Vec::new())
            }
        }
    }
}

/// Whether a form is a term, or terms that are added from left to right, with those that are subtracted last.
fn is_sum(forms: &Forms, form: FormId, subtracts: bool) -> bool {
    match forms.form(form) {
        Form::Node(Binary::Plus, a, b) => is_sum(forms, a, false) && is_product(forms, b),
        Form::Node(Binary::Minus, a, b) => subtracts && is_sum(forms, a, true) && is_product(forms, b),
        Form::Atom(_) | Form::Constant(_) | Form::Negative(_) | Form::Node(Binary::Times | Binary::Over, ..) => {
            is_product(forms, form)
        }
    }
}

/// Whether a form is a factor, or factors that are multiplied from left to right, with a number before them at most.
fn is_product(forms: &Forms, form: FormId) -> bool {
    match forms.form(form) {
        Form::Node(Binary::Times, a, b) => {
            let number = match forms.form(a) {
                // A sum of a value with itself may be shorter than twice the value.
                Form::Constant(value) => !is(value.abs(), 1.0) && !is(value.abs(), 2.0),
                Form::Atom(_) | Form::Negative(_) | Form::Node(..) => false,
            };
            (number || is_product(forms, a)) && is_factor(forms, b)
        }
        Form::Atom(_) | Form::Constant(_) | Form::Negative(_) | Form::Node(..) => is_factor(forms, form),
    }
}

/// Whether a form is a value, or a sum.
fn is_factor(forms: &Forms, form: FormId) -> bool {
    match forms.form(form) {
        Form::Atom(_) => true,
        Form::Node(Binary::Plus | Binary::Minus, ..) => is_sum(forms, form, true),
        Form::Constant(_) | Form::Negative(_) | Form::Node(Binary::Times | Binary::Over, ..) => false,
    }
}

//! Forms taken apart into terms, and put together again.

use super::form::{Binary, Form, FormId};
use super::take::{Taken, Tap};
use super::{Sums, made};
use crate::simplify::work::Work;

/// What a term is multiplied by, or divided by: a number, so that terms are sorted and compared at little cost. Its lowest
/// bit says whether it divides, its highest whether it is a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Factor(u32);

#[derive(Clone, Copy)]
enum Base {
    /// A value from outside.
    Atom(usize),
    /// A sum that is not taken apart, by its number.
    Sum(usize),
}

impl Factor {
    const SUM: u32 = 1 << 31;

    fn new(base: Base, divides: bool) -> Self {
        let (index, sum) = match base {
            Base::Atom(atom) => (atom, 0),
            Base::Sum(sum) => (sum, Self::SUM),
        };
        let index = u32::try_from(index).expect("forms are small");
        Self(sum | index << 1 | u32::from(divides))
    }

    fn base(self) -> Base {
        let index = (self.0 & !Self::SUM) as usize >> 1;
        if self.0 & Self::SUM == 0 { Base::Atom(index) } else { Base::Sum(index) }
    }

    fn divides(self) -> bool {
        self.0 & 1 == 1
    }

    fn inverse(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A product: a constant, and factors in order.
#[derive(Debug)]
pub(super) struct Term {
    constant: f64,
    factors: Vec<Factor>,
}

/// Terms from a form, and a form from terms.
pub(super) struct Rebuilding<'r, 'n> {
    pub(super) level: &'r Sums,
    pub(super) work: &'r Work<'n>,
    /// Whether a multiple of something that is used elsewhere too is taken apart, to be computed again.
    pub(super) scaled: bool,
    pub(super) taken: &'r mut Taken,
    /// The sums that are factors.
    pub(super) sums_inside: Vec<FormId>,
}

/// A part of a sum, which is added or subtracted.
#[derive(Clone, Copy)]
struct Item {
    minus: bool,
    form: FormId,
}

impl Rebuilding<'_, '_> {
    /// Adds the terms of a form, times a constant, to others.
    pub(super) fn terms(&mut self, form: FormId, constant: f64, all: &mut Vec<Term>) {
        let form = self.taken.written_out(form);
        match self.taken.forms.form(form) {
            Form::Node(Binary::Plus, a, b) => {
                self.terms(a, constant, all);
                self.terms(b, constant, all);
            }
            Form::Node(Binary::Minus, a, b) => {
                self.terms(a, constant, all);
                self.terms(b, -constant, all);
            }
            Form::Negative(of) => self.terms(of, -constant, all),
            Form::Atom(_) | Form::Constant(_) | Form::Node(Binary::Times | Binary::Over, ..) => {
                let mut term = Term { constant, factors: Vec::new() };
                self.multiply(&mut term, form, false);
                term.sort();
                all.push(term);
            }
        }
    }

    /// Multiplies a term by a form, or divides it.
    fn multiply(&mut self, term: &mut Term, form: FormId, divides: bool) {
        let form = self.taken.written_out(form);
        match self.taken.forms.form(form) {
            Form::Constant(value) => term.scale(value, divides),
            Form::Atom(atom) => {
                if let Some(multiple) = self.multiple(atom) {
                    self.multiply(term, multiple, divides);
                } else {
                    term.factors.push(Factor::new(Base::Atom(atom), divides));
                }
            }
            Form::Node(Binary::Times, a, b) => {
                self.multiply(term, a, divides);
                self.multiply(term, b, divides);
            }
            Form::Node(Binary::Over, a, b) => {
                self.multiply(term, a, divides);
                self.multiply(term, b, !divides);
            }
            Form::Negative(of) => {
                term.scale(-1.0, false);
                self.multiply(term, of, divides);
            }
            Form::Node(Binary::Plus | Binary::Minus, ..) => {
                let mut terms = Vec::new();
                self.terms(form, 1.0, &mut terms);
                let mut terms = gathered(terms);
                if let [single] = terms.as_slice() {
                    term.scale(single.constant, divides);
                    for factor in &single.factors {
                        term.factors.push(if divides { factor.inverse() } else { *factor });
                    }
                } else {
                    let constant = common_constant(&terms);
                    for term in &mut terms {
                        term.scale(constant, true);
                    }
                    term.scale(constant, divides);
                    let Item { minus, form } = self.sum(terms);
                    if minus {
                        term.scale(-1.0, false);
                    }
                    self.sums_inside.push(form);
                    term.factors.push(Factor::new(Base::Sum(self.sums_inside.len() - 1), divides));
                }
            }
        }
    }

    /// An atom as a multiple of another, if it is one and that is wanted.
    fn multiple(&mut self, atom: usize) -> Option<FormId> {
        if !self.scaled {
            return None;
        }
        let origin = self.taken.atoms[atom].origin;
        self.level.multiple_of(self.work, origin)?;
        let (id, _) = made(self.work, origin)?;
        Some(self.level.tapped(self.work, id, self.taken))
    }

    /// The sum of these terms.
    pub(super) fn whole(&mut self, terms: Vec<Term>) -> FormId {
        let Item { minus, form } = self.sum(terms);
        if !minus {
            return form;
        }
        if let Form::Node(Binary::Times, first, rest) = self.taken.forms.form(form)
            && let Form::Constant(value) = self.taken.forms.form(first)
        {
            let constant = self.taken.forms.constant(-value);
            return self.taken.forms.node(Binary::Times, constant, rest);
        }
        self.taken.forms.negative(form)
    }

    /// The sum of these terms, or its negative.
    fn sum(&mut self, terms: Vec<Term>) -> Item {
        let mut terms = gathered(terms);
        if let [term] = terms.as_slice() {
            return self.product(term);
        }
        let constant = common_constant(&terms);
        for term in &mut terms {
            term.scale(constant, true);
        }
        let mut items: Vec<Item> = Vec::new();
        for term in take_cancelling(&mut terms) {
            items.push(self.cancelled(term));
        }
        while let Some(factor) = most_common(&terms) {
            let (mut group, mut rest) = (Vec::new(), Vec::new());
            for mut term in terms {
                if let Some(at) = term.factors.iter().position(|other| *other == factor) {
                    term.factors.remove(at);
                    group.push(term);
                } else {
                    rest.push(term);
                }
            }
            terms = rest;
            let Item { minus, form } = self.sum(group);
            let operation = if factor.divides() { Binary::Over } else { Binary::Times };
            let base = self.base(factor.base());
            items.push(Item { minus, form: self.taken.forms.node(operation, form, base) });
        }
        for term in &terms {
            items.push(self.product(term));
        }
        let minus = items.iter().all(|item| item.minus);
        let items = self.ordered(&items);
        let first = items.iter().position(|item| item.minus == minus).unwrap_or(0);
        let mut form = items[first].form;
        for (at, item) in items.iter().enumerate() {
            if at != first {
                let operation = if item.minus == minus { Binary::Plus } else { Binary::Minus };
                form = self.taken.forms.node(operation, form, item.form);
            }
        }
        if !is(constant, 1.0) {
            let constant = self.taken.forms.constant(constant);
            form = self.taken.forms.node(Binary::Times, constant, form);
        }
        Item { minus, form }
    }

    /// A term less itself.
    fn cancelled(&mut self, mut term: Term) -> Item {
        let at = term.factors.iter().position(|factor| !factor.divides());
        let less = match at {
            Some(at) => self.base(term.factors[at].base()),
            None => self.product(&term).form,
        };
        let nothing = self.taken.forms.node(Binary::Minus, less, less);
        let Some(at) = at else { return Item { minus: false, form: nothing } };
        self.sums_inside.push(nothing);
        term.factors[at] = Factor::new(Base::Sum(self.sums_inside.len() - 1), false);
        term.constant = term.constant.abs();
        self.product(&term)
    }

    /// The parts of a sum in the order in which they are written: what is constant comes last, and what is subtracted after
    /// what it is subtracted from.
    fn ordered(&self, items: &[Item]) -> Vec<Item> {
        let mut ordered = Vec::with_capacity(items.len());
        for place in [(false, false), (false, true), (true, false), (true, true)] {
            for &item in items {
                let constant = matches!(self.taken.forms.form(item.form), Form::Constant(_));
                if (constant, item.minus) == place {
                    ordered.push(item);
                }
            }
        }
        ordered
    }

    fn base(&mut self, base: Base) -> FormId {
        match base {
            Base::Atom(atom) => self.taken.forms.atom(atom),
            Base::Sum(sum) => self.sums_inside[sum],
        }
    }

    /// Two of these factors whose product is computed outside of the form, and that product.
    fn known_product(&mut self, factors: &[Base]) -> Option<(usize, usize, usize)> {
        for b in 1..factors.len() {
            for a in 0..b {
                let (Base::Atom(first), Base::Atom(second)) = (factors[a], factors[b]) else { continue };
                let (first, second) = (self.taken.atoms[first].origin, self.taken.atoms[second].origin);
                if let Some(edge) = self.level.product_outside(self.work, self.taken, first, second) {
                    let product = self.level.root.of(self.work.net.edge(edge).targets[0]);
                    let atom = self.taken.atom(product);
                    if self.taken.atoms[atom].absorbed.is_some() {
                        return None;
                    }
                    self.taken.atoms[atom].tap.get_or_insert(Tap::Target(edge));
                    return Some((a, b, atom));
                }
            }
        }
        None
    }

    /// A term, and its sign apart.
    fn product(&mut self, term: &Term) -> Item {
        let constant = term.constant.abs();
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for factor in term.factors.as_slice() {
            if factor.divides() { below.push(factor.base()) } else { above.push(factor.base()) }
        }
        while let Some((a, b, product)) = self.known_product(&above) {
            above.remove(b);
            above[a] = Base::Atom(product);
        }
        // Each division comes as early as it can: a product of all that is above could leave the range of numbers though
        // the whole does not.
        let mut divided = 0;
        let mut product = None;
        for base in above {
            let factor = self.base(base);
            let mut next = match product {
                None => factor,
                Some(product) => self.taken.forms.node(Binary::Times, product, factor),
            };
            if divided < below.len() {
                let divisor = self.base(below[divided]);
                next = self.taken.forms.node(Binary::Over, next, divisor);
                divided += 1;
            }
            product = Some(next);
        }
        let forms = &mut self.taken.forms;
        let mut form = match product {
            None => forms.constant(constant),
            Some(product) if is(constant, 1.0) => product,
            Some(product) if is(constant, 2.0) && matches!(forms.form(product), Form::Atom(_)) => {
                forms.node(Binary::Plus, product, product)
            }
            Some(product) => {
                let constant = forms.constant(constant);
                forms.node(Binary::Times, constant, product)
            }
        };
        for &divisor in &below[divided..] {
            let divisor = self.base(divisor);
            form = self.taken.forms.node(Binary::Over, form, divisor);
        }
        Item { minus: term.constant < 0.0, form }
    }
}

impl Term {
    fn scale(&mut self, constant: f64, divides: bool) {
        if divides {
            self.constant /= constant;
        } else {
            self.constant *= constant;
        }
    }

    /// Puts the factors in order. They are few.
    fn sort(&mut self) {
        let factors = self.factors.as_mut_slice();
        for end in 1..factors.len() {
            let mut at = end;
            while at > 0 && factors[at - 1].0 > factors[at].0 {
                factors.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

/// Whether two numbers are the same, bit for bit.
pub(super) fn is(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits()
}

/// Like terms together. Of those that cancel, one stays with its opposite: what they are made of may be infinite.
fn gathered(terms: Vec<Term>) -> Vec<Term> {
    if terms.len() < 2 {
        return terms;
    }
    // Each with the constant of the first one.
    let mut all: Vec<(Term, f64)> = Vec::with_capacity(terms.len());
    for term in terms {
        if let Some((like, _)) = all.iter_mut().find(|(other, _)| other.factors == term.factors) {
            like.constant += term.constant;
        } else {
            let first = term.constant;
            all.push((term, first));
        }
    }
    let mut gathered = Vec::with_capacity(all.len());
    for (mut term, first) in all {
        if term.constant == 0.0 {
            term.constant = first;
            gathered.push(Term { constant: -first, factors: term.factors.clone() });
        }
        gathered.push(term);
    }
    gathered
}

/// Takes the terms out that cancel, one for each pair of them. Numbers that cancel are no such terms.
fn take_cancelling(terms: &mut Vec<Term>) -> Vec<Term> {
    let mut cancelling = Vec::new();
    let mut at = 1;
    while at < terms.len() {
        let [before, term] = &terms[at - 1..=at] else { unreachable!("two terms") };
        if before.factors == term.factors && !term.factors.is_empty() {
            cancelling.push(terms.remove(at));
            terms.remove(at - 1);
        } else {
            at += 1;
        }
    }
    cancelling
}

/// The magnitude that the constants of all terms have, or 1.
fn common_constant(terms: &[Term]) -> f64 {
    let magnitude = terms.first().map_or(1.0, |term| term.constant.abs());
    if terms.iter().all(|term| is(term.constant.abs(), magnitude)) { magnitude } else { 1.0 }
}

/// The factor that most terms have, if it is one of several; the first of those.
fn most_common(terms: &[Term]) -> Option<Factor> {
    if terms.len() < 2 {
        return None;
    }
    let mut all: Vec<u32> = Vec::new();
    for term in terms {
        let factors = term.factors.as_slice();
        for (at, factor) in factors.iter().enumerate() {
            if at == 0 || factors[at - 1] != *factor {
                all.push(factor.0);
            }
        }
    }
    all.sort_unstable();
    let (mut most, mut common) = (1, None);
    let mut begin = 0;
    while begin < all.len() {
        let mut end = begin + 1;
        while end < all.len() && all[end] == all[begin] {
            end += 1;
        }
        if end - begin > most {
            (most, common) = (end - begin, Some(Factor(all[begin])));
        }
        begin = end;
    }
    common
}

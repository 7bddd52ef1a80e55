//! Forms taken apart into terms, and put together again.

use super::form::{Arithmetic, Form};
use super::{Sums, Taken, Tap, made, unordered};
use crate::net::IdMap;
use crate::simplify::work::Work;

/// What a term is multiplied by, or divided by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Factor {
    base: Base,
    divides: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Base {
    /// A value from outside.
    Atom(usize),
    /// A sum that is not taken apart, by its number.
    Sum(usize),
}

/// A product: a constant, and factors in order.
#[derive(Clone, Debug)]
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
    pub(super) sums_inside: Vec<Form>,
}

impl Rebuilding<'_, '_> {
    /// A form, times a constant, as a sum of terms.
    pub(super) fn terms(&mut self, form: &Form, constant: f64) -> Vec<Term> {
        match form {
            Form::Atom(atom) if self.taken.shared.contains_key(atom) => {
                let shared = self.taken.shared[atom].clone();
                self.terms(&shared, constant)
            }
            Form::Node(Arithmetic::Plus, parts) => parts.iter().flat_map(|part| self.terms(part, constant)).collect(),
            Form::Node(Arithmetic::Minus, parts) => {
                let mut all = self.terms(&parts[0], constant);
                all.extend(self.terms(&parts[1], -constant));
                all
            }
            Form::Node(Arithmetic::Negative, parts) => self.terms(&parts[0], -constant),
            product => {
                let mut term = Term { constant, factors: Vec::new() };
                self.multiply(&mut term, product, false);
                term.factors.sort_unstable();
                vec![term]
            }
        }
    }

    /// Multiplies a term by a form, or divides it.
    fn multiply(&mut self, term: &mut Term, form: &Form, divides: bool) {
        match form {
            Form::Constant(value) => term.scale(*value, divides),
            Form::Atom(atom) => {
                if let Some(shared) = self.taken.shared.get(atom).cloned() {
                    self.multiply(term, &shared, divides);
                } else if let Some(multiple) = self.multiple(*atom) {
                    self.multiply(term, &multiple, divides);
                } else {
                    term.factors.push(Factor { base: Base::Atom(*atom), divides });
                }
            }
            Form::Node(Arithmetic::Times, parts) => parts.iter().for_each(|part| self.multiply(term, part, divides)),
            Form::Node(Arithmetic::Over, parts) => {
                self.multiply(term, &parts[0], divides);
                self.multiply(term, &parts[1], !divides);
            }
            Form::Node(Arithmetic::Negative, parts) => {
                term.scale(-1.0, false);
                self.multiply(term, &parts[0], divides);
            }
            Form::Node(Arithmetic::Plus | Arithmetic::Minus, _) => {
                let terms = self.terms(form, 1.0);
                let mut terms = gathered(terms);
                if let [single] = terms.as_mut_slice() {
                    term.scale(single.constant, divides);
                    let factors = single.factors.iter();
                    term.factors.extend(factors.map(|factor| Factor { divides: factor.divides != divides, ..*factor }));
                } else {
                    let constant = common_constant(&terms);
                    for term in &mut terms {
                        term.scale(constant, true);
                    }
                    term.scale(constant, divides);
                    let (negative, sum) = self.sum(terms);
                    if negative {
                        term.scale(-1.0, false);
                    }
                    self.sums_inside.push(sum);
                    term.factors.push(Factor { base: Base::Sum(self.sums_inside.len() - 1), divides });
                }
            }
        }
    }

    /// An atom as a multiple of another, if it is one and that is wanted.
    fn multiple(&mut self, atom: usize) -> Option<Form> {
        if !self.scaled {
            return None;
        }
        let origin = self.taken.atoms[atom].origin;
        let (id, _) = made(self.work, origin).filter(|_| self.level.is_multiple(self.work, origin))?;
        Some(self.level.tapped(self.work, id, self.taken))
    }

    /// The sum of these terms.
    pub(super) fn whole(&mut self, terms: Vec<Term>) -> Form {
        match self.sum(terms) {
            (false, form) => form,
            (true, Form::Node(Arithmetic::Times, mut parts)) if matches!(parts[0], Form::Constant(_)) => {
                if let Form::Constant(value) = &mut parts[0] {
                    *value = -*value;
                }
                Form::Node(Arithmetic::Times, parts)
            }
            (true, form) => Form::Node(Arithmetic::Negative, vec![form]),
        }
    }

    /// The sum of these terms, or its negative if `true`.
    fn sum(&mut self, terms: Vec<Term>) -> (bool, Form) {
        let mut terms = gathered(terms);
        if let [term] = terms.as_slice() {
            return (term.constant < 0.0, self.product(term));
        }
        let constant = common_constant(&terms);
        for term in &mut terms {
            term.scale(constant, true);
        }
        let mut items: Vec<(bool, Form)> = Vec::new();
        while let Some(factor) = most_common(&terms) {
            let (mut group, rest): (Vec<Term>, Vec<Term>) =
                terms.into_iter().partition(|term| term.factors.contains(&factor));
            terms = rest;
            for term in &mut group {
                let at = term.factors.iter().position(|other| *other == factor);
                at.map(|at| term.factors.remove(at));
            }
            let (negative, inside) = self.sum(group);
            let operation = if factor.divides { Arithmetic::Over } else { Arithmetic::Times };
            items.push((negative, Form::Node(operation, vec![inside, self.base(factor.base)])));
        }
        for term in &terms {
            items.push((term.constant < 0.0, self.product(term)));
        }
        let negative = items.iter().all(|(negative, _)| *negative);
        // What is constant comes last, and what is subtracted after what it is subtracted from.
        items.sort_by_key(|(minus, form)| (matches!(form, Form::Constant(_)), *minus));
        let first = items.iter().position(|(minus, _)| *minus == negative).unwrap_or(0);
        let mut form = items.remove(first).1;
        for (minus, item) in items {
            let operation = if minus == negative { Arithmetic::Plus } else { Arithmetic::Minus };
            form = Form::Node(operation, vec![form, item]);
        }
        if constant.to_bits() == 1.0f64.to_bits() {
            (negative, form)
        } else {
            (negative, Form::Node(Arithmetic::Times, vec![Form::Constant(constant), form]))
        }
    }

    fn base(&self, base: Base) -> Form {
        match base {
            Base::Atom(atom) => Form::Atom(atom),
            Base::Sum(sum) => self.sums_inside[sum].clone(),
        }
    }

    /// Two of these factors whose product is computed outside of the form, and that product.
    fn known_product(&mut self, factors: &[Base]) -> Option<(usize, usize, usize)> {
        let origin = |base: Base| match base {
            Base::Atom(atom) => Some(self.taken.atoms[atom].origin),
            Base::Sum(_) => None,
        };
        let pairs = (0..factors.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let (a, b, edge) = pairs.into_iter().find_map(|(a, b)| {
            let edge = *self.level.products.get(&unordered(origin(factors[a])?, origin(factors[b])?))?;
            let outside = self.work.net.get_edge(edge).is_some()
                && !self.taken.edges.contains(&edge)
                && !self.taken.absorbed.contains(&edge)
                && !self.level.gone.contains(&edge);
            outside.then_some((a, b, edge))
        })?;
        let product = self.level.origin(self.work.net.edge(edge).targets[0]);
        let atom = self.taken.atom(product);
        if self.taken.shared.contains_key(&atom) {
            return None;
        }
        self.taken.atoms[atom].tap.get_or_insert(Tap::Target(edge));
        Some((a, b, atom))
    }

    /// A term without its sign.
    fn product(&mut self, term: &Term) -> Form {
        let constant = term.constant.abs();
        let (below, above): (Vec<&Factor>, Vec<&Factor>) = term.factors.iter().partition(|factor| factor.divides);
        let times = |a: Form, b: Form| Form::Node(Arithmetic::Times, vec![a, b]);
        let mut above: Vec<Base> = above.into_iter().map(|factor| factor.base).collect();
        while let Some((a, b, product)) = self.known_product(&above) {
            above.remove(b.max(a));
            above[b.min(a)] = Base::Atom(product);
        }
        // Each division comes as early as it can: a product of all that is above could leave the range of numbers though
        // the whole does not.
        let mut below = below.into_iter();
        let mut product = None;
        for base in above {
            let factor = self.base(base);
            let next = match product {
                None => factor,
                Some(product) => times(product, factor),
            };
            product = Some(match below.next() {
                Some(divisor) => Form::Node(Arithmetic::Over, vec![next, self.base(divisor.base)]),
                None => next,
            });
        }
        let product = match product {
            None => Form::Constant(constant),
            Some(product) if constant.to_bits() == 1.0f64.to_bits() => product,
            Some(atom @ Form::Atom(_)) if constant.to_bits() == 2.0f64.to_bits() => {
                Form::Node(Arithmetic::Plus, vec![atom.clone(), atom])
            }
            Some(product) => times(Form::Constant(constant), product),
        };
        below.fold(product, |product, divisor| Form::Node(Arithmetic::Over, vec![product, self.base(divisor.base)]))
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
}

/// Like terms together. Those that would cancel stay apart: what they are made of may be infinite.
fn gathered(terms: Vec<Term>) -> Vec<Term> {
    if terms.len() < 2 {
        return terms;
    }
    let mut known: IdMap<Vec<Factor>, usize> = IdMap::default();
    let mut all: Vec<Term> = Vec::with_capacity(terms.len());
    for term in terms {
        match known.get(&term.factors) {
            Some(&at) if all[at].constant + term.constant != 0.0 => all[at].constant += term.constant,
            _ => {
                known.insert(term.factors.clone(), all.len());
                all.push(term);
            }
        }
    }
    all
}

/// The magnitude that the constants of all terms have, or 1.
fn common_constant(terms: &[Term]) -> f64 {
    let magnitude = terms.first().map_or(1.0, |term| term.constant.abs());
    if terms.iter().all(|term| term.constant.abs().to_bits() == magnitude.to_bits()) { magnitude } else { 1.0 }
}

/// The factor that most terms have, if it is one of several; the first of those.
fn most_common(terms: &[Term]) -> Option<Factor> {
    if terms.len() < 2 {
        return None;
    }
    let mut counts: IdMap<Factor, usize> = IdMap::default();
    for term in terms {
        let mut last = None;
        for factor in &term.factors {
            if last != Some(factor) {
                *counts.entry(*factor).or_insert(0) += 1;
            }
            last = Some(factor);
        }
    }
    let most = counts.into_iter().filter(|(_, count)| *count > 1);
    most.max_by_key(|&(factor, count)| (count, std::cmp::Reverse(factor))).map(|(factor, _)| factor)
}

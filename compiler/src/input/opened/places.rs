//! Places in parameters and local variables: the way through fields and elements that leads to each.

use syn::{Expr, Member};

use super::noting::Uses;
use crate::source::exprs::bare;

/// A way from a parameter through fields and elements: [`EACH`] stands for an index after which there are fields.
pub(super) type Way = (String, Vec<String>);

/// What stands in a way for an index.
pub(crate) const EACH: &str = "*";

/// What stands for [`EACH`] where such a way is written.
pub(in crate::input) const EACH_WRITTEN: &str = "each";

/// A step of a place.
#[derive(Clone)]
pub(super) enum Step {
    Field(String),
    Index(Box<Expr>),
}

/// A place in a parameter.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) root: String,
    pub(super) steps: Vec<Step>,
}

impl Place {
    /// The way to the array that it is an element of, or that it is; and the indices that lead from there to it.
    pub(super) fn split(&self) -> (Way, Vec<&Expr>) {
        let fields = self.steps.iter().rposition(|step| matches!(step, Step::Field(_))).map_or(0, |last| last + 1);
        let way = self.steps[..fields].iter().map(|step| match step {
            Step::Field(name) => name.clone(),
            Step::Index(_) => EACH.to_owned(),
        });
        let indices = self.steps.iter().filter_map(|step| match step {
            Step::Field(_) => None,
            Step::Index(index) => Some(&**index),
        });
        ((self.root.clone(), way.collect()), indices.collect())
    }
}

/// What this is a reference to, if it is one.
#[expect(clippy::wildcard_enum_match_arm, reason = "only references are taken off")]
pub(super) fn referred_to(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Reference(reference) if reference.mutability.is_none() => bare(&reference.expr),
        expr => expr,
    }
}

/// Whether this is a part of an array, and what of.
pub(super) fn ranged(expr: &Expr) -> Option<&Expr> {
    let Expr::Index(index) = bare(expr) else { return None };
    matches!(bare(&index.index), Expr::Range(_)).then_some(&*index.expr)
}

impl Uses {
    /// The place in a parameter that this is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    pub(super) fn place(&self, expr: &Expr) -> Option<Place> {
        let (base, step) = match bare(expr) {
            Expr::Path(path) => return self.roots.get(&path.path.get_ident()?.to_string()).cloned(),
            Expr::Field(field) => {
                let name = match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                (&field.base, Step::Field(name))
            }
            Expr::Index(index) if ranged(expr).is_none() => (&index.expr, Step::Index(index.index.clone())),
            _ => return None,
        };
        let mut place = self.place(base)?;
        place.steps.push(step);
        Some(place)
    }

    /// The array that this is, or is an element of, and how many indices lead to it: behind a field, or of a type that may be
    /// another name for an array.
    pub(super) fn array(&self, expr: &Expr) -> Option<(Way, usize)> {
        let place = self.place(expr)?;
        let (way, indices) = place.split();
        // A local variable may be a tuple, or an array of what is no struct.
        let is_numbered = |step: &String| step.starts_with(|first: char| first.is_ascii_digit());
        let is_named = |step: &String| step != EACH && (!is_numbered(step) || self.made.contains(&way.0));
        if self.locals.contains(&way.0) && !way.1.first().is_some_and(is_named) {
            return None;
        }
        // What an array of structs holds are no numbers.
        let least = if self.of_structs.contains(&way.0) { 2 } else { 1 };
        (!way.1.is_empty() || indices.len() >= least).then_some((way, indices.len()))
    }

    /// A parameter under whose type an array may go by another name, if this is one.
    pub(super) fn alias(&self, expr: &Expr) -> Option<Way> {
        let place = self.place(expr)?;
        let is_parameter = place.steps.is_empty() && !self.changed.contains(&place.root);
        (is_parameter && !self.of_structs.contains(&place.root)).then(|| (place.root, Vec::new()))
    }
}

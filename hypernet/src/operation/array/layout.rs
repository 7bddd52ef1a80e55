//! How new arrays are made.

use std::sync::Arc;

use crate::types::Name;

/// How a new array is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// It is a value that is given: an element, or a whole array, which is moved in.
    Value,
    /// These, one after the other; whether it owns its memory and may grow.
    Elements(bool, Arc<[Layout]>),
    /// A vector of nothing, which may grow. What its elements will be is written like this in the host language.
    Empty(Name),
    /// This, as often as a length says, which is given after what this takes. If the length is a part of the type in the host
    /// language, it is written like this; else the array owns its memory and may grow.
    Repeat(Option<Name>, Arc<Layout>),
}

/// Which elements of a dimension are added up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Along {
    /// All of them.
    All,
    /// This one alone.
    At(usize),
}

impl Layout {
    /// A vector of one value, so many times.
    #[must_use]
    pub fn vector() -> Self {
        Self::Repeat(None, Self::Value.into())
    }

    /// Whether no array in it may grow, of so many that are inside of one another: then its type says how long it is. Of one that is moved in,
    /// nothing says so here.
    pub(crate) fn is_of_fixed_length(&self, dimensions: usize) -> bool {
        let inside = dimensions.saturating_sub(1);
        match self {
            Self::Value => dimensions == 0,
            Self::Empty(_) => false,
            Self::Elements(grows, parts) => !grows && parts.iter().all(|part| part.is_of_fixed_length(inside)),
            Self::Repeat(length, repeated) => length.is_some() && repeated.is_of_fixed_length(inside),
        }
    }

    /// Whether so many arrays are inside of one another, down to the values. What there would be in an array without elements,
    /// nothing says. An array is moved in at one place.
    pub(super) fn has_dimensions(&self, dimensions: usize) -> bool {
        self.fits(dimensions, true)
    }

    fn fits(&self, dimensions: usize, is_once: bool) -> bool {
        match (self, dimensions.checked_sub(1)) {
            (Self::Value, inside) => is_once || inside.is_none(),
            (Self::Empty(_), Some(_)) => true,
            (Self::Elements(_, parts), Some(inside)) => parts.iter().all(|part| part.fits(inside, is_once)),
            (Self::Repeat(_, repeated), Some(inside)) => repeated.fits(inside, false),
            (Self::Empty(_) | Self::Elements(..) | Self::Repeat(..), None) => false,
        }
    }

    /// For each operand, whether it is a value; else it is a length.
    pub(crate) fn takes_values(&self) -> Vec<bool> {
        self.operands().iter().map(Option::is_some).collect()
    }

    /// What it takes: values, with where each is in the array, and lengths.
    pub(super) fn operands(&self) -> Vec<Option<Vec<Along>>> {
        fn walk(layout: &Layout, path: &mut Vec<Along>, found: &mut Vec<Option<Vec<Along>>>) {
            match layout {
                Layout::Value => found.push(Some(path.clone())),
                Layout::Empty(_) => {}
                Layout::Elements(_, parts) => {
                    for (at, part) in parts.iter().enumerate() {
                        path.push(Along::At(at));
                        walk(part, path, found);
                        path.pop();
                    }
                }
                Layout::Repeat(_, inside) => {
                    path.push(Along::All);
                    walk(inside, path, found);
                    path.pop();
                    found.push(None);
                }
            }
        }
        let mut found = Vec::new();
        walk(self, &mut Vec::new(), &mut found);
        found
    }
}

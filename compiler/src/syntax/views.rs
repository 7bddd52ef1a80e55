//! Names for places in arrays: `let row = &a[i]`, `let part = &mut a[i..j]`.

use hypernet::ids::{IdMap, IdSet};

use super::{ExprId, VarId};

/// A name for a place in an array, `let row = &a[i]` or `let part = &a[i..j]`: it stands for the place itself.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The array, or another name for a place in one.
    pub(crate) array: VarId,
    /// The steps that lead there.
    pub(crate) steps: Vec<ViewStep>,
    /// Whether it is surely there.
    pub(crate) is_there: bool,
    /// Whether it is an element, no array: of `let x = &mut a[i]`.
    pub(crate) is_element: bool,
    /// Whether nobody changes it: then the name alone is a value.
    pub(crate) is_shared: bool,
}

/// A step on the way to a place that has a name. The index and the bounds have names that nobody sees.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ViewStep {
    Index(VarId),
    /// A range, and whether it ends with its second bound.
    Range([VarId; 2], bool),
    /// A field of a struct, as this expression names it.
    Field(ExprId),
}

impl ViewStep {
    /// The index or the bounds.
    pub(crate) fn operands(&self) -> &[VarId] {
        match self {
            Self::Index(at) => std::slice::from_ref(at),
            Self::Range(bounds, _) => bounds,
            Self::Field(_) => &[],
        }
    }

    /// The same in an array; none of a field.
    pub(crate) fn step(&self) -> Option<hypernet::PlaceStep> {
        match self {
            Self::Index(_) => Some(hypernet::PlaceStep::Index),
            Self::Range(_, through) => Some(hypernet::PlaceStep::Range(*through)),
            Self::Field(_) => None,
        }
    }
}

/// The names of places in arrays.
#[derive(Default)]
pub(crate) struct Views {
    pub(super) all: IdMap<VarId, View>,
    /// Those that are declared with `&mut`.
    pub(super) mutable: IdSet<VarId>,
    /// The expressions that are such a name.
    pub(super) named: IdMap<ExprId, VarId>,
    /// The references that such names are declared with.
    pub(super) inits: IdSet<ExprId>,
    /// The elements that are referred to by names, which nobody changes: if a field is read of one, the name stands for the place.
    pub(super) referred: IdMap<VarId, ExprId>,
}

impl Views {
    pub(crate) fn get(&self, var: VarId) -> Option<&View> {
        self.all.get(&var)
    }

    /// The name that an expression is, if it names a place.
    pub(crate) fn named(&self, id: ExprId) -> Option<VarId> {
        self.named.get(&id).copied()
    }

    /// Whether this is the reference that a name for a place is declared with.
    pub(crate) fn is_init(&self, id: ExprId) -> bool {
        self.inits.contains(&id)
    }

    /// Whether this is a name that refers to an element, which nobody changes.
    pub(crate) fn refers_to_element(&self, var: VarId) -> bool {
        self.referred.contains_key(&var)
    }

    /// The array that a name for a place stands for a place in; any other variable is itself.
    pub(crate) fn storage(&self, mut var: VarId) -> VarId {
        while let Some(view) = self.all.get(&var) {
            var = view.array;
        }
        var
    }
}

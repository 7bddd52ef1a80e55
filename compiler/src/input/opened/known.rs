//! The arrays in structs that have names, what these names are, and what is known of a function when they get them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span};

use super::places::{EACH, Way};
use super::renaming;
use crate::input::captured::CapturedStruct;
use crate::texts::{TextMap, TextSet};

/// How the name of such an array begins.
const NAME: &str = "__backprop_opened_";

/// The name of the array of this number.
pub(crate) fn name_of(number: usize) -> String {
    format!("{NAME}{number}")
}

/// Whether this is the name of such an array.
pub(crate) fn is_opened(name: &str) -> bool {
    name.starts_with(NAME)
}

/// An array in a struct.
#[derive(Clone)]
pub(crate) struct Opened {
    /// What it is shown as: the way to it.
    pub(crate) shown: String,
    /// How many indices lead to its elements.
    pub(crate) depth: usize,
    /// The way to it, from the parameter.
    pub(crate) way: Vec<String>,
    /// Whether something may change the struct.
    pub(crate) may_change: bool,
    /// The parameter or the local struct, by a name that no other variable has.
    pub(crate) of: String,
}

/// The arrays in structs of a function that have names.
#[derive(Clone, Default)]
pub(crate) struct Openings {
    pub(crate) arrays: Vec<Opened>,
    /// Those that hold what has no tangent, by their numbers: as far as that is known by now.
    pub(crate) hosts: BTreeSet<usize>,
    /// Those among them that are taken for arrays of integers, since their elements become numbers of other types.
    pub(crate) integers: BTreeSet<usize>,
    /// Those that hold reals, by their numbers: as far as that is known by now.
    pub(crate) reals: BTreeMap<usize, hypernet::Name>,
    /// The parameters that are arrays of structs or of tuples, of which fields are read.
    pub(crate) of_structs: TextSet,
    /// What is known of the structs.
    pub(crate) known: Known,
    /// The arrays in structs whose elements have methods of their own, and of which nothing else is known: they may hold structs with reals.
    pub(crate) maybe_structs: TextSet,
    /// Those among them whose elements are lent to functions: structs with reals, or arrays, which only rustc knows.
    pub(crate) lent_structs: TextSet,
    /// Those of whose elements fields are numbered: they may be tuples.
    pub(super) maybe_tuples: TextSet,
}

/// The fields of structs, by the names that the user wrote, that are given arrays as a whole: how many dimensions these have, and where one is
/// given.
pub(crate) type GivenArrays = BTreeMap<Way, (usize, Span)>;

/// What the types of a function say of its structs, which is known when the ways through them are.
#[derive(Clone, Default)]
pub(crate) struct Known {
    /// The local structs that turn out to depend on nothing: their arrays are the host's.
    pub(crate) plain: TextSet,
    /// The arrays in structs that hold structs with reals: these are arrays of structs. Of others, each field is an array of its own.
    pub(crate) of_structs: TextSet,
    /// The parameters that refer to arrays by another name, by the names that the user wrote, and the types that they are read as.
    pub(crate) arrays: TextMap<syn::Type>,
    /// The ways to fields that hold structs, as their uses show.
    pub(crate) structs: TextSet,
    /// The ways to fields that hold arrays of integers, as the definitions of structs say.
    pub(crate) integers: TextSet,
    /// The fields that are given arrays as a whole.
    pub(crate) given: GivenArrays,
    /// Whether parameters are not read as such arrays.
    pub(crate) parts: bool,
    /// The structs of which there is an array of one for closures.
    pub(crate) captured: TextMap<CapturedStruct>,
    /// Whether there are no such arrays.
    pub(crate) by_value: bool,
}

impl Known {
    /// The type that a parameter is read as, if it refers to an array by another name.
    pub(crate) fn read_as(&self, name: &Ident) -> Option<&syn::Type> {
        self.arrays.get(renaming::written(&name.to_string()))
    }
}

impl Opened {
    /// What [`Known`] calls it, if it stands in no other array.
    pub(crate) fn name(&self) -> Option<String> {
        (!self.way.iter().any(|step| step == EACH)).then(|| array_of_structs(&self.of, &self.way))
    }

    /// What [`Known`] calls the array of structs that this is a field of, if it is one.
    pub(crate) fn structs(&self) -> Option<String> {
        let each = self.way.iter().position(|step| step == EACH).filter(|&each| each > 0)?;
        Some(array_of_structs(&self.of, &self.way[..each]))
    }
}

impl Openings {
    /// None, where this is known.
    pub(crate) fn knowing(known: Known) -> Self {
        Self { known, ..Self::default() }
    }

    /// Whether an array is taken to hold structs with reals, and surely no tuples.
    pub(crate) fn holds_structs(&self, opened: &Opened) -> bool {
        let name = array_of_structs(&opened.of, &opened.way);
        let holds = self.known.of_structs.contains(&name) || self.lent_structs.contains(&name);
        holds && !self.maybe_tuples.contains(&name)
    }
}

/// What [`Known`] calls an array of structs, at the end of this way.
pub(super) fn array_of_structs(of: &str, way: &[String]) -> String {
    format!("{of}.{}", way.join("."))
}

/// The name of a variable that the user wrote.
pub(crate) fn written(name: &str) -> &str {
    renaming::written(name)
}

/// The number of the array in a struct that this name stands for.
pub(crate) fn number(name: &Ident) -> Option<usize> {
    name.to_string().strip_prefix(NAME)?.parse().ok()
}

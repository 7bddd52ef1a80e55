//! The traits with derivatives in the file of an item.

/// A trait that has derivatives.
#[derive(Clone, Debug)]
pub struct MarkedTrait {
    /// Its name.
    pub name: String,
    /// The functions that it gives by default, if it is the only trait of the name in the file. None of them has parameters that are types.
    pub defaults: Vec<String>,
}

//! The structs with cotangents in the file of an item: what the types of their fields are.

use std::cell::RefCell;
use std::rc::Rc;

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Fields, ItemStruct, Type};

use crate::source::names::mentions;
use crate::texts::TextMap;

/// Structs, by their names. A definition is read where it is asked for.
#[derive(Default)]
pub(crate) struct Definitions {
    written: TextMap<String>,
    read: RefCell<TextMap<Option<Rc<Definition>>>>,
}

/// The definition of a struct.
pub(crate) struct Definition {
    /// The fields that have names, with their types.
    pub(crate) fields: Vec<(String, Type)>,
    /// Whether it derives `Copy`.
    pub(crate) is_copied: bool,
}

impl Definitions {
    pub(crate) fn of(structs: &[(String, String)]) -> Self {
        Self { written: structs.iter().cloned().collect(), read: RefCell::default() }
    }

    /// The struct of this name.
    pub(crate) fn get(&self, name: &str) -> Option<Rc<Definition>> {
        let written = self.written.get(name)?;
        let mut read = self.read.borrow_mut();
        if let Some(known) = read.get(name) {
            return known.clone();
        }
        let definition = syn::parse_str::<ItemStruct>(written).ok().map(|item| Rc::new(Definition::of(item)));
        read.insert(name.to_owned(), definition.clone());
        definition
    }
}

impl Definition {
    fn of(item: ItemStruct) -> Self {
        let derives = |name: &str| {
            let mut attributes = item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive"));
            attributes.any(|attribute| mentions(attribute.meta.to_token_stream(), name))
        };
        let is_copied = derives("Copy");
        let fields = if let Fields::Named(fields) = item.fields { fields.named } else { Punctuated::default() };
        let fields = fields.into_iter().filter_map(|field| Some((field.ident?.to_string(), field.ty)));
        Self { fields: fields.collect(), is_copied }
    }
}

//! `#[constant]` where it does not mean what it says.

use syn::{Attribute, Data, DeriveInput, Field, Meta, Variant};

use crate::diagnostic::Diagnostic;

/// The marks that do not mean what they say: those with arguments, `#[constant = false]`, and those of what is no field.
pub(super) fn marks_refused(input: &DeriveInput) -> Vec<Diagnostic> {
    let (fields, variants): (Vec<&Field>, Vec<&Variant>) = match &input.data {
        Data::Struct(data) => (data.fields.iter().collect(), Vec::new()),
        Data::Enum(data) => {
            (data.variants.iter().flat_map(|variant| &variant.fields).collect(), data.variants.iter().collect())
        }
        Data::Union(_) => Default::default(),
    };
    let is_mark = |mark: &&Attribute| mark.path().is_ident("constant");
    let of_fields = fields.into_iter().flat_map(|field| &field.attrs).filter(is_mark);
    let refused = of_fields.filter(|mark| !matches!(mark.meta, Meta::Path(_))).map(|mark| {
        let help = "write `#[constant]` for a field that the cotangent leaves out, and nothing for one that it has";
        Diagnostic::at(&mark.meta, "`#[constant]` takes no arguments", help)
    });
    let of_others = variants.into_iter().flat_map(|variant| &variant.attrs).chain(&input.attrs).filter(is_mark);
    let misplaced = of_others.map(|mark| {
        let help = "write it on each field that the cotangent leaves out";
        Diagnostic::at(mark, "`#[constant]` is for a field of a struct, and does nothing here", help)
    });
    refused.chain(misplaced).collect()
}

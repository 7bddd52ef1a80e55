//! The structs that a function makes, of which its derivative needs the cotangents.

use hypernet::{Edge, Hypernet, Operation};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use crate::companion::asked_before;
use crate::input::subject::Subject;
use crate::input::written::written_around_types;
use crate::program::Code;
use crate::texts::TextSet;

/// Statements that ask for the cotangents that these nets name, of structs that the function makes: of a struct that has none, rustc says
/// so once, where the function makes it, or where an item before has asked. These types have been asked for.
pub(super) fn cotangents_of_made(
    nets: &[&Hypernet],
    code: &Code,
    (subject, asked): (&Subject, &[syn::Type]),
    backprop: &TokenStream,
) -> TokenStream {
    let record = |edge: &Edge| {
        let (Operation::Record(record)
        | Operation::Project(record)
        | Operation::Update(record)
        | Operation::Detach(record)) = edge.operation()?
        else {
            return None;
        };
        record.is_cotangent().then_some(record.id)
    };
    let records = nets.iter().flat_map(|net| net.edge_ids().filter_map(|id| record(net.edge(id))));
    let asked = asked.iter().chain(&subject.of_block).chain(&subject.of_type);
    let mut known: TextSet = asked.map(|ty| ty.to_token_stream().to_string()).collect();
    let made = records.filter_map(|record| {
        let code = code.records.get(record as usize)?;
        let made = code.constructor.as_ref().filter(|_| known.insert(code.path.to_string()))?;
        let ask = || quote!(let _ = || #backprop::__private::constructed::neutral(|| #made););
        let asked = asked_before(&code.path, &subject.earlier);
        Some(asked.unwrap_or_else(|| written_around_types(ask(), code.path.span())))
    });
    made.collect()
}

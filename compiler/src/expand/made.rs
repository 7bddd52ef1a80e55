//! The structs that a function makes, of which its derivative needs the cotangents.

use hypernet::Hypernet;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::constant::cotangent;
use crate::companion::{Interface, asked_before};
use crate::input::subject::Subject;
use crate::input::written::written_around_types;
use crate::program::Code;
use crate::texts::TextSet;

/// Statements that ask for the cotangents that these nets name, of structs of the file without the derive: rustc says so once, where the
/// function makes one, or where an item before has asked.
pub(super) fn cotangents_of_made<'a>(
    nets: impl Iterator<Item = &'a Hypernet>,
    code: &Code,
    (subject, interface): (&Subject, &Interface),
    backprop: &TokenStream,
) -> TokenStream {
    let lacks_derive = |path: &TokenStream| code.structs.is_without_cotangent(&path.to_string());
    if !code.records.iter().any(|record| lacks_derive(&record.path)) {
        return TokenStream::new();
    }
    let records = nets.flat_map(|net| net.edge_ids().filter_map(|id| Some(cotangent(net.edge(id))?.id)));
    let claimed = interface.claimed();
    let asked = claimed.iter().chain(&subject.of_block).chain(&subject.of_type);
    let mut known: TextSet = asked.map(|ty| ty.to_token_stream().to_string()).collect();
    let made = records.filter_map(|record| {
        let path = &code.records.get(record as usize)?.path;
        if !lacks_derive(path) || !known.insert(path.to_string()) {
            return None;
        }
        let ask = || quote!(let () = <#path as #backprop::Differentiable>::KNOWN;);
        let asked = asked_before(path, &subject.earlier);
        Some(asked.unwrap_or_else(|| written_around_types(ask(), path.span())))
    });
    made.collect()
}

//! The fields of structs whose cotangents a derivative names: one that is `#[constant]` has none.
//!
//! Of a struct of the file, the macro sees which fields are constant. Of any other, rustc is asked: the derive writes a method for each field
//! that is, which hides that of a trait that all types have.

use std::rc::Rc;

use hypernet::{ArrayOp, Edge, Field, Hypernet, Operation, Record};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::{Member, Type};

use crate::input::constants::is_constant;
use crate::input::definitions::{Definition, Definitions};
use crate::input::opened::EACH;
use crate::input::subject::Subject;
use crate::program::{Code, FieldClaim, KeptField, RecordCode, RecordForm};
use crate::source::types::referent;
use crate::texts::TextSet;

/// Claims that the fields of which these nets name cotangents are not constant, as far as the file does not show that.
pub(super) fn claims<'a>(nets: impl Iterator<Item = &'a Hypernet>, code: &Code, subject: &Subject) -> Vec<FieldClaim> {
    if code.records.is_empty() {
        return Vec::new();
    }
    let (mut known, mut found) = (TextSet::default(), Vec::<(&TokenStream, Vec<KeptField>)>::new());
    for record in nets.flat_map(|net| net.edge_ids().filter_map(|id| cotangent(net.edge(id)))) {
        let Some(of) = code.records.get(record.id as usize).filter(|of| has_name(of)).map(|of| &of.path) else {
            continue;
        };
        let ty = if of.to_string() == "Self" { subject.of_type.clone() } else { syn::parse2(of.clone()).ok() };
        let of_fields = Struct { ty, structs: &code.structs };
        let fields = record.fields.iter().filter_map(|(field, _)| Some((field, *code.places.get(field)?)));
        let fields = fields.flat_map(|(field, at)| of_fields.fields(field, at));
        let fields = fields.filter(|KeptField { way, method }| known.insert(quote!(#of #way.#method).to_string()));
        match found.iter_mut().find(|(known, _)| known.to_string() == of.to_string()) {
            Some((_, known)) => known.extend(fields),
            None => found.push((of, fields.collect())),
        }
    }
    found.retain(|(_, fields)| !fields.is_empty());
    found.into_iter().map(|(of, fields)| FieldClaim::kept(quote!(&#of), fields)).collect()
}

/// Those of these claims, by the names of the fields, that are of fields of elements of which these nets name cotangents.
pub(super) fn of_elements<'a>(
    nets: impl Iterator<Item = &'a Hypernet>,
    elements: &[(String, FieldClaim)],
) -> Vec<FieldClaim> {
    if elements.is_empty() {
        return Vec::new();
    }
    let mut named = TextSet::default();
    for record in nets.flat_map(|net| net.edge_ids().filter_map(|id| of_each(net.edge(id)))) {
        named.extend(record.fields.iter().flat_map(|(field, _)| field.way()).map(ToString::to_string));
    }
    let claims = elements.iter().filter(|(name, _)| named.contains(name));
    claims.map(|(_, claim)| claim.clone()).collect()
}

/// The record of the cotangent of each element of an array, of which an edge names fields.
fn of_each(edge: &Edge) -> Option<&Record> {
    let Operation::Array(ArrayOp::SplitField(record) | ArrayOp::JoinField(record) | ArrayOp::PartField(record), _) =
        edge.operation()?
    else {
        return None;
    };
    record.is_cotangent().then_some(&**record)
}

/// Whether the type of a struct is written.
fn has_name(of: &RecordCode) -> bool {
    let is_open = |token: TokenTree| matches!(token, TokenTree::Ident(name) if name == "_");
    of.constructor.is_none()
        && !of.forgets
        && !matches!(of.form, RecordForm::Tuple(_))
        && !of.path.clone().into_iter().all(is_open)
}

/// The record of a cotangent, of which an edge names fields.
pub(super) fn cotangent(edge: &Edge) -> Option<&Record> {
    let (Operation::Record(record)
    | Operation::Project(record)
    | Operation::Update(record)
    | Operation::Detach(record)) = edge.operation()?
    else {
        return None;
    };
    record.is_cotangent().then_some(record)
}

/// A struct of which a derivative names the cotangent.
struct Struct<'a> {
    /// Its type, where it is not `Self`.
    ty: Option<Type>,
    structs: &'a Definitions,
}

impl Struct<'_> {
    /// The fields on the way to one of its fields, as far as the file does not show that they are not constant.
    fn fields(&self, field: &Field, at: Span) -> Vec<KeptField> {
        let (mut found, mut way, mut ty) = (Vec::new(), TokenStream::new(), self.ty.clone());
        for step in field.way() {
            if &**step == EACH {
                (way, ty) = (quote!(#way [0]), None);
                continue;
            }
            let Ok(mut member) = syn::parse_str::<Member>(step) else { break };
            match &mut member {
                Member::Named(name) => name.set_span(Span::mixed_site().located_at(at)),
                Member::Unnamed(index) => index.span = Span::mixed_site().located_at(at),
            }
            let definition = ty.as_ref().and_then(|ty| self.definition(referent(ty)));
            let known = definition.as_ref().and_then(|of| of.fields.iter().find(|(name, _)| **name == **step));
            if known.is_none() || definition.as_ref().is_some_and(|of| of.constant.iter().any(|name| **name == **step))
            {
                found.push(KeptField { way: way.clone(), method: is_constant(&member) });
            }
            (way, ty) = (quote!(#way.#member), known.map(|(_, ty)| ty.clone()));
        }
        found
    }

    fn definition(&self, ty: &Type) -> Option<Rc<Definition>> {
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last().filter(|_| path.path.segments.len() == 1)?;
        self.structs.get(&last.ident.to_string())
    }
}

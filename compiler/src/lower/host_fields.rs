//! Arrays of what has no tangent in the elements of arrays of structs, `reactions[i].reactants`: the host reads them, where they are.

use hypernet::Form;
use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::structs::tokens;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::holes::hole;
use crate::syntax::{ExprId, Kind, Ty, VarId, View, ViewStep, is_discrete};

impl Lowering<'_, '_> {
    /// What has no tangent, in an array that is a field of an element of an array of structs: `units[i].kinds[j]`.
    pub(super) fn element_in_struct(
        &mut self,
        id: ExprId,
        array: ExprId,
        indices: &[ExprId],
        span: Span,
    ) -> Lowered<Option<Val>> {
        if !self.gives_plain(id) {
            return Ok(None);
        }
        let Some((tokens, values)) = self.place_of_host(array, indices, span)? else { return Ok(None) };
        let shape = self.shape(&self.types.expr(id));
        self.foreign("element", tokens, &values, &shape, true, span).map(Some)
    }

    /// The code of a place in such an array, and what it reads.
    pub(super) fn place_of_host(
        &mut self,
        array: ExprId,
        indices: &[ExprId],
        span: Span,
    ) -> Lowered<Option<(TokenStream, Vec<Val>)>> {
        let Some((element, fields)) = self.field_of_host(array) else { return Ok(None) };
        // In Rust, a place is checked before the next index is computed. Here the indices after the first one are computed before that.
        if indices.get(1..).is_some_and(|later| self.effects(later).contains(&WORLD)) {
            return Ok(None);
        }
        let mut values = vec![self.reference_to_struct(element, span)?];
        for &index in indices {
            values.push(self.expr(index)?);
        }
        let (of, at) = (hole(0), (1..values.len()).map(hole));
        Ok(Some((quote!(#of #fields #([#at])*), values)))
    }

    /// A reference to an element of an array of structs: nothing is copied to read it.
    fn reference_to_struct(&mut self, element: ExprId, span: Span) -> Lowered<Val> {
        let value = self.parted_from(element)?;
        self.referring(value, span)
    }

    /// The element of an array of structs of which this is a field that is an array of what has no tangent, and the way to the field.
    fn field_of_host(&self, mut id: ExprId) -> Option<(ExprId, TokenStream)> {
        fn has_none(ty: &Ty) -> bool {
            match ty {
                Ty::Array(element) => has_none(element),
                Ty::Discrete(name) => is_discrete(name),
                Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
            }
        }
        while let Kind::View(Form::Reference | Form::Referent, inside) = self.function.expr(id).kind {
            id = inside;
        }
        let (element, fields) = self.struct_and_fields(id);
        let ty = self.types.expr(id);
        let is_one =
            !fields.is_empty() && matches!(ty, Ty::Array(_)) && has_none(&ty) && self.is_struct_of_net(element);
        let fields = fields.iter().map(|field| tokens(field));
        is_one.then(|| (element, quote!(#(.#fields)*)))
    }

    /// A `let` that gives a name to an array of what has no tangent, in an element of an array of structs: whether it is one. The name stands
    /// for the place.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn host_field_let(&mut self, view: &View, place: ExprId) -> Lowered<bool> {
        let Some((element, _)) = self.field_of_host(place) else { return Ok(false) };
        let (mut at, mut indices) = (element, Vec::new());
        loop {
            at = match self.function.expr(at).kind {
                Kind::Index(array, index) if self.function.views.named(at).is_none() => {
                    indices.push(index);
                    array
                }
                Kind::Member(inside, _) | Kind::Field(inside, ..) => inside,
                _ => break,
            };
        }
        let named: Vec<VarId> = view.steps.iter().flat_map(ViewStep::operands).copied().collect();
        // The indices are computed once more where it panics: here, as in Rust.
        if named.len() != indices.len() || self.effects(&indices).contains(&WORLD) {
            return Ok(false);
        }
        for (named, &index) in named.into_iter().zip(indices.iter().rev()) {
            let at = self.expr(index)?;
            self.env.insert(named, at);
        }
        self.parted_from(element)?;
        Ok(true)
    }
}

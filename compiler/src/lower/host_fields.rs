//! Arrays of what has no tangent in the elements of arrays of structs, `reactions[i].reactants`: the host reads them, where they are.

use hypernet::{ArrayOp, Form};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

use super::structs::tokens;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::holes::hole;
use crate::program::Shape;
use crate::syntax::{Bounds, ExprId, Kind, Ty, VarId, View, ViewStep, is_discrete, is_scalar};

/// A step from such an array to what is in it.
enum HostStep {
    Index(ExprId),
    Range(Bounds),
}

impl HostStep {
    fn operands(&self) -> impl Iterator<Item = ExprId> + use<> {
        let operands = match self {
            Self::Index(index) => [Some(*index), None],
            Self::Range(bounds) => [bounds.start, bounds.end],
        };
        operands.into_iter().flatten()
    }
}

impl Lowering<'_, '_> {
    /// What has no tangent, in an array that is a field of an element of an array of structs: `units[i].kinds[j]`. An array in such an array
    /// is the host's reference to it.
    pub(super) fn element_in_struct(&mut self, id: ExprId, span: Span) -> Lowered<Option<Val>> {
        if !self.gives_plain(id) {
            return self.reference_of_host(id, span);
        }
        let Some((tokens, values)) = self.place_of_host(id, span)? else { return Ok(None) };
        let shape = self.shape(&self.types.expr(id));
        self.foreign("element", tokens, &values, &shape, true, span).map(Some)
    }

    /// The code of a place in such an array, and what it reads.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a step on the way to a place")]
    pub(super) fn place_of_host(&mut self, place: ExprId, span: Span) -> Lowered<Option<(TokenStream, Vec<Val>)>> {
        let (mut array, mut steps) = (place, Vec::new());
        let named = loop {
            if let Some(named) = self.part_of_host(array) {
                break Some(named);
            }
            array = match self.function.expr(array).kind {
                Kind::View(Form::Reference | Form::Referent, inside) => inside,
                Kind::Index(inside, index) => {
                    steps.push(HostStep::Index(index));
                    inside
                }
                Kind::Part(inside, bounds) => {
                    steps.push(HostStep::Range(bounds));
                    inside
                }
                _ => break None,
            };
        };
        let of = self.field_of_host(array);
        if named.is_none() && of.is_none() {
            return Ok(None);
        }
        steps.reverse();
        // In Rust, a place is checked before the next index is computed. Here the indices after the first one are computed before that.
        let later: Vec<ExprId> = steps.iter().skip(1).flat_map(HostStep::operands).collect();
        if self.effects(&later).contains(&WORLD) {
            return Ok(None);
        }
        let (first, fields) = match (named, of) {
            (Some(named), _) => (named, TokenStream::new()),
            (None, Some((element, fields))) => (self.reference_to_struct(element, span)?, fields),
            (None, None) => return Ok(None),
        };
        let (of, mut values) = (hole(0), vec![first]);
        let mut tokens = quote!(#of #fields);
        for step in steps {
            let mut bound = |lowering: &mut Self, at: Option<ExprId>| -> Lowered<TokenStream> {
                let Some(at) = at else { return Ok(TokenStream::new()) };
                let value = lowering.expr(at)?;
                values.push(value);
                Ok(hole(values.len() - 1).to_token_stream())
            };
            let inside = match step {
                HostStep::Index(index) => bound(self, Some(index))?,
                HostStep::Range(bounds) => {
                    let (start, end) = (bound(self, bounds.start)?, bound(self, bounds.end)?);
                    if bounds.through { quote!(#start..=#end) } else { quote!(#start..#end) }
                }
            };
            tokens = quote!(#tokens[#inside]);
        }
        Ok(Some((tokens, values)))
    }

    /// Whether this is such an array, or a place in one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a step on the way to a place")]
    pub(super) fn is_place_of_host(&self, mut place: ExprId) -> bool {
        loop {
            if self.part_of_host(place).is_some() || self.field_of_host(place).is_some() {
                return true;
            }
            place = match self.function.expr(place).kind {
                Kind::View(Form::Reference | Form::Referent, inside)
                | Kind::Index(inside, _)
                | Kind::Part(inside, _) => inside,
                _ => return false,
            };
        }
    }

    /// The host's reference to a part of such an array, if this is a name for one.
    fn part_of_host(&self, id: ExprId) -> Option<Val> {
        let value = self.env.get(&self.function.views.named(id)?)?;
        if !has_none(&self.types.expr(id)) {
            return None;
        }
        matches!(value, Val::Wire(wire, _) if self.values.references.contains(wire)).then(|| value.clone())
    }

    /// The host's reference to such an array, or to an array or a part in it, if an argument is one: what it is lent to looks at it where it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a reference to a place")]
    pub(super) fn lent_by_host(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        let place = match self.function.expr(id).kind {
            Kind::View(Form::Reference, inside) => inside,
            Kind::Index(..) | Kind::Part(..) | Kind::Field(..) | Kind::Member(..)
                if self.function.views.named(id).is_some() =>
            {
                id
            }
            _ => return Ok(None),
        };
        self.reference_of_host(place, self.function.expr(id).span)
    }

    /// The host's copy of such an array, or of an array in it, if this is one.
    pub(super) fn copy_of_host(&mut self, place: ExprId, span: Span) -> Lowered<Option<Val>> {
        if !matches!(self.types.expr(place), Ty::Array(_)) {
            return Ok(None);
        }
        let Some((tokens, values)) = self.place_of_host(place, span)? else { return Ok(None) };
        let (code, shape) =
            (quote!(::core::clone::Clone::clone(&#tokens)), Shape::Leaf(hypernet::Type::unnamed_discrete()));
        self.foreign("copy", code, &values, &shape, true, span).map(Some)
    }

    /// The host's reference to such an array, or to an array or a part in it, if this is one.
    pub(super) fn reference_of_host(&mut self, place: ExprId, span: Span) -> Lowered<Option<Val>> {
        if !matches!(self.types.expr(place), Ty::Array(_)) {
            return Ok(None);
        }
        let Some((tokens, values)) = self.place_of_host(place, span)? else { return Ok(None) };
        let shape = Shape::Leaf(hypernet::Type::unnamed_discrete());
        let lent = self.foreign("lent", quote!(&#tokens), &values, &shape, true, span)?;
        if let Val::Wire(wire, _) = lent {
            self.values.references.insert(wire);
        }
        Ok(Some(lent))
    }

    /// A reference to an element of an array of structs: nothing is copied to read it.
    fn reference_to_struct(&mut self, element: ExprId, span: Span) -> Lowered<Val> {
        let value = self.whole_element(element, span)?;
        self.referring(value, span)
    }

    /// An element of an array of structs or of tuples, as one value.
    fn whole_element(&mut self, element: ExprId, span: Span) -> Lowered<Val> {
        if !matches!(self.types.expr(element), Ty::Tuple(_)) {
            return self.parted_from(element);
        }
        let at = self.place_of_element(element, span)?;
        let whole = self.on_element(at.var, &at.columns, ArrayOp::Get(at.place), &at.operands, span)?;
        Ok(Val::Wire(whole[0], false))
    }

    /// The element of an array of structs of which this is a field that is an array of what has no tangent, and the way to the field.
    fn field_of_host(&self, mut id: ExprId) -> Option<(ExprId, TokenStream)> {
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

    /// Whether a name for a tuple in an array stands for the place alone: to read the whole tuple would copy what the host has in it, and
    /// nothing names it as a whole.
    pub(super) fn is_place_alone(&self, var: VarId, ty: &Ty) -> bool {
        fn owns(ty: &Ty) -> bool {
            match ty {
                Ty::Discrete(name) => !is_scalar(name),
                Ty::Tuple(parts) => parts.iter().any(owns),
                Ty::Array(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Var(_) | Ty::Fn(_) => false,
            }
        }
        owns(ty) && !self.function.exprs.iter().any(|expr| matches!(expr.kind, Kind::Var(named) if named == var))
    }

    /// A `let` that gives a name to an array of what has no tangent, in an element of an array of structs: whether it is one. The name stands
    /// for the place.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn host_field_let(&mut self, var: VarId, view: &View, place: ExprId) -> Lowered<bool> {
        // A part has bounds, and an array in such an array an index, that are computed once: the name is a reference.
        let is_inside = |step: &ViewStep| !matches!(step, ViewStep::Field(_));
        let last = view.steps.iter().rposition(|step| matches!(step, ViewStep::Field(_))).map_or(0, |last| last + 1);
        if view.steps[last..].iter().any(is_inside)
            && let Some(part) = self.reference_of_host(place, self.function.expr(place).span)?
        {
            if let Val::Wire(wire, _) = &part {
                self.builder.name(*wire, &self.function.var(var).name.to_string());
            }
            self.env.insert(var, part);
            return Ok(true);
        }
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
        let span = self.function.expr(element).span;
        self.whole_element(element, span)?;
        Ok(true)
    }
}

/// Whether the elements of an array have no tangent, nor those of arrays in it.
fn has_none(ty: &Ty) -> bool {
    match ty {
        Ty::Array(element) => has_none(element),
        Ty::Discrete(name) => is_discrete(name),
        Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
    }
}

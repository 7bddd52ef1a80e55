//! Arrays in the fields of structs: each has a name, which stands for it as for an array of the net's, or of the host's if it holds
//! what has no tangent.

use std::collections::BTreeSet;

use hypernet::{Field, Name, Type};
use proc_macro2::Span;
use quote::quote;

use super::arrays::bound;
use super::structs::tokens;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::infer::Types;
use crate::program::{Shape, hole};
use crate::syntax::{ExprId, Function, Kind, Pattern, Ty, VarId};

/// The arrays in structs that hold what has no tangent, by their numbers.
pub(super) fn without_tangent(function: &Function<'_>, types: &Types) -> BTreeSet<usize> {
    fn is_host(ty: &Ty) -> bool {
        match ty {
            Ty::Array(element) => is_host(element),
            Ty::Discrete(_) => true,
            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) | Ty::Var(_) => false,
        }
    }
    function.opened.iter().filter(|(var, _)| is_host(&types.var(**var))).map(|(_, number)| *number).collect()
}

impl Lowering<'_, '_> {
    /// A `let` that gives a name to an array in a struct; whether it is one that depends on a differentiated parameter.
    pub(super) fn opened_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let function = self.function;
        let Some(var) = bound(pattern).filter(|var| function.opened.contains_key(var)) else { return Ok(false) };
        let Kind::View(_, place) = function.expr(init).kind else { return Ok(false) };
        let span = function.expr(place).span;
        let is_host = !matches!(self.types.var(var), Ty::Array(_));
        if is_host {
            return self.opened_data(var, place, span);
        }
        let value = self.projection(place, false, span)?;
        let Val::Wire(array, active) = value else { return Err(refusal::INDEX.on(span)) };
        if !active {
            return Err(refusal::INDEX.on(span));
        }
        if !matches!(self.builder.ty(array), Type::Array(_)) {
            return Err(refusal::INDEX.on(span));
        }
        self.builder.name(array, &function.var(var).name.to_string());
        self.borrowed.insert(var);
        self.env.insert(var, Val::Wire(array, true));
        Ok(true)
    }

    /// A name for an array in a struct that holds what has no tangent: the host reads it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is the struct itself")]
    fn opened_data(&mut self, var: VarId, place: ExprId, span: Span) -> Lowered<bool> {
        let (mut root, mut path) = (place, Vec::new());
        loop {
            root = match &self.function.expr(root).kind {
                Kind::Member(base, name) => {
                    path.push(Name::from(name.to_string()));
                    *base
                }
                Kind::Field(base, index, _) => {
                    path.push(index.to_string().into());
                    *base
                }
                _ => break,
            };
        }
        path.reverse();
        let way: Field = path.into_iter().collect();
        let of = self.expr(root)?;
        let (hole, member) = (hole(0), tokens(&way.to_string()));
        let shape = Shape::Leaf(Type::Discrete("& [_]".into()));
        let name = self.function.var(var).name.to_string();
        let named = self.foreign(&name, quote!(&#hole.#member), &[of], &shape, false, span)?;
        if let Val::Wire(wire, _) = named {
            self.builder.name(wire, &name);
            self.values.references.insert(wire);
        }
        self.env.insert(var, named);
        Ok(true)
    }
}

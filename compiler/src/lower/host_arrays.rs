//! Arrays of what has no tangent in structs that change. Where the host writes to one, or the struct changes as a whole, the array is in a variable
//! of the host's beside the struct. The struct gets a copy of it where it is used as a whole, and the variable gets a copy of what is
//! there afterwards.

use hypernet::Type;
use proc_macro2::Span;
use quote::{ToTokens, quote};

use super::fields::array_at;
use super::in_out::Taken;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::Diagnostic;
use crate::holes::{hole, name_hole};
use crate::input::crate_path::crate_path;
use crate::input::opened::EACH;
use crate::program::{ForeignCode, Shape};
use crate::syntax::{Target, Ty, VarId};

impl Lowering<'_, '_> {
    /// The arrays of what has no tangent that are in such variables, with the structs.
    pub(super) fn arrays_of_host(&self) -> Vec<(VarId, VarId)> {
        let function = self.function;
        let mut found = super::fields::opened(function);
        found.retain(|(of, var)| {
            let Some((_, way)) = function.opened.get(var) else { return false };
            let is_own = self.in_out.contains(of) || !super::fields::is_param(function, *of);
            is_own
                && !matches!(self.types.var(*var), Ty::Array(_))
                && !way.iter().any(|step| step == EACH)
                && (self.is_written(*var) || self.is_in_place(*of) && self.is_changed_as_whole(*of, &way[0]))
        });
        found
    }

    /// Whether arrays of a struct are taken out of it, or it goes back to the caller.
    fn is_in_place(&self, of: VarId) -> bool {
        self.in_out.contains(&of) || self.is_whole(of)
    }

    /// Whether the host writes to an array.
    fn is_written(&self, var: VarId) -> bool {
        (0..self.function.exprs.len()).any(|at| self.changes(at, var))
    }

    /// Puts such an array into its variable, where the function begins.
    pub(super) fn take_out_for_host(
        &mut self,
        (of, var): (VarId, VarId),
        way: &[String],
        whole: Val,
        span: Span,
    ) -> Lowered<()> {
        let name = self.function.var(var).name.to_string();
        let (array, place) = (self.host_array(var, way), name_hole(0));
        let shape = Shape::Tuple(vec![Shape::Leaf(Type::Discrete("& [_]".into()))]);
        let code = ForeignCode {
            pattern: Some(quote!(mut #place)),
            ..ForeignCode::new(quote!(::core::clone::Clone::clone(#array)), shape)
        };
        let given = self.foreign_code(&name, code, &[whole], true, span)?;
        let wire = Self::flatten(&given)?.pop().ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
        self.builder.name(wire, &name);
        self.variables.places.insert(var);
        self.env.insert(var, Val::Wire(wire, false));
        self.taken.push(Taken { of, var, way: way.to_vec(), span, is_host: true });
        Ok(())
    }

    /// Lets the variable hold what is in the struct again: a copy, if the struct has changed.
    pub(super) fn open_for_host(
        &mut self,
        (of, var): (VarId, VarId),
        way: &[String],
        changed: bool,
        span: Span,
    ) -> Lowered<()> {
        let lost = || Diagnostic::internal(span, "an array is lost");
        let place = self.variables.put_back.remove(&var).ok_or_else(lost)?;
        if !changed {
            self.env.insert(var, place);
            return Ok(());
        }
        let whole = self.env.get(&of).cloned().ok_or_else(lost)?;
        let (to, from) = (hole(0), array_at(way, &hole(1).to_token_stream(), &crate_path()));
        let code = quote!(#to = ::core::clone::Clone::clone(#from));
        self.foreign("again", code, &[place.clone(), whole], &Shape::Tuple(Vec::new()), true, span)?;
        self.env.insert(var, place);
        Ok(())
    }

    /// Copies what is in the variable into the struct, if something writes to it.
    pub(super) fn close_for_host(&mut self, (of, var): (VarId, VarId), way: &[String], span: Span) -> Lowered<()> {
        let place = self.env.remove(&var).ok_or_else(|| Diagnostic::internal(span, "an array is lost"))?;
        if !self.is_written(var) {
            self.variables.put_back.insert(var, place);
            return Ok(());
        }
        let from = hole(0);
        let (code, shape) = (quote!(::core::clone::Clone::clone(&#from)), Shape::Leaf(Type::unnamed_discrete()));
        let array = self.foreign("array", code, std::slice::from_ref(&place), &shape, true, span)?;
        self.variables.put_back.insert(var, place);
        self.assign_to(&Target::Var(of, way.to_vec(), false), array, span)
    }
}

//! Loops over ranges, as `fold`. What a turn assigns is the state, which one turn hands to the next; what else it uses of the
//! outside is the environment.

use hypernet::Type;

use super::value::Val;
use super::{Lowered, Lowering, has_tangent};
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, For, Pattern, VarId};

impl Lowering<'_, '_> {
    pub(super) fn repeated(&mut self, id: ExprId, repeated: &For) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        let [first, last] = repeated.bounds;
        let first = self.expr(first)?;
        let last = self.expr(last)?;
        let bounds = [Self::wire(&first, span)?, Self::wire(&last, span)?];
        let index = self.builder.ty(bounds[0]).clone();
        if !matches!(index, Type::Discrete(_)) {
            return Err(refusal::FOR.on(span));
        }

        // The state: what a turn may assign, with the values before the loop.
        let mut state: Vec<(VarId, Val)> = Vec::new();
        let number = if let Pattern::Bind(var, _) = &repeated.pattern { Some(*var) } else { None };
        for var in self.effects(&[repeated.body]) {
            if Some(var) == number {
                continue;
            }
            match self.env.get(&var) {
                Some(value) if value.has_function() => return Err(refusal::LOOP_FUNCTION.on(span)),
                Some(value) => state.push((var, value.clone())),
                None if self.variables.deferred.contains(&var) => return Err(refusal::LOOP_DEFERRED.on(span)),
                None => {}
            }
        }
        let mut before = Vec::new();
        for (_, value) in &state {
            before.extend(Self::flatten(value)?);
        }

        self.builder.open_branch();
        let name = number.map(|var| self.function.var(var).name.to_string());
        let number = self.builder.input(index, name.as_deref());
        for (var, value) in &mut state {
            // A later turn may meet what depends on the inputs, even if the first one does not.
            *value = self.carried(value);
            let parts = Self::flatten(value)?;
            let known = self.function.vars.get(var.index()).filter(|_| parts.len() == 1);
            let name = known.map(|variable| variable.name.to_string());
            let mut wires = Vec::new();
            for wire in parts {
                let ty = self.builder.ty(wire).clone();
                wires.push(self.builder.input(ty, name.as_deref()));
            }
            let inside = Self::rebuild(value, &mut wires.into_iter());
            self.env.insert(*var, inside);
        }
        self.bind(&repeated.pattern, Val::Wire(number, false))?;
        self.expr(repeated.body)?;
        let mut outputs = Vec::new();
        for (var, template) in &state {
            let Some(value) = self.env.get(var).cloned() else { return Err(refusal::LOOP_DEFERRED.on(span)) };
            if template.merged(&value).is_none() {
                return Err(refusal::LOOP_FUNCTION.on(span));
            }
            outputs.extend(Self::flatten(&value)?);
        }
        let body = self.builder.close_branch(&outputs).map_err(|error| Self::build_error(&error, span))?;
        let after = self.builder.fold(repeated.sequence, bounds, &before, body);
        let mut after = after.map_err(|error| Self::build_error(&error, span))?.into_iter();
        for (var, template) in state {
            let value = Self::rebuild(&template, &mut after);
            self.env.insert(var, value);
        }
        Ok(Val::unit())
    }

    /// The same value, active where values of its types can be.
    fn carried(&self, value: &Val) -> Val {
        match value {
            Val::Wire(wire, active) => Val::Wire(*wire, *active || has_tangent(self.builder.ty(*wire))),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|part| self.carried(part)).collect()),
            Val::Function(function) => Val::Function(function.clone()),
        }
    }
}

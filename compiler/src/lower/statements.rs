//! Statements: declarations, assignments, and expressions of which nobody uses the value.

use hypernet::{Form, Type, TypeName, Value};
use proc_macro2::{Span, TokenTree};
use quote::quote;

use super::arrays::bound;
use super::effects::binds;
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::{hole, name_hole};
use crate::program::{Bracket, ForeignCode, Shape};
use crate::syntax::{ExprId, Kind, MethodCall, Pattern, Statement, Target, Ty, VarId, is_discrete, is_scalar};

impl<'a> Lowering<'_, 'a> {
    /// A statement; if it is refused, that is noted, and what it declares and changes is unknown from then on.
    pub(super) fn statement_or_note(&mut self, statement: &Statement<'a>) {
        let depth = self.builder.depth();
        let world = self.env.get(&WORLD).cloned();
        let Err(diagnostic) = self.statement(statement) else { return };
        self.note(diagnostic);
        self.builder.abandon(depth);
        let (Statement::Let(_, Some(value), _) | Statement::Expr(value)) = statement else { return };
        let mut unknown = self.effects(&[*value]);
        if let Statement::Let(pattern, ..) = statement {
            binds(pattern, &mut unknown);
        }
        for var in unknown {
            self.env.remove(&var);
            self.variables.unknown.insert(var);
        }
        if let Some(world) = world {
            self.env.insert(WORLD, world);
        }
    }

    /// Notes a refusal, unless it follows from one that has been noted.
    pub(super) fn note(&mut self, diagnostic: Diagnostic) {
        let follows = diagnostic.is_follow_up() || (diagnostic.is_internal() && !self.errors.is_empty());
        if !follows {
            self.errors.push(diagnostic);
        }
    }

    /// What a tuple pattern binds of a reference to a tuple: references to what is in it, where those are of structs.
    pub(super) fn seen_through(&mut self, pattern: &Pattern, value: ExprId, lowered: Val) -> Lowered<Val> {
        let span = self.function.expr(value).span;
        let is_tuple = match pattern {
            Pattern::Typed(inside, ..) => matches!(**inside, Pattern::Tuple(_)),
            pattern @ (Pattern::Wild
            | Pattern::Bind(..)
            | Pattern::Tuple(_)
            | Pattern::Rest
            | Pattern::Literal(_)
            | Pattern::Range { .. }
            | Pattern::Or(_)
            | Pattern::Path(_)
            | Pattern::Struct(_)
            | Pattern::Host(_)) => matches!(pattern, Pattern::Tuple(_)),
        };
        match (&self.function.expr(value).kind, lowered) {
            (Kind::View(Form::Reference, of), Val::Tuple(parts)) if is_tuple => {
                let parts = parts.into_iter().map(|part| self.referring(part, span));
                let parts = Val::Tuple(parts.collect::<Lowered<_>>()?);
                if self.is_struct_of_net(*of) { self.borrowed(parts, span) } else { Ok(parts) }
            }
            (_, lowered) => Ok(lowered),
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement<'a>) -> Lowered<()> {
        match statement {
            Statement::Let(pattern, None, _) => {
                self.declare(pattern);
                Ok(())
            }
            Statement::Let(pattern, Some(value), local) => {
                if self.opened_let(pattern, *value)?
                    || self.terminated_view(pattern, *value)?
                    || self.left_let(pattern, *value, local)?
                    || self.second_array_let(pattern, *value)?
                {
                    return Ok(());
                }
                let lowered = self.value_of_let(pattern, *value)?;
                self.bind_let(pattern, *value, lowered)
            }
            Statement::Expr(value) => {
                let span = self.function.expr(*value).span;
                if let Kind::Tuple(_) = self.function.expr(*value).kind {
                    return self.discarded_tuple(*value, span);
                }
                let lowered = self.terminated(*value)?;
                self.drop_arrays(&lowered, span)?;
                self.drop_given(*value, &lowered)
            }
        }
    }

    /// A tuple of which nobody uses the value: its parts are dropped when all of them are there, the first one first.
    fn discarded_tuple(&mut self, id: ExprId, span: Span) -> Lowered<()> {
        self.bracketed(id, |lowering| {
            let (parts, _) = lowering.open_ended(id, true)?;
            lowering.drop_arrays(&parts, span)?;
            let held = lowering.variables.held;
            lowering.in_variables(vec![parts], &[true], span)?;
            Ok((Val::unit(), (lowering.variables.held > held).then_some(Bracket::End(None))))
        })?;
        Ok(())
    }

    /// A `let` that gives a name to a place in an array, at whose end the temporaries are dropped; whether it is one.
    fn terminated_view(&mut self, pattern: &Pattern, value: ExprId) -> Lowered<bool> {
        let mut is_view = false;
        if bound(pattern).is_none_or(|var| self.function.views.get(var).is_none()) {
            return Ok(false);
        }
        self.terminated_with(value, |lowering| {
            is_view = lowering.view_let(pattern, value)?;
            Ok(Val::unit())
        })?;
        Ok(is_view)
    }

    /// The value of a `let`.
    pub(super) fn value_of_let(&mut self, pattern: &Pattern, value: ExprId) -> Lowered<Val> {
        let before = self.code.foreigns.len();
        let lowered = match self.empty_vector(pattern, value)? {
            Some(vector) => vector,
            None if self.is_array_of_net_alone(pattern, value) => self.open_ended(value, false)?.0,
            None => self.terminated(value)?,
        };
        // What is left as it is may be of any type without the one that is written.
        if let Pattern::Typed(_, _, Some(written)) = pattern
            && let Ok(wires) = Self::flatten(&lowered)
            && let Some(code) = self.giver(&wires).filter(|&code| code >= before)
        {
            self.code.foreigns[code].written = Some(written.clone());
        }
        if self.is_owned_element(pattern, value) {
            return self.second_value(lowered, self.function.expr(value).span);
        }
        Ok(lowered)
    }

    /// Whether a `let` declares a new array of the net's, of which no part has effects.
    fn is_array_of_net_alone(&self, pattern: &Pattern, value: ExprId) -> bool {
        self.binds_array_of_net(pattern) && !self.effects(&self.parts_of_array(value)).contains(&WORLD)
    }

    /// Whether a `let` takes an element by value, and methods are called on it: these may take it by value too.
    fn is_owned_element(&self, pattern: &Pattern, value: ExprId) -> bool {
        let pattern = if let Pattern::Typed(inside, ..) = pattern { inside } else { pattern };
        let (Pattern::Bind(var, _), Kind::Index(..)) = (pattern, &self.function.expr(value).kind) else { return false };
        let is_receiver = |call: &MethodCall<'_>| matches!(self.function.expr(call.args[0]).kind, Kind::Var(receiver) if receiver == *var);
        self.function.exprs.iter().any(|expr| matches!(&expr.kind, Kind::MethodCall(call) if is_receiver(call)))
    }

    /// Gives the names of a `let` this value, which this expression has.
    pub(super) fn bind_let(&mut self, pattern: &Pattern, value: ExprId, lowered: Val) -> Lowered<()> {
        let span = self.function.expr(value).span;
        let is_moved = matches!(self.function.expr(value).kind, Kind::Var(_)) && !declares_reference(pattern);
        let before = self.variables.held;
        let lowered = match lowered {
            lowered @ Val::Wire(..) if is_moved => self.held(pattern, lowered, span)?,
            lowered @ (Val::Wire(..) | Val::Function(_)) => lowered,
            lowered @ Val::Tuple(_) => self.held(pattern, lowered, span)?,
        };
        if let Some(name) = self.pattern_name(pattern)
            && (!matches!(self.function.expr(value).kind, Kind::Var(_)) || self.variables.held > before)
        {
            match &lowered {
                Val::Wire(wire, _) => self.builder.name(*wire, &name),
                Val::Function(function) => {
                    if let Func::Wire { function, .. } = &**function {
                        self.name_if_new(*function, &name);
                    }
                }
                Val::Tuple(_) => {}
            }
        }
        if let Some(var) = self.referring_to_number(pattern, value, &lowered) {
            self.variables.referring.insert(var);
        }
        let lowered = self.seen_through(pattern, value, lowered)?;
        let lowered = self.depending_struct(pattern, lowered, span)?;
        let lowered = self.changed_by_host(pattern, lowered, span)?;
        self.bind(pattern, lowered)
    }

    /// What a call with arguments of the net's gave to the host, `Links::new(x.len())`, in a variable, if something changes it where it is.
    fn changed_by_host(&mut self, pattern: &Pattern, value: Val, span: Span) -> Lowered<Val> {
        let (Pattern::Bind(var, None), Val::Wire(wire, false)) = (pattern, &value) else { return Ok(value) };
        let is_host = match self.builder.ty(*wire) {
            Type::Discrete(name) => !is_discrete(name),
            Type::Opaque(_) => true,
            Type::Real(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => false,
        };
        let is_plain = matches!(self.types.var(*var), Ty::Var(ty) if self.types.is_plain(ty));
        let is_changed = self.function.var(*var).mutable && (is_plain || self.function.changed_in_place.contains(var));
        if !is_host || !is_changed || self.values.references.contains(wire) {
            return Ok(value);
        }
        let (hole, place) = (hole(0), name_hole(0));
        let shape = Shape::Tuple(vec![Shape::Leaf(self.builder.ty(*wire).clone())]);
        let code = ForeignCode { pattern: Some(quote!(mut #place)), ..ForeignCode::new(quote!(#hole), shape) };
        let held = Self::flatten(&self.foreign_code("held", code, &[value], true, span)?)?;
        self.variables.places.insert(*var);
        Ok(Val::Wire(held[0], false))
    }

    /// The variable of a `let` that is given a reference to a number: `&v[i]`, or another such variable.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of no other expression it is known that it gives a reference")]
    fn referring_to_number(&self, pattern: &Pattern, value: ExprId, lowered: &Val) -> Option<VarId> {
        let (Pattern::Bind(var, None), Val::Wire(wire, _)) = (pattern, lowered) else { return None };
        let refers = match self.function.expr(value).kind {
            Kind::View(Form::Reference, _) => true,
            Kind::Var(of) => self.variables.referring.contains(&of),
            _ => false,
        };
        let is_number = match self.builder.ty(*wire) {
            Type::Real(_) => true,
            Type::Discrete(name) => is_scalar(name),
            Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => false,
        };
        let is_number = is_number && !self.values.references.contains(wire);
        (refers && is_number).then_some(*var)
    }

    /// Whether the names of a `let` may [hold](Self::held) something of the host's in variables.
    pub(super) fn may_hold(&self, value: ExprId) -> bool {
        let ty = self.types.expr(value);
        (matches!(ty, Ty::Tuple(_)) || matches!(self.function.expr(value).kind, Kind::Var(_)))
            && self.may_be_of_host(&ty)
    }

    /// Lets what a name holds of the host's be in a variable: it is dropped where the variable ends, also where nothing uses it. Of
    /// what stands in a tuple, which is taken apart, the first is dropped first.
    fn held(&mut self, pattern: &Pattern, value: Val, span: Span) -> Lowered<Val> {
        match (pattern, value) {
            (Pattern::Typed(inside, ..), value) => self.held(inside, value, span),
            (Pattern::Tuple(patterns), Val::Tuple(values)) if patterns.len() == values.len() => {
                let both = patterns.iter().zip(values);
                both.map(|(pattern, value)| self.held(pattern, value, span)).collect::<Lowered<_>>().map(Val::Tuple)
            }
            (Pattern::Bind(..), value) => Ok(self.in_variables(vec![value], &[true], span)?.swap_remove(0)),
            (_, value) => Ok(value),
        }
    }

    /// The parts of something that is taken apart; what those have of the host's that may own something is in variables from now on: out of
    /// the variables that it was in before, it has been moved.
    pub(super) fn in_variables(&mut self, mut parts: Vec<Val>, owning: &[bool], span: Span) -> Lowered<Vec<Val>> {
        let mut owned = Vec::new();
        for (part, _) in parts.iter().zip(owning).filter(|(_, owning)| **owning) {
            self.host_wires(part, &mut owned);
        }
        owned.retain(|wire| !self.values.references.contains(wire));
        if owned.is_empty() {
            return Ok(parts);
        }
        self.variables.held += 1;
        owned.reverse();
        let (holes, names): (Vec<_>, Vec<_>) = (0..owned.len()).map(|at| (hole(at), name_hole(at))).unzip();
        let (tokens, pattern) = match owned.as_slice() {
            [_] => (quote!(#(#holes)*), quote!(#(#names)*)),
            _ => (quote!((#(#holes),*)), quote!((#(#names),*))),
        };
        let leaves = owned.iter().map(|&wire| Shape::Leaf(self.builder.ty(wire).clone())).collect();
        let code = ForeignCode { pattern: Some(pattern), ..ForeignCode::new(tokens, Shape::Tuple(leaves)) };
        let operands: Vec<Val> = owned.iter().map(|&wire| Val::Wire(wire, false)).collect();
        let held = Self::flatten(&self.foreign_code("held", code, &operands, true, span)?)?;
        let held: Vec<(Value, Value)> = owned.into_iter().zip(held).collect();
        for &(wire, variable) in &held {
            self.values.stands_for(wire, variable);
        }
        for part in &mut parts {
            replace(part, &held);
        }
        Ok(parts)
    }

    /// Notes the names that a pattern declares without a value.
    pub(super) fn declare(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Bind(var, _) => {
                self.variables.deferred.insert(*var);
            }
            Pattern::Typed(inside, ..) => self.declare(inside),
            Pattern::Tuple(parts) => parts.iter().for_each(|part| self.declare(part)),
            Pattern::Struct(apart) => apart.fields.iter().for_each(|(_, inside)| self.declare(inside)),
            Pattern::Wild
            | Pattern::Rest
            | Pattern::Literal(_)
            | Pattern::Range { .. }
            | Pattern::Or(_)
            | Pattern::Path(_)
            | Pattern::Host(_) => {}
        }
    }

    /// The name that a pattern gives to the whole value.
    pub(super) fn pattern_name(&self, pattern: &Pattern) -> Option<String> {
        match pattern {
            Pattern::Bind(var, _) => Some(self.function.var(*var).name.to_string()),
            Pattern::Typed(inside, ..) => self.pattern_name(inside),
            Pattern::Wild
            | Pattern::Tuple(_)
            | Pattern::Rest
            | Pattern::Literal(_)
            | Pattern::Range { .. }
            | Pattern::Or(_)
            | Pattern::Path(_)
            | Pattern::Struct(_)
            | Pattern::Host(_) => None,
        }
    }

    pub(super) fn assign(&mut self, target: &Target, value: Val, span: Span) -> Lowered<()> {
        match target {
            Target::Var(var, fields, _) if self.meets_taken(*var, fields) => {
                self.assign_whole(*var, target, value, span)
            }
            Target::Wild | Target::Var(..) | Target::Element(..) | Target::Tuple(_) => {
                self.assign_to(target, value, span)
            }
        }
    }

    /// The same, where no array that is taken out of a struct is met.
    pub(super) fn assign_to(&mut self, target: &Target, value: Val, span: Span) -> Lowered<()> {
        match target {
            Target::Wild => self.drop_arrays(&value, span),
            target if self.assigns_host(target) => {
                let is_array = matches!(target, Target::Var(var, ..) if is_array_type(&self.types.var(*var)));
                Err(if is_array { refusal::ASSIGN_DATA } else { refusal::ASSIGN_HOST }.on(span))
            }
            Target::Var(var, fields, _) => {
                if self.has_array(&value) || self.array_of(*var).is_some() {
                    if !self.is_array(&value) || !fields.is_empty() || self.borrowed.contains(var) {
                        return Err(refusal::WHOLE_ARRAY.on(span));
                    }
                    self.drop_array_of(*var, span)?;
                }
                // What a tuple had before ends here.
                if let Some(Val::Tuple(_)) = self.env.get(var) {
                    self.dropped_anywhere(&value, span)?;
                }
                if fields.is_empty() {
                    if let Val::Wire(wire, _) = &value {
                        let name = self.function.var(*var).name.to_string();
                        self.name_if_new(*wire, &name);
                    }
                    self.env.insert(*var, value);
                    return Ok(());
                }
                let Some(whole) = self.env.get(var).cloned() else {
                    return Err(self.no_value(*var, refusal::ASSIGN_PLACE.on(span)));
                };
                let ty = self.types.var(*var);
                let whole = self.updated(&whole, &ty, fields, &value, span)?;
                self.env.insert(*var, whole);
                Ok(())
            }
            Target::Element(var, ..) => Err(self.not_assigned(*var, span)),
            Target::Tuple(targets) => {
                let Val::Tuple(values) = value else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
                for (target, value) in targets.iter().zip(values) {
                    self.assign(target, value, span)?;
                }
                Ok(())
            }
        }
    }

    pub(super) fn name_if_new(&mut self, wire: Value, name: &str) {
        if self.builder.name_of(wire).is_none() {
            self.builder.name(wire, name);
        }
    }
}

/// Puts other wires in the place of these.
fn replace(value: &mut Val, by: &[(Value, Value)]) {
    match value {
        Val::Wire(wire, _) => {
            if let Some((_, other)) = by.iter().find(|(one, _)| one == wire) {
                *wire = *other;
            }
        }
        Val::Tuple(parts) => parts.iter_mut().for_each(|part| replace(part, by)),
        Val::Function(_) => {}
    }
}

/// Whether this is the type of an array that the host has.
fn is_array_type(ty: &Ty) -> bool {
    matches!(ty, Ty::Discrete(TypeName::Named(name)) if name.starts_with('[') || name.starts_with("Vec "))
}

/// Whether the type of what a `let` declares is written, and one of references: it owns nothing.
fn declares_reference(pattern: &Pattern) -> bool {
    let Pattern::Typed(_, _, Some(written)) = pattern else { return false };
    let mut tokens = written.clone().into_iter();
    matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
}

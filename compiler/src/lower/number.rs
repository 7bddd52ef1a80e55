//! Numbers: operators on them, comparisons, primitives, and casts.

use hypernet::{Comparison, Constant, Form, Operation, Primitive, Type, TypeName, Value};
use proc_macro2::{Ident, Span};
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering, has_tangent, scope};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::program::{Callee, Shape};
use crate::source::names::{is_builtin, is_float_name};
use crate::source::types::scalar_type;
use crate::syntax::{Arithmetic, ExprId, Kind, Ty, VarId, is_integer};

impl Lowering<'_, '_> {
    /// What becomes a number of another type. What a method gives is then taken for an integer, if nothing else says what it is.
    pub(super) fn number(&mut self, id: ExprId) -> Lowered<Val> {
        let value = self.operand_or_rustc(id)?;
        self.referent(value, self.function.expr(id).span)
    }

    /// A value as one of another type.
    pub(super) fn cast(&mut self, value: &Val, ty: &Ty, span: Span) -> Lowered<Val> {
        let wire = Self::wire(value, span)?;
        let from = self.builder.ty(wire).clone();
        let (Ty::Real(_) | Ty::Discrete(_), Shape::Leaf(to)) = (self.types.resolve(ty), self.shape(ty)) else {
            // Of a type that is misspelt, rustc says so.
            return Err(refusal::UNKNOWN_TYPE.on(span).left_to_rustc());
        };
        if from == to {
            return Ok(value.clone());
        }
        let active = value.active() && has_tangent(&to);
        if active && matches!(from, Type::Opaque(_)) {
            // Only rustc knows which number it is.
            let name = match &to {
                Type::Real(scalar) if is_float_name(scalar) => format!("to_{scalar}"),
                Type::Real(_)
                | Type::Discrete(_)
                | Type::Tuple(_)
                | Type::Function(_)
                | Type::Opaque(_)
                | Type::Cotangent(_)
                | Type::Option(_)
                | Type::Tape(_)
                | Type::Array(_)
                | Type::Look(_)
                | Type::Undone(_)
                | Type::World => return Err(refusal::UNKNOWN_TYPE.on(span)),
            };
            return self.call_function(Callee::Operator(name, span), std::slice::from_ref(value), ty, span);
        }
        Ok(Val::Wire(self.op1(Operation::Cast(from, to), &[wire], span)?, active))
    }

    /// `f64::from(x)`, and `T::from(n).unwrap()` of a type parameter.
    pub(super) fn converted(&mut self, inside: ExprId, ty: &Ty, by: Option<&Ident>, span: Span) -> Lowered<Val> {
        let value = self.number(inside)?;
        let wire = Self::wire(&value, span)?;
        let (Type::Discrete(name), to) = (self.builder.ty(wire).clone(), self.types.resolve(ty)) else {
            return self.cast(&value, ty, span);
        };
        let scalar = if let Ty::Real(scalar) = &to { scalar_type(scalar) } else { None };
        let (Some(scalar), hole, backprop) = (scalar, hole(0), crate_path()) else {
            return Err(refusal::UNKNOWN_TYPE.on(span));
        };
        let code = if matches!(&to, Ty::Real(to) if !is_builtin(to)) {
            // As the host converts it, which rounds once.
            if let Some(by) = by {
                quote!(<#scalar as #backprop::num_traits::FromPrimitive>::#by(#hole).unwrap())
            } else {
                quote!(<#scalar as #backprop::num_traits::NumCast>::from(#hole).unwrap())
            }
        } else if is_integer(&name) {
            return self.cast(&value, ty, span);
        } else {
            // It may be a `bool`, which nothing else makes a real, or anything that only rustc knows.
            quote!(<#scalar as ::core::convert::From<_>>::from(#hole))
        };
        let shape = self.shape(ty);
        self.foreign("from", code, &[value], &shape, false, span)
    }

    pub(super) fn bool(&mut self, value: bool, span: Span) -> Lowered<Value> {
        self.op1(Operation::Constant(Constant::Bool(value), Type::bool()), &[], span)
    }

    pub(super) fn compare(&mut self, comparison: Comparison, a: Value, b: Value, span: Span) -> Lowered<Value> {
        let (ty, other) = (self.builder.ty(a).clone(), self.builder.ty(b));
        let unknown = |ty: &Type| matches!(ty, Type::Opaque(_) | Type::Discrete(TypeName::Unnamed));
        if ty != *other && unknown(&ty) && unknown(other) {
            // Only one of the two depends on a differentiated parameter, and nothing is known of either.
            let (left, right) = (hole(0), hole(1));
            let tokens = match comparison {
                Comparison::Lt => quote!(#left < #right),
                Comparison::Le => quote!(#left <= #right),
                Comparison::Gt => quote!(#left > #right),
                Comparison::Ge => quote!(#left >= #right),
                Comparison::Eq => quote!(#left == #right),
                Comparison::Ne => quote!(#left != #right),
            };
            let operands = [Val::Wire(a, false), Val::Wire(b, false)];
            let result = Shape::Leaf(Type::bool());
            return Self::wire(&self.foreign("compare", tokens, &operands, &result, false, span)?, span);
        }
        self.op1(Operation::Compare(comparison, ty), &[a, b], span)
    }

    /// A chain of operators: its left spine is walked, not descended into.
    pub(super) fn chain(&mut self, id: ExprId) -> Lowered<Val> {
        let mut spine = Vec::new();
        let mut at = id;
        while let Kind::Binary(op, left, right) = &self.function.expr(at).kind {
            spine.push((at, *op, *right, self.function.expr(at).span));
            at = *left;
        }
        // A reference to a struct with arrays that are out of it is taken when the other operand has been read.
        let mut whole = self.whole_operand(at).map(|_| at);
        let mut left = if whole.is_some() {
            Val::unit()
        } else {
            self.left_prefix(at, &mut spine).map_err(|refused| self.to_rustc(at, refused))?
        };
        while let Some((at, op, right, span)) = spine.pop() {
            let is_whole = self.whole_operand(right).is_some();
            let awaited = self.variables.awaited.len();
            self.variables.awaited.extend(whole.and_then(|at| self.whole_operand(at)));
            let mut right_value = if is_whole { Val::unit() } else { self.operand_or_rustc(right)? };
            self.variables.awaited.truncate(awaited);
            let operands: Vec<ExprId> = whole.into_iter().chain(is_whole.then_some(right)).collect();
            let wholes = self.wholes(&operands);
            self.close_all(&wholes)?;
            if let Some(whole) = whole.take() {
                left = self.expr(whole)?;
            }
            if is_whole {
                right_value = self.expr(right)?;
            }
            let result = self.types.expr(at);
            left = self.arithmetic(op, false, &left, &right_value, &result, span)?;
            self.open_all(&wholes, at)?;
        }
        Ok(left)
    }

    /// The struct to which this operand refers, or to a part of which, if arrays have been taken out of it.
    pub(super) fn whole_operand(&self, operand: ExprId) -> Option<VarId> {
        let is_reference = matches!(self.function.expr(operand).kind, Kind::View(Form::Reference, _));
        if is_reference { self.whole(operand) } else { None }
    }

    /// An operator; one with assignment, if `assign`.
    pub(super) fn arithmetic(
        &mut self,
        op: Arithmetic,
        assign: bool,
        left: &Val,
        right: &Val,
        result: &Ty,
        span: Span,
    ) -> Lowered<Val> {
        let (left, right) = (&self.referent(left.clone(), span)?, &self.referent(right.clone(), span)?);
        let opaque = |lowering: &Self, value: &Val| matches!(value, Val::Wire(wire, _) if matches!(lowering.builder.ty(*wire), Type::Opaque(_)));
        if opaque(self, left) || opaque(self, right) {
            return self.operator(op, assign, &[left.clone(), right.clone()], result, span);
        }
        let (a, mut b) = (Self::wire(left, span)?, Self::wire(right, span)?);
        let active = left.active() || right.active();
        let alike = |lowering: &Self| {
            let ty = lowering.builder.ty(a);
            ty == lowering.builder.ty(b) && lowering.shape(result) == Shape::Leaf(ty.clone())
        };
        if (self.is_unknown(a) || self.is_unknown(b)) && !alike(self) {
            // What a method gave that depends on nothing: a number, or anything else with an operator.
            let operands = [left.clone(), right.clone()];
            if active {
                return self.operator(op, assign, &operands, result, span);
            }
            let (symbol, left, right) = (op.tokens(span), hole(0), hole(1));
            return self.foreign(op.symbol(), quote!(#left #symbol #right), &operands, &self.shape(result), true, span);
        }
        let operation = match (self.builder.ty(a).clone(), op.primitive()) {
            (Type::Real(scalar), Some(primitive)) => Operation::Primitive(primitive, scalar),
            (Type::Discrete(name), _) => {
                let from = self.builder.ty(b).clone();
                let to = Type::Discrete(name.clone());
                if op.discrete().may_panic() && self.keeps_order() {
                    if from == to {
                        let result = self.in_order(Operation::Ordered(op.discrete(), name), vec![a, b], span)?;
                        return Ok(Val::Wire(result[0], false));
                    }
                    // A shift by an integer of another type.
                    let (symbol, shape) = (op.tokens(span), Shape::Leaf(to));
                    let (a, b) = (hole(0), hole(1));
                    let operands = [left.clone(), right.clone()];
                    return self.foreign(op.symbol(), quote!(#a #symbol #b), &operands, &shape, true, span);
                }
                if from != to && matches!(op, Arithmetic::Shl | Arithmetic::Shr) {
                    b = self.op1(Operation::Cast(from, to), &[b], span)?;
                }
                Operation::Discrete(op.discrete(), name)
            }
            (ty, _) => {
                let refused = Diagnostic::new(
                    span,
                    format!("`{}` on values of this type is not differentiable", op.symbol()),
                    "use real numbers or integers; `x.powi(n)` is a power",
                );
                let is_number = matches!(&ty, Type::Real(scalar) if crate::source::names::is_builtin(scalar));
                return Err(if is_number { refused.left_to_rustc() } else { refused });
            }
        };
        Ok(Val::Wire(self.op1(operation, &[a, b], span)?, active))
    }

    /// An operand of an operator on numbers.
    pub(super) fn operand(&mut self, id: ExprId) -> Lowered<Val> {
        let value = self.operand_or_rustc(id)?;
        self.referent(value, self.function.expr(id).span)
    }

    /// The value of an expression that is an operand or a receiver.
    pub(super) fn operand_or_rustc(&mut self, id: ExprId) -> Lowered<Val> {
        self.expr(id).map_err(|refused| self.to_rustc(id, refused))
    }

    /// Of an array as a whole, and of a number behind `&mut`, rustc says that it has no operator, and no method of numbers.
    pub(super) fn to_rustc(&self, operand: ExprId, refused: Diagnostic) -> Diagnostic {
        let is_of_rustc = match self.types.expr(operand) {
            Ty::Array(_) => refused.is(refusal::WHOLE_ARRAY),
            Ty::Real(_) => refused.is(refusal::IN_OUT_VALUE),
            Ty::Var(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
        };
        if is_of_rustc { refused.left_to_rustc() } else { refused }
    }

    /// Whether a variable is a reference to what is the caller's.
    pub(super) fn is_reference_name(&self, var: VarId) -> bool {
        self.in_out.contains(&var) || self.borrowed.contains(&var)
    }

    /// Whether this is surely no `&mut`.
    pub(super) fn is_no_reference(&self, id: ExprId) -> bool {
        let kind = &self.function.expr(id).kind;
        let is_value = matches!(
            kind,
            Kind::Real(..)
                | Kind::Int(..)
                | Kind::Bool(_)
                | Kind::Binary(..)
                | Kind::Neg(_)
                | Kind::Cast(..)
                | Kind::Struct(_)
                | Kind::Elements(..)
                | Kind::Repeat(..)
                | Kind::Tuple(_)
        );
        is_value || matches!(kind, Kind::Var(var) if !self.is_reference_name(*var))
    }

    /// Of a reference as the result of a function that gives none, rustc says so.
    pub(super) fn result_to_rustc(&self, refused: Diagnostic) -> Diagnostic {
        let is_whole = refused.is(refusal::IN_OUT_VALUE) || refused.is(refusal::WHOLE_ARRAY);
        let is_it = |id: ExprId| {
            let expr = self.function.expr(id);
            let Kind::Var(var) = expr.kind else { return false };
            self.is_reference_name(var) && refused.is_the_same(&Diagnostic::new(expr.span, refused.message.clone(), ""))
        };
        if is_whole && scope::ends(self.function, self.function.body).into_iter().any(is_it) {
            refused.left_to_rustc()
        } else {
            refused
        }
    }

    pub(super) fn primitive(&mut self, primitive: Primitive, values: &[Val], span: Span) -> Lowered<Val> {
        let mut wires = Vec::with_capacity(values.len());
        for value in values {
            let value = self.referent(value.clone(), span)?;
            wires.push(Self::wire(&value, span)?);
        }
        let scalar = wires.iter().find_map(|&wire| match self.builder.ty(wire) {
            Type::Real(scalar) => Some(scalar.clone()),
            Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => None,
        });
        let Some(scalar) = scalar else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
        let active = values.iter().any(Val::active);
        let results = self.op(Operation::Primitive(primitive, scalar), &wires, span)?;
        let mut parts: Vec<Val> = results
            .into_iter()
            .map(|wire| {
                let tangent = has_tangent(self.builder.ty(wire));
                Val::Wire(wire, active && tangent)
            })
            .collect();
        Ok(if parts.len() == 1 { parts.remove(0) } else { Val::Tuple(parts) })
    }
}

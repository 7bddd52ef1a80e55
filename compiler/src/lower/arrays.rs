//! Arrays: reads and writes of elements. Each hands the array on, so the variable stands for what comes out.

use hypernet::{ArrayOp, Form, Operation, Position, Storage, Type, Value};
use proc_macro2::Span;

use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::refusal;
use crate::syntax::{Arithmetic, ExprId, Kind, MethodCall, Param, Pattern, Statement, Target, Ty, VarId};

impl Lowering<'_, '_> {
    /// Whether a value is an array of the net's.
    pub(super) fn is_array(&self, value: &Val) -> bool {
        match value {
            Val::Wire(wire, _) => matches!(self.builder.ty(*wire), Type::Array(_)),
            Val::Tuple(_) | Val::Function(_) => false,
        }
    }

    /// The variable that this expression names or refers to, if it is an array, with the array.
    pub(super) fn array(&self, id: ExprId) -> Option<(VarId, Value)> {
        if let Kind::View(Form::Reference | Form::Referent, inside) = &self.function.expr(id).kind {
            return self.array(*inside);
        }
        let Kind::Var(var) = &self.function.expr(id).kind else { return None };
        self.array_of(*var).map(|array| (*var, array))
    }

    /// The array that a variable stands for, if it is one of the net's.
    pub(super) fn array_of(&self, var: VarId) -> Option<Value> {
        let value = self.env.get(&var).filter(|value| self.is_array(value))?;
        if let Val::Wire(wire, _) = value { Some(*wire) } else { None }
    }

    /// An operation on the array of a variable, which comes out of it first. Gives what comes after.
    fn on_array(&mut self, var: VarId, op: ArrayOp, operands: &[Value], span: Span) -> Lowered<Vec<Value>> {
        let ty = self.builder.ty(operands[0]).clone();
        let mut operands = operands.to_vec();
        let ordered = op.is_ordered();
        if ordered {
            operands.push(self.world(span)?);
        }
        let mut results = self.op(Operation::Array(op, ty), &operands, span)?;
        if ordered && let Some(world) = results.pop() {
            self.env.insert(WORLD, Val::Wire(world, false));
        }
        let array = results.remove(0);
        let name = self.function.var(var).name.to_string();
        self.name_if_new(array, &name);
        self.env.insert(var, Val::Wire(array, true));
        Ok(results)
    }

    /// An element that may be out of bounds: in the order of effects, if there are any.
    fn checked(&self) -> Position {
        let place = Position::checked(1);
        if self.env.contains_key(&WORLD) { place.in_order() } else { place }
    }

    /// Whether this reads or writes elements of an array that is surely the net's: then it is no code of the host's.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else reads or writes elements")]
    pub(super) fn is_of_net(&self, id: ExprId) -> bool {
        let variable =
            |id: ExprId| matches!(&self.function.expr(id).kind, Kind::Var(var) if self.is_surely_of_net(*var));
        match &self.function.expr(id).kind {
            Kind::Index(array, _) => variable(*array),
            Kind::MethodCall(call) => call.name == "len" && call.args.len() == 1 && variable(call.args[0]),
            Kind::Assign(Target::Element(var, _), _) | Kind::AssignOp(_, Target::Element(var, _), ..) => {
                self.is_surely_of_net(*var)
            }
            _ => false,
        }
    }

    /// Whether a variable is an array of the net's, whatever it stands for now.
    pub(super) fn is_surely_of_net(&self, var: VarId) -> bool {
        let is_param = |param: &Param| param.differentiated && bound(&param.pattern) == Some(var);
        matches!(self.types.var(var), Ty::Array(_))
            && (self.is_array_of_net(var) || self.function.params.iter().any(is_param))
    }

    /// An element of an array.
    pub(super) fn element(&mut self, array: ExprId, index: ExprId, span: Span) -> Lowered<Val> {
        if self.array(array).is_none() {
            let refused = refusal::INDEX.on(self.function.expr(array).span);
            let Kind::Var(var) = &self.function.expr(array).kind else { return Err(refused) };
            return Err(self.no_value(*var, refused));
        }
        let at = self.expr(index)?;
        let at = Self::wire(&at, span)?;
        // The index may read the array too.
        let Some((var, array)) = self.array(array) else { return Err(refusal::INDEX.on(span)) };
        let element = self.on_array(var, ArrayOp::Get(self.checked()), &[array, at], span)?;
        Ok(Val::Wire(element[0], true))
    }

    /// `a.len()` of an array.
    pub(super) fn length(&mut self, call: &MethodCall<'_>) -> Lowered<Option<Val>> {
        let [receiver] = call.args.as_slice() else { return Ok(None) };
        let Some((var, array)) = self.array(*receiver).filter(|_| call.name == "len") else { return Ok(None) };
        let length = self.on_array(var, ArrayOp::Len, &[array], call.name.span())?;
        Ok(Some(Val::Wire(length[0], false)))
    }

    /// Whether the elements of a variable may come to depend on a differentiated parameter, so that it is an array of the net's.
    pub(super) fn is_array_of_net(&self, var: VarId) -> bool {
        matches!(self.types.var(var), Ty::Array(_))
            && self.function.var(var).mutable
            && self.function.depending.contains(&var)
    }

    /// Whether a pattern gives a name to an array of the net's.
    pub(super) fn binds_array_of_net(&self, pattern: &Pattern) -> bool {
        bound(pattern).is_some_and(|var| self.is_array_of_net(var))
    }

    /// A `let` of a new array; whether it is one.
    pub(super) fn array_let(&mut self, pattern: &Pattern, init: ExprId) -> Lowered<bool> {
        let kind = &self.function.expr(init).kind;
        let (Kind::Elements(..) | Kind::Repeat(..)) = kind else { return Ok(false) };
        let span = self.function.expr(init).span;
        let (Some(var), Ty::Array(element)) = (bound(pattern), self.types.expr(init)) else {
            return Err(refusal::ARRAY.on(span));
        };
        let Ty::Real(scalar) = self.types.resolve(&element) else { return Err(refusal::ARRAY.on(span)) };
        let ty = Type::Array(Type::Real(scalar).into());
        let array = if let Kind::Elements(elements, growing) = kind {
            let mut operands = Vec::with_capacity(elements.len());
            for &element in elements {
                let value = self.expr(element)?;
                operands.push(Self::wire(&value, span)?);
            }
            let count = elements.len();
            let storage = if *growing { Storage::Growing } else { Storage::Fixed([count.to_string().into()].into()) };
            self.op1(Operation::Array(ArrayOp::Literal(storage, count), ty), &operands, span)?
        } else {
            let Kind::Repeat(value, length, fixed) = kind else { return Ok(false) };
            let value = self.expr(*value)?;
            let length = self.expr(*length)?;
            let operands = [Self::wire(&length, span)?, Self::wire(&value, span)?];
            let storage = match fixed {
                Some(length) => Storage::Fixed([length.to_string().into()].into()),
                None => Storage::Growing,
            };
            self.op1(Operation::Array(ArrayOp::Fill(storage, 1), ty), &operands, span)?
        };
        self.builder.name(array, &self.function.var(var).name.to_string());
        self.env.insert(var, Val::Wire(array, true));
        Ok(true)
    }

    /// The end of a block: the arrays that it declares end.
    pub(super) fn end_arrays(&mut self, statements: &[Statement<'_>], span: Span) -> Lowered<()> {
        for statement in statements.iter().rev() {
            let Statement::Let(pattern, ..) = statement else { continue };
            let Some(var) = bound(pattern) else { continue };
            let Some(array) = self.array_of(var) else { continue };
            self.env.remove(&var);
            let ty = self.builder.ty(array).clone();
            self.op(Operation::Array(ArrayOp::Drop, ty), &[array], span)?;
        }
        Ok(())
    }

    /// An assignment to an element, compound or not. As in Rust, the value is computed before the index.
    pub(super) fn assign_element(
        &mut self,
        op: Option<Arithmetic>,
        var: VarId,
        index: ExprId,
        value: ExprId,
        span: Span,
    ) -> Lowered<Val> {
        let given = self.expr(value)?;
        let at = self.expr(index)?;
        let (given, at) = (Self::wire(&given, span)?, Self::wire(&at, span)?);
        let Some(array) = self.array_of(var) else {
            return Err(self.no_value(var, refusal::ASSIGN_PLACE.on(span)));
        };
        let place = self.checked();
        let Type::Array(element) = self.builder.ty(array) else { return Err(refusal::ASSIGN_PLACE.on(span)) };
        let Type::Real(scalar) = (**element).clone() else { return Err(refusal::ASSIGN_PLACE.on(span)) };
        match op {
            None => self.on_array(var, ArrayOp::Set(place), &[array, at, given], span)?,
            Some(Arithmetic::Add) => self.on_array(var, ArrayOp::AddAt(place), &[array, at, given], span)?,
            Some(op) => {
                let Some(primitive) = op.primitive() else { return Err(refusal::ASSIGN_PLACE.on(span)) };
                let before = self.on_array(var, ArrayOp::Get(place), &[array, at], span)?[0];
                let after = self.op1(Operation::Primitive(primitive, scalar), &[before, given], span)?;
                let Some(array) = self.array_of(var) else { return Err(refusal::ASSIGN_PLACE.on(span)) };
                let reached = place.reached();
                self.on_array(var, ArrayOp::Set(reached), &[array, at, after], span)?
            }
        };
        Ok(Val::unit())
    }
}

/// The variable that a pattern binds the whole value to.
pub(super) fn bound(pattern: &Pattern) -> Option<VarId> {
    match pattern {
        Pattern::Bind(var, None) => Some(*var),
        Pattern::Typed(inside, ..) => bound(inside),
        Pattern::Bind(..)
        | Pattern::Wild
        | Pattern::Rest
        | Pattern::Tuple(_)
        | Pattern::Literal(_)
        | Pattern::Range { .. }
        | Pattern::Or(_)
        | Pattern::Path(_)
        | Pattern::Struct(_) => None,
    }
}

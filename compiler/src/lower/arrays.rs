//! Arrays: reads and writes of elements. Each hands the array on, so the variable stands for what comes out.

use std::collections::BTreeSet;

use hypernet::{ArrayOp, Cloned, Field, Form, Operation, PlaceStep, Position, Primitive, Type, Value};
use proc_macro2::Span;
use quote::quote;

use super::columns::{ElementPlace, column_of_all, element_in};
use super::effects::binds;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::hole;
use crate::program::Shape;
use crate::source::methods::ArrayMethod;
use crate::source::names::is_builtin;
use crate::syntax::{
    Arithmetic, ExprId, Kind, MethodCall, Param, Pattern, Statement, Target, Ty, VarId, ViewStep, is_integer,
};

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
    pub(super) fn on_array(&mut self, var: VarId, op: ArrayOp, operands: &[Value], span: Span) -> Lowered<Vec<Value>> {
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

    /// A place that may be out of bounds: in the order of effects, if there are any.
    pub(super) fn checked(&self, depth: usize) -> Position {
        let place = Position::checked(depth);
        if self.env.contains_key(&WORLD) { place.in_order() } else { place }
    }

    /// What is indexed, and the indices: one for each dimension that is entered.
    pub(super) fn indexed(&self, mut id: ExprId) -> (ExprId, Vec<ExprId>) {
        let mut indices = Vec::new();
        while let Kind::Index(array, index) = &self.function.expr(id).kind {
            indices.push(*index);
            id = *array;
        }
        indices.reverse();
        (id, indices)
    }

    /// Whether this reads or writes elements of an array that is surely the net's: then it is no code of the host's.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else reads or writes elements")]
    pub(super) fn is_of_net(&self, id: ExprId) -> bool {
        let of_net = |id: ExprId| {
            let mut array = id;
            while let Kind::Part(inside, _) | Kind::Index(inside, _) | Kind::Member(inside, _) =
                self.function.expr(array).kind
            {
                array = inside;
            }
            matches!(&self.function.expr(array).kind, Kind::Var(var) if self.is_surely_of_net(*var))
        };
        match &self.function.expr(id).kind {
            Kind::Index(..) | Kind::Part(..) | Kind::MethodCall(_) if self.function.read_by_net(id).is_some() => true,
            Kind::Index(..) => of_net(id),
            Kind::Part(array, _) => of_net(*array),
            Kind::MethodCall(call) => {
                let maybe = self.function.maybe_element(call);
                (ArrayMethod::of(call).is_some() || maybe.is_some())
                    && of_net(maybe.map_or(call.args[0], |maybe| maybe.array))
            }
            Kind::View(_, inside) | Kind::MutRef(inside, _) => of_net(*inside),
            Kind::Assign(Target::Element(var, ..), _) | Kind::AssignOp(_, Target::Element(var, ..), ..) => {
                self.is_surely_of_net(self.function.views.storage(*var))
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

    /// The indices of a place in an array, in their order. As in Rust, each is checked before the next one is computed: that
    /// is seen where computing it has effects.
    fn indices(&mut self, var: VarId, indices: &[ExprId], span: Span) -> Lowered<Vec<Value>> {
        let mut given: Vec<Value> = Vec::with_capacity(indices.len());
        for (depth, &index) in indices.iter().enumerate() {
            if depth > 0 && self.effects(&[index]).contains(&WORLD) {
                let Some(array) = self.array_of(var) else { return Err(self.no_value(var, refusal::INDEX.on(span))) };
                let operands: Vec<Value> = std::iter::once(array).chain(given.iter().copied()).collect();
                self.on_array(var, ArrayOp::Len(self.checked(depth)), &operands, span)?;
            }
            if let Kind::Int(..0, _) = self.function.expr(index).kind {
                return Err(refusal::INDEX.on(span).left_to_rustc());
            }
            let at = self.expr(index)?;
            given.push(Self::wire(&at, span)?);
        }
        Ok(given)
    }

    /// An element of an array.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn element(&mut self, id: ExprId, span: Span) -> Lowered<Val> {
        // An array in an array, by value: it is `Copy`.
        if let Some((_, true, _)) = self.array_at(id)
            && let Some(place) = self.array_place(id, span)?
        {
            let second = self.second_of(&place, Cloned::Same, span)?;
            return Ok(Val::Wire(second, true));
        }
        if self.function.read_by_net(id).is_some() {
            return self.element_of_data(id, span);
        }
        if let Some(parts) = self.tuple_in_array(id, span)? {
            return Ok(parts);
        }
        if let Some(element) = self.element_in_struct(id, span)? {
            return Ok(element);
        }
        let is_there = self.function.views.named(id).is_some();
        let (array, indices) = self.indexed(id);
        let is_place = match self.function.expr(array).kind {
            Kind::Part(..) => true,
            Kind::Member(..) | Kind::Field(..) => self.array_at(array).is_some(),
            _ => false,
        };
        if is_place {
            let at = self.place_of_element(id, span)?;
            return Ok(Val::Wire(self.element_there(&at, span)?, true));
        }
        if let Some(element) = self.element_of_host(id, array, &indices, span)? {
            return Ok(element);
        }
        let Some((var, _)) = self.array(array) else {
            let at = self.function.expr(array).span;
            let ty = self.types.expr(array);
            let has_none = match &ty {
                Ty::Real(name) => crate::source::names::is_builtin(name),
                Ty::Tuple(_) => true,
                Ty::Var(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_) => false,
            };
            let refused = || if has_none { refusal::INDEX.on(at).left_to_rustc() } else { refusal::INDEX.on(at) };
            let refused = self.alias(&ty, at).unwrap_or_else(refused);
            let Kind::Var(var) = &self.function.expr(array).kind else { return Err(refused) };
            return Err(self.no_value(*var, refused));
        };
        let indices = self.indices(var, &indices, span)?;
        // The indices may read the array too.
        let Some(array) = self.array_of(var) else { return Err(refusal::INDEX.on(span)) };
        if self.element_type(array, indices.len()).is_none() {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        let operands: Vec<Value> = std::iter::once(array).chain(indices.iter().copied()).collect();
        let place = if is_there { Position::checked(indices.len()).reached() } else { self.checked(indices.len()) };
        let element = self.on_array(var, ArrayOp::Get(place), &operands, span)?;
        Ok(Val::Wire(element[0], true))
    }

    /// An element of a variable of the host's, at integers that the net computes: `order[x.len() / 2]`.
    fn element_of_host(&mut self, id: ExprId, array: ExprId, indices: &[ExprId], span: Span) -> Lowered<Option<Val>> {
        let Kind::Var(var) = self.function.expr(array).kind else { return Ok(None) };
        let is_of_host = matches!(self.env.get(&var), Some(value @ Val::Wire(_, false)) if !self.is_array(value));
        let is_integer = |&index: &ExprId| matches!(self.types.expr(index), Ty::Discrete(name) if is_integer(&name));
        // As in Rust, each place is checked before the next index is computed: here all are computed first.
        let is_in_order = indices.get(1..).is_none_or(|later| !self.effects(later).contains(&WORLD));
        if !is_of_host || !self.gives_plain(id) || !indices.iter().all(is_integer) || !is_in_order {
            return Ok(None);
        }
        let mut values = vec![self.variable(var, span)?];
        for &index in indices {
            values.push(self.expr(index)?);
        }
        let (array, at) = (hole(0), (1..values.len()).map(hole));
        let shape = self.shape(&self.types.expr(id));
        self.foreign("element", quote!(#array #([#at])*), &values, &shape, true, span).map(Some)
    }

    /// What is refused where an element is asked for of a value of a type that has only a name: that may stand for an array.
    fn alias(&self, ty: &Ty, at: Span) -> Option<Diagnostic> {
        let Ty::Opaque(Some(name)) = self.types.resolve(ty) else { return None };
        let message = format!("an element of a `{name}` is not differentiable yet");
        let help = format!(
            "if `{name}` is another name for an array, write the array where the variable gets its type: the macro does not see what a name stands for"
        );
        Some(Diagnostic::new(at, message, help))
    }

    /// The type of the elements of an array, so many indices deep, if they are no arrays.
    pub(super) fn element_type(&self, array: Value, depth: usize) -> Option<Type> {
        element_in(self.builder.ty(array), depth).filter(|element| !element.is_array()).cloned()
    }

    /// The variable of which this is an element, or an element of an element …, with the indices; none of a part.
    pub(super) fn element_of_variable(&self, id: ExprId) -> Option<(VarId, Vec<ExprId>)> {
        if let Some(view) = self.function.views.named(id) {
            return Some((view, Vec::new()));
        }
        let (array, indices) = self.indexed(id);
        let Kind::Var(var) = self.function.expr(array).kind else { return None };
        Some((var, indices))
    }

    /// `a.len()` of an array, or of an array in it; of a slice of what has no tangent too, which has no effects.
    pub(super) fn length(&mut self, id: ExprId, call: &MethodCall<'_>) -> Lowered<Option<Val>> {
        let [receiver] = call.args.as_slice() else { return Ok(None) };
        if call.name != "len" {
            return Ok(None);
        }
        let span = call.name.span();
        let is_read = self.function.read_by_net(id).is_some();
        if let Some(place) = self.array_place(*receiver, span)?.filter(|place| place.is_of_net || is_read) {
            return Ok(Some(Val::Wire(self.length_at(&place, span)?, false)));
        }
        if let Some((tokens, values)) = self.place_of_host(*receiver, span)? {
            let length = Shape::Leaf(Type::discrete("usize"));
            return self.foreign("len", quote!(#tokens.len()), &values, &length, true, span).map(Some);
        }
        if !is_read {
            return Ok(None);
        }
        let slice = self.place(*receiver)?;
        let (slot, length) = (hole(0), Shape::Leaf(Type::discrete("usize")));
        self.foreign("len", quote!(#slot.len()), &[slice], &length, false, span).map(Some)
    }

    /// Whether the elements of a variable may come to depend on a differentiated parameter, so that it is an array of the net's.
    pub(super) fn is_array_of_net(&self, var: VarId) -> bool {
        self.owned.holds(var)
    }

    /// Whether a pattern gives a name to an array of the net's.
    pub(super) fn binds_array_of_net(&self, pattern: &Pattern) -> bool {
        bound(pattern).is_some_and(|var| self.is_array_of_net(var))
    }

    /// The values and lengths that a new array is made of, if this is one; else itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    pub(super) fn parts_of_array(&self, id: ExprId) -> Vec<ExprId> {
        let (mut pending, mut found) = (vec![id], Vec::new());
        while let Some(id) = pending.pop() {
            match &self.function.expr(id).kind {
                Kind::Elements(parts, _) => pending.extend(parts),
                Kind::Repeat(value, length, _) => pending.extend([*value, *length]),
                _ => found.push(id),
            }
        }
        found
    }

    /// The end of a block: the arrays that it declares end.
    pub(super) fn end_arrays(&mut self, statements: &[Statement<'_>], span: Span) -> Lowered<()> {
        for statement in statements.iter().rev() {
            let Statement::Let(pattern, ..) = statement else { continue };
            self.end_bound(pattern, span)?;
        }
        Ok(())
    }

    /// The end of the arrays that the variables of a pattern still hold.
    pub(super) fn end_bound(&mut self, pattern: &Pattern, span: Span) -> Lowered<()> {
        let mut vars = BTreeSet::new();
        binds(pattern, &mut vars);
        vars.into_iter().rev().try_for_each(|var| self.end_array(var, span))
    }

    /// The struct that is in a place, if there is one: what is there is like what meets it, if nothing says what it is. Of what is read out of
    /// a struct, nobody knows that it is no number.
    fn struct_in(&self, place: ExprId, value: ExprId) -> Option<Ty> {
        let mut value = value;
        while let Kind::Block(_, Some(tail)) = self.function.expr(value).kind {
            value = tail;
        }
        let is_read = matches!(self.function.expr(value).kind, Kind::Index(..) | Kind::Member(..) | Kind::Field(..));
        match (self.types.expr(place), self.types.expr(value)) {
            (ty @ Ty::Opaque(_), _) | (Ty::Var(_), ty @ Ty::Opaque(Some(_))) => Some(ty),
            (Ty::Var(_), ty @ Ty::Opaque(None)) if !is_read => Some(ty),
            _ => None,
        }
    }

    /// Whether the operator that assigns to the number in a place is not that of floating-point numbers, or may be another one.
    fn is_of_other_numbers(&self, place: ExprId, value: ExprId) -> bool {
        let is_reference = matches!(self.function.expr(value).kind, Kind::View(Form::Reference, _));
        matches!(self.types.expr(place), Ty::Real(scalar) if is_reference || !is_builtin(&scalar))
    }

    /// `a[i] += v` with an operator of the user's: the element is looked for first.
    fn assign_by_operator(
        &mut self,
        (op, ty): (Arithmetic, &Ty),
        target: &Target,
        value: ExprId,
        span: Span,
    ) -> Lowered<Val> {
        let Target::Element(var, indices, fields, inside) = target else { return Err(refusal::ASSIGN_PLACE.on(span)) };
        let mut at = self.written_place(*var, indices, span)?;
        if !fields.is_empty() || !inside.is_empty() && at.columns.is_empty() {
            let struct_type = self.active_shape(ty).grouped();
            at.columns.push(self.column_of(fields, struct_type, inside, span));
        }
        self.indices_inside(&mut at, inside, span)?;
        let ElementPlace { var, columns, place, operands: indices } = at;
        if self.array_of(var).is_none() {
            let refused = self.alias(&self.types.var(var), span).unwrap_or_else(|| self.not_assigned(var, span));
            return Err(self.no_value(var, refused));
        }
        let before = self.on_element(var, &columns, ArrayOp::Get(place), &indices, span)?[0];
        let given = self.element_value(value, span)?;
        let (before, given) = (Val::Wire(before, true), Val::Wire(given, true));
        let after = self.arithmetic(op, true, &before, &given, ty, span)?;
        let operands = [&indices[..], &[Self::wire(&after, span)?]].concat();
        let written = self.written_in_order(var, place.reached());
        self.on_element(var, &columns, ArrayOp::Set(written), &operands, span)?;
        Ok(Val::unit())
    }

    /// Where an element is to which a value is added that is computed after the element is looked for.
    fn place_before(&mut self, (var, indices): (VarId, &[ExprId]), value: ExprId, span: Span) -> Lowered<ElementPlace> {
        let mut at = self.written_place(var, indices, span)?;
        if self.known_summary(value).may_call() {
            self.on_element(at.var, &at.columns, ArrayOp::Get(at.place), &at.operands, span)?;
            at.place = at.place.reached();
        }
        Ok(at)
    }

    /// What is written to an element.
    fn element_value(&mut self, value: ExprId, span: Span) -> Lowered<Value> {
        let value = self.expr(value)?;
        self.element_wire(&value, span)
    }

    /// An assignment to an element, compound or not. As in Rust, the value is computed before the indices.
    pub(super) fn assign_element(
        &mut self,
        op: Option<(Arithmetic, ExprId)>,
        target: &Target,
        value: ExprId,
        span: Span,
    ) -> Lowered<Val> {
        let Target::Element(var, indices, fields, inside) = target else { return Err(refusal::ASSIGN_PLACE.on(span)) };
        let var = *var;
        // Of an operator that is not that of floating-point numbers, Rust looks for the place before it computes the value.
        if let Some((op, place)) = op
            && let Some(ty) = self.struct_in(place, value)
        {
            return self.assign_by_operator((op, &ty), target, value, span);
        }
        let early = op.filter(|&(_, place)| self.is_of_other_numbers(place, value));
        let early = early.map(|_| self.place_before((var, indices), value, span)).transpose()?;
        let given = self.element_value(value, span)?;
        let mut at = match early {
            Some(at) => at,
            None => self.written_place(var, indices, span)?,
        };
        let (depth, of_name) = (at.place.depth, at.columns.clone());
        if !inside.is_empty() && (of_name.is_empty() || !fields.is_empty()) {
            at.columns.push(self.column_of(fields, self.builder.ty(given).clone(), inside, span));
        }
        self.indices_inside(&mut at, inside, span)?;
        let ElementPlace { var, place, operands: indices, .. } = at;
        let written = self.written_in_order(var, place);
        let Some(array) = self.array_of(var) else {
            let refused = self.alias(&self.types.var(var), span).unwrap_or_else(|| self.not_assigned(var, span));
            return Err(self.no_value(var, refused));
        };
        if self.builder.ty(given).is_array() && op.is_none() && fields.is_empty() && of_name.is_empty() {
            return self.replace_row(var, place, &indices, given, span);
        }
        if self.builder.ty(given).is_array() && op.is_none() && inside.is_empty() {
            let field: Field = fields.iter().map(String::as_str).collect();
            let mut columns = of_name;
            columns.push(self.column(&field, self.builder.ty(given).clone(), span));
            let operands = [&indices[..], &[given]].concat();
            let before = self.on_element(var, &columns, ArrayOp::Replace(written), &operands, span)?[0];
            self.drop_arrays(&Val::Wire(before, true), span)?;
            return Ok(Val::unit());
        }
        let of = column_of_all(self.builder.ty(array), &of_name);
        let element = element_in(&of, depth).filter(|element| !element.is_array()).cloned();
        let (columns, element) = if fields.is_empty() {
            (of_name, element.ok_or_else(|| refusal::WHOLE_ARRAY.on(span))?)
        } else {
            let element = element.ok_or_else(|| refusal::WHOLE_ARRAY.on(span))?;
            // It is of the type of what is written to it, if nothing says what is there.
            let field: Field = fields.iter().map(String::as_str).collect();
            let before = op.map(|(_, at)| self.active_shape(&self.types.expr(at)).grouped());
            let before = before.filter(|ty| matches!(ty, Type::Real(_)));
            let ty = before.unwrap_or_else(|| self.builder.ty(given).clone());
            let is_field = inside.is_empty() && of_name.is_empty();
            if let (Type::Opaque(_), Type::Discrete(_), true) = (&element, &ty, is_field) {
                return self.assign_without_tangent(op, (var, place, &indices), &field, given, span);
            }
            if !matches!(element, Type::Opaque(_)) || !matches!(ty, Type::Real(_) | Type::Opaque(_)) {
                return Err(refusal::ASSIGN_PLACE.on(span));
            }
            let mut columns = of_name;
            columns.push(self.column_of(fields, ty.clone(), inside, span));
            (columns, ty)
        };
        let columns = &columns[..];
        let scalar = match (element, op) {
            (Type::Real(scalar), _) if op.is_none() || matches!(self.builder.ty(given), Type::Real(_)) => scalar,
            (_, None) => {
                self.on_element(var, columns, ArrayOp::Set(written), &[&indices[..], &[given]].concat(), span)?;
                return Ok(Val::unit());
            }
            (_, Some((op, at))) => {
                let before = self.on_element(var, columns, ArrayOp::Get(place), &indices, span)?[0];
                let (before, given) = (Val::Wire(before, true), Val::Wire(given, true));
                let after = self.arithmetic(op, true, &before, &given, &self.types.expr(at), span)?;
                let after = Self::wire(&after, span)?;
                let operands = [&indices[..], &[after]].concat();
                let written = self.written_in_order(var, place.reached());
                self.on_element(var, columns, ArrayOp::Set(written), &operands, span)?;
                return Ok(Val::unit());
            }
        };
        let op = op.map(|(op, _)| op);
        // What the user adds is added one by one, to the bit; what is known to be there may be added to in any order.
        let added = ArrayOp::AddAt(Position { known: false, ..written });
        let operands = |value: Option<Value>| -> Vec<Value> { indices.iter().copied().chain(value).collect() };
        match op {
            None => self.on_element(var, columns, ArrayOp::Set(written), &operands(Some(given)), span)?,
            Some(Arithmetic::Add) => self.on_element(var, columns, added, &operands(Some(given)), span)?,
            // To the bit, a difference is the sum with the negative number.
            Some(Arithmetic::Sub) if is_builtin(&scalar) => {
                let negative = self.op1(Operation::Primitive(Primitive::Neg, scalar), &[given], span)?;
                self.on_element(var, columns, added, &operands(Some(negative)), span)?
            }
            Some(op) => {
                let Some(primitive) = op.primitive() else { return Err(refusal::ASSIGN_PLACE.on(span)) };
                let before = self.on_element(var, columns, ArrayOp::Get(place), &operands(None), span)?[0];
                let after = self.op1(Operation::Primitive(primitive, scalar), &[before, given], span)?;
                let written = self.written_in_order(var, place.reached());
                self.on_element(var, columns, ArrayOp::Set(written), &operands(Some(after)), span)?
            }
        };
        Ok(Val::unit())
    }

    /// A place in the array of this variable, to be written to: a caller that catches a panic sees what was written before it.
    pub(super) fn written_in_order(&self, var: VarId, place: Position) -> Position {
        if self.changed.contains(&var) && self.env.contains_key(&WORLD) { place.in_order() } else { place }
    }

    /// Where an element of what a variable stands for is.
    pub(super) fn written_place(&mut self, var: VarId, indices: &[ExprId], span: Span) -> Lowered<ElementPlace> {
        let mut operands = self.indices(var, indices, span)?;
        let mut place = self.checked(indices.len());
        // A name for a place stands for the place itself.
        let function = self.function;
        let mut view = function.views.get(var);
        let is_there = indices.is_empty();
        // The fields that lead to an array between two indices, and what the array is; the innermost first.
        let mut ways: Vec<(Vec<String>, Option<Type>)> = vec![(Vec::new(), None)];
        while let Some(of) = view {
            for step in of.steps.iter().rev() {
                for &operand in step.operands().iter().rev() {
                    let operand = self.variable(operand, span)?;
                    operands.insert(0, Self::wire(&operand, span)?);
                }
                match *step {
                    ViewStep::Index(_) => place = place.within(PlaceStep::Index),
                    ViewStep::Range(_, through) => place = place.within(PlaceStep::Range(through)),
                    ViewStep::Field(field) => {
                        let ty = self.is_array_of_reals(&self.types.expr(field));
                        let (fields, held) = ways.last_mut().expect("there is one at least");
                        fields.push(function.field_name(field));
                        *held = held.take().or(ty);
                        continue;
                    }
                }
                ways.push((Vec::new(), None));
            }
            view = function.views.get(of.array);
        }
        if is_there {
            place = place.reached();
        }
        let columns = ways.iter().rev().filter_map(|(fields, held)| {
            let field = fields.iter().rev().map(String::as_str).collect();
            held.clone().map(|held| self.column(&field, held, span))
        });
        let columns = columns.collect();
        Ok(ElementPlace { var: function.views.storage(var), columns, place, operands })
    }

    /// Where an element of an array of the net's is.
    pub(super) fn place_of_element(&mut self, element: ExprId, span: Span) -> Lowered<ElementPlace> {
        if let Some((var, indices)) = self.element_of_variable(element) {
            return self.written_place(var, &indices, span);
        }
        let (part, indices) = self.indexed(element);
        self.place_in_part(part, &indices, span)
    }

    /// The variable of the array of the net's of which this is an element, or a field of one.
    pub(super) fn array_of_element(&self, id: ExprId) -> Option<VarId> {
        let (element, fields) = self.struct_and_fields(id);
        if !fields.is_empty() {
            // An array there is changed where it is.
            if self.is_array_of_reals(&self.types.expr(id)).is_some() {
                return None;
            }
            return if self.is_struct_of_net(element) { self.root_of_element(element) } else { None };
        }
        let (_, indices) = self.indexed(id);
        let var = self.root_of_element(id)?;
        let is_element = matches!(self.types.expr(id), Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_));
        (!indices.is_empty() && is_element && self.is_surely_of_net(var)).then_some(var)
    }

    /// The value of an element that a call changes, and where it goes back to.
    pub(super) fn lent_element(&mut self, id: ExprId) -> Lowered<Option<(Value, ElementPlace)>> {
        if self.array_of_element(id).is_none() {
            return Ok(None);
        }
        let span = self.function.expr(id).span;
        let (element, fields) = self.struct_and_fields(id);
        let mut at = self.place_of_element(element, span)?;
        if !fields.is_empty() {
            let field = fields.iter().map(String::as_str).collect();
            let ty = self.active_shape(&self.types.expr(id)).grouped();
            if !matches!(ty, Type::Real(_) | Type::Opaque(_)) {
                return Err(refusal::MUT_REF.on(span));
            }
            at.columns.push(self.column(&field, ty, span));
        }
        let var = at.var;
        let value = self.element_there(&at, span)?;
        at.place = self.written_in_order(var, at.place.reached());
        Ok(Some((value, at)))
    }

    /// The element at a place.
    pub(super) fn element_there(&mut self, at: &ElementPlace, span: Span) -> Lowered<Value> {
        let Some(array) = self.array_of(at.var) else { return Err(self.no_value(at.var, refusal::INDEX.on(span))) };
        let whole = self.builder.ty(array).clone();
        let of = column_of_all(&whole, &at.columns);
        let element = element_in(&of, at.place.depth);
        if !matches!(element, Some(Type::Real(_) | Type::Opaque(_))) {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        Ok(self.on_element(at.var, &at.columns, ArrayOp::Get(at.place), &at.operands, span)?[0])
    }

    /// Gives an element what a call has made of it.
    pub(super) fn put_element(&mut self, element: &ElementPlace, value: &Val, span: Span) -> Lowered<()> {
        let value = self.element_wire(value, span)?;
        let operands = [&element.operands[..], &[value]].concat();
        self.on_element(element.var, &element.columns, ArrayOp::Set(element.place), &operands, span)?;
        Ok(())
    }

    /// What is refused where an element of this variable is assigned: of one without `mut`, and of a real among integers, rustc says so.
    pub(super) fn not_assigned(&self, var: VarId, span: Span) -> Diagnostic {
        let refused = refusal::ASSIGN_PLACE.on(span);
        let is_fixed = self.function.vars.get(var.index()).is_some_and(|var| !var.mutable);
        let of_integers = matches!(&self.types.var(var), Ty::Array(element) if matches!(**element, Ty::Discrete(_)));
        if is_fixed || of_integers { refused.left_to_rustc() } else { refused }
    }
}

/// The variable that a pattern binds the whole value to.
pub(super) fn bound(pattern: &Pattern) -> Option<VarId> {
    pattern.bound()
}

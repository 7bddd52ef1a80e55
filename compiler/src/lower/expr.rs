//! Expressions and statements.

use hypernet::{Constant, DiscreteOp, Form, Operation, Primitive, Type, TypeName, Value};
use proc_macro2::{Ident, Literal, Span};
use quote::{ToTokens, quote};

use super::closure::contains_function;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::{fill_holes, hole};
use crate::program::{Callee, ForeignCode, Shape};
use crate::source::methods::is_missing_in_numbers;
use crate::syntax::{CallPath, ExprId, Kind, MacroCall, Role, Target, Ty, VarId};

/// How many expressions may be lowered in one another; the stack holds more than twice as many.
const MAX_DEPTH: usize = 450;

impl Lowering<'_, '_> {
    /// The value of an expression.
    pub(super) fn expr(&mut self, id: ExprId) -> Lowered<Val> {
        if self.depth > MAX_DEPTH {
            return Err(refusal::DEEP.on(self.function.expr(id).span));
        }
        self.depth += 1;
        let value = self.expr_inside(id);
        self.depth -= 1;
        self.own(id, value?)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn expr_inside(&mut self, id: ExprId) -> Lowered<Val> {
        if let Some(value) = self.length_of_looped(id)? {
            return Ok(value);
        }
        if let Some(value) = self.left(id)? {
            return Ok(value);
        }
        let function = self.function;
        let expr = function.expr(id);
        let span = expr.span;
        match &expr.kind {
            Kind::Real(value, text, ty) => {
                let Ty::Real(scalar) = self.types.resolve(ty) else {
                    return Err(Diagnostic::new(
                        span,
                        "a real literal where another type is expected",
                        "write an integer; if it meets a struct, say which: `let p: Point = …;`, and then `p * 2.0`",
                    ));
                };
                let constant = Constant::Real { value: *value, text: literal_text(text).into() };
                let value = self.op1(Operation::Constant(constant, Type::Real(scalar)), &[], span)?;
                Ok(Val::Wire(value, false))
            }
            Kind::Int(value, ty) => {
                let Ty::Discrete(name) = self.types.resolve(ty) else {
                    return Err(Diagnostic::new(
                        span,
                        "an integer literal where a real is expected",
                        "write `2.0` instead of `2`",
                    ));
                };
                if matches!(name, TypeName::Numbered(_)) && self.named.contains(&id) {
                    return self.open_number(*value, Type::Discrete(name), span);
                }
                let operation = Operation::Constant(Constant::Integer(*value), Type::Discrete(name));
                Ok(Val::Wire(self.op1(operation, &[], span)?, false))
            }
            Kind::Bool(value) => Ok(Val::Wire(self.bool(*value, span)?, false)),
            Kind::Constant(tokens, ty) => {
                let id = self.code.constant(tokens.clone());
                let name = tokens.to_string().replace(' ', "");
                let shape = self.shape(ty);
                let Shape::Leaf(ty) = shape else { return Err(refusal::UNKNOWN_TYPE.on(span)) };
                let constant = Constant::Named { name: name.into(), id };
                Ok(Val::Wire(self.op1(Operation::Constant(constant, ty), &[], span)?, false))
            }
            Kind::Var(var) if self.in_out.contains(var) => Err(refusal::IN_OUT_VALUE.on(span)),
            Kind::Var(var) if self.is_local_struct(*var) => self.struct_moved(*var, id, span),
            Kind::Var(var) => {
                let value = self.moved(*var, id, span)?;
                self.referent(value, span)
            }
            Kind::Member(_, name) => self.member(id, name.span()),
            Kind::View(form, inside) => match self.second(id)? {
                Some(second) => Ok(Val::Wire(second, true)),
                None => self.view(id, *form, *inside, span),
            },
            Kind::Index(..) => self.element(id, span),
            Kind::Part(..) => self.reference_of_host(id, span)?.ok_or_else(|| refusal::PART.on(span)),
            Kind::Elements(..) | Kind::Repeat(..) => self.new_array(id),
            Kind::MethodCall(call) => self.method_call(id, call, span),
            Kind::Struct(structure) => self.structure(structure, span),
            Kind::Neg(inside) => {
                let whole = self.whole_operand(*inside);
                let wholes: Vec<VarId> = whole.into_iter().collect();
                self.close_all(&wholes)?;
                let value = self.operand(*inside)?;
                if let Val::Wire(wire, _) = &value
                    && matches!(self.builder.ty(*wire), Type::Opaque(_))
                {
                    let result = self.types.expr(id);
                    let name = if self.is_reference(&value) { "ref_neg" } else { "neg" };
                    let negated =
                        self.call_function(Callee::Operator(name.to_owned(), span), &[value], &result, span)?;
                    self.open_all(&wholes, id)?;
                    return Ok(negated);
                }
                let (wire, active) = (Self::wire(&value, span)?, value.active());
                let operation = match self.builder.ty(wire).clone() {
                    Type::Real(scalar) => Operation::Primitive(Primitive::Neg, scalar),
                    Type::Discrete(_) if self.keeps_order() => {
                        let (shape, operand) = (self.shape(&self.types.expr(id)), hole(0));
                        return self.foreign("neg", quote!(-#operand), &[value], &shape, true, span);
                    }
                    Type::Discrete(name) => Operation::Discrete(DiscreteOp::Neg, name),
                    Type::Tuple(_)
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
                Ok(Val::Wire(self.op1(operation, &[wire], span)?, active))
            }
            Kind::Not(inside) => {
                let value = self.operand(*inside)?;
                let wire = Self::wire(&value, span)?;
                let Type::Discrete(name) = self.builder.ty(wire).clone() else {
                    return Err(refusal::UNKNOWN_TYPE.on(span).left_to_rustc());
                };
                Ok(Val::Wire(self.op1(Operation::Discrete(DiscreteOp::Not, name), &[wire], span)?, false))
            }
            Kind::Binary(..) => self.chain(id),
            Kind::Compare(comparison, left, right) => {
                // Rust compares arrays, too.
                let are_arrays = [*left, *right].iter().all(|&id| matches!(self.types.expr(id), Ty::Array(_)));
                let compared = |refused: Diagnostic| {
                    let is_whole = are_arrays && refused.is(refusal::WHOLE_ARRAY);
                    if is_whole { refusal::COMPARED_ARRAYS.on(span) } else { refused }
                };
                let (a, b) = (self.operand(*left).map_err(compared)?, self.operand(*right).map_err(compared)?);
                let (a, b) = (Self::wire(&a, span)?, Self::wire(&b, span)?);
                if [a, b].iter().any(|&wire| matches!(self.builder.ty(wire), Type::Array(_) | Type::Look(_))) {
                    return Err(refusal::COMPARED_ARRAYS.on(span));
                }
                Ok(Val::Wire(self.compare(*comparison, a, b, span)?, false))
            }
            Kind::Logic(..) => self.logic(id),
            Kind::Primitive(primitive, _, args) => {
                let mut values = Vec::with_capacity(args.len());
                for &arg in args {
                    values.push(self.expr(arg)?);
                }
                match self.ordered_clamp(*primitive, &values, args, span)? {
                    Some(clamped) => Ok(clamped),
                    None => self.primitive(*primitive, &values, span),
                }
            }
            Kind::Method(name, primitive, receiver, args) => self.method(id, name, *primitive, *receiver, args),
            Kind::Call(callee, args) => self.call(id, *callee, args, span),
            Kind::CallPath(call) => self.call_path(id, call),
            Kind::Path(path) => {
                let ty = self.types.expr(id);
                Ok(self.path_value(path, &ty))
            }
            Kind::PrimitivePath(primitive, ty) => self.primitive_value(*primitive, ty, span),
            Kind::Closure(closure) => self.closure(*closure, span),
            Kind::Block(statements, tail) => self.block(id, statements, *tail),
            Kind::Loop(repeated) => self.repeated(id, repeated),
            Kind::Jump(jump) => self.jump(id, jump),
            Kind::If(condition, then, other) => self.conditional(id, *condition, *then, *other),
            Kind::Match(scrutinee, arms) => self.matching(id, *scrutinee, arms),
            Kind::Tuple(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for &part in parts {
                    values.push(self.expr(part)?);
                }
                Ok(Val::Tuple(values))
            }
            Kind::Field(base, index, field) => {
                if let Some(part) = self.tuple_in_array(id, span)? {
                    return Ok(part);
                }
                if !matches!(self.types.expr(*base), Ty::Tuple(_)) {
                    return self.member(id, span);
                }
                match self.looked_at(*base)? {
                    Val::Tuple(mut parts) if *index < parts.len() => Ok(parts.swap_remove(*index)),
                    Val::Wire(..) | Val::Tuple(_) | Val::Function(_) => {
                        Err(field.map_or_else(|| refusal::FIELD.on(span), |field| refusal::FIELD.at(field)))
                    }
                }
            }
            Kind::Cast(inside, ty) => {
                let value = self.number(*inside)?;
                let is_truth = matches!(&value, Val::Wire(wire, _) if *self.builder.ty(*wire) == Type::bool());
                if is_truth && matches!(self.types.resolve(ty), Ty::Real(_)) {
                    return Err(refusal::UNKNOWN_TYPE.on(span).left_to_rustc());
                }
                self.cast(&value, ty, span)
            }
            Kind::From(inside, ty, by) => self.converted(*inside, ty, *by, span),
            Kind::Assign(target @ Target::Element(..), value) => self.assign_element(None, target, *value, span),
            Kind::Assign(target, value) if self.exchange_arrays(target, *value) => Ok(Val::unit()),
            Kind::Assign(Target::Var(var, fields, false), value)
                if fields.is_empty() && self.is_reference_name(*var) && self.is_no_reference(*value) =>
            {
                // Rustc says that the name is that of a reference.
                Err(refusal::IN_OUT_VALUE.on(span).left_to_rustc())
            }
            Kind::Assign(Target::Var(var, fields, false), _) if fields.is_empty() && self.in_out.contains(var) => {
                Err(refusal::IN_OUT_VALUE.on(span))
            }
            Kind::Assign(target, value) => {
                let value = self.expr(*value)?;
                self.assign(target, value, span)?;
                Ok(Val::unit())
            }
            Kind::AssignOp(op, target @ Target::Element(..), place, value) => {
                self.assign_element(Some((*op, *place)), target, *value, span)
            }
            Kind::AssignOp(op, target, place, value) => {
                let operand = *value;
                let wholes = if self.whole_operand(operand).is_some() { self.wholes(&[operand]) } else { Vec::new() };
                self.close_all(&wholes)?;
                let value = self.expr(operand)?;
                let place_type = self.types.expr(*place);
                let place = match target {
                    // Its arrays go back before, and are taken out of what it is then.
                    Target::Var(of, fields, _) if fields.is_empty() && self.meets_taken(*of, fields) => {
                        self.close(*of)?;
                        self.place(*place)?
                    }
                    Target::Wild | Target::Var(..) | Target::Element(..) | Target::Tuple(_) => self.expr(*place)?,
                };
                let value = self.arithmetic(*op, true, &place, &value, &place_type, span)?;
                self.open_all(&wholes, id)?;
                self.assign(target, value, span)?;
                Ok(Val::unit())
            }
            Kind::Macro(call) => self.macro_call(call, span),
            Kind::StopGradient(inside, first) => {
                self.changes_nothing(*first, *inside)?;
                if let Some(look) = self.look_without_gradient(id, *inside)? {
                    return Ok(look);
                }
                let value = self.expr(*inside)?;
                let wire = Self::wire(&value, span)?;
                let shape = Shape::Leaf(self.builder.ty(wire).clone());
                let hole = hole(0);
                self.foreign("stop_gradient", quote!(#hole), &[value], &shape, false, span)
            }
            Kind::MutRef(inside, reference) => match self.place(*inside)? {
                value @ Val::Function(_) => Ok(value),
                Val::Wire(wire, _)
                    if matches!(self.types.expr(*inside), Ty::Var(_))
                        && matches!(self.builder.ty(wire), hypernet::Type::Opaque(_)) =>
                {
                    Err(self.no_mut_ref(*inside, refusal::MUT_UNKNOWN.at(reference)))
                }
                Val::Wire(..) | Val::Tuple(_) => Err(self.no_mut_ref(*inside, refusal::MUT_REF.at(reference))),
            },
            // It has been refused.
            Kind::Error | Kind::Unseen(_) => Err(Diagnostic::follows()),
        }
    }

    /// The value of a variable.
    pub(super) fn variable(&self, var: VarId, span: Span) -> Lowered<Val> {
        match self.env.get(&var) {
            Some(value) if self.has_own_state(value) => Err(refusal::COPIED_STATE.on(span)),
            Some(value) if self.is_array(value) => Err(refusal::WHOLE_ARRAY.on(span)),
            Some(value) => Ok(value.clone()),
            None => Err(self.no_value(
                var,
                Diagnostic::new(
                    span,
                    format!("`{}` may have no value here", self.function.var(var).name),
                    "give it a value where it is declared",
                )
                .left_to_rustc(),
            )),
        }
    }

    /// A call of a macro with arguments that are evaluated before.
    fn macro_call(&mut self, call: &MacroCall, span: Span) -> Lowered<Val> {
        if let Some(&lazy) = call.holes[call.strict..].iter().find(|&&hole| !self.is_pure(hole)) {
            return Err(refusal::LAZY_ARGUMENT.on(self.function.expr(lazy).span));
        }
        let mut tokens = call.tokens.clone();
        let mut values = Vec::with_capacity(call.holes.len());
        for (at, &id) in call.holes.iter().enumerate() {
            // Macros that show or compare values take references to them.
            let look = match self.array(id) {
                Some((var, _)) => self.look_of_host(var, self.function.expr(id).span)?,
                None => None,
            };
            if look.is_some() && matches!(self.function.expr(id).kind, Kind::View(Form::Reference, _)) {
                let hole = hole(at);
                tokens = fill_holes(tokens, std::slice::from_ref(&hole), &[quote!(&#hole)]);
            }
            values.push(match look {
                Some(look) => look,
                None => self.expr(id)?,
            });
        }
        let shape = self.shape(&call.result);
        let code = ForeignCode { diverges: call.diverges, ..ForeignCode::new(tokens, shape) };
        let given = self.foreign_code(&call.name, code, &values, true, span)?;
        if let (Val::Wire(text, _), true) = (&given, values.iter().any(Val::active)) {
            self.values.texts.insert(*text);
        }
        Ok(given)
    }

    /// An expression that is called or borrowed where it stands: nothing is copied.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression gives a value")]
    pub(super) fn place(&mut self, id: ExprId) -> Lowered<Val> {
        match &self.function.expr(id).kind {
            Kind::Var(var) => match self.env.get(var) {
                Some(value) => Ok(value.clone()),
                None => self.expr(id),
            },
            _ => self.expr(id),
        }
    }

    /// A method with a name of the vocabulary: the primitive on a real, the host's own on anything else.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other argument is an operand")]
    fn method(
        &mut self,
        id: ExprId,
        name: &Ident,
        primitive: Primitive,
        receiver_id: ExprId,
        args: &[ExprId],
    ) -> Lowered<Val> {
        let mut values = vec![if self.is_in_out(receiver_id) {
            self.place(receiver_id)?
        } else {
            self.operand_or_rustc(receiver_id)?
        }];
        for &arg in args {
            values.push(self.operand_or_rustc(arg)?);
        }
        let span = name.span();
        if let Val::Wire(wire, _) = &values[0]
            && matches!(self.builder.ty(*wire), Type::Real(_))
        {
            let all: Vec<ExprId> = [receiver_id].into_iter().chain(args.iter().copied()).collect();
            return match self.ordered_clamp(primitive, &values, &all, span)? {
                Some(clamped) => Ok(clamped),
                None => self.primitive(primitive, &values, span),
            };
        }
        if let Val::Wire(wire, _) = &values[0]
            && matches!(self.builder.ty(*wire), Type::Opaque(_))
        {
            return self.own_method(id, name, receiver_id, &values, span);
        }
        if values.iter().any(|value| value.active() && !self.is_integer_value(value)) {
            return Err(refusal::METHOD.on(span));
        }
        // A number without a type stays one: only rustc knows what is asked for.
        let given = (1..).zip(args).map(|(index, &arg)| match &self.function.expr(arg).kind {
            Kind::Int(value, Ty::Var(_)) => {
                let (sign, value) = ((*value < 0).then(|| quote!(-)), Literal::u128_unsuffixed(value.unsigned_abs()));
                quote!(#sign #value)
            }
            _ => hole(index).into_token_stream(),
        });
        let receiver = hole(0);
        let tokens = quote!(#receiver.#name(#(#given),*));
        let ty = self.types.expr(id);
        let shape = self.shape(&ty);
        let text = name.to_string();
        let ordered = !self.is_number(receiver_id);
        self.is_looked_into(&values[0]);
        self.foreign(&text, tokens, &values, &shape, ordered, span)
    }

    /// Whether the functions among these arguments can be given to the function of this call.
    fn may_be_given(&self, call: &CallPath<'_>, values: &[Val]) -> Lowered<()> {
        values.iter().zip(&call.args).enumerate().try_for_each(|(at, (value, &arg))| {
            // Of a closure that changes something, where one is wanted that does not, rustc says so.
            let takes = |name: &Ident| self.code.structs.takes_function(&name.to_string(), at);
            let is_of_rustc = call.path.path.get_ident().is_some_and(takes);
            self.may_cross(value, self.function.expr(arg).span).map_err(|refused| {
                if is_of_rustc && refused.is(refusal::SHARED_STATE) { refused.left_to_rustc() } else { refused }
            })
        })
    }

    /// A call of a function by its path: differentiable if an argument is active, else left as it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only references to numbers are seen through")]
    fn call_path(&mut self, id: ExprId, call: &CallPath<'_>) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        // What gives nothing with a tangent only looks at arrays: `let i = locate(&xs, x);`.
        let gives_plain = !call.recursive && (self.gives_plain(id) || self.gives_plain_array(id));
        let looks = gives_plain && call.args.iter().any(|&arg| self.looks_at_array(arg));
        if looks && let Some(plain) = self.left_plain(id, span)? {
            return Ok(plain);
        }
        let mut referred = vec![false; call.args.len()];
        let mut changed = self.in_outs(&call.args);
        let numbers = self.lent_numbers(&call.args);
        let wholes = self.wholes(&call.args);
        let mut values = self.values_of_arguments(&call.args, &mut changed, &wholes, span, &mut |lowering, at| {
            let arg = call.args[at];
            if let Some(&(_, var)) = numbers.iter().find(|(number, _)| *number == at) {
                referred[at] = true;
                return lowering.variable(var, span);
            }
            if lowering.is_seen_value(&call.args, at) {
                referred[at] = true;
                return lowering.looked_at(arg);
            }
            // Should the call be left as it is, the references are in its tokens. Those to places of the host's are left with the places,
            // which may be of no size and cannot be moved. To real numbers, adjoints take none.
            let inside = match lowering.function.expr(arg).kind {
                _ if let Some(inside) = lowering.referred_value(arg) => inside,
                Kind::View(Form::Reference, inside) if !lowering.is_left(arg) => inside,
                _ => arg,
            };
            referred[at] = inside != arg;
            if inside == arg {
                lowering.value_by_name(arg)
            } else if lowering.is_in_out(inside) {
                lowering.looked_at(inside)
            } else {
                lowering.value_of_argument(inside)
            }
        })?;
        // What it gives has no tangent, but what it changes has one.
        let mut given = call.args.iter().zip(&values);
        let changes = given.any(|(&arg, value)| self.is_array(value) && self.lent_variable(arg).is_some());
        let plain = gives_plain && !changes;
        if (values.iter().any(Val::active) && !plain)
            || !changed.is_empty()
            || !wholes.is_empty()
            || !self.is_left_call(id, call, &values)
        {
            self.lends_no_number(call)?;
            for ((value, &arg), &referred) in values.iter_mut().zip(&call.args).zip(&referred) {
                let inside = match self.function.expr(arg).kind {
                    Kind::View(Form::Reference, inside) => inside,
                    _ => arg,
                };
                if referred && !self.is_array(value) && !self.is_part(value) && !self.is_data(inside) {
                    let span = self.function.expr(arg).span;
                    *value = match value {
                        // To a real number, adjoints take no references.
                        Val::Wire(wire, _) if matches!(self.builder.ty(*wire), Type::Real(_)) => continue,
                        // A number that depends on nothing: the function wants a reference to it.
                        Val::Wire(..) if self.is_number(inside) => self.borrowed(value.clone(), span)?,
                        _ => self.viewed((Form::Reference, true), inside, value.clone(), span)?,
                    };
                }
            }
            if let Some(refusal) = call.refusal {
                let refused = refusal.at(call.path);
                return Err(if is_missing_in_numbers(call.path) { refused.left_to_rustc() } else { refused });
            }
            self.recursive |= call.recursive || self.is_in_circle(call.path);
            self.may_be_given(call, &values)?;
            let path = call.path.clone();
            let callee = if call.associated { Callee::Associated(path) } else { Callee::Path(path) };
            let arrays = self.asked_of(call, self.array_arguments(&call.args, &values), &changed);
            let result = self.with_changed(&call.result, &changed);
            let given = self.call_with_arrays(callee, &values, &arrays, &result, span)?;
            let given = self.take_changed(given, &changed, span)?;
            self.open_all(&wholes, id)?;
            return Ok(given);
        }
        // The host looks at arrays and at parts of them. A name for a part is a reference.
        let mut named = vec![false; call.args.len()];
        for (at, (value, &arg)) in values.iter_mut().zip(&call.args).enumerate() {
            if self.is_part(value) {
                named[at] = !referred[at];
            } else if let (Some((var, _)), true) = (self.array(arg), referred[at] && plain)
                && let Some(look) = self.look_of_host(var, span)?
            {
                *value = look;
            }
        }
        if let Some((_, &arg)) = named.iter().zip(&call.args).find(|&(&named, _)| named && !plain) {
            return Err(refusal::PART.on(self.function.expr(arg).span));
        }
        self.without_functions(&mut values, &call.args)?;
        let shape = self.shape(&call.result);
        let name = call.path.to_token_stream().to_string().replace(' ', "");
        let code = self.plain_call(id, call, &referred, &named);
        let code = ForeignCode::new(if plain { self.asked_of_plain_array(id, code) } else { code }, shape);
        if !numbers.is_empty() {
            return self.call_with_numbers(call, &numbers, (code, &values), span);
        }
        let result = self.foreign_code(&name, code, &values, true, span)?;
        if let Val::Wire(wire, _) = &result {
            self.note_call(call, *wire);
        }
        Ok(result)
    }

    /// Puts other values for functions, whose tokens are in the call.
    fn without_functions(&mut self, values: &mut [Val], args: &[ExprId]) -> Lowered<()> {
        for (value, &arg) in values.iter_mut().zip(args) {
            if let Val::Function(_) = value {
                *value = Val::Wire(self.bool(false, self.function.expr(arg).span)?, false);
            }
        }
        Ok(())
    }

    /// The code, left as it is, that gave these values and no others, by its number.
    pub(super) fn giver(&self, wires: &[Value]) -> Option<usize> {
        let code = *self.values.given.get(wires.first()?)? as usize;
        let all = wires.iter().all(|wire| self.values.given.get(wire).is_some_and(|&other| other as usize == code));
        (all && self.code.foreigns[code].result.leaves().len() == wires.len()).then_some(code)
    }

    /// Whether a call without active arguments can be left as it is: no functions are given to it but by their names, and it
    /// gives none. A call with functions that is itself an argument is taken to give one.
    fn is_left_call(&self, id: ExprId, call: &CallPath<'_>, values: &[Val]) -> bool {
        let as_tokens = |(value, &arg): (&Val, &ExprId)| match value {
            Val::Function(_) => matches!(self.function.expr(arg).kind, Kind::Path(_) | Kind::PrimitivePath(..)),
            value @ (Val::Wire(..) | Val::Tuple(_)) => !value.has_function(),
        };
        let may_give = self.function.expr(id).role == Role::Argument && values.iter().any(Val::has_function);
        let gives = may_give || contains_function(&self.types.expr(id));
        !gives && values.iter().zip(&call.args).all(as_tokens)
    }
}

/// A literal's digits, so that they are a real literal: `2` and `2.` are `2.0`.
fn literal_text(text: &str) -> String {
    if text.ends_with('.') {
        format!("{text}0")
    } else if text.contains(['.', 'e', 'E']) {
        text.to_owned()
    } else {
        format!("{text}.0")
    }
}

//! The type of each kind of expression.

use super::waiting::Waiting;
use super::{Inference, is_of_rust};
use crate::diagnostic::refusal;
use crate::source::methods::ArrayMethod;
use crate::syntax::{ExprId, Head, Kind, Pattern, Statement, Target, Ty, Unknown};

impl Inference<'_, '_> {
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    pub(super) fn kind(&mut self, id: ExprId) -> Ty {
        let function = self.function;
        match &function.expr(id).kind {
            Kind::Real(_, _, ty) | Kind::Int(_, ty) | Kind::Constant(_, ty) => ty.clone(),
            Kind::Bool(_) => Ty::bool(),
            Kind::Var(var) => self.types.vars[var.index()].clone(),
            Kind::View(form, value) => {
                let ty = self.expr(*value);
                // What a name for an element refers to is that element, and so is what an option of a reference to one does.
                let refers_to_element = || {
                    if let Kind::Var(var) = function.expr(*value).kind {
                        return function.views.refers_to_element(var) || self.types.lent.contains_key(&var);
                    }
                    function.lent_element(*value).is_some()
                };
                if *form == hypernet::Form::Referent
                    && matches!(self.types.head(&ty), Ty::Var(_))
                    && refers_to_element()
                {
                    return ty;
                }
                // A copy of an array of what has no tangent is the host's.
                if *form == hypernet::Form::Clone && self.is_array_of_host(&ty) {
                    return self.types.fresh(Unknown::Plain);
                }
                self.viewed(*form, ty)
            }
            Kind::MutRef(place, _)
                if matches!(function.expr(*place).kind, Kind::Part(..)) || function.views.is_init(id) =>
            {
                self.expr(*place)
            }
            Kind::MutRef(value, _) => match self.expr(*value) {
                // Only functions are seen through it.
                Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) => {
                    self.types.fresh(Unknown::Foreign)
                }
                ty @ (Ty::Var(_) | Ty::Fn(_)) if self.types.is_open(&ty) => self.types.fresh(Unknown::Foreign),
                ty @ (Ty::Var(_) | Ty::Fn(_)) => ty,
            },
            Kind::Not(value) | Kind::StopGradient(value, _) => self.expr(*value),
            Kind::Neg(value) => match self.expr(*value) {
                ty if self.is_own(&ty) => self.types.fresh(Unknown::Given),
                ty => ty,
            },
            Kind::Binary(op, left, right) => {
                let (a, b) = (self.spine(*left), self.expr(*right));
                self.arithmetic(*op, (*left, &a), (*right, &b), id)
            }
            Kind::Member(base, name) => {
                let of = self.expr(*base);
                let ty = match self.types.head(&of) {
                    Ty::Opaque(_) => self.types.fresh(Unknown::Param),
                    Ty::Var(var) if !self.types.unknowns[var as usize].is_host() => {
                        self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                        self.types.fresh(Unknown::Param)
                    }
                    Ty::Discrete(_) | Ty::Var(_) => self.types.fresh(Unknown::Foreign),
                    head @ (Ty::Real(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_)) => {
                        let is_method = matches!(function.expr(*base).kind, Kind::Primitive(..));
                        let refused = if is_method { refusal::FIELD_OF_NUMBER } else { refusal::FIELD }.at(name);
                        let of_rustc = is_of_rust(&head) && !refused.is(refusal::FIELD_OF_NUMBER);
                        self.errors.push((id, if of_rustc { refused.left_to_rustc() } else { refused }));
                        self.types.fresh(Unknown::Foreign)
                    }
                };
                self.field_of_elements(id, &ty);
                if self.is_shown_struct(id) {
                    self.others.push(ty.clone());
                }
                ty
            }
            Kind::Index(array, index) => {
                let of_data = self.function.is_of_data(*array);
                let in_struct = self.is_in_element(*array);
                // What is an array by another name holds numbers.
                let is_field = |(_, way): &(usize, Vec<String>)| !way.is_empty();
                let is_opened = matches!(function.expr(*array).kind, Kind::Var(var) if function.opened.get(&function.views.storage(var)).is_some_and(is_field));
                let array = self.expr(*array);
                if in_struct {
                    self.inside.push(array.clone());
                }
                let is_given = self.is_given_to(&array);
                let element = self.element(array, *index);
                if let Ty::Var(var) = self.types.head(&element)
                    && is_given
                    && self.types.unknowns[var as usize] == Unknown::Any
                {
                    self.types.unknowns[var as usize] = Unknown::Called;
                }
                if self.is_shown_struct(id) {
                    self.others.push(element.clone());
                    if in_struct && matches!(self.types.head(&element), Ty::Var(_)) {
                        self.unify(&element, &Ty::Opaque(None), id);
                    }
                }
                if is_opened
                    && let Ty::Var(var) = self.types.head(&element)
                    && matches!(self.types.unknowns[var as usize], Unknown::Any | Unknown::Called)
                {
                    self.types.unknowns[var as usize] = Unknown::Element;
                }
                if of_data {
                    let at = self.types.exprs[index.index()].clone();
                    self.unify(&at, &Ty::Discrete("usize".into()), *index);
                    if let Some(number @ Ty::Real(_)) = self.data(id) {
                        self.unify(&element, &number, id);
                    }
                }
                element
            }
            Kind::Part(array, bounds) => {
                let is_data = self.function.is_of_data(*array);
                let in_struct = self.is_in_element(*array);
                let array = self.expr(*array);
                if in_struct {
                    self.inside.push(array.clone());
                }
                let bounds: Vec<(ExprId, Ty)> =
                    [bounds.start, bounds.end].into_iter().flatten().map(|bound| (bound, self.expr(bound))).collect();
                if is_data {
                    for (bound, ty) in &bounds {
                        self.unify(ty, &Ty::Discrete("usize".into()), *bound);
                    }
                }
                let part = self.types.fresh(Unknown::Any);
                self.ask(Waiting::Part(id, array, bounds, part.clone()));
                part
            }
            Kind::Elements(elements, _) => {
                let types = self.exprs(elements);
                let Some(mut first) = types.first().cloned() else {
                    let element = self.types.fresh(Unknown::Any);
                    let array = self.array_of(id, element.clone());
                    self.empty.push((array.clone(), element));
                    return array;
                };
                for (ty, &element) in types.iter().zip(elements) {
                    first = self.joined((Some(elements[0]), &first), (element, ty));
                }
                self.array_of(id, first)
            }
            Kind::Repeat(value, length, _) => {
                let (value, at) = (self.expr(*value), self.expr(*length));
                self.unify(&at, &Ty::Discrete("usize".into()), *length);
                self.array_of(id, value)
            }
            Kind::MethodCall(call) => {
                let types = self.exprs(&call.args);
                if ArrayMethod::of(call).is_some() || function.maybe_element(call).is_some() {
                    self.ask(Waiting::ArrayMethod(id, call));
                } else {
                    self.others.extend(types.first().cloned());
                }
                self.of_integers(call, &types, id);
                self.receivers.extend(types.into_iter().next());
                if function.read_by_net(id).is_some() {
                    self.unify(&call.result, &Ty::Discrete("usize".into()), id);
                }
                call.result.clone()
            }
            Kind::Struct(structure) => {
                for ((_, value), held) in structure.fields.iter().zip(&structure.held) {
                    let given = self.expr(*value);
                    if let Some(held) = held {
                        // Where it is of another type, rustc says so.
                        self.types.unify(&given, held);
                    }
                }
                structure.base.map(|base| self.expr(base));
                structure.result.clone()
            }
            Kind::Compare(_, left, right) => {
                let (a, b) = (self.expr(*left), self.expr(*right));
                self.unify(&a, &b, id);
                Ty::bool()
            }
            Kind::Logic(_, left, right) => {
                // A chain of them is walked, not descended into, as in `spine`.
                let mut sides = vec![*right];
                let mut at = *left;
                while let Kind::Logic(_, left, right) = &function.expr(at).kind {
                    self.types.exprs[at.index()] = Ty::bool();
                    sides.push(*right);
                    at = *left;
                }
                sides.push(at);
                for side in sides.into_iter().rev() {
                    let ty = self.expr(side);
                    self.unify(&ty, &Ty::bool(), side);
                }
                Ty::bool()
            }
            Kind::Primitive(primitive, scalar, args) => {
                let types = self.exprs(args);
                self.primitive(*primitive, scalar, &types, id)
            }
            Kind::Method(_, primitive, receiver, args) => {
                self.expr(*receiver);
                self.exprs(args);
                let result = self.types.fresh(Unknown::Any);
                self.types.exprs[id.index()] = result.clone();
                self.ask(Waiting::Method(id, *primitive, *receiver, args));
                result
            }
            Kind::Call(callee, args) => {
                let callee_type = self.expr(*callee);
                let types = self.exprs(args);
                if let Ty::Fn(function) = self.types.head(&callee_type)
                    && function.params.len() == args.len()
                {
                    for (&argument, param) in args.iter().zip(&function.params) {
                        self.argument(argument, param);
                    }
                    return function.result.clone();
                }
                let result = self.types.fresh(Unknown::Any);
                let wanted = Ty::function(types, result.clone());
                self.unify(&callee_type, &wanted, id);
                result
            }
            Kind::CallPath(call) => {
                self.exprs(&call.args);
                // In sight of a struct, it may be one.
                if let Ty::Var(var) = self.types.head(&call.result)
                    && self.types.unknowns[var as usize] == Unknown::Any
                    && self.names_structs
                {
                    self.types.unknowns[var as usize] = Unknown::Called;
                }
                call.result.clone()
            }
            Kind::Path(_) | Kind::Error | Kind::Unseen(_) => self.types.fresh(Unknown::Any),
            Kind::PrimitivePath(primitive, scalar) => {
                let (inputs, _) = primitive.signature(&"f64".into());
                let params: Vec<Ty> = inputs
                    .iter()
                    .map(|ty| if *ty == hypernet::Type::f64() { scalar.clone() } else { Ty::Discrete("i32".into()) })
                    .collect();
                let result = self.primitive(*primitive, scalar, &params, id);
                Ty::function(params, result)
            }
            Kind::Closure(closure) => self.closure(*closure),
            Kind::Block(statements, tail) => {
                for statement in statements {
                    match statement {
                        Statement::Let(pattern, value, _) => {
                            let ty = match value {
                                Some(value) => self.expr(*value),
                                // It is given its values later, one of which may have a sensitivity.
                                None if self.binds_depending(pattern) => self.types.fresh(Unknown::Param),
                                None => self.types.fresh(Unknown::Any),
                            };
                            let ty = self.depending_struct(pattern, *value, ty);
                            // What the host changes where it is has the type that is written for rustc alone.
                            let inside =
                                if let Pattern::Typed(inside, Ty::Opaque(_), _) = pattern { inside } else { pattern };
                            let pattern = if self.is_changed_in_place(inside) { inside } else { pattern };
                            // What an array in a struct holds is found from how it is used.
                            if !matches!(pattern, Pattern::Bind(var, None) if self.function.opened.contains_key(var)) {
                                self.pattern_at(pattern, &ty, value.unwrap_or(id));
                            }
                        }
                        Statement::Expr(value) => {
                            self.expr(*value);
                        }
                    }
                }
                tail.map_or_else(Ty::unit, |tail| self.expr(tail))
            }
            Kind::If(condition, then, other) => {
                let ty = self.expr(*condition);
                self.unify(&ty, &Ty::bool(), *condition);
                let then_type = self.expr(*then);
                match other {
                    Some(other) => {
                        let other_type = self.expr(*other);
                        self.joined((Some(*then), &then_type), (*other, &other_type))
                    }
                    None => Ty::unit(),
                }
            }
            Kind::Match(scrutinee, arms) => {
                let scrutinee_type = self.expr(*scrutinee);
                let mut result = self.types.fresh(Unknown::Any);
                let mut before = None;
                for arm in arms {
                    self.pattern_at(&arm.pattern, &scrutinee_type, *scrutinee);
                    if let Some(guard) = arm.guard {
                        let ty = self.expr(guard);
                        self.unify(&ty, &Ty::bool(), guard);
                    }
                    let ty = self.expr(arm.body);
                    result = self.joined((before, &result), (arm.body, &ty));
                    before = Some(arm.body);
                }
                result
            }
            Kind::Loop(repeated) => {
                for flag in [repeated.left.broken, repeated.left.continued] {
                    let ty = self.function.var(flag).ty.clone();
                    self.unify(&ty, &Ty::bool(), id);
                }
                match &repeated.head {
                    Head::For { pattern, bounds, .. } => {
                        let ty = self.expr(bounds[0]);
                        let last_ty = self.expr(bounds[1]);
                        self.unify(&ty, &last_ty, bounds[1]);
                        if let Some(&step) = bounds.get(2) {
                            let step_ty = self.expr(step);
                            self.unify(&step_ty, &Ty::Discrete("usize".into()), step);
                        }
                        self.pattern_at(pattern, &ty, bounds[0]);
                    }
                    Head::While(condition) => {
                        let ty = self.expr(*condition);
                        self.unify(&ty, &Ty::bool(), *condition);
                    }
                    Head::Endless(_) | Head::Once => {}
                }
                let body = self.expr(repeated.body);
                let given = repeated.left.value.map(|var| self.function.var(var).ty.clone());
                match (&repeated.head, given) {
                    (Head::Once, Some(given)) => {
                        self.unify(&given, &body, repeated.body);
                        given
                    }
                    (_, given) => {
                        self.unify(&body, &Ty::unit(), repeated.body);
                        match repeated.head {
                            // Nothing comes after it.
                            Head::Endless(false) => self.types.fresh(Unknown::Any),
                            Head::Endless(true) | Head::For { .. } | Head::While(_) | Head::Once => {
                                given.unwrap_or_else(Ty::unit)
                            }
                        }
                    }
                }
            }
            Kind::Jump(jump) => {
                if let Some((var, value)) = jump.value {
                    let ty = self.expr(value);
                    let of_loop = self.function.var(var).ty.clone();
                    self.unify(&of_loop, &ty, value);
                }
                self.types.fresh(Unknown::Any)
            }
            Kind::Tuple(parts) => Ty::Tuple(self.exprs(parts)),
            Kind::Field(base, index, _) => {
                self.expr(*base);
                let result = self.types.fresh(Unknown::Param);
                self.types.exprs[id.index()] = result.clone();
                if self.is_shown_struct(id) {
                    self.others.push(result.clone());
                }
                self.ask(Waiting::Field(id, *base, *index));
                result
            }
            Kind::Cast(value, ty) | Kind::From(value, ty, _) => {
                let given = self.expr(*value);
                self.cast.push(given);
                ty.clone()
            }
            Kind::Assign(target, value) => {
                let ty = self.expr(*value);
                self.target(target, &ty, *value);
                Ty::unit()
            }
            Kind::AssignOp(op, target, place, value) => {
                if let Target::Element(var, indices, _, inside) = target {
                    let array = self.types.vars[var.index()].clone();
                    indices.iter().fold(array, |array, &index| self.element(array, index));
                    for &index in inside {
                        let at = self.expr(index);
                        self.unify(&at, &Ty::Discrete("usize".into()), index);
                    }
                }
                let (a, b) = (self.expr(*place), self.expr(*value));
                self.integer_to_integer(&a, (*value, &b));
                self.arithmetic(*op, (*place, &a), (*value, &b), id);
                Ty::unit()
            }
            Kind::Macro(call) => {
                self.exprs(&call.holes);
                call.result.clone()
            }
        }
    }
}

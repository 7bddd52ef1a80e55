//! What functions of the host take and give.
//!
//! Inside of the emitted code a function is a closure of flat parameters, whose backpropagator gives all sensitivities in
//! one flat tuple. Across the boundary of the function it is a value with the runtime's trait of functions: each argument
//! and each result is one Rust value, and the sensitivities of what the function captured are one value too.

use std::rc::Rc;

use hypernet::{EdgeId, FunctionType, Label, Level, Operation, Record, Type, TypeName, WireId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::convention::{Convention, Form, enclosed, grouped, is_open};
use super::open_zeros;
use super::scope::Scope;
use super::syntax::{Expr, Pattern, Statement};
use super::value::Value;
use super::walk::{WIDTH, Walk};
use crate::lower::{value_of_companion, with_suffix};
use crate::program::Callee;

impl Walk<'_> {
    /// Gives a wire the value of what came over the boundary, where it has this type.
    pub(super) fn set_received(&mut self, wire: WireId, expr: Expr, ty: &Type) {
        match ty.as_function() {
            Some(function) => self.set(wire, &Value::Host(expr, Convention::of(function))),
            None => self.set_atom(wire, expr),
        }
    }

    /// A pattern for a value of this type that comes over the boundary, if it is used.
    pub(super) fn received(&mut self, wire: WireId, name: &str, ty: Option<&Type>) -> Pattern {
        let Some(ty @ Type::Function(_)) = ty else { return self.pattern(wire, name) };
        if self.live.uses(wire) == 0 {
            return Pattern::Wild;
        }
        let name = self.name_of(wire).unwrap_or_else(|| name.into());
        let ident = self.names.fresh(&name);
        self.set_received(wire, Expr::Variable(ident.clone()), ty);
        Pattern::Variable(ident)
    }

    /// A pattern for the one value that a bundle is across the boundary.
    pub(super) fn grouped_pattern(&mut self, wires: &[WireId], name: &str) -> Pattern {
        match wires {
            [] => Pattern::Wild,
            [wire] => self.pattern(*wire, name),
            wires => Pattern::Tuple(wires.iter().map(|&wire| self.pattern(wire, name)).collect()),
        }
    }

    /// Takes what the call of an adjoint of the host gives: the value, and the backpropagator.
    pub(super) fn left(&mut self, targets: &[WireId], call: Expr, convention: Rc<Convention>, name: &str) {
        let is_used = targets.last().is_some_and(|&back| self.live.uses(back) > 0);
        let call = self.parts(call, &convention, is_used);
        self.flush();
        let value = match targets {
            [value, _] => self.received(*value, name, convention.result.as_ref()),
            _ => Pattern::Wild,
        };
        let back = *targets.last().expect("an adjoint gives a backpropagator");
        let pattern = self.left_behind(back, convention, name);
        self.push(Statement::Let(Pattern::Tuple(vec![value, pattern]), call));
    }

    /// A pattern for the backpropagator of a call of the host's, if it is used.
    fn left_behind(&mut self, back: WireId, convention: Rc<Convention>, name: &str) -> Pattern {
        if self.live.uses(back) == 0 {
            return Pattern::Wild;
        }
        let mut left = self.names.fresh(&format!("back_{name}"));
        if let Some(at) = convention.at.or(convention.name) {
            left.set_span(left.span().located_at(at));
        }
        self.set(back, &Value::Left(left.clone(), convention));
        Pattern::Variable(left)
    }

    /// Lends a field of a struct whose type only rustc knows where it is, if this is the call that takes one out which nothing moves. Of one that
    /// is moved, the type of the cotangent is asked before that.
    pub(super) fn lends_field(
        &mut self,
        (callee, source): (Option<&Callee>, WireId),
        arguments: &mut Vec<Expr>,
        targets: &[WireId],
        convention: &Rc<Convention>,
    ) -> bool {
        arguments.extend(self.kind_before_moves(callee, source, arguments));
        let (Some(Callee::Field(way, _)), [of, kind @ ..], &[field, back]) = (callee, arguments.as_slice(), targets)
        else {
            return false;
        };
        let is_struct = matches!(self.net.wire(field).ty(), Type::Opaque(_));
        if !of.is_place() || !is_struct || !self.is_lent_alone(field) || self.is_changed(source) {
            return false;
        }
        self.flush();
        let kind = kind.first().cloned().unwrap_or_else(|| self.kind(way, of));
        let embedding = self.embedding(way, kind);
        let name = way.way().last().map_or("", |field| &**field);
        let pattern = self.left_behind(back, convention.clone(), name);
        if !pattern.is_wild() {
            self.push(Statement::Let(pattern, embedding));
        }
        self.set_atom(field, Expr::Member(Box::new(of.clone()), self.host.member(way)));
        true
    }

    /// The value and the backpropagator, where the type of the value is not known to be one with a name.
    fn parts(&self, call: Expr, convention: &Convention, is_used: bool) -> Expr {
        // A function of arrays gives no function.
        let unknown = convention.environment.is_none()
            && convention.gives_unknown()
            && !convention.takes_arrays()
            && !convention.opens(is_used);
        let call = if unknown {
            let path = self.host.private(&quote!(parts));
            let path = convention.name.map_or(path.clone(), |name| super::located(path, name));
            Expr::Call(Box::new(Expr::Tokens(path, true)), vec![call])
        } else {
            call
        };
        match convention.at {
            Some(at) => Expr::Tokens(super::located(call.primary_tokens(), at), true),
            None => match convention.name {
                Some(name) => enclosed(&call, name),
                None => call,
            },
        }
    }

    /// Takes what a backpropagator of the host gives apart.
    pub(super) fn gradient(&mut self, convention: &Convention, targets: &[WireId], call: Expr) {
        let mut wires = targets.iter().copied();
        let mut take = |bundle: &Vec<Type>| -> Vec<WireId> { wires.by_ref().take(bundle.len()).collect() };
        let environment = convention.environment.as_ref().map(&mut take);
        let entries: Vec<Vec<WireId>> = convention.entries().iter().map(take).collect();
        // What functions captured that gave zeros of open types.
        let mut open_zeros = Vec::new();
        if self.has_open_zeros {
            let given = entries.iter().zip(&convention.params).filter(|(_, param)| param.as_function().is_some());
            open_zeros.extend(environment.iter().chain(given.map(|(entry, _)| entry)).flatten().copied());
        }
        // One sensitivity alone is a field of the call.
        let mut used = targets.iter().filter(|&&wire| self.live.uses(wire) > 0);
        if let (Some(&wire), None) = (used.next(), used.next())
            && !(open_zeros.contains(&wire) && self.struct_of(wire).is_some())
        {
            let call = || Box::new(call.clone());
            let field = match &environment {
                Some(environment) if environment.as_slice() == [wire] => Some(Expr::Field(call(), 0)),
                environment => {
                    (0u32..).zip(&entries).find(|(_, entry)| entry.as_slice() == [wire]).map(|(index, _)| {
                        let tuple = if environment.is_some() { Box::new(Expr::Field(call(), 1)) } else { call() };
                        Expr::Field(tuple, index)
                    })
                }
            };
            if let Some(field) = field {
                return self.define(wire, field, true, "d");
            }
        }
        let environment = environment.map(|wires| self.grouped_pattern(&wires, "d"));
        let entries = Pattern::Tuple(entries.iter().map(|wires| self.grouped_pattern(wires, "d")).collect());
        let pattern = match environment {
            Some(environment) => Pattern::Tuple(vec![environment, entries]),
            None => entries,
        };
        self.let_pattern(pattern, call, true);
        self.say_types_of_cotangents(&open_zeros);
    }

    // Functions across the boundary.

    /// A function as a value of the runtime's trait. `ty` is its type before the transformation, or after it.
    pub(super) fn crossing(&mut self, wire: WireId, ty: &Type, number: u32) -> Expr {
        let Some(function) = ty.as_function() else { return self.plain_function(wire) };
        // It is a closure that takes what it captured, and nothing else does.
        let captures = self.host.program.code.lent.get(number as usize).is_some_and(|lent| lent.captured.is_some());
        match self.value(wire) {
            Some(
                Value::Host(..)
                | Value::Function(_)
                | Value::Left(..)
                | Value::Either(_)
                | Value::Slot(_)
                | Value::Stored(_),
            )
            | None
                if captures =>
            {
                self.lost("a function that captured arrays");
                Expr::Tuple(Vec::new())
            }
            Some(Value::Host(expr, _)) => expr,
            Some(Value::Function(constant)) => {
                let path = match self.host.program.code.functions.get(constant.id as usize) {
                    Some(Callee::Path(path)) => {
                        Some(value_of_companion(path, &self.host.program.code, &self.host.backprop))
                    }
                    Some(Callee::Associated(path)) => {
                        let function = with_suffix(path, "function");
                        Some(quote!(#function()))
                    }
                    _ => None,
                };
                if let Some(path) = path {
                    return Expr::Tokens(path, true);
                }
                let closure = self.wrapped(wire, &Value::Function(constant));
                self.crossing_value(closure, function)
            }
            Some(Value::Closure(edge)) if captures || Convention::of(function).has_arrays() => {
                self.crossing_closure_of_arrays(edge, function, number)
            }
            Some(Value::Closure(edge)) => self.crossing_closure(edge, function),
            _ => {
                let expr = self.plain_function(wire);
                self.crossing_value(expr, function)
            }
        }
    }

    /// Gives a wire the function of another one, as a value of the runtime's trait; a variable, if it is used several times.
    pub(super) fn crossed(&mut self, wire: WireId, target: WireId, ty: &Type, number: u32) {
        let Some(function) = ty.as_function() else { return };
        let (uses, convention) = (self.live.uses(target), Convention::of(function));
        if uses == 0 {
            return;
        }
        let mut expr = self.crossing(wire, ty, number);
        if uses > 1 && !expr.is_atom() {
            let name = self.name_of(target).or_else(|| self.name_of(wire)).unwrap_or_else(|| "function".into());
            let ident = self.names.fresh(&name);
            self.push(Statement::Let(Pattern::Variable(ident.clone()), expr));
            expr = Expr::Variable(ident);
        }
        self.set(target, &Value::Host(expr, convention));
    }

    /// As [`Walk::crossing`], of the abstraction of this edge.
    fn crossing_closure(&mut self, edge: EdgeId, function: &FunctionType) -> Expr {
        let convention = Convention::of(function);
        let of_zeros = self.types_of_zeros(edge, &convention);
        self.enter_closure(edge);
        let region = self.net.region(Level::Inside(edge));
        let captured = self.net.edge(edge).sources().len();
        let mut params = Vec::new();
        let mut types = Vec::new();
        let inputs = region.inputs()[captured..].iter().filter(|&&wire| *self.net.wire(wire).ty() != Type::World);
        let mut open = false;
        for (&wire, ty) in inputs.zip(&convention.params) {
            let pattern = self.received(wire, "a", Some(ty));
            open |= !pattern.is_wild() && !self.is_said(wire) && is_open(ty);
            params.push(pattern);
            types.push(self.host.partial_ty(ty));
        }
        self.level(Level::Inside(edge));
        let wires = self.live.outputs(self.net, edge);
        let back = *wires.last().expect("an adjoint gives a backpropagator");
        let results: Vec<Type> = convention.result.iter().cloned().collect();
        let (mut exprs, _) = self.operands_within(&wires[..wires.len() - 1], usize::MAX, Form::Boundary(&results));
        exprs = exprs.into_iter().map(Expr::typed).collect();
        let back = self.crossing_back(back, &convention, of_zeros);
        self.flush();
        exprs.push(back);
        let body = self.close_scope(Some(Expr::Tuple(exprs)));
        let closure = Expr::Closure(vec![(Pattern::Tuple(params), Some(quote!((#(#types,)*))))], Box::new(body));
        self.closure_value(closure, open)
    }

    /// Whether the code says the type of what is on this wire.
    pub(super) fn is_said(&self, wire: WireId) -> bool {
        let label = self.net.consumer_edge(wire).map(|(edge, _)| self.net.edge(edge).label());
        matches!(label, Some(Label::Operation(Operation::View(hypernet::Form::Said(_), _))))
    }

    /// A backpropagator as the boundary has it.
    fn crossing_back(&mut self, wire: WireId, convention: &Convention, of_zeros: Vec<Option<Ident>>) -> Expr {
        let Some(Value::Closure(edge)) = self.value(wire) else {
            // In the convention of closures.
            let function = self.plain_function(wire);
            return self.regrouped(function, convention);
        };
        self.enter_closure(edge);
        let region = self.net.region(Level::Inside(edge));
        let captured = self.net.edge(edge).sources().len();
        let ty = self.sensitivity_ty(convention.result.as_ref(), &region.inputs()[captured..]);
        let pattern = self.grouped_pattern(&region.inputs()[captured..], "d");
        self.say_cotangents(&region.inputs()[captured..]);
        self.level(Level::Inside(edge));
        let outputs = region.outputs().to_vec();
        self.has_open_zeros |= outputs.iter().any(|&wire| self.is_zero_cotangent(wire));
        let (mut exprs, _) = self.operands_within(&outputs, WIDTH, Form::Internal);
        self.flush();
        open_zeros::say(&mut exprs, of_zeros);
        let result = convention.assemble(exprs.into_iter().map(Expr::typed));
        let body = self.close_scope(Some(result));
        Expr::Closure(vec![(pattern, Some(ty))], Box::new(body))
    }

    /// A backpropagator in the convention of closures as one of the boundary.
    pub(super) fn regrouped(&mut self, function: Expr, convention: &Convention) -> Expr {
        let sensitivity = convention.sensitivity();
        let ty = self.sensitivity_ty(convention.result.as_ref(), &[]);
        let (pattern, arguments) = self.fresh_bundle(sensitivity.len(), "d");
        let mut all: Vec<Type> = convention.environment.clone().unwrap_or_default();
        all.extend(convention.entries().concat());
        let (results, exprs) = self.fresh_bundle(all.len(), "d");
        self.scopes.push(Scope::default());
        self.push(Statement::Let(results, Expr::Call(Box::new(function), arguments)));
        let body = self.close_scope(Some(convention.assemble(exprs)));
        Expr::Closure(vec![(pattern, Some(ty))], Box::new(body))
    }

    /// As [`Walk::crossing`], of a closure in a variable.
    fn crossing_value(&mut self, closure: Expr, function: &FunctionType) -> Expr {
        let convention = Convention::of(function);
        if convention.has_arrays() {
            self.lost("a function of arrays");
        }
        let mut patterns = Vec::new();
        let mut arguments = Vec::new();
        let mut types = Vec::new();
        for param in &convention.params {
            let ident = self.names.fresh("a");
            types.push(self.host.partial_ty(param));
            patterns.push(Pattern::Variable(ident.clone()));
            arguments.push(Expr::Variable(ident));
        }
        self.scopes.push(Scope::default());
        let (value, back) = (self.names.fresh("value"), self.names.fresh("back"));
        let pattern = Pattern::Tuple(vec![Pattern::Variable(value.clone()), Pattern::Variable(back.clone())]);
        self.push(Statement::Let(pattern, Expr::Call(Box::new(closure), arguments)));
        let value = match &convention.result {
            Some(Type::Function(function)) => self.crossing_value(Expr::Variable(value), function),
            _ => Expr::Variable(value),
        };
        let back = self.regrouped(Expr::Variable(back), &convention);
        let body = self.close_scope(Some(Expr::Tuple(vec![value, back])));
        let closure = Expr::Closure(vec![(Pattern::Tuple(patterns), Some(quote!((#(#types,)*))))], Box::new(body));
        self.closure_value(closure, false)
    }

    fn closure_value(&self, closure: Expr, open: bool) -> Expr {
        let calling = open.then(|| self.host.private(&quote!(calling)));
        Expr::Function(self.host.private(&quote!(Closure::new)), Box::new(closure), calling)
    }

    /// A call of a function of the host. The closures among the arguments that leave types open come after it: the function
    /// says those.
    pub(super) fn calling(&mut self, mut arguments: Vec<Expr>, call: impl FnOnce(&Self, Vec<Expr>) -> Expr) -> Expr {
        let mut taken = Vec::new();
        for argument in &mut arguments {
            argument.take_open(&mut || self.names.fresh("function"), &mut taken);
        }
        taken.into_iter().fold(call(self, arguments), |call, (ident, path, closure)| {
            let call = call.primary_tokens();
            let calling =
                Expr::Call(Box::new(Expr::Tokens(path, true)), vec![Expr::Tokens(quote!(|#ident| #call), false)]);
            Expr::UserMethod(Box::new(calling), quote!(with), vec![closure])
        })
    }

    pub(super) fn plain_function(&mut self, wire: WireId) -> Expr {
        self.operands_within(&[wire], usize::MAX, Form::Internal).0.pop().unwrap_or(Expr::Tuple(Vec::new()))
    }

    /// The type of the sensitivity of a result, which comes on these wires, if there are some. What does not depend on a differentiated
    /// parameter may be of a type that the macro does not know, and has a tangent for those who take it.
    pub(super) fn sensitivity_ty(&self, result: Option<&Type>, wires: &[WireId]) -> TokenStream {
        match result {
            Some(Type::Discrete(TypeName::Unnamed)) => quote!(_),
            Some(Type::Tuple(parts)) => {
                let wires = wires.first().map(|&wire| self.parts_of(wire)).unwrap_or_default();
                let mut wires = wires.iter();
                let parts = parts.iter().map(|part| {
                    let wire = wires.next().map(std::slice::from_ref);
                    self.sensitivity_ty(Some(part), wire.unwrap_or_default())
                });
                quote!((#(#parts,)*))
            }
            result => {
                let bundle = result.and_then(Type::sensitivity).unwrap_or_default();
                let mut types: Vec<TokenStream> =
                    bundle.iter().enumerate().map(|(at, ty)| self.shown_ty(ty, wires.get(at))).collect();
                if types.len() == 1 { types.remove(0) } else { quote!((#(#types,)*)) }
            }
        }
    }

    /// The type of a sensitivity, also of a struct that is taken apart there: rustc may know of it from nothing else.
    pub(super) fn shown_ty(&self, ty: &Type, wire: Option<&WireId>) -> TokenStream {
        let record = wire.filter(|_| matches!(ty, Type::Cotangent(_))).and_then(|&wire| self.struct_of(wire));
        let named = record.and_then(|record| self.host.cotangent_of(record));
        named.unwrap_or_else(|| self.host.partial_ty(ty))
    }

    /// Says of which type those of these sensitivities are whose type has no name: the constructor of the struct is named instead.
    pub(super) fn say_cotangents(&mut self, wires: &[WireId]) {
        for (ident, record) in self.cotangents_in_variables(wires) {
            if let Some(says) = self.host.says_cotangent(&record) {
                let said = says(Expr::Variable(ident.clone()));
                self.push(Statement::Let(Pattern::Variable(ident), said));
            }
        }
    }

    /// Says of which type these sensitivities are, by a name or as [`Walk::say_cotangents`] does.
    fn say_types_of_cotangents(&mut self, wires: &[WireId]) {
        self.say_cotangents(wires);
        for (ident, record) in self.cotangents_in_variables(wires) {
            let Some(ty) = self.host.cotangent_of(&record) else { continue };
            let (d, ty) = self.host.depending_on_type(Expr::Variable(ident.clone()), ty);
            let pattern = match ty {
                Some(ty) => Pattern::Typed(ident, ty),
                None => Pattern::Variable(ident),
            };
            self.push(Statement::Let(pattern, d));
        }
    }

    /// Those of these sensitivities that are cotangents of structs and have variables.
    fn cotangents_in_variables(&self, wires: &[WireId]) -> Vec<(Ident, Record)> {
        let cotangent = |&wire: &WireId| {
            let is_used = self.live.uses(wire) > 0 && matches!(self.net.wire(wire).ty(), Type::Cotangent(_));
            let record = self.struct_of(wire).filter(|_| is_used)?;
            let Some(Value::Slot(slot)) = self.value(wire) else { return None };
            let Expr::Variable(ident) = &self.slots[slot].expr else { return None };
            Some((ident.clone(), record.clone()))
        };
        wires.iter().filter_map(cotangent).collect()
    }

    /// The wires of the parts of a tuple, where it is taken apart.
    fn parts_of(&self, wire: WireId) -> Vec<WireId> {
        let unpacked = self.takers(wire).into_iter().map(|(taker, _)| self.net.edge(taker));
        let mut unpacked = unpacked.filter(|edge| matches!(edge.operation(), Some(Operation::Unpack(_))));
        unpacked.next().map(|edge| edge.targets().to_vec()).unwrap_or_default()
    }

    /// A pattern of so many new variables, as one value, and the variables.
    fn fresh_bundle(&mut self, count: usize, like: &str) -> (Pattern, Vec<Expr>) {
        let idents: Vec<Ident> = (0..count).map(|_| self.names.fresh(like)).collect();
        let mut patterns: Vec<Pattern> = idents.iter().cloned().map(Pattern::Variable).collect();
        let pattern = if count == 1 { patterns.remove(0) } else { Pattern::Tuple(patterns) };
        (pattern, idents.into_iter().map(Expr::Variable).collect())
    }

    // Functions of the boundary inside.

    /// A parameter of this type, and the argument that it is for another function.
    fn passed_on(&self, ident: Ident, ty: &Type) -> (Pattern, Expr) {
        let variable = Expr::Variable(ident.clone());
        match ty {
            Type::Look(element) if self.host.environment(element).is_some() => {
                (Pattern::Variable(ident), Expr::Method(Box::new(variable), "look", Vec::new()))
            }
            Type::Array(element) if self.host.environment(element).is_some() => {
                (Pattern::Mutable(ident), Expr::Method(Box::new(variable), "lend", Vec::new()))
            }
            Type::Look(_)
            | Type::Array(_)
            | Type::Real(_)
            | Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Undone(_)
            | Type::World => (Pattern::Variable(ident), variable),
        }
    }

    /// A closure that calls what has a calling convention of its own.
    pub(super) fn wrapped(&mut self, wire: WireId, value: &Value) -> Expr {
        if let Value::Function(function) = value
            && !function.adjoint
        {
            return self.path(function);
        }
        let Some(ty) = self.net.wire(wire).ty().as_function().cloned() else { return Expr::Tuple(Vec::new()) };
        self.scopes.push(Scope::default());
        let mut params = Vec::new();
        let mut arguments = Vec::new();
        let moved = ty.params.len() - ty.handed_on();
        for (at, param) in ty.params.iter().enumerate().filter(|(_, param)| **param != Type::World) {
            let ident = self.names.fresh("a");
            let is_moved = param.is_array() && at < moved;
            let accumulator = match value {
                Value::Left(_, convention) => (at + convention.accumulators().count()).checked_sub(ty.params.len()),
                Value::Slot(_)
                | Value::Function(_)
                | Value::Closure(_)
                | Value::Host(..)
                | Value::Either(_)
                | Value::Stored(_) => None,
            };
            let is_vector =
                matches!((value, accumulator), (Value::Left(_, convention), Some(at)) if convention.is_vector(at));
            let (pattern, argument) = self.passed_on(ident, param);
            let ty = match (value, accumulator) {
                _ if is_moved => None,
                // The backpropagator says whether it takes a vector or a slice.
                (Value::Left(_, convention), Some(at)) if convention.takes_vector_or_slice(at) => Some(quote!(&mut _)),
                _ => self.host.argument_ty(param, is_vector),
            };
            params.push((pattern, ty));
            arguments.push(argument);
        }
        let result = match value {
            Value::Either(either) => Some(self.call_either(either, arguments)),
            Value::Left(left, convention) => Some(self.flattened(left, convention, arguments)),
            Value::Function(function) => {
                let callee = self.host.program.code.functions.get(function.id as usize);
                let convention = Convention::of_constant(function, callee, &self.host.program.code);
                let call = self.call_opened(arguments, function, &convention, true);
                Some(self.wrapped_call(call, &convention))
            }
            Value::Host(host, convention) => {
                // It looks at the arrays; the accumulators are its backpropagator's.
                arguments.truncate(arguments.len() - ty.handed_on());
                let call = self.call_host(host, convention, arguments);
                Some(self.wrapped_call(call, convention))
            }
            Value::Slot(_) | Value::Closure(_) | Value::Stored(_) => None,
        };
        let body = self.close_scope(result);
        Expr::Closure(params, Box::new(body))
    }

    /// What the call of an adjoint of the host gives, with the backpropagator in the convention of closures.
    fn wrapped_call(&mut self, call: Expr, convention: &Convention) -> Expr {
        let call = self.parts(call, convention, true);
        let left = self.names.fresh("back");
        let value = convention.result.as_ref().map(|_| self.names.fresh("value"));
        let pattern = value.clone().map_or(Pattern::Wild, Pattern::Variable);
        self.push(Statement::Let(Pattern::Tuple(vec![pattern, Pattern::Variable(left.clone())]), call));
        let mut patterns = Vec::new();
        let mut arguments = Vec::new();
        let looks = convention.lent_again().map(|ty| (ty.clone(), self.host.argument_ty(ty, false)));
        let mut types: Vec<(Type, Option<TokenStream>)> = looks.collect();
        // Arrays in what is given are moved.
        types.extend(convention.sensitivity().iter().map(|ty| (ty.clone(), self.host.ty(ty))));
        types.extend(convention.seeds().map(|ty| (ty.clone(), self.host.ty(&ty))));
        let accumulators = convention.accumulators().enumerate();
        types.extend(accumulators.map(|(at, array)| {
            let written = self.host.argument_ty(&array, convention.is_vector(at));
            (array, written)
        }));
        for (ty, written) in types {
            let ident = self.names.fresh("d");
            let (pattern, argument) = self.passed_on(ident, &ty);
            patterns.push((pattern, written));
            arguments.push(argument);
        }
        self.scopes.push(Scope::default());
        let result = self.flattened(&left, convention, arguments);
        let body = self.close_scope(Some(result));
        let mut results: Vec<Expr> = value.map(Expr::Variable).into_iter().collect();
        results.push(Expr::Closure(patterns, Box::new(body)));
        grouped(results)
    }

    /// The call of a backpropagator of the host, with its results in the convention of closures.
    fn flattened(&mut self, left: &Ident, convention: &Convention, mut arguments: Vec<Expr>) -> Expr {
        let seeds = convention.split_seeds(&mut arguments).into_iter().map(Some).collect();
        let call = convention.call_left(self.host, left, arguments, seeds);
        let entries = convention.entries();
        if convention.environment.is_none() {
            if entries.iter().all(|entry| entry.len() == 1) && entries.len() != 1 {
                return call;
            }
            let mut single = (0u32..).zip(&entries).filter(|(_, entry)| !entry.is_empty());
            if let (Some((index, entry)), None) = (single.next(), single.next())
                && entry.len() == 1
            {
                return Expr::Field(Box::new(call), index);
            }
        }
        let mut given = Vec::new();
        let mut take = |walk: &mut Self, bundle: &Vec<Type>| {
            let (pattern, exprs) = walk.fresh_bundle(bundle.len(), "d");
            given.extend(exprs);
            if bundle.is_empty() { Pattern::Wild } else { pattern }
        };
        let environment = convention.environment.as_ref().map(|bundle| take(self, bundle));
        let entries = Pattern::Tuple(entries.iter().map(|bundle| take(self, bundle)).collect());
        let pattern = match environment {
            Some(environment) => Pattern::Tuple(vec![environment, entries]),
            None => entries,
        };
        self.push(Statement::Let(pattern, call));
        grouped(given)
    }
}

//! Functions as Rust values: closures, and the backpropagators that are given to the caller.

use std::rc::Rc;

use hypernet::{EdgeId, Level, Type, WireId};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::Backpropagator;
use super::convention::Form;
use super::scope::Scope;
use super::syntax::{Block, Expr, Pattern};
use super::value::{Storage, Value};
use super::walk::{WIDTH, Walk};
use crate::program::{Again, Shape};

impl Walk<'_> {
    /// A function as a Rust value.
    pub(super) fn function(&mut self, wire: WireId, form: Form<'_>) -> Expr {
        match self.value(wire) {
            Some(Value::Slot(slot)) => self.take(slot),
            Some(Value::Closure(edge)) => match form.backpropagator(self.net, wire) {
                Some(back) => self.backpropagator(edge, back),
                None => self.closure(edge),
            },
            Some(value @ (Value::Function(_) | Value::Host(..) | Value::Left(..) | Value::Either(_))) => {
                self.wrapped(wire, &value)
            }
            Some(Value::Stored(storage)) => self.stored_value(&storage),
            None => Expr::Tuple(Vec::new()),
        }
    }

    /// The closure of an abstraction.
    pub(super) fn closure(&mut self, edge: EdgeId) -> Expr {
        self.enter_closure(edge);
        let region = self.net.region(Level::Inside(edge));
        let captured = self.net.edge(edge).sources().len();
        let mut params = Vec::new();
        for &wire in &region.inputs()[captured..] {
            let ty = self.net.wire(wire).ty();
            if *ty != Type::World {
                let pattern = self.pattern(wire, "a");
                params.push((pattern, self.host.ty(ty)));
            }
        }
        let body = self.body(edge, &[], false, true);
        Expr::Closure(params, Box::new(body))
    }

    /// The closure of a backpropagator that is given to the caller.
    pub(super) fn backpropagator(&mut self, edge: EdgeId, back: &Backpropagator) -> Expr {
        let region = self.net.region(Level::Inside(edge));
        for (index, name) in &back.names {
            if let Some(&wire) = region.outputs().get(*index) {
                self.hints[self.net.root(wire).index()] = Some(name.as_str().into());
            }
        }
        self.enter_closure(edge);
        let captured = self.net.edge(edge).sources().len();
        let ty = self.taken_type(&region.inputs()[captured..], back);
        let mut params = region.inputs()[captured..].iter().copied();
        let mut pattern = self.sensitivity_pattern(&back.sensitivity, &mut params, &mut Vec::new());
        let mut accumulators = Vec::with_capacity(back.again.len());
        for again in &back.again {
            match again.accumulator.as_ref().and_then(|name| Some((name, params.next()?))) {
                Some((name, wire)) => accumulators.push(self.accumulator(wire, name)),
                None => accumulators.push(Pattern::Wild),
            }
            if let Some((name, wire)) = again.storage.as_ref().and_then(|name| Some((name, params.next()?))) {
                accumulators.push(self.accumulator(wire, name));
            }
        }
        // They come last in the net.
        let seeds: Vec<Pattern> =
            back.seeds.iter().flatten().filter_map(|_| Some(self.pattern(params.next()?, "seed"))).collect();
        if matches!(&back.sensitivity, Shape::Leaf(ty) if ty.as_function().is_some()) {
            self.say_cotangents(&region.inputs()[captured..]);
        }
        self.level(Level::Inside(edge));
        let wires: Vec<WireId> = back.results.wires().iter().map(|&index| region.outputs()[index]).collect();
        let width = if wires.len() == 1 { usize::MAX } else { WIDTH };
        self.before_moves(&wires);
        let (exprs, _) = self.operands_within(&wires, width, Form::Internal);
        self.flush();
        let result = back.results.assemble(&mut exprs.into_iter());
        let mut body = self.close_scope(Some(result));
        // What is not a number may have fields, methods and operators that are not there.
        let mut open = Vec::new();
        if !back.sensitivity.leaves().iter().all(|ty| matches!(ty, Type::Real(_)))
            || accumulators.is_empty() && !is_of_numbers(&back.ty)
        {
            pattern.variables(&mut open);
        }
        if !accumulators.is_empty() {
            // What is supplied again goes by the name that it had.
            let code = Expr::Block(Box::new(body));
            let names = code.names();
            let again = back.again.iter().filter(|again| again.supplied).map(|Again { name, .. }| {
                if names.contains(&name.to_string()) { Pattern::Variable(name.clone()) } else { Pattern::Wild }
            });
            let (again, accumulators) = (Pattern::Tuple(again.collect()), Pattern::Tuple(accumulators));
            again.variables(&mut open);
            accumulators.variables(&mut open);
            pattern = Pattern::Tuple(vec![pattern, again, accumulators]);
            let Expr::Block(inside) = code else { unreachable!("it is a block") };
            body = *inside;
        }
        let mut params = vec![(pattern, Some(ty))];
        if !back.seeds.is_empty() {
            for pattern in &seeds {
                pattern.variables(&mut open);
            }
            let mut seeds = seeds.into_iter();
            let pattern = back.seeds.iter().map(|ty| match ty {
                Some(_) => {
                    let seed = self.host.private(&quote!(seeds::Seed));
                    seeds.next().map_or(Pattern::Wild, |pattern| Pattern::Of(seed, Box::new(pattern)))
                }
                None => Pattern::Wild,
            });
            params.push((Pattern::Tuple(pattern.collect()), Some(super::seeds_type(&back.seeds, &self.host.backprop))));
        }
        self.host.depend_in(&mut body, open);
        let closure = Expr::Closure(params, Box::new(body));
        if back.seeds.is_empty() {
            return closure;
        }
        let adding = Expr::Tokens(self.host.private(&quote!(seeds::Adding)), true);
        Expr::Call(Box::new(adding), vec![closure])
    }

    /// The type of what a backpropagator takes. That of what a function captured has no name, but parts of it may have.
    fn taken_type(&self, params: &[WireId], back: &Backpropagator) -> TokenStream {
        match &back.sensitivity {
            Shape::Leaf(ty) if ty.as_function().is_some() && back.again.is_empty() => {
                self.sensitivity_ty(Some(ty), params)
            }
            Shape::Leaf(_) | Shape::Tuple(_) => back.ty.clone(),
        }
    }

    pub(super) fn sensitivity_pattern(
        &mut self,
        shape: &Shape,
        params: &mut dyn Iterator<Item = WireId>,
        path: &mut Vec<usize>,
    ) -> Pattern {
        match shape {
            Shape::Leaf(ty) if ty.as_function().is_some() => {
                let count = ty.sensitivity().map_or(0, |bundle| bundle.len());
                let wires: Vec<WireId> = params.take(count).collect();
                self.grouped_pattern(&wires, "d")
            }
            Shape::Leaf(ty) if ty.sensitivity().is_some_and(|bundle| bundle.is_empty()) => Pattern::Wild,
            Shape::Leaf(_) => {
                let name = path.iter().fold("d".to_owned(), |name, index| format!("{name}_{index}"));
                params.next().map_or(Pattern::Wild, |wire| self.pattern(wire, &name))
            }
            Shape::Tuple(parts) => Pattern::Tuple(
                (0..)
                    .zip(parts)
                    .map(|(index, part)| {
                        path.push(index);
                        let pattern = self.sensitivity_pattern(part, params, path);
                        path.pop();
                        pattern
                    })
                    .collect(),
            ),
        }
    }

    /// Begins a block for the inside of an abstraction; what it captured keeps its value.
    pub(super) fn enter(&mut self, edge: EdgeId) {
        self.capture(edge);
        self.scopes.push(Scope::default());
    }

    pub(super) fn capture(&mut self, edge: EdgeId) {
        let inputs = self.net.region(Level::Inside(edge)).inputs();
        for (&outer, &inner) in self.net.edge(edge).sources().iter().zip(inputs) {
            self.fix(outer);
            if let Some(value) = self.value(outer) {
                self.set(inner, &value);
            }
        }
    }

    /// The block of the inside of an abstraction whose inputs have their values. The outputs that are held by variables
    /// are assigned to those, and not given.
    pub(super) fn body(&mut self, edge: EdgeId, held: &[Option<Rc<Storage>>], either: bool, typed: bool) -> Block {
        let mut wires = self.live.outputs(self.net, edge);
        let mut stored = Vec::new();
        if held.iter().any(Option::is_some) {
            let mut given = Vec::with_capacity(wires.len());
            for (wire, held) in wires.into_iter().zip(held) {
                match held {
                    Some(storage) => stored.push((wire, storage)),
                    None => given.push(wire),
                }
            }
            wires = given;
        }
        for &(wire, storage) in &stored {
            self.destine(wire, storage);
        }
        self.level(Level::Inside(edge));
        for (wire, storage) in stored {
            self.store(wire, storage);
        }
        let width = if wires.len() == 1 { usize::MAX } else { WIDTH };
        self.before_moves(&wires);
        // What the last expression makes may outlast the variables of the block.
        if self.scope().owns {
            self.flush();
        }
        let (mut exprs, _) = self.operands_within(&wires, width, Form::Internal);
        self.flush();
        self.computed_before(&wires, &mut exprs);
        if either {
            for (expr, &wire) in exprs.iter_mut().zip(&wires) {
                if self.net.wire(wire).ty().as_function().is_some() {
                    let inside = std::mem::replace(expr, Expr::Bool(false));
                    *expr = Expr::Call(Box::new(Expr::Tokens(quote!(), false)), vec![inside]);
                }
            }
        }
        if typed {
            exprs = exprs.into_iter().map(Expr::typed).collect();
        }
        let result = if exprs.len() > 1 { Some(Expr::Tuple(exprs)) } else { exprs.pop() };
        self.close_scope(result)
    }
}

/// Whether this type names numbers of Rust's own alone.
fn is_of_numbers(ty: &TokenStream) -> bool {
    ty.clone().into_iter().all(|token| match token {
        TokenTree::Ident(ident) => ["f32", "f64"].iter().any(|name| ident == name),
        TokenTree::Group(group) => is_of_numbers(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}

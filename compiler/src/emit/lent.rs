//! Structs that are lent where they are, in a field or an array: they are neither moved nor cloned.

use hypernet::ids::{IdMap, IdSet};
use hypernet::{ArrayOp, Consumer, EdgeId, Field, Form, Label, Operation, Producer, Type, WireId};

use super::flat::is_builtin_number;
use super::syntax::{Expr, Pattern, Statement};
use super::value::Value;
use super::walk::Walk;
use crate::program::Callee;

impl Walk<'_> {
    /// Whether nothing moves or copies what is on this wire: methods are called on it, references to it are taken, and numbers in it
    /// are read.
    pub(super) fn is_lent_alone(&self, wire: WireId) -> bool {
        let lends = |(id, port): (EdgeId, u32)| match self.net.edge(id).label() {
            Label::Eval => port == 1 && matches!(self.callee_of(id), Some(Callee::Method(..))),
            Label::Operation(Operation::View(form, _)) => {
                matches!(form, Form::Reference | Form::OpenReference | Form::Passed | Form::Clone | Form::Second)
            }
            Label::Operation(Operation::Project(_)) => {
                is_builtin_number(self.net.wire(self.net.edge(id).targets()[0]).ty())
            }
            Label::Copy | Label::Discard | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => false,
        };
        if self.is_given(wire) {
            return false;
        }
        self.takers(wire).into_iter().all(lends)
    }

    /// The edges in an order in which the fields of a struct are read right after it is made, if a function of the runtime moves it.
    pub(super) fn fields_before_moves(&self, order: Vec<EdgeId>) -> Vec<EdgeId> {
        if !order.iter().any(|&id| matches!(self.callee_of(id), Some(Callee::Part(..) | Callee::Second(..)))) {
            return order;
        }
        let mut here = IdSet::new();
        for &id in &order {
            here.insert(id);
        }
        // What makes the struct that a call reads a field of, and what gives the function of the call.
        let read = |&id: &EdgeId| {
            let (Some(Callee::Field(..)), &[function, whole, ..]) = (self.callee_of(id), self.net.edge(id).sources())
            else {
                return None;
            };
            let whole = self.net.root(whole);
            let [maker, function] = [whole, self.net.root(function)].map(|wire| self.net.producer_edge(wire));
            let (maker, function) = (maker?.0, function?.0);
            let is_here = here.contains(&maker) && here.contains(&function);
            (is_here && self.is_moved_by_runtime(whole)).then_some((maker, [function, id]))
        };
        let (mut after, mut moved): (IdMap<EdgeId, Vec<EdgeId>>, IdSet<EdgeId>) = (IdMap::new(), IdSet::new());
        for (maker, reads) in order.iter().filter_map(read) {
            after.get_or_default(maker).extend(reads.into_iter().filter(|&id| moved.insert(id)));
        }
        let mut sorted = Vec::with_capacity(order.len());
        for &id in &order {
            // What has been moved comes with its maker, which may have been moved itself.
            let mut pending = if moved.contains(&id) { Vec::new() } else { vec![id] };
            while let Some(id) = pending.pop() {
                sorted.push(id);
                pending.extend(after.remove(&id).into_iter().flatten().rev());
            }
        }
        sorted
    }

    /// The type of the cotangent of a struct of which calls take several fields: it is asked for each of them before one is moved out.
    pub(super) fn kind_before_moves(&mut self, callee: Option<&Callee>, source: WireId, of: &[Expr]) -> Option<Expr> {
        let (Some(Callee::Field(way, _)), [of]) = (callee, of) else { return None };
        let root = self.net.root(source);
        if !self.kinds.contains_key(&(root, way.clone())) {
            let field_of =
                |&(id, port): &(EdgeId, u32)| match self.callee_of(id).filter(|_| port == 1 && !self.is_done(id)) {
                    Some(Callee::Field(way, _)) => Some(way),
                    _ => None,
                };
            let others: Vec<&Field> =
                self.takers(root).iter().filter_map(field_of).filter(|other| *other != way).collect();
            if others.is_empty() || !of.is_place() {
                return None;
            }
            self.flush();
            for way in std::iter::once(way).chain(others) {
                if self.kinds.contains_key(&(root, way.clone())) {
                    continue;
                }
                let (name, kind) = (self.names.fresh("kind"), self.kind(way, of));
                self.push(Statement::Let(Pattern::Variable(name.clone()), kind));
                self.kinds.insert((root, way.clone()), (self.scopes.len(), name));
            }
        }
        self.kinds.get(&(root, way.clone())).map(|(_, name)| Expr::Variable(name.clone()))
    }

    /// Whether an element is a struct that is lent where it is: nothing moves or copies it, and the array stays as it is.
    pub(super) fn is_lent_in_place(&self, array: WireId, element: WireId) -> bool {
        matches!(self.net.wire(element).ty(), Type::Opaque(_))
            && self.live.uses(element) > 0
            && self.is_lent_alone(element)
            && self.stays_as_it_is(array)
    }

    /// Whether nothing changes or moves an array on this level, from this wire on.
    fn stays_as_it_is(&self, array: WireId) -> bool {
        let mut pending = vec![array];
        while let Some(wire) = pending.pop() {
            if let Type::Look(_) = self.net.wire(wire).ty() {
                match self.net.wire(self.net.root(wire)).producer() {
                    Producer::Input(_) => continue,
                    Producer::Target(look, 1) => {
                        pending.push(self.net.edge(look).targets()[0]);
                        continue;
                    }
                    Producer::Target(..) | Producer::Open => return false,
                }
            }
            let Consumer::Source(id, _) = self.net.wire(wire).consumer() else { continue };
            let edge = self.net.edge(id);
            match edge.label() {
                Label::Discard => {}
                Label::Copy => pending.extend(edge.targets()),
                // A field of all elements goes back to where it was, and so does what is left without it.
                Label::Operation(Operation::Array(ArrayOp::SplitField(_), _)) if !self.is_joined(edge.targets()[1]) => {
                    return false;
                }
                Label::Operation(Operation::Array(
                    ArrayOp::Get(_)
                    | ArrayOp::Len(_)
                    | ArrayOp::Look
                    | ArrayOp::Shape
                    | ArrayOp::ShapeAt(_)
                    | ArrayOp::SplitField(_)
                    | ArrayOp::JoinField(_),
                    _,
                )) => pending.push(edge.targets()[0]),
                Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => return false,
            }
        }
        true
    }

    /// Whether this is what is left of an array without a field, and the field is put back.
    fn is_joined(&self, rest: WireId) -> bool {
        let Consumer::Source(id, 1) = self.net.wire(rest).consumer() else { return false };
        matches!(self.net.edge(id).operation(), Some(Operation::Array(ArrayOp::JoinField(_), _)))
    }

    /// Whether all else that wants a cotangent reads numbers of it, and these are variables or have not been read yet.
    pub(super) fn is_read_beside(&self, cotangent: WireId, id: EdgeId) -> bool {
        let reads = |&(taker, _): &(EdgeId, u32)| {
            let edge = self.net.edge(taker);
            let field = edge.targets().first().copied();
            matches!(edge.operation(), Some(Operation::Project(_)))
                && field.is_some_and(|field| is_builtin_number(self.net.wire(field).ty()) && self.is_variable(field))
        };
        let root = self.net.root(cotangent);
        !self.is_given(root) && self.takers(root).iter().filter(|taker| taker.0 != id).all(reads)
    }

    /// Whether what is on this wire is a variable, or has not been computed yet.
    fn is_variable(&self, wire: WireId) -> bool {
        match self.value(wire) {
            None => true,
            Some(Value::Slot(slot)) => matches!(self.slots[slot].expr, Expr::Variable(_)),
            Some(_) => false,
        }
    }
}

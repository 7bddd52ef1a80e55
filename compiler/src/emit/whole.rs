//! What is done to whole arrays: a method of the array, where it is.

use hypernet::{ArrayOp, Cloned, EdgeId, End, Gives, Operation, PlaceStep, Producer, Type, Whole, WireId};
use quote::quote;

use super::arrays::is_of_structs;
use super::syntax::{Expr, Pattern, Statement};
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn whole(&mut self, op: &Whole, array_type: &Type, id: EdgeId, sources: &[WireId], targets: &[WireId]) {
        match op {
            Whole::Swap(_) => self.method_of(id, sources, targets, "swap"),
            Whole::SetAll => self.method_of(id, sources, targets, "fill"),
            Whole::Clear => {
                let array = self.cleared(array_type, sources[0]);
                self.push(Statement::Do(array));
                self.same(sources[0], targets[0]);
            }
            Whole::Copy(checks) | Whole::CopyLook(checks) => {
                // What is put back need not be `Copy`.
                let method =
                    if checks.known && is_of_structs(array_type) { "clone_from_slice" } else { "copy_from_slice" };
                self.method_of(id, sources, targets, method);
                if let Whole::Copy(_) = op {
                    self.same(sources[1], targets[1]);
                }
            }
            Whole::Restore => {
                let [array, look] = self.both(sources);
                let restore = Expr::Tokens(self.host.private(&quote!(Restore::__restore)), true);
                let arguments = vec![self.lent_mut(array), self.lent_out(look)];
                self.push(Statement::Do(Expr::Call(Box::new(restore), arguments)));
                self.same(sources[0], targets[0]);
            }
            Whole::Push => self.method_of(id, sources, targets, "push"),
            Whole::Insert(_) => self.method_of(id, sources, targets, "insert"),
            Whole::Reverse => self.method_of(id, sources, targets, "reverse"),
            Whole::Rotate(End::Left, _) => self.method_of(id, sources, targets, "rotate_left"),
            Whole::Rotate(End::Right, _) => self.method_of(id, sources, targets, "rotate_right"),
            Whole::Resize => self.method_of(id, &[&sources[..1], &sources[2..]].concat(), targets, "resize"),
            Whole::Extend | Whole::ExtendLook => {
                self.method_of(id, sources, targets, "extend_from_slice");
                if let Whole::Extend = op {
                    self.same(sources[1], targets[1]);
                }
            }
            Whole::Pop(_) => {
                let array = self.operands_alone(sources[0]);
                self.flush();
                let last = Expr::Method(Box::new(array), "pop", Vec::new());
                let last = Expr::Method(Box::new(last), "unwrap", Vec::new());
                self.taken_out(sources[0], targets, last, "last");
            }
            Whole::Remove(_) => {
                let (mut operands, _) = self.operands(sources);
                self.flush();
                let array = operands.remove(0);
                let removed = Expr::Method(Box::new(array), "remove", operands);
                self.taken_out(sources[0], targets, removed, "removed");
            }
            Whole::Truncate => self.method_of(id, sources, targets, "truncate"),
            // What its elements are is known to rustc alone, where no element is named.
            Whole::Truncated => {
                let [array, length] = self.both(sources);
                let length = self.read_beside(&array, length);
                let truncated = Expr::Tokens(self.host.private(&quote!(truncated)), true);
                let arguments = vec![self.lent_mut(array), length];
                self.taken_out(sources[0], targets, Expr::Call(Box::new(truncated), arguments), "shape");
            }
            Whole::Lengthened => {
                let [array, shape] = self.both(sources);
                let lengthen = Expr::UserMethod(Box::new(shape), quote!(lengthen), vec![self.lent_mut(array)]);
                self.push(Statement::Do(lengthen));
                self.same(sources[0], targets[0]);
            }
            Whole::Resized => {
                let [array, length] = self.both(sources);
                let length = self.read_beside(&array, length);
                let resized = self.of_elements(array_type, quote!(resized), quote!(resized_structs));
                let arguments = vec![self.lent_mut(array), length];
                self.taken_out(sources[0], targets, Expr::Call(Box::new(resized), arguments), "sum");
            }
            Whole::Extended => {
                let [longer, other] = self.both(sources);
                let extended = self.of_elements(array_type, quote!(extended), quote!(extended_structs));
                let arguments = vec![self.lent_mut(longer), self.lent_mut(other)];
                self.push(Statement::Do(Expr::Call(Box::new(extended), arguments)));
                self.same(sources[0], targets[0]);
                self.same(sources[1], targets[1]);
            }
            Whole::Clone(cloned) | Whole::CloneLook(cloned) => {
                let array = self.operands_alone(sources[0]);
                let is_slice = matches!(&array, Expr::Variable(ident) if self.slices.contains(ident));
                let method = match cloned {
                    Cloned::Same if !is_slice && !self.is_slice(sources[0]) => "clone",
                    Cloned::Same | Cloned::Growing => "to_vec",
                };
                let second = Expr::Method(Box::new(array), method, Vec::new()).primary_tokens();
                if let Whole::Clone(_) = op {
                    self.same(sources[0], targets[0]);
                }
                self.made(targets[targets.len() - 1], second);
            }
        }
    }

    /// Whether an array is some elements of another one, and so no value by itself: what takes it and gives it back changes nothing
    /// in that.
    fn is_slice(&self, mut wire: WireId) -> bool {
        loop {
            let Producer::Target(edge, target) = self.net.wire(self.net.root(wire)).producer() else { return false };
            let (sources, target) = (self.net.edge(edge).sources(), target as usize);
            let taken = match self.net.edge(edge).operation() {
                Some(Operation::Array(ArrayOp::Split(place) | ArrayOp::Part(place), _)) if target == 0 => {
                    return matches!(place.steps().last(), Some(PlaceStep::Range(_)));
                }
                // It is the whole again of which the other operand is what is left.
                Some(Operation::Array(ArrayOp::Join(_), _)) => Some(1),
                Some(Operation::Array(op, _)) => match op.gives(target) {
                    Gives::Same(operand) | Gives::Changed(operand) => Some(operand),
                    Gives::New | Gives::Other => None,
                },
                _ => {
                    let through = [self.net.handed_on(edge), self.net.changed(edge)].concat();
                    through.into_iter().find(|&(_, given)| given == target).map(|(taken, _)| taken)
                }
            };
            let Some(taken) = taken else { return false };
            wire = sources[taken];
        }
    }

    /// An element that is taken out of an array by this.
    fn taken_out(&mut self, array: WireId, targets: &[WireId], taken: Expr, name: &str) {
        if self.net.wire(targets[1]).ty().is_array() {
            self.given_array(targets[1], taken, name);
        } else {
            self.define(targets[1], taken, true, name);
        }
        // It may be used later, or not at all: the array is changed now.
        self.flush();
        self.same(array, targets[0]);
    }

    /// A call of this method of an array, which changes it.
    fn method_of(&mut self, id: EdgeId, sources: &[WireId], targets: &[WireId], name: &'static str) {
        let is_struct = |wire: WireId| matches!(self.net.wire(wire).ty(), Type::Opaque(_));
        if let Some(&given) = sources[1..].iter().find(|&&wire| is_struct(wire)) {
            self.read_before(&[given]);
        }
        let (operands, _) = self.operands(sources);
        let handed_over =
            |(operand, &given)| if is_struct(given) { self.handed_over(operand, given, id) } else { operand };
        let mut operands: Vec<Expr> = operands.into_iter().zip(sources).map(handed_over).collect();
        self.flush();
        let array = operands.remove(0);
        // The array is borrowed before its arguments are computed, so these read nothing of it.
        let named = array.names();
        let moves = matches!(name, "push" | "insert");
        let is_lent = |wire: WireId| !moves && matches!(self.net.wire(wire).ty(), Type::Array(_) | Type::Look(_));
        let lent: Vec<bool> = sources[1..].iter().map(|&wire| is_lent(wire)).collect();
        // What is lent is another array.
        let mut computed = operands.iter().zip(&lent).filter(|(_, lent)| !**lent);
        if computed.any(|(operand, _)| !operand.names().is_disjoint(&named)) {
            for (operand, _) in operands.iter_mut().zip(&lent).filter(|(_, lent)| !**lent) {
                *operand = self.named_before(operand.clone());
            }
        }
        for (operand, lent) in operands.iter_mut().zip(lent) {
            if lent {
                *operand = self.lent_out(operand.clone());
            }
        }
        self.push(Statement::Do(Expr::Method(Box::new(array), name, operands)));
        self.same(sources[0], targets[0]);
    }

    /// An array, and what is done to it.
    fn both(&mut self, sources: &[WireId]) -> [Expr; 2] {
        let (operands, _) = self.operands(sources);
        self.flush();
        <[Expr; 2]>::try_from(operands).expect("an array and another operand")
    }

    /// An argument that is computed before an array is lent to be changed, if it reads anything of the array.
    fn read_beside(&mut self, array: &Expr, argument: Expr) -> Expr {
        if argument.names().is_disjoint(&array.names()) { argument } else { self.named_before(argument) }
    }

    fn named_before(&mut self, argument: Expr) -> Expr {
        let ident = self.fresh("value");
        self.push(Statement::Let(Pattern::Variable(ident.clone()), argument.typed()));
        Expr::Variable(ident)
    }

    /// Zeros for all elements.
    fn cleared(&mut self, ty: &Type, wire: WireId) -> Expr {
        let array = self.operands_alone(wire);
        self.flush();
        let is_builtin = |element: &Type| matches!(element, Type::Real(name) if crate::source::names::is_builtin(name));
        if matches!(ty, Type::Array(element) if is_builtin(element)) {
            return Expr::Method(Box::new(array), "fill", vec![Expr::Tokens(quote!(0.0), true)]);
        }
        let clear = self.of_elements(ty, quote!(clear), quote!(clear_structs));
        Expr::Call(Box::new(clear), vec![self.lent_mut(array)])
    }
}

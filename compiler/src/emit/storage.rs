//! Residuals that leave nested branches together.
//!
//! In the net, what a branch leaves for the reverse pass comes out of it as an option of a tuple, which may hold what the
//! branches inside of it left. In the emitted code each value in there is a variable, declared before the outermost of the
//! branches and assigned where the value is computed; no branch in between mentions it. So the code stays linear in the
//! net, however deeply branches are nested.
//!
//! The variables stand for the option: those of a branch that is not taken keep the value that they were declared with,
//! which nobody reads.

use std::rc::Rc;

use hypernet::{Consumer, EdgeId, Hypernet, Operation, Producer, Type, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::kept::is_lent;
use super::syntax::{Expr, Pattern, Statement};
use super::value::{Storage, Value, has_default, stored};
use super::walk::Walk;

/// Whether an operation does nothing but put together or take apart what variables hold.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other operation makes an option, or a tuple for one")]
pub(super) fn is_storing(net: &Hypernet, operation: &Operation, target: WireId) -> bool {
    match operation {
        Operation::Present(_) | Operation::Absent(_) => stored(net.wire(target).ty()).is_some(),
        Operation::Pack(_) => match net.wire(target).consumer() {
            Consumer::Source(edge, _) => {
                let edge = net.edge(edge);
                matches!(edge.operation(), Some(Operation::Present(_)))
                    && stored(net.wire(edge.targets()[0]).ty()).is_some()
            }
            Consumer::Output(_) | Consumer::Open => false,
        },
        _ => false,
    }
}

impl Walk<'_> {
    /// Emits an operation that [is storing](is_storing). What a branch gives, or what is a part of that, is assigned where
    /// the branch ends; all else gets variables of its own.
    pub(super) fn hold(&mut self, target: WireId) {
        let Some(parts) = stored(self.net.wire(target).ty()) else { return };
        let part_of_another = match self.net.wire(target).consumer() {
            Consumer::Source(edge, _) => matches!(self.net.edge(edge).operation(), Some(Operation::Pack(_))),
            Consumer::Output(_) | Consumer::Open => true,
        };
        if !part_of_another && self.live.uses(target) > 0 {
            let storage = self.declare(parts);
            self.store(target, &storage);
            self.set(target, &Value::Stored(storage));
        }
    }

    /// The variables for a result of branches, if it is held by some: those that a branch around has for it, or new ones.
    pub(super) fn storage(&mut self, target: WireId) -> Option<Rc<Storage>> {
        let parts = stored(self.net.wire(target).ty())?;
        let storage = self.destinations.remove(&target).unwrap_or_else(|| self.declare(parts));
        self.set(target, &Value::Stored(storage.clone()));
        Some(storage)
    }

    fn declare(&mut self, parts: &[Type]) -> Rc<Storage> {
        let declare = |walk: &mut Self, ty: &Type| {
            if let Some(parts) = stored(ty) {
                return walk.declare(parts);
            }
            let ident = walk.fresh("residual");
            let option = !has_default(ty);
            let first = if option {
                Expr::Tokens(quote!(::core::option::Option::None), true)
            } else {
                walk.host.default(ty).typed()
            };
            walk.push(Statement::Let(Pattern::Mutable(ident.clone()), first));
            Rc::new(Storage::Variable(ident, option))
        };
        Rc::new(Storage::Tuple(parts.iter().map(|part| declare(self, part)).collect()))
    }

    /// Lets the branches inside of a branch assign the variables of one of its outputs.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation gives an option that variables hold")]
    pub(super) fn destine(&mut self, output: WireId, storage: &Rc<Storage>) {
        let Some((edge, operation)) = produced(self.net, output) else { return };
        match operation {
            Operation::Cond(..) => {
                self.destinations.insert(output, storage.clone());
            }
            Operation::Present(_) => {
                let tuple = self.net.edge(edge).sources()[0];
                if let (Some((pack, Operation::Pack(_))), Storage::Tuple(parts)) =
                    (produced(self.net, tuple), &**storage)
                {
                    for (&part, storage) in self.net.edge(pack).sources().iter().zip(parts) {
                        if matches!(**storage, Storage::Tuple(_)) {
                            self.destine(part, storage);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Assigns the variables of an output of a branch that has been walked through.
    pub(super) fn store(&mut self, output: WireId, storage: &Rc<Storage>) {
        if let Some(Value::Stored(known)) = self.value(output) {
            return self.move_stored(&known, storage);
        }
        match (produced(self.net, output), &**storage) {
            (Some((_, Operation::Absent(_))), _) => {}
            (Some((present, Operation::Present(_))), Storage::Tuple(parts)) => {
                let tuple = self.net.edge(present).sources()[0];
                if let Some((pack, Operation::Pack(_))) = produced(self.net, tuple) {
                    let sources = self.net.edge(pack).sources();
                    self.read_before_left(sources);
                    for (&wire, storage) in sources.iter().zip(parts) {
                        if let Storage::Tuple(_) = **storage {
                            self.store(wire, storage);
                        }
                    }
                    for (&wire, storage) in sources.iter().zip(parts) {
                        if let Storage::Variable(ident, option) = &**storage {
                            let value = self.operands_alone(wire);
                            self.assign(ident, *option, value);
                        }
                    }
                } else {
                    // A tuple that was one before: its parts are no options.
                    self.fix(tuple);
                    let tuple = self.operands_alone(tuple);
                    for (index, storage) in (0u32..).zip(parts) {
                        match &**storage {
                            Storage::Variable(ident, option) => {
                                self.assign(ident, *option, Expr::Field(Box::new(tuple.clone()), index));
                            }
                            Storage::Tuple(_) => self.lost("a part of the residual of a branch"),
                        }
                    }
                }
            }
            // An option that is one value cannot be assigned to variables: the types do not agree.
            (_, Storage::Tuple(_) | Storage::Variable(..)) => self.lost("the residual of a branch"),
        }
    }

    /// What should be there is not: the emitted code does not compile.
    pub(super) fn lost(&mut self, what: &str) {
        let error = format!("`backprop` lost {what}: please report this");
        self.push(Statement::Do(Expr::Tokens(quote!(::core::compile_error!(#error)), true)));
    }

    fn assign(&mut self, ident: &Ident, option: bool, value: Expr) {
        let value = if option {
            let some = Expr::Tokens(quote!(::core::option::Option::Some), true);
            Expr::Call(Box::new(some), vec![value])
        } else {
            value
        };
        self.push(Statement::Assign(ident.clone(), value));
    }

    fn move_stored(&mut self, from: &Rc<Storage>, to: &Rc<Storage>) {
        match (&**from, &**to) {
            _ if Rc::ptr_eq(from, to) => {}
            (Storage::Tuple(from), Storage::Tuple(to)) => {
                for (from, to) in from.iter().zip(to) {
                    self.move_stored(from, to);
                }
            }
            (Storage::Variable(from, _), Storage::Variable(to, _)) => {
                self.push(Statement::Assign(to.clone(), Expr::Variable(from.clone())));
            }
            (Storage::Tuple(_), Storage::Variable(..)) | (Storage::Variable(..), Storage::Tuple(_)) => {
                self.lost("what a branch has kept");
            }
        }
    }

    /// Gives the parts of a tuple that variables hold to wires.
    pub(super) fn unpack_stored(&mut self, storage: &Storage, targets: &[WireId]) {
        let Storage::Tuple(parts) = storage else { return self.lost("a tuple in the residual of a branch") };
        for (storage, &target) in parts.iter().zip(targets) {
            match &**storage {
                Storage::Tuple(_) => self.set(target, &Value::Stored(storage.clone())),
                Storage::Variable(..) if self.live.uses(target) == 0 => {}
                Storage::Variable(ident, false) => self.set_atom(target, Expr::Variable(ident.clone())),
                Storage::Variable(ident, true) => {
                    self.expect(Expr::Variable(ident.clone()), self.net.wire(target).ty(), target, false);
                }
            }
        }
    }

    /// What variables hold, as one value for a tape: see [`Self::entry_pattern`].
    pub(super) fn tape_entry(storage: &Storage) -> Expr {
        match storage {
            Storage::Variable(ident, _) => Expr::Variable(ident.clone()),
            Storage::Tuple(parts) => Expr::Tuple(parts.iter().map(|part| Self::tape_entry(part)).collect()),
        }
    }

    /// New variables for an entry of a tape, if it is an option that variables hold, and the pattern that declares them.
    pub(super) fn entry_pattern(&mut self, entry: WireId) -> Option<Pattern> {
        let ty = self.net.wire(entry).ty();
        let (storage, pattern) = self.bind_parts(stored(ty)?, is_lent(ty));
        self.set(entry, &Value::Stored(Rc::new(storage)));
        Some(pattern)
    }

    fn bind_parts(&mut self, parts: &[Type], is_lent: bool) -> (Storage, Pattern) {
        let (mut storages, mut patterns) = (Vec::new(), Vec::new());
        for ty in parts {
            let (storage, pattern) = if let Some(parts) = stored(ty) {
                self.bind_parts(parts, is_lent)
            } else {
                let ident = self.fresh("residual");
                let pattern = Pattern::Variable(ident.clone());
                let pattern = if is_lent { self.lent_part(pattern, ty) } else { self.lent_pattern(pattern, ty) };
                (Storage::Variable(ident, !has_default(ty)), pattern)
            };
            storages.push(Rc::new(storage));
            patterns.push(pattern);
        }
        (Storage::Tuple(storages), Pattern::Tuple(patterns))
    }

    /// The tuple that variables hold.
    pub(super) fn stored_value(&self, storage: &Storage) -> Expr {
        match storage {
            Storage::Variable(ident, false) => Expr::Variable(ident.clone()),
            Storage::Variable(ident, true) => {
                let expect = Expr::Tokens(self.host.private(&quote!(expect)), true);
                Expr::Call(Box::new(expect), vec![Expr::Variable(ident.clone())])
            }
            Storage::Tuple(parts) => Expr::Tuple(parts.iter().map(|part| self.stored_value(part)).collect()),
        }
    }
}

/// The operation that produces a wire, with its edge.
fn produced(net: &Hypernet, wire: WireId) -> Option<(EdgeId, &Operation)> {
    match net.wire(wire).producer() {
        Producer::Target(edge, _) => Some((edge, net.edge(edge).operation()?)),
        Producer::Input(_) | Producer::Open => None,
    }
}

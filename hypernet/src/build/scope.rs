//! Values and the levels that are open: how a value gets to where it is used, and what becomes of those that are not.

use crate::ids::IdMap;

use super::{Branch, BuildError, Builder, Value};
use crate::label::{Label, Operation};
use crate::net::{EdgeId, Level, WireId};
use crate::operation::ArrayOp;
use crate::types::{Agree, Type};

/// What is known of a value.
#[derive(Debug)]
pub(super) struct Entry {
    /// How many abstractions were open where it was made, and the level itself.
    pub(super) depth: usize,
    pub(super) level: Level,
    /// The wire to take it from next: itself before the first use, later the one used last.
    pub(super) wire: WireId,
    pub(super) used: bool,
}

/// A level that is open.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) level: Level,
    /// A branch takes what it uses as arguments, an abstraction captures it.
    pub(super) branch: bool,
    pub(super) imports: Vec<(Value, WireId)>,
    pub(super) imported: IdMap<Value, Value>,
    pub(super) params: Vec<WireId>,
    pub(super) values: Vec<Value>,
}

impl Builder {
    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the outermost level is open")
    }

    /// The value of a new wire of the innermost open level.
    pub(super) fn value(&mut self, wire: WireId) -> Value {
        let value = Value(u32::try_from(self.entries.len()).expect("fewer than 2^32 values"));
        let depth = self.scopes.len() - 1;
        let level = self.scope().level;
        self.entries.push(Entry { depth, level, wire, used: false });
        self.scope().values.push(value);
        value
    }

    pub(super) fn check(&self, expected: &[Type], operands: &[Value]) -> Result<(), BuildError> {
        let agree = expected.len() == operands.len()
            && expected
                .iter()
                .zip(operands)
                .all(|(ty, &operand)| ty.agrees_with(self.ty(operand), Agree::UpToCaptures));
        if agree {
            return Ok(());
        }
        let found = operands.iter().map(|&operand| self.ty(operand).clone()).collect();
        Err(BuildError::Operands { expected: expected.to_vec(), found })
    }

    pub(super) fn edge(
        &mut self,
        label: Label,
        operands: &[Value],
        results: Vec<Type>,
    ) -> Result<Vec<Value>, BuildError> {
        let level = self.scope().level;
        let mut sources: Vec<WireId> = Vec::with_capacity(operands.len());
        for &operand in operands {
            let wire = self.take(operand)?;
            // A second use among the operands themselves: the copy took the wire that the first use was given.
            if let Some((copy, 1)) = self.net.producer_edge(wire)
                && let copy = self.net.edge(copy)
                && copy.label == Label::Copy
                && let Some(first) = sources.iter().rposition(|&earlier| earlier == copy.sources[0])
            {
                sources[first] = copy.targets[0];
            }
            sources.push(wire);
        }
        let (_, targets) = self.net.add_edge_with_targets(level, label, sources, results);
        Ok(targets.into_iter().map(|wire| self.value(wire)).collect())
    }

    pub(super) fn open_scope(&mut self, branch: bool) {
        let level = self.scope().level;
        let edge = self.net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
        self.scopes.push(Scope::new(Level::Inside(edge), branch));
    }

    pub(super) fn close_scope(
        &mut self,
        results: &[Value],
        branch: bool,
    ) -> Result<(EdgeId, Scope, Vec<Type>), BuildError> {
        if self.scopes.len() == 1 || self.scope().branch != branch {
            return Err(BuildError::Unbalanced);
        }
        let Level::Inside(edge) = self.scope().level else { return Err(BuildError::Unbalanced) };
        let mut scope = self.end_scope(results)?;
        self.leave_out_unused(scope.level);
        self.import_less(edge, &mut scope);
        let outputs = self.net.types(&self.net.region(Level::Inside(edge)).outputs);
        Ok((edge, scope, outputs))
    }

    /// Ends a wire here: an array is dropped, anything else is discarded.
    pub(super) fn end(&mut self, level: Level, wire: WireId) {
        let ty = self.net.wire(wire).ty.clone();
        let end = if ty.is_array() { Label::Operation(Operation::Array(ArrayOp::Drop, ty)) } else { Label::Discard };
        self.net.add_edge(level, end, vec![wire], Vec::new());
    }

    /// The discard that takes this wire, if one does.
    pub(super) fn discard_of(&self, wire: WireId) -> Option<EdgeId> {
        let (edge, _) = self.net.consumer_edge(wire)?;
        (self.net.edge(edge).label == Label::Discard).then_some(edge)
    }

    /// Leaves out what is discarded, so that nothing is captured for it: of what an abstraction captures there is a
    /// sensitivity, also if it is zero.
    pub(super) fn leave_out_unused(&mut self, level: Level) {
        let edges = &self.net.region(level).edges;
        let discarded = edges.iter().map(|&edge| self.net.edge(edge)).filter(|edge| edge.label == Label::Discard);
        let mut pending: Vec<WireId> = discarded.map(|edge| edge.sources[0]).collect();
        while let Some(wire) = pending.pop() {
            let producer = self.net.get_wire(wire).and_then(|_| self.net.producer_edge(wire));
            let Some((producer, _)) = producer else { continue };
            let edge = self.net.edge(producer);
            let stays = match &edge.label {
                Label::Operation(operation) => operation.may_panic(),
                Label::Frame(_) => true,
                Label::Copy | Label::Eval | Label::Abstraction | Label::Discard => false,
            };
            let discards: Option<Vec<EdgeId>> = edge.targets.iter().map(|&wire| self.discard_of(wire)).collect();
            let Some(discards) = discards.filter(|_| !stays) else { continue };
            for discard in discards {
                self.net.remove_edge(discard);
            }
            let edge = self.net.remove_edge(producer);
            for wire in edge.targets {
                self.net.remove_wire(wire);
            }
            for wire in edge.sources {
                self.end(level, wire);
                pending.push(wire);
            }
        }
    }

    /// Imports only what is not discarded inside.
    pub(super) fn import_less(&mut self, edge: EdgeId, scope: &mut Scope) {
        let unused: Vec<bool> = scope.imports.iter().map(|&(_, wire)| self.discard_of(wire).is_some()).collect();
        if !unused.contains(&true) {
            return;
        }
        let imports = std::mem::take(&mut scope.imports);
        for (&import, &unused) in imports.iter().zip(&unused) {
            if !unused {
                scope.imports.push(import);
            } else if let Some(discard) = self.discard_of(import.1) {
                self.net.remove_edge(discard);
                self.net.remove_wire(import.1);
            }
        }
        if scope.branch {
            return;
        }
        // An abstraction has taken what it imports.
        let level = self.net.edge(edge).level;
        for (wire, unused) in std::mem::take(&mut self.net.edge_mut(edge).sources).into_iter().zip(unused) {
            self.net.detach(wire);
            if unused {
                self.end(level, wire);
            } else {
                self.net.push_source(edge, wire);
            }
        }
    }

    /// Takes the results of the innermost level as its outputs and discards what was not used.
    pub(super) fn end_scope(&mut self, results: &[Value]) -> Result<Scope, BuildError> {
        let level = self.scope().level;
        for &result in results {
            let wire = self.take(result)?;
            self.net.push_output(level, wire);
        }
        let scope = self.scopes.pop().expect("the outermost level is open");
        for value in &scope.values {
            let Entry { wire, used, .. } = self.entries[value.0 as usize];
            if !used {
                if !self.net.wire(wire).ty.is_copyable() {
                    return Err(BuildError::Linear(self.net.wire(wire).ty.clone()));
                }
                self.net.add_edge(level, Label::Discard, vec![wire], Vec::new());
            }
        }
        Ok(scope)
    }

    /// Ends a branch: its parameters are the arguments, in order; those that it does not use, it discards.
    pub(super) fn branch(&mut self, branch: Branch, arguments: &[Value], types: &[Type]) -> Result<Value, BuildError> {
        let inside = Level::Inside(branch.edge);
        let imports: IdMap<Value, WireId> = branch.imports.into_iter().collect();
        let mut inputs = Vec::with_capacity(arguments.len());
        for (argument, ty) in arguments.iter().zip(types) {
            inputs.push(match imports.get(argument) {
                Some(&wire) => wire,
                None if !ty.is_copyable() => return Err(BuildError::Linear(ty.clone())),
                None => {
                    let wire = self.net.add_wire(inside, ty.clone(), None);
                    self.net.add_edge(inside, Label::Discard, vec![wire], Vec::new());
                    wire
                }
            });
        }
        self.net.set_inputs(inside, inputs);
        Ok(self.function(branch.edge, Vec::new(), types.to_vec(), branch.outputs))
    }

    pub(super) fn function(
        &mut self,
        edge: EdgeId,
        captured: Vec<Type>,
        params: Vec<Type>,
        results: Vec<Type>,
    ) -> Value {
        let level = self.net.edge(edge).level;
        let wire = self.net.add_wire(level, Type::function(captured, params, results), None);
        self.net.push_target(edge, wire);
        self.value(wire)
    }

    /// Whether a value can be used at the level at hand: the abstraction or branch that made it has not been closed.
    #[must_use]
    pub fn is_in_scope(&self, value: Value) -> bool {
        let Entry { depth, level, .. } = self.entries[value.0 as usize];
        self.scopes.get(depth).is_some_and(|scope| scope.level == level)
    }

    /// A wire of the innermost open level that carries this value and is free to be consumed.
    pub(super) fn take(&mut self, value: Value) -> Result<WireId, BuildError> {
        if !self.is_in_scope(value) {
            return Err(BuildError::OutOfScope);
        }
        let depth = self.entries[value.0 as usize].depth;
        let mut value = value;
        for depth in depth + 1..self.scopes.len() {
            value = self.import(value, depth)?;
        }
        self.take_here(value)
    }

    /// The value that stands, in the scope of this depth, for one of the scope around it.
    pub(super) fn import(&mut self, outer: Value, depth: usize) -> Result<Value, BuildError> {
        if let Some(&inner) = self.scopes[depth].imported.get(&outer) {
            return Ok(inner);
        }
        let Scope { level, branch, .. } = self.scopes[depth];
        let wire = self.net.wire(self.entries[outer.0 as usize].wire);
        let (ty, name) = (wire.ty.clone(), wire.name.clone());
        if !branch {
            if !ty.is_copyable() {
                return Err(BuildError::Linear(ty));
            }
            let Level::Inside(edge) = level else { return Err(BuildError::Unbalanced) };
            let source = self.take_here(outer)?;
            self.net.push_source(edge, source);
        }
        let wire = self.net.add_wire(level, ty, name);
        let inner = Value(u32::try_from(self.entries.len()).expect("fewer than 2^32 values"));
        self.entries.push(Entry { depth, level, wire, used: false });
        let scope = &mut self.scopes[depth];
        scope.values.push(inner);
        scope.imports.push((outer, wire));
        scope.imported.insert(outer, inner);
        Ok(inner)
    }

    /// As [`Builder::take`], at the value's own level: a second use puts a copy before the last one.
    pub(super) fn take_here(&mut self, value: Value) -> Result<WireId, BuildError> {
        let Entry { wire, used, .. } = self.entries[value.0 as usize];
        if !used {
            self.entries[value.0 as usize].used = true;
            return Ok(wire);
        }
        let ty = &self.net.wire(wire).ty;
        if !ty.is_copyable() {
            return Err(BuildError::Linear(ty.clone()));
        }
        let port = self.net.detach(wire);
        let (_, targets) = self.net.add_copy(wire);
        self.net.attach(targets[0], port);
        self.entries[value.0 as usize].wire = targets[1];
        Ok(targets[1])
    }
}

impl Scope {
    pub(super) fn new(level: Level, branch: bool) -> Self {
        Self { level, branch, imports: Vec::new(), imported: IdMap::new(), params: Vec::new(), values: Vec::new() }
    }
}

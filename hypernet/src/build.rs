//! Building nets the way programs are written: values may be used many times, or not at all, and from inside of an
//! abstraction. The builder puts the copies, the discards and the captures in.
//!
//! ```
//! use hypernet::{Builder, Operation, Primitive, Type};
//!
//! // let mul = |y| x * y; mul(x) + x
//! let mut b = Builder::new();
//! let x = b.input(Type::f64(), Some("x"));
//! b.open();
//! let y = b.input(Type::f64(), Some("y"));
//! let product = b.primitive(Primitive::Mul, &[x, y])?;
//! let mul = b.close(&[product])?;
//! let called = b.eval(mul, &[x])?[0];
//! let sum = b.primitive(Primitive::Add, &[called, x])?;
//! let net = b.finish(&[sum])?;
//! assert_eq!((net.inputs().len(), net.outputs().len()), (1, 1));
//! # Ok::<(), hypernet::BuildError>(())
//! ```

mod fold;
mod scope;

use std::fmt;
use std::sync::Arc;

use crate::ids::IdSet;
use crate::label::{Constant, Label, Operation};
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::primitive::Primitive;
use crate::types::{Agree, Listed, Name, Type};
use scope::{Entry, Scope};

/// A value under construction: it may be used any number of times, at its level and inside of abstractions there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(u32);

impl From<Value> for usize {
    fn from(value: Value) -> Self {
        value.0 as Self
    }
}

/// A branch for [`Builder::cond`], or what a loop runs for [`Builder::fold`]; made by [`Builder::close_branch`].
#[derive(Debug)]
pub struct Branch {
    edge: EdgeId,
    /// The inputs that were made in it.
    params: Vec<WireId>,
    /// What it uses of the enclosing level, and the wire inside that stands for it.
    imports: Vec<(Value, WireId)>,
    outputs: Vec<Type>,
}

impl Branch {
    /// The types of its results.
    #[must_use]
    pub fn results(&self) -> &[Type] {
        &self.outputs
    }
}

/// Why something cannot be built.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The operands are not of the types that the operation takes.
    Operands {
        /// The types that it takes.
        expected: Vec<Type>,
        /// The types of the operands given.
        found: Vec<Type>,
    },
    /// What is called is not a function.
    NotAFunction(Type),
    /// The value belongs to an abstraction that has been closed.
    OutOfScope,
    /// A linear value is used twice, not at all, or captured.
    Linear(Type),
    /// `close` without `open`, or `finish` with an abstraction open.
    Unbalanced,
    /// The two branches of a `cond` give different types.
    Branches(Vec<Type>, Vec<Type>),
    /// The function of a loop does not fit: why not.
    Loop(&'static str),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operands { expected, found } => {
                write!(f, "operands of types [{}] where [{}] are taken", Listed(found), Listed(expected))
            }
            Self::NotAFunction(ty) => write!(f, "a value of type {ty} is called, which is not a function"),
            Self::OutOfScope => f.write_str("a value is used outside of the abstraction that made it"),
            Self::Linear(ty) => write!(f, "a value of the linear type {ty} is not used exactly once"),
            Self::Unbalanced => f.write_str("abstractions are not opened and closed in pairs"),
            Self::Branches(a, b) => {
                write!(f, "branches give different types: [{}] and [{}]", Listed(a), Listed(b))
            }
            Self::Loop(why) => write!(f, "what a loop runs does not fit: {why}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds a [`Hypernet`]; see the [module's documentation](self).
#[derive(Debug)]
pub struct Builder {
    net: Hypernet,
    entries: Vec<Entry>,
    /// The open levels, outermost first.
    scopes: Vec<Scope>,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// A builder of a net without inputs yet.
    #[must_use]
    pub fn new() -> Self {
        let outermost = Scope::new(Level::Outermost, false);
        Self { net: Hypernet::new(), entries: Vec::new(), scopes: vec![outermost] }
    }

    /// The type of a value.
    #[must_use]
    pub fn ty(&self, value: Value) -> &Type {
        &self.net.wire(self.entries[value.0 as usize].wire).ty
    }

    /// The type of a value, if its wire is still there: it may have gone with the branch that made it.
    #[must_use]
    pub fn type_left(&self, value: Value) -> Option<&Type> {
        let wire = self.entries[value.0 as usize].wire;
        self.net.has_wire(wire).then(|| &self.net.wire(wire).ty)
    }

    /// Names the wire of a value, for readers.
    pub fn name(&mut self, value: Value, name: &str) {
        let wire = self.entries[value.0 as usize].wire;
        self.net.wire_mut(wire).name = Some(name.into());
    }

    /// The name of the wire of a value, if it has one.
    #[must_use]
    pub fn name_of(&self, value: Value) -> Option<&Name> {
        self.net.wire(self.entries[value.0 as usize].wire).name.as_ref()
    }

    /// A new last input of the net, or parameter of the abstraction that is open.
    pub fn input(&mut self, ty: Type, name: Option<&str>) -> Value {
        let level = self.scope().level;
        let wire = self.net.add_wire(level, ty, name.map(Name::from));
        self.scope().params.push(wire);
        self.value(wire)
    }

    /// An operation on these values; gives its results.
    ///
    /// # Errors
    /// If the operands are not of the types that it takes or are out of scope.
    pub fn op(&mut self, operation: Operation, operands: &[Value]) -> Result<Vec<Value>, BuildError> {
        let (expected, results) = operation.signature();
        self.check(&expected, operands)?;
        self.edge(Label::Operation(operation), operands, results)
    }

    /// An operation with one result.
    ///
    /// # Errors
    /// As [`Builder::op`].
    pub fn op1(&mut self, operation: Operation, operands: &[Value]) -> Result<Value, BuildError> {
        Ok(self.op(operation, operands)?[0])
    }

    /// A primitive with one result, at the scalar type of its first operand.
    ///
    /// # Errors
    /// As [`Builder::op`]; if the first operand is not a real.
    pub fn primitive(&mut self, primitive: Primitive, operands: &[Value]) -> Result<Value, BuildError> {
        match operands.first().map(|&operand| self.ty(operand).clone()) {
            Some(Type::Real(scalar)) => self.op1(Operation::Primitive(primitive, scalar), operands),
            found => Err(BuildError::Operands {
                expected: primitive.signature(&"f64".into()).0,
                found: found.into_iter().collect(),
            }),
        }
    }

    /// A real constant.
    pub fn real(&mut self, value: f64, ty: &Type) -> Value {
        self.op1(Operation::Constant(Constant::real(value), ty.clone()), &[]).expect("a constant takes nothing")
    }

    /// A call of a function.
    ///
    /// # Errors
    /// If it is not a function of these arguments, or something is out of scope.
    pub fn eval(&mut self, function: Value, arguments: &[Value]) -> Result<Vec<Value>, BuildError> {
        let ty = self.ty(function).clone();
        let Some(signature) = ty.as_function() else { return Err(BuildError::NotAFunction(ty)) };
        self.check(&signature.params, arguments)?;
        let mut operands = vec![function];
        operands.extend_from_slice(arguments);
        self.edge(Label::Eval, &operands, signature.results.clone())
    }

    /// Begins an abstraction: until it is closed, inputs are its parameters, and what is used of the outside is captured.
    pub fn open(&mut self) {
        self.open_scope(false);
    }

    /// Begins a branch for [`Builder::cond`], or what a loop runs for [`Builder::fold`]: what is used of the outside becomes an
    /// argument of these. Inputs are the index and the state of the loop; a branch has none.
    pub fn open_branch(&mut self) {
        self.open_scope(true);
    }

    /// How many abstractions and branches are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.scopes.len() - 1
    }

    /// Leaves the abstractions and branches opened last, so that no more than `depth` are open. What was built in them is
    /// lost, and so is the net: this is for who goes on after an error only to find more of them.
    pub fn abandon(&mut self, depth: usize) {
        self.scopes.truncate(depth + 1);
    }

    /// Ends the abstraction opened last, with these results; gives the function.
    ///
    /// # Errors
    /// If no abstraction is open, or a result is out of scope, or a linear value was not used.
    pub fn close(&mut self, results: &[Value]) -> Result<Value, BuildError> {
        let (edge, scope, outputs) = self.close_scope(results, false)?;
        let inside = Level::Inside(edge);
        let (captured, mut inputs) = (self.net.types(&self.net.edge(edge).sources), Vec::new());
        inputs.extend(scope.imports.iter().map(|&(_, wire)| wire));
        inputs.extend(&scope.params);
        let params = self.net.types(&scope.params);
        self.net.set_inputs(inside, inputs);
        Ok(self.function(edge, captured, params, outputs))
    }

    /// Ends the branch opened last, with these results.
    ///
    /// # Errors
    /// As [`Builder::close`].
    pub fn close_branch(&mut self, results: &[Value]) -> Result<Branch, BuildError> {
        let (edge, scope, outputs) = self.close_scope(results, true)?;
        Ok(Branch { edge, params: scope.params, imports: scope.imports, outputs })
    }

    /// Leaves out all results of a branch but those to keep.
    pub fn keep_results(&mut self, branch: &mut Branch, keep: impl Fn(usize) -> bool) {
        let level = Level::Inside(branch.edge);
        let (mut kept, mut types) = (Vec::new(), Vec::new());
        for (at, wire) in self.net.region(level).outputs.clone().into_iter().enumerate() {
            if keep(at) {
                kept.push(wire);
                types.push(branch.outputs[at].clone());
            } else {
                self.net.detach(wire);
                self.end(level, wire);
            }
        }
        self.net.region_mut(level).outputs.clear();
        for wire in kept {
            self.net.detach(wire);
            self.net.push_output(level, wire);
        }
        branch.outputs = types;
    }

    /// Lets a result of a branch go through an operation of one operand and one result.
    ///
    /// # Errors
    /// If that takes another type.
    pub fn convert_result(&mut self, branch: &mut Branch, at: usize, operation: Operation) -> Result<(), BuildError> {
        let (inputs, outputs) = operation.signature();
        let found = &branch.outputs[at..=at];
        let ([ty], true) = (outputs.as_slice(), inputs == found) else {
            return Err(BuildError::Operands { expected: inputs, found: found.to_vec() });
        };
        let level = Level::Inside(branch.edge);
        let mut results = self.net.region(level).outputs.clone();
        for &wire in &results {
            self.net.detach(wire);
        }
        let converted = self.net.add_wire(level, ty.clone(), None);
        self.net.add_edge(level, Label::Operation(operation), vec![results[at]], vec![converted]);
        results[at] = converted;
        self.net.region_mut(level).outputs.clear();
        for wire in results {
            self.net.push_output(level, wire);
        }
        branch.outputs[at] = ty.clone();
        Ok(())
    }

    /// Runs the first branch if the condition holds, else the second; gives the results. Where the branches give functions
    /// that captured different things, it is left open what the result captured: see
    /// [`specialise`](crate::simplify::specialise).
    ///
    /// # Errors
    /// If the condition is not a `bool`, the branches do not give the same types, or something is out of scope.
    pub fn cond(&mut self, condition: Value, then: Branch, other: Branch) -> Result<Vec<Value>, BuildError> {
        self.check(&[Type::bool()], &[condition])?;
        let alike = |(a, b): (&Type, &Type)| {
            a.agrees_with(b, Agree::UpToCaptures) || a.forget_captures() == b.forget_captures()
        };
        if then.outputs.len() != other.outputs.len() || !then.outputs.iter().zip(&other.outputs).all(alike) {
            return Err(BuildError::Branches(then.outputs, other.outputs));
        }
        let join = |(a, b): (&Type, &Type)| if a == b { a.clone() } else { a.forget_captures() };
        let results: Vec<Type> = then.outputs.iter().zip(&other.outputs).map(join).collect();
        let mut arguments: Vec<Value> = Vec::new();
        let mut known = IdSet::new();
        for &(value, _) in then.imports.iter().chain(&other.imports) {
            if known.insert(value) {
                arguments.push(value);
            }
        }
        let types: Vec<Type> = arguments.iter().map(|&value| self.ty(value).clone()).collect();
        let first = self.branch(then, &arguments, &types)?;
        let second = self.branch(other, &arguments, &types)?;
        let with_results = |branch: Value| {
            let mut function = self.ty(branch).as_function().expect("a branch is a function").clone();
            if function.results != results {
                Arc::make_mut(&mut function).results.clone_from(&results);
            }
            function
        };
        let operation = Operation::Cond(with_results(first), with_results(second));
        let mut operands = vec![condition, first, second];
        operands.extend(arguments);
        self.op(operation, &operands)
    }

    /// Ends the net, with these outputs.
    ///
    /// # Errors
    /// If an abstraction is open, an output is out of scope, or a linear value was not used.
    pub fn finish(mut self, outputs: &[Value]) -> Result<Hypernet, BuildError> {
        if self.scopes.len() != 1 {
            return Err(BuildError::Unbalanced);
        }
        let scope = self.end_scope(outputs)?;
        self.net.set_inputs(Level::Outermost, scope.params);
        Ok(self.net)
    }
}

/// Constants of function type, for hosts.
impl Builder {
    /// A constant that is a function of the host language.
    pub fn function_constant(&mut self, function: crate::label::FunctionConstant) -> Value {
        self.op1(Operation::Function(Arc::new(function)), &[]).expect("a constant takes nothing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_can_be_several_operands_of_one_edge() {
        let mut b = Builder::new();
        let x = b.input(Type::f64(), None);
        let cube = b.primitive(Primitive::MulAdd, &[x, x, x]).expect("three reals");
        b.open();
        let sum = b.primitive(Primitive::Add, &[x, x]).expect("two reals");
        let thunk = b.close(&[sum, x, x]).expect("an open abstraction");
        let called = b.eval(thunk, &[]).expect("a function of nothing");
        let net = b.finish(&[cube, called[0], x]).expect("balanced");
        assert_eq!(net.validate(), Ok(()));
    }

    #[test]
    fn what_decides_may_be_used_in_the_branches() {
        let mut b = Builder::new();
        let outer = b.input(Type::bool(), None);
        b.open();
        let branch = |b: &mut Builder| {
            b.open_branch();
            b.close_branch(&[outer]).expect("an open branch")
        };
        let (then, other) = (branch(&mut b), branch(&mut b));
        let same = b.cond(outer, then, other).expect("a boolean");
        let thunk = b.close(&same).expect("an open abstraction");
        let called = b.eval(thunk, &[]).expect("a function of nothing");
        assert_eq!(b.finish(&called).expect("balanced").validate(), Ok(()));
    }
}

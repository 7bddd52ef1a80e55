//! From a random program to its net. Every step finds what it needs among the values in scope, or makes it.
//!
//! Invariant: a real in scope is at most its recorded bound in magnitude, if the inputs are at most [`BOUND`]; what
//! crosses the boundary of a function or branch is at most [`BOUND`].

use std::sync::Arc;

use proptest::sample::Index;

use super::{BOUND, Binary, Kind, Pick, Program, Step, Stops, Unary};
use crate::build::{Builder, Value};
use crate::label::{Constant, Operation};
use crate::net::Hypernet;
use crate::operation::{Comparison, DiscreteOp, Sequence};
use crate::primitive::Primitive;
use crate::types::Type;

impl Program {
    /// The net that this program is.
    #[must_use]
    pub fn net(&self) -> Hypernet {
        let mut maker = Maker { builder: Builder::new(), known: Vec::new(), options: self.options };
        for (i, kind) in self.inputs.iter().enumerate() {
            let ty = maker.ty(*kind);
            maker.input(ty, &format!("x{i}"));
        }
        maker.steps(&self.steps);
        let outputs: Vec<Value> = self
            .outputs
            .iter()
            .map(|&pick| match pick {
                Pick::Real(at) => maker.real(at, BOUND),
                Pick::FirstOrder(at) | Pick::Any(at) => maker.first_order(at),
            })
            .collect();
        maker.builder.finish(&outputs).expect(WELL_TYPED)
    }
}

const WELL_TYPED: &str = "every choice is among values in scope, of the right type";

struct Maker {
    builder: Builder,
    known: Vec<Known>,
    options: bool,
}

/// A value in scope.
#[derive(Clone, Copy)]
struct Known {
    value: Value,
    /// If it is a real, its magnitude is at most this.
    bound: f64,
}

/// No real in a net grows beyond this.
const MOST: f64 = BOUND * BOUND;

impl Maker {
    fn ty(&self, kind: Kind) -> Type {
        match kind {
            Kind::Real => Type::f64(),
            Kind::Bool => Type::bool(),
            Kind::Int => Type::discrete("i32"),
            Kind::Pair => Type::tuple([Type::f64(), Type::f64()]),
            Kind::Function(at) => {
                self.choose(at, |ty| ty.as_function().is_some()).map_or_else(Type::f64, |k| self.type_of(k.value))
            }
        }
    }

    fn type_of(&self, value: Value) -> Type {
        self.builder.ty(value).clone()
    }

    fn input(&mut self, ty: Type, name: &str) {
        let value = self.builder.input(ty, Some(name));
        self.known.push(Known { value, bound: BOUND });
    }

    fn choose(&self, at: Index, wanted: impl Fn(&Type) -> bool) -> Option<Known> {
        let fitting: Vec<Known> =
            self.known.iter().rev().copied().filter(|known| wanted(self.builder.ty(known.value))).collect();
        (!fitting.is_empty()).then(|| *at.get(&fitting))
    }

    fn primitive(&mut self, primitive: Primitive, operands: &[Value]) -> Value {
        self.builder.primitive(primitive, operands).expect(WELL_TYPED)
    }

    fn op(&mut self, operation: Operation, operands: &[Value]) -> Value {
        self.builder.op1(operation, operands).expect(WELL_TYPED)
    }

    fn constant(&mut self, value: f64) -> Value {
        self.builder.real(value, &Type::f64())
    }

    fn squashed(&mut self, known: Known, limit: f64) -> Value {
        if known.bound <= limit { known.value } else { self.primitive(Primitive::Sin, &[known.value]) }
    }

    /// A real of at most this magnitude.
    fn real(&mut self, at: Index, limit: f64) -> Value {
        match self.choose(at, |ty| *ty == Type::f64()) {
            Some(known) => self.squashed(known, limit),
            None => self.constant(0.5),
        }
    }

    fn bounded_real(&mut self, at: Index) -> Known {
        let known = self.choose(at, |ty| *ty == Type::f64());
        known.unwrap_or_else(|| Known { value: self.constant(0.5), bound: 0.5 })
    }

    /// `2 + sin(a)`, between 1 and 3.
    fn positive(&mut self, at: Index) -> Value {
        let a = self.bounded_real(at).value;
        let sine = self.primitive(Primitive::Sin, &[a]);
        let two = self.constant(2.0);
        self.primitive(Primitive::Add, &[two, sine])
    }

    /// A value of this type; made, if there is none and it is not a function.
    fn of_type(&mut self, at: Index, ty: &Type) -> Option<Value> {
        if *ty == Type::f64() {
            return Some(self.real(at, BOUND));
        }
        // Only the very type: types that merely agree may differ in what is known of their captures.
        if let Some(known) = self.choose(at, |found| found == ty) {
            return Some(known.value);
        }
        match ty {
            Type::Discrete(name) => {
                let constant = if name.is("bool") { Constant::Bool(true) } else { Constant::Integer(1) };
                Some(self.op(Operation::Constant(constant, ty.clone()), &[]))
            }
            Type::Tuple(parts) => {
                let values: Option<Vec<Value>> = parts.iter().map(|part| self.of_type(at, part)).collect();
                Some(self.op(Operation::Pack(parts.clone()), &values?))
            }
            Type::Real(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::World
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_) => None,
        }
    }

    fn first_order(&mut self, at: Index) -> Value {
        match self.choose(at, Type::is_first_order) {
            Some(known) => self.limited(known),
            None => self.constant(0.5),
        }
    }

    fn limited(&mut self, known: Known) -> Value {
        if *self.builder.ty(known.value) == Type::f64() { self.squashed(known, BOUND) } else { known.value }
    }

    fn pick(&mut self, pick: Pick) -> Value {
        match pick {
            Pick::Real(at) => self.real(at, BOUND),
            Pick::FirstOrder(at) => self.first_order(at),
            Pick::Any(at) => match self.choose(at, |_| true) {
                Some(known) => self.limited(known),
                None => self.constant(0.5),
            },
        }
    }

    fn push(&mut self, value: Value, bound: f64) {
        let value = if bound > MOST { self.squashed(Known { value, bound }, MOST) } else { value };
        self.known.push(Known { value, bound: if bound > MOST { 1.0 } else { bound } });
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Real(n) => {
                let value = self.constant(f64::from(*n) / 2.0);
                self.push(value, 2.0);
            }
            Step::Int(n) => {
                let operation = Operation::Constant(Constant::Integer((*n).into()), Type::discrete("i32"));
                let value = self.op(operation, &[]);
                self.push(value, BOUND);
            }
            Step::Unary(unary, at) => self.unary(*unary, *at),
            Step::Binary(binary, first, second) => self.binary(*binary, *first, *second),
            Step::MulAdd(a, b, c) => {
                let operands = [self.real(*a, BOUND), self.real(*b, BOUND), self.real(*c, BOUND)];
                let value = self.primitive(Primitive::MulAdd, &operands);
                self.push(value, BOUND * BOUND + BOUND);
            }
            Step::Compare(comparison, a, b) => {
                let operands = [self.bounded_real(*a).value, self.bounded_real(*b).value];
                let value = self.op(Operation::Compare(*comparison, Type::f64()), &operands);
                self.push(value, BOUND);
            }
            Step::CompareInts(comparison, a, b) => {
                let int = Type::discrete("i32");
                if let (Some(a), Some(b)) = (self.of_type(*a, &int), self.of_type(*b, &int)) {
                    let value = self.op(Operation::Compare(*comparison, int), &[a, b]);
                    self.push(value, BOUND);
                }
            }
            Step::Logic(op, a, b) => {
                let operands: Vec<Value> =
                    [a, b].into_iter().take(op.arity()).filter_map(|at| self.of_type(*at, &Type::bool())).collect();
                let value = self.op(Operation::Discrete(*op, "bool".into()), &operands);
                self.push(value, BOUND);
            }
            Step::Select(condition, a, b) => {
                let Some(condition) = self.of_type(*condition, &Type::bool()) else { return };
                let (a, b) = (self.bounded_real(*a), self.bounded_real(*b));
                let value = self.op(Operation::Select(Type::f64()), &[condition, a.value, b.value]);
                self.push(value, a.bound.max(b.bound));
            }
            Step::Cast(at) => {
                let int = Type::discrete("i32");
                let Some(operand) = self.of_type(*at, &int) else { return };
                let value = self.op(Operation::Cast(int, Type::f64()), &[operand]);
                self.push(value, f64::INFINITY);
            }
            Step::Pack(a, b) => {
                let operands = [self.pick(*a), self.pick(*b)];
                let types = operands.map(|value| self.type_of(value));
                if types.iter().all(Type::is_first_order) {
                    let value = self.op(Operation::Pack(types.into()), &operands);
                    self.push(value, BOUND);
                }
            }
            Step::Unpack(at) => {
                let Some(known) = self.choose(*at, |ty| matches!(ty, Type::Tuple(_))) else { return };
                let Type::Tuple(parts) = self.type_of(known.value) else { return };
                for value in self.builder.op(Operation::Unpack(parts), &[known.value]).expect(WELL_TYPED) {
                    self.push(value, BOUND);
                }
            }
            Step::Call(function, arguments) => {
                if let Some(known) = self.choose(*function, |ty| ty.as_function().is_some()) {
                    self.call(known.value, arguments);
                }
            }
            Step::CallLast(arguments) => {
                let last = self.known.iter().rev().find(|known| self.builder.ty(known.value).as_function().is_some());
                if let Some(&known) = last {
                    self.call(known.value, arguments);
                }
            }
            Step::Abstraction { params, body, results } => self.abstraction(params, body, results),
            Step::Cond { condition, then, other, results } => {
                self.cond(*condition, [then, other], [results.0, results.1]);
            }
            Step::Choose(condition, first, second) => self.choose_function(*condition, *first, *second),
            Step::Fold { turns, downwards, stops, state, body, results } => match stops {
                Stops::Endless(at) => self.endless(*turns, *at, *state, body, *results),
                Stops::Never => self.fold(*turns, *downwards, None, *state, body, *results),
                Stops::Early(step, at) => self.fold(*turns, *downwards, Some((*step, *at)), *state, body, *results),
            },
        }
    }

    fn cond(&mut self, condition: Index, bodies: [&[Step]; 2], results: [Index; 2]) {
        let Some(condition) = self.of_type(condition, &Type::bool()) else { return };
        let left = self.options.then(|| self.left(condition, bodies[0], results[0]));
        let [first, second] = [0, 1].map(|i| {
            self.builder.open_branch();
            let result = match &left {
                Some((left, parts)) if i == 0 => {
                    let tuple = self.op(Operation::Expect(Type::Tuple(parts.clone())), &[*left]);
                    self.builder.op(Operation::Unpack(parts.clone()), &[tuple]).expect(WELL_TYPED)[0]
                }
                _ => self.branch(bodies[i], results[i]),
            };
            self.builder.close_branch(&[result]).expect(WELL_TYPED)
        });
        let value = self.builder.cond(condition, first, second).expect(WELL_TYPED)[0];
        self.push(value, BOUND);
    }

    /// What a branch computes.
    fn branch(&mut self, body: &[Step], result: Index) -> Value {
        let outside = self.known.len();
        self.steps(body);
        let result = self.real(result, BOUND);
        self.known.truncate(outside);
        result
    }

    /// What the first branch of a `cond` leaves if it is taken, in a tuple with the condition: an option, with the parts of
    /// the tuple.
    fn left(&mut self, condition: Value, body: &[Step], result: Index) -> (Value, Arc<[Type]>) {
        let parts: Arc<[Type]> = [Type::f64(), Type::bool()].into();
        let ty = Type::Tuple(parts.clone());
        self.builder.open_branch();
        let result = self.branch(body, result);
        let tuple = self.op(Operation::Pack(parts.clone()), &[result, condition]);
        let present = self.op(Operation::Present(ty.clone()), &[tuple]);
        let first = self.builder.close_branch(&[present]).expect(WELL_TYPED);
        self.builder.open_branch();
        let absent = self.op(Operation::Absent(ty), &[]);
        let second = self.builder.close_branch(&[absent]).expect(WELL_TYPED);
        (self.builder.cond(condition, first, second).expect(WELL_TYPED)[0], parts)
    }

    /// A loop over `1..turns` with a state of two reals; its index is in scope as an integer and as a real.
    fn fold(
        &mut self,
        turns: u8,
        downwards: bool,
        early: Option<(u8, Index)>,
        state: [Index; 2],
        body: &[Step],
        results: [Index; 2],
    ) {
        let int = Type::discrete("i32");
        let constant = |program: &mut Self, ty: &str, value: u8| {
            program.op(Operation::Constant(Constant::Integer(value.into()), Type::discrete(ty)), &[])
        };
        let mut bounds = vec![constant(self, "i32", 1), constant(self, "i32", turns)];
        let step = early.map_or(0, |(step, _)| step);
        if step > 0 {
            bounds.push(constant(self, "usize", step));
        }
        let mut before: Vec<Value> = Vec::new();
        before.extend(early.map(|_| self.op(Operation::Constant(Constant::Bool(true), Type::bool()), &[])));
        before.extend(state.map(|at| self.real(at, BOUND)));
        self.builder.open_branch();
        let outside = self.known.len();
        self.input(int.clone(), "i");
        let index = self.known[outside].value;
        let real = self.op(Operation::Cast(int, Type::f64()), &[index]);
        self.push(real, f64::from(turns.max(1)));
        if early.is_some() {
            self.input(Type::bool(), "go");
        }
        for name in ["s", "t"] {
            self.input(Type::f64(), name);
        }
        self.steps(body);
        let mut given: Vec<Value> = Vec::new();
        if let Some((_, at)) = early {
            given.extend(self.of_type(at, &Type::bool()));
        }
        given.extend(results.map(|at| self.real(at, BOUND)));
        self.known.truncate(outside);
        let body = self.builder.close_branch(&given).expect(WELL_TYPED);
        let sequence = Sequence { downwards, stepped: step > 0, stops: early.is_some(), ..Sequence::UPWARDS };
        for value in self.builder.fold(sequence, &bounds, &before, body).expect(WELL_TYPED) {
            self.push(value, BOUND);
        }
    }

    /// A loop of at most so many turns that has no range, with a state of two reals beside what it counts.
    fn endless(&mut self, turns: u8, at: Index, state: [Index; 2], body: &[Step], results: [Index; 2]) {
        let real = |program: &mut Self, value: f64| program.builder.real(value, &Type::f64());
        let (zero, most) = (real(self, 0.0), real(self, f64::from(turns)));
        let below = |program: &mut Self, count: Value| {
            program.op(Operation::Compare(Comparison::Lt, Type::f64()), &[count, most])
        };
        let mut before = vec![below(self, zero), zero];
        before.extend(state.map(|at| self.real(at, BOUND)));
        self.builder.open_branch();
        let outside = self.known.len();
        self.input(Type::bool(), "go");
        for name in ["n", "s", "t"] {
            self.input(Type::f64(), name);
        }
        let count = self.known[outside + 1].value;
        self.steps(body);
        let one = real(self, 1.0);
        let count = self.op(Operation::Primitive(Primitive::Add, "f64".into()), &[count, one]);
        let mut go = below(self, count);
        if let Some(other) = self.of_type(at, &Type::bool()) {
            go = self.op(Operation::Discrete(DiscreteOp::And, "bool".into()), &[go, other]);
        }
        let mut given = vec![go, count];
        given.extend(results.map(|at| self.real(at, BOUND)));
        self.known.truncate(outside);
        let body = self.builder.close_branch(&given).expect(WELL_TYPED);
        for value in self.builder.fold(Sequence::ENDLESS, &[], &before, body).expect(WELL_TYPED) {
            self.push(value, BOUND);
        }
    }

    fn choose_function(&mut self, condition: Index, first: Index, second: Index) {
        let Some(condition) = self.of_type(condition, &Type::bool()) else { return };
        let Some(first) = self.choose(first, |ty| ty.as_function().is_some()) else { return };
        let ty = self.type_of(first.value);
        let second = self.choose(second, |found| *found == ty).unwrap_or(first);
        let [first, second] = [first, second].map(|function| {
            self.builder.open_branch();
            self.builder.close_branch(&[function.value]).expect(WELL_TYPED)
        });
        let value = self.builder.cond(condition, first, second).expect(WELL_TYPED)[0];
        self.push(value, BOUND);
    }

    fn unary(&mut self, unary: Unary, at: Index) {
        let a = self.bounded_real(at);
        let (primitive, bound) = match unary {
            Unary::Neg => (Primitive::Neg, a.bound),
            Unary::Abs => (Primitive::Abs, a.bound),
            Unary::Sin => (Primitive::Sin, 1.0),
            Unary::Cos => (Primitive::Cos, 1.0),
            Unary::Tanh => (Primitive::Tanh, 1.0),
            Unary::Atan => (Primitive::Atan, 1.6),
            Unary::Exp => {
                let operand = self.squashed(a, 1.0);
                let value = self.primitive(Primitive::Exp, &[operand]);
                return self.push(value, 2.8);
            }
            Unary::Sqrt | Unary::Ln => {
                let operand = self.positive(at);
                let primitive = if matches!(unary, Unary::Ln) { Primitive::Ln } else { Primitive::Sqrt };
                let value = self.primitive(primitive, &[operand]);
                return self.push(value, 1.8);
            }
            Unary::SinCos => {
                let operation = Operation::Primitive(Primitive::SinCos, "f64".into());
                for value in self.builder.op(operation, &[a.value]).expect(WELL_TYPED) {
                    self.push(value, 1.0);
                }
                return;
            }
            Unary::Powi => {
                let operand = self.squashed(a, 1.0);
                let three = Operation::Constant(Constant::Integer(3), Type::discrete("i32"));
                let three = self.op(three, &[]);
                let value = self.primitive(Primitive::Powi, &[operand, three]);
                return self.push(value, 1.0);
            }
        };
        let value = self.primitive(primitive, &[a.value]);
        self.push(value, bound);
    }

    fn binary(&mut self, binary: Binary, first: Index, second: Index) {
        let (primitive, limit, bound) = match binary {
            Binary::Add => (Primitive::Add, MOST / 2.0, MOST),
            Binary::Sub => (Primitive::Sub, MOST / 2.0, MOST),
            Binary::Mul => (Primitive::Mul, BOUND, MOST),
            Binary::Max => (Primitive::Max, MOST, MOST),
            Binary::Min => (Primitive::Min, MOST, MOST),
            Binary::Div => {
                let a = self.bounded_real(first);
                let b = self.positive(second);
                let value = self.primitive(Primitive::Div, &[a.value, b]);
                return self.push(value, a.bound);
            }
            Binary::Powf => {
                let a = self.positive(first);
                let b = self.real(second, 1.0);
                let value = self.primitive(Primitive::Powf, &[a, b]);
                return self.push(value, 3.0);
            }
        };
        // The bounds of the operands give a better one for the result.
        let (a, b) = (self.bounded_real(first), self.bounded_real(second));
        let exact = match binary {
            Binary::Mul => a.bound.min(limit) * b.bound.min(limit),
            Binary::Add | Binary::Sub => a.bound.min(limit) + b.bound.min(limit),
            Binary::Max | Binary::Min | Binary::Div | Binary::Powf => a.bound.max(b.bound),
        };
        let operands = [self.squashed(a, limit), self.squashed(b, limit)];
        let value = self.primitive(primitive, &operands);
        self.push(value, bound.min(exact));
    }

    fn call(&mut self, function: Value, arguments: &[Index]) {
        let Some(ty) = self.builder.ty(function).as_function().cloned() else { return };
        // Too few choices are filled up by the last, so that a call never fails for want of them.
        let Some(last) = arguments.last() else {
            if ty.params.is_empty() {
                self.called(function, &[]);
            }
            return;
        };
        let choices = arguments.iter().chain(std::iter::repeat(last));
        let values: Option<Vec<Value>> = ty.params.iter().zip(choices).map(|(ty, &at)| self.of_type(at, ty)).collect();
        if let Some(values) = values {
            self.called(function, &values);
        }
    }

    fn called(&mut self, function: Value, arguments: &[Value]) {
        for value in self.builder.eval(function, arguments).expect(WELL_TYPED) {
            self.push(value, BOUND);
        }
    }

    fn abstraction(&mut self, params: &[Kind], body: &[Step], results: &[Pick]) {
        let types: Vec<Type> = params.iter().map(|&kind| self.ty(kind)).collect();
        self.builder.open();
        let outside = self.known.len();
        for (ty, name) in types.into_iter().zip(["y", "z", "w"]) {
            self.input(ty, name);
        }
        self.steps(body);
        let results: Vec<Value> = results.iter().map(|&result| self.pick(result)).collect();
        self.known.truncate(outside);
        let function = self.builder.close(&results).expect(WELL_TYPED);
        self.push(function, BOUND);
    }
}

//! A little language in which the table of rules is written: terms with the usual operators, which build a net.

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::build::{Builder, Value};
use crate::label::{Comparison, Constant, DiscreteOp, Operation};
use crate::net::Hypernet;
use crate::primitive::Primitive;
use crate::types::{Name, Type};

/// A rule under construction, at one scalar type.
pub(super) struct Rule {
    builder: RefCell<Builder>,
    scalar: Name,
    /// What has been built, so that what a rule writes twice is there once.
    built: RefCell<Vec<Built>>,
}

/// An operation, its operands and its results.
type Built = (Operation, Vec<Value>, Vec<Value>);

/// A value of a rule under construction.
#[derive(Clone, Copy)]
pub(super) struct Term<'r> {
    rule: &'r Rule,
    value: Value,
}

impl Rule {
    pub(super) fn new(scalar: &Name) -> Self {
        Self { builder: RefCell::default(), scalar: scalar.clone(), built: RefCell::default() }
    }

    /// The next inputs of the pullback.
    pub(super) fn inputs(&self, types: Vec<Type>) -> Vec<Term<'_>> {
        let mut builder = self.builder.borrow_mut();
        types.into_iter().map(|ty| Term { rule: self, value: builder.input(ty, None) }).collect()
    }

    pub(super) fn primitive<'r>(&'r self, primitive: Primitive, operands: &[Term<'r>]) -> Vec<Term<'r>> {
        self.results(Operation::Primitive(primitive, self.scalar.clone()), operands)
    }

    fn constant(&self, value: f64) -> Term<'_> {
        self.result(Operation::Constant(Constant::real(value), self.real()), &[])
    }

    pub(super) fn finish(&self, outputs: &[Term<'_>]) -> Hypernet {
        let outputs: Vec<Value> = outputs.iter().map(|term| term.value).collect();
        self.builder.take().finish(&outputs).expect("a rule opens nothing and uses what it made")
    }

    fn real(&self) -> Type {
        Type::Real(self.scalar.clone())
    }

    fn results<'r>(&'r self, operation: Operation, operands: &[Term<'r>]) -> Vec<Term<'r>> {
        let operands: Vec<Value> = operands.iter().map(|term| term.value).collect();
        let mut built = self.built.borrow_mut();
        let known = built.iter().find(|(known, of, _)| *known == operation && *of == operands);
        let values = if let Some((_, _, values)) = known {
            values.clone()
        } else {
            let values = self.builder.borrow_mut().op(operation.clone(), &operands);
            let values = values.expect("every rule of the table is well typed, and the tests build every one");
            built.push((operation, operands, values.clone()));
            values
        };
        values.into_iter().map(|value| Term { rule: self, value }).collect()
    }

    fn result<'r>(&'r self, operation: Operation, operands: &[Term<'r>]) -> Term<'r> {
        self.results(operation, operands)[0]
    }
}

impl Term<'_> {
    fn apply(self, primitive: Primitive, others: &[Self]) -> Self {
        let operands: Vec<Self> = std::iter::once(self).chain(others.iter().copied()).collect();
        self.rule.primitive(primitive, &operands)[0]
    }

    /// The zero sensitivity.
    pub(super) fn zero(self) -> Self {
        self.rule.result(Operation::Zero(self.rule.real()), &[])
    }

    pub(super) fn one(self) -> Self {
        self.rule.constant(1.0)
    }

    /// A comparison with a real number.
    pub(super) fn is(self, comparison: Comparison, other: f64) -> Self {
        self.compare(comparison, self.rule.constant(other))
    }

    /// A comparison of reals.
    pub(super) fn compare(self, comparison: Comparison, other: Self) -> Self {
        self.rule.result(Operation::Compare(comparison, self.rule.real()), &[self, other])
    }

    /// Either of two conditions.
    pub(super) fn or(self, other: Self) -> Self {
        self.rule.result(Operation::Discrete(DiscreteOp::Or, "bool".into()), &[self, other])
    }

    /// Where this condition holds, the first real, else the second; both are evaluated.
    pub(super) fn select(self, first: Self, second: Self) -> Self {
        self.rule.result(Operation::Select(self.rule.real()), &[self, first, second])
    }

    /// Where this condition holds, this sensitivity, else zero.
    pub(super) fn keeps(self, sensitivity: Self) -> Self {
        self.select(sensitivity, self.zero())
    }

    /// Where this condition holds, zero, else this sensitivity.
    pub(super) fn drops(self, sensitivity: Self) -> Self {
        self.select(self.zero(), sensitivity)
    }

    /// Whether this `i32` is zero.
    pub(super) fn integer_is_zero(self) -> Self {
        let i32 = || Type::discrete("i32");
        let zero = self.rule.result(Operation::Constant(Constant::Integer(0), i32()), &[]);
        self.rule.result(Operation::Compare(Comparison::Eq, i32()), &[self, zero])
    }

    /// This `i32` as a real.
    pub(super) fn integer_as_real(self) -> Self {
        self.rule.result(Operation::Cast(Type::discrete("i32"), self.rule.real()), &[self])
    }

    /// This `i32` less one, by way of `f64`, where all of it is exact: the cast back saturates, so this cannot panic and
    /// may be dropped or moved, as a subtraction of integers may not.
    pub(super) fn integer_less_one(self) -> Self {
        let (i32, f64) = (|| Type::discrete("i32"), Type::f64);
        let real = self.rule.result(Operation::Cast(i32(), f64()), &[self]);
        let one = self.rule.result(Operation::Constant(Constant::real(1.0), f64()), &[]);
        let less = self.rule.result(Operation::Primitive(Primitive::Sub, "f64".into()), &[real, one]);
        self.rule.result(Operation::Cast(f64(), i32()), &[less])
    }
}

/// The primitives that rules use, as methods.
macro_rules! methods {
    ($($method:ident $primitive:ident ($($operand:ident)*);)*) => {
        impl Term<'_> {
            $(pub(super) fn $method(self, $($operand: Self)*) -> Self {
                self.apply(Primitive::$primitive, &[$($operand)*])
            })*
        }
    };
}

methods! {
    sin Sin ();
    cos Cos ();
    sinh Sinh ();
    cosh Cosh ();
    ln Ln ();
    sqrt Sqrt ();
    signum Signum ();
    round Round ();
    is_normal IsNormal ();
    to_degrees ToDegrees ();
    to_radians ToRadians ();
    powi Powi (exponent);
    powf Powf (exponent);
    hypot Hypot (other);
    copysign Copysign (sign);
}

impl Neg for Term<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.apply(Primitive::Neg, &[])
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $primitive:ident;)*) => {$(
        impl $operator for Term<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.apply(Primitive::$primitive, &[other])
            }
        }

        impl $operator<f64> for Term<'_> {
            type Output = Self;

            fn $method(self, other: f64) -> Self {
                self.apply(Primitive::$primitive, &[self.rule.constant(other)])
            }
        }

        impl<'r> $operator<Term<'r>> for f64 {
            type Output = Term<'r>;

            fn $method(self, other: Term<'r>) -> Term<'r> {
                other.rule.constant(self).apply(Primitive::$primitive, &[other])
            }
        }
    )*};
}

operators! {
    Add add Add;
    Sub sub Sub;
    Mul mul Mul;
    Div div Div;
}

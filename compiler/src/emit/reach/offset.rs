//! How far the element that a turn reaches is from the number of the turn.

use hypernet::{Constant, DiscreteOp, Level, Operation, Producer, TypeName, WireId};

use super::{Turn, integer, is_zero};
use crate::emit::expression::discrete;
use crate::emit::syntax::{Binary, Expr};
use crate::emit::walk::Walk;

/// How deep the operations may be that give the distance of an element: an integer that is used twice is written twice.
const TERM_DEPTH: usize = 4;

/// What is added to the number of a turn.
#[derive(Clone, Debug)]
pub(super) enum Offset {
    None,
    Plus(Term),
    Minus(Term),
    /// The number does not matter: all turns reach the same element.
    Fixed(Term),
}

/// An integer that is the same in all turns.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Atom(Expr),
    Op(DiscreteOp, Box<[Term; 2]>),
    /// The sum or difference, by this method, of what may be negative, where the place itself is known to be in range.
    Wrapping(&'static str, Box<[Term; 2]>),
}

impl Term {
    pub(super) fn expr(&self) -> Expr {
        match self {
            Self::Atom(expr) => expr.clone(),
            Self::Op(op, operands) => discrete(*op, operands.iter().map(Self::expr).collect()),
            Self::Wrapping(method, operands) => {
                Expr::Method(Box::new(operands[0].expr().typed()), method, vec![operands[1].expr()])
            }
        }
    }

    /// Whether it is in the range of its type, or else the user's own sum is not.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Atom(_) => true,
            Self::Op(_, operands) => operands.iter().all(Self::is_plain),
            Self::Wrapping(..) => false,
        }
    }

    fn plus(self, other: Self) -> Self {
        let is_plain = self.is_plain();
        let operands = Box::new([self, other]);
        if is_plain { Self::Op(DiscreteOp::Add, operands) } else { Self::Wrapping("wrapping_add", operands) }
    }

    fn minus(self, other: Self) -> Self {
        Self::Wrapping("wrapping_sub", Box::new([self, other]))
    }
}

impl Offset {
    fn plus(self, term: Term) -> Self {
        match self {
            Self::None => Self::Plus(term),
            Self::Plus(other) => Self::Plus(other.plus(term)),
            Self::Minus(other) => Self::Plus(term.minus(other)),
            Self::Fixed(other) => Self::Fixed(other.plus(term)),
        }
    }

    fn minus(self, term: Term) -> Self {
        match self {
            Self::None => Self::Minus(term),
            Self::Plus(other) => Self::Plus(other.minus(term)),
            Self::Minus(other) => Self::Minus(other.plus(term)),
            Self::Fixed(other) => Self::Fixed(other.minus(term)),
        }
    }

    pub(super) fn term(&self) -> Option<&Term> {
        match self {
            Self::None => None,
            Self::Plus(term) | Self::Minus(term) | Self::Fixed(term) => Some(term),
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        matches!(self, Self::Fixed(_))
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Plus(term) => format!("+ {}", term.expr().primary_tokens()),
            Self::Minus(term) => format!("- {}", term.expr().primary_tokens()),
            Self::Fixed(term) => format!("= {}", term.expr().primary_tokens()),
        }
    }

    /// What is added to the number of a turn, if that is a constant.
    pub(super) fn distance(&self) -> Option<i64> {
        let constant = |term: &Term| match term {
            Term::Atom(Expr::Integer { value, .. }) => i64::try_from(*value).ok(),
            Term::Atom(_) | Term::Op(..) | Term::Wrapping(..) => None,
        };
        match self {
            Self::None => Some(0),
            Self::Plus(term) => constant(term),
            Self::Minus(term) => constant(term).map(|distance| -distance),
            Self::Fixed(_) => None,
        }
    }

    /// The number and what is added to it, if both are constants.
    fn constants(&self, number: &Expr) -> Option<(u64, i64)> {
        let Expr::Integer { value, .. } = number else { return None };
        Some((u64::try_from(*value).ok()?, self.distance()?))
    }

    /// Whether the turn of this number computes a place that is known to be less than zero.
    pub(super) fn is_negative(&self, number: &Expr) -> bool {
        self.constants(number).is_some_and(|(number, distance)| number.checked_add_signed(distance).is_none())
    }

    /// The place that the turn of this number reaches.
    pub(super) fn of(&self, number: &Expr) -> Expr {
        let constants = self.constants(number);
        if let Some(place) = constants.and_then(|(number, distance)| number.checked_add_signed(distance)) {
            return integer(place);
        }
        match self {
            Self::None => number.clone(),
            Self::Plus(term) if is_zero(number) => term.expr(),
            Self::Plus(term) => term.clone().plus(Term::Atom(number.clone())).expr(),
            Self::Minus(term) if term.is_plain() => Expr::Binary(Binary::SUB, Box::new([number.clone(), term.expr()])),
            Self::Minus(term) => Term::Atom(number.clone()).minus(term.clone()).expr(),
            Self::Fixed(term) => term.expr(),
        }
    }
}

impl Walk<'_> {
    /// How far a place is from the number of the turn, if that is the same in all turns.
    pub(super) fn offset(&self, turn: &Turn, wire: WireId) -> Option<Offset> {
        let wire = self.net.root(wire);
        if wire == turn.number {
            return Some(Offset::None);
        }
        if let Some(fixed) = self.term(turn, wire, TERM_DEPTH) {
            return Some(Offset::Fixed(fixed));
        }
        let (op, [left, right]) = self.arithmetic(turn, wire)?;
        match op {
            DiscreteOp::Add => match self.term(turn, right, TERM_DEPTH) {
                Some(right) => Some(self.offset(turn, left)?.plus(right)),
                None => Some(self.offset(turn, right)?.plus(self.term(turn, left, TERM_DEPTH)?)),
            },
            DiscreteOp::Sub => Some(self.offset(turn, left)?.minus(self.term(turn, right, TERM_DEPTH)?)),
            DiscreteOp::Mul
            | DiscreteOp::Neg
            | DiscreteOp::Not
            | DiscreteOp::Div
            | DiscreteOp::Rem
            | DiscreteOp::And
            | DiscreteOp::Or
            | DiscreteOp::Xor
            | DiscreteOp::Shl
            | DiscreteOp::Shr => None,
        }
    }

    /// The integer on a wire, if it is the same in all turns, and of operations at most so deep.
    pub(super) fn term(&self, turn: &Turn, wire: WireId, depth: usize) -> Option<Term> {
        let wire = self.net.root(wire);
        if let Producer::Input(port) = self.net.wire(wire).producer() {
            let value = self.value((*turn.outside.get(port as usize)?)?)?;
            return self.atom(&value).filter(|expr| expr.is_atom()).cloned().map(Term::Atom);
        }
        let (id, _) = self.net.producer_edge(wire)?;
        if let Some(constant @ Operation::Constant(Constant::Integer(_), _)) = self.net.edge(id).operation() {
            return Some(Term::Atom(self.host.expression(constant, Vec::new())));
        }
        let (op, [left, right]) = self.arithmetic(turn, wire)?;
        let depth = depth.checked_sub(1)?;
        Some(Term::Op(op, Box::new([self.term(turn, left, depth)?, self.term(turn, right, depth)?])))
    }

    /// The sum, difference or product of the turn that gives this wire.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is taken for the distance of an element")]
    fn arithmetic(&self, turn: &Turn, wire: WireId) -> Option<(DiscreteOp, [WireId; 2])> {
        let (id, _) = self.net.producer_edge(wire)?;
        let edge = self.net.edge(id);
        match edge.operation()? {
            Operation::Discrete(op @ (DiscreteOp::Add | DiscreteOp::Sub | DiscreteOp::Mul), name)
            | Operation::Ordered(op @ (DiscreteOp::Add | DiscreteOp::Sub | DiscreteOp::Mul), name)
                if edge.level() == Level::Inside(turn.body) && *name == TypeName::from("usize") =>
            {
                Some((*op, [edge.sources()[0], edge.sources()[1]]))
            }
            _ => None,
        }
    }
}

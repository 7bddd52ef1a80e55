//! Operations that give values without a tangent: comparisons, and operators of integers and booleans.

/// How two values compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the six comparisons of IEEE 754 and of the integers, by their usual names")]
pub enum Comparison {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Comparison {
    /// Whether it asks which is less.
    pub(crate) fn is_of_order(self) -> bool {
        match self {
            Self::Lt | Self::Le | Self::Gt | Self::Ge => true,
            Self::Eq | Self::Ne => false,
        }
    }

    #[cfg(feature = "text")]
    const ALL: [Self; 6] = [Self::Lt, Self::Le, Self::Gt, Self::Ge, Self::Eq, Self::Ne];

    #[cfg(feature = "text")]
    fn word(self) -> &'static str {
        match self {
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Gt => "gt",
            Self::Ge => "ge",
            Self::Eq => "eq",
            Self::Ne => "ne",
        }
    }

    #[cfg(feature = "text")]
    fn by_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|comparison| comparison.word() == word)
    }
}

/// An operation on discrete values; `And`, `Or`, `Xor` and `Not` serve booleans as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the operators of the integers, by their usual names")]
pub enum DiscreteOp {
    Neg,
    Not,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

impl DiscreteOp {
    #[cfg(feature = "text")]
    const ALL: [Self; 12] = [
        Self::Neg,
        Self::Not,
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::Shr,
    ];

    /// How many operands it takes.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Self::Neg | Self::Not => 1,
            Self::Add
            | Self::Sub
            | Self::Mul
            | Self::Div
            | Self::Rem
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::Shl
            | Self::Shr => 2,
        }
    }

    /// Whether it panics on some integers: on overflow, by a division by zero, by too large a shift.
    #[must_use]
    pub fn may_panic(self) -> bool {
        match self {
            Self::Neg | Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem | Self::Shl | Self::Shr => true,
            Self::Not | Self::And | Self::Or | Self::Xor => false,
        }
    }

    #[cfg(feature = "text")]
    fn word(self) -> &'static str {
        match self {
            Self::Neg => "neg",
            Self::Not => "not",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Div => "div",
            Self::Rem => "rem",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Shl => "shl",
            Self::Shr => "shr",
        }
    }

    #[cfg(feature = "text")]
    fn by_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.word() == word)
    }
}

/// A comparison: `T ++ T -> bool`.
pub(super) mod compare {
    use super::Comparison;
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(_: &Comparison, ty: &Type) -> (Vec<Type>, Vec<Type>) {
        (vec![ty.clone(); 2], vec![Type::bool()])
    }

    pub(in crate::operation) fn fits(_: &Comparison, _: &Type, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(_: &mut Comparison, ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
        change(ty);
    }

    pub(in crate::operation) fn nature(_: &Comparison, _: &Type) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InNone }
    }

    pub(in crate::operation) fn derivative<'a>(_: &Comparison, _: &Type) -> Derivative<'a> {
        Derivative::Zero
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        comparison: &Comparison,
        ty: &Type,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [a, b] = operands(given)?;
        one(Datum::Bool(scalar::compare(*comparison, ty, &a, &b)?))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        Comparison::by_word(word).map(|_| Syntax::word(first))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Compare(Comparison::by_word(&written.word)?, written.ty()?.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(comparison: &Comparison, ty: &Type) -> Written {
        Written::new(comparison.word(), vec![ty.clone()])
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(comparison: &Comparison, _: &Type) -> Symbol {
        let text = match comparison {
            Comparison::Lt => "<",
            Comparison::Le => "≤",
            Comparison::Gt => ">",
            Comparison::Ge => "≥",
            Comparison::Eq => "=",
            Comparison::Ne => "≠",
        };
        Symbol::Box(text.to_owned())
    }
}

/// An operator of a discrete type: `T -> T` or `T ++ T -> T`.
#[expect(clippy::module_inception, reason = "the module is named for its operation")]
pub(super) mod discrete {
    use super::DiscreteOp;
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(op: &DiscreteOp, name: &TypeName) -> (Vec<Type>, Vec<Type>) {
        (vec![Type::Discrete(name.clone()); op.arity()], vec![Type::Discrete(name.clone())])
    }

    pub(in crate::operation) fn fits(_: &DiscreteOp, _: &TypeName, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(_: &mut DiscreteOp, _: &mut TypeName, _: &mut dyn FnMut(&mut Type)) {}

    pub(in crate::operation) fn nature(op: &DiscreteOp, _: &TypeName) -> Nature {
        let effect = if op.may_panic() { Effect::MayPanic } else { Effect::None };
        Nature { effect, copying: Copying::Result, runs: 0..0, linear: Linear::InNone }
    }

    pub(in crate::operation) fn derivative<'a>(_: &DiscreteOp, _: &TypeName) -> Derivative<'a> {
        Derivative::Zero
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        op: &DiscreteOp,
        name: &TypeName,
        operands: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        if operands.len() != op.arity() {
            return Err(count(op.arity(), operands.len()));
        }
        one(scalar::discrete(*op, name, &operands)?)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        DiscreteOp::by_word(word).map(|_| Syntax::word(first))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        let Type::Discrete(name) = written.ty()? else { return None };
        Some(Operation::Discrete(DiscreteOp::by_word(&written.word)?, name.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(op: &DiscreteOp, name: &TypeName) -> Written {
        Written::new(op.word(), vec![Type::Discrete(name.clone())])
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(op: &DiscreteOp, _: &TypeName) -> Symbol {
        let text = match op {
            DiscreteOp::Neg | DiscreteOp::Sub => "−",
            DiscreteOp::Not => "¬",
            DiscreteOp::Add => "+",
            DiscreteOp::Mul => "×",
            DiscreteOp::Div => "÷",
            DiscreteOp::Rem => "%",
            DiscreteOp::And => "∧",
            DiscreteOp::Or => "∨",
            DiscreteOp::Xor => "^",
            DiscreteOp::Shl => "<<",
            DiscreteOp::Shr => ">>",
        };
        Symbol::Box(text.to_owned())
    }
}

/// An operator that may panic, in the order of effects: `T ++ T ++ W -> T ++ W`.
pub(super) mod ordered {
    use super::DiscreteOp;
    use super::discrete;
    use crate::operation::prelude::*;

    /// What the words of these operators begin with.
    #[cfg(feature = "text")]
    const PREFIX: &str = "ordered_";

    pub(in crate::operation) fn signature(op: &DiscreteOp, name: &TypeName) -> (Vec<Type>, Vec<Type>) {
        let (mut inputs, mut outputs) = discrete::signature(op, name);
        inputs.push(Type::World);
        outputs.push(Type::World);
        (inputs, outputs)
    }

    pub(in crate::operation) fn fits(_: &DiscreteOp, _: &TypeName, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(_: &mut DiscreteOp, _: &mut TypeName, _: &mut dyn FnMut(&mut Type)) {}

    /// It keeps its place by the order of effects, which is linear.
    pub(in crate::operation) fn nature(_: &DiscreteOp, _: &TypeName) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InNone }
    }

    pub(in crate::operation) fn derivative<'a>(_: &DiscreteOp, _: &TypeName) -> Derivative<'a> {
        Derivative::Zero
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        op: &DiscreteOp,
        name: &TypeName,
        mut operands: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        if operands.len() != op.arity() + 1 {
            return Err(count(op.arity() + 1, operands.len()));
        }
        let world = operands.pop();
        let result = scalar::discrete(*op, name, &operands)?;
        Ok(Outcome::Results(std::iter::once(result).chain(world).collect()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        DiscreteOp::by_word(word.strip_prefix(PREFIX)?).map(|_| Syntax::word(first))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        let Type::Discrete(name) = written.ty()? else { return None };
        let op = DiscreteOp::by_word(written.word.strip_prefix(PREFIX)?)?;
        Some(Operation::Ordered(op, name.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(op: &DiscreteOp, name: &TypeName) -> Written {
        Written::new(&format!("{PREFIX}{}", op.word()), vec![Type::Discrete(name.clone())])
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(op: &DiscreteOp, name: &TypeName) -> Symbol {
        discrete::symbol(op, name)
    }
}

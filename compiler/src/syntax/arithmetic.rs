//! The arithmetic operators.

use hypernet::{DiscreteOp, Primitive};
use proc_macro2::{Span, TokenStream};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
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

impl Arithmetic {
    /// The operation on reals.
    pub(crate) fn primitive(self) -> Option<Primitive> {
        Some(match self {
            Self::Add => Primitive::Add,
            Self::Sub => Primitive::Sub,
            Self::Mul => Primitive::Mul,
            Self::Div => Primitive::Div,
            Self::Rem => Primitive::Rem,
            Self::And | Self::Or | Self::Xor | Self::Shl | Self::Shr => return None,
        })
    }

    /// The operation on integers and booleans.
    pub(crate) fn discrete(self) -> DiscreteOp {
        match self {
            Self::Add => DiscreteOp::Add,
            Self::Sub => DiscreteOp::Sub,
            Self::Mul => DiscreteOp::Mul,
            Self::Div => DiscreteOp::Div,
            Self::Rem => DiscreteOp::Rem,
            Self::And => DiscreteOp::And,
            Self::Or => DiscreteOp::Or,
            Self::Xor => DiscreteOp::Xor,
            Self::Shl => DiscreteOp::Shl,
            Self::Shr => DiscreteOp::Shr,
        }
    }

    /// As it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
        }
    }

    /// The same, as tokens that stand there.
    pub(crate) fn tokens(self, span: Span) -> TokenStream {
        let tokens: TokenStream = self.symbol().parse().expect("an operator is a token");
        tokens
            .into_iter()
            .map(|mut token| {
                token.set_span(span);
                token
            })
            .collect()
    }
}

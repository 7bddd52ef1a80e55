//! The textual form of a net, for people and for golden files: `parse(&net.to_string())` is isomorphic to `net`.
//!
//! ```
//! use hypernet::{isomorphic, text};
//!
//! let source = "\
//! net (x: f64) -> f64 {
//!   x.1, x.2 = copy x
//!   mul = abstraction [x = x.1] (y: f64) -> f64 {
//!     %0 = mul x, y
//!     return %0
//!   }
//!   %0 = eval mul, x.2
//!   return %0
//! }
//! ";
//! let net = text::parse(source)?;
//! assert_eq!(net.to_string(), source);
//! # Ok::<(), text::ParseError>(())
//! ```
//!
//! - One line for each edge, in the order of [`Hypernet::sorted_edges`](crate::Hypernet::sorted_edges):
//!   `results = what operands`. Every wire has a name and is used once, as in the net itself.
//! - A wire is called what its name says, then `x.1`, `x.2` where that is taken; the results of a copy are called
//!   what the copied wire is. A wire without a name is `%0`, `%1`, …. Names are counted at every level by itself: what
//!   is outside of an abstraction is not visible inside, except for what it captures, `[inside = outside]`, or `[x]`
//!   where both are called the same.
//! - The type of a result is given, `x: f64 = …`, where it is not what the line gives anyway; so are the types of an
//!   operation, `plus<f64> a, b`, where they are not those of the operands.
//! - Types are as `Type` prints them; a name that is not a word is in backticks. `name@3` is what the host language
//!   calls number 3. `//` begins a comment.

mod parse;
mod print;
mod scan;

pub use parse::{ParseError, parse};

use std::fmt;

use crate::label::{Comparison, DiscreteOp, Operation};
use crate::primitive::Primitive;
use crate::types::Type;

/// A name as it stands in the textual form: in backticks, unless it is a word.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        if self.0.split("::").all(part) && self.0 != "return" {
            return f.write_str(self.0);
        }
        f.write_str("`")?;
        for c in self.0.chars() {
            match c {
                '\n' => f.write_str("\\n")?,
                '`' | '\\' => write!(f, "\\{c}")?,
                _ => write!(f, "{c}")?,
            }
        }
        f.write_str("`")
    }
}

const COMPARISONS: [(Comparison, &str); 6] = [
    (Comparison::Lt, "lt"),
    (Comparison::Le, "le"),
    (Comparison::Gt, "gt"),
    (Comparison::Ge, "ge"),
    (Comparison::Eq, "eq"),
    (Comparison::Ne, "ne"),
];

const DISCRETE: [(DiscreteOp, &str); 12] = [
    (DiscreteOp::Neg, "neg"),
    (DiscreteOp::Not, "not"),
    (DiscreteOp::Add, "add"),
    (DiscreteOp::Sub, "sub"),
    (DiscreteOp::Mul, "mul"),
    (DiscreteOp::Div, "div"),
    (DiscreteOp::Rem, "rem"),
    (DiscreteOp::And, "and"),
    (DiscreteOp::Or, "or"),
    (DiscreteOp::Xor, "xor"),
    (DiscreteOp::Shl, "shl"),
    (DiscreteOp::Shr, "shr"),
];

/// The word for an operation that is a word, its types and its operands; and those types.
fn spelled(operation: &Operation) -> Option<(&'static str, Vec<Type>)> {
    let by = |ty: &Type| vec![ty.clone()];
    Some(match operation {
        Operation::Primitive(primitive, name) => (primitive.name(), vec![Type::Real(name.clone())]),
        Operation::Discrete(op, name) => {
            (DISCRETE.iter().find(|(found, _)| found == op)?.1, vec![Type::Discrete(name.clone())])
        }
        Operation::Compare(op, ty) => (COMPARISONS.iter().find(|(found, _)| found == op)?.1, by(ty)),
        Operation::Plus(ty) => ("plus", by(ty)),
        Operation::Select(ty) => ("select", by(ty)),
        Operation::Present(ty) => ("present", by(ty)),
        Operation::Expect(ty) => ("expect", by(ty)),
        Operation::Pack(parts) => ("pack", parts.to_vec()),
        Operation::Unpack(parts) => ("unpack", parts.to_vec()),
        Operation::Cond(first, second) => ("cond", vec![Type::Function(first.clone()), Type::Function(second.clone())]),
        _ => return None,
    })
}

/// The types that such an operation has if these are its operands' types.
fn inferred(word: &str, operands: &[Type]) -> Option<Vec<Type>> {
    let at = |i: usize| operands.get(i).cloned();
    Some(match word {
        "select" => vec![at(1)?],
        "pack" => operands.to_vec(),
        "unpack" => match at(0)? {
            Type::Tuple(parts) => parts.to_vec(),
            _ => return None,
        },
        "expect" => match at(0)? {
            Type::Option(ty) => vec![(*ty).clone()],
            _ => return None,
        },
        "cond" => vec![at(1)?, at(2)?],
        _ => vec![at(0)?],
    })
}

/// Whether this is the word of an operation that is a word, its types and its operands.
fn is_word(word: &str) -> bool {
    matches!(word, "plus" | "select" | "present" | "expect" | "pack" | "unpack" | "cond")
        || DISCRETE.iter().any(|(_, found)| *found == word)
        || COMPARISONS.iter().any(|(_, found)| *found == word)
        || Primitive::by_name(word).is_some()
}

/// The operation of this word and these types.
fn operation(word: &str, types: Vec<Type>) -> Option<Operation> {
    let [ty] = &types[..] else {
        return match (word, &types[..]) {
            ("pack", _) => Some(Operation::Pack(types.into())),
            ("unpack", _) => Some(Operation::Unpack(types.into())),
            ("cond", [Type::Function(first), Type::Function(second)]) => {
                Some(Operation::Cond(first.clone(), second.clone()))
            }
            _ => None,
        };
    };
    let ty = ty.clone();
    Some(match word {
        "plus" => Operation::Plus(ty),
        "select" => Operation::Select(ty),
        "present" => Operation::Present(ty),
        "expect" => Operation::Expect(ty),
        "pack" => Operation::Pack(types.into()),
        "unpack" => Operation::Unpack(types.into()),
        _ => match (COMPARISONS.iter().find(|(_, found)| *found == word), ty) {
            (Some((op, _)), ty) => Operation::Compare(*op, ty),
            (None, Type::Real(name)) => Operation::Primitive(Primitive::by_name(word)?, name),
            (None, Type::Discrete(name)) => {
                Operation::Discrete(DISCRETE.iter().find(|(_, found)| *found == word)?.0, name)
            }
            _ => return None,
        },
    })
}

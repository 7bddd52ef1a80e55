//! What stands in a drawing in letters, and how much room it takes.

use crate::label::{Comparison, Constant, DiscreteOp, Operation};
use crate::primitive::Primitive;
use crate::types::Type;

/// The size of the letters of operations, and of the names and types beside wires.
pub(super) const LARGE: i64 = 14;
pub(super) const SMALL: i64 = 11;

/// Names longer than this are cut off.
const LONGEST: usize = 36;

/// The height of a line of this size.
pub(super) fn height(size: i64) -> i64 {
    size * 5 / 4
}

/// The width of a text, at least: in hundredths of the size, by the widest of the common fonts.
pub(super) fn width(text: &str, size: i64) -> i64 {
    let hundredths: i64 = text.chars().map(advance).sum();
    (hundredths * size + 99) / 100
}

fn advance(c: char) -> i64 {
    match c {
        '\u{300}'..='\u{36f}' => 0,
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ':' | ';' | '|' | '!' | ' ' => 37,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | 's' | '-' | '/' => 53,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' | '⋯' => 104,
        'a'..='z' | '0'..='9' | '_' | '*' => 67,
        'A'..='Z' => 86,
        c if u32::from(c) < 0x2e80 => 90,
        _ => 110,
    }
}

/// The text, or its beginning if it is too long for a drawing.
pub(super) fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// What to write on an operation.
pub(super) fn operation(operation: &Operation) -> String {
    let text: &str = match operation {
        Operation::Constant(constant, _) => return self::constant(constant),
        Operation::Primitive(primitive, _) => self::primitive(*primitive),
        Operation::Plus(_) => "⊕",
        Operation::Zero(_) => "0\u{304}",
        Operation::Present(_) => "present",
        Operation::Absent(_) => "absent",
        Operation::Expect(_) => "expect",
        Operation::Compare(comparison, _) => match comparison {
            Comparison::Lt => "<",
            Comparison::Le => "≤",
            Comparison::Gt => ">",
            Comparison::Ge => "≥",
            Comparison::Eq => "=",
            Comparison::Ne => "≠",
        },
        Operation::Discrete(op, _) => match op {
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
        },
        Operation::Cast(_, to) => return shorten(&format!("as {}", ty(to))),
        Operation::Select(_) => "select",
        Operation::Pack(_) | Operation::Unpack(_) => "",
        Operation::Record(record) => {
            let names: Vec<&str> = record.fields.iter().map(|(name, _)| &**name).collect();
            return shorten(&format!("{{{}}}", names.join(", ")));
        }
        Operation::Project(record) | Operation::Update(record) => {
            let name = record.fields.first().map_or("", |(name, _)| name);
            let equals = if matches!(operation, Operation::Update(_)) { " =" } else { "" };
            return shorten(&format!(".{name}{equals}"));
        }
        Operation::View(name, _) => name,
        Operation::Cond(..) => "cond",
        Operation::Foreign(foreign) => &foreign.name,
        Operation::Function(function) => &function.name,
    };
    shorten(text)
}

fn primitive(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Add => "+",
        Primitive::Sub | Primitive::Neg => "−",
        Primitive::Mul => "×",
        Primitive::Div => "÷",
        Primitive::Rem => "%",
        other => other.name(),
    }
}

fn constant(constant: &Constant) -> String {
    match constant {
        Constant::Real { text, .. } => shorten(text),
        Constant::Integer(value) => value.to_string(),
        Constant::Bool(value) => value.to_string(),
        Constant::Named { name, .. } => shorten(name),
    }
}

/// A type as the paper writes it: `A ⊸ B`, bundles with commas.
pub(super) fn ty(ty: &Type) -> String {
    let all = |types: &[Type]| types.iter().map(self::ty).collect::<Vec<_>>().join(", ");
    let bundle = |types: &[Type]| match types {
        [] => "()".to_owned(),
        [single @ (Type::Real(_) | Type::Discrete(_) | Type::Opaque(_) | Type::Cotangent(_))] => self::ty(single),
        several => format!("({})", all(several)),
    };
    match ty {
        Type::Real(name) | Type::Discrete(name) | Type::Opaque(name) => name.to_string(),
        Type::Cotangent(name) => format!("{name}′"),
        Type::Tuple(parts) => format!("({})", all(parts)),
        Type::World => "!".to_owned(),
        Type::Option(ty) => format!("Option<{}>", self::ty(ty)),
        Type::Function(function) => format!("{} ⊸ {}", bundle(&function.params), bundle(&function.results)),
    }
}

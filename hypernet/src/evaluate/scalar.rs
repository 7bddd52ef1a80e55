//! Scalars: every operation exactly as the host language performs it.

use super::machine::mismatch;
use super::{Datum, EvaluateError};
use crate::label::{Comparison, Constant, DiscreteOp};
use crate::primitive::{Primitive, primitives};
use crate::types::{Name, Type, TypeName};

/// A real, rounded to the scalar type of this name.
pub(crate) fn round(name: &Name, value: f64) -> f64 {
    if &**name == "f32" { f64::from(narrow(value)) } else { value }
}

#[expect(clippy::cast_possible_truncation, reason = "the rounding is meant")]
fn narrow(value: f64) -> f32 {
    value as f32
}

/// A value as one of this type, or an error if it is not.
pub(crate) fn conform(ty: &Type, datum: Datum) -> Result<Datum, EvaluateError> {
    if let (Type::Option(ty), Datum::Option(Some(value))) = (ty, &datum) {
        return Ok(Datum::Option(Some(Box::new(conform(ty, (**value).clone())?))));
    }
    if let (Type::Tape(ty), Datum::Tape(entries)) = (ty, &datum) {
        let entries = entries.iter().map(|entry| conform(ty, entry.clone()));
        return Ok(Datum::Tape(entries.collect::<Result<_, _>>()?));
    }
    if let (Type::Array(ty) | Type::Look(ty) | Type::Undone(ty), Datum::Array(elements)) = (ty, &datum) {
        let elements = elements.iter().map(|element| conform(ty, element.clone()));
        return Ok(Datum::Array(elements.collect::<Result<_, _>>()?));
    }
    let fits = match (ty, &datum) {
        (Type::Real(name), Datum::Real(value)) => return Ok(Datum::Real(round(name, *value))),
        (Type::Discrete(name), Datum::Bool(_)) => name.is("bool"),
        (Type::Discrete(name), Datum::Integer(value)) => {
            range(name).is_none_or(|(low, high, _)| (low..=high).contains(value))
        }
        // The shape of an array.
        (Type::Discrete(name), Datum::Array(_)) => *name == TypeName::Unnamed || ty.is_shape_of_arrays(),
        (Type::Tuple(parts), Datum::Tuple(values)) => parts.len() == values.len(),
        (Type::Function(_), Datum::Function(_))
        | (Type::World, Datum::World)
        | (Type::Option(_), Datum::Option(None))
        | (Type::Opaque(_) | Type::Cotangent(_), _) => true,
        _ => false,
    };
    if !fits {
        return Err(mismatch(ty, &datum));
    }
    match (ty, datum) {
        (Type::Tuple(parts), Datum::Tuple(values)) => {
            let values = parts.iter().zip(values).map(|(ty, value)| conform(ty, value));
            Ok(Datum::Tuple(values.collect::<Result<_, _>>()?))
        }
        (_, datum) => Ok(datum),
    }
}

pub(crate) fn constant(constant: &Constant, ty: &Type) -> Result<Datum, EvaluateError> {
    let datum = match (constant, ty) {
        // The digits are read at the type itself: reading them as `f64` and rounding that would round twice.
        (Constant::Real { value, text }, Type::Real(name)) if &**name == "f32" => {
            let read = text.replace('_', "").parse::<f32>();
            Datum::Real(read.map_or(*value, f64::from))
        }
        (Constant::Real { value, .. }, _) => Datum::Real(*value),
        (Constant::Integer(value), _) => Datum::Integer(*value),
        (Constant::Bool(value), _) => Datum::Bool(*value),
        (Constant::Named { name, .. }, _) => return Err(EvaluateError::Unknown(name.clone())),
    };
    conform(ty, datum)
}

pub(crate) fn compare(comparison: Comparison, ty: &Type, a: &Datum, b: &Datum) -> Result<bool, EvaluateError> {
    fn by<T: PartialOrd>(comparison: Comparison, a: &T, b: &T) -> bool {
        match comparison {
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
        }
    }
    match (a, b) {
        (Datum::Real(a), Datum::Real(b)) => Ok(by(comparison, a, b)),
        (Datum::Integer(a), Datum::Integer(b)) => Ok(by(comparison, a, b)),
        (Datum::Bool(a), Datum::Bool(b)) => Ok(by(comparison, a, b)),
        (a, _) => Err(mismatch(ty, a)),
    }
}

/// The least and the greatest value of an integer type, and its width in bits. `u128` is served up to `i128::MAX`.
fn range(name: &TypeName) -> Option<(i128, i128, u32)> {
    macro_rules! range {
        ($ty:ty) => {
            Some((i128::from(<$ty>::MIN), i128::from(<$ty>::MAX), <$ty>::BITS))
        };
    }
    let name = match name {
        TypeName::Named(name) => name,
        // What the host language takes an integer for of which nothing says the type.
        TypeName::Numbered(_) => return range!(i32),
        TypeName::Unnamed => return None,
    };
    match &**name {
        "u8" => range!(u8),
        "u16" => range!(u16),
        "u32" => range!(u32),
        "u64" | "usize" => range!(u64),
        "i8" => range!(i8),
        "i16" => range!(i16),
        "i32" => range!(i32),
        "i64" | "isize" => range!(i64),
        "i128" => range!(i128),
        "u128" => Some((0, i128::MAX, 128)),
        "char" => Some((0, 0x0010_FFFF, 32)),
        _ => None,
    }
}

fn unsupported(what: &str, name: &TypeName) -> EvaluateError {
    EvaluateError::Unsupported(format!("{what} of type {name}"))
}

/// The value of this integer type that has the same lowest bits.
fn wrap(name: &TypeName, value: i128) -> Result<i128, EvaluateError> {
    let (low, _, bits) = range(name).ok_or_else(|| unsupported("an integer", name))?;
    if bits == 128 {
        return if value < low { Err(unsupported("an integer beyond i128::MAX", name)) } else { Ok(value) };
    }
    let value = value & ((1 << bits) - 1);
    Ok(if low < 0 && value >= 1 << (bits - 1) { value - (1 << bits) } else { value })
}

pub(crate) fn discrete(op: DiscreteOp, name: &TypeName, operands: &[Datum]) -> Result<Datum, EvaluateError> {
    use DiscreteOp::{Add, And, Div, Mul, Neg, Not, Or, Rem, Shl, Shr, Sub, Xor};
    match (op, operands) {
        (Not, [Datum::Bool(a)]) => return Ok(Datum::Bool(!a)),
        (And, [Datum::Bool(a), Datum::Bool(b)]) => return Ok(Datum::Bool(a & b)),
        (Or, [Datum::Bool(a), Datum::Bool(b)]) => return Ok(Datum::Bool(a | b)),
        (Xor, [Datum::Bool(a), Datum::Bool(b)]) => return Ok(Datum::Bool(a ^ b)),
        _ => {}
    }
    let mut integers = [0; 2];
    for (operand, integer) in operands.iter().zip(&mut integers) {
        let Datum::Integer(value) = operand else { return Err(mismatch(&Type::Discrete(name.clone()), operand)) };
        *integer = *value;
    }
    let [a, b] = integers;
    let (low, high, bits) = range(name).ok_or_else(|| unsupported("an integer", name))?;
    let shift = || {
        let by = u32::try_from(b).ok().filter(|&by| by < bits);
        by.ok_or(EvaluateError::Panic("shift by more than the width"))
    };
    let checked = match op {
        Neg => a.checked_neg(),
        Add => a.checked_add(b),
        Sub => a.checked_sub(b),
        Mul => a.checked_mul(b),
        Div | Rem if b == 0 => return Err(EvaluateError::Panic("division by zero")),
        Div => a.checked_div(b),
        // `MIN % -1` overflows where `MIN / -1` does, although the result itself would fit.
        Rem if b == -1 && a == low => None,
        Rem => a.checked_rem(b),
        Not => Some(wrap(name, !a)?),
        And => Some(a & b),
        Or => Some(a | b),
        Xor => Some(a ^ b),
        Shl => Some(wrap(name, a << shift()?)?),
        Shr => Some(a >> shift()?),
    };
    let fits = checked.filter(|value| (low..=high).contains(value));
    fits.map(Datum::Integer).ok_or(EvaluateError::Panic("integer overflow"))
}

/// `value as to`
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "`as` is what is meant")]
pub(crate) fn cast(from: &Type, to: &Type, value: &Datum) -> Result<Datum, EvaluateError> {
    match (to, value) {
        (Type::Real(to), Datum::Real(value)) => Ok(Datum::Real(round(to, *value))),
        (Type::Real(to), Datum::Integer(value)) => {
            Ok(Datum::Real(if &**to == "f32" { f64::from(*value as f32) } else { *value as f64 }))
        }
        (Type::Discrete(to), Datum::Real(value)) => {
            let (low, high, _) = range(to).ok_or_else(|| unsupported("a cast", to))?;
            // `as` saturates and takes NaN to zero, at the wider type as well.
            Ok(Datum::Integer((*value as i128).clamp(low, high)))
        }
        (Type::Discrete(to), Datum::Integer(value)) => Ok(Datum::Integer(wrap(to, *value)?)),
        (Type::Discrete(to), Datum::Bool(value)) if to.is("bool") => Ok(Datum::Bool(*value)),
        (Type::Discrete(_), Datum::Bool(value)) => Ok(Datum::Integer(i128::from(*value))),
        _ => Err(EvaluateError::Unsupported(format!("a cast from {from} to {to}"))),
    }
}

/// The results of a primitive.
pub(crate) fn primitive(primitive: Primitive, name: &Name, operands: &[Datum]) -> Result<Vec<Datum>, EvaluateError> {
    let mut reals = [0.0; 3];
    let mut exponent = 0;
    let (expected, found) = (primitive.signature(name).0.len(), operands.len());
    if expected != found {
        return Err(EvaluateError::Count { expected, found });
    }
    for (operand, real) in operands.iter().zip(&mut reals) {
        match operand {
            Datum::Real(value) => *real = *value,
            Datum::Integer(value) => {
                exponent = i32::try_from(*value).map_err(|_| mismatch(&Type::discrete("i32"), operand))?;
            }
            other @ (Datum::Bool(_)
            | Datum::Tuple(_)
            | Datum::Record(_)
            | Datum::Function(_)
            | Datum::Option(_)
            | Datum::World
            | Datum::Tape(_)
            | Datum::Array(_)) => return Err(mismatch(&Type::Real(name.clone()), other)),
        }
    }
    let crossed = reals[1] > reals[2] || reals[1].is_nan() || reals[2].is_nan();
    if primitive == Primitive::Clamp && crossed {
        return Err(EvaluateError::Panic("clamp with bounds that are crossed or NaN"));
    }
    Ok(if &**name == "f32" {
        at_f32(primitive, reals.map(narrow), exponent)
    } else {
        at_f64(primitive, reals, exponent)
    })
}

/// An operand of this sort, of those that are left.
macro_rules! operand {
    (R $reals:ident $exponent:ident) => {
        $reals.next().expect("a real for each operand")
    };
    (I $reals:ident $exponent:ident) => {
        $exponent
    };
}

/// A result of this sort.
macro_rules! datum {
    (R $value:expr) => {
        Datum::Real($value.into())
    };
    (B $value:expr) => {
        Datum::Bool($value)
    };
}

/// The values of the table, at this scalar type.
macro_rules! values {
    ([$function:ident $scalar:ident] $(
        $(#[$doc:meta])* $variant:ident $name:literal ($($operand:ident: $input:ident),*) -> ($($output:ident),*),
        $effect:ident, $linear:expr, [$($value:expr),*] $(= $($result:ident),*)? : $($d:ident),* => [$($sensitivity:expr),*];
    )*) => {
        fn $function(primitive: Primitive, reals: [$scalar; 3], exponent: i32) -> Vec<Datum> {
            let mut reals = reals.into_iter();
            match primitive {
                $(Primitive::$variant => {
                    $(let $operand = operand!($input reals exponent);)*
                    vec![$(datum!($output { $value })),*]
                })*
            }
        }
    };
}
primitives!(values at_f32 f32);
primitives!(values at_f64 f64);

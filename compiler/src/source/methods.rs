//! Methods by their names: those of arrays, of numbers, and all others.

use hypernet::Primitive;
use proc_macro2::Ident;
use syn::ExprMethodCall;

use super::names::is_float_name;

/// Methods of numbers that give no number.
pub(crate) const OF_NUMBERS: [&str; 4] = ["classify", "partial_cmp", "to_bits", "total_cmp"];

/// What Rust's own real numbers have besides the primitives and these methods, with what traits give that are in scope everywhere.
const FUNCTIONS_OF_NUMBERS: [&str; 33] = [
    "algebraic_add",
    "algebraic_div",
    "algebraic_mul",
    "algebraic_rem",
    "algebraic_sub",
    "clamp_magnitude",
    "clone",
    "default",
    "div_euclid",
    "eq",
    "from",
    "from_be_bytes",
    "from_bits",
    "from_le_bytes",
    "from_ne_bytes",
    "from_str",
    "gamma",
    "into",
    "is_sign_negative",
    "is_sign_positive",
    "lerp",
    "ln_gamma",
    "maximum",
    "midpoint",
    "minimum",
    "next_down",
    "next_up",
    "rem_euclid",
    "to_be_bytes",
    "to_le_bytes",
    "to_ne_bytes",
    "to_string",
    "try_from",
];

/// Whether this is the path of a function of Rust's own real numbers: `f64::midpoint`.
pub(crate) fn is_of_numbers(path: &syn::ExprPath) -> bool {
    let scope = path.path.segments.iter().rev().nth(1);
    path.qself.is_none() && scope.is_some_and(|scope| is_float_name(&scope.ident.to_string()))
}

/// Whether this is the path of one that they have not, unless a trait gives it: `f64::sinn`.
pub(crate) fn is_missing_in_numbers(path: &syn::ExprPath) -> bool {
    let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let is_known = OF_NUMBERS.iter().chain(&FUNCTIONS_OF_NUMBERS).any(|known| name == *known);
    is_of_numbers(path) && Primitive::by_name(&name).is_none() && !is_known
}

/// Methods of arrays, slices and vectors that hardly anything else has. What they are called on is taken for an array.
pub(crate) const OF_ARRAYS: [&str; 8] =
    ["iter", "windows", "chunks", "chunks_exact", "to_vec", "iter_mut", "chunks_mut", "chunks_exact_mut"];

/// Methods that may be called on an array in an array.
pub(crate) const OF_ROWS: [&str; 9] =
    ["iter", "windows", "chunks", "chunks_exact", "to_vec", "len", "is_empty", "first", "last"];

/// Whether a method is one that arrays have.
pub(crate) fn is_method_of_arrays(name: &Ident) -> bool {
    OF_ARRAYS.iter().chain(&OF_ROWS).any(|method| name == method)
}

/// Whether a method is neither one of numbers nor one of arrays, as far as names say.
pub(crate) fn is_method_of_structs(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    Primitive::by_name(&name).is_none()
        && !is_method_of_arrays(&call.method)
        && ArrayMethod::also_mut(&name, call.args.len()).is_none()
        && !["clone", "copied", "cloned", "unwrap", "expect", "into", "to_owned"].contains(&name.as_str())
}

/// A method of arrays that the net has an operation for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArrayMethod {
    Len,
    IsEmpty,
    Swap,
    Fill,
    CopyFromSlice,
    ToVec,
    First,
    Last,
    Get,
    Push,
    Pop,
    Insert,
    Remove,
    SwapRemove,
    Reverse,
    RotateLeft,
    RotateRight,
    Clear,
    Truncate,
    Resize,
    ExtendFromSlice,
}

impl ArrayMethod {
    /// Whether it takes no element and gives none: what these are, it does not say.
    pub(crate) fn moves_alone(self) -> bool {
        match self {
            Self::Len
            | Self::IsEmpty
            | Self::Swap
            | Self::Reverse
            | Self::RotateLeft
            | Self::RotateRight
            | Self::Clear
            | Self::Truncate => true,
            Self::Fill
            | Self::CopyFromSlice
            | Self::ToVec
            | Self::First
            | Self::Last
            | Self::Get
            | Self::Push
            | Self::Pop
            | Self::Insert
            | Self::Remove
            | Self::SwapRemove
            | Self::Resize
            | Self::ExtendFromSlice => false,
        }
    }

    /// The method of this name with so many arguments.
    pub(crate) fn by_name(name: &str, arguments: usize) -> Option<Self> {
        Some(match (name, arguments) {
            ("len", 0) => Self::Len,
            ("is_empty", 0) => Self::IsEmpty,
            ("swap", 2) => Self::Swap,
            ("fill", 1) => Self::Fill,
            ("copy_from_slice" | "clone_from_slice", 1) => Self::CopyFromSlice,
            ("to_vec", 0) => Self::ToVec,
            ("first", 0) => Self::First,
            ("last", 0) => Self::Last,
            ("get", 1) => Self::Get,
            ("push", 1) => Self::Push,
            ("pop", 0) => Self::Pop,
            ("insert", 2) => Self::Insert,
            ("remove", 1) => Self::Remove,
            ("swap_remove", 1) => Self::SwapRemove,
            ("reverse", 0) => Self::Reverse,
            ("rotate_left", 1) => Self::RotateLeft,
            ("rotate_right", 1) => Self::RotateRight,
            ("clear", 0) => Self::Clear,
            ("truncate", 1) => Self::Truncate,
            ("resize", 2) => Self::Resize,
            ("extend_from_slice" | "extend", 1) => Self::ExtendFromSlice,
            _ => return None,
        })
    }

    /// The same, also of an element that is changed: `last_mut`.
    pub(crate) fn also_mut(name: &str, arguments: usize) -> Option<Self> {
        let of_element = name.strip_suffix("_mut").and_then(|name| Self::by_name(name, arguments));
        of_element.filter(|method| method.gives_option()).or_else(|| Self::by_name(name, arguments))
    }

    /// Whether it writes to the array.
    pub(crate) const fn writes(self) -> bool {
        match self {
            Self::Swap
            | Self::Fill
            | Self::CopyFromSlice
            | Self::Push
            | Self::Pop
            | Self::Insert
            | Self::Remove
            | Self::SwapRemove
            | Self::Reverse
            | Self::RotateLeft
            | Self::RotateRight
            | Self::Clear
            | Self::Truncate
            | Self::Resize
            | Self::ExtendFromSlice => true,
            Self::Len | Self::IsEmpty | Self::ToVec | Self::First | Self::Last | Self::Get => false,
        }
    }

    /// Whether it gives nothing. Where the result of a method of this name is used, the method is a user's own.
    pub(crate) const fn gives_nothing(self) -> bool {
        match self {
            Self::Swap
            | Self::Fill
            | Self::CopyFromSlice
            | Self::Push
            | Self::Insert
            | Self::Reverse
            | Self::RotateLeft
            | Self::RotateRight
            | Self::Clear
            | Self::Truncate
            | Self::Resize
            | Self::ExtendFromSlice => true,
            Self::Len
            | Self::IsEmpty
            | Self::ToVec
            | Self::First
            | Self::Last
            | Self::Get
            | Self::Pop
            | Self::Remove
            | Self::SwapRemove => false,
        }
    }

    /// Whether vectors alone have it.
    pub(crate) const fn is_of_vectors(self) -> bool {
        match self {
            Self::Push
            | Self::Pop
            | Self::Insert
            | Self::Remove
            | Self::SwapRemove
            | Self::Clear
            | Self::Truncate
            | Self::Resize
            | Self::ExtendFromSlice => true,
            Self::Len
            | Self::IsEmpty
            | Self::Swap
            | Self::Fill
            | Self::CopyFromSlice
            | Self::ToVec
            | Self::First
            | Self::Last
            | Self::Get
            | Self::Reverse
            | Self::RotateLeft
            | Self::RotateRight => false,
        }
    }

    /// Whether it gives an element, if there is one.
    pub(crate) const fn gives_option(self) -> bool {
        match self {
            Self::First | Self::Last | Self::Get | Self::Pop => true,
            Self::Len
            | Self::IsEmpty
            | Self::Swap
            | Self::Fill
            | Self::CopyFromSlice
            | Self::ToVec
            | Self::Push
            | Self::Insert
            | Self::Remove
            | Self::SwapRemove
            | Self::Reverse
            | Self::RotateLeft
            | Self::RotateRight
            | Self::Clear
            | Self::Truncate
            | Self::Resize
            | Self::ExtendFromSlice => false,
        }
    }
}

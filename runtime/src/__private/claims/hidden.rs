//! Claims that no trait hides a method of slices or of numbers.

#[cfg(feature = "std")]
use std::vec::Vec;

/// For each method of slices and of numbers that arrays, vectors and references have because they are dereferenced, a trait that has it where rustc
/// looks for the last time before it dereferences them.
#[allow(
    clippy::iter_not_returning_iterator,
    clippy::mut_mut,
    clippy::wrong_self_convention,
    reason = "they have the names of those of slices and of numbers, and take what those are called on"
)]
pub mod methods {
    #[cfg(feature = "std")]
    use super::Vec;
    use super::{NotHidden, NumberNotHidden};

    macro_rules! methods {
        (of slices: $([$($slices_take:ident)*] $($slices:ident)*;)* of numbers: $([$($numbers_take:ident)*] $($numbers:ident)*;)*) => {
            $(methods!(slices [$($slices_take)*] $($slices)*);)*
            $(methods!(numbers [$($numbers_take)*] $($numbers)*);)*
        };
        (slices $takes:tt $($name:ident)*) => {
            $(
                methods!($name $takes NotHidden, [T, const N: usize] &mut [T; N], [T, const N: usize] &mut &[T; N]);
                #[cfg(feature = "std")]
                impl<T> $name for &mut Vec<T> {}
            )*
        };
        (numbers $takes:tt $($name:ident)*) => {
            $(methods!($name $takes NumberNotHidden, [T] &mut &T, [T] &mut &mut T);)*
        };
        ($name:ident [$($takes:ident)*] $gives:ident, $([$($params:tt)*] $of:ty),*) => {
            #[doc(hidden)]
            #[allow(non_camel_case_types, reason = "it is found by the name of the method")]
            pub trait $name: Sized {
                fn $name(self, $($takes: ()),*) -> $gives<Self> {
                    $(let () = $takes;)*
                    $gives(self)
                }
            }
            $(impl<$($params)*> $name for $of {})*
        };
    }

    methods! {
        of slices:
            [] first first_mut iter iter_mut last last_mut reverse split_first split_last to_vec;
            [a] chunks chunks_exact chunks_exact_mut chunks_mut clone_from_slice copy_from_slice fill get get_mut map rotate_left
                rotate_right split_at split_at_mut windows;
            [a b] swap;
        of numbers:
            [] abs acos acosh asin asinh atan atanh cbrt ceil cos cosh exp exp2 exp_m1 floor fract is_finite is_infinite is_nan
                is_normal is_sign_negative is_sign_positive is_subnormal ln ln_1p log10 log2 recip round signum sin sin_cos sinh sqrt
                tan tanh to_degrees to_radians trunc;
            [a] abs_sub atan2 copysign div_euclid hypot log max min powf powi rem_euclid;
            [a b] clamp mul_add;
    }
}

/// What a method gives that no trait hides.
#[derive(Debug)]
pub struct NotHidden<R>(pub R);

/// The same of numbers.
#[derive(Debug)]
pub struct NumberNotHidden<R>(pub R);

/// Takes what a method gives that no trait hides.
pub fn not_hidden<V: OfNoTrait>(_: V) {}

/// What a method gives that no trait hides. What comes from how it is used is nothing.
#[diagnostic::on_unimplemented(
    message = "this is the method of a trait, and the macro takes it for the one that slices or numbers have",
    label = "a trait in scope has a method of this name, which comes first",
    note = "give the method of the trait another name, or do not import the trait here"
)]
pub trait OfNoTrait {}

#[cfg(feature = "std")]
#[diagnostic::do_not_recommend]
impl OfNoTrait for NotHidden<&mut Vec<()>> {}
#[diagnostic::do_not_recommend]
impl OfNoTrait for NotHidden<&mut [(); 0]> {}
#[diagnostic::do_not_recommend]
impl OfNoTrait for NotHidden<&mut &[(); 0]> {}
#[diagnostic::do_not_recommend]
impl<R> OfNoTrait for NumberNotHidden<R> {}

/// A vector of what comes from how it is used.
#[cfg(feature = "std")]
#[must_use]
pub const fn vector<T>() -> Vec<T> {
    Vec::new()
}

/// Without the standard library there are no vectors.
#[cfg(not(feature = "std"))]
pub use array as vector;

/// An array of what comes from how it is used. It is never made.
#[must_use]
pub fn array<T, const N: usize>() -> [T; N] {
    crate::__private::never()
}

/// A reference to such an array.
#[must_use]
pub fn lent_array<'a, T, const N: usize>() -> &'a [T; N] {
    crate::__private::never()
}

/// An argument of a type that the method says. It is never made.
#[must_use]
pub fn argument<A>() -> A {
    crate::__private::never()
}

/// A reference to a number. It is never made.
#[must_use]
pub fn lent<R>() -> R {
    crate::__private::never()
}

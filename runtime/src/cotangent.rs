//! The types that have a tangent, and what their cotangents can do.

use crate::__private::lengths::{Fit, Measure};

/// A type whose values a gradient can be taken with respect to.
///
/// Numbers that measure something have themselves as cotangent; what only counts, chooses or names (integers, `bool`,
/// `char`, `&str`) has `()`. Tuples and arrays have those of their parts, structs those of their fields, with
/// `#[derive(Differentiable)]`. An `enum` that derives it has `()`: it holds nothing with a tangent, but in fields that are
/// `#[constant]`.
///
/// ```
/// use backprop::Differentiable;
///
/// assert_eq!(2.5_f64.zero_cotangent(), 0.0);
/// assert_eq!((2.5_f64, 7_usize, [1.0_f32; 2]).zero_cotangent(), (0.0, (), [0.0; 2]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no cotangent, so no gradient can be taken with respect to it",
    label = "this type is not differentiable",
    note = "write `#[derive(Differentiable)]` on the struct, or on an `enum` that holds no reals",
    note = "give it the bound `{Self}: Differentiable`, if it is a type parameter",
    note = "or leave a parameter out of the gradient, and name the others in `#[differentiable(wrt(…))]`",
    note = "or leave a field of a struct out, with `#[constant]`"
)]
pub trait Differentiable {
    /// The type of a sensitivity to a value of this type.
    type Cotangent: Cotangent;

    /// That the types inside have cotangents. Derivatives ask for it once, so that rustc reports one that has none once.
    #[doc(hidden)]
    const KNOWN: () = ();

    /// Whether the shape of a sensitivity depends on the value: there is a vector in it.
    #[doc(hidden)]
    const GROWS: bool = false;

    /// What says how long the vectors in a sensitivity are.
    #[doc(hidden)]
    const MEASURE: Measure<Self> = Measure::Unknown;

    /// Takes a value out of its place, at a cost that its vectors have no part in. What is left waits for another value.
    #[doc(hidden)]
    const TAKEN: Option<fn(&mut Self) -> Self> = None;

    /// The sensitivity zero, in the shape of this value.
    fn zero_cotangent(&self) -> Self::Cotangent;
}

/// The cotangent of `T`: what a gradient holds for a parameter of that type.
///
/// ```
/// use backprop::{CotangentOf, Differentiable};
///
/// #[derive(Clone, Copy, Differentiable)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// let steps: [CotangentOf<Point>; 2] = [[1.0, 2.0].into(), [3.0, 4.0].into()];
/// let total: CotangentOf<Point> = steps.into_iter().sum();
/// assert_eq!(<[f64; 2]>::from(total * 0.5 - steps[0]), [1.0, 1.0]);
/// ```
pub type CotangentOf<T> = <T as Differentiable>::Cotangent;

/// A sensitivity: an additive monoid, with addition in place.
///
/// ```
/// use backprop::Cotangent;
///
/// let mut total = (1.0, [2.0, 3.0]);
/// total.accumulate(&(0.5, [0.5, 0.5]));
/// assert_eq!(total, (1.5, [2.5, 3.5]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a sensitivity",
    note = "sensitivities are real numbers, and tuples and arrays of them"
)]
pub trait Cotangent: Clone {
    /// The sensitivity that adds nothing. (It is not called `zero`: `T::zero()` of a real is that of `num_traits`.)
    #[must_use]
    fn neutral() -> Self;

    /// Adds `other`.
    fn accumulate(&mut self, other: &Self);

    /// Gives vectors to which nothing was added the length that they should have.
    #[doc(hidden)]
    const FIT: Fit<Self> = Fit::Unknown;

    /// Sets it to zero. Vectors keep their lengths.
    #[doc(hidden)]
    #[inline]
    fn clear(&mut self) {
        *self = Self::neutral();
    }

    /// Sets what belongs to the field at the end of this way to zero, if the field has a cotangent.
    #[doc(hidden)]
    #[inline]
    fn forget(&mut self, way: &[&str]) {
        assert!(way.is_empty(), "only a cotangent that is derived knows its fields by their names");
        *self = Self::neutral();
    }

    /// The sum of both.
    #[must_use]
    fn plus(mut self, other: &Self) -> Self {
        self.accumulate(other);
        self
    }
}

macro_rules! real {
    ($($ty:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Differentiable for $ty {
            type Cotangent = Self;
            const MEASURE: Measure<Self> = Measure::Constant;
            const TAKEN: Option<fn(&mut Self) -> Self> = Some(|value| *value);

            #[inline]
            fn zero_cotangent(&self) -> Self {
                0.0
            }
        }

        impl Cotangent for $ty {
            const FIT: Fit<Self> = Fit::Constant;

            #[inline]
            fn neutral() -> Self {
                0.0
            }

            #[inline]
            fn accumulate(&mut self, other: &Self) {
                *self += *other;
            }
        }
    )* };
}

real!(f32 f64);

macro_rules! discrete {
    ($($ty:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Differentiable for $ty {
            type Cotangent = ();
            const MEASURE: Measure<Self> = Measure::Constant;
            const TAKEN: Option<fn(&mut Self) -> Self> = Some(|value| *value);

            #[inline]
            fn zero_cotangent(&self) {}
        }
    )* };
}

discrete!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);

#[diagnostic::do_not_recommend]
impl Differentiable for str {
    type Cotangent = ();
    const MEASURE: Measure<Self> = Measure::Constant;

    #[inline]
    fn zero_cotangent(&self) {}
}

/// An option of what has no tangent has none.
#[diagnostic::do_not_recommend]
impl<T: Differentiable<Cotangent = ()>> Differentiable for Option<T> {
    type Cotangent = ();
    const MEASURE: Measure<Self> = Measure::Constant;
    const TAKEN: Option<fn(&mut Self) -> Self> = Some(Self::take);

    #[inline]
    fn zero_cotangent(&self) {}
}

#[diagnostic::do_not_recommend]
impl<T: Differentiable + ?Sized> Differentiable for &T {
    type Cotangent = T::Cotangent;
    const GROWS: bool = T::GROWS;
    const MEASURE: Measure<Self> = match T::MEASURE {
        Measure::By(_) => Measure::By(|value, lengths| T::MEASURE.measure(value, lengths)),
        Measure::Constant => Measure::Constant,
        Measure::Unknown => Measure::Unknown,
    };
    const TAKEN: Option<fn(&mut Self) -> Self> = Some(|value| value);

    #[inline]
    fn zero_cotangent(&self) -> T::Cotangent {
        T::zero_cotangent(self)
    }
}

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    type Cotangent = [T::Cotangent; N];
    const GROWS: bool = T::GROWS;
    const MEASURE: Measure<Self> = match T::MEASURE {
        Measure::By(_) => Measure::By(|all, lengths| all.iter().for_each(|one| T::MEASURE.measure(one, lengths))),
        Measure::Constant => Measure::Constant,
        Measure::Unknown => Measure::Unknown,
    };
    const TAKEN: Option<fn(&mut Self) -> Self> = match T::TAKEN {
        Some(_) => Some(|all| core::array::from_fn(|at| crate::__private::taken_part(&mut all[at]))),
        None => None,
    };

    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        self.each_ref().map(T::zero_cotangent)
    }
}

/// The cotangent of a slice is a vector, as long as that.
#[cfg(feature = "std")]
impl<T: Differentiable> Differentiable for [T] {
    type Cotangent = std::vec::Vec<T::Cotangent>;
    const GROWS: bool = true;
    const MEASURE: Measure<Self> = match T::MEASURE {
        Measure::Unknown => Measure::Unknown,
        Measure::Constant => Measure::By(|all, lengths| lengths.push(all.len())),
        Measure::By(_) => Measure::By(|all, lengths| {
            lengths.push(all.len());
            for one in all {
                T::MEASURE.measure(one, lengths);
            }
        }),
    };

    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        self.iter().map(T::zero_cotangent).collect()
    }
}

/// The cotangent of a vector is one that is as long.
#[cfg(feature = "std")]
impl<T: Differentiable> Differentiable for std::vec::Vec<T> {
    type Cotangent = std::vec::Vec<T::Cotangent>;
    const GROWS: bool = true;
    const MEASURE: Measure<Self> = match T::MEASURE {
        Measure::Unknown => Measure::Unknown,
        Measure::Constant => Measure::By(|all, lengths| lengths.push(all.len())),
        Measure::By(_) => Measure::By(|all, lengths| {
            lengths.push(all.len());
            for one in all {
                T::MEASURE.measure(one, lengths);
            }
        }),
    };
    const TAKEN: Option<fn(&mut Self) -> Self> = Some(core::mem::take);

    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        self.as_slice().zero_cotangent()
    }
}

/// The empty vector is the zero of every length.
///
/// # Panics
/// If two vectors of different lengths are added, and none is empty.
#[cfg(feature = "std")]
impl<T: Cotangent> Cotangent for std::vec::Vec<T> {
    const FIT: Fit<Self> = match T::FIT {
        Fit::Unknown => Fit::Unknown,
        Fit::Constant => Fit::By(|all, lengths| lengths.resize(all)),
        Fit::By(_) => Fit::By(|all, lengths| {
            lengths.resize(all);
            for one in all {
                T::FIT.fit(one, lengths);
            }
        }),
    };

    #[inline]
    fn neutral() -> Self {
        Self::new()
    }

    #[inline]
    fn clear(&mut self) {
        self.iter_mut().for_each(T::clear);
    }

    #[inline]
    #[track_caller]
    fn accumulate(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
            return;
        }
        assert!(
            other.is_empty() || self.len() == other.len(),
            "a sensitivity of {} elements is added to one of {}",
            other.len(),
            self.len()
        );
        for (one, other) in self.iter_mut().zip(other) {
            one.accumulate(other);
        }
    }
}

impl<T: Cotangent, const N: usize> Cotangent for [T; N] {
    const FIT: Fit<Self> = match T::FIT {
        Fit::By(_) => Fit::By(|all, lengths| all.iter_mut().for_each(|one| T::FIT.fit(one, lengths))),
        Fit::Constant => Fit::Constant,
        Fit::Unknown => Fit::Unknown,
    };

    #[inline]
    fn neutral() -> Self {
        core::array::from_fn(|_| T::neutral())
    }

    #[inline]
    fn clear(&mut self) {
        self.iter_mut().for_each(T::clear);
    }

    #[inline]
    fn accumulate(&mut self, other: &Self) {
        for (one, other) in self.iter_mut().zip(other) {
            one.accumulate(other);
        }
    }
}

macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Differentiable),*> Differentiable for ($($name,)*) {
            type Cotangent = ($($name::Cotangent,)*);
            const GROWS: bool = false $(|| $name::GROWS)*;
            const MEASURE: Measure<Self> = Measure::of_parts(
                &[$($name::MEASURE.kind()),*],
                |_all, _lengths| { $($name::MEASURE.measure(&_all.$index, _lengths);)* },
            );
            const TAKEN: Option<fn(&mut Self) -> Self> = if true $(&& $name::TAKEN.is_some())* {
                Some(|_all| ($(crate::__private::taken_part(&mut _all.$index),)*))
            } else {
                None
            };

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple is one of the tuples")]
            fn zero_cotangent(&self) -> Self::Cotangent {
                ($(self.$index.zero_cotangent(),)*)
            }
        }

        impl<$($name: Cotangent),*> Cotangent for ($($name,)*) {
            const FIT: Fit<Self> = Fit::of_parts(
                &[$($name::FIT.kind()),*],
                |_all, _lengths| { $($name::FIT.fit(&mut _all.$index, _lengths);)* },
            );

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple is one of the tuples")]
            fn neutral() -> Self {
                ($($name::neutral(),)*)
            }

            #[inline]
            fn clear(&mut self) {
                $(self.$index.clear();)*
            }

            #[inline]
            #[allow(unused_variables, clippy::match_single_binding, reason = "the empty tuple has nothing to forget")]
            fn forget(&mut self, way: &[&str]) {
                match way {
                    [] => *self = Self::neutral(),
                    [field, way @ ..] => match *field {
                        $(stringify!($index) => self.$index.forget(way),)*
                        _ => {}
                    },
                }
            }

            #[inline]
            #[allow(unused_variables, reason = "the empty tuple has nothing to add")]
            fn accumulate(&mut self, other: &Self) {
                $(self.$index.accumulate(&other.$index);)*
            }
        }
    };
}

tuple!();
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18, T 19);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18, T 19, U 20);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18, T 19, U 20, V 21);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18, T 19, U 20, V 21, W 22);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18, T 19, U 20, V 21, W 22, X 23);

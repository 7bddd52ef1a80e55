//! The adjoints of the operators: what `#[differentiable] impl Add for P` implements, and what generated code calls for
//! operators on types that the macro does not know.
//!
//! Those of operators on references are traits of what is referred to: `AddRefs` of `&a + &b`, `AddRef` of `a + &b` and
//! `RefAdd` of `&a + b`. So their backpropagators borrow nothing, as a trait of references could not say.
//!
//! Those of numbers are in `rules`, which the compiler wrote from the pullbacks of the net.

use core::ops;

use crate::Differentiable;

#[rustfmt::skip]
#[allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    reason = "written by the compiler, which casts with `as` as the user does"
)]
mod rules;

#[allow(
    clippy::approx_constant,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::unreadable_literal,
    reason = "written by the compiler, which casts with `as` and writes constants as numbers"
)]
mod methods;

pub use methods::Numbers;

/// The operand of an operator. The operators are methods, since of a method that is not there rustc says one thing, and nothing
/// of what is done with the result.
#[derive(Clone, Copy, Debug)]
pub struct Operand<A>(pub A);

/// The operands of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Operands<A, B>(pub A, pub B);

/// A binary operator of the standard library and its adjoint, and the function that calls that.
macro_rules! binary {
    ($($trait:ident $function:ident $symbol:literal $message:literal $note:literal;)*) => { $(
        #[doc = concat!("The adjoint of `", $symbol, "`.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "this operator has no derivative for these types",
            note = $note
        )]
        pub trait $trait<Rhs: Differentiable = Self>: ops::$trait<Rhs, Output: Differentiable> + Differentiable + Sized {
            /// The value and the backpropagator.
            fn __adjoint(
                self,
                rhs: Rhs,
            ) -> (
                Self::Output,
                impl Fn(
                    <Self::Output as Differentiable>::Cotangent,
                ) -> (<Self as Differentiable>::Cotangent, Rhs::Cotangent) + use<Self, Rhs>,
            );
        }

        impl<A, B> Operands<A, B> {
            #[doc = concat!("The value of `", $symbol, "` and its backpropagator.")]
            #[inline]
            pub fn $function(
                self,
            ) -> (A::Output, impl Fn(<A::Output as Differentiable>::Cotangent) -> (A::Cotangent, B::Cotangent) + use<A, B>)
            where A: $trait<B>, B: Differentiable
            {
                self.0.__adjoint(self.1)
            }
        }

        binary!(@impl $trait $function f32);
        binary!(@impl $trait $function f64);
        binary!(@integers $trait $function u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    )* };
    (@integers $trait:ident $function:ident $($integer:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl $trait for $integer {
            #[inline]
            fn __adjoint(self, rhs: Self) -> (Self, impl Fn(()) -> ((), ()) + use<>) {
                (ops::$trait::$function(self, rhs), |()| ((), ()))
            }
        }
    )* };
    (@impl $trait:ident $function:ident $scalar:ident) => {
        #[diagnostic::do_not_recommend]
        impl $trait for $scalar {
            #[inline]
            fn __adjoint(self, rhs: Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$function(self, rhs)
            }
        }
    };
}

binary! {
    Add add "+" "`{Self} + {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Add`";
    Sub sub "-" "`{Self} - {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Sub`";
    Mul mul "*" "`{Self} * {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Mul`";
    Div div "/" "`{Self} / {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Div`";
}

/// The adjoint of the sign.
#[diagnostic::on_unimplemented(
    message = "`-{Self}` is not differentiable",
    label = "this operator has no derivative for this type",
    note = "write `#[differentiable]` on the `impl` of `Neg`"
)]
pub trait Neg: ops::Neg<Output: Differentiable> + Differentiable + Sized {
    /// The value and the backpropagator.
    fn __adjoint(
        self,
    ) -> (
        Self::Output,
        impl Fn(<Self::Output as Differentiable>::Cotangent) -> (<Self as Differentiable>::Cotangent,) + use<Self>,
    );
}

impl<A> Operand<A> {
    /// The value of `-` and its backpropagator.
    #[expect(clippy::should_implement_trait, reason = "the operator gives a backpropagator, too")]
    #[inline]
    pub fn neg(self) -> (A::Output, impl Fn(<A::Output as Differentiable>::Cotangent) -> (A::Cotangent,) + use<A>)
    where
        A: Neg,
    {
        self.0.__adjoint()
    }
}

macro_rules! scalar {
    ($($scalar:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Neg for $scalar {
            #[inline]
            fn __adjoint(self) -> (Self, impl Fn(Self) -> (Self,) + use<>) {
                let (value, back) = rules::neg(self);
                (value, move |d| (back(d),))
            }
        }

        #[diagnostic::do_not_recommend]
        impl RefNeg for $scalar {
            type Output = Self;

            #[inline]
            fn __adjoint(&self) -> (Self, impl Fn(Self) -> (Self,) + use<>) {
                Neg::__adjoint(*self)
            }
        }
    )* };
}

scalar!(f32 f64);

/// A compound assignment of the standard library: its adjoint gives the new value.
macro_rules! assign {
    ($($trait:ident $function:ident $symbol:literal $message:literal $note:literal: $binary:ident;)*) => { $(
        #[doc = concat!("The adjoint of `", $symbol, "`: it takes the value before and gives the one after.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "this operator has no derivative for these types",
            note = $note
        )]
        pub trait $trait<Rhs: Differentiable = Self>: ops::$trait<Rhs> + Differentiable + Sized {
            /// The value and the backpropagator.
            fn __adjoint(
                self,
                rhs: Rhs,
            ) -> (
                Self,
                impl Fn(
                    <Self as Differentiable>::Cotangent,
                ) -> (<Self as Differentiable>::Cotangent, Rhs::Cotangent) + use<Self, Rhs>,
            );
        }

        impl<A, B> Operands<A, B> {
            #[doc = concat!("The value after `", $symbol, "` and its backpropagator.")]
            #[inline]
            pub fn $function(self) -> (A, impl Fn(A::Cotangent) -> (A::Cotangent, B::Cotangent) + use<A, B>)
            where
                A: $trait<B>,
                B: Differentiable,
            {
                self.0.__adjoint(self.1)
            }
        }

        #[diagnostic::do_not_recommend]
        impl $trait for f32 {
            #[inline]
            fn __adjoint(self, rhs: Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$binary(self, rhs)
            }
        }

        #[diagnostic::do_not_recommend]
        impl $trait for f64 {
            #[inline]
            fn __adjoint(self, rhs: Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$binary(self, rhs)
            }
        }
    )* };
}

assign! {
    AddAssign add_assign "+=" "`{Self} += {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `AddAssign`": add;
    SubAssign sub_assign "-=" "`{Self} -= {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `SubAssign`": sub;
    MulAssign mul_assign "*=" "`{Self} *= {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `MulAssign`": mul;
    DivAssign div_assign "/=" "`{Self} /= {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `DivAssign`": div;
}

/// An operator with references among its operands: its adjoint, and the function that calls that.
macro_rules! by_reference {
    ($($trait:ident $function:ident $message:literal $note:literal: ($($receiver:tt)+) $left:ty, $right:ty, $given:ty;)*) => { $(
        /// The adjoint of an operator on references.
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "this operator has no derivative for these types",
            note = $note
        )]
        pub trait $trait<Rhs: Differentiable = Self>: Differentiable + Sized {
            /// What the operator gives; the value after it, if it is an assignment.
            type Output: Differentiable;

            /// The value and the backpropagator.
            fn __adjoint(
                $($receiver)+,
                rhs: $right,
            ) -> (
                Self::Output,
                impl Fn(
                    <Self::Output as Differentiable>::Cotangent,
                ) -> (<Self as Differentiable>::Cotangent, Rhs::Cotangent) + use<Self, Rhs>,
            );
        }

        impl<A, B> Operands<$left, $given> {
            /// The value of the operator and its backpropagator.
            #[inline]
            pub fn $function(
                self,
            ) -> (A::Output, impl Fn(<A::Output as Differentiable>::Cotangent) -> (A::Cotangent, B::Cotangent) + use<A, B>)
            where
                A: $trait<B>,
                B: Differentiable,
            {
                self.0.__adjoint(self.1)
            }
        }
    )* };
}

by_reference! {
    AddRefs add_refs "`&{Self} + &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Add`": (&self) &A, &Rhs, &B;
    AddRef add_ref "`{Self} + &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Add`": (self) A, &Rhs, &B;
    RefAdd ref_add "`&{Self} + {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Add`": (&self) &A, Rhs, B;
    SubRefs sub_refs "`&{Self} - &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Sub`": (&self) &A, &Rhs, &B;
    SubRef sub_ref "`{Self} - &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Sub`": (self) A, &Rhs, &B;
    RefSub ref_sub "`&{Self} - {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Sub`": (&self) &A, Rhs, B;
    MulRefs mul_refs "`&{Self} * &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Mul`": (&self) &A, &Rhs, &B;
    MulRef mul_ref "`{Self} * &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Mul`": (self) A, &Rhs, &B;
    RefMul ref_mul "`&{Self} * {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Mul`": (&self) &A, Rhs, B;
    DivRefs div_refs "`&{Self} / &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Div`": (&self) &A, &Rhs, &B;
    DivRef div_ref "`{Self} / &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Div`": (self) A, &Rhs, &B;
    RefDiv ref_div "`&{Self} / {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Div`": (&self) &A, Rhs, B;
    AddAssignRef add_assign_ref "`{Self} += &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `AddAssign`": (self) A, &Rhs, &B;
    SubAssignRef sub_assign_ref "`{Self} -= &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `SubAssign`": (self) A, &Rhs, &B;
    MulAssignRef mul_assign_ref "`{Self} *= &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `MulAssign`": (self) A, &Rhs, &B;
    DivAssignRef div_assign_ref "`{Self} /= &{Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `DivAssign`": (self) A, &Rhs, &B;
}

/// The same of numbers.
macro_rules! references_to_numbers {
    ($($binary:ident $refs:ident $right:ident $left:ident $assign:ident;)*) => { $(
        references_to_numbers!(@impl f32 $binary $refs $right $left $assign);
        references_to_numbers!(@impl f64 $binary $refs $right $left $assign);
    )* };
    (@impl $scalar:ident $binary:ident $refs:ident $right:ident $left:ident $assign:ident) => {
        impl $refs for $scalar {
            type Output = Self;

            #[inline]
            fn __adjoint(&self, rhs: &Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$binary(*self, *rhs)
            }
        }

        impl $right for $scalar {
            type Output = Self;

            #[inline]
            fn __adjoint(self, rhs: &Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$binary(self, *rhs)
            }
        }

        impl $left for $scalar {
            type Output = Self;

            #[inline]
            fn __adjoint(&self, rhs: Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$binary(*self, rhs)
            }
        }

        impl $assign for $scalar {
            type Output = Self;

            #[inline]
            fn __adjoint(self, rhs: &Self) -> (Self, impl Fn(Self) -> (Self, Self) + use<>) {
                rules::$binary(self, *rhs)
            }
        }
    };
}

references_to_numbers! {
    add AddRefs AddRef RefAdd AddAssignRef;
    sub SubRefs SubRef RefSub SubAssignRef;
    mul MulRefs MulRef RefMul MulAssignRef;
    div DivRefs DivRef RefDiv DivAssignRef;
}

/// The adjoint of the sign of a reference.
#[diagnostic::on_unimplemented(
    message = "`-&{Self}` is not differentiable",
    label = "this operator has no derivative for this type",
    note = "write `#[differentiable]` on the `impl` of `Neg`"
)]
pub trait RefNeg: Differentiable + Sized {
    /// What the operator gives.
    type Output: Differentiable;

    /// The value and the backpropagator.
    fn __adjoint(
        &self,
    ) -> (
        Self::Output,
        impl Fn(<Self::Output as Differentiable>::Cotangent) -> (<Self as Differentiable>::Cotangent,) + use<Self>,
    );
}

impl<A> Operand<&A> {
    /// The value of `-` on a reference and its backpropagator.
    #[inline]
    pub fn ref_neg(self) -> (A::Output, impl Fn(<A::Output as Differentiable>::Cotangent) -> (A::Cotangent,) + use<A>)
    where
        A: RefNeg,
    {
        self.0.__adjoint()
    }
}

/// What `as` makes a real number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that becomes a real one",
    label = "a number is expected here"
)]
pub trait Number: Differentiable + Sized {
    /// `self as f64`, and the backpropagator.
    fn __to_f64(self) -> (f64, impl Fn(f64) -> (Self::Cotangent,) + use<Self>);
    /// `self as f32`, and the backpropagator.
    fn __to_f32(self) -> (f32, impl Fn(f32) -> (Self::Cotangent,) + use<Self>);
}

macro_rules! real {
    ($($ty:ident $to_f64:ident $to_f32:ident;)*) => { $(
        impl Number for $ty {
            #[inline]
            fn __to_f64(self) -> (f64, impl Fn(f64) -> (Self,) + use<>) {
                let (value, back) = rules::$to_f64(self);
                (value, move |d| (back(d),))
            }

            #[inline]
            fn __to_f32(self) -> (f32, impl Fn(f32) -> (Self,) + use<>) {
                let (value, back) = rules::$to_f32(self);
                (value, move |d| (back(d),))
            }
        }
    )* };
}

real! {
    f32 f32_to_f64 f32_to_f32;
    f64 f64_to_f64 f64_to_f32;
}

/// What has no tangent has no sensitivity either.
macro_rules! discrete {
    ($($ty:ty)*, $value:ident => $number:expr) => { $(
        #[allow(clippy::cast_lossless, clippy::cast_precision_loss, reason = "what `as` does, of each type")]
        impl Number for $ty {
            #[inline]
            fn __to_f64(self) -> (f64, impl Fn(f64) -> ((),) + use<>) {
                let $value = self;
                ($number as f64, |_| ((),))
            }

            #[inline]
            fn __to_f32(self) -> (f32, impl Fn(f32) -> ((),) + use<>) {
                let $value = self;
                ($number as f32, |_| ((),))
            }
        }
    )* };
}

discrete!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize, value => value);
discrete!(bool, value => u8::from(value));

impl<A> Operand<A> {
    /// The number as an `f64`, and the backpropagator.
    #[inline]
    pub fn to_f64(self) -> (f64, impl Fn(f64) -> (A::Cotangent,) + use<A>)
    where
        A: Number,
    {
        self.0.__to_f64()
    }

    /// The number as an `f32`, and the backpropagator.
    #[inline]
    pub fn to_f32(self) -> (f32, impl Fn(f32) -> (A::Cotangent,) + use<A>)
    where
        A: Number,
    {
        self.0.__to_f32()
    }
}

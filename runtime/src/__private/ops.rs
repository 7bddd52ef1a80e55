//! The adjoints of the operators: what `#[differentiable] impl Add for P` implements, and what generated code calls for
//! operators on types that the macro does not know.

use core::ops;

use crate::Differentiable;

/// A binary operator of the standard library and its adjoint, and the function that calls that.
macro_rules! binary {
    ($($trait:ident $function:ident $symbol:literal $message:literal $note:literal: |$a:ident, $b:ident, $d:ident| $value:expr => ($da:expr, $db:expr);)*) => { $(
        #[doc = concat!("The adjoint of `", $symbol, "`.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "this operator has no derivative for these types",
            note = $note
        )]
        pub trait $trait<Rhs: Differentiable = Self>: ops::$trait<Rhs, Output: Differentiable> + Differentiable + Sized {
            /// The value and the backpropagator.
            fn adjoint(
                self,
                rhs: Rhs,
            ) -> (
                Self::Output,
                impl FnOnce(
                    <Self::Output as Differentiable>::Cotangent,
                ) -> (<Self as Differentiable>::Cotangent, Rhs::Cotangent) + use<Self, Rhs>,
            );
        }

        #[doc = concat!("The value of `", $symbol, "` and its backpropagator.")]
        #[inline]
        pub fn $function<A: $trait<B>, B: Differentiable>(
            a: A,
            b: B,
        ) -> (A::Output, impl FnOnce(<A::Output as Differentiable>::Cotangent) -> (A::Cotangent, B::Cotangent) + use<A, B>)
        {
            a.adjoint(b)
        }

        binary!(@impl $trait f32: |$a, $b, $d| $value => ($da, $db));
        binary!(@impl $trait f64: |$a, $b, $d| $value => ($da, $db));
    )* };
    (@impl $trait:ident $scalar:ident: |$a:ident, $b:ident, $d:ident| $value:expr => ($da:expr, $db:expr)) => {
        impl $trait for $scalar {
            #[inline]
            fn adjoint(self, rhs: Self) -> (Self, impl FnOnce(Self) -> (Self, Self) + use<>) {
                let ($a, $b) = (self, rhs);
                ($value, move |$d: Self| ($da, $db))
            }
        }
    };
}

binary! {
    Add add "+" "`{Self} + {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Add`": |a, b, d| a + b => (d, d);
    Sub sub "-" "`{Self} - {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Sub`": |a, b, d| a - b => (d, -d);
    Mul mul "*" "`{Self} * {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Mul`": |a, b, d| a * b => (b * d, a * d);
    Div div "/" "`{Self} / {Rhs}` is not differentiable" "write `#[differentiable]` on the `impl` of `Div`": |a, b, d| a / b => (d / b, -(d / b * (a / b)));
}

/// The adjoint of the sign.
#[diagnostic::on_unimplemented(
    message = "`-{Self}` is not differentiable",
    label = "this operator has no derivative for this type",
    note = "write `#[differentiable]` on the `impl` of `Neg`"
)]
pub trait Neg: ops::Neg<Output: Differentiable> + Differentiable + Sized {
    /// The value and the backpropagator.
    fn adjoint(
        self,
    ) -> (
        Self::Output,
        impl FnOnce(<Self::Output as Differentiable>::Cotangent) -> (<Self as Differentiable>::Cotangent,) + use<Self>,
    );
}

/// The value of `-` and its backpropagator.
#[inline]
pub fn neg<A: Neg>(
    a: A,
) -> (A::Output, impl FnOnce(<A::Output as Differentiable>::Cotangent) -> (A::Cotangent,) + use<A>) {
    a.adjoint()
}

macro_rules! scalar {
    ($($scalar:ident)*) => { $(
        impl Neg for $scalar {
            #[inline]
            fn adjoint(self) -> (Self, impl FnOnce(Self) -> (Self,) + use<>) {
                (-self, |d: Self| (-d,))
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
            fn adjoint(
                self,
                rhs: Rhs,
            ) -> (
                Self,
                impl FnOnce(
                    <Self as Differentiable>::Cotangent,
                ) -> (<Self as Differentiable>::Cotangent, Rhs::Cotangent) + use<Self, Rhs>,
            );
        }

        #[doc = concat!("The value after `", $symbol, "` and its backpropagator.")]
        #[inline]
        pub fn $function<A: $trait<B>, B: Differentiable>(
            a: A,
            b: B,
        ) -> (A, impl FnOnce(A::Cotangent) -> (A::Cotangent, B::Cotangent) + use<A, B>) {
            a.adjoint(b)
        }

        impl $trait for f32 {
            #[inline]
            fn adjoint(self, rhs: Self) -> (Self, impl FnOnce(Self) -> (Self, Self) + use<>) {
                $binary(self, rhs)
            }
        }

        impl $trait for f64 {
            #[inline]
            fn adjoint(self, rhs: Self) -> (Self, impl FnOnce(Self) -> (Self, Self) + use<>) {
                $binary(self, rhs)
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

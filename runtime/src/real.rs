//! Real scalars, for generic functions.

use core::fmt::{Debug, Display};
use core::iter::{Product, Sum};
use core::ops::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};

use num_traits::{Float, FloatConst, FromPrimitive};

use crate::__private::{Held, ops};
use crate::function::PassedByValue;
use crate::{Cotangent, Differentiable};

/// A real scalar, `f32` or `f64`: what a generic differentiable function computes with.
///
/// ```
/// use backprop::{differentiable, Real};
///
/// #[differentiable]
/// fn softplus<T: Real>(x: T) -> T {
///     x.exp().ln_1p()
/// }
///
/// assert_eq!(softplus::grad(0.0_f32), 0.5);
/// assert_eq!(softplus::grad(0.0_f64), 0.5);
/// ```
///
/// Its functions are those of [`num_traits::Float`], `x.sin()` and `T::one()`, and its constants those of [`FloatConst`], `T::PI()`. A literal becomes
/// a `T` by [`FromPrimitive`]:
///
/// ```
/// use backprop::{differentiable, Real};
///
/// #[differentiable]
/// fn area<T: Real>(radius: T) -> T {
///     T::PI() * radius * radius * T::from_f64(0.5).unwrap()
/// }
///
/// assert_eq!(area::grad(1.0_f64), std::f64::consts::PI);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a real scalar",
    label = "expected `f32` or `f64`",
    note = "a generic differentiable function computes with `f32` or `f64`"
)]
pub trait Real:
    Float
    + FloatConst
    + FromPrimitive
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + RemAssign
    + Sum
    + Product
    + Default
    + Debug
    + Display
    + Differentiable<Cotangent = Self>
    + Cotangent
    + ops::Add
    + ops::Sub
    + ops::Mul
    + ops::Div
    + ops::Neg
    + Held
    + PassedByValue
    + ops::AddAssign
    + ops::SubAssign
    + ops::MulAssign
    + ops::DivAssign
    + Send
    + Sync
    + 'static
{
}

impl Real for f32 {}
impl Real for f64 {}

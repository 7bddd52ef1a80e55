//! Functions against dual numbers: each is written once and compiled twice, under `#[differentiable]` on `f64`, and in a module
//! in which `f64` is the name of a dual number. The value has to be the same in every bit, the gradient up to the rounding of
//! its terms, by every entry point.

use std::ops::{Add, Div, Mul, Sub};

#[path = "../soundness/src/dual.rs"]
#[allow(unreachable_pub, unfulfilled_lint_expectations, reason = "it is public where it belongs")]
pub(crate) mod dual;

pub(crate) use dual::{Dual, c, variable};

macro_rules! mixed {
    ($($trait:ident $method:ident),*) => {
        $(
            impl $trait<f64> for Dual {
                type Output = Dual;
                fn $method(self, other: f64) -> Dual {
                    self.$method(c(other))
                }
            }
            impl $trait<Dual> for f64 {
                type Output = Dual;
                fn $method(self, other: Dual) -> Dual {
                    c(self).$method(other)
                }
            }
        )*
    };
}
mixed!(Add add, Sub sub, Mul mul, Div div);

impl std::ops::MulAssign<f64> for Dual {
    fn mul_assign(&mut self, other: f64) {
        *self = *self * other;
    }
}

impl From<f64> for Dual {
    fn from(value: f64) -> Self {
        c(value)
    }
}

impl From<i32> for Dual {
    fn from(value: i32) -> Self {
        c(f64::from(value))
    }
}

impl PartialEq<f64> for Dual {
    fn eq(&self, other: &f64) -> bool {
        self.v == *other
    }
}

impl PartialOrd<f64> for Dual {
    fn partial_cmp(&self, other: &f64) -> Option<std::cmp::Ordering> {
        self.v.partial_cmp(other)
    }
}

/// The numbers in a gradient, whatever its shape.
pub(crate) trait Entries {
    fn entries(self) -> Vec<f64>;
}

impl Entries for f64 {
    fn entries(self) -> Vec<f64> {
        vec![self]
    }
}

/// A function that writes to or adds to buffers, on lists.
pub(crate) trait Buffered {
    fn on(self, at: &[f64], buffers: &mut [f64]) -> f64;
}

macro_rules! arities {
    ($($count:literal: $($scalar:ident $x:ident $d:ident),+;)+) => {
        $(
            impl Buffered for fn($($scalar,)+ $(&mut $scalar),+) -> f64 {
                fn on(self, at: &[f64], buffers: &mut [f64]) -> f64 {
                    let ([$($x),+], [$($d),+]) = (at, buffers) else { panic!("{} numbers", $count) };
                    self($(*$x,)+ $($d),+)
                }
            }
        )+
    };
}
arities! {
    1: f64 x a;
    2: f64 x a, f64 y b;
    3: f64 x a, f64 y b, f64 z c;
    4: f64 x a, f64 y b, f64 z c, f64 u d;
    5: f64 x a, f64 y b, f64 z c, f64 u d, f64 v e;
}

macro_rules! tuples {
    ($($count:literal: $($scalar:ident),+;)+) => {
        $(impl Entries for ($($scalar,)+) {
            fn entries(self) -> Vec<f64> {
                <[f64; $count]>::from(self).to_vec()
            }
        })+
    };
}
tuples! {
    2: f64, f64;
    3: f64, f64, f64;
    4: f64, f64, f64, f64;
    5: f64, f64, f64, f64, f64;
}

/// Coordinate `coordinate` of point `point`: a low-discrepancy sequence (Roberts's, with a generator per coordinate).
pub(crate) fn sample(point: u32, coordinate: i32, low: f64, high: f64) -> f64 {
    let fraction = (0.5 + f64::from(point) * 1.112_775_684_278_705_5_f64.powi(-1 - coordinate)).fract();
    low + (high - low) * fraction
}

/// All that one function gives at one point.
pub(crate) struct Found {
    pub(crate) value: f64,
    pub(crate) both: (f64, Vec<f64>),
    pub(crate) alone: Vec<f64>,
    pub(crate) pulled: (f64, Vec<f64>),
    pub(crate) written: (f64, Vec<f64>),
    pub(crate) added: (f64, Vec<f64>),
}

pub(crate) fn compare(name: &str, at: &[f64], found: &Found, truth: &[Dual]) {
    let value = truth[0].v;
    let values = [found.value, found.both.0, found.pulled.0, found.written.0, found.added.0];
    assert!(values.iter().all(|other| other.to_bits() == value.to_bits()), "{name} at {at:?}: {values:?} for {value}");
    assert!(value.is_finite(), "{name} at {at:?}: {value}");
    let gradients = [
        ("value_and_grad", &found.both.1, 1.0, 0.0),
        ("grad", &found.alone, 1.0, 0.0),
        ("vjp", &found.pulled.1, 2.0, 0.0),
        ("value_and_grad_into", &found.written.1, 1.0, 0.0),
        ("accumulate_grad", &found.added.1, 1.0, 0.25),
    ];
    for (entry, gradient, factor, offset) in gradients {
        assert_eq!(gradient.len(), truth.len(), "{name}");
        for (found, expected) in gradient.iter().zip(truth) {
            let wanted = factor * expected.d + offset;
            let rounding = 64.0 * f64::EPSILON * (factor * expected.s + offset);
            assert!(
                (found - wanted).abs() <= rounding,
                "{name}::{entry} at {at:?}: {found}, but dual numbers give {wanted}, and rounding {rounding:e}"
            );
        }
    }
}

macro_rules! scalar {
    ($name:ident) => {
        f64
    };
}

macro_rules! buffer {
    ($name:ident) => {
        &mut f64
    };
}

macro_rules! functions {
    (
        $(@structs { $($structure:item)* })?
        $(@helpers { $($helper:item)* })?
        $($name:ident($($x:ident: $low:literal..$high:literal),+) { $($body:tt)* })+
    ) => {
        mod primal {
            #[allow(unused_imports, reason = "not every file has structs")]
            use backprop::{Differentiable, differentiable};

            $($(
                #[derive(Clone, Copy, Differentiable)]
                $structure
            )*)?

            $($(
                #[differentiable]
                $helper
            )*)?

            $(
                #[differentiable]
                pub(super) fn $name($($x: f64),+) -> f64 {
                    $($body)*
                }
            )+
        }

        mod by_dual_numbers {
            #[allow(non_camel_case_types, reason = "what is f64 there is a dual number here")]
            type f64 = crate::dual_numbers::Dual;

            $($(
                #[derive(Clone, Copy)]
                $structure
            )*)?

            $($($helper)*)?

            $(
                pub(super) fn $name($($x: f64),+) -> f64 {
                    $($body)*
                }
            )+
        }

        $(
            #[test]
            fn $name() {
                use crate::dual_numbers::{Buffered as _, Dual, Entries as _, Found, c, compare, sample, variable};

                type Writes = fn($(scalar!($x),)+ $(buffer!($x)),+) -> f64;
                for point in 0..24 {
                    let mut coordinates = 0..;
                    let at = [$({
                        let _ = stringify!($x);
                        sample(point, coordinates.next().expect("no end"), $low, $high)
                    }),+];
                    let truth: Vec<Dual> = (0..at.len()).map(|direction| {
                        let mut duals = at.map(c);
                        duals[direction] = variable(at[direction]);
                        let [$($x),+] = duals;
                        by_dual_numbers::$name($($x),+)
                    }).collect();
                    let write = |function: Writes, initial: f64| {
                        let mut buffers = at.map(|_| initial);
                        let value = function.on(&at, &mut buffers);
                        (value, buffers.to_vec())
                    };
                    let written = write(primal::$name::value_and_grad_into, f64::NAN);
                    let added = write(primal::$name::accumulate_grad, 0.25);
                    let [$($x),+] = at;
                    let (value, gradient) = primal::$name::value_and_grad($($x),+);
                    let (pulled, back) = primal::$name::vjp($($x),+);
                    let found = Found {
                        value: primal::$name($($x),+),
                        both: (value, gradient.entries()),
                        alone: primal::$name::grad($($x),+).entries(),
                        pulled: (pulled, back(2.0).entries()),
                        written,
                        added,
                    };
                    compare(stringify!($name), &at, &found, &truth);
                }
            }
        )+
    };
}

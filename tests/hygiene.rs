//! Generated code names nothing that a user could have redefined.
#![no_implicit_prelude]
#![deny(warnings)]
#![allow(clippy::float_cmp, clippy::many_single_char_names, reason = "small integers are exact")]

extern crate std;

use ::backprop::differentiable;
use ::std::assert_eq;

// What generated code could be tempted to name.
#[allow(dead_code, non_camel_case_types, reason = "nothing uses what only shadows")]
mod shadows {
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Option;
    pub(super) struct FnOnce;
    pub(super) struct Default;
    pub(super) mod core {}
    pub(super) mod backprop {}
    pub(super) mod std {}
}
#[allow(unused_imports, reason = "nothing uses what only shadows")]
use shadows::{Default, FnOnce, None, Option, Some, backprop, core};

#[differentiable]
fn shadowed(x: f64, y: f64) -> f64 {
    let square = |v: f64| v * v;
    if x < y { square(x).sin() } else { square(y) * x.exp() }
}

#[test]
fn without_the_prelude() {
    assert_eq!(shadowed::grad(0.0, 1.0), (0.0, 0.0));
    assert_eq!(shadowed::grad(0.0, -1.0), (1.0, -2.0));
    assert_eq!(shadowed::vjp(0.0, -1.0).1(2.0), (2.0, -4.0));
}

// Parameters named as generated code names its own.
#[differentiable]
fn names(value: f64, gradient: f64, d_value: f64, d: f64, back: f64) -> f64 {
    let product = value * gradient;
    product * d_value * d * back
}

#[test]
fn parameters_named_as_generated_variables() {
    let (mut a, mut b, mut c, mut d, mut e) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let value = names::accumulate_grad(2.0, 3.0, 5.0, 7.0, 11.0, &mut a, &mut b, &mut c, &mut d, &mut e);
    assert_eq!(value, names(2.0, 3.0, 5.0, 7.0, 11.0));
    assert_eq!([a, b, c, d, e], [1155.0, 770.0, 462.0, 330.0, 210.0]);
}

#[test]
fn local_to_a_function() {
    #[differentiable]
    fn local(x: f64) -> f64 {
        x * x
    }
    assert_eq!(local::grad(3.0), 6.0);
}

mod elsewhere {
    use ::backprop::differentiable;

    #[differentiable]
    pub(crate) fn cube(x: f64) -> f64 {
        x * x * x
    }
}
use elsewhere::cube;

#[differentiable]
fn twice(x: f64) -> f64 {
    cube(cube(x)) + elsewhere::cube(x)
}

#[test]
fn one_import_brings_both() {
    assert_eq!(cube(2.0), 8.0);
    assert_eq!(cube::grad(2.0), 12.0);
    assert_eq!(twice::grad(1.0), 12.0);
}

macro_rules! made {
    ($name:ident, $x:ident) => {
        #[differentiable]
        fn $name(x: f64, $x: f64) -> f64 {
            x * x + $x
        }
    };
}
made!(by_macro, y);

#[test]
fn made_by_a_macro() {
    assert_eq!(by_macro::grad(3.0, 1.0), (6.0, 1.0));
}

macro_rules! method_made {
    ($name:ident, $this:ident, $x:ident, $type:ty, $value:expr) => {
        #[differentiable]
        impl Slope {
            fn $name($this, $x: $type) -> f64 {
                let y: f64 = $this.k * $x;
                y + cube($value)
            }
        }
    };
}

#[derive(::std::clone::Clone, ::std::marker::Copy, ::backprop::Differentiable)]
struct Slope {
    k: f64,
}

method_made!(at, self, x, f64, cube(x) * x);

#[test]
fn names_of_two_macros_that_are_no_variables() {
    let (value, (d_slope, d_x)) = Slope { k: 2.0 }.at_value_and_grad(1.0);
    // k x + x¹²
    assert_eq!((value, d_slope.k, d_x), (3.0, 1.0, 14.0));
}

/// Attributes of a function may stand in its body.
#[differentiable]
fn inner_attributes(x: f64) -> f64 {
    #![allow(clippy::let_and_return, reason = "an attribute inside is what is tested")]
    let y = x * x;
    y
}

#[test]
fn attributes_inside_of_the_body() {
    assert_eq!(inner_attributes::grad(3.0).to_bits(), 6.0_f64.to_bits());
}

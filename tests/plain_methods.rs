//! Plain methods of a type beside marked ones of the same name: a call takes the one that rustc finds, and its derivative.

#![expect(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::trivially_copy_pass_by_ref,
    reason = "small whole numbers are exact, and methods take `&self`"
)]

use backprop::{Differentiable, differentiable};

#[differentiable]
trait Shape<K> {
    fn length(&self) -> f64;

    fn area(&self, x: f64) -> f64 {
        x * self.length()
    }

    fn scaled(&self, x: f64) -> f64 {
        3.0 * x
    }
}

mod squares {
    use backprop::Differentiable;

    #[derive(Clone, Copy, Differentiable)]
    pub(super) struct Square {
        pub(super) side: f64,
    }

    impl Square {
        pub(super) fn new(side: f64) -> Self {
            Self { side: Self::scaled(&Self { side }, 0.0) }
        }

        /// It takes another receiver than the method of the trait, which is found first.
        pub(super) fn area(&mut self, x: f64) -> f64 {
            self.side = x;
            x
        }

        /// Nobody finds it from outside.
        fn scaled<'a>(&'a self, x: f64) -> f64
        where
            Self: 'a,
        {
            self.side + x
        }

        #[inline]
        #[must_use]
        pub(super) const fn corners() -> usize {
            4
        }
    }
}
use squares::Square;

#[differentiable]
impl Shape<u32> for Square {
    fn length(&self) -> f64 {
        self.side
    }
}

#[differentiable]
fn both(square: &Square, x: f64) -> f64 {
    let corners = Square::corners();
    square.area(x) * square.scaled(x) * corners as f64
}

#[test]
fn the_method_that_is_called_has_its_derivative() {
    let square = Square::new(2.0);
    let (value, (d_square, d_x)) = both::value_and_grad(&square, 5.0);
    // 12 s x²
    assert_eq!(value, both(&square, 5.0));
    assert_eq!((value, d_square.side, d_x), (600.0, 300.0, 240.0));
    let mut other = square;
    assert_eq!((other.area(1.0), Square::area(&mut other, 1.0)), (2.0, 1.0));
}

/// A type with a plain method of the name of one that a marked method of another type has.
mod same_names {
    use super::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    pub(super) struct Plain {
        pub(super) x: f64,
    }

    impl Plain {
        pub(super) fn norm(&self) -> f64 {
            self.x + 1.0
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    pub(super) struct Marked {
        pub(super) x: f64,
    }

    impl Marked {
        #[differentiable]
        pub(super) fn norm(&self) -> f64 {
            self.x * self.x
        }
    }

    #[differentiable(wrt(marked))]
    pub(super) fn norms(plain: Plain, marked: Marked) -> f64 {
        plain.norm() * marked.norm()
    }
}

#[test]
fn a_plain_method_of_a_constant_needs_no_mark() {
    let (plain, marked) = (same_names::Plain { x: 2.0 }, same_names::Marked { x: 3.0 });
    assert_eq!(same_names::norms::grad(plain, marked).x, 18.0);
}

/// A struct with methods that are called like copies, and are none.
#[derive(Clone, Copy, Differentiable)]
struct Turned {
    x: f64,
    y: f64,
}

#[differentiable]
#[expect(clippy::wrong_self_convention, reason = "that is the trap")]
impl Turned {
    fn clone(&self) -> Self {
        Self { x: self.y * 2.0, y: self.x }
    }

    fn to_owned(&self) -> Self {
        Self { x: self.y * 3.0, y: self.x }
    }
}

#[differentiable]
fn turned(a: Turned) -> f64 {
    let (b, c) = (a.clone(), a.to_owned());
    b.x * c.x
}

#[test]
fn methods_of_ones_own_that_are_called_clone_are_no_copies() {
    let at = Turned { x: 0.5, y: 2.0 };
    // 6 y²
    let (value, d) = turned::value_and_grad(at);
    assert_eq!((value, d.x, d.y), (24.0, 0.0, 24.0));
}

//! There are no second derivatives: the name of what is not found says so.

use backprop::{Differentiable, differentiable, stop_gradient};

#[derive(Clone, Copy, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Complex {
    fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// Its name is that of no gradient.
    fn centigrad(self) -> f64 {
        100.0 * self.re
    }

    /// Nor is this, which has a derivative.
    fn own_grad(self) -> f64 {
        2.0 * self.re
    }
}

#[differentiable]
fn gradient(c: Complex) -> f64 {
    c.abs_grad().re * 2.0
//    ^^^^^^^^ E0599 __abs_grad_needs_differentiable_and_gradients_cannot_have_it
}

#[differentiable]
fn both(c: Complex) -> f64 {
    let (value, d) = c.abs_value_and_grad();
//                     ^^^^^^^^^^^^^^^^^^ E0599 __abs_value_and_grad_needs_differentiable_and_gradients_cannot_have_it
    value * d.re
}

#[differentiable]
fn of_none(c: Complex) -> f64 {
    c.centigrad() + c.own_grad()
}

#[differentiable]
fn constant(c: Complex) -> f64 {
    stop_gradient(c.abs_grad().re) * c.im
}

fn main() {
    assert_eq!(of_none::grad(Complex { re: 1.0, im: 2.0 }).re, 102.0);
}

//! An index that is made of something which is dropped before `else`, or after it.

use std::cell::RefCell;

use backprop::differentiable;

#[differentiable(wrt(x))]
fn chosen(x: &[f64], at: &RefCell<usize>) -> f64 {
    if let Some(y) = x.get(*at.borrow()) { y * y } else { x[0] }
}

// What the help says.
#[differentiable(wrt(x))]
fn named(x: &[f64], at: &RefCell<usize>) -> f64 {
    let at = *at.borrow();
    if let Some(y) = x.get(at) { y * y } else { x[0] }
}

fn main() {}

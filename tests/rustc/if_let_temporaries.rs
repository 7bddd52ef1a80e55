//! From edition 2024 on, what an `if let` makes beside what it looks at is gone after `else`: it has to be bound to a variable where
//! something happens there.

use backprop::differentiable;
use std::cell::RefCell;

#[differentiable(wrt(x))]
fn first(x: f64, cell: &RefCell<Vec<f64>>) -> f64 {
    if let Some(k) = cell.borrow().first() { x * *k } else { x * other(cell) }
//                                 ^^^^^ E0716 temporary value dropped while borrowed
}

fn other(cell: &RefCell<Vec<f64>>) -> f64 {
    cell.borrow_mut().push(1.0);
    2.0
}

fn main() {}

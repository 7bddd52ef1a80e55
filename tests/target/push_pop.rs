//! A stack of values: the reverse of `push` is `pop`, and the other way round, on the array and on its accumulator.

use crate::protocol::Workspace;
use crate::testing::{agrees, allocations};

/// Reverse Polish: `n` pushes the number `n` of `x`, `None` multiplies the two on top.
fn polish(x: &[f64], ops: &[Option<usize>]) -> f64 {
    let mut stack = Vec::new();
    for op in ops {
        if let Some(n) = *op {
            stack.push(x[n]);
        } else {
            let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
            stack.push(a * b);
        }
    }
    stack.pop().unwrap()
}

fn accumulate_grad_with(w: &mut Workspace, x: &[f64], ops: &[Option<usize>], d_x: &mut [f64]) -> f64 {
    let mut stack: Vec<f64> = Vec::new();
    let start = w.reals.len();
    for op in ops {
        if let Some(n) = *op {
            stack.push(x[n]);
        } else {
            let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
            w.reals.push(a);
            w.reals.push(b);
            stack.push(a * b);
        }
    }
    let value = stack.pop().unwrap();
    // The accumulator has the shape that the array has here. Nothing looks at the array any more.
    let mut d_stack: Vec<f64> = vec![0.0; stack.len()];
    d_stack.push(1.0);
    for op in ops.iter().rev() {
        if let Some(n) = *op {
            d_x[n] += d_stack.pop().expect("what was pushed");
        } else {
            let (b, a) = (w.reals.pop().expect("two for each product"), w.reals.pop().expect("two for each product"));
            let d = d_stack.pop().expect("what was pushed");
            d_stack.push(b * d);
            d_stack.push(a * d);
        }
    }
    w.reals.truncate(start);
    value
}

#[test]
fn push_and_pop_change_places() {
    let ops = [Some(0), Some(1), None, Some(2), Some(0), None, None];
    let x = [1.5, -0.5, 0.75];
    let mut w = Workspace::default();
    let mut d_x = [0.0; 3];
    let value = accumulate_grad_with(&mut w, &x, &ops, &mut d_x);
    assert_eq!(value.to_bits(), polish(&x, &ops).to_bits());
    agrees(|x| polish(x, &ops), &x, &d_x);
    let (_, count) = allocations(|| accumulate_grad_with(&mut w, &x, &ops, &mut [0.0; 3]));
    assert_eq!(count, 2);
}

//! Two parts of one array for one call. Disjoint parts are parts of one accumulator; parts that may overlap have a lane: a
//! second accumulator, made once and added once.

use crate::dot;
use crate::protocol::{Workspace, add};
use crate::testing::{agrees, allocations};

fn dot_of(x: &[f64], y: &[f64]) -> f64 {
    dot::adjoint(x, y, &mut Workspace::default()).0
}

/// The whole with itself; the front with the back, which overlap.
fn correlations(x: &[f64], lags: usize) -> f64 {
    let mut s = dot_of(x, x);
    for k in 1..lags {
        s += dot_of(&x[..x.len() - k], &x[k..]);
    }
    s
}

fn accumulate_grad_with(w: &mut Workspace, x: &[f64], lags: usize, d_x: &mut [f64]) -> f64 {
    let (dot, back_dot) = dot::adjoint(x, x, w);
    let mut s = dot;
    let mut backs = Vec::new();
    for k in 1..lags {
        let (dot, back_dot) = dot::adjoint(&x[..x.len() - k], &x[k..], w);
        s += dot;
        backs.push(back_dot);
    }
    // Never a buffer for each call: the lane lives as long as the accumulator that it belongs to, which here is the caller's.
    let mut lane = vec![0.0; x.len()];
    for k in (1..lags).rev() {
        let back_dot = backs.pop().expect("one for each turn");
        back_dot(1.0, (&x[..x.len() - k], &x[k..]), (&mut d_x[..x.len() - k], &mut lane[k..]), w);
    }
    back_dot(1.0, (x, x), (d_x, &mut lane), w);
    add(d_x, &lane);
    s
}

/// Two rows: where they are different, they are parts of one accumulator.
fn rows(x: &mut [f64], i: usize, j: usize) -> Option<(&mut [f64], &mut [f64])> {
    let [a, b] = x.get_disjoint_mut([2 * i..2 * i + 2, 2 * j..2 * j + 2]).ok()?;
    Some((a, b))
}

#[test]
fn overlapping_parts_have_a_lane() {
    let x = [0.5, -1.25, 2.0, 0.75];
    let mut w = Workspace::default();
    let mut d_x = [0.0; 4];
    let value = accumulate_grad_with(&mut w, &x, 3, &mut d_x);
    assert_eq!(value.to_bits(), correlations(&x, 3).to_bits());
    agrees(|x| correlations(x, 3), &x, &d_x);
    let (_, few) = allocations(|| accumulate_grad_with(&mut w, &x, 2, &mut [0.0; 4]));
    let (_, many) = allocations(|| accumulate_grad_with(&mut w, &x, 4, &mut [0.0; 4]));
    // The backpropagators hold a length; the lane is one more, whatever the number of calls.
    assert_eq!((few, many), (2, 2));
}

#[test]
fn disjoint_parts_are_parts_of_one_accumulator() {
    let mut d_x = [0.0; 6];
    let (a, b) = rows(&mut d_x, 0, 2).expect("disjoint");
    a[1] += 1.0;
    b[0] += 2.0;
    assert_eq!(d_x, [0.0, 1.0, 0.0, 0.0, 2.0, 0.0]);
    assert!(rows(&mut d_x, 1, 1).is_none());
}

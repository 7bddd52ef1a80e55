//! The classical method of Runge and Kutta on `[f64; 3]`, with a right-hand side given as a closure that is known: it is
//! called in place, arrays of a literal length are values, and the state of a turn is kept by copying it.

use crate::protocol::Workspace;
use crate::testing::{agrees, allocations};

fn lorenz(start: [f64; 3], p: &[f64; 3], dt: f64, steps: usize) -> f64 {
    let rhs = |y: &[f64; 3]| [p[0] * (y[1] - y[0]), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]];
    let mut y = start;
    for _ in 0..steps {
        let k1 = rhs(&y);
        let mut m = [0.0; 3];
        for i in 0..3 {
            m[i] = y[i] + 0.5 * dt * k1[i];
        }
        let k2 = rhs(&m);
        for i in 0..3 {
            y[i] += dt * (0.25 * k1[i] + 0.75 * k2[i]);
        }
    }
    y[0] * y[2]
}

fn value_and_grad_with(
    w: &mut Workspace,
    start: [f64; 3],
    p: &[f64; 3],
    dt: f64,
    steps: usize,
) -> (f64, ([f64; 3], [f64; 3])) {
    let mut y = start;
    let tape = w.reals.len();
    w.reals.resize(tape + 3 * steps, 0.0);
    for t in 0..steps {
        w.reals[tape + 3 * t..][..3].copy_from_slice(&y);
        // The inner loops have a literal trip count: they are unrolled in the net, and `m` is three scalars.
        let k1 = [p[0] * (y[1] - y[0]), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]];
        let m = [y[0] + 0.5 * dt * k1[0], y[1] + 0.5 * dt * k1[1], y[2] + 0.5 * dt * k1[2]];
        let k2 = [p[0] * (m[1] - m[0]), m[0] * (p[1] - m[2]) - m[1], m[0] * m[1] - p[2] * m[2]];
        y[0] += dt * (0.25 * k1[0] + 0.75 * k2[0]);
        y[1] += dt * (0.25 * k1[1] + 0.75 * k2[1]);
        y[2] += dt * (0.25 * k1[2] + 0.75 * k2[2]);
    }
    let mut d_y = [y[2], 0.0, y[0]];
    let mut d_p = [0.0; 3];
    let value = y[0] * y[2];
    for t in (0..steps).rev() {
        let y: [f64; 3] = w.reals[tape + 3 * t..][..3].try_into().expect("three");
        let k1 = [p[0] * (y[1] - y[0]), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]];
        let m = [y[0] + 0.5 * dt * k1[0], y[1] + 0.5 * dt * k1[1], y[2] + 0.5 * dt * k1[2]];
        let d_k2 = [0.75 * dt * d_y[0], 0.75 * dt * d_y[1], 0.75 * dt * d_y[2]];
        let d_m = right_hand_side(&m, p, d_k2, &mut d_p);
        let mut d_k1 = [0.25 * dt * d_y[0], 0.25 * dt * d_y[1], 0.25 * dt * d_y[2]];
        for i in 0..3 {
            d_k1[i] += 0.5 * dt * d_m[i];
            d_y[i] += d_m[i];
        }
        let d = right_hand_side(&y, p, d_k1, &mut d_p);
        for i in 0..3 {
            d_y[i] += d[i];
        }
    }
    w.reals.truncate(tape);
    (value, (d_y, d_p))
}

/// The reverse pass of the closure: it stands once, since it is called twice.
fn right_hand_side(y: &[f64; 3], p: &[f64; 3], d: [f64; 3], d_p: &mut [f64; 3]) -> [f64; 3] {
    d_p[0] += d[0] * (y[1] - y[0]);
    d_p[1] += d[1] * y[0];
    d_p[2] -= d[2] * y[2];
    [d[1] * (p[1] - y[2]) + d[2] * y[1] - p[0] * d[0], p[0] * d[0] - d[1] + d[2] * y[0], -(d[1] * y[0]) - p[2] * d[2]]
}

#[test]
fn arrays_of_a_literal_length_cost_what_scalars_cost() {
    let (start, p) = ([0.9, -0.2, 1.1], [10.0, 28.0, 8.0 / 3.0]);
    let mut w = Workspace::default();
    let (value, (d_start, d_p)) = value_and_grad_with(&mut w, start, &p, 0.01, 20);
    assert_eq!(value.to_bits(), lorenz(start, &p, 0.01, 20).to_bits());
    agrees(|s| lorenz([s[0], s[1], s[2]], &p, 0.01, 20), &start, &d_start);
    agrees(|p| lorenz(start, &[p[0], p[1], p[2]], 0.01, 20), &p, &d_p);
    let (_, count) = allocations(|| value_and_grad_with(&mut w, start, &p, 0.01, 20));
    assert_eq!(count, 0);
}

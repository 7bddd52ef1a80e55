//! A recurrence in place: each turn overwrites one element and reads two. The forward pass keeps the old element; the reverse
//! pass puts it back first, so that it finds the array as the turn found it.

use crate::protocol::{Workspace, add};
use crate::testing::{agrees, allocations};

fn recurrence(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        y[i] *= y[i - 1].sin();
    }
    y[y.len() - 1]
}

fn accumulate_grad_with(w: &mut Workspace, x: &[f64], d_x: &mut [f64]) -> f64 {
    let mut y = x.to_vec();
    let n = y.len();
    let turns = n.saturating_sub(1);
    let start = w.reals.len();
    w.reals.resize(start + 2 * turns, 0.0);
    {
        let (old, sines) = w.reals[start..][..2 * turns].split_at_mut(turns);
        for i in 1..n {
            old[i - 1] = y[i];
            let sin = y[i - 1].sin();
            // Recomputing a sine costs more than keeping it.
            sines[i - 1] = sin;
            y[i] *= sin;
        }
    }
    let value = y[n - 1];
    let mut d_y = vec![0.0; n];
    d_y[n - 1] += 1.0;
    {
        let (old, sines) = w.reals[start..][..2 * turns].split_at(turns);
        for i in (1..n).rev() {
            let d = std::mem::take(&mut d_y[i]);
            y[i] = old[i - 1];
            d_y[i] += d * sines[i - 1];
            d_y[i - 1] += d * y[i] * y[i - 1].cos();
        }
    }
    w.reals.truncate(start);
    add(d_x, &d_y);
    value
}

#[test]
fn a_recurrence_in_place_puts_the_old_elements_back() {
    let mut w = Workspace::default();
    let x = [0.9, 1.1, -0.7, 1.3, 0.4];
    let mut d_x = [0.0; 5];
    let value = accumulate_grad_with(&mut w, &x, &mut d_x);
    assert_eq!(value.to_bits(), recurrence(&x).to_bits());
    agrees(recurrence, &x, &d_x);
    // From the second call on only the primal's own copy and its accumulator.
    let (_, count) = allocations(|| accumulate_grad_with(&mut w, &x, &mut [0.0; 5]));
    assert_eq!(count, 2);
}

//! An early return from a nested loop: what ran is the turns so far, and the last one of each loop only in part.

use crate::protocol::Workspace;
use crate::testing::agrees;

fn walk(x: &[f64], n: usize, limit: f64) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() / n {
        for j in 0..n {
            s *= x[i * n + j];
            if s > limit {
                return s * s;
            }
        }
        s += x[i * n];
    }
    s
}

fn accumulate_grad_with(w: &mut Workspace, x: &[f64], n: usize, limit: f64, d_x: &mut [f64]) -> f64 {
    let (start, counts) = (w.reals.len(), w.counts.len());
    let mut s = 1.0;
    let mut turns = 0_usize;
    // The control tag of the outer loop: whether its last turn returned.
    let mut returned = false;
    'outer: for i in 0..x.len() / n {
        turns += 1;
        let mut inner = 0_usize;
        for j in 0..n {
            inner += 1;
            w.reals.push(s);
            s *= x[i * n + j];
            if s > limit {
                returned = true;
                w.counts.push(inner);
                break 'outer;
            }
        }
        w.counts.push(inner);
        s += x[i * n];
    }
    let value = if returned { s * s } else { s };
    let mut d_s = if returned { 2.0 * s } else { 1.0 };
    for i in (0..turns).rev() {
        let inner = w.counts.pop().expect("one for each turn");
        if !(returned && i + 1 == turns) {
            d_x[i * n] += d_s;
        }
        for j in (0..inner).rev() {
            let s = w.reals.pop().expect("one for each turn");
            d_x[i * n + j] += d_s * s;
            d_s *= x[i * n + j];
        }
    }
    w.reals.truncate(start);
    w.counts.truncate(counts);
    value
}

#[test]
fn an_early_return_reverses_the_turns_that_ran() {
    let x = [1.5, 0.8, -1.2, 0.9, 2.0, 1.75, 1.1, 0.6, 1.4];
    let mut w = Workspace::default();
    for limit in [100.0, 3.0, 1.4, 0.5] {
        let mut d_x = [0.0; 9];
        let value = accumulate_grad_with(&mut w, &x, 3, limit, &mut d_x);
        assert_eq!(value.to_bits(), walk(&x, 3, limit).to_bits());
        agrees(|x| walk(x, 3, limit), &x, &d_x);
    }
    assert!(w.reals.is_empty() && w.counts.is_empty());
}

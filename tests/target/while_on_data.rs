//! A `while` on data, left by a `break`: the number of turns and the last tag are what the reverse pass needs of the control.

use crate::protocol::Workspace;
use crate::testing::agrees;

/// Newton's method for the square root, which gives up on a small step.
fn root(a: f64, tolerance: f64) -> f64 {
    let mut x = a;
    while x * x - a > tolerance {
        let next = 0.5 * (x + a / x);
        if x - next < 1e-3 {
            x = next - 0.25 * (next * next - a);
            break;
        }
        x = next;
    }
    x
}

fn value_and_grad_with(w: &mut Workspace, a: f64, tolerance: f64) -> (f64, f64) {
    let start = w.reals.len();
    let mut turns = 0_usize;
    let mut broke = false;
    let mut kept_next = 0.0;
    let mut x = a;
    while x * x - a > tolerance {
        w.reals.push(x);
        turns += 1;
        let next = 0.5 * (x + a / x);
        if x - next < 1e-3 {
            // Only the last turn comes here: what it leaves needs no tape.
            kept_next = next;
            broke = true;
            x = next - 0.25 * (next * next - a);
            break;
        }
        x = next;
    }
    let mut d_a = 0.0;
    let mut d_x = 1.0;
    for turn in (0..turns).rev() {
        let x = w.reals[start + turn];
        let d_next = if broke && turn + 1 == turns {
            d_a += 0.25 * d_x;
            d_x - 0.5 * kept_next * d_x
        } else {
            d_x
        };
        let d = 0.5 * d_next;
        d_a += d / x;
        d_x = d - d * (a / x) / x;
    }
    w.reals.truncate(start);
    (x, d_a + d_x)
}

#[test]
fn a_while_knows_its_turns_and_how_it_ended() {
    let mut w = Workspace::default();
    for (a, tolerance) in [(2.0, 1e-12), (9.0, 1e-12), (9.0, 0.5), (0.5, 1e-12)] {
        let (value, d_a) = value_and_grad_with(&mut w, a, tolerance);
        assert_eq!(value.to_bits(), root(a, tolerance).to_bits());
        agrees(|a| root(a[0], tolerance), &[a], &[d_a]);
    }
    assert!(w.reals.is_empty());
}

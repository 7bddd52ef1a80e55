//! Cholesky's decomposition in place, and the logarithm of the determinant. The loops overwrite n²/2 elements and read n³/3:
//! so the old elements are kept, and put back turn by turn.

use crate::protocol::{Workspace, add};
use crate::testing::agrees;

fn log_determinant(a: &[f64], n: usize) -> f64 {
    let mut l = a.to_vec();
    let mut s = 0.0;
    for j in 0..n {
        for k in 0..j {
            let v = l[j * n + k];
            l[j * n + j] -= v * v;
        }
        let d = l[j * n + j].sqrt();
        l[j * n + j] = d;
        for i in j + 1..n {
            for k in 0..j {
                l[i * n + j] -= l[i * n + k] * l[j * n + k];
            }
            l[i * n + j] /= d;
        }
        s += 2.0 * d.ln();
    }
    s
}

fn accumulate_grad_with(w: &mut Workspace, a: &[f64], n: usize, d_a: &mut [f64]) -> f64 {
    let mut l = a.to_vec();
    let mut s = 0.0;
    let start = w.reals.len();
    for j in 0..n {
        for k in 0..j {
            let v = l[j * n + k];
            // The old sum is not looked at: an addition keeps nothing.
            l[j * n + j] -= v * v;
        }
        let d = l[j * n + j].sqrt();
        l[j * n + j] = d;
        for i in j + 1..n {
            for k in 0..j {
                l[i * n + j] -= l[i * n + k] * l[j * n + k];
            }
            l[i * n + j] /= d;
        }
        // The root is what the reverse pass reads of the overwritten diagonal.
        w.reals.push(d);
        s += 2.0 * d.ln();
    }
    let mut d_l = vec![0.0; l.len()];
    for j in (0..n).rev() {
        let d = w.reals.pop().expect("one for each turn");
        let mut d_d = 2.0 / d;
        for i in (j + 1..n).rev() {
            let d_q = std::mem::take(&mut d_l[i * n + j]);
            // What was divided is the quotient times the divisor: the pullback reads the result, which is still there.
            d_d -= d_q * l[i * n + j] / d;
            let d_s = d_q / d;
            d_l[i * n + j] += d_s;
            for k in (0..j).rev() {
                d_l[i * n + k] -= d_s * l[j * n + k];
                d_l[j * n + k] -= d_s * l[i * n + k];
            }
        }
        d_d += std::mem::take(&mut d_l[j * n + j]);
        let d_s = d_d / (2.0 * d);
        d_l[j * n + j] += d_s;
        for k in (0..j).rev() {
            d_l[j * n + k] -= 2.0 * l[j * n + k] * d_s;
        }
    }
    w.reals.truncate(start);
    add(d_a, &d_l);
    s
}

#[test]
fn the_derivative_of_the_log_determinant_is_the_inverse() {
    let n = 3;
    let a = [4.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.5, -0.25, 2.0];
    let mut w = Workspace::default();
    let mut d_a = [0.0; 9];
    let value = accumulate_grad_with(&mut w, &a, n, &mut d_a);
    assert_eq!(value.to_bits(), log_determinant(&a, n).to_bits());
    agrees(|a| log_determinant(a, n), &a, &d_a);
    assert!(w.reals.is_empty());
}

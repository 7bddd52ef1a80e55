//! Speelpenning's product: the state that a turn meets is kept, and the elements are read again.

use crate::protocol::Workspace;
use crate::testing::agrees;

fn product(x: &[f64]) -> f64 {
    let mut p = 1.0;
    for v in x {
        p *= v;
    }
    p
}

fn accumulate_grad_with(w: &mut Workspace, x: &[f64], d_x: &mut [f64]) -> f64 {
    let n = x.len();
    let start = w.reals.len();
    w.reals.resize(start + n, 0.0);
    let mut p = 1.0;
    {
        let tape = &mut w.reals[start..][..n];
        for i in 0..n {
            tape[i] = p;
            p *= x[i];
        }
    }
    let value = p;
    let mut d_p = 1.0;
    {
        let (tape, d_x) = (&w.reals[start..][..n], &mut d_x[..n]);
        for i in (0..n).rev() {
            d_x[i] += d_p * tape[i];
            d_p *= x[i];
        }
    }
    w.reals.truncate(start);
    value
}

#[test]
fn a_product_with_zeros_is_exact() {
    let mut w = Workspace::default();
    for x in [vec![1.5, -2.0, 0.5, 3.0], vec![1.5, 0.0, 0.5, 3.0], vec![0.0, 2.0, 0.0]] {
        let mut d_x = vec![0.0; x.len()];
        let value = accumulate_grad_with(&mut w, &x, &mut d_x);
        assert_eq!(value.to_bits(), product(&x).to_bits());
        agrees(product, &x, &d_x);
        assert!(w.reals.is_empty());
    }
}

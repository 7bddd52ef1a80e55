//! Recursion on the rest of a slice: the backpropagator is in a box, borrows nothing, and gets its part of the slice and of the
//! accumulator.

use crate::protocol::Workspace;
use crate::testing::agrees;

fn horner(x: &[f64], t: f64) -> f64 {
    if x.is_empty() { 0.0 } else { x[0] + t * horner(&x[1..], t) }
}

type Back = Box<dyn FnOnce(f64, &[f64], &mut [f64], &mut Workspace) -> f64>;

fn horner_adjoint(x: &[f64], t: f64, w: &mut Workspace) -> (f64, Back) {
    if x.is_empty() {
        return (0.0, Box::new(|_, _, _, _| 0.0));
    }
    let (rest, back_rest) = horner_adjoint(&x[1..], t, w);
    let back = move |d: f64, x: &[f64], d_x: &mut [f64], w: &mut Workspace| {
        let d_t = back_rest(t * d, &x[1..], &mut d_x[1..], w);
        d_x[0] += d;
        d_t + rest * d
    };
    (x[0] + t * rest, Box::new(back))
}

#[test]
fn recursion_on_the_rest_of_a_slice() {
    let x = [0.5, -1.0, 2.0, 0.25];
    let mut w = Workspace::default();
    let (value, back) = horner_adjoint(&x, 1.5, &mut w);
    assert_eq!(value.to_bits(), horner(&x, 1.5).to_bits());
    let mut d_x = [0.0; 4];
    let d_t = back(1.0, &x, &mut d_x, &mut w);
    agrees(|x| horner(x, 1.5), &x, &d_x);
    agrees(|t| horner(&x, t[0]), &[1.5], &[d_t]);
}

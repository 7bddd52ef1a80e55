//! Dot product: no tape, one addition in place for each read.

use crate::protocol::{Workspace, same_length};
use crate::testing::{agrees, allocations};

fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

fn accumulate_grad(x: &[f64], y: &[f64], d_x: &mut [f64], d_y: &mut [f64]) -> f64 {
    same_length("x", x.len(), d_x.len());
    same_length("y", y.len(), d_y.len());
    let n = x.len();
    let mut s = 0.0;
    // The loop surely runs all its turns and calls nothing of the host: so the slices are cut once.
    let (x, y) = (&x[..n], &y[..n]);
    for i in 0..n {
        s += x[i] * y[i];
    }
    let (d_x, d_y) = (&mut d_x[..n], &mut d_y[..n]);
    // The state is only added to: the reverse pass needs no order.
    for i in 0..n {
        d_x[i] += y[i];
        d_y[i] += x[i];
    }
    s
}

fn value_and_grad(x: &[f64], y: &[f64]) -> (f64, (Vec<f64>, Vec<f64>)) {
    let (mut d_x, mut d_y) = (vec![0.0; x.len()], vec![0.0; y.len()]);
    let value = accumulate_grad(x, y, &mut d_x, &mut d_y);
    (value, (d_x, d_y))
}

fn value_and_grad_into(x: &[f64], y: &[f64], d_x: &mut [f64], d_y: &mut [f64]) -> f64 {
    same_length("x", x.len(), d_x.len());
    same_length("y", y.len(), d_y.len());
    d_x.fill(0.0);
    d_y.fill(0.0);
    accumulate_grad(x, y, d_x, d_y)
}

/// What another generated function calls.
pub(crate) fn adjoint(
    x: &[f64],
    y: &[f64],
    _w: &mut Workspace,
) -> (f64, impl FnOnce(f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]), &mut Workspace) + use<> + 'static) {
    let n = x.len();
    let mut s = 0.0;
    {
        let (x, y) = (&x[..n], &y[..n]);
        for i in 0..n {
            s += x[i] * y[i];
        }
    }
    (s, move |d: f64, (x, y): (&[f64], &[f64]), (d_x, d_y): (&mut [f64], &mut [f64]), _w: &mut Workspace| {
        let (x, y, d_x, d_y) = (&x[..n], &y[..n], &mut d_x[..n], &mut d_y[..n]);
        for i in 0..n {
            d_x[i] += d * y[i];
            d_y[i] += d * x[i];
        }
    })
}

/// The backpropagator of the public `vjp` borrows the arguments, and gives what it accumulated.
fn vjp<'a>(x: &'a [f64], y: &'a [f64]) -> (f64, impl FnOnce(f64) -> (Vec<f64>, Vec<f64>) + use<'a>) {
    let mut w = Workspace::default();
    let (value, back) = adjoint(x, y, &mut w);
    (value, move |d: f64| {
        let (mut d_x, mut d_y) = (vec![0.0; x.len()], vec![0.0; y.len()]);
        back(d, (x, y), (&mut d_x, &mut d_y), &mut w);
        (d_x, d_y)
    })
}

#[test]
fn a_dot_product_keeps_nothing() {
    let (x, y) = ([0.5, -1.5, 2.0], [1.25, 0.75, -3.0]);
    let (value, (d_x, d_y)) = value_and_grad(&x, &y);
    assert_eq!(value.to_bits(), dot(&x, &y).to_bits());
    assert_eq!((&d_x[..], &d_y[..]), (&y[..], &x[..]));
    agrees(|x| dot(x, &y), &x, &d_x);
    let (mut d_x, mut d_y) = ([9.0; 3], [9.0; 3]);
    let (_, count) = allocations(|| value_and_grad_into(&x, &y, &mut d_x, &mut d_y));
    assert_eq!((count, d_x, d_y), (0, y, x));
    let (_, back) = vjp(&x, &y);
    assert_eq!(back(2.0).0, y.map(|y| 2.0 * y));
}

#[test]
#[should_panic(expected = "`y` has 2 elements, and its buffer `d_y` has 3")]
fn a_buffer_of_a_wrong_length_is_named() {
    value_and_grad_into(&[1.0; 2], &[1.0; 2], &mut [0.0; 2], &mut [0.0; 3]);
}

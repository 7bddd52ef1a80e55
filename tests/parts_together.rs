//! Calls that take several parts of one array, of which they change some, and copies from one part to another. Values bit for bit,
//! gradients against central differences.

#![expect(clippy::many_single_char_names, clippy::useless_vec, reason = "each kind of array is what is tested")]

mod differences;

use backprop::differentiable;
use differences::check;

const POINT: [f64; 8] = [0.3, 1.1, -0.7, 0.9, 1.7, -1.3, 0.45, 2.1];

/// Holds the value and the gradient of functions of one slice against the functions themselves.
macro_rules! holds {
    ($($name:ident),* $(,)?) => { $({
        let (value, gradient) = $name::value_and_grad(&POINT);
        assert_eq!(value.to_bits(), $name(&POINT).to_bits());
        check(&|x| $name(x), &POINT, &gradient);
    })* };
}

#[differentiable]
fn add(y: &mut [f64], k: f64, x: &[f64]) {
    for i in 0..y.len() {
        y[i] += k * x[i] * y[i];
    }
}

/// Changes both.
#[differentiable]
fn mixed(y: &mut [f64], z: &mut [f64]) -> f64 {
    let t = y[0];
    y[0] = z[0] * t;
    z[0] += t.sin();
    t * z[0]
}

/// Changes one, and looks at two.
#[differentiable]
fn product(out: &mut [f64], a: &[f64], b: &[f64]) {
    for i in 0..out.len() {
        out[i] += a[i] * b[i];
    }
}

#[differentiable]
fn halves(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let (a, b) = y.split_at_mut(3);
    add(&mut a[..], x[0], &b[1..]);
    add(&mut b[..2], x[3], &a[..2]);
    y[0] + y[1] * y[2] * y[5] + y[3] * y[4]
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let (a, b) = y.split_at_mut(3);
    let t = mixed(&mut a[1..], &mut b[1..]);
    mixed(&mut b[..], &mut a[..]);
    t + y[0] + y[1] * y[2] * y[4] + y[3]
}

#[differentiable]
fn in_loops(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for k in 1..4 {
        let (a, b) = y.split_at_mut(k);
        if b[0] > 0.5 {
            add(&mut a[..], b[0], &b[k - 1..]);
        }
        b[0] = a[0] * b[1];
    }
    y[0] + y[1] * y[2] * y[3]
}

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let mut m = vec![x[..4].to_vec(), x[4..].to_vec(), x[2..6].to_vec()];
    let (a, b) = m.split_at_mut(1);
    add(&mut a[0], x[1], &b[0]);
    let (b, c) = b.split_at_mut(1);
    product(&mut c[0], &a[0], &b[0]);
    m[0][0] * m[0][1] + m[1][2] + m[2][0] * m[2][3]
}

#[differentiable]
fn solve(y: &mut [f64], k: usize) {
    for i in k..y.len() {
        let (done, rest) = y.split_at_mut(i);
        add(&mut rest[..1], done[i - 1], &done[i - k..]);
    }
}

#[differentiable]
fn of_a_parameter(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    solve(&mut y, 2);
    y[0] + y[1] * y[2] * y[5] + y[7]
}

#[test]
fn calls_take_several_parts() {
    holds!(halves, both, in_loops, rows, of_a_parameter);
}

#[differentiable]
fn copied(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let (a, b) = y.split_at_mut(4);
    a[1..3].copy_from_slice(&b[..2]);
    b.copy_from_slice(a);
    y[0] * y[1] * y[4] + y[2] * y[5] * y[6]
}

#[differentiable]
fn copied_rows(x: &[f64]) -> f64 {
    let mut m = vec![[x[0], x[1]], [x[2], x[3]], [x[4] * x[5], x[6]]];
    let (a, b) = m.split_at_mut(1);
    a[0].copy_from_slice(&b[1]);
    b[0][1] = a[0][0] * x[7];
    m[0][0] * m[0][1] + m[1][1] * m[2][0]
}

#[test]
fn parts_are_copied_to_parts() {
    holds!(copied, copied_rows);
}

/// The length of the copy is checked, as the function does.
#[test]
#[should_panic(expected = "length")]
fn lengths_that_differ_panic() {
    #[differentiable]
    fn f(x: &[f64], k: usize) -> f64 {
        let mut y = x.to_vec();
        let (a, b) = y.split_at_mut(k);
        a.copy_from_slice(b);
        y[0]
    }
    let _ = f::grad(&POINT, 3);
}

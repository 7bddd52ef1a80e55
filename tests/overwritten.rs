//! Arrays of the caller's, and arrays that calls and whole methods change, after a call has looked at them: the reverse pass puts
//! back what was there. Values bit for bit, gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::needless_range_loop,
    reason = "it is the same computation, and indices are what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// Looks at all of what it is given, in its reverse pass too.
#[differentiable]
fn waves(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (1.0 + 0.1 * i as f64) * x[i].sin() * x[(i + 1) % x.len()];
    }
    sum
}

/// Makes a vector longer or shorter.
#[differentiable]
fn grow(x: &mut Vec<f64>, k: f64) {
    if x.len() > 4 {
        x.truncate(3);
    } else {
        let last = x[x.len() - 1];
        x.push(last * k);
    }
    x[0] *= k;
}

#[differentiable]
fn slice(y: &mut [f64], k: f64) -> f64 {
    let first = waves(&*y);
    y[0] *= first * k;
    for i in 1..y.len() {
        y[i] += 0.3 * y[i - 1].sin();
    }
    first + waves(&y[1..])
}

#[differentiable]
fn array(y: &mut [f64; 3], k: f64) -> f64 {
    let first = waves(&y[..2]);
    y.swap(0, 2);
    y[1] = first * k;
    waves(&y[..])
}

#[differentiable]
fn vector(y: &mut Vec<f64>, k: f64) -> f64 {
    let mut sum = waves(&*y);
    y.push(sum * k);
    sum += waves(&*y);
    y.insert(1, k * sum);
    sum += waves(&*y);
    let gone = y.remove(0);
    sum += waves(&*y) * gone;
    y.rotate_left(2);
    sum += waves(&*y);
    y.truncate(3);
    y[2] *= sum;
    sum += waves(&*y);
    y.resize(5, k);
    sum += waves(&*y);
    let more = [sum, k];
    y.extend_from_slice(&more);
    sum + waves(&*y)
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Held {
    y: Vec<f64>,
    k: f64,
}

#[differentiable]
fn held(h: &mut Held) -> f64 {
    let first = waves(&h.y[..]);
    h.y[1] = first * h.k;
    for i in 0..h.y.len() {
        h.y[i] *= 1.1;
        h.k += 0.1 * waves(&h.y[i..]);
    }
    first * waves(&h.y[1..])
}

#[differentiable]
fn by_value(mut y: Vec<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..y.len() {
        sum += waves(&y[..i]) * k;
    }
    for i in 0..y.len() {
        sum += y[i] * sum;
    }
    y.clear();
    y.push(sum);
    sum + y[0]
}

/// An array that has been looked at and is given away.
#[differentiable]
fn given(y: Vec<f64>, k: f64) -> (Vec<f64>, f64) {
    let sum = waves(&y) * k;
    (y, sum)
}

#[differentiable]
fn taken(mut y: Vec<f64>) -> f64 {
    y[0] *= y[1];
    y[0] * y[2]
}

/// All of them, and calls that change arrays that other calls have looked at.
#[differentiable]
fn calls(x: &[f64], n: usize) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for i in 0..n {
        sum += waves(&y);
        slice(&mut y, 0.3);
        sum += waves(&y[1..]);
        slice(&mut y[i..], 0.9);
        if i == 1 {
            grow(&mut y, 0.8);
        }
    }
    let (z, more): (Vec<f64>, f64) = given(y, sum);
    sum + more * waves(&z) * taken(z)
}

/// A look in one branch, and a write in the other, or before it.
#[differentiable]
fn branches(x: &[f64], n: usize) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    if n > 2 {
        y[2] *= x[1];
        sum += waves(&y);
    } else {
        y[0] = x[1];
    }
    match n {
        1 => y[1] = sum,
        3 => sum += waves(&y[1..]) * sum,
        _ => y.swap(0, 1),
    }
    for i in 0..y.len() {
        sum += y[i] * y[i];
    }
    sum
}

/// Rows and parts that methods and calls change.
#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut m = vec![vec![0.0; 3]; 2];
    for i in 0..2 {
        for j in 0..3 {
            m[i][j] = x[(i + j) % x.len()];
        }
    }
    let mut sum = waves(&m[0]) + waves(&m[1]);
    slice(&mut m[0], 0.4);
    sum += waves(&m[0]);
    slice(&mut m[1], sum);
    let mut y = x.to_vec();
    sum += waves(&y);
    y[1..].fill(sum);
    y[..2].reverse();
    sum += waves(&y[..2]);
    y[1..].copy_from_slice(&x[1..]);
    sum * waves(&y) + waves(&m[1])
}

const POINT: [f64; 3] = [0.4, -0.3, 0.6];

#[test]
fn arrays_of_the_caller() {
    let k = 0.7;
    let x = [POINT[0], POINT[1], POINT[2], k];
    macro_rules! checks {
        ($name:ident, $make:expr) => {
            let make = $make;
            let (mut y, mut alone) = (make(&x[..3]), make(&x[..3]));
            let (value, (d_y, d_k)) = $name::value_and_grad(&mut y, k);
            assert_eq!(value.to_bits(), $name(&mut alone, k).to_bits());
            assert_eq!(y, alone);
            let both = [&d_y[..], &[d_k]].concat();
            check(&|x| $name(&mut make(&x[..3]), x[3]), &x, &both);
            // What the array holds after the call counts too, and the backpropagator can be called again.
            let weighted = |x: &[f64]| {
                let mut y = make(&x[..3]);
                let value = $name(&mut y, x[3]);
                y.iter().enumerate().fold(0.5 * value, |sum, (i, y)| sum + (i as f64 - 0.7) * y)
            };
            let mut y = make(&x[..3]);
            let (_, back) = $name::vjp(&mut y, k);
            for _ in 0..2 {
                let mut d = y.clone();
                for (i, d) in d.iter_mut().enumerate() {
                    *d = i as f64 - 0.7;
                }
                let d_k = back(0.5, &mut d);
                check(&weighted, &x, &[&d[..], &[d_k]].concat());
            }
        };
    }
    checks!(slice, |x: &[f64]| -> [f64; 3] { x.try_into().expect("three") });
    checks!(array, |x: &[f64]| -> [f64; 3] { x.try_into().expect("three") });
    checks!(vector, |x: &[f64]| x.to_vec());
}

#[test]
fn arrays_in_a_struct() {
    let x = [POINT[0], POINT[1], POINT[2], 0.7];
    let make = |x: &[f64]| Held { y: x[..3].to_vec(), k: x[3] };
    let (mut h, mut alone) = (make(&x), make(&x));
    let (value, d) = held::value_and_grad(&mut h);
    assert_eq!(value.to_bits(), held(&mut alone).to_bits());
    assert_eq!(h, alone);
    check(&|x| held(&mut make(x)), &x, &[&d.y[..], &[d.k]].concat());
}

#[test]
fn arrays_by_value() {
    let x = [POINT[0], POINT[1], POINT[2], 0.7];
    let (value, (d_y, d_k)) = by_value::value_and_grad(x[..3].to_vec(), x[3]);
    assert_eq!(value.to_bits(), by_value(x[..3].to_vec(), x[3]).to_bits());
    check(&|x| by_value(x[..3].to_vec(), x[3]), &x, &[&d_y[..], &[d_k]].concat());
}

#[test]
fn arrays_that_calls_change() {
    for n in 0..4 {
        let (value, gradient) = calls::value_and_grad(&POINT, n);
        assert_eq!(value.to_bits(), calls(&POINT, n).to_bits());
        check(&|x| calls(x, n), &POINT, &gradient);
        let (value, gradient) = branches::value_and_grad(&POINT, n);
        assert_eq!(value.to_bits(), branches(&POINT, n).to_bits());
        check(&|x| branches(x, n), &POINT, &gradient);
    }
    let (value, gradient) = parts::value_and_grad(&POINT);
    assert_eq!(value.to_bits(), parts(&POINT).to_bits());
    check(&|x| parts(x), &POINT, &gradient);
}

//! Arrays in arrays: as arguments, under names, in loops, moved in and out, and their methods. Values bit for bit, gradients
//! against central differences.

#![expect(
    clippy::semicolon_if_nothing_returned,
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "loops over indices, each kind of array and each way to write it are what is tested"
)]

mod differences;

use std::panic::catch_unwind;

use backprop::{Real, differentiable};
use differences::check;

#[differentiable]
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut sum = T::zero();
    for (x, y) in a.iter().zip(b) {
        sum += *x * *y;
    }
    sum
}

/// Looks at all of what it is given, in its reverse pass too.
#[differentiable]
fn waves(x: &[f64], scale: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (scale * x[i]).sin() * x[(i + 1) % x.len()];
    }
    sum
}

/// Takes what it is given.
#[differentiable]
fn consumed(x: Vec<f64>, k: f64) -> f64 {
    let mut product = k;
    for v in &x {
        product *= v + k;
    }
    product
}

/// Three rows: of two, of one, and of three.
fn ragged(x: &[f64]) -> Vec<Vec<f64>> {
    vec![x[..2].to_vec(), x[2..3].to_vec(), x[3..6].to_vec()]
}

/// Three rows of two.
fn even(x: &[f64]) -> Vec<[f64; 2]> {
    vec![[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]]
}

const AT: [f64; 6] = [0.7, -1.3, 0.4, 1.9, 0.25, -0.6];

/// Holds a function of rows of different lengths against differences, and its value.
macro_rules! ragged {
    ($($f:ident)*) => {$({
        let rows = ragged(&AT);
        let (value, gradient) = $f::value_and_grad(&rows);
        assert_eq!(value.to_bits(), $f(&rows).to_bits(), stringify!($f));
        check(&|x| $f(&ragged(x)), &AT, &gradient.concat());
    })*};
}

/// The same of rows of one length.
macro_rules! even {
    ($($f:ident)*) => {$({
        let rows = even(&AT);
        let (value, gradient) = $f::value_and_grad(&rows);
        assert_eq!(value.to_bits(), $f(&rows).to_bits(), stringify!($f));
        check(&|x| $f(&even(x)), &AT, &gradient.concat());
    })*};
}

#[differentiable]
fn arguments(a: &[Vec<f64>]) -> f64 {
    waves(&a[0], a[1][0]) * dot(&a[2], &a[2]) + waves(&a[a.len() - 1][1..], 0.3) - dot(&a[0], &a[2][..2])
}

#[differentiable]
fn names(a: &Vec<Vec<f64>>) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        let row = &a[i];
        let next = &a[(i + 1) % 3];
        if row.len() > 1 {
            sum += row[0] * row[row.len() - 1] + waves(row, next[0]);
        }
        let tail = &row[row.len() - 1..];
        sum -= waves(tail, sum) * next[0];
    }
    sum
}

#[differentiable]
fn loops(a: &[Vec<f64>]) -> f64 {
    let mut total = 1.0;
    for row in a {
        let mut z = 0.0;
        for v in row {
            z += v * v.sin();
        }
        if z < 0.0 {
            continue;
        }
        total *= z + waves(row, 0.5);
    }
    for (i, row) in a.iter().enumerate() {
        for (j, &v) in row.iter().enumerate() {
            total += v * (i * 10 + j) as f64;
        }
    }
    for row in a.iter().rev() {
        total = total.sin() + row[0];
    }
    total
}

#[differentiable]
fn even_loops(a: &[[f64; 2]]) -> f64 {
    let mut total = 1.0;
    for (p, q) in a.iter().zip(a.iter().skip(1)) {
        let (dx, dy) = (p[0] - q[0], p[1] - q[1]);
        total += (dx * dx + dy * dy).sqrt();
    }
    for p in a.iter().copied() {
        total *= p[0] + p[1] * 0.3;
    }
    for &p in a {
        total += waves(&p, p[1]);
    }
    let first = a[0];
    let last = a[2];
    total + waves(&first, 0.4) * waves(&last, 2.0) + dot(&a[1], &a[1])
}

/// Each row is changed where it is.
#[differentiable]
fn changed(a: &[Vec<f64>]) -> f64 {
    let mut b = a.to_vec();
    for row in b.iter_mut() {
        row[0] *= 2.0;
        for v in row.iter_mut() {
            *v = v.sin() * *v;
        }
    }
    for i in 0..b.len() {
        let row = &mut b[i];
        let last = row.len() - 1;
        row[last] += row[0] * row[0];
    }
    let mut sum = 0.0;
    for row in &b {
        sum += waves(row, 0.7);
    }
    sum
}

#[differentiable]
fn methods(a: &[Vec<f64>]) -> f64 {
    let mut b = vec![vec![0.0; 3]; 3];
    for i in 0..3 {
        b[i].fill(a[i][0]);
    }
    b[0][..2].copy_from_slice(&a[0]);
    b[1][1..].copy_from_slice(&a[2][..2]);
    b[2].copy_from_slice(&a[2]);
    b[0].swap(0, 2);
    b[2].reverse();
    b[1].rotate_left(1);
    b.swap(0, 1);
    let c = b[1].clone();
    b[1].push(c[0] * c[1]);
    let popped = b[1].pop().unwrap() + *b[1].last().unwrap() * b[2].first().copied().unwrap_or(9.0);
    b.reverse();
    b[0].truncate(2);
    b[1].insert(1, popped);
    b[1].extend_from_slice(&a[0]);
    let mut sum = popped * b[0].len() as f64;
    for row in &b {
        if !row.is_empty() {
            sum += waves(row, 0.2) * row.get(1).unwrap();
        }
    }
    sum
}

/// Rows are moved in, out and over.
#[differentiable]
fn moves(a: &[Vec<f64>]) -> f64 {
    let mut b = Vec::new();
    for row in a {
        let mut copy = row.clone();
        copy[0] *= copy[copy.len() - 1];
        b.push(copy);
    }
    b[1] = vec![a[0][0], a[0][1] * a[1][0]];
    for i in 0..2 {
        let scaled = vec![b[i][0].sin(); i + 2];
        b[i + 1] = scaled;
    }
    let last = b.pop().unwrap();
    b.insert(0, last);
    let first = b.remove(1);
    let mut sum = consumed(first, 0.9) + consumed(b[0].clone(), 0.4);
    for row in b.iter() {
        sum += waves(row, 0.6);
    }
    sum
}

#[differentiable]
fn fixed(a: &[[f64; 2]]) -> f64 {
    let mut b = [[0.0; 2]; 3];
    for (to, from) in b.iter_mut().zip(a) {
        to.copy_from_slice(from);
        to[1] *= from[0];
    }
    b[0] = [b[1][1], a[0][0].cos()];
    b[2] = b[0];
    b[2][0] += 1.0;
    let row = &mut b[1];
    *row = [a[2][0], row[0]];
    waves(&b[0], 1.0) * waves(&b[1], 0.3) + dot(&b[2], &a[1])
}

/// Rows in closures and branches, and what leaves early.
#[differentiable]
fn left(a: &[Vec<f64>]) -> f64 {
    let norm = |i: usize| {
        let row = &a[i];
        let mut sum = 0.0;
        for v in row {
            sum += v * v;
        }
        sum.sqrt()
    };
    let mut sum = 0.0;
    for (i, row) in a.iter().enumerate() {
        let scale = if row.len() > 2 { norm(0) } else { norm(i) };
        if row[0] > 1.5 {
            return sum * waves(row, scale);
        }
        sum += scale * row[0];
    }
    sum
}

#[test]
fn rows_of_different_lengths() {
    ragged!(arguments names loops changed methods moves left);
}

#[test]
fn rows_of_one_length() {
    even!(even_loops fixed);
}

/// Rows of data are read as they are.
#[differentiable(wrt(x))]
fn affine(x: &[f64], weights: &[Vec<f64>], shift: &Vec<[f64; 2]>) -> f64 {
    let mut sum = 0.0;
    for (row, s) in weights.iter().zip(shift) {
        sum += (dot(row, x) + s[0]).tanh() * s[1];
    }
    for i in 0..weights.len() {
        let row = &weights[i];
        sum += dot(&weights[i], x) * dot(row, &x[..row.len()]);
    }
    sum
}

#[test]
fn rows_of_data() {
    let (weights, shift) = (vec![vec![1.0, -0.5], vec![0.25, 2.0]], vec![[0.1, 2.0], [-0.3, 0.7]]);
    let x = [0.4, -0.9];
    let (value, gradient) = affine::value_and_grad(&x, &weights, &shift);
    assert_eq!(value.to_bits(), affine(&x, &weights, &shift).to_bits());
    check(&|x| affine(x, &weights, &shift), &x, &gradient);
}

/// A perceptron as it is written by hand: layers of rows.
#[differentiable]
fn perceptron(layers: &[Vec<Vec<f64>>], x: &[f64]) -> f64 {
    let mut h = x.to_vec();
    for layer in layers {
        let mut next = Vec::new();
        for row in layer {
            let mut z = 0.0;
            for (w, v) in row.iter().zip(&h) {
                z += w * v;
            }
            next.push(z.tanh());
        }
        h = next;
    }
    h[0]
}

#[test]
fn a_perceptron() {
    let build = |x: &[f64]| vec![vec![x[..2].to_vec(), x[2..4].to_vec()], vec![x[4..6].to_vec()]];
    let x = [0.3, -0.8];
    let (value, (d_layers, d_x)) = perceptron::value_and_grad(&build(&AT), &x);
    assert_eq!(value.to_bits(), perceptron(&build(&AT), &x).to_bits());
    check(&|w| perceptron(&build(w), &x), &AT, &d_layers.concat().concat());
    check(&|x| perceptron(&build(&AT), x), &x, &d_x);
}

/// Elimination by rows, with pivots.
#[differentiable]
fn determinant(a: &[[f64; 3]; 3]) -> f64 {
    let mut u = *a;
    let mut det = 1.0;
    for k in 0..3 {
        let mut pivot = k;
        for i in k + 1..3 {
            if u[i][k].abs() > u[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            u.swap(k, pivot);
            det = -det;
        }
        let top = u[k];
        det *= top[k];
        for row in u.iter_mut().skip(k + 1) {
            let factor = row[k] / top[k];
            for (v, t) in row.iter_mut().zip(&top).skip(k) {
                *v -= factor * t;
            }
        }
    }
    det
}

#[test]
fn a_determinant() {
    let a = [[0.5, 2.0, -1.0], [3.0, 0.25, 1.0], [-1.5, 1.0, 4.0]];
    let at = |x: &[f64]| [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]];
    let (value, gradient) = determinant::value_and_grad(&a);
    assert_eq!(value.to_bits(), determinant(&a).to_bits());
    check(&|x| determinant(&at(x)), &a.concat(), &gradient.concat());
}

#[differentiable]
fn beyond(a: &[Vec<f64>], i: usize, j: usize) -> f64 {
    let row = &a[i];
    let part = &row[j..];
    waves(part, 1.0)
}

#[differentiable]
fn into(a: &[Vec<f64>], i: usize) -> f64 {
    let mut b = vec![vec![0.0]; 2];
    b[i] = vec![a[0][0]];
    b[0][0]
}

#[test]
fn panics_where_the_function_does() {
    let a = ragged(&AT);
    for (i, j) in [(3, 0), (0, 3), (9, 9)] {
        assert!(catch_unwind(|| beyond(&a, i, j)).is_err());
        assert!(catch_unwind(|| beyond::grad(&a, i, j)).is_err());
    }
    assert!(catch_unwind(|| into::grad(&a, 2)).is_err());
    assert_eq!(into::grad(&a, 0), [vec![1.0, 0.0], vec![0.0], vec![0.0; 3]]);
    assert_eq!(into::grad(&a, 1), [vec![0.0, 0.0], vec![0.0], vec![0.0; 3]]);
}

#[differentiable]
fn scaled(a: &mut [f64], k: f64) {
    for v in a.iter_mut() {
        *v *= k;
    }
}

#[differentiable]
fn turned(a: &mut [f64; 2], k: f64) {
    a[0] += k * a[1];
    a[1] *= a[0];
}

/// A place by its name, in calls that are statements: they change it. Calls whose values are wanted look at it.
#[differentiable]
fn lent_by_name(x: &[f64]) -> f64 {
    let mut a = vec![x.to_vec(), x.to_vec()];
    for row in a.iter_mut() {
        scaled(row, x[0]);
        let norm = dot(row, row);
        row[1] /= 1.0 + norm;
    }
    for row in &mut a {
        if row[0] > 0.5 { scaled(row, x[1]) } else { scaled(row, 0.3) }
    }
    let mut b = x.to_vec();
    for two in b.chunks_exact_mut(2) {
        scaled(two, 0.9)
    }
    let part = &mut b[1..5];
    scaled(part, x[2]);
    part[0] *= 2.0;
    let wave = waves(part, 0.2);
    scaled(part, wave);
    let mut c = [[0.5; 2]; 3];
    c[1][0] = x[3];
    for pair in c.iter_mut() {
        turned(pair, x[4]);
    }
    let (first, second) = b.split_at_mut(2);
    scaled(first, x[5]);
    scaled(second, 1.1);
    waves(&a[0], 1.0) + a[1][1] * waves(&b, 0.5) + c[1][1] * c[2][0]
}

/// Of what depends on nothing.
#[differentiable]
fn of_nothing(x: f64) -> f64 {
    let mut a = [1.0, 2.0, 3.0];
    let part = &mut a[1..];
    scaled(part, 2.0);
    x * a[2]
}

#[test]
fn names_of_places_are_lent_by_statements() {
    let (value, gradient) = lent_by_name::value_and_grad(&AT);
    assert_eq!(value.to_bits(), lent_by_name(&AT).to_bits());
    check(&lent_by_name, &AT, &gradient);
    assert_eq!(of_nothing::value_and_grad(0.5), (3.0, 6.0));
}

/// Loops over rows that a call has given: the loops show how many dimensions there are.
mod of_calls {
    use super::{check, differentiable, dot};

    #[differentiable]
    fn powers(x: &[f64]) -> Vec<Vec<f64>> {
        let mut rows = vec![vec![0.0; 2]; x.len()];
        for i in 0..x.len() {
            rows[i][0] = x[i];
            rows[i][1] = x[i] * x[i];
        }
        rows
    }

    #[differentiable]
    fn twice(x: &[f64]) -> Vec<Vec<Vec<f64>>> {
        vec![powers(x), powers(x)]
    }

    #[differentiable]
    fn by_reference(x: &[f64]) -> f64 {
        let rows = powers(x);
        let mut sum = 0.0;
        for (i, row) in rows.iter().enumerate() {
            for (j, x) in row.iter().enumerate() {
                sum += x * x * (i + j) as f64;
            }
        }
        for row in &rows {
            for x in row {
                sum += x.sin();
            }
        }
        sum
    }

    #[differentiable]
    fn by_name(x: &[f64]) -> f64 {
        let rows = powers(x);
        let mut sum = 0.0;
        for i in 0..rows.len() {
            let row = &rows[i];
            for x in row {
                sum += x * x;
            }
            for x in rows[i].iter() {
                sum += x * row[0];
            }
        }
        sum
    }

    #[differentiable]
    fn in_pairs(x: &[f64]) -> f64 {
        let rows = powers(x);
        let mut sum = 0.0;
        for (p, q) in rows.iter().zip(&rows) {
            sum += dot(p, q);
            for (u, v) in p.iter().zip(q) {
                sum += u * v * v;
            }
        }
        sum
    }

    #[differentiable]
    fn changed(x: &[f64]) -> f64 {
        let mut rows = powers(x);
        for row in &mut rows {
            let squared = dot(row, row);
            for x in row.iter_mut() {
                *x = *x * *x / squared;
            }
        }
        let mut sum = 0.0;
        for row in &rows {
            sum += row[0] * row.len() as f64;
        }
        sum
    }

    #[differentiable]
    fn deeper(x: &[f64]) -> f64 {
        let both = twice(x);
        let mut sum = 0.0;
        for rows in &both {
            for row in rows {
                for x in row {
                    sum += x * x * x;
                }
            }
        }
        sum
    }

    /// Elements are read of a vector of rows before there is one: the written type says to rustc what a row is.
    #[differentiable]
    fn orthogonal(x: &[f64]) -> f64 {
        let a = powers(x);
        let mut q: Vec<Vec<f64>> = Vec::new();
        for j in 0..2 {
            let mut v = vec![1.0, a[j][0], a[j][1]];
            for i in 0..j {
                let mut along = 0.0;
                for k in 0..v.len() {
                    along += q[i][k] * v[k];
                }
                for k in 0..v.len() {
                    v[k] -= along * q[i][k];
                }
            }
            let norm = dot(&v, &v).sqrt();
            for x in v.iter_mut() {
                *x /= norm;
            }
            q.push(v);
        }
        q[0][1] + q[1][2]
    }

    #[test]
    fn agree_with_differences() {
        let x = [0.5, -1.5, 2.0];
        check(&orthogonal, &x, &orthogonal::grad(&x));
        check(&by_reference, &x, &by_reference::grad(&x));
        check(&by_name, &x, &by_name::grad(&x));
        check(&in_pairs, &x, &in_pairs::grad(&x));
        check(&changed, &x, &changed::grad(&x));
        check(&deeper, &x, &deeper::grad(&x));
    }
}

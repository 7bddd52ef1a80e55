//! Loops over the elements of arrays, slices and vectors: values bit for bit, gradients against central differences.

#![allow(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    reason = "loops are written in each way that there is, which is what is tested; results are exact"
)]

mod differences;

use backprop::differentiable;
use differences::check as agrees;

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn of_reference(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &v in x.iter() {
        sum += v.sin();
    }
    for v in x.iter().copied() {
        sum *= 1.0 + v * 0.1;
    }
    sum
}

#[differentiable]
fn of_array(x: &[f64; 3]) -> f64 {
    let mut product = 1.0;
    for v in x {
        product *= *v;
    }
    product
}

/// The first of the two ends the loop.
#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().zip(y) {
        sum += a * b;
    }
    sum
}

#[differentiable]
fn three(x: &[f64], y: &[f64], z: &[f64]) -> f64 {
    let mut sum = 0.0;
    for ((a, b), &c) in x.iter().zip(y.iter()).zip(z) {
        sum += a * b + c * c;
    }
    sum
}

/// From the last pair to the first.
#[differentiable]
fn backwards(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().zip(y).rev() {
        sum = sum * a + b;
    }
    for (i, (a, b)) in y.iter().zip(x).enumerate().rev() {
        sum = sum * a + b * i as f64;
    }
    sum
}

#[differentiable]
fn numbered(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        if i % 2 == 1 {
            continue;
        }
        sum += v * k * i as f64;
    }
    for (i, v) in x.iter().enumerate().rev() {
        sum = sum * v + i as f64;
    }
    for v in x.iter().rev() {
        sum = sum * k - v;
    }
    sum
}

/// What stands for an element is the array's own.
#[differentiable]
fn in_place(x: &[f64], k: f64) -> f64 {
    let mut y = vec![k; x.len()];
    for (i, (y, x)) in y.iter_mut().zip(x).enumerate() {
        *y *= x + i as f64;
        *y += *y * k;
        if *y > 2.0 {
            *y = y_of(*y, *x);
        }
    }
    for v in &mut y {
        *v = *v * *v;
    }
    let mut sum = 0.0;
    for v in &y {
        sum += v;
    }
    for v in y {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn y_of(y: f64, x: f64) -> f64 {
    y.sqrt() * x
}

/// Names that hide others, and the array that they come from.
#[differentiable]
fn hidden(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in x {
        let y = x * 2.0;
        sum += y * y;
    }
    for (y, x) in y.iter().zip(x) {
        let x = x + 1.0;
        sum += y * x;
    }
    let mut z = [1.0, x[0], y[0]];
    for z in z.iter_mut() {
        *z += 1.0;
        let z = 3.0;
        sum += z;
    }
    for (i, z) in z.iter().enumerate() {
        let i = i as f64;
        sum += z * i;
    }
    sum
}

/// An index in the loop, and loops in loops over the same array.
#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, a) in x.iter().enumerate() {
        for (j, b) in x.iter().enumerate() {
            if i == j {
                continue;
            }
            sum += a * b * x[(i + j) % x.len()];
        }
    }
    'outer: for a in x {
        for b in x {
            if b > a {
                continue 'outer;
            }
            if *b < -5.0 {
                break 'outer;
            }
            sum += (a - b).powi(3);
        }
        sum *= 1.5;
    }
    sum
}

/// A loop over an array by value runs over a copy, but this one stays as it is.
#[differentiable]
fn by_value(x: f64) -> f64 {
    let mut a = [x, 2.0 * x, 3.0];
    a[2] = x * x;
    let mut sum = 0.0;
    for v in a {
        sum += v * a[2];
    }
    for (i, v) in a.into_iter().enumerate() {
        a_number(i);
        sum += v * v;
    }
    sum
}

fn a_number(_: usize) {}

/// Arrays of data that is not differentiated.
#[differentiable(wrt(x))]
fn weighted(x: &[f64], weights: &[f64], signs: &[bool], order: &[usize]) -> f64 {
    let mut sum = 0.0;
    for (v, w) in x.iter().zip(weights) {
        sum += v * v * w;
    }
    for (&sign, w) in signs.iter().zip(weights) {
        sum = if sign { sum * w } else { sum - w };
    }
    for &k in order {
        sum += x[k] * x[k] * x[order[0]];
    }
    for w in weights {
        if *w < 0.0 {
            continue;
        }
        if *w > 3.0 {
            return sum * x[0];
        }
        sum += w * x[1];
    }
    sum
}

/// Arrays of integers that the loop changes.
#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut counts = [0_usize; 3];
    for (i, c) in counts.iter_mut().enumerate() {
        *c += i * 2;
        *c = c.pow(2) + 1;
    }
    let mut sum = 0.0;
    for (c, v) in counts.iter_mut().zip(x) {
        *c += 1;
        let n = *c;
        sum += n as f64 * v * v;
    }
    for c in counts {
        sum *= c as f64;
    }
    sum
}

fn product<T: backprop::Real>(x: &[T]) -> T {
    let mut product = T::one();
    for &v in x {
        product *= v;
    }
    product
}

#[differentiable]
fn generic<T: backprop::Real>(x: &[T], k: T) -> T {
    let mut sum = T::zero();
    for (i, &v) in x.iter().enumerate() {
        if i > 4 {
            return sum + k;
        }
        sum += v * v * k;
    }
    sum
}

/// A loop over what a closure captures, which is left by its `return`.
#[differentiable]
fn in_closure(x: &[f64], k: f64) -> f64 {
    let until = |limit: f64| {
        let mut sum = 0.0;
        for v in x {
            if *v > limit {
                return sum * k;
            }
            sum += v * limit;
        }
        sum * 2.0
    };
    let mut sum = 0.0;
    for v in x {
        let f = |t: f64| t * v;
        sum += f(k) * until(*v);
    }
    sum + until(k)
}

fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], (value, gradient): (f64, Vec<f64>)) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    agrees(&f, x, &gradient);
}

/// Of an array and a number, which comes last.
fn check_both(f: impl Fn(&[f64], f64) -> f64, x: &[f64], k: f64, (value, (d_x, d_k)): (f64, (Vec<f64>, f64))) {
    let all: Vec<f64> = x.iter().copied().chain([k]).collect();
    let of_all = |all: &[f64]| f(&all[..x.len()], all[x.len()]);
    check(of_all, &all, (value, d_x.into_iter().chain([d_k]).collect()));
}

const POINTS: [&[f64]; 5] = [&[], &[0.7], &[0.3, -1.2], &[1.5, 0.4, -0.8, 2.5], &[0.2, 3.1, 0.9, -0.5, 0.4, 1.9]];

#[test]
fn elements_by_reference_and_by_value() {
    for x in POINTS {
        check(squares, x, squares::value_and_grad(x));
        check(of_reference, x, of_reference::value_and_grad(x));
    }
    let x = [1.5, -0.4, 2.0];
    let (value, gradient) = of_array::value_and_grad(&x);
    check(|x| of_array(x.try_into().unwrap()), &x, (value, gradient.to_vec()));
    for x in [0.4, -1.5] {
        let (value, gradient) = by_value::value_and_grad(x);
        check(|x| by_value(x[0]), &[x], (value, vec![gradient]));
    }
}

#[test]
fn what_is_shorter_ends_the_loop() {
    for x in POINTS {
        for y in POINTS {
            let all: Vec<f64> = x.iter().chain(y).copied().collect();
            let (value, (d_x, d_y)) = dot::value_and_grad(x, y);
            assert_eq!([d_x.len(), d_y.len()], [x.len(), y.len()]);
            check(|all| dot(&all[..x.len()], &all[x.len()..]), &all, (value, [d_x, d_y].concat()));
            let (value, (d_x, d_y)) = backwards::value_and_grad(x, y);
            check(|all| backwards(&all[..x.len()], &all[x.len()..]), &all, (value, [d_x, d_y].concat()));
            for z in POINTS {
                let all: Vec<f64> = x.iter().chain(y).chain(z).copied().collect();
                let (a, b) = (x.len(), x.len() + y.len());
                let (value, (d_x, d_y, d_z)) = three::value_and_grad(x, y, z);
                check(|all| three(&all[..a], &all[a..b], &all[b..]), &all, (value, [d_x, d_y, d_z].concat()));
            }
        }
    }
}

#[test]
fn numbers_of_elements() {
    for x in POINTS {
        check_both(numbered, x, 0.6, numbered::value_and_grad(x, 0.6));
    }
}

#[test]
fn elements_that_are_changed() {
    for x in POINTS {
        for k in [0.3, 1.7] {
            check_both(in_place, x, k, in_place::value_and_grad(x, k));
        }
    }
}

#[test]
fn names_hide_names() {
    for x in &POINTS[1..] {
        for y in &POINTS[1..] {
            let all: Vec<f64> = x.iter().chain(*y).copied().collect();
            let (value, (d_x, d_y)) = hidden::value_and_grad(x, y);
            check(|all| hidden(&all[..x.len()], &all[x.len()..]), &all, (value, [d_x, d_y].concat()));
        }
    }
}

#[test]
fn loops_in_loops() {
    for x in POINTS {
        check(pairs, x, pairs::value_and_grad(x));
    }
    let left = [1.0, -6.0, 2.0];
    check(pairs, &left, pairs::value_and_grad(&left));
}

#[test]
fn data() {
    let x = [0.5, -0.7, 1.2];
    let given: [(&[f64], &[bool], &[usize]); 4] = [
        (&[], &[true], &[0]),
        (&[0.5, -1.0, 2.0, 1.0], &[true, false], &[2, 1, 1]),
        (&[0.5, 4.0, 2.0], &[false, false, true, true], &[0]),
        (&[-2.0, 1.5], &[], &[1, 0]),
    ];
    for (weights, signs, order) in given {
        check(|x| weighted(x, weights, signs, order), &x, weighted::value_and_grad(&x, weights, signs, order));
    }
    for x in POINTS {
        check(counted, x, counted::value_and_grad(x));
    }
}

#[test]
fn generic_scalars_and_closures() {
    for x in POINTS {
        check_both(generic::<f64>, x, 0.8, generic::value_and_grad(x, 0.8));
        for k in [0.8, -0.6] {
            check_both(in_closure, x, k, in_closure::value_and_grad(x, k));
        }
        assert_eq!(product(x), x.iter().product::<f64>());
    }
    let (value, (gradient, _)) = generic::value_and_grad(&[1.5_f32, 2.0], 2.0);
    assert_eq!((value, gradient), (12.5, vec![6.0, 8.0]));
}

/// Loops over arrays that are written where the loop is.
mod of_new_arrays {
    use super::{agrees, differentiable};

    struct Node {
        left: usize,
        right: usize,
    }

    #[differentiable]
    fn of_numbers(x: &[f64], k: f64) -> f64 {
        let mut sum = 0.0;
        for weight in [0.5, 1.0, k] {
            sum += weight * x[0].powi(2);
        }
        for sign in [-1.0, 1.0] {
            sum += (sign * k).exp();
        }
        for (i, weight) in [x[0], x[1] * k, k].iter().enumerate() {
            sum += weight * x[i];
        }
        sum
    }

    #[differentiable]
    fn of_indices(x: &[f64], k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            for j in [i - 1, i] {
                sum += k * x[j] * x[i];
            }
        }
        for (i, j) in [(1, 0), (0, 1), (1, 1)] {
            sum += k * x[i] * x[j];
        }
        sum
    }

    #[differentiable]
    fn of_pairs(x: &[f64], k: f64) -> f64 {
        let mut sum = 0.0;
        for (i, weight) in [(0, k), (2, x[0])] {
            sum += weight * x[i];
        }
        sum
    }

    #[differentiable(wrt(x, k))]
    fn of_data(nodes: &[Node], x: &[f64], k: f64) -> f64 {
        let mut values = Vec::with_capacity(x.len() + nodes.len());
        for x in x {
            values.push(x * k);
        }
        for node in nodes {
            let mut here = 1.0;
            for child in [node.left, node.right] {
                here *= values[child];
            }
            values.push(here);
        }
        values[values.len() - 1]
    }

    #[test]
    fn agree_with_differences() {
        let at = [0.5, -1.5, 2.0, 0.7];
        let check = |f: &dyn Fn(&[f64], f64) -> f64, (mut d_x, d_k): (Vec<f64>, f64)| {
            d_x.push(d_k);
            agrees(&|at| f(&at[..3], at[3]), &at, &d_x);
        };
        check(&of_numbers, of_numbers::grad(&at[..3], at[3]));
        check(&of_indices, of_indices::grad(&at[..3], at[3]));
        check(&of_pairs, of_pairs::grad(&at[..3], at[3]));
        let nodes = [Node { left: 0, right: 2 }, Node { left: 3, right: 1 }];
        check(&|x, k| of_data(&nodes, x, k), of_data::grad(&nodes, &at[..3], at[3]));
    }
}

/// Elements that are taken for constants, where they stand behind references.
mod stopped {
    use backprop::{differentiable, stop_gradient};

    use super::agrees;

    fn bin(x: f64) -> usize {
        if x > 1.0 { 2 } else { usize::from(x > 0.0) }
    }

    #[differentiable]
    fn weighted(x: &[f64], k: f64) -> f64 {
        let mut sum = 0.0;
        for v in x {
            let weight = stop_gradient(*v);
            sum += v * k * weight + v * stop_gradient(v.abs() + *v);
        }
        sum
    }

    /// The weights of [`weighted`] as they are at `at`.
    fn with_weights(x: &[f64], k: f64, at: &[f64]) -> f64 {
        x.iter().zip(at).map(|(v, at)| v * k * at + v * (at.abs() + at)).sum()
    }

    #[differentiable]
    fn binned(x: &[f64], k: f64) -> f64 {
        let mut sum = 0.0;
        for (v, w) in x.iter().zip(x.iter().rev()) {
            let index: usize = bin(stop_gradient(*v));
            sum += w * k * x[index];
            if bin(stop_gradient(*w)) == 2 {
                sum *= k;
            }
        }
        sum
    }

    #[test]
    fn agree_with_differences() {
        let at = [0.5, -1.5, 2.0, 0.7];
        let ((mut d_x, d_k), (mut d_x_binned, d_k_binned)) =
            (weighted::grad(&at[..3], at[3]), binned::grad(&at[..3], at[3]));
        assert_eq!(weighted(&at[..3], at[3]), with_weights(&at[..3], at[3], &at));
        d_x.push(d_k);
        agrees(&|x| with_weights(&x[..3], x[3], &at), &at, &d_x);
        d_x_binned.push(d_k_binned);
        agrees(&|x| binned(&x[..3], x[3]), &at, &d_x_binned);
    }
}

//! Rules of one's own for functions of arrays, a solver of another crate among them. Gradients against central differences.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_complexity,
    reason = "results are exact; arrays by value and references are what is tested, and a rule says its type at once"
)]

mod differences;

use std::panic::catch_unwind;

use backprop::{Differentiable, Real, differentiable};
use differences::check;
use nalgebra::{DMatrix, DVector};

/// The solution of a system of linear equations, by the LU decomposition of another crate; `a` row by row.
#[differentiable(vjp = solve_rule)]
fn solve(a: &[f64], b: &[f64]) -> Vec<f64> {
    DMatrix::from_row_slice(b.len(), b.len(), a)
        .lu()
        .solve(&DVector::from_column_slice(b))
        .expect("a regular matrix")
        .as_slice()
        .to_vec()
}

/// With `A x = b`, the sensitivity of `b` is `A⁻ᵀ d`, and that of `A` is `-A⁻ᵀ d xᵀ`.
fn solve_rule(a: &[f64], b: &[f64]) -> (Vec<f64>, impl Fn(Vec<f64>) -> (Vec<f64>, Vec<f64>) + use<>) {
    let transposed = DMatrix::from_row_slice(b.len(), b.len(), a).transpose().lu();
    let x = solve(a, b);
    let kept = DVector::from_column_slice(&x);
    let back = move |d: Vec<f64>| {
        let d_b = transposed.solve(&DVector::from_vec(d)).expect("a regular matrix");
        let d_a = -(&d_b * kept.transpose());
        // The transpose of a matrix whose columns are stored has its rows there.
        (d_a.transpose().as_slice().to_vec(), d_b.as_slice().to_vec())
    };
    (x, back)
}

/// A spring network's answer to a load: assembled, solved, and solved again with what came out.
#[differentiable]
fn energy(stiffness: &[f64], load: &[f64]) -> f64 {
    let n = load.len();
    let mut a = vec![0.0; n * n];
    for i in 0..n {
        a[i * n + i] += stiffness[i] + 2.0;
        if i + 1 < n {
            a[i * n + i] += stiffness[i + 1] * stiffness[i];
            a[i * n + i + 1] -= stiffness[i + 1];
            a[(i + 1) * n + i] -= stiffness[i + 1].sin();
        }
    }
    let x: Vec<f64> = solve(&a, load);
    let y: Vec<f64> = solve(&a, &x);
    let mut sum = 0.0;
    for i in 0..n {
        sum += x[i] * y[i] * load[i];
    }
    sum
}

#[test]
fn a_solver_of_another_crate() {
    let (stiffness, load) = ([1.5, 0.7, 2.2, 1.1], [0.4, -1.0, 0.3, 0.9]);
    let (value, (d_stiffness, d_load)) = energy::value_and_grad(&stiffness, &load);
    assert_eq!(value.to_bits(), energy(&stiffness, &load).to_bits());
    check(&|x| energy(x, &load), &stiffness, &d_stiffness);
    check(&|x| energy(&stiffness, x), &load, &d_load);
}

#[test]
fn the_pullback_of_the_solver() {
    let (a, b) = ([2.0, 1.0, -0.5, 3.0], [0.3, 1.2]);
    let (x, back) = solve::vjp(&a, &b);
    assert_eq!(x, solve(&a, &b));
    for (d, row) in [(vec![1.0, 0.0], 0), (vec![0.0, 1.0], 1)] {
        let (d_a, d_b) = back(d);
        check(&|a| solve(a, &b)[row], &a, &d_a);
        check(&|b| solve(&a, b)[row], &b, &d_b);
    }
}

#[differentiable(vjp = norm_rule)]
fn norm<T: Real>(x: &[T]) -> T {
    let mut sum = T::zero();
    for &x in x {
        sum += x * x;
    }
    sum.sqrt()
}

fn norm_rule<T: Real>(x: &[T]) -> (T, impl Fn(T) -> Vec<T> + use<T>) {
    let (norm, x) = (norm(x), x.to_vec());
    (norm, move |d| x.iter().map(|&x| d * x / norm).collect())
}

/// Parts of the caller's array, local arrays, the same array twice, in a loop and in a closure.
#[differentiable]
fn norms(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        y[i] *= y[i - 1];
    }
    let scaled = |k: f64| norm(&y) * k;
    let mut sum = scaled(x[0]) + norm(x) * norm(x);
    for i in 1..x.len() {
        if x[i] > 0.0 {
            sum *= norm(&x[..i]) + 1.0;
        }
    }
    sum
}

#[test]
fn parts_loops_and_closures() {
    let at = [0.8, -0.6, 1.7, 0.4];
    let (value, gradient) = norms::value_and_grad(&at);
    assert_eq!(value, norms(&at));
    check(&|x| norms(x), &at, &gradient);
}

#[test]
fn every_entry_point() {
    assert_eq!(norm::grad(&[3.0, 4.0]), [0.6, 0.8]);
    assert_eq!(norm::value_and_grad(&[3.0, 4.0]), (5.0, vec![0.6, 0.8]));
    let mut d = [7.0, 8.0];
    assert_eq!(norm::value_and_grad_into(&[3.0, 4.0], &mut d), 5.0);
    assert_eq!(d, [0.6, 0.8]);
    assert_eq!(norm::accumulate_grad(&[3.0, 4.0], &mut d), 5.0);
    assert_eq!(d, [1.2, 1.6]);
    let (value, back) = norm::vjp(&[3.0_f32, 4.0]);
    assert_eq!((value, back(5.0)), (5.0, vec![3.0, 4.0]));
    let short = catch_unwind(|| norm::accumulate_grad(&[3.0, 4.0], &mut [0.0]));
    assert!(short.is_err());
}

#[derive(Clone, Copy, Differentiable)]
struct Scale {
    by: f64,
}

/// Numbers, integers, arrays by reference and by value, structs, a backpropagator that is called once.
#[differentiable(vjp = mixed_rule)]
fn mixed(scale: &Scale, x: &[f64; 3], n: usize, y: Vec<f64>, k: f64) -> f64 {
    scale.by * x[n] * y[n] * k
}

type Mixed = (ScaleCotangent, [f64; 3], Vec<f64>, f64);

fn mixed_rule(scale: &Scale, x: &[f64; 3], n: usize, y: Vec<f64>, k: f64) -> (f64, impl FnOnce(f64) -> Mixed + use<>) {
    let (by, x) = (scale.by, x[n]);
    let back = move |d: f64| {
        let (mut d_x, mut d_y) = ([0.0; 3], vec![0.0; y.len()]);
        d_x[n] = d * by * y[n] * k;
        d_y[n] = d * by * x * k;
        (ScaleCotangent { by: d * x * y[n] * k }, d_x, d_y, d * by * x * y[n])
    };
    (mixed(scale, &[x; 3], n, vec![1.0; 3], k), back)
}

#[differentiable]
fn all_of_it(scale: Scale, x: &[f64; 3], k: f64) -> f64 {
    let mut sum = 0.0;
    for n in 0..3 {
        let ones = vec![1.0, 1.0, k.exp() * (-k).exp()];
        sum += mixed(&scale, x, n, ones, k * k);
    }
    sum
}

#[test]
fn parameters_of_each_kind() {
    let (d_scale, d_x, d_k) = all_of_it::grad(Scale { by: 2.0 }, &[1.0, 2.0, 4.0], 3.0);
    assert!((d_scale.by - 63.0).abs() < 1e-12);
    assert!(d_x.iter().all(|d| (d - 18.0).abs() < 1e-12));
    assert!((d_k - 84.0).abs() < 1e-12);
}

/// A rule that gives an array of another length than that of the parameter.
#[differentiable(vjp = wrong_rule)]
fn wrong(x: &[f64]) -> f64 {
    x[0]
}

fn wrong_rule(x: &[f64]) -> (f64, impl Fn(f64) -> Vec<f64> + use<>) {
    (x[0], |d| vec![d])
}

#[test]
fn a_wrong_length_is_a_panic_that_names_both() {
    assert_eq!(wrong::grad(&[2.0]), [1.0]);
    let panic = catch_unwind(|| wrong::grad(&[2.0, 3.0])).expect_err("a panic");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(text.contains('2') && text.contains('1') && text.contains('x'), "{text}");
}

/// Solves `L y = b` in place, by substitution; `l` is a lower triangular matrix, row by row.
fn substitute(l: &[f64], b: &mut [f64]) {
    let n = b.len();
    for i in 0..n {
        for j in 0..i {
            b[i] -= l[i * n + j] * b[j];
        }
        b[i] /= l[i * n + i];
    }
}

/// The sensitivity of `b` is `L⁻ᵀ d`, in place.
fn substitute_back(l: &[f64], d: &mut [f64]) {
    let n = d.len();
    for i in (0..n).rev() {
        for j in i + 1..n {
            d[i] -= l[j * n + i] * d[j];
        }
        d[i] /= l[i * n + i];
    }
}

#[differentiable(accumulate = lower_rule)]
fn lower(l: &[f64], b: &mut [f64]) {
    substitute(l, b);
}

fn lower_rule(l: &[f64], b: &mut [f64]) -> ((), impl Fn(&mut [f64], &mut [f64]) + use<>) {
    substitute(l, b);
    let (l, y) = (l.to_vec(), b.to_vec());
    let back = move |d_l: &mut [f64], d_b: &mut [f64]| {
        let n = y.len();
        substitute_back(&l, d_b);
        for i in 0..n {
            for j in 0..=i {
                d_l[i * n + j] -= d_b[i] * y[j];
            }
        }
    };
    ((), back)
}

/// The same with a result, and a rule that gives an array for the matrix.
#[differentiable(vjp = lower_again_rule)]
fn lower_again(l: &[f64], b: &mut [f64], k: f64) -> f64 {
    substitute(l, b);
    b[0] * k
}

fn lower_again_rule(l: &[f64], b: &mut [f64], k: f64) -> (f64, impl Fn(f64, &mut [f64]) -> (Vec<f64>, f64) + use<>) {
    let ((), back) = lower_rule(l, b);
    let (first, length) = (b[0], l.len());
    let back = move |d: f64, d_b: &mut [f64]| {
        d_b[0] += d * k;
        let mut d_l = vec![0.0; length];
        back(&mut d_l, d_b);
        (d_l, d * first)
    };
    (first * k, back)
}

/// A sum of squares, with a factor; its rule adds to what is there.
#[differentiable(accumulate = squares_rule)]
fn squares(x: &[f64], k: f64) -> f64 {
    k * x.iter().map(|x| x * x).sum::<f64>()
}

fn squares_rule(x: &[f64], k: f64) -> (f64, impl Fn(f64, &mut [f64]) -> f64 + use<>) {
    let (value, x) = (squares(x, 1.0), x.to_vec());
    (k * value, move |d: f64, d_x: &mut [f64]| {
        for (d_x, x) in d_x.iter_mut().zip(&x) {
            *d_x += 2.0 * d * k * x;
        }
        d * value
    })
}

#[differentiable]
fn in_place(l: &[f64], b: &[f64], n: usize) -> f64 {
    let mut y = b.to_vec();
    let mut sum = squares(&y, 0.3);
    for i in 0..n {
        lower(l, &mut y);
        sum += y[i] * squares(&y[1..], sum);
        let k = y[1].sin() + 1.0;
        sum += lower_again(l, &mut y, k);
    }
    sum + y[2]
}

#[test]
fn rules_over_what_is_changed() {
    let (l, b) = ([1.3, 0.0, 0.0, 0.4, 2.0, 0.0, -0.6, 0.5, 1.7], [0.4, -1.0, 0.3]);
    for n in 0..3 {
        let (value, (d_l, d_b)) = in_place::value_and_grad(&l, &b, n);
        assert_eq!(value.to_bits(), in_place(&l, &b, n).to_bits());
        check(&|x| in_place(x, &b, n), &l, &d_l);
        check(&|x| in_place(&l, x, n), &b, &d_b);
    }
    let mut y = b;
    let ((), back) = lower::vjp(&l, &mut y);
    let mut d_b = [0.5, -1.0, 2.0];
    let d_l = back(&mut d_b);
    let weighted = |l: &[f64], b: &[f64]| {
        let mut y = b.to_vec();
        lower(l, &mut y);
        0.5 * y[0] - y[1] + 2.0 * y[2]
    };
    check(&|x| weighted(x, &b), &l, &d_l);
    check(&|x| weighted(&l, x), &b, &d_b);
    let mut y = b;
    let (value, (d_l, d_b, d_k)) = lower_again::value_and_grad(&l, &mut y, 0.7);
    assert_eq!(value, lower_again(&l, &mut b.clone(), 0.7));
    check(&|x| lower_again(x, &mut b.clone(), 0.7), &l, &d_l);
    check(&|x| lower_again(&l, &mut x.to_vec(), 0.7), &b, &d_b);
    check(&|k| lower_again(&l, &mut b.clone(), k[0]), &[0.7], &[d_k]);
}

#[test]
fn rules_that_add() {
    let mut d = [1.0, 2.0];
    let mut d_k = 1.0;
    assert_eq!(squares::accumulate_grad(&[3.0, 4.0], 2.0, &mut d, &mut d_k), 50.0);
    assert_eq!((d, d_k), ([13.0, 18.0], 26.0));
    assert_eq!(squares::grad(&[3.0, 4.0], 2.0), (vec![12.0, 16.0], 25.0));
    let (value, back) = squares::vjp(&[3.0, 4.0], 2.0);
    assert_eq!((value, back(0.5), back(1.0).1), (50.0, (vec![6.0, 8.0], 12.5), 25.0));
}

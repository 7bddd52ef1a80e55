//! Methods of numerical analysis and of statistics, as people write them who have read the README. Values bit for bit, gradients against
//! central differences.

#![allow(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use backprop::differentiable;
use differences::check;

const X: [f64; 6] = [0.7, 1.3, 0.4, 1.1, 0.9, 0.6];

/// Holds the value and the gradient of a function against it.
macro_rules! agrees {
    ($($name:ident),*) => { $(
        let (value, gradient) = $name::value_and_grad(&X);
        assert_eq!(value.to_bits(), $name(&X).to_bits());
        check(&|x| $name(x), &X, &gradient);
    )* };
}

/// Points that the gradient leaves out, `&[f64; D]`, go to functions of two such points.
#[differentiable]
fn distance<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = 0.0;
    for d in 0..D {
        sum += (a[d] - b[d]).powi(2);
    }
    sum
}

#[differentiable(wrt(centres))]
fn nearest<const D: usize>(centres: &[[f64; D]], point: &[f64; D]) -> f64 {
    let mut least = f64::INFINITY;
    for centre in centres {
        let d = distance(centre, point);
        if d < least {
            least = d;
        }
    }
    least
}

#[differentiable(wrt(centre))]
fn of_one(centre: &[f64; 2], point: &[f64; 2], k: usize) -> f64 {
    distance(centre, point) * k as f64
}

#[differentiable]
fn clusters(x: &[f64]) -> f64 {
    let centres = [[x[0], x[1]], [x[2], x[3]]];
    let points = [[0.0, 0.1], [2.0, 2.2], [0.3, 0.9]];
    let mut sum = of_one(&[x[4], x[5]], &[0.3, 0.4], 2);
    for point in &points {
        sum += nearest(&centres, point);
    }
    sum
}

#[test]
fn arrays_that_are_left_out_are_lent_whole() {
    agrees!(clusters);
}

/// Newton's method for several variables: one function gives the residuals, one their derivatives.
#[differentiable]
fn solve<const N: usize>(a: &[[f64; N]; N], b: &[f64; N]) -> [f64; N] {
    let (mut a, mut b) = (*a, *b);
    for column in 0..N {
        let mut pivot = column;
        for row in column + 1..N {
            if a[row][column].abs() > a[pivot][column].abs() {
                pivot = row;
            }
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in column + 1..N {
            let factor = a[row][column] / a[column][column];
            for k in column..N {
                a[row][k] -= factor * a[column][k];
            }
            b[row] -= factor * b[column];
        }
    }
    let mut x = [0.0; N];
    for row in (0..N).rev() {
        let mut sum = b[row];
        for k in row + 1..N {
            sum -= a[row][k] * x[k];
        }
        x[row] = sum / a[row][row];
    }
    x
}

#[differentiable]
fn newton<const N: usize, F, J>(residual: F, jacobian: J, start: [f64; N]) -> [f64; N]
where
    F: Fn(&[f64; N]) -> [f64; N],
    J: Fn(&[f64; N]) -> [[f64; N]; N],
{
    let mut x = start;
    for _ in 0..20 {
        let dx = solve(&jacobian(&x), &residual(&x));
        let mut norm = 0.0;
        for i in 0..N {
            x[i] -= dx[i];
            norm += dx[i] * dx[i];
        }
        if norm.sqrt() < 1e-14 {
            break;
        }
    }
    x
}

#[differentiable]
fn intersection(x: &[f64]) -> f64 {
    let (a, b, radius) = (x[0], x[1], x[2] + x[3]);
    let residual = |p: &[f64; 2]| [p[0] * p[0] + p[1] * p[1] - radius * radius, p[1] - a * (b * p[0]).sin()];
    let jacobian = |p: &[f64; 2]| [[2.0 * p[0], 2.0 * p[1]], [-a * b * (b * p[0]).cos(), 1.0]];
    let [x, y] = newton(residual, jacobian, [1.0, 1.0]);
    x + 2.0 * y
}

#[differentiable]
fn determinants(rows: impl Fn(f64) -> Vec<Vec<f64>>, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        let m = rows(k as f64);
        sum += m[0][0] * m[1][1] - m[0][1] * m[1][0];
    }
    sum
}

#[differentiable]
fn of_rows(x: &[f64]) -> f64 {
    determinants(|t: f64| vec![vec![x[0], x[1] * t], vec![t - x[2], x[3].sin()]], 3)
}

#[test]
fn functions_that_are_parameters_give_arrays_of_arrays() {
    agrees!(intersection, of_rows);
}

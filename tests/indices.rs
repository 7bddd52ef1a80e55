//! Indices of types of the user's: `impl Index<(usize, usize)> for Matrix`. Gradients against central differences and closed forms.

#![expect(clippy::items_after_statements, reason = "a function stands where it is used")]

mod differences;

use std::ops::{Index, IndexMut};

use backprop::{Differentiable, Real, differentiable, stop_gradient};
use differences::check;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    cols: usize,
}

#[differentiable]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &Self::Output {
        assert!(j < self.cols, "there is no column {j}");
        &self.data[i * self.cols + j]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Self::Output {
        assert!(j < self.cols, "there is no column {j}");
        &mut self.data[i * self.cols + j]
    }
}

#[differentiable]
impl Matrix {
    fn zeros(n: usize, m: usize) -> Self {
        Self { data: vec![0.0; n * m], cols: m }
    }

    fn rows(&self) -> usize {
        self.data.len() / self.cols
    }

    fn mul(&self, other: &Matrix) -> Matrix {
        let n = self.data.len() / self.cols;
        let mut product = Matrix::zeros(n, other.cols);
        for i in 0..n {
            for j in 0..other.cols {
                for k in 0..self.cols {
                    product[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        product
    }

    fn scale(&mut self, k: f64) {
        for i in 0..self.cols {
            self[(i, i)] *= k;
        }
    }

    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.cols {
            sum += self[(i, i)].abs().sqrt();
        }
        sum
    }
}

#[differentiable]
fn cholesky(a: &Matrix, n: usize) -> Matrix {
    let mut l = Matrix::zeros(n, n);
    for j in 0..n {
        let mut sum = a[(j, j)];
        for k in 0..j {
            sum -= l[(j, k)] * l[(j, k)];
        }
        l[(j, j)] = sum.sqrt();
        for i in j + 1..n {
            let mut sum = a[(i, j)];
            for k in 0..j {
                sum -= l[(i, k)] * l[(j, k)];
            }
            l[(i, j)] = sum / l[(j, j)];
        }
    }
    l
}

#[differentiable]
fn log_determinant(x: &[f64]) -> f64 {
    let n = x.len();
    let mut a = Matrix::zeros(n, n);
    for i in 0..n {
        for j in 0..n {
            a[(i, j)] = (-(x[i] - x[j]).powi(2)).exp();
        }
        a[(i, i)] += 0.1;
    }
    let l = cholesky(&a, n);
    let mut sum = 0.0;
    for i in 0..n {
        sum += l[(i, i)].ln();
    }
    2.0 * sum
}

fn matrix(x: &[f64]) -> Matrix {
    Matrix { data: x.to_vec(), cols: 2 }
}

const AT: [f64; 4] = [0.3, 0.9, 1.7, 0.2];

#[test]
fn elements_are_read_and_set() {
    check(&log_determinant, &AT[..3], &log_determinant::grad(&AT[..3]));

    #[differentiable]
    fn power(a: &Matrix, k: f64) -> f64 {
        let mut b = a.mul(a);
        b.scale(k);
        b[(0, 1)] = b[(0, 1)] * b[(1, 1)] - k;
        b.trace() + 2.0 * b[(0, 1)]
    }
    let (d, dk) = power::grad(&matrix(&AT), 1.3);
    check(&|x| power(&matrix(&x[..4]), x[4]), &[0.3, 0.9, 1.7, 0.2, 1.3], &[d.data, vec![dk]].concat());

    // Closures capture it, branches read it, and what is compared is not differentiated.
    #[differentiable]
    fn quadratic(a: &Matrix, x: f64, y: f64) -> f64 {
        let form = |u: f64, v: f64| a[(0, 0)] * u * u + (a[(0, 1)] + a[(1, 0)]) * u * v + a[(1, 1)] * v * v;
        if a[(0, 0)] > 0.0 { form(x, y) } else { -form(y, x) }
    }
    let (d, dx, dy) = quadratic::grad(&matrix(&AT), 2.0, 3.0);
    assert_eq!(d.data, [4.0, 6.0, 6.0, 9.0]);
    check(&|x| quadratic(&matrix(&AT), x[0], x[1]), &[2.0, 3.0], &[dx, dy]);
}

#[test]
fn indices_are_computed() {
    #[differentiable]
    fn last(a: &Matrix, xs: &[f64], n: usize) -> f64 {
        a[(xs.len() - 1, n.min(1))] * xs[0]
    }
    let (d, dx) = last::grad(&matrix(&AT), &[3.0, 5.0], 7);
    assert_eq!((d.data, dx), (vec![0.0, 0.0, 0.0, 3.0], vec![0.2, 0.0]));
}

/// The derivative of an index panics as the index does.
#[test]
#[should_panic = "there is no column 7"]
fn indices_panic_as_they_do() {
    #[differentiable]
    fn out_of_bounds(a: &Matrix, k: usize) -> f64 {
        a[(0, k)]
    }
    let _ = out_of_bounds::grad(&matrix(&AT), 7);
}

#[derive(Clone, Differentiable)]
struct Grid<T: Real> {
    cells: Vec<T>,
    width: usize,
}

#[differentiable]
impl<T: Real> Index<(usize, usize)> for Grid<T> {
    type Output = T;

    fn index(&self, at: (usize, usize)) -> &T {
        let (i, j) = at;
        if i == j { &self.cells[i] } else { &self.cells[i * self.width + j] }
    }
}

#[differentiable]
impl<T: Real> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, at: (usize, usize)) -> &mut T {
        let (i, j) = at;
        if i == j { &mut self.cells[i] } else { &mut self.cells[i * self.width + j] }
    }
}

#[test]
fn indices_are_generic() {
    #[differentiable]
    fn smoothed<T: Real>(grid: &Grid<T>, k: T) -> T {
        let mut next = grid.clone();
        for i in 0..2 {
            next[(i, 1 - i)] += k * grid[(1 - i, i)];
            next[(i, i)] -= k;
        }
        next[(0, 1)] * next[(1, 0)] * next[(1, 1)]
    }
    let grid = |x: &[f64]| Grid { cells: x.to_vec(), width: 2 };
    let (d, dk) = smoothed::grad(&grid(&AT), 0.5);
    check(&|x| smoothed(&grid(&x[..4]), x[4]), &[0.3, 0.9, 1.7, 0.2, 0.5], &[d.cells, vec![dk]].concat());
    let (d, _) = smoothed::grad(&Grid { cells: vec![0.25_f32, 0.5, 1.0, 2.0], width: 2 }, 0.0);
    assert_eq!(d.cells, [0.0, 1.0, 0.25, 0.0]);
}

/// Code that is left as it is has the indices that were written: of a type that has no derivatives, too.
#[test]
fn indices_of_data_stay() {
    struct Table(Vec<f64>);

    impl Index<(usize, usize)> for Table {
        type Output = f64;

        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.0[2 * i + j]
        }
    }

    #[differentiable(wrt(a))]
    fn fitted(a: &Matrix, table: &Table) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            for j in 0..2 {
                sum += (a[(i, j)] - table[(j, i)]).powi(2);
            }
        }
        sum * stop_gradient(a[(0, 0)])
    }
    let d = fitted::grad(&matrix(&[2.0, 3.0, 4.0, 5.0]), &Table(vec![1.0, 2.0, 3.0, 4.0]));
    assert_eq!(d.data, [4.0, 0.0, 8.0, 4.0]);
}

#[test]
fn tuples_without_a_tangent_are_taken_apart() {
    #[differentiable]
    fn at(x: &[f64], (i, (j, k)): (usize, (usize, i32))) -> f64 {
        x[i * 2 + j].powi(k)
    }
    #[differentiable]
    fn both(x: &[f64], (ks, _): (&[usize], bool)) -> f64 {
        at(x, (0, (1, 2))) * x[ks[0]]
    }
    assert_eq!(at::grad(&[2.0, 3.0], (0, (1, 2))), [0.0, 6.0]);
    assert_eq!(both::grad(&[2.0, 3.0], (&[0], true)), [9.0, 12.0]);
    assert_eq!(matrix(&AT).rows(), 2);
}

/// Lists of indices that are references: a loop takes them by value.
#[differentiable]
fn of_children(x: &[f64], children: [&[usize]; 3], others: &[&Vec<usize>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for &c in children[i] {
            sum += x[c] * x[i];
        }
        for &c in others[i] {
            sum += x[c].sin();
        }
    }
    sum
}

#[test]
fn loops_run_over_lists_by_value() {
    let (first, second) = (vec![0, 2], vec![1]);
    let value = |x: &[f64]| of_children(x, [&[1, 2], &[0], &[2, 2]], &[&first, &second, &second]);
    let x = [0.3, 0.4, 0.7];
    check(&value, &x, &of_children::grad(&x, [&[1, 2], &[0], &[2, 2]], &[&first, &second, &second]));
}

/// Intervals of a table, which searches find; methods of integers keep the indices in range.
#[differentiable(wrt(ys, x))]
fn interpolated(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let i = xs.iter().position(|&v| v > x).unwrap_or(xs.len() - 1).max(1) - 1;
    let first = xs.iter().position(|v| *v >= x).unwrap_or(1);
    let j = first.clamp(1, xs.len() - 1) - 1;
    let k = xs.binary_search_by(|v| v.total_cmp(&x)).unwrap_or_else(|k| k).min(xs.len() - 1);
    let slope = |i: usize| -> f64 { (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) };
    ys[i] + slope(i) * (x - xs[i]) + slope(j) * x + ys[k] * xs[k]
}

#[test]
fn searches_give_indices() {
    let xs = [0.0, 0.4, 1.0, 1.7];
    for x in [-0.3, 0.2, 0.7, 1.2, 2.5] {
        let at = [0.3, -0.2, 0.9, 1.1, x];
        let (d_ys, d_x) = interpolated::grad(&xs, &at[..4], x);
        check(&|at| interpolated(&xs, &at[..4], at[4]), &at, &[d_ys, vec![d_x]].concat());
    }
}

//! Functions with nothing to differentiate with respect to, `fn zeros(n: usize) -> Vec<f64>`, called with what only rustc knows the type of.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::needless_range_loop,
    reason = "indices are written out, and results are exact"
)]

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Mul;

use backprop::{Differentiable, Real, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

/// The functions that make matrices, and those that no derivative needs, stand in one block with those that are differentiated.
#[differentiable]
impl Matrix {
    fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, data: vec![0.0; rows * columns] }
    }

    fn identity(n: usize) -> Self {
        let mut made = Self::zeros(n, n);
        for (i, row) in made.data.chunks_mut(n).enumerate() {
            row[i] = 1.0;
        }
        made
    }

    const fn unit() -> f64 {
        1.0
    }

    fn len(&self) -> usize {
        self.data.len()
    }

    fn from_text(text: &str) -> Result<Self, std::num::ParseFloatError> {
        let data: Vec<f64> = text.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Matrix { rows: 1, columns: data.len(), data })
    }

    fn names(n: usize) -> HashMap<usize, String> {
        (0..n).map(|i| (i, format!("row {i}"))).collect()
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.columns + j]
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            for j in 0..other.columns {
                let mut sum = 0.0;
                for k in 0..self.columns {
                    sum += self.at(i, k) * other.at(k, j);
                }
                product.data[i * other.columns + j] = sum * Matrix::unit();
            }
        }
        product
    }

    fn power(&self, exponent: usize) -> Matrix {
        let mut power = Matrix::identity(self.rows);
        for _ in 0..exponent {
            power = power.times(self);
        }
        power
    }

    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rows {
            sum += self.at(i, i);
        }
        sum
    }
}

#[differentiable]
impl Mul<&Matrix> for &Matrix {
    type Output = Matrix;

    fn mul(self, other: &Matrix) -> Matrix {
        self.times(other)
    }
}

#[differentiable]
fn cubed(m: &Matrix) -> f64 {
    m.power(3).trace()
}

#[differentiable]
fn trace_of_product(a: &Matrix, b: &Matrix) -> f64 {
    let product = a * b;
    product.trace()
}

#[test]
fn matrices_are_made_in_the_sizes_of_others() {
    // d tr(M³) = 3 (M²)ᵀ, d tr(AB) = (Bᵀ, Aᵀ).
    let m = Matrix { rows: 2, columns: 2, data: vec![1.0, 2.0, 3.0, 4.0] };
    assert_eq!(cubed::grad(&m).data, [21.0, 45.0, 30.0, 66.0]);
    assert_eq!(cubed(&m), 155.0);
    let b = Matrix { data: vec![5.0, 6.0, 7.0, 8.0], ..m.clone() };
    let (d_a, d_b) = trace_of_product::grad(&m, &b);
    assert_eq!((d_a.data, d_b.data), (vec![5.0, 7.0, 6.0, 8.0], vec![1.0, 3.0, 2.0, 4.0]));
    assert_eq!(Matrix::from_text("1 2").map(|m| m.len() + Matrix::names(2).len()), Ok(4));
}

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    cells: usize,
    u: Vec<f64>,
}

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Its body is not looked at, and may be whatever Rust allows.
#[differentiable]
fn weights(n: usize) -> Vec<f64> {
    CALLS.with(|calls| calls.set(calls.get() + 1));
    (0..n).map(|i| (i + 1) as f64).rev().collect()
}

#[differentiable]
fn width(n: usize) -> f64 {
    1.0 / n as f64
}

#[differentiable]
fn zero<T: Real>() -> T {
    T::zero()
}

#[differentiable]
fn weighted(grid: &Grid, k: f64) -> f64 {
    let h = width(grid.cells);
    let mut sum = zero();
    for _ in 0..2 {
        let mut w = weights(grid.cells);
        for i in 0..grid.cells {
            w[i] *= k * grid.u[i];
            sum += w[i] / h;
        }
    }
    sum
}

#[test]
fn constants_of_sizes_that_only_rustc_knows() {
    let grid = Grid { cells: 4, u: vec![1.0, 0.5, 2.0, -1.0] };
    let (value, (d_grid, d_k)) = weighted::value_and_grad(&grid, 0.5);
    assert_eq!(value, weighted(&grid, 0.5));
    assert_eq!((d_grid.u, d_k), (vec![16.0, 12.0, 8.0, 4.0], 2.0 * 4.0 * 8.5));
    // Twice in each call.
    assert_eq!(CALLS.get(), 4);
}

#[derive(Clone, Debug, Differentiable)]
struct Polynomial<T: Real> {
    degree: usize,
    coefficients: Vec<T>,
}

#[differentiable]
impl<T: Real> Polynomial<T> {
    fn zero(degree: usize) -> Self {
        Self { degree, coefficients: vec![T::zero(); degree + 1] }
    }

    fn plus(&self, other: &Polynomial<T>) -> Polynomial<T> {
        let mut sum = Polynomial::zero(self.degree);
        for i in 0..=self.degree {
            sum.coefficients[i] = self.coefficients[i] + other.coefficients[i];
        }
        sum
    }

    fn at(&self, x: T) -> T {
        let mut y = T::zero();
        for i in (0..=self.degree).rev() {
            y = y * x + self.coefficients[i];
        }
        y
    }
}

#[differentiable]
fn sum_at(p: &Polynomial<f32>, q: &Polynomial<f32>, x: f32) -> f32 {
    p.plus(q).at(x)
}

/// What has no cotangent may be given by a function in such a block.
struct Generator(u64);

struct Sampler;

#[differentiable]
impl Sampler {
    fn generator(seed: u64) -> Generator {
        Generator(seed)
    }

    fn both(seed: u64) -> (Generator, f64) {
        (Self::generator(seed), 1.0)
    }

    fn many(count: usize) -> Vec<Generator> {
        (0..count).map(|_| Self::generator(1)).collect()
    }

    fn scaled(x: f64, seed: usize) -> f64 {
        x * Self::generator(seed as u64).0 as f64
    }
}

#[test]
fn generic_blocks_and_blocks_of_what_is_not_differentiable() {
    let (p, q) = (
        Polynomial { degree: 1, coefficients: vec![1.0, 2.0] },
        Polynomial { degree: 1, coefficients: vec![0.0, 3.0] },
    );
    let (d_p, d_q, d_x) = sum_at::grad(&p, &q, 2.0);
    assert_eq!((d_p.coefficients, d_q.coefficients, d_x), (vec![1.0, 2.0], vec![1.0, 2.0], 5.0));
    assert_eq!(Sampler::scaled_grad(2.0, 3), 3.0);
    assert_eq!(Sampler::both(2).0.0 + Sampler::many(2).len() as u64, 4);
}

use backprop::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    cols: usize,
    reads: usize,
}

#[differentiable]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        if i == 0 {
            return &self.data[j];
        }
        &self.data[i * self.cols + j]
    }
}

/// It would run twice for `m[(i, j)] += x`.
#[differentiable]
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        self.reads += 1;
        &mut self.data[i * self.cols + j]
    }
}

/// An index that is no tuple may be one of an array.
#[differentiable]
impl Index<usize> for Matrix {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        &self.data[i]
    }
}

/// A row is no number.
#[differentiable]
impl Index<(usize,)> for Matrix {
    type Output = [f64];

    fn index(&self, (i,): (usize,)) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
}

#[differentiable]
fn named(m: &Matrix, x: f64) -> f64 {
    let mut m = m.clone();
    let element = &mut m[(0, 1)];
    *element = x;
    m[(0, 1)]
}

trait Bump {
    fn bump(&mut self, k: f64);
}

impl Bump for f64 {
    fn bump(&mut self, k: f64) {
        *self += k;
    }
}

/// What a method changes is no copy.
#[differentiable]
fn bumped(m: &Matrix, k: f64) -> f64 {
    let mut m = m.clone();
    if k > 2.0 {
        m[(0, 1)].bump(k)
    }
    m[(0, 1)]
}

fn main() {}

use backprop::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    cols: usize,
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

/// A row is no number.
#[differentiable]
impl Index<usize> for Matrix {
    type Output = [f64];

    fn index(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}

#[differentiable]
fn named(m: &Matrix, x: f64) -> f64 {
    let mut m = m.clone();
    let element = &mut m[(0, 1)];
    *element = x;
    m[(0, 1)]
}

fn main() {}

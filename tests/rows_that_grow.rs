//! Vectors in arrays, given to functions that let them grow: `push_all(&mut rows[i], x)`.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::explicit_iter_loop,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::differentiable;

#[differentiable]
fn push_all(v: &mut Vec<f64>, x: f64) {
    v.push(x);
    v.push(x * x);
}

#[differentiable]
fn scale(v: &mut [f64], by: f64) {
    for i in 0..v.len() {
        v[i] *= by;
    }
}

#[differentiable]
fn take(v: &mut Vec<f64>) -> f64 {
    match v.pop() {
        Some(x) => x.sin(),
        None => 0.0,
    }
}

#[differentiable]
fn total(rows: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for (i, row) in rows.iter().enumerate() {
        for (j, x) in row.iter().enumerate() {
            sum += (i + 2 * j + 1) as f64 * x;
        }
    }
    sum
}

#[differentiable]
fn of_new(x: &[f64]) -> f64 {
    let n = 3;
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); n];
    for i in 0..n {
        push_all(&mut rows[i], x[i]);
        push_all(&mut rows[0], x[i + 3] * x[i]);
    }
    scale(&mut rows[1], x[5]);
    total(&rows)
}

#[differentiable]
fn of_vec_macro(x: &[f64]) -> f64 {
    let mut rows = vec![vec![x[0]], vec![x[1], x[2]], vec![]];
    for i in 0..6 {
        push_all(&mut rows[i % 3], x[i] * x[0]);
        scale(&mut rows[i % 3], x[i].cos());
    }
    total(&rows)
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut rows = Vec::new();
    for i in 0..3 {
        let row = vec![x[i]; i + 1];
        rows.push(row);
    }
    for i in 0..3 {
        push_all(&mut rows[i], x[i + 3]);
    }
    let last = take(&mut rows[2]);
    total(&rows) * last
}

#[differentiable]
fn pushed_in_place(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(4);
    for i in 0..4 {
        rows.push(Vec::new());
        push_all(&mut rows[i], x[i] * x[i + 1]);
    }
    let mut sum = 0.0;
    for i in 0..4 {
        sum += take(&mut rows[i]) * rows[i][0];
    }
    sum
}

#[differentiable]
fn fill_rows(rows: &mut Vec<Vec<f64>>, x: &[f64]) {
    for i in 0..rows.len() {
        push_all(&mut rows[i], x[i]);
    }
}

#[differentiable]
fn of_parameter(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); 4];
    fill_rows(&mut rows, x);
    fill_rows(&mut rows, &x[2..]);
    total(&rows)
}

#[differentiable]
fn by_name(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = vec![vec![]; 2];
    for i in 0..6 {
        let row = &mut rows[i % 2];
        push_all(row, x[i]);
    }
    for row in rows.iter_mut() {
        push_all(row, x[0]);
    }
    total(&rows)
}

#[differentiable]
fn in_branches(x: &[f64]) -> f64 {
    let mut bins: Vec<Vec<f64>> = vec![vec![]; 2];
    for &v in x {
        if v > 0.8 {
            push_all(&mut bins[1], v);
        } else {
            push_all(&mut bins[0], v * v);
        }
    }
    total(&bins) * take(&mut bins[0])
}

#[differentiable]
fn deep(x: &[f64]) -> f64 {
    let mut blocks: Vec<Vec<Vec<f64>>> = vec![vec![vec![]; 2]; 2];
    for i in 0..6 {
        push_all(&mut blocks[i % 2][i / 3], x[i]);
    }
    total(&blocks[0]) * total(&blocks[1])
}

#[test]
fn gradients_agree_with_differences() {
    agrees!(of_new, of_vec_macro, pushed, pushed_in_place, of_parameter, by_name, in_branches, deep);
}

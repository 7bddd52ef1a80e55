//! Vectors in arrays, given to functions that let them grow: `push_all(&mut rows[i], x)`.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::explicit_iter_loop,
    clippy::vec_init_then_push,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};
use differences::check;

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

#[derive(Clone, Differentiable)]
struct Head {
    bias: Vec<f64>,
}

#[derive(Clone, Differentiable)]
struct Heads {
    heads: Vec<Head>,
}

#[differentiable]
impl Head {
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let mut y = x.to_vec();
        for (y, b) in y.iter_mut().zip(&self.bias) {
            *y *= b;
        }
        y
    }
}

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

#[differentiable]
impl Heads {
    /// Rows of a method, beside a loop over a field.
    fn joined(&self, tokens: &[Vec<f64>]) -> f64 {
        let mut joined = vec![Vec::new(); tokens.len()];
        for head in &self.heads {
            for (row, token) in joined.iter_mut().zip(tokens) {
                let out = head.apply(token);
                row.extend_from_slice(&out);
            }
        }
        let mut sum = 0.0;
        for (k, row) in joined.iter().enumerate() {
            sum += squares(row) * (k + 1) as f64;
        }
        sum
    }

    /// Elements of what a method gives, which only rustc knows.
    fn added(&self, x: &[f64]) -> f64 {
        let mut columns = vec![vec![]; 2];
        let mut rows = vec![Vec::<f64>::new(); 2];
        for (k, head) in self.heads.iter().enumerate() {
            let out = head.apply(x);
            columns[k % 2].push(out[0]);
            rows[k % 2].push(squares(&out) * head.bias[1]);
        }
        squares(&columns[0]) + squares(&columns[1]) * squares(&rows[1])
    }

    /// A new row for each head.
    fn of_new_rows(&self, x: &[f64]) -> f64 {
        let mut rows = Vec::new();
        for head in &self.heads {
            let out = head.apply(x);
            let mut row = Vec::new();
            row.push(out[0]);
            row.push(out[1] * head.bias[0]);
            rows.push(row);
        }
        squares(&rows[0]) * squares(&rows[1])
    }
}

#[test]
fn rows_begin_empty_without_a_type() {
    let of = |p: &[f64]| Heads { heads: p[..4].chunks(2).map(|bias| Head { bias: bias.to_vec() }).collect() };
    let flat = |d: HeadsCotangent| d.heads.into_iter().flat_map(|head| head.bias).collect::<Vec<f64>>();
    let p = [0.7, -0.4, 1.2, 0.9, 0.3, -0.8, 1.1, 0.6];
    let tokens = |p: &[f64]| vec![p[4..6].to_vec(), p[6..].to_vec()];
    let (d, d_tokens) = of(&p).joined_grad(&tokens(&p));
    check(&|p| of(p).joined(&tokens(p)), &p, &[flat(d), d_tokens.concat()].concat());
    let (d, d_x) = of(&p).added_grad(&p[4..6]);
    check(&|p| of(p).added(&p[4..6]), &p[..6], &[flat(d), d_x].concat());
    let (d, d_x) = of(&p).of_new_rows_grad(&p[4..6]);
    check(&|p| of(p).of_new_rows(&p[4..6]), &p[..6], &[flat(d), d_x].concat());
}

/// Lists of indices grow as well, and say which numbers do.
#[differentiable]
fn in_cells(x: &[f64]) -> f64 {
    let mut cells = vec![Vec::new(); 3];
    for i in 0..x.len() {
        cells[i % 3].push(i);
    }
    let mut rows = vec![Vec::new(); 3];
    for (k, cell) in cells.iter().enumerate() {
        for &i in cell {
            rows[k].push(x[i] * x[i]);
        }
    }
    let mut sum = 0.0;
    for row in &rows {
        sum += squares(row);
    }
    sum
}

/// What the vectors hold is written where they are made.
#[differentiable]
fn of_written_vectors(x: &[f64]) -> f64 {
    let (mut ups, mut downs) = (Vec::<f64>::new(), Vec::<f64>::with_capacity(x.len()));
    let mut rows = Vec::<Vec<f64>>::new();
    for v in x {
        if *v > 0.0 {
            ups.push(v * v);
        } else {
            downs.push(v.exp());
        }
        rows.push(ups.clone());
    }
    let mut sum = squares(&ups) * squares(&downs);
    for row in &rows {
        sum += squares(row);
    }
    sum
}

#[test]
fn vectors_of_written_types_and_lists_of_indices_grow() {
    let x = [0.7, -0.4, 1.2, 0.9];
    check(&in_cells, &x, &in_cells::grad(&x));
    check(&of_written_vectors, &x, &of_written_vectors::grad(&x));
}

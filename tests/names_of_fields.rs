//! Names for arrays in structs, `let w = &self.w;`, and copies of their elements, `let row = self.rows[i].clone();`, that are read, looped
//! over and lent. Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    reason = "loops of all kinds are what is tested; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}
#[derive(Clone, Differentiable)]
struct Model {
    rows: Vec<Vec<f64>>,
    w: Vec<f64>,
}
#[differentiable]
impl Model {
    fn read(&self) -> f64 {
        let w = &self.w;
        let mut sum = 0.0;
        for k in 0..w.len() {
            sum += w[k] * w[0];
        }
        sum
    }
    fn looped(&self) -> f64 {
        let (rows, w) = (&self.rows, &self.w);
        let mut sum = 0.0;
        for (row, x) in rows.iter().zip(w) {
            sum += dot(row, w) * x;
        }
        for row in rows {
            sum += dot(row, &rows[0]);
        }
        sum
    }
    fn lent(&self, i: usize) -> f64 {
        let rows = &self.rows;
        rows[i][0] * dot(&rows[i], &self.w) + dot(&rows[i][..1], &rows[0][1..])
    }
    fn copied(&self, i: usize) -> f64 {
        let row = self.rows[i].clone();
        dot(&row, &self.w) * dot(&self.rows[0], &row)
    }
}
#[differentiable]
fn outside(model: &Model, i: usize) -> f64 {
    let row = model.rows[i].clone();
    let w = &model.w;
    let mut sum = dot(&row, w);
    for x in w.iter() {
        sum += x * x;
    }
    sum + w[1]
}

#[test]
fn names_stand_for_fields() {
    type Case = (fn(&Model) -> f64, fn(&Model) -> (f64, ModelCotangent));
    let cases: [Case; 5] = [
        (Model::read, Model::read_value_and_grad),
        (Model::looped, Model::looped_value_and_grad),
        (|m| m.lent(1), |m| m.lent_value_and_grad(1)),
        (|m| m.copied(1), |m| m.copied_value_and_grad(1)),
        (|m| outside(m, 1), |m| outside::value_and_grad(m, 1)),
    ];
    let at = |x: &[f64]| Model { rows: vec![x[..2].to_vec(), x[2..4].to_vec()], w: x[4..].to_vec() };
    let x = [0.1, 0.3, 0.4, 0.7, 1.0, 2.0];
    for (f, gradient) in cases {
        let (value, d) = gradient(&at(&x));
        assert_eq!(value, f(&at(&x)));
        check(&|x| f(&at(x)), &x, &[d.rows.concat(), d.w].concat());
    }
}

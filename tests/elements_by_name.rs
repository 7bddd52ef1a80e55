//! Elements of arrays in structs that have names, as references or as copies, and that are read, lent to functions or asked for by
//! `first`, `last` and `get`. Gradients against central differences.
#![cfg(test)]
#![expect(clippy::cast_precision_loss, reason = "the numbers are small")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, Differentiable)]
struct Model {
    rows: Vec<Vec<f64>>,
    corners: Vec<[f64; 2]>,
    points: Vec<Point>,
    layers: Vec<Layer>,
    values: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Vec<f64>,
}

#[differentiable]
impl Layer {
    fn run(&self, x: &[f64]) -> f64 {
        dot(&self.w, x).sin()
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

#[differentiable]
fn area(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[differentiable]
fn distance(a: &Point, b: &Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

#[differentiable]
impl Model {
    fn lent_row(&self, i: usize) -> f64 {
        let row = &self.rows[i];
        dot(row, row) * self.values[0]
    }

    fn lent_rows(&self, i: usize) -> f64 {
        let (mut sum, n) = (0.0, i + 1);
        for k in 0..n {
            let row = &self.rows[k];
            let next = &self.rows[(k + 1) % 2];
            sum += dot(row, next) * (k + 1) as f64;
        }
        sum
    }

    fn element_of_row(&self, i: usize) -> f64 {
        let row = &self.rows[i];
        row[0] * row[1] + row.len() as f64 * self.values[1]
    }

    fn loop_over_row(&self, i: usize) -> f64 {
        let row = &self.rows[i];
        let mut product = 1.0;
        for x in row {
            product *= x;
        }
        product
    }

    fn lent_and_read(&self, i: usize) -> f64 {
        let row = &self.rows[i];
        dot(row, &self.values) + row[1]
    }

    fn lent_to_an_element(&self, i: usize) -> f64 {
        let (row, layer) = (1 - i, &self.layers[i]);
        let row = &self.rows[row];
        layer.run(row)
    }

    fn lent_arrays(&self, i: usize) -> f64 {
        let a = &self.corners[i];
        let b = &self.corners[1 - i];
        area(a, b) * area(a, b)
    }

    fn lent_structs(&self, i: usize) -> f64 {
        let a = &self.points[i];
        let b = &self.points[1 - i];
        distance(a, b)
    }

    fn lent_copies(&self, i: usize) -> f64 {
        let a = self.points[i];
        let b = self.points[1 - i];
        distance(&a, &b)
    }

    fn longer_copy(&self, i: usize) -> f64 {
        let mut row = self.rows[i].clone();
        row.push(self.values[0]);
        dot(&row, &row)
    }

    fn last_of_values(&self, i: usize) -> f64 {
        self.values.last().unwrap() * i as f64
    }

    fn asked_for(&self, i: usize) -> f64 {
        let far = self.values.get(i + 5).copied().unwrap_or(2.0);
        if let Some(x) = self.values.get(i) { x * x * far } else { far }
    }

    fn last_struct(&self, i: usize) -> f64 {
        let last = self.points.last().unwrap();
        last.x * last.y * i as f64
    }
}

fn model(x: &[f64]) -> Model {
    Model {
        rows: vec![x[0..2].to_vec(), x[2..4].to_vec()],
        corners: vec![[x[4], x[5]], [x[6], x[7]]],
        points: vec![Point { x: x[8], y: x[9] }, Point { x: x[10], y: x[11] }],
        layers: vec![Layer { w: x[12..14].to_vec() }, Layer { w: x[14..16].to_vec() }],
        values: x[16..18].to_vec(),
    }
}

fn flat(model: ModelCotangent) -> Vec<f64> {
    let points = model.points.iter().flat_map(|point| [point.x, point.y]);
    let mut all = [model.rows.concat(), model.corners.concat()].concat();
    all.extend(points);
    all.extend(model.layers.into_iter().flat_map(|layer| layer.w));
    all.extend(model.values);
    all
}

/// Checks the gradients of these methods.
macro_rules! gradients {
    ($($test:ident: $method:ident, $gradient:ident;)*) => {$(
        #[test]
        fn $test() {
            let x: Vec<f64> = (1..19).map(|i| f64::from(i * i % 7) * 0.25 + 0.1 * f64::from(i)).collect();
            for i in 0..2 {
                check(&|x| model(x).$method(i), &x, &flat(model(&x).$gradient(i)));
            }
        }
    )*};
}

gradients! {
    a_row_that_is_lent: lent_row, lent_row_grad;
    rows_that_are_lent_in_a_loop: lent_rows, lent_rows_grad;
    an_element_of_a_row: element_of_row, element_of_row_grad;
    a_loop_over_a_row: loop_over_row, loop_over_row_grad;
    a_row_that_is_lent_and_read: lent_and_read, lent_and_read_grad;
    a_row_that_is_lent_to_an_element: lent_to_an_element, lent_to_an_element_grad;
    arrays_that_are_lent: lent_arrays, lent_arrays_grad;
    structs_that_are_lent: lent_structs, lent_structs_grad;
    copies_that_are_lent: lent_copies, lent_copies_grad;
    a_copy_that_grows: longer_copy, longer_copy_grad;
    the_last_number: last_of_values, last_of_values_grad;
    a_number_that_may_not_be_there: asked_for, asked_for_grad;
    the_last_struct: last_struct, last_struct_grad;
}

/// Nodes that edges name, both at once.
#[derive(Clone, Differentiable)]
struct Node {
    at: Vec<f64>,
    weight: f64,
}

#[derive(Clone, Differentiable)]
struct Linked {
    nodes: Vec<Node>,
    links: Vec<(usize, usize, f64)>,
}

#[differentiable]
impl Linked {
    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for (a, b, w) in &self.links {
            let (x, y) = (&self.nodes[*a], &self.nodes[*b]);
            for c in 0..x.at.len() {
                sum += w * x.at[c] * y.at[c] * y.weight;
            }
        }
        sum
    }
}

#[test]
fn elements_get_names_in_tuples() {
    let linked = |x: &[f64]| Linked {
        nodes: (0..3).map(|i| Node { at: x[3 * i..3 * i + 2].to_vec(), weight: x[3 * i + 2] }).collect(),
        links: vec![(0, 1, x[9]), (2, 1, x[10]), (2, 0, 0.5)],
    };
    let x: Vec<f64> = (0..11).map(|i| f64::from((i * 7) % 5) * 0.3 - 0.4).collect();
    let d = linked(&x).energy_grad();
    let mut gradient = Vec::new();
    for node in &d.nodes {
        gradient.extend(&node.at);
        gradient.push(node.weight);
    }
    gradient.extend([d.links[0].2, d.links[1].2]);
    check(&|x| linked(x).energy(), &x, &gradient);
}

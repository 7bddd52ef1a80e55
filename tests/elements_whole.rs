//! Arrays in structs whose elements are used as a whole: lent to functions, and asked for methods of their own. Of nothing else is
//! seen what they are. Values bit for bit, gradients against central differences.

#![expect(clippy::cast_precision_loss, reason = "the numbers of elements are small")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Layer {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
}

#[derive(Clone, Differentiable)]
struct Network {
    layers: Vec<Layer>,
    scale: f64,
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i].sin();
    }
    sum
}

#[differentiable]
impl Layer {
    /// The rows are lent.
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.b.len());
        for i in 0..self.b.len() {
            out.push((dot(&self.w[i], x) + self.b[i]).tanh());
        }
        out
    }

    /// The same, in a loop over the rows.
    fn over_rows(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; x.len()];
        for (i, row) in self.w.iter().enumerate() {
            out[i] = (dot(row, x) + self.b[i]).tanh();
        }
        out
    }

    /// The rows and the numbers come together.
    fn zipped(&self, x: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        for (row, b) in self.w.iter().zip(self.b.iter()) {
            let mut z = *b;
            for (w, x) in row.iter().zip(x.iter()) {
                z += w * x;
            }
            out.push(z.tanh());
        }
        for (i, row) in self.w.iter().enumerate() {
            for w in row {
                out[i] *= w * w;
            }
        }
        out
    }

    fn size(&self) -> f64 {
        let mut sum = 0.0;
        for row in &self.w {
            sum += dot(row, row);
        }
        sum * dot(&self.b, &self.b)
    }
}

#[differentiable]
fn apply(layer: &Layer, x: &[f64]) -> Vec<f64> {
    layer.over_rows(x)
}

#[differentiable]
impl Network {
    fn by_index(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for i in 0..self.layers.len() {
            h = self.layers[i].forward(&h);
        }
        self.scale * dot(&h, x)
    }

    fn by_reference(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        let mut size = 0.0;
        for layer in &self.layers {
            h = layer.forward(&h);
            size += layer.size();
        }
        self.scale * dot(&h, x) * size
    }

    fn by_iter(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for (i, layer) in self.layers.iter().enumerate() {
            if i > 0 {
                h = layer.over_rows(&h);
            } else {
                h = apply(layer, &h);
            }
        }
        self.scale * dot(&h, x)
    }

    fn lent(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for layer in self.layers.iter().rev() {
            h = apply(layer, &h);
        }
        for i in 0..self.layers.len() {
            h = apply(&self.layers[i], &h);
        }
        self.scale * dot(&h, x)
    }

    fn by_rows(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for layer in &self.layers {
            h = layer.zipped(&h);
        }
        self.scale * dot(&h, x)
    }

    /// Fields of elements are read beside.
    fn both(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        let mut sum = 0.0;
        for layer in &self.layers {
            sum += layer.b[0] * layer.size();
            h = apply(layer, &h);
        }
        sum + dot(&h, x)
    }
}

#[derive(Clone, Differentiable)]
struct Matrix {
    rows: Vec<[f64; 2]>,
}

#[differentiable]
fn products(m: &Matrix, x: &[f64]) -> f64 {
    let mut product = 1.0;
    for row in &m.rows {
        product *= dot(row, x);
    }
    product + dot(&m.rows[0], &m.rows[1])
}

fn network(p: &[f64]) -> Network {
    let layer = |p: &[f64]| Layer { w: vec![p[..2].to_vec(), p[2..4].to_vec()], b: p[4..6].to_vec() };
    Network { layers: vec![layer(p), layer(&p[6..])], scale: p[12] }
}

fn flat(d: &NetworkCotangent) -> Vec<f64> {
    let layers = d.layers.iter().flat_map(|layer| [layer.w.concat(), layer.b.clone()].concat());
    layers.chain([d.scale]).collect()
}

const AT: [f64; 13] = [0.3, -0.7, 1.1, 0.4, 0.2, -0.5, 0.9, 0.6, -0.8, 0.1, 0.35, 0.25, 1.5];
const X: [f64; 2] = [0.8, -0.4];

macro_rules! checks {
    ($($value:ident $both:ident,)*) => {$(
        let (value, (d, d_x)) = network(&AT).$both(&X);
        assert_eq!(value.to_bits(), network(&AT).$value(&X).to_bits());
        check(&|p| network(p).$value(&X), &AT, &flat(&d));
        check(&|x| network(&AT).$value(x), &X, &d_x);
    )*};
}

#[test]
fn networks() {
    checks!(
        by_index by_index_value_and_grad,
        by_reference by_reference_value_and_grad,
        by_iter by_iter_value_and_grad,
        lent lent_value_and_grad,
        by_rows by_rows_value_and_grad,
        both both_value_and_grad,
    );
}

#[test]
fn rows_in_structs() {
    let matrix = |p: &[f64]| Matrix { rows: vec![[p[0], p[1]], [p[2], p[3]]] };
    let (value, (d, d_x)) = products::value_and_grad(&matrix(&AT), &X);
    assert_eq!(value.to_bits(), products(&matrix(&AT), &X).to_bits());
    check(&|p| products(&matrix(p), &X), &AT[..4], d.rows.as_flattened());
    check(&|x| products(&matrix(&AT), x), &X, &d_x);
}

/// Loops in one another, each over elements of its own.
mod nested {
    use super::{Layer, LayerCotangent, Network, NetworkCotangent, check, dot, flat, network};
    use backprop::differentiable;

    #[differentiable]
    fn fields(n: &Network) -> f64 {
        let mut sum = 0.0;
        for layer in &n.layers {
            for b in &layer.b {
                sum += b * layer.b[0] * layer.w[1][0];
            }
        }
        sum
    }

    #[differentiable]
    fn wholes(n: &Network) -> f64 {
        let mut sum = 0.0;
        for layer in &n.layers {
            for other in n.layers.iter().rev() {
                sum += layer.size() * other.size().sin();
            }
        }
        sum
    }

    #[differentiable]
    fn others(n: &Network, k: &[f64]) -> f64 {
        let mut sum = 0.0;
        for layer in &n.layers {
            for c in k {
                sum += c * layer.b[0];
            }
            for (i, c) in k.iter().enumerate() {
                sum += c * layer.b[1] * i as f64;
            }
            for pair in k.windows(2) {
                sum += pair[0] * pair[1] * layer.b[1];
            }
        }
        sum
    }

    #[differentiable]
    fn rows(m: &Layer) -> f64 {
        let mut sum = 0.0;
        for row in &m.w {
            for other in &m.w {
                sum += dot(row, other);
            }
        }
        sum
    }

    /// The number that a turn has is not the one that its variable comes to hold.
    #[differentiable]
    fn numbered(n: &Network) -> f64 {
        let mut sum = 0.0;
        for (mut i, layer) in n.layers.iter().enumerate() {
            i = (i + 1) % 2;
            sum += layer.b[0] * (1 + i) as f64;
        }
        sum
    }

    #[test]
    fn loops_in_loops() {
        let at = super::AT;
        let holds = |f: &dyn Fn(&Network) -> f64, both: &dyn Fn(&Network) -> (f64, NetworkCotangent)| {
            let (value, d) = both(&network(&at));
            assert_eq!(value.to_bits(), f(&network(&at)).to_bits());
            check(&|p| f(&network(p)), &at, &flat(&d));
        };
        let k = [0.2, 0.9, -0.3, 0.5];
        holds(&fields, &fields::value_and_grad);
        holds(&wholes, &wholes::value_and_grad);
        holds(&|n| others(n, &k), &|n| {
            let (value, (d, _)) = others::value_and_grad(n, &k);
            (value, d)
        });
        holds(&numbered, &numbered::value_and_grad);
        holds(&|n| rows(&n.layers[0]), &|n| {
            let (value, d) = rows::value_and_grad(&n.layers[0]);
            let zero = LayerCotangent { w: vec![vec![0.0; 2]; 2], b: vec![0.0; 2] };
            let first = LayerCotangent { w: d.w, b: vec![0.0; 2] };
            (value, NetworkCotangent { layers: vec![first, zero], scale: 0.0 })
        });
    }
}

/// Names for arrays of structs.
mod names {
    use super::*;

    #[differentiable]
    fn fields(n: &Network) -> f64 {
        let layers = &n.layers;
        let mut sum = 0.0;
        for layer in layers {
            sum += layer.b[0] * n.scale;
        }
        for (i, layer) in layers.iter().enumerate() {
            let n = layer.w[0][1] * layers[layers.len() - 1 - i].b[1];
            sum *= n;
        }
        sum
    }

    #[differentiable]
    fn wholes(n: &Network, x: &[f64]) -> f64 {
        let layers = &n.layers;
        let again = layers;
        let mut h = again[0].forward(x);
        for layer in again.iter().rev() {
            h = layer.over_rows(&h);
        }
        let by = |k: f64| layers[1].b[0] * k;
        dot(&h, &layers[1].b) + by(h[0]) * layers[0].size()
    }

    #[differentiable]
    fn in_branches(n: &Network, k: f64) -> f64 {
        let mut sum = k;
        for i in 0..2 {
            if sum > 0.5 {
                let layers = &n.layers;
                sum *= layers[i].b[1];
            } else {
                let layers = &n.layers;
                let first = &layers[0];
                sum += first.b[0] * layers[i].w[1][0];
            }
        }
        sum
    }

    #[test]
    fn of_arrays_of_structs() {
        let at = super::AT;
        let (value, d) = fields::value_and_grad(&network(&at));
        assert_eq!(value.to_bits(), fields(&network(&at)).to_bits());
        check(&|p| fields(&network(p)), &at, &flat(&d));
        let (value, (d, _)) = wholes::value_and_grad(&network(&at), &[0.3, -0.8]);
        assert_eq!(value.to_bits(), wholes(&network(&at), &[0.3, -0.8]).to_bits());
        check(&|p| wholes(&network(p), &[0.3, -0.8]), &at, &flat(&d));
        for k in [0.7, -0.4] {
            let (value, (d, _)) = in_branches::value_and_grad(&network(&at), k);
            assert_eq!(value.to_bits(), in_branches(&network(&at), k).to_bits());
            check(&|p| in_branches(&network(p), k), &at, &flat(&d));
        }
    }
}

/// A copy of an element says nothing of what it is, methods of other elements do.
mod copied {
    use super::*;

    #[derive(Clone, Copy, Differentiable)]
    struct Mark {
        at: f64,
        count: usize,
    }

    #[derive(Clone, Differentiable)]
    struct Marks {
        marks: Vec<Mark>,
    }

    #[differentiable]
    impl Mark {
        fn moved(&self, k: f64) -> Mark {
            Mark { at: k * self.at.sin(), count: self.count + 1 }
        }
    }

    #[differentiable]
    fn weight(mark: &Mark, k: f64) -> f64 {
        mark.at * k * mark.count as f64
    }

    #[differentiable]
    impl Marks {
        fn looked_at(&self, k: f64) -> f64 {
            let copy = self.marks[1];
            copy.moved(k).at * self.marks[1].moved(k).at
        }

        #[expect(unused_variables, reason = "nobody uses the copy")]
        fn not_used(&self, k: f64) -> f64 {
            let copy = self.marks[1];
            self.marks[0].moved(k).at
        }

        fn changed(&mut self, k: f64) -> f64 {
            let copy = self.marks[1];
            self.marks[0] = self.marks[1].moved(k);
            self.marks[1] = copy.moved(k);
            copy.moved(1.5).at * self.marks[1].moved(k).at + weight(&self.marks[0], k)
        }
    }

    #[differentiable]
    fn all(x: f64, k: f64) -> f64 {
        let mut m = Marks { marks: vec![Mark { at: x, count: 1 }, Mark { at: x * k, count: 2 }] };
        let sum = m.looked_at(k) + m.not_used(x);
        sum * Marks::changed(&mut m, k)
    }

    #[test]
    fn of_elements_with_methods() {
        for at in [[0.7, 1.2], [-0.4, 0.6]] {
            let (value, (d_x, d_k)) = all::value_and_grad(at[0], at[1]);
            assert_eq!(value.to_bits(), all(at[0], at[1]).to_bits());
            check(&|p| all(p[0], p[1]), &at, &[d_x, d_k]);
        }
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Mote {
    at: [f64; 3],
    v: [f64; 3],
}

#[differentiable]
fn length(x: [f64; 3]) -> f64 {
    (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt()
}

#[differentiable]
fn volumes(rows: &[[f64; 3]]) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        sum += row[0] * row[1] * row[2];
    }
    sum
}

/// Fields that are arrays, as arguments and in new arrays.
#[differentiable]
fn of_fields(x: f64, y: f64, other: &Mote) -> f64 {
    let mote = Mote { at: [x, y, x * y], v: [y, x, x + y] };
    let rows = [other.v, mote.at];
    length(mote.at) + volumes(&[mote.v, mote.at, other.at]) + volumes(&rows) * length(other.v)
}

#[test]
fn fields_that_are_arrays_are_rows_of_new_arrays() {
    let of = |p: &[f64]| Mote { at: [p[2], p[3], p[4]], v: [p[5], p[6], p[7]] };
    let p = [0.7, -0.4, 1.2, 0.9, 0.3, -0.8, 1.1, 0.6];
    let (d_x, d_y, d) = of_fields::grad(p[0], p[1], &of(&p));
    check(&|p| of_fields(p[0], p[1], &of(p)), &p, &[&[d_x, d_y], d.at.as_slice(), d.v.as_slice()].concat());
}

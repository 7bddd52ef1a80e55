//! Patterns that take arrays apart: values bit for bit, gradients against central differences.

#![allow(
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn written(p: &[f64]) -> f64 {
    let [a, b, c] = [p[0], p[1], p[2]];
    let [[x, mut y], [z, w]] = [[a * b, p[1]], [p[2], c]];
    y *= w;
    let [a, b] = [b, a];
    x * y * y + z * w - a * b * b
}

/// Vectors, references and parts that one `let` declares.
#[differentiable]
fn declared_at_once(p: &[f64]) -> f64 {
    let (mut k, mut scale) = (vec![0.0; p.len()], [p[2]; 2]);
    let (low, high) = (&p[..1], &p[1..]);
    {
        let into = &mut k[..];
        into[0] = low[0] * high[1];
        into[1] = p[1] * p[0].sin();
    }
    scale[0] *= k[1];
    let (a, b) = ([k[0], p[1]], [p[0] * p[2], k[1]]);
    let (first, second) = (&a, &b);
    first[0] * second[1] + first[1] * second[0] * scale[0] * scale[1]
}

#[differentiable]
fn scale(a: &mut [f64], k: f64) {
    for v in a.iter_mut() {
        *v *= k;
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

/// Arrays as a whole under other names.
#[differentiable]
fn by_other_names(p: &[f64]) -> f64 {
    let mut a = vec![p[0], p[1]];
    {
        let all = &mut a;
        all[0] = p[1] * all[1];
        scale(all, p[2]);
        for v in all.iter_mut() {
            *v += 1.0;
        }
    }
    let rows = vec![vec![p[0], a[1]], vec![p[1]]];
    let (m, v) = (&rows, &a);
    let mut sum = m[0][1] * m[1][0] + dot(v, &[p[0], 2.0]) + f64::from(u8::from(v.is_empty()));
    for row in m {
        for x in row {
            sum += x * x * v[0];
        }
    }
    sum
}

/// Elements of what a function in a variable gives.
#[differentiable]
fn first_of<F: Fn(&[f64]) -> Vec<f64>>(f: F, y: &[f64]) -> f64 {
    let a = f(y)[0];
    a * f(y)[1] + (f(y))[2]
}

#[differentiable]
fn elements_of_calls(p: &[f64]) -> f64 {
    let a = p[0];
    let powers = |t: f64| [t, t * t];
    first_of(|y: &[f64]| vec![a * y[0], y[1].sin(), y[2] * a], p) + powers(p[1])[1]
}

/// New arrays that depend on nothing, by value.
#[differentiable]
fn arrays_by_value(p: &[f64]) -> f64 {
    let turned = turned(p[0], [1.0, 0.5]);
    turned[0] * turned[1] + along(vec![0.25, 2.0], p[1])
}

#[differentiable]
fn along(mut axis: Vec<f64>, t: f64) -> f64 {
    axis[0] += t;
    axis[0] * t + axis[1] * t * t
}

#[differentiable]
fn turned(a: f64, x: [f64; 2]) -> [f64; 2] {
    let [c, s] = [a.cos(), a.sin()];
    [c * x[0] - s * x[1], s * x[0] + c * x[1]]
}

/// Of what calls give, of arrays in variables, and of rows.
#[differentiable]
fn given(p: &[f64]) -> f64 {
    let [u, v] = turned(p[0], [p[1], p[2]]);
    let q = turned(u, [v, p[2]]);
    let [s, _] = q;
    let m = [[u, v], [s, p[0]]];
    let [[a, b], [c, d]] = m;
    let [_, [k, ..]] = m;
    a * d - b * c * k
}

#[derive(Clone, Copy, Differentiable)]
struct Spring {
    at: [f64; 2],
    ends: [usize; 2],
}

#[differentiable]
impl Spring {
    fn energy(&self, p: &[f64]) -> f64 {
        let [x, y] = self.at;
        let [rx, ry] = &self.at;
        let [i, j] = self.ends;
        x * y * p[i] + p[j] * rx * *ry
    }
}

/// Of fields, and of elements with fields.
#[differentiable]
fn in_structs(p: &[f64]) -> f64 {
    let springs = vec![Spring { at: [p[0], p[1]], ends: [1, 2] }, Spring { at: [p[2], p[1]], ends: [2, 0] }];
    let mut sum = 0.0;
    for spring in &springs {
        sum += spring.energy(p);
        let [x, y] = spring.at;
        sum += x * y;
    }
    for i in 0..springs.len() {
        let [x, y] = springs[i].at;
        sum *= x * y;
    }
    sum
}

/// Of data, by value and by reference, in loops and in their heads.
#[differentiable(wrt(p))]
fn data(p: &[f64], edges: &[[usize; 2]], weights: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for t in 0..edges.len() {
        let [i, j] = edges[t];
        let [u, v] = &weights[t];
        sum += p[i] * p[j] * u - p[0] * *v;
        let [t, _] = edges[t];
        sum *= p[t];
    }
    for edge in edges {
        let [a, b] = *edge;
        let &[c, d] = edge;
        let [e, f] = edge;
        sum += p[a] * p[b] * p[c] * p[d] * p[*e] * p[*f];
    }
    for weight in weights {
        let [a, b] = *weight;
        let &[c, d] = weight;
        let [e, f] = weight;
        sum += p[0] * a * b * c * d * e * *f;
    }
    for &[i, j] in edges {
        sum += p[i] * p[j];
    }
    for [i, j] in edges {
        sum += p[*i] * p[*j];
    }
    for (k, &[a, b]) in weights.iter().enumerate() {
        sum += p[k] * a * b;
    }
    for ([i, _], [a, b]) in edges.iter().zip(weights) {
        sum += p[*i] * a * b;
    }
    sum
}

/// Of elements that change.
#[differentiable]
fn rows(p: &[f64]) -> f64 {
    let mut m = [[p[0], p[1]], [p[1], p[2]]];
    for i in 0..2 {
        let [a, b] = m[i];
        m[i] = [b * p[0], a * b];
        let [.., last] = m[1 - i];
        m[i][0] += last;
    }
    let mut sum = 0.0;
    for [a, b] in &m {
        sum += a * b;
    }
    for [a, b] in m.iter() {
        sum += a * *b;
    }
    sum
}

/// In closures.
#[differentiable]
fn closures(p: &[f64]) -> f64 {
    let cross = |[a, b]: [f64; 2], k: f64| k * a * b;
    let near = |at: [f64; 2]| {
        let [x, y] = at;
        x - y * p[0]
    };
    cross([p[0], p[1]], p[2]) + cross([p[2], p[2]], 2.0) * near([p[1], p[2]])
}

/// Stiffness of a triangle: the points come by value.
#[differentiable]
fn stiffness(points: [[f64; 2]; 3], k: f64) -> [[f64; 3]; 3] {
    let [[x1, y1], [x2, y2], [x3, y3]] = points;
    let area = 0.5 * ((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1));
    let b = [y2 - y3, y3 - y1, y1 - y2];
    let c = [x3 - x2, x1 - x3, x2 - x1];
    let mut element = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            element[i][j] = k * (b[i] * b[j] + c[i] * c[j]) / (4.0 * area);
        }
    }
    element
}

#[differentiable]
fn energy(x: &[f64]) -> f64 {
    let element = stiffness([[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]], x[6]);
    let [first, second, _] = element;
    first[0] * second[1] + element[2][2]
}

/// Asserts that a function of arrays has the value of the function, and the gradient by differences.
macro_rules! holds {
    ($function:ident, $x:expr $(, $data:expr)*) => {{
        let x: &[f64] = &$x;
        let (value, gradient) = $function::value_and_grad(x $(, $data)*);
        assert_eq!(value, $function(x $(, $data)*));
        check(&|x| $function(x $(, $data)*), x, &gradient);
    }};
}

/// Data in a struct, and arrays behind references, taken apart where they stand.
#[derive(Clone, Differentiable)]
struct Mesh {
    x: Vec<f64>,
    #[constant]
    faces: Vec<[usize; 3]>,
}
#[differentiable]
impl Mesh {
    fn in_head(&self) -> f64 {
        let mut sum = 0.0;
        for &[a, b, c] in &self.faces {
            sum += self.x[a] * self.x[b] * self.x[c];
        }
        for (k, &[a, _, c]) in self.faces.iter().enumerate() {
            if k > 0 {
                sum += self.x[a] * self.x[c];
            }
        }
        sum
    }
    fn in_body(&self) -> f64 {
        let mut sum = 0.0;
        for face in &self.faces {
            let [a, b, c] = *face;
            let &[_, d, _] = face;
            sum += self.x[a] * self.x[b] * self.x[c] * self.x[d];
        }
        sum
    }
}
#[differentiable]
fn behind_references(p: &[f64; 3], points: &[[f64; 2]], faces: &[[usize; 2]]) -> f64 {
    let [a, b, c] = *p;
    let mut sum = a * b * c;
    for &[x, y] in points {
        sum += x * y * a;
    }
    for face in faces {
        let &[i, j] = face;
        sum += p[i] * points[j][0];
    }
    sum
}

#[test]
fn behind_references_and_in_structs() {
    let mesh = Mesh { x: vec![0.3, 0.5, 0.7, 0.2], faces: vec![[0, 1, 2], [3, 1, 2]] };
    let with = |x: &[f64]| Mesh { x: x.to_vec(), ..mesh.clone() };
    let (value, d) = mesh.in_head_value_and_grad();
    assert_eq!(value, mesh.in_head());
    check(&|x| with(x).in_head(), &mesh.x, &d.x);
    let (value, d) = mesh.in_body_value_and_grad();
    assert_eq!(value, mesh.in_body());
    check(&|x| with(x).in_body(), &mesh.x, &d.x);
    let (p, points, faces) = ([0.4, 0.6, 0.9], [[0.2, 0.5], [0.8, 0.1]], [[2, 1], [0, 0]]);
    let (value, (dp, dpoints)) = behind_references::value_and_grad(&p, &points, &faces);
    assert_eq!(value, behind_references(&p, &points, &faces));
    let f = |x: &[f64]| behind_references(&[x[0], x[1], x[2]], &[[x[3], x[4]], [x[5], x[6]]], &faces);
    check(&f, &[p.as_slice(), points.as_flattened()].concat(), &[dp.as_slice(), dpoints.as_flattened()].concat());
}

#[test]
fn values() {
    holds!(written, [1.2, 0.4, 0.7]);
    holds!(given, [1.2, 0.4, 0.7]);
    holds!(declared_at_once, [1.2, 0.4, 0.7]);
    holds!(by_other_names, [1.2, 0.4, 0.7]);
}

#[test]
fn of_calls_and_in_calls() {
    holds!(elements_of_calls, [1.2, 0.4, 0.7]);
    holds!(arrays_by_value, [1.2, 0.4, 0.7]);
}

#[test]
fn places() {
    holds!(in_structs, [1.2, 0.4, 0.7]);
    holds!(rows, [1.2, 0.4, 0.7]);
    holds!(energy, [0.1, 0.2, 1.1, 0.0, 0.9, 1.2, 0.7]);
}

#[test]
fn of_data() {
    holds!(data, [1.2, 0.4, 0.7], &[[0, 1], [1, 2]], &[[0.4, 0.2], [0.5, 0.3]]);
}

#[test]
fn in_closures() {
    holds!(closures, [1.2, 0.4, 0.7]);
}

/// What `map` makes of an array is taken apart, by its name and at once.
#[differentiable]
fn mapped(p: &[f64]) -> f64 {
    let (array, k) = ([p[0], p[1] * p[0], p[2]], p[2]);
    let squares = array.map(|v| v * v);
    let [a, _, c] = squares;
    let [first, .., last] = squares;
    let [x, y, z] = array.map(|v| v.sin() * k);
    a * x * first + c * y + last * z * squares[1]
}

#[test]
fn of_mapped_arrays() {
    holds!(mapped, [1.2, 0.4, 0.7]);
}

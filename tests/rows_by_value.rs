//! Rows of arrays by value, where nothing in the function shows that they are rows: as elements of new arrays, and as arguments. Values
//! are bit for bit those of the functions, gradients are held against central differences.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Mesh {
    nodes: Vec<[f64; 2]>,
    weights: Vec<f64>,
    stiffness: f64,
}
#[differentiable]
fn area(p: &[[f64; 2]; 3]) -> f64 {
    0.5 * ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]))
}
#[differentiable]
fn product(p: [f64; 2]) -> f64 {
    p[0] * p[1]
}
#[differentiable]
fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}
#[differentiable]
impl Mesh {
    fn energy(&self, triangles: &[[usize; 3]]) -> f64 {
        let mut sum = 0.0;
        for t in triangles {
            let p = [self.nodes[t[0]], self.nodes[t[1]], self.nodes[t[2]]];
            sum += self.stiffness * area(&p);
            sum += area(&[self.nodes[t[0]], self.nodes[t[2]], self.nodes[t[2]]]);
        }
        sum
    }
    fn numbers(&self, i: usize) -> f64 {
        let p = [self.weights[i], self.weights[i + 1]];
        self.stiffness * product([self.weights[i], self.weights[0]]) + product(p)
    }
    fn edge(&self, i: usize, j: usize) -> f64 {
        let e = difference(self.nodes[i], self.nodes[j]);
        e[0] * e[0] * self.stiffness + e[1] * product(self.nodes[i])
    }
}
fn mesh(x: &[f64]) -> Mesh {
    let nodes = x[..8].chunks(2).map(|at| [at[0], at[1]]).collect();
    Mesh { nodes, weights: x[8..11].to_vec(), stiffness: x[11] }
}
fn flat(mesh: &MeshCotangent) -> Vec<f64> {
    [mesh.nodes.concat(), mesh.weights.clone(), vec![mesh.stiffness]].concat()
}
const AT: [f64; 12] = [1.0, 2.0, 3.0, 5.0, 0.1, 0.3, 2.0, 2.5, 0.3, 0.4, 0.5, 1.7];

#[test]
fn rows_of_an_array_in_a_struct_make_a_new_array() {
    let triangles = [[0, 1, 2], [1, 3, 2]];
    let f = |x: &[f64]| mesh(x).energy(&triangles);
    let (value, gradient) = mesh(&AT).energy_value_and_grad(&triangles);
    assert_eq!(value.to_bits(), f(&AT).to_bits());
    check(&f, &AT, &flat(&gradient));
}

#[test]
fn numbers_of_an_array_in_a_struct_make_a_new_array() {
    let f = |x: &[f64]| mesh(x).numbers(1);
    let (value, gradient) = mesh(&AT).numbers_value_and_grad(1);
    assert_eq!(value.to_bits(), f(&AT).to_bits());
    check(&f, &AT, &flat(&gradient));
}

#[test]
fn rows_of_an_array_in_a_struct_are_arguments_by_value() {
    let f = |x: &[f64]| mesh(x).edge(1, 2);
    let (value, gradient) = mesh(&AT).edge_value_and_grad(1, 2);
    assert_eq!(value.to_bits(), f(&AT).to_bits());
    check(&f, &AT, &flat(&gradient));
}

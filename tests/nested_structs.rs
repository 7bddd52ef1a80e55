//! Structs with arrays in structs and in arrays: a call that refers to one adds to its cotangent where that is, and clones nothing.
//! Gradients against central differences; bytes and clones counted.

mod differences;

use std::cell::Cell;

use backprop::{Differentiable, differentiable};
use differences::check;

thread_local! {
    static CLONES: Cell<usize> = const { Cell::new(0) };
}

#[derive(Differentiable)]
struct Matrix {
    columns: usize,
    data: Vec<f64>,
    scale: f64,
}

impl Clone for Matrix {
    fn clone(&self) -> Self {
        CLONES.set(CLONES.get() + 1);
        Self { columns: self.columns, data: self.data.clone(), scale: self.scale }
    }
}

#[differentiable]
impl Matrix {
    fn get(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.columns + j] * self.scale
    }
}

#[differentiable]
fn corner(m: &Matrix, i: usize) -> f64 {
    m.data[i] * m.data[0] + m.scale
}

#[derive(Clone, Differentiable)]
struct Pair {
    a: Matrix,
    b: Matrix,
    gain: f64,
}

#[derive(Clone, Differentiable)]
struct Deep {
    pair: Pair,
    all: Vec<Matrix>,
}

#[differentiable]
impl Pair {
    fn energy(&self, x: &[f64]) -> f64 {
        let mut sum = self.gain;
        for i in 0..self.a.columns {
            for j in 0..self.b.columns {
                sum += self.a.get(i, j) * x[j] + self.b.get(j, i).sin();
            }
        }
        sum
    }

    fn at(&self, i: usize) -> f64 {
        let chosen = if i % 2 == 0 { self.a.get(0, i % self.a.columns) } else { self.gain * corner(&self.b, i) };
        chosen * chosen
    }
}

#[differentiable]
impl Deep {
    fn deep(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        let mut i = 0;
        while i < x.len() {
            sum += x[i] * self.pair.a.get(0, i % self.pair.a.columns) + self.pair.at(i) * self.all[0].get(0, 0);
            i += 1;
        }
        sum
    }
}

#[differentiable]
fn by_index(all: &[Matrix], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..all.len() {
        for i in 0..all[k].columns {
            for j in 0..all[k].columns {
                sum += all[k].get(i, j) * x[j] * all[k].scale;
            }
        }
    }
    sum
}

#[differentiable]
fn by_loop(all: &[Matrix], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for m in all {
        for i in 0..m.columns * m.columns {
            sum += corner(m, i) * x[i % x.len()];
        }
    }
    sum
}

/// A sum that meets the element, a branch, and two elements in one turn.
#[differentiable]
fn of_two(all: &[Matrix], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let (own, other) = (all[0].get(0, i % all[0].columns), corner(&all[1], i));
        sum += own * other * all[1].data[i];
        if own > 0.1 {
            sum += x[i] * all[i % 2].get(0, 0);
        }
    }
    sum
}

const SIZE: usize = 3;

fn matrix(numbers: &[f64]) -> Matrix {
    Matrix { columns: SIZE, data: numbers[1..].to_vec(), scale: numbers[0] }
}

fn flat(d: &MatrixCotangent) -> Vec<f64> {
    [&[d.scale], &d.data[..]].concat()
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 7 + 3) % 11) as f64 * 0.13 - 0.4).collect()
}

const OF_ONE: usize = SIZE * SIZE + 1;

#[test]
fn in_fields() {
    let x = [0.4, -0.9, 0.7];
    let pair = |n: &[f64]| Pair { a: matrix(&n[..OF_ONE]), b: matrix(&n[OF_ONE..2 * OF_ONE]), gain: n[2 * OF_ONE] };
    let flat_pair = |d: &PairCotangent| [flat(&d.a), flat(&d.b), vec![d.gain]].concat();
    let n = numbers(2 * OF_ONE + 1);
    let (d_pair, d_x) = pair(&n).energy_grad(&x);
    check(&|n| pair(n).energy(&x), &n, &flat_pair(&d_pair));
    check(&|x| pair(&n).energy(x), &x, &d_x);
    for i in 0..4 {
        check(&|n| pair(n).at(i), &n, &flat_pair(&pair(&n).at_grad(i)));
    }
    let n = numbers(3 * OF_ONE + 1);
    let deep = |n: &[f64]| Deep { pair: pair(n), all: vec![matrix(&n[2 * OF_ONE + 1..])] };
    let (d_deep, d_x) = deep(&n).deep_grad(&x);
    check(&|n| deep(n).deep(&x), &n, &[flat_pair(&d_deep.pair), flat(&d_deep.all[0])].concat());
    check(&|x| deep(&n).deep(x), &x, &d_x);
}

type OfMatrices = fn(&[Matrix], &[f64]) -> f64;
type Gradient = fn(&[Matrix], &[f64]) -> (Vec<MatrixCotangent>, Vec<f64>);

const OF_ELEMENTS: [(OfMatrices, Gradient); 3] =
    [(by_index, by_index::grad), (by_loop, by_loop::grad), (of_two, of_two::grad)];

#[test]
fn in_arrays() {
    let x = numbers(SIZE * SIZE);
    let n = numbers(2 * OF_ONE);
    let all = |n: &[f64]| n.chunks(OF_ONE).map(matrix).collect::<Vec<_>>();
    for (f, grad) in OF_ELEMENTS {
        let (d_all, d_x) = grad(&all(&n), &x);
        check(&|n| f(&all(n), &x), &n, &d_all.iter().flat_map(flat).collect::<Vec<_>>());
        check(&|x| f(&all(&n), x), &x, &d_x);
    }
}

/// Four times as many numbers take about four times the bytes, for as many calls.
#[test]
fn what_calls_add_is_added_where_it_is() {
    let square = |columns: usize| Matrix { columns, data: numbers(columns * columns), scale: 0.5 };
    let costs = |name: &str, run: &dyn Fn(usize)| {
        let bytes = |columns: usize| allocation_counter::measure(|| run(columns)).bytes_total;
        let (one, four) = (bytes(20), bytes(40));
        assert!(four < one * 5, "{name}: {one} bytes, and {four} of four times as many numbers");
    };
    let pair = |columns: usize| Pair { a: square(columns), b: square(columns), gain: 0.3 };
    costs("energy", &|n| {
        let _ = pair(n).energy_grad(&numbers(n));
    });
    costs("deep", &|n| {
        let _ = Deep { pair: pair(n), all: vec![square(n)] }.deep_grad(&numbers(n * n));
    });
    for (at, (_, grad)) in OF_ELEMENTS.into_iter().enumerate() {
        costs(&format!("of elements, {at}"), &|n| {
            let _ = grad(&[square(n), square(n)], &numbers(n * n));
        });
    }
}

#[test]
fn nothing_is_cloned() {
    let all = [matrix(&numbers(OF_ONE)), matrix(&numbers(OF_ONE))];
    let pair = Pair { a: matrix(&numbers(OF_ONE)), b: matrix(&numbers(OF_ONE)), gain: 0.3 };
    CLONES.set(0);
    for (_, grad) in OF_ELEMENTS {
        let _ = grad(&all, &numbers(SIZE * SIZE));
        assert_eq!(CLONES.get(), 0);
    }
    let _ = pair.energy_grad(&numbers(SIZE));
    let _ = pair.at_grad(1);
    assert_eq!(CLONES.get(), 0);
}

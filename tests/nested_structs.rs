//! Structs with arrays in structs and in arrays: a call that refers to one adds to its cotangent where that is, and clones nothing.
//! Gradients against central differences; bytes and clones counted.

#![expect(
    clippy::needless_range_loop,
    clippy::manual_is_multiple_of,
    clippy::useless_vec,
    reason = "each shape of a loop and of a vector is tried"
)]

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

    fn used_up(self, x: f64) -> f64 {
        let mut sum = self.scale;
        for i in 0..self.data.len() {
            sum += self.data[i] * x;
        }
        sum
    }
}

#[differentiable]
fn corner(m: &Matrix, i: usize) -> f64 {
    m.data[i] * m.data[0] + m.scale
}

/// A struct that calls change where it stands: in another one, and in an array.
#[derive(Clone, Differentiable)]
struct Filter {
    name: String,
    taps: Vec<f64>,
    past: Vec<Vec<f64>>,
    seen: usize,
    gain: f64,
}

#[differentiable]
impl Filter {
    fn step(&mut self, i: usize, x: f64) -> f64 {
        let n = self.taps.len();
        let at = i % n;
        self.past[0][at] = x * self.gain + self.past[0][(i + 1) % n];
        self.seen += 1;
        self.taps[at] * self.past[0][at] * self.past[1][0]
    }

    fn tune(&mut self, by: f64) {
        self.gain *= by;
    }

    /// What was there is not asked for any more.
    fn reset(&mut self, x: f64) {
        let n = self.taps.len();
        self.taps = vec![x; n];
        self.taps[0] += 0.1;
    }
}

#[derive(Clone, Differentiable)]
struct Bank {
    first: Filter,
    rest: Vec<Filter>,
    #[constant]
    label: String,
    mix: f64,
}

#[differentiable]
impl Bank {
    fn in_field(&mut self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            self.first.tune(0.9 + x[i]);
            let y = self.first.step(i, x[i]);
            sum += y * self.mix;
            if i == 2 {
                self.first.reset(x[0]);
            }
            self.mix *= 1.0 + 0.1 * self.first.gain;
        }
        sum + self.first.past[0][0] * self.first.taps[1]
    }

    fn in_array(&mut self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            for filter in &mut self.rest {
                sum += filter.step(i, x[i]) * self.mix;
            }
            for k in 0..self.rest.len() {
                self.rest[k].tune(0.8 + x[i] * x[i]);
                if i == k + 1 {
                    self.rest[k].reset(x[k]);
                }
            }
            sum += self.rest[0].past[0][0] * self.rest[1].past[1][0];
        }
        sum
    }
}

#[differentiable]
fn field_of(bank: &mut Bank, x: &[f64]) -> f64 {
    bank.in_field(x) + bank.first.gain * bank.mix
}

#[differentiable]
fn array_of(bank: &mut Bank, x: &[f64]) -> f64 {
    bank.in_array(x) + bank.rest[0].taps[0]
}

/// An array of structs behind `&mut`, and one of the function's own.
#[differentiable]
fn elements_of(filters: &mut [Filter], x: &[f64]) -> f64 {
    let mut own = vec![filters[1].clone(), filters[0].clone()];
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += filters[0].step(i, x[i]);
        own[1].tune(1.0 + x[i]);
        sum += own[1].step(i, sum) + own[0].step(i, x[i]);
    }
    filters[0].reset(x[0]);
    sum * filters[0].past[0][0] + own[1].past[0][1]
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

/// Elements by value: a method may take them so.
#[differentiable]
fn of_values(all: Vec<Matrix>, x: f64) -> f64 {
    let mut sum = 0.0;
    for m in all {
        sum += m.used_up(x) * x;
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
    let number = |i: usize| u8::try_from((i * 7 + 3) % 11).map_or(0.0, f64::from);
    (0..count).map(|i| number(i) * 0.13 - 0.4).collect()
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

fn filter(n: &[f64]) -> Filter {
    let size = n.len() / 3;
    let (taps, past) = (n[..size].to_vec(), vec![n[size..2 * size].to_vec(), n[2 * size..3 * size].to_vec()]);
    Filter { name: "low".into(), taps, past, seen: 0, gain: n[3 * size] }
}

fn flat_filter(d: &FilterCotangent) -> Vec<f64> {
    [&d.taps[..], &d.past.concat(), &[d.gain]].concat()
}

fn bank(n: &[f64]) -> Bank {
    let (filters, mix) = (n.len() / 3, n[n.len() - 1]);
    let [first, second, third] = [0, 1, 2].map(|at| filter(&n[at * filters..(at + 1) * filters]));
    Bank { first, rest: vec![second, third], label: "bank".into(), mix }
}

fn flat_bank(d: &BankCotangent) -> Vec<f64> {
    let rest = d.rest.iter().flat_map(flat_filter);
    flat_filter(&d.first).into_iter().chain(rest).chain([d.mix]).collect()
}

type OfBank = fn(&mut Bank, &[f64]) -> f64;
type BankGradient = fn(&mut Bank, &[f64]) -> (BankCotangent, Vec<f64>);

const OF_BANKS: [(OfBank, BankGradient); 2] = [(field_of, field_of::grad), (array_of, array_of::grad)];

#[test]
fn changed_in_fields_and_arrays() {
    let x = [0.4, -0.9, 0.7, 0.2, -0.3];
    let n = numbers(3 * 10 + 1);
    let Bank { label, first, .. } = bank(&n);
    assert_eq!(label + &first.name, "banklow");
    for (f, grad) in OF_BANKS {
        let (d_bank, d_x) = grad(&mut bank(&n), &x);
        check(&|n| f(&mut bank(n), &x), &n, &flat_bank(&d_bank));
        check(&|x| f(&mut bank(&n), x), &x, &d_x);
    }
    let filters = |n: &[f64]| [filter(&n[..10]), filter(&n[10..20])];
    let (d_filters, d_x) = elements_of::grad(&mut filters(&n), &x);
    check(&|n| elements_of(&mut filters(n), &x), &n[..20], &d_filters.iter().flat_map(flat_filter).collect::<Vec<_>>());
    check(&|x| elements_of(&mut filters(&n), x), &x, &d_x);
}

#[test]
fn by_value() {
    let n = numbers(2 * OF_ONE);
    let all = |n: &[f64]| n.chunks(OF_ONE).map(matrix).collect::<Vec<_>>();
    let (d_all, d_x) = of_values::grad(all(&n), 0.7);
    check(&|n| of_values(all(n), 0.7), &n, &d_all.iter().flat_map(flat).collect::<Vec<_>>());
    check(&|x| of_values(all(&n), x[0]), &[0.7], &[d_x]);
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
    let filter_of = |columns: usize| filter(&numbers(3 * columns * columns + 1));
    for (at, (_, grad)) in OF_BANKS.into_iter().enumerate() {
        costs(&format!("of banks, {at}"), &|n| {
            let rest = vec![filter_of(n), filter_of(n)];
            let mut bank = Bank { first: filter_of(n), rest, label: String::new(), mix: 0.3 };
            let _ = grad(&mut bank, &numbers(n * n));
        });
    }
    costs("of filters", &|n| {
        let _ = elements_of::grad(&mut [filter_of(n), filter_of(n)], &numbers(n * n));
    });
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

#[derive(Clone, Copy, Differentiable)]
struct Shift {
    turns: u32,
    y: f64,
}

/// A function of the type that gives a number is no constructor: the field that it is added to is a number.
#[differentiable]
impl Shift {
    fn by<F: Fn(f64) -> f64>(&self, f: F) -> f64 {
        let g = |b, t| self.y - b + t + self.y;
        let p = g(if self.y <= 0.5 { self.y } else { self.y / 2.0 }.cos(), self.y);
        f(p) + g(self.y, f(p.sin()).sin_cos().0)
    }
    fn both<F: Fn(f64, f64) -> f64>(self, x: f64, z: &F) -> f64 {
        z(x, self.y) + self.by(|b| b.exp() - 0.5) + self.y + Shift::by(&self, f64::cos)
    }
}

#[differentiable]
fn shifted(y: f64, x: f64) -> f64 {
    let shift = Shift { turns: 2, y };
    shift.both(x, &|a, b| a * b * y)
}

#[test]
fn what_is_added_to_a_number_of_a_function_of_the_type_is_a_number() {
    assert_eq!(Shift { turns: 1, y: 0.0 }.turns, 1);
    for (y, x) in [(0.3, 0.8), (0.9, -0.4)] {
        let (d_y, d_x) = shifted::grad(y, x);
        let h = 1e-6;
        let of_y = (shifted(y + h, x) - shifted(y - h, x)) / (2.0 * h);
        let of_x = (shifted(y, x + h) - shifted(y, x - h)) / (2.0 * h);
        assert!((d_y - of_y).abs() < 1e-7 && (d_x - of_x).abs() < 1e-7);
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    a: f64,
    b: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    p: Point,
    at: [f64; 2],
}

#[differentiable]
impl Body {
    fn energy(&self, k: f64) -> f64 {
        self.p.a * k * k
    }
}

/// What a function that is left early has put together is looked at in one branch: elsewhere its array has no sensitivity.
#[differentiable]
fn force(b: &Body) -> f64 {
    let made = Body { p: Point { a: 1.0, b: b.energy(b.at[0]) }, at: [1.0, b.p.a] };
    if b.p.b > 0.5 {
        return b.at[1];
    }
    made.p.b
}

#[test]
fn structs_are_made_before_a_function_is_left() {
    let body = |x: &[f64]| Body { p: Point { a: x[0], b: x[1] }, at: [x[2], x[3]] };
    for x in [[0.7, 0.2, 1.3, 0.4], [0.7, 0.9, 1.3, 0.4]] {
        let d = force::grad(&body(&x));
        check(&|x| force(&body(x)), &x, &[d.p.a, d.p.b, d.at[0], d.at[1]]);
    }
}

/// Rows of structs, of fixed lengths and of others, which one struct fills.
#[derive(Clone, Copy, Differentiable)]
struct Pixel {
    light: f64,
    weight: f64,
}

#[differentiable]
fn in_rows(x: &[f64]) -> f64 {
    let one = Pixel { light: x[0], weight: x[1] };
    let mut fixed = vec![[one; 2]; 3];
    let mut grid = vec![vec![Pixel { light: x[2], weight: x[0] * x[1] }; 3]; 2];
    let mut square = [[Pixel { light: 0.5, weight: x[2] }; 2]; 2];
    fixed[0][1].light *= x[1];
    grid[1][2].weight = x[0];
    for row in &mut square {
        row[1].light *= x[2];
    }
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..2 {
            sum += fixed[i + 1][j].light * grid[i][j + 1].weight * square[i][j].light + square[j][i].weight;
        }
    }
    for row in &fixed {
        for pixel in row {
            sum += pixel.light * pixel.weight;
        }
    }
    sum + grid[1][2].weight * grid[0][2].weight + fixed[0][1].light
}

#[test]
fn rows_of_structs_are_filled() {
    let x = [0.7, -0.4, 1.3];
    check(&|x| in_rows(x), &x, &in_rows::grad(&x));
}

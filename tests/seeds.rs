//! Calls of functions that refer to structs with arrays: what a call adds to the cotangent of a struct is added where that is.
//! Gradients against central differences, bytes counted.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// A matrix as a numerical programmer writes one, with an accessor.
#[derive(Clone, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    columns: usize,
    scale: f64,
}

#[differentiable]
impl Matrix {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.scale * self.data[i * self.columns + j]
    }

    /// Gives what depends on no array.
    fn scaled(&self, x: f64) -> f64 {
        self.scale * x * x
    }

    /// Loops and calls with arrays beside the struct.
    fn row_dot(&self, i: usize, x: &[f64]) -> f64 {
        let mut sum = self.data[0] * 0.25;
        for (j, x) in x.iter().enumerate() {
            sum += self.at(i, j) * x;
        }
        sum
    }

    /// Calls of calls.
    fn form(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += x[i] * self.row_dot(i, x) + self.scaled(x[i]);
        }
        sum
    }

    /// Calls in branches, on one side and on both, and a way out.
    fn chosen(&self, limit: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.columns {
            let a = self.at(i, i);
            if a > 0.0 {
                sum += a * self.at(i, 0);
            } else if i > 1 {
                sum -= self.at(0, i).sin();
            }
            sum += if i % 2 == 0 { self.at(i, 1) } else { self.data[i] * self.at(1, i) };
            if sum > limit {
                return sum * self.at(0, 0);
            }
        }
        sum
    }

    fn called_twice(&self, x: &[f64]) -> f64 {
        let first = self.at(0, 1);
        let second = self.row_dot(1, x);
        first * second + self.data[2] * self.scale + self.at(1, 1).exp()
    }
}

/// By name, beside arrays of the caller's that change.
#[differentiable]
fn entry(m: &Matrix, i: usize) -> f64 {
    m.at(i, i) * m.data[i]
}

#[differentiable]
fn fill(m: &Matrix, out: &mut [f64], i: usize) -> f64 {
    out[i] = m.scale * m.data[i] + out[0];
    out[i] * entry(m, i)
}

#[differentiable]
fn two(a: &Matrix, b: &Matrix, n: usize) -> f64 {
    let mut out = vec![0.5; n];
    let mut sum = 0.0;
    for i in 0..n {
        sum += entry(a, i) * entry(b, i) + fill(a, &mut out, i);
        sum += entry(b, 0) * out[i];
    }
    sum
}

#[differentiable]
fn twice_the_same(a: &Matrix, n: usize) -> f64 {
    two(a, a, n) + entry(a, 1)
}

#[differentiable]
fn until(m: &Matrix, limit: f64) -> f64 {
    let (mut sum, mut i) = (0.0, 0);
    while sum < limit && i < m.columns {
        sum += entry(m, i) * entry(m, i) + 0.1;
        i += 1;
    }
    sum
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    x: f64,
    mass: f64,
}

/// An array of structs, a struct with an array in it, and numbers.
#[derive(Clone, Differentiable)]
struct System {
    bodies: Vec<Body>,
    metric: Matrix,
    charges: [f64; 3],
    gravity: f64,
}

#[differentiable]
impl System {
    fn pair(&self, i: usize, j: usize) -> f64 {
        let d = self.bodies[i].x - self.bodies[j].x;
        self.gravity * self.bodies[i].mass * self.bodies[j].mass / (1.0 + d * d) * self.charges[i % 3]
    }

    fn energy(&self, n: usize) -> f64 {
        let mut energy = 0.0;
        for i in 0..n {
            energy += self.pair(i, (i + 1) % n) * self.metric.at(i % 3, i % 2);
            energy += 0.1 * self.bodies[i].x * self.gravity;
        }
        energy
    }
}

/// A type parameter, and a trait: its method takes no seed, and its caller does not know.
#[derive(Clone, Differentiable)]
struct Table<T> {
    values: Vec<T>,
}

#[differentiable]
impl<T: backprop::Real> Table<T> {
    fn value(&self, i: usize) -> T {
        self.values[i] * self.values[0]
    }

    fn total(&self) -> T {
        let mut sum = self.value(0);
        for i in 1..self.values.len() {
            sum += self.value(i);
        }
        sum
    }
}

#[differentiable]
trait Curve {
    fn height(&self, i: usize) -> f64;
}

#[differentiable]
impl Curve for Table<f64> {
    fn height(&self, i: usize) -> f64 {
        self.value(i) + self.values[i]
    }
}

#[differentiable]
fn area<C: Curve>(curve: &C, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        sum += curve.height(i);
    }
    sum
}

/// Recursive: its backpropagator is in a box.
#[differentiable]
fn below(m: &Matrix, i: usize) -> f64 {
    if i == 0 { m.data[0] } else { m.at(i, 0) * below(m, i - 1) + entry(m, i) }
}

/// The struct is a variable, and changes between the calls.
#[differentiable]
fn changing(x: &[f64]) -> f64 {
    let mut m = Matrix { data: x.to_vec(), columns: 3, scale: x[0] };
    let mut sum = 0.0;
    for i in 0..m.columns {
        sum += m.at(i, i) * m.at(0, i);
        m.data[i] = sum * 0.5;
        m.scale += 0.1 * x[i + 1];
    }
    sum + m.at(2, 2)
}

/// What a field was before it is replaced has the sensitivity of the calls before alone.
#[differentiable]
fn replaced(m: &Matrix, x: f64) -> f64 {
    let mut m = m.clone();
    let before = entry(&m, 1) * x;
    m.scale = x * x;
    let between = entry(&m, 1) + m.at(0, 1);
    before * between + entry(&m, 1)
}

/// The same in turns.
#[differentiable]
fn replaced_in_turns(m: &Matrix, x: f64) -> f64 {
    let mut m = m.clone();
    let mut sum = 0.0;
    for i in 0..3 {
        sum += entry(&m, i) * x;
        m.scale = x * sum;
        sum += entry(&m, 0);
    }
    sum
}

const NUMBERS: [f64; 10] = [0.3, 1.1, -0.7, 0.9, 0.45, -0.2, 0.8, 0.35, -0.6, 1.3];

fn matrix(numbers: &[f64]) -> Matrix {
    let (&scale, data) = numbers.split_last().expect("the scale stands last");
    Matrix { data: data.to_vec(), columns: data.len().isqrt(), scale }
}

fn flat(d: &MatrixCotangent) -> Vec<f64> {
    [&d.data[..], &[d.scale]].concat()
}

#[track_caller]
fn holds(f: impl Fn(&Matrix) -> f64, gradient: &MatrixCotangent) {
    check(&|numbers| f(&matrix(numbers)), &NUMBERS, &flat(gradient));
}

#[test]
fn methods() {
    let (m, x) = (matrix(&NUMBERS), [0.4, -0.9, 0.25]);
    let (d_m, d_x) = m.form_grad(&x);
    holds(|m| m.form(&x), &d_m);
    check(&|x| m.form(x), &x, &d_x);
    for limit in [100.0, 0.4, -5.0] {
        holds(|m| m.chosen(limit), &m.chosen_grad(limit).0);
    }
    let (d_m, d_x) = m.called_twice_grad(&x);
    holds(|m| m.called_twice(&x), &d_m);
    check(&|x| m.called_twice(x), &x, &d_x);
    let (value, backpropagator) = m.form_vjp(&x);
    assert_eq!(value.to_bits(), m.form(&x).to_bits());
    assert_eq!(flat(&backpropagator(1.0).0), flat(&m.form_grad(&x).0));
}

#[test]
fn functions() {
    let (m, other) = (matrix(&NUMBERS), matrix(&NUMBERS.map(|x| 0.4 - x)));
    let (d_m, d_other) = two::grad(&m, &other, 3);
    holds(|m| two(m, &other, 3), &d_m);
    check(&|numbers| two(&m, &matrix(numbers), 3), &NUMBERS.map(|x| 0.4 - x), &flat(&d_other));
    holds(|m| twice_the_same(m, 3), &twice_the_same::grad(&m, 3));
    for limit in [0.05, 0.5, 50.0] {
        holds(|m| until(m, limit), &until::grad(&m, limit).0);
    }
    holds(|m| below(m, 2), &below::grad(&m, 2));
    let (d_m, d_x) = replaced::grad(&m, 0.6);
    holds(|m| replaced(m, 0.6), &d_m);
    check(&|x| replaced(&m, x[0]), &[0.6], &[d_x]);
    let (d_m, d_x) = replaced_in_turns::grad(&m, 0.6);
    holds(|m| replaced_in_turns(m, 0.6), &d_m);
    check(&|x| replaced_in_turns(&m, x[0]), &[0.6], &[d_x]);
    check(&|x| changing(x), &NUMBERS[..9], &changing::grad(&NUMBERS[..9]));
}

fn system(numbers: &[f64]) -> System {
    let bodies = numbers[..8].chunks(2).map(|pair| Body { x: pair[0], mass: pair[1] }).collect();
    let charges = [numbers[8], numbers[9], numbers[10]];
    System { bodies, charges, gravity: numbers[11], metric: matrix(&numbers[12..]) }
}

#[test]
fn systems() {
    let numbers: Vec<f64> = (0..22).map(|i| (f64::from(i) * 0.7).sin()).collect();
    let d = system(&numbers).energy_grad(4);
    let bodies = d.bodies.iter().flat_map(|body| [body.x, body.mass]);
    let gradient: Vec<f64> = bodies.chain(d.charges).chain([d.gravity]).chain(flat(&d.metric)).collect();
    check(&|numbers| system(numbers).energy(4), &numbers, &gradient);
}

#[test]
fn type_parameters_and_traits() {
    let table = |values: &[f64]| Table { values: values.to_vec() };
    let values = [0.3, -0.8, 1.2, 0.7];
    check(&|values| table(values).total(), &values, &table(&values).total_grad().values);
    check(&|values| area(&table(values), 4), &values, &area::grad(&table(&values), 4).values);
}

/// Four times as many numbers take about four times the bytes: a cotangent for each call would take more than seven times as many.
#[test]
fn no_call_makes_a_cotangent() {
    let in_proportion = |run: &dyn Fn(usize)| {
        let bytes = |side: usize| allocation_counter::measure(|| run(side)).bytes_total;
        let (one, four) = (bytes(20), bytes(40));
        assert!(four < one * 5, "{one} bytes, and {four} of four times as many numbers");
    };
    let m = |side: usize| Matrix { data: vec![0.1; side * side], columns: side, scale: 0.5 };
    in_proportion(&|side| drop(m(side).chosen_grad(1e9)));
    in_proportion(&|side| drop(m(side).form_grad(&vec![0.2; side])));
    in_proportion(&|side| drop(two::grad(&m(side), &m(side), side)));
    in_proportion(&|side| drop(until::grad(&m(side), 1e9)));
    in_proportion(&|side| drop(Table { values: vec![0.5; side * side] }.total_grad()));
    in_proportion(&|side| {
        let bodies = vec![Body { x: 0.2, mass: 1.0 }; side * side];
        drop(System { bodies, metric: m(3), charges: [0.1; 3], gravity: 1.0 }.energy_grad(side * side));
    });
}

//! Arrays that `std::array::from_fn` makes, elements of constants at computed places, and loops over ranges without an end: values bit for
//! bit, gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use std::array;

use agrees::agrees;
use backprop::{Differentiable, Real, differentiable};

#[differentiable]
fn midpoint<const N: usize>(f: impl Fn(&[f64; N]) -> [f64; N], y: [f64; N], h: f64) -> [f64; N] {
    let k = f(&y);
    let half: [f64; N] = array::from_fn(|i| y[i] + 0.5 * h * k[i]);
    let k = f(&half);
    if h > 10.0 {
        return array::from_fn(|_| 0.0);
    }
    array::from_fn(|i| y[i] + h * k[i])
}

#[differentiable]
fn pendulum(x: &[f64]) -> f64 {
    let y = midpoint(|y: &[f64; 2]| [y[1] * x[2], -y[0].sin()], [x[0], x[1]], x[3]);
    y[0] * y[1]
}

#[differentiable]
fn product(a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}

#[differentiable]
fn squared(x: &[f64]) -> f64 {
    let a = [[x[0], x[1]], [x[2], x[3]]];
    let c = product(&a, &a);
    c[0][1] * c[1][0] + c[1][1]
}

/// The elements are made one after the other.
#[differentiable]
fn running(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let a: [f64; 3] = core::array::from_fn(|i| {
        sum += x[i];
        sum * x[i + 1]
    });
    let b = array::from_fn::<f64, 2, _>(move |i| x[i] * x[i]);
    a[2] * sum * b[1]
}

#[differentiable]
fn of_scalars<T: Real>(x: &[T]) -> T {
    let a: [T; 2] = array::from_fn(|i| x[i] * x[i + 1]);
    a[0] * a[1]
}

#[test]
fn arrays_are_made_of_functions_of_the_index() {
    agrees!(pendulum, squared, running);
    assert_eq!(of_scalars::grad(&[1.0_f32, 2.0, 3.0]), [12.0, 12.0, 4.0]);
}

#[differentiable]
fn unit(x: [f64; 3]) -> [f64; 3] {
    let n = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
    x.map(|v| v / n)
}

#[differentiable]
fn waves(y: &[f64; 2], k: f64) -> [f64; 2] {
    let mut sum = 0.0;
    let z = y.map(|v| {
        sum += v;
        v.sin() * k * sum
    });
    [z[0] * sum, z[1] + y[0]]
}

#[differentiable]
fn mapped(x: &[f64]) -> f64 {
    let a = unit([x[0], x[1], x[2]]);
    let b = a.map(|v| v * v + x[3]);
    let z = waves(&[x[4], x[5]], b[1]);
    a[0] * b[2] + z[0] * z[1]
}

#[test]
fn arrays_are_mapped() {
    agrees!(mapped);
}

/// Arrays of structs that one `let` gives names to.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Quaternion {
    w: f64,
    v: [f64; 3],
}

#[differentiable]
impl Quaternion {
    fn times(self, other: Quaternion) -> Quaternion {
        let (a, b) = (self.v, other.v);
        Quaternion {
            w: self.w * other.w - (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]),
            v: [
                self.w * b[0] + other.w * a[0] + a[1] * b[2] - a[2] * b[1],
                self.w * b[1] + other.w * a[1] + a[2] * b[0] - a[0] * b[2],
                self.w * b[2] + other.w * a[2] + a[0] * b[1] - a[1] * b[0],
            ],
        }
    }
}

#[differentiable]
fn rotated(x: &[f64]) -> f64 {
    let p = Quaternion { w: x[0], v: [x[1], x[2], x[3]] };
    let q = Quaternion { w: x[4], v: [x[5], 2.0, x[0]] };
    let r = p.times(q).times(p);
    let (a, b) = (&r.v, &p.v);
    r.w * r.v[0] + a[1] * b[2]
}

#[test]
fn arrays_of_structs_get_names_together() {
    agrees!(rotated);
}

const WEIGHTS: [f64; 4] = [1.0, 2.0, 3.0, 4.0];
const TABLE: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
const ORDER: [usize; 3] = [2, 1, 0];

#[differentiable]
fn of_tables(x: &[f64]) -> f64 {
    let mut sum = WEIGHTS[x.len() / 3] * x[0] + WEIGHTS[x.len() % 4] * x[x.len() / 2];
    for i in 0..2 {
        sum += x[i] * WEIGHTS[x.len() - 4 + i] * TABLE[x.len() % 2][i];
    }
    sum * x[ORDER[x.len() - 5]]
}

#[test]
fn constants_have_elements_at_computed_places() {
    agrees!(of_tables);
}

#[differentiable]
fn exponential(x: &[f64]) -> f64 {
    let (mut sum, mut term) = (0.0, 1.0);
    for k in 1.. {
        term *= x[0] / f64::from(k);
        sum += term;
        if term.abs() < 1e-15 {
            break;
        }
    }
    sum * x[1]
}

#[differentiable]
fn leaving(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    'pairs: for k in 1.. {
        if k % 2 == 0 {
            continue;
        }
        for j in 0.. {
            if j == k {
                continue 'pairs;
            }
            if k > 5 {
                break 'pairs;
            }
            sum += x[j] * x[k];
        }
    }
    let mut last = x[0];
    for (k, v) in x.iter().enumerate() {
        for _ in 0.. {
            if last < 0.3 {
                return sum * last + v * k as f64;
            }
            last *= x[3] * 0.5;
        }
    }
    sum
}

#[test]
fn ranges_without_an_end_are_left() {
    agrees!(exponential, leaving);
}

/// Indices that options of data hold, and data that a struct takes and is asked for afterwards.
#[derive(Clone, Debug, Differentiable)]
struct Hypothesis {
    tokens: Vec<usize>,
    score: f64,
}

#[differentiable]
fn extended(h: &Hypothesis, token: usize, w: &[f64]) -> Hypothesis {
    let mut tokens = h.tokens.clone();
    tokens.push(token);
    let last = *h.tokens.last().unwrap();
    let first = h.tokens.first().expect("a token");
    Hypothesis { tokens, score: h.score + w[token] * w[last] * w[*first] }
}

#[differentiable]
fn searched(x: &[f64]) -> f64 {
    let tokens = vec![0, 5];
    let start = Hypothesis { tokens, score: x[3] };
    let h = extended(&extended(&start, 2, x), 3, x);
    let mut sum = h.score * h.tokens.len() as f64 * x[*h.tokens.last().unwrap()];
    for &token in &start.tokens {
        sum += x[token] * start.score;
    }
    sum * start.tokens.len() as f64
}

#[test]
fn data_of_structs_are_indices() {
    agrees!(searched);
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    x: f64,
    at: [f64; 2],
}

#[differentiable]
fn weight(b: &Body, k: f64) -> f64 {
    b.x * k.sin() + b.at[1]
}

/// What calls and fields give is in the arrays of structs that are put together: they hold numbers.
#[differentiable]
fn put_together(x: &[f64]) -> f64 {
    let b = Body { x: x[0], at: [x[1], x[0] * x[1]] };
    let near = Body { x: weight(&b, 1.0), at: [b.x + b.at[1], weight(&b, 2.0)] };
    let far = Body { x: weight(&near, b.at[1]), at: [weight(&near, b.at[1]).tanh(), near.x * b.at[1]] };
    weight(&far, b.x)
}

#[test]
fn arrays_in_structs_are_made_of_what_calls_give() {
    agrees!(put_together);
}

/// A field, of which the definition says that it is an array.
#[derive(Clone, Copy, Differentiable)]
struct Weights {
    w: [f64; 3],
    scale: f64,
}

#[derive(Clone, Differentiable)]
struct Unit {
    weights: Weights,
    trace: Vec<f64>,
}

#[differentiable]
impl Weights {
    fn scaled(&self) -> Weights {
        Weights { w: self.w.map(|v| v * self.scale), scale: 1.0 }
    }
}

#[differentiable]
impl Unit {
    fn learn(&mut self) {
        self.weights.w = self.weights.w.map(|v| v.sin() * self.trace[0]);
    }
}

#[differentiable]
fn fields_mapped(x: &[f64]) -> f64 {
    let weights = Weights { w: [x[0], x[1], x[2]], scale: x[3] };
    let mut unit = Unit { weights, trace: x.to_vec() };
    unit.learn();
    let shifted = unit.weights.w.map(|v| v + x[4]);
    let other = unit.weights.scaled();
    shifted[0] * shifted[1] * other.w[2] + other.w[0] * other.scale
}

#[test]
fn fields_are_mapped() {
    agrees!(fields_mapped);
}

#[differentiable]
fn line(x: &[f64], k: f64) -> Vec<f64> {
    let mut line = x.to_vec();
    for v in &mut line {
        *v *= k;
    }
    line
}

/// Vectors of one row, as often as is computed: each row is one of its own.
#[differentiable]
fn rows_repeated(x: &[f64]) -> f64 {
    let n = x.len() - 2;
    let (fixed, grown) = ([x[0], x[1] * x[2], x[2].sin()], x[1..].to_vec());
    let mut a = vec![fixed; n];
    let mut b = vec![grown.clone(); n];
    let mut c = vec![x.to_vec(); 2];
    let tilted: Vec<f64> = line(x, x[3]);
    let mut d = vec![tilted; n];
    let mut e = vec![grown; n];
    let none = vec![fixed; x.len() - 6];
    for i in 0..n {
        a[i][i % 3] *= x[1];
        b[i][i] += a[i][0];
        c[i % 2][i] *= b[i][1];
        d[i][1] -= c[0][i];
        e[i][0] *= d[i][2];
    }
    let mut sum = fixed[0] * none.len() as f64;
    for i in 0..n {
        sum += a[i][0] * a[i][1] * a[i][2] + b[i][0] * b[i][1] + c[1][i] * d[i][1] + e[i][0] * e[i][1];
    }
    sum + fixed[1]
}

/// Arrays of one row.
#[differentiable]
fn rows_of_arrays(row: &[f64; 3], x: &[f64]) -> f64 {
    let own = *row;
    let (mut a, mut b) = ([*row; 4], [own; 2]);
    for i in 0..4 {
        a[i][i % 3] *= x[i];
        b[i % 2][1] += a[i][2];
    }
    a[0][0] * a[1][1] * a[3][0] + b[0][1] * b[1][0] * own[2]
}

#[differentiable]
fn rows_of_arrays_of(x: &[f64]) -> f64 {
    rows_of_arrays(&[x[0], x[1], x[2]], &x[1..])
}

#[test]
fn rows_are_repeated() {
    agrees!(rows_repeated);
    agrees!(rows_of_arrays_of);
}

//! Patterns that ask for the length of a slice: recursion on slices, windows, chunks, the ends of a slice. Values against closed forms or
//! loops with indices, gradients against central differences.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::items_after_statements,
    clippy::cast_precision_loss,
    reason = "values are compared bit for bit; formulas as in books"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

const AT: [f64; 5] = [0.3, 0.9, 1.7, 0.2, -0.6];

#[test]
fn recursion_on_slices() {
    #[differentiable]
    fn horner(coefficients: &[f64], x: f64) -> f64 {
        match coefficients {
            [] => 0.0,
            [c] => *c,
            [c, rest @ ..] => c + x * horner(rest, x),
        }
    }
    let (value, (d, dx)) = horner::value_and_grad(&AT[..3], 2.0);
    assert_eq!(value, 0.3 + 2.0 * (0.9 + 2.0 * 1.7));
    assert_eq!(d, [1.0, 2.0, 4.0]);
    assert!((dx - 7.7).abs() < 1e-14);
    assert_eq!(horner::grad(&AT[..0], 2.0), (vec![], 0.0));
    assert_eq!(horner::grad(&AT[..1], 2.0), (vec![1.0], 0.0));

    #[differentiable]
    fn folded(xs: &[f64]) -> f64 {
        match xs {
            [] | [_] => 1.0,
            [first, middle @ .., last] => first * last.sin() + folded(middle),
        }
    }
    for n in 0..=AT.len() {
        check(&folded, &AT[..n], &folded::grad(&AT[..n]));
    }
    assert_eq!(folded(&AT[..4]), 0.3 * 0.2_f64.sin() + (0.9 * 1.7_f64.sin() + 1.0));

    // The name of what is left hides that of the slice.
    #[differentiable]
    fn sum(xs: &[f64]) -> f64 {
        if let [x, xs @ ..] = xs { x * x + sum(xs) } else { 0.0 }
    }
    assert_eq!(sum::grad(&[1.0, 2.0]), [2.0, 4.0]);
}

#[test]
fn windows_and_chunks() {
    #[differentiable]
    fn curvature(xs: &[f64]) -> f64 {
        let mut sum = 0.0;
        for w in xs.windows(3) {
            if let [a, b, c] = w {
                sum += (a - 2.0 * b + c).powi(2);
            }
        }
        sum
    }
    check(&curvature, &AT, &curvature::grad(&AT));

    #[differentiable]
    fn area(points: &[f64]) -> f64 {
        let mut sum = 0.0;
        for pair in points.chunks(2) {
            let &[x, y] = pair else {
                continue;
            };
            sum += x * y.cos();
        }
        sum
    }
    check(&area, &AT, &area::grad(&AT));
    check(&area, &AT[..4], &area::grad(&AT[..4]));

    #[differentiable]
    fn by_length(xs: &[f64]) -> f64 {
        let mut sum = 0.0;
        for part in xs.chunks(3) {
            sum += match part {
                [a, b, c] => a * b * c,
                [a, ..] if *a < 0.0 => -a,
                [a, b] => a * b,
                other => other[0] * 7.0,
            };
        }
        sum
    }
    for n in 0..=AT.len() {
        check(&by_length, &AT[..n], &by_length::grad(&AT[..n]));
    }
    assert_eq!(by_length(&[1.0, 2.0, 3.0, -5.0, 3.0]), 11.0);
    assert_eq!(by_length(&[1.0, 2.0, 3.0, 5.0, 3.0]), 21.0);
    assert_eq!(by_length(&[1.0, 2.0, 3.0, 5.0]), 41.0);
}

#[test]
fn ends_of_slices() {
    #[differentiable]
    fn span(xs: &[f64], k: f64) -> f64 {
        let [first, .., last] = xs else { return k };
        k * (last - first)
    }
    assert_eq!(span::grad(&AT, 2.0), (vec![-2.0, 0.0, 0.0, 0.0, 2.0], -0.6 - 0.3));
    assert_eq!(span::grad(&AT[..1], 2.0), (vec![0.0], 1.0));

    #[differentiable]
    fn of_part(xs: &[f64], from: usize) -> f64 {
        match &xs[from..] {
            [.., a, b] => a * b,
            [a] => a.exp(),
            _ => 0.0,
        }
    }
    for from in 0..=AT.len() {
        check(&|x| of_part(x, from), &AT, &of_part::grad(&AT, from));
    }

    #[differentiable]
    fn of_fixed(p: &[f64; 3], q: [f64; 2]) -> f64 {
        let a = match p {
            [x, y, z] => x * y + z,
        };
        match q {
            [x, y] => a * x - y,
        }
    }
    let (dp, dq) = of_fixed::grad(&[1.0, 2.0, 3.0], [4.0, 5.0]);
    assert_eq!((dp, dq), ([8.0, 4.0, 4.0], [5.0, -1.0]));
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    mass: f64,
    at: [f64; 2],
}

#[derive(Clone, Differentiable)]
struct Path {
    nodes: Vec<f64>,
    bodies: Vec<Body>,
}

#[differentiable]
impl Path {
    fn length(&self) -> f64 {
        match &self.nodes[..] {
            [] => 0.0,
            [a, b] => (b - a).abs(),
            [a, .., b] => (b - a).powi(2),
            [a] => *a,
        }
    }

    fn pull(&self) -> f64 {
        if let [first, .., last] = self.bodies.as_slice() { first.mass * last.at[1] } else { 1.0 }
    }
}

#[test]
fn slices_in_structs_and_of_structs() {
    let body = |mass| Body { mass, at: [0.5, 2.0] };
    let path = Path { nodes: AT.to_vec(), bodies: vec![body(3.0), body(4.0), body(5.0)] };
    let d = path.length_grad();
    assert_eq!(d.nodes, [-2.0 * (-0.6 - 0.3), 0.0, 0.0, 0.0, 2.0 * (-0.6 - 0.3)]);
    let d = path.pull_grad();
    assert_eq!((d.bodies[0].mass, d.bodies[2].at, d.bodies[1].mass), (2.0, [0.0, 3.0], 0.0));
}

/// What is data stays with rustc, beside what is differentiated.
#[test]
fn data_beside_slices() {
    #[differentiable]
    fn weighed(xs: &[f64], counts: &[usize]) -> f64 {
        let k = match counts {
            [] => 1,
            [n, ..] => *n,
        };
        let [x, ..] = xs else { return 0.0 };
        x * k as f64
    }
    assert_eq!(weighed::grad(&[2.0, 1.0], &[3, 4]), [3.0, 0.0]);
    assert_eq!(weighed::grad(&[2.0], &[]), [1.0]);
}

/// The place of a slice is looked for once, and the names of a pattern are given at once.
#[test]
fn places_are_looked_for_once() {
    #[differentiable]
    fn guarded(rows: &[Vec<f64>], k: f64) -> f64 {
        let mut i = 0;
        match rows[i].as_slice() {
            [a, ..]
                if {
                    i += 1;
                    *a > 2.0
                } =>
            {
                a * k
            }
            [a, b] => a * b * i as f64,
            _ => k,
        }
    }
    let rows = [vec![1.5, 4.0], vec![7.0]];
    assert_eq!(guarded(&rows, 3.0), 6.0);
    assert_eq!(guarded::grad(&rows, 3.0), (vec![vec![4.0, 1.5], vec![0.0]], 0.0));
    let rows = [vec![2.5, 4.0], vec![7.0]];
    assert_eq!(guarded::grad(&rows, 3.0), (vec![vec![3.0, 0.0], vec![0.0]], 2.5));

    #[differentiable]
    fn hidden(xs: &[f64], table: &[[[usize; 2]; 2]], i: usize, j: usize) -> f64 {
        let [a, ..] = xs else { return 0.0 };
        let k = match &table[i][j] {
            &[i, j] => 10 * i + j,
        };
        a * k as f64
    }
    let table = [[[0, 1], [1, 0]], [[1, 1], [0, 0]]];
    assert_eq!(hidden(&[2.0], &table, 0, 1), 20.0);
    assert_eq!(hidden::value_and_grad(&[2.0], &table, 0, 1), (20.0, vec![10.0]));
}

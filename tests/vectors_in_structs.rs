//! Vectors in structs of which a function reads no element, but which it changes by methods; and parts of vectors that calls give.
#![cfg(test)]
#![expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "the numbers are small, and exact")]

mod differences;

use backprop::{Differentiable, differentiable};

/// A curve of which points are added.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Curve {
    times: Vec<f64>,
    rows: Vec<Vec<f64>>,
    points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
}

/// A vector, and a struct with methods of the names of those of vectors.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Recorder {
    window: Window,
    log: Vec<f64>,
}

/// What has methods of the names of those of vectors.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Window {
    held: Vec<f64>,
    at: usize,
}

#[differentiable]
impl Window {
    fn push(&mut self, x: f64) {
        self.held[self.at] = x;
        self.at = (self.at + 1) % self.held.len();
    }

    /// Gives what was there before.
    fn fill(&mut self, x: f64) -> f64 {
        let before = self.held[0];
        self.held[0] = x;
        before
    }

    fn sum(&self) -> f64 {
        let mut sum = 0.0;
        for x in &self.held {
            sum += x * x;
        }
        sum
    }
}

#[differentiable]
impl Recorder {
    fn note(&mut self, x: f64) {
        self.window.push(x);
        self.log.push(x * x);
    }

    /// That the window is a struct shows here.
    fn both(&self) -> f64 {
        self.window.sum() + sum_of_squares(&self.log)
    }
}

#[differentiable]
fn recorded(x: f64) -> f64 {
    let mut recorder = Recorder { window: Window { held: vec![0.0; 2], at: 0 }, log: Vec::new() };
    recorder.note(x);
    recorder.note(2.0 * x);
    recorder.note(3.0 * x);
    recorder.both()
}

#[test]
fn methods_of_structs_have_such_names_as_well() {
    // 13 x² and 98 x⁴.
    assert_eq!(recorded::grad(0.5), 62.0);
}

/// That the window is a struct shows in what its method gives.
#[differentiable]
fn refilled(recorder: &mut Recorder, x: f64) -> f64 {
    recorder.window.push(x);
    let before = recorder.window.fill(x * x);
    before * x
}

#[test]
fn a_method_of_a_struct_gives_something() {
    let mut recorder = Recorder { window: Window { held: vec![5.0, 7.0], at: 1 }, log: Vec::new() };
    let (d_recorder, d_x) = refilled::grad(&mut recorder, 3.0);
    assert_eq!(recorder.window.held, [9.0, 3.0]);
    assert_eq!((d_recorder.window.held, d_x), (vec![3.0, 0.0], 5.0));
}

#[differentiable]
fn point(x: f64) -> Point {
    Point { x: x * x }
}

#[differentiable]
fn sum_of_squares(xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        sum += x * x;
    }
    sum
}

#[differentiable]
impl Curve {
    fn add(&mut self, x: f64) {
        self.times.push(x * x);
        self.rows.push(vec![x, 2.0 * x]);
        self.points.push(point(x));
    }

    /// The result of the last call is that of the function.
    fn renew(&mut self, x: f64) {
        match self.times.len() {
            0 => self.times.push(x),
            1 => {
                self.times.clear();
                self.times.resize(3, x);
            }
            _ => self.times.fill(2.0 * x),
        }
    }

    fn last(&mut self) -> f64 {
        self.times.pop().unwrap() * 2.0
    }

    fn all(&mut self) -> f64 {
        let mut product = 1.0;
        while let Some(t) = self.times.pop() {
            product *= t;
        }
        product
    }

    fn longer(&mut self, row: usize, x: f64) {
        self.rows[row].push(x * x);
    }

    fn copy(&mut self, xs: &[f64]) {
        self.times.truncate(xs.len());
        self.times.copy_from_slice(xs);
        self.times.extend_from_slice(xs);
        self.times.swap(0, 1);
    }

    fn weight(&self) -> f64 {
        let mut weight = sum_of_squares(&self.times);
        for row in &self.rows {
            weight += sum_of_squares(row);
        }
        for point in &self.points {
            weight += point.x;
        }
        weight
    }
}

fn new() -> Curve {
    Curve { times: Vec::new(), rows: Vec::new(), points: Vec::new() }
}

#[differentiable]
fn by_methods(x: f64, y: f64) -> f64 {
    let mut curve: Curve = new();
    curve.add(x);
    curve.add(y);
    curve.longer(0, y);
    curve.weight()
}

#[test]
fn what_a_method_adds_to_a_vector() {
    // x⁴ + y⁴, 5 x² + 5 y² + y⁴, and x² + y².
    let (x, y) = (1.5, 0.5);
    assert_eq!(by_methods::grad(x, y), (4.0 * x * x * x + 12.0 * x, 8.0 * y * y * y + 12.0 * y));
}

#[differentiable]
fn in_turn(x: f64) -> f64 {
    let mut curve: Curve = new();
    curve.renew(3.0 * x);
    let first = sum_of_squares(&curve.times);
    curve.renew(5.0 * x);
    let second = sum_of_squares(&curve.times);
    curve.renew(7.0 * x);
    first + second + sum_of_squares(&curve.times)
}

#[test]
fn what_a_method_puts_in_the_place_of_elements() {
    // 9 x², 75 x² and 588 x².
    assert_eq!(in_turn::grad(0.5), 672.0);
}

#[differentiable]
fn taken_away(x: f64, y: f64) -> f64 {
    let mut curve: Curve = new();
    curve.times.push(x);
    curve.times.push(x * y);
    curve.times.push(y * y);
    let last = Curve::last(&mut curve);
    let rest = Curve::all(&mut curve);
    last * rest
}

#[test]
fn what_a_method_takes_away() {
    // 2 y², x and x y.
    let (x, y) = (1.5, 0.5);
    assert_eq!(taken_away::grad(x, y), (4.0 * x * y * y * y, 6.0 * x * x * y * y));
}

#[differentiable]
fn copied(curve: &mut Curve, xs: &[f64]) -> f64 {
    curve.copy(xs);
    Curve::all(curve)
}

#[test]
fn what_a_method_copies() {
    let mut curve = Curve { times: vec![1.0, 2.0, 3.0], ..new() };
    let (d_curve, d_xs) = copied::grad(&mut curve, &[5.0, 7.0]);
    assert_eq!(curve.times, []);
    assert_eq!((d_curve.times, d_xs), (vec![0.0; 3], vec![490.0, 350.0]));
}

/// Nothing but the call says what the field holds.
#[differentiable]
fn from_outside(curve: &mut Curve, x: f64) {
    if x > 0.0 {
        curve.times.push(x * x);
    }
}

#[test]
fn a_field_of_a_parameter() {
    let mut curve = new();
    let ((), backpropagator) = from_outside::vjp(&mut curve, 3.0);
    assert_eq!(curve.times, [9.0]);
    let mut d_curve = CurveCotangent { times: vec![2.0], ..curve.zero_cotangent() };
    assert_eq!(backpropagator(&mut d_curve), 12.0);
    assert!(d_curve.times.is_empty());
}

/// A filter whose arrays are given new ones, in methods that read no element of them.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Filter {
    taps: Vec<f64>,
    grid: Vec<Vec<f64>>,
    state: [f64; 2],
    gain: f64,
}

#[differentiable]
impl Filter {
    fn reset(&mut self, x: f64, n: usize) {
        self.taps = vec![x; n];
        self.grid = vec![vec![0.0; n]; 2];
        self.state = [0.5, x];
    }

    fn scaled(&mut self, x: f64) {
        self.taps = vec![2.0 * x, -1.0, x * self.gain];
        self.state = [x * 0.5; 2];
    }

    fn output(&self) -> f64 {
        let mut sum = self.state[0] * self.state[1];
        for tap in &self.taps {
            sum += tap * tap * self.gain;
        }
        for row in &self.grid {
            for x in row {
                sum += x * self.gain;
            }
        }
        sum
    }
}

#[differentiable]
fn filtered(gain: f64, x: f64, scales: bool) -> f64 {
    let mut filter = Filter { taps: vec![1.0; 3], grid: vec![vec![1.0]], state: [0.0; 2], gain };
    if scales {
        filter.scaled(x);
    } else {
        filter.reset(x, 4);
    }
    filter.output()
}

#[test]
fn new_arrays_take_the_places_of_those_in_a_struct() {
    // 0.5 x + 4 gain x², and x²/4 + gain (4 x² + 1 + gain² x²) + gain.
    assert_eq!(filtered::value_and_grad(1.5, 0.5, false), (1.75, (1.0, 6.5)));
    let (value, (d_gain, d_x)) = filtered::value_and_grad(1.5, 0.5, true);
    assert_eq!(value, filtered(1.5, 0.5, true));
    assert_eq!((d_gain, d_x), (1.0 + 1.0 + 1.0 + 3.0 * 2.25 * 0.25, 0.25 + 1.5 * (4.0 + 2.25)));
}

mod numbered_fields {
    use std::ops::{Add, Mul, Sub};

    use backprop::{Differentiable, differentiable};

    use super::differences::check;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct V2([f64; 2]);

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Polynomial(Vec<f64>);

    #[differentiable]
    impl V2 {
        fn flipped(self) -> V2 {
            let mut r = self;
            r.0[0] = -r.0[0];
            r.0.swap(0, 1);
            r
        }

        fn dot(&self, other: &V2) -> f64 {
            self.0[0] * other.0[0] + self.0[1] * other.0[1]
        }
    }

    #[differentiable]
    impl Add for V2 {
        type Output = V2;

        fn add(self, other: V2) -> V2 {
            let mut sum = self;
            for i in 0..2 {
                sum.0[i] += other.0[i];
            }
            sum
        }
    }

    #[differentiable]
    impl Sub for V2 {
        type Output = V2;

        fn sub(mut self, other: V2) -> V2 {
            for i in 0..2 {
                self.0[i] -= other.0[i];
            }
            self
        }
    }

    #[differentiable]
    impl Mul<f64> for V2 {
        type Output = V2;

        fn mul(self, k: f64) -> V2 {
            let [a, b] = self.0;
            V2([k * a, k * b])
        }
    }

    #[differentiable]
    fn vectors(x: &[f64]) -> f64 {
        let a = V2([x[0], x[1]]);
        let b: V2 = a.flipped() + a * 2.0 - V2([x[1], 1.0]);
        let c = b;
        c.0[0] * a.dot(&b) + a.0[1] * b.0[1]
    }

    #[differentiable]
    fn polynomials(x: &[f64]) -> f64 {
        let mut p = Polynomial(x.to_vec());
        p.0[1] *= 2.0;
        p.0.push(x[0]);
        let q = Polynomial(vec![p.0[0], 3.0]);
        let mut sum = 0.0;
        for c in p.0.iter().rev() {
            sum = sum * x[1] + c;
        }
        sum * q.0[0] + p.0[2] * p.0.len() as f64
    }

    /// A field that is an option of what has no tangent.
    #[derive(Clone, Debug, Differentiable)]
    struct Layer {
        weights: Vec<f64>,
        skipped: Option<usize>,
    }

    #[differentiable]
    impl Layer {
        fn sum(&self) -> f64 {
            let mut sum = 0.0;
            for (i, w) in self.weights.iter().enumerate() {
                if self.skipped == Some(i) {
                    continue;
                }
                sum += w * w;
            }
            match self.skipped {
                Some(0) => sum,
                Some(k) => sum * self.weights[k - 1],
                None => sum + self.weights[0],
            }
        }

        fn advance(&mut self) {
            self.skipped = match self.skipped {
                Some(k) if k + 1 < self.weights.len() => Some(k + 1),
                _ => None,
            };
            self.weights[0] += 1.0;
        }
    }

    #[differentiable]
    fn layers(x: &[f64]) -> f64 {
        let mut layer = Layer { weights: x.to_vec(), skipped: Some(1) };
        let first = layer.sum();
        layer.advance();
        first * layer.sum()
    }

    #[test]
    fn hold_arrays_in_local_structs() {
        let x = [0.3, 0.7];
        for (function, (value, gradient)) in [
            (vectors as fn(&[f64]) -> f64, vectors::value_and_grad(&x)),
            (polynomials as fn(&[f64]) -> f64, polynomials::value_and_grad(&x)),
            (layers as fn(&[f64]) -> f64, layers::value_and_grad(&x)),
        ] {
            assert_eq!(value, function(&x));
            check(&function, &x, &gradient);
        }
    }
}

mod parts_of_what_calls_give {
    use backprop::differentiable;

    use super::differences::check;

    #[differentiable]
    fn squared(row: &mut [f64], gain: f64) {
        for v in row.iter_mut() {
            *v = gain * *v * *v;
        }
    }

    #[differentiable]
    fn first(row: &[f64], gain: f64) -> f64 {
        row[0] * gain
    }

    #[differentiable]
    fn copied(x: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        for &v in x {
            out.push(v);
        }
        out
    }

    #[differentiable]
    fn in_chunks(x: &[f64]) -> f64 {
        let mut o = copied(x);
        for row in o.chunks_mut(2) {
            squared(row, x[0]);
        }
        for row in o.chunks_exact_mut(2) {
            squared(row, x[1]);
        }
        o[1] * o[2]
    }

    #[differentiable]
    fn beside_looks(x: &[f64]) -> f64 {
        let mut o = copied(x);
        let mut sum = 0.0;
        for row in o.chunks_mut(2) {
            row[0] *= 2.0;
            sum += first(row, x[1]);
            squared(row, x[0]);
            sum += first(row, x[2]);
        }
        o[1] + sum
    }

    #[differentiable]
    fn by_names(x: &[f64]) -> f64 {
        let mut o = copied(x);
        let part = &mut o[1..3];
        squared(part, x[0]);
        part[0] += x[1];
        let n = x.len();
        let rest = &mut o[n - 2..];
        squared(rest, x[2]);
        o[1] * o[2] + o[3]
    }

    #[test]
    fn are_changed_by_calls() {
        let x = [0.3, 0.7, 1.1, -0.4];
        for (function, (value, gradient)) in [
            (in_chunks as fn(&[f64]) -> f64, in_chunks::value_and_grad(&x)),
            (beside_looks as fn(&[f64]) -> f64, beside_looks::value_and_grad(&x)),
            (by_names as fn(&[f64]) -> f64, by_names::value_and_grad(&x)),
        ] {
            assert_eq!(value, function(&x));
            check(&function, &x, &gradient);
        }
    }
}

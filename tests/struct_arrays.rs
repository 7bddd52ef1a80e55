//! Functions of structs that hold arrays, slices and vectors: values bit for bit, gradients against central differences.

#![expect(
    clippy::float_cmp,
    clippy::implicit_clone,
    clippy::needless_range_loop,
    reason = "loops over indices, and each way to write an array in a struct, are what is tested; values are exact"
)]

use std::cell::Cell;

use backprop::{Differentiable, Real, differentiable, differentiate};

/// A layer of a network.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    w: Vec<f64>,
    b: Vec<f64>,
    n: usize,
}

/// Two layers, and what is read of none of them.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    hidden: Layer,
    last: Layer,
    mean: [f64; 2],
    order: Vec<usize>,
    scale: f64,
    rows: Vec<Vec<f64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    position: [f64; 3],
    velocity: [f64; 3],
    mass: f64,
}

fn model() -> Model {
    Model {
        hidden: Layer { w: vec![0.3, -0.2, 0.7, 0.1, 0.5, -0.4], b: vec![0.1, -0.3, 0.2], n: 2 },
        last: Layer { w: vec![0.9, -0.6, 0.25], b: vec![0.05], n: 3 },
        mean: [0.2, -0.1],
        order: vec![1, 0],
        scale: 1.5,
        rows: vec![vec![0.5, 1.5], vec![-0.75]],
    }
}

/// All numbers of a model, in order.
fn numbers(m: &mut Model) -> Vec<&mut f64> {
    let layers = [&mut m.hidden, &mut m.last].into_iter().flat_map(|layer| layer.w.iter_mut().chain(&mut layer.b));
    layers.chain(&mut m.mean).chain([&mut m.scale]).chain(m.rows.iter_mut().flatten()).collect()
}

fn numbers_of_cotangent(d: &ModelCotangent) -> Vec<f64> {
    let layers = [&d.hidden, &d.last].into_iter().flat_map(|layer| layer.w.iter().chain(&layer.b));
    layers.chain(&d.mean).chain([&d.scale]).chain(d.rows.iter().flatten()).copied().collect()
}

/// The gradient by central differences.
fn slopes(f: impl Fn(&Model) -> f64, at: &Model) -> Vec<f64> {
    let count = numbers(&mut at.clone()).len();
    let moved = |index: usize, by: f64| {
        let mut at = at.clone();
        *numbers(&mut at)[index] += by;
        f(&at)
    };
    (0..count).map(|index| (moved(index, 1e-6) - moved(index, -1e-6)) / 2e-6).collect()
}

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 1e-7 * expected.abs().max(1.0), "{index}: {found} is not {expected}");
    }
}

/// The value bit for bit, and the gradient by all entry points.
macro_rules! check {
    ($f:ident, $m:expr $(, $x:expr)*) => {{
        let m = $m;
        let expected = slopes(|m| $f(m $(, $x)*), &m);
        let value = $f(&m $(, $x)*);
        let d = $f::grad(&m $(, $x)*);
        assert_eq!(d.hidden.w.len(), m.hidden.w.len());
        assert_eq!(d.rows.iter().map(Vec::len).collect::<Vec<_>>(), m.rows.iter().map(Vec::len).collect::<Vec<_>>());
        assert_close(&numbers_of_cotangent(&d), &expected);
        let (again, d) = $f::value_and_grad(&m $(, $x)*);
        assert_eq!(again.to_bits(), value.to_bits());
        assert_close(&numbers_of_cotangent(&d), &expected);
        let (again, back) = $f::vjp(&m $(, $x)*);
        assert_eq!(again.to_bits(), value.to_bits());
        assert_close(&numbers_of_cotangent(&back(1.0)), &expected);
        let halves: Vec<f64> = expected.iter().map(|d| 0.5 * d).collect();
        assert_close(&numbers_of_cotangent(&back(0.5)), &halves);
        let mut buffer = m.zero_cotangent();
        assert_eq!($f::value_and_grad_into(&m $(, $x)*, &mut buffer).to_bits(), value.to_bits());
        assert_close(&numbers_of_cotangent(&buffer), &expected);
        assert_eq!($f::accumulate_grad(&m $(, $x)*, &mut buffer).to_bits(), value.to_bits());
        let doubles: Vec<f64> = expected.iter().map(|d| 2.0 * d).collect();
        assert_close(&numbers_of_cotangent(&buffer), &doubles);
    }};
}

/// Nested fields, elements by data in the struct, and numbers beside the arrays.
#[differentiable]
fn by_fields(m: &Model) -> f64 {
    let mut sum = m.scale;
    for i in 0..m.hidden.w.len() {
        sum += (m.hidden.w[i] * m.mean[m.order[i % 2]]).sin();
    }
    sum * m.last.b[0] + m.scale
}

#[test]
fn elements_of_fields() {
    check!(by_fields, model());
}

/// Two layers by hand: loops in loops, and products of indices.
#[differentiable(wrt(m))]
fn network(m: &Model, x: &[f64]) -> f64 {
    let mut out = m.last.b[0];
    for j in 0..m.hidden.b.len() {
        let mut z = m.hidden.b[j];
        for i in 0..m.hidden.n {
            z += m.hidden.w[j * m.hidden.n + i] * (x[i] - m.mean[i]);
        }
        if z > 0.0 {
            out += m.last.w[j] * z.tanh();
        } else {
            out -= m.last.w[j] * z * m.scale;
        }
    }
    out
}

#[test]
fn loops_and_branches() {
    for x in [[0.3, 0.8], [-1.0, 0.4], [2.0, -3.0]] {
        check!(network, model(), &x);
    }
}

/// Loops over elements, arrays in arrays, and names for parts of structs.
#[differentiable]
fn over_elements(m: &Model) -> f64 {
    let hidden = &m.hidden;
    let mut product = 1.0;
    for (i, b) in hidden.b.iter().enumerate() {
        product *= 1.0 + b * hidden.w[i];
    }
    for x in &m.mean {
        product += x.exp();
    }
    for (w, b) in m.last.w.iter().zip(m.hidden.b.iter()) {
        product *= w - b;
    }
    let mut nested = 0.0;
    for i in 0..m.rows.len() {
        for j in 0..m.rows[i].len() {
            nested += m.rows[i][j] * m.rows[i][j] * product;
        }
    }
    nested
}

#[test]
fn loops_over_elements() {
    check!(over_elements, model());
}

/// In closures, called once and more often.
#[differentiable]
fn in_closures(m: &Model) -> f64 {
    let at = |i: usize| m.hidden.w[i] * m.scale;
    let once = |x: f64| x * m.last.b[0] + m.mean[1];
    at(0) * at(2) + once(at(3)) * at(0)
}

#[test]
fn closures() {
    check!(in_closures, model());
}

/// Leaves early, by what is in an array.
#[differentiable]
fn leaves(m: &Model) -> f64 {
    let mut sum = 0.0;
    for i in 0..m.hidden.w.len() {
        if m.hidden.w[i] < -0.3 {
            return sum * m.scale;
        }
        sum += m.hidden.w[i] * m.hidden.w[i];
    }
    sum
}

#[test]
fn early_return() {
    check!(leaves, model());
    let mut positive = model();
    positive.hidden.w[5] = 0.4;
    check!(leaves, positive);
}

/// Methods of a layer.
#[differentiable]
impl Layer {
    fn row(&self, j: usize, x: f64) -> f64 {
        let mut z = self.b[j];
        for i in 0..self.n {
            z += self.w[j * self.n + i] * x;
        }
        z
    }

    fn all(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for j in 0..self.b.len() {
            sum += self.row(j, x).tanh();
        }
        sum
    }
}

/// Calls of methods and functions, with parts of the struct.
#[differentiable]
fn calls(m: &Model) -> f64 {
    m.hidden.all(m.last.all(m.mean[0])) + by_fields(m) * m.last.row(0, m.scale)
}

#[test]
fn calls_of_methods() {
    check!(calls, model());
    let layer = model().hidden;
    let (value, d) = layer.all_value_and_grad(0.7);
    assert_eq!(value.to_bits(), layer.all(0.7).to_bits());
    assert_eq!((d.0.w.len(), d.0.b.len(), d.0.n), (6, 3, ()));
}

/// Reads nothing of most vectors: their gradients are zeros, as many as they have elements.
#[differentiable]
fn mostly_unused(m: &Model) -> f64 {
    m.scale * m.scale
}

#[test]
fn zeros_have_the_shape() {
    check!(mostly_unused, model());
}

/// By value.
#[differentiable]
fn kinetic(body: Body) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        sum += body.velocity[k] * body.velocity[k];
    }
    0.5 * body.mass * sum + body.position[0] * body.position[2]
}

#[test]
fn by_value() {
    let body = Body { position: [1.0, 2.0, 3.0], velocity: [0.5, -1.0, 2.0], mass: 4.0 };
    let (value, d) = kinetic::value_and_grad(body);
    assert_eq!(value.to_bits(), kinetic(body).to_bits());
    assert_eq!(d.position, [3.0, 0.0, 1.0]);
    assert_eq!(d.velocity, [2.0, -4.0, 8.0]);
    assert_eq!(d.mass, 0.5 * (0.25 + 1.0 + 4.0));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Filter<T, const N: usize> {
    taps: [T; N],
    gains: Vec<T>,
}

/// Of any scalar, and any length.
#[differentiable]
fn filtered<T: Real, const N: usize>(filter: &Filter<T, N>, x: T) -> T {
    let mut sum = x;
    for i in 0..N {
        sum = sum * filter.taps[i] + filter.gains[i % filter.gains.len()];
    }
    sum
}

#[test]
fn generic_structs() {
    let filter = Filter { taps: [2.0_f32, 3.0, 0.5], gains: vec![1.0_f32, -1.0] };
    // ((2 x + 1) 3 - 1) / 2 + 1
    let (value, (d, d_x)) = filtered::value_and_grad(&filter, 4.0);
    assert_eq!((value, d_x), (14.0, 3.0));
    assert_eq!(d.taps, [6.0, 4.5, 26.0]);
    assert_eq!(d.gains, [1.5 + 1.0, 0.5]);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Signal<'a> {
    samples: &'a [f64],
    weights: &'a [f64; 2],
}

/// Structs of slices.
#[differentiable]
fn energy(signal: &Signal<'_>) -> f64 {
    let mut sum = 0.0;
    for (i, s) in signal.samples.iter().enumerate() {
        sum += signal.weights[i % 2] * s * s;
    }
    sum
}

#[test]
fn structs_of_slices() {
    let signal = Signal { samples: &[1.0, 2.0, 3.0], weights: &[0.5, 2.0] };
    let d = energy::grad(&signal);
    assert_eq!(d.samples, [1.0, 8.0, 3.0]);
    assert_eq!(d.weights, [10.0, 4.0]);
}

#[test]
fn where_it_stands() {
    let shift = 0.25;
    let f = differentiate!(|layer: &Layer, x: f64| layer.w[0] * x + layer.w[1] * shift);
    let (value, (d, d_x)) = f.value_and_grad(&model().hidden, 2.0);
    assert_eq!(value, 0.3 * 2.0 + -0.2 * 0.25);
    assert_eq!((d.w, d.b, d_x), (vec![2.0, 0.25, 0.0, 0.0, 0.0, 0.0], vec![0.0; 3], 0.3));
}

thread_local! {
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

/// Panics where the index is out of bounds, after what comes before it.
#[differentiable]
fn out_of_bounds(m: &Model) -> f64 {
    let first = m.last.w[0];
    SEEN.set(SEEN.get() + 1);
    let second = m.last.w[m.hidden.n + 1];
    SEEN.set(SEEN.get() + 10);
    first * second
}

#[test]
fn panics_as_the_function() {
    SEEN.set(0);
    assert!(std::panic::catch_unwind(|| out_of_bounds::grad(&model())).is_err());
    assert_eq!(SEEN.get(), 1);
}

#[test]
fn buffers_of_other_lengths() {
    let m = model();
    let mut buffer = m.zero_cotangent();
    buffer.hidden.w.pop();
    let message = std::panic::catch_unwind(move || by_fields::accumulate_grad(&m, &mut buffer)).unwrap_err();
    let message = message.downcast_ref::<String>().expect("a message");
    assert!(message.contains('6') && message.contains('5'), "{message}");
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn norm(v: &[f64; 2]) -> f64 {
    (v[0] * v[0] + v[1] * v[1]).sqrt()
}

/// Arrays and parts of arrays, lent to functions, in loops and twice.
#[differentiable]
fn lends(m: &Model) -> f64 {
    let n = m.hidden.n;
    let mut sum = norm(&m.mean) * dot(&m.hidden.b, &m.last.w);
    for j in 0..m.hidden.b.len() {
        sum += m.hidden.b[j] * dot(&m.hidden.w[j * n..(j + 1) * n], &m.mean);
    }
    sum + dot(&m.last.w, &m.last.w) * m.last.w[0] + m.mean[1]
}

#[test]
fn lent_to_functions() {
    check!(lends, model());
}

/// Copies that are changed, and names for parts.
#[differentiable]
fn copies(m: &Model) -> f64 {
    let mut w = m.hidden.w.clone();
    let mut mean = m.mean;
    for i in 1..w.len() {
        w[i] += w[i - 1] * m.hidden.w[i];
        mean[i % 2] *= w[i];
    }
    let row = &m.hidden.w[2..4];
    let vector = m.last.w.to_vec();
    w[5] * mean[0] + mean[1] * row[0] * row[1] + vector[1] * m.last.w[1]
}

#[test]
fn copies_of_fields() {
    check!(copies, model());
}

/// Lengths of arrays and of a text in a struct of which no element is read: the type alone says that they are no reals.
#[test]
fn lengths_alone() {
    #[derive(Clone, Differentiable)]
    struct Table {
        k: f64,
        weights: Vec<f64>,
        three: [f64; 3],
        order: Vec<usize>,
        name: String,
        rows: Vec<Vec<f64>>,
    }

    #[differentiable]
    fn times(x: f64, n: usize) -> f64 {
        let mut sum = 0.0;
        for _ in 0..n {
            sum += x;
        }
        sum
    }

    #[differentiable]
    fn unless(x: f64, is_empty: bool) -> f64 {
        if is_empty { x } else { 3.0 * x }
    }

    #[differentiable]
    impl Table {
        fn argument(&self) -> f64 {
            times(self.k, self.weights.len())
        }

        fn named(&self) -> f64 {
            let (n, o) = (self.three.len(), self.order.len());
            let text = self.name.len();
            times(times(times(self.k, n), o), text)
        }

        fn computed(&self) -> f64 {
            times(self.k, (self.three.len() + self.order.len()) * self.name.len() - self.rows.len() / 2 + 2 - 1)
        }

        fn empty(&self) -> f64 {
            unless(self.k, self.weights.is_empty())
        }

        fn changed(&mut self) -> f64 {
            self.k *= 2.0;
            let n = self.weights.len();
            times(self.k, n)
        }
    }

    #[differentiable]
    fn outside(t: &Table) -> f64 {
        let n = t.weights.len();
        times(t.k, n) + times(t.k, t.order.len() - 1)
    }

    let mut table = Table {
        k: 0.5,
        weights: vec![1.0, 2.0],
        three: [1.0; 3],
        order: vec![3, 2, 1, 0],
        name: "table".to_owned(),
        rows: vec![vec![1.0]; 6],
    };
    assert_eq!(Table::argument_value_and_grad(&table).1.k, 2.0);
    assert_eq!(Table::named_grad(&table).k, 60.0);
    assert_eq!(Table::computed_grad(&table).k, 33.0);
    assert_eq!(Table::empty_grad(&table).k, 3.0);
    assert_eq!(outside::grad(&table).k, 5.0);
    assert_eq!(outside::grad(&table).weights, [0.0, 0.0]);
    assert_eq!(Table::changed_grad(&mut table).k, 4.0);
}

//! Calls of functions of arrays: values bit for bit, gradients against central differences, by each entry point.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "loops over indices, each kind of array and each way to write it are what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;

use backprop::{Differentiable, Real, differentiable};
use differences::check;
use fixture_functionals::norm_of;

#[differentiable]
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut sum = T::zero();
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn sum(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i];
    }
    sum
}

/// Looks at all of what it is given, in its reverse pass too.
#[differentiable]
fn waves(x: &[f64], scale: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (scale * x[i]).sin() * x[(i + 1) % x.len()];
    }
    sum
}

#[differentiable]
fn of_three(x: &[f64; 3], k: f64) -> f64 {
    x[0] * x[1].exp() * k + x[2] * x[2]
}

#[differentiable]
fn of_vec(x: &Vec<f64>) -> f64 {
    x[0] * x[x.len() - 1].cos()
}

#[differentiable]
fn passed_on(x: &[f64]) -> f64 {
    dot(x, x) * waves(x, x[0])
}

#[differentiable]
fn of_locals(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    let mut z = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[0];
        z[i] = x[i].sin();
    }
    dot(&y, &z) + waves(&y, x[1]) * y[2]
}

#[differentiable]
fn twice(x: &[f64]) -> f64 {
    let mut y = vec![1.0; x.len()];
    for i in 0..x.len() {
        y[i] *= x[i] * x[i];
    }
    dot(&y, &y) + dot(x, x) + dot(x, &y) * dot(&y, x)
}

#[differentiable]
fn in_loops(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * 0.5;
    }
    let mut total = 0.0;
    for i in 0..x.len() {
        for j in 0..i {
            total += waves(&y, x[i] * x[j]) * waves(x, total);
        }
    }
    total
}

/// Each turn has an array of its own.
#[differentiable]
fn made_in_loops(x: &[f64]) -> f64 {
    let mut total = 1.0;
    for i in 0..x.len() {
        let mut y = vec![0.0; 3];
        for j in 0..3 {
            y[j] = x[i] * x[j] + total;
        }
        let fixed = [x[i], total, y[0]];
        total = (waves(&y, 0.3) + dot(&y, &fixed) * of_three(&fixed, x[0])).sin();
    }
    total
}

#[differentiable]
fn in_branches(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[1];
    }
    let mut total = 0.0;
    for i in 0..x.len() {
        total += if x[i] > 0.0 {
            waves(&y, x[i])
        } else if i % 2 == 0 {
            let z = [x[i], 2.0 * x[i]];
            dot(&z, &y) * dot(&y, &z)
        } else {
            x[i] * sum(x)
        };
    }
    if total > 0.0 {
        let w = vec![total, x[0]];
        total = total * waves(&w, 0.1);
    }
    total
}

#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] - x[0] * 0.1;
    }
    let energy = |k: f64| waves(&y, k) * k + dot(&y, x);
    let mut total = 0.0;
    for i in 0..x.len() {
        total += energy(x[i]) * energy(0.2);
    }
    total
}

#[differentiable]
fn through_borrowed(x: &Vec<f64>, y: &[f64; 3]) -> f64 {
    of_vec(x) * sum(x) + of_three(y, x[0]) * dot(y, x)
}

#[differentiable]
fn halves(x: &[f64], first: usize, last: usize) -> f64 {
    if last - first == 1 {
        return x[first] * x[first];
    }
    let middle = first + (last - first) / 2;
    let (left, right) = (halves(x, first, middle), halves(x, middle, last));
    left * right.sin() + right
}

#[differentiable]
fn recursive_with_locals(x: &[f64], n: usize) -> f64 {
    if n == 0 {
        return sum(x);
    }
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * 0.9 + x[0] * 0.1;
    }
    recursive_with_locals(&y, n - 1) * y[1] + dot(&y, x)
}

/// Data beside what is differentiated.
#[differentiable(wrt(w))]
fn logistic(w: &[f64], rows: &[f64], labels: &[f64]) -> f64 {
    let n = w.len();
    let mut loss = 0.0;
    for i in 0..labels.len() {
        let mut row = vec![0.0; n];
        for j in 0..n {
            row[j] = rows[i * n + j];
        }
        let z = dot(w, &row);
        loss += z.exp().ln_1p() - labels[i] * z;
    }
    loss / labels.len() as f64
}

/// The whole data is an argument.
#[differentiable(wrt(w))]
fn weighted(w: &[f64], data: &[f64], other: &Vec<f64>) -> f64 {
    let local = vec![1.0, 2.0, 3.0, 4.0];
    dot(w, data) * dot(other, w) + dot(&local, w)
}

static KNOTS: [f64; 3] = [0.5, 1.5, 2.5];

/// A number and data, and an array between them.
#[differentiable(wrt(x))]
fn scaled(x: f64, table: &[f64]) -> f64 {
    x * table[0] + table[1]
}

#[differentiable(wrt(w))]
fn with_table(w: &[f64], table: &[f64]) -> f64 {
    w[0] * w[1] * table[0]
}

/// The macro knows of the parameter alone that it is an array.
#[differentiable(wrt(x, w))]
fn of_data(x: f64, w: &[f64], data: &[f64]) -> f64 {
    scaled(x, data) * scaled(x, &KNOTS)
        + scaled(x, &KNOTS[1..])
        + with_table(w, data) * with_table(w, &KNOTS[1..])
        + with_table(w, &KNOTS)
}

/// What the function differentiates is data here.
#[differentiable(wrt(x))]
fn by_data_alone(x: f64, data: &[f64]) -> f64 {
    let local = [1.0, x];
    waves(data, x) * dot(data, data) + local[1]
}

#[derive(Clone, Copy, Differentiable)]
struct Model {
    rate: f64,
    shift: f64,
}

#[differentiable]
impl Model {
    fn norm(&self, x: &[f64]) -> f64 {
        waves(x, self.rate) + self.shift
    }

    fn loss(&self, x: &[f64]) -> f64 {
        let mut y = vec![0.0; x.len()];
        for i in 0..x.len() {
            y[i] = x[i] * self.shift;
        }
        self.norm(x) * self.norm(&y) + Self::plain(&y, self.rate)
    }

    fn plain(x: &[f64], k: f64) -> f64 {
        dot(x, x) * k
    }
}

#[differentiable]
fn each(f: impl Fn(f64) -> f64, x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        total += f(x[i]) * x[0];
    }
    total
}

#[differentiable]
fn with_closures(x: &[f64], k: f64) -> f64 {
    let mut y = vec![0.0; 2];
    y[0] = x[1] * k;
    y[1] = x[2];
    each(|v| (v * k).sin(), x) + each(|v| v * v * k, &y)
}

#[differentiable]
fn across_crates(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[0];
    }
    norm_of(x) * norm_of(&y)
}

#[differentiable]
fn single(x: &[f32]) -> f32 {
    let y = [x[0] * x[1], x[1]];
    dot(&y, x) * dot::<f32>(&y, &y)
}

#[differentiable]
fn generic<T: Real>(x: &[T], k: T) -> T {
    let mut y = vec![k; x.len()];
    for i in 0..x.len() {
        y[i] *= x[i];
    }
    dot(&y, x) * dot(x, &y)
}

/// Arrays are written to that no call has looked at, beside one that a call has.
#[differentiable]
fn beside(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    let mut z = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[0];
    }
    let a = waves(&y, 0.5);
    for i in 0..x.len() {
        z[i] = y[i] * a;
        if y[i] > 0.0 {
            z[i] += waves(&y, z[0]);
        } else {
            z[0] *= y[i];
        }
    }
    z[0] *= a;
    waves(&z, y[0]) * z[1]
}

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn log(text: &'static str) {
    LOG.with_borrow_mut(|log| log.push(text));
}

#[differentiable]
fn third(x: &[f64]) -> f64 {
    log("third");
    x[2]
}

#[differentiable]
fn effects(x: &[f64]) -> f64 {
    log("first");
    let a = third(x);
    log("second");
    a * third(x)
}

const X: [f64; 4] = [0.3, -1.2, 2.0, 0.7];

/// Checks each entry point of functions of one slice.
macro_rules! check_all {
    ($($name:ident),*) => {
        $({
            let (value, gradient) = $name::value_and_grad(&X);
            assert_eq!(value.to_bits(), $name(&X).to_bits(), stringify!($name));
            check(&$name, &X, &gradient);
            assert_eq!($name::grad(&X), gradient);
            let (value, back) = $name::vjp(&X);
            assert_eq!(value.to_bits(), $name(&X).to_bits(), stringify!($name));
            let twice = back(2.0);
            check(&|x| 2.0 * $name(x), &X, &twice);
            let mut sum = [1.0; 4];
            $name::accumulate_grad(&X, &mut sum);
            check(&|x| $name(x) + x[0] + x[1] + x[2] + x[3], &X, &sum);
        })*
    };
}

#[test]
fn arrays_are_passed_on() {
    check_all!(passed_on, across_crates);
}

#[test]
fn local_arrays_are_passed() {
    check_all!(of_locals, made_in_loops, beside);
}

#[test]
fn one_array_is_two_arguments() {
    check_all!(twice);
}

#[test]
fn calls_stand_in_loops_branches_and_closures() {
    check_all!(in_loops, in_branches, in_closures);
}

#[test]
fn references_to_vectors_and_arrays_are_passed_as_slices() {
    let (x, y) = (X.to_vec(), [0.2, 0.4, -0.6]);
    let (value, (d_x, d_y)) = through_borrowed::value_and_grad(&x, &y);
    assert_eq!(value.to_bits(), through_borrowed(&x, &y).to_bits());
    check(&|x| through_borrowed(&x.to_vec(), &y), &X, &d_x);
    check(&|y| through_borrowed(&x, &[y[0], y[1], y[2]]), &y, &d_y);
    let (d_x, d_y) = through_borrowed::vjp(&x, &y).1(1.0);
    check(&|x| through_borrowed(&x.to_vec(), &y), &X, &d_x);
    check(&|y| through_borrowed(&x, &[y[0], y[1], y[2]]), &y, &d_y);
}

#[test]
fn functions_of_arrays_call_themselves() {
    let gradient = halves::grad(&X, 0, 4);
    check(&|x| halves(x, 0, 4), &X, &gradient);
    let (value, gradient) = recursive_with_locals::value_and_grad(&X, 3);
    assert_eq!(value.to_bits(), recursive_with_locals(&X, 3).to_bits());
    check(&|x| recursive_with_locals(x, 3), &X, &gradient);
    check(&|x| recursive_with_locals(x, 2), &X, &recursive_with_locals::vjp(&X, 2).1(1.0));
}

#[test]
fn data_has_no_entry() {
    let (w, rows, labels) = ([0.3, -0.4], [1.0, 0.5, -0.3, 2.0, 0.1, 0.2], [1.0, 0.0, 1.0]);
    let (value, gradient) = logistic::value_and_grad(&w, &rows, &labels);
    assert_eq!(value.to_bits(), logistic(&w, &rows, &labels).to_bits());
    check(&|w| logistic(w, &rows, &labels), &w, &gradient);
    let other = vec![0.1, 0.2, 0.3, 0.4];
    let (value, gradient) = weighted::value_and_grad(&X, &[1.0, 2.0, 0.5, 0.1], &other);
    assert_eq!(value.to_bits(), weighted(&X, &[1.0, 2.0, 0.5, 0.1], &other).to_bits());
    check(&|w| weighted(w, &[1.0, 2.0, 0.5, 0.1], &other), &X, &gradient);
}

#[test]
fn data_stands_alone_or_is_named_by_an_expression() {
    let data = [0.4, -1.1, 0.8];
    let (value, (d_x, d_w)) = of_data::value_and_grad(0.7, &X, &data);
    assert_eq!(value.to_bits(), of_data(0.7, &X, &data).to_bits());
    check(&|x| of_data(x[0], &X, &data), &[0.7], &[d_x]);
    check(&|w| of_data(0.7, w, &data), &X, &d_w);
    assert_eq!(of_data::vjp(0.7, &X, &data).1(1.0), (d_x, d_w));
    let (value, d_x) = by_data_alone::value_and_grad(0.7, &data);
    assert_eq!(value.to_bits(), by_data_alone(0.7, &data).to_bits());
    check(&|x| by_data_alone(x[0], &data), &[0.7], &[d_x]);
}

#[test]
fn methods_take_arrays() {
    let model = Model { rate: 0.7, shift: -0.3 };
    let (value, (d_model, d_x)) = model.loss_value_and_grad(&X);
    assert_eq!(value.to_bits(), model.loss(&X).to_bits());
    check(&|x| model.loss(x), &X, &d_x);
    let of = |m: &[f64]| Model { rate: m[0], shift: m[1] }.loss(&X);
    check(&of, &[0.7, -0.3], &[d_model.rate, d_model.shift]);
}

#[test]
fn functions_of_functions_take_arrays() {
    let (value, (d_x, d_k)) = with_closures::value_and_grad(&X, 0.4);
    assert_eq!(value.to_bits(), with_closures(&X, 0.4).to_bits());
    check(&|x| with_closures(x, 0.4), &X, &d_x);
    check(&|k| with_closures(&X, k[0]), &[0.4], &[d_k]);
}

#[test]
fn scalars_are_of_any_type() {
    let (value, (d_x, d_k)) = generic::value_and_grad(&X, 0.3);
    assert_eq!(value.to_bits(), generic(&X, 0.3).to_bits());
    check(&|x| generic(x, 0.3), &X, &d_x);
    check(&|k| generic(&X, k[0]), &[0.3], &[d_k]);
    // (x² y + y²) (x² y² + y²)
    let gradient = single::grad(&[2.0, 3.0]);
    assert_eq!(gradient, [12.0 * 45.0 + 21.0 * 36.0, 10.0 * 45.0 + 21.0 * 30.0]);
}

#[test]
fn effects_and_panics_are_in_place() {
    let gradient = effects::grad(&X);
    assert_eq!(gradient, [0.0, 0.0, 4.0, 0.0]);
    assert_eq!(LOG.take(), ["first", "third", "second", "third"]);
    let short = [0.0; 2];
    assert!(std::panic::catch_unwind(|| effects::grad(&short)).is_err());
    assert_eq!(LOG.take(), ["first", "third"]);
}

struct Neuron;

impl Neuron {
    const SLOPE: f64 = 0.8;
}

#[differentiable]
fn fired(bias: f64, x: &[f64]) -> f64 {
    let mut sum = bias;
    for i in 0..x.len() {
        sum += x[i] * (bias + 0.1 * i as f64);
    }
    (Neuron::SLOPE * sum).tanh()
}

/// Each turn makes the array that the calls of the next one look at, as the layers of a network do.
#[differentiable]
fn layers(biases: &[f64], x: &[f64], n: usize) -> f64 {
    let mut h = x.to_vec();
    for _ in 0..n {
        let mut next = Vec::new();
        for b in biases {
            next.push(fired(*b, &h));
        }
        h = next;
    }
    h[0] * h[1]
}

/// The same in loops of three kinds, with a call beside, in a branch, and a place that is written.
#[differentiable]
fn in_deeper_loops(biases: &[f64], x: &[f64], n: usize) -> f64 {
    let mut h = x.to_vec();
    let mut total = 0.0;
    let mut t = 0;
    while t < n {
        let mut next = vec![0.0; h.len()];
        for round in 0..2 {
            for (i, v) in next.iter_mut().enumerate() {
                *v += fired(biases[i % biases.len()], &h) * (1.0 + round as f64);
            }
            if total < 100.0 {
                total += fired(biases[round], &h) * sum(&next);
            }
        }
        next[0] *= h[1];
        h = next;
        t += 1;
    }
    total + h[0] * sum(&h)
}

#[test]
fn calls_look_at_what_the_turn_before_made() {
    let x = [X[0], X[1], X[2], 0.3, -0.6];
    for n in 0..4 {
        for (f, both) in [
            (layers as fn(&[f64], &[f64], usize) -> f64, layers::value_and_grad as fn(&[f64], &[f64], usize) -> _),
            (in_deeper_loops, in_deeper_loops::value_and_grad),
        ] {
            let (value, (d_biases, d_x)) = both(&x[3..], &x[..3], n);
            assert_eq!(value.to_bits(), f(&x[3..], &x[..3], n).to_bits());
            check(&|x| f(&x[3..], &x[..3], n), &x, &[d_x, d_biases].concat());
        }
    }
}

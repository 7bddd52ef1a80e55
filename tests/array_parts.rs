//! Parts of arrays: values bit for bit, gradients against central differences, by each entry point.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::len_zero,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::range_plus_one,
    clippy::redundant_slicing,
    clippy::useless_vec,
    reason = "loops over indices, each kind of array and each way to write it are what is tested"
)]

mod differences;

use std::cell::RefCell;
use std::panic::catch_unwind;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

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
fn ranges(x: &[f64]) -> f64 {
    waves(&x[1..3], x[0]) * waves(&x[2..], 0.3) + waves(&x[..2], 0.7) * waves(&x[..], x[1]) + waves(&x[1..=2], 0.2)
        - waves(&x[..=1], x[3])
        + sum(&x[2..2]) * x[0]
}

#[differentiable]
fn of_locals(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[0];
    }
    let mut fixed = [x[3], x[2], 0.5];
    fixed[2] *= x[1];
    let k = x.len() / 2;
    waves(&y[k..], x[1]) * dot(&y[..k], &x[k..]) + waves(&fixed[1..3], 0.4) * y[2]
}

/// The rows of a matrix.
#[differentiable]
fn rows(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; a.len() / n];
    for i in 0..y.len() {
        y[i] = dot(&a[i * n..(i + 1) * n], x);
    }
    let mut total = 0.0;
    for i in 0..y.len() {
        total += (y[i] * 0.3).sin() * y[i];
    }
    total
}

#[differentiable]
fn blocks(x: &[f64], size: usize) -> f64 {
    let mut total = 1.0;
    for b in 0..x.len() / size {
        let (first, last) = (b * size, b * size + size - 1);
        let block = waves(&x[first..=last], total * 0.1);
        if block > 0.0 {
            total += block * sum(&x[..first + 1]);
        } else {
            total *= block;
        }
    }
    total
}

/// A convolution by windows.
#[differentiable]
fn convolution(x: &[f64], kernel: &[f64]) -> f64 {
    let n = kernel.len();
    let mut total = 0.0;
    let mut i = 0;
    while i + n <= x.len() {
        let at = dot(&x[i..i + n], kernel);
        total += at * at;
        i += 1;
    }
    total
}

#[differentiable]
fn overlapping(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[i];
    }
    dot(&y[..3], &y[1..]) * dot(&x[1..3], &x[2..]) + dot(&x[..2], x) + dot(x, &x[..]) * dot(&x[..2], &x[2..4])
}

/// Each turn looks at two rows, which may be one.
#[differentiable]
fn gram(a: &[f64], n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..a.len() / n {
        for j in 0..=i {
            let product = dot(&a[i * n..(i + 1) * n], &a[j * n..(j + 1) * n]);
            total += (product * 0.2).sin();
        }
    }
    total
}

#[differentiable]
fn three<T: Real>(a: &[T], b: &[T], c: &[T]) -> T {
    dot(a, b) * dot(&b[1..], c) + dot(&a[..1], c)
}

#[differentiable]
fn nested_calls(x: &[f64]) -> f64 {
    three(&x[..2], &x[1..3], &x[..2]) * waves(&x[1..], three(&x[2..], &x[..2], &x[..]))
}

#[differentiable]
fn recursive(x: &[f64]) -> f64 {
    if x.len() == 0 {
        return 1.0;
    }
    let rest = recursive(&x[1..]);
    x[0] * rest.sin() + rest
}

#[differentiable]
fn halves(x: &[f64]) -> f64 {
    let n = x.len();
    if n == 1 {
        return x[0] * x[0];
    }
    let (left, right) = (halves(&x[..n / 2]), halves(&x[n / 2..]));
    left * right.sin() + right
}

/// Each turn has an array of its own, of which it passes a part on.
#[differentiable]
fn made_in_loops(x: &[f64]) -> f64 {
    let mut total = 1.0;
    for i in 0..x.len() {
        let mut y = vec![0.0; 3];
        for j in 0..3 {
            y[j] = x[i] * x[j] + total;
        }
        let k = i % 2;
        let fixed = [x[i], total, y[0]];
        total = (waves(&y[k..k + 2], 0.3) + dot(&y[1..], &fixed[..2])).sin();
    }
    total
}

#[differentiable]
fn in_branches(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 1..x.len() {
        total += if x[i] > 0.0 {
            waves(&x[..i], x[i])
        } else if i % 2 == 0 {
            let z = [x[i], 2.0 * x[i], total];
            dot(&z[1..], &x[i - 1..=i]) * x[0]
        } else {
            x[i] * sum(x)
        };
    }
    if total > 0.0 {
        let w = vec![total, x[0], x[1]];
        total = total * waves(&w[..2], 0.1);
    }
    total
}

#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] - x[0] * 0.1;
    }
    let energy = |first: usize, k: f64| waves(&y[first..], k) * k + dot(&y[..2], &x[2..]);
    let mut total = 0.0;
    for i in 0..x.len() {
        total += energy(i % 3, x[i]) * energy(1, 0.2);
    }
    total
}

/// The bounds are elements of another array, and are computed by code of the host's.
#[differentiable]
fn by_bounds(x: &[f64], bounds: &[usize]) -> f64 {
    let mut total = 0.0;
    for i in 1..bounds.len() {
        total += waves(&x[bounds[i - 1]..bounds[i]], 0.3 + total);
    }
    total
}

/// Rows of data.
#[differentiable(wrt(w))]
fn logistic(w: &[f64], data: &[f64], labels: &Vec<f64>) -> f64 {
    let n = w.len();
    let mut loss = 0.0;
    for i in 0..labels.len() {
        let z = dot(w, &data[i * n..(i + 1) * n]);
        loss += z.exp().ln_1p() - labels[i] * z;
    }
    (loss + dot(&labels[..2], &w[..2]) * waves(&data[1..], w[0])) / labels.len() as f64
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
        self.norm(&x[1..]) * self.norm(&x[..3]) + Self::plain(&x[2..], self.rate)
    }

    fn plain(x: &[f64], k: f64) -> f64 {
        dot(x, x) * k
    }
}

#[differentiable]
fn of_kinds(x: &Vec<f64>, y: &[f64; 3]) -> f64 {
    waves(&x[1..], y[0]) * sum(&y[..2]) + dot(&y[1..], &x[..2])
}

#[differentiable]
fn generic<T: Real>(x: &[T], k: T) -> T {
    let mut y = vec![k; x.len()];
    for i in 0..x.len() {
        y[i] *= x[i];
    }
    dot(&y[1..], &x[1..]) * dot(&x[..2], &y[2..])
}

/// The first index is read where the array has been handed on.
#[differentiable]
fn arguments_in_order(x: &[f64]) -> f64 {
    let k = |v: f64| if v > 0.0 { 1 } else { 2 };
    dot(&x[k(x[0])..k(x[0]) + 2], &x[..x.len() - k(x[1])]) * waves(&x[..2], dot(&x[2..], &x[..2]))
}

/// Names for parts, of parts too; the array is read beside them.
#[differentiable]
fn named(x: &[f64]) -> f64 {
    let rest = &x[1..];
    let inner = &rest[..2];
    let last = &x[x.len() - 2..=3];
    let mut total = rest[0] * x[0] + inner[1] * inner[0] * x[2];
    for i in 0..rest.len() {
        total += rest[i].sin() * x[i] + waves(rest, rest[i]) * waves(inner, x[1]);
    }
    total * dot(inner, last) + waves(&rest[1..], last[0])
}

#[differentiable]
fn matrix_vector(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut total = 0.0;
    for i in 0..a.len() / n {
        let row = &a[i * n..(i + 1) * n];
        let mut product = 0.0;
        for j in 0..n {
            product += row[j] * x[j];
        }
        total += product.sin() * dot(row, x);
    }
    total
}

/// The names are for parts that are written to.
#[differentiable]
fn written(x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = vec![1.0; 2 * n];
    for i in 0..2 {
        let row = &mut y[i * n..(i + 1) * n];
        for j in 0..n {
            row[j] = x[j] * x[i];
            row[j] += x[(j + 1) % n];
            row[j] *= row[0];
        }
        let inner = &mut y[i..=i + 1];
        inner[1] -= inner[0] * x[0];
    }
    let all = &y[..];
    let first = y[0];
    let mut total = 0.0;
    for i in 0..all.len() {
        total += all[i] * all[i] * first;
    }
    total + waves(all, x[0])
}

#[differentiable]
fn indexed(x: &[f64]) -> f64 {
    let mut total = x[1..][0] * x[1..3][1];
    for i in 0..2 {
        total += x[i..i + 2][1] * x[..=i][i];
    }
    total
}

#[differentiable]
fn in_closures_and_branches(x: &[f64]) -> f64 {
    let rest = &x[1..];
    let energy = |k: f64| rest[0] * k + waves(rest, k);
    let mut total = 0.0;
    for i in 0..rest.len() {
        let tail = &rest[i..];
        if tail[0] > 0.0 {
            total += energy(tail[0]) * tail.len() as f64;
        } else {
            let head = &x[..i + 1];
            total -= head[i] * waves(head, total);
        }
    }
    total
}

#[differentiable]
fn over_elements(x: &[f64]) -> f64 {
    let rest: &[f64] = &x[1..];
    let mut total = 0.0;
    for (i, v) in rest.iter().enumerate() {
        total += v * v * x[i];
    }
    for v in rest {
        total *= v.cos();
    }
    total
}

#[differentiable]
fn by_chunks(x: &[f64], n: usize) -> f64 {
    let mut total = 1.0;
    'rows: for row in x.chunks_exact(n) {
        for j in 0..row.len() {
            if row[j] > 1.5 {
                continue 'rows;
            }
            total += row[j] * row[0];
        }
        total += waves(row, 0.3) * total;
    }
    total
}

#[differentiable]
fn by_windows(x: &[f64], kernel: &[f64]) -> f64 {
    let mut total = 0.0;
    for window in x.windows(kernel.len()) {
        let at = dot(window, kernel);
        if at > 2.0 {
            break;
        }
        total += at * at * window[0];
    }
    total
}

/// Names for parts of data.
#[differentiable(wrt(w))]
fn named_data(w: &[f64], data: &[f64]) -> f64 {
    let n = w.len();
    let mut total = 0.0;
    for i in 0..data.len() / n {
        let row = &data[i * n..(i + 1) * n];
        let half = &row[1..];
        total += dot(w, row) * row[0] * waves(half, w[0]) + half[0] * half.len() as f64;
    }
    total
}

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn log(text: &'static str) -> usize {
    LOG.with_borrow_mut(|log| log.push(text));
    0
}

#[differentiable]
fn logged(x: &[f64]) -> f64 {
    log("call");
    x[0]
}

#[differentiable]
fn effects(x: &[f64], a: usize, b: usize, c: usize) -> f64 {
    logged(&x[a + log("start")..b + log("end")]) * dot(&x[log("second")..c], x)
}

const X: [f64; 4] = [0.3, -1.2, 2.0, 0.7];
const Y: [f64; 4] = [-0.8, 0.4, -0.1, 1.3];

/// Checks each entry point of functions of one slice.
macro_rules! check_all {
    ($($name:ident),*) => {
        $(for x in [X, Y] {
            let (value, gradient) = $name::value_and_grad(&x);
            assert_eq!(value.to_bits(), $name(&x).to_bits(), stringify!($name));
            check(&$name, &x, &gradient);
            assert_eq!($name::grad(&x), gradient);
            let (value, back) = $name::vjp(&x);
            assert_eq!(value.to_bits(), $name(&x).to_bits(), stringify!($name));
            let twice = back(2.0);
            check(&|x| 2.0 * $name(x), &x, &twice);
            let mut sum = [1.0; 4];
            $name::accumulate_grad(&x, &mut sum);
            check(&|x| $name(x) + x[0] + x[1] + x[2] + x[3], &x, &sum);
        })*
    };
}

#[test]
fn parts_are_passed_on() {
    check_all!(ranges, of_locals, nested_calls, arguments_in_order);
}

#[test]
fn parts_overlap() {
    check_all!(overlapping);
    let a = [0.3, -1.2, 2.0, 0.7, 0.1, -0.4];
    for n in 1..4 {
        let (value, gradient) = gram::value_and_grad(&a, n);
        assert_eq!(value.to_bits(), gram(&a, n).to_bits());
        check(&|a| gram(a, n), &a, &gradient);
        check(&|a| gram(a, n), &a, &gram::vjp(&a, n).1(1.0));
    }
}

#[test]
fn rows_and_blocks_are_passed_in_loops() {
    let a = [0.3, -1.2, 2.0, 0.7, 0.1, -0.4];
    let x = [0.9, -0.2];
    let (value, (d_a, d_x)) = rows::value_and_grad(&a, &x);
    assert_eq!(value.to_bits(), rows(&a, &x).to_bits());
    check(&|a| rows(a, &x), &a, &d_a);
    check(&|x| rows(&a, x), &x, &d_x);
    for size in 1..4 {
        let (value, gradient) = blocks::value_and_grad(&a, size);
        assert_eq!(value.to_bits(), blocks(&a, size).to_bits());
        check(&|a| blocks(a, size), &a, &gradient);
        check(&|a| blocks(a, size), &a, &blocks::vjp(&a, size).1(1.0));
    }
    let (value, (d_a, d_x)) = convolution::value_and_grad(&a, &x);
    assert_eq!(value.to_bits(), convolution(&a, &x).to_bits());
    check(&|a| convolution(a, &x), &a, &d_a);
    check(&|x| convolution(&a, x), &x, &d_x);
    let bounds = [0, 2, 2, 5, 6];
    let (value, gradient) = by_bounds::value_and_grad(&a, &bounds);
    assert_eq!(value.to_bits(), by_bounds(&a, &bounds).to_bits());
    check(&|a| by_bounds(a, &bounds), &a, &gradient);
}

#[test]
fn functions_call_themselves_on_parts() {
    check_all!(recursive, halves);
}

#[test]
fn parts_are_passed_in_loops_branches_and_closures() {
    check_all!(made_in_loops, in_branches, in_closures);
}

#[test]
fn parts_of_data_have_no_entry() {
    let (w, data, labels) = ([0.3, -0.4], [1.0, 0.5, -0.3, 2.0, 0.1, 0.2], vec![1.0, 0.0, 1.0]);
    let (value, gradient) = logistic::value_and_grad(&w, &data, &labels);
    assert_eq!(value.to_bits(), logistic(&w, &data, &labels).to_bits());
    check(&|w| logistic(w, &data, &labels), &w, &gradient);
    check(&|w| logistic(w, &data, &labels), &w, &logistic::vjp(&w, &data, &labels).1(1.0));
}

#[test]
fn methods_and_generic_functions_take_parts() {
    let model = Model { rate: 0.7, shift: -0.3 };
    let (value, (d_model, d_x)) = model.loss_value_and_grad(&X);
    assert_eq!(value.to_bits(), model.loss(&X).to_bits());
    check(&|x| model.loss(x), &X, &d_x);
    let of = |m: &[f64]| Model { rate: m[0], shift: m[1] }.loss(&X);
    check(&of, &[0.7, -0.3], &[d_model.rate, d_model.shift]);
    let (value, (d_x, d_k)) = generic::value_and_grad(&X, 0.3);
    assert_eq!(value.to_bits(), generic(&X, 0.3).to_bits());
    check(&|x| generic(x, 0.3), &X, &d_x);
    check(&|k| generic(&X, k[0]), &[0.3], &[d_k]);
    let (x, y) = (X.to_vec(), [0.2, 0.4, -0.6]);
    let (value, (d_x, d_y)) = of_kinds::value_and_grad(&x, &y);
    assert_eq!(value.to_bits(), of_kinds(&x, &y).to_bits());
    check(&|x| of_kinds(&x.to_vec(), &y), &X, &d_x);
    check(&|y| of_kinds(&x, &[y[0], y[1], y[2]]), &y, &d_y);
}

#[test]
fn parts_have_names() {
    check_all!(named, written, indexed, in_closures_and_branches, over_elements);
    let a = [0.3, -1.2, 2.0, 0.7, 0.1, -0.4];
    let x = [0.9, -0.2];
    let (value, (d_a, d_x)) = matrix_vector::value_and_grad(&a, &x);
    assert_eq!(value.to_bits(), matrix_vector(&a, &x).to_bits());
    check(&|a| matrix_vector(a, &x), &a, &d_a);
    check(&|x| matrix_vector(&a, x), &x, &d_x);
    let (value, d_w) = named_data::value_and_grad(&x, &a);
    assert_eq!(value.to_bits(), named_data(&x, &a).to_bits());
    check(&|w| named_data(w, &a), &x, &d_w);
    check(&|w| named_data(w, &a), &x, &named_data::vjp(&x, &a).1(1.0));
}

#[test]
fn loops_run_over_chunks_and_windows() {
    let a = [0.3, -1.2, 2.0, 0.7, 0.1, -0.4];
    for n in 1..8 {
        let (value, gradient) = by_chunks::value_and_grad(&a, n);
        assert_eq!(value.to_bits(), by_chunks(&a, n).to_bits());
        check(&|a| by_chunks(a, n), &a, &gradient);
        let kernel = vec![0.4; n];
        let (value, (d_a, d_kernel)) = by_windows::value_and_grad(&a, &kernel);
        assert_eq!(value.to_bits(), by_windows(&a, &kernel).to_bits());
        check(&|a| by_windows(a, &kernel), &a, &d_a);
        check(&|kernel| by_windows(&a, kernel), &kernel, &d_kernel);
    }
    assert!(catch_unwind(|| by_chunks::grad(&a, 0)).is_err());
    assert!(catch_unwind(|| by_windows::grad(&a, &[])).is_err());
}

#[test]
fn bounds_are_checked_in_place() {
    let (x, all) = ([0.3, -1.2, 2.0], ["start", "end", "call", "second"]);
    assert_eq!(effects::grad(&x, 0, 2, 2), effects::grad(&x, 0, 3, 2));
    assert_eq!(LOG.take(), [all, all].concat());
    // The first part is out of bounds, or ends before it starts; or the second is.
    for ((a, b, c), until) in [((0, 4, 0), 2), ((2, 1, 0), 2), ((4, 4, 0), 2), ((0, 1, 4), 4), ((1, 1, 0), 3)] {
        assert!(catch_unwind(|| effects(&x, a, b, c)).is_err());
        assert_eq!(LOG.take(), all[..until]);
        assert!(catch_unwind(|| effects::grad(&x, a, b, c)).is_err());
        assert_eq!(LOG.take(), all[..until]);
        assert!(catch_unwind(|| effects::vjp(&x, a, b, c).0).is_err());
        assert_eq!(LOG.take(), all[..until]);
    }
}

/// The bounds of a name are checked where it is given.
#[differentiable]
fn named_effects(x: &[f64], b: usize, i: usize) -> f64 {
    let row = &x[1..b];
    log("between");
    row[i] * x[i + log("index")]
}

#[differentiable]
fn named_writes(x: &[f64], b: usize, i: usize) -> f64 {
    let mut y = vec![2.0; 3];
    let row = &mut y[1..b];
    log("between");
    row[i] += x[0] * x[0];
    y[1]
}

#[test]
fn names_are_checked_in_place() {
    let x = [0.3, -1.2, 2.0];
    assert_eq!(named_effects::grad(&x, 3, 1), [0.0, 2.0, -1.2]);
    assert_eq!(LOG.take(), ["between", "index"]);
    assert_eq!(named_writes::grad(&x, 3, 0), [0.6, 0.0, 0.0]);
    assert_eq!(LOG.take(), ["between"]);
    for (b, i, count) in [(4, 0, 0), (0, 0, 0), (2, 1, 1), (1, 0, 1)] {
        for gradient in [named_effects::grad, named_writes::grad] {
            assert!(catch_unwind(|| gradient(&x, b, i)).is_err());
            assert_eq!(LOG.take().len(), count);
        }
        assert!(catch_unwind(|| named_effects(&x, b, i)).is_err());
        assert_eq!(LOG.take().len(), count);
        assert!(catch_unwind(|| named_writes(&x, b, i)).is_err());
        assert_eq!(LOG.take().len(), count);
    }
}

#[differentiable]
fn through(x: &[f64], last: usize) -> f64 {
    sum(&x[0..=last]) * x[0]
}

#[test]
fn a_range_may_end_at_no_number() {
    assert_eq!(through::grad(&[2.0, 3.0, 4.0], 1), [7.0, 2.0, 0.0]);
    assert!(catch_unwind(|| through(&[1.0], usize::MAX)).is_err());
    assert!(catch_unwind(|| through::grad(&[1.0], usize::MAX)).is_err());
}

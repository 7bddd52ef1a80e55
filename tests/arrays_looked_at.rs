//! Whole arrays at which code of the host looks: `argmax(stop_gradient(&y))`, what macros show, and orders that it sorts.
//!
//! Gradients are held against central differences. What the host sees is what it sees in the function itself, once for each call.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "the loops and types of numerical code are what is tested"
)]

use std::cell::RefCell;

use backprop::{Differentiable, differentiable, stop_gradient};
use differences::check;

mod differences;

thread_local! {
    static SEEN: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
}

/// What the host has seen in this call.
fn seen<R>(run: impl FnOnce() -> R) -> (R, Vec<Vec<f64>>) {
    SEEN.take();
    let given = run();
    (given, SEEN.take())
}

fn argmax(x: &[f64]) -> usize {
    SEEN.with_borrow_mut(|seen| seen.push(x.to_vec()));
    (0..x.len()).fold(0, |best, i| if x[i] > x[best] { i } else { best })
}
fn of_array(x: &[f64; 3]) -> usize {
    argmax(x)
}
fn of_vector(x: &Vec<f64>) -> usize {
    argmax(x)
}
fn closest(x: &[f64], y: &[f64]) -> usize {
    let distance = |i: usize| (x[i] - y[i]).abs();
    (0..x.len()).fold(0, |best, i| if distance(i) < distance(best) { i } else { best })
}
fn sort(order: &mut [usize], by: &[f64]) {
    order.sort_by(|a, b| by[*a].total_cmp(&by[*b]));
}

#[differentiable]
fn of_parameter(x: &[f64]) -> f64 {
    let k = argmax(stop_gradient(x));
    x[k] * x[k]
}
/// The array changes between two looks.
#[differentiable]
fn overwritten(x: &[f64]) -> f64 {
    let mut y = vec![x[0] * 2.0, x[1], x[2]];
    let k = of_vector(stop_gradient(&y));
    y[0] = 100.0;
    let j = argmax(stop_gradient(&y));
    y[k] * x[k] * x[j]
}
#[differentiable]
fn in_loops(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..3 {
        let k = argmax(stop_gradient(&y));
        y[k] = 0.5 * y[k] * y[k];
    }
    let mut turns = 0;
    while argmax(stop_gradient(&y)) == 1 && turns < 5 {
        y[1] *= 0.5;
        y[0] += y[1];
        turns += 1;
    }
    y[0] * y[1] + y[2]
}
#[differentiable]
fn of_values(x: &[f64]) -> f64 {
    let y = [x[0] * x[1], x[1] * x[2], x[2] * x[0]];
    let k = of_array(stop_gradient(&y));
    let z = y;
    assert_eq!(y, z);
    assert_eq!(&y, &z, "{y:?}");
    assert_ne!(y, [7.0, 8.0, 9.0]);
    let text = format!("{:?} {:?} {:?}", y, &y, x);
    if text.is_empty() { 0.0 } else { y[k] * y[0] }
}
#[differentiable]
fn of_two(x: &[f64]) -> f64 {
    let y = vec![0.5, x[0], 2.0 * x[1]];
    let k = closest(stop_gradient(x), stop_gradient(&y));
    x[k] * y[k]
}
#[differentiable]
fn of_parts(x: &[f64]) -> f64 {
    let rows = [vec![x[0], x[1]], vec![x[1], x[0] * x[0]]];
    let mut total = 0.0;
    for i in 0..2 {
        total += rows[i][argmax(stop_gradient(&rows[i]))];
    }
    total * x[1 + argmax(stop_gradient(&x[1..]))]
}
/// Places with names.
#[differentiable]
fn of_names(x: &[f64]) -> f64 {
    let rows = vec![vec![x[0], x[1]], vec![x[1], x[0] * x[0]]];
    let (row, all, rest) = (&rows[1], &rows, &x[1..]);
    let mut total = row[argmax(stop_gradient(row))] * all[0][argmax(stop_gradient(&all[0]))];
    total *= rest[argmax(stop_gradient(rest))];
    for row in &rows {
        total += row[argmax(stop_gradient(row))];
    }
    for pair in x.windows(2) {
        total *= pair[argmax(stop_gradient(pair))];
    }
    total
}
#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let best = |c: f64| {
        let k = argmax(stop_gradient(&y));
        y[k] * c
    };
    let a = best(2.0) + best(x[0]);
    y[0] = 7.0;
    a * y[0]
}
#[differentiable]
fn change(x: &mut [f64]) {
    let k = argmax(stop_gradient(&*x));
    x[k] *= x[k];
    let j = argmax(stop_gradient(&x[..2]));
    x[j] *= 3.0;
    let rest = &mut x[1..];
    let i = argmax(stop_gradient(&*rest));
    rest[i] += 2.0 * rest[0];
}
#[differentiable]
fn of_changed(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    change(&mut y);
    y[0] * y[1] * y[2]
}
/// The largest value is only a constant here: the result does not depend on it.
#[differentiable]
fn log_sum_exp(x: &[f64]) -> f64 {
    let y = vec![x[0] * x[1], x[1], x[2]];
    let largest = stop_gradient(&y).iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for i in 0..3 {
        total += (y[i] - largest).exp();
    }
    total.ln() + largest
}
#[differentiable]
fn sorted(x: &[f64]) -> f64 {
    let values = stop_gradient(x);
    let mut order: Vec<usize> = vec![0, 1, 2];
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    let mut total = 0.0;
    for (rank, &k) in order.iter().enumerate() {
        total += x[k] * x[order[0]] * (f64::from(u8::try_from(rank).unwrap_or(0)) + 1.0);
    }
    total
}
#[differentiable]
fn sorted_by_a_function(x: &[f64]) -> f64 {
    let mut order: Vec<usize> = vec![0, 1, 2];
    sort(&mut order, stop_gradient(x));
    x[order[2]] * x[order[1]]
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Vec<f64>,
    b: f64,
}
#[differentiable]
impl Layer {
    fn top(&self, x: f64) -> f64 {
        let k = argmax(stop_gradient(&self.w));
        self.w[k] * x + self.b
    }
    fn grow(&mut self, x: f64) {
        let k = argmax(stop_gradient(&self.w));
        self.w[k] *= x;
        self.b += self.w[argmax(stop_gradient(&self.w))];
    }
}
#[differentiable]
fn of_structs(x: &[f64]) -> f64 {
    let mut layer = Layer { w: x.to_vec(), b: x[0] };
    layer.grow(x[1]);
    layer.grow(2.0);
    layer.top(x[2]) * layer.w[0]
}

#[differentiable]
fn ranked(x: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap());
    let mut total = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        total += (rank as f64 + 1.0) * x[i] * x[order[x.len() - 1 - rank]];
    }
    total * x[order[x.len() / 2]]
}
#[differentiable]
fn ordered_again(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y[0] *= 2.0;
    let mut order = vec![2_usize, 0, 1];
    let least = x[1].abs();
    let mut total = 0.0;
    for turn in 0..2 {
        order.sort_unstable_by(|a, b| y[*b].total_cmp(&(y[*a] + 0.0 * least)));
        total += y[order[0]] * x[turn] - y[order[1]];
        y[order[0]] *= -0.5 * least;
    }
    order.retain(|&i| y[i] > -0.1 * least);
    for &i in &order {
        total += y[i] * y[i];
    }
    if let Some(k) = order.iter().position(|&i| y[i] > 0.5) {
        total += 3.0 * y[order[k]];
    }
    total
}
#[differentiable]
fn smallest(places: &mut [usize], x: &[f64]) -> f64 {
    places.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
    x[places[0]] * x[places[2]]
}
#[differentiable]
fn by_function(x: &[f64]) -> f64 {
    let mut places = vec![1, 0, 2];
    let first = smallest(&mut places, x);
    first * x[places[1]]
}
#[differentiable]
impl Layer {
    fn weighted(&self, x: f64) -> f64 {
        let mut order: Vec<usize> = (0..self.w.len()).collect();
        order.sort_by(|&a, &b| (self.w[a] * x).total_cmp(&(self.w[b] * x)));
        let middle = order[self.w.len() / 2];
        self.w[middle] * x + self.b * self.w[order[0]]
    }
}
#[differentiable]
fn median_of_struct(x: &[f64]) -> f64 {
    let layer = Layer { w: x.to_vec(), b: x[0] };
    layer.weighted(x[1]) + layer.weighted(-0.5)
}

#[test]
fn gradients_and_what_the_host_sees() {
    macro_rules! all {
        ($($f:ident)*) => { $(
            for x in [[1.3, 2.5, 0.7], [0.4, -0.2, 1.9], [3.0, 1.5, 0.25]] {
                let (value, plain) = seen(|| $f(&x));
                let ((found, gradient), seen) = seen(|| $f::value_and_grad(&x));
                assert_eq!(value.to_bits(), found.to_bits(), "{}", stringify!($f));
                assert_eq!(plain, seen, "{}", stringify!($f));
                check(&|x| $f(x), &x, &gradient);
            }
        )* };
    }
    all!(of_parameter overwritten in_loops of_values of_two of_parts of_names in_closures of_changed log_sum_exp sorted);
    all!(sorted_by_a_function of_structs ranked ordered_again by_function median_of_struct);
}

//! Names for one of several places, and names that exchange what they refer to. Values bit for bit, gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::manual_is_multiple_of,
    clippy::many_single_char_names,
    clippy::match_bool,
    reason = "the programs are as people write them"
)]

mod differences;

use std::mem;
use std::panic::catch_unwind;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y.sin();
    }
    sum
}

/// Two buffers, by turns.
#[differentiable]
fn by_turns(u: &[f64], k: f64, steps: usize) -> f64 {
    let n = u.len();
    let mut a = u.to_vec();
    let mut b = vec![0.0; n];
    for step in 0..steps {
        let (now, next) = if step % 2 == 0 { (&a, &mut b) } else { (&b, &mut a) };
        for i in 1..n - 1 {
            next[i] = now[i] + k * (now[i - 1] - 2.0 * now[i] + now[i + 1]) * now[i];
        }
        next[0] = now[0];
        next[n - 1] = now[n - 1];
    }
    let last = if steps % 2 == 0 { &a } else { &b };
    let mut sum = 0.0;
    for x in last {
        sum += x * x;
    }
    sum + last[1]
}

/// Two buffers whose names exchange them.
#[differentiable]
fn exchanged(u: &[f64], k: f64, steps: usize) -> f64 {
    let n = u.len();
    let mut a = u.to_vec();
    let mut b = vec![0.0; n];
    let (mut now, mut next) = (&mut a, &mut b);
    for _ in 0..steps {
        for i in 1..n - 1 {
            next[i] = now[i] + k * (now[i - 1] - 2.0 * now[i] + now[i + 1]) * now[i];
        }
        next[0] = now[0];
        next[n - 1] = now[n - 1];
        mem::swap(&mut now, &mut next);
    }
    let mut sum = 0.0;
    for x in now.iter() {
        sum += x * x;
    }
    sum
}

#[test]
fn buffers_take_turns() {
    let p = [0.3, 0.9, 0.5, 1.2, 0.2];
    for steps in 0..4 {
        let (d_u, d_k) = by_turns::grad(&p[..4], p[4], steps);
        check(&|p| by_turns(&p[..4], p[4], steps), &p, &[&d_u[..], &[d_k]].concat());
        let (d_u, d_k) = exchanged::grad(&p[..4], p[4], steps);
        check(&|p| exchanged(&p[..4], p[4], steps), &p, &[&d_u[..], &[d_k]].concat());
    }
}

/// Slices of a caller's, of which the names exchange the references, and nothing else.
#[differentiable]
fn in_slices(a: &mut [f64], b: &mut [f64], k: f64, steps: usize) -> f64 {
    let mut now = a;
    let mut next = b;
    for _ in 0..steps {
        for i in 1..now.len() - 1 {
            next[i] = now[i] + k * (now[i - 1] - 2.0 * now[i] + now[i + 1]) * now[i];
        }
        (now, next) = (next, now);
    }
    now[1] * next[0]
}

#[test]
fn what_is_behind_the_names_stays_where_it_is() {
    let p = [0.3, 0.9, 0.5, 1.2, 0.7, 0.1, 0.8, 0.6, 0.2];
    for steps in 0..4 {
        let of = |p: &[f64]| {
            let (mut a, mut b) = (p[..4].to_vec(), p[4..8].to_vec());
            let value = in_slices(&mut a, &mut b, p[8], steps);
            (value, a, b)
        };
        let (value, after_a, after_b) = of(&p);
        let (mut a, mut b) = (p[..4].to_vec(), p[4..8].to_vec());
        let (found, pullback) = in_slices::vjp(&mut a, &mut b, p[8], steps);
        assert_eq!(found, value);
        let mut d_a = vec![0.0, 2.0, 0.0, after_b[0]];
        let mut d_b = vec![after_a[3], 0.0, 3.0, 0.0];
        let d_k = pullback(1.0, &mut d_a, &mut d_b);
        assert_eq!((a, b), (after_a, after_b));
        let all = |p: &[f64]| {
            let (value, a, b) = of(p);
            value + 2.0 * a[1] + 3.0 * b[2] + b[0] * a[3]
        };
        check(&all, &p, &[&d_a[..], &d_b, &[d_k]].concat());
    }
}

/// A name stands behind the dots of a range alone.
#[differentiable]
fn by_length(x: &[f64], turns: usize) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![0.5; x.len()];
    let (mut now, mut next) = (&mut a, &mut b);
    for _ in 0..turns {
        for i in 0..now.len() {
            next[i] += x[i] * 0.5;
        }
        mem::swap(&mut now, &mut next);
    }
    now[0] * next[1]
}

/// Leaves the loop while the names have changed places.
#[differentiable]
fn until(x: &[f64], b: &[f64]) -> f64 {
    let n = x.len();
    let (mut p, mut q) = (x.to_vec(), b.to_vec());
    let mut now = &mut p;
    let mut next = &mut q;
    let mut k = 0;
    while now[0] < 3.0 && k < 7 {
        for i in 0..n {
            next[i] = now[i] * 1.2 + now[(i + 1) % n] * next[i] * 0.1;
        }
        if next[0] > 2.5 {
            break;
        }
        mem::swap(&mut now, &mut next);
        k += 1;
    }
    now[0] * next[1] + p[1] * q[0]
}

#[differentiable]
fn numbers(x: f64, y: f64, c: bool) -> f64 {
    let (mut a, mut b, k) = (x, y * y, 2.0);
    let z = if c { &mut a } else { &mut b };
    *z = *z * k + x;
    let w = if c { &mut b } else { &mut a };
    *w *= y;
    for _ in 0..3 {
        let q = match c {
            true => &mut b,
            false => &mut a,
        };
        *q += *q * 0.1;
    }
    a * b
}

/// One of several of one of several, in a tuple, and parts of it.
#[differentiable]
fn nested(x: &[f64], y: &[f64], c: bool, d: bool) -> f64 {
    let v = if c { x } else { y };
    let w = if d { v } else { &x[1..] };
    let e = if c { &v[0] } else { &w[0] };
    let (short, long) = if v.len() < w.len() { (v, w) } else { (w, v) };
    let rest = &long[1..];
    e * short[0] * long[long.len() - 1] + dot(v, w) + rest[0]
}

#[differentiable]
fn returned(x: &mut Vec<f64>, y: &mut Vec<f64>, c: bool) -> f64 {
    let z = if c { &mut *x } else { &mut *y };
    z[0] *= 2.0;
    if z[1] > 0.5 {
        z[1] = z[0].sin();
        return z[0] * z[1];
    }
    z.push(0.3);
    z[1] * x[0] * y[0]
}

#[differentiable]
fn in_a_closure(x: &[f64], y: &[f64], c: bool) -> f64 {
    let z = if c { x } else { y };
    let line = |t: f64| t * z[0] + z[1];
    let part = &z[1..];
    line(2.0) * line(part[0]) + part[0]
}

#[differentiable]
fn by_pattern(x: &[f64], y: &[f64], from: Option<usize>) -> f64 {
    let z = if let Some(k) = from { &x[k..] } else { y };
    z[0] * z[0]
}

/// The index is that of the choice, also where it is another one later.
#[differentiable]
fn moving(x: &[f64], y: &[f64]) -> f64 {
    let (mut i, mut sum) = (0, 0.0);
    while i < 2 {
        let z = if i == 0 { &x[i] } else { &y[i] };
        i += 1;
        sum += z * z * i as f64;
    }
    sum
}

#[test]
fn one_of_several_is_used_as_each_is() {
    let p = [0.31, 0.9, 0.53, 1.2];
    let halves = |p: &[f64]| (p[..2].to_vec(), p[2..].to_vec());
    let (d_x, d_y) = until::grad(&p[..2], &p[2..]);
    check(&|p| until(&p[..2], &p[2..]), &p, &[d_x, d_y].concat());
    check(&|p| by_length(p, 3), &p, &by_length::grad(&p, 3));
    let (d_x, d_y) = moving::grad(&p[..2], &p[2..]);
    check(&|p| moving(&p[..2], &p[2..]), &p, &[d_x, d_y].concat());
    for from in [None, Some(0), Some(1)] {
        let (d_x, d_y) = by_pattern::grad(&p[..2], &p[2..], from);
        check(&|p| by_pattern(&p[..2], &p[2..], from), &p, &[d_x, d_y].concat());
    }
    for c in [true, false] {
        let (d_x, d_y) = numbers::grad(0.7, 0.4, c);
        check(&|p| numbers(p[0], p[1], c), &[0.7, 0.4], &[d_x, d_y]);
        let (d_x, d_y) = in_a_closure::grad(&p[..2], &p[2..], c);
        check(&|p| in_a_closure(&p[..2], &p[2..], c), &p, &[d_x, d_y].concat());
        for d in [true, false] {
            let (d_x, d_y) = nested::grad(&p[..2], &p[2..], c, d);
            check(&|p| nested(&p[..2], &p[2..], c, d), &p, &[d_x, d_y].concat());
        }
        for p in [p, [0.31, 0.2, 0.53, 0.12]] {
            let of = |p: &[f64]| {
                let (mut x, mut y) = halves(p);
                (returned(&mut x, &mut y, c), x, y)
            };
            let (mut x, mut y) = halves(&p);
            let (value, (d_x, d_y)) = returned::value_and_grad(&mut x, &mut y, c);
            assert_eq!((value, x, y), of(&p));
            check(&|p| of(p).0, &p, &[d_x, d_y].concat());
        }
    }
}

#[differentiable(wrt(x, y))]
fn logged(x: &[f64], y: &[f64], k: usize, log: &std::cell::Cell<usize>) -> f64 {
    let count = |k: usize| {
        log.set(log.get() + 1);
        k
    };
    let z = if count(k) < 2 { &x[k] } else { &y[k] };
    z * z
}

#[test]
fn the_choice_is_made_once_and_panics_where_it_does() {
    let (x, y) = ([0.5, 1.5], [2.5]);
    let log = std::cell::Cell::new(0);
    assert_eq!(logged::grad(&x, &y, 1, &log), (vec![0.0, 3.0], vec![0.0]));
    assert_eq!(log.get(), 1);
    let message = |run: &(dyn Fn() -> f64 + std::panic::RefUnwindSafe)| {
        let panicked = catch_unwind(run).expect_err("it panics");
        panicked.downcast_ref::<String>().cloned().expect("a text")
    };
    let plain = message(&|| logged(&[0.5, 1.5], &[2.5], 3, &std::cell::Cell::new(0)));
    let ours = message(&|| logged::value_and_grad(&[0.5, 1.5], &[2.5], 3, &std::cell::Cell::new(0)).0);
    assert_eq!(ours, plain);
}

#[derive(Clone, Differentiable)]
struct Model {
    w: Vec<f64>,
    v: Vec<f64>,
    rows: Vec<Vec<f64>>,
    bias: f64,
    scale: f64,
}

#[differentiable]
impl Model {
    fn pick(&self, x: &[f64], c: bool) -> f64 {
        let w = if c { &self.w } else { &self.v };
        dot(w, x) + w[0] * self.bias
    }

    fn row(&self, x: &[f64], k: usize) -> f64 {
        let row = if k < self.rows.len() { &self.rows[k] } else { &self.w };
        let mut sum = 0.0;
        for (a, b) in row.iter().zip(x) {
            sum += a * b;
        }
        sum * row[0]
    }

    fn number(&self, c: bool) -> f64 {
        let b = if c { &self.bias } else { &self.scale };
        b * b * self.bias
    }

    fn bump(&mut self, c: bool, by: f64) {
        let w = if c { &mut self.w } else { &mut self.v };
        for x in w.iter_mut() {
            *x *= by;
        }
        w[0] += self.bias;
        let b = if c { &mut self.bias } else { &mut self.scale };
        *b += by;
        self.bias *= 2.0;
    }

    /// Reads a field in one branch, and changes it in another.
    fn in_branches(&mut self, c: bool, d: bool, by: f64) {
        if c {
            self.w[0] += self.bias;
        }
        if d {
            self.bias += by;
        }
    }
}

#[differentiable]
fn fitted(model: &Model, c: bool, by: f64) -> f64 {
    let mut model = model.clone();
    model.bump(c, by);
    model.bump(!c, by * by);
    model.in_branches(true, c, by);
    let first = model.pick(&model.w, c) + model.number(c) * model.row(&[0.3, by], 0);
    first + model.row(&[by, 0.5], 9)
}

#[test]
fn fields_are_places_too() {
    let of = |p: &[f64]| Model {
        w: vec![p[0], p[1]],
        v: vec![p[2], p[3]],
        rows: vec![vec![p[4], p[5]]],
        bias: p[6],
        scale: p[7],
    };
    let p = [0.31, 0.9, 0.53, 1.2, 0.7, 0.2, 0.8, 0.45, 1.1];
    for c in [true, false] {
        let (d, by) = fitted::grad(&of(&p), c, p[8]);
        let flat = [&d.w[..], &d.v, &d.rows[0], &[d.bias, d.scale, by]].concat();
        check(&|p| fitted(&of(p), c, p[8]), &p, &flat);
    }
}

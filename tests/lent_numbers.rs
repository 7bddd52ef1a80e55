//! Local numbers without a tangent that calls of the host change: seeds, counters, flags.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::trivially_copy_pass_by_ref,
    reason = "the programs are as people write them"
)]

mod differences;

use std::cell::RefCell;

use backprop::{Differentiable, differentiable, stop_gradient};
use differences::check;

thread_local! {
    static LOG: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn noise(seed: &mut u32) -> f64 {
    *seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    f64::from(*seed >> 8) / 16_777_216.0
}

fn next(count: &mut usize) -> usize {
    *count += 1;
    LOG.with(|log| log.borrow_mut().push(*count));
    *count
}

fn once(flag: &mut bool) -> bool {
    std::mem::replace(flag, false)
}

fn both(i: &mut u8, j: &mut u8, k: u8) -> (u8, bool) {
    *i += k;
    *j = *i;
    (*i, *i > 5)
}

fn fibonacci(pair: &mut (u64, u64)) -> f64 {
    *pair = (pair.1, pair.0 + pair.1);
    pair.0 as f64
}

fn until_three(count: &mut usize) -> Option<usize> {
    (next(count) < 4).then_some(*count)
}

#[differentiable]
fn noisy_fit(w: f64, sigma: f64, mut seed: u32) -> f64 {
    let mut loss = 0.0;
    for _ in 0..4 {
        let z = noise(&mut seed);
        let error = w + sigma * z;
        loss += error * error;
    }
    loss * noise(&mut seed)
}

/// The arguments are evaluated from the left, and each sees the number that the one before has left.
#[differentiable]
fn order(x: f64, y: f64) -> f64 {
    let mut i = 0;
    let power = x.powi(next(&mut i) as i32) * next(&mut i) as f64;
    power * y + (i + next(&mut i) * 10 + i * 100) as f64 * x
}

#[differentiable]
fn branches(x: f64, y: f64) -> f64 {
    let mut i = 0;
    let mut sum = x;
    for k in 0..6 {
        if k % 2 == 0 {
            next(&mut i);
        } else if i > 1 && next(&mut i) > 2 {
            i -= 1;
        }
        sum *= y + i as f64;
        if i > 3 {
            break;
        }
    }
    sum * next(&mut i) as f64
}

#[differentiable]
fn conditions(x: f64, y: f64) -> f64 {
    let mut i = 0;
    let mut sum = x;
    while next(&mut i) < 4 && sum < 50.0 {
        sum += y * i as f64;
        if i == 2 && next(&mut i) > 5 {
            return sum;
        }
    }
    while let Some(k) = until_three(&mut i) {
        sum *= k as f64;
    }
    match next(&mut i) {
        1 | 2 => sum,
        k if next(&mut i) > k => sum * k as f64 * y,
        _ => x,
    }
}

#[differentiable]
fn in_closure(x: f64, y: f64) -> f64 {
    let mut i = 0;
    let mut counted = |v: f64| {
        let k = next(&mut i);
        v * k as f64
    };
    let a = counted(x);
    let b = counted(y);
    a * b + i as f64 * x
}

#[differentiable]
fn places(x: f64, y: f64) -> f64 {
    let mut i = 0;
    let mut v = [1.0; 4];
    v[next(&mut i)] += x;
    v[next(&mut i)] = y * v[1];
    for k in 0..next(&mut i) {
        v[k] *= x + k as f64;
    }
    v[0] * v[1] + v[2] * i as f64
}

#[differentiable]
fn several(x: f64, y: f64) -> f64 {
    let (mut i, mut j, mut first, mut pair) = (1, 0, true, (0_u64, 1_u64));
    let (a, large) = both(&mut i, &mut j, 3);
    let other = both(&mut j, &mut i, a);
    let mut sum = x * f64::from(a) + if large { y } else { x * x };
    for _ in 0..3 {
        sum = if once(&mut first) { sum * y } else { sum + x * fibonacci(&mut pair) };
    }
    std::mem::swap(&mut i, &mut j);
    let k = std::mem::take(&mut j);
    sum + f64::from(other.0 + k) * y * pair.1 as f64 * f64::from(i)
}

#[differentiable]
fn again(x: f64, y: f64, n: usize) -> f64 {
    let mut k = n;
    if next(&mut k) > 4 { x } else { y * again(x, y, k) + k as f64 * x }
}

/// Of what is cut, the number has changed all the same.
#[differentiable]
fn stopped(x: f64, y: f64) -> f64 {
    let mut i = 0;
    let doubled = stop_gradient(next(&mut i) as f64 * 2.0);
    x * doubled * y + next(&mut i) as f64 * y
}

#[derive(Clone, Copy, Differentiable)]
struct Model {
    w: f64,
}

#[differentiable]
impl Model {
    fn shaken(&self, mut seed: u32) -> f64 {
        self.w * noise(&mut seed) + self.w * self.w * noise(&mut seed)
    }

    fn shake(&mut self, seed: u32) {
        let mut state = seed;
        self.w *= noise(&mut state);
        self.w += noise(&mut state);
    }
}

#[differentiable]
fn methods(x: f64, y: f64) -> f64 {
    let mut model = Model { w: x };
    model.shake(3);
    model.shaken(5) * y
}

/// The value, the gradient and what was logged are those of the function.
macro_rules! holds {
    ($($f:ident($($more:expr),*)),* $(,)?) => {
        $({
            let x = [0.7, 0.4];
            let f = |x: &[f64]| $f(x[0], x[1] $(, $more)*);
            LOG.take();
            let value = f(&x);
            let logged = LOG.take();
            let (found, (d_x, d_y)) = $f::value_and_grad(x[0], x[1] $(, $more)*);
            assert_eq!((found, LOG.take()), (value, logged), stringify!($f));
            check(&f, &x, &[d_x, d_y]);
            let (_, back) = $f::vjp(x[0], x[1] $(, $more)*);
            assert_eq!(back(1.0), (d_x, d_y), stringify!($f));
        })*
    };
}

#[test]
fn calls_change_local_numbers_once_and_in_order() {
    holds! {
        noisy_fit(7), order(), branches(), conditions(), in_closure(), places(), several(), again(2), stopped(),
        methods(),
    }
}

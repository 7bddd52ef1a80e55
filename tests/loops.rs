//! Loops over ranges: values bit for bit, gradients against closed forms and central differences, effects in their order.

#![expect(
    clippy::cast_precision_loss,
    clippy::manual_is_multiple_of,
    reason = "the numbers of turns are small; operators are what is tested"
)]

use std::cell::RefCell;

use backprop::{Differentiable, differentiable};

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn log(text: &str) {
    LOG.with_borrow_mut(|log| log.push(text.to_owned()));
}

fn logged<R>(run: impl FnOnce() -> R) -> (R, Vec<String>) {
    LOG.with_borrow_mut(Vec::clear);
    let result = run();
    (result, LOG.with_borrow(Clone::clone))
}

/// Holds a gradient of one real against central differences, and the value against the function.
#[track_caller]
fn agrees(f: impl Fn(f64) -> f64, (value, gradient): (f64, f64), x: f64) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    let step = 1e-6;
    let difference = (f(x + step) - f(x - step)) / (2.0 * step);
    let error = (difference - gradient).abs();
    assert!(error <= 1e-7 * difference.abs().max(1.0), "{difference} by differences, {gradient} given");
}

#[differentiable]
fn exponential(x: f64, n: u32) -> f64 {
    let mut sum = 1.0;
    let mut term = 1.0;
    for k in 1..=n {
        term = term * x / f64::from(k);
        sum += term;
    }
    sum
}

#[test]
fn a_series() {
    for n in [0, 1, 2, 5, 30] {
        agrees(|x| exponential(x, n), exponential::value_and_grad(0.7, n), 0.7);
    }
    let (value, gradient) = exponential::value_and_grad(0.7, 40);
    assert!((value - 0.7_f64.exp()).abs() < 1e-14 && (gradient - 0.7_f64.exp()).abs() < 1e-14);
    let (_, back) = exponential::vjp(0.7, 3);
    assert!((back(2.0) - 2.0 * (1.0 + 0.7 + 0.245)).abs() < 1e-14);
}

#[differentiable]
fn root(a: f64) -> f64 {
    let mut x = a;
    for _ in 0..20 {
        x = 0.5 * (x + a / x);
    }
    x
}

#[test]
fn newton() {
    let (value, gradient) = root::value_and_grad(2.0);
    assert!((value - 2.0_f64.sqrt()).abs() < 1e-15 && (gradient - 0.5 / 2.0_f64.sqrt()).abs() < 1e-14);
}

#[differentiable]
fn nested(a: f64) -> f64 {
    let b = a * 0.75;
    let mut s = 0.0;
    for i in 0..4 {
        let mut p = a;
        for j in (i..5).rev() {
            if p > b {
                p = (p * b).sin();
            } else {
                p += f64::from(j) * b;
            }
        }
        s += p * p;
    }
    s
}

#[test]
fn loops_in_loops_with_branches() {
    for x in [0.3, 0.9, 1.7, -0.4] {
        agrees(nested, nested::value_and_grad(x), x);
    }
}

#[differentiable]
fn branch_around(x: f64, n: i64) -> f64 {
    let mut y = x;
    if n > 2 {
        for i in -n..n {
            y = (y * 0.5 + i as f64).cos() * x;
        }
    } else {
        y *= 2.0;
    }
    y * y
}

#[test]
fn a_loop_in_a_branch() {
    for n in [0, 2, 3, 6] {
        agrees(|x| branch_around(x, n), branch_around::value_and_grad(0.8, n), 0.8);
    }
}

#[differentiable]
fn with_closures(x: f64) -> f64 {
    let power = |v: f64, n: i32| {
        let mut p = 1.0;
        for _ in 0..n {
            p *= v;
        }
        p
    };
    let mut s = 0.0;
    for n in 0..4 {
        let scaled = |v: f64| v * x + s;
        s = scaled(power(x, n)) * 0.5;
    }
    s
}

#[test]
fn closures_and_loops() {
    agrees(with_closures, with_closures::value_and_grad(1.3), 1.3);
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn scaled_sine(x: f64, k: f64) -> f64 {
    (x * k).sin()
}

#[differentiable]
fn calls(x: f64) -> f64 {
    let mut y = x;
    for i in 0..3 {
        let k = f64::from(i) + x;
        y = twice(|v| scaled_sine(v, k) + y, y * 0.5);
    }
    y
}

#[test]
fn calls_of_functions_that_take_functions() {
    agrees(calls, calls::value_and_grad(0.6), 0.6);
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    at: f64,
    speed: f64,
}

#[differentiable]
fn oscillator(body: Body, stiffness: f64, steps: usize) -> f64 {
    let mut body: Body = body;
    for _ in 0..steps {
        body.speed -= 0.1 * stiffness * body.at;
        body.at += 0.1 * body.speed;
    }
    body.at
}

#[test]
fn a_struct_as_state() {
    let body = Body { at: 1.0, speed: -0.5 };
    let (value, (gradient, stiffness)) = oscillator::value_and_grad(body, 2.0, 7);
    agrees(|at| oscillator(Body { at, ..body }, 2.0, 7), (value, gradient.at), 1.0);
    agrees(|speed| oscillator(Body { speed, ..body }, 2.0, 7), (value, gradient.speed), -0.5);
    agrees(|k| oscillator(body, k, 7), (value, stiffness), 2.0);
}

#[differentiable]
fn rotated(x: f64) -> f64 {
    let mut pair = (x, 1.0);
    let mut count = 0;
    for i in 0..5 {
        pair = (pair.1 * 0.5 + x, pair.0 - f64::from(i));
        count += i;
    }
    pair.0 * pair.1 + f64::from(count)
}

#[test]
fn tuples_and_integers_as_state() {
    agrees(rotated, rotated::value_and_grad(0.4), 0.4);
}

fn noted(i: usize) -> f64 {
    log(&format!("turn {i}"));
    0.5 + i as f64
}

#[differentiable]
fn with_effects(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in (0..n).rev() {
        y = y * noted(i) + x;
    }
    y
}

#[test]
fn effects_come_in_their_order() {
    let (_, expected) = logged(|| with_effects(0.3, 4));
    assert_eq!(expected, ["turn 3", "turn 2", "turn 1", "turn 0"]);
    let (value, log) = logged(|| with_effects::value_and_grad(0.3, 4));
    assert_eq!(log, expected);
    agrees(|x| with_effects(x, 4), value, 0.3);
    let (_, log) = logged(|| with_effects::vjp(0.3, 4).1(1.0));
    assert_eq!(log, expected);
}

#[differentiable]
fn divided(x: f64, n: i32) -> f64 {
    let mut s = x;
    for i in 0..n {
        s += x * f64::from(12 / (3 - i));
    }
    s
}

#[test]
fn a_turn_that_panics_panics() {
    agrees(|x| divided(x, 3), divided::value_and_grad(0.5, 3), 0.5);
    assert!(std::panic::catch_unwind(|| divided::grad(0.5, 4)).is_err());
}

#[differentiable]
fn unused(x: f64, n: i32) -> f64 {
    let mut unused = x;
    let mut kept = x;
    for i in 0..n {
        unused = unused * 2.0 + f64::from(i);
        kept *= 1.0;
    }
    let _ = unused;
    kept + x
}

#[test]
fn state_that_nobody_looks_at() {
    agrees(|x| unused(x, 3), unused::value_and_grad(0.5, 3), 0.5);
}

#[differentiable]
fn generic<T: backprop::Real>(x: T, n: usize) -> T {
    let mut y = x;
    for _ in 0..n {
        y = y.sin() + x;
    }
    y
}

#[test]
fn generic_scalars() {
    agrees(|x| generic(x, 4), generic::value_and_grad(0.5, 4), 0.5);
    let (single, double) = (generic::grad(0.5_f32, 4), generic::grad(0.5_f64, 4));
    assert!((f64::from(single) - double).abs() < 1e-6);
}

#[test]
fn in_place() {
    let scale = 2.0;
    let f = backprop::differentiate!(|x: f64| {
        let mut y = x;
        for i in 0..3 {
            y = y * scale + x * f64::from(i);
        }
        y
    });
    // y = 8 x + 4·0 + 2 x + 2 x
    assert!((f.grad(1.5) - 12.0).abs() < 1e-12);
}

// Loops of which the data say how many turns they make.

/// Newton's method until it has converged.
#[differentiable]
fn converged(a: f64, tolerance: f64) -> f64 {
    let mut x = a;
    while (x * x - a).abs() > tolerance {
        x = 0.5 * (x + a / x);
    }
    x
}

#[test]
fn newton_until_it_has_converged() {
    for a in [0.3, 2.0, 90.0] {
        let (value, (gradient, _)) = converged::value_and_grad(a, 1e-13);
        assert_eq!(value.to_bits(), converged(a, 1e-13).to_bits());
        assert!((gradient - 0.5 / a.sqrt()).abs() < 1e-10, "{gradient}");
    }
    let (_, (gradient, of_tolerance)) = converged::value_and_grad(4.0, 100.0);
    assert_eq!((gradient, of_tolerance), (1.0, 0.0));
}

/// The root of `x³ + x = a` by bisection, polished by a step of Newton's method, which carries the derivative.
#[differentiable]
fn bisected(a: f64) -> f64 {
    let mut low = -10.0;
    let mut high = 10.0;
    let mut turns = 0;
    while high - low > 1e-9 && turns < 100 {
        let middle = 0.5 * (low + high);
        if middle * middle * middle + middle > a {
            high = middle;
        } else {
            low = middle;
        }
        turns += 1;
    }
    let x = 0.5 * (low + high);
    x - (x * x * x + x - a) / (3.0 * x * x + 1.0)
}

#[test]
fn bisection() {
    for a in [-3.0, 0.5, 10.0] {
        let (x, gradient) = bisected::value_and_grad(a);
        assert!((x * x * x + x - a).abs() < 1e-12);
        assert!((gradient - 1.0 / (3.0 * x * x + 1.0)).abs() < 1e-9, "{gradient}");
    }
}

/// The exponential series until a term is too small to count.
#[differentiable]
fn series(x: f64) -> f64 {
    let mut sum = 1.0;
    let mut term = 1.0;
    let mut k = 0.0;
    loop {
        k += 1.0;
        term *= x / k;
        sum += term;
        if term.abs() < 1e-17 {
            break;
        }
    }
    sum
}

#[test]
fn a_series_until_its_terms_vanish() {
    for x in [-1.5, 0.0, 0.3, 4.0_f64] {
        let (value, gradient) = series::value_and_grad(x);
        assert_eq!(value.to_bits(), series(x).to_bits());
        assert!((gradient - x.exp()).abs() < 1e-12 * x.exp().max(1.0), "{gradient}");
    }
}

#[differentiable]
fn left_in_the_middle(x: f64, limit: f64) -> f64 {
    let mut product = x;
    let mut sum = 0.0;
    for i in 1..=20 {
        product *= x;
        if product > limit {
            sum += 0.5 * product;
            break;
        }
        if i % 3 == 0 {
            continue;
        }
        sum += product / f64::from(i);
    }
    sum * x
}

#[test]
fn break_and_continue() {
    for (x, limit) in [(1.3, 10.0), (0.9, 10.0), (1.3, 1.0), (1.1, 3.0)] {
        let (value, (gradient, _)) = left_in_the_middle::value_and_grad(x, limit);
        agrees(|x| left_in_the_middle(x, limit), (value, gradient), x);
    }
}

#[differentiable]
fn labelled(x: f64, n: i32) -> f64 {
    let mut sum = x;
    'rows: for i in 0..n {
        let mut row = sum;
        for j in 0..n {
            if (i + j) % 4 == 3 {
                sum += row;
                continue 'rows;
            }
            if row > 40.0 {
                break 'rows;
            }
            if j > i {
                break;
            }
            row = row * x + f64::from(j);
        }
        sum += row.sin();
    }
    sum
}

#[test]
fn labels() {
    for n in 0..7 {
        for x in [0.4, 1.2, 1.9] {
            agrees(|x| labelled(x, n), labelled::value_and_grad(x, n), x);
        }
    }
}

#[differentiable]
fn with_value(x: f64) -> f64 {
    let mut y = x;
    let (found, turns) = loop {
        y = y * y + 0.5;
        if y > 5.0 {
            break (y.sqrt(), 2.0);
        }
        y += x;
        if y > 7.0 {
            break (y * x, 3.0);
        }
    };
    found * turns + y
}

#[test]
fn break_with_a_value() {
    for x in [0.1, 0.7, 1.5, 3.0] {
        agrees(with_value, with_value::value_and_grad(x), x);
    }
}

#[differentiable]
fn stepped(x: f64, n: usize, k: usize) -> f64 {
    let mut y = x;
    for i in (0..n).step_by(k) {
        y = (y * 0.5 + i as f64).sin() + x;
    }
    for i in (1..=n).rev().step_by(2) {
        y *= 1.0 + x / i as f64;
    }
    y
}

#[test]
fn steps() {
    for (n, k) in [(0, 1), (5, 2), (6, 3), (7, 9)] {
        agrees(|x| stepped(x, n, k), stepped::value_and_grad(0.4, n, k), 0.4);
    }
    assert!(std::panic::catch_unwind(|| stepped::grad(0.4, 5, 0)).is_err());
}

#[differentiable]
fn logged_turns(x: f64) -> f64 {
    let mut y = x;
    let mut i = 0;
    while {
        log("test");
        y < 10.0
    } {
        i += 1;
        if i == 4 {
            log("stop");
            break;
        }
        if i == 2 {
            log("skip");
            continue;
        }
        y *= x;
        log("turn");
    }
    y
}

#[test]
fn effects_of_loops_that_are_left() {
    for x in [1.5, 2.5] {
        let (value, expected) = logged(|| logged_turns(x));
        let ((found, gradient), order) = logged(|| logged_turns::value_and_grad(x));
        assert_eq!(order, expected);
        agrees(logged_turns, (found, gradient), x);
        assert_eq!(value.to_bits(), found.to_bits());
    }
}

#[differentiable]
fn collatz(x: f64, n: u32) -> f64 {
    let step = |v: f64, even: bool| if even { v.sin() } else { v * x };
    let mut n = n;
    let mut y = x;
    while n != 1 {
        let even = n % 2 == 0;
        y = step(y, even) + 0.1;
        n = if even { n / 2 } else { 3 * n + 1 };
    }
    y
}

#[test]
fn a_while_loop_over_integers() {
    for n in [1, 6, 7] {
        agrees(|x| collatz(x, n), collatz::value_and_grad(0.6, n), 0.6);
    }
}

#[differentiable]
fn chosen_or_left(x: f64, n: i32) -> f64 {
    let mut y = x;
    for i in 0..n {
        let factor = match i % 4 {
            0 => x,
            1 => y * 0.5,
            2 => continue,
            _ => {
                if y > 3.0 {
                    break;
                }
                2.0
            }
        };
        let more = if factor > 2.5 { break } else { factor + 0.1 };
        y = y * more + 0.2;
    }
    y
}

#[test]
fn values_that_are_there_only_if_the_loop_goes_on() {
    for n in [0, 3, 4, 9] {
        for x in [0.3, 1.1, 2.7] {
            agrees(|x| chosen_or_left(x, n), chosen_or_left::value_and_grad(x, n), x);
        }
    }
}

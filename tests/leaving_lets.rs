//! `let`s whose value may leave the loop or the function: values bit for bit, gradients against central differences, effects in their
//! order.

#![expect(
    clippy::cast_precision_loss,
    clippy::if_not_else,
    clippy::many_single_char_names,
    reason = "the programs are written as a numerical programmer writes them"
)]

mod differences;

use std::cell::RefCell;

use backprop::{Differentiable, differentiable};

thread_local!(static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });

fn log(text: &str) {
    LOG.with_borrow_mut(|log| log.push(text.to_owned()));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Path {
    steps: Vec<f64>,
    scale: f64,
}

#[differentiable]
fn point(x: f64, y: f64) -> Point {
    Point { x: x * y, y: x + y }
}

#[differentiable]
fn path(x: f64, n: usize) -> Path {
    let mut steps = vec![x; n];
    steps[0] = x * x;
    Path { steps, scale: x.sin() }
}

/// Holds values and gradients of a function of two numbers and an integer against the function and central differences.
macro_rules! holds {
    ($f:ident, $($k:expr),+) => {
        for k in [$($k),+] {
            for (a, b) in [(0.7, 1.3), (1.9, -0.6), (-0.4, 0.8)] {
                LOG.with_borrow_mut(Vec::clear);
                let plain = $f(a, b, k);
                let log_of_plain = LOG.with_borrow_mut(std::mem::take);
                let (value, gradient) = $f::value_and_grad(a, b, k);
                let log_of_value = LOG.with_borrow_mut(std::mem::take);
                assert_eq!((value, log_of_value), (plain, log_of_plain), "at {a}, {b}, {k}");
                differences::check(&|x| $f(x[0], x[1], k), &[a, b], &[gradient.0, gradient.1]);
            }
        }
    };
}

/// A struct that is written out, by a branch of either side.
#[differentiable]
fn written(x: f64, y: f64, k: i32) -> f64 {
    let p = if k > 2 {
        return x * y;
    } else {
        Point { x: x * x, y }
    };
    let q = if k != 1 {
        point(p.y, x)
    } else {
        log("early");
        return p.x.sin();
    };
    p.x * q.y + q.x
}

/// An own struct with a vector, that a call gives.
#[differentiable]
fn given(x: f64, y: f64, k: i32) -> f64 {
    let mut p = if k == 0 {
        return x;
    } else {
        path(x * y, 3)
    };
    p.steps[1] *= y;
    p.scale += x;
    p.steps[0] * p.scale + p.steps[1]
}

/// One arm stays, the others leave; several stay.
#[differentiable]
fn matched(x: f64, y: f64, k: i32) -> f64 {
    let p = match k {
        0 => return x,
        1 => point(x, y),
        _ => return y * y,
    };
    p.x * p.y
}

#[differentiable]
fn several_stay(x: f64, y: f64, k: i32) -> f64 {
    let p = match k {
        0 => return x,
        1 => point(x, y),
        n if n > 5 => return y * x,
        2 => Point { x: y, y: x },
        _ => point(y, y),
    };
    p.x * p.y.sin()
}

/// Closures, chosen and not.
#[differentiable]
fn closures(x: f64, y: f64, k: i32) -> f64 {
    let scale = if k > 1 {
        return x.cos() * y;
    } else {
        move |t: f64| t * x
    };
    scale(y) + scale(scale(x))
}

/// In loops: `continue`, `break`, and `return`.
#[differentiable]
fn in_loops(x: f64, y: f64, k: i32) -> f64 {
    let mut sum = x;
    for i in 0..6 {
        let p = if i == k {
            sum += y;
            continue;
        } else {
            point(x, sum)
        };
        sum += p.y * 0.1;
        let q = match i {
            4 if sum > 3.0 => break,
            5 => return sum * p.x,
            _ => Point { x: p.y, y: p.x },
        };
        sum -= q.y * 0.01;
        let f = if sum > 40.0 {
            return sum;
        } else {
            |t: f64| t * x
        };
        sum += f(y) * 0.1;
    }
    sum * y
}

/// Blocks that leave in their middle.
#[differentiable]
fn blocks(x: f64, y: f64, k: i32) -> f64 {
    let mut total = y;
    let p = {
        let u = x * y;
        if k == 0 {
            return u;
        }
        total += u;
        let w = if k == 1 {
            return total;
        } else {
            u.sin()
        };
        point(u, w)
    };
    total * p.x + p.y
}

/// A block that leaves in any case.
#[differentiable]
#[allow(
    unreachable_code,
    clippy::let_and_return,
    clippy::let_unit_value,
    clippy::diverging_sub_expression,
    reason = "that is what is tested"
)]
fn always(x: f64, y: f64, _k: i32) -> f64 {
    let _p = {
        let _q = return x * y;
        let last = 1.0;
        last
    };
    let last = 1.0;
    last
}

/// Names of the outside that the rest changes, and some that get their value late.
#[differentiable]
fn late(x: f64, y: f64, k: i32) -> f64 {
    let (mut sum, z);
    sum = x;
    let p = if k < 0 {
        sum *= 2.0;
        return sum;
    } else {
        sum += y;
        point(sum, y)
    };
    if k > 3 {
        z = p.x;
    } else {
        z = p.y * sum;
    }
    sum *= z;
    sum + p.y
}

/// Values without a tangent.
#[differentiable]
fn strings(x: f64, y: f64, k: i32) -> f64 {
    let name = if k == 0 {
        return x;
    } else {
        log("named");
        String::from(if k > 2 { "long name" } else { "short" })
    };
    let sum = x * y;
    log(&name);
    sum * name.len() as f64
}

/// Vectors of structs, and of rows.
#[differentiable]
fn vectors(x: f64, y: f64, k: i32) -> f64 {
    let ps: Vec<Point> = if k == 0 {
        return x * y;
    } else {
        vec![point(x, y), Point { x: y, y: x }]
    };
    let rows: Vec<Vec<f64>> = match k {
        1 => return ps[0].x,
        _ => vec![vec![x, y], vec![ps[1].x]],
    };
    let mut sum = 0.0;
    for p in &ps {
        sum += p.x * p.y;
    }
    sum * rows[0][1] + rows[1][0]
}

/// In a closure, which is left alone.
#[differentiable]
fn inside_closures(x: f64, y: f64, k: i32) -> f64 {
    let of = |t: f64| {
        let p = if t > 1.0 {
            return t * y;
        } else {
            point(t, x)
        };
        p.x - p.y
    };
    of(x) + of(y) * f64::from(k)
}

/// A tuple of a struct and a number, taken apart.
#[differentiable]
fn tuples(x: f64, y: f64, k: i32) -> f64 {
    let (p, w) = if k > 0 { (point(x, y), x) } else { return y };
    let Point { x: a, y: b } = if k > 1 { p } else { return w * p.x };
    a * b * w
}

#[test]
fn structs_that_are_written() {
    holds!(written, 0, 1, 3);
}

#[test]
fn structs_that_calls_give() {
    holds!(given, 0, 1);
}

#[test]
fn arms_of_matches() {
    holds!(matched, 0, 1, 2);
    holds!(several_stay, 0, 1, 2, 3, 6);
}

#[test]
fn functions_of_branches() {
    holds!(closures, 0, 2);
    holds!(inside_closures, 0, 2);
}

#[test]
fn turns_of_loops() {
    holds!(in_loops, 0, 2, 5, 9);
}

#[test]
fn values_of_blocks() {
    holds!(blocks, 0, 1, 2);
    holds!(always, 0);
}

#[test]
fn late_values() {
    holds!(late, -1, 0, 4);
}

#[test]
fn values_without_a_tangent() {
    holds!(strings, 0, 1, 3);
}

#[test]
fn arrays_of_structs() {
    holds!(vectors, 0, 1, 2);
}

#[test]
fn patterns() {
    holds!(tuples, 0, 1, 2);
}

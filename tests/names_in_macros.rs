//! Macros of the user's own see the names that variables have in the source: of one that shadows another, of a copy, of a constant, of a
//! part of a tuple.

#![expect(
    dead_code,
    clippy::cast_precision_loss,
    clippy::needless_pass_by_value,
    clippy::shadow_unrelated,
    reason = "names are what is tested"
)]

#[macro_use]
mod log;

use backprop::differentiable;
use log::log;

macro_rules! show {
    ($($shown:expr),+) => {{ $( log(format!("{} {:?}", stringify!($shown), $shown)); )+ }};
}

macro_rules! named {
    (count) => {
        2.0
    };
    ($other:expr) => {
        3.0
    };
}

#[differentiable(wrt(x))]
fn shadowed(x: f64, n: usize) -> f64 {
    show!(n);
    let n = n + 1;
    show!(n);
    let n = n as f64;
    show!(n);
    {
        let n = 3;
        show!(n + 1);
    }
    x * n * x
}

#[differentiable(wrt(x))]
fn by_name(x: f64, n: usize) -> f64 {
    let count = n;
    let first: f64 = named!(count);
    let count = count + 1;
    let second: f64 = named!(count);
    let n = count;
    let third: f64 = named!(n);
    first * second * third * x * n as f64
}

#[differentiable(wrt(x))]
fn copies(x: f64, n: usize) -> f64 {
    let mut count = n;
    show!(count, n);
    count += 1;
    show!(count, n);
    if count > 2 {
        count = 7;
        show!(count);
    }
    let n = count;
    show!(n, count);
    x * x * n as f64
}

#[differentiable(wrt(x))]
fn parts(x: f64, n: usize) -> f64 {
    let pair = (n, 2.0);
    show!(pair, pair.0);
    let (a, b) = pair;
    show!(a);
    let b = b + 1.0;
    show!(b, a);
    x * b * x
}

#[differentiable(wrt(x))]
fn in_loops_and_closures(x: f64, n: usize) -> f64 {
    let mut sum = x;
    for n in 0..n {
        show!(n);
        let n = n * 2;
        show!(n);
        sum *= x;
        let sum = 3;
        show!(sum);
    }
    let times = |n: usize, t: f64| {
        show!(n);
        t * n as f64
    };
    times(n, sum) + times(n + 1, x)
}

/// What is moved keeps its name.
#[differentiable(wrt(x))]
fn texts(x: f64, n: usize) -> f64 {
    let text = "a".repeat(n);
    show!(text, text.len());
    let other = text;
    show!(other);
    x * x * other.len() as f64
}

/// Texts of one name in blocks, turns and arms beside one another, also in a guard.
#[differentiable(wrt(x))]
fn texts_beside(x: f64, n: usize) -> f64 {
    let mut sum = x;
    for i in 0..n {
        let text = "b".repeat(i);
        show!(text);
        sum *= x;
    }
    for i in 0..n {
        let text = "c".repeat(i + 1);
        show!(text);
        sum += x * text.len() as f64;
    }
    let words = ["one".to_owned(), "three".to_owned()];
    let found = words.get(n);
    sum *= match found {
        Some(text) if text.len() > 3 => {
            show!(text);
            x * text.len() as f64
        }
        Some(text) => {
            show!(text, n);
            x.sin()
        }
        None => x.cos(),
    };
    {
        let text = format!("{n}");
        show!(text);
        sum += x * text.len() as f64;
    }
    sum
}

#[test]
fn macros_see_the_names_of_the_source() {
    for n in 0..4 {
        check!(texts_beside(n) at 1.5);
        check!(shadowed(n) at 1.5);
        check!(by_name(n) at 1.5);
        check!(copies(n) at 1.5);
        check!(parts(n) at 1.5);
        check!(in_loops_and_closures(n) at 1.5);
        check!(texts(n) at 1.5);
    }
}

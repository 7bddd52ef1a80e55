//! What `match`, `if let` and `let … else` look at, where it has no name: how long it is there, as in the plain function.
#![allow(clippy::all, clippy::pedantic, reason = "the functions are written as the test needs them")]

use std::cell::RefCell;

use backprop::differentiable;

#[macro_use]
mod log;
use log::{Guard, eaten, guard, log, tick};

enum Shape {
    Guarded(Guard, f64),
    Plain(f64),
    Kept(Guard),
}

fn shape(k: i32) -> Shape {
    match k {
        0 => Shape::Guarded(guard("s"), 2.0),
        1 => Shape::Plain(1.5),
        _ => Shape::Kept(guard("k")),
    }
}

struct Pair {
    guard: Guard,
    k: f64,
}

fn pair() -> Pair {
    Pair { guard: guard("p"), k: 2.5 }
}

fn larger(guard: &Guard, k: i32) -> Option<f64> {
    (k > 0).then(|| guard.k())
}

/// It is dropped before what comes after, and before what stands after `else`.
#[differentiable]
fn let_else(x: f64, k: i32) -> f64 {
    let Shape::Guarded(_, r) = shape(k) else {
        log("else");
        return x;
    };
    log("rest");
    x * x * r
}

/// What is taken out of it lives on.
#[differentiable]
fn let_else_takes(x: f64, k: i32) -> f64 {
    let (Shape::Guarded(g, r), other, _) = (shape(k), guard("o"), guard("t")) else {
        log("else");
        return x;
    };
    log("rest");
    x * x * r * g.k() * eaten(other)
}

#[differentiable]
fn let_else_refers(x: f64, k: i32) -> f64 {
    let Shape::Guarded(ref g, r) = shape(k) else {
        log("else");
        return x;
    };
    let Shape::Guarded(h, _) = &shape(k) else { return x };
    log("rest");
    x * x * r * g.k() + h.k()
}

#[differentiable]
fn let_else_of_a_reference(x: f64, k: i32) -> f64 {
    let Shape::Guarded(g, r) = &shape(k) else {
        log("else");
        return x;
    };
    log("rest");
    x * x * r * g.k()
}

/// So are its temporaries.
#[differentiable]
fn let_else_with_temporaries(x: f64, k: i32) -> f64 {
    let Some(r) = larger(&guard("g"), k) else {
        log("else");
        return x;
    };
    log("rest");
    x * x * r
}

#[differentiable]
fn let_else_in_a_loop(x: f64, k: i32) -> f64 {
    let mut y = x;
    for i in 0..4 {
        let Shape::Guarded(_, r) = shape(k + i / 2) else {
            log("else");
            break;
        };
        log("rest");
        y = y * x * r;
    }
    y
}

/// `if let` and `match` keep it to the end of the statement.
#[differentiable]
fn to_the_end(x: f64, k: i32) -> f64 {
    let y = if let Shape::Guarded(_, r) = shape(k) {
        log("then");
        x * x * r
    } else {
        x
    };
    log("between");
    let z = match shape(k) {
        Shape::Guarded(_, r) => {
            log("arm");
            y * r
        }
        Shape::Plain(_) => y,
        Shape::Kept(g) => y * g.k(),
    };
    log("after");
    z * x
}

#[differentiable]
fn of_a_statement(x: f64, k: i32) -> f64 {
    if let Shape::Guarded(g, r) = shape(k) {
        log("then");
        return x * x * r * g.k() * tick("return");
    }
    log("rest");
    x
}

/// From edition 2024 on, it is gone after `else`.
#[differentiable]
fn after_else(x: f64, k: i32) -> f64 {
    let y = if let Shape::Plain(r) = shape(k) {
        log("then");
        x * r
    } else if let Shape::Kept(g) = shape(2 * k) {
        log("second");
        x * x * g.k()
    } else {
        log("else");
        x
    };
    log("rest");
    y * x
}

/// A pattern that always matches drops the rest at once.
#[differentiable]
fn always(x: f64) -> f64 {
    let Pair { k, .. } = pair();
    log("one");
    let (_, r) = (guard("a"), 2.0);
    log("two");
    let Pair { ref guard, .. } = pair();
    log("three");
    x * x * k * r * guard.k()
}

fn guards() -> (Guard, Option<Guard>) {
    (guard("first"), Some(guard("second")))
}

/// The first part of a tuple is dropped first.
#[differentiable]
fn parts(x: f64, k: i32) -> f64 {
    let y = if let (first, Some(Guard("second"))) = guards() {
        log("then");
        x * first.k()
    } else {
        log("else");
        x
    };
    log("between");
    let z = match guards() {
        (_, None) => x,
        _ => {
            log("all");
            y * x * f64::from(k)
        }
    };
    log("rest");
    z
}

#[differentiable(wrt(x))]
fn borrows(x: f64, cell: &RefCell<Vec<f64>>) -> f64 {
    let y = if let Some(k) = cell.borrow().first() { x * x * *k } else { x };
    cell.borrow_mut().push(3.0);
    let Some(k) = cell.borrow().last().copied() else { return y };
    cell.borrow_mut().clear();
    y * k
}

#[test]
fn what_has_no_name_is_dropped_where_it_was() {
    for k in 0..3 {
        check!(let_else(k) at 1.3);
        check!(let_else_takes(k) at 1.3);
        check!(let_else_refers(k) at 1.3);
        check!(let_else_of_a_reference(k) at 1.3);
        check!(let_else_with_temporaries(k) at 1.3);
        check!(let_else_in_a_loop(k) at 1.3);
        check!(to_the_end(k) at 1.3);
        check!(of_a_statement(k) at 1.3);
        check!(after_else(k) at 1.3);
        check!(parts(k) at 1.3);
    }
    check!(always() at 1.3);
    check!(borrows(&RefCell::new(vec![])) at 1.3);
    check!(borrows(&RefCell::new(vec![2.0])) at 1.3);
}

//! What tuples own beside numbers: it is dropped where they end, though they are taken apart.

#![allow(
    dead_code,
    path_statements,
    unused_must_use,
    clippy::cast_precision_loss,
    clippy::let_and_return,
    clippy::needless_pass_by_value,
    clippy::no_effect_underscore_binding,
    reason = "what is dropped where is what is tested: guards are there to be dropped"
)]

#[macro_use]
mod log;

use backprop::differentiable;
use log::{Guard, guard, log};

#[differentiable]
fn unused(x: f64) -> f64 {
    let first = guard("first");
    let pair = (2.0 * x, guard("second"), guard("third"));
    let last = guard("last");
    log("body");
    let _ = (&first, &last);
    pair.0 * x
}

#[differentiable]
fn in_a_block(x: f64) -> f64 {
    let y = {
        let pair = (x, guard("inner"));
        pair.0 * pair.1.k()
    };
    log("out");
    y * x
}

#[differentiable]
fn in_turns(x: f64) -> f64 {
    let mut sum = x;
    for i in 0..3 {
        let pair = (2.0 * sum, guard("turn"));
        sum = pair.0 + x;
        if i == 1 {
            continue;
        }
        log("turned");
    }
    sum
}

#[differentiable]
fn chosen(x: f64, first: bool) -> f64 {
    let pair = if first { (x, guard("then")) } else { (x * x, guard("else")) };
    log("chosen");
    pair.0 * x
}

#[differentiable]
fn nested(x: f64) -> f64 {
    let all = ((guard("a"), x), guard("b"), (x * x, guard("c")));
    log("body");
    all.0.1 * all.2.0
}

#[differentiable]
fn matched(x: f64) -> f64 {
    let (twice, _) = (2.0 * x, guard("dropped at once"));
    log("between");
    twice * x
}

#[differentiable]
fn moved_on(x: f64) -> f64 {
    let pair = (x, guard("moved"));
    let held = pair.1;
    log("held");
    drop(held);
    log("dropped");
    pair.0 * x
}

#[differentiable]
fn of_a_closure(x: f64) -> f64 {
    let made = |v: f64| (2.0 * v, guard("made"));
    let pair = made(x);
    log("body");
    pair.0 * x
}

#[differentiable]
fn texts(x: f64, n: usize) -> f64 {
    let pair = (x, "ab".repeat(n));
    let length = pair.1.len();
    log(&pair.1);
    let text = pair.1;
    pair.0 * length as f64 * text.len() as f64
}

#[differentiable]
fn moved_into_a_block(x: f64) -> f64 {
    let outer = guard("moved");
    let y = {
        let inner = outer;
        log("inside");
        x * inner.k()
    };
    log("out");
    y * x
}

#[differentiable]
fn moved_into_a_branch(x: f64, first: bool) -> f64 {
    let outer = guard("moved");
    let y = if first {
        let inner: Guard = outer;
        log("then");
        x * inner.k()
    } else {
        log("else");
        x
    };
    log("out");
    y * x
}

#[differentiable]
fn moved_in_turns(x: f64) -> f64 {
    let mut sum = x;
    for _ in 0..2 {
        let outer = guard("turn");
        let part = {
            let inner = outer;
            log("inside");
            inner.k() * sum
        };
        log("turned");
        sum += part;
    }
    sum
}

#[differentiable]
fn moved_at_the_end(x: f64) -> f64 {
    let first = guard("first");
    let second = guard("second");
    let again = first;
    log("end");
    x * again.k() * second.k()
}

#[differentiable]
fn moved_into_parts(x: f64) -> f64 {
    let (first, second) = (guard("first"), guard("second"));
    let y = {
        let pair = (first, x);
        log("pair");
        pair.0.k() * pair.1
    };
    log("between");
    let z = {
        let held = (second, (guard("other"), y));
        log("nested");
        held.1.1 * y
    };
    log("out");
    z
}

#[differentiable]
#[expect(clippy::unnecessary_operation, reason = "what such statements drop is what is tested")]
fn statements(x: f64) -> f64 {
    (guard("first"), x, (guard("second"), guard("third")));
    log("tuple");
    let (moved, other) = (guard("moved"), guard("other"));
    moved;
    log("variable");
    let pair = (guard("kept"), guard("part"));
    pair.1;
    log("part");
    (other, 3);
    log("end");
    x * pair.0.k()
}

#[test]
fn what_nobody_uses_is_dropped_at_the_end_of_the_statement() {
    check!(statements() at 1.5);
}

#[test]
fn what_is_moved_is_dropped_where_it_has_gone() {
    check!(moved_into_a_block() at 1.5);
    check!(moved_into_a_branch(true) at 1.5);
    check!(moved_into_a_branch(false) at 1.5);
    check!(moved_in_turns() at 1.5);
    check!(moved_at_the_end() at 1.5);
    check!(moved_into_parts() at 1.5);
}

#[test]
fn what_is_owned_beside_numbers_is_dropped_where_it_is() {
    check!(unused() at 1.5);
    check!(in_a_block() at 1.5);
    check!(in_turns() at 1.5);
    check!(chosen(true) at 1.5);
    check!(chosen(false) at 1.5);
    check!(nested() at 1.5);
    check!(matched() at 1.5);
    check!(moved_on() at 1.5);
    check!(of_a_closure() at 1.5);
    check!(texts(2) at 1.5);
}

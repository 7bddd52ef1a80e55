//! What a function does besides its value (it logs, calls what logs, panics) happens in its gradient once and in its order.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use backprop::differentiable;

thread_local!(static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) });

fn log(entry: &'static str) -> f64 {
    LOG.with_borrow_mut(|log| log.push(entry));
    1.0
}

#[differentiable]
fn square(a: f64) -> f64 {
    log("square");
    a * a
}

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    log("product");
    a * b
}

#[differentiable]
fn statements(x: f64) -> f64 {
    let a = square(x);
    log("between");
    let b = product(x, a);
    log("end");
    a * b
}

#[differentiable]
fn operands(x: f64) -> f64 {
    product(
        {
            log("left");
            square(x)
        },
        {
            log("right");
            square(2.0 * x)
        },
    )
}

#[differentiable]
fn branches(x: f64) -> f64 {
    let a = if x > 0.0 {
        square(x)
    } else {
        log("negative");
        product(x, x)
    };
    log("between");
    let b = if x > 1.0 { square(a) } else { a };
    log("end");
    b
}

#[differentiable]
fn unused(x: f64) -> f64 {
    let _ = square(x);
    log("between");
    let _unused = product(x, x);
    x * x
}

#[differentiable(wrt(x))]
fn constants(x: f64, y: f64) -> f64 {
    let a = square(y);
    log("between");
    a * product(x, a) + square(y)
}

#[differentiable]
fn guarded(x: f64, n: i32) -> f64 {
    let a = square(x);
    assert!(n > 0, "the first");
    let b = square(a);
    assert!(n > 1, "the second");
    b
}

/// What was logged, and what it panicked with.
fn trace<R>(run: impl FnOnce() -> R) -> (Vec<&'static str>, Option<&'static str>) {
    LOG.take();
    let panic = catch_unwind(AssertUnwindSafe(run)).err();
    (LOG.take(), panic.and_then(|payload| payload.downcast_ref::<&str>().copied()))
}

macro_rules! same {
    ($function:ident($($argument:expr),*) gives $log:expr, $panic:expr) => {{
        let expected = (Vec::from($log), $panic);
        assert_eq!(trace(|| $function($($argument),*)), expected, "the function itself");
        assert_eq!(trace(|| $function::grad($($argument),*)), expected, "grad");
        assert_eq!(trace(|| $function::value_and_grad($($argument),*)), expected, "value_and_grad");
        assert_eq!(trace(|| $function::vjp($($argument),*).1(1.0)), expected, "vjp and its backpropagator");
        assert_eq!(trace(|| drop($function::vjp($($argument),*))), expected, "vjp alone");
    }};
}

#[test]
fn calls_and_effects_keep_their_order() {
    same!(statements(1.5) gives ["square", "between", "product", "end"], None);
    same!(operands(1.5) gives ["left", "square", "right", "square", "product"], None);
    same!(unused(1.5) gives ["square", "between", "product"], None);
    same!(constants(1.5, 2.0) gives ["square", "between", "product", "square"], None);
}

#[test]
fn calls_and_effects_in_branches_keep_their_order() {
    same!(branches(1.5) gives ["square", "between", "square", "end"], None);
    same!(branches(0.5) gives ["square", "between", "end"], None);
    same!(branches(-1.5) gives ["negative", "product", "between", "end"], None);
}

#[test]
fn what_stands_after_a_failed_assertion_is_not_called() {
    same!(guarded(1.5, 0) gives ["square"], Some("the first"));
    same!(guarded(1.5, 1) gives ["square", "square"], Some("the second"));
    same!(guarded(1.5, 2) gives ["square", "square"], None);
}

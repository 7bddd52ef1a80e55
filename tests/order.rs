//! What a function does besides its value (it logs, calls what logs, panics) happens in its gradient once and in its order.

#![allow(
    clippy::many_single_char_names,
    clippy::float_cmp,
    clippy::needless_borrows_for_generic_args,
    reason = "functions named as in formulas, passed in every way"
)]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use std::ops::{AddAssign, MulAssign};

use backprop::{Differentiable, Real, differentiable};

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

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    log("apply");
    f(x)
}

#[differentiable]
fn both(f: impl Fn(f64) -> f64, g: &impl Fn(f64) -> f64, x: f64) -> f64 {
    let a = f(x);
    let b = g(x);
    b * f(b) + a
}

#[differentiable]
fn closure_used_often(x: f64, y: f64) -> f64 {
    let f = |v: f64| {
        log("closure");
        square(v) * x
    };
    apply(&f, y) * apply(&f, x) + f(y)
}

#[differentiable]
fn closures_used_often(x: f64, y: f64) -> f64 {
    let f = |v: f64| {
        log("f");
        v * x
    };
    let g = |v: f64| f(product(v, y));
    let a = f(x);
    log("between");
    let b = g(a);
    let c = f(b);
    a * g(c)
}

#[differentiable]
fn passed(x: f64, y: f64) -> f64 {
    let f = |v: f64| {
        log("f");
        v * x
    };
    let g = |v: f64| {
        log("g");
        v * y
    };
    both(f, &g, x) * both(g, &f, y)
}

#[differentiable]
fn chosen(x: f64, y: f64) -> f64 {
    let f = if x > y {
        square
    } else {
        |v: f64| {
            log("closure");
            v * 2.0
        }
    };
    let a = f(x);
    log("between");
    a * f(y)
}

thread_local!(static COUNT: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });

fn next() -> f64 {
    COUNT.set(COUNT.get() + 1.0);
    COUNT.get()
}

#[differentiable]
fn state(x: f64, y: f64) -> f64 {
    let f = |v: f64| v * next() * x;
    apply(&f, y) * apply(&f, x) + f(y)
}

#[differentiable]
fn results_that_nobody_wants(x: f64, n: u32, c: bool) -> f64 {
    let f = |v: f64| {
        if c {
            let part = 1 / n;
            let _ = part;
            x * v
        } else {
            2.0 * x * v
        }
    };
    let _once = f(x);
    let _twice = f(2.0 * x);
    x * x
}

fn at_most(n: u32, limit: u32) -> bool {
    log("condition");
    n <= limit
}

#[differentiable]
fn branch_before_loop(x: f64, n: u32) -> f64 {
    let mut s = x;
    if n > 1 {
        log("then");
        s *= x;
    }
    let mut i = n;
    while at_most(i, 2) {
        s += x * x;
        i += 1;
    }
    s
}

#[differentiable]
fn branch_before_break(x: f64, n: u32) -> f64 {
    let mut s = x;
    loop {
        if n > 1 {
            log("then");
            s *= x;
        }
        if at_most(n, 2) {
            break;
        }
    }
    s
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

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl AddAssign for Point {
    fn add_assign(&mut self, other: Point) {
        log("+=");
        self.x += other.x;
        self.y += other.y;
    }
}

#[differentiable]
impl MulAssign<f64> for Point {
    fn mul_assign(&mut self, k: f64) {
        log("*=");
        self.x *= k;
        self.y *= k;
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    at: Point,
    mass: f64,
}

fn index(at: usize) -> usize {
    log("index");
    at
}

/// Of an operator of the user's, the element comes before the value; of numbers, the value comes first.
#[differentiable]
fn compound(x: f64, at: usize) -> f64 {
    let mut points = [Point { x, y: 1.0 }, Point { x: 1.0, y: x }];
    points[index(at)] += {
        log("point");
        Point { x: 2.0, y: x }
    };
    points[0] *= {
        log("factor");
        x
    };
    points[index(0)].x += {
        log("number");
        x
    };
    points[0].x * points[1].y
}

#[differentiable]
fn compound_fields(x: f64, at: usize) -> f64 {
    let mut bodies = [Body { at: Point { x, y: 1.0 }, mass: x }, Body { at: Point { x: 1.0, y: x }, mass: 1.0 }];
    bodies[index(at)].at += {
        log("point");
        Point { x: 2.0, y: x }
    };
    bodies[index(0)].mass *= {
        log("number");
        x
    };
    bodies[0].at.x * bodies[0].mass
}

#[differentiable]
fn compound_of_any<T: Real>(x: T, at: usize) -> T {
    let mut numbers = [x, x * x];
    numbers[index(at)] += {
        log("number");
        x
    };
    numbers[0] * numbers[1]
}

#[derive(Clone, Differentiable)]
struct Swarm {
    bodies: Vec<Body>,
}

#[differentiable]
impl Swarm {
    fn pull(&mut self, x: f64, at: usize) -> f64 {
        self.bodies[index(at)].at += {
            log("point");
            Point::new(2.0, x)
        };
        self.bodies[0].at.x * self.bodies[0].at.y
    }
}

#[differentiable]
impl Point {
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

#[differentiable]
fn compound_in_fields(x: f64, at: usize) -> f64 {
    let mut swarm = Swarm { bodies: vec![Body { at: Point { x, y: 1.0 }, mass: 1.0 }] };
    swarm.pull(x, at)
}

#[test]
fn compound_assignments_keep_the_order_of_place_and_value() {
    // What is out of bounds panics with a text of its own.
    same!(compound(1.5, 0) gives ["index", "point", "+=", "factor", "*=", "number", "index"], None);
    same!(compound(1.5, 2) gives ["index"], None);
    same!(compound_fields(1.5, 0) gives ["index", "point", "+=", "number", "index"], None);
    same!(compound_fields(1.5, 2) gives ["index"], None);
    same!(compound_in_fields(1.5, 0) gives ["index", "point", "+="], None);
    same!(compound_in_fields(1.5, 1) gives ["index"], None);
    same!(compound_of_any(1.5, 1) gives ["index", "number"], None);
    // (x + 2) (1 + x)
    assert!((compound_in_fields::grad(1.5, 0) - 6.0).abs() < 1e-12);
    // ((x + 2) x + x) x, and (x + 2) x x
    assert!((compound::grad(1.5, 0) - (3.0 * 2.25 + 6.0 * 1.5)).abs() < 1e-12);
    assert!((compound_fields::grad(1.5, 0) - (3.0 * 2.25 + 4.0 * 1.5)).abs() < 1e-12);
    assert!((compound_of_any::grad(1.5_f64, 1) - (3.0 * 2.25 + 2.0 * 1.5)).abs() < 1e-12);
}

#[test]
fn calls_and_effects_keep_their_order() {
    same!(statements(1.5) gives ["square", "between", "product", "end"], None);
    same!(operands(1.5) gives ["left", "square", "right", "square", "product"], None);
    same!(unused(1.5) gives ["square", "between", "product"], None);
    same!(constants(1.5, 2.0) gives ["square", "between", "product", "square"], None);
}

#[test]
fn a_call_whose_result_nobody_wants_panics() {
    same!(results_that_nobody_wants(1.5, 0, false) gives [], None);
    same!(results_that_nobody_wants(1.5, 0, true) gives [], Some("attempt to divide by zero"));
}

#[test]
fn calls_and_effects_in_branches_keep_their_order() {
    same!(branches(1.5) gives ["square", "between", "square", "end"], None);
    same!(branches(0.5) gives ["square", "between", "end"], None);
    same!(branches(-1.5) gives ["negative", "product", "between", "end"], None);
}

#[test]
fn a_branch_comes_before_the_condition_of_the_loop_after_it() {
    same!(branch_before_loop(1.5, 1) gives ["condition", "condition", "condition"], None);
    same!(branch_before_loop(1.5, 2) gives ["then", "condition", "condition"], None);
    same!(branch_before_break(1.5, 1) gives ["condition"], None);
    same!(branch_before_break(1.5, 2) gives ["then", "condition"], None);
}

#[test]
fn what_stands_after_a_failed_assertion_is_not_called() {
    same!(guarded(1.5, 0) gives ["square"], Some("the first"));
    same!(guarded(1.5, 1) gives ["square", "square"], Some("the second"));
    same!(guarded(1.5, 2) gives ["square", "square"], None);
}

#[test]
fn closures_that_are_called_and_passed_keep_their_order() {
    let one = ["apply", "closure", "square", "apply", "closure", "square", "closure", "square"];
    same!(closure_used_often(1.5, 2.0) gives one, None);
    same!(closures_used_often(1.5, 2.0) gives ["f", "between", "product", "f", "f", "product", "f"], None);
    same!(passed(1.5, 2.0) gives ["f", "g", "f", "g", "f", "g"], None);
    same!(chosen(2.0, 1.5) gives ["square", "between", "square"], None);
    same!(chosen(1.5, 2.0) gives ["closure", "between", "closure"], None);
}

#[test]
fn what_effects_give_is_what_they_give_in_their_order() {
    // (1 x y) (2 x x) + 3 x y
    let closed = |x: f64, y: f64| 2.0 * x.powi(3) * y + 3.0 * x * y;
    for (x, y) in [(1.5, 2.0), (-0.5, 3.0)] {
        COUNT.set(0.0);
        assert_eq!(state(x, y), closed(x, y));
        COUNT.set(0.0);
        let (value, (d_x, d_y)) = state::value_and_grad(x, y);
        assert_eq!(value, closed(x, y));
        assert_eq!((d_x, d_y), (6.0 * x * x * y + 3.0 * y, 2.0 * x.powi(3) + 3.0 * x));
    }
}

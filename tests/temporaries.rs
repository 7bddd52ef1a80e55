//! Temporaries: what a statement makes without a name is dropped at its end, as in the plain function.
#![allow(clippy::all, clippy::pedantic, reason = "the functions are written as the test needs them")]

use std::cell::RefCell;
use std::sync::Mutex;

use backprop::{Differentiable, differentiable};

#[macro_use]
mod log;
use log::{Guard, eaten, guard, log, tick};

#[differentiable]
fn square(x: f64) -> f64 {
    log("square");
    x * x
}

#[differentiable(wrt(x))]
fn model(x: f64, guard: &Guard) -> f64 {
    log(format!("model {}", guard.0));
    x * x
}

#[differentiable(wrt(x))]
fn named(x: f64, name: &str) -> f64 {
    log(name);
    x * x * name.len() as f64
}

fn two() -> (Guard, Guard) {
    (guard("1"), guard("2"))
}

#[differentiable]
fn before_a_call(x: f64) -> f64 {
    let y = x * guard("g").k() * tick("after");
    log("next");
    y
}

#[differentiable]
fn in_arguments(x: f64) -> f64 {
    let y = model(x, &guard("a")) * model(x, &guard("b"));
    log("next");
    y
}

#[differentiable]
fn moved_and_borrowed(x: f64) -> f64 {
    let y = x * eaten(guard("a")) * model(x, &guard("b")) * tick("c");
    log("next");
    y
}

/// What the branch makes is not used: it has no value, and ends where it did.
#[differentiable]
fn in_vain(x: f64, n: usize) -> f64 {
    let y = if n > 1 {
        let _a = guard("a");
        let _unused = {
            let _b = guard("b");
            let last = (x * guard("c").k()).sin() + tick("in");
            last
        };
        x
    } else {
        x * x
    };
    log("next");
    y
}

#[test]
fn temporaries_of_what_is_not_used_end_with_their_statement() {
    check!(in_vain(0) at 2.0);
    check!(in_vain(2) at 2.0);
}

#[differentiable]
fn in_assignments(x: f64) -> f64 {
    let mut y = x;
    y *= guard("a").k() * tick("in");
    y += x * guard("b").k() * tick("in");
    log("next");
    y
}

#[differentiable]
fn in_a_condition(x: f64) -> f64 {
    let y = if x * guard("c").k() > tick("d") { x * guard("t").k() * tick("e") } else { x };
    log("next");
    y
}

#[differentiable]
fn in_a_scrutinee(x: f64) -> f64 {
    let y = match (x * guard("c").k() * tick("d"), 1) {
        (z, _) => z * tick("e"),
    };
    log("next");
    y
}

#[differentiable]
fn in_a_guard(x: f64) -> f64 {
    let y = match 0 {
        0 if x * guard("g").k() > tick("h") => x * guard("t").k() * tick("e"),
        _ => square(x),
    };
    log("next");
    y
}

#[differentiable]
fn in_arguments_of_a_closure(x: f64) -> f64 {
    let f = |v: f64| v * guard("t").k() * tick("e");
    let y = f(x) * f(x);
    log("next");
    y
}

#[differentiable]
fn in_a_block(x: f64) -> f64 {
    let y = {
        let _g = guard("g");
        x * guard("t").k() * tick("e")
    } * tick("f");
    log("next");
    y
}

#[differentiable]
fn in_a_logic_operand(x: f64) -> f64 {
    let b = x > guard("t").k() && x > tick("e") + guard("u").k() * tick("f");
    let y = if b { x } else { x * x };
    log("next");
    y
}

#[differentiable]
fn in_a_tuple(x: f64) -> f64 {
    let (a, b) = (x * guard("t").k(), x * two().1.k() * tick("e"));
    log("next");
    a * b
}

#[differentiable]
fn in_an_assertion(x: f64) -> f64 {
    assert!(x * guard("t").k() > tick("z") - 100.0);
    log("next");
    x
}

#[differentiable]
fn in_a_loop(x: f64) -> f64 {
    let mut s = x;
    for i in 0..3 {
        s += x * guard("c").k() * tick("d") * f64::from(i);
        log("turn");
    }
    s
}

#[differentiable]
fn before_a_return(x: f64) -> f64 {
    if x * guard("q").k() * tick("t") > 1.0 {
        return x * guard("r").k() * tick("s");
    }
    log("next");
    x
}

#[differentiable]
fn at_the_end(x: f64) -> f64 {
    let _l = guard("l");
    if x > 0.0 {
        let _m = guard("m");
        x * guard("t").k() * tick("e")
    } else {
        x
    }
}

#[differentiable]
fn text(x: f64) -> f64 {
    let y = named(x, &String::from("a")) * tick("m") * named(x, format!("b{}", 1).as_str()) * tick("n");
    y * y
}

#[differentiable(wrt(x))]
fn cells(x: f64, cell: &RefCell<Guard>) -> f64 {
    let y = model(x, &cell.borrow()) + x;
    drop(cell.replace(guard("new")));
    y * cell.borrow().k() * tick("e")
}

fn locked(mutex: &Mutex<f64>) -> f64 {
    *mutex.lock().unwrap()
}

#[differentiable(wrt(x))]
fn mutexes(x: f64, mutex: &Mutex<f64>) -> f64 {
    let y = x * *mutex.lock().unwrap();
    let z = y * locked(mutex) + square(x);
    z * locked(mutex)
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
impl Point {
    #[differentiable(wrt(self))]
    fn seen(&self, guard: &Guard) -> f64 {
        log(guard.0);
        self.x * self.x
    }
}

#[differentiable]
fn in_methods(x: f64) -> f64 {
    let p = Point { x };
    let y = p.seen(&guard("a")) * p.seen(&guard("b")) + Point { x: x * guard("q").k() }.seen(&guard("c"));
    log("next");
    y
}

impl Guard {
    fn more(&self, than: u32) -> Option<u32> {
        log(format!("more {}", self.0));
        (self.0.len() as u32 > than).then_some(than)
    }

    fn turns(&self) -> &usize {
        log(format!("turns {}", self.0));
        &2
    }
}

#[differentiable]
fn at_the_end_of_a_turn(x: f64) -> f64 {
    let (mut y, mut i) = (x, 0);
    while tick("condition") > 1.0 && i < 2 {
        i += 1;
        match guard("some").more(i) {
            Some(k) => y *= x * k as f64,
            None => y += x,
        }
    }
    y
}

#[differentiable]
fn of_a_let_at_the_end_of_a_turn(x: f64) -> f64 {
    let (mut y, mut i) = (x, 0);
    while tick("condition") > 1.0 && i < 2 {
        i += 1;
        if let Some(k) = guard("some").more(i) {
            log("in");
            y *= x * k as f64;
        }
    }
    y
}

#[differentiable]
fn of_bounds_at_the_end_of_a_turn(x: f64) -> f64 {
    let (mut y, mut i) = (x, 0);
    while i < 2 && tick("condition") > 1.0 {
        i += 1;
        for _ in 0..*guard("some").turns() {
            log("in");
            y *= x;
        }
    }
    y
}

#[differentiable]
fn of_a_condition_at_the_end_of_a_turn(x: f64) -> f64 {
    let mut y = x;
    loop {
        y *= x;
        if y > 5.0 {
            break;
        }
        let _turn = guard("turn");
        if guard("condition").k() > 5.0 {
            break;
        }
    }
    y
}

#[test]
fn temporaries_of_a_condition_are_dropped_before_the_variables_of_its_block() {
    check!(of_a_condition_at_the_end_of_a_turn() at 1.5);
}

#[test]
fn temporaries_at_the_end_of_a_turn_are_dropped_before_the_next_condition() {
    check!(at_the_end_of_a_turn() at 1.5);
    check!(of_a_let_at_the_end_of_a_turn() at 1.5);
    check!(of_bounds_at_the_end_of_a_turn() at 1.5);
}

#[differentiable]
fn in_an_array(x: f64) -> f64 {
    let pair = [looked_at(&guard("first")) * x, x * guard("second").k()];
    log("array");
    let vector = vec![looked_at(&guard("third")), {
        log("element");
        x
    }];
    log("vector");
    pair[0] * pair[1] * vector[0] * vector[1]
}

#[differentiable]
fn in_bounds(x: f64) -> f64 {
    let all = [x, 2.0 * x, 3.0 * x];
    let part = &all[bound(&guard("from"), 0)..bound(&guard("to"), 2)];
    log("part");
    let mut rest = vec![x; 3];
    let tail = &mut rest[bound(&guard("tail"), 1)..];
    log("tail");
    tail[0] *= part[1];
    part[0] * rest[1]
}

#[differentiable]
fn in_heads(x: f64) -> f64 {
    let all = [x, 2.0 * x, 3.0 * x];
    let mut sum = 0.0;
    for y in all.iter().skip(bound(&guard("skip"), 1)).take(bound(&guard("take"), 1)) {
        log("element");
        sum += y;
    }
    for part in all.chunks(bound(&guard("size"), 2)) {
        log("part");
        sum += part[0] * guard("inside").k();
    }
    log("out");
    sum
}

#[differentiable]
fn in_indices_of_options(x: f64) -> f64 {
    let all = [x, 2.0 * x];
    let mut at = 0;
    let mut sum = 0.0;
    while let Some(y) = all.get(bound(&guard("turn"), at)) {
        log("element");
        sum += y;
        at += 1;
    }
    log("between");
    let product = match all.get(bound(&guard("match"), 1)) {
        Some(y) => {
            log("some");
            y * sum
        }
        None => sum,
    };
    if let Some(y) = all.get(bound(&guard("if"), 0)) {
        log("then");
        sum += y * product;
    }
    log("out");
    sum
}

fn looked_at(guard: &Guard) -> f64 {
    log(format!("look {}", guard.0));
    2.0
}

fn bound(guard: &Guard, at: usize) -> usize {
    log(format!("bound {}", guard.0));
    at
}

#[test]
fn temporaries_last_until_the_end_of_their_statement() {
    check!(in_an_array() at 1.5);
    check!(in_bounds() at 1.5);
    check!(in_heads() at 1.5);
    check!(in_indices_of_options() at 1.5);
    check!(before_a_call() at 1.5);
    check!(in_arguments() at 1.5);
    check!(moved_and_borrowed() at 1.5);
    check!(in_assignments() at 1.5);
    check!(in_a_condition() at 1.5);
    check!(in_a_scrutinee() at 1.5);
    check!(in_a_guard() at 1.5);
    check!(in_arguments_of_a_closure() at 1.5);
    check!(in_a_block() at 1.5);
    check!(in_a_logic_operand() at 1.5);
    check!(in_a_tuple() at 1.5);
    check!(in_an_assertion() at 1.5);
    check!(in_a_loop() at 1.5);
    check!(before_a_return() at 1.5);
    check!(at_the_end() at 1.5);
    check!(text() at 1.5);
    check!(in_a_guard() at 0.1);
    check!(in_a_logic_operand() at 20.0);
    check!(before_a_return() at 0.01);
    check!(cells(&RefCell::new(Guard("old"))) at 1.5);
    check!(mutexes(&Mutex::new(2.0)) at 1.5);
    check!(in_methods() at 1.5);
}

/// Texts of what depends on a parameter, and of lengths.
#[differentiable(wrt(x))]
fn described(x: &[f64], lines: &mut Vec<String>) -> f64 {
    lines.push(format!("{} numbers", x.len()));
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        sum += v * v;
        lines.push(format!("{i}: {sum:.1}"));
        log(&format!("{v:?}"));
    }
    let last = format!("{sum}");
    if last.len() > 1 { 2.0 * sum } else { sum }
}

#[test]
fn texts_are_made_of_values() {
    let (mut lines, mut expected) = (Vec::new(), Vec::new());
    for x in [[1.0, 2.0], [3.0, 4.0]] {
        let value = described(&x, &mut expected);
        let said = log::taken();
        let factor = if x[0] > 2.0 { 4.0 } else { 2.0 };
        assert_eq!(described::value_and_grad(&x, &mut lines), (value, vec![factor * x[0], factor * x[1]]));
        assert_eq!(log::taken(), said);
    }
    assert_eq!(lines, expected);
    assert_eq!(lines[..3], ["2 numbers", "0: 1.0", "1: 5.0"]);
}

/// An array that a closure declares and nobody uses, in a function that calls others, has no effects.
#[differentiable]
#[expect(unused_variables, unused_mut, reason = "that is what is tested")]
fn in_a_closure(x: f64, y: f64) -> f64 {
    let area = square(x) * y;
    let scaled = |k: f64| {
        let mut n: [f64; 2] = [k.atan(), (area + k).atan().atan()];
        k * area
    };
    scaled(y) + scaled(area)
}

#[test]
fn arrays_of_closures_make_no_temporaries() {
    // x² y² + x⁴ y²
    let (value, gradient) = in_a_closure::value_and_grad(2.0, 3.0);
    assert_eq!((value, gradient), (180.0, (324.0, 120.0)));
}

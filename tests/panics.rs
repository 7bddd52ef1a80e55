//! What panics in a function panics in its derivative: with the same message, after the same calls of the host, and after the
//! same changes of the caller's arrays. Functions of numbers have the derivative that stands beside them, where they do not panic.

#![allow(
    clippy::float_cmp,
    clippy::let_underscore_untyped,
    clippy::no_effect_underscore_binding,
    clippy::unnecessary_cast,
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::used_underscore_binding,
    clippy::needless_range_loop,
    unused_results,
    unused_must_use,
    reason = "results that nobody uses, of code that may panic"
)]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use backprop::{Real, differentiable};

thread_local!(static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) });

fn log(entry: &'static str) {
    LOG.with_borrow_mut(|log| log.push(entry));
}

/// What is given, or with which message it panics, and what is logged before.
fn observed<T>(run: impl FnOnce() -> T) -> (Result<T, String>, Vec<&'static str>) {
    LOG.with_borrow_mut(Vec::clear);
    let outcome = catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(ToString::to_string);
        payload.downcast_ref::<String>().cloned().or(text).unwrap_or_default()
    });
    (outcome, LOG.take())
}

macro_rules! functions {
    ($($(#[$more:meta])* fn $name:ident($x:ident, $k:ident: $ty:ty) $body:block d $derivative:expr, $panics:pat => $($at:expr),*;)*) => {
        $(
            #[differentiable(wrt($x))]
            fn $name($x: f64, $k: $ty) -> f64 $body
        )*

        #[test]
        fn panics_where_the_function_panics() { $(
            let mut panicked = Vec::new();
            for ($x, $k) in [$($at),*] {
                let (value, entries) = observed(|| $name($x, $k));
                let slope = value.clone().map(|_| $derivative);
                let both = value.clone().and_then(|value| Ok((value, slope.clone()?)));
                assert_eq!(observed(|| $name::grad($x, $k)), (slope.clone(), entries.clone()), "{} at {} {}", stringify!($name), $x, $k);
                assert_eq!(observed(|| $name::value_and_grad($x, $k)), (both.clone(), entries.clone()), "{} at {} {}", stringify!($name), $x, $k);
                let (given, logged) = observed(|| $name::vjp($x, $k));
                assert_eq!(logged, entries, "{} at {} {}", stringify!($name), $x, $k);
                assert_eq!(given.map(|(value, back)| (value, back(1.0))), both, "{} at {} {}", stringify!($name), $x, $k);
                panicked.push(value.is_err());
            }
            assert!(matches!(panicked.as_slice(), $panics), "{}: {panicked:?}", stringify!($name));
        )* }
    };
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    log("applied");
    let y = f(x);
    log("called");
    y
}

#[differentiable]
fn applied_to_bounds(f: impl Fn(f64, f64, f64) -> f64, x: f64, max: f64) -> f64 {
    log("applied");
    let y = f(x, 0.0, max);
    log("called");
    y
}

#[differentiable]
fn of_any<T: Real>(x: T, max: T) -> T {
    log("any");
    let y = x.clamp(T::zero(), max);
    log("number");
    y
}

functions! {
    fn bounds(x, max: f64) {
        log("before");
        let y = x.clamp(0.0, max);
        log("after");
        y * y
    } d if x < max { 2.0 * x } else { 0.0 }, [false, false, true, true] => (0.5, 1.0), (2.0, 1.0), (0.5, -1.0), (0.5, f64::NAN);

    fn not_a_number(x, min: f64) {
        log("before");
        let y = x.clamp(min, 1.0);
        log("after");
        x * y
    } d if x > min { 2.0 * x } else { min }, [false, false, true] => (0.5, 0.0), (0.5, 0.75), (0.5, f64::NAN);

    fn unused(x, max: f64) {
        log("before");
        let _unused = x.clamp(0.0, max);
        log("after");
        x
    } d 1.0, [false, true] => (0.5, 1.0), (0.5, -1.0);

    fn by_its_path(x, max: f64) {
        log("before");
        let _unused = f64::clamp(x, 0.0, max);
        log("after");
        x
    } d 1.0, [false, true] => (0.5, 1.0), (0.5, -1.0);

    fn constant(x, max: f64) {
        log("before");
        let k = 0.5_f64.clamp(0.0, max);
        log("after");
        x * k
    } d 0.5, [false, true] => (2.0, 1.0), (2.0, -1.0);

    fn branches(x, max: f64) {
        let y = if x > 1.0 {
            log("then");
            x.clamp(0.0, max)
        } else {
            log("else");
            x * x
        };
        log("after");
        y * x
    } d if x > 1.0 { 2.0 * x } else { 3.0 * x * x }, [false, false, true] => (2.0, 3.0), (0.5, -1.0), (2.0, -1.0);

    fn statement_of_a_branch(x, max: f64) {
        if x > 1.0 {
            log("then");
            x.clamp(0.0, max);
            log("clamped");
        }
        log("after");
        x * x
    } d 2.0 * x, [false, false, true] => (2.0, 3.0), (0.5, -1.0), (2.0, -1.0);

    fn operand_of_a_condition(x, max: f64) {
        log("before");
        let y = if x > 1.0 && x.clamp(0.0, max) > 0.0 { x * x } else { x };
        log("after");
        y
    } d if x > 1.0 { 2.0 * x } else { 1.0 }, [false, false, true] => (2.0, 3.0), (0.5, -1.0), (2.0, -1.0);

    fn closures(x, max: f64) {
        let kept = |v: f64| {
            log("closure");
            v.clamp(0.0, max)
        };
        let quiet = |v: f64| v.clamp(0.0, max);
        log("before");
        let y = if x > 1.0 { kept(x) + quiet(x) } else { x };
        log("after");
        y
    } d if x > 1.0 { 2.0 } else { 1.0 }, [false, false, true] => (2.0, 3.0), (0.5, -1.0), (2.0, -1.0);

    fn closures_that_are_passed(x, max: f64) {
        log("before");
        let y = applied(|v| { log("closure"); v.clamp(0.0, max) }, x);
        log("after");
        y
    } d 1.0, [false, true] => (2.0, 3.0), (2.0, -1.0);

    fn the_function_itself(x, max: f64) {
        log("before");
        let y = applied_to_bounds(f64::clamp, x, max);
        let kept = f64::clamp;
        log("after");
        let z = kept(x, 0.0, max - 1.0);
        log("end");
        y + z
    } d 2.0, [false, true, true] => (2.0, 4.0), (2.0, -1.0), (2.0, 0.5);

    fn any_number(x, max: f64) {
        log("before");
        let y = of_any(x, max - 1.0);
        log("after");
        y.clamp(0.0, max)
    } d 1.0, [false, true] => (2.0, 4.0), (2.0, 0.5);

    fn overflow(x, n: u8) {
        log("before");
        let k = n + 200;
        let _unused = n - 1;
        log("after");
        x * k as f64
    } d k_of(n), [false, true, true] => (2.0, 3), (2.0, 100), (2.0, 0);

    fn division(x, n: i32) {
        let part = |v: f64| {
            log("closure");
            v * (12 / n) as f64
        };
        log("before");
        let y = if x > 1.0 { part(x) } else { x };
        log("after");
        y * (12 % (n - 1)) as f64
    } d f64::from(12 / n * (12 % (n - 1))), [false, false, true, true] => (2.0, 3), (2.0, 6), (2.0, 0), (0.5, 1);

    fn sign(x, n: i32) {
        log("before");
        let m = -n;
        log("after");
        let mut k = 1_i32;
        k -= m;
        log("end");
        x * k as f64
    } d f64::from(n) + 1.0, [false, true, true] => (2.0, 3), (2.0, i32::MIN), (2.0, i32::MAX);

    fn shift(x, n: u32) {
        log("before");
        let _unused = 1_u32 << n;
        log("after");
        x * (1_u8 << n) as f64
    } d f64::from(1 << n), [false, true, true] => (2.0, 3), (2.0, 9), (2.0, 40);
}

fn k_of(n: u8) -> f64 {
    f64::from(n) + 200.0
}

/// The lengths of two arrays, and two numbers.
fn sizes() -> impl Iterator<Item = [usize; 4]> {
    (0..625).map(|at| [at % 5, at / 5 % 5, at / 25 % 5, at / 125])
}

fn numbers(length: usize) -> Vec<f64> {
    [0.3, 0.7, 0.4, 0.9].into_iter().cycle().take(length).collect()
}

/// Several elements may be missing and several integers out of range: the first one of them panics.
macro_rules! elements {
    ($(fn $name:ident($x:ident, $y:ident, $k:ident, $n:ident) $body:block at least $least:literal messages;)*) => {
        $(
            #[differentiable]
            fn $name($x: &[f64], $y: &[f64], $k: usize, $n: usize) -> f64 $body
        )*

        #[test]
        fn what_panics_first_panics_first() { $(
            let mut messages = std::collections::BTreeSet::new();
            for [length_x, length_y, k, n] in sizes() {
                let (x, y) = (numbers(length_x), numbers(length_y));
                let (value, _) = observed(|| $name(&x, &y, k, n));
                let place = format!("{} with {length_x}, {length_y} elements, {k}, {n}", stringify!($name));
                assert_eq!(observed(|| $name::value_and_grad(&x, &y, k, n).0).0, value, "{place}");
                assert_eq!(observed(|| $name::vjp(&x, &y, k, n).0).0, value, "{place}");
                assert_eq!(observed(|| $name::grad(&x, &y, k, n)).0.err(), value.clone().err(), "{place}");
                messages.extend(value.err());
            }
            assert!(messages.len() >= $least, "{}: {messages:?}", stringify!($name));
        )* }
    };
}

#[differentiable]
fn polynomial(x: &[f64], k: usize) -> f64 {
    let mut sum = x[0];
    for i in 0..k {
        sum = sum * x[i] + x[k - i];
    }
    sum
}

elements! {
    fn both_ways(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            sum += (x[i + k] * y[k + i]).sin() * x[i];
        }
        sum
    } at least 10 messages;

    fn without_a_loop(x, y, k, n) { (x[n + k] * y[k + n]).sin() * x[n - 1] } at least 10 messages;

    fn named_before(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            let (a, b) = (y[i], x[i]);
            sum += b * a.sin();
        }
        sum * x[k]
    } at least 10 messages;

    fn inner_loops(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            for j in 0..k {
                sum += x[i] * y[j];
            }
            sum += y[i];
        }
        sum
    } at least 4 messages;

    fn in_branches(x, y, k, n) {
        let a = if n > k { x[n] } else { y[k] };
        a * x[k] * y[n]
    } at least 10 messages;

    fn in_closures(x, y, k, n) {
        let f = |i: usize| x[i] * y[i + k];
        f(n) + f(n - 1) * f(k)
    } at least 10 messages;

    fn nobody_uses(x, y, k, n) {
        let _ = n - k;
        let _b = y[k];
        let c = x[n - 1];
        let d = y[n - k];
        c * 2.0 + d
    } at least 10 messages;

    fn parts(x, y, k, n) {
        let w = &y[k..n];
        let v = &x[n..];
        w[0] * v[1] + w[n - k - 1]
    } at least 10 messages;

    fn local(x, y, k, n) {
        let mut z = vec![0.0; k];
        z[n] = x[k];
        z[k - 1] += y[n];
        z[0] * z[n]
    } at least 10 messages;

    fn calls(x, y, k, n) { polynomial(&x[n..], k) * polynomial(y, n) * y[k] } at least 10 messages;

    fn taken_out(x, y, k, n) {
        let mut list = y.to_vec();
        list.truncate(list.len() - k);
        list.resize(list.len() + 1, x[0]);
        list.swap_remove(n) * list.swap_remove(k)
    } at least 10 messages;

    fn integers(x, y, k, n) { x[n / k] * y[n % (k - 1)] * (k - n) as f64 } at least 10 messages;

    fn left_early(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            sum += x[i];
            if sum > 0.9 {
                return sum * y[i + k];
            }
        }
        sum * y[n]
    } at least 5 messages;

    fn distances(x, y, k, n) {
        let mut sum = 0.0;
        for i in 1..n {
            sum += y[i].sin() * x[i + (k - 2)];
        }
        sum
    } at least 10 messages;

    fn an_integer_before_an_element(x, y, k, n) {
        let mut sum = 1.0;
        for i in 0..n {
            let j = i - k;
            sum = (sum * y[i]).sin() * x[j];
        }
        sum
    } at least 5 messages;

    fn written_before_a_distance(x, y, k, n) {
        let mut z = y.to_vec();
        for i in 1..n {
            z[i - 1] = z[i] * x[i + (k - 2)];
        }
        z[0]
    } at least 5 messages;

    fn several_distances(x, y, k, n) {
        let mut sum = 0.0;
        for i in 2..n {
            sum = (sum * x[i - k]).sin() + y[i + (k - 3)] * x[i + k - 2];
        }
        sum
    } at least 5 messages;

    fn with_bounds(x, y, k, n) { x[n].clamp(0.0, y[k] - 0.5) * x[k] } at least 10 messages;
}

/// What was written before a panic is there after it.
macro_rules! writes {
    ($(fn $name:ident($x:ident, $y:ident, $k:ident, $n:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($x: &[f64], $y: &mut [f64], $k: usize, $n: usize) -> f64 $body
        )*

        #[test]
        fn a_caller_sees_what_was_written_before_a_panic() { $(
            for [length_x, length_y, k, n] in sizes() {
                let (x, before) = (numbers(length_x), numbers(length_y));
                let mut plain = before.clone();
                let (value, _) = observed(|| $name(&x, &mut plain, k, n));
                let place = format!("{} with {length_x}, {length_y} elements, {k}, {n}", stringify!($name));
                let mut y = before.clone();
                assert_eq!(observed(|| $name::value_and_grad(&x, &mut y, k, n).0).0, value, "{place}");
                assert_eq!(y, plain, "{place}");
                let mut y = before.clone();
                assert_eq!(observed(|| $name::vjp(&x, &mut y, k, n).0).0, value, "{place}");
                assert_eq!(y, plain, "{place}");
            }
        )* }
    };
}

#[differentiable]
fn change(y: &mut [f64], k: usize) {
    for i in 0..k {
        y[i] *= 1.5;
    }
    y[k] += 1.0;
}

writes! {
    fn written_by_an_inner_loop(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            for v in y.iter_mut() {
                *v *= 1.1;
            }
            sum += x[i + k];
        }
        sum
    }

    fn written_one_by_one(x, y, k, n) {
        y[k] = x[n];
        y[n] += 2.0 * x[k];
        y[0] * x[n - k]
    }

    fn written_by_turns(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            y[k] = sum;
            sum += x[i];
            y[k] += x[i];
        }
        sum
    }

    fn written_at_once(x, y, k, n) {
        y.fill(x[k]);
        y.swap(k, n);
        y.reverse();
        y[k] * x[n]
    }

    fn written_by_calls(x, y, k, n) {
        let mut sum = 0.0;
        for i in 0..n {
            change(&mut y[k..], i);
            sum += x[i];
        }
        sum
    }
}

#[differentiable]
fn asserted(x: f64) -> f64 {
    let y = 2.0 * x;
    assert!(y > x && x < 3.0);
    y
}

/// Of these, each way asserts something else, or asks for an element that is not there.
#[differentiable]
fn shown(x: &[f64], n: usize) -> f64 {
    let mut taken = x.to_vec();
    match n {
        0 => assert!(x[0] >= x[1] as f64 && n != 7),
        1 => assert!(-x[0] < -3.0 * (2.0 + x[1]) || n - 1 > 0),
        2 => assert!(!x.is_empty() && [n, 1][n - 2] == 7 && vec![1, n][0] == 1),
        3 => assert!("a [ \" (! -".len() == n - 3),
        4 => return *x[..n - 4].first().unwrap(),
        5 => return *x.get(n).expect("the fifth"),
        6 => return x[..n - 6].last().copied().expect("the last"),
        7 => {
            taken.clear();
            return taken.pop().expect("one to take");
        }
        _ => {}
    }
    x[0]
}

#[test]
fn texts_are_those_of_the_function() {
    let text = |run: &dyn Fn() -> f64| {
        let caught = catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("it panics");
        let text = caught.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| caught.downcast_ref::<String>().cloned())
    };
    for n in 0..8 {
        let x = [1.0, 2.0];
        let expected = text(&|| shown(&x, n));
        assert!(expected.is_some());
        assert_eq!(text(&|| shown::value_and_grad(&x, n).0), expected);
    }
}

#[test]
fn what_is_caught_has_the_type_of_the_functions_own() {
    let caught =
        |run: fn(f64) -> f64| catch_unwind(|| run(4.0)).expect_err("it panics").downcast_ref::<&str>().copied();
    assert_eq!(caught(asserted), Some("assertion failed: y > x && x < 3.0"));
    assert_eq!(caught(asserted::grad), caught(asserted));
}

/// The lengths of parts of data, that are there once they have a name.
#[differentiable(wrt(x))]
fn parts_of_data(x: f64, data: &[f64], rows: &[Vec<f64>], at: usize) -> f64 {
    log("before");
    let part = &data[at..2];
    log("part");
    let row = &rows[at];
    log("row");
    let mut y = x * part.len() as f64;
    for i in 0..row.len() {
        y *= row[i];
    }
    y
}

#[test]
fn lengths_of_parts_of_data_stay_behind_what_comes_before() {
    let (data, rows) = ([1.0, 2.0], [vec![3.0], vec![4.0]]);
    for (at, known) in [(0, 2), (2, 1), (3, 2)] {
        let expected = observed(|| parts_of_data(1.0, &data, &rows[..known], at));
        assert_eq!(expected.0.is_err(), at > 0);
        assert_eq!(observed(|| parts_of_data::grad(1.0, &data, &rows[..known], at)), expected);
        assert_eq!(observed(|| parts_of_data::vjp(1.0, &data, &rows[..known], at).0), expected);
    }
}

/// Rust looks for the element before it computes what is added, where the operator is not that of a number that it knows.
#[test]
fn the_element_comes_before_the_value_of_an_operator() {
    #[differentiable(wrt(x))]
    fn of_a_type_parameter<T: Real>(x: T, n: usize, k: usize) -> T {
        let mut a = [x, x + x];
        let added = [x, a[0] * x];
        a[n] += {
            log("value");
            added[k]
        };
        let factor = |t: T| {
            log("factor");
            t * x
        };
        a[n] *= factor(a[k]);
        a[0] * a[1]
    }
    #[differentiable(wrt(x))]
    fn of_a_reference(x: f64, n: usize, k: usize) -> f64 {
        let (mut a, added) = ([x, 2.0 * x], [1.0, x]);
        a[n] += &added[{
            log("value");
            k
        }];
        a[0] * a[1]
    }
    let out = |of: usize| Err(format!("index out of bounds: the len is 2 but the index is {of}"));
    for (n, k, entries, outcome) in [
        (0, 1, vec!["value", "factor"], None),
        (2, 1, vec![], Some(2)),
        (2, 3, vec![], Some(2)),
        (1, 3, vec!["value"], Some(3)),
    ] {
        let outcome = outcome.map(out);
        let plain = observed(|| of_a_type_parameter(1.5, n, k));
        assert_eq!(plain, (outcome.clone().unwrap_or_else(|| plain.0.clone()), entries.clone()), "{n} {k}");
        assert_eq!(observed(|| of_a_type_parameter::value_and_grad(1.5, n, k).0), plain, "{n} {k}");
        let entries: Vec<&str> = entries.into_iter().filter(|entry| *entry == "value").collect();
        let plain = observed(|| of_a_reference(1.5, n, k));
        assert_eq!(plain, (outcome.unwrap_or_else(|| plain.0.clone()), entries), "{n} {k}");
        assert_eq!(observed(|| of_a_reference::value_and_grad(1.5, n, k).0), plain, "{n} {k}");
    }
    // (x + x²) (2 x · x) and (x + x) 2 x
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    close(of_a_reference::grad(1.5, 0, 1), 8.0 * 1.5);
    close(of_a_type_parameter::grad(1.5_f64, 0, 1), {
        let x = 1.5_f64;
        // ((x + x²) 2 x²) 2 x
        16.0 * x.powi(3) + 20.0 * x.powi(4)
    });
}

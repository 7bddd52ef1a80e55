//! Blocks and what lives in them: the order of effects, drops included, is that of the plain function.
#![allow(unused_variables, dead_code, unused_assignments, reason = "guards are declared, and not used")]
#![expect(
    clippy::assign_op_pattern,
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::no_effect_underscore_binding,
    reason = "every way to write a statement is one to test"
)]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;

use backprop::differentiable;

#[macro_use]
mod log;
use log::{eaten, guard, log, tick};

#[differentiable]
fn in_a_block(x: f64) -> f64 {
    let y = {
        let _g = guard("g");
        x * tick("in")
    };
    log("out");
    y * y
}

#[differentiable]
fn in_two_blocks(x: f64) -> f64 {
    let mut y = x;
    {
        let g = guard("g");
        y = y * g.k();
    }
    log("out");
    {
        let _h = guard("h");
        let _i = guard("i");
        y = y * y;
    }
    tick("end") * y
}

#[differentiable]
fn in_branches(x: f64, n: i32) -> f64 {
    let y = if n > 0 {
        let _g = guard("g");
        x * tick("in")
    } else {
        let _h = guard("h");
        x
    };
    log("out");
    y.sin()
}

#[differentiable]
fn in_arms(x: f64, n: i32) -> f64 {
    let y = match n {
        0 => {
            let _g = guard("g");
            x * tick("in")
        }
        1 => x,
        _ => {
            let h = guard("h");
            let k = h.k();
            x * k
        }
    };
    log("out");
    y.sin()
}

#[differentiable]
fn in_a_known_branch(x: f64) -> f64 {
    let y = if true {
        let _g = guard("g");
        x * tick("in")
    } else {
        x
    };
    log("out");
    y.sin()
}

#[differentiable]
fn in_a_closure(x: f64) -> f64 {
    let f = |v: f64| {
        let _g = guard("g");
        v * tick("in")
    };
    let a = f(x);
    log("mid");
    a * f(2.0 * x)
}

#[differentiable]
fn nested(x: f64) -> f64 {
    let y = {
        let a = guard("a");
        let z = {
            let _b = guard("b");
            x * a.k()
        };
        let _c = guard("c");
        z * z
    };
    tick("out") * y
}

#[differentiable]
fn shadowed(x: f64) -> f64 {
    let y = {
        let g = guard("1");
        let y = x * g.k();
        let g = guard("2");
        y * g.k()
    };
    tick("out") * y
}

#[differentiable]
fn dropped_by_hand(x: f64) -> f64 {
    let y = {
        let g = guard("g");
        let h = guard("h");
        let y = x * x;
        drop(g);
        y * tick("in")
    };
    tick("out") * y
}

#[differentiable]
fn moved_into_a_call(x: f64) -> f64 {
    let y = {
        let g = guard("g");
        let h = guard("h");
        x * eaten(g) * x
    };
    tick("out") * y
}

#[differentiable]
fn moved_out(x: f64) -> f64 {
    let (y, g) = {
        let g = guard("g");
        let h = guard("h");
        (x * h.k(), g)
    };
    log("out");
    y * g.k()
}

#[differentiable]
fn assigned_outside(x: f64) -> f64 {
    let g;
    let y = {
        let _h = guard("h");
        g = guard("g");
        x * x
    };
    log("out");
    y * g.k()
}

#[differentiable]
fn replaced(x: f64) -> f64 {
    let mut g = guard("1");
    let y = {
        let _h = guard("h");
        g = guard("2");
        x * x
    };
    log("out");
    y * g.k()
}

#[differentiable]
fn wild(x: f64) -> f64 {
    let y = {
        let _ = guard("w");
        let _g = guard("g");
        guard("s");
        x * tick("in")
    };
    log("out");
    y
}

#[differentiable]
fn of_tuples(x: f64) -> f64 {
    let y = {
        let (_a, b) = (guard("a"), guard("b"));
        let (_, _c) = (guard("c"), guard("d"));
        x * b.k()
    };
    log("out");
    y
}

#[differentiable]
fn early(x: f64, n: i32) -> f64 {
    let _a = guard("a");
    if n > 0 {
        let _b = guard("b");
        return x * tick("then");
    }
    let y = {
        let _c = guard("c");
        x * x
    };
    tick("end") * y
}

#[differentiable(wrt(x))]
fn of_cells(x: f64, c: &RefCell<f64>) -> f64 {
    let y = {
        let r = c.borrow();
        x * *r
    };
    c.replace(3.0);
    {
        let mut w = c.borrow_mut();
        *w += 1.0;
        y * *w
    }
}

#[differentiable(wrt(x))]
fn of_mutexes(x: f64, m: &Mutex<f64>) -> f64 {
    let y = {
        let mut held = m.lock().unwrap();
        *held += 1.0;
        x * *held
    };
    let z = {
        let held = m.lock().unwrap();
        y * *held
    };
    z * *m.lock().unwrap()
}

#[differentiable(wrt(x))]
fn of_counts(x: f64, r: &Rc<f64>) -> f64 {
    let y = {
        let s = r.clone();
        let _t = Rc::clone(&s);
        x * Rc::strong_count(r) as f64
    };
    y * Rc::strong_count(r) as f64
}

#[differentiable]
fn items(x: f64) -> f64 {
    let a = {
        const K: f64 = 2.0;
        fn half(k: f64) -> f64 {
            0.5 * k
        }
        let _g = guard("g");
        x * half(K)
    };
    let b = {
        use self::tick as told;
        a * told("b")
    };
    log("out");
    b * x
}

#[differentiable]
fn of_fields(x: f64) -> f64 {
    let y = {
        let g = guard("g");
        let r = &g.0;
        let h = guard("h");
        x * r.len() as f64 * h.0.len() as f64
    };
    log("out");
    y * x
}

/// A number that says when it goes.
struct Number(f64);

impl Drop for Number {
    fn drop(&mut self) {
        log(format!("drop {}", self.0));
    }
}

#[differentiable]
fn of_numbers(x: f64) -> f64 {
    let y = {
        let a = Number(1.0);
        let b = Number(a.0 + 1.0);
        x * b.0 * a.0
    };
    log("out");
    y * x
}

#[test]
fn what_a_block_declares_is_dropped_at_its_end() {
    check!(of_fields() at 1.5);
    check!(of_numbers() at 1.5);
    check!(in_a_block() at 1.5);
    check!(in_two_blocks() at 1.5);
    for n in 0..3 {
        check!(in_branches(n) at 0.7);
        check!(in_arms(n) at 0.7);
        check!(early(n) at 0.7);
    }
    check!(in_a_known_branch() at 0.7);
    check!(in_a_closure() at 1.5);
    check!(nested() at 1.5);
    check!(shadowed() at 1.5);
    check!(dropped_by_hand() at 1.5);
    check!(moved_into_a_call() at 1.5);
    check!(moved_out() at 1.5);
    check!(assigned_outside() at 1.5);
    check!(replaced() at 1.5);
    check!(wild() at 1.5);
    check!(of_tuples() at 1.5);
    check!(of_cells(&RefCell::new(2.0)) at 1.5);
    check!(of_mutexes(&Mutex::new(2.0)) at 1.5);
    check!(of_counts(&Rc::new(2.0)) at 1.5);
    check!(items() at 1.5);
}

#[differentiable]
fn in_loops(x: f64, n: i32) -> f64 {
    let mut y = x;
    for _ in 0..n {
        let g = guard("g");
        y = y.sin() * g.k();
        log("turn");
    }
    log("between");
    let z = {
        let _h = guard("h");
        let mut z = y;
        for i in 0..n {
            z = (z * x).cos() + f64::from(i);
        }
        z
    };
    tick("out") * y * z
}

#[test]
fn what_a_turn_declares_is_dropped_at_its_end() {
    for n in 0..4 {
        check!(in_loops(n) at 0.7);
    }
}

/// A guard of the whole turn outlives what says that the loop is left.
#[differentiable]
fn of_turns_that_leave(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let g = guard("turn");
        if x[i] < 0.0 {
            break;
        }
        sum += x[i] * g.k();
    }
    sum
}

#[test]
fn what_a_turn_declares_is_dropped_where_the_loop_is_left() {
    for (x, gradient) in
        [([2.0, 1.0, -1.0], [3.0, 3.0, 0.0]), ([1.0, 2.0, 3.0], [3.0; 3]), ([-1.0, 2.0, 3.0], [0.0; 3])]
    {
        log::taken();
        let value = of_turns_that_leave(&x);
        let plain = log::taken();
        assert_eq!(of_turns_that_leave::value_and_grad(&x), (value, gradient.to_vec()));
        assert_eq!(log::taken(), plain);
    }
}

/// What a turn declares after a point where the loop may be left is gone with that branch.
#[test]
fn declared_where_a_loop_may_have_been_left() {
    #[backprop::differentiable]
    fn product(x: f64, y: f64) -> f64 {
        x * y
    }

    #[backprop::differentiable]
    fn squared(x: f64) -> f64 {
        {
            let mut turns: i32 = 1;
            loop {
                if turns >= 3 {
                    break;
                }
                let _both = (1.0, product);
                turns += 1;
            }
        }
        product(x, x)
    }

    assert_eq!(squared::value_and_grad(3.0), (9.0, 6.0));
}

/// That a block depends on nothing is known when its values are.
#[test]
fn blocks_of_arrays_that_depend_on_nothing() {
    #[backprop::differentiable]
    fn doubled(x: f64) -> f64 {
        let s = {
            let mut lengths: Vec<f64> = vec![x.atan(); 2];
            lengths[0] = x;
            2i32
        } as f64;
        let second: f64 = {
            let mut pair: [f64; 2] = [s; 2];
            pair[0] += 1.0;
            pair[1]
        };
        second * x
    }

    assert_eq!(doubled::value_and_grad(3.0), (6.0, 2.0));
}

//! Closures that take functions, and choices between functions, against dual numbers.

#![allow(
    clippy::many_single_char_names,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    clippy::let_and_return,
    clippy::redundant_closure,
    clippy::redundant_closure_call,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_complexity,
    clippy::no_effect_underscore_binding,
    clippy::needless_late_init,
    clippy::manual_is_multiple_of,
    clippy::if_same_then_else,
    clippy::useless_conversion,
    reason = "every way to write them"
)]
#![allow(dead_code, reason = "not every operation of dual numbers is used here")]

#[macro_use]
mod dual_numbers;

functions! {
    @helpers {
        pub(super) fn cube(x: f64) -> f64 { x * x * x }

        pub(super) fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 { f(f(x)) }

        pub(super) fn make_adder(a: f64) -> impl Fn(f64) -> f64 { move |x| x + a }

        pub(super) fn one_of<F: Fn(f64) -> f64>(f: F, g: F, x: f64) -> f64 {
            let s = if x > 0.0 { &f } else { &g };
            s(x) * s(x * x)
        }

        pub(super) fn one_of_two<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, g: G, x: f64) -> f64 {
            let s: &dyn Fn(f64) -> f64 = if x > 0.0 { &f } else { &g };
            s(x) * s(x * x)
        }

        pub(super) fn applied<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
            let apply = |g: &F, v: f64| g(v) * v;
            apply(&f, x) + apply(&f, x * x)
        }

        pub(super) fn applied_on<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
            let apply = |g: &dyn Fn(f64) -> f64, v: f64| twice(|u| g(u) * x, v) + twice(g, v);
            apply(&f, x) + apply(&|v| f(v) * v, x)
        }

        pub(super) fn down<F: Fn(f64) -> f64>(f: &F, n: u32, x: f64) -> f64 {
            let both = |g: &dyn Fn(f64) -> f64, h: &dyn Fn(f64) -> f64| if n % 2 == 0 { g(h(x)) } else { h(x) + g(x) };
            if n == 0 { x } else { down(f, n - 1, both(f, &|v| v * x)) }
        }

        pub(super) fn chosen_for_host<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, g: G, x: f64) -> f64 {
            let s: &dyn Fn(f64) -> f64 = if x > 0.0 { &f } else { &g };
            twice(s, x) + twice(|v| s(v) * x, x)
        }
    }

    host_of_one_type(a: 0.5..1.5, x: -1.0..1.0) { one_of(make_adder(a), make_adder(a * x), x) }
    hosts(a: 0.5..1.5, x: -1.0..1.0) { one_of_two(make_adder(a), |v: f64| v * a, x) + one_of_two(cube, f64::sin, x * a) }
    generic(a: 0.5..1.5, x: -1.0..1.0) { applied(|v| v * a, x) + applied(make_adder(a), x) }
    handed_to_hosts(a: 0.5..1.5, x: -1.0..1.0) { applied_on(|v| v.sin() * a, x) }
    recursive(a: 0.5..1.5, x: -1.0..1.0) { down(&|v: f64| v.sin() * a, 3, x) }
    chosen_and_handed_on(a: 0.5..1.5, x: -1.0..1.0) { chosen_for_host(|v: f64| v * a, make_adder(a), x) }

    choice(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| v * a;
        let g = |v: f64| v.sin() + x * a;
        let s: &dyn Fn(f64) -> f64 = if x > 0.0 { &f } else { &g };
        s(x) * s(a) + twice(s, x)
    }
    choice_of_three(a: 0.5..1.5, x: -1.0..1.0) {
        let (f, g) = (|v: f64| v * a, |v: f64| v.sin() + x * a);
        let h = |v: f64| f(v) * g(v) + x;
        let s: &dyn Fn(f64) -> f64 = if x > 0.3 { &f } else if x > -0.3 { &g } else { &h };
        let t: &dyn Fn(f64) -> f64 = if a > 1.0 { s } else { &h };
        t(x) * s(a) + t(a)
    }
    choice_of_functions_of_functions(a: 0.5..1.5, x: -1.0..1.0) {
        let double = |h: &dyn Fn(f64) -> f64| h(h(a));
        let single = |h: &dyn Fn(f64) -> f64| h(x) * x;
        let s: &dyn Fn(&dyn Fn(f64) -> f64) -> f64 = if x > 0.0 { &double } else { &single };
        let t: &dyn Fn(&dyn Fn(f64) -> f64) -> f64 = if a > 1.0 { s } else { &|h| h(x) + a };
        s(&|v| v * x) + t(&|v| v.cos()) * s(&cube)
    }
    choice_inside(a: 0.5..1.5, x: -1.0..1.0) {
        let pick = |f: &dyn Fn(f64) -> f64, g: &dyn Fn(f64) -> f64, v: f64| {
            let s = if v > 0.0 { f } else { g };
            let t = |u: f64| s(u) + v;
            t(v) * twice(t, x)
        };
        pick(&|v| v * a, &|v| v * v, x) + pick(&|v| v * x, &|v| v + a, -x)
    }
    pointers(a: 0.5..1.5, x: -1.0..1.0) {
        let by = |h: fn(f64) -> f64| move |v: f64| h(v) * a;
        let both = |(h, k): (fn(f64) -> f64, fn(f64) -> f64), v: f64| h(k(v));
        let f = by(f64::sin);
        f(x) + by(|v| v * v)(a) + both((f64::cos, f64::exp), x) + both((|v| v * 2.0, f64::sin), a)
    }
    pairs(a: 0.5..1.5, x: -1.0..1.0) {
        let swap = |h: &dyn Fn((f64, f64), f64) -> (f64, f64), v: f64| {
            let (p, q) = h((v, a), x);
            let (r, s) = h((q, p), v);
            p * r + q * s
        };
        swap(&|(u, v), w| (u * w, v + a), x) + swap(&|p, w| (p.1 * w, p.0), a)
    }
    kept(a: 0.5..1.5, x: -1.0..1.0) {
        let _unused = |h: &dyn Fn(f64) -> f64| h(a);
        let run = |h: &dyn Fn(f64) -> f64| h(a);
        let _never = |v: f64| run(&|u| u * v);
        x * a
    }
    nested(a: 0.5..1.5, x: -1.0..1.0) {
        let run = |h: &dyn Fn(f64) -> f64, v: f64| h(v) * a;
        let outer = |h: &dyn Fn(f64) -> f64| run(&|u| run(h, u * x) + h(u), x);
        let outermost = |f: &dyn Fn(&dyn Fn(f64) -> f64) -> f64| f(&|v| v * v) + f(&|v| v.sin() * a);
        outermost(&outer) * outermost(&|h| h(x) + outer(h))
    }
    towers(a: 0.5..1.5, x: -1.0..1.0) {
        let two = |h: &dyn Fn(f64) -> f64, v: f64| h(h(v));
        let four = |h: &dyn Fn(f64) -> f64, v: f64| two(&|u| two(h, u), v);
        let sixteen = |h: &dyn Fn(f64) -> f64, v: f64| four(&|u| four(h, u), v);
        sixteen(&|v| v.sin() * a, x)
    }
    assigned(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| v * a;
        let g = |v: f64| cube(v) + x;
        let mut s: &dyn Fn(f64) -> f64 = &f;
        let first = s(x);
        if x > 0.0 { s = &g; }
        let second = s(a);
        s = if first > second { &f } else { s };
        s(first) * second + twice(s, x)
    }
    assigned_in_a_closure(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| v * a;
        let g = |v: f64| cube(v) + x;
        let mut s: &dyn Fn(f64) -> f64 = &f;
        let mut next = |v: f64| { let w = s(v); if w > 0.0 { s = &g; } w };
        next(x) * next(a) + next(a * x) + s(x)
    }
    matched(a: 0.5..1.5, x: -1.0..1.0) {
        let n = if x > 0.3 { 0 } else if x > -0.3 { 1 } else { 2 };
        let (f, g) = (|v: f64| v * a, |v: f64| v.sin() + x);
        let s: &dyn Fn(f64) -> f64 = match n { 0 => &f, 1 => &g, _ => &cube };
        s(x * a) * s(x)
    }
    pairs_of_functions(a: 0.5..1.5, x: -1.0..1.0) {
        let (f, g) = (|v: f64| v * a, |v: f64| v.sin() + x);
        let (s, t): (&dyn Fn(f64) -> f64, &dyn Fn(f64) -> f64) = if x > 0.0 { (&f, &g) } else { (&g, &f) };
        s(t(x)) + t(a) * s(x)
    }
    given_by_closures(a: 0.5..1.5, x: -1.0..1.0) {
        let scale = |k: f64| move |v: f64| v * k;
        let f = if x > 0.0 { scale(x) } else { scale(a * a) };
        let g = scale(f64::from(2.0));
        let h = if a > 1.0 { &f } else { &g };
        f(a) + h(x)
    }
    own_state(a: 0.5..1.5, x: -1.0..1.0) {
        let mut sum = x;
        let mut add = move |h: &dyn Fn(f64) -> f64| { sum += h(a); sum };
        let first = add(&|v| v * v);
        first * add(&cube) + sum
    }
    shared_state(a: 0.5..1.5, x: -1.0..1.0) {
        let mut sum = x;
        let mut add = |h: &dyn Fn(f64) -> f64| { sum += h(a) * h(x); };
        add(&|v| v * v);
        add(&|v| v.sin() * a);
        sum * sum
    }
    // Something else has an effect, so functions keep the order of effects.
    called_inside_with_effects(a: 0.5..1.5, x: -1.0..1.0) {
        let m = |h: &dyn Fn(f64) -> f64, k: f64| h(k) * a;
        let f = |v: f64| v * x;
        let outer = || {
            let n: &dyn Fn(&dyn Fn(f64) -> f64, f64) -> f64 = if x < a { &m } else { &m };
            let g: &dyn Fn(f64) -> f64 = if x > 0.0 { &f } else { &|v| v * v };
            n(&|p| p * a, m(g, x)) + g(a)
        };
        outer() + cube(x)
    }
    assigned_and_called_with_effects(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| v * x;
        let g = |v: f64| v.sin() * a;
        let mut s: &dyn Fn(f64) -> f64 = &f;
        let first = if a > 1.0 {
            if x > 0.0 { s = &g; }
            s(a)
        } else {
            x
        };
        let both = |c: bool| { let t = if c { s } else { &g }; (t(x), if c { s } else { &f }(a)) };
        let (p, q) = both(x > 0.5);
        first * p + q + cube(a)
    }
}

//! Functions of functions, across the boundaries of functions, against dual numbers.

#![allow(
    clippy::many_single_char_names,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    clippy::eq_op,
    clippy::let_and_return,
    clippy::redundant_closure,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_complexity,
    clippy::manual_midpoint,
    clippy::useless_conversion,
    clippy::needless_borrows_for_generic_args,
    reason = "every way to write them"
)]
#![allow(dead_code, reason = "not every operation of dual numbers is used here")]

#[macro_use]
mod dual_numbers;

/// Without derivatives.
fn three() -> i32 {
    3
}

/// Without derivatives.
fn sum_of(a: i32, b: i32) -> i32 {
    a + b
}

functions! {
    @helpers {
        pub(super) fn square(x: f64) -> f64 { x * x }

        pub(super) fn cubic(a: f64, x: f64) -> f64 { a * x * x * x }

        pub(super) fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 { f(f(x)) }

        pub(super) fn twice_by_reference(f: &impl Fn(f64) -> f64, x: f64) -> f64 { f(f(x)) }

        pub(super) fn thrice<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 { f(twice(&f, x)) }

        pub(super) fn thrice_by_reference<F>(f: &F, x: f64) -> f64
        where
            F: Fn(f64) -> f64,
        {
            f(twice_by_reference(f, x)) + twice_by_reference(&f, x)
        }

        pub(super) fn never(_f: impl Fn(f64) -> f64, x: f64) -> f64 { x * x }

        pub(super) fn once(f: impl FnOnce(f64) -> f64, x: f64) -> f64 { f(x) }

        pub(super) fn sometimes(f: impl Fn(f64) -> f64, x: f64) -> f64 { if x > 0.0 { f(x) } else { x * x } }

        pub(super) fn either(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
            if x > 0.0 { f(x) * g(x) } else { g(g(x)) }
        }

        pub(super) fn add_plainly(x: f64, n: i32) -> f64 { x + f64::from(n) }

        pub(super) fn times(x: f64, n: i32) -> f64 { x * f64::from(n) }

        pub(super) fn alike<F: Fn(f64) -> f64>(f: F, g: F, x: f64) -> f64 { f(x) * g(g(x)) }

        pub(super) fn alike_by_reference<F: Fn(f64) -> f64>(f: &F, g: &F, x: f64) -> f64 { f(x) + alike(f, g, x) }

        pub(super) fn of_tuple<F: Fn(f64) -> f64>(p: (F, f64)) -> f64 { (p.0)(p.1) * p.1 }

        pub(super) fn combine<F: Fn(f64, f64) -> f64>(f: F, x: f64, y: f64) -> f64 { f(x, y) * f(y, x) }

        pub(super) fn swap(f: impl Fn((f64, f64), f64) -> (f64, f64), x: f64, y: f64) -> f64 {
            let (a, b) = f((x, y), x);
            let (c, d) = f((b, a), y);
            a * c + b * d
        }

        pub(super) fn counted(f: impl Fn(i32, f64) -> f64, x: f64) -> f64 { f(1, x) + f(2, x) + f(3, x * x) }

        pub(super) fn horner(f: impl Fn(usize) -> f64, n: usize, x: f64) -> f64 {
            if n == 0 { f(0) } else { f(n) * x + f(n - 1) * x * x + f(0) }
        }

        pub(super) fn of_pairs(f: impl Fn((u8, f64), i64) -> f64, x: f64) -> f64 { f((1, x), 2) * f((3, x * x), 4) }

        pub(super) fn chosen<F: Fn(f64) -> u8, G: Fn(f64) -> f64>(f: F, g: G, x: f64) -> f64 { if f(x) == 1 { g(x) } else { x } }

        pub(super) fn in_tuple<F: Fn(u16) -> f64>(both: (F, f64)) -> f64 { (both.0)(2) * both.1 }

        pub(super) fn with_counted(k: usize, x: f64, then: impl Fn(usize, f64) -> f64) -> f64 { then(k + 1, x * x) }

        pub(super) fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
            let h = (b - a) / 2.0;
            h / 3.0 * (f(a) + 4.0 * f(a + h) + f(b))
        }

        pub(super) fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
            let m = (a + b) / 2.0;
            simpson(&f, a, m) + simpson(&f, m, b)
        }

        pub(super) fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, x: f64) -> f64 {
            let step = |x: f64| x - f(x) / df(x);
            step(step(step(step(x))))
        }

        pub(super) fn make_adder(a: f64) -> impl Fn(f64) -> f64 { move |x| x + a }

        pub(super) fn raised<F: Fn(f64) -> f64>(a: f64, f: F, b: f64) -> impl Fn(f64) -> f64 {
            move |x| f(x) * a + b
        }

        pub(super) fn line(a: f64, b: f64) -> impl Fn(f64) -> f64 { move |x: f64| a * x + b }

        pub(super) fn compose<F, G>(f: F, g: G) -> impl Fn(f64) -> f64
        where
            F: Fn(f64) -> f64,
            G: Fn(f64) -> f64,
        {
            move |x| f(g(x))
        }

        pub(super) fn doubled(f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 { move |x| f(f(x)) }

        pub(super) fn scaled_by<'a>(f: &'a (impl Fn(f64) -> f64 + 'a), a: f64) -> impl Fn(f64) -> f64 + 'a {
            move |x| f(x) * a
        }

        pub(super) fn identity<F: Fn(f64) -> f64>(f: F) -> F { f }

        pub(super) fn adders(a: f64) -> impl Fn(f64) -> f64 { compose(make_adder(a), make_adder(a * a)) }

        pub(super) fn scaled(a: f64) -> (impl Fn(f64) -> f64, f64) { (move |x: f64| a * x, a * a) }

        pub(super) fn powers(a: f64) -> (impl Fn(f64) -> f64, (f64, impl Fn(f64, f64) -> f64)) {
            (move |x: f64| x * a, (a, move |x: f64, y: f64| x * y * a * a))
        }

        pub(super) fn uncurried<F: Fn(f64) -> G, G: Fn(f64) -> f64>(f: F, x: f64, y: f64) -> f64 { f(x)(y) + f(y)(x) }

        pub(super) fn with_square<F: Fn(f64) -> f64>(x: f64, then: F) -> f64 { then(x * x) }

        pub(super) fn with_sum<F: Fn(f64) -> f64>(x: f64, y: f64, then: F) -> f64 { then(x + y) }

        pub(super) fn church_zero(_f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 { |x| x }

        pub(super) fn church_two(f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 { move |x| f(f(x)) }

        pub(super) fn church_three(f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 { move |x| f(f(f(x))) }

        pub(super) fn power(x: f64, n: u32) -> f64 { if n == 0 { f64::from(1.0) } else { x * power(x, n - 1) } }

        pub(super) fn power_by_squares(x: f64, n: u32) -> f64 {
            match n {
                0 => f64::from(1.0),
                n if n % 2 == 0 => power_by_squares(x * x, n / 2),
                _ => x * power_by_squares(x * x, n / 2),
            }
        }

        pub(super) fn fibonacci(n: u32, a: f64, b: f64) -> f64 {
            if n < 2 { a * b } else { fibonacci(n - 1, b, a + b) * a + fibonacci(n - 2, a.sin(), b) }
        }

        pub(super) fn factorial(x: f64, n: i32) -> f64 {
            if n <= 0 {
                return f64::from(1.0);
            }
            (x + f64::from(n)) * factorial(x, n - 1)
        }

        pub(super) fn iterate(f: &impl Fn(f64) -> f64, n: usize, x: f64) -> f64 {
            if n == 0 { x } else { iterate(f, n - 1, f(x)) }
        }

        pub(super) fn iterate_by_value<F: Fn(f64) -> f64 + Copy>(f: F, n: usize, x: f64) -> f64 {
            if n == 0 { x } else { f(iterate_by_value(f, n - 1, x)) }
        }

        pub(super) fn simpson_adaptive<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, depth: u32) -> f64 {
            let m = (a + b) / 2.0;
            if depth == 0 {
                simpson(f, a, b)
            } else {
                simpson_adaptive(f, a, m, depth - 1) + simpson_adaptive(f, m, b, depth - 1)
            }
        }

        pub(super) fn pair_down(p: (f64, f64), n: u32) -> (f64, f64) {
            let (a, b) = p;
            if n == 0 { p } else { pair_down((b, a * b), n - 1) }
        }

        pub(super) fn church_at_one<F: Fn(f64) -> f64>(f: F) -> f64 { f(f(f64::from(1.0))) }

        pub(super) fn apply_to<F: Fn(f64) -> f64, R: Fn(F) -> f64>(run: R, f: F) -> f64 { run(f) }

    }

    // Passing functions.
    passed(a: 0.5..1.5, x: -1.0..1.0) { twice(|v| a * v.sin(), x) }
    passed_by_reference(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| a * v.cos();
        twice_by_reference(&f, x) + f(x) + twice(&f, x)
    }
    passed_on(a: 0.5..1.5, x: -1.0..1.0) { thrice(|v| a * v.sin() + v, x) }
    passed_on_by_reference(a: 0.5..1.5, x: -1.0..1.0) { thrice_by_reference(&|v: f64| a * v.sin() + v, x) }
    by_name(x: -1.0..1.0) { twice(square, x) + thrice(square, x) }
    by_name_of_primitive(x: -1.0..1.0) { twice(f64::sin, x) * twice(f64::exp, -x * x) }
    by_path(x: -1.0..1.0) { self::twice(self::square, x) }
    never_called(a: 0.5..1.5, x: -1.0..1.0) { never(|v| a * v, x) * a }
    called_once(a: 0.5..1.5, x: -1.0..1.0) { once(|v| (a * v).exp(), x) }
    called_in_a_branch(a: 0.5..1.5, x: -1.0..1.0) { sometimes(|v| a * v + v * v, x) }
    several(a: 0.5..1.5, x: -1.0..1.0) { either(|v| a * v, |v| v.exp() - a, x) }
    the_same_twice(a: 0.5..1.5, x: -1.0..1.0) { let f = |v: f64| v * v * a; either(f, f, x) + either(&f, &f, a) }
    two_parameters(a: 0.5..1.5, x: -1.0..1.0) { combine(|u, v| a * u + v * v, x, a) + combine(cubic, x, a) }
    tuples(a: 0.5..1.5, x: -1.0..1.0) { swap(|(u, v), w| (a * v * w, u - w), x, a) }
    integers(a: 0.5..1.5, x: -1.0..1.0) { counted(|n, v| a * v.powi(n), x) }
    // Integers of which rustc alone knows the type.
    integers_of_any_type(a: 0.5..1.5, x: -1.0..1.0) {
        horner(|i| if i == 1 { a } else { a * x }, 3, x) * horner(|i| if i % 2 == 0 { x.sin() } else { a }, 2, a)
    }
    integers_reckoned_with(a: 0.5..1.5, x: -1.0..1.0) {
        horner(|i| { let j = i + 1; let k = j * j - i; if k > 3 && j < 4 { a.cos() } else { x * a } }, 3, x)
    }
    integers_and_literals(a: 0.5..1.5, x: -1.0..1.0) {
        let one = 1;
        let f = |i| if i == one { a } else { x };
        horner(f, 3, x) * horner(|i| match i { 0 => a, 1..=2 => x, _ => a * a }, 4, a)
    }
    integers_handed_on(a: 0.5..1.5, x: -1.0..1.0) {
        horner(|n| iterate_by_value(|v| v * v * a, n, x), 2, x) + horner(|n| with_counted(n, x, |m, v| if m == 2 { v } else { v * a }), 3, a)
    }
    integers_in_tuples(a: 0.5..1.5, x: -1.0..1.0) {
        of_pairs(|(n, v), m| if n == 1 && m > 3 { v * a } else { v.sin() + a }, x) * in_tuple((|n| if n == 2 { a } else { x }, x))
    }
    integers_given(a: 0.5..1.5, x: -1.0..1.0) {
        chosen(|v| if v > a { 1 } else { 2 }, |v| v * a, x) + chosen(|_| 1, |v| v.sin() * x, a)
    }
    constant_function(a: 0.5..1.5, x: -1.0..1.0) { twice(|_| a, x) + twice(|v| v, x) + x * a }
    unknown_result_without_dependence(a: 0.5..1.5, x: -1.0..1.0) {
        twice(|_| square(f64::from(0.5)), x) * a + swap(|(u, v), w| (square(f64::from(2.0)), u * v + w), x, a)
    }
    effects_inside(a: 0.5..1.5, x: -1.0..1.0) {
        twice(|v| { let w = square(v); if w > 0.5 { w * a } else { square(w) - a } }, x)
    }
    of_one_type(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| a * v.sin();
        alike(f, f, x) + f(a) + alike_by_reference(&f, &f, a) + twice(|v| alike(f, f, v), x)
    }
    constant_functions(a: 0.5..1.5, x: -1.0..1.0) {
        fn local(n: i32) -> i32 { n + 1 }
        let add = make_adder(f64::from(2.0));
        twice(make_adder(f64::from(1.0)), x) * twice(&add, a) + thrice(compose(f64::sin, f64::cos), x)
            + twice(line(f64::from(2.0), f64::from(3.0)), a * x) + twice(|v| add_plainly(v, crate::three()) , x)
            + times(x, crate::three()) + times(a, crate::sum_of(1, 2)) + times(x, i32::max(1, 2)) + times(x, local(2))
    }
    in_a_tuple(a: 0.5..1.5, x: -1.0..1.0) { of_tuple((|v: f64| a * v * v, x)) + of_tuple((make_adder(a), x)) }
    // Captures.
    captured_captures(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| a * v;
        let g = |v: f64| f(v) + x;
        let h = |v: f64| g(v) * f(v);
        twice(h, x) + twice(|v| h(v) + g(a), a)
    }
    inside_and_outside(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |v: f64| a * v * v;
        let inside = twice(|v| f(v) + f(a), x);
        f(inside) + f(x)
    }
    shadowed(a: 0.5..1.5, x: -1.0..1.0) {
        let f = |x: f64| a * x;
        let a = f(x) + x;
        let g = |x: f64| { let a = x * a; f(a) + a };
        let x = twice(g, a);
        let f = |v: f64| v * x;
        twice(f, a)
    }
    nested_calls(a: 0.5..1.5, x: -1.0..1.0) { twice(|u| twice(|v| u * v * a, x), a) }
    three_levels(a: 0.5..1.5, x: -1.0..1.0) { twice(|u| twice(|v| twice(|w| 0.5 * u * v + w * a, x), u), x) }
    changed_between(a: 0.5..1.5, x: -1.0..1.0) {
        let mut k = a;
        let first = twice(|v| v * k, x);
        k *= first;
        k + twice(|v| v * k, x)
    }
    // Functions given back.
    adder(a: 0.5..1.5, x: -1.0..1.0) { make_adder(a)(x) * make_adder(x)(a * x) }
    partial(a: 0.5..1.5, x: -1.0..1.0) { let f = line(a, x); f(a) * f(x) + twice(&f, a) }
    composed(a: 0.5..1.5, x: -1.0..1.0) { compose(|v: f64| v.sin() * a, make_adder(a))(x) }
    composed_thrice(a: 0.5..1.5, x: -1.0..1.0) {
        let f = compose(compose(|v: f64| a * v, |v: f64| v + x), compose(line(x, a), f64::cos));
        f(x) + f(a)
    }
    given_on(a: 0.5..1.5, x: -1.0..1.0) { adders(a)(x) * adders(x)(a) }
    given_with_a_lifetime(a: 0.5..1.5, x: -1.0..1.0) {
        let f = make_adder(a);
        scaled_by(&f, x)(x) * scaled_by(&|v: f64| v * a, a)(x)
    }
    given_and_referred_to(a: 0.5..1.5, x: -1.0..1.0) {
        let f = make_adder(a);
        let g = &make_adder(x);
        twice(&f, x) * twice_by_reference(g, x) + twice(g, a) + twice(|v| twice(&f, v) * a, x)
    }
    given_back_and_not_called(a: 0.5..1.5, x: -1.0..1.0) {
        let f = make_adder(a);
        let _unused = raised(a, &f, x);
        a * x
    }
    given_back_as_it_is(a: 0.5..1.5, x: -1.0..1.0) { identity(|v: f64| a * v * v)(x) + identity(make_adder(a))(x * x) }
    in_tuples(a: 0.5..1.5, x: -1.0..1.0) {
        let (f, b) = scaled(a);
        let (g, (c, h)) = powers(x);
        f(b) * g(x) + h(f(x), c)
    }
    curried(a: 0.5..1.5, x: -1.0..1.0) {
        uncurried(|u: f64| move |v: f64| u * v + u.sin() * a, a, x) + uncurried(make_adder, a, x)
    }
    // Church numerals, and functions of what they made.
    twice_of_twice(a: 0.5..1.5, x: -0.5..0.5) { doubled(doubled(|v: f64| a * v.sin()))(x) }
    church(a: 0.5..1.5, x: -0.5..0.5) {
        let f = |v: f64| a * v.sin();
        let six = church_three(church_two(f));
        let eight = church_two(church_two(church_two(f)));
        six(x) * eight(x) + church_zero(f)(x)
    }
    church_sum(a: 0.5..1.5, x: -0.5..0.5) {
        let f = |v: f64| a * v.cos();
        compose(church_two(f), church_three(f))(x)
    }
    // Continuation-passing style.
    continuations(a: 0.5..1.5, x: -1.0..1.0) {
        with_square(x, |u| with_square(a, |v| with_sum(u, v, |w| w.sqrt() * a)))
    }
    function_of_functions(a: 0.5..1.5, x: -1.0..1.0) { apply_to(church_at_one, make_adder(a)) * x + apply_to(church_at_one, f64::sin) }
    // Recursion.
    integer_powers(x: -1.5..1.5) { power(x, 5) + power_by_squares(x, 11) + power(x * x, 0) }
    fibonacci_numbers(a: 0.5..1.0, b: 0.5..1.0) { fibonacci(7, a, b) }
    factorials(x: 0.5..1.5) { factorial(x, 5) * factorial(x * x, 2) }
    iterations(a: 0.5..1.0, x: 0.5..1.0) { iterate(&|v: f64| a * v.sin() + x, 6, x) * iterate_by_value(|v| v * v * a, 3, x) }
    in_halves(a: 0.5..1.0, b: 1.0..2.0) { simpson_adaptive(&|v: f64| (a * v).exp() * b, a - a, b, 3) }
    tuples_down(a: 0.5..1.0, b: 0.5..1.0) { let (p, q) = pair_down((a, b), 4); p * q + p }
    // Of numerical mathematics.
    definite_integral(a: 0.5..1.5, b: 0.0..1.0) { integral(|x| a * x * x + (b * x).sin(), b - b, a + 1.0) }
    double_integral(a: 0.5..1.5, b: 0.0..1.0) { integral(|x| integral(|y| x * y * a + b * y, b, x), a - a, a) }
    root(a: 1.0..2.0, x: 1.0..1.5) { newton(|v| v * v - a, |v| 2.0 * v, x) }
    root_of_integral(a: 1.0..2.0, x: 0.7..1.0) { newton(|v| simpson(|t| a * t * t, a - a, v) - 0.1, |v| a * v * v, x) }
    chosen_at_run_time(a: 0.5..1.5, x: -1.0..1.0) {
        let first = if x > 0.0 { twice(square, x) } else { twice(f64::sin, x) };
        let f = if a > 1.0 { |v: f64| v * v } else { |v: f64| v.exp() };
        first + f(a * x)
    }
}

/// A parameter hides the function, in its body.
#[test]
fn parameters_with_the_name_of_the_function() {
    #[backprop::differentiable]
    fn run<F: Fn(f64) -> f64>(run: F, x: f64) -> f64 {
        run(x)
    }

    #[backprop::differentiable]
    fn square(square: f64) -> f64 {
        square * square
    }

    #[backprop::differentiable]
    fn both(x: f64) -> f64 {
        run(|v| v * x, 3.0) + square(x) + run(square, x)
    }

    assert_eq!(both::grad(2.0), 3.0 + 4.0 + 4.0);
    assert_eq!(square::value_and_grad(3.0), (9.0, 6.0));
}

/// A call that depends on nothing is left as it is, with the references to functions that it takes.
#[test]
fn references_to_functions_in_calls_that_depend_on_nothing() {
    #[backprop::differentiable]
    fn run<F: Fn(f64) -> f64>(x: f64, f: &F) -> f64 {
        f(x)
    }

    #[backprop::differentiable]
    fn scaled(x: f64, mut y: f64, halves: bool) -> f64 {
        let chosen = run(
            if halves {
                y /= 2.0;
                4.0
            } else {
                y = x;
                9.0
            },
            &f64::sqrt,
        );
        chosen * y
    }

    assert_eq!(scaled::value_and_grad(5.0, 3.0, true), (3.0, (0.0, 1.0)));
    assert_eq!(scaled::value_and_grad(5.0, 3.0, false), (15.0, (3.0, 0.0)));
}

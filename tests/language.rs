//! The language, construct by construct, against closed forms.

#![expect(
    clippy::many_single_char_names,
    clippy::no_effect_underscore_binding,
    clippy::needless_late_init,
    clippy::cast_precision_loss,
    clippy::type_complexity,
    reason = "the constructs are what is tested, in formulas with the names of formulas"
)]

use approx::assert_relative_eq;
use backprop::differentiable;

/// Checks the value against the function itself, bit for bit, and the gradient against a closed form.
macro_rules! check {
    ($f:ident($($arg:expr),*) => $gradient:expr) => {{
        let (value, gradient) = $f::value_and_grad($($arg),*);
        assert_eq!(value.to_bits(), $f($($arg),*).to_bits(), "the value of {}", stringify!($f));
        let (found, expected): (Vec<f64>, Vec<f64>) = (gradient.list(), $gradient.list());
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_relative_eq!(*found, *expected, max_relative = 1e-12, epsilon = 1e-14);
        }
        let only: Vec<f64> = $f::grad($($arg),*).list();
        assert_eq!(only, found, "grad of {}", stringify!($f));
        let (value, backpropagator) = $f::vjp($($arg),*);
        assert_eq!(value.to_bits(), $f($($arg),*).to_bits());
        for (found, expected) in backpropagator(1.0).list().iter().zip(&expected) {
            assert_relative_eq!(*found, *expected, max_relative = 1e-12, epsilon = 1e-14);
        }
    }};
}

/// The numbers of a gradient.
trait List {
    fn list(&self) -> Vec<f64>;
}

impl List for f64 {
    fn list(&self) -> Vec<f64> {
        vec![*self]
    }
}

impl List for (f64, f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0, self.1]
    }
}

impl List for (f64, f64, f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0, self.1, self.2]
    }
}

impl List for ((f64, f64), f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0.0, self.0.1, self.1]
    }
}

#[differentiable]
fn curried(x: f64, y: f64) -> f64 {
    let mul = |a: f64| move |b: f64| a * b;
    mul(x)(y) + mul(y)(3.0)
}

#[differentiable]
fn captured_captures(x: f64, y: f64) -> f64 {
    let f = |a: f64| a * x;
    let g = |a: f64| f(a) + y * f(2.0);
    let h = |a| g(a) * g(x);
    h(y) + h(1.0)
}

#[differentiable]
fn passed_on(x: f64, y: f64) -> f64 {
    let apply = |f: &dyn Fn(f64) -> f64, v: f64| f(f(v));
    let scale = |v: f64| v * x;
    let shift = |v: f64| v + y * y;
    apply(&scale, y) * apply(&shift, x)
}

#[differentiable]
fn pointers(x: f64) -> f64 {
    let twice = |f: fn(f64) -> f64, v: f64| f(f(v));
    twice(|v| v * v, x) + twice(f64::sin, x)
}

#[differentiable]
fn never_called(x: f64) -> f64 {
    let _unused = |v: f64| v * x;
    x * x
}

#[differentiable]
fn counter(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    let mut add = |v: f64| {
        sum += v * y;
        v
    };
    let a = add(x);
    let b = add(x * x);
    sum * a + b
}

/// A closure gives a variable another function, which depends on a parameter where the first does not.
#[differentiable]
fn function_assigned(x: f64, y: f64) -> f64 {
    let one = |_v: f64| 1.0;
    let by = |v: f64| v * x;
    let mut f: &dyn Fn(f64) -> f64 = &one;
    let mut set = || f = &by;
    set();
    squared(f(2.0)) * y
}

#[differentiable]
fn functions_swapped(x: f64, y: f64) -> f64 {
    let mut f: fn(f64) -> f64 = |v| v * 2.0;
    let mut h: fn(f64) -> f64 = |v| v * v;
    let mut swap = || (f, h) = (h, f);
    swap();
    squared(f(x)) * squared(h(y))
}

/// The closure changes its own copy, and the variable changes after.
#[differentiable]
fn own_state_of_higher_order(x: f64, y: f64) -> f64 {
    let mut sum = x;
    let mut add = move |f: &dyn Fn(f64) -> f64| {
        sum += f(y);
        sum
    };
    sum = 5.0 * y;
    let first = add(&|v| v * v);
    first * add(&|v| v) + sum
}

#[differentiable]
fn squared(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn own_state(x: f64) -> f64 {
    let mut state = x;
    let mut next = move || {
        state *= 2.0;
        state
    };
    let a = next();
    let b = next();
    a * b + state
}

#[differentiable]
fn assigned(x: f64, y: f64) -> f64 {
    let mut a = x;
    let b;
    if x > y {
        a *= y;
        b = a + 1.0;
    } else {
        a += 1.0;
        b = y * y;
    }
    a -= 0.5 * b;
    a * b
}

#[differentiable]
fn matched(x: f64, n: i32, flag: bool) -> f64 {
    let power = match n {
        0 => 1.0,
        1 | 2 => x.powi(n),
        k @ 3..=5 if flag => x * f64::from(k),
        k if k < 0 => -x,
        _ => x.exp(),
    };
    let sign = match (flag, n) {
        (true, _) => 1.0,
        (false, 0) => 2.0,
        (false, _) => -1.0,
    };
    power * sign * x
}

#[differentiable]
fn early(x: f64, y: f64) -> f64 {
    if x < 0.0 {
        return -x * y;
    }
    let z = x * y;
    if z > 4.0 {
        return z.sqrt();
    }
    z * z
}

#[differentiable]
fn tuples(p: (f64, f64), s: f64) -> f64 {
    let (a, b) = p;
    let rotate = |(u, v): (f64, f64), angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (cos * u - sin * v, sin * u + cos * v)
    };
    let mut q = rotate((a, b), s);
    q.0 += q.1;
    let (mut u, mut v) = q;
    (u, v) = (v, u);
    u *= 2.0;
    v += u;
    u * v + p.1
}

#[differentiable]
fn lazy(x: f64, y: f64) -> f64 {
    let positive = |v: f64| v > 0.0;
    if positive(x) && positive(y) || x > 10.0 { x * y } else { x - y }
}

fn table(index: usize) -> f64 {
    [1.0, 4.0, 9.0][index]
}

#[differentiable]
fn looked_up(x: f64, n: usize) -> f64 {
    assert!(n < 3, "out of the table");
    let a = table(n);
    let half = n as f64 / 2.0;
    let text = "abc".len() as f64;
    a * x * x + half * x + text
}

#[differentiable]
fn stopped(x: f64, y: f64) -> f64 {
    let frozen = backprop::stop_gradient(x * y);
    frozen * x + y
}

#[differentiable]
fn cube(v: f64) -> f64 {
    v * v * v
}

#[differentiable]
fn pair(a: f64, b: f64) -> (f64, f64) {
    (a * b, a + b)
}

mod inner {
    #[backprop::differentiable]
    pub(crate) fn scaled(v: f64, n: usize) -> f64 {
        v * n as f64
    }
}

#[differentiable]
fn calls(x: f64, y: f64) -> f64 {
    let (p, s) = pair(cube(x), y);
    let f = |v: f64| cube(v) + inner::scaled(v, 3);
    let t = cube(p) * s + f(y);
    if t > 0.0 { cube(t) } else { inner::scaled(t, 2) }
}

#[differentiable]
fn passed_function(x: f64) -> f64 {
    let apply = |f: &dyn Fn(f64) -> f64, v: f64| f(v);
    apply(&cube, x) + apply(&|v| v * x, x)
}

#[differentiable]
fn nested_items(x: f64) -> f64 {
    const SCALE: f64 = 3.0;
    #[differentiable]
    fn local(v: f64) -> f64 {
        v * v
    }
    SCALE * local(x)
}

#[differentiable]
fn chosen_closure(x: f64, y: f64) -> f64 {
    let f = |v: f64| v * x;
    let r = if y > 0.0 { f(y) } else { f(f(y)) + y };
    if r > 1.0 { f(r) } else { r }
}

#[test]
fn closures() {
    let (x, y) = (1.3, 0.7);
    check!(curried(x, y) => (y, x + 3.0));
    // h(a) = (a x + 2 x y) (x² + 2 x y)
    let k = x * x + 2.0 * x * y;
    let sum = (y * x + 2.0 * x * y) + (x + 2.0 * x * y);
    check!(captured_captures(x, y) => (
        (3.0 * y + 1.0 + 2.0 * y) * k + sum * (2.0 * x + 2.0 * y),
        (3.0 * x + 2.0 * x) * k + sum * 2.0 * x
    ));
    // (x² y) (x + 2 y²)
    check!(passed_on(x, y) => (
        2.0 * x * y * (x + 2.0 * y * y) + x * x * y,
        x * x * (x + 2.0 * y * y) + x * x * y * 4.0 * y
    ));
    check!(pointers(x) => 4.0 * x.powi(3) + x.sin().cos() * x.cos());
    check!(never_called(x) => 2.0 * x);
    // (x y + x² y) x + x²
    check!(counter(x, y) => (2.0 * x * y + 3.0 * x * x * y + 2.0 * x, x * x + x * x * x));
    // 2x 4x + x
    check!(own_state(x) => 16.0 * x + 1.0);
}

#[test]
fn branches_and_mutation() {
    // x > y: a = x y, b = x y + 1, (a - b / 2) b
    let (x, y) = (1.3, 0.7);
    let (a, b) = (x * y, x * y + 1.0);
    let d = 0.5 * b + (a - 0.5 * b);
    check!(assigned(x, y) => (d * y, d * x));
    // else: a = x + 1, b = y²
    let (x, y) = (0.3, 0.7);
    let (a, b) = (x + 1.0, y * y);
    check!(assigned(x, y) => (b, (a - b) * 2.0 * y));
    let x = 1.7;
    check!(matched(x, 0, true) => 1.0);
    check!(matched(x, 0, false) => 2.0);
    check!(matched(x, 2, true) => 3.0 * x * x);
    check!(matched(x, 4, true) => 8.0 * x);
    check!(matched(x, 4, false) => -(x + 1.0) * x.exp());
    check!(matched(x, -3, true) => -2.0 * x);
    check!(matched(x, 9, true) => (x + 1.0) * x.exp());
    check!(early(-2.0, 3.0) => (-3.0, 2.0));
    check!(early(2.0, 3.0) => (1.5 / 6.0f64.sqrt(), 1.0 / 6.0f64.sqrt()));
    check!(early(0.5, 3.0) => (9.0, 1.5));
    check!(lazy(2.0, 3.0) => (3.0, 2.0));
    check!(lazy(2.0, -3.0) => (1.0, -1.0));
    check!(lazy(12.0, -3.0) => (-3.0, 12.0));
    check!(chosen_closure(2.0, 3.0) => (12.0, 4.0));
    check!(chosen_closure(2.0, -3.0) => (-12.0, 5.0));
}

#[test]
fn tuples_and_patterns() {
    let ((a, b), s) = ((0.4, -1.1), 0.6f64);
    let (sin, cos) = s.sin_cos();
    // q = (c a - s b, s a + c b); u = 2 q1, v = q0 + q1 + 2 q1; 2 q1 (q0 + 3 q1) + b
    let (q0, q1) = (cos * a - sin * b, sin * a + cos * b);
    let (d0, d1) = (2.0 * q1, 2.0 * q0 + 12.0 * q1);
    check!(tuples((a, b), s) => (
        (d0 * cos + d1 * sin, -d0 * sin + d1 * cos + 1.0),
        d0 * (-sin * a - cos * b) + d1 * (cos * a - sin * b)
    ));
}

#[test]
fn what_does_not_matter() {
    let x = 1.3;
    check!(looked_up(x, 1) => 8.0 * x + 0.5);
    check!(stopped(x, 0.7) => (x * 0.7, 1.0));
}

#[test]
#[should_panic(expected = "out of the table")]
fn asserts_panic_as_they_do() {
    let _ = looked_up::grad(1.0, 3);
}

#[test]
fn other_functions() {
    let (x, y): (f64, f64) = (0.8, 0.6);
    // p = x³ y, s = x³ + y, t = p³ s + y³ + 3 y
    let (p, s) = (x * x * x * y, x * x * x + y);
    let t = p.powi(3) * s + y.powi(3) + 3.0 * y;
    let dt = 3.0 * t * t;
    let (dp, ds) = (3.0 * p * p * s, p.powi(3));
    check!(calls(x, y) => (
        dt * (dp * y + ds) * 3.0 * x * x,
        dt * (dp * x * x * x + ds + 3.0 * y * y + 3.0)
    ));
    check!(passed_function(x) => 3.0 * x * x + 2.0 * x);
    check!(nested_items(x) => 6.0 * x);
}

/// A closure that calls a differentiable function, passed to closures that take functions.
#[differentiable]
fn through_parameters(x: f64, y: f64) -> f64 {
    let scaled = |u: &dyn Fn(f64) -> f64, v: f64| u(v) * x;
    let both = |h: &dyn Fn(f64) -> f64| scaled(h, y) + scaled(&|q| h(q) * y, x);
    both(&|a| cube(a))
}

#[test]
fn calls_through_function_parameters() {
    // x y³ + x · x³ y
    let (x, y) = (1.5, -0.5);
    let (value, (dx, dy)) = through_parameters::value_and_grad(x, y);
    assert_relative_eq!(value, x * y.powi(3) + x.powi(4) * y, max_relative = 1e-15);
    assert_relative_eq!(dx, y.powi(3) + 4.0 * x.powi(3) * y, max_relative = 1e-15);
    assert_relative_eq!(dy, 3.0 * x * y * y + x.powi(4), max_relative = 1e-15);
}

/// What only rustc knows the types of, compared: one depends on a parameter, the other does not.
#[differentiable]
fn compares_calls(x: f64, y: f64) -> f64 {
    if cube(x) <= cube(1.5) { x * y } else { y }
}

/// `as` before a comparison.
#[differentiable]
fn compares_casts(x: f64, n: usize, m: u64) -> f64 {
    if m + (n as u64) < 3 && m * (n as u64) <= 2 { x * x } else { x }
}

#[test]
fn comparisons() {
    assert_eq!(compares_calls::grad(1.25, 3.0), (3.0, 1.25));
    assert_eq!(compares_calls::grad(2.0, 3.0), (0.0, 1.0));
    assert_relative_eq!(compares_casts::grad(2.0, 1, 1), 4.0);
    assert_relative_eq!(compares_casts::grad(2.0, 2, 1), 1.0);
}

#[test]
fn functions_are_assigned_in_closures() {
    let (x, y) = (1.3, 0.7);
    // (2x)² y
    check!(function_assigned(x, y) => (8.0 * x * y, 4.0 * x * x));
    // x⁴ (2y)²
    check!(functions_swapped(x, y) => (16.0 * x.powi(3) * y * y, 8.0 * x.powi(4) * y));
}

#[test]
fn a_closure_that_takes_functions_has_its_own_copy() {
    let (x, y): (f64, f64) = (1.3, 0.7);
    // (x + y²) (x + y² + y) + 5y
    let (a, b) = (x + y * y, x + y * y + y);
    check!(own_state_of_higher_order(x, y) => (a + b, 2.0 * y * b + a * (2.0 * y + 1.0) + 5.0));
}

/// A variable that has a value in one branch only, and is not used afterwards.
#[differentiable]
fn assigned_in_one_branch(x: f64, y: f64) -> f64 {
    let t;
    let u = if x > y {
        t = x * y;
        t * 2.0
    } else {
        y
    };
    let s;
    if x > 2.0 {
        return y;
    }
    s = x;
    u * s
}

#[test]
fn a_variable_has_a_value_in_one_branch_only() {
    check!(assigned_in_one_branch(1.3, 0.7) => (4.0 * 1.3 * 0.7, 2.0 * 1.3 * 1.3));
    check!(assigned_in_one_branch(0.3, 0.7) => (0.7, 0.3));
    check!(assigned_in_one_branch(2.3, 0.7) => (0.0, 1.0));
}

/// Closures with different captures, one of which is chosen.
#[differentiable]
fn chosen_with_different_captures(x: f64, y: f64) -> f64 {
    let f = |v: f64| v * x;
    let g = |v: f64| v * v * y + x;
    let s: &dyn Fn(f64) -> f64 = if x > y { &f } else { &g };
    s(x) * s(2.0)
}

#[differentiable]
fn assigned_with_different_captures(x: f64, y: f64) -> f64 {
    let one = |_: f64| 1.0;
    let by = |v: f64| v * x;
    let mut f: &dyn Fn(f64) -> f64 = &one;
    if x > y {
        f = &by;
    }
    f(y) * y
}

/// One of two closures that take functions.
#[differentiable]
fn chosen_of_functions(x: f64, y: f64) -> f64 {
    let twice = |h: &dyn Fn(f64) -> f64| h(h(x));
    let once = |h: &dyn Fn(f64) -> f64| h(y) + y;
    let s: &dyn Fn(&dyn Fn(f64) -> f64) -> f64 = if x > y { &twice } else { &once };
    let scale = |v: f64| v * y;
    s(&scale) + s(&|v| v.sin() * x)
}

/// A closure that takes functions takes two, chooses between them, and gives the choice on.
#[differentiable]
fn chosen_inside(x: f64, y: f64) -> f64 {
    let apply = |h: &dyn Fn(f64) -> f64, v: f64| h(v) * v;
    let choose = |a: &dyn Fn(f64) -> f64, b: &dyn Fn(f64) -> f64, v: f64| {
        let h = if v > 1.0 { a } else { b };
        apply(h, v)
    };
    choose(&|u| u * x, &|u| u + y, x) + choose(&|u| u * u, &|u| u * y, y)
}

/// The closures call a function of which only rustc knows the types.
#[differentiable]
fn chosen_with_effects(x: f64, y: f64) -> f64 {
    let f = |v: f64| cube(v) * x;
    let g = |v: f64| v * y;
    let s: &dyn Fn(f64) -> f64 = if x > y { &f } else { &g };
    let run = |h: &dyn Fn(f64) -> f64, v: f64| h(v) + cube(v);
    run(s, y) + run(&|v| v * v, x)
}

/// Both have infinite derivatives where the other is taken.
#[differentiable]
fn not_taken(x: f64, y: f64) -> f64 {
    let root = |v: f64| v * x.sqrt();
    let log = |v: f64| v * y.ln();
    let s: &dyn Fn(f64) -> f64 = if x > 0.0 { &root } else { &log };
    s(2.0)
}

#[test]
fn functions_are_chosen() {
    let (x, y) = (1.3, 0.7);
    check!(chosen_with_different_captures(x, y) => (6.0 * x * x, 0.0));
    // (x² y + x) (4y + x)
    let (x, y) = (0.7, 1.3);
    check!(chosen_with_different_captures(x, y) => (
        (2.0 * x * y + 1.0) * (4.0 * y + x) + (x * x * y + x),
        x * x * (4.0 * y + x) + (x * x * y + x) * 4.0
    ));
    check!(assigned_with_different_captures(1.3, 0.7) => (0.49, 2.0 * 1.3 * 0.7));
    check!(assigned_with_different_captures(0.3, 0.7) => (0.0, 1.0));
    // x y² + sin(x sin x) x
    let (x, y): (f64, f64) = (1.3, 0.7);
    let u = x.sin() * x;
    let du = x.cos() * x + x.sin();
    check!(chosen_of_functions(x, y) => (
        y * y + u.sin() + x * u.cos() * du,
        2.0 * x * y
    ));
    // y² + y + x sin y + y
    let (x, y): (f64, f64) = (0.3, 0.7);
    check!(chosen_of_functions(x, y) => (y.sin(), 2.0 * y + 2.0 + x * y.cos()));
    // x³ + y³
    check!(chosen_inside(1.3, 0.7) => (3.0 * 1.3 * 1.3, 3.0 * 0.49));
    // (x + y) x + y² y
    check!(chosen_inside(0.3, 0.7) => (2.0 * 0.3 + 0.7, 0.3 + 3.0 * 0.49));
    // (x + y) x + y³
    check!(chosen_inside(0.3, 1.7) => (2.0 * 0.3 + 1.7, 0.3 + 3.0 * 1.7 * 1.7));
    // y³ x + y³ + x² + x³
    let (x, y) = (1.3, 0.7);
    check!(chosen_with_effects(x, y) => (y * y * y + 2.0 * x + 3.0 * x * x, 3.0 * y * y * (x + 1.0)));
    // y² + y³ + x² + x³
    let (x, y) = (0.3, 0.7);
    check!(chosen_with_effects(x, y) => (2.0 * x + 3.0 * x * x, 2.0 * y + 3.0 * y * y));
    check!(not_taken(4.0, 0.0) => (0.5, 0.0));
    check!(not_taken(0.0, 4.0) => (0.0, 0.5));
}

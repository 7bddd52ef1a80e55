//! Code that is left as it is, since it depends on no differentiated parameter: its names. Each function here is linear in
//! `x`, so that its derivative is its value at 1.
#![allow(
    unused_variables,
    non_local_definitions,
    non_upper_case_globals,
    reason = "names declared again, in many ways"
)]
#![expect(
    clippy::bool_to_int_with_if,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::declare_interior_mutable_const,
    clippy::default_trait_access,
    clippy::inconsistent_struct_constructor,
    clippy::items_after_statements,
    clippy::manual_clamp,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    clippy::uninlined_format_args,
    clippy::useless_vec,
    reason = "every way to write what is left is one to test"
)]
#![expect(clippy::float_cmp, reason = "the derivatives are exact")]

use backprop::{Differentiable, differentiable, differentiate, stop_gradient};

#[derive(Clone, Copy, Debug, Differentiable)]
struct S {
    u: f64,
    v: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct R4A {
    z: f64,
    w: f64,
}

struct P {
    z: i32,
    other: i32,
}

const LIMIT: i32 = 3;

fn at_four(f: impl Fn(i32) -> i32) -> f64 {
    f64::from(f(4))
}

fn of(p: P) -> f64 {
    f64::from(p.z * 100 + p.other)
}

macro_rules! functions {
    ($($name:ident($k:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name(x: f64, $k: i32) -> f64 { x * $body }
        )*

        #[test]
        fn names_that_are_declared_again() {
            for k in -3..7 {
                $(
                    let name = stringify!($name);
                    let slope = $name(1.0, k);
                    assert_eq!($name::grad(2.5, k), slope, "{name} at {k}");
                    assert_eq!($name::value_and_grad(2.5, k), ($name(2.5, k), slope), "{name} at {k}");
                    assert_eq!($name::vjp(2.5, k).1(2.0), 2.0 * slope, "{name} at {k}");
                )*
            }
        }
    };
}

functions! {
    closure_of_the_name_of_a_parameter(k) { let w = k; at_four(|k| k * 10 + w) }
    closure_of_closures(k) { let (w, v) = (k, k + 1); at_four(|v| { let f = |w: i32| w * 10 + v; f(k) * 100 + w }) }
    closure_in_an_argument(k) { let w = k; at_four(|k| { let k = k + w; at_four(|w| w * k) as i32 + w }) }
    let_in_a_field(k) { let z = 0.25; let s = S { u: { let z: f64 = 0.5; z }, v: z }; s.u * 10.0 + s.v }
    let_of_a_parameter(k) { let w = k; let s = S { u: { let k = 2; (k * 10 + w) as f64 }, v: k as f64 }; s.u * 100.0 + s.v }
    let_of_itself(k) { let s = S { u: { let k = k + 1; let k = k * 2; k as f64 }, v: { let k = k * 3; k as f64 } }; s.u * 100.0 + s.v }
    let_else(k) { let z = 2; let s = S { u: { let Some(z) = Some(k) else { never(z) }; z as f64 }, v: z as f64 }; s.u * 10.0 + s.v }
    match_of_a_constant(k) { let z = 3; let s = S { u: match k { z if z > 3 => 1.0, _ => 0.0 }, v: z as f64 }; s.u * 10.0 + s.v }
    match_of_a_named_constant(k) { let z = LIMIT; let s = S { u: match k { LIMIT => z as f64, z if z > LIMIT => 10.0, _ => 20.0 }, v: z as f64 }; s.u * 100.0 + s.v }
    match_binds(k) { let (z, n) = (3, 5); let s = S { u: match (k, 7) { (z @ 0..=3, n) => (z * n) as f64, (n, z) => (n - z) as f64 }, v: (z + n) as f64 }; s.u * 100.0 + s.v }
    if_let(k) { let z = 3; let s = S { u: if let Some(z) = Some(k).filter(|k| *k > 0) && z > 1 { z as f64 } else { z as f64 * 10.0 }, v: 0.0 }; s.u }
    while_let(k) {
        let z = 3;
        let s = S { u: { let mut all = vec![1, 2, z]; let mut sum = 0; while let Some(z) = all.pop() { sum = sum * 10 + z; } (sum + z) as f64 }, v: 0.0 };
        s.u
    }
    for_loop(k) { let z = 3; let s = S { u: { let mut sum = 0; for z in 0..z + k { sum += z; } (sum * 10 + z) as f64 }, v: 0.0 }; s.u }
    struct_pattern(k) { let z = 3; let s = S { u: { let P { z, other } = P { z: k, other: z }; (z * 10 + other) as f64 }, v: z as f64 }; s.u * 10.0 + s.v }
    items(k) { let z = 3; let s = S { u: { fn f(n: i32) -> i32 { n + 1 } const z: i32 = 7; f(z) as f64 }, v: z as f64 }; s.u * 10.0 + s.v }
    labels(k) { let u = 3.0; let v = 2.0; let s = S { u: { let u: f64 = 5.0; S { v: u, u: v }.u }, v: u }; s.u * 10.0 + s.v }
    no_lower_case(k) { let z = 3.0; let w = 2.0; let s = R4A { z, w: R4A { w, z }.w }; let p = P { z: k, other: k }; s.z * 10.0 + s.w + of(p) }
    blocks_after_conditions(k) { let z = 3; const Z: bool = true; let s = S { u: if Z { z as f64 } else { 0.0 }, v: 0.0 }; s.u }
    macros(k) {
        let z = 3;
        let s = S { u: { let z = k; vec![z, vec![z + 1; 2][1]].len() as f64 }, v: if matches!(Some(k), Some(z) if z > 2) { vec![z].len() as f64 } else { vec![z; 3].len() as f64 } };
        let text = format!("{}{n}", z, n = k);
        s.u * 100.0 + s.v + text.len() as f64
    }
    ranges(k) { let z = 3; let w = k; let s = S { u: (0..z + 2).map(|k| k * w).filter(|z| *z > w).sum::<i32>() as f64, v: z as f64 }; s.u * 10.0 + s.v }
}

fn never(z: i32) -> ! {
    panic!("{z}")
}

#[test]
fn names_of_the_environment_that_are_declared_again() {
    let k = 5;
    let d = differentiate!(|x: f64| {
        let w = k;
        x * at_four(|k| k * 10 + w)
    })
    .grad(2.0);
    assert_eq!(d, 45.0);
}

/// What a struct has beside numbers is read in `stop_gradient(…)`.
#[derive(Clone, Debug, Differentiable)]
struct Options {
    rate: f64,
    #[constant]
    scale: f64,
    #[constant]
    name: String,
    #[constant]
    data: Vec<f64>,
    count: usize,
}

impl Options {
    fn new() -> Self {
        Self { rate: 0.5, scale: 1.5, name: "ab".into(), data: vec![1.0, 2.0], count: 3 }
    }
}

fn sum(numbers: &[f64]) -> f64 {
    numbers.iter().sum()
}

#[differentiable]
impl Options {
    fn scaled(&self, x: f64) -> f64 {
        self.rate * x * stop_gradient(self.scale)
    }

    fn of_all(self, x: f64) -> f64 {
        let tail = sum(stop_gradient(&self.data[1..]));
        self.rate * x * tail * sum(stop_gradient(&self.data)) * self.count as f64
    }
}

#[differentiable]
fn lengths(options: &Options, x: f64) -> f64 {
    let n = stop_gradient(&options.name).len() + stop_gradient(options).data.len();
    assert!(stop_gradient(options.data.len()) > 1, "{}", x);
    options.rate * x * n as f64 * (x + stop_gradient(options.data[1]))
}

#[differentiable]
fn put_together(x: f64) -> f64 {
    let scale = stop_gradient(x * x);
    let options = Options { rate: x, scale, name: String::new(), data: vec![1.0; 3], count: 2 };
    options.scaled(x) * stop_gradient(x.max(0.5))
}

#[test]
fn fields_that_are_constant() {
    let (options, x) = (Options::new(), 3.0);
    assert_eq!(options.scaled_grad(x), (OptionsCotangent { rate: 4.5, count: () }, 0.75));
    // `18 · rate · x`.
    assert_eq!(options.clone().of_all_grad(x), (OptionsCotangent { rate: 54.0, count: () }, 9.0));
    // `4 · rate · (x² + 2 x)`.
    assert_eq!(lengths::grad(&options, x), (OptionsCotangent { rate: 60.0, count: () }, 16.0));
    // `x² · 9 · 3`, of which the last two do not count.
    assert_eq!(put_together::grad(x), 2.0 * 3.0 * 27.0);
}

const WEIGHTS: [f64; 4] = [1.0, 2.5, 3.0, -4.0];

#[differentiable]
fn indexed(x: f64, n: usize) -> f64 {
    let w = vec![[2.0, 3.0], [4.0, 5.0]];
    let (i, j) = (0, 1);
    let mut k = 2;
    let first = x * w[i][j] * WEIGHTS[k - j];
    k += 1;
    let last = if n > 1 { 1 } else { 0 };
    first * WEIGHTS[k] + x * WEIGHTS[(n + last) % 4] * WEIGHTS[i..=k][last] * WEIGHTS[WEIGHTS.len() - k]
}

#[differentiable]
fn counted(x: f64, items: &[usize]) -> f64 {
    let n = items.len().max(3);
    let least = items.iter().sum::<usize>().max(1).min(4);
    x * n as f64 + if items.len().min(1) == 1 { x / least as f64 } else { 2.0 * x }
}

#[test]
fn integers_of_which_rustc_knows_the_type() {
    for n in 0..4 {
        let value = |x: f64| {
            let last = usize::from(n > 1);
            x * 3.0 * 2.5 * -4.0 + x * WEIGHTS[(n + last) % 4] * WEIGHTS[last] * WEIGHTS[1]
        };
        assert_eq!(indexed::value_and_grad(2.0, n), (value(2.0), value(1.0)), "{n}");
    }
    assert_eq!(counted::value_and_grad(2.0, &[]), (10.0, 5.0));
    assert_eq!(counted::value_and_grad(2.0, &[1]), (8.0, 4.0));
    assert_eq!(counted::value_and_grad(2.0, &[1, 2, 3, 4]), (8.5, 4.25));
}

fn complement<T: std::ops::Not<Output = T>>(t: T) -> T {
    !t
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Zero {
    x: f64,
}

#[differentiable(wrt(x))]
fn of_written_types(x: f64, numbers: &[f64], text: &str) -> f64 {
    let sum: f64 = numbers.iter().sum();
    let power: i32 = text.parse().expect("a number");
    let doubled: Vec<f64> = numbers.iter().map(|v| v * 2.0).collect();
    let byte: u8 = complement(5);
    let unused: i64 = text.parse().expect("a number");
    let zero: Zero = Default::default();
    (x + zero.x).powi(power) * sum + doubled[0] * byte as f64 * x
}

#[differentiable]
fn integers(x: f64, n: i32, k: u8) -> f64 {
    x * n.abs() as f64 + x * at_four(|i| i.min(n).abs()) * k.pow(2).max(1) as f64
}

/// What stands in a format string.
#[differentiable]
fn formatted(x: f64, n: usize) -> f64 {
    let (width, shown) = (n + 3, 7);
    let text = format!("{n}{shown:>width$}{0:.1$}{other}", 1.5, n, other = shown + 1);
    assert!(text.len() > n, "{text} {n:?}");
    assert_eq!(text.len(), 2 * n + 7, "{x} and {}", shown);
    x * text.len() as f64
}

#[differentiable]
fn with_a_panic(x: f64, k: u8) -> f64 {
    let factor = match k {
        0 => x.exp(),
        1 => unreachable!("{k} with {x:?}"),
        2 => scaled_by(x, x * x),
        _ => panic!("no {}", k),
    };
    if x > 3.0 { panic!("{x} is too much") } else { factor * x.sin() }
}

#[differentiable]
fn scaled_by(k: f64, x: f64) -> f64 {
    k * x
}

fn message(f: impl Fn() -> f64 + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(f).expect_err("it panics");
    payload.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn types_numbers_and_texts() {
    let (numbers, x) = ([1.0, 2.0], 3.0_f64);
    assert_eq!(of_written_types::value_and_grad(x, &numbers, "2"), (27.0 + 1500.0, 18.0 + 500.0));
    assert_eq!(integers::grad(2.0, -3, 2), 3.0 + 3.0 * 4.0);
    for n in 1..4 {
        assert_eq!(formatted::value_and_grad(2.0, n), (formatted(2.0, n), formatted(1.0, n)));
    }
    let (sin, cos) = x.sin_cos();
    assert_eq!(with_a_panic::grad(x, 0), x.exp() * sin + cos * x.exp());
    assert_eq!(with_a_panic::grad(x, 2), 3.0 * x * x * sin + cos * x * x * x);
    for (x, k) in [(1.0, 1), (1.0, 3), (4.0, 0)] {
        let expected = message(move || with_a_panic(x, k));
        assert_eq!(message(move || with_a_panic::grad(x, k)), expected);
        assert_eq!(message(move || with_a_panic::vjp(x, k).0), expected);
    }
}

#[differentiable(wrt(x))]
fn texts(x: f64, k: f64) -> f64 {
    let v = k + 1.0;
    let v = v * k;
    x * v * stringify!(v).len() as f64
}

#[test]
fn the_text_of_a_name_is_as_the_user_wrote_it() {
    assert_eq!(texts::value_and_grad(2.0, 3.0), (24.0, 12.0));
}

struct Counter {
    count: std::cell::Cell<f64>,
    step: f64,
}

impl Counter {
    fn next(&self) -> &Self {
        self.count.set(self.count.get() + self.step);
        self
    }

    fn ready(&self) -> bool {
        self.step > 0.0
    }
}

const COUNTER: Counter = Counter { count: std::cell::Cell::new(1.0), step: 2.0 };

/// A variable that a constant is written to is one thing, also where its type is written; each constant is one of its own.
#[differentiable]
fn a_constant_that_is_changed(x: f64) -> f64 {
    let counter: Counter = COUNTER;
    counter.next().next();
    let other: Counter = COUNTER;
    let seen = counter.count.get() * 10.0 + other.next().count.get();
    x * seen * counter.count.get()
}

#[test]
fn constants_are_no_variables() {
    assert_eq!(a_constant_that_is_changed(1.0), 265.0);
    assert_eq!(a_constant_that_is_changed::value_and_grad(2.0), (530.0, 265.0));
}

/// What begins with a struct that is put together may come to stand before a block.
#[differentiable]
fn structs_before_blocks(x: f64) -> f64 {
    let ready = Counter { count: std::cell::Cell::new(1.0), step: 2.0 }.ready();
    let y = Counter { count: std::cell::Cell::new(1.0), step: 2.0 }.next().count.get() * x;
    if ready { y * Counter { count: std::cell::Cell::new(1.0), step: 3.0 }.step } else { x }
}

#[test]
fn structs_are_no_blocks() {
    assert_eq!(structs_before_blocks::value_and_grad(2.0), (18.0, 9.0));
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[test]
fn references_to_references_are_captured() {
    #[differentiable]
    fn f(s: &S, x: f64) -> f64 {
        let b = &s;
        let c = &b;
        applied(|v| b.u * v, x) + applied(move |v| c.v * v, x)
    }
    let (value, (d_s, d_x)) = f::value_and_grad(&S { u: 2.0, v: 3.0 }, 5.0);
    assert_eq!((value, d_s.u, d_s.v, d_x), (25.0, 5.0, 5.0, 5.0));
}

/// More than twelve captured numbers, and as many in one parameter.
#[test]
fn wide_tuples() {
    type Wide = (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64);
    #[differentiable]
    fn f(w: (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64), x: f64) -> f64 {
        let (a, b, c, d, e, g, h, i, j, k, l, m, n) = w;
        applied(|v| v * a + b * c + d * e + g * h + i * j + k * l + m * n, x)
    }
    let w: Wide = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0);
    let (value, (d_w, d_x)) = f::value_and_grad(w, 2.0);
    assert_eq!(value, f(w, 2.0));
    let (a, b, c, d, e, g, h, i, j, k, l, m, n) = d_w;
    assert_eq!([a, b, c, d, e, g, h], [2.0, 3.0, 2.0, 5.0, 4.0, 7.0, 6.0]);
    assert_eq!([i, j, k, l, m, n], [9.0, 8.0, 11.0, 10.0, 13.0, 12.0]);
    assert_eq!(d_x, 1.0);
}

/// Blocks that depend on nothing where they run, and declare arrays that might.
#[test]
fn arrays_in_blocks() {
    #[differentiable]
    fn f(x: f64, mut z: f64) -> f64 {
        z *= 0.0;
        z = z.cos();
        if x > 0.0 {
            z = 0.5;
        }
        let halves = |v: f64| (v, 0.5);
        let half = halves(x).1;
        let mut sum = if x > 1.0 {
            let mut a: [f64; 2] = [1.0, z];
            a.swap(0, 1);
            a[0]
        } else {
            let mut b = vec![[half; 2]; 2];
            b[1][0] += z;
            b[1][0]
        };
        z = 0.25;
        sum += if x > 2.0 {
            z /= 2.0;
            z
        } else {
            let mut c = [z, 1.0];
            c[1] = z;
            c[1]
        };
        x * sum
    }
    for x in [0.5, 1.5, 2.5] {
        assert_eq!(f::grad(x, 3.0), (f(x, 3.0) / x, 0.0));
    }
}

//! Small programs that random ones were reduced to when they went wrong.

#![allow(
    clippy::needless_late_init,
    clippy::trivially_copy_pass_by_ref,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::match_bool,
    clippy::match_single_binding,
    clippy::single_match,
    clippy::if_same_then_else,
    clippy::useless_vec,
    reason = "the programs are as they were found"
)]

use backprop::{Differentiable, differentiable};

#[differentiable]
fn gated(x: f64, gate: bool, y: f64) -> f64 {
    if gate { x * y } else { x }
}

/// The backpropagator of a callee has an entry for each parameter, also for one without a tangent.
#[differentiable]
fn call_with_a_discrete_argument_in_between(x: f64, y: f64) -> f64 {
    gated(x, x < y, y)
}

#[test]
fn discrete_arguments_have_no_wire() {
    assert_eq!(call_with_a_discrete_argument_in_between::value_and_grad(2.0, 3.0), (6.0, (3.0, 2.0)));
    assert_eq!(call_with_a_discrete_argument_in_between::value_and_grad(3.0, 2.0), (3.0, (1.0, 0.0)));
}

#[differentiable]
fn pair(x: f64) -> (f64, f64) {
    (x, x * x)
}

/// A part of a callee's result of which nothing is known but that it is not used.
#[differentiable]
fn call_of_which_a_part_is_not_used(x: f64) -> f64 {
    let (a, _b) = pair(x);
    a * a
}

#[test]
fn parts_that_are_not_used_have_a_sensitivity() {
    assert_eq!(call_of_which_a_part_is_not_used::value_and_grad(3.0), (9.0, 6.0));
}

/// A variable that is declared in a closure is a new one in every call, whatever an earlier call left.
#[differentiable]
fn locals_of_a_closure_that_is_called_twice(x: f64, y: f64) -> f64 {
    let f = |a: f64| {
        if a < y {
            let mut b = a;
            b *= x;
            b
        } else {
            let c: f64;
            if a < x {
                c = a;
            } else {
                c = y;
            }
            c
        }
    };
    f(x) + if x < y { f(f(y)) } else { f(1.0) }
}

#[test]
fn locals_of_closures_are_new_in_every_call() {
    // `f(x) = x²`, `f(y) = y`.
    assert_eq!(locals_of_a_closure_that_is_called_twice::value_and_grad(2.0, 3.0), (7.0, (4.0, 1.0)));
    // `f(x) = y`, `f(1) = x`.
    assert_eq!(locals_of_a_closure_that_is_called_twice::value_and_grad(3.0, 2.0), (5.0, (1.0, 1.0)));
}

#[differentiable]
trait Law {
    fn at(&self, x: f64) -> f64;

    /// A closure that captures the reference is gone in the end, so that nothing has to be `Copy`.
    fn twice(&self, x: f64, y: f64) -> f64 {
        let f = move |z: f64| if z > y { self.at(z * y) } else { self.at(z) };
        let g = |z: f64| f(f(z));
        if x > y { g(x) + f(y) } else { f(x) }
    }
}

#[derive(backprop::Differentiable)]
struct Linear {
    slope: f64,
}

#[differentiable]
impl Law for Linear {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

#[differentiable]
fn by_a_law<L: Law>(law: &L, x: f64) -> f64 {
    law.twice(x, 2.0)
}

#[test]
fn closures_that_capture_a_reference_need_no_copy() {
    let law = Linear { slope: 3.0 };
    // `f(f(3)) + f(2)`, with `f(z) = 2 k z` above 2 and `k z` at 2.
    let (value, (d_law, d_x)) = by_a_law::value_and_grad(&law, 3.0);
    assert_eq!((value, d_law.slope, d_x), (114.0, 4.0 * 2.0 * 3.0 * 3.0 + 2.0, 36.0));
    let (value, (d_law, d_x)) = by_a_law::value_and_grad(&law, 1.0);
    assert_eq!((value, d_law.slope, d_x), (3.0, 1.0, 3.0));
}

#[derive(Clone, Copy, backprop::Differentiable)]
struct Scale {
    factor: f64,
}

#[differentiable]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "a reference is what is tested")]
impl Scale {
    fn of(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        self.factor * f(x)
    }

    /// Named as a method of numbers is.
    fn powi(&self, n: u32) -> f64 {
        if n == 0 { 1.0 } else { self.factor * self.powi(n - 1) }
    }
}

/// Nothing in the call depends on a parameter, but the macro has to look into the function that is given.
#[differentiable]
fn function_given_to_a_method_of_a_constant(x: f64) -> f64 {
    let double = |v: f64| 2.0 * v;
    let scale = Scale { factor: double(1.5) };
    x * scale.of(double, 5.0) + x * scale.of(|v| double(v) + scale.factor, 1.0)
}

#[test]
fn methods_of_constants_take_functions() {
    assert_eq!(function_given_to_a_method_of_a_constant::value_and_grad(2.0), (90.0, 45.0));
}

#[test]
fn methods_named_as_those_of_numbers_call_themselves() {
    let (value, d_scale) = Scale { factor: 2.0 }.powi_value_and_grad(3);
    assert_eq!((value, d_scale.factor), (8.0, 12.0));
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

/// What a closure reads in vain it does not capture: of its sensitivity nobody would know the type.
#[differentiable]
#[expect(unused_variables, reason = "a closure reads it in vain")]
fn capture_that_is_not_needed(x: f64) -> f64 {
    let scale = Scale { factor: x };
    applied(
        move |p: f64| {
            let unused = scale.factor;
            p * p
        },
        x,
    )
}

#[test]
fn what_is_not_needed_is_not_captured() {
    assert_eq!(capture_that_is_not_needed::value_and_grad(3.0), (9.0, 6.0));
}

static TABLE: [f64; 3] = [0.5, 1.5, 2.5];

struct Sample {
    rate: f64,
}

static SAMPLES: [Sample; 2] = [Sample { rate: 2.0 }, Sample { rate: 3.0 }];

#[differentiable(wrt(x))]
fn by_references(x: f64, n: &usize, sample: &Sample, table: &[f64]) -> f64 {
    x * sample.rate * *n as f64 + table[0]
}

/// References among the arguments of a differentiable call are what the function gets: of a number, of what cannot be moved,
/// of what has no size.
#[test]
fn references_are_passed_on() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        by_references(x, &n, &SAMPLES[1], &TABLE[1..]) + by_references(x, &2, &SAMPLES[0], &TABLE)
    }
    assert_eq!(f::value_and_grad(0.5, 4), (f(0.5, 4), 16.0));
    assert_eq!(f(0.5, 4), 10.0);
}

fn find(n: usize) -> Option<usize> {
    (n & 1 == 0).then_some(n)
}

/// The integer in a tuple depends on nothing, whatever else is in it.
#[test]
fn parts_of_tuples_that_depend_on_nothing_are_the_hosts() {
    #[differentiable]
    fn f(x: f64, w: (f64, usize)) -> f64 {
        let pair = |b: f64| (x * b, find(w.1).is_some());
        let (product, even) = pair(w.0);
        if even { product } else { x }
    }
    assert_eq!(f::value_and_grad(2.0, (3.0, 4)), (6.0, (3.0, (2.0, ()))));
    assert_eq!(f::value_and_grad(2.0, (3.0, 5)), (2.0, (1.0, (0.0, ()))));
}

#[derive(Clone, Copy, backprop::Differentiable)]
struct Pair {
    a: f64,
    u: f64,
}

#[differentiable]
trait Read {
    fn first(&self) -> f64;

    fn scaled(&self, by: f64) -> f64 {
        by * self.first()
    }
}

#[differentiable]
impl Read for Pair {
    fn first(&self) -> f64 {
        self.a
    }
}

#[differentiable]
fn read<R: Read>(from: &R, by: f64) -> f64 {
    from.scaled(by)
}

#[differentiable]
fn between(f: impl Fn(f64) -> f64, a: f64, b: f64) -> impl Fn(f64) -> f64 {
    move |x| f(x) * a + b
}

/// A reference to what a statement makes comes in that statement, not in one before, at whose end temporaries are dropped.
#[test]
fn references_stay_in_their_statements() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        let s = x.sin();
        let g = between(|v| s * v, Pair { a: 2.0, u: 1.0 }.scaled(1.5), x);
        let y = read(&(Pair { a: s, u: s }), x);
        y + g(x)
    }
    let x = 0.5_f64;
    let (value, d) = f::value_and_grad(x);
    assert_eq!(value, f(x));
    // x sin x + 3 x sin x + x
    assert!((d - (4.0 * (x.sin() + x * x.cos()) + 1.0)).abs() < 1e-14);
}

/// What was put into a struct may have a type that only rustc knows, where the field has one that the macro knows.
#[test]
fn fields_are_read_where_their_types_are_known() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        let g = |z: f64| z * x;
        let pair = Pair { u: Pair { a: 0.75, u: 1.25 }.scaled(1.0), a: g(1.0) };
        read(&pair, pair.u.atan())
    }
    assert_eq!(f::value_and_grad(2.0), (2.0 * 0.75_f64.atan(), 0.75_f64.atan()));
}

#[differentiable]
fn pair_of(x: f64) -> Pair {
    Pair { a: x, u: 2.0 * x }
}

/// One branch gives what depends on nothing, the other one what depends on a parameter, and only rustc knows the type of both.
#[test]
fn branches_agree_where_one_depends_on_nothing() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        let one = if x > 0.0 { pair_of(x * x) } else { pair_of(3.0) };
        let other = if x > 1.0 { pair_of(x) } else { pair_of(1.0) };
        let (n, u) = if x > 0.0 { (1, one.u) } else { (2, other.a) };
        f64::from(n) * one.a * u + other.u
    }
    // 2 x⁴ + 2 x, 2 x⁴ + 2, 2 · 3 · 1 + 2
    assert_eq!(f::value_and_grad(2.0), (36.0, 66.0));
    assert_eq!(f::value_and_grad(0.5), (2.125, 1.0));
    assert_eq!(f::value_and_grad(-1.0), (8.0, 0.0));
}

#[derive(Clone, Copy, backprop::Differentiable)]
#[expect(dead_code, reason = "that a struct has a field of this type is enough")]
struct Around(Pair, u32);

#[differentiable]
impl Pair {
    /// A field of another struct may be of this type.
    fn counted(self, x: f64, level: u32) -> f64 {
        let around = Around(Pair { a: x * self.a, u: 1.0 }, level);
        if level == 0 { self.a } else { around.0.counted(x, level - 1) }
    }
}

#[test]
fn a_method_calls_itself_on_a_field_of_another_struct() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        Pair { a: 2.0, u: 0.0 }.counted(x, 3)
    }
    assert_eq!(f::value_and_grad(3.0), (54.0, 54.0));
}

#[derive(Clone, Copy, backprop::Differentiable)]
struct Nested {
    x: f64,
    inner: Pair,
}

/// The receivers are of types that only rustc knows.
#[test]
fn euclidean_division_of_what_only_rustc_knows() {
    #[differentiable]
    fn f(n: Nested, m: Nested) -> f64 {
        let first = (if n.x > 0.0 { n.inner.u } else { m.x }).rem_euclid(m.inner.a);
        let second = (if n.x > 0.0 { n.inner.u } else { m.x }).div_euclid(m.inner.a);
        first + 10.0 * second
    }
    for (u, by) in [(5.5_f64, 2.0_f64), (-5.5, 2.0), (5.5, -2.0), (-5.5, -2.0)] {
        let (n, m) = (Nested { x: 1.0, inner: Pair { a: 0.0, u } }, Nested { x: 0.0, inner: Pair { a: by, u: 0.0 } });
        let (value, (d_n, d_m)) = f::value_and_grad(n, m);
        assert_eq!(value, u.rem_euclid(by) + 10.0 * u.div_euclid(by));
        // u = q by + r
        assert_eq!((d_n.inner.u, d_m.inner.a), (1.0, -u.div_euclid(by)));
    }
}

/// What is read of an array that a branch makes is read before the array is left for the reverse pass.
#[differentiable]
fn array_of_a_branch(x: &[f64], y: f64) -> f64 {
    let mut n: Vec<Vec<f64>> = vec![
        vec![(y.atan() * x[3]).atan(), 0.25],
        vec![
            f64::cos(1.0) * ({ y }).atan(),
            if x[3] >= x[0] {
                let f = x[3];
                match 0 {
                    _ => f,
                }
            } else {
                let m: Vec<Vec<f64>> = vec![vec![x[0].atan(); 2]; 2];
                m[3 / 2][3 % 2].hypot(1.0)
            },
        ],
    ];
    let mut s = 0.0;
    let mut p: i32 = -1;
    loop {
        p += 1;
        if p >= 2 {
            break;
        }
        for (q, (&r, &alpha)) in x.iter().zip(x.iter()).enumerate() {
            let delta = match ((0.0_f64 < n[(q + 1) % 4 / 2][(q + 1) % 4 % 2]) || (alpha > x[3]), q > 2) {
                (false, false) => (x[q % 4], n[1].len()),
                (true, _) | (_, true) => {
                    if alpha >= n[(q + 1) % 4 / 2][(q + 1) % 4 % 2] {
                        let beta: Vec<f64> = vec![
                            r.atan(),
                            n[q % 4 / 2][q % 4 % 2].atan(),
                            f64::atan(n[(q + 1) % 4 / 2][(q + 1) % 4 % 2]),
                        ];
                        (x[q % 4] * beta[1], beta.len())
                    } else {
                        n[(p as usize) % 4 / 2][(p as usize) % 4 % 2] = 1.0;
                        (n[(p as usize) % 4 / 2][(p as usize) % 4 % 2], q)
                    }
                }
            };
            s += delta.0 * delta.1 as f64;
        }
    }
    s + n[1][1]
}

#[test]
fn an_array_of_a_branch_is_read_before_it_is_left() {
    for x in [[0.9, -0.4, 0.3, 0.2], [0.1, 1.4, 0.3, 0.7]] {
        let (d_x, d_y) = array_of_a_branch::grad(&x, 0.6);
        let step = 1e-6;
        for (at, d) in d_x.iter().chain([&d_y]).enumerate() {
            let moved = |by: f64| {
                let (mut x, mut y) = (x, 0.6);
                *x.get_mut(at).unwrap_or(&mut y) += by;
                array_of_a_branch(&x, y)
            };
            let difference = (moved(step) - moved(-step)) / (2.0 * step);
            assert!((difference - d).abs() < 1e-8, "{at}: {difference} by differences, {d} given");
        }
    }
}

#[differentiable]
fn limited(x: f64, _y: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    move |w: f64| match (0.1 >= x) || (1.25_f64 >= x) {
        true => {
            if w > x {
                w
            } else {
                x
            }
        }
        false => x,
    }
}

/// What a call with a reference to a function gives is not used.
#[differentiable]
fn given_and_not_used(x: f64, y: f64, z: f64) -> f64 {
    let t = |u: f64| limited(if u < y { 3.0 } else { u }, |_: f64| u)((u * z).atan());
    let z = limited(x + (1.0 * y).sin(), t);
    let h = t((3.0_f64 * y).tanh()).tanh().powi(2);
    match 3_usize * 4_usize {
        0 => {
            let _t = limited(
                y + ((1.6 + f64::powi(1.0 + f64::tanh(1.0) * 0.3, (y.floor() as i32) % 4).tanh())
                    .powf((y * 0.1).atan())
                    .atan()),
                &z,
            );
        }
        _ => {}
    }
    h + t(h.sin()) + 1.0 + y
}

#[test]
fn calls_that_give_functions_nobody_uses() {
    let (x, y, z, step) = (0.4, 0.7, -0.3, 1e-6);
    let (d_x, d_y, d_z) = given_and_not_used::grad(x, y, z);
    let moved = |[a, b, c]: [f64; 3]| {
        let at = |by: f64| given_and_not_used(x + a * by, y + b * by, z + c * by);
        (at(step) - at(-step)) / (2.0 * step)
    };
    for (direction, d) in [([1.0, 0.0, 0.0], d_x), ([0.0, 1.0, 0.0], d_y), ([0.0, 0.0, 1.0], d_z)] {
        assert!((moved(direction) - d).abs() < 1e-8, "{direction:?}: {d}");
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Levels(f64, f64);

#[differentiable]
trait Level {
    fn level(&self) -> f64;
}

#[differentiable]
impl Level for Levels {
    fn level(&self) -> f64 {
        self.0 * self.1
    }
}

#[differentiable]
impl Levels {
    /// What a trait's function gives is no struct because it begins with a capital.
    fn between(&self, k: f64) -> f64 {
        let at = |t: f64| Levels(Level::level(&Levels(t, k)), t);
        match (self.0 * 0.5).floor() as i32 {
            0 => k * self.1,
            _ => at(k).0,
        }
    }
}

#[test]
fn fields_of_the_own_type_are_what_its_definition_says() {
    let (value, (d, d_k)) = Levels(1.0, 3.0).between_value_and_grad(2.0);
    assert_eq!((value, d.0, d.1, d_k), (6.0, 0.0, 2.0, 3.0));
    let (value, (d, d_k)) = Levels(2.0, 3.0).between_value_and_grad(2.0);
    assert_eq!((value, d.0, d.1, d_k), (4.0, 0.0, 0.0, 4.0));
}

/// A closure in a closure takes a struct that depends on nothing.
#[differentiable]
fn takes_a_constant_struct(k: f64) -> f64 {
    let levels = Levels(2.0, 3.0);
    let around = |y: f64| move |u: f64| y * u * levels.0;
    k * around(k)(1.0) + levels.1
}

#[test]
fn closures_in_closures_take_constant_structs() {
    assert_eq!(takes_a_constant_struct::value_and_grad(3.0), (21.0, 12.0));
}

#[differentiable]
fn halved(x: f64) -> f64 {
    0.5 * x
}

/// What one of two branches gave is one of two again, after a `return`.
#[differentiable]
fn one_of_chosen(x: f64, y: f64) -> f64 {
    let z = halved(y);
    if x > 5.0 {
        return z;
    }
    let times = move |a: f64| a * x;
    let first = if x >= y { &times } else { &times };
    let second = if x < y { &times } else { first };
    second(z)
}

#[test]
fn functions_are_chosen_of_chosen_ones() {
    assert_eq!(one_of_chosen::value_and_grad(3.0, 2.0), (3.0, (1.0, 1.5)));
    assert_eq!(one_of_chosen::value_and_grad(2.0, 4.0), (4.0, (2.0, 1.0)));
    assert_eq!(one_of_chosen::value_and_grad(6.0, 4.0), (2.0, (0.0, 0.5)));
}

#[derive(Clone, Differentiable)]
struct Moving {
    past: Vec<f64>,
    v: f64,
}

#[differentiable]
impl Moving {
    fn moved(&self, k: f64) -> Moving {
        Moving { past: vec![self.past[0] * k], v: self.v * k }
    }
}

#[differentiable]
fn first_of(all: &[Moving], k: f64) -> f64 {
    all[0].past[0] * k
}

/// An element whose array has been lent is asked twice, and only in a branch.
#[differentiable]
fn asked_twice_in_a_branch(k: f64) -> f64 {
    let all = vec![Moving { past: vec![k, 1.0], v: k }, Moving { past: vec![3.0], v: 2.0 * k }];
    let y = first_of(&all[1..], k);
    let mut z = 1.0;
    if k > 0.0 {
        z = all[1].moved(k).v * all[1].moved(k).past[0];
    }
    y * z
}

#[test]
fn elements_are_asked_twice_in_a_branch() {
    // 3 k · 2 k² · 3 k
    assert_eq!(asked_twice_in_a_branch::value_and_grad(2.0), (18.0 * 16.0, 72.0 * 8.0));
    assert_eq!(asked_twice_in_a_branch::value_and_grad(-2.0), (-6.0, 3.0));
}

#[differentiable]
impl Moving {
    fn step(&mut self, k: f64) {
        self.v += k * self.past[0];
    }
}

/// What is read of an array last, after a `return` in a loop, is read before the array is left for the reverse pass.
#[differentiable]
fn read_before_it_is_left(k: f64, n: usize) -> f64 {
    let mut first: Vec<Moving> = vec![Moving { past: vec![k], v: k }, Moving { past: vec![2.0 * k], v: 0.5 }];
    for each in &mut first {
        if each.v > 3.0 {
            return each.v * k;
        }
        each.v += k;
    }
    let mut second: Vec<Moving> = vec![first[(n + 1) % first.len()].clone(), first[0].moved(k)];
    let t = k - second[n % 2].v;
    second[n % 2].step(t);
    (second[0].v + second[1].v) / (1.5 + first[0].v * first[1].v) + first[0].past[0] + first[1].v + second[1].v
}

#[test]
fn arrays_are_read_before_they_are_left() {
    for (k, n) in [(0.7, 0), (0.7, 1), (-0.4, 2), (3.5, 1)] {
        let step = 1e-6;
        let difference = (read_before_it_is_left(k + step, n) - read_before_it_is_left(k - step, n)) / (2.0 * step);
        let (value, d_k) = read_before_it_is_left::value_and_grad(k, n);
        assert_eq!(value.to_bits(), read_before_it_is_left(k, n).to_bits());
        assert!((difference - d_k).abs() < 1e-7, "{k}, {n}: {difference} by differences, {d_k} given");
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Pinned {
    at: [f64; 2],
    v: f64,
}

#[differentiable]
impl Pinned {
    fn moved(&self, k: f64) -> Pinned {
        Pinned { at: [k, self.v], v: k * self.at[0] }
    }
}

#[differentiable]
fn pull(p: &Pinned, o: &Pinned) -> f64 {
    p.v * o.at[1]
}

/// A struct is looked at as a whole, and so it is by the argument beside it, after a look at its array.
#[differentiable]
fn looked_at_in_an_argument(k: f64) -> f64 {
    let p = Pinned { at: [k, 2.0], v: k };
    let z = p.at[1];
    let q = p.moved(pull(&p, &p));
    pull(&q, &p.moved(k)) + z * pull(&p, &p.moved(k))
}

#[test]
fn structs_are_looked_at_in_arguments_beside_them() {
    let step = 1e-6;
    for k in [0.7, -1.3] {
        let difference = (looked_at_in_an_argument(k + step) - looked_at_in_an_argument(k - step)) / (2.0 * step);
        assert!((difference - looked_at_in_an_argument::grad(k)).abs() < 1e-8, "{k}");
    }
}

#[differentiable]
fn change(b: &mut Moving, k: f64) {
    b.v += k * b.past[0];
    b.past[0] *= k;
}

/// An element is changed twice in a branch, and in a loop: what it was between is kept, and handed on.
#[differentiable]
#[expect(clippy::needless_range_loop, reason = "a call looks at the whole array by its index")]
fn changed_twice(all: &mut [Moving], k: f64) {
    if k > 0.05 {
        let t = all[1].past[0] * k;
        change(&mut all[0], t);
        change(&mut all[0], k.cos());
    }
    for i in 0..all.len() {
        let t = all[i].v.sin();
        change(&mut all[i], t);
        all[i].step(k * t);
    }
}

#[differentiable]
fn after_changes(k: f64) -> f64 {
    let mut all = vec![Moving { past: vec![k], v: k }, Moving { past: vec![2.0 * k], v: 0.5 }];
    changed_twice(&mut all, k);
    all[0].v * all[1].v + all[0].past[0]
}

#[test]
fn elements_are_changed_twice() {
    let step = 1e-6;
    for k in [0.7, -0.4] {
        let difference = (after_changes(k + step) - after_changes(k - step)) / (2.0 * step);
        assert!((difference - after_changes::grad(k)).abs() < 1e-7, "{k}");
    }
}

#[differentiable]
fn sum_of(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) + g(x)
}

#[differentiable]
fn line(a: f64) -> impl Fn(f64) -> f64 {
    move |x| a * x
}

#[differentiable]
fn given_line<F: Fn(f64) -> f64>(a: f64, f: F) -> impl Fn(f64) -> f64 {
    let b = f(a);
    move |x| b * x
}

/// Functions that calls give stand beside one that may have captured arrays: their signatures say that they are functions.
#[differentiable]
fn beside_given<F: Fn(f64) -> f64>(x: f64, f: F) -> f64 {
    let g = line(x);
    sum_of(g, &f, x) + sum_of(given_line(x, |y| y * y), &f, x)
}

#[differentiable]
fn over_an_array(y: &[f64], x: f64) -> f64 {
    beside_given(x, |z| z * y[0])
}

#[test]
fn given_functions_stand_beside_those_over_arrays() {
    // x² + 3x twice, with x³ in the second.
    assert!((beside_given(2.0, |x| 3.0 * x) - 24.0).abs() < 1e-12);
    let (d_y, d_x) = over_an_array::grad(&[3.0], 2.0);
    assert!((d_y[0] - 4.0).abs() < 1e-12 && (d_x - (4.0 + 12.0 + 6.0)).abs() < 1e-12);
}

#[derive(Clone, Copy, Differentiable)]
struct Weighed {
    a: f64,
    b: f64,
}

#[differentiable]
impl std::ops::Mul for Weighed {
    type Output = f64;

    fn mul(self, other: Self) -> f64 {
        self.a * other.b
    }
}

/// What an operator of the user's gives is a real here, and becomes an integer: it has no derivative, of whatever type it was.
#[differentiable]
fn cut(x: f64, y: f64) -> f64 {
    let count = (Weighed { a: x, b: y } * Weighed { a: y, b: x }).floor() as i32;
    f64::from(count) * x
}

#[test]
fn what_operators_give_becomes_an_integer() {
    assert_eq!(cut::value_and_grad(1.5, 0.3), (3.0, (2.0, 0.0)));
}

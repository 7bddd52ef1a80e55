//! `&mut` parameters: what comes in and goes out. Values bit for bit, gradients against central differences.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    reason = "it is the same computation, and the names are those of the formulas"
)]

mod differences;

use std::cell::Cell;

use backprop::{Differentiable, Real, differentiable};
use differences::check;
use fixture_functionals::grow_by;

/// In place, with what has been written read again.
#[differentiable]
fn step(state: &mut [f64], dt: f64) {
    let n = state.len();
    for i in 0..n {
        let before = state[(i + n - 1) % n];
        state[i] += dt * (state[i] * state[i] - before);
    }
    state[0] *= dt;
}

/// Overwrites all, and reads nothing of what was there.
#[differentiable]
fn fill_with(out: &mut [f64], x: &[f64], k: f64) {
    for (i, v) in x.iter().enumerate() {
        out[i] = (k * v).sin();
    }
}

/// Changes one element, gives a number, and returns early.
#[differentiable]
fn clip(x: &mut [f64; 3], limit: f64) -> f64 {
    let over = x[1] - limit;
    if over < 0.0 {
        return x[0] * x[2];
    }
    x[1] = limit * x[0];
    over * x[1]
}

/// Grows and shrinks.
#[differentiable]
fn grow(x: &mut Vec<f64>, k: f64) -> f64 {
    let last = x.pop().unwrap();
    let first = x[0];
    x.push(first * k);
    x.push(last * first);
    x.push(k.exp());
    x[0] = last;
    last
}

#[differentiable]
fn axpy<T: Real>(y: &mut [T], a: T, x: &[T]) {
    for i in 0..x.len() {
        y[i] += a * x[i];
    }
}

#[differentiable]
fn halve(x: &mut [f64], depth: usize) {
    if depth == 0 || x.len() < 2 {
        x[0] = x[0].sin();
        return;
    }
    let half = x.len() / 2;
    halve(&mut x[..half], depth - 1);
    halve(&mut x[half..], depth - 1);
    let first = x[0];
    x[half] *= first;
}

/// Rows of a matrix, one after the other.
#[differentiable]
fn rows(a: &mut [[f64; 2]], k: f64) {
    for i in 1..a.len() {
        a[i][0] += k * a[i - 1][1];
        a[i][1] *= a[i][0];
    }
}

#[differentiable]
fn passed_on(state: &mut [f64], dt: f64) {
    step(state, dt);
    step(&mut state[1..], 2.0 * dt);
    let slow = dt * state[0];
    step(&mut *state, slow);
}

/// One of many calls of what is above.
#[differentiable]
fn all(x: &[f64], k: f64, turns: usize) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![1.0; x.len()];
    let mut total = 0.0;
    for turn in 0..turns {
        step(&mut y, k);
        if y[1] > 0.2 {
            fill_with(&mut z, x, k);
            axpy(&mut z, y[0], x);
        } else {
            axpy(&mut y[1..3], k, &x[..2]);
        }
        total += y[turn % 3] * z[0];
        grow_by(&mut z[1..], k, 0.1);
    }
    passed_on(&mut y, k);
    halve(&mut y, 2);
    let mut three = [y[0], k, z[1]];
    total += clip(&mut three, 0.3) * clip(&mut three, k);
    for v in &three {
        total += v * v;
    }
    let n = y.len();
    total += grow(&mut y, k);
    total += y[n] * y[n + 1] * y[0];
    total + y[2] + z[2]
}

fn with(k: f64, x: &[f64]) -> Vec<f64> {
    x.iter().copied().chain([k]).collect()
}

#[test]
fn calls_that_change_arrays() {
    for (x, k) in [([0.5, 0.4, 0.3, 0.7], 0.25), ([0.1, -0.8, 0.7, 0.6], 0.2), ([-0.3, 0.5, 0.4, 0.2], 0.35)] {
        for turns in [0, 1, 4] {
            let (value, (d_x, d_k)) = all::value_and_grad(&x, k, turns);
            assert_eq!(value.to_bits(), all(&x, k, turns).to_bits());
            check(&|x| all(&x[..4], x[4], turns), &with(k, &x), &with(d_k, &d_x));
            let (_, back) = all::vjp(&x, k, turns);
            let (d_x_2, d_k_2) = back(2.0);
            check(&|x| 2.0 * all(&x[..4], x[4], turns), &with(k, &x), &with(d_k_2, &d_x_2));
        }
    }
}

/// The entry points of a function without a result.
#[test]
fn the_backpropagator_takes_buffers() {
    let (x, k, seed) = ([0.5, 0.4, 0.3], 0.3, [1.0, -2.0, 0.5]);
    let weighted = |x: &[f64]| -> f64 {
        let mut y = x[..3].to_vec();
        step(&mut y, x[3]);
        y.iter().zip(seed).map(|(y, d)| y * d).sum()
    };
    let mut y = x;
    let ((), back) = step::vjp(&mut y, k);
    let mut expected = x;
    step(&mut expected, k);
    assert_eq!(y, expected);
    y[0] = 100.0;
    assert_eq!(y[0], 100.0);
    let mut d = seed;
    let d_k = back(&mut d);
    check(&weighted, &with(k, &x), &with(d_k, &d));
    // Once more, as for another row of a Jacobian.
    let mut again = seed;
    assert_eq!(back(&mut again), d_k);
    assert_eq!(again, d);
}

#[test]
fn the_entry_points_of_a_function_with_a_result() {
    for (x, k) in [([0.5, 0.4, 0.9], 0.3), ([0.5, 0.1, 0.9], 0.3)] {
        let value_of = |x: &[f64]| clip(&mut [x[0], x[1], x[2]], x[3]);
        let mut y = x;
        let (value, (d_x, d_k)) = clip::value_and_grad(&mut y, k);
        let mut expected = x;
        assert_eq!(value, clip(&mut expected, k));
        assert_eq!(y, expected);
        check(&value_of, &with(k, &x), &with(d_k, &d_x));
        assert_eq!(clip::grad(&mut { x }, k), (d_x, d_k));
        let (mut into, mut into_k) = ([7.0; 3], 7.0);
        assert_eq!(clip::value_and_grad_into(&mut { x }, k, &mut into, &mut into_k), value);
        assert_eq!((into, into_k), (d_x, d_k));
        clip::accumulate_grad(&mut { x }, k, &mut into, &mut into_k);
        assert_eq!((into, into_k), (d_x.map(|d| 2.0 * d), 2.0 * d_k));
    }
}

#[test]
fn arrays_that_grow() {
    let (x, k) = (vec![0.5, 0.4, 0.9], 0.3);
    let mut y = x.clone();
    let (value, back) = grow::vjp(&mut y, k);
    let mut expected = x.clone();
    assert_eq!(value, grow(&mut expected, k));
    assert_eq!(y, expected);
    let seed = vec![1.0, -2.0, 0.5, 3.0, -0.7];
    let mut d = seed.clone();
    let d_k = back(0.25, &mut d);
    assert_eq!(d.len(), 3);
    let weighted = |x: &[f64]| -> f64 {
        let mut y = x[..3].to_vec();
        0.25 * grow(&mut y, x[3]) + y.iter().zip(&seed).map(|(y, d)| y * d).sum::<f64>()
    };
    check(&weighted, &with(k, &x), &with(d_k, &d));
    let (value_again, (d_x, d_k)) = grow::value_and_grad(&mut x.clone(), k);
    assert_eq!((value_again, d_x.as_slice(), d_k), (value, &[0.0, 0.0, 1.0][..], 0.0));
    let mut into = Vec::new();
    grow::value_and_grad_into(&mut x.clone(), k, &mut into, &mut 0.0);
    assert_eq!(into, d_x);
    grow::accumulate_grad(&mut x.clone(), k, &mut into, &mut 0.0);
    assert_eq!(into, [0.0, 0.0, 2.0]);
}

#[derive(backprop::Differentiable, Clone, Copy)]
struct Decay {
    rate: f64,
}

#[differentiable]
trait System {
    fn advance(&self, y: &mut [f64], dt: f64);
}

#[differentiable]
impl System for Decay {
    fn advance(&self, y: &mut [f64], dt: f64) {
        for v in y {
            *v -= dt * self.rate * *v;
        }
    }
}

#[differentiable]
fn advanced<S: System + backprop::Differentiable + Copy>(system: S, x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    system.advance(&mut y, 0.3);
    system.advance(&mut y[1..], 0.5);
    y[0] * y[1] * y[2]
}

#[test]
fn methods_of_traits() {
    let (x, rate) = ([1.0, 2.0, 3.0], 0.7);
    let (value, (d_system, d_x)) = advanced::value_and_grad(Decay { rate }, &x);
    let value_of = |x: &[f64]| advanced(Decay { rate: x[3] }, &x[..3]);
    assert_eq!(value, value_of(&with(rate, &x)));
    check(&value_of, &with(rate, &x), &with(d_system.rate, &d_x));
    let ((), back) = Decay::advance_vjp(&Decay { rate }, &mut [2.0], 0.5);
    let mut d = [1.0];
    let (d_system, d_dt) = back(&mut d);
    assert_eq!((d_system.rate, d_dt, d), (-0.5 * 2.0, -0.7 * 2.0, [1.0 - 0.5 * 0.7]));
}

#[test]
fn rows_are_changed() {
    let x = [0.5, 0.4, 0.3, 0.7, -0.2, 0.9];
    let made = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    let seed = [[1.0, 0.5], [-1.0, 0.2], [2.0, 0.3]];
    let weighted = |x: &[f64]| -> f64 {
        let mut a = made(x);
        rows(&mut a, x[6]);
        a.iter().flatten().zip(seed.iter().flatten()).map(|(a, d)| a * d).sum()
    };
    let ((), back) = rows::vjp(&mut made(&x), 0.3);
    let mut d = seed;
    let d_k = back(&mut d);
    check(&weighted, &with(0.3, &x), &with(d_k, d.as_flattened()));
}

/// Of what `wrt` leaves out there is no entry; what it holds after the call depends on the others.
#[differentiable(wrt(k))]
fn through(scratch: &mut [f64], k: f64) -> f64 {
    scratch[0] = k * k;
    scratch[0] * scratch[1]
}

#[test]
fn what_is_left_out_is_an_output() {
    assert_eq!(through::grad(&mut [0.0, 3.0], 2.0), 12.0);
    let (value, back) = through::vjp(&mut [0.0, 3.0], 2.0);
    assert_eq!(value, 12.0);
    let mut d = [1.0, 0.0];
    assert_eq!(back(1.0, &mut d), 16.0);
    assert_eq!(d, [0.0, 4.0]);
}

#[test]
#[should_panic(expected = "`state` has 2 elements, and the buffer for its gradient has 3")]
fn a_buffer_of_the_wrong_length() {
    let mut state = [0.1, 0.2];
    let ((), back) = step::vjp(&mut state, 0.1);
    back(&mut [0.0; 3]);
}

#[test]
fn panics_are_those_of_the_function() {
    let none = std::panic::catch_unwind(|| grow::grad(&mut Vec::new(), 1.0));
    assert!(none.is_err());
}

/// A generator of numbers, which has no tangent.
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 40).unwrap()) / 16_777_216.0
    }
}

#[differentiable(wrt(x))]
fn noise(generator: &mut Generator, x: f64) -> f64 {
    let first = generator.next();
    let second = generator.next();
    x * first + second * x * x
}

#[differentiable(wrt(x))]
fn noise_twice(generator: &mut Generator, x: f64) -> f64 {
    noise(generator, x) + noise(generator, 2.0 * x)
}

#[differentiable]
fn counted(count: &mut usize, order: &mut [usize], x: &[f64]) -> f64 {
    *count += 1;
    order.reverse();
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[order[i]] * x[i] * x[0];
    }
    sum
}

#[test]
fn what_has_no_tangent_is_used_in_the_forward_pass_alone() {
    let x = 0.5;
    let (mut used, mut expected) = (Generator(3), Generator(3));
    let (value, d_x) = noise_twice::value_and_grad(&mut used, x);
    assert_eq!(value, noise_twice(&mut expected, x));
    assert_eq!(used.0, expected.0);
    check(&|x| noise_twice(&mut Generator(3), x[0]), &[x], &[d_x]);

    let (x, mut count, mut order) = ([0.1, 0.2, 0.3], 4, [0, 1, 2]);
    let (value, d_x) = counted::value_and_grad(&mut count, &mut order, &x);
    assert_eq!((count, order), (5, [2, 1, 0]));
    assert_eq!(value, counted(&mut 0, &mut [0, 1, 2], &x));
    check(&|x| counted(&mut 0, &mut [0, 1, 2], x), &x, &d_x);
    // It is free again when `vjp` returns.
    let (_, back) = counted::vjp(&mut count, &mut [0, 1, 2], &x);
    count += 1;
    assert_eq!((count, back(1.0)), (7, d_x));
}

#[differentiable]
fn regrow(x: &mut Vec<f64>, k: f64) -> f64 {
    let last = x.pop().unwrap();
    let first = x[0];
    x.push(first * k);
    x.push(last * first);
    x[0] = last;
    last
}
#[differentiable]
fn scaled_by(x: &mut [f64], k: f64) {
    for v in x.iter_mut() {
        *v *= k;
    }
}
#[differentiable]
fn both(x: &mut Vec<f64>, y: &mut [f64], k: f64) {
    x.push(y[0] * k);
    y[0] += x[0] * k;
}
#[differentiable]
fn regrown(x: &mut Vec<f64>, k: f64, n: usize) {
    for _ in 0..n {
        regrow(x, k);
        scaled_by(x, k);
        scaled_by(&mut x[1..], k);
    }
}
#[differentiable]
fn in_loops(x: &[f64], k: f64, turns: usize) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![k; 2];
    let mut w = [k, 1.0];
    let mut e = Vec::new();
    e.push(k);
    e.push(x[1]);
    let mut s = 0.0;
    for i in 0..turns {
        s += regrow(&mut y, k);
        scaled_by(&mut y, k);
        if i % 2 == 0 {
            regrow(&mut z, y[0]);
            scaled_by(&mut w, z[0]);
        } else {
            scaled_by(&mut z, k);
        }
        both(&mut z, &mut w, k);
        both(&mut e, &mut y, k);
        regrown(&mut e, k, i);
    }
    if k > 0.0 {
        regrow(&mut y, 2.0 * k);
    }
    let mut c = z.clone();
    let f = |h: f64| h * k;
    while c.len() < 8 {
        both(&mut c, &mut w, f(k));
    }
    s + y[x.len()] * w[0] + z[1] * e[1] + c[7]
}

struct Congruential {
    state: u64,
}
impl Congruential {
    fn new(seed: u64) -> Self {
        Congruential { state: seed }
    }
    fn draw(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.state >> 40).unwrap()) / f64::from(1_u32 << 24)
    }
}
#[differentiable(wrt(x))]
fn drawn(rng: &mut Congruential, x: f64) -> f64 {
    let a = rng.draw();
    x * x * a
}
#[differentiable(wrt(x, k))]
fn noisier(rng: &mut Congruential, x: &mut f64, k: f64) {
    *x += drawn(rng, k);
}
#[derive(Clone, Copy, backprop::Differentiable)]
struct Place {
    x: f64,
}
#[differentiable]
impl Place {
    #[differentiable(wrt(self))]
    fn jitter(&mut self, rng: &mut Congruential) {
        self.x *= rng.draw();
    }
}
#[differentiable]
fn local_generator(x: f64, k: f64, n: usize) -> f64 {
    let mut rng = Congruential::new(7);

    let mut s = drawn(&mut rng, x);
    let mut p = Place { x };
    for i in 0..n {
        s += drawn(&mut rng, s * k);
        if i % 2 == 0 {
            s *= rng.draw();
            noisier(&mut rng, &mut s, k);
        }
        p.jitter(&mut rng);
    }
    s * p.x
}

/// Loops and branches of calls that take vectors, which may grow there.
#[test]
fn vectors_in_loops() {
    for (x, k) in [([0.5, 0.4, 0.3], 0.7), ([1.5, -0.4, 0.2], 0.4)] {
        for turns in [0, 1, 2, 5] {
            let (value, (d_x, d_k)) = in_loops::value_and_grad(&x, k, turns);
            assert_eq!(value.to_bits(), in_loops(&x, k, turns).to_bits());
            check(&|x| in_loops(&x[..3], x[3], turns), &with(k, &x), &with(d_k, &d_x));
        }
    }
}

#[test]
fn generators_of_the_function() {
    for n in [0, 1, 4] {
        let (value, (d_x, d_k)) = local_generator::value_and_grad(0.8, 0.3, n);
        assert_eq!(value.to_bits(), local_generator(0.8, 0.3, n).to_bits());
        check(&|x| local_generator(x[0], x[1], n), &[0.8, 0.3], &[d_x, d_k]);
    }
}

#[derive(Clone, Differentiable)]
struct Held {
    x: Vec<f64>,
}

/// What is changed has the name of a parameter that is not: the field of another one, a variable, the parameter of a closure.
#[differentiable]
fn same_names(x: &[f64], held: &mut Held, k: f64) -> f64 {
    held.x[0] = k * x[0];
    let last = x[1];
    let mut x = x.to_vec();
    x[1] *= k;
    x[1] * last + held.x[0]
}

/// A list with a method that is called like one of vectors, and changes it behind `&`.
#[derive(Default)]
struct Kept(Cell<f64>);

impl Kept {
    fn push(&self, x: f64) {
        self.0.set(self.0.get() + x);
    }
}

#[differentiable(wrt(x))]
fn kept(kept: &Kept, x: f64) -> f64 {
    kept.push(1.0);
    x * x
}

#[test]
fn what_is_changed_has_the_name_of_what_is_not() {
    let mut held = Held { x: vec![1.0] };
    let (value, back) = same_names::vjp(&[2.0, 3.0], &mut held, 5.0);
    // k x₁² + k x₀
    assert_eq!((value, &held.x), (55.0, &vec![10.0]));
    let mut d_held = HeldCotangent { x: vec![0.0] };
    assert_eq!(back(1.0, &mut d_held), (vec![5.0, 30.0], 11.0));
    assert_eq!(d_held.x, [0.0]);

    let list = Kept::default();
    assert_eq!((kept::grad(&list, 3.0), list.0.get()), (6.0, 1.0));
    assert_eq!((kept(&list, 3.0), list.0.get()), (9.0, 2.0));
}

//! Closures that use arrays from outside of them, given to functions that take functions.

#![allow(
    clippy::many_single_char_names,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::needless_range_loop,
    clippy::useless_vec,
    clippy::cast_lossless,
    clippy::semicolon_if_nothing_returned,
    reason = "programs as they may be written"
)]

use backprop::{Differentiable, differentiable};

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn caller(y: &[f64], t: f64) -> f64 {
    twice(|v| v * y[0] + y[1] * v.sin(), t)
}

/// The trapezoidal rule.
#[differentiable]
fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = 0.5 * (f(a) + f(b));
    for i in 1..n {
        sum += f(a + h * i as f64);
    }
    sum * h
}

#[differentiable]
fn polynomial_area(c: &[f64], b: f64) -> f64 {
    integral(
        |x| {
            let mut sum = 0.0;
            for i in 0..c.len() {
                sum = sum * x + c[i];
            }
            sum
        },
        0.5,
        b,
        20,
    )
}

/// A closure over a function.
#[differentiable]
fn shifted(f: impl Fn(f64) -> f64, by: f64, x: f64) -> f64 {
    twice(|v| f(v) + by, x)
}

#[differentiable]
fn through(y: &[f64], t: f64) -> f64 {
    shifted(|v| v * v * y[1], y[0], t)
}

/// A function over a function and an array.
#[differentiable]
fn weighted(f: impl Fn(f64) -> f64, w: &[f64], x: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..w.len() {
        sum += w[k] * integral(|v| f(v) * w[k], 0.0, x, 4);
    }
    sum
}

#[differentiable]
fn weights(y: &[f64], w: &[f64], t: f64) -> f64 {
    weighted(|v| v * y[0] + y[2] * t, w, t)
}

/// The same array as an argument, and in two closures.
#[differentiable]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, w: &[f64]) -> f64 {
    f(w[0]) * g(w[1]) + f(g(w[0]))
}

#[differentiable]
fn shared(y: &[f64], t: f64) -> f64 {
    both(|v| v * y[0] * t, |v| (v + y[1]).sin(), y)
}

/// A Runge-Kutta step of a system.
#[differentiable]
fn step(f: impl Fn(&[f64], usize) -> f64, y: &mut [f64], h: f64) {
    let mut k = vec![0.0; y.len()];
    for i in 0..y.len() {
        k[i] = f(&*y, i);
    }
    let mut middle = vec![0.0; y.len()];
    for i in 0..y.len() {
        middle[i] = y[i] + 0.5 * h * k[i];
    }
    for i in 0..y.len() {
        y[i] += h * f(&middle, i);
    }
}

#[differentiable]
fn decays(rates: &[f64], start: f64, steps: usize) -> f64 {
    let mut y = vec![start, 0.5];
    for _ in 0..steps {
        step(|y: &[f64], i: usize| rates[i] * y[1 - i] - rates[2] * y[i], &mut y, 0.1);
    }
    y[0] + 2.0 * y[1]
}

/// What the function looked at is overwritten, and what it captured is not.
#[differentiable]
fn relaxed(f: impl Fn(&[f64]) -> f64, y: &mut [f64], h: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..y.len() {
        let slope = f(&*y);
        y[i] -= h * slope * y[i];
        sum += slope;
    }
    let mut last = y.to_vec();
    last[0] += f(&last);
    sum * last[0]
}

#[differentiable]
fn relaxes(c: &[f64], h: f64) -> f64 {
    let mut y = vec![0.4, 0.6];
    let a = relaxed(|y: &[f64]| y[0] * c[0] + y[1] * y[1] * c[1], &mut y, h);
    a + relaxed(|y: &[f64]| y[0] * h * y[1], &mut y, 0.2) + y[1]
}

/// Arrays that the function makes itself.
#[differentiable]
fn made(x: f64, t: f64) -> f64 {
    let mut y = vec![0.0; 4];
    for i in 0..4 {
        y[i] = x * i as f64;
    }
    let a = twice(|v| v * y[1] + y[3], t);
    y[1] = a * a;
    twice(|v| v * y[1] + y[2], a)
}

/// In loops.
#[differentiable]
fn repeated(y: &[f64], t: f64) -> f64 {
    let mut sum = t;
    for i in 0..y.len() {
        sum = twice(|v| (v * y[i] + sum).sin(), sum);
    }
    sum
}

/// In a branch, with a function that captured nothing.
#[differentiable]
fn branch(y: &[f64], t: f64) -> f64 {
    if t > 0.0 { both(|v| v * y[2], |v| v * t, y) } else { t * y[0] }
}

/// A function that calls itself.
#[differentiable]
fn iterated<F: Fn(f64) -> f64 + Copy>(f: F, x: f64, n: usize) -> f64 {
    if n == 0 { x } else { iterated(f, f(x), n - 1) }
}

#[derive(Differentiable, Clone)]
struct Model {
    w: Vec<f64>,
    b: f64,
}

#[differentiable]
fn of_struct(m: &Model, t: f64) -> f64 {
    let b = m.b;
    twice(|v| v * m.w[0] + b * m.w[1], t)
}

#[differentiable]
fn of_structs(m: &[Model], t: f64) -> f64 {
    let a = twice(|v| v * m[0].b + m[1].b * m[1].b, t);
    twice(|v| v * m[1].w[0] + m[0].w[1], a)
}

#[differentiable]
fn of_rows(m: &[[f64; 3]], t: f64) -> f64 {
    twice(|v| v * m[0][1] + m[1][0], t)
}

#[differentiable]
fn of_vectors(m: &Vec<Vec<f64>>, t: f64) -> f64 {
    twice(
        |v| {
            let mut sum = 0.0;
            for row in m {
                for x in row {
                    sum += x * v.sin();
                }
            }
            sum
        },
        t,
    )
}

#[differentiable]
fn of_part(y: &[f64], t: f64) -> f64 {
    let row = &y[1..];
    twice(|v| v * row[0] + row[1] * y[1], t)
}

#[differentiable]
fn moved(x: f64, t: f64) -> f64 {
    let y = vec![x, t * x];
    twice(move |v| v * y[0] + y[1], t)
}

#[differentiable]
fn norm(y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in y {
        sum += x * x;
    }
    sum
}

#[differentiable]
fn calls(y: &[f64], t: f64) -> f64 {
    twice(|v| v * norm(y) + norm(&y[1..]), t)
}

#[differentiable]
fn changes(y: &mut [f64], t: f64) -> f64 {
    let a = twice(|v| v * y[0] + y[1], t);
    y[0] = a * y[2];
    twice(|v| v * y[0] + y[1], a)
}

#[differentiable]
fn chosen(y: &[f64], t: f64) -> f64 {
    let f = |v: f64| if v > 0.0 { v * y[0] } else { v + y[1] };
    let a = twice(f, t) + f(t);
    if a > 1.0 { twice(|v| f(v) * t, a) } else { twice(|v| f(v) + y[2], a) }
}

#[differentiable]
fn gives_array(y: &[f64], t: f64) -> Vec<f64> {
    let a = twice(|v| v * y[0] + y[1], t);
    vec![a, a * t]
}

#[differentiable]
fn of_array_given(y: &[f64], t: f64) -> f64 {
    let a: Vec<f64> = gives_array(y, t);
    twice(|v| v * a[0] + a[1], t)
}

/// Of functions of the standard scalar types.
#[differentiable]
fn generic<T: backprop::Real>(f: impl Fn(T) -> T, x: T) -> T {
    f(f(x)) * x
}

#[differentiable]
fn single(y: &[f32], t: f32) -> f32 {
    generic(|v| v * y[0] + y[1], t)
}

#[differentiable]
fn of_generic<T: backprop::Real>(y: &[T], t: T) -> T {
    generic(|v| v * y[0] + y[1], t)
}

#[differentiable]
fn looped(x: &[f64], t: f64) -> f64 {
    let mut y = x.to_vec();
    for i in 0..4 {
        let a = twice(|v| v * y[0] + y[1] * t, x[1]);
        y[0] = a * a * 0.3;
        y[1] += a.sin() * i as f64;
    }
    y[0] + y[1]
}

#[differentiable]
fn mutparam(y: &mut [f64], t: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let a = twice(|v| v * y[i] + y[0] * t, s + 0.1);
        y[i] = a * 0.7;
        s += y[i];
    }
    s
}

#[differentiable]
fn early(x: &[f64], t: f64) -> f64 {
    let mut s = t;
    let mut i = 0;
    while i < 10 {
        s = twice(|v| (v * x[i % 3]).sin() + x[0], s);
        if s > 0.9 {
            return s * x[1];
        }
        i += 1;
    }
    s
}

#[differentiable]
fn maybe(f: impl Fn(f64) -> f64, x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        if i % 2 == 0 {
            s = f(s)
        } else {
            s = s * 0.5 + f(x) * f(s);
        }
        if s > 3.0 {
            break;
        }
    }
    s
}

#[differentiable]
fn calls_maybe(x: &[f64], t: f64) -> f64 {
    maybe(|v| v * x[0] + x[1] * x[2], t, 5) + maybe(|v| v * x[1], t, 0)
}

#[differentiable]
fn swapped(x: &[f64], t: f64) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![t; 3];
    for _ in 0..3 {
        let r = twice(|v| v * a[0] + b[1], t);
        b[0] = r;
        std::mem::swap(&mut a, &mut b);
    }
    a[0] + b[0] * a[1]
}

#[differentiable]
fn pushed(x: &[f64], t: f64) -> f64 {
    let mut a = vec![t];
    for i in 0..3 {
        let r = twice(|v| v * a[i] + x[i], t);
        a.push(r);
    }
    a[3] * a[1]
}

#[differentiable]
fn two(f: impl Fn(f64) -> f64, g: &impl Fn(f64, f64) -> (f64, f64), x: f64) -> f64 {
    let (a, b) = g(f(x), x);
    f(a) * b
}

#[differentiable]
fn calls_two(x: &[f64], t: f64) -> f64 {
    let f = |v: f64| v * x[0] + t;
    two(f, &|a, b| (a * x[1], b + x[2] * f(a)), t)
}

#[differentiable]
fn composed(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(g(x))
}

#[differentiable]
fn outer(f: impl Fn(f64) -> f64, w: &[f64], x: f64) -> f64 {
    let a: f64 = composed(&f, |v| v * w[0], x);
    let b: f64 = composed(|v| v + w[1], |v| v * v, a);
    let g = |v: f64| f(v) * 2.0;
    twice(g, b) + twice(&f, a)
}

#[differentiable]
fn calls_outer(x: &[f64], t: f64) -> f64 {
    outer(|v| v * x[0] + x[1], x, t)
}

#[differentiable]
fn shadow(x: &[f64], t: f64) -> f64 {
    let y = x.to_vec();
    let f = |v: f64| v * y[0];
    let y = vec![t, t];
    let a = twice(f, t);
    twice(|v| v * y[1] + a, t)
}

#[differentiable]
fn lengths(x: &[f64], t: f64) -> f64 {
    twice(|v| v * x.len() as f64 + x[x.len() - 1], t)
}
fn check(f: impl Fn(&[f64], f64) -> f64, x: &[f64], t: f64, (value, (d_x, d_t)): (f64, (Vec<f64>, f64))) {
    assert_eq!(value.to_bits(), f(x, t).to_bits());
    let h = 1e-6;
    let close = |found: f64, wanted: f64| {
        assert!((found - wanted).abs() <= 1e-7 * wanted.abs().max(1.0), "{found} instead of {wanted}");
    };
    close(d_t, (f(x, t + h) - f(x, t - h)) / (2.0 * h));
    for i in 0..x.len() {
        let (mut more, mut less) = (x.to_vec(), x.to_vec());
        more[i] += h;
        less[i] -= h;
        close(d_x[i], (f(&more, t) - f(&less, t)) / (2.0 * h));
    }
}

#[test]
fn of_one_array() {
    let y = [1.3, 0.7, -0.4];
    check(caller, &y, 0.9, caller::value_and_grad(&y, 0.9));
    check(polynomial_area, &y, 1.9, polynomial_area::value_and_grad(&y, 1.9));
    check(repeated, &y, 0.3, repeated::value_and_grad(&y, 0.3));
    check(branch, &y, 0.3, branch::value_and_grad(&y, 0.3));
    check(branch, &y, -0.3, branch::value_and_grad(&y, -0.3));
}

#[differentiable]
fn iterate(y: &[f64], t: f64, n: usize) -> f64 {
    iterated(|v| (v * y[0] + y[1]).cos(), t, n)
}

#[test]
fn of_functions_that_call_themselves() {
    let y = [1.3, 0.7, -0.4];
    check(|y, t| iterate(y, t, 5), &y, 0.9, iterate::value_and_grad(&y, 0.9, 5));
}

#[test]
fn through_other_functions() {
    let y = [1.3, 0.7, -0.4];
    check(through, &y, 0.9, through::value_and_grad(&y, 0.9));
    let w = [0.4, -0.3];
    let f = |y: &[f64], t: f64| weights(y, &w, t);
    let (value, (d_y, _, d_t)) = weights::value_and_grad(&y, &w, 0.9);
    check(f, &y, 0.9, (value, (d_y, d_t)));
    let f = |w: &[f64], t: f64| weights(&y, w, t);
    let (value, (_, d_w, d_t)) = weights::value_and_grad(&y, &w, 0.9);
    check(f, &w, 0.9, (value, (d_w, d_t)));
}

#[test]
fn of_one_array_several_times() {
    let y = [1.3, 0.7, -0.4];
    check(shared, &y, 0.9, shared::value_and_grad(&y, 0.9));
}

#[test]
fn of_functions_of_arrays() {
    let rates = [0.8, -0.3, 0.4];
    check(|r, t| decays(r, t, 7), &rates, 0.9, decays::value_and_grad(&rates, 0.9, 7));
    check(relaxes, &rates, 0.3, relaxes::value_and_grad(&rates, 0.3));
}

#[test]
fn of_arrays_that_are_overwritten_then() {
    let (value, (d_x, d_t)) = made::value_and_grad(0.7, 0.3);
    check(|x, t| made(x[0], t), &[0.7], 0.3, (value, (vec![d_x], d_t)));
}

#[test]
fn of_structs_and_rows() {
    let model = |x: &[f64]| Model { w: x[..2].to_vec(), b: x[2] };
    let x = [0.7, 0.3, -0.6];
    let (value, (d, d_t)) = of_struct::value_and_grad(&model(&x), 0.8);
    check(|x, t| of_struct(&model(x), t), &x, 0.8, (value, (vec![d.w[0], d.w[1], d.b], d_t)));

    let models = |x: &[f64]| [model(&x[..3]), model(&x[3..])];
    let x = [0.7, 0.3, -0.6, 0.9, 0.2, 0.4];
    let (value, (d, d_t)) = of_structs::value_and_grad(&models(&x), 0.8);
    let d = d.iter().flat_map(|d| [d.w[0], d.w[1], d.b]).collect();
    check(|x, t| of_structs(&models(x), t), &x, 0.8, (value, (d, d_t)));

    let rows = |x: &[f64]| [[x[0], x[1], x[2]], [x[3], x[4], x[5]]];
    let (value, (d, d_t)) = of_rows::value_and_grad(&rows(&x), 0.8);
    check(|x, t| of_rows(&rows(x), t), &x, 0.8, (value, (d.concat(), d_t)));

    let vectors = |x: &[f64]| vec![x[..2].to_vec(), x[2..].to_vec()];
    let (value, (d, d_t)) = of_vectors::value_and_grad(&vectors(&x), 0.8);
    check(|x, t| of_vectors(&vectors(x), t), &x, 0.8, (value, (d.concat(), d_t)));
}

#[test]
fn in_all_places() {
    let y = [0.7, 0.3, -0.6];
    check(of_part, &y, 0.8, of_part::value_and_grad(&y, 0.8));
    check(calls, &y, 0.8, calls::value_and_grad(&y, 0.8));
    for t in [-0.7, 0.8, 2.9] {
        check(chosen, &y, t, chosen::value_and_grad(&y, t));
    }
    check(of_array_given, &y, 0.8, of_array_given::value_and_grad(&y, 0.8));
    check(of_generic, &y, 0.8, of_generic::value_and_grad(&y, 0.8));
    let (value, (d_x, d_t)) = moved::value_and_grad(0.7, 0.3);
    check(|x, t| moved(x[0], t), &[0.7], 0.3, (value, (vec![d_x], d_t)));
    let found = changes::value_and_grad(&mut y.to_vec(), 0.8);
    check(|y, t| changes(&mut y.to_vec(), t), &y, 0.8, found);
    let (value, (d_y, d_t)) = single::value_and_grad(&[0.7, 0.3], 0.5);
    assert_eq!(value.to_bits(), single(&[0.7, 0.3], 0.5).to_bits());
    // t (y_0 (y_0 t + y_1) + y_1)
    assert!((d_y[0] - 0.5 * (2.0 * 0.7 * 0.5 + 0.3)).abs() < 1e-6 && (d_y[1] - 0.5 * 1.7).abs() < 1e-6);
    assert!((d_t - (2.0 * 0.7 * 0.7 * 0.5 + 0.7 * 0.3 + 0.3)).abs() < 1e-6);
}

#[test]
fn its_backpropagator_borrows_only_the_arguments() {
    let y = [0.7, 0.3, -0.6];
    let (value, back) = calls::vjp(&y, 0.8);
    let (again, (d_y, d_t)) = calls::value_and_grad(&y, 0.8);
    assert_eq!((value, back(1.0)), (again, (d_y.clone(), d_t)));
    let mut sums = (d_y.clone(), d_t);
    assert_eq!(calls::accumulate_grad(&y, 0.8, &mut sums.0, &mut sums.1), value);
    assert!(sums.0.iter().zip(&d_y).all(|(sum, d)| (sum - 2.0 * d).abs() < 1e-12));
}

#[test]
fn of_arrays_that_change_between_calls() {
    let y = [0.7, 0.3, -0.6];
    check(looped, &y, 0.8, looped::value_and_grad(&y, 0.8));
    let f = mutparam::value_and_grad(&mut y.to_vec(), 0.8);
    check(|y, t| mutparam(&mut y.to_vec(), t), &y, 0.8, f);
    for t in [0.1, 0.8, 2.0] {
        check(early, &y, t, early::value_and_grad(&y, t));
    }
    check(calls_maybe, &y, 0.8, calls_maybe::value_and_grad(&y, 0.8));
    check(swapped, &y, 0.8, swapped::value_and_grad(&y, 0.8));
    check(pushed, &y, 0.8, pushed::value_and_grad(&y, 0.8));
    check(calls_two, &y, 0.8, calls_two::value_and_grad(&y, 0.8));
    check(calls_outer, &y, 0.8, calls_outer::value_and_grad(&y, 0.8));
    check(shadow, &y, 0.8, shadow::value_and_grad(&y, 0.8));
    check(lengths, &y, 0.8, lengths::value_and_grad(&y, 0.8));
}

/// Slices of what has no tangent, in closures that are given away.
#[differentiable]
fn by_indices(y: &[f64], at: &[usize], wanted: &[bool], t: f64) -> f64 {
    let mut sum = t;
    for i in 0..at.len() {
        sum = twice(|v| if wanted[i] { v * y[at[i]] } else { v + t }, sum);
    }
    sum
}

/// What no closure captures may change between the call and the reverse pass.
#[differentiable]
fn at_changing_places(y: &[f64], t: f64) -> f64 {
    let mut at = vec![2, 0];
    let a = first(y, &at, t);
    at[0] = 1;
    a * first(y, &at, t)
}

#[differentiable]
fn first(y: &[f64], at: &[usize], t: f64) -> f64 {
    let k = at[0];
    twice(|v| v * y[k], t)
}

#[test]
fn of_arrays_and_indices() {
    let y = [0.7, 0.3, -0.6];
    let f = |y: &[f64], t: f64| by_indices(y, &[2, 0, 1], &[true, false, true], t);
    check(f, &y, 0.8, by_indices::value_and_grad(&y, &[2, 0, 1], &[true, false, true], 0.8));
    let (value, back) = by_indices::vjp(&y, &[2, 0, 1], &[true, false, true], 0.8);
    check(f, &y, 0.8, (value, back(1.0)));
    check(at_changing_places, &y, 0.8, at_changing_places::value_and_grad(&y, 0.8));
}

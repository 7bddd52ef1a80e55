//! Arrays as arguments and results of closures and of functions that are parameters: values bit for bit, gradients against central
//! differences.

#![expect(
    clippy::assign_op_pattern,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_borrows_for_generic_args,
    clippy::unnecessary_to_owned,
    clippy::float_cmp,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "each way to write a closure of arrays is what is tested; results are exact"
)]

mod differences;

use backprop::{Real, differentiable};
use differences::check;
use fixture_functionals::{euler, largest_of};

#[differentiable]
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut sum = T::zero();
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn waves(x: &[f64], scale: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (scale * x[i]).sin() * x[(i + 1) % x.len()];
    }
    sum
}

#[differentiable]
fn twice_the_same(x: &[f64]) -> f64 {
    let mix = |a: &[f64], b: &[f64], k: f64| {
        let mut s = 0.0;
        for i in 0..a.len() {
            s += (a[i] * k).sin() * b[b.len() - 1 - i];
        }
        s
    };
    mix(x, x, x[0]) + mix(&x[1..], &x[..x.len() - 1], 2.0) * mix(x, &x.to_vec(), 0.5)
}

#[differentiable]
fn passes_on(x: &[f64], k: f64) -> f64 {
    let f = |v: &[f64]| dot(v, v) * k + waves(v, k);
    let mut s = 0.0;
    for i in 0..x.len() {
        if x[i] > 0.0 {
            s += f(&x[i..]);
        } else {
            s -= f(x) * x[i];
        }
    }
    s
}

#[differentiable]
fn locals(x: &[f64]) -> f64 {
    let norm = |v: &Vec<f64>| {
        let mut s = 0.0;
        for e in v.iter() {
            s += e * e;
        }
        s.sqrt()
    };
    let mut y = vec![1.0; x.len()];
    let mut total = 0.0;
    for i in 0..x.len() {
        y[i] = x[i] * x[i] + 1.0;
        total += norm(&y) * x[i];
        y[0] = y[0] * 1.5;
    }
    total + norm(&vec![x[0], x[1]])
}

#[differentiable]
fn closures_of_closures(x: &[f64], k: f64) -> f64 {
    let first = |v: &[f64]| v[0] * k;
    let second = |v: &[f64], w: &[f64; 2]| first(v) * first(&v[1..]) + w[0] * w[1] * x[2];
    second(x, &[x[0] * k, x[1]]) + second(&x[1..], &[k, 1.0])
}

#[differentiable]
fn early(x: &[f64]) -> f64 {
    let f = |v: &[f64], limit: f64| -> f64 {
        let mut s = 0.0;
        for i in 0..v.len() {
            s += v[i] * v[i];
            if s > limit {
                return s * v[i];
            }
        }
        s
    };
    f(x, 1.0) + f(x, 100.0)
}

#[differentiable]
fn nested(a: &[[f64; 2]], b: &[Vec<f64>]) -> f64 {
    let f = |m: &[[f64; 2]], v: &[Vec<f64>]| {
        let mut s = 0.0;
        for i in 0..m.len() {
            s += m[i][0] * m[i][1].sin() * v[i][v[i].len() - 1];
        }
        s
    };
    f(a, b) + f(a, b) * a[0][0]
}

#[differentiable]
fn apply2(f: impl Fn(&[f64], &[f64]) -> f64, x: &[f64], y: &[f64]) -> f64 {
    f(x, y) * f(x, x) + f(&y[1..], &x[..2])
}

#[differentiable]
fn through(f: impl Fn(&[f64], &[f64]) -> f64, g: impl Fn(f64) -> f64, x: &[f64], y: &[f64]) -> f64 {
    g(apply2(&f, x, y)) + f(y, y)
}

#[differentiable]
fn user(x: &[f64], y: &[f64], k: f64) -> f64 {
    through(
        |a: &[f64], b: &[f64]| {
            let mut s = 0.0;
            for i in 0..a.len().min(b.len()) {
                s += a[i] * (k * b[i]).cos();
            }
            s
        },
        |t: f64| t.sin() * k,
        x,
        y,
    ) + through(dot, |t: f64| t, x, y)
}

#[differentiable]
fn generic<T: Real, F: Fn(&[T], T) -> Vec<T>>(f: F, x: &[T], n: usize) -> T {
    let mut s = T::zero();
    for i in 0..n {
        let y = f(x, s);
        s = s + y[0] * y[y.len() - 1] + y[i % y.len()];
    }
    s
}

#[differentiable]
fn use_generic(x: &[f64], k: f64) -> f64 {
    generic(
        |v: &[f64], t: f64| {
            let mut w = v.to_vec();
            for i in 0..w.len() {
                w[i] = (w[i] * k + 0.01 * t).sin();
            }
            w
        },
        x,
        4,
    )
}

#[differentiable]
fn pair(f: impl Fn(&[f64; 2], usize) -> ([f64; 2], f64), x: [f64; 2]) -> f64 {
    let (y, s) = f(&x, 1);
    let (z, t) = f(&y, 0);
    z[0] * z[1] + s * t
}

#[differentiable]
fn use_pair(x: [f64; 2], k: f64) -> f64 {
    pair(|v: &[f64; 2], i: usize| ([v[1] * k, v[0].exp()], v[i] * v[0]), x)
}

#[differentiable]
fn by_value(f: impl Fn([f64; 2]) -> [f64; 2], x: [f64; 2]) -> f64 {
    let y = f(f(x));
    y[0] * y[1]
}

#[differentiable]
fn swap_scale(v: [f64; 2]) -> [f64; 2] {
    [v[1] * 2.0, v[0] * v[1]]
}

#[differentiable]
fn use_by_value(x: [f64; 2], k: f64) -> f64 {
    by_value(|v: [f64; 2]| [v[1] * k, v[0] * v[1]], x) + by_value(swap_scale, x)
}

#[differentiable]
fn both_ways(x: &[f64], k: f64) -> f64 {
    let f = |a: &[f64], b: &[f64]| a[0] * b[1] * k + a[1] * a[1];
    f(x, x) + apply2(f, x, x) + apply2(&f, &x[1..], x)
}

#[differentiable]
fn integrate(f: impl Fn(f64, &[f64]) -> Vec<f64>, y0: &[f64], h: f64, n: usize) -> Vec<f64> {
    let mut y = y0.to_vec();
    let mut t = 0.0;
    for _ in 0..n {
        let k = f(t, &y.clone());
        let mut next = vec![0.0; y.len()];
        for i in 0..y.len() {
            next[i] = y[i] + h * k[i];
        }
        y = next;
        t += h;
    }
    y
}

#[differentiable]
fn pendulum(y0: &[f64], g: f64) -> f64 {
    let y = integrate(|t: f64, y: &[f64]| vec![y[1], -g * y[0].sin() + 0.1 * t], y0, 0.05, 20);
    y[0] * y[1]
}

#[differentiable]
fn sum_of(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += f(&x[i..]) * x[i];
    }
    s + f(x)
}

#[differentiable]
fn loops(x: &[f64], k: f64) -> f64 {
    sum_of(
        |v: &[f64]| {
            let mut s = 0.0;
            for i in 0..v.len() {
                s += (k * v[i]).sin() * v[i];
            }
            s
        },
        x,
    )
}

#[differentiable]
fn rk4<F: Fn(&[f64; 3]) -> [f64; 3]>(f: F, y: [f64; 3], h: f64) -> [f64; 3] {
    let along = |k: &[f64; 3], h: f64| [y[0] + h * k[0], y[1] + h * k[1], y[2] + h * k[2]];
    let k1 = f(&y);
    let k2 = f(&along(&k1, 0.5 * h));
    let k3 = f(&along(&k2, 0.5 * h));
    let k4 = f(&along(&k3, h));
    let mut sum = [0.0; 3];
    for i in 0..3 {
        sum[i] = k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i];
    }
    along(&sum, h / 6.0)
}

#[differentiable]
fn lorenz(start: [f64; 3], sigma: f64, rho: f64, beta: f64, steps: usize) -> f64 {
    let right = |y: &[f64; 3]| [sigma * (y[1] - y[0]), y[0] * (rho - y[2]) - y[1], y[0] * y[1] - beta * y[2]];
    let mut y = start;
    for _ in 0..steps {
        y = rk4(right, y, 0.01);
    }
    y[0] + y[1] * y[2]
}

#[differentiable]
fn right(y: &[f64; 3]) -> [f64; 3] {
    [10.0 * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1], y[0] * y[1] - 8.0 / 3.0 * y[2]]
}

#[differentiable]
fn by_name(start: [f64; 3], steps: usize) -> f64 {
    let mut y = start;
    for _ in 0..steps {
        y = rk4(right, y, 0.01);
    }
    y[0] + y[1] * y[2]
}

/// A function of another crate, with a closure that has a loop, and with a function by its name.
#[differentiable]
fn of_another_crate(x: &[f64], k: f64) -> f64 {
    let decay = |y: &[f64], t: f64| {
        let mut slope = vec![0.0; y.len()];
        for i in 0..y.len() {
            slope[i] = -k * y[i] + (t * y[(i + 1) % y.len()]).sin();
        }
        slope
    };
    let y: Vec<f64> = euler(decay, x, 0.1, 5);
    largest_of(waves_by_one, &y) + largest_of(|v: &[f64]| v[0] * v[1] * k, &y)
}

#[differentiable]
fn waves_by_one(x: &[f64]) -> f64 {
    waves(x, 1.0)
}

fn with(d: &[f64], k: f64) -> Vec<f64> {
    [d, &[k]].concat()
}

const X: [f64; 3] = [0.3, -1.0, 2.0];
const WITH_K: [f64; 4] = [0.3, -1.0, 2.0, 0.7];

/// Holds the value and the gradient of a function of an array, and of one and a number.
macro_rules! held {
    ($f:ident($x:ident)) => {{
        let (value, d) = $f::value_and_grad(&X);
        assert_eq!(value.to_bits(), $f(&X).to_bits(), stringify!($f));
        check(&|$x| $f($x), &X, &d);
    }};
    ($f:ident($x:ident, k)) => {{
        let (value, (d, k)) = $f::value_and_grad(&X, 0.7);
        assert_eq!(value.to_bits(), $f(&X, 0.7).to_bits(), stringify!($f));
        check(&|p| $f(&p[..3], p[3]), &WITH_K, &with(&d, k));
        let (again, back) = $f::vjp(&X, 0.7);
        assert_eq!(again.to_bits(), value.to_bits());
        assert_eq!(back(1.0), (d, k));
    }};
}

#[test]
fn closures_take_arrays() {
    held!(twice_the_same(x));
    held!(passes_on(x, k));
    held!(locals(x));
    held!(closures_of_closures(x, k));
    held!(early(x));
}

#[test]
fn closures_take_arrays_of_arrays() {
    let (value, (a, b)) = nested::value_and_grad(&[[0.3, 0.5], [1.0, 2.0]], &[vec![1.0, 2.0], vec![0.1]]);
    assert_eq!(value.to_bits(), nested(&[[0.3, 0.5], [1.0, 2.0]], &[vec![1.0, 2.0], vec![0.1]]).to_bits());
    check(
        &|p| nested(&[[p[0], p[1]], [p[2], p[3]]], &[vec![p[4], p[5]], vec![p[6]]]),
        &[0.3, 0.5, 1.0, 2.0, 1.0, 2.0, 0.1],
        &[a.concat(), b.concat()].concat(),
    );
}

#[test]
fn functions_that_are_parameters_take_arrays() {
    held!(use_generic(x, k));
    held!(both_ways(x, k));
    held!(loops(x, k));
    let (value, (d, g)) = pendulum::value_and_grad(&[1.0, 0.5], 9.81);
    assert_eq!(value.to_bits(), pendulum(&[1.0, 0.5], 9.81).to_bits());
    check(&|p| pendulum(&p[..2], p[2]), &[1.0, 0.5, 9.81], &with(&d, g));
    let y = [1.0, 0.5, -0.2];
    let (value, (a, b, k)) = user::value_and_grad(&X, &y, 0.7);
    assert_eq!(value.to_bits(), user(&X, &y, 0.7).to_bits());
    check(&|p| user(&p[..3], &p[3..6], p[6]), &[X.as_slice(), &y, &[0.7]].concat(), &[a.as_slice(), &b, &[k]].concat());
}

#[test]
fn functions_that_are_parameters_give_arrays() {
    for (value, (d, k), f) in [
        (use_pair::value_and_grad([0.3, -1.0], 0.7), use_pair as fn([f64; 2], f64) -> f64),
        (use_by_value::value_and_grad([0.3, -1.0], 0.7), use_by_value),
    ]
    .map(|((value, gradient), f)| (value, gradient, f))
    {
        assert_eq!(value.to_bits(), f([0.3, -1.0], 0.7).to_bits());
        check(&|p| f([p[0], p[1]], p[2]), &[0.3, -1.0, 0.7], &with(&d, k));
    }
}

#[test]
fn functions_of_another_crate_take_functions_of_arrays() {
    held!(of_another_crate(x, k));
}

#[test]
fn the_lorenz_system() {
    let start = [1.0, 2.0, 3.0];
    let f = |p: &[f64]| lorenz([p[0], p[1], p[2]], p[3], p[4], p[5], 20);
    let at = [1.0, 2.0, 3.0, 10.0, 28.0, 2.6];
    let (value, (d, sigma, rho, beta)) = lorenz::value_and_grad(start, 10.0, 28.0, 2.6, 20);
    assert_eq!(value.to_bits(), f(&at).to_bits());
    check(&f, &at, &[d.as_slice(), &[sigma, rho, beta]].concat());
    let (value, d) = by_name::value_and_grad(start, 20);
    assert_eq!(value.to_bits(), by_name(start, 20).to_bits());
    check(&|p| by_name([p[0], p[1], p[2]], 20), &start, &d);
    // Many steps, of a system that does not forget: the gradient grows, and is the same by both ways.
    let (value, (d, ..)) = lorenz::value_and_grad(start, 10.0, 28.0, 8.0 / 3.0, 1000);
    let (same, other) = by_name::value_and_grad(start, 1000);
    assert_eq!(value.to_bits(), same.to_bits());
    assert_eq!(d, other);
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(x + 1.0)
}

/// `move` closures have copies of arrays. They are called before the arrays change, or have copies of a name of their own.
#[differentiable]
fn copies(x: &[f64]) -> f64 {
    let mut a = [x[0], x[1]];
    let f = move |t: f64| a[0] * t + a[1];
    let first = f(2.0);
    a[0] = first * x[1];
    let copy = a;
    let g = move |t: f64| copy[0] * t + copy[1] * a[1];
    let second = applied(move |t| a[0] * t, x[0]) * g(first);
    a[0] += 1.0;
    let mut sum = first + second * copy[0];
    for i in 0..2 {
        a[i] *= 1.5;
        let h = move |t: f64| a[i] * t + copy[i];
        sum += h(sum);
    }
    sum * a[0]
}

#[test]
fn move_closures_have_copies() {
    let x = [1.5, 0.5];
    let (value, d) = copies::value_and_grad(&x);
    assert_eq!(value, copies(&x));
    check(&copies, &x, &d);
}

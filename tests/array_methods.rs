//! What is done to whole arrays: values bit for bit, gradients against central differences, panics where the function panics.

#![allow(
    clippy::cast_precision_loss,
    clippy::clone_on_copy,
    clippy::float_cmp,
    clippy::implicit_clone,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::useless_vec,
    reason = "arrays are used in each way that there is, which is what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;
use std::panic::catch_unwind;

use backprop::differentiable;

/// The heat equation, by two buffers that change places.
#[differentiable]
fn heat(start: &[f64], steps: usize, k: f64) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    let mut next = start.to_vec();
    for _ in 0..steps {
        for i in 1..n - 1 {
            next[i] = u[i] + k * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += (i as f64 + 1.0) * u[i] * u[i];
    }
    sum
}

/// The same where what flows depends on the temperature, and the loop may be left.
#[differentiable]
fn nonlinear_heat(start: &[f64], steps: usize, k: f64) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    let mut next = vec![0.0; n];
    let mut turns = 0;
    while turns < steps {
        let mut change = 0.0;
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        for i in 1..n - 1 {
            let flow = k * u[i].sin() * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
            next[i] = u[i] + flow;
            change += flow * flow;
        }
        core::mem::swap(&mut next, &mut u);
        turns += 1;
        if change < 1e-4 {
            break;
        }
    }
    let mut sum = next[1];
    for i in 0..n {
        sum += u[i] * u[i];
    }
    sum
}

/// Three buffers in a circle, in arrays of a fixed length, and numbers that change places.
#[differentiable]
fn circle(x: &[f64; 3], turns: usize) -> f64 {
    let mut a = x.clone();
    let mut b = [1.0, 2.0, 3.0];
    let mut c = [0.5; 3];
    let (mut p, mut q) = (x[0], x[1]);
    for i in 0..turns {
        for j in 0..3 {
            c[j] = a[j] * b[(j + i) % 3] + p;
        }
        std::mem::swap(&mut a, &mut b);
        std::mem::swap(&mut b, &mut c);
        std::mem::swap(&mut p, &mut q);
        p *= 0.5;
    }
    a[0] * b[1] + c[2] * p - q + b[0]
}

/// Arrays that change places in one branch, in both, and in neither.
#[differentiable]
fn chosen(x: &[f64], c: usize) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![0.5; 3];
    b[1] = x[1] * x[0];
    if c == 0 {
        std::mem::swap(&mut a, &mut b);
    }
    let r = if c == 1 {
        a[0] += 2.0;
        std::mem::swap(&mut a, &mut b);
        b[0] * a[1]
    } else if c == 2 {
        std::mem::swap(&mut b, &mut a);
        std::mem::swap(&mut a, &mut b);
        a[0]
    } else {
        std::mem::swap(&mut b, &mut a);
        a[1] *= x[2];
        a[1]
    };
    if c == 3 {
        a.fill(r);
        (a, b) = (b, a);
    }
    r + a[0] * 2.0 + b[1] * b[1] + a[1] * b[2]
}

/// The discrete Fourier transform in place, radix 2, on real and imaginary parts; the power at some frequencies.
#[differentiable]
fn spectrum(signal: &[f64]) -> f64 {
    let n = signal.len();
    let mut re = signal.to_vec();
    let mut im = vec![0.0; n];
    let mut j = 0;
    for i in 1..n {
        let mut bit = n / 2;
        while j >= bit && bit > 0 {
            j -= bit;
            bit /= 2;
        }
        j += bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let angle = -2.0 * std::f64::consts::PI / len as f64;
        for start in (0..n).step_by(len) {
            for k in 0..len / 2 {
                let (w_re, w_im) = ((angle * k as f64).cos(), (angle * k as f64).sin());
                let (a, b) = (start + k, start + k + len / 2);
                let t_re = re[b] * w_re - im[b] * w_im;
                let t_im = re[b] * w_im + im[b] * w_re;
                re[b] = re[a] - t_re;
                im[b] = im[a] - t_im;
                re[a] += t_re;
                im[a] += t_im;
            }
        }
        len *= 2;
    }
    let mut loss = 0.0;
    for k in 0..n {
        loss += (re[k] * re[k] + im[k] * im[k]) * (k as f64 + 1.0);
    }
    loss
}

/// A linear system by elimination with pivots; what is solved for, weighed.
#[differentiable]
fn solved(matrix: &[f64], right: &[f64]) -> f64 {
    let n = right.len();
    let mut a = matrix.to_vec();
    let mut b = right.to_vec();
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[pivot * n + k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            for j in 0..n {
                a.swap(k * n + j, pivot * n + j);
            }
            b.swap(k, pivot);
        }
        for i in k + 1..n {
            let factor = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
            b[i] -= factor * b[k];
        }
    }
    for i in (0..n).rev() {
        let mut sum = b[i];
        for j in i + 1..n {
            sum -= a[i * n + j] * b[j];
        }
        b[i] = sum / a[i * n + i];
    }
    let mut weighed = 0.0;
    for i in 0..n {
        weighed += (i as f64 + 1.0) * b[i];
    }
    weighed
}

/// A scratch buffer that is filled anew in each turn, and one that is copied to.
#[differentiable]
fn scratch(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    let mut s = [0.0; 3];
    let mut t = vec![k; 3];
    for i in 0..x.len() {
        s.fill(x[i] * k);
        for j in 0..3 {
            s[j] += t[j] * x[j % x.len()];
        }
        t.copy_from_slice(&s);
        t[i % 3] *= k;
        s.swap(i % 3, 0);
        sum += s[0] * t[1] + s[2];
        if sum > 50.0 {
            s.fill(0.0);
            t.clone_from_slice(&s);
        }
    }
    sum + t[0] * s[1]
}

/// Elements that may not be there.
#[differentiable]
fn there(x: &[f64], i: usize) -> f64 {
    if x.is_empty() {
        return 7.0;
    }
    let mut y = x.to_vec();
    y[0] *= *x.last().unwrap();
    let first = y.first().unwrap() * 2.0;
    let other = y.get(i).copied().unwrap_or(first * x[0]);
    let far = x.get(i + 1).unwrap_or(&0.25);
    let last = y.last().copied().unwrap_or(1.0);
    first * other + far.sin() * last + *y.get(x.len() - 1).expect("it is there") + x.first().copied().unwrap_or(first)
}

/// A second array of an array that goes on to change, and of a second array.
#[differentiable]
fn snapshots(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut total = 0.0;
    for i in 0..x.len() {
        let before = a.clone();
        a[i] = before[i] * before[0];
        let mut other = before.to_vec();
        other[0] += a[i];
        total += other[0] * before[x.len() - 1] + a[0];
    }
    total
}

/// A closure swaps, and a function of a generic number.
#[differentiable]
fn in_closure<T: backprop::Real>(x: &[T], k: T) -> T {
    let mut a = x.to_vec();
    let mut b = vec![k; x.len()];
    let mut turn = |v: T| {
        a[0] *= v;
        a.swap(0, 1);
        b.copy_from_slice(&a);
        b.fill(v * k);
        std::mem::swap(&mut a, &mut b);
    };
    turn(x[1]);
    turn(k);
    turn(k * k);
    a[0] * b[0] + b[1]
}

/// Data that depends on nothing is copied from, and made a second of.
#[differentiable(wrt(x))]
fn with_data(x: &[f64], data: &[f64], flags: &[bool]) -> f64 {
    let mut y = data.to_vec();
    y[1] *= x[0];
    let r = y[0] * y[1];
    y.copy_from_slice(data);
    y[0] += x[1];
    let mut on = flags.to_vec();
    on.swap(0, 1);
    if on[0] { r + y[0] * y[1] } else { r }
}

/// A machine with a stack: numbers below the length push an input, the others compute.
#[differentiable]
fn machine(x: &[f64], code: &[usize]) -> f64 {
    let mut stack = Vec::new();
    for i in 0..code.len() {
        let op = code[i];
        if op < x.len() {
            stack.push(x[op]);
        } else if op == x.len() {
            let b = stack.pop().unwrap();
            let a = stack.pop().expect("an operand");
            stack.push(a * b);
        } else if op == x.len() + 1 {
            let b = stack.pop().unwrap();
            let top = stack.len() - 1;
            stack[top] += b;
        } else {
            let a = stack.pop().unwrap();
            stack.push(a.sin());
        }
    }
    stack.pop().unwrap()
}

/// What a loop adds is taken away by another one, beside a vector of the host's.
#[differentiable]
fn trail(x: f64, n: usize) -> f64 {
    let mut v: Vec<f64> = Vec::with_capacity(n);
    let mut turns = Vec::new();
    let mut y = x;
    for i in 0..n {
        y = y * x + 0.5;
        v.push(y);
        turns.push(i);
        if i % 3 == 2 {
            v.push(v[i] * v.last().unwrap());
        }
    }
    let mut s = 0.0;
    while !v.is_empty() {
        s = s * 0.5 + v.pop().unwrap().sin();
    }
    let mut other = vec![s];
    v.push(s);
    v.push(x);
    std::mem::swap(&mut v, &mut other);
    v[0] * other[other.len() - 1] + turns.len() as f64
}

thread_local! {
    static LOG: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn log(place: usize) {
    LOG.with_borrow_mut(|log| log.push(place));
}

/// What panics, after what has been logged.
#[differentiable]
fn panics(x: &[f64], kind: usize) -> f64 {
    let mut y = x.to_vec();
    let z = [x[0]; 2];
    log(0);
    if kind == 0 {
        y.swap(0, x.len());
    } else if kind == 1 {
        y.copy_from_slice(&z);
    } else if kind == 2 {
        y[0] = *x.get(x.len()).unwrap();
    } else if kind == 3 {
        let none: [f64; 0] = [];
        y[0] = *x.first().unwrap() * y.get(17).copied().expect("no such element");
        log(none.len());
    }
    log(1);
    y[0] * y[1]
}

#[track_caller]
fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], value: f64, gradient: &[f64]) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    differences::check(&f, x, gradient);
}

const X: [f64; 4] = [0.3, 1.2, -2.0, 0.7];
const Y: [f64; 6] = [1.5, 0.1, 0.4, 0.9, -0.3, 1.1];

#[test]
fn two_buffers_change_places() {
    for x in [&X[..], &Y, &X[..2]] {
        for steps in [0, 1, 2, 5] {
            let (value, (d_x, d_k)) = heat::value_and_grad(x, steps, 0.2);
            check(|x| heat(x, steps, 0.2), x, value, &d_x);
            check(|k| heat(x, steps, k[0]), &[0.2], value, &[d_k]);
            let (value, back) = heat::vjp(x, steps, 0.2);
            assert_eq!(value.to_bits(), heat(x, steps, 0.2).to_bits());
            assert_eq!(back(1.0), (d_x, d_k));
            let (value, (d_x, d_k)) = nonlinear_heat::value_and_grad(x, steps, 0.2);
            check(|x| nonlinear_heat(x, steps, 0.2), x, value, &d_x);
            check(|k| nonlinear_heat(x, steps, k[0]), &[0.2], value, &[d_k]);
        }
    }
}

#[test]
fn arrays_and_numbers_change_places_in_a_circle() {
    let x = [0.4, -1.3, 0.8];
    for turns in 0..5 {
        let (value, gradient) = circle::value_and_grad(&x, turns);
        check(|x| circle(&[x[0], x[1], x[2]], turns), &x, value, &gradient);
    }
}

#[test]
fn arrays_change_places_in_branches() {
    for c in 0..5 {
        let (value, gradient) = chosen::value_and_grad(&X[..3], c);
        check(|x| chosen(x, c), &X[..3], value, &gradient);
        let (value, back) = chosen::vjp(&X[..3], c);
        assert_eq!(value.to_bits(), chosen(&X[..3], c).to_bits());
        assert_eq!(back(1.0), gradient);
    }
}

#[test]
fn algorithms_in_place() {
    for x in [&X[..], &[0.1, 0.7, -0.4, 1.3, 0.2, -0.9, 0.5, 0.6], &X[..1]] {
        let (value, gradient) = spectrum::value_and_grad(x);
        check(spectrum, x, value, &gradient);
    }
    let matrix = [0.1, 2.0, -1.0, 4.0, 1.0, 0.5, 1.5, -3.0, 2.5];
    let right = [1.0, -2.0, 0.5];
    let (value, (d_matrix, d_right)) = solved::value_and_grad(&matrix, &right);
    check(|matrix| solved(matrix, &right), &matrix, value, &d_matrix);
    check(|right| solved(&matrix, right), &right, value, &d_right);
}

#[test]
fn buffers_are_filled_and_copied() {
    for x in [&X[..], &Y, &X[..1], &[]] {
        for k in [0.7, 1.6] {
            let (value, (d_x, d_k)) = scratch::value_and_grad(x, k);
            check(|x| scratch(x, k), x, value, &d_x);
            check(|k| scratch(x, k[0]), &[k], value, &[d_k]);
        }
    }
}

#[test]
fn elements_that_may_not_be_there() {
    for x in [&X[..], &X[..1], &[]] {
        for i in [0, 1, 3, 9] {
            let (value, gradient) = there::value_and_grad(x, i);
            check(|x| there(x, i), x, value, &gradient);
        }
    }
}

#[test]
fn second_arrays() {
    for x in [&X[..], &X[..2]] {
        let (value, gradient) = snapshots::value_and_grad(x);
        check(snapshots, x, value, &gradient);
    }
    let (value, (d_x, d_k)) = in_closure::value_and_grad(&X[..2], 0.4);
    check(|x| in_closure(x, 0.4), &X[..2], value, &d_x);
    check(|k| in_closure(&X[..2], k[0]), &[0.4], value, &[d_k]);
    for flags in [[true, false], [false, true]] {
        let data = [0.5, 3.0];
        let (value, gradient) = with_data::value_and_grad(&X[..2], &data, &flags);
        check(|x| with_data(x, &data, &flags), &X[..2], value, &gradient);
    }
}

#[test]
fn vectors_grow_and_shrink() {
    let x = [0.4, -1.1, 2.0];
    for code in [&[0, 1, 3, 2, 4, 9][..], &[0], &[1, 9, 9, 2, 0, 4, 3, 1, 3]] {
        let (value, gradient) = machine::value_and_grad(&x, code);
        check(|x| machine(x, code), &x, value, &gradient);
        let (value, back) = machine::vjp(&x, code);
        assert_eq!(value.to_bits(), machine(&x, code).to_bits());
        assert_eq!(back(1.0), gradient);
        assert_eq!(back(1.0), gradient);
    }
    for code in [&[][..], &[0, 3], &[0, 1, 3, 3]] {
        assert!(catch_unwind(|| machine(&x, code)).is_err());
        assert!(catch_unwind(|| machine::grad(&x, code)).is_err());
    }
    for n in 0..6 {
        let (value, gradient) = trail::value_and_grad(0.7, n);
        check(|x| trail(x[0], n), &[0.7], value, &[gradient]);
    }
}

#[test]
fn panics_are_those_of_the_function() {
    for kind in 0..4 {
        let logged = |run: fn(&[f64], usize)| {
            LOG.with_borrow_mut(Vec::clear);
            assert!(catch_unwind(|| run(&X, kind)).is_err(), "{kind}");
            LOG.with_borrow(Clone::clone)
        };
        let plain = logged(|x, kind| {
            let _ = panics(x, kind);
        });
        assert_eq!(plain, [0]);
        assert_eq!(
            logged(|x, kind| {
                let _ = panics::grad(x, kind);
            }),
            plain,
            "{kind}"
        );
        assert_eq!(
            logged(|x, kind| {
                let _ = panics::vjp(x, kind);
            }),
            plain,
            "{kind}"
        );
    }
    let (value, gradient) = panics::value_and_grad(&X, 9);
    check(|x| panics(x, 9), &X, value, &gradient);
}

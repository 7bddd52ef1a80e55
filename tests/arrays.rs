//! Functions of slices and arrays: values bit for bit, gradients against central differences, allocations counted.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::manual_memcpy,
    clippy::many_single_char_names,
    clippy::needless_lifetimes,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::range_minus_one,
    clippy::trivially_copy_pass_by_ref,
    clippy::useless_vec,
    reason = "loops over indices, each kind of array and each way to write it are what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn horner(c: &[f64], x: f64) -> f64 {
    let mut value = 0.0;
    for i in (0..c.len()).rev() {
        value = value * x + c[i];
    }
    value
}

#[differentiable]
fn quadratic(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for i in 0..n {
        let mut row = 0.0;
        for j in 0..n {
            row += a[i * n + j] * x[j];
        }
        sum += x[i] * row;
    }
    sum
}

#[differentiable]
fn huber(r: &[f64], delta: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..r.len() {
        if r[i].abs() < delta {
            sum += 0.5 * r[i] * r[i];
        } else {
            sum += delta * (r[i].abs() - 0.5 * delta);
        }
    }
    sum
}

#[differentiable]
fn norm3(x: &[f64; 3]) -> f64 {
    (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt()
}

#[differentiable]
fn product(x: &Vec<f64>) -> f64 {
    let mut p = 1.0;
    for i in 0..x.len() {
        p *= x[i];
    }
    p
}

#[differentiable]
fn weighted(x: &[f64], k: f64) -> f64 {
    let f = |i: usize| x[i] * k;
    let mut s = 0.0;
    for i in 1..x.len() {
        s += f(i) * f(i - 1).sin();
    }
    s
}

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn log(text: &str) {
    LOG.with_borrow_mut(|log| log.push(text.to_owned()));
}

#[differentiable]
fn generic<T: Real>(x: &[T], k: T) -> T {
    let mut s = k;
    for i in 0..x.len() {
        log("turn");
        s = s * x[i].sin() + x[i];
    }
    s
}

#[differentiable(wrt(x))]
fn gather(x: &[f64], index: &[usize], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..index.len() {
        s += x[index[i]] * w[i];
    }
    s
}

#[differentiable]
fn smooth(x: &[f64], k: f64) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; n];
    for i in 0..n {
        y[i] += x[i] * x[i] * k;
    }
    let mut sum = 0.0;
    for i in 1..n {
        y[i] = y[i - 1].sin() * y[i];
        sum += y[i] * x[i];
    }
    sum
}

#[differentiable]
fn rotate(x: &[f64], angle: f64) -> f64 {
    let (s, c) = angle.sin_cos();
    let p = [x[0] * c - x[1] * s, x[0] * s + x[1] * c, 1.0];
    let w = [0.5, 0.25, 0.125];
    let mut sum = 0.0;
    for i in 0..3 {
        sum += p[i] * w[i];
    }
    sum
}

#[differentiable]
fn turns(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut acc = [0.0; 2];
        for j in 0..=i {
            acc[j % 2] += x[j] * x[i];
            if j == 1 {
                acc[1] *= x[0];
                acc[0] -= x[i].cos();
            } else if x[j] > 0.5 {
                acc[0] /= 1.0 + x[j];
            }
        }
        sum += acc[0] * acc[1].exp();
    }
    sum
}

#[differentiable]
fn softmax_entropy(z: &[f64]) -> f64 {
    let mut top = z[0];
    for i in 1..z.len() {
        top = top.max(z[i]);
    }
    let mut p = vec![0.0; z.len()];
    let mut total = 0.0;
    for i in 0..z.len() {
        p[i] = (z[i] - top).exp();
        total += p[i];
    }
    let mut h = 0.0;
    for i in 0..z.len() {
        let q = p[i] / total;
        h -= q * q.ln();
    }
    h
}

#[differentiable]
fn host_arrays(x: &[f64], k: f64) -> f64 {
    let mut w = vec![1.0, 2.0, 3.0];
    w[1] = 5.0;
    w.push(7.0);
    let idx = [2usize, 0, 1];
    let mut total = 0.0;
    for i in 0..3 {
        total += w[i] * x[idx[i]] * k;
    }
    total + w.len() as f64 * x[0]
}

#[differentiable]
fn descents(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..=x.len() - 1 {
        if i > 0 && x[i - 1] > x[i] {
            s += x[i - 1] * x[i];
        }
        if i + 1 >= x.len() || x[i + 1] < 0.0 {
            s += x[i].exp();
        }
    }
    s
}

#[differentiable]
fn early(x: &[f64], k: f64) -> f64 {
    if x.len() < 2 {
        return k * x[0];
    }
    let mut v = [x[0], x[1]];
    v[0] = {
        v[1] = v[0] * k;
        v[1] + v[0]
    };
    let mut v = vec![v[0] * 2.0, v[1], 1.0];
    v[1] /= v[0];
    v[2] = v[1] - v[2];
    let f = |i: usize| v[i] * x[i % 2];
    f(0) + f(1) * f(2)
}

#[differentiable]
fn inner_arrays(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        log("turn");
        if x[i] > 0.0 {
            let mut t = [0.0; 2];
            t[i % 2] = x[i];
            s += t[0] * t[1] + t[i % 2] * x[i];
        }
        let g = |j: usize| {
            let mut u = [0.0; 3];
            u[j] += x[i];
            u[j] * u[j]
        };
        s += g(i % 3);
    }
    s
}

#[differentiable]
fn accumulates(x: &[f64]) -> f64 {
    let mut y = vec![0.0; 3];
    let mut add = |i: usize, v: f64| y[i % 3] += v * v;
    for i in 0..x.len() {
        add(i, x[i]);
        add(i + 1, x[i] * 0.5);
    }
    let z = if x[0] > 0.0 {
        let mut t = [0.0; 2];
        t[0] = y[0] * y[1];
        t[1] += t[0];
        t[1]
    } else {
        y[2]
    };
    y[0] + y[1] * z
}

#[differentiable]
fn logs(x: &[f64], n: usize) -> f64 {
    assert!(n < 100, "too many");
    let mut s = 0.0;
    for i in 0..n {
        log("before");
        let t = x[i];
        log("after");
        s += t * t;
    }
    s
}

#[differentiable]
fn matched(x: &[f64], mode: usize) -> f64 {
    let mut acc = [0.0; 3];
    for i in 0..x.len() {
        match (mode + i) % 3 {
            0 if x[i] > 0.0 => acc[0] += x[i],
            1 => acc[1] -= x[i] * x[i],
            _ => {
                acc[2] = x[i] * acc[1] + acc[0];
                acc[0] *= 0.5;
            }
        }
    }
    acc[0] + acc[1] * acc[2]
}

#[differentiable]
fn stencil(u0: &[f64], c: f64) -> f64 {
    let n = u0.len();
    let mut u = vec![0.0; n];
    let mut w = vec![0.0; n];
    for i in 0..n {
        u[i] = u0[i];
    }
    for _ in 0..5 {
        for i in 1..n - 1 {
            w[i] = u[i] + c * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
        }
        for i in 1..n - 1 {
            u[i] = w[i];
        }
    }
    let mut e = 0.0;
    for i in 0..n {
        e += u[i] * u[i];
    }
    e
}

#[differentiable]
fn cholesky_like(a: &[f64]) -> f64 {
    let n = 3;
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[i * n + j];
            for k in 0..j {
                sum -= l[i * n + k] * l[j * n + k];
            }
            if i == j {
                l[i * n + j] = sum.sqrt();
            } else {
                l[i * n + j] = sum / l[j * n + j];
            }
        }
    }
    let mut logdet = 0.0;
    for i in 0..n {
        logdet += l[i * n + i].ln();
    }
    2.0 * logdet
}

#[differentiable]
fn stopped(x: &[f64]) -> f64 {
    let k = backprop::stop_gradient(x[0]);
    k * x[1] + x[0]
}

#[differentiable]
fn filled(x: f64, n: usize) -> f64 {
    let mut v = vec![x; n];
    v[1] *= 3.0;
    let mut s = 0.0;
    for i in 0..n {
        s += v[i] * v[i];
    }
    s
}

#[differentiable(wrt(k, x))]
fn ordered(x: &[f64], c: f64, k: f64) -> f64 {
    x[0] * k * c + x[1]
}

#[derive(Clone, Copy, Differentiable)]
struct Model {
    rate: f64,
}

#[differentiable]
impl Model {
    fn loss(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += (self.rate * x[i]).sin();
        }
        s
    }
}

const N: usize = 3;

#[differentiable]
fn fixed<T: Real, const M: usize>(x: &[T; M], k: T) -> T {
    let mut v = [k; N];
    for i in 0..M {
        v[i % N] *= x[i];
    }
    v[0] + v[1] * v[2]
}

#[differentiable]
fn two_lifetimes<'a>(x: &'a [f64], y: &[f64], s: &str) -> f64 {
    if s == "sum" { x[0] + y[0] } else { x[0] * y[0] }
}

/// Each turn has an array beside one that is the host's, which is dropped with the block.
#[differentiable]
fn beside_the_hosts(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 1..x.len() {
        let mut w = [0.0; 4];
        w[i % 4] -= x[i].sin() - x[i - 1];
        let mut idle = vec![0.0; 4];
        idle[0] = 1.0;
        w[0] += w[i % 4] * idle[0];
        s += w[0] * w[i % 4];
    }
    s
}

/// Of the array's elements more is known after the closure than in it.
#[differentiable]
fn late(u: (f64, f64), x: &[f64]) -> f64 {
    let z = u.0;
    let c = |k| {
        let mut w: Vec<f64> = vec![k; 3];
        w[0] *= z;
        w[0].sin() + w[1]
    };
    c(u.1) * x[0]
}

/// A closure that takes a function, beside arrays; it is never called.
#[differentiable]
fn takes_a_function(x: &[f64]) -> f64 {
    let apply = |v: f64, f: fn(f64) -> f64| f(v) - x[1];
    let again = apply;
    let _ = again;
    x[0] * x[1]
}

/// Holds a gradient against central differences, and the value against the function, bit for bit.
#[track_caller]
fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], value: f64, gradient: &[f64]) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    differences::check(&f, x, gradient);
}

const X: [f64; 4] = [0.3, -1.2, 2.0, 0.7];
const Y: [f64; 4] = [1.5, 0.1, -0.4, 0.9];

#[test]
fn each_entry_point_gives_the_gradient_in_the_shape_of_the_arrays() {
    let (value, (d_a, d_b)): (f64, (Vec<f64>, Vec<f64>)) = dot::value_and_grad(&X, &Y);
    assert_eq!(value.to_bits(), dot(&X, &Y).to_bits());
    assert_eq!((d_a.as_slice(), d_b.as_slice()), (&Y[..], &X[..]));
    assert_eq!(dot::grad(&X, &Y), (d_a, d_b));
    let (value, back) = dot::vjp(&X, &Y);
    assert_eq!(value.to_bits(), dot(&X, &Y).to_bits());
    assert_eq!(back(2.0).0, Y.map(|y| 2.0 * y));
    let (mut d_a, mut d_b) = ([1.0; 4], [7.0; 4]);
    dot::accumulate_grad(&X, &Y, &mut d_a, &mut d_b);
    assert_eq!((d_a, d_b), (Y.map(|y| 1.0 + y), X.map(|x| 7.0 + x)));
    dot::value_and_grad_into(&X, &Y, &mut d_a, &mut d_b);
    assert_eq!((d_a, d_b), (Y, X));
    // An array has an array, and a `Vec` a `Vec`.
    let (value, gradient): (f64, [f64; 3]) = norm3::value_and_grad(&[0.1, 0.2, 0.3]);
    check(|x| norm3(&[x[0], x[1], x[2]]), &[0.1, 0.2, 0.3], value, &gradient);
    let (value, gradient) = product::value_and_grad(&X.to_vec());
    check(|x| product(&x.to_vec()), &X, value, &gradient);
}

#[test]
fn arrays_are_read_in_loops_branches_and_closures() {
    let (value, (d_c, d_x)) = horner::value_and_grad(&X, 0.7);
    check(|c| horner(c, 0.7), &X, value, &d_c);
    check(|x| horner(&X, x[0]), &[0.7], value, &[d_x]);
    let (value, (d_a, d_x)) = quadratic::value_and_grad(&X, &Y[..2]);
    check(|a| quadratic(a, &Y[..2]), &X, value, &d_a);
    check(|x| quadratic(&X, x), &Y[..2], value, &d_x);
    let (value, (d_r, d_delta)) = huber::value_and_grad(&X, 0.8);
    check(|r| huber(r, 0.8), &X, value, &d_r);
    check(|delta| huber(&X, delta[0]), &[0.8], value, &[d_delta]);
    let (value, (d_x, d_k)) = weighted::value_and_grad(&X, 1.3);
    check(|x| weighted(x, 1.3), &X, value, &d_x);
    check(|k| weighted(&X, k[0]), &[1.3], value, &[d_k]);
    let (value, d_x) = gather::value_and_grad(&X, &[0, 2, 2], &Y);
    check(|x| gather(x, &[0, 2, 2], &Y), &X, value, &d_x);
}

#[test]
fn generic_scalars_and_effects_in_their_order() {
    LOG.with_borrow_mut(Vec::clear);
    let (value, (d_x, d_k)) = generic::value_and_grad(&X, 1.3);
    assert_eq!(LOG.with_borrow(Vec::len), X.len());
    check(|x| generic(x, 1.3), &X, value, &d_x);
    check(|k| generic(&X, k[0]), &[1.3], value, &[d_k]);
    let narrow = X.map(|x| x as f32);
    let (value, (d_x, _)) = generic::value_and_grad(&narrow, 1.3_f32);
    assert_eq!(value.to_bits(), generic(&narrow, 1.3_f32).to_bits());
    assert_eq!(d_x.len(), 4);
}

#[test]
fn arrays_are_made_and_written() {
    let (value, (d_x, d_k)) = smooth::value_and_grad(&X, 1.3);
    check(|x| smooth(x, 1.3), &X, value, &d_x);
    check(|k| smooth(&X, k[0]), &[1.3], value, &[d_k]);
    let (_, back) = smooth::vjp(&X, 1.3);
    assert_eq!(back(1.0), (d_x, d_k));
    let (value, (d_x, d_angle)) = rotate::value_and_grad(&X, 1.3);
    check(|x| rotate(x, 1.3), &X, value, &d_x);
    check(|angle| rotate(&X, angle[0]), &[1.3], value, &[d_angle]);
    let (value, d_x) = turns::value_and_grad(&X);
    check(turns, &X, value, &d_x);
    let (value, d_z) = softmax_entropy::value_and_grad(&X);
    check(softmax_entropy, &X, value, &d_z);
}

#[test]
fn elements_of_types_that_are_known_late() {
    let (value, ((d_0, d_1), d_x)) = late::value_and_grad((0.4, 1.1), &X);
    check(|x| late((0.4, 1.1), x), &X, value, &d_x);
    check(|u| late((u[0], u[1]), &X), &[0.4, 1.1], value, &[d_0, d_1]);
    let (value, d_x) = takes_a_function::value_and_grad(&X);
    check(takes_a_function, &X, value, &d_x);
}

#[test]
fn arrays_that_depend_on_nothing_are_the_hosts() {
    let (value, (d_x, d_k)) = host_arrays::value_and_grad(&X, 1.3);
    check(|x| host_arrays(x, 1.3), &X, value, &d_x);
    check(|k| host_arrays(&X, k[0]), &[1.3], value, &[d_k]);
}

fn message(run: impl FnOnce() -> f64) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("a panic");
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn a_buffer_of_a_wrong_length_is_a_panic_with_both_lengths_before_any_work() {
    let mut d_b = [0.0; 4];
    let text = message(|| dot::accumulate_grad(&X, &Y, &mut [0.0; 3], &mut d_b));
    assert_eq!(text, "`a` has 4 elements, and the buffer for its gradient has 3");
    assert_eq!(d_b, [0.0; 4]);
}

#[test]
fn a_program_that_panics_panics_where_the_function_does() {
    let text = message(|| dot::accumulate_grad(&X, &Y[..2], &mut [0.0; 4], &mut [0.0; 2]));
    assert_eq!(text, message(|| dot(&X, &Y[..2])));
}

#[test]
fn only_gradients_are_allocated_where_nothing_is_overwritten() {
    let count = |run: &mut dyn FnMut()| allocation_counter::measure(run).count_total;
    let mut buffers = ([0.0; 4], [0.0; 4]);
    assert_eq!(count(&mut || drop(dot::grad(&X, &Y))), 2);
    assert_eq!(count(&mut || _ = dot::accumulate_grad(&X, &Y, &mut buffers.0, &mut buffers.1)), 0);
    // The value of each inner loop is needed again, in its turn.
    assert_eq!(count(&mut || _ = quadratic::accumulate_grad(&X, &Y[..2], &mut buffers.0, &mut buffers.1[..2])), 0);
}

#[test]
fn reads_and_writes_in_every_place() {
    for x in [X, [1.3, 0.2, 0.1, -0.7], [-0.3, 1.2, 0.5, 0.4]] {
        let (value, d_x) = descents::value_and_grad(&x);
        check(descents, &x, value, &d_x);
        let (value, (d_x, d_k)) = early::value_and_grad(&x, 1.2);
        check(|x| early(x, 1.2), &x, value, &d_x);
        check(|k| early(&x, k[0]), &[1.2], value, &[d_k]);
        assert_eq!(early::vjp(&x, 1.2).1(1.0), (d_x, d_k));
        let (value, (d_x, _)) = early::value_and_grad(&x[..1], 1.2);
        check(|x| early(x, 1.2), &x[..1], value, &d_x);
        let (value, d_x) = inner_arrays::value_and_grad(&x);
        check(inner_arrays, &x, value, &d_x);
        let (value, d_x) = beside_the_hosts::value_and_grad(&x);
        check(beside_the_hosts, &x, value, &d_x);
        assert_eq!(beside_the_hosts::vjp(&x).1(1.0), d_x);
        let (value, d_x) = accumulates::value_and_grad(&x);
        check(accumulates, &x, value, &d_x);
        assert_eq!(accumulates::vjp(&x).1(1.0), d_x);
        for mode in 0..3 {
            let (value, d_x) = matched::value_and_grad(&x, mode);
            check(|x| matched(x, mode), &x, value, &d_x);
            assert_eq!(matched::vjp(&x, mode).1(1.0), d_x);
        }
        let (value, (d_u, d_c)) = stencil::value_and_grad(&x, 0.1);
        check(|u| stencil(u, 0.1), &x, value, &d_u);
        check(|c| stencil(&x, c[0]), &[0.1], value, &[d_c]);
        assert_eq!(stencil::vjp(&x, 0.1).1(1.0), (d_u, d_c));
        assert_eq!(stopped::grad(&x), [1.0, x[0], 0.0, 0.0]);
    }
    let a = [2.0, 0.1, 0.2, 0.1, 3.0, 0.3, 0.2, 0.3, 1.5];
    let (value, d_a) = cholesky_like::value_and_grad(&a);
    check(cholesky_like, &a, value, &d_a);
}

#[test]
fn an_index_out_of_bounds_panics_after_what_the_host_did_before_it() {
    let run = |f: &dyn Fn() -> f64| {
        LOG.with_borrow_mut(Vec::clear);
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f));
        LOG.with_borrow(Clone::clone)
    };
    let x = [1.0, 2.0];
    for n in 0..4 {
        let expected = run(&|| logs(&x, n));
        assert_eq!(run(&|| logs::value_and_grad(&x, n).0), expected, "{n}");
        assert_eq!(run(&|| logs::grad(&x, n)[0]), expected, "{n}");
        assert_eq!(run(&|| logs::vjp(&x, n).0), expected, "{n}");
    }
}

#[test]
fn methods_constants_lifetimes_and_the_order_of_wrt() {
    let (v, d) = filled::value_and_grad(0.5, 4);
    assert_eq!(v, filled(0.5, 4));
    assert!((d - 2.0 * 0.5 * 12.0).abs() < 1e-12, "{d}");
    let (dk, dx): (f64, Vec<f64>) = ordered::grad(&[2.0, 3.0], 5.0, 7.0);
    assert_eq!((dk, dx), (10.0, vec![35.0, 1.0]));
    let (v, back) = ordered::vjp(&[2.0, 3.0], 5.0, 7.0);
    assert_eq!(back(1.0), (10.0, vec![35.0, 1.0]));
    let (mut dk, mut dx) = (1.0, [1.0, 1.0]);
    ordered::accumulate_grad(&[2.0, 3.0], 5.0, 7.0, &mut dk, &mut dx);
    assert_eq!((v, dk, dx), (73.0, 11.0, [36.0, 2.0]));
    let model = Model { rate: 2.0 };
    let (d_m, d_x) = model.loss_grad(&[0.3, 0.4]);
    assert!((d_m.rate - 0.3 * 0.6_f64.cos() - 0.4 * 0.8_f64.cos()).abs() < 1e-12);
    assert!((d_x[0] - 2.0 * 0.6_f64.cos()).abs() < 1e-12);
    let (v, (d, k)) = fixed::value_and_grad(&[2.0, 3.0, 4.0, 5.0], 1.5);
    assert_eq!(v, fixed(&[2.0, 3.0, 4.0, 5.0], 1.5));
    assert_eq!(d, [7.5, 9.0, 6.75, 3.0]);
    assert_eq!(k, 10.0 + 2.0 * 1.5 * 12.0);
    assert_eq!(two_lifetimes::grad(&[2.0], &[3.0], "sum"), (vec![1.0], vec![1.0]));
    assert_eq!(two_lifetimes::vjp(&[2.0], &[3.0], "x").1(1.0), (vec![3.0], vec![2.0]));
}

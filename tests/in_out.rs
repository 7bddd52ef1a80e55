//! `&mut` of numbers, structs and tuples: what comes in and goes out. Values bit for bit, gradients against central differences.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::semicolon_if_nothing_returned,
    reason = "it is the same computation, the names are those of the formulas, and what a body ends with is tried"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Inner {
    a: f64,
    b: f64,
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Outer {
    inner: Inner,
    other: Inner,
    k: f64,
    #[constant]
    n: usize,
}
#[differentiable]
impl Inner {
    fn advance(&mut self, h: f64) {
        self.a += h * self.b;
        self.b *= self.a.cos();
    }
    fn push(&mut self, k: f64) -> f64 {
        let before = self.b;
        self.b += k * k;
        self.advance(0.1 * k);
        before * k
    }
    fn settle(&mut self, h: f64) -> f64 {
        let before = self.len();
        self.a += h * before;
        let after = self.len();
        self.b *= before;
        after * self.len()
    }
    fn spin(&mut self, h: f64) -> bool {
        let was = self.a > 0.5;
        self.a = h * self.b;
        was
    }
    fn len(&self) -> f64 {
        self.a.hypot(self.b)
    }
}
#[differentiable]
fn mix(p: &mut Inner, q: &mut Inner, k: f64) -> f64 {
    if p.a > q.a {
        p.advance(k);
        return q.len();
    }
    let old = p.clone();
    *p = Inner { a: q.b * k, ..q.clone() };
    q.a += old.b;
    p.len() * k
}
#[differentiable]
impl Outer {
    fn run(&mut self, h: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            self.inner.advance(h);
            if i == 2 {
                self.other.advance(self.k)
            } else {
                s += mix(&mut self.inner, &mut self.other, h);
            }
            s += Inner::settle(&mut self.inner, h);
            if s > 3.0 {
                return s * self.k;
            }
        }
        s + self.other.len()
    }
    fn twice(&mut self, h: f64) {
        // Looks before and after it is changed.
        let first = self.run_again(h);
        self.k += first;
        self.go(h)
    }
    fn run_again(&self, h: f64) -> f64 {
        self.k * h
    }
    fn go(&mut self, h: f64) {
        self.inner.a += h;
    }
}
#[differentiable]
trait Body {
    fn step(&mut self, h: f64);
    fn energy(&self) -> f64;
}
#[differentiable]
impl Body for Inner {
    fn step(&mut self, h: f64) {
        self.advance(h);
        self.advance(2.0 * h);
    }
    fn energy(&self) -> f64 {
        self.len()
    }
}
#[differentiable]
fn generic<B: Body>(b: &mut B, h: f64, n: usize) -> f64 {
    for _ in 0..n {
        b.step(h);
    }
    let e = b.energy();
    b.step(h);
    e * h
}
#[differentiable]
fn down(p: &mut Inner, depth: usize, h: f64) -> f64 {
    if depth == 0 {
        return p.a;
    }
    p.advance(h);
    let below = down(p, depth - 1, h * p.b);
    p.b += below;
    below * p.b + down(&mut *p, depth - 1, h)
}
#[differentiable]
fn pair(t: &mut (f64, f64), k: f64) {
    t.0 *= k;
    *t = (t.1, t.0 * t.1);
    t.1 += k;
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct V<T: Real> {
    x: T,
    y: T,
}
#[differentiable]
fn grow<T: Real>(v: &mut V<T>, k: T) {
    v.x = v.x * k + v.y;
    let w = *v;
    v.y = w.x * w.y;
}
#[differentiable]
impl<T: Real> V<T> {
    fn turn(&mut self, k: T) {
        self.x += k * self.y;
        grow(self, k);
    }
}
#[differentiable]
fn arrays(p: &mut Inner, xs: &[f64], out: &mut [f64], k: f64) -> f64 {
    for (x, o) in xs.iter().zip(out.iter_mut()) {
        p.advance(*x * k);
        *o += p.a * k;
    }
    p.b * out[0]
}
fn outer(x: &[f64]) -> Outer {
    Outer { inner: Inner { a: x[0], b: x[1] }, other: Inner { a: x[2], b: x[3] }, k: x[4], n: 3 }
}
#[differentiable]
fn constant(k: f64, n: usize) -> f64 {
    let mut p = Inner { a: 1.0, b: 0.5 };
    p.advance(0.1);
    let mut s = 0.0;
    let mut go = |h: f64| {
        p.advance(h);
        s += p.a;
    };
    for _ in 0..n {
        go(k);
    }
    let done = p.len();
    let mut q = p.clone();
    q.advance(k);
    s + done * q.a
}
#[differentiable(wrt(k))]
fn left_out(x: &mut f64, k: f64) -> f64 {
    *x *= k;
    *x * *x
}
#[differentiable]
fn all(x: f64, k: f64) -> f64 {
    let mut t = (x, k);
    pair(&mut t, k);
    let mut v: V<f64> = V { x: t.0, y: t.1 };
    v.turn(k);
    grow(&mut v, x);
    let mut p = Inner { a: v.x, b: v.y };
    let r = down(&mut p, 2, k);
    let g = generic(&mut p, k, 2);
    let mut out = [x, k, 1.0];
    let a = arrays(&mut p, &[x, k], &mut out[1..], k);
    let mut z = x;
    let l = left_out(&mut z, k);
    let spun = Inner::spin(&mut p, k);
    let sp = if spun { p.a } else { 2.0 * p.a };
    r + g + a * out[1] + p.len() * out[2] + t.1 + z * l + sp
}

/// In place, twice.
#[differentiable]
fn bump(x: &mut f64, k: f64) {
    *x = x.sin() * k;
    *x += *x * k;
}

/// Two places, and an early return.
#[differentiable]
fn kick<T: Real>(a: &mut T, b: &mut T, k: T) -> T {
    if k > *a {
        *b = *a * k;
        return *b;
    }
    *a += k * *b;
    *a * k
}

/// Fields of one struct, and a local number.
#[differentiable]
fn fields(x: f64, v: f64, k: f64, n: usize) -> f64 {
    let mut p = Inner { a: x, b: v };
    for i in 0..n {
        p.advance(k);
        if i % 2 == 0 {
            bump(&mut p.a, k);
            let e = Inner::push(&mut p, k);
            p.b += e;
        }
    }
    let mut s = 0.5;
    bump(&mut s, k);
    let r = kick(&mut p.a, &mut p.b, k);
    p.len() + s * r
}

/// Elements of arrays, of rows, of what has a name, and of arrays of the caller's.
#[differentiable]
fn elements(x: &[f64], out: &mut [f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    let mut m = vec![vec![0.0; 2]; 2];
    let mut s = 0.0;
    for j in 0..2 {
        bump(&mut y[j], x[1]);
        bump(&mut m[j][i], y[j + 1]);
        bump(&mut out[j + i], s);
        let row = &mut y[1..];
        bump(&mut row[i], 0.3 * s);
        s += kick(&mut m[j][1 - i], &mut y[2], x[0]) * m[j][i];
    }
    s + y[0] * y[1] + m[1][0] * out[1]
}

#[test]
fn elements_of_arrays() {
    let x = [0.4, 0.9, -0.3, 0.2, 0.7, 1.1];
    for i in 0..2 {
        let mut out = [x[3], x[4], x[5]];
        let mut alone = out;
        let (value, (d_x, d_out)) = elements::value_and_grad(&x[..3], &mut out, i);
        assert_eq!(value.to_bits(), elements(&x[..3], &mut alone, i).to_bits());
        assert_eq!(out, alone);
        check(&|x| elements(&x[..3], &mut [x[3], x[4], x[5]], i), &x, &[&d_x[..], &d_out[..]].concat());
    }
}

#[test]
fn methods_that_change_and_give() {
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35];
    for n in [0, 1, 3, 5] {
        let (mut o, mut alone) = (outer(&x), outer(&x));
        let (value, (d, d_h)) = o.run_value_and_grad(x[5], n);
        assert_eq!((value, &o), (alone.run(x[5], n), &alone));
        check(&|x| outer(x).run(x[5], n), &x, &[d.inner.a, d.inner.b, d.other.a, d.other.b, d.k, d_h]);
        // Also what it holds after the call.
        let seed = [0.3, -1.0, 0.5, 2.0, 1.5];
        let weighted = |x: &[f64]| {
            let mut o = outer(x);
            let value = o.run(x[5], n);
            0.7 * value
                + seed[0] * o.inner.a
                + seed[1] * o.inner.b
                + seed[2] * o.other.a
                + seed[3] * o.other.b
                + seed[4] * o.k
        };
        let mut o = outer(&x);
        let (_, back) = o.run_vjp(x[5], n);
        assert_eq!(o, alone);
        let mut d = OuterCotangent {
            inner: InnerCotangent { a: seed[0], b: seed[1] },
            other: InnerCotangent { a: seed[2], b: seed[3] },
            k: seed[4],
        };
        let d_h = back(0.7, &mut d);
        check(&weighted, &x, &[d.inner.a, d.inner.b, d.other.a, d.other.b, d.k, d_h]);
    }
}

#[test]
fn methods_that_call_methods() {
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35];
    let mut o = outer(&x);
    let ((), back) = o.twice_vjp(x[5]);
    let mut alone = outer(&x);
    alone.twice(x[5]);
    assert_eq!(o, alone);
    let mut d =
        OuterCotangent { inner: InnerCotangent { a: 2.0, b: 0.0 }, other: InnerCotangent { a: 0.0, b: 0.0 }, k: 3.0 };
    let d_h = back(&mut d);
    // a + h, and k + k h.
    assert_eq!((d.inner.a, d.k), (2.0, 3.0 + 3.0 * x[5]));
    assert!((d_h - 2.0 - 3.0 * x[4]).abs() < 1e-15);
}

#[test]
fn calls_of_all_kinds() {
    for (x, k) in [(0.3, 0.4), (0.8, 0.2), (-0.5, 0.6)] {
        let (value, (d_x, d_k)) = all::value_and_grad(x, k);
        assert_eq!(value.to_bits(), all(x, k).to_bits());
        check(&|x| all(x[0], x[1]), &[x, k], &[d_x, d_k]);
        for n in [0, 1, 4] {
            assert_eq!(constant::value_and_grad(k, n).0.to_bits(), constant(k, n).to_bits());
            check(&|x| constant(x[0], n), &[k], &[constant::grad(k, n)]);
            let (value, (d_x, d_v, d_k)) = fields::value_and_grad(x, 0.2, k, n);
            assert_eq!(value.to_bits(), fields(x, 0.2, k, n).to_bits());
            check(&|x| fields(x[0], x[1], x[2], n), &[x, 0.2, k], &[d_x, d_v, d_k]);
        }
    }
}

#[test]
fn buffers() {
    let mut x = 2.0;
    let mut d_k = 1.0;
    assert_eq!(left_out::accumulate_grad(&mut x, 3.0, &mut d_k), 36.0);
    assert_eq!((x, d_k), (6.0, 25.0));

    let mut x = 0.4_f64;
    let (before, k) = (x, 0.5);
    let ((), back) = bump::vjp(&mut x, k);
    // y = k (1 + k) sin x
    assert_eq!(x, before.sin() * k + before.sin() * k * k);
    let mut d_x = 2.0;
    let d_k = back(&mut d_x);
    assert!((d_x - 2.0 * k * (1.0 + k) * before.cos()).abs() < 1e-15);
    assert!((d_k - 2.0 * (1.0 + 2.0 * k) * before.sin()).abs() < 1e-15);

    let mut p = Inner { a: 0.3, b: 0.2 };
    let (mut d_p, mut d_k) = (InnerCotangent { a: 9.0, b: 9.0 }, 9.0);
    let mut out = [0.1, 0.2];
    let (mut d_x, mut d_out) = ([0.0; 2], [0.0; 2]);
    arrays::value_and_grad_into(&mut p, &[0.4, 0.5], &mut out, 0.6, &mut d_p, &mut d_x, &mut d_out, &mut d_k);
    check(
        &|x| arrays(&mut Inner { a: x[0], b: x[1] }, &x[2..4], &mut [x[4], x[5]], x[6]),
        &[0.3, 0.2, 0.4, 0.5, 0.1, 0.2, 0.6],
        &[d_p.a, d_p.b, d_x[0], d_x[1], d_out[0], d_out[1], d_k],
    );

    let mut t = (2.0, 3.0);
    let ((), back) = pair::vjp(&mut t, 0.5);
    assert_eq!(t, (3.0, 3.5));
    let mut d = (1.0, 2.0);
    // (t1, k t0 t1 + k)
    assert_eq!((back(&mut d), d), (2.0 * (6.0 + 1.0), (2.0 * 0.5 * 3.0, 1.0 + 2.0 * 0.5 * 2.0)));
}

//! Calls of which only the type of the function says whether they change what they are given: `norm(a)`, where `a` stands behind
//! `&mut`. Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "loops over indices, each kind of array and each way to write it are what is tested; results are exact"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;
use fixture_functionals::norm_of;

// Functions that look at what they are given.

#[differentiable]
fn norm(a: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * a[i];
    }
    s.sqrt()
}
#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * b[i];
    }
    s
}
#[differentiable]
fn of_vec(a: &Vec<f64>) -> f64 {
    norm(a) * a[0]
}
#[differentiable]
fn of_three(a: &[f64; 3]) -> f64 {
    a[0] * a[1] + a[2] * a[2]
}
#[differentiable]
fn generic<T: Real>(a: &[T]) -> T {
    a[0] * a[1] * a[1]
}
#[differentiable]
fn of_rows(a: &[[f64; 3]]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i][0] * a[i][1] * a[i][2];
    }
    s
}
#[differentiable]
fn of_vectors(a: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i][0] * a[i][1];
    }
    s
}
/// The macro does not see what stands in here, as it does not see what stands in other files.
macro_rules! hidden {
    ($($items:tt)*) => { $($items)* };
}

hidden! {
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }
}
#[differentiable]
fn of_points(a: &[Point]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i].x * a[i].y;
    }
    s
}

// Functions that change it, and give something.

#[differentiable]
fn step(a: &mut [f64], k: f64) -> f64 {
    for i in 0..a.len() {
        a[i] *= k;
    }
    a[0] * k
}
#[differentiable]
fn first_by_second(a: &mut [f64], b: &[f64]) -> f64 {
    for i in 0..a.len() {
        a[i] *= b[i];
    }
    a[0] * b[1]
}
#[differentiable]
fn second_by_first(b: &[f64], a: &mut [f64]) -> f64 {
    for i in 0..a.len() {
        a[i] += b[i] * b[0];
    }
    a[0] * b[1]
}

// What calls them.

#[differentiable]
fn normalize(a: &mut [f64]) {
    let n = norm(a);
    for i in 0..a.len() {
        a[i] /= n;
    }
}
#[differentiable]
fn last(a: &mut [f64]) -> f64 {
    norm(a)
}
#[differentiable]
fn slices(a: &mut [f64], b: &mut [f64]) -> f64 {
    let n = norm(a);
    let m = step(a, n);
    let p = first_by_second(a, b);
    let q = second_by_first(a, b);
    let r = dot(a, b) + dot(a, a);
    let mut t = norm_of(a);
    for i in 0..2 {
        t += norm(a) * step(b, 0.5 + r * 0.01);
        if t > 0.1 {
            a[i] *= norm(b);
        }
    }
    m + p * q + r + t + last(b)
}
#[differentiable]
fn vectors(a: &mut Vec<f64>) -> f64 {
    let n = of_vec(a);
    for i in 0..a.len() {
        a[i] /= n;
    }
    let m = norm(a);
    a.push(m * n);
    of_vec(a) + step(a, n)
}
#[differentiable]
fn threes(a: &mut [f64; 3]) -> f64 {
    let n = of_three(a);
    a[1] *= n;
    let m = norm(a);
    a[0] *= m;
    generic(a) * step(a, m) * a[0]
}
#[differentiable]
fn rows(a: &mut [[f64; 3]]) -> f64 {
    let n = of_rows(a);
    for i in 0..a.len() {
        a[i][1] *= n;
    }
    of_rows(a) * a[0][1]
}
#[differentiable]
fn rows_of_vectors(a: &mut Vec<Vec<f64>>) -> f64 {
    let n = of_vectors(a);
    for i in 0..a.len() {
        a[i][1] *= n;
    }
    of_vectors(a) * a[0][1]
}
#[differentiable]
fn points(a: &mut [Point]) -> f64 {
    let n = of_points(a);
    for p in a.iter_mut() {
        p.y *= n;
    }
    of_points(a) * a[1].x
}
#[differentiable]
fn of_reals<T: Real>(a: &mut [T]) -> T {
    let n = generic(a);
    for i in 0..a.len() {
        a[i] *= n;
    }
    generic(a) * a[1]
}

struct Model {
    rate: f64,
}
#[differentiable]
impl Model {
    #[differentiable(wrt(a))]
    fn loss(&self, a: &[f64]) -> f64 {
        a[0] * a[1] * a[1] * self.rate
    }
    #[differentiable(wrt(a, k))]
    fn relax(&self, a: &mut [f64], k: f64) -> f64 {
        for i in 0..a.len() {
            a[i] -= self.rate * k;
        }
        a[0]
    }
}
#[differentiable(wrt(a))]
fn methods(model: &Model, a: &mut [f64]) -> f64 {
    let l = model.loss(a);
    a[0] *= l;
    let r = model.relax(a, l);
    if r > 0.0 {
        a[1] *= model.loss(a);
    }
    r * model.loss(a)
}

#[differentiable]
fn functions(f: impl Fn(&[f64]) -> f64, a: &mut [f64]) -> f64 {
    let n = f(a);
    a[0] *= n;
    let g = |v: &[f64]| v[0] * v[1];
    let m = g(a);
    a[1] *= m;
    f(a) + g(a)
}
#[differentiable]
fn down(a: &mut [f64], x: f64, n: usize) -> f64 {
    if n == 0 {
        return norm(a);
    }
    let scaled = |t: f64| t * x;
    let e = scaled(norm(a));
    a[0] *= e;
    let below = down(a, x, n - 1);
    below * a[1] + dot(a, a)
}

#[differentiable(vjp = product_vjp)]
fn product(a: &[f64]) -> f64 {
    a[0] * a[1]
}
fn product_vjp(a: &[f64]) -> (f64, impl FnOnce(f64) -> Vec<f64> + use<>) {
    let (x, y) = (a[0], a[1]);
    (x * y, move |d| vec![y * d, x * d])
}
#[differentiable]
fn by_rule(a: &mut [f64]) -> f64 {
    let p = product(a);
    a[0] *= p;
    product(a) * p
}

#[differentiable]
fn of_arrays(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = ([x, 2.0 * x, 1.0], vec![y, x, 0.3]);
    normalize(&mut a);
    normalize(&mut b);
    let s = slices(&mut a, &mut b);
    let mut v = vec![x, y, 0.5];
    let t = vectors(&mut v);
    let mut w = [y, x, x * y];
    let u = threes(&mut w);
    s * a[0] * a[1] + a[2] * b[0] + b[1] * b[2] + t * v[1] + v[3] + u * w[1] + w[0]
}
#[differentiable]
fn of_aggregates(x: f64, y: f64) -> f64 {
    let mut a = [[x, y, 1.0], [y, y, x]];
    let s = rows(&mut a);
    let mut b = vec![vec![x, y], vec![y, 1.0]];
    let t = rows_of_vectors(&mut b);
    let mut c = [Point { x, y }, Point { x: y, y: x * x }];
    let u = points(&mut c);
    let mut d = [x, y];
    let v = of_reals(&mut d);
    s * a[1][1] + t * b[1][1] + u * c[0].x + c[1].y + v * d[1]
}
#[differentiable]
fn of_others(x: f64, y: f64) -> f64 {
    let mut a = [x, y];
    let s = methods(&Model { rate: 0.7 }, &mut a);
    let t = functions(|v: &[f64]| v[0] * v[1], &mut a);
    let u = down(&mut a, x, 2);
    let v = by_rule(&mut a);
    s * a[1] + t + u * a[0] + v
}

// Values that are no arrays.

hidden! {
    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        x: f64,
        v: f64,
    }
}
#[differentiable]
fn energy(p: &Body) -> f64 {
    p.x * p.v + p.x * p.x
}
#[differentiable]
fn both_looked_at(p: &Body, q: &Body) -> f64 {
    p.x * q.v
}
#[differentiable]
fn advance(p: &mut Body, k: f64) -> f64 {
    p.x += p.v * k;
    p.x * k
}
#[differentiable]
fn first_changed(p: &mut Body, q: &Body) -> f64 {
    p.x += q.v * p.v;
    p.x * q.x
}
#[differentiable]
fn second_changed(q: &Body, p: &mut Body) -> f64 {
    p.x += q.v * p.v;
    p.x * q.x
}
#[differentiable]
fn both_changed(q: &mut Body, p: &mut Body) -> f64 {
    p.x += q.v * p.v;
    q.v *= p.x;
    p.x * q.x
}
#[differentiable]
fn pull(p: &mut Body, k: f64) {
    let e = energy(p);
    let f = advance(p, k);
    p.x += e * f;
}
#[differentiable]
fn bodies(p: &mut Body, q: &mut Body, k: f64) -> f64 {
    let e = both_looked_at(p, q);
    let f = first_changed(p, q) + second_changed(p, q);
    let u = both_changed(p, q);
    let mut t = both_looked_at(p, p);
    for _ in 0..3 {
        t += energy(p) * 0.1;
        if t > 0.2 {
            t += advance(q, t) * 0.01;
            q.v *= energy(q);
        } else {
            t += second_changed(q, p);
        }
    }
    e * f + u * t + k
}
hidden! {
    #[derive(Clone, Debug, Differentiable)]
    struct Net {
        w: Vec<f64>,
        b: f64,
    }
}
#[differentiable]
fn loss(n: &Net, x: &[f64]) -> f64 {
    n.w[0] * x[0] + n.b * n.w[1] * x[1]
}
/// A struct with an array of which elements are named, beside an array.
#[differentiable]
fn train(n: &mut Net, x: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..2 {
        let l = loss(n, x);
        n.w[i] -= l * 0.1;
        x[i] *= l;
        s += l;
    }
    n.b *= loss(n, x);
    s + loss(n, x)
}
#[differentiable]
fn of_bodies(x: f64, y: f64) -> f64 {
    let (mut p, mut q) = (Body { x, v: y }, Body { x: y * x, v: x });
    pull(&mut p, y);
    let s = bodies(&mut p, &mut q, x);
    let mut n = Net { w: vec![x, y], b: p.x };
    let mut d = [s, y];
    let t = train(&mut n, &mut d);
    s * p.x + q.v * q.x * p.v + t * n.w[0] + n.w[1] + n.b * d[1] * d[0]
}

macro_rules! gradients {
    ($($function:ident)*) => { $(
        #[test]
        fn $function() {
            for (x, y) in [(0.3, 0.7), (0.5, -0.4), (0.6, 0.2)] {
                let (value, (dx, dy)) = super::$function::value_and_grad(x, y);
                assert_eq!(value.to_bits(), super::$function(x, y).to_bits());
                check(&|at| super::$function(at[0], at[1]), &[x, y], &[dx, dy]);
                let (value, back) = super::$function::vjp(x, y);
                assert_eq!(value.to_bits(), super::$function(x, y).to_bits());
                let (dx, dy) = back(1.0);
                check(&|at| super::$function(at[0], at[1]), &[x, y], &[dx, dy]);
            }
        }
    )* };
}
mod gradients {
    use super::check;

    gradients!(of_arrays of_aggregates of_others of_bodies);
}

/// Behind a `&mut` of the caller's: what it looks at comes back, what it does not change has the sensitivity that it had.
#[test]
fn buffers() {
    let mut a = [3.0, 4.0];
    let ((), back) = normalize::vjp(&mut a);
    assert_eq!(a, [0.6, 0.8]);
    let mut d = [1.0, 0.0];
    back(&mut d);
    let of = |x: &[f64]| x[0] / x[0].hypot(x[1]);
    check(&of, &[3.0, 4.0], &d);
    let mut a = [3.0, 4.0];
    let (value, back) = last::vjp(&mut a);
    assert_eq!(value.to_bits(), 5.0_f64.to_bits());
    let mut d = [1.0, 2.0];
    back(1.0, &mut d);
    check(&|x| x[0] + 2.0 * x[1] + x[0].hypot(x[1]), &[3.0, 4.0], &d);
}

//! Arrays under other names, `type V2 = [f64; 2]`, that are taken by value, copied, changed by elements, taken apart and given.
//! Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    reason = "loops over indices are what is tested; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

type V2 = [f64; 2];
type State = [f64; 3];
type Mat = [[f64; 2]; 2];
type Params = Vec<f64>;
type Single = [f32; 2];

#[differentiable]
fn step(y: V2, dt: f64) -> V2 {
    [y[0] + dt * y[1], y[1] - dt * y[0].sin()]
}
#[differentiable]
fn euler(y0: V2, dt: f64) -> f64 {
    let mut y = y0;
    for _ in 0..10 {
        y[0] *= 0.999;
        y = step(y, dt);
    }
    y[0] + 2.0 * y[1]
}
#[differentiable]
fn doubled(mut y: V2) -> V2 {
    for i in 0..2 {
        y[i] = 2.0 * y[i] * y[i];
    }
    y
}
#[differentiable]
fn copied(y: &V2) -> V2 {
    let mut z = *y;
    for i in 0..2 {
        z[i] *= 2.0 * y[i];
    }
    z
}
#[differentiable]
fn declared(y: V2, dt: f64) -> V2 {
    let mut k: V2 = [y[1], -y[0]];
    k[0] += dt;
    let mut z: V2 = step(y, dt);
    z[1] *= k[0];
    z
}
#[differentiable]
fn early(y: V2, dt: f64) -> V2 {
    let mut z = y;
    if dt < 0.0 {
        return z;
    }
    for v in &y {
        z[0] *= v;
    }
    let w: V2 = declared(z, dt);
    for v in w {
        z[1] += v * v;
    }
    z
}
#[differentiable]
fn of_all(y: V2, dt: f64) -> f64 {
    let (a, b) = (doubled(y), early(y, dt));
    let c = doubled(a);
    a[0] * b[1] + a[1] * b[0] + early(c, -dt)[1] * c[0]
}
#[differentiable]
fn lorenz(s: &State, rho: f64) -> State {
    let [x, y, z] = *s;
    [10.0 * (y - x), x * (rho - z) - y, x * y - 2.6 * z]
}
#[differentiable]
fn moved(s: State, d: &State, h: f64) -> State {
    let mut r = s;
    for i in 0..3 {
        r[i] += h * d[i];
    }
    r
}
#[differentiable]
fn orbit(s0: State, rho: f64) -> f64 {
    let mut s = s0;
    let mut path: Vec<State> = vec![s];
    for _ in 0..20 {
        let d = lorenz(&s, rho);
        s = moved(s, &d, 0.01);
        path.push(s);
    }
    let mut sum = 0.0;
    for h in &path {
        sum += h[0] * h[2];
    }
    for &[x, _, z] in &path {
        sum += x * x * z;
    }
    sum
}
#[differentiable]
fn product(a: &Mat, b: &Mat) -> Mat {
    let mut c: Mat = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}
#[differentiable]
fn applied(m: &Mat, v: &V2) -> V2 {
    let mut r = [0.0; 2];
    for i in 0..2 {
        for j in 0..2 {
            r[i] += m[i][j] * v[j];
        }
    }
    r
}
#[differentiable]
fn powers(a: &Mat, v: &V2) -> f64 {
    let mut p = *a;
    let mut x = *v;
    for _ in 0..3 {
        p = product(&p, a);
        x = applied(&p, &x);
        p[0][0] *= 0.5;
    }
    let y = applied(a, &x);
    y[0] * x[1] + p[1][0]
}
#[differentiable]
fn grown(p: Params, x: f64) -> Params {
    let mut q = p;
    q[0] *= x;
    q.push(x * x);
    q
}
#[differentiable]
fn of_grown(p: Params, x: f64) -> f64 {
    let q = grown(p, x);
    let mut sum = 0.0;
    for v in &q {
        sum += v * v;
    }
    sum
}
#[differentiable]
fn single(y: Single, k: f32) -> f32 {
    let mut z = y;
    z[0] *= k + 0.1;
    z[0] * z[1]
}
#[derive(Clone, Copy, Differentiable)]
struct Body {
    at: V2,
    mass: f64,
}
#[differentiable]
impl Body {
    fn drift(&self, v: V2, dt: f64) -> Body {
        let mut at = self.at;
        let mut w = v;
        for i in 0..2 {
            w[i] *= self.mass;
            at[i] += dt * w[i];
        }
        Body { at, mass: self.mass }
    }
    fn energy(&self) -> f64 {
        self.mass * (self.at[0] * self.at[0] + self.at[1])
    }
}
#[differentiable]
fn of_body(b: Body, v: V2, dt: f64) -> f64 {
    b.drift(v, dt).energy()
}

#[test]
fn arrays_by_value_under_other_names_change() {
    let (y, dt) = ([0.3, 0.7], 0.1);
    let f = |x: &[f64]| euler([x[0], x[1]], x[2]);
    let (value, (dy, ddt)) = euler::value_and_grad(y, dt);
    assert_eq!(value, euler(y, dt));
    check(&f, &[y[0], y[1], dt], &[dy[0], dy[1], ddt]);
    let f = |x: &[f64]| of_all([x[0], x[1]], x[2]);
    let (value, (dy, ddt)) = of_all::value_and_grad(y, dt);
    assert_eq!(value, of_all(y, dt));
    check(&f, &[y[0], y[1], dt], &[dy[0], dy[1], ddt]);
    let (value, back) = of_all::vjp(y, dt);
    assert_eq!(value, of_all(y, dt));
    assert_eq!(back(1.0), (dy, ddt));
    let (mut buffer, mut d) = ([1.0, 2.0], 3.0);
    of_all::accumulate_grad(y, dt, &mut buffer, &mut d);
    check(&f, &[y[0], y[1], dt], &[buffer[0] - 1.0, buffer[1] - 2.0, d - 3.0]);
}

#[test]
fn results_under_other_names() {
    let y = [0.3, 0.7];
    for k in 0..2 {
        let mut one = [0.0; 2];
        one[k] = 1.0;
        check(&|x| doubled([x[0], x[1]])[k], &y, &doubled::vjp(y).1(one));
        check(&|x| copied(&[x[0], x[1]])[k], &y, &copied::vjp(&y).1(one));
        let (dy, ddt) = early::vjp(y, 0.2).1(one);
        check(&|x| early([x[0], x[1]], x[2])[k], &[0.3, 0.7, 0.2], &[dy[0], dy[1], ddt]);
        let (dy, ddt) = early::vjp(y, -0.2).1(one);
        assert_eq!((dy, ddt), (one, 0.0));
    }
}

#[test]
fn arrays_under_other_names_are_taken_apart_and_copied() {
    let s = [0.3, 0.2, 0.5];
    let (value, (ds, drho)) = orbit::value_and_grad(s, 28.0);
    assert_eq!(value, orbit(s, 28.0));
    check(&|x| orbit([x[0], x[1], x[2]], x[3]), &[0.3, 0.2, 0.5, 28.0], &[ds[0], ds[1], ds[2], drho]);
    let (a, v) = ([[0.1, 0.2], [0.5, 0.3]], [0.7, 0.3]);
    let (value, (da, dv)) = powers::value_and_grad(&a, &v);
    assert_eq!(value, powers(&a, &v));
    let f = |x: &[f64]| powers(&[[x[0], x[1]], [x[2], x[3]]], &[x[4], x[5]]);
    check(&f, &[0.1, 0.2, 0.5, 0.3, 0.7, 0.3], &[da[0][0], da[0][1], da[1][0], da[1][1], dv[0], dv[1]]);
}

#[test]
fn vectors_and_other_scalars_under_other_names() {
    let (value, (dp, dx)) = of_grown::value_and_grad(vec![0.5, 0.7], 1.3);
    assert_eq!(value, of_grown(vec![0.5, 0.7], 1.3));
    check(&|x| of_grown(vec![x[0], x[1]], x[2]), &[0.5, 0.7, 1.3], &[dp[0], dp[1], dx]);
    let (value, (dy, dk)) = single::value_and_grad([0.5, 0.25], 0.75);
    assert_eq!(value, single([0.5, 0.25], 0.75));
    assert_eq!((dy, dk), ([0.25 * (0.75 + 0.1), 0.5 * (0.75 + 0.1)], 0.125));
}

#[test]
fn fields_under_other_names() {
    let (b, v) = (Body { at: [0.3, 0.6], mass: 1.4 }, [0.2, 0.9]);
    let (value, (db, dv, ddt)) = of_body::value_and_grad(b, v, 0.1);
    assert_eq!(value, of_body(b, v, 0.1));
    let f = |x: &[f64]| of_body(Body { at: [x[0], x[1]], mass: x[2] }, [x[3], x[4]], x[5]);
    check(&f, &[0.3, 0.6, 1.4, 0.2, 0.9, 0.1], &[db.at[0], db.at[1], db.mass, dv[0], dv[1], ddt]);
}

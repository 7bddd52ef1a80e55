//! Whole programs as numerical programmers write them: values bit for bit, gradients against central differences.

#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use std::ops::{Add, Mul, Sub};

use backprop::{Differentiable, differentiable};
use differences::check;

/// Asserts that a function of arrays has the value of the function, and the gradient by differences.
macro_rules! holds {
    ($function:path, $x:expr $(, $data:expr)*) => {{
        use $function as f;
        let x: &[f64] = &$x;
        let (value, gradient) = f::value_and_grad(x $(, $data)*);
        assert_eq!(value, f(x $(, $data)*));
        check(&|x| f(x $(, $data)*), x, &gradient);
    }};
}

/// A recursive Fourier transform of complex numbers with operators.
mod fourier {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct C64 {
        re: f64,
        im: f64,
    }
    #[differentiable]
    impl C64 {
        fn polar(r: f64, theta: f64) -> C64 {
            C64 { re: r * theta.cos(), im: r * theta.sin() }
        }
        fn norm_sqr(&self) -> f64 {
            self.re * self.re + self.im * self.im
        }
    }
    #[differentiable]
    impl Add for C64 {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            C64 { re: self.re + o.re, im: self.im + o.im }
        }
    }
    #[differentiable]
    impl Sub for C64 {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            C64 { re: self.re - o.re, im: self.im - o.im }
        }
    }
    #[differentiable]
    impl Mul for C64 {
        type Output = Self;
        fn mul(self, o: Self) -> Self {
            C64 { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
        }
    }
    /// Recursive.
    #[differentiable]
    fn fft(x: &[C64]) -> Vec<C64> {
        let n = x.len();
        if n == 1 {
            return x.to_vec();
        }
        let mut even = Vec::with_capacity(n / 2);
        let mut odd = Vec::with_capacity(n / 2);
        for (i, &v) in x.iter().enumerate() {
            if i % 2 == 0 {
                even.push(v);
            } else {
                odd.push(v);
            }
        }
        let e = fft(&even);
        let o = fft(&odd);
        let mut out = vec![C64 { re: 0.0, im: 0.0 }; n];
        for k in 0..n / 2 {
            let t = C64::polar(1.0, -2.0 * std::f64::consts::PI * k as f64 / n as f64) * o[k];
            out[k] = e[k] + t;
            out[k + n / 2] = e[k] - t;
        }
        out
    }
    #[differentiable]
    pub(super) fn spectrum(x: &[f64]) -> f64 {
        let mut z = Vec::new();
        for v in x {
            z.push(C64 { re: *v, im: 0.0 });
        }
        let y = fft(&z);
        let mut s = 0.0;
        for (k, v) in y.iter().enumerate() {
            s += (k as f64 + 1.0) * v.norm_sqr().ln();
        }
        s
    }
}

/// Spheres, seen by rays that are reflected.
mod rays {
    use super::*;

    type V3 = [f64; 3];
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Sphere {
        center: V3,
        radius: f64,
        albedo: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Ray {
        origin: V3,
        dir: V3,
    }
    #[differentiable]
    fn dot(a: V3, b: V3) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }
    #[differentiable]
    fn sub(a: V3, b: V3) -> V3 {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    #[differentiable]
    fn axpy(k: f64, a: V3, b: V3) -> V3 {
        [k * a[0] + b[0], k * a[1] + b[1], k * a[2] + b[2]]
    }
    #[differentiable]
    fn normalize(a: V3) -> V3 {
        let n = dot(a, a).sqrt();
        [a[0] / n, a[1] / n, a[2] / n]
    }
    #[differentiable]
    impl Sphere {
        fn hit(&self, ray: &Ray) -> f64 {
            let oc = sub(ray.origin, self.center);
            let b = dot(oc, ray.dir);
            let disc = b * b - dot(oc, oc) + self.radius * self.radius;
            if disc < 0.0 {
                return f64::INFINITY;
            }
            let t = -b - disc.sqrt();
            if t > 1e-6 { t } else { f64::INFINITY }
        }
    }
    #[differentiable]
    fn trace(scene: &[Sphere], ray: &Ray, light: V3, depth: usize) -> f64 {
        let mut best = f64::INFINITY;
        let mut which = None;
        for (i, s) in scene.iter().enumerate() {
            let t = s.hit(ray);
            if t < best {
                best = t;
                which = Some(i);
            }
        }
        match which {
            None => 0.1 + 0.2 * ray.dir[1],
            Some(i) => {
                let p = axpy(best, ray.dir, ray.origin);
                let n = normalize(sub(p, scene[i].center));
                let diffuse = dot(n, light).max(0.0);
                let local = scene[i].albedo * diffuse;
                if depth == 0 {
                    return local;
                }
                let d = axpy(-2.0 * dot(ray.dir, n), n, ray.dir);
                local + 0.3 * trace(scene, &Ray { origin: p, dir: d }, light, depth - 1)
            }
        }
    }
    #[differentiable]
    pub(super) fn image(x: &[f64]) -> f64 {
        let scene = [
            Sphere { center: [x[0], x[1], x[2]], radius: x[3], albedo: x[4] },
            Sphere { center: [0.9, 0.4, 2.5], radius: 0.6, albedo: 0.5 },
        ];
        let light = normalize([x[5], 1.0, -1.0]);
        let mut total = 0.0;
        for i in 0..4 {
            let dir = normalize([0.1 * i as f64, 0.05, 1.0]);
            total += trace(&scene, &Ray { origin: [0.0, 0.0, 0.0], dir }, light, 2);
        }
        total
    }
}

/// Elimination with pivots: a permutation that begins as a range.
mod elimination {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Lu {
        n: usize,
        rows: Vec<Vec<f64>>,
        perm: Vec<usize>,
        sign: f64,
    }
    #[differentiable]
    impl Lu {
        fn new(a: &[Vec<f64>]) -> Lu {
            let n = a.len();
            let mut rows = a.to_vec();
            let mut perm: Vec<usize> = (0..n).collect();
            let mut sign = 1.0;
            for k in 0..n {
                let mut p = k;
                let mut max = rows[k][k].abs();
                for i in k + 1..n {
                    if rows[i][k].abs() > max {
                        max = rows[i][k].abs();
                        p = i;
                    }
                }
                if p != k {
                    rows.swap(k, p);
                    perm.swap(k, p);
                    sign = -sign;
                }
                for i in k + 1..n {
                    rows[i][k] /= rows[k][k];
                    let f = rows[i][k];
                    for j in k + 1..n {
                        rows[i][j] -= f * rows[k][j];
                    }
                }
            }
            Lu { n, rows, perm, sign }
        }
        fn det(&self) -> f64 {
            let mut d = self.sign;
            for i in 0..self.n {
                d *= self.rows[i][i];
            }
            d
        }
        fn solve(&self, b: &[f64]) -> Vec<f64> {
            let mut x = vec![0.0; self.n];
            for i in 0..self.n {
                x[i] = b[self.perm[i]];
                for j in 0..i {
                    x[i] -= self.rows[i][j] * x[j];
                }
            }
            for i in (0..self.n).rev() {
                for j in i + 1..self.n {
                    x[i] -= self.rows[i][j] * x[j];
                }
                x[i] /= self.rows[i][i];
            }
            x
        }
    }
    #[differentiable]
    pub(super) fn solved(x: &[f64]) -> f64 {
        let a = vec![x[0..3].to_vec(), x[3..6].to_vec(), x[6..9].to_vec()];
        let lu = Lu::new(&a);
        let b = &x[9..12];
        let y = lu.solve(b);
        lu.det() + y[0] * y[1] - y[2]
    }
}

/// Upwind differences with a closure for the flux.
mod burgers {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Grid {
        u: Vec<f64>,
        dx: f64,
    }
    #[differentiable]
    impl Grid {
        fn new(init: &[f64], dx: f64) -> Grid {
            Grid { u: init.to_vec(), dx }
        }
        fn at(&self, i: isize) -> f64 {
            let n = self.u.len() as isize;
            let j = if i < 0 {
                0
            } else if i >= n {
                n - 1
            } else {
                i
            };
            self.u[j as usize]
        }
        fn step(&mut self, dt: f64, nu: f64) {
            let n = self.u.len();
            let flux = |a: f64, b: f64| {
                let s = 0.5 * (a + b);
                if s > 0.0 { 0.5 * a * a } else { 0.5 * b * b }
            };
            let mut next = self.u.clone();
            for i in 0..n as isize {
                let (l, c, r) = (self.at(i - 1), self.at(i), self.at(i + 1));
                let div = (flux(c, r) - flux(l, c)) / self.dx;
                let lap = (r - 2.0 * c + l) / (self.dx * self.dx);
                next[i as usize] += dt * (nu * lap - div);
            }
            self.u = next;
        }
        fn mass(&self) -> f64 {
            let mut m = 0.0;
            for v in &self.u {
                m += v * self.dx;
            }
            m
        }
    }
    #[differentiable]
    pub(super) fn flow(x: &[f64]) -> f64 {
        let mut g = Grid::new(&x[1..], 0.1);
        let mut t = 0.0;
        while t < 0.02 {
            g.step(0.004, x[0]);
            t += 0.004;
        }
        g.mass() + g.u[2] * g.u[3]
    }
}

/// Bogacki–Shampine with step control: a right-hand side that is a parameter looks at arrays that go on as others.
mod runge_kutta {
    use super::*;

    #[differentiable]
    fn solve(f: &impl Fn(f64, &[f64]) -> Vec<f64>, t1: f64, y0: &[f64], tol: f64) -> Vec<f64> {
        let n = y0.len();
        let mut y = y0.to_vec();
        let mut t = 0.0;
        let mut h = 0.05;
        let mut k1 = f(t, &y);
        loop {
            let mut y2 = vec![0.0; n];
            for i in 0..n {
                y2[i] = y[i] + 0.5 * h * k1[i];
            }
            let k2 = f(t + 0.5 * h, &y2);
            let mut y3 = y.clone();
            for i in 0..n {
                y3[i] += 0.75 * h * k2[i];
            }
            let k3 = f(t + 0.75 * h, &y3);
            let mut next = y.clone();
            for i in 0..n {
                next[i] += h * (2.0 * k1[i] + 3.0 * k2[i] + 4.0 * k3[i]) / 9.0;
            }
            let k4 = f(t + h, &next);
            let mut err: f64 = 0.0;
            for i in 0..n {
                let e: f64 = h * (-5.0 * k1[i] / 72.0 + k2[i] / 12.0 + k3[i] / 9.0 - k4[i] / 8.0);
                err += e * e;
            }
            let err = err.sqrt();
            if err < tol {
                y = next;
                k1 = k4;
                t += h;
            }
            if t >= t1 {
                break;
            }
            let factor = 0.9 * (tol / err.max(1e-12)).powf(1.0 / 3.0);
            h *= factor.clamp(0.2, 2.0);
            if t + h > t1 {
                h = t1 - t;
            }
        }
        y
    }
    #[differentiable]
    pub(super) fn oscillator(p: &[f64]) -> f64 {
        let mu = p[0];
        let vdp = |_: f64, y: &[f64]| vec![y[1], mu * (1.0 - y[0] * y[0]) * y[1] - y[0]];
        let y = solve(&vdp, 2.0, &[p[1], p[2]], 1e-3);
        y[0] * y[0] + y[1]
    }

    /// Steps of a method, given the right-hand side, the state and the step.
    macro_rules! steps {
        ($($name:ident: |$f:ident, $y:ident, $n:ident, $h:ident| { $($body:tt)* })*) => { $(
            pub(super) mod $name {
                use backprop::differentiable;

                #[differentiable]
                fn solve($f: impl Fn(f64, &[f64]) -> Vec<f64>, y0: &[f64]) -> Vec<f64> {
                    let $n = y0.len();
                    let $h = 0.1;
                    let mut $y = y0.to_vec();
                    $($body)*
                    $y
                }

                #[differentiable]
                pub(in super::super) fn end(p: &[f64]) -> f64 {
                    let mu = p[0];
                    let y = solve(|t: f64, y: &[f64]| vec![y[1], (mu + t) * (1.0 - y[0] * y[0]) * y[1] - y[0]], &p[1..]);
                    y[0] * y[0] + y[1]
                }
            }
        )* };
    }

    steps! {
        moved: |f, y, n, h| {
            for _ in 0..3 {
                let k = f(0.0, &y);
                let mut next = vec![0.0; n];
                for i in 0..n {
                    next[i] = y[i] + h * k[i];
                }
                let l = f(h, &next);
                y = if l[0] < k[0] { next } else { l };
            }
        }
        first_same_as_last: |f, y, n, h| {
            let mut k = f(0.0, &y);
            for _ in 0..3 {
                let mut next = vec![0.0; n];
                for i in 0..n {
                    next[i] = y[i] + h * k[i];
                }
                let l = f(h, &next);
                if l[0] < 100.0 {
                    y = next;
                    k = l;
                }
            }
        }
        copied: |f, y, n, h| {
            let mut k = f(0.0, &y);
            for _ in 0..3 {
                let mut next = y.clone();
                for i in 0..n {
                    next[i] += h * k[i];
                }
                let l = f(h, &next);
                y.copy_from_slice(&next);
                k.copy_from_slice(&l);
                k[0] *= y[1];
            }
        }
        in_place: |f, y, n, h| {
            let mut k = vec![0.0; n];
            for _ in 0..3 {
                for i in 0..n {
                    y[i] += h * k[i];
                    k[i] = 2.0 * y[i];
                }
                let l = f(h, &y);
                k = l;
            }
        }
    }
}

#[test]
fn recursive_fourier_transform() {
    holds!(fourier::spectrum, [0.3, 1.2, -0.5, 0.8, 0.1, -1.0, 0.6, 0.2]);
}

#[test]
fn ray_tracer() {
    holds!(rays::image, [0.1, -0.1, 3.0, 0.9, 0.8, 0.5]);
}

#[test]
fn elimination_with_pivots() {
    holds!(elimination::solved, [0.2, 1.0, -1.0, 3.0, 0.5, 0.7, 0.3, 2.0, 3.0, 1.0, -0.4, 0.9]);
}

#[test]
fn burgers_equation() {
    holds!(burgers::flow, [0.05, 0.1, 0.7, 1.2, -0.4, -0.9, 0.3]);
}

#[test]
fn adaptive_runge_kutta() {
    holds!(runge_kutta::oscillator, [1.3, 2.0, 0.1]);
}

#[test]
fn arrays_that_functions_have_looked_at() {
    holds!(runge_kutta::moved::end, [1.3, 2.0, 0.1]);
    holds!(runge_kutta::first_same_as_last::end, [1.3, 2.0, 0.1]);
    holds!(runge_kutta::copied::end, [1.3, 2.0, 0.1]);
    holds!(runge_kutta::in_place::end, [1.3, 2.0, 0.1]);
}

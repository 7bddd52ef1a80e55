//! Whole programs as numerical programmers write them: values bit for bit, gradients against central differences.

#![allow(
    clippy::cast_lossless,
    clippy::cast_precision_loss,
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

/// A hidden Markov model with Gaussian emissions.
mod hidden_markov {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Hmm {
        start: Vec<f64>,
        trans: Vec<Vec<f64>>,
        mean: Vec<f64>,
        sd: Vec<f64>,
    }
    #[differentiable]
    fn log_sum_exp(v: &[f64]) -> f64 {
        let mut m = f64::NEG_INFINITY;
        for &x in v {
            if x > m {
                m = x;
            }
        }
        let mut s = 0.0;
        for &x in v {
            s += (x - m).exp();
        }
        m + s.ln()
    }
    #[differentiable]
    fn log_softmax(v: &[f64]) -> Vec<f64> {
        let z = log_sum_exp(v);
        let mut out = v.to_vec();
        for x in out.iter_mut() {
            *x -= z;
        }
        out
    }
    #[differentiable]
    impl Hmm {
        fn from_params(p: &[f64], k: usize) -> Hmm {
            let start = log_softmax(&p[..k]);
            let mut trans = Vec::new();
            for i in 0..k {
                trans.push(log_softmax(&p[k + i * k..k + (i + 1) * k]));
            }
            let o = k + k * k;
            let mut sd = Vec::new();
            for i in 0..k {
                sd.push(p[o + k + i].exp());
            }
            Hmm { start, trans, mean: p[o..o + k].to_vec(), sd }
        }
        fn emission(&self, s: usize, y: f64) -> f64 {
            let z = (y - self.mean[s]) / self.sd[s];
            -0.5 * z * z - self.sd[s].ln() - 0.5 * (2.0 * std::f64::consts::PI).ln()
        }
        fn log_likelihood(&self, ys: &[f64]) -> f64 {
            let k = self.start.len();
            let mut alpha = vec![0.0; k];
            for s in 0..k {
                alpha[s] = self.start[s] + self.emission(s, ys[0]);
            }
            for y in &ys[1..] {
                let mut next = vec![0.0; k];
                for s in 0..k {
                    let mut terms = vec![0.0; k];
                    for r in 0..k {
                        terms[r] = alpha[r] + self.trans[r][s];
                    }
                    next[s] = log_sum_exp(&terms) + self.emission(s, *y);
                }
                alpha = next;
            }
            log_sum_exp(&alpha)
        }
    }
    #[differentiable(wrt(p))]
    pub(super) fn log_likelihood(p: &[f64], ys: &[f64]) -> f64 {
        Hmm::from_params(p, 2).log_likelihood(ys)
    }
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

#[test]
fn hidden_markov_model() {
    let at = [0.1, -0.2, 0.5, 0.0, -0.3, 0.4, -1.0, 1.5, 0.0, -0.3];
    holds!(hidden_markov::log_likelihood, at, &[-0.9, -1.1, 1.4, 1.2, -0.8]);
}

#[test]
fn recursive_fourier_transform() {
    holds!(fourier::spectrum, [0.3, 1.2, -0.5, 0.8, 0.1, -1.0, 0.6, 0.2]);
}

#[test]
fn ray_tracer() {
    holds!(rays::image, [0.1, -0.1, 3.0, 0.9, 0.8, 0.5]);
}

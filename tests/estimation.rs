//! Programs that estimate, as numerical programmers write them: values bit for bit, gradients against central differences.

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

/// Gauss–Newton with damping: Jacobians that calls give, row by row.
mod gauss_newton {
    use super::*;

    #[differentiable(wrt(theta, y))]
    fn residuals(theta: &[f64], t: &[f64], y: &[f64]) -> Vec<f64> {
        let mut r = Vec::with_capacity(t.len());
        for i in 0..t.len() {
            r.push(theta[0] * (-theta[1] * t[i]).exp() + theta[2] - y[i]);
        }
        r
    }
    #[differentiable(wrt(theta))]
    fn jacobian(theta: &[f64], t: &[f64]) -> Vec<[f64; 3]> {
        let mut j = Vec::new();
        for &ti in t {
            let e = (-theta[1] * ti).exp();
            j.push([e, -theta[0] * ti * e, 1.0]);
        }
        j
    }
    #[differentiable]
    fn solve3(a: &mut [[f64; 3]; 3], b: &mut [f64; 3]) {
        for k in 0..3 {
            for i in k + 1..3 {
                let f = a[i][k] / a[k][k];
                for j in k..3 {
                    a[i][j] -= f * a[k][j];
                }
                b[i] -= f * b[k];
            }
        }
        for k in (0..3).rev() {
            for j in k + 1..3 {
                b[k] -= a[k][j] * b[j];
            }
            b[k] /= a[k][k];
        }
    }
    #[differentiable(wrt(y))]
    pub(super) fn fit(y: &[f64], t: &[f64], lambda: f64) -> f64 {
        let mut theta = [1.0, 0.5, 0.1];
        for _ in 0..4 {
            let r = residuals(&theta, t, y);
            let jac = jacobian(&theta, t);
            let mut a = [[0.0; 3]; 3];
            let mut g = [0.0; 3];
            for (row, ri) in jac.iter().zip(&r) {
                for i in 0..3 {
                    g[i] -= row[i] * ri;
                    for j in 0..3 {
                        a[i][j] += row[i] * row[j];
                    }
                }
            }
            for i in 0..3 {
                a[i][i] *= 1.0 + lambda;
            }
            solve3(&mut a, &mut g);
            for i in 0..3 {
                theta[i] += g[i];
            }
        }
        let r = residuals(&theta, t, y);
        let mut s = 0.0;
        for v in &r {
            s += v * v;
        }
        s + theta[1]
    }
}

/// A Kalman filter: matrices under another name go into its fields.
mod kalman {
    use super::*;

    const N: usize = 2;
    type Vec2 = [f64; N];
    type Mat2 = [[f64; N]; N];
    #[differentiable]
    fn mat_mul(a: &Mat2, b: &Mat2) -> Mat2 {
        let mut c = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                for k in 0..N {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        c
    }
    #[differentiable]
    fn transpose(a: &Mat2) -> Mat2 {
        [[a[0][0], a[1][0]], [a[0][1], a[1][1]]]
    }
    #[differentiable]
    fn mat_vec(a: &Mat2, x: &Vec2) -> Vec2 {
        let mut y = [0.0; N];
        for i in 0..N {
            for j in 0..N {
                y[i] += a[i][j] * x[j];
            }
        }
        y
    }
    #[derive(Clone, Differentiable)]
    struct Kalman {
        x: Vec2,
        p: Mat2,
        q: Mat2,
        r: f64,
    }
    #[differentiable]
    impl Kalman {
        fn predict(&mut self, dt: f64) {
            let f = [[1.0, dt], [0.0, 1.0]];
            self.x = mat_vec(&f, &self.x);
            let fp = mat_mul(&f, &self.p);
            let mut p = mat_mul(&fp, &transpose(&f));
            for i in 0..N {
                for j in 0..N {
                    p[i][j] += self.q[i][j];
                }
            }
            self.p = p;
        }
        fn update(&mut self, z: f64) -> f64 {
            let innovation = z - self.x[0];
            let s = self.p[0][0] + self.r;
            let gain = [self.p[0][0] / s, self.p[1][0] / s];
            for i in 0..N {
                self.x[i] += gain[i] * innovation;
            }
            let old = self.p;
            for i in 0..N {
                for j in 0..N {
                    self.p[i][j] = old[i][j] - gain[i] * old[0][j];
                }
            }
            0.5 * (s.ln() + innovation * innovation / s)
        }
    }
    #[differentiable(wrt(p))]
    pub(super) fn likelihood(p: &[f64], zs: &[f64]) -> f64 {
        let q = p[0].exp();
        let dt = 0.5;
        let mut filter = Kalman {
            x: [zs[0], 0.0],
            p: [[1.0, 0.0], [0.0, 1.0]],
            q: [[q * dt * dt * dt / 3.0, q * dt * dt / 2.0], [q * dt * dt / 2.0, q * dt]],
            r: p[1].exp(),
        };
        let mut total = 0.0;
        for &z in &zs[1..] {
            filter.predict(dt);
            total += Kalman::update(&mut filter, z);
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
fn gauss_newton_steps() {
    holds!(gauss_newton::fit, [2.1, 1.4, 1.0, 0.7, 0.55, 0.5], &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5], 0.01);
}

#[test]
fn kalman_filter() {
    holds!(kalman::likelihood, [-0.4, 0.2], &[0.1, 0.5, 1.2, 1.4, 2.2]);
}

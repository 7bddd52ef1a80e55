//! The log-likelihood of a mixture of Gaussians with full covariances and a Wishart prior, as `ADBench` defines it.

use std::f64::consts::{LN_2, PI};

use backprop::differentiable;

use super::{Workload, spread};

/// A row of `icf` holds the logarithms of the diagonal of a triangular matrix, then what is below it, column by column.
#[differentiable(wrt(alphas, means, icf))]
pub(crate) fn log_likelihood(alphas: &[f64], means: &[f64], icf: &[f64], x: &[f64], gamma: f64, m: f64) -> f64 {
    let k = alphas.len();
    let d = means.len() / k;
    let n = x.len() / d;
    let width = d * (d + 1) / 2;

    let mut diagonals = vec![0.0; k * d];
    let mut log_determinants = vec![0.0; k];
    let mut prior = 0.0;
    for j in 0..k {
        let row = &icf[j * width..(j + 1) * width];
        let mut sum = 0.0;
        let mut squares = 0.0;
        for a in 0..d {
            let diagonal = row[a].exp();
            diagonals[j * d + a] = diagonal;
            squares += diagonal * diagonal;
            sum += row[a];
        }
        for p in d..width {
            squares += row[p] * row[p];
        }
        log_determinants[j] = sum;
        prior += 0.5 * gamma * gamma * squares - m * sum;
    }

    let mut centred = vec![0.0; d];
    let mut scaled = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..k {
            for a in 0..d {
                centred[a] = x[i * d + a] - means[j * d + a];
                scaled[a] = diagonals[j * d + a] * centred[a];
            }
            let mut p = j * width + d;
            for a in 0..d {
                for b in a + 1..d {
                    scaled[b] += icf[p] * centred[a];
                    p += 1;
                }
            }
            let mut squares = 0.0;
            for a in 0..d {
                squares += scaled[a] * scaled[a];
            }
            terms[j] = alphas[j] + log_determinants[j] - 0.5 * squares;
        }
        let mut largest = terms[0];
        for j in 1..k {
            largest = largest.max(terms[j]);
        }
        let mut sum = 0.0;
        for j in 0..k {
            sum += (terms[j] - largest).exp();
        }
        total += largest + sum.ln();
    }

    let mut largest = alphas[0];
    for &alpha in alphas {
        largest = largest.max(alpha);
    }
    let mut sum = 0.0;
    for &alpha in alphas {
        sum += (alpha - largest).exp();
    }
    total - n as f64 * (largest + sum.ln()) + prior + constant(d, k, n, gamma, m)
}

/// What does not depend on the parameters.
fn constant(d: usize, k: usize, n: usize, gamma: f64, m: f64) -> f64 {
    let (d, k, n) = (d as f64, k as f64, n as f64);
    let freedom = d + m + 1.0;
    let mut log_gamma = 0.25 * d * (d - 1.0) * PI.ln();
    let mut j = 1.0;
    while j <= d {
        log_gamma += ln_gamma(0.5 * freedom + 0.5 * (1.0 - j));
        j += 1.0;
    }
    let c = freedom * d * (gamma.ln() - 0.5 * LN_2) - log_gamma;
    -0.5 * n * d * (2.0 * PI).ln() - k * c
}

/// The logarithm of the gamma function of a positive number: Stirling's series, far out.
fn ln_gamma(mut x: f64) -> f64 {
    let mut product = 1.0;
    while x < 15.0 {
        product *= x;
        x += 1.0;
    }
    let r = 1.0 / (x * x);
    let series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r * (1.0 / 1680.0 - r / 1188.0)))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln() + series - product.ln()
}

/// Each point is taken through both passes at once, so nothing is stored from one to the next.
fn by_hand(
    [alphas, means, icf, x]: [&[f64]; 4],
    gamma: f64,
    m: f64,
    [d_alphas, d_means, d_icf]: [&mut [f64]; 3],
) -> f64 {
    let k = alphas.len();
    let d = means.len() / k;
    let n = x.len() / d;
    let width = d * (d + 1) / 2;
    d_alphas.fill(0.0);
    d_means.fill(0.0);
    d_icf.fill(0.0);

    let mut diagonals = vec![0.0; k * d];
    let mut offsets = vec![0.0; k];
    let mut value = constant(d, k, n, gamma, m);
    let rows = icf.chunks_exact(width).zip(diagonals.chunks_exact_mut(d));
    for ((row, diagonal), (offset, alpha)) in rows.zip(offsets.iter_mut().zip(alphas)) {
        let mut sum = 0.0;
        let mut squares = 0.0;
        for (to, q) in diagonal.iter_mut().zip(row) {
            *to = q.exp();
            squares += *to * *to;
            sum += q;
        }
        for l in &row[d..] {
            squares += l * l;
        }
        *offset = alpha + sum;
        value += 0.5 * gamma * gamma * squares - m * sum;
    }

    let mut centred = vec![0.0; k * d];
    let mut scaled = vec![0.0; k * d];
    let mut terms = vec![0.0; k];
    for x in x.chunks_exact(d) {
        let buffers = centred.chunks_exact_mut(d).zip(scaled.chunks_exact_mut(d));
        let parameters = means.chunks_exact(d).zip(icf.chunks_exact(width)).zip(diagonals.chunks_exact(d));
        for (((centred, scaled), ((mean, row), diagonal)), (term, offset)) in
            buffers.zip(parameters).zip(terms.iter_mut().zip(&offsets))
        {
            for ((((c, s), x), mean), q) in centred.iter_mut().zip(&mut *scaled).zip(x).zip(mean).zip(diagonal) {
                *c = x - mean;
                *s = q * *c;
            }
            let mut below = &row[d..];
            for (a, c) in centred.iter().enumerate() {
                let (column, rest) = below.split_at(d - 1 - a);
                for (s, l) in scaled[a + 1..].iter_mut().zip(column) {
                    *s += l * c;
                }
                below = rest;
            }
            let mut squares = 0.0;
            for s in &*scaled {
                squares += s * s;
            }
            *term = offset - 0.5 * squares;
        }
        let largest = terms.iter().fold(terms[0], |a: f64, &b| a.max(b));
        let mut sum = 0.0;
        for term in &mut terms {
            *term = (*term - largest).exp();
            sum += *term;
        }
        value += largest + sum.ln();

        let buffers = centred.chunks_exact(d).zip(scaled.chunks_exact(d));
        let parameters = icf.chunks_exact(width).zip(diagonals.chunks_exact(d));
        let sensitivities = d_means.chunks_exact_mut(d).zip(d_icf.chunks_exact_mut(width));
        for ((((centred, scaled), (row, diagonal)), (d_mean, d_row)), (term, d_alpha)) in
            buffers.zip(parameters).zip(sensitivities).zip(terms.iter().zip(&mut *d_alphas))
        {
            let weight = term / sum;
            *d_alpha += weight;
            let (d_logs, mut d_below) = d_row.split_at_mut(d);
            let mut below = &row[d..];
            for (a, (((c, s), q), (d_mean, d_log))) in
                centred.iter().zip(scaled).zip(diagonal).zip(d_mean.iter_mut().zip(d_logs)).enumerate()
            {
                let (column, rest) = below.split_at(d - 1 - a);
                let (d_column, d_rest) = d_below.split_at_mut(d - 1 - a);
                let mut d_centred = s * q;
                *d_log -= weight * d_centred * c;
                let scale = weight * c;
                for ((s, l), d_l) in scaled[a + 1..].iter().zip(column).zip(d_column) {
                    *d_l -= scale * s;
                    d_centred += l * s;
                }
                *d_mean += weight * d_centred;
                (below, d_below) = (rest, d_rest);
            }
        }
    }

    let rows = d_icf.chunks_exact_mut(width).zip(icf.chunks_exact(width)).zip(diagonals.chunks_exact(d));
    for (((d_row, row), diagonal), d_alpha) in rows.zip(&*d_alphas) {
        let (d_logs, d_below) = d_row.split_at_mut(d);
        for (d_log, q) in d_logs.iter_mut().zip(diagonal) {
            *d_log += d_alpha - m + gamma * gamma * q * q;
        }
        for (d_l, l) in d_below.iter_mut().zip(&row[d..]) {
            *d_l += gamma * gamma * l;
        }
    }
    let largest = alphas.iter().fold(alphas[0], |a: f64, &b| a.max(b));
    let sum: f64 = alphas.iter().map(|alpha| (alpha - largest).exp()).sum();
    for (d_alpha, alpha) in d_alphas.iter_mut().zip(alphas) {
        *d_alpha -= n as f64 * (alpha - largest).exp() / sum;
    }
    value - n as f64 * (largest + sum.ln())
}

pub(crate) struct Mixture {
    pub(crate) alphas: Vec<f64>,
    pub(crate) means: Vec<f64>,
    pub(crate) icf: Vec<f64>,
    pub(crate) x: Vec<f64>,
    pub(crate) gamma: f64,
    pub(crate) m: f64,
}

impl Mixture {
    pub(crate) fn new(k: usize, d: usize, n: usize) -> Self {
        Self {
            alphas: spread(k, 1, -1.0, 1.0),
            means: spread(k * d, 2, 0.0, 1.0),
            icf: spread(k * d * (d + 1) / 2, 3, -1.0, 1.0),
            x: spread(n * d, 4, -1.0, 2.0),
            gamma: 1.0,
            m: 0.0,
        }
    }

    fn parts<'a>(&self, gradient: &'a mut [f64]) -> [&'a mut [f64]; 3] {
        let (d_alphas, rest) = gradient.split_at_mut(self.alphas.len());
        let (d_means, d_icf) = rest.split_at_mut(self.means.len());
        [d_alphas, d_means, d_icf]
    }
}

impl Workload for Mixture {
    const NAME: &'static str = "mixture of Gaussians";

    fn size(&self) -> String {
        let (k, d) = (self.alphas.len(), self.means.len() / self.alphas.len());
        format!("{} points, {k} parts, {d} dimensions", self.x.len() / d)
    }

    fn parameters(&self) -> usize {
        self.alphas.len() + self.means.len() + self.icf.len()
    }

    fn primal(&self) -> f64 {
        log_likelihood(&self.alphas, &self.means, &self.icf, &self.x, self.gamma, self.m)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let [d_alphas, d_means, d_icf] = self.parts(gradient);
        let Self { alphas, means, icf, x, gamma, m } = self;
        log_likelihood::value_and_grad_into(alphas, means, icf, x, *gamma, *m, d_alphas, d_means, d_icf)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let Self { alphas, means, icf, x, gamma, m } = self;
        by_hand([alphas, means, icf, x], *gamma, *m, self.parts(gradient))
    }
}

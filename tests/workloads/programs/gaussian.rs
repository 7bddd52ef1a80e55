//! The log-likelihood of a Gaussian process with a squared-exponential kernel, by a Cholesky factorisation and a solve in place.

use backprop::differentiable;

use super::{Workload, spread};

/// The negative log-likelihood of `y` at the points `x`, up to a constant. `hyper` holds the logarithms of amplitude, length and
/// noise.
#[differentiable(wrt(hyper, y))]
pub(crate) fn negative_log_likelihood(hyper: &[f64; 3], x: &[f64], y: &[f64]) -> f64 {
    let n = x.len();
    let amplitude = (2.0 * hyper[0]).exp();
    let rate = -0.5 * (-2.0 * hyper[1]).exp();
    let noise = (2.0 * hyper[2]).exp();
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..i {
            let distance = x[i] - x[j];
            l[i * n + j] = amplitude * (rate * distance * distance).exp();
        }
        l[i * n + i] = amplitude + noise;
    }
    for i in 0..n {
        for j in 0..i {
            let mut sum = l[i * n + j];
            for k in 0..j {
                sum -= l[i * n + k] * l[j * n + k];
            }
            l[i * n + j] = sum / l[j * n + j];
        }
        let mut sum = l[i * n + i];
        for k in 0..i {
            sum -= l[i * n + k] * l[i * n + k];
        }
        if sum <= 0.0 {
            return f64::INFINITY;
        }
        l[i * n + i] = sum.sqrt();
    }
    let mut z = y.to_vec();
    let mut value = 0.0;
    for i in 0..n {
        let mut sum = z[i];
        for k in 0..i {
            sum -= l[i * n + k] * z[k];
        }
        z[i] = sum / l[i * n + i];
        value += 0.5 * z[i] * z[i] + l[i * n + i].ln();
    }
    value
}

/// The reverse pass of the factorisation overwrites the sensitivities row by row, from the last.
fn by_hand(hyper: &[f64; 3], x: &[f64], y: &[f64], d_hyper: &mut [f64], d_y: &mut [f64]) -> f64 {
    let n = x.len();
    let amplitude = (2.0 * hyper[0]).exp();
    let rate = -0.5 * (-2.0 * hyper[1]).exp();
    let noise = (2.0 * hyper[2]).exp();
    let mut kernel = vec![0.0; n * n];
    let mut l = vec![0.0; n * n];
    for (i, row) in kernel.chunks_exact_mut(n).enumerate() {
        for (to, xj) in row[..i].iter_mut().zip(x) {
            let distance = x[i] - xj;
            *to = amplitude * (rate * distance * distance).exp();
        }
        row[i] = amplitude + noise;
    }
    for i in 0..n {
        let (before, from) = l.split_at_mut(i * n);
        let row = &mut from[..=i];
        for (j, above) in before.chunks_exact(n).enumerate() {
            let mut sum = kernel[i * n + j];
            for (a, b) in row[..j].iter().zip(above) {
                sum -= a * b;
            }
            row[j] = sum / above[j];
        }
        let mut sum = kernel[i * n + i];
        for a in &row[..i] {
            sum -= a * a;
        }
        if sum <= 0.0 {
            d_hyper.fill(0.0);
            d_y.fill(0.0);
            return f64::INFINITY;
        }
        row[i] = sum.sqrt();
    }
    let mut z = y.to_vec();
    let mut value = 0.0;
    for (i, row) in l.chunks_exact(n).enumerate() {
        let (done, rest) = z.split_at_mut(i);
        let mut sum = rest[0];
        for (a, z) in row.iter().zip(done) {
            sum -= a * *z;
        }
        rest[0] = sum / row[i];
        value += 0.5 * rest[0] * rest[0] + row[i].ln();
    }

    d_y.copy_from_slice(&z);
    let mut d_l = vec![0.0; n * n];
    for (i, (row, d_row)) in l.chunks_exact(n).zip(d_l.chunks_exact_mut(n)).enumerate().rev() {
        let (done, rest) = d_y.split_at_mut(i);
        rest[0] /= row[i];
        let d = rest[0];
        d_row[i] = 1.0 / row[i] - d * z[i];
        for (((a, z), d_a), d_z) in row.iter().zip(&z).zip(d_row).zip(done) {
            *d_a = -d * z;
            *d_z -= d * a;
        }
    }
    let [mut d_amplitude, mut d_rate, mut d_noise] = [0.0; 3];
    for i in (0..n).rev() {
        let row = &l[i * n..=i * n + i];
        let (d_before, d_from) = d_l.split_at_mut(i * n);
        let d_row = &mut d_from[..=i];
        let d = 0.5 * d_row[i] / row[i];
        d_noise += d;
        d_amplitude += d;
        for (d_a, a) in d_row.iter_mut().zip(&row[..i]) {
            *d_a -= 2.0 * d * a;
        }
        for (j, (above, d_above)) in l.chunks_exact(n).zip(d_before.chunks_exact_mut(n)).enumerate().rev() {
            let d = d_row[j] / above[j];
            d_above[j] -= d * row[j];
            for (((a, b), d_a), d_b) in row[..j].iter().zip(above).zip(&mut *d_row).zip(d_above) {
                *d_a -= d * b;
                *d_b -= d * a;
            }
            let (distance, weight) = (x[i] - x[j], d * kernel[i * n + j]);
            d_amplitude += weight / amplitude;
            d_rate += weight * distance * distance;
        }
    }
    d_hyper.copy_from_slice(&[2.0 * amplitude * d_amplitude, -2.0 * rate * d_rate, 2.0 * noise * d_noise]);
    value
}

pub(crate) struct Gaussian {
    pub(crate) hyper: [f64; 3],
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
}

impl Gaussian {
    pub(crate) fn new(n: usize) -> Self {
        let x = spread(n, 1, 0.0, 10.0);
        let noise = spread(n, 2, -0.3, 0.3);
        let y = x.iter().zip(noise).map(|(x, noise)| x.sin() + noise).collect();
        Self { hyper: [0.1, -0.2, -1.5], x, y }
    }
}

impl Workload for Gaussian {
    const NAME: &'static str = "Cholesky likelihood";

    fn size(&self) -> String {
        format!("{} points", self.x.len())
    }

    fn parameters(&self) -> usize {
        3 + self.y.len()
    }

    fn primal(&self) -> f64 {
        negative_log_likelihood(&self.hyper, &self.x, &self.y)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let (d_hyper, d_y) = gradient.split_first_chunk_mut().expect("there are three hyperparameters");
        negative_log_likelihood::value_and_grad_into(&self.hyper, &self.x, &self.y, d_hyper, d_y)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let (d_hyper, d_y) = gradient.split_at_mut(3);
        by_hand(&self.hyper, &self.x, &self.y, d_hyper, d_y)
    }
}

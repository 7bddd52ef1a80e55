//! Logistic regression with a penalty.

use backprop::differentiable;

use super::{Workload, spread};

/// The negative log-likelihood of labels that are 1 or -1.
#[differentiable(wrt(w))]
pub(crate) fn loss(w: &[f64], x: &[f64], labels: &[f64], penalty: f64) -> f64 {
    let d = w.len();
    let mut total = 0.0;
    for i in 0..labels.len() {
        let row = &x[i * d..(i + 1) * d];
        let mut margin = 0.0;
        for j in 0..d {
            margin += w[j] * row[j];
        }
        total += (-labels[i] * margin).exp().ln_1p();
    }
    let mut squares = 0.0;
    for j in 0..d {
        squares += w[j] * w[j];
    }
    total + 0.5 * penalty * squares
}

fn by_hand(w: &[f64], x: &[f64], labels: &[f64], penalty: f64, d_w: &mut [f64]) -> f64 {
    let mut squares = 0.0;
    for (d, w) in d_w.iter_mut().zip(w) {
        *d = penalty * w;
        squares += w * w;
    }
    let mut total = 0.0;
    for (row, label) in x.chunks_exact(w.len()).zip(labels) {
        let mut margin = 0.0;
        for (w, x) in w.iter().zip(row) {
            margin += w * x;
        }
        let e = (-label * margin).exp();
        total += e.ln_1p();
        let d = -label * e / (1.0 + e);
        for (d_w, x) in d_w.iter_mut().zip(row) {
            *d_w += d * x;
        }
    }
    total + 0.5 * penalty * squares
}

pub(crate) struct Logistic {
    pub(crate) w: Vec<f64>,
    pub(crate) x: Vec<f64>,
    pub(crate) labels: Vec<f64>,
}

const PENALTY: f64 = 0.1;

impl Logistic {
    pub(crate) fn new(d: usize, n: usize) -> Self {
        Self {
            w: spread(d, 1, -0.3, 0.3),
            x: spread(d * n, 2, -1.0, 1.0),
            labels: spread(n, 3, -1.0, 1.0).iter().map(|x| x.signum()).collect(),
        }
    }
}

impl Workload for Logistic {
    const NAME: &'static str = "logistic regression";

    fn size(&self) -> String {
        format!("{} samples of {}", self.labels.len(), self.w.len())
    }

    fn parameters(&self) -> usize {
        self.w.len()
    }

    fn primal(&self) -> f64 {
        loss(&self.w, &self.x, &self.labels, PENALTY)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        loss::value_and_grad_into(&self.w, &self.x, &self.labels, PENALTY, gradient)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        by_hand(&self.w, &self.x, &self.labels, PENALTY, gradient)
    }
}

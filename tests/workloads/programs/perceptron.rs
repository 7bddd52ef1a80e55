//! A perceptron of two layers with softmax cross-entropy over a batch.

use backprop::differentiable;

use super::{Workload, spread};

/// The mean loss. `w1` holds a row for each hidden value, and `w2` one for each class.
#[differentiable(wrt(w1, b1, w2, b2))]
pub(crate) fn cross_entropy(w1: &[f64], b1: &[f64], w2: &[f64], b2: &[f64], images: &[f64], labels: &[usize]) -> f64 {
    let inputs = w1.len() / b1.len();
    let hidden = b1.len();
    let classes = b2.len();
    let mut h = vec![0.0; hidden];
    let mut scores = vec![0.0; classes];
    let mut total = 0.0;
    for s in 0..labels.len() {
        let x = &images[s * inputs..(s + 1) * inputs];
        for i in 0..hidden {
            let mut sum = b1[i];
            for j in 0..inputs {
                sum += w1[i * inputs + j] * x[j];
            }
            h[i] = sum.tanh();
        }
        let mut largest = f64::NEG_INFINITY;
        for i in 0..classes {
            let mut sum = b2[i];
            for j in 0..hidden {
                sum += w2[i * hidden + j] * h[j];
            }
            scores[i] = sum;
            largest = largest.max(sum);
        }
        let mut sum = 0.0;
        for i in 0..classes {
            sum += (scores[i] - largest).exp();
        }
        total += largest + sum.ln() - scores[labels[s]];
    }
    total / labels.len() as f64
}

/// Each sample is taken through both passes at once.
fn by_hand(parameters: [&[f64]; 4], images: &[f64], labels: &[usize], gradients: [&mut [f64]; 4]) -> f64 {
    let [w1, b1, w2, b2] = parameters;
    let [d_w1, d_b1, d_w2, d_b2] = gradients;
    let (hidden, inputs) = (b1.len(), w1.len() / b1.len());
    for d in [&mut *d_w1, &mut *d_b1, &mut *d_w2, &mut *d_b2] {
        d.fill(0.0);
    }
    let scale = 1.0 / labels.len() as f64;
    let mut h = vec![0.0; hidden];
    let mut d_h = vec![0.0; hidden];
    let mut scores = vec![0.0; b2.len()];
    let mut total = 0.0;
    for (x, &label) in images.chunks_exact(inputs).zip(labels) {
        for ((h, bias), row) in h.iter_mut().zip(b1).zip(w1.chunks_exact(inputs)) {
            let mut sum = *bias;
            for (w, x) in row.iter().zip(x) {
                sum += w * x;
            }
            *h = sum.tanh();
        }
        let mut largest = f64::NEG_INFINITY;
        for ((score, bias), row) in scores.iter_mut().zip(b2).zip(w2.chunks_exact(hidden)) {
            let mut sum = *bias;
            for (w, h) in row.iter().zip(&h) {
                sum += w * h;
            }
            *score = sum;
            largest = largest.max(sum);
        }
        let at_label = scores[label];
        let mut sum = 0.0;
        for score in &mut scores {
            *score = (*score - largest).exp();
            sum += *score;
        }
        total += largest + sum.ln() - at_label;

        d_h.fill(0.0);
        let rows = w2.chunks_exact(hidden).zip(d_w2.chunks_exact_mut(hidden));
        for (i, ((score, (row, d_row)), d_bias)) in scores.iter().zip(rows).zip(&mut *d_b2).enumerate() {
            let mut d = scale * score / sum;
            if i == label {
                d -= scale;
            }
            *d_bias += d;
            for (((w, d_w), h), d_h) in row.iter().zip(d_row).zip(&h).zip(&mut d_h) {
                *d_w += d * h;
                *d_h += d * w;
            }
        }
        for (((h, d_h), d_bias), d_row) in h.iter().zip(&d_h).zip(&mut *d_b1).zip(d_w1.chunks_exact_mut(inputs)) {
            let d = d_h * (1.0 - h * h);
            *d_bias += d;
            for (d_w, x) in d_row.iter_mut().zip(x) {
                *d_w += d * x;
            }
        }
    }
    total * scale
}

pub(crate) struct Perceptron {
    pub(crate) parameters: [Vec<f64>; 4],
    pub(crate) images: Vec<f64>,
    pub(crate) labels: Vec<usize>,
}

impl Perceptron {
    pub(crate) fn new(inputs: usize, hidden: usize, classes: usize, samples: usize) -> Self {
        Self {
            parameters: [
                spread(hidden * inputs, 1, -0.3, 0.3),
                spread(hidden, 2, -0.1, 0.1),
                spread(classes * hidden, 3, -0.5, 0.5),
                spread(classes, 4, -0.1, 0.1),
            ],
            images: spread(samples * inputs, 5, -1.0, 1.0),
            labels: (0..samples).map(|sample| sample * 7 % classes).collect(),
        }
    }

    fn parts<'a>(&self, gradient: &'a mut [f64]) -> [&'a mut [f64]; 4] {
        let [w1, b1, w2, _] = &self.parameters;
        let (d_w1, rest) = gradient.split_at_mut(w1.len());
        let (d_b1, rest) = rest.split_at_mut(b1.len());
        let (d_w2, d_b2) = rest.split_at_mut(w2.len());
        [d_w1, d_b1, d_w2, d_b2]
    }
}

impl Workload for Perceptron {
    const NAME: &'static str = "perceptron";

    fn size(&self) -> String {
        let [w1, b1, _, b2] = &self.parameters;
        format!("{} samples, {}-{}-{}", self.labels.len(), w1.len() / b1.len(), b1.len(), b2.len())
    }

    fn parameters(&self) -> usize {
        self.parameters.iter().map(Vec::len).sum()
    }

    fn primal(&self) -> f64 {
        let [w1, b1, w2, b2] = &self.parameters;
        cross_entropy(w1, b1, w2, b2, &self.images, &self.labels)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let [w1, b1, w2, b2] = &self.parameters;
        let [d_w1, d_b1, d_w2, d_b2] = self.parts(gradient);
        cross_entropy::value_and_grad_into(w1, b1, w2, b2, &self.images, &self.labels, d_w1, d_b1, d_w2, d_b2)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        by_hand(self.parameters.each_ref().map(Vec::as_slice), &self.images, &self.labels, self.parts(gradient))
    }
}

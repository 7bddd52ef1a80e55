//! A loss of the spectrum of a signal, by a radix-2 Fourier transform in place.

use std::f64::consts::PI;

use backprop::differentiable;

use super::{Workload, spread};

/// The sum of `ln(1 + power)` over all frequencies. The signal's length is a power of two.
#[differentiable]
pub(crate) fn spectral_loss(signal: &[f64]) -> f64 {
    let n = signal.len();
    let mut cosines = vec![0.0; n / 2];
    let mut sines = vec![0.0; n / 2];
    for k in 0..n / 2 {
        let angle = -2.0 * PI * k as f64 / n as f64;
        cosines[k] = angle.cos();
        sines[k] = angle.sin();
    }
    let mut re = signal.to_vec();
    let mut im = vec![0.0; n];
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j ^= bit;
        if i < j {
            re.swap(i, j);
        }
    }
    let mut half = 1;
    while half < n {
        let stride = n / (2 * half);
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let (c, s) = (cosines[k * stride], sines[k * stride]);
                let (a, b) = (start + k, start + k + half);
                let t_re = re[b] * c - im[b] * s;
                let t_im = re[b] * s + im[b] * c;
                re[b] = re[a] - t_re;
                im[b] = im[a] - t_im;
                re[a] += t_re;
                im[a] += t_im;
            }
        }
        half *= 2;
    }
    let mut loss = 0.0;
    for k in 0..n {
        loss += (1.0 + re[k] * re[k] + im[k] * im[k]).ln();
    }
    loss
}

/// The transform of `re` and `im` in place; `cosines` and `sines` are those of its angles.
fn transform(re: &mut [f64], im: &mut [f64], cosines: &[f64], sines: &[f64]) {
    let n = re.len();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j ^= bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut half = 1;
    while half < n {
        let stride = n / (2 * half);
        for (re, im) in re.chunks_exact_mut(2 * half).zip(im.chunks_exact_mut(2 * half)) {
            let (re_a, re_b) = re.split_at_mut(half);
            let (im_a, im_b) = im.split_at_mut(half);
            let angles = cosines.iter().step_by(stride).zip(sines.iter().step_by(stride));
            for (((re_a, re_b), (im_a, im_b)), (c, s)) in
                re_a.iter_mut().zip(re_b).zip(im_a.iter_mut().zip(im_b)).zip(angles)
            {
                let t_re = *re_b * c - *im_b * s;
                let t_im = *re_b * s + *im_b * c;
                *re_b = *re_a - t_re;
                *im_b = *im_a - t_im;
                *re_a += t_re;
                *im_a += t_im;
            }
        }
        half *= 2;
    }
}

/// The transform is linear and symmetric: its reverse pass is itself, of the conjugate, on the sensitivities.
fn by_hand(signal: &[f64], gradient: &mut [f64]) -> f64 {
    let n = signal.len();
    let angles = (0..n / 2).map(|k| -2.0 * PI * k as f64 / n as f64);
    let (cosines, sines): (Vec<f64>, Vec<f64>) = angles.map(|angle| (angle.cos(), angle.sin())).unzip();
    gradient.copy_from_slice(signal);
    let mut im = vec![0.0; n];
    transform(gradient, &mut im, &cosines, &sines);
    let mut loss = 0.0;
    for (re, im) in gradient.iter_mut().zip(&mut im) {
        let power = 1.0 + *re * *re + *im * *im;
        loss += power.ln();
        let scale = 2.0 / power;
        *re *= scale;
        // The conjugate of the sensitivity.
        *im *= -scale;
    }
    transform(gradient, &mut im, &cosines, &sines);
    loss
}

pub(crate) struct Fourier {
    pub(crate) signal: Vec<f64>,
}

impl Fourier {
    pub(crate) fn new(n: usize) -> Self {
        Self { signal: spread(n, 1, -1.0, 1.0) }
    }
}

impl Workload for Fourier {
    const NAME: &'static str = "Fourier transform";

    fn size(&self) -> String {
        format!("{} samples", self.signal.len())
    }

    fn parameters(&self) -> usize {
        self.signal.len()
    }

    fn primal(&self) -> f64 {
        spectral_loss(&self.signal)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        spectral_loss::value_and_grad_into(&self.signal, gradient)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        by_hand(&self.signal, gradient)
    }
}

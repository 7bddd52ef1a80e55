//! A scratch buffer that each turn of an outer loop overwrites: the inner loop of a Gaussian mixture. What the reverse pass
//! reads of it is kept, once for each turn in which it changes; the buffer itself is not.

use crate::protocol::Workspace;
use crate::testing::{agrees, allocations};

fn mixture(x: &[f64], mean: &[f64]) -> f64 {
    let k = mean.len();
    let mut scratch = vec![0.0; k];
    let mut total = 0.0;
    for i in 0..x.len() {
        let mut largest = f64::NEG_INFINITY;
        for j in 0..k {
            let d = x[i] - mean[j];
            scratch[j] = -0.5 * d * d;
            if scratch[j] > largest {
                largest = scratch[j];
            }
        }
        let mut sum = 0.0;
        for j in 0..k {
            sum += (scratch[j] - largest).exp();
        }
        total += sum.ln() + largest;
    }
    total
}

fn accumulate_grad_with(w: &mut Workspace, x: &[f64], mean: &[f64], d_mean: &mut [f64]) -> f64 {
    let (n, k) = (x.len(), mean.len());
    let mut scratch = vec![0.0; k];
    let mut total = 0.0;
    // The trip counts are known: one exponential and one tag for each turn of the inner loops, one sum for each outer turn.
    let (start, tags) = (w.reals.len(), w.counts.len());
    w.reals.resize(start + n * k + n, 0.0);
    w.counts.resize(tags + n * k, 0);
    {
        let (exponentials, sums) = w.reals[start..][..n * k + n].split_at_mut(n * k);
        for i in 0..n {
            let mut largest = f64::NEG_INFINITY;
            let taken = &mut w.counts[tags + i * k..][..k];
            for j in 0..k {
                let d = x[i] - mean[j];
                scratch[j] = -0.5 * d * d;
                let larger = scratch[j] > largest;
                taken[j] = usize::from(larger);
                if larger {
                    largest = scratch[j];
                }
            }
            let mut sum = 0.0;
            let exponentials = &mut exponentials[i * k..][..k];
            for j in 0..k {
                let exp = (scratch[j] - largest).exp();
                exponentials[j] = exp;
                sum += exp;
            }
            sums[i] = sum;
            total += sum.ln() + largest;
        }
    }
    let mut d_scratch = vec![0.0; k];
    {
        let (exponentials, sums) = w.reals[start..][..n * k + n].split_at(n * k);
        for i in (0..n).rev() {
            let d_sum = 1.0 / sums[i];
            let mut d_largest = 1.0;
            let exponentials = &exponentials[i * k..][..k];
            for j in 0..k {
                let d = exponentials[j] * d_sum;
                d_scratch[j] += d;
                d_largest -= d;
            }
            let taken = &w.counts[tags + i * k..][..k];
            for j in (0..k).rev() {
                if taken[j] == 1 {
                    d_scratch[j] += std::mem::take(&mut d_largest);
                }
                let d = x[i] - mean[j];
                d_mean[j] += d * std::mem::take(&mut d_scratch[j]);
            }
        }
    }
    w.reals.truncate(start);
    w.counts.truncate(tags);
    total
}

#[test]
fn a_scratch_buffer_is_not_kept() {
    let x = [0.1, 1.9, -0.8, 0.7, 2.2];
    let mean = [0.25, 1.5, -1.0];
    let mut w = Workspace::default();
    let mut d_mean = [0.0; 3];
    let value = accumulate_grad_with(&mut w, &x, &mean, &mut d_mean);
    assert_eq!(value.to_bits(), mixture(&x, &mean).to_bits());
    agrees(|mean| mixture(&x, mean), &mean, &d_mean);
    let (_, count) = allocations(|| accumulate_grad_with(&mut w, &x, &mean, &mut [0.0; 3]));
    assert_eq!(count, 2);
}

//! A heat equation whose conductivity depends on the temperature: explicit steps between two buffers that change places.

use backprop::differentiable;

use super::{Workload, spread};

/// The sum of the squares of the temperatures at the end.
#[differentiable]
pub(crate) fn energy(start: &[f64], rate: f64, steps: usize) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    let mut next = start.to_vec();
    for _ in 0..steps {
        for i in 1..n - 1 {
            next[i] = u[i] + rate * (1.0 + u[i] * u[i]) * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    let mut sum = 0.0;
    for v in &u {
        sum += v * v;
    }
    sum
}

/// Keeps the temperatures of all steps.
fn by_hand(start: &[f64], rate: f64, steps: usize, d_start: &mut [f64], d_rate: &mut f64) -> f64 {
    let n = start.len();
    let mut all = vec![0.0; (steps + 1) * n];
    all[..n].copy_from_slice(start);
    for step in 0..steps {
        let (done, rest) = all.split_at_mut((step + 1) * n);
        let (u, next) = (&done[step * n..], &mut rest[..n]);
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        for (w, next) in u.windows(3).zip(&mut next[1..]) {
            *next = w[1] + rate * (1.0 + w[1] * w[1]) * (w[0] - 2.0 * w[1] + w[2]);
        }
    }
    let end = &all[steps * n..];
    let mut value = 0.0;
    for v in end {
        value += v * v;
    }
    let mut d: Vec<f64> = end.iter().map(|v| 2.0 * v).collect();
    *d_rate = 0.0;
    for u in all[..steps * n].chunks_exact(n).rev() {
        // What the elements to the left and in the middle have up to now.
        let (mut left, mut middle) = (d[0], 0.0);
        // An element to the left is written after that in the middle was read.
        let cells = std::cell::Cell::from_mut(&mut d[..]).as_slice_of_cells();
        for ((w, g), out) in u.windows(3).zip(&cells[1..]).zip(cells) {
            let (g, laplacian, square) = (g.get(), w[0] - 2.0 * w[1] + w[2], 1.0 + w[1] * w[1]);
            let to_sides = g * rate * square;
            *d_rate += g * square * laplacian;
            out.set(left + to_sides);
            left = middle + g - 2.0 * to_sides + 2.0 * g * rate * w[1] * laplacian;
            middle = to_sides;
        }
        d[n - 2] = left;
        d[n - 1] += middle;
    }
    d_start.copy_from_slice(&d);
    value
}

pub(crate) struct Heat {
    pub(crate) start: Vec<f64>,
    pub(crate) rate: f64,
    pub(crate) steps: usize,
}

impl Heat {
    pub(crate) fn new(n: usize, steps: usize) -> Self {
        Self { start: spread(n, 1, -1.0, 1.0), rate: 0.1, steps }
    }
}

impl Workload for Heat {
    const NAME: &'static str = "heat equation";

    fn size(&self) -> String {
        format!("{} cells, {} steps", self.start.len(), self.steps)
    }

    fn parameters(&self) -> usize {
        self.start.len() + 1
    }

    fn primal(&self) -> f64 {
        energy(&self.start, self.rate, self.steps)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let (d_rate, d_start) = gradient.split_last_mut().expect("there is a rate");
        energy::value_and_grad_into(&self.start, self.rate, self.steps, d_start, d_rate)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let (d_rate, d_start) = gradient.split_last_mut().expect("there is a rate");
        by_hand(&self.start, self.rate, self.steps, d_start, d_rate)
    }
}

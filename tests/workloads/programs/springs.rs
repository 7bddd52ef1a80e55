//! Masses in a plane on a chain of springs, moved by the symplectic method of Euler.

use backprop::differentiable;

use super::{Workload, spread};

const STEP: f64 = 0.01;
const DRAG: f64 = 0.1;

/// How far the last mass is from a target in the end. The first mass is fixed. Spring `i`, of length `lengths[i]`, is
/// between mass `i` and the next.
#[differentiable(wrt(stiffness, lengths))]
pub(crate) fn miss(stiffness: &[f64], lengths: &[f64], start: &[f64], target: [f64; 2], steps: usize) -> f64 {
    let n = start.len() / 2;
    let mut x = vec![0.0; n];
    let mut y = vec![0.0; n];
    for i in 0..n {
        x[i] = start[2 * i];
        y[i] = start[2 * i + 1];
    }
    let mut vx = vec![0.0; n];
    let mut vy = vec![0.0; n];
    let mut fx = vec![0.0; n];
    let mut fy = vec![0.0; n];
    for _ in 0..steps {
        for i in 0..n {
            fx[i] = -DRAG * vx[i];
            fy[i] = -DRAG * vy[i] - 1.0;
        }
        for i in 0..n - 1 {
            let dx = x[i + 1] - x[i];
            let dy = y[i + 1] - y[i];
            let distance = (dx * dx + dy * dy).sqrt();
            let force = stiffness[i] * (distance - lengths[i]) / distance;
            fx[i] += force * dx;
            fy[i] += force * dy;
            fx[i + 1] -= force * dx;
            fy[i + 1] -= force * dy;
        }
        for i in 1..n {
            vx[i] += STEP * fx[i];
            vy[i] += STEP * fy[i];
            x[i] += STEP * vx[i];
            y[i] += STEP * vy[i];
        }
    }
    (x[n - 1] - target[0]).powi(2) + (y[n - 1] - target[1]).powi(2)
}

/// Keeps the distances between neighbours at all steps.
fn by_hand(
    [stiffness, lengths, start]: [&[f64]; 3],
    target: [f64; 2],
    steps: usize,
    [d_stiffness, d_lengths]: [&mut [f64]; 2],
) -> f64 {
    let n = start.len() / 2;
    let mut at: Vec<[f64; 2]> = start.as_chunks().0.to_vec();
    let mut v = vec![[0.0; 2]; n];
    let mut f = vec![[0.0; 2]; n];
    // The difference of neighbours, and its length.
    let mut kept: Vec<[f64; 3]> = Vec::with_capacity(steps * (n - 1));
    for _ in 0..steps {
        for (f, v) in f.iter_mut().zip(&v) {
            *f = [-DRAG * v[0], -DRAG * v[1] - 1.0];
        }
        let mut carried = [0.0; 2];
        kept.extend(at.windows(2).zip(stiffness.iter().zip(lengths)).zip(&mut f).map(|((pair, (k, length)), f)| {
            let (dx, dy) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
            let distance = (dx * dx + dy * dy).sqrt();
            let force = k * (distance - length) / distance;
            *f = [f[0] + carried[0] + force * dx, f[1] + carried[1] + force * dy];
            carried = [-force * dx, -force * dy];
            [dx, dy, distance]
        }));
        let last = &mut f[n - 1];
        *last = [last[0] + carried[0], last[1] + carried[1]];
        for ((at, v), f) in at.iter_mut().zip(&mut v).zip(&f).skip(1) {
            for a in 0..2 {
                v[a] += STEP * f[a];
                at[a] += STEP * v[a];
            }
        }
    }
    let [ex, ey] = [at[n - 1][0] - target[0], at[n - 1][1] - target[1]];

    d_stiffness.fill(0.0);
    d_lengths.fill(0.0);
    let mut d_at = vec![[0.0; 2]; n];
    let mut d_v = vec![[0.0; 2]; n];
    let mut d_f = vec![[0.0; 2]; n];
    d_at[n - 1] = [2.0 * ex, 2.0 * ey];
    for kept in kept.chunks_exact(n - 1).rev() {
        for ((d_at, d_v), d_f) in d_at.iter().zip(&mut d_v).zip(&mut d_f).skip(1) {
            for a in 0..2 {
                d_v[a] += STEP * d_at[a];
                d_f[a] = STEP * d_v[a];
                d_v[a] -= DRAG * d_f[a];
            }
        }
        let (mut d_before, mut carried) = (d_f[0], [0.0; 2]);
        let (first, rest) = d_at.split_first_mut().expect("there is a mass");
        let mut before = first;
        for ((((d, d_f), d_at), (k, length)), (d_k, d_length)) in kept
            .iter()
            .zip(&d_f[1..])
            .zip(rest)
            .zip(stiffness.iter().zip(lengths))
            .zip(d_stiffness.iter_mut().zip(&mut *d_lengths))
        {
            let [dx, dy, distance] = *d;
            let inverse = 1.0 / distance;
            let force = k * (distance - length) * inverse;
            let (gx, gy) = (d_before[0] - d_f[0], d_before[1] - d_f[1]);
            let d_force = gx * dx + gy * dy;
            *d_k += d_force * (distance - length) * inverse;
            *d_length -= d_force * k * inverse;
            let radial = d_force * k * length * inverse * inverse * inverse;
            let (d_dx, d_dy) = (force * gx + radial * dx, force * gy + radial * dy);
            *before = [before[0] + carried[0] - d_dx, before[1] + carried[1] - d_dy];
            (carried, d_before, before) = ([d_dx, d_dy], *d_f, d_at);
        }
        *before = [before[0] + carried[0], before[1] + carried[1]];
    }
    ex * ex + ey * ey
}

pub(crate) struct Springs {
    pub(crate) stiffness: Vec<f64>,
    pub(crate) lengths: Vec<f64>,
    pub(crate) start: Vec<f64>,
    pub(crate) steps: usize,
}

const TARGET: [f64; 2] = [1.5, -2.0];

impl Springs {
    pub(crate) fn new(masses: usize, steps: usize) -> Self {
        let places = spread(masses, 3, -0.1, 0.1);
        Self {
            stiffness: spread(masses - 1, 1, 30.0, 60.0),
            lengths: spread(masses - 1, 2, 0.8, 1.0),
            start: places.iter().zip(0_u32..).flat_map(|(y, i)| [f64::from(i), *y]).collect(),
            steps,
        }
    }
}

impl Workload for Springs {
    const NAME: &'static str = "springs";

    fn size(&self) -> String {
        format!("{} masses, {} steps", self.start.len() / 2, self.steps)
    }

    fn parameters(&self) -> usize {
        2 * self.lengths.len()
    }

    fn primal(&self) -> f64 {
        miss(&self.stiffness, &self.lengths, &self.start, TARGET, self.steps)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let (d_stiffness, d_lengths) = gradient.split_at_mut(self.stiffness.len());
        let Self { stiffness, lengths, start, steps } = self;
        miss::value_and_grad_into(stiffness, lengths, start, TARGET, *steps, d_stiffness, d_lengths)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let (d_stiffness, d_lengths) = gradient.split_at_mut(self.stiffness.len());
        by_hand([&self.stiffness, &self.lengths, &self.start], TARGET, self.steps, [d_stiffness, d_lengths])
    }
}

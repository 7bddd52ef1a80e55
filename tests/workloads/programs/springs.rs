//! Masses in a plane on a chain of springs, moved by the symplectic method of Euler.

use backprop::{Differentiable, differentiable};

use super::{Workload, spread};

const STEP: f64 = 0.01;
const DRAG: f64 = 0.1;

#[derive(Clone, Differentiable)]
pub(crate) struct Mass {
    at: [f64; 2],
    v: [f64; 2],
}

#[derive(Clone, Differentiable)]
pub(crate) struct Spring {
    pub(crate) stiffness: f64,
    pub(crate) length: f64,
}

/// The first mass is fixed. Spring `i` is between mass `i` and the next.
#[derive(Clone, Differentiable)]
pub(crate) struct Chain {
    masses: Vec<Mass>,
    pub(crate) springs: Vec<Spring>,
}

#[differentiable]
impl Chain {
    /// How far the last mass is from a target in the end.
    #[differentiable(wrt(self))]
    pub(crate) fn miss(&mut self, target: [f64; 2], steps: usize) -> f64 {
        let mut forces = vec![[0.0; 2]; self.masses.len()];
        for _ in 0..steps {
            for (i, mass) in self.masses.iter().enumerate() {
                forces[i][0] = -DRAG * mass.v[0];
                forces[i][1] = -DRAG * mass.v[1] - 1.0;
            }
            for (i, spring) in self.springs.iter().enumerate() {
                let dx = self.masses[i + 1].at[0] - self.masses[i].at[0];
                let dy = self.masses[i + 1].at[1] - self.masses[i].at[1];
                let distance = (dx * dx + dy * dy).sqrt();
                let force = spring.stiffness * (distance - spring.length) / distance;
                forces[i][0] += force * dx;
                forces[i][1] += force * dy;
                forces[i + 1][0] -= force * dx;
                forces[i + 1][1] -= force * dy;
            }
            for i in 1..self.masses.len() {
                for k in 0..2 {
                    self.masses[i].v[k] += STEP * forces[i][k];
                    self.masses[i].at[k] += STEP * self.masses[i].v[k];
                }
            }
        }
        let last = self.masses.len() - 1;
        let ex = self.masses[last].at[0] - target[0];
        let ey = self.masses[last].at[1] - target[1];
        ex * ex + ey * ey
    }
}

/// Keeps the distances between neighbours at all steps.
fn by_hand(chain: &Chain, target: [f64; 2], steps: usize, [d_stiffness, d_lengths]: [&mut [f64]; 2]) -> f64 {
    let n = chain.masses.len();
    let mut at: Vec<[f64; 2]> = chain.masses.iter().map(|mass| mass.at).collect();
    let mut v: Vec<[f64; 2]> = chain.masses.iter().map(|mass| mass.v).collect();
    let mut f = vec![[0.0; 2]; n];
    // The difference of neighbours, and its length.
    let mut kept: Vec<[f64; 3]> = Vec::with_capacity(steps * (n - 1));
    for _ in 0..steps {
        for (f, v) in f.iter_mut().zip(&v) {
            *f = [-DRAG * v[0], -DRAG * v[1] - 1.0];
        }
        let mut carried = [0.0; 2];
        kept.extend(at.windows(2).zip(&chain.springs).zip(&mut f).map(|((pair, spring), f)| {
            let (dx, dy) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
            let distance = (dx * dx + dy * dy).sqrt();
            let force = spring.stiffness * (distance - spring.length) / distance;
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
        for ((((d, d_f), d_at), &Spring { stiffness: k, length }), (d_k, d_length)) in
            kept.iter().zip(&d_f[1..]).zip(rest).zip(&chain.springs).zip(d_stiffness.iter_mut().zip(&mut *d_lengths))
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
    pub(crate) chain: Chain,
    pub(crate) steps: usize,
}

const TARGET: [f64; 2] = [1.5, -2.0];

impl Springs {
    pub(crate) fn new(masses: usize, steps: usize) -> Self {
        let places = spread(masses, 3, -0.1, 0.1);
        let mass = |(y, i): (f64, u32)| Mass { at: [f64::from(i), y], v: [0.0, 0.0] };
        let springs = spread(masses - 1, 1, 30.0, 60.0).into_iter().zip(spread(masses - 1, 2, 0.8, 1.0));
        let chain = Chain {
            masses: places.into_iter().zip(0_u32..).map(mass).collect(),
            springs: springs.map(|(stiffness, length)| Spring { stiffness, length }).collect(),
        };
        Self { chain, steps }
    }
}

impl Workload for Springs {
    const NAME: &'static str = "springs";

    fn size(&self) -> String {
        format!("{} masses, {} steps", self.chain.masses.len(), self.steps)
    }

    fn parameters(&self) -> usize {
        2 * self.chain.springs.len()
    }

    fn primal(&self) -> f64 {
        self.chain.clone().miss(TARGET, self.steps)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let (d_stiffness, d_lengths) = gradient.split_at_mut(self.chain.springs.len());
        let (value, d_chain) = self.chain.clone().miss_value_and_grad(TARGET, self.steps);
        for ((d, d_stiffness), d_length) in d_chain.springs.iter().zip(d_stiffness).zip(d_lengths) {
            (*d_stiffness, *d_length) = (d.stiffness, d.length);
        }
        value
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let (d_stiffness, d_lengths) = gradient.split_at_mut(self.chain.springs.len());
        by_hand(&self.chain, TARGET, self.steps, [d_stiffness, d_lengths])
    }
}

//! The equations of Lorenz, by Runge and Kutta's method of fourth order.

use backprop::differentiable;

use super::Workload;

const STEP: f64 = 0.001;

/// The squared distance from the origin after `steps` steps. `parameters` are `sigma`, `rho` and `beta`.
#[differentiable]
pub(crate) fn distance(start: &[f64; 3], parameters: &[f64; 3], steps: usize) -> f64 {
    let flow =
        |x: f64, y: f64, z: f64| (parameters[0] * (y - x), x * (parameters[1] - z) - y, x * y - parameters[2] * z);
    let (mut x, mut y, mut z) = (start[0], start[1], start[2]);
    for _ in 0..steps {
        let (x1, y1, z1) = flow(x, y, z);
        let (x2, y2, z2) = flow(x + 0.5 * STEP * x1, y + 0.5 * STEP * y1, z + 0.5 * STEP * z1);
        let (x3, y3, z3) = flow(x + 0.5 * STEP * x2, y + 0.5 * STEP * y2, z + 0.5 * STEP * z2);
        let (x4, y4, z4) = flow(x + STEP * x3, y + STEP * y3, z + STEP * z3);
        x += STEP / 6.0 * (x1 + 2.0 * x2 + 2.0 * x3 + x4);
        y += STEP / 6.0 * (y1 + 2.0 * y2 + 2.0 * y3 + y4);
        z += STEP / 6.0 * (z1 + 2.0 * z2 + 2.0 * z3 + z4);
    }
    x * x + y * y + z * z
}

/// Keeps the state of each step; the stages are computed again.
fn by_hand(start: &[f64; 3], &[sigma, rho, beta]: &[f64; 3], steps: usize, gradient: &mut [f64]) -> f64 {
    let flow = |[x, y, z]: [f64; 3]| [sigma * (y - x), x * (rho - z) - y, x * y - beta * z];
    let moved = |u: [f64; 3], by: f64, k: [f64; 3]| [u[0] + by * k[0], u[1] + by * k[1], u[2] + by * k[2]];
    let stages = |u: [f64; 3]| {
        let k1 = flow(u);
        let u2 = moved(u, 0.5 * STEP, k1);
        let k2 = flow(u2);
        let u3 = moved(u, 0.5 * STEP, k2);
        let k3 = flow(u3);
        (u2, u3, moved(u, STEP, k3), k1, k2, k3)
    };
    let mut u = *start;
    let mut kept = Vec::with_capacity(steps);
    for _ in 0..steps {
        kept.push(u);
        let (_, _, u4, k1, k2, k3) = stages(u);
        let k4 = flow(u4);
        for a in 0..3 {
            u[a] += STEP / 6.0 * (k1[a] + 2.0 * k2[a] + 2.0 * k3[a] + k4[a]);
        }
    }
    let mut d_parameters = [0.0; 3];
    // The sensitivity to a point, from that to the flow at it.
    let mut back = |[x, y, z]: [f64; 3], d: [f64; 3]| {
        d_parameters[0] += d[0] * (y - x);
        d_parameters[1] += d[1] * x;
        d_parameters[2] -= d[2] * z;
        [d[1] * (rho - z) - sigma * d[0] + d[2] * y, sigma * d[0] - d[1] + d[2] * x, -(d[1] * x) - beta * d[2]]
    };
    let mut d = [2.0 * u[0], 2.0 * u[1], 2.0 * u[2]];
    for &u in kept.iter().rev() {
        let (u2, u3, u4, ..) = stages(u);
        let (sixth, third) = (d.map(|d| STEP / 6.0 * d), d.map(|d| STEP / 3.0 * d));
        let d4 = back(u4, sixth);
        let d3 = back(u3, moved(third, STEP, d4));
        let d2 = back(u2, moved(third, 0.5 * STEP, d3));
        let d1 = back(u, moved(sixth, 0.5 * STEP, d2));
        for a in 0..3 {
            d[a] += d1[a] + d2[a] + d3[a] + d4[a];
        }
    }
    gradient[..3].copy_from_slice(&d);
    gradient[3..].copy_from_slice(&d_parameters);
    u[0] * u[0] + u[1] * u[1] + u[2] * u[2]
}

pub(crate) struct Lorenz {
    pub(crate) start: [f64; 3],
    pub(crate) parameters: [f64; 3],
    pub(crate) steps: usize,
}

impl Lorenz {
    pub(crate) fn new(steps: usize) -> Self {
        Self { start: [1.0, 1.5, 1.2], parameters: [10.0, 28.0, 8.0 / 3.0], steps }
    }
}

impl Workload for Lorenz {
    const NAME: &'static str = "Lorenz by RK4";

    fn size(&self) -> String {
        format!("{} steps", self.steps)
    }

    fn parameters(&self) -> usize {
        6
    }

    fn primal(&self) -> f64 {
        distance(&self.start, &self.parameters, self.steps)
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let [d_start, d_parameters] = gradient.as_chunks_mut().0 else { unreachable!("there are six parameters") };
        distance::value_and_grad_into(&self.start, &self.parameters, self.steps, d_start, d_parameters)
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        by_hand(&self.start, &self.parameters, self.steps, gradient)
    }
}

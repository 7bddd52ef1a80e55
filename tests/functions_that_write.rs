//! Functions that write into arrays, `rhs: impl Fn(f64, &[f64], &mut [f64])`, as values: the right-hand sides of differential equations.
//! Values bit for bit, gradients against central differences.

#![expect(clippy::cast_precision_loss, reason = "programs as they may be written")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn rk4<F: Fn(f64, &[f64], &mut [f64])>(rhs: &F, t: f64, y: &mut [f64], h: f64) {
    let n = y.len();
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    let mut stage = vec![0.0; n];
    rhs(t, y, &mut k1);
    for i in 0..n {
        stage[i] = y[i] + 0.5 * h * k1[i];
    }
    rhs(t + 0.5 * h, &stage, &mut k2);
    for i in 0..n {
        stage[i] = y[i] + 0.5 * h * k2[i];
    }
    rhs(t + 0.5 * h, &stage, &mut k3);
    for i in 0..n {
        stage[i] = y[i] + h * k3[i];
    }
    rhs(t + h, &stage, &mut k4);
    for i in 0..n {
        y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
}

#[differentiable]
fn integrate(rhs: impl Fn(f64, &[f64], &mut [f64]), start: &[f64], steps: usize) -> Vec<f64> {
    let mut y = start.to_vec();
    for step in 0..steps {
        rk4(&rhs, 0.1 * step as f64, &mut y, 0.1);
    }
    y
}

#[differentiable]
fn oscillator(p: &[f64]) -> f64 {
    let (a, b) = (p[0], p[1]);
    let y = integrate(
        |t: f64, y: &[f64], dy: &mut [f64]| {
            dy[0] = a * y[1] + t;
            dy[1] = -b * y[0];
        },
        &[1.0, p[2]],
        5,
    );
    y[0] * y[0] + y[1]
}

/// The closure captures an array, and its writes are a loop.
#[differentiable]
fn diffusion(p: &[f64]) -> f64 {
    let y = integrate(
        |_t: f64, y: &[f64], dy: &mut [f64]| {
            for (i, d) in dy.iter_mut().enumerate() {
                let left = if i > 0 { y[i - 1] } else { 0.0 };
                *d = p[i] * (left - y[i]);
            }
        },
        p,
        4,
    );
    y[0] * y[1] + y[2]
}

#[differentiable]
trait Ode {
    fn rhs(&self, t: f64, y: &[f64], dy: &mut [f64]);
}

#[derive(Clone, Copy, Differentiable)]
struct VanDerPol {
    mu: f64,
}

#[differentiable]
impl Ode for VanDerPol {
    fn rhs(&self, t: f64, y: &[f64], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = self.mu * (1.0 - y[0] * y[0]) * y[1] - y[0] + t;
    }
}

/// The closure gives the buffer to a method.
#[differentiable]
fn van_der_pol(p: &[f64]) -> f64 {
    let system = VanDerPol { mu: p[0] };
    let y = integrate(|t: f64, y: &[f64], dy: &mut [f64]| system.rhs(t, y, dy), &[p[1], p[2]], 4);
    y[0] * y[1]
}

/// A method looks at what stands behind `&mut`, and changes something else.
#[differentiable]
fn euler<S: Ode>(system: &S, y: &mut [f64], k: &mut [f64], buffer: &mut [f64]) {
    system.rhs(0.5, y, k);
    for (y, k) in y.iter_mut().zip(&*k) {
        *y += 0.1 * k;
    }
    system.rhs(0.5, y, &mut buffer[..]);
    y[0] += 0.1 * buffer[1];
}

#[differentiable]
fn of_a_trait(p: &[f64]) -> f64 {
    let mut y = vec![p[1], p[2]];
    let mut k = vec![0.0; 2];
    let mut buffer = vec![0.0; 2];
    for _ in 0..3 {
        euler(&VanDerPol { mu: p[0] }, &mut y, &mut k, &mut buffer);
    }
    let system = VanDerPol { mu: p[0] };
    let rates = &mut k[..];
    system.rhs(0.1, &y, rates);
    y[0] * y[1] + k[1]
}

/// Buffers in rows, in parts, of fixed lengths, under a name.
#[differentiable]
fn stages<F>(rhs: F, y: &mut [f64], rows: &mut [Vec<f64>])
where
    F: Fn(&[f64], &mut [f64]),
{
    let n = y.len();
    let mut flat = vec![0.0; 2 * n];
    for stage in 0..2 {
        rhs(y, &mut rows[stage]);
        rhs(&y[..], &mut flat[stage * n..(stage + 1) * n]);
        for i in 0..n {
            y[i] += 0.1 * rows[stage][i] + 0.05 * flat[stage * n + i];
        }
    }
}

#[differentiable]
fn rows(p: &[f64]) -> f64 {
    let a = p[0];
    let mut y = p.to_vec();
    let mut rows = vec![vec![0.0; 3]; 2];
    for _ in 0..3 {
        stages(
            |y: &[f64], d: &mut [f64]| {
                d[0] = a * y[1];
                d[2] = y[0] * y[1];
            },
            &mut y,
            &mut rows,
        );
    }
    y[0] * y[2]
}

/// What is in the buffer before counts, and the function gives a number beside.
#[differentiable]
fn descend(f: impl Fn(&[f64; 2], &mut [f64; 2]) -> f64, start: [f64; 2]) -> f64 {
    let mut x = start;
    let mut gradient = [0.5, 0.25];
    let mut last = 0.0;
    for _ in 0..3 {
        last = f(&x, &mut gradient);
        for i in 0..2 {
            x[i] -= 0.1 * gradient[i];
        }
    }
    last + x[0] * gradient[1]
}

#[differentiable]
fn with_momentum(p: &[f64]) -> f64 {
    let (a, b) = (p[0], p[1]);
    let f = |x: &[f64; 2], g: &mut [f64; 2]| {
        g[0] = 0.5 * g[0] + 2.0 * a * x[0];
        g[1] = 0.5 * g[1] + b * x[1].cos();
        a * x[0] * x[0] + b * x[1].sin()
    };
    descend(f, [1.0, p[2]])
}

/// A closure that is called where it stands, and one of two buffers.
#[differentiable]
fn in_place(p: &[f64]) -> f64 {
    let scale = p[0];
    let rotate = |from: &[f64], to: &mut [f64], beside: &mut [f64]| {
        to[0] = scale * from[1] + beside[0];
        beside[0] *= to[0];
    };
    let (mut to, mut beside) = (p.to_vec(), vec![1.0, p[1]]);
    rotate(p, &mut to, &mut beside);
    rotate(&[p[1], p[2]], &mut to, &mut beside);
    to[0] * beside[0] + to[1]
}

/// A function of other code takes a closure that writes: it is left as it is.
fn table(f: impl Fn(usize, &mut [f64])) -> Vec<f64> {
    let mut rows = vec![0.0; 3];
    for i in 0..3 {
        f(i, &mut rows);
    }
    rows
}

#[differentiable]
fn beside_other_code(p: &[f64]) -> f64 {
    let weights = table(|i, row: &mut [f64]| row[i] = i as f64);
    let scale = p[0];
    let y = integrate(|_t: f64, y: &[f64], dy: &mut [f64]| dy[0] = scale * y[0], p, 2);
    y[0] * weights[2] + y[1] * weights[1]
}

/// Holds the value and the gradient of a function against it.
macro_rules! agrees {
    ($($name:ident),*) => { $(
        let at = [0.3, 1.2, 0.4];
        let (value, gradient) = $name::value_and_grad(&at);
        assert_eq!(value.to_bits(), $name(&at).to_bits());
        check(&|x| $name(x), &at, &gradient);
    )* };
}

#[test]
fn right_hand_sides_write_into_buffers() {
    agrees!(oscillator, diffusion, van_der_pol, of_a_trait);
}

#[test]
fn buffers_are_rows_parts_and_arrays() {
    agrees!(rows, with_momentum, in_place, beside_other_code);
}

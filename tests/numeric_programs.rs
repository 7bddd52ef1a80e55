//! More numerical programs as people write them: values bit for bit, gradients against central differences.

#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::similar_names,
    clippy::suboptimal_flops,
    clippy::trivially_copy_pass_by_ref,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<f64>,
}

#[differentiable]
impl Image {
    fn get(&self, x: usize, y: usize) -> f64 {
        self.pixels[y * self.width + x]
    }

    /// Bilinear interpolation.
    fn sample(&self, x: f64, y: f64) -> f64 {
        let x = x.clamp(0.0, (self.width - 1) as f64 - 1e-9);
        let y = y.clamp(0.0, (self.height - 1) as f64 - 1e-9);
        let (ix, iy) = (x.floor() as usize, y.floor() as usize);
        let (fx, fy) = (x - ix as f64, y - iy as f64);
        let top = (1.0 - fx) * self.get(ix, iy) + fx * self.get(ix + 1, iy);
        let bottom = (1.0 - fx) * self.get(ix, iy + 1) + fx * self.get(ix + 1, iy + 1);
        (1.0 - fy) * top + fy * bottom
    }

    fn mean(&self) -> f64 {
        let mut sum = 0.0;
        for p in &self.pixels {
            sum += p;
        }
        sum / (self.width * self.height) as f64
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Pose {
    angle: f64,
    dx: f64,
    dy: f64,
}

#[differentiable]
impl Pose {
    fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let (s, c) = self.angle.sin_cos();
        (c * x - s * y + self.dx, s * x + c * y + self.dy)
    }
}

/// How much two images differ, one of which is moved and turned.
#[differentiable]
fn mismatch(fixed: &Image, moving: &Image, pose: &Pose) -> f64 {
    let mut sum = 0.0;
    for row in 0..fixed.height {
        for col in 0..fixed.width {
            let (x, y) = pose.apply(col as f64, row as f64);
            let d = moving.sample(x, y) - fixed.get(col, row);
            sum += d * d;
        }
    }
    let pixels = fixed.width * fixed.height;
    (sum / pixels as f64).sqrt() + moving.mean() / (fixed.width - fixed.height + 2) as f64
}

#[test]
fn images_are_registered() {
    let image = |pixels: &[f64]| Image { width: 4, height: 3, pixels: pixels.to_vec() };
    let pose = |z: &[f64]| Pose { angle: z[0], dx: z[1], dy: z[2] };
    let of = |z: &[f64]| mismatch(&image(&z[..12]), &image(&z[12..24]), &pose(&z[24..]));
    let mut z: Vec<f64> = (0..24).map(|i| f64::from(i * 5 % 7) * 0.2 + f64::from(i % 3) * 0.11).collect();
    z.extend([0.13, 0.41, 0.27]);
    let (value, (fixed, moving, d)) = mismatch::value_and_grad(&image(&z[..12]), &image(&z[12..24]), &pose(&z[24..]));
    assert_eq!(value.to_bits(), of(&z).to_bits());
    let mut gradient = fixed.pixels;
    gradient.extend(moving.pixels);
    gradient.extend([d.angle, d.dx, d.dy]);
    check(&of, &z, &gradient);
}

/// Fields that meet in operators before they become numbers of another type: of what type they are, only rustc knows.
#[derive(Clone, Differentiable)]
struct Box2 {
    a: f64,
    b: f64,
    c: f32,
    d: f32,
    n: u16,
    m: u16,
}

#[differentiable]
fn sides(v: &Box2) -> f64 {
    f64::from(v.c * v.d) + f64::from(v.n * v.m) * v.a.sqrt() + (v.c + v.d) as f64 * v.b
}

#[test]
fn operators_before_casts() {
    let v = Box2 { a: 4.0, b: 3.0, c: 2.0, d: 5.0, n: 3, m: 7 };
    let (value, d) = sides::value_and_grad(&v);
    assert_eq!(value.to_bits(), sides(&v).to_bits());
    assert_eq!((d.a, d.b, d.c, d.d), (21.0 / 4.0, 7.0, 8.0, 5.0));
}

/// Levenberg-Marquardt, which takes or leaves a step. Arrays go with it from turn to turn.
#[differentiable]
trait Model {
    fn value(&self, p: &[f64], t: f64) -> f64;
    fn slope(&self, p: &[f64], t: f64, out: &mut [f64]);
}
#[derive(Clone, Copy, Differentiable)]
struct Decay {
    offset: f64,
}
#[differentiable]
impl Model for Decay {
    fn value(&self, p: &[f64], t: f64) -> f64 {
        p[0] * (-p[1] * t).exp() + self.offset
    }
    fn slope(&self, p: &[f64], t: f64, out: &mut [f64]) {
        let e = (-p[1] * t).exp();
        out[0] = e;
        out[1] = -p[0] * t * e;
    }
}
#[differentiable]
fn cost<M: Model>(m: &M, p: &[f64], t: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..t.len() {
        s += (y[i] - m.value(p, t[i])).powi(2);
    }
    s
}
#[differentiable]
fn fit<M: Model>(m: &M, t: &[f64], y: &[f64], start: [f64; 2]) -> [f64; 2] {
    let mut p = start;
    let mut lambda = 1e-3;
    let mut best = cost(m, &p, t, y);
    for _ in 0..4 {
        let mut a = [[0.0; 2]; 2];
        let mut b = [0.0; 2];
        let mut j = [0.0; 2];
        for (&ti, &yi) in t.iter().zip(y) {
            m.slope(&p, ti, &mut j);
            let r = yi - m.value(&p, ti);
            for r1 in 0..2 {
                b[r1] += j[r1] * r;
                for c in 0..2 {
                    a[r1][c] += j[r1] * j[c];
                }
            }
        }
        for i in 0..2 {
            a[i][i] *= 1.0 + lambda;
        }
        let det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
        let trial = [p[0] + (a[1][1] * b[0] - a[0][1] * b[1]) / det, p[1] + (a[0][0] * b[1] - a[1][0] * b[0]) / det];
        let c = cost(m, &trial, t, y);
        if c < best {
            p = trial;
            best = c;
            lambda *= 0.1;
        } else {
            lambda *= 10.0;
        }
        if lambda > 1e8 {
            break;
        }
    }
    p
}
#[differentiable(wrt(m, y))]
fn rate(m: &Decay, t: &[f64], y: &[f64]) -> f64 {
    let p = fit(m, t, y, [1.0, 1.0]);
    p[1] + 0.1 * p[0]
}

#[test]
fn parameters_are_fitted() {
    let t = [0.0, 0.5, 1.0, 2.0, 3.0];
    let z = [0.1, 2.1, 1.4, 1.0, 0.6, 0.33];
    let of = |z: &[f64]| rate(&Decay { offset: z[0] }, &t, &z[1..]);
    let (value, (d, d_y)) = rate::value_and_grad(&Decay { offset: z[0] }, &t, &z[1..]);
    assert_eq!(value.to_bits(), of(&z).to_bits());
    let mut gradient = vec![d.offset];
    gradient.extend(d_y);
    check(&of, &z, &gradient);
}

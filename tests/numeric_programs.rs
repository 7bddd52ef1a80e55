//! More numerical programs as people write them: values bit for bit, gradients against central differences.

#![expect(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
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

type Point = [f64; 2];

/// A point of a B-spline by de Boor's algorithm: rows of a buffer are those of a parameter, under another name.
#[differentiable(wrt(control))]
fn de_boor(control: &[Point], knots: &[f64], degree: usize, t: f64) -> Point {
    let mut k = degree;
    while k + 1 < control.len() && t >= knots[k + 1] {
        k += 1;
    }
    let mut d = vec![[0.0; 2]; degree + 1];
    for j in 0..=degree {
        d[j] = control[j + k - degree];
    }
    for r in 1..=degree {
        for j in (r..=degree).rev() {
            let i = j + k - degree;
            let alpha = (t - knots[i]) / (knots[j + 1 + k - r] - knots[i]);
            for c in 0..2 {
                d[j][c] = (1.0 - alpha) * d[j - 1][c] + alpha * d[j][c];
            }
        }
    }
    d[degree]
}

#[differentiable(wrt(control))]
fn length(control: &[Point], knots: &[f64], samples: usize) -> f64 {
    let (a, b) = (knots[3], knots[control.len()]);
    let mut previous = de_boor(control, knots, 3, a);
    let mut total = 0.0;
    for s in 1..=samples {
        let p = de_boor(control, knots, 3, a + (b - a) * s as f64 / samples as f64);
        total += (p[0] - previous[0]).hypot(p[1] - previous[1]);
        previous = p;
    }
    total
}

#[test]
fn curves_have_lengths() {
    let knots = [0.0, 0.0, 0.0, 0.0, 0.4, 1.0, 1.0, 1.0, 1.0];
    let points = |z: &[f64]| z.chunks(2).map(|p| [p[0], p[1]]).collect::<Vec<Point>>();
    let of = |z: &[f64]| length(&points(z), &knots, 20);
    let z = [0.0, 0.0, 1.0, 2.0, 2.0, -1.0, 3.0, 0.5, 4.0, 1.0];
    check(&of, &z, &length::grad(&points(&z), &knots, 20).concat());
}

/// A root that is declared before the loop that finds it, and a remainder that each turn computes anew.
#[differentiable]
fn root(a: f64, start: f64) -> f64 {
    let (root, mut steps);
    let remainder;
    let mut guess = start;
    steps = 0;
    loop {
        let next = 0.5 * (guess + a / guess);
        steps += 1;
        if (next - guess).abs() < 1e-14 || steps > 50 {
            root = next;
            remainder = next * next - a;
            break;
        }
        guess = next;
    }
    let mut slope;
    let mut sum = 0.0;
    for k in 0..3 {
        slope = root * f64::from(k);
        sum += slope * slope;
    }
    root + remainder + sum
}

#[test]
fn first_values_in_loops() {
    let of = |z: &[f64]| root(z[0], z[1]);
    let (d_a, d_start) = root::grad(3.0, 1.0);
    check(&of, &[3.0, 1.0], &[d_a, d_start]);
    // The root of 3, and 5 times its square.
    assert!((d_a - (0.5 / 3.0_f64.sqrt() + 5.0)).abs() < 1e-12);
}

#[derive(Clone, Differentiable)]
struct Mote {
    x: f64,
    v: [f64; 2],
}

#[derive(Clone, Differentiable)]
struct Swarm {
    motes: Vec<Mote>,
    weights: Vec<f64>,
}

#[differentiable]
fn pull(mote: &mut Mote, k: f64) {
    mote.x *= k;
    mote.v[0] += mote.x;
}

#[differentiable]
fn bump(x: &mut f64, k: f64) {
    *x *= k;
}

/// Elements of which nothing is named are lent to be changed: structs, and numbers.
#[differentiable]
fn pull_all(swarm: &mut Swarm, k: f64) {
    for i in 0..swarm.motes.len() {
        pull(&mut swarm.motes[i], k);
    }
    for i in 0..swarm.weights.len() {
        bump(&mut swarm.weights[i], k + 1.0);
    }
}

#[differentiable]
fn moment(swarm: &Swarm) -> f64 {
    let mut sum = 0.0;
    for (mote, w) in swarm.motes.iter().zip(&swarm.weights) {
        sum += w * mote.x * mote.v[0] + mote.v[1];
    }
    sum
}

#[differentiable]
fn pulled(swarm: &Swarm, k: f64) -> f64 {
    let mut swarm = swarm.clone();
    pull_all(&mut swarm, k);
    pull_all(&mut swarm, k * k);
    moment(&swarm)
}

#[test]
fn elements_are_lent() {
    let swarm = |z: &[f64]| Swarm {
        motes: vec![Mote { x: z[0], v: [z[1], z[2]] }, Mote { x: z[3], v: [z[4], z[5]] }],
        weights: z[6..8].to_vec(),
    };
    let of = |z: &[f64]| pulled(&swarm(z), z[8]);
    let z = [0.7, 0.2, 1.1, 0.4, 0.9, 0.3, 1.2, 0.8, 0.6];
    let (value, (d, d_k)) = pulled::value_and_grad(&swarm(&z), z[8]);
    assert_eq!(value.to_bits(), of(&z).to_bits());
    let mut gradient: Vec<f64> = d.motes.iter().flat_map(|m| [m.x, m.v[0], m.v[1]]).collect();
    gradient.extend(d.weights);
    gradient.push(d_k);
    check(&of, &z, &gradient);
}

#[differentiable]
fn mix(a: &mut [f64], b: &mut [f64]) {
    for i in 0..a.len() {
        let t = a[i];
        a[i] = t * b[i];
        b[i] = t + 2.0 * b[i];
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

/// The names of two parts are lent to be changed, together and alone.
#[differentiable]
fn halves(u: &[f64]) -> f64 {
    let mut w = u.to_vec();
    let before = dot(&w[..2], &u[2..]);
    let (a, b) = w.split_at_mut(2);
    mix(&mut *a, &mut *b);
    mix(&mut *b, &mut *a);
    let row = &mut a[1..];
    bump(&mut row[0], u[0]);
    mix(&mut *row, &mut b[..1]);
    before + dot(&u[..2], &w[2..]) + w[0] * w[1]
}

#[test]
fn parts_are_lent_by_their_names() {
    let u = [0.7, 1.3, 0.4, 1.1];
    check(&|u| halves(u), &u, &halves::grad(&u));
}

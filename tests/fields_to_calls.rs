//! Fields of structs as what calls change and look at, where the call alone shows what they are.

#![expect(
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Rod {
    u: Vec<f64>,
    w: Vec<f64>,
    rows: Vec<Vec<f64>>,
    ends: [f64; 2],
    k: f64,
}

#[differentiable]
fn rod(x: &[f64]) -> Rod {
    let rows = vec![vec![x[4], x[5]], vec![x[5], x[0]]];
    Rod { u: vec![x[0], x[1]], w: vec![x[2], x[3]], rows, ends: [x[1], x[2]], k: x[3] }
}

#[differentiable]
fn scale(u: &mut [f64], k: f64) {
    for x in u.iter_mut() {
        *x *= k;
    }
}

/// Changes two arrays, of which one grows, and gives a number.
#[differentiable]
fn exchange(u: &mut [f64], w: &mut Vec<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..u.len() {
        u[i] *= k * w[i];
        sum += u[i];
    }
    w.push(sum * k);
    w[0] += sum;
    sum
}

#[differentiable]
fn relax(rows: &mut [Vec<f64>], ends: &[f64; 2], k: f64) {
    for row in rows.iter_mut() {
        for j in 0..2 {
            row[j] = row[j] * k + ends[j];
        }
    }
}

#[differentiable]
fn pull(ends: &mut [f64; 2], w: &[f64]) {
    ends[0] *= w[2];
    ends[1] += w[0] * w[1];
}

#[differentiable]
fn norm(w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in w {
        sum += x * x;
    }
    sum.sqrt()
}

#[differentiable]
impl Rod {
    fn step(&mut self, v: f64) -> f64 {
        let energy = exchange(&mut self.u, &mut self.w, v);
        relax(&mut self.rows, &self.ends, self.k);
        pull(&mut self.ends, &self.w);
        energy
    }

    /// Looks at a field of which nothing else is known, between changes of others.
    fn normalize(&mut self) {
        self.k *= norm(&self.w);
        scale(&mut self.u, 1.0 / self.k);
        self.k += norm(&self.u);
    }

    fn total(&self) -> f64 {
        let mut sum = 0.0;
        for row in &self.rows {
            for x in row {
                sum += x * x;
            }
        }
        for x in &self.w {
            sum += x * self.k;
        }
        sum * self.u[1] + self.ends[0] * self.ends[1]
    }
}

#[differentiable]
fn twice(x: &[f64]) -> f64 {
    let mut rod = rod(x);
    let mut energy = rod.step(x[4]);
    energy += rod.step(0.5);
    rod.normalize();
    energy * rod.total()
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut rod = rod(x);
    let mut energy = 0.0;
    for i in 0..3 {
        energy += rod.step(x[i]);
        if energy > 0.5 {
            rod.normalize();
            energy += rod.step(0.3);
        }
    }
    energy + rod.total()
}

/// Nobody uses what the calls have changed.
#[differentiable]
fn unused(x: &[f64]) -> f64 {
    let mut rod = rod(x);
    rod.step(x[0])
}

#[differentiable]
fn of_a_local(x: &[f64]) -> f64 {
    let mut rod = rod(x);
    scale(&mut rod.u, x[3]);
    scale(&mut rod.ends, x[4]);
    rod.total()
}

#[differentiable]
fn behind_a_reference(rod: &mut Rod, k: f64) {
    scale(&mut rod.u, k);
    if k > 0.5 {
        scale(&mut rod.w, norm(&rod.u));
    }
    for _ in 0..2 {
        scale(&mut rod.ends, k);
    }
}

#[differentiable]
fn of_a_parameter(x: &[f64]) -> f64 {
    let mut rod: Rod = rod(x);
    behind_a_reference(&mut rod, x[2]);
    behind_a_reference(&mut rod, x[2] - 1.0);
    rod.total()
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Differentiable)]
struct Cloud {
    points: Vec<Point>,
    center: Point,
    k: f64,
}

#[differentiable]
fn turn(points: &mut [Point], k: &mut f64, angle: f64) {
    for p in points.iter_mut() {
        p.x *= *k;
        p.y += p.x * angle;
        *k += p.y;
    }
}

#[differentiable]
fn kick(center: &mut Point, points: &[Point]) {
    for p in points {
        center.x += p.x * p.y;
    }
    center.y *= center.x;
}

#[differentiable]
fn move_on(cloud: &mut Cloud, angle: f64) {
    turn(&mut cloud.points, &mut cloud.k, angle);
    kick(&mut cloud.center, &cloud.points);
}

#[differentiable]
fn of_structs(x: &[f64]) -> f64 {
    let points = vec![Point { x: x[0], y: x[1] }, Point { x: x[2], y: x[3] }];
    let mut cloud = Cloud { points, center: Point { x: x[5], y: x[4] }, k: x[4] };
    move_on(&mut cloud, x[5]);
    move_on(&mut cloud, x[0]);
    cloud.center.x * cloud.k + cloud.center.y
}

/// A struct in a struct that a call gives, neither of them `Copy`.
#[derive(Clone, Differentiable)]
struct Pair {
    left: Rod,
    right: Rod,
}

#[differentiable]
fn pair(x: &[f64]) -> Pair {
    Pair { left: rod(x), right: rod(x) }
}

#[differentiable]
fn of_parts(x: &[f64]) -> f64 {
    let mut both: Pair = pair(x);
    behind_a_reference(&mut both.left, x[1]);
    scale(&mut both.right.u, both.left.k);
    both.left.total() * both.right.total()
}

#[test]
fn fields_that_calls_change() {
    agrees!(twice, in_a_loop, unused, of_a_local, of_a_parameter, of_structs, of_parts);
}

#[test]
fn a_reference_is_changed_as_by_the_function() {
    let (mut changed, mut plain) = (rod(&agrees::X), rod(&agrees::X));
    let ((), back) = behind_a_reference::vjp(&mut changed, 0.8);
    behind_a_reference(&mut plain, 0.8);
    assert_eq!((&changed.u, &changed.w, changed.ends), (&plain.u, &plain.w, plain.ends));
    let mut d = changed.zero_cotangent();
    d.u[0] = 1.0;
    let d_k = back(&mut d);
    assert_eq!((d.u, d.w, d_k), (vec![0.8, 0.0], vec![0.0, 0.0], agrees::X[0]));
}

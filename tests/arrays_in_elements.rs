//! Arrays of structs in structs that are elements of arrays themselves, `for s in &world.systems { for b in &s.bodies { … } }`, against central
//! differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod differences;

use std::ops::{Add, Mul};

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point { x: self.x + o.x, y: self.y + o.y }
    }
}

#[differentiable]
impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, k: f64) -> Point {
        Point { x: self.x * k, y: self.y * k }
    }
}

#[derive(Clone, Differentiable)]
struct Body {
    m: f64,
    p: Point,
    v: Point,
    q: [f64; 2],
}

#[derive(Clone, Differentiable)]
struct System {
    k: f64,
    w: Vec<f64>,
    bodies: Vec<Body>,
}

#[derive(Clone, Differentiable)]
struct World {
    systems: Vec<System>,
    c: f64,
}

#[derive(Clone, Differentiable)]
struct Group {
    worlds: Vec<World>,
}

#[differentiable]
impl Body {
    fn energy(&self, k: f64) -> f64 {
        0.5 * self.m * (self.v.x * self.v.x + self.v.y * self.v.y) + k * self.p.x * self.q[0]
    }

    fn kick(&mut self, f: f64) {
        self.v.x += f / self.m;
        self.q[1] *= f;
    }
}

#[differentiable]
fn total(bodies: &[Body], k: f64) -> f64 {
    let mut e = 0.0;
    for b in bodies {
        e += b.m * b.p.x * k;
    }
    e
}

#[differentiable]
fn shift(bodies: &mut [Body], k: f64) {
    for b in bodies.iter_mut() {
        b.p.x += b.v.x * k;
    }
}

/// Read in loops, by elements and by indices.
#[differentiable]
fn read(world: &World) -> f64 {
    let mut e = 0.0;
    for s in &world.systems {
        for b in &s.bodies {
            e += b.m * s.k * b.p.x * b.q[1] * world.c;
        }
        for x in &s.w {
            e += x * s.k;
        }
    }
    for i in 0..world.systems.len() {
        for j in 0..world.systems[i].bodies.len() {
            e += world.systems[i].bodies[j].v.y * world.systems[i].w[j];
        }
    }
    e
}

/// In three arrays.
#[differentiable]
fn deep(groups: &[Group]) -> f64 {
    let mut e = 1.0;
    for g in groups {
        for w in g.worlds.iter() {
            for s in &w.systems {
                for (i, b) in s.bodies.iter().enumerate() {
                    e += b.m * s.w[i] * w.c * b.v.y;
                    for q in &b.q {
                        e *= 1.0 + 0.1 * q;
                    }
                }
            }
        }
    }
    e
}

/// Given to methods and to functions.
#[differentiable]
fn given(systems: &[System]) -> f64 {
    let mut e = 0.0;
    for s in systems {
        for b in &s.bodies {
            e += b.energy(s.k);
        }
        e *= total(&s.bodies, s.k);
    }
    e
}

/// Behind `&mut`, beside other fields of the struct.
#[differentiable]
fn drift(world: &mut World) {
    for s in world.systems.iter_mut() {
        for b in s.bodies.iter_mut() {
            b.p.x += s.k * b.v.x * b.p.x;
            b.q[0] += s.w[0] * b.m;
        }
    }
    for s in &mut world.systems {
        s.k *= 0.9;
        for b in &mut s.bodies {
            b.v.y -= s.k * b.p.x * world.c;
        }
    }
}

/// Changed by methods, functions and operators, and at indices.
#[differentiable]
fn change(systems: &mut [System]) {
    for s in systems.iter_mut() {
        let k = s.k;
        for b in s.bodies.iter_mut() {
            b.p = b.p + b.v * k;
            b.kick(k);
        }
        s.w[0] += s.bodies[1].p.x;
    }
    for s in systems.iter_mut() {
        shift(&mut s.bodies, s.k);
    }
    for i in 0..systems.len() {
        for j in 0..systems[i].bodies.len() {
            systems[i].bodies[j].q[1] = systems[i].bodies[j].v.x * systems[i].k.sin();
            systems[i].bodies[j].v.y -= systems[i].w[0];
        }
        let s = &mut systems[i];
        s.bodies[0].m *= s.w[1];
    }
}

#[differentiable]
fn changed(world: &World) -> f64 {
    let mut own = world.clone();
    drift(&mut own);
    change(&mut own.systems);
    let mut e = 0.0;
    for s in own.systems.iter_mut() {
        for b in s.bodies.iter_mut() {
            b.v.x *= b.m;
            e += b.energy(s.k) + b.q[1];
        }
        e *= s.w[0];
    }
    e
}

const SYSTEM: usize = 17;

fn systems(n: &[f64]) -> Vec<System> {
    let body =
        |b: &[f64]| Body { m: b[0], p: Point { x: b[1], y: b[2] }, v: Point { x: b[3], y: b[4] }, q: [b[5], b[6]] };
    let system = |s: &[f64]| System { k: s[0], w: vec![s[1], s[2]], bodies: s[3..].chunks(7).map(body).collect() };
    n.chunks(SYSTEM).map(system).collect()
}

fn world(n: &[f64]) -> World {
    World { c: n[0], systems: systems(&n[1..]) }
}

fn of_systems(d: Vec<SystemCotangent>) -> Vec<f64> {
    let body = |b: BodyCotangent| [b.m, b.p.x, b.p.y, b.v.x, b.v.y, b.q[0], b.q[1]];
    let system =
        |s: SystemCotangent| [vec![s.k, s.w[0], s.w[1]], s.bodies.into_iter().flat_map(body).collect()].concat();
    d.into_iter().flat_map(system).collect()
}

fn of_world(d: WorldCotangent) -> Vec<f64> {
    [vec![d.c], of_systems(d.systems)].concat()
}

fn at() -> Vec<f64> {
    (0..=2 * SYSTEM).map(|i| 0.4 + ((i * 7 + 3) % 11) as f64 / 13.0).collect()
}

#[test]
fn they_are_read() {
    let n = at();
    let (value, d) = read::value_and_grad(&world(&n));
    assert_eq!(value.to_bits(), read(&world(&n)).to_bits());
    check(&|n| read(&world(n)), &n, &of_world(d));
    let groups = |n: &[f64]| vec![Group { worlds: vec![world(&n[..=SYSTEM]), World { c: n[0], ..world(n) }] }];
    let (value, d) = deep::value_and_grad(&groups(&n));
    assert_eq!(value.to_bits(), deep(&groups(&n)).to_bits());
    // The first world holds the first system once more.
    let mut worlds = d.into_iter().flat_map(|g| g.worlds).map(of_world);
    let (first, mut d) = (worlds.next().unwrap(), worlds.next().unwrap());
    d.iter_mut().zip(first).for_each(|(d, more)| *d += more);
    check(&|n| deep(&groups(n)), &n, &d);
}

#[test]
fn they_are_given() {
    let n = &at()[1..];
    check(&|n| given(&systems(n)), n, &of_systems(given::grad(&systems(n))));
}

#[test]
fn they_are_changed() {
    let n = at();
    let (value, d) = changed::value_and_grad(&world(&n));
    assert_eq!(value.to_bits(), changed(&world(&n)).to_bits());
    check(&|n| changed(&world(n)), &n, &of_world(d));
}

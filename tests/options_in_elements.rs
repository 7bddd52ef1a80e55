//! Elements that may not be there, of arrays in elements of arrays of structs: `if let Some(b) = s.bodies.last()`.

#![expect(
    clippy::explicit_iter_loop,
    clippy::get_first,
    clippy::unnecessary_first_then_check,
    reason = "each way to ask is what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Body {
    x: f64,
    m: f64,
}

#[derive(Clone, Differentiable)]
struct System {
    bodies: Vec<Body>,
    w: Vec<f64>,
    ids: Vec<usize>,
    g: f64,
}

#[derive(Clone, Differentiable)]
struct World {
    systems: Vec<System>,
    scale: f64,
}

macro_rules! tests {
    ($($f:ident)*) => { $(#[test] fn $f() {
        use super::$f as tested;
        let (value, d) = tested::value_and_grad(&world(&X));
        assert_eq!(value.to_bits(), tested(&world(&X)).to_bits());
        crate::differences::check(&|x| tested(&world(x)), &X, &flat(&d));
    })* };
}

const X: [f64; 9] = [0.7, -1.3, 0.4, 1.1, 0.9, 0.6, -0.4, 0.8, 1.2];

fn world(x: &[f64]) -> World {
    let first = System {
        bodies: vec![Body { x: x[0], m: x[1] }, Body { x: x[2], m: x[3] }],
        w: vec![x[4], x[5]],
        ids: vec![1, 0],
        g: x[6],
    };
    let empty = System { bodies: Vec::new(), w: Vec::new(), ids: Vec::new(), g: x[7] };
    World { systems: vec![first, empty], scale: x[8] }
}

fn flat(d: &WorldCotangent) -> Vec<f64> {
    let [a, b] = [&d.systems[0], &d.systems[1]];
    let bodies = a.bodies.iter().flat_map(|body| [body.x, body.m]);
    bodies.chain(a.w.iter().copied()).chain([a.g, b.g, d.scale]).collect()
}

mod gradients {
    use super::*;

    tests!(in_loops by_index of_slices by_match or_else of_numbers by_value asked outside);
}

#[differentiable]
fn in_loops(world: &World) -> f64 {
    let mut e = world.scale;
    for s in &world.systems {
        if let Some(b) = s.bodies.last() {
            e += b.x * b.m * s.g;
        }
        if let Some(b) = s.bodies.first() {
            e += b.x * b.x * world.scale;
        } else {
            e *= s.g;
        }
    }
    e
}

#[differentiable]
fn by_index(world: &World) -> f64 {
    let mut e = world.scale;
    for i in 0..world.systems.len() {
        if let Some(b) = world.systems[i].bodies.get(1) {
            e += b.x * b.m * world.systems[i].g;
        }
        for j in 0..4 {
            if let Some(b) = world.systems[i].bodies.get(j) {
                e *= 1.0 + b.m * b.x;
            }
        }
    }
    e
}

#[differentiable]
fn energy(systems: &[System], i: usize) -> f64 {
    let mut e = 0.0;
    for s in systems {
        if let Some(b) = s.bodies.last() {
            e += b.x * b.m;
        }
        if let Some(b) = s.bodies.get(i) {
            e += b.x * b.m * s.g;
        }
    }
    for s in systems.iter() {
        if let Some(&Body { x, m }) = s.bodies.first() {
            e += x / m;
        }
    }
    e
}

#[differentiable]
fn of_slices(world: &World) -> f64 {
    energy(&world.systems, 1) * world.scale
}

#[differentiable]
fn by_match(world: &World) -> f64 {
    let mut e = 0.0;
    for s in world.systems.iter() {
        e += match s.bodies.first() {
            Some(b) => b.x * s.g,
            None => s.g * s.g,
        };
    }
    e
}

#[differentiable]
fn or_else(world: &World) -> f64 {
    let mut e = 0.0;
    for s in &world.systems {
        let Some(b) = s.bodies.last() else {
            e -= s.g;
            continue;
        };
        e += b.x.sin() * b.m;
    }
    e
}

#[differentiable]
fn of_numbers(world: &World) -> f64 {
    let mut e = 0.0;
    for s in &world.systems {
        if let Some(w) = s.w.last() {
            e += w * w * world.scale;
        }
        if let Some(&w) = s.w.get(0) {
            e *= w.exp();
        }
    }
    e
}

#[differentiable]
fn by_value(world: &World) -> f64 {
    let mut e = 0.0;
    for s in &world.systems {
        if let Some(w) = s.w.first().copied() {
            e += w * w * w;
        }
    }
    e
}

#[differentiable]
fn asked(world: &World) -> f64 {
    let mut e = world.scale;
    for s in &world.systems {
        if s.bodies.first().is_some() {
            e *= s.g;
        }
        if s.w.get(1).is_none() {
            e += s.g;
        }
    }
    e
}

#[differentiable]
fn outside(world: &World) -> f64 {
    let mut e = 0.0;
    if let Some(s) = world.systems.first() {
        e += s.g * world.scale;
    }
    if let Some(s) = world.systems.last() {
        e += s.g * s.g;
    }
    e
}

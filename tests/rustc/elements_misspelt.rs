//! Fields of elements and of structs that are put together, that are not there or of another type: rustc says so of the struct, once,
//! and nothing of its cotangent.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Body {
    mass: f64,
    x: [f64; 3],
    v: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl Body {
    fn energy(&self) -> f64 {
        0.5 * self.mass * self.v * self.v
    }
}

#[differentiable]
fn read(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for j in 0..bodies.len() {
        sum += bodies[j].mas * bodies[j].v;
//                       ^^^ E0609
    }
    sum
}

#[differentiable]
fn changed(bodies: &mut [Body], dt: f64) {
    for j in 0..bodies.len() {
        bodies[j].vel += dt * bodies[j].mass;
//                ^^^ E0609
    }
}

#[differentiable]
fn read_and_changed(bodies: &mut Vec<Body>, dt: f64) {
    for j in 0..bodies.len() {
        bodies[j].v += dt * bodies[j].mas;
//                                    ^^^ E0609
    }
}

#[differentiable]
fn made(k: f64) -> f64 {
    let body = Body { mas: k, x: [k; 3], v: k };
//                    ^^^ E0560
    body.energy()
}

#[differentiable]
fn more(k: f64) -> f64 {
    let body = Body { mass: k, x: [k; 3], v: k, w: k };
//                                              ^ E0560
    body.energy()
}

#[differentiable]
fn of_another_type(k: f64) -> f64 {
    let body = Body { mass: k, x: k, v: k };
//                                ^ E0308
    body.energy()
}

#[differentiable]
fn given(k: f64) -> Body {
    Body { mass: k, x: [k; 3], w: k }
//                             ^ E0560
}

#[differentiable]
fn of_fewer(k: f64) -> f64 {
    let pair = Pair(k);
//             ^^^^ E0061
    pair.0 * pair.1
}

#[differentiable]
fn in_an_array(k: f64) -> f64 {
    let bodies = vec![Body { mas: k, x: [k; 3], v: k }; 3];
//                           ^^^ E0560
    bodies[1].v
}

#[differentiable]
fn pushed(k: f64) -> f64 {
    let mut bodies = Vec::new();
    for _ in 0..3 {
        bodies.push(Body { mas: k, x: [k; 3], v: k });
//                         ^^^ E0560
    }
    bodies[1].v
}

#[differentiable]
fn looked_at(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for body in bodies {
        sum += body.x[0] * body.speed;
//                              ^^^^^ E0609
    }
    sum
}

#[differentiable]
fn named(bodies: &mut [Body], k: f64) {
    for body in bodies.iter_mut() {
        body.speed *= k;
//           ^^^^^ E0609
    }
}

fn main() {}

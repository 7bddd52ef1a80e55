//! Vectors of the user's own in fields of structs, whose types the macro does not see: values bit for bit, gradients against central
//! differences.

#![allow(
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    clippy::many_single_char_names,
    reason = "the programs are as people write them"
)]

mod differences;

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V { x: self.x + o.x, y: self.y + o.y }
    }
}

#[differentiable]
impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        V { x: self.x - o.x, y: self.y - o.y }
    }
}

#[differentiable]
impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V { x: self.x * k, y: self.y * k }
    }
}

#[differentiable]
impl Div<f64> for V {
    type Output = V;
    fn div(self, k: f64) -> V {
        V { x: self.x / k, y: self.y / k }
    }
}

#[differentiable]
impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        V { x: -self.x, y: -self.y }
    }
}

#[differentiable]
impl AddAssign for V {
    fn add_assign(&mut self, o: V) {
        self.x += o.x;
        self.y += o.y;
    }
}

#[differentiable]
impl V {
    fn new(x: f64, y: f64) -> V {
        V { x, y }
    }
    fn dot(self, o: V) -> f64 {
        self.x * o.x + self.y * o.y
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

type Scalars<R> = fn(f64, f64, f64, f64) -> R;

/// Holds a function of four numbers and its gradient against the plain function and central differences.
fn agrees(f: Scalars<f64>, both: Scalars<(f64, (f64, f64, f64, f64))>) {
    let at = [0.5, -0.7, 1.3, 0.05];
    let (value, grad) = both(at[0], at[1], at[2], at[3]);
    assert_eq!(value, f(at[0], at[1], at[2], at[3]));
    check(&|p| f(p[0], p[1], p[2], p[3]), &at, &<[f64; 4]>::from(grad));
}

/// A method in another function of the block shows what the fields hold.
mod by_methods {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Body {
        pos: V,
        vel: V,
        mass: f64,
    }

    #[differentiable]
    impl Body {
        fn step(&mut self, dt: f64) {
            self.vel = self.vel - self.pos * dt;
            self.pos = self.pos + self.vel * dt;
        }
        fn apply(&mut self, force: V, dt: f64) {
            self.vel += force * (dt / self.mass);
            self.pos += self.vel * dt;
        }
        fn attraction(&self, other: &Body) -> V {
            let d = other.pos - self.pos;
            let r = d.norm() + 0.1;
            d * (other.mass / (r * r * r))
        }
        fn speed(&self) -> f64 {
            self.vel.norm()
        }
    }

    #[differentiable]
    fn run(x: f64, y: f64, mass: f64, dt: f64) -> f64 {
        let mut body = Body { pos: V { x, y }, vel: V { x: 0.3, y: -0.2 }, mass };
        let sun = Body { pos: V { x: 3.0, y: 4.0 }, vel: V { x: 0.0, y: 0.0 }, mass: 2.0 };
        for _ in 0..10 {
            body.step(dt);
            let force = body.attraction(&sun);
            body.apply(force, dt);
        }
        body.speed() + body.pos.norm()
    }

    #[test]
    fn of_bodies() {
        agrees(run, run::value_and_grad);
    }
}

/// The constructor shows it, by the types of what it takes or by what it makes.
mod by_constructors {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Body {
        pos: V,
        vel: V,
        spin: f64,
    }

    #[differentiable]
    impl Body {
        fn new(pos: V, spin: f64) -> Self {
            Self { pos, vel: V::new(0.4, spin), spin }
        }
        fn step(&mut self, dt: f64) {
            self.pos = self.pos + self.vel * dt;
            self.spin = self.spin + self.spin * dt;
            self.vel = -self.vel / (1.0 + dt) + self.pos * self.spin;
        }
        fn place(&self) -> V {
            self.pos
        }
    }

    #[differentiable]
    fn run(x: f64, y: f64, spin: f64, dt: f64) -> f64 {
        let mut body = Body::new(V { x, y }, spin);
        for _ in 0..4 {
            body.step(dt);
        }
        body.place().norm()
    }

    #[test]
    fn of_constructors() {
        agrees(run, run::value_and_grad);
    }
}

/// The type of the result shows it, in a block and in a function.
mod by_results {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Ray {
        origin: V,
        dir: V,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Circle {
        center: V,
        radius: f64,
    }

    #[differentiable]
    impl Ray {
        fn at(&self, t: f64) -> V {
            self.origin + self.dir * t
        }
        fn back(&self, t: f64) -> V {
            if t < 0.0 {
                return self.origin;
            }
            self.origin - 2.0 * t * self.dir.norm() * 0.0 * V { x: 1.0, y: 0.5 }.x * self.dir
        }
    }

    #[differentiable]
    impl Mul<V> for f64 {
        type Output = V;
        fn mul(self, v: V) -> V {
            V { x: self * v.x, y: self * v.y }
        }
    }

    #[differentiable]
    fn middle(ray: &Ray, circle: &Circle, t: f64) -> V {
        (ray.origin + circle.center) * t
    }

    #[differentiable]
    fn hit(ray: &Ray, circle: &Circle) -> f64 {
        let oc = ray.origin - circle.center;
        let b = oc.dot(ray.dir);
        let disc = b * b - (oc.dot(oc) - circle.radius * circle.radius);
        if disc < 0.0 {
            return 0.0;
        }
        let t = -b - disc.sqrt();
        let dir = ray.dir;
        let p = ray.origin + t * dir;
        let normal = (p - circle.center) * (1.0 / circle.radius);
        normal.dot(dir) + ray.at(t).norm() + middle(ray, circle, t).x + ray.back(t).y
    }

    fn ray(p: &[f64]) -> Ray {
        Ray { origin: V { x: p[0], y: p[1] }, dir: V { x: p[2], y: p[3] } }
    }

    fn circle(p: &[f64]) -> Circle {
        Circle { center: V { x: p[4], y: p[5] }, radius: p[6] }
    }

    #[test]
    fn of_results() {
        let at = [0.1, -0.2, 0.8, 0.6, 4.0, 3.1, 1.5];
        let (value, d) = hit::value_and_grad(&ray(&at), &circle(&at));
        assert_eq!(value, hit(&ray(&at), &circle(&at)));
        let (r, c) = (d.0, d.1);
        let d = [r.origin.x, r.origin.y, r.dir.x, r.dir.y, c.center.x, c.center.y, c.radius];
        check(&|p| hit(&ray(p), &circle(p)), &at, &d);
    }
}

/// Fields of fields show it, and of elements of arrays in fields; also where another function of the block runs over them.
mod by_fields {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct World {
        bodies: Vec<Body>,
        g: V,
        scale: f64,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Body {
        pos: V,
        vel: V,
        mass: f64,
    }

    #[differentiable]
    impl World {
        fn step(&mut self, dt: f64) {
            for b in self.bodies.iter_mut() {
                b.vel = b.vel + self.g * dt;
                b.pos = b.pos + b.vel * dt;
            }
            self.scale = self.scale * (1.0 + dt);
        }
        fn sway(&mut self, dt: f64) {
            for i in 0..self.bodies.len() {
                let acc = self.g - self.bodies[i].pos * 0.5;
                self.bodies[i].vel += acc * dt;
                self.bodies[i].pos = self.bodies[i].pos + self.bodies[i].vel * dt;
            }
        }
        fn energy(&self) -> f64 {
            let mut e = self.scale;
            for b in &self.bodies {
                e += 0.5 * b.mass * (b.vel.x * b.vel.x + b.vel.y * b.vel.y) - b.mass * self.g.dot(b.pos);
            }
            e
        }
    }

    #[differentiable]
    fn run(world: &World, dt: f64) -> f64 {
        let mut world = world.clone();
        for _ in 0..5 {
            world.step(dt);
            world.sway(dt);
        }
        world.energy()
    }

    fn world(p: &[f64]) -> World {
        let body =
            |i: usize| Body { pos: V { x: p[i], y: p[i + 1] }, vel: V { x: p[i + 2], y: p[i + 3] }, mass: p[i + 4] };
        World { bodies: vec![body(0), body(5)], g: V { x: p[10], y: p[11] }, scale: p[12] }
    }

    #[test]
    fn of_worlds() {
        let at = [0.1, -0.2, 0.8, 0.6, 1.5, -0.4, 0.3, 0.2, -0.6, 0.7, 0.05, -9.8, 0.4, 0.05];
        let (value, (w, dt)) = run::value_and_grad(&world(&at), at[13]);
        assert_eq!(value, run(&world(&at), at[13]));
        let mut d = Vec::new();
        for b in &w.bodies {
            d.extend([b.pos.x, b.pos.y, b.vel.x, b.vel.y, b.mass]);
        }
        d.extend([w.g.x, w.g.y, w.scale, dt]);
        check(&|p| run(&world(p), p[13]), &at, &d);
    }
}

/// A number with a method of the user's own, and an integer, are what they are.
mod of_numbers {
    use super::*;

    #[differentiable]
    trait Squash {
        fn squash(self, k: f64) -> f64;
    }

    #[differentiable]
    impl Squash for f64 {
        fn squash(self, k: f64) -> f64 {
            self / (k + self * self)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
        #[constant]
        n: usize,
    }

    #[differentiable]
    impl Cell {
        fn run(&self, x: f64) -> f64 {
            let mut y = x;
            for i in 0..self.n * self.n - self.n * 2 {
                y += self.a * x * (self.n - i / 9) as f64 + self.b;
            }
            y
        }
        fn squashed(&self, x: f64) -> f64 {
            self.a.squash(x) + self.b * self.run(x)
        }
    }

    #[test]
    fn of_numbers() {
        let at = [0.3, -0.8, 1.7];
        let cell = |p: &[f64]| Cell { a: p[0], b: p[1], n: 3 };
        let (value, (d, x)) = Cell::squashed_value_and_grad(&cell(&at), at[2]);
        assert_eq!(value, cell(&at).squashed(at[2]));
        check(&|p| cell(p).squashed(p[2]), &at, &[d.a, d.b, x]);
    }
}

/// A sum shows it, of what a call gave too: what vectors are divided by, and what numbers give in operators, are numbers.
mod by_operators {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Body {
        at: V,
        v: V,
        mass: f64,
    }

    #[differentiable]
    fn forces(bodies: &[Body]) -> Vec<V> {
        let mut f = vec![V { x: 0.0, y: 0.0 }; bodies.len()];
        for i in 0..bodies.len() {
            for j in 0..bodies.len() {
                if i != j {
                    let d = bodies[j].at - bodies[i].at;
                    let r2 = d.dot(d) + 0.1;
                    f[i] += d * (bodies[i].mass * bodies[j].mass / (r2 * r2.sqrt()));
                }
            }
        }
        f
    }

    #[differentiable]
    fn euler(start: &[Body], dt: f64) -> f64 {
        let mut bodies = start.to_vec();
        for _ in 0..3 {
            let f = forces(&bodies);
            for i in 0..bodies.len() {
                bodies[i].v = bodies[i].v + f[i] / bodies[i].mass * dt;
                bodies[i].at = bodies[i].at + bodies[i].v * dt;
            }
        }
        let mut e = 0.0;
        for b in &bodies {
            e += 0.5 * b.mass * b.v.dot(b.v);
        }
        e
    }

    #[differentiable]
    fn kicks(start: &[Body], dt: f64) -> f64 {
        let mut bodies = start.to_vec();
        let half = 0.5 * dt.sin();
        let f = forces(&bodies);
        for (b, f) in bodies.iter_mut().zip(&f) {
            b.v += *f * (half / b.mass);
            b.at += b.v * dt;
        }
        let mut e = 0.0;
        for b in &bodies {
            e += b.at.x * b.mass - b.v.y;
        }
        e
    }

    #[differentiable]
    fn verlet(start: &[Body], dt: f64) -> f64 {
        let mut bodies = start.to_vec();
        let mut acc = forces(&bodies);
        for step in 0..3 {
            let scale = 1.0 + f64::from(step);
            for (i, b) in bodies.iter_mut().enumerate() {
                let a = acc[i];
                b.at += b.v * dt + a * (0.5 * dt.powi(2));
            }
            let next = forces(&bodies);
            for i in 0..bodies.len() {
                bodies[i].v = bodies[i].v + (acc[i] + next[i]) * (0.5 * dt / scale);
            }
            acc = next;
        }
        let mut e = 0.0;
        for b in &bodies {
            e += b.at.x * b.v.y;
        }
        e
    }

    /// What a sum of masses is given are numbers: so the other factor is the vector.
    #[differentiable]
    fn inertia(bodies: &[Body], scale: f64) -> f64 {
        let mut centre = V { x: 0.0, y: 0.0 };
        let mut mass = 0.0;
        for b in bodies {
            centre += b.at * b.mass;
            mass += b.mass;
        }
        let centre = centre * (1.0 / mass);
        let mut inertia = 0.0;
        for b in bodies {
            let d = b.at - centre;
            inertia += b.mass * (d.x * d.x + d.y * d.y);
        }
        inertia * scale
    }

    /// What is added to an array is like its elements.
    #[differentiable]
    fn pushed(bodies: &[Body], scale: f64) -> f64 {
        let mut found = Vec::new();
        for b in bodies {
            found.push(b.at * scale);
        }
        let mut sum = V { x: 0.0, y: 0.0 };
        for v in &found {
            sum = sum + *v;
        }
        sum.x * sum.y
    }

    type Gradient = (f64, (Vec<BodyCotangent>, f64));

    fn bodies(p: &[f64]) -> Vec<Body> {
        let body = |q: &[f64]| Body { at: V { x: q[0], y: q[1] }, v: V { x: q[2], y: q[3] }, mass: q[4] };
        p.chunks_exact(5).map(body).collect()
    }

    #[test]
    fn of_forces() {
        let at = [1.0, 2.0, 0.1, 0.2, 3.0, -1.0, 0.3, 0.3, -0.2, 1.0, 0.2, -1.0, -0.1, 0.6, 2.0, 0.1];
        let of = |f: fn(&[Body], f64) -> f64, both: fn(&[Body], f64) -> Gradient| {
            let (value, (d, dt)) = both(&bodies(&at), at[15]);
            assert_eq!(value, f(&bodies(&at), at[15]));
            let mut d: Vec<f64> = d.iter().flat_map(|b| [b.at.x, b.at.y, b.v.x, b.v.y, b.mass]).collect();
            d.push(dt);
            check(&|p| f(&bodies(p), p[15]), &at, &d);
        };
        of(euler, euler::value_and_grad);
        of(kicks, kicks::value_and_grad);
        of(verlet, verlet::value_and_grad);
        of(inertia, inertia::value_and_grad);
        of(pushed, pushed::value_and_grad);
    }
}

/// Of what calls give, sums and the types of the signature show it, where no field is named.
mod by_signatures {
    use super::*;

    #[differentiable]
    fn slope(s: V, k: f64) -> V {
        V { x: s.y, y: -k * s.x }
    }

    #[differentiable]
    fn rk4(s: V, k: f64, dt: f64) -> V {
        let k1 = slope(s, k);
        let k2 = slope(s + k1 * (0.5 * dt), k);
        let k3 = slope(s + k2 * (0.5 * dt), k);
        let k4 = slope(s + k3 * dt, k);
        s + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (dt / 6.0)
    }

    #[differentiable]
    fn run(x: f64, y: f64, k: f64, dt: f64) -> f64 {
        let mut s = V { x, y };
        for _ in 0..5 {
            s = rk4(s, k, dt);
        }
        s.x * s.y
    }

    #[test]
    fn of_states() {
        agrees(run, run::value_and_grad);
    }
}

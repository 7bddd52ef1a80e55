//! Arrays of structs: elements as a whole, and their fields, read and changed. Values bit for bit, gradients against central differences.

#![expect(
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::explicit_iter_loop,
    clippy::manual_swap,
    clippy::useless_vec,
    reason = "loops over indices, and each way to write an array, are what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    x: f64,
    v: f64,
    m: f64,
}

#[differentiable]
impl Body {
    fn energy(&self) -> f64 {
        0.5 * self.m * self.v * self.v + self.x.sin()
    }

    fn step(&mut self, dt: f64) {
        self.x += dt * self.v;
        self.v -= dt * self.x.sin() / self.m;
    }

    fn moved(self, by: f64) -> Body {
        Body { x: self.x + by * self.v, v: self.v * by, m: self.m }
    }
}

#[differentiable]
fn energy(b: &Body) -> f64 {
    0.5 * b.m * b.v * b.v + b.x.sin()
}

#[differentiable]
fn force(a: &Body, b: &Body) -> f64 {
    a.m * b.m / (1.0 + (a.x - b.x) * (a.x - b.x))
}

#[differentiable]
fn product(b: Body) -> f64 {
    b.m * b.x * b.v
}

#[differentiable]
fn kick(bodies: &mut [Body], dt: f64) {
    for b in bodies.iter_mut() {
        b.x += dt * b.v;
        b.v -= dt * b.x.sin();
    }
}

const AT: [f64; 10] = [0.3, -0.7, 1.2, 1.1, 0.4, 0.8, -0.6, 0.9, 1.7, 0.37];

fn bodies(numbers: &[f64]) -> Vec<Body> {
    numbers[..9].chunks(3).map(|part| Body { x: part[0], v: part[1], m: part[2] }).collect()
}

fn numbers(bodies: &[Body]) -> Vec<f64> {
    bodies.iter().flat_map(|b| [b.x, b.v, b.m]).collect()
}

fn flat(d: &[BodyCotangent]) -> Vec<f64> {
    d.iter().flat_map(|d| [d.x, d.v, d.m]).collect()
}

/// A function of bodies and a number: all entry points.
macro_rules! read {
    ($f:ident) => {{
        let (at, k) = (bodies(&AT), AT[9]);
        let differences = |found: &[f64]| check(&|n| $f(&bodies(n), n[9]), &AT, found);
        let value = $f(&at, k);
        differences(&[flat(&$f::grad(&at, k).0), vec![$f::grad(&at, k).1]].concat());
        let (again, (d, d_k)) = $f::value_and_grad(&at, k);
        assert_eq!(again.to_bits(), value.to_bits());
        differences(&[flat(&d), vec![d_k]].concat());
        let (again, back) = $f::vjp(&at, k);
        assert_eq!(again.to_bits(), value.to_bits());
        for scale in [1.0, 0.5] {
            let (d, d_k) = back(scale);
            differences(&[flat(&d), vec![d_k]].concat().iter().map(|d| d / scale).collect::<Vec<_>>());
        }
        let (mut buffer, mut d_k) = (at.zero_cotangent(), 3.0);
        assert_eq!($f::value_and_grad_into(&at, k, &mut buffer, &mut d_k).to_bits(), value.to_bits());
        differences(&[flat(&buffer), vec![d_k]].concat());
        assert_eq!($f::accumulate_grad(&at, k, &mut buffer, &mut d_k).to_bits(), value.to_bits());
        differences(&[flat(&buffer), vec![d_k]].concat().iter().map(|d| 0.5 * d).collect::<Vec<_>>());
    }};
}

/// A function that changes bodies: what is looked at after it is a weighted sum of all numbers.
macro_rules! change {
    ($f:ident) => {{
        let weights: Vec<f64> = [0.3, 0.47, 0.64, 0.81, 0.98, 1.15, 1.32, 1.49, 1.66].to_vec();
        let after = |n: &[f64]| {
            let mut at = bodies(n);
            $f(&mut at, n[9]);
            numbers(&at)
        };
        let loss = |n: &[f64]| after(n).iter().zip(&weights).map(|(number, weight)| number * weight).sum::<f64>();
        let mut at = bodies(&AT);
        let ((), back) = $f::vjp(&mut at, AT[9]);
        assert_eq!(numbers(&at), after(&AT));
        let weight = |part: &[f64]| BodyCotangent { x: part[0], v: part[1], m: part[2] };
        let mut d: Vec<BodyCotangent> = weights.chunks(3).map(weight).collect();
        let d_k = back(&mut d);
        check(&loss, &AT, &[flat(&d), vec![d_k]].concat());
    }};
}

macro_rules! tests {
    ($how:ident: $($f:ident)*) => {
        mod $how {
            use super::*;
            $(#[test] fn $f() { use super::$f as tested; $how!(tested); })*
        }
    };
}

tests!(read: fields elements_of_calls pairs methods references by_value named loops_that_change steps lent_to_calls exchanged pushed repeated
    given_by_a_call a_name_for_an_element branches replaced new_array parts powers
    whole_arrays looked_at_and_changed sums_of_calls);
tests!(change: each_field each_by_loop calls vectors forces whole_elements turns copies of_fields);

#[differentiable]
fn fields(b: &[Body], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..b.len() {
        s += b[i].x * b[i].v * k;
    }
    s
}

#[differentiable]
fn elements_of_calls(b: &[Body], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..b.len() {
        s += energy(&b[i]) * k;
    }
    s
}

#[differentiable]
fn pairs(b: &[Body], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..b.len() {
        for j in 0..i {
            s += k * force(&b[i], &b[j]);
        }
    }
    s
}

#[differentiable]
fn methods(b: &[Body], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..b.len() {
        s += b[i].energy() * k * b[i].m;
    }
    s
}

#[differentiable]
fn references(b: &[Body], k: f64) -> f64 {
    let mut s = 0.0;
    for p in b {
        s += p.energy() * k * p.x;
    }
    for p in b.iter() {
        s += energy(p) * k.sin() + p.v * p.x;
    }
    s
}

#[differentiable]
fn by_value(b: &[Body], k: f64) -> f64 {
    product(b[1]) * k + b[0].moved(k).x
}

#[differentiable]
fn named(b: &[Body], k: f64) -> f64 {
    let p = b[2];
    let q = &b[0];
    p.x * q.v * k + energy(q) + product(p)
}

#[differentiable]
fn loops_that_change(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    for p in own.iter_mut() {
        p.x += k * p.v;
        p.v *= p.x;
    }
    own[0].x * own[1].v + own[2].v
}

#[differentiable]
fn steps(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    for i in 0..own.len() {
        own[i].step(k);
    }
    own[0].energy() + own[1].x * own[2].v
}

#[differentiable]
fn lent_to_calls(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    kick(&mut own, k);
    kick(&mut own, k);
    own[0].energy() + own[1].x * own[2].v
}

#[differentiable]
fn exchanged(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    own.swap(0, 2);
    own[1] = Body { x: k * own[0].x, v: own[2].v, m: 1.0 };
    energy(&own[1]) + own[0].v * own[0].v
}

#[differentiable]
fn pushed(b: &[Body], k: f64) -> f64 {
    let mut v: Vec<Body> = Vec::new();
    for i in 0..b.len() {
        v.push(Body { x: b[i].x * k, v: b[i].v, m: k });
    }
    let mut s = 0.0;
    for p in &v {
        s += p.energy();
    }
    s
}

#[differentiable]
fn repeated(b: &[Body], k: f64) -> f64 {
    let mut v = vec![Body { x: k, v: k * k, m: 1.5 }; 3];
    for i in 0..3 {
        v[i].x *= b[i].x;
        v[i].m += b[i].v;
    }
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i].energy();
    }
    s
}

#[differentiable]
fn made(b: &[Body], k: f64) -> Vec<Body> {
    let mut v = Vec::new();
    for i in 0..b.len() {
        v.push(Body { x: b[i].x * k, v: b[i].v, m: k });
    }
    v
}

#[differentiable]
fn given_by_a_call(b: &[Body], k: f64) -> f64 {
    let v = made(b, k);
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i].x * v[i].v;
    }
    s
}

#[differentiable]
fn a_name_for_an_element(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    let p = &mut own[1];
    p.x += k;
    p.v *= p.x;
    own[1].energy() + own[0].x
}

#[differentiable]
fn branches(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    for _ in 0..4 {
        for i in 0..own.len() {
            if own[i].x > 0.2 {
                own[i].step(k);
            } else {
                own[i].x -= k * own[i].v;
            }
        }
    }
    let mut s = 0.0;
    for p in &own {
        s += p.energy();
    }
    s
}

#[differentiable]
fn replaced(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    for i in 0..own.len() {
        own[i] = own[i].moved(k);
    }
    own[0].energy() + own[1].x * own[2].v
}

#[differentiable]
fn new_array(b: &[Body], k: f64) -> f64 {
    let own = [Body { x: k, v: 1.0, m: b[0].m }, b[1]];
    own[0].x * own[1].x + energy(&own[0])
}

#[differentiable]
fn parts(b: &[Body], k: f64) -> f64 {
    fields(b, k) * elements_of_calls(&b[1..], k)
}

/// What is written to one field is not what is read of another one.
#[differentiable]
fn powers(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    for i in 0..own.len() {
        own[i].x = own[i].v * k;
        own[i].v *= own[i].m;
        own[i].m = own[i].x * own[i].v;
    }
    own[0].x * own[1].v * own[2].m
}

#[differentiable]
fn whole_arrays(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    own.rotate_left(1);
    let last = own.pop().unwrap();
    own.extend_from_slice(b);
    own.resize(7, b[2]);
    own.insert(1, last);
    own.remove(0);
    let mut s = 0.0;
    for i in 0..own.len() {
        s += own[i].energy() * k / (1.0 + own[i].m);
    }
    own.fill(Body { x: b[1].v, v: s, m: k });
    own[1].x *= s;
    s * own[0].energy() * own[1].energy()
}

/// What a call has looked at is put back for its reverse pass.
#[differentiable]
fn looked_at_and_changed(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    let mut s = 0.0;
    for t in 0..3 {
        let e = fields(&own, k);
        for p in own.iter_mut() {
            p.x *= e;
            p.v += k;
        }
        kick(&mut own[1..], e);
        own.swap(0, t);
        s += e;
    }
    s + elements_of_calls(&own, k)
}

/// What a method gives, of which only rustc knows the type, is added to fields.
#[differentiable]
fn sums_of_calls(b: &[Body], k: f64) -> f64 {
    let mut own = b.to_vec();
    for i in 0..own.len() {
        own[i].x += k * own[i].energy();
        own[i].v -= own[i].energy();
        own[i].m *= b[i].energy();
    }
    own[0].x * own[1].v + own[2].m
}

#[differentiable]
fn each_field(b: &mut [Body], k: f64) {
    for i in 0..b.len() {
        b[i].x += k * b[i].v;
        b[i].v -= k * b[i].x.sin();
    }
}

#[differentiable]
fn each_by_loop(b: &mut [Body], k: f64) {
    for p in b.iter_mut() {
        p.x += k * p.v;
        p.v -= k * p.x.sin();
    }
}

#[differentiable]
fn calls(b: &mut [Body], k: f64) {
    kick(b, k);
    kick(&mut b[1..], 2.0 * k);
}

#[differentiable]
fn vectors(b: &mut Vec<Body>, k: f64) {
    for i in 0..b.len() {
        b[i].step(k);
    }
    let e = b[0].energy();
    b[1].x += e;
}

#[differentiable]
fn forces(b: &mut [Body], k: f64) {
    for i in 0..b.len() {
        let mut f = 0.0;
        for j in 0..b.len() {
            if i != j {
                f += force(&b[i], &b[j]);
            }
        }
        b[i].v += k * f / b[i].m;
    }
}

#[differentiable]
fn whole_elements(b: &mut [Body], k: f64) {
    for i in 0..b.len() {
        b[i] = Body { x: b[i].v * k, ..b[i] };
    }
    b.swap(0, 1);
    let first = b[0];
    b[0] = b[2];
    b[2] = first;
}

#[differentiable]
fn turns(b: &mut [Body], k: f64) {
    for _ in 0..3 {
        for p in b.iter_mut() {
            p.step(k);
        }
    }
}

#[differentiable]
fn copies(b: &mut [Body], k: f64) {
    let old = b.to_vec();
    for i in 0..b.len() {
        let j = (i + 1) % old.len();
        b[i].x = old[j].x * k;
        b[i].v *= old[i].x;
    }
}

#[differentiable]
fn doubled(x: &mut f64, k: f64) {
    *x = 2.0 * *x * k;
}

#[differentiable]
fn of_fields(b: &mut [Body], k: f64) {
    for i in 0..b.len() {
        doubled(&mut b[i].x, k);
        doubled(&mut b[i].v, b[i].x);
    }
}

/// Structs in structs.
mod nested {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[differentiable]
    impl Point {
        fn dot(&self, other: &Point) -> f64 {
            self.x * other.x + self.y * other.y
        }

        fn scale(&mut self, k: f64) {
            self.x *= k;
            self.y *= k;
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Ball {
        at: Point,
        speed: Point,
    }

    #[differentiable]
    fn run(balls: &mut [Ball], k: f64) {
        for _ in 0..2 {
            for b in balls.iter_mut() {
                b.at.x += k * b.speed.x;
                b.speed.scale(k);
            }
            for i in 0..balls.len() {
                let dot = balls[i].at.dot(&balls[i].speed);
                balls[i].speed.y -= dot * k;
                balls[i].at.scale(dot);
            }
        }
    }

    #[test]
    fn gradients() {
        let at = [0.3, -0.7, 1.2, 0.4, 0.8, -0.6, 0.9, 1.7, 0.37];
        let balls = |n: &[f64]| -> Vec<Ball> {
            let ball = |n: &[f64]| Ball { at: Point { x: n[0], y: n[1] }, speed: Point { x: n[2], y: n[3] } };
            n[..8].chunks(4).map(ball).collect()
        };
        let loss = |n: &[f64]| {
            let mut balls = balls(n);
            run(&mut balls, n[8]);
            balls.iter().map(|b| b.at.x * 0.3 + b.at.y * 0.7 - b.speed.x + b.speed.y * 1.3).sum()
        };
        let mut at_first = balls(&at);
        let ((), back) = run::vjp(&mut at_first, at[8]);
        let one = BallCotangent { at: PointCotangent { x: 0.3, y: 0.7 }, speed: PointCotangent { x: -1.0, y: 1.3 } };
        let mut d = vec![one; 2];
        let d_k = back(&mut d);
        let mut found: Vec<f64> = d.iter().flat_map(|d| [d.at.x, d.at.y, d.speed.x, d.speed.y]).collect();
        found.push(d_k);
        check(&loss, &at, &found);
    }
}

/// Arrays and vectors in the elements.
mod with_arrays {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct Planet {
        at: [f64; 2],
        v: [f64; 2],
        past: Vec<f64>,
    }

    #[differentiable]
    impl Planet {
        fn energy(&self) -> f64 {
            0.5 * (self.v[0] * self.v[0] + self.v[1] * self.v[1]) + self.past[0] * self.past[1]
        }

        fn drift(&mut self, dt: f64) {
            for d in 0..2 {
                self.at[d] += dt * self.v[d];
            }
        }
    }

    #[differentiable]
    fn pull(a: &Planet, b: &Planet) -> f64 {
        let (x, y) = (a.at[0] - b.at[0], a.at[1] - b.at[1]);
        1.0 / (0.1 + x * x + y * y)
    }

    #[differentiable]
    fn run(planets: &mut [Planet], dt: f64) {
        for _ in 0..2 {
            for i in 0..planets.len() {
                for j in 0..planets.len() {
                    if i != j {
                        let f = pull(&planets[i], &planets[j]);
                        for d in 0..2 {
                            planets[i].v[d] += dt * f * (planets[j].at[d] - planets[i].at[d]);
                        }
                    }
                }
            }
            for p in planets.iter_mut() {
                p.drift(dt);
                p.past[1] = p.at[0] * p.past[0];
                p.at[1] *= p.past[1];
            }
        }
    }

    #[differentiable]
    fn replaced(planets: &mut [Planet], dt: f64) {
        for i in 0..planets.len() {
            planets[i].at = [planets[i].v[1] * dt, planets[i].at[0]];
            planets[i].past[0] *= planets[i].at[0];
        }
        planets[0] = Planet { at: [dt, dt * dt], v: planets[1].v, past: vec![dt, 2.0] };
        planets[0].past[1] *= planets[1].past[0];
    }

    #[differentiable]
    fn read(planets: &[Planet], dt: f64) -> f64 {
        let mut s = 0.0;
        for p in planets {
            s += p.energy() + p.at[0] * p.v[1] * dt;
        }
        let last = &planets[1];
        for d in 0..2 {
            s *= last.at[d] + planets[0].past[d];
        }
        s
    }

    const AT: [f64; 13] = [0.3, -0.7, 1.2, 0.4, 0.8, -0.6, 0.9, 1.7, 0.2, 1.3, 1.4, 0.1, 0.37];

    fn planets(n: &[f64]) -> Vec<Planet> {
        let planet = |n: &[f64]| Planet { at: [n[0], n[1]], v: [n[2], n[3]], past: n[4..].to_vec() };
        n[..12].chunks(6).map(planet).collect()
    }

    fn flat(d: &[PlanetCotangent]) -> Vec<f64> {
        d.iter().flat_map(|d| [&d.at[..], &d.v[..], &d.past[..]].concat()).collect()
    }

    #[test]
    fn changes() {
        for f in [run as fn(&mut [Planet], f64), replaced] {
            let loss = |n: &[f64]| {
                let mut planets = planets(n);
                f(&mut planets, n[12]);
                planets.iter().zip([1.0, 0.7]).map(|(p, w)| w * (p.at[0] + p.energy() * p.at[1])).sum()
            };
            let at = planets(&AT);
            let mut after = at.clone();
            f(&mut after, AT[12]);
            // The sensitivity of what comes after, by differences too: it is no part of what is tested.
            let weights: Vec<PlanetCotangent> = (after.iter().zip([1.0, 0.7]))
                .map(|(p, w)| PlanetCotangent {
                    at: [w, w * p.energy()],
                    v: [w * p.at[1] * p.v[0], w * p.at[1] * p.v[1]],
                    past: vec![w * p.at[1] * p.past[1], w * p.at[1] * p.past[0]],
                })
                .collect();
            let (mut own, mut d) = (at.clone(), weights);
            let d_dt = if f as usize == run as fn(&mut [Planet], f64) as usize {
                run::vjp(&mut own, AT[12]).1(&mut d)
            } else {
                replaced::vjp(&mut own, AT[12]).1(&mut d)
            };
            check(&loss, &AT, &[flat(&d), vec![d_dt]].concat());
        }
    }

    #[test]
    fn reads() {
        let (d, d_dt) = read::grad(&planets(&AT), AT[12]);
        check(&|n| read(&planets(n), n[12]), &AT, &[flat(&d), vec![d_dt]].concat());
    }
}

/// Vectors of structs in structs that are changed: elements are changed where they are.
mod in_structs {
    use backprop::{Differentiable, differentiable};

    use super::{AT, Body, bodies, check, flat, kick, numbers};

    #[derive(Clone, Debug, Differentiable)]
    struct System {
        bodies: Vec<Body>,
        pairs: Vec<(usize, usize)>,
        k: f64,
    }

    #[differentiable]
    impl System {
        fn forces(&mut self, dt: f64) {
            for p in 0..self.pairs.len() {
                let (i, j) = (self.pairs[p].0, self.pairs[p].1);
                let f = self.k * (self.bodies[i].x - self.bodies[j].x);
                self.bodies[i].v -= dt * f / self.bodies[i].m;
                self.bodies[j].v += dt * f / self.bodies[j].m;
            }
        }

        fn step(&mut self, dt: f64) {
            self.forces(dt);
            for i in 0..self.bodies.len() {
                self.bodies[i].step(dt);
                self.k += 0.1 * self.bodies[i].energy();
            }
            for b in &mut self.bodies {
                b.x += dt * b.v;
            }
            kick(&mut self.bodies, dt);
            let first = self.bodies[0];
            self.bodies[1] = first.moved(dt);
        }

        fn run(&mut self, dt: f64, steps: usize) {
            for _ in 0..steps {
                self.step(dt);
                if self.bodies[2].x > 0.0 {
                    self.bodies[2].x *= self.k;
                }
            }
        }

        fn energy(&self) -> f64 {
            let mut e = self.k;
            for b in &self.bodies {
                e += b.energy() * b.x;
            }
            e
        }
    }

    fn system(n: &[f64]) -> System {
        System { bodies: bodies(n), pairs: vec![(0, 1), (1, 2), (0, 2)], k: n[9] }
    }

    #[test]
    fn changed() {
        let weights = [0.3, 0.47, 0.64, 0.81, 0.98, 1.15, 1.32, 1.49, 1.66, 0.7];
        let after = |n: &[f64]| {
            let mut system = system(n);
            system.run(n[10], 3);
            [numbers(&system.bodies), vec![system.k]].concat()
        };
        let at = [&AT[..], &[0.2]].concat();
        let loss = |n: &[f64]| after(n).iter().zip(&weights).map(|(number, weight)| number * weight).sum::<f64>();
        let mut own = system(&at);
        let ((), back) = own.run_vjp(at[10], 3);
        assert_eq!([numbers(&own.bodies), vec![own.k]].concat(), after(&at));
        let weight = |part: &[f64]| super::BodyCotangent { x: part[0], v: part[1], m: part[2] };
        let mut d = own.zero_cotangent();
        (d.bodies, d.k) = (weights[..9].chunks(3).map(weight).collect(), weights[9]);
        let d_dt = back(&mut d);
        check(&loss, &at, &[flat(&d.bodies), vec![d.k, d_dt]].concat());
    }

    #[test]
    fn read() {
        let d = system(&AT).energy_grad();
        check(&|n| system(n).energy(), &AT, &[flat(&d.bodies), vec![d.k]].concat());
    }
}

#[test]
#[should_panic(expected = "`b` has 3 elements, and the buffer for its gradient has 2")]
fn buffers_of_another_length() {
    let (mut d, mut d_k) = (vec![BodyCotangent::default(); 2], 0.0);
    fields::value_and_grad_into(&bodies(&AT), 1.0, &mut d, &mut d_k);
}

//! Fields that are structs, in operators: the definitions of the structs in the same file say what they are. Gradients against central
//! differences.

#![expect(
    clippy::needless_range_loop,
    clippy::cast_precision_loss,
    reason = "loops over indices and lengths are as people write them"
)]

mod differences;

use std::ops::{Add, Mul};

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Vector {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Add for Vector {
    type Output = Vector;

    fn add(self, o: Vector) -> Vector {
        Vector { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[differentiable]
impl Mul<f64> for Vector {
    type Output = Vector;

    fn mul(self, k: f64) -> Vector {
        Vector { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

#[differentiable]
impl Vector {
    fn cross(self, o: Vector) -> Vector {
        Vector { x: self.y * o.z - self.z * o.y, y: self.z * o.x - self.x * o.z, z: self.x * o.y - self.y * o.x }
    }

    fn dot(self, o: Vector) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Quaternion {
    w: f64,
    v: Vector,
}

#[differentiable]
impl Mul for Quaternion {
    type Output = Quaternion;

    fn mul(self, o: Quaternion) -> Quaternion {
        Quaternion { w: self.w * o.w - self.v.dot(o.v), v: o.v * self.w + self.v * o.w + self.v.cross(o.v) }
    }
}

#[differentiable]
impl Add for Quaternion {
    type Output = Quaternion;

    fn add(self, o: Quaternion) -> Quaternion {
        Quaternion { w: self.w + o.w, v: self.v + o.v }
    }
}

#[differentiable]
impl Mul<f64> for Quaternion {
    type Output = Quaternion;

    fn mul(self, k: f64) -> Quaternion {
        Quaternion { w: self.w * k, v: self.v * k }
    }
}

#[differentiable]
impl Quaternion {
    fn normalized(self) -> Quaternion {
        let n = (self.w * self.w + self.v.dot(self.v)).sqrt();
        self * (1.0 / n)
    }

    fn rotate(self, p: Vector) -> Vector {
        let t = self.v.cross(p) * 2.0;
        p + t * self.w + self.v.cross(t)
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Top {
    q: Quaternion,
    spin: Vector,
    inertia: Vector,
}

#[differentiable]
impl Top {
    fn rates(&self) -> (Quaternion, Vector) {
        let (i, w) = (self.inertia, self.spin);
        let turn = self.q * Quaternion { w: 0.0, v: w } * 0.5;
        let spin = Vector {
            x: (i.y - i.z) / i.x * w.y * w.z,
            y: (i.z - i.x) / i.y * w.z * w.x,
            z: (i.x - i.y) / i.z * w.x * w.y,
        };
        (turn, spin)
    }

    fn step(&mut self, h: f64) {
        let (turn, spin) = self.rates();
        self.q = (self.q + turn * h).normalized();
        self.spin = self.spin + spin * h;
    }
}

#[differentiable]
fn turned(spin: Vector, inertia: Vector, target: Vector, h: f64) -> f64 {
    let still = Quaternion { w: 1.0, v: Vector { x: 0.0, y: 0.0, z: 0.0 } };
    let mut top = Top { q: still, spin, inertia };
    let mut cost = 0.0;
    for _ in 0..5 {
        top.step(h);
        let d = top.q.rotate(Vector { x: 1.0, y: 0.0, z: 0.5 }) + target * -1.0;
        cost += d.dot(d);
    }
    cost
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    at: Vector,
    v: Vector,
}

#[derive(Clone, Differentiable)]
struct World {
    bodies: Vec<Body>,
    wind: Vector,
    k: f64,
}

#[differentiable]
impl World {
    fn drift(&mut self, dt: f64) {
        for i in 0..self.bodies.len() {
            self.bodies[i].at = self.bodies[i].at + self.bodies[i].v * dt;
            self.bodies[i].v = self.bodies[i].v * 0.9 + self.wind * (dt * self.k);
        }
    }
}

#[differentiable]
fn moved(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        bodies[i].at = bodies[i].at + bodies[i].v * dt;
    }
    for body in bodies.iter_mut() {
        body.at = body.at + body.v * dt;
    }
}

#[differentiable]
fn blown(b: Body, wind: Vector, k: f64) -> f64 {
    let mut bodies = vec![b, Body { at: b.v * 2.0, v: b.at + b.v * 0.5 }];
    moved(&mut bodies, 0.1 * k);
    let mut world = World { bodies, wind, k };
    for _ in 0..3 {
        world.drift(0.1);
    }
    world.wind = world.wind + world.wind * k;
    world.bodies[0].at.dot(world.bodies[1].at) + world.wind.x
}

fn vector(numbers: &[f64]) -> Vector {
    Vector { x: numbers[0], y: numbers[1], z: numbers[2] }
}

fn flat(d: &VectorCotangent) -> [f64; 3] {
    [d.x, d.y, d.z]
}

#[test]
fn fields_are_what_the_file_says() {
    let at = [0.3, 1.1, -0.4, 1.0, 2.0, 3.0, 0.2, 0.5, -0.3, 0.05];
    let value = |x: &[f64]| turned(vector(x), vector(&x[3..]), vector(&x[6..]), x[9]);
    let (d_spin, d_inertia, d_target, d_h) = turned::grad(vector(&at), vector(&at[3..]), vector(&at[6..]), at[9]);
    check(&value, &at, &[&flat(&d_spin)[..], &flat(&d_inertia), &flat(&d_target), &[d_h]].concat());

    let body = |x: &[f64]| Body { at: vector(x), v: vector(&x[3..]) };
    let value = |x: &[f64]| blown(body(x), vector(&x[6..]), x[9]);
    let (d_body, d_wind, d_k) = blown::grad(body(&at), vector(&at[6..]), at[9]);
    check(&value, &at, &[&flat(&d_body.at)[..], &flat(&d_body.v), &flat(&d_wind), &[d_k]].concat());
}

/// Two structs of one name, each in a module of its own: for what stands beside it, each is the one that is meant.
mod scalars {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    pub(crate) struct Body {
        pub(crate) at: f64,
        pub(crate) v: f64,
    }

    #[differentiable]
    pub(crate) fn ahead(body: &Body, dt: f64) -> f64 {
        body.at + body.v * dt
    }
}

mod points {
    use std::ops::{Add, Mul};

    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    pub(crate) struct Point {
        pub(crate) x: f64,
        pub(crate) y: f64,
    }

    #[differentiable]
    impl Add for Point {
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point { x: self.x + other.x, y: self.y + other.y }
        }
    }

    #[differentiable]
    impl Mul<f64> for Point {
        type Output = Point;

        fn mul(self, k: f64) -> Point {
            Point { x: self.x * k, y: self.y * k }
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    pub(crate) struct Body {
        pub(crate) at: Point,
        pub(crate) v: Point,
    }

    #[differentiable]
    pub(crate) fn ahead(body: &Body, dt: f64) -> f64 {
        let at = body.at + body.v * dt;
        at.x * at.y
    }
}

#[test]
fn structs_of_one_name_in_two_modules() {
    let (value, (d_body, d_dt)) = scalars::ahead::value_and_grad(&scalars::Body { at: 1.0, v: 2.0 }, 3.0);
    assert_eq!((value, d_body.at, d_body.v, d_dt), (7.0, 1.0, 3.0, 2.0));

    let body = points::Body { at: points::Point { x: 1.0, y: 2.0 }, v: points::Point { x: 3.0, y: 4.0 } };
    let (value, (d_body, d_dt)) = points::ahead::value_and_grad(&body, 2.0);
    // At (7, 10): the sensitivities to the two are 10 and 7.
    assert_eq!((value, d_body.at.x, d_body.at.y), (70.0, 10.0, 7.0));
    assert_eq!((d_body.v.x, d_body.v.y, d_dt), (20.0, 14.0, 3.0 * 10.0 + 4.0 * 7.0));
}

/// Structs with numbered fields, which hold structs.
mod numbered {
    use std::ops::{Add, Mul};

    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    pub(crate) struct Point(pub(crate) f64, pub(crate) f64);

    #[differentiable]
    impl Add for Point {
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point(self.0 + other.0, self.1 + other.1)
        }
    }

    #[differentiable]
    impl Mul<f64> for Point {
        type Output = Point;

        fn mul(self, k: f64) -> Point {
            Point(self.0 * k, self.1 * k)
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    pub(crate) struct Body(pub(crate) Point, pub(crate) Point, pub(crate) f64);

    #[differentiable]
    impl Body {
        fn step(&mut self, dt: f64) {
            self.0 = self.0 + self.1 * dt;
        }

        fn energy(&self) -> f64 {
            0.5 * self.2 * (self.1.0 * self.1.0 + self.1.1 * self.1.1) + self.0.0 * self.0.1
        }
    }

    /// What a method of a struct of the file does to it is known.
    #[differentiable]
    pub(crate) fn run(body: &Body, dt: f64) -> f64 {
        let mut body = *body;
        let mut sum = 0.0;
        for _ in 0..3 {
            body.step(dt);
            sum += body.energy() * dt;
            body.1 = body.1 * (1.0 - dt) + body.0 * -dt;
        }
        sum * body.energy()
    }
}

#[test]
fn structs_with_numbered_fields() {
    let body = |x: &[f64]| numbered::Body(numbered::Point(x[0], x[1]), numbered::Point(x[2], x[3]), x[4]);
    let x = [0.4, -0.7, 1.1, 0.3, 1.6, 0.2];
    let (d, d_dt) = numbered::run::grad(&body(&x), x[5]);
    let d = [d.0.0, d.0.1, d.1.0, d.1.1, d.2, d_dt];
    differences::check(&|x| numbered::run(&body(x), x[5]), &x, &d);
}

#[derive(Clone, Differentiable)]
struct Curve {
    knots: Vec<f64>,
    zeros: [f64; 3],
    #[constant]
    data: Vec<f64>,
}

/// The lengths of arrays in fields are integers, also where nothing else names the array, or the field has no cotangent.
#[differentiable]
fn around(curve: &Curve, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, v) in x.iter().enumerate() {
        sum += x[k % curve.zeros.len()] * v;
        let at = (k + 1) % curve.knots.len();
        sum += x[at] * v;
    }
    sum / curve.data.len() as f64
}

#[test]
fn lengths_of_fields_are_integers() {
    let curve = Curve { knots: vec![0.0; 2], zeros: [0.0; 3], data: vec![0.0; 2] };
    let x = [0.3, 0.7, -0.2, 1.1];
    let (value, (_, d)) = around::value_and_grad(&curve, &x);
    assert_eq!(value.to_bits(), around(&curve, &x).to_bits());
    check(&|x| around(&curve, x), &x, &d);
}

#[derive(Clone, Copy, Differentiable)]
struct Quote {
    bid: f64,
    ask: f64,
}

#[derive(Clone, Differentiable)]
struct Book {
    quotes: Vec<Quote>,
    cash: f64,
}

#[differentiable]
impl Quote {
    fn mid(&self) -> f64 {
        0.5 * (self.bid + self.ask * self.ask)
    }
}

/// Arrays of structs of which only elements as a whole are used.
#[differentiable]
fn of_whole_elements(book: &Book) -> f64 {
    let mut other = book.clone();
    other.quotes.swap(0, 1);
    book.quotes.last().unwrap().mid() * other.cash
}

#[differentiable]
fn changed_places(book: &Book) -> f64 {
    let mut other = book.clone();
    other.quotes.swap(0, 1);
    let last = other.quotes.last().unwrap().mid();
    last * other.cash
}

#[test]
fn arrays_of_structs_by_their_definitions() {
    let book =
        |x: &[f64]| Book { quotes: vec![Quote { bid: x[0], ask: x[1] }, Quote { bid: x[2], ask: x[3] }], cash: x[4] };
    let x = [0.3, 0.7, -0.2, 1.1, 2.5];
    for (f, gradient) in [
        (of_whole_elements as fn(&Book) -> f64, of_whole_elements::grad(&book(&x))),
        (changed_places, changed_places::grad(&book(&x))),
    ] {
        let d: Vec<f64> = gradient.quotes.iter().flat_map(|d| [d.bid, d.ask]).chain([gradient.cash]).collect();
        check(&|x| f(&book(x)), &x, &d);
    }
}

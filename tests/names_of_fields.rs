//! Names for arrays in structs, `let w = &self.w;`, and copies of their elements, `let row = self.rows[i].clone();`, that are read, looped
//! over and lent. Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    reason = "loops of all kinds are what is tested; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}
#[derive(Clone, Differentiable)]
struct Model {
    rows: Vec<Vec<f64>>,
    w: Vec<f64>,
}
#[differentiable]
impl Model {
    fn read(&self) -> f64 {
        let w = &self.w;
        let mut sum = 0.0;
        for k in 0..w.len() {
            sum += w[k] * w[0];
        }
        sum
    }
    fn looped(&self) -> f64 {
        let (rows, w) = (&self.rows, &self.w);
        let mut sum = 0.0;
        for (row, x) in rows.iter().zip(w) {
            sum += dot(row, w) * x;
        }
        for row in rows {
            sum += dot(row, &rows[0]);
        }
        sum
    }
    fn lent(&self, i: usize) -> f64 {
        let rows = &self.rows;
        rows[i][0] * dot(&rows[i], &self.w) + dot(&rows[i][..1], &rows[0][1..])
    }
    fn copied(&self, i: usize) -> f64 {
        let row = self.rows[i].clone();
        dot(&row, &self.w) * dot(&self.rows[0], &row)
    }
}
#[differentiable]
fn outside(model: &Model, i: usize) -> f64 {
    let row = model.rows[i].clone();
    let w = &model.w;
    let mut sum = dot(&row, w);
    for x in w.iter() {
        sum += x * x;
    }
    sum + w[1]
}

/// A vector of one's own, in elements that have a name.
#[derive(Clone, Copy, Differentiable)]
struct V {
    x: f64,
    y: f64,
}
#[differentiable]
impl std::ops::Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V { x: self.x + o.x, y: self.y + o.y }
    }
}
#[differentiable]
impl std::ops::Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V { x: self.x * k, y: self.y * k }
    }
}
#[differentiable]
impl V {
    fn dot(self, o: V) -> f64 {
        self.x * o.x + self.y * o.y
    }
}
#[derive(Clone, Copy, Differentiable)]
struct Body {
    at: V,
    speed: V,
}
#[derive(Clone, Differentiable)]
struct Cloud {
    bodies: Vec<Body>,
    force: Vec<V>,
}
#[differentiable]
impl Cloud {
    fn step(&mut self, dt: f64) {
        for i in 0..self.bodies.len() {
            let body = &mut self.bodies[i];
            body.speed = body.speed + self.force[i] * dt;
            body.at = body.at + body.speed * dt;
        }
    }
    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for body in &self.bodies {
            sum += body.speed.dot(body.speed) + body.at.dot(body.speed);
        }
        sum
    }
}
#[differentiable]
fn after_two(cloud: &Cloud, dt: f64) -> f64 {
    let mut cloud = cloud.clone();
    cloud.step(dt);
    cloud.step(dt);
    cloud.energy()
}

#[test]
fn vectors_in_elements_with_names() {
    let at = |x: &[f64]| {
        let v = |i: usize| V { x: x[i], y: x[i + 1] };
        Cloud { bodies: vec![Body { at: v(0), speed: v(2) }, Body { at: v(4), speed: v(6) }], force: vec![v(8), v(10)] }
    };
    let x = [0.1, 0.3, 0.4, 0.7, 1.0, 2.0, 0.6, 0.2, 0.9, -0.4, 0.5, 0.8, 0.3];
    let (value, (d, dt)) = after_two::value_and_grad(&at(&x), x[12]);
    assert_eq!(value, after_two(&at(&x), x[12]));
    let mut all = Vec::new();
    for body in &d.bodies {
        all.extend([body.at.x, body.at.y, body.speed.x, body.speed.y]);
    }
    for force in &d.force {
        all.extend([force.x, force.y]);
    }
    all.push(dt);
    check(&|x| after_two(&at(x), x[12]), &x, &all);
}

#[test]
fn names_stand_for_fields() {
    type Case = (fn(&Model) -> f64, fn(&Model) -> (f64, ModelCotangent));
    let cases: [Case; 5] = [
        (Model::read, Model::read_value_and_grad),
        (Model::looped, Model::looped_value_and_grad),
        (|m| m.lent(1), |m| m.lent_value_and_grad(1)),
        (|m| m.copied(1), |m| m.copied_value_and_grad(1)),
        (|m| outside(m, 1), |m| outside::value_and_grad(m, 1)),
    ];
    let at = |x: &[f64]| Model { rows: vec![x[..2].to_vec(), x[2..4].to_vec()], w: x[4..].to_vec() };
    let x = [0.1, 0.3, 0.4, 0.7, 1.0, 2.0];
    for (f, gradient) in cases {
        let (value, d) = gradient(&at(&x));
        assert_eq!(value, f(&at(&x)));
        check(&|x| f(&at(x)), &x, &[d.rows.concat(), d.w].concat());
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Raw {
    x: f64,
    r#type: f64,
}

#[differentiable]
fn raw(x: f64, r#k: f64) -> f64 {
    let mut raw = Raw { r#x: x * k, r#type: 2.0 * r#x };
    raw.r#x *= raw.r#type;
    let Raw { r#x: y, r#type } = raw;
    y * r#type * raw.x
}

#[test]
fn raw_names_are_the_plain_ones() {
    let p = [0.7, 1.3];
    let (d_x, d_k) = raw::grad(p[0], p[1]);
    check(&|p| raw(p[0], p[1]), &p, &[d_x, d_k]);
}

//! A function that is refused: of those that call it, and of the code that asks for its gradient, rustc says nothing.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Body {
    mass: f64,
    v: f64,
}

#[differentiable]
fn total(bodies: &[Body]) -> f64 {
    bodies.iter().map(|b| b.mass).sum()
//                ^^^ no code methods of iterators are not differentiable yet
}

#[differentiable]
fn drift(bodies: &mut [Body], dt: f64) {
    bodies.iter_mut().for_each(|b| b.v += dt);
//                    ^^^^^^^^ no code methods of iterators are not differentiable yet
}

#[differentiable]
fn kept(bodies: &mut Vec<Body>, v: f64) {
    bodies.retain(|b| b.v > v);
//         ^^^^^^ no code this method is not known to be differentiable on an array, and its elements depend on a differentiated parameter
}

#[differentiable]
fn made(n: usize, k: f64) -> Vec<Body> {
    (0..n).map(|_| Body { mass: k, v: k }).collect()
//   ^ no code ranges are not differentiable yet
}

#[differentiable]
fn nested(rows: &[Vec<Body>]) -> f64 {
    rows.iter().map(|row| row[0].mass).sum()
//              ^^^ no code methods of iterators are not differentiable yet
}

#[differentiable]
fn of_numbers(x: &[f64], k: f64) -> (f64, Vec<f64>) {
    (k, x.iter().map(|x| k * x).collect())
//               ^^^ no code methods of iterators are not differentiable yet
}

#[differentiable]
fn called(k: f64) -> f64 {
    let mut bodies = vec![Body { mass: k, v: k }; 3];
    drift(&mut bodies, k);
    kept(&mut bodies, k);
    let others = made(3, k);
    let (factor, numbers) = of_numbers(&[k, k], k);
    total(&bodies) * factor + others[1].v + numbers[1]
}

#[differentiable]
fn called_by_that(k: f64, rows: &[Vec<Body>]) -> f64 {
    called(k) * nested(rows)
}

fn main() {
    let mut bodies = vec![Body { mass: 1.0, v: 1.0 }];
    let _: f64 = total::grad(&bodies)[0].mass;
    let _: f64 = drift::vjp(&mut bodies, 1.0).1(&mut [BodyCotangent { mass: 0.0, v: 1.0 }]);
    let _: f64 = made::vjp(3, 1.0).1(vec![BodyCotangent { mass: 0.0, v: 1.0 }; 3]);
    let _: f64 = nested::value_and_grad(&[bodies]).1[0][0].v;
    let _: f64 = called_by_that::grad(1.0, &[]).0;
}

// Where a struct has no derive, the gradients of functions that take it are used without a word of rustc.
use backprop::{Differentiable, Real, differentiable};

struct Point {
    x: f64,
    y: f64,
}

struct Pair<T> {
    left: T,
    right: T,
}

#[derive(Differentiable)]
struct Body {
    at: Point,
//      ^^^^^ E0277 `Point` has no cotangent
    mass: f64,
}

#[differentiable]
fn norm(p: Point) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt()
}

#[differentiable]
fn total(points: &[Point], k: f64) -> f64 {
    let mut sum = 0.0;
    for point in points {
        sum += point.x * k;
    }
    sum
}

#[differentiable]
fn difference<T: Real>(pair: &Pair<T>) -> T {
//                            ^^^^ E0277 `Pair<f64>` has no cotangent
    pair.left - pair.right
}

#[differentiable]
fn weight(body: &Body) -> f64 {
    body.mass * body.at.y
}

fn main() {
    println!("{}", norm::grad(Point { x: 1.0, y: 2.0 }).x);
    let (value, back) = norm::vjp(Point { x: 1.0, y: 2.0 });
    println!("{}", value + back(1.0).y);
    let (mut d_points, mut d_k) = (Vec::new(), 0.0);
    total::accumulate_grad(&[Point { x: 1.0, y: 2.0 }], 2.0, &mut d_points, &mut d_k);
    let sum: f64 = d_points.iter().map(|d| d.x).sum();
    println!("{sum} {}", total::value_and_grad(&[], 1.0).1.1);
    println!("{}", difference::grad(&Pair { left: 1.0, right: 2.0 }).left);
    println!("{}", weight::grad(&Body { at: Point { x: 1.0, y: 2.0 }, mass: 2.0 }).at.x);
}

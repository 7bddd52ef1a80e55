//! Closures of arrays, differentiated where they stand: all entry points, what they capture, and how often they are called.

#![expect(
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    reason = "the closures are as people write them; results are exact"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable, differentiate};
use differences::check;

const X: [f64; 4] = [0.7, -1.3, 0.4, 1.1];

/// All entry points of a closure of one array, which is lent, against differences.
macro_rules! entry_points {
    ($f:expr) => {{
        let f = $f;
        let value = f.call(&X);
        let of = |x: &[f64]| f.call(x.first_chunk().unwrap());
        let (again, d) = f.value_and_grad(&X);
        assert_eq!(again.to_bits(), value.to_bits());
        check(&of, &X, &d);
        assert_eq!(f.grad(&X), d);
        let (again, back) = f.vjp(&X);
        assert_eq!(again.to_bits(), value.to_bits());
        check(&of, &X, &back(1.0));
        check(&of, &X, &back(2.0).iter().map(|d| 0.5 * d).collect::<Vec<f64>>());
        let mut buffer = [5.0; 4];
        assert_eq!(f.value_and_grad_into(&X, &mut buffer).to_bits(), value.to_bits());
        check(&of, &X, &buffer);
        assert_eq!(f.accumulate_grad(&X, &mut buffer).to_bits(), value.to_bits());
        check(&of, &X, &buffer.map(|d| 0.5 * d));
    }};
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum.sqrt()
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[test]
fn slices_and_references() {
    let (c, data) = (2.0, vec![0.5, -0.25, 2.0, 1.5]);
    entry_points!(differentiate!(|x: &[f64; 4]| c * x[0] * x[1].sin() + x[2] / x[3]));
    let f = differentiate!(|w: &[f64]| {
        let mut sum = 0.0;
        for i in 0..w.len() {
            sum += c * (w[i] * data[i]).tanh();
        }
        sum * norm(w)
    });
    check(&|x| f.call(x), &X, &f.grad(&X));
    let g = differentiate!(|w: &Vec<f64>| {
        let mut product = 1.0;
        for x in w.iter() {
            product *= x + c;
        }
        product
    });
    check(&|x| g.call(&x.to_vec()), &X, &g.grad(&X.to_vec()));
}

#[test]
fn every_entry_point() {
    let scale = 0.5;
    entry_points!(differentiate!(|x: &[f64; 4]| {
        let mut y = *x;
        for i in 1..4 {
            y[i] += scale * y[i - 1] * y[i];
        }
        y[3] * y[2] + y[0]
    }));
    entry_points!(differentiate!(|x: &[f64; 4]| -> f64 {
        let mut sum = 0.0;
        for v in x.iter() {
            if *v > 0.5 {
                sum += v.powi(3);
            } else {
                sum -= scale * v;
            }
        }
        twice(|t| t * x[0] + scale, sum)
    }));
    let moved = [1.0, 2.0, 3.0, 4.0];
    entry_points!(differentiate!(move |x: &[f64; 4]| {
        let mut sum = 0.0;
        for i in 0..4 {
            sum += moved[i] * x[i] * x[3 - i];
        }
        sum.exp()
    }));
}

#[test]
fn arrays_by_value() {
    let k = 3.0;
    let f = differentiate!(|w: [f64; 3]| w[0] * w[1] * k + w[2]);
    assert_eq!(f.call([2.0, 5.0, 1.0]), 31.0);
    assert_eq!(f.grad([2.0, 5.0, 1.0]), [15.0, 6.0, 1.0]);
    assert_eq!(f.value_and_grad([2.0, 5.0, 1.0]), (31.0, [15.0, 6.0, 1.0]));
    let (value, back) = f.vjp([2.0, 5.0, 1.0]);
    assert_eq!((value, back(2.0)), (31.0, [30.0, 12.0, 2.0]));
    let mut d = [1.0; 3];
    assert_eq!(f.accumulate_grad([2.0, 5.0, 1.0], &mut d), 31.0);
    assert_eq!(d, [16.0, 7.0, 2.0]);
    assert_eq!(f.value_and_grad_into([2.0, 5.0, 1.0], &mut d), 31.0);
    assert_eq!(d, [15.0, 6.0, 1.0]);

    let g = differentiate!(|mut w: Vec<f64>, t| {
        w.push(t);
        let mut sum = 0.0;
        for v in &w {
            sum += v * v * k;
        }
        sum
    });
    assert_eq!(g.grad(vec![1.0, 2.0], 3.0), (vec![6.0, 12.0], 18.0));
    let (mut d, mut d_t) = ([0.0; 2], 1.0);
    assert_eq!(g.accumulate_grad(vec![1.0, 2.0], 3.0, &mut d, &mut d_t), 42.0);
    assert_eq!((d, d_t), ([6.0, 12.0], 19.0));
}

#[test]
fn several_parameters() {
    let f = differentiate!(|w: &[f64], n: usize, a, b: [f64; 2]| {
        let mut sum = a;
        for i in 0..n {
            sum += w[i] * b[i % 2] * a;
        }
        sum
    });
    let (value, (d_w, d_a, d_b)) = f.value_and_grad(&[1.0, 2.0, 3.0], 2, 4.0, [5.0, 6.0]);
    assert_eq!(value, 4.0 + 4.0 * (5.0 + 12.0));
    assert_eq!((d_w, d_a, d_b), (vec![20.0, 24.0, 0.0], 18.0, [4.0, 8.0]));
    let (mut d_w, mut d_a, mut d_b) = (vec![1.0; 3], 1.0, [1.0; 2]);
    f.accumulate_grad(&[1.0, 2.0, 3.0], 2, 4.0, [5.0, 6.0], &mut d_w, &mut d_a, &mut d_b);
    assert_eq!((d_w, d_a, d_b), (vec![21.0, 25.0, 1.0], 19.0, [5.0, 9.0]));
}

#[test]
fn arrays_of_arrays_and_of_tuples() {
    let f = differentiate!(|rows: &[Vec<f64>], points: &[(f64, f64)]| {
        let mut sum = 0.0;
        for (row, (x, y)) in rows.iter().zip(points) {
            for v in row {
                sum += v * x * y;
            }
        }
        sum
    });
    let (rows, points) = (vec![vec![1.0, 2.0], vec![3.0]], [(2.0, 5.0), (1.0, 4.0)]);
    let (d_rows, d_points) = f.grad(&rows, &points);
    assert_eq!(d_rows, [vec![10.0, 10.0], vec![4.0]]);
    assert_eq!(d_points, [(15.0, 6.0), (12.0, 3.0)]);
}

#[derive(Clone, Differentiable)]
struct Body {
    x: [f64; 2],
    mass: f64,
}

struct Fit {
    data: Vec<(f64, f64)>,
    ridge: f64,
}

impl Fit {
    /// A step down the gradient of a loss over what `self` holds.
    fn step(&self, w: &mut [f64], rate: f64) -> f64 {
        let loss = differentiate!(|w: &[f64]| {
            let mut sum = 0.0;
            for (x, y) in &self.data {
                sum += (w[0] + w[1] * x - y).powi(2);
            }
            sum + self.ridge * w[1] * w[1]
        });
        let (value, d) = loss.value_and_grad(w);
        for (w, d) in w.iter_mut().zip(&d) {
            *w -= rate * d;
        }
        value
    }
}

#[test]
fn structs_and_what_they_hold() {
    let g = 2.0;
    let f = differentiate!(|bodies: &[Body], at: &Body| {
        let mut sum = 0.0;
        for b in bodies {
            sum += g * b.mass * at.mass * (b.x[0] - at.x[0]);
        }
        sum
    });
    let bodies = [Body { x: [1.0, 2.0], mass: 3.0 }, Body { x: [2.0, 0.0], mass: 1.0 }];
    let at = Body { x: [0.5, 0.0], mass: 2.0 };
    let (d_bodies, d_at) = f.grad(&bodies, &at);
    assert_eq!((d_bodies[0].x, d_bodies[0].mass, d_bodies[1].mass), ([12.0, 0.0], 2.0, 6.0));
    assert_eq!((d_at.x, d_at.mass), ([-16.0, 0.0], 6.0));

    let fit = Fit { data: vec![(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)], ridge: 0.0 };
    let mut w = [0.0, 0.0];
    for _ in 0..500 {
        fit.step(&mut w, 0.1);
    }
    assert!(fit.step(&mut w, 0.0) < 1e-12 && (w[0] - 1.0).abs() < 1e-6 && (w[1] - 2.0).abs() < 1e-6);
}

/// What it is called with is free again after each call.
#[test]
fn arguments_may_change_between_calls() {
    let target = [1.0, -2.0, 0.5];
    let loss = differentiate!(|w: &[f64]| {
        let mut sum = 0.0;
        for (a, b) in w.iter().zip(&target) {
            sum += (a - b).powi(2);
        }
        sum
    });
    let mut w = vec![0.0; 3];
    let mut d = vec![0.0; 3];
    for _ in 0..100 {
        loss.value_and_grad_into(&w, &mut d);
        for i in 0..3 {
            w[i] -= 0.25 * d[i];
        }
    }
    assert!(loss.call(&w) < 1e-12);
    // Nor does the backpropagator borrow it.
    let (_, back) = loss.vjp(&w);
    w.clear();
    assert_eq!(back(1.0).len(), 3);
}

fn descended<T: Real>(start: T, factor: T) -> T {
    let mut x = [start, start * start];
    let f = differentiate!(|x: &[T]| factor * (x[0] * x[0] + x[1] * x[1]));
    for _ in 0..3 {
        let d = f.grad(&x);
        for i in 0..2 {
            x[i] -= d[i] / (T::one() + T::one());
        }
    }
    x[0] + x[1]
}

#[test]
fn generic_numbers() {
    assert_eq!(descended(2.0_f64, 0.5), 0.75);
    assert_eq!(descended(2.0_f32, 0.5), 0.75);
}

#[test]
#[should_panic(expected = "3")]
fn a_buffer_of_the_wrong_length_panics() {
    let f = differentiate!(|x: &[f64]| x[0] * x[1]);
    f.accumulate_grad(&[1.0, 2.0], &mut [0.0; 3]);
}

#[test]
fn results_that_are_no_number() {
    let f = differentiate!(|x: &[f64]| (x[0] * x[1], x[1]));
    let (value, back) = f.vjp(&[2.0, 3.0]);
    assert_eq!(value, (6.0, 3.0));
    assert_eq!(back((1.0, 10.0)), [3.0, 12.0]);

    let f = differentiate!(|x: &[f64]| -> Vec<f64> {
        let mut y = x.to_vec();
        y[0] *= x[1];
        y
    });
    let (value, back) = f.vjp(&[2.0, 3.0]);
    assert_eq!(value, [6.0, 3.0]);
    assert_eq!(back(vec![1.0, 10.0]), [3.0, 12.0]);
    let f = differentiate!(|x: &[f64]| -> [f64; 2] { [x[0] * x[1], x[0]] });
    assert_eq!(f.vjp(&[2.0, 3.0]).1([1.0, 0.5]), [3.5, 2.0]);
}

//! Arrays in the elements of arrays of structs, and elements of parts of these: read, written, looped over, lent, named and copied.
//! Values bit for bit, gradients against central differences.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::implicit_clone,
    clippy::needless_range_loop,
    reason = "each way to write it is what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

const POINT: [f64; 8] = [0.3, 1.1, -0.7, 0.9, 1.7, -1.3, 0.45, 2.1];

/// Holds the value and the gradient of functions of one slice against the functions themselves.
macro_rules! holds {
    ($($name:ident),* $(,)?) => { $({
        let (value, gradient) = $name::value_and_grad(&POINT);
        assert_eq!(value.to_bits(), $name(&POINT).to_bits());
        check(&|x| $name(x), &POINT, &gradient);
    })* };
}

#[derive(Clone, Differentiable)]
struct Body {
    x: [f64; 3],
    v: [f64; 3],
    m: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Ball {
    x: f64,
    v: f64,
}

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn bend(x: &mut [f64], k: f64) {
    for i in 0..x.len() {
        x[i] = (x[i] * k).sin();
    }
}

#[differentiable]
fn add(y: &mut [f64], k: f64, x: &[f64]) {
    for i in 0..y.len() {
        y[i] += k * x[i] * y[i];
    }
}

#[differentiable]
fn drift(b: &mut Ball, dt: f64) {
    b.x += dt * b.v;
    b.v -= dt * b.x.sin();
}

#[differentiable]
fn bumped(v: &mut f64, k: f64) {
    *v = (*v * k).sin();
}

#[differentiable]
fn force(a: &Ball, b: &Ball) -> f64 {
    (a.x - b.x).tanh() * b.v
}

/// The names of elements are lent: to be changed where the call is a statement, else for a look.
mod names {
    use super::*;

    #[differentiable]
    fn changed(x: &[f64]) -> f64 {
        let mut balls = vec![Ball { x: x[0], v: x[1] }];
        balls.push(Ball { x: x[2], v: x[3] });
        balls.push(Ball { x: x[4], v: x[5] });
        for b in balls.iter_mut() {
            drift(b, x[6]);
        }
        for b in &mut balls[1..] {
            drift(b, x[7]);
        }
        let first = &mut balls[0];
        drift(first, x[6]);
        drift(first, x[5]);
        balls[0].x * balls[1].v + balls[2].x
    }

    #[differentiable]
    fn looked_at(x: &[f64]) -> f64 {
        let mut balls = vec![Ball { x: x[0], v: x[1] }];
        balls.push(Ball { x: x[2], v: x[3] });
        let fixed = Ball { x: x[4], v: x[5] };
        let mut sum = 0.0;
        for b in balls.iter_mut() {
            let t = force(b, &fixed);
            b.x += t;
            sum += t * force(&fixed, b);
        }
        sum + balls[0].x * balls[1].v
    }

    #[differentiable]
    fn numbers(x: &[f64]) -> f64 {
        let mut y = x.to_vec();
        for v in y.iter_mut() {
            bumped(v, x[0]);
        }
        for v in &mut y[2..4] {
            bumped(v, x[1]);
        }
        y[0] * y[1] + y[2] * y[3]
    }

    #[test]
    fn of_elements() {
        holds!(changed, looked_at, numbers);
    }
}

#[differentiable]
fn bodies(x: &[f64]) -> Vec<Body> {
    let mut made = vec![Body { x: [x[0], x[1], x[2]], v: [x[3], x[4], x[5]], m: x[6] }];
    made.push(Body { x: [x[5], x[6], x[7]], v: [x[1], x[0], x[3]], m: x[0] });
    made.push(Body { x: [x[2], x[7], x[1]], v: [x[4], x[6], x[2]], m: x[5] });
    made
}

/// What all of them hold.
#[differentiable]
fn total(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for b in bodies {
        for k in 0..3 {
            sum += (k as f64 + 1.0) * b.m * b.x[k] + b.v[k] * b.x[0];
        }
    }
    sum
}

/// Holds a function of bodies that may be changed: its result, and what it leaves.
macro_rules! holds_bodies {
    ($($name:ident),* $(,)?) => { $({
        #[differentiable]
        fn f(x: &[f64]) -> f64 {
            let mut b: Vec<Body> = bodies(x);
            let first = $name(&mut b, x[1]);
            first.sin() * total(&b)
        }
        holds!(f);
    })* };
}

/// The elements of parts, and arrays in these.
mod parts {
    use super::*;

    #[differentiable]
    fn pairs(bodies: &mut [Body], k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..bodies.len() {
            for o in &bodies[i + 1..] {
                sum += bodies[i].m * o.m * (bodies[i].x[0] - k * o.x[0]).sin() * o.x[1];
            }
        }
        sum
    }

    #[differentiable]
    fn written(bodies: &mut [Body], k: f64) -> f64 {
        for o in bodies[1..].iter_mut() {
            for i in 0..3 {
                o.x[i] += k * o.v[i] * o.m;
            }
        }
        for o in &mut bodies[..1] {
            for i in 0..3 {
                o.x[i] *= o.v[i] * o.m;
            }
        }
        k
    }

    #[differentiable]
    fn halves(bodies: &mut [Body], k: f64) -> f64 {
        for i in 1..bodies.len() {
            let (left, right) = bodies.split_at_mut(i);
            for o in right {
                for j in 0..3 {
                    let d = left[i - 1].x[j] - o.x[j];
                    o.v[j] += k * d * left[i - 1].m;
                    left[i - 1].v[j] -= k * d.sin() * o.m;
                }
            }
        }
        bodies[0].v[1]
    }

    #[test]
    fn of_arrays_of_structs() {
        holds_bodies!(pairs, written, halves);
    }
}

/// Arrays in elements are lent: as a whole where their elements are named elsewhere, and parts of them.
mod lent {
    use super::*;

    #[differentiable]
    fn looked_at(bodies: &mut [Body], k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..bodies.len() {
            sum += squares(&bodies[i].x[1..]) * bodies[i].m;
            // It is overwritten after the call.
            bodies[i].x[1] *= k;
            sum += squares(&bodies[i].x);
        }
        for b in bodies {
            sum += squares(&b.v[..2]) * b.v[2];
        }
        sum
    }

    #[differentiable]
    fn changed(bodies: &mut [Body], k: f64) -> f64 {
        for b in bodies.iter_mut() {
            bend(&mut b.x[..], k);
            add(&mut b.x[1..], k, &b.v[..2]);
        }
        bend(&mut bodies[1].v, k);
        bodies[1].v[2]
    }

    #[differentiable]
    fn of_three(mut a: [f64; 3]) -> f64 {
        a[0] = a[1].sin() * a[0];
        a[0] * a[1] + a[2]
    }

    #[differentiable]
    fn by_value(bodies: &mut [Body], k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..bodies.len() {
            sum += of_three(bodies[i].x) * k;
            bodies[i].x[0] *= 2.0;
        }
        for b in bodies {
            sum += of_three(b.v) * b.x[0];
        }
        sum
    }

    #[test]
    fn arrays_in_elements() {
        holds_bodies!(looked_at, changed, by_value);
    }
}

/// Loops over them, names for them, and methods of them.
mod used {
    use super::*;

    #[differentiable]
    fn loops(bodies: &mut [Body], k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..bodies.len() {
            for v in bodies[i].v.iter_mut() {
                *v *= k;
            }
            for (p, v) in bodies[i].x.iter_mut().zip(&bodies[i].v) {
                *p = (*p).sin() * 2.0 + v;
            }
        }
        for b in bodies.iter_mut() {
            for v in &mut b.v {
                *v = v.cos();
            }
            for (j, p) in b.x.iter_mut().enumerate() {
                *p *= b.m + j as f64;
            }
        }
        for b in bodies {
            for q in &b.x {
                sum += q * q * b.m;
            }
        }
        sum
    }

    #[differentiable]
    fn named(bodies: &mut [Body], k: f64) -> f64 {
        for i in 0..bodies.len() {
            let p: &mut [f64] = &mut bodies[i].x;
            p[0] += k * p[1];
            p[2] = p[0].sin();
            bend(&mut p[1..], k);
        }
        for i in 0..bodies.len() {
            let q: &[f64] = &bodies[i].x;
            let t = squares(q) * q[1];
            bodies[i].m *= t;
        }
        bodies[2].m
    }

    #[differentiable]
    fn replaced(bodies: &mut [Body], k: f64) -> f64 {
        for i in 0..bodies.len() {
            let a = [k * bodies[i].x[1], bodies[i].v[0], 1.0];
            bodies[i].v = a;
            let t = bodies[i].x;
            bodies[i].x = [t[1], t[0] * t[2], k];
        }
        bodies[0].v[0]
    }

    #[test]
    fn arrays_in_elements() {
        holds_bodies!(loops, named, replaced);
    }

    #[derive(Clone, Differentiable)]
    struct Stack {
        held: Vec<f64>,
        k: f64,
    }

    #[differentiable]
    fn grown(stacks: &mut [Stack]) -> f64 {
        let mut sum = 0.0;
        for i in 0..stacks.len() {
            stacks[i].held.swap(0, 1);
            stacks[i].held.push(1.5);
            let n = stacks[i].held.len();
            sum += stacks[i].held[n - 2] * stacks[i].k;
            let copy = stacks[i].held.to_vec();
            sum += copy[0] * copy[1];
            stacks[i].held[n - 1] = sum.sin();
        }
        sum
    }

    #[differentiable]
    fn looked_at(stacks: &[Stack]) -> f64 {
        let mut sum = 0.0;
        for (i, s) in stacks.iter().enumerate() {
            sum += squares(&s.held[1..]) * s.k + s.held[i];
            let copy = s.held.to_vec();
            sum += copy[0] * s.held.len() as f64;
        }
        for s in &stacks[1..] {
            sum += squares(&s.held[1..]) * s.k;
        }
        sum
    }

    #[differentiable]
    fn vectors(x: &[f64]) -> f64 {
        let mut stacks = vec![Stack { held: x.to_vec(), k: x[1] }];
        stacks.push(Stack { held: x[2..5].to_vec(), k: x[2] });
        grown(&mut stacks) * looked_at(&stacks)
    }

    /// A name for an element is no copy of it.
    #[test]
    fn nothing_is_allocated_for_a_look() {
        #[differentiable]
        fn weighted(stacks: &[Stack]) -> f64 {
            let mut sum = 0.0;
            for s in stacks {
                for i in 0..s.held.len() {
                    sum += s.held[i] * s.held[i] * s.k;
                }
            }
            sum
        }
        let stacks = vec![Stack { held: POINT.to_vec(), k: 2.0 }; 5];
        let mut d = weighted::grad(&stacks);
        let counted = allocation_counter::measure(|| {
            let _ = weighted::accumulate_grad(&stacks, &mut d);
        });
        assert_eq!((counted.count_total, d[4].held[1]), (0, 8.0 * POINT[1]));
    }

    #[derive(Clone, Differentiable)]
    struct Inner {
        a: [f64; 2],
    }

    #[derive(Clone, Differentiable)]
    struct Outer {
        inner: Inner,
        k: f64,
    }

    #[differentiable]
    fn nested(x: &[f64]) -> f64 {
        let mut all = vec![Outer { inner: Inner { a: [x[0], x[1]] }, k: x[1] }];
        all.push(Outer { inner: Inner { a: [x[2], x[3]] }, k: x[2] });
        let mut sum = 0.0;
        for o in all.iter_mut() {
            sum += squares(&o.inner.a[..]) * o.k;
            bend(&mut o.inner.a[..], o.k);
            sum += o.inner.a[1];
        }
        sum * all[0].inner.a[0] * all[1].inner.a[1]
    }

    #[test]
    fn vectors_and_structs_in_elements() {
        holds!(vectors, nested);
    }

    /// As the function does, and after the same turns.
    #[test]
    #[should_panic(expected = "index out of bounds: the len is 3 but the index is 3")]
    fn an_index_out_of_bounds_panics() {
        #[differentiable]
        fn beyond(bodies: &mut [Body], k: usize) -> f64 {
            bodies[0].x[k] *= 2.0;
            bodies[0].x[1]
        }
        let mut b = bodies(&POINT);
        let _ = beyond::value_and_grad(&mut b, 3);
    }
}

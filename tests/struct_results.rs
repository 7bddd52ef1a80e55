//! Structs with vectors that calls give, and of which the caller reads only some fields; and those that calls take, which read only
//! some. Gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "functions that take structs by value, and references to vectors of integers, are what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, Differentiable)]
struct Body {
    x: f64,
    past: Vec<f64>,
    more: Vec<Vec<f64>>,
}

#[differentiable]
fn given(k: f64) -> Body {
    Body { x: k * k, past: vec![k.sin(), k], more: vec![vec![k], vec![k * k, 2.0]] }
}

#[differentiable]
fn pair(k: f64) -> (f64, Body) {
    (k.cos(), given(k))
}

#[differentiable]
fn with_array(y: &[f64], k: f64) -> Body {
    let mut b = given(k);
    b.past[1] *= y[0];
    b.x += b.past[1];
    b
}

#[differentiable]
impl Body {
    fn moved(&self, k: f64) -> Body {
        Body { x: self.x.tanh() * self.past[0], past: vec![k.sin() * self.x, k], more: self.more.clone() }
    }

    fn step(&mut self, k: f64) {
        self.past[0] *= k;
        self.x += self.past[1] * k;
    }
}

#[differentiable]
trait Moves {
    fn next(&self, k: f64) -> Body;
}

#[differentiable]
impl Moves for Body {
    fn next(&self, k: f64) -> Body {
        Body { x: self.x * k, past: vec![self.past[1] * k], more: vec![vec![k * self.x]] }
    }
}

#[differentiable]
fn down(k: f64, n: usize) -> Body {
    if n == 0 {
        return given(k);
    }
    let b = down(k, n - 1);
    Body { x: b.x * k, past: vec![b.x, k], more: Vec::new() }
}

#[differentiable]
fn number(y: &[f64], k: f64) -> f64 {
    given(k).x * y[1]
}

#[differentiable]
fn number_of_name(y: &[f64], k: f64) -> f64 {
    let b = given(k);
    b.x * y[1]
}

#[differentiable]
fn one_vector(y: &[f64], k: f64) -> f64 {
    let b: Body = given(k);
    b.x * y[1] + b.past[1]
}

#[differentiable]
fn other_vector(y: &[f64], k: f64) -> f64 {
    let b: Body = given(k);
    b.more[1][0] * y[1]
}

#[differentiable]
fn in_tuple(y: &[f64], k: f64) -> f64 {
    let (a, b) = pair(k);
    a * b.x * y[0]
}

#[differentiable]
fn half_of_tuple(y: &[f64], k: f64) -> f64 {
    let (a, _b) = pair(k);
    a * y[0]
}

#[differentiable]
fn with_arguments(y: &[f64], k: f64) -> f64 {
    with_array(y, k).x
}

#[differentiable]
fn of_method(y: &[f64], k: f64) -> f64 {
    let b = given(k);
    b.moved(y[0]).x + b.x
}

#[differentiable]
fn in_loop(y: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in y {
        s += given(k * v).x;
    }
    s
}

#[differentiable]
fn in_branch(y: &[f64], k: f64) -> f64 {
    let b: Body = if y[0] > 0.0 { given(k) } else { with_array(y, k) };
    b.x * y[1]
}

#[differentiable]
fn changed(y: &[f64], k: f64) -> f64 {
    let mut b = given(k);
    b.step(y[0]);
    b.x
}

#[differentiable]
fn of_trait(y: &[f64], k: f64) -> f64 {
    let b = given(k);
    b.next(y[0]).x
}

#[differentiable]
fn of_recursion(y: &[f64], k: f64) -> f64 {
    down(k * y[0], 2).x
}

#[differentiable]
fn of_elements(y: &[f64], k: f64) -> f64 {
    let mut bodies = vec![given(k)];
    bodies.push(given(k * y[0]));
    bodies[0].moved(y[1]).x * bodies[1].x
}

macro_rules! tests {
    ($($f:ident)*) => {
        $(#[test] fn $f() {
            let at = [0.4, 1.3, 0.7];
            let (d_y, d_k) = super::$f::grad(&at[..2], at[2]);
            super::check(&|at| super::$f(&at[..2], at[2]), &at, &[d_y, vec![d_k]].concat());
        })*
    };
}

mod gradients {
    tests!(number number_of_name one_vector other_vector in_tuple half_of_tuple with_arguments of_method in_loop in_branch changed
        of_trait of_recursion of_elements);
}

#[derive(Clone, Debug, Differentiable)]
struct Pair(Vec<f64>, f64);

#[derive(Clone, Debug, Differentiable)]
struct Nested {
    inner: Body,
    w: Vec<f64>,
    bodies: Vec<Body>,
}

/// They look at numbers alone.
#[differentiable]
fn energy(b: &Body, k: f64) -> f64 {
    b.x * k
}
#[differentiable]
fn energy_by_value(b: Body, k: f64) -> f64 {
    b.x * k
}
#[differentiable]
fn energy_of_pair(p: &Pair, k: f64) -> f64 {
    p.1 * k
}
#[differentiable]
fn energy_of_all(bodies: &[Body], k: f64) -> f64 {
    bodies[0].x * k + bodies[1].x
}
#[differentiable]
fn energy_of_nested(n: &Nested, k: f64) -> f64 {
    n.inner.x * k + n.w[0] + n.bodies[1].x
}
#[differentiable]
fn part_of_rows(b: &Body, k: f64) -> f64 {
    b.more[1][0] * b.x * k
}
#[differentiable]
fn nothing(_b: &Body, k: f64) -> f64 {
    k * k
}
#[differentiable]
fn handed_on(b: Body) -> Body {
    b
}
#[differentiable]
fn with_past(past: Vec<f64>, x: f64) -> Body {
    Body { x, past, more: vec![] }
}

/// Functions of two numbers that put structs together.
macro_rules! put_together {
    ($($name:ident: |$x:ident, $k:ident| $body:block)*) => { $(
        #[differentiable]
        fn $name($x: f64, $k: f64) -> f64 $body
    )*

        #[test]
        fn arrays_that_a_call_does_not_look_at() {
            $( for (x, k) in [(0.7, 1.3), (1.9, 0.6)] {
                let (value, (d_x, d_k)) = $name::value_and_grad(x, k);
                assert_eq!(value.to_bits(), $name(x, k).to_bits());
                check(&|at| $name(at[0], at[1]), &[x, k], &[d_x, d_k]);
                let (d_x, d_k) = $name::vjp(x, k).1(1.0);
                check(&|at| $name(at[0], at[1]), &[x, k], &[d_x, d_k]);
            } )*
        }
    };
}

put_together! {
    literal: |x, k| {
        let b = Body { x, past: vec![x, x * k], more: vec![vec![k], vec![x, k]] };
        energy(&b, k)
    }
    literal_by_value: |x, k| { energy_by_value(Body { x, past: vec![x, x * k], more: vec![] }, k) }
    literal_rows: |x, k| {
        let b = Body { x, past: vec![x], more: vec![vec![x, x * k], vec![k]] };
        part_of_rows(&b, k)
    }
    literal_of_no_use: |x, k| {
        let b = Body { x, past: vec![x, k], more: vec![] };
        nothing(&b, k) * x
    }
    numbered_fields: |x, k| {
        let p = Pair(vec![x, x * k], x);
        let q = Pair(p.0, p.1 * k);
        energy_of_pair(&q, k)
    }
    nested_literals: |x, k| {
        let bodies: Vec<Body> = vec![given(k), with_past(vec![x, k], x * k)];
        let n = Nested { inner: given(x), w: vec![x, k], bodies };
        energy_of_nested(&n, k) + energy(&n.inner, x)
    }
    array_of_literals: |x, k| {
        let bodies = vec![given(k), Body { x: x * k, past: vec![x, k], more: vec![vec![x]] }];
        energy_of_all(&bodies, k)
    }
    pushed_literals: |x, k| {
        let mut bodies = vec![];
        for i in 0..3 {
            let past = vec![x * f64::from(i); 2];
            bodies.push(Body { x: k * x, past, more: vec![] });
        }
        energy_of_all(&bodies, k)
    }
    in_a_loop: |x, k| {
        let mut s = 0.0;
        for i in 0..3 {
            let b = Body { x: s + x, past: vec![x, x * k, s], more: vec![] };
            if i > 0 {
                s += energy(&b, k);
            }
        }
        s
    }
    in_branches: |x, k| {
        let b = if x > k { given(x) } else { Body { x: k, past: vec![x, x * k, k], more: vec![] } };
        energy(&b, k)
    }
    carried_by_a_loop: |x, k| {
        let (mut s, mut b) = (0.0, given(x));
        for i in 0..3 {
            if i % 2 == 0 {
                b = Body { x: b.x * k, past: vec![b.x, k, x], more: vec![] };
            } else {
                b.x += x;
            }
            s += energy(&b, k);
        }
        s
    }
    made_before: |x, k| {
        let mut past = vec![x; 3];
        for at in &mut past {
            *at *= k;
        }
        let s = past[1];
        let b = Body { x: s, past, more: vec![] };
        let e = energy(&b, k);
        let last = b.past;
        e + last[0]
    }
    changed_after: |x, k| {
        let mut b = Body { x, past: vec![x, x * k], more: vec![] };
        b.past = vec![k, k];
        b.past[0] += x;
        b.x *= k;
        energy(&b, k)
    }
    of_a_base: |x, k| {
        let b = Body { x, past: vec![x, x * k], more: vec![] };
        let c = Body { past: vec![k, x], ..b };
        let d = Body { x: k * c.x, ..c };
        energy(&d, k)
    }
    handed_on_twice: |x, k| {
        let b = handed_on(handed_on(Body { x, past: vec![x, x * k], more: vec![] }));
        energy(&b, k)
    }
    by_a_closure: |x, k| {
        let made = |y: f64| Body { x: y, past: vec![y, y * k], more: vec![] };
        let b = made(x);
        energy(&b, k)
    }
    changed_by_a_method: |x, k| {
        let mut b = Body { x, past: vec![x, k * x], more: vec![] };
        b.step(k);
        energy(&b, x)
    }
    taken_apart: |x, k| {
        let n = Nested { inner: given(x), w: vec![x, k], bodies: vec![] };
        let Nested { inner, w, .. } = n;
        energy(&inner, k) + w[1]
    }
}

/// Arrays that calls give, of which the caller uses nothing, or nothing on the way that it takes.
mod unused_arrays {
    use super::*;

    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[differentiable]
    fn scaled(xs: &[f64], k: f64) -> Vec<f64> {
        let mut out = Vec::new();
        for x in xs {
            out.push(x * k);
        }
        out
    }

    #[differentiable]
    fn rows(xs: &[f64], k: f64) -> (Vec<Vec<f64>>, f64) {
        let mut out: Vec<Vec<f64>> = Vec::new();
        for x in xs {
            out.push(vec![x * k, *x]);
        }
        (out, k * k)
    }

    #[differentiable]
    fn points(xs: &[f64], k: f64) -> Vec<Point> {
        let mut out = Vec::new();
        for x in xs {
            out.push(Point { x: x * k, y: *x });
        }
        out
    }

    #[differentiable]
    fn nothing(xs: &[f64], k: f64) -> f64 {
        let _all = scaled(xs, k);
        let _points = points(xs, k);
        let (_rows, square) = rows(xs, k);
        xs[1] * square
    }

    #[differentiable]
    fn in_branches(xs: &[f64], k: f64) -> f64 {
        let mut sum = k;
        for i in 0..3 {
            let all = scaled(xs, sum);
            let points = points(xs, sum);
            let (rows, square) = rows(xs, k);
            if i == 1 {
                sum += all[1] * points[0].y + rows[1][0];
            } else if i == 2 {
                sum += points[1].x * square;
            }
        }
        sum
    }

    #[test]
    fn have_sensitivities_in_their_shapes() {
        let xs = [0.3, 0.9, -0.4];
        for (function, gradient) in [
            (nothing as fn(&[f64], f64) -> f64, nothing::grad(&xs, 0.7)),
            (in_branches as fn(&[f64], f64) -> f64, in_branches::grad(&xs, 0.7)),
        ] {
            let at = [&xs[..], &[0.7]].concat();
            let found = [&gradient.0[..], &[gradient.1]].concat();
            check(&|p| function(&p[..3], p[3]), &at, &found);
        }
    }
}

mod lent_fields {
    use backprop::{Differentiable, differentiable};

    use super::differences::check;

    #[derive(Clone, Debug, Differentiable)]
    struct Graph {
        starts: Vec<usize>,
        pairs: Vec<[usize; 2]>,
        weights: Vec<f64>,
        loads: Vec<f64>,
    }

    #[differentiable]
    fn graph(x: &[f64]) -> Graph {
        let mut weights = x.to_vec();
        for w in &mut weights {
            *w *= x[0];
        }
        Graph { starts: vec![0, 2, 3], pairs: vec![[0, 2], [1, 1]], weights, loads: x.to_vec() }
    }

    #[differentiable(wrt(weights, loads))]
    fn flow(starts: &[usize], weights: &[f64], loads: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 1..starts.len() {
            for e in starts[i - 1]..starts[i] {
                sum += weights[e] * loads[i].sin();
            }
        }
        sum
    }

    #[differentiable]
    fn weighed(starts: &Vec<usize>, k: f64) -> f64 {
        k * starts[1] as f64
    }

    #[differentiable(wrt(loads))]
    fn paired(pairs: &[[usize; 2]], loads: &[f64]) -> f64 {
        let mut sum = 0.0;
        for pair in pairs {
            sum += loads[pair[0]] * loads[pair[1]];
        }
        sum
    }

    #[differentiable]
    fn once(x: &[f64]) -> f64 {
        let g = graph(x);
        flow(&g.starts, &g.weights, &g.loads)
    }

    #[differentiable]
    fn behind_reference(g: &Graph) -> f64 {
        flow(&g.starts, &g.weights, &g.loads) + weighed(&g.starts, g.loads[1]) * paired(&g.pairs, &g.loads)
    }

    #[differentiable]
    fn put_together(x: &[f64]) -> f64 {
        let g = Graph { starts: vec![0, 1], pairs: vec![[1, 2]], weights: x[1..].to_vec(), loads: x.to_vec() };
        flow(&g.starts, &g.weights, &g.loads) + paired(&g.pairs, &g.weights) + behind_reference(&g)
    }

    #[differentiable]
    fn by_value(g: Graph) -> f64 {
        flow(&g.starts, &g.weights, &g.loads) * flow(&g.starts, &g.loads, &g.weights)
    }

    #[differentiable]
    fn in_loops(x: &[f64]) -> f64 {
        let g = graph(x);
        let mut sum = 0.0;
        for v in x {
            sum += v * flow(&g.starts, &g.weights, &g.loads);
            let inside = graph(&g.loads);
            sum += flow(&g.starts, &inside.loads, &inside.weights);
        }
        sum
    }

    #[differentiable]
    fn in_branches(x: &[f64]) -> f64 {
        let g = graph(x);
        let mut sum = paired(&g.pairs, &g.loads);
        if x[0] > 0.0 {
            sum *= flow(&g.starts, &g.weights, &g.loads);
        } else {
            sum -= flow(&g.starts, &g.loads, &g.weights);
        }
        sum + flow(&g.starts, &g.weights, &g.loads)
    }

    #[differentiable]
    fn in_closures(x: &[f64]) -> f64 {
        let g = graph(x);
        let of = |k: f64| k * flow(&g.starts, &g.weights, &g.loads);
        of(x[1]) + of(x[2])
    }

    #[differentiable]
    fn before_moves(x: &[f64]) -> f64 {
        let mut g = graph(x);
        let first = flow(&g.starts, &g.weights, &g.loads);
        g = graph(&x[1..]);
        let second = paired(&g.pairs, &g.loads) + weighed(&g.starts, first);
        second * by_value(g)
    }

    #[test]
    fn are_not_moved() {
        let x = [0.4, 0.9, -0.3, 1.1, 0.7];
        for (function, gradient) in [
            (once as fn(&[f64]) -> f64, once::grad(&x)),
            (put_together as fn(&[f64]) -> f64, put_together::grad(&x)),
            (in_loops as fn(&[f64]) -> f64, in_loops::grad(&x)),
            (in_branches as fn(&[f64]) -> f64, in_branches::grad(&x)),
            (in_closures as fn(&[f64]) -> f64, in_closures::grad(&x)),
            (before_moves as fn(&[f64]) -> f64, before_moves::grad(&x)),
        ] {
            check(&function, &x, &gradient);
        }
        let d = behind_reference::grad(&graph(&x));
        let at = |x: &[f64]| behind_reference(&Graph { loads: x.to_vec(), ..graph(&[0.4, 0.9, -0.3, 1.1, 0.7]) });
        check(&at, &x, &d.loads);
    }
}

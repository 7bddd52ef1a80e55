//! Structs with arrays as local variables and as results: put together, moved, replaced, changed, cloned, taken apart. Gradients against
//! central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    reason = "counts are small, and the names are those of the formulas"
)]

mod differences;

use differences::check;

/// Put together and read.
mod put_together {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: Vec<f64>,
        v: Vec<f64>,
        k: f64,
    }

    #[differentiable]
    fn f(x: &[f64], k: f64) -> f64 {
        let s = State { x: x.to_vec(), v: vec![0.5; x.len()], k };
        let mut e = 0.0;
        for i in 0..s.x.len() {
            e += s.x[i] * s.x[i] * s.k + s.v[i];
        }
        e
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1];
        let (d, dk) = f::grad(&x, 0.4);
        check(&|x| f(&x[..3], x[3]), &[0.3, 0.7, 1.1, 0.4], &[&d[..], &[dk]].concat());
    }
}

/// A step gives the next state.
mod steps_that_give_states {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: Vec<f64>,
        v: Vec<f64>,
        k: f64,
    }
    #[differentiable]
    impl State {
        fn step(&self, dt: f64) -> State {
            let mut x = self.x.clone();
            let mut v = self.v.clone();
            for i in 0..x.len() {
                v[i] -= dt * self.k * x[i].sin();
                x[i] += dt * v[i];
            }
            State { x, v, k: self.k }
        }
        fn energy(&self) -> f64 {
            let mut e = 0.0;
            for i in 0..self.x.len() {
                e += 0.5 * self.v[i] * self.v[i] - self.k * self.x[i].cos();
            }
            e
        }
    }
    #[differentiable]
    fn f(s: &State, dt: f64) -> f64 {
        let e = s.step(dt);
        e.energy()
    }
    #[test]
    fn gradients() {
        let s = |x: &[f64]| State { x: x[..2].to_vec(), v: x[2..4].to_vec(), k: x[4] };
        let x = [0.3, 0.7, 1.1, 0.4, 1.3, 0.1];
        let (d, dt) = f::grad(&s(&x), x[5]);
        check(&|x| f(&s(x), x[5]), &x, &[&d.x[..], &d.v, &[d.k], &[dt]].concat());
    }
}

/// A local state is changed by its methods.
mod methods_that_change {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: Vec<f64>,
        v: Vec<f64>,
        k: f64,
    }
    #[differentiable]
    impl State {
        fn step(&mut self, dt: f64) {
            for i in 0..self.x.len() {
                self.v[i] -= dt * self.k * self.x[i].sin();
                self.x[i] += dt * self.v[i];
            }
        }
        fn energy(&self) -> f64 {
            let mut e = 0.0;
            for i in 0..self.x.len() {
                e += 0.5 * self.v[i] * self.v[i] - self.k * self.x[i].cos();
            }
            e
        }
    }
    #[differentiable]
    fn f(x0: &[f64], k: f64, dt: f64) -> f64 {
        let mut s = State { x: x0.to_vec(), v: vec![0.0; x0.len()], k };
        for _ in 0..3 {
            s.step(dt);
        }
        s.v[0] *= 2.0;
        s.energy() + s.x[1]
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.3, 0.1];
        let (d, dk, dt) = f::grad(&x[..2], x[2], x[3]);
        check(&|x| f(&x[..2], x[2], x[3]), &x, &[&d[..], &[dk], &[dt]].concat());
    }
}

/// A Runge-Kutta step of whole states, under a name that is declared again.
mod runge_kutta {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: Vec<f64>,
        v: Vec<f64>,
        k: f64,
    }
    #[differentiable]
    fn rhs(s: &State) -> State {
        let mut a = vec![0.0; s.x.len()];
        for i in 0..s.x.len() {
            a[i] = -s.k * s.x[i];
        }
        State { x: s.v.clone(), v: a, k: 0.0 }
    }
    #[differentiable]
    fn axpy(s: &State, d: &State, h: f64) -> State {
        let mut r = s.clone();
        for i in 0..r.x.len() {
            r.x[i] += h * d.x[i];
            r.v[i] += h * d.v[i];
        }
        r
    }
    #[differentiable]
    fn f(s: &State, dt: f64) -> f64 {
        let mut s = s.clone();
        for _ in 0..3 {
            let k1 = rhs(&s);
            let k2 = rhs(&axpy(&s, &k1, 0.5 * dt));
            s = axpy(&s, &k2, dt);
        }
        s.x[0] * s.v[1]
    }
    #[test]
    fn gradients() {
        let s = |x: &[f64]| State { x: x[..2].to_vec(), v: x[2..4].to_vec(), k: x[4] };
        let x = [0.3, 0.7, 1.1, 0.4, 1.3, 0.1];
        let (d, dt) = f::grad(&s(&x), x[5]);
        check(&|x| f(&s(x), x[5]), &x, &[&d.x[..], &d.v, &[d.k], &[dt]].concat());
    }
}

/// Another struct as the base, and a pattern.
mod base_and_pattern {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: Vec<f64>,
        v: Vec<f64>,
        k: f64,
    }
    #[differentiable]
    fn f(x: &[f64], k: f64) -> f64 {
        let base = State { x: x.to_vec(), v: vec![k; x.len()], k };
        let s = State { k: 2.0 * k, ..base };
        let State { x, v, k } = s;
        let mut e = k;
        for i in 0..x.len() {
            e += x[i] * v[i];
        }
        e
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1, 0.4];
        let (d, dk) = f::grad(&x[..3], x[3]);
        check(&|x| f(&x[..3], x[3]), &x, &[&d[..], &[dk]].concat());
    }
}

/// Structs in structs.
mod nested {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct Inner {
        w: Vec<f64>,
        b: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Outer {
        first: Inner,
        second: Inner,
        pos: [f64; 3],
    }
    #[differentiable]
    fn make(x: &[f64]) -> Outer {
        let first = Inner { w: x.to_vec(), b: x[0] };
        let mut w = vec![1.0; x.len()];
        for i in 0..x.len() {
            w[i] = x[i] * x[i];
        }
        Outer { first, second: Inner { w, b: 2.0 }, pos: [x[0], x[1], 0.0] }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut o = make(x);
        o.pos[2] += o.first.w[0] * 3.0;
        for i in 0..o.second.w.len() {
            o.second.w[i] += o.first.w[i] * o.first.b;
        }
        let mut e = 0.0;
        for w in &o.second.w {
            e += w * w;
        }
        for k in 0..3 {
            e += o.pos[k];
        }
        e
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1, 0.4];
        let d = f::grad(&x);
        check(&|x| f(x), &x, &d);
    }
}

/// Moved, cloned and replaced, in branches and in loops that are left.
mod moved_and_replaced {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: Vec<f64>,
        v: Vec<f64>,
        k: f64,
    }
    #[differentiable]
    fn scale(s: State, by: f64) -> State {
        let mut s = s;
        for i in 0..s.x.len() {
            s.x[i] *= by;
        }
        s
    }
    #[differentiable]
    fn step(s: &State, dt: f64) -> State {
        let mut n = s.clone();
        for i in 0..n.x.len() {
            n.x[i] += dt * s.v[i];
            n.v[i] -= dt * s.k * s.x[i];
        }
        n
    }
    #[differentiable]
    fn f(x: &[f64], k: f64, dt: f64, n: usize) -> f64 {
        let mut s = State { x: x.to_vec(), v: vec![0.1; x.len()], k };
        let mut e = 0.0;
        for i in 0..n {
            if i % 2 == 0 {
                s = step(&s, dt);
            } else {
                s.x[0] *= 1.1;
                s = scale(s, 0.9 + dt);
            }
            e += s.x[0] * s.v[1];
            let t = step(&s, 2.0 * dt);
            e += t.x[1] * t.x[1];
            if t.x[0] > 5.0 {
                break;
            }
        }
        let t = s;
        e + t.x[1]
    }
    #[differentiable]
    fn g(x: &[f64], k: f64, dt: f64, n: usize) -> f64 {
        let s = State { x: x.to_vec(), v: vec![0.1; x.len()], k };
        let r = if n > 2 { step(&s, dt) } else { scale(s.clone(), dt) };
        let mut e = r.x[0] * s.x[1];
        if n > 3 {
            let s = scale(r, 2.0);
            e += s.x[0] * s.v[0];
        } else {
            for i in 0..r.x.len() {
                e += r.x[i];
            }
        }
        e
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1, 0.4];
        for n in [0, 1, 2, 3, 5, 8] {
            let (d, dk, dt) = f::grad(&x[..2], x[2], x[3], n);
            check(&|x| f(&x[..2], x[2], x[3], n), &x, &[&d[..], &[dk], &[dt]].concat());
            let (d, dk, dt) = g::grad(&x[..2], x[2], x[3], n);
            check(&|x| g(&x[..2], x[2], x[3], n), &x, &[&d[..], &[dk], &[dt]].concat());
        }
    }
}

/// Of arrays that are `Copy`, with operators.
mod copied {
    use backprop::{Differentiable, differentiable};

    use super::check;

    use std::ops::{Add, Mul};
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Y {
        q: [f64; 2],
        p: [f64; 2],
    }
    #[differentiable]
    impl Add for Y {
        type Output = Y;
        fn add(self, o: Y) -> Y {
            Y { q: [self.q[0] + o.q[0], self.q[1] + o.q[1]], p: [self.p[0] + o.p[0], self.p[1] + o.p[1]] }
        }
    }
    #[differentiable]
    impl Mul<f64> for Y {
        type Output = Y;
        fn mul(self, k: f64) -> Y {
            let mut r = self;
            for i in 0..2 {
                r.q[i] *= k;
                r.p[i] *= k;
            }
            r
        }
    }
    #[differentiable]
    fn rhs(y: Y, g: f64) -> Y {
        Y { q: y.p, p: [-g * y.q[0].sin(), -g * y.q[1]] }
    }
    #[differentiable]
    fn rk4(y: Y, g: f64, h: f64) -> Y {
        let k1: Y = rhs(y, g);
        let k2: Y = rhs(y + k1 * (0.5 * h), g);
        let k3: Y = rhs(y + k2 * (0.5 * h), g);
        let k4: Y = rhs(y + k3 * h, g);
        y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
    }
    #[differentiable]
    fn f(q: &[f64; 2], g: f64, h: f64, n: usize) -> f64 {
        let y = Y { q: *q, p: [0.0, 1.0] };
        let mut y = y;
        for _ in 0..n {
            let z = rk4(y, g, h);
            y = z;
        }
        let y = rk4(y, g, 2.0 * h);
        y.q[0] * y.p[1] + y.q[1]
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1, 0.1];
        for n in [0, 1, 5] {
            let (d, dk, dt) = f::grad(&[x[0], x[1]], x[2], x[3], n);
            check(&|x| f(&[x[0], x[1]], x[2], x[3], n), &x, &[&d[..], &[dk], &[dt]].concat());
        }
    }
}

/// Buffers that change places, arrays that are replaced, and arrays lent to functions.
mod buffers {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct Heat {
        u: Vec<f64>,
        next: Vec<f64>,
        k: f64,
    }
    #[differentiable]
    impl Heat {
        fn step(&mut self) {
            let n = self.u.len();
            for i in 1..n - 1 {
                self.next[i] = self.u[i] + self.k * (self.u[i - 1] - 2.0 * self.u[i] + self.u[i + 1]) * self.u[i];
            }
            std::mem::swap(&mut self.u, &mut self.next);
        }
        fn relax(&mut self, w: f64) {
            let mut fresh = vec![0.0; self.u.len()];
            for i in 0..self.u.len() {
                fresh[i] = w * self.u[i] + (1.0 - w) * self.next[i];
            }
            self.u = fresh;
        }
        fn total(&self) -> f64 {
            let mut s = 0.0;
            for u in &self.u {
                s += u * u;
            }
            s
        }
    }
    #[differentiable]
    fn damp(u: &mut [f64], by: f64) {
        for i in 0..u.len() {
            u[i] *= by;
        }
    }
    #[differentiable]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * b[i];
        }
        s
    }
    #[differentiable]
    fn f(u: &[f64], k: f64, n: usize) -> f64 {
        let mut h = Heat { u: u.to_vec(), next: u.to_vec(), k };
        for _ in 0..n {
            h.step();
            h.relax(k);
            damp(&mut h.u, 0.9 + 0.1 * k);
            h.u[1] += 0.1;
        }
        let e = dot(&h.u, &h.next) * h.total();
        std::mem::swap(&mut h.u, &mut h.next);
        h.u = h.next.clone();
        e + h.u[2] * h.total() + dot(&h.u[1..], &h.next[1..])
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1, 0.1, 0.2];
        for n in [0, 1, 3] {
            let (d, dk) = f::grad(&x[..4], x[4], n);
            check(&|x| f(&x[..4], x[4], n), &x, &[&d[..], &[dk]].concat());
        }
    }
}

/// Parts of structs that are structs.
mod layers {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct Layer {
        w: Vec<f64>,
        b: Vec<f64>,
        n: usize,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Net {
        one: Layer,
        two: Layer,
        scale: f64,
    }
    #[differentiable]
    impl Layer {
        fn new(w: Vec<f64>, b: Vec<f64>, n: usize) -> Layer {
            Layer { w, b, n }
        }
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            let mut y = self.b.clone();
            for j in 0..y.len() {
                for i in 0..self.n {
                    y[j] += self.w[j * self.n + i] * x[i];
                }
                y[j] = y[j].tanh();
            }
            y
        }
    }
    #[differentiable]
    fn build(t: &[f64]) -> Net {
        let one = Layer::new(t[0..4].to_vec(), t[4..6].to_vec(), 2);
        let two = Layer { b: vec![t[8]], w: t[6..8].to_vec(), n: 2 };
        Net { one, two, scale: t[9] }
    }
    #[differentiable]
    fn split(n: Net) -> (Vec<f64>, Layer, f64) {
        let Net { one, two, scale } = n;
        (one.w, two, scale)
    }
    #[differentiable]
    fn f(t: &[f64]) -> f64 {
        let mut net = build(t);
        net.one.w[0] += 0.5 * net.scale;
        let scale = net.scale;
        let at = |i: usize| net.one.w[i] * scale;
        let mut e = at(0) + at(1) * at(2);
        let h: Vec<f64> = net.one.forward(&t[0..2]);
        let y: Vec<f64> = net.two.forward(&h);
        e += y[0];
        net.two = Layer { b: vec![e], ..net.two };
        net.two.b[0] *= 2.0;
        e += net.two.w[0] * net.two.b[0];
        let (w, l, s) = split(net);
        for i in 0..w.len() {
            e += w[i] * l.w[i % 2] * s;
        }
        e
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1, 0.1, 0.2, -0.3, 0.4, 0.8, -0.5, 1.3];
        let d = f::grad(&x);
        check(&|x| f(x), &x, &d);
    }
}

/// Beside structs that depend on nothing, and with integers.
mod of_the_host {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug)]
    struct Config {
        weights: Vec<f64>,
        idx: Vec<usize>,
        n: usize,
    }
    impl Config {
        fn new(n: usize) -> Self {
            Config { weights: vec![0.5; n], idx: (0..n).rev().collect(), n }
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Acc {
        sum: Vec<f64>,
        order: Vec<usize>,
        hits: usize,
    }
    #[differentiable]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut cfg = Config::new(n);
        cfg.weights[0] = 2.0;
        let mut e = 0.0;
        for i in 0..cfg.n {
            e += cfg.weights[i] * x[cfg.idx[i]];
        }
        let mut acc = Acc { sum: vec![0.0; n], order: cfg.idx.clone(), hits: 0 };
        for i in 0..n {
            acc.sum[acc.order[i]] += x[i] * x[i];
            acc.hits += 1;
        }
        e * acc.sum[0] + acc.hits as f64 * acc.sum[1]
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Out {
        y: Vec<f64>,
        total: f64,
    }
    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        let mut o = Out { y: vec![0.0; 3], total: 0.0 };
        for i in 0..3 {
            o.y[i] = x[i] * x[i];
            o.total += o.y[i];
        }
        o.total * o.y[0]
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 1.1];
        check(&|x| f(x, 3), &x, &f::grad(&x, 3));
        check(&|x| g(x), &x, &g::grad(&x));
    }
}

/// A loop that is left with a value of the last state.
mod descent {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, Differentiable)]
    struct Fit {
        p: Vec<f64>,
        g: Vec<f64>,
        loss: f64,
    }
    #[differentiable]
    fn eval(p: &[f64], x: &[f64]) -> Fit {
        let mut g = vec![0.0; p.len()];
        let mut loss = 0.0;
        for i in 0..p.len() {
            let r = p[i] - x[i];
            loss += r * r;
            g[i] = 2.0 * r;
        }
        Fit { p: p.to_vec(), g, loss }
    }
    #[differentiable]
    fn descend(x: &[f64], rate: f64, n: usize) -> f64 {
        let mut fit = eval(&vec![0.0; x.len()], x);
        let mut turn = 0;
        while turn < n {
            let mut p = fit.p.clone();
            for i in 0..p.len() {
                p[i] -= rate * fit.g[i] * (1.0 + fit.p[i] * fit.p[i]);
            }
            fit = eval(&p, x);
            if fit.loss < 1e-3 {
                return fit.p[0] * fit.g[1];
            }
            turn += 1;
        }
        fit.loss + fit.p[1]
    }
    #[test]
    fn gradients() {
        let x = [0.3, 0.7, 0.2];
        for n in [0, 1, 4, 40] {
            let (d, r) = descend::grad(&x[..2], x[2], n);
            check(&|x| descend(&x[..2], x[2], n), &x, &[&d[..], &[r]].concat());
        }
    }
}

/// Behind `&mut`: copied, replaced, and its arrays lent for a look.
mod behind_references {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct State {
        x: Vec<f64>,
        k: f64,
    }

    #[differentiable]
    fn square(x: &[f64]) -> f64 {
        x[0] * x[0] + x[1]
    }

    #[differentiable]
    impl State {
        fn advanced(&self, dt: f64) -> State {
            let mut next = self.clone();
            for i in 0..next.x.len() {
                next.x[i] += dt * self.x[i].sin();
            }
            next.k *= 2.0;
            next
        }

        fn run(&mut self, dt: f64) -> f64 {
            self.x[0] += dt * self.k;
            let copy = self.clone();
            let looked = square(&self.x);
            self.x[1] *= looked;
            *self = self.advanced(dt);
            self.x[0] *= copy.k;
            looked + self.x[1] * copy.x[1] * self.k
        }
    }

    #[test]
    fn gradients() {
        let state = |x: &[f64]| State { x: x[..2].to_vec(), k: x[2] };
        let x = [0.3, 0.7, 1.2, 0.25];
        let (mut s, mut t) = (state(&x), state(&x));
        let (value, (d, d_dt)) = s.run_value_and_grad(x[3]);
        assert_eq!(value.to_bits(), t.run(x[3]).to_bits());
        assert_eq!(s, t);
        check(&|x| state(x).run(x[3]), &x, &[&d.x[..], &[d.k, d_dt]].concat());
    }
}

/// A field is assigned of a struct that a call gives, before any is read: its type is nowhere written.
mod assigned_before_it_is_read {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[differentiable]
    fn point(x: f64) -> Point {
        Point { x, y: x * x }
    }

    #[differentiable]
    fn f(x: f64, k: f64) -> f64 {
        let mut p = point(x);
        p.x = k * x;
        p.x * p.y
    }

    #[test]
    fn gradients() {
        // k x³
        assert_eq!(f::value_and_grad(2.0, 3.0), (24.0, (36.0, 8.0)));
    }
}

/// An array of fixed length is copied out of a struct that is `Copy`, and the struct is used as a whole afterwards.
mod copied_out {
    use backprop::{Differentiable, differentiable};

    use super::check;

    #[derive(Clone, Copy, Differentiable)]
    struct Pair {
        at: [f64; 2],
        k: f64,
    }

    #[differentiable]
    fn product(p: &Pair) -> f64 {
        p.at[0] * p.at[1] * p.k
    }

    #[differentiable]
    fn used_again(x: f64, k: f64) -> f64 {
        let mut p = Pair { at: [x, 2.0], k };
        p.at[1] = 3.0 * x;
        let q = Pair { at: p.at, k: 1.0 };
        let r = p;
        product(&q) + 10.0 * r.at[1] * r.k
    }

    #[differentiable]
    fn in_a_branch(x: f64, k: f64) -> f64 {
        let mut p = Pair { at: [x, 2.0], k };
        let at = if k > 0.0 {
            p.at[1] = 4.0 * k;
            p.at
        } else {
            [1.0, x]
        };
        let last = p;
        at[1] * x + product(&last)
    }

    #[differentiable]
    fn in_a_loop(x: f64, k: f64) -> f64 {
        let mut p = Pair { at: [x, 2.0], k };
        let mut sum = 0.0;
        for i in 0..3 {
            p.at[0] += 1.0;
            let at = p.at;
            sum += product(&p) * at[0];
            let q = p;
            p.k = 0.1 * q.at[0];
            if i == 1 {
                continue;
            }
            p = Pair { at, ..q };
        }
        sum + product(&p)
    }

    #[test]
    fn gradients() {
        for (f, gradient) in [
            (used_again as fn(f64, f64) -> f64, used_again::value_and_grad as fn(f64, f64) -> (f64, (f64, f64))),
            (in_a_branch, in_a_branch::value_and_grad),
            (in_a_loop, in_a_loop::value_and_grad),
        ] {
            for k in [0.4, -0.7] {
                let (value, (d_x, d_k)) = gradient(0.5, k);
                assert_eq!(value.to_bits(), f(0.5, k).to_bits());
                check(&|p| f(p[0], p[1]), &[0.5, k], &[d_x, d_k]);
            }
        }
    }
}

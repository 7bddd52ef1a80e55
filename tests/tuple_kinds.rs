//! Arrays of tuples: what the parts of the tuples may be, and where such arrays may stand. Gradients against central differences.

#![expect(
    clippy::needless_range_loop,
    clippy::explicit_iter_loop,
    clippy::useless_vec,
    clippy::many_single_char_names,
    reason = "loops over indices, and each way to write an array, are what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

const AT: [f64; 9] = [0.3, -0.7, 1.2, 1.1, 0.4, 0.8, -0.6, 0.9, 0.37];

fn points(numbers: &[f64]) -> Vec<(f64, f64)> {
    numbers[..8].chunks(2).map(|part| (part[0], part[1])).collect()
}

fn flat(d: &[(f64, f64)]) -> Vec<f64> {
    d.iter().flat_map(|d| [d.0, d.1]).collect()
}

/// Tuples of more than two numbers.
mod of_other_parts {
    use super::{AT, Differentiable, check, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Body {
        x: f64,
        v: f64,
    }

    #[differentiable]
    fn by_numbers(p: &[(f64, usize)], k: &[f64]) -> f64 {
        let mut s = 0.0;
        for (x, i) in p {
            s += x * k[*i];
        }
        for &(x, i) in p {
            s += x.sin() * k[i];
        }
        for i in 0..p.len() {
            s *= p[i].0 + k[p[i].1];
        }
        s
    }

    #[differentiable]
    fn sparse(t: &[(usize, usize, f64)], x: &[f64]) -> f64 {
        let mut y = vec![0.0; x.len()];
        for &(i, j, a) in t {
            y[i] += a * x[j];
        }
        for (i, j, a) in t.iter() {
            y[*j] += a * a * x[*i];
        }
        let mut s = 0.0;
        for i in 0..y.len() {
            s += y[i] * y[i];
        }
        s
    }

    #[differentiable]
    fn nested(p: &[((f64, f64), f64)], k: f64) -> f64 {
        let mut s = 0.0;
        for ((a, b), c) in p {
            s += a * b * c * k;
        }
        let (q, r) = p[0];
        let mut own = p.to_vec();
        for i in 0..own.len() {
            own[i].0.1 *= own[i].1;
            own[i].0 = (own[i].1, own[i].0.0);
            own[i] = ((k, own[i].0.1), 2.0 * own[i].0.0);
        }
        for ((a, _), c) in own.iter_mut() {
            *a *= *c;
        }
        for (q, c) in own.iter_mut() {
            q.1 += *c;
        }
        s + q.0 * r + own[1].0.1 * own[0].1 + own[0].0.0 * own[1].0.0
    }

    #[differentiable]
    fn with_arrays(p: &[(f64, [f64; 3])], k: f64) -> f64 {
        let mut s = 0.0;
        for (m, x) in p {
            s += m * x[1] * k;
            for j in 0..3 {
                s += x[j] * x[j];
            }
        }
        for i in 0..p.len() {
            s *= p[i].0 * p[i].1[2];
        }
        let mut own = p.to_vec();
        for i in 0..own.len() {
            own[i].1[0] *= own[i].0;
            own[i].1.swap(0, 1);
        }
        for q in own.iter_mut() {
            q.1[1] += q.0;
        }
        for (m, x) in own.iter_mut() {
            x[0] += *m * k;
            *m *= x[2];
        }
        own.push((k, [k, 1.0, s]));
        s + own[0].1[0] * own[1].1[1] * own[2].1[2] + own[0].0
    }

    #[differentiable]
    fn of_structs(p: &[(Body, f64)], k: f64) -> f64 {
        let mut s = 0.0;
        for (b, x) in p {
            s += b.x * b.v * x;
        }
        let mut own = p.to_vec();
        own[0].0.x *= k;
        own[1] = (Body { x: k, v: own[0].0.x }, 2.0);
        s + own[0].0.x * own[1].1 + own[1].0.v
    }

    #[differentiable]
    fn rows(p: &[Vec<(f64, f64)>]) -> f64 {
        let mut s = 0.0;
        for row in p {
            for (x, y) in row {
                s += x * y;
            }
        }
        s * p[0][1].0
    }

    #[differentiable]
    fn generic<T: backprop::Real>(p: &[(T, T)], k: T) -> T {
        let mut s = T::zero();
        for &(x, y) in p {
            s += x * y * k;
        }
        let mut own = vec![(k, s); 2];
        own[1].0 *= p[0].1;
        s + own[1].0 * own[0].1
    }

    #[differentiable]
    fn counted(x: &[f64], n: usize) -> f64 {
        let mut v: Vec<(usize, f64)> = Vec::new();
        for i in 0..n {
            v.push((i, x[i] * x[i]));
        }
        let mut s = 0.0;
        for &(i, a) in &v {
            s += a * x[n - 1 - i];
        }
        v[0].0 += 1;
        v[1] = (3, s);
        let at = v[1].0;
        s * v[v[0].0].1 + v[at].1
    }

    #[differentiable]
    fn with_flags(p: &[(f64, bool)], k: f64) -> f64 {
        let mut s = 0.0;
        for &(x, up) in p {
            if up {
                s += x * k;
            } else {
                s -= x * x;
            }
        }
        s
    }

    #[test]
    fn gradients() {
        let n = &AT[..6];
        let at = |n: &[f64]| [(n[0], 1), (n[1], 0), (n[2], 1)];
        let (d, d_k) = by_numbers::grad(&at(n), &n[3..5]);
        check(&|n| by_numbers(&at(n), &n[3..5]), &n[..5], &[d[0].0, d[1].0, d[2].0, d_k[0], d_k[1]]);

        let at = |n: &[f64]| [(0, 2, n[0]), (1, 1, n[1]), (2, 0, n[2])];
        let (d, d_x) = sparse::grad(&at(n), &n[3..6]);
        check(&|n| sparse(&at(n), &n[3..6]), n, &[&[d[0].2, d[1].2, d[2].2], &d_x[..]].concat());

        let at = |n: &[f64]| [((n[0], n[1]), n[2]), ((n[3], n[4]), n[5])];
        let (d, d_k) = nested::grad(&at(n), AT[6]);
        let d = [d[0].0.0, d[0].0.1, d[0].1, d[1].0.0, d[1].0.1, d[1].1, d_k];
        check(&|n| nested(&at(n), n[6]), &AT[..7], &d);

        let at = |n: &[f64]| [(n[0], [n[1], n[2], n[3]]), (n[4], [n[5], n[6], n[7]])];
        let (d, d_k) = with_arrays::grad(&at(&AT), AT[8]);
        let d: Vec<f64> = d.iter().flat_map(|(m, x)| [*m, x[0], x[1], x[2]]).chain([d_k]).collect();
        check(&|n| with_arrays(&at(n), n[8]), &AT, &d);

        let at = |n: &[f64]| [(Body { x: n[0], v: n[1] }, n[2]), (Body { x: n[3], v: n[4] }, n[5])];
        let (d, d_k) = of_structs::grad(&at(n), AT[6]);
        let d: Vec<f64> = d.iter().flat_map(|(b, x)| [b.x, b.v, *x]).chain([d_k]).collect();
        check(&|n| of_structs(&at(n), n[6]), &AT[..7], &d);

        let at = |n: &[f64]| [vec![(n[0], n[1]), (n[2], n[3])], vec![(n[4], n[5])]];
        let d: Vec<f64> = rows::grad(&at(n)).concat().iter().flat_map(|d| [d.0, d.1]).collect();
        check(&|n| rows(&at(n)), n, &d);

        let at = |n: &[f64]| [(n[0], n[1]), (n[2], n[3])];
        let (d, d_k) = generic::grad(&at(n), n[4]);
        check(&|n| generic(&at(n), n[4]), &n[..5], &[d[0].0, d[0].1, d[1].0, d[1].1, d_k]);

        check(&|n| counted(n, 6), n, &counted::grad(n, 6));

        let at = |n: &[f64]| [(n[0], true), (n[1], false)];
        let (d, d_k): (Vec<(f64, ())>, f64) = with_flags::grad(&at(n), n[2]);
        check(&|n| with_flags(&at(n), n[2]), &n[..3], &[d[0].0, d[1].0, d_k]);
    }
}

/// Where arrays of tuples may stand.
mod in_other_places {
    use super::{AT, Differentiable, check, differentiable, flat, points};

    #[derive(Clone, Differentiable)]
    struct Mesh {
        points: Vec<(f64, f64)>,
        edges: Vec<(usize, usize)>,
        weights: [(usize, usize, f64); 2],
        k: f64,
    }

    #[differentiable]
    impl Mesh {
        fn energy(&self) -> f64 {
            let mut e = 0.0;
            for (x, y) in &self.points {
                e += x * y;
            }
            for &(i, j) in &self.edges {
                e += self.points[i].0 * self.points[j].1;
            }
            for (i, j, a) in &self.weights {
                e += a * self.points[*i].0 * self.points[*j].1;
            }
            e * self.k
        }

        fn step(&mut self, dt: f64) {
            for i in 0..self.points.len() {
                self.points[i].0 += self.k * dt;
                let (x, y) = self.points[i];
                self.points[i] = (y, x);
            }
            for q in self.points.iter_mut() {
                q.0 *= 2.0;
            }
            for (x, y) in &mut self.points {
                *x += *y * dt;
            }
            let e = self.energy();
            self.points.push((e, dt));
        }
    }

    fn mesh(n: &[f64]) -> Mesh {
        Mesh {
            points: vec![(n[0], n[1]), (n[2], n[3])],
            edges: vec![(0, 1), (1, 1)],
            weights: [(0, 1, n[4]), (1, 0, n[5])],
            k: n[6],
        }
    }

    fn energy_after(n: &[f64]) -> f64 {
        let mut mesh = mesh(n);
        mesh.step(n[7]);
        mesh.step(n[7]);
        mesh.energy()
    }

    #[differentiable]
    fn run(mesh: &mut Mesh, dt: f64) -> f64 {
        mesh.step(dt);
        mesh.step(dt);
        mesh.energy()
    }

    #[differentiable]
    fn by_value(p: Vec<(f64, f64)>, q: [(f64, f64); 2]) -> f64 {
        let mut s = 0.0;
        for (a, b) in p {
            s += a * b;
        }
        for (a, b) in q {
            s *= a + b;
        }
        s
    }

    #[differentiable]
    fn fixed(p: &[(f64, f64); 4]) -> f64 {
        let mut s = 0.0;
        for (a, b) in p {
            s += a * b;
        }
        s
    }

    #[differentiable]
    fn kick(q: &mut (f64, f64), k: f64) {
        q.0 += k * q.1;
    }

    #[differentiable]
    fn kicked(p: &[(f64, f64)], k: f64) -> f64 {
        let mut own = p.to_vec();
        for i in 0..own.len() {
            kick(&mut own[i], k);
        }
        own[0].0 * own[1].0 + own[2].0
    }

    #[differentiable]
    fn circle(x: &[f64]) -> Vec<(f64, f64)> {
        let mut v = vec![(0.0, 0.0); x.len()];
        for i in 0..x.len() {
            v[i] = (x[i].cos(), x[i] * x[i]);
        }
        v
    }

    #[differentiable]
    fn both(x: &[f64]) -> (f64, Vec<(f64, f64)>) {
        let v = circle(x);
        (v[0].0, v)
    }

    #[test]
    fn gradients() {
        let d = mesh(&AT).energy_grad();
        let found = [&flat(&d.points)[..], &[d.weights[0].2, d.weights[1].2, d.k]].concat();
        check(&|n| mesh(n).energy(), &AT[..7], &found);

        let (d, d_dt) = run::grad(&mut mesh(&AT), AT[7]);
        let found = [&flat(&d.points)[..], &[d.weights[0].2, d.weights[1].2, d.k, d_dt]].concat();
        check(&energy_after, &AT[..8], &found);

        let at = |n: &[f64]| (vec![(n[0], n[1])], [(n[2], n[3]), (n[4], n[5])]);
        let (p, q) = at(&AT);
        let (d_p, d_q) = by_value::grad(p, q);
        let of = |n: &[f64]| {
            let (p, q) = at(n);
            by_value(p, q)
        };
        check(&of, &AT[..6], &[flat(&d_p), flat(&d_q)].concat());

        let at = |n: &[f64]| [(n[0], n[1]), (n[2], n[3]), (n[4], n[5]), (n[6], n[7])];
        let d: [(f64, f64); 4] = fixed::grad(&at(&AT));
        check(&|n| fixed(&at(n)), &AT[..8], &flat(&d));

        let (d, d_k) = kicked::grad(&points(&AT), AT[8]);
        check(&|n| kicked(&points(n), n[8]), &AT, &[flat(&d), vec![d_k]].concat());

        let (value, back) = both::vjp(&AT);
        assert_eq!(value, both(&AT));
        let weights = points(&[&AT[..], &AT[..]].concat()).into_iter().cycle().take(9).collect::<Vec<_>>();
        let of = |n: &[f64]| {
            let (first, all) = both(n);
            first + all.iter().zip(&weights).map(|(v, w)| v.0 * w.0 + v.1 * w.1).sum::<f64>()
        };
        check(&of, &AT, &back((1.0, weights.clone())));
    }
}

/// A part that is given a value, of a tuple that a method of numbers gives.
#[test]
fn parts_of_what_methods_of_fields_give_are_assigned() {
    #[derive(Clone, Copy, Differentiable)]
    struct Wave {
        k: f64,
        shift: f64,
    }

    #[differentiable]
    fn height(w: &Wave, x: f64) -> f64 {
        let mut both = w.k.sin_cos();
        both.0 = x + w.shift;
        both.1 *= x;
        both.0 * both.1
    }
    let value = |x: &[f64]| height(&Wave { k: x[0], shift: x[1] }, x[2]);
    let at = [0.3, 0.8, 1.3];
    let (d_w, d_x) = height::grad(&Wave { k: at[0], shift: at[1] }, at[2]);
    check(&value, &at, &[d_w.k, d_w.shift, d_x]);
}

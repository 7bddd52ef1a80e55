//! Models as they are written for the sake of numbers: a network of convolutions, a truss, and a pendulum that is steered.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::ptr_arg,
    reason = "the programs are as people write them"
)]

mod differences;

mod convolutions {
    use backprop::{Differentiable, differentiable};

    use super::differences::check;

    #[derive(Clone, Differentiable)]
    struct Conv {
        kernels: Vec<Vec<Vec<f64>>>,
        bias: Vec<f64>,
    }

    #[derive(Clone, Differentiable)]
    struct Dense {
        w: Vec<Vec<f64>>,
        b: Vec<f64>,
    }

    #[derive(Clone, Differentiable)]
    struct Net {
        conv: Conv,
        dense: Dense,
    }

    #[differentiable]
    impl Conv {
        fn forward(&self, image: &[Vec<f64>]) -> Vec<Vec<Vec<f64>>> {
            let (h, w) = (image.len(), image[0].len());
            let mut maps = Vec::with_capacity(self.kernels.len());
            for (kernel, b) in self.kernels.iter().zip(&self.bias) {
                let k = kernel.len();
                let mut map = vec![vec![0.0; w + 1 - k]; h + 1 - k];
                for i in 0..h + 1 - k {
                    for j in 0..w + 1 - k {
                        let mut s = *b;
                        for (di, row) in kernel.iter().enumerate() {
                            for (dj, c) in row.iter().enumerate() {
                                s += c * image[i + di][j + dj];
                            }
                        }
                        map[i][j] = relu(s);
                    }
                }
                maps.push(map);
            }
            maps
        }
    }

    #[differentiable]
    fn relu(x: f64) -> f64 {
        if x > 0.0 { x } else { 0.01 * x }
    }

    #[differentiable]
    fn max_pool(map: &Vec<Vec<f64>>, n: usize) -> Vec<f64> {
        let mut out = Vec::new();
        for i in (0..map.len()).step_by(n) {
            for j in (0..map[i].len()).step_by(n) {
                let mut best = f64::NEG_INFINITY;
                for di in 0..n.min(map.len() - i) {
                    for dj in 0..n.min(map[i].len() - j) {
                        best = best.max(map[i + di][j + dj]);
                    }
                }
                out.push(best);
            }
        }
        out
    }

    #[differentiable]
    impl Dense {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            let mut out = self.b.clone();
            for (o, row) in out.iter_mut().zip(self.w.iter()) {
                for (w, x) in row.iter().zip(x) {
                    *o += w * x;
                }
            }
            out
        }
    }

    #[differentiable]
    fn cross_entropy(logits: &[f64], label: usize) -> f64 {
        let mut m = logits[0];
        for &l in &logits[1..] {
            m = m.max(l);
        }
        let mut sum = 0.0;
        for l in logits {
            sum += (l - m).exp();
        }
        m + sum.ln() - logits[label]
    }

    #[differentiable]
    impl Net {
        fn loss(&self, images: &[Vec<Vec<f64>>], labels: &[usize]) -> f64 {
            let mut total = 0.0;
            for (image, &label) in images.iter().zip(labels) {
                let maps = self.conv.forward(image);
                let mut features = vec![];
                for map in &maps {
                    features.extend_from_slice(&max_pool(map, 2));
                }
                let logits = self.dense.forward(&features);
                total += cross_entropy(&logits, label);
            }
            total / images.len() as f64
        }
    }

    #[differentiable(wrt(net))]
    fn batch_loss(net: &Net, images: &[Vec<Vec<f64>>], labels: &[usize], decay: f64) -> f64 {
        let mut penalty = 0.0;
        for row in &net.dense.w {
            for w in row {
                penalty += w * w;
            }
        }
        for kernel in &net.conv.kernels {
            for row in kernel {
                for c in row {
                    penalty += c.powi(2);
                }
            }
        }
        net.loss(images, labels) + decay * penalty
    }

    fn unflatten(p: &[f64]) -> Net {
        let mut it = p.iter().copied();
        let mut next = || it.next().unwrap();
        let kernels = (0..2).map(|_| (0..2).map(|_| (0..2).map(|_| next()).collect()).collect()).collect();
        let bias = (0..2).map(|_| next()).collect();
        let w = (0..3).map(|_| (0..8).map(|_| next()).collect()).collect();
        let b = (0..3).map(|_| next()).collect();
        Net { conv: Conv { kernels, bias }, dense: Dense { w, b } }
    }

    #[test]
    fn a_network_of_convolutions() {
        let p: Vec<f64> = (0..8 + 2 + 24 + 3).map(|i| (f64::from(i * 37 % 23) - 11.0) / 13.0).collect();
        let image =
            |n: u32| (0..5).map(|i| (0..5).map(|j| f64::from((n * 7 + i * 3 + j * 5) % 11) / 11.0).collect()).collect();
        let images: Vec<Vec<Vec<f64>>> = (0..3).map(image).collect();
        let labels = [0, 2, 1];
        let d = batch_loss::grad(&unflatten(&p), &images, &labels, 0.01);
        let kernels = d.conv.kernels.concat().concat();
        let flat = [kernels, d.conv.bias, d.dense.w.concat(), d.dense.b].concat();
        check(&|p| batch_loss(&unflatten(p), &images, &labels, 0.01), &p, &flat);
    }
}

mod trusses {
    use backprop::{Differentiable, differentiable};

    use super::differences::check;

    #[derive(Clone, Copy, Differentiable)]
    struct Node {
        x: f64,
        y: f64,
        #[constant]
        fixed: bool,
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Bar {
        #[constant]
        a: usize,
        #[constant]
        b: usize,
        area: f64,
    }
    #[derive(Clone, Differentiable)]
    struct Truss {
        nodes: Vec<Node>,
        bars: Vec<Bar>,
        young: f64,
    }
    #[differentiable]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        let mut s = 0.0;
        for (x, y) in a.iter().zip(b) {
            s += x * y;
        }
        s
    }
    #[differentiable]
    impl Truss {
        fn length(&self, bar: &Bar) -> f64 {
            let (p, q) = (&self.nodes[bar.a], &self.nodes[bar.b]);
            ((q.x - p.x).powi(2) + (q.y - p.y).powi(2)).sqrt()
        }
        fn mass(&self) -> f64 {
            let mut m = 0.0;
            for bar in &self.bars {
                m += bar.area * self.length(bar);
            }
            m
        }
        fn times(&self, u: &[f64]) -> Vec<f64> {
            let mut out = vec![0.0; u.len()];
            for bar in self.bars.iter() {
                let l = self.length(bar);
                let (p, q) = (self.nodes[bar.a], self.nodes[bar.b]);
                let (c, s) = ((q.x - p.x) / l, (q.y - p.y) / l);
                let k = self.young * bar.area / l;
                let stretch = c * (u[2 * bar.b] - u[2 * bar.a]) + s * (u[2 * bar.b + 1] - u[2 * bar.a + 1]);
                out[2 * bar.a] -= k * stretch * c;
                out[2 * bar.a + 1] -= k * stretch * s;
                out[2 * bar.b] += k * stretch * c;
                out[2 * bar.b + 1] += k * stretch * s;
            }
            for (i, node) in self.nodes.iter().enumerate() {
                if node.fixed {
                    out[2 * i] = u[2 * i];
                    out[2 * i + 1] = u[2 * i + 1];
                }
            }
            out
        }
        fn solve(&self, load: &[f64]) -> Vec<f64> {
            let mut u = vec![0.0; load.len()];
            let mut r = load.to_vec();
            let mut p = r.clone();
            let mut rr = dot(&r, &r);
            for _ in 0..4 * load.len() {
                if rr < 1e-26 {
                    break;
                }
                let ap = self.times(&p);
                let alpha = rr / dot(&p, &ap);
                for i in 0..u.len() {
                    u[i] += alpha * p[i];
                    r[i] -= alpha * ap[i];
                }
                let new = dot(&r, &r);
                let beta = new / rr;
                for (p, r) in p.iter_mut().zip(&r) {
                    *p = r + beta * *p;
                }
                rr = new;
            }
            u
        }
    }
    #[differentiable(wrt(truss, load))]
    fn compliance(truss: &Truss, load: &[f64], price: f64) -> f64 {
        let u = truss.solve(load);
        dot(&u, load) + price * truss.mass()
    }

    fn built(p: &[f64]) -> Truss {
        let node = |x: f64, y: f64, fixed: bool| Node { x, y, fixed };
        let bar = |a: usize, b: usize, area: f64| Bar { a, b, area };
        Truss {
            nodes: vec![node(0.0, 0.0, true), node(0.0, 1.0, true), node(p[0], p[1], false), node(p[2], p[3], false)],
            bars: vec![bar(0, 2, p[4]), bar(1, 2, p[5]), bar(1, 3, p[6]), bar(2, 3, p[7]), bar(0, 3, 1.0)],
            young: p[8],
        }
    }

    #[test]
    fn a_truss() {
        let p = [1.0, 0.1, 1.2, 1.1, 0.5, 0.6, 0.7, 0.8, 10.0];
        let load = [0.0, 0.0, 0.0, 0.0, 0.1, -1.0, 0.3, -0.5];
        let (d, d_load) = compliance::grad(&built(&p), &load, 0.3);
        let (n, b) = (&d.nodes, &d.bars);
        let flat = [n[2].x, n[2].y, n[3].x, n[3].y, b[0].area, b[1].area, b[2].area, b[3].area, d.young];
        check(&|p| compliance(&built(p), &load, 0.3), &p, &flat);
        check(&|free| compliance(&built(&p), &[&load[..4], free].concat(), 0.3), &load[4..], &d_load[4..]);
    }
}

mod pendulums {
    use backprop::{Differentiable, differentiable};

    use super::differences::check;

    #[differentiable]
    fn rk4<F: Fn(f64, &[f64]) -> Vec<f64>>(f: F, y0: &[f64], t0: f64, t1: f64, n: usize) -> Vec<f64> {
        let h = (t1 - t0) / n as f64;
        let mut y = y0.to_vec();
        let mut t = t0;
        for _ in 0..n {
            let k1 = f(t, &y);
            let k2 = f(t + 0.5 * h, &axpy(0.5 * h, &k1, &y));
            let k3 = f(t + 0.5 * h, &axpy(0.5 * h, &k2, &y));
            let k4 = f(t + h, &axpy(h, &k3, &y));
            for i in 0..y.len() {
                y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
            t += h;
        }
        y
    }
    #[differentiable]
    fn axpy(a: f64, x: &[f64], y: &[f64]) -> Vec<f64> {
        let mut out = y.to_vec();
        for (o, x) in out.iter_mut().zip(x) {
            *o += a * x;
        }
        out
    }
    #[differentiable]
    fn interpolate(controls: &[f64], t: f64, horizon: f64) -> f64 {
        let s = t / horizon * (controls.len() - 1) as f64;
        let i = (s.floor() as usize).min(controls.len() - 2);
        let w = s - i as f64;
        (1.0 - w) * controls[i] + w * controls[i + 1]
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Pendulum {
        mass: f64,
        length: f64,
        friction: f64,
    }
    #[differentiable]
    impl Pendulum {
        fn dynamics(&self, y: &[f64], u: f64) -> Vec<f64> {
            let inertia = self.mass * self.length * self.length;
            vec![y[1], (u - self.friction * y[1] - self.mass * 9.81 * self.length * y[0].sin()) / inertia]
        }
    }
    #[differentiable]
    fn cost(p: Pendulum, controls: &[f64], start: &[f64; 2], horizon: f64) -> f64 {
        let end = rk4(|t, y| p.dynamics(y, interpolate(controls, t, horizon)), start, 0.0, horizon, 20);
        let mut effort = 0.0;
        for u in controls {
            effort += u * u;
        }
        (end[0] - std::f64::consts::PI).powi(2) + end[1].powi(2) + 0.01 * effort / controls.len() as f64
    }

    #[test]
    fn a_pendulum_is_steered() {
        let (of, controls) = (|p: &[f64]| Pendulum { mass: p[0], length: p[1], friction: p[2] }, [0.5, 1.0, -0.3, 0.2]);
        let p = [1.0, 0.8, 0.1, 0.1, 0.0, 1.5];
        let (d, d_controls, start, horizon) = cost::grad(of(&p), &controls, &[p[3], p[4]], p[5]);
        check(&|controls| cost(of(&p), controls, &[p[3], p[4]], p[5]), &controls, &d_controls);
        let flat = [d.mass, d.length, d.friction, start[0], start[1], horizon];
        check(&|p| cost(of(p), &controls, &[p[3], p[4]], p[5]), &p, &flat);
    }
}

//! Numerical programs, each in a module of its own, as people write them. Values bit for bit, gradients against central differences.

#![expect(
    clippy::cast_possible_truncation,
    clippy::comparison_chain,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

const X: [f64; 6] = [0.7, 1.3, 0.4, 1.1, 0.9, 0.6];

/// Two sparse matrices are added, row by row.
mod csr_sum {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Csr {
        rows: usize,
        ptr: Vec<usize>,
        col: Vec<usize>,
        val: Vec<f64>,
    }
    #[differentiable]
    impl Csr {
        fn mul(&self, x: &[f64], y: &mut [f64]) {
            for r in 0..self.rows {
                let mut s = 0.0;
                for k in self.ptr[r]..self.ptr[r + 1] {
                    s += self.val[k] * x[self.col[k]];
                }
                y[r] = s;
            }
        }
        fn add(&self, other: &Csr) -> Csr {
            let mut ptr = vec![0];
            let mut col = Vec::new();
            let mut val = Vec::new();
            for r in 0..self.rows {
                let (mut i, mut j) = (self.ptr[r], other.ptr[r]);
                while i < self.ptr[r + 1] || j < other.ptr[r + 1] {
                    let a = if i < self.ptr[r + 1] { self.col[i] } else { usize::MAX };
                    let b = if j < other.ptr[r + 1] { other.col[j] } else { usize::MAX };
                    if a == b {
                        col.push(a);
                        val.push(self.val[i] + other.val[j]);
                        i += 1;
                        j += 1;
                    } else if a < b {
                        col.push(a);
                        val.push(self.val[i]);
                        i += 1;
                    } else {
                        col.push(b);
                        val.push(other.val[j]);
                        j += 1;
                    }
                }
                ptr.push(col.len());
            }
            Csr { rows: self.rows, ptr, col, val }
        }
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let a = Csr { rows: 3, ptr: vec![0, 2, 3, 4], col: vec![0, 2, 1, 0], val: vec![x[0], x[1], x[2], x[3]] };
        let b = Csr { rows: 3, ptr: vec![0, 1, 3, 4], col: vec![0, 0, 1, 2], val: vec![x[4], x[1] * x[5], x[2], x[3]] };
        let c = a.add(&b);
        let v = [x[0], x[2], x[4]];
        let mut y = vec![0.0; 3];
        let mut z = vec![0.0; 3];
        c.mul(&v, &mut y);
        c.mul(&y, &mut z);
        let mut s = 0.0;
        for i in 0..3 {
            s += z[i] * y[i];
        }
        s
    }
}

/// A wavelet transform in place, which splits parts of a buffer.
mod haar {
    use backprop::differentiable;

    #[differentiable]
    fn haar(a: &mut [f64], tmp: &mut [f64]) {
        let mut n = a.len();
        while n > 1 {
            let h = n / 2;
            {
                let (lo, hi) = tmp[..n].split_at_mut(h);
                for (i, pair) in a[..n].chunks(2).enumerate() {
                    lo[i] = (pair[0] + pair[1]) * 0.5;
                    hi[i] = (pair[0] - pair[1]) * pair[0];
                }
            }
            a[..n].copy_from_slice(&tmp[..n]);
            n = h;
        }
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let mut a = [0.0; 8];
        for i in 0..8 {
            a[i] = x[i % 6] * (i + 1) as f64;
        }
        let mut tmp = [0.0; 8];
        haar(&mut a, &mut tmp);
        let mut s = 0.0;
        for w in a.windows(2) {
            s += w[0] * w[1];
        }
        s
    }
}

/// A stack of pairs.
mod walked {
    use backprop::differentiable;

    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let mut stack = vec![(0usize, 1.0)];
        let mut s = 0.0;
        while let Some((node, w)) = stack.pop() {
            s += w * x[node];
            if node < 3 {
                stack.push((node + 1, x[node] * w));
                stack.push((node + 2, w.sqrt()));
            }
        }
        s
    }
}

/// A smoother that keeps the states and covariances of all steps.
mod smoothed {
    use backprop::differentiable;

    #[differentiable]
    fn mul(a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
        let mut c = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        c
    }
    #[differentiable]
    fn inv(a: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
        let d = a[0][0] * a[1][1] - a[0][1] * a[1][0];
        [[a[1][1] / d, -a[0][1] / d], [-a[1][0] / d, a[0][0] / d]]
    }
    #[differentiable]
    fn smooth(ys: &[f64], q: f64, r: f64) -> f64 {
        let f = [[1.0, 0.1], [0.0, 1.0]];
        let ft = [[1.0, 0.0], [0.1, 1.0]];
        let mut means: Vec<[f64; 2]> = Vec::new();
        let mut covs: Vec<[[f64; 2]; 2]> = Vec::new();
        let mut preds: Vec<([f64; 2], [[f64; 2]; 2])> = Vec::new();
        let mut x = [0.0, 0.5];
        let mut p = [[1.0, 0.0], [0.0, 1.0]];
        for y in ys {
            x = [x[0] + 0.1 * x[1], x[1]];
            p = mul(&mul(&f, &p), &ft);
            p[0][0] += q;
            p[1][1] += q;
            preds.push((x, p));
            let s = p[0][0] + r;
            let k = [p[0][0] / s, p[1][0] / s];
            let e = y - x[0];
            x = [x[0] + k[0] * e, x[1] + k[1] * e];
            let old = p;
            for i in 0..2 {
                for j in 0..2 {
                    p[i][j] -= k[i] * old[0][j];
                }
            }
            means.push(x);
            covs.push(p);
        }
        let n = ys.len();
        let mut xs = means[n - 1];
        let mut s = xs[0] * xs[0];
        for t in (0..n - 1).rev() {
            let pp = inv(&preds[t + 1].1);
            let g = mul(&mul(&covs[t], &ft), &pp);
            let d = [xs[0] - preds[t + 1].0[0], xs[1] - preds[t + 1].0[1]];
            xs = [means[t][0] + g[0][0] * d[0] + g[0][1] * d[1], means[t][1] + g[1][0] * d[0] + g[1][1] * d[1]];
            s += xs[0] * xs[0] + xs[1];
        }
        s
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        smooth(&x[2..], x[0], x[1])
    }
}

/// Elimination that exchanges rows, by iterators over parts of rows.
mod eliminated {
    use backprop::differentiable;

    #[differentiable]
    fn det(mut a: Vec<Vec<f64>>) -> f64 {
        let n = a.len();
        let mut d = 1.0;
        for k in 0..n {
            let mut p = k;
            for i in k..n {
                if a[i][k].abs() > a[p][k].abs() {
                    p = i;
                }
            }
            if p != k {
                a.swap(p, k);
                d = -d;
            }
            let pivot = a[k].clone();
            d *= pivot[k];
            for row in a[k + 1..].iter_mut() {
                let f = row[k] / pivot[k];
                for (r, p) in row[k..].iter_mut().zip(&pivot[k..]) {
                    *r -= f * p;
                }
            }
        }
        d
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        det(vec![vec![x[0], x[1], 1.0], vec![x[2], x[3], x[4]], vec![0.3, x[5], x[0] * x[1]]])
    }
}

/// Pairs of points in the same cell.
mod near {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct P {
        x: f64,
        y: f64,
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let ps = [P { x: x[0], y: x[1] }, P { x: x[2], y: x[3] }, P { x: x[4], y: x[5] }, P { x: x[1], y: x[0] }];
        let mut cells: Vec<Vec<usize>> = vec![Vec::new(); 4];
        for (i, p) in ps.iter().enumerate() {
            let c = (p.x as usize).min(1) + 2 * (p.y as usize).min(1);
            cells[c].push(i);
        }
        let mut e = 0.0;
        for cell in &cells {
            for (k, &i) in cell.iter().enumerate() {
                for &j in &cell[k + 1..] {
                    let (dx, dy) = (ps[i].x - ps[j].x, ps[i].y - ps[j].y);
                    e += 1.0 / (dx * dx + dy * dy + 0.1);
                }
            }
        }
        e
    }
}

/// The order of numbers, as a closure finds it.
mod ranked {
    use backprop::differentiable;

    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let mut idx: Vec<usize> = (0..x.len()).collect();
        idx.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap());
        let mut s = 0.0;
        for (rank, &i) in idx.iter().enumerate() {
            s += x[i] * (rank + 1) as f64;
        }
        let k = idx.iter().position(|&i| i == 0).unwrap();
        s * x[idx[k]]
    }
}

/// A decision tree with gates.
mod soft_tree {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Node {
        left: usize,
        right: usize,
        feature: usize,
        split: f64,
        value: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Tree {
        nodes: Vec<Node>,
    }
    #[differentiable]
    impl Tree {
        fn predict(&self, x: &[f64]) -> f64 {
            let mut at = 0;
            let mut weight = 1.0;
            loop {
                let node = &self.nodes[at];
                if node.left == 0 {
                    return node.value * weight;
                }
                let gate = 1.0 / (1.0 + (-(x[node.feature] - node.split)).exp());
                if gate > 0.5 {
                    at = node.right;
                    weight *= gate;
                } else {
                    at = node.left;
                    weight *= 1.0 - gate;
                }
            }
        }
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let leaf = |v: f64| Node { left: 0, right: 0, feature: 0, split: 0.0, value: v };
        let tree = Tree {
            nodes: vec![
                Node { left: 1, right: 2, feature: 0, split: x[0], value: 0.0 },
                leaf(x[1]),
                Node { left: 3, right: 4, feature: 1, split: x[2], value: 0.0 },
                leaf(x[3]),
                leaf(x[4]),
            ],
        };
        tree.predict(&[x[5], 0.3]) + tree.predict(&[1.0, x[5]]) * x[0]
    }
}

/// Eigenvalues by rotations.
mod eigenvalues {
    use backprop::differentiable;

    #[differentiable]
    fn jacobi<const N: usize>(a: &mut [[f64; N]; N], sweeps: usize) {
        for _ in 0..sweeps {
            for p in 0..N {
                for q in p + 1..N {
                    if a[p][q].abs() < 1e-300 {
                        continue;
                    }
                    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                    let c = 1.0 / (t * t + 1.0).sqrt();
                    let s = t * c;
                    for k in 0..N {
                        let (akp, akq) = (a[k][p], a[k][q]);
                        a[k][p] = c * akp - s * akq;
                        a[k][q] = s * akp + c * akq;
                    }
                    for k in 0..N {
                        let (apk, aqk) = (a[p][k], a[q][k]);
                        a[p][k] = c * apk - s * aqk;
                        a[q][k] = s * apk + c * aqk;
                    }
                }
            }
        }
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let mut a = [[x[0] + 1.0, x[1], x[2]], [x[1], x[3] + 3.0, x[4]], [x[2], x[4], x[5] - 2.0]];
        jacobi(&mut a, 3);
        a[0][0].powi(2) + 2.0 * a[1][1] - a[2][2].sin()
    }
}

/// Projection to the simplex.
mod projected {
    use backprop::differentiable;

    #[differentiable]
    fn project(v: &[f64]) -> Vec<f64> {
        let mut u: Vec<f64> = v.to_vec();
        let n = u.len();
        for i in 0..n {
            for j in i + 1..n {
                if u[j] > u[i] {
                    u.swap(i, j);
                }
            }
        }
        let (mut css, mut theta) = (0.0, 0.0);
        for (k, &uk) in u.iter().enumerate() {
            css += uk;
            let t = (css - 1.0) / (k + 1) as f64;
            if uk - t > 0.0 {
                theta = t;
            } else {
                break;
            }
        }
        let mut w = vec![0.0; n];
        for (wi, vi) in w.iter_mut().zip(v.iter()) {
            *wi = (vi - theta).max(0.0);
        }
        w
    }
    #[differentiable]
    pub(super) fn f(x: &[f64]) -> f64 {
        let w = project(x);
        let mut s = 0.0;
        for i in 0..w.len() {
            s += w[i] * w[i] * (i + 1) as f64;
        }
        s
    }
}

macro_rules! programs {
    ($($name:ident),*) => { $(
        let (value, gradient) = $name::f::value_and_grad(&X);
        assert_eq!(value.to_bits(), $name::f(&X).to_bits());
        differences::check(&|x| $name::f(x), &X, &gradient);
    )* };
}

#[test]
fn programs_agree_with_differences() {
    programs!(csr_sum, haar, walked, smoothed, eliminated, near, ranked, soft_tree, eigenvalues, projected);
}

//! Smaller programs, with calls on their buffers. Gradients against central differences.

use backprop::differentiable;

use crate::differences::check;

const POINT: [f64; 8] = [0.3, 1.2, -0.7, 0.5, 0.9, -1.1, 0.2, 0.8];

/// The logarithm of a sum of exponentials, without overflow.
#[differentiable]
fn logsumexp(x: &[f64]) -> f64 {
    let mut m = x[0];
    for &v in x {
        m = m.max(v);
    }
    let mut s = 0.0;
    for &v in x {
        s += (v - m).exp();
    }
    m + s.ln()
}

#[differentiable]
fn sqnorm(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * v;
    }
    s
}

/// The log-likelihood of a mixture of Gaussians with diagonal covariances, of which scratch buffers hold the terms.
#[differentiable]
fn mixture(alphas: &[f64], means: &[f64], logs: &[f64], d: usize) -> f64 {
    let data = [0.3, -0.2, 1.1, 0.7, -0.8, 0.4];
    let k = alphas.len();
    let n = 3;
    let mut total = 0.0;
    let mut terms = vec![0.0; k];
    let mut diff = vec![0.0; d];
    for i in 0..n {
        for j in 0..k {
            let mean = &means[j * d..(j + 1) * d];
            let log = &logs[j * d..(j + 1) * d];
            let mut sum = 0.0;
            for m in 0..d {
                diff[m] = (data[i * d + m] - mean[m]) * log[m].exp();
                sum += log[m];
            }
            terms[j] = alphas[j] + sum - 0.5 * sqnorm(&diff.clone());
        }
        total += logsumexp(&terms.clone());
    }
    total - n as f64 * logsumexp(alphas)
}

/// A non-linear heat equation, with two buffers in turn.
#[differentiable]
fn heat(u0: &[f64], k: f64, steps: usize) -> f64 {
    let mut u = u0.to_vec();
    let mut next = u0.to_vec();
    for _ in 0..steps {
        for i in 1..u.len() - 1 {
            next[i] = u[i] + k * (1.0 + u[i] * u[i]) * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    sqnorm(&u)
}

/// A Gaussian's negative log-likelihood by a Cholesky factorisation in place.
#[differentiable]
fn cholesky(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut l = a.to_vec();
    for j in 0..n {
        for k in 0..j {
            let f = l[j * n + k];
            for i in j..n {
                l[i * n + j] -= f * l[i * n + k];
            }
        }
        let p = l[j * n + j];
        if p <= 0.0 {
            return f64::INFINITY;
        }
        let r = p.sqrt();
        for i in j..n {
            l[i * n + j] /= r;
        }
    }
    let mut y = b.to_vec();
    let mut log_det = 0.0;
    for i in 0..n {
        for k in 0..i {
            y[i] -= l[i * n + k] * y[k];
        }
        y[i] /= l[i * n + i];
        log_det += l[i * n + i].ln();
    }
    0.5 * sqnorm(&y.clone()) + log_det
}

/// A spectral loss by a radix-2 Fourier transform in place.
#[differentiable]
fn fft_loss(x: &[f64]) -> f64 {
    let n = x.len();
    let mut re = x.to_vec();
    let mut im = vec![0.0; n];
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j ^= bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let ang = -2.0 * std::f64::consts::PI / len as f64;
        let mut i = 0;
        while i < n {
            for k in 0..len / 2 {
                let (s, c) = (ang * k as f64).sin_cos();
                let (a, b) = (i + k, i + k + len / 2);
                let tr = re[b] * c - im[b] * s;
                let ti = re[b] * s + im[b] * c;
                re[b] = re[a] - tr;
                im[b] = im[a] - ti;
                re[a] += tr;
                im[a] += ti;
            }
            i += len;
        }
        len *= 2;
    }
    let mut loss = 0.0;
    for (r, i) in re.iter().zip(&im) {
        loss += (r * r + i * i + 1.0).ln();
    }
    loss
}

/// The cross entropy of a network with a hidden layer.
#[differentiable]
fn mlp(w1: &[[f64; 3]; 4], w2: &[[f64; 4]; 2], x: &[f64; 3], label: usize) -> f64 {
    let mut h = [0.0; 4];
    for i in 0..4 {
        for j in 0..3 {
            h[i] += w1[i][j] * x[j];
        }
        h[i] = h[i].tanh();
    }
    let mut o = [0.0; 2];
    for i in 0..2 {
        for j in 0..4 {
            o[i] += w2[i][j] * h[j];
        }
    }
    logsumexp(&o) - o[label]
}

/// A root of a polynomial by Newton's method: its derivative is that of the implicit function.
#[differentiable]
fn newton(c: &[f64]) -> f64 {
    let mut x = 1.0;
    loop {
        let mut p = 0.0;
        let mut d = 0.0;
        for i in (0..c.len()).rev() {
            d = d * x + p;
            p = p * x + c[i];
        }
        let step = p / d;
        x -= step;
        if step.abs() < 1e-13 {
            break x;
        }
    }
}

/// A recursion on the halves of a slice.
#[differentiable]
fn tree(x: &[f64]) -> f64 {
    if x.len() == 1 {
        return x[0];
    }
    let m = x.len() / 2;
    tree(&x[..m]).sin() * tree(&x[m..]).cos() + 0.1
}

#[test]
fn log_sum_exp() {
    check(&logsumexp, &POINT, &logsumexp::grad(&POINT));
}

#[test]
fn gaussian_mixture() {
    let (alphas, means, logs) = ([0.1, -0.3], [0.2, 0.5, -0.4, 0.1], [0.1, 0.2, -0.1, 0.3]);
    let (d_alphas, d_means, d_logs) = mixture::grad(&alphas, &means, &logs, 2);
    check(&|alphas| mixture(alphas, &means, &logs, 2), &alphas, &d_alphas);
    check(&|means| mixture(&alphas, means, &logs, 2), &means, &d_means);
    check(&|logs| mixture(&alphas, &means, logs, 2), &logs, &d_logs);
}

#[test]
fn heat_equation() {
    let (d_u, d_k) = heat::grad(&POINT, 0.05, 6);
    check(&|u| heat(u, 0.05, 6), &POINT, &d_u);
    check(&|k| heat(&POINT, k[0], 6), &[0.05], &[d_k]);
}

#[test]
fn gaussian_by_cholesky() {
    let (a, b) = ([4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0], [1.0, -0.5, 0.7]);
    let (d_a, d_b) = cholesky::grad(&a, &b, 3);
    check(&|a| cholesky(a, &b, 3), &a, &d_a);
    check(&|b| cholesky(&a, b, 3), &b, &d_b);
    // What is not positive definite leaves early.
    assert_eq!(cholesky::grad(&[-1.0], &[1.0], 1), (vec![0.0], vec![0.0]));
}

#[test]
fn fourier_transform() {
    check(&fft_loss, &POINT, &fft_loss::grad(&POINT));
}

#[test]
fn perceptron() {
    let hidden = [[0.1, 0.2, -0.3], [0.4, -0.5, 0.6], [0.3, 0.3, 0.1], [-0.2, 0.1, 0.5]];
    let output = [[0.5, -0.4, 0.3, 0.2], [0.1, 0.2, -0.6, 0.7]];
    let input = [0.7, -0.3, 1.1];
    let (d_hidden, _, d_input) = mlp::grad(&hidden, &output, &input, 1);
    check(&|x| mlp(&hidden, &output, &[x[0], x[1], x[2]], 1), &input, &d_input);
    let of_hidden = |w: &[f64]| {
        let mut hidden = hidden;
        hidden.iter_mut().flatten().zip(w).for_each(|(to, &from)| *to = from);
        mlp(&hidden, &output, &input, 1)
    };
    check(&of_hidden, &hidden.concat(), &d_hidden.concat());
}

#[test]
fn root_of_a_polynomial() {
    let c = [-2.0, 0.3, 1.0, 0.2];
    let (x, d_c) = newton::value_and_grad(&c);
    let slope = c[1] + 2.0 * c[2] * x + 3.0 * c[3] * x * x;
    for (power, d) in (0..).zip(d_c) {
        assert!((d + x.powi(power) / slope).abs() < 1e-10);
    }
}

#[test]
fn halves() {
    check(&tree, &POINT, &tree::grad(&POINT));
}

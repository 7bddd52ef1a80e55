//! Methods of a struct's own that have the names of methods of numbers, `p.mul(&q)`: they take arrays and whole structs as other methods do.
//! Gradients against central differences.

#![expect(clippy::explicit_iter_loop, clippy::suboptimal_flops, reason = "the programs are as people write them")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    d: Vec<f64>,
    n: usize,
}

#[differentiable]
impl Matrix {
    fn eye(n: usize) -> Self {
        let mut d = vec![0.0; n * n];
        for i in 0..n {
            d[i * n + i] = 1.0;
        }
        Matrix { d, n }
    }

    fn mul(&self, other: &Matrix) -> Matrix {
        let n = self.n;
        let mut d = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                for k in 0..n {
                    d[i * n + j] += self.d[i * n + k] * other.d[k * n + j];
                }
            }
        }
        Matrix { d, n }
    }

    /// Its value is silent if the array is not there.
    fn exp(&self) -> f64 {
        let mut s = 0.0;
        for v in &self.d {
            s += v.exp();
        }
        s
    }

    fn max(&self, with: &[f64]) -> f64 {
        let mut m = with[0];
        for (a, b) in self.d.iter().zip(with) {
            m = m.max(a * b);
        }
        m
    }

    fn sqrt(&self) -> Vec<f64> {
        let mut roots = self.d.clone();
        for v in roots.iter_mut() {
            *v = v.sqrt();
        }
        roots
    }
}

fn matrix(x: &[f64]) -> Matrix {
    Matrix { d: x.to_vec(), n: 2 }
}

const X: [f64; 4] = [0.3, 0.2, 0.7, 0.4];

macro_rules! of_matrices {
    ($($name:ident)*) => {
        $(check(&|x| $name(&matrix(x)), &X, &$name::grad(&matrix(&X)).d);)*
    };
}

#[differentiable]
fn from_the_left(a: &Matrix) -> f64 {
    let mut p = Matrix::eye(2);
    for _ in 0..3 {
        p = a.mul(&p);
    }
    p.d[0] + p.d[1]
}

#[differentiable]
fn from_the_right(a: &Matrix) -> f64 {
    let mut p = Matrix::eye(2);
    for _ in 0..3 {
        p = p.mul(a);
    }
    p.d[0] + p.d[1]
}

#[differentiable]
fn changed_between(a: &Matrix) -> f64 {
    let mut p = a.clone();
    for i in 0..2 {
        p = p.mul(&p);
        p.d[i] *= a.d[0];
    }
    p.d[0] * p.exp()
}

#[differentiable]
fn looked_at(a: &Matrix) -> f64 {
    let mut p = Matrix { d: a.d.clone(), n: 2 };
    p.d[1] = 2.0 * a.d[0];
    let s = p.exp();
    p.d[0] * s
}

#[differentiable]
fn with_arrays(a: &Matrix) -> f64 {
    let mut p = a.mul(a);
    p.d[0] *= 2.0;
    let y = vec![a.d[0], a.d[1], 2.0, 1.0];
    let roots = p.sqrt();
    let m = p.max(&y);
    roots[0] * m + p.max(&[1.0, a.d[2], 3.0, 0.1])
}

#[differentiable]
fn of_new_ones(a: &Matrix) -> f64 {
    let all = [a.mul(a), a.clone()];
    let q = all[0].mul(&all[1]);
    q.d[0] * a.mul(&q).d[2] + q.d[1]
}

#[test]
fn methods_named_like_those_of_numbers_take_whole_structs() {
    of_matrices!(from_the_left from_the_right changed_between looked_at with_arrays of_new_ones);
}

/// Complex numbers with methods instead of operators: what one gives has the next one.
mod chained {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub(super) struct Complex {
        pub(super) re: f64,
        pub(super) im: f64,
    }
    #[differentiable]
    impl Complex {
        pub(super) fn mul(&self, o: &Complex) -> Complex {
            Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
        }
        pub(super) fn exp(&self) -> Complex {
            let length = self.re.exp();
            Complex { re: length * self.im.cos(), im: length * self.im.sin() }
        }
    }
    #[differentiable]
    pub(super) fn one(a: Complex, b: Complex) -> f64 {
        let c = a.mul(&b).exp();
        c.im
    }
    #[differentiable]
    pub(super) fn two(a: Complex, b: Complex) -> f64 {
        a.mul(&b).exp().mul(&b).re
    }
}

/// The derivative of exp(a b) with respect to a is b exp(a b): its real part is ∂re/∂re, and ∂im/∂re is the imaginary one.
#[test]
fn operators_as_methods_give_structs() {
    use chained::Complex;
    let (a, b) = (Complex { re: 0.5, im: 0.2 }, Complex { re: 0.3, im: 0.7 });
    let e = a.mul(&b).exp();
    let (da, db) = (b.mul(&e), a.mul(&e));
    let (value, (found_a, found_b)) = chained::one::value_and_grad(a, b);
    assert_eq!(value.to_bits(), chained::one(a, b).to_bits());
    for (found, derivative) in [(found_a, da), (found_b, db)] {
        approx::assert_relative_eq!(found.re, derivative.im, max_relative = 1e-14);
        approx::assert_relative_eq!(found.im, derivative.re, max_relative = 1e-14);
    }
    // Of b exp(a b), they are b² exp(a b) and (1 + a b) exp(a b).
    let of_b = a.mul(&b);
    let (da, db) = (b.mul(&b).mul(&e), Complex { re: 1.0 + of_b.re, im: of_b.im }.mul(&e));
    let (value, (found_a, found_b)) = chained::two::value_and_grad(a, b);
    assert_eq!(value.to_bits(), chained::two(a, b).to_bits());
    for (found, derivative) in [(found_a, da), (found_b, db)] {
        approx::assert_relative_eq!(found.re, derivative.re, max_relative = 1e-14);
        approx::assert_relative_eq!(found.im, -derivative.im, max_relative = 1e-14);
    }
}

//! Functions of arrays of structs and of tuples, and of arrays under other names: values bit for bit, gradients against central
//! differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::needless_range_loop,
    reason = "loops over indices, and each way to write an array, are what is tested; values are exact"
)]

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    position: [f64; 2],
    mass: f64,
    fixed: bool,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct System {
    bodies: Vec<Body>,
    pairs: [(f64, f64); 2],
    gravity: f64,
}

fn bodies() -> Vec<Body> {
    let body = |x: f64, y: f64, mass: f64, fixed: bool| Body { position: [x, y], mass, fixed };
    vec![body(0.5, -1.0, 2.0, false), body(1.5, 0.25, 1.0, true), body(-0.75, 2.0, 3.0, false)]
}

fn system() -> System {
    System { bodies: bodies(), pairs: [(0.3, 0.7), (-1.2, 0.4)], gravity: 1.7 }
}

fn numbers(bodies: &mut [Body]) -> Vec<&mut f64> {
    bodies.iter_mut().flat_map(|body| body.position.iter_mut().chain([&mut body.mass])).collect()
}

fn numbers_of_cotangent(d: &[BodyCotangent]) -> Vec<f64> {
    d.iter().flat_map(|body| body.position.iter().chain([&body.mass])).copied().collect()
}

fn numbers_of_system(system: &mut System) -> Vec<&mut f64> {
    let System { bodies, pairs, gravity } = system;
    let pairs = pairs.iter_mut().flat_map(|pair| [&mut pair.0, &mut pair.1]);
    numbers(bodies).into_iter().chain(pairs).chain([gravity]).collect()
}

fn numbers_of_system_cotangent(d: &SystemCotangent) -> Vec<f64> {
    let pairs = d.pairs.iter().flat_map(|pair| [pair.0, pair.1]);
    numbers_of_cotangent(&d.bodies).into_iter().chain(pairs).chain([d.gravity]).collect()
}

/// The gradient by central differences.
fn slopes<T: Clone>(f: impl Fn(&T) -> f64, at: &T, numbers: impl Fn(&mut T) -> Vec<&mut f64>) -> Vec<f64> {
    let count = numbers(&mut at.clone()).len();
    let moved = |index: usize, by: f64| {
        let mut at = at.clone();
        *numbers(&mut at)[index] += by;
        f(&at)
    };
    (0..count).map(|index| (moved(index, 1e-6) - moved(index, -1e-6)) / 2e-6).collect()
}

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 1e-7 * expected.abs().max(1.0), "{index}: {found} is not {expected}");
    }
}

/// The value bit for bit, and the gradient by all entry points.
macro_rules! check {
    ($f:ident, $at:expr, $numbers:expr, $found:expr) => {{
        let at = $at;
        let expected = slopes(|at| $f(at), &at, $numbers);
        let value = $f(&at);
        assert_close(&$found(&$f::grad(&at)), &expected);
        let (again, d) = $f::value_and_grad(&at);
        assert_eq!(again.to_bits(), value.to_bits());
        assert_close(&$found(&d), &expected);
        let (again, back) = $f::vjp(&at);
        assert_eq!(again.to_bits(), value.to_bits());
        let doubles: Vec<f64> = expected.iter().map(|d| 2.0 * d).collect();
        assert_close(&$found(&back(2.0)), &doubles);
        let mut buffer = at.zero_cotangent();
        $f::value_and_grad_into(&at, &mut buffer);
        $f::accumulate_grad(&at, &mut buffer);
        assert_close(&$found(&buffer), &doubles);
    }};
}

/// The potential of all pairs, by indices.
#[differentiable]
fn potential(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for i in 0..bodies.len() {
        for j in 0..i {
            let x = bodies[i].position[0] - bodies[j].position[0];
            let y = bodies[i].position[1] - bodies[j].position[1];
            let distance = (x * x + y * y).sqrt();
            if bodies[i].fixed {
                sum -= bodies[i].mass * bodies[j].mass / distance;
            } else {
                sum -= 2.0 * bodies[i].mass * bodies[j].mass / distance;
            }
        }
    }
    sum
}

#[test]
fn by_indices() {
    let of = |at: &Vec<Body>| potential(at);
    let expected = slopes(of, &bodies(), |bodies| numbers(bodies));
    let (value, d) = potential::value_and_grad(&bodies());
    assert_eq!(value.to_bits(), potential(&bodies()).to_bits());
    assert_close(&numbers_of_cotangent(&d), &expected);
    assert_eq!(potential::grad(&[]), []);
}

/// Loops over the structs.
#[differentiable]
fn moments(bodies: &Vec<Body>) -> f64 {
    let mut product = 1.0;
    for body in bodies {
        product *= body.mass.ln() + body.position[0] * body.position[1];
    }
    for (i, body) in bodies.iter().enumerate() {
        if body.fixed {
            product += body.mass * (i as f64);
        }
    }
    product
}

#[test]
fn over_structs() {
    check!(moments, bodies(), |bodies: &mut Vec<Body>| numbers(bodies), |d: &Vec<BodyCotangent>| {
        numbers_of_cotangent(d)
    });
}

/// Tuples, and patterns of them.
#[differentiable]
fn over_pairs(pairs: &[(f64, f64)]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in pairs {
        sum += a * b.sin();
    }
    for &(a, _) in pairs.iter() {
        sum *= a + 2.0;
    }
    sum + pairs[0].1
}

#[test]
fn over_tuples() {
    let pairs = vec![(0.3, 0.7), (-1.2, 0.4), (2.0, -0.1)];
    let of = |at: &Vec<(f64, f64)>| over_pairs(at);
    let expected = slopes(of, &pairs, |pairs| pairs.iter_mut().flat_map(|pair| [&mut pair.0, &mut pair.1]).collect());
    let (value, d) = over_pairs::value_and_grad(&pairs);
    assert_eq!(value.to_bits(), over_pairs(&pairs).to_bits());
    assert_close(&d.iter().flat_map(|d| [d.0, d.1]).collect::<Vec<_>>(), &expected);
}

/// Arrays of structs and of tuples in a struct.
#[differentiable]
fn energy(system: &System) -> f64 {
    let mut sum = 0.0;
    for body in &system.bodies {
        sum += body.mass * system.gravity * body.position[1];
    }
    for (i, pair) in system.pairs.iter().enumerate() {
        sum += pair.0 * pair.1 * system.bodies[i].position[0];
    }
    let half = |i: usize| 0.5 * system.bodies[i].mass;
    sum * half(0) + half(2)
}

#[test]
fn in_structs() {
    check!(energy, system(), numbers_of_system, |d: &SystemCotangent| numbers_of_system_cotangent(d));
}

#[test]
fn panics_as_the_function() {
    let mut short = system();
    short.bodies.truncate(2);
    assert!(std::panic::catch_unwind(|| energy(&short)).is_err());
    assert!(std::panic::catch_unwind(|| energy::grad(&short)).is_err());
}

type Vec3 = [f64; 3];
type Matrix = Vec<Vec<f64>>;

/// Arrays under other names, by reference and by value.
#[differentiable]
fn quadratic(matrix: &Matrix, x: Vec3) -> f64 {
    let mut sum = 0.0;
    for i in 0..matrix.len() {
        for j in 0..matrix[i].len() {
            sum += x[i] * matrix[i][j] * x[j];
        }
    }
    sum
}

#[test]
fn other_names() {
    let matrix: Matrix = vec![vec![2.0, 1.0, 0.5], vec![0.0, 3.0], vec![-1.0]];
    let x = [1.0, -2.0, 0.5];
    let (value, (d_matrix, d_x)) = quadratic::value_and_grad(&matrix, x);
    assert_eq!(value.to_bits(), quadratic(&matrix, x).to_bits());
    assert_eq!(d_matrix, [vec![1.0, -2.0, 0.5], vec![-2.0, 4.0], vec![0.5]]);
    let of = |x: &Vec3| quadratic(&matrix, *x);
    assert_close(&d_x, &slopes(of, &x, |x| x.iter_mut().collect()));
}

#[differentiable]
fn of_other_names(points: &[Vec3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..points.len() {
        sum += points[i][0] * points[i][2];
    }
    sum
}

#[test]
fn arrays_of_other_names() {
    assert_eq!(of_other_names::grad(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [[3.0, 0.0, 1.0], [6.0, 0.0, 4.0]]);
}

type Params = Vec<f64>;
type Path = Vec<(f64, f64)>;
type Scalar = f64;

#[differentiable]
fn dot(p: &[f64], q: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..p.len() {
        sum += p[i] * q[i] * q[i];
    }
    sum
}

#[differentiable]
fn powers(x: f64) -> Params {
    let mut v = Vec::new();
    for k in 1..3 {
        v.push(x.powi(k));
    }
    v
}

#[differentiable]
fn three(x: f64) -> Vec3 {
    [x, x * x, 1.0]
}

/// Arrays under other names: loops over them, and what is lent of them.
mod under_names {
    use super::*;

    #[differentiable]
    fn loops(p: &Params) -> f64 {
        let mut s = 0.0;
        for x in p {
            s += x * x;
        }
        for x in p.iter() {
            s += x.sin();
        }
        for x in &p[1..] {
            s *= x;
        }
        for (i, x) in p.iter().enumerate() {
            s += x * i as f64;
        }
        for &x in p.iter().rev() {
            s = s * x + 1.0;
        }
        s + p.len() as f64
    }

    #[differentiable]
    fn zipped(p: &Params, q: &Params) -> f64 {
        let mut s = 0.0;
        for (a, b) in p.iter().zip(q) {
            s += a * b * b;
        }
        s
    }

    #[differentiable]
    fn lent(p: &Params) -> f64 {
        dot(p, p) * p[0] + dot(&p[1..], &p[..2])
    }

    #[differentiable]
    fn rows(points: &[Vec3]) -> f64 {
        let mut s = 0.0;
        for v in points {
            s += v[0] * v[1];
        }
        s
    }

    #[differentiable]
    fn local(x: f64) -> f64 {
        let v: Vec3 = three(x);
        let w: Params = powers(v[1]);
        let mut own: Params = Vec::new();
        for i in 0..3 {
            own.push(v[i] * x);
        }
        let mut s = 0.0;
        for y in &own {
            s += y * v[0];
        }
        s + w[0] * w[1] + own[2]
    }

    #[differentiable]
    fn pairs(path: &Path) -> f64 {
        let mut s = 0.0;
        for (x, y) in path {
            s += x * y;
        }
        s
    }

    #[differentiable]
    fn numbers(x: &[Scalar], k: Scalar) -> Scalar {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * x[i];
        }
        for v in x {
            s += v * k;
        }
        s
    }

    fn all(v: &mut Params) -> Vec<&mut f64> {
        v.iter_mut().collect()
    }

    #[test]
    fn gradients() {
        let at: Params = vec![0.7, -0.4, 1.3];
        assert_eq!(loops::value_and_grad(&at).0.to_bits(), loops(&at).to_bits());
        assert_close(&loops::grad(&at), &slopes(loops, &at, all));
        assert_close(&lent::grad(&at), &slopes(lent, &at, all));
        assert_close(&zipped::grad(&at, &at).0, &slopes(|p| zipped(p, &at), &at, all));
        assert_close(&zipped::grad(&at, &at).1, &slopes(|q| zipped(&at, q), &at, all));
        let points = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
        assert_eq!(rows::grad(&points), [[2.0, 1.0, 0.0], [5.0, 4.0, 0.0]]);
        assert_close(&[local::grad(0.6)], &slopes(|x| local(*x), &0.6, |x| vec![x]));
        let path = vec![(0.3, 0.7), (-1.2, 0.4), (2.0, -0.1)];
        let expected = slopes(pairs, &path, |path| path.iter_mut().flat_map(|(x, y)| [x, y]).collect());
        assert_close(&pairs::grad(&path).iter().flat_map(|d| [d.0, d.1]).collect::<Vec<_>>(), &expected);
        let (d, d_k) = numbers::grad(&at, 0.5);
        assert_close(&d, &slopes(|x| numbers(x, 0.5), &at, all));
        assert_close(&[d_k], &slopes(|k| numbers(&at, *k), &0.5, |k| vec![k]));
    }
}

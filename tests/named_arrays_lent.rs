//! Arrays under other names, `type V2 = [f64; 2]`, lent to functions that name no element of them: these do not know that they take
//! arrays, and their callers do. Gradients are held against central differences.

#![expect(clippy::needless_range_loop, reason = "the names and loops of numerical code")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

type State = [f64; 2];
type Lorenz = [f64; 3];
type Values = Vec<f64>;
type Matrix = Vec<Vec<f64>>;
type Single = [f32; 3];

const WEIGHTS: State = [0.3, 0.9];

#[derive(Clone, Differentiable)]
struct Model {
    a: f64,
}

#[differentiable]
fn dot(a: &State, b: &State) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
#[differentiable]
fn norm(a: &State) -> f64 {
    dot(a, a)
}
#[differentiable]
fn axpy(y: &State, h: f64, k: &State) -> State {
    [y[0] + h * k[0], y[1] + h * k[1]]
}

#[differentiable]
fn pendulum(y: &State) -> State {
    [y[1], -y[0].sin()]
}
#[differentiable]
fn heun(y: &State, h: f64) -> State {
    let k1 = pendulum(y);
    let k2 = pendulum(&axpy(y, h, &k1));
    axpy(&axpy(y, 0.5 * h, &k1), 0.5 * h, &k2)
}
#[differentiable]
fn copying(y: &State, h: f64) -> State {
    let k = pendulum(y);
    let mut next = *y;
    for i in 0..2 {
        next[i] += h * k[i];
    }
    next
}
#[differentiable]
fn swing(a: f64, h: f64) -> f64 {
    let mut y = [a, 0.5];
    for _ in 0..3 {
        y = heun(&y, h);
        y = copying(&y, h);
    }
    y[0] * y[1]
}

#[differentiable]
fn in_a_loop_with_weights(s: f64) -> f64 {
    let nodes = vec![[s, 1.0], [s * s, s]];
    let mut total = weighted(&WEIGHTS, &nodes[0]);
    for i in 0..2 {
        total += norm(&nodes[i]);
    }
    for node in &nodes {
        total += norm(node) * node[0];
    }
    total
}
#[differentiable]
fn weighted(w: &State, y: &State) -> f64 {
    dot(w, y)
}

#[differentiable]
fn rows(m: &[[f64; 2]; 2], y: &State) -> State {
    [dot(&m[0], y), dot(&m[1], y)]
}
#[differentiable]
fn rows_twice(m: &[[f64; 2]; 2], y: &State) -> State {
    rows(m, &rows(m, y))
}
#[differentiable]
fn of_rows(s: f64) -> f64 {
    let y = [1.0, s];
    let z = rows_twice(&[[s, 1.0], [0.5, s * s]], &y);
    norm(&z) + z[0]
}

#[differentiable]
fn squares(v: &Values) -> f64 {
    let mut total = 0.0;
    for x in v {
        total += x * x;
    }
    total
}
#[differentiable]
fn scaled_squares(v: &Values, k: f64) -> f64 {
    k * squares(v)
}
#[differentiable]
fn of_vectors(s: f64) -> f64 {
    let v = vec![s, 2.0 * s, s * s];
    scaled_squares(&v, s) + v[1]
}

#[differentiable]
fn lorenz(y: &Lorenz, m: &Model) -> Lorenz {
    [m.a * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1], y[0] * y[1] - 8.0 / 3.0 * y[2]]
}
#[differentiable]
fn sum(y: &Lorenz, h: f64, k: &Lorenz) -> Lorenz {
    let mut next = *y;
    for i in 0..3 {
        next[i] += h * k[i];
    }
    next
}
/// The caller does not know what `m` is, and knows that `y` is an array.
#[differentiable]
fn beside_structs(y: &Lorenz, m: &Model, h: f64) -> Lorenz {
    sum(y, h, &lorenz(y, m))
}
#[differentiable]
fn attractor(m: &Model, s: f64) -> f64 {
    let mut y = [1.0, s, 2.0];
    for _ in 0..3 {
        y = beside_structs(&y, m, 0.01);
    }
    y[0] * y[1] + y[2]
}

/// Of two arrays, the function knows one.
#[differentiable]
fn beside_slices(y: &State, x: &[f64], z: &State) -> f64 {
    norm(y) * x[0] + x[1] * norm(z)
}
#[differentiable]
fn of_slices(s: f64) -> f64 {
    let (y, z) = ([s, s * s], [2.0, s]);
    let x = [s, 2.0 * s];
    beside_slices(&y, &x, &z) + y[0]
}
/// The function changes another one.
#[differentiable]
fn beside_changed(y: &State, out: &mut [f64]) {
    out[0] += norm(y);
    out[1] *= 2.0;
}
#[differentiable]
fn of_changed(s: f64) -> f64 {
    let y = [s, s * s];
    let mut out = [s, s];
    beside_changed(&y, &mut out);
    beside_changed(&y, &mut out);
    out[0] * out[1]
}

#[differentiable]
fn again(y: &State, n: usize) -> State {
    if n == 0 { axpy(y, 0.5, y) } else { again(&axpy(y, 0.1, y), n - 1) }
}
#[differentiable]
fn of_recursion(s: f64) -> f64 {
    let y = [s, s * s];
    let z = again(&y, 3);
    z[0] * z[1] + y[0]
}
#[differentiable]
fn choose(y: &State, z: &State, first: bool) -> State {
    if first { axpy(y, 1.0, z) } else { axpy(z, 2.0, y) }
}
#[differentiable]
fn of_branches(s: f64, first: bool) -> f64 {
    let (y, z) = ([s, s * s], [2.0 * s, 1.0]);
    let q = choose(&y, &z, first);
    q[0] * q[1]
}
#[differentiable]
fn in_closures(s: f64) -> f64 {
    let y = [s, s * s];
    let scaled = |c: f64| norm(&y) * c;
    scaled(s) + scaled(2.0) * y[0]
}

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}
#[differentiable]
impl Spring {
    fn rhs(&self, y: &State) -> State {
        [y[1], -self.k * y[0]]
    }
    fn step(&self, y: &State, h: f64) -> State {
        let k1 = self.rhs(y);
        let k2 = self.rhs(&axpy(y, h, &k1));
        axpy(y, h, &k2)
    }
}
#[differentiable]
fn of_methods(s: f64) -> f64 {
    let spring = Spring { k: s };
    let mut y = [1.0, s];
    for _ in 0..4 {
        y = spring.step(&y, 0.1);
    }
    y[0] * y[1]
}

#[differentiable]
fn inner(a: &[f64], b: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..a.len() {
        total += a[i] * b[i];
    }
    total
}
/// Rows are lent, and no element of one is named.
#[differentiable]
fn product(m: &Matrix, y: &Values) -> Values {
    let mut out = vec![0.0; m.len()];
    for i in 0..m.len() {
        out[i] = inner(&m[i], y);
    }
    out
}
/// Copies of what is behind references, and pairs of such arrays.
#[differentiable]
fn shifted(m: &Matrix, y: &Values) -> (Values, Matrix) {
    let mut n = m.clone();
    for i in 0..2 {
        n[i][i] *= n[i][i] + y[i];
    }
    (product(&n, y), n)
}
#[differentiable]
fn of_pairs(m: &Matrix, y: &Values) -> f64 {
    let (z, n) = shifted(m, y);
    inner(&z, y) * n[1][1] + n[0][1]
}
#[differentiable]
fn looped(m: &Matrix, y: &[f64]) -> f64 {
    let mut total = 0.0;
    for row in m {
        total += inner(row, y);
    }
    for (i, row) in m.iter().enumerate() {
        total *= inner(row, y) + y[i];
    }
    for (row, b) in m.iter().zip(y) {
        total += inner(row, y) * b;
    }
    total
}
#[differentiable]
fn applied_twice(m: &Matrix, y: &Values) -> Values {
    product(m, &product(m, y))
}
#[differentiable]
fn of_matrices(m: &Matrix, y: &Values) -> f64 {
    inner(&applied_twice(m, y), y) + looped(m, y)
}
#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}
/// The elements are numbers: they go by value.
#[differentiable]
fn of_numbers(v: &Values) -> f64 {
    let mut total = 0.0;
    for x in v {
        total += square(*x);
    }
    for &x in v {
        total *= square(x);
    }
    for x in v.iter().copied() {
        total += square(x);
    }
    total
}

#[differentiable]
trait Field {
    fn at(&self, y: &State) -> State;
    fn energy(&self, y: &State) -> f64;
    fn doubled(&self, y: &State) -> f64 {
        2.0 * self.energy(y) + norm(&self.at(y))
    }
}
#[differentiable]
impl Field for Spring {
    fn at(&self, y: &State) -> State {
        [y[1], -self.k * y[0]]
    }
    fn energy(&self, y: &State) -> f64 {
        self.k * dot(y, y)
    }
}
#[differentiable]
fn along<F: Field>(field: &F, y: &State, h: f64) -> State {
    axpy(y, h, &field.at(&field.at(y)))
}
#[differentiable]
fn of_traits(s: f64) -> f64 {
    let (y, spring) = ([s, s * s], Spring { k: s });
    let z = along(&spring, &y, s);
    z[0] * z[1] + spring.doubled(&z) * spring.energy(&y)
}

#[differentiable]
fn single_dot(a: &Single) -> f32 {
    a[0] * a[1]
}
#[differentiable]
fn single(a: &Single, k: f32) -> f32 {
    k * single_dot(a)
}
#[differentiable]
fn of_singles(s: f32) -> f32 {
    let a = [s, s * s, 1.0];
    single(&a, s)
}

#[test]
fn of_one_number() {
    macro_rules! all {
        ($($f:ident)*) => { $(
            for x in [0.7, 1.3] {
                check(&|x| $f(x[0]), &[x], &[$f::grad(x)]);
            }
        )* };
    }
    all!(in_a_loop_with_weights of_rows of_vectors of_slices of_changed of_recursion in_closures of_methods of_traits);
}

#[test]
fn of_more() {
    let (a, h) = swing::grad(0.7, 0.1);
    check(&|x| swing(x[0], x[1]), &[0.7, 0.1], &[a, h]);
    let (m, s) = attractor::grad(&Model { a: 10.0 }, 0.5);
    check(&|x| attractor(&Model { a: x[0] }, x[1]), &[10.0, 0.5], &[m.a, s]);
    for first in [false, true] {
        check(&|x| of_branches(x[0], first), &[0.7], &[of_branches::grad(0.7, first)]);
    }
    // s * s * s^2 has the derivative 4 s^3.
    assert!((of_singles::grad(0.5) - 0.5).abs() < 1e-6);
}

#[test]
fn rows_of_matrices() {
    let x = [1.0, 2.0, 3.0, 4.0, 0.5, 0.7];
    let (m, y) = (vec![vec![1.0, 2.0], vec![3.0, 4.0]], vec![0.5, 0.7]);
    let (d_m, d_y) = of_matrices::grad(&m, &y);
    let f = |x: &[f64]| of_matrices(&vec![x[..2].to_vec(), x[2..4].to_vec()], &x[4..].to_vec());
    check(&f, &x, &[d_m.concat(), d_y].concat());
    let (d_m, d_y) = of_pairs::grad(&m, &y);
    let f = |x: &[f64]| of_pairs(&vec![x[..2].to_vec(), x[2..4].to_vec()], &x[4..].to_vec());
    check(&f, &x, &[d_m.concat(), d_y].concat());
    check(&|x| of_numbers(&x.to_vec()), &y, &of_numbers::grad(&y));
}

/// The functions themselves give the cotangents as they are.
#[test]
fn by_themselves() {
    let y = [0.7, -0.2];
    let (value, back) = heun::vjp(&y, 0.1);
    assert_eq!(value.map(f64::to_bits), heun(&y, 0.1).map(f64::to_bits));
    for k in 0..2 {
        let mut one = [0.0; 2];
        one[k] = 1.0;
        let (d_y, d_h) = back(one);
        check(&|x| heun(&[x[0], x[1]], x[2])[k], &[y[0], y[1], 0.1], &[d_y[0], d_y[1], d_h]);
    }
}

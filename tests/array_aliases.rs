//! Arrays under other names, `type Params = Vec<f64>`: behind references, as elements, in structs and as results, called and calling.
//! Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::trivially_copy_pass_by_ref,
    reason = "loops over indices are what is tested; results are exact"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

type Params = Vec<f64>;
type Vec3 = [f64; 3];
type Matrix = Vec<Vec<f64>>;
type Square = [[f64; 2]; 2];
type Of<T> = Vec<T>;

#[differentiable]
fn squares(v: &Params) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i] * v[i];
    }
    s
}
#[differentiable]
fn of_three(a: &Vec3) -> f64 {
    a[0] * a[1] + a[2] * a[2]
}
#[differentiable]
fn each(v: &Params) -> f64 {
    let mut s = 1.0;
    for x in v {
        s *= x;
    }
    for x in v.iter() {
        s += x * x;
    }
    s
}
#[differentiable]
fn cross(a: &Vec3, b: &Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
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
fn of_matrix(m: &Matrix) -> f64 {
    let mut s = 0.0;
    for i in 0..m.len() {
        for j in 0..m[i].len() {
            s += m[i][j] * m[0][0];
        }
    }
    s + dot(&m[0], &m[1])
}
/// Of the parameter that is handed on, only the length is asked for.
#[differentiable]
fn of_length(m: &Matrix, x: f64) -> f64 {
    if m.len() > 5 { x } else { of_matrix(m) * x }
}
#[differentiable]
fn determinant(m: &Square) -> f64 {
    m[0][0] * m[1][1] - m[0][1] * m[1][0]
}
#[differentiable]
fn generic<T: Real>(p: &Of<T>, k: T) -> T {
    p[0] * p[1] * k
}
#[differentiable]
fn step(x: &mut Vec3, k: f64) {
    x[0] *= x[1] * k;
    x[2] += x[0];
}
#[differentiable]
fn grow(x: &mut Params, k: f64) {
    x.push(k * x[0]);
    for i in 0..x.len() {
        x[i] *= k;
    }
}
#[differentiable]
fn scale(x: &mut Params, k: f64) -> f64 {
    for i in 0..x.len() {
        x[i] *= k;
    }
    // This one looks at it.
    squares(x)
}
#[differentiable]
fn of_rows(m: &mut Matrix, k: f64) {
    for i in 0..m.len() {
        m[i][0] *= k;
    }
    m[1][1] += m[0][0];
}
#[differentiable]
fn points(m: &[Vec3]) -> f64 {
    let mut s = m[0][0];
    for i in 0..m.len() {
        s += m[i][0] * m[i][1] * of_three(&m[i]);
    }
    s
}
#[differentiable]
fn moved(m: &mut [Vec3], k: f64) {
    for i in 0..m.len() {
        m[i][0] += k * m[i][1];
        m[i][2] *= of_three(&m[i]);
    }
}
/// Of which no number is named.
#[differentiable]
fn whole_points(m: &[Vec3]) -> f64 {
    let mut s = 0.0;
    for p in m {
        s += of_three(p) * of_three(p);
    }
    s
}
#[derive(Clone, Debug, Differentiable)]
struct Body {
    at: Vec3,
    weights: Params,
}
/// No element is named.
#[differentiable]
fn passed_on(v: &Params, body: &Body) -> f64 {
    squares(v) + squares(&body.weights) * of_three(&body.at)
}
#[differentiable]
fn twice_passed_on(v: &Params) -> f64 {
    squares(v) * each(v)
}
#[differentiable]
fn of_fields(body: &Body) -> f64 {
    body.weights[0] * body.at[1] * of_three(&body.at) * squares(&body.weights)
}
#[differentiable]
fn by_value(p: Vec3, q: Params) -> Vec3 {
    let r = cross(&p, &p);
    let c = cross(&p, &r);
    [p[0] * q[0] + c[0], p[1], q[1] * of_three(&p)]
}
struct Model {
    rate: f64,
}
#[differentiable]
impl Model {
    #[differentiable(wrt(p))]
    fn loss(&self, p: &Params) -> f64 {
        self.rate * p[0] * p[1]
    }
}
#[differentiable]
trait Potential {
    fn at(&self, x: &Vec3) -> f64;
    fn twice(&self, x: &Vec3) -> f64 {
        self.at(x) * 2.0
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct Spring {
    k: f64,
}
#[differentiable]
impl Potential for Spring {
    fn at(&self, x: &Vec3) -> f64 {
        self.k * (x[0] * x[0] + x[1] * x[2])
    }
}

#[differentiable]
fn of_arrays(x: f64, y: f64) -> f64 {
    let (v, mut a, mut m) = (vec![x, y, 0.5], [x, y, x * y], vec![vec![x, y], vec![y, 2.0]]);
    let mut s = squares(&v) * of_three(&a) + each(&v) + of_matrix(&m) + generic(&v, x);
    let c = cross(&a, &[x, 1.0, y]);
    s += c[0] * c[2];
    step(&mut a, y);
    let mut w: Params = v.clone();
    grow(&mut w, x);
    s += scale(&mut w, y) * w[3] * a[2];
    of_rows(&mut m, x);
    s += m[1][1] + of_matrix(&m) + determinant(&[[x, y], [x * y, 1.0]]);
    for i in 0..2 {
        step(&mut a, x);
        if a[0] > 0.1 {
            s += of_three(&a);
        } else {
            s += squares(&v) * a[i];
        }
    }
    let r = by_value(a, v);
    s + r[0] * r[1] + r[2]
}
#[differentiable]
fn of_others(x: f64, y: f64) -> f64 {
    let a = [x, y, x * y];
    let mut ps = vec![[x, y, 1.0], a];
    moved(&mut ps, y);
    let mut s = points(&ps) + whole_points(&ps);
    let body = Body { at: a, weights: vec![y, x * x] };
    s += of_fields(&body) + passed_on(&body.weights, &body);
    s += Model { rate: 0.7 }.loss(&vec![x, y]);
    s
}
#[differentiable]
fn of_traits(spring: &Spring, x: &Vec3) -> f64 {
    spring.at(x) + spring.twice(x)
}

macro_rules! gradients {
    ($($function:ident)*) => { $(
        #[test]
        fn $function() {
            for (x, y) in [(0.3, 0.7), (0.5, -0.4), (0.9, 1.1)] {
                let (value, (dx, dy)) = super::$function::value_and_grad(x, y);
                assert_eq!(value.to_bits(), super::$function(x, y).to_bits());
                check(&|at| super::$function(at[0], at[1]), &[x, y], &[dx, dy]);
                let (dx, dy) = super::$function::vjp(x, y).1(1.0);
                check(&|at| super::$function(at[0], at[1]), &[x, y], &[dx, dy]);
            }
        }
    )* };
}
mod gradients {
    use super::check;

    gradients!(of_arrays of_others);
}

/// Gradients and buffers have the types that the parameters have.
#[test]
fn entry_points() {
    let at = [1.0, 2.0, 3.0];
    let d: Vec3 = of_three::grad(&at);
    assert_eq!(d, [2.0, 1.0, 6.0]);
    let mut d: Vec3 = [1.0; 3];
    assert_eq!(of_three::accumulate_grad(&at, &mut d), 11.0);
    assert_eq!(d, [3.0, 2.0, 7.0]);
    assert_eq!(of_three::value_and_grad_into(&at, &mut d), 11.0);
    assert_eq!(d, [2.0, 1.0, 6.0]);
    let v: Params = vec![1.0, 2.0];
    let d: Params = squares::grad(&v);
    assert_eq!(d, [2.0, 4.0]);
    let (value, back) = squares::vjp(&v);
    assert_eq!((value, back(2.0)), (5.0, vec![4.0, 8.0]));
    let d: Params = twice_passed_on::grad(&vec![0.5, 2.0]);
    check(&|x| twice_passed_on(&x.to_vec()), &[0.5, 2.0], &d);
    let d: Vec<Vec3> = points::grad(&[at, [0.5, 0.1, 0.2]]);
    let flat = |x: &[f64]| points(&[[x[0], x[1], x[2]], [x[3], x[4], x[5]]]);
    check(&flat, &[1.0, 2.0, 3.0, 0.5, 0.1, 0.2], &d.concat());
    let d: Matrix = of_matrix::grad(&vec![vec![1.0, 2.0], vec![0.5, 3.0]]);
    let flat = |x: &[f64]| of_matrix(&vec![vec![x[0], x[1]], vec![x[2], x[3]]]);
    check(&flat, &[1.0, 2.0, 0.5, 3.0], &d.concat());
    let (d, dx): (Matrix, f64) = of_length::grad(&vec![vec![1.0, 2.0], vec![0.5, 3.0]], 0.7);
    let flat = |x: &[f64]| of_length(&vec![vec![x[0], x[1]], vec![x[2], x[3]]], x[4]);
    check(&flat, &[1.0, 2.0, 0.5, 3.0, 0.7], &[d.concat(), vec![dx]].concat());
    let (d_spring, d_x) = of_traits::grad(&Spring { k: 0.3 }, &at);
    check(
        &|x| of_traits(&Spring { k: x[0] }, &[x[1], x[2], x[3]]),
        &[0.3, 1.0, 2.0, 3.0],
        &[d_spring.k, d_x[0], d_x[1], d_x[2]],
    );
}

#[test]
fn what_is_changed_has_buffers() {
    let (mut x, mut d): (Vec3, Vec3) = ([1.0, 2.0, 3.0], [1.0, 0.0, 1.0]);
    let ((), back) = step::vjp(&mut x, 2.0);
    let d_k = back(&mut d);
    assert_eq!(x, [4.0, 2.0, 7.0]);
    assert_eq!((d, d_k), ([8.0, 4.0, 1.0], 4.0));
    let (mut x, mut d): (Params, Params) = (vec![1.0, 2.0], vec![1.0, 1.0, 1.0]);
    let ((), back) = grow::vjp(&mut x, 2.0);
    let d_k = back(&mut d);
    assert_eq!(x, [2.0, 4.0, 4.0]);
    assert_eq!((d, d_k), (vec![6.0, 2.0], 7.0));
}

/// New arrays of products of elements, as what only has a name.
mod new {
    use backprop::{Differentiable, differentiable};

    type Triple = [f64; 3];

    #[differentiable]
    fn products(a: Triple, b: Triple) -> Triple {
        [a[1] * b[2], a[2] * b[0], a[0] * b[1]]
    }

    #[differentiable]
    fn scaled(a: Triple, k: f64) -> Triple {
        [a[0] * k, a[1] * k, k * a[2]]
    }

    /// Nothing here says that these are numbers.
    #[differentiable]
    fn waves(a: Triple, b: Triple) -> Triple {
        [a[1] * b[2] - a[2] * b[0], a[2] + b[0], a[0].sin() * b[1]]
    }

    #[differentiable]
    fn of_waves(a: Triple, b: Triple, k: f64) -> f64 {
        let w = waves(a, b);
        w[0] + k * w[1] + w[2]
    }

    #[differentiable]
    fn used(a: Triple, b: Triple, k: f64) -> f64 {
        let (p, q) = (products(a, b), scaled(a, k));
        p[0] + 2.0 * p[1] + q[2]
    }

    #[derive(Clone, Differentiable)]
    struct Pair {
        v: Triple,
        w: Triple,
    }

    #[differentiable]
    impl Pair {
        fn both(&self) -> (Triple, f64) {
            ([self.v[0] * self.w[0], self.v[1] * self.w[1], 0.0], self.v[2])
        }

        fn joined(&self) -> f64 {
            let (p, x) = self.both();
            let r: Triple = [self.v[0] * self.w[2], self.w[0], 1.0];
            p[0] + 3.0 * p[1] + x * r[0]
        }
    }

    #[test]
    fn of_products() {
        let (a, b) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
        assert_eq!(used::grad(a, b, 0.5), ([0.0, 6.0, 8.5], [6.0, 0.0, 2.0], 3.0));
        let (d_a, d_b, d_k) = of_waves::grad([0.0, 2.0, 3.0], b, 0.5);
        assert_eq!((d_a, d_b, d_k), ([5.0, 6.0, -3.5], [-2.5, 0.0, 2.0], 7.0));
        let d = Pair { v: a, w: b }.joined_grad();
        assert_eq!((d.v, d.w), ([22.0, 15.0, 6.0], [1.0, 6.0, 3.0]));
    }
}

/// Arrays by other names that go by value from a parameter to another function, again and again.
mod copies_of_parameters {
    use backprop::differentiable;

    type Triple = [f64; 3];
    type Matrix = [[f64; 2]; 2];
    type List = Vec<f64>;

    #[differentiable]
    fn dot(a: Triple, b: Triple) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    #[differentiable]
    fn unit(a: Triple) -> Triple {
        let norm = dot(a, a).sqrt();
        [a[0] / norm, a[1] / norm, a[2] / norm]
    }

    #[differentiable]
    fn product(a: Matrix, b: Matrix) -> Matrix {
        [
            [a[0][0] * b[0][0] + a[0][1] * b[1][0], a[0][0] * b[0][1] + a[0][1] * b[1][1]],
            [a[1][0] * b[0][0] + a[1][1] * b[1][0], a[1][0] * b[0][1] + a[1][1] * b[1][1]],
        ]
    }

    #[differentiable]
    fn cube(a: Matrix) -> Matrix {
        let t = a[0][1];
        let square = product(a, a);
        product(product([[t, 0.0], [0.0, 1.0]], square), a)
    }

    #[differentiable]
    fn sum(a: List) -> f64 {
        let mut s = 0.0;
        for x in &a {
            s += x * x;
        }
        s
    }

    #[differentiable]
    fn scaled(a: List) -> f64 {
        let first = a[0];
        first * sum(a)
    }

    #[differentiable]
    fn first(x: f64, y: f64, z: f64) -> f64 {
        let u = unit([x, y, z]);
        u[0]
    }

    #[test]
    fn arguments() {
        // 3² + 4² + 12² = 13².
        let (x, y, z) = first::grad(3.0, 4.0, 12.0);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} {b}");
        close(x, 160.0 / 2197.0);
        close(y, -12.0 / 2197.0);
        close(z, -36.0 / 2197.0);
        assert_eq!(scaled::value_and_grad(vec![2.0, 3.0]), (26.0, vec![13.0 + 8.0, 12.0]));
        // The upper right entry of the cube of `[[a, t], [0, d]]`, which is t (a² + a d + d²), times t.
        let (value, back) = cube::vjp([[2.0, 5.0], [0.0, 3.0]]);
        assert_eq!(value[0][1], 5.0 * 5.0 * 19.0);
        let d = back([[0.0, 1.0], [0.0, 0.0]]);
        assert_eq!(d[0][0], 25.0 * (2.0 * 2.0 + 3.0));
        assert_eq!(d[0][1], 2.0 * 5.0 * 19.0);
        assert_eq!(d[1][1], 25.0 * (2.0 + 2.0 * 3.0));
    }
}

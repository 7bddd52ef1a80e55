//! Other names for types, `type Vec3 = [f64; 3];`, in the file of the functions.

#![expect(clippy::float_cmp, reason = "small integers are exact")]
#![expect(clippy::cast_precision_loss, clippy::needless_range_loop, reason = "the programs are as people write them")]

mod differences;

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable};
use differences::check;

type Float = f64;
type Vec3 = [Float; 3];
type Mat3 = [Vec3; 3];
type Pair = (Float, usize);
type Row = [f32; N];
type List = Vec<Vec3>;

const N: usize = 2;

#[derive(Clone, Debug, Differentiable)]
struct Body {
    pos: Vec3,
    vel: Vec3,
    mass: Float,
}

#[differentiable]
fn dot(a: &Vec3, b: &Vec3) -> Float {
    let mut sum: Float = 0.0;
    for i in 0..3 {
        sum += a[i] * b[i];
    }
    sum
}

#[differentiable]
fn product(m: &Mat3, v: &Vec3) -> Vec3 {
    let mut out = Vec3::default();
    for i in 0..3 {
        out[i] = dot(&m[i], v);
    }
    out
}

#[differentiable]
fn norm(v: Vec3) -> Float {
    if v[0] > 0.0 { Float::sqrt(dot(&v, &v)) } else { 0.0 as Float }
}

#[differentiable]
fn step(body: &mut Body, force: Vec3, dt: Float) {
    for k in 0..3 {
        body.vel[k] += dt * force[k] / body.mass;
        body.pos[k] += dt * body.vel[k];
    }
}

#[differentiable]
impl Body {
    fn energy(&self, g: Vec3) -> Float {
        let vel: Vec3 = self.vel;
        0.5 * self.mass * dot(&vel, &vel) - self.mass * dot(&g, &self.pos)
    }
}

#[differentiable]
fn gain(by: Pair, x: Float) -> Float {
    let times = |y: Float| -> Float { y * by.0 };
    times(x) * by.1 as Float
}

#[differentiable]
fn simulated(x: &[Float]) -> Float {
    let mut body = Body { pos: [x[0], x[1], x[2]], vel: [0.0; 3], mass: x[3] };
    let m: Mat3 = [[1.0, 0.0, 0.5], [0.0, x[1], 0.0], [0.0, 0.2, 1.0]];
    for _ in 0..4 {
        let force = product(&m, &body.pos);
        step(&mut body, force, 0.1);
    }
    body.energy([0.0, 0.0, -9.8]) + norm(body.pos) + gain((x[0], 3), x[1])
}

#[test]
fn arrays_numbers_and_tuples_have_other_names() {
    let x = [0.5, 1.2, -0.4, 2.0];
    check(&|x| simulated(x), &x, &simulated::grad(&x));
}

#[differentiable]
fn rows(rows: &[Row], x: f32) -> f32 {
    let mut sum = 0.0;
    for row in rows {
        sum += row[0] * x + row[N - 1];
    }
    sum
}

#[differentiable]
fn total(list: &List) -> Float {
    let mut sum = 0.0;
    for v in list {
        sum += norm(*v);
    }
    sum
}

#[test]
fn names_stand_in_other_names_and_in_slices() {
    assert_eq!(rows(&[[1.0, 2.0]], 3.0), 5.0);
    assert_eq!(rows::grad(&[[1.0, 2.0]], 3.0), (vec![[3.0, 1.0]], 1.0));
    let gradient = total::grad(&vec![[3.0, 4.0, 0.0], [-1.0, 1.0, 1.0]]);
    assert_relative_eq!(gradient[0].as_slice(), [0.6, 0.8, 0.0].as_slice(), max_relative = 1e-12);
    assert_eq!(gradient[1], [0.0; 3]);
}

mod other {
    use backprop::differentiable;

    /// Another type of the name.
    pub(crate) type Vec3 = (f64, f64);

    #[differentiable]
    pub(crate) fn area(v: Vec3) -> f64 {
        v.0 * v.1
    }

    pub(crate) mod inner {
        use super::Vec3;
        use backprop::differentiable;

        #[differentiable]
        pub(crate) fn twice(v: Vec3) -> f64 {
            2.0 * v.0 + v.1
        }
    }
}

#[test]
fn a_name_means_what_stands_beside_the_function() {
    assert_eq!(other::area::grad((2.0, 3.0)), (3.0, 2.0));
    assert_eq!(other::inner::twice::grad((2.0, 3.0)), (2.0, 1.0));
}

#[differentiable]
fn generic<Float: Real>(x: Float) -> Float {
    x * x
}

#[differentiable]
fn of_its_own(x: f64) -> f64 {
    type Row = f32;
    const HALF: Row = 0.5;
    x * f64::from(HALF)
}

#[test]
fn a_name_that_a_function_declares_is_its_own() {
    assert_eq!(generic::grad(3.0_f32), 6.0);
    assert_eq!(of_its_own::grad(3.0), 0.5);
}

#[differentiable]
fn checked(x: Float) -> Float {
    assert!(x > 0.0 as Float, "the number {x} is not positive");
    assert!(x > 1.0);
    x * x
}

fn message(run: impl FnOnce() -> f64 + std::panic::UnwindSafe) -> String {
    let panicked = std::panic::catch_unwind(run).expect_err("it panics");
    let text = panicked.downcast_ref::<String>().cloned();
    text.or_else(|| panicked.downcast_ref::<&str>().map(ToString::to_string)).expect("a text")
}

#[test]
fn macros_say_what_is_written_in_them() {
    assert_eq!(checked::grad(3.0), 6.0);
    for x in [-1.0, 0.5] {
        assert_eq!(message(move || checked(x)), message(move || checked::grad(x)));
    }
}

mod places {
    pub(super) type Place = [f64; 2];
}

#[differentiable]
fn at(place: &places::Place, x: f64) -> f64 {
    let _ = place;
    x * x
}

#[test]
fn a_name_in_a_module_means_nothing_outside_of_it() {
    assert_eq!(at::grad(&[1.0, 2.0], 3.0).1, 6.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

type Matrix = [[Complex; 2]; 2];
type Point = Complex;
type Polygon = Vec<Point>;
type Weighted = (Point, Float);

#[differentiable]
fn twisted(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = *a;
    for i in 0..2 {
        for j in 0..2 {
            c[i][j].re += b[j][i].im * a[i][0].re;
        }
    }
    c
}

#[differentiable]
fn area(corners: &Polygon) -> f64 {
    let mut sum = 0.0;
    for i in 0..corners.len() {
        let next = &corners[(i + 1) % corners.len()];
        sum += corners[i].re * next.im - next.re * corners[i].im;
    }
    0.5 * sum
}

#[differentiable]
fn moment(all: &[Weighted]) -> f64 {
    let mut sum = 0.0;
    for (at, w) in all {
        sum += at.re * at.im.sin() * w;
    }
    sum
}

mod elsewhere {
    use super::Polygon;

    #[backprop::differentiable]
    pub(super) fn twice(corners: &Polygon) -> f64 {
        2.0 * super::area(corners)
    }
}

fn complex(p: &[f64]) -> Vec<Complex> {
    p.chunks(2).map(|p| Complex { re: p[0], im: p[1] }).collect()
}

#[test]
fn arrays_of_structs_have_other_names() {
    let of = |p: &[f64]| {
        let c = complex(p);
        [[c[0], c[1]], [c[2], c[3]]]
    };
    let p = [0.1, 0.7, -0.3, 0.4, 0.9, -0.2, 0.5, 0.8];
    let at = of(&p);
    let (_, pullback) = twisted::vjp(&at, &at);
    let mut seed = [[ComplexCotangent { re: 0.0, im: 0.0 }; 2]; 2];
    seed[0][1].re = 1.0;
    let (d_a, d_b) = pullback(seed);
    let sum = d_a.iter().flatten().zip(d_b.iter().flatten()).flat_map(|(a, b)| [a.re + b.re, a.im + b.im]);
    check(&|p| twisted(&of(p), &of(p))[0][1].re, &p, &sum.collect::<Vec<_>>());

    for gradient in
        [area::grad(&complex(&p)), elsewhere::twice::grad(&complex(&p)).into_iter().map(|d| d * 0.5).collect()]
    {
        let flat: Vec<f64> = gradient.iter().flat_map(|d| [d.re, d.im]).collect();
        check(&|p| area(&complex(p)), &p, &flat);
    }

    let of = |p: &[f64]| [(complex(p)[0], p[2]), (complex(p)[2], p[3])];
    let found = moment::grad(&of(&p));
    check(
        &|p| moment(&of(p)),
        &p,
        &[found[0].0.re, found[0].0.im, found[0].1, found[1].1, found[1].0.re, found[1].0.im, 0.0, 0.0],
    );
}

use backprop::{Differentiable, Real, differentiable};

#[differentiable(vjp = rule)]
//                     ^^^^ E0277 this rule gives something else
fn square(x: f64, y: f64) -> f64 {
    x * x + y
}

fn rule(x: f64, y: f64) -> (f64, f64) {
    (x * x + y, 2.0 * x)
}

#[differentiable(vjp = slope)]
//                     ^^^^^ E0277 this rule gives something else
fn cube(x: f64) -> f64 {
    x * x * x
}

fn slope(x: f64) -> f64 {
    3.0 * x * x
}

#[differentiable(vjp = of_one)]
//                     ^^^^^^ E0277 this rule gives something else
fn product(x: f64, y: f64) -> f64 {
    x * y
}

fn of_one(x: f64, y: f64) -> (f64, impl FnOnce(f64) -> f64) {
    (x * y, move |d| d * y)
}

#[differentiable(vjp = of_a_shorter_float)]
//                     ^^^^^^^^^^^^^^^^^^ E0277 this rule gives something else
fn doubled(x: f64) -> f64 {
    2.0 * x
}

fn of_a_shorter_float(x: f64) -> (f64, impl Fn(f32) -> f32) {
    (2.0 * x, move |d| 2.0 * d)
}

#[differentiable(vjp = of_two_sensitivities)]
//                     ^^^^^^^^^^^^^^^^^^^^ E0277 this rule gives something else
fn pair(x: f64) -> (f64, f64) {
    (x, x)
}

fn of_two_sensitivities(x: f64) -> ((f64, f64), impl Fn(f64, f64) -> f64) {
    ((x, x), move |d, e| d + e)
}

#[differentiable(vjp = of_reversed_entries)]
//                     ^^^^^^^^^^^^^^^^^^^ E0277 this rule gives something else
fn scaled(a: &[f64], k: f64) -> f64 {
    a[0] * k
}

fn of_reversed_entries(a: &[f64], k: f64) -> (f64, impl Fn(f64) -> (f64, Vec<f64>) + use<>) {
    let first = a[0];
    (first * k, move |d| (d * first, vec![d * k]))
}

#[differentiable(vjp = of_shorter_floats)]
//                     ^^^^^^^^^^^^^^^^^ E0308
fn halved(x: f64) -> f64 {
    0.5 * x
}

fn of_shorter_floats(x: f32) -> (f32, impl Fn(f32) -> f32) {
    (0.5 * x, move |d| 0.5 * d)
}

// A rule that takes other parameters: nothing is said of what it gives.
#[differentiable(vjp = of_less)]
//                     ^^^^^^^ E0061
fn more(x: f64, y: f64) -> f64 {
    x * y
}

fn of_less(x: f64) -> (f64, impl Fn(f64) -> f64) {
    (x, move |d| d)
}

#[differentiable(vjp = less_vjp)]
//                     ^^^^^^^^ E0061
fn less(x: f64) -> f64 {
    x
}

fn less_vjp(x: f64, y: f64) -> (f64, impl Fn(f64) -> (f64, f64)) {
    (x * y, move |d| (d * y, d * x))
}

#[differentiable(vjp = of_the_number)]
//                     ^^^^^^^^^^^^^ E0061
fn generic<T: Real>(x: T, n: usize) -> T {
    x.powi(n as i32)
}

fn of_the_number<T: Real>(x: T) -> (T, impl Fn(T) -> (T, T)) {
    (x, move |d| (d, d))
}

#[differentiable(vjp = of_integers)]
//                     ^^^^^^^^^^^ E0308
fn others(x: f64, n: usize) -> f64 {
    x * n as f64
}

fn of_integers(x: f64, n: i32) -> (f64, impl Fn(f64) -> f64) {
    (x * f64::from(n), move |d| d)
}

#[differentiable(vjp = of_one_array)]
//                     ^^^^^^^^^^^^ E0061
fn arrays(a: &[f64], b: &[f64]) -> f64 {
    a[0] * b[0]
}

fn of_one_array(a: &[f64]) -> (f64, impl Fn(f64) -> Vec<f64> + use<>) {
    (a[0], move |d| vec![d])
}

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
trait Curve {
    fn height(&self, x: f64) -> f64;
}

#[differentiable]
impl Line {
    #[differentiable(vjp = Self::of_self_alone)]
//                               ^^^^^^^^^^^^^ E0061
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }

    fn of_self_alone(&self) -> (f64, impl Fn(f64) -> LineCotangent + use<>) {
        (self.slope, move |d| LineCotangent { slope: d })
    }
}

#[differentiable]
impl Curve for Line {
    #[differentiable(vjp = height_alone)]
//                         ^^^^^^^^^^^^ E0061
    fn height(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn height_alone(line: &Line) -> (f64, impl Fn(f64) -> LineCotangent + use<>) {
    let slope = line.slope;
    (slope, move |d| LineCotangent { slope: d })
}

fn main() {
    let (_, (d_x, d_y)) = more::value_and_grad(1.0, 2.0);
    let _ = d_x + d_y + less::grad(1.0) + arrays::grad(&[1.0], &[2.0]).0[0];
}

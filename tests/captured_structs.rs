//! Structs with vectors that closures captured which are given to functions: quadrature, solvers and searches over a model. Gradients against
//! central differences; clones counted.

#![expect(
    clippy::items_after_statements,
    clippy::trivially_copy_pass_by_ref,
    clippy::needless_range_loop,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    reason = "loops and numbers as they are in books"
)]

mod differences;

use std::cell::Cell;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

thread_local! {
    static CLONES: Cell<usize> = const { Cell::new(0) };
}

#[derive(Differentiable)]
struct Model {
    rate: f64,
    weights: Vec<f64>,
}

impl Clone for Model {
    fn clone(&self) -> Self {
        CLONES.set(CLONES.get() + 1);
        Self { rate: self.rate, weights: self.weights.clone() }
    }
}

#[differentiable]
fn integral<F: Fn(f64) -> f64>(f: F, from: f64, to: f64) -> f64 {
    let width = (to - from) / 8.0;
    let mut sum = 0.0;
    for i in 0..8 {
        sum += width * f(from + (i as f64 + 0.5) * width);
    }
    sum
}

#[differentiable]
fn euler<F: Fn(f64, f64) -> f64>(f: F, y: f64, steps: usize) -> f64 {
    let mut y = y;
    for i in 0..steps {
        y += 0.1 * f(0.1 * i as f64, y);
    }
    y
}

#[differentiable]
fn total<F: Fn(usize) -> f64>(f: F, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        sum += f(i) * f(i);
    }
    sum
}

#[differentiable]
fn newton<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, slope: G, x: f64) -> f64 {
    let mut x = x;
    for _ in 0..6 {
        x -= f(x) / slope(x);
    }
    x
}

#[differentiable]
fn composed<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, g: G) -> impl Fn(f64) -> f64 {
    move |x| f(g(x))
}

#[differentiable]
impl Model {
    fn new(x: f64) -> Self {
        Self { rate: x, weights: vec![x * x, 1.0, -0.3 * x] }
    }

    fn at(&self, t: f64) -> f64 {
        self.rate * t * t + self.weights[0] * t.sin() + self.weights[1]
    }

    fn area(&self, from: f64, to: f64) -> f64 {
        integral(|t| self.at(t), from, to)
    }

    fn area_of_fields(&self, k: f64) -> f64 {
        integral(|t| self.at(t) * self.rate + self.weights[1] * k + k, 0.0, k)
    }

    fn by_name(&self, n: usize) -> f64 {
        let me = self;
        total(|j| me.at(0.3 * j as f64), n)
    }

    fn in_branches(&self, n: usize) -> f64 {
        if self.weights[0] > 0.0 {
            total(|j| self.at(j as f64), n)
        } else {
            total(|j| self.at(j as f64) + self.weights[j], n)
        }
    }

    fn by_other_closure(&self, n: usize) -> f64 {
        let g = |j: usize| self.at(0.2 * j as f64);
        g(1) + total(|i| total(|j| g(i) * g(j), n), n)
    }

    fn both(&self, n: usize) -> (f64, f64) {
        (total(|i| self.at(i as f64), n), total(move |i| self.at(i as f64) * 2.0, n))
    }

    fn with_other(&self, other: &Model, n: usize) -> f64 {
        let (a, b) = self.both(n);
        a * b + total(|i| self.at(i as f64) * other.at(i as f64) + weight(other, i), n)
    }

    fn by_value(self, n: usize) -> f64 {
        total(|i| self.at(i as f64), n)
    }

    fn trained(&mut self, k: f64, n: usize) -> f64 {
        for i in 0..n {
            let slope = integral(|t| self.at(t) * k, 0.0, 1.0);
            self.weights[i % 2] -= 0.1 * slope;
            self.rate -= 0.01 * slope * slope;
        }
        integral(|t| self.at(t), 0.0, 1.0)
    }
}

#[differentiable]
fn weight(m: &Model, i: usize) -> f64 {
    m.weights[i] * m.weights[0]
}

fn model(x: &[f64]) -> Model {
    Model { rate: x[0], weights: x[1..].to_vec() }
}

const AT: [f64; 4] = [0.7, 0.4, -0.3, 0.2];

fn flat(d: &ModelCotangent) -> Vec<f64> {
    [&[d.rate], d.weights.as_slice()].concat()
}

#[track_caller]
fn check_model(f: fn(&Model) -> f64, gradient: fn(&Model) -> ModelCotangent) {
    check(&|x| f(&model(x)), &AT, &flat(&gradient(&model(&AT))));
}

#[test]
fn methods_give_closures_over_self_away() {
    check_model(|m| m.area(0.1, 1.5), |m| Model::area_grad(m, 0.1, 1.5).0);
    check_model(|m| m.area_of_fields(1.3), |m| Model::area_of_fields_grad(m, 1.3).0);
    check_model(|m| m.by_name(3), |m| Model::by_name_grad(m, 3));
    check_model(|m| m.in_branches(3), |m| Model::in_branches_grad(m, 3));
    check_model(|m| m.by_other_closure(3), |m| Model::by_other_closure_grad(m, 3));
    check_model(|m| m.clone().by_value(3), |m| Model::by_value_grad(m.clone(), 3));
    check_model(|m| m.with_other(&Model::new(0.4), 3), |m| Model::with_other_grad(m, &Model::new(0.4), 3).0);
    check_model(|m| Model::new(0.4).with_other(m, 3), |m| Model::with_other_grad(&Model::new(0.4), m, 3).1);
}

#[test]
fn what_changes_is_captured_as_it_is_there() {
    check_model(|m| m.clone().trained(0.6, 3), |m| Model::trained_grad(&mut m.clone(), 0.6, 3).0);
    #[differentiable]
    fn f(x: f64) -> f64 {
        let mut m = Model::new(x);
        m.rate *= 2.0;
        let f = |t| m.at(t) * x;
        let area = integral(f, 0.0, 2.0);
        m.weights[0] = area;
        m.rate += area;
        integral(|t| m.at(t), 0.0, 2.0)
    }
    check(&|x| f(x[0]), &[0.7], &[f::grad(0.7)]);
}

#[differentiable]
fn along(m: &Model, y: f64, starts: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..starts.len() {
        sum += euler(|t, y| m.at(t) * y.cos(), y * starts[i], 5) + m.area(0.0, starts[i]);
    }
    sum
}

#[test]
fn parameters_and_local_structs_are_captured() {
    let starts = [0.3, 0.9];
    let f = |x: &[f64]| along(&model(x), 0.8, &starts);
    check(&f, &AT, &flat(&along::grad(&model(&AT), 0.8, &starts).0));

    #[differentiable]
    fn local(x: f64) -> f64 {
        let m = Model::new(x);
        let other: Model = Model::new(0.5 * x);
        m.rate * integral(|t| m.at(t) - other.at(t) * x, 0.0, 2.0) + m.at(x)
    }
    check(&|x| local(x[0]), &[0.7], &[local::grad(0.7)]);

    #[differentiable]
    fn in_turns(x: f64, n: usize) -> f64 {
        let mut y = x;
        for i in 0..n {
            let m = Model { rate: y, weights: vec![x, i as f64] };
            y += 0.1 * euler(|t, v| m.at(t) - v, y, 3);
        }
        y
    }
    check(&|x| in_turns(x[0], 3), &[0.7], &[in_turns::grad(0.7, 3)]);

    #[differentiable]
    fn elements(models: &[Model], y: f64) -> f64 {
        let mut y = y;
        for m in models {
            y += 0.1 * euler(|t, v| m.at(t) - v, y, 3);
        }
        for i in 0..models.len() {
            let m = &models[i];
            y += 0.1 * euler(|t, v| m.at(t) + v, y, 3);
        }
        y
    }
    let models = |x: &[f64]| [Model::new(0.3), model(x)];
    let (d, _) = elements::grad(&models(&AT), 0.4);
    check(&|x| elements(&models(x), 0.4), &AT, &flat(&d[1]));
}

#[derive(Clone, Differentiable)]
struct Polynomial {
    coefficients: Vec<f64>,
}

#[differentiable]
impl Polynomial {
    fn at(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for k in (0..self.coefficients.len()).rev() {
            sum = sum * x + self.coefficients[k];
        }
        sum
    }

    fn derivative(&self) -> Polynomial {
        let n = self.coefficients.len();
        let mut coefficients = vec![0.0; n - 1];
        for k in 1..n {
            coefficients[k - 1] = self.coefficients[k] * k as f64;
        }
        Polynomial { coefficients }
    }

    fn root(&self, x: f64) -> f64 {
        let slope = self.derivative();
        newton(|x| self.at(x), |x| slope.at(x), x)
    }
}

/// The root of x² + b x + c: its derivatives are -x / (2 x + b) and -1 / (2 x + b).
#[test]
fn a_root_has_the_derivatives_of_an_implicit_function() {
    let (b, c): (f64, f64) = (0.3, -2.0);
    let (root, (d, _)) = Polynomial::root_value_and_grad(&Polynomial { coefficients: vec![c, b, 1.0] }, 1.0);
    let exact = 0.5 * ((b * b - 4.0 * c).sqrt() - b);
    let slope = 2.0 * exact + b;
    let expected = [-1.0 / slope, -exact / slope, -exact * exact / slope];
    assert!((root - exact).abs() < 1e-14);
    for (found, expected) in d.coefficients.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

/// A solver with settings of its own, a trait, and numbers of any kind.
#[derive(Clone, Differentiable)]
struct Solver {
    width: f64,
    steps: usize,
}

#[differentiable]
impl Solver {
    fn solve<F: Fn(f64, f64) -> f64>(&self, f: F, y: f64) -> f64 {
        let mut y = y;
        for i in 0..self.steps {
            y += self.width * f(i as f64 * self.width, y);
        }
        y
    }
}

#[differentiable]
trait Dynamics {
    #[differentiable]
    fn rhs(&self, t: f64, y: f64) -> f64;

    #[differentiable]
    fn run(&self, y: f64) -> f64;
}

#[differentiable]
impl Dynamics for Model {
    fn rhs(&self, t: f64, y: f64) -> f64 {
        self.at(t) * y
    }

    fn run(&self, y: f64) -> f64 {
        euler(|t, y| self.rhs(t, y), y, 4)
    }
}

#[derive(Clone, Differentiable)]
struct Line<T> {
    coefficients: Vec<T>,
}

#[differentiable]
fn twice<T: Real, F: Fn(T) -> T>(f: F, x: T) -> T {
    f(f(x))
}

#[differentiable]
impl<T: Real> Line<T> {
    fn at(&self, x: T) -> T {
        self.coefficients[0] + self.coefficients[1] * x
    }

    fn twice(&self, x: T) -> T {
        twice(|x: T| self.at(x), x)
    }
}

#[test]
fn methods_of_traits_and_of_generic_structs_capture_self() {
    #[differentiable]
    fn run(solver: &Solver, m: &Model, y: f64) -> f64 {
        solver.solve(|t, y| m.rhs(t, y), y) + m.run(y)
    }
    let solver = Solver { width: 0.1, steps: 4 };
    let (d_solver, d, _) = run::grad(&solver, &model(&AT), 0.5);
    check(&|x| run(&solver, &model(x), 0.5), &AT, &flat(&d));
    check(&|x| run(&Solver { width: x[0], steps: 4 }, &model(&AT), 0.5), &[0.1], &[d_solver.width]);

    let line = |x: &[f64]| Line { coefficients: x.to_vec() };
    let (d, _) = Line::twice_grad(&line(&[0.3, 0.4]), 2.0);
    check(&|x| line(x).twice(2.0), &[0.3, 0.4], &d.coefficients);
}

/// A struct that is `Copy` may be captured by a closure of which a function is made.
#[derive(Clone, Copy, Differentiable)]
struct Scale {
    k: f64,
}

#[differentiable]
impl Scale {
    fn at(&self, x: f64) -> f64 {
        self.k * x * x
    }
}

#[test]
fn closures_of_which_functions_are_made_capture_copies() {
    #[differentiable]
    fn f(s: &Scale, x: f64) -> f64 {
        let h = composed(|x| s.at(x), |x| x * s.k);
        h(x) + h(2.0 * x)
    }
    // k³ x² + 4 k³ x².
    let (value, (d, dx)) = f::value_and_grad(&Scale { k: 0.5 }, 3.0);
    assert_eq!((value, d.k, dx), (5.625, 33.75, 3.75));
}

/// One clone for each call of the function around the closure, however often the closure is called.
#[test]
fn a_struct_is_cloned_once() {
    let m = model(&AT);
    CLONES.set(0);
    let _ = Model::area_grad(&m, 0.0, 1.0);
    assert_eq!(CLONES.get(), 1);
    let starts = [0.1; 8];
    CLONES.set(0);
    let _ = along::grad(&m, 0.5, &starts);
    assert_eq!(CLONES.get(), 1 + starts.len());
}

/// Fields of local structs: of what is declared with its type, or is `Copy`.
#[test]
fn fields_of_local_structs_are_captured() {
    #[differentiable]
    fn typed(x: f64) -> f64 {
        let m: Model = Model::new(x);
        integral(|t| m.at(t) * m.rate, 0.0, x)
    }
    check(&|x| typed(x[0]), &[0.7], &[typed::grad(0.7)]);

    #[differentiable]
    fn copied(x: f64) -> f64 {
        let s = Scale { k: x };
        let solver = Solver { width: x, steps: 3 };
        solver.solve(|t, y| s.k * y + s.at(t), x)
    }
    check(&|x| copied(x[0]), &[0.7], &[copied::grad(0.7)]);
}

#[derive(Clone, Copy, Differentiable)]
struct Settings {
    order: i32,
    scale: f64,
}

/// Of a struct that is put together here, a closure reads nothing that has a sensitivity.
#[test]
fn what_has_no_tangent_is_read_of_a_captured_struct() {
    #[differentiable]
    fn area(x: f64, y: f64) -> f64 {
        let s = Settings { order: 2, scale: x * y };
        integral(|t| t.powi(s.order) * y, 0.0, x)
    }
    check(&|x| area(x[0], x[1]), &[1.5, 0.7], &<[f64; 2]>::from(area::grad(1.5, 0.7)));

    #[differentiable]
    fn chosen(x: f64, y: f64) -> f64 {
        let mut s = Settings { order: 2, scale: x };
        if y > 0.0 {
            s.scale *= y;
        }
        integral(|t| t.powi(s.order) * y, 0.0, x) * s.scale
    }
    check(&|x| chosen(x[0], x[1]), &[1.5, 0.7], &<[f64; 2]>::from(chosen::grad(1.5, 0.7)));
}

/// A function that gives functions takes closures over structs by value. Where nobody uses what it gives, nothing else says so.
#[test]
fn what_gives_functions_may_give_them_to_nobody() {
    #[differentiable]
    fn shifted(f: impl Fn(f64) -> f64, by: f64) -> (f64, impl Fn(f64) -> f64) {
        let first = f(by);
        (first, move |x: f64| x + first)
    }

    #[differentiable]
    fn unused(x: f64) -> f64 {
        let s = Scale { k: x };
        let (first, _) = shifted(|t| s.k * t, x);
        let _rest = shifted(|t| s.k * s.k * t, 2.0);
        first
    }
    check(&|x| unused(x[0]), &[0.7], &[unused::grad(0.7)]);
}

/// A closure that nobody calls changes what a call of functions gave, and calls a parameter.
#[test]
#[expect(unused_assignments, clippy::no_effect_underscore_binding, reason = "nobody calls it")]
fn a_closure_that_nobody_calls() {
    #[differentiable]
    fn shifted(f: impl Fn(f64) -> f64, by: f64) -> impl Fn(f64) -> f64 {
        move |x: f64| f(x) + by
    }

    #[differentiable]
    fn both<F: Fn(f64) -> f64>(f: &F, x: f64) -> (f64, f64) {
        let mut u = shifted(f, x)(x);
        let mut _changes = |v: f64| {
            u += f(v);
            u = v + v;
        };
        (u, x)
    }

    #[differentiable]
    fn whole(x: f64) -> f64 {
        let (u, v) = both(&|t: f64| t * t * x, x);
        u * v
    }
    check(&|x| whole(x[0]), &[0.7], &[whole::grad(0.7)]);
}

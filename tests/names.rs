//! Names that could mean something else than they look like: the value, the effects and the gradient are those of the
//! function as it stands. Where a name means what the macro does not take it for, rustc refuses (`tests/rustc`).

#![allow(
    clippy::float_cmp,
    clippy::should_implement_trait,
    clippy::trait_duplication_in_bounds,
    reason = "small integers are exact, and the traits look like those of the libraries"
)]

use std::cell::Cell;
use std::f64::consts::PI;

use backprop::{Differentiable, Real, differentiable, differentiate};

const _THREE: i32 = 3;

#[differentiable]
fn chosen(x: f64, n: i32) -> f64 {
    match n {
        _THREE => x,
        0 => 3.0 * x,
        k if k > 9 => x * x,
        k => f64::from(k) * x,
    }
}

#[test]
fn a_constant_in_a_pattern_may_begin_with_an_underscore() {
    assert_eq!(chosen::value_and_grad(2.0, 3), (2.0, 1.0));
    assert_eq!(chosen::value_and_grad(2.0, 0), (6.0, 3.0));
    assert_eq!(chosen::value_and_grad(2.0, 10), (4.0, 4.0));
    assert_eq!(chosen::value_and_grad(2.0, 4), (8.0, 4.0));
}

trait Trigonometry {
    fn sin(&self) -> f64;
    fn max(&self, other: f64) -> f64;
}

struct Degrees(f64);

impl Trigonometry for Degrees {
    fn sin(&self) -> f64 {
        self.0 + 1.0
    }

    fn max(&self, other: f64) -> f64 {
        self.0 * other
    }
}

#[differentiable(wrt(x))]
fn of_a_trait(x: f64, angle: &Degrees) -> f64 {
    x * angle.sin() + 3.0 * angle.max(2.0) * x
}

#[test]
fn methods_of_what_has_no_tangent_may_have_names_of_primitives() {
    assert_eq!(of_a_trait::value_and_grad(2.0, &Degrees(4.0)), (58.0, 29.0));
}

thread_local!(static COUNT: Cell<u32> = const { Cell::new(0) });

trait Count {
    fn next() -> Self;
    fn zero() -> Self;
    fn ticks() -> u32;
}

impl Count for f64 {
    fn next() -> f64 {
        COUNT.set(COUNT.get() + 1);
        f64::from(COUNT.get())
    }

    fn zero() -> f64 {
        COUNT.set(COUNT.get() + 1);
        0.5
    }

    fn ticks() -> u32 {
        COUNT.set(COUNT.get() + 1);
        COUNT.get()
    }
}

#[differentiable]
fn counted(x: f64) -> f64 {
    let _first = f64::next();
    x * f64::next() * f64::next() + f64::zero() * f64::from(f64::ticks())
}

#[test]
fn a_function_of_a_scalar_type_is_called_as_often_as_it_is_written() {
    let fresh = || COUNT.set(0);
    fresh();
    let value = counted(2.0);
    assert_eq!((value, COUNT.get()), (14.5, 5));
    fresh();
    assert_eq!((counted::value_and_grad(2.0), COUNT.get()), ((value, 6.0), 5));
    fresh();
    assert_eq!((counted::grad(2.0), COUNT.get()), (6.0, 5));
    fresh();
    assert_eq!((counted::vjp(2.0).0, COUNT.get()), (value, 5));
}

#[differentiable]
fn by_paths(x: f64) -> f64 {
    use backprop::num_traits::Float;
    Float::exp(x) + <f64 as Float>::sin(x) + <f64>::cos(x) + f64::max(x, -1.0) + std::primitive::f64::abs(x)
}

#[differentiable]
fn by_paths_of<T: Real>(x: T) -> T {
    T::sin(x) + <T as backprop::num_traits::Float>::cos(x) + T::max(x, T::zero()) * T::PI() + T::default()
}

#[test]
fn primitives_by_paths() {
    assert_eq!(by_paths::grad(0.0), 1.0 + 1.0 + 0.0 + 1.0 + 0.0);
    assert_eq!(by_paths_of::grad(0.0), 1.0 + PI);
}

#[differentiable]
fn by_operators(x: f64) -> f64 {
    use std::ops::{Add, Mul, Neg};
    x.add(1.0).mul(x).neg()
}

#[test]
fn operators_by_their_names() {
    assert_eq!(by_operators::value_and_grad(1.0), (-2.0, -3.0));
}

#[differentiable]
fn imported(x: f64) -> f64 {
    use std::f64;
    use std::f64::consts::*;
    x * PI + f64::max(x, f64::EPSILON) * f64::consts::TAU
}

#[test]
fn the_module_f64_hides_nothing() {
    assert_eq!(imported::grad(2.0), 3.0 * PI);
}

#[test]
fn references_of_the_environment_are_numbers() {
    let measured = [1.0, 2.0];
    let gradients: Vec<f64> = measured.iter().map(|y| differentiate!(|x| (x - y).powi(2)).grad(3.0)).collect();
    assert_eq!(gradients, [4.0, 2.0]);
}

mod curves {
    use backprop::differentiable;

    #[differentiable]
    pub(crate) fn power(x: f64) -> f64 {
        x * x * x
    }

    pub(crate) mod straight {
        #[backprop::differentiable]
        pub(crate) fn same(x: f64) -> f64 {
            x
        }
    }
}

#[differentiable]
fn power(x: f64) -> f64 {
    2.0 * x
}

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn of_a_block(x: f64) -> f64 {
    use curves::{power, straight, straight::same as itself};
    power(x) + straight::same(x) + itself(x) + apply(power, x)
}

#[test]
fn imports_of_a_block_bring_the_derivatives_too() {
    assert_eq!(power::grad(3.0), 2.0);
    // 2 x³ + 2 x
    assert_eq!(of_a_block::value_and_grad(3.0), (60.0, 56.0));
}

#[differentiable]
fn again(x: f64, n: u32) -> f64 {
    use std::f64::consts::*;
    if n == 0 { x * PI } else { again(x, n - 1) }
}

#[test]
fn imports_of_all_names_hide_neither_variables_nor_the_function() {
    assert_eq!(again::grad(2.0, 3), PI);
}

#[differentiable]
fn cut(x: f64) -> f64 {
    use backprop::stop_gradient as constant;
    let y = {
        use backprop::stop_gradient;
        stop_gradient(x) * x
    };
    y + backprop::stop_gradient::<f64>(x) * x + constant(2.0) * x
}

#[test]
fn the_cut_by_its_paths() {
    assert_eq!(cut::grad(3.0), 8.0);
}

#[derive(Clone, Copy, Differentiable)]
struct P {
    a: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

impl Line {
    #[differentiable]
    fn at(self, p: P, x: f64) -> f64 {
        self.slope * p.a * x
    }
}

fn square_slope<T: Real>(y: T) -> T {
    differentiate!(|x: T| x * x * y).grad(y)
}

#[test]
fn a_struct_of_one_letter_is_no_scalar() {
    assert_eq!(differentiate!(|p: P| p.a * p.a).grad(P { a: 2.0 }).a, 4.0);
    let (_, d_p, _) = Line { slope: 2.0 }.at_grad(P { a: 3.0 }, 5.0);
    assert_eq!(d_p.a, 10.0);
    assert_eq!(square_slope(2.0_f32), 8.0);
}

#[differentiable]
trait NumericalModel {
    fn value(&self, x: f64) -> f64;
}

#[differentiable]
impl NumericalModel for Line {
    fn value(&self, x: f64) -> f64 {
        self.slope * x
    }
}

#[differentiable]
fn squared<M: NumericalModel>(model: &M, x: f64) -> f64 {
    model.value(x) * model.value(x)
}

#[test]
fn a_trait_that_begins_like_that_of_numbers_is_none() {
    let (d_model, d_x) = squared::grad(&Line { slope: 2.0 }, 3.0);
    assert_eq!((d_model.slope, d_x), (36.0, 24.0));
}

trait Table {
    fn entry(&self) -> f64;
}

impl Table for Line {
    fn entry(&self) -> f64 {
        self.slope
    }
}

#[expect(clippy::needless_pass_by_value, reason = "a box is given by value on purpose")]
#[differentiable(wrt(x))]
fn objects(x: f64, table: &dyn Table, owned: Box<dyn Table>, counts: [u32; 2]) -> f64 {
    x * table.entry() * owned.entry() * f64::from(counts[1])
}

#[test]
fn objects_that_are_no_functions_are_left_out() {
    let line = Line { slope: 2.0 };
    assert_eq!(objects::grad(1.0, &line, Box::new(line), [1, 3]), 12.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Complex(f64, f64);

#[differentiable]
impl Complex {
    fn mul(self, other: Complex) -> Complex {
        Complex(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }

    fn neg(self) -> Complex {
        Complex(-self.0, -self.1)
    }

    /// The real part of `-z³`.
    fn cube(self) -> f64 {
        let p = self.mul(self).mul(self).neg();
        p.0
    }
}

/// They are methods of the type, not operators on numbers.
#[test]
fn methods_with_the_names_of_operators() {
    // -z³ has the real part 3 a b² - a³.
    let (value, d) = Complex(2.0, 3.0).cube_value_and_grad();
    assert_eq!((value, d.0, d.1), (46.0, 15.0, 36.0));
}

/// It tells a variable from other expressions, and one of them by its name.
macro_rules! told {
    (counted) => {
        5.0
    };
    ($name:ident) => {{
        let _ = $name;
        2.0
    }};
    ($number:literal) => {
        3.0
    };
    ($value:expr) => {{
        let _ = $value;
        4.0
    }};
}

#[differentiable(wrt(x))]
fn told_apart(x: f64, data: &[f64]) -> f64 {
    let (counted, whole, chosen, half) = (1, -3, true, 0.5);
    let first = data[0] + half;
    let mut sum = x * told!(counted) * told!(whole) * told!(chosen) * told!(half) * told!(first);
    for turn in 0..=counted {
        sum += x * (told!(turn) + told!(turn + whole) + told!(7));
    }
    sum
}

#[test]
fn a_macro_finds_the_variables_that_are_written() {
    let (data, slope) = ([1.0], 80.0 + 2.0 * (2.0 + 4.0 + 3.0));
    assert_eq!(told_apart::value_and_grad(0.5, &data), (told_apart(0.5, &data), slope));
}

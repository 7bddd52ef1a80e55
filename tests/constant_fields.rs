//! Fields that are `#[constant]`, in structs of the same file: code reads them as they are, and the gradient takes them for constants.

#![expect(clippy::cast_precision_loss, clippy::needless_range_loop, reason = "the programs are as people write them")]

mod differences;

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable};
use differences::check;

/// The derivative of `f` at `x` in the direction of one variable, by a central difference.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-6 * (1.0 + x.abs());
    (f(x + h) - f(x - h)) / (2.0 * h)
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
    #[constant]
    length: f64,
    #[constant]
    order: usize,
}

#[differentiable]
fn power(x: f64, order: usize) -> f64 {
    let mut p = 1.0;
    for _ in 0..order {
        p *= x;
    }
    p
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        let stretch = x - self.length;
        let order = self.order;
        0.5 * self.stiffness * power(stretch, self.order) + power(x, order)
    }

    fn longer(self, by: f64) -> Spring {
        Spring { stiffness: self.stiffness * by, length: self.length + self.length, order: self.order }
    }

    fn relaxed(&mut self, dt: f64) -> f64 {
        self.stiffness -= dt * self.length.sqrt() * self.stiffness;
        self.stiffness * self.length
    }
}

#[test]
fn methods_read_numbers_and_counts() {
    let spring = Spring { stiffness: 3.0, length: 0.4, order: 2 };
    let (d_spring, d_x) = spring.energy_grad(1.7);
    assert_relative_eq!(d_x, slope(|x| spring.energy(x), 1.7), max_relative = 1e-8);
    let by = |stiffness| Spring { stiffness, ..spring }.energy(1.7);
    assert_relative_eq!(d_spring.stiffness, slope(by, 3.0), max_relative = 1e-8);
}

#[differentiable]
fn chained(spring: Spring, x: f64) -> f64 {
    let mut it = spring.longer(x);
    let given = it.relaxed(0.1);
    given + it.energy(x) * it.length
}

#[test]
fn structs_are_made_and_changed_with_them() {
    let spring = Spring { stiffness: 3.0, length: 0.4, order: 3 };
    let (d_spring, d_x) = chained::grad(spring, 1.3);
    assert_relative_eq!(d_x, slope(|x| chained(spring, x), 1.3), max_relative = 1e-8);
    let by = |stiffness| chained(Spring { stiffness, ..spring }, 1.3);
    assert_relative_eq!(d_spring.stiffness, slope(by, 3.0), max_relative = 1e-8);
}

#[derive(Clone, Debug, Differentiable)]
struct Filter<T> {
    gain: T,
    #[constant]
    taps: Vec<T>,
    #[constant]
    window: [T; 2],
    #[constant]
    range: (T, usize),
    springs: Vec<Spring>,
    #[constant]
    reference: Spring,
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

#[differentiable]
impl<T: Real> Filter<T> {
    fn scaled(&self, x: &[T]) -> T {
        let mut sum = T::zero();
        for (tap, v) in self.taps.iter().zip(x) {
            sum += *tap * *v * self.gain;
        }
        for tap in &self.taps {
            sum += *tap * x[0];
        }
        sum * self.range.0 + self.window[1] * self.gain
    }
}

#[differentiable]
impl Filter<f64> {
    fn response(&self, x: &[f64]) -> f64 {
        let taps = &self.taps;
        let copy = self.taps.clone();
        let mut sum = dot(x, &self.taps) + dot(&copy, x) + dot(taps, x);
        for (i, tap) in self.taps.iter().enumerate() {
            sum += tap * x[i] * self.taps[0];
        }
        for spring in &self.springs {
            sum += spring.stiffness * spring.length * power(x[0], spring.order);
        }
        for k in 0..self.springs.len() {
            sum += self.springs[k].length * x[k];
        }
        sum + x[1] * self.reference.stiffness + power(x[2], self.range.1)
    }
}

fn filter(gain: f64) -> Filter<f64> {
    let spring = |stiffness| Spring { stiffness, length: 0.7, order: 2 };
    Filter {
        gain,
        taps: vec![0.5, -1.0, 0.25],
        window: [1.5, 2.5],
        range: (0.3, 2),
        springs: vec![spring(1.1), spring(-0.4)],
        reference: spring(2.2),
    }
}

#[test]
fn arrays_tuples_and_structs_are_read() {
    let (filter, x) = (filter(1.2), [0.3, -0.8, 1.1]);
    let (_, d_x) = filter.response_grad(&x);
    let (d_filter, d_scaled) = filter.scaled_grad(&x);
    check(&|x| filter.response(x), &x, &d_x);
    check(&|x| filter.scaled(x), &x, &d_scaled);
    let by = |gain| Filter { gain, ..filter.clone() }.scaled(&x);
    assert_relative_eq!(d_filter.gain, slope(by, 1.2), max_relative = 1e-8);
}

#[differentiable]
fn settle(springs: &mut [Spring], x: f64) -> f64 {
    for spring in springs.iter_mut() {
        spring.stiffness *= x * spring.length;
    }
    let stiff = |spring: &Spring| spring.length * x;
    stiff(&springs[0]) + springs[1].stiffness * springs[1].length.sqrt()
}

#[test]
fn loops_change_what_stands_beside_them() {
    let springs = [1.0, 2.0].map(|stiffness| Spring { stiffness, length: 0.7, order: 2 });
    let (mut now, mut d_springs) = (springs, springs.map(|spring| spring.zero_cotangent()));
    let mut d_x = 0.0;
    let _ = settle::accumulate_grad(&mut now, 1.3, &mut d_springs, &mut d_x);
    assert_relative_eq!(d_x, slope(|x| settle(&mut springs.clone(), x), 1.3), max_relative = 1e-8);
}

mod elsewhere {
    use backprop::Differentiable;

    /// A struct that others call by the name of another, whose field is constant.
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub(crate) struct Loose {
        pub(crate) length: f64,
    }

    /// What holds one.
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub(crate) struct Holder {
        pub(crate) spring: Loose,
    }
}

#[differentiable]
fn other(spring: elsewhere::Loose, holder: elsewhere::Holder, x: f64) -> f64 {
    spring.length * x + holder.spring.length
}

#[test]
fn a_field_of_another_struct_of_the_name_has_its_derivative() {
    let spring = elsewhere::Loose { length: 2.0 };
    let (d_spring, d_holder, d_x) = other::grad(spring, elsewhere::Holder { spring }, 3.0);
    assert_relative_eq!(d_spring.length, 3.0);
    assert_relative_eq!(d_holder.spring.length, 1.0);
    assert_relative_eq!(d_x, 2.0);
}

#[differentiable]
fn within_a_function(x: f64) -> f64 {
    use elsewhere::Loose as Spring;
    let spring = Spring { length: x };
    spring.length * x
}

#[test]
fn a_struct_that_a_function_imports_is_another() {
    assert_relative_eq!(within_a_function::grad(3.0), 6.0);
}

#[differentiable]
fn checked(spring: Spring, x: f64) -> f64 {
    assert!(spring.length > 0.0);
    spring.length * x
}

#[test]
fn macros_say_what_is_written_in_them() {
    let spring = Spring { stiffness: 1.0, length: -1.0, order: 0 };
    let message = |run: &(dyn Fn() -> f64 + std::panic::RefUnwindSafe)| {
        let panicked = std::panic::catch_unwind(run).expect_err("it panics");
        panicked.downcast_ref::<&str>().map(ToString::to_string).expect("a text")
    };
    assert_eq!(message(&|| checked(spring, 2.0)), message(&|| checked::grad(spring, 2.0).1));
    assert_relative_eq!(checked::grad(Spring { length: 3.0, ..spring }, 2.0).1, 3.0);
}

#[derive(Clone, Differentiable)]
struct Ramp {
    scale: f64,
    #[constant]
    knots: Vec<f64>,
    #[constant]
    rows: Vec<[f64; 2]>,
}

#[differentiable]
impl Ramp {
    /// References to the numbers at the ends of a constant array.
    fn at(&self, x: f64) -> f64 {
        let first = self.knots.first().unwrap();
        let last = *self.knots.last().expect("there are some");
        let inside = self.scale * (x - first) / (last - first);
        if x <= *self.knots.first().unwrap() { self.scale } else { inside * (x - self.knots.last().unwrap()) }
    }

    /// Options of them.
    fn of_options(&self, x: f64) -> f64 {
        let mut sum = x * self.knots.first().copied().unwrap_or(0.5) * self.rows.last().unwrap()[1];
        if let Some(knot) = self.knots.get(1) {
            sum += self.scale * x * knot;
        }
        match self.knots.last() {
            Some(knot) => sum * knot,
            None => sum,
        }
    }
}

#[test]
fn ends_of_constant_arrays_are_read() {
    let of = |p: &[f64]| Ramp { scale: p[1], knots: vec![0.5, 1.5, 3.0], rows: vec![[1.0, 2.0]] };
    for p in [[0.2, 1.3], [1.2, 1.3]] {
        let (d, d_x) = of(&p).at_grad(p[0]);
        check(&|p| of(p).at(p[0]), &p, &[d_x, d.scale]);
        let (d, d_x) = of(&p).of_options_grad(p[0]);
        check(&|p| of(p).of_options(p[0]), &p, &[d_x, d.scale]);
    }
}

#[derive(Clone, Differentiable)]
struct Well {
    depths: Vec<f64>,
    #[constant]
    taps: Vec<f64>,
}

#[differentiable]
impl Well {
    fn pump(&mut self) {
        for (depth, tap) in self.depths.iter_mut().zip(&self.taps) {
            *depth = (*depth * tap).sin();
        }
        for (i, (depth, &tap)) in self.depths.iter_mut().zip(self.taps.iter()).enumerate() {
            *depth += *depth * tap * i as f64;
        }
    }
}

#[differentiable]
fn pumped(depths: &[f64]) -> f64 {
    let mut well = Well { depths: depths.to_vec(), taps: vec![0.5, 1.5] };
    for _ in 0..3 {
        well.pump();
    }
    well.depths[0] * well.depths[1]
}

#[test]
fn loops_that_change_elements_read_constant_arrays_beside_them() {
    let p = [0.4, 0.9];
    check(&|p| pumped(p), &p, &pumped::grad(&p));
}

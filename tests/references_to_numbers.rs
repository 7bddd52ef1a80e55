//! Parameters that refer to a real number, `x: &f64`: of functions, methods, traits, closures and functions of functions.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_borrows_for_generic_args,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "references to numbers are what is tested"
)]

mod differences;

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable, stop_gradient};
use differences::check;

#[differentiable]
fn square(x: &f64) -> f64 {
    x * x
}

#[differentiable]
fn mixed(x: &f64, y: f64, &z: &f64) -> f64 {
    let product = *x * y;
    product.sin() * x.abs() + (*x).cos() * z
}

#[test]
fn all_functions_beside_one_take_references_where_it_does() {
    assert_eq!(square::grad(&3.0), 6.0);
    assert_eq!(square::value_and_grad(&3.0), (9.0, 6.0));
    let (value, back) = square::vjp(&3.0);
    assert_eq!((value, back(2.0), back(1.0)), (9.0, 12.0, 6.0));
    let at = [0.7, -1.2, 0.4];
    let (x, y, z) = mixed::grad(&at[0], at[1], &at[2]);
    check(&|v| mixed(&v[0], v[1], &v[2]), &at, &[x, y, z]);
    let mut into = (1.0, 1.0, 1.0);
    let value = mixed::value_and_grad_into(&at[0], at[1], &at[2], &mut into.0, &mut into.1, &mut into.2);
    assert_eq!((value, into), (mixed(&at[0], at[1], &at[2]), (x, y, z)));
    mixed::accumulate_grad(&at[0], at[1], &at[2], &mut into.0, &mut into.1, &mut into.2);
    assert_eq!(into, (x + x, y + y, z + z));
}

#[differentiable]
fn over_elements(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v {
        sum += square(x) + mixed(x, 2.0 * x, &v[0]);
    }
    let last = v.last().unwrap();
    for (x, y) in v.iter().zip(&v[1..]) {
        sum *= mixed(last, *x, y) + square(&(x * y)) + square(&2.0);
    }
    sum
}

#[test]
fn elements_computed_values_and_constants_are_given() {
    let v = [0.3, -0.8, 1.1];
    check(&over_elements, &v, &over_elements::grad(&v));
}

#[differentiable]
fn sum_of<F: Fn(&f64) -> f64>(f: F, v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v {
        sum += f(x) * f(&2.0);
    }
    sum
}

#[differentiable]
fn pair_of<F>(f: &F, x: &f64, y: f64) -> f64
where
    F: Fn(&f64, f64) -> f64,
{
    f(x, y) - f(&y, *x)
}

#[differentiable]
fn functions(v: &[f64]) -> f64 {
    let a = v[0];
    let power = |x: &f64, y: f64| x.powi(2) * y * a;
    sum_of(|x| x * a, v)
        + sum_of(|x: &f64| *x * v[1], v)
        + sum_of(square, v) * sum_of(&square, v)
        + pair_of(&power, &v[1], v[2])
        + power(&v[2], 1.5)
}

#[test]
fn functions_of_references_are_given_away() {
    let v = [0.3, -0.8, 1.1];
    check(&functions, &v, &functions::grad(&v));
}

#[differentiable]
fn generic<T: Real>(x: &T, scale: &T) -> T {
    if *x > T::zero() { *x * *scale } else { (*x).exp() * *scale * *scale }
}

#[differentiable]
fn of_generic<T: Real>(v: &[T]) -> T {
    generic(&v[0], &v[1]) + generic(&(v[0] * v[1]), &v[0])
}

#[test]
fn type_parameters_are_referred_to() {
    for v in [[0.4, -0.9], [-0.4, 0.7]] {
        check(&of_generic, &v, &of_generic::grad(&v));
        let (x, scale) = generic::grad(&v[0], &v[1]);
        check(&|v| generic(&v[0], &v[1]), &v, &[x, scale]);
    }
    assert_eq!(generic::grad(&2.0_f32, &3.0), (3.0, 2.0));
}

#[differentiable]
trait Law {
    fn force(&self, x: &f64) -> f64;
    fn twice(&self, x: &f64, k: usize) -> f64 {
        2.0 * self.force(x) + self.force(&(*x * k as f64))
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Law for Spring {
    fn force(&self, x: &f64) -> f64 {
        -self.stiffness * x
    }
}

#[differentiable]
impl Spring {
    fn of(stiffness: &f64) -> Self {
        Self { stiffness: *stiffness }
    }
    fn energy(&self, x: &f64) -> f64 {
        0.5 * self.stiffness * square(x)
    }
    fn stretch(&mut self, by: &f64) -> f64 {
        self.stiffness *= by;
        self.stiffness
    }
}

#[differentiable]
fn of_law<L: Law>(law: &L, v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v {
        sum += law.force(x) * law.twice(x, 3);
    }
    sum
}

#[differentiable]
fn of_spring(v: &[f64]) -> f64 {
    let mut spring = Spring::of(&v[0]);
    let mut sum = of_law(&spring, v);
    for x in v {
        sum += spring.energy(x) * spring.stretch(x);
    }
    sum
}

#[test]
fn methods_and_traits_take_references() {
    let v = [0.6, -0.8, 1.1];
    check(&of_spring, &v, &of_spring::grad(&v));
    let spring = Spring { stiffness: 2.0 };
    check(&|v| of_law(&spring, v), &v, &of_law::grad(&spring, &v).1);
}

#[differentiable]
fn relax(state: &mut f64, rate: &f64, trail: &mut [f64], weights: &[f64]) -> f64 {
    for (slot, w) in trail.iter_mut().zip(weights) {
        *state -= rate * *state * w;
        *slot += *state;
    }
    *state * rate
}

#[differentiable]
fn relaxed(start: &f64, rate: &f64, weights: &[f64]) -> f64 {
    let mut state = *start;
    let mut trail = vec![0.0; weights.len()];
    let mut sum = relax(&mut state, rate, &mut trail, weights);
    sum += relax(&mut state, &(rate * 0.5), &mut trail, weights);
    for t in &trail {
        sum += t * t;
    }
    sum
}

#[test]
fn they_stand_beside_what_is_changed() {
    let v = [1.3, 0.2, 0.5, -0.4];
    let (start, rate, weights) = relaxed::grad(&v[0], &v[1], &v[2..]);
    check(&|v| relaxed(&v[0], &v[1], &v[2..]), &v, &[&[start, rate], &weights[..]].concat());
    let (mut state, mut trail) = (v[0], vec![0.0; 2]);
    let given = relax::grad(&mut state, &v[1], &mut trail, &v[2..]);
    let primal = |v: &[f64]| relax(&mut v[0].clone(), &v[1], &mut [0.0; 2], &v[2..]);
    check(&primal, &v, &[&[given.0, given.1], &given.3[..]].concat());
}

#[differentiable]
fn power(x: &f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

fn rule(x: &f64, y: f64) -> (f64, impl Fn(f64) -> (f64, f64) + use<>) {
    let x = *x;
    (x * y, move |d| (d * y, d * x))
}

#[differentiable(vjp = rule)]
fn product(x: &f64, y: f64) -> f64 {
    x * y
}

#[differentiable(wrt(y))]
fn left_out(x: &f64, y: &f64) -> f64 {
    x * y * product(y, *x) * power(y, 3)
}

#[test]
fn recursion_rules_and_what_is_left_out() {
    assert_eq!(power::grad(&2.0, 5), 80.0);
    assert_eq!(product::grad(&2.0, 5.0), (5.0, 2.0));
    // x² y⁵
    assert_relative_eq!(left_out::grad(&3.0, &2.0), 9.0 * 5.0 * 16.0, max_relative = 1e-14);
}

#[differentiable]
fn given_another<'a>(mut x: &'a f64, y: &'a f64) -> f64 {
    let mut sum = x * y;
    if *x > 1.0 {
        x = y;
    }
    sum += *x * 2.0;
    sum * x
}

#[differentiable]
fn simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

#[differentiable]
fn captured(x: &f64, y: &f64) -> f64 {
    simpson(|t| t * x + y, *x, 2.0) + simpson(move |t| (t * x).sin() * *y, 0.0, *y)
}

#[differentiable]
fn taken_apart(x: &f64, y: &f64) -> f64 {
    let larger = match x {
        v if *v > 1.0 => v * y,
        v => *v - y,
    };
    let (p, &q) = (x, y);
    let r = if *p > q { p } else { y };
    let shadow = {
        let x = *x + 1.0;
        let w = &x;
        *w * x
    };
    larger + p * q + x.max(*y) + f64::min(*x, *y) - -r + shadow
}

#[differentiable]
fn kept(x: &f64, y: &f64) -> f64 {
    let (v, w) = (vec![*x; 3], [*x, *y, x * y]);
    let (mut sum, mut n) = (0.0, 0);
    while sum < *x + 3.0 && n < 10 {
        sum += y * y;
        n += 1;
    }
    for i in 0..3 {
        sum += v[i] * w[i] * x;
    }
    sum
}

#[differentiable]
fn made(a: f64) -> impl Fn(&f64) -> f64 {
    move |x: &f64| a * x * x
}

#[differentiable]
fn of_two<F: Fn(&f64, &f64) -> f64>(f: F, x: &f64) -> f64 {
    f(x, &2.0) * f(&1.5, x)
}

#[differentiable]
fn passed(x: &f64, y: &f64) -> f64 {
    let f = made(*y);
    let spring = Spring { stiffness: *x };
    f(x) + f(&3.0)
        + of_two(|a, b| a * b * y, x)
        + of_two(|a: &f64, b: &f64| a.powi(2) - b, y)
        + spring.energy(&spring.stiffness)
        + spring.energy(&1.5)
        + mixed(&2.0, *x, y)
}

#[test]
fn references_are_used_as_values_are() {
    macro_rules! all {
        ($($f:ident)*) => { $(
            for p in [[1.3, 0.7], [0.4, 1.9], [-0.6, 0.8]] {
                let (value, (x, y)) = $f::value_and_grad(&p[0], &p[1]);
                assert_eq!(value.to_bits(), $f(&p[0], &p[1]).to_bits(), "{}", stringify!($f));
                check(&|p| $f(&p[0], &p[1]), &p, &[x, y]);
            }
        )* };
    }
    all!(given_another captured taken_apart kept passed);
}

trait Kind {
    fn weight(&self) -> f64;
}

impl Kind for f64 {
    fn weight(&self) -> f64 {
        10.0
    }
}

impl Kind for &f64 {
    fn weight(&self) -> f64 {
        100.0
    }
}

fn weight_of<K: Kind>(k: K) -> f64 {
    k.weight()
}

fn above(x: &f64, bound: f64) -> bool {
    *x > bound
}

#[differentiable]
fn for_hosts(v: &[f64], first: &f64) -> f64 {
    let mut sum = weight_of(stop_gradient(first)) * first;
    for x in v {
        let same = x;
        if above(stop_gradient(same), 0.0) {
            sum += x * stop_gradient(weight_of(x));
        }
        sum += stop_gradient(weight_of(*x)) * x;
    }
    let last = &v[v.len() - 1];
    let product = first * last;
    let of_product = &product;
    sum + stop_gradient(weight_of(last)) * last + stop_gradient(weight_of(of_product) + *of_product) * of_product
}

#[test]
fn code_of_the_host_is_given_the_references_that_it_takes() {
    let v = [0.5, -2.0, 3.0];
    let (gradient, first) = for_hosts::grad(&v, &4.0);
    let (value, _) = for_hosts::vjp(&v, &4.0);
    assert_eq!(value, for_hosts(&v, &4.0));
    let product = 100.0 + 12.0;
    assert_eq!(gradient, [110.0, 10.0, 210.0 + product * 4.0]);
    assert_eq!(first, 100.0 + product * 3.0);
}

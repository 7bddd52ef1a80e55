//! Conversions between numbers, and what has no tangent beside what has one: methods and functions that give integers and
//! truth values, fields of structs that are left out.

#![allow(clippy::float_cmp, reason = "the expected values are exact")]
#![allow(clippy::many_single_char_names, reason = "formulas with the names of formulas")]

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
fn truths(x: f64, b: bool) -> f64 {
    x * f64::from(b) + x * f64::from(x > 1.0) + f64::from(true)
}

#[differentiable]
#[allow(clippy::many_single_char_names, reason = "one parameter of each type")]
fn integers(x: f64, a: u8, b: i16, c: u32, d: f32) -> f64 {
    x * (f64::from(a) + f64::from(b) + f64::from(c) + f64::from(2)) + x * f64::from(d)
}

fn three() -> u16 {
    3
}

#[differentiable(wrt(x))]
fn of_rustc(x: f32, of: &[u8], on: &[bool]) -> f32 {
    x * f32::from(three()) * f32::from(of[0]) * f32::from(on[0])
}

#[test]
fn reals_from_what_they_can_be_made_of() {
    assert_eq!(truths::value_and_grad(2.0, true), (5.0, 2.0));
    assert_eq!(truths::value_and_grad(0.5, false), (1.0, 0.0));
    assert_eq!(integers::value_and_grad(2.0, 1, -3, 4, 0.5), (9.0, (4.5, 2.0)));
    assert_eq!(of_rustc::value_and_grad(2.0, &[5], &[true]), (30.0, 15.0));
}

#[differentiable]
fn mean<T: Real>(x: &[T], k: T) -> T {
    let mut sum = T::zero();
    for (i, v) in x.iter().enumerate() {
        sum += *v * T::from(i + 1).unwrap();
    }
    sum / T::from(x.len()).expect("a length is a number") + T::from(2.0).unwrap() * k
}

#[differentiable]
fn average<T: Real>(x: &[T], k: T) -> T {
    let mut sum = T::zero();
    let mut count = 0;
    for (i, v) in x.iter().enumerate() {
        count += 1;
        sum += *v * T::from_usize(i + 1).unwrap();
    }
    sum / T::from_usize(x.len()).unwrap() + T::from_i32(count).expect("a count") * T::from_f64(0.5).unwrap() * k
}

#[test]
fn numbers_of_a_type_parameter_from_named_types() {
    let expected = (17.25, (vec![0.25, 0.5, 0.75, 1.0], 2.0));
    assert_eq!(average::value_and_grad(&[1.0, 2.0, 4.0, 7.0], 3.0), expected);
}

#[test]
fn numbers_of_a_type_parameter_from_integers() {
    // (1 * 1 + 2 * 2 + 3 * 4 + 4 * 7) / 4 + 2 * 3
    let expected = (17.25, (vec![0.25, 0.5, 0.75, 1.0], 2.0));
    assert_eq!(mean::value_and_grad(&[1.0, 2.0, 4.0, 7.0], 3.0), expected);
    // It is rounded once: by way of an `f64`, this one is rounded twice, to the even neighbour.
    let (value, derivative) = rounded::value_and_grad(1.0_f32, (1 << 60) + (1 << 36) + 1);
    assert_eq!((value, derivative), (rounded(1.0_f32, (1 << 60) + (1 << 36) + 1), value));
}

#[differentiable]
fn rounded<T: Real>(x: T, n: u64) -> T {
    x * T::from(n).unwrap()
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    2.0 * x
}

#[differentiable]
fn halved(x: f32) -> f32 {
    0.5 * x
}

#[differentiable]
#[allow(clippy::cast_possible_truncation, reason = "the cast is what is tested")]
fn narrowed(x: f64) -> f32 {
    let y = doubled(x);
    doubled(x) as f32 * y as f32
}

#[differentiable]
fn widened(x: f32) -> f64 {
    f64::from(halved(x)) * f64::from(halved(x))
}

/// What another function gives is of a type that only rustc knows, and has a derivative all the same.
#[test]
fn conversions_of_what_a_function_gives() {
    assert_eq!(narrowed::value_and_grad(3.0), (36.0, 24.0));
    assert_eq!(widened::value_and_grad(3.0), (2.25, 1.5));
}

#[derive(Clone, Debug, Differentiable)]
struct Polynomial {
    scale: f64,
    name: String,
    degree: i32,
}

impl Polynomial {
    fn is_linear(&self) -> bool {
        self.degree == 1
    }

    fn degree(&self) -> i32 {
        self.degree
    }

    fn length(&self) -> usize {
        self.name.len()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn above(&self, limit: f64) -> bool {
        self.scale > limit
    }

    #[differentiable]
    #[allow(clippy::cast_precision_loss, reason = "the cast is what is tested")]
    fn at(&self, x: f64) -> f64 {
        let value = if self.is_linear() { x } else { x.powi(self.degree()) };
        self.scale * value * self.length() as f64 * f64::from(self.degree())
    }
}

#[differentiable]
#[allow(clippy::cast_precision_loss, reason = "the cast is what is tested")]
fn lengths(of: &Polynomial, x: f64) -> f64 {
    let name: String = of.name();
    let length: usize = of.length();
    x * of.scale * name.len() as f64 * length as f64
}

fn is_large(x: f64) -> bool {
    x > 10.0
}

#[differentiable]
fn choices(of: &Polynomial, x: f64) -> f64 {
    if of.name.is_empty() {
        0.0
    } else if of.above(x) && !is_large(x) {
        x * of.scale
    } else {
        match of.degree() {
            1 => x,
            2 => x * x,
            _ => 1.0,
        }
    }
}

#[test]
fn methods_that_give_what_has_no_tangent() {
    let cubic = Polynomial { scale: 2.0, name: "abc".to_owned(), degree: 3 };
    let (value, (d_cubic, dx)) = {
        let (value, back) = cubic.at_vjp(2.0);
        (value, back(1.0))
    };
    assert_eq!(value, 144.0);
    assert_eq!((d_cubic.scale, dx), (72.0, 216.0));
    let line = Polynomial { degree: 1, ..cubic.clone() };
    assert_eq!(line.at_grad(2.0).1, 6.0);
    assert_eq!(lengths::grad(&cubic, 2.0).1, 18.0);
    let square = Polynomial { degree: 2, ..cubic };
    let slopes = [1.0, 4.0, 11.0].map(|x| {
        let (d_square, dx) = choices::grad(&square, x);
        (d_square.scale, dx)
    });
    assert_eq!(slopes, [(1.0, 2.0), (0.0, 8.0), (0.0, 22.0)]);
}

struct Weights(f64, u8);

#[differentiable(wrt(x))]
fn weighed(x: f64, weights: &Weights) -> f64 {
    x * weights.0 * f64::from(weights.1)
}

#[test]
fn fields_of_a_tuple_struct_that_is_left_out() {
    assert_eq!(weighed::value_and_grad(2.0, &Weights(1.5, 4)), (12.0, 6.0));
}

#[allow(non_snake_case, reason = "a function may be named like a type")]
#[differentiable]
fn Power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * Power(x, n - 1) }
}

#[test]
fn a_function_in_upper_case_calls_itself() {
    assert_eq!(Power::grad(2.0, 3), 12.0);
}

mod moved {
    use std::ops::{AddAssign, DivAssign, MulAssign};

    use super::{Differentiable, differentiable};

    /// It is not `Copy`.
    #[derive(Differentiable)]
    struct Pair {
        a: f64,
        b: f64,
    }

    #[differentiable]
    impl AddAssign for Pair {
        fn add_assign(&mut self, other: Self) {
            self.a += other.a;
            self.b += other.b;
        }
    }

    #[differentiable]
    impl AddAssign<&Pair> for Pair {
        fn add_assign(&mut self, other: &Pair) {
            *self += Pair { a: other.a, b: other.b };
        }
    }

    #[differentiable]
    impl MulAssign for Pair {
        fn mul_assign(&mut self, other: Self) {
            self.a *= other.a;
            self.b *= other.b * self.a;
        }
    }

    #[differentiable]
    impl DivAssign<f64> for Pair {
        fn div_assign(&mut self, divisor: f64) {
            self.a /= divisor;
            self.b /= divisor;
        }
    }

    #[differentiable]
    fn all(p: Pair, q: Pair, r: &Pair) -> f64 {
        let mut p = p;
        p += q;
        p *= Pair { a: 3.0, b: 2.0 };
        p += r;
        p /= 2.0;
        p.a = p.a * p.a;
        p.a * p.b
    }

    #[test]
    fn assignments_to_structs_that_are_not_copied() {
        // a = (3 (p.a + q.a) + r.a) / 2, b = (2 (p.b + q.b) 3 (p.a + q.a) + r.b) / 2, and a² b.
        let (p, q, r) = (Pair { a: 1.0, b: 0.5 }, Pair { a: 2.0, b: 1.5 }, Pair { a: 1.0, b: 4.0 });
        let (a, b) = (5.0, 20.0);
        let (value, (dp, dq, dr)) = all::value_and_grad(p, q, &r);
        assert_eq!(value, a * a * b);
        let (da, db) = (2.0 * a * b, a * a);
        assert_eq!((dp.a, dp.b), (1.5 * da + 6.0 * db, 9.0 * db));
        assert_eq!((dq.a, dq.b), (dp.a, dp.b));
        assert_eq!((dr.a, dr.b), (0.5 * da, 0.5 * db));
    }
}

/// `into` of a number is the standard library's, wherever the types are known.
#[test]
fn numbers_become_wider_ones() {
    #[backprop::differentiable]
    fn by_let(x: f32) -> f64 {
        let y: f64 = x.into();
        y * y
    }
    #[backprop::differentiable]
    fn as_operand(x: f32) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            let v: f64 = (x * 2.0).into();
            sum += v * f64::from(i);
        }
        if x > 1.0 { sum } else { x.into() }
    }
    assert_eq!(by_let::value_and_grad(0.5), (0.25, 1.0));
    assert_eq!(as_operand::value_and_grad(2.0), (12.0, 6.0));
    assert_eq!(as_operand::value_and_grad(0.5), (0.5, 1.0));
}

/// What methods of numbers give that is no number.
#[differentiable]
fn compared(x: f64, y: f64) -> f64 {
    use std::cmp::Ordering;
    let first = match x.partial_cmp(&y) {
        Some(Ordering::Less) => x * x,
        Some(Ordering::Equal) => x,
        Some(Ordering::Greater) => y * y,
        None => 0.0,
    };
    let order = y.total_cmp(&3.0);
    let second = match order {
        Ordering::Less => x,
        _ => 2.0 * y,
    };
    let bits = x.to_bits();
    first * second * f64::from(u8::try_from(bits >> 62).expect("two bits"))
}

#[test]
fn comparisons_and_bits_of_what_depends_on_a_parameter() {
    assert_eq!(compared::value_and_grad(2.0, 2.5), (8.0, (12.0, 0.0)));
    assert_eq!(compared::value_and_grad(2.0, 4.0), (32.0, (32.0, 8.0)));
    assert_eq!(compared::value_and_grad(3.0, 2.0), (12.0, (4.0, 12.0)));
    assert_eq!(compared::value_and_grad(f64::NAN, 4.0).1, (0.0, 0.0));
}

/// A product of two of them is a number, which only rustc knows.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl std::ops::Mul for Pair {
    type Output = f64;

    fn mul(self, other: Pair) -> f64 {
        self.0 * other.0 + self.1 * other.1
    }
}

#[differentiable]
fn asked_of_a_product(x: f64, y: f64) -> f64 {
    let p = Pair(x, y);
    let mut sum = if (p * p).is_finite() && !(p * p).is_nan() { x * x } else { x };
    if (p * Pair(1.0, 0.0)).is_sign_negative() || (p * p).is_infinite() {
        sum += 3.0 * y;
    }
    if (p * Pair(0.0, 1.0)).is_sign_positive() && (p * p).is_normal() {
        sum *= 2.0;
    }
    sum
}

#[test]
fn predicates_of_numbers_that_only_rustc_knows() {
    assert_eq!(asked_of_a_product::value_and_grad(3.0, 2.0), (18.0, (12.0, 0.0)));
    assert_eq!(asked_of_a_product::value_and_grad(-3.0, -2.0), (3.0, (-6.0, 3.0)));
    assert_eq!(asked_of_a_product::value_and_grad(1e200, 2.0), (1e200 + 6.0, (1.0, 3.0)));
    assert_eq!(asked_of_a_product::value_and_grad(0.0, 0.0), (0.0, (0.0, 0.0)));
}

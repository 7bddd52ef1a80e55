//! Methods that name their type, by paths and with lifetimes that are left out, against central differences.

mod differences;
mod pairs;

use backprop::{Differentiable, Real, differentiable};
use pairs::check;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Line {
    slope: f64,
    shift: f64,
}

#[differentiable]
fn wound(x: f64) -> f64 {
    x * x
}

#[differentiable]
trait Wind {
    fn wind(self, n: u32) -> f64;

    fn unwound(self, n: u32) -> f64;
}

#[differentiable]
impl Wind for Line {
    fn wind(self, n: u32) -> f64 {
        let next = Line { slope: self.slope * self.shift, shift: self.slope };
        if n == 0 { self.shift } else { self.slope * Line::wind(next, n - 1) + <Line as Wind>::wind(self, n - 1) }
    }

    fn unwound(self, n: u32) -> f64 {
        if n == 0 { self.slope } else { self.shift * Wind::unwound(self, n - 1) }
    }
}

#[differentiable]
trait Tower {
    fn tower(self, n: u32) -> f64;
}

#[differentiable]
impl Tower for f64 {
    fn tower(self, n: u32) -> f64 {
        if n == 0 { self } else { self * f64::tower(self * 0.5, n - 1) + <f64 as Tower>::tower(self.sin(), n - 1) }
    }
}

#[differentiable]
impl<T: Real> Pair<T> {
    fn power(self, n: u32) -> T {
        let next = Pair { a: self.a * self.b, b: self.b };
        if n == 0 { self.a } else { self.b * Pair::<T>::power(next, n - 1) }
    }

    fn halves(self, n: u32) -> T {
        if n == 0 { self.a } else { Pair::halves(self.turned(n), n - 1) * self.b + <Pair<T>>::halves(self, n - 1) }
    }

    fn turned(self, n: u32) -> Self {
        if n < 2 { self } else { Pair::<T>::turned(Pair { a: self.b, b: self.a * self.b }, n - 2) }
    }

    /// No recursion: a function of the same name.
    fn wound(self) -> Self {
        Pair { a: self.b * self.a, ..self }
    }
}

#[differentiable]
impl Line {
    fn wound(self) -> Self {
        Line { slope: wound(self.slope) * self.shift, shift: wound(self.shift) }
    }
}

#[differentiable]
fn by_the_name_of_the_type(x: f64, y: f64) -> f64 {
    let (line, pair) = (Line { slope: x, shift: y }, Pair::<f64> { a: y, b: x });
    let wound: Line = line.wound();
    let all: f64 = line.wind(3) * pair.power(3) + pair.halves(3);
    all + wound.slope * wound.shift + pair.wound().a + line.unwound(2) + Tower::tower(x, 3)
}

#[test]
fn methods_that_call_themselves_by_the_name_of_their_type() {
    check!(by_the_name_of_the_type);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Marked<'a, T> {
    a: T,
    #[constant]
    name: &'a str,
}

#[differentiable]
impl<'a, T: Real> Marked<'a, T> {
    fn doubled(self) -> Self {
        Marked { a: self.a + self.a, ..self }
    }

    fn of(self, other: &Marked<'_, T>) -> T {
        self.a * other.a * other.a
    }
}

#[differentiable]
trait Weigh {
    fn weigh(&self, of: Marked<'_, f64>, by: &Marked<'_, f64>) -> f64;
}

#[differentiable]
impl Weigh for Line {
    fn weigh(&self, of: Marked<'_, f64>, by: &Marked<'_, f64>) -> f64 {
        self.slope * of.a + self.shift * by.a
    }
}

#[differentiable]
fn elided<T: Real>(b: &Marked<'_, T>, k: T) -> T {
    b.a * k * k
}

#[differentiable]
fn elided_twice<T: Real>(Marked { a, .. }: Marked<'_, T>, (c, k): (&Marked<'_, T>, T)) -> T {
    a * c.a * k
}

#[differentiable]
fn elided_and_given<T: Real>(b: Marked<'_, T>) -> Marked<'_, T> {
    Marked { a: b.a * b.a, ..b }
}

#[differentiable]
fn elided_to_functions<T: Real>(f: impl Fn(T) -> T, b: &Marked<'_, T>, n: usize) -> T {
    if n == 0 { f(b.a) } else { b.a * f(f(b.a)) }
}

#[differentiable]
fn lifetimes(x: f64, y: f64) -> f64 {
    let (b, c): (Marked<'_, f64>, Marked<'_, f64>) = (Marked { a: x, name: "name" }, Marked { a: y, name: "name" });
    let given: Marked<'_, f64> = elided_and_given(b);
    let line = Line { slope: y, shift: x };
    elided(&b, y)
        + elided_twice(b, (&c, x)) * given.a
        + elided_to_functions(|v| v * x, &c, 1)
        + c.doubled().of(&b)
        + line.weigh(b, &c)
}

#[test]
fn parameters_with_elided_lifetimes() {
    check!(lifetimes);
    let (b, c) = (Marked { a: 2.0, name: "b" }, Marked { a: 3.0, name: "c" });
    assert_eq!(elided::grad(&b, 3.0), (MarkedCotangent { a: 9.0 }, 12.0));
    let (value, back) = b.of_vjp(&c);
    assert_eq!((value, back(1.0)), (18.0, (MarkedCotangent { a: 9.0 }, MarkedCotangent { a: 12.0 })));
    let (given, back) = elided_and_given::vjp(c);
    assert_eq!((given.a, given.name, back(MarkedCotangent { a: 1.0 }).a), (9.0, "c", 6.0));
}

#[differentiable]
trait Curve {
    fn square(&self) -> f64;
    fn line(&self, k: f64) -> f64;
    fn wave(&self) -> f64;
    fn cube(self) -> f64;
}

#[differentiable]
impl Curve for f64 {
    fn square(&self) -> f64 {
        *self * *self
    }

    fn line(&self, k: f64) -> f64 {
        self * k + 2.0 * *self
    }

    fn wave(&self) -> f64 {
        self.sin() * self.powi(2) + if *self > 0.0 { self.exp() } else { 0.0 }
    }

    fn cube(self) -> f64 {
        self * self * self
    }
}

#[differentiable]
impl Curve for Pair<f64> {
    fn square(&self) -> f64 {
        self.a * self.b
    }

    fn line(&self, k: f64) -> f64 {
        self.a * k
    }

    fn wave(&self) -> f64 {
        self.b
    }

    fn cube(self) -> f64 {
        self.a
    }
}

#[differentiable]
fn of_numbers(x: f64, k: f64) -> f64 {
    x.square() + x.line(k) * x.wave() + x.cube()
}

#[differentiable]
fn of_any<C: Curve>(curve: &C, k: f64) -> f64 {
    curve.square() * k + curve.line(k)
}

#[test]
fn methods_that_look_at_numbers() {
    let (x, k) = (0.7_f64, 1.3);
    let (dx, dk) = of_numbers::grad(x, k);
    let wave = x.sin() * x * x + x.exp();
    let d_wave = x.cos() * x * x + 2.0 * x * x.sin() + x.exp();
    let expected = 2.0 * x + (k + 2.0) * wave + x * (k + 2.0) * d_wave + 3.0 * x * x;
    assert!((dx - expected).abs() < 1e-13 && (dk - x * wave).abs() < 1e-13, "{dx} {dk}");
    assert_eq!(of_any::grad(&3.0, 2.0), (16.0, 12.0));
    let (d_pair, dk) = of_any::grad(&Pair { a: 3.0, b: 5.0 }, 2.0);
    assert_eq!((d_pair.a, d_pair.b, dk), (12.0, 6.0, 18.0));
}

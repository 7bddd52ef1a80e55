//! Structs, methods, traits and operators, against dual numbers.

#![allow(
    clippy::type_complexity,
    clippy::many_single_char_names,
    clippy::redundant_closure_call,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    clippy::eq_op,
    clippy::let_and_return,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::should_implement_trait,
    clippy::clone_on_copy,
    clippy::assign_op_pattern,
    clippy::return_self_not_must_use,
    clippy::must_use_candidate,
    clippy::suspicious_arithmetic_impl,
    clippy::no_effect_underscore_binding,
    clippy::useless_conversion,
    clippy::op_ref,
    reason = "every way to write them"
)]
#![allow(dead_code, reason = "not every operation of dual numbers is used here")]

#[macro_use]
mod dual_numbers;

functions! {
    @structs {
        pub(super) struct Point {
            pub(super) x: f64,
            pub(super) y: f64,
        }

        pub(super) struct Pair(f64, f64);

        pub(super) struct Line(Pair, Pair, (f64, f64));

        pub(super) struct Labelled {
            value: f64,
            count: usize,
            name: &'static str,
        }

        pub(super) struct Body {
            mass: f64,
            at: Point,
            speed: Point,
        }

        pub(super) struct Spring {
            stiffness: f64,
            rest: f64,
        }

        pub(super) struct Gravity(f64);

        pub(super) struct Vector<T> {
            a: T,
            b: T,
        }

        pub(super) struct Unit;

        pub(super) struct Term(usize, f64);

        pub(super) struct Force {
            x: f64,
            y: f64,
        }
    }

    @helpers {
        impl Point {
            pub(super) fn new(x: f64, y: f64) -> Self { Self { x, y } }

            fn on_circle(angle: f64) -> Point { Point { x: angle.cos(), y: angle.sin() } }

            fn norm(&self) -> f64 { self.norm2().sqrt() }

            fn norm2(self) -> f64 { self.x * self.x + self.y * self.y }

            fn crossed(&self, Self { x, y }: Self) -> f64 {
                let Self { x: a, y: b } = self;
                let Point { x: c, .. } = *self;
                *a * y - *b * x * c
            }

            fn dot(&self, other: &Point) -> f64 { self.x * other.x + self.y * other.y }

            fn scaled(self, k: f64) -> Self { Point { x: self.x * k, y: self.y * k } }

            fn unit(self) -> Self {
                let r = self.x.hypot(self.y);
                Self { x: self.x / r, y: self.y.sin() }
            }

            fn cube(v: f64) -> f64 { v * v * v }

            fn turned(&self) -> Point { Self { x: -self.y, ..*self } }

            fn mapped(self, f: impl Fn(f64) -> f64) -> Self { Self::new(f(self.x), f(self.y)) }

            fn halved(&self, n: u32) -> f64 {
                if n == 0 { self.norm() } else { self.x * self.turned().scaled(self.y).halved(n - 1) }
            }

            fn spiral(self, n: u32) -> Self { if n == 0 { self } else { Self::spiral(self.turned() + self.scaled(self.x), n - 1) } }

            fn stepped(self, n: u32) -> f64 {
                if n == 0 { self.x } else { self.y * Point::stepped(self.turned(), n - 1) + Point::norm2(self) }
            }

            fn shift(self) -> impl Fn(f64) -> f64 { move |v| v * self.x + self.y }
        }

        impl std::ops::Add for Point {
            type Output = Point;

            fn add(self, other: Point) -> Point { Point { x: self.x + other.x, y: self.y + other.y } }
        }

        impl Vector<f64> {
            fn with(a: f64, b: f64) -> Self { Self { a: b, b: a } }

            fn swapped(self) -> Self { Vector { a: self.b, b: self.a } }
        }

        impl std::ops::Sub<Point> for Point {
            type Output = Self;

            fn sub(self, other: Self) -> Self { Self::new(self.x - other.x, self.y - other.y) }
        }

        impl std::ops::Mul<Point> for f64 {
            type Output = Point;

            fn mul(self, other: Point) -> Point { other.scaled(self) }
        }

        impl std::ops::Mul<f64> for Point {
            type Output = Point;

            fn mul(self, k: f64) -> Point { k * self }
        }

        impl std::ops::Mul for Point {
            type Output = f64;

            fn mul(self, other: Point) -> f64 { self.dot(&other) }
        }

        impl std::ops::Neg for Point {
            type Output = Point;

            fn neg(self) -> Point { Point::new(-self.x, -self.y) }
        }

        impl std::ops::AddAssign for Point {
            fn add_assign(&mut self, other: Point) {
                self.x += other.x;
                *self = Point { y: self.y + other.y, ..*self };
            }
        }

        impl std::ops::MulAssign<f64> for Point {
            fn mul_assign(&mut self, k: f64) { *self = k * *self; }
        }

        impl<'a> std::ops::Add<&'a Force> for &'a Force {
            type Output = Force;

            fn add(self, other: &'a Force) -> Force { Force { x: self.x + other.x, y: self.y + other.y } }
        }

        impl std::ops::Sub for &Force {
            type Output = Force;

            fn sub(self, other: Self) -> Self::Output { self + &-other }
        }

        impl std::ops::Sub<&Force> for Force {
            type Output = Force;

            fn sub(self, other: &Self) -> Self { &self - other }
        }

        impl std::ops::Mul<&Force> for &Force {
            type Output = f64;

            fn mul(self, other: &Force) -> f64 { self.x * other.x + self.y * other.y }
        }

        impl std::ops::Mul<f64> for &Force {
            type Output = Force;

            fn mul(self, k: f64) -> Force { Force { x: self.x * k, y: self.y * k } }
        }

        impl std::ops::Mul<&Force> for f64 {
            type Output = Force;

            fn mul(self, force: &Force) -> Force { force * self }
        }

        impl std::ops::Neg for &Force {
            type Output = Force;

            fn neg(self) -> Force { Force { x: -self.x, ..*self } * &Force { x: f64::from(1.0), y: f64::from(-1.0) } }
        }

        impl std::ops::Mul<&Force> for Force {
            type Output = Force;

            fn mul(self, other: &Force) -> Force { Force { x: self.x * other.x, y: self.y * other.y } }
        }

        impl std::ops::AddAssign<&Force> for Force {
            fn add_assign(&mut self, other: &Force) {
                self.x += other.x;
                self.y = self.y + other.y * self.x;
            }
        }

        pub(super) fn resultant(a: &Force, b: &Force, k: f64) -> Force { &(a + b) * k - a }

        pub(super) trait Potential {
            fn energy(&self, x: f64) -> f64;

            fn slope(&self, x: f64) -> f64 { (self.energy(x + 0.5) - self.energy(x - 0.5)) * 2.0 }

            fn least() -> f64;
        }

        impl Potential for Spring {
            fn energy(&self, x: f64) -> f64 {
                let stretch = x - self.rest;
                0.5 * self.stiffness * stretch * stretch
            }

            fn least() -> f64 { f64::from(0.0) }
        }

        impl Potential for Gravity {
            fn energy(&self, x: f64) -> f64 { self.0 * x }

            fn slope(&self, x: f64) -> f64 { self.0 + 0.0 * x }

            fn least() -> f64 { f64::from(-1.0) }
        }

        pub(super) fn total<P: Potential>(p: &P, x: f64) -> f64 { p.energy(x) * p.slope(x) + Potential::energy(p, x * x) }

        pub(super) fn sum_of<P, Q>(p: P, q: &Q, x: f64) -> f64
        where
            P: Potential,
            Q: Potential,
        {
            p.energy(x) + q.energy(x) * total(q, x)
        }

        pub(super) fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 { f(f(x)) }

        pub(super) fn by_reference(p: &Point, spring: &Spring, x: f64) -> f64 {
            twice(|v| p.x * v + distance(p, &p.scaled(v)), x) + twice(|v| spring.energy(v) * p.norm(), x)
        }

        pub(super) fn generic_by_reference<P: Potential + Copy>(p: &P, x: f64) -> f64 { twice(|v| p.energy(v) * x, x) }

        pub(super) fn midpoint(p: Point, q: Point) -> Point { f64::from(0.5) * (p + q) }

        pub(super) fn distance(p: &Point, q: &Point) -> f64 { (*p - *q).norm() }

        pub(super) fn of_point(f: impl Fn(Point, f64) -> f64, x: f64) -> f64 { f(Point::new(x, x * x), x) }

        pub(super) fn slopes<F: Fn(f64) -> f64>(f: F, x: f64) -> (f64, impl Fn(f64) -> (f64, f64)) {
            let line = Line(Pair(x, f(x)), Pair(f(x * x), x), (f(f(x)), x));
            let body = Body { mass: x, at: Point { x: f(x), y: x }, speed: Point { x, y: x * x } };
            (x, move |v: f64| (v * line.0.1 + body.at.x, if v > body.mass { line.2.0 } else { line.1.0 }))
        }

        pub(super) fn of_vector(f: impl Fn(Vector<f64>) -> f64, x: f64) -> f64 { f(Vector::with(x, x * x)) }

        pub(super) fn of_parts(f: impl Fn((Point, (f64, Vector<f64>)), f64) -> f64, x: f64) -> f64 {
            f((Point::new(x * x, x), (x, Vector::with(x, x * x))), x)
        }

        pub(super) fn area(Point { x, y }: Point, Pair(a, b): Pair) -> f64 { x * b - y.sin() * a }

        pub(super) fn apart(body: &Body, Point { x, y: height }: &Point) -> f64 {
            let Body { mass, at: at @ Point { x: left, .. }, speed } = body;
            let Point { y, .. } = *speed;
            distance(speed, at) * *mass * *left + *x * y * *height + speed.norm()
        }

        pub(super) fn of_own<P: Potential>(f: impl Fn(P, f64) -> f64, p: P, x: f64) -> f64 { f(p, x) * x }

        pub(super) fn powered(n: usize, x: f64) -> f64 { if n == 0 { x.cos() } else { x * powered(n - 1, x) } }

        pub(super) fn of_term(t: &Term) -> f64 { powered(t.0, t.1) }

        pub(super) fn polar(p: Point) -> (f64, f64) { (p.norm(), p.y.atan2(p.x)) }

        pub(super) fn ends_of(x: f64) -> Line { Line(Pair(x, x * x), Pair(x.sin(), x.cos()), (x.exp(), x)) }

        pub(super) fn energy_of(body: &Body) -> f64 { 0.5 * body.mass * body.speed.norm2() + body.mass * body.at.y }
    }

    fields(x: 0.5..1.5, y: -1.0..1.0) { let p = Point { x: x * y, y }; p.x * p.x + p.y.sin() * p.x }
    tuple_fields(x: 0.5..1.5, y: -1.0..1.0) { let p = Pair(x, x * y); let q = Pair(p.1, p.0 * p.1); q.0 * p.0 + q.1 }
    numbered_fields_of_fields(x: 0.5..1.5, y: -1.0..1.0) {
        let mut l = Line(Pair(x, y), Pair(x * y, y * y), (x, y));
        l.1.0 = l.0.1 * x;
        l.0.1 += l.1.0;
        let ends = |l: &Line| l.0.0 * l.1.1 + l.0.1 * l.2.1;
        if l.0.1 > 0.1 { ends(&l) * l.2.0 } else { l.1.0.sin() - l.1.1 }
    }
    without_a_real_in_the_signature(x: 0.5..1.5, y: 0.1..1.0) { Point::new(x, y).unit() * Point::new(y, x) }
    function_of_a_type_as_a_value(x: 0.5..1.5, y: -1.0..1.0) { Point::new(x, y).mapped(Point::cube).mapped(Point::cube).norm2() }
    copied_fields(m: 0.5..1.5, v: -1.0..1.0) {
        let body = Body { mass: m, at: Point::new(v, m), speed: Point::new(m, v) };
        body.at.clone().scaled(m).norm() * body.speed.clone().norm2() + body.at.scaled(v).norm2()
    }
    negated_field(x: 0.5..1.5, y: -1.0..1.0) {
        let mut p = (|q: Point| Point { x: f64::from(0.5), y: q.y })(Point::new(x, y));
        p.x = -p.x;
        p.x * p.y * x
    }
    changed_in_branches(x: 0.5..1.5, y: -1.0..1.0) {
        let change = |mut b: Body| {
            match if y > 0.0 { 3 } else { 2 } {
                3 => { b = Body { mass: b.at.y, at: Point { x: b.mass, ..b.at }, speed: b.at }; }
                _ => { b.mass = b.speed.y * b.at.y; }
            }
            b
        };
        let body: Body = change(Body { mass: x, at: Point::new(y, x), speed: Point::new(x, x * y) });
        energy_of(&body) * body.at.x + body.speed.x
    }
    without_dependence(x: 0.5..1.5) {
        let p = Point { x: f64::from(0.5), y: f64::from(0.25) };
        let spring = Spring { stiffness: f64::from(0.5), rest: f64::from(2.0) };
        let y = p.y;
        let q = Point { x: y, y: p.x };
        x.sin() * q.dot(&p) - x / p.scaled(y).norm() + total(&spring, y) * x + q.dot(&Point { y: p.x, x: y })
    }
    changes_without_dependence(x: 0.5..1.5) {
        let mut k = f64::from(0.5);
        let p = Point { x: { k *= f64::from(0.75); k * k }, y: f64::from(2.0) };
        let n: f64 = p.scaled({ k += f64::from(0.5); k }).norm();
        x * k + p.x * x + n * x
    }
    constructor(x: 0.5..1.5, y: -1.0..1.0) { let p = Point::new(x, y); let q: Point = Point::on_circle(y); p.x * q.y - p.y * q.x }
    constants(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Labelled { value: x * y, count: 3, name: "p" };
        assert!(p.count == 3 && p.name == "p");
        p.value * x
    }
    fields_without_tangent_passed(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Labelled { value: x * y, count: 3, name: "p" };
        let (t, n) = (Term(p.count, p.value), p.count);
        let f = |q: Term, v: f64| powered(q.0, v) * q.1;
        let u = if y > 0.0 { Term(t.0, x) } else { Term(n, y) };
        of_term(&t) + powered(p.count, x) * powered(n, y) + f(t, x) + powered(t.0 + 1, of_term(&u))
    }
    unit(x: 0.5..1.5) { let _unit = Unit; x * x }
    nested(m: 0.5..1.5, v: -1.0..1.0) {
        let body = Body { mass: m, at: Point { x: v, y: m * v }, speed: Point { x: v * v, y: m } };
        energy_of(&body) + body.at.x * body.speed.y
    }
    updated(x: 0.5..1.5, y: -1.0..1.0) { let p = Point::new(x, y); let q = Point { x: p.y * p.x, ..p }; p * q }
    assigned(x: 0.5..1.5, y: -1.0..1.0) {
        let mut p = Point { x, y };
        p.x = p.y * p.x;
        p.y += p.x;
        p.x *= 2.0;
        p.norm2()
    }
    assigned_inside(m: 0.5..1.5, v: -1.0..1.0) {
        let mut body = Body { mass: m, at: Point::new(v, m), speed: Point::new(m, v) };
        body.at.y = body.at.x * m;
        body.speed.x += body.at.y;
        energy_of(&body)
    }
    structs_inside_assigned(m: 0.5..1.5, v: -1.0..1.0) {
        let mut body = Body { mass: m, at: Point::new(v, m), speed: Point::new(m, v) };
        let speed: Point = body.speed;
        body.speed = body.at;
        body.at.y += body.speed.y * speed.x;
        let other = Body { at: Point { x: body.mass, ..body.at }, ..body };
        body.mass *= other.at.x + body.at.y;
        energy_of(&body) * energy_of(&other)
    }
    methods(x: 0.5..1.5, y: -1.0..1.0) { let p = Point::new(x, y); p.norm() + p.scaled(x).dot(&p.turned()) + Point::dot(&p, &p.turned().scaled(y)) }
    chained(x: 0.5..1.5, y: -1.0..1.0) { Point::new(x, y).scaled(y).turned().scaled(x).norm2() }
    references(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point::new(x, y);
        let r = &p;
        let q = r.clone().scaled(f64::from(2.0));
        distance(r, &q) + (*r + q).norm2()
    }
    operators(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point::new(x, y);
        let q = f64::from(2.0) * p - (-p) * y + p;
        q * p + (p + q).norm() + midpoint(p, q) * q
    }
    compound(x: 0.5..1.5, y: -1.0..1.0) {
        let mut p = Point::new(x, y);
        let q = p.turned();
        p += q;
        p *= x;
        p += y * p;
        p * q
    }
    tuple_given(x: 0.5..1.5, y: -1.0..1.0) { let (r, angle) = polar(Point::new(x, y)); r * angle + angle }
    fields_of_tuples_given(x: 0.5..1.5, y: 0.1..1.0) {
        let t = polar(Point::new(x, y));
        let f = |k: f64| t.1 * k;
        let (v, k) = (ends_of(x), polar(Point::new(f64::from(2.0), f64::from(1.0))).0);
        let n: f64 = polar(Point::new(y, x)).1;
        f(x) * k + if x > 1.0 { t.0 } else { n } + v.0.0 * v.1.1.sin() + v.2.1 * ends_of(y).2.0
    }
    mapped(x: 0.5..1.5, y: -1.0..1.0) { Point::new(x, y).mapped(|v| v * x + y).mapped(f64::sin).norm2() }
    function_of_method(x: 0.5..1.5, y: -1.0..1.0) { let f = Point::new(x, y).shift(); f(x) * f(f(y)) }
    captured(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point { x, y };
        let f = |k: f64| p.x * k + p.y;
        let g = |k: f64| p.scaled(k).norm2();
        f(x) * f(y) + g(x)
    }
    in_branches(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point { x, y };
        let q = if y > 0.0 { p.scaled(x) } else { Point::new(y, x) };
        q * p + if x > 1.0 { q.norm() } else { p.x }
    }
    captured_references(x: 0.5..1.5, y: 0.1..1.0) {
        let (p, spring) = (Point::new(x, y), Spring { stiffness: y, rest: x });
        let r = &p;
        let f = |v: f64| r.x * v + twice(|u| r.norm() * u, v);
        by_reference(&p, &spring, y) + generic_by_reference(&spring, x) + f(x) + twice(f, y)
    }
    recursive(x: 0.5..1.5, y: 0.1..1.0) { let p = Point::new(x, y); p.halved(3) + p.spiral(3).norm2() + p.stepped(3) }
    traits(k: 0.5..1.5, x: -1.0..1.0) {
        let spring = Spring { stiffness: k, rest: x * k };
        total(&spring, x) + spring.energy(k) + spring.slope(x) + Spring::least()
    }
    two_traits(k: 0.5..1.5, x: -1.0..1.0) { sum_of(Gravity(x), &Spring { stiffness: k, rest: x }, k) + sum_of(Spring { stiffness: x, rest: k }, &Gravity(k), x) }
    rotated(x: 0.5..1.5, angle: -1.0..1.0) {
        let (c, s) = (angle.cos(), angle.sin());
        let rotate = |p: Point| Point { x: c * p.x - s * p.y, y: s * p.x + c * p.y };
        rotate(rotate(Point { x, y: x * angle })).x
    }
    fields_of_results(x: 0.5..1.5, y: 0.1..1.0) {
        let p = midpoint(Point::new(x, y), Point::on_circle(y));
        let q = Point::new(x, y).turned();
        p.x * q.y + (p + q).x * midpoint(p, q).y + Point::on_circle(x * y).y + (f64::from(2.0) * q).x + (-p).y
    }
    parameters_with_structs(x: 0.5..1.5, y: 0.1..1.0) {
        of_point(|p: Point, v: f64| p.x * y + p.norm() * v, x) * of_vector(|w: Vector<f64>| w.a * y + w.b, x)
            + of_parts(|q: (Point, (f64, Vector<f64>)), v: f64| q.0.y * v + q.0.scaled(y).x + q.1.1.a * q.1.0, x)
            + of_parts(|(p, (k, w)): (Point, (f64, Vector<f64>)), _: f64| p.y * y + p.norm() * k + w.swapped().b, x)
    }
    operators_on_references(x: 0.5..1.5, y: 0.1..1.0) {
        let (a, b) = (Force { x, y: x * y }, Force { x: y, y: x.sin() });
        let c = &a + &b;
        let d = &c - &(x * &a);
        let mut e = resultant(&d, &-&b, y);
        e += &d;
        let f = |force: &Force, k: f64| &(force * k) * &a;
        f(&e, y) * f(&(e - &b), x) + &c * &d
    }
    operators_on_references_in_passed_closures(x: 0.5..1.5, y: 0.1..1.0) {
        let a = Force { x, y: x * y };
        let b = &a;
        twice(|v| &(v * b) * &(b - &(v * &a)), y) + twice(|v| { let c = &a * v; &c * b }, x)
    }
    structs_captured_and_given_back(x: 0.5..1.5, y: 0.1..1.0) {
        let (k, f) = slopes(|v| v.sin() * y, x);
        let ((a, b), (c, d)) = (f(y * k), f(x * x));
        a * b + c * d
    }
    parameters_without_types(x: 0.5..1.5, y: 0.1..1.0) {
        of_point(|p, v| p.x * y + p.norm() * v, x) * of_vector(|w| w.a * y + w.swapped().b, x)
            + of_parts(|(p, (k, w)), _| p.turned().x * y + p.norm() * k + w.swapped().b, x)
            + of_own(|s, v| s.energy(v) * y, Spring { stiffness: x * y, rest: y }, x)
            + of_own(|g, v| of_point(|p, w| p.norm() * g.energy(w), v), Gravity(y), x)
    }
    fields_of_fields_taken(m: 0.5..1.5, v: 0.1..1.0) {
        let body = Body { mass: m, at: Point { x: v, y: m * v }, speed: Point { x: v * v, y: m } };
        let at = body.at;
        let speed = body.speed;
        let sum = at + speed;
        at.x * speed.y + sum.x
    }
    generic_without_arguments(x: 0.5..1.5, y: 0.1..1.0) {
        let w = Vector { a: x, b: y }.swapped();
        let z = Vector::with(x * y, y);
        w.a * w.b + z.a * x + z.b
    }
    results_assigned(x: 0.5..1.5, y: 0.1..1.0) {
        let mut p = midpoint(Point::new(x, y), Point::on_circle(y));
        p.x *= p.y;
        let before = p;
        p.y = p.x * x;
        p.x += y;
        p.x * p.y + before.y
    }
    taken_apart(x: 0.5..1.5, y: -1.0..1.0) {
        let Point { x: a, y } = Point { x: x * y, y };
        let Point { y: b, .. }: Point = Point::new(x, a).turned();
        let Pair(c, mut d) = Pair(b, x * x);
        let Unit = Unit;
        let Pair(first, ..) = Pair(c, d);
        d *= y + first;
        a * d + b.sin() * c
    }
    taken_apart_inside(m: 0.5..1.5, v: -1.0..1.0) {
        let body = Body { mass: m, at: Point { x: v, y: m * v }, speed: Point { x: v * v, y: m } };
        let Body { at: Point { x, y: height }, mass, .. } = body;
        let Body { speed: speed @ Point { x: fast, y: _ }, .. } = body;
        let (Point { y, .. }, k) = (body.speed, x * fast);
        let Line(Pair(a, b), Pair(..), (c, d)) = Line(Pair(x, y), Pair(y, x), (height, mass));
        mass * height + speed.norm() * k - a * b + c * d
    }
    results_taken_apart(x: 0.5..1.5, y: 0.1..1.0) {
        let Point { x: a, y: b } = midpoint(Point::new(x, y), Point::on_circle(y));
        let Vector { a: c, b: d } = Vector::with(x * y, a).swapped();
        let Vector { a: e, .. } = Vector { a: x, b: c };
        let Pair(f, g) = if x > 1.0 { Pair(a, b) } else { Pair(d, c) };
        a * b + c.sin() * d + e * f * g
    }
    references_taken_apart(m: 0.5..1.5, v: 0.1..1.0) {
        let body = Body { mass: m, at: Point { x: v, y: m * v }, speed: Point { x: v * v, y: m } };
        let (r, &Point { x, y }) = (&body, &body.at);
        let Body { mass, at, speed: Point { .. } } = r;
        let sum = *at + Point::new(x, y);
        sum.x * *mass + apart(r, at) + apart(&body, &sum) * y
    }
    parameters_taken_apart(x: 0.5..1.5, y: 0.1..1.0) {
        let f = |Point { x: a, y: b }: Point, Pair(c, _): Pair| a * c + b * y;
        let g = |r: &Point| { let Point { x, y: b } = r; *x * *b };
        let h = |&Point { x: a, y: b }: &Point| a - b;
        let p = Point::new(x, x * y);
        f(p, Pair(y, x)) + f(Point::new(y, x), Pair(x, y)) * g(&p) + h(&p) + area(p, Pair(x, y)) + p.crossed(Point::new(y, x))
            + of_point(|Point { x: a, y: b }: Point, v: f64| a * y + b.sin() * v, x)
            + of_point(|Point { x: a, y: b }, v| a * y + b * v, y)
            + of_vector(|Vector { a, b }: Vector<f64>| a * y + b, x)
            + of_parts(|(Point { y, .. }, (k, Vector { a, .. })): (Point, (f64, Vector<f64>)), _: f64| y * k + a, x)
    }
    captured_parts(x: 0.5..1.5, y: 0.1..1.0) {
        let Point { x: a, y: mut b } = Point::new(x, y);
        let mut step = |k: f64| { let Pair(c, d) = Pair(k * a, k); b += c * d; c };
        let k = step(x) + step(y);
        let g = |v: f64| { let Point { x, y } = Point::new(v, a).unit(); x * y * v };
        k * b + twice(g, x) + if b > 1.0 { let Point { x, .. } = Point::new(b, k); x * a } else { let Pair(_, v) = Pair(a, k); v }
    }
    constants_taken_apart(x: 0.5..1.5, y: -1.0..1.0) {
        let Labelled { value, count, name } = Labelled { value: x * y, count: 3, name: "p" };
        let Term(n, z) = Term(count, value * x);
        let Point { x: a, y: b } = Point { x: f64::from(0.5), y: f64::from(0.25) };
        assert!(count == 3 && name == "p");
        powered(n, value) * x + z * a - b * y
    }
    declared_before(x: 0.5..1.5, y: -1.0..1.0) {
        let Pair(a, b);
        a = x * y;
        b = a.sin();
        a * b
    }
    closures_that_take_functions(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point::new(x, y);
        let moved = |f: &dyn Fn(Point) -> Point, q: Point| f(f(q)).norm2() * p.norm();
        let q: Point = p.turned();
        moved(&|r| r.scaled(x), p) + moved(&|r| r + q, q) + moved(&|r| r.turned() + p, q)
    }
    chosen_closures(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point::new(x, y);
        let q: Point = p.turned().scaled(x);
        let near = |v: f64| p.scaled(v).norm2();
        let far = |v: f64| q.dot(&p) * v + x;
        let other = |v: f64| (p.x * q.y) * v;
        let s: &dyn Fn(f64) -> f64 = if y > 0.3 { &near } else if y > -0.3 { &far } else { &other };
        let run = |f: &dyn Fn(f64) -> f64| f(x) * f(y);
        s(x) + s(y) * run(s)
    }
    chosen_in_a_closure(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point::new(x, y);
        let pick = |f: &dyn Fn(Point) -> f64, g: &dyn Fn(Point) -> f64, q: Point| {
            let s = if q.x > x { f } else { g };
            s(q) * s(p)
        };
        let r: Point = p.scaled(y);
        pick(&|q| q.dot(&p), &|q| q.norm2() + x, r) + pick(&|q| q.x * q.y, &|q| r.dot(&q), p.scaled(x))
    }
    chosen_of_structs(x: 0.5..1.5, y: -1.0..1.0) {
        let p = Point::new(x, y);
        let q: Point = p.turned().scaled(x);
        let near = |f: &dyn Fn(Point) -> f64| f(p) * x;
        let far = |f: &dyn Fn(Point) -> f64| f(q.scaled(y)) + f(p);
        let s: &dyn Fn(&dyn Fn(Point) -> f64) -> f64 = if y > 0.0 { &near } else { &far };
        s(&|r| r.norm2()) * s(&|r| r.dot(&q))
    }
}

/// A default of which only the place says the type, and of which nothing is used.
#[test]
fn the_default_fills_a_struct() {
    #[derive(Clone, Copy, Default, backprop::Differentiable)]
    struct Options {
        rate: f64,
        scale: f64,
        steps: usize,
    }

    #[backprop::differentiable]
    fn with_rate(x: f64) -> f64 {
        let options = Options { rate: x, ..Default::default() };
        options.rate * x
    }

    #[backprop::differentiable]
    fn with_scale(x: f64) -> Options {
        Options { scale: x * x, ..Default::default() }
    }

    assert_eq!(with_rate::grad(3.0), 6.0);
    let (options, back) = with_scale::vjp(3.0);
    assert_eq!((options.rate, options.scale, options.steps), (0.0, 9.0, 0));
    assert_eq!(back(OptionsCotangent { rate: 5.0, scale: 2.0, steps: () }), 12.0);
}

/// What the written code calls its own variables may be the names of parameters.
#[test]
fn parameters_named_as_generated_variables() {
    #[derive(Clone, Copy, backprop::Differentiable)]
    struct Pair {
        first: f64,
        second: f64,
    }

    #[backprop::differentiable]
    fn product(d: Pair) -> f64 {
        d.first * d.second
    }

    #[backprop::differentiable]
    fn scaled(value: f64, d: Pair, back: f64, value_: f64) -> Pair {
        Pair { first: value * d.first, second: back * d.second * value_ }
    }

    let d = product::grad(Pair { first: 2.0, second: 3.0 });
    assert_eq!((d.first, d.second), (3.0, 2.0));
    let (_, back) = scaled::vjp(2.0, Pair { first: 3.0, second: 4.0 }, 5.0, 6.0);
    let (d_value, d, d_back, d_value_) = back(PairCotangent { first: 1.0, second: 1.0 });
    assert_eq!((d_value, d.first, d.second, d_back, d_value_), (3.0, 2.0, 30.0, 24.0, 20.0));
}

/// Structs of which the type of the variable says the arguments.
mod arguments_of_variables {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Power<const N: usize> {
        base: f64,
    }

    #[differentiable]
    impl<const N: usize> Power<N> {
        fn of(&self, x: f64) -> f64 {
            let mut product = 1.0;
            for _ in 0..N {
                product *= self.base * x;
            }
            product
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    struct Pair<const N: usize>(f64, f64);

    #[differentiable]
    impl<const N: usize> Pair<N> {
        fn sum(self) -> f64 {
            let mut product = 1.0;
            for _ in 0..N {
                product *= self.1;
            }
            self.0 + product
        }
    }

    #[differentiable]
    fn powers(x: f64) -> f64 {
        let cube: Power<3> = Power { base: x };
        let square = Power::<2> { base: 2.0 * x };
        let pair: Pair<2> = Pair(x, x);
        cube.of(2.0) + square.of(x) + pair.sum()
    }

    #[test]
    fn are_those_of_the_struct() {
        // 8 x³ + 4 x⁴ + x + x²
        assert_eq!(powers::value_and_grad(1.0), (14.0, 24.0 + 16.0 + 1.0 + 2.0));
    }
}

/// A signature may leave out the lifetime of a struct: `held: &Held` for `held: &Held<'_>`.
mod lifetimes_left_out {
    use backprop::{Differentiable, Real, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Held<'a, T: Real> {
        #[constant]
        data: &'a [T],
        scale: T,
    }

    #[differentiable]
    fn scaled(held: Held<f64>, k: f64) -> Held<f64> {
        Held { scale: k * held.scale * held.scale, ..held }
    }

    #[differentiable]
    trait Size {
        fn size(&self, of: &Held<f64>) -> f64;
    }

    #[derive(Clone, Copy, Differentiable)]
    struct Unit(f64);

    #[differentiable]
    impl Size for Unit {
        fn size(&self, of: &Held<f64>) -> f64 {
            self.0 * of.scale
        }
    }

    #[differentiable]
    impl Unit {
        fn of(&self, held: Held<f64>, k: f64) -> f64 {
            self.size(&scaled(held, k))
        }
    }

    #[differentiable]
    fn product<T: Real>(held: &Held<T>, k: T) -> T {
        held.scale * k
    }

    #[test]
    fn are_those_of_the_struct() {
        let data = [1.0, 2.0];
        let held = Held { data: &data, scale: 3.0 };
        // The product of the unit, k and the square of the scale.
        let (d_unit, d_held, d_k) = Unit(2.0).of_grad(held, 5.0);
        assert_eq!((d_unit.0, d_held.scale, d_k), (45.0, 60.0, 18.0));
        let (d_held, d_k) = product::grad(&held, 4.0);
        assert_eq!((d_held.scale, d_k, held.data.len()), (4.0, 3.0, 2));
    }
}

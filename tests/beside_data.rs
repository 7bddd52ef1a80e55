//! Structs that `wrt` leaves out, beside values of the same type that have a sensitivity: in operators, branches, arrays and closures. That
//! one value depends on nothing says nothing of the others.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::match_bool,
    clippy::needless_late_init,
    clippy::useless_vec,
    reason = "the forms of numerical code are what is tested; results are exact"
)]

use std::ops::{Add, AddAssign, Sub};

use backprop::{Differentiable, differentiable};

mod differences;

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn cost(&self) -> f64 {
        self.x * self.x + 2.0 * self.y
    }

    fn half(self) -> Point {
        Point { x: 0.5 * self.x, y: 0.5 * self.y }
    }
}

#[differentiable]
impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

#[differentiable]
impl AddAssign for Point {
    fn add_assign(&mut self, other: Point) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Kind {
    Near,
    Far,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    at: Point,
    v: Point,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct System {
    body: Body,
}

#[differentiable]
fn cost(p: Point) -> f64 {
    p.cost()
}

fn body(x: &[f64]) -> Body {
    Body { at: Point { x: x[0], y: x[1] }, v: Point { x: x[2], y: x[3] }, kind: Kind::Far }
}

/// Holds the gradient of each of these functions of a body, a point and a condition against central differences.
macro_rules! of_a_body {
    ($($name:ident($s:ident, $t:ident, $c:ident) $body:block)*) => { $(
        #[test]
        fn $name() {
            #[differentiable(wrt($s))]
            fn f($s: Body, $t: Point, $c: bool) -> f64 $body

            let t = Point { x: 0.3, y: 0.1 };
            let x = [0.7, -0.4, 0.2, 0.9];
            for c in [true, false] {
                let (value, d) = f::value_and_grad(body(&x), t, c);
                assert_eq!(value, f(body(&x), t, c));
                differences::check(&|x| f(body(x), t, c), &x, &[d.at.x, d.at.y, d.v.x, d.v.y]);
            }
        }
    )* };
}

of_a_body! {
    a_field_and_data_in_an_operator(s, t, _c) {
        let d = s.at - t;
        d.cost()
    }

    data_and_a_field_in_an_operator(s, t, _c) {
        let d = t - s.at;
        d.x * d.x + d.y
    }

    a_chain_of_operators(s, t, _c) {
        (s.at - t - s.v).cost() + (s.at - t).x
    }

    a_field_of_a_local_struct(s, t, _c) {
        let system = System { body: s };
        (system.body.at - t).cost()
    }

    fields_by_their_names(s, t, _c) {
        let Body { at, v, .. } = s;
        (at - t).cost() * (t - v).cost()
    }

    fields_in_a_tuple(s, t, _c) {
        let (at, data) = (s.at, t);
        let pair = (s.v, t);
        (at - data).cost() * (pair.0 - pair.1).cost()
    }

    operators_that_assign(s, t, _c) {
        let mut d = s.at;
        d += t;
        d.cost()
    }

    a_branch_that_gives_a_field(s, t, c) {
        let d = if c { s.at } else { t };
        d.cost()
    }

    a_branch_that_gives_data_first(s, t, c) {
        let d = if c { t } else { s.at };
        let e = if c { t } else { s.at.half() };
        d.cost() * e.cost()
    }

    a_branch_that_asks_for_a_field(s, t, _c) {
        let d = if s.at.x > t.x { s.at } else { t };
        d.cost()
    }

    a_match(s, t, c) {
        let d = match c {
            true => t,
            false => s.at,
        };
        d.cost()
    }

    tuples_of_branches(s, t, c) {
        let (d, k) = if c { (s.at, 1.0) } else { (t, 2.0) };
        k * d.cost()
    }

    a_variable_that_is_given_another_value(s, t, c) {
        let mut d = s.at;
        if c {
            d = t;
        }
        d.cost()
    }

    a_variable_that_is_declared_before(s, t, c) {
        let d;
        if c {
            d = t;
        } else {
            d = s.at;
        }
        d.cost()
    }

    new_arrays(s, t, _c) {
        let both = [t, s.at];
        let more = vec![s.v, t];
        both[1].cost() * more[0].cost()
    }

    a_part_of_a_closure(s, t, _c) {
        let to = |p| {
            let d = p - t;
            cost(d)
        };
        to(s.at) + to(s.v)
    }

    comparisons(s, t, _c) {
        if s.at > t && s.kind == Kind::Far { s.at.cost() } else { 2.0 * s.v.cost() }
    }
}

/// A field that has no tangent is of one type with data, too.
#[differentiable(wrt(s))]
fn chosen(s: Body, kind: Kind, c: bool) -> f64 {
    let of = if c { s.kind } else { kind };
    match of {
        Kind::Near => s.at.x,
        Kind::Far => 3.0 * s.at.x,
    }
}

#[test]
fn fields_without_a_tangent_are_data_as_well() {
    let s = body(&[0.7, -0.4, 0.2, 0.9]);
    assert_eq!(chosen::grad(s, Kind::Near, true).at.x, 3.0);
    assert_eq!(chosen::grad(s, Kind::Near, false).at.x, 1.0);
}

mod arrays {
    use backprop::{Differentiable, differentiable};

    use super::differences::check;

    #[derive(Clone, Copy, Differentiable)]
    struct Neuron {
        weight: f64,
        bias: f64,
    }

    #[differentiable]
    impl Neuron {
        fn output(&self, x: &[f64]) -> f64 {
            (self.weight * x[0] + self.bias * x[1]).tanh()
        }

        fn of_pair(&self, x: &[f64; 2]) -> f64 {
            self.weight * x[0] * x[1] + self.bias
        }
    }

    #[differentiable]
    fn dot(weights: &[f64], x: &[f64]) -> f64 {
        weights[0] * x[0] + weights[1] * x[1]
    }

    #[differentiable]
    fn by_methods(p: &[f64]) -> f64 {
        let neuron = Neuron { weight: p[0], bias: p[1] };
        let x = [0.3, -0.7, 1.2];
        let more = vec![0.5, 0.25];
        let pair = [0.6, -1.2];
        neuron.of_pair(&pair)
            + neuron.output(&x)
            + neuron.output(&x[1..]) * neuron.output(&more)
            + Neuron::output(&neuron, &more)
    }

    /// What a pattern gives may be a reference to an array.
    #[differentiable(wrt(p))]
    fn by_patterns(p: &[f64], samples: &[([f64; 2], f64)], rows: &[(usize, Vec<f64>)]) -> f64 {
        let neuron = Neuron { weight: p[0], bias: p[1] };
        let mut sum = 0.0;
        for (x, y) in samples {
            let miss = dot(p, x) - y;
            sum += miss * miss + neuron.output(x);
        }
        for (k, row) in rows {
            sum += dot(p, row) * *k as f64 * neuron.output(row);
        }
        for (i, (x, _)) in samples.iter().enumerate() {
            sum += i as f64 * dot(p, x);
        }
        sum
    }

    #[test]
    fn are_lent_as_they_are() {
        let p = [0.7, -0.4];
        let samples = [([0.3, 1.5], 0.2), ([-0.8, 0.6], 1.1)];
        let rows = [(1, vec![0.2, 0.9]), (3, vec![1.2, -0.5])];
        let (value, gradient) = by_methods::value_and_grad(&p);
        assert_eq!(value, by_methods(&p));
        check(&by_methods, &p, &gradient);
        let (value, gradient) = by_patterns::value_and_grad(&p, &samples, &rows);
        assert_eq!(value, by_patterns(&p, &samples, &rows));
        check(&|p| by_patterns(p, &samples, &rows), &p, &gradient);
        let (_, back) = by_patterns::vjp(&p, &samples, &rows);
        assert_eq!(back(1.0), gradient);
    }
}

mod written_here {
    use backprop::{Differentiable, Real, differentiable};

    use super::differences::check;

    #[derive(Clone, Copy, Differentiable)]
    struct Line {
        slope: f64,
        offset: f64,
    }

    #[differentiable]
    impl Line {
        fn at(&self, x: &[f64], pair: &[f64; 2]) -> f64 {
            self.slope * x[0] + self.offset * pair[1] * pair[0]
        }
    }

    #[differentiable(wrt(w))]
    fn of_data(w: f64, x: &[f64]) -> f64 {
        w * w * x[0] + x[1]
    }

    #[differentiable(wrt(line))]
    fn of_rows(line: &Line, x: &[f64], rows: &[[f64; 2]]) -> f64 {
        line.slope * x[0] * line.offset + rows[1][0] * line.slope
    }

    #[differentiable]
    fn of_both(w: f64, x: &[f64]) -> f64 {
        w * x[0] * w + x[1]
    }

    #[differentiable]
    fn calls(p: &[f64]) -> f64 {
        let line = Line { slope: p[0], offset: p[1] };
        of_data(p[0], &[1.5, 2.0]) + of_both(p[1], &[1.0, -2.0]) * of_both(p[0], &[0.5; 3])
            - of_rows(&line, &[1.0, 2.0], &[[2.0, 3.0], [1.5, -1.0]]) * line.at(&[0.5, -1.0], &[1.0, 3.0])
    }

    #[differentiable]
    fn in_turns(p: &[f64]) -> f64 {
        let mut sum = p[1];
        for i in 0..3 {
            if i == 1 {
                sum += of_data(p[0], &[1.0, 2.0]) * of_both(sum, &[-0.5, 2.0]);
            } else {
                sum += of_both(p[0] * sum, &[2.0, 3.0]);
            }
        }
        sum
    }

    #[differentiable]
    fn narrow(w: f32, x: &[f32]) -> f32 {
        w * w * x[0]
    }

    #[differentiable]
    fn of_narrow(w: f32) -> f32 {
        narrow(w, &[3.0, 1.0])
    }

    /// The sensitivity to a number that becomes one of a type parameter.
    #[differentiable]
    fn shifted<T: Real>(x: &[T], shift: f64) -> T {
        let mut sum = T::zero();
        for &v in x {
            sum += v * T::from(shift).unwrap() + T::from(shift * shift).unwrap();
        }
        sum
    }

    #[test]
    fn arrays_are_data() {
        let p = [0.7, -0.4];
        for (function, (value, gradient)) in [
            (calls as fn(&[f64]) -> f64, calls::value_and_grad(&p)),
            (in_turns as fn(&[f64]) -> f64, in_turns::value_and_grad(&p)),
        ] {
            assert_eq!(value, function(&p));
            check(&function, &p, &gradient);
        }
        assert_eq!(of_narrow::grad(2.0), 12.0);
    }

    #[test]
    fn numbers_become_those_of_type_parameters() {
        assert_eq!(shifted::value_and_grad(&[0.5_f32, 0.25], 3.0), (20.25, (vec![3.0, 3.0], 12.75)));
        assert_eq!(shifted::value_and_grad(&[0.5, 0.25], 3.0), (20.25, (vec![3.0, 3.0], 12.75)));
    }
}

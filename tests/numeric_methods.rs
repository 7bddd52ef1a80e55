//! Methods of numerical analysis and of statistics, as people write them who have read the README. Values bit for bit, gradients against
//! central differences.

#![expect(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::excessive_precision,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::range_plus_one,
    clippy::reversed_empty_ranges,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

const X: [f64; 6] = [0.7, 1.3, 0.4, 1.1, 0.9, 0.6];

/// Holds the value and the gradient of a function against it.
macro_rules! agrees {
    ($($name:ident),*) => { $(
        let (value, gradient) = $name::value_and_grad(&X);
        assert_eq!(value.to_bits(), $name(&X).to_bits());
        check(&|x| $name(x), &X, &gradient);
    )* };
}

/// Points that the gradient leaves out, `&[f64; D]`, go to functions of two such points.
#[differentiable]
fn distance<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = 0.0;
    for d in 0..D {
        sum += (a[d] - b[d]).powi(2);
    }
    sum
}

#[differentiable(wrt(centres))]
fn nearest<const D: usize>(centres: &[[f64; D]], point: &[f64; D]) -> f64 {
    let mut least = f64::INFINITY;
    for centre in centres {
        let d = distance(centre, point);
        if d < least {
            least = d;
        }
    }
    least
}

#[differentiable(wrt(centre))]
fn of_one(centre: &[f64; 2], point: &[f64; 2], k: usize) -> f64 {
    distance(centre, point) * k as f64
}

#[differentiable]
fn clusters(x: &[f64]) -> f64 {
    let centres = [[x[0], x[1]], [x[2], x[3]]];
    let points = [[0.0, 0.1], [2.0, 2.2], [0.3, 0.9]];
    let mut sum = of_one(&[x[4], x[5]], &[0.3, 0.4], 2);
    for point in &points {
        sum += nearest(&centres, point);
    }
    sum
}

#[test]
fn arrays_that_are_left_out_are_lent_whole() {
    agrees!(clusters);
}

/// Newton's method for several variables: one function gives the residuals, one their derivatives.
#[differentiable]
fn solve<const N: usize>(a: &[[f64; N]; N], b: &[f64; N]) -> [f64; N] {
    let (mut a, mut b) = (*a, *b);
    for column in 0..N {
        let mut pivot = column;
        for row in column + 1..N {
            if a[row][column].abs() > a[pivot][column].abs() {
                pivot = row;
            }
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in column + 1..N {
            let factor = a[row][column] / a[column][column];
            for k in column..N {
                a[row][k] -= factor * a[column][k];
            }
            b[row] -= factor * b[column];
        }
    }
    let mut x = [0.0; N];
    for row in (0..N).rev() {
        let mut sum = b[row];
        for k in row + 1..N {
            sum -= a[row][k] * x[k];
        }
        x[row] = sum / a[row][row];
    }
    x
}

#[differentiable]
fn newton<const N: usize, F, J>(residual: F, jacobian: J, start: [f64; N]) -> [f64; N]
where
    F: Fn(&[f64; N]) -> [f64; N],
    J: Fn(&[f64; N]) -> [[f64; N]; N],
{
    let mut x = start;
    for _ in 0..20 {
        let dx = solve(&jacobian(&x), &residual(&x));
        let mut norm = 0.0;
        for i in 0..N {
            x[i] -= dx[i];
            norm += dx[i] * dx[i];
        }
        if norm.sqrt() < 1e-14 {
            break;
        }
    }
    x
}

#[differentiable]
fn intersection(x: &[f64]) -> f64 {
    let (a, b, radius) = (x[0], x[1], x[2] + x[3]);
    let residual = |p: &[f64; 2]| [p[0] * p[0] + p[1] * p[1] - radius * radius, p[1] - a * (b * p[0]).sin()];
    let jacobian = |p: &[f64; 2]| [[2.0 * p[0], 2.0 * p[1]], [-a * b * (b * p[0]).cos(), 1.0]];
    let [x, y] = newton(residual, jacobian, [1.0, 1.0]);
    x + 2.0 * y
}

#[differentiable]
fn determinants(rows: impl Fn(f64) -> Vec<Vec<f64>>, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        let m = rows(k as f64);
        sum += m[0][0] * m[1][1] - m[0][1] * m[1][0];
    }
    sum
}

#[differentiable]
fn of_rows(x: &[f64]) -> f64 {
    determinants(|t: f64| vec![vec![x[0], x[1] * t], vec![t - x[2], x[3].sin()]], 3)
}

#[test]
fn functions_that_are_parameters_give_arrays_of_arrays() {
    agrees!(intersection, of_rows);
}

/// The rules of Gauss and Legendre, by the number of their nodes.
const RULES: [&[(f64, f64)]; 3] = [
    &[(0.0, 2.0)],
    &[(-0.577_350_269_189_625_8, 1.0), (0.577_350_269_189_625_8, 1.0)],
    &[
        (-0.774_596_669_241_483_4, 0.555_555_555_555_555_6),
        (0.0, 0.888_888_888_888_888_9),
        (0.774_596_669_241_483_4, 0.555_555_555_555_555_6),
    ],
];

static STENCILS: [[f64; 3]; 2] = [[-0.5, 0.0, 0.5], [1.0, -2.0, 1.0]];

fn rule(order: usize) -> &'static [(f64, f64)] {
    RULES[order - 1]
}

#[differentiable]
fn gauss(order: usize, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let mut sum = 0.0;
    for &(node, weight) in RULES[order - 1] {
        sum += weight * f(middle + half * node);
    }
    half * sum
}

#[differentiable]
fn by_tables(x: &[f64]) -> f64 {
    let mut sum = gauss(3, |t: f64| (x[0] * t).exp(), x[1], x[2]);
    for &(node, weight) in rule(2) {
        sum += weight * (node * x[3]).sin();
    }
    let order = 2;
    let rows = RULES[order];
    for &(node, weight) in rows {
        sum += weight * (node * x[4]).cos();
    }
    for (k, c) in STENCILS[1].iter().enumerate() {
        sum += c * x[k] * x[k];
    }
    for &c in &STENCILS[0][1..] {
        sum *= 1.0 + c * x[5];
    }
    sum
}

#[test]
fn loops_run_over_rows_of_tables() {
    agrees!(by_tables);
}

/// The points of a curve, and its slopes.
#[differentiable]
fn curve(x: &[f64], n: usize) -> Vec<[f64; 2]> {
    let mut points = Vec::new();
    for i in 0..n {
        let t = i as f64 / n as f64;
        points.push([x[0] * t, (x[1] * t).sin() + x[2]]);
    }
    points
}

#[differentiable]
fn coefficients(x: &[f64]) -> Vec<f64> {
    let mut c = x.to_vec();
    c.push(x[0] * x[1]);
    c
}

#[derive(Clone, Debug, Differentiable)]
struct Mode {
    rate: f64,
    shape: Vec<f64>,
}

#[differentiable]
impl Mode {
    fn energy(&self) -> f64 {
        self.rate * self.shape[0] * self.shape[1]
    }
}

#[differentiable]
fn modes(x: &[f64]) -> Vec<Mode> {
    vec![Mode { rate: x[0], shape: vec![x[1], 2.0] }, Mode { rate: x[2] * x[3], shape: vec![x[4], x[5]] }]
}

#[differentiable]
fn of_what_calls_give(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in coefficients(x) {
        sum += c * c;
    }
    for [a, b] in curve(x, 3) {
        sum += a * b;
    }
    for (i, p) in curve(x, 4).into_iter().enumerate() {
        sum += p[0] * p[1] * i as f64;
    }
    for (w, c) in [0.5, 0.25, 2.0].iter().zip(coefficients(x)) {
        sum += w * c.sin();
    }
    for mode in modes(x) {
        sum += mode.energy() * mode.rate;
    }
    sum
}

#[differentiable]
fn rows_by_value(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let rows = vec![vec![x[0], x[1]], vec![x[2], x[3], x[4]]];
    for mut row in rows {
        row[0] *= x[5];
        for v in row {
            sum += v * v;
        }
    }
    for [a, b] in [[x[0], x[1]], [x[2], x[3]]] {
        sum += a * b;
    }
    let points = curve(x, 3);
    for [a, b] in &points {
        sum += a * b;
    }
    let corners = [[x[1], 1.0], [2.0, x[2]]];
    for p in corners {
        sum += p[0] * p[1];
    }
    sum + corners[0][0]
}

#[test]
fn loops_take_what_calls_give_and_rows_by_value() {
    agrees!(of_what_calls_give, rows_by_value);
}

/// Reactions name their species by numbers; a sensor has rows of such numbers.
#[derive(Clone, Debug, Differentiable)]
struct Reaction {
    reactants: Vec<usize>,
    products: Vec<usize>,
    rate: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Mechanism {
    reactions: Vec<Reaction>,
    species: usize,
}

#[differentiable]
impl Reaction {
    fn speed(&self, c: &[f64]) -> f64 {
        let mut speed = self.rate;
        for &s in &self.reactants {
            speed *= c[s];
        }
        speed
    }
}

#[differentiable]
impl Mechanism {
    fn production(&self, c: &[f64]) -> Vec<f64> {
        let mut w = vec![0.0; self.species];
        for reaction in &self.reactions {
            let r = reaction.speed(c);
            for &s in &reaction.reactants {
                w[s] -= r;
            }
            for (k, s) in reaction.products.iter().enumerate() {
                w[*s] += r * (k + 1) as f64;
            }
        }
        w
    }
}

#[differentiable]
fn chemistry(x: &[f64]) -> f64 {
    let mechanism = Mechanism {
        reactions: vec![
            Reaction { reactants: vec![0, 1], products: vec![2], rate: x[0] },
            Reaction { reactants: vec![2], products: vec![0, 1], rate: x[1] },
            Reaction { reactants: vec![2, 2], products: vec![], rate: x[2] * x[3] },
        ],
        species: 3,
    };
    let mut c = vec![x[4], 1.0, x[5]];
    for _ in 0..3 {
        let w = mechanism.production(&c);
        for (ci, wi) in c.iter_mut().zip(&w) {
            *ci += 0.1 * wi;
        }
    }
    c[0] + 2.0 * c[1] * c[2]
}

#[derive(Clone, Debug, Differentiable)]
struct Sensor {
    near: Vec<Vec<usize>>,
    kinds: [u8; 2],
    gain: f64,
}

#[differentiable]
fn signal(sensors: &[Sensor], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for sensor in sensors {
        for j in 0..sensor.near.len() {
            let k = sensor.near[j][0];
            let last = sensor.near[j].len() - 1;
            sum += sensor.gain * x[k] * x[sensor.near[j][last]];
        }
        if sensor.kinds[sensor.kinds.len() - 1] == 1 {
            sum *= 1.0 + x[0];
        }
    }
    if sensors[0].kinds[0] == 1 { sum * x[1] } else { sum }
}

/// The structs change in the loop that reads their numbers.
#[differentiable]
fn changed_beside(x: &[f64]) -> f64 {
    let mut sensors = vec![
        Sensor { near: vec![vec![0, 1], vec![2, 5]], kinds: [1, 0], gain: x[3] },
        Sensor { near: vec![vec![4]], kinds: [0, 1], gain: 2.0 },
    ];
    let mut sum = signal(&sensors, x);
    for i in 0..2 {
        for j in 0..sensors[i].near.len() {
            let k = sensors[i].near[j][0];
            sensors[i].gain *= x[k];
            sum += sensors[i].gain * x[sensors[1 - i].near[0][0]];
        }
    }
    sum + signal(&sensors, x)
}

#[test]
fn elements_of_arrays_hold_lists_of_numbers() {
    agrees!(chemistry, changed_beside);
}

/// Arrays in elements have names, and are looped over and lent by them.
#[derive(Clone, Debug, Differentiable)]
struct Unit {
    weights: Vec<f64>,
    inputs: Vec<usize>,
    rows: Vec<Vec<f64>>,
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
fn responses(units: &[Unit], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for unit in units {
        let w = &unit.weights;
        for v in w {
            sum += v * x[0];
        }
        sum *= w[0];
        sum += dot(w, x);
        let inputs = &unit.inputs;
        for (j, i) in inputs.iter().enumerate() {
            sum += x[*i] * x[j] * w[1];
        }
        sum += x[inputs[0]];
        let rows = &unit.rows;
        for row in rows {
            sum += row[0] * x[1] + dot(row, x);
        }
        sum += rows[1][0];
    }
    sum
}

#[differentiable]
fn named_arrays(x: &[f64]) -> f64 {
    let rows = vec![vec![x[0], x[3]], vec![x[2], 1.0]];
    let mut units = vec![
        Unit { weights: vec![x[0], x[1]], inputs: vec![0, 2], rows: rows.clone() },
        Unit { weights: vec![x[2], x[1]], inputs: vec![1], rows },
    ];
    let mut sum = responses(&units, x);
    for unit in units.iter_mut() {
        let w = &mut unit.weights;
        w[0] *= x[5];
        for v in w.iter_mut() {
            *v += x[4];
        }
    }
    sum += responses(&units, x);
    sum
}

#[test]
fn arrays_in_elements_have_names() {
    agrees!(named_arrays);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 1 but the index is 3")]
fn lists_in_elements_panic_where_they_do() {
    #[differentiable]
    fn of(reactions: &[Reaction], c: &[f64]) -> f64 {
        let list = &reactions[3].reactants;
        let mut sum = c[0];
        for k in 0..0 {
            sum += c[list[k]] * reactions[0].rate;
        }
        sum
    }
    let _ = of::value_and_grad(&[Reaction { reactants: vec![0], products: vec![], rate: 1.0 }], &[0.5]);
}

/// Arrays of data and of parameters, of which a branch chooses one by value.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Gauge {
    at: [f64; 2],
    gain: f64,
}

#[differentiable(wrt(own))]
fn data_first(own: &Gauge, data: &Gauge, c: bool) -> f64 {
    let v = if c { data.at } else { own.at };
    v[0] * v[1] * own.gain
}

#[differentiable(wrt(own))]
fn data_second(own: &Gauge, data: &Gauge, c: u8) -> f64 {
    let mut v = match c {
        0 => own.at,
        1 => data.at,
        _ => [own.gain, 2.0],
    };
    v[0] *= own.gain;
    v[0] * v[1]
}

#[differentiable(wrt(own))]
fn by_reference(own: &[f64; 2], data: &[[f64; 2]], c: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..data.len() {
        let v = if i == c { data[i] } else { *own };
        sum += v[0] * v[1];
    }
    sum
}

#[differentiable(wrt(own))]
fn as_result(own: Gauge, data: Gauge, c: bool) -> [f64; 2] {
    if c { data.at } else { own.at }
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let own = Gauge { at: [x[0], x[1]], gain: x[2] };
    let data = Gauge { at: [0.3, 0.4], gain: 0.1 };
    let rows = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]];
    let mut sum = by_reference(&own.at, &rows, 1);
    for (c, w) in [1.0, 2.0, 3.0].iter().enumerate() {
        sum += w * (data_first(&own, &data, c == 1) + data_second(&own, &data, c as u8));
        let v = as_result(own, data, c == 2);
        sum += w * v[0] * v[1];
    }
    sum
}

#[test]
fn branches_choose_between_arrays_of_data_and_of_parameters() {
    agrees!(chosen);
}

/// Methods of `self` that give integers and `bool`s, of which more is computed.
#[derive(Clone, Debug, Differentiable)]
struct Spline {
    knots: Vec<f64>,
    control: Vec<[f64; 2]>,
    degree: usize,
}

#[differentiable]
impl Spline {
    fn span(&self, t: f64) -> usize {
        let mut k = self.degree;
        while k + 1 < self.control.len() && t >= self.knots[k + 1] {
            k += 1;
        }
        k
    }

    fn is_after(&self, t: f64) -> bool {
        t > self.knots[self.degree + 1]
    }

    /// De Boor's algorithm.
    fn at(&self, t: f64) -> [f64; 2] {
        let (p, k) = (self.degree, self.span(t));
        let mut d = vec![[0.0; 2]; p + 1];
        for j in 0..=p {
            d[j] = self.control[j + k - p];
        }
        for r in 1..=p {
            for j in (r..=p).rev() {
                let left = self.knots[j + k - p];
                let alpha = (t - left) / (self.knots[j + 1 + k - r] - left);
                for c in 0..2 {
                    d[j][c] = (1.0 - alpha) * d[j - 1][c] + alpha * d[j][c];
                }
            }
        }
        d[p]
    }

    fn slope(&self, t: f64) -> f64 {
        let late = self.is_after(t);
        let width = self.knots[self.span(t) + 1] - self.knots[self.span(t)];
        if late && self.span(t) > 1 { width * t } else { width + self.at(t)[1] }
    }
}

#[differentiable]
fn splines(x: &[f64]) -> f64 {
    let mut control = Vec::new();
    for p in x[..6].chunks_exact(2) {
        control.push([p[0], p[1]]);
    }
    control.push([x[1], 2.0]);
    let spline = Spline { knots: vec![0.0, 0.0, 0.0, 0.2 + 0.3 * x[2], 1.0, 1.0, 1.0], control, degree: 2 };
    let [a, b] = spline.at(0.25);
    let mut sum = a * b;
    for i in 0..4 {
        sum += spline.at(i as f64 * 0.21)[0] * spline.slope(i as f64 * 0.3);
    }
    sum
}

#[test]
fn methods_of_self_give_integers() {
    agrees!(splines);
}

/// Functions without derivatives that give integers look at arrays.
fn locate(xs: &[f64], x: f64) -> usize {
    let (mut low, mut high) = (0, xs.len() - 1);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if xs[middle] <= x {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn largest<T: PartialOrd>(xs: &[T]) -> usize {
    let mut at = 0;
    for k in 1..xs.len() {
        if xs[k] > xs[at] {
            at = k;
        }
    }
    at
}

fn pivot(rows: &[Vec<f64>], column: usize) -> usize {
    let mut at = column;
    for i in column..rows.len() {
        if rows[i][column].abs() > rows[at][column].abs() {
            at = i;
        }
    }
    at
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    knots: Vec<f64>,
    values: Vec<f64>,
}

#[differentiable]
impl Table {
    fn at(&self, x: f64) -> f64 {
        let i = locate(&self.knots, x);
        let t = (x - self.knots[i]) / (self.knots[i + 1] - self.knots[i]);
        self.values[i] + t * (self.values[i + 1] - self.values[i])
    }
}

#[differentiable]
fn of_largest(y: &mut [f64]) {
    let i = largest(&*y);
    y[i] *= y[0];
    let j = largest(&y[1..]);
    y[j] += 1.0;
}

#[differentiable]
fn interpolated(x: &[f64]) -> f64 {
    let table = Table { knots: vec![0.0, x[2], x[1], 2.0], values: x[2..].to_vec() };
    let mut y = x.to_vec();
    let mut sum = table.at(0.5 * x[0]) + table.at(x[4]);
    for k in 0..3 {
        y[k] *= x[1];
        let i = locate(&x[..3], y[k]);
        sum += y[i] * x[k];
        if largest(&y) == 1 {
            sum *= 1.1;
        }
    }
    of_largest(&mut y);
    let part = &y[1..4];
    let top = largest(part);
    sum + y[0] * y[5] * part[top] + x[largest(&x[2..])]
}

#[differentiable]
fn determinant(x: &[f64]) -> f64 {
    let mut rows = vec![vec![x[0], x[1]], vec![x[3], x[2]]];
    let mut product = 1.0;
    for column in 0..2 {
        let at = pivot(&rows, column);
        rows.swap(at, column);
        if at != column {
            product = -product;
        }
        for i in column + 1..2 {
            let factor = rows[i][column] / rows[column][column];
            for k in column..2 {
                let above = rows[column][k];
                rows[i][k] -= factor * above;
            }
        }
        product *= rows[column][column];
    }
    product + rows[0][largest(&rows[0])]
}

#[test]
fn functions_without_derivatives_look_at_arrays() {
    agrees!(interpolated, determinant);
}

/// Integers that methods give which change arrays.
#[differentiable]
impl Table {
    fn relax(&self, y: &mut [f64], rate: f64) -> usize {
        for i in 1..=20 {
            y[0] += rate * (self.values[0] - y[0]);
            if y[0] > 0.3 {
                return i;
            }
        }
        20
    }
}

#[differentiable]
fn relaxed(x: &[f64]) -> f64 {
    let table = Table { knots: vec![0.0, 1.0], values: vec![x[0], x[1]] };
    let mut y = vec![0.0, x[2]];
    let mut steps = 0;
    let mut all: u64 = 0;
    for _ in 0..3 {
        steps += table.relax(&mut y, 0.1 * x[3]);
        all += 1;
    }
    y[0] * y[1] * steps as f64 + all as f64
}

#[test]
fn integers_of_calls_are_counted() {
    agrees!(relaxed);
}

/// Arrays of structs that calls give and that are only passed on, alone and in tuples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn lerp(self, other: Point, t: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * t, y: self.y + (other.y - self.y) * t }
    }

    fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

#[differentiable]
fn halves(points: &[Point; 4], t: f64) -> ([Point; 4], [Point; 4]) {
    let [a, b, c, d] = *points;
    let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
    let (abc, bcd) = (ab.lerp(bc, t), bc.lerp(cd, t));
    let middle = abc.lerp(bcd, t);
    ([a, ab, abc, middle], [middle, bcd, cd, d])
}

#[differentiable]
fn arc_length(points: &[Point; 4], depth: u32) -> f64 {
    let chord = points[3].distance(points[0]);
    let mut net = 0.0;
    for i in 0..3 {
        net += points[i + 1].distance(points[i]);
    }
    if depth == 0 || net - chord < 1e-3 {
        return 0.5 * (net + chord);
    }
    let (left, right) = halves(points, 0.5);
    arc_length(&left, depth - 1) + arc_length(&right, depth - 1)
}

#[differentiable]
fn moved(points: &[Point], by: f64) -> Vec<Point> {
    let mut out = Vec::new();
    for p in points {
        out.push(Point { x: p.x + by, y: p.y * by });
    }
    out
}

#[differentiable]
fn pairs_of(points: &[Point], k: f64) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for p in points {
        out.push((p.x * k, p.y));
    }
    out
}

#[differentiable]
fn products(pairs: &[(f64, f64)]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in pairs {
        sum += a * b;
    }
    sum
}

#[differentiable]
fn of_points(points: &[Point]) -> f64 {
    let mut sum = 0.0;
    for p in points {
        sum += p.x * p.y.sin();
    }
    sum
}

#[differentiable]
fn of_modes(modes: &[Mode]) -> f64 {
    let mut sum = 0.0;
    for mode in modes {
        sum += mode.energy() * mode.shape[1];
    }
    sum
}

#[differentiable]
fn passed_on(x: &[f64]) -> f64 {
    let points = [
        Point { x: x[0], y: x[1] },
        Point { x: x[2], y: x[3] },
        Point { x: 2.0, y: x[4] },
        Point { x: x[5] + 2.0, y: 0.3 },
    ];
    let mut sum = arc_length(&points, 4);
    let there = moved(&points, x[1]);
    sum += of_points(&there);
    for k in 0..2 {
        let further = moved(&there, 0.3 + k as f64);
        let pairs = pairs_of(&further, x[2]);
        sum += of_points(&further) * products(&pairs);
    }
    let shapes = modes(x);
    sum + of_modes(&shapes)
}

#[test]
fn arrays_of_structs_that_calls_give_are_passed_on() {
    agrees!(passed_on);
}

/// Arrays of structs and of tuples that depend on no parameter go to functions that take them for differentiated, or do not.
#[differentiable]
fn weighed(w: &[f64], points: &[Point], ys: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (p, y) in points.iter().zip(ys) {
        sum += (w[0] * p.x + w[1] * p.y - y).powi(2);
    }
    sum
}

#[differentiable(wrt(w))]
fn weighed_data(w: &[f64], points: &[Point], ys: &[f64]) -> f64 {
    weighed(w, points, ys) + weighed(w, points, &[0.5, 0.25]) * w[0]
}

#[differentiable]
fn driven(rate: f64, draws: &[(f64, f64)]) -> Vec<f64> {
    let mut path = vec![rate];
    for &(a, b) in draws {
        path.push(rate * a + b * path[path.len() - 1]);
    }
    path
}

struct Generator(u64);

impl Generator {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[differentiable]
fn beside_structs_of_data(x: &[f64]) -> f64 {
    let points = [Point { x: 1.0, y: 2.0 }, Point { x: 0.5, y: -1.0 }];
    let more = vec![Point { x: 0.1, y: 0.2 }];
    let ys = [0.3, 0.4];
    let mut generator = Generator(7);
    let mut sum = 0.0;
    for k in 0..3 {
        let mut draws = Vec::new();
        for _ in 0..4 {
            draws.push((generator.next(), generator.next()));
        }
        let path = driven(x[k], &draws);
        sum += path[4] * path[2];
        sum += weighed(&x[k..], &points, &ys) + weighed_data(&x[k..], &points, &ys);
    }
    sum + of_points(&more) * x[0] + products(&[(1.0, 2.0), (3.0, 4.0)]) * x[1]
}

#[test]
fn arrays_of_structs_of_data_are_lent() {
    agrees!(beside_structs_of_data);
}

/// Fluxes of a finite-volume method: structs that calls give are put in an array, and meet other structs in operators.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Flow {
    mass: f64,
    momentum: f64,
}

#[differentiable]
impl std::ops::Sub for Flow {
    type Output = Flow;

    fn sub(self, other: Flow) -> Flow {
        Flow { mass: self.mass - other.mass, momentum: self.momentum - other.momentum }
    }
}

#[differentiable]
impl std::ops::Mul<f64> for Flow {
    type Output = Flow;

    fn mul(self, k: f64) -> Flow {
        Flow { mass: self.mass * k, momentum: self.momentum * k }
    }
}

#[differentiable]
fn flux(left: Flow, right: Flow) -> Flow {
    let speed = (left.momentum / left.mass).abs();
    Flow { mass: left.momentum * right.mass, momentum: right.momentum * speed } - (right - left) * 0.5
}

#[differentiable]
fn advance(cells: &mut [Flow], ratio: f64) {
    let mut fluxes = Vec::new();
    for i in 0..cells.len() - 1 {
        fluxes.push(flux(cells[i], cells[i + 1]));
    }
    for i in 1..cells.len() - 1 {
        cells[i] = cells[i] - (fluxes[i] - fluxes[i - 1]) * ratio;
    }
}

#[differentiable]
fn jump(cells: &[Flow], k: f64) -> f64 {
    let mut fluxes = Vec::with_capacity(2);
    for i in 0..2 {
        let left = cells[i];
        fluxes.push(flux(left, cells[i + 1] - left * k));
    }
    let d = (fluxes[1] - fluxes[0]) * k;
    d.mass * d.momentum
}

#[differentiable]
fn finite_volumes(x: &[f64]) -> f64 {
    let mut cells = Vec::new();
    for i in 0..5 {
        cells.push(Flow { mass: 1.0 + x[i], momentum: x[i] * x[5 - i] });
    }
    for _ in 0..3 {
        advance(&mut cells, 0.1 * x[0]);
    }
    cells[2].mass * cells[1].momentum + jump(&cells, x[1])
}

#[test]
fn structs_that_calls_give_meet_others_in_operators() {
    agrees!(finite_volumes);
}

/// A graph in compressed rows: arrays of the struct bound the parts of others.
#[derive(Clone, Debug, Differentiable)]
struct Graph {
    offsets: Vec<usize>,
    targets: Vec<usize>,
    weights: Vec<f64>,
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v;
    }
    sum
}

#[differentiable]
impl Graph {
    fn degree(&self, v: usize) -> f64 {
        let mut sum = 0.0;
        for w in &self.weights[self.offsets[v]..self.offsets[v + 1]] {
            sum += w;
        }
        sum
    }

    fn first(&self, v: usize) -> f64 {
        let row = &self.weights[self.offsets[v]..self.offsets[v + 1]];
        row[0] * row[1] + total(&self.weights[self.offsets[v]..self.offsets[v] + 1])
    }

    fn laplacian(&self, x: &[f64], out: &mut [f64]) {
        for v in 0..self.offsets.len() - 1 {
            let mut sum = self.degree(v) * x[v];
            for e in self.offsets[v]..self.offsets[v + 1] {
                sum -= self.weights[e] * x[self.targets[e]];
            }
            out[v] = sum;
        }
    }
}

#[differentiable]
fn diffused(x: &[f64]) -> f64 {
    let graph = Graph {
        offsets: vec![0, 2, 4, 6],
        targets: vec![1, 2, 0, 2, 1, 0],
        weights: vec![x[0], x[1], x[0], x[2], x[2], x[1]],
    };
    let mut out = vec![0.0; 3];
    graph.laplacian(&x[3..], &mut out);
    let mut sum = 0.0;
    for v in 0..3 {
        sum += out[v] * x[3 + v] + graph.first(v);
    }
    sum
}

#[test]
fn arrays_of_a_struct_bound_parts_of_others() {
    agrees!(diffused);
}

/// Rows that calls give go to methods of arrays that take others.
#[differentiable]
fn attended(x: &[f64], k: f64) -> Vec<Vec<f64>> {
    let mut rows = Vec::new();
    for i in 0..2 {
        rows.push(vec![x[i] * k, x[i + 1]]);
    }
    rows
}

#[derive(Clone, Debug, Differentiable)]
struct Heads {
    scales: Vec<Mode>,
}

#[differentiable]
impl Heads {
    fn forward(&self, x: &[f64]) -> Vec<Vec<f64>> {
        let mut out = vec![Vec::new(); 2];
        for scale in &self.scales {
            let part = attended(x, scale.energy());
            for (row, p) in out.iter_mut().zip(&part) {
                row.extend_from_slice(p);
            }
        }
        out
    }
}

#[differentiable]
fn concatenated(x: &[f64]) -> f64 {
    let heads = Heads { scales: modes(x) };
    let y = heads.forward(&x[..4]);
    let mut sum = 0.0;
    for row in &y {
        for (k, v) in row.iter().enumerate() {
            sum += v * v * (k + 1) as f64;
        }
    }
    sum
}

#[test]
fn rows_that_calls_give_extend_others() {
    agrees!(concatenated);
}

/// Lists that patterns take out of what has no tangent are looped over.
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Constraint {
    First,
    Scaled(u32),
    Sector(#[constant] Vec<usize>),
    Pairs {
        #[constant]
        of: Vec<(usize, usize)>,
        times: u32,
    },
}

#[differentiable]
fn penalty(constraint: &Constraint, w: &[f64]) -> f64 {
    match constraint {
        Constraint::First => w[0],
        Constraint::Scaled(times) => w[1] * f64::from(*times),
        Constraint::Sector(members) => {
            let mut sum = 0.0;
            for &m in members {
                sum += w[m];
            }
            for (k, m) in members.iter().enumerate() {
                sum += w[*m] * w[k];
            }
            sum
        }
        Constraint::Pairs { of, times } => {
            let mut sum = 0.0;
            for &(i, j) in of {
                sum += w[i] * w[j];
            }
            sum * f64::from(*times)
        }
    }
}

#[differentiable]
fn masked(w: &[f64], mask: Option<&[bool]>) -> f64 {
    let mut sum = 0.0;
    if let Some(mask) = mask {
        for (v, &keep) in w.iter().zip(mask) {
            if keep {
                sum += v * v;
            }
        }
    }
    sum
}

#[differentiable]
fn listed(w: &[f64], members: Option<Vec<usize>>) -> f64 {
    let Some(members) = &members else { return w[0] };
    let mut sum = 0.0;
    for m in members {
        sum += w[*m] * w[*m];
    }
    sum
}

#[differentiable]
fn constrained(x: &[f64]) -> f64 {
    let constraints = [
        Constraint::First,
        Constraint::Scaled(3),
        Constraint::Sector(vec![0, 2, 5]),
        Constraint::Pairs { of: vec![(0, 1), (1, 2)], times: 2 },
    ];
    let mut sum = 0.0;
    for constraint in &constraints {
        sum += penalty(constraint, x);
    }
    sum + masked(x, Some(&[true, false, true][..])) + masked(x, None) + listed(x, Some(vec![1, 3])) + listed(x, None)
}

#[test]
fn lists_that_patterns_give_are_looped_over() {
    agrees!(constrained);
}

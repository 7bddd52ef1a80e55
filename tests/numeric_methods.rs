//! Methods of numerical analysis and of statistics, as people write them who have read the README. Values bit for bit, gradients against
//! central differences.

#![expect(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::excessive_precision,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};

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

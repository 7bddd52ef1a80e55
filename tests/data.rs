//! Arrays without a sensitivity: what is read of them is read again, not kept.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::default_trait_access,
    clippy::float_cmp,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "loops over indices, vectors, moves and types that a call says are what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;

use backprop::{Differentiable, Real, differentiable};

/// The value bit for bit, and the gradient against central differences.
fn check(f: impl Fn(&[f64]) -> f64, both: impl Fn(&[f64]) -> (f64, Vec<f64>), x: &[f64]) {
    let (value, d) = both(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    differences::check(&f, x, &d);
}

const AT: [f64; 4] = [0.7, -1.3, 0.4, 1.9];
const DATA: [f64; 8] = [0.25, 1.5, -0.5, 2.0, 1.0, -1.25, 0.75, 0.5];

#[differentiable(wrt(w))]
fn weighted(w: &[f64], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        sum += (w[i] * x[i] - x[x.len() - 1 - i]).sin();
    }
    // The sensitivity of the sum is known after the loop.
    sum * sum / x.len() as f64
}

/// Names of parts, parts of parts, and an element of a part without a name.
#[differentiable(wrt(w))]
fn parts(w: &[f64], x: &[f64], n: usize) -> f64 {
    let mut product = 1.0;
    for k in 0..x.len() / n {
        let row = &x[k * n..(k + 1) * n];
        let end = &row[1..];
        let mut sum = 0.1;
        for j in 0..n {
            sum += (w[j] * row[j]).exp() * x[k * n..][j];
        }
        product *= sum.sin() + end[0] * w[0] * w[0];
    }
    product
}

/// Rows of an array of arrays; one is copied.
#[differentiable(wrt(w))]
fn points(w: &[f64; 2], points: &[[f64; 2]], more: &Vec<Vec<f64>>) -> f64 {
    let mut sum: f64 = 1.0;
    for p in 0..points.len() {
        let point = points[p];
        let x = w[0] * points[p][0] - w[1] * point[1];
        sum = sum.sin() + x * x * more[p % more.len()][1] * more[0].len() as f64;
    }
    for p in 0..points.len() {
        sum *= 1.0 + 0.1 * (w[0] * points[p][0]).cos() * points[p][1];
    }
    sum
}

/// In a closure, a branch, a call, and left at once.
#[differentiable(wrt(a))]
fn mixed<T: Real>(a: T, x: &[T], flags: &[bool]) -> T {
    let at = |i: usize| (a * x[i]).exp() * x[i + 1];
    let mut sum = a;
    for i in 0..flags.len() {
        if flags[i] {
            sum *= at(i).sin();
        } else if x[i] > a {
            return sum * x[i];
        } else {
            sum += scaled(a, &x[i..]);
        }
    }
    sum
}

#[differentiable(wrt(a))]
fn scaled<T: Real>(a: T, x: &[T]) -> T {
    if x.len() < 2 { a } else { (a * x[0]).sin() + x[1] * a * a }
}

/// One that calls itself.
#[differentiable(wrt(a))]
fn nested(a: f64, x: &[f64], i: usize) -> f64 {
    if i == x.len() { a } else { (a * x[i]).sin() + x[0] * nested(a * a, x, i + 1) }
}

fn twice<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn applied<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(f(x)) * x
}

/// A closure over data that another function calls.
#[differentiable(wrt(a))]
fn passed_on(a: f64, x: &[f64]) -> f64 {
    let k = x.len() - 1;
    applied(|t| (t * x[0] + a).sin() * x[k], a * x[1])
}

/// What the host does with data stays what it is.
#[differentiable(wrt(a))]
fn hosts(a: f64, x: &[f64], log: &RefCell<Vec<f64>>) -> f64 {
    log.borrow_mut().push(x[0]);
    let largest = x.iter().copied().fold(0.0, f64::max);
    let x0 = twice(|t| t + x[0], x[1]);
    let doubled: Vec<f64> = x.iter().map(|t| 2.0 * t).collect();
    log.borrow_mut().push(doubled[1] + x[2]);
    let x = [x[0], x0];
    (a * largest).sin() * x[1] + a * doubled[0]
}

struct Model {
    scale: f64,
}

impl Model {
    #[differentiable(wrt(w))]
    fn misfit(&self, w: &[f64; 2], x: &[f64], y: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (x, y) in x.iter().zip(y) {
            let r = (w[0] * x).exp() * w[1] - y;
            sum += self.scale * r * r;
        }
        for i in (0..x.len()).rev().step_by(2) {
            sum += (x[i] * w[1]).sin();
        }
        sum / y.len() as f64
    }
}

#[test]
fn gradients_agree_with_differences() {
    check(|w| weighted(w, &DATA), |w| weighted::value_and_grad(w, &DATA), &AT);
    check(|w| parts(w, &DATA, 4), |w| parts::value_and_grad(w, &DATA, 4), &AT);
    let (rows, more) = ([[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5]], vec![vec![0.1, 0.9, 1.0], vec![-0.4, 0.3]]);
    check(
        |w| points(&[w[0], w[1]], &rows, &more),
        |w| {
            let (value, d) = points::value_and_grad(&[w[0], w[1]], &rows, &more);
            (value, d.to_vec())
        },
        &AT[..2],
    );
    let with = |a: &[f64], flags: &[bool]| mixed(a[0], &DATA, flags);
    for flags in [vec![], vec![true, true], vec![false; 4], vec![true, false, true], vec![false, false, true]] {
        for a in [0.3, 0.6, 1.75] {
            check(
                |a| with(a, &flags),
                |a: &[f64]| {
                    let (value, d) = mixed::value_and_grad(a[0], &DATA, &flags);
                    (value, vec![d])
                },
                &[a],
            );
        }
    }
    check(
        |a| passed_on(a[0], &DATA),
        |a: &[f64]| {
            let (value, d) = passed_on::value_and_grad(a[0], &DATA);
            (value, vec![d])
        },
        &[0.4],
    );
    check(
        |a| nested(a[0], &DATA, 0),
        |a| {
            let (value, d) = nested::value_and_grad(a[0], &DATA, 0);
            (value, vec![d])
        },
        &[0.4],
    );
    let model = Model { scale: 0.5 };
    check(
        |w| model.misfit(&[w[0], w[1]], &DATA[..4], &AT),
        |w| {
            let (value, d) = model.misfit_value_and_grad(&[w[0], w[1]], &DATA[..4], &AT);
            (value, d.to_vec())
        },
        &[0.3, 1.2],
    );
}

#[test]
fn the_host_reads_data_as_it_did() {
    let (plain, both) = (RefCell::default(), RefCell::default());
    let value = hosts(0.4, &DATA, &plain);
    assert_eq!(hosts::value_and_grad(0.4, &DATA, &both).0.to_bits(), value.to_bits());
    assert_eq!(plain, both);
    check(
        |a: &[f64]| hosts(a[0], &DATA, &RefCell::default()),
        |a: &[f64]| {
            let (value, d) = hosts::value_and_grad(a[0], &DATA, &RefCell::default());
            (value, vec![d])
        },
        &[0.4],
    );
}

/// The backpropagator reads the data where they are.
#[test]
fn a_backpropagator_looks_at_the_data() {
    let (value, back) = weighted::vjp(&AT, &DATA);
    assert_eq!(value.to_bits(), weighted(&AT, &DATA).to_bits());
    let d = weighted::grad(&AT, &DATA);
    assert_eq!(back(1.0), d);
    assert_eq!(back(2.0), d.iter().map(|d| 2.0 * d).collect::<Vec<f64>>());
}

#[test]
fn nothing_is_kept_of_data() {
    let (w, x) = (vec![0.5; 100], vec![0.25; 100]);
    let mut d = vec![0.0; 100];
    let measured = allocation_counter::measure(|| {
        let _ = weighted::value_and_grad_into(&w, &x, &mut d);
    });
    assert_eq!(measured.count_total, 0);
}

#[test]
fn an_index_out_of_bounds_panics_where_the_function_does() {
    /// Of data and of parts of it, before and after the host says something.
    #[differentiable(wrt(a))]
    fn reads(a: f64, x: &[f64], i: usize, log: &RefCell<Vec<usize>>) -> f64 {
        let first = a * x[i];
        log.borrow_mut().push(1);
        let part = &x[i..];
        let sum = first
            + part[{
                log.borrow_mut().push(2);
                i
            }];
        sum * x[1..i + 2][{
            log.borrow_mut().push(3);
            2
        }]
    }
    for i in 0..6 {
        let (plain, both) = (RefCell::default(), RefCell::default());
        let value = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reads(1.5, &DATA[..5], i, &plain)));
        let gradient =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reads::value_and_grad(1.5, &DATA[..5], i, &both)));
        assert_eq!(value.ok(), gradient.ok().map(|(value, _)| value), "{i}");
        assert_eq!(plain, both, "{i}");
    }
}

/// A trait whose method has the name of one of slices.
trait Length {
    fn len(self) -> usize;
}

thread_local!(static ASKED: RefCell<usize> = const { RefCell::new(0) });

impl Length for &[usize] {
    fn len(self) -> usize {
        ASKED.with(|asked| *asked.borrow_mut() += 1);
        7
    }
}

impl Length for &Vec<usize> {
    fn len(self) -> usize {
        ASKED.with(|asked| *asked.borrow_mut() += 1);
        7
    }
}

/// The length of a slice is that of the slice.
#[differentiable(wrt(a))]
fn mean(a: f64, labels: &[usize], others: &Vec<usize>) -> f64 {
    let mut sum = 0.0;
    for i in 0..labels.len() {
        sum += (a * labels[i] as f64).sin();
    }
    sum / (labels.len() + others.len()) as f64
}

#[test]
fn the_length_of_a_slice_is_its_own() {
    assert_eq!(Length::len(&[1_usize][..]) + Length::len(&vec![1]), 14);
    check(
        |a: &[f64]| mean(a[0], &[1, 2, 0], &vec![1]),
        |a: &[f64]| {
            let (value, d) = mean::value_and_grad(a[0], &[1, 2, 0], &vec![1]);
            (value, vec![d])
        },
        &[0.4],
    );
    assert_eq!(ASKED.with(|asked| *asked.borrow()), 2);
}

/// Patterns of references to tuples give references to numbers.
#[differentiable(wrt(w))]
fn pairs(w: &[f64], data: &[(f64, f64)], more: &Vec<(f64, usize)>, last: &(f64, f64)) -> f64 {
    let mut sum = 0.0;
    for (x, y) in data {
        let residual = w[0].sin() * x + w[1] - *y;
        sum += residual * residual;
    }
    for (i, (x, y)) in data.iter().enumerate() {
        sum += w[i % 2].exp() * x * y.abs();
    }
    for &(x, y) in data {
        sum += w[0].sin() * x.max(y);
    }
    for (x, k) in more {
        sum *= w[*k].cos() + x;
    }
    let (x, y) = last;
    sum * w[1].sin() * x / y
}

#[test]
fn patterns_of_references() {
    let data = [(0.1, 0.2), (0.5, -0.3), (1.0, 0.4)];
    let more = vec![(0.75, 1), (-0.25, 0)];
    let last = (1.5, 0.5);
    check(
        |w: &[f64]| pairs(w, &data, &more, &last),
        |w: &[f64]| pairs::value_and_grad(w, &data, &more, &last),
        &[0.3, 0.7],
    );
    let (_, back) = pairs::vjp(&[0.3, 0.7], &data, &more, &last);
    assert_eq!(back(1.0), pairs::grad(&[0.3, 0.7], &data, &more, &last));
}

struct Table {
    rows: Vec<Vec<f64>>,
    first: Vec<f64>,
}

impl Table {
    fn first(&self) -> &[f64] {
        &self.first
    }

    fn scaled(&self, k: f64) -> Vec<f64> {
        self.first.iter().map(|x| k * x).collect()
    }
}

/// A product of waves, so that the reverse pass looks at both again.
#[differentiable]
fn waves(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += (a[i] * b[i]).sin();
    }
    sum
}

#[differentiable]
fn products(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut c = vec![0.0; a.len()];
    for i in 0..a.len() {
        c[i] = a[i] * b[a.len() - 1 - i];
    }
    c
}

/// What calls and methods of the host give, with and without names: rustc alone knows that these are arrays.
#[differentiable(wrt(w))]
fn given(w: &[f64], table: &Table) -> f64 {
    let by_reference = table.first();
    let by_value = table.scaled(0.5);
    let mut sum = waves(w, table.first()) * waves(by_reference, w) + waves(w, &table.scaled(2.0)) + waves(&by_value, w);
    for i in 0..table.rows.len() {
        sum += waves(w, &table.rows[i]) * waves(&table.first, w);
    }
    sum
}

/// Calls that depend on nothing, inside of calls and before them.
#[differentiable]
fn constants(w: &[f64]) -> f64 {
    let f = vec![0.5, -0.25, 1.5, 0.75];
    let g = products(&f, &f);
    let p = products(w, &products(&f, &g));
    waves(&p, &g) + waves(&products(&f, &f), &p)
}

/// Arrays that may change, which depend on nothing, and new ones, as arguments.
#[differentiable]
fn changing(w: &[f64]) -> f64 {
    let mut f = vec![0.0; w.len()];
    let mut sum = 0.0;
    for t in 0..3 {
        f[t] += 0.5 * t as f64 + 0.25;
        sum += waves(&f, w) * waves(w, &vec![0.5; w.len()]) + waves(w, &[1.0, sum, 2.0, -0.5]);
        f.swap(0, t);
    }
    let mut m = vec![vec![1.0; w.len()]; 2];
    m[1][0] = 0.3;
    sum * waves(&m[1], w)
}

/// Each turn has an array of its own.
#[differentiable]
fn again(w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for t in 0..3 {
        let f = vec![1.0 + f64::from(t); w.len()];
        let g = [0.5, sum, f64::from(t), 2.0];
        sum += waves(w, &f) * waves(&f, w) + waves(&g, w);
    }
    sum
}

#[test]
fn arguments_that_depend_on_nothing() {
    check(again, again::value_and_grad, &AT);
    let table = Table { rows: vec![vec![0.5, 1.5, -0.25, 0.125], DATA[..4].to_vec()], first: DATA[4..].to_vec() };
    check(|w| given(w, &table), |w| given::value_and_grad(w, &table), &AT);
    check(constants, constants::value_and_grad, &AT);
    check(changing, changing::value_and_grad, &AT);
}

thread_local! {
    static CALLS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn loud(name: &'static str) -> Vec<f64> {
    CALLS.with(|calls| calls.borrow_mut().push(name));
    vec![2.0]
}

#[differentiable]
fn of_both(x: f64, a: &[f64], k: f64, b: &[f64]) -> f64 {
    x * a[0] * b[0] * k
}

#[differentiable]
fn in_order(x: f64) -> f64 {
    of_both(x, &loud("a"), loud("b")[0], &loud("c")) + of_both(x, &loud("d"), loud("e")[0], &vec![loud("f")[0]])
}

struct Owned {
    name: String,
    k: f64,
}

fn owned() -> Owned {
    Owned { name: "three".to_owned(), k: 3.0 }
}

#[differentiable(wrt(x, w))]
fn by_owned(x: f64, w: &[f64], owned: Owned, name: String) -> f64 {
    let k = owned.k + name.len() as f64;
    x * w[0] * k
}

/// What other code gives is moved into a call.
#[differentiable]
fn moved(x: f64, w: &[f64]) -> f64 {
    let first = owned();
    let name = owned().name;
    by_owned(x, w, first, name) * by_owned(x, w, owned(), String::from("a"))
}

/// It is computed once and in its place, also where rustc alone knows whether it is an array.
#[test]
fn arguments_are_computed_once() {
    let called = || CALLS.with(RefCell::take);
    let value = in_order(3.0);
    assert_eq!(called(), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(in_order::value_and_grad(3.0), (value, 16.0));
    assert_eq!(called(), ["a", "b", "c", "d", "e", "f"]);
    // 8 x w · 4 x w
    assert_eq!(moved::grad(2.0, &[0.5]), (32.0, vec![128.0]));
}

#[derive(Clone, Copy, Default)]
struct Settings {
    power: i32,
}

#[differentiable(wrt(x))]
fn scaled_by(x: f64, k: i32, settings: Settings) -> f64 {
    let power = settings.power + 2;
    x.powi(power) * f64::from(k)
}

/// The call alone says of what types these are.
#[differentiable]
fn converted(x: f64, small: i16, all: &[i32]) -> f64 {
    let parsed = "3".parse().unwrap();
    let settings = Default::default();
    scaled_by(x, small.into(), Default::default())
        + scaled_by(x, parsed, settings)
        + scaled_by(x, all.iter().copied().sum(), Settings { power: 1 })
}

#[test]
fn arguments_have_the_types_that_calls_say() {
    assert_eq!(converted(2.0, 5, &[1, 2]), 56.0);
    // 2 · 5 x + 2 · 3 x + 3 · 3 x²
    assert_eq!(converted::grad(2.0, 5, &[1, 2]), 68.0);
}

struct Row {
    at: f64,
    power: i32,
    more: Vec<f64>,
}

struct Book {
    rows: Vec<Row>,
    weights: [f64; 2],
    chosen: Vec<usize>,
    inner: Vec<Vec<f64>>,
}

/// Arrays in plain structs are looped over where they are.
#[differentiable(wrt(x))]
fn entries(book: &Book, x: f64) -> f64 {
    let mut sum = 0.0;
    for row in &book.rows {
        sum += (row.at * x).sin();
        for y in &row.more {
            sum *= y + x.powi(row.power);
        }
    }
    for w in &book.weights {
        sum += w * x * sum;
    }
    let rows = &book.rows;
    for (i, row) in rows.iter().enumerate().rev() {
        if row.power > 1 {
            for &j in &book.chosen {
                sum += x * row.more[j] + book.rows[i].at;
            }
        }
    }
    for row in rows {
        sum += row.at * x * x;
    }
    for inner in &book.inner {
        for v in inner {
            sum += v * x;
        }
    }
    sum
}

#[differentiable(wrt(x))]
fn entries_and_elements(book: &Book, x: &[f64]) -> f64 {
    let mut sum = 1.0;
    for (row, y) in book.rows.iter().zip(x) {
        sum *= y.powi(row.power) + row.at;
        for z in &book.rows[0].more {
            sum += waves(x, &row.more) * z;
        }
    }
    sum
}

#[test]
fn arrays_in_plain_structs() {
    let row = |at: f64, power| Row { at, power, more: vec![at * 0.5, 1.25, at - 1.0] };
    let book = Book {
        rows: vec![row(0.4, 2), row(-0.7, 1), row(1.1, 3)],
        weights: [0.3, -0.2],
        chosen: vec![2, 0],
        inner: vec![vec![0.1], vec![], vec![0.2, -0.9]],
    };
    let single = |x: &[f64]| {
        let (value, d) = entries::value_and_grad(&book, x[0]);
        (value, vec![d])
    };
    check(|x| entries(&book, x[0]), single, &[0.8]);
    check(|x| entries_and_elements(&book, x), |x| entries_and_elements::value_and_grad(&book, x), &[0.8, -0.3, 1.4]);
}

struct Knots {
    at: Vec<f64>,
    values: Vec<f64>,
}

/// Where a number is in a table, searches say, which read it.
#[differentiable(wrt(x))]
fn searched(knots: &Knots, x: f64) -> f64 {
    let i = match knots.at.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
        Ok(i) => i,
        Err(i) => i - 1,
    };
    let part = (x - knots.at[i]) / (knots.at[i + 1] - knots.at[i]);
    let mut sum = knots.values[i] * (1.0 - part) + knots.values[i + 1] * part;
    let j = knots.at.partition_point(|&v| v <= x).clamp(1, knots.at.len() - 1) - 1;
    sum *= knots.values[j] + x;
    for k in 0..3 {
        let y = x * f64::from(k);
        if let Err(at) = knots.at.binary_search_by(|v| v.total_cmp(&y)) {
            sum += y * x * knots.values[at - 1];
        }
    }
    match knots.at.iter().position(|v| *v > x * x) {
        Some(at) => sum * knots.at[at],
        None => sum * x,
    }
}

#[differentiable(wrt(ys, x))]
fn interpolated(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let i = xs.binary_search_by(|v| v.total_cmp(&x)).unwrap_or_else(|i| i - 1);
    ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i])
}

#[test]
fn searches() {
    let knots = Knots { at: vec![-1.0, 0.5, 1.0, 2.0, 3.5], values: vec![0.3, -0.7, 1.4, 0.2, -0.5] };
    for x in [0.7, 1.3, 1.9] {
        let single = |x: &[f64]| {
            let (value, d) = searched::value_and_grad(&knots, x[0]);
            (value, vec![d])
        };
        check(|x| searched(&knots, x[0]), single, &[x]);
        let both = |p: &[f64]| {
            let (value, (mut d, d_x)) = interpolated::value_and_grad(&knots.at, &p[1..], p[0]);
            d.insert(0, d_x);
            (value, d)
        };
        check(|p| interpolated(&knots.at, &p[1..], p[0]), both, &[x, 0.3, -0.7, 1.4, 0.2, -0.5]);
    }
}

#[differentiable]
fn pushed(x: f64, mut bytes: Vec<u8>) -> f64 {
    bytes.push(1);
    x * bytes.len() as f64
}

#[differentiable]
fn written(x: f64, mut text: String, n: usize) -> f64 {
    text.push_str("ab");
    for _ in 0..n {
        text += "c";
    }
    let longer = text.clone() + "x";
    x * text.len() as f64 + x * x * longer.len() as f64
}

#[differentiable]
fn worked_off(x: f64, mut work: Vec<i32>) -> f64 {
    let mut sum = 0.0;
    while let Some(task) = work.pop() {
        sum += x * f64::from(task);
        if task > 5 {
            work.push(task / 2);
        }
    }
    sum
}

#[differentiable]
fn powers(x: f64, mut exponents: Vec<usize>) -> f64 {
    let mut sum = 0.0;
    exponents.sort_unstable();
    for i in 0..exponents.len() {
        exponents[i] += i;
        sum += x.powi(exponents[i] as i32);
    }
    sum
}

/// Vectors and texts by value, with `mut`: derivatives by hand.
#[test]
fn data_by_value_is_changed() {
    assert_eq!(pushed::value_and_grad(2.0, vec![7]), (4.0, 2.0));
    // "xab" and n times "c".
    assert_eq!(written::value_and_grad(2.0, "x".into(), 2), (5.0 * 2.0 + 6.0 * 4.0, 5.0 + 6.0 * 4.0));
    // 2, 7 and 3.
    assert_eq!(worked_off::value_and_grad(0.5, vec![7, 2]), (6.0, 12.0));
    // x and x³.
    assert_eq!(powers::value_and_grad(2.0, vec![2, 1]), (10.0, 1.0 + 3.0 * 4.0));
}

/// A method of an element that is data, by the name that a loop gives the element.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Wave {
    k: f64,
    a: f64,
}

#[differentiable]
impl Wave {
    fn value(&self, t: f64) -> f64 {
        self.a * (self.k * t).sin()
    }
}

#[differentiable(wrt(t))]
fn superposed(waves: &[Wave], t: f64) -> f64 {
    let mut sum = 0.0;
    for wave in waves {
        sum += wave.value(t);
    }
    for (i, wave) in waves.iter().enumerate() {
        sum += wave.value(sum) * wave.k * i as f64;
    }
    sum
}

#[test]
fn methods_of_elements_that_are_data() {
    let waves = [Wave { k: 1.0, a: 0.5 }, Wave { k: 2.0, a: -0.3 }];
    check(
        |t| superposed(&waves, t[0]),
        |t| {
            let (value, d) = superposed::value_and_grad(&waves, t[0]);
            (value, vec![d])
        },
        &[0.4],
    );
}

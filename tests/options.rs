//! Elements that may not be there, asked for by patterns, arrays that are split, and values that are replaced. Values bit for bit,
//! gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::manual_memcpy,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::option_if_let_else,
    clippy::range_plus_one,
    clippy::unnecessary_first_then_check,
    reason = "each way to ask for an element is what is tested"
)]

mod differences;

use std::panic::catch_unwind;

use backprop::{Real, differentiable};
use differences::check;

const AT: [f64; 7] = [0.7, -1.3, 0.4, 1.9, 0.25, -0.6, 1.1];

macro_rules! checked {
    ($least:literal: $($f:ident)*) => {$({
        for at in [&AT[..], &AT[2..6], &AT[3..3 + $least]] {
            let (value, gradient) = $f::value_and_grad(at);
            assert_eq!(value.to_bits(), $f(at).to_bits(), stringify!($f));
            assert_eq!(gradient, $f::grad(at), stringify!($f));
            check(&|x| $f(x), at, &gradient);
        }
    })*};
}

#[differentiable]
fn popped(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 0.5;
    while let Some(a) = v.pop() {
        sum = (sum * a).sin() + a;
        if let Some(b) = v.pop() {
            v.push(b * a);
            if v.len() > 2 {
                v.truncate(2);
            }
            if b > 1.0 {
                continue;
            }
            sum *= b;
            v.pop();
        } else {
            break;
        }
    }
    sum
}

#[differentiable]
fn got(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..6 {
        sum += if let Some(a) = x.get(2 * i) { a * x[0] } else { sum * x[0] };
        if let Some(&a) = x.get(i + 1) {
            sum += a.cos();
        }
        sum += match x.get(i).copied() {
            Some(a) => a * sum,
            None => 1.0,
        };
    }
    sum
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    let Some(first) = x.first() else { return 0.0 };
    let last = match x.last() {
        None => return 3.0,
        Some(last) => last * first,
    };
    if let Some((one, others)) = x.split_first() {
        let mut sum = last;
        for v in others {
            sum += v * one;
        }
        if let Some((end, before)) = others.split_last() {
            sum += end * before.len() as f64;
        }
        sum
    } else {
        last
    }
}

/// The names that a pattern gives hide others, and only inside.
#[differentiable]
fn hidden(x: &[f64]) -> f64 {
    let a = x[0] * 2.0;
    let index = 1_usize;
    let mut v = x.to_vec();
    let b = if let Some(a) = v.get(index) { a * a + index as f64 } else { a };
    let c = if let Some(mut a) = v.pop() {
        a *= 3.0;
        a * b
    } else {
        a
    };
    let Some(index) = x.get(index) else { return a * b };
    a * b + c * index
}

/// The index is evaluated once, before anything else.
#[differentiable]
fn once(x: &[f64]) -> f64 {
    let mut k = 0;
    let mut sum = 0.0;
    while let Some(a) = x.get({
        k += 1;
        k - 1
    }) {
        sum += a * a * k as f64;
        if sum > 4.0 {
            return sum.ln();
        }
    }
    sum * k as f64
}

#[differentiable]
fn labelled(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 1.0;
    'all: while let Some(a) = v.pop() {
        let mut i = 0;
        while let Some(b) = x.get(i) {
            i += 1;
            if *b > 1.5 {
                continue 'all;
            }
            sum += a * b;
            if sum > 6.0 {
                break 'all;
            }
        }
    }
    sum * x[0]
}

#[differentiable]
fn changed(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 0..5 {
        if let Some(v) = y.get_mut(i + 1) {
            *v *= x[i];
        }
    }
    if let Some(v) = y.first_mut() {
        *v += 2.0;
    }
    if let Some(v) = y.last_mut() {
        *v = *v * *v;
    }
    if let Some((one, others)) = y.split_first_mut() {
        for v in others.iter_mut() {
            *v *= *one;
        }
        *one *= 0.5;
    }
    let mut sum = 0.0;
    for (i, v) in y.iter().enumerate() {
        sum += v * (i + 1) as f64;
    }
    sum
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
fn square(a: &mut [f64]) {
    for v in a.iter_mut() {
        *v *= *v;
    }
}

#[differentiable]
fn split(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(x.len() / 2);
    let mut y = x.to_vec();
    {
        let (c, d) = y.split_at_mut(a.len());
        for i in 0..c.len() {
            d[i] += c[i] * b[i];
            c[i] = d[i].sin() * a[i];
        }
        square(&mut c[..]);
        square(&mut d[1..]);
        let (_, rest) = d.split_at(a.len());
        for v in rest {
            c[0] += v * v;
        }
    }
    dot(a, b) + dot(&y, x)
}

/// A butterfly of a Fourier transform, again and again on halves.
#[differentiable]
fn butterflies(x: &[f64]) -> f64 {
    let mut y = [0.0; 8];
    for i in 0..x.len() {
        y[i] = x[i];
    }
    let mut size = 8;
    while size > 1 {
        for block in y.chunks_exact_mut(size) {
            let (low, high) = block.split_at_mut(size / 2);
            for i in 0..low.len() {
                let (a, b) = (low[i], high[i]);
                low[i] = a + b;
                high[i] = (a - b) * (i as f64 + 0.5).cos();
            }
        }
        size /= 2;
    }
    let mut sum = 0.0;
    for i in 0..8 {
        sum += y[i] * y[i] * (i as f64 + 1.0);
    }
    sum
}

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let mut a = vec![vec![0.0; 2]; x.len()];
    for i in 0..x.len() {
        a[i][0] = x[i];
        a[i][1] = x[i] * x[0];
    }
    let mut sum = 0.0;
    for i in 0..4 {
        if let Some(row) = a.get(i) {
            sum += dot(row, row);
            if let Some(v) = row.get(i) {
                sum += v;
            }
        }
    }
    let (first, rest) = a.split_at(1);
    for row in rest {
        sum += first[0][1] * row[0];
    }
    sum
}

#[differentiable]
fn replaced(x: &[f64]) -> f64 {
    let mut a = x[0];
    let b = std::mem::replace(&mut a, x[0] * x[0]);
    let mut v = x.to_vec();
    let old = std::mem::replace(&mut v, vec![a, b]);
    let mut kept = std::mem::take(&mut v);
    kept.push(old[0] * b);
    v.push(kept[0]);
    let mut sum = v.len() as f64 * v[0];
    for i in 0..3 {
        let before = std::mem::replace(&mut a, sum * kept[i]);
        sum += before * a;
    }
    sum + kept.len() as f64
}

/// Elements of data, which is left as it is.
#[differentiable(wrt(x))]
fn of_data(x: &[f64], data: &[f64], numbers: &[usize]) -> f64 {
    let mut todo = numbers.to_vec();
    let mut sum = 0.0;
    while let Some(i) = todo.pop() {
        if let Some(d) = data.get(i) {
            sum += x[0] * d;
        }
        match x.get(i) {
            Some(v) => sum += v * v,
            _ => sum *= 0.5,
        }
    }
    let (low, high) = data.split_at(1);
    sum + x[0] * low[0] * high[0]
}

#[differentiable]
fn in_closure<T: Real, const N: usize>(x: &[T; N]) -> T {
    let pick = |i: usize| if let Some(v) = x.get(i) { *v * *v } else { T::one() };
    let mut sum = T::zero();
    for i in 0..N + 1 {
        sum += pick(i) * x[0];
    }
    sum
}

#[differentiable]
fn out(x: &[f64], k: usize) -> f64 {
    let (a, b) = x.split_at(k);
    a.len() as f64 * x[0] + b.len() as f64 * x[1]
}

#[differentiable]
fn out_unused(x: &[f64], k: usize) -> f64 {
    let (_, _) = x.split_at(k);
    x[0] * 2.0
}

#[differentiable]
fn asked(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.pop();
    let mut sum = if v.get(3).is_some() { v[3] } else { x[0] };
    if v.first().is_none() {
        return sum * sum;
    }
    let (one, others) = v.split_first().unwrap();
    for w in others {
        sum += one * w;
    }
    sum
}

#[differentiable]
fn first_and_rest(x: &[f64]) -> f64 {
    let (one, _) = x.split_first().expect("an element");
    *one
}

/// Parts by the name of the array that is split.
#[differentiable]
fn shadowing(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let (x, w) = x.split_at(1);
    let mut sum = x[0].sin() + x.len() as f64;
    for i in 0..w.len() {
        sum += w[i] * w[i] * x[0];
    }
    let (v, y) = y.split_at_mut(2);
    v[1] *= y[0];
    let (y, u) = y.split_at_mut(1);
    y[0] += u.len() as f64 * v[1];
    let mut m = vec![vec![1.0, y[0]], vec![v[1], sum]];
    m.push(vec![sum * y[0], 2.0]);
    m[1][0] *= 0.5;
    if let Some((m, rest)) = m.split_first() {
        sum += m[1] * rest.len() as f64 * rest[0][1];
    }
    if let Some((w, rest)) = w.split_last() {
        sum *= w * rest.len() as f64;
    }
    let Some((x, _)) = x.split_first() else { return sum };
    sum * x
}

/// The sum, by halves.
#[differentiable]
fn halves(x: &[f64]) -> f64 {
    if x.len() == 1 {
        return x[0] * x[0];
    }
    let (x, y) = x.split_at(x.len() / 2);
    halves(x) + halves(y)
}

/// Conditions before and after: the index is computed where those before it hold.
#[differentiable]
fn with_conditions(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.1;
    for i in 0..10_usize {
        if i > 0
            && let Some(v) = y.get(i - 1)
            && *v > 0.0
            && sum < 3.0
        {
            sum += v * x[i % x.len()];
        } else if let Some(v) = y.get_mut(i)
            && x[0] > 0.0
        {
            *v *= 2.0;
            sum += *v;
        } else if let Some(v) = y.get(i).copied()
            && v < sum
        {
            sum *= v;
        } else {
            sum += 0.5;
        }
    }
    sum + if let Some(v) = y.first()
        && *v > 0.0
    {
        v.sin()
    } else {
        0.0
    }
}

#[test]
fn elements_with_other_conditions() {
    checked!(1: with_conditions);
}

#[test]
fn parts_that_hide_their_array() {
    checked!(3: shadowing);
    checked!(1: halves);
}

#[test]
fn elements_that_may_not_be_there() {
    checked!(1: popped got ends hidden once labelled changed rows asked);
}

#[test]
fn arrays_split_and_values_replaced() {
    checked!(3: split butterflies replaced);
}

#[test]
fn of_what_is_no_input() {
    let (data, numbers) = ([1.5, -0.5, 2.5], [0, 4, 2, 9, 1]);
    let (value, gradient) = of_data::value_and_grad(&AT, &data, &numbers);
    assert_eq!(value, of_data(&AT, &data, &numbers));
    check(&|x| of_data(x, &data, &numbers), &AT, &gradient);
}

#[test]
fn in_a_closure_of_a_generic_function() {
    let gradient = in_closure::grad(&[0.5, 2.0, -1.0]);
    let sum = 0.25 + 4.0 + 1.0 + 1.0;
    assert_eq!(gradient, [sum + 0.5, 2.0, -1.0]);
}

#[test]
fn nothing_is_there() {
    assert_eq!(ends::grad(&[]), []);
    assert_eq!(popped::value_and_grad(&[]), (0.5, Vec::new()));
}

#[test]
fn panics_where_the_function_does() {
    assert_eq!(out::grad(&[2.0, 3.0, 4.0], 3), [3.0, 0.0, 0.0]);
    assert_eq!(out_unused::grad(&[2.0, 3.0], 2), [2.0, 0.0]);
    assert!(catch_unwind(|| out::grad(&[2.0, 3.0, 4.0], 4)).is_err());
    assert!(catch_unwind(|| out_unused::grad(&[2.0, 3.0], 3)).is_err());
    assert!(catch_unwind(|| replaced::grad(&[])).is_err());
    assert!(catch_unwind(|| first_and_rest::grad(&[])).is_err());
    assert_eq!(first_and_rest::grad(&[2.0, 3.0]), [1.0, 0.0]);
}

#[differentiable]
fn ends_of_parts(x: &[f64]) -> f64 {
    let n = x.len() / 2;
    let mut y = x.to_vec();
    if let Some(v) = y[n..].first_mut() {
        *v *= x[0];
    }
    if let Some(v) = y[..n].last_mut() {
        *v += x[1] * x[0];
    }
    let Some(&last) = y[..n + 1].last() else { return x[0] };
    let (first, rest) = y[1..].split_first().unwrap();
    let mut sum = last * first;
    for v in rest {
        sum += v * first;
    }
    sum += y[n..].get(7).copied().unwrap_or(x[0]) * x[..2].last().unwrap();
    match x[x.len()..].last() {
        Some(v) => sum * v,
        None => sum + if x[n..].first().is_some() { x[n] } else { 1.0 },
    }
}

#[differentiable]
fn rows_of_parts(rows: &[Vec<f64>], n: usize) -> f64 {
    if let Some(row) = rows[..n].last() { row[0] * row[1] } else { 0.5 }
}

#[test]
fn parts_have_ends() {
    checked!(2: ends_of_parts);
    let rows = [vec![2.0, 3.0], vec![5.0, 7.0]];
    assert_eq!(rows_of_parts::value_and_grad(&rows, 0), (0.5, vec![vec![0.0; 2]; 2]));
    assert_eq!(rows_of_parts::value_and_grad(&rows, 2), (35.0, vec![vec![0.0; 2], vec![7.0, 5.0]]));
    assert!(catch_unwind(|| rows_of_parts::grad(&[], 1)).is_err());
}

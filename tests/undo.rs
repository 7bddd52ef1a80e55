//! Arrays that are overwritten, replaced or exchanged after a call has looked at them: the reverse pass puts back what was there.
//! Values bit for bit, gradients against central differences.

#![expect(
    clippy::many_single_char_names,
    clippy::cast_precision_loss,
    clippy::manual_memcpy,
    reason = "each way to write to an array is what is tested"
)]

mod differences;

use backprop::differentiable;
use differences::check;

/// Looks at all of what it is given, in its reverse pass too.
#[differentiable]
fn waves(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (1.0 + 0.1 * i as f64) * x[i].sin() * x[(i + 1) % x.len()];
    }
    sum
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * a[i] * b[i];
    }
    sum
}

/// A new array, from another one.
#[differentiable]
fn step(x: &[f64], k: f64) -> Vec<f64> {
    let mut y = x.to_vec();
    for i in 0..y.len() {
        y[i] = (k * x[i]).sin() + 0.5 * x[(i + 1) % x.len()];
    }
    y
}

const POINT: [f64; 4] = [0.4, -0.3, 0.6, 0.2];
const OTHER: [f64; 3] = [1.3, 0.7, -0.9];

/// Values and gradients of a function of a slice, by each entry point.
macro_rules! checks {
    ($name:ident) => {
        for x in [&POINT[..], &OTHER] {
            let (value, gradient) = $name::value_and_grad(x);
            assert_eq!(value.to_bits(), $name(x).to_bits());
            check(&|x| $name(x), x, &gradient);
            check(&|x| $name(x), x, &$name::grad(x));
            let (value, back) = $name::vjp(x);
            assert_eq!(value.to_bits(), $name(x).to_bits());
            // It can be called again, and finds what there was.
            let first = back(1.0);
            check(&|x| $name(x), x, &first);
            assert_eq!(first, back(1.0));
        }
    };
}

#[differentiable]
fn element(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let first = waves(&y);
    y[0] = first * y[1];
    y[1] += y[0] * first;
    let second = waves(&y);
    y[2] *= second;
    y[0] -= y[2];
    waves(&y) + first * second
}

#[differentiable]
fn in_each_turn(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut total = 0.0;
    for i in 0..y.len() {
        let seen = waves(&y);
        y[i] = 0.3 * seen + x[i] * y[i];
        total += seen * y[i];
    }
    total + waves(&y)
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut total = 0.0;
    for i in 0..3 {
        for j in 0..y.len() {
            if (i + j) % 2 == 0 {
                y[j] = (y[j] * x[i % x.len()]).cos();
            } else {
                y[j] += 0.1 * waves(&y);
            }
        }
        total += waves(&y) * y[i % x.len()];
    }
    total
}

#[differentiable]
fn left_early(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut total = 0.0;
    for i in 0..20 {
        let seen = waves(&y);
        if seen > 0.9 {
            break;
        }
        y[i % x.len()] += 0.4 + 0.1 * seen * seen;
        if i % 3 == 1 {
            continue;
        }
        y[(i + 1) % x.len()] *= 0.9;
        total += dot(&y, &y);
    }
    total * waves(&y)
}

#[differentiable]
fn returns_early(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut total = 1.0;
    for i in 0..10 {
        y[i % x.len()] += 0.2;
        let seen = waves(&y);
        if seen > 1.1 {
            return seen * total;
        }
        total += 0.1 * seen;
    }
    waves(&y) - total
}

#[differentiable]
fn as_long_as(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut turns = 0;
    while waves(&y) < 2.0 && turns < 30 {
        y[turns % x.len()] = 0.1 + 1.1 * y[turns % x.len()];
        turns += 1;
    }
    waves(&y)
}

#[differentiable]
fn exchanged(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut v = vec![0.5; x.len()];
    let mut total = 0.0;
    for i in 0..5 {
        total += dot(&u, &v);
        v[i % x.len()] += 0.1 * u[0] * total;
        std::mem::swap(&mut u, &mut v);
        if i == 2 {
            std::mem::swap(&mut u, &mut v);
            u[1] = total.sin();
        }
    }
    total + waves(&u) * waves(&v)
}

#[differentiable]
fn replaced(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut total = 0.0;
    for i in 0..4 {
        total += waves(&u);
        if i % 2 == 0 {
            u = step(&u, x[0]);
            total += 0.1 * waves(&u);
        }
        let mut w = vec![0.3 * total; 3];
        w[0] = u[0] * 0.5;
        if total > 0.4 {
            u = w;
        }
        u[1] += 0.1 * total;
        total += waves(&u).sin();
    }
    total * waves(&u)
}

#[differentiable]
fn stepped(x: &[f64]) -> f64 {
    let mut state = x.to_vec();
    let mut total = 0.0;
    for _ in 0..4 {
        let next = step(&state, 0.7);
        total += dot(&next, &state);
        state = next;
        state[0] += 0.01 * total;
    }
    total + waves(&state)
}

/// Two calls look before the array is replaced.
#[differentiable]
fn looked_at_twice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += waves(&y);
        y = step(&y, 0.5);
        if sum > 100.0 {
            break;
        }
        sum += waves(&y) * y[1] - waves(&y[1..]);
    }
    sum + waves(&y)
}

#[differentiable]
fn straight(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let a = waves(&u);
    u = vec![a, x[0], 0.3];
    let b = waves(&u);
    u = step(&u, a * b);
    u[1] = a * b;
    u = step(&u, b);
    waves(&u) * a
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let n = y.len();
    let mut total = 0.0;
    for i in 1..n {
        let seen = dot(&y[..i], &y[n - i..]);
        y[i] = 0.5 * seen + y[i - 1];
        let part = &mut y[i - 1..];
        part[0] *= 1.1;
        total += waves(part) + seen;
    }
    total + dot(&y, &y)
}

#[differentiable]
fn methods(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let a = waves(&y);
    y.swap(0, 2);
    let b = waves(&y);
    y.fill(0.3 * a);
    y[1] = b;
    let c = waves(&y);
    y.push(c * a);
    let d = waves(&y);
    let last = y.pop().unwrap();
    y.reverse();
    let e = waves(&y) * last;
    let z = y.clone();
    let w: Vec<f64> = step(&z, d);
    y.copy_from_slice(&w);
    y[0] += e;
    waves(&y) + waves(&z) + b * d
}

#[differentiable]
fn fixed(x: &[f64]) -> f64 {
    let mut s = [x[0], x[1], x[2]];
    let mut total = 0.0;
    for _ in 0..6 {
        total += waves(&s);
        for i in 0..3 {
            s[i] += 0.1 * (s[(i + 1) % 3] - s[i]) * total;
        }
    }
    total * waves(&s)
}

/// What was there is a NaN, or infinite: it comes back as it was.
#[differentiable]
fn around_infinity(x: &[f64]) -> f64 {
    let mut y = vec![f64::INFINITY; x.len()];
    for i in 0..y.len() {
        y[i] = x[i];
    }
    let first = waves(&y);
    y[0] = f64::NAN;
    y[0] = first;
    waves(&y)
}

/// The scratch array is made anew in each turn.
#[differentiable]
fn in_a_turn(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..3 {
        let mut y = vec![x[i]; 4];
        let a = waves(&y);
        y[i] = a * x[0];
        let b = waves(&y);
        y[i + 1] += b * a;
        total += waves(&y) * b;
    }
    total
}

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let mut y = vec![vec![0.1; 3]; 2];
    let mut total = 0.0;
    for i in 0..2 {
        for j in 0..3 {
            y[i][j] = x[j] * x[i];
            total += waves(&y[i]);
        }
        y[i][0] = total;
    }
    total * waves(&y[0]) + waves(&y[1])
}

/// One call looks twice, at all of it and at parts that overlap.
#[differentiable]
fn twice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let n = y.len();
    let mut total = 0.0;
    for i in 0..n {
        total += dot(&y, &y) - dot(&y[1..], &y[..n - 1]);
        y[i] = 0.2 * total + dot(&y, &y[..n]);
    }
    total * y[0]
}

#[differentiable]
fn sine_of<T: backprop::Real>(x: &[T]) -> T {
    (x[0] * x[1]).sin() + x[2]
}

/// Of any scalar.
#[differentiable]
fn relaxed<T: backprop::Real>(x: &[T]) -> T {
    let mut y = x.to_vec();
    let mut total = T::zero();
    for i in 0..3 {
        let seen = sine_of(&y);
        y[i] *= seen + x[0];
        total += y[i] * seen;
    }
    total
}

/// No call looks: what loops read is read again.
#[differentiable]
fn in_place(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        let mut sum = y[i];
        for k in 0..i {
            sum -= 0.3 * y[k] * y[i - 1];
        }
        if sum > 5.0 {
            break;
        }
        y[i] = sum / (1.0 + y[i - 1] * y[i - 1]);
    }
    let mut total = 0.0;
    for v in &y {
        total += v * v * v;
    }
    total
}

/// A closure that looks, and one that writes.
#[differentiable]
fn by_closures(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let k = x[1];
    let change = |v: f64, seen: f64| v * seen + k;
    let mut total = 0.0;
    for i in 0..x.len() {
        let seen = waves(&y);
        y[i] = change(y[i], seen);
        total += y[i] * y[i];
    }
    total
}

#[test]
fn elements() {
    checks!(element);
    checks!(in_each_turn);
    checks!(nested);
    checks!(fixed);
    checks!(around_infinity);
    checks!(in_a_turn);
    checks!(by_closures);
    checks!(twice);
    checks!(in_place);
    check(&|x| relaxed(x), &OTHER, &relaxed::grad(&OTHER));
    let single: Vec<f32> = relaxed::grad(&[1.3_f32, 0.7, -0.9]);
    for (single, double) in single.iter().zip(relaxed::grad(&OTHER)) {
        assert!((f64::from(*single) - double).abs() < 1e-5);
    }
}

#[test]
fn loops_that_are_left() {
    checks!(left_early);
    checks!(returns_early);
    checks!(as_long_as);
}

#[test]
fn arrays_that_change_places() {
    checks!(exchanged);
    checks!(replaced);
    checks!(stepped);
    checks!(looked_at_twice);
    checks!(straight);
}

#[test]
fn parts_and_rows() {
    checks!(parts);
    checks!(rows);
}

#[test]
fn whole_arrays() {
    checks!(methods);
}

/// What is copied to a part is data, in each turn again.
#[differentiable(wrt(w))]
fn data_in_part(w: &[f64], data: &[f64]) -> f64 {
    let half = data.len();
    let mut input = vec![0.0; 2 * half];
    let mut sum = 0.0;
    for t in 0..3 {
        for i in 0..half {
            input[half + i] = w[i] + 0.3 * sum;
        }
        input[..half].copy_from_slice(data);
        sum += waves(&input);
        input[half - 1..][..2].copy_from_slice(&data[t % 2..t % 2 + 2]);
        sum += waves(&input[1..]) * w[t];
    }
    sum
}

#[test]
fn data_is_copied_to_parts() {
    let data = [0.7, -0.2, 1.1];
    let gradient = data_in_part::grad(&OTHER, &data);
    check(&|w| data_in_part(w, &data), &OTHER, &gradient);
}

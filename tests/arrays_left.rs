//! Arrays that leave loops, by `break` and by `return`. Values bit for bit, gradients against central differences.

#![expect(
    clippy::never_loop,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    reason = "each way to leave a loop is what is tested; results are exact"
)]

mod differences;

use backprop::differentiable;
use differences::check;

const POINT: [f64; 6] = [0.41, 0.83, -0.27, 0.62, 1.13, 0.55];

/// Holds the value and the gradient of a function of one slice against the function itself.
#[track_caller]
fn holds(f: &dyn Fn(&[f64]) -> f64, both: impl Fn(&[f64]) -> (f64, Vec<f64>)) {
    for factor in [1.0, -0.8, 0.35, 2.1] {
        let x = POINT.map(|x| x * factor);
        let (value, gradient) = both(&x);
        assert_eq!(value.to_bits(), f(&x).to_bits());
        check(f, &x, &gradient);
    }
}

macro_rules! holds {
    ($($name:ident),* $(,)?) => { $(holds(&$name, $name::value_and_grad);)* };
}

#[differentiable]
fn mapped(x: &[f64], k: f64) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = (0.7 * x[i] + k).sin();
    }
    y
}

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

/// Of the turn, and of all turns.
#[differentiable]
fn by_break(x: &[f64]) -> f64 {
    let (mut k, mut sum) = (0, 0.0);
    let last = loop {
        let w = mapped(x, sum);
        k += 1;
        if k >= 3 {
            break w;
        }
        sum += w[0] * 0.1;
    };
    let mut z = vec![x[0]; 4];
    let mut w = vec![x[1]; 4];
    let mut k = 0;
    let either = loop {
        z[k % 4] += x[k];
        std::mem::swap(&mut z, &mut w);
        k += 1;
        if z[1] > 1.0 {
            break z;
        }
        if k > 5 {
            break w;
        }
    };
    sum + last[1] * squares(&either)
}

/// Out of a loop in a loop, with a number beside it, and out of a block.
#[differentiable]
fn by_label(x: &[f64]) -> f64 {
    let given = 'outer: loop {
        let mut z = x.to_vec();
        for i in 0..6 {
            z[i] *= 1.1;
            if z[i] > 0.9 {
                break 'outer z;
            }
        }
        break vec![x[0]; 3];
    };
    let mut k = 0;
    let (pair, number) = loop {
        let w = mapped(x, x[k]);
        k += 1;
        if w[0] > 0.5 || k > 4 {
            break (w, x[k]);
        }
    };
    let chosen = 'block: {
        if x[0] > 0.0 {
            break 'block x.to_vec();
        }
        let mut w = x.to_vec();
        w[0] = 1.0;
        w
    };
    squares(&given) * number + squares(&pair) + squares(&chosen) * chosen[1]
}

#[differentiable]
fn swept(x: &[f64], n: usize) -> Vec<f64> {
    let mut z = x.to_vec();
    for i in 0..n {
        for j in 0..n {
            z[j] = z[j] * 0.5 + x[i];
            if z[j] > 1.2 {
                return z;
            }
            if z[j] < -0.1 {
                return mapped(&z, x[j]);
            }
        }
        z[0] *= 0.9;
    }
    z.push(x[0]);
    z
}

/// The array is moved out where it ends the turn, in a branch of a branch too.
#[differentiable]
fn grown(k: f64) -> Vec<f64> {
    let mut z = vec![k; 3];
    for i in 0..3 {
        z[i] += k * k;
        if k > 0.5 {
            if z[i] > 1.0 {
                return z;
            }
            z[0] *= 2.0;
        } else if k < 0.1 {
            return vec![k];
        }
    }
    z
}

#[differentiable]
fn fixed(x: &[f64], flags: &[bool]) -> [f64; 3] {
    let mut s = [0.0; 3];
    for i in 0..flags.len() {
        if !flags[i] {
            return [x[0], s[1], 1.0];
        }
        s[i] = x[i].sin();
    }
    s
}

#[differentiable]
fn rows(x: &[f64]) -> (Vec<Vec<f64>>, f64) {
    let mut m = vec![x.to_vec()];
    for i in 0..3 {
        let r = mapped(&m[i], x[i]);
        if r[0] < 0.2 {
            return (m, x[1]);
        }
        m.push(r);
    }
    (m, 1.0)
}

#[differentiable]
fn early(x: &[f64]) -> Vec<f64> {
    if x[0] < 0.0 {
        return vec![1.0];
    }
    let mut s = x.to_vec();
    match x.len() {
        3 => return mapped(&s, 0.1),
        _ => s[0] = 2.0,
    }
    s
}

#[differentiable]
fn by_return(x: &[f64]) -> f64 {
    let y: Vec<f64> = swept(x, 3);
    let z: Vec<f64> = swept(&y, y.len() - 4);
    let mut sum = squares(&z) * y[0];
    for i in 0..6 {
        let w = grown(x[i]);
        sum += squares(&w) * w[0];
    }
    let (a, b) = (fixed(x, &[true, false, true]), fixed(x, &[true; 3]));
    sum += a[0] * b[1] * b[2];
    let (m, k) = rows(x);
    let m: Vec<Vec<f64>> = m;
    for i in 0..m.len() {
        sum += k * squares(&m[i]);
    }
    sum + squares(&early(x)) + squares(&early(&x[..3]))
}

/// From a closure, and behind a reference.
#[differentiable]
fn changed(y: &mut Vec<f64>, x: &[f64]) -> Vec<f64> {
    for i in 0..4 {
        y[i] *= x[i];
        if y[i] > 0.5 {
            return y.clone();
        }
    }
    y.push(1.0);
    x.to_vec()
}

#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let of = |k: f64| -> Vec<f64> {
        let mut z = vec![k; 3];
        for i in 0..3 {
            z[i] += x[i];
            if z[i] > 1.0 {
                return z;
            }
        }
        z[0] = 0.5;
        z
    };
    let (a, b) = (of(x[0]), of(x[1]));
    let mut y = x.to_vec();
    let z = changed(&mut y, x);
    a[0] * b[2] + squares(&y) * squares(&z)
}

#[test]
fn arrays_leave_loops() {
    holds!(by_break, by_label, by_return, in_closures);
}

/// What is read after a call, of an array that the turn makes: it moves to a tape.
#[differentiable]
fn read_after_a_call(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let y: Vec<f64> = mapped(x, x[i]);
        let square = squares(&y);
        sum += square * y[0] - y[1];
    }
    sum
}

#[test]
fn elements_are_read_before_the_array_is_kept() {
    holds!(read_after_a_call);
    let (value, back) = read_after_a_call::vjp(&POINT);
    assert_eq!((value, back(1.0)), read_after_a_call::value_and_grad(&POINT));
}

/// A local array of a branch that two calls look at is left for the reverse pass once.
#[differentiable]
fn looked_at_twice(x: &[f64]) -> f64 {
    let mut sum = x[0];
    if x[1] > 0.0 {
        let y = vec![x[0] * x[2], x[3], x[4]];
        sum += squares(&y).tanh() * squares(&y);
    }
    if x[2] < 0.0 {
        if sum > 50.0 {
            return sum * x[5];
        }
        let y: Vec<f64> = mapped(x, sum);
        sum *= 1.0 / (1.5 + squares(&y) * squares(&y));
    }
    sum
}

#[test]
fn arrays_of_branches_are_left_once() {
    holds!(looked_at_twice);
}

//! Loops whose reverse pass runs in their turns, and loops that look like these and are none. Values bit for bit, gradients against
//! central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    reason = "loops over indices are what is tested"
)]

mod differences;

use backprop::differentiable;
use differences::check;

const AT: [f64; 7] = [0.7, -1.3, 0.4, 1.9, 0.25, -0.6, 1.1];

/// Each turn only adds.
#[differentiable]
fn sum(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += (x[i] * x[i - 1]).exp() * x[0];
    }
    sum / x.len() as f64
}

/// The sensitivity of the sum is not known before the loop is left.
#[differentiable]
fn used_further(x: &[f64]) -> f64 {
    let mut sum = 1.0;
    for i in 0..x.len() {
        sum += x[i].exp();
    }
    sum.ln()
}

/// The first of two loops over the same elements.
#[differentiable]
fn two_sums(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i].exp().sin();
    }
    for i in (0..x.len()).rev() {
        sum -= (x[i] * 0.5).exp().cos();
    }
    sum
}

/// All of the scratch array is written anew.
#[differentiable]
fn scratch(x: &[f64]) -> f64 {
    let n = x.len();
    let mut terms = vec![0.0; n];
    let mut total = 0.0;
    for i in 0..n {
        let mut largest = f64::NEG_INFINITY;
        for j in 0..n {
            terms[j] = x[i] * x[j] - x[j].sin();
            largest = largest.max(terms[j]);
        }
        let mut sum = 0.0;
        for j in 0..n {
            sum += (terms[j] - largest).exp();
        }
        total += largest + sum.ln() + terms[0];
    }
    total
}

/// The scratch array of an inner loop, and one around it.
#[differentiable]
fn scratches(x: &[f64]) -> f64 {
    let n = x.len();
    let (mut outer, mut inner) = (vec![0.0; n], vec![0.0; 3]);
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..n {
            for k in 0..3 {
                inner[k] = (x[i] + x[k]).sin() * x[j];
            }
            let mut sum = 0.0;
            for k in 0..3 {
                sum += inner[k] * inner[2 - k];
            }
            outer[j] = sum.tanh();
        }
        for j in 0..n {
            total += outer[j] * outer[n - 1 - j];
        }
    }
    total
}

/// The last element is not written in each turn: a turn finds what the one before has left.
#[differentiable]
fn longer(x: &[f64]) -> f64 {
    let n = x.len();
    let mut kept = vec![1.0; n + 1];
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..n {
            kept[j] = x[i] * x[j];
        }
        let mut sum = kept[n];
        for j in 0..n {
            sum += kept[j].exp();
        }
        kept[n] = (sum * 0.1).sin();
        total += sum * x[i];
    }
    total
}

/// Some elements are written in some turns.
#[differentiable]
fn at_times(x: &[f64]) -> f64 {
    let n = x.len();
    let mut kept = vec![0.5; n];
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..n {
            if x[j] < x[i] {
                kept[j] = x[i] * x[j];
            }
        }
        for j in 0..n {
            total += (kept[j] * x[j]).exp();
        }
    }
    total
}

/// It is read before it is written.
#[differentiable]
fn read_before(x: &[f64]) -> f64 {
    let n = x.len();
    let mut kept = vec![0.5; n];
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..n {
            total += (kept[j] * x[i]).sin();
            kept[j] = kept[(j + 1) % n] * x[j];
        }
    }
    total
}

/// Each turn writes the elements from its own number on.
#[differentiable]
fn from_here_on(x: &[f64]) -> f64 {
    let n = x.len();
    let mut kept = vec![0.5; n];
    let mut total = 0.0;
    for i in 0..n {
        for j in i..n {
            kept[j] = x[i] * x[j].exp();
        }
        for j in 0..n {
            total += kept[j] * kept[j] * x[j];
        }
    }
    total
}

/// What an element is set to is read at once.
#[differentiable]
fn read_at_once(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    let mut total = 0.0;
    for i in 0..x.len() {
        y[i] = x[i].sin();
        let first = y[i];
        y[i] *= x[0];
        total += first * y[i] + y[0] * y[i];
    }
    total
}

/// Tapes of loops in loops, of which some have no turns, and of which some are in branches.
#[differentiable]
fn triangle(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for i in 0..x.len() {
        for j in 0..i {
            for k in j..i {
                product = (product * x[j] + x[k]).sin() + x[i];
            }
            if x[j] > 0.0 {
                for k in 0..j {
                    product = (product + x[k]).cos() * x[j];
                }
            }
        }
    }
    product
}

/// Running indices of a packed triangle: forwards, backwards, by steps, read before and after they change, in branches.
#[differentiable]
fn running(x: &[f64]) -> f64 {
    let n = x.len();
    let mut product = 1.0;
    let mut p = 1;
    for i in 0..4 {
        let mut q = n + 3;
        for j in i + 1..4 {
            product = (product * x[p % n] + x[j]).sin() + x[q - n];
            p += 1;
            q -= 1;
            if j != 2 {
                product *= 1.0 + 0.5 * x[p % n];
            }
        }
        product += x[p % n] * x[i];
    }
    let mut r = 0;
    for _ in (1..=3).rev() {
        product = product.cos() * x[r];
        r += 2;
    }
    for i in 2..=4 {
        product = product.cos() * x[r];
        if i == 3 {
            continue;
        }
        r -= 1;
    }
    let mut s = 5_usize;
    for i in 2..5 {
        product = product.sin() * x[s];
        s -= 2;
        if x[i] > 1.5 {
            break;
        }
    }
    product
}

/// Arrays that loops read, and nothing writes to from there on; one is read once more after it is written to.
#[differentiable]
fn read_only(x: &[f64]) -> f64 {
    let n = x.len();
    let mut table = vec![0.0; n];
    let mut sums = vec![1.0; n];
    for i in 0..n {
        table[i] = x[i].exp() * x[0];
        sums[i] += table[i];
    }
    let mut product = 1.0;
    for i in 0..n {
        for j in 0..i {
            product = (product * table[j] + table[i]).sin() + sums[i] * sums[j];
        }
    }
    sums[1] *= product;
    for i in 0..n {
        product = product.cos() * sums[i] * table[n - 1 - i];
    }
    product
}

/// What is the same in all turns of an inner loop, of which some have no turns, and of which some are left.
#[differentiable]
fn the_same(x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    let mut z = vec![0.5; n];
    let mut product = 1.0;
    for i in 0..n {
        y[i] = (y[i] * product).sin();
        for j in i + 1..n {
            z[j] += y[i] * x[j];
            product = product.cos() + z[j] * y[i / 2];
        }
        for j in 0..i {
            for k in 0..j {
                z[k] = z[k].sin() * y[j] * y[i];
            }
            y[j] += product * 0.1;
            if z[j] > 0.9 {
                break;
            }
        }
        let scale = product.sin();
        for j in 0..i {
            if x[j] > 0.0 {
                z[j] *= scale * y[n - 1];
            }
        }
    }
    product + z[0] * z[n - 1] + z[n / 2]
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i].sin();
    }
    sum
}

/// The accumulators of arrays are read in loops too, after calls have added to them.
#[differentiable]
fn read_after_calls(x: &[f64]) -> f64 {
    let n = x.len();
    let mut hidden = vec![0.0; n];
    for i in 0..n {
        hidden[i] = x[i].tanh();
    }
    let mut out = vec![0.0; n];
    for i in 0..n {
        for j in 0..n {
            out[i] += x[(i + j) % n] * hidden[j];
        }
    }
    norm(&out) - out[2] * norm(&hidden)
}

#[test]
fn gradients_of_loops() {
    macro_rules! checked {
        ($($f:ident)*) => {$({
            let (value, gradient) = $f::value_and_grad(&AT);
            assert_eq!(value.to_bits(), $f(&AT).to_bits(), stringify!($f));
            check(&|x| $f(x), &AT, &gradient);
            let (value, back) = $f::vjp(&AT);
            assert_eq!(value.to_bits(), $f(&AT).to_bits(), stringify!($f));
            check(&|x| $f(x), &AT, &back(1.0));
        })*};
    }
    checked!(sum used_further two_sums scratch scratches longer at_times read_before from_here_on read_at_once triangle);
    checked!(running read_only the_same norm read_after_calls);
}

/// What each turn leaves to its own reverse pass is where the turn before had it.
#[test]
fn turns_allocate_nothing() {
    let count = |x: &[f64]| {
        let mut gradient = vec![0.0; x.len()];
        let measured = allocation_counter::measure(|| {
            let _ = scratches::accumulate_grad(x, &mut gradient);
        });
        measured.count_total
    };
    let longer = [AT, AT].concat();
    // More turns; the memory of a tape or of a scratch array may grow once more.
    assert!(count(&longer) <= count(&AT) + 8, "{} for {}", count(&longer), count(&AT));
}

/// Which closure the turns of loops in loops call is decided before them.
#[differentiable]
fn chosen_in_nested_loops(x: f64, product: bool, n: usize) -> f64 {
    let multiply = |s: f64| s * x;
    let add = |s: f64| s + x;
    let step: &dyn Fn(f64) -> f64 = if product { &multiply } else { &add };
    let mut v = x;
    for _ in 0..n {
        for _ in 0..n {
            v = step(v);
        }
    }
    v
}

/// The same, where the number of turns is known only at their end.
#[differentiable]
fn chosen_in_nested_searches(x: f64, product: bool, n: usize) -> f64 {
    let multiply = |s: f64| s * x;
    let add = |s: f64| s + x;
    let step: &dyn Fn(f64) -> f64 = if product { &multiply } else { &add };
    let mut v = x;
    let mut i = 0;
    loop {
        i += 1;
        if i > n {
            break;
        }
        let mut j = 0;
        while j < n {
            j += 1;
            v = step(v);
            if v > 1e6 {
                break;
            }
        }
    }
    v
}

#[test]
fn closures_that_are_chosen_run_in_nested_loops() {
    let x = 1.5_f64;
    for n in [0_i32, 1, 2, 3] {
        let (turns, count) = (n * n, usize::try_from(n).unwrap());
        for product in [true, false] {
            let (value, slope) = if product {
                (x.powi(turns + 1), f64::from(turns + 1) * x.powi(turns))
            } else {
                (x * f64::from(turns + 1), f64::from(turns + 1))
            };
            let loops = [
                chosen_in_nested_loops::value_and_grad(x, product, count),
                chosen_in_nested_searches::value_and_grad(x, product, count),
                {
                    let (value, back) = chosen_in_nested_loops::vjp(x, product, count);
                    (value, back(1.0))
                },
                {
                    let (value, back) = chosen_in_nested_searches::vjp(x, product, count);
                    (value, back(1.0))
                },
            ];
            for (found, gradient) in loops {
                approx::assert_relative_eq!(found, value, max_relative = 1e-14);
                approx::assert_relative_eq!(gradient, slope, max_relative = 1e-14);
            }
        }
    }
}

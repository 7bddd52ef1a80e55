//! Functions of arrays of arrays: values bit for bit, gradients against closed forms and central differences.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::manual_memcpy,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "loops over indices, each kind of array and each way to write it are what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;

use backprop::{Real, differentiable};

/// `Σ w[i][j] (a b)[i][j]`.
#[differentiable]
fn product<const N: usize, const K: usize, const M: usize>(
    a: &[[f64; K]; N],
    b: &[[f64; M]; K],
    w: &[[f64; M]; N],
) -> f64 {
    let mut c = [[0.0; M]; N];
    for i in 0..N {
        for j in 0..M {
            for k in 0..K {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..M {
            sum += c[i][j] * w[i][j];
        }
    }
    sum
}

/// By elimination, with pivots.
#[differentiable]
fn determinant<const N: usize>(a: &[[f64; N]; N]) -> f64 {
    let mut u = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            u[i][j] = a[i][j];
        }
    }
    let mut det = 1.0;
    for k in 0..N {
        let mut pivot = k;
        for i in k + 1..N {
            if u[i][k].abs() > u[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            for j in 0..N {
                let swapped = u[k][j];
                u[k][j] = u[pivot][j];
                u[pivot][j] = swapped;
            }
            det = -det;
        }
        det *= u[k][k];
        for i in k + 1..N {
            let factor = u[i][k] / u[k][k];
            for j in k..N {
                u[i][j] -= factor * u[k][j];
            }
        }
    }
    det
}

/// A network of layers of different widths.
#[differentiable]
fn network(weights: &[Vec<Vec<f64>>], x: &[f64]) -> f64 {
    let mut widest = x.len();
    for l in 0..weights.len() {
        if weights[l].len() > widest {
            widest = weights[l].len();
        }
    }
    let mut h = vec![vec![0.0; widest]; weights.len() + 1];
    for j in 0..x.len() {
        h[0][j] = x[j];
    }
    for l in 0..weights.len() {
        for i in 0..weights[l].len() {
            let mut sum = 0.0;
            for j in 0..weights[l][i].len() {
                sum += weights[l][i][j] * h[l][j];
            }
            h[l + 1][i] = sum.tanh();
        }
    }
    h[weights.len()][0]
}

#[differentiable]
fn distances(x: &[[f64; 3]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        for j in 0..i {
            let mut squared = 0.0;
            for k in 0..3 {
                let d = x[i][k] - x[j][k];
                squared += d * d;
            }
            sum += squared.sqrt();
        }
    }
    sum
}

#[differentiable]
fn trace<T: Real>(a: &Vec<Vec<T>>, scale: T) -> T {
    let mut sum = T::zero();
    for i in 0..a.len() {
        if i < a[i].len() {
            sum = sum + scale * a[i][i] * a[i][i];
        }
    }
    sum
}

fn flat<const M: usize>(a: &[[f64; M]]) -> Vec<f64> {
    a.concat()
}

fn rows<const M: usize, const N: usize>(x: &[f64]) -> [[f64; M]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| x[i * M + j]))
}

#[test]
fn a_product_of_matrices() {
    let a = [[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]];
    let b = [[0.5, 1.0], [2.0, -1.5], [-0.75, 4.0]];
    let w = [[1.0, 2.0], [-3.0, 0.5]];
    let (value, (d_a, d_b, d_w)) = product::value_and_grad(&a, &b, &w);
    assert_eq!(value, product(&a, &b, &w));
    // d_a = w bᵀ, d_b = aᵀ w, d_w = a b
    for i in 0..2 {
        for k in 0..3 {
            assert_eq!(d_a[i][k], w[i][0] * b[k][0] + w[i][1] * b[k][1]);
            for j in 0..2 {
                assert_eq!(d_b[k][j], a[0][k] * w[0][j] + a[1][k] * w[1][j]);
            }
        }
        for j in 0..2 {
            assert_eq!(d_w[i][j], a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j]);
        }
    }
    let (value_again, back) = product::vjp(&a, &b, &w);
    assert_eq!(value_again, value);
    assert_eq!(back(1.0), (d_a, d_b, d_w));
}

#[test]
fn a_determinant_by_elimination() {
    for x in [
        [2.0, 1.0, 0.5, -1.0, 3.0, 0.25, 0.75, -2.0, 1.5],
        [0.1, 1.0, 2.0, 4.0, -3.0, 1.0, 2.0, 5.0, -1.0],
        [0.0, 2.0, 1.0, 0.0, 1.0, 3.0, 5.0, 0.5, 0.25],
    ] {
        let a: [[f64; 3]; 3] = rows(&x);
        let (value, d) = determinant::value_and_grad(&a);
        assert_eq!(value, determinant(&a));
        // The gradient is the matrix of cofactors.
        for i in 0..3 {
            for j in 0..3 {
                let (r, s, c, e) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
                let cofactor = a[r][c] * a[s][e] - a[r][e] * a[s][c];
                assert!((d[i][j] - cofactor).abs() < 1e-12, "{i} {j}: {} {cofactor}", d[i][j]);
            }
        }
    }
}

#[test]
fn a_network_of_ragged_layers() {
    let sizes = [(3, 2), (4, 3), (1, 4)];
    let x = [0.3, -0.7];
    let count: usize = sizes.iter().map(|(n, m)| n * m).sum();
    let weights = |flat: &[f64]| -> Vec<Vec<Vec<f64>>> {
        let mut at = flat.iter().copied();
        sizes.iter().map(|&(n, m)| (0..n).map(|_| at.by_ref().take(m).collect()).collect()).collect()
    };
    let all: Vec<f64> = (0..count).map(|i| f64::from(i as u32).sin()).collect();
    let (value, (d_weights, d_x)) = network::value_and_grad(&weights(&all), &x);
    assert_eq!(value, network(&weights(&all), &x));
    assert_eq!(d_weights.iter().map(Vec::len).collect::<Vec<_>>(), [3, 4, 1]);
    differences::check(&|all| network(&weights(all), &x), &all, &d_weights.concat().concat());
    differences::check(&|x| network(&weights(&all), x), &x, &d_x);

    // Buffers of the same shape are cleared and filled; what is there stays with `accumulate_grad`.
    let (mut buffer, mut of_x) = (weights(&vec![7.0; count]), vec![7.0; 2]);
    assert_eq!(network::value_and_grad_into(&weights(&all), &x, &mut buffer, &mut of_x), value);
    assert_eq!((&buffer, &of_x), (&d_weights, &d_x));
    network::accumulate_grad(&weights(&all), &x, &mut buffer, &mut of_x);
    assert_eq!(of_x, [2.0 * d_x[0], 2.0 * d_x[1]]);
    assert_eq!(buffer[1][2][0], 2.0 * d_weights[1][2][0]);
}

#[test]
fn distances_of_pairs() {
    let x = [[0.0, 1.0, 2.0], [-1.0, 0.5, 0.25], [3.0, -2.0, 1.0], [0.75, 0.5, -4.0]];
    let (value, d) = distances::value_and_grad(&x);
    assert_eq!(value, distances(&x));
    let of = |flat: &[f64]| distances(&rows::<3, 4>(flat));
    differences::check(&of, &flat(&x), &flat(&d));
    let mut buffer = vec![[1.0; 3]; 4];
    distances::value_and_grad_into(&x, &mut buffer);
    assert_eq!(buffer, d);
    assert_eq!(distances::grad(&[]), Vec::<[f64; 3]>::new());
}

#[test]
fn generic_scalars() {
    let a = vec![vec![1.0_f32, 2.0, 3.0], vec![4.0], vec![5.0, 6.0, 7.0]];
    let (d_a, d_scale) = trace::grad(&a, 0.5);
    assert_eq!(d_a, [vec![1.0, 0.0, 0.0], vec![0.0], vec![0.0, 0.0, 7.0]]);
    assert_eq!(d_scale, 50.0);
    assert_eq!(trace::value_and_grad(&vec![vec![3.0]], 2.0), (18.0, (vec![vec![12.0]], 9.0)));
}

// ---- new arrays

/// Literals of literals, and what is repeated in them.
#[differentiable]
fn literals(x: f64, y: f64, n: usize) -> f64 {
    let mut a = [[x, y], [y * y, 1.0]];
    let mut b = vec![[x, x * y]; n];
    let mut c = [vec![x; n], vec![x, y, 2.0]];
    let mut d = vec![vec![[y; 2]; 3]; n];
    a[0][1] *= 3.0;
    b[n - 1][1] -= x;
    c[1][0] = c[0][n - 1] * c[1][1];
    d[0][2][1] += a[1][0];
    let mut sum = a[0][0] * a[0][1] + a[1][0] * a[1][1];
    for i in 0..n {
        sum += b[i][0] * b[i][1] + c[0][i].sin() + d[i][2][1] * d[i][0][0];
    }
    sum + c[1][0] * c[1][2]
}

#[test]
fn new_arrays() {
    for (x, y, n) in [(0.5, -1.5, 2), (2.0, 0.25, 4), (-1.0, 3.0, 1)] {
        let (value, (d_x, d_y)) = literals::value_and_grad(x, y, n);
        assert_eq!(value, literals(x, y, n));
        differences::check(&|at| literals(at[0], at[1], n), &[x, y], &[d_x, d_y]);
    }
}

// ---- loops, branches, closures

/// A new array in each turn, which other turns do not see; the loop may be left.
#[differentiable]
fn turns(x: &[[f64; 2]; 3], limit: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..3 {
        let mut t = vec![vec![x[i][0]; i + 1]; 2];
        t[1][i] = t[0][0] * x[i][1];
        t[0][i] += t[1][i] * t[1][0];
        if t[0][i] > limit {
            total += 10.0 * t[0][i];
            break;
        } else if t[0][i] < 0.0 {
            continue;
        }
        total += t[0][i] * t[1][i];
    }
    total
}

/// Closures that read nested arrays, in a loop whose number of turns depends on them.
#[differentiable]
fn relaxed(a: &[[f64; 2]; 2], x: f64) -> f64 {
    let row = |i: usize, y: f64, z: f64| a[i][0] * y + a[i][1] * z;
    let mut state = [[x, 0.5], [0.0, 0.0]];
    let mut turns = 0;
    while turns < 20 && state[0][0].abs() > 0.05 {
        state[1][0] = row(0, state[0][0], state[0][1]);
        state[1][1] = row(1, state[0][0], state[0][1]);
        for j in 0..2 {
            state[0][j] = state[1][j].sin();
        }
        turns += 1;
    }
    state[0][0] + state[1][1]
}

#[test]
fn arrays_in_loops_branches_and_closures() {
    for limit in [0.1, 1.0, 100.0] {
        for x in [[0.5, 2.0, -1.0, 0.75, 1.5, 1.25], [1.0, 0.25, 2.0, -0.4, 0.75, 3.0]] {
            let (value, (d_x, _)) = turns::value_and_grad(&rows(&x), limit);
            assert_eq!(value, turns(&rows(&x), limit));
            differences::check(&|x| turns(&rows(x), limit), &x, &flat(&d_x));
        }
    }
    for x in [[0.5, 0.25, -0.25, 0.4, 1.0], [0.9, 0.3, -0.3, 0.8, -2.0]] {
        let of = |x: &[f64]| relaxed(&rows(x), x[4]);
        let (value, (d_a, d_x)) = relaxed::value_and_grad(&rows(&x), x[4]);
        assert_eq!(value, of(&x));
        let mut d = flat(&d_a);
        d.push(d_x);
        differences::check(&of, &x, &d);
    }
}

// ---- calls

#[differentiable]
fn quadratic(a: &[[f64; 2]], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        for j in 0..2 {
            sum += a[i][j] * x[i] * x[j];
        }
    }
    sum
}

#[differentiable]
fn both(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i][0] * b[i][1].exp();
    }
    sum
}

/// Whole nested arrays as arguments: of parameters, of local arrays, and one array twice.
#[differentiable]
fn calls(a: &[[f64; 2]; 2], x: &Vec<f64>) -> f64 {
    let mut s = vec![[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            s[i][j] = a[i][j] + a[j][i].sin();
        }
    }
    let of_s = |k: f64| k * quadratic(&s, x);
    let first = of_s(2.0);
    let second = if x[0] > 0.0 { both(a, &s) } else { both(a, a) };
    first + second * quadratic(a, x)
}

/// A function that calls itself.
#[differentiable]
fn path(a: &[Vec<f64>], i: usize, j: usize) -> f64 {
    if i + 1 == a.len() { a[i][j] } else { a[i][j] * path(a, i + 1, (j + 1) % a[i + 1].len()) }
}

#[test]
fn nested_arrays_as_arguments() {
    for x in [[0.5, -0.25, 1.5, 0.75, 0.3, 0.8], [1.0, 0.5, -0.5, 0.25, -0.4, 1.2]] {
        let of = |x: &[f64]| calls(&rows(x), &x[4..].to_vec());
        let (value, (d_a, d_x)) = calls::value_and_grad(&rows(&x), &x[4..].to_vec());
        assert_eq!(value, of(&x));
        differences::check(&of, &x, &[flat(&d_a), d_x].concat());
    }
    let a = [vec![2.0, 3.0], vec![5.0], vec![7.0, 11.0, 13.0]];
    assert_eq!(
        path::value_and_grad(&a, 0, 1),
        (3.0 * 5.0 * 11.0, vec![vec![0.0, 55.0], vec![33.0], vec![0.0, 15.0, 0.0]])
    );
}

/// What is not differentiated is supplied again.
#[differentiable(wrt(x))]
fn fixed(a: &[[f64; 2]], x: &[f64]) -> f64 {
    quadratic(a, x) + a[0][1] * x[0]
}

#[differentiable]
fn of_fixed(x: &[f64], k: f64) -> f64 {
    let table = [[1.0, 2.0], [3.0, 4.0]];
    k * fixed(&table, x)
}

#[test]
fn nested_arrays_of_data() {
    let (a, x) = ([[1.0, 2.0], [3.0, 4.0]], [0.5, -1.5]);
    let d = fixed::grad(&a, &x);
    differences::check(&|x| fixed(&a, x), &x, &d);
    let (d_x, d_k) = of_fixed::grad(&x, 3.0);
    assert_eq!(d_x, [3.0 * d[0], 3.0 * d[1]]);
    assert_eq!(d_k, fixed(&a, &x));
}

// ---- panics

thread_local! {
    static CALLS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn logged(i: usize) -> usize {
    CALLS.with_borrow_mut(|calls| calls.push(i));
    i
}

#[differentiable]
fn read_in_order(a: &[Vec<f64>], i: usize, j: usize) -> f64 {
    2.0 * a[logged(i)][logged(j)]
}

#[differentiable]
fn written_in_order(x: f64, i: usize, j: usize) -> f64 {
    let mut a = vec![vec![0.0; 2]; 2];
    a[logged(i)][logged(j)] = x * f64::from(logged(7) as u32);
    a[logged(0)].len() as f64 * a[0][0]
}

/// The calls of a function, and what it panics with.
fn observed(f: impl FnOnce() -> f64 + std::panic::UnwindSafe) -> (Vec<usize>, bool) {
    CALLS.with_borrow_mut(Vec::clear);
    let panicked = std::panic::catch_unwind(f).is_err();
    (CALLS.with_borrow(Clone::clone), panicked)
}

#[test]
fn each_index_is_checked_before_the_next_is_computed() {
    let a = [vec![1.0, 2.0], vec![3.0]];
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 5), (0, 2)] {
        let (a, b) = (a.clone(), a.clone());
        let expected = observed(move || read_in_order(&a, i, j));
        assert_eq!(observed(move || read_in_order::value_and_grad(&b, i, j).0), expected, "{i} {j}");
        let expected = observed(move || written_in_order(0.5, i, j));
        assert_eq!(observed(move || written_in_order::value_and_grad(0.5, i, j).0), expected, "{i} {j}");
    }
}

fn panics_with(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(f).expect_err("a panic");
    panic.downcast::<String>().map(|text| *text).expect("a text")
}

#[test]
fn buffers_of_wrong_lengths() {
    let a = vec![vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0, 6.0]];
    let with = |buffer: Vec<Vec<f64>>| {
        let a = a.clone();
        panics_with(move || {
            let mut buffer = buffer;
            trace::value_and_grad_into(&a, 1.0, &mut buffer, &mut 0.0);
        })
    };
    assert_eq!(with(vec![vec![0.0; 2]]), "`a` has 3 elements, and the buffer for its gradient has 1");
    assert_eq!(
        with(vec![vec![0.0; 2], vec![0.0; 1], vec![0.0; 4]]),
        "`a[2]` has 3 elements, and the buffer for its gradient has 4"
    );
    let layers = vec![a.clone(), a.clone()];
    let text = panics_with(move || {
        let mut buffer = layers.clone();
        buffer[1][0] = Vec::new();
        network::accumulate_grad(&layers, &[1.0], &mut buffer, &mut [0.0]);
    });
    assert_eq!(text, "`weights[1][0]` has 2 elements, and the buffer for its gradient has 0");
}

// ---- types that are written

mod other {
    use backprop::differentiable;

    #[differentiable]
    pub(super) fn half(x: f64) -> f64 {
        0.5 * x
    }
}
use other::half;

/// What is in a new array only its type says.
#[differentiable]
fn written(x: f64, n: usize) -> f64 {
    let mut p: [f64; 4] = [half(x); 4];
    let mut q: Vec<Vec<f64>> = vec![vec![half(x); 2]; n];
    p[1] *= x;
    q[n - 1][0] += p[1] * x;
    let m = q[0].len();
    p[m - 1].sin() + q[n - 1][0] * p[0].exp()
}

#[test]
fn types_of_new_arrays() {
    let (value, d) = written::value_and_grad(0.75, 3);
    assert_eq!(value, written(0.75, 3));
    differences::check(&|x| written(x[0], 3), &[0.75], &[d]);
}

/// What turns and branches keep is the shape of what they made, which may own memory.
#[differentiable]
fn kept(x: &[f64], n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        let mut flat = vec![x[0]; i + 2];
        flat[i] *= x[1];
        for k in 0..2 {
            if (i + k) % 2 == 0 {
                let mut ragged = [vec![x[i % 2]; k + 1], vec![flat[0], flat[i], x[1]]];
                ragged[1][k] += ragged[0][k] * total;
                total += (ragged[1][k] * ragged[1][2]).sin();
            } else {
                let mut rows = [[x[0], flat[1]]; 2];
                rows[1][k] *= flat[i];
                total += rows[1][k] * rows[0][0];
            }
        }
    }
    total
}

#[test]
fn shapes_in_turns_and_branches() {
    for n in 0..4 {
        let x = [0.7, -0.4];
        let (value, d) = kept::value_and_grad(&x, n);
        assert_eq!(value, kept(&x, n));
        differences::check(&|x| kept(x, n), &x, &d);
        // One forward pass serves any number of reverse passes.
        let (_, back) = kept::vjp(&x, n);
        assert_eq!((back(1.0), back(1.0)), (d.clone(), d));
    }
}

/// Rows that are moved into a new array, copies of arrays and rows that are written out.
#[differentiable]
fn put_together(x: &[f64], k: f64) -> f64 {
    let mut first = x.to_vec();
    first[0] *= k;
    let given: Vec<f64> = first_row(x, k);
    let mut rows = vec![first, x.to_vec(), given, vec![k; 3]];
    rows.swap(0, 1);
    rows[3][1] += rows[1][0] * rows[2][2];
    let mut sum = 0.0;
    for row in &rows {
        sum += row[0] * row[1] * row[2];
    }
    sum
}

#[differentiable]
fn first_row(x: &[f64], k: f64) -> Vec<f64> {
    let mut row = x.to_vec();
    row[2] = k * x[0].sin();
    row
}

#[test]
fn rows_that_are_put_together() {
    let x = [0.4, -0.7, 1.3, 0.6];
    let (value, (d_x, d_k)) = put_together::value_and_grad(&x[..3], x[3]);
    assert_eq!(value.to_bits(), put_together(&x[..3], x[3]).to_bits());
    differences::check(&|x| put_together(&x[..3], x[3]), &x, &[&d_x[..], &[d_k]].concat());
}

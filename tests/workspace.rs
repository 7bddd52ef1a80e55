//! A workspace that the caller keeps: what loops leave for their reverse pass is allocated in the first call, and not in those after it.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::needless_range_loop,
    reason = "indices are written out, and values are exact"
)]

use std::thread;

use allocation_counter::measure;
use backprop::{Real, Workspace, differentiable};

/// One tape: `x[0] * … * x[n - 1]`.
#[differentiable]
fn product<T: Real>(x: &[T]) -> T {
    let mut all = T::one();
    for &x in x {
        all *= x;
    }
    all
}

/// A tape of each scalar type, of indices and of conditions, in blocks: the number of turns depends on the numbers.
#[differentiable]
fn collatz(x: &[f64], limit: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        let (mut value, mut steps) = (x[i], 0);
        while value < limit {
            if steps % 3 == 0 {
                value = value * value + 1.0;
            } else {
                value = value * x[i] + x[steps % x.len()];
            }
            steps += 1;
        }
        total += value.sqrt();
    }
    total
}

/// A tape that each turn uses again.
#[differentiable]
fn mixture(means: &[f64], data: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..data.len() {
        let mut sum = 0.0;
        for j in 0..means.len() {
            let d = data[i] - means[j];
            sum += (-d * d).exp();
        }
        total += sum.ln();
    }
    total
}

/// Loops in functions that loops call.
#[differentiable]
fn powers(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 1..x.len() {
        total += product(&x[..i]) * product(&x[i..]).sin();
    }
    total
}

fn points(count: usize) -> Vec<f64> {
    (0..count).map(|i| 1.0 + (i as f64 * 0.7).sin() / 4.0).collect()
}

/// The gradient by central differences.
fn differences(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let at = |i: usize, by: f64| {
        let mut x = x.to_vec();
        x[i] += by;
        f(&x)
    };
    (0..x.len()).map(|i| (at(i, 1e-6) - at(i, -1e-6)) / 2e-6).collect()
}

fn assert_close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{a} is not {b}");
    }
}

/// How many allocations the second and third of three equal calls make, with a workspace and without one.
fn allocations<R>(mut call: impl FnMut() -> R) -> (u64, u64) {
    call();
    let without = count(&mut call);
    let mut workspace = Workspace::new();
    workspace.run(&mut call);
    let with = count(|| workspace.run(&mut call));
    assert_eq!(count(|| workspace.run(&mut call)), with);
    (with, without)
}

/// How many allocations a call makes.
fn count<R>(call: impl FnOnce() -> R) -> u64 {
    measure(|| {
        let _ = call();
    })
    .count_total
}

#[test]
fn a_second_call_allocates_nothing() {
    let (x, mut d) = (points(100), vec![0.0; 100]);
    assert!(matches!(allocations(|| product::value_and_grad_into(&x, &mut d)), (0, 1..)));
    let all: f64 = x.iter().product();
    assert_close(&d, &x.iter().map(|x| all / x).collect::<Vec<_>>());

    let mut d_limit = 0.0;
    let call = || {
        d.fill(0.0);
        let _ = collatz::accumulate_grad(&x, 1e3, &mut d, &mut d_limit);
    };
    assert!(matches!(allocations(call), (0, 1..)));
    assert_close(&d, &differences(|x| collatz(x, 1e3), &x));
    assert_eq!(d_limit, 0.0);

    let mut d_data = vec![0.0; 100];
    let means = points(40);
    assert!(matches!(allocations(|| mixture::value_and_grad_into(&means, &x, &mut d[..40], &mut d_data)), (0, 1..)));
    assert_close(&d[..40], &differences(|means| mixture(means, &x), &means));
    assert_close(&d_data, &differences(|x| mixture(&means, x), &x));
}

#[test]
fn what_cannot_be_named_is_allocated_as_ever() {
    // The backpropagators of calls are in one vector for each call.
    let (x, mut d) = (points(12), vec![0.0; 12]);
    let (with, without) = allocations(|| powers::value_and_grad_into(&x, &mut d));
    assert!(with < without && with < 12, "{with} of {without}");
    assert_close(&d, &differences(powers, &x));
}

#[test]
fn a_backpropagator_that_stays_gives_back() {
    // The gradient is allocated, and nothing else.
    let x = points(100);
    let (with, without) = allocations(|| collatz::vjp(&x, 1e3).1(1.0));
    assert!(with == 1 && without > 8, "{with} of {without}");
}

#[test]
fn smaller_and_larger_calls_take_turns() {
    let mut workspace = Workspace::new();
    for count in [3, 700, 17, 16, 2000, 1, 0, 50] {
        let (x, x_32) = (points(count), vec![1.01_f32; count]);
        let (value, grad) = workspace.run(|| product::value_and_grad(&x));
        assert_eq!((value, &grad), (product(&x), &product::grad(&x)));
        assert_eq!(workspace.run(|| product::grad(&x_32)), product::grad(&x_32));
        assert_eq!(workspace.run(|| collatz::grad(&x, 1e9)), collatz::grad(&x, 1e9));
    }
}

#[test]
fn a_backpropagator_leaves_with_what_it_needs() {
    let x = points(30);
    let mut workspace = Workspace::new();
    let (value, back) = workspace.run(|| product::vjp(&x));
    // The workspace is used by others meanwhile.
    for _ in 0..3 {
        workspace.run(|| product::grad(&points(30)));
    }
    let grad = back(2.0);
    assert_close(&grad, &x.iter().map(|x| 2.0 * value / x).collect::<Vec<_>>());
}

#[test]
fn runs_in_runs_and_in_panics() {
    let x = points(100);
    let (mut outer, mut inner) = (Workspace::new(), Workspace::new());
    let mut d = vec![0.0; 100];
    let mut both = || {
        outer.run(|| {
            product::value_and_grad_into(&x, &mut d);
            inner.run(|| product::value_and_grad_into(&x, &mut d));
            product::value_and_grad_into(&x, &mut d)
        })
    };
    assert_eq!(both(), product(&x));
    assert_eq!(count(&mut both), 0);

    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        outer.run(|| {
            let (_, _back) = product::vjp(&x);
            panic!("in `run`");
        })
    }));
    assert!(panics.is_err());
    assert_eq!(count(|| outer.run(|| product::value_and_grad_into(&x, &mut d))), 0);
    // Nothing is lent any more.
    assert!(count(|| product::value_and_grad_into(&x, &mut d)) > 0);
}

#[test]
fn each_thread_has_its_own() {
    let x = points(50);
    let mut workspace = Workspace::new();
    let expected = product::grad(&x);
    let moved = workspace.run(|| {
        thread::scope(|scope| scope.spawn(|| product::grad(&x)).join().expect("the thread ends")) == product::grad(&x)
    });
    assert!(moved);
    // A workspace goes from thread to thread.
    let grad =
        thread::scope(|scope| scope.spawn(|| workspace.run(|| product::grad(&x))).join().expect("the thread ends"));
    assert_eq!(grad, expected);
}

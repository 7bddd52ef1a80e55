//! What a block makes of the host's values that it drops: it is made before the end of the block, so that nothing has to be a copy.
//! The expected values and derivatives are closed forms; the expected logs are those of the functions as they stand.

#![expect(
    clippy::cast_lossless,
    clippy::float_cmp,
    clippy::let_and_return,
    reason = "what a block makes of casts and names at its end is what is tested; results are exact"
)]

use std::cell::RefCell;
use std::ops::Deref;

use backprop::differentiable;

thread_local! {
    static LOG: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

fn log() -> Vec<i64> {
    LOG.with_borrow_mut(std::mem::take)
}

/// It says when it is dropped, and when it is cloned.
#[derive(Debug)]
struct Loud(i32);

impl Deref for Loud {
    type Target = i32;

    fn deref(&self) -> &i32 {
        &self.0
    }
}

impl Clone for Loud {
    fn clone(&self) -> Self {
        LOG.with_borrow_mut(|log| log.push(100 + i64::from(self.0)));
        Self(self.0 + 1)
    }
}

impl Drop for Loud {
    fn drop(&mut self) {
        LOG.with_borrow_mut(|log| log.push(i64::from(self.0)));
    }
}

/// The value, the derivative and the log are the expected ones, in each way to ask for them.
macro_rules! check {
    ($function:ident($x:expr $(, $rest:expr)*), $value:expr, $derivative:expr) => {{
        let _ = log();
        let value = $function($x $(, $rest)*);
        let plain = log();
        assert!((value - $value).abs() < 1e-12, "{value} of the function");
        let (found, derivative) = $function::value_and_grad($x $(, $rest)*);
        assert_eq!(log(), plain);
        assert_eq!(found.to_bits(), value.to_bits());
        assert!((derivative - $derivative).abs() < 1e-12, "{derivative} of value_and_grad");
        let (found, back) = $function::vjp($x $(, $rest)*);
        assert_eq!(log(), plain);
        assert_eq!((found.to_bits(), back(1.0)), (value.to_bits(), derivative));
        assert_eq!($function::grad($x $(, $rest)*), derivative);
        assert_eq!(log(), plain);
    }};
}

#[differentiable]
fn of_a_block(x: f64) -> f64 {
    let y = {
        let held = Loud(3);
        let last = x.sin() * (f64::from(*held) * 0.25);
        last
    };
    let _last = Loud(7);
    y * y
}

#[test]
fn a_number_made_of_what_a_block_drops() {
    let x = 0.4_f64;
    check!(of_a_block(x), 0.5625 * x.sin().powi(2), 1.125 * x.sin() * x.cos());
}

#[differentiable]
fn cast(x: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        let last = {
            let held = Loud(2);
            let again = held.clone();
            let last: f64 = y * (*again as f64 * 0.5);
            last
        };
        y += last;
    }
    y
}

#[test]
fn a_cast_in_a_loop() {
    check!(cast(1.5, 3), 1.5 * 2.5_f64.powi(3), 2.5_f64.powi(3));
    check!(cast(1.5, 0), 1.5, 1.0);
}

#[differentiable]
fn chosen(x: f64, n: usize) -> f64 {
    let y = if n > 3 {
        x
    } else {
        let Some(factor) = (n > 1).then_some(2.0_f64) else { return 3.0 * x };
        let held = Loud(5);
        let last: f64 = (*held as f64 * 0.5 - 0.5) * x.tanh() + factor * x;
        last
    };
    y * y
}

#[test]
fn a_block_after_an_early_return() {
    let x = 0.3_f64;
    check!(chosen(x, 5), x * x, 2.0 * x);
    check!(chosen(x, 0), 3.0 * x, 3.0);
    let y = 2.0 * x.tanh() + 2.0 * x;
    check!(chosen(x, 2), y * y, 2.0 * y * (2.0 / x.cosh().powi(2) + 2.0));
}

#[differentiable]
fn nested(x: f64) -> f64 {
    let y = {
        let outer = Loud(4);
        let inner = {
            let held = outer.clone();
            let last = x * (*held - *outer) as f64 + f64::from(*held);
            last
        };
        let last = inner * f64::from(*outer);
        last
    };
    y * x
}

#[test]
fn a_block_in_a_block() {
    // `held` is 5, `outer` is 4.
    check!(nested(0.7), (0.7 + 5.0) * 4.0 * 0.7, 4.0 * (2.0 * 0.7 + 5.0));
}

/// The shape of nested rows, and elements with their places: what a branch keeps is made in a block that drops a value of the host's.
#[differentiable]
fn kept_by_a_branch(y: f64, z: &[[f64; 2]], n: usize) -> f64 {
    let limit: f64 = 3.0;
    let g: [f64; 2] = [
        1.0,
        if limit >= z[1][1] {
            1.5
        } else if y <= 1.0 {
            1.0
        } else {
            let one = 1.0;
            let a: Vec<Vec<f64>> = vec![vec![f64::atan(3.0); 2]; 2];
            if a[1][1] <= one {
                0.7
            } else {
                let _rows: Vec<Vec<f64>> =
                    vec![vec![y.atan(), a[0][1].atan()], vec![z[n / 2][n % 2].atan(), f64::atan(3.0)]];
                2.0 * z[1][0]
            }
        },
    ];
    g[1] * y
}

/// The shape of nested rows leaves the block of a closure.
#[differentiable]
fn kept_by_a_closure(x: f64, y: &[f64]) -> f64 {
    let outer = |_: f64| {
        let (two, inside): (f64, f64) = (2.0, x);
        move |k: f64| -> f64 {
            let table: Vec<[f64; 2]> = vec![[two.atan(); 2]; 2];
            let rows: Vec<Vec<f64>> = vec![vec![f64::atan(1.5), table[1][1].atan()], vec![k, inside.atan()]];
            rows[1][1] / table[1][1]
        }
    };
    outer(y[0])(y[1]) * y[0]
}

#[test]
fn what_branches_keep_leaves_the_block() {
    let z = [[0.1, 0.0], [0.5, 4.0]];
    assert_eq!(kept_by_a_branch::value_and_grad(3.0, &z, 0), (3.0, (1.0, vec![[0.0, 0.0], [6.0, 0.0]])));
    let (_, back) = kept_by_a_branch::vjp(3.0, &z, 0);
    assert_eq!(back(1.0), (1.0, vec![[0.0, 0.0], [6.0, 0.0]]));
    let (d_x, d_y) = kept_by_a_closure::grad(2.0, &[3.0, 5.0]);
    let of_two = 2.0_f64.atan();
    assert!((d_x - 3.0 / 5.0 / of_two).abs() < 1e-15, "{d_x}");
    assert_eq!(d_y, [1.0, 0.0]);
}

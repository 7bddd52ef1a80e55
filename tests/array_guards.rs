//! Singular points behind guards, with loops, arrays and calls of functions that take arrays: what only one branch uses contributes
//! nothing in the other one. The expected gradients are closed forms of the branch that the point takes.
#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_late_init,
    clippy::useless_vec,
    reason = "code as users write it, of which the gradients are exact"
)]

use backprop::{Differentiable, differentiable};

fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} is not {expected}");
    }
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum.sqrt()
}

/// The first part of the unit vector, and at zero the first part.
#[differentiable]
fn unit(x: &[f64]) -> f64 {
    let length = norm(x);
    if length == 0.0 { x[0] } else { x[0] / length }
}

#[differentiable]
fn unit_or_returned(x: &[f64]) -> f64 {
    let length = norm(x);
    if length == 0.0 {
        return x[0];
    }
    x[0] / length
}

#[differentiable]
fn at_least_one(x: &[f64]) -> f64 {
    x[0] / norm(x).max(1.0)
}

#[differentiable]
fn clamped(x: &[f64]) -> f64 {
    let length = norm(x).clamp(0.5, 1.0);
    x[0] * length
}

#[test]
fn calls_that_look_at_arrays() {
    for gradient in [unit::grad, unit_or_returned::grad] {
        near(&gradient(&[0.0, 0.0]), &[1.0, 0.0]);
        near(&gradient(&[3.0, 4.0]), &[0.2 - 9.0 / 125.0, -12.0 / 125.0]);
    }
    near(&at_least_one::grad(&[0.0, 0.0]), &[1.0, 0.0]);
    near(&at_least_one::grad(&[3.0, 4.0]), &[0.2 - 9.0 / 125.0, -12.0 / 125.0]);
    near(&clamped::grad(&[0.0, 0.0]), &[0.5, 0.0]);
    near(&unit::vjp(&[0.0, 0.0]).1(2.0), &[2.0, 0.0]);
    let mut sum = [1.0, 1.0];
    assert_eq!(unit::accumulate_grad(&[0.0, 0.0], &mut sum), 0.0);
    near(&sum, &[2.0, 1.0]);
}

/// Of each row the first part of its unit vector, and nothing of a row of zeros.
#[differentiable]
fn rows(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() / n {
        let length = norm(&x[i * n..(i + 1) * n]);
        if length > 0.0 {
            sum += x[i * n] / length;
        }
    }
    sum
}

#[test]
fn calls_that_look_at_parts() {
    near(&rows::grad(&[0.0, 0.0, 3.0, 4.0, 0.0, 0.0], 2), &[0.0, 0.0, 0.2 - 9.0 / 125.0, -12.0 / 125.0, 0.0, 0.0]);
}

#[differentiable]
fn norm_of_three(x: &[f64; 3]) -> f64 {
    (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt()
}

#[differentiable]
fn unit_of_three(x: [f64; 3]) -> f64 {
    let length = norm_of_three(&x);
    if length == 0.0 { x[0] } else { x[0] / length }
}

#[derive(Differentiable)]
struct Model {
    w: Vec<f64>,
}

#[differentiable]
impl Model {
    fn norm(&self) -> f64 {
        let mut sum = 0.0;
        for v in &self.w {
            sum += v * v;
        }
        sum.sqrt()
    }

    fn first(&self) -> f64 {
        let length = self.norm();
        if length == 0.0 { self.w[0] } else { self.w[0] / length }
    }
}

#[differentiable]
fn apply(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x)
}

#[differentiable]
fn unit_by_closure(x: &[f64]) -> f64 {
    let length = apply(|v: &[f64]| (v[0] * v[0] + v[1] * v[1]).sqrt(), x);
    if length == 0.0 { x[0] } else { x[0] / length }
}

#[test]
fn arrays_by_value_in_structs_and_in_closures() {
    near(&unit_of_three::grad([0.0; 3]), &[1.0, 0.0, 0.0]);
    near(&Model { w: vec![0.0, 0.0] }.first_grad().w, &[1.0, 0.0]);
    near(&unit_by_closure::grad(&[0.0, 0.0]), &[1.0, 0.0]);
}

/// The sum of the roots is used in one branch only.
#[differentiable]
fn roots(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v.sqrt();
    }
    if x[0] > 0.0 { sum } else { x[0] }
}

#[differentiable]
fn roots_at_least_one(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v.sqrt();
    }
    sum.max(1.0) * x[0]
}

#[differentiable]
fn product_of_roots(x: &[f64]) -> f64 {
    let (mut product, mut i) = (1.0, 0);
    while i < x.len() {
        product *= x[i].sqrt() + 1.0;
        i += 1;
    }
    if x[0] > 0.0 { product } else { x[0] }
}

/// What stands before a loop that uses it.
#[differentiable]
fn root_before(x: f64, k: &[f64]) -> f64 {
    let root = x.sqrt();
    let mut sum = 0.0;
    for k in k {
        sum += root * k;
    }
    if x > 0.0 { sum } else { x }
}

#[differentiable]
fn roots_in_two_loops(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        for j in 0..x.len() {
            sum += (x[i] * x[j]).sqrt();
        }
    }
    if x[0] > 0.0 { sum } else { x[0] }
}

#[test]
fn loops_before_branches() {
    for gradient in [roots::grad, product_of_roots::grad, roots_in_two_loops::grad] {
        near(&gradient(&[0.0, 0.0]), &[1.0, 0.0]);
    }
    near(&roots::grad(&[1.0, 4.0]), &[0.5, 0.25]);
    near(&product_of_roots::grad(&[1.0, 4.0]), &[1.5, 0.5]);
    near(&roots_in_two_loops::grad(&[1.0, 4.0]), &[3.0, 1.5]);
    near(&roots_at_least_one::grad(&[0.0, 0.0]), &[1.0, 0.0]);
    near(&roots_at_least_one::grad(&[1.0, 4.0]), &[3.5, 0.25]);
    assert_eq!(root_before::grad(0.0, &[1.0, 2.0]).0, 1.0);
    assert_eq!(root_before::grad(4.0, &[1.0, 2.0]).0, 0.75);
}

#[differentiable]
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// A call in a loop; the backpropagator of each turn is kept.
#[differentiable]
fn calls(x: f64, n: usize) -> f64 {
    let mut sum = x;
    for i in 0..n {
        let y = x * i as f64;
        let length = length(y, y);
        if length > 1e-9 {
            sum += y / length;
        }
    }
    sum
}

/// A call in a branch of a branch, which another branch may leave unused.
#[differentiable]
fn nested(x: f64) -> f64 {
    let u;
    if x > 7.0 {
        u = 1.5;
    } else if x == 0.0 {
        let length = length(x, x);
        u = x * (if length < 1e-9 { x } else { x / length }).cos();
    } else {
        u = 3.0 * x;
    }
    if x > 1.5 { x * u } else { x + x }
}

/// The same before an early return.
#[differentiable]
fn nested_return(x: f64) -> f64 {
    let u;
    if x > 7.0 {
        u = 1.5;
    } else {
        let w = f64::hypot(x, x);
        u = x * if w == 0.0 {
            let length = length(x, x);
            (if length < 1e-9 { x } else { x / length }).cos()
        } else {
            x / w
        };
    }
    if x + u > 1.5 {
        return x * u;
    }
    x + x
}

#[test]
fn calls_in_loops_and_branches() {
    near(&[calls::grad(0.0, 3), calls::grad(0.2, 3)], &[1.0, 1.0]);
    for gradient in [nested::grad, nested_return::grad] {
        assert_eq!((gradient(0.0), gradient(0.2), gradient(8.0)), (2.0, 2.0, 1.5));
    }
}

#[differentiable]
fn scaled(x: f64, y: &[f64]) -> f64 {
    y[0] * x
}

/// The call adds to the accumulators of its array also where nobody looks at what it gives beside them.
#[differentiable]
fn scaled_by_clamped(y: &[f64], u: f64) -> f64 {
    scaled(u.clamp(-1.0, 1.0), y)
}

#[differentiable]
fn scaled_by_larger(y: &[f64], u: f64) -> f64 {
    scaled(u.max(1.0), y)
}

#[test]
fn calls_beside_choices() {
    assert_eq!(scaled_by_clamped::grad(&[3.0], 2.0), (vec![1.0], 0.0));
    assert_eq!(scaled_by_clamped::grad(&[3.0], 0.5), (vec![0.5], 3.0));
    assert_eq!(scaled_by_larger::grad(&[3.0], 0.5), (vec![1.0], 0.0));
    assert_eq!(scaled_by_larger::grad(&[3.0], 2.0), (vec![2.0], 3.0));
}

/// What was made before a loop, of which only some turns make use.
mod before_a_loop {
    use super::*;

    #[differentiable]
    fn root(x: f64, n: usize) -> f64 {
        let root = x.sqrt();
        let mut sum = x;
        for i in 0..n {
            sum += if i > 5 { root } else { x };
        }
        sum
    }

    #[differentiable]
    fn each_turn(x: f64, n: usize) -> f64 {
        let (root, mut power) = (x.sqrt(), x.ln());
        let mut sum = x;
        for _ in 0..n {
            sum += root * power;
            power *= 2.0;
        }
        sum
    }

    #[differentiable]
    fn inverse(x: f64, w: &[f64]) -> f64 {
        let inverse = 1.0 / x;
        let mut sum = 0.0;
        for v in w {
            sum += if x == 0.0 { *v } else { inverse * v };
        }
        sum
    }

    #[differentiable]
    fn call(x: &[f64], n: usize) -> f64 {
        let length = norm(x);
        let (mut sum, mut i) = (x[0], 0);
        while i < n {
            if length > 0.0 {
                sum += length;
            }
            i += 1;
        }
        sum
    }

    #[differentiable]
    fn inner(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for v in x {
            let root = v.sqrt();
            for i in 0..n {
                sum += if *v > 0.0 { root } else { v * i as f64 };
            }
        }
        sum
    }

    #[test]
    fn is_left_alone_where_no_turn_uses_it() {
        assert_eq!((root::grad(0.0, 3), root::grad(4.0, 7)), (4.0, 7.25));
        assert_eq!(root::grad(0.0, 7), f64::INFINITY);
        assert_eq!((each_turn::grad(0.0, 0), each_turn::grad(1.0, 1)), (1.0, 2.0));
        assert_eq!(inverse::grad(0.0, &[1.0, 2.0]), (0.0, vec![1.0, 1.0]));
        assert_eq!(inverse::grad(2.0, &[1.0, 3.0]), (-1.0, vec![0.5, 0.5]));
        near(&call::grad(&[0.0, 0.0], 2), &[1.0, 0.0]);
        near(&call::grad(&[3.0, 4.0], 2), &[2.2, 1.6]);
        near(&call::grad(&[0.0, 0.0], 0), &[1.0, 0.0]);
        near(&inner::grad(&[0.0, 4.0], 3), &[3.0, 0.75]);
        assert!(inner::vjp(&[0.0, 4.0], 3).1(1.0)[0] == 3.0);
    }
}

/// What turns hand on, and not every turn makes use of.
mod handed_on {
    use super::*;

    #[differentiable]
    fn last(x: &[f64]) -> f64 {
        let mut last = 0.0;
        for v in x {
            last = v.sqrt();
        }
        last
    }

    #[differentiable]
    fn previous(x: &[f64]) -> f64 {
        let mut previous = x[0].sqrt();
        let mut sum = 0.0;
        for i in 1..x.len() {
            if x[i - 1] > 0.0 {
                sum += previous * x[i];
            }
            previous = x[i].sqrt();
        }
        sum
    }

    #[differentiable]
    fn exchanged(x: f64, y: f64, n: usize) -> f64 {
        let (mut a, mut b) = (x.sqrt(), y);
        for _ in 0..n {
            std::mem::swap(&mut a, &mut b);
        }
        a
    }

    #[differentiable]
    fn until_it_is_there(x: &[f64]) -> f64 {
        let mut found = 1.0;
        let mut i = 0;
        loop {
            let root = x[i].sqrt();
            if x[i] > 0.0 {
                found = root;
            }
            i += 1;
            if i == x.len() {
                break found * found * found;
            }
        }
    }

    #[test]
    fn is_left_alone_where_no_turn_uses_it() {
        assert_eq!(last::grad(&[0.0, 4.0]), [0.0, 0.25]);
        assert_eq!(last::grad(&[4.0, 0.0]), [0.0, f64::INFINITY]);
        assert_eq!(previous::grad(&[0.0, 4.0, 3.0]), [0.0, 0.75, 2.0]);
        assert_eq!(exchanged::grad(0.0, 2.0, 1), (0.0, 1.0));
        assert_eq!(exchanged::grad(4.0, 2.0, 2), (0.25, 0.0));
        near(&until_it_is_there::grad(&[0.0, 4.0, 0.0]), &[0.0, 3.0, 0.0]);
        near(&until_it_is_there::grad(&[0.0, 0.0]), &[0.0, 0.0]);
    }
}

/// Elements of small arrays, outside of loops.
mod elements {
    use super::*;

    #[differentiable]
    fn in_a_branch(x: f64, y: f64) -> f64 {
        let a = [x.sqrt(), y * y];
        if x > 0.0 { a[0] + a[1] } else { a[1] }
    }

    #[differentiable]
    fn chosen(x: f64, y: f64, i: usize) -> f64 {
        let a = [x.sqrt(), y * y];
        a[i]
    }

    #[differentiable]
    fn exchanged(x: f64, y: f64) -> f64 {
        let mut a = [x.sqrt(), y];
        if y > 0.0 {
            a.swap(0, 1);
        }
        a[0]
    }

    #[differentiable]
    fn overwritten(x: f64, y: f64) -> f64 {
        let mut a = vec![x.sqrt(), y];
        if x <= 0.0 {
            a[0] = x;
        }
        a[0] + a[1]
    }

    #[differentiable]
    fn always_overwritten(x: f64, y: f64) -> f64 {
        let mut a = vec![x.sqrt(), y];
        a[0] = 2.0 * x;
        a[0] * a[1]
    }

    #[test]
    fn are_left_alone_where_nothing_uses_them() {
        assert_eq!(in_a_branch::grad(0.0, 3.0), (0.0, 6.0));
        assert_eq!(in_a_branch::grad(4.0, 3.0), (0.25, 6.0));
        assert_eq!((chosen::grad(0.0, 3.0, 1), chosen::grad(4.0, 3.0, 0)), ((0.0, 6.0), (0.25, 0.0)));
        assert_eq!(chosen::grad(0.0, 3.0, 0).0, f64::INFINITY);
        assert_eq!((exchanged::grad(0.0, 3.0), exchanged::grad(4.0, -3.0)), ((0.0, 1.0), (0.25, 0.0)));
        assert_eq!((overwritten::grad(0.0, 3.0), overwritten::grad(4.0, 3.0)), ((1.0, 1.0), (0.25, 1.0)));
        assert_eq!(always_overwritten::grad(0.0, 3.0), (6.0, 0.0));
    }
}

//! The adjoint transformation and the simplifier on random nets with closures, by evaluation: gradients against dual
//! numbers, second derivatives, and that simplification keeps the meaning.

#[path = "truth/finds.rs"]
mod finds;
#[path = "truth/forward.rs"]
mod forward;
#[path = "truth/partials.rs"]
mod partials;
#[path = "truth/pulled.rs"]
mod pulled;

use finds::{finds_have, told};
use forward::derivatives;
use hypernet::adjoint::{AdjointError, adjoint, value_and_gradient};
use hypernet::simplify::{reduce, simplify, simplify_adjoint, specialise};
use hypernet::{Hypernet, evaluate, isomorphic, testing};
use proptest::prelude::*;
use pulled::{adjoint_of, close, numbers, point, pulled, reals};

/// The values and what the backpropagator makes of this sensitivity, in whatever form they are computed.
fn the_adjoint_gives_the_values_and_the_derivatives(net: &Hypernet, x: &[f64], d: &[f64]) -> Result<(), TestCaseError> {
    let (values, rows) = derivatives(net, x);
    let transformed = adjoint_of(net);
    prop_assert_eq!(transformed.validate(), Ok(()));
    let (found, sensitivities) = pulled(&transformed, x, d);
    prop_assert_eq!(found, values);
    let expected: Vec<f64> = rows.iter().map(|row| row.iter().zip(d).map(|(by, d)| by * d).sum()).collect();
    prop_assert!(close(&sensitivities, &expected), "{:?} for {:?}", sensitivities, expected);
    Ok(())
}

fn the_gradient_is_that_of_forward_mode(net: &Hypernet, x: &[f64]) -> Result<(), TestCaseError> {
    let (values, rows) = derivatives(net, x);
    let both = value_and_gradient(net).expect("one real output");
    let expected: Vec<f64> = values.into_iter().chain(rows.into_iter().flatten()).collect();
    let found = numbers(&evaluate(&both, &reals(x)).expect("a valid net on reals"));
    prop_assert!(close(&found, &expected), "{:?} for {:?}", found, expected);
    Ok(())
}

fn simplification_keeps_the_meaning_and_ends(net: &Hypernet, x: &[f64]) -> Result<(), TestCaseError> {
    let gradient = value_and_gradient(net).expect("one real output");
    for (start, values) in [(net.clone(), 1), (gradient.clone(), usize::MAX), (gradient, 1)] {
        let before = numbers(&evaluate(&start, &reals(x)).expect("a valid net on reals"));
        let mut simple = start.clone();
        simplify_adjoint(&mut simple, values);
        prop_assert_eq!(simple.validate(), Ok(()));
        let after = numbers(&evaluate(&simple, &reals(x)).expect("a valid net on reals"));
        prop_assert!(close(&after, &before), "{:?} for {:?}", after, before);
        prop_assert_eq!(after[0].to_bits(), before[0].to_bits(), "the value is exact");
        let mut twice = simple.clone();
        simplify_adjoint(&mut twice, values);
        prop_assert!(isomorphic(&simple, &twice), "{start}\n{simple}\n{twice}");
    }
    Ok(())
}

/// The same for the backpropagator.
fn simplification_keeps_the_backpropagator(net: &Hypernet, x: &[f64], d: f64) -> Result<(), TestCaseError> {
    let whole = adjoint_of(net);
    let before = pulled(&whole, x, &[d]);
    let mut reduced = whole.clone();
    reduce(&mut reduced);
    let mut simple = whole;
    simplify_adjoint(&mut simple, 1);
    for simple in [reduced, simple] {
        prop_assert_eq!(simple.validate(), Ok(()));
        let after = pulled(&simple, x, &[d]);
        prop_assert_eq!(after.0[0].to_bits(), before.0[0].to_bits(), "the value is exact");
        prop_assert!(close(&after.1, &before.1), "{:?} for {:?}\n{}", after, before, simple);
    }
    Ok(())
}

/// Adjoints of a net and of its simplified form agree.
fn the_adjoint_does_not_depend_on_simplification(net: &Hypernet, x: &[f64]) -> Result<(), TestCaseError> {
    let mut reduced = net.clone();
    simplify(&mut reduced);
    let first = pulled(&adjoint_of(net), x, &[1.0]);
    let second = pulled(&adjoint_again(&reduced), x, &[1.0]);
    prop_assert_eq!(first.0, second.0);
    prop_assert!(close(&first.1, &second.1), "{:?} for {:?}", first.1, second.1);
    Ok(())
}

/// The adjoint of a net whose types leave open what functions captured, as those of adjoints and simplified nets do.
fn adjoint_again(net: &Hypernet) -> Hypernet {
    let mut known = net.clone();
    assert!(specialise(&mut known), "{net}");
    adjoint_of(&known)
}

/// The simplified gradient differentiated again, in which branches leave options: as it comes and simplified, against
/// forward mode over the simplified gradient, and over the gradient as the adjoint gives it.
fn second_derivatives(net: &Hypernet, x: &[f64]) -> Result<(), TestCaseError> {
    let plain = value_and_gradient(net).expect("one real output");
    let mut derivative = plain.clone();
    simplify_adjoint(&mut derivative, 1);
    let again = adjoint_again(&derivative);
    prop_assert_eq!(again.validate(), Ok(()));
    let mut simple = again.clone();
    simplify_adjoint(&mut simple, 1);
    prop_assert_eq!(simple.validate(), Ok(()));
    let mut all = vec![again, simple];
    let again = adjoint_again(&plain);
    prop_assert_eq!(again.validate(), Ok(()));
    all.push(again);
    let expected = [&derivative, &plain].map(|net| derivatives(net, x).1);
    for row in 0..x.len() {
        // The first output is the value.
        let seed: Vec<f64> = (0..=x.len()).map(|at| if at == row + 1 { 1.0 } else { 0.0 }).collect();
        for again in &all {
            let found = pulled(again, x, &seed).1;
            for expected in &expected {
                let expected: Vec<f64> = expected.iter().map(|column| column[row + 1]).collect();
                prop_assert!(close(&found, &expected), "{found:?} for {expected:?}\n{derivative}\n{again}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(testing::config(100))]

    #[test]
    fn gradients(net in testing::real_net(3), x in point(3)) {
        told(&net, the_gradient_is_that_of_forward_mode(&net, &x))?;
    }

    #[test]
    fn adjoints(one in testing::real_net(3), several in testing::reals_net(3, 3), x in point(3), d in point(3)) {
        told(&one, the_adjoint_gives_the_values_and_the_derivatives(&one, &x, &d[..1]))?;
        told(&several, the_adjoint_gives_the_values_and_the_derivatives(&several, &x, &d))?;
    }

    /// Branches that leave options: the truth is forward mode over the net without them.
    #[test]
    fn options((plain, net) in testing::real_net_with_options(2), x in point(2)) {
        prop_assert_eq!(net.validate(), Ok(()));
        prop_assert_eq!(derivatives(&net, &x), derivatives(&plain, &x));
        told(&net, the_adjoint_gives_the_values_and_the_derivatives(&net, &x, &[-0.75]))?;
        told(&net, the_gradient_is_that_of_forward_mode(&net, &x))?;
        told(&net, simplification_keeps_the_meaning_and_ends(&net, &x))?;
        told(&net, second_derivatives(&net, &x))?;
    }

    #[test]
    fn simplified_nets(net in testing::real_net(2), x in point(2)) {
        told(&net, simplification_keeps_the_meaning_and_ends(&net, &x))?;
        told(&net, the_adjoint_does_not_depend_on_simplification(&net, &x))?;
    }

    #[test]
    fn simplified_backpropagators(net in testing::real_net(3), x in point(3), d in -2.0..2.0) {
        told(&net, simplification_keeps_the_backpropagator(&net, &x, d))?;
    }

    #[test]
    fn second_derivatives_of_random_nets(net in testing::real_net(2), x in point(2)) {
        told(&net, second_derivatives(&net, &x))?;
    }
}

#[test]
fn what_was_wrong_once() {
    finds_have(|net, x| {
        the_adjoint_gives_the_values_and_the_derivatives(net, x, &[-1.5])?;
        the_gradient_is_that_of_forward_mode(net, x)?;
        simplification_keeps_the_meaning_and_ends(net, x)?;
        the_adjoint_does_not_depend_on_simplification(net, x)?;
        simplification_keeps_the_backpropagator(net, x, 0.5)?;
        second_derivatives(net, x)
    });
}

/// `if x < y { x² y } else { x y² }`, as simplification writes branches: what the first branch leaves is an option of a
/// tuple, there are no captures, and no type says so. Values, gradients and Hessians by hand; all is exact.
#[test]
fn an_option_by_hand() {
    let net = hypernet::text::parse(
        "net (x: f64, y: f64) -> f64 {
  a, x.1 = copy x
  b, x.2 = copy x.1
  c, y.1 = copy y
  d, y.2 = copy y.1
  %0 = lt a, c
  e, f = copy %0
  first: [f64, f64] -o [Option<(f64, f64)>] = abstraction (x: f64, y: f64) -> Option<(f64, f64)> {
    a, b = copy x
    %0 = mul a, b
    %1 = pack %0, y
    %2 = present %1
    return %2
  }
  none: [f64, f64] -o [Option<(f64, f64)>] = abstraction (x: f64, y: f64) -> Option<(f64, f64)> {
    discard x
    discard y
    %0 = absent: (f64, f64)
    return %0
  }
  %1 = cond e, first, none, b, d
  again: [Option<(f64, f64)>, f64, f64] -o [f64] = abstraction (left: Option<(f64, f64)>, x: f64, y: f64) -> f64 {
    discard x
    discard y
    %0 = expect left
    %1, %2 = unpack %0
    %3 = mul %1, %2
    return %3
  }
  other: [Option<(f64, f64)>, f64, f64] -o [f64] = abstraction (left: Option<(f64, f64)>, x: f64, y: f64) -> f64 {
    discard left
    a, b = copy y
    %0 = mul a, b
    %1 = mul %0, x
    return %1
  }
  %2 = cond f, again, other, %1, x.2, y.2
  return %2
}",
    )
    .expect("a net");
    assert_eq!(net.validate(), Ok(()));
    let mut known = net.clone();
    assert!(specialise(&mut known));
    let gradient = value_and_gradient(&known).expect("one real output");
    let mut simple = gradient.clone();
    simplify_adjoint(&mut simple, 1);
    let whole = adjoint_again(&net);
    let again = adjoint_again(&simple);
    for (x, y) in [(2.0, 3.0), (3.0, 2.0), (-1.0, 4.0), (0.0, 0.0), (1.5, 0.25)] {
        let (value, first, second) = if x < y {
            (x * x * y, [2.0 * x * y, x * x], [[2.0 * y, 2.0 * x], [2.0 * x, 0.0]])
        } else {
            (x * y * y, [y * y, 2.0 * x * y], [[0.0, 2.0 * y], [2.0 * y, 2.0 * x]])
        };
        let point = [x, y];
        assert_eq!(pulled(&whole, &point, &[1.0]), (vec![value], first.to_vec()));
        for net in [&gradient, &simple] {
            let found = numbers(&evaluate(net, &reals(&point)).expect("a valid net on reals"));
            assert_eq!(found, [value, first[0], first[1]]);
        }
        assert_eq!(pulled(&again, &point, &[0.0, 1.0, 0.0]).1, second[0]);
        assert_eq!(pulled(&again, &point, &[0.0, 0.0, 1.0]).1, second[1]);
    }
}

/// A branch that leaves nothing takes no part: what is infinite in one branch does not meet the zero of the other.
#[test]
fn the_branch_not_taken_is_not_differentiated() {
    let net = hypernet::text::parse(
        "net (x: f64) -> f64 {
  a, x.1 = copy x
  zero = const 0.0: f64
  %0 = gt a, zero
  e, f = copy %0
  first: [f64] -o [Option<f64>] = abstraction (x: f64) -> Option<f64> {
    %0 = sqrt x
    %1 = present %0
    return %1
  }
  none: [f64] -o [Option<f64>] = abstraction (x: f64) -> Option<f64> {
    discard x
    %0 = absent: f64
    return %0
  }
  %1 = cond e, first, none, x.1
  again: [Option<f64>] -o [f64] = abstraction (left: Option<f64>) -> f64 {
    %0 = expect left
    return %0
  }
  other: [Option<f64>] -o [f64] = abstraction (left: Option<f64>) -> f64 {
    discard left
    %0 = const 0.0: f64
    return %0
  }
  %2 = cond f, again, other, %1
  return %2
}",
    )
    .expect("a net");
    let whole = adjoint_again(&net);
    assert_eq!(pulled(&whole, &[0.0], &[1.0]), (vec![0.0], vec![0.0]));
    assert_eq!(pulled(&whole, &[4.0], &[1.0]), (vec![2.0], vec![0.25]));
}

/// A function that is not called hides in its type what the function that it gives captured. That has to be known, too: it
/// would give an adjoint that is no net.
#[test]
fn a_type_that_leaves_captures_open_is_refused() {
    let net = hypernet::text::parse(
        "net (x: f64) -> f64 {
  a, b = copy x
  f = abstraction [x = a] () -> f64 {
    %0 = neg x
    return %0
  }
  discard f
  return b
}",
    )
    .expect("a net");
    let gradient = value_and_gradient(&net).expect("one real output");
    assert!(matches!(adjoint(&gradient), Err(AdjointError::UnknownCaptures(_))));
    assert_eq!(adjoint_again(&gradient).validate(), Ok(()));
}

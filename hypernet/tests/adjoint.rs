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
use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::simplify::{reduce, simplify, simplify_adjoint};
use hypernet::{Hypernet, Operation, evaluate, isomorphic, testing};
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
        // With a choice between functions a second run can find more to do than the first.
        let chooses = |id| matches!(start.edge(id).operation(), Some(Operation::Cond(..)));
        if !start.edge_ids().any(chooses) {
            let mut twice = simple.clone();
            simplify_adjoint(&mut twice, values);
            prop_assert!(isomorphic(&simple, &twice), "{start}\n{simple}\n{twice}");
        }
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
    // Simplification makes an option of what a branch leaves; those come after differentiation only.
    let Ok(reduced) = adjoint(&reduced) else { return Err(TestCaseError::reject("an option")) };
    let second = pulled(&reduced, x, &[1.0]);
    prop_assert_eq!(first.0, second.0);
    prop_assert!(close(&first.1, &second.1), "{:?} for {:?}", first.1, second.1);
    Ok(())
}

/// The gradient differentiated again, against forward mode over the reverse pass.
fn second_derivatives(net: &Hypernet, x: f64) -> Result<(), TestCaseError> {
    let mut derivative = value_and_gradient(net).expect("one real output");
    simplify(&mut derivative);
    let Ok(again) = adjoint(&derivative) else { return Err(TestCaseError::reject("an option")) };
    let found = pulled(&again, &[x], &[0.0, 1.0]).1;
    let inputs = vec![forward::Dual::Real(x, 1.0)];
    let forward::Dual::Real(_, expected) = forward::forward(&derivative, inputs)[1] else { panic!("a real") };
    prop_assert!(close(&found, &[expected]), "{:?} for {}", found, expected);
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
    fn second_derivatives_of_random_nets(net in testing::real_net(1), x in point(1)) {
        told(&net, second_derivatives(&net, x[0]))?;
    }
}

#[test]
fn what_was_wrong_once() {
    finds_have(|net, x| {
        the_adjoint_gives_the_values_and_the_derivatives(net, x, &[-1.5])?;
        the_gradient_is_that_of_forward_mode(net, x)?;
        simplification_keeps_the_meaning_and_ends(net, x)?;
        the_adjoint_does_not_depend_on_simplification(net, x)?;
        simplification_keeps_the_backpropagator(net, x, 0.5)
    });
}

//! The compiling run is rewriting: every step of the three boxes and of simplification is a span with a match, which is
//! verified and applied to the net before and gives the net after; and it is what it says it is: an instance of the rule
//! that it names, or a span of two nets that mean the same.

mod check;
mod rules;

use check::{Checker, check_box, plain};
use hypernet::Hypernet;
use hypernet::adjoint::{adjoint_observed, gradient_of_adjoint};
use hypernet::simplify::{reduce_observed, simplify_since_observed, simplify_sums_observed};
use hypernet::testing::{self, config};
use proptest::prelude::*;

/// Replays what the compiler does with a net: the boxes, and simplification as `expand.rs` uses it.
fn replay(net: &Hypernet) -> Result<(), String> {
    let mut before: Option<Hypernet> = None;
    let mut error = None;
    let whole = adjoint_observed(net, &mut |step, net| {
        let after = plain(net);
        if let (Some(step), Some(before), None) = (step, &before, &error) {
            error = check_box(step, before, &after).err();
        }
        before = Some(after);
    });
    if let Some(error) = error {
        return Err(error);
    }
    let mut whole = whole.expect("first-order interfaces");
    whole.compact();

    let mut checker = Checker::new(&whole, 1);
    reduce_observed(&mut whole, &mut |step, net| checker.see(step, net));
    checker.end(&whole)?;
    let mut checker = Checker::new(&whole, 1);
    simplify_sums_observed(&mut whole, 1, &mut |step, net| checker.see(step, net));
    checker.end(&whole)?;
    let since = whole.id_bounds().0;
    let mut gradient = gradient_of_adjoint(whole.clone()).expect("one real output");
    let mut checker = Checker::new(&gradient, 1);
    simplify_since_observed(&mut gradient, 1, since, &mut |step, net| checker.see(step, net));
    checker.end(&gradient)
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn every_step_of_the_compiling_run_is_what_it_says(net in testing::real_net(2)) {
        replay(&net).map_err(|error| TestCaseError::fail(format!("{error}\nof the net\n{net}")))?;
    }

    #[test]
    fn every_step_of_a_run_with_loops_is_what_it_says(net in testing::reals_net_with_loops(2, 1)) {
        replay(&net).map_err(|error| TestCaseError::fail(format!("{error}\nof the net\n{net}")))?;
    }
}

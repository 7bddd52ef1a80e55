//! The adjoint transformation and the simplifier on random nets with closures, by evaluation: gradients against dual
//! numbers, the chain rule, the axioms of reverse derivatives (RD.1 to RD.5 of the paper), any order of the steps, beta.

#[path = "truth/forward.rs"]
mod forward;
#[path = "truth/partials.rs"]
mod partials;

use forward::gradient;
use hypernet::adjoint::{Derivation, adjoint, value_and_gradient};
use hypernet::simplify::{reduce, simplify, simplify_adjoint};
use hypernet::{Datum, Hypernet, Operation, Primitive, Type, evaluate, testing};
use proptest::prelude::*;

fn reals(values: &[f64]) -> Vec<Datum> {
    values.iter().copied().map(Datum::Real).collect()
}

fn numbers(values: &[Datum]) -> Vec<f64> {
    values.iter().filter_map(Datum::as_real).collect()
}

fn point(inputs: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-testing::BOUND..testing::BOUND, inputs)
}

/// Equal up to rounding, relative to the greatest of them.
fn close(a: &[f64], b: &[f64]) -> bool {
    let scale = a.iter().chain(b).fold(1.0, |scale: f64, x| scale.max(x.abs()));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-8 * scale)
}

/// The outputs of a net and what its backpropagator gives for this sensitivity.
fn pulled(adjoint: &Hypernet, x: &[f64], d: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut outputs = evaluate(adjoint, &reals(x)).expect("a valid net on reals");
    let backpropagator = outputs.pop().expect("an adjoint has a backpropagator");
    let function = backpropagator.as_function().expect("a backpropagator is a function");
    (numbers(&outputs), numbers(&function.call(&reals(d)).expect("a valid net on reals")))
}

fn add() -> Hypernet {
    Hypernet::operation(Operation::Primitive(Primitive::Add, "f64".into()))
}

/// Two nets on the same two inputs.
fn paired(f: &Hypernet, g: &Hypernet) -> Hypernet {
    let real = Type::f64();
    let copy = Hypernet::copy(&real).expect("a real can be copied");
    let one = Hypernet::identity(std::slice::from_ref(&real));
    let cross = one.beside(&Hypernet::symmetry(std::slice::from_ref(&real), std::slice::from_ref(&real))).beside(&one);
    copy.beside(&copy).then(&cross).and_then(|net| net.then(&f.beside(g))).expect("the interfaces agree")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_adjoint_gives_the_value_and_the_gradient(net in testing::real_net(3), x in point(3), d in -2.0..2.0) {
        let (value, expected) = gradient(&net, &x);
        let transformed = adjoint(&net).expect("first-order interfaces");
        prop_assert_eq!(transformed.validate(), Ok(()));
        let (found, sensitivities) = pulled(&transformed, &x, &[d]);
        prop_assert_eq!(found, vec![value]);
        let scaled: Vec<f64> = expected.iter().map(|g| g * d).collect();
        prop_assert!(close(&sensitivities, &scaled), "{:?} for {:?}", sensitivities, scaled);

        let both = value_and_gradient(&net).expect("one real output");
        let mut expected = expected;
        expected.insert(0, value);
        let found = numbers(&evaluate(&both, &reals(&x)).expect("a valid net on reals"));
        prop_assert!(close(&found, &expected), "{:?} for {:?}", found, expected);
    }

    #[test]
    fn simplification_keeps_the_meaning_and_ends(net in testing::real_net(2), x in point(2)) {
        let gradient = value_and_gradient(&net).expect("one real output");
        for (start, values) in [(net.clone(), 1), (gradient.clone(), usize::MAX), (gradient, 1)] {
            let before = numbers(&evaluate(&start, &reals(&x)).expect("a valid net on reals"));
            let mut simple = start.clone();
            simplify_adjoint(&mut simple, values);
            prop_assert_eq!(simple.validate(), Ok(()));
            let after = numbers(&evaluate(&simple, &reals(&x)).expect("a valid net on reals"));
            prop_assert!(close(&after, &before), "{:?} for {:?}", after, before);
            prop_assert_eq!(after[0].to_bits(), before[0].to_bits(), "the value is exact");
            // With a choice between functions a second run can find more to do than the first.
            let chooses = |id| matches!(start.edge(id).operation(), Some(Operation::Cond(..)));
            if !start.edge_ids().any(chooses) {
                let mut twice = simple.clone();
                simplify_adjoint(&mut twice, values);
                prop_assert!(hypernet::isomorphic(&simple, &twice), "{start}\n{simple}\n{twice}");
            }
        }
    }

    /// The same for the backpropagator.
    #[test]
    fn simplification_keeps_the_backpropagator(net in testing::real_net(3), x in point(3), d in -2.0..2.0) {
        let whole = adjoint(&net).expect("first-order interfaces");
        let before = pulled(&whole, &x, &[d]);
        let mut reduced = whole.clone();
        reduce(&mut reduced);
        let mut simple = whole;
        simplify_adjoint(&mut simple, 1);
        for simple in [reduced, simple] {
            prop_assert_eq!(simple.validate(), Ok(()));
            let after = pulled(&simple, &x, &[d]);
            prop_assert_eq!(after.0[0].to_bits(), before.0[0].to_bits(), "the value is exact");
            prop_assert!(close(&after.1, &before.1), "{:?} for {:?}\n{}", after, before, simple);
        }
    }

    /// Adjoints of a net and of its beta-reduced form agree.
    #[test]
    fn the_adjoint_is_compatible_with_beta(net in testing::real_net(2), x in point(2)) {
        let mut reduced = net.clone();
        simplify(&mut reduced);
        let first = pulled(&adjoint(&net).expect("first-order interfaces"), &x, &[1.0]);
        // Simplification makes an option of what a branch leaves; those come after differentiation only.
        let Ok(reduced) = adjoint(&reduced) else { return Err(TestCaseError::reject("an option")) };
        let second = pulled(&reduced, &x, &[1.0]);
        prop_assert_eq!(first.0, second.0);
        prop_assert!(close(&first.1, &second.1), "{:?} for {:?}", first.1, second.1);
    }

    /// RD.5: the adjoint of a composition is the composition of the adjoints.
    #[test]
    fn chain_rule(f in testing::real_net(2), g in testing::real_net(1), x in point(2), d in -2.0..2.0) {
        let whole = adjoint(&f.then(&g).expect("the interfaces agree")).expect("first-order interfaces");
        let (value, found) = pulled(&whole, &x, &[d]);
        let f = adjoint(&f).expect("first-order interfaces");
        let middle = pulled(&f, &x, &[d]).0;
        let (last, between) = pulled(&adjoint(&g).expect("first-order interfaces"), &middle, &[d]);
        prop_assert_eq!(value, last);
        let (_, expected) = pulled(&f, &x, &between);
        prop_assert!(close(&found, &expected), "{:?} for {:?}", found, expected);
    }

    /// RD.1, RD.2 and RD.4: sums, linearity in the sensitivity, and pairs.
    #[test]
    fn sums_and_pairs(f in testing::real_net(2), g in testing::real_net(2), x in point(2), d in -2.0..2.0, e in -2.0..2.0) {
        let of = |net: &Hypernet, d: &[f64]| pulled(&adjoint(net).expect("first-order interfaces"), &x, d).1;
        let plus = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + b).collect() };
        let pair = paired(&f, &g);
        let sum = pair.then(&add()).expect("the interfaces agree");
        prop_assert!(close(&of(&sum, &[d]), &plus(&of(&f, &[d]), &of(&g, &[d]))));
        prop_assert!(close(&of(&pair, &[d, e]), &plus(&of(&f, &[d]), &of(&g, &[e]))));
        prop_assert!(close(&of(&f, &[d + e]), &plus(&of(&f, &[d]), &of(&f, &[e]))));
        prop_assert_eq!(of(&f, &[0.0]).iter().map(|x| x.abs()).collect::<Vec<_>>(), vec![0.0; 2]);
    }

    /// The steps of the transformation in any order give the same function.
    #[test]
    fn any_order_of_the_steps(net in testing::real_net(2), x in point(2), choices in prop::collection::vec(any::<prop::sample::Index>(), 1..40)) {
        let mut derivation = Derivation::new(&net).expect("first-order interfaces");
        let mut choices = choices.iter().cycle();
        loop {
            let redexes = derivation.redexes();
            if redexes.is_empty() {
                break;
            }
            let redex = *choices.next().expect("a cycle").get(&redexes);
            prop_assert!(derivation.step(redex).expect("every operation has a pullback"));
        }
        let other = derivation.finish();
        prop_assert_eq!(other.validate(), Ok(()));
        let first = adjoint(&net).expect("first-order interfaces");
        prop_assert_eq!(other.edge_count(), first.edge_count());
        let (first, second) = (pulled(&first, &x, &[1.0]), pulled(&other, &x, &[1.0]));
        prop_assert_eq!(first.0, second.0);
        prop_assert!(close(&first.1, &second.1), "{:?} for {:?}", first.1, second.1);
    }

    /// The gradient differentiated again, against forward mode over the reverse pass.
    #[test]
    fn second_derivatives(net in testing::real_net(1), x in point(1)) {
        let mut derivative = value_and_gradient(&net).expect("one real output");
        simplify(&mut derivative);
        let Ok(again) = adjoint(&derivative) else { return Err(TestCaseError::reject("an option")) };
        let found = pulled(&again, &x, &[0.0, 1.0]).1;
        let inputs = vec![forward::Dual::Real(x[0], 1.0)];
        let forward::Dual::Real(_, expected) = forward::forward(&derivative, inputs)[1] else { panic!("a real") };
        prop_assert!(close(&found, &[expected]), "{:?} for {}", found, expected);
    }
}

/// RD.3 and the empty case of RD.4: identities, projections, discarding.
#[test]
fn wires_alone() {
    let real = Type::f64();
    let one = Hypernet::identity(std::slice::from_ref(&real));
    let discard = Hypernet::discard(&real).expect("a real can be discarded");
    let of = |net: &Hypernet, x: &[f64], d: &[f64]| pulled(&adjoint(net).expect("first-order interfaces"), x, d).1;
    assert_eq!(of(&one, &[3.0], &[5.0]), [5.0]);
    assert_eq!(of(&one.beside(&discard), &[3.0, 4.0], &[5.0]), [5.0, 0.0]);
    assert_eq!(of(&discard.beside(&one), &[3.0, 4.0], &[5.0]), [0.0, 5.0]);
    assert_eq!(of(&discard, &[3.0], &[]), [0.0]);
    let swap = Hypernet::symmetry(std::slice::from_ref(&real), std::slice::from_ref(&real));
    assert_eq!(of(&swap, &[3.0, 4.0], &[5.0, 6.0]), [6.0, 5.0]);
}

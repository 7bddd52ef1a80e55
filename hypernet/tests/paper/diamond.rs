//! The diamond property: "the rewriting systems have the diamond property, up to a permutation of the output wires", which
//! is the order in which backpropagators capture.

use hypernet::adjoint::Derivation;
use hypernet::testing::{config, real_net, runner, shuffled};
use hypernet::{Hypernet, isomorphic};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;

use super::any_net;
use super::finds::{finds_have, told};
use super::graph::Graph;
use super::pulled::adjoint_of;

/// A step takes no other step away, and all orders end in the same net.
fn the_steps_in_any_order(net: &Hypernet, choices: &[Index]) -> Result<(), TestCaseError> {
    let mut derivation = Derivation::new(net).expect("first-order interfaces");
    let mut choices = choices.iter().cycle();
    loop {
        let redexes = derivation.redexes();
        if redexes.is_empty() {
            break;
        }
        let redex = *choices.next().expect("a cycle").get(&redexes);
        prop_assert!(derivation.step(redex).expect("every operation has a pullback"));
        prop_assert_eq!(derivation.net().validate_derivation(), Ok(()));
        for other in redexes {
            prop_assert!(other == redex || derivation.is_redex(other), "{:?} takes {:?} away", redex, other);
        }
    }
    let found = derivation.finish();
    prop_assert_eq!(found.validate(), Ok(()));
    let expected = adjoint_of(net);
    prop_assert!(Graph::up_to_captures(&found).is(&Graph::up_to_captures(&expected)), "{found}\n{expected}");
    Ok(())
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 1..40)
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn any_order_of_the_steps(net in any_net(), choices in choices()) {
        told(&net, the_steps_in_any_order(&net, &choices))?;
    }
}

#[test]
fn what_was_wrong_once() {
    let choices = choices().new_tree(&mut runner()).expect("nothing is rejected").current();
    finds_have(|net, _| the_steps_in_any_order(net, &choices));
}

/// The plain isomorphism agrees with that of the crate, and the order of captures is all that it may leave open.
#[test]
fn plain_graphs_are_compared() {
    let mut runner = runner();
    let mut draw = || real_net(2).new_tree(&mut runner).expect("nothing is rejected").current();
    for seed in 0..60 {
        let (a, b) = (draw(), draw());
        let (a, b) = (adjoint_of(&a), adjoint_of(&b));
        for graph in [Graph::of, Graph::up_to_captures] {
            assert!(graph(&a).is(&graph(&shuffled(&a, seed))), "{a}");
        }
        assert_eq!(Graph::of(&a).is(&Graph::of(&b)), isomorphic(&a, &b), "{a}\n{b}");
    }
    let captures = |outer: &str, inner: &str| {
        let text = format!(
            "net (x: f64, y: f64) -> [f64] -o[f64, f64] [f64] {{
  f = abstraction [{outer}] (z: f64) -> f64 {{
    {inner}
    %0 = sub a, b
    %1 = add %0, z
    return %1
  }}
  return f
}}"
        );
        let net = hypernet::text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(net.validate(), Ok(()));
        net
    };
    let body = "";
    let net = captures("a = x, b = y", body);
    let moved = captures("b = y, a = x", body);
    let crossed = captures("b = x, a = y", body);
    assert!(Graph::up_to_captures(&net).is(&Graph::up_to_captures(&moved)));
    assert!(!Graph::of(&net).is(&Graph::of(&moved)));
    assert!(!Graph::up_to_captures(&net).is(&Graph::up_to_captures(&crossed)));
}

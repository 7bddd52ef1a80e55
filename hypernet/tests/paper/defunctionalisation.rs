//! Defunctionalisation: "for every diagram whose operands and results are all of a first-order type, there is a
//! beta-equivalent diagram that contains no instances of abstraction or evaluation and whose every node has all
//! first-order inputs and outputs".
//!
//! The paper has no branches. Without them the lemma is tested as it stands, by the laws of the calculus alone. A `cond`
//! takes its branches as abstractions by construction. So for nets with branches the statement is, exactly: no eval is
//! left; each abstraction is a branch of a `cond` and captures nothing; every other wire is of a first-order type. That is
//! tested of the simplifier, also on gradients. On adjoints it holds but for the backpropagator, the last output.

use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::rewrite::laws::{Direction, Law, Place};
use hypernet::simplify::{reduce, simplify, simplify_adjoint};
use hypernet::testing::{config, data, net, net_without_branches, real_net_with_options, runner};
use hypernet::{Consumer, Datum, EdgeId, Hypernet, Label, Operation, WireId, evaluate};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::finds::{finds_have, told};

fn is_cond(net: &Hypernet, edge: EdgeId) -> bool {
    matches!(net.edge(edge).operation(), Some(Operation::Cond(..)))
}

fn has_branches(net: &Hypernet) -> bool {
    net.edge_ids().any(|edge| is_cond(net, edge))
}

/// The next step towards the normal form, by a law from left to right: functions meet their calls by beta; on the way to
/// them, they are copied, discarded, and moved into the functions that capture them.
fn next(net: &Hypernet) -> Option<(Law, EdgeId)> {
    net.edge_ids().find_map(|id| {
        if *net.edge(id).label() != Label::Abstraction {
            return None;
        }
        let (consumer, port) = net.consumer_edge(net.edge(id).targets()[0])?;
        match net.edge(consumer).label() {
            Label::Eval if port == 0 => Some((Law::Beta, consumer)),
            Label::Copy => Some((Law::CopyNatural, id)),
            Label::Discard => Some((Law::DiscardNatural, id)),
            Label::Abstraction => Some((Law::CoevalNatural, id)),
            _ => None,
        }
    })
}

/// Reduces a net without branches by the laws; whether that ended before the net was too large.
fn normalised(net: &mut Hypernet) -> bool {
    for _ in 0..4000 {
        let Some((law, at)) = next(net) else { return true };
        let step = law.rule(Direction::Forward).at(net, Place::Edge(at)).expect("the law fits where it is found");
        step.apply(net).expect("a verified match");
    }
    false
}

fn no_functions(net: &Hypernet) -> Result<(), TestCaseError> {
    for id in net.edge_ids() {
        let label = net.edge(id).label();
        prop_assert!(!matches!(label, Label::Eval | Label::Abstraction), "{label:?} is left in\n{net}");
    }
    for id in net.wire_ids() {
        prop_assert!(net.wire(id).ty().is_first_order(), "{id:?} is of a function type in\n{net}");
    }
    Ok(())
}

/// As [`no_functions`], but for the branches of a `cond`, and this abstraction.
fn no_functions_but_branches(net: &Hypernet, but: Option<WireId>) -> Result<(), TestCaseError> {
    for id in net.edge_ids() {
        prop_assert!(*net.edge(id).label() != Label::Eval, "an eval is left in\n{net}");
    }
    for id in net.wire_ids().filter(|&id| Some(id) != but && !net.wire(id).ty().is_first_order()) {
        let Consumer::Source(consumer, 1 | 2) = net.wire(id).consumer() else {
            return Err(TestCaseError::fail(format!("{id:?} is of a function type in\n{net}")));
        };
        prop_assert!(is_cond(net, consumer), "{id:?} is no branch in\n{net}");
        let (producer, _) = net.producer_edge(id).expect("a branch is an abstraction");
        prop_assert!(*net.edge(producer).label() == Label::Abstraction, "{id:?} is not known in\n{net}");
        prop_assert!(net.edge(producer).sources().is_empty(), "{id:?} captures in\n{net}");
    }
    Ok(())
}

/// The lemma, for a net without branches.
fn the_lemma(net: &Hypernet, inputs: &[Datum]) -> Result<(), TestCaseError> {
    let mut normal = net.clone();
    // The types of the paper: a function's type does not change when work moves into it.
    normal.forget_captures();
    if !normalised(&mut normal) {
        return Err(TestCaseError::reject("too large when all is written out"));
    }
    prop_assert_eq!(normal.validate(), Ok(()));
    no_functions(&normal)?;
    let meaning = |net: &Hypernet| format!("{:?}", evaluate(net, inputs).expect("a valid net on data of its types"));
    prop_assert_eq!(meaning(&normal), meaning(net));
    Ok(())
}

/// What simplification leaves, of the net itself, with and without its sums written anew.
fn the_simplifier(net: &Hypernet) -> Result<(), TestCaseError> {
    let mut simple = [net.clone(), net.clone()];
    simplify(&mut simple[0]);
    reduce(&mut simple[1]);
    for simple in &simple {
        prop_assert_eq!(simple.validate(), Ok(()));
        no_functions_but_branches(simple, None)?;
        if !has_branches(net) {
            no_functions(simple)?;
        }
    }
    let mut whole = adjoint(net).expect("first-order interfaces");
    simplify_adjoint(&mut whole, net.outputs().len());
    let backpropagator = *whole.outputs().last().expect("an adjoint has a backpropagator");
    no_functions_but_branches(&whole, Some(backpropagator))
}

fn the_gradient(net: &Hypernet) -> Result<(), TestCaseError> {
    let mut gradient = value_and_gradient(net).expect("one real output");
    simplify_adjoint(&mut gradient, 1);
    no_functions_but_branches(&gradient, None)?;
    if has_branches(net) { Ok(()) } else { no_functions(&gradient) }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn simplification_leaves_no_functions(any in net(), (plain, options) in real_net_with_options(2)) {
        told(&any, the_simplifier(&any))?;
        for net in [plain, options] {
            told(&net, the_gradient(&net))?;
        }
    }
}

/// Not as a property, because it is to be seen that few nets are left out.
#[test]
fn nets_without_branches_have_a_form_without_functions() {
    let mut runner = runner();
    let (mut done, mut calls, cases) = (0, 0, config(200).cases);
    for _ in 0..cases {
        let net = net_without_branches().new_tree(&mut runner).expect("nothing is rejected").current();
        assert!(!has_branches(&net));
        let inputs = data(&net.types(net.inputs())).new_tree(&mut runner).expect("nothing is rejected").current();
        match the_lemma(&net, &inputs) {
            Ok(()) => done += 1,
            Err(TestCaseError::Reject(_)) => continue,
            Err(error) => panic!("{error}\nof the net\n{net}"),
        }
        calls += u32::from(net.edge_ids().any(|id| *net.edge(id).label() == Label::Eval));
    }
    assert!(done >= cases * 9 / 10 && calls >= cases / 5, "{done} of {cases} nets, {calls} with calls");
}

#[test]
fn what_was_wrong_once() {
    finds_have(|net, _| {
        the_simplifier(net)?;
        the_gradient(net)
    });
}

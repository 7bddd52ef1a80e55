//! Compatibility with beta: "whenever two diagrams are equivalent modulo beta reduction, then so are their adjoints".
//!
//! Two nets that are a single beta step apart: a step from left to right at any call of an abstraction, or from right to
//! left at any edge, at any depth. Their adjoints mean the same, and the one rewrites to the other by the steps of the
//! paper's proof: beta where the forward pass calls the function, the backpropagator that this brings to light moves into the
//! backpropagator that captures it, and beta there.

use hypernet::rewrite::laws::{Direction, Law, Place};
use hypernet::testing::{config, net, real_net_with_options, runner};
use hypernet::{EdgeId, Hypernet, Label, Level};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;

use super::any_net;
use super::finds::{finds_have, told};
use super::graph::Graph;
use super::pulled::{adjoint_of, close, point, pulled};

fn is_abstraction(net: &Hypernet, edge: EdgeId) -> bool {
    *net.edge(edge).label() == Label::Abstraction
}

/// The abstraction that this edge calls.
fn called(net: &Hypernet, edge: EdgeId) -> Option<EdgeId> {
    if *net.edge(edge).label() != Label::Eval {
        return None;
    }
    net.producer_edge(net.edge(edge).sources()[0]).map(|(function, _)| function).filter(|&id| is_abstraction(net, id))
}

fn step(net: &Hypernet, law: Law, direction: Direction, at: EdgeId) -> Option<Hypernet> {
    let mut after = net.clone();
    law.rule(direction).at(net, Place::Edge(at)).ok()?.apply(&mut after).expect("a verified match");
    Some(after)
}

/// The net with a redex, and the net after a single beta step: the step forward where there is a redex and it is wanted, else
/// a step backward.
fn one_step(net: &Hypernet, at: Index, forward: bool) -> Option<(Hypernet, Hypernet)> {
    let redexes: Vec<EdgeId> = net.edge_ids().filter(|&id| called(net, id).is_some()).collect();
    if forward && !redexes.is_empty() {
        let after = step(net, Law::Beta, Direction::Forward, *at.get(&redexes)).expect("an eval of an abstraction");
        return Some((net.clone(), after));
    }
    let edges: Vec<EdgeId> = net.edge_ids().collect();
    if edges.is_empty() {
        return None;
    }
    let before = step(net, Law::Beta, Direction::Backward, *at.get(&edges)).expect("any edge is a body");
    Some((before, net.clone()))
}

/// The steps of the paper's proof, in an adjoint, from this call in a forward pass.
fn reduced(adjoint: &Hypernet, eval: EdgeId) -> Option<Hypernet> {
    let inside = Level::Inside(called(adjoint, eval)?);
    let left = *adjoint.region(inside).outputs().last()?;
    let (backpropagator, _) = adjoint.producer_edge(left).filter(|&(edge, _)| is_abstraction(adjoint, edge))?;
    let mut net = step(adjoint, Law::Beta, Direction::Forward, eval)?;
    net = step(&net, Law::CoevalNatural, Direction::Forward, backpropagator)?;
    let (eval, _) = net.consumer_edge(net.edge(backpropagator).targets()[0])?;
    called(&net, eval)?;
    step(&net, Law::Beta, Direction::Forward, eval)
}

fn the_adjoints_rewrite(before: &Hypernet, after: &Hypernet) -> Result<(), TestCaseError> {
    prop_assert_eq!(before.validate(), Ok(()));
    prop_assert_eq!(after.validate(), Ok(()));
    let mut adjoint = adjoint_of(before);
    // The types of the paper, in which work may move into a function.
    adjoint.forget_captures();
    let expected = Graph::up_to_captures(&adjoint_of(after));
    let calls: Vec<EdgeId> = adjoint.edge_ids().collect();
    let mut nets = calls.into_iter().filter_map(|eval| reduced(&adjoint, eval));
    let found = nets.any(|net| net.validate().is_ok() && Graph::up_to_captures(&net).is(&expected));
    prop_assert!(found, "the adjoint of\n{before}does not rewrite to that of\n{after}");
    Ok(())
}

fn the_adjoints_mean_the_same(before: &Hypernet, after: &Hypernet, x: &[f64], d: f64) -> Result<(), TestCaseError> {
    let (first, second) = (pulled(&adjoint_of(before), x, &[d]), pulled(&adjoint_of(after), x, &[d]));
    prop_assert_eq!(first.0, second.0);
    prop_assert!(close(&first.1, &second.1), "{:?} for {:?}", first.1, second.1);
    Ok(())
}

fn a_step_is_respected(net: &Hypernet, at: Index, forward: bool) -> Result<(), TestCaseError> {
    one_step(net, at, forward).map_or(Ok(()), |(before, after)| the_adjoints_rewrite(&before, &after))
}

fn a_step_keeps_the_gradient(net: &Hypernet, at: Index, x: &[f64], d: f64) -> Result<(), TestCaseError> {
    [true, false].into_iter().try_for_each(|forward| {
        one_step(net, at, forward).map_or(Ok(()), |(before, after)| the_adjoints_mean_the_same(&before, &after, x, d))
    })
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn adjoints_rewrite_to_each_other(net in any_net(), at: Index, forward: bool) {
        told(&net, a_step_is_respected(&net, at, forward))?;
    }

    #[test]
    fn adjoints_mean_the_same(
        (plain, options) in real_net_with_options(2), at: Index, x in point(2), d in -2.0..2.0,
    ) {
        for net in [plain, options] {
            told(&net, a_step_keeps_the_gradient(&net, at, &x, d))?;
        }
    }
}

#[test]
fn what_was_wrong_once() {
    let mut runner = runner();
    let mut index = || any::<Index>().new_tree(&mut runner).expect("nothing is rejected").current();
    finds_have(|net, x| {
        [true, false].into_iter().try_for_each(|forward| a_step_is_respected(net, index(), forward))?;
        a_step_keeps_the_gradient(net, index(), x, 0.5)
    });
}

/// There are calls to reduce: outermost, inside of functions, and inside of branches.
#[test]
fn nets_have_redexes() {
    let mut runner = runner();
    let (mut outermost, mut inside) = (0, 0);
    for _ in 0..200 {
        let net = net().new_tree(&mut runner).expect("nothing is rejected").current();
        let redexes = || net.edge_ids().filter(|&id| called(&net, id).is_some()).map(|id| net.edge(id).level());
        outermost += usize::from(redexes().any(|level| level == Level::Outermost));
        inside += usize::from(redexes().any(|level| level != Level::Outermost));
    }
    assert!(outermost >= 10 && inside >= 10, "{outermost} outermost and {inside} inside, of 200");
}

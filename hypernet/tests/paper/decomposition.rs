//! Before, during, after: "let `H` be a hypernet, and `G ⊆ H` be a connected, down-closed, outermost-level subnet. Then there is
//! a decomposition of `H` into the sequential composition of a hypernet, the parallel composition of `G` with some identity
//! hypernets, and another hypernet" (section 4.3).
//!
//! As it stands this needs one condition more: `G` is convex, that is, no path leaves it and comes back. An edge on such a
//! path would have to be both before and after `G`. The parts are made here as the proof of definability makes them: edges
//! in order, and permutations out of adjacent transpositions.

use std::collections::HashSet;

use hypernet::testing::{config, net, runner};
use hypernet::text::parse;
use hypernet::{EdgeId, Hypernet, Label, Level, Operation, Term, WireId, isomorphic};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;

use super::finds::{finds_have, told};

/// The term of these edges, in this order, from these wires to those.
fn term(net: &Hypernet, edges: &[EdgeId], inputs: &[WireId], outputs: &[WireId]) -> Term {
    let mut bundle = inputs.to_vec();
    let mut layers = vec![Term::Id(net.types(&bundle))];
    for &id in edges {
        let edge = net.edge(id);
        to_the_front(net, edge.sources(), &mut bundle, &mut layers);
        let rest = bundle.split_off(edge.sources().len());
        layers.push(Term::Par(vec![atom(net, id), Term::Id(net.types(&rest))]));
        bundle = [edge.targets(), &rest].concat();
    }
    to_the_front(net, outputs, &mut bundle, &mut layers);
    assert_eq!(bundle, outputs, "all that is given is taken");
    Term::Seq(layers)
}

fn atom(net: &Hypernet, id: EdgeId) -> Term {
    let edge = net.edge(id);
    let (inputs, outputs) = (net.types(edge.sources()), net.types(edge.targets()));
    let label = edge.label().clone();
    if label != Label::Abstraction {
        return Term::Atom { label, inputs, outputs };
    }
    let inside = Level::Inside(id);
    let region = net.region(inside);
    let inner = term(net, &net.sorted_edges(inside), region.inputs(), region.outputs());
    Term::Abstract { label, inputs, outputs, inner_inputs: net.types(region.inputs()), inner: Box::new(inner) }
}

/// Brings these wires to the front of a bundle, in this order, by transpositions of neighbours.
fn to_the_front(net: &Hypernet, wanted: &[WireId], bundle: &mut [WireId], layers: &mut Vec<Term>) {
    for (to, wire) in wanted.iter().enumerate() {
        let from = bundle.iter().position(|other| other == wire).expect("the wire is in the bundle");
        for at in (to..from).rev() {
            let types = net.types(bundle);
            let swap = Term::Swap(vec![types[at].clone()], vec![types[at + 1].clone()]);
            layers.push(Term::Par(vec![Term::Id(types[..at].to_vec()), swap, Term::Id(types[at + 2..].to_vec())]));
            bundle.swap(at, at + 1);
        }
    }
}

/// The outermost edges that a part leads to, outside of it.
fn led_to(net: &Hypernet, part: &HashSet<EdgeId>) -> HashSet<EdgeId> {
    let mut found = HashSet::new();
    let mut pending: Vec<EdgeId> = part.iter().copied().collect();
    while let Some(id) = pending.pop() {
        for &wire in net.edge(id).targets() {
            if let Some((next, _)) = net.consumer_edge(wire)
                && !part.contains(&next)
                && found.insert(next)
            {
                pending.push(next);
            }
        }
    }
    found
}

fn leads_into(net: &Hypernet, id: EdgeId, part: &HashSet<EdgeId>) -> bool {
    net.edge(id).targets().iter().filter_map(|&wire| net.consumer_edge(wire)).any(|(next, _)| part.contains(&next))
}

/// A hypernet before the part, the part itself, the wires beside it, and a hypernet after it; `None` if the part is not convex.
fn before_during_after(net: &Hypernet, part: &HashSet<EdgeId>) -> Option<(Hypernet, Hypernet, Hypernet, Hypernet)> {
    let late = led_to(net, part);
    if late.iter().any(|&edge| leads_into(net, edge, part)) {
        return None;
    }
    let order = net.sorted_edges(Level::Outermost);
    let (during, outside): (Vec<EdgeId>, Vec<EdgeId>) = order.into_iter().partition(|edge| part.contains(edge));
    let (after, before): (Vec<EdgeId>, Vec<EdgeId>) = outside.into_iter().partition(|edge| late.contains(edge));

    let among = |end: Option<(EdgeId, usize)>, edges: &[EdgeId]| end.is_some_and(|(edge, _)| edges.contains(&edge));
    let sources = |&id: &EdgeId| net.edge(id).sources().to_vec();
    let targets = |&id: &EdgeId| net.edge(id).targets().to_vec();
    let taken: Vec<WireId> =
        during.iter().flat_map(sources).filter(|&wire| !among(net.producer_edge(wire), &during)).collect();
    let given: Vec<WireId> =
        during.iter().flat_map(targets).filter(|&wire| !among(net.consumer_edge(wire), &during)).collect();
    let ready = net.inputs().iter().copied().chain(before.iter().flat_map(targets));
    let beside: Vec<WireId> =
        ready.filter(|wire| !among(net.consumer_edge(*wire), &before) && !taken.contains(wire)).collect();

    let whole = |term: Term| term.net().expect("the parts fit together");
    Some((
        whole(term(net, &before, net.inputs(), &[&taken[..], &beside].concat())),
        whole(term(net, &during, &taken, &given)),
        Hypernet::identity(&net.types(&beside)),
        whole(term(net, &after, &[&given[..], &beside].concat(), net.outputs())),
    ))
}

/// A connected part of the outermost level, of about so many edges.
fn connected(net: &Hypernet, start: Index, growth: &[Index]) -> HashSet<EdgeId> {
    let edges = net.region(Level::Outermost).edges();
    let mut part = HashSet::new();
    if edges.is_empty() {
        return part;
    }
    part.insert(*start.get(edges));
    for at in growth {
        let mut neighbours: Vec<EdgeId> = Vec::new();
        for &id in &part {
            let edge = net.edge(id);
            neighbours.extend(edge.sources().iter().filter_map(|&wire| net.producer_edge(wire)).map(|(edge, _)| edge));
            neighbours.extend(edge.targets().iter().filter_map(|&wire| net.consumer_edge(wire)).map(|(edge, _)| edge));
        }
        neighbours.retain(|edge| !part.contains(edge));
        neighbours.sort_unstable();
        neighbours.dedup();
        if neighbours.is_empty() {
            break;
        }
        part.insert(*at.get(&neighbours));
    }
    part
}

/// The smallest convex part around this one.
fn convex(net: &Hypernet, mut part: HashSet<EdgeId>) -> HashSet<EdgeId> {
    loop {
        let between: Vec<EdgeId> =
            led_to(net, &part).into_iter().filter(|&edge| leads_into(net, edge, &part)).collect();
        if between.is_empty() {
            return part;
        }
        part.extend(between);
    }
}

fn the_lemma(net: &Hypernet, part: &HashSet<EdgeId>) -> Result<(), TestCaseError> {
    let parts = before_during_after(net, part).expect("the part is convex");
    let (before, during, beside, after) = &parts;
    let inner = |net: &Hypernet| net.region(Level::Outermost).edges().len();
    prop_assert_eq!(inner(during), part.len());
    prop_assert_eq!(inner(before) + inner(after) + part.len(), inner(net));
    let whole = before.then(&during.beside(beside)).and_then(|both| both.then(after));
    let whole = whole.expect("the interfaces agree");
    prop_assert_eq!(whole.validate(), Ok(()));
    prop_assert!(isomorphic(&whole, net), "{before}{during}{after}");
    Ok(())
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn every_convex_part_has_a_before_and_an_after(
        net in net(), start: Index, growth in prop::collection::vec(any::<Index>(), 0..8),
    ) {
        let part = convex(&net, connected(&net, start, &growth));
        told(&net, the_lemma(&net, &part))?;
    }
}

#[test]
fn what_was_wrong_once() {
    let mut runner = runner();
    let mut index = || any::<Index>().new_tree(&mut runner).expect("nothing is rejected").current();
    finds_have(|net, _| {
        (0..4).try_for_each(|_| the_lemma(net, &convex(net, connected(net, index(), &[index(), index()]))))
    });
}

/// The copy and the product are connected, and the sine is after the one and before the other.
#[test]
fn a_part_that_is_not_convex_has_none() {
    let net = parse(
        "net (x: f64) -> f64 {
  a, b = copy x
  %0 = sin a
  %1 = mul %0, b
  return %1
}",
    )
    .expect("a net");
    let is_sine =
        |id: EdgeId| matches!(net.edge(id).operation(), Some(Operation::Primitive(p, _)) if p.name() == "sin");
    let part: HashSet<EdgeId> = net.edge_ids().filter(|&id| !is_sine(id)).collect();
    assert_eq!(part.len(), 2);
    assert!(before_during_after(&net, &part).is_none());
    assert_eq!(convex(&net, part).len(), 3);
    let sine = net.edge_ids().filter(|&id| is_sine(id)).collect();
    the_lemma(&net, &sine).expect("one edge is convex");
}

/// Parts of one edge, or at the border of the net, would say little.
#[test]
fn parts_are_in_the_middle() {
    let mut runner = runner();
    let mut draw = || {
        let strategy = (net(), any::<Index>(), prop::collection::vec(any::<Index>(), 0..8));
        strategy.new_tree(&mut runner).expect("nothing is rejected").current()
    };
    let (mut middle, mut bubbles) = (0, 0);
    for _ in 0..200 {
        let (net, start, growth) = draw();
        let part = convex(&net, connected(&net, start, &growth));
        let edges = |net: &Hypernet| net.region(Level::Outermost).edges().len();
        let (before, during, beside, after) = before_during_after(&net, &part).expect("convex");
        let wires = !beside.inputs().is_empty();
        middle += usize::from(edges(&before) > 0 && edges(&during) > 1 && edges(&after) > 0 && wires);
        bubbles += usize::from(part.iter().any(|&id| *net.edge(id).label() == Label::Abstraction));
    }
    assert!(middle >= 50 && bubbles >= 20, "{middle} in the middle and {bubbles} with bubbles, of 200");
}

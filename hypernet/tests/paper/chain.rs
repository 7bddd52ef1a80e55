//! The chain rule: "the forward and reverse pass satisfy the diagrammatic version of the chain rule". A net is cut in two,
//! one after the other, with functions on wires between them, and the passes of the parts are put together.

use std::collections::HashSet;

use hypernet::testing::{config, net, runner};
use hypernet::{Hypernet, Term, Type, isomorphic};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;

use super::any_net;
use super::finds::{finds_have, told};
use super::graph::{Edge, Graph, Interface, Vertex};
use super::pulled::adjoint_of;

/// The forward and the reverse pass of a net.
struct Passes {
    /// From `B` to `B'` and the residual.
    forward: Graph,
    /// From the residual and the sensitivities of `B'` to those of `B`.
    reverse: Graph,
    /// How many wires the residual has.
    residual: usize,
}

/// Takes the adjoint of a net apart: the backpropagator is the last output, and holds the reverse pass.
fn passes(net: &Hypernet) -> Passes {
    let mut forward = Graph::up_to_captures(&adjoint_of(net));
    let last = forward.outermost.outputs.pop().expect("an adjoint has a backpropagator");
    let bubble = forward.edges.iter().position(|edge| edge.targets == [last]).expect("an abstraction");
    let mut inside = HashSet::from([bubble]);
    loop {
        let count = inside.len();
        let edges = forward.edges.iter().enumerate();
        let more = edges.filter(|(_, edge)| edge.parent.is_some_and(|parent| inside.contains(&parent)));
        inside.extend(more.map(|(id, _)| id).collect::<Vec<_>>());
        if inside.len() == count {
            break;
        }
    }
    let within: Vec<bool> =
        forward.vertices.iter().map(|vertex| vertex.parent.is_some_and(|parent| inside.contains(&parent))).collect();

    let mut reverse = forward.clone();
    reverse.outermost = reverse.edges[bubble].inner.take().expect("an abstraction has an inside");
    let parents =
        reverse.vertices.iter_mut().map(|of| &mut of.parent).chain(reverse.edges.iter_mut().map(|of| &mut of.parent));
    parents.filter(|parent| **parent == Some(bubble)).for_each(|parent| *parent = None);
    reverse.restrict(|vertex| within[vertex], |edge| edge != bubble && inside.contains(&edge));

    let captured = forward.edges[bubble].sources.clone();
    let residual = captured.len();
    forward.outermost.outputs.extend(captured);
    forward.restrict(|vertex| !within[vertex] && vertex != last, |edge| !inside.contains(&edge));
    Passes { forward, reverse, residual }
}

/// The passes of a composition by the chain rule: forward, the residuals of both side by side; back, the other way round.
fn chained(f: &Passes, g: &Passes) -> Passes {
    let mut forward = Graph::default();
    let (first, second) = (forward.add(&f.forward, None), forward.add(&g.forward, None));
    let split = f.forward.outermost.outputs.len() - f.residual;
    let (middle, left_by_f) = f.forward.outermost.outputs.split_at(split);
    forward.outermost.inputs = first.all(&f.forward.outermost.inputs);
    let (values, left_by_g) = g.forward.outermost.outputs.split_at(g.forward.outermost.outputs.len() - g.residual);
    forward.outermost.outputs = [second.all(values), first.all(left_by_f), second.all(left_by_g)].concat();
    assert_eq!(middle.len(), g.forward.outermost.inputs.len());
    forward.identify(first.all(middle).into_iter().zip(second.all(&g.forward.outermost.inputs)));

    let mut reverse = Graph::default();
    let (first, second) = (reverse.add(&g.reverse, None), reverse.add(&f.reverse, None));
    let (kept_by_g, given) = g.reverse.outermost.inputs.split_at(g.residual);
    let (kept_by_f, between) = f.reverse.outermost.inputs.split_at(f.residual);
    reverse.outermost.inputs = [second.all(kept_by_f), first.all(kept_by_g), first.all(given)].concat();
    reverse.outermost.outputs = second.all(&f.reverse.outermost.outputs);
    assert_eq!(between.len(), g.reverse.outermost.outputs.len());
    reverse.identify(first.all(&g.reverse.outermost.outputs).into_iter().zip(second.all(between)));
    Passes { forward, reverse, residual: f.residual + g.residual }
}

impl Passes {
    /// The forward pass, with its residual in any order.
    fn forward(&self) -> Graph {
        let mut graph = self.forward.clone();
        let residual = graph.outermost.outputs.split_off(graph.outermost.outputs.len() - self.residual);
        graph.edges.push(Edge {
            label: "the residual".into(),
            parent: None,
            sources: residual,
            targets: Vec::new(),
            inner: None,
            any_order: true,
        });
        graph
    }

    /// The reverse pass, with its residual in any order.
    fn reverse(&self) -> Graph {
        let mut graph = Graph::default();
        for &vertex in &self.reverse.outermost.inputs[..self.residual] {
            graph.vertices.push(Vertex { ty: self.reverse.vertices[vertex].ty.clone(), parent: None });
        }
        let residual = (0..self.residual).collect();
        self.enclose(&mut graph, residual);
        graph
    }

    /// Both together, so that their residuals are the same.
    fn whole(&self) -> Graph {
        let mut graph = self.forward.clone();
        let residual = graph.outermost.outputs.split_off(graph.outermost.outputs.len() - self.residual);
        self.enclose(&mut graph, residual);
        graph
    }

    /// Puts the reverse pass into a bubble that captures the residual.
    fn enclose(&self, graph: &mut Graph, residual: Vec<usize>) {
        let bubble = graph.edges.len();
        graph.edges.push(Edge {
            label: "the backpropagator".into(),
            parent: None,
            sources: residual,
            targets: Vec::new(),
            inner: None,
            any_order: true,
        });
        let moved = graph.add(&self.reverse, Some(bubble));
        let Interface { inputs, outputs } = &self.reverse.outermost;
        graph.edges[bubble].inner = Some(Interface { inputs: moved.all(inputs), outputs: moved.all(outputs) });
    }
}

/// Cuts a net in two, one after the other, with functions on the wires between them where there is such a place.
fn cut(net: &Hypernet, at: Index) -> (Hypernet, Hypernet) {
    let Term::Seq(layers) = net.term() else { unreachable!("a net is read as a sequence") };
    let parts = |at: usize| {
        let (first, second) = layers.split_at(at);
        (Term::Seq(first.to_vec()), Term::Seq(second.to_vec()))
    };
    let functions: Vec<usize> =
        (1..layers.len()).filter(|&at| layers[at].inputs().iter().any(|ty| ty.as_function().is_some())).collect();
    let (first, second) = match functions.as_slice() {
        [] => parts(1 + at.index(layers.len())),
        functions => parts(*at.get(functions)),
    };
    let second = match &second {
        Term::Seq(layers) if layers.is_empty() => Term::Id(net.types(net.outputs())),
        _ => second,
    };
    let whole = |term: Term| term.net().expect("a part of the term of a net");
    (whole(first), whole(second))
}

/// The adjoint of a composition is the composition of the adjoints, for each pass and for both together.
fn the_chain_rule(net: &Hypernet, at: Index) -> Result<(), TestCaseError> {
    let (f, g) = cut(net, at);
    prop_assert!(isomorphic(&f.then(&g).expect("the interfaces agree"), net));
    let (expected, found) = (chained(&passes(&f), &passes(&g)), passes(net));
    prop_assert!(expected.forward().is(&found.forward()), "the forward passes differ, cut at\n{f}{g}");
    prop_assert!(expected.reverse().is(&found.reverse()), "the reverse passes differ, cut at\n{f}{g}");
    prop_assert!(expected.whole().is(&found.whole()), "the residuals differ, cut at\n{f}{g}");
    Ok(())
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn the_chain_rule_holds(net in any_net(), at: Index) {
        told(&net, the_chain_rule(&net, at))?;
    }
}

#[test]
fn what_was_wrong_once() {
    let mut runner = runner();
    let mut at = || any::<Index>().new_tree(&mut runner).expect("nothing is rejected").current();
    let places = [at(), at(), at(), at()];
    finds_have(|net, _| places.iter().try_for_each(|&at| the_chain_rule(net, at)));
}

/// The chain rule would be true and empty without functions between the parts.
#[test]
fn functions_are_between_the_parts() {
    let mut runner = runner();
    let mut drawn = |_| net().new_tree(&mut runner).expect("nothing is rejected").current();
    let at = any::<Index>().new_tree(&mut hypernet::testing::runner()).expect("nothing is rejected").current();
    let is_function = |net: &Hypernet| net.types(net.outputs()).iter().any(|ty| matches!(ty, Type::Function(_)));
    let count = (0..200).map(&mut drawn).filter(|net| is_function(&cut(net, at).0)).count();
    assert!(count >= 80, "only {count} of 200");
}

//! Each invariant, by breaking a good net.

use super::*;
use crate::build::Builder;
use crate::label::{Comparison, Constant, Foreign, Operation};
use crate::primitive::Primitive;
use crate::types::{Agree, Captures, FunctionType, TypeName};
use std::sync::Arc;

/// `let mul = |y| x * y; mul(x) + x`, with a discarded `sin(x)` for good measure.
fn good() -> Hypernet {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let y = b.input(Type::f64(), Some("y"));
    let product = b.primitive(Primitive::Mul, &[x, y]).expect("two reals");
    let mul = b.close(&[product]).expect("an open abstraction");
    let called = b.eval(mul, &[x]).expect("a function of one real")[0];
    let sum = b.primitive(Primitive::Add, &[called, x]).expect("two reals");
    b.primitive(Primitive::Sin, &[x]).expect("a real");
    b.finish(&[sum]).expect("balanced")
}

fn edge(net: &Hypernet, wanted: impl Fn(&Label) -> bool) -> EdgeId {
    net.edge_ids().find(|&id| wanted(&net.edge(id).label)).expect("the net has one")
}

fn primitive(net: &Hypernet, wanted: Primitive) -> EdgeId {
    edge(net, |label| matches!(label, Label::Operation(Operation::Primitive(found, _)) if *found == wanted))
}

fn abstraction(net: &Hypernet) -> EdgeId {
    edge(net, |label| *label == Label::Abstraction)
}

/// The error of the net, whose message must name what is at fault and be a sentence.
fn error(net: &Hypernet) -> Invalid {
    let invalid = net.validate().expect_err("a broken net");
    let text = invalid.to_string();
    assert!(text.starts_with(|c: char| c.is_uppercase()) && text.ends_with('.'), "{text}");
    assert!(text.contains(" e") || text.contains(" w"), "{text}");
    invalid
}

/// A net of one edge, from inputs to outputs of these types.
fn single(label: Label, inputs: &[Type], outputs: &[Type]) -> Hypernet {
    let mut net = Hypernet::new();
    let top = Level::Outermost;
    let sources = inputs.iter().map(|ty| net.add_input(top, ty.clone(), None)).collect();
    let (_, targets) = net.add_edge_with_targets(top, label, sources, outputs.to_vec());
    for wire in targets {
        net.push_output(top, wire);
    }
    net
}

#[test]
fn a_good_net_is_valid() {
    assert_eq!(good().validate(), Ok(()));
    assert_eq!(good().validate_derivation(), Ok(()));
    assert_eq!(Hypernet::new().validate(), Ok(()));
}

#[test]
fn a_parent_is_in_the_net_and_has_an_inside() {
    let mut net = good();
    let (parent, at) = (EdgeId(99), primitive(&net, Primitive::Mul));
    net.edge_mut(at).level = Level::Inside(parent);
    assert_eq!(error(&net), Invalid::Parent { item: Item::Edge(at), parent });

    let mut net = good();
    let (parent, wire) = (primitive(&net, Primitive::Add), net.inputs()[0]);
    net.wire_mut(wire).level = Level::Inside(parent);
    assert_eq!(error(&net), Invalid::Parent { item: Item::Wire(wire), parent });
}

#[test]
fn a_level_lists_what_is_there() {
    // Twice.
    let mut net = good();
    let id = primitive(&net, Primitive::Add);
    net.region_mut(Level::Outermost).edges.push(id);
    assert_eq!(error(&net), Invalid::Listing { item: Item::Edge(id), level: Level::Outermost });
    // Not at all.
    let mut net = good();
    let id = net.region_mut(Level::Outermost).wires.pop().expect("it has wires");
    assert_eq!(error(&net), Invalid::Listing { item: Item::Wire(id), level: Level::Outermost });
    // By another level.
    let mut net = good();
    let id = primitive(&net, Primitive::Add);
    net.edge_mut(id).level = Level::Inside(abstraction(&net));
    assert_eq!(error(&net), Invalid::Listing { item: Item::Edge(id), level: Level::Outermost });
}

#[test]
fn parents_are_acyclic() {
    let mut net = good();
    let id = abstraction(&net);
    net.move_edge(id, Level::Inside(id));
    assert_eq!(error(&net), Invalid::ParentCycle { edge: id });
}

#[test]
fn ports_name_wires_of_the_net() {
    let wire = WireId(99);
    let mut net = good();
    let id = primitive(&net, Primitive::Add);
    net.edge_mut(id).sources[1] = wire;
    assert_eq!(error(&net), Invalid::MissingWire { wire, port: Port::Source(id, 1) });
    let mut net = good();
    net.edge_mut(id).targets[0] = wire;
    assert_eq!(error(&net), Invalid::MissingWire { wire, port: Port::Target(id, 0) });
    let mut net = good();
    net.region_mut(Level::Outermost).inputs[0] = wire;
    assert_eq!(error(&net), Invalid::MissingWire { wire, port: Port::Input(Level::Outermost, 0) });
    let mut net = good();
    net.region_mut(Level::Outermost).outputs[0] = wire;
    assert_eq!(error(&net), Invalid::MissingWire { wire, port: Port::Output(Level::Outermost, 0) });
}

#[test]
fn an_edge_and_its_wires_are_under_one_parent() {
    let mut net = good();
    let (id, inside) = (primitive(&net, Primitive::Sin), Level::Inside(abstraction(&net)));
    let wire = net.edge(id).sources[0];
    net.move_edge(id, inside);
    assert_eq!(error(&net), Invalid::Parents { wire, port: Port::Source(id, 0) });

    let mut net = good();
    let wire = net.inputs()[0];
    net.move_wire(wire, inside);
    assert_eq!(error(&net), Invalid::Parents { wire, port: Port::Input(Level::Outermost, 0) });
}

#[test]
fn a_wire_is_produced_once() {
    let mut net = good();
    let id = primitive(&net, Primitive::Sin);
    let wire = net.inputs()[0];
    net.edge_mut(id).targets[0] = wire;
    let (first, second) = (Producer::Input(0), Producer::Target(id, 0));
    assert_eq!(error(&net), Invalid::ProducedTwice { wire, first, second });
}

#[test]
fn a_wire_is_consumed_once() {
    let mut net = good();
    let id = primitive(&net, Primitive::Add);
    let wire = net.edge(id).sources[0];
    net.edge_mut(id).sources[1] = wire;
    let (first, second) = (Consumer::Source(id, 0), Consumer::Source(id, 1));
    assert_eq!(error(&net), Invalid::ConsumedTwice { wire, first, second });
}

#[test]
fn an_interface_has_a_wire_once() {
    let level = Level::Outermost;
    let mut net = good();
    let wire = net.inputs()[0];
    net.region_mut(level).inputs.push(wire);
    assert_eq!(error(&net), Invalid::InputTwice { wire, level });
    let mut net = good();
    let wire = net.outputs()[0];
    net.region_mut(level).outputs.push(wire);
    assert_eq!(error(&net), Invalid::OutputTwice { wire, level });
}

#[test]
fn a_wire_is_closed_at_both_ends() {
    let mut net = good();
    let wire = net.add_wire(Level::Outermost, Type::f64(), None);
    assert_eq!(error(&net), Invalid::NotProduced { wire });
    net.push_input(Level::Outermost, wire);
    assert_eq!(error(&net), Invalid::NotConsumed { wire });
    net.push_output(Level::Outermost, wire);
    assert_eq!(net.validate(), Ok(()));
}

#[test]
fn a_wire_knows_its_ends() {
    let mut net = good();
    let (id, wire) = (primitive(&net, Primitive::Add), net.outputs()[0]);
    net.wire_mut(wire).producer = Producer::Input(0);
    let (recorded, found) = (Producer::Input(0), Producer::Target(id, 0));
    assert_eq!(error(&net), Invalid::UpperEnd { wire, recorded, found });
    let mut net = good();
    net.wire_mut(wire).consumer = Consumer::Open;
    let (recorded, found) = (Consumer::Open, Consumer::Output(0));
    assert_eq!(error(&net), Invalid::LowerEnd { wire, recorded, found });
}

#[test]
fn there_is_no_cycle() {
    let mut net = good();
    let (add, sin) = (primitive(&net, Primitive::Add), primitive(&net, Primitive::Sin));
    let (sum, first) = (net.edge(add).targets[0], net.edge(sin).sources[0]);
    // The sum goes into the sine, and the sine into the sum.
    let sine = net.edge(sin).targets[0];
    let (out, into, dead) = (net.detach(sum), net.detach(first), net.detach(sine));
    net.attach(sum, into);
    let operand = net.edge(add).sources[1];
    let port = net.detach(operand);
    net.attach(sine, port);
    net.attach(operand, out);
    net.attach(first, dead);
    let Invalid::Cycle { edge } = error(&net) else { panic!("a cycle: {}", error(&net)) };
    assert!(edge == add || edge == sin);
}

#[test]
fn exactly_abstractions_have_an_inside() {
    let mut net = good();
    let id = abstraction(&net);
    // The whole inside goes, with what is in it.
    let (sources, targets) = (net.edge(id).sources.clone(), net.edge(id).targets.clone());
    net.remove_edge(id);
    let id = net.add_edge(Level::Outermost, Label::Abstraction, sources, targets);
    net.edge_mut(id).inner = None;
    assert_eq!(error(&net), Invalid::Hollow { edge: id });

    let mut net = good();
    let id = primitive(&net, Primitive::Sin);
    net.edge_mut(id).inner = Some(Box::default());
    assert_eq!(error(&net), Invalid::Inside { edge: id });
}

#[test]
fn frames_are_for_derivations() {
    let net = single(Label::Frame(Frame::Forward), &[Type::f64()], &[Type::f64(), Type::bool()]);
    let edge = edge(&net, |_| true);
    assert_eq!(error(&net), Invalid::Frame { edge, frame: Frame::Forward });
    assert_eq!(net.validate_derivation(), Ok(()));
}

#[test]
fn copy_discard_and_eval_are_typed() {
    let (real, bool) = (Type::f64(), Type::bool());
    let fits = |label: Label, inputs: &[Type], outputs: &[Type]| single(label, inputs, outputs).validate();
    let two = [real.clone(), real.clone()];

    assert_eq!(fits(Label::Copy, &two[..1], &two), Ok(()));
    for (inputs, outputs) in [(&two[..1], &[real.clone(), bool.clone()][..]), (&two[..1], &two[..1]), (&two, &two)] {
        let found = Signature { inputs: inputs.to_vec(), outputs: outputs.to_vec() };
        let net = single(Label::Copy, inputs, outputs);
        assert_eq!(error(&net), Invalid::Copy { edge: EdgeId(0), found });
    }

    assert_eq!(fits(Label::Discard, &two[..1], &[]), Ok(()));
    for (inputs, outputs) in [(&two[..], &[][..]), (&[], &[]), (&two[..1], &two[..1])] {
        let found = Signature { inputs: inputs.to_vec(), outputs: outputs.to_vec() };
        let net = single(Label::Discard, inputs, outputs);
        assert_eq!(error(&net), Invalid::Discard { edge: EdgeId(0), found });
    }

    let function = Type::open_function(vec![real.clone()], vec![bool.clone()]);
    assert_eq!(fits(Label::Eval, &[function.clone(), real.clone()], std::slice::from_ref(&bool)), Ok(()));
    for (inputs, outputs) in [
        (vec![function.clone(), bool.clone()], vec![bool.clone()]),
        (vec![function.clone(), real.clone()], vec![real.clone()]),
        (vec![function.clone()], vec![bool.clone()]),
        (vec![real.clone(), real.clone()], vec![bool.clone()]),
        (vec![], vec![bool.clone()]),
    ] {
        let net = single(Label::Eval, &inputs, &outputs);
        assert_eq!(error(&net), Invalid::Eval { edge: EdgeId(0), found: Signature { inputs, outputs } });
    }
}

#[test]
fn operations_are_of_their_signature() {
    let (real, bool) = (Type::f64(), Type::bool());
    let less = Operation::Compare(Comparison::Lt, real.clone());
    let expected = Signature { inputs: vec![real.clone(), real.clone()], outputs: vec![bool.clone()] };
    for (inputs, outputs) in [
        (vec![real.clone()], vec![bool.clone()]),
        (vec![real.clone(), bool.clone()], vec![bool.clone()]),
        (vec![real.clone(), real.clone()], vec![real.clone()]),
        (vec![real.clone(), real.clone()], vec![]),
    ] {
        let net = single(Label::Operation(less.clone()), &inputs, &outputs);
        let (expected, found) = (expected.clone(), Signature { inputs, outputs });
        assert_eq!(error(&net), Invalid::Operation { edge: EdgeId(0), expected, found });
    }
    let constant = Operation::Constant(Constant::real(1.0), real.clone());
    assert_eq!(single(Label::Operation(constant), &[], &[real]).validate(), Ok(()));
}

#[test]
fn the_functions_of_a_cond_agree() {
    let (real, bool) = (Type::f64(), Type::bool());
    let function = |captured: Vec<Type>, results: Vec<Type>| {
        Arc::new(FunctionType {
            captures: Captures::Known(captured),
            params: vec![real.clone()],
            results,
            seeds: Vec::new(),
            keeps: false,
        })
    };
    let cond = |first: Arc<FunctionType>, second: Arc<FunctionType>| {
        let types = [bool.clone(), Type::Function(first.clone()), Type::Function(second.clone()), real.clone()];
        let outputs = first.results.clone();
        single(Label::Operation(Operation::Cond(first, second)), &types, &outputs)
    };
    let good = cond(function(vec![], vec![real.clone()]), function(vec![bool.clone()], vec![real.clone()]));
    assert_eq!(good.validate(), Ok(()));
    let bad = cond(function(vec![], vec![real.clone()]), function(vec![], vec![bool.clone()]));
    assert_eq!(
        error(&bad),
        Invalid::Parts { edge: EdgeId(0), why: "its two functions do not take and give the same types" }
    );
}

#[test]
fn an_unnamed_type_is_any_other_only_where_nets_have_been_simplified() {
    let unnamed = |ty: &Type| Type::function(vec![], vec![ty.clone()], vec![ty.clone()]);
    let (known, open) = (unnamed(&Type::f64()), unnamed(&Type::unnamed()));
    let (Type::Function(first), Type::Function(second)) = (known.clone(), open.clone()) else {
        unreachable!("function types")
    };
    let cond = Operation::Cond(first, second);
    assert!(cond.fits(Agree::UpToCaptures).is_err());
    assert_eq!(cond.fits(Agree::UpToNames), Ok(()));
    let net = single(Label::Operation(cond), &[Type::bool(), known, open, Type::f64()], &[Type::f64()]);
    assert!(matches!(error(&net), Invalid::Parts { .. }));
    let numbered = |number: u32| Type::Discrete(TypeName::Numbered(number));
    assert!(numbered(1).agrees_with(&numbered(1), Agree::UpToCaptures));
    assert!(!numbered(1).agrees_with(&numbered(2), Agree::UpToCaptures));
    // Both may stand for one type, which the host language knows.
    assert!(numbered(1).agrees_with(&numbered(2), Agree::UpToNames));
    assert!(!Type::unnamed().agrees_with(&Type::World, Agree::UpToNames));
}

#[test]
fn an_abstraction_gives_one_function() {
    let mut net = good();
    let id = abstraction(&net);
    let wire = net.edge(id).targets[0];
    net.wire_mut(wire).ty = Type::f64();
    assert_eq!(error(&net), Invalid::AbstractionTarget { edge: id, found: vec![Type::f64()] });
}

#[test]
fn an_abstraction_captures_what_its_function_says() {
    let mut net = good();
    let id = abstraction(&net);
    let wire = net.edge(id).targets[0];
    let real = vec![Type::f64()];
    net.wire_mut(wire).ty = Type::function(vec![], real.clone(), real.clone());
    assert_eq!(error(&net), Invalid::AbstractionCaptured { edge: id, expected: vec![], found: real.clone() });
    net.wire_mut(wire).ty = Type::open_function(real.clone(), real);
    assert_eq!(net.validate(), Ok(()));
}

#[test]
fn an_abstraction_holds_a_net_of_its_type() {
    let real = Type::f64();
    let two = vec![real.clone(), real.clone()];
    let expected = Signature { inputs: two.clone(), outputs: vec![real.clone()] };
    // Its parameter is a boolean inside.
    let mut net = good();
    let id = abstraction(&net);
    let wire = net.region(Level::Inside(id)).inputs[1];
    net.wire_mut(wire).ty = Type::bool();
    let found = Signature { inputs: vec![real.clone(), Type::bool()], outputs: vec![real.clone()] };
    assert_eq!(error(&net), Invalid::AbstractionInner { edge: id, expected: expected.clone(), found });
    // What it captures is.
    let mut net = good();
    let wire = net.region(Level::Inside(id)).inputs[0];
    net.wire_mut(wire).ty = Type::bool();
    let found = Signature { inputs: vec![Type::bool(), real.clone()], outputs: vec![real.clone()] };
    assert_eq!(error(&net), Invalid::AbstractionInner { edge: id, expected: expected.clone(), found });
    // One output too many.
    let mut net = good();
    let wire = net.add_input(Level::Inside(id), real.clone(), None);
    net.push_output(Level::Inside(id), wire);
    let found = Signature { inputs: vec![real.clone(); 3], outputs: two };
    assert_eq!(error(&net), Invalid::AbstractionInner { edge: id, expected, found });
}

#[test]
fn linear_wires_are_used_once() {
    let world = Type::World;
    let net = single(Label::Copy, std::slice::from_ref(&world), &[world.clone(), world.clone()]);
    assert_eq!(error(&net), Invalid::LinearCopied { edge: EdgeId(0), wire: WireId(0) });
    let net = single(Label::Discard, std::slice::from_ref(&world), &[]);
    assert_eq!(error(&net), Invalid::LinearDiscarded { edge: EdgeId(0), wire: WireId(0) });

    let function = Type::function(vec![world.clone()], vec![], vec![world.clone()]);
    let mut net = single(Label::Abstraction, std::slice::from_ref(&world), &[function]);
    let inside = net.add_input(Level::Inside(EdgeId(0)), world.clone(), None);
    net.push_output(Level::Inside(EdgeId(0)), inside);
    assert_eq!(error(&net), Invalid::LinearCaptured { edge: EdgeId(0), wire: WireId(0) });

    let foreign = Foreign { name: "print".into(), id: 0, inputs: vec![world.clone()], outputs: vec![world.clone()] };
    let print = Label::Operation(Operation::Foreign(Arc::new(foreign)));
    assert_eq!(single(print, std::slice::from_ref(&world), std::slice::from_ref(&world)).validate(), Ok(()));
}

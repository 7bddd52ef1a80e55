//! Rewriting by spans: every rule at random places of random nets, every equation between random nets, the conditions of
//! a step, and rewriting below the outermost level.

use hypernet::Item;
use hypernet::rewrite::laws::{Captured, Direction, Equation, Inapplicable, InvalidEquation, Law, Place, Rule};
use hypernet::rewrite::{Anchor, InvalidSpan, Mismatch, Rewrite, Side, Span};
use hypernet::testing::{BOUND, config, data, net, real_net, runner};
use hypernet::text::parse;
use hypernet::{
    Captures, Datum, DiscreteOp, EdgeId, FunctionType, Hypernet, Label, Level, Operation, Primitive, Type, WireId,
    evaluate, isomorphic,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::collections::BTreeMap;

/// The data as text, so that NaN is equal to itself. The laws do not touch arithmetic: the results agree in every bit.
fn meaning(net: &Hypernet, inputs: &[Datum]) -> String {
    format!("{:?}", evaluate(net, inputs).expect("a valid net on data of its types"))
}

/// A net with the types of the paper.
fn plain(mut net: Hypernet) -> Hypernet {
    net.forget_captures();
    net
}

fn read(text: &str) -> Hypernet {
    let net = parse(text).expect("a net");
    assert_eq!(net.validate(), Ok(()));
    net
}

fn edge(net: &Hypernet, wanted: &str) -> EdgeId {
    let named = |&id: &EdgeId| match net.edge(id).label() {
        Label::Operation(Operation::Primitive(primitive, _)) => primitive.name() == wanted,
        Label::Operation(Operation::Discrete(..)) => wanted == "discrete",
        Label::Operation(Operation::Pack(_)) => wanted == "pack",
        Label::Copy => wanted == "copy",
        Label::Discard => wanted == "discard",
        Label::Eval => wanted == "eval",
        Label::Abstraction => wanted == "abstraction",
        _ => false,
    };
    net.edge_ids().find(named).unwrap_or_else(|| panic!("no {wanted} in {net}"))
}

/// All places of a net.
fn places(net: &Hypernet) -> Vec<Place> {
    net.edge_ids().map(Place::Edge).chain(net.wire_ids().map(Place::Wire)).collect()
}

/// The use of a rule at a place; where the place does not say what is made, it is a sine, or a tuple of one.
fn used(rule: Rule, net: &Hypernet, place: Place) -> Option<Rewrite> {
    match rule.at(net, place) {
        Err(Inapplicable::Undetermined) => {}
        found => return found.ok(),
    }
    match place {
        Place::Edge(found) if rule.law == Law::DiscardNatural && *net.edge(found).label() == Label::Discard => {
            let f = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f64".into()));
            let span = Equation::DiscardNatural { f }.span().expect("an instance").reversed();
            let pattern = edge(span.left(), "discard");
            Rewrite::find(net, span, &[Anchor::Edge(pattern, found)]).ok()
        }
        Place::Wire(wire) if rule.law == Law::PackUnpack => {
            let parts = vec![net.wire(wire).ty().clone()];
            let span = Equation::PackUnpack { parts }.span().expect("an instance").reversed();
            let anchor = Anchor::Wire(span.left().inputs()[0], wire);
            Some(Rewrite::find(net, span, &[anchor]).expect("any wire will do"))
        }
        _ => None,
    }
}

/// A walk by random rules from a random net: each step keeps the net valid and its meaning, and is undone by its inverse.
#[test]
fn every_rule_keeps_the_meaning_and_can_be_undone() {
    let mut runner = runner();
    let mut counts: BTreeMap<String, usize> = Rule::all().iter().map(|rule| (rule.to_string(), 0)).collect();
    for _ in 0..config(200).cases {
        let mut sample = |bound: usize| (0..bound).new_tree(&mut runner).expect("nothing is rejected").current();
        let offsets: Vec<usize> = (0..12).map(|_| sample(10_000)).collect();
        let mut at = plain(net().new_tree(&mut runner).expect("nothing is rejected").current());
        let types = at.types(at.inputs());
        let inputs = data(&types).new_tree(&mut runner).expect("nothing is rejected").current();
        let expected = meaning(&at, &inputs);
        for (step, offset) in offsets.into_iter().enumerate() {
            let rules = Rule::all();
            // The rule that has been used least, among three: rare ones get their turn.
            let rule = (0..3)
                .map(|k| rules[(offset + 7 * k + step) % rules.len()])
                .min_by_key(|rule| counts[&rule.to_string()]);
            let rule = rule.expect("three of them");
            let mut all = places(&at);
            let middle = offset % all.len().max(1);
            all.rotate_left(middle);
            let Some(rewrite) = all.into_iter().find_map(|place| used(rule, &at, place)) else { continue };
            let mut after = at.clone();
            let replaced = rewrite.apply(&mut after).expect("a verified match");
            assert_eq!(after.validate(), Ok(()), "{rule}\n{at}\n{after}");
            assert_eq!(meaning(&after, &inputs), expected, "{rule}\n{at}\n{after}");
            let mut back = after.clone();
            replaced
                .inverse()
                .apply(&mut back)
                .unwrap_or_else(|error| panic!("{rule}, undone: {error}\n{at}\n{after}"));
            assert_eq!(back.validate(), Ok(()), "{rule}, undone\n{at}\n{after}\n{back}");
            assert!(isomorphic(&at, &back), "{rule}, undone\n{at}\n{after}\n{back}");
            let opposite = match rule.direction {
                Direction::Forward => Direction::Backward,
                Direction::Backward => Direction::Forward,
            };
            for rule in [rule, rule.law.rule(opposite)] {
                *counts.get_mut(&rule.to_string()).expect("all rules are there") += 1;
            }
            at = after;
        }
    }
    for rule in Rule::all() {
        let undetermined =
            matches!(rule.law, Law::DiscardNatural | Law::PackUnpack) && rule.direction == Direction::Backward;
        let count = counts[&rule.to_string()];
        assert!(undetermined || count >= 5, "{rule}: used {count} times; all: {counts:?}");
    }
}

fn point(inputs: usize) -> impl Strategy<Value = Vec<Datum>> {
    prop::collection::vec((-BOUND..BOUND).prop_map(Datum::Real), inputs)
}

fn function(params: usize) -> FunctionType {
    FunctionType {
        captures: Captures::Open,
        params: vec![Type::f64(); params],
        results: vec![Type::f64()],
        seeds: Vec::new(),
        keeps: false,
    }
}

/// A net that gives a function, and then the function on further inputs.
fn called(net: &Hypernet, function: &FunctionType) -> Hypernet {
    net.beside(&Hypernet::identity(&function.params)).then(&Hypernet::eval(function)).expect("the interfaces agree")
}

/// The abstraction of a net, in the place of the function that is the first input of another.
fn supplied(body: &Hypernet, captured: usize, params: usize, net: &Hypernet) -> Hypernet {
    let abstraction = body.abstraction(captured).expect("reals are not linear");
    abstraction.beside(&Hypernet::identity(&vec![Type::f64(); params])).then(net).expect("the interfaces agree")
}

proptest! {
    #![proptest_config(config(40))]

    /// Each law that is about nets, with random nets: both sides mean the same.
    #[test]
    fn equations_hold(f in net(), two in real_net(2), three in real_net(3), one in real_net(1), x in point(3)) {
        let mut runner = runner();
        let inputs = data(&f.types(f.inputs())).new_tree(&mut runner).expect("nothing is rejected").current();
        for equation in [Equation::CopyNatural { f: f.clone() }, Equation::DiscardNatural { f }] {
            let span = equation.span().expect("an instance");
            prop_assert_eq!(meaning(span.left(), &inputs), meaning(span.right(), &inputs));
        }
        for params in 0..=3 {
            let span = Equation::Beta { function: function(params), body: three.clone() }.span().expect("an instance");
            prop_assert_eq!(meaning(span.left(), &x), meaning(span.right(), &x));
        }
        // f on the first two inputs of the whole, in the other order; D captures the third input and what f gives.
        let equation = Equation::CoevalNatural {
            function: function(1),
            f: two.clone(),
            body: three.clone(),
            inputs: vec![Type::f64(); 3],
            taken: vec![1, 0],
            captured: vec![Captured::Input(2), Captured::Output(0)],
        };
        let span = equation.span().expect("an instance");
        let mut four = x.clone();
        four.push(Datum::Real(0.75));
        let results = [span.left(), span.right()].map(|side| meaning(&called(side, &function(1)), &four));
        prop_assert_eq!(&results[0], &results[1]);
        let span = Equation::AbstractionFunctorial { function: function(2), body: three.clone(), g: one.clone(), lifted: function(2) };
        let span = span.span().expect("an instance");
        let results = [span.left(), span.right()].map(|side| meaning(&called(side, &function(2)), &x));
        prop_assert_eq!(&results[0], &results[1]);
        let span = Equation::EvalNatural { function: function(2), g: one, lifted: function(2) }.span().expect("an instance");
        let results = [span.left(), span.right()].map(|side| meaning(&supplied(&three, 1, 2, side), &x));
        prop_assert_eq!(&results[0], &results[1]);
        let span = Equation::Eta { function: function(2) }.span().expect("an instance");
        let results = [span.left(), span.right()].map(|side| meaning(&called(&supplied(&three, 1, 0, side), &function(2)), &x));
        prop_assert_eq!(&results[0], &results[1]);
    }
}

/// `x -> (x, x, …)` and back, for the laws of copies and tuples, on values that differ.
#[test]
fn equations_of_copies_and_tuples_hold() {
    let ty = Type::f64();
    let parts = vec![Type::f64(), Type::bool()];
    let tuple = Datum::Tuple(vec![Datum::Real(1.5), Datum::Bool(true)]);
    let all = [
        (Equation::CopyAssociative { ty: ty.clone() }, vec![Datum::Real(2.5)], 3),
        (Equation::CopyCommutative { ty: ty.clone() }, vec![Datum::Real(2.5)], 2),
        (Equation::CopyUnitLeft { ty: ty.clone() }, vec![Datum::Real(2.5)], 1),
        (Equation::CopyUnitRight { ty }, vec![Datum::Real(2.5)], 1),
        (Equation::PackUnpack { parts: parts.clone() }, vec![Datum::Real(1.5), Datum::Bool(true)], 2),
        (Equation::UnpackPack { parts }, vec![tuple], 1),
    ];
    for (equation, inputs, outputs) in all {
        let span = equation.span().expect("an instance");
        assert_eq!(span.left().outputs().len(), outputs);
        assert_eq!(meaning(span.left(), &inputs), meaning(span.right(), &inputs), "{:?}", equation.law());
    }
}

/// The rules whose places do not say what they make, by their equations: from right to left and back.
#[test]
fn undetermined_rules_are_used_by_their_equation() {
    let mut net = read("net (x: f64, y: f64) -> f64 {\n  discard x\n  return y\n}");
    let text = net.to_string();
    let discard = Law::DiscardNatural.rule(Direction::Backward);
    let place = edge(&net, "discard");
    assert_eq!(discard.at(&net, Place::Edge(place)).unwrap_err(), Inapplicable::Undetermined);
    let sin = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f64".into()));
    let span = Equation::DiscardNatural { f: sin }.span().expect("an instance").reversed();
    let pattern = edge(span.left(), "discard");
    let replaced =
        Rewrite::find(&net, span, &[Anchor::Edge(pattern, place)]).expect("a match").apply(&mut net).expect("verified");
    assert_eq!(net.to_string(), "net (x: f64, y: f64) -> f64 {\n  %0 = sin x\n  discard %0\n  return y\n}\n");
    replaced.inverse().apply(&mut net).expect("it was just made");
    assert_eq!(net.to_string(), text);

    // Two wires, so two anchors; they stay apart from each other.
    let (x, y) = (net.inputs()[0], net.inputs()[1]);
    let parts = vec![Type::f64(); 2];
    let span = Equation::PackUnpack { parts }.span().expect("an instance").reversed();
    let (a, b) = (span.left().inputs()[0], span.left().inputs()[1]);
    assert_eq!(
        Rewrite::find(&net, span.clone(), &[Anchor::Wire(a, x)]).unwrap_err(),
        Mismatch::Missing { pattern: Item::Wire(b) }
    );
    let rewrite = Rewrite::find(&net, span, &[Anchor::Wire(a, x), Anchor::Wire(b, y)]).expect("a match");
    let replaced = rewrite.apply(&mut net).expect("verified");
    assert_eq!(
        net.to_string(),
        "net (x: f64, y: f64) -> f64 {\n  %0 = pack x, y\n  %1, %2 = unpack %0\n  discard %1\n  return %2\n}\n"
    );
    assert_eq!(net.validate(), Ok(()));
    replaced.inverse().apply(&mut net).expect("it was just made");
    assert_eq!(net.to_string(), text);
}

const NESTED: &str = "net (x: f64) -> f64 {
  outer: [f64] -o [f64] = abstraction [] (y: f64) -> f64 {
    y.1, y.2 = copy y
    %0 = sin y.1
    inner: [f64] -o [f64] = abstraction [s = %0] (z: f64) -> f64 {
      %0 = mul s, z
      return %0
    }
    %1 = eval inner, y.2
    return %1
  }
  %0 = eval outer, x
  return %0
}
";

/// The remark after the paper's example: what is outermost in `K` goes to different parents on the two sides. The rule is
/// used inside of an abstraction; the edge that moves stays the same edge.
#[test]
fn work_moves_into_an_abstraction_and_out_again_at_any_depth() {
    let mut net = read(NESTED);
    let (sin, mul) = (edge(&net, "sin"), edge(&net, "mul"));
    let before = net.edge(sin).level();
    assert_ne!(before, Level::Outermost);
    let into = Law::CoevalNatural.rule(Direction::Forward);
    into.at(&net, Place::Edge(sin)).expect("a match").apply(&mut net).expect("verified");
    assert_eq!(net.validate(), Ok(()));
    assert_eq!(
        net.to_string(),
        "net (x: f64) -> f64 {
  outer: [f64] -o [f64] = abstraction (y: f64) -> f64 {
    y.1, y.2 = copy y
    inner: [f64] -o [f64] = abstraction [y = y.1] (z: f64) -> f64 {
      %0 = sin y
      %1 = mul %0, z
      return %1
    }
    %0 = eval inner, y.2
    return %0
  }
  %0 = eval outer, x
  return %0
}
"
    );
    assert_eq!(net.edge(sin).level(), net.edge(mul).level(), "both are still there, and are together now");

    let out = Law::CoevalNatural.rule(Direction::Backward);
    out.at(&net, Place::Edge(sin)).expect("a match").apply(&mut net).expect("verified");
    assert_eq!(net.validate(), Ok(()));
    assert_eq!(net.edge(sin).level(), before);
    assert!(isomorphic(&net, &read(NESTED)));
}

/// Beta inside of an abstraction, and then of the abstraction itself.
#[test]
fn beta_at_every_depth() {
    let mut net = read(NESTED);
    let beta = Law::Beta.rule(Direction::Forward);
    let expected = meaning(&net, &[Datum::Real(0.7)]);
    let mul = edge(&net, "mul");
    for _ in 0..2 {
        let all = places(&net);
        let rewrite = all.into_iter().find_map(|place| beta.at(&net, place).ok()).expect("an eval of an abstraction");
        rewrite.apply(&mut net).expect("verified");
        assert_eq!(net.validate(), Ok(()));
        assert_eq!(meaning(&net, &[Datum::Real(0.7)]), expected);
    }
    assert_eq!(net.edge(mul).level(), Level::Outermost);
    assert_eq!(
        net.to_string(),
        "net (x: f64) -> f64 {\n  y, y.1 = copy x\n  %0 = sin y\n  %1 = mul %0, y.1\n  return %1\n}\n"
    );
}

#[test]
fn types_that_say_what_was_captured_do_not_change() {
    let net = read(
        "net (x: f64) -> [f64] -o[f64] [f64] {
  %0 = sin x
  f = abstraction [s = %0] (z: f64) -> f64 {
    %0 = mul s, z
    return %0
  }
  return f
}",
    );
    // Still one real, so the type of the function stays the same.
    let into = Law::CoevalNatural.rule(Direction::Forward);
    assert!(into.at(&net, Place::Edge(edge(&net, "sin"))).is_ok());
    let eta = Law::Eta.rule(Direction::Backward);
    let wire = net.outputs()[0];
    assert!(matches!(
        eta.at(&net, Place::Wire(wire)).unwrap_err(),
        Inapplicable::Equation(InvalidEquation::Span(InvalidSpan::Net { side: Side::Left, .. }))
    ));
    assert!(eta.at(&plain(net), Place::Wire(wire)).is_ok());
}

#[test]
fn what_may_panic_stays_where_it_is() {
    let mut f = Hypernet::operation(Operation::Discrete(DiscreteOp::Div, "i32".into()));
    let division = edge(&f, "discrete");
    assert_eq!(Equation::DiscardNatural { f: f.clone() }.span().unwrap_err(), InvalidEquation::MayPanic(division));
    f = f.then(&Hypernet::discard(&Type::discrete("i32")).expect("not linear")).expect("the interfaces agree");
    let rule = Law::DiscardNatural.rule(Direction::Forward);
    let error = rule.at(&f, Place::Edge(division)).unwrap_err();
    assert!(matches!(error, Inapplicable::Equation(InvalidEquation::MayPanic(_))));
}

#[test]
fn equations_refuse_what_does_not_fit() {
    let two = Hypernet::operation(Operation::Primitive(Primitive::Add, "f64".into()));
    let one = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f64".into()));
    let interfaces =
        |equation: Equation| assert_eq!(equation.span().unwrap_err(), InvalidEquation::Interfaces, "{equation:?}");
    interfaces(Equation::Beta { function: function(3), body: two.clone() });
    interfaces(Equation::EvalNatural { function: function(1), g: two.clone(), lifted: function(1) });
    let coeval = |taken: Vec<usize>, captured: Vec<Captured>| Equation::CoevalNatural {
        function: function(1),
        f: one.clone(),
        body: two.clone(),
        inputs: vec![Type::f64()],
        taken,
        captured,
    };
    assert!(coeval(vec![0], vec![Captured::Output(0)]).span().is_ok());
    interfaces(coeval(vec![1], vec![Captured::Output(0)]));
    interfaces(coeval(vec![0], vec![Captured::Output(1)]));
    interfaces(coeval(vec![0], vec![Captured::Input(0)]));
    interfaces(coeval(vec![0], vec![Captured::Output(0), Captured::Output(0)]));
    let linear = Equation::CopyUnitLeft { ty: Type::World }.span().unwrap_err();
    assert!(matches!(linear, InvalidEquation::Span(InvalidSpan::Net { side: Side::Left, .. })));
}

#[test]
fn spans_that_are_none() {
    let real = [Type::f64()];
    let sin = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f64".into()));
    let cos = Hypernet::operation(Operation::Primitive(Primitive::Cos, "f64".into()));
    let both = sin.then(&sin).expect("the interfaces agree");
    let (s, c) = (edge(&sin, "sin"), edge(&cos, "cos"));
    let twice: Vec<EdgeId> = both.edge_ids().collect();
    let single = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f32".into()));
    let mut derivation = hypernet::adjoint::Derivation::new(&sin).expect("first-order").net().clone();
    derivation.forget_captures();

    assert!(matches!(Span::new(derivation, sin.clone(), vec![]), Err(InvalidSpan::Net { side: Side::Left, .. })));
    assert!(matches!(
        Span::new(sin.clone(), Hypernet::identity(&[Type::bool()]), vec![]),
        Err(InvalidSpan::Interfaces { .. })
    ));
    assert!(matches!(Span::new(sin.clone(), single, vec![]), Err(InvalidSpan::Interfaces { .. })));
    assert_eq!(
        Span::new(sin.clone(), Hypernet::identity(&real), vec![(s, s)]).unwrap_err(),
        InvalidSpan::KeptMissing { side: Side::Right, edge: s }
    );
    assert_eq!(
        Span::new(sin.clone(), both.clone(), vec![(s, twice[0]), (s, twice[1])]).unwrap_err(),
        InvalidSpan::KeptTwice { side: Side::Left, edge: s }
    );
    assert_eq!(
        Span::new(both, sin.clone(), vec![(twice[0], s), (twice[1], s)]).unwrap_err(),
        InvalidSpan::KeptTwice { side: Side::Right, edge: s }
    );
    assert_eq!(Span::new(sin.clone(), cos, vec![(s, c)]).unwrap_err(), InvalidSpan::KeptLabel { left: s, right: c });
    // The label of an abstraction says nothing of its ports.
    let closed = sin.abstraction(0).expect("reals are not linear");
    let open =
        Hypernet::operation(Operation::Primitive(Primitive::Add, "f64".into())).abstraction(1).expect("not linear");
    let discard = Hypernet::discard(&Type::f64()).expect("not linear");
    let left = plain(discard.beside(&closed));
    let (kept, b) = (edge(&left, "abstraction"), edge(&open, "abstraction"));
    assert_eq!(
        Span::new(left, plain(open), vec![(kept, b)]).unwrap_err(),
        InvalidSpan::KeptPorts { left: kept, right: b }
    );
}

/// The images of wires and of edges.
type Images = (Vec<(WireId, WireId)>, Vec<(EdgeId, EdgeId)>);

/// `x -> sin(cos(x))`, to be replaced by `x -> sin(x)`: not a law, but a span.
fn drop_cos() -> (Span, Vec<WireId>, EdgeId, EdgeId) {
    let left = read("net (x: f64) -> f64 {\n  %0 = cos x\n  %1 = sin %0\n  return %1\n}");
    let right = read("net (x: f64) -> f64 {\n  %0 = sin x\n  return %0\n}");
    let (cos, sin) = (edge(&left, "cos"), edge(&left, "sin"));
    let kept = vec![(sin, edge(&right, "sin"))];
    let wires = vec![left.inputs()[0], left.edge(cos).targets()[0], left.outputs()[0]];
    (Span::new(left, right, kept).expect("a span"), wires, cos, sin)
}

#[test]
fn every_condition_has_its_error_and_leaves_the_net_as_it_was() {
    let (span, wires, cos, sin) = drop_cos();
    let host = read(
        "net (x: f64, y: f64) -> [f64, f64, f64] {
  %0 = cos x
  %1 = sin %0
  y.1, y.2 = copy y
  %2 = cos y.1
  %3 = sin y.2
  return %1, %2, %3
}",
    );
    let find = |name: &str, from: WireId| {
        let named =
            |&id: &EdgeId| matches!(host.edge(id).operation(), Some(Operation::Primitive(p, _)) if p.name() == name);
        host.edge_ids().filter(named).find(|&id| host.edge(id).sources()[0] == from).expect("it is there")
    };
    let x = host.inputs()[0];
    let first = find("cos", x);
    let middle = host.edge(first).targets()[0];
    let second = find("sin", middle);
    let copies = host.edge(edge(&host, "copy")).targets().to_vec();
    let (other_cos, other_sin) = (find("cos", copies[0]), find("sin", copies[1]));
    let out = host.outputs().to_vec();

    let rewrite = |w: [WireId; 3], e: [EdgeId; 2]| {
        Rewrite::new(span.clone(), Level::Outermost, wires.iter().copied().zip(w), [cos, sin].into_iter().zip(e))
    };
    let refused = |rewrite: Rewrite, expected: Mismatch| {
        let mut net = host.clone();
        assert_eq!(rewrite.apply(&mut net).unwrap_err(), expected);
        assert_eq!(format!("{net:?}"), format!("{host:?}"));
    };

    assert_eq!(rewrite([x, middle, out[0]], [first, second]).verify(&host), Ok(()));
    let missing =
        Rewrite::new(span.clone(), Level::Outermost, wires.iter().copied().zip([x, middle, out[0]]), [(cos, first)]);
    refused(missing, Mismatch::Missing { pattern: Item::Edge(sin) });
    let mut larger = host.clone();
    let gone = Law::CopyUnitLeft.rule(Direction::Backward).at(&larger, Place::Wire(x)).expect("any wire will do");
    let replaced = gone.apply(&mut larger).expect("verified");
    let stranger = larger.edge_ids().find(|&id| host.get_edge(id).is_none()).expect("a new edge");
    drop(replaced);
    refused(
        rewrite([x, middle, out[0]], [stranger, second]),
        Mismatch::Gone { pattern: Item::Edge(cos), found: Item::Edge(stranger) },
    );
    refused(rewrite([x, x, out[0]], [first, second]), Mismatch::Twice { found: Item::Wire(x) });
    // `sin` where the pattern has `cos`: the ends of the wires fit no more.
    refused(rewrite([x, middle, out[0]], [other_cos, second]), Mismatch::Dangling { pattern: wires[0], found: x });
    refused(
        rewrite([copies[0], out[1], out[2]], [other_cos, other_sin]),
        Mismatch::Dangling { pattern: wires[1], found: out[1] },
    );
    refused(Rewrite::new(span.clone(), Level::Inside(first), [], []), Mismatch::Level(Level::Inside(first)));

    // Followed from an anchor.
    assert_eq!(
        Rewrite::find(&host, span.clone(), &[Anchor::Edge(cos, other_cos)]).unwrap_err(),
        Mismatch::NoImage { pattern: Item::Edge(sin), found: None }
    );
    assert_eq!(
        Rewrite::find(&host, span.clone(), &[Anchor::Edge(cos, second)]).unwrap_err(),
        Mismatch::NoImage { pattern: Item::Edge(cos), found: Some(Item::Edge(second)) }
    );
    assert_eq!(
        Rewrite::find(&host, span.clone(), &[]).unwrap_err(),
        Mismatch::Missing { pattern: Item::Wire(wires[0]) }
    );
    let mut net = host.clone();
    Rewrite::find(&net, span.clone(), &[Anchor::Edge(cos, first)]).expect("a match").apply(&mut net).expect("verified");
    assert_eq!(net.edge(second).sources(), [x], "the kept edge is the same");
    assert!(net.get_edge(first).is_none() && net.get_wire(middle).is_none());
}

#[test]
fn labels_types_and_interfaces_are_compared() {
    let host = read("net (x: f64) -> f64 {\n  %0 = tan x\n  return %0\n}");
    let pattern = |text: &str| {
        let net = read(text);
        Span::new(net.clone(), net, vec![]).expect("a span")
    };
    let tan = edge(&host, "tan");
    let sin = pattern("net (x: f64) -> f64 {\n  %0 = sin x\n  return %0\n}");
    let at = |span: &Span| -> Images {
        let ends = [(span.left().inputs()[0], host.inputs()[0]), (span.left().outputs()[0], host.outputs()[0])];
        (ends.to_vec(), span.left().edge_ids().map(|id| (id, tan)).collect())
    };
    let (wires, edges) = at(&sin);
    let pattern_edge = edges[0].0;
    let rewrite = Rewrite::new(sin, Level::Outermost, wires, edges);
    assert_eq!(rewrite.verify(&host), Err(Mismatch::Label { pattern: pattern_edge, found: tan }));
    let narrow = pattern("net (x: f32) -> f32 {\n  %0 = tan x\n  return %0\n}");
    let (wires, edges) = at(&narrow);
    let input = narrow.left().inputs()[0];
    let rewrite = Rewrite::new(narrow, Level::Outermost, wires, edges);
    assert_eq!(rewrite.verify(&host), Err(Mismatch::Type { pattern: input, found: host.inputs()[0] }));
}

#[test]
fn an_image_is_down_closed_and_under_one_parent() {
    let host = read(NESTED);
    // The outer abstraction, as one with nothing but the copy and the sine: there is more in the net.
    let left = read(
        "net () -> [f64] -o [f64] {
  f: [f64] -o [f64] = abstraction [] (y: f64) -> f64 {
    return y
  }
  return f
}",
    );
    let pattern = edge(&left, "abstraction");
    let span = Span::new(left.clone(), left.clone(), vec![]).expect("a span");
    let found = host
        .edge_ids()
        .find(|&id| *host.edge(id).label() == Label::Abstraction && host.edge(id).sources().is_empty())
        .expect("outer");
    assert_eq!(
        Rewrite::find(&host, span.clone(), &[Anchor::Edge(pattern, found)]).unwrap_err(),
        Mismatch::NoImage { pattern: Item::Edge(pattern), found: Some(Item::Edge(found)) }
    );

    // By hand: the abstraction alone, with two of its inner wires.
    let left = read(
        "net () -> [f64] -o [f64] {
  f: [f64] -o [f64] = abstraction [] (y: f64) -> f64 {
    y.1, y.2 = copy y
    %0 = sin y.1
    %1 = mul %0, y.2
    return %1
  }
  return f
}",
    );
    let host = read(
        "net () -> [f64] -o [f64] {
  f: [f64] -o [f64] = abstraction [] (y: f64) -> f64 {
    y.1, y.2 = copy y
    %0 = sin y.1
    %1 = mul %0, y.2
    %2 = const 1.0: f64
    discard %2
    return %1
  }
  return f
}",
    );
    let span = Span::new(left.clone(), left.clone(), vec![]).expect("a span");
    let (wires, edges) = same_by_name(&left, &host);
    let (pattern, found) = (edge(&left, "abstraction"), edge(&host, "abstraction"));
    let rewrite = Rewrite::new(span.clone(), Level::Outermost, wires.clone(), edges.clone());
    assert_eq!(rewrite.verify(&host), Err(Mismatch::NotDownClosed { pattern, found }));
    // As if what is outermost were inside.
    let rewrite = Rewrite::new(span, Level::Inside(found), wires, edges);
    assert!(matches!(rewrite.verify(&host), Err(Mismatch::Parent { expected: Level::Inside(at), .. }) if at == found));
}

/// The label of an abstraction does not say how much it captures.
#[test]
fn the_ports_of_an_edge_are_all_matched() {
    let left = read(
        "net () -> [f64] -o [f64] {\n  f: [f64] -o [f64] = abstraction (y: f64) -> f64 {\n    return y\n  }\n  return f\n}",
    );
    let host = plain(read(
        "net (x: f64) -> [f64] -o[f64] [f64] {
  f = abstraction [x] (y: f64) -> f64 {
    discard x
    return y
  }
  return f
}",
    ));
    let span = Span::new(left.clone(), left.clone(), vec![]).expect("a span");
    let (pattern, found) = (edge(&left, "abstraction"), edge(&host, "abstraction"));
    let inner = [(Level::Inside(pattern), Level::Inside(found))]
        .map(|(a, b)| (left.region(a).outputs()[0], host.region(b).outputs()[0]));
    let wires = inner.into_iter().chain([(left.outputs()[0], host.outputs()[0])]);
    let rewrite = Rewrite::new(span, Level::Outermost, wires, [(pattern, found)]);
    assert_eq!(rewrite.verify(&host), Err(Mismatch::Incidence { pattern, found }));
}

/// Edges with the same name, and the wires at their ports.
fn same_by_name(a: &Hypernet, b: &Hypernet) -> Images {
    let edges: Vec<(EdgeId, EdgeId)> =
        ["copy", "sin", "mul", "abstraction"].iter().map(|name| (edge(a, name), edge(b, name))).collect();
    let mut wires = Vec::new();
    for &(left, right) in &edges {
        let (left, right) = (a.edge(left), b.edge(right));
        wires.extend(left.sources().iter().copied().zip(right.sources().iter().copied()));
        wires.extend(left.targets().iter().copied().zip(right.targets().iter().copied()));
    }
    (wires, edges)
}

#[test]
fn inner_interfaces_keep_their_order() {
    let text = |results: &str| {
        format!(
            "net () -> [f64] -o [f64, f64] {{
  f: [f64] -o [f64, f64] = abstraction [] (y: f64) -> [f64, f64] {{
    a, b = copy y
    return {results}
  }}
  return f
}}"
        )
    };
    let (left, host) = (read(&text("a, b")), read(&text("b, a")));
    let span = Span::new(left.clone(), left.clone(), vec![]).expect("a span");
    let edges: Vec<_> = ["copy", "abstraction"].iter().map(|name| (edge(&left, name), edge(&host, name))).collect();
    let mut wires = Vec::new();
    for &(a, b) in &edges {
        let (a, b) = (left.edge(a), host.edge(b));
        wires.extend(a.sources().iter().copied().zip(b.sources().iter().copied()));
        wires.extend(a.targets().iter().copied().zip(b.targets().iter().copied()));
    }
    let (pattern, found) = edges[1];
    let rewrite = Rewrite::new(span, Level::Outermost, wires, edges);
    assert_eq!(rewrite.verify(&host), Err(Mismatch::Interface { pattern, found }));
}

/// Two sines, one after the other, cannot be replaced by something in which the first depends on the second.
#[test]
fn a_match_that_is_not_convex_may_make_a_cycle() {
    let left = read("net (x: f64, y: f64) -> [f64, f64] {\n  %0 = sin x\n  %1 = cos y\n  return %0, %1\n}");
    let right = read(
        "net (x: f64, y: f64) -> [f64, f64] {
  y.1, y.2 = copy y
  %0 = sin x
  %1 = add %0, y.1
  %2 = cos y.2
  return %1, %2
}",
    );
    let (sin, cos) = (edge(&left, "sin"), edge(&left, "cos"));
    let span = Span::new(left, right, vec![]).expect("a span");
    let apart = read("net (x: f64, y: f64) -> [f64, f64] {\n  %0 = sin x\n  %1 = cos y\n  return %0, %1\n}");
    let after = read("net (x: f64) -> f64 {\n  %0 = sin x\n  %1 = tan %0\n  %2 = cos %1\n  return %2\n}");
    let anchors = |net: &Hypernet| [Anchor::Edge(sin, edge(net, "sin")), Anchor::Edge(cos, edge(net, "cos"))];
    assert!(Rewrite::find(&apart, span.clone(), &anchors(&apart)).is_ok());
    let wire = after.edge(edge(&after, "tan")).targets()[0];
    assert_eq!(Rewrite::find(&after, span.clone(), &anchors(&after)).unwrap_err(), Mismatch::Cycle { wire });
    // From right to left nothing depends on more than before.
    let mut net = Hypernet::new().beside(span.right());
    let back = span.reversed();
    let begin = edge(back.left(), "add");
    let found = edge(&net, "add");
    Rewrite::find(&net, back, &[Anchor::Edge(begin, found)]).expect("a match").apply(&mut net).expect("verified");
    assert!(isomorphic(&net, &apart));
}

/// A span with nothing on its left goes to a level.
#[test]
fn nothing_is_replaced_by_something() {
    let right = read("net () -> [] {\n  %0 = const 1.0: f64\n  discard %0\n  return\n}");
    let span = Span::new(Hypernet::new(), right, vec![]).expect("a span");
    let mut net = read(NESTED);
    let inner = net.edge(edge(&net, "mul")).level();
    let rewrite = Rewrite::find(&net, span, &[Anchor::Level(inner)]).expect("a match");
    let replaced = rewrite.apply(&mut net).expect("verified");
    assert_eq!(net.validate(), Ok(()));
    assert_eq!(net.edge(edge(&net, "discard")).level(), inner);
    replaced.inverse().apply(&mut net).expect("it was just made");
    assert!(isomorphic(&net, &read(NESTED)));
}

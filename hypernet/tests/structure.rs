//! Laws of the structure of nets, on random well-typed nets with closures: isomorphism and composition.

use hypernet::testing::{config, data, net, real_net, shuffled};
use hypernet::text::parse;
use hypernet::{
    Atom, BuildError, Builder, ComposeError, Constant, Datum, Foliation, Hypernet, Operation, Primitive, Term,
    TermError, Type, evaluate, isomorphic, isomorphism,
};
use proptest::prelude::*;

fn then(a: &Hypernet, b: &Hypernet) -> Hypernet {
    a.then(b).expect("the types agree")
}

fn reals(n: usize) -> Vec<Type> {
    vec![Type::f64(); n]
}

/// A net with as many outputs as `n`, all from `n` inputs: one net for each output, on copies of the inputs.
fn square(nets: &[Hypernet]) -> Hypernet {
    let n = nets.len();
    let mut copies = Hypernet::identity(&reals(n));
    let mut all = Hypernet::new();
    for (i, net) in nets.iter().enumerate() {
        all = all.beside(net);
        if i > 0 {
            // x -> x ++ x, then what there was beside one more.
            let mut twice = Hypernet::new();
            for ty in reals(n) {
                twice = twice.beside(&Hypernet::copy(&ty).expect("reals are not linear"));
            }
            // Copies come in pairs; take the second of each pair to the right.
            let mut sorted = twice;
            for k in 1..n {
                let stay = Hypernet::identity(&reals(k));
                let swap = Hypernet::symmetry(&reals(k), &reals(1));
                let rest = Hypernet::identity(&reals(2 * n - 2 * k - 1));
                sorted = then(&sorted, &stay.beside(&swap).beside(&rest));
            }
            let others = Hypernet::identity(&reals(n));
            copies = then(&sorted, &copies.beside(&others));
        }
    }
    then(&copies, &all)
}

/// Random nets from `n` reals to `n` reals.
fn endo(n: usize) -> impl Strategy<Value = Hypernet> {
    prop::collection::vec(real_net(n), n).prop_map(|nets| square(&nets))
}

/// The data as text, so that NaN is equal to itself.
fn meaning(net: &Hypernet, inputs: &[Datum]) -> String {
    format!("{:?}", evaluate(net, inputs).expect("a valid net on data of its types"))
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn a_net_is_isomorphic_to_itself_by_other_names(net in net(), seed: u64) {
        let other = shuffled(&net, seed);
        prop_assert_eq!(other.validate(), Ok(()));
        let found = isomorphism(&net, &other).expect("the same net");
        // It is total, and keeps types, labels and incidence.
        for id in net.wire_ids() {
            let image = found.wire(id).expect("every wire has an image");
            prop_assert_eq!(net.wire(id).ty(), other.wire(image).ty());
        }
        for id in net.edge_ids() {
            let (edge, image) = (net.edge(id), other.edge(found.edge(id).expect("every edge has an image")));
            prop_assert_eq!(edge.label(), image.label());
            let images = |wires: &[hypernet::WireId]| wires.iter().map(|&w| found.wire(w)).collect::<Vec<_>>();
            let itself = |wires: &[hypernet::WireId]| wires.iter().copied().map(Some).collect::<Vec<_>>();
            prop_assert_eq!(images(edge.sources()), itself(image.sources()));
            prop_assert_eq!(images(edge.targets()), itself(image.targets()));
        }
        prop_assert!(isomorphic(&other, &net));
    }

    #[test]
    fn isomorphic_nets_mean_the_same((net, inputs) in net().prop_flat_map(|net| {
        let inputs = data(&net.signature().inputs);
        (Just(net), inputs)
    }), seed: u64) {
        prop_assert_eq!(meaning(&net, &inputs), meaning(&shuffled(&net, seed), &inputs));
    }

    #[test]
    fn nets_that_mean_different_things_are_not_isomorphic(
        a in real_net(2), b in real_net(2), inputs in data(&reals(2)),
    ) {
        if meaning(&a, &inputs) != meaning(&b, &inputs) {
            prop_assert!(!isomorphic(&a, &b));
        }
    }

    #[test]
    fn sequential_composition_has_units_and_associates(a in endo(2), b in endo(2), c in endo(2)) {
        let identity = Hypernet::identity(&reals(2));
        prop_assert!(isomorphic(&then(&identity, &a), &a));
        prop_assert!(isomorphic(&then(&a, &identity), &a));
        let (left, right) = (then(&then(&a, &b), &c), then(&a, &then(&b, &c)));
        prop_assert_eq!(left.validate(), Ok(()));
        prop_assert!(isomorphic(&left, &right));
    }

    #[test]
    fn sequential_composition_is_composition_of_meanings(a in endo(2), b in endo(2), inputs in data(&reals(2))) {
        let between = evaluate(&a, &inputs).expect("reals");
        prop_assert_eq!(meaning(&then(&a, &b), &inputs), meaning(&b, &between));
    }

    #[test]
    fn parallel_composition_has_a_unit_and_associates(a in net(), b in net(), c in net()) {
        let empty = Hypernet::new();
        prop_assert!(isomorphic(&empty.beside(&a), &a));
        prop_assert!(isomorphic(&a.beside(&empty), &a));
        let (left, right) = (a.beside(&b).beside(&c), a.beside(&b.beside(&c)));
        prop_assert_eq!(left.validate(), Ok(()));
        prop_assert!(isomorphic(&left, &right));
    }

    #[test]
    fn the_two_compositions_interchange(a in endo(1), b in endo(1), c in endo(2), d in endo(2)) {
        let (left, right) = (then(&a, &b).beside(&then(&c, &d)), then(&a.beside(&c), &b.beside(&d)));
        prop_assert!(isomorphic(&left, &right));
    }

    #[test]
    fn the_symmetry_is_natural_and_its_own_inverse(a in net(), b in net()) {
        let (types_a, types_b) = (a.signature(), b.signature());
        let before = then(&Hypernet::symmetry(&types_a.inputs, &types_b.inputs), &b.beside(&a));
        let after = then(&a.beside(&b), &Hypernet::symmetry(&types_a.outputs, &types_b.outputs));
        prop_assert!(isomorphic(&before, &after));
        let there = Hypernet::symmetry(&types_a.inputs, &types_b.inputs);
        let back = Hypernet::symmetry(&types_b.inputs, &types_a.inputs);
        let mut types = types_a.inputs;
        types.extend(types_b.inputs);
        prop_assert!(isomorphic(&then(&there, &back), &Hypernet::identity(&types)));
    }

    #[test]
    fn an_abstraction_called_is_the_net(a in real_net(3), inputs in data(&reals(3)), captured in 0usize..=3) {
        let abstraction = a.abstraction(captured).expect("it has three inputs");
        prop_assert_eq!(abstraction.validate(), Ok(()));
        let function = abstraction.signature().outputs[0].as_function().expect("a function").clone();
        let params = Hypernet::identity(&reals(3 - captured));
        let called = then(&abstraction.beside(&params), &Hypernet::eval(&function));
        prop_assert_eq!(called.validate(), Ok(()));
        prop_assert_eq!(meaning(&called, &inputs), meaning(&a, &inputs));
    }
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn the_text_of_a_net_is_parsed_back(net in net(), seed: u64) {
        for net in [shuffled(&net, seed), net] {
            let text = net.to_string();
            let parsed = match parse(&text) {
                Ok(parsed) => parsed,
                Err(error) => return Err(TestCaseError::fail(format!("{error}\n{text}"))),
            };
            prop_assert_eq!(parsed.validate(), Ok(()));
            prop_assert!(isomorphic(&parsed, &net), "{}", text);
            prop_assert_eq!(parsed.to_string(), text);
        }
    }

    /// Whatever is done to a text, it is parsed or refused.
    #[test]
    fn parsing_never_panics(net in net(), cut: prop::sample::Index, put in "[-a-z0-9 .,:=%@<>(){}`#?!'\\n]{0,4}") {
        let mut text: Vec<char> = net.to_string().chars().collect();
        let at = cut.index(text.len());
        text.splice(at..(at + 2).min(text.len()), put.chars());
        if let Ok(net) = parse(&text.iter().collect::<String>()) {
            prop_assert_eq!(net.validate_derivation(), Ok(()));
        }
    }
}

/// How many edges the leaves of a foliation hold, at every level; each leaf must be a singleton.
fn count_edges(foliation: &Foliation) -> usize {
    let mut edges = 0;
    for leaf in &foliation.leaves {
        match &leaf.atom {
            Atom::Symmetry(a, b) => assert!(!a.is_empty() && !b.is_empty()),
            Atom::Edge { inner, .. } => edges += 1 + inner.as_deref().map_or(0, count_edges),
        }
    }
    edges
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn a_foliation_holds_every_edge_once(net in net()) {
        prop_assert_eq!(count_edges(&net.foliation()), net.edge_count());
    }

    #[test]
    fn a_net_is_its_term_and_its_foliation(net in net()) {
        let again = net.term().net().expect("a term of a net");
        prop_assert_eq!(again.validate(), Ok(()));
        prop_assert!(isomorphic(&again, &net), "{}", net);
    }

    #[test]
    fn isomorphic_nets_have_equal_terms(a in net(), b in net(), seed: u64) {
        prop_assert_eq!(a.term().equals(&shuffled(&a, seed).term()), Ok(true));
        prop_assert_eq!(a.term().equals(&b.term()), Ok(isomorphic(&a, &b)));
        // Terms compose as nets do.
        let beside = Term::Par(vec![a.term(), b.term()]).net().expect("side by side");
        prop_assert!(isomorphic(&beside, &a.beside(&b)));
    }
}

#[test]
fn a_term_that_does_not_fit_is_refused() {
    let real = reals(1);
    let sine = real_op(Primitive::Sin).term();
    let sub = real_op(Primitive::Sub).term();
    assert!(matches!(Term::Seq(vec![sine.clone(), sub.clone()]).net(), Err(TermError::Types { .. })));
    assert!(matches!(Term::Seq(vec![Term::Id(reals(2)), sine.clone()]).net(), Err(TermError::Types { .. })));
    assert_eq!(Term::Seq(vec![Term::Id(real.clone()), sine.clone()]).equals(&sine), Ok(true));
    let swapped = Term::Seq(vec![Term::Swap(real.clone(), real), sub.clone()]);
    assert_eq!(swapped.equals(&sub), Ok(false));
    assert_eq!(swapped.to_string(), "(swap[f64 | f64] ; (id[f64, f64] ; (id[] * sub * id[])))");
}

/// Every operation, and types and names that are not words.
const EVERYTHING: &str = "\
net (x: f64, `a b`: #usize, b: #bool, w: !, v: ?`Vec<T>`, t: (f64, #i32), `x.1`: Option<?P'>, o: (#_, #_3, #`_4`, ?_, ?_', [f64] -o~ [f64])) -> [f64, !] {
  x.1, x.2 = copy x
  %0 = const 2.50: f64
  %1 = const -1e-3: f64
  %2 = const -7: #i32
  %3 = const true: #bool
  %4 = const `T::epsilon()`@4: T
  %5 = const real 4607182418800017408 `1.0`: ?R
  %6 = const integer 3: f64
  zero: ?P' = zero: ?P'
  absent = absent: f64
  %7 = mul x.1, %0
  %8, %9 = sin_cos %7
  less = lt %8, %9
  %10 = and less, b
  %11, y = unpack t
  %12 = add %2, y
  %13 = cast %12: f64
  %14 = select %10, %13, %11
  %15 = expect `x.1`
  %16 = plus %15, zero
  some = present %16
  discard some
  discard absent
  discard %4
  discard %5
  v.1, v.2 = copy v
  %17 = pack v.1, `a b`
  discard %17
  discard v.2
  discard o
  f = function f@1: [f64] -o[] [f64]
  g = adjoint_function std::g@2: [f64] -o[] [f64]
  discard g
  h: [f64] -o [f64] = abstraction [x = x.2, f] (y: f64) -> f64 {
    %0 = add x, y
    %1 = eval f, %0
    return %1
  }
  k = abstraction (z: f64) -> f64 {
    return z
  }
  %18 = cond %3, h, k, %14
  %19, w.1 = foreign `print!`@3 %18, w -> [f64, !]
  discard %1
  discard %6
  return %19, w.1
}
";

#[test]
fn every_operation_has_a_textual_form() {
    // The text is checked against itself: what is printed is what was written, wire by wire. What the parser names
    // `zero` twice would show as `zero.1`.
    let source = EVERYTHING.replace("zero: ?P' = zero: ?P'", "zero = zero: ?P'").replace("w.1", "u");
    let net = parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    assert_eq!(net.validate(), Ok(()));
    let text = net.to_string();
    let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(isomorphic(&net, &again));
    assert_eq!(text, again.to_string());
    for line in source.lines() {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said_where_it_is() {
    let wrong = |body: &str| {
        let error = parse(&format!("net (x: f64) -> f64 {{\n{body}\n}}\n")).expect_err(body);
        (error.line, error.column, error.message)
    };
    for (body, line, column, message) in [
        ("  return y", 2, 10, "there is no wire `y` here"),
        ("  y = sin x\n  return x", 3, 10, "the wire `x` has been used already"),
        ("  y = sine x\n  return y", 2, 7, "there is no operation `sine`"),
        ("  x = sin x\n  return x", 2, 3, "there is a wire `x` already"),
        ("  y = const 1.0: f64\n  return x", 2, 3, "the wire `y` is not used"),
        ("  y, z = sin x\n  return y", 2, 10, "`sin` gives 1 wires, not 2"),
        ("  y = const one: f64\n  return x", 2, 7, "not a constant of type f64"),
        ("  y = eval x\n  return y", 2, 7, "the first operand of an eval is a function"),
        ("  b = is_nan x\n  return b", 1, 17, "what is returned is of types [#bool]"),
        ("  y = add x\n  return y", 2, 7, "is an operation of type"),
        ("  y = sin x $\n  return y", 2, 13, "the character `$`"),
        ("  y = sin x x\n  return y", 2, 13, "expected the end of the line"),
        ("  f = abstraction [x] (y: f64) -> f64 {\n return x }\n return f", 2, 24, "the wire `y` is not used"),
    ] {
        let found = wrong(body);
        assert_eq!((found.0, found.1), (line, column), "{body}: {}", found.2);
        assert!(found.2.contains(message), "{body}: {}", found.2);
    }
    let nested = format!("net (x: {}f64) -> f64 {{", "(".repeat(100_000));
    assert!(parse(&nested).expect_err("too deep").message.contains("too deep"));
}

fn constant(value: f64) -> Operation {
    Operation::Constant(Constant::real(value), Type::f64())
}

fn real_op(primitive: Primitive) -> Hypernet {
    Hypernet::operation(Operation::Primitive(primitive, "f64".into()))
}

#[test]
fn what_is_different_is_not_isomorphic() -> Result<(), ComposeError> {
    let sub = real_op(Primitive::Sub);
    let real = Type::f64();
    let swap = Hypernet::symmetry(std::slice::from_ref(&real), std::slice::from_ref(&real));
    let sine = real_op(Primitive::Sin);
    let discard = Hypernet::discard(&real)?;
    let different = [
        sub.clone(),
        swap.then(&sub)?,
        real_op(Primitive::Add),
        Hypernet::operation(constant(0.0)),
        Hypernet::operation(constant(-0.0)),
        Hypernet::operation(constant(1.0)),
        Hypernet::identity(&reals(2)),
        swap.clone(),
        Hypernet::copy(&real)?,
        Hypernet::copy(&real)?.then(&swap)?,
        sine.clone(),
        sine.then(&sine)?,
        sine.abstraction(0)?,
        sine.abstraction(1)?,
        sub.abstraction(1)?,
        swap.then(&sub)?.abstraction(1)?,
        Hypernet::new(),
        Hypernet::operation(constant(1.0)).then(&discard)?,
        Hypernet::operation(constant(2.0)).then(&discard)?,
        Hypernet::operation(constant(1.0)).then(&sine)?.then(&discard)?,
    ];
    for (i, a) in different.iter().enumerate() {
        for (j, b) in different.iter().enumerate() {
            assert_eq!(isomorphic(a, b), i == j, "{i} and {j}");
        }
    }
    Ok(())
}

/// Constants that are discarded, in closures that are discarded, are connected to nothing.
#[test]
fn what_is_connected_to_no_interface_is_matched_as_a_multiset() -> Result<(), ComposeError> {
    let discard = |net: &Hypernet| -> Result<Hypernet, ComposeError> {
        let mut all = net.clone();
        for ty in net.signature().outputs.iter().rev() {
            let rest = Hypernet::identity(&all.signature().outputs[..all.outputs().len() - 1]);
            all = all.then(&rest.beside(&Hypernet::discard(ty)?))?;
        }
        Ok(all)
    };
    let two = discard(&Hypernet::operation(constant(1.0)).beside(&Hypernet::operation(constant(2.0))))?;
    // A component with a symmetric start: `const 1` twice, but `sub` tells which is which.
    let ones = Hypernet::operation(constant(1.0)).beside(&Hypernet::operation(constant(1.0)));
    let sines = ones.then(&real_op(Primitive::Sin).beside(&real_op(Primitive::Cos)))?;
    let twist = discard(&sines.then(&real_op(Primitive::Sub))?)?;
    let swap = Hypernet::symmetry(&reals(1), &reals(1));
    let twisted = discard(&sines.then(&swap)?.then(&real_op(Primitive::Sub))?)?;
    let closure = |inner: &Hypernet| discard(&inner.abstraction(0)?);

    let left = closure(&two.beside(&twist))?.beside(&closure(&twisted)?).beside(&two).beside(&twist);
    let right = twist.beside(&closure(&twisted)?).beside(&two).beside(&closure(&twist.beside(&two))?);
    let wrong = twist.beside(&closure(&twist)?).beside(&two).beside(&closure(&twist.beside(&two))?);
    for seed in 0..20 {
        assert!(isomorphic(&left, &shuffled(&right, seed)));
        assert!(!isomorphic(&left, &shuffled(&wrong, seed)));
    }
    assert!(!isomorphic(&twist, &twisted));
    Ok(())
}

#[test]
fn composition_is_refused_where_types_do_not_agree() {
    let (sine, sub) = (real_op(Primitive::Sin), real_op(Primitive::Sub));
    let error = sine.then(&sub).expect_err("one output, two inputs");
    assert_eq!(error, ComposeError::Interfaces { outputs: reals(1), inputs: reals(2) });
    let bool = Hypernet::identity(&[Type::bool()]);
    assert!(matches!(bool.then(&sine), Err(ComposeError::Interfaces { .. })));
    assert_eq!(sub.abstraction(3).err(), Some(ComposeError::Captured { captured: 3, inputs: 2 }));
    let world = Hypernet::identity(&[Type::World]);
    assert_eq!(world.abstraction(1).err(), Some(ComposeError::Linear(Type::World)));
    assert_eq!(Hypernet::copy(&Type::World).err(), Some(ComposeError::Linear(Type::World)));
    assert_eq!(Hypernet::discard(&Type::World).err(), Some(ComposeError::Linear(Type::World)));
    // A linear value is a parameter, if not captured.
    assert_eq!(world.abstraction(0).expect("nothing is captured").validate(), Ok(()));
}

/// Everything here follows wires: a large net is no harder than a small one.
#[test]
fn long_nets_are_no_harder_than_short_ones() -> Result<(), BuildError> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    let mut at = x;
    for i in 0..20_000 {
        at = if i % 2 == 0 { b.primitive(Primitive::Mul, &[at, x])? } else { b.primitive(Primitive::Sin, &[at])? };
    }
    let net = b.finish(&[at])?;
    let start = std::time::Instant::now();
    assert!(isomorphic(&net, &shuffled(&net, 7)));
    assert!(isomorphic(&net, &parse(&net.to_string()).expect("its own text")));
    assert!(isomorphic(&net, &net.term().net().expect("its own term")));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    Ok(())
}

//! Laws of the structure of nets, on random well-typed nets with closures: isomorphism and composition.

use hypernet::testing::{data, net, real_net, shuffled};
use hypernet::{
    BuildError, Builder, ComposeError, Constant, Datum, Hypernet, Operation, Primitive, Type, evaluate, isomorphic,
    isomorphism,
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
    #![proptest_config(ProptestConfig::with_cases(48))]

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

/// Isomorphism follows wires: a large net is no harder than a small one.
#[test]
fn isomorphism_is_fast_on_long_nets() -> Result<(), BuildError> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    let mut at = x;
    for i in 0..20_000 {
        at = if i % 2 == 0 { b.primitive(Primitive::Mul, &[at, x])? } else { b.primitive(Primitive::Sin, &[at])? };
    }
    let net = b.finish(&[at])?;
    let start = std::time::Instant::now();
    assert!(isomorphic(&net, &shuffled(&net, 7)));
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    Ok(())
}

//! The axioms of reverse derivatives (RD.1 to RD.5 of the paper), by evaluation.

#[path = "truth/pulled.rs"]
mod pulled;

use hypernet::adjoint::adjoint;
use hypernet::{Hypernet, Operation, Primitive, Type, testing};
use proptest::prelude::*;
use pulled::{adjoint_of, close, point, pulled};

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
    #![proptest_config(testing::config(100))]

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

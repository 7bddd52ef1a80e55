//! Loops: their value, and their adjoint against dual numbers.

#[path = "truth/forward.rs"]
mod forward;
#[path = "truth/partials.rs"]
mod partials;
#[path = "truth/pulled.rs"]
mod pulled;

use forward::derivatives;
use hypernet::adjoint::value_and_gradient;
use hypernet::testing::config;
use hypernet::{
    Builder, Comparison, Constant, Datum, Hypernet, Label, Limit, Operation, Primitive, Sequence, Type, Value,
    evaluate, isomorphic, simplify, testing,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use pulled::{adjoint_of, close, numbers, point, pulled, reals};

fn folds(net: &Hypernet) -> usize {
    let fold = |label: &Label| matches!(label, Label::Operation(Operation::Fold(_)));
    net.edge_ids().filter(|&id| fold(net.edge(id).label())).count()
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn the_gradient_is_that_of_dual_numbers((net, x) in (testing::reals_net_with_loops(2, 1), point(2))) {
        prop_assert_eq!(net.validate(), Ok(()));
        let (values, rows) = derivatives(&net, &x);
        let expected: Vec<f64> = values.iter().copied().chain(rows.into_iter().flatten()).collect();
        let value = numbers(&evaluate(&net, &reals(&x)).expect("a valid net on reals"));
        prop_assert_eq!(value[0].to_bits(), values[0].to_bits());
        let adjoint = adjoint_of(&net);
        prop_assert_eq!(adjoint.validate(), Ok(()));
        let (_, sensitivities) = pulled(&adjoint, &x, &[1.0]);
        prop_assert!(close(&sensitivities, &expected[1..]), "{:?} for {:?}\n{}", sensitivities, expected, net);
        let mut gradient = value_and_gradient(&net).expect("one real output");
        for _ in 0..2 {
            let found = numbers(&evaluate(&gradient, &reals(&x)).expect("a valid net on reals"));
            prop_assert!(close(&found, &expected), "{:?} for {:?}\n{}\n{}", found, expected, net, gradient);
            simplify::simplify(&mut gradient);
            prop_assert_eq!(gradient.validate(), Ok(()), "{}", gradient);
        }
    }

    /// What the turns leave is values: no function stays on a tape, unless a turn runs functions that are not written out.
    #[test]
    fn tapes_hold_values(net in testing::reals_net_with_loops(2, 1)) {
        let mut gradient = value_and_gradient(&net).expect("one real output");
        simplify::simplify(&mut gradient);
        let functions = gradient.wire_ids().filter(|&id| match gradient.wire(id).ty() {
            Type::Tape(entry) => !entry.is_first_order(),
            _ => false,
        });
        prop_assert_eq!(functions.count(), 0, "{}", gradient);
    }

    #[test]
    fn simplification_keeps_every_bit((net, x) in (testing::reals_net_with_loops(2, 2), point(2))) {
        let before = numbers(&evaluate(&net, &reals(&x)).expect("a valid net on reals"));
        let mut simple = net.clone();
        simplify::simplify(&mut simple);
        prop_assert_eq!(simple.validate(), Ok(()));
        let after = numbers(&evaluate(&simple, &reals(&x)).expect("a valid net on reals"));
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&before), bits(&after), "{}\n{}", net, simple);
    }

    #[test]
    fn text_and_back(net in testing::reals_net_with_loops(2, 2)) {
        let read: Hypernet = net.to_string().parse().expect("what is written can be read");
        prop_assert!(isomorphic(&net, &read), "{}", net);
    }
}

/// A generator that stopped making loops would leave every property true and empty.
#[test]
fn nets_have_loops() {
    let mut runner = testing::runner();
    let strategy = testing::reals_net_with_loops(2, 1);
    let nets: Vec<Hypernet> = (0..200).map(|_| strategy.new_tree(&mut runner).expect("a net").current()).collect();
    let several = nets.iter().filter(|net| folds(net) > 1).count();
    assert!(several >= 40, "only {several} of 200");
    let with = |wanted: &dyn Fn(Sequence) -> bool| {
        let is_wanted = |label: &Label| match label {
            Label::Operation(Operation::Fold(fold)) => wanted(fold.sequence),
            _ => false,
        };
        nets.iter().filter(|net| net.edge_ids().any(|id| is_wanted(net.edge(id).label()))).count()
    };
    let kinds = [
        with(&|sequence| sequence.limit == Limit::None),
        with(&|sequence| sequence.limit != Limit::None && sequence.stops),
        with(&|sequence| sequence.stepped),
        with(&|sequence| sequence.stepped && sequence.downwards),
    ];
    assert!(kinds.iter().all(|&count| count >= 15), "{kinds:?} of 200");
}

/// What the reverse pass needs is left, and nothing else: the state and the sine, not the index, the argument or the product.
#[test]
fn a_turn_leaves_what_cannot_be_had_again() {
    let net = product(5, |b, x, i| {
        let product = b.primitive(Primitive::Mul, &[x, i]).expect("reals");
        b.primitive(Primitive::Sin, &[product]).expect("a real")
    });
    let mut gradient = value_and_gradient(&net).expect("one real output");
    simplify::simplify(&mut gradient);
    let tapes: Vec<usize> = gradient
        .edge_ids()
        .filter_map(|id| match gradient.edge(id).operation() {
            Some(Operation::Fold(fold)) => Some(fold.left().len()),
            _ => None,
        })
        .collect();
    assert_eq!(tapes.iter().sum::<usize>(), 2, "{gradient}");
    let found = numbers(&evaluate(&gradient, &[Datum::Real(0.7)]).expect("reals"));
    let f = |x: f64| (0..5).map(|i| (x * f64::from(i)).sin()).product::<f64>();
    assert!((found[1] - (f(0.7 + 1e-6) - f(0.7 - 1e-6)) / 2e-6).abs() < 1e-8, "{found:?}");
}

/// A sum is one loop, and no tape: each turn has its reverse pass at once. The first of two sums too, though the sensitivity of `x`
/// goes through the second one. Where the sum is used further, what a turn leaves waits for that.
#[test]
fn the_reverse_pass_of_a_sum_runs_in_its_turns() {
    let sum = |b: &mut Builder, from: Value, x: Value, f: Primitive| {
        let index = Type::discrete("usize");
        let bounds = [0, 3].map(|bound: i64| {
            b.op1(Operation::Constant(Constant::Integer(bound.into()), index.clone()), &[]).expect("a constant")
        });
        b.open_branch();
        let i = b.input(index.clone(), Some("i"));
        let s = b.input(Type::f64(), Some("s"));
        let i = b.op1(Operation::Cast(index, Type::f64()), &[i]).expect("an integer");
        let product = b.primitive(Primitive::Mul, &[x, i]).expect("reals");
        let term = b.primitive(f, &[product]).expect("a real");
        let square = b.primitive(Primitive::Mul, &[term, term]).expect("reals");
        let s = b.primitive(Primitive::Add, &[s, square]).expect("reals");
        let body = b.close_branch(&[s]).expect("an open branch");
        b.fold(Sequence::UPWARDS, &bounds, &[from], body).expect("a state of one real")[0]
    };
    let tapes = |net: &Hypernet| net.wire_ids().filter(|&id| matches!(net.wire(id).ty(), Type::Tape(_))).count();
    for (last, expected) in [(None, (1, 0)), (Some(Primitive::Sin), (2, 1))] {
        let mut b = Builder::new();
        let x = b.input(Type::f64(), Some("x"));
        let zero = b.real(0.0, &Type::f64());
        let mut s = sum(&mut b, zero, x, Primitive::Sin);
        if let Some(last) = last {
            s = b.primitive(last, &[s]).expect("a real");
        }
        let mut gradient = value_and_gradient(&b.finish(&[s]).expect("balanced")).expect("one real output");
        simplify::simplify(&mut gradient);
        assert_eq!((folds(&gradient), tapes(&gradient)), expected, "{gradient}");
    }
}

/// `s` from 1, in each turn `s * body(x, i)`, over `0..n`.
fn product(n: i64, body: impl Fn(&mut Builder, Value, Value) -> Value) -> Hypernet {
    let mut builder = Builder::new();
    let x = builder.input(Type::f64(), Some("x"));
    let index = Type::discrete("usize");
    let bounds = [0, n].map(|bound| {
        builder.op1(Operation::Constant(Constant::Integer(bound.into()), index.clone()), &[]).expect("a constant")
    });
    let one = builder.real(1.0, &Type::f64());
    builder.open_branch();
    let i = builder.input(index.clone(), Some("i"));
    let s = builder.input(Type::f64(), Some("s"));
    let i = builder.op1(Operation::Cast(index, Type::f64()), &[i]).expect("an integer");
    let factor = body(&mut builder, x, i);
    let s = builder.primitive(Primitive::Mul, &[s, factor]).expect("reals");
    let body = builder.close_branch(&[s]).expect("an open branch");
    let s = builder.fold(Sequence::UPWARDS, &bounds, &[one], body).expect("a state of one real");
    builder.finish(&s).expect("balanced")
}

#[test]
fn the_derivative_of_a_power() {
    for n in 0..6 {
        let net = product(n, |_, x, _| x);
        let gradient = value_and_gradient(&net).expect("one real output");
        let found = numbers(&evaluate(&gradient, &[Datum::Real(1.5)]).expect("reals"));
        let n = i32::try_from(n).expect("small");
        assert_eq!(found[0].to_bits(), (0..n).fold(1.0, |s: f64, _| s * 1.5).to_bits());
        assert!((found[1] - f64::from(n) * 1.5_f64.powi(n - 1)).abs() < 1e-12, "{found:?}");
    }
}

/// A power again, by a loop without a range: `s` is multiplied by `x` until the count is `n`.
#[test]
fn a_loop_without_a_range() {
    for n in 0..5 {
        let mut b = Builder::new();
        let x = b.input(Type::f64(), Some("x"));
        let (zero, one) = (b.real(0.0, &Type::f64()), b.real(1.0, &Type::f64()));
        let most = b.real(f64::from(n), &Type::f64());
        let below = |b: &mut Builder, count: Value| {
            b.op1(Operation::Compare(Comparison::Lt, Type::f64()), &[count, most]).expect("reals")
        };
        let before = [below(&mut b, zero), zero, one];
        b.open_branch();
        b.input(Type::bool(), Some("go_on"));
        let [count, s] = ["count", "s"].map(|name| b.input(Type::f64(), Some(name)));
        let count = b.primitive(Primitive::Add, &[count, one]).expect("reals");
        let s = b.primitive(Primitive::Mul, &[s, x]).expect("reals");
        let given = [below(&mut b, count), count, s];
        let body = b.close_branch(&given).expect("an open branch");
        let after = b.fold(Sequence::ENDLESS, &[], &before, body).expect("a state that says whether it goes on");
        let turns = b.op1(Operation::Cast(Type::discrete("usize"), Type::f64()), &[after[3]]).expect("an integer");
        let sum = b.primitive(Primitive::Add, &[after[2], turns]).expect("reals");
        let net = b.finish(&[sum]).expect("balanced");
        let gradient = value_and_gradient(&net).expect("one real output");
        let found = numbers(&evaluate(&gradient, &[Datum::Real(1.5)]).expect("reals"));
        assert!((found[0] - 1.5_f64.powi(n) - f64::from(n)).abs() < 1e-12, "{found:?}");
        assert!((found[1] - f64::from(n) * 1.5_f64.powi(n - 1)).abs() < 1e-12, "{found:?}");
    }
}

/// Rising factorials: the derivative of `x (x + 1) … (x + n - 1)` is the product times the sum of `1 / (x + i)`.
#[test]
fn the_derivative_of_a_rising_factorial() {
    let net = product(5, |b, x, i| b.primitive(Primitive::Add, &[x, i]).expect("reals"));
    let gradient = value_and_gradient(&net).expect("one real output");
    let found = numbers(&evaluate(&gradient, &[Datum::Real(0.5)]).expect("reals"));
    let factors = [0.5, 1.5, 2.5, 3.5, 4.5];
    let product: f64 = factors.iter().product();
    let sum: f64 = factors.iter().map(|f| 1.0 / f).sum();
    assert!((found[0] - product).abs() < 1e-12 && (found[1] - product * sum).abs() < 1e-12, "{found:?}");
}

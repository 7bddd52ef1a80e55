//! Nets in which it is left open what functions captured, made known: the value stays in every bit, and the adjoint is
//! right.

#[path = "truth/forward.rs"]
mod forward;
#[path = "truth/partials.rs"]
mod partials;
#[path = "truth/pulled.rs"]
mod pulled;

use forward::derivatives;
use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::simplify::specialise;
use hypernet::testing::config;
use hypernet::{
    Builder, Constant, Datum, Hypernet, Operation, Primitive, Type, Value, evaluate, isomorphic, simplify, testing,
};
use proptest::prelude::*;
use pulled::{adjoint_of, close, numbers, point, pulled, reals};

/// The gradient of a net against dual numbers, which do not care what functions captured.
fn the_gradient_is_right(net: &Hypernet, x: &[f64]) -> Result<(), TestCaseError> {
    let (values, rows) = derivatives(net, x);
    let expected: Vec<f64> = values.iter().copied().chain(rows.into_iter().flatten()).collect();
    let mut special = net.clone();
    prop_assert!(specialise(&mut special), "{net}");
    prop_assert_eq!(special.validate(), Ok(()));
    let value = numbers(&evaluate(&special, &reals(x)).expect("a valid net on reals"));
    prop_assert_eq!(value[0].to_bits(), values[0].to_bits());
    let (_, sensitivities) = pulled(&adjoint_of(&special), x, &[1.0]);
    prop_assert!(close(&sensitivities, &expected[1..]), "{:?} for {:?}\n{}", sensitivities, expected, special);
    let mut gradient = value_and_gradient(&special).expect("one real output, and all captures are known");
    for _ in 0..2 {
        let found = numbers(&evaluate(&gradient, &reals(x)).expect("a valid net on reals"));
        prop_assert!(close(&found, &expected), "{:?} for {:?}\n{}", found, expected, special);
        simplify::simplify(&mut gradient);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn what_functions_captured_is_found((net, x) in (testing::real_net(2), point(2))) {
        let mut open = net;
        open.forget_captures();
        the_gradient_is_right(&open, &x)?;
    }
}

#[test]
fn what_is_known_stays_as_it_is() {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let v = b.input(Type::f64(), Some("v"));
    let product = b.primitive(Primitive::Mul, &[v, x]).expect("reals");
    let scale = b.close(&[product]).expect("an open abstraction");
    let once = b.eval(scale, &[x]).expect("a function");
    let twice = b.eval(scale, &once).expect("a function");
    let net = b.finish(&twice).expect("balanced");
    let mut special = net.clone();
    assert!(specialise(&mut special));
    assert!(isomorphic(&special, &net));
}

type Closure = fn(&mut Builder, Value, &[Value]) -> Value;

/// `if c { |v| first(v, captured) } else { |v| second(v, captured) }` of this condition.
fn choice(b: &mut Builder, condition: Value, first: (Closure, &[Value]), second: (Closure, &[Value])) -> Value {
    let branches = [first, second].map(|(body, captured)| {
        b.open_branch();
        b.open();
        let v = b.input(Type::f64(), Some("v"));
        let result = body(b, v, captured);
        let function = b.close(&[result]).expect("an open abstraction");
        b.close_branch(&[function]).expect("an open branch")
    });
    let [then, other] = branches;
    b.cond(condition, then, other).expect("functions of one type")[0]
}

fn product(b: &mut Builder, v: Value, captured: &[Value]) -> Value {
    captured.iter().fold(v, |product, &factor| b.primitive(Primitive::Mul, &[product, factor]).expect("reals"))
}

fn logarithm(b: &mut Builder, v: Value, captured: &[Value]) -> Value {
    let ln = b.primitive(Primitive::Ln, &[captured[0]]).expect("a real");
    b.primitive(Primitive::Mul, &[v, ln]).expect("reals")
}

/// `(if c { |v| v x y } else { |v| v ln x })(2)`
fn chosen(condition: bool) -> Hypernet {
    let mut b = Builder::new();
    let [x, y] = ["x", "y"].map(|name| b.input(Type::f64(), Some(name)));
    let condition = b.op1(Operation::Constant(Constant::Bool(condition), Type::bool()), &[]).expect("a constant");
    let function = choice(&mut b, condition, (product, &[x, y]), (logarithm, &[x]));
    let two = b.real(2.0, &Type::f64());
    let result = b.eval(function, &[two]).expect("a function");
    b.finish(&result).expect("balanced")
}

#[test]
fn branches_give_functions_with_different_captures() {
    assert!(adjoint(&chosen(true)).is_err());
    // The logarithm at 0 has an infinite derivative, which is nobody's business if the product is taken.
    for (condition, at, expected) in
        [(true, [0.0, 3.0], [0.0, 6.0, 0.0]), (false, [0.5, 3.0], [2.0 * 0.5_f64.ln(), 4.0, 0.0])]
    {
        let mut net = chosen(condition);
        assert!(specialise(&mut net));
        assert_eq!(net.validate(), Ok(()));
        let mut gradient = value_and_gradient(&net).expect("one real output");
        for _ in 0..2 {
            assert_eq!(numbers(&evaluate(&gradient, &reals(&at)).expect("reals")), expected);
            simplify::simplify(&mut gradient);
        }
    }
}

/// What only the host knows is carried by an option, whose sensitivity is that of the value.
#[test]
fn options_have_sensitivities() {
    let point = Type::tuple([Type::f64(), Type::f64()]);
    let parts = [Type::f64(), Type::f64()];
    let mut b = Builder::new();
    let [x, y] = ["x", "y"].map(|name| b.input(Type::f64(), Some(name)));
    let pair = b.op1(Operation::Pack(parts.clone().into()), &[x, y]).expect("two reals");
    let present = b.op1(Operation::Present(point.clone()), &[pair]).expect("a pair");
    let back = b.op1(Operation::Expect(point), &[present]).expect("an option");
    let both = b.op(Operation::Unpack(parts.into()), &[back]).expect("a pair");
    let result = b.primitive(Primitive::Mul, &both).expect("reals");
    let net = b.finish(&[result]).expect("balanced");
    let gradient = value_and_gradient(&net).expect("one real output");
    let found = evaluate(&gradient, &[Datum::Real(3.0), Datum::Real(5.0)]).expect("reals");
    assert_eq!(numbers(&found), [15.0, 5.0, 3.0]);
}

/// A function that takes functions cannot be an output.
#[test]
fn what_stays_open_is_said() {
    let mut b = Builder::new();
    b.open();
    let f = b.input(Type::open_function(vec![Type::f64()], vec![Type::f64()]), Some("f"));
    let v = b.input(Type::f64(), Some("v"));
    let result = b.eval(f, &[v]).expect("a function");
    let apply = b.close(&result).expect("an open abstraction");
    let mut net = b.finish(&[apply]).expect("balanced");
    assert!(!specialise(&mut net));
}

/// `t(t(… t(|v| sin v)))` of functions that each run the one before twice: exponentially many calls, which are refused.
#[test]
fn copies_are_bounded() {
    let function = || Type::open_function(vec![Type::f64()], vec![Type::f64()]);
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    let mut tower: Option<Value> = None;
    for _ in 0..40 {
        b.open();
        let (f, v) = (b.input(function(), Some("f")), b.input(Type::f64(), Some("v")));
        let mut result = v;
        for _ in 0..2 {
            result = match tower {
                Some(below) => b.eval(below, &[f, result]).expect("a function")[0],
                None => b.eval(f, &[result]).expect("a function")[0],
            };
        }
        tower = Some(b.close(&[result]).expect("an open abstraction"));
    }
    b.open();
    let v = b.input(Type::f64(), Some("v"));
    let sine = b.primitive(Primitive::Sin, &[v]).expect("a real");
    let sine = b.close(&[sine]).expect("an open abstraction");
    let result = b.eval(tower.expect("forty of them"), &[sine, x]).expect("a function");
    let mut net = b.finish(&result).expect("balanced");
    assert!(!specialise(&mut net));
    assert!(net.edge_count() < 100_000, "{}", net.edge_count());
}

//! The pullback of every primitive against closed forms and against differences, at random points of its domain; every
//! convention at the points where it is not smooth; and the shape of the nets themselves.

#![expect(
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    reason = "conventions are exact, and single precision is rounded to on purpose"
)]

#[path = "truth/partials.rs"]
mod partials;

use std::sync::Arc;

use hypernet::pullback::pullback;
use hypernet::testing::config;
use hypernet::{
    Builder, Captures, Closure, Comparison, Constant, Datum, DiscreteOp, Foreign, FunctionConstant, FunctionType,
    Hypernet, Operation, Primitive, Type, evaluate,
};
use partials::partials;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use Primitive as P;

/// For each real operand, where to take it from. What is not smooth there, [`is_smooth`] leaves out.
fn domain(primitive: Primitive) -> Vec<(f64, f64)> {
    match primitive {
        P::Rem | P::RemEuclid | P::DivEuclid => vec![(-20.0, 20.0), (-5.0, 5.0)],
        P::Clamp => vec![(-5.0, 5.0), (-3.0, 0.0), (0.1, 3.0)],
        P::Powi => vec![(-3.0, 3.0)],
        P::Powf => vec![(0.1, 5.0), (-4.0, 4.0)],
        P::Log => vec![(0.05, 10.0), (0.1, 10.0)],
        P::Sqrt | P::Ln | P::Log2 | P::Log10 => vec![(0.05, 10.0)],
        P::Ln1p => vec![(-0.9, 5.0)],
        P::Asin | P::Acos | P::Atanh => vec![(-0.95, 0.95)],
        P::Acosh => vec![(1.05, 10.0)],
        P::Exp | P::Exp2 | P::ExpM1 | P::Sinh | P::Cosh | P::Tanh => vec![(-4.0, 4.0)],
        _ => vec![(-5.0, 5.0); reals(primitive)],
    }
}

fn is_smooth(primitive: Primitive, x: &[f64]) -> bool {
    let at = |i: usize| x.get(i).copied().unwrap_or(0.0);
    let (a, b) = (at(0), at(1));
    let far = |x: f64, from: f64| (x - from).abs() > 0.02;
    match primitive {
        P::Floor | P::Ceil | P::Trunc | P::Fract => far(a, a.round()),
        P::Round => far(a + 0.5, (a + 0.5).round()),
        P::Signum | P::Abs | P::Cbrt => far(a, 0.0),
        P::Recip | P::Powi => a.abs() > 0.3,
        P::Div => b.abs() > 0.3,
        P::Rem | P::RemEuclid | P::DivEuclid => b.abs() > 0.5 && far(a / b, (a / b).round()),
        P::Copysign => far(a, 0.0) && far(b, 0.0),
        P::Max | P::Min | P::AbsSub => far(a, b),
        P::Clamp => far(a, b) && far(a, at(2)),
        P::Hypot => a.hypot(b) > 0.1,
        // Away from the origin, and from the cut along the negative axis.
        P::Atan2 => a.hypot(b) > 0.1 && (b > 0.0 || far(a, 0.0)),
        P::Log => b.ln().abs() > 0.1,
        P::Tan => a.cos().abs() > 0.2,
        _ => true,
    }
}

fn reals(primitive: Primitive) -> usize {
    operation(primitive).signature().0.iter().filter(|ty| matches!(ty, Type::Real(_))).count()
}

fn operation(primitive: Primitive) -> Operation {
    Operation::Primitive(primitive, "f64".into())
}

fn net_of(operation: &Operation) -> Hypernet {
    let mut b = Builder::new();
    let operands: Vec<_> = operation.signature().0.into_iter().map(|ty| b.input(ty, None)).collect();
    let results = b.op(operation.clone(), &operands).expect("operands of its signature");
    b.finish(&results).expect("all in scope")
}

fn pullback_of(operation: &Operation) -> Closure {
    Closure::of_net(&pullback(operation).expect("a first-order operation")).expect("a valid net")
}

/// The operands in order: the reals, and the exponent where there is one.
fn operands(primitive: Primitive, x: &[f64], n: i32) -> Vec<Datum> {
    let mut all: Vec<Datum> = x.iter().copied().map(Datum::Real).collect();
    if primitive == P::Powi {
        all.push(Datum::Integer(n.into()));
    }
    all
}

fn real_results(function: &Closure, operands: &[Datum]) -> Vec<f64> {
    function.call(operands).expect("no panic in the domain").iter().filter_map(Datum::as_real).collect()
}

/// What the pullback gives to the real operands for these sensitivities of the real results.
fn pulled(primitive: Primitive, x: &[f64], n: i32, d: &[f64]) -> Vec<f64> {
    let mut inputs = operands(primitive, x, n);
    inputs.extend(d.iter().copied().map(Datum::Real));
    real_results(&pullback_of(&operation(primitive)), &inputs)
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs()))
}

/// A point of the domain, an exponent, and sensitivities for up to two results.
fn point(primitive: Primitive) -> impl Strategy<Value = (Vec<f64>, i32, [f64; 2])> {
    let ranges: Vec<_> = domain(primitive).into_iter().map(|(low, high)| low..high).collect();
    (ranges, -6..7, prop::array::uniform2(-3.0..3.0)).prop_filter("smooth", move |(x, _, _)| is_smooth(primitive, x))
}

fn for_all_points(mut check: impl FnMut(Primitive, Vec<f64>, i32, &[f64]) -> Result<(), TestCaseError>) {
    for &primitive in Primitive::ALL {
        let results = operation(primitive).signature().1.iter().filter(|ty| matches!(ty, Type::Real(_))).count();
        let mut runner = TestRunner::new(config(60));
        let check = std::cell::RefCell::new(&mut check);
        let outcome = runner.run(&point(primitive), |(x, n, d)| (check.borrow_mut())(primitive, x, n, &d[..results]));
        if let Err(error) = outcome {
            panic!("{primitive:?}: {error}");
        }
    }
}

#[test]
fn pullbacks_are_the_transposed_closed_forms() {
    for_all_points(|primitive, x, n, d| {
        let matrix = partials(primitive, &x, n);
        prop_assert_eq!(matrix.len(), d.len());
        let found = pulled(primitive, &x, n, d);
        prop_assert_eq!(found.len(), x.len());
        for (i, found) in found.into_iter().enumerate() {
            let expected: f64 = matrix.iter().zip(d).map(|(row, d)| row[i] * d).sum();
            prop_assert!(close(found, expected, 1e-12), "operand {}: {} for {}", i, found, expected);
        }
        Ok(())
    });
}

#[test]
fn pullbacks_are_the_limits_of_differences() {
    for_all_points(|primitive, x, n, d| {
        let net = Closure::of_net(&net_of(&operation(primitive))).expect("a valid net");
        let found = pulled(primitive, &x, n, d);
        for (i, found) in found.into_iter().enumerate() {
            let h = 1e-5 * x[i].abs().max(1.0);
            let weighted = |by: f64| -> f64 {
                let mut moved = x.clone();
                moved[i] += by;
                real_results(&net, &operands(primitive, &moved, n)).iter().zip(d).map(|(y, d)| y * d).sum()
            };
            let expected = (weighted(h) - weighted(-h)) / (2.0 * h);
            prop_assert!(close(found, expected, 2e-6), "operand {}: {} for {}", i, found, expected);
        }
        Ok(())
    });
}

/// In single precision the same numbers come out, to single precision.
#[test]
fn pullbacks_at_f32_agree() {
    for_all_points(|primitive, x, n, d| {
        let x: Vec<f64> = x.into_iter().map(|x| f64::from(x as f32)).collect();
        let mut inputs = operands(primitive, &x, n);
        inputs.extend(d.iter().copied().map(Datum::Real));
        let found = real_results(&pullback_of(&Operation::Primitive(primitive, "f32".into())), &inputs);
        for (found, expected) in found.into_iter().zip(pulled(primitive, &x, n, d)) {
            prop_assert!(found.is_nan() || found == f64::from(found as f32));
            prop_assert!(close(found, expected, 1e-3), "{} for {}", found, expected);
        }
        Ok(())
    });
}

/// The shape: the interface, validity, first order, nothing that may panic, all differentiable again.
fn check_shape(operation: &Operation) {
    let net = pullback(operation).unwrap_or_else(|| panic!("{operation:?} has no pullback"));
    assert_eq!(net.validate(), Ok(()), "{operation:?}");
    let (inputs, outputs) = operation.signature();
    let all = |types: &[Type]| -> Vec<Type> { types.iter().flat_map(|ty| ty.sensitivity().expect("known")).collect() };
    let mut expected: Vec<Type> = inputs.iter().filter(|ty| **ty != Type::World).cloned().collect();
    expected.extend(all(&outputs));
    assert_eq!(net.types(net.inputs()), expected, "{operation:?}");
    assert_eq!(net.types(net.outputs()), all(&inputs), "{operation:?}");
    for id in net.edge_ids() {
        if let Some(inner) = net.edge(id).operation() {
            assert!(!inner.may_panic(), "{operation:?}");
            assert!(pullback(inner).is_some(), "{operation:?} uses {inner:?}");
        } else {
            assert!(matches!(net.edge(id).label(), hypernet::Label::Copy | hypernet::Label::Discard), "{operation:?}");
        }
    }
}

#[test]
fn every_operation_has_a_pullback_of_the_right_shape() {
    for &primitive in Primitive::ALL {
        for scalar in ["f64", "f32", "T"] {
            check_shape(&Operation::Primitive(primitive, scalar.into()));
        }
    }
    let (f64, bool) = (Type::f64, Type::bool);
    let function = Type::function(vec![f64(), bool(), f64()], vec![f64()], vec![f64()]);
    let nested = Type::tuple([f64(), bool(), Type::tuple([f64(), f64()])]);
    let parts: Arc<[Type]> = [f64(), bool(), nested.clone(), Type::Opaque("P".into()), function.clone()].into();
    let plain = FunctionType {
        captures: Captures::Known(Vec::new()),
        params: vec![f64()],
        results: vec![f64()],
        seeds: Vec::new(),
        keeps: false,
    };
    let constant = |adjoint| FunctionConstant { name: "g".into(), id: 0, ty: plain.clone(), adjoint };
    // What is the adjoint of a function already has none of its own.
    assert!(pullback(&Operation::Function(constant(true).into())).is_none());
    let foreign = Foreign {
        name: "log".into(),
        id: 0,
        inputs: vec![f64(), bool(), Type::World, Type::Opaque("P".into())],
        outputs: vec![Type::World, f64(), bool()],
    };
    for operation in [
        Operation::Plus(f64()),
        Operation::Plus(nested.clone()),
        Operation::Plus(Type::Cotangent("P".into())),
        Operation::Zero(nested.clone()),
        Operation::Constant(Constant::real(1.0), f64()),
        Operation::Constant(Constant::Integer(1), Type::discrete("i32")),
        Operation::Function(constant(false).into()),
        Operation::Foreign(foreign.into()),
        Operation::Compare(Comparison::Lt, f64()),
        Operation::Compare(Comparison::Lt, Type::discrete("u8")),
        Operation::Discrete(DiscreteOp::Add, "i32".into()),
        Operation::Cast(f64(), Type::real("f32")),
        Operation::Cast(Type::discrete("i32"), f64()),
        Operation::Cast(f64(), Type::discrete("i32")),
        Operation::Select(f64()),
        Operation::Select(bool()),
        Operation::Select(nested.clone()),
        Operation::Select(function.clone()),
        Operation::Present(f64()),
        Operation::Present(bool()),
        Operation::Present(nested.clone()),
        Operation::Present(function.clone()),
        Operation::Absent(nested.clone()),
        Operation::Absent(function.clone()),
        Operation::Expect(f64()),
        Operation::Expect(Type::Option(nested.into())),
        Operation::Expect(function),
        Operation::Pack(parts.clone()),
        Operation::Unpack(parts),
        Operation::Pack(Arc::new([])),
        Operation::Unpack(Arc::new([])),
        Operation::Present(f64()),
        Operation::Absent(Type::Opaque("P".into())),
        Operation::Expect(Type::Opaque("P".into())),
    ] {
        check_shape(&operation);
    }
    assert!(pullback(&Operation::Cond(plain.clone().into(), plain.into())).is_none());
    let unknown = Type::open_function(vec![f64()], vec![f64()]);
    assert!(pullback(&Operation::Select(unknown)).is_none());
}

#[test]
fn operations_that_are_not_primitives() {
    let pulled = |operation: Operation, inputs: &[Datum]| {
        let net = pullback(&operation).expect("a first-order operation");
        evaluate(&net, inputs).expect("valid inputs")
    };
    let (f64, bool) = (Type::f64, Type::bool);
    let real = Datum::Real;
    let tuple = |parts: &[Datum]| Datum::Tuple(parts.to_vec());
    assert_eq!(pulled(Operation::Plus(f64()), &[1.0, 2.0, 5.0].map(real)), [5.0, 5.0].map(real));
    assert_eq!(pulled(Operation::Compare(Comparison::Lt, f64()), &[1.0, 2.0].map(real)), [0.0, 0.0].map(real));
    let select = Operation::Select(f64());
    let inputs = |condition| [Datum::Bool(condition), real(1.0), real(2.0), real(5.0)];
    assert_eq!(pulled(select.clone(), &inputs(true)), [5.0, 0.0].map(real));
    assert_eq!(pulled(select, &inputs(false)), [0.0, 5.0].map(real));
    let option = |value: Option<f64>| Datum::Option(value.map(|value| Box::new(real(value))));
    assert_eq!(pulled(Operation::Present(f64()), &[1.0, 5.0].map(real)), [real(5.0)]);
    assert_eq!(pulled(Operation::Expect(f64()), &[option(Some(1.0)), real(5.0)]), [real(5.0)]);
    assert_eq!(pulled(Operation::Absent(f64()), &[real(0.0)]), []);
    // Back in double precision is what went in single precision.
    let to_single = Operation::Cast(f64(), Type::real("f32"));
    assert_eq!(pulled(to_single, &[0.3, 0.5].map(real)), [real(0.5)]);
    assert_eq!(pulled(Operation::Cast(f64(), Type::discrete("i32")), &[real(1.5)]), [real(0.0)]);
    assert_eq!(pulled(Operation::Cast(Type::discrete("i32"), f64()), &[Datum::Integer(2), real(3.0)]), []);

    // What has no tangent is the empty tuple in the sensitivity of a tuple.
    let pair = Type::tuple([f64(), f64()]);
    let parts: Arc<[Type]> = [f64(), bool(), pair].into();
    let value = [real(1.0), Datum::Bool(true), tuple(&[real(2.0), real(3.0)])];
    let grouped = tuple(&[real(4.0), tuple(&[]), tuple(&[real(5.0), real(6.0)])]);
    let apart = [real(4.0), tuple(&[real(5.0), real(6.0)])];
    let mut inputs = value.to_vec();
    inputs.push(grouped.clone());
    assert_eq!(pulled(Operation::Pack(parts.clone()), &inputs), apart);
    let mut inputs = vec![tuple(&value)];
    inputs.extend(apart);
    assert_eq!(pulled(Operation::Unpack(parts), &inputs), [grouped]);
}

/// Checks what the operands get where the results' sensitivity is 2; NaN is equal to NaN.
fn at_edge(primitive: Primitive, x: &[f64], expected: &[f64]) {
    let found = pulled(primitive, x, 0, &[2.0]);
    let same =
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()));
    assert!(same, "{primitive:?} at {x:?}: {found:?} for {expected:?}");
}

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

#[test]
fn corners_take_the_branch_of_the_primal() {
    for (x, expected) in [(0.0, 0.0), (-0.0, 0.0), (INF, 2.0), (-INF, -2.0), (NAN, NAN), (5e-324, 2.0), (-5e-324, -2.0)]
    {
        at_edge(P::Abs, &[x], &[expected]);
    }
    for primitive in [P::Max, P::Min] {
        at_edge(primitive, &[1.5, 1.5], &[2.0, 0.0]);
        at_edge(primitive, &[0.0, -0.0], &[2.0, 0.0]);
        at_edge(primitive, &[-0.0, 0.0], &[2.0, 0.0]);
        at_edge(primitive, &[NAN, 1.0], &[0.0, 2.0]);
        at_edge(primitive, &[1.0, NAN], &[2.0, 0.0]);
    }
    at_edge(P::Max, &[INF, 1.0], &[2.0, 0.0]);
    at_edge(P::Min, &[INF, 1.0], &[0.0, 2.0]);
    at_edge(P::Clamp, &[1.0, 1.0, 3.0], &[2.0, 0.0, 0.0]);
    at_edge(P::Clamp, &[3.0, 1.0, 3.0], &[2.0, 0.0, 0.0]);
    at_edge(P::Clamp, &[1.0, 1.0, 1.0], &[2.0, 0.0, 0.0]);
    at_edge(P::Clamp, &[0.0, 1.0, 1.0], &[0.0, 2.0, 0.0]);
    at_edge(P::Clamp, &[2.0, 1.0, 1.0], &[0.0, 0.0, 2.0]);
    at_edge(P::Clamp, &[NAN, 1.0, 2.0], &[2.0, 0.0, 0.0]);
    at_edge(P::AbsSub, &[1.0, 1.0], &[0.0, 0.0]);
    at_edge(P::AbsSub, &[0.5, 1.0], &[0.0, 0.0]);
    at_edge(P::AbsSub, &[NAN, 1.0], &[2.0, -2.0]);
    at_edge(P::Copysign, &[0.0, -1.0], &[0.0, 0.0]);
    at_edge(P::Copysign, &[3.0, -0.0], &[-2.0, 0.0]);
    at_edge(P::Copysign, &[-3.0, -0.0], &[2.0, 0.0]);
    at_edge(P::Copysign, &[NAN, 1.0], &[NAN, 0.0]);
    for primitive in [P::Floor, P::Ceil, P::Round, P::Trunc, P::Signum] {
        for x in [0.0, -0.0, 0.5, 1.0, -2.5, INF] {
            at_edge(primitive, &[x], &[0.0]);
        }
    }
    at_edge(P::Fract, &[1.0], &[2.0]);
    at_edge(P::Rem, &[6.0, 3.0], &[2.0, -4.0]);
    at_edge(P::Rem, &[-7.0, 3.0], &[2.0, 4.0]);
    at_edge(P::RemEuclid, &[-7.0, 3.0], &[2.0, 6.0]);
    at_edge(P::DivEuclid, &[6.0, 3.0], &[0.0, 0.0]);
}

#[test]
fn poles_are_infinite_and_nothing_is_patched() {
    at_edge(P::Sqrt, &[0.0], &[INF]);
    at_edge(P::Sqrt, &[-1.0], &[NAN]);
    at_edge(P::Cbrt, &[0.0], &[INF]);
    at_edge(P::Ln, &[0.0], &[INF]);
    at_edge(P::Ln1p, &[-1.0], &[INF]);
    at_edge(P::Recip, &[0.0], &[-INF]);
    at_edge(P::Asin, &[1.0], &[INF]);
    at_edge(P::Acos, &[-1.0], &[-INF]);
    at_edge(P::Acosh, &[1.0], &[INF]);
    at_edge(P::Atanh, &[1.0], &[INF]);
    at_edge(P::Hypot, &[0.0, 0.0], &[NAN, NAN]);
    at_edge(P::Hypot, &[0.0, 3.0], &[0.0, 2.0]);
    at_edge(P::Atan2, &[0.0, 0.0], &[NAN, NAN]);
    at_edge(P::Atan2, &[0.0, -2.0], &[-1.0, 0.0]);
    at_edge(P::Exp, &[-INF], &[0.0]);
    at_edge(P::Tanh, &[INF], &[0.0]);
}

#[test]
fn powers_at_zero() {
    // The base: (x, 0) has exactly zero, whatever x.
    for x in [0.0, -0.0, 3.0, INF, NAN] {
        let found = pulled(P::Powf, &[x, 0.0], 0, &[2.0]);
        assert_eq!(found[0], 0.0, "powf({x}, 0)");
        assert_eq!(pulled(P::Powi, &[x], 0, &[2.0]), [0.0], "powi({x}, 0)");
    }
    // The exponent: zero where the power is zero.
    at_edge(P::Powf, &[0.0, 2.0], &[0.0, 0.0]);
    at_edge(P::Powf, &[0.0, 1.0], &[2.0, 0.0]);
    at_edge(P::Powf, &[0.0, 0.5], &[INF, 0.0]);
    at_edge(P::Powf, &[INF, -1.0], &[-0.0, 0.0]);
    // A negative base has a derivative by the base alone.
    at_edge(P::Powf, &[-2.0, 3.0], &[24.0, NAN]);
    at_edge(P::Powf, &[1.0, 5.0], &[10.0, 0.0]);

    let powi = |x: f64, n: i32| pulled(P::Powi, &[x], n, &[1.0])[0];
    assert_eq!(powi(0.0, 1), 1.0);
    assert_eq!(powi(0.0, 2), 0.0);
    assert_eq!(powi(0.0, -1), -INF);
    assert_eq!(powi(-3.0, 3), 27.0);
    // No overflow in the exponent, and all 32 bits of it count.
    assert_eq!(powi(1.0, i32::MIN), f64::from(i32::MIN));
    assert_eq!(powi(2.0, i32::MIN), 0.0);
    assert_eq!(powi(-1.0, i32::MAX), f64::from(i32::MAX));
    assert_eq!(powi(-1.0, i32::MAX - 1), -f64::from(i32::MAX - 1));
}

/// Near the ends of their domains the rules do not lose what the operands have.
#[test]
fn no_cancellation_at_the_ends_of_domains() {
    let eps = 2f64.powi(-40);
    // 1 - (1 - e)² is 2e - e², to the last bit for this e.
    let expected = 1.0 / (2.0 * eps - eps * eps).sqrt();
    assert!(close(pulled(P::Asin, &[1.0 - eps], 0, &[1.0])[0], expected, 1e-15));
    assert!(close(pulled(P::Acos, &[eps - 1.0], 0, &[1.0])[0], -expected, 1e-15));
    assert!(close(pulled(P::Atanh, &[1.0 - eps], 0, &[1.0])[0], expected * expected, 1e-15));
    let expected = 1.0 / (2.0 * eps + eps * eps).sqrt();
    assert!(close(pulled(P::Acosh, &[1.0 + eps], 0, &[1.0])[0], expected, 1e-15));
    assert!(close(pulled(P::Ln1p, &[1e-12], 0, &[1.0])[0], 1.0 - 1e-12, 1e-15));
    assert!(close(pulled(P::Hypot, &[3e200, 4e200], 0, &[1.0])[0], 0.6, 1e-15));
}

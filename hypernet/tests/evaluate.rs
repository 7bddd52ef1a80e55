//! The evaluator against the host language itself.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the casts of the host language are what is compared with"
)]

use hypernet::{
    Builder, Closure, Comparison, Constant, Datum, DiscreteOp, Environment, EvaluateError, Foreign, Hypernet,
    Operation, Primitive, Type, Value, evaluate, evaluate_with,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn real(b: &mut Builder, value: f64) -> Value {
    b.op1(Operation::Constant(Constant::real(value), Type::f64()), &[]).expect("a constant takes nothing")
}

/// The net of one operation.
fn single(operation: Operation) -> Hypernet {
    let mut b = Builder::new();
    let operands: Vec<Value> = operation.signature().0.into_iter().map(|ty| b.input(ty, None)).collect();
    let results = b.op(operation, &operands).expect("operands of its signature");
    b.finish(&results).expect("all in scope")
}

#[test]
fn closures_capture_and_nest() -> Outcome {
    // let curried = |a| |b| a * b + x; curried(2)(3) + curried(x)(x)
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let a = b.input(Type::f64(), Some("a"));
    b.open();
    let inner = b.input(Type::f64(), Some("b"));
    let product = b.primitive(Primitive::Mul, &[a, inner])?;
    let sum = b.primitive(Primitive::Add, &[product, x])?;
    let function = b.close(&[sum])?;
    let curried = b.close(&[function])?;
    let (two, three) = (real(&mut b, 2.0), real(&mut b, 3.0));
    let partial = b.eval(curried, &[two])?[0];
    let first = b.eval(partial, &[three])?[0];
    let partial = b.eval(curried, &[x])?[0];
    let second = b.eval(partial, &[x])?[0];
    let sum = b.primitive(Primitive::Add, &[first, second])?;
    let net = b.finish(&[sum, curried])?;
    let outputs = evaluate(&net, &[Datum::Real(5.0)])?;
    assert_eq!(outputs[0], Datum::Real(11.0 + 30.0));
    // The closure outlives the evaluation.
    let partial = outputs[1].as_function().ok_or("a function")?.call(&[Datum::Real(7.0)])?;
    let applied = partial[0].as_function().ok_or("a function")?.call(&[Datum::Real(-1.0)])?;
    assert_eq!(applied, [Datum::Real(-2.0)]);
    Ok(())
}

#[test]
fn only_the_chosen_branch_runs() -> Outcome {
    let i32 = || Type::discrete("i32");
    let mut b = Builder::new();
    let a = b.input(i32(), Some("a"));
    let zero = b.op1(Operation::Constant(Constant::Integer(0), i32()), &[])?;
    let condition = b.op1(Operation::Compare(Comparison::Ne, i32()), &[a, zero])?;
    b.open_branch();
    let ten = b.op1(Operation::Constant(Constant::Integer(10), i32()), &[])?;
    let quotient = b.op1(Operation::Discrete(DiscreteOp::Div, "i32".into()), &[ten, a])?;
    let then = b.close_branch(&[quotient])?;
    b.open_branch();
    let other = b.close_branch(&[a])?;
    let results = b.cond(condition, then, other)?;
    let net = b.finish(&results)?;
    assert_eq!(evaluate(&net, &[Datum::Integer(3)])?, [Datum::Integer(3)]);
    assert_eq!(evaluate(&net, &[Datum::Integer(-4)])?, [Datum::Integer(-2)]);
    assert_eq!(evaluate(&net, &[Datum::Integer(0)])?, [Datum::Integer(0)]);
    Ok(())
}

#[test]
fn discrete_operations_overflow_as_rust_does() -> Outcome {
    use DiscreteOp::{Add, Div, Mul, Neg, Rem, Shl, Shr, Sub};
    let binary = |op, name: &str, a: i128, b: i128| {
        evaluate(&single(Operation::Discrete(op, name.into())), &[Datum::Integer(a), Datum::Integer(b)])
    };
    let fails = |op, name, a, b| matches!(binary(op, name, a, b), Err(EvaluateError::Panic(_)));
    let nets: Vec<_> = [Add, Sub, Mul, Div, Rem, Shl, Shr]
        .map(|op| Closure::of_net(&single(Operation::Discrete(op, "i8".into()))))
        .into_iter()
        .collect::<Result<_, _>>()?;
    for a in i8::MIN..=i8::MAX {
        for b in i8::MIN..=i8::MAX {
            let shift = |f: fn(i8, u32) -> Option<i8>| u32::try_from(b).ok().and_then(|b| f(a, b));
            let cases = [
                a.checked_add(b),
                a.checked_sub(b),
                a.checked_mul(b),
                a.checked_div(b),
                a.checked_rem(b),
                shift(i8::checked_shl),
                shift(i8::checked_shr),
            ];
            for (at, expected) in cases.into_iter().enumerate() {
                let found = nets[at].call(&[Datum::Integer(a.into()), Datum::Integer(b.into())]);
                match expected {
                    Some(expected) => assert_eq!(found?, [Datum::Integer(expected.into())], "{at}: {a} {b}"),
                    None => assert!(matches!(found, Err(EvaluateError::Panic(_))), "{at}: {a} {b}"),
                }
            }
        }
    }
    assert!(fails(Sub, "usize", 1, 2) && fails(Add, "u8", 200, 56) && fails(Mul, "i64", 1 << 40, 1 << 40));
    assert!(fails(Add, "i128", i128::MAX, 1) && fails(Shl, "u16", 1, 16) && fails(Rem, "i64", i64::MIN.into(), -1));
    let neg = single(Operation::Discrete(Neg, "i32".into()));
    assert_eq!(evaluate(&neg, &[Datum::Integer(7)])?, [Datum::Integer(-7)]);
    assert!(evaluate(&neg, &[Datum::Integer(i32::MIN.into())]).is_err());
    let not = single(Operation::Discrete(DiscreteOp::Not, "u8".into()));
    assert_eq!(evaluate(&not, &[Datum::Integer(1)])?, [Datum::Integer(254)]);
    Ok(())
}

#[test]
fn casts_are_those_of_as() -> Outcome {
    let cast = |from: Type, to: Type, value| evaluate(&single(Operation::Cast(from, to)), &[value]);
    let reals = [0.0, -0.0, 0.1, -1.5, 1e10, -1e10, 300.7, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    macro_rules! check {
        ($($ty:ident)*) => {$({
            let ty = || Type::discrete(stringify!($ty));
            for value in reals {
                let found = cast(Type::f64(), ty(), Datum::Real(value))?;
                assert_eq!(found, [Datum::Integer((value as $ty).into())], "{value} as {}", stringify!($ty));
            }
            for value in [0i64, 1, -1, 127, 128, 255, -129, 70_000, i64::MAX, i64::MIN] {
                let found = cast(Type::discrete("i64"), ty(), Datum::Integer(value.into()))?;
                assert_eq!(found, [Datum::Integer((value as $ty).into())], "{value} as {}", stringify!($ty));
            }
        })*};
    }
    check!(u8 u16 u32 u64 i8 i16 i32 i64);
    assert_eq!(cast(Type::f64(), Type::real("f32"), Datum::Real(0.1))?, [Datum::Real(f64::from(0.1f32))]);
    let large = (1i128 << 53) + 1;
    let to_f64 = cast(Type::discrete("u64"), Type::f64(), Datum::Integer(large))?;
    assert_eq!(to_f64, [Datum::Real(9_007_199_254_740_992.0)]);
    assert_eq!(cast(Type::bool(), Type::discrete("u8"), Datum::Bool(true))?, [Datum::Integer(1)]);
    Ok(())
}

#[test]
fn f32_is_computed_in_f32() -> Outcome {
    let name = "f32".into();
    let (a, b) = (1.1f32, 3.3f32);
    let operands = [Datum::Real(a.into()), Datum::Real(b.into())];
    for (primitive, expected) in
        [(Primitive::Mul, a * b), (Primitive::Powf, a.powf(b)), (Primitive::Atan2, a.atan2(b)), (Primitive::Div, a / b)]
    {
        let net = single(Operation::Primitive(primitive, std::sync::Arc::clone(&name)));
        assert_eq!(evaluate(&net, &operands)?, [Datum::Real(expected.into())], "{primitive:?}");
    }
    // An input of more digits is rounded first.
    let net = single(Operation::Primitive(Primitive::Neg, name));
    assert_eq!(evaluate(&net, &[Datum::Real(0.1)])?, [Datum::Real((-0.1f32).into())]);
    let constant = single(Operation::Constant(Constant::real(0.1), Type::real("f32")));
    assert_eq!(evaluate(&constant, &[])?, [Datum::Real(0.1f32.into())]);
    Ok(())
}

#[test]
fn long_nets_and_deep_calls_do_not_use_the_stack() -> Outcome {
    let mut b = Builder::new();
    let mut x = b.input(Type::f64(), Some("x"));
    let one = real(&mut b, 1.0);
    for _ in 0..20_000 {
        x = b.primitive(Primitive::Add, &[x, one])?;
    }
    let net = b.finish(&[x])?;
    assert_eq!(evaluate(&net, &[Datum::Real(0.0)])?, [Datum::Real(20_000.0)]);

    // f_0 = |v| v + 1, f_k = |v| f_(k-1)(v): the call of the last one is 5000 deep.
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let v = b.input(Type::f64(), Some("v"));
    let one = real(&mut b, 1.0);
    let sum = b.primitive(Primitive::Add, &[v, one])?;
    let mut function = b.close(&[sum])?;
    for _ in 0..5000 {
        b.open();
        let v = b.input(Type::f64(), Some("v"));
        let result = b.eval(function, &[v])?;
        function = b.close(&result)?;
    }
    let result = b.eval(function, &[x])?;
    let net = b.finish(&result)?;
    assert_eq!(evaluate(&net, &[Datum::Real(1.0)])?, [Datum::Real(2.0)]);
    Ok(())
}

#[test]
fn names_of_the_host_need_an_environment() -> Outcome {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    let gain = b.op1(Operation::Constant(Constant::Named { name: "GAIN".into(), id: 3 }, Type::f64()), &[])?;
    let product = b.primitive(Primitive::Mul, &[x, gain])?;
    let foreign = Foreign { name: "log".into(), id: 0, inputs: vec![Type::f64()], outputs: vec![Type::f64()] };
    let result = b.op(Operation::Foreign(foreign.into()), &[product])?;
    let net = b.finish(&result)?;
    assert_eq!(evaluate(&net, &[Datum::Real(2.0)]), Err(EvaluateError::Unknown("GAIN".into())));
    let environment = Environment::default()
        .with_constant(3, Datum::Real(5.0))
        .with_foreign(0, Closure::of_host(|operands| Ok(vec![operands[0].clone()])));
    assert_eq!(evaluate_with(&net, &[Datum::Real(2.0)], &environment)?, [Datum::Real(10.0)]);
    Ok(())
}

#[test]
fn what_does_not_fit_is_an_error() -> Outcome {
    let add = single(Operation::Primitive(Primitive::Add, "f64".into()));
    let error = evaluate(&add, &[Datum::Real(1.0)]);
    assert_eq!(error, Err(EvaluateError::Count { expected: 2, found: 1 }));
    assert!(matches!(evaluate(&add, &[Datum::Real(1.0), Datum::Bool(true)]), Err(EvaluateError::Type { .. })));
    let clamp = single(Operation::Primitive(Primitive::Clamp, "f64".into()));
    let crossed = [1.0, 2.0, 0.0].map(Datum::Real);
    assert!(matches!(evaluate(&clamp, &crossed), Err(EvaluateError::Panic(_))));
    let parts: std::sync::Arc<[Type]> = [Type::f64(), Type::bool()].into();
    let packed = evaluate(&single(Operation::Pack(parts)), &[Datum::Real(1.0), Datum::Bool(true)])?;
    assert_eq!(packed, [Datum::Tuple(vec![Datum::Real(1.0), Datum::Bool(true)])]);
    Ok(())
}

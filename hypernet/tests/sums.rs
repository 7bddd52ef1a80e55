//! The sums and products of the reverse pass, written anew by the simplifier: on small integers all arithmetic is exact, so
//! the gradient of a polynomial is the same number before and after.

use hypernet::adjoint::{adjoint, gradient_of_adjoint, value_and_gradient};
use hypernet::simplify::{reduce, simplify_adjoint, simplify_since, simplify_sums};
use hypernet::testing::config;
use hypernet::{Builder, Constant, Datum, Hypernet, Operation, Primitive, Type, Value, evaluate, isomorphic};
use proptest::prelude::*;
use proptest::sample::Index;

#[derive(Clone, Debug)]
enum Step {
    Binary(Primitive, Index, Index),
    Negate(Index),
    Scale(i8, Index),
    /// Divides by a power of two, which is exact.
    Halve(Index),
    /// Not a polynomial any more: only to see whether simplification ends.
    Smooth(Primitive, Index),
    Quotient(Index, Index),
    /// Calls a closure that squares and adds something captured, twice.
    Call(Index, Index),
}

fn steps(most: usize, smooth: u32) -> impl Strategy<Value = Vec<Step>> {
    let binary = prop::sample::select(vec![Primitive::Add, Primitive::Sub, Primitive::Mul]);
    let functions = prop::sample::select(vec![Primitive::Tanh, Primitive::Sin, Primitive::Recip, Primitive::Sqrt]);
    let step = prop_oneof![
        8 => (binary, any::<Index>(), any::<Index>()).prop_map(|(op, a, b)| Step::Binary(op, a, b)),
        1 => any::<Index>().prop_map(Step::Negate),
        2 => (prop::sample::select(vec![-3i8, -2, -1, 2, 3, 5]), any::<Index>()).prop_map(|(c, a)| Step::Scale(c, a)),
        1 => any::<Index>().prop_map(Step::Halve),
        smooth => (functions, any::<Index>()).prop_map(|(f, a)| Step::Smooth(f, a)),
        smooth => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Step::Quotient(a, b)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Step::Call(a, b)),
    ];
    prop::collection::vec(step, 1..most)
}

fn net(steps: &[Step]) -> Hypernet {
    let mut b = Builder::new();
    let mut values: Vec<Value> = (0..3).map(|_| b.input(Type::f64(), None)).collect();
    let constant = |b: &mut Builder, value: f64| {
        b.op(Operation::Constant(Constant::real(value), Type::f64()), &[]).expect("a constant takes nothing")[0]
    };
    // The last ones are the likeliest: sums get deep.
    for step in steps {
        let recent = values[values.len().saturating_sub(6)..].to_vec();
        let pick = |index: &Index| *index.get(&recent);
        let primitive = |b: &mut Builder, op, operands: &[Value]| b.primitive(op, operands).expect("reals");
        let value = match step {
            Step::Binary(op, x, y) => primitive(&mut b, *op, &[pick(x), pick(y)]),
            Step::Smooth(f, x) => primitive(&mut b, *f, &[pick(x)]),
            Step::Quotient(x, y) => primitive(&mut b, Primitive::Div, &[pick(x), pick(y)]),
            Step::Negate(x) => primitive(&mut b, Primitive::Neg, &[pick(x)]),
            Step::Scale(c, x) => {
                let c = constant(&mut b, f64::from(*c));
                primitive(&mut b, Primitive::Mul, &[c, pick(x)])
            }
            Step::Halve(x) => {
                let two = constant(&mut b, 2.0);
                primitive(&mut b, Primitive::Div, &[pick(x), two])
            }
            Step::Call(x, y) => {
                let (captured, argument) = (pick(x), pick(y));
                b.open();
                let inner = b.input(Type::f64(), None);
                let square = primitive(&mut b, Primitive::Mul, &[inner, inner]);
                let sum = primitive(&mut b, Primitive::Add, &[square, captured]);
                let closure = b.close(&[sum]).expect("a closure");
                let once = b.eval(closure, &[argument]).expect("a call")[0];
                let twice = b.eval(closure, &[captured]).expect("a call")[0];
                primitive(&mut b, Primitive::Sub, &[once, twice])
            }
        };
        values.push(value);
    }
    b.finish(&[*values.last().expect("three inputs")]).expect("a net")
}

fn numbers(data: &[Datum]) -> Vec<f64> {
    data.iter().filter_map(Datum::as_real).collect()
}

/// The value and its derivative in one direction, by dual numbers, step by step.
fn forward(steps: &[Step], x: [f64; 3], direction: usize) -> (f64, f64) {
    let mut values: Vec<(f64, f64)> = (0..3).map(|i| (x[i], f64::from(u8::from(i == direction)))).collect();
    for step in steps {
        let recent = &values[values.len().saturating_sub(6)..];
        let pick = |index: &Index| *index.get(recent);
        let square_plus = |v: (f64, f64), c: (f64, f64)| (v.0 * v.0 + c.0, 2.0 * v.0 * v.1 + c.1);
        let value = match step {
            Step::Binary(op, a, b) => {
                let (a, b) = (pick(a), pick(b));
                match op {
                    Primitive::Add => (a.0 + b.0, a.1 + b.1),
                    Primitive::Sub => (a.0 - b.0, a.1 - b.1),
                    _ => (a.0 * b.0, a.1 * b.0 + a.0 * b.1),
                }
            }
            Step::Smooth(..) | Step::Quotient(..) => unreachable!("polynomials are made without them"),
            Step::Negate(a) => (-pick(a).0, -pick(a).1),
            Step::Scale(c, a) => (f64::from(*c) * pick(a).0, f64::from(*c) * pick(a).1),
            Step::Halve(a) => (pick(a).0 / 2.0, pick(a).1 / 2.0),
            Step::Call(a, b) => {
                let (captured, argument) = (pick(a), pick(b));
                let (once, twice) = (square_plus(argument, captured), square_plus(captured, captured));
                (once.0 - twice.0, once.1 - twice.1)
            }
        };
        values.push(value);
    }
    *values.last().expect("three inputs")
}

/// Whether these numbers are so small that what leads to them is exact.
fn small(values: &[f64]) -> bool {
    values.iter().all(|value| value.abs() < 1e9)
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn gradients_of_polynomials_are_the_same_numbers(steps in steps(14, 0), x in prop::array::uniform3(-3i8..=3)) {
        let x = x.map(f64::from);
        let inputs: Vec<Datum> = x.iter().copied().map(Datum::Real).collect();
        let expected: Vec<f64> = std::iter::once(forward(&steps, x, 0).0).chain((0..3).map(|i| forward(&steps, x, i).1)).collect();
        prop_assume!(small(&expected));
        let primal = net(&steps);

        let mut gradient = value_and_gradient(&primal).expect("one real output");
        simplify_adjoint(&mut gradient, 1);
        prop_assert_eq!(gradient.validate(), Ok(()));
        let found = numbers(&evaluate(&gradient, &inputs).expect("a valid net on reals"));
        prop_assert_eq!(&found, &expected, "{}", gradient);

        for stop_early in [true, false] {
            let mut whole = adjoint(&primal).expect("first-order interfaces");
            if stop_early { reduce(&mut whole) } else { simplify_adjoint(&mut whole, 1) }
            prop_assert_eq!(whole.validate(), Ok(()));
            let results = evaluate(&whole, &inputs).expect("a valid net on reals");
            let back = results[1].as_function().expect("a backpropagator").call(&[Datum::Real(1.0)]).expect("a valid net");
            prop_assert_eq!(&numbers(&back)[..], &expected[1..], "{}", whole);
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    /// Rewriting sums and sharing their parts do not go in circles, and do not lose their way in large nets.
    #[test]
    fn simplification_of_long_sums_ends(steps in steps(100, 3)) {
        let mut gradient = value_and_gradient(&net(&steps)).expect("one real output");
        simplify_adjoint(&mut gradient, 1);
        prop_assert_eq!(gradient.validate(), Ok(()));
    }
}

proptest! {
    #![proptest_config(config(400))]

    /// What has been simplified stays as it is.
    #[test]
    fn simplification_ends_in_a_fixed_point(steps in steps(24, 3)) {
        let primal = net(&steps);
        let mut whole = adjoint(&primal).expect("first-order interfaces");
        reduce(&mut whole);
        simplify_sums(&mut whole, 1);
        let mut gradient = value_and_gradient(&primal).expect("one real output");
        simplify_adjoint(&mut gradient, 1);
        let since = whole.id_bounds().0;
        let mut of_whole = gradient_of_adjoint(whole.clone()).expect("one real output");
        simplify_since(&mut of_whole, 1, since);
        for simple in [whole, gradient, of_whole] {
            let mut again = simple.clone();
            simplify_adjoint(&mut again, 1);
            prop_assert!(isomorphic(&simple, &again), "{primal}\n{simple}\n{again}");
        }
    }
}

/// How many operations a gradient takes, for forms that a person would write with as many.
#[test]
fn forms_are_as_short_as_by_hand() {
    let operations = |source: &str| {
        let mut net = value_and_gradient(&hypernet::text::parse(source).expect("a net")).expect("one real output");
        simplify_adjoint(&mut net, 1);
        let arithmetic = |id: &hypernet::EdgeId| {
            matches!(net.edge(*id).operation(), Some(Operation::Primitive(..) | Operation::Plus(_)))
        };
        net.edge_ids().filter(arithmetic).count()
    };
    // x⁴: the square, its square, and 4 x² x.
    let fourth =
        "net (x: f64) -> f64 {\n  a, b = copy x\n  s = mul a, b\n  c, d = copy s\n  f = mul c, d\n  return f\n}";
    assert_eq!(operations(fourth), 4);
    // x y + x z: the sum and its two products; y + z, and x twice.
    let common = "net (x: f64, y: f64, z: f64) -> f64 {\n  a, b = copy x\n  p = mul a, y\n  q = mul b, z\n  s = add p, q\n  return s\n}";
    assert_eq!(operations(common), 4);
    // 3 (x - y)²: difference, square, three times; 6 (x - y), and its negative.
    let square = "net (x: f64, y: f64) -> f64 {\n  d = sub x, y\n  a, b = copy d\n  s = mul a, b\n  c = const 3.0: f64\n  v = mul c, s\n  return v\n}";
    assert_eq!(operations(square), 5);
    // cos(x + x - x - x): four operations; the sine, and what is left of x + x - x - x. That is not zero: it may be infinite.
    let cancelling = "net (x: f64) -> f64 {\n  a, b = copy x\n  c, d = copy b\n  e, f = copy d\n  g = add a, c\n  h = sub g, e\n  i = sub h, f\n  v = cos i\n  return v\n}";
    assert_eq!(operations(cancelling), 6);
}

/// Additions to one element become one while sums are rewritten, and what only one branch uses moves into it: neither is a circle.
#[test]
fn other_rules_between_rounds_are_no_circle() {
    for source in
        [include_str!("sums/additions_to_an_element.txt"), include_str!("sums/a_sign_that_moves_into_a_branch.txt")]
    {
        let mut whole = hypernet::text::parse(source).expect("a net");
        simplify_sums(&mut whole, 1);
        assert_eq!(whole.validate(), Ok(()));
    }
}

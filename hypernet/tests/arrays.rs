//! Arrays: what loops over them compute, and their adjoints against closed forms and differences.

#![expect(clippy::many_single_char_names, reason = "arrays, their lengths and indices")]

use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::{
    ArrayOp, Builder, Constant, Datum, Hypernet, Label, Layout, Operation, PlaceStep, Position, Primitive, Sequence,
    Type, Value, evaluate, simplify,
};

const AT: Position = Position::checked(1);

fn array() -> Type {
    Type::Array(Type::f64().into())
}

fn op(b: &mut Builder, op: ArrayOp, operands: &[Value]) -> Vec<Value> {
    b.op(Operation::Array(op, array()), operands).expect("an operation on arrays")
}

fn integer(b: &mut Builder, value: i128) -> Value {
    b.op1(Operation::Constant(Constant::Integer(value), Type::discrete("usize")), &[]).expect("a constant")
}

fn real(b: &mut Builder, value: f64) -> Value {
    b.op1(Operation::Constant(Constant::real(value), Type::f64()), &[]).expect("a constant")
}

fn numbers(values: &[f64]) -> Datum {
    Datum::Array(values.iter().copied().map(Datum::Real).collect())
}

fn read(datum: &Datum) -> Vec<f64> {
    match datum {
        Datum::Array(elements) => elements.iter().map(|element| element.as_real().expect("a real")).collect(),
        other => panic!("no array: {other:?}"),
    }
}

/// `Σ a[i] b[i]`: gives the product and both arrays back.
fn dot() -> Hypernet {
    let mut b = Builder::new();
    let (x, y) = (b.input(array(), Some("x")), b.input(array(), Some("y")));
    let [x, n] = op(&mut b, ArrayOp::Len(Position::WHOLE), &[x])[..] else { panic!("two results") };
    let (zero, sum) = (integer(&mut b, 0), real(&mut b, 0.0));
    b.open_branch();
    let i = b.input(Type::discrete("usize"), Some("i"));
    let sum_now = b.input(Type::f64(), Some("sum"));
    let (x_now, y_now) = (b.input(array(), Some("x")), b.input(array(), Some("y")));
    let [x_now, of_x] = op(&mut b, ArrayOp::Get(AT), &[x_now, i])[..] else { panic!("two results") };
    let [y_now, of_y] = op(&mut b, ArrayOp::Get(AT), &[y_now, i])[..] else { panic!("two results") };
    let product = b.primitive(Primitive::Mul, &[of_x, of_y]).expect("reals");
    let sum_next = b.primitive(Primitive::Add, &[sum_now, product]).expect("reals");
    let body = b.close_branch(&[sum_next, x_now, y_now]).expect("a body");
    let results = b.fold(Sequence::UPWARDS, &[zero, n], &[sum, x, y], body).expect("a loop");
    b.finish(&results).expect("a net")
}

/// `for i in 1..n { y[i] = sin(y[i - 1]) * y[i] }`, in place; gives the last element.
fn recurrence() -> Hypernet {
    let mut b = Builder::new();
    let y = b.input(array(), Some("y"));
    let [y, n] = op(&mut b, ArrayOp::Len(Position::WHOLE), &[y])[..] else { panic!("two results") };
    let one = integer(&mut b, 1);
    b.open_branch();
    let i = b.input(Type::discrete("usize"), Some("i"));
    let y_now = b.input(array(), Some("y"));
    let one_inside = integer(&mut b, 1);
    let before = Operation::Discrete(hypernet::DiscreteOp::Sub, "usize".into());
    let before = b.op1(before, &[i, one_inside]).expect("integers");
    let [y_now, last] = op(&mut b, ArrayOp::Get(AT), &[y_now, before])[..] else { panic!("two results") };
    let [y_now, here] = op(&mut b, ArrayOp::Get(AT), &[y_now, i])[..] else { panic!("two results") };
    let sine = b.primitive(Primitive::Sin, &[last]).expect("a real");
    let product = b.primitive(Primitive::Mul, &[sine, here]).expect("reals");
    let y_now = op(&mut b, ArrayOp::Set(AT), &[y_now, i, product]);
    let body = b.close_branch(&y_now).expect("a body");
    let y = b.fold(Sequence::UPWARDS, &[one, n], &[y], body).expect("a loop")[0];
    let at = Operation::Discrete(hypernet::DiscreteOp::Sub, "usize".into());
    let at = b.op1(at, &[n, one]).expect("integers");
    let [y, last] = op(&mut b, ArrayOp::Get(AT), &[y, at])[..] else { panic!("two results") };
    b.finish(&[last, y]).expect("a net")
}

/// A scratch array of the squares, summed: `let mut s = vec![0.0; n]; s[i] += x[i] * x[i]; Σ s[i] x[i]`.
fn scratch() -> Hypernet {
    let mut b = Builder::new();
    let x = b.input(array(), Some("x"));
    let [x, n] = op(&mut b, ArrayOp::Len(Position::WHOLE), &[x])[..] else { panic!("two results") };
    let (zero, nothing) = (integer(&mut b, 0), real(&mut b, 0.0));
    let s = op(&mut b, ArrayOp::New(Layout::vector()), &[nothing, n])[0];
    b.open_branch();
    let i = b.input(Type::discrete("usize"), Some("i"));
    let (s_now, x_now) = (b.input(array(), Some("s")), b.input(array(), Some("x")));
    let [x_now, value] = op(&mut b, ArrayOp::Get(AT), &[x_now, i])[..] else { panic!("two results") };
    let square = b.primitive(Primitive::Mul, &[value, value]).expect("reals");
    let s_now = op(&mut b, ArrayOp::AddAt(AT), &[s_now, i, square])[0];
    let body = b.close_branch(&[s_now, x_now]).expect("a body");
    let [s, x] = b.fold(Sequence::UPWARDS, &[zero, n], &[s, x], body).expect("a loop")[..] else { panic!("two") };
    b.open_branch();
    let i = b.input(Type::discrete("usize"), Some("i"));
    let sum_now = b.input(Type::f64(), Some("sum"));
    let (s_now, x_now) = (b.input(array(), Some("s")), b.input(array(), Some("x")));
    let [x_now, of_x] = op(&mut b, ArrayOp::Get(AT), &[x_now, i])[..] else { panic!("two results") };
    let [s_now, of_s] = op(&mut b, ArrayOp::Get(AT), &[s_now, i])[..] else { panic!("two results") };
    let product = b.primitive(Primitive::Mul, &[of_x, of_s]).expect("reals");
    let sum_next = b.primitive(Primitive::Add, &[sum_now, product]).expect("reals");
    let body = b.close_branch(&[sum_next, s_now, x_now]).expect("a body");
    let [sum, s, x] = b.fold(Sequence::UPWARDS, &[zero, n], &[nothing, s, x], body).expect("a loop")[..] else {
        panic!("three results")
    };
    op(&mut b, ArrayOp::Drop, &[s]);
    b.finish(&[sum, x]).expect("a net")
}

/// The value and the gradient of a net on arrays, as it is and simplified; and what it looks like then.
fn gradient(net: &Hypernet, given: &[&[f64]]) -> (f64, Vec<Vec<f64>>, Hypernet) {
    assert_eq!(net.validate(), Ok(()));
    assert_eq!(adjoint(net).expect("an adjoint").validate(), Ok(()));
    let mut gradient = value_and_gradient(net).expect("one real");
    let mut found = Vec::new();
    for _ in 0..2 {
        assert_eq!(gradient.validate(), Ok(()), "{gradient}");
        let mut inputs: Vec<Datum> = given.iter().map(|array| numbers(array)).collect();
        inputs.extend(given.iter().map(|array| numbers(&vec![0.0; array.len()])));
        let outputs = evaluate(&gradient, &inputs).unwrap_or_else(|error| panic!("{error}\n{gradient}"));
        let arrays = outputs[outputs.len() - given.len()..].iter().map(read).collect::<Vec<_>>();
        found.push((outputs[0].as_real().expect("a real"), arrays));
        simplify::simplify(&mut gradient);
    }
    assert_eq!(found[0], found[1]);
    let (value, arrays) = found.remove(0);
    (value, arrays, gradient)
}

/// How many tapes a net leaves.
fn tapes(net: &Hypernet) -> usize {
    net.wire_ids().filter(|&id| matches!(net.wire(id).ty(), Type::Tape(_)) && net.producer_edge(id).is_some()).count()
}

fn operations(net: &Hypernet, wanted: fn(&Operation) -> bool) -> usize {
    net.edge_ids()
        .filter(|&id| matches!(net.edge(id).label(), Label::Operation(operation) if wanted(operation)))
        .count()
}

#[test]
fn the_dot_product_reads_its_arrays_again_and_leaves_nothing() {
    let (x, y) = ([1.0, -2.0, 3.5], [0.5, 4.0, -1.0]);
    let (value, sensitivities, net) = gradient(&dot(), &[&x, &y]);
    assert_eq!(value.to_bits(), (0.0 + 0.5 - 8.0 - 3.5_f64).to_bits());
    assert_eq!(sensitivities, [y.to_vec(), x.to_vec()]);
    assert_eq!(tapes(&net), 0, "{net}");
    assert_eq!(operations(&net, |operation| matches!(operation, Operation::Array(ArrayOp::Get(_), _))), 0, "{net}");
}

/// The value and the gradient by differences.
fn differences(value: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    const STEP: f64 = 1e-6;
    let at = |i: usize, step: f64| {
        let mut x = x.to_vec();
        x[i] += step;
        value(&x)
    };
    (0..x.len()).map(|i| (at(i, STEP) - at(i, -STEP)) / (2.0 * STEP)).collect()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8)
}

#[test]
fn a_recurrence_in_place() {
    let plain = |y: &[f64]| {
        let mut y = y.to_vec();
        for i in 1..y.len() {
            y[i] *= y[i - 1].sin();
        }
        y[y.len() - 1]
    };
    let y = [0.3, 1.1, -0.7, 2.0];
    let (value, sensitivities, _) = gradient(&recurrence(), &[&y]);
    assert_eq!(value.to_bits(), plain(&y).to_bits());
    assert!(close(&sensitivities[0], &differences(plain, &y)), "{sensitivities:?}");
}

#[test]
fn a_scratch_array_ends_where_it_was_made() {
    let x = [0.3, 1.1, -0.7];
    let (value, sensitivities, net) = gradient(&scratch(), &[&x]);
    assert!((value - x.iter().map(|x| x * x * x).sum::<f64>()).abs() < 1e-15);
    let expected: Vec<f64> = x.iter().map(|x| 3.0 * x * x).collect();
    assert!(close(&sensitivities[0], &expected), "{sensitivities:?}\n{net}");
}

/// `vec![x; 3]`, which is dropped; gives `x`.
fn unused(of: impl Fn(&mut Builder, Value) -> Value) -> Hypernet {
    let mut b = Builder::new();
    let (a, x) = (b.input(array(), Some("a")), b.input(Type::f64(), Some("x")));
    let (three, element) = (integer(&mut b, 3), of(&mut b, x));
    let made = op(&mut b, ArrayOp::New(Layout::vector()), &[element, three])[0];
    op(&mut b, ArrayOp::Drop, &[made]);
    b.finish(&[x, a]).expect("a net")
}

#[test]
fn an_array_that_nobody_reads_leaves_nothing() {
    for of in [|_: &mut Builder, x| x, |b: &mut Builder, x| b.primitive(Primitive::Ceil, &[x]).expect("a real")] {
        let mut gradient = value_and_gradient(&unused(of)).expect("one real");
        simplify::simplify(&mut gradient);
        assert_eq!(gradient.validate(), Ok(()), "{gradient}");
        assert_eq!(operations(&gradient, |operation| matches!(operation, Operation::Array(..))), 0, "{gradient}");
        let outputs = evaluate(&gradient, &[numbers(&[]), Datum::Real(5.0), numbers(&[])]).expect("a value everywhere");
        let reals: Vec<f64> = outputs.iter().filter_map(Datum::as_real).collect();
        assert_eq!(reals, [5.0, 1.0]);
    }
}

/// A function that takes a function is written out where it is called; arrays are looked at after the adjoint alone.
#[test]
fn functions_are_specialised_beside_arrays() {
    let mut b = Builder::new();
    let a = b.input(array(), Some("a"));
    b.open();
    let f = b.input(Type::open_function(vec![Type::f64()], vec![Type::f64()]), Some("f"));
    let v = b.input(Type::f64(), Some("v"));
    let once = b.eval(f, &[v]).expect("a call");
    let result = b.eval(f, &once).expect("a call");
    let twice = b.close(&result).expect("a function");
    b.open();
    let v = b.input(Type::f64(), Some("v"));
    let sine = b.primitive(Primitive::Sin, &[v]).expect("a real");
    let sine = b.close(&[sine]).expect("a function");
    let zero = integer(&mut b, 0);
    let [a, first] = op(&mut b, ArrayOp::Get(AT), &[a, zero])[..] else { panic!("two results") };
    let result = b.eval(twice, &[sine, first]).expect("a call")[0];
    let mut net = b.finish(&[result, a]).expect("a net");
    assert!(simplify::specialise(&mut net));
    let (value, sensitivities, _) = gradient(&net, &[&[0.3, 1.0]]);
    assert_eq!(value.to_bits(), 0.3_f64.sin().sin().to_bits());
    assert!(close(&sensitivities[0], &[0.3_f64.sin().cos() * 0.3_f64.cos(), 0.0]), "{sensitivities:?}");
}

/// A constant `usize` beside others.
fn range(b: &mut Builder, first: i128, end: i128) -> [Value; 2] {
    [integer(b, first), integer(b, end)]
}

/// `Σ (Σ a[i k + j] x[j])²` over the rows of `a`, where a row is taken out of `a` and put back.
fn rows(k: i128) -> Hypernet {
    const ROW: Position = Position::checked(0).within(PlaceStep::Range(false));
    let mut b = Builder::new();
    let (a, x) = (b.input(array(), Some("a")), b.input(array(), Some("x")));
    let [a, n] = op(&mut b, ArrayOp::Len(Position::WHOLE), &[a])[..] else { panic!("two results") };
    let (zero, sum, width) = (integer(&mut b, 0), real(&mut b, 0.0), integer(&mut b, k));
    let discrete = |op| Operation::Discrete(op, "usize".into());
    let count = b.op1(discrete(hypernet::DiscreteOp::Div), &[n, width]).expect("integers");
    b.open_branch();
    let i = b.input(Type::discrete("usize"), Some("i"));
    let sum_now = b.input(Type::f64(), Some("sum"));
    let (a_now, x_now) = (b.input(array(), Some("a")), b.input(array(), Some("x")));
    let width = integer(&mut b, k);
    let first = b.op1(discrete(hypernet::DiscreteOp::Mul), &[i, width]).expect("integers");
    let end = b.op1(discrete(hypernet::DiscreteOp::Add), &[first, width]).expect("integers");
    let [row, rest] = op(&mut b, ArrayOp::Split(ROW), &[a_now, first, end])[..] else { panic!("two results") };
    let [row, n] = op(&mut b, ArrayOp::Len(Position::WHOLE), &[row])[..] else { panic!("two results") };
    let (zero_inside, nothing) = (integer(&mut b, 0), real(&mut b, 0.0));
    b.open_branch();
    let j = b.input(Type::discrete("usize"), Some("j"));
    let inner = b.input(Type::f64(), Some("inner"));
    let (row_now, x_inner) = (b.input(array(), Some("row")), b.input(array(), Some("x")));
    let [row_now, of_row] = op(&mut b, ArrayOp::Get(AT), &[row_now, j])[..] else { panic!("two results") };
    let [x_inner, of_x] = op(&mut b, ArrayOp::Get(AT), &[x_inner, j])[..] else { panic!("two results") };
    let product = b.primitive(Primitive::Mul, &[of_row, of_x]).expect("reals");
    let inner = b.primitive(Primitive::Add, &[inner, product]).expect("reals");
    let body = b.close_branch(&[inner, row_now, x_inner]).expect("a body");
    let results = b.fold(Sequence::UPWARDS, &[zero_inside, n], &[nothing, row, x_now], body).expect("a loop");
    let [inner, row, x_now] = results[..] else { panic!("three results") };
    let a_now = op(&mut b, ArrayOp::Join(ROW.reached()), &[row, rest, first, end])[0];
    let square = b.primitive(Primitive::Mul, &[inner, inner]).expect("reals");
    let sum_next = b.primitive(Primitive::Add, &[sum_now, square]).expect("reals");
    let body = b.close_branch(&[sum_next, a_now, x_now]).expect("a body");
    let results = b.fold(Sequence::UPWARDS, &[zero, count], &[sum, a, x], body).expect("a loop");
    b.finish(&results).expect("a net")
}

#[test]
fn rows_are_taken_out_and_put_back() {
    let (a, x) = ([0.3, 1.1, -0.7, 2.0, 0.4, -1.5], [0.9, -0.2]);
    let products: Vec<f64> = a.chunks(2).map(|row| row[0] * x[0] + row[1] * x[1]).collect();
    let (value, sensitivities, net) = gradient(&rows(2), &[&a, &x]);
    assert!((value - products.iter().map(|y| y * y).sum::<f64>()).abs() < 1e-14);
    let of_a: Vec<f64> = products.iter().flat_map(|y| x.map(|x| 2.0 * y * x)).collect();
    let of_x: Vec<f64> = (0..2).map(|j| (0..3).map(|i| 2.0 * products[i] * a[2 * i + j]).sum()).collect();
    assert!(close(&sensitivities[0], &of_a), "{sensitivities:?}\n{net}");
    assert!(close(&sensitivities[1], &of_x), "{sensitivities:?}\n{net}");
    // The rows are looked at where they are.
    assert_eq!(operations(&net, |operation| matches!(operation, Operation::Array(ArrayOp::Get(_), _))), 0, "{net}");
}

/// An element of a part, read, set, added to and taken, against the same of the whole.
#[test]
fn an_element_of_a_part_is_one_of_the_whole() {
    let a = [0.3, 1.1, -0.7, 2.0, 0.4];
    for through in [false, true] {
        let part = Position::checked(0).within(PlaceStep::Range(through));
        let element = AT.within(PlaceStep::Range(through));
        for (first, end, at) in [(0, 2, 0), (1, 3, 1), (2, 4, 1), (1, 4, 2)] {
            let net = |within: bool| {
                let mut b = Builder::new();
                let (a, x) = (b.input(array(), Some("a")), b.input(Type::f64(), Some("x")));
                let (bounds, index) = (range(&mut b, first, end), integer(&mut b, at));
                let of = |b: &mut Builder, op_at: fn(Position) -> ArrayOp, array: Value, more: &[Value]| {
                    if within {
                        let operands = [&[array], bounds.as_slice(), &[index], more].concat();
                        return op(b, op_at(element), &operands);
                    }
                    let split = [&[array], bounds.as_slice()].concat();
                    let [taken, rest] = op(b, ArrayOp::Split(part), &split)[..] else { panic!("two results") };
                    let mut results = op(b, op_at(AT), &[&[taken, index], more].concat());
                    let join = [&[results[0], rest], bounds.as_slice()].concat();
                    results[0] = op(b, ArrayOp::Join(part.reached()), &join)[0];
                    results
                };
                let [a, read] = of(&mut b, ArrayOp::Get, a, &[])[..] else { panic!("two results") };
                let a = of(&mut b, ArrayOp::AddAt, a, &[x])[0];
                let [a, taken] = of(&mut b, ArrayOp::Take, a, &[])[..] else { panic!("two results") };
                let product = b.primitive(Primitive::Mul, &[taken, read]).expect("reals");
                let sine = b.primitive(Primitive::Sin, &[product]).expect("a real");
                let a = of(&mut b, ArrayOp::Set, a, &[sine])[0];
                let [a, last] = of(&mut b, ArrayOp::Get, a, &[])[..] else { panic!("two results") };
                b.finish(&[last, a]).expect("a net")
            };
            let results = [net(false), net(true)].map(|net| {
                assert_eq!(net.to_string().parse::<Hypernet>().expect("a net").to_string(), net.to_string());
                let mut gradient = value_and_gradient(&net).expect("one real");
                let mut found = Vec::new();
                for _ in 0..2 {
                    assert_eq!(gradient.validate(), Ok(()), "{gradient}");
                    let inputs = [numbers(&a), Datum::Real(0.6), numbers(&[0.0; 5])];
                    found.push(evaluate(&gradient, &inputs).unwrap_or_else(|error| panic!("{error}\n{gradient}")));
                    simplify::simplify(&mut gradient);
                }
                assert_eq!(found[0], found[1], "{gradient}");
                found.remove(0)
            });
            let element = a[usize::try_from(first + at).expect("an index")];
            let inner = (element + 0.6) * element;
            assert_eq!(results[0], results[1]);
            assert_eq!(results[0][0].as_real().map(f64::to_bits), Some(inner.sin().to_bits()));
            let reals: Vec<f64> = results[0].iter().filter_map(Datum::as_real).collect();
            assert!(close(&reals[1..], &[inner.cos() * element]), "{reals:?}");
        }
        // Out of bounds, and a range that ends before it starts.
        for (first, end, at) in [(0, 6, 0), (3, 1, 0), (1, 3, 3), (6, 6, 0)] {
            let mut b = Builder::new();
            let a = b.input(array(), Some("a"));
            let (bounds, index) = (range(&mut b, first, end), integer(&mut b, at));
            let read = op(&mut b, ArrayOp::Get(element), &[&[a], bounds.as_slice(), &[index]].concat());
            let net = b.finish(&[read[1], read[0]]).expect("a net");
            assert!(evaluate(&net, &[numbers(&[0.3, 1.1, -0.7, 2.0, 0.4])]).is_err());
        }
    }
}

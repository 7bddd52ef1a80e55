//! What is done to whole arrays: gradients against closed forms and differences, panics, and what simplification leaves.

#![expect(clippy::many_single_char_names, reason = "arrays, indices and the builder")]

use hypernet::adjoint::value_and_gradient;
use hypernet::{
    ArrayOp, Builder, Checks, Cloned, Constant, Datum, EvaluateError, Hypernet, Label, Operation, Position, Primitive,
    Type, Value, Whole, evaluate, simplify,
};

const AT: Position = Position::checked(1);
const CHECKED: Checks = Checks::CHECKED;

fn array() -> Type {
    Type::Array(Type::f64().into())
}

fn op(b: &mut Builder, op: ArrayOp, operands: &[Value]) -> Vec<Value> {
    b.op(Operation::Array(op, array()), operands).expect("an operation on arrays")
}

fn whole(b: &mut Builder, of: Whole, operands: &[Value]) -> Vec<Value> {
    op(b, ArrayOp::Whole(of), operands)
}

fn integer(b: &mut Builder, value: i128) -> Value {
    b.op1(Operation::Constant(Constant::Integer(value), Type::discrete("usize")), &[]).expect("a constant")
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

/// `Σ (k + 1) sin(a[k])` of the first three elements: which elements are where matters.
fn weighed(b: &mut Builder, mut array: Value) -> (Value, Value) {
    let mut sum = b.real(0.0, &Type::f64());
    for k in 0..3 {
        let at = integer(b, k);
        let [after, element] = op(b, ArrayOp::Get(AT), &[array, at])[..] else { panic!("two results") };
        array = after;
        let sine = b.primitive(Primitive::Sin, &[element]).expect("a real");
        #[expect(clippy::cast_precision_loss, reason = "it is small")]
        let weight = b.real(k as f64 + 1.0, &Type::f64());
        let term = b.primitive(Primitive::Mul, &[weight, sine]).expect("reals");
        sum = b.primitive(Primitive::Add, &[sum, term]).expect("reals");
    }
    (sum, array)
}

fn plain_weighed(array: &[f64]) -> f64 {
    (1..).zip(&array[..3]).map(|(weight, value)| f64::from(weight) * value.sin()).sum()
}

/// The value and the gradient, as it is and simplified.
fn gradient(net: &Hypernet, arrays: &[&[f64]], reals: &[f64]) -> (f64, Vec<Vec<f64>>, Vec<f64>, Hypernet) {
    assert_eq!(net.validate(), Ok(()));
    let mut gradient = value_and_gradient(net).expect("one real");
    let mut found = Vec::new();
    for _ in 0..2 {
        assert_eq!(gradient.validate(), Ok(()), "{gradient}");
        let mut inputs: Vec<Datum> = arrays.iter().map(|array| numbers(array)).collect();
        inputs.extend(reals.iter().copied().map(Datum::Real));
        inputs.extend(arrays.iter().map(|array| numbers(&vec![0.0; array.len()])));
        let outputs = evaluate(&gradient, &inputs).unwrap_or_else(|error| panic!("{error}\n{gradient}"));
        let from = outputs.len() - arrays.len() - reals.len();
        let given = outputs[from..from + arrays.len()].iter().map(read).collect::<Vec<_>>();
        let of_reals: Vec<f64> =
            outputs[from + arrays.len()..].iter().map(|real| real.as_real().expect("a real")).collect();
        found.push((outputs[0].as_real().expect("a real"), given, of_reals));
        simplify::simplify(&mut gradient);
    }
    assert_eq!(found[0], found[1]);
    let (value, given, of_reals) = found.remove(0);
    (value, given, of_reals, gradient)
}

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

fn count(net: &Hypernet, wanted: impl Fn(&ArrayOp) -> bool) -> usize {
    let is = |label: &Label| matches!(label, Label::Operation(Operation::Array(op, _)) if wanted(op));
    net.edge_ids().filter(|&id| is(net.edge(id).label())).count()
}

fn swapped(first: i128, second: i128) -> Hypernet {
    let mut b = Builder::new();
    let a = b.input(array(), Some("a"));
    let (i, j) = (integer(&mut b, first), integer(&mut b, second));
    let a = whole(&mut b, Whole::Swap(CHECKED), &[a, i, j])[0];
    let (sum, a) = weighed(&mut b, a);
    b.finish(&[sum, a]).expect("a net")
}

#[test]
fn elements_change_places_with_their_accumulators() {
    let a = [0.3, -1.2, 2.5];
    for (i, j) in [(0, 2), (1, 1), (2, 1)] {
        let plain = |a: &[f64]| {
            let mut a = a.to_vec();
            a.swap(usize::try_from(i).expect("small"), usize::try_from(j).expect("small"));
            plain_weighed(&a)
        };
        let (value, given, _, net) = gradient(&swapped(i, j), &[&a], &[]);
        assert_eq!(value.to_bits(), plain(&a).to_bits());
        assert!(close(&given[0], &differences(plain, &a)), "{given:?}\n{net}");
        assert_eq!(count(&net, |op| matches!(op, ArrayOp::Whole(Whole::Swap(_)))), 2, "{net}");
    }
    for (i, j) in [(0, 3), (3, 0)] {
        let panics = evaluate(&swapped(i, j), &[numbers(&a)]);
        assert!(matches!(panics, Err(EvaluateError::Panic("index out of bounds"))), "{panics:?}");
    }
}

#[test]
fn a_value_written_everywhere_gets_what_all_elements_get() {
    let mut b = Builder::new();
    let (a, v) = (b.input(array(), Some("a")), b.input(Type::f64(), Some("v")));
    let (before, a) = weighed(&mut b, a);
    let a = whole(&mut b, Whole::SetAll, &[a, v])[0];
    let (after, a) = weighed(&mut b, a);
    let product = b.primitive(Primitive::Mul, &[before, after]).expect("reals");
    let net = b.finish(&[product, a]).expect("a net");
    let plain = |x: &[f64]| plain_weighed(x) * plain_weighed(&[x[3]; 3]);
    let x = [0.4, 1.9, -0.2, 0.7];
    let (value, given, of_reals, net) = gradient(&net, &[&x[..3]], &x[3..]);
    assert_eq!(value.to_bits(), plain(&x).to_bits());
    assert!(close(&[&given[0][..], &of_reals].concat(), &differences(plain, &x)), "{given:?}\n{net}");
}

#[test]
fn nobody_sums_for_a_constant_written_everywhere() {
    let mut b = Builder::new();
    let a = b.input(array(), Some("a"));
    let (before, a) = weighed(&mut b, a);
    let two = b.real(2.0, &Type::f64());
    let a = whole(&mut b, Whole::SetAll, &[a, two])[0];
    let (after, a) = weighed(&mut b, a);
    let product = b.primitive(Primitive::Mul, &[before, after]).expect("reals");
    let net = b.finish(&[product, a]).expect("a net");
    let x = [0.4, 1.9, -0.2];
    let (_, given, _, net) = gradient(&net, &[&x], &[]);
    assert!(close(&given[0], &differences(|x| plain_weighed(x) * plain_weighed(&[2.0; 3]), &x)), "{given:?}");
    assert_eq!(count(&net, |op| matches!(op, ArrayOp::Total(_))), 0, "{net}");
}

fn copied() -> Hypernet {
    let mut b = Builder::new();
    let (x, y) = (b.input(array(), Some("x")), b.input(array(), Some("y")));
    let (before, x) = weighed(&mut b, x);
    let [x, y] = whole(&mut b, Whole::Copy(CHECKED), &[x, y])[..] else { panic!("two arrays") };
    let (after, x) = weighed(&mut b, x);
    let (one, two) = (integer(&mut b, 1), b.real(2.0, &Type::f64()));
    let x = op(&mut b, ArrayOp::Set(AT), &[x, one, two])[0];
    let (written, x) = weighed(&mut b, x);
    let product = b.primitive(Primitive::Mul, &[before, after]).expect("reals");
    let product = b.primitive(Primitive::Mul, &[product, written]).expect("reals");
    b.finish(&[product, x, y]).expect("a net")
}

#[test]
fn a_copied_array_gets_what_the_copy_gets() {
    let plain = |x: &[f64]| {
        let (mut a, b) = (x[..3].to_vec(), &x[3..]);
        let before = plain_weighed(&a);
        a.copy_from_slice(b);
        let after = plain_weighed(&a);
        a[1] = 2.0;
        before * after * plain_weighed(&a)
    };
    let x = [0.4, 1.9, -0.2, 1.1, -2.0, 0.6];
    let (value, given, _, net) = gradient(&copied(), &[&x[..3], &x[3..]], &[]);
    assert_eq!(value.to_bits(), plain(&x).to_bits());
    assert!(close(&given.concat(), &differences(plain, &x)), "{given:?}\n{net}");
    // Nothing writes to the second array: it is looked at.
    assert_eq!(count(&net, |op| matches!(op, ArrayOp::Whole(Whole::CopyLook(_)))), 1, "{net}");
    let panics = evaluate(&copied(), &[numbers(&x[..3]), numbers(&x[2..])]);
    assert!(matches!(panics, Err(EvaluateError::Panic("arrays of different lengths"))), "{panics:?}");
}

#[test]
fn two_arrays_made_of_one() {
    for cloned in [Cloned::Same, Cloned::Growing] {
        let mut b = Builder::new();
        let x = b.input(array(), Some("x"));
        let [x, y] = whole(&mut b, Whole::Clone(cloned), &[x])[..] else { panic!("two arrays") };
        let (one, zero) = (integer(&mut b, 1), integer(&mut b, 0));
        let [y, first] = op(&mut b, ArrayOp::Get(AT), &[y, zero])[..] else { panic!("two results") };
        let square = b.primitive(Primitive::Mul, &[first, first]).expect("reals");
        let y = op(&mut b, ArrayOp::Set(AT), &[y, one, square])[0];
        let (of_y, y) = weighed(&mut b, y);
        let (of_x, x) = weighed(&mut b, x);
        let product = b.primitive(Primitive::Mul, &[of_x, of_y]).expect("reals");
        op(&mut b, ArrayOp::Drop, &[y]);
        let net = b.finish(&[product, x]).expect("a net");
        let plain = |x: &[f64]| {
            let mut y = x.to_vec();
            y[1] = y[0] * y[0];
            plain_weighed(x) * plain_weighed(&y)
        };
        let x = [0.4, 1.9, -0.2];
        let (value, given, _, net) = gradient(&net, &[&x], &[]);
        assert_eq!(value.to_bits(), plain(&x).to_bits());
        assert!(close(&given[0], &differences(plain, &x)), "{given:?}\n{net}");
        assert_eq!(count(&net, |op| matches!(op, ArrayOp::Whole(Whole::Clone(_)))), 0, "{net}");
        assert_eq!(count(&net, |op| matches!(op, ArrayOp::Whole(Whole::CloneLook(_)))), 1, "{net}");
    }
}

#[test]
fn a_second_array_that_nobody_reads_is_not_made() {
    let mut b = Builder::new();
    let x = b.input(array(), Some("x"));
    let [x, y] = whole(&mut b, Whole::Clone(Cloned::Growing), &[x])[..] else { panic!("two arrays") };
    let two = b.real(2.0, &Type::f64());
    let y = whole(&mut b, Whole::SetAll, &[y, two])[0];
    op(&mut b, ArrayOp::Drop, &[y]);
    let (sum, x) = weighed(&mut b, x);
    let net = b.finish(&[sum, x]).expect("a net");
    let (_, given, _, net) = gradient(&net, &[&[0.4, 1.9, -0.2]], &[]);
    assert!(close(&given[0], &differences(plain_weighed, &[0.4, 1.9, -0.2])), "{given:?}");
    assert_eq!(count(&net, |op| matches!(op, ArrayOp::Whole(_))), 0, "{net}");
}

/// Adds `sin x` to the end, takes two elements away, adds their product, and takes that away.
fn stack() -> Hypernet {
    let mut b = Builder::new();
    let (a, x) = (b.input(array(), Some("a")), b.input(Type::f64(), Some("x")));
    let sine = b.primitive(Primitive::Sin, &[x]).expect("a real");
    let a = whole(&mut b, Whole::Push, &[a, sine])[0];
    let [a, first] = whole(&mut b, Whole::Pop(CHECKED), &[a])[..] else { panic!("two results") };
    let [a, second] = whole(&mut b, Whole::Pop(CHECKED), &[a])[..] else { panic!("two results") };
    let product = b.primitive(Primitive::Mul, &[first, second]).expect("reals");
    let a = whole(&mut b, Whole::Push, &[a, product])[0];
    let [a, last] = whole(&mut b, Whole::Pop(CHECKED), &[a])[..] else { panic!("two results") };
    let [a, before] = whole(&mut b, Whole::Pop(CHECKED), &[a])[..] else { panic!("two results") };
    let square = b.primitive(Primitive::Mul, &[last, before]).expect("reals");
    let a = whole(&mut b, Whole::Push, &[a, square])[0];
    let a = whole(&mut b, Whole::Push, &[a, square])[0];
    b.finish(&[square, a]).expect("a net")
}

#[test]
fn what_is_added_last_is_taken_away_first() {
    let plain = |x: &[f64]| x[3].sin() * x[2] * x[1];
    let x = [0.4, 1.9, -0.2, 0.7];
    let mut gradient = value_and_gradient(&stack()).expect("one real");
    for _ in 0..2 {
        assert_eq!(gradient.validate(), Ok(()), "{gradient}");
        // The accumulator is that of the array afterwards.
        let inputs = [numbers(&x[..3]), Datum::Real(x[3]), numbers(&[0.0; 3])];
        let outputs = evaluate(&gradient, &inputs).unwrap_or_else(|error| panic!("{error}\n{gradient}"));
        assert_eq!(outputs[0].as_real().map(f64::to_bits), Some(plain(&x).to_bits()));
        let mut given = read(&outputs[outputs.len() - 2]);
        given.extend(outputs[outputs.len() - 1].as_real());
        assert!(close(&given, &differences(plain, &x)), "{given:?}\n{gradient}");
        simplify::simplify(&mut gradient);
    }
    let panics = evaluate(&stack(), &[numbers(&[]), Datum::Real(1.0)]);
    assert!(matches!(panics, Err(EvaluateError::Panic("no element"))), "{panics:?}");
}

/// The words of all of them are read as they are written.
#[test]
fn text() {
    let mut b = Builder::new();
    let (x, y) = (b.input(array(), Some("x")), b.input(array(), Some("y")));
    let world = b.input(Type::World, Some("world"));
    let (i, j) = (integer(&mut b, 0), integer(&mut b, 1));
    let x = whole(&mut b, Whole::Swap(Checks::REACHED), &[x, i, j])[0];
    let [x, world] = whole(&mut b, Whole::Swap(CHECKED.in_order()), &[x, i, j, world])[..] else { panic!("two") };
    let [x, y, world] = whole(&mut b, Whole::Copy(CHECKED.in_order()), &[x, y, world])[..] else { panic!("three") };
    let [x, y] = whole(&mut b, Whole::Copy(CHECKED), &[x, y])[..] else { panic!("two") };
    let x = whole(&mut b, Whole::Clear, &[x])[0];
    let [y, z] = whole(&mut b, Whole::Clone(Cloned::Same), &[y])[..] else { panic!("two") };
    let [z, look] = op(&mut b, ArrayOp::Look, &[z])[..] else { panic!("two") };
    let x = whole(&mut b, Whole::CopyLook(Checks::REACHED), &[x, look])[0];
    let made = whole(&mut b, Whole::CloneLook(Cloned::Growing), &[look])[0];
    let [x, last] = whole(&mut b, Whole::Pop(Checks::REACHED), &[x])[..] else { panic!("two") };
    let x = whole(&mut b, Whole::Push, &[x, last])[0];
    let x = whole(&mut b, Whole::Truncate, &[x, i])[0];
    let [x, gone] = whole(&mut b, Whole::Truncated, &[x, j])[..] else { panic!("two") };
    let x = whole(&mut b, Whole::Lengthened, &[x, gone])[0];
    let [x, last, world] = whole(&mut b, Whole::Pop(CHECKED.in_order()), &[x, world])[..] else { panic!("three") };
    let net = b.finish(&[x, y, z, made, world, last]).expect("a net");
    assert_eq!(net.validate(), Ok(()));
    let text = net.to_string();
    let again: Hypernet = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.to_string(), text);
    assert!(hypernet::isomorphic(&again, &net), "{text}");
}

//! Structs of the host: their fields, and cotangents that have some of them.

#![allow(clippy::many_single_char_names, reason = "builders and coordinates")]

use std::sync::Arc;

use hypernet::adjoint::adjoint;
use hypernet::simplify::simplify;
use hypernet::{
    BuildError, Builder, Datum, Field, Form, Hypernet, Operation, Primitive, Record, Type, Value, evaluate,
};

fn record(fields: &[&str]) -> Arc<Record> {
    let fields = fields.iter().map(|&name| (Field::new(name), Type::f64())).collect();
    Arc::new(Record { ty: Type::Opaque("Point".into()), id: 0, fields })
}

fn field(b: &mut Builder, of: Value, name: &str) -> Result<Value, BuildError> {
    b.op1(Operation::Project(record(&[name])), &[of])
}

/// `p -> p.x² p.y`, of a struct that comes from outside.
fn of_parameter() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let p = b.input(Type::Opaque("Point".into()), Some("p"));
    let view = b.op1(Operation::View(Form::Reference, Type::Opaque("Point".into())), &[p])?;
    let (x, again, y) = (field(&mut b, p, "x")?, field(&mut b, view, "x")?, field(&mut b, p, "y")?);
    let square = b.primitive(Primitive::Mul, &[x, again])?;
    let product = b.primitive(Primitive::Mul, &[square, y])?;
    b.finish(&[product])
}

/// `(x, y) -> { p = {x, y}; q = p with y = p.x * p.y; q.x + q.y + p.y }`: `x + x y + y`.
fn put_together() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let (x, y) = (b.input(Type::f64(), Some("x")), b.input(Type::f64(), Some("y")));
    let p = b.op1(Operation::Record(record(&["x", "y"])), &[x, y])?;
    let (px, py) = (field(&mut b, p, "x")?, field(&mut b, p, "y")?);
    let product = b.primitive(Primitive::Mul, &[px, py])?;
    let q = b.op1(Operation::Update(record(&["y"])), &[p, product])?;
    let (qx, qy) = (field(&mut b, q, "x")?, field(&mut b, q, "y")?);
    let sum = b.primitive(Primitive::Add, &[qx, qy])?;
    let sum = b.primitive(Primitive::Add, &[sum, py])?;
    b.finish(&[sum])
}

/// `(p, v) -> p with y = v`: the result is a struct.
fn changed() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let p = b.input(Type::Opaque("Point".into()), Some("p"));
    let v = b.input(Type::f64(), Some("v"));
    let q = b.op1(Operation::Update(record(&["y"])), &[p, v])?;
    b.finish(&[q])
}

/// `(xs, y) -> { xs, y }`, of an array and a number.
fn with_array() -> Result<Hypernet, BuildError> {
    let mut b = Builder::new();
    let (xs, y) = (b.input(Type::Array(Type::f64().into()), Some("xs")), b.input(Type::f64(), Some("y")));
    let fields = vec![(Field::new("xs"), Type::Array(Type::f64().into())), (Field::new("y"), Type::f64())];
    let record = Arc::new(Record { ty: Type::Opaque("Held".into()), id: 0, fields });
    let p = b.op1(Operation::Record(record), &[xs, y])?;
    b.finish(&[p])
}

fn point(x: f64, y: f64) -> Datum {
    Datum::Record(vec![(Field::new("x"), Datum::Real(x)), (Field::new("y"), Datum::Real(y))])
}

/// The value of a net and the sensitivities of its inputs, with its adjoint as it is and simplified.
fn both(net: &Hypernet, inputs: &[Datum], d: &Datum) -> [Vec<Datum>; 2] {
    let plain = adjoint(net).expect("it has an adjoint");
    plain.validate().expect("valid");
    let mut simplified = plain.clone();
    simplify(&mut simplified);
    simplified.validate().expect("valid");
    assert_eq!(
        simplified.to_string().parse::<Hypernet>().expect("the text is that of a net").to_string(),
        simplified.to_string()
    );
    [plain, simplified].map(|net| {
        let mut results = evaluate(&net, inputs).expect("it has a value");
        let Some(Datum::Function(back)) = results.pop() else { panic!("the last is the backpropagator") };
        results.extend(back.call(std::slice::from_ref(d)).expect("it gives the sensitivities"));
        results
    })
}

#[test]
fn fields_of_a_parameter() {
    let net = of_parameter().expect("well typed");
    for results in both(&net, &[point(3.0, 5.0)], &Datum::Real(2.0)) {
        assert_eq!(results[0], Datum::Real(45.0));
        assert_eq!(sorted(&results[1]), point(2.0 * 30.0, 2.0 * 9.0));
    }
}

#[test]
fn what_is_put_together_is_taken_apart() {
    let net = put_together().expect("well typed");
    for results in both(&net, &[Datum::Real(3.0), Datum::Real(5.0)], &Datum::Real(1.0)) {
        assert_eq!(results, [Datum::Real(23.0), Datum::Real(6.0), Datum::Real(4.0)]);
    }
    let mut simplified = adjoint(&net).expect("it has an adjoint");
    simplify(&mut simplified);
    let text = simplified.to_string();
    assert!(!["record", "project", "update"].iter().any(|word| text.contains(word)), "{text}");
}

#[test]
fn a_changed_field_loses_its_sensitivity() {
    let net = changed().expect("well typed");
    for results in both(&net, &[point(3.0, 5.0), Datum::Real(7.0)], &point(10.0, 20.0)) {
        assert_eq!(results[0], point(3.0, 7.0));
        assert_eq!(without_zeros(&results[1]), Datum::Record(vec![(Field::new("x"), Datum::Real(10.0))]));
        assert_eq!(results[2], Datum::Real(20.0));
    }
}

/// What takes the struct need not add anything to the array in it: then its cotangent does not say how long that is.
#[test]
fn an_array_in_a_struct_keeps_its_shape() {
    let net = with_array().expect("well typed");
    let array = |xs: &[f64]| Datum::Array(xs.iter().map(|&x| Datum::Real(x)).collect());
    let given = [array(&[3.0, 5.0]), Datum::Real(7.0)];
    let y = (Field::new("y"), Datum::Real(2.0));
    for results in both(&net, &given, &Datum::Record(vec![y.clone()])) {
        assert_eq!(results[1..], [array(&[0.0, 0.0]), Datum::Real(2.0)]);
    }
    let xs = (Field::new("xs"), array(&[1.0, 4.0]));
    for results in both(&net, &given, &Datum::Record(vec![xs, y])) {
        assert_eq!(results[1..], [array(&[1.0, 4.0]), Datum::Real(2.0)]);
    }
}

fn sorted(datum: &Datum) -> Datum {
    let Datum::Record(fields) = datum else { panic!("a struct") };
    let mut fields = fields.clone();
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    Datum::Record(fields)
}

fn without_zeros(datum: &Datum) -> Datum {
    let Datum::Record(fields) = datum else { panic!("a struct") };
    Datum::Record(fields.iter().filter(|(_, value)| *value != Datum::Real(0.0)).cloned().collect())
}

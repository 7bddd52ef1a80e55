//! Values that are given away: who takes a second value takes the value itself, if nothing else looks at it.

use hypernet::simplify::{give_away, simplify};
use hypernet::{
    Builder, Captures, Comparison, Constant, Field, Form, FunctionConstant, FunctionType, Hypernet, Operation, Record,
    Sequence, Type, TypeName, Value,
};

fn point() -> Type {
    Type::Opaque("Point".into())
}

/// A function of the host that takes a point by value, and gives it back.
fn moved(b: &mut Builder, p: Value, world: Value) -> [Value; 2] {
    let params = vec![point(), Type::World];
    let ty = FunctionType {
        captures: Captures::Known(Vec::new()),
        results: params.clone(),
        params,
        seeds: Vec::new(),
        keeps: false,
    };
    let f = b.function_constant(FunctionConstant { name: "moved".into(), id: 1, ty, adjoint: false });
    let given = b.eval(f, &[p, world]).expect("well typed");
    [given[0], given[1]]
}

fn second(b: &mut Builder, of: Value) -> Value {
    b.op1(Operation::View(Form::Second, point()), &[of]).expect("well typed")
}

/// How many seconds are left.
fn left(mut net: Hypernet) -> usize {
    simplify(&mut net);
    give_away(&mut net);
    net.validate().expect("valid");
    net.edge_ids().filter(|&id| matches!(net.edge(id).operation(), Some(Operation::View(Form::Second, _)))).count()
}

#[test]
fn a_value_that_nothing_else_looks_at() {
    let mut b = Builder::new();
    let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
    let p = second(&mut b, p);
    let [p, world] = moved(&mut b, p, world);
    let p = second(&mut b, p);
    let given = moved(&mut b, p, world);
    assert_eq!(left(b.finish(&given).expect("well typed")), 0);
}

#[test]
fn a_value_that_is_given_back_too() {
    let mut b = Builder::new();
    let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
    let taken = second(&mut b, p);
    let [q, world] = moved(&mut b, taken, world);
    assert_eq!(left(b.finish(&[p, q, world]).expect("well typed")), 1);
}

/// A function of the host that looks at a point, or at a reference to one, and gives a number.
fn looked_at(b: &mut Builder, p: Value, world: Value) -> [Value; 2] {
    let params = vec![point(), Type::World];
    let results = vec![Type::f64(), Type::World];
    let ty = FunctionType { captures: Captures::Known(Vec::new()), results, params, seeds: Vec::new(), keeps: false };
    let f = b.function_constant(FunctionConstant { name: "looked_at".into(), id: 2, ty, adjoint: false });
    let given = b.eval(f, &[p, world]).expect("well typed");
    [given[0], given[1]]
}

/// The call that gives it away comes after those that look at it.
#[test]
fn a_value_that_calls_have_looked_at() {
    let mut b = Builder::new();
    let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
    let [first, world] = looked_at(&mut b, p, world);
    let reference = b.op1(Operation::View(Form::Reference, point()), &[p]).expect("well typed");
    let [other, world] = looked_at(&mut b, reference, world);
    let taken = second(&mut b, p);
    let [after, world] = moved(&mut b, taken, world);
    assert_eq!(left(b.finish(&[first, other, after, world]).expect("well typed")), 0);
}

fn field(b: &mut Builder, of: Value, ty: Type) -> Value {
    let record = Record { ty: point(), fields: vec![(Field::new("n"), ty)], id: 0 };
    b.op1(Operation::Project(record.into()), &[of]).expect("well typed")
}

/// What is done with a field of a type that only the host knows shows that it is an integer, which is read before.
#[test]
fn a_value_of_which_an_integer_is_read() {
    let unknown = || TypeName::Numbered(0);
    for (comparison, expected) in [(Comparison::Lt, 0), (Comparison::Eq, 1)] {
        let mut b = Builder::new();
        let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
        let limit = b.input(Type::Discrete(unknown()), Some("limit"));
        let n = field(&mut b, p, Type::Discrete(unknown()));
        let compare = Operation::Compare(comparison, Type::Discrete(unknown()));
        let is_less = b.op1(compare, &[n, limit]).expect("well typed");
        let taken = second(&mut b, p);
        let [p, world] = moved(&mut b, taken, world);
        // Of other types, too, one value may be another one.
        assert_eq!(left(b.finish(&[is_less, p, world]).expect("well typed")), expected);
    }
}

/// A field of a type that only the host knows, for a call before or after the one that gives the whole away.
#[test]
fn a_value_of_which_a_field_goes_to_a_call() {
    for is_before in [true, false] {
        let mut b = Builder::new();
        let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
        let n = field(&mut b, p, point());
        let (mut looked, mut given, mut world) = (None, None, world);
        for looks in [is_before, !is_before] {
            if looks {
                let [value, after] = looked_at(&mut b, n, world);
                (looked, world) = (Some(value), after);
            } else {
                let taken = second(&mut b, p);
                let [value, after] = moved(&mut b, taken, world);
                (given, world) = (Some(value), after);
            }
        }
        let (looked, given) = (looked.expect("it looks"), given.expect("it is given"));
        assert_eq!(left(b.finish(&[looked, given, world]).expect("well typed")), usize::from(!is_before));
    }
}

/// The call that looks at it comes after the one that gives it away.
#[test]
fn a_value_that_a_call_looks_at_later() {
    let mut b = Builder::new();
    let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
    let taken = second(&mut b, p);
    let [q, world] = moved(&mut b, taken, world);
    let [x, world] = looked_at(&mut b, p, world);
    assert_eq!(left(b.finish(&[x, q, world]).expect("well typed")), 1);
}

/// A number in it is read before.
#[test]
fn a_value_of_which_a_number_is_read() {
    let mut b = Builder::new();
    let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
    let fields = vec![(hypernet::Field::new("x"), Type::f64())];
    let record = hypernet::Record { ty: point(), id: 0, fields };
    let taken = second(&mut b, p);
    let [q, world] = moved(&mut b, taken, world);
    let x = b.op1(Operation::Project(record.into()), &[p]).expect("well typed");
    assert_eq!(left(b.finish(&[x, q, world]).expect("well typed")), 0);
}

/// Of what a struct holds, only the struct may be moved.
#[test]
fn a_field() {
    let mut b = Builder::new();
    let (line, world) = (b.input(Type::Opaque("Line".into()), Some("line")), b.input(Type::World, None));
    let fields = vec![(hypernet::Field::new("begin"), point())];
    let record = hypernet::Record { ty: Type::Opaque("Line".into()), id: 0, fields };
    let begin = b.op1(Operation::Project(record.into()), &[line]).expect("well typed");
    let begin = second(&mut b, begin);
    let given = moved(&mut b, begin, world);
    assert_eq!(left(b.finish(&given).expect("well typed")), 1);
}

/// What a turn gives to the next one goes there; what is the same in all turns has to stay.
#[test]
fn in_turns() {
    for is_state in [true, false] {
        let mut b = Builder::new();
        let (p, world) = (b.input(point(), Some("p")), b.input(Type::World, None));
        let usize = |b: &mut Builder, n: i128| {
            b.op1(Operation::Constant(Constant::Integer(n), Type::discrete("usize")), &[]).expect("well typed")
        };
        let bounds = [usize(&mut b, 0), usize(&mut b, 3)];
        b.open_branch();
        let _number = b.input(Type::discrete("usize"), None);
        let (state, inner) = (b.input(point(), None), b.input(Type::World, None));
        let taken = second(&mut b, if is_state { state } else { p });
        let given = moved(&mut b, taken, inner);
        let body = b.close_branch(&given).expect("well typed");
        let given = b.fold(Sequence::UPWARDS, &bounds, &[p, world], body).expect("well typed");
        assert_eq!(left(b.finish(&given).expect("well typed")), usize::from(!is_state));
    }
}

/// Each branch takes what was there before it. So it does if a condition or a loop has looked at it before, but not if something does so
/// later.
#[test]
fn in_branches() {
    for (before, after, expected) in [(false, false, 0), (true, false, 0), (false, true, 2)] {
        let mut b = Builder::new();
        let (p, mut world) = (b.input(point(), Some("p")), b.input(Type::World, None));
        let condition = b.input(Type::bool(), None);
        if before {
            world = looked_at_in_turns(&mut b, p, world);
        }
        let branches = [0, 1].map(|_| {
            b.open_branch();
            let taken = second(&mut b, p);
            let given = moved(&mut b, taken, world);
            b.close_branch(&given).expect("well typed")
        });
        let [then, other] = branches;
        let given = b.cond(condition, then, other).expect("well typed");
        world = if after { looked_at_in_turns(&mut b, p, given[1]) } else { given[1] };
        assert_eq!(left(b.finish(&[given[0], world]).expect("well typed")), expected, "{before} {after}");
    }
}

/// A loop whose turns look at a point.
fn looked_at_in_turns(b: &mut Builder, p: Value, world: Value) -> Value {
    let bounds = [0, 3]
        .map(|n| b.op1(Operation::Constant(Constant::Integer(n), Type::discrete("usize")), &[]).expect("well typed"));
    let zero = b.op1(Operation::Constant(Constant::real(0.0), Type::f64()), &[]).expect("well typed");
    b.open_branch();
    let _number = b.input(Type::discrete("usize"), None);
    let (sum, inner) = (b.input(Type::f64(), None), b.input(Type::World, None));
    let [x, inner] = looked_at(b, p, inner);
    let sum = b.primitive(hypernet::Primitive::Add, &[sum, x]).expect("well typed");
    let body = b.close_branch(&[sum, inner]).expect("well typed");
    b.fold(Sequence::UPWARDS, &bounds, &[zero, world], body).expect("well typed")[1]
}

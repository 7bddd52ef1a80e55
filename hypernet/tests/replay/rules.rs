//! Each rule of simplification at a small net where it is used; and steps that are not what they say.

use std::sync::Arc;

use hypernet::adjoint::{adjoint, value_and_gradient};
use hypernet::law::{Direction, Further, Law, Pass, Reason, Rule};
use hypernet::rewrite::{Anchor, Rewrite, Span};
use hypernet::simplify::{INTERFACE_RULES, LATE_RULES, RULES, simplify_observed};
use hypernet::text::parse;
use hypernet::{
    ArrayOp, BuildError, Builder, Field, Form, Hypernet, Label, Operation, Position, Primitive, Record, Type, Value,
};

use super::check::{Checker, check, plain};

/// The steps of simplification of a net, each checked.
fn steps(net: &Hypernet, values: usize) -> Vec<&'static str> {
    let mut simple = net.clone();
    let mut checker = Checker::new(net, values);
    simplify_observed(&mut simple, values, &mut |step, net| checker.see(step, net));
    let steps = checker.steps.clone();
    checker.end(&simple).unwrap_or_else(|error| panic!("{error}\nof the net\n{net}"));
    steps
}

fn read(text: &str) -> Hypernet {
    let net = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(net.validate(), Ok(()), "{text}");
    net
}

/// A net for each rule, as text.
const TEXTS: &[(&str, &str)] = &[
    (
        "beta",
        "net (x: f64) -> f64 {\n f: [f64] -o [f64] = abstraction (y: f64) -> f64 {\n s = sin y\n return s\n }\n s = eval f, x\n return s\n}",
    ),
    ("copy-unit", "net (x: f64) -> f64 {\n a, b = copy x\n discard a\n return b\n}"),
    ("discard-natural", "net (x: f64) -> f64 {\n a, b = copy x\n s = sin a\n discard s\n return b\n}"),
    (
        "copy-constant",
        "net (x: f64) -> [f64, f64] {\n c = const 3.0: f64\n a, b = copy c\n s = mul a, x\n return s, b\n}",
    ),
    (
        "copy-abstraction",
        "net (x: f64, y: f64) -> [f64, f64] {\n f = abstraction (z: f64) -> f64 {\n s = sin z\n return s\n }\n g, h = copy f\n s = eval g, x\n t = eval h, y\n return s, t\n}",
    ),
    (
        "copy-pack",
        "net (x: f64, y: f64) -> [(f64, f64), (f64, f64)] {\n p = pack x, y\n a, b = copy p\n return a, b\n}",
    ),
    ("unpack-pack", "net (x: f64, y: f64) -> [f64, f64] {\n p = pack x, y\n a, b = unpack p\n return b, a\n}"),
    ("pack-unpack", "net (p: (f64, f64)) -> (f64, f64) {\n a, b = unpack p\n q = pack a, b\n return q\n}"),
    ("plus-zero", "net (x: f64) -> f64 {\n z = zero: f64\n s = plus z, x\n return s\n}"),
    ("linear-zero", "net (x: f64) -> f64 {\n z = zero: f64\n s = mul x, z\n return s\n}"),
    (
        "read-zero",
        "net (x: f64, i: #usize, j: #usize) -> [f64, f64] {\n z = zero: Array<f64>\n a, s = get_again z, i\n b, t = get_again a, j\n drop b\n u = plus s, x\n return u, t\n}",
    ),
    (
        "unit",
        "net (x: f64, y: f64) -> [f64, f64] {\n c = const 1.0: f64\n s = mul c, x\n d = const -1.0: f64\n t = div y, d\n return s, t\n}",
    ),
    ("sign-outside", "net (x: f64, y: f64) -> f64 {\n n = neg x\n s = div n, y\n return s\n}"),
    ("negation", "net (x: f64) -> f64 {\n n = neg x\n s = neg n\n return s\n}"),
    (
        "fold",
        "net (x: f64) -> f64 {\n a = const 2.0: f64\n b = const 3.0: f64\n c = mul a, b\n s = sub c, x\n return s\n}",
    ),
    ("select-same", "net (b: #bool, x: f64) -> f64 {\n c, d = copy x\n s = select b, c, d\n return s\n}"),
    ("expect-present", "net (x: f64) -> f64 {\n p = present x\n s = expect p\n return s\n}"),
    (
        "cond-known",
        "net (x: f64) -> f64 {\n c = const false: #bool\n f = abstraction (z: f64) -> f64 {\n s = sin z\n return s\n }\n g = abstraction (z: f64) -> f64 {\n s = cos z\n return s\n }\n s = cond c, f, g, x\n return s\n}",
    ),
    (
        "cond-close",
        "net (b: #bool, x: f64, y: f64) -> f64 {\n f = abstraction [y] (z: f64) -> f64 {\n s = mul y, z\n return s\n }\n g = abstraction (z: f64) -> f64 {\n s = cos z\n return s\n }\n s = cond b, f, g, x\n return s\n}",
    ),
    (
        "capture",
        "net (x: f64) -> [f64] -o[f64, f64] [f64] {\n k = const 2.0: f64\n f: [f64] -o[f64, f64] [f64] = abstraction [k, x] (z: f64) -> f64 {\n discard x\n s = sub k, z\n return s\n }\n return f\n}",
    ),
    (
        "cond-interface",
        "net (b: #bool, x: f64, y: f64) -> [f64, f64] {\n f = abstraction (u: f64, v: f64) -> [f64, f64] {\n discard v\n s, t = copy u\n r = sin s\n return r, t\n }\n g = abstraction (u: f64, v: f64) -> [f64, f64] {\n discard v\n s, t = copy u\n r = cos s\n return r, t\n }\n s, t = cond b, f, g, x, y\n return s, t\n}",
    ),
    // The condition is known in the branches.
    (
        "cond-interface",
        "net (b: #bool, x: f64) -> [#bool, f64] {\n p, q = copy b\n f = abstraction (u: #bool, v: f64) -> [#bool, f64] {\n r = sin v\n return u, r\n }\n g = abstraction (u: #bool, v: f64) -> [#bool, f64] {\n r = cos v\n return u, r\n }\n s, t = cond p, f, g, q, x\n return s, t\n}",
    ),
    (
        "cond-fuse",
        "net (b: #bool, x: f64) -> f64 {\n f = abstraction (u: f64) -> f64 {\n s = sin u\n return s\n }\n g = abstraction (u: f64) -> f64 {\n s = cos u\n return s\n }\n h = abstraction (u: f64) -> f64 {\n s = tan u\n return s\n }\n k = abstraction (u: f64) -> f64 {\n s = exp u\n return s\n }\n c, d = copy b\n s = cond c, f, g, x\n t = cond d, h, k, s\n return t\n}",
    ),
    (
        "loop-close",
        "net (n: #usize, x: f64) -> f64 {\n a, b = copy x\n o = const 0: #usize\n f = abstraction [b] (i: #usize, s: f64) -> f64 {\n discard i\n t = mul s, b\n return t\n }\n t = fold<[#usize, f64] -o[f64] [f64], (), (f64)> o, n, f, a\n return t\n}",
    ),
    (
        "loop-interface",
        "net (n: #usize, x: f64, y: f64) -> [f64, f64] {\n a, b = copy x\n c, d = copy b\n o = const 0: #usize\n f = abstraction (i: #usize, s: f64, t: f64, u: f64, y: f64) -> [f64, f64, f64] {\n discard i\n p, q = copy s\n r = mul p, y\n v = sin u\n w = add q, v\n return r, t, w\n }\n s, t, u = fold<[#usize, f64, f64, f64, f64] -o[] [f64, f64, f64], (), (f64, f64, f64)> o, n, f, a, y, c, d\n discard u\n return s, t\n}",
    ),
    ("share", "net (x: f64) -> [f64, f64] {\n a, b = copy x\n s = sin a\n t = sin b\n return s, t\n}"),
    // One of the two has a place in the order of effects, and a read of another element stands between.
    (
        "share",
        "net (a: Array<f64>, i: #usize, n: #usize, w: !) -> [Array<f64>, f64, f64, f64, !] {\n j, k = copy i\n b, x, v = get a, j, w\n c, y = get_again b, n\n d, z = get_again c, k\n return d, x, y, z, v\n}",
    ),
    (
        "looked-at-zero",
        "net (i: #usize, x: f64) -> [Array<f64>, f64, Look<f64>] {\n z = zero: Array<f64>\n a, l = look z\n m, n = copy l\n y = read_again m, i\n s = add x, y\n return a, s, n\n}",
    ),
    ("unread", "net (a: Array<f64>) -> Array<f64> {\n b, n = len a\n discard n\n return b\n}"),
    ("look", "net (a: Array<f64>, i: #usize) -> [f64, Array<f64>] {\n b, x = get a, i\n return x, b\n}"),
    (
        "read-known",
        "net (a: Array<f64>, i: #usize, x: f64) -> [Array<f64>, f64] {\n j, k = copy i\n b = set a, j, x\n c, n = len b\n d, y = get c, k\n discard n\n return d, y\n}",
    ),
    (
        "written-twice",
        "net (a: Array<f64>, i: #usize, x: f64, y: f64) -> Array<f64> {\n j, k = copy i\n b = set_again a, j, x\n c = set b, k, y\n return c\n}",
    ),
    // It is reached by a read, in the order of effects.
    (
        "written-twice",
        "net (a: Array<f64>, i: #usize, y: f64, w: !) -> [Array<f64>, f64, !] {\n j, m = copy i\n k, l = copy m\n b, x, u = get a, j, w\n p, q = copy x\n s = sin p\n c, v = set b, k, s, u\n d, t = set c, l, y, v\n return d, q, t\n}",
    ),
    (
        "added-nothing",
        "net (a: Array<f64>, i: #usize) -> Array<f64> {\n o = zero: f64\n b = add_again a, i, o\n return b\n}",
    ),
    (
        "added-twice",
        "net (a: Array<f64>, i: #usize, x: f64) -> Array<f64> {\n j, k = copy i\n y, z = copy x\n b = add_again a, j, y\n c = add_again b, k, z\n return c\n}",
    ),
    // Something is added to another element in between.
    (
        "added-twice",
        "net (a: Array<f64>, i: #usize, n: #usize, x: f64) -> Array<f64> {\n j, k = copy i\n y, z = copy x\n u, v = copy z\n b = add_again a, j, y\n c = add_again b, n, u\n d = add_again c, k, v\n return d\n}",
    ),
    (
        "added-taken",
        "net (a: Array<f64>, i: #usize, n: #usize, x: f64) -> [Array<f64>, f64] {\n j, k = copy i\n y, z = copy x\n b = add_again a, j, y\n c = add_again b, n, z\n d, t = take_again c, k\n return d, t\n}",
    ),
    ("shape-unused", "net (a: Array<f64>, x: f64) -> f64 {\n s = end a\n discard s\n return x\n}"),
    (
        "total-zero",
        "net (a: Array<f64>) -> [f64, Array<f64>] {\n s = end a\n z = zeros<Array<f64>> s\n d, x = total z\n return x, d\n}",
    ),
    (
        "zeros-changed",
        "net (a: Array<f64>, b: Array<f64>) -> [Array<f64>, Array<f64>] {\n s = end a\n z = zeros<Array<f64>> s\n d = clear z\n e, f = add_all b, d\n return e, f\n}",
    ),
    ("fitted", "net (a: Array<f64>) -> Array<f64> {\n o = zero: Array<f64>\n s = end a\n f = fit o, s\n return f\n}"),
    (
        "fitted",
        "net (a: Array<f64>, b: Array<f64>) -> Array<f64> {\n t = end b\n z = zeros<Array<f64>> t\n s = end a\n f = fit z, s\n return f\n}",
    ),
    (
        "part-again",
        "net (l: Look<f64>, i: #usize) -> [#usize, Look<f64>] {\n o = const 1: #usize\n p = part_at_r l, o, i\n a, b = copy p\n n = look_len a\n return n, b\n}",
    ),
    (
        "split-joined",
        "net (p: Array<f64>, r: Array<f64>) -> [Array<f64>, Array<f64>] {\n o = const 0: #usize\n n = const 4: #usize\n o.1, o.2 = copy o\n n.1, n.2 = copy n\n a = join_again_at_r p, r, o.1, n.1\n q, s = split_again_at_r a, o.2, n.2\n return q, s\n}",
    ),
    (
        "join-split",
        "net (a: Array<f64>, i: #usize) -> Array<f64> {\n o = const 1: #usize\n o.1, o.2 = copy o\n i.1, i.2 = copy i\n p, r = split_again_at_t a, o.1, i.1\n b = join_again_at_t p, r, o.2, i.2\n return b\n}",
    ),
    (
        "written-in-vain",
        "net (n: #usize, x: f64, y: f64) -> f64 {\n o = const 0: #usize\n n.1, n.2 = copy n\n z = const 0.0: f64\n a = new<Array<f64>, Array<f64>> z, n.1\n f = abstraction (i: #usize, a: Array<f64>, s: f64, y: f64) -> [Array<f64>, f64] {\n y.1, y.2 = copy y\n b = add_again a, i, y.1\n t = mul s, y.2\n return b, t\n }\n b, t = fold<[#usize, Array<f64>, f64, f64] -o[] [Array<f64>, f64], (), (Array<f64>, f64)> o, n.2, f, a, x, y\n drop b\n return t\n}",
    ),
    (
        "unmade",
        "net (n: #usize, x: f64) -> f64 {\n y, z = copy x\n a = new<Array<f64>, Array<f64>> y, n\n drop a\n return z\n}",
    ),
];

fn record(fields: &[&str], ty: &Type) -> Arc<Record> {
    let fields = fields.iter().map(|&name| (Field::new(name), Type::f64())).collect();
    Arc::new(Record { ty: ty.clone(), id: 0, fields })
}

/// A net of two reals, with what is made of them.
fn built(make: impl FnOnce(&mut Builder, Value, Value) -> Result<Value, BuildError>) -> Hypernet {
    let mut b = Builder::new();
    let (x, y) = (b.input(Type::f64(), Some("x")), b.input(Type::f64(), Some("y")));
    let result = make(&mut b, x, y).expect("well-typed");
    b.finish(&[result]).expect("well-typed")
}

/// A net of an array of structs, with what is made of it and a field.
fn of_structs(make: impl FnOnce(&mut Builder, Value, &Arc<Record>) -> Vec<Value>) -> Hypernet {
    let mut b = Builder::new();
    let array = b.input(points(), Some("a"));
    let results = make(&mut b, array, &record(&["x"], &Type::Opaque("Point".into())));
    b.finish(&results).expect("well-typed")
}

fn points() -> Type {
    Type::Array(Arc::new(Type::Opaque("Point".into())))
}

fn on_structs(b: &mut Builder, op: ArrayOp, operands: &[Value]) -> Vec<Value> {
    b.op(Operation::Array(op, points()), operands).expect("well-typed")
}

/// The sensitivity of an element that is given another value, by a call.
fn added_after_taking() -> Hypernet {
    let cotangents = Type::Array(Arc::new(Type::Cotangent("Point".into())));
    let mut b = Builder::new();
    let (array, i) = (b.input(cotangents.clone(), Some("a")), b.input(Type::Discrete("usize".into()), Some("i")));
    let d = b.input(Type::Cotangent("Point".into()), Some("d"));
    let point = b.input(Type::Opaque("Point".into()), Some("p"));
    let shape = on_structs(&mut b, ArrayOp::ShapeOf, &[point])[0];
    let place = Position::checked(1).reached();
    let mut on = |op, operands: &[Value]| b.op(Operation::Array(op, cotangents.clone()), operands).expect("well-typed");
    let taken = on(ArrayOp::Take(place), &[array, i]);
    let fitted = on(ArrayOp::FitAt(place), &[taken[0], i, shape])[0];
    let added = on(ArrayOp::AddAt(place), &[fitted, i, d])[0];
    b.finish(&[added, taken[1]]).expect("well-typed")
}

/// Nets of structs, and of other forms of values, for the rules about them.
fn structs() -> Vec<(&'static str, Hypernet)> {
    let point = Type::Opaque("Point".into());
    let cotangent = Type::Cotangent("Point".into());
    let both = record(&["x", "y"], &point);
    let one = |name| Operation::Project(record(&[name], &point));
    vec![
        (
            "project",
            built(|b, x, y| {
                let p = b.op1(Operation::Record(both.clone()), &[x, y])?;
                b.op1(one("y"), &[p])
            }),
        ),
        (
            "project",
            built(|b, x, _| {
                let line = Type::Cotangent("Line".into());
                let way = |way: &[&str]| -> hypernet::Field { way.iter().copied().collect() };
                let on =
                    |ty: &Type, field, of: Type| Arc::new(Record { ty: ty.clone(), id: 0, fields: vec![(field, of)] });
                let d = b.op1(Operation::Record(on(&line, way(&["from", "x"]), Type::f64())), &[x])?;
                let from = b.op1(Operation::Project(on(&line, way(&["from"]), cotangent.clone())), &[d])?;
                b.op1(Operation::Project(on(&cotangent, way(&["x"]), Type::f64())), &[from])
            }),
        ),
        (
            "update",
            built(|b, x, y| {
                let sum = b.primitive(Primitive::Add, &[x, y])?;
                let p = b.op1(Operation::Record(both.clone()), &[x, y])?;
                let q = b.op1(Operation::Update(record(&["y"], &point)), &[p, sum])?;
                b.op1(one("y"), &[q])
            }),
        ),
        (
            "record-zero",
            built(|b, x, _| {
                let zero = b.op1(Operation::Zero(Type::f64()), &[])?;
                let p = b.op1(Operation::Record(record(&["x", "y"], &cotangent)), &[x, zero])?;
                b.op1(Operation::Project(record(&["x"], &cotangent)), &[p])
            }),
        ),
        (
            "record-plus",
            built(|b, x, y| {
                let p = b.op1(Operation::Record(record(&["x"], &cotangent)), &[x])?;
                let q = b.op1(Operation::Record(record(&["x", "y"], &cotangent)), &[y, x])?;
                let sum = b.op1(Operation::Plus(cotangent.clone()), &[p, q])?;
                b.op1(Operation::Project(record(&["x"], &cotangent)), &[sum])
            }),
        ),
        (
            "update-plus",
            built(|b, x, y| {
                let d = b.input(cotangent.clone(), Some("d"));
                let zero = b.op1(Operation::Zero(Type::f64()), &[])?;
                let p = b.op1(Operation::Update(record(&["x"], &cotangent)), &[d, zero])?;
                let q = b.op1(Operation::Record(record(&["x", "y"], &cotangent)), &[x, y])?;
                b.op1(Operation::Plus(cotangent.clone()), &[p, q])
            }),
        ),
        ("added-after-taking", added_after_taking()),
        (
            "field-joined",
            of_structs(|b, array, x| {
                let part = b.input(Type::Array(Arc::new(Type::f64())), Some("part"));
                let array = on_structs(b, ArrayOp::JoinField(x.clone()), &[part, array])[0];
                on_structs(b, ArrayOp::SplitField(x.clone()), &[array])
            }),
        ),
        (
            "field-split",
            of_structs(|b, array, x| {
                let [part, rest] = on_structs(b, ArrayOp::SplitField(x.clone()), &[array])[..] else { panic!("two") };
                on_structs(b, ArrayOp::JoinField(x.clone()), &[part, rest])
            }),
        ),
        (
            "referred",
            built(|b, x, _| {
                let copied = b.op1(Operation::View(Form::Copied, Type::f64()), &[x])?;
                b.op1(Operation::View(Form::Reference, Type::f64()), &[copied])
            }),
        ),
        (
            "said",
            built(|b, x, y| {
                let sum = b.primitive(Primitive::Add, &[x, y])?;
                b.op1(Operation::View(Form::Said(1), Type::f64()), &[sum])
            }),
        ),
    ]
}

/// Each rule is used in the net that is here for it, and each step there is what it says.
#[test]
fn every_rule_is_used_and_is_what_it_says() {
    let mut nets: Vec<(&str, Hypernet)> = TEXTS.iter().map(|&(name, text)| (name, read(text))).collect();
    nets.extend(structs());
    let choice = read(
        "net (b: #bool, x: f64) -> f64 {\n f = abstraction (u: f64) -> f64 {\n s = sin u\n return s\n }\n g = abstraction (u: f64) -> f64 {\n a, c = copy u\n s = mul a, c\n return s\n }\n s = cond b, f, g, x\n return s\n}",
    );
    nets.push(("cond-function", adjoint(&choice).expect("first-order interfaces")));
    let product = read(
        "net (n: #usize, x: f64) -> f64 {\n a, b = copy x\n o = const 0: #usize\n f = abstraction (i: #usize, s: f64, y: f64) -> f64 {\n discard i\n t = mul s, y\n u = sin t\n return u\n }\n t = fold<[#usize, f64, f64] -o[] [f64], (), (f64)> o, n, f, a, b\n return t\n}",
    );
    nets.push(("loop-function", adjoint(&product).expect("first-order interfaces")));
    nets.push(("loop-fuse", value_and_gradient(&product).expect("one real output")));
    let sum = read(
        "net (n: #usize, x: f64, y: f64) -> f64 {\n o = const 0: #usize\n f = abstraction (i: #usize, s: f64, y: f64) -> f64 {\n discard i\n u = sin y\n v, w = copy u\n p = mul v, w\n t = add s, p\n return t\n }\n t = fold<[#usize, f64, f64] -o[] [f64], (), (f64)> o, n, f, x, y\n return t\n}",
    );
    let filled = read(
        "net (n: #usize, x: f64, y: f64) -> f64 {\n o = const 0: #usize\n n.1, n.2 = copy n\n z = const 0.0: f64\n a = new<Array<f64>, Array<f64>> z, n.1\n f = abstraction (i: #usize, a: Array<f64>, s: f64, y: f64) -> [Array<f64>, f64] {\n i.1, i.2 = copy i\n u = sin y\n b = set a, i.1, u\n c, v = get b, i.2\n t = mul s, v\n return c, t\n }\n b, t = fold<[#usize, Array<f64>, f64, f64] -o[] [Array<f64>, f64], (), (Array<f64>, f64)> o, n.2, f, a, x, y\n drop b\n return t\n}",
    );
    nets.push(("shapes", value_and_gradient(&filled).expect("one real output")));
    nets.push(("loop-merge", value_and_gradient(&sum).expect("one real output")));
    let fourth =
        read("net (x: f64) -> f64 {\n a, b = copy x\n s = mul a, b\n c, d = copy s\n f = mul c, d\n return f\n}");
    nets.push(("sums", value_and_gradient(&fourth).expect("one real output")));
    // What only one branch uses; and what two branches may both not use.
    let guarded = "root = sqrt x\n one, two = copy root\n use = abstraction (u: f64, v: f64) -> f64 {\n discard v\n return u\n }\n leave = abstraction (u: f64, v: f64) -> f64 {\n discard u\n return v\n }\n";
    let sink = format!(
        "net (b: #bool, x: f64, y: f64) -> f64 {{\n {guarded} discard two\n s = cond b, use, leave, one, y\n return s\n}}"
    );
    nets.push(("sink", value_and_gradient(&read(&sink)).expect("one real output")));
    let again = guarded.split_once("use =").map_or("", |(_, functions)| functions).replace("leave", "leave_2");
    let guard = format!(
        "net (b: #bool, c: #bool, x: f64, y: f64) -> f64 {{\n {guarded} use_2 ={again} y.1, y.2 = copy y\n s = cond b, use, leave, one, y.1\n t = cond c, use_2, leave_2, two, y.2\n r = add s, t\n return r\n}}"
    );
    nets.push(("guard", value_and_gradient(&read(&guard)).expect("one real output")));
    for (name, net) in &nets {
        let found = steps(net, 1);
        assert!(found.contains(name), "{name}: only {found:?} in\n{net}");
    }
    for rule in RULES.iter().chain(INTERFACE_RULES).chain(LATE_RULES) {
        assert!(nets.iter().any(|(name, _)| *name == rule.name), "no net for {rule:?}");
    }
}

/// `x -> sin(cos(x))` and `x -> sin(x)`.
fn doctored() -> (Hypernet, Hypernet) {
    let before = read("net (x: f64) -> f64 {\n c = cos x\n s = sin c\n return s\n}");
    let left = read("net (x: f64) -> f64 {\n c = cos x\n return c\n}");
    let anchor = left.edge_ids().next().expect("one edge");
    let found = before
        .edge_ids()
        .find(|&id| matches!(before.edge(id).operation(), Some(Operation::Primitive(Primitive::Cos, _))))
        .expect("it is there");
    let span = Span::new(left, Hypernet::identity(&[Type::f64()]), Vec::new()).expect("a span");
    let mut after = before.clone();
    let rewrite = Rewrite::find(&before, span, &[Anchor::Edge(anchor, found)]).expect("a match");
    rewrite.apply(&mut after).expect("verified");
    (before, after)
}

/// A step that changes what a net means is none, whatever reason it gives.
#[test]
fn a_wrong_step_has_no_reason() {
    let (before, after) = doctored();
    let forward = |law: Law| law.rule(Direction::Forward);
    let all: &'static [Rule] = Rule::all().leak();
    let mut reasons = vec![Reason::Instance(all)];
    reasons.extend([Pass::Sharing, Pass::Guards, Pass::Shapes, Pass::Sums].map(Reason::Pass));
    reasons.extend(Further::ALL.iter().map(|&law| Reason::Further(law)));
    for reason in reasons {
        assert!(check(&before, &after, reason, 1).is_err(), "{reason}");
    }
    // A right step with the name of another law.
    let before = plain(&read("net (x: f64) -> f64 {\n a, b = copy x\n discard a\n return b\n}"));
    let copy = before.edge_ids().find(|&id| *before.edge(id).label() == Label::Copy).expect("it is there");
    let unit = forward(Law::CopyUnitLeft);
    let mut after = before.clone();
    let rewrite = unit.at(&before, hypernet::law::Place::Edge(copy)).expect("a copy with a discard");
    rewrite.apply(&mut after).expect("verified");
    let claims = |rules: Vec<Rule>| check(&before, &after, Reason::Instance(rules.leak()), 1);
    assert_eq!(claims(vec![unit]), Ok(()));
    assert!(claims(vec![forward(Law::Beta), forward(Law::DiscardNatural), forward(Law::CopyUnitRight)]).is_err());
}

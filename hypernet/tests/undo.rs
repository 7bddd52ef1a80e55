//! Arrays that are undone: values and sensitivities are those of the same array whose elements are kept.

use hypernet::adjoint::value_and_gradient;
use hypernet::simplify::simplify;
use hypernet::{
    ArrayOp, Builder, Checks, Cloned, Comparison, Constant, Datum, End, Hypernet, Layout, Operation, Position,
    Primitive, Sequence, Type, Value, Whole, WireId, evaluate, undo, undo_through,
};
use proptest::prelude::*;

const AT: Position = Position::checked(1);

/// What is done to the array, with two indices.
type Step = (u8, u8, u8);

/// A program on a copy of its argument: gives a number, and the argument back.
struct Program {
    b: Builder,
    array: Value,
    total: Value,
}

impl Program {
    fn op(&mut self, op: ArrayOp, operands: &[Value]) -> Vec<Value> {
        let operands = [&[self.array][..], operands].concat();
        let mut results = self.b.op(Operation::Array(op, array()), &operands).expect("an operation on arrays");
        self.array = results.remove(0);
        results
    }

    fn whole(&mut self, op: Whole, operands: &[Value]) -> Vec<Value> {
        self.op(ArrayOp::Whole(op), operands)
    }

    fn integer(&mut self, value: u8) -> Value {
        let ty = Type::discrete("usize");
        self.b.op1(Operation::Constant(Constant::Integer(value.into()), ty), &[]).expect("a constant")
    }

    fn get(&mut self, at: u8) -> Value {
        let at = self.integer(at % 4);
        self.op(ArrayOp::Get(AT), &[at])[0]
    }

    fn set(&mut self, at: u8, value: Value) {
        let at = self.integer(at % 4);
        self.op(ArrayOp::Set(AT), &[at, value]);
    }

    fn real(&mut self, primitive: Primitive, operands: &[Value]) -> Value {
        self.b.primitive(primitive, operands).expect("reals")
    }

    fn step(&mut self, (kind, i, j): Step) {
        match kind % 16 {
            0 => {
                let (a, b) = (self.get(i), self.get(j));
                let product = self.real(Primitive::Mul, &[a, b]);
                self.total = self.real(Primitive::Add, &[self.total, product]);
            }
            1 => {
                let (a, b) = (self.get(i), self.get(j));
                let product = self.real(Primitive::Mul, &[a, b]);
                self.set(i, product);
            }
            2 => {
                let value = self.get(j);
                let value = self.real(Primitive::Sin, &[value]);
                let at = self.integer(i % 4);
                self.op(ArrayOp::AddAt(AT), &[at, value]);
            }
            3 => {
                let (i, j) = (self.integer(i % 4), self.integer(j % 4));
                self.whole(Whole::Swap(Checks::CHECKED), &[i, j]);
            }
            4 => {
                let value = self.real(Primitive::Sin, &[self.total]);
                self.set(i, value);
            }
            5 => {
                let value = self.get(i);
                self.whole(Whole::SetAll, &[value]);
            }
            6 => {
                let value = self.get(j);
                let value = self.real(Primitive::Cos, &[value]);
                self.whole(Whole::Push, &[value]);
            }
            7 => {
                let last = self.whole(Whole::Pop(Checks::CHECKED), &[])[0];
                let product = self.real(Primitive::Mul, &[last, self.total]);
                self.total = self.real(Primitive::Add, &[last, product]);
                let value = self.real(Primitive::Sin, &[product]);
                self.whole(Whole::Push, &[value]);
            }
            8 => {
                self.whole(Whole::Reverse, &[]);
            }
            9 => {
                let (at, value) = (self.integer(i % 4), self.get(j));
                let value = self.real(Primitive::Sin, &[value]);
                self.whole(Whole::Insert(Checks::CHECKED), &[at, value]);
            }
            10 => {
                let at = self.integer(i % 4);
                let removed = self.whole(Whole::Remove(Checks::CHECKED), &[at])[0];
                self.total = self.real(Primitive::Mul, &[removed, self.total]);
                let value = self.real(Primitive::Cos, &[removed]);
                self.whole(Whole::Push, &[value]);
            }
            11 => {
                let by = self.integer(j % 4);
                let end = if i % 2 == 0 { End::Left } else { End::Right };
                self.whole(Whole::Rotate(end, Checks::CHECKED), &[by]);
            }
            12 => {
                let value = self.get(i);
                let before = self.op(ArrayOp::Len(Position::WHOLE), &[])[0];
                let after = self.integer(4 + j % 3);
                self.whole(Whole::Resize, &[before, after, value]);
            }
            13 => {
                let value = self.get(j);
                let elements = ArrayOp::New(Layout::Elements(true, [Layout::Value].into()));
                let other = self.b.op1(Operation::Array(elements, array()), &[value]).expect("an array");
                let other = self.whole(Whole::Extend, &[other])[0];
                self.b.op(Operation::Array(ArrayOp::Drop, array()), &[other]).expect("an array");
            }
            14 => {
                for value in [self.get(i), self.get(j)] {
                    let value = self.real(Primitive::Sin, &[value]);
                    self.whole(Whole::Push, &[value]);
                }
                let length = self.integer(4 + j % 3);
                self.whole(Whole::Truncate, &[length]);
            }
            _ => {
                let value = self.get(i);
                let condition =
                    self.b.op1(Operation::Compare(Comparison::Lt, Type::f64()), &[value, self.total]).expect("reals");
                let before = (self.array, self.total);
                let branches = [(1, i, j), (7, j, i)].map(|step| {
                    self.b.open_branch();
                    (self.array, self.total) = before;
                    self.step(step);
                    self.b.close_branch(&[self.array, self.total]).expect("a branch")
                });
                let [then, other] = branches;
                let results = self.b.cond(condition, then, other).expect("branches of one type");
                (self.array, self.total) = (results[0], results[1]);
            }
        }
    }
}

fn array() -> Type {
    Type::Array(Type::f64().into())
}

/// Steps before a loop, in it and after it, on a copy of what is given or on that itself.
fn program(is_own: bool, before: &[Step], turns: u8, inside: &[Step], after: &[Step]) -> Hypernet {
    let mut b = Builder::new();
    let given = b.input(array(), Some("x"));
    let clone = Operation::Array(ArrayOp::Whole(Whole::Clone(Cloned::Same)), array());
    let [given, array] = b.op(clone, &[given]).expect("an array")[..] else { panic!("two arrays") };
    let [given, array] = if is_own { [given, array] } else { [array, given] };
    let total = b.op1(Operation::Constant(Constant::real(0.3), Type::f64()), &[]).expect("a constant");
    let mut program = Program { b, array, total };
    for &step in before {
        program.step(step);
    }
    let (zero, turns) = (program.integer(0), program.integer(turns));
    let state = [program.array, program.total];
    program.b.open_branch();
    program.b.input(Type::discrete("usize"), Some("i"));
    program.array = program.b.input(self::array(), Some("y"));
    program.total = program.b.input(Type::f64(), Some("total"));
    for &step in inside {
        program.step(step);
    }
    let body = program.b.close_branch(&[program.array, program.total]).expect("a body");
    let results = program.b.fold(Sequence::UPWARDS, &[zero, turns], &state, body).expect("a loop");
    (program.array, program.total) = (results[0], results[1]);
    for &step in after {
        program.step(step);
    }
    for at in 0..4 {
        program.step((0, at, at));
    }
    let Program { mut b, array, total } = program;
    let [kept, dropped] = if is_own { [given, array] } else { [array, given] };
    b.op(Operation::Array(ArrayOp::Drop, self::array()), &[dropped]).expect("an array");
    b.finish(&[total, kept]).expect("a net")
}

/// The wire on which the array is made.
fn made(net: &Hypernet) -> WireId {
    let clones = |id: &hypernet::EdgeId| {
        matches!(net.edge(*id).operation(), Some(Operation::Array(ArrayOp::Whole(Whole::Clone(_)), _)))
    };
    net.edge(net.edge_ids().find(clones).expect("it is a clone")).targets()[1]
}

/// The wire of the array of the caller's that the clone leaves.
fn read_from(net: &Hypernet) -> WireId {
    let clones = |id: &hypernet::EdgeId| {
        matches!(net.edge(*id).operation(), Some(Operation::Array(ArrayOp::Whole(Whole::Clone(_)), _)))
    };
    net.edge(net.edge_ids().find(clones).expect("it is a clone")).targets()[0]
}

fn numbers(values: &[f64]) -> Datum {
    Datum::Array(values.iter().copied().map(Datum::Real).collect())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..6)
}

proptest! {
    #[test]
    fn what_was_there_comes_back(
        is_own: bool,
        before in steps(),
        turns in 0u8..4,
        inside in steps(),
        after in steps(),
        x in prop::array::uniform4(-1.5..1.5),
    ) {
        let kept = program(is_own, &before, turns, &inside, &after);
        let mut undone = kept.clone();
        let wire = if is_own { made(&undone) } else { read_from(&undone) };
        prop_assert!(undo(&mut undone, &[wire], &|_| false).is_empty());
        undone.validate().expect("it is valid");
        prop_assert!(matches!(undone.wire(wire).ty(), Type::Undone(_)));
        let x = numbers(&x);
        let found = evaluate(&kept, std::slice::from_ref(&x));
        prop_assert_eq!(&found, &evaluate(&undone, std::slice::from_ref(&x)));
        let Datum::Array(elements) = &found.expect("numbers")[1] else { panic!("an array") };
        let given = [x, numbers(&vec![0.25; elements.len()])];
        let (kept, mut undone) = (value_and_gradient(&kept).expect("one real"), value_and_gradient(&undone).expect("one real"));
        undone.validate().expect("it is valid");
        let expected = evaluate(&kept, &given).expect("numbers");
        prop_assert_eq!(&expected, &evaluate(&undone, &given).expect("numbers"));
        simplify(&mut undone);
        let simplified = evaluate(&undone, &given).expect("numbers");
        prop_assert_eq!(&expected[..1], &simplified[..1]);
        let gradient = |data: &[Datum]| match &data[2] {
            Datum::Array(elements) => elements.iter().map(|element| element.as_real().expect("a real")).collect::<Vec<_>>(),
            other => panic!("no array: {other:?}"),
        };
        for (a, b) in gradient(&expected).iter().zip(gradient(&simplified)) {
            prop_assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{} and {}", a, b);
        }
    }
}

proptest! {
    /// Where the caller has the storage, the backpropagator takes it as the net has left it, and gives what was there before.
    #[test]
    fn the_storage_of_the_caller_comes_back(
        before in steps(),
        turns in 0u8..4,
        inside in steps(),
        x in prop::array::uniform4(-1.5..1.5),
    ) {
        let kept = program(false, &before, turns, &inside, &[]);
        let mut through = kept.clone();
        prop_assert!(undo_through(&mut through, &[(0, 1)], &[], &|_| false).is_empty());
        through.validate().expect("it is valid");
        prop_assert!(matches!(through.wire(through.inputs()[0]).ty(), Type::Undone(_)));
        let settles = |edge: &hypernet::Edge| matches!(edge.operation(), Some(Operation::Array(ArrayOp::Settle(_), _)));
        prop_assert!(!through.any_edge(settles));
        let x = numbers(&x);
        let found = evaluate(&kept, std::slice::from_ref(&x)).expect("numbers");
        prop_assert_eq!(&found, &evaluate(&through, std::slice::from_ref(&x)).expect("numbers"));
        let Datum::Array(elements) = &found[1] else { panic!("an array") };
        let seed = numbers(&vec![0.25; elements.len()]);
        let (kept, mut through) =
            (value_and_gradient(&kept).expect("one real"), value_and_gradient(&through).expect("one real"));
        through.validate().expect("it is valid");
        let expected = evaluate(&kept, &[x.clone(), seed.clone()]).expect("numbers");
        for is_simplified in [false, true] {
            if is_simplified {
                simplify(&mut through);
            }
            let given = evaluate(&through, &[x.clone(), seed.clone(), found[1].clone()]).expect("numbers");
            prop_assert_eq!(&given[3], &x, "what was there before");
            let gradient = |data: &Datum| match data {
                Datum::Array(elements) => elements.iter().map(|element| element.as_real().expect("a real")).collect::<Vec<_>>(),
                other => panic!("no array: {other:?}"),
            };
            for (a, b) in gradient(&expected[2]).iter().zip(gradient(&given[2])) {
                prop_assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{} and {}", a, b);
            }
        }
    }
}

/// What is done to the array of a caller is undone in a copy.
#[test]
fn whose_arrays() {
    let mut net = program(false, &[], 1, &[(4, 0, 0)], &[]);
    let wire = read_from(&net);
    assert!(undo(&mut net, &[wire], &|_| false).is_empty());
    let copies = |net: &Hypernet| {
        let settles =
            |id: &hypernet::EdgeId| matches!(net.edge(*id).operation(), Some(Operation::Array(ArrayOp::Settle(_), _)));
        net.edge_ids().filter(settles).count()
    };
    assert_eq!(copies(&net), 1, "{net}");
    assert!(net.inputs().iter().chain(net.outputs()).all(|&wire| !matches!(net.wire(wire).ty(), Type::Undone(_))));
}

/// A loop that writes one element in each turn and reads several leaves one tape, of what has been there.
#[test]
fn one_tape_for_each_write() {
    let mut net = program(true, &[], 3, &[(1, 0, 1), (0, 2, 3)], &[]);
    let wire = made(&net);
    assert!(undo(&mut net, &[wire], &|_| false).is_empty());
    let mut gradient = value_and_gradient(&net).expect("one real");
    simplify(&mut gradient);
    let tapes = gradient.wire_ids().filter(|&wire| matches!(gradient.wire(wire).ty(), Type::Tape(_))).count();
    assert_eq!(tapes, 1, "{gradient}");
}

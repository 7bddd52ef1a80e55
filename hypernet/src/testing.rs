//! Random well-typed nets for property tests (feature `testing`).
//!
//! What is generated is a small program ([`Program`]), which [`Builder`](crate::Builder) turns into a net. So nets shrink as programs
//! do: steps go, choices turn to what was made last. Every choice is one among what is in scope, so every program is
//! a well-typed net, and shrinking never leaves the well-typed nets.
//!
//! The nets have what the calculus has: abstractions that capture, are nested, are called never, once or several
//! times, take functions and return functions; `cond` with branches that use what is around them, and `cond` between
//! functions; values used never or several times; tuples; booleans and integers in between. Their interfaces are
//! first-order. They stay finite: with real inputs between -[`BOUND`] and [`BOUND`] no wire carries an infinity or
//! NaN, nor does one in the adjoint, because values are squashed by `sin` wherever they could grow.
//!
//! # Seeds
//!
//! Property tests take their configuration from [`config`]. It fixes the seed, so a test gives the same verdict every
//! time. Two environment variables explore further:
//!
//! - `HYPERNET_SEED` is another seed, or `new` for a seed that no test has used yet;
//! - `HYPERNET_CASES` is the number of cases of every property.
//!
//! ```sh
//! HYPERNET_SEED=new HYPERNET_CASES=5000 cargo test -p hypernet --all-features
//! ```
//!
//! A test that fails then says which seed shows the failure again. What it finds becomes a fixed case: its smallest net,
//! as text, is added to `tests/finds/`, whose nets are given to every property that takes a net of reals.
//!
//! ```
//! use hypernet::testing;
//! use proptest::prelude::*;
//!
//! proptest!(testing::config(20), |(net in testing::real_net(2))| {
//!     prop_assert_eq!(net.validate(), Ok(()));
//!     prop_assert_eq!((net.inputs().len(), net.outputs().len()), (2, 1));
//! });
//! ```

use std::collections::HashMap;

use proptest::prelude::*;
use proptest::sample::Index;

use crate::evaluate::Datum;
use crate::label::{Comparison, DiscreteOp};
use crate::net::{Hypernet, Level, Wire, WireId};
use crate::types::Type;

mod config;
mod program;

pub use config::{config, runner};

/// Real inputs up to this magnitude keep a net finite; so are the reals that go into and come out of its functions.
pub const BOUND: f64 = 8.0;

/// Random nets with any first-order interface: reals (`f64`), booleans, integers (`i32`) and pairs of them.
pub fn net() -> impl Strategy<Value = Hypernet> {
    program().prop_map(|program| program.net())
}

/// As [`net`], without `cond`: what the paper's calculus has.
pub fn net_without_branches() -> impl Strategy<Value = Hypernet> {
    program().prop_map(|mut program| {
        without_branches(&mut program.steps);
        program.net()
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all other steps have no branches")]
fn without_branches(steps: &mut Vec<Step>) {
    steps.retain_mut(|step| match step {
        Step::Cond { .. } | Step::Choose(..) => false,
        Step::Abstraction { body, .. } => {
            without_branches(body);
            true
        }
        _ => true,
    });
}

/// Random nets with this many `f64` inputs and one `f64` output.
pub fn real_net(inputs: usize) -> impl Strategy<Value = Hypernet> {
    real_program(inputs).prop_map(|program| program.net())
}

/// Random nets with this many `f64` inputs and this many `f64` outputs.
pub fn reals_net(inputs: usize, outputs: usize) -> impl Strategy<Value = Hypernet> {
    reals_program(inputs, outputs).prop_map(|program| program.net())
}

/// Random programs with any first-order interface.
pub fn program() -> impl Strategy<Value = Program> {
    let input = prop_oneof![4 => Just(Kind::Real), 1 => Just(Kind::Bool), 1 => Just(Kind::Int), 1 => Just(Kind::Pair)];
    let output = prop_oneof![3 => any::<Index>().prop_map(Pick::Real), 1 => any::<Index>().prop_map(Pick::FirstOrder)];
    (prop::collection::vec(input, 0..4), steps(3, 12), prop::collection::vec(output, 0..4))
        .prop_map(|(inputs, steps, outputs)| Program { inputs, steps, outputs, options: false })
}

/// Random programs with this many `f64` inputs and one `f64` output.
pub fn real_program(inputs: usize) -> impl Strategy<Value = Program> {
    reals_program(inputs, 1)
}

/// Random programs with this many `f64` inputs and this many `f64` outputs.
pub fn reals_program(inputs: usize, outputs: usize) -> impl Strategy<Value = Program> {
    let outputs = prop::collection::vec(any::<Index>(), outputs);
    (steps(3, 12), outputs).prop_map(move |(steps, outputs)| Program {
        inputs: vec![Kind::Real; inputs],
        steps,
        outputs: outputs.into_iter().map(Pick::Real).collect(),
        options: false,
    })
}

/// Random nets with this many `f64` inputs and one `f64` output, and the same nets written with options: there, the first
/// branch of a `cond` leaves its result as an option, and a second `cond` of the same condition takes it. Both mean the
/// same, bit for bit.
pub fn real_net_with_options(inputs: usize) -> impl Strategy<Value = (Hypernet, Hypernet)> {
    real_program(inputs).prop_map(|program| {
        let with_options = Program { options: true, ..program.clone() };
        (program.net(), with_options.net())
    })
}

/// Random nets with this many `f64` inputs and this many `f64` outputs, with loops in them.
pub fn reals_net_with_loops(inputs: usize, outputs: usize) -> impl Strategy<Value = Hypernet> {
    (some_steps(3, 10, true), prop::collection::vec(any::<Index>(), outputs)).prop_map(move |(steps, outputs)| {
        let outputs = outputs.into_iter().map(Pick::Real).collect();
        Program { inputs: vec![Kind::Real; inputs], steps, outputs, options: false }.net()
    })
}

/// Random data of these first-order types, with reals of magnitude up to [`BOUND`].
///
/// # Panics
/// If a type is not one that an interface of [`net`] may have.
pub fn data(types: &[Type]) -> BoxedStrategy<Vec<Datum>> {
    types.iter().map(datum).collect::<Vec<_>>().boxed()
}

fn datum(ty: &Type) -> BoxedStrategy<Datum> {
    match ty {
        Type::Real(_) => (-BOUND..BOUND).prop_map(Datum::Real).boxed(),
        Type::Tuple(parts) => data(parts).prop_map(Datum::Tuple).boxed(),
        Type::Discrete(name) if name.is("bool") => any::<bool>().prop_map(Datum::Bool).boxed(),
        Type::Discrete(_) => (-8i128..8).prop_map(Datum::Integer).boxed(),
        Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::World
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_) => {
            panic!("random data of type {ty}")
        }
    }
}

/// The same net with other names: its wires and edges are made again in an order that the seed decides.
///
/// What is the same net should be treated the same, whatever its wires and edges are called.
#[must_use]
pub fn shuffled(net: &Hypernet, seed: u64) -> Hypernet {
    let mut shuffled = Hypernet::new();
    let mut random = seed;
    // Every level once its edge has been made; what the next one needs is on the stack.
    let mut pending = vec![(Level::Outermost, Level::Outermost)];
    while let Some((from, to)) = pending.pop() {
        let region = net.region(from);
        let mut wires = region.wires.clone();
        shuffle(&mut wires, &mut random);
        let mut copies = HashMap::new();
        for wire in wires {
            let Wire { ty, name, .. } = net.wire(wire);
            copies.insert(wire, shuffled.add_wire(to, ty.clone(), name.clone()));
        }
        let all = |wires: &[WireId]| wires.iter().map(|wire| copies[wire]).collect::<Vec<_>>();
        let mut edges = region.edges.clone();
        shuffle(&mut edges, &mut random);
        for id in edges {
            let edge = net.edge(id);
            let copy = shuffled.add_edge(to, edge.label.clone(), all(&edge.sources), all(&edge.targets));
            if edge.inner.is_some() {
                pending.push((Level::Inside(id), Level::Inside(copy)));
            }
        }
        shuffled.set_inputs(to, all(&region.inputs));
        shuffled.set_outputs(to, all(&region.outputs));
    }
    shuffled
}

fn shuffle<T>(items: &mut [T], random: &mut u64) {
    for last in (1..items.len()).rev() {
        // A linear congruential generator (Knuth's MMIX constants): its upper bits are random enough.
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bound = u64::try_from(last).expect("a usize fits") + 1;
        let other = usize::try_from((*random >> 33) % bound).expect("less than the length");
        items.swap(last, other);
    }
}

/// A program: what a random net is built from.
#[derive(Clone, Debug)]
pub struct Program {
    inputs: Vec<Kind>,
    steps: Vec<Step>,
    outputs: Vec<Pick>,
    /// Whether each branch leaves what it computes as an option, which a second branch of the same condition takes.
    options: bool,
}

/// The type of an input or parameter.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Real,
    Bool,
    Int,
    Pair,
    /// That of a function in scope.
    Function(Index),
}

/// A value in scope; counted from the one made last.
#[derive(Clone, Copy, Debug)]
enum Pick {
    Real(Index),
    FirstOrder(Index),
    Any(Index),
}

/// One step of a program. What it needs and cannot find it makes, or else it does nothing.
#[derive(Clone, Debug)]
enum Step {
    Real(i8),
    Int(i8),
    Unary(Unary, Index),
    Binary(Binary, Index, Index),
    MulAdd(Index, Index, Index),
    Compare(Comparison, Index, Index),
    CompareInts(Comparison, Index, Index),
    Logic(DiscreteOp, Index, Index),
    Select(Index, Index, Index),
    Cast(Index),
    Pack(Pick, Pick),
    Unpack(Index),
    Call(Index, Vec<Index>),
    /// A call of the function made last.
    CallLast(Vec<Index>),
    Abstraction {
        params: Vec<Kind>,
        body: Vec<Step>,
        results: Vec<Pick>,
    },
    Cond {
        condition: Index,
        then: Vec<Step>,
        other: Vec<Step>,
        results: (Index, Index),
    },
    /// A `cond` between two functions of one type.
    Choose(Index, Index, Index),
    /// A loop over `1..turns`, with a state of two reals, that stops in one of these ways.
    Fold {
        turns: u8,
        downwards: bool,
        stops: Stops,
        state: [Index; 2],
        body: Vec<Step>,
        results: [Index; 2],
    },
}

/// How a loop stops.
#[derive(Clone, Copy, Debug)]
enum Stops {
    /// At the end of its range.
    Never,
    /// At the end of its range, in which it goes on by this, or earlier.
    Early(u8, Index),
    /// It has no range, and counts its turns itself.
    Endless(Index),
}

#[derive(Clone, Copy, Debug)]
enum Unary {
    Neg,
    Sin,
    Cos,
    Tanh,
    Atan,
    Abs,
    /// `exp(sin(a))`
    Exp,
    /// `sqrt(2 + sin(a))`
    Sqrt,
    /// `ln(2 + sin(a))`
    Ln,
    /// `sin(a)` and `cos(a)`
    SinCos,
    /// `sin(a)` to the power 3
    Powi,
}

#[derive(Clone, Copy, Debug)]
enum Binary {
    Add,
    Sub,
    Mul,
    Max,
    Min,
    /// `a / (2 + sin(b))`
    Div,
    /// `(2 + sin(a))` to the power `sin(b)`
    Powf,
}

fn index() -> impl Strategy<Value = Index> {
    any::<Index>()
}

fn indices(most: usize) -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(index(), 0..=most)
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    prop::sample::select(vec![Lt, Le, Gt, Ge, Eq, Ne])
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![
        4 => index().prop_map(Pick::Real),
        1 => index().prop_map(Pick::FirstOrder),
        2 => index().prop_map(Pick::Any),
    ]
}

fn simple() -> impl Strategy<Value = Step> {
    let unary = {
        use Unary::{Abs, Atan, Cos, Exp, Ln, Neg, Powi, Sin, SinCos, Sqrt, Tanh};
        prop::sample::select(vec![Neg, Sin, Cos, Tanh, Atan, Abs, Exp, Sqrt, Ln, SinCos, Powi])
    };
    let binary = {
        use Binary::{Add, Div, Max, Min, Mul, Powf, Sub};
        prop::sample::select(vec![Add, Mul, Sub, Max, Min, Div, Powf])
    };
    let logic = {
        use DiscreteOp::{And, Not, Or, Xor};
        prop::sample::select(vec![Not, And, Or, Xor])
    };
    prop_oneof![
        2 => (-4i8..=4).prop_map(Step::Real),
        1 => (-4i8..=4).prop_map(Step::Int),
        6 => (unary, index()).prop_map(|(op, a)| Step::Unary(op, a)),
        8 => (binary, index(), index()).prop_map(|(op, a, b)| Step::Binary(op, a, b)),
        1 => (index(), index(), index()).prop_map(|(a, b, c)| Step::MulAdd(a, b, c)),
        1 => (comparison(), index(), index()).prop_map(|(op, a, b)| Step::Compare(op, a, b)),
        1 => (comparison(), index(), index()).prop_map(|(op, a, b)| Step::CompareInts(op, a, b)),
        1 => (logic, index(), index()).prop_map(|(op, a, b)| Step::Logic(op, a, b)),
        1 => (index(), index(), index()).prop_map(|(c, a, b)| Step::Select(c, a, b)),
        1 => index().prop_map(Step::Cast),
        1 => (pick(), pick()).prop_map(|(a, b)| Step::Pack(a, b)),
        1 => index().prop_map(Step::Unpack),
        4 => (index(), indices(2)).prop_map(|(f, arguments)| Step::Call(f, arguments)),
        4 => indices(2).prop_map(Step::CallLast),
        1 => (index(), index(), index()).prop_map(|(c, f, g)| Step::Choose(c, f, g)),
    ]
}

/// At most `most` steps, with abstractions and branches nested at most `depth` deep.
fn steps(depth: u32, most: usize) -> BoxedStrategy<Vec<Step>> {
    some_steps(depth, most, false)
}

fn some_steps(depth: u32, most: usize, loops: bool) -> BoxedStrategy<Vec<Step>> {
    if depth == 0 {
        return prop::collection::vec(simple(), 0..most).boxed();
    }
    let param = prop_oneof![
        6 => Just(Kind::Real),
        1 => Just(Kind::Bool),
        1 => Just(Kind::Int),
        1 => Just(Kind::Pair),
        3 => index().prop_map(Kind::Function),
    ];
    let results = prop_oneof![
        8 => prop::collection::vec(pick(), 1..=1),
        2 => prop::collection::vec(pick(), 2..=2),
        1 => Just(Vec::new()),
    ];
    let abstraction = (prop::collection::vec(param, 0..3), some_steps(depth - 1, 5, loops), results)
        .prop_map(|(params, body, results)| Step::Abstraction { params, body, results });
    let cond = (index(), some_steps(depth - 1, 4, loops), some_steps(depth - 1, 4, loops), (index(), index()))
        .prop_map(|(condition, then, other, results)| Step::Cond { condition, then, other, results });
    if !loops {
        return prop::collection::vec(prop_oneof![5 => simple(), 2 => abstraction, 1 => cond], 0..most).boxed();
    }
    let two = || (index(), index()).prop_map(|(a, b)| [a, b]);
    let stops = prop_oneof![
        2 => Just(Stops::Never),
        1 => (0u8..3, index()).prop_map(|(step, at)| Stops::Early(step, at)),
        1 => index().prop_map(Stops::Endless),
    ];
    let fold = (0u8..5, any::<bool>(), stops, two(), some_steps(depth - 1, 5, loops), two());
    let fold = fold.prop_map(|(turns, downwards, stops, state, body, results)| Step::Fold {
        turns,
        downwards,
        stops,
        state,
        body,
        results,
    });
    prop::collection::vec(prop_oneof![5 => simple(), 1 => abstraction, 1 => cond, 2 => fold], 0..most).boxed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{Label, Operation};
    use proptest::strategy::ValueTree;

    proptest! {
        #![proptest_config(config(256))]

        #[test]
        fn nets_are_valid_with_first_order_interfaces(net in net()) {
            prop_assert_eq!(net.validate(), Ok(()));
            let signature = net.signature();
            prop_assert!(signature.inputs.iter().chain(&signature.outputs).all(Type::is_first_order));
        }

        #[test]
        fn nets_of_reals_have_the_interface_asked_for(one in real_net(3), several in reals_net(2, 3)) {
            for (net, inputs, outputs) in [(one, 3, 1), (several, 2, 3)] {
                prop_assert_eq!(net.validate(), Ok(()));
                let signature = net.signature();
                let real = Type::f64();
                prop_assert_eq!(
                    (signature.inputs, signature.outputs),
                    (vec![real.clone(); inputs], vec![real; outputs])
                );
            }
        }
    }

    /// A generator that stopped making closures would leave every property test true and empty.
    #[test]
    fn nets_have_what_they_are_for() {
        let mut runner = runner();
        let strategy = real_net(2);
        let nets: Vec<Hypernet> =
            (0..500).map(|_| strategy.new_tree(&mut runner).expect("nothing is rejected").current()).collect();
        let share = |wanted: &dyn Fn(&Hypernet) -> bool| nets.iter().filter(|net| wanted(net)).count();
        let any =
            |net: &Hypernet, wanted: &dyn Fn(&Label) -> bool| net.edge_ids().any(|id| wanted(net.edge(id).label()));
        let functions = |net: &Hypernet, wanted: &dyn Fn(&crate::types::FunctionType) -> bool| {
            net.wire_ids().any(|id| net.wire(id).ty().as_function().is_some_and(|function| wanted(function)))
        };
        let is_function = |ty: &Type| ty.as_function().is_some();
        let found = [
            ("eval", share(&|net| any(net, &|label| *label == Label::Eval))),
            ("capture", share(&|net| functions(net, &|f| f.captures.known().is_some_and(|c| !c.is_empty())))),
            (
                "captured function",
                share(&|net| functions(net, &|f| f.captures.known().unwrap_or_default().iter().any(is_function))),
            ),
            ("function taken", share(&|net| functions(net, &|f| f.params.iter().any(is_function)))),
            ("function given", share(&|net| functions(net, &|f| f.results.iter().any(is_function)))),
            ("cond", share(&|net| any(net, &|l| matches!(l, Label::Operation(Operation::Cond(..)))))),
            (
                "function copied",
                share(&|net| {
                    net.edge_ids().any(|id| {
                        *net.edge(id).label() == Label::Copy && is_function(net.wire(net.edge(id).sources()[0]).ty())
                    })
                }),
            ),
        ];
        for (what, count) in found {
            assert!(count >= 30, "{what}: only {count} of 500 nets; all: {found:?}");
        }
        let strategy = real_net_with_options(2);
        let is_option = |net: &Hypernet| net.wire_ids().any(|id| matches!(net.wire(id).ty(), Type::Option(_)));
        let options = (0..500).map(|_| strategy.new_tree(&mut runner).expect("nothing is rejected").current());
        let count = options.filter(|(plain, net)| !is_option(plain) && is_option(net)).count();
        assert!(count >= 100, "options: only {count} of 500 nets");
    }
}

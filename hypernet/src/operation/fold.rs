//! Loops over a range: `I ++ I ++ (K ++ I ++ S ++ E -o[C] S ++ L) ++ Tape<K> ++ S ++ E -> S ++ Tape<L>` runs a function once for
//! each number of the range.
//!
//! The function takes the number, the state `S` that the turn before it left, and the environment `E`, which is the same in
//! each turn. It gives the state, and leaves values `L` on tapes, one entry for each turn. A loop that runs the range
//! downwards takes entries `K` from tapes that a loop over the same range left.
//!
//! The adjoint of a loop is made of two. The forward pass runs the adjoint of the function and leaves the backpropagators on a
//! tape; the reverse pass runs the range the other way round and evaluates them. It carries the sensitivities of the state, and
//! those of the environment and of the captures, to which each turn adds.

use std::sync::Arc;

use super::prelude::*;
use crate::adjoint::{Runs, Surroundings, evaluate, surgery};
use crate::label::Label;
use crate::net::{Level, WireId};

/// A loop over a range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fold {
    /// The function that each turn runs.
    pub body: Arc<FunctionType>,
    /// Which numbers it runs over, and in which order.
    pub sequence: Sequence,
    /// How many tapes it takes.
    pub taken: usize,
    /// How many values its state has.
    pub state: usize,
}

/// The numbers that a loop runs over, from its first operand to its second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sequence {
    /// Whether the second operand is one of the numbers.
    pub inclusive: bool,
    /// Whether the loop begins with the last number.
    pub downwards: bool,
}

impl Sequence {
    /// `a..b`
    pub const UPWARDS: Self = Self { inclusive: false, downwards: false };

    /// The same numbers in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { downwards: !self.downwards, ..self }
    }
}

impl Fold {
    /// How many operands stand before the tapes: the bounds and the function.
    pub const BEFORE: usize = 3;

    /// What its function takes, if it takes enough.
    fn params(&self) -> Option<Params<'_>> {
        let (taken, rest) = self.body.params.split_at_checked(self.taken)?;
        let (index, rest) = rest.split_first()?;
        let (state, environment) = rest.split_at_checked(self.state)?;
        Some(Params { taken, index, state, environment })
    }

    /// The types of what a turn leaves on tapes.
    #[must_use]
    pub fn left(&self) -> &[Type] {
        self.body.results.get(self.state..).unwrap_or_default()
    }
}

/// What the function of a loop takes, by types.
struct Params<'a> {
    taken: &'a [Type],
    index: &'a Type,
    state: &'a [Type],
    environment: &'a [Type],
}

fn tape(ty: &Type) -> Type {
    Type::Tape(Arc::new(ty.clone()))
}

pub(super) fn signature(fold: &Arc<Fold>) -> (Vec<Type>, Vec<Type>) {
    let Params { taken, index, state, environment } = fold.params().expect("a loop fits its function");
    let mut inputs = vec![index.clone(), index.clone(), Type::Function(fold.body.clone())];
    inputs.extend(taken.iter().map(tape));
    inputs.extend(state.iter().chain(environment).cloned());
    let mut outputs = fold.body.results[..fold.state].to_vec();
    outputs.extend(fold.left().iter().map(tape));
    (inputs, outputs)
}

pub(super) fn fits(fold: &Arc<Fold>, how: Agree) -> Result<(), &'static str> {
    let Some(Params { index, state, environment, .. }) = fold.params() else {
        return Err("its function takes too few values");
    };
    let Some(given) = fold.body.results.get(..fold.state) else { return Err("its function gives too few values") };
    if !matches!(index, Type::Discrete(_)) {
        return Err("its index is not discrete");
    }
    if !agree(state, given, how) {
        return Err("its function does not give the state that it takes");
    }
    if !state.iter().all(Type::is_first_order) {
        return Err("its state holds a function");
    }
    if !environment.iter().all(Type::is_copyable) {
        return Err("its environment is not the same in each turn");
    }
    Ok(())
}

pub(super) fn types_mut(fold: &mut Arc<Fold>, change: &mut dyn FnMut(&mut Type)) {
    let mut ty = Type::Function(fold.body.clone());
    change(&mut ty);
    let Type::Function(changed) = ty else { unreachable!("a function stays one") };
    Arc::make_mut(fold).body = changed;
}

pub(super) fn nature(_: &Arc<Fold>) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Result, runs: 2..3, linear: Linear::InNone }
}

/// A loop that takes or leaves tapes is a part of an adjoint, and has none of its own.
pub(super) fn derivative(fold: &Arc<Fold>) -> Derivative<'_> {
    if fold.taken > 0 || !fold.left().is_empty() {
        return Derivative::Missing;
    }
    Derivative::Runs(Runs {
        kept: 0..2,
        forward: Box::new(|around, operands| {
            let Type::Function(body) = around.net.wire(operands[2]).ty.clone() else {
                unreachable!("a loop runs a function")
            };
            (Operation::Fold(Arc::new(Fold { body, ..(**fold).clone() })), operands)
        }),
        reverse: Box::new(|around, wires| reverse(fold, around, &wires)),
    })
}

/// The reverse pass of a loop, on its bounds, the tape of backpropagators and the sensitivities of the state.
fn reverse(fold: &Fold, around: &mut Surroundings<'_>, wires: &[WireId]) -> Vec<WireId> {
    let level = around.level;
    let (&[first, last, tape], state) = wires.split_first_chunk().expect("the bounds and a tape are left");
    let Type::Tape(entry) = around.net.wire(tape).ty.clone() else { unreachable!("a loop leaves a tape") };
    let back = entry.as_function().expect("each turn leaves a backpropagator").clone();
    let captured: usize =
        fold.body.captures.known().unwrap_or_default().iter().map(|ty| around.types.width(ty).unwrap_or(0)).sum();
    // What a backpropagator gives: the sensitivities of the captures, of the state, of the environment.
    let invariant = |at: usize| at < captured || at >= captured + state.len();
    let invariants: Vec<Type> =
        back.results.iter().enumerate().filter(|(at, _)| invariant(*at)).map(|(_, ty)| ty.clone()).collect();

    let index = around.net.wire(first).ty.clone();
    let body = around.net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
    let inside = Level::Inside(body);
    let evaluated = around.net.add_input(inside, (*entry).clone(), None);
    let number = around.net.add_input(inside, index.clone(), None);
    surgery::discard(around.net, number);
    let mut operands = vec![evaluated];
    operands.extend(back.params.iter().map(|ty| around.net.add_input(inside, ty.clone(), None)));
    let before: Vec<WireId> = invariants.iter().map(|ty| around.net.add_input(inside, ty.clone(), None)).collect();
    let given =
        evaluate(&mut Surroundings { net: &mut *around.net, types: &mut *around.types, level: inside }, operands);
    let (mut outputs, mut added) = (Vec::new(), before.into_iter());
    let mut sums = Vec::new();
    for (at, wire) in given.into_iter().enumerate() {
        if invariant(at) {
            let before = added.next().expect("one for each");
            sums.push(surgery::plus(around.net, inside, before, wire));
        } else {
            outputs.push(wire);
        }
    }
    outputs.extend(sums);
    let results = around.net.types(&outputs);
    around.net.set_outputs(inside, outputs);
    let params = around.net.types(&around.net.region(inside).inputs);
    let ty = Type::function(Vec::new(), params, results);
    let Type::Function(of_body) = ty.clone() else { unreachable!("made above") };
    let function = around.net.add_wire(level, ty, None);
    around.net.push_target(body, function);

    let mut operands = vec![first, last, function, tape];
    operands.extend(state);
    operands.extend(invariants.iter().map(|ty| surgery::zero(around.net, level, ty)));
    let loops = Fold { body: of_body, sequence: fold.sequence.reversed(), taken: 1, state: operands.len() - 4 };
    let mut results = surgery::operation(around.net, level, Operation::Fold(Arc::new(loops)), operands);
    // The function stands before the state, and so does the sensitivity of what it captured.
    let sums = results.split_off(state.len());
    let (of_captures, of_environment) = sums.split_at(captured);
    [of_captures, &results, of_environment].concat()
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(fold: &Arc<Fold>, mut given: Vec<Datum>, _: &Environment) -> Result<Outcome, EvaluateError> {
    let (inputs, _) = signature(fold);
    if given.len() != inputs.len() {
        return Err(count(inputs.len(), given.len()));
    }
    let environment = given.split_off(Fold::BEFORE + fold.taken + fold.state);
    let state = given.split_off(Fold::BEFORE + fold.taken);
    let tapes = given.split_off(Fold::BEFORE);
    let function = machine::closure(given.remove(2))?;
    let [first, last] = [machine::integer(&given[0])?, machine::integer(&given[1])?];
    let end = if fold.sequence.inclusive { last.saturating_add(1) } else { last };
    let taken = tapes.into_iter().map(machine::tape).collect::<Result<Vec<_>, _>>()?;
    let left = vec![Vec::new(); fold.left().len()];
    let turns =
        meaning::Turning { fold: fold.clone(), function, first, end: end.max(first), at: 0, taken, environment, left };
    Ok(Outcome::Turns(Box::new(meaning::Loop { turns, state: Some(state) })))
}

/// The machine of a loop.
#[cfg(feature = "evaluate")]
mod meaning {
    use std::sync::Arc;

    use super::Fold;
    use crate::evaluate::{Closure, Datum, EvaluateError, Turn, Turns};

    /// What stays the same from turn to turn, and what has been left so far.
    pub(super) struct Turning {
        pub(super) fold: Arc<Fold>,
        pub(super) function: Closure,
        pub(super) first: i128,
        pub(super) end: i128,
        /// How many turns have begun.
        pub(super) at: i128,
        pub(super) taken: Vec<Vec<Datum>>,
        pub(super) environment: Vec<Datum>,
        pub(super) left: Vec<Vec<Datum>>,
    }

    pub(super) struct Loop {
        pub(super) turns: Turning,
        /// The state at the beginning.
        pub(super) state: Option<Vec<Datum>>,
    }

    impl Turns for Loop {
        fn next(&mut self, given: Option<Vec<Datum>>) -> Result<Turn, EvaluateError> {
            let turns = &mut self.turns;
            let state = match given {
                None => self.state.take().ok_or(EvaluateError::Invalid)?,
                Some(mut state) => {
                    if state.len() != turns.fold.state + turns.left.len() {
                        return Err(EvaluateError::Invalid);
                    }
                    for (tape, entry) in turns.left.iter_mut().zip(state.split_off(turns.fold.state)) {
                        tape.push(entry);
                    }
                    state
                }
            };
            let downwards = turns.fold.sequence.downwards;
            if turns.first + turns.at == turns.end {
                let mut results = state;
                for mut tape in std::mem::take(&mut turns.left) {
                    if downwards {
                        tape.reverse();
                    }
                    results.push(Datum::Tape(tape));
                }
                return Ok(Turn::Done(results));
            }
            let number = if downwards { turns.end - 1 - turns.at } else { turns.first + turns.at };
            turns.at += 1;
            let entry = usize::try_from(number - turns.first).map_err(|_| EvaluateError::Invalid)?;
            let mut arguments = Vec::new();
            for tape in &turns.taken {
                arguments.push(tape.get(entry).cloned().ok_or(EvaluateError::Invalid)?);
            }
            arguments.push(Datum::Integer(number));
            arguments.extend(state);
            arguments.extend(turns.environment.iter().cloned());
            Ok(Turn::Call(turns.function.clone(), arguments))
        }
    }
}

#[cfg(feature = "text")]
const WORDS: [(&str, Sequence); 4] = [
    ("fold", Sequence::UPWARDS),
    ("fold_inclusive", Sequence { inclusive: true, downwards: false }),
    ("fold_down", Sequence { inclusive: false, downwards: true }),
    ("fold_down_inclusive", Sequence { inclusive: true, downwards: true }),
];

/// The types are those of the function, of the tapes and of the state.
#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    WORDS.iter().any(|(known, _)| *known == word).then_some(Syntax::word(|_| None))
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let &(_, sequence) = WORDS.iter().find(|(word, _)| *word == written.word)?;
    match written.types.as_slice() {
        [Type::Function(body), Type::Tuple(taken), Type::Tuple(state)] => {
            let fold = Fold { body: body.clone(), sequence, taken: taken.len(), state: state.len() };
            fold.params()?;
            Some(Operation::Fold(Arc::new(fold)))
        }
        _ => None,
    }
}

#[cfg(feature = "text")]
pub(super) fn write(fold: &Arc<Fold>) -> Written {
    let &(word, _) = WORDS.iter().find(|(_, sequence)| *sequence == fold.sequence).expect("each range has a word");
    let Params { taken, state, .. } = fold.params().expect("a loop fits its function");
    let types = vec![Type::Function(fold.body.clone()), Type::tuple(taken.to_vec()), Type::tuple(state.to_vec())];
    Written::new(word, types)
}

#[cfg(feature = "draw")]
pub(super) fn symbol(fold: &Arc<Fold>) -> Symbol {
    Symbol::Box(if fold.sequence.downwards { "fold ↓" } else { "fold" }.to_owned())
}

//! Loops: `I ++ I ++ (K ++ I ++ S ++ E -o[C] S ++ L) ++ Tape<K> ++ S ++ E -> S ++ Tape<L>` runs a function once for each number
//! of a range.
//!
//! The function takes the number, the state `S` that the turn before it left, and the environment `E`, which is the same in
//! each turn. It gives the state, and leaves values `L` on tapes, one entry for each turn. A loop that runs the range
//! downwards takes entries `K` from tapes that a loop over the same range left.
//!
//! A loop may go on by more than one from number to number: then a third operand says by how much. It may *stop*: then the
//! first value of the state says before each turn whether there is one. A loop that stops may have no range; its function takes
//! no number. A loop of which its bounds do not say how many turns it makes gives that after the state.
//!
//! The adjoint of a loop is made of two. The forward pass runs the adjoint of the function and leaves the backpropagators on a
//! tape; the reverse pass runs the range the other way round, or counts the turns down, and evaluates them. It carries the
//! sensitivities of the state, and those of the environment and of the captures, to which each turn adds.

use std::sync::Arc;

use super::constant::Constant;
use super::prelude::*;
use crate::adjoint::{Runs, Surroundings, evaluate, surgery};
use crate::label::Label;
use crate::net::{Level, WireId};

/// A loop.
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

/// How many turns a loop makes, and on which numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sequence {
    /// Up to where the numbers go.
    pub limit: Limit,
    /// Whether the loop begins with the last number.
    pub downwards: bool,
    /// Whether the third operand says by how much it goes on from number to number.
    pub stepped: bool,
    /// Whether the first value of the state says before each turn whether there is one.
    pub stops: bool,
}

/// Up to where the numbers of a loop go, from its first operand on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// To before the second operand.
    Before,
    /// To the second operand.
    To,
    /// There are no numbers.
    None,
}

impl Sequence {
    /// `a..b`
    pub const UPWARDS: Self = Self { limit: Limit::Before, downwards: false, stepped: false, stops: false };

    /// As long as the state says so.
    pub const ENDLESS: Self = Self { limit: Limit::None, downwards: false, stepped: false, stops: true };

    /// The same numbers in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { downwards: !self.downwards, ..self }
    }

    /// How many operands say which numbers these are.
    #[must_use]
    pub fn bounds(self) -> usize {
        match self.limit {
            Limit::Before | Limit::To => 2 + usize::from(self.stepped),
            Limit::None => 0,
        }
    }

    /// How many numbers the function of a turn takes.
    #[must_use]
    pub fn indices(self) -> usize {
        match self.limit {
            Limit::Before | Limit::To => 1,
            Limit::None => 0,
        }
    }

    /// Whether the loop gives how many turns it has made, because the bounds do not say it.
    #[must_use]
    pub const fn counts(self) -> bool {
        self.stepped || self.stops
    }
}

/// The type of the number of turns.
pub(crate) fn count_type() -> Type {
    Type::discrete("usize")
}

impl Fold {
    /// Which operand is the function.
    #[must_use]
    pub fn function(&self) -> usize {
        self.sequence.bounds()
    }

    /// How many operands stand before the state: the bounds, the function and the tapes.
    #[must_use]
    pub fn before_state(&self) -> usize {
        self.function() + 1 + self.taken
    }

    /// How many values its function takes before the state: the entries of tapes and the number.
    #[must_use]
    pub fn params_before_state(&self) -> usize {
        self.taken + self.sequence.indices()
    }

    /// How many results stand before the tapes that it leaves.
    #[must_use]
    pub fn before_left(&self) -> usize {
        self.state + usize::from(self.sequence.counts())
    }

    /// What its function takes, if it takes enough.
    fn params(&self) -> Option<Params<'_>> {
        let (taken, rest) = self.body.params.split_at_checked(self.taken)?;
        let (index, rest) = rest.split_at_checked(self.sequence.indices())?;
        let (state, environment) = rest.split_at_checked(self.state)?;
        Some(Params { taken, index: index.first(), state, environment })
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
    /// None if there are no numbers.
    index: Option<&'a Type>,
    state: &'a [Type],
    environment: &'a [Type],
}

fn tape(ty: &Type) -> Type {
    Type::Tape(Arc::new(ty.clone()))
}

pub(super) fn signature(fold: &Arc<Fold>) -> (Vec<Type>, Vec<Type>) {
    let Params { taken, index, state, environment } = fold.params().expect("a loop fits its function");
    let mut inputs = Vec::new();
    if let Some(index) = index {
        inputs.extend([index.clone(), index.clone()]);
        inputs.extend(fold.sequence.stepped.then(count_type));
    }
    inputs.push(Type::Function(fold.body.clone()));
    inputs.extend(taken.iter().map(tape));
    inputs.extend(state.iter().chain(environment).cloned());
    let mut outputs = fold.body.results[..fold.state].to_vec();
    outputs.extend(fold.sequence.counts().then(count_type));
    outputs.extend(fold.left().iter().map(tape));
    (inputs, outputs)
}

pub(super) fn fits(fold: &Arc<Fold>, how: Agree) -> Result<(), &'static str> {
    let Some(Params { index, state, environment, .. }) = fold.params() else {
        return Err("its function takes too few values");
    };
    let Some(given) = fold.body.results.get(..fold.state) else { return Err("its function gives too few values") };
    if !matches!(index, None | Some(Type::Discrete(_))) {
        return Err("its index is not discrete");
    }
    let Sequence { limit, downwards, stepped, stops } = fold.sequence;
    if limit == Limit::None && (downwards || stepped || !stops) {
        return Err("it has no numbers, and nothing else that ends it");
    }
    if stops && state.first() != Some(&Type::bool()) {
        return Err("its state does not say whether there is another turn");
    }
    if fold.sequence.counts() && fold.taken > 0 {
        return Err("it takes tapes, and its bounds do not say how many turns it makes");
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

pub(super) fn nature(fold: &Arc<Fold>) -> Nature {
    let function = fold.function();
    // What goes on by nothing panics.
    let effect = if fold.sequence.stepped { Effect::MayPanic } else { Effect::None };
    Nature { effect, copying: Copying::Result, runs: function..function + 1, linear: Linear::InNone }
}

/// A loop that takes or leaves tapes is a part of an adjoint, and has none of its own.
pub(super) fn derivative(fold: &Arc<Fold>) -> Derivative<'_> {
    if fold.taken > 0 || !fold.left().is_empty() {
        return Derivative::Missing;
    }
    let counts = fold.sequence.counts();
    Derivative::Runs(Runs {
        kept: if counts { 0..0 } else { 0..2 },
        kept_result: counts.then_some(fold.state),
        forward: Box::new(|around, operands| {
            let Type::Function(body) = around.net.wire(operands[fold.function()]).ty.clone() else {
                unreachable!("a loop runs a function")
            };
            (Operation::Fold(Arc::new(Fold { body, ..(**fold).clone() })), operands)
        }),
        reverse: Box::new(|around, wires| reverse(fold, around, &wires)),
    })
}

/// The reverse pass of a loop, on its bounds or the number of its turns, the tape of backpropagators and the sensitivities of
/// the state.
fn reverse(fold: &Fold, around: &mut Surroundings<'_>, wires: &[WireId]) -> Vec<WireId> {
    let level = around.level;
    let (sequence, first, last, tape, state) = if fold.sequence.counts() {
        let (&[count, tape], state) = wires.split_first_chunk().expect("the number of turns and a tape are left");
        let zero = Operation::Constant(Constant::Integer(0), count_type());
        let zero = surgery::operation(around.net, level, zero, Vec::new())[0];
        (Sequence::UPWARDS, zero, count, tape, state)
    } else {
        let (&[first, last, tape], state) = wires.split_first_chunk().expect("the bounds and a tape are left");
        (fold.sequence, first, last, tape, state)
    };
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
    let loops = Fold { body: of_body, sequence: sequence.reversed(), taken: 1, state: operands.len() - 4 };
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
    let environment = given.split_off(fold.before_state() + fold.state);
    let state = given.split_off(fold.before_state());
    let tapes = given.split_off(fold.function() + 1);
    let function = machine::closure(given.remove(fold.function()))?;
    let bound = |at: usize| given.get(at).map_or(Ok(0), machine::integer);
    let (first, last, step) = (bound(0)?, bound(1)?, if fold.sequence.stepped { bound(2)? } else { 1 });
    if step < 1 {
        return Err(EvaluateError::Panic("a loop that goes on by nothing"));
    }
    let end = match fold.sequence.limit {
        Limit::Before => last,
        Limit::To => last.saturating_add(1),
        Limit::None => i128::MAX,
    };
    let taken = tapes.into_iter().map(machine::tape).collect::<Result<Vec<_>, _>>()?;
    let left = vec![Vec::new(); fold.left().len()];
    let end = end.max(first);
    let turns = meaning::Turning { fold: fold.clone(), function, first, end, step, at: 0, taken, environment, left };
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
        pub(super) step: i128,
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
            let sequence = turns.fold.sequence;
            let downwards = sequence.downwards;
            let stopped = sequence.stops && matches!(state.first(), Some(Datum::Bool(false)));
            let gone = turns.at.saturating_mul(turns.step);
            if stopped || gone >= turns.end.saturating_sub(turns.first) {
                let mut results = state;
                if sequence.counts() {
                    results.push(Datum::Integer(turns.at));
                }
                for mut tape in std::mem::take(&mut turns.left) {
                    // The entries stand in the order of the numbers; in that of the turns, if those are counted.
                    if downwards && !sequence.counts() {
                        tape.reverse();
                    }
                    results.push(Datum::Tape(tape));
                }
                return Ok(Turn::Done(results));
            }
            let number = if downwards { turns.end - 1 - gone } else { turns.first + gone };
            turns.at += 1;
            let entry = if turns.taken.is_empty() { 0 } else { number - turns.first };
            let entry = usize::try_from(entry).map_err(|_| EvaluateError::Invalid)?;
            let mut arguments = Vec::new();
            for tape in &turns.taken {
                arguments.push(tape.get(entry).cloned().ok_or(EvaluateError::Invalid)?);
            }
            if sequence.indices() > 0 {
                arguments.push(Datum::Integer(number));
            }
            arguments.extend(state);
            arguments.extend(turns.environment.iter().cloned());
            Ok(Turn::Call(turns.function.clone(), arguments))
        }
    }
}

/// The word for a sequence: `loop`, or `fold` with what is special about it.
#[cfg(feature = "text")]
fn word(sequence: Sequence) -> String {
    if sequence.limit == Limit::None {
        return "loop".to_owned();
    }
    let parts = [
        (sequence.downwards, "_down"),
        (sequence.stepped, "_step"),
        (sequence.limit == Limit::To, "_inclusive"),
        (sequence.stops, "_while"),
    ];
    parts.into_iter().filter(|(is, _)| *is).fold("fold".to_owned(), |word, (_, part)| word + part)
}

#[cfg(feature = "text")]
fn sequence(written: &str) -> Option<Sequence> {
    if written == "loop" {
        return Some(Sequence::ENDLESS);
    }
    let mut rest = written.strip_prefix("fold")?;
    let mut is = |part: &str| match rest.strip_prefix(part) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    };
    let (downwards, stepped) = (is("_down"), is("_step"));
    let limit = if is("_inclusive") { Limit::To } else { Limit::Before };
    let stops = is("_while");
    rest.is_empty().then_some(Sequence { limit, downwards, stepped, stops })
}

/// The types are those of the function, of the tapes and of the state.
#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    sequence(word).is_some().then_some(Syntax::word(|_| None))
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let sequence = sequence(&written.word)?;
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
    let Params { taken, state, .. } = fold.params().expect("a loop fits its function");
    let types = vec![Type::Function(fold.body.clone()), Type::tuple(taken.to_vec()), Type::tuple(state.to_vec())];
    Written::new(&word(fold.sequence), types)
}

#[cfg(feature = "draw")]
pub(super) fn symbol(fold: &Arc<Fold>) -> Symbol {
    let symbol = match fold.sequence {
        Sequence { limit: Limit::None, .. } => "while",
        Sequence { downwards: true, .. } => "fold ↓",
        _ => "fold",
    };
    Symbol::Box(symbol.to_owned())
}

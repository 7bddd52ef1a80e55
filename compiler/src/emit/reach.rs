//! Elements that the turns of a loop reach one after the other, as `a[offset + i]`: the loop takes that part of the array before
//! its first turn, and its turns reach `part[i]`. So the bounds are checked once, as where a person writes iterators. An element
//! that all turns reach is held in a variable.
//!
//! The reverse pass reaches only elements that the primal reaches. Where it stands before the primal's loop, and an element is
//! missing, taking the part panics as the primal would. In the forward pass a turn before the missing element may do what is
//! seen. So the loop ends before the turn that reaches it, and what comes after the loop reaches for it. That is done only where
//! nothing else in a turn could panic before.

mod keep;
mod offset;
mod write;

use hypernet::ids::IdMap;
use hypernet::{ArrayOp, EdgeId, Gives, Label, Level, Operation, PlaceStep, Type, TypeName, WireId};
use proc_macro2::Ident;

use super::live;
use super::syntax::{Binary, Block, Expr, Pattern, Statement, Suffix};
use super::walk::Walk;
use offset::{Offset, Term};
use write::Writing;

/// How an edge reaches an element in the turn at hand.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    way: Way,
    /// How many turns came before this one.
    turn: Expr,
    /// What to call the element.
    name: String,
    /// How many operands of the edge, the first ones, say the same.
    operands: usize,
}

#[derive(Clone, Debug)]
enum Way {
    /// In a part, so much further than there were turns. If it is one of several of an array that is changed, it is of cells.
    Part { part: Expr, further: u64, in_cell: bool },
    /// All turns reach the same element, which is in this variable.
    Element { ident: Ident, is_changed: bool },
}

/// The numbers of a loop, by expressions that may be written any number of times.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) first: Expr,
    /// What they end before.
    pub(super) end: Expr,
}

/// A turn of a loop.
#[derive(Debug)]
pub(super) struct Turn {
    /// The function that each turn runs.
    pub(super) body: EdgeId,
    /// The number of the turn.
    pub(super) number: WireId,
    /// For each input of a turn, what it is before the loop; none for what is another value in each turn.
    pub(super) outside: Vec<Option<WireId>>,
    /// For each input of a turn, what the turn gives for it, if it is a part of the state.
    pub(super) given: Vec<Option<WireId>>,
}

/// The parts that a loop takes.
#[derive(Default, Debug)]
pub(super) struct Parts {
    uses: Vec<Use>,
    accesses: Vec<Access>,
    places: Vec<(String, Expr)>,
    /// Where the turns end that find all their elements, and what comes after them if that is too early.
    pub(super) ended: Option<(Ident, Statement)>,
}

/// An edge that reaches an element.
#[derive(Clone, Debug)]
struct Access {
    edge: EdgeId,
    /// Which input of the turn its array is.
    array: usize,
    /// The ranges in the array that lead to the elements.
    ranges: Vec<Expr>,
    offset: Offset,
    /// Two places of one text are the same; and the text of the ranges.
    text: String,
    within: String,
    /// How many operands of the edge, the first ones, say what is reached in a turn.
    operands: usize,
    there: There,
    writes: bool,
    /// Whether one index leads to it.
    ends: bool,
}

/// Whether an element is there.
#[derive(Clone, Copy, PartialEq, Debug)]
enum There {
    /// The net knows that it is.
    Known,
    /// It is in all turns that find the elements before.
    Implied,
    Perhaps,
}

/// What a turn does with an array.
#[derive(Default, Debug)]
struct Use {
    /// The array, before the loop.
    base: Option<Expr>,
    written: bool,
    /// Whether something is done with it but to reach a single element.
    otherwise: bool,
    /// How many edges reach single elements.
    reached: usize,
}

impl Access {
    /// Whether another one reaches the same elements of the same array.
    fn is_like(&self, other: &Self) -> bool {
        (self.array, &self.text) == (other.array, &other.text)
    }

    /// Whether another one is in the same part of the same array.
    fn is_within(&self, other: &Self) -> bool {
        (self.array, &self.within) == (other.array, &other.within)
    }

    /// Whether its element is there in all turns that find those of the other ones.
    fn is_implied(&self, others: &[&Self]) -> bool {
        let Some(distance) = self.offset.distance() else {
            return others.iter().any(|other| other.is_like(self));
        };
        let distances =
            || others.iter().filter(|other| other.is_within(self)).filter_map(|other| other.offset.distance());
        distances().any(|other| distance <= other) && (distance >= 0 || distances().any(|other| other <= distance))
    }
}

impl Parts {
    /// Whether the turns end before a missing element.
    pub(super) fn end_early(&self) -> bool {
        self.ended.is_some()
    }
}

impl Numbers {
    fn range(&self) -> Expr {
        Expr::Range(Box::new([self.first.clone(), self.end.clone()]), false)
    }

    /// What runs a block if there are any.
    pub(super) fn if_some(&self, block: Block) -> Statement {
        let are_some = Expr::Binary(Binary::compare("<"), Box::new([self.first.clone(), self.end.clone()]));
        Statement::Do(Expr::If(Box::new(are_some), Box::new([block, Block::default()])))
    }
}

impl Reach {
    fn place(&self, steps: Vec<Expr>) -> Expr {
        let element = match &self.way {
            Way::Part { part, further: 0, .. } => index(part.clone(), self.turn.clone()),
            Way::Part { part, further, .. } => {
                let place = Expr::Binary(Binary::ADD, Box::new([self.turn.clone(), integer(*further)]));
                index(part.clone(), place)
            }
            Way::Element { ident, .. } => Expr::Variable(ident.clone()),
        };
        steps.into_iter().fold(element, index)
    }

    fn in_cell(&self) -> bool {
        matches!(self.way, Way::Part { in_cell: true, .. })
    }

    /// Whether the element is in a variable that keeps its value.
    pub(super) fn is_constant(&self) -> bool {
        matches!(self.way, Way::Element { is_changed: false, .. })
    }

    /// The element, or what these indices lead to in it.
    pub(super) fn read(&self, steps: Vec<Expr>) -> Expr {
        let place = self.place(steps);
        if self.in_cell() { Expr::Method(Box::new(place), "get", Vec::new()) } else { place }
    }

    /// What writes this to the element, or adds it.
    pub(super) fn write(&self, steps: Vec<Expr>, adds: bool, has_assignment: bool, value: Expr) -> Statement {
        let place = self.place(steps.clone());
        if self.in_cell() {
            let value = if !adds {
                value
            } else if let Expr::Unary('-', value) = value {
                Expr::Binary(Binary::SUB, Box::new([self.read(steps), *value]))
            } else {
                Expr::Binary(Binary::ADD, Box::new([self.read(steps), value]))
            };
            return Statement::Do(Expr::Method(Box::new(place), "set", vec![value]));
        }
        if adds && !has_assignment {
            let sum = Expr::Binary(Binary::ADD, Box::new([place.clone(), value]));
            return Statement::Store(place, None, sum);
        }
        if adds { Statement::add(place, value) } else { Statement::Store(place, None, value) }
    }

    /// What reads the element and leaves zero.
    pub(super) fn take(&self, steps: Vec<Expr>, take: Expr) -> Expr {
        let place = self.place(steps);
        if self.in_cell() {
            return Expr::Method(Box::new(place), "take", Vec::new());
        }
        Expr::Call(Box::new(take), vec![Expr::BorrowMut(Box::new(place))])
    }

    /// How many operands of the edge, the first ones, it stands for.
    pub(super) fn operands(&self) -> usize {
        self.operands
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Walk<'_> {
    /// What the turns of a loop reach by parts of arrays; the loop may end earlier then. None if there are no such parts.
    pub(super) fn find_parts(&mut self, turn: &Turn, bounds: &mut [Expr], downwards: bool) -> Option<Parts> {
        // There are few turns.
        if let [Expr::Integer { .. }, Expr::Integer { .. }] = bounds {
            return None;
        }
        let (uses, mut accesses) = self.uses(turn);
        // Of `1 - 2`, rustc says that it overflows.
        accesses.retain(|access| !access.offset.is_negative(&bounds[0]));
        let completes = self.completes(Level::Inside(turn.body));
        if !completes && (downwards || self.has_effects(turn.body)) {
            return None;
        }
        loop {
            let before = accesses.len();
            self.keep_whole_arrays(&uses, &mut accesses, completes);
            if !completes {
                self.keep_clean(turn, &uses, &mut accesses);
            }
            if accesses.len() == before {
                break;
            }
        }
        if accesses.iter().all(|access| access.offset.is_fixed())
            || !completes && accesses.iter().all(|access| access.there == There::Known)
        {
            return None;
        }
        let numbers = self.numbers(bounds);
        let mut parts = Parts { uses, accesses, ..Parts::default() };
        let Parts { uses, accesses, places, ended } = &mut parts;
        *ended = Writing { walk: self, numbers: &numbers, uses, accesses, places }.end();
        if let Some((end, _)) = ended {
            bounds[1] = Expr::Variable(end.clone());
        }
        Some(parts)
    }

    /// Takes the parts, where there is a turn: the edges of a turn reach them. What follows the turns puts elements back.
    pub(super) fn take_parts(
        &mut self,
        parts: &mut Parts,
        turn: &Turn,
        numbers: &Numbers,
        turns: &Expr,
    ) -> (Vec<(EdgeId, Reach)>, Vec<Statement>) {
        let Parts { uses, accesses, places, .. } = parts;
        let written = Writing { walk: self, numbers, uses, accesses, places }.parts(turns);
        let edges = self.live.order(Level::Inside(turn.body));
        let mut known = IdMap::new();
        let needless: Vec<EdgeId> =
            edges.into_iter().filter(|&id| self.says_only_where(id, accesses, &mut known)).collect();
        self.needless.extend(needless);
        written
    }

    /// Whether a turn uses its number for more than to say where elements are.
    pub(super) fn uses_number(&self, parts: Option<&Parts>, number: WireId) -> bool {
        let mut pending = vec![number];
        while let Some(wire) = pending.pop() {
            let Some((taker, port)) = self.net.consumer_edge(wire) else { return true };
            let edge = self.net.edge(taker);
            let is_place =
                |parts: &Parts| parts.accesses.iter().any(|access| access.edge == taker && port < access.operands);
            match edge.label() {
                Label::Copy => pending.extend(edge.targets()),
                Label::Discard => {}
                Label::Operation(_) if self.needless.contains(&taker) || parts.is_some_and(is_place) => {}
                Label::Operation(_) | Label::Eval | Label::Abstraction | Label::Frame(_) => {
                    if self.live.uses(wire) > 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The numbers of a loop with these bounds, which get names.
    pub(super) fn numbers(&mut self, bounds: &mut [Expr]) -> Numbers {
        for (bound, name) in bounds.iter_mut().zip(["first", "end"]) {
            if !bound.is_atom() {
                let ident = self.fresh(name);
                let computed = std::mem::replace(bound, Expr::Variable(ident.clone()));
                self.push(Statement::Let(Pattern::Variable(ident), computed));
            }
        }
        Numbers { first: bounds[0].clone(), end: bounds[1].clone() }
    }

    /// What a turn does with each of its inputs, and the elements that it reaches at a fixed distance from its number.
    fn uses(&self, turn: &Turn) -> (Vec<Use>, Vec<Access>) {
        let net = self.net;
        let level = Level::Inside(turn.body);
        let inputs = net.region(level).inputs();
        let mut uses: Vec<Use> = turn.outside.iter().map(|wire| self.array_outside(*wire)).collect();
        let mut inside: IdMap<WireId, usize> = inputs.iter().copied().zip(0..).collect();
        let mut accesses = Vec::new();
        for id in self.live.order(level) {
            let edge = net.edge(id);
            let op = match edge.operation() {
                Some(Operation::Array(op, _)) => Some(op),
                _ => None,
            };
            for (at, &source) in edge.sources().iter().enumerate() {
                let Some(&array) = inside.get(&net.root(source)) else { continue };
                let access = op.filter(|_| at == 0).and_then(|op| self.access(turn, array, id, op));
                if let Some(access) = access {
                    uses[array].written |= access.writes;
                    uses[array].reached += 1;
                    accesses.push(access);
                } else if op != Some(&ArrayOp::After) {
                    uses[array].otherwise = true;
                    // What is not said here may be anything.
                    uses[array].written |= op.map_or(net.wire(source).ty().is_array(), |op| op.writes(at));
                }
                for (result, &target) in edge.targets().iter().enumerate() {
                    // A field of all elements is no array of its own, and what is written to it is written to the array.
                    if let (Some(ArrayOp::SplitField(_)), 0) = (op, result) {
                        uses[array].written = true;
                        continue;
                    }
                    let same = op
                        .is_some_and(|op| matches!(op.gives(result), Gives::Same(of) | Gives::Changed(of) if of == at));
                    if same {
                        inside.insert(target, array);
                    }
                }
            }
        }
        // What changes its place is another array in the next turn.
        for (array, given) in turn.given.iter().enumerate() {
            if let Some(given) = given
                && net.wire(*given).ty().is_array()
                && inside.get(&net.root(*given)) != Some(&array)
            {
                uses[array].base = None;
            }
        }
        // Two inputs may be parts of one array.
        let roots: Vec<Option<Ident>> = uses.iter().map(|of| of.base.as_ref().and_then(variable)).collect();
        for at in 0..uses.len() {
            let shared = |other: usize| other != at && roots[other].is_some() && roots[other] == roots[at];
            if (0..uses.len()).any(shared) {
                uses[at].otherwise = true;
            }
        }
        (uses, accesses)
    }

    /// What a turn takes as an input, before the loop.
    fn array_outside(&self, wire: Option<WireId>) -> Use {
        let value = wire.and_then(|wire| self.value(wire));
        let base = value.and_then(|value| self.atom(&value).cloned()).filter(|base| variable(base).is_some());
        Use { base, ..Use::default() }
    }

    /// The element that an edge reaches, if it is at a fixed distance from the number of the turn.
    fn access(&self, turn: &Turn, array: usize, id: EdgeId, op: &ArrayOp) -> Option<Access> {
        let edge = self.net.edge(id);
        // Of structs, fields are read and written where they are.
        if edge.sources().first().is_some_and(|&array| super::arrays::is_of_structs(self.net.wire(array).ty())) {
            return None;
        }
        let writes = match op {
            ArrayOp::Get(_) | ArrayOp::Read(_) | ArrayOp::Datum(..) => false,
            ArrayOp::Set(_) | ArrayOp::AddAt(_) | ArrayOp::Take(_) => true,
            ArrayOp::Len(_)
            | ArrayOp::New(_)
            | ArrayOp::Drop
            | ArrayOp::End
            | ArrayOp::Shape
            | ArrayOp::ShapeAt(_)
            | ArrayOp::ShapeOf
            | ArrayOp::FitAt(_)
            | ArrayOp::Zeros
            | ArrayOp::Fit
            | ArrayOp::Undo
            | ArrayOp::Settle(_)
            | ArrayOp::After
            | ArrayOp::AddAll
            | ArrayOp::Total(_)
            | ArrayOp::Lane
            | ArrayOp::Given(_)
            | ArrayOp::Own(_)
            | ArrayOp::Look
            | ArrayOp::LookLen(_)
            | ArrayOp::Whole(_)
            | ArrayOp::Part(_)
            | ArrayOp::Split(_)
            | ArrayOp::Join(_)
            | ArrayOp::SplitField(_)
            | ArrayOp::JoinField(_)
            | ArrayOp::PartField(_)
            | ArrayOp::GiveBack
            | ArrayOp::Replace(_) => return None,
        };
        let place = op.place()?;
        let (mut ranges, mut operands) = (Vec::new(), 1);
        for step in place.steps() {
            match step {
                PlaceStep::Index => break,
                PlaceStep::Range(true) => return None,
                PlaceStep::Range(false) => {
                    let bounds = [edge.sources()[operands], edge.sources()[operands + 1]];
                    let [Some(Term::Atom(first)), Some(Term::Atom(end))] =
                        bounds.map(|bound| self.term(turn, bound, 0))
                    else {
                        return None;
                    };
                    ranges.push(Expr::Range(Box::new([first, end]), false));
                    operands += 2;
                }
            }
        }
        if place.depth == 0 || place.ranges.count() > ranges.len() {
            return None;
        }
        let offset = self.offset(turn, edge.sources()[operands])?;
        let within: String = ranges.iter().map(|range| range.primary_tokens().to_string()).collect();
        let access = Access {
            edge: id,
            array,
            ranges,
            text: format!("{within}{}", offset.text()),
            within,
            offset,
            operands: operands + 1,
            there: if place.known { There::Known } else { There::Perhaps },
            writes,
            ends: place.depth == 1,
        };
        // An element that all turns reach is in a variable, if it is a number.
        (!access.offset.is_fixed() || self.is_number(&access)).then_some(access)
    }

    /// Whether all turns run to their end. (In the forward pass, integers that may be too large keep the order of effects.)
    pub(super) fn completes(&self, level: Level) -> bool {
        let inside = |function: WireId| {
            live::branch(self.net, function).is_some_and(|inside| self.completes(Level::Inside(inside)))
        };
        self.net.region(level).edges().iter().all(|&id| {
            let edge = self.net.edge(id);
            match edge.label() {
                // Integers have been computed before.
                Label::Operation(Operation::Discrete(..)) | Label::Abstraction => true,
                Label::Operation(Operation::Cond(..)) => edge.sources()[1..3].iter().all(|&branch| inside(branch)),
                Label::Operation(Operation::Fold(fold)) => inside(edge.sources()[fold.function()]),
                Label::Eval | Label::Copy | Label::Discard | Label::Operation(_) | Label::Frame(_) => {
                    !self.net.may_panic(id)
                }
            }
        })
    }

    /// Whether a turn has effects, other than that it panics where an element is missing or an integer is too large.
    fn has_effects(&self, body: EdgeId) -> bool {
        self.net.region(Level::Inside(body)).edges().iter().any(|&id| {
            let edge = self.net.edge(id);
            let ordered = edge.sources().iter().any(|&wire| *self.net.wire(wire).ty() == Type::World);
            ordered && !matches!(edge.operation(), Some(Operation::Array(..) | Operation::Ordered(..)))
        })
    }

    /// Whether an edge computes an integer that only says where elements are; what is known of edges is kept.
    fn says_only_where(&self, id: EdgeId, accesses: &[Access], known: &mut IdMap<EdgeId, bool>) -> bool {
        if let Some(&known) = known.get(&id) {
            return known;
        }
        let says = self.is_only_taken_for_places(id, accesses, known);
        known.insert(id, says);
        says
    }

    fn is_only_taken_for_places(&self, id: EdgeId, accesses: &[Access], known: &mut IdMap<EdgeId, bool>) -> bool {
        let edge = self.net.edge(id);
        let is_integer = |id: EdgeId| {
            let operation = self.net.edge(id).operation();
            matches!(operation, Some(Operation::Discrete(..) | Operation::Ordered(..) | Operation::Constant(..)))
        };
        if !is_integer(id) {
            return false;
        }
        // What nothing is done with may panic all the same.
        let mut is_taken = false;
        let mut pending = edge.targets().to_vec();
        while let Some(wire) = pending.pop() {
            if *self.net.wire(wire).ty() == Type::World {
                continue;
            }
            let Some((taker, port)) = self.net.consumer_edge(wire) else { return false };
            let edge = self.net.edge(taker);
            let is_place = accesses.iter().any(|access| access.edge == taker && port < access.operands);
            match edge.label() {
                Label::Copy => pending.extend(edge.targets()),
                Label::Discard => {}
                Label::Operation(_) if is_integer(taker) && self.says_only_where(taker, accesses, known) => {
                    is_taken = true;
                }
                Label::Operation(_) if is_place => is_taken = true,
                Label::Operation(_) | Label::Eval | Label::Abstraction | Label::Frame(_) => return false,
            }
        }
        is_taken
    }

    /// In the turn, before which there were so many: what is at these places is reached through the parts.
    pub(super) fn reach_parts(&mut self, reaches: Vec<(EdgeId, Reach)>, turn: &Expr) {
        for (edge, mut reach) in reaches {
            reach.turn = turn.clone();
            self.reached.insert(edge, reach);
        }
    }
}

pub(super) fn integer(value: u64) -> Expr {
    Expr::Integer { value: value.into(), ty: TypeName::from("usize"), suffix: Suffix::Alone }
}

pub(super) fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Integer { value: 0, .. })
}

fn index(array: Expr, at: Expr) -> Expr {
    Expr::Index(Box::new([array, at]))
}

/// The variable that holds an array, or the array that this is a part of.
#[expect(clippy::wildcard_enum_match_arm, reason = "of what else there is, no part is taken")]
fn variable(array: &Expr) -> Option<Ident> {
    match array {
        Expr::Variable(ident) => Some(ident.clone()),
        Expr::Index(parts) => variable(&parts[0]),
        Expr::Field(array, _) | Expr::Member(array, _) => variable(array),
        _ => None,
    }
}

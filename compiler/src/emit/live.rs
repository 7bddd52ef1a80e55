//! Which edges the wanted outputs need, and how often each wire is used.
//!
//! An edge is needed if it has to stay (it may panic, or keeps the order of effects), or if something needs one of its targets.
//! A copy is not a use itself; what the copies go to is.

use hypernet::ids::IdMap;

use hypernet::{
    ArrayOp, Edge, EdgeId, Fold, Form, Gives, Hypernet, Label, Level, Operation, Producer, Type, Whole, WireId,
};

use super::moving::reads_before_moves;

/// What is needed, for every level that is.
#[derive(Debug)]
pub(super) struct Live {
    /// How often the value on a wire is written in the emitted code, by [`WireId::index`]. What an abstraction captures
    /// or a branch takes counts twice: it has to have a name.
    uses: Vec<u32>,
    /// The needed edges of a level, sorted; copies and discards are left out.
    order: IdMap<Level, Vec<EdgeId>>,
    /// Which results of an abstraction are wanted, where not all are.
    wanted: IdMap<EdgeId, Vec<bool>>,
}

impl Live {
    /// What these outputs of the net need, and of each abstraction named its wanted results.
    pub(super) fn new(net: &Hypernet, outputs: &[bool], wanted: IdMap<EdgeId, Vec<bool>>) -> Self {
        let mut live = Self { uses: vec![0; net.id_bounds().1], order: IdMap::new(), wanted };
        live.level(net, Level::Outermost, outputs);
        live
    }

    /// How often the value on this wire is used.
    pub(super) fn uses(&self, wire: WireId) -> u32 {
        self.uses.get(wire.index()).copied().unwrap_or(0)
    }

    /// The needed edges of a level.
    pub(super) fn order(&self, level: Level) -> Vec<EdgeId> {
        self.order.get(&level).cloned().unwrap_or_default()
    }

    /// The outputs of the inside of an abstraction that are wanted.
    pub(super) fn outputs(&self, net: &Hypernet, edge: EdgeId) -> Vec<WireId> {
        let outputs = net.region(Level::Inside(edge)).outputs().iter().copied();
        let wanted = self.wanted.get(&edge);
        let plain = |port: usize| wanted.is_none_or(|wanted| wanted[port]) && !stays(net, edge, port);
        outputs.enumerate().filter(|(port, _)| plain(*port)).map(|(_, wire)| wire).collect()
    }

    fn set(&mut self, wire: WireId, uses: u32) {
        if let Some(slot) = self.uses.get_mut(wire.index()) {
            *slot = uses;
        }
    }

    fn level(&mut self, net: &Hypernet, level: Level, outputs: &[bool]) {
        for (port, (&wire, &wanted)) in net.region(level).outputs().iter().zip(outputs).enumerate() {
            let is_changed = match level {
                Level::Inside(edge) if is_run(net, edge) => stays(net, edge, port),
                Level::Inside(_) | Level::Outermost => is_linear(net.wire(wire).ty()),
            };
            let uses = u32::from(wanted || is_changed);
            self.set(wire, uses);
        }
        let mut order = Vec::new();
        for id in net.sorted_edges_but(level, has_been_done).into_iter().rev() {
            if self.edge(net, id) {
                order.push(id);
            }
        }
        order.reverse();
        self.order.insert(level, reads_before_moves(net, before_moves(net, order)));
    }

    /// Counts the uses of what an edge takes; whether it is needed and more than a copy.
    fn edge(&mut self, net: &Hypernet, id: EdgeId) -> bool {
        let edge = net.edge(id);
        let uses: u32 = edge.targets().iter().fold(0, |sum, &wire| self.uses(wire).saturating_add(sum));
        let once = match edge.label() {
            Label::Copy => {
                self.set(edge.sources()[0], uses);
                return false;
            }
            Label::Discard => return false,
            Label::Abstraction if uses == 0 => return false,
            Label::Abstraction => {
                self.inside(net, id);
                let inputs = net.region(Level::Inside(id)).inputs();
                for (&outer, &inner) in edge.sources().iter().zip(inputs) {
                    let uses = if self.uses(inner) > 0 { 2 } else { 0 };
                    self.set(outer, uses);
                }
                return true;
            }
            Label::Eval => {
                if uses == 0 && !net.may_panic(id) {
                    return false;
                }
                1
            }
            Label::Operation(Operation::Cond(..)) => {
                if uses == 0 && !net.may_panic(id) {
                    return false;
                }
                self.cond(net, id);
                return true;
            }
            Label::Operation(Operation::Fold(fold)) => {
                if uses == 0 && !net.may_panic(id) {
                    return false;
                }
                self.fold(net, id, fold);
                return true;
            }
            Label::Operation(operation) => {
                if uses == 0 && !operation.may_panic() {
                    return false;
                }
                // Foreign code may use what it takes anywhere and repeatedly; a sum of tuples takes them apart.
                let apart = matches!(operation, Operation::Foreign(_) | Operation::Plus(Type::Tuple(_)));
                1 + u32::from(apart)
            }
            Label::Frame(_) => 1,
        };
        for &wire in edge.sources() {
            self.set(wire, once);
        }
        true
    }

    /// Lets the branches give what is wanted of the results, and take what they use.
    fn cond(&mut self, net: &Hypernet, id: EdgeId) {
        let edge = net.edge(id);
        let wanted: Vec<bool> = edge.targets().iter().map(|&wire| self.uses(wire) > 0).collect();
        let arguments = &edge.sources()[3..];
        let mut used = vec![false; arguments.len()];
        for &function in &edge.sources()[1..3] {
            self.set(function, 1);
            match branch(net, function) {
                Some(inner) => {
                    self.wanted.insert(inner, wanted.clone());
                    self.inside(net, inner);
                    let inputs = net.region(Level::Inside(inner)).inputs();
                    let params = inputs.len().saturating_sub(arguments.len());
                    for (used, &param) in used.iter_mut().zip(&inputs[params..]) {
                        *used |= self.uses(param) > 0;
                    }
                }
                None => used.fill(true),
            }
        }
        self.set(edge.sources()[0], 1);
        for (&wire, used) in arguments.iter().zip(used) {
            self.set(wire, if used { 2 } else { 0 });
        }
    }

    /// Lets a loop take what its turns use.
    fn fold(&mut self, net: &Hypernet, id: EdgeId, fold: &Fold) {
        let sources = net.edge(id).sources();
        for &wire in sources {
            self.set(wire, 1);
        }
        let Some(inner) = branch(net, sources[fold.function()]) else { return };
        self.inside(net, inner);
        let inputs = net.region(Level::Inside(inner)).inputs();
        let environment = &sources[fold.before_state() + fold.state..];
        for (&outer, &inner) in environment.iter().zip(&inputs[inputs.len() - environment.len()..]) {
            let uses = if self.uses(inner) > 0 { 2 } else { 0 };
            self.set(outer, uses);
        }
    }

    /// Counts inside of an abstraction, once.
    fn inside(&mut self, net: &Hypernet, id: EdgeId) {
        let level = Level::Inside(id);
        if !self.order.contains_key(&level) {
            let all = vec![true; net.region(level).outputs().len()];
            let wanted = self.wanted.get(&id).cloned().unwrap_or(all);
            self.level(net, level, &wanted);
        }
    }
}

/// The abstraction that gives this function, if that is its only use.
pub(super) fn branch(net: &Hypernet, function: WireId) -> Option<EdgeId> {
    match net.wire(function).producer() {
        Producer::Target(edge, _) if *net.edge(edge).label() == Label::Abstraction => Some(edge),
        Producer::Open | Producer::Input(_) | Producer::Target(..) => None,
    }
}

/// Whether this output of an abstraction is in the code by its order alone: the order of effects, and an array that is changed
/// where it is. All else is a value that is given.
pub(super) fn stays(net: &Hypernet, abstraction: EdgeId, port: usize) -> bool {
    let outputs = net.region(Level::Inside(abstraction)).outputs();
    let ty = net.wire(outputs[port]).ty();
    if !is_linear(ty) {
        return false;
    }
    if *ty == Type::World {
        return true;
    }
    let function = net.edge(abstraction).targets()[0];
    match net.consumer_edge(function) {
        Some((id, _)) if is_run(net, abstraction) => result_stays(net, id, port),
        _ => {
            let ty = net.wire(function).ty().as_function();
            let handed = ty.map_or(0, |ty| ty.handed_on());
            // The backpropagator of an adjoint comes last.
            let after = usize::from(net.wire(outputs[outputs.len() - 1]).ty().as_function().is_some());
            (outputs.len() - after - handed..outputs.len() - after).contains(&port)
        }
    }
}

/// Whether a value has been taken out of an array.
pub(super) fn is_taken_out(net: &Hypernet, value: WireId) -> bool {
    let operation = net.producer_edge(net.root(value)).and_then(|(maker, _)| net.edge(maker).operation());
    matches!(operation, Some(Operation::Array(ArrayOp::Whole(Whole::Pop(_) | Whole::Remove(_)), _)))
}

/// The edges in an order in which the shape of a struct, and a second one of what is taken out of an array, are made right after the struct:
/// what takes the struct may move it away.
fn before_moves(net: &Hypernet, order: Vec<EdgeId>) -> Vec<EdgeId> {
    let made_of = |id: EdgeId| {
        let edge = net.edge(id);
        let maker = || net.producer_edge(net.root(edge.sources()[0])).map(|(maker, _)| maker);
        match edge.operation() {
            Some(Operation::Array(ArrayOp::ShapeOf, _)) => Some(maker()),
            Some(Operation::View(Form::Second, _)) => {
                maker().filter(|_| is_taken_out(net, edge.sources()[0])).map(Some)
            }
            _ => None,
        }
    };
    if !order.iter().any(|&id| made_of(id).is_some()) {
        return order;
    }
    let mut after: IdMap<EdgeId, Vec<EdgeId>> = IdMap::new();
    let mut sorted = Vec::with_capacity(order.len());
    for &id in &order {
        match made_of(id) {
            Some(Some(maker)) => after.get_or_default(maker).push(id),
            Some(None) => sorted.push(id),
            None => {}
        }
    }
    for id in order {
        if made_of(id).is_none() {
            sorted.push(id);
            sorted.extend(after.remove(&id).into_iter().flatten());
        }
    }
    sorted
}

/// Whether branches or a loop run this function.
fn is_run(net: &Hypernet, abstraction: EdgeId) -> bool {
    net.consumer_edge(net.edge(abstraction).targets()[0]).is_some_and(|(id, port)| {
        net.edge(id).operation().is_some_and(|operation| operation.nature().runs.contains(&port))
    })
}

/// The same of a result of branches, or of the state of a loop.
pub(super) fn result_stays(net: &Hypernet, id: EdgeId, port: usize) -> bool {
    let edge = net.edge(id);
    let ty = net.wire(edge.targets()[port]).ty();
    *ty == Type::World || ty.is_array() && place_before(net, id, port).is_some()
}

/// The array that branches or a loop take, if this result of theirs is one of those, changed where it is. Several may have changed
/// places.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else runs functions on arrays")]
fn place_before(net: &Hypernet, id: EdgeId, port: usize) -> Option<WireId> {
    let edge = net.edge(id);
    let arrays = || (0..edge.targets().len()).filter(|&at| net.wire(edge.targets()[at]).ty().is_array());
    // Which of the operands from `first` on a result of a function is, and which each array is.
    let operand = |function: WireId, before: usize, at: usize| {
        let inside = branch(net, function)?;
        let input = place(net, *net.region(Level::Inside(inside)).outputs().get(at)?)?;
        input.checked_sub(before + net.edge(inside).sources().len())
    };
    match edge.operation()? {
        Operation::Cond(..) => {
            let of = |side: usize, at: usize| operand(edge.sources()[side], 0, at);
            let first = of(1, port)?;
            let is_same = of(2, port)? == first;
            let all = |side: usize| {
                let mut all: Vec<usize> = arrays()
                    .filter(|&at| of(1, at).is_some() && of(2, at).is_some())
                    .filter_map(|at| of(side, at))
                    .collect();
                all.sort_unstable();
                all
            };
            (is_same || all(1) == all(2)).then(|| edge.sources()[3 + first])
        }
        Operation::Fold(fold) if port < fold.state => {
            let of = |at: usize| operand(edge.sources()[fold.function()], fold.params_before_state(), at);
            // Back to itself, by way of those that it has changed places with.
            let mut at = of(port)?;
            for _ in 0..fold.state {
                if at == port {
                    return Some(edge.sources()[fold.before_state() + port]);
                }
                at = of(at)?;
            }
            None
        }
        _ => None,
    }
}

/// The input of its level that the array on a wire is, changed where it is; none, if it is another array.
fn place(net: &Hypernet, mut wire: WireId) -> Option<usize> {
    loop {
        let (id, port) = match net.wire(wire).producer() {
            Producer::Input(port) => return Some(port as usize),
            Producer::Target(id, port) => (id, port as usize),
            Producer::Open => return None,
        };
        let edge = net.edge(id);
        wire = match edge.label() {
            Label::Eval => {
                let mut arrays = net.handed_on(id).into_iter().chain(net.changed(id));
                let (taken, _) = arrays.find(|(_, given)| *given == port)?;
                edge.sources()[taken]
            }
            Label::Operation(Operation::Array(op, _)) => match op.gives(port) {
                Gives::Same(operand) | Gives::Changed(operand) => edge.sources()[operand],
                Gives::New | Gives::Other => return None,
            },
            Label::Operation(Operation::Cond(..) | Operation::Fold(_)) => place_before(net, id, port)?,
            Label::Operation(_) | Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => return None,
        };
    }
}

/// Whether an edge does again what the forward pass has done in the order of effects, so that it comes after that: it panics where
/// that does. What only reads stays where it is, before the array is moved or written to.
fn has_been_done(edge: &Edge) -> bool {
    match edge.operation() {
        Some(Operation::Discrete(op, _)) => op.may_panic(),
        Some(Operation::Array(op, _)) => {
            op.place().is_some_and(|place| place.known && place.operands() > 0 && !place.ordered) && op.writes(0)
        }
        _ => false,
    }
}

/// A type of which something is done to what there is: the order of effects, and arrays.
fn is_linear(ty: &Type) -> bool {
    *ty == Type::World || ty.is_array()
}

//! Which edges the wanted outputs need, and how often each wire is used.
//!
//! An edge is needed if it has to stay (it may panic, or keeps the order of effects), or if something needs one of its targets.
//! A copy is not a use itself; what the copies go to is.

use std::collections::HashMap;

use hypernet::{EdgeId, Fold, Hypernet, Label, Level, Operation, Producer, Type, WireId};

/// What is needed, for every level that is.
#[derive(Debug)]
pub(super) struct Live {
    /// How often the value on a wire is written in the emitted code, by [`WireId::index`]. What an abstraction captures
    /// or a branch takes counts twice: it has to have a name.
    uses: Vec<u32>,
    /// The needed edges of a level, sorted; copies and discards are left out.
    order: HashMap<Level, Vec<EdgeId>>,
    /// Which results of an abstraction are wanted, where not all are.
    wanted: HashMap<EdgeId, Vec<bool>>,
}

impl Live {
    /// What these outputs of the net need, and of each abstraction named its wanted results.
    pub(super) fn new(net: &Hypernet, outputs: &[bool], wanted: HashMap<EdgeId, Vec<bool>>) -> Self {
        let mut live = Self { uses: vec![0; net.id_bounds().1], order: HashMap::new(), wanted };
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
        let plain = |wire: &WireId| !is_threaded(net.wire(*wire).ty());
        match self.wanted.get(&edge) {
            Some(wanted) => {
                outputs.zip(wanted).filter(|(_, wanted)| **wanted).map(|(wire, _)| wire).filter(plain).collect()
            }
            None => outputs.filter(plain).collect(),
        }
    }

    fn set(&mut self, wire: WireId, uses: u32) {
        if let Some(slot) = self.uses.get_mut(wire.index()) {
            *slot = uses;
        }
    }

    fn level(&mut self, net: &Hypernet, level: Level, outputs: &[bool]) {
        for (&wire, &wanted) in net.region(level).outputs().iter().zip(outputs) {
            let uses = u32::from(wanted || is_threaded(net.wire(wire).ty()));
            self.set(wire, uses);
        }
        let mut order = Vec::new();
        for id in net.sorted_edges(level).into_iter().rev() {
            if self.edge(net, id) {
                order.push(id);
            }
        }
        order.reverse();
        self.order.insert(level, order);
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

/// A type whose wires are in the code by their order alone: the order of effects, and arrays.
pub(super) fn is_threaded(ty: &Type) -> bool {
    match ty {
        Type::World | Type::Array(_) => true,
        Type::Real(_)
        | Type::Discrete(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Look(_) => false,
    }
}

//! What of a net is needed for the outputs that are wanted, and how often.
//!
//! An edge is needed if it must stay (it may panic, or keeps the order of effects) or if something needs one of its
//! targets. A copy is not a use, what the copies go to is.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use hypernet::{EdgeId, Hypernet, Label, Level, Operation, Producer, Type, WireId};

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
    /// Where what acts stands in the source.
    places: Places,
}

impl Live {
    /// What these outputs of the net need, and of each abstraction named its wanted results. `foreigns_before` says of
    /// each function of the host after how much foreign code it is called.
    pub(super) fn new(
        net: &Hypernet,
        outputs: &[bool],
        wanted: HashMap<EdgeId, Vec<bool>>,
        foreigns_before: &[u32],
    ) -> Self {
        let places = Places { foreigns_before: foreigns_before.to_vec(), inside: HashMap::new() };
        let mut live = Self { uses: vec![0; net.id_bounds().1], order: HashMap::new(), wanted, places };
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
        let plain = |wire: &WireId| *net.wire(*wire).ty() != Type::World;
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
            let uses = u32::from(wanted || *net.wire(wire).ty() == Type::World);
            self.set(wire, uses);
        }
        let mut order = Vec::new();
        for id in self.places.sorted(net, level).into_iter().rev() {
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
                // A backpropagator does nothing but give its results.
                let pure = net.wire(edge.sources()[0]).ty().as_function().is_some_and(|ty| ty.captured.is_none());
                if uses == 0 && pure {
                    return false;
                }
                1
            }
            Label::Operation(Operation::Cond(..)) => {
                if uses == 0 && !may_act(net, id) {
                    return false;
                }
                self.cond(net, id);
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
        _ => None,
    }
}

/// Whether a `cond` whose results nobody wants may do anything else.
fn may_act(net: &Hypernet, id: EdgeId) -> bool {
    net.edge(id).sources()[1..3].iter().any(|&wire| match net.producer_edge(wire) {
        Some((function, _)) if *net.edge(function).label() == Label::Abstraction => {
            let mut levels = vec![Level::Inside(function)];
            while let Some(level) = levels.pop() {
                for &inner in net.region(level).edges() {
                    match net.edge(inner).label() {
                        Label::Abstraction => levels.push(Level::Inside(inner)),
                        Label::Operation(operation) if operation.may_panic() => return true,
                        Label::Eval => return true,
                        _ => {}
                    }
                }
            }
            false
        }
        _ => true,
    })
}

/// A place in the source: after how much foreign code, then which call.
type Place = (u32, u32);

/// Where the calls of functions of the host and the foreign code in the order of effects stand in the source.
///
/// The net knows the order of effects alone, not whether a call comes before or after one.
#[derive(Debug)]
struct Places {
    foreigns_before: Vec<u32>,
    /// The first place inside of an abstraction.
    inside: HashMap<EdgeId, Option<Place>>,
}

impl Places {
    /// The edges of a level, sorted: what acts comes in the order of the source, wherever the net leaves its order open.
    fn sorted(&mut self, net: &Hypernet, level: Level) -> Vec<EdgeId> {
        let plain = net.sorted_edges(level);
        let places: Vec<Option<Place>> = plain.iter().map(|&id| self.place(net, id)).collect();
        if places.iter().flatten().is_sorted() {
            return plain;
        }
        let order = Order::new(net, &plain);
        // The order of what acts: as soon as the net allows, the first in the source first.
        let acting: Vec<usize> =
            order.sort(&HashMap::new(), |at| (places[at], at)).into_iter().filter(|&at| places[at].is_some()).collect();
        let after: HashMap<usize, usize> = acting.windows(2).map(|pair| (pair[0], pair[1])).collect();
        // All else stays where it was, around it.
        order.sort(&after, |at| at).into_iter().map(|at| plain[at]).collect()
    }

    fn place(&mut self, net: &Hypernet, id: EdgeId) -> Option<Place> {
        let edge = net.edge(id);
        match edge.label() {
            Label::Eval => self.of_function(net, edge.sources()[0]),
            Label::Operation(Operation::Foreign(foreign)) if foreign.outputs.contains(&Type::World) => {
                Some((foreign.id, u32::MAX))
            }
            Label::Operation(Operation::Cond(..)) => {
                edge.sources()[1..3].iter().filter_map(|&function| self.of_function(net, function)).min()
            }
            _ => None,
        }
    }

    /// The place of a call of the function on this wire.
    fn of_function(&mut self, net: &Hypernet, mut wire: WireId) -> Option<Place> {
        loop {
            let (id, _) = net.producer_edge(wire)?;
            let edge = net.edge(id);
            match edge.label() {
                Label::Copy => wire = edge.sources()[0],
                Label::Operation(Operation::Function(function)) => {
                    let before = self.foreigns_before.get(function.id as usize)?;
                    return Some((*before, function.id));
                }
                Label::Abstraction => return self.inside(net, id),
                _ => return None,
            }
        }
    }

    fn inside(&mut self, net: &Hypernet, id: EdgeId) -> Option<Place> {
        if let Some(place) = self.inside.get(&id) {
            return *place;
        }
        let edges = net.region(Level::Inside(id)).edges().to_vec();
        let place = edges.into_iter().filter_map(|inner| self.place(net, inner)).min();
        self.inside.insert(id, place);
        place
    }
}

/// What comes after what in a level, by positions.
struct Order {
    next: Vec<Vec<usize>>,
}

impl Order {
    fn new(net: &Hypernet, edges: &[EdgeId]) -> Self {
        let position: HashMap<EdgeId, usize> = edges.iter().enumerate().map(|(position, &id)| (id, position)).collect();
        let consumers = |id: &EdgeId| -> Vec<usize> {
            let targets = net.edge(*id).targets().iter();
            targets.filter_map(|&wire| position.get(&net.consumer_edge(wire)?.0).copied()).collect()
        };
        Self { next: edges.iter().map(consumers).collect() }
    }

    /// The positions such that each comes after what it needs and after what `after` says; of those that may come next,
    /// the one with the least key.
    fn sort<K: Ord>(&self, after: &HashMap<usize, usize>, key: impl Fn(usize) -> K) -> Vec<usize> {
        let followers = |at: usize| self.next[at].iter().chain(after.get(&at)).copied();
        let mut missing = vec![0_u32; self.next.len()];
        for at in 0..self.next.len() {
            followers(at).for_each(|next| missing[next] += 1);
        }
        let mut ready: BinaryHeap<Reverse<(K, usize)>> =
            (0..missing.len()).filter(|&at| missing[at] == 0).map(|at| Reverse((key(at), at))).collect();
        let mut sorted = Vec::with_capacity(missing.len());
        while let Some(Reverse((_, at))) = ready.pop() {
            sorted.push(at);
            for next in followers(at) {
                missing[next] -= 1;
                if missing[next] == 0 {
                    ready.push(Reverse((key(next), next)));
                }
            }
        }
        sorted
    }
}

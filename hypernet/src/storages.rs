//! Which wires carry arrays that may be one array, followed through loops, branches and calls.

use crate::label::Label;
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, IdSet, Level, WireId};
use crate::operation::{ArrayOp, Cloned, Fold, Gives, Operation, Position, Whole, is_undoable};
use crate::types::Type;

/// Wires of arrays that may be one array, or change places.
#[derive(Default)]
pub(crate) struct Storages {
    joined: IdMap<WireId, WireId>,
    /// Those that cannot be undone.
    pub(crate) lost: IdSet<WireId>,
    /// The wires on which arrays are made, or come from elsewhere.
    pub(crate) made: Vec<WireId>,
    /// The wires on which arrays go elsewhere: what is in them is copied there, if they are undone.
    pub(crate) gone: Vec<(WireId, Cloned)>,
    /// Those of the wires on which arrays are made that come from elsewhere.
    others: Vec<WireId>,
    /// The outputs of the net on which arrays go back of which the caller has the storage.
    outputs: Vec<WireId>,
    /// The edges that take and give arrays as they are, undone or not.
    pub(crate) plain: IdSet<EdgeId>,
}

impl Storages {
    pub(crate) fn find(&mut self, wire: WireId) -> WireId {
        let mut root = wire;
        while let Some(&next) = self.joined.get(&root) {
            root = next;
        }
        if root != wire {
            self.joined.insert(wire, root);
        }
        root
    }

    fn join(&mut self, one: WireId, other: WireId) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.joined.insert(other, one);
            if self.lost.contains(&other) {
                self.lost.insert(one);
            }
        }
    }

    fn lose(&mut self, wire: WireId) {
        let root = self.find(wire);
        self.lost.insert(root);
    }

    /// The arrays that would have to be copied to be undone, and those that are not the net's own.
    pub(crate) fn copied(&mut self) -> IdSet<WireId> {
        let mut copied = IdSet::default();
        let elsewhere: Vec<WireId> =
            self.gone.iter().map(|&(wire, _)| wire).chain(self.others.iter().copied()).collect();
        for wire in elsewhere {
            copied.insert(self.find(wire));
        }
        copied
    }

    fn comes_in(&mut self, net: &Hypernet, wires: &[WireId]) {
        for &wire in wires.iter().filter(|&&wire| net.wire(wire).ty.is_array()) {
            self.made.push(wire);
            self.others.push(wire);
        }
    }

    /// An edge at which arrays that it takes are undone no more, and those that it gives are others.
    fn apart(&mut self, net: &Hypernet, id: EdgeId) {
        let edge = net.edge(id);
        self.plain.insert(id);
        for &wire in edge.sources.iter().filter(|&&wire| net.wire(wire).ty.is_array()) {
            // A part stays in its array.
            let maker = net.producer_edge(wire).and_then(|(maker, _)| net.edge(maker).operation());
            if let Some(Operation::Array(ArrayOp::Split(_) | ArrayOp::SplitField(_), _)) = maker {
                self.lose(wire);
            }
            self.gone.push((wire, Cloned::Same));
        }
        self.comes_in(net, &edge.targets);
    }

    pub(crate) fn of(net: &Hypernet) -> Self {
        Self::through(net, &[], &[])
    }

    /// The same, where the caller has the storages of the arrays that come in on these inputs and go back on these outputs.
    pub(crate) fn through(net: &Hypernet, inputs: &[WireId], outputs: &[WireId]) -> Self {
        let mut found = Self { outputs: outputs.to_vec(), ..Self::default() };
        let inside = net.edge_ids().filter(|&id| net.edge(id).label == Label::Abstraction).map(Level::Inside);
        for level in std::iter::once(Level::Outermost).chain(inside) {
            // Arrays that come from the caller, or go there. What goes back to the function's own caller may be a slice.
            if !is_run(net, level) {
                let is_array = |wire: &&WireId| net.wire(**wire).ty.is_array();
                let region = net.region(level);
                let goes_back = |wire: WireId| {
                    let maker = net.producer_edge(net.root(wire)).map(|(maker, _)| net.edge(maker));
                    maker.is_none_or(|edge| matches!(edge.operation(), Some(Operation::Array(ArrayOp::GiveBack, _))))
                };
                let cloned = |wire: WireId| {
                    if level == Level::Outermost && goes_back(wire) { Cloned::Growing } else { Cloned::Same }
                };
                let others: Vec<WireId> = region.inputs.iter().copied().filter(|wire| !inputs.contains(wire)).collect();
                found.comes_in(net, &others);
                let others = region.outputs.iter().filter(|wire| is_array(wire) && !outputs.contains(wire));
                found.gone.extend(others.map(|&wire| (wire, cloned(wire))));
            }
        }
        for id in net.edge_ids() {
            found.edge(net, id);
        }
        for id in net.edge_ids() {
            if let Label::Operation(Operation::Array(ArrayOp::Look, _)) = net.edge(id).label {
                found.look(net, id);
            }
        }
        found
    }

    /// What an edge does to arrays.
    fn edge(&mut self, net: &Hypernet, id: EdgeId) {
        let edge = net.edge(id);
        let is_array = |&wire: &WireId| net.wire(wire).ty.is_array();
        match &edge.label {
            Label::Operation(Operation::Array(op, _)) => return self.operation(net, id, op),
            Label::Operation(Operation::Fold(fold)) => {
                if let Some(body) = abstraction(net, edge.sources[fold.function()]) {
                    return self.turns(net, id, fold, body);
                }
            }
            Label::Operation(Operation::Cond(..)) => {
                if let [Some(first), Some(second)] = [1, 2].map(|at| abstraction(net, edge.sources[at])) {
                    return self.branches(net, id, [first, second]);
                }
            }
            Label::Eval if is_of_host(net, id) => {
                let handed = net.handed_on(id);
                for &(source, target) in &handed {
                    self.join(edge.sources[source], edge.targets[target]);
                }
                // What was in those that it changes is put back.
                let changed = net.changed(id);
                for &(source, target) in &changed {
                    self.join(edge.sources[source], edge.targets[target]);
                }
                let is_either = |both: &dyn Fn(&(usize, usize)) -> bool| handed.iter().chain(&changed).any(both);
                for (at, &wire) in edge.sources.iter().enumerate().filter(|(_, wire)| is_array(wire)) {
                    if !is_either(&|(source, _)| *source == at) {
                        self.gone.push((wire, Cloned::Same));
                    }
                }
                for (at, &wire) in edge.targets.iter().enumerate().filter(|(_, wire)| is_array(wire)) {
                    if !is_either(&|(_, target)| *target == at) {
                        self.made.push(wire);
                    }
                }
                return;
            }
            Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {
            }
        }
        self.apart(net, id);
    }

    fn operation(&mut self, net: &Hypernet, id: EdgeId, op: &ArrayOp) {
        let edge = net.edge(id);
        let of_rows = |place: &Position| place.depth > 0;
        let has_rows = |wire: WireId| matches!(&net.wire(wire).ty, Type::Array(element) if element.is_array());
        let has_structs = |wire: WireId| {
            let mut ty = &net.wire(wire).ty;
            while let Type::Array(element) | Type::Undone(element) = ty {
                ty = element;
            }
            matches!(ty, Type::Opaque(_))
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "that is asked")]
        let undoable = match op {
            // What is moved in stays there.
            ArrayOp::New(_) => !edge.sources.iter().any(|&wire| net.wire(wire).ty.is_array()),
            ArrayOp::Own(_) | ArrayOp::Zeros => true,
            // A part of an array of arrays is one row of it.
            ArrayOp::Split(place) | ArrayOp::Join(place) => !of_rows(place) || place.ranges.count() == 0,
            // What it leaves behind is put back as zeros, which structs have none of.
            ArrayOp::Replace(_) | ArrayOp::Whole(Whole::Extend) => !has_structs(edge.sources[0]),
            ArrayOp::Whole(Whole::Push | Whole::Pop(_) | Whole::Insert(_) | Whole::Remove(_)) => {
                !has_rows(edge.sources[0])
            }
            op => is_undoable(op),
        };
        if let ArrayOp::GiveBack = op
            && !self.outputs.contains(&edge.targets[0])
        {
            // It may be a slice.
            self.plain.insert(id);
            return self.gone.push((edge.sources[0], Cloned::Growing));
        }
        if !undoable {
            return self.apart(net, id);
        }
        // What comes in its place is undone no more.
        if let ArrayOp::Replace(place) = op {
            self.gone.push((edge.sources[1 + place.operands()], Cloned::Same));
        }
        for (at, &wire) in edge.targets.iter().enumerate().filter(|(_, wire)| net.wire(**wire).ty.is_array()) {
            match op.gives(at) {
                // The accumulator of a lane is one of its own, and so is the array.
                Gives::Same(_) if *op == ArrayOp::Lane && at == 1 => self.lose(wire),
                Gives::Same(operand) | Gives::Changed(operand) => self.join(edge.sources[operand], wire),
                Gives::New | Gives::Other => self.made.push(wire),
            }
        }
        if let ArrayOp::Join(_) | ArrayOp::JoinField(_) | ArrayOp::Whole(Whole::Copy(_) | Whole::Extend) = op {
            self.join(edge.sources[0], edge.sources[1]);
        }
    }

    fn turns(&mut self, net: &Hypernet, id: EdgeId, fold: &Fold, body: EdgeId) {
        let edge = net.edge(id);
        let region = net.region(Level::Inside(body));
        let first = net.edge(body).sources.len() + fold.params_before_state();
        for at in 0..fold.state {
            let before = edge.sources[fold.before_state() + at];
            if net.wire(before).ty.is_array() {
                for other in [region.inputs[first + at], region.outputs[at], edge.targets[at]] {
                    self.join(before, other);
                }
            }
        }
    }

    fn branches(&mut self, net: &Hypernet, id: EdgeId, both: [EdgeId; 2]) {
        let edge = net.edge(id);
        for branch in both {
            let region = net.region(Level::Inside(branch));
            let captured = net.edge(branch).sources.len();
            let taken = edge.sources[3..].iter().zip(&region.inputs[captured..]);
            for (&outer, &inner) in taken.chain(edge.targets.iter().zip(&region.outputs)) {
                if net.wire(outer).ty.is_array() {
                    self.join(outer, inner);
                }
            }
        }
    }

    /// A look at an array has to be found again: calls alone may take it, of which each hands the array on. So the storage waits for
    /// the accumulator. Code of the host looks at it in the forward pass alone.
    fn look(&mut self, net: &Hypernet, id: EdgeId) {
        let [array, look] = net.edge(id).targets[..] else { return };
        let storage = self.find(array);
        let mut pending = vec![look];
        while let Some(wire) = pending.pop() {
            let is_known = match net.wire(wire).consumer {
                Consumer::Source(user, _) => {
                    let edge = net.edge(user);
                    match &edge.label {
                        Label::Copy => {
                            pending.extend(edge.targets.iter().copied());
                            true
                        }
                        Label::Discard | Label::Operation(Operation::Foreign(_)) => true,
                        Label::Operation(Operation::Array(ArrayOp::Part(_), _)) => {
                            pending.push(edge.targets[0]);
                            true
                        }
                        Label::Eval if is_of_host(net, user) => {
                            let handed = net.handed_on(user);
                            handed.iter().any(|(source, _)| self.find(edge.sources[*source]) == storage)
                        }
                        Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => false,
                    }
                }
                Consumer::Output(_) | Consumer::Open => false,
            };
            if !is_known {
                self.lost.insert(storage);
            }
        }
    }
}

/// The abstraction that gives a function.
pub(crate) fn abstraction(net: &Hypernet, function: WireId) -> Option<EdgeId> {
    let (edge, _) = net.producer_edge(function)?;
    (net.edge(edge).label == Label::Abstraction).then_some(edge)
}

/// Whether a loop or branches alone run the inside of this level.
fn is_run(net: &Hypernet, level: Level) -> bool {
    let Level::Inside(owner) = level else { return false };
    let Some((user, port)) = net.edge(owner).targets.first().and_then(|&function| net.consumer_edge(function)) else {
        return false;
    };
    match &net.edge(user).label {
        Label::Operation(Operation::Fold(fold)) => port == fold.function(),
        Label::Operation(Operation::Cond(..)) => port == 1 || port == 2,
        Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {
            false
        }
    }
}

/// Whether a call is of a function of the host that is known by name.
fn is_of_host(net: &Hypernet, call: EdgeId) -> bool {
    net.function_of_host(call).is_some()
}

//! One-dimensional placement: whole numbers `p` with `p[to] - p[from] >= gap` for every constraint that make the
//! weighted sum of the distances `p[to] - p[from]` least. Layers and horizontal positions are both instances of it.
//!
//! The method is the network simplex (Gansner, Koutsofios, North, Vo: *A Technique for Drawing Directed Graphs*, 1993):
//! a spanning tree of tight constraints, improved by exchanging one tree edge at a time. Every intermediate state meets
//! the constraints, so the work can be cut off (see [`WORK`]) at the price of beauty alone.

/// `p[to] - p[from] >= gap`, and the distance costs `weight` (not negative) per unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) gap: i64,
    pub(super) weight: i64,
}

/// How many constraints may be looked at in all before the present state is taken as it is.
const WORK: usize = 30_000_000;

/// Places `count` variables; `None` if the constraints contradict each other. The least position is 0.
pub(super) fn place(count: usize, constraints: &[Constraint], balance: bool) -> Option<Vec<i64>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let mut all = constraints.to_vec();
    connect(count, &mut all);
    let mut state = State::new(count, all)?;
    state.span();
    state.improve();
    if balance {
        state.balance();
    }
    let least = state.position[..count].iter().copied().min().unwrap_or(0);
    state.position.truncate(count);
    for position in &mut state.position {
        *position -= least;
    }
    Some(state.position)
}

/// Adds a root (variable `count`) below one variable of every connected component, at no cost.
fn connect(count: usize, constraints: &mut Vec<Constraint>) {
    let mut group: Vec<usize> = (0..count).collect();
    for constraint in constraints.iter() {
        let (a, b) = (find(&mut group, constraint.from), find(&mut group, constraint.to));
        group[a] = b;
    }
    for at in 0..count {
        if find(&mut group, at) == at {
            constraints.push(Constraint { from: count, to: at, gap: 0, weight: 0 });
        }
    }
}

/// The representative of a variable's component.
fn find(group: &mut [usize], mut at: usize) -> usize {
    while group[at] != at {
        group[at] = group[group[at]];
        at = group[at];
    }
    at
}

struct State {
    constraints: Vec<Constraint>,
    /// The constraints at each variable.
    incident: Vec<Vec<usize>>,
    position: Vec<i64>,
    in_tree: Vec<bool>,
    /// The tree constraints at each variable.
    branches: Vec<Vec<usize>>,
    /// What follows is derived from the tree, rooted at the last variable: the constraint up to the parent, and the
    /// interval of the subtree in depth-first order.
    above: Vec<Option<usize>>,
    first: Vec<usize>,
    last: Vec<usize>,
    order: Vec<usize>,
    /// What it costs to move the subtree of a variable up by one.
    cost: Vec<i64>,
    work: usize,
}

impl State {
    /// The least positions that meet the constraints; `None` on a cycle.
    fn new(count: usize, constraints: Vec<Constraint>) -> Option<Self> {
        let count = count + 1;
        let mut incident = vec![Vec::new(); count];
        let mut waiting = vec![0usize; count];
        for (i, constraint) in constraints.iter().enumerate() {
            incident[constraint.from].push(i);
            incident[constraint.to].push(i);
            waiting[constraint.to] += 1;
        }
        let mut position = vec![0i64; count];
        let mut ready: Vec<usize> = (0..count).filter(|&at| waiting[at] == 0).collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            for &i in &incident[at] {
                let Constraint { from, to, gap, .. } = constraints[i];
                if from == at {
                    position[to] = position[to].max(position[at] + gap);
                    waiting[to] -= 1;
                    if waiting[to] == 0 {
                        ready.push(to);
                    }
                }
            }
        }
        // Positions start at 0, but a gap may be negative, so a variable may have to be above its predecessors: it is.
        (done == count).then(|| Self {
            in_tree: vec![false; constraints.len()],
            branches: vec![Vec::new(); count],
            above: vec![None; count],
            first: vec![0; count],
            last: vec![0; count],
            order: Vec::with_capacity(count),
            cost: vec![0; count],
            constraints,
            incident,
            position,
            work: 0,
        })
    }

    fn slack(&self, i: usize) -> i64 {
        let Constraint { from, to, gap, .. } = self.constraints[i];
        self.position[to] - self.position[from] - gap
    }

    /// Makes a spanning tree of tight constraints, moving what is in it already so that the next becomes tight.
    fn span(&mut self) {
        let count = self.position.len();
        let mut inside = vec![false; count];
        let mut members = vec![count - 1];
        inside[count - 1] = true;
        let mut next = 0;
        loop {
            while let Some(&at) = members.get(next) {
                next += 1;
                for k in 0..self.incident[at].len() {
                    let i = self.incident[at][k];
                    let Constraint { from, to, .. } = self.constraints[i];
                    let other = if from == at { to } else { from };
                    if !inside[other] && self.slack(i) == 0 {
                        inside[other] = true;
                        members.push(other);
                        self.graft(i);
                    }
                }
            }
            if members.len() == count {
                return;
            }
            let crossing = (0..self.constraints.len())
                .filter(|&i| inside[self.constraints[i].from] != inside[self.constraints[i].to])
                .min_by_key(|&i| self.slack(i))
                .expect("the constraints connect all variables");
            let slack = self.slack(crossing);
            let Constraint { from, to, .. } = self.constraints[crossing];
            let (shift, entry) = if inside[from] { (slack, to) } else { (-slack, from) };
            for &member in &members {
                self.position[member] += shift;
            }
            inside[entry] = true;
            members.push(entry);
            self.graft(crossing);
        }
    }

    fn graft(&mut self, i: usize) {
        let Constraint { from, to, .. } = self.constraints[i];
        self.in_tree[i] = true;
        self.branches[from].push(i);
        self.branches[to].push(i);
    }

    fn prune(&mut self, i: usize) {
        let Constraint { from, to, .. } = self.constraints[i];
        self.in_tree[i] = false;
        self.branches[from].retain(|&other| other != i);
        self.branches[to].retain(|&other| other != i);
    }

    /// Derives parents, intervals and costs from the tree.
    fn survey(&mut self) {
        let root = self.position.len() - 1;
        self.order.clear();
        self.above[root] = None;
        let mut pending = vec![root];
        while let Some(at) = pending.pop() {
            self.first[at] = self.order.len();
            self.order.push(at);
            for &i in &self.branches[at] {
                if self.above[at] != Some(i) {
                    let Constraint { from, to, .. } = self.constraints[i];
                    let child = if from == at { to } else { from };
                    self.above[child] = Some(i);
                    pending.push(child);
                }
            }
        }
        for at in 0..self.cost.len() {
            self.last[at] = self.first[at];
            self.cost[at] = 0;
        }
        for constraint in &self.constraints {
            self.cost[constraint.to] += constraint.weight;
            self.cost[constraint.from] -= constraint.weight;
        }
        for k in (1..self.order.len()).rev() {
            let at = self.order[k];
            if let Some(i) = self.above[at] {
                let Constraint { from, to, .. } = self.constraints[i];
                let parent = if from == at { to } else { from };
                self.last[parent] = self.last[parent].max(self.last[at]);
                self.cost[parent] += self.cost[at];
            }
        }
        self.work += self.constraints.len();
    }

    fn within(&self, at: usize, root: usize) -> bool {
        (self.first[root]..=self.last[root]).contains(&self.first[at])
    }

    /// The tightest constraint that stops the subtree of `root` from moving up (or down).
    fn stop(&mut self, root: usize, up: bool) -> Option<usize> {
        self.work += self.constraints.len();
        (0..self.constraints.len())
            .filter(|&i| {
                let Constraint { from, to, .. } = self.constraints[i];
                let (near, far) = if up { (from, to) } else { (to, from) };
                self.within(near, root) && !self.within(far, root)
            })
            .min_by_key(|&i| self.slack(i))
    }

    fn shift(&mut self, root: usize, by: i64) {
        for k in self.first[root]..=self.last[root] {
            self.position[self.order[k]] += by;
        }
    }

    /// Exchanges tree constraints as long as that lowers the cost.
    fn improve(&mut self) {
        self.survey();
        while self.work < WORK {
            // A subtree hangs below its parent's constraint: it can only move away from it.
            let gain = |at: usize| {
                self.above[at].map_or(0, |i| {
                    let up = self.constraints[i].to == at;
                    if up { -self.cost[at] } else { self.cost[at] }
                })
            };
            let Some(root) = (0..self.position.len()).max_by_key(|&at| (gain(at), at)) else { return };
            if gain(root) <= 0 {
                return;
            }
            let leaving = self.above[root].expect("only a subtree gains");
            let up = self.constraints[leaving].to == root;
            let Some(entering) = self.stop(root, up) else { return };
            let slack = self.slack(entering);
            self.shift(root, if up { slack } else { -slack });
            self.prune(leaving);
            self.graft(entering);
            self.survey();
        }
    }

    /// Moves every subtree that costs nothing to move to the middle of its room.
    fn balance(&mut self) {
        for _ in 0..2 {
            for root in 0..self.position.len() - 1 {
                if self.cost[root] != 0 || self.work > 2 * WORK {
                    continue;
                }
                if let (Some(up), Some(down)) = (self.stop(root, true), self.stop(root, false)) {
                    let by = (self.slack(up) - self.slack(down)) / 2;
                    if by != 0 {
                        self.shift(root, by);
                    }
                }
            }
        }
    }
}

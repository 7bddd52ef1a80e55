//! Conditions, as decision diagrams.

use std::collections::HashMap;

/// A condition, as a reduced ordered decision diagram: equal conditions are equal numbers.
pub(super) type Condition = u32;

pub(super) const NEVER: Condition = 0;
pub(super) const ALWAYS: Condition = 1;

/// How many decisions are made at most. With more, nothing is guarded that is not guarded yet.
const DECISIONS: usize = 1 << 16;

/// Decision diagrams.
#[derive(Default)]
pub(super) struct Decisions {
    /// What is decided, by its number, and what holds if it does and if it does not.
    nodes: Vec<(u32, Condition, Condition)>,
    known: HashMap<(u32, Condition, Condition), Condition>,
    chosen: HashMap<(Condition, Condition, Condition), Condition>,
}

impl Decisions {
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= DECISIONS
    }

    pub(super) fn node(&mut self, decides: u32, yes: Condition, no: Condition) -> Condition {
        if yes == no {
            return yes;
        }
        if self.is_full() {
            return ALWAYS;
        }
        *self.known.entry((decides, yes, no)).or_insert_with(|| {
            self.nodes.push((decides, yes, no));
            u32::try_from(self.nodes.len() + 1).expect("few decisions")
        })
    }

    pub(super) fn atom(&mut self, number: u32) -> Condition {
        self.node(number, ALWAYS, NEVER)
    }

    pub(super) fn get(&self, of: Condition) -> Option<(u32, Condition, Condition)> {
        self.nodes.get((of as usize).checked_sub(2)?).copied()
    }

    /// The first condition where `on` holds, the second where it does not.
    pub(super) fn choose(&mut self, on: Condition, yes: Condition, no: Condition) -> Condition {
        match (on, yes, no) {
            (ALWAYS, _, _) => return yes,
            (NEVER, _, _) => return no,
            (_, ALWAYS, NEVER) => return on,
            _ if yes == no => return yes,
            _ => {}
        }
        if let Some(&known) = self.chosen.get(&(on, yes, no)) {
            return known;
        }
        let all = [on, yes, no].map(|of| self.get(of));
        let first = all.iter().flatten().map(|&(decides, _, _)| decides).min().expect("one of them decides something");
        let part = |given: bool| {
            let mut of = [on, yes, no];
            for (of, node) in of.iter_mut().zip(all) {
                if let Some((decides, yes, no)) = node
                    && decides == first
                {
                    *of = if given { yes } else { no };
                }
            }
            of
        };
        let [a, b, c] = part(true);
        let holds = self.choose(a, b, c);
        let [a, b, c] = part(false);
        let fails = self.choose(a, b, c);
        let chosen = self.node(first, holds, fails);
        self.chosen.insert((on, yes, no), chosen);
        chosen
    }

    pub(super) fn not(&mut self, a: Condition) -> Condition {
        self.choose(a, NEVER, ALWAYS)
    }

    pub(super) fn and(&mut self, a: Condition, b: Condition) -> Condition {
        self.choose(a, b, NEVER)
    }

    pub(super) fn or(&mut self, a: Condition, b: Condition) -> Condition {
        self.choose(a, ALWAYS, b)
    }
}

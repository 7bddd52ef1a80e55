//! The order of the items within each layer: few crossings, interfaces as they are.

/// Something in a layer: a node, a part of a tall node, a link that passes, a position of an interface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) layer: usize,
    pub(super) width: i64,
    pub(super) height: i64,
    /// What is kept free on either side.
    pub(super) beside: i64,
    /// Its place among the items of an interface.
    pub(super) fixed: Option<usize>,
    /// Its horizontal position, by number.
    pub(super) variable: usize,
    /// 1 if it is a node with one source, and with one target; else 0.
    pub(super) alone: (i64, i64),
}

/// A piece of a link between two layers, from an offset in one item to an offset in another. A rigid one belongs to no
/// link but holds the parts of a tall node together: nothing may cross it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub(super) upper: usize,
    pub(super) lower: usize,
    pub(super) offset: i64,
    pub(super) onto: i64,
    /// The link, by number.
    pub(super) link: Option<usize>,
}

impl Hop {
    fn is_rigid(&self) -> bool {
        self.link.is_none()
    }
}

/// The item's place in its layer, and the offset in the item.
type Place = (usize, i64);

/// Sweeps from top to bottom and back, at most so often.
const SWEEPS: usize = 12;
/// How many crossings a rigid hop counts for.
const RIGID: usize = 64;

/// Where the first order comes from: it decides which of the orders with few crossings is found.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    /// Depth first from the top.
    Above,
    /// Depth first from the bottom.
    Below,
    /// As `Above`, from right to left.
    Mirrored,
}

/// Orders every layer; gives the number of crossings.
pub(super) fn order(items: &[Item], layers: &mut [Vec<usize>], hops: &[Vec<Hop>]) -> usize {
    let mut table = Table::new(items, layers, hops);
    let mut best = layers.to_vec();
    let mut least = usize::MAX;
    for start in [Start::Above, Start::Below, Start::Mirrored] {
        table.follow(layers, start);
        let mut crossings = table.crossings(layers, hops);
        for sweep in 0..=SWEEPS {
            if crossings < least {
                least = crossings;
                best.clone_from_slice(layers);
            }
            if least == 0 || sweep == SWEEPS {
                break;
            }
            table.sweep(layers, (sweep % 2 == 0) != (start == Start::Below));
            table.exchange(layers);
            crossings = table.crossings(layers, hops);
        }
    }
    layers.clone_from_slice(&best);
    least
}

/// Whether a link crosses a tall node.
pub(super) fn is_torn(items: &[Item], layers: &[Vec<usize>], hops: &[Vec<Hop>]) -> bool {
    let mut place = vec![0; items.len()];
    for layer in layers {
        for (at, &item) in layer.iter().enumerate() {
            place[item] = at;
        }
    }
    hops.iter().any(|hops| {
        hops.iter().filter(|hop| hop.is_rigid()).any(|rigid| {
            hops.iter().any(|hop| {
                let (upper, lower) = (place[hop.upper], place[hop.lower]);
                upper < place[rigid.upper] && lower > place[rigid.lower]
                    || upper > place[rigid.upper] && lower < place[rigid.lower]
            })
        })
    })
}

struct Table<'a> {
    items: &'a [Item],
    place: Vec<usize>,
    /// The hops above and below each item.
    above: Vec<Vec<Hop>>,
    below: Vec<Vec<Hop>>,
}

impl<'a> Table<'a> {
    fn new(items: &'a [Item], layers: &[Vec<usize>], hops: &[Vec<Hop>]) -> Self {
        let mut table = Self {
            items,
            place: vec![0; items.len()],
            above: vec![Vec::new(); items.len()],
            below: vec![Vec::new(); items.len()],
        };
        for hop in hops.iter().flatten() {
            table.above[hop.lower].push(*hop);
            table.below[hop.upper].push(*hop);
        }
        for hops in &mut table.above {
            hops.sort_by_key(|hop| hop.onto);
        }
        for hops in &mut table.below {
            hops.sort_by_key(|hop| hop.offset);
        }
        for layer in layers {
            table.note(layer);
        }
        table
    }

    fn note(&mut self, layer: &[usize]) {
        for (at, &item) in layer.iter().enumerate() {
            self.place[item] = at;
        }
    }

    /// The first order: each item where following the links depth first meets it.
    fn follow(&mut self, layers: &mut [Vec<usize>], start: Start) {
        let mut seen = vec![false; self.items.len()];
        let mut found: Vec<Vec<usize>> = vec![Vec::new(); layers.len()];
        let mut starts: Vec<usize> = layers.iter().flatten().copied().collect();
        starts.sort_by_key(|&item| {
            let layer = self.items[item].layer;
            if start == Start::Below { layers.len() - layer } else { layer }
        });
        for first in starts {
            let mut pending = vec![first];
            while let Some(item) = pending.pop() {
                if std::mem::replace(&mut seen[item], true) {
                    continue;
                }
                found[self.items[item].layer].push(item);
                let lower = self.below[item].iter().rev().map(|hop| hop.lower);
                let upper = self.above[item].iter().rev().map(|hop| hop.upper);
                // The last one is followed first: from above, what feeds it from elsewhere, then what it feeds.
                if start == Start::Below {
                    pending.extend(upper.chain(lower));
                } else {
                    pending.extend(lower.chain(upper));
                }
            }
        }
        for (layer, mut found) in layers.iter_mut().zip(found) {
            if start == Start::Mirrored {
                found.reverse();
            }
            *layer = found;
            if layer.iter().any(|&item| self.items[item].fixed.is_some()) {
                layer.sort_by_key(|&item| self.items[item].fixed);
            }
            self.note(layer);
        }
    }

    /// Sorts each layer by the mean place of the ports above (or below) that its items are joined with.
    fn sweep(&mut self, layers: &mut [Vec<usize>], down: bool) {
        let count = layers.len();
        for step in 1..count {
            let (at, from) = if down { (step, step - 1) } else { (count - 1 - step, count - step) };
            if layers[at].iter().any(|&item| self.items[item].fixed.is_some()) {
                continue;
            }
            // The ports of the neighbouring layer, numbered from the left.
            let mut first = vec![0usize; layers[from].len()];
            let mut total = 0;
            for (slot, &item) in first.iter_mut().zip(&layers[from]) {
                *slot = total;
                total += if down { &self.below[item] } else { &self.above[item] }.len().max(1);
            }
            let mean = |item: usize| -> Option<f64> {
                let hops = if down { &self.above[item] } else { &self.below[item] };
                let (mut sum, mut weight) = (0.0, 0.0);
                for hop in hops {
                    let (other, offset) = if down { (hop.upper, hop.offset) } else { (hop.lower, hop.onto) };
                    let ports = if down { &self.below[other] } else { &self.above[other] };
                    let port = ports.iter().position(|port| (if down { port.offset } else { port.onto }) == offset);
                    let rank = first[self.place[other]] + port.unwrap_or(0);
                    let share = if hop.is_rigid() { 8.0 } else { 1.0 };
                    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 ports")]
                    {
                        sum += share * rank as f64;
                    }
                    weight += share;
                }
                (weight > 0.0).then(|| sum / weight)
            };
            let means: Vec<Option<f64>> = layers[at].iter().map(|&item| mean(item)).collect();
            let mut joined: Vec<(f64, usize)> =
                means.iter().zip(&layers[at]).filter_map(|(mean, &item)| Some(((*mean)?, item))).collect();
            joined.sort_by(|a, b| a.0.total_cmp(&b.0));
            // What is not joined with that layer keeps its place.
            let mut joined = joined.into_iter();
            let sorted: Vec<usize> = means
                .iter()
                .zip(&layers[at])
                .map(|(mean, &item)| if mean.is_some() { joined.next().map_or(item, |(_, item)| item) } else { item })
                .collect();
            layers[at] = sorted;
            self.note(&layers[at]);
        }
    }

    /// Exchanges neighbours as long as that removes crossings.
    fn exchange(&mut self, layers: &mut [Vec<usize>]) {
        for _ in 0..8 {
            let mut better = false;
            for layer in layers.iter_mut() {
                if layer.iter().any(|&item| self.items[item].fixed.is_some()) {
                    continue;
                }
                for at in 1..layer.len() {
                    let (left, right) = (layer[at - 1], layer[at]);
                    if self.between(right, left) < self.between(left, right) {
                        layer.swap(at - 1, at);
                        self.place[left] = at;
                        self.place[right] = at - 1;
                        better = true;
                    }
                }
            }
            if !better {
                break;
            }
        }
    }

    /// The crossings of the hops of two neighbours in a layer.
    fn between(&self, left: usize, right: usize) -> usize {
        let mut sum = 0;
        for (all, upper) in [(&self.above, true), (&self.below, false)] {
            let end =
                |hop: &Hop| if upper { (self.place[hop.upper], hop.offset) } else { (self.place[hop.lower], hop.onto) };
            for a in &all[left] {
                for b in &all[right] {
                    if end(a) > end(b) {
                        sum += if a.is_rigid() || b.is_rigid() { RIGID } else { 1 };
                    }
                }
            }
        }
        sum
    }

    /// All crossings, those of rigid hops counted [`RIGID`] times.
    fn crossings(&self, layers: &[Vec<usize>], hops: &[Vec<Hop>]) -> usize {
        let mut sum = 0;
        for (hops, lower) in hops.iter().zip(&layers[1..]) {
            let mut ends: Vec<(Place, Place, bool)> = hops
                .iter()
                .map(|hop| ((self.place[hop.upper], hop.offset), (self.place[hop.lower], hop.onto), hop.is_rigid()))
                .collect();
            ends.sort_unstable();
            // Inversions, counted with a binary indexed tree over the lower ends.
            let mut onto: Vec<Place> = ends.iter().map(|&(_, onto, _)| onto).collect();
            onto.sort_unstable();
            onto.dedup();
            let mut tree = vec![0usize; onto.len() + 1];
            for (before, &(_, end, _)) in ends.iter().enumerate() {
                let rank = onto.partition_point(|&other| other < end) + 1;
                let (mut at, mut not_right) = (rank, 0);
                while at > 0 {
                    not_right += tree[at];
                    at &= at - 1;
                }
                sum += before - not_right;
                let mut at = rank;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
            for rigid in ends.iter().filter(|end| end.2) {
                let crossed = ends.iter().filter(|end| {
                    (end.0.0 < rigid.0.0 && end.1.0 > rigid.1.0) || (end.0.0 > rigid.0.0 && end.1.0 < rigid.1.0)
                });
                sum += (RIGID - 1) * crossed.count();
            }
            debug_assert!(lower.len() >= usize::from(!hops.is_empty()));
        }
        sum
    }
}

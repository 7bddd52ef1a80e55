//! Structs with arrays that are taken out of vectors, change places, or have second names: values bit for bit, gradients against central
//! differences, effects and drops in the order of the function as it stands.

#![expect(
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use std::cell::RefCell;

use agrees::{X, agrees};
use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, Differentiable)]
struct Node {
    at: Vec<f64>,
    weight: f64,
    depth: usize,
}

#[differentiable]
fn nodes(x: &[f64]) -> Vec<Node> {
    let first = Node { at: vec![x[0], x[1]], weight: x[2], depth: 0 };
    vec![first, Node { at: vec![x[3], x[4], x[5]], weight: 2.0, depth: 1 }]
}

/// A search through a tree, of which the nodes that wait are in a vector.
#[differentiable]
fn search(x: &[f64]) -> f64 {
    let mut waiting = vec![Node { at: vec![x[0], x[1]], weight: 1.0, depth: 0 }];
    let mut sum = 0.0;
    while let Some(node) = waiting.pop() {
        if node.depth > 2 {
            sum += node.weight * node.at[0] * node.at[1];
            continue;
        }
        for k in 0..2 {
            let mut at = node.at.clone();
            at[k] *= x[2 + k];
            waiting.push(Node { at, weight: node.weight * x[4], depth: node.depth + 1 });
        }
    }
    sum
}

#[differentiable]
fn of_node(node: Node) -> f64 {
    node.at[0] * node.at[1] * node.weight
}

#[differentiable]
fn popped(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut waiting: Vec<Node> = nodes(x);
    while let Some(mut node) = waiting.pop() {
        node.at[0] *= x[1];
        for v in &node.at {
            sum += v * node.weight;
        }
    }
    let mut waiting = vec![Node { at: x.to_vec(), weight: x[3], depth: 0 }];
    waiting.push(Node { at: vec![x[2], x[5]], weight: x[0], depth: 0 });
    waiting.push(Node { at: vec![x[1], x[2]], weight: 1.0, depth: 0 });
    if let Some(node) = waiting.pop() {
        sum *= node.at[0];
    }
    let Some(node) = waiting.pop() else { return x[0] };
    sum += node.at[1] * node.weight;
    while let Some(node) = waiting.pop() {
        sum += of_node(node);
    }
    sum
}

#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let list = vec![Node { at: x.to_vec(), weight: x[3], depth: 1 }, Node { at: vec![x[2]], weight: x[0], depth: 0 }];
    let mut sum = 0.0;
    for node in list {
        sum += node.at[0] * node.weight;
        for v in node.at {
            sum += v * v;
        }
    }
    sum
}

fn pick(i: usize) -> usize {
    (i + 1) % 2
}

/// Elements have names, whatever their indices are computed of.
#[differentiable]
fn elements(x: &[f64]) -> f64 {
    let mut list = vec![Node { at: x.to_vec(), weight: x[3], depth: 1 }];
    list.push(Node { at: vec![x[2], x[4]], weight: x[0], depth: 0 });
    let mut sum = 0.0;
    let mut least = 0;
    for i in 0..2 {
        if list[i].weight < list[least].weight {
            least = i;
        }
        let next = &list[(i + 1) % list.len()];
        sum += next.at[1] * next.weight;
        let other = &list[pick(i)];
        for v in &other.at {
            sum *= v;
        }
    }
    let node = &list[least];
    least = 1 - least;
    sum += node.at[0] * list[least].weight;
    if let Some(last) = list.last() {
        sum += last.at[0] * last.weight;
    }
    let of = &list[list[0].depth];
    sum + of.at[0]
}

/// A loop runs over what there was in a field before it.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Powers {
    of: [f64; 2],
}

#[differentiable]
fn copied(x: &[f64]) -> f64 {
    let mut powers = Powers { of: [x[0], x[0] * x[1]] };
    let mut sum = 0.0;
    for power in powers.of {
        powers.of[1] = 2.0 * sum;
        sum += power * power;
    }
    sum + powers.of[1]
}

#[test]
fn structs_are_taken_out_of_vectors() {
    agrees!(search, popped, moved, elements, copied);
}

/// Two buffers that change places in each turn.
#[derive(Clone, Debug, Differentiable)]
struct Field {
    u: Vec<f64>,
    time: f64,
}

#[differentiable]
fn diffuse(from: &Field, to: &mut Field, k: f64) {
    let n = from.u.len();
    for i in 0..n {
        to.u[i] = from.u[i] + k * (from.u[(i + 1) % n] - from.u[i]);
    }
    to.time = from.time + k * from.u[0];
}

#[differentiable]
fn double_buffer(x: &[f64]) -> f64 {
    let mut now = Field { u: x.to_vec(), time: x[1] };
    let mut next = Field { u: vec![0.0; x.len()], time: 0.0 };
    for _ in 0..4 {
        diffuse(&now, &mut next, x[0]);
        std::mem::swap(&mut now, &mut next);
    }
    now.u[0] * now.time + next.u[1]
}

/// The same in place, with a swap in a branch, and one after which nothing is used.
#[differentiable]
fn in_place(x: &[f64]) -> f64 {
    let mut now = Field { u: x.to_vec(), time: x[1] };
    let mut next = Field { u: vec![x[2]; 6], time: 0.0 };
    for turn in 0..5 {
        for i in 0..6 {
            next.u[i] += now.u[i] * x[turn];
        }
        next.time = now.time * now.u[turn];
        if turn % 2 == 0 {
            std::mem::swap(&mut now, &mut next);
        }
    }
    let sum = now.u[3] * next.u[2] + now.time;
    std::mem::swap(&mut now, &mut next);
    sum * now.u[1]
}

#[test]
fn structs_change_places() {
    agrees!(double_buffer, in_place);
}

#[differentiable]
fn scale(node: &Node) -> f64 {
    node.weight * node.at[0]
}

#[differentiable]
impl Node {
    fn of_self(&self, t: f64) -> f64 {
        let me = self;
        let line = |t: f64| me.at[0] * t + me.weight;
        let mut sum = line(t) * scale(me);
        for v in &me.at {
            sum += v * line(2.0);
        }
        sum
    }
}

#[differentiable]
fn of_slice(xs: &[f64]) -> f64 {
    let ys = xs;
    let mut sum = ys[0] * xs[1];
    for y in ys {
        sum += y * y;
    }
    sum
}

#[differentiable]
fn named(x: &[f64]) -> f64 {
    let mut node = Node { at: x.to_vec(), weight: x[1], depth: 0 };
    let mut sum = 0.0;
    for i in 0..3 {
        let n = &node;
        sum += n.at[i] * scale(n);
        node.at[i + 1] *= sum;
    }
    let other = Node { at: vec![x[0] * x[1]], weight: x[2], depth: 0 };
    let (n, m) = (&node, &other);
    sum += n.at[0] * m.weight;
    let n = &other;
    sum + n.at[0] * n.of_self(x[3]) + of_slice(&node.at)
}

#[test]
fn structs_have_second_names() {
    agrees!(named);
}

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(text: &str) {
    LOG.with_borrow_mut(|log| log.push(text.to_owned()));
}

struct Guard(&'static str);

impl Drop for Guard {
    fn drop(&mut self) {
        note(self.0);
    }
}

fn counted(name: &'static str, i: usize) -> usize {
    note(name);
    i
}

/// The index of a name is computed once, and what stands in the body of a loop is dropped in the same order.
#[differentiable]
fn with_effects(x: &[f64]) -> f64 {
    let mut list = vec![Node { at: x.to_vec(), weight: x[3], depth: 1 }];
    list.push(Node { at: vec![x[2], x[4]], weight: x[0], depth: 0 });
    let mut sum = 0.0;
    for k in 0..2 {
        let node = &list[counted("index", 1 - k)];
        note("read");
        sum += node.at[0] * node.weight;
    }
    while let Some(node) = list.pop() {
        let _guard = Guard("guard");
        note("turn");
        if node.depth == 1 {
            break;
        }
        sum += node.at[1];
    }
    note("after");
    sum
}

#[test]
fn effects_keep_their_order() {
    let value = with_effects(&X);
    let expected = LOG.take();
    let (again, gradient) = with_effects::value_and_grad(&X);
    assert_eq!(LOG.take(), expected);
    assert_eq!(value.to_bits(), again.to_bits());
    check(&|x| with_effects(x), &X, &gradient);
}

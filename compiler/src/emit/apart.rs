//! Whether `grad` gets code of its own, beside that of `value_and_grad`.
//!
//! A gradient without the value may leave out the last operations of the value. If these are few, and the Rust compiler leaves
//! them out by itself, `grad` calls `value_and_grad` and takes the second half.

use hypernet::{EdgeId, Hypernet, Label, Level, Operation, Primitive, Type};

use super::live::branch;

/// One edge of so many may be left to the Rust compiler to leave out.
const FEW: usize = 16;

/// Whether the first output alone takes more than a few operations, or operations that the compiler does not leave out.
pub(crate) fn is_worth_code(net: &Hypernet) -> bool {
    let (edges, wires) = net.id_bounds();
    let mut parting = Parting { net, edges: vec![None; edges], wires: vec![None; wires], alone: 0, all: 0 };
    let mut outputs = vec![Some(By::Gradient); net.outputs().len()];
    if let Some(value) = outputs.first_mut() {
        *value = Some(By::Value);
    }
    !parting.level(Level::Outermost, &outputs) || parting.alone * FEW > parting.all
}

/// What needs something.
#[derive(Clone, Copy, PartialEq)]
enum By {
    /// The gradient, and perhaps the value.
    Gradient,
    /// The value alone.
    Value,
}

struct Parting<'a> {
    net: &'a Hypernet,
    /// What needs an edge, and a wire, by their index.
    edges: Vec<Option<By>>,
    wires: Vec<Option<By>>,
    /// How many edges only the value needs, and how many are needed.
    alone: usize,
    all: usize,
}

impl Parting<'_> {
    /// Counts the edges of a level whose outputs are needed by these; whether the compiler leaves out what only the value
    /// needs.
    fn level(&mut self, level: Level, outputs: &[Option<By>]) -> bool {
        let net = self.net;
        let mut branches: Vec<EdgeId> = Vec::new();
        for by in [By::Gradient, By::Value] {
            let wires = net.region(level).outputs().iter().zip(outputs);
            let mut pending: Vec<_> = wires.filter(|(_, of)| **of == Some(by)).map(|(&wire, _)| wire).collect();
            while let Some(wire) = pending.pop() {
                if self.wires[wire.index()].is_some() {
                    continue;
                }
                self.wires[wire.index()] = Some(by);
                let Some((id, _)) = net.producer_edge(wire) else { continue };
                if self.edges[id.index()].is_some() {
                    continue;
                }
                self.edges[id.index()] = Some(by);
                self.all += 1;
                let edge = net.edge(id);
                if by == By::Value {
                    self.alone += 1;
                    if !is_left_out(edge.label()) {
                        return false;
                    }
                }
                if let Some(Operation::Cond(..)) = edge.operation() {
                    branches.push(id);
                    pending.push(edge.sources()[0]);
                    pending.extend(&edge.sources()[3..]);
                } else {
                    pending.extend(edge.sources());
                }
            }
        }
        branches.into_iter().all(|id| {
            let edge = net.edge(id);
            let results: Vec<Option<By>> = edge.targets().iter().map(|wire| self.wires[wire.index()]).collect();
            edge.sources()[1..3].iter().all(|&function| match branch(net, function) {
                Some(inside) => self.level(Level::Inside(inside), &results),
                None => false,
            })
        })
    }
}

/// Whether the Rust compiler leaves out what an edge is emitted as, if nobody uses it: plain arithmetic, and the functions
/// that it knows. A call into the library of mathematical functions stays.
#[expect(clippy::wildcard_enum_match_arm, reason = "whether rustc leaves out any other operation is not known")]
fn is_left_out(label: &Label) -> bool {
    let Label::Operation(operation) = label else { return matches!(label, Label::Copy | Label::Discard) };
    match operation {
        Operation::Primitive(primitive, _) => matches!(
            primitive,
            Primitive::Neg
                | Primitive::Add
                | Primitive::Sub
                | Primitive::Mul
                | Primitive::Div
                | Primitive::Abs
                | Primitive::Recip
                | Primitive::Sqrt
                | Primitive::Powi
                | Primitive::Powf
                | Primitive::Exp
                | Primitive::Ln
                | Primitive::Sin
                | Primitive::Cos
        ),
        Operation::Plus(Type::Real(_)) | Operation::Constant(..) | Operation::Zero(_) | Operation::Cond(..) => true,
        _ => false,
    }
}

//! Whether an edge may panic. Such an edge stays, even if nobody wants its results.
//!
//! An operation says itself whether it may panic. An edge that runs functions may panic if one of the functions may. The function of
//! an abstraction may panic if something inside may. A function of which nothing is known may panic. To make a function does not
//! panic, and neither does running a backpropagator.

use crate::ids::IdSet;
use crate::label::Label;
use crate::net::{EdgeId, Hypernet, Level, Producer, WireId};
use crate::operation::Operation;
use crate::types::Captures;

impl Hypernet {
    /// Whether this edge may panic. An edge that may not does nothing but give its results.
    #[must_use]
    pub fn may_panic(&self, edge: EdgeId) -> bool {
        // Most edges run nothing: no tables are made for them.
        let mut functions = Vec::new();
        if self.panics(edge, &mut functions) {
            return true;
        }
        let (mut entered, mut asked) = (IdSet::new(), IdSet::new());
        while let Some(function) = functions.pop() {
            if !asked.insert(function) {
                continue;
            }
            match self.runs(function) {
                Runs::Nothing => {}
                Runs::Anything => return true,
                Runs::OneOf(others) => functions.extend(others),
                Runs::Inside(abstraction) => {
                    if !entered.insert(abstraction) {
                        continue;
                    }
                    for &inner in self.region(Level::Inside(abstraction)).edges() {
                        if self.panics(inner, &mut functions) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether an edge may panic by itself; notes the functions that it runs.
    fn panics(&self, edge: EdgeId, functions: &mut Vec<WireId>) -> bool {
        let edge = self.edge(edge);
        match edge.label() {
            Label::Copy | Label::Discard | Label::Abstraction => false,
            Label::Frame(_) => true,
            Label::Eval => {
                functions.extend(edge.sources().first());
                false
            }
            Label::Operation(operation) => {
                functions.extend(edge.sources().get(operation.nature().runs).unwrap_or_default());
                operation.may_panic()
            }
        }
    }

    /// What runs where the function on this wire is called.
    fn runs(&self, function: WireId) -> Runs {
        let wire = self.wire(function);
        match wire.ty().as_function().map(|ty| &ty.captures) {
            Some(Captures::Residual) => return Runs::Nothing,
            Some(Captures::Known(_) | Captures::Open) => {}
            None => return Runs::Anything,
        }
        match wire.producer() {
            Producer::Open => Runs::Anything,
            Producer::Input(port) => match wire.level() {
                Level::Outermost => Runs::Anything,
                // What an abstraction captured is the same function inside.
                Level::Inside(abstraction) => match self.edge(abstraction).sources().get(port as usize) {
                    Some(&outer) => Runs::OneOf(vec![outer]),
                    None => Runs::Anything,
                },
            },
            Producer::Target(id, port) => {
                let edge = self.edge(id);
                match edge.label() {
                    Label::Abstraction => Runs::Inside(id),
                    Label::Copy => Runs::OneOf(edge.sources().to_vec()),
                    // A function of the host language that may do more than give its results keeps the order of effects.
                    // Then its calls stay for that.
                    Label::Operation(Operation::Function(_)) => Runs::Nothing,
                    Label::Operation(Operation::Cond(..)) => {
                        let branches = edge.sources()[1..3].iter().map(|&branch| self.output(branch, port as usize));
                        branches.collect::<Option<_>>().map_or(Runs::Anything, Runs::OneOf)
                    }
                    Label::Operation(_) | Label::Eval | Label::Discard | Label::Frame(_) => Runs::Anything,
                }
            }
        }
    }

    /// The wire inside that is this output of the abstraction that gives a function, if one gives it.
    fn output(&self, function: WireId, port: usize) -> Option<WireId> {
        let (abstraction, _) = self.producer_edge(function)?;
        match self.edge(abstraction).label() {
            Label::Abstraction => self.region(Level::Inside(abstraction)).outputs().get(port).copied(),
            Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) | Label::Frame(_) => None,
        }
    }
}

/// What runs where a function is called.
enum Runs {
    /// Nothing that may panic.
    Nothing,
    /// The inside of this abstraction.
    Inside(EdgeId),
    /// One of the functions on these wires.
    OneOf(Vec<WireId>),
    /// What is not known.
    Anything,
}

#[cfg(test)]
mod tests {
    use crate::simplify::simplify;
    use crate::{Builder, Constant, DiscreteOp, Hypernet, Label, Operation, Primitive, Type, Value};

    fn integer(b: &mut Builder, value: i128) -> Value {
        b.op1(Operation::Constant(Constant::Integer(value), Type::discrete("i32")), &[]).expect("a constant")
    }

    fn discrete(b: &mut Builder, op: DiscreteOp, operands: &[Value]) -> Value {
        b.op1(Operation::Discrete(op, "i32".into()), operands).expect("integers")
    }

    /// `f(1); …; f(CALLS); f(n)` of a function so long that it stays a function, which ends with this operation; of the
    /// results only that of `f(1)` is wanted.
    fn calls(op: DiscreteOp) -> Hypernet {
        const CALLS: i128 = 50;
        const LENGTH: usize = 500;
        let mut b = Builder::new();
        let n = b.input(Type::discrete("i32"), Some("n"));
        b.open();
        let p = b.input(Type::discrete("i32"), None);
        let mut value = integer(&mut b, 7);
        for _ in 0..LENGTH {
            value = discrete(&mut b, DiscreteOp::Xor, &[value, p]);
        }
        let result = discrete(&mut b, op, &[value, p]);
        let f = b.close(&[result]).expect("a closure");
        let mut given = Vec::new();
        for at in 1..=CALLS {
            let at = integer(&mut b, at);
            given.extend(b.eval(f, &[at]).expect("a call"));
        }
        b.eval(f, &[n]).expect("a call");
        b.finish(&given[..1]).expect("a net")
    }

    fn evals(net: &Hypernet) -> usize {
        net.edge_ids().filter(|&id| *net.edge(id).label() == Label::Eval).count()
    }

    #[test]
    fn a_call_whose_result_nobody_wants_stays_if_it_may_panic() {
        let mut net = calls(DiscreteOp::Div);
        simplify(&mut net);
        assert_eq!(evals(&net), 51);
    }

    #[test]
    fn a_call_whose_result_nobody_wants_goes_if_it_may_not_panic() {
        let mut net = calls(DiscreteOp::And);
        simplify(&mut net);
        assert!(evals(&net) <= 1);
    }

    #[test]
    fn a_backpropagator_does_not_panic() {
        let mut b = Builder::new();
        let back = b.input(Type::backpropagator(vec![Type::f64()], vec![Type::f64()]), Some("back"));
        let open = b.input(Type::open_function(vec![Type::f64()], vec![Type::f64()]), Some("f"));
        let x = b.input(Type::f64(), Some("x"));
        b.eval(back, &[x]).expect("a call");
        b.eval(open, &[x]).expect("a call");
        let result = b.primitive(Primitive::Sin, &[x]).expect("a real");
        let mut net = b.finish(&[result]).expect("a net");
        simplify(&mut net);
        assert_eq!(evals(&net), 1, "{net}");
    }
}

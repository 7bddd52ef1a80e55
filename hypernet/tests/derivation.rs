//! The paper's running example, `let mul = |y| x * y; mul(x) + x`: the derivation of its adjoint, step by step, as a file
//! to read, and what it computes. To accept a new derivation: `BLESS=1 cargo test -p hypernet --test derivation`.
//!
//! The text is one line for each edge, in an order in which they can be evaluated. A wire keeps its name through the
//! derivation; a box of the transformation is written with what it still has to transform, `|inputs| … -> outputs`.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use hypernet::adjoint::{Redex, adjoint, adjoint_observed, value_and_gradient};
use hypernet::simplify::simplify;
use hypernet::{
    Builder, Constant, Datum, EdgeId, Hypernet, Label, Level, Operation, Primitive, Type, WireId, evaluate,
};

fn example() -> Result<Hypernet, Box<dyn Error>> {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let y = b.input(Type::f64(), Some("y"));
    let product = b.primitive(Primitive::Mul, &[x, y])?;
    let mul = b.close(&[product])?;
    b.name(mul, "mul");
    let called = b.eval(mul, &[x])?[0];
    let sum = b.primitive(Primitive::Add, &[called, x])?;
    Ok(b.finish(&[sum])?)
}

/// Writes nets as text, with the same names for the same wires.
#[derive(Default)]
struct Writer {
    names: HashMap<WireId, String>,
    taken: HashMap<String, usize>,
}

impl Writer {
    fn name(&mut self, net: &Hypernet, id: WireId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let hint = net.wire(id).name().map_or("w", |name| name);
        let count = self.taken.entry(hint.to_owned()).or_default();
        *count += 1;
        let name = if *count == 1 { hint.to_owned() } else { format!("{hint}{count}") };
        self.names.insert(id, name.clone());
        name
    }

    fn bundle(&mut self, net: &Hypernet, wires: &[WireId]) -> String {
        wires.iter().map(|&wire| self.name(net, wire)).collect::<Vec<_>>().join(", ")
    }

    fn net(&mut self, net: &Hypernet) -> String {
        let mut out = String::new();
        let inputs: Vec<String> =
            (net.inputs().iter()).map(|&wire| format!("{}: {}", self.name(net, wire), net.wire(wire).ty())).collect();
        let _ = writeln!(out, "|{}| {{", inputs.join(", "));
        self.level(net, Level::Outermost, 1, &mut out);
        out.push_str("}\n");
        out
    }

    /// What is at a level, between its braces.
    fn level(&mut self, net: &Hypernet, level: Level, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        for id in net.sorted_edges(level) {
            self.edge(net, id, depth, out);
        }
        let outputs = self.bundle(net, net.region(level).outputs());
        let _ = writeln!(out, "{indent}-> {outputs}");
    }

    fn edge(&mut self, net: &Hypernet, id: EdgeId, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        let edge = net.edge(id);
        let sources = self.bundle(net, edge.sources());
        let targets = self.bundle(net, edge.targets());
        let names: Vec<String> = edge.sources().iter().map(|&wire| self.name(net, wire)).collect();
        let with_inside = match edge.label() {
            Label::Abstraction => Some(format!("bubble [{sources}]")),
            Label::Frame(frame) => Some(format!("{} ({sources})", frame.to_string().to_uppercase())),
            _ => None,
        };
        if let Some(head) = with_inside {
            let inputs = self.bundle(net, net.region(Level::Inside(id)).inputs());
            let _ = writeln!(out, "{indent}{targets} = {head} |{inputs}| {{");
            self.level(net, Level::Inside(id), depth + 1, out);
            let _ = writeln!(out, "{indent}}}");
            return;
        }
        let text = match edge.label() {
            Label::Copy => format!("copy {sources}"),
            Label::Discard => {
                let _ = writeln!(out, "{indent}discard {sources}");
                return;
            }
            Label::Eval => format!("{}({})", names[0], names[1..].join(", ")),
            Label::Operation(Operation::Primitive(Primitive::Mul, _)) => names.join(" * "),
            Label::Operation(Operation::Primitive(Primitive::Add, _)) => names.join(" + "),
            Label::Operation(Operation::Plus(_)) => names.join(" ⊕ "),
            Label::Operation(Operation::Zero(_)) => "0̄".to_owned(),
            Label::Operation(Operation::Constant(Constant::Real { text, .. }, _)) => text.to_string(),
            // The green box looks at no closure's inside, so its own copy leaves it out.
            Label::Operation(Operation::Foreign(foreign)) => format!("{} {sources}", foreign.name),
            Label::Operation(operation) => format!("{operation:?} {sources}"),
            _ => unreachable!("it has no inside"),
        };
        let _ = writeln!(out, "{indent}{targets} = {text}");
    }
}

/// What a step does, in words; `before` is the net that it was made on.
fn describe(step: Redex, before: &Hypernet) -> String {
    let label = |id: EdgeId| match before.edge(id).label() {
        Label::Copy => "a copy".to_owned(),
        Label::Discard => "a discard".to_owned(),
        Label::Eval => "an eval".to_owned(),
        Label::Abstraction => "a bubble".to_owned(),
        Label::Operation(Operation::Primitive(primitive, _)) => format!("`{}`", primitive.name()),
        other => format!("{other:?}"),
    };
    match step {
        Redex::Adjoint(_) => "the adjoint is the forward pass beside a bubble with the reverse pass".to_owned(),
        Redex::Forward(_, edge) => format!("the forward box erases {}", label(edge)),
        Redex::Reverse(_, edge) => format!("the reverse box erases {}", label(edge)),
        Redex::Dissolve(frame) => match before.edge(frame).label() {
            Label::Frame(frame) => format!("nothing is left in the {frame} box"),
            other => format!("nothing is left in {other:?}"),
        },
    }
}

fn derivation() -> Result<String, Box<dyn Error>> {
    let primal = example()?;
    let mut out = String::from("let mul = |y| x * y; mul(x) + x\n\n0. the adjoint of the program\n");
    let mut writer = Writer::default();
    let mut before: Option<Hypernet> = None;
    let mut count = 0;
    let whole = adjoint_observed(&primal, &mut |step, net| {
        if let (Some(step), Some(before)) = (step, &before) {
            count += 1;
            let _ = writeln!(out, "\n{count}. {}", describe(step, before));
        }
        out.push_str(&writer.net(net));
        before = Some(net.clone());
    })?;
    whole.validate()?;
    let mut gradient = value_and_gradient(&primal)?;
    simplify(&mut gradient);
    gradient.validate()?;
    let _ = write!(out, "\nthe value and the gradient, simplified\n{}", Writer::default().net(&gradient));
    Ok(out)
}

#[test]
fn the_derivation_is_as_recorded() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/paper-example.txt");
    let found = derivation()?;
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a file in a directory"))?;
        std::fs::write(&path, found)?;
        return Ok(());
    }
    let recorded = std::fs::read_to_string(&path)?;
    assert!(
        found == recorded,
        "the derivation is not that of {}; after a look, `BLESS=1 cargo test -p hypernet --test derivation`:\n{found}",
        path.display()
    );
    Ok(())
}

/// Each step is a step of the calculus: the nets between are valid, and that at the end has no box left.
#[test]
fn every_step_is_a_net() -> Result<(), Box<dyn Error>> {
    let mut steps = 0;
    let whole = adjoint_observed(&example()?, &mut |_, net| {
        assert_eq!(net.validate_derivation(), Ok(()), "after step {steps}");
        steps += 1;
    })?;
    assert_eq!(whole.validate(), Ok(()));
    assert!(steps > 10, "{steps} steps");
    Ok(())
}

/// `x² + x` and `2x + 1`, by the adjoint and its backpropagator, and by the simplified gradient.
#[test]
fn at_one_the_backpropagator_gives_two_x_plus_one() -> Result<(), Box<dyn Error>> {
    let primal = example()?;
    let whole = adjoint(&primal)?;
    let mut gradient = value_and_gradient(&primal)?;
    simplify(&mut gradient);
    // Small integers and their halves: everything is exact.
    for x in [-2.0, -0.5, 0.0, 1.0, 3.5, 1024.0] {
        let results = evaluate(&whole, &[Datum::Real(x)])?;
        assert_eq!(results[0], Datum::Real(x * x + x));
        let backpropagator = results[1].as_function().ok_or("the second output is the backpropagator")?;
        assert_eq!(backpropagator.call(&[Datum::Real(1.0)])?, [Datum::Real(2.0 * x + 1.0)]);
        assert_eq!(backpropagator.call(&[Datum::Real(-4.0)])?, [Datum::Real(-8.0 * x - 4.0)]);
        assert_eq!(evaluate(&gradient, &[Datum::Real(x)])?, [Datum::Real(x * x + x), Datum::Real(2.0 * x + 1.0)]);
    }
    Ok(())
}

/// Nothing of the closure is left in the simplified gradient.
#[test]
fn the_simplified_gradient_is_first_order() -> Result<(), Box<dyn Error>> {
    let mut gradient = value_and_gradient(&example()?)?;
    simplify(&mut gradient);
    for id in gradient.edge_ids() {
        let label = gradient.edge(id).label();
        assert!(!matches!(label, Label::Abstraction | Label::Eval), "{label:?}");
    }
    Ok(())
}

//! Printing. It never fails, so that nets in the middle of a change can be looked at: a wire that is not there is `?`.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};

use crate::label::Label;
use crate::net::{Edge, EdgeId, Hypernet, Level, WireId};
use crate::operation::{Constant, Head, Operation, Tail, syntax};
use crate::types::{Listed, Name, Quoted, Type};

impl fmt::Display for Hypernet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut scope = Scope::default();
        f.write_str("net ")?;
        level(self, f, &mut scope, Level::Outermost, self.inputs(), 0)?;
        f.write_char('\n')
    }
}

/// The names of a level.
#[derive(Default)]
struct Scope {
    names: HashMap<WireId, String>,
    /// What a wire is called before it is counted.
    stems: HashMap<WireId, Name>,
    counts: HashMap<Name, usize>,
    unnamed: usize,
}

impl Scope {
    /// Names a wire; `like` is what to call it if it has no name of its own.
    fn define(&mut self, net: &Hypernet, wire: WireId, like: Option<Name>) -> &str {
        let stem = net.get_wire(wire).and_then(|wire| wire.name.clone()).or(like);
        let name = match &stem {
            None => {
                self.unnamed += 1;
                format!("%{}", self.unnamed - 1)
            }
            Some(stem) => {
                let count = self.counts.entry(stem.clone()).or_default();
                *count += 1;
                if *count == 1 { Quoted(stem).to_string() } else { format!("{}.{}", Quoted(stem), *count - 1) }
            }
        };
        if let Some(stem) = stem {
            self.stems.insert(wire, stem);
        }
        self.names.entry(wire).insert_entry(name).into_mut()
    }

    fn name(&self, wire: WireId) -> &str {
        self.names.get(&wire).map_or("?", String::as_str)
    }
}

fn ty(net: &Hypernet, wire: WireId) -> Type {
    net.get_wire(wire).map_or_else(|| Type::Opaque("gone".into()), |wire| wire.ty.clone())
}

fn types(net: &Hypernet, wires: &[WireId]) -> Vec<Type> {
    wires.iter().map(|&wire| ty(net, wire)).collect()
}

/// `f64`, or `[f64, f64]`.
struct Bundle<'a>(&'a [Type]);

impl fmt::Display for Bundle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one] => one.fmt(f),
            all => write!(f, "[{}]", Listed(all)),
        }
    }
}

/// `(params) -> results { … }`, without a newline at the end. What is captured has its names already.
fn level(
    net: &Hypernet,
    f: &mut fmt::Formatter<'_>,
    scope: &mut Scope,
    at: Level,
    params: &[WireId],
    indent: usize,
) -> fmt::Result {
    f.write_char('(')?;
    for (i, &wire) in params.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}{}: {}", scope.define(net, wire, None), ty(net, wire))?;
    }
    let region = net.region(at);
    writeln!(f, ") -> {} {{", Bundle(&types(net, &region.outputs)))?;
    let mut edges = net.sorted_edges(at);
    if edges.len() < region.edges.len() {
        // A broken net: what is on a cycle comes last.
        let known: HashSet<EdgeId> = edges.iter().copied().collect();
        edges.extend(region.edges.iter().copied().filter(|edge| !known.contains(edge)));
    }
    for id in edges {
        write!(f, "{:1$}", "", indent + 2)?;
        edge(net, f, scope, id, indent + 2)?;
        f.write_char('\n')?;
    }
    write!(f, "{:1$}return", "", indent + 2)?;
    operands(f, scope, &region.outputs)?;
    write!(f, "\n{:1$}}}", "", indent)
}

fn operands(f: &mut fmt::Formatter<'_>, scope: &Scope, wires: &[WireId]) -> fmt::Result {
    for (i, &wire) in wires.iter().enumerate() {
        write!(f, "{} {}", if i > 0 { "," } else { "" }, scope.name(wire))?;
    }
    Ok(())
}

/// The types of the targets of an edge, as far as its label and its sources tell.
fn results(net: &Hypernet, id: EdgeId, edge: &Edge) -> Vec<Type> {
    let source = edge.sources.first().map(|&wire| ty(net, wire));
    match &edge.label {
        Label::Copy => source.map(|ty| vec![ty; 2]).unwrap_or_default(),
        Label::Eval => match source.as_ref().and_then(Type::as_function) {
            Some(function) => function.results.clone(),
            None => Vec::new(),
        },
        Label::Operation(operation) => operation.signature().1,
        Label::Abstraction if edge.inner.is_some() => {
            let inner = net.region(Level::Inside(id));
            let params = inner.inputs.get(edge.sources.len()..).unwrap_or_default();
            vec![Type::function(types(net, &edge.sources), types(net, params), types(net, &inner.outputs))]
        }
        Label::Discard | Label::Abstraction | Label::Frame(_) => Vec::new(),
    }
}

fn edge(net: &Hypernet, f: &mut fmt::Formatter<'_>, scope: &mut Scope, id: EdgeId, indent: usize) -> fmt::Result {
    let edge = net.edge(id);
    let expected = results(net, id, edge);
    let like = match edge.label {
        Label::Copy => edge.sources.first().and_then(|wire| scope.stems.get(wire)).cloned(),
        Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => None,
    };
    for (i, &wire) in edge.targets.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}{}", scope.define(net, wire, like.clone()))?;
        let found = ty(net, wire);
        if expected.get(i) != Some(&found) {
            write!(f, ": {found}")?;
        }
    }
    if !edge.targets.is_empty() {
        f.write_str(" = ")?;
    }
    match &edge.label {
        Label::Copy => f.write_str("copy")?,
        Label::Discard => f.write_str("discard")?,
        Label::Eval => f.write_str("eval")?,
        Label::Operation(operation) => return write_operation(net, f, scope, operation, edge),
        Label::Frame(frame) => {
            write!(f, "{frame}")?;
            operands(f, scope, &edge.sources)?;
            if edge.inner.is_none() {
                return Ok(());
            }
            f.write_char(' ')?;
            let at = Level::Inside(id);
            return level(net, f, &mut Scope::default(), at, &net.region(at).inputs, indent);
        }
        Label::Abstraction => return abstraction(net, f, scope, id, indent),
    }
    operands(f, scope, &edge.sources)
}

fn abstraction(net: &Hypernet, f: &mut fmt::Formatter<'_>, outside: &Scope, id: EdgeId, indent: usize) -> fmt::Result {
    let edge = net.edge(id);
    f.write_str("abstraction ")?;
    if edge.inner.is_none() {
        return Ok(());
    }
    let mut scope = Scope::default();
    let inputs = &net.region(Level::Inside(id)).inputs;
    let (captured, params) = inputs.split_at(edge.sources.len().min(inputs.len()));
    if !edge.sources.is_empty() {
        f.write_char('[')?;
        for (i, (&inner, &outer)) in captured.iter().zip(&edge.sources).enumerate() {
            let name = scope.define(net, inner, outside.stems.get(&outer).cloned());
            f.write_str(if i > 0 { ", " } else { "" })?;
            let same = ty(net, inner) == ty(net, outer);
            match (name == outside.name(outer), same) {
                (true, true) => f.write_str(name)?,
                (false, true) => write!(f, "{name} = {}", outside.name(outer))?,
                (_, false) => write!(f, "{name}: {} = {}", ty(net, inner), outside.name(outer))?,
            }
        }
        f.write_str("] ")?;
    }
    level(net, f, &mut scope, Level::Inside(id), params, indent)
}

fn write_operation(
    net: &Hypernet,
    f: &mut fmt::Formatter<'_>,
    scope: &Scope,
    operation: &Operation,
    edge: &Edge,
) -> fmt::Result {
    let written = operation.write();
    f.write_str(&written.word)?;
    match (&written.head, &written.tail) {
        (Head::Nothing, _) => {}
        (Head::Constant(constant), tail) => {
            f.write_char(' ')?;
            self::constant(f, constant, matches!(tail, Tail::Type(Type::Real(_))))?;
        }
        (Head::Host { name, id, list: false }, _) => write!(f, " {}@{id}", Quoted(name))?,
        (Head::Host { name, id, list: true }, _) => write!(f, " {}@{id}", Backticks(name))?,
    }
    let found = types(net, &edge.sources);
    let inferred = syntax(&written.word).and_then(|syntax| (syntax.inferred)(&found));
    if inferred.as_ref() != Some(&written.types) {
        write!(f, "<{}>", Listed(&written.types))?;
    }
    operands(f, scope, &edge.sources)?;
    match &written.tail {
        Tail::Nothing => Ok(()),
        Tail::Type(ty) => write!(f, ": {ty}"),
        Tail::Results(types) => write!(f, " -> {}", Bundle(types)),
    }
}

/// A constant, of a real type or of another.
fn constant(f: &mut fmt::Formatter<'_>, constant: &Constant, real: bool) -> fmt::Result {
    match constant {
        Constant::Real { value, text } if real && is_plain(text, *value) => f.write_str(text),
        Constant::Real { value, text } => write!(f, "real {} {}", value.to_bits(), Backticks(text)),
        Constant::Integer(value) if real => write!(f, "integer {value}"),
        Constant::Integer(value) => write!(f, "{value}"),
        Constant::Bool(value) => write!(f, "{value}"),
        Constant::Named { name, id } => write!(f, "{}@{id}", Quoted(name)),
    }
}

/// Whether a literal can stand for itself: it is one word of the textual form, and gives the value.
fn is_plain(text: &str, value: f64) -> bool {
    let first = text.strip_prefix('-').unwrap_or(text);
    (first.starts_with(|c: char| c.is_ascii_digit()) || matches!(first, "inf" | "NaN"))
        && super::parse::real(text).is_some_and(|parsed| parsed.to_bits() == value.to_bits())
}

/// In backticks, word or not.
struct Backticks<'a>(&'a str);

impl fmt::Display for Backticks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = Quoted(self.0).to_string();
        if quoted.starts_with('`') { f.write_str(&quoted) } else { write!(f, "`{quoted}`") }
    }
}

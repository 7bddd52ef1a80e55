//! String-diagram terms: the syntax of which nets are the meaning.
//!
//! [`Term::net`] reads a term as a net, [`Hypernet::term`] a net back as a term; there and back is the net up to
//! isomorphism. Two terms are equal by the laws of symmetric monoidal categories exactly if their nets are
//! isomorphic, which is how [`Term::equals`] decides it.

use std::fmt;

use crate::foliation::{Atom, Foliation};
use crate::isomorphism::isomorphic;
use crate::label::{Label, Operation};
use crate::net::{Hypernet, Level, WireId};
use crate::types::{Agree, Listed, Type};
use crate::validate::Invalid;

/// A term.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// The identity of these types.
    Id(Vec<Type>),
    /// The symmetry `A ++ B -> B ++ A`.
    Swap(Vec<Type>, Vec<Type>),
    /// An edge with nothing inside.
    Atom {
        /// What it does.
        label: Label,
        /// The types that it takes.
        inputs: Vec<Type>,
        /// The types that it gives.
        outputs: Vec<Type>,
    },
    /// A bubble (or a frame) around a term.
    Abstract {
        /// What kind of bubble.
        label: Label,
        /// The types that it takes (an abstraction: captures).
        inputs: Vec<Type>,
        /// The types that it gives.
        outputs: Vec<Type>,
        /// The types that the term inside takes.
        inner_inputs: Vec<Type>,
        /// What is inside.
        inner: Box<Term>,
    },
    /// One after the other.
    Seq(Vec<Term>),
    /// One beside the other.
    Par(Vec<Term>),
}

/// Why a term is not a net.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum TermError {
    /// A part takes other types than it is given.
    Types {
        /// What it takes.
        expected: Vec<Type>,
        /// What it is given.
        found: Vec<Type>,
    },
    /// A part of the net is ill-typed.
    Invalid(Invalid),
}

impl fmt::Display for TermError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Types { expected, found } => {
                write!(f, "A term that takes [{}] is given [{}].", Listed(expected), Listed(found))
            }
            Self::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl std::error::Error for TermError {}

impl Hypernet {
    /// A term of this net: its [foliation](Hypernet::foliation), read as a term.
    #[must_use]
    pub fn term(&self) -> Term {
        term(&self.foliation())
    }
}

fn term(foliation: &Foliation) -> Term {
    let mut bundle = foliation.inputs.clone();
    let mut all = vec![Term::Id(bundle.clone())];
    for leaf in &foliation.leaves {
        let (taken, given, atom) = match &leaf.atom {
            Atom::Symmetry(a, b) => {
                let swapped = b.iter().chain(a).cloned().collect();
                (a.len() + b.len(), swapped, Term::Swap(a.clone(), b.clone()))
            }
            Atom::Edge { label, inputs, outputs, inner } => {
                let (label, inputs, given) = (label.clone(), inputs.clone(), outputs.clone());
                let (taken, outputs) = (inputs.len(), outputs.clone());
                let atom = match inner {
                    None => Term::Atom { label, inputs, outputs },
                    Some(inner) => {
                        let (inner_inputs, inner) = (inner.inputs.clone(), Box::new(term(inner)));
                        Term::Abstract { label, inputs, outputs, inner_inputs, inner }
                    }
                };
                (taken, given, atom)
            }
        };
        let left = Term::Id(bundle[..leaf.left].to_vec());
        let right = Term::Id(bundle[leaf.left + taken..].to_vec());
        bundle.splice(leaf.left..leaf.left + taken, given);
        all.push(Term::Par(vec![left, atom, right]));
    }
    Term::Seq(all)
}

impl Term {
    /// The net that this term is.
    ///
    /// # Errors
    /// If the parts of the term do not fit together.
    pub fn net(&self) -> Result<Hypernet, TermError> {
        let mut net = Hypernet::new();
        let top = Level::Outermost;
        let inputs: Vec<WireId> = self.inputs().into_iter().map(|ty| net.add_input(top, ty, None)).collect();
        let (outputs, rest) = self.build(&mut net, top, inputs)?;
        all_taken(&net, &rest)?;
        net.set_outputs(top, outputs);
        net.validate_derivation().map_err(TermError::Invalid)?;
        Ok(net)
    }

    /// Whether two terms are equal by the laws of symmetric monoidal categories, at every level.
    ///
    /// # Errors
    /// If one of them is not a net.
    pub fn equals(&self, other: &Self) -> Result<bool, TermError> {
        Ok(isomorphic(&self.net()?, &other.net()?))
    }

    /// The types that it takes.
    #[must_use]
    pub fn inputs(&self) -> Vec<Type> {
        match self {
            Self::Id(types) => types.clone(),
            Self::Swap(a, b) => a.iter().chain(b).cloned().collect(),
            Self::Atom { inputs, .. } | Self::Abstract { inputs, .. } => inputs.clone(),
            Self::Seq(parts) => parts.first().map(Self::inputs).unwrap_or_default(),
            Self::Par(parts) => parts.iter().flat_map(Self::inputs).collect(),
        }
    }

    /// Builds this term on the first of these wires; gives its outputs, and the wires that it left.
    fn build(
        &self,
        net: &mut Hypernet,
        level: Level,
        mut wires: Vec<WireId>,
    ) -> Result<(Vec<WireId>, Vec<WireId>), TermError> {
        if let Self::Par(parts) = self {
            let mut outputs = Vec::new();
            for part in parts {
                let (given, rest) = part.build(net, level, wires)?;
                outputs.extend(given);
                wires = rest;
            }
            return Ok((outputs, wires));
        }
        let expected = self.inputs();
        let found = net.types(&wires[..expected.len().min(wires.len())]);
        if found.len() != expected.len()
            || !found.iter().zip(&expected).all(|(a, b)| a.agrees_with(b, Agree::UpToCaptures))
        {
            return Err(TermError::Types { expected, found });
        }
        let rest = wires.split_off(expected.len());
        let outputs = match self {
            Self::Id(_) | Self::Par(_) => wires,
            Self::Swap(a, _) => {
                wires.rotate_left(a.len());
                wires
            }
            Self::Seq(parts) => {
                for part in parts {
                    let (given, left) = part.build(net, level, wires)?;
                    all_taken(net, &left)?;
                    wires = given;
                }
                wires
            }
            Self::Atom { label, outputs, .. } => {
                net.add_edge_with_targets(level, label.clone(), wires, outputs.clone()).1
            }
            Self::Abstract { label, outputs, inner_inputs, inner, .. } => {
                if !matches!(label, Label::Abstraction | Label::Frame(_)) {
                    let (edge, _) = net.add_edge_with_targets(level, label.clone(), wires, outputs.clone());
                    return Err(TermError::Invalid(Invalid::Inside { edge }));
                }
                let (edge, targets) = net.add_edge_with_targets(level, label.clone(), wires, outputs.clone());
                let inside = Level::Inside(edge);
                let inputs = inner_inputs.iter().map(|ty| net.add_input(inside, ty.clone(), None)).collect();
                let (outputs, left) = inner.build(net, inside, inputs)?;
                all_taken(net, &left)?;
                net.set_outputs(inside, outputs);
                targets
            }
        };
        Ok((outputs, rest))
    }
}

fn all_taken(net: &Hypernet, rest: &[WireId]) -> Result<(), TermError> {
    if rest.is_empty() {
        return Ok(());
    }
    Err(TermError::Types { expected: Vec::new(), found: net.types(rest) })
}

/// `id[A]`, `swap[A | B]`, `copy`, `(f ; g)`, `(f * g)`, `abstraction{f}`.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, parts: &[Self], by: &str| {
            f.write_str("(")?;
            for (i, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if i > 0 { by } else { "" })?;
            }
            f.write_str(")")
        };
        match self {
            Self::Id(types) => write!(f, "id[{}]", Listed(types)),
            Self::Swap(a, b) => write!(f, "swap[{} | {}]", Listed(a), Listed(b)),
            Self::Atom { label, .. } => f.write_str(&word(label)),
            Self::Abstract { label, inner, .. } => write!(f, "{}{{{inner}}}", word(label)),
            Self::Seq(parts) => joined(f, parts, " ; "),
            Self::Par(parts) => joined(f, parts, " * "),
        }
    }
}

fn word(label: &Label) -> String {
    match label {
        Label::Copy => "copy".into(),
        Label::Discard => "discard".into(),
        Label::Eval => "eval".into(),
        Label::Abstraction => "abstraction".into(),
        Label::Frame(frame) => frame.to_string(),
        // As the textual form has it: what is to the right of `=`.
        Label::Operation(operation) => {
            let text = Hypernet::operation(Operation::clone(operation)).to_string();
            let line = text.lines().nth(1).unwrap_or_default();
            let what = line.split_once(" = ").map_or(line, |(_, what)| what).trim();
            match what.split_once(' ') {
                Some((word, _)) if !matches!(word, "const" | "foreign" | "function" | "adjoint_function") => {
                    word.into()
                }
                _ => what.into(),
            }
        }
    }
}

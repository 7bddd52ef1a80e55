//! Composition: the operations of a cartesian closed category on whole nets.
//!
//! Identities, symmetries, single edges, sequential and parallel composition, and abstraction. Every operation copies
//! its operands into a new net, so a net is never changed, and a composition costs the size of its result.
//!
//! ```
//! use hypernet::{Hypernet, Operation, Primitive, Type, isomorphic};
//!
//! let real = [Type::f64()];
//! let sin = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f64".into()));
//! let copy = Hypernet::copy(&Type::f64())?;
//! let both = copy.then(&sin.beside(&Hypernet::identity(&real)))?;
//! assert_eq!(both.signature().to_string(), "[f64] -> [f64, f64]");
//! assert!(isomorphic(&both, &Hypernet::identity(&real).then(&both)?));
//! # Ok::<(), hypernet::ComposeError>(())
//! ```

use std::fmt;

use crate::label::{Label, Operation};
use crate::net::{Hypernet, Level};
use crate::types::Signature;
use crate::types::{Agree, FunctionType, Listed, Type};

/// Why nets cannot be composed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ComposeError {
    /// In a sequential composition, the outputs of the first net are not what the second takes.
    Interfaces {
        /// The outputs of the first.
        outputs: Vec<Type>,
        /// The inputs of the second.
        inputs: Vec<Type>,
    },
    /// An abstraction is to capture more than the net takes.
    Captured {
        /// How many inputs it is to capture.
        captured: usize,
        /// How many inputs there are.
        inputs: usize,
    },
    /// A wire of a linear type would be copied, discarded or captured.
    Linear(Type),
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interfaces { outputs, inputs } => write!(
                f,
                "A net with outputs [{}] cannot come before a net with inputs [{}].",
                Listed(outputs),
                Listed(inputs)
            ),
            Self::Captured { captured, inputs } => {
                write!(f, "An abstraction cannot capture {captured} of the {inputs} inputs of a net.")
            }
            Self::Linear(ty) => write!(f, "The type {ty} is linear: it is neither copied, discarded nor captured."),
        }
    }
}

impl std::error::Error for ComposeError {}

/// Composition; see the [module's documentation](crate::compose).
impl Hypernet {
    /// The identity: wires of these types, and nothing else.
    #[must_use]
    pub fn identity(types: &[Type]) -> Self {
        Self::symmetry(types, &[])
    }

    /// The symmetry `A ++ B -> B ++ A`.
    #[must_use]
    pub fn symmetry(left: &[Type], right: &[Type]) -> Self {
        let mut net = Self::new();
        let top = Level::Outermost;
        let mut wires: Vec<_> = left.iter().chain(right).map(|ty| net.add_input(top, ty.clone(), None)).collect();
        wires.rotate_left(left.len());
        net.set_outputs(top, wires);
        net
    }

    /// One operation, between interfaces of its signature.
    #[must_use]
    pub fn operation(operation: Operation) -> Self {
        let (inputs, outputs) = operation.signature();
        Self::single(Label::Operation(operation), &inputs, outputs)
    }

    /// A copy: `A -> A ++ A`.
    ///
    /// # Errors
    /// If the type is linear.
    pub fn copy(ty: &Type) -> Result<Self, ComposeError> {
        if !ty.is_copyable() {
            return Err(ComposeError::Linear(ty.clone()));
        }
        Ok(Self::single(Label::Copy, std::slice::from_ref(ty), vec![ty.clone(); 2]))
    }

    /// A discard: `A -> []`.
    ///
    /// # Errors
    /// If the type is linear.
    pub fn discard(ty: &Type) -> Result<Self, ComposeError> {
        if !ty.is_copyable() {
            return Err(ComposeError::Linear(ty.clone()));
        }
        Ok(Self::single(Label::Discard, std::slice::from_ref(ty), Vec::new()))
    }

    /// An eval of functions of this type: `(A -o B) ++ A -> B`.
    #[must_use]
    pub fn eval(function: &FunctionType) -> Self {
        let mut inputs = vec![Type::Function(function.clone().into())];
        inputs.extend(function.params.iter().cloned());
        Self::single(Label::Eval, &inputs, function.results.clone())
    }

    fn single(label: Label, inputs: &[Type], outputs: Vec<Type>) -> Self {
        let mut net = Self::new();
        let top = Level::Outermost;
        let sources = inputs.iter().map(|ty| net.add_input(top, ty.clone(), None)).collect();
        let (_, targets) = net.add_edge_with_targets(top, label, sources, outputs);
        net.set_outputs(top, targets);
        net
    }

    /// Sequential composition: this net, and then the next on what this one gives.
    ///
    /// # Errors
    /// If the next net does not take what this one gives.
    pub fn then(&self, next: &Self) -> Result<Self, ComposeError> {
        let (outputs, inputs) = (self.types(self.outputs()), next.types(next.inputs()));
        if outputs.len() != inputs.len()
            || !outputs.iter().zip(&inputs).all(|(a, b)| a.agrees_with(b, Agree::UpToCaptures))
        {
            return Err(ComposeError::Interfaces { outputs, inputs });
        }
        let mut net = self.clone();
        let top = Level::Outermost;
        let upper = net.outputs().to_vec();
        let (lower, outputs) = net.copy_from(next, top, top, &mut |_, _| ());
        net.set_outputs(top, outputs);
        for (upper, lower) in upper.into_iter().zip(lower) {
            net.fuse(upper, lower);
        }
        Ok(net)
    }

    /// Parallel composition: this net, and to its right the other.
    #[must_use]
    pub fn beside(&self, right: &Self) -> Self {
        let mut net = self.clone();
        let top = Level::Outermost;
        let (inputs, outputs) = net.copy_from(right, top, top, &mut |_, _| ());
        for wire in inputs {
            net.push_input(top, wire);
        }
        for wire in outputs {
            net.push_output(top, wire);
        }
        net
    }

    /// Abstraction: from this net `C ++ A -> B` a net `C -> (A -o[C] B)`, where `C` are the first `captured` inputs.
    ///
    /// # Errors
    /// If there are not so many inputs, or one of them is linear.
    pub fn abstraction(&self, captured: usize) -> Result<Self, ComposeError> {
        let Signature { inputs, outputs } = self.signature();
        let Some((captured, params)) = inputs.split_at_checked(captured) else {
            return Err(ComposeError::Captured { captured, inputs: inputs.len() });
        };
        if let Some(linear) = captured.iter().find(|ty| !ty.is_copyable()) {
            return Err(ComposeError::Linear(linear.clone()));
        }
        let function = Type::function(captured.to_vec(), params.to_vec(), outputs);
        let mut net = Self::new();
        let top = Level::Outermost;
        let sources = captured.iter().map(|ty| net.add_input(top, ty.clone(), None)).collect();
        let (edge, targets) = net.add_edge_with_targets(top, Label::Abstraction, sources, vec![function]);
        net.set_outputs(top, targets);
        let inside = Level::Inside(edge);
        let (inputs, outputs) = net.copy_from(self, top, inside, &mut |_, _| ());
        net.set_inputs(inside, inputs);
        net.set_outputs(inside, outputs);
        Ok(net)
    }

    /// Discards the outputs that are not to be kept, and gives the net without them.
    ///
    /// # Errors
    /// If one of them is linear.
    pub fn keep_outputs(mut self, keep: impl Fn(usize) -> bool) -> Result<Self, ComposeError> {
        let top = Level::Outermost;
        let outputs = self.outputs().to_vec();
        let (kept, dropped): (Vec<_>, Vec<_>) = outputs.into_iter().enumerate().partition(|&(at, _)| keep(at));
        if let Some(linear) = dropped.iter().map(|&(_, wire)| self.wire(wire).ty()).find(|ty| !ty.is_copyable()) {
            return Err(ComposeError::Linear(linear.clone()));
        }
        self.set_outputs(top, kept.into_iter().map(|(_, wire)| wire).collect());
        for (_, wire) in dropped {
            self.add_edge(top, Label::Discard, vec![wire], Vec::new());
        }
        Ok(self)
    }
}

//! Drawings of nets in the visual language of the paper, as SVG.
//!
//! They are read from top to bottom. Stems are wires, boxes are operations, triangles are constants, black dots are
//! copy and discard, a downward semicircle is eval, and a rounded bubble is an abstraction: captured wires enter it
//! through its upper side, parameters begin there, and the function leaves it at the bottom. A loop is a box around the
//! bubble of its function; a grey arrow leads the state from the end of a turn to the beginning of the next one. A double stem is
//! a tape, a dashed one the order of effects. The three boxes of the adjoint transformation are coloured: blue is the adjoint,
//! orange the forward pass, green the reverse pass.
//!
//! ```
//! use hypernet::{Builder, Primitive, Type, draw};
//!
//! let mut b = Builder::new();
//! let x = b.input(Type::f64(), Some("x"));
//! let square = b.primitive(Primitive::Mul, &[x, x])?;
//! let net = b.finish(&[square])?;
//! let svg = draw::svg(&net, &draw::Options::default());
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), hypernet::BuildError>(())
//! ```

mod edges;
mod layers;
mod layout;
mod order;
mod simplex;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod turns;

pub use layout::{Figure, Layout, Mark, Point, Rectangle, Shape, Stem, Strand, Text};

use crate::label::Label;
use crate::net::Hypernet;
use crate::operation::Symbol;
use crate::types::{Name, Type};

/// What to draw beside the diagram itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The type of every wire.
    pub types: bool,
    /// The names of the wires in the middle of a net; those of inputs, parameters and outputs are always there.
    pub names: bool,
    /// How wide a derivation may become before it goes on in the next row.
    pub width: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { types: false, names: false, width: 1400.0 }
    }
}

impl Options {
    /// The text beside a wire.
    fn tag(&self, name: Option<&Name>, ty: &Type) -> String {
        let tag = match (name, self.types) {
            (None, false) => String::new(),
            (Some(name), false) => name.to_string(),
            (None, true) => ty.short(),
            (Some(name), true) => format!("{name}: {}", ty.short()),
        };
        text::shorten(&tag)
    }
}

/// What is written on an edge, or what its shape is called: for captions.
#[must_use]
pub fn caption(label: &Label) -> String {
    match label {
        Label::Copy => "copy".to_owned(),
        Label::Discard => "discard".to_owned(),
        Label::Eval => "eval".to_owned(),
        Label::Abstraction => "abstraction".to_owned(),
        Label::Operation(operation) => match operation.symbol() {
            Symbol::Box(text) | Symbol::Triangle(text) | Symbol::AdjointTriangle(text) => text::shorten(&text),
            Symbol::Bar(name) => name.to_owned(),
        },
        Label::Frame(frame) => frame.to_string(),
    }
}

/// A net as an SVG image.
#[must_use]
pub fn svg(net: &Hypernet, options: &Options) -> String {
    svg::image(&Layout::new(net, options))
}

/// A derivation as one SVG image: nets with captions, from left to right and row by row, with `↦` in between.
#[must_use]
pub fn derivation(steps: &[(String, Hypernet)], options: &Options) -> String {
    let steps: Vec<(&str, Layout)> =
        steps.iter().map(|(caption, net)| (caption.as_str(), Layout::new(net, options))).collect();
    svg::rows(&steps, options.width)
}

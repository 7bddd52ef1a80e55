//! The textual form of a net, for people and for golden files: `parse(&net.to_string())` is isomorphic to `net`.
//!
//! ```
//! use hypernet::{isomorphic, text};
//!
//! let source = "\
//! net (x: f64) -> f64 {
//!   x.1, x.2 = copy x
//!   mul = abstraction [x = x.1] (y: f64) -> f64 {
//!     %0 = mul x, y
//!     return %0
//!   }
//!   %0 = eval mul, x.2
//!   return %0
//! }
//! ";
//! let net = text::parse(source)?;
//! assert_eq!(net.to_string(), source);
//! # Ok::<(), text::ParseError>(())
//! ```
//!
//! - One line for each edge, in the order of [`Hypernet::sorted_edges`](crate::Hypernet::sorted_edges):
//!   `results = what operands`. Every wire has a name and is used once, as in the net itself.
//! - A wire is called what its name says, then `x.1`, `x.2` where that is taken; the results of a copy are called
//!   what the copied wire is. A wire without a name is `%0`, `%1`, …. Names are counted at every level by itself: what
//!   is outside of an abstraction is not visible inside, except for what it captures, `[inside = outside]`, or `[x]`
//!   where both are called the same.
//! - The type of a result is given, `x: f64 = …`, where it is not what the line gives anyway; so are the types of an
//!   operation, `plus<f64> a, b`, where they are not those of the operands.
//! - Types are as `Type` prints them; a name that is not a word is in backticks. `name@3` is what the host language
//!   calls number 3. `//` begins a comment.

mod parse;
mod print;
mod scan;

pub use parse::{ParseError, parse};

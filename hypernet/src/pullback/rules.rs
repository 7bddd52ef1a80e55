//! The pullbacks of the primitives: that column of their table, as nets.

use std::f64::consts::{LN_2, LN_10};

use super::term::Rule;
use crate::label::Comparison::{Eq, Gt, Le, Lt};
use crate::net::Hypernet;
use crate::primitive::{Primitive, primitives};
use crate::types::Name;

/// Takes what a line of the table names out of a list; a line need not use all that it names.
macro_rules! take {
    ($from:ident: $($name:ident),*) => {
        let [$($name),*] = $from[..] else { unreachable!("the table has the primitive's signature") };
        let _ = ($($name,)*);
    };
}

macro_rules! rules {
    ([] $(
        $(#[$doc:meta])* $primitive:ident $name:literal ($($operand:ident: $input:ident),*) -> ($($output:ident),*),
        $effect:ident, $linear:expr, [$($value:expr),*] $(= $($result:ident),*)? : $($d:ident),* => [$($sensitivity:expr),*];
    )*) => {
        /// The pullback of a primitive at the scalar type of this name.
        pub(super) fn pullback(primitive: Primitive, scalar: &Name) -> Hypernet {
            let rule = Rule::new(scalar);
            let (inputs, outputs) = primitive.signature(scalar);
            let operands = rule.inputs(inputs);
            let tangent = outputs.iter().flat_map(|ty| ty.sensitivity().unwrap_or_default()).collect();
            let sensitivities = rule.inputs(tangent);
            match primitive {
                $(Primitive::$primitive => {
                    take!(operands: $($operand),*);
                    take!(sensitivities: $($d),*);
                    $(
                        let results = rule.primitive(primitive, &operands);
                        take!(results: $($result),*);
                    )?
                    rule.finish(&[$($sensitivity),*])
                })*
            }
        }
    };
}
primitives!(rules);

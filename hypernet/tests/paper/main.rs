//! The statements of the paper, each as a test that can fail.
//!
//! | statement | where |
//! |---|---|
//! | the diamond property (section 3.1) | `diamond` |
//! | the axioms RD.1 to RD.5 of reverse derivatives (section 3.2) | `axioms` |
//! | the chain rule (section 3.3) | `chain` |
//! | compatibility with beta (section 3.3) | `beta` |
//! | defunctionalisation (section 3.3) | `defunctionalisation` |
//! | before, during, after (section 4.3) | `decomposition` |
//! | rewriting is a double pushout (section 4.2) | `pushout` |

mod axioms;
mod beta;
mod chain;
mod decomposition;
mod defunctionalisation;
mod diamond;
#[path = "../truth/finds.rs"]
mod finds;
mod graph;
#[path = "../truth/pulled.rs"]
mod pulled;
mod pushout;

use hypernet::Hypernet;
use hypernet::testing::{net, real_net_with_options};
use proptest::prelude::*;

/// Random nets with closures, branches and options.
fn any_net() -> impl Strategy<Value = Hypernet> {
    prop_oneof![3 => net(), 1 => real_net_with_options(2).prop_map(|(_, net)| net)]
}

//! The statements of the paper, each as a test that can fail.
//!
//! | statement | where |
//! |---|---|
//! | the diamond property (section 3.1) | `diamond` |
//! | the chain rule (section 3.3) | `chain` |

mod chain;
mod diamond;
#[path = "../truth/finds.rs"]
mod finds;
mod graph;

use hypernet::Hypernet;
use hypernet::adjoint::adjoint;

fn adjoint_of(net: &Hypernet) -> Hypernet {
    adjoint(net).expect("the captures of all functions are known")
}

//! Target code for loops, arrays and state: what the macro is to emit, written by hand.
//!
//! Each module holds a function as a user writes it, and its derivatives in the form that generated code is to have. The
//! programs fix the protocol between generated functions (`target/protocol.rs`): what is supplied again in the reverse pass,
//! who owns an accumulator, where a tape lies. Each is compared with central differences, the value bit for bit, and its
//! allocations are counted.

#![expect(
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::only_used_in_recursion,
    clippy::type_complexity,
    reason = "numeric code as its users write it, and code as it is generated"
)]

#[path = "target/protocol.rs"]
mod protocol;
#[path = "target/testing.rs"]
mod testing;

#[path = "target/cholesky.rs"]
mod cholesky;
#[path = "target/dot.rs"]
mod dot;
#[path = "target/early_return.rs"]
mod early_return;
#[path = "target/function_over_slices.rs"]
mod function_over_slices;
#[path = "target/interpreter.rs"]
mod interpreter;
#[path = "target/lstm_cell.rs"]
mod lstm_cell;
#[path = "target/overlap.rs"]
mod overlap;
#[path = "target/product.rs"]
mod product;
#[path = "target/push_pop.rs"]
mod push_pop;
#[path = "target/recurrence.rs"]
mod recurrence;
#[path = "target/recursion.rs"]
mod recursion;
#[path = "target/runge_kutta.rs"]
mod runge_kutta;
#[path = "target/scratch.rs"]
mod scratch;
#[path = "target/step.rs"]
mod step;
#[path = "target/while_on_data.rs"]
mod while_on_data;

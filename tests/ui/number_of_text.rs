//! A number that is read from a text which shows a number with a derivative.

use backprop::{differentiable, stop_gradient};

#[differentiable]
fn rounded(x: f64, y: f64) -> f64 {
    let text = format!("{x:.3}");
    let rounded: f64 = text.parse().unwrap_or_default();
    rounded * y
}

#[differentiable]
fn of_no_written_type(x: f64, y: f64) -> f64 {
    let text = format!("{x:.3}");
    let rounded = text.parse::<f64>().unwrap_or_default();
    rounded * y
}

// What the help says, and texts that are only shown.
#[differentiable]
fn of_a_constant(x: f64, y: f64) -> f64 {
    let shown = format!("{x}");
    let text = format!("{:.3}", stop_gradient(x));
    let rounded: f64 = text.parse().unwrap_or_default();
    rounded * y * shown.len() as f64
}

fn main() {}

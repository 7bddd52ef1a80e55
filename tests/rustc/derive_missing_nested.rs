// What uses the struct outside says nothing more.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy)]
struct Rates {
    up: f64,
    down: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Model {
    rates: Rates,
//         ^^^^^ E0277 `Rates` has no cotangent
    volume: f64,
}

#[differentiable]
fn level(model: &Model, time: f64) -> f64 {
    let rates: Rates = model.rates;
    (-rates.down * time).exp() / model.volume + model.rates.up
}

/// The only field, or the last one.
#[derive(Clone, Copy, Differentiable)]
struct Alone {
    rates: Rates,
//         ^^^^^ E0277 `Rates` has no cotangent
}

#[differentiable]
fn up(alone: &Alone) -> f64 {
    alone.rates.up
}

#[differentiable]
fn twice(alone: Alone) -> f64 {
    2.0 * up(&alone)
}

fn main() {
    let model = Model { rates: Rates { up: 1.0, down: 0.5 }, volume: 2.0 };
    let (d_model, _) = level::grad(&model, 1.0);
    let _ = d_model.volume + level(&model, 1.0);
}

// A derive that is not imported is one error for each type that has it: nothing is said of what uses the type.
use backprop::differentiable;
use std::ops::Add;

#[derive(Clone, Copy, Differentiable)]
//                    ^^^^^^^^^^^^^^ no code cannot find derive macro
struct Rates {
    up: f64,
    down: f64,
}

#[derive(Clone, Copy, Differentiable)]
//                    ^^^^^^^^^^^^^^ no code cannot find derive macro
pub struct Pair(f64, Rates);

#[derive(Clone, Copy, backprop::Differentiable)]
struct Imported {
    x: f64,
}

#[differentiable]
fn level(rates: &Rates, time: f64) -> f64 {
    (-rates.down * time).exp() + rates.up
}

#[differentiable]
impl Add for Rates {
    type Output = Rates;

    fn add(self, other: Rates) -> Rates {
        Rates { up: self.up + other.up, down: self.down + other.down }
    }
}

#[differentiable]
impl Imported {
    fn of(&self, pair: Pair) -> f64 {
        let Pair(k, rates) = pair;
        level(&rates, self.x) * k
    }
}

fn main() {
    let rates = Rates { up: 1.0, down: 0.5 };
    let (d_rates, _) = level::grad(&rates, 1.0);
    let (d_imported, d_pair) = Imported { x: 1.0 }.of_grad(Pair(2.0, rates));
    let _ = d_rates.up + d_imported.x + d_pair.1.down;
}

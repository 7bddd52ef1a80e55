use backprop::{Differentiable, differentiable};
use std::ops::Add;

struct Dose {
    amount: f64,
    rate: f64,
}

#[differentiable]
impl Dose {
//   ^^^^ E0277 `Dose` has no cotangent
    fn half(&self) -> f64 {
        2.0_f64.ln() / self.rate
    }

    fn left(&self, time: f64) -> f64 {
        self.amount * (-self.rate * time).exp() / self.half()
    }
}

struct Market {
    spot: f64,
}

#[derive(Differentiable)]
struct Trade {
    strike: f64,
}

/// Of several methods that take it, rustc says so once.
#[differentiable]
impl Trade {
    fn value(&self, market: &Market) -> f64 {
//                           ^^^^^^ E0277 `Market` has no cotangent
        (market.spot - self.strike) * 2.0
    }

    fn twice(&self, market: &Market) -> f64 {
        2.0 * self.value(market)
    }
}

#[derive(Clone, Copy)]
struct Point {
    x: f64,
}

#[differentiable]
impl Add for Point {
//           ^^^^^ E0277 `Point` has no cotangent
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x }
    }
}

fn main() {
    let _ = Dose { amount: 1.0, rate: 0.5 }.left(1.0);
    let _ = Trade { strike: 1.0 }.twice(&Market { spot: 1.0 });
}

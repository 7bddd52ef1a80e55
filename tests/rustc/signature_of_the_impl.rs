//! What does not fit the trait is one error of rustc: nothing is said of the derivatives.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Spot {
    price: f64,
}

#[differentiable]
trait Payoff {
    fn pay(&self, spot: f64) -> f64;
    fn of_number(&self, spot: f64) -> f64;
    fn of_an_array(&self, path: &[f64]) -> f64;
    fn of_a_slice(&self, path: &[f64]) -> f64;
    fn gives_an_array(&self, path: &[f64]) -> Vec<f64>;
    fn of_a_struct(&self, spot: Spot, time: f64) -> Spot;
    fn result(&self, spot: f64) -> f64;
    fn receiver(&self, spot: f64) -> f64;
    fn changing(&mut self, spot: f64);
    fn by_default(&self, spot: f64) -> f64 {
        2.0 * self.pay(spot)
    }
    fn of_a_function(&self, f: impl Fn(f64) -> f64) -> f64;
    fn right(&self, spot: f64) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Call {
    strike: f64,
}

type Price = f64;

#[differentiable]
impl Payoff for Call {
    fn pay(&self, spot: f64, time: f64) -> f64 {
//         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0050 `pay`
        (spot - self.strike) * time
    }

    fn of_number(&self, spot: f32) -> f64 {
//                            ^^^ E0053 `of_number`
        self.strike * f64::from(spot)
    }

    fn of_an_array(&self, path: f64) -> f64 {
//                              ^^^ E0053 `of_an_array`
        path - self.strike
    }

    fn of_a_slice(&self, path: &Vec<f64>) -> f64 {
//                             ^^^^^^^^^ E0053 `of_a_slice`
        path[0] - self.strike
    }

    fn gives_an_array(&self, path: &[f64]) -> [f64; 2] {
//                                            ^^^^^^^^ E0053 `gives_an_array`
        [path[0], self.strike]
    }

    fn of_a_struct(&self, spot: Spot) -> Spot {
//                 ^^^^^^^^^^^^^^^^^ E0050 `of_a_struct`
        spot
    }

    fn result(&self, spot: f64) -> (f64, f64) {
//                                 ^^^^^^^^^^ E0053 `result`
        (spot, self.strike)
    }

    fn receiver(self, spot: f64) -> f64 {
//              ^^^^ E0053 `receiver`
        spot - self.strike
    }

    fn changing(&mut self) {
//              ^^^^^^^^^ E0050 `changing`
        self.strike *= 2.0;
    }

    fn by_default(&self, spot: f64, time: f64) -> f64 {
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0050 `by_default`
        self.strike * spot * time
    }

    fn of_a_function(&self, f: impl Fn(f64) -> f64, spot: f64) -> f64 {
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0050 `of_a_function`
        f(spot) - self.strike
    }

    fn right(&self, mut spot: Price) -> Price {
        spot *= 2.0;
        spot - self.strike
    }

    fn not_there(&self, spot: &mut f64) {}
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0407 `not_there`
}

#[differentiable]
fn price<P: Payoff>(payoff: &P, spot: f64) -> f64 {
    payoff.pay(spot) + payoff.right(spot)
}

fn main() {
    let (d_call, d_spot) = price::grad(&Call { strike: 1.0 }, 2.0);
    let _ = d_call.strike + d_spot;
}

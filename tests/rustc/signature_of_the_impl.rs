use backprop::{Differentiable, differentiable};

#[differentiable]
trait Payoff {
    fn pay(&self, spot: f64) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Call {
    strike: f64,
}

#[differentiable]
impl Payoff for Call {
    fn pay(&self, spot: f64, time: f64) -> f64 {
//         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0050 `pay`
//         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0050 `__pay_needs_differentiable`
        (spot - self.strike) * time
    }
}

fn main() {
    let _ = Call { strike: 1.0 };
}

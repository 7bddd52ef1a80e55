use backprop::differentiable;

#[differentiable]
trait Payoff {
    fn at(&self, price: f64) -> f64;
}

#[differentiable]
fn price(payoff: &impl Payoff, price: f64) -> f64 {
    payoff.at(price)
}

fn main() {}

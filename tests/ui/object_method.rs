use backprop::{differentiable, stop_gradient};

trait Payoff {
    fn pay(&self, price: f64) -> f64;
    fn rank(&self, price: f64) -> usize;
}

#[differentiable(wrt(price))]
fn reference(payoff: &dyn Payoff, price: f64) -> f64 {
    2.0 * payoff.pay(price)
}

#[differentiable(wrt(price))]
fn boxed(payoff: Box<dyn Payoff>, price: f64) -> f64 {
    let inside = |p: f64| payoff.pay(p);
    inside(price)
}

// What depends on nothing is called as it is.
#[differentiable(wrt(price))]
fn constant(payoff: &dyn Payoff, price: f64) -> f64 {
    let rank: usize = payoff.rank(price);
    payoff.pay(2.0) * price + stop_gradient(payoff.pay(price)) + rank as f64
}

fn main() {}

use backprop::differentiable;

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

fn main() {
    let _ = Dose { amount: 1.0, rate: 0.5 }.left(1.0);
}

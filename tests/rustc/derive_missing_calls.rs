// Functions that call one another, and calls of gradients elsewhere: one error, where the first function takes the struct.
use backprop::differentiable;

#[derive(Clone, Copy)]
struct Dose {
    amount: f64,
    rate: f64,
}

#[differentiable]
fn left(dose: &Dose, time: f64) -> f64 {
//             ^^^^ E0277 `Dose` has no cotangent
    dose.amount * (-dose.rate * time).exp()
}

#[differentiable]
fn mean(dose: &Dose, time: f64) -> f64 {
    0.5 * (left(dose, 0.0) + left(dose, time))
}

#[differentiable]
fn of_numbers(amount: f64, rate: f64) -> f64 {
    let dose = Dose { amount, rate };
    mean(&dose, 2.0)
}

#[differentiable]
fn doubled(dose: Dose) -> Dose {
    Dose { amount: 2.0 * dose.amount, ..dose }
}

fn main() {
    let dose = doubled(Dose { amount: 1.0, rate: of_numbers(1.0, 2.0) });
    let (d_dose, _) = mean::grad(&dose, 1.0);
    let _ = d_dose.rate;
}

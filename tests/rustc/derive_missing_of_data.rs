//! A struct of data without its derive, which a method takes: one error, where the method takes it, and nothing where it is called.

use backprop::{Differentiable, differentiable};

struct Sample {
    time: f64,
    level: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Model {
    rate: f64,
}

#[differentiable]
impl Model {
    fn residual(&self, sample: &Sample) -> f64 {
//                              ^^^^^^ E0277 `Sample` has no cotangent
        (-self.rate * sample.time).exp() - sample.level
    }

    fn rates(&self) -> f64 {
        self.rate * self.rate
    }
}

#[differentiable(wrt(model))]
fn of_one(model: &Model, sample: &Sample) -> f64 {
    model.residual(sample) * 2.0 + model.rates()
}

#[differentiable(wrt(model))]
fn of_all(model: &Model, samples: &[Sample]) -> f64 {
    let mut sum = 0.0;
    for sample in samples {
        sum += model.residual(sample);
    }
    sum
}

fn main() {
    let (model, samples) = (Model { rate: 1.0 }, [Sample { time: 1.0, level: 2.0 }]);
    let (d_model, d_sample) = model.residual_grad(&samples[0]);
    let _ = of_one::grad(&model, &samples[0]).rate + of_all::grad(&model, &samples).rate;
    let _ = d_model.rate + d_sample.time;
}

use backprop::{Differentiable, differentiable};

// The macro does not look for structs where another macro puts them.
macro_rules! structs {
    () => {
        #[derive(Clone, Copy, Differentiable)]
        struct Options {
            rate: f64,
            #[constant]
            scale: f64,
        }

        #[derive(Clone, Differentiable)]
        struct Model {
            weight: f64,
            #[constant]
            data: Vec<f64>,
            #[constant]
            pair: [f64; 2],
        }
    };
}

structs!();

#[differentiable]
fn read(options: &Options, x: f64) -> f64 {
    options.rate * x * options.scale
//                             ^^^^^ E0609
}

#[differentiable]
impl Options {
    fn of_self(self, x: f64) -> f64 {
        let rate = self.rate;
        let scale = self.scale;
//                       ^^^^^ E0609
        rate * scale * x
    }
}

#[differentiable]
fn element(model: &Model, x: f64) -> f64 {
    model.weight * x + model.data[0]
//                           ^^^^ E0609
}

#[differentiable]
fn looped(model: &Model, x: f64) -> f64 {
    let mut sum = 0.0;
    for v in &model.data {
//                  ^^^^ E0609
        sum += v * x;
    }
    model.weight * sum
}

#[differentiable]
impl Model {
    fn scaled(&self, i: usize) -> f64 {
        self.weight * self.pair[i]
//                         ^^^^ E0609
    }
}

fn main() {}

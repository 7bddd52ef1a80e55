use backprop::{Differentiable, Real, differentiable};

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
            #[constant]
            count: usize,
        }

        #[derive(Clone, Differentiable)]
        struct Group {
            weight: f64,
            options: Options,
            models: Vec<Model>,
        }

        #[derive(Clone, Copy, Differentiable)]
        struct Scaled<T> {
            value: T,
            #[constant]
            by: T,
        }
    };
}

structs!();

#[differentiable]
fn read(options: &Options, x: f64) -> f64 {
    options.rate * x * options.scale
//                             ^^^^^ E0277 `#[constant]`
}

#[differentiable]
impl Options {
    fn of_self(self, x: f64) -> f64 {
        let rate = self.rate;
        let scale = self.scale;
//                       ^^^^^ E0277 `#[constant]`
        rate * scale * x
    }
}

#[differentiable]
fn element(model: &Model, x: f64) -> f64 {
    model.weight * x + model.data[0]
//                           ^^^^ E0277 `#[constant]`
}

#[differentiable]
fn looped(model: &Model, x: f64) -> f64 {
    let mut sum = 0.0;
    for v in &model.data {
//                  ^^^^ E0277 `#[constant]`
        sum += v * x;
    }
    model.weight * sum
}

#[differentiable]
impl Model {
    fn scaled(&self, i: usize) -> f64 {
        self.weight * self.pair[i]
//                         ^^^^ E0277 `#[constant]`
    }
}

#[differentiable]
fn counted(model: &Model, x: f64) -> f64 {
    model.weight * x / model.count as f64
//                           ^^^^^ E0277 `#[constant]`
}

#[differentiable]
fn nested(group: &Group, x: f64) -> f64 {
    group.options.scale * x
//                ^^^^^ E0277 `#[constant]`
}

#[differentiable]
fn of_element(group: &Group, x: f64) -> f64 {
    group.models[0].data[1] * x
//                  ^^^^ E0277 `#[constant]`
}

#[differentiable]
fn of_elements(all: &[Options], models: &[Model]) -> f64 {
    let mut sum = 0.0;
    for options in all {
        sum += options.rate * options.scale;
//                                    ^^^^^ E0277 `#[constant]`
    }
    for i in 0..models.len() {
        sum += models[i].weight * models[i].pair[0];
//                                          ^^^^ E0277 `#[constant]`
    }
    sum
}

#[differentiable]
fn generic<T: Real>(scaled: Scaled<T>, x: T) -> T {
    scaled.value * x + scaled.by
//                            ^^ E0277 `#[constant]`
}

#[differentiable]
trait Rate {
    fn rate(&self, x: f64) -> f64;
}

#[differentiable]
impl Rate for Options {
    fn rate(&self, x: f64) -> f64 {
        self.rate * x * self.scale
//                           ^^^^^ E0277 `#[constant]`
    }
}

fn main() {}

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Options {
    rate: f64,
    #[constant]
    scale: f64,
}

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

fn main() {}

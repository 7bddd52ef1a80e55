use std::rc::Rc;

use backprop::{Differentiable, differentiable};

#[differentiable]
trait Layer {
    fn forward(&self, x: f64) -> f64;
}

#[derive(Differentiable)]
struct Net {
    layers: Vec<Box<dyn Layer>>,
}

// Nothing is said of what is done with them.
#[differentiable]
impl Net {
    fn run(&self, x: f64) -> f64 {
        let mut y = x;
        for layer in &self.layers {
            y = layer.forward(y);
        }
        y
    }
}

#[derive(Differentiable)]
struct List {
    value: f64,
    next: Rc<List>,
}

#[differentiable]
fn first(list: &List, k: f64) -> f64 {
    k * list.value
}

// What is constant may be anything.
#[derive(Differentiable)]
struct Named {
    value: f64,
    #[constant]
    rule: Box<dyn Fn(f64) -> f64>,
}

fn main() {}

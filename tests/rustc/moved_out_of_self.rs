//! A method that moves out of what `self` refers to, or `self` twice: rustc says so of the method, and nothing of what the macro writes.

use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Layer {
    w: Vec<f64>,
    x: f64,
}

#[differentiable]
fn total(w: Vec<f64>, k: f64) -> f64 {
    w[0] * k
}

#[differentiable]
impl Layer {
    fn named(&self) -> f64 {
        let w = self.w;
//              ^^^^^^ E0507 `self.w`
        w[0] * self.x
    }

    fn given(&self) -> f64 {
        total(self.w, self.x)
//            ^^^^^^ E0507 `self.w`
    }

    fn whole(&self, k: f64) -> f64 {
        let layer: Layer = *self;
//                         ^^^^^ E0507 `*self`
        layer.x * k
    }

    fn behind_mut(&mut self, k: f64) {
        let before = *self;
//                   ^^^^^ E0507 `*self`
        self.x = before.x * k;
    }

    fn scaled(self, k: f64) -> f64 {
        self.x * k
    }

    fn by_value(&self, k: f64) -> f64 {
        self.scaled(k)
//      ^^^^ E0507 `*self`
    }

    fn twice(self, k: f64) -> f64 {
        self.scaled(k) + self.scaled(2.0 * k)
//                       ^^^^ E0382 `self`
    }
}

/// Nothing is moved here.
#[differentiable]
impl Layer {
    fn first(&self) -> f64 {
        let Layer { x, .. } = *self;
        let w = &self.w;
        w[0] * x
    }

    fn either(self, k: f64) -> f64 {
        if k > 0.0 { self.scaled(k) } else { self.scaled(-k) }
    }
}

#[differentiable]
fn caller(layer: &Layer, k: f64) -> f64 {
    layer.named() + layer.whole(k) * layer.first()
}

fn main() {
    let layer = Layer { w: vec![1.0], x: 2.0 };
    let (d_layer, d_k) = caller::grad(&layer, 2.0);
    let _ = d_layer.x + d_k + layer.whole_grad(1.0).1;
}

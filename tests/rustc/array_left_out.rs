use backprop::{Differentiable, differentiable};

#[differentiable(wrt(x))]
fn weighed(x: f64, w: &[f64]) -> f64 {
    x * w[0]
}

#[differentiable]
fn of_new(x: f64) -> f64 {
    let w = vec![x * x];
    let sum = weighed(x, &w);
//            ^^^^^^^ E0277 leaves out an array that depends on a differentiated parameter
//            ^^^^^^^ E0277 leaves out an array that depends on a differentiated parameter
    sum
}

#[derive(Clone, Differentiable)]
struct Model {
    k: f64,
}

#[differentiable]
impl Model {
    fn of_changed(&self, x: f64) -> f64 {
        let mut w = vec![0.0; 2];
        for i in 0..2 {
            w[i] = self.k * x;
        }
        weighed(x, &w) + w[0]
//      ^^^^^^^ E0277 leaves out an array that depends on a differentiated parameter
//      ^^^^^^^ E0277 leaves out an array that depends on a differentiated parameter
    }
}

fn main() {}

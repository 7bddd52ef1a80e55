// An attribute that is refused is one error, and nothing is said where the gradient is used: that has the parameters that the attribute
// means, or fits any use.
use backprop::{Differentiable, differentiable};

#[differentiable(wrt = [x, y])]
//               ^^^^^^^^^^^^ no code in parentheses
fn a_list(x: f64, y: f64, k: f64) -> f64 {
    k * x * y
}

#[differentiable(x, y)]
//               ^ no code `x` is not an argument
fn names_alone(x: f64, y: f64, k: f64) -> f64 {
    k * x * y
}

#[differentiable(wrt = x, y)]
//               ^^^^^^^ no code write `wrt(x, y)`
fn without_brackets(x: f64, y: f64, k: f64) -> f64 {
    k * x * y
}

#[differentiable(wrt("x"))]
//                   ^^^ no code takes names of parameters
fn texts(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable(wrt(&x, y))]
//                   ^ no code takes names of parameters
fn references(x: f64, y: f64, k: f64) -> f64 {
    k * x * y
}

#[differentiable(wrt(x), wrt(y))]
//                       ^^^^^^ no code is given twice
fn twice(x: f64, y: f64, k: f64) -> f64 {
    k * x * y
}

#[derive(Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
}

#[differentiable(wrt(model.weights))]
//                        ^ no code takes names of parameters
fn a_field(model: &Model, x: f64) -> f64 {
    model.weights[0] * x + model.bias
}

impl Model {
    #[differentiable(with_respect_to(self))]
//                   ^^^^^^^^^^^^^^^ no code not an argument
    fn of_a_method(&self, x: f64) -> f64 {
        self.weights[0] * x + self.bias
    }
}

#[differentiable]
impl Model {
    #[differentiable(wrt = [x, y])]
//                   ^^^^^^^^^^^^ no code in parentheses
    fn in_a_block(&self, x: f64, y: f64) -> f64 {
        self.bias * x * y
    }
}

#[differentiable]
fn of_all(x: f64, y: f64) -> f64 {
    a_list(x, y, 2.0) + texts(x, y)
}

fn main() {
    let model = Model { weights: vec![1.0], bias: 2.0 };
    let (d_x, d_y) = a_list::grad(1.0, 2.0, 3.0);
    let (_, (d_u, d_v)) = names_alone::value_and_grad(1.0, 2.0, 3.0);
    let (d_w, d_z) = without_brackets::grad(1.0, 2.0, d_v);
    let d_t = texts::grad(1.0, 2.0 + d_w + d_z);
    let (d_a, d_b) = references::grad(1.0, 2.0, 3.0);
    let (d_p, d_q) = twice::grad(1.0, 2.0, 3.0);
    let d_model = a_field::grad(&model, 2.0);
    let d_self = model.of_a_method_grad(2.0);
    let (d_r, d_s) = model.in_a_block_grad(1.0, 2.0);
    let (d_m, d_n) = of_all::grad(1.0, 2.0);
    let sum: f64 = d_x + d_y + d_u + d_v + d_t + d_a + d_b + d_p + d_q + d_r + d_s + d_m + d_n;
    println!("{}", sum + d_model.weights[0] + d_model.bias + d_self.weights[0] + d_self.bias);
}

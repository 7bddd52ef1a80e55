use backprop::Differentiable;

#[derive(Differentiable)]
struct Model {
    weight: f64,
    #[constant = false]
    scale: f64,
    #[constant(true)]
    offset: f64,
}

fn main() {
    let model = Model { weight: 1.0, scale: 2.0, offset: 3.0 };
    let _ = model.zero_cotangent().weight + model.scale + model.offset;
}

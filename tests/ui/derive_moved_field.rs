use backprop::Differentiable;

#[derive(Differentiable)]
struct Counted(#[constant] f64, f64);

fn main() {
    let _ = Counted(1.0, 1.0);
}

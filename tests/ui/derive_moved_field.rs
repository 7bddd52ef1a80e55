use backprop::Differentiable;

#[derive(Differentiable)]
struct Counted(usize, f64);

fn main() {
    let _ = Counted(1, 1.0);
}

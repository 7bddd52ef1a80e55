use backprop::differentiate;

fn main() {
    let square = |x: f64| x * x;
    let _ = differentiate!(square);
}

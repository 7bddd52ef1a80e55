use backprop::Differentiable;

#[derive(Differentiable)]
#[constant]
struct Options {
    scale: f64,
}

#[derive(Differentiable)]
enum Kind {
    #[constant]
    Plain,
    Weighted(usize),
}

fn main() {
    let options = Options { scale: 1.0 };
    let _ = (options.zero_cotangent().scale + options.scale, Kind::Plain, Kind::Weighted(1));
}

use backprop::{Differentiable, differentiable};

#[differentiable]
trait Map {
    fn map(&self, x: f64) -> f64;

    fn times(&self, n: u32, x: f64) -> f64 {
        if n == 0 { x } else { self.times(n - 1, self.map(x)) }
    }
}

#[derive(Differentiable)]
struct Double;

#[differentiable]
impl Map for Double {
    fn map(&self, x: f64) -> f64 {
        2.0 * x
    }
}

#[derive(Differentiable)]
struct Square;

#[differentiable]
impl Map for Square {
    fn map(&self, x: f64) -> f64 {
        x * x
    }

    fn times(&self, n: u32, x: f64) -> f64 {
        if n == 0 { x } else { x * x }
    }
}

#[differentiable]
fn of_map<M: Map>(map: &M, x: f64) -> f64 {
    map.times(3, x)
}

#[differentiable]
fn of_double(x: f64) -> f64 {
    Double.times(3, x) + Square.times(2, x)
}

fn main() {
    of_double::grad(1.0);
}

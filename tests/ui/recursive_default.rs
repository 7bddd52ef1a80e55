use backprop::differentiable;

#[differentiable]
trait Map {
    fn map(&self, x: f64) -> f64;

    fn times(&self, n: u32, x: f64) -> f64 {
        if n == 0 { x } else { self.times(n - 1, self.map(x)) }
    }
}

fn main() {}

use backprop::differentiable;

// Methods of traits that Rust finds before those of slices and of numbers.
trait Ends {
    fn last(&self) -> Option<&f64>;
    fn fill(&mut self, x: f64);
    fn iter(&self) -> std::slice::Iter<'_, f64>;
}

impl Ends for Vec<f64> {
    fn last(&self) -> Option<&f64> {
        self.get(0)
    }
    fn fill(&mut self, x: f64) {
        self[0] = x;
    }
    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self[1..].iter()
    }
}

trait Turns {
    fn reverse(&mut self);
    fn map(&self, f: impl Fn(f64) -> f64) -> f64;
}

impl Turns for [f64; 2] {
    fn reverse(&mut self) {
        self[0] = self[1];
    }
    fn map(&self, f: impl Fn(f64) -> f64) -> f64 {
        f(self[1])
    }
}

trait Power {
    fn powi(&self, n: i32) -> f64;
    fn sqrt(&self) -> f64;
}

impl Power for f64 {
    fn powi(&self, n: i32) -> f64 {
        f64::from(n) * *self
    }
    fn sqrt(&self) -> f64 {
        *self
    }
}

#[differentiable]
fn end(a: &Vec<f64>) -> f64 {
    a.last().unwrap() * 2.0
//    ^^^^ E0277
}

#[differentiable]
fn filled(a: &[f64]) -> f64 {
    let mut v = a.to_vec();
    v.fill(a[1]);
//    ^^^^ E0034
    v[0] * v[1]
}

#[differentiable]
fn squares(a: &Vec<f64>) -> f64 {
    let mut s = 0.0;
    for v in a.iter() {
//             ^^^^ E0277
        s += v * v;
    }
    s
}

#[differentiable]
fn turned(a: [f64; 2]) -> f64 {
    let mut b = a;
    b.reverse();
//    ^^^^^^^ E0034
    b[0]
}

#[differentiable]
fn twice(x: &f64) -> f64 {
    x.powi(2)
//    ^^^^ E0277
}

#[differentiable]
fn roots(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v.sqrt();
//             ^^^^ E0277
    }
    s
}

// Of a value, those of numbers come first.
#[differentiable]
fn value(x: f64, y: &[f64]) -> f64 {
    let z = x * y[0];
    x.sqrt() + z.powi(2) + y[1].sqrt()
}

fn main() {}

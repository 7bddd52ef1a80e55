use backprop::differentiable;

struct Ring {
    elements: Vec<f64>,
    head: usize,
}

impl Ring {
    fn len(&self) -> usize {
        self.elements.len()
    }

    fn iter(&self) -> impl Iterator<Item = &f64> {
        self.elements[self.head..].iter().chain(&self.elements[..self.head])
    }
}

impl std::ops::Index<usize> for Ring {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        &self.elements[i]
    }
}

fn ring() -> Ring {
    Ring { elements: vec![1.0, 2.0, 3.0], head: 1 }
}

#[differentiable]
fn given(x: f64) -> f64 {
    let ring = ring();
    let mut sum = 1.0;
    for v in ring.iter() {
        sum = sum * x + v;
    }
    sum
}

#[differentiable]
fn skipped(x: f64) -> f64 {
    let ring = ring();
    let mut sum = 1.0;
    for (i, v) in ring.iter().enumerate().skip(1) {
        sum = sum * x + v * i as f64;
    }
    sum
}

fn main() {}

use backprop::{differentiable, stop_gradient};

struct Store {
    value: f64,
}

impl Store {
    fn put(&mut self, x: f64) -> bool {
        self.value = x;
        true
    }

    fn bin(&self, x: f64) -> usize {
        usize::from(x > self.value)
    }
}

fn store(into: &mut Store, x: f64) -> usize {
    into.value = x;
    3
}

fn put(into: &mut Option<f64>, x: f64) -> usize {
    *into = Some(x);
    1
}

#[differentiable(wrt(x))]
fn by_a_function(x: f64, into: &mut Store) -> f64 {
    let k: usize = store(into, x);
    into.value * k as f64
}

#[differentiable(wrt(x))]
fn by_a_method(x: f64, into: &mut Store) -> f64 {
    if into.put(x) { into.value * 2.0 } else { x }
}

#[differentiable]
fn in_a_variable(x: f64) -> f64 {
    let mut kept: Option<f64> = None;
    let k: usize = put(&mut kept, x);
    kept.unwrap() * k as f64
}

fn put_one(into: (&mut Option<f64>, usize), x: f64) -> usize {
    *into.0 = Some(x);
    into.1
}

#[differentiable]
fn in_a_tuple(x: f64) -> f64 {
    let mut kept: Option<f64> = None;
    let k: usize = put_one((&mut kept, 1), x);
    kept.unwrap() * k as f64
}

/// The next turn reads what this one has stored.
#[differentiable(wrt(x))]
fn in_a_loop(x: f64, into: &mut Store) -> f64 {
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += into.value * x;
        let k: usize = store(into, x);
        sum += k as f64;
    }
    sum
}

/// What a call has stored, another one stores elsewhere.
#[differentiable(wrt(x))]
fn from_one_to_another(x: f64, one: &mut Store, other: &mut Store) -> f64 {
    let k: usize = store(one, x);
    let l: usize = store(other, one.value);
    other.value * (k + l) as f64
}

/// No error: nothing that depends on `x` is stored, or the method only looks.
#[differentiable(wrt(x))]
fn allowed(x: f64, into: &mut Store, other: &mut Store) -> f64 {
    let k: usize = store(into, stop_gradient(x));
    let l: usize = other.bin(x);
    into.value * x * other.value * (k + l) as f64
}

fn main() {}

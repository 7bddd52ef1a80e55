// Of a mistake in a function of arrays, rustc says nothing more of the accumulators.
use backprop::differentiable;

#[differentiable]
fn scale(y: &mut [f64], k: f64) {
    for i in 0..y.len() {
        y[i] *= k;
    }
}

#[differentiable]
fn first(y: &[f64]) -> f64 {
    y[0]
}

#[differentiable]
fn lent_too_little(w: &[f64], k: f64) -> f64 {
    let mut c = w.to_vec();
    scale(&c, k);
//        ^^ E0308
    first(&c) + k
}

#[differentiable]
fn mut_forgotten(w: &[f64], k: f64) -> f64 {
    let c = w.to_vec();
    scale(&mut c, k);
//        ^^^^^^ E0596
    first(&c) + k
}

#[differentiable]
fn moved(w: &[f64], k: f64) -> f64 {
    let mut c = w.to_vec();
    let _d = c;
    scale(&mut c, k);
//        ^^^^^^ E0382
    first(&c) + k
}

fn main() {}

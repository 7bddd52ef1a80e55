use backprop::differentiable;

// The references change places, and no arrays.
#[differentiable]
fn exchanged<'a>(mut a: &'a mut Vec<f64>, mut b: &'a mut Vec<f64>, k: f64) -> f64 {
    std::mem::swap(&mut a, &mut b);
    a[0] = k * b[0];
    a[0]
}

#[differentiable]
fn exchanged_in_a_loop<'a>(mut a: &'a mut [f64; 2], mut b: &'a mut [f64; 2], k: f64) {
    for _ in 0..3 {
        a[0] = k * b[0];
        std::mem::swap(&mut a, &mut b);
    }
}

fn main() {}

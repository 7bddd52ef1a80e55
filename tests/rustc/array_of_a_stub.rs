// The function has a mistake of its own: what is called beside it has the types that it would have without.
use backprop::differentiable;

#[differentiable]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut e = 0;
    for i in 1..x.len() {
        e += k * (x[i] - x[i - 1]);
//        ^^ E0277
    }
    e
//  ^ E0308
}

fn main() {
    let x = vec![1.0, 2.0];
    let (mut d_x, mut d_k) = (vec![0.0; 2], 0.0);
    energy::value_and_grad_into(&x, 1.0, &mut d_x, &mut d_k);
    let (d_x, _) = energy::grad(&x, 1.0);
    let _ = d_x[0];
    let (_, back) = energy::vjp(&x, 1.0);
    let (d_x, _) = back(1.0);
    let _ = d_x[1];
}

use backprop::differentiable;

#[differentiable]
fn both(x: f64) -> (f64, f64) {
    (x, x * x)
}

#[differentiable]
fn scaled(y: &[f64; 2], x: f64) -> [f64; 2] {
    [x * y[0], x * y[1]]
}

fn use_it() {
    both::grad(1.0);
//  ^^^^^^^^^^^^^^^ E0277 has no gradient
    let (mut d_x, mut d_y) = (0.0, [0.0; 2]);
    both::value_and_grad_into(1.0, &mut d_x);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0277 has no gradient
    scaled::accumulate_grad(&[1.0, 2.0], 3.0, &mut d_y, &mut d_x);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0277 has no gradient
}

fn main() {}

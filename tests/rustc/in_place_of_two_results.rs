use backprop::{differentiable, differentiate};

#[differentiable]
fn both(x: f64) -> (f64, f64) {
    (x, x * x)
}

fn use_it() {
    let known = differentiate!(|x: f64| (x, x * x));
    known.grad(1.0);
//        ^^^^ E0277
    let unknown = differentiate!(|x: f64| both(x));
    unknown.grad(1.0);
//          ^^^^ E0277
    let (_, back) = unknown.vjp(1.0);
    let _: f64 = back((1.0, 0.0));
}

fn main() {}

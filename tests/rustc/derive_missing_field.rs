use backprop::Differentiable;

struct Inner(f64);

#[derive(Differentiable)]
//       ^^^^^^^ E0277
//       ^^^^^^^^^^^^^^ E0277
struct Outer {
//     ^^^^^ E0277
    inner: Inner,
//         ^^^^^ E0277
    scale: f64,
}

fn main() {
    let outer = Outer { inner: Inner(1.0), scale: 1.0 };
    let _ = outer.scale + outer.inner.0;
}

//! A function that is given and a closure have no gradients of their own: the macro says so, and rustc nothing of a module of the name.

use backprop::differentiable;

#[differentiable]
fn newton(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    x - f(x) / f::grad(x)
//             ^^^^^^^ no code it has no gradient of its own, and there are no second derivatives yet
}

#[differentiable]
fn of_parameter<F: Fn(f64) -> f64>(f: F, x: f64, steps: usize) -> f64 {
    let mut x = x;
    for _ in 0..steps {
        let (value, slope) = f::value_and_grad(x);
//                           ^^^^^^^^^^^^^^^^^ no code it has no gradient of its own
        x -= value / slope;
    }
    x
}

#[differentiable]
fn of_closure(a: f64, x: f64) -> f64 {
    let curve = |x: f64| a * x * x;
    curve(x) + curve::grad(x)
//             ^^^^^^^^^^^ no code it has no gradient of its own
}

#[differentiable]
fn by_method(f: impl Fn(f64) -> f64, a: f64) -> f64 {
    let line = |x: f64| a * x;
    line(a) + f.grad(a)
//            ^^^^^^ no code it has no gradient of its own
}

#[differentiable]
fn closure_by_method(a: f64) -> f64 {
    let line = |x: f64| a * x;
    let (value, slope) = line.value_and_grad(a);
//                       ^^^^^^^^^^^^^^^^^^^ no code it has no gradient of its own
    value * slope
}

#[differentiable]
fn root(a: f64) -> f64 {
    newton(|x| x * x - a, 1.0) + of_parameter(|x| x * x - a, 1.0, 3) + of_closure(a, 1.0) + by_method(|x| x * a, 2.0)
}

fn main() {
    let _ = root::grad(2.0) + of_closure(1.0, 2.0);
}

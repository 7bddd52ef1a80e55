// Of a function that is refused, nothing more is said where its gradient takes buffers, where it is passed by its name, where it takes
// or gives functions, and where its result has a type that only rustc knows.
use backprop::{Real, differentiable};

#[differentiable(wrt(z))]
//                   ^ no code `z` is not a parameter
fn no_such_parameter(x: f64, a: &[f64]) -> f64 {
    x * a[0]
}

#[differentiable]
fn of_a_block<T: Real>(x: T) -> T {
    let y = unsafe { x * x };
//          ^^^^^^ no code `unsafe` blocks
    y
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn refused_application(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let y = unsafe { f(x) };
//          ^^^^^^ no code `unsafe` blocks
    y
}

#[differentiable]
fn scaling(a: f64) -> impl Fn(f64) -> f64 {
    let b = unsafe { a * 2.0 };
//          ^^^^^^ no code `unsafe` blocks
    move |x| x * b
}

#[differentiable]
fn without_a_bound<T>(x: T) -> T {
    x * x
//    ^ E0369
}

#[differentiable]
fn uses(x: f64, a: &[f64]) -> f64 {
    applied(of_a_block, x)
        + applied(of_a_block::<f64>, x)
        + refused_application(|y| y * x, x)
        + refused_application(|y| y * a[0], x)
        + scaling(x)(x)
}

fn main() {
    let (mut d_z, mut d_array) = (0.0, vec![0.0]);
    no_such_parameter::value_and_grad_into(1.0, &[2.0], &mut d_z, &mut d_array);
    no_such_parameter::accumulate_grad(1.0, &[2.0], &mut d_array);
    println!("{} {} {}", uses::grad(1.0, &[1.0]).0, without_a_bound::grad(1.0), scaling::grad(2.0));
}

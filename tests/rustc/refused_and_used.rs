// Of a function that is refused, that is said, and nothing where its gradient is used.
use backprop::{Real, differentiable};

#[differentiable(wrt(x, z))]
//                      ^ no code `z` is not a parameter
fn no_such_parameter(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn of_an_option(x: Option<f64>) -> f64 {
//                 ^^^^^^^^^^^ no code the type `Option<f64>`
    x.map_or(1.0, |v| v * v)
}

#[differentiable]
fn of_a_chain<T: Real>(x: T, y: &[T]) -> T {
    let sum: T = y.iter().map(|v| *v * *v).sum();
//                        ^^^ no code methods of iterators
    sum * x
}

fn main() {
    let (d_x, d_z) = no_such_parameter::grad(1.0, 2.0);
    let d: f64 = of_an_option::grad(Some(1.0));
    let (value, back) = of_an_option::vjp(Some(1.0));
    let again: Option<f64> = back(1.0);
    let (_, (d_scale, d_array)) = of_a_chain::value_and_grad(1.0, &[2.0]);
    println!("{}", d_x + d_z + d + value + again.unwrap_or(0.0) + d_scale + d_array[0]);
}

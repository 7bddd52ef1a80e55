// Mistakes that rustc finds in the function as it stands: nothing that the macro writes adds to what rustc says.
use backprop::{Differentiable, differentiable};

#[differentiable]
fn no_such_method(x: f64) -> f64 {
    2.0 * x.sqr()
//          ^^^ E0599 no method named `sqr`
}

#[differentiable]
fn method_of_integers(x: f64) -> f64 {
    x.pow(2)
//    ^^^ E0599 no method named `pow`
}

#[differentiable]
fn argument_forgotten(x: f64) -> f64 {
    x.log()
//    ^^^ E0061
}

#[differentiable]
fn operator_of_integers(x: f64) -> f64 {
    x ^ 2.0
//    ^ E0369
}

#[differentiable]
fn value_forgotten(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
//  ^ E0308
        sum += x[i];
    }
}

#[differentiable]
fn semicolon(x: f64) -> f64 {
//                      ^^^ E0308
    x * x;
}

#[differentiable]
fn too_many_names(x: f64) -> (f64, f64) {
    let (a, b, c) = (x, x * 2.0);
//      ^^^^^^^^^ E0308
    (a, b)
}

#[differentiable]
fn no_range(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in x.len() {
//           ^^^^^^^ E0277 `usize` is not an iterator
        sum += x[i];
    }
    sum
}

#[differentiable]
fn not_mutable(x: &[f64]) -> f64 {
    let y = vec![0.0; 3];
    y[0] = x[0];
//  ^ E0596
    y[0] * x[1]
}

#[differentiable]
fn sum_of_arrays(x: &[f64; 2], y: &[f64; 2]) -> f64 {
    let z = x + y;
//            ^ E0369
    z[0]
}

#[differentiable]
fn multiple_of_an_array(x: &[f64]) -> f64 {
    let y = 2.0 * x;
//              ^ E0277
    y[0]
}

#[differentiable]
fn sine_of_an_array(x: &[f64]) -> f64 {
    let y = x.sin();
//            ^^^ E0599 no method named `sin`
    y[0]
}

#[differentiable]
fn array_for_a_number(x: &[f64]) -> f64 {
    x
//  ^ E0308
}

#[differentiable]
fn number_for_an_array(x: f64) -> f64 {
    let mut v = vec![x, x];
    v = 2.0 * x;
//      ^^^^^^^ E0308
    v[0]
}

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
fn slope(line: &Line) -> f64 {
    line.slope
}

/// Of an `enum` without a cotangent, that is said, and nothing of what patterns take out of it.
#[derive(Clone, Copy)]
enum Kind {
    Scaled(f64),
    Plain,
}

#[differentiable]
fn of_an_enum(kind: Kind, x: f64) -> f64 {
//                  ^^^^ E0277 no cotangent
    match kind {
        Kind::Scaled(by) => by * x,
        Kind::Plain => x,
    }
}

/// Nothing says that there is nothing to differentiate, where it was to be what the function changes.
#[differentiable]
fn mut_forgotten(x: &[f64], y: &[f64]) {
    for i in 0..x.len() {
        y[i] = 2.0 * x[i];
//      ^^^^^^^^^^^^^^^^^ E0594
    }
}

#[differentiable]
fn mut_of_a_loop_forgotten(x: &[f64]) {
    for v in x.iter_mut() {
//           ^ E0596
        *v = v.exp();
    }
}

#[differentiable]
impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }

    fn at(&self, x: f64) -> f64 {
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ E0592 duplicate definitions with name `at`
        2.0 * self.slope * x
    }
}

fn main() {
    let _ = slope(&Line { slope: 1.0 });
}

//! What a call gives and another one changes is taken for an array, where nothing shows what it is. Of a struct, that is one error.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Body {
    x: f64,
    v: f64,
}

/// The macro does not see what a macro of the file defines.
macro_rules! hidden {
    () => {
        #[differentiable]
        fn made(x: f64) -> Body {
            Body { x, v: x * x }
        }
    };
}
hidden!();

#[differentiable]
fn advance(body: &mut Body, dt: f64) {
    body.x += body.v * dt;
}

#[differentiable]
fn energy(body: &Body) -> f64 {
    body.x * body.v
}

#[differentiable]
fn run(x: f64, turns: usize) -> f64 {
    let mut body = made(x);
    for _ in 0..turns {
        advance(&mut body, 0.1);
//                   ^^^^ E0277 this is a `Body`, and the macro takes it for an array, since nothing but a call changes it
    }
    energy(&body)
}

/// With its type.
#[differentiable]
fn typed(x: f64, turns: usize) -> f64 {
    let mut body: Body = made(x);
    for _ in 0..turns {
        advance(&mut body, 0.1);
    }
    energy(&body)
}

fn main() {}
